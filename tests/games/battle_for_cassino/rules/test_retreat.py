"""12.7 Retreats: who conducts them, where to, last resorts, armour."""

import pytest

from grognard.core import DONE, hush
from grognard.games.battle_for_cassino.content import ALLIED, GRID, UNIT
from grognard.games.battle_for_cassino.rules.events import Crowded, Immobilised, NoRetreat, Retreated
from grognard.games.battle_for_cassino.rules.movement import GO
from grognard.games.battle_for_cassino.rules.retreat import (
    Retreats,
    RetreatUnit,
    in_order,
    retreat,
    source,
    stayers,
)
from grognard.games.battle_for_cassino.rules.state import Assault, Battle
from grognard.maps import mask
from tests.games.battle_for_cassino.kit import SPACE, act, board, flagged

C = "battle_for_cassino"
H = GRID.id
PLAIN = "2829"
"""A hex in the open with open ground around."""


def driven(units: dict[str, str], *names: str, distance: int = 1, by: int = 0, side: int = 0, **more: object):
    """The named units must retreat, moved by a side."""
    s = board(units, "combat", side, **more)
    s.stack = (*s.stack[:-1], Retreats(by, distance, tuple(UNIT[n] for n in names)))
    return act(s)


def options(told) -> set[str]:
    return {o.split()[1] for o in told.offers}


@pytest.mark.case(C, "12.7", "12.45", "5.0.retreat")
def test_the_opponent_conducts_a_retreat_after_assault_and_the_owner_after_bombardment() -> None:
    units = {"9/III/3": PLAIN, "HQ III/3": "3829", "A/25 NZ": "0133"}
    by_enemy = driven(units, "9/III/3", by=0)
    assert by_enemy.prompt == "retreat" and by_enemy.seat == 0 and by_enemy.asked.rule == "12.45"
    by_owner = driven(units, "9/III/3", by=1)
    assert by_owner.seat == 1 and by_owner.asked.rule == "5.0.retreat"


@pytest.mark.case(C, "12.72", "12.71")
def test_towards_the_nearest_headquarters_outside_the_stack() -> None:
    units = {"9/III/3": PLAIN, "HQ III/3": "3829", "A/25 NZ": "0133"}
    told = driven(units, "9/III/3")
    assert all(GRID.distance(H(h), H("3829")) < GRID.distance(H(PLAIN), H("3829")) for h in options(told))
    s = board({**units, "HQ II/3": PLAIN}, "combat")
    both = (UNIT["9/III/3"], UNIT["HQ II/3"])
    assert source(s, both[0], both, H(PLAIN)) == H("3829")  # the one that goes with it does not count
    nobody = board({"9/III/3": PLAIN, "A/25 NZ": "0133"}, "combat")
    assert source(nobody, UNIT["9/III/3"], (), H(PLAIN)) == H("5912")
    allied = board({"A/25 NZ": PLAIN}, "combat")
    assert GRID.names[source(allied, UNIT["A/25 NZ"], (), H(PLAIN))].startswith("01")


@pytest.mark.case(C, "12.71")
def test_into_empty_hexes_if_that_can_be() -> None:
    units = {"9/III/3": PLAIN, "HQ III/3": "3829", "A/25 NZ": "0133"}
    assert options(driven(units, "9/III/3")) == {"2930", "2929"}
    for taken, left in (("2930", "2929"), ("2929", "2930")):
        assert driven({**units, "10/III/3": taken}, "9/III/3").where("9/III/3") == left
    both = driven({**units, "10/III/3": "2930", "11/III/3": "2929"}, "9/III/3")
    assert options(both) == {"2730", "2830", "2828", "2729"}  # an empty hex counts before the way to supply
    assert both.why("go 2930") == ("12.71", "worse_way")


@pytest.mark.case(C, "12.74", "7.23", "7.25", "12.75")
def test_not_into_enemies_or_their_zones_unless_a_friend_stands_there() -> None:
    """Allied companies all around but one hex apart: every neighbour is controlled."""
    ring = {f"{'ABCD'[k]}/25 NZ": GRID.names[h] for k, h in enumerate(GRID.ring(H(PLAIN), 2)[::3])}
    units = {"9/III/3": PLAIN, "HQ III/3": "3829", **ring}
    told = driven(units, "9/III/3")
    assert told.where("9/III/3") == "eliminated" and told.heard(NoRetreat)
    friend = GRID.names[GRID.neighbours[H(PLAIN)][0]]
    saved = driven({**units, "10/III/3": friend}, "9/III/3")
    assert saved.where("9/III/3") == friend and saved.heard(Retreated)


