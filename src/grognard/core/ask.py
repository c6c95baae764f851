"""Questions and answers: what a step asks, what a seat or a die may answer, what is reported, what is refused."""

from typing import Any, ClassVar

from msgspec import Struct

from grognard.core.types import Dice, Seat, UnitId


class Option(Struct, frozen=True, gc=False, tag_field="do", tag=str.lower):
    """One verb with its nouns as fields. Fields are ids, numbers, booleans, strings, or tuples of these."""

    def seen_by(self, s: Any, seat: Seat) -> "Option":
        """The copy another seat may see when this answer is reported."""
        return self


class Done(Option, frozen=True):
    """Finish a selection or a phase."""


class Yes(Option, frozen=True):
    """Agree."""


class No(Option, frozen=True):
    """Decline."""


class All(Option, frozen=True):
    """Take everything that may still be taken."""


class Add(Option, frozen=True):
    """Take one unit into a selection."""

    unit: UnitId


class Sealed(Option, frozen=True):
    """What other seats see of a secret answer."""


DONE, YES, NO, ALL, SEALED = Done(), Yes(), No(), All(), Sealed()
CORE_OPTIONS: tuple[type[Option], ...] = (Done, Yes, No, All, Add, Sealed)


class Event(Struct, frozen=True, gc=False, tag_field="event", tag=True):
    """Something that happened. Its text comes from the game's words; its fields are ids and numbers."""

    rule: ClassVar[str] = ""
    reveals: ClassVar[bool] = False
    """True where some seat learns a hidden fact: undo may not cross it."""
    chosen: ClassVar[bool] = True
    """False where nobody chose it: the sequence of play went on, something was counted. Logs name no seat for it."""
    logged: ClassVar[bool] = True
    """False where a log would say it twice, because what follows from it is told."""

    def seen_by(self, s: Any, seat: Seat) -> "Event | None":
        """The copy `seat` may see, or None if it notices nothing."""
        return self


class Only(Event, frozen=True):
    """A question with a single possible answer was answered by itself; logs tell what came of it."""

    logged = False
    seat: int
    prompt: str
    case: str
    option: Option

    def seen_by(self, s: Any, seat: Seat) -> "Event | None":
        if seat == self.seat:
            return self
        seen = self.option.seen_by(s, seat)
        return self if seen is self.option else Only(self.seat, self.prompt, self.case, seen)


def shown_to_all(event: Event) -> bool:
    """Whether every seat sees the event as it is, without asking each: nothing of it has its own way to be seen."""
    if type(event) is Only:
        return type(event.option).seen_by is Option.seen_by
    return type(event).seen_by is Event.seen_by


class Refusal(Struct, frozen=True, gc=False):
    """Why an answer is not allowed: the case, a key into the game's words, and the facts the sentence needs."""

    rule: str
    key: str
    facts: tuple[int, ...] = ()


class Decision(Struct, frozen=True, gc=False):
    """A seat must choose one of `options`."""

    seat: Seat
    prompt: str
    rule: str
    options: tuple[Option, ...]
    default: int = -1
    """Index of the quiet answer (decline, finish) for standing orders, clocks and previews; -1: there is none."""
    extra: int = 0
    """`options[:extra]` only save clicks; `options[extra:]` reach every result."""
    confirm: bool = False
    """Ask even if a single option is left: a commitment before dice or a reveal."""
    secret: bool = False
    """The answer is sealed from other seats."""
    units: tuple[int, ...] = ()
    spaces: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    """What the prompt speaks of."""


class Roll(Struct, frozen=True, gc=False):
    """Dice must be rolled; the answer has one face for each."""

    dice: Dice
    """Number of sides of each die."""
    purpose: str
    rule: str
    matters: tuple[tuple[int, ...], ...] = ()
    """Linear forms of the dice that decide; empty: every die by itself."""
    breaks: tuple[tuple[int, ...], ...] = ()
    """By form, ascending: values up to the first break are one outcome, those above it up to the next another, and so
    on. A form without breaks, or beyond their end, counts value by value."""


class Draw(Struct, frozen=True, gc=False):
    """One chit must be drawn; the answer is its kind."""

    pool: tuple[tuple[int, int], ...]
    """(kind, how many)."""
    purpose: str
    rule: str


Chance = Roll | Draw
Ask = Decision | Roll | Draw | None
Answer = Option | Dice | int
