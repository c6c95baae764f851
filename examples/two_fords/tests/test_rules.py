"""Every case of the rulebook, with its numbers and at its edges."""

from typing import Any

import pytest
from two_fords import GAME
from two_fords.content import BLUE, DEAD, GREY, GRID, UNIT
from two_fords.rules.combat import Attack, Fighting, resolution
from two_fords.rules.movement import Movement, march
from two_fords.rules.sequence import TurnEnd
from two_fords.rules.sight import seen_by
from two_fords.rules.state import Fords
from two_fords.rules.supply import strength, supplied

from grognard.core import Seeded, clone, settle
from grognard.core.testing import Bench

FOOT, SECOND, BATTERY = UNIT["1 Foot"], UNIT["2 Foot"], UNIT["Horse Battery"]
THIRD, FOURTH, GUNS = UNIT["3 Foot"], UNIT["4 Foot"], UNIT["Guns"]


BENCH = Bench(GAME, rest="dead")
play, offered, refused = BENCH.play, BENCH.offered, BENCH.refused


def at(step: str, side: str = "Blue", turn: int = 3, mist: bool = False, **units: str) -> Fords:
    """A position: where units stand (everybody else is dead), and which step asks."""
    places = {name.replace("_", " "): hex for name, hex in units.items()}
    return BENCH.at({"step": "TurnEnd", "turn": turn}, {"step": step, "side": side}, units=places, turn=turn, mist=mist)


def hex(name: str) -> int:
    return GRID.id(name)


def costs(s: Any, unit: int) -> dict[str, int]:
    reach = march(s, unit).reach(s.loc[unit])
    return {GRID.names[h]: reach.costs[h] for h in reach.ends()}


@pytest.mark.case("two_fords", "1.2", "2.1")
def test_set_up_and_order_of_play() -> None:
    s = GAME.new()
    assert [GRID.names[h] for h in s.loc] == ["0202", "0205", "0303", "0602", "0605", "0604"]
    asked = []
    for _ in range(3):
        decision = settle(clone(s), Seeded(1))
        asked.append((decision.seat, decision.prompt))
        s = play(s, "done")
    assert asked == [(0, "move"), (1, "move"), (0, "move")], "nobody touches, so nobody can attack"
    assert s.turn == 2
    touching = at("Movement", **{"1_Foot": "0703", "3_Foot": "0704"})
    touching.stack = (Fighting(BLUE), Movement(BLUE))
    assert settle(play(touching, "done"), Seeded(1)).prompt == "attack"


@pytest.mark.case("two_fords", "1.3")
def test_two_stand_in_a_hex_and_a_third_passes() -> None:
    s = at("Movement", **{"1_Foot": "0202", "2_Foot": "0201", "Horse_Battery": "0201", "3_Foot": "0805"})
    assert "0201" not in costs(s, FOOT)
    walking = play(s, "move 1 Foot")
    assert "go 0201" in offered(walking), "points are left to go on"
    there = play(walking, "go 0201")
    assert refused(there, "done") == ("1.3", "full")
    tired = play(s, "move 1 Foot", "go 0102", "go 0101", "go 0102")
    assert refused(tired, "go 0201") == ("1.3", "full"), "with one point left there is no way on"


@pytest.mark.case("two_fords", "3.1")
def test_costs_of_ground_and_allowance() -> None:
    s = at("Movement", **{"1_Foot": "0202", "3_Foot": "0805"})
    found = costs(s, FOOT)
    assert (found["0201"], found["0302"], found["0203"], found["0303"]) == (1, 2, 2, 1)
    assert max(found.values()) == 4
    up = at("Movement", **{"1_Foot": "0105", "3_Foot": "0805"})
    assert costs(up, FOOT)["0104"] == 2
    near = at("Movement", "Grey", **{"3_Foot": "0701", "1_Foot": "0101"})
    assert costs(near, THIRD)["0702"] == 1, "a village costs one"


@pytest.mark.case("two_fords", "3.1")
def test_a_unit_moves_once() -> None:
    s = at("Movement", **{"1_Foot": "0202", "2_Foot": "0205", "3_Foot": "0805"})
    moved = play(s, "move 1 Foot", "go 0201", "done")
    assert refused(moved, "move 1 Foot") == ("3.1", "moved")
    assert refused(moved, "move 3 Foot") == ("3.1", "not_yours")


