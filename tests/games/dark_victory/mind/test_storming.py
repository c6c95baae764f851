"""What assaults are worth to the general: every Texan counted once, and steps that may be spent."""

import pytest

from grognard.bots import make_player
from grognard.bots.planner import Planner
from grognard.games.dark_victory.content import MEXICAN, TEXAN
from grognard.games.dark_victory.mind.candidates import candidates, thorough
from grognard.games.dark_victory.mind.evaluate import MIND, evaluate, storming, storming_terms, terms
from grognard.games.dark_victory.mind.prospects import STEP, assaults, plenty, step_price, storms
from tests.games.dark_victory.kit import GAME, Played, act, board, fighting

ROOM = {"T4-inf1": "2616 in", "T4-inf2": "2616 in", "Jones": "2616 in"}
RING = {"M2-F1": "2418", "M2-F2": "2419", "M2-F3": "2517", "M2-F4": "2519", "T4-inf1": "2518"}
"""Four platoons around one squad in the plaza."""


def choice(played: Played) -> str:
    """What the general answers as Mexican."""
    player = make_player("general", GAME, 1)
    assert isinstance(player, Planner) and played.asked is not None
    player.steady()
    return GAME.texts.show(player.choose(GAME.view(played.s, MEXICAN), played.asked, MEXICAN))


def test_nobody_falls_twice() -> None:
    """Four platoons around one squad promise no more than the best of them; around two squads, than the best two."""
    one = board({name: hex for name, hex in RING.items() if name in ("M2-F1", "T4-inf1")}, turn=8)
    many = board(RING, turn=8)
    assert storms(one) == pytest.approx(assaults(one, MEXICAN))
    assert storms(many) == pytest.approx(storms(one)) and assaults(many, MEXICAN) == pytest.approx(4 * storms(one))
    pair = board({**RING, "T4-inf2": "2518"}, turn=8)
    assert storms(pair) == pytest.approx(assaults(pair, MEXICAN) / 2)


def test_a_squad_that_is_surrounded_is_assaulted_and_not_kept() -> None:
    """The more platoons stood around a squad, the more it seemed worth to leave it for the next turn."""
    units = {**RING, "M2-F5": "2618", "M2-F6": "2418", "Duque": "2418"}
    assert choice(act(board(units, fighting(MEXICAN, 14), turn=14))) == "assault 2518"


def test_the_general_counts_so_as_mexican_only() -> None:
    s, weights = board(RING), MIND.weights
    assert storming(s, TEXAN, weights) == evaluate(s, TEXAN, weights)
    assert storming(s, MEXICAN, weights) < evaluate(s, MEXICAN, weights)
    told, plain = storming_terms(s, MEXICAN, weights), terms(s, MEXICAN, weights)
    assert sum(told.values()) == pytest.approx(storming(s, MEXICAN, weights))
    assert {name for name in told if told[name] != plain[name]} == {"assault"}
    assert storming_terms(s, TEXAN, weights) == terms(s, TEXAN, weights)
    assert MIND.eyes_of("general").evaluate is storming and MIND.eyes_of("veteran").evaluate is None


def test_steps_to_spare_are_spent_on_rooms_and_the_last_ones_are_not() -> None:
    """Three behind is a melee for a general who has more steps left than turns; other levels let it be."""
    units = {**ROOM, "M2-F1": "2516", "Duque": "2516"}

    def offered(lost: int) -> list[str]:
        played = act(board(units, fighting(MEXICAN, 15), turn=15, doors=[("2516", "2616 in")]))
        assert played.asked is not None
        played.s.column_losses[0] = lost
        assert plenty(played.s) == (lost < 50) and (step_price(played.s) < STEP) == (lost < 50)
        assert [GAME.texts.show(o) for o in candidates(played.s, played.asked)] == ["done"]
        return [GAME.texts.show(o) for o in thorough(played.s, played.asked)]

    assert offered(20) == ["assault 2616 in", "done"]
    assert offered(55) == ["done"]
    assert not plenty(board(units, turn=8))
