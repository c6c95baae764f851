"""What the odds say before a commitment: of counter-attacks broken up, of the threat to an area, of the sum ahead."""

from fractions import Fraction
from typing import Any

import pytest

from grognard.core import Decision, clone, hush, run
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.board.display import DISPLAY
from grognard.games.cities_of_the_damned.board.forecasts import (
    ESTIMATE,
    MORNING,
    POLICY,
    STAYS,
    forecast_of,
    threat_of,
)
from grognard.games.cities_of_the_damned.content import AREAS, SPACE_NAMES
from grognard.games.cities_of_the_damned.mind import prospects
from grognard.games.cities_of_the_damned.rules.combat import Repel
from grognard.games.cities_of_the_damned.rules.counterattack import CounterAttacks, join_grey
from grognard.games.cities_of_the_damned.rules.end_phase import EndPhase
from grognard.games.cities_of_the_damned.rules.events import Mustered
from grognard.games.cities_of_the_damned.rules.options import LOWER, SUPPORT
from grognard.games.cities_of_the_damned.rules.state import RIVER, UPHILL, CityState
from grognard.look.scene import Forecast
from grognard.server.standing import Order, carried_out
from tests.games.cities_of_the_damned.kit import A, K, do, heard, last, table

CITY = "cities_of_the_damned"
BARE: dict[str, Any] = {"air": 0, "artillery": 0}
HOME = {"Allied": ("46", "47", "53", "54")}


def struck(number: int = 2, **more: Any) -> CityState:
    """A company in the Jail, and so many chits about to come for it."""
    s = table({"46": ("A/24NZ",)}, top=(Repel(A["46"], number),), **more)
    run(s)
    return s


def shown(s: CityState, text: str) -> Forecast:
    told = forecast_of(s, GAME.texts.parse(text))
    assert told is not None
    return told


def threat(s: CityState, area: str = "46") -> Forecast:
    told = threat_of(s, A[area])
    assert told is not None
    return told


# A counter-attack that is broken up


@pytest.mark.case(CITY, "7.0.reduce")
def test_a_counter_attack_broken_up_leaves_the_area_held() -> None:
    s = struck(control=HOME)
    chances = {text: shown(s, text).chance for text in ("lower 0 > 0 > no", "lower 1 > 0 > no", "lower 1 > 1 > no")}
    assert 0 < chances["lower 0 > 0 > no"] < chances["lower 1 > 0 > no"] < chances["lower 1 > 1 > no"] == 1
    told = shown(s, "lower 0 > 2 > no")
    assert (told.short, told.gain, told.figures[0]) == ("100 %", 1.0, ("100 %", "held"))
    assert told.results == (("broken up before it starts", 1.0),)
    empty = table(control=HOME, top=(Repel(A["46"], 1),))
    run(empty)
    assert shown(empty, "lower 1 > 0 > no").chance == 1, "an empty area is held as well"
    three = struck(3, control=HOME)
    assert shown(three, "lower 2 > 0 > no").chance < 1, "one chit is left to come"


@pytest.mark.case(CITY, "7.0.reduce", "1.2.control.b")
def test_of_a_contested_area_the_odds_say_that_it_stays_so() -> None:
    s = struck(markers={"46": "FJ infantry 1"})
    told = shown(s, "lower 2 > 0 > no")
    assert told.figures[0] == ("100 %", STAYS) and told.chance == 1
    assert told.short == "100 % Contested", "no more than that, however sure"
    fought = shown(s, "lower 1 > 0 > no")
    assert fought.figures[0][1] == fought.results[0][0] == "cleared", "what is not ours cannot be held"
    assert "cleared with 1 direct" in [caption for _, caption in fought.figures]
    assert fought.short == f"{fought.figures[0][0]} cleared"


