"""Cases in the sentences of the log, as the rulebook prints them."""

import random

import pytest

from grognard.core import Match, Seeded, load_game
from grognard.server.citing import as_printed
from grognard.server.presenter import Presenter


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("every attacker across water -1 (6.1.1.water), armor +1 (6.1.2): fought on 3-1.",
         "every attacker across water -1 (6.1.1), armor +1 (6.1.2): fought on 3-1."),
        ("British attack +1 (10.5.3.shift)", "British attack +1 (10.5.3)"),
        ("leader +1 (9.3.mod.rl)", "leader +1 (9.3)"),
        ("hills +2 (8.352.C), by armor (9.7.B.arm)", "hills +2 (8.352 C), by armor (9.7 B)"),
        ("The Abbey (1406), half of them (3), 2 (1.5) and (none) stay.",
         "The Abbey (1406), half of them (3), 2 (1.5) and (none) stay."),
    ],
)  # fmt: skip
def test_our_words_for_parts_of_a_case_are_left_out(said: str, shown: str) -> None:
    assert as_printed(said) == shown == as_printed(shown)


def test_the_table_reads_printed_numbers() -> None:
    game = load_game("cassino_1944")
    match, rng = Match.start(game, Seeded(3), options={"weather": True}), random.Random(3)
    while (decision := match.decision) is not None:
        match.answer(decision.seat, rng.choice(decision.options))
    lines = [line.text for line in Presenter(game).lines(match, -1, -1, len(match.record.entries))]
    fought = [text for text in lines if "every attacker across water" in text]
    assert fought and all("(6.1.1)" in text for text in fought)
    assert not [text for text in lines if "6.1.1.water" in text or "10.4.1." in text]
