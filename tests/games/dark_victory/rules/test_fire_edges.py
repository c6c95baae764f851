"""10.0 Fire at its edges: the first cannon of the list, cover of two lines, roofs, breaks of dice."""

from fractions import Fraction

import pytest

from grognard.core import Roll
from grognard.games.dark_victory.content import MEXICAN, TEXAN
from grognard.games.dark_victory.rules.events import CannonFired, Fired
from grognard.games.dark_victory.rules.fire import (
    NO_GUN,
    FireRoll,
    cover,
    depressed,
    refuse_shot,
    shot,
    targets,
    weapons,
)
from grognard.games.dark_victory.rules.sight import lines
from tests.games.dark_victory.kit import SPACE, TITLE, UNIT, act, board

BATTERY = {"T3-gun1": "1914", "M1-F1": "1901", "M1-F2": "2107"}
FIRST = {"guns": {"8pdr-1914": "1914"}}


@pytest.mark.case(TITLE, "10.11", "10.12", "10.19")
def test_the_first_cannon_is_a_cannon_like_the_others() -> None:
    s = board(BATTERY, side=TEXAN, **FIRST)
    start, far, near = SPACE["1914"], SPACE["1901"], SPACE["2107"]
    assert targets(s, TEXAN, start) == [near] and targets(s, TEXAN, start, 0) == [far, near]
    told = refuse_shot(s, TEXAN, start, far)
    assert told is not None and told.key == "out_of_range" and refuse_shot(s, TEXAN, start, far, 0) is None
    by_gun, by_hand = shot(s, UNIT["T3-gun1"], start, near, 0), shot(s, UNIT["T3-gun1"], start, near)
    assert by_gun is not None and by_hand is not None
    assert (by_gun.base, by_gun.terms[0], by_hand.base, by_hand.terms[0]) == (3, ("10.5", 0), 1, ("10.5", -1))
    fired = act(s, "activate T3-gun1", "cannon 1901", dice=[(6, 6)])
    (event,) = fired.heard(CannonFired)
    assert event.needs == 3 + 4 + 5 and event.terms == (("10.19", 3), ("10.3", 4), ("10.23", 5))


@pytest.mark.case(TITLE, "10.22.B", "10.9", "10.8.B")
def test_the_first_cannon_is_aimed_by_the_rules_of_cannon() -> None:
    """At 2023 it fires out of the embrasures, where muskets see only a wall; it is never aimed straight down."""
    gun = SPACE["2023"]
    west = next(SPACE[h] for h in ("1722", "1723", "1622", "1623") if lines(gun, SPACE[h], True))
    s = board({"T3-gun1": "2023", "M1-F1": "0505"}, guns={"8pdr-1914": "2023"}, side=TEXAN)
    there = act(
        board(
            {"T3-gun1": "2023", "M1-F1": "1722", "M1-F2": "1622", "M1-F3": "1723", "M1-F4": "1623"},
            guns={"8pdr-1914": "2023"},
            side=TEXAN,
        )
    ).s
    assert west in targets(there, TEXAN, gun, 0) and west not in targets(there, TEXAN, gun)
    assert refuse_shot(there, TEXAN, gun, west, 0) is None
    told = refuse_shot(there, TEXAN, gun, west)
    assert told is not None and told.key == "no_line"
    assert shot(there, UNIT["T3-gun1"], gun, west, 0) is not None and shot(there, UNIT["T3-gun1"], gun, west) is None
    assert targets(s, TEXAN, gun, 0) == []
    steep = board({"T3-gun1": "1914", "M1-F1": "1913", "T4-inf1": "2320"}, **FIRST)
    told = refuse_shot(steep, TEXAN, SPACE["1914"], SPACE["1913"], 0)
    assert told is not None and told.key == "too_steep" and targets(steep, TEXAN, SPACE["1914"], 0) == []
    assert targets(steep, TEXAN, SPACE["1914"]) == [SPACE["1913"]]


@pytest.mark.case(TITLE, "10.22.B")
def test_cannon_fire_from_roof_to_roof_and_down_at_hexes_that_do_not_touch_theirs() -> None:
    assert depressed(SPACE["1926"], SPACE["1927"]) and depressed(SPACE["2030"], SPACE["2129"])
    assert not depressed(SPACE["1914"], SPACE["1913"]) and depressed(SPACE["1914"], SPACE["1912"])
    assert depressed(SPACE["2014"], SPACE["2015"])  # a ramp
    assert depressed(SPACE["1913"], SPACE["1914"]) and depressed(SPACE["2317"], SPACE["2318"])


@pytest.mark.case(TITLE, "10.7", "10.22")
def test_only_straight_down_at_the_ground_a_wall_is_no_cover() -> None:
    side = lambda a, b: lines(SPACE[a], SPACE[b])[0][1]  # noqa: E731  # the side crossed last
    assert cover(SPACE["1914"], SPACE["1913"], side("1914", "1913")) == 0
    assert cover(SPACE["1926"], SPACE["1927"], side("1926", "1927")) == 2  # both up on roofs
    assert cover(SPACE["1919"], SPACE["1917"], side("1919", "1917")) == 4  # down, but not at the foot of his own wall


