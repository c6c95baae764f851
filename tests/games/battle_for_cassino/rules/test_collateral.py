"""5.5, 5.6 Collateral damage and ruins; 5.62, 16.13 engineers."""

import pytest

from grognard.core import DONE, Event, Roll
from grognard.games.battle_for_cassino.content import ALLIED, GERMAN, GRID, MARRED, NEAR, UNIT
from grognard.games.battle_for_cassino.rules.collateral import BLAST, Collateral, Ruin, Secondary
from grognard.games.battle_for_cassino.rules.events import CollateralHit, Ruined, TankFreed, Trapped
from grognard.games.battle_for_cassino.rules.movement import allowance
from grognard.maps import BIT
from tests.games.battle_for_cassino.kit import SPACE, act, board, flagged

C = "battle_for_cassino"
H = GRID.id
DUEL = {
    "HQ 25 NZ": "1933", "A/25 NZ": "1932", "B/25 NZ": "1534", "9/III/3": "1930", "10/III/3": "1927", "11/III/3": "1724",
    "1/I/3": "2305", "HQ III/3": "2025",
}  # fmt: skip


def bombed(air: int, artillery: int, die: int, *answers: str, dice: tuple[int, ...] = ()):
    s = board(DUEL, "preparation", turn=1)
    return act(s, "bombard 1930", f"shell {air} > {artillery}", *answers, dice=[die, *dice])


@pytest.mark.case(C, "5.5", "5.51", "5.51.last", "5.6", "5.52", "5.53")
def test_f1_the_order_ruins_then_the_firer_then_his_opponent() -> None:
    s = board({**DUEL, "HQ 25 NZ": "1933"}, "preparation", turn=1)
    from grognard.games.battle_for_cassino.rules.preparation import observed

    seen = observed(s, 0, BIT[H("1930")])
    assert seen
    first = bombed(10, 0, 1)  # (3): three steps of the one company there, then collateral
    assert first.steps("9/III/3") == 3
    wanted = {h for h in (H("1930"), *GRID.neighbours[H("1930")]) if MARRED >> h & 1}
    assert set(first.s.ruins) == wanted and first.heard(Ruined)
    assert first.prompt == "collateral" and first.seat == 0
    assert first.asked.rule == "5.52" and first.numbers == (10,)
    second = first.then("blast 1927", dice=[1])
    assert second.steps("10/III/3") == 3  # the same column
    assert second.prompt == "collateral_back" and second.seat == 1 and second.asked.rule == "5.53"
    third = second.then("blast 1932", dice=[1])
    assert third.steps("A/25 NZ") == 4 - 1
    assert [hit.result for hit in third.heard(CollateralHit)] == ["3"], "its brackets mean nothing here"
    assert third.prompt == "missions"


@pytest.mark.case(C, "5.52", "5.53", "5.32")
def test_six_hexes_with_air_three_with_artillery_alone_never_the_target() -> None:
    air = bombed(1, 9, 1)
    assert set(air.offers) == {"blast 1927", "blast 1724", "blast 2025"} - {
        f"blast {h}" for h in ("1724", "2025") if GRID.distance(H("1930"), H(h)) > 6
    }
    assert air.why("blast 1930") == ("5.52", "not_the_target")
    guns = bombed(0, 10, 1, dice=(1,))  # only 1927 is within three: chosen by itself
    assert guns.steps("10/III/3") == 3 and guns.prompt == "collateral_back"
    assert guns.why("blast 1534") == ("5.52", "out_of_reach")


@pytest.mark.case(C, "5.54", "5.55", "5.8.paren")
def test_no_chain_and_no_hex_twice_in_a_player_turn() -> None:
    once = bombed(10, 0, 1, "blast 1927", "blast 1932", dice=(1, 4))
    assert len(once.s.ruins) == len({h for h in (H("1930"), *GRID.neighbours[H("1930")]) if MARRED >> h & 1})
    assert set(once.s.scarred) == {SPACE["1927"], SPACE["1932"]}
    again = once.then("bombard 2025", "shell 10 > 0", dice=[1])  # HQ III/3 dies
    assert again.prompt == "collateral" and again.why("blast 1927") == ("5.55", "scarred")