@pytest.mark.case(C, "12.75", "18.0.ex")
def test_the_full_distance_or_elimination_with_all_steps() -> None:
    wall = dict(zip(("9/III/3", "10/III/3", "11/III/3", "7/II/3", "6/II/3"), GRID.ring(H("0101"), 3), strict=False))
    units = {"A/25 NZ": "0101", "HQ 25 NZ": "0133", **{name: GRID.names[h] for name, h in wall.items()}}
    for distance, lost in ((1, 0), (2, 6)):
        s = board(units, "combat", 1)
        before = s.lost[0]
        s.stack = (*s.stack[:-1], Retreats(1, distance, (UNIT["A/25 NZ"],)))
        out = act(s)
        assert (out.where("A/25 NZ") == "eliminated") == bool(lost) and out.s.lost[0] == before + lost


@pytest.mark.case(C, "12.73", "9.21")
def test_f16_a_full_hex_is_the_last_resort_and_costs_a_step() -> None:
    ring = {f"{'ABCD'[k]}/25 NZ": GRID.names[h] for k, h in enumerate(GRID.ring(H(PLAIN), 2)[::3])}
    friend = GRID.names[GRID.neighbours[H(PLAIN)][0]]
    packed = {"10/III/3": friend, "11/III/3": friend, "Plt 1": friend, "7/II/3": "divided"}
    out = driven({"9/III/3": PLAIN, "HQ III/3": "3829", **ring, **packed}, "9/III/3")
    assert out.where("9/III/3") == friend and out.steps("9/III/3") == 5
    assert out.heard(Crowded) and out.s.crowded == flagged("9/III/3")


@pytest.mark.case(C, "12.7", "5.43.advance", "9.24")
def test_a_stack_retreats_as_a_whole_and_may_stay_together() -> None:
    units = {"9/III/3": PLAIN, "10/III/3": PLAIN, "OP 1": PLAIN, "HQ III/3": "3829", "A/25 NZ": "0133"}
    one = driven(units, "9/III/3", "10/III/3", "OP 1")
    first = sorted(options(one))[0]
    two = one.then(f"go {first}")
    assert f"go {first}" in two.offers  # those driven out with it count as nobody
    three = two.then(f"go {first}", f"go {first}")
    assert {three.where(u) for u in ("9/III/3", "10/III/3", "OP 1")} == {first}


@pytest.mark.case(C, "12.74.armor", "16.11")
def test_armour_keeps_to_the_road_and_is_stuck_where_it_cannot() -> None:
    road = {"StuG 1": "2723", "HQ III/3": "2025", "A/25 NZ": "0133"}
    assert driven(road, "StuG 1").where("StuG 1") == "2622"  # of the two ends of its street the one nearer to supply
    assert driven(road, "StuG 1", blocks=["2822"]).where("StuG 1") == "2622"
    for spoilt in ({"ruins": ["2622"]}, {"blocks": ["2622"]}):
        other = driven(road, "StuG 1", **spoilt)
        assert other.where("StuG 1") == "2822" and other.s.immobile == 0 and not other.heard(Immobilised)
    out = driven(road, "StuG 1", ruins=["2622"], blocks=["2822"])
    assert out.where("StuG 1") == "2623" and out.s.immobile == flagged("StuG 1") and out.heard(Immobilised)


@pytest.mark.case(C, "6.23", "6.4.ruins", "12.75")
def test_armour_is_not_driven_into_ruins_infantry_is() -> None:
    """StuG 1 and a company in 2723 with ruins in the six hexes around: only the company finds a way."""
    around = [GRID.names[h] for h in GRID.neighbours[H("2723")]]
    road = {"StuG 1": "2723", "9/III/3": "2723", "HQ III/3": "2025", "A/25 NZ": "0133"}
    s = board(road, "combat", ruins=around)
    one = RetreatUnit(ALLIED, UNIT["StuG 1"], 1, (H("2723"),), (UNIT["StuG 1"],))
    told = one.why_not(s, GO[H("2622")])
    assert told is not None and (told.rule, told.key) == ("6.23", "spoilt")
    out = driven(road, "StuG 1", ruins=around)
    assert out.where("StuG 1") == "eliminated" and out.heard(NoRetreat)
    assert options(driven(road, "9/III/3", ruins=around)) == {"2623", "2622"}
    two = {"StuG 1": "1227", "HQ III/3": "4010", "A/25 NZ": "0133"}
    s = board(two, "combat", ruins=["1226"])
    rules = retreat(s, UNIT["StuG 1"], H("1227"), 2, (UNIT["StuG 1"],))
    assert H("1226") not in rules.next((H("1227"),))  # nor through them to the road beyond


