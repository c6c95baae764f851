"""Who must act: the side that would lose as it stands, late in the game."""

import pytest

from grognard.games.second_front_now.content import GERMAN
from grognard.games.second_front_now.mind.evaluate import MIND, evaluate
from grognard.games.second_front_now.mind.urgency import EARLY, LATE, WIDE, urgency
from grognard.games.second_front_now.rules.victory import needed
from tests.games.second_front_now.kit import board

APART = {"1 US Infantry": "2413", "9 SS Panzer": "2417"}
TOUCHING = {**APART, "9 SS Panzer": "2414"}


def late(units, behind, turns_left=LATE):
    """A position so many points from a German victory, so many turns before the end."""
    s = board(units)
    s.vp, s.turn = needed(s) - behind, s.rules.last - turns_left
    return s


@pytest.mark.parametrize(
    ("behind", "turns_left", "share"),
    [(40, 0, -1.0), (40, LATE, -1.0), (40, (EARLY + LATE) // 2, -0.5), (40, EARLY, 0.0), (40, EARLY + 1, 0.0)],
)
def test_it_grows_towards_the_end(behind, turns_left, share):
    s = late(APART, 0, turns_left)
    s.vp -= behind
    assert urgency(s) == share


def test_the_last_point_decides_who_must_act():
    """With what he needs the German has won and the other side must act; with a point less it is he."""
    assert urgency(late(APART, 0)) == pytest.approx(0.5 / WIDE)
    assert urgency(late(APART, 1)) == pytest.approx(-0.5 / WIDE)


def test_contact_is_worth_more_to_who_must_act():
    weights = {**MIND.weights, "press": 0.5}

    def worth(behind):
        """What contact gains the German by this weight alone."""
        gains = []
        for units in (TOUCHING, APART):
            s = late(units, behind)
            gains.append(evaluate(s, GERMAN, weights) - evaluate(s, GERMAN, {**weights, "press": 0.0}))
        return gains[0] - gains[1]

    assert worth(6) > 0 > worth(-6)


def test_only_the_german_general_minds_it():
    levels = [MIND.weights_of(level) for level in ("", "veteran", "general")]
    assert [w["press"] for w in levels] == [0.0, 0.0, 0.0]
    assert [w.get("german.press", 0.0) for w in levels] == [0.0, 0.0, 0.5]
    assert "allied.press" not in levels[2]
