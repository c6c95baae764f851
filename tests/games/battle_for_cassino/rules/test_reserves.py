"""12.2 Reserves and 12.3 support fire."""

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core import Decision, Event, clone, hush
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import ALLIED, ELEVATION, FORBIDDEN, GERMAN, GRID, PASSABLE, UNIT, Side
from grognard.games.battle_for_cassino.rules.events import FiredUpon, Fought, ReserveSent, ReserveStopped, Spared
from grognard.games.battle_for_cassino.rules.movement import GO
from grognard.games.battle_for_cassino.rules.reserves import (
    Arrival,
    ReserveWalk,
    goals,
    onward,
    passable,
    refuse_hex,
    refuse_reserve,
)
from grognard.games.battle_for_cassino.rules.state import Assault, Battle
from grognard.games.battle_for_cassino.rules.support import TARGET, SupportFire, Target, refuse_target
from tests.games.battle_for_cassino.kit import NIGHT_TURN, SPACE, act, board, flagged

C = "battle_for_cassino"
H = GRID.id
FIGHT = {
    "A/25 NZ": "1926", "HQ 25 NZ": "1826", "9/III/3": "2026", "10/III/3": "2226", "HQ III/3": "2226",
}  # fmt: skip
"""A company attacks the cathedral; a reserve stands with its headquarters two hexes behind."""


def opened(units: dict[str, str], dice: tuple[int, ...] = (), **more: object):
    """The assault on 2026, announced and supplied; with dice, fought."""
    s = board(units, "combat", **more)
    ready = act(s, "done")
    return ready.then(ready.offers[0], dice=dice) if ready.prompt == "supply" else ready


def ways(s: Battle, a: Assault, at: int, left: int) -> list[int]:
    """Where 10/III/3 may go on from a hex, its headquarters where it is now."""
    unit = UNIT["10/III/3"]
    return [*onward(s, GERMAN, goals(s, a, unit, s.loc[unit]), at, left)]


@pytest.mark.case(C, "12.21", "12.22", "12.25", "12.27", "4.1.C.reserves", "12.23")
def test_f21_a_reserve_comes_up_and_defends_without_terrain() -> None:
    ask = opened(FIGHT)
    assert ask.prompt == "reserves" and ask.seat == 1 and ask.offers == ["send 10/III/3", "done"]
    walk = ask.then("send 10/III/3")
    assert walk.prompt == "reserve_walk" and walk.numbers == (7,)
    assert walk.offers == ["go 2127", "go 2227", "go 2327", "go 2326", "go 2225", "go 2126"]
    next_ = walk.then("go 2126")
    assert next_.prompt == "reserve_walk" and next_.numbers == (6,)
    out = next_.then("go 2026", dice=[1])
    told = out.heard(Fought)[0]
    assert (told.attack, told.defence) == (7, 12 + 6) and out.where("10/III/3") == "2026"
    held = ask.then("done", dice=[1])
    assert held.heard(Fought)[0].defence == 12 and held.where("10/III/3") == "2226"


ROUND = {
    "A/25 NZ": "1926", "B/25 NZ": "2127", "C/25 NZ": "2126", "HQ 25 NZ": "1826", "9/III/3": "2026", "10/III/3": "1529",
    "HQ III/3": "1529",
}  # fmt: skip
"""Every hex next to 2026 is held or controlled by the Allies; a reserve with its headquarters stands five away."""


@pytest.mark.case(C, "12.25", "12.23", "7.23", "7.25")
def test_f21_no_way_over_a_controlled_hex_unless_a_friend_stands_there() -> None:
    """Six hexes by way of 2027, which B company controls: barred while empty, open with a German unit in it."""
    assert GRID.distance(H("1529"), H("2026")) == 5
    alone = act(board(ROUND, "combat"), "done")
    told = refuse_reserve(alone.s, alone.s.assault, GERMAN, UNIT["10/III/3"])
    assert told is not None and (told.rule, told.key) == ("12.25", "no_path")
    fought = alone.then("without A/25 NZ", "without B/25 NZ", "without C/25 NZ", dice=[1])
    assert fought.heard(Fought)[0].defence == 12 and fought.where("10/III/3") == "1529"  # nobody was asked
    friend = board({**ROUND, "11/III/3": "2027"}, "combat")
    ask = act(friend, "attack 2026", "done", "without A/25 NZ", "without C/25 NZ")
    assert ask.prompt == "reserves" and ask.seat == 1 and ask.offers == ["send 10/III/3", "done"]
    walk = ask.then("send 10/III/3", "go 1629", "go 1729", "go 1828", "go 1928")
    assert walk.numbers == (3,) and walk.offers == ["go 2028", "go 2027"]
    assert walk.why("go 1927") == ("12.25", "zone_barred")
    out = walk.then("go 2027", dice=[1])
    sent = out.heard(ReserveSent)[0]
    assert sent.path == tuple(SPACE[h] for h in ("1629", "1729", "1828", "1928", "2027", "2026"))
    assert out.heard(Fought)[0].defence == 12 + 6 and out.where("10/III/3") == "2026"