@pytest.mark.case("two_fords", "3.2")
def test_a_ford_costs_two_more_and_the_river_the_whole_move() -> None:
    s = at("Movement", **{"1_Foot": "0402", "3_Foot": "0805"})
    assert costs(s, FOOT)["0502"] == 3
    assert costs(s, FOOT)["0503"] == 4, "the river beside the ford takes all"
    begun = play(at("Movement", **{"1_Foot": "0403", "3_Foot": "0805"}), "move 1 Foot", "go 0402")
    assert refused(begun, "go 0503") == ("3.1", "whole_allowance")
    assert GRID.names[play(begun, "go 0502").loc[FOOT]] == "0502"


@pytest.mark.case("two_fords", "3.3", "3.4")
def test_enemy_hexes_are_closed_and_zones_stop() -> None:
    s = at("Movement", **{"1_Foot": "0202", "2_Foot": "0101", "3_Foot": "0304"})
    assert offered(play(s, "move 1 Foot", "go 0303")) == ["move 2 Foot", "done"], "the move ended in the zone"
    beside = at("Movement", **{"1_Foot": "0303", "3_Foot": "0304"})
    assert refused(play(beside, "move 1 Foot"), "go 0304") == ("3.3", "enemy_there")


@pytest.mark.case("two_fords", "3.4")
def test_zones_reach_over_the_river_only_at_fords() -> None:
    bank = at("Movement", **{"1_Foot": "0304", "3_Foot": "0504"})
    assert "go 0405" in offered(play(bank, "move 1 Foot", "go 0404")), "0404 touches 0504 over deep water"
    ford = at("Movement", **{"1_Foot": "0301", "2_Foot": "0107", "3_Foot": "0502"})
    assert "move 2 Foot" in offered(play(ford, "move 1 Foot", "go 0401", "go 0402")), "0402 lies at the ford of 0502"


@pytest.mark.case("two_fords", "4.1")
def test_who_attacks_what_and_how_often() -> None:
    s = at("Fighting", **{"1_Foot": "0603", "2_Foot": "0702", "3_Foot": "0703", "4_Foot": "0602", "Guns": "0504"})
    assert offered(s) == ["attack 0504", "attack 0602", "attack 0703", "done"]
    assert refused(s, "attack 0806") == ("4.1", "nobody_there")
    once = play(s, "attack 0703", "add 1 Foot", "done", dice=[3])
    assert refused(once, "attack 0703") == ("4.1", "attacked")
    assert refused(once, "attack 0504") == ("4.1", "no_attackers"), "1 Foot has attacked"
    mustering = play(s, "attack 0602")
    assert refused(mustering, "done") == ("4.1", "nobody_chosen")
    assert refused(mustering, "add Horse Battery") == ("4.1", "cannot_attack")
    over = at("Fighting", **{"1_Foot": "0404", "3_Foot": "0504"})
    assert over.stack[-1].why_not(over, Attack(hex("0504"))).key == "no_attackers", "deep water"


@pytest.mark.case("two_fords", "4.2")
@pytest.mark.parametrize(("units", "column"), [((FOOT,), "1-1"), ((FOOT, SECOND), "2-1"), ((BATTERY,), "1-2")])
def test_odds_are_rounded_for_the_defender(units: tuple[int, ...], column: str) -> None:
    s = at("Fighting", **{"1_Foot": "0603", "2_Foot": "0603", "Horse_Battery": "0803", "3_Foot": "0703"})
    assert resolution(s, hex("0703"), units).odds == column


@pytest.mark.case("two_fords", "4.3")
def test_ground_and_ford_shift_to_the_left_and_add_up() -> None:
    wood = at("Fighting", **{"1_Foot": "0603", "2_Foot": "0603", "3_Foot": "0602"})
    assert resolution(wood, hex("0602"), (FOOT, SECOND)).label == "1-1"
    ford = at("Fighting", **{"1_Foot": "0402", "2_Foot": "0402", "3_Foot": "0502"})
    assert resolution(ford, hex("0502"), (FOOT, SECOND)).shifts == (("4.3", -1),)
    mixed = at("Fighting", **{"1_Foot": "0402", "2_Foot": "0501", "3_Foot": "0502"})
    assert resolution(mixed, hex("0502"), (FOOT, SECOND)).shifts == (), "one attacker stands on the same bank"
    both = at("Fighting", "Grey", **{"3_Foot": "0506", "4_Foot": "0506", "1_Foot": "0405"})
    assert resolution(both, hex("0405"), (THIRD, FOURTH)).shifts == (("4.3", -1),)


