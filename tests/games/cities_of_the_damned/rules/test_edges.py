"""Cases at their edges: parts of a stack, several checks at one border, like chits, nobody left, no room."""

from typing import Any

import pytest

from grognard.core import Decision, Draw, Refusal, clone
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import (
    AREAS,
    CHIT_CF,
    CONTESTED,
    HELD_BY_ALLIES,
    HELD_BY_GERMANS,
    SPACE_NAMES,
    UNIT_NAMES,
    Kind,
)
from grognard.games.cities_of_the_damned.rules.activation import Activations, refuse_unit
from grognard.games.cities_of_the_damned.rules.aftermath import Settle
from grognard.games.cities_of_the_damned.rules.checks import Checks, GunFire, MgFire, TankDuel
from grognard.games.cities_of_the_damned.rules.chits import draw_pool, german_pool
from grognard.games.cities_of_the_damned.rules.combat import GermansLeave
from grognard.games.cities_of_the_damned.rules.counterattack import LOWEST, look_up, sites
from grognard.games.cities_of_the_damned.rules.end_phase import EndPhase
from grognard.games.cities_of_the_damned.rules.events import (
    BrokenOff,
    CameUp,
    Checked,
    Marked,
    MgFired,
    RiverChecked,
)
from grognard.games.cities_of_the_damned.rules.movement import March, Party, entries, may_exit, refuse_exit
from grognard.games.cities_of_the_damned.rules.options import CHECK, DUEL
from grognard.games.cities_of_the_damned.rules.random_events import Salvo
from grognard.games.cities_of_the_damned.rules.reinforcements import Deployment, Restoring, open_areas
from grognard.games.cities_of_the_damned.rules.state import (
    ACTIVE,
    FINISHED,
    RIVER,
    CityState,
    Fight,
    contested,
    set_control,
)
from tests.games.cities_of_the_damned.kit import A, K, U, do, every, heard, held, last, prompt, reduced, table, where

CITY = "cities_of_the_damned"
EVERYWHERE = tuple(SPACE_NAMES[:AREAS])
OPEN_CHECK, OPEN_DUEL = 1, 2


def offers(s: CityState, asked: Any) -> set[str]:
    assert isinstance(asked, Decision)
    return {GAME.texts.show(o) for o in asked.options}


def marching(s: CityState, *names: str, moved: int = 0) -> Any:
    """What a party on the march is asked."""
    for name in names:
        s.used[U[name]] = ACTIVE
    return March(tuple(sorted(U[name] for name in names)), moved).ask(s)


# Activation and movement


@pytest.mark.case(CITY, "6.1.leave", "6.0", "8.1.deploy")
@pytest.mark.parametrize(
    ("stuck", "area", "able", "place", "offer"),
    [
        ("A/24NZ", "39", "A/15NZ", "36", "activate"),
        ("A/15NZ", "1", "B/15NZ", "Reinforcements", "bring"),
        ("A/25NZ", "12", "A/15NZ", "Reinforcements", "bring"),
    ],
)
def test_who_cannot_go_keeps_no_unit_of_another_place_from_acting(
    stuck: str, area: str, able: str, place: str, offer: str
) -> None:
    """One unit is held in a fight amid German ground; the other stands or waits elsewhere."""
    s = table({area: (stuck,), place: (able,)}, {"Allied": ("36", "54")}, {area: "FJ infantry 1"})
    assert offers(s, Activations().ask(s)) == {f"{offer} {able}", "done"}


@pytest.mark.case(CITY, "6.1.leave", "6.0")
def test_nobody_is_activated_who_could_only_leave_a_fight_for_german_ground() -> None:
    """All around 46 is German."""
    ring = table({"46": ("A/24NZ",)}, {"German": EVERYWHERE}, {"46": "FJ infantry 1"})
    assert refuse_unit(ring, U["A/24NZ"]) == Refusal("6.1", "nowhere_to_go", (U["A/24NZ"],))
    assert Activations().ask(ring) is None
    ring.control[A["47"]] = HELD_BY_ALLIES
    assert refuse_unit(ring, U["A/24NZ"]) is None


