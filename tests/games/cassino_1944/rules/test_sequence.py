"""4.0 Sequence of play."""

import pytest

from grognard.core import hush, push, settle
from grognard.core.chance import Seeded
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import ALLIED, GERMAN, TURNS
from grognard.games.cassino_1944.rules.events import HalfBegan, ImpulseBegan, SupplyLoss, TurnBegan
from grognard.games.cassino_1944.rules.sequence import Turn
from tests.games.cassino_1944.kit import act, attack, board

C = "cassino_1944"


def finish_quietly(s):
    """Answer every question by its quiet default; the events heard."""
    events = []
    asked = settle(s, Seeded(1), events.append)
    while asked is not None:
        push(s, asked.options[asked.default], events.append)
        asked = settle(s, Seeded(1), events.append)
    return events


@pytest.mark.case(C, "4.0", "4.1", "4.1.order", "4.1.marker", "9.1")
def test_six_turns_of_four_impulses_allied_half_first():
    s = GAME.new("campaign")
    events = finish_quietly(s)
    assert [e.turn for e in events if type(e) is TurnBegan] == list(range(1, TURNS + 1))
    assert [e.letter for e in events if type(e) is ImpulseBegan] == [0, 1, 2, 3] * TURNS
    assert [e.side for e in events if type(e) is HalfBegan] == [ALLIED, GERMAN] * 24
    assert s.result.winners == (GERMAN,) and s.result.key == "time_out"


@pytest.mark.case(C, "4.0.oos")
def test_vector_22_supply_loss_at_the_start_of_a_turn():
    """A battalion with one point left and no line home is eliminated, and counts."""
    s = board(
        {"753": ("1007", 1), "34/133": "1904", "90/361": "1006", "90/200": "1107", "90/155": "1008",
         "15/129": "1108"},
        stack=(Turn(),), turn=2,
    )  # fmt: skip
    begun = act(s)
    assert begun.heard(SupplyLoss) == [SupplyLoss(7)]
    assert begun.where("753") == "eliminated" and begun.where("34/133") == "1904"


@pytest.mark.case(C, "4.0.oos")
def test_all_units_are_judged_before_a_point_is_marked():
    """Five Allied units ring 44/131 on the north edge and are ringed themselves. The first to die would open the
    way to 44/131, which loses its point all the same (R-64)."""
    s = board(
        {
            "44/131": "1601", "753": ("1602", 1), "34/133": "1501", "34/135": "1502", "34/168": "1701",
            "36/141": "1702",
            "44/132": "1401", "44/134": "1402", "71/211": "1503", "90/361": "1603", "90/200": "1703", "90/155": "1802",
            "15/129": "1801",
        },
        stack=(Turn(),), turn=2,
    )  # fmt: skip
    begun = act(s)
    assert begun.where("753") == "eliminated"
    assert [begun.damage(u) for u in ("34/133", "34/135", "34/168", "36/141", "44/131", "44/132")] == [1, 1, 1, 1, 1, 0]


@pytest.mark.case(C, "4.1.1")
def test_a_unit_acts_once_in_a_half():
    """Who has moved cannot attack or move again, and the reverse; the next half brings a new action."""
    s = board({"34/133": "1804", "34/135": "1704", "36/141": "2001", "44/134": "1604", "15/129": "1609"})
    moved = act(s, "move 34/133", "go 1704")
    assert moved.why("move 34/133") == ("4.1.1", "acted")
    joined = moved.then("attack 1604")
    assert joined.why("add 34/133") == ("4.1.1", "acted")
    fought = joined.then("fight", dice=[6])
    assert fought.why("move 34/135") == ("4.1.1", "acted")
    german = fought.then("done", "no")
    assert german.prompt == "half" and german.seat == 1 and "move 44/134" in german.offers


@pytest.mark.case(C, "4.1.1.sequence")
def test_moves_and_attacks_may_alternate():
    """One unit attacks, another then moves, a third attacks: whatever order the player likes."""
    s = board({"34/133": "1704", "36/141": "1709", "36/142": "1808", "44/134": ("1604", 2), "15/129": "1609"})
    after = attack(s, "1604", "34/133", dice=[6]).then("move 36/142", "go 1708", "stop")
    assert after.where("36/142") == "1708"
    assert "attack 1609" in after.offers and after.why("move 34/133") == ("4.1.1", "acted")


def test_a_half_in_which_nobody_can_act_ends_by_itself():
    s = board({"34/133": "1904"})
    after = act(s, "move 34/133", "go 1804", "stop")
    assert after.seat == 1 and after.prompt == "reserve"


def test_hush_and_listening_agree():
    """Lone answers are taken alike whether or not somebody listens."""
    a, b = GAME.new("campaign"), GAME.new("campaign")
    assert settle(a, Seeded(1), hush) == settle(b, Seeded(1), lambda e: None)
