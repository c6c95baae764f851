"""Weight near the objectives: where the sides stand, and what is about to arrive, against each other."""

from functools import lru_cache
from struct import Struct as Layout
from typing import NamedTuple

from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREAS,
    BOARD,
    BY_DIE,
    CASTLE,
    COMBAT,
    FIELDS,
    FINAL,
    GERMAN,
    LINKS,
    SIDE,
    TEM,
    VEHICLE,
    VP,
    VP_AREAS,
    Field,
    Side,
)
from grognard.games.thunder_at_cassino.rules.state import FIGHTERS_AT, Thunder
from grognard.games.thunder_at_cassino.rules.victory import HANGMAN, ON_THE_HILL
from grognard.maps import members

FARTHEST = 7
"""Steps beyond which a unit has nothing to do with an objective."""
FADING = 0.62
"""What a step of distance leaves of a unit's weight."""
POSSESSION = 0.6
"""Combat units that the side in possession of an Area would have to be outweighed by, were nobody there."""
ONE = 1 << 16
"""Weights are added up in whole numbers, this many to one Combat unit at its goal."""
KEPT = round(POSSESSION * ONE)
GOALS = len(VP_AREAS)
FOUR_BYTES = Layout(f"<{GOALS}I")


def _nearness(wheels: bool) -> tuple[int, ...]:
    """By space: how much a Combat unit there, on foot or on wheels, has to do with each Victory Point Area.

    One number holds all goals, 32 bits each, so that one addition serves them all.
    """
    found = [0] * BOARD
    for number, goal in enumerate(VP_AREAS):
        steps = {int(goal): 0}
        todo = [int(goal)]
        for at in todo:
            for n, white in LINKS[at]:
                if n not in steps and steps[at] < FARTHEST and (white or not wheels):
                    steps[n] = steps[at] + (2 if n >= AREAS else 1)
                    todo.append(n)
        for at, far in steps.items():
            found[at] += round(ONE * FADING**far) << 32 * number
    return tuple(found)


ON_FOOT, ON_WHEELS = _nearness(wheels=False), _nearness(wheels=True)


LAST_TURN = FIELDS[FINAL].last


def _coming(field: Field) -> tuple[tuple[int, ...], ...]:
    """By side and turn: the weight of what is due on the next turn, in the first of its Zones, and after it by half."""
    found = [[0] * (LAST_TURN + 1) for _ in (ALLIED, GERMAN)]
    for u, arrival in field.arrivals.items():
        if COMBAT[u] and arrival.turn > 1 and u not in BY_DIE:
            weight = (ON_WHEELS if VEHICLE[u] else ON_FOOT)[arrival.places[0]]
            found[SIDE[u]][arrival.turn - 1] += weight
            found[SIDE[u]][arrival.turn - 2] += _halved(weight)
    return tuple(tuple(row) for row in found)


def _halved(weights: int) -> int:
    """Each of the 32-bit numbers in one, halved."""
    return sum((weights >> 32 * k & 0xFFFFFFFF) // 2 << 32 * k for k in range(GOALS))


COMING = {name: _coming(field) for name, field in FIELDS.items()}
NOBODY_COMES = ((0,), (0,))


def _stakes(field: Field) -> tuple[float, ...]:
    """What each Victory Point Area is worth in a scenario, in the order of VP_AREAS.

    Hangman's Hill is decided by Castle Hill, without which nothing counts, and Point 435; the rest is of little use.
    """
    if field.name == ON_THE_HILL:
        return tuple({CASTLE: 6.0, HANGMAN: 4.0}.get(area, 0.25 * VP[area]) for area in VP_AREAS)
    return tuple(float(VP[area]) for area in VP_AREAS)


STAKES = {name: _stakes(field) for name, field in FIELDS.items()}
FAIR = 2
"""Terrain that is neither good nor bad."""
SHELTER = tuple(TEM[k] - FAIR if k < AREAS else 0 for k in range(BOARD))


@lru_cache(maxsize=1 << 12)
def spaces_in(mask: int) -> tuple[int, ...]:
    """The spaces of a set, in order."""
    return tuple(members(mask))


class Ground(NamedTuple):
    """What the places of one side come to."""

    weights: int
    """Combat units by nearness to the Victory Point Areas; all goals in one number."""
    cover: int
    """What the ground gives to the Combat units."""


def ground(s: Thunder, side: Side) -> Ground:
    """Where the Combat units of a side stand."""
    row = side * BOARD
    return _ground(s.mask[FIGHTERS_AT + side], tuple(s.here[row : row + BOARD]))


@lru_cache(maxsize=1 << 10)
def _ground(places: int, here: tuple[tuple[int, ...], ...]) -> Ground:
    weights = cover = 0
    for k in spaces_in(places):
        fighters, wheels = fighters_of(here[k])
        weights += fighters * ON_FOOT[k]
        if wheels:
            weights += wheels * (ON_WHEELS[k] - ON_FOOT[k])
        cover += fighters * SHELTER[k]
    return Ground(weights, cover)


@lru_cache(maxsize=1 << 14)
def fighters_of(units: tuple[int, ...]) -> tuple[int, int]:
    """Combat units among these, and how many of them go on wheels."""
    return sum([COMBAT[u] for u in units]), sum([VEHICLE[u] for u in units])


def pressure(s: Thunder, allies: Ground, germans: Ground) -> float:
    """The share of each Area that goes by the weight of the sides near it, with the square law of combat.

    Who is about to arrive counts too.
    """
    value = 0.0
    control = s.control
    coming, turn = (COMING[s.rules.scenario], s.turn) if s.turn < s.last else (NOBODY_COMES, 0)
    allied = FOUR_BYTES.unpack((allies.weights + coming[ALLIED][turn]).to_bytes(4 * GOALS, "little"))
    german = FOUR_BYTES.unpack((germans.weights + coming[GERMAN][turn]).to_bytes(4 * GOALS, "little"))
    for area, worth, mine, theirs in zip(VP_AREAS, STAKES[s.rules.scenario], allied, german, strict=True):
        if control[area]:
            mine += KEPT
        else:
            theirs += KEPT
        mine *= mine
        value += worth * mine / (mine + theirs * theirs)
    return value
