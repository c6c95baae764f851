"""The general's search: every future counts with its chance, and long rows of dice do not swell it."""

import pytest

from grognard.bots.general import RARE, GeneralPlayer
from grognard.core import Match, Seeded, load_game


def test_a_long_row_of_dice_leads_to_few_futures() -> None:
    """The German set-up of Thunder at Cassino is followed by some twenty rolls, for rubble and for casualties."""
    game = load_game("thunder_at_cassino")
    match = Match.start(game, Seeded(1))
    asked = match.decision
    assert asked is not None and asked.default >= 0
    general = GeneralPlayer(game, 1)
    futures = list(general._futures(match.state, (asked.options[asked.default],), asked.seat))
    assert 1 < len(futures) <= 6 / RARE
    assert sum(chance for chance, _ in futures) == pytest.approx(1.0)
