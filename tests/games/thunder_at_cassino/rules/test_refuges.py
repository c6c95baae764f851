"""8.355 against a referee: where every kind of unit falls back to from every place, whoever fired."""

import pytest

from grognard.core import clone
from grognard.games.thunder_at_cassino.content import BOARD, GERMAN, LINKS, SPACE_NAMES, UNIT, Group, Side
from grognard.games.thunder_at_cassino.rules.attack import Attack
from grognard.games.thunder_at_cassino.rules.retreat import best_places
from grognard.games.thunder_at_cassino.rules.state import place
from tests.games.thunder_at_cassino import referee
from tests.games.thunder_at_cassino.battlefield import POSITIONS, WALKERS, position

THUNDER = "thunder_at_cassino"


@pytest.mark.case(THUNDER, "8.355", "8.355.friend", "8.355.blocked", "8.3551.order", "8.3551.veh", "8.3551.src", "12.5")
@pytest.mark.case(THUNDER, "8.3551.A", "8.3551.B", "8.3551.C", "8.3551.D", "8.3551.E", "8.3551.F", "8.3551.G", "8.24")
@pytest.mark.case(THUNDER, "10.2", "10.7", "18.2.enter", "19.12.white", "8.3552.full")
@pytest.mark.parametrize("name", ["day", "first turn", "reserves"])
@pytest.mark.parametrize("side", [0, 1])
def test_every_unit_falls_back_where_the_referee_says(name: str, side: int) -> None:
    """From every place, for fire from inside, from a neighbour and by Artillery."""
    base, foe = position(**POSITIONS[name]), Side(1 - side)
    shooter = UNIT["1 Para Div" if foe == GERMAN else "NZ Div"]
    told = ("Allied", "German")[foe]
    for walker in WALKERS[Side(side)]:
        for at in range(BOARD):
            if not base.open[side] >> at & 1:
                continue
            s = clone(base)
            place(s, UNIT[walker], at)
            p = referee.Position.of(s)
            sources = [("artillery", BOARD + 4 + foe), ("inside", at), *((SPACE_NAMES[n], n) for n, _ in LINKS[at][:2])]
            for source, origin in sources:
                a = Attack(foe, origin, at, Group(0), (shooter,))
                shot = referee.Shot(told, SPACE_NAMES[origin], SPACE_NAMES[at], False, ["NZ Div"], False, "")
                wanted = referee.refuges(p, walker, shot)
                listed = {SPACE_NAMES[k] for k in best_places(s, UNIT[walker], a)}
                assert listed == wanted, (walker, SPACE_NAMES[at], source)
