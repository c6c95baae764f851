"""3.0, 6.0, 8.1, 10.0 and 12.3: the order of a turn, who may be brought up, attrition, events and the count."""

from typing import Any

import pytest

from grognard.core import Draw, clone
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import GREY, KINDS, LAST_TURN, MAIN_STARS, RAIL_STARS, SPACE_NAMES
from grognard.games.cities_of_the_damned.rules.activation import refuse_unit
from grognard.games.cities_of_the_damned.rules.end_phase import Attrition, Remark
from grognard.games.cities_of_the_damned.rules.options import Lower, Support
from grognard.games.cities_of_the_damned.rules.random_events import Drafts, RandomEvent, Salvo, Spent
from grognard.games.cities_of_the_damned.rules.sequence import Day, Round
from grognard.games.cities_of_the_damned.rules.victory import DECISIVE_AREAS, DECISIVE_VP, stars_held, verdict
from tests.games.cities_of_the_damned.kit import A, K, U, do, held, table
from tests.kit import offered, refusal, silent

CITY = "cities_of_the_damned"

COMING = ("A/1/9G", "A/1/6R")
"""Two companies that come up later."""


def names(steps: tuple[Any, ...]) -> list[str]:
    return [type(step).__name__ for step in steps]


@pytest.mark.case(CITY, "3.0", "3.1", "3.2", "3.3.step5", "4.0")
def test_a_day_begins_anew_and_goes_through_its_phases() -> None:
    s = table({}, rain=True, air=3, artillery=4, happening=9, sketch=True)
    steps = Day(3).auto(s, silent)
    assert names(steps) == ["Weather", "AirRoll", "ArtilleryRoll", "Round", "EndPhase", "Day"]
    assert (s.turn, s.rain, s.air, s.artillery, s.happening, s.sketch) == (3, False, 0, 0, 0, False)
    assert steps[3] == Round(1) and steps[5] == Day(3, over=True)
    assert names(Day(1).auto(table({}), silent))[0] == "AirRoll", "no weather on turn 1"
    events = table({}, options={"random_events": True})
    assert names(Day(2).auto(events, silent))[:2] == ["Weather", "RandomEvent"]
    assert names(Day(1).auto(clone(events), silent))[0] == "AirRoll", "no event on turn 1"
    assert Day(3, over=True).auto(s, silent) == (Day(4),) and Day(LAST_TURN, over=True).auto(s, silent) == ()


@pytest.mark.case(CITY, "3.2.rounds", "3.2.max6", "3.2.ap", "6.2")
def test_a_round_activates_fights_and_is_rolled_against() -> None:
    s = table({"46": ("A/24NZ",)}, markers={"46": "FJ MG 1"})
    s.used[U["A/24NZ"]] = 2
    s.settled[A["46"]] = 1
    steps = Round(4).take(s, (3,), silent)
    assert names(steps) == ["Activations", "Compulsory", "CounterAttacks", "Round"] and steps[3] == Round(4, over=True)
    assert s.round == 4 and not any(s.used) and not any(s.settled)
    assert Round(5, over=True).auto(s, silent) == (Round(6),) and Round(6, over=True).auto(s, silent) == ()


@pytest.mark.case(CITY, "6.0", "6.0.once", "6.0.cost", "8.1.deploy", "8.2")
def test_who_may_be_activated_or_brought_up_and_who_not() -> None:
    ready, reserve = "Reinforcements", "Reserve box"
    units = {"54": ("A/24NZ", "B/24NZ"), ready: COMING, reserve: ("C/24NZ", "D/24NZ")}
    s = do(table(units, vp=2))
    brought = {f"bring {u}" for group in (units[ready], units[reserve]) for u in group}
    assert brought <= set(offered(GAME, s)) and {"activate A/24NZ", "activate B/24NZ"} <= set(offered(GAME, s))
    assert refusal(GAME, s, "activate C/24NZ").key == "not_on_map"
    poor = do(table(units, vp=0))
    assert {f"bring {u}" for u in units[ready]} <= set(offered(GAME, poor))
    assert not {f"bring {u}" for u in units[reserve]} & set(offered(GAME, poor)), "a unit of the Reserve box costs a VP"
    tired = table(units, vp=2)
    for name in ("A/24NZ", "C/24NZ", *units[ready]):
        tired.used[U[name]] = 2
    tired = do(tired)
    assert refusal(GAME, tired, "activate A/24NZ").key == refusal(GAME, tired, "bring C/24NZ").key == "activated_before"
    assert "bring D/24NZ" in offered(GAME, tired)
    assert not set(offered(GAME, tired)) & {f"bring {u}" for u in units[ready]}
    spent = table(units, vp=2, ap=0)
    told = refuse_unit(spent, U["A/24NZ"])
    assert told is not None and (told.rule, told.key) == ("6.0.cost", "no_ap")
    why = spent.stack[-1].why_not(spent, GAME.texts.parse("bring C/24NZ"))
    assert why is not None and (why.rule, why.key) == ("8.1.deploy", "no_ap")
    last = table(units, vp=2, ap=1)
    assert last.stack[-1].why_not(last, GAME.texts.parse("bring C/24NZ")) is None, "one point is enough"


