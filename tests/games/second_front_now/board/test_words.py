"""What the log says: towns by name, nothing counted that is not there, and days and dice in words."""

from grognard.core import HIDDEN
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.board.display import DISPLAY
from grognard.games.second_front_now.board.ground import BOXES
from grognard.games.second_front_now.content import (
    ALLIED,
    BOX_NAMES,
    GERMAN,
    GERMAN_LOST,
    HEXES,
    LONG_NAMES,
    LOST,
    PLACE_NAME,
    SPACE,
    SPACE_NAMES,
    UNIT,
)
from grognard.games.second_front_now.rules.events import (
    Attacked,
    Captured,
    DropRemoved,
    Eliminated,
    Hampered,
    PlayerTurn,
    SlipRemoved,
    SlipShown,
    StrikeRolled,
)
from grognard.games.second_front_now.rules.sequence import StartAllied
from tests.games.second_front_now.kit import act, board

said = GAME.words.event


def test_places_are_told_by_name_and_a_beach_without_points():
    assert said(Captured(ALLIED, SPACE["2019"], 5)) == "The Allied side captures 2019 Paris, 5 points."
    assert said(Captured(GERMAN, SPACE["1310"], 0)) == "The German side captures 1310."
    attack = Attacked(ALLIED, SPACE["1111"], SPACE["1012"], (UNIT["82 Airborne"],))
    assert said(attack) == "Allied attack from 1111 on 1012 Le Havre: 82 Airborne."
    lost = Eliminated(UNIT["25 Panzer"], GERMAN_LOST)
    assert said(lost) == "25 Panzer is eliminated (German lost for good)."
    for hex in range(HEXES):
        assert LONG_NAMES[hex] == " ".join(filter(None, (SPACE_NAMES[hex], PLACE_NAME.get(hex))))


def test_boxes_of_the_dead_have_the_names_of_the_sheet():
    titles = {card.key: card.title for card in BOXES}
    for box in LOST:
        assert titles[SPACE_NAMES[box]] == LONG_NAMES[box] != SPACE_NAMES[box]
    assert len(LONG_NAMES) == HEXES + len(BOX_NAMES)


def test_strikes_are_told_in_words_and_slips_say_what_became_of_them():
    strike = "Strike of the strategic air force: "
    assert said(StrikeRolled(1, "fiasco", 0)) == strike + "1, the bombs fall on their own side (fiasco)."
    assert said(StrikeRolled(3, "no show", 0)) == strike + "3, the bombers do not come (no show)."
    assert said(StrikeRolled(8, "support", 2)) == strike + "8, support, +2 to every shot."
    assert said(SlipShown("strike", SPACE["1012"], True)) == "A slip is opened: strike, hex 1012 Le Havre."
    assert said(SlipRemoved("strike", HIDDEN, False)) == "A slip is removed: strike, hex unknown, not used."
    assert said(DropRemoved("drop", SPACE["1313"], True)) == "A slip is opened: drop, hex 1313."
    assert said(DropRemoved("drop", SPACE["1313"], False)) == "A slip is removed: drop, hex 1313, not carried out."


def test_the_day_of_chaos_has_no_points_and_the_days_after_it_one_less():
    s = board({"1 US Infantry": "1511"}, None, stack=(StartAllied(),), turn=1, chaos=True, slow=4)
    played = act(s, loose=True)
    (begun,) = played.heard(PlayerTurn)
    assert said(begun) == "Allied player turn with no command at all." and played.s.cp == 2
    assert said(PlayerTurn(ALLIED, 1)) == "Allied player turn with 1 command point."
    assert said(Hampered(4)) == "After this turn, up to turn 4, the Allied side has a command point less."
    for chaos in (True, False):
        told = dict(DISPLAY.scene(board(chaos=chaos), ALLIED).panels[0].lines)["Allied command points: 2"]
        assert told == "Dieppe" + "; none this turn by Blue Point" * chaos
