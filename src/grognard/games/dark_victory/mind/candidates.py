"""What is worth a look: one stack after another, ways that lead somewhere, shots that may hit; and expected answers."""

from collections.abc import Callable, Sequence

from grognard.core import DONE, Decision, Option
from grognard.games.dark_victory.content import (
    FIGHTER,
    INSIDE,
    IS_LEADER,
    MEXICAN,
    MIDDLE,
    SIDE,
    SIDE_BETWEEN,
    TEXAN,
    WALL,
)
from grognard.games.dark_victory.mind.approach import NOWHERE, REACH, behind, quarry, ways
from grognard.games.dark_victory.mind.prospects import STEP, assault, promise, step_price
from grognard.games.dark_victory.mind.shooting import best_shot, hit
from grognard.games.dark_victory.rules import melee
from grognard.games.dark_victory.rules.act import OWN, REACTION, Act, Triggered
from grognard.games.dark_victory.rules.actions import Actions, Activate, Arrange, Muster, Reorder, Stay, Top
from grognard.games.dark_victory.rules.doors import Break, BreakDoors
from grognard.games.dark_victory.rules.entry import At, Bringing, Enter, Join
from grognard.games.dark_victory.rules.ladders import Ladder, PlaceLadders
from grognard.games.dark_victory.rules.losses import alive
from grognard.games.dark_victory.rules.placing import Propose
from grognard.games.dark_victory.rules.state import HELD, Alamo, fighters, leaders, points, top
from grognard.games.dark_victory.rules.verbs import Cannon, Force, Go, Haul, React, Shoot, Volley
from grognard.maps import BIT

PAIR, EVERY_SECOND = 2, 2
"""Platoons that come on together, and how many of these stacks have a leader."""
FIRES, WAYS, ANSWERS, DOORS = 3, 3, 3, 1
"""Targets, ways on, reacting hexes and doors that are looked at."""
THREAT = 3
"""A Texan leaves his post only if Mexicans are so many steps away."""


def candidates(s: Alamo, asked: Decision) -> Sequence[Option]:
    """The options of a question that differ in something a player minds."""
    options = asked.options
    kind = type(options[0])
    if kind is Propose:
        return options[: asked.extra]
    if kind is Top:
        return options[:1]
    if kind is Join or asked.prompt == "bringing":
        return _party(s, options)
    if kind is At:
        return _spread(s, options)
    return _narrowed(s, options[asked.extra :])


def thorough(s: Alamo, asked: Decision) -> Sequence[Option]:
    """The same for the general: he compares several doors, and lays whole platoons on top where it comes to blows."""
    options, step = asked.options, s.stack[-1]
    if type(options[0]) is Top:
        return [max([o for o in options if type(o) is Top], key=lambda o: points(s, o.unit))]
    if type(step) is BreakDoors and s.held[TEXAN]:
        return _best_doors(s, options)
    if type(step) is melee.Melees and step.side == MEXICAN:
        return _melees(s, step, options, step_price(s))
    if type(step) is melee.Sequence and step.side == MEXICAN:
        return _sequences(s, step, options, step_price(s))
    if type(step) is Reorder and step.side == MEXICAN:
        near = REACH.around(s.held[TEXAN])
        upside = [o for o in options if type(o) is Arrange and near & BIT[o.hex] and _weak_on_top(s, o.hex)]
        return [*upside[:DOORS], DONE]
    return candidates(s, asked)


def _weak_on_top(s: Alamo, space: int) -> bool:
    """Whether somebody in a stack is stronger than the unit on top of it."""
    troops = fighters(s, space)
    return any(points(s, u) > points(s, troops[-1]) for u in troops)


def _best_doors(s: Alamo, options: Sequence[Option]) -> Sequence[Option]:
    """The doors behind which those who stand before them could gain most, then as everybody sees them."""
    told = [(promise(s, o.hex, o.to), k, o) for k, o in enumerate(options) if type(o) is Break]
    good = [o for gain, _, o in sorted(told, key=lambda each: (-each[0], each[1])) if gain > 0]
    return [*dict.fromkeys([*good[:WAYS], *_doors(s, options)])]


