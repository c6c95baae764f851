"""What a position is worth to a side: named terms seen from the Allied side, turned round for the German."""

from functools import lru_cache
from math import exp, pow
from operator import mul

from grognard.core import Mind, Step, Thrift, Weights, by_weights, decided
from grognard.games.second_front_now.content import (
    ALLIED,
    ALLIED_DEAD,
    CONVERTED,
    DUE,
    ENGLAND,
    FOLDER,
    GERMAN,
    GERMAN_DEAD,
    ITALY,
    NORTH,
    RUSSIA,
    SIDE,
    SOUTH,
    Side,
)
from grognard.games.second_front_now.mind.battle_value import PLENTIFUL, coming, fading
from grognard.games.second_front_now.mind.candidates import candidates
from grognard.games.second_front_now.mind.fields import Field, allied_field, full_beaches, german_field, open_beaches
from grognard.games.second_front_now.mind.front import POWER, Powers, open_points, powers, promise
from grognard.games.second_front_now.mind.lapses import lapses
from grognard.games.second_front_now.mind.operations import operations, purse
from grognard.games.second_front_now.mind.probe import probe
from grognard.games.second_front_now.mind.prospects import doomed
from grognard.games.second_front_now.mind.urgency import pressing
from grognard.games.second_front_now.mind.walks import bare, paces, walked
from grognard.games.second_front_now.rules.boxes import Declare, FromItaly, NameNext
from grognard.games.second_front_now.rules.commands import Commands
from grognard.games.second_front_now.rules.plans import Planning
from grognard.games.second_front_now.rules.points import allied_points, german_points
from grognard.games.second_front_now.rules.replacements import Replacements
from grognard.games.second_front_now.rules.sequence import EndTurn, StartAllied
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.games.second_front_now.rules.supply import supplied
from grognard.games.second_front_now.rules.weather import ContestAir
from grognard.maps.sets import members
from grognard.tables import read_weights

NAMES = (
    "points", "command", "force", "place", "supply", "beaches", "green", "battle", "attack", "open",
    "ashore", "danger", "walk", "guard", "press",
)  # fmt: skip
TERMS, LEVELS = read_weights(FOLDER / "data" / "weights.toml", NAMES)
RESTS: tuple[type[Step], ...] = (
    Commands, Planning, Replacements, ContestAir, Declare, FromItaly, NameNext, StartAllied, EndTurn,
)  # fmt: skip
"""Where an action is complete: what is asked here is the next one. Who gives up his last points is judged before the
next player turn begins, like who uses them: a new day changes points by itself, and doing nothing would gain them."""
Values = tuple[float, ...]

WAITING = {
    ENGLAND: 0.9, NORTH: 0.8, SOUTH: 0.85, ITALY: 0.4, RUSSIA: 0.2, DUE: 0.3, ALLIED_DEAD: 0.1, GERMAN_DEAD: 0.1,
}  # fmt: skip
"""What a unit in a box counts for, beside one on the map."""
ROOM = (220.0, 160.0)
"""By side: the power on the map beyond which more of it finds little room to fight."""
BRIDGEHEAD = 450.0
"""The same of what the Allied side wants ashore."""
SOON = 4
"""Turns before the end in which what may come of a position loses its worth: in the end points alone count."""
LATER = 0.3
"""What points open to a march count for while their holder moves first."""
RAID = 2
"""Turns a raid takes: before the end fewer are to be feared."""
CLOGGED = 0.15
"""What a beach too full to land on weighs beside one left open."""
PRESSING = 0.45
"""How much more than one in a box the first division on the map is worth."""
SPREAD = (0.85, 0.8)
"""By side: the power of a stack counts for its place by this exponent; who holds a line adds less by a fourth division.
"""


def terms(s: SecondFront, side: int, weights: Weights = TERMS) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    sign = 1.0 if side == ALLIED else -1.0
    values = _values(s, weights)
    return {name: sign * weight * value for (name, weight), value in zip(weights.items(), values, strict=True)}


def evaluate(s: SecondFront, side: int, weights: Weights = TERMS) -> float:
    """The value of a position for a side; a decided game is worth +-1000. What one side gains the other loses."""
    if s.result is not None:
        return decided(s.result, side)
    value = sum(map(mul, weights.values(), _values(s, weights)), 0.0)
    return value if side == ALLIED else -value


