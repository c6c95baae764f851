"""6.0 Activation, 6.1 movement."""

import pytest

from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import HELD_BY_GERMANS, NO_KIND
from grognard.games.cities_of_the_damned.rules.events import Checked, Clashed, MgFired, RiverChecked, SniperFired
from grognard.games.cities_of_the_damned.rules.state import ACTIVE, FINISHED
from tests.games.cities_of_the_damned.kit import (
    A,
    K,
    U,
    cup,
    do,
    every,
    heard,
    held,
    inside,
    last,
    mark,
    prompt,
    reduced,
    table,
    where,
)
from tests.kit import asks, offered, refusal

CITY = "cities_of_the_damned"

PAST = ("support 0 > 0", "lower 0 > 0 > no")


@pytest.mark.case(CITY, "6.0", "6.0.once", "6.0.cost")
def test_each_unit_costs_a_point_and_is_activated_once_a_round() -> None:
    s = table({"54": ("A/24NZ", "B/24NZ", "C/24NZ")}, ap=3)
    s = do(s, "activate A/24NZ", "add B/24NZ", "enter 55", "done")
    assert s.ap == 1
    assert refusal(GAME, s, "activate A/24NZ").rule == "6.0.once"
    s = do(s, "activate C/24NZ")
    assert s.ap == 0
    s = do(s, "done", dice=(6, 1))
    assert (s.round, s.ap) == (3, 5)
    assert "activate A/24NZ" in offered(GAME, s), "again in the next round"


@pytest.mark.case(CITY, "6.0.cost_river", "6.1.mark")
def test_a_stack_of_four_over_the_river_v2() -> None:
    s = table({"54": ("A/24NZ", "B/24NZ", "C/24NZ", "A/19NZ")}, ap=8)
    s = do(s, "activate A/24NZ", "all", "enter 48")
    assert s.ap == 0, "2 AP for each of four units"
    assert [mark(s, u) for u in ("A/24NZ", "B/24NZ", "C/24NZ", "A/19NZ")] == [2, 2, 2, 2]
    poor = do(table({"54": ("A/24NZ", "B/24NZ")}, ap=3), "activate A/24NZ", "add B/24NZ")
    told = refusal(GAME, poor, "enter 48")
    assert (told.rule, told.facts) == ("6.0.cost_river", (2, 1))
    friendly = do(table({"54": ("A/24NZ",)}, {"Allied": ("48", "40")}, ap=5), "activate A/24NZ", "enter 48")
    assert (friendly.ap, mark(friendly, "A/24NZ")) == (3, 0), "the price is due on Allied ground too, the mark is not"
    back = do(friendly, "enter 54")
    assert back.ap == 3, "however many rivers: 2 AP in all"


@pytest.mark.case(CITY, "6.0.move3", "6.1", "4.0.rain.move")
def test_three_areas_two_in_rain() -> None:
    ground = {"Allied": ("48", "40", "39", "30", "47")}
    s = do(table({"48": ("A/24NZ",)}, ground), "activate A/24NZ", "enter 40", "enter 39", "enter 30")
    assert prompt(s) != "march", "three areas entered: the activation is over"
    wet = do(table({"48": ("A/24NZ",)}, ground, rain=True), "activate A/24NZ", "enter 40", "enter 39")
    assert where(wet, "A/24NZ") == "39"
    assert prompt(wet) != "march"
    one = do(table({"48": ("A/24NZ",)}, ground, rain=True), "activate A/24NZ", "enter 40")
    assert asks(one).numbers[0] == 1


@pytest.mark.case(CITY, "6.1.stop", "6.1", "1.2.control.c")
def test_entering_german_ground_counts_and_stops() -> None:
    s = do(table({"48": ("A/24NZ",)}, {"Allied": ("48",)}), "activate A/24NZ", "enter 40")
    assert asks(s).prompt == "direct"
    s = do(s, *PAST, dice=(1, K["FJ infantry 1"], (6, 1)))
    assert asks(s).numbers[0] == 2
    empty = do(s, "enter 39", *PAST, dice=(1, K["FJ infantry 1"], (6, 1)))
    assert (held(empty, "40"), inside(empty, "40")) == ("Allied", set()), "control needs no garrison"