@pytest.mark.case(TITLE, "10.7", "10.8.E")
def test_of_two_lines_the_firer_takes_the_one_with_less_cover() -> None:
    a, b = SPACE["1919"], SPACE["1821"]
    assert [cover(a, b, side) for _, side in lines(a, b)] == [4, 0]
    found = shot(board({"T4-inf1": "1919", "M1-F1": "1821"}), UNIT["T4-inf1"], a, b)
    assert found is not None and dict(found.terms)["10.7"] == 0


@pytest.mark.case(TITLE, "10.2", "10.12")
def test_nobody_fires_at_his_own_side_or_beyond_the_map() -> None:
    s = board({"M4-L1": "2317", "M4-L2": "2318", "T4-inf1": "2320"})
    for hex in ("2318", "off the map", "dead"):
        told = refuse_shot(s, MEXICAN, SPACE["2317"], SPACE[hex])
        assert told is not None and told.key == "nobody_there"
    free = board({"M4-L1": "2317", "M4-L2": "2217", "T4-inf1": "2320", "T4-inf2": "2325"})
    assert targets(free, MEXICAN, SPACE["2317"]) == [SPACE["2320"]]  # within range and no friend


@pytest.mark.case(TITLE, "10.3.B", "10.24")
def test_dice_that_do_the_same_are_one_outcome_unless_a_two_kills_a_leader() -> None:
    units = {"T4-inf1": "2320", "M1-F1": "2317"}
    start, hex = SPACE["2320"], SPACE["2317"]
    plain = FireRoll(UNIT["T4-inf1"], start, hex).ask(board(units))
    led = FireRoll(UNIT["T4-inf1"], start, hex).ask(board({**units, "Cos": "2317"}))
    assert type(plain) is Roll and type(led) is Roll
    assert plain.breaks == ((5,),) and led.breaks == ((2, 5),)  # two, minus one, and four
    (fired,) = act(board(units, side=TEXAN), "activate T4-inf1", "shoot 2317", dice=[(3, 3)]).heard(Fired)
    assert fired.terms == (("10.3 firers", 2), ("10.5", -1), ("10.3", 4)) and not fired.hit and fired.needs == 5
    hopeless = board({"T4-inf1": "2320", "M1-F1": "2317", "Cos": "2317"}, turn=1)
    assert FireRoll(UNIT["T4-inf1"], start, hex).ask(hopeless).breaks == ((2,),)
    sure = board({"T4-inf1": "2314", "M1-F1": "2312", "M1-F2": "2312", "Cos": "2312"})
    asked = FireRoll(UNIT["T4-inf1"], SPACE["2314"], SPACE["2312"]).ask(sure)
    assert type(asked) is Roll and asked.breaks == ((2,),)  # every roll hits; a two kills Cos besides


@pytest.mark.case(TITLE, "8.2.D", "10.4.B", "10.24", "10.3.B")
def test_leaders_alone_are_hurt_by_a_two_only() -> None:
    """From the wall at a leader below in the open the sum would be 2 - 1 + 0 + 5 = 6; there is no step to lose."""
    units = {"T4-inf1": "2214", "Cos": "2210", "T4-inf2": "2015"}
    s = board(units, side=TEXAN)
    told = shot(s, UNIT["T4-inf1"], SPACE["2214"], SPACE["2210"])
    assert told is not None and (told.needs, told.terms, told.chance()) == (2, (("10.24", 2),), Fraction(1, 36))
    missed = act(s, "activate T4-inf1", "shoot 2210", dice=[(1, 2)])
    assert not missed.heard(Fired)[0].hit and missed.where("Cos") == "2210"
    killed = act(s, "activate T4-inf1", "shoot 2210", dice=[(1, 1)])
    assert killed.heard(Fired)[0].hit and killed.where("Cos") == "dead"
    men = shot(board({**units, "M1-F1": "2210"}, side=TEXAN), UNIT["T4-inf1"], SPACE["2214"], SPACE["2210"])
    assert men is not None and men.needs == 2 - 1 + 4 + 5


@pytest.mark.case(TITLE, "10.11", "10.12.B", "10.19", "10.22.B")
def test_with_what_a_stack_can_fire_at_a_hex() -> None:
    """Ten hexes for muskets, any distance for the loaded cannon, which is never laid down its own wall."""
    units = {"T3-gun1": "1914", "M1-F1": "1901", "M1-F2": "2107", "M1-F3": "1913"}
    s = board(units, **FIRST)
    at, far, near, below = (SPACE[h] for h in ("1914", "1901", "2107", "1913"))
    assert [weapons(s, TEXAN, at, b) for b in (far, near, below)] == [[0], [NO_GUN, 0], [NO_GUN]]
    empty = board(units, unloaded=["8pdr-1914"], **FIRST)
    assert [weapons(empty, TEXAN, at, b) for b in (far, near)] == [[], [NO_GUN]]
    assert weapons(board({**units, "T3-gun1": "2015", "Campbell": "1914"}, **FIRST), TEXAN, at, near) == []
    assert weapons(s, MEXICAN, near, at) == []  # seven hexes are too far for Mexicans
