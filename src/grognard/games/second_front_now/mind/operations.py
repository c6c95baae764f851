"""Whole commands worth a thought, each with its price in points: attacks, marches to the front and out of contact,
guns brought up, landings, entries, jumps, headquarters."""

from collections.abc import Sequence

from grognard.core import DONE, YES, Decision, Operation, Option, SpaceId, UnitId
from grognard.games.second_front_now.content import (
    ALLIED,
    ATTACK_COST,
    IS_ARTILLERY,
    MOVE_COST,
    NATION,
    PARATROOPS,
    PRICED,
    SIDE,
    STEPS,
    ZONES,
    Side,
)
from grognard.games.second_front_now.mind.fields import Field, allied_field, german_field
from grognard.games.second_front_now.mind.front import WORTH, Powers, fire, points_taken, powers
from grognard.games.second_front_now.mind.walks import stake, unguarded
from grognard.games.second_front_now.rules.battle import FIGHT
from grognard.games.second_front_now.rules.commands import (
    ATTACK,
    EACH,
    PICK,
    SINGLE,
    Commands,
    Enter,
    Install,
    Land,
    Move,
    Pick,
    can_lead,
    ready,
    targets,
)
from grognard.games.second_front_now.rules.drops import Drop
from grognard.games.second_front_now.rules.movement import GO, STOP, TO, reachable, way_to
from grognard.games.second_front_now.rules.plans import strike_on
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.maps.sets import BIT, Set, members

MARCHES = 3
"""Destinations looked at for a stack."""
JOINS, BACK = 2, 2
"""Stacks of the front it might join, and places out of contact, looked at besides."""
DASHES, DASH = 2, 10.0
"""Places from which most points are taken by coming there, and how much they count in the order of the list."""
GUARD = 5.0
"""How much a point kept safe counts in that order."""
NEAR_POINTS = WORTH | ZONES.of(WORTH)
STACKS = 18
"""Stacks whose marches are looked at."""
GUARDS = 2
"""Places of its own side that stand empty, looked at for a unit brought on."""
BROUGHT = 3
"""Sorts of units of each nation looked at to be brought on; beaches belong to nations."""
HEX = 1000
"""Claims of hexes stand beside those of units."""


def purse(s: SecondFront) -> int:
    """The command points left."""
    return s.cp


def operations(s: SecondFront, asked: Decision) -> Sequence[Operation]:
    """What a side may do with its points, the likes of it dropped; nothing outside the command phase."""
    if type(s.stack[-1]) is not Commands:
        return ()
    side = s.stack[-1].side
    field = allied_field(s) if side == ALLIED else german_field(s)
    stacks = [o.hex for o in asked.options if type(o) is Pick]
    found: list[Operation] = []
    for hex in stacks:
        found += _attacks(s, side, hex)
    found += _marches(s, side, stacks, field)
    brought = [o for o in asked.options if isinstance(o, Land | Enter)]
    found += _brought(s, brought, field)
    found += [
        Operation("headquarters" if type(o) is Install else "drop", (o,), frozenset((o.unit,)), MOVE_COST)
        for o in asked.options
        if isinstance(o, Install | Drop)
    ]
    return found


def _attacks(s: SecondFront, side: Side, hex: SpaceId) -> list[Operation]:
    named = ready(s, hex)
    if s.cp < ATTACK_COST or not can_lead(named):
        return []
    claims = frozenset(named)
    return [
        Operation(
            "attack",
            (PICK[hex], ATTACK[t], FIGHT, *((YES,) if strike_on(s, SpaceId(t)) is not None else ())),
            claims | {HEX + t},
            ATTACK_COST,
        )
        for t in members(targets(s, side, hex))
    ]


def _marches(s: SecondFront, side: Side, stacks: list[SpaceId], field: Field) -> list[Operation]:
    """Marches of whole stacks by what the field says they gain, dashes for open points, ways out of contact, and guns
    on their way up."""
    own, enemy = s.held[side], s.held[1 - side]
    zone, strong = ZONES.of(enemy), powers(s, side)
    bare = unguarded(s, side)
    found: list[tuple[float, Operation]] = []
    for hex in stacks:
        named = ready(s, hex)
        reach = [SpaceId(h) for h in members(reachable(s, named))]
        weight = strong[hex]
        best = sorted(reach, key=lambda h: -field[h])[:MARCHES]
        takes = {h: points_taken(s, side, h) for h in reach if NEAR_POINTS & BIT[h]}
        dashes = sorted([h for h in takes if takes[h] > 0], key=lambda h: (-takes[h], -field[h]))[:DASHES]
        joins = sorted([h for h in reach if own & zone & BIT[h]], key=lambda h: -strong[h] * field[h])[:JOINS]
        for h in dict.fromkeys((*dashes, *best, *joins)):
            gain = (field[h] - field[hex]) * weight
            if h in dashes:
                gain += DASH * takes[h]
            if gain > 0 or h in dashes or h in joins:
                found.append((gain, _march(hex, h, named)))
        if zone & BIT[hex]:
            back = [h for h in reach if not zone & BIT[h]]
            found += [(0.0, _march(hex, h, named)) for h in sorted(back, key=lambda h: -field[h])[:BACK]]
        elif len(named) > 1:
            found += _guns(s, hex, named, own & zone, strong)
        if len(named) > 1:
            found += _parted(s, side, hex, named, field)
        if bare and not zone & BIT[hex]:
            found += _guards(s, side, hex, named, bare)
    found.sort(key=lambda row: -row[0])
    return [whole for _, whole in found[: STACKS * MARCHES]]