@pytest.mark.case(CITY, "6.1.2", "6.1.3")
def test_an_exit_is_a_way_out_where_every_neighbour_is_full() -> None:
    """51 has one neighbour, 43, which holds three companies of a battalion."""
    full = {"43": ("A/25NZ", "B/25NZ", "C/25NZ"), "51": ("A/24NZ",)}
    assert refuse_unit(table(full, {"Allied": ("43", "51")}), U["A/24NZ"]) is None
    east = {"10": ("A/25NZ", "B/25NZ", "C/25NZ"), "61": ("A/24NZ", "B/24NZ", "C/24NZ"), "Off-map East": ("A/26NZ",)}
    assert refuse_unit(table(east), U["A/26NZ"]) is not None, "where both entries are full"
    fighting = table({"51": ("A/24NZ",)}, {"German": EVERYWHERE}, {"51": "FJ infantry 1"})
    assert refuse_unit(fighting, U["A/24NZ"]) is not None, "an exit under fire is none"


@pytest.mark.case(CITY, "6.0.move3", "12.3")
def test_who_has_made_his_areas_enters_none_and_is_not_asked() -> None:
    s = table({"46": ("A/24NZ", "A/19NZ")}, {"Allied": ("46", "47", "53")})
    assert entries(s, Party(s, (U["A/24NZ"],), 3, False, s.ap)) == []
    assert entries(s, Party(s, (U["A/24NZ"],), 2, False, s.ap)) != []
    s.happening = 5
    assert marching(s, "A/24NZ", "A/19NZ", moved=3) is None, "nor is a tank on cratered roads"


@pytest.mark.case(CITY, "3.2.activate", "6.1.4.b", "6.1.3")
def test_a_part_of_a_stack_may_go_on_where_the_whole_cannot() -> None:
    """Ruling 33. From 28 a tank can only go to 29, where one stands; 19 and 37 are on level 3."""
    s = table({"28": ("A/24NZ", "A/19NZ"), "29": ("B/19NZ",)}, {"Allied": EVERYWHERE})
    asked = marching(s, "A/24NZ", "A/19NZ", moved=1)
    assert offers(s, asked) == {"drop A/24NZ", "drop A/19NZ", "done"}
    assert marching(s, "A/19NZ", moved=1) is None
    room = {"43": ("A/25NZ", "B/25NZ"), "51": ("A/24NZ", "B/24NZ")}
    crowded = table(room, {"Allied": ("43",)}, {"51": "FJ infantry 1"})
    assert marching(crowded, "A/24NZ", "B/24NZ", moved=1) is None, "of two battalions only two may stand in 43"
    room["43"] = ("A/25NZ",)
    assert "drop A/24NZ" in offers(
        crowded, marching(table(room, {"Allied": ("43",)}, {"51": "FJ MG 1"}), "A/24NZ", "B/24NZ", moved=1)
    )


@pytest.mark.case(CITY, "3.2.activate", "6.1.2", "6.1.3")
def test_whichever_unit_of_a_stack_can_go_on_is_asked_for() -> None:
    """In 43, the only neighbour of 51, stand two companies of 25 NZ: a third has room there, one of 24 NZ has not."""
    mixed = {"43": ("A/25NZ", "B/25NZ"), "51": ("A/24NZ", "C/25NZ")}
    s = table(mixed, {"Allied": ("43",)}, {"51": "FJ infantry 1"})
    assert offers(s, marching(s, "A/24NZ", "C/25NZ", moved=1)) == {"drop A/24NZ", "drop C/25NZ", "done"}
    full = {"43": ("A/25NZ", "B/25NZ", "C/25NZ"), "51": ("A/24NZ", "A/19NZ")}
    out = table(full, {"Allied": ("43", "51")}, happening=5)
    assert "drop A/19NZ" in offers(out, marching(out, "A/24NZ", "A/19NZ", moved=1)), "24 NZ may leave without the tank"
    stuck = Party(out, (U["A/19NZ"],), 1, False, out.ap)
    told = refuse_exit(out, stuck)
    assert told == Refusal("12.3", "cratered") and not may_exit(out, stuck)
    walker = (U["A/24NZ"],)
    assert may_exit(out, Party(out, walker, 2, False, out.ap)) and not may_exit(
        out, Party(out, walker, 3, False, out.ap)
    )


