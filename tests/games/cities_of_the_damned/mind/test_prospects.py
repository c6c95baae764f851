"""Exact odds: merging loses nothing, they agree with the rules played out, and the table shows them."""

from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from grognard.core import Decision, Seeded, clone, odds, push, run
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.board.forecasts import forecast_of, threat_of
from grognard.games.cities_of_the_damned.content import CHIT_CF, KINDS, SORT
from grognard.games.cities_of_the_damned.mind import prospects
from grognard.games.cities_of_the_damned.mind.prospects import (
    Draw,
    Outcome,
    Policy,
    Strengths,
    chance,
    draws,
    outcomes,
    strengths,
)
from grognard.games.cities_of_the_damned.rules.combat import Engage, Repel
from grognard.games.cities_of_the_damned.rules.movement import March
from grognard.games.cities_of_the_damned.rules.options import LOWER, SUPPORT
from grognard.games.cities_of_the_damned.rules.state import CityState
from tests.games.cities_of_the_damned.kit import A, do, table

NZ = ("A/24NZ", "B/24NZ", "C/24NZ")
ALL_VARIANTS = {"tank_duel": True, "monte_cassino": True}


def fight(area: str, *units: str, die: int = 1, **more: Any) -> CityState:
    """A fight at the moment the draw may be lowered."""
    return do(table({area: units}, top=(Engage(A[area]),), **more), "support 0 > 0", dice=(die,))


FIGHTS: dict[str, tuple[CityState, Any]] = {
    "two companies, two chits": (fight("31", *NZ[:2], die=2), LOWER[0, 0, False]),
    "marks and a reduced unit": (
        fight("31", *NZ[:2], die=2, marks={"A/24NZ": 3}, reduced=("B/24NZ",)),
        LOWER[0, 0, False],
    ),
    "a tank that fights": (fight("46", "A/24NZ", "A/19NZ"), LOWER[0, 0, False]),
    "a tank that lowers": (fight("46", "A/24NZ", "A/19NZ", die=2), LOWER[0, 0, True]),
    "level 3, armor replaced": (fight("38", *NZ[:2]), LOWER[0, 0, False]),
    "one VP for two snipers": (fight("31", "A/24NZ", die=2, vp=1), LOWER[0, 0, False]),
    "grey chits too": (fight("31", "A/24NZ", "A/1/6R", die=2, grey=True), LOWER[0, 0, False]),
    "duels": (fight("31", "A/24NZ", "A/19NZ", die=2, options={"tank_duel": True}, grey=True), LOWER[0, 0, False]),
    "guns": (fight("31", *NZ[:2], die=2, options={"monte_cassino": True}), LOWER[0, 0, False]),
    "a few chits left": (
        fight("12", *NZ, cup=[1, 1, 1, 0, 0, 1, 0, 1, *[0] * 6], removed=[2, 3, 1, 2, 1, 0, 3, 1, *[0] * 6]),
        LOWER[0, 0, False],
    ),
}


@pytest.mark.parametrize("name", FIGHTS)
def test_merging_loses_nothing(name: str) -> None:
    """The merge key gives the same distribution as merging only positions that are equal in everything."""
    s, answer = FIGHTS[name]
    merged = strengths(s, (answer,), Policy())
    whole = odds(s, (answer,), prospects.mustered, same=GAME.codec.encode, policy=Policy(), budget=400_000)
    assert merged is not None and whole is not None
    assert dict(merged.items()) == whole
    assert sum(whole.values()) == 1


def test_the_draw_is_hypergeometric() -> None:
    s = fight("46", "A/24NZ", die=2)
    drawn = draws(s, (LOWER[0, 0, False],), Policy())
    assert drawn is not None
    heavy = sum(s.cup[k] for k in range(KINDS) if CHIT_CF[k] == 2)
    light = sum(s.cup) - heavy
    for twos in range(4):
        wanted = Fraction(comb(heavy, twos) * comb(light, 3 - twos), comb(heavy + light, 3))
        assert drawn.map(lambda d: d.factors)[3 + twos] == wanted
    snipers = Fraction(comb(16, 3), comb(18, 3))
    assert drawn.probability(lambda d: d.snipers == 0) == snipers