@pytest.mark.case(C, "12.74.armor", "16.11")
@pytest.mark.parametrize(("start", "ruins", "end"), [
    ("1326", "1225 1425", "1226"), ("1726", "1826 1625", "1626"), ("1728", "1627 1827", "1828"),
    ("1928", "2028 1827", "1828"), ("3430", "3431 3530", "3331"), ("3619", "3720 3520", "3620"),
    ("3720", "3819 3619", "3620"),
])  # fmt: skip
def test_armour_comes_onto_a_usable_road_hex_even_over_a_hexside_without_a_road(
    start: str, ruins: str, end: str
) -> None:
    units = {"StuG 1": start, "HQ III/3": "4010", "A/25 NZ": "0133"}
    out = driven(units, "StuG 1", ruins=ruins.split())
    assert out.where("StuG 1") == end and not out.heard(Immobilised)
    full = {"9/III/3": end, "10/III/3": end, "Plt 1": end, "11/III/3": "divided"}
    taken = driven({**units, **full}, "StuG 1", ruins=ruins.split())
    assert taken.where("StuG 1") == end and taken.s.crowded == flagged("StuG 1")  # rather than off the road
    infantry = driven({**units, "9/III/3": start}, "9/III/3", ruins=ruins.split())
    assert infantry.where("9/III/3") != end or infantry.prompt == "retreat"


@pytest.mark.case(C, "12.74.armor")
def test_of_ways_over_road_hexes_armour_follows_the_road() -> None:
    def rank(*path: str, **more: object) -> int:
        s = board({"StuG 1": path[0], "A/25 NZ": "0133", "HQ III/3": "4010"}, "combat", **more)
        rules = retreat(s, UNIT["StuG 1"], H(path[0]), len(path) - 1, (UNIT["StuG 1"],))
        assert rules.rank is not None
        return rules.rank(tuple(H(h) for h in path))[0]

    assert rank("1226", "1225") == 0 and rank("1226", "1326") == 1  # by road; by a hexside without one
    assert rank("1226", "1325") == 3  # off it
    assert rank("1227", "1226", "1326") == 1 and rank("1227", "1226", "1225") == 0
    assert rank("1227", "1327", "1326") == 2  # only its end
    assert rank("1227", "1226", "1325") == 3
    assert rank("1227", "1226", "1325", "1326") == 2  # one hex off it, though neither the first nor the last
    assert rank("2623", "2622") == 1  # where it stands does not matter
    s = board({"9/III/3": "1226", "A/25 NZ": "0133"}, "combat")
    rules = retreat(s, UNIT["9/III/3"], H("1226"), 1, ())
    assert rules.rank is not None and rules.rank((H("1226"), H("1325")))[0] == 0


@pytest.mark.case(C, "15.0.effect", "12.74.armor")
def test_armour_is_not_driven_into_a_roadblock_infantry_is() -> None:
    east = {"HQ III/3": "3222", "A/25 NZ": "0133"}
    more = {"ruins": ["2622"], "blocks": ["2822"]}
    tank = driven({"StuG 1": "2723", **east}, "StuG 1", **more)
    assert tank.where("StuG 1") == "2823" and tank.s.immobile == flagged("StuG 1")
    assert options(driven({"9/III/3": "2723", **east}, "9/III/3", **more)) == {"2823", "2822"}


@pytest.mark.case(C, "12.75", "16.2", "16.11")
def test_immobilised_armour_that_must_retreat_is_lost() -> None:
    out = driven({"StuG 1": "2723", "HQ III/3": "2025", "A/25 NZ": "0133"}, "StuG 1", immobile=flagged("StuG 1"))
    assert out.where("StuG 1") == "eliminated"


@pytest.mark.case(C, "12.74", "6.4.river")
def test_no_retreat_over_an_unbridged_river() -> None:
    s = board({"A/25 NZ": "2427", "HQ 25 NZ": "0133"}, "combat")
    rules = retreat(s, UNIT["A/25 NZ"], H("2427"), 1, ())
    assert H("2527") not in rules.next((H("2427"),))


