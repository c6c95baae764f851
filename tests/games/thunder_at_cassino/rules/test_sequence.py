"""6, 8.1 and 8.4: turns, impulses, passes and the Tactical Advantage."""

import pytest

from grognard.core import Match, Seeded
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN
from grognard.games.thunder_at_cassino.rules.events import Fired, Rerolled, SmokeGone
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests import kit
from tests.games.thunder_at_cassino.kit import (
    board,
    company,
    hear,
    is_committed,
    of,
    offered,
    play,
    prompt,
    refusal,
    where,
)

THUNDER = "thunder_at_cassino"

UNIT_NAMES = {"13": company("25 NZ A"), "14": company("6/II/3")}


def whose(s: Thunder) -> int:
    return kit.asks(s).seat


@pytest.mark.case(THUNDER, "8.1", "8.44", "6.2")
def test_the_holder_of_the_advantage_begins_and_impulses_alternate() -> None:
    for side, name in ((ALLIED, "Allied"), (GERMAN, "German")):
        s = board(UNIT_NAMES, advantage=name, stack=[{"step": "FirstImpulse"}])
        assert whose(s) == side
        assert whose(play(s, "pass")) == 1 - side
        assert whose(play(s, "pass", "move 14" if side == ALLIED else "move 13", "all", "stay")) == side


@pytest.mark.case(THUNDER, "8.14", "8.15", "8.15.reenter")
def test_two_passes_in_a_row_end_the_phase() -> None:
    s = board(UNIT_NAMES, advantage="German")
    once = play(s, "pass", "move 14", "all", "stay")
    assert whose(once) == ALLIED and "move 13" in offered(once), "a pass is not final"
    over = play(s, "pass", "pass")
    assert prompt(over) == "continue" and whose(over) == GERMAN
    ended = play(over, "no")
    assert ended.turn == 5 and prompt(ended) == "arrive"


@pytest.mark.case(THUNDER, "8.14")
def test_a_side_with_nothing_left_must_pass_but_not_while_aircraft_are_ready() -> None:
    done = board(UNIT_NAMES, committed=company("25 NZ A"))
    assert "shell MATAF" in offered(done), "MATAF needs nobody"
    spent = board(UNIT_NAMES, committed=company("25 NZ A"), guns=["MATAF"], advantage="German")
    assert whose(spent) == GERMAN, "the lone pass was declared by itself"


@pytest.mark.case(THUNDER, "8.43")
def test_the_holder_may_spend_the_advantage_to_go_on() -> None:
    s = play(board(UNIT_NAMES, advantage="Allied"), "pass", "pass")
    assert whose(s) == ALLIED
    s = play(s, "yes")
    assert s.advantage == GERMAN and whose(s) == ALLIED and prompt(s) == "impulse", "the side that passed first"
    s = play(s, "pass", "pass")
    assert prompt(s) == "continue" and whose(s) == GERMAN


@pytest.mark.case(THUNDER, "8.43", "6.2", "16.3")
def test_smoke_and_night_stay_when_the_turn_goes_on_and_smoke_goes_when_it_ends() -> None:
    smoke = [{"space": "13", "side": "Allied", "number": 9}]
    s = play(board(UNIT_NAMES, advantage="Allied", smoke=smoke, night=True, night_turn=4), "pass", "pass")
    on = play(s, "yes")
    assert on.smoke and on.night
    over, heard = hear(s, "no")
    assert over.smoke == () and len(of(heard, SmokeGone)) == 1 and not over.night


@pytest.mark.case(THUNDER, "8.4", "8.41", "8.41.both", "8.41.same")
def test_a_reroll_costs_the_advantage_and_cannot_be_answered() -> None:
    s = play(
        board(UNIT_NAMES, advantage="German"), "fire 13", "target 14 > uncommitted", "all", "done", dice=[(6, 6, 1, 1)]
    )
    assert prompt(s) == "reroll" and whose(s) == GERMAN
    again, heard = hear(s, "yes", dice=[(2, 3, 3, 4)])
    assert of(heard, Rerolled) and again.advantage == ALLIED
    fired = of(heard, Fired)
    assert len(fired) == 1 and (fired[0].attack_dice, fired[0].defence_dice) == (5, 7), "both sides rolled anew"
    assert prompt(again) == "withdraw", "the Allied side could not answer with another reroll"
    later = play(again, "done")
    later = play(later, "fire 14", "target 13 > committed", "all", "done", dice=[(6, 6, 1, 1)])
    assert prompt(later) == "reroll" and whose(later) == ALLIED, "but it may on the next attack"
    assert play(s, "no").advantage == GERMAN


@pytest.mark.case(THUNDER, "8.13", "8.3554")
def test_a_unit_acts_once_a_phase() -> None:
    s = play(board(UNIT_NAMES), "move 13", "add 25 NZ A-1", "enter 10", "done", "pass")
    assert is_committed(s, "25 NZ A-1") and refusal(s, "move 10").rule == "8.13"


@pytest.mark.case(THUNDER, "8.16")
def test_who_lets_the_clock_of_the_table_run_out_passes() -> None:
    """The clock gives the quiet answer of the question; there is no clock of this title's own."""
    assert "reaction" not in [switch.name for switch in GAME.switches]
    asked = kit.asks(board(UNIT_NAMES))
    assert GAME.texts.show(asked.options[asked.default]) == "pass"


@pytest.mark.case(THUNDER, "6.5", "3.4", "14.2.once", "9.1.stay")
def test_the_end_of_a_turn_readies_artillery_and_advances_the_marker() -> None:
    s = board(
        UNIT_NAMES,
        turn=4,
        guns=["NZ Div", "1 Para Div"],
        committed=company("6/II/3"),
        night=True,
        night_turn=4,
        advantage="German",
    )
    s = play(s, "pass", "no")
    assert s.turn == 5 and not s.night
    assert not is_committed(s, "NZ Div") and not is_committed(s, "1 Para Div") and not is_committed(s, "6/II/3-1")


@pytest.mark.case(THUNDER, "18.3", "14.4")
def test_the_air_force_leaves_at_the_end_of_turn_six() -> None:
    s = board(UNIT_NAMES, turn=6, stack=[])
    s.stack = s.stack[:2]
    s = play(s, "arrive 3/I/4-1 > J", "arrive 4/I/4-1 > J")
    assert s.turn == 7 and where(s, "MATAF") == "Withdrawn"


@pytest.mark.case(THUNDER, "8.17")
def test_moves_are_final_once_the_opponent_has_answered() -> None:
    match = Match.start(GAME, Seeded(2), "intro_town")
    while match.decision is not None and match.decision.prompt != "impulse":
        match.answer(match.decision.seat, match.decision.options[0])
    seat = match.decision.seat
    match.answer(seat, GAME.texts.parse("move B"))
    assert match.can_undo(seat)
    while match.decision.seat == seat:
        match.answer(seat, match.decision.options[-1])
    assert not match.can_undo(seat)