@pytest.mark.case(C, "12.21", "12.24", "12.28", "14.3", "14.0", "9.24", "15.12", "12.0.engaged")
def test_f19_who_is_never_sent() -> None:
    units = {**FIGHT, "StuG 1": "2226", "OP 1": "2226", "11/III/3": "2229"}
    ask = opened(units)
    assert ask.why("send HQ III/3") == ("12.24", "no_reserve") and ask.why("send OP 1") == ("12.24", "no_reserve")
    assert ask.why("send StuG 1") == ("12.28", "no_armour") and ask.why("send 11/III/3") == ("12.21", "no_hq")
    also = {**FIGHT, "12 MG/III/3": "2225", "HQ II/3": "2225"}
    assert opened(also, pinned=["10/III/3"]).why("send 10/III/3") == ("14.0", "pinned")
    assert opened(also, pinned=["HQ III/3"]).why("send 10/III/3") == ("14.3", "hq_pinned")
    assert opened(also, builders=flagged("10/III/3")).why("send 10/III/3") == ("15.12", "building")
    near = opened({**also, "B/25 NZ": "2327"}, fought=flagged("B/25 NZ"))
    assert near.why("send 10/III/3") == ("12.21", "engaged")


@pytest.mark.case(C, "12.23", "12.25")
def test_the_headquarters_within_five_the_way_within_seven() -> None:
    far = {**FIGHT, "10/III/3": "2626", "HQ III/3": "2626", "12 MG/III/3": "2225", "HQ II/3": "2225"}
    assert GRID.distance(H("2626"), H("2026")) == 6
    assert opened(far).why("send 10/III/3") == ("12.23", "hq_far")
    five = {**FIGHT, "10/III/3": "2524", "HQ III/3": "2524", "12 MG/III/3": "2225", "HQ II/3": "2225"}
    assert GRID.distance(H("2524"), H("2026")) == 5 and "send 10/III/3" in opened(five).offers


@pytest.mark.case(C, "12.25")
def test_seven_hexes_round_the_enemy_are_a_way_eight_are_not() -> None:
    """From 1529, five hexes off: C company at 1728 makes it seven hexes, at 1828 eight."""
    units = {"A/25 NZ": "1926", "HQ 25 NZ": "1826", "9/III/3": "2026", "10/III/3": "1529", "HQ III/3": "1529"}
    seven = act(board({**units, "C/25 NZ": "1728"}, "combat"), "done", "without A/25 NZ")
    assert seven.prompt == "reserves" and seven.offers == ["send 10/III/3", "done"]
    eight = act(board({**units, "C/25 NZ": "1828"}, "combat"), "done")
    told = refuse_reserve(eight.s, eight.s.assault, GERMAN, UNIT["10/III/3"])
    assert told is not None and (told.rule, told.key) == ("12.25", "no_path")


@pytest.mark.case(C, "12.23", "9.0")
def test_reserves_only_up_to_the_stacking_limit() -> None:
    packed = {**FIGHT, "11/III/3": "2026", "12 MG/III/3": "2225", "HQ II/3": "2225"}
    out = opened(packed, (1,))
    assert out.heard(Fought)[0].defence == 24  # two companies are there: no third, and nobody is asked
    platoon = opened({**packed, "Plt 1": "2226", "7/II/3": "divided"})
    assert platoon.offers == ["send Plt 1", "done"] and platoon.why("send 10/III/3") == ("12.25", "no_path")
    one = opened({**FIGHT, "12 MG/III/3": "2226"}).then("send 10/III/3", "go 2126", "go 2026", dice=[1])
    assert one.heard(Fought)[0].defence == 12 + 6  # it is full now: the other company is not asked about


@pytest.mark.case(C, "12.26", "12.31", "12.32", "12.33", "12.34", "12.35", "4.1.C.support", "10.44", "12.0.engaged")
def test_support_fire_at_reserves_on_their_way_and_at_defenders() -> None:
    units = {**FIGHT, "B/25 NZ": "2029", "C/25 NZ": "1829", "HQ 26 NZ": "1829"}
    ask = opened(units)
    sent = ask.then("send 10/III/3", "go 2126", "go 2026")
    assert sent.prompt == "reserve_fire" and sent.seat == 0 and sent.offers == ["no", "fireat 2126", "fireat 2026"]
    assert "10/III/3 comes up as a reserve from 2226 to 2026" in GAME.words.prompt(sent.asked)
    calm = sent.then("no")
    assert calm.prompt == "support" and calm.seat == 0
    assert calm.offers == ["no", "target 9/III/3", "target 10/III/3"]
    pick = calm.then("target 9/III/3")
    assert pick.offers == ["done"] and pick.why("add A/25 NZ") == ("12.0.engaged", "engaged")
    shot = pick.then("done")
    assert shot.prompt == "supply"
    paid = shot.then(shot.offers[0], dice=[6, 1])
    assert paid.heard(FiredUpon)[0].result == "P" and paid.heard(Fought)[0].defence == 12 // 2 + 6
    spent = 6 - paid.increments("HQ 25 NZ") - paid.increments("HQ 26 NZ")
    assert spent == 2  # one for the assault, another for the support