@pytest.mark.case(CITY, "7.0.reduce")
@pytest.mark.parametrize("chance", [0, 60, 100])
def test_a_standing_order_breaks_the_attack_up_where_it_can(chance: int) -> None:
    s = struck(control=HOME)
    asked = run(s)
    assert isinstance(asked, Decision)
    answers = carried_out(GAME, DISPLAY, s, asked, Order(prompt="lower", verb="lower", chance=chance))
    assert answers == [LOWER[2, 0, False]]


# The threat of a counter-attack


def rolls(turn: int = 2, **more: Any) -> CityState:
    """Round 1 without points: a 6 is Reinforcement, and nothing is quiet but a 1."""
    units = more.pop("units", ("A/24NZ", "B/24NZ", "C/24NZ", "A/19NZ"))
    return table({"46": units}, top=(CounterAttacks(),), turn=turn, round=1, **BARE, **more)


@pytest.mark.case(CITY, "7.0.reinforcement", "7.0.table")
def test_the_reinforcement_row_is_reckoned_with_the_grey_chits() -> None:
    s = rolls(control=HOME)
    joined = clone(s)
    join_grey(joined, hush)
    told, grey = threat(s), threat(joined)
    small, serious, reinforced = [text for text, caption in told.figures[1:]]
    assert [caption for _, caption in told.figures[1:]] == [
        "held against 2 chits without support",
        "held against 3 chits without support",
        "held against 3 chits, 15 PG in the container, without support",
    ]
    assert len(grey.figures) == 3 and grey.figures[2][0] == reinforced, "once joined they are in every draw"
    assert serious != reinforced and grey.chance < told.chance
    assert not s.grey and sum(s.cup) == 18, "it is a forecast only"
    before = [_kept(s, n) for n in (2, 3)]
    wanted = (1 + 2 * before[0] + 2 * before[1] + _kept(joined, 3)) / 6
    assert told.chance == pytest.approx(wanted)
    assert small == f"{round(100 * before[0])} %"


def _kept(s: CityState, number: int) -> float:
    """The odds shown when so many chits come and points, of which there is one, stay unspent."""
    world = clone(s)
    world.air, world.stack = 1, (Repel(A["46"], number),)
    run(world)
    return shown(world, "lower 0 > 0 > no").chance


@pytest.mark.case(CITY, "7.0", "1.2.control.b")
def test_a_quiet_roll_leaves_a_contested_area_contested() -> None:
    """Round 2: the phase ends on a 1, nothing comes on a 2; on the rest the Germans attack."""
    s = table({"46": ("A/24NZ", "B/24NZ")}, markers={"46": "FJ infantry 1"}, top=(CounterAttacks(),))
    told = threat(s)
    assert told.figures[1] == ("33 %", STAYS)
    assert told.figures[0][1] == "the Germans are driven out and it is yours"
    assert [caption for _, caption in told.figures[2:]] == [
        "cleared against 2 chits without support",
        "cleared against 3 chits without support",
    ]
    cleared = [_kept(s, n) for n in (2, 3)]
    assert told.chance == pytest.approx(float(Fraction(1, 3)) * sum(cleared))
    assert told.chance == told.gain and told.short == f"{told.figures[0][0]} cleared"
    ours = threat(table({"46": ("A/24NZ", "B/24NZ")}, {"Allied": ("46",)}, top=(CounterAttacks(),)))
    assert ours.figures[0][1] == "the area is still yours afterwards" and ours.chance > float(Fraction(1, 3))
    assert ours.short == f"{ours.figures[0][0]} held", "both kinds may stand in one list"


@pytest.mark.case(CITY, "7.0.draw")
def test_one_chit_is_one_chit() -> None:
    s = table({"48": ("A/24NZ",)}, markers={"48": "FJ infantry 1"}, top=(CounterAttacks(),))
    assert "cleared against 1 chit without support" in [caption for _, caption in threat(s, "48").figures]


