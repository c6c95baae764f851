"""Whole commands worth a thought: marches, attacks, landings, entries, headquarters; each with its price in points."""

from collections.abc import Sequence

from msgspec import Struct

from grognard.core import Decision, Option, SpaceId, UnitId
from grognard.games.second_front_now.content import (
    ALLIED,
    ATTACK_COST,
    IS_ARTILLERY,
    MOVE_COST,
    STEPS,
    Side,
)
from grognard.games.second_front_now.mind.candidates import fire
from grognard.games.second_front_now.mind.fields import Field, allied_field, german_field
from grognard.games.second_front_now.rules.battle import FIGHT
from grognard.games.second_front_now.rules.commands import (
    ATTACK,
    PICK,
    Commands,
    Enter,
    Install,
    Land,
    Pick,
    can_lead,
    ready,
    targets,
)
from grognard.games.second_front_now.rules.movement import GO, STOP, TO, destinations
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.maps.sets import members

MARCHES = 3
"""Destinations looked at for a stack."""
STACKS = 14
"""Stacks whose marches are looked at."""
BROUGHT = 4
"""Units looked at to be brought on."""
HEX = 1000
"""Claims of hexes stand beside those of units."""


class Whole(Struct, frozen=True):
    """Answers in a row, what they use up, what they cost."""

    answers: tuple[Option, ...]
    claims: frozenset[int]
    price: int


def purse(s: SecondFront) -> int:
    """The command points left."""
    return s.cp


def actions(s: SecondFront, asked: Decision) -> Sequence[Whole]:
    """What a side may do with its points, the likes of it dropped; nothing outside the command phase."""
    if type(s.stack[-1]) is not Commands:
        return ()
    side = s.stack[-1].side
    field = allied_field(s) if side == ALLIED else german_field(s)
    stacks = [o.hex for o in asked.options if type(o) is Pick]
    found: list[Whole] = []
    for hex in stacks:
        found += _attacks(s, side, hex)
    found += _marches(s, side, stacks, field)
    brought = [o for o in asked.options if isinstance(o, Land | Enter)]
    found += _brought(s, brought, field)
    found += [Whole((o,), frozenset((o.unit,)), MOVE_COST) for o in asked.options if type(o) is Install]
    return found


def _attacks(s: SecondFront, side: Side, hex: SpaceId) -> list[Whole]:
    named = ready(s, hex)
    if s.cp < ATTACK_COST or not can_lead(named):
        return []
    claims = frozenset(named)
    return [
        Whole((PICK[hex], ATTACK[t], FIGHT), claims | {HEX + t}, ATTACK_COST) for t in members(targets(s, side, hex))
    ]


def _marches(s: SecondFront, side: Side, stacks: list[SpaceId], field: Field) -> list[Whole]:
    """The stacks that stand worst for what they could do, each with the best places it can reach."""
    enemy = s.held[1 - side]
    found: list[tuple[float, Whole]] = []
    for hex in stacks:
        named = ready(s, hex)
        reach = destinations(s, named)
        best = sorted(reach, key=lambda h: -field[h])[:MARCHES]
        for h in best:
            gain = (field[h] - field[hex]) * len(named)
            if gain > 0 or enemy >> h & 1:
                found.append((gain, Whole((PICK[hex], TO[h]), frozenset((*named, HEX + h)), MOVE_COST)))
    found.sort(key=lambda row: -row[0])
    return [whole for _, whole in found[: STACKS * MARCHES]]


def _brought(s: SecondFront, options: Sequence[Land | Enter], field: Field) -> list[Whole]:
    """Units from the boxes: the strongest sorts, each to the best place within its march."""
    worth = sorted(options, key=lambda o: -_promise(o.unit))
    kept = [o for o in worth if not IS_ARTILLERY[o.unit]][:BROUGHT] + [o for o in worth if IS_ARTILLERY[o.unit]][:2]
    found: list[Whole] = []
    for o in kept:
        reach = destinations(s, (o.unit,))
        for h in sorted(reach, key=lambda h: -field[h])[:2]:
            way = reach[h]
            answers: tuple[Option, ...] = (o, GO[way[1]], TO[h] if len(way) > 2 else STOP)
            found.append(Whole(answers, frozenset((o.unit, HEX + h)), MOVE_COST))
    return found


def _promise(unit: UnitId) -> float:
    """Fire, with its steps."""
    return fire(unit) * (1.0 if STEPS[unit] == 1 else 1.6)