@pytest.mark.case(CITY, "6.1.2", "6.0.move3", "4.0.rain.move", "12.3")
@pytest.mark.parametrize(
    ("unit", "moved", "rain", "happening", "told"),
    [
        ("A/24NZ", 3, False, 0, Refusal("6.0.move3", "no_moves", (3,))),
        ("A/24NZ", 2, False, 0, None),
        ("A/24NZ", 2, True, 0, Refusal("4.0.rain.move", "no_moves", (2,))),
        ("A/24NZ", 1, False, 5, None),
        ("A/19NZ", 1, False, 5, Refusal("12.3", "cratered")),
        ("A/19NZ", 0, False, 5, None),
    ],
)
def test_why_a_unit_with_no_area_left_does_not_leave_the_map(
    unit: str, moved: int, rain: bool, happening: int, told: Refusal | None
) -> None:
    """An exit is one area of movement: the reasons are those of any other area."""
    s = table({"R1": (unit,)}, {"Allied": ("R1",)}, rain=rain, happening=happening)
    assert refuse_exit(s, Party(s, (U[unit],), moved, False, s.ap)) == told


@pytest.mark.case(CITY, "3.2.activate", "6.0.cost_river")
def test_who_has_joined_too_many_for_the_river_may_still_be_left_behind() -> None:
    """All dry ground beside 54 is full and no point is left for the river: the stack is asked all the same."""
    crowd = {"54": ("A/24NZ", "B/24NZ"), "55": ("A/25NZ", "B/25NZ", "C/25NZ"), "58": ("A/26NZ", "B/26NZ", "C/26NZ")}
    s = table(crowd, ap=2)
    both = do(s, "activate A/24NZ", "add B/24NZ")
    assert prompt(both) == "march" and both.ap == 0
    assert offers(both, both.stack[-1].ask(both)) == {"drop A/24NZ", "drop B/24NZ", "done"}


@pytest.mark.case(CITY, "3.2.activate", "6.0.cost_river")
def test_all_join_at_once_only_if_several_can_and_the_river_stays_open() -> None:
    two = table({"54": ("A/24NZ", "B/24NZ")})
    assert "all" not in offers(two, marching(two, "A/24NZ")), "one is added by name"
    three = {"54": ("A/24NZ", "B/24NZ", "C/24NZ")}
    dear = table(three, ap=2)
    assert "all" not in offers(dear, marching(dear, "A/24NZ"))
    bridge = table(three, ap=2, happening=8)
    assert "all" in offers(bridge, marching(bridge, "A/24NZ")), "with the bridge a crossing costs nothing more"
    four = {"54": ("A/24NZ", "B/24NZ", "C/24NZ", "A/19NZ")}
    poor = table(four, ap=1)
    assert "all" in offers(poor, marching(poor, "A/24NZ", "B/24NZ")), "a point does not carry two over anyway"
    other = {"57": ("A/24NZ", "B/24NZ", "C/24NZ")}  # 52, 53 and 56 come before the river to 58
    bank = table(other, {"Allied": ("57",)}, ap=2)
    assert "all" not in offers(bank, marching(bank, "A/24NZ"))


@pytest.mark.case(CITY, "3.2.activate", "6.2.2")
def test_a_scattered_stack_goes_on_with_one_group_and_without_the_withdrawn() -> None:
    s = table({"46": ("A/24NZ", "B/24NZ"), "47": ("C/24NZ",)}, {"Allied": ("46", "47")})
    asked = marching(s, "A/24NZ", "B/24NZ", "C/24NZ", moved=1)
    assert asked.prompt == "group" and len(asked.options) == 3
    step = March((U["A/24NZ"], U["B/24NZ"], U["C/24NZ"]), 1)
    (on,) = step.take(s, asked.options[0], lambda event: None)
    assert isinstance(on, March) and on.marching(s) == (U["A/24NZ"], U["B/24NZ"])
    lost = table({"46": ("A/24NZ",), "Reserve box": ("B/24NZ",)}, {"Allied": ("46",)})
    assert marching(lost, "A/24NZ", "B/24NZ", moved=1).units == (U["A/24NZ"],)