@pytest.mark.case(C, "6.32", "14.0")
def test_a_retreat_may_leave_the_slopes_and_a_pin_does_not_hinder_it() -> None:
    units = {"7/II/3": "1124", "HQ II/3": "1327", "A/25 NZ": "0133"}
    told = driven(units, "7/II/3", pins=[flagged("7/II/3"), 0])
    assert options(told) == {"1125", "1224"}
    out = told.then("go 1125")
    assert out.where("7/II/3") == "1125" and out.is_pinned("7/II/3")


@pytest.mark.case(C, "12.72")
def test_every_step_leads_away_from_the_start() -> None:
    units = {"9/III/3": PLAIN, "HQ III/3": "3829", "A/25 NZ": "0133"}
    told = driven(units, "9/III/3", distance=3)
    path = [PLAIN]
    while told.prompt == "retreat":
        path.append(told.offers[-1].split()[1])
        told = told.then(told.offers[-1])
    assert GRID.distance(H(PLAIN), H(told.where("9/III/3"))) == 3
    assert isinstance(RetreatUnit(0, UNIT["9/III/3"], 1, (SPACE[PLAIN],), ()), RetreatUnit)


@pytest.mark.case(C, "12.72", "10.13")
def test_supply_of_a_retreat_is_the_nearest_post_and_a_headquarters_is_not_its_own() -> None:
    s = board({"9/III/3": PLAIN, "HQ III/3": PLAIN, "HQ II/3": "3829", "HQ I/3": "2208", "A/25 NZ": "0133"}, "combat")
    assert source(s, UNIT["HQ III/3"], (), H(PLAIN)) == H("3829")
    assert source(s, UNIT["9/III/3"], (), H(PLAIN)) == H(PLAIN)
    assert source(s, UNIT["9/III/3"], (UNIT["HQ III/3"],), H(PLAIN)) == H("3829")
    gone = board({"A/26 NZ": "2131", "A/25 NZ": "2131"}, "combat")
    assert GRID.names[source(gone, UNIT["A/26 NZ"], (), H("2131"))] == "1633"  # the nearest hex of zone D
    waiting = board({"A/26 NZ": "2131", "HQ 26 NZ": "returning"}, "combat")
    assert GRID.names[source(waiting, UNIT["A/26 NZ"], (), H("2131"))] == "1633"


@pytest.mark.case(C, "12.7", "12.75")
def test_combat_units_go_first_then_headquarters_then_observers_and_nobody_who_is_gone() -> None:
    names = ("OP 1", "HQ III/3", "10/III/3", "9/III/3")
    assert in_order((UNIT["HQ I/3"], UNIT["9/III/3"])) == (UNIT["9/III/3"], UNIT["HQ I/3"])
    assert in_order((UNIT["HQ 25 NZ"], UNIT["7 NZ Fd Coy"])) == (UNIT["7 NZ Fd Coy"], UNIT["HQ 25 NZ"])
    assert in_order(tuple(UNIT[n] for n in names)) == tuple(
        UNIT[n] for n in ("9/III/3", "10/III/3", "HQ III/3", "OP 1")
    )
    s = board({"10/III/3": PLAIN, "HQ III/3": "3829", "A/25 NZ": "0133"}, "combat")
    both = (UNIT["9/III/3"], UNIT["10/III/3"])
    one, rest = Retreats(ALLIED, 1, both).auto(s, hush)
    assert isinstance(one, RetreatUnit) and one.unit == UNIT["10/III/3"] and one.mates == both
    assert rest == Retreats(ALLIED, 1, both, 2) and Retreats(ALLIED, 1, both, 2).auto(s, hush) == ()
    assert Retreats(ALLIED, 1, (UNIT["9/III/3"],)).auto(s, hush) == ()


@pytest.mark.case(C, "15.13", "16.11")
def test_a_retreat_stops_the_work_and_infantry_is_never_immobilised() -> None:
    units = {"9/III/3": PLAIN, "HQ III/3": "3829", "A/25 NZ": "0133"}
    told = driven(units, "9/III/3", builders=flagged("9/III/3"))
    out = told.then(told.offers[0])
    assert out.s.builders == 0 and out.s.immobile == 0 and not out.heard(Immobilised)


