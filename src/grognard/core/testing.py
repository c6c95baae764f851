"""What the tests of a title need: positions and answers as text, dice as given, and nothing else to prepare."""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from grognard.core.ask import Decision, Refusal
from grognard.core.chance import Script
from grognard.core.flow import State, clone, push, run, settle
from grognard.core.game import Game
from grognard.core.position import build_position

S = TypeVar("S", bound=State)


def silent(event: object) -> None:
    """A listener that forgets; unlike `hush` it lets lone options report."""


def asks(s: State) -> Decision:
    """The decision a settled state waits for."""
    asked = run(clone(s), silent)
    assert isinstance(asked, Decision), asked
    return asked


class Bench(Generic[S]):
    """Where single rules of a title are tried. Every answer is a new position; the given one stays untouched."""

    def __init__(self, game: Game[S], rest: str = "") -> None:
        """`rest`: the space of units that a position does not name; empty: they stay where set-up places them."""
        self.game, self._rest = game, rest

    def at(self, *stack: Mapping[str, Any], units: Mapping[str, str] | None = None, **columns: Any) -> S:
        """A position: the steps that are due, outermost first (none: those of the set-up); units by name with the name
        of their space; further columns as in a position text (see `grognard.core.position`)."""
        named = units or {}
        unknown = sorted(set(named) - set(self.game.names["UnitId"]))
        assert not unknown, f"no units are called {unknown}"
        places = dict.fromkeys(self.game.names["UnitId"], self._rest) if self._rest else {}
        rows = {unit: {"loc": space} for unit, space in {**places, **named}.items()}
        steps = {"stack": [dict(step) for step in stack]} if stack else {}
        return build_position(self.game, {**columns, "units": rows, **steps})

    def play(self, s: S, *texts: str, dice: Iterable[Any] = ()) -> S:
        """The position after these answers; chance answers from `dice`. An answer that is not offered fails."""
        after, chance = clone(s), Script(*dice)
        asked = settle(after, chance, silent)
        for text in texts:
            option = self.game.texts.parse(text)
            assert asked is not None, f"{text}: the game is over"
            if option not in asked.options:
                why, offered = after.stack[-1].why_not(after, option), map(self.game.texts.show, asked.options)
                raise AssertionError(f"{text}: not offered at {asked.prompt} ({why}); offered: {list(offered)}")
            push(after, option, silent)
            asked = settle(after, chance, silent)
        return after

    def offered(self, s: S) -> list[str]:
        """The options of the present decision."""
        return [self.game.texts.show(option) for option in asks(s).options]

    def refusal(self, s: S, text: str) -> Refusal:
        """Why the seat asked may not answer so."""
        settled = clone(s)
        asked = run(settled, silent)
        assert isinstance(asked, Decision), asked
        told = self.game.why_not(settled, asked.seat, self.game.texts.parse(text))
        assert told is not None, f"{text} is allowed"
        return told

    def refused(self, s: S, text: str) -> tuple[str, str]:
        """The same as case and key."""
        told = self.refusal(s, text)
        return told.rule, told.key
