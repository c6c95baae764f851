"""Sight along many lines beside the referee's floating point, prices of single steps, crests from every side, and what
is left of a march that a pin has cut short."""

import pytest

from grognard.games.battle_for_cassino.content import (
    COST,
    CREST,
    ELEVATION,
    GRID,
    HEXES,
    LINKS,
    ROADS,
    SLOPE,
    STREAMS,
    TOUCH,
    TRAILS,
    UNIT,
)
from grognard.games.battle_for_cassino.rules.events import BlockRemoved, Crowded, Marched
from grognard.games.battle_for_cassino.rules.sight import FAR, clear, observed_by, profile, sees
from grognard.games.battle_for_cassino.rules.terrain import Ground, cover, height, price, uphill
from grognard.maps import BIT, members
from tests.games.battle_for_cassino import referee
from tests.games.battle_for_cassino.kit import NIGHT_TURN, act, board

C = "battle_for_cassino"
H = GRID.id
POSTS = ("2208", "1123", "1726", "0126", "1934", "2313", "1819")
"""The Abbey, the Castle, the town, two edges of the map, Hangman's Hill, Point 202."""


@pytest.mark.case(C, "5.21", "5.22", "5.23", "5.9.algorithm", "5.9.tolerance")
@pytest.mark.parametrize("post", POSTS)
def test_every_line_of_nine_hexes_as_the_referee_sees_it(post: str) -> None:
    """The quick way, the profile shown at the table and the formula in floating point say the same."""
    a = H(post)
    for b in GRID.within(a, 9):
        if b != a:
            told = referee.sees(post, GRID.names[b])
            assert sees(a, b) == told, GRID.names[b]
            assert any(point.blocks for point in profile(b, a)) != told, GRID.names[b]


@pytest.mark.case(C, "5.9.algorithm", "5.9.tolerance")
def test_an_obstacle_may_stand_exactly_one_and_a_half_metres_above_the_line() -> None:
    assert clear(0, 1, 1, 2) and not clear(0, 2, 1, 2)
    assert clear(97, 50, 1, 2) and not clear(96, 50, 1, 2)  # 48.5 metres at half way: 97 of rise are just enough


@pytest.mark.case(C, "5.24", "13.12")
def test_a_headquarters_sees_twenty_hexes_and_at_night_nobody_sees_through_houses() -> None:
    pair = next((a, b) for a in range(HEXES) for b in GRID.within(a, FAR) if GRID.distance(a, b) == FAR and sees(a, b))
    s = board({"HQ 25 NZ": GRID.names[pair[0]], "A/25 NZ": "0133", "9/III/3": "3610"})
    assert observed_by(s, UNIT["HQ 25 NZ"], BIT[pair[1]])
    a, b = next((a, b) for a in range(HEXES) for b in GRID.within(a, 3) if a != b and not sees(a, b))
    s = board({"HQ 25 NZ": GRID.names[a], "A/25 NZ": "0133", "9/III/3": "3610"}, turn=NIGHT_TURN)
    assert not observed_by(s, UNIT["HQ 25 NZ"], BIT[b])


def _sides(sides: frozenset[int]) -> list[tuple[int, int, int]]:
    return [(a, b, side) for a in range(HEXES) for b, side in LINKS[a] if side in sides]


@pytest.mark.case(C, "6.4.trail", "6.4.ruins", "6.4.contour", "6.31", "6.33")
def test_prices_of_single_steps() -> None:
    """A trail costs two whatever lies beside it; ruins elsewhere cost nothing; one slope after another is no first."""
    trail = [(a, b, side) for a, b, side in _sides(TRAILS) if COST[b] > 2 and ELEVATION[a] == ELEVATION[b]]
    assert trail
    for a, b, side in trail:
        assert price(Ground(climber=True), a, b, side) == 2
        assert price(Ground(climber=True, spoilt=BIT[a]), a, b, side) == 2
        assert price(Ground(climber=True, spoilt=BIT[b]), a, b, side) == 4
    assert not STREAMS & TRAILS - ROADS, "no trail crosses a stream: the exemption of trails is never asked"
    a, b, side = next(
        (a, b, side) for a in members(SLOPE) for b, side in LINKS[a] if SLOPE >> b & 1 and ELEVATION[a] == ELEVATION[b]
        and side not in TRAILS | ROADS | STREAMS
    )  # fmt: skip
    assert price(Ground(), a, b, side) == COST[b]


@pytest.mark.case(C, "6.4.crest", "5.23")
def test_a_crest_helps_against_those_who_come_up_from_outside_alone() -> None:
    """From every side of every crest hex; who stands elsewhere does not matter."""
    far = BIT[H("5909")]
    for hex in range(HEXES):
        assert not uphill(hex, 0) and not uphill(hex, far)
        for a in members(TOUCH[hex]):
            below = bool(CREST[hex]) and CREST[a] != CREST[hex] and height(a) < height(hex)
            assert uphill(hex, BIT[a] | far) == below, (GRID.names[hex], GRID.names[a])


