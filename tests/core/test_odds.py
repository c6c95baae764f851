"""Exact odds run the rules themselves."""

from fractions import Fraction

from grognard.core import odds
from grognard.core.position import load_position
from tests.drill import GAME
from tests.drill.content import GRID, SpaceId
from tests.drill.flow import FireAt, Shot

FIRE = """
scenario = "short"
[units]
"Red 1" = { loc = "0202" }
"Blue 1" = { loc = "0201" }
[[stack]]
step = "Fires"
side = "Blue"
at_side = "Red"
unit = "Red 1"
path = ["0203", "0202"]
at = 1
"""


def test_reaction_fire_hits_one_time_in_three() -> None:
    s = load_position(GAME, FIRE)
    shot = FireAt(SpaceId(GRID.id("0202")))
    found = odds(s, (shot,), lambda e: e.hit if isinstance(e, Shot) else None, same=GAME.codec.encode)
    assert found == {True: Fraction(1, 3), False: Fraction(2, 3)}


def test_over_budget_there_is_no_answer() -> None:
    s = load_position(GAME, FIRE)
    shot = FireAt(SpaceId(GRID.id("0202")))
    assert odds(s, (shot,), lambda e: None, same=GAME.codec.encode, budget=3) is None


def test_the_world_stays_untouched() -> None:
    s = load_position(GAME, FIRE)
    before = GAME.codec.encode(s)
    odds(s, (FireAt(SpaceId(GRID.id("0202"))),), lambda e: None, same=GAME.codec.encode)
    assert GAME.codec.encode(s) == before