@pytest.mark.case("two_fords", "4.4")
@pytest.mark.parametrize(
    ("die", "prompt"), [(2, "fall_back"), (3, "fall_back"), (4, "move"), (5, "move"), (6, "fall_back")]
)
def test_results_of_one_to_two(die: int, prompt: str) -> None:
    s = at("Fighting", **{"1_Foot": "0703", "2_Foot": "0101", "3_Foot": "0704", "4_Foot": "0704"})
    assert resolution(s, hex("0704"), (FOOT,)).label == "1-2"
    after = play(s, "attack 0704", "done", dice=[die])
    decision = settle(after, Seeded(1))
    assert (decision.prompt, decision.seat) == (prompt, 1 if die == 6 else 0)


@pytest.mark.case("two_fords", "4.4")
def test_a_one_at_one_to_two_eliminates_the_attacker() -> None:
    s = at("Fighting", **{"1_Foot": "0703", "2_Foot": "0101", "3_Foot": "0704", "4_Foot": "0704"})
    after = play(s, "attack 0704", "done", dice=[1])
    assert (after.loc[FOOT], after.loc[THIRD]) == (DEAD, hex("0704"))


@pytest.mark.case("two_fords", "4.4")
def test_the_defender_is_eliminated_at_four_to_one() -> None:
    s = at("Fighting", **{"1_Foot": "0703", "2_Foot": "0703", "Guns": "0704", "3_Foot": "0107"})
    after = play(s, "attack 0704", "all", "done", "no", dice=[6])
    assert after.loc[GUNS] == DEAD


@pytest.mark.case("two_fords", "4.5")
def test_a_retreat_leads_away_and_not_through_zones_or_water() -> None:
    s = at("Fighting", **{"1_Foot": "0703", "2_Foot": "0703", "3_Foot": "0704"})
    falling = play(s, "attack 0704", "all", "done", dice=[5])
    assert offered(falling) == ["go 0804", "go 0705", "go 0604"]
    assert "go 0603" not in offered(falling), "0603 lies in the zone of 0703"
    assert refused(falling, "go 0603") == ("4.5", "not_free")
    back = play(falling, "go 0705")
    assert refused(back, "go 0604") == ("4.5", "not_away")
    assert GRID.distance(hex("0704"), play(back, "go 0706").loc[THIRD]) == 2


@pytest.mark.case("two_fords", "4.5")
def test_a_unit_without_a_way_is_lost() -> None:
    s = at(
        "Fighting", **{"1_Foot": "0502", "2_Foot": "0603", "Horse_Battery": "0701", "3_Foot": "0602", "4_Foot": "0806"}
    )
    closed = play(s, "attack 0602", "all", "done", dice=[6])
    assert closed.loc[THIRD] == DEAD
    river = at("Fighting", **{"1_Foot": "0603", "2_Foot": "0604", "3_Foot": "0504", "4_Foot": "0806"})
    assert play(river, "attack 0504", "all", "done", "no", dice=[4]).loc[THIRD] == DEAD, "0404 lies over deep water"


@pytest.mark.case("two_fords", "4.6")
def test_one_attacker_may_enter_the_empty_hex() -> None:
    s = at("Fighting", **{"1_Foot": "0703", "2_Foot": "0703", "Guns": "0704", "3_Foot": "0107"})
    cleared = play(s, "attack 0704", "all", "done", dice=[6])
    assert offered(cleared) == ["add 1 Foot", "add 2 Foot", "no"]
    assert GRID.names[play(cleared, "add 2 Foot").loc[SECOND]] == "0704"
    assert refused(cleared, "add Horse Battery") == ("4.6", "no_advance")
    held = play(s, "attack 0704", "add 1 Foot", "done", dice=[1])
    assert held.loc[GUNS] == hex("0704") and "add 1 Foot" not in offered(held)