def _narrowed(s: Alamo, options: Sequence[Option]) -> Sequence[Option]:
    step = s.stack[-1]
    if type(step) is Actions:
        return _next_stack(s, step, options)
    if type(step) is Muster:
        return _group(s, step)
    if type(step) is Act:
        return _acts(s, step, options)
    if type(step) is Triggered:
        return _reacting(s, step, options)
    if type(step) is BreakDoors:
        return _doors(s, options)
    if type(step) is PlaceLadders:
        return _ladders(s, options)
    if type(step) is melee.Melees:
        return _melees(s, step, options)
    if type(step) is melee.Sequence:
        return _sequences(s, step, options)
    return [o for o in options if not isinstance(o, Arrange | Stay)]


# Whose turn it is ---------------------------------------------------------------------------------


def _next_stack(s: Alamo, step: Actions, options: Sequence[Option]) -> Sequence[Option]:
    """One stack at a time: whoever is nearest to the enemy first, stacks with a leader after the others, then those who
    come on, and leaders by themselves last, when it is known where their men are. Nobody is passed over; a stack may
    still do nothing."""
    if step.side == TEXAN:
        return options[:1]
    way = ways(s)
    troops = [o for o in options if type(o) is Activate and FIGHTER[o.unit]]
    if troops:
        return [min(troops, key=lambda o: (bool(leaders(s, s.loc[o.unit])), way[s.loc[o.unit]]))]
    coming = [o for o in options if type(o) is Enter]
    return (coming or options)[:1]


def _group(s: Alamo, step: Muster) -> Sequence[Option]:
    """Everybody together, or the top unit by itself or with the leaders: scaffolds and rooms hold one platoon. Texans
    stay together."""
    units = step.units
    troops = [u for u in units if FIGHTER[u]]
    if SIDE[units[0]] == TEXAN or not troops:
        return (DONE,)
    parted = any(u not in units and s.ready[u] and not s.acted[u] for u in s.here[s.loc[units[0]]])
    if len(troops) > 1:
        return (Stay(troops[0]),) if parted else (DONE, Stay(troops[0]))
    officers = [Stay(u) for u in units if IS_LEADER[u]] if parted else []
    return (DONE, *officers[:1])


def _party(s: Alamo, options: Sequence[Option]) -> Sequence[Option]:
    """Two platoons, every second stack with a leader: so one leader has many men at hand, and they part at the wall."""
    step = s.stack[-1]
    assert type(step) is Bringing
    men = [o for o in options if type(o) is Join and FIGHTER[o.unit]]
    officers = [o for o in options if type(o) is Join and IS_LEADER[o.unit]]
    if men and len(step.picked) < PAIR:
        return men[:1]
    if officers and (not step.picked or len(s.entries) % EVERY_SECOND == 0) and not _led_by(step):
        return officers[:1]
    return (DONE,)


def _led_by(step: Bringing) -> bool:
    return any(IS_LEADER[u] for u in step.picked)


def _spread(s: Alamo, options: Sequence[Option]) -> Sequence[Option]:
    """Entry hexes: those not yet used first, then by the way to the enemy."""
    way = ways(s)
    gates = [o for o in options if type(o) is At]
    fresh = [o for o in gates if o.hex not in s.entries] or gates
    return sorted(fresh, key=lambda o: way[o.hex])[:1]


# What a stack does --------------------------------------------------------------------------------


def _acts(s: Alamo, step: Act, options: Sequence[Option]) -> Sequence[Option]:
    shots = fires(s, step, options)
    gos = [o for o in options if isinstance(o, Go | Force)]
    rest = [o for o in options if not isinstance(o, Go | Force | Haul | Shoot | Volley | Cannon | Stay)]
    at = s.loc[alive(s, step.units)[0]]
    if step.mode == OWN and SIDE[step.units[0]] == MEXICAN:
        gos = _onward(s, step, at, gos)
    elif step.mode == REACTION or (step.mode == OWN and not threatened(s, at)):
        gos = []  # who walks in the enemy's turn only puts off what the mover does next, and leaves his leader alone
    return [*rest, *shots, *gos]  # of two that are worth the same the quiet one


