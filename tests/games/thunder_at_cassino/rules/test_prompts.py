"""What questions say: sums, what is owed, what may still be done."""

import pytest

from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN
from grognard.games.thunder_at_cassino.rules.close_combat import CloseAttack
from grognard.games.thunder_at_cassino.rules.movement import RubbleEntry
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests import kit
from tests.games.thunder_at_cassino.kit import board, company, hear, play, space, unit

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


@pytest.mark.case("thunder_at_cassino", "21.1", "8.41")
def test_fire_by_chits_is_told_as_such_and_fire_by_dice_as_such() -> None:
    def told(resolution: str, drawn: tuple[object, ...], answers: tuple[str, ...] = ()) -> tuple[str, str, str]:
        s = board(UNDER_FIRE, advantage="Allied", options={"resolution": resolution})
        s = play(s, *SHOT, *answers, dice=drawn)
        texts = [GAME.words.event(event) for event in hear(s, "yes", *answers, dice=drawn)[1]]
        void, fired = (next(x for x in texts if start in x) for start in ("is void", "Fire from"))
        return GAME.words.prompt(kit.asks(s)), void, fired.partition(" casualty")[0]

    asked, void, fired = told("dice", ((2, 2, 3, 3),))
    assert asked.endswith("Spend the Tactical Advantage on a new roll?")
    assert void.endswith("4 against 6 on the dice is void, the fire at 14 Corso block is rolled again.")
    assert fired.endswith("6 + dice 4 = 10 against 8 + dice 6 = 14, 0")
    for resolution, drawn, answers in (("chits", (4, 6), ()), ("feints", (), ("play 4", "play 6"))):
        asked, void, fired = told(resolution, drawn, answers)
        assert asked.endswith("Spend the Tactical Advantage on other chits?")
        assert void.endswith("4 against 6 on the chits is void, the fire at 14 Corso block is decided by other chits.")
        assert fired.endswith("6 + chit 4 = 10 against 8 + chit 6 = 14, 0")


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