@pytest.mark.case("two_fords", "5.1", "5.2")
def test_supply_is_cut_by_zones_unless_a_friend_stands_there() -> None:
    s = at("Movement", **{"1_Foot": "0703", "3_Foot": "0502", "4_Foot": "0506"})
    assert not supplied(s, BLUE) >> hex("0703") & 1, "both fords are watched"
    assert strength(s, FOOT) == 2
    held = at("Movement", **{"1_Foot": "0703", "2_Foot": "0402", "3_Foot": "0602", "4_Foot": "0506"})
    assert strength(held, FOOT) == 2, "0502 lies in the zone of 0602"
    friend = at("Movement", **{"1_Foot": "0503", "2_Foot": "0502", "3_Foot": "0602", "4_Foot": "0506"})
    assert strength(friend, FOOT) == strength(friend, SECOND) == 4
    gun = at("Movement", **{"Horse_Battery": "0703", "1_Foot": "0101", "3_Foot": "0502", "4_Foot": "0506"})
    assert strength(gun, BATTERY) == 1, "half of one is rounded up"


@pytest.mark.case("two_fords", "6.1")
def test_sight_ends_at_three_hexes_and_behind_cover() -> None:
    s = at("Movement", **{"Horse_Battery": "0303", "1_Foot": "0101", "3_Foot": "0805"})
    seen = seen_by(s, BATTERY)
    assert seen >> hex("0603") & 1 and not seen >> hex("0703") & 1
    assert seen >> hex("0302") & 1, "the wood itself is seen"
    assert not seen >> hex("0301") & 1, "behind the wood nothing is"


@pytest.mark.case("two_fords", "6.2")
def test_a_gun_that_sees_the_target_gives_one_column() -> None:
    s = at("Fighting", **{"1_Foot": "0402", "2_Foot": "0402", "Horse_Battery": "0303", "3_Foot": "0502"})
    assert resolution(s, hex("0502"), (FOOT, SECOND)).shifts == (("4.3", -1), ("6.2", 1))
    far = at("Fighting", **{"1_Foot": "0402", "2_Foot": "0402", "Horse_Battery": "0107", "3_Foot": "0502"})
    assert resolution(far, hex("0502"), (FOOT, SECOND)).shifts == (("4.3", -1),)
    joins = at("Fighting", **{"1_Foot": "0402", "Horse_Battery": "0402", "3_Foot": "0502"})
    assert ("6.2", 1) not in resolution(joins, hex("0502"), (FOOT, BATTERY)).shifts, "it attacks itself"


@pytest.mark.case("two_fords", "7.1", "7.2")
@pytest.mark.parametrize(
    ("turn", "second", "winner"), [(3, "0706", BLUE), (3, "0502", None), (6, "0502", BLUE), (6, "0706", BLUE)]
)
def test_villages_in_supply_win(turn: int, second: str, winner: int | None) -> None:
    s = at("Movement", turn=turn, **{"1_Foot": "0702", "2_Foot": second, "3_Foot": "0805"})
    TurnEnd(turn).auto(s, lambda event: None)
    assert (s.result.winners if s.result else None) == (None if winner is None else (winner,))


@pytest.mark.case("two_fords", "7.2")
def test_a_village_without_supply_does_not_count() -> None:
    s = at("Movement", turn=6, **{"1_Foot": "0702", "3_Foot": "0502", "4_Foot": "0506"})
    TurnEnd(6).auto(s, lambda event: None)
    assert s.result.winners == (GREY,) and s.result.rule == "7.2"


@pytest.mark.case("two_fords", "7.3")
def test_the_last_foot_decides() -> None:
    s = at("Fighting", **{"1_Foot": "0703", "2_Foot": "0703", "3_Foot": "0704", "Guns": "0805"})
    after = play(s, "attack 0704", "all", "done", "go 0705", "go 0706", "no", dice=[5])
    assert after.result is None
    alone = at("Fighting", **{"1_Foot": "0603", "2_Foot": "0604", "3_Foot": "0504", "Guns": "0805"})
    lost = play(alone, "attack 0504", "all", "done", dice=[4])
    assert lost.result.winners == (BLUE,) and lost.result.rule == "7.3", "a gun is no foot"


@pytest.mark.case("two_fords", "8.1")
@pytest.mark.parametrize(
    ("turn", "mist", "sees"), [(1, True, False), (2, True, False), (3, True, True), (1, False, True)]
)
def test_mist_lies_for_two_turns(turn: int, mist: bool, sees: bool) -> None:
    s = at("Movement", turn=turn, mist=mist, **{"Horse_Battery": "0303", "1_Foot": "0101", "3_Foot": "0805"})
    assert bool(seen_by(s, BATTERY) >> hex("0503") & 1) is sees
    assert seen_by(s, BATTERY) >> hex("0402") & 1, "the next hex is always seen"
