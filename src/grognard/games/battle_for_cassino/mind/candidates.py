"""Which options deserve a thought: a march goes by the few best next hexes, a fire takes everybody who can."""

from collections.abc import Callable, Sequence
from typing import Any

from grognard.core import ALL, DONE, Add, Decision, Option
from grognard.games.battle_for_cassino.content import (
    ABBEY,
    GERMAN,
    HOTEL,
    HQS,
    INFANTRY,
    SIDE,
    TOUCH,
    UNIT_ROWS,
)
from grognard.games.battle_for_cassino.mind.goals import away
from grognard.games.battle_for_cassino.rules.movement import HALT, Carry, Go, Walk
from grognard.games.battle_for_cassino.rules.preparation import Bombard, Mortar, Shell
from grognard.games.battle_for_cassino.rules.reinforcements import EnterAt, Entry
from grognard.games.battle_for_cassino.rules.setup import SUGGESTED
from grognard.games.battle_for_cassino.rules.state import Battle, strength
from grognard.games.battle_for_cassino.rules.supply import Draw, estranged
from grognard.games.battle_for_cassino.rules.turns import Enter, Move
from grognard.maps import BIT

UNITS_LOOKED_AT, HEXES_LOOKED_AT, TARGETS = 5, 3, 4


def candidates(s: Battle, asked: Decision) -> Sequence[Option]:
    """The options of a question worth looking at."""
    chosen = _BY_PROMPT.get(asked.prompt)
    found = chosen(s, asked) if chosen is not None else ()
    return found or asked.options[asked.extra :]


def _set_up(s: Battle, asked: Decision) -> Sequence[Option]:
    return (SUGGESTED,) if SUGGESTED in asked.options else ()


def _missions(s: Battle, asked: Decision) -> Sequence[Option]:
    """The strongest stacks, and those in what decides the game."""

    def worth(option: Option) -> float:
        assert isinstance(option, (Bombard, Mortar))
        stack = s.here.get(option.hex, ())
        prize = 4 if (ABBEY | HOTEL) & BIT[option.hex] else 0
        contact = 4 if TOUCH[option.hex] & s.held[1 - SIDE[stack[0]]] else 0
        return sum(strength(s, u) for u in stack) + prize + contact - (type(option) is Mortar)

    targets = sorted((o for o in asked.options if o != DONE), key=worth, reverse=True)
    return (*targets[:TARGETS], DONE)


def _shell(s: Battle, asked: Decision) -> Sequence[Option]:
    """As much as there is, air first; or half of it."""
    offers = [o for o in asked.options if isinstance(o, Shell)]
    most = max(o.air + o.artillery for o in offers)
    return [o for o in offers if o.air + o.artillery == most][:1] + [o for o in offers if o.air + o.artillery == 5][:1]


def _everybody(s: Battle, asked: Decision) -> Sequence[Option]:
    """All who can, then go."""
    if ALL in asked.options:
        return (ALL,)
    adds = [o for o in asked.options if type(o) is Add]
    return adds[:1] if adds and DONE not in asked.options else (DONE,)


def _announce(s: Battle, asked: Decision) -> Sequence[Option]:
    more = [o for o in asked.options if o != DONE]
    return more[:1] or (DONE,)


def _supply(s: Battle, asked: Decision) -> Sequence[Option]:
    drawn = [o for o in asked.options if isinstance(o, Draw)]
    best = sorted(drawn, key=lambda o: bool(estranged(o.unit, o.hq)))[:1]
    return [*best, *(o for o in asked.options if not isinstance(o, Draw))]


def _movement(s: Battle, asked: Decision) -> Sequence[Option]:
    """Newcomers, headquarters first; then those who are farthest from where they belong."""
    comers = [o for o in asked.options if isinstance(o, Enter)]
    if comers:
        return sorted(comers, key=lambda o: not HQS >> o.unit & 1)[:1]
    movers = [o for o in asked.options if isinstance(o, Move)]
    german = s.side == GERMAN

    def urge(option: Move) -> float:
        at = s.loc[option.unit]
        contact = bool(TOUCH[at] & s.held[1 - s.side])
        return (80 if contact and german else 0) + (away(option.unit, at) if not contact else 0)

    return (*sorted(movers, key=urge, reverse=True)[:UNITS_LOOKED_AT], DONE)


def _walk(s: Battle, asked: Decision) -> Sequence[Option]:
    """The next hexes that lead nearest to the goal, or a halt; one company of a battalion takes its headquarters."""
    step = s.stack[-1]
    assert isinstance(step, Walk)
    unit = step.unit
    loads = [o for o in asked.options if isinstance(o, Carry)]
    for option in loads:
        if HQS >> option.unit & 1 and not step.legs and _escorts(s, unit, option.unit):
            return (option,)
    ways = sorted((o for o in asked.options if isinstance(o, Go)), key=lambda o: away(unit, o.hex))
    been = {leg.hex for leg in step.legs}
    ways = [o for o in ways if o.hex not in been] or ways
    halt = (HALT,) if HALT in asked.options else ()
    return (*ways[:HEXES_LOOKED_AT], *halt)


def _escorts(s: Battle, unit: int, hq: int) -> bool:
    """The last company of the battalion in this hex carries the headquarters."""
    if SIDE[unit] == GERMAN and away(unit, s.loc[unit]) < 20:
        return False
    mates = [
        u
        for u in s.here[s.loc[unit]]
        if INFANTRY >> u & 1 and UNIT_ROWS[u].formation == UNIT_ROWS[hq].formation and not s.moved >> u & 1
    ]
    return not mates or unit == max(mates) or all(u == unit for u in mates)


def _gates(s: Battle, asked: Decision) -> Sequence[Option]:
    step = s.stack[-1]
    unit = step.unit if isinstance(step, Entry) else asked.units[0]
    offers = [o for o in asked.options if isinstance(o, EnterAt)]
    hqs = [o for o in offers if any(HQS >> u & 1 for u in s.here.get(o.hex, ()))]
    near = sorted(offers, key=lambda o: away(unit, o.hex))
    return (hqs if hqs and not HQS >> unit & 1 else near)[:1]


def _nothing(s: Battle, asked: Decision) -> Sequence[Option]:
    return (asked.options[asked.default],) if asked.default >= 0 else ()


def _first(s: Battle, asked: Decision) -> Sequence[Option]:
    return asked.options[:1]


_BY_PROMPT: dict[str, Callable[[Any, Decision], Sequence[Option]]] = {
    "set_up": _set_up,
    "missions": _missions,
    "shell": _shell,
    "mortars": _everybody,
    "firers": _everybody,
    "announce": _announce,
    "supply": _supply,
    "movement": _movement,
    "walk": _walk,
    "entry": _gates,
    "hq_return": _gates,
    "works": _nothing,
    "reserve_walk": _first,
}