@pytest.mark.case(CITY, "6.1.mark", "3.2.markers", "6.2.step3.mod1", "9.2", "9.3.mod.marks")
def test_the_mark_stays_for_the_round_v25() -> None:
    s = table({"54": ("A/24NZ",)})
    s, events = heard(s, "activate A/24NZ", "enter 48", *PAST, dice=(1, K["FJ infantry 1"], (4, 1)))
    assert last(events, Clashed).allied == 3 - 1 + 4
    assert (held(s, "48"), mark(s, "A/24NZ")) == ("Allied", 2)
    won, events = heard(s, "enter 40", *PAST, dice=(1, K["FJ infantry 1"], (4, 1)))
    assert last(events, Clashed).allied == 3 - 1 + 4, "48 to 40 is no river, the mark still counts"
    _, events = heard(s, "enter 40", *PAST, dice=(1, K["FJ sniper"], 1, (4, 1)))
    assert (last(events, SniperFired).marks, last(events, SniperFired).hit) == (1, True)
    _, events = heard(s, "enter 40", *PAST, "lose A/24NZ", dice=(1, K["FJ MG 1"], 2, (4, 1)))
    assert (last(events, MgFired).marks, last(events, MgFired).total) == (-1, 1)
    assert mark(won, "A/24NZ") == 2


@pytest.mark.case(CITY, "6.1.mark", "6.2.step3.mod1")
def test_uphill_only_from_a_lower_area_and_only_at_that_border() -> None:
    s = do(table({"53": ("A/24NZ",)}, {"Allied": ("53",)}), "activate A/24NZ", "enter 52")
    assert mark(s, "A/24NZ") == 1, "level 2 to level 3"
    down = do(table({"53": ("A/24NZ",)}, {"Allied": ("53",)}), "activate A/24NZ", "enter 46")
    assert mark(down, "A/24NZ") == 0
    level = do(table({"53": ("A/24NZ",)}, {"Allied": ("53",)}), "activate A/24NZ", "enter 45")
    assert mark(level, "A/24NZ") == 0
    before = do(table({"54": ("A/24NZ",)}, {"Allied": ("53",)}), "activate A/24NZ", "enter 53", "enter 46")
    assert mark(before, "A/24NZ") == 0, "river and slope onto Allied ground leave no mark"


@pytest.mark.case(CITY, "6.1.leave")
def test_from_a_contested_area_never_straight_into_a_german_one() -> None:
    s = table({"46": ("A/24NZ",)}, {"Allied": ("47",)}, markers={"46": "FJ MG 1"})
    s = do(s, "activate A/24NZ")
    assert offered(GAME, s) == ["enter 47", "done"]
    assert refusal(GAME, s, "enter 39").rule == "6.1.leave"


@pytest.mark.case(CITY, "1.2.control.b")
def test_the_last_unit_leaves_a_contested_area() -> None:
    s = table({"46": ("A/24NZ",)}, {"Allied": ("47",)}, markers={"46": "FJ MG 1"})
    assert cup(s) == 17
    s = do(s, "activate A/24NZ", "enter 47", "done", dice=(6, 2))
    assert (held(s, "46"), s.marker[A["46"]], cup(s)) == ("German", NO_KIND, 18)


@pytest.mark.case(CITY, "6.1.check")
def test_contested_to_contested_v17() -> None:
    places = {"45": ("A/24NZ", "B/24NZ"), "38": ("A/25NZ",)}
    marks = {"45": "FJ MG 1", "38": "FJ infantry 1"}
    s = do(table(places, markers=marks), "activate A/24NZ")
    hit, events = heard(s, "enter 38", dice=(4,))
    assert (last(events, Checked).bonus, last(events, Checked).passed) == (1, False)
    assert reduced(hit, "A/24NZ") and where(hit, "A/24NZ") == "38"
    assert asks(hit).prompt == "direct", "then the combat"
    fine, events = heard(s, "enter 38", dice=(3,))
    assert last(events, Checked).passed and not reduced(fine, "A/24NZ")
    flat = do(
        table({"46": ("A/24NZ",), "39": ("A/25NZ",)}, markers={"46": "FJ MG 1", "39": "FJ infantry 1"}),
        "activate A/24NZ",
    )
    assert not reduced(do(flat, "enter 39", dice=(4,)), "A/24NZ"), "no slope: 4 is not enough"


