"""7.3, 12.5 Coming on from a box: the table shows every hex a unit can come to, and how it gets there."""

import pytest

from grognard.core import clone, push, settle
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import COASTAL, GERMAN, UNIT
from grognard.games.second_front_now.rules.movement import reach_of, reachable
from grognard.look.display import display_of
from grognard.maps.sets import members
from grognard.server.ways import goals_of, plan_to
from tests.games.second_front_now.kit import act, board, hush

C = "second_front_now"
UNITS = {"1 US Infantry": "2818", "276 German Infantry": "2620"}


@pytest.mark.case(C, "7.3")
@pytest.mark.case(C, "12.5.ex")
@pytest.mark.parametrize(("box", "fed"), [("North", 1), ("South", 1), ("South", COASTAL)])
def test_where_a_unit_may_come_on_and_how(box, fed):
    unit = UNIT["9 SS Panzer"]
    s = act(board({**UNITS, "9 SS Panzer": box}, GERMAN, fed={"9 SS Panzer": fed})).s
    told = display_of(GAME).reach
    view = GAME.view(s, GERMAN)
    stay = {goal.space for goal in goals_of(GAME, view, GERMAN, [unit], (), told) if goal.stay}
    assert stay == set(members(reachable(s, (unit,)))) and len(stay) > (100 if fed == 1 else 50)
    for hex in sorted(stay)[::9]:
        w = clone(s)
        for option in plan_to(GAME, view, GERMAN, [unit], [hex], told).options:
            push(w, option, hush)
            settle(w, lambda asked: None, hush)
        assert w.loc[unit] == hex
    assert reach_of(s, unit) is None, "it has not been told to come on"
