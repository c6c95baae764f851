"""Whose turn it is, whoever is asked in it: the story of a turn does not end where somebody fires back."""

import random

import pytest

from grognard.core import Match, Seeded, load_game, whose_turn

TITLES = [
    ("cassino_1944", {"Half", "Walk", "Join"}, {"PostCombatAdvance"}),
    ("thunder_at_cassino", {"Impulse", "MoveImpulse", "FireImpulse", "PickFirers"}, {"Pay", "FireAttack"}),
    ("battle_for_cassino", {"Movement", "Walk", "Missions"}, {"Fires"}),
    ("dark_victory", {"Actions"}, {"Triggered"}),
    ("second_front_now", {"Commands", "Order", "Walk"}, {"Volley"}),
]
GAMES, LONG = 12, 4000


@pytest.mark.parametrize(("name", "own", "asked_back"), TITLES)
def test_whoever_is_asked_in_it_a_turn_is_its_players(name: str, own: set[str], asked_back: set[str]) -> None:
    """Steps a player acts in are in his own turn; of those that ask the other side some are in the other's."""
    acted, back = set(), set()
    for seed in range(GAMES):
        match, rng = Match.start(load_game(name), Seeded(seed)), random.Random(seed)
        while match.decision is not None and len(match.record.entries) < LONG:
            seat, turn, step = match.decision.seat, whose_turn(match.state), type(match.state.stack[-1]).__name__
            if step in own:
                assert turn == seat, step
                acted.add(step)
            elif step in asked_back and turn not in (None, seat):
                back.add(step)
            match.answer(seat, rng.choice(match.decision.options))
        if acted == own and back == asked_back:
            return
    raise AssertionError(f"never seen: {own - acted} {asked_back - back}")


def test_the_trace_of_an_answer_tells_in_whose_turn_it_was_given() -> None:
    match, rng = Match.start(load_game("battle_for_cassino"), Seeded(7)), random.Random(7)
    told = []
    while match.decision is not None and len(match.record.entries) < 800:
        before = len(match.record.entries)
        turn = whose_turn(match.state)
        match.answer(match.decision.seat, rng.choice(match.decision.options))
        told.append((match.traces[before].turn, turn))
    assert all(kept == turn for kept, turn in told) and {turn for _, turn in told} == {None, 0, 1}