def _march(hex: SpaceId, to: SpaceId, named: tuple[UnitId, ...]) -> Operation:
    return Operation("march", (PICK[hex], TO[to]), frozenset((*named, HEX + to)), MOVE_COST)


def _parted(
    s: SecondFront, side: Side, hex: SpaceId, named: tuple[UnitId, ...], field: Field
) -> list[tuple[float, Operation]]:
    """Stacks that part: one unit goes where points are to be had and the others stay, or several go, each to a place
    of its own."""
    units = sorted([u for u in named if not IS_ARTILLERY[u]], key=lambda u: fire(u))
    orders: list[tuple[UnitId, SpaceId]] = []
    closed: Set = 0
    gain = 0.0
    found: list[tuple[float, Operation]] = []
    for unit in units:
        reach = [SpaceId(h) for h in members(reachable(s, (unit,)) & NEAR_POINTS & ~closed)]
        takes = {h: points_taken(s, side, h) for h in reach}
        to = max(reach, key=lambda h: (takes[h], field[h]), default=None)
        if to is None or not takes[to]:
            continue
        orders.append((unit, to))
        closed |= BIT[to] | ZONES.of(BIT[to])
        gain += DASH * takes[to]
        claims = frozenset(x for u, h in orders for x in (u, HEX + h))
        if len(orders) == 1:
            answers: tuple[Option, ...] = (PICK[hex], SINGLE[unit], TO[to])
        else:
            answers = (PICK[hex], EACH, *[o for u, h in orders for o in (Move(u), TO[h])], DONE)
            claims |= frozenset(named)
        if len(orders) < len(named):
            found.append((gain, Operation("detachment", answers, claims, MOVE_COST)))
    return found


def _guards(
    s: SecondFront, side: Side, hex: SpaceId, named: tuple[UnitId, ...], bare: Set
) -> list[tuple[float, Operation]]:
    """The weakest unit of a stack behind the line goes to the place of its side that is worth most and stands empty."""
    unit = min([u for u in named if not IS_ARTILLERY[u]], key=lambda u: fire(u) * s.steps[u], default=None)
    if unit is None:
        return []
    to = max(members(reachable(s, (unit,)) & bare), key=lambda h: stake(s, side, SpaceId(h)), default=None)
    if to is None:
        return []
    answers = (PICK[hex], SINGLE[unit], TO[to]) if len(named) > 1 else (PICK[hex], TO[to])
    claims = frozenset((unit, HEX + to))
    return [(GUARD * stake(s, side, SpaceId(to)), Operation("guard", answers, claims, MOVE_COST))]


def _guns(
    s: SecondFront, hex: SpaceId, named: tuple[UnitId, ...], line: Set, strong: Powers
) -> list[tuple[float, Operation]]:
    """Artillery that leaves a stack behind the line for the strongest one in contact that has none."""
    gun = next((u for u in named if IS_ARTILLERY[u]), None)
    if gun is None:
        return []
    near = members(reachable(s, (gun,)) & line)
    lacking = [SpaceId(h) for h in near if not any(IS_ARTILLERY[u] for u in s.here[h])]
    if not lacking:
        return []
    to = max(lacking, key=lambda h: strong[h])
    return [(1.0, Operation("guns", (PICK[hex], SINGLE[gun], TO[to]), frozenset((gun, HEX + to)), MOVE_COST))]


def _brought(s: SecondFront, options: Sequence[Land | Enter], field: Field) -> list[Operation]:
    """Units from the boxes: the strongest sorts, each to the best places within its march: by the field, inland, where
    nobody guards a place, with friends, and out of the enemy's way."""
    worth = sorted(options, key=lambda o: -_promise(o.unit))
    worth = [o for o in worth if not (s.rules.drops and o.unit in PARATROOPS)]
    if not worth:
        return []
    side = SIDE[worth[0].unit]
    bare, joined, near = unguarded(s, side), s.held[side], ZONES.of(ZONES.of(s.held[1 - side]))
    kept: dict[tuple[int, bool], list[Land | Enter]] = {}
    for o in worth:
        kept.setdefault((NATION[o.unit], IS_ARTILLERY[o.unit]), []).append(o)
    found: list[Operation] = []
    for o in [o for (_, guns), row in kept.items() for o in row[: 1 if guns else BROUGHT]]:
        reach = [SpaceId(h) for h in members(reachable(s, (o.unit,)))]
        best = sorted(reach, key=lambda h: -field[h])
        inland = [h for h in best if not PRICED.near[s.loc[o.unit]] & BIT[h]]
        guards = [h for h in best if bare & BIT[h]]
        company = [h for h in best if joined & BIT[h]]
        quiet = [h for h in best if not near & BIT[h]]
        for h in dict.fromkeys((*best[:2], *inland[:1], *guards[:GUARDS], *company[:1], *quiet[:1])):
            way = way_to(s, (o.unit,), h)
            answers: tuple[Option, ...] = (o, GO[way[1]], TO[h] if len(way) > 2 else STOP)
            kind = "landing" if type(o) is Land else "entry"
            found.append(Operation(kind, answers, frozenset((o.unit, HEX + h)), MOVE_COST))
    return found


def _promise(unit: UnitId) -> float:
    """Fire, with its steps."""
    return fire(unit) * (1.0 if STEPS[unit] == 1 else 1.6)
