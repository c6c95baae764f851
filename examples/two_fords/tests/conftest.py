"""How a position is set up and played in a line."""

from collections.abc import Callable, Iterable

import pytest
from two_fords import GAME
from two_fords.rules.state import Fords

from grognard.core import Decision, Script, clone, push, settle
from grognard.core.position import load_position


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "case(game, *ids): the rulebook cases this test proves")


@pytest.fixture
def at() -> Callable[..., Fords]:
    """A position: where units stand (everybody else is dead), and which step asks."""

    def build(step: str, side: str = "Blue", turn: int = 3, mist: bool = False, **units: str) -> Fords:
        rows = [f'"{name.replace("_", " ")}" = {{ loc = "{units.get(name, "dead")}" }}' for name in NAMES]
        steps = f'[[stack]]\nstep = "TurnEnd"\nturn = {turn}\n[[stack]]\nstep = "{step}"\nside = "{side}"\n'
        top = f"turn = {turn}\n{'mist = true' if mist else ''}\n[units]\n"
        return load_position(GAME, top + "\n".join(rows) + "\n" + steps)

    return build


NAMES = tuple(name.replace(" ", "_") for name in GAME.names["UnitId"])


@pytest.fixture
def play() -> Callable[..., Fords]:
    """The position after these answers, dice as given; an answer that is not offered fails."""

    def played(s: Fords, *texts: str, dice: Iterable[int] = ()) -> Fords:
        after, chance = clone(s), Script(*((face,) for face in dice))
        asked = settle(after, chance)
        for text in texts:
            option = GAME.texts.parse(text)
            assert isinstance(asked, Decision) and option in asked.options, (text, asked)
            push(after, option, lambda event: None)
            asked = settle(after, chance)
        return after

    return played


@pytest.fixture
def offered() -> Callable[[Fords], list[str]]:
    """What the seat asked may answer."""

    def texts(s: Fords) -> list[str]:
        asked = settle(clone(s), Script())
        return [GAME.texts.show(option) for option in asked.options] if asked else []

    return texts


@pytest.fixture
def refused() -> Callable[[Fords, str], tuple[str, str]]:
    """Case and key by which an answer is refused."""

    def told(s: Fords, text: str) -> tuple[str, str]:
        after = clone(s)
        settle(after, Script())
        refusal = after.stack[-1].why_not(after, GAME.texts.parse(text))
        assert refusal is not None
        return refusal.rule, refusal.key

    return told