def crossing(*reduced: str) -> CityState:
    """Two companies about to cross the river in rain, before they choose where."""
    return do(table({"54": NZ[:2]}, rain=True, reduced=reduced, air=0), "activate A/24NZ", "add B/24NZ")


@pytest.mark.parametrize("weak", [(), ("A/24NZ",), NZ[:2]])
def test_checks_on_the_way_are_weighed_before_the_fight(weak: tuple[str, ...]) -> None:
    """Merging keeps apart who failed; a reduced unit that fails stays behind, and if all do there is no fight."""
    s = crossing(*weak)
    enter = GAME.texts.parse("enter 48")
    merged = strengths(s, (enter,), Policy())
    whole = odds(
        s, (enter,), prospects.mustered, same=GAME.codec.encode, until=(March,), policy=Policy(), budget=400_000
    )
    assert merged is not None and whole is not None
    assert {k: p for k, p in merged.items() if k != prospects.TURNED_BACK} == {
        k: p for k, p in whole.items() if k is not None
    }
    assert merged[prospects.TURNED_BACK] == (Fraction(1, 4) if len(weak) == 2 else 0), "4, 5 and 6 fail, +1 for a river"
    drawn = draws(s, (enter,), Policy())
    assert drawn is not None and drawn[prospects.NO_DRAW] == merged[prospects.TURNED_BACK]


@pytest.mark.parametrize("budget", [prospects.BUDGET, 20])
def test_forecast_of_a_crossing_that_may_fail(monkeypatch: pytest.MonkeyPatch, budget: int) -> None:
    """A lone reduced company in rain: half the time it never fights, and the odds say so, exact or estimated."""
    monkeypatch.setattr(prospects, "BUDGET", budget)
    s = do(table({"54": NZ[:1]}, rain=True, reduced=NZ[:1], air=0, artillery=budget % 7), "activate A/24NZ")
    shown = forecast_of(s, GAME.texts.parse("enter 48"))
    assert shown is not None
    results = dict(shown.results)
    assert results["turned back at the border"] == pytest.approx(0.5, abs=0.05)
    assert sum(results.values()) == pytest.approx(1)


def test_a_fight_without_a_draw_is_two_dice() -> None:
    s = fight("31", "A/24NZ", die=2)
    found = strengths(s, (LOWER[1, 1, False],), Policy())
    assert found is not None and dict(found.items()) == {Strengths(3, 0, 0): 1}
    result = outcomes(found)
    assert chance(result, "taken") == Fraction(36 - 6, 36), (
        "lost only if the Germans throw four or five more; three ties"
    )
    assert chance(result, "tie") == Fraction(3, 36)
    assert result[Outcome("lost", 1)] == Fraction(2, 36)
    assert result[Outcome("lost", 2)] == Fraction(1, 36)


def test_support_moves_the_odds_the_right_way() -> None:
    s = table({"46": NZ}, top=(Engage(A["46"]),))
    run(s)
    shares = []
    for points in ((0, 0), (1, 0), (2, 0)):
        found = strengths(s, (SUPPORT[points],), Policy())
        assert found is not None
        shares.append(chance(outcomes(found), "taken"))
    assert shares[0] < shares[1] < shares[2]
    lowered = []
    for lower in (LOWER[0, 0, False], LOWER[1, 0, False], LOWER[1, 1, False]):
        found = strengths(s, (SUPPORT[0, 0],), Policy(lower=lower))
        assert found is not None
        lowered.append(chance(outcomes(found), "taken"))
    assert lowered[0] < lowered[1] < lowered[2]


def test_a_counter_attack_broken_up_never_comes() -> None:
    s = table({"46": NZ}, {"Allied": ("46",)}, top=(Repel(A["46"], 2),))
    run(s)
    found = strengths(s, (LOWER[1, 1, False],), Policy())
    assert found is not None and dict(found.items()) == {prospects.BROKEN_UP: 1}
    drawn = draws(s, (LOWER[1, 1, False],), Policy())
    assert drawn is not None and dict(drawn.items()) == {Draw(0, 0, 0, 0, 0): 1}


