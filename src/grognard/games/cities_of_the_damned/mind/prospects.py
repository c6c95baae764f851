"""Exact odds of a combat before it is paid for: the German draw, the factors on both sides, the result.

The rules themselves are run over every outcome (`core.odds`), with chits that do the same merged into one. What the
player will decide on the way follows a stated policy: hits are taken as step losses where they cost the Allied total
least, duels come before other checks, the best unit leads.
"""

from collections.abc import Hashable
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from grognard.core import Decision, Event, Option, State, Step, clone, hush, odds
from grognard.core.types import SpaceId
from grognard.games.cities_of_the_damned.content import (
    ARMOR,
    CF,
    CHIT_CF,
    GUNS,
    INFANTRY,
    KINDS,
    SNIPER,
    SORT,
)
from grognard.games.cities_of_the_damned.rules.checks import ArmorFire, Checks, GunFire, MgFire, SniperShot, TankDuel
from grognard.games.cities_of_the_damned.rules.chits import OPEN_CHECK
from grognard.games.cities_of_the_damned.rules.combat import (
    DirectSupport,
    LowerDraw,
    Repel,
    Resistance,
    cleared,
    led,
)
from grognard.games.cities_of_the_damned.rules.counterattack import join_grey
from grognard.games.cities_of_the_damned.rules.events import Averted, BrokenOff, Faced, Mustered
from grognard.games.cities_of_the_damned.rules.movement import March
from grognard.games.cities_of_the_damned.rules.options import LOSE, LOWER, SUPPORT, TARGET, Check, Duel, Lower, Support
from grognard.games.cities_of_the_damned.rules.state import CityState, Fight, factor, fight_of, tank_in
from grognard.tables import Distribution, opposed

BUDGET = 60_000
"""Positions looked at for one distribution; the largest fight without variants needs about a third of it."""
DICE: Distribution[int] = opposed(1, 1)
"""Allied die less German die."""


class Strengths(NamedTuple):
    """What both sides bring to the dice, and how many chits stand in the fight."""

    allied: int
    german: int
    left: int


THROWN_OUT, BROKEN_UP, TURNED_BACK = "thrown out", "broken up", "turned back"
Before = Strengths | str
"""A fight when the dice are due, or one that ended before them; turned back: nobody got across the border."""


class Outcome(NamedTuple):
    """What the dice of a fight can say."""

    word: str
    """taken, contested, tie, lost, thrown out, broken up, turned back."""
    points: int
    """Casualties of the side that lost, 0 where it does not matter."""


# Merging


def likeness(monte_cassino: bool) -> tuple[int, ...]:
    """By kind: the first kind that does exactly the same. Artillery is like infantry unless variant 12.2 is in use."""
    found: dict[tuple[int, int], int] = {}
    result = []
    for kind in range(KINDS):
        sort = INFANTRY if SORT[kind] == GUNS and not monte_cassino else SORT[kind]
        result.append(found.setdefault((sort, CHIT_CF[kind]), kind))
    return tuple(result)


LIKE = (likeness(False), likeness(True))


def same(s: CityState) -> Hashable:
    """Positions of one combat with equal keys have equal prospects: proven against the unmerged result by a test."""
    f = s.fight
    if f is None:
        # on the way to the fight: who has failed a check so far
        return len(s.stack), s.stack[-1], bytes(s.reduced)
    like = LIKE[s.rules.monte_cassino]
    top = s.stack[-1] if s.stack else None
    drawn = tuple(sorted([like[code >> 2] << 2 | code & 3 for code in f.drawn]))
    snipers = sum([SORT[code >> 2] == SNIPER and code & OPEN_CHECK for code in f.drawn])
    if isinstance(top, SniperShot):
        snipers += 1
    if not f.slots:
        # once all are drawn a chit with nothing left to do is only a factor
        done = [code for code in drawn if not code & 3]
        drawn = (*[code for code in drawn if code & 3], -len(done), sum([CHIT_CF[code >> 2] for code in done]))
    return (
        len(s.stack),
        _top(s, top, like),
        (f.number, f.direct, f.lowering, f.tank, f.slots, f.again, f.lead, f.margin),
        drawn,
        tuple(sorted([like[kind] for kind in f.aside])),
        tuple(sorted([_figure(s, unit) for unit in s.here[f.area]])),
        min(s.vp, snipers if not f.slots else f.slots + snipers),
        s.sketch,
    )


def _figure(s: CityState, unit: int) -> tuple[int, int, bool, int]:
    """What matters of a unit in a fight."""
    return CF[unit][0], s.reduced[unit], ARMOR[unit], s.marks[unit]


def _top(s: CityState, top: Step | None, like: tuple[int, ...]) -> Hashable:
    """The step that acts next, kinds and units replaced by what they are like."""
    if isinstance(top, ArmorFire):
        return ArmorFire, like[top.kind], _figure(s, top.unit) if top.unit >= 0 else None
    if isinstance(top, TankDuel):
        return TankDuel, like[top.kind], top.fresh, top.firer, top.shots
    if isinstance(top, GunFire):
        return GunFire, like[top.kind], top.battery
    if isinstance(top, MgFire | SniperShot):
        return type(top), like[top.kind]
    return top


# Policy