@pytest.mark.case(C, "12.74", "15.0.effect", "12.75")
def test_why_a_retreat_does_not_go_there() -> None:
    units = {"StuG 1": "1926", "HQ III/3": "2426", "A/25 NZ": "0133"}
    s = board(units, "combat", blocks=["1925"])
    one = RetreatUnit(ALLIED, UNIT["StuG 1"], 1, (H("1926"),), (UNIT["StuG 1"],))

    def why(hex: str, s: Battle = s, one: RetreatUnit = one) -> tuple[str, str] | None:
        told = one.why_not(s, GO[H(hex)])
        return None if told is None else (told.rule, told.key)

    assert why("1925") == ("15.0.effect", "spoilt")
    assert why("1826") is None and why("2026") == ("12.71", "worse_way")  # by road, if that can be
    assert why("2124") == ("12.74", "not_adjacent")
    foot = board({"9/III/3": "1926", "HQ III/3": "2426", "A/25 NZ": "0133"}, "combat", blocks=["1925"])
    walk = RetreatUnit(ALLIED, UNIT["9/III/3"], 1, (H("1926"),), (UNIT["9/III/3"],))
    assert why("1925", foot, walk) == ("12.71", "worse_way")  # a roadblock does not stop men; the way to supply does
    far = RetreatUnit(ALLIED, UNIT["9/III/3"], 2, (H("1926"), H("1925")), (UNIT["9/III/3"],))
    assert why("1825", foot, far) == ("12.72", "not_away")
    held = board({"9/III/3": "1926", "HQ III/3": "2426", "A/25 NZ": "1826"}, "combat")
    assert why("1826", held, walk) == ("12.74", "enemy_there") and why("1927", held, walk) == ("12.74", "zone_barred")
    told = walk.why_not(held, DONE)
    assert told is not None and (told.rule, told.key) == ("12.7", "not_offered")


@pytest.mark.case(C, "12.74", "7.25")
def test_who_is_driven_out_together_holds_no_hex_for_the_others() -> None:
    """10/III/3 in the only hex open to 9/III/3 keeps it open while it stays, and not when it has to go as well."""
    ring = {f"{'ABCD'[k]}/25 NZ": GRID.names[h] for k, h in enumerate(GRID.ring(H(PLAIN), 2)[::3])}
    friend = GRID.names[GRID.neighbours[H(PLAIN)][0]]
    units = {"9/III/3": PLAIN, "10/III/3": friend, "HQ III/3": "3829", **ring}
    s = board(units, "combat")
    one, two = UNIT["9/III/3"], UNIT["10/III/3"]
    assert stayers(s, 1, (one,)) == mask((H(friend), H("3829"))) and stayers(s, 1, ()) == s.held[1]
    assert stayers(s, 1, (one, two)) == mask((H("3829"),))
    both = board({**units, "11/III/3": friend}, "combat")
    assert stayers(both, 1, (one, two)) >> H(friend) & 1  # 11/III/3 stays there
    assert stayers(board({**units, "9/III/3": "eliminated"}, "combat"), 1, (one,)) == mask((H(friend), H("3829")))
    assert retreat(s, one, H(PLAIN), 1, (one,)).next((H(PLAIN),)) == [H(friend)]
    assert retreat(s, one, H(PLAIN), 1, (one, two)).next((H(PLAIN),)) == []