@pytest.mark.case(C, "12.26", "12.25")
def test_a_reserve_pinned_on_its_way_stops_and_does_not_join() -> None:
    units = {**FIGHT, "B/25 NZ": "2029", "C/25 NZ": "2029", "HQ 26 NZ": "1829"}
    sent = opened(units).then("send 10/III/3", "go 2126", "go 2026")
    assert sent.prompt == "reserve_fire" and sent.offers == ["no", "fireat 2126"]
    shot = sent.then("fireat 2126", "all", "done")
    assert shot.prompt == "supply" and shot.seat == 0
    hit = shot.then(shot.offers[0], dice=[6, 1])
    assert hit.is_pinned("10/III/3") and hit.where("10/III/3") == "2126" and hit.heard(ReserveStopped)
    assert hit.heard(Fought)[0].defence == 12
    assert shot.then(shot.offers[0], dice=[1, 1]).heard(Fought)[0].defence == 12 + 6  # missed: it joins


@pytest.mark.case(C, "12.33", "13.11")
def test_support_by_night_reaches_three_hexes_and_each_company_fires_once() -> None:
    units = {**FIGHT, "B/25 NZ": "1930", "HQ 26 NZ": "1829"}
    alone = {k: v for k, v in units.items() if k != "10/III/3"}
    assert GRID.distance(H("1930"), H("2026")) > 3
    assert opened(alone, (1,), turn=NIGHT_TURN).heard(Fought)  # nobody is asked about support
    near = opened({**alone, "B/25 NZ": "1928"}, turn=NIGHT_TURN)
    assert GRID.distance(H("1928"), H("2026")) <= 3 and near.prompt == "support"
    fed = near.then("target 9/III/3", "done")
    fired = fed.then(fed.offers[0], dice=[1, 1])
    assert fired.heard(FiredUpon)[0].firers == (UNIT["B/25 NZ"],) and fired.heard(Fought)  # and not asked again


@pytest.mark.case(C, "12.25", "12.22")
def test_a_reserve_is_reported_with_its_path() -> None:
    out = opened(FIGHT).then("send 10/III/3", "go 2126", "go 2026", dice=[1])
    (told,) = out.heard(ReserveSent)
    assert (told.unit, told.path) == (UNIT["10/III/3"], (SPACE["2126"], SPACE["2026"]))


def under_assault(units: dict[str, str], hexes: str = "2026", **more: Any) -> tuple[Battle, Assault]:
    a = Assault(ALLIED, tuple(H(h) for h in hexes.split()), (UNIT["A/25 NZ"],))
    return board(units, "combat", assault=a, **more), a


def refused(s: Battle, a: Assault, unit: str) -> tuple[str, str] | None:
    told = refuse_reserve(s, a, GERMAN, UNIT[unit])
    return None if told is None else (told.rule, told.key)


@pytest.mark.case(C, "12.21", "12.23", "9.24")
def test_why_a_unit_is_not_sent_each_for_its_own_reason() -> None:
    units = {**FIGHT, "11/III/3": "2226", "12 MG/III/3": "2225"}
    s, a = under_assault({**units, "5/II/3": "to come"}, crowded=flagged("11/III/3"))
    assert refused(s, a, "10/III/3") is None and refused(s, a, "11/III/3") == ("9.24", "overstacked")
    assert refused(s, a, "A/25 NZ") == ("12.21", "not_yours") and refused(s, a, "5/II/3") == ("12.21", "not_on_map")
    assert refused(s, a, "9/III/3") == ("12.21", "there_already") and refused(s, a, "12 MG/III/3") == ("12.21", "no_hq")
    come, b = under_assault({**FIGHT, "HQ II/3": "2225"})
    sent = replace(b, reserves=(UNIT["10/III/3"],))
    assert refused(come, sent, "10/III/3") == ("12.21", "there_already")
    two, c = under_assault({**FIGHT, "HQ II/3": "2226"}, crowded=flagged("HQ II/3"), pinned=["HQ III/3"])
    assert refused(two, c, "10/III/3") is None  # one of the two headquarters is not pinned
    last, e = under_assault({**FIGHT, "HQ II/3": "2226"}, crowded=flagged("HQ II/3"), pinned=["HQ II/3"])
    assert refused(last, e, "10/III/3") is None
    both, d = under_assault({**FIGHT, "HQ II/3": "2226"}, crowded=flagged("HQ II/3"), pinned=["HQ III/3", "HQ II/3"])
    assert refused(both, d, "10/III/3") == ("14.3", "hq_pinned")


