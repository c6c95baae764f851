"""What players think of a position: zero-sum, sensible directions, answers that are expected of the other side."""

import pytest

from grognard.bots import make_player, play_out
from grognard.core import Match, Seeded
from grognard.games.dark_victory.content import MEXICAN, SECOND, TEXAN
from grognard.games.dark_victory.mind.candidates import candidates, chance, replies
from grognard.games.dark_victory.mind.evaluate import MIND, NAMES, evaluate, terms
from tests.games.dark_victory.kit import GAME, act, board
from tests.kit import random_match

QUIET = {"M4-L1": "2310", "T4-inf1": "2320", "T4-inf2": "2414", "Jones": "2414"}


def value(units: dict[str, str], **told: object) -> float:
    return evaluate(board(units, **told), MEXICAN)


def test_the_value_is_zero_sum_and_the_sum_of_its_terms() -> None:
    for k, match in enumerate(random_match(GAME, 3, "long_barracks")):
        if k % 40 == 0 and match.state.result is None:
            s = match.state
            assert evaluate(s, MEXICAN) == pytest.approx(-evaluate(s, TEXAN))
            assert evaluate(s, SECOND) == evaluate(s, MEXICAN)
            assert sum(terms(s, TEXAN).values()) == pytest.approx(evaluate(s, TEXAN))
            assert tuple(terms(s, MEXICAN)) == NAMES
    assert match.result is not None and abs(evaluate(match.state, TEXAN)) == 1000.0
    assert evaluate(match.state, TEXAN) == (1000.0 if TEXAN in match.result.winners else -1000.0)


def test_losses_and_the_garrison_weigh() -> None:
    base = value(QUIET)
    assert value({k: v for k, v in QUIET.items() if k != "T4-inf1"}) > base
    assert value(QUIET, reduced=["M4-L1"]) < base
    assert value(QUIET, doors=[("2523", "2623 in")]) > base
    assert value({**QUIET, "T4-inf1": "2623 in"}, turn=16) < value({**QUIET, "T4-inf1": "2320"}, turn=16) + 1


def test_daylight_and_crowds_make_exposure_worse() -> None:
    seen = {"M4-L1": "2411", "T4-inf2": "2414", "Jones": "2414"}
    two = {**seen, "M4-L2": "2411"}
    dark = terms(board(seen, turn=3), MEXICAN)["exposure"]
    light = terms(board(seen, turn=10), MEXICAN)["exposure"]
    assert light < dark < 0
    assert terms(board(two, turn=10), MEXICAN)["exposure"] < 3 * light


def test_expected_replies_fire_when_it_is_worth_it() -> None:
    units = {"M4-L1": "2310", "T7-inf1": "2314", "Travis": "2314", "M4-L6": "0505"}
    asked = act(board(units, turn=9), "activate M4-L1", "go 2311")
    assert asked.prompt == "triggered" and asked.asked is not None
    reply = replies(asked.s, asked.asked)
    assert reply is not None and GAME.texts.show(reply) == "react 2314"
    fire = asked.then("react 2314")
    assert fire.asked is not None
    told = replies(fire.s, fire.asked)
    assert told is not None and GAME.texts.show(told).startswith("shoot")
    poor = act(board(units, turn=1, reduced=["M4-L1"]), "activate M4-L1", "go 2311")
    assert poor.asked is not None and replies(poor.s, poor.asked) == poor.asked.options[-1]
    assert chance(2) == pytest.approx(1 / 36) == chance(-9) and chance(12) == 1.0


def test_candidates_keep_the_quiet_answer_and_bound_the_choice() -> None:
    match = Match.start(GAME, Seeded(2))
    for _ in range(300):
        decision = match.decision
        if decision is None:
            break
        found = candidates(match.state, decision)
        assert found and all(o in decision.options for o in found) and len(found) <= 90
        match.answer(decision.seat, found[-1])


def test_a_greedy_game_of_the_short_scenario_ends() -> None:
    players = [make_player("greedy", GAME, seed) for seed in (1, 2)]
    outcome, state = play_out(GAME, players, 4, "long_barracks")
    assert outcome.result.winners and state.stack == () and GAME.check(state) == []
    assert MIND.probe is not None and MIND.probe(state)["losses"] > 0
