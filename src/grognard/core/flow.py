"""The flow of a game: a stack of frozen steps, and the few functions that move it.

The top of the stack is its last element. A step leaves the stack before it acts; what it returns replaces it, first to
run first. Control flow is therefore visible in return lines, and the whole of it is data that clones and serialises.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol, TypeVar, get_type_hints

from msgspec import Struct

from grognard.core.ask import Ask, Decision, Draw, Event, Only, Option, Refusal, Roll
from grognard.core.types import Seat

Note = Callable[[Event], None]
LIMIT = 10_000
_STEPS = range(LIMIT)


def hush(event: Event) -> None:
    """The note of search and simulation: nobody listens."""


class Step(Struct, frozen=True, gc=False, tag_field="step", tag=True):
    """A piece of the sequence of play. Subclasses carry what they have learnt in their own fields."""

    rule: ClassVar[str] = ""

    def ask(self, s: Any) -> Ask:
        """Who must answer what; None: the step runs by itself. Pure."""
        return None

    def auto(self, s: Any, note: Note) -> "Steps":
        """Act without an answer, when `ask` says None."""
        return ()

    def take(self, s: Any, answer: Any, note: Note) -> "Steps":
        """Act on the answer to the question asked."""
        raise TypeError(f"{type(self).__name__} asks but does not take answers")

    def why_not(self, s: Any, option: Option) -> Refusal | None:
        """The reason an option is refused, None if it is allowed. Pure."""
        asked = self.ask(s)
        if isinstance(asked, Decision) and option in asked.options:
            return None
        return Refusal(asked.rule if asked is not None else self.rule, "not_offered")

    def seen_by(self, s: Any, seat: Seat) -> "Step":
        """The copy of this frame that `seat` may see."""
        return self

    def points_used(self) -> int | None:
        """Movement points used so far by whoever moves in this step; None: it counts none."""
        return None

    def turn_of(self, s: Any) -> Seat | None:
        """The seat whose turn it is while this step is on the stack; None: it does not say. Others who are asked
        meanwhile (for fire, a loss, a retreat) answer in that seat's turn."""
        return None


Steps = tuple[Step, ...]


class Result(Struct, frozen=True):
    """How a game ended."""

    winners: tuple[int, ...]
    """Sides that won; empty: a draw."""
    rule: str
    key: str
    numbers: tuple[int, ...] = ()


class State(Struct):
    """A position. Games add columns: lists by unit, bytearrays by space, scalars, tuples, frozen structs, dicts.

    A column that follows from others is marked once, `Annotated[dict[int, tuple[int, ...]], DERIVED] = {}`: it is left
    out of encoding and made anew by the game's `refresh` on decoding.
    """

    stack: Steps
    seats: tuple[Seat, ...]
    """The seat that plays each side."""
    result: Result | None

    def clock(self) -> tuple[int, ...]:
        """How far the game is: the turn, then the impulses or rounds within it; empty: it counts none."""
        return ()

    def where(self, unit: int) -> int:
        """The space a unit is in; -1: this title has no units in spaces."""
        return -1

    def points_used(self, unit: int) -> int | None:
        """Movement points a unit has used so far, where the step or the position counts them."""
        return self.stack[-1].points_used() if self.stack else None


class Turned(Protocol):
    """A position that counts turns."""

    @property
    def turn(self) -> int: ...


class Located(Protocol):
    """A position with a column of spaces by unit."""

    @property
    def loc(self) -> Sequence[int]: ...


def by_turn(s: Turned) -> tuple[int, ...]:
    """The `State.clock` of titles that count nothing within a turn."""
    return (s.turn,)


def by_loc(s: Located, unit: int) -> int:
    """The `State.where` of titles with a column `loc`."""
    return s.loc[unit]


class Derived(Struct, frozen=True):
    """The mark of a column that `refresh` recomputes from the others."""


DERIVED = Derived()