@pytest.mark.case(CITY, "7.0.order")
def test_an_area_that_was_rolled_for_is_shown_as_safe_this_round() -> None:
    """Overlay, inspector, odds and chart speak of what is still to be rolled."""
    units = {"46": ("A/24NZ",), "47": ("B/24NZ",), "31": ("C/24NZ",)}
    markers = {"46": "FJ MG 1", "47": "FJ sniper", "31": "FJ MG 1"}
    listed = do(table(units, {"Allied": ("53",)}, markers, top=(CounterAttacks(),), **BARE))
    quiet = do(listed, "face 46", dice=(2,))
    for s, left in ((listed, ["31", "46", "47"]), (quiet, ["31", "47"])):
        struck_at = [SPACE_NAMES[space] for space, _ in DISPLAY.overlay(s, 0, "threat", -1, -1).spaces]
        assert sorted(struck_at) == left
        assert [area for area in units if threat_of(s, A[area]) is not None] == [a for a in units if a in left]
        told = {area: [fact.name for fact in DISPLAY.facts(s, 0, A[area])] for area in units}
        assert [area for area in units if "Counter-attack possible" in told[area]] == [a for a in units if a in left]
        assert f"sites {len(left)}" in next(c.title for c in DISPLAY.charts(s, 0) if c.id == "counter")


@pytest.mark.case(CITY, "7.0.mod")
def test_the_threat_of_an_evening_is_that_of_the_next_morning() -> None:
    """In round 5 a 1 or 2 ends the day; in the evening no die can, and the words say of when the odds are."""
    more: dict[str, Any] = {"control": HOME, "round": 5, "vp": 4, **BARE}
    units = {"46": ("A/24NZ",), "Reserve box": ("B/24NZ",)}
    day, dusk = table(units, **more), do(table(units, top=(EndPhase(),), **more))
    chances = [dict(threat(s).results).get("end of operations", 0) for s in (day, dusk)]
    assert chances == pytest.approx([2 / 6, 0])
    assert threat(dusk).gain < threat(day).gain
    assert [threat(s).about for s in (day, dusk)] == [POLICY, POLICY + MORNING]


@pytest.mark.case(CITY, "7.0.table")
def test_a_threat_says_where_its_odds_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table({"46": ("A/24NZ",)}, control=HOME, vp=7, **BARE)
    assert threat(s).about == POLICY
    monkeypatch.setattr(prospects, "BUDGET", 20)
    fresh = table({"46": ("A/24NZ",)}, control=HOME, vp=8, **BARE)  # what was reckoned before is remembered
    assert threat(fresh).about == ESTIMATE


# The sum of an attack


def sums(s: CityState, enter: str, *answers: str, dice: tuple[Any, ...]) -> tuple[Forecast, Mustered]:
    """What is shown of an attack before it, and what is counted in it."""
    told = shown(s, enter)
    _, events = heard(s, enter, *answers, dice=dice)
    return told, last(events, Mustered)


def agree(told: Forecast, fought: Mustered) -> None:
    """Marks and isolation of the forecast are those of the combat, by case, words and value."""
    words = GAME.words.term
    counted = [(words(k), k.split()[0], f"{n:+d}") for k, n in fought.ours if k.startswith("6.2.step3.mod")]
    counted += [("the defenders are cut off", k, f"{n:+d} to their die") for k, n in fought.theirs if "mod3" in k]
    assert [(term.text, term.rule, term.value) for term in told.terms[1:]] == counted


MARCHES: dict[str, tuple[dict[str, Any], str]] = {
    "a river crossed before": ({"units": {"48": ("A/24NZ",)}, "marks": {"A/24NZ": RIVER}}, "enter 40"),
    "a slope climbed before": ({"units": {"48": ("A/24NZ",)}, "marks": {"A/24NZ": UPHILL}}, "enter 40"),
    "a river": ({"units": {"54": ("A/24NZ",)}}, "enter 48"),
    "a river under smoke": ({"units": {"54": ("A/24NZ",)}, "happening": 6}, "enter 48"),
    "uphill": ({"units": {"45": ("A/24NZ",)}}, "enter 38"),
    "who fights there already is marked": (
        {
            "units": {"48": ("A/24NZ",), "40": ("B/24NZ",)},
            "markers": {"40": "FJ infantry 1"},
            "marks": {"B/24NZ": RIVER | UPHILL},
        },
        "enter 40",
    ),
}