@pytest.mark.case(C, "12.23", "12.25")
def test_of_several_hexes_under_assault_only_those_within_five_are_helped() -> None:
    """2026 is two hexes from the headquarters, 1525 is eight."""
    s, a = under_assault({**FIGHT, "11/III/3": "1525"}, "1525 2026")
    assert refused(s, a, "10/III/3") is None
    assert goals(s, a, UNIT["10/III/3"], H("2226")) == {H("2026")}
    assert goals(s, a, UNIT["10/III/3"], H("1325")) == {H("1525")}
    far, b = under_assault({**FIGHT, "11/III/3": "1525"}, "1525")
    assert refused(far, b, "10/III/3") == ("12.23", "hq_far")
    full, c = under_assault({**FIGHT, "11/III/3": "2026", "12 MG/III/3": "1525"}, "1525 2026")
    assert refused(full, c, "10/III/3") == ("12.25", "no_path")  # the near one is full, the other too far
    pair, d = under_assault({**FIGHT, "11/III/3": "2026", "12 MG/III/3": "2127"}, "2026 2127")
    assert set(ways(pair, d, H("2226"), 1)) == {H("2127")}  # the first is full, the second is not
    (on,) = ReserveWalk(GERMAN, UNIT["10/III/3"], H("2226"), (H("2126"),), ()).take(pair, GO[H("2026")], hush)
    assert isinstance(on, ReserveWalk) and on.path == (H("2126"), H("2026")) and pair.loc[UNIT["10/III/3"]] == H("2226")


@pytest.mark.case(C, "12.25", "6.25", "7.23", "6.31")
def test_where_a_reserve_may_pass() -> None:
    s, a = under_assault({**FIGHT, "11/III/3": "1927"})
    free = passable(s, GERMAN)
    assert not free >> H("1926") & 1 and not free >> H("2025") & 1  # the enemy and his zone
    assert free >> H("1927") & 1 and free >> H("2126") & 1  # a friend stands in the first
    assert not free >> H("1934") & 1 and passable(s, ALLIED) >> H("1934") & 1
    assert ways(s, a, H("2226"), 0) == []
    assert ways(s, a, H("2226"), 1) == []
    assert set(ways(s, a, H("2226"), 2)) == {H("2126"), H("2127")}
    assert H("2026") in ways(s, a, H("2126"), 1)


@pytest.mark.case(C, "6.31", "6.32", "12.25")
def test_the_first_slope_hex_ends_the_way_of_a_reserve() -> None:
    """A reserve at the foot may come to the first slope hex, not to the one behind it that only slopes surround."""
    foot, first, second = next(
        (a, b, c)
        for c in range(1000, len(GRID))
        if all(ELEVATION[x] > 0 for x in PASSABLE[c]) and ELEVATION[c] > 0
        for b in PASSABLE[c]
        for a in PASSABLE[b]
        if ELEVATION[a] == 0 and GRID.distance(a, c) == 2 and not FORBIDDEN >> a & 1
    )
    units = {"A/25 NZ": "0133", "10/III/3": GRID.names[foot], "HQ III/3": GRID.names[foot]}
    near, a = under_assault({**units, "9/III/3": GRID.names[first]}, GRID.names[first])
    assert refused(near, a, "10/III/3") is None
    high, b = under_assault({**units, "9/III/3": GRID.names[second]}, GRID.names[second])
    assert ways(high, b, foot, 2) == [] and refused(high, b, "10/III/3") == ("12.25", "no_path")
    up, c = under_assault(
        {**units, "10/III/3": GRID.names[first], "HQ III/3": GRID.names[first], "9/III/3": GRID.names[second]},
        GRID.names[second],
    )
    assert refused(up, c, "10/III/3") is None  # from slope to slope there is no such stop
    third = next(b for b in PASSABLE[second] if ELEVATION[b] > 0 and GRID.distance(b, first) == 2)
    far, d = under_assault(
        {**units, "10/III/3": GRID.names[first], "HQ III/3": GRID.names[first], "9/III/3": GRID.names[third]},
        GRID.names[third],
    )
    assert second in ways(far, d, first, 2)
    up.assault, reserve = c, UNIT["10/III/3"]
    assert second in ReserveWalk(GERMAN, reserve, H(GRID.names[first]), (), ())._next(up)
    down_and_up = ReserveWalk(GERMAN, reserve, H(GRID.names[first]), (H(GRID.names[foot]), H(GRID.names[first])), ())
    assert down_and_up._next(up) == []  # who has come down is subject to the stop again (6.32, ruling 9)
    two, _ = under_assault({**units, "9/III/3": GRID.names[first], "11/III/3": GRID.names[second]}, "")
    two.assault = replace(a, hexes=tuple(sorted((first, second))))
    two.stack = (*two.stack, ReserveWalk(GERMAN, UNIT["10/III/3"], foot, (), ()))
    assert act(two).then(f"go {GRID.names[first]}").where("10/III/3") == GRID.names[first]  # it goes no farther


