"""Battery, part two: nobody learns what is not theirs."""

import random
from typing import Any

import pytest

from grognard.core import ALL, DONE, NO, SPECTATOR, YES, Add, Game, Match, Refused, Seeded, UnitId, clone, push, run
from tests.kit import random_match, random_options

Table = tuple[Game[Any], str]


def test_the_seat_asked_sees_the_same_question_on_its_view(table: Table) -> None:
    game, scenario = table
    for match in random_match(game, 21, scenario, random_options(game, scenario, random.Random(21))):
        if match.decision is not None:
            view = match.view(match.decision.seat)
            assert view.stack[-1].ask(view) == match.decision


def test_resampled_worlds_look_the_same(table: Table) -> None:
    game, scenario = table
    rng = random.Random(22)
    for k, match in enumerate(random_match(game, 22, scenario, random_options(game, scenario, rng))):
        if k % 3 or match.decision is None:
            continue
        for seat in range(game.seat_count):
            view = match.view(seat)
            assert game.view(game.resample(view, seat, rng), seat) == view


def test_what_a_seat_learns_is_marked_as_a_reveal(table: Table) -> None:
    """Give the seat's answer in the true and in a resampled world: where its views part, an event must say so."""
    game, scenario = table
    rng = random.Random(23)
    for k, match in enumerate(random_match(game, 23, scenario, random_options(game, scenario, rng))):
        decision = match.decision
        if k % 3 or decision is None:
            continue
        seat, option = decision.seat, rng.choice(decision.options)
        heard: list[Any] = []
        true, world = clone(match.state), game.resample(match.view(seat), seat, rng)
        for s in (true, world):
            push(s, option, heard.append)
            run(s, heard.append)
        if game.view(true, seat) != game.view(world, seat):
            assert any(event.reveals for event in heard), (decision.prompt, game.texts.show(option))


def test_seats_not_asked_cannot_answer(table: Table) -> None:
    game, scenario = table
    match = Match.start(game, Seeded(1), scenario)
    decision = match.decision
    assert decision is not None
    before = game.codec.digest(match.state)
    for seat in (*range(game.seat_count), SPECTATOR):
        if seat != decision.seat:
            with pytest.raises(Refused) as told:
                match.answer(seat, decision.options[0])
            assert told.value.refusal.key == "not_your_turn"
    with pytest.raises(Refused) as told:
        match.answer(decision.seat, Add(UnitId(9999)))
    assert told.value.refusal.key == "no_such"
    foreign = next(option for option in (ALL, DONE, YES, NO) if option not in decision.options)
    with pytest.raises(Refused) as told:
        match.answer(decision.seat, foreign)
    assert told.value.refusal.rule
    assert game.codec.digest(match.state) == before
    assert match.record.entries == []
