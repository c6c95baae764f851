"""6, 8.1 and 8.4: turns, impulses, passes and the Tactical Advantage."""

import pytest

from grognard.core import Match, Seeded, whose_turn
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN
from grognard.games.thunder_at_cassino.rules.events import (
    Continued,
    Fired,
    GunRemoved,
    NobodyLeft,
    Passed,
    Rerolled,
    SmokeGone,
    TurnBegan,
)
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
    space,
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


@pytest.mark.case(THUNDER, "8.1", "8.43")
def test_an_impulse_is_its_sides_turn_to_the_end() -> None:
    """Also while its unit moves; who may spend the Advantage after two passes is asked in his own."""
    s = board(UNIT_NAMES, advantage="Allied")
    assert whose_turn(s) == ALLIED
    under_way = play(s, "move 13")
    assert prompt(under_way) != "impulse" and whose_turn(under_way) == ALLIED
    moved = play(under_way, "all", "stay")
    assert prompt(moved) == "impulse" and whose_turn(moved) == GERMAN
    once = play(s, "pass")
    assert whose_turn(once) == GERMAN
    assert whose_turn(play(once, "move 14")) == GERMAN
    for side, name in ((ALLIED, "Allied"), (GERMAN, "German")):
        over = play(board(UNIT_NAMES, advantage=name), "pass", "pass")
        assert prompt(over) == "continue" and whose_turn(over) == side


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
    assert of(heard, Rerolled) == [Rerolled(GERMAN, space("14"), 12, 2)] and again.advantage == ALLIED
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


@pytest.mark.case(THUNDER, "6.1", "6.2", "6.3", "6.4", "6.5", "3.4", "19.11")
def test_a_turn_goes_through_its_phases_and_the_next_begins() -> None:
    """Reinforcements, impulses, close combat, the count, the end; German guns are used up on turn 1 alone."""
    s = board({"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}, turn=4, stack=[], advantage="German")
    s.stack = s.stack[:1]
    s, begun = hear(s)
    assert of(begun, TurnBegan)[0].turn == 4
    while prompt(s) == "arrive":
        s = play(s, offered(s)[0])
    assert prompt(s) == "impulse" and whose(s) == GERMAN and not is_committed(s, "1 Para Div")
    after, heard = hear(s, "pass", "pass", "no")
    told = [type(event).__name__ for event in heard if type(event).__name__ in PHASES]
    assert told == ["CloseCombatBegan", "Scored", "TurnBegan"] and after.turn == 5 and prompt(after) == "arrive"


PHASES = ("CloseCombatBegan", "Scored", "TurnBegan")


@pytest.mark.case(THUNDER, "8.11", "8.13", "8.3", "13.2", "8.14", "8.43")
def test_every_refusal_of_an_impulse() -> None:
    units = {
        "13": ["25 NZ A-1"],
        "7": ["25 NZ A-2"],
        "14": ["6/II/3-1"],
        "22": ["6F"],
        "1": ["48 Eng-1"],
        "2": ["25 NZ B-1"],
        "F": ["19 Armd B-1"],
    }
    s = board(units, committed=["25 NZ A-2"], rubble={"1": 1}, advantage="German")
    reasons = {
        "move 7": ("8.13", "nobody_ready"),
        "move 12": ("8.11", "nobody_there"),
        "move 14": ("8.11", "nobody_there"),
        "fire 22": ("8.3", "nobody_armed"),
        "fire 2": ("8.3", "no_target"),
        "fire 7": ("8.13", "nobody_ready"),
        "clear 6F": ("13.2", "nothing_to_clear"),
        "clear 25 NZ A-1": ("13.2.german", "no_builder"),
        "night": ("8.42", "no_advantage"),
        "done": ("8.11", "not_offered"),
    }
    assert {text: (refusal(s, text).rule, refusal(s, text).key) for text in reasons} == reasons
    assert {"move 13", "move 22", "move 1", "move 2", "move F", "fire 13", "clear 48 Eng-1", "pass"} <= set(offered(s))
    asked = play(board(UNIT_NAMES, advantage="Allied"), "pass", "pass")
    assert offered(asked) == ["no", "yes"] and refusal(asked, "pass").rule == "8.43"


@pytest.mark.case(THUNDER, "8.43", "8.15")
def test_the_phase_ends_by_itself_when_nobody_can_go_on() -> None:
    spent = [*company("25 NZ A"), *company("6/II/3")]
    guns = ["MATAF", "NZ Corps", "NZ Div", "4 Ind Div", "6 NZ Bde", "5 Ind Bde"]
    s, heard = hear(board(UNIT_NAMES, committed=spent, guns=guns, advantage="German", night=True, night_turn=4))
    assert len(of(heard, Passed)) == 2 and not of(heard, Continued) and s.turn == 5
    assert prompt(s) == "arrive", "nobody was asked whether to go on"
    told = [GAME.words.event(event) for event in of(heard, NobodyLeft)]
    assert told == ["The Allied side can do nothing and passes.", "The German side can do nothing and passes."]
    assert not any(event.chosen for event in of(heard, NobodyLeft)), "it is nobody's deed"


@pytest.mark.case(THUNDER, "18.2.fire", "8.3", "12.1")
def test_a_fire_impulse_needs_somebody_who_may_fire_at_somebody() -> None:
    reserve = {"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}
    assert refusal(board(reserve, turn=10, last=15), "fire 13").key == "no_target", "reserves spare Uncommitted units"
    assert "fire 13" in offered(board(reserve, turn=9))
    assert "fire 13" in offered(board(reserve, turn=10, last=15, committed=["6/II/3-1"]))
    tank = {"13": ["25 NZ A-1"], "14": ["242 StuG-1"]}
    assert refusal(board(tank), "fire 13").key == "no_target", "rifles do not reach a tank next door"
    assert "fire 13" in offered(board({"13": ["25 NZ A-1", "242 StuG-1"]}))
    assert "fire 13" in offered(board({"13": ["7 NZ A/T-1"], "14": ["242 StuG-1"]}))
    zone = board({"G": ["25 NZ A-1", "242 StuG-1"], "13": ["25 NZ B-1"]})
    assert refusal(zone, "fire G").key == "no_target", "a Zone counts as an adjacent Area"


@pytest.mark.case(THUNDER, "3.4.length", "18.3", "15.1", "6.5")
def test_the_end_of_other_turns_takes_no_aircraft_and_the_last_ends_the_game() -> None:
    for turn in (4, 5, 7):
        s = board(UNIT_NAMES, turn=turn, stack=[], night=True, night_turn=turn)
        s.stack = s.stack[:2]
        after, heard = hear(s)
        assert after.turn == turn + 1 and not after.night and after.night_turn == turn
        assert where(after, "MATAF") == "Allied artillery" and not of(heard, GunRemoved)