@pytest.mark.case(C, "5.51", "5.6")
def test_no_ruins_where_the_target_is_neither_building_nor_road() -> None:
    s = board({**DUEL, "9/III/3": "2130"}, "preparation", turn=1)
    assert not MARRED >> H("2130") & 1 and NEAR[H("2130")] & MARRED
    out = act(s, "bombard 2130", "shell 10 > 0", dice=[1])
    assert out.s.ruins == () and out.prompt == "collateral"


@pytest.mark.case(C, "5.51.armor", "16.12", "16.2", "6.23")
def test_f17_armour_in_a_hex_that_becomes_ruins_is_trapped_but_fires() -> None:
    s = board({**DUEL, "A/25 NZ": "0133", "B Sqn/19": "1931"}, "preparation", turn=1)
    out = act(s, "bombard 1930", "shell 10 > 0", dice=[1])
    assert out.s.immobile == flagged("B Sqn/19") and out.heard(Trapped)[0].unit == UNIT["B Sqn/19"]
    from grognard.games.battle_for_cassino.content import ALLIED, OPPORTUNITY
    from grognard.games.battle_for_cassino.rules.fire import refuse_firer

    assert refuse_firer(out.s, ALLIED, UNIT["B Sqn/19"], OPPORTUNITY) is None


@pytest.mark.case(C, "5.62", "5.61", "4.1.B.ruins", "5.63", "4.1.B")
def test_f20_engineers_clear_their_hex_at_the_start_of_the_phase_and_then_have_ten_points() -> None:
    units = {"7 NZ Fd Coy": "0223", "8 NZ Fd Coy": "0424", "HQ 25 NZ": "0324", "A/25 NZ": "0133", "1/I/3": "2305"}
    s = board(units, "start", ruins=["0223", "0424", "0524"])
    ask = act(s)
    assert ask.prompt == "clearing" and set(ask.offers) == {"clear 7 NZ Fd Coy", "clear 8 NZ Fd Coy", "done"}
    done = ask.then("clear 7 NZ Fd Coy")
    assert SPACE["0223"] not in done.s.ruins and done.why("clear 7 NZ Fd Coy") == ("5.62", "cleared_before")
    moving = done.then("done")
    assert allowance(moving.s, UNIT["7 NZ Fd Coy"]) == 10 and allowance(moving.s, UNIT["8 NZ Fd Coy"]) == 60
    pinned = board(units, "start", ruins=["0223", "0424"], pinned=["7 NZ Fd Coy"])
    assert act(pinned).why("clear 7 NZ Fd Coy") == ("5.62", "pinned")
    near = board({**units, "9/III/3": "0323"}, "start", ruins=["0223", "0424"])
    assert act(near).why("clear 7 NZ Fd Coy") == ("5.61", "enemy_controlled")
    other = board({**units, "7 NZ Fd Coy": "0124"}, "start", ruins=["0424", "0223"])
    assert act(other).why("clear 7 NZ Fd Coy") == ("5.62", "no_ruins")


@pytest.mark.case(C, "16.13", "16.12")
def test_clearing_the_ruins_frees_the_tank_in_them() -> None:
    units = {"7 NZ Fd Coy": "0223", "B Sqn/19": "0223", "HQ 25 NZ": "0324", "A/25 NZ": "0133"}
    s = board(units, "start", ruins=["0223"], immobile=flagged("B Sqn/19"))
    free = act(s, "clear 7 NZ Fd Coy")
    assert free.s.immobile == 0 and free.heard(TankFreed)
    assert "move B Sqn/19" in free.offers


