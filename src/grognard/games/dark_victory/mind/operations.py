"""Whole actions of a stack: who goes, where to by the cheapest way, or at whom it fires."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from grognard.core import DONE, Decision, Operation, Option, Refusal, SpaceId, UnitId, clone, push, run
from grognard.games.dark_victory.content import (
    COMMANDERS,
    DOORS,
    FIGHTER,
    HEXES,
    IS_LEADER,
    LIGHT,
    MEXICAN,
    PLACES,
    SIDE,
    TEXAN,
)
from grognard.games.dark_victory.mind.approach import REACH, ways, ways_table, ways_to_rooms
from grognard.games.dark_victory.mind.candidates import candidates, fires, threatened
from grognard.games.dark_victory.mind.teams import PLATOONS
from grognard.games.dark_victory.rules.act import OWN, Act, reach_of
from grognard.games.dark_victory.rules.actions import Actions, Activate, Stay, party
from grognard.games.dark_victory.rules.command import COMMAND
from grognard.games.dark_victory.rules.doors import shut_door
from grognard.games.dark_victory.rules.losses import alive
from grognard.games.dark_victory.rules.marching import march
from grognard.games.dark_victory.rules.reacting import watch
from grognard.games.dark_victory.rules.sight import distance
from grognard.games.dark_victory.rules.state import HELD, Alamo
from grognard.games.dark_victory.rules.verbs import GO, Blast, Force, Go, Load, Torch
from grognard.maps import BIT, Reach, members

QUARRIES = 5
"""Texans of whom the ways are followed, the nearest first."""
BESIDE = 3
"""Places next to Texans that are looked at besides."""
POSTS, HOT, FAR_POST = 4, 30, 10
"""Posts a leader thinks of; so near to the enemy a platoon needs him more; how little far ones count."""
ROOMS_TRIED = 5
"""Rooms a Texan stack thinks of."""


def operations(s: Alamo, asked: Decision) -> Sequence[Operation]:
    """What the next stack could do, or what a stack that acts could go on with; none for Texan leaders by themselves
    and for those who come on."""
    step = s.stack[-1]
    if type(step) is Act and step.mode == OWN and _plans(step.units):
        return list(_acts(s, step, asked.options, ()))
    if type(step) is not Actions:
        return ()
    first = candidates(s, asked)[0]
    if type(first) is not Activate or not _plans((first.unit,)):
        return ()
    found: list[Operation] = []
    for behind in _parties(party(s, first.unit)):
        after = clone(s)
        answers: tuple[Option, ...] = (first, *[Stay(u) for u in behind])
        told = None
        for answer in answers:
            push(after, answer, _silent)
            told = run(after, _silent)
        if isinstance(told, Decision) and told.prompt == "muster":
            answers = (*answers, DONE)
            push(after, DONE, _silent)
            told = run(after, _silent)
        if isinstance(told, Decision) and type(act := after.stack[-1]) is Act:
            found += _acts(after, act, told.options, answers)
    return found


def fallbacks(s: Alamo, asked: Decision) -> Sequence[Operation]:
    """The veteran's list: only Texans think in whole actions, of the rooms they could fall back into."""
    step = s.stack[-1]
    if type(step) is Actions:
        return operations(s, asked) if step.side == TEXAN else ()
    return operations(s, asked) if type(step) is Act and SIDE[step.units[0]] == TEXAN else ()


def _silent(event: object) -> None:
    """Nobody listens inside a head."""


def _plans(units: Sequence[int]) -> bool:
    """Whether somebody is planned for: troops, and Mexican leaders."""
    return SIDE[units[0]] == MEXICAN or any(FIGHTER[u] for u in units)


def _parties(units: tuple[UnitId, ...]) -> list[tuple[UnitId, ...]]:
    """Who is left behind: nobody; all troops but the top one; these and the leaders; the leaders alone. Texans go
    together, leaders by themselves one by one."""
    if SIDE[units[0]] == TEXAN:
        return [()]
    troops = [u for u in units if FIGHTER[u]]
    if not troops:
        return [units[1:]]
    officers = tuple([u for u in units if IS_LEADER[u]])
    under = tuple(troops[:-1])
    return list(dict.fromkeys([(), under, (*under, *officers), officers])) if len(units) > 1 else [()]