@pytest.mark.case(CITY, "6.1.check")
def test_a_reduced_unit_that_fails_is_back_where_it_was_v26() -> None:
    s = table(
        {"45": ("A/24NZ",), "38": ("A/25NZ",)}, markers={"45": "FJ MG 1", "38": "FJ infantry 1"}, reduced=("A/24NZ",)
    )
    s = do(s, "activate A/24NZ", "enter 38", dice=(4,))
    assert where(s, "A/24NZ") == "45"
    assert (held(s, "45"), s.marker[A["45"]]) == ("Contested", K["FJ MG 1"])
    assert asks(s).prompt == "activate", "no combat, the activation is over"
    assert refusal(GAME, s, "activate A/24NZ").key == "activated_before"
    assert s.ap == 9 and mark(s, "A/24NZ") == 0


@pytest.mark.case(CITY, "4.0.rain.river", "6.0.cost_river")
def test_rain_river_checks_of_a_stack_v32() -> None:
    s = table({"54": ("A/24NZ", "B/24NZ")}, reduced=("B/24NZ",), rain=True, air=0)
    s, events = heard(s, "activate A/24NZ", "add B/24NZ", "enter 48", dice=(4, 4))
    assert [c.die + c.bonus for c in every(events, RiverChecked)] == [5, 5]
    assert s.ap == 6, "4 AP"
    assert reduced(s, "A/24NZ") and inside(s, "48") == {"A/24NZ"} and mark(s, "A/24NZ") == 2
    assert where(s, "B/24NZ") == "54"
    assert asks(s).prompt == "direct"
    done = do(s, "support 0 > 0", "lower 0 > 0 > no", dice=(1, K["FJ infantry 1"], (6, 1)))
    assert asks(done).units == (0,), "only A goes on"
    friendly = do(table({"54": ("A/24NZ",)}, {"Allied": ("48",)}, rain=True), "activate A/24NZ", "enter 48", dice=(4,))
    assert reduced(friendly, "A/24NZ"), "the check is made onto Allied ground too"


@pytest.mark.case(CITY, "6.1.2")
def test_leaving_the_map() -> None:
    s = table({"36": ("A/24NZ", "B/24NZ"), "43": ("C/24NZ",)}, {"Allied": ("36",)}, markers={"43": "FJ MG 1"})
    s.marks[U["A/24NZ"]] = 3
    s = do(s, "activate A/24NZ", "add B/24NZ", "exit")
    assert mark(s, "A/24NZ") == 0
    assert inside(s, "Exited Main") == {"A/24NZ", "B/24NZ"} and s.ap == 8
    contested = do(s, "activate C/24NZ")
    assert refusal(GAME, contested, "exit").key == "exit_not_held"
    rail = do(table({"R21": ("A/24NZ",)}, {"Allied": ("R21",)}), "activate A/24NZ", "exit")
    assert where(rail, "A/24NZ") == "Exited Rail"
    far = do(
        table({"44": ("A/24NZ",)}, {"Allied": ("44", "43", "36", "45")}, rain=True),
        "activate A/24NZ",
        "enter 43",
        "enter 36",
    )
    assert where(far, "A/24NZ") == "36" and prompt(far) != "march", "no move left to leave by"
    inland = do(table({"48": ("A/24NZ",)}, {"Allied": ("48",)}), "activate A/24NZ")
    assert refusal(GAME, inland, "exit").key == "no_exit"