def test_forecasts_of_every_way_to_spend() -> None:
    s = table({"46": (*NZ, "A/19NZ")}, top=(Engage(A["46"]),))
    asked = run(s)
    assert isinstance(asked, Decision)
    seen = set()
    for option in asked.options:
        shown = forecast_of(s, option)
        assert shown is not None and shown.about.startswith("exact")
        assert abs(sum(p for _, p in shown.results) - 1) < 1e-9
        assert shown.chart is not None and shown.chart.rows
        seen.add(shown.figures[0])
    assert len(seen) == 3, "six answers, three effects: none, one or two points"
    assert forecast_of(s, SUPPORT[2, 0]) != forecast_of(s, SUPPORT[0, 0])
    at_lower = fight("46", *NZ, "A/19NZ", die=2)
    asked = run(clone(at_lower))
    assert isinstance(asked, Decision) and len(asked.options) == 9
    for option in asked.options:
        shown = forecast_of(at_lower, option)
        assert shown is not None and abs(sum(p for _, p in shown.results) - 1) < 1e-9
    assert forecast_of(at_lower, LOWER[2, 0, True]) is None, "not allowed: no odds"


def test_forecast_of_an_attack_and_of_a_counter_attack() -> None:
    s = do(table({"47": NZ}, {"Allied": ("47",)}), "activate A/24NZ", "add B/24NZ")
    shown = forecast_of(s, GAME.texts.parse("enter 46"))
    assert shown is not None and "Jail" in shown.title
    assert forecast_of(s, GAME.texts.parse("enter 54")) is None, "no fight on Allied ground"
    held = table({"46": NZ}, {"Allied": ("46",)})
    threat = threat_of(held, A["46"])
    assert threat is not None
    assert [round(p * 6) for _, p in threat.results] == [1, 1, 2, 2], "round 2: end, none, small, serious"
    assert sum(p for _, p in threat.results) == pytest.approx(1)
    assert threat_of(held, A["48"]) is None
    held.air = held.artillery = 0
    bare = threat_of(held, A["46"])
    assert bare is not None and bare.results == threat.results, "with nothing left to lower the draw nobody is asked"
    assert bare.chance == pytest.approx(threat.chance), "both are reckoned without support"


def test_the_largest_fight_of_all_variants_is_estimated_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prospects, "BUDGET", 50)
    s = fight("46", *NZ[:2], options=ALL_VARIANTS)
    shown = forecast_of(s, LOWER[0, 0, False])
    assert shown is not None and shown.about.startswith("about")
    assert sum(p for _, p in shown.results) == pytest.approx(1)


def _play(s: CityState, answer: Any, policy: Policy, source: Seeded) -> tuple[Any, Any]:
    """One fight by the same policy: the draw and what both sides brought to the dice."""
    world, heard, faced = clone(s), list[Any](), list[Any]()

    def note(event: Any) -> None:
        if type(event).__name__ == "Faced":
            sorts = [SORT[k] for k in event.kinds]
            factors = sum(CHIT_CF[k] for k in event.kinds)
            faced.append(Draw(len(sorts), factors, sorts.count(1), sorts.count(2), sorts.count(4)))
        label = prospects.mustered(event)
        if label is not None:
            heard.append(label)

    push(world, answer, note)
    while not heard:
        asked = run(world, note)
        if heard:
            break
        assert asked is not None
        push(world, policy(world, asked) if isinstance(asked, Decision) else source(asked), note)
    return faced[0], heard[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a tank that fights", "level 3, armor replaced", "duels"])
def test_exact_odds_agree_with_a_hundred_thousand_fights(name: str) -> None:
    from scipy.stats import chisquare

    s, answer = FIGHTS[name]
    policy, source, trials = Policy(), Seeded(f"chi {name}"), 100_000
    exact: tuple[Any, Any] = (draws(s, (answer,), policy), strengths(s, (answer,), policy))
    found: tuple[Counter[Any], Counter[Any]] = (Counter(), Counter())
    for _ in range(trials):
        for count, label in zip(found, _play(s, answer, policy, source), strict=True):
            count[label] += 1
    for told, count in zip(exact, found, strict=True):
        assert told is not None
        assert set(count) <= set(told), "something happened that was given no chance"
        common = [x for x in told if told[x] * trials >= 5]
        rare = trials - sum(count[x] for x in common)
        seen = [count[x] for x in common]
        wanted = [float(told[x]) * trials for x in common]
        left = trials - sum(wanted)
        if left > 1e-6:
            seen.append(rare)
            wanted.append(left)
        assert chisquare(seen, wanted).pvalue > 0.001