@pytest.mark.case(C, "12.25")
def test_why_a_reserve_does_not_step_there() -> None:
    ask = opened(FIGHT).then("send 10/III/3")
    assert ask.why("go 2026") == ("12.25", "not_adjacent")
    assert ask.why("send 10/III/3") == ("12.25", "not_offered")
    last = ask.then("go 2327", "go 2328", "go 2228", "go 2227")
    assert last.prompt == "reserve_walk" and last.numbers == (3,)
    assert last.why("go 2328") == ("12.25", "dead_end")
    none = opened(FIGHT)
    assert none.why("go 2126") == ("12.22", "not_offered")


@pytest.mark.case(C, "12.25", "6.21", "6.25", "6.31")
def test_a_reserve_is_told_which_rule_closes_a_hex() -> None:
    """An enemy, his zone, the ground before an entry zone, the first slope: each has a case of its own."""
    s, _ = under_assault({**FIGHT, "B/25 NZ": "2528"}, "2026")
    assert refuse_hex(s, GERMAN, H("2226"), H("2126")) is None

    def why(at: str, hex: str, side: Side = GERMAN) -> tuple[str, str] | None:
        told = refuse_hex(s, side, H(at), H(hex))
        return None if told is None else (told.rule, told.key)

    assert why("2427", "2528") == ("6.21", "enemy_there") and why("2327", "2427") == ("12.25", "zone_barred")
    assert why("2132", "2133") == ("6.25", "entry_zone_near") and why("2132", "2133", ALLIED) is None
    assert why("2132", "2131") is None
    there = board({"9/III/3": "2133", "10/III/3": "2132", "A/25 NZ": "2134"}, "combat")  # it was driven there
    told = refuse_hex(there, GERMAN, H("2132"), H("2133"))
    assert told is not None and (told.rule, told.key) == ("6.25", "entry_zone_near")  # a friend negates the zone
    walk = ReserveWalk(GERMAN, UNIT["10/III/3"], H("2226"), (H("2327"),), ())
    told, reach = walk.why_not(s, GO[H("2427")]), walk.reach(s)
    assert told is not None and (told.rule, told.key) == ("12.25", "zone_barred")
    assert reach is not None and reach.barred[H("2427")] == told
    beside = ReserveWalk(GERMAN, UNIT["10/III/3"], H("2226"), (H("2327"), H("2427")), ())
    told = beside.why_not(s, GO[H("2528")])
    assert told is not None and (told.rule, told.key) == ("6.21", "enemy_there")
    foot, first = next(
        (a, b) for b in range(1000, len(GRID)) for a in PASSABLE[b] if ELEVATION[a] == 0 and ELEVATION[b] > 0
    )
    up = ReserveWalk(GERMAN, UNIT["10/III/3"], foot, (first,), ())
    told = up.why_not(s, GO[PASSABLE[first][0]])
    assert told is not None and (told.rule, told.key) == ("6.31", "must_stop")


@pytest.mark.case(C, "12.26", "9.21")
def test_a_reserve_stopped_in_a_full_hex_is_overstacked_and_one_that_died_is_gone() -> None:
    units = {**FIGHT, "11/III/3": "2126", "12 MG/III/3": "2126", "10/III/3": "2126"}
    a = Assault(ALLIED, (H("2026"),), (UNIT["A/25 NZ"],), reserves=(UNIT["5/II/3"], UNIT["10/III/3"]))
    s = board(units, "combat", assault=a, crowded=0)
    Arrival(UNIT["10/III/3"], H("2026")).auto(s, hush)
    assert s.assault is not None and s.assault.reserves == (UNIT["5/II/3"],)
    assert s.crowded == flagged("10/III/3") and s.steps[UNIT["10/III/3"]] == 5
    three = replace(a, reserves=(UNIT["5/II/3"], UNIT["9/III/3"], UNIT["10/III/3"]))
    more = board({**FIGHT, "10/III/3": "2126"}, "combat", assault=three)
    Arrival(UNIT["10/III/3"], H("2026")).auto(more, hush)
    assert more.assault is not None and more.assault.reserves == (UNIT["5/II/3"], UNIT["9/III/3"])
    assert more.crowded == 0 and more.steps[UNIT["10/III/3"]] == 6  # there was room where it stopped
    Arrival(UNIT["5/II/3"], H("2026")).auto(s, hush)
    assert s.assault.reserves == () and s.crowded == flagged("10/III/3")
    there = board({**FIGHT, "10/III/3": "2026"}, "combat", assault=a)
    heard: list[Event] = []
    Arrival(UNIT["10/III/3"], H("2026")).auto(there, heard.append)
    assert heard == []  # nothing stopped it
    assert there.assault is not None and there.assault.reserves == a.reserves