@pytest.mark.case(CITY, "6.0.once", "6.0.cost")
def test_when_a_march_is_over_all_its_units_have_finished_and_no_point_adds_none() -> None:
    s = table({"54": ("A/24NZ", "B/24NZ", "C/24NZ")}, ap=2)
    after = do(s, "activate A/24NZ", "add B/24NZ", "done")
    assert [after.used[U[name]] for name in ("A/24NZ", "B/24NZ")] == [FINISHED, FINISHED]
    poor = do(table({"54": ("A/24NZ", "B/24NZ")}, ap=1), "activate A/24NZ")
    assert prompt(poor) == "march"


@pytest.mark.case(CITY, "6.1.check")
def test_each_unit_of_a_stack_is_checked_once_between_two_contested_areas() -> None:
    """A passes, B is reduced already and stays, C is reduced and goes on."""
    stack = {"46": ("A/24NZ", "B/24NZ", "C/24NZ")}
    marked = {"46": "FJ infantry 1", "47": "FJ MG 1"}
    s = table(stack, {}, marked, reduced=("B/24NZ",))
    after, events = heard(s, "activate A/24NZ", "all", "enter 47", dice=(1, 6, 6))
    assert [e.passed for e in every(events, Checked)] == [True, False, False]
    assert [where(after, name) for name in ("A/24NZ", "B/24NZ", "C/24NZ")] == ["47", "46", "47"]
    assert reduced(after, "C/24NZ") and after.used[U["B/24NZ"]] == FINISHED
    passed = do(table(stack, {}, marked), "activate A/24NZ", "all", "enter 47", dice=(1, 1, 1))
    assert {where(passed, name) for name in ("A/24NZ", "B/24NZ", "C/24NZ")} == {"47"}
    first, events = heard(
        table(stack, {}, marked, reduced=("A/24NZ",)), "activate A/24NZ", "all", "enter 47", dice=(6, 6, 1)
    )
    assert [where(first, name) for name in ("A/24NZ", "B/24NZ", "C/24NZ")] == ["46", "47", "47"]
    assert [UNIT_NAMES[e.unit] for e in every(events, Checked)] == ["A/24NZ", "B/24NZ", "C/24NZ"]


@pytest.mark.case(CITY, "6.1.check", "4.0.rain.river")
def test_no_check_is_due_from_a_fight_to_own_ground_and_a_river_in_rain_has_its_own() -> None:
    back, events = heard(
        table({"46": ("A/24NZ",)}, {"Allied": ("47",)}, {"46": "FJ infantry 1"}), "activate A/24NZ", "enter 47"
    )
    assert where(back, "A/24NZ") == "47" and not every(events, Checked) and held(back, "46") == "German"
    into = table({"54": ("A/24NZ",), "47": ("B/24NZ",)}, {"Allied": ("54",)}, {"47": "FJ MG 1"}, rain=True)
    _, events = heard(into, "activate A/24NZ", "enter 47", dice=(1,))
    assert every(events, RiverChecked) and not every(events, Checked)
    over = table({"47": ("A/24NZ",)}, {"Allied": ("54",)}, {"47": "FJ MG 1"}, rain=True)
    _, events = heard(over, "activate A/24NZ", "enter 54", dice=(1,))
    assert every(events, RiverChecked) and not every(events, Checked)
    ends = {"8": ("A/24NZ",), "9": ("B/24NZ",)}
    both = table(ends, {}, {"8": "FJ MG 1", "9": "FJ sniper"}, rain=True)
    _, events = heard(both, "activate A/24NZ", "enter 9", dice=(1,))
    assert every(events, Checked) and not every(events, RiverChecked)
    assert (Checked.rule, RiverChecked.rule) == ("6.1.check", "4.0.rain.river")


# Deployment