@pytest.mark.case(C, "12.73", "12.7", "9.21")
def test_who_has_still_to_go_fills_no_hex_for_those_who_go_first() -> None:
    """Two hexes are driven out together: 2930, full of those who leave after them, is open to the units of 2829."""
    units = {"9/III/3": PLAIN, "10/III/3": PLAIN, "11/III/3": "2930", "5/II/3": "2930", "HQ III/3": "3829"}
    names = tuple(list(units)[:4])
    assault = Assault(ALLIED, (H(PLAIN), H("2930")), (UNIT["A/25 NZ"],))
    told = driven({**units, "A/25 NZ": "0133"}, *names, assault=assault)
    assert told.asked.units == (UNIT["9/III/3"],) and told.offers == ["go 2930", "go 2929"]
    first = told.then("go 2930", "go 2930")
    assert first.asked.units == (UNIT["11/III/3"],) and not first.heard(Crowded) and first.s.crowded == 0
    out = first.then("go 3030", "go 3030")
    assert [out.where(n) for n in names] == ["2930", "2930", "3030", "3030"] and [out.steps(n) for n in names] == [
        6
    ] * 4
    third = driven({**units, "12 MG/III/3": PLAIN, "A/25 NZ": "0133"}, "9/III/3", "10/III/3", "12 MG/III/3")
    assert third.where("9/III/3") == third.where("10/III/3") == "2929"
    assert third.asked.units == (UNIT["12 MG/III/3"],) and "go 2929" not in third.offers  # they fill it now
    stays = driven({**units, "A/25 NZ": "0133"}, "9/III/3", "10/III/3", assault=assault)
    assert stays.where("9/III/3") == "2929"  # those in 2930 stay there
    ring = {f"{'ABCD'[k]}/25 NZ": GRID.names[h] for k, h in enumerate(GRID.ring(H(PLAIN), 2)[::3])}
    friend = GRID.names[GRID.neighbours[H(PLAIN)][0]]
    mixed = {"11/III/3": friend, "5/II/3": friend, "OP 1": friend, "12 MG/III/3": PLAIN, "HQ III/3": "3829", **ring}
    over = driven(
        {"9/III/3": PLAIN, "10/III/3": PLAIN, **mixed}, "9/III/3", "10/III/3", "12 MG/III/3", "11/III/3", "5/II/3",
        assault=assault,
    )  # fmt: skip
    assert over.prompt == "overstack"  # of three who come into the room of two; the others have none to give
    assert over.offers == ["lose 9/III/3", "lose 10/III/3", "lose 12 MG/III/3"]


@pytest.mark.case(C, "9.21", "12.73")
def test_of_those_who_come_together_their_owner_names_the_one_too_many() -> None:
    """11/III/3 stands in the one hex open: of two companies one has room. A platoon makes none."""
    ring = {f"{'ABCD'[k]}/25 NZ": GRID.names[h] for k, h in enumerate(GRID.ring(H(PLAIN), 2)[::3])}
    friend = GRID.names[GRID.neighbours[H(PLAIN)][0]]
    units = {"9/III/3": PLAIN, "10/III/3": PLAIN, "11/III/3": friend, "HQ III/3": "3829", **ring}
    told = driven(units, "9/III/3", "10/III/3")
    assert told.prompt == "overstack" and told.seat == 1 and told.asked.rule == "9.21"
    assert told.offers == ["lose 9/III/3", "lose 10/III/3"] and told.where("10/III/3") == friend
    assert told.why("lose 11/III/3") == ("9.21", "not_concerned") and told.why("done") == ("9.21", "not_offered")
    for name, other in (("9/III/3", "10/III/3"), ("10/III/3", "9/III/3")):
        out = told.then(f"lose {name}")
        assert out.s.crowded == flagged(name) and (out.steps(name), out.steps(other)) == (5, 6)
    third = driven({**units, "12 MG/III/3": PLAIN}, "9/III/3", "10/III/3", "12 MG/III/3").then("lose 10/III/3")
    assert third.offers == ["lose 9/III/3", "lose 12 MG/III/3"]  # who is overstacked already has no room to give
    seven = driven({**units, "Plt 1": friend, "7/II/3": "divided"}, "9/III/3", "10/III/3")
    assert seven.offers == ["lose 9/III/3", "lose 10/III/3"]  # two companies and a platoon are the limit
    last = driven({**units, "9/III/3": friend, "11/III/3": PLAIN}, "10/III/3", "11/III/3")
    assert last.offers == ["lose 10/III/3", "lose 11/III/3"]  # not 9/III/3, which stood there first
    full = driven({**units, "12 MG/III/3": friend}, "9/III/3", "10/III/3")
    assert full.s.crowded == flagged("9/III/3", "10/III/3")  # there is room for neither
    platoon = {"5/II/3": friend, "Plt 1": PLAIN, "7/II/3": "divided", "10/III/3": "3829"}
    small = driven({**units, **platoon}, "Plt 1", "9/III/3")
    assert small.s.crowded == flagged("9/III/3")  # the room of a platoon is not enough for a company
    posts = driven({**units, "HQ I/3": PLAIN, "HQ II/3": PLAIN, "10/III/3": "3829"}, "9/III/3", "HQ I/3", "HQ II/3")
    assert posts.offers == ["lose HQ I/3", "lose HQ II/3"]
    assert posts.then("lose HQ I/3").where("HQ II/3") == friend