@pytest.mark.case(CITY, "3.3.step4")
def test_only_blue_chits_leave_in_the_evening_and_markers_count() -> None:
    markers = {"46": "FJ infantry 1", "31": "FJ MG 1", "10": "PG infantry 1"}
    s = table({"46": ("A/24NZ",), "31": ("B/24NZ",), "10": ("A/26NZ",)}, markers=markers, grey=True)
    pool = dict(Attrition().pool(s))
    assert pool == {
        k: s.cup[k] + (k in (K["FJ infantry 1"], K["FJ MG 1"])) for k in range(KINDS) if not GREY[k] and s.cup[k]
    }
    empty = table({"46": ("A/24NZ",), "31": ("B/24NZ",)}, markers={"46": "FJ infantry 1", "31": "FJ MG 1"})
    empty.cup = [0] * KINDS
    areas = (A["31"], A["46"])
    assert Remark(areas).ask(empty) is None
    Remark(areas).auto(empty, silent)
    assert held(empty, "46") == held(empty, "31") == "Allied", "without a chit left there is nothing to contest"


@pytest.mark.case(CITY, "12.3", "1.2.control.b")
def test_each_event_does_what_it_says_and_nothing_else() -> None:
    for dice, follows, sketch in (
        ((1, 3), ["Salvo"], False),
        ((5, 6), ["Drafts"], False),
        ((6, 6), ["Spent"], False),
        ((4, 5), [], True),
        ((3, 4), [], False),
    ):
        s = table({}, sketch=not sketch)
        assert names(RandomEvent().take(s, dice, silent)) == follows
        assert s.sketch == sketch and s.happening == sum(dice)
    s = table({"46": ("A/24NZ", "A/19NZ"), "54": ("B/24NZ",), "Off-map East": ("A/26NZ",)}, markers={"46": "FJ MG 1"})
    assert Salvo().units(s) == [U["A/24NZ"]], "no tank, nobody in a white area, nobody off the map"
    s.reduced[U["A/24NZ"]] = s.reduced[U["A/26NZ"]] = 1
    assert Drafts().units(s) == [U["A/24NZ"]]
    assert Salvo().ask(table({})) is None and Drafts().ask(s) is not None and Drafts().ask(table({})) is None
    grey = table({}, grey=True)
    asked = Spent().ask(grey)
    assert isinstance(asked, Draw) and not any(GREY[k] for k, _ in asked.pool)
    assert sum(n for _, n in asked.pool) == sum(n for k, n in enumerate(grey.cup) if not GREY[k])


@pytest.mark.case(CITY, "10.0")
def test_vp_areas_of_both_maps_are_counted_and_decisive_needs_both() -> None:
    main, rail = [SPACE_NAMES[a] for a in MAIN_STARS], [SPACE_NAMES[a] for a in RAIL_STARS]
    assert stars_held(table({}, {"Allied": (*main[:3], *rail[1:])})) == (3, len(rail) - 1)
    assert stars_held(table({}, {"Allied": rail[:1]})) == (0, 1) and stars_held(table({}, {"Allied": main})) == (
        len(main),
        0,
    )
    assert verdict(DECISIVE_VP, DECISIVE_AREAS - 1, 1).key == "decisive"
    assert verdict(DECISIVE_VP, DECISIVE_AREAS - 2, 1).key != "decisive", "an area too few"
    assert verdict(DECISIVE_VP, DECISIVE_AREAS, 0).key != "decisive" != verdict(DECISIVE_VP - 1, DECISIVE_AREAS, 1).key


@pytest.mark.case(CITY, "6.2.step1", "6.2.step2.reduce")
@pytest.mark.parametrize(("air", "artillery", "both"), [(0, 0, False), (1, 0, False), (0, 1, False), (1, 1, True)])
def test_points_of_two_kinds_are_named_together(air: int, artillery: int, both: bool) -> None:
    support, lower = Support(air, artillery), Lower(air, artillery, True)
    assert support.both == lower.both == both and lower.total == air + artillery + 1
    assert (" and " in GAME.words.option(support)) == both