@pytest.mark.case(CITY, "8.1.deploy", "6.1.3", "8.2.deploy")
def test_nobody_is_brought_on_where_there_is_no_room() -> None:
    waiting = {"Reinforcements": ("A/15NZ",), "Reserve box": ("A/26NZ",)}
    nowhere = table(waiting, {"German": EVERYWHERE}, vp=3)
    assert Activations().ask(nowhere) is None and Deployment().ask(nowhere) is None
    told = Activations().why_not(nowhere, GAME.texts.parse("bring A/15NZ"))
    assert told is not None and (told.rule, told.key) == ("6.1.3", "no_room")
    first = table(waiting, {"German": EVERYWHERE[1:], "Allied": EVERYWHERE[:1]}, vp=3)
    assert offers(first, Deployment().ask(first)) == {"bring A/15NZ", "bring A/26NZ", "done"}
    assert [SPACE_NAMES[a] for a in open_areas(first, U["A/15NZ"])] == ["1"]
    crowd = {"1": ("A/24NZ", "A/25NZ"), **waiting}
    full = table(crowd, {"German": EVERYWHERE[1:], "Allied": EVERYWHERE[:1]}, vp=3)
    assert Deployment().ask(full) is None
    assert offers(full, Activations().ask(full)) == {"activate A/24NZ", "activate A/25NZ", "done"}


@pytest.mark.case(CITY, "3.3.step1", "3.3.step2")
def test_nothing_is_asked_where_nothing_can_be_deployed_or_restored() -> None:
    s = table({"54": ("A/24NZ",)}, vp=3)
    assert Deployment().ask(s) is None and Restoring().ask(s) is None
    s.reduced[U["A/24NZ"]] = 1
    assert offers(s, Restoring().ask(s)) == {"restore A/24NZ", "done"}
    s.vp = 0
    assert Restoring().ask(s) is None


@pytest.mark.case(CITY, "8.1.a")
def test_what_comes_up_is_told_once() -> None:
    later = {"54": ("A/24NZ",), "Reinforcements to come": ("A/15NZ", "B/15NZ")}
    _, events = heard(table(later, turn=2, top=(EndPhase(),), vp=0))
    assert [[UNIT_NAMES[u] for u in e.units] for e in every(events, CameUp)] == [["A/15NZ", "B/15NZ"]]


@pytest.mark.case(CITY, "8.1.c")
@pytest.mark.parametrize(("lost", "come"), [(3, False), (4, True), (5, True)])
def test_essex_comes_after_four_units_in_the_reserve_box_or_more(lost: int, come: bool) -> None:
    beaten = ("A/25NZ", "B/25NZ", "C/25NZ", "D/25NZ", "A/26NZ")[:lost]
    s = table(
        {"54": ("A/24NZ",), "Reserve box": beaten, "Reinforcements to come": ("A/1/4E",)}, top=(EndPhase(),), vp=0
    )
    assert (where(do(s), "A/1/4E") == "Reinforcements") == come


# Chits


def fighting(*names: str, drawn: tuple[int, ...], top: Any, **columns: Any) -> CityState:
    s = table({"46": names}, {"Allied": ("47",)}, top=(Settle(), top), **columns)
    for code in drawn:
        s.cup[code >> 2] -= 1
    s.fight = Fight(A["46"], drawn=tuple(sorted(drawn)))
    return s


STUG = next(k for k, name in enumerate(K) if "StuG" in name or "armor" in name.lower() or "Pz" in name)


@pytest.mark.case(CITY, "12.1", "9.0")
@pytest.mark.parametrize(
    ("before", "duel", "fresh"),
    [((2,), (0,), False), ((3,), (1,), True), ((2, 3), (1, 2), True), ((1, 3), (1, 1), True), ((1, 2), (0, 1), False)],
)
def test_of_two_like_chits_the_one_that_has_not_fired_duels_first(
    before: tuple[int, ...], duel: tuple[int, ...], fresh: bool
) -> None:
    s = fighting("A/24NZ", "A/19NZ", drawn=tuple(STUG << 2 | task for task in before), top=Checks())
    after = clone(s)
    step, _ = Checks().take(after, DUEL[STUG], lambda event: None)
    assert after.fight is not None and after.fight.drawn == tuple(STUG << 2 | task for task in duel)
    assert step == TankDuel(Kind(STUG), fresh)


