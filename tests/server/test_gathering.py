"""Attacks planned as one and what answers do at once, found by the answers of the games themselves."""

import random
from typing import Any

import pytest

from grognard.core import Decision, Game, Match, Option, Seeded, load_game
from grognard.look.display import Display, display_of
from grognard.server.consequences import consequences
from grognard.server.gathering import Gathered, gathered


def _display(game: Game[Any]) -> Display[Any]:
    display = display_of(game)
    assert display is not None
    return display


def _until(game: Game[Any], wanted: str, seed: int, prefer: str = "", first: str = "") -> Match[Any]:
    """A random game at the first question of this kind; `prefer`: a verb taken wherever it is offered."""
    match, rng = Match.start(game, Seeded(seed)), random.Random(seed)
    if first:
        match.answer(match.decision.seat, game.texts.parse(first))  # type: ignore[union-attr]  # it has just begun
    while (decision := match.decision) is not None and decision.prompt != wanted:
        bold = [o for o in decision.options if type(o).__name__ == prefer]
        match.answer(decision.seat, rng.choice(bold or decision.options))
    assert decision is not None, f"no question {wanted!r}"
    return match


def _plan(game: Game[Any], match: Match[Any], first: Option | None, units: list[int] | None) -> Gathered:
    decision = match.decision
    assert decision is not None
    made = gathered(game, match.view(decision.seat), decision.seat, first, units, _display(game).forecast)
    assert made is not None
    return made


def test_the_best_party_is_suggested_and_every_toggle_has_its_odds() -> None:
    """Cassino (1944): one alone, or the best; the plan is one the match takes up to the dice."""
    game = load_game("cassino_1944")
    match, rng = Match.start(game, Seeded(1)), random.Random(1)
    wide: list[tuple[Option, Gathered]] = []
    while (decision := match.decision) is not None and not wide:
        attacks = [o for o in decision.options if type(o).__name__ == "Attack"]
        plans = [(first, _plan(game, match, first, None)) for first in attacks]
        wide = [(first, plan) for first, plan in plans if len(plan.members) > 1]
        if not wide:
            match.answer(decision.seat, rng.choice(decision.options))
    first, best = wide[0]
    assert [m.unit for m in best.members if m.taken] == best.best
    assert best.forecast is not None and best.forecast.short == best.short
    one = best.members[0].unit
    alone = _plan(game, match, first, [one])
    assert [m.unit for m in alone.members if m.taken] == [one]
    assert alone.forecast is not None and alone.forecast.gain <= best.forecast.gain
    assert [m.free for m in alone.members] == [True] * len(alone.members), "all of them can still join or stay"
    assert alone.best == best.best, "the suggestion does not depend on what is chosen now"
    nobody = _plan(game, match, first, [])
    assert nobody.options == [] and nobody.refusal is not None and nobody.refusal.key == "nobody_picked"
    before = len(match.record.entries)
    match.plan(match.decision.seat, alone.options)  # type: ignore[union-attr]  # the loop ended at a question
    assert match.record.entries[before].answer == first
    assert match.state.combat is None or match.state.combat.attackers == (one,)


def test_duties_bind_those_who_have_no_other_target() -> None:
    """The Battle for Cassino: whoever only touches this hex is in the assault, and cannot be left out."""
    game = load_game("battle_for_cassino")
    match = _until(game, "announce", 1, "Attack", "suggested")
    plan = _plan(game, match, None, [])
    assert any(m.taken and not m.free for m in plan.members)
    assert plan.options or plan.refusal is not None


def test_those_held_back_are_left_out() -> None:
    """Second Front Now!: everybody attacks who is not held back, and never artillery alone."""
    game = load_game("second_front_now")
    for seed in range(1, 30):
        match = _until(game, "join", seed, "Attack")
        decision = match.decision
        assert decision is not None
        if len(decision.units) > 1 and len(decision.options) > 2:
            break
    plan = _plan(game, match, None, None)
    assert {m.unit for m in plan.members} == set(decision.units)
    keep = next(m.unit for m in plan.members if m.free)
    less = _plan(game, match, None, [u for u in decision.units if u != keep])
    assert keep not in {m.unit for m in less.members if m.taken}
    assert type(less.options[0]).__name__ == "Withhold"


@pytest.mark.parametrize("name", ["thunder_at_cassino", "cities_of_the_damned", "dark_victory"])
def test_questions_about_marches_gather_nobody(name: str) -> None:
    game = load_game(name)
    match, rng, forecast = Match.start(game, Seeded(1)), random.Random(1), _display(game).forecast
    for _ in range(60):
        decision = match.decision
        assert decision is not None
        made = gathered(game, match.view(decision.seat), decision.seat, None, None, forecast)
        assert made is None or decision.confirm or made.forecast is not None
        match.answer(decision.seat, rng.choice(decision.options))


# What answers do at once


def _told(game: Game[Any], match: Match[Any]) -> dict[str, tuple[list[str], str, bool]]:
    decision = match.decision
    assert isinstance(decision, Decision)
    made = consequences(game, _display(game), match.view(decision.seat), decision.seat, decision.options)
    return {game.texts.show(o): (c.notes, c.short, c.harm) for o, c in zip(decision.options, made, strict=True)}


def test_a_stand_that_eliminates_says_so() -> None:
    """Cassino (1944), 6.2: the point taken by standing damages a unit, or is its last."""
    game = load_game("cassino_1944")
    seen = set()
    for seed in range(40):
        match = _until(game, "retreat", seed, "Attack")
        told = _told(game, match)
        for text, (notes, _, harm) in told.items():
            if text.startswith("stand"):
                assert harm and len(notes) >= 1
                seen.add(notes[0].rpartition(": ")[2])
            else:
                assert notes == [] or not text.startswith("retreat") or not notes[0].endswith("eliminated")
        if seen == {"damaged", "eliminated"}:
            break
    assert seen == {"damaged", "eliminated"}


def test_committing_the_reserve_costs_a_point() -> None:
    game = load_game("cassino_1944")
    match = _until(game, "reserve", 1)
    told = _told(game, match)
    assert told["yes"][0] == ["Victory points 0 → 1"] and told["no"][0] == []


def test_a_reroll_shows_its_odds_and_what_is_lost_without() -> None:
    """Thunder: a new roll costs the Tactical Advantage and has the odds of the attack; declining has none."""
    game = load_game("thunder_at_cassino")
    match = _until(game, "reroll", 1, "Fire", "suggested")
    told = _told(game, match)
    assert any("Tactical Advantage" in note for note in told["yes"][0])
    assert told["yes"][1] and not told["no"][1]


def test_odds_that_are_the_same_for_all_answers_are_not_told() -> None:
    game = load_game("battle_for_cassino")
    match = _until(game, "losses", 1, "Attack", "suggested")
    assert {short for _, short, _ in _told(game, match).values()} == {""}


def test_what_is_not_offered_has_no_consequence() -> None:
    game = load_game("cassino_1944")
    match = Match.start(game, Seeded(1))
    decision = match.decision
    assert decision is not None
    never = game.texts.parse("fight")
    assert consequences(game, _display(game), match.view(0), 0, [never]) == [([], "", False)]