@pytest.mark.case(CITY, "6.2.step3.mod1", "6.1.mark", "12.3")
@pytest.mark.parametrize("name", MARCHES)
def test_the_sum_shown_before_an_attack_is_the_sum_fought(name: str) -> None:
    more, enter = MARCHES[name]
    start = next(iter(more["units"]))
    s = do(table(control={"Allied": (start,)}, **BARE, **more), "activate A/24NZ")
    drawn = (K["FJ infantry 1"],) * (2 if enter == "enter 38" else 1)
    told, fought = sums(s, enter, dice=(1, *drawn))
    agree(told, fought)
    assert len(told.terms) - 1 == {"a river under smoke": 0, "who fights there already is marked": 2}.get(name, 1)


@pytest.mark.case(CITY, "6.2.step3.mod3", "1.2.control.b")
@pytest.mark.parametrize("stays", [False, True])
def test_isolation_is_told_as_it_will_be_when_the_area_left_has_fallen(stays: bool) -> None:
    """Between 38 and the edge at 36 lies only Contested 37: if its last company goes, the way is German again."""
    allied = [a for a in SPACE_NAMES[:AREAS] if a not in ("36", "37", "38")]
    units = {"37": ("A/24NZ", *(("C/24NZ",) if stays else ())), "38": ("B/24NZ",)}
    s = table(units, {"Allied": allied}, {"37": "FJ infantry 1", "38": "FJ infantry 1"}, **BARE)
    s = do(s, "activate A/24NZ")
    told, fought = sums(s, "enter 38", dice=(1, 1, K["FJ infantry 2"], K["FJ infantry 2"]))
    agree(told, fought)
    assert bool(fought.isolation) == stays == ("6.2.step3.mod3" in [term.rule for term in told.terms])


@pytest.mark.case(CITY, "6.2.step3.mod2", "6.2.step3.mod1")
def test_support_and_marks_stand_in_the_words_of_the_combat() -> None:
    s = do(table({"54": ("A/24NZ",)}), "activate A/24NZ", "enter 48")
    told = forecast_of(s, SUPPORT[1, 1])
    assert told is not None
    assert [(t.text, t.value) for t in told.terms[1:3]] == [("direct support", "+2"), ("over the river", "-1")]
    s, events = heard(s, "support 1 > 1", "lower 0 > 0 > no", dice=(1, K["FJ infantry 1"]))
    assert last(events, Mustered).bonus == 1


@pytest.mark.case(CITY, "6.2.step2", "6.2.step2.table")
@pytest.mark.parametrize(
    ("turn", "area", "text", "value"),
    [
        (1, "46", "chits: 1 or 2 by the die, RL 1, first round -1", "1 or 2"),
        (1, "48", "chits: 1 or 2 by the die, first round -1", "0 or 1"),
        (2, "46", "chits: 1 or 2 by the die, RL 1", "2 or 3"),
        (2, "48", "chits: 1 or 2 by the die", "1 or 2"),
    ],
)
def test_how_many_chits_resist_is_told_with_all_that_changes_it(turn: int, area: str, text: str, value: str) -> None:
    """The example of play: one chit fewer in the first round of all (11.2)."""
    s = table({"47" if area == "46" else "54": ("A/24NZ",)}, {"Allied": ("47",)}, turn=turn, round=1)
    told = shown(do(s, "activate A/24NZ", f"enter {area}"), "support 0 > 0")
    assert [(t.text, t.value) for t in told.terms if t.rule == "6.2.step2"] == [(text, value)]
