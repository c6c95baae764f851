"""Answers in a row: what a computer player gives as one plan."""

import random
from typing import Any

import pytest

from grognard.bots import BUDGET, RandomPlayer, answers_in_a_row, budget_of, make_player
from grognard.core import Decision, Match, Option, Seeded, State, load_game
from tests.drill import GAME as DRILL


@pytest.mark.parametrize("name", ["cassino_1944", "thunder_at_cassino", "cities_of_the_damned"])
def test_a_row_is_one_plan_and_the_same_answers_as_one_by_one(name: str) -> None:
    """A whole greedy game given row by row, each as one plan, is the game given answer by answer."""
    game = load_game(name)
    in_rows, one_by_one = (Match.start(game, Seeded(5)) for _ in range(2))
    players = [[make_player("greedy", game, seat) for seat in range(game.seat_count)] for _ in range(2)]
    longest = 0
    for _ in range(60):
        asked = in_rows.decision
        if asked is None:
            break
        view = in_rows.view(asked.seat)
        row = answers_in_a_row(game, players[0][asked.seat], view, asked, asked.seat, random.Random(1))
        longest = max(longest, len(row))
        in_rows.plan(asked.seat, row)
        for answer in row:
            turn = one_by_one.decision
            assert turn is not None
            seen = one_by_one.view(turn.seat)
            assert players[1][turn.seat].choose(seen, turn, turn.seat) == answer
            one_by_one.answer(turn.seat, answer)
        assert game.codec.encode(in_rows.state) == game.codec.encode(one_by_one.state)
    assert longest > 1


def test_a_row_ends_with_a_sealed_answer_and_never_passes_dice() -> None:
    rng = random.Random(2)
    match, player = Match.start(DRILL, Seeded(2)), RandomPlayer(2)
    sealed = 0
    while (asked := match.decision) is not None:
        row = answers_in_a_row(DRILL, player, match.view(asked.seat), asked, asked.seat, rng)
        assert not asked.secret or len(row) == 1
        sealed += asked.secret
        match.answer(asked.seat, row[0])
    assert sealed


class Rambler:
    """Answers with something nobody offered."""

    level = "rambler"

    def choose(self, view: State, decision: Decision, seat: int) -> Option:
        return Option()

    def reasons(self) -> list[str]:
        return []


def test_an_answer_that_was_not_offered_is_an_error() -> None:
    match = Match.start(DRILL, Seeded(2))
    asked = match.decision
    assert asked is not None
    with pytest.raises(ValueError, match="rambler answered with something that was not offered"):
        answers_in_a_row(DRILL, Rambler(), match.view(asked.seat), asked, asked.seat, random.Random(1))


@pytest.mark.parametrize(
    ("name", "level", "seconds", "most"),
    [
        ("cassino_1944", "general", 0.15, 0.75),
        ("thunder_at_cassino", "general", 0.2, 1.0),
        ("cities_of_the_damned", "veteran", 0.1, 1.5),
    ],
)
def test_people_meet_a_level_with_the_time_it_was_measured_with(
    name: str, level: str, seconds: float, most: float
) -> None:
    game = load_game(name)
    player: Any = make_player(level, game)
    assert player._budget == budget_of(game, level) == seconds
    less: Any = make_player(level, game, 0, 0.05)
    more: Any = make_player(level, game, 0, 1.5)
    assert less._budget == 0.05 and more._budget == most
    assert budget_of(DRILL, level) == BUDGET