def _onward(s: Alamo, step: Act, at: int, gos: Sequence[Go | Force]) -> list[Go | Force]:
    """Steps that bring a stack nearer to the Texan who is its business, or to the nearest, and into hexes of its own
    column at the enemy; leaders by themselves look everywhere."""
    if not any(FIGHTER[u] for u in step.units):
        return list(gos)
    found: list[Go | Force] = []
    for way in (quarry(s, at), ways(s)):
        if way is not None:
            ranked = sorted(gos, key=_way_of(way))
            nearer = [o for o in ranked if way[o.hex] < way[at]][:WAYS]
            aside = [o for o in ranked if way[at] <= way[o.hex] <= way[at] + 1]
            found += nearer if len(nearer) > 1 else [*nearer, *aside[: 2 - len(nearer)]]
    close, own = REACH.around(s.held[TEXAN]), s.held[HELD + MEXICAN]
    found += [o for o in gos if own & close & BIT[o.hex]][:2]
    return list(dict.fromkeys(found))


def _way_of(way: bytes) -> Callable[[Go | Force], int]:
    """A key by which steps are sorted: how far it still is from where they lead."""
    return lambda option: way[option.hex]


def threatened(s: Alamo, at: int) -> bool:
    """Whether Mexicans are only a few steps away, whatever stands between."""
    seen = BIT[at]
    for _ in range(THREAT):
        seen |= REACH.around(seen)
    return bool(seen & s.held[HELD + MEXICAN])


def fires(s: Alamo, step: Act, options: Sequence[Option]) -> list[Option]:
    """The likeliest hits; a shot that only a two could hit is left out."""
    at = s.loc[alive(s, step.units)[0]]
    unit = top(s, at)
    if unit is None:
        return []
    found: list[tuple[float, int, Option]] = []
    for k, option in enumerate(options):
        if isinstance(option, Shoot | Volley | Cannon):
            told = hit(s, unit, at, option.hex, type(option) is Cannon)
            if told > 0.04:
                found.append((-told, k, option))
    return [option for _, _, option in sorted(found, key=lambda each: each[:2])[:FIRES]]


def _reacting(s: Alamo, step: Triggered, options: Sequence[Option]) -> Sequence[Option]:
    """The hexes with the best shots at the mover, and holding fire."""
    found = [(-best_shot(s, o.hex, step.hex), k, o) for k, o in enumerate(options) if type(o) is React]
    best = [o for told, _, o in sorted(found, key=lambda each: each[:2]) if told][:ANSWERS]
    return [*best, DONE]


# Doors, ladders, melee ----------------------------------------------------------------------------


def _doors(s: Alamo, options: Sequence[Option]) -> Sequence[Option]:
    """The doors behind which Texans are nearest."""
    targets = s.held[TEXAN]
    ways_on = [(behind(o.hex, o.to, targets), k, o) for k, o in enumerate(options) if type(o) is Break]
    good = [o for far, _, o in sorted(ways_on, key=lambda each: each[:2]) if far < NOWHERE]
    return [*good[:DOORS], DONE]


def _ladders(s: Alamo, options: Sequence[Option]) -> Sequence[Option]:
    """Over walls that need a ladder, from outside, first where nobody stands above."""
    held = s.held[TEXAN]

    def use(o: Ladder) -> tuple[bool, bool, bool]:
        needed = WALL[SIDE_BETWEEN[o.hex][o.to]] == MIDDLE
        return not needed, bool(INSIDE & BIT[o.hex]), bool(held & BIT[o.to])

    return sorted([o for o in options if type(o) is Ladder], key=use)[:1]


def _melees(s: Alamo, step: melee.Melees, options: Sequence[Option], price: float = STEP) -> Sequence[Option]:
    """Spaces that some stack has a fair chance against."""
    near = s.held[HELD + step.side]
    good = []
    for option in options:
        if type(option) is melee.Assault:
            b = option.hex
            told = [assault(s, step.side, a, b, price) for a in REACH.rows[b] if near & BIT[a]]
            if max(told, default=0.0) > 0:
                good.append((-max(told), option))
    return [*[o for _, o in sorted(good, key=lambda each: each[0])[:WAYS]], DONE]


def _sequences(s: Alamo, step: melee.Sequence, options: Sequence[Option], price: float = STEP) -> Sequence[Option]:
    """The strongest first; a weak one is not sent after it."""
    told = [(assault(s, step.side, o.hex, step.hex, price), o) for o in options if type(o) is melee.From]
    best = sorted(told, key=lambda each: -each[0])[:1]
    if not step.picked:
        return [o for _, o in best]
    return [*[o for value, o in best if value > 0], DONE]
