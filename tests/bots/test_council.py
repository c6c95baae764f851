"""The council before a turn: another stance is taken only when it is better by more than chance, in time."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from grognard.bots import budget_of
from grognard.bots.council import LEAST, MOST, USUAL, best_stance
from grognard.bots.general import GeneralPlayer
from grognard.bots.rehearsal import half_of
from grognard.core import Decision, Match, Seeded, load_game


def never() -> bool:
    return False


def by_table(gains: dict[str, list[float]], asked: Counter[tuple[str, int]]) -> Callable[[str, int], float]:
    """What every stance comes to by dice; the usual one comes to as much as the number of the dice."""

    def gained(stance: str, dice: int) -> float:
        asked[stance, dice] += 1
        return dice + (gains[stance][dice] if stance else 0.0)

    return gained


def test_the_stance_that_gains_most_on_all_dice_is_taken() -> None:
    asked = Counter[tuple[str, int]]()
    gains = {"bold": [1.0, 2.0, 1.5, 1.0, 2.0], "careful": [3.0, 2.5, 3.5, 3.0, 2.5], "idle": [0.0] * 5}
    assert best_stance(("bold", "careful", "idle"), by_table(gains, asked), never) == "careful"
    assert set(asked.values()) == {1}, "the usual turn is rehearsed once for each dice"
    assert asked["idle", 0] == 1 and asked["idle", 1] == 0, "what is not ahead is dropped"
    assert max(dice for _, dice in asked) == MOST - 1


@pytest.mark.parametrize("gains", [[4.0, -3.0, 0.5, -1.0, 1.0], [1.0, -1.0, 0.0, 0.0, 0.0], [-1.0, 9.0, 9.0, 9.0, 9.0]])
def test_what_chance_may_explain_changes_nothing(gains: list[float]) -> None:
    assert best_stance(("bold",), by_table({"bold": gains}, Counter()), never) == USUAL


@pytest.mark.parametrize(("rounds", "taken"), [(LEAST - 1, USUAL), (LEAST, "bold")])
def test_too_few_dice_before_time_is_up_prove_nothing(rounds: int, taken: str) -> None:
    asked = Counter[tuple[str, int]]()
    gained = by_table({"bold": [2.0, 2.1, 1.9, 2.0, 2.0]}, asked)
    assert best_stance(("bold",), gained, lambda: asked["bold", rounds - 1] > 0) == taken


def test_a_general_with_time_to_spare_holds_one_council_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Second Front Now!: at the first command, not at the next; the stance is given up when the turn is over."""
    game = load_game("second_front_now")
    measured = budget_of(game, "general")
    match = Match.start(game, Seeded(5))
    usual, patient = (GeneralPlayer(game, 1, times * measured) for times in (1, 5))
    other = GeneralPlayer(game, 2, measured)
    held: list[tuple[int, ...]] = []
    council = patient._council

    def raid(*of: Any) -> str:
        held.append(of[2])
        assert council(*of) in (USUAL, *patient._valuation.mind.stances)
        return "raid"

    monkeypatch.setattr(patient, "_council", raid)
    for player in (usual, patient, other):
        player.steady()
    halves: set[tuple[int, ...]] = set()
    worked = Counter[str]()
    while len(halves) < 5:
        asked = match.decision
        assert isinstance(asked, Decision)
        if asked.seat == 1:
            if type(match.state.stack[-1]) in patient.rests:
                halves.add(half_of(match.state, asked))
            before = patient.valued, usual.valued
            usual.choose(match.view(1), asked, 1)
            answer = patient.choose(match.view(1), asked, 1)
            worked.update(patient=patient.valued - before[0], usual=usual.valued - before[1])
            if held and half_of(match.state, asked) == held[-1]:
                assert patient._stance == "raid" and "a turn of marches" in patient.reasons()
        else:
            answer = other.choose(match.view(0), asked, 0)
        match.answer(asked.seat, answer)
    assert len(held) == len(set(held)) >= 2 and all(half[-1] == 1 for half in held)
    assert worked["patient"] > 2 * worked["usual"]
    patient.stand(USUAL)
    assert patient._valuation._of == usual._valuation._of


def test_a_stance_weighs_some_terms_more_and_is_forgotten() -> None:
    game = load_game("second_front_now")
    player = GeneralPlayer(game, 1)
    usual = [dict(each) for each in player._valuation._of]
    player.stand("raid")
    assert [each["walk"] for each in player._valuation._of] == [pytest.approx(1.7 * each["walk"]) for each in usual]
    assert [each["points"] for each in player._valuation._of] == [each["points"] for each in usual]
    player.stand(USUAL)
    assert player._valuation._of == usual