@pytest.mark.case(CITY, "6.1.3", "6.1.3.free")
def test_stacking_v20() -> None:
    def going(*units: str, guests: tuple[str, ...] = (), markers: dict[str, str] | None = None) -> list[str]:
        places = {"47": units, "48": guests} if guests else {"47": units}
        s = table(places, {"Allied": ("47", "48")}, markers=markers)
        s = do(s, f"activate {units[0]}", *(f"add {u}" for u in units[1:]))
        return [o for o in offered(GAME, s) if o == "enter 48"]

    assert going("A/26NZ", "B/26NZ", "C/26NZ", "A/19NZ") == ["enter 48"]
    assert going("A/24NZ", "A/19NZ", guests=("A/26NZ",)) == ["enter 48"]
    assert going("A/24NZ", guests=("A/26NZ", "B/26NZ")) == []
    assert going("A/19NZ", guests=("B/19NZ",)) == []
    off = do(
        table({"Off-map East": ("A/26NZ", "B/26NZ", "C/26NZ", "D/26NZ")}), "activate A/26NZ", "add B/26NZ", "add C/26NZ"
    )
    assert refusal(GAME, off, "add D/26NZ").rule == "6.1.3"
    assert inside(off, "Off-map East") == {"A/26NZ", "B/26NZ", "C/26NZ", "D/26NZ"}, "no limit off the map"
    with_chit = table({"47": ("A/24NZ",), "46": ("B/24NZ", "C/24NZ")}, {"Allied": ("47",)}, markers={"46": "FJ MG 1"})
    assert "enter 46" in offered(GAME, do(with_chit, "activate A/24NZ")), "a German marker takes no room"


@pytest.mark.case(CITY, "6.1.3", "6.1.3.free")
def test_stacking_binds_in_passing_too() -> None:
    s = table({"47": ("A/24NZ",), "48": ("A/26NZ", "B/26NZ")}, {"Allied": ("47", "48", "49")})
    s = do(s, "activate A/24NZ")
    assert "enter 48" not in offered(GAME, s)
    assert refusal(GAME, s, "enter 48").rule == "6.1.3"


@pytest.mark.case(CITY, "6.1.4.b", "6.1.4.a")
def test_armor_stays_below_level_3_and_nobody_crosses_a_cliff() -> None:
    s = do(table({"45": ("A/19NZ", "A/24NZ")}, {"Allied": ("45",)}), "activate A/24NZ", "add A/19NZ")
    told = refusal(GAME, s, "enter 38")
    assert told.rule == "6.1.4.b"
    alone = do(table({"45": ("A/24NZ",)}, {"Allied": ("45",)}), "activate A/24NZ")
    assert "enter 38" in offered(GAME, alone)
    crag = do(table({"39": ("A/24NZ",)}, {"Allied": ("39",)}), "activate A/24NZ")
    assert refusal(GAME, crag, "enter 38").rule == "6.1.4.a"


@pytest.mark.case(CITY, "3.2.activate")
def test_dropping_units_and_scattered_stacks() -> None:
    s = table({"48": ("A/24NZ", "B/24NZ", "C/24NZ")}, {"Allied": ("48", "40", "41")})
    s = do(s, "activate A/24NZ", "add B/24NZ", "enter 40")
    assert refusal(GAME, s, "add C/24NZ").key == "no_pick_up"
    s = do(s, "drop B/24NZ", "enter 41")
    assert (where(s, "A/24NZ"), where(s, "B/24NZ")) == ("41", "40")
    torn = table({"48": ("A/24NZ", "B/24NZ")}, {"Allied": ("48", "40")})
    torn = do(
        torn,
        "activate A/24NZ",
        "add B/24NZ",
        "enter 40",
        "enter 39",
        *PAST,
        "fall A/24NZ > 40",
        dice=(1, K["FJ infantry 2"], (1, 4)),
    )
    assert asks(torn).prompt == "group"
    on = do(torn, "goon 40")
    assert asks(on).units == (0,)
    assert "enter 39" in offered(GAME, on)
    assert asks(on).numbers[0] == 1, "two areas of three are gone for those who go on"
    assert on.used[U["B/24NZ"]] == FINISHED


@pytest.mark.case(CITY, "6.0.move3", "4.0.rain.move", "3.2.activate")
@pytest.mark.parametrize(
    ("way", "rain", "question"),
    [
        (("enter 48", "enter 40", "enter 39"), False, "activate"),
        (("enter 40", "enter 39"), False, "group"),
        (("enter 40", "enter 39"), True, "activate"),
        (("enter 39",), True, "group"),
    ],
    ids=["three of three", "two of three", "two of two in rain", "one of two in rain"],
)
def test_a_scattered_stack_with_no_area_left_is_asked_for_no_group(
    way: tuple[str, ...], rain: bool, question: str
) -> None:
    """The stack enters 39 last, loses there by one, and one company falls back to 40."""
    start = {3: "41", 2: "48", 1: "40"}[len(way)]
    s = table({start: ("A/24NZ", "B/24NZ"), "54": ("C/24NZ",)}, {"Allied": ("41", "48", "40")}, rain=rain)
    s.air = s.artillery = 0
    dice = (1, K["FJ infantry 2"], (1, 4))
    s = do(s, "activate A/24NZ", "add B/24NZ", *way, "fall A/24NZ > 40", dice=dice)
    assert (where(s, "A/24NZ"), where(s, "B/24NZ"), prompt(s)) == ("40", "39", question)
    over = FINISHED if question == "activate" else ACTIVE
    assert [s.used[U[unit]] for unit in ("A/24NZ", "B/24NZ")] == [over, over]