WATCHED = {
    "A/25 NZ": "1926", "HQ 25 NZ": "1826", "9/III/3": "2026", "OP 1": "2026", "A/26 NZ": "1829", "B/26 NZ": "1829",
    "HQ 26 NZ": "1829", "C/26 NZ": "1626", "D/26 NZ": "1626",
}  # fmt: skip
"""Four companies that see the cathedral may support the assault on it."""


@pytest.mark.case(C, "5.43.loss", "12.32", "5.8.steps")
def test_an_observer_in_a_stack_under_assault_loses_nothing_to_support_fire() -> None:
    def shot(units: dict[str, Any], die: int, rest: tuple[int, ...] = (), **more: object):
        ask = opened(units, **more).then("target OP 1", "all", "done")
        return ask.then(ask.offers[-1], dice=[die, *rest])

    spared = shot(WATCHED, 6, (4,))
    assert spared.heard(FiredUpon)[0].result == "1" and spared.heard(Spared) == [Spared(UNIT["OP 1"], H("2026"))]
    assert spared.where("OP 1") == "2026" and spared.heard(Fought)[0].defence == 12 + 2
    pin = shot(WATCHED, 5, (4,))
    assert pin.is_pinned("OP 1") and not pin.heard(Spared) and pin.where("OP 1") == "2026"  # a pin is no loss
    for mate in ({"HQ III/3": "2026"}, {"9/III/3": "2026"}, {"Plt 1": "2026", "9/III/3": "divided"}):
        units = {k: v for k, v in WATCHED.items() if k != "9/III/3"}
        assert shot({**units, **mate}, 6, (4,)).heard(Spared)  # any other unit of the stack
    alone = {k: v for k, v in WATCHED.items() if k != "9/III/3"}
    gone = shot({**alone, "9/III/3": "3030"}, 6)
    assert gone.where("OP 1") == "eliminated" and not gone.heard(Spared)
    two = shot({**alone, "9/III/3": "3030", "OP 2": "2026"}, 6, (4,))
    assert two.where("OP 1") == "eliminated"  # another observer is no shelter


@pytest.mark.case(C, "12.27", "12.26", "8.23", "9.21")
def test_a_reserve_pinned_in_passing_a_hex_of_the_same_assault_joins_there() -> None:
    """One company assaults 2025 and 2026; a reserve on its way to 2025 is pinned in 2026."""
    units = {**FIGHT, "12 MG/III/3": "2025", "A/26 NZ": "1829", "B/26 NZ": "1829", "HQ 26 NZ": "1829"}
    units["C/26 NZ"] = "1728"
    ask = act(board(units, "combat"), "attack 2025", "done", "draw A/25 NZ > HQ 25 NZ")
    shot = ask.then("send 10/III/3", "go 2126", "go 2026", "go 2025", "fireat 2026", "all", "done")
    hit = shot.then("draw A/26 NZ > HQ 26 NZ", dice=[6])
    assert hit.where("10/III/3") == "2026" and hit.is_pinned("10/III/3") and hit.heard(ReserveStopped)
    assert hit.s.assault is not None and hit.s.assault.reserves == (UNIT["10/III/3"],)
    told = refuse_target(hit.s, hit.s.assault, UNIT["10/III/3"])
    assert told is not None and (told.rule, told.key) == ("8.23", "once_a_hex")
    assert hit.s.assault.targets == (UNIT["10/III/3"],)
    assert hit.prompt == "support" and "target 10/III/3" not in hit.offers
    fought = hit.then("no", dice=[1]).heard(Fought)[0]
    assert fought.defence == 12 + 12 + 6 // 2 and fought.reserves == (UNIT["10/III/3"],)  # no terrain for it
    a = Assault(ALLIED, (H("2025"), H("2026")), (UNIT["A/25 NZ"],), reserves=(UNIT["10/III/3"],))
    full = {**FIGHT, "10/III/3": "2026", "11/III/3": "2026"}
    s = board(full, "combat", assault=a)
    Arrival(UNIT["10/III/3"], H("2025")).auto(s, hush)
    assert s.assault == replace(a, targets=(UNIT["10/III/3"],))
    assert s.crowded == flagged("10/III/3")  # too many there


