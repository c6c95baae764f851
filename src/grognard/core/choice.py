"""Choosing one of several things: a step whose list and whose refusals are one predicate.

A title says what might be chosen, why something may not, and what follows; listing and explaining stand here, so they
cannot part. `Selection` is the same for several units at once.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from msgspec.structs import replace

from grognard.core.ask import DONE, Ask, Decision, Option, Refusal
from grognard.core.flow import Step, unsaid
from grognard.core.types import Seat


class Choice(Step, frozen=True):
    """A question about one kind of option. A subclass has `prompt` and a field `side` (or a `question` of its own), the
    methods `offers` and `refuse` below, and `take`.

    Where nothing may be chosen and there is no word to finish with, the step runs by itself (`auto`).
    """

    kinds: ClassVar[tuple[type[Option], ...]] = ()
    """The kinds of option that `refuse` judges; every other is not offered."""
    prompt: ClassVar[str] = ""
    finish: ClassVar[Option | None] = DONE
    """The quiet answer, offered last; None: something must be chosen."""

    @property
    def kind(self) -> Any:
        """The first of `kinds`, or the only one."""
        if not self.kinds:
            raise unsaid(self, "kinds")
        return self.kinds[0]

    def offers(self, s: Any) -> Iterable[Option]:
        """Everything that might be chosen; what `refuse` does not let pass is left out."""
        raise unsaid(self, "offers")

    def refuse(self, s: Any, option: Any) -> Refusal | None:
        """Why an option of `kinds` may not be chosen, None if it may."""
        raise unsaid(self, "refuse")

    def question(self, s: Any) -> Decision:
        """Seat, prompt, rule and what the prompt speaks of; options are filled in here."""
        return Decision(s.seats[self.side], self.prompt, self.rule, ())  # type: ignore[attr-defined]  # of the subclass

    def unfinished(self, s: Any) -> Refusal | None:
        """Why the quiet answer may not be given now."""
        return None

    def ask(self, s: Any) -> Ask:
        options = [option for option in self.offers(s) if self.refuse(s, option) is None]
        if self.finish is not None and self.unfinished(s) is None:
            return replace(self.question(s), options=(*options, self.finish), default=len(options))
        return replace(self.question(s), options=tuple(options)) if options else None

    def why_not(self, s: Any, option: Option) -> Refusal | None:
        if type(option) in self.kinds:
            return self.refuse(s, option)
        if self.finish is not None and option == self.finish:
            return self.unfinished(s)
        return Refusal(self.rule, "not_offered")


def or_done(
    seat: Seat,
    prompt: str,
    rule: str,
    options: list[Option],
    units: tuple[int, ...] = (),
    spaces: tuple[int, ...] = (),
    numbers: tuple[int, ...] = (),
) -> Decision | None:
    """The question whether to do one of these things or to be done; none where there is nothing to do."""
    if not options:
        return None
    options.append(DONE)
    return Decision(seat, prompt, rule, tuple(options), len(options) - 1, 0, False, False, units, spaces, numbers)