def _values(s: SecondFront, weights: Weights) -> Values:
    """The terms for the Allied side, in the order of their names, not yet weighted."""
    left = 1.0 - s.turn / (s.rules.last + 1)
    command = (allied_points(s) - german_points(s)) * (0.3 + left) if s.area >= 0 else 0.0
    battle = coming(s) if s.battle is not None else 0.0
    allied, german = powers(s, ALLIED), powers(s, GERMAN)
    promised = exposed = pressed = 0.0
    to_come = min(1.0, (s.rules.last - s.turn) / SOON)
    over = s.turn == s.rules.last
    if s.area >= 0 and weights["attack"]:
        hopes = sum(promise(s, ALLIED, allied, german).values()), sum(promise(s, GERMAN, german, allied).values())
        promised = hopes[ALLIED] - hopes[GERMAN]
        if weights["press"]:
            pressed = pressing(s, hopes, (allied, german))
    if s.area >= 0 and weights["open"]:
        if not over or s.phasing != ALLIED:  # the Allied player turn is the last
            exposed += open_points(s, GERMAN)
        if not over:
            exposed -= open_points(s, ALLIED)
    return (
        float(-s.vp),
        command * to_come,
        (PLENTIFUL * _force(s, ALLIED, allied) - _force(s, GERMAN, german)) * fading(s) * to_come,
        to_come * (_place(allied_field(s), allied, SPREAD[ALLIED]) - _place(german_field(s), german, SPREAD[GERMAN])),
        _cut_off(s) * to_come,
        0.0 if over else -open_beaches(s) - CLOGGED * full_beaches(s),
        to_come * len(s.here.get(CONVERTED, ())),
        battle,
        promised * to_come,
        exposed,
        to_come * fading(s) * BRIDGEHEAD * (1.0 - exp(-sum(allied.values()) / BRIDGEHEAD)),
        -to_come * doomed(s) if weights["danger"] and s.area >= 0 else 0.0,
        *(_marches(s, over) if weights["walk"] and s.area >= 0 else (0.0, 0.0)),
        pressed * to_come,
    )


def _marches(s: SecondFront, over: bool) -> tuple[float, float]:
    """Points open to marches, where what the side that moves next can take is as good as taken; and places nobody
    stands in, before raiders."""
    allied_next = s.phasing == GERMAN
    speed = paces(s, ALLIED), paces(s, GERMAN)
    german = walked(s, GERMAN, speed[ALLIED]) * (1.0 if allied_next else LATER) if not over or allied_next else 0.0
    allied = walked(s, ALLIED, speed[GERMAN]) * (LATER if allied_next else 1.0) if not over else 0.0
    left = min(1.0, (s.rules.last - s.turn) / RAID)
    return german - allied, left * (bare(s, GERMAN, speed[ALLIED]) - bare(s, ALLIED, speed[GERMAN]))


def _force(s: SecondFront, side: Side, standing: Powers) -> float:
    """The power of a side by steps and by where the units are; more from Russia once it is on its way."""
    ashore = sum(standing.values())
    total = ashore + PRESSING * ROOM[side] * (1.0 - exp(-ashore / ROOM[side]))
    boxes, steps = s.here, bytes(s.steps)
    for box, share in WAITING.items():
        if box == RUSSIA and s.riga:
            share += 0.2
        units = boxes.get(box)
        if units:
            total += share * _waiting(units, steps, side)
    return total


@lru_cache(maxsize=4096)
def _waiting(units: tuple[int, ...], steps: bytes, side: Side) -> float:
    """The power of those of a side among units in a box; `steps` of all there are."""
    return sum([POWER[u][steps[u]] for u in units if u >= 0 and SIDE[u] == side])


def _place(field: Field, standing: Powers, spread: float) -> float:
    """How near the stacks are to what their side wants, or must keep."""
    return sum([field[hex] * pow(power, spread) for hex, power in standing.items()])


def _cut_off(s: SecondFront) -> float:
    """Units without a path weigh against their side."""
    if s.rules.basic or s.area < 0:
        return 0.0
    value = 0.0
    for side, sign in ((ALLIED, -1.0), (GERMAN, 1.0)):
        cut = s.held[side] & ~supplied(s, side)
        if cut:
            value += sign * sum([len(s.here[h]) for h in members(cut)])
    return value


def margin(s: SecondFront) -> float:
    """How well a game that is over went for the Allied side: what the German lacks to the most he can have."""
    return float(-s.vp)


MIND: Mind[SecondFront] = Mind(
    weights=TERMS,
    levels=by_weights(LEVELS),
    evaluate=evaluate,
    terms=terms,
    rests=RESTS,
    candidates=candidates,
    operations=operations,
    purse=purse,
    thrift=Thrift(again=8),
    budgets={"veteran": 0.2, "general": 0.2},
    lapses=lapses,
    probe=probe,
    margin=margin,
)
