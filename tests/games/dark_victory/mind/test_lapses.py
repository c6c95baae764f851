"""What counts as a lapse."""

from grognard.games.dark_victory.content import MEXICAN, SPACE, TEXAN, TURNS, UNIT
from grognard.games.dark_victory.mind.lapses import lapses
from grognard.games.dark_victory.rules.events import BurntOut, Clashed, LeaderCutOff
from tests.games.dark_victory.kit import board


def test_a_melee_begun_too_weak_counts_until_the_last_turn() -> None:
    units = {"M2-F5": "2413", "T4-inf1": "2414"}
    a, b = SPACE["2413"], SPACE["2414"]
    weak, even = Clashed(a, b, 2, 1, 4, 1), Clashed(a, b, 3, 1, 4, 1)
    assert lapses(board(units, turn=9), weak) == [("melees begun two or more behind", MEXICAN)]
    assert lapses(board(units, turn=9), even) == []
    assert lapses(board(units, turn=TURNS), weak) == []


def test_leaders_and_fire() -> None:
    s = board({"M2-F5": "2413", "T4-inf1": "2414"})
    assert lapses(s, LeaderCutOff(UNIT["Jones"], SPACE["2414"])) == [("leaders cut off", TEXAN)]
    assert lapses(s, BurntOut(UNIT["T4-inf1"], SPACE["2414"])) == [("units burnt", TEXAN)]
