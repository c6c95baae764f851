"""Whose badge a line of the log wears: of who answered, unless the turn of another goes on after the answer."""

import random

import pytest

from grognard.core import Match, Seeded, load_game
from grognard.server.presenter import Presenter


@pytest.mark.parametrize(
    ("name", "deed", "prompt"),
    [
        ("dark_victory", "Moved", "triggered"),
        ("thunder_at_cassino", "Fired", "reroll"),
        ("thunder_at_cassino", "Struck", "reroll.close"),
    ],
)
def test_what_goes_on_after_anothers_answer_wears_the_badge_of_who_does_it(name: str, deed: str, prompt: str) -> None:
    """A march goes on when nobody reacts to it, fire counts when nobody spends anything to have it rolled again."""
    game = load_game(name)
    presenter, went_on, answered = Presenter(game), 0, 0
    for seed in range(12):
        match, rng = Match.start(game, Seeded(seed)), random.Random(seed)
        sides = {piece.unit: piece.side for piece in presenter.scene(match.state, -1).pieces if piece.unit >= 0}
        while match.decision is not None and len(match.record.entries) < 900:
            match.answer(match.decision.seat, rng.choice(match.decision.options))
        for line in presenter.lines(match, -1, -1, len(match.record.entries)):
            entry = match.record.entries[line.entry - 1]
            if line.kind != deed or entry.ask != prompt or line.units[0] not in sides:
                continue
            went_on += entry.who != match.state.seats[sides[line.units[0]]]
            answered += 1
            assert line.seat == match.state.seats[sides[line.units[0]]], line
        if went_on:
            return
    raise AssertionError(f"of {answered} lines none was another's than who answered")


def test_what_an_answer_in_anothers_turn_does_itself_stays_of_who_answered() -> None:
    game = load_game("battle_for_cassino")
    presenter, match, rng = Presenter(game), Match.start(game, Seeded(0)), random.Random(0)
    while match.decision is not None and len(match.record.entries) < 700:
        match.answer(match.decision.seat, rng.choice(match.decision.options))
    lines = presenter.lines(match, -1, -1, len(match.record.entries))
    back = [line for line in lines if line.entry and match.traces[line.entry - 1].turn not in (None, line.seat)]
    told = {line.kind for line in back if line.seat >= 0}
    assert {"Retreated", "SupplySpent"} <= told, told
    assert all(line.seat == match.record.entries[line.entry - 1].who for line in back if line.seat >= 0)