@pytest.mark.case(C, "16.13", "16.11", "5.63")
def test_a_tank_driven_off_the_road_is_freed_from_the_road_hex_beside_it() -> None:
    beside = next(GRID.names[b] for b in GRID.neighbours[H("0223")] if GRID.names[b] == "0224")
    units = {"7 NZ Fd Coy": "0223", "B Sqn/19": beside, "HQ 25 NZ": "0324", "A/25 NZ": "0133"}
    s = board(units, "start", immobile=flagged("B Sqn/19"))
    ask = act(s)
    assert ask.offers == ["free 7 NZ Fd Coy > B Sqn/19", "done"]
    idle = ask.then("done")
    assert idle.why("move B Sqn/19") == ("16.11", "immobile")
    freed = ask.then("free 7 NZ Fd Coy > B Sqn/19")
    assert allowance(freed.s, UNIT["7 NZ Fd Coy"]) == 10
    walk = freed.then("move B Sqn/19")  # its only way is to the engineers' hex, for one point
    assert walk.where("B Sqn/19") == "0223" and walk.numbers == (59,)
    assert walk.then("go 0324", "halt").s.immobile == 0


@pytest.mark.case(C, "5.51", "5.51.armor", "16.12", "5.6")
def test_ruins_are_told_once_and_trap_every_tank_in_them() -> None:
    units = {"A/25 NZ": "0133", "StuG 1": "1925", "StuG 2": "1925", "9/III/3": "1925", "B Sqn/19": "1926"}
    s = board(units, "combat", ruins=["1926"], immobile=flagged("B Sqn/19"))
    heard: list[Event] = []
    hit = Collateral(H("1925"), 10, True, 6)
    Ruin(hit).auto(s, heard.append)
    around = {h for h in (H("1925"), *GRID.neighbours[H("1925")]) if MARRED >> h & 1}
    assert set(s.ruins) == around and len(s.ruins) == len(set(s.ruins))
    (told,) = [e for e in heard if type(e) is Ruined]
    assert set(told.hexes) == around - {H("1926")}
    assert s.immobile == flagged("StuG 1", "StuG 2", "B Sqn/19")
    assert {e.unit for e in heard if type(e) is Trapped} == {UNIT["StuG 1"], UNIT["StuG 2"]}  # the third was stuck
    again: list[Event] = []
    Ruin(hit).auto(s, again.append)
    assert again == []


@pytest.mark.case(C, "5.52", "5.53", "5.55")
def test_why_a_stack_does_not_take_the_damage() -> None:
    s = board({**DUEL, "A/25 NZ": "1932"}, "combat", scarred=(H("1927"),))
    step = Secondary(ALLIED, Collateral(H("1930"), 10, True, 6))

    def why(hex: str, step: Secondary = step) -> tuple[str, str] | None:
        told = step.why_not(s, BLAST[H(hex)])
        return None if told is None else (told.rule, told.key)

    assert why("2025") is None
    assert why("1928") == ("5.52", "no_enemy") == why("1932")  # nobody; one's own
    assert why("1930") == ("5.52", "not_the_target") and why("1927") == ("5.55", "scarred")
    assert why("2305") == ("5.52", "out_of_reach")
    assert why("2025", Secondary(ALLIED, Collateral(H("1930"), 10, True, 3))) == ("5.52", "out_of_reach")
    back = Secondary(GERMAN, Collateral(H("1930"), 10, True, 6))
    assert why("1932", back) is None and why("2025", back) == ("5.52", "no_enemy")
    told = step.why_not(s, DONE)
    assert told is not None and told.key == "not_offered"
    first = Secondary(ALLIED, Collateral(H("1930"), 10, True, 6), 0)
    asked = first.ask(s)
    assert isinstance(asked, Roll) and asked.dice == (6,)  # hex number nought is a hex too
    assert Secondary(ALLIED, Collateral(H("0123"), 10, True, 3)).ask(s) is None
