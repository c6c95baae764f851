"""Random and greedy players: they finish, they are reproducible, they see only their view."""

import random

import pytest

from grognard.bots import GreedyPlayer, make_player, play_out
from grognard.core import Decision, Match, Seeded, SetupError
from tests.drill import GAME
from tests.drill.content import DEAD, units_of


def test_an_unknown_level_is_refused_by_name() -> None:
    known = "random, recruit, greedy, veteran, general"
    with pytest.raises(SetupError, match=f"no player is called 'wizard'; there are: {known}"):
        make_player("wizard", GAME)


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_same_seed_same_game(level: str) -> None:
    def game(seed: int) -> tuple[object, object]:
        outcome, state = play_out(GAME, [make_player(level, GAME, f"{seed} {k}") for k in range(3)], seed)
        return outcome, GAME.codec.digest(state)

    assert game(4) == game(4)
    assert len({str(game(seed)) for seed in range(6)}) > 1


def test_greedy_loses_fewer_units_than_random() -> None:
    lost = {"greedy": 0, "random": 0}
    for seed in range(30):
        levels = ["greedy", "random", "random"]
        random.Random(seed).shuffle(levels)
        _, state = play_out(GAME, [make_player(level, GAME, seed) for level in levels], seed)
        for side, level in enumerate(levels):
            lost[level] += sum(state.loc[u] == DEAD for u in units_of(side))
    assert lost["greedy"] / 30 < lost["random"] / 60


def test_greedy_answers_the_same_whatever_is_hidden_from_it() -> None:
    """Two worlds that differ only in hidden facts give the same distribution of choices."""
    match = Match.start(GAME, Seeded(3))
    rng = random.Random(3)
    compared = 0
    while (decision := match.decision) is not None and compared < 8:
        assert isinstance(decision, Decision)
        seat = decision.seat
        view = match.view(seat)
        other = GAME.resample(view, seat, random.Random(9))
        if other != match.state:
            compared += 1
            mine = [GreedyPlayer(GAME, k, nodes=60).choose(view, decision, seat) for k in range(3)]
            theirs = [GreedyPlayer(GAME, k, nodes=60).choose(GAME.view(other, seat), decision, seat) for k in range(3)]
            assert mine == theirs
        match.answer(seat, rng.choice(decision.options))
    assert compared == 8
