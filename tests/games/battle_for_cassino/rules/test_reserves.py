"""12.2 Reserves and 12.3 support fire."""

import pytest

from grognard.games.battle_for_cassino.content import GERMAN, GRID, UNIT
from grognard.games.battle_for_cassino.rules.events import FiredUpon, Fought, ReserveSent, ReserveStopped
from grognard.games.battle_for_cassino.rules.reserves import refuse_reserve
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
    calm = sent.then("no")
    assert calm.prompt == "support" and calm.seat == 0 and calm.offers == ["no", "target 9/III/3"]
    assert calm.why("target 10/III/3") == ("8.23", "once_a_hex")
    pick = calm.then("target 9/III/3")
    assert pick.offers == ["done"] and pick.why("add A/25 NZ") == ("12.0.engaged", "engaged")
    shot = pick.then("done")
    assert shot.prompt == "supply"
    paid = shot.then(shot.offers[0], dice=[6, 1])
    assert paid.heard(FiredUpon)[0].pin and paid.heard(Fought)[0].defence == 12 // 2 + 6
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