@pytest.mark.case(CITY, "9.1.2.b", "9.0")
@pytest.mark.parametrize(("before", "after"), [((2, 3), (2, 2)), ((1, 3), (0, 3)), ((1, 2), (0, 2))])
def test_of_two_like_chits_the_one_that_has_duelled_fires_first(
    before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    s = fighting("A/24NZ", "A/19NZ", drawn=tuple(STUG << 2 | task for task in before), top=Checks())
    Checks().take(s, CHECK[STUG], lambda event: None)
    assert s.fight is not None and s.fight.drawn == tuple(STUG << 2 | task for task in after)


@pytest.mark.case(CITY, "12.1")
def test_in_a_duel_each_fires_with_its_own_factor_and_a_beaten_chit_returns() -> None:
    assert CHIT_CF[STUG] == 1
    s = fighting("A/19NZ", drawn=(STUG << 2,), top=TankDuel(Kind(STUG), False, 0))
    before = s.cup[STUG]
    hit = do(s, dice=(2,))  # the tank's factor is 2, that of the chit 1
    assert hit.cup[STUG] == before + 1
    assert hit.fight is None or hit.fight.drawn == ()


@pytest.mark.case(CITY, "9.3", "9.0")
def test_when_the_last_unit_has_gone_no_chit_acts_any_more() -> None:
    gun, sniper = K["FJ MG 1"], K["FJ sniper"]
    s = fighting("A/24NZ", drawn=(gun << 2 | OPEN_CHECK, sniper << 2 | OPEN_CHECK), top=Checks(), reduced=("A/24NZ",))
    after, events = heard(s, f"check {list(K)[gun]}", "lose A/24NZ", dice=(1,))
    assert [e.rule for e in every(events, BrokenOff)] == ["6.2.step4.german"], "whichever German unit it was"
    assert where(after, "A/24NZ") == "Reserve box"
    assert after.fight is None and held(after, "46") == "German"


@pytest.mark.case(CITY, "9.3")
def test_a_mark_of_any_unit_in_the_area_counts_for_the_machine_gun() -> None:
    gun = K["FJ MG 1"]
    s = fighting("A/24NZ", "B/24NZ", drawn=(gun << 2,), top=MgFire(Kind(gun)), marks={"B/24NZ": RIVER})
    _, events = heard(s, dice=(6,))
    plain = fighting("A/24NZ", "B/24NZ", drawn=(gun << 2,), top=MgFire(Kind(gun)))
    _, without = heard(plain, dice=(6,))
    assert last(events, MgFired).total != last(without, MgFired).total


@pytest.mark.case(CITY, "12.2")
def test_counter_battery_needs_the_points_and_a_hit_costs_one_unit_one_step() -> None:
    guns = next(k for k, name in enumerate(K) if "artillery" in name.lower())
    poor = fighting("A/24NZ", "B/24NZ", drawn=(guns << 2,), top=GunFire(Kind(guns)), artillery=1)
    assert offers(poor, GunFire(Kind(guns)).ask(poor)) == {"battery 0", "battery 1"}
    s = fighting("A/24NZ", "B/24NZ", drawn=(guns << 2,), top=GunFire(Kind(guns), 0))
    after = do(s, "lose A/24NZ", dice=(1,))
    assert [reduced(after, name) for name in ("A/24NZ", "B/24NZ")] == [True, False]
    assert prompt(after) not in ("guns_hit", "casualties"), "one hit is paid"


@pytest.mark.case(CITY, "6.2.step4.contested")
def test_the_only_kind_left_becomes_the_marker() -> None:
    kinds = list(K)
    for name in ("FJ MG 1", "FJ sniper", kinds[STUG]):
        s = fighting("A/24NZ", drawn=(K[name] << 2,), top=Settle())
        s.stack = s.stack[:-1]
        after, events = heard(s)
        assert kinds[last(events, Marked).kind] == name and held(after, "46") == "Contested"
        assert kinds[after.marker[A["46"]]] == name


def test_pools_count_every_chit_by_its_kind() -> None:
    assert draw_pool([1, 0, 2], (0, 1)) == ((0, 2), (1, 1), (2, 2))
    gun, sniper = K["FJ MG 1"], K["FJ sniper"]
    assert dict(german_pool((gun << 2 | 3, gun << 2, sniper << 2 | 1))) == {gun: 2, sniper: 1}


@pytest.mark.case(CITY, "6.2.ccr.german")
def test_which_of_like_chits_leaves_needs_no_draw() -> None:
    for name in ("FJ MG 1", "FJ sniper", "FJ infantry 1"):
        kind = K[name]
        alike = fighting("A/24NZ", drawn=(kind << 2, kind << 2 | OPEN_CHECK), top=GermansLeave(1))
        assert GermansLeave(1).ask(alike) is None
    mixed = fighting("A/24NZ", drawn=(K["FJ MG 1"] << 2, K["FJ sniper"] << 2), top=GermansLeave(1))
    assert isinstance(GermansLeave(1).ask(mixed), Draw)


# Counter-attacks, control, events


@pytest.mark.case(CITY, "7.0.sites")
def test_by_the_example_allied_ground_beside_a_contested_star_is_no_site() -> None:
    options = {"counter_attack_sites": "example"}
    around = table({"45": ("A/24NZ",)}, {"German": EVERYWHERE, "Allied": ("45",)}, options=options)
    assert [SPACE_NAMES[a] for a in sites(around)] == ["45"], "46 and 38 are German"
    disputed = table({"39": ("A/24NZ",)}, {"German": EVERYWHERE, "Allied": ("39",)}, {"46": "FJ MG 1"}, options=options)
    assert [SPACE_NAMES[a] for a in sites(disputed)] == ["46"]


@pytest.mark.case(CITY, "7.0.table")
def test_dice_beyond_the_counter_attack_table_count_as_its_ends() -> None:
    assert look_up(99) == look_up(20) and look_up(-99) == look_up(LOWEST)


@pytest.mark.case(CITY, "1.2.control.b")
def test_every_contested_area_is_found_from_the_first_to_the_last() -> None:
    s = table({}, {"German": EVERYWHERE})
    for area in (0, 1, 2, AREAS - 1):
        s.control[area] = CONTESTED
    assert contested(s) == [0, 1, 2, AREAS - 1]
    told: list[Any] = []
    set_control(s, contested(s)[0], CONTESTED, told.append)
    assert told == [], "nothing has changed"
    set_control(s, contested(s)[0], HELD_BY_GERMANS, told.append)
    assert len(told) == 1


@pytest.mark.case(CITY, "12.3")
def test_a_salvo_finds_infantry_on_the_maps_alone() -> None:
    s = table({"46": ("A/24NZ", "A/19NZ"), "54": ("B/24NZ",), "Reserve box": ("C/24NZ",), "Off-map East": ("A/26NZ",)})
    assert [UNIT_NAMES[u] for u in Salvo().units(s)] == ["A/24NZ"]


@pytest.mark.case(CITY, "8.1.deploy", "6.1.3", "6.0")
def test_battalions_are_judged_each_for_itself() -> None:
    """Two companies of 24 NZ hold the only Allied area: a third of theirs may come, one of 15 NZ may not."""
    held_by = {"German": EVERYWHERE[1:], "Allied": EVERYWHERE[:1]}
    s = table({"1": ("A/24NZ", "B/24NZ"), "Reinforcements": ("C/24NZ", "A/15NZ")}, held_by, vp=3)
    told = offers(s, Activations().ask(s))
    assert "bring C/24NZ" in told and "bring A/15NZ" not in told
    beside = table({"51": ("A/24NZ", "C/25NZ"), "43": ("A/25NZ", "B/25NZ")}, {"Allied": ("43",)}, {"51": "FJ MG 1"})
    told = offers(beside, Activations().ask(beside))
    assert "activate C/25NZ" in told and "activate A/24NZ" not in told
