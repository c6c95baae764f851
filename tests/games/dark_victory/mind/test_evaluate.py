"""What players think of a position: zero-sum, sensible directions, answers that are expected of the other side."""

import pytest

from grognard.bots import make_player, play_out
from grognard.core import Match, Seeded
from grognard.games.dark_victory.content import MEXICAN, SECOND, SPACE, TEXAN, TURNS
from grognard.games.dark_victory.mind.candidates import candidates
from grognard.games.dark_victory.mind.evaluate import MIND, NAMES, evaluate, terms
from grognard.games.dark_victory.mind.prospects import assault
from grognard.games.dark_victory.mind.shooting import chance, replies
from tests.games.dark_victory.kit import GAME, act, beginning, board
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


def test_on_the_last_turn_mexican_blood_is_no_reason_to_stand_still() -> None:
    """A platoon below a squad in the breach: at such odds nobody strikes, unless nothing else is left."""
    units = {"M2-F5": "2413", "T4-inf1": "2414", "T4-inf2": "2414", "Jones": "2414"}
    a, b = (SPACE[name] for name in ("2413", "2414"))
    before, last = (assault(board(units, turn=turn), MEXICAN, a, b) for turn in (TURNS - 1, TURNS))
    assert before == 0.0 < last < 0.1


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


def test_who_falls_makes_nothing_worse_for_the_attacker() -> None:
    """Mexicans who stand around one Texan do not lose by his death because the next one is far away."""
    crowd = {f"M2-F{k}": hex for k, hex in enumerate(("2419", "2420", "2519", "2520"), 1)}
    far = {"T6-inf1": "2129", "Duque": "2419"}
    near = value({**crowd, **far, "T4-inf1": "2320"})
    assert value({**crowd, **far}) > near


def test_stacks_take_their_turn_one_by_one_leaders_last() -> None:
    units = {"M2-F1": "2310", "M2-F2": "2312", "Duque": "2311", "T7-inf1": "2120"}
    asked = act(board(units, turn=3))
    assert asked.asked is not None
    order = []
    for _ in range(3):
        (first,) = candidates(asked.s, asked.asked)
        order.append(GAME.texts.show(first))
        asked = asked.then(order[-1], "done")
        assert asked.asked is not None or len(order) == 3
    assert order == ["activate M2-F2", "activate M2-F1", "activate Duque"]


def test_one_platoon_parts_from_its_stack_for_a_scaffold() -> None:
    units = {"M2-F1": "2213", "M2-F2": "2213", "Duque": "2213", "T7-inf1": "2320"}
    asked = act(board(units, ladders=[("2213", "2214")]), "activate M2-F1")
    assert asked.prompt == "muster" and asked.asked is not None
    assert [GAME.texts.show(o) for o in candidates(asked.s, asked.asked)] == ["done", "stay M2-F1"]
    alone = asked.then("stay M2-F1")
    assert alone.asked is not None
    assert [GAME.texts.show(o) for o in candidates(alone.s, alone.asked)] == ["done", "stay Duque"]
    assert "2214" in alone.then("stay Duque").verbs("go") and "2214" not in asked.then("done").verbs("go")


def test_doors_are_tried_where_texans_are_behind_them() -> None:
    units = {"M2-F1": "2523", "Duque": "2523", "M3-F1": "2020", "Romero": "2020", "T1-inf1": "2623 in"}
    asked = act(board(units, beginning(7)), "done")
    assert asked.prompt == "break_doors" and asked.asked is not None
    assert [GAME.texts.show(o) for o in candidates(asked.s, asked.asked)] == ["break 2523 > 2623 in", "done"]


def test_a_promising_assault_is_worth_something() -> None:
    over_the_wall = {"M2-F1": "2513", "M2-F2": "2513", "Duque": "2513", "T4-inf1": "2514", "T6-inf1": "2129"}
    told = terms(board(over_the_wall), MEXICAN)["assault"]
    alone = terms(board({k: v for k, v in over_the_wall.items() if k != "M2-F2"}), MEXICAN)["assault"]
    assert told > alone > 0
    assert terms(board({**over_the_wall, "T4-inf1": "2314"}), MEXICAN)["assault"] == 0


def test_who_reacts_fires_or_stays() -> None:
    """A walk in the enemy's turn would only put off what the mover does next, and leave a leader alone."""
    units = {"M4-L1": "2310", "T7-inf1": "2314", "Travis": "2314", "M4-L6": "0505"}
    asked = act(board(units, turn=9), "activate M4-L1", "go 2311", "react 2314")
    assert asked.asked is not None and asked.verbs("go")
    assert {GAME.texts.show(o).split()[0] for o in candidates(asked.s, asked.asked)} == {"done", "bring", "shoot"}
    fired = asked.then("shoot 2310", dice=[(6, 6)])
    assert fired.asked is not None and fired.verbs("go")
    assert [GAME.texts.show(o) for o in candidates(fired.s, fired.asked)] == ["done"]


def test_a_garrison_keeps_its_posts_until_mexicans_are_near() -> None:
    squad = {"T6-inf1": "2429", "T6-inf2": "2429", "Baker": "2429"}
    for hex, moves in (("2534", False), ("2531", True)):  # six hexes away, three
        asked = act(board({**squad, "M4-L1": hex}, side=TEXAN, turn=2), "activate T6-inf1", "done")
        assert asked.asked is not None and asked.verbs("go")
        assert any(GAME.texts.show(o).startswith("go") for o in candidates(asked.s, asked.asked)) == moves


def test_of_ways_worth_the_same_the_greedy_player_takes_the_shortest() -> None:
    """It fires from where it stands, and does not walk to another place first that is as good."""
    squad = {"T6-inf1": "2429", "T6-inf2": "2429", "Baker": "2429", "M4-L1": "2531"}
    asked = act(board(squad, side=TEXAN, turn=2), "activate T6-inf1", "done")
    assert asked.asked is not None and MIND.thrift.brief
    chosen = {make_player("greedy", GAME, seed).choose(asked.s, asked.asked, 1) for seed in range(8)}
    assert [GAME.texts.show(o) for o in chosen] == ["shoot 2531"]


def test_a_greedy_game_of_the_short_scenario_ends() -> None:
    players = [make_player("greedy", GAME, seed) for seed in (1, 2)]
    outcome, state = play_out(GAME, players, 4, "long_barracks")
    assert outcome.result.winners and state.stack == () and GAME.broken(state) == []
    assert MIND.probe is not None and MIND.probe(state)["losses"] > 0