@pytest.mark.case(CITY, "12.3", "3.2.activate")
def test_on_cratered_roads_the_companies_of_a_scattered_stack_may_go_on_without_the_tank() -> None:
    s = table({"40": ("A/24NZ", "A/19NZ")}, {"Allied": ("40", "41")}, happening=5, air=0, artillery=0)
    s = do(
        s,
        "activate A/24NZ",
        "add A/19NZ",
        "enter 39",
        "lower 0 > 0 > no",
        "lead A/24NZ",
        "fall A/24NZ > 40",
        dice=(1, K["FJ infantry 2"], (1, 4)),
    )
    assert prompt(s) == "group"
    on = do(s, "goon 40")
    assert "enter 41" in offered(GAME, on)
    assert prompt(do(s, "goon 39")) != "march", "the tank has entered its one area"


@pytest.mark.case(CITY, "6.0", "3.2.activate")
def test_of_a_stack_activated_together_some_may_stay_before_it_sets_out() -> None:
    s = table({"48": ("A/24NZ", "B/24NZ", "C/24NZ")}, {"Allied": ("48", "40", "41")})
    s = do(s, "activate A/24NZ", "all")
    assert {"drop A/24NZ", "drop B/24NZ", "drop C/24NZ"} <= set(offered(GAME, s)) and s.ap == 7
    s = do(s, "drop A/24NZ")
    assert s.ap == 7 and s.used[U["A/24NZ"]] == FINISHED, "its activation is spent"
    assert "add A/24NZ" not in offered(GAME, s) and "drop B/24NZ" in offered(GAME, s)
    s = do(s, "enter 40")
    assert [where(s, u) for u in ("A/24NZ", "B/24NZ", "C/24NZ")] == ["48", "40", "40"]
    alone = do(table({"48": ("A/24NZ",)}, {"Allied": ("48", "40")}), "activate A/24NZ")
    assert refusal(GAME, alone, "drop A/24NZ").key == "cannot_drop"


@pytest.mark.case(CITY, "6.0.cost_river", "6.0.cost")
@pytest.mark.parametrize(("ap", "joined"), [(7, 3), (6, 3), (5, 2), (4, 2)])
def test_all_join_only_as_far_as_the_river_can_be_paid(ap: int, joined: int) -> None:
    """Three companies before the river at 48: with six AP all cross, with four or five only two."""
    s = table({"54": ("A/24NZ", "B/24NZ", "C/24NZ")}, {"Allied": ("54", "48")}, ap=ap)
    s = do(s, "activate A/24NZ", "all")
    assert len(asks(s).units) == joined and "enter 48" in offered(GAME, s)


@pytest.mark.case(CITY, "6.0.cost_river")
def test_all_is_not_offered_where_the_next_company_would_close_the_river() -> None:
    s = do(table({"54": ("A/24NZ", "B/24NZ", "C/24NZ")}, {"Allied": ("54",)}, ap=3), "activate A/24NZ")
    assert "all" not in offered(GAME, s) and "add B/24NZ" in offered(GAME, s), "one by one is for the player to say"
    dry = do(table({"39": ("A/24NZ", "B/24NZ", "C/24NZ")}, {"Allied": ("39",)}, ap=3), "activate A/24NZ")
    assert "all" in offered(GAME, dry), "no river there"


@pytest.mark.case(CITY, "1.2.white_rl", "1.2.control.a")
def test_white_areas_are_never_german() -> None:
    s = table({"54": ("A/24NZ",)})
    assert s.control[A["48"]] == HELD_BY_GERMANS
    s = do(s, "activate A/24NZ", "enter 58", "done", dice=(6, 2))
    assert held(s, "54") == "Allied"