def derived_columns(cls: type[State]) -> tuple[str, ...]:
    """The columns of a state marked as derived, in order."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(name for name in cls.__struct_fields__ if DERIVED in getattr(hints[name], "__metadata__", ()))


S = TypeVar("S", bound=State)
_CLONERS: dict[type[State], Callable[[Any], Any]] = {}


def clone(s: S) -> S:
    """A copy that shares everything frozen and owns its lists, bytearrays and dicts."""
    cloner = _CLONERS.get(type(s))
    if cloner is None:
        cloner = _CLONERS[type(s)] = _make_cloner(type(s))
    copied: S = cloner(s)
    return copied


def _make_cloner(cls: type[State]) -> Callable[[Any], Any]:
    """Generated from the annotations: straight-line code is several times faster than a loop over fields."""
    kinds = {name: getattr(hint, "__origin__", hint) for name, hint in get_type_hints(cls).items()}
    lines = [
        "def cloner(s):",
        " c = s.__copy__()",
        *(f" c.{name} = s.{name}[:]" for name, kind in kinds.items() if kind in (list, bytearray)),
        *(f" c.{name} = s.{name}.copy()" for name, kind in kinds.items() if kind is dict),
        " return c",
    ]
    scope: dict[str, Any] = {}
    exec("\n".join(lines), scope)
    made: Callable[[Any], Any] = scope["cloner"]
    return made


def unsaid(step: Step, what: str) -> TypeError:
    """The error of a kind of step that leaves out what only it can say."""
    return TypeError(f"{type(step).__name__} does not say {what}")


class FlowError(RuntimeError):
    """The rules ran into a wall: an empty list of options, or a step that never ends."""


def breadcrumb(stack: Steps) -> str:
    """The stack in words of the program, outermost first."""
    return " › ".join(type(step).__name__ for step in stack)


def whose_turn(s: State) -> Seat | None:
    """The seat whose turn it is, as the innermost step that knows says; None: no step does."""
    for step in reversed(s.stack):
        seat = step.turn_of(s)
        if seat is not None:
            return seat
    return None


def push(s: State, answer: Any, note: Note) -> None:
    """Give the answer to the step that asked."""
    stack = s.stack
    s.stack = stack[:-1]
    following = stack[-1].take(s, answer, note)
    if following:
        s.stack += following[::-1]


def run(s: State, note: Note = hush, until: tuple[type[Step], ...] = ()) -> Ask:
    """Run automatic steps and lone options up to the next question, or until a step of these classes is to act."""
    for _ in _STEPS:
        stack = s.stack
        if not stack:
            return None
        top = stack[-1]
        if until and type(top) in until:
            return None
        asked = top.ask(s)
        if asked is None:
            s.stack = stack[:-1]
            following = top.auto(s, note)
            if following:
                s.stack += following[::-1]
            continue
        if type(asked) is Decision:
            options = asked.options
            if len(options) == 1 and not asked.confirm and not asked.secret:
                if note is not hush:
                    note(Only(asked.seat, asked.prompt, asked.rule, options[0]))
                push(s, options[0], note)
                continue
            if not options:
                raise FlowError(f"no options for {asked.prompt!r} at {breadcrumb(stack)}")
        return asked
    raise FlowError(f"no question after {LIMIT} steps at {breadcrumb(s.stack)}")


def settle(s: State, answer_chance: Callable[[Roll | Draw], Any], note: Note = hush) -> Decision | None:
    """Run and let chance answer until a seat must decide; None: the game is over."""
    while True:
        asked = run(s, note)
        if asked is None or isinstance(asked, Decision):
            return asked
        push(s, answer_chance(asked), note)


def leave(s: State, upto: type[Step]) -> None:
    """Inside `take` or `auto`: drop the frames above the nearest `upto`, which acts next."""
    stack = s.stack
    for k in range(len(stack) - 1, -1, -1):
        if type(stack[k]) is upto:
            s.stack = stack[: k + 1]
            return
    raise FlowError(f"no {upto.__name__} to leave to in {breadcrumb(stack)}")


def end(s: State, result: Result) -> None:
    """Inside `take` or `auto`: the game is over at once."""
    s.result = result
    s.stack = ()