def _acts(s: Alamo, step: Act, options: Sequence[Option], before: tuple[Option, ...]) -> Iterator[Operation]:
    """Staying, shots, work and marches of one group."""
    work = [o for o in options if isinstance(o, Torch | Blast | Load)]
    shots = fires(s, step, options)
    units = alive(s, step.units)
    rest = len(options) > 1  # otherwise the question answers itself, and the answer must not be left over
    yield Operation("stay", (*before, DONE) if rest else before or (DONE,))
    for option in (*work, *shots):
        yield Operation("fire" if option in shots else "work", (*before, option))
    if SIDE[units[0]] == TEXAN:
        if any(isinstance(o, Go | Force) for o in options) and threatened(s, s.loc[units[0]]):
            for way in _refuges(s, march(s, units, step.moved, doors=True).reach(s.loc[units[0]], step.spent)):
                yield Operation("refuge", (*before, *way))
    elif (reach := reach_of(s, units[0])) is not None:
        leads = not any(FIGHTER[u] for u in units)
        for goal in _posts(s, units[0], reach) if leads else _goals(s, reach):
            yield Operation("command" if leads else "march", (*before, *[GO[b] for b in reach.path_to(goal)[1:]]))


def _refuges(s: Alamo, reach: "Reach[Refusal]") -> Iterator[tuple[Option, ...]]:
    """Ways into the nearest rooms, or towards them."""
    ends = reach.ends()
    rooms = [b for b in ends if b >= HEXES][:ROOMS_TRIED]
    field = ways_to_rooms()
    nearer = sorted([b for b in ends if b < HEXES], key=lambda b: (field[b], reach.costs[b]))[:2]
    for goal in (*rooms, *nearer):
        path = reach.path_to(goal)
        yield tuple([Force(SpaceId(b)) if b in shut_door(s, a) else GO[b] for a, b in pairwise(path)])


def _goals(s: Alamo, reach: "Reach[Refusal]") -> list[int]:
    """Where to go: as near as possible to each of the nearest Texans, the same out of sight, and next to Texans."""
    ends = reach.ends()
    targets = s.held[TEXAN]
    if not ends or not targets:
        return []
    table = ways_table(targets)
    here = table[:, reach.start]
    found: list[int] = []
    rows = here.argsort(kind="stable")[:QUARRIES]
    there = table[rows][:, list(ends)]
    for row, nearest in zip(rows, there.argmin(axis=1), strict=True):
        if table[row, ends[nearest]] < here[row]:
            found.append(ends[nearest])
    seen, field = watch(s), ways(s)
    hidden = [b for b in ends if not seen & BIT[b]]
    if hidden:
        found.append(min(hidden, key=field.__getitem__))
    close = REACH.around(s.held[HELD + TEXAN])
    found += [b for b in ends if close & BIT[b]][:BESIDE]
    mates = close & s.held[HELD + MEXICAN]
    found += [b for b in ends if mates & BIT[b]][:2]
    return list(dict.fromkeys(found))


def _posts(s: Alamo, leader: int, reach: "Reach[Refusal]") -> list[int]:
    """Where a leader goes: to most of the platoons that nobody else leads, those near the enemy first; towards them if
    they are too far away; to a stack before a door with Texans behind it."""
    at, field, loc = s.loc[leader], ways(s), s.loc
    wards: dict[int, float] = {}
    for unit in PLATOONS:
        space = loc[unit]
        if space >= PLACES or LIGHT[unit] or leader not in COMMANDERS[unit]:
            continue
        near = COMMAND[space]
        if not any(near >> loc[x] & 1 for x in COMMANDERS[unit] if x != leader):
            wards[space] = wards.get(space, 0.0) + 1.0 + max(0, HOT - field[space]) / HOT
    ends = set(reach.ends())
    score: dict[int, float] = {}
    for ward, weight in wards.items():
        for b in members(COMMAND[ward]):
            score[b] = score.get(b, 0.0) + weight
    inside = sorted([b for b in score if b in ends], key=lambda b: (-score[b], reach.costs[b], b))[:POSTS]
    far = sorted([(score[ward] / (FAR_POST + distance(at, ward)), ward) for ward in wards if ward not in ends])
    inside += [min(ends, key=_way_to(ward, reach)) for _, ward in far[-2:] if ends]
    theirs, ours = s.held[TEXAN], s.held[HELD + MEXICAN]
    for one, other in DOORS:
        for a, b in ((one, other), (other, one)):
            if a in ends and ours & BIT[a] and theirs & BIT[b]:
                inside.append(a)
    return list(dict.fromkeys(inside))


def _way_to(ward: int, reach: "Reach[Refusal]") -> Callable[[int], tuple[int, int, int]]:
    """A key by which the ends of a march are sorted: the nearest to some platoon first, then the cheapest."""
    return lambda b: (distance(b, ward), reach.costs[b], b)