@pytest.mark.case(C, "12.32", "8.23", "12.31")
def test_why_a_defender_is_no_target_of_support() -> None:
    units = {**FIGHT, "B/25 NZ": "2029", "C/25 NZ": "1829", "HQ 26 NZ": "1829", "11/III/3": "2026"}
    s, a = under_assault(units)
    assert refuse_target(s, a, UNIT["9/III/3"]) is None and refuse_target(s, a, UNIT["11/III/3"]) is None
    for unit in ("10/III/3", "5/II/3"):
        told = refuse_target(s, a, UNIT[unit])
        assert told is not None and (told.rule, told.key) == ("12.32", "not_under_assault")
    told = refuse_target(s, replace(a, targets=(UNIT["9/III/3"],)), UNIT["9/III/3"])
    assert told is not None and (told.rule, told.key) == ("8.23", "once_a_hex")
    assert refuse_target(s, replace(a, reserves=(UNIT["9/III/3"],)), UNIT["9/III/3"]) is None
    s.stack = (*s.stack, SupportFire(ALLIED))
    ask = act(s)
    assert ask.prompt == "support" and ask.offers == ["no", "target 9/III/3", "target 11/III/3"]
    assert ask.why("target 10/III/3") == ("12.32", "not_under_assault") and ask.why("done") == ("12.31", "not_offered")
    one = SupportFire(ALLIED).take(s, TARGET[UNIT["9/III/3"]], hush)
    assert len(one) == 2 and one[1] == SupportFire(ALLIED) and s.assault is not None
    assert s.assault.targets == (UNIT["9/III/3"],)
    left = SupportFire(ALLIED).ask(s)
    assert isinstance(left, Decision) and TARGET[UNIT["9/III/3"]] not in left.options
    s.assault = replace(s.assault, targets=(UNIT["9/III/3"], UNIT["11/III/3"]))
    assert SupportFire(ALLIED).ask(s) is None
    blind, b = under_assault({**FIGHT, "HQ 26 NZ": "1829"})
    assert SupportFire(ALLIED).ask(blind) is None
    told = SupportFire(ALLIED).why_not(blind, TARGET[UNIT["9/III/3"]])
    assert b and told is not None and (told.rule, told.key) == ("12.31", "nobody_can_fire")


@pytest.mark.case(C, "12.22", "12.26")
def test_two_reserves_are_named_before_either_is_fired_at() -> None:
    """A platoon and a company come one after the other; only then the attacker fires, at each on its way."""
    units = {**FIGHT, "Plt 1": "2226", "7/II/3": "divided", "B/25 NZ": "2029", "C/25 NZ": "2029", "HQ 26 NZ": "1829"}
    one = opened(units).then("send 10/III/3", "go 2126", "go 2026")
    assert one.prompt == "reserves" and one.seat == 1 and one.offers == ["send Plt 1", "done"]
    walk = one.then("send Plt 1", "go 2126")
    assert walk.prompt == "reserve_walk" and walk.asked is not None and walk.asked.spaces == (H("2126"),)
    fire = walk.then("go 2026")
    assert fire.prompt == "reserve_fire" and fire.seat == 0 and fire.asked is not None
    assert fire.asked.units == (UNIT["10/III/3"],)
    second = fire.then("no")
    assert second.prompt == "reserve_fire" and second.asked is not None and second.asked.units == (UNIT["Plt 1"],)


@pytest.mark.case(C, "12.31", "12.32")
def test_of_two_hexes_under_assault_support_reaches_the_one_it_sees() -> None:
    units = {**FIGHT, "B/25 NZ": "2029", "C/25 NZ": "1829", "HQ 26 NZ": "1829", "1/I/3": "2305", "2/I/3": "0505"}
    for hexes in ("2026 2305", "0505 2026"):
        s, _ = under_assault(units, hexes)
        ask = SupportFire(ALLIED).ask(s)
        assert isinstance(ask, Decision) and [o.unit for o in ask.options if isinstance(o, Target)] == [UNIT["9/III/3"]]


@pytest.mark.case(C, "12.25", "12.23")
def test_a_reserve_may_pass_one_hex_under_assault_on_its_way_to_another() -> None:
    """9/III/3 in 2026 and 12 MG/III/3 in 2127, both within five; beyond seven hexes nothing is reached."""
    s, _ = under_assault({**FIGHT, "12 MG/III/3": "2127"}, "2026 2127")
    s.stack = (*s.stack, ReserveWalk(GERMAN, UNIT["10/III/3"], H("2226"), (), ()))
    first = act(s).then("go 2127")
    assert first.prompt == "reserve_walk" and first.where("10/III/3") == "2226" and "halt" in first.offers
    assert act(s).why("halt") == ("12.25", "not_there_yet")
    stays = first.then("halt")
    assert stays.where("10/III/3") == "2127" and stays.s.assault.reserves == (UNIT["10/III/3"],)
    goes = first.then("go 2026")
    assert goes.where("10/III/3") == "2026" and goes.heard(ReserveSent)[0].path == (H("2127"), H("2026"))
    tired = clone(s)
    path = (H("2327"), H("2326"), H("2327"), H("2326"), H("2327"), H("2226"))
    tired.stack = (*s.stack[:-1], ReserveWalk(GERMAN, UNIT["10/III/3"], H("2226"), path, ()))
    assert act(tired).where("10/III/3") == "2127"  # its seventh hex


