"""Whole activations worth a thought: which units go together, on which way, to which fight or which post.

Players that plan choose among these instead of answer by answer. What is listed is legal. Left out are ways that differ
from a listed one by units nobody can tell apart, attacks that promise nothing, and parts of a stack that walk together
where each may go alone."""

from collections.abc import Iterator
from itertools import combinations

from grognard.core import Decision, Operation, Option, SpaceId
from grognard.games.cities_of_the_damned.content import (
    AP_RIVER,
    AP_UNIT,
    AREAS,
    BATTALION,
    CF,
    HELD_BY_ALLIES,
    OFFMAP,
    WAY,
)
from grognard.games.cities_of_the_damned.mind.fight_value import Prices, attack
from grognard.games.cities_of_the_damned.rules.activation import Activations
from grognard.games.cities_of_the_damned.rules.movement import March, Party, Route, is_exit, may_exit, routes
from grognard.games.cities_of_the_damned.rules.options import ACTIVATE, ADD, AT, BRING, DROP, ENTER, EXIT
from grognard.games.cities_of_the_damned.rules.reinforcements import Deployment, open_areas, waiting
from grognard.games.cities_of_the_damned.rules.state import FRESH, CityState, stacks

LENIENT = Prices(strength=0.1, support=0.1, danger=0.7, cordon=1.5, late=0.0)
"""Weights by which an attack that promises nothing is not worth a thought to anybody."""
BOLD = LENIENT._replace(way_out=1.5)
"""The same for who minds the way out."""


def like(s: CityState, unit: int) -> tuple[int, ...]:
    """What tells a unit from others: battalion, place, strength, and what it has done this round."""
    return BATTALION[unit], s.loc[unit], s.reduced[unit], s.used[unit], s.marks[unit]


def purse(s: CityState) -> int:
    """What all actions of a round are paid from."""
    return s.ap


def operations(s: CityState, asked: Decision) -> list[Operation]:
    """Whole activations the present question may begin or continue; empty for other questions."""
    return _listed(s, LENIENT)


def bold_operations(s: CityState, asked: Decision) -> list[Operation]:
    """The same for who thinks of the way out: with attacks that pay by nothing else."""
    return _listed(s, BOLD)


def _listed(s: CityState, prices: Prices) -> list[Operation]:
    """Without attacks that promise nothing at these prices."""
    step = s.stack[-1]
    if isinstance(step, Activations):
        return [*_beginnings(s, prices), *_arrivals(s, True)]
    if isinstance(step, Deployment):
        return list(_arrivals(s, False))
    if isinstance(step, March):
        units = step.marching(s)
        if units and len({s.loc[u] for u in units}) == 1 and step.moved:
            return list(_continuations(s, step, units))
    return []


def _beginnings(s: CityState, prices: Prices) -> Iterator[Operation]:
    """A unit or stack sets out."""
    used = s.used
    for space, here in enumerate(s.here[: OFFMAP + 1]):
        if space >= AREAS and space != OFFMAP:
            continue
        fresh = [u for u in here if used[u] == FRESH]
        parties = _parties(s, fresh) if fresh else []
        most = max(map(len, parties), default=0)
        for units in parties:
            price = AP_UNIT * len(units)
            if price > s.ap:
                continue
            head: tuple[Option, ...] = (ACTIVATE[units[0]], *(ADD[u] for u in units[1:]))
            p = Party(s, units, 0, False, s.ap - price)
            for way, river in _shortest(s, p):
                if not _promising(s, units, space, way, 1 < len(units) < most, prices):
                    continue
                cost = price + AP_RIVER * len(units) if river else price
                answers = (*head, *(ENTER[a] for a in way))
                yield Operation("advance", answers, _claims(s, units, way[-1]), cost)
                if len(way) < p.left and is_exit(s, way[-1]):
                    yield Operation("exit", (*answers, EXIT), frozenset(units), cost)
            if may_exit(s, p):
                yield Operation("exit", (*head, EXIT), frozenset(units), price)


def _parties(s: CityState, units: list[int]) -> list[tuple[int, ...]]:
    """Sets of units that may go together, one of each kind of set."""
    found: dict[tuple[tuple[int, ...], ...], tuple[int, ...]] = {}
    for size in range(1, min(len(units), 4) + 1):
        for party in combinations(units, size):
            key = tuple(sorted([like(s, u) for u in party]))
            if key not in found and stacks(party):
                found[key] = party
    return list(found.values())


def _shortest(s: CityState, p: Party) -> Iterator[Route]:
    """The shortest way to every area the party can reach."""
    seen: set[int] = set()
    for way, river in routes(s, p):
        if way[-1] not in seen:
            seen.add(way[-1])
            yield way, river


def _promising(
    s: CityState, units: tuple[int, ...], space: int, way: tuple[SpaceId, ...], part: bool, prices: Prices
) -> bool:
    """Whether an attack may pay, by a lenient estimate; `part` of a stack may fight but not walk."""
    to = way[-1]
    if s.control[to] == HELD_BY_ALLIES:
        return not part
    last = WAY[way[-2] if len(way) > 1 else space][to]
    return attack(s, to, (*s.here[to], *units), last, prices) > 0.0


def _claims(s: CityState, units: tuple[int, ...], target: SpaceId) -> frozenset[int]:
    fought = s.control[target] != HELD_BY_ALLIES
    return frozenset((*units, -1 - target) if fought else units)


def _continuations(s: CityState, step: March, units: tuple[int, ...]) -> Iterator[Operation]:
    """The stack goes on after a fight or a march, whole or leaving some behind."""
    for party in _parties(s, list(units)):
        left = [u for u in units if u not in party]
        head: tuple[Option, ...] = tuple([DROP[u] for u in left])
        p = Party(s, party, step.moved, step.crossed, s.ap)
        for way, river in _shortest(s, p):
            cost = AP_RIVER * len(party) if river else 0
            yield Operation("advance", (*head, *(ENTER[a] for a in way)), _claims(s, party, way[-1]), cost)
        if may_exit(s, p):
            yield Operation("exit", (*head, EXIT), frozenset(party), 0)


def _arrivals(s: CityState, in_round: bool) -> Iterator[Operation]:
    """Reinforcements and, for a VP each, units of the Reserve box come up; one of each kind of unit."""
    seen: set[tuple[int, ...]] = set()
    for unit in waiting(s):
        key = (*like(s, unit), CF[unit][0])
        if key in seen or (in_round and s.used[unit] != FRESH):
            continue
        seen.add(key)
        for area in open_areas(s, unit):
            yield Operation("arrival", (BRING[unit], AT[area]), frozenset((unit,)), AP_UNIT if in_round else 0)
