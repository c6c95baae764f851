"""12.2 Reserves and 12.3 support fire."""

import pytest

from grognard.games.battle_for_cassino.content import GRID, UNIT
from grognard.games.battle_for_cassino.rules.events import FiredUpon, Fought, ReserveSent, ReserveStopped
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
    there = walk.then("go 2126")
    out = there.then("go 2026", dice=[1]) if there.prompt == "reserve_walk" else there
    told = out.heard(Fought)[0]
    assert told.defence == 12 + 6 and out.where("10/III/3") == "2026"
    held = ask.then("done", dice=[1])
    assert held.heard(Fought)[0].defence == 12


@pytest.mark.case(C, "12.25", "7.23", "7.25")
def test_f21_no_way_over_a_controlled_hex_unless_a_friend_stands_there() -> None:
    """The Allies control every hex next to 2026 but the one behind; a unit there opens the way."""
    units = {
        "A/25 NZ": "1926", "B/25 NZ": "2125", "HQ 25 NZ": "1826", "9/III/3": "2026", "10/III/3": "2228",
        "HQ III/3": "2228", "C/25 NZ": "2027",
    }  # fmt: skip
    s = board(units, "combat")
    first = act(s)
    fed = first.then("done") if first.prompt == "announce" else first.then("attack 2026", "done")
    ask = fed.then(fed.offers[0]) if fed.prompt == "supply" else fed
    assert ask.prompt != "reserves"
    friend = board({**units, "11/III/3": "2126"}, "combat")
    start = act(friend)
    assert start.prompt in ("combat", "announce")


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


@pytest.mark.case(C, "12.23", "9.0")
def test_reserves_only_up_to_the_stacking_limit() -> None:
    packed = {**FIGHT, "11/III/3": "2026", "12 MG/III/3": "2225", "HQ II/3": "2225"}
    out = opened(packed, (1,))
    assert out.heard(Fought)[0].defence == 24  # two companies are there: nobody fits


@pytest.mark.case(C, "12.26", "12.31", "12.32", "12.33", "12.34", "12.35", "4.1.C.support", "10.44", "12.0.engaged")
def test_support_fire_at_reserves_on_their_way_and_at_defenders() -> None:
    units = {**FIGHT, "B/25 NZ": "2029", "C/25 NZ": "1829", "HQ 26 NZ": "1829"}
    ask = opened(units)
    sent = ask.then("send 10/III/3")
    while sent.prompt == "reserve_walk":
        sent = sent.then(sent.offers[0])
    assert sent.prompt in ("reserve_fire", "support") and sent.seat == 0
    calm = sent.then("no") if sent.prompt == "reserve_fire" else sent
    assert calm.prompt == "support" and "target 9/III/3" in calm.offers and "target 10/III/3" not in calm.offers
    assert calm.why("target 10/III/3") == ("8.23", "once_a_hex")
    pick = calm.then("target 9/III/3")
    firers = [o for o in pick.offers if o.startswith("add")]
    assert pick.why("add A/25 NZ")[0] in ("12.0.engaged", "12.33")
    shot = pick.then(firers[0], "done") if firers else pick.then("done")
    paid = shot.then(shot.offers[0], dice=[6, 1])
    assert paid.heard(FiredUpon)[0].pin and paid.heard(Fought)[0].defence == 12 // 2 + 6
    spent = 6 - paid.increments("HQ 25 NZ") - paid.increments("HQ 26 NZ")
    assert spent == 2  # one for the assault, another for the support


@pytest.mark.case(C, "12.26", "12.25")
def test_a_reserve_pinned_on_its_way_stops_and_does_not_join() -> None:
    units = {**FIGHT, "B/25 NZ": "2029", "C/25 NZ": "2029", "HQ 26 NZ": "1829"}
    sent = opened(units).then("send 10/III/3")
    while sent.prompt == "reserve_walk":
        sent = sent.then(sent.offers[0])
    assert sent.prompt == "reserve_fire"
    path = sent.asked.spaces
    first = next(o for o in sent.offers if o != "no")
    pick = sent.then(first)
    shot = pick.then("all", "done") if "all" in pick.offers else pick.then("done")
    hit = shot.then(shot.offers[0], dice=[6, 1])
    assert hit.is_pinned("10/III/3") and SPACE[hit.where("10/III/3")] in path and path[0] == SPACE[first.split()[1]]
    assert hit.where("10/III/3") != "2026" and hit.heard(ReserveStopped)
    assert hit.heard(Fought)[0].defence == 12


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
    sent = opened(FIGHT).then("send 10/III/3")
    heard: list[object] = []
    while sent.prompt == "reserve_walk":
        sent = sent.then(
            "go 2126" if "go 2126" in sent.offers else "go 2026", dice=[1] if "go 2026" in sent.offers else []
        )
        heard += sent.heard(ReserveSent)
    assert heard and heard[0].unit == UNIT["10/III/3"] and heard[0].path[-1] == SPACE["2026"]
