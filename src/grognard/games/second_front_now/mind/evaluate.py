"""What a position is worth to a side: named terms seen from the Allied side, turned round for the German."""

from operator import mul

from grognard.core import Mind, Result, Step, Weights
from grognard.games.second_front_now.content import (
    ALLIED,
    ALLIED_DEAD,
    ANTI_ARMOR,
    ANTI_INFANTRY,
    BLOODED,
    COMMAND,
    CONVERTED,
    DUE,
    ENGLAND,
    FOLDER,
    GERMAN,
    GERMAN_DEAD,
    HEXES,
    HQ,
    IS_ARTILLERY,
    ITALY,
    KIND,
    NORTH,
    RUSSIA,
    SIDE,
    SOUTH,
    SPACES,
    UNITS,
)
from grognard.games.second_front_now.mind.actions import actions, purse
from grognard.games.second_front_now.mind.battle_value import coming
from grognard.games.second_front_now.mind.candidates import candidates
from grognard.games.second_front_now.mind.fields import allied_field, german_field, open_beaches
from grognard.games.second_front_now.mind.probe import probe
from grognard.games.second_front_now.rules.boxes import Declare, FromItaly, NameNext
from grognard.games.second_front_now.rules.commands import Commands
from grognard.games.second_front_now.rules.plans import Planning
from grognard.games.second_front_now.rules.points import allied_points, german_points
from grognard.games.second_front_now.rules.replacements import Replacements
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.games.second_front_now.rules.supply import supplied
from grognard.games.second_front_now.rules.weather import ContestAir
from grognard.maps.sets import members
from grognard.tables import read_weights

NAMES = ("points", "command", "force", "place", "supply", "beaches", "green", "battle")
TERMS, LEVELS = read_weights(FOLDER / "data" / "weights.toml", NAMES)
RESTS: tuple[type[Step], ...] = (Commands, Planning, Replacements, ContestAir, Declare, FromItaly, NameNext)
"""Where an action is complete: what is asked here is the next one."""
WON = 1000.0
Values = tuple[float, ...]

PRESENT = [1.0 if h < HEXES else 0.0 for h in range(SPACES)]
"""What a unit counts for by where it is."""
for _box, _share in (
    (ENGLAND, 0.55), (NORTH, 0.5), (SOUTH, 0.55), (ITALY, 0.3), (RUSSIA, 0.2), (DUE, 0.2), (COMMAND, 1.0),
    (ALLIED_DEAD, 0.1), (GERMAN_DEAD, 0.1), (BLOODED, 0.0), (CONVERTED, 0.0),
):  # fmt: skip
    PRESENT[_box] = _share
FIRE = tuple(0.0 if KIND[u] == HQ else (ANTI_ARMOR[u] + ANTI_INFANTRY[u]) / 2 + 1.5 * IS_ARTILLERY[u] for u in UNITS)
SIGN = tuple(1.0 if SIDE[u] == ALLIED else -1.0 for u in UNITS)
STRENGTH = tuple((0.0, SIGN[u] * FIRE[u], SIGN[u] * FIRE[u] * 1.8) for u in UNITS)
"""By unit and steps left."""


def terms(s: SecondFront, side: int, weights: Weights = TERMS) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    sign = 1.0 if side == ALLIED else -1.0
    return {name: sign * weight * value for (name, weight), value in zip(weights.items(), _values(s), strict=True)}


def evaluate(s: SecondFront, side: int, weights: Weights = TERMS) -> float:
    """The value of a position for a side; a decided game is worth +-1000. What one side gains the other loses."""
    if s.result is not None:
        return _decided(s.result, side)
    value = sum(map(mul, weights.values(), _values(s)), 0.0)
    return value if side == ALLIED else -value


def _decided(result: Result, side: int) -> float:
    return 0.0 if not result.winners else WON if side in result.winners else -WON


def _values(s: SecondFront) -> Values:
    """The terms for the Allied side, in the order of their names, not yet weighted."""
    left = 1.0 - s.turn / (s.rules.last + 1)
    command = (allied_points(s) - german_points(s)) * (0.3 + left) if s.area >= 0 else 0.0
    battle = coming(s) if s.battle is not None else 0.0
    return (
        float(-s.vp),
        command,
        _force(s),
        _place(s),
        _cut_off(s),
        float(-open_beaches(s)),
        float(len(s.here.get(CONVERTED, ()))),
        battle,
    )


def _force(s: SecondFront) -> float:
    """The fire of both sides, by steps and by where the units are; more from Russia once it is on its way."""
    total = 0.0
    for u, at in enumerate(s.loc):
        if at >= 0:
            total += STRENGTH[u][s.steps[u]] * PRESENT[at]
    if s.riga:
        total += 0.15 * sum([STRENGTH[u][s.steps[u]] for u in s.here.get(RUSSIA, ())])
    return total


def _place(s: SecondFront) -> float:
    """How near the units of both sides are to what they want, or must keep."""
    total = 0.0
    for side, field, sign in ((ALLIED, allied_field(s), 1.0), (GERMAN, german_field(s), -1.0)):
        for h in members(s.held[side]):
            units = [u for u in s.here[h] if u >= 0]
            total += sign * field[h] * sum([FIRE[u] for u in units]) ** 0.7
    return total


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


MIND: Mind[SecondFront] = Mind(
    weights=TERMS,
    levels=LEVELS,
    evaluate=evaluate,
    terms=terms,
    rests=RESTS,
    candidates=candidates,
    actions=actions,
    purse=purse,
    probe=probe,
)
