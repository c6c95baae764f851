"""Positions of Thunder at Cassino as text."""

from grognard.core.position import load_position
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import ALLIED, space


def test_a_position_may_stand_in_the_midst_of_a_close_combat() -> None:
    s = load_position(GAME, 'scenario = "main"\n[melee]\narea = "54"\nfirst = "Allied"\n')
    assert s.melee is not None
    assert (s.melee.area, s.melee.first) == (space("54"), ALLIED)
