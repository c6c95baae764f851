"""What buttons and the log say."""

import random

import pytest

from grognard.core import DONE, NO, YES, Match, Seeded
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import SPACE, UNIT, Group
from grognard.games.thunder_at_cassino.rules.events import Fired, FireSummed, Struck


@pytest.mark.parametrize("scenario", ["intro_town", "intro_hill", "final_days"])
def test_no_button_says_only_yes_no_or_done(scenario: str) -> None:
    bare = {GAME.words.option(option) for option in (DONE, NO, YES)}
    match, rng = Match.start(GAME, Seeded(2), scenario), random.Random(2)
    asked = set()
    while (decision := match.decision) is not None:
        for option in decision.options:
            if option in (DONE, NO, YES):
                asked.add(decision.prompt)
                assert GAME.words.choice(decision.prompt, option) not in bare, decision.prompt
        match.answer(decision.seat, rng.choice(decision.options))
    assert {"move.pick", "move.party", "reroll"} <= asked


def test_a_die_that_nothing_is_added_to_is_told_once() -> None:
    one, other = UNIT["25 NZ B-1"], UNIT["1/I/3-1"]
    assert GAME.words.event(Struck((one,), other, 4, (), 4, False)) == "25 NZ B-1 against 1/I/3-1: die 4, no effect."
    helped = GAME.words.event(Struck((one,), other, 5, (("9.7.A", 2),), 7, True))
    assert helped == "25 NZ B-1 against 1/I/3-1: die 5, helpers +2 (9.7.A): 7, 1/I/3-1 is hit."


def test_a_fire_is_told_shortly_and_its_sum_lies_beneath() -> None:
    one, other = UNIT["25 NZ B-1"], UNIT["1/I/3-1"]
    ours, theirs = (("8.351", 3),), (("8.352", 1), ("8.352.C", 4))
    fire = Fired((one,), SPACE["8"], SPACE["11"], Group(1), 3, 9, 12, 5, 6, 11, 1, (other,))
    assert GAME.words.event(fire) == (
        "Fire from 8 at committed units in 11 Convent: 3 + dice 9 = 12 against 5 + dice 6 = 11, 1 casualty point."
    )
    assert GAME.words.event(FireSummed((one,), (other,), ours, theirs)) == (
        "By 25 NZ B-1: best attack factor +3 (8.351). Under fire 1/I/3-1: weakest defence factor +1 (8.352), "
        "terrain +4 (8.352.C)."
    )
    assert GAME.words.part("FireSummed") == "Fired" and GAME.words.part("ShellSummed") == "Shelled"