def _factors(s: CityState, f: Fight, victim: int) -> int:
    """Allied factors if this unit loses a step."""
    tank = tank_in(s, f.area) if f.tank else -1
    best = count = 0
    for unit in s.here[f.area]:
        if unit == tank or (unit == victim and s.reduced[unit]):
            continue
        count += 1
        best = max(best, CF[unit][1] if unit == victim else factor(s, unit))
    return led(best, count)


def cheapest(s: CityState, units: tuple[int, ...]) -> int:
    """The unit whose step costs least now; a full one rather than a reduced one."""
    f = fight_of(s)
    return max(units, key=lambda u: (_factors(s, f, u), not s.reduced[u], _figure(s, u)))


class Policy(Struct, frozen=True):
    """How the player is assumed to answer on the way: what is spent where, and the rest as the module says."""

    support: Support = SUPPORT[0, 0]
    lower: Lower = LOWER[0, 0, False]

    def __call__(self, s: State, decision: Decision) -> Option:
        assert isinstance(s, CityState)
        step, options = s.stack[-1], decision.options
        if isinstance(step, LowerDraw):
            return self.lower if self.lower in options else self._most(options)
        if isinstance(step, DirectSupport):
            return self.support if self.support in options else options[0]
        if isinstance(step, Resistance):
            return options[0]
        if isinstance(step, Checks):
            like = LIKE[s.rules.monte_cassino]
            acts = [o for o in options if isinstance(o, Check | Duel)]
            return min(acts, key=lambda o: (isinstance(o, Check), like[o.kind]))
        units = s.here[fight_of(s).area]
        if isinstance(step, ArmorFire):
            return TARGET[cheapest(s, units)]
        lose = LOSE[cheapest(s, units)] if units else options[0]
        return lose if lose in options else options[0]

    def _most(self, options: tuple[Option, ...]) -> Option:
        """The wanted reduction, as far as it is offered."""
        less = [o for o in options if isinstance(o, Lower) and o.tank <= self.lower.tank]
        return max(less, key=lambda o: (o.tank + min(o.points, self.lower.points), -o.air))


# Distributions


def mustered(event: Event) -> Before | None:
    """How a fight stands when the dice are due, None before that."""
    if isinstance(event, Mustered):
        return Strengths(event.allied + event.bonus, event.german + event.isolation, event.left)
    if isinstance(event, BrokenOff):
        return THROWN_OUT
    return BROKEN_UP if isinstance(event, Averted) else None


def strengths(s: CityState, answers: tuple[Option, ...], policy: Policy) -> Distribution[Before] | None:
    """What the two sides will bring to the dice after these answers; None if it would take too long."""
    found = odds(s, answers, mustered, same=same, until=(March,), policy=policy, budget=BUDGET)
    if found is None:
        return None
    return Distribution({k if isinstance(k, Strengths | str) else TURNED_BACK: p for k, p in found.items()})


def result(before: Before, dice: int, vacant: bool = False) -> Outcome:
    """What the difference of the dice makes of a fight."""
    if isinstance(before, str):
        return Outcome(before, 0)
    margin = before.allied - before.german + dice
    if cleared(margin, before.left):
        return Outcome("taken", 0)
    if vacant:
        return Outcome("lost", 0)
    if margin >= 0:
        return Outcome("contested" if margin else "tie", 0)
    return Outcome("lost", -margin)


def outcomes(before: Distribution[Before], vacant: bool = False) -> Distribution[Outcome]:
    """Strengths and dice together."""
    return before.combine(DICE, lambda b, d: result(b, d, vacant))


class Draw(NamedTuple):
    """A German draw: how many chits, their factors, and how many of them act before the dice."""

    chits: int
    factors: int
    mgs: int
    armor: int
    snipers: int


NO_DRAW = Draw(0, 0, 0, 0, 0)


def draws(s: CityState, answers: tuple[Option, ...], policy: Policy) -> Distribution[Draw] | None:
    """The German draw after these answers."""

    def watch(event: Event) -> Draw | None:
        if isinstance(event, Averted):
            return NO_DRAW
        if not isinstance(event, Faced):
            return None
        sorts = [SORT[kind] for kind in event.kinds]
        factors = sum(CHIT_CF[kind] for kind in event.kinds)
        return Draw(len(sorts), factors, sorts.count(1), sorts.count(2), sorts.count(SNIPER))

    found = odds(s, answers, watch, same=same, until=(March,), policy=policy, budget=BUDGET)
    if found is None:
        return None
    return Distribution.weighted([(k if isinstance(k, Draw) else NO_DRAW, p) for k, p in found.items()])


def repelling(s: CityState, area: SpaceId, number: int, joined: bool) -> CityState:
    """A world in which so many chits counter-attack an area; `joined`: the grey ones have come first."""
    world = clone(s)
    if joined:
        join_grey(world, hush)
    world.fight = None
    world.stack = (Repel(area, number),)
    return world


def chance(distribution: Distribution[Outcome], word: str) -> Fraction:
    """How likely an outcome of this word is."""
    return distribution.probability(lambda o: o.word == word)


def kept(distribution: Distribution[Outcome]) -> Fraction:
    """How likely the Germans are all sent back, or never come: a counter-attack broken up changes nothing."""
    return chance(distribution, "taken") + chance(distribution, BROKEN_UP)
