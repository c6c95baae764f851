"""What questions say: sums, what is owed, what may still be done."""

import pytest

from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN
from grognard.games.thunder_at_cassino.rules.close_combat import CloseAttack
from grognard.games.thunder_at_cassino.rules.movement import RubbleEntry
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests import kit
from tests.games.thunder_at_cassino.kit import board, company, play, space, unit

UNDER_FIRE = {"14": company("6/II/3", 2), "13": company("25 NZ A"), "66": ["9/III/3-1"]}
SHOT = ("fire 13", "target 14 > uncommitted", "all", "done")


def test_prompts_say_what_a_roll_comes_to_and_end_an_impulse_only_when_it_has_begun() -> None:
    def asked(s: Thunder) -> str:
        return GAME.words.prompt(kit.asks(s))

    s = play(board(UNDER_FIRE, advantage="Allied"), *SHOT, dice=((6, 5, 2, 1),))
    assert asked(s).startswith("Fire at 14 Corso block: attack 17 against defence 11, 6 casualty points. Spend")
    s = play(board({"C": company("25 NZ A"), "66": ["9/III/3-1"]}), "move C")
    assert asked(s) == "Move from Zone C (Pasquale Road): choose units."
    s = play(s, "add 25 NZ A-1", "enter 3", "enter 6", "enter 5", "enter 4", "enter 7")
    assert asked(s) == "Move from Zone C (Pasquale Road): choose units, or end the impulse."


@pytest.mark.case("thunder_at_cassino", "21.5")
def test_who_lays_a_chit_is_told_for_which_fire() -> None:
    s = play(board(UNDER_FIRE, options={"resolution": "feints"}), *SHOT)
    told = "Fire at Uncommitted units in 14 Corso block, attack 6 against defence 8 before chits. Choose yours for the "
    assert GAME.words.prompt(kit.asks(s)) == told + "attack, face down."
    assert GAME.words.prompt(kit.asks(play(s, "play 7"))) == told + "defence, face down."


def test_the_prompt_after_fire_says_whether_anything_was_owed_and_what_may_still_be_done() -> None:
    here = {"17": ["19 Armd B-1", "25 NZ A-1"], "18": company("6/II/3"), "66": ["9/III/3-1"]}
    s = play(board(here, side="German"), "fire 18", "target 17 > uncommitted", "all", "done", dice=((1, 1, 6, 6),))
    missed = "Nothing is owed in 17 Continental Hotel. Units of the group may still retreat."
    assert GAME.words.prompt(kit.asks(play(s, "no"))) == missed
    s = play(board(here, side="German"), "fire 18", "target 17 > uncommitted", "all", "done", dice=((6, 6, 1, 1),))
    left = kit.asks(play(s, "no"))  # 12.2: the tank is left, and may go, but pays for nobody
    assert GAME.words.prompt(left) == missed.replace("Nothing is", "Nothing more is")


@pytest.mark.case("thunder_at_cassino", "13.2.german")
def test_only_the_allied_side_is_spoken_to_of_clearing_rubble() -> None:
    here = {"13": ["25 NZ A-1"], "22": ["6/II/3-1"]}
    told = [GAME.words.prompt(kit.asks(play(board(here, side=side)))) for side in ("Allied", "German")]
    assert told == [
        "Your impulse: move, fire, call artillery, clear rubble, or pass.",
        "Your impulse: move, fire, call artillery, or pass.",
    ]


@pytest.mark.case("thunder_at_cassino", "13.11")
def test_points_used_count_what_a_vehicle_is_about_to_pay_for_rubble() -> None:
    s = board({"13": ["19 Armd B-1", "19 Armd B-2"], "66": ["9/III/3-1"]})
    tank, other = unit("19 Armd B-1"), unit("19 Armd B-2")
    s.spent[tank] = s.spent[other] = 1
    assert s.points_used(tank) == 1
    s.stack = (*s.stack, RubbleEntry(ALLIED, space("13"), tank, space("12"), 2))
    assert (s.points_used(tank), s.points_used(other)) == (3, 1)
    s.stack = ()
    assert s.points_used(tank) == 1


@pytest.mark.case("thunder_at_cassino", "9.7")
def test_an_attack_in_close_combat_is_the_turn_of_who_makes_it() -> None:
    s = board({"13": ["25 NZ A-1", "6/II/3-1"]})
    for mine, theirs, side in (("25 NZ A-1", "6/II/3-1", ALLIED), ("6/II/3-1", "25 NZ A-1", GERMAN)):
        assert CloseAttack((unit(mine),), unit(theirs)).turn_of(s) == s.seats[side]
