"""What is worth looking at: of all options those that differ in something a player minds."""

from collections.abc import Sequence
from functools import partial

from grognard.core import ALL, Add, Decision, Option, SpaceId
from grognard.core.selection import add
from grognard.games.cassino_1944.content import (
    ALLIED,
    ARMOR,
    ARRIVAL_EDGE,
    ENDURANCE,
    GERMAN,
    HEXES,
    MOUNTAIN,
    MOVES,
    NATION,
    NEAR,
    ROSTER,
    STRENGTH,
    UNITS,
    VALUE,
    WATER,
    Side,
)
from grognard.games.cassino_1944.mind.attrition import last_straw
from grognard.games.cassino_1944.mind.prospects import around, prospect
from grognard.games.cassino_1944.rules.abbey import AbbeyFate
from grognard.games.cassino_1944.rules.actions import Half, Move
from grognard.games.cassino_1944.rules.advance import Advance, PostCombatAdvance
from grognard.games.cassino_1944.rules.combat import FIGHT, Attack, Damage, Hit, Join, able_attackers
from grognard.games.cassino_1944.rules.conditions import Activate, Coordination
from grognard.games.cassino_1944.rules.movement import Remove
from grognard.games.cassino_1944.rules.reinforcements import Arrivals, Arrive
from grognard.games.cassino_1944.rules.retreat import Retreat, RetreatOrStand, Stand
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.games.cassino_1944.rules.supply import Refit
from grognard.maps import mask, members


def candidates(s: Cassino, asked: Decision) -> Sequence[Option]:
    """The options a player looks at: one unit stands for its like, attackers join one after the other, best first."""
    options = asked.options[asked.extra :]
    if len(options) < 2:
        return options
    top = s.stack[-1]
    if type(top) is Half:
        return _unlike(s, [o for o in options if type(o) is not Attack or _sensible(s, top.side, o.hex)])
    if type(top) is Join:
        return _joining(s, top, asked)
    if type(top) is Damage:
        return (max(asked.options, key=lambda o: _bears(s, o)),)
    if type(top) is RetreatOrStand:
        unit = top.units[0]
        return [o for o in options if o == Stand(unit) or o == Retreat(unit)]
    if type(top) is PostCombatAdvance or type(top) is Arrivals:
        return _unlike(s, options)
    if type(top) is Coordination:
        return (max(options, key=lambda o: _busy(s, o)),)
    if type(top) is AbbeyFate:
        return (options[asked.default],)  # its point at the end is sure, the bombers would cost whole halves
    return options


def bold_candidates(s: Cassino, asked: Decision) -> Sequence[Option]:
    """The same for the general: anybody may join an attack, the brittle last, and damage may go to one who is lost."""
    top = s.stack[-1]
    if type(top) is Join:
        return _joining(s, top, asked, brittle=True)
    if type(top) is Damage:
        bears = partial(_bears, s)
        spread, sacrifice = max(asked.options, key=bears), min(asked.options, key=bears)
        return (spread,) if spread == sacrifice else (spread, sacrifice)
    return candidates(s, asked)


KIND = tuple((STRENGTH[u], MOVES[u], ENDURANCE[u], ARMOR[u], NATION[u], ARRIVAL_EDGE[u]) for u in UNITS)


def _unlike(s: Cassino, options: Sequence[Option]) -> Sequence[Option]:
    """One option for all units that are alike in everything that matters."""
    first: dict[object, Option] = {}
    for option in options:
        like: object = option
        if isinstance(option, Advance | Arrive | Move | Remove | Refit):
            like = (type(option), KIND[option.unit], s.loc[option.unit], s.damage[option.unit])
        first.setdefault(like, option)
    return tuple(first.values())


def _sensible(s: Cassino, side: Side, target: SpaceId) -> bool:
    """Whether an attack has something to gain: support may make it better, and victory hexes are worth despair."""
    if VALUE[target] or s.rules.support or s.rules.weather:
        return True
    return prospect(s, side, target, able_attackers(s, side, target), last_straw(s, side)) > 0


def _joining(s: Cassino, join: Join, asked: Decision, brittle: bool = False) -> Sequence[Option]:
    """Who joins next: those who spare a shift, then armor, then the strong and fresh. Or fight, if it promises.

    `brittle`: units that one more point would eliminate come after all others.
    """
    target, picked = join.target, join.picked
    barrier = WATER[target] | MOUNTAIN[target]
    able = [o.unit for o in asked.options if type(o) is Add]
    if not able:
        return asked.options[asked.extra :]
    last = [brittle and ENDURANCE[u] - s.damage[u] == 1 for u in UNITS]
    after = min(able, key=lambda u: (last[u], barrier >> s.loc[u] & 1, not ARMOR[u], -STRENGTH[u], s.damage[u], u))
    if not picked:
        return (ALL, add(after)) if len(able) > 1 else (add(after),)
    good = prospect(s, join.side, target, picked, last_straw(s, join.side)) > 0
    return (add(after), FIGHT) if good else (add(after),)


def _bears(s: Cassino, option: Option) -> tuple[int, int]:
    """Damage goes where most endurance is left, then to the weaker unit."""
    assert type(option) is Hit
    return ENDURANCE[option.unit] - s.damage[option.unit], -STRENGTH[option.unit]


def _busy(s: Cassino, option: Option) -> float:
    """What a nation's units have to do in this half: the attacks they could make, and a little for each on the map."""
    assert type(option) is Activate
    units = [u for u in ROSTER[ALLIED] if NATION[u] == option.nation and s.loc[u] < HEXES]
    targets = members(around(mask(s.loc[u] for u in units)) & s.held[GERMAN])
    able = [(SpaceId(t), [u for u in units if NEAR[t] >> s.loc[u] & 1]) for t in targets]
    return sum(prospect(s, ALLIED, target, group, False) for target, group in able) + 0.1 * len(units)
