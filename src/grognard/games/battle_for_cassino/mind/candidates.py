"""Which options deserve a thought: a march goes by the few best next hexes, a fire takes everybody who can."""

from collections.abc import Callable, Sequence
from typing import Any

from grognard.core import ALL, DONE, Add, Decision, Option
from grognard.games.battle_for_cassino.content import (
    ABBEY,
    GERMAN,
    HEXES,
    HOTEL,
    HQS,
    SIDE,
    TOUCH,
    Side,
)
from grognard.games.battle_for_cassino.mind.fetching import errands, underway
from grognard.games.battle_for_cassino.mind.goals import away
from grognard.games.battle_for_cassino.mind.places import GOOD, assault_gains, escorts, places
from grognard.games.battle_for_cassino.mind.reaches import origin, reach
from grognard.games.battle_for_cassino.rules.movement import GO, HALT, Carry, Walk
from grognard.games.battle_for_cassino.rules.preparation import Bombard, Mortar, Shell, observed
from grognard.games.battle_for_cassino.rules.reinforcements import EnterAt, Entry
from grognard.games.battle_for_cassino.rules.setup import SUGGESTED
from grognard.games.battle_for_cassino.rules.state import Battle, pinned, strength
from grognard.games.battle_for_cassino.rules.supply import Draw, Supply, draws, estranged
from grognard.games.battle_for_cassino.rules.turns import Enter, Move
from grognard.maps import BIT

UNITS_LOOKED_AT, TARGETS = 5, 4
CERTAIN = 9
"""Points of a bombardment that cost a step whatever the die shows (5.8)."""


def candidates(s: Battle, asked: Decision) -> Sequence[Option]:
    """The options of a question worth looking at."""
    chosen = _BY_PROMPT.get(asked.prompt)
    found = chosen(s, asked) if chosen is not None else ()
    return found or asked.options[asked.extra :]


def replies(s: Battle, asked: Decision) -> Option | None:
    """What the enemy is expected to answer in the middle of an operation: he holds his fire and his reserves."""
    return asked.options[asked.default] if asked.default >= 0 else None


def _set_up(s: Battle, asked: Decision) -> Sequence[Option]:
    return (SUGGESTED,) if SUGGESTED in asked.options else ()


def _missions(s: Battle, asked: Decision) -> Sequence[Option]:
    """The strongest stacks, those in what decides the game or in touch with us, and those that an observer sees; lone
    headquarters in sight above all: one step, and they are gone for good."""

    def worth(option: Option) -> float:
        assert isinstance(option, (Bombard, Mortar))
        stack = s.here.get(option.hex, ())
        prize = 4 if (ABBEY | HOTEL) & BIT[option.hex] else 0
        contact = 4 if TOUCH[option.hex] & s.held[1 - SIDE[stack[0]]] else 0
        seen = 4 if observed(s, Side(1 - SIDE[stack[0]]), BIT[option.hex]) else 0
        lone = 12 if seen and all(HQS >> u & 1 for u in stack) else 0
        return sum(strength(s, u) for u in stack) + prize + contact + seen + lone - (type(option) is Mortar)

    targets = sorted((o for o in asked.options if o != DONE), key=worth, reverse=True)
    return (*targets[:TARGETS], DONE)


def _shell(s: Battle, asked: Decision) -> Sequence[Option]:
    """As much as there is, air first; or half of it; and what is just enough to cost a step with every die."""
    offers = [o for o in asked.options if isinstance(o, Shell)]
    amounts = dict.fromkeys((max(o.air + o.artillery for o in offers), CERTAIN, 5))
    return [o for points in amounts for o in [o for o in offers if o.air + o.artillery == points][:1]]


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
    """The headquarters that costs no column and serves most of those who attack, then the one with most left."""
    step = s.stack[-1]
    assert isinstance(step, Supply)
    rest = step.units[len(step.sources) :]

    def cost(o: Draw) -> tuple[bool, int, int]:
        serves = draws(s, o.hq) if s.loc[o.hq] < HEXES else 0
        return bool(estranged(o.unit, o.hq)), -sum([serves >> s.loc[u] & 1 for u in rest]), -s.increments[o.hq]

    return sorted((o for o in asked.options if isinstance(o, Draw)), key=cost)[:1]


def _movement(s: Battle, asked: Decision) -> Sequence[Option]:
    """Newcomers, headquarters first; then those who are in touch with the enemy or can be, or have far to go."""
    comers = [o for o in asked.options if isinstance(o, Enter)]
    if comers:
        return sorted(comers, key=lambda o: not HQS >> o.unit & 1)[:1]
    movers = [o for o in asked.options if isinstance(o, Move)]
    if DONE not in asked.options:
        return [o for o in movers if s.crowded >> o.unit & 1]
    good = [h for h, value in assault_gains(s).items() if value >= GOOD]
    german = s.side == GERMAN
    going = errands(s, s.side)

    def urge(option: Move) -> float:
        unit = option.unit
        at = s.loc[unit]
        if pinned(s) >> unit & 1:
            return 50.0
        leads = unit in going or any(
            HQS >> u & 1 and not s.carried >> u & 1 and escorts(s, unit, u) for u in s.here[at]
        )
        ready = any(TOUCH[h] & reach(s, unit)[1] for h in good)
        touching = bool(TOUCH[at] & s.held[1 - s.side])
        return 200 * leads + 60 * ready + (90 if touching and german else 0) + away(unit, at) / 4 + strength(s, unit)

    return (*sorted(movers, key=urge, reverse=True)[:UNITS_LOOKED_AT], DONE)


def _walk(s: Battle, asked: Decision) -> Sequence[Option]:
    """The next hexes on the ways to the places that come into question, or a halt where the unit has come to one; one
    company of a battalion takes its headquarters."""
    step = s.stack[-1]
    assert isinstance(step, Walk)
    unit = step.unit
    if pinned(s) >> unit & 1:
        return ()
    if not step.legs and not step.loads:
        for option in asked.options:
            if isinstance(option, Carry) and HQS >> option.unit & 1 and escorts(s, unit, option.unit):
                return (option,)
    errand = underway(s, step)
    if errand in asked.options:
        return (errand,)
    path = (step.start, *[leg.hex for leg in step.legs])
    halt = (HALT,) if HALT in asked.options else ()
    found: list[Option] = []
    ways, _ = origin(s, unit, step.start)
    for to in places(s, unit, step.start, step.loads):
        way = ways.path_to(to)
        if way == path:
            return halt
        if way[: len(path)] == path and (go := GO[way[len(path)]]) in asked.options and go not in found:
            found.append(go)
    return (*found, *halt) if found and not step.legs else found or halt


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
    "crowded": _movement,
    "walk": _walk,
    "entry": _gates,
    "hq_return": _gates,
    "works": _nothing,
    "reserve_walk": _first,
}
