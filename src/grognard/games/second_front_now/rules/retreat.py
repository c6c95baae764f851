"""13.6 Where defenders may fall back to, and for how many of them there is room."""

from grognard.core import Refusal, SpaceId, UnitId, rule
from grognard.games.second_front_now.content import LAND, SIDE, ZONES
from grognard.games.second_front_now.rules.stacking import refuse_rest, room
from grognard.games.second_front_now.rules.state import Battle, SecondFront
from grognard.maps.sets import BIT, members


@rule("13.6.1", "13.6.2", "13.6.3", "11.5", "10.2")
def refuse_retreat(s: SecondFront, b: Battle, unit: UnitId, hex: SpaceId) -> Refusal | None:
    """Why a unit may not retreat to a hex, leaving the choice between lawful hexes aside."""
    side = SIDE[unit]
    if not ZONES.of(BIT[b.target]) & LAND & BIT[hex]:
        return Refusal("13.6.1", "not_adjacent", (hex, b.target))
    if s.held[1 - side] & BIT[hex]:
        return Refusal("13.6.1", "enemy_there", (hex,))
    if ZONES.of(s.held[1 - side]) & BIT[hex] and not has_friend(s, b, hex):
        return Refusal("13.6.2", "zone", (hex,))
    return refuse_rest(s, unit, hex, full_by="13.6.3")


def has_friend(s: SecondFront, b: Battle, hex: SpaceId) -> bool:
    """Whether a unit stands there that had no part in the battle (R27)."""
    return any(u not in b.defenders for u in s.here.get(hex, ()))


@rule("13.6.4", "13.6.5", "13.6.6")
def ways_back(s: SecondFront, b: Battle, unit: UnitId) -> list[SpaceId]:
    """The hexes a unit may retreat to: empty ones outside enemy zones, and only for want of these a friend's."""
    near = members(ZONES.of(BIT[b.target]))
    lawful = [SpaceId(h) for h in near if refuse_retreat(s, b, unit, SpaceId(h)) is None]
    free = [h for h in lawful if not has_friend(s, b, h)]
    return free or lawful


@rule("13.6.3", "13.6.7")
def room_back(s: SecondFront, b: Battle, unit: UnitId) -> int:
    """How many of this unit's kind find room in the hexes it may retreat to."""
    return sum([room(s, unit, hex) for hex in ways_back(s, b, unit)])
