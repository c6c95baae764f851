"""12.0, 12.1 Mandatory combat: who must attack and what must be attacked."""

from grognard.core import SpaceId, rule
from grognard.games.battle_for_cassino.content import FIGHTERS, HEXES, OF_SIDE, TOUCH, Side
from grognard.games.battle_for_cassino.rules.state import Battle, flags
from grognard.maps import mask, members


@rule("12.0", "12.0.procedure", "4.1.C", "12.11", "12.12", "9.24", "6.4.river", "14.22", "5.43.attack")
def touches(s: Battle, side: Side) -> dict[int, tuple[int, ...]]:
    """Units that must still attack, each with the enemy hexes it could attack: adjacent with no river between, not
    assaulted in this phase. Whoever has fought is free; overstacked units, headquarters and observers never attack."""
    enemy = s.held[1 - side] & ~mask(s.assaulted)
    found: dict[int, tuple[int, ...]] = {}
    for unit in flags(FIGHTERS & OF_SIDE[side] & ~s.fought & ~s.crowded):
        at = s.loc[unit]
        if at < HEXES and (near := TOUCH[at] & enemy):
            found[unit] = tuple(members(near))
    return found


def open_hexes(s: Battle, side: Side) -> list[SpaceId]:
    """Enemy hexes that must still be attacked."""
    return [SpaceId(h) for h in sorted({h for near in touches(s, side).values() for h in near})]