@pytest.mark.case(C, "6.4.cap", "6.4.ruins")
def test_nobody_is_more_than_tripled_in_the_ruins_of_the_abbey() -> None:
    assert cover(H("2208"), True, BIT[H("2308")]) == 3
    assert cover(H("2026"), False, 0) == 2 and cover(H("2026"), True, 0) == 3


WORK = {"7 NZ Fd Coy": "0123", "HQ 25 NZ": "0123", "A/25 NZ": "0128"}
WAY = ("move 7 NZ Fd Coy", "go 0223", "unblock", "go 0324", "unblock", "go 0424", "halt")


def _watched() -> str:
    """A hex from which a company sees the road, too far for its zone."""
    road = [H(name) for name in ("0223", "0324", "0424")]
    return next(GRID.names[h] for h in range(HEXES) if all(sees(h, r) and 3 <= GRID.distance(h, r) <= 12 for r in road))


@pytest.mark.case(C, "15.22", "8.25", "6.0.interrupt")
def test_a_pin_on_the_way_leaves_the_roadblocks_that_were_not_reached() -> None:
    post = _watched()
    s = board({**WORK, "9/III/3": post, "HQ III/3": post}, blocks=["0223", "0324"])
    asked = act(s, *WAY)
    assert asked.prompt == "opportunity" and set(asked.offers) == {"no", "fireat 0223", "fireat 0324", "fireat 0424"}
    assert asked.then("no").s.blocks == ()
    second = asked.then("fireat 0324", "done", dice=[5])
    assert second.where("7 NZ Fd Coy") == "0324" and second.s.blocks == (H("0324"),)
    assert [told.hex for told in second.heard(BlockRemoved)] == [H("0223")]
    first = asked.then("fireat 0223", "done", dice=[5])
    assert first.where("7 NZ Fd Coy") == "0223" and first.s.blocks == (H("0223"), H("0324"))
    miss = asked.then("fireat 0324", "done", dice=[1])
    assert miss.s.blocks == () and miss.where("7 NZ Fd Coy") == "0424"


@pytest.mark.case(C, "15.22", "8.0", "6.11")
def test_who_clears_a_roadblock_without_a_step_has_not_moved_into_fire() -> None:
    post = _watched()
    s = board({**WORK, "7 NZ Fd Coy": "0223", "9/III/3": post, "HQ III/3": post}, blocks=["0223"])
    done = act(s, "move 7 NZ Fd Coy", "unblock", "halt")
    assert done.prompt == "movement" and done.s.blocks == ()


@pytest.mark.case(C, "9.21", "8.25", "6.24")
def test_who_is_pinned_in_a_full_hex_is_overstacked_there_and_elsewhere_not() -> None:
    post = _watched()
    s = board({**WORK, "B/25 NZ": "0324", "C/25 NZ": "0324", "9/III/3": post, "HQ III/3": post})
    asked = act(s, "move 7 NZ Fd Coy", "go 0223", "go 0324", "go 0424", "halt")
    full = asked.then("fireat 0324", "done", dice=[5])
    assert full.where("7 NZ Fd Coy") == "0324" and len(full.heard(Crowded)) == 1 and full.steps("7 NZ Fd Coy") == 2
    room = asked.then("fireat 0223", "done", dice=[5])
    assert room.where("7 NZ Fd Coy") == "0223" and not room.heard(Crowded) and room.steps("7 NZ Fd Coy") == 3
    missed = asked.then("fireat 0324", "done", dice=[1])
    assert not missed.heard(Crowded)


@pytest.mark.case(C, "6.22", "6.0.procedure")
def test_what_was_carried_to_the_end_of_a_march_is_not_carried_again() -> None:
    s = board({"A/25 NZ": "0123", "HQ 25 NZ": "0123", "OP NZ": "0123", "B/25 NZ": "0324", "9/III/3": "3610"})
    there = act(s, "move A/25 NZ", "carry HQ 25 NZ", "carry OP NZ", "go 0223", "go 0324", "halt")
    walk = there.then("move B/25 NZ")
    assert walk.why("carry HQ 25 NZ") == walk.why("carry OP NZ") == ("6.22", "carried_before")
    assert not there.heard(Marched)[0].path[2:] and there.where("OP NZ") == "0324"


@pytest.mark.case(C, "15.22", "15.2", "6.0")
def test_a_roadblock_is_removed_once_in_its_own_hex_and_where_the_march_ends() -> None:
    s = board({**WORK, "9/III/3": "3610", "D/25 NZ": "to come"}, blocks=["0223", "0324"])
    assert act(s).why("move D/25 NZ") == ("6.0", "not_on_map")
    walk = act(s, "move 7 NZ Fd Coy")
    assert walk.why("unblock") == ("15.22", "no_block")  # the blocks are elsewhere
    first = walk.then("go 0223", "unblock")
    assert first.why("unblock") == ("15.22", "no_block")
    assert first.then("halt").s.blocks == (H("0324"),)
    second = first.then("go 0324", "unblock")
    assert second.why("unblock") == ("15.22", "no_block") and second.then("halt").s.blocks == ()