@pytest.mark.case(C, "12.25")
def test_the_reach_of_a_reserve_is_the_one_hex_under_assault() -> None:
    """Seven hexes in all; where two hexes are open to it, or none is, there is no single end to show."""
    s, _ = under_assault(FIGHT, "2026")
    unit = UNIT["10/III/3"]
    start = ReserveWalk(GERMAN, unit, H("2226"), (), ())
    told = start.reach(s)
    assert told is not None and told.ends() == (H("2026"),) and told.costs[H("2026")] == 2
    walked = (H("2327"), H("2326"), H("2327"), H("2326"), H("2226"))
    last = ReserveWalk(GERMAN, unit, H("2226"), walked, ()).reach(s)
    assert last is not None and last.ends() == (H("2026"),) and max(last.costs.values()) == 2, "its seventh hex"
    tired = ReserveWalk(GERMAN, unit, H("2226"), (*walked, H("2226")), ()).reach(s)
    assert tired is not None and H("2026") not in tired.costs and max(tired.costs.values()) == 1
    assert ReserveWalk(GERMAN, unit, H("2026"), (H("2126"), H("2026")), ()).reach(s) is None, "it is there"
    both, _ = under_assault({**FIGHT, "12 MG/III/3": "2127"}, "2026 2127")
    assert start.reach(both) is None
    past = ReserveWalk(GERMAN, unit, H("2226"), (H("2127"),), ()).reach(both)
    assert past is not None and past.ends() == (H("2026"),), "the other hex is left"


@pytest.mark.case(C, "12.23")
def test_a_hex_under_assault_too_far_from_the_headquarters_is_passed_not_joined() -> None:
    s, a = under_assault({**FIGHT, "11/III/3": "2126"}, "2026 2126")
    unit = UNIT["10/III/3"]
    s.loc[UNIT["HQ III/3"]] = H("2526")
    walk = ReserveWalk(GERMAN, unit, H("2526"), (H("2426"), H("2326"), H("2226")), ())
    assert goals(s, a, unit, H("2526")) == {H("2026"), H("2126")}
    far = ReserveWalk(GERMAN, unit, H("2726"), (H("2626"), H("2526"), H("2426"), H("2326"), H("2226")), ())
    assert goals(s, a, unit, H("2726")) == frozenset()
    (on,) = walk.take(clone(s), GO[H("2126")], hush)
    assert isinstance(on, ReserveWalk) and on.path[-1] == H("2126")
    apart = replace(a, hexes=(H("2126"), H("2027")))
    near = ReserveWalk(GERMAN, unit, H("2626"), (H("2526"), H("2426"), H("2326"), H("2226")), ())
    assert goals(s, apart, unit, H("2626")) == {H("2126")} and far.unit == near.unit


@pytest.mark.case(C, "12.32", "12.35", "8.23", "12.31")
def test_a_reserve_that_has_come_is_fired_at_in_the_hex_unless_it_was_there_already() -> None:
    """Spared on its way, 10/III/3 may be fired at after the others in 2026; fired at there as it came, it may not."""
    units = {**FIGHT, "B/25 NZ": "2029", "C/25 NZ": "1829", "HQ 26 NZ": "1829"}
    sent = opened(units).then("send 10/III/3", "go 2126", "go 2026")
    calm = sent.then("no")
    shot = calm.then("target 10/III/3", "done")
    hit = shot.then(shot.offers[0], dice=[6, 1])
    assert hit.heard(FiredUpon)[0].unit == UNIT["10/III/3"] and hit.heard(Fought)[0].defence == 12 + 6 // 2
    also = {**units, "D/25 NZ": "1829"}
    sent = opened(also).then("send 10/III/3", "go 2126", "go 2026")
    there = sent.then("fireat 2026", "add C/25 NZ", "done")
    missed = there.then(there.offers[0], dice=[1])
    assert missed.s.assault.targets == (UNIT["10/III/3"],) and missed.offers == ["no", "target 9/III/3"]
    assert missed.why("target 10/III/3") == ("8.23", "once_a_hex")
    before = sent.then("fireat 2126", "done")
    after = before.then(before.offers[0], dice=[1]).then("no")
    assert after.s.assault.targets == () and "target 10/III/3" in after.offers
    told = refuse_target(after.s, replace(after.s.assault, targets=(UNIT["10/III/3"],)), UNIT["10/III/3"])
    assert told is not None and (told.rule, told.key) == ("8.23", "once_a_hex")
