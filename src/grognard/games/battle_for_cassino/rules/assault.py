"""12.4 Resolution of a close assault: strengths, terrain, shifts, the die, losses and retreats."""

from collections.abc import Iterable
from typing import NamedTuple

from grognard.core import Ask, Note, Roll, Step, Steps, UnitId, rule
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    BRITISH,
    CRT,
    FIGHTERS,
    GURKHAS,
    HEXES,
    INFANTRY,
    NATION,
    PARATROOPS,
    RATIO_COLUMNS,
    Outcome,
    Side,
)
from grognard.games.battle_for_cassino.rules.events import Fought, NobodyLeft
from grognard.games.battle_for_cassino.rules.losses import Losses
from grognard.games.battle_for_cassino.rules.retreat import Retreats, in_order
from grognard.games.battle_for_cassino.rules.state import Assault, Battle, night, pinned, strength
from grognard.games.battle_for_cassino.rules.supply import estranged
from grognard.games.battle_for_cassino.rules.terrain import cover
from grognard.maps import Set, mask
from grognard.tables import Resolution, Terms

MOST_SHIFT = 2
QUARTER = 4


@rule("10.43", "14.22", "12.11", "11.13")
def attack_strength(s: Battle, a: Assault) -> int:
    """What the attackers bring: those pinned or without supply together at a quarter, the rest in full (ruling 20)."""
    weak = strong = 0
    stunned = pinned(s)
    for unit, source in zip(a.attackers, a.sources or (0,) * len(a.attackers), strict=True):
        if s.loc[unit] >= HEXES:
            continue
        if stunned >> unit & 1 or source < 0:
            weak += strength(s, unit)
        else:
            strong += strength(s, unit)
    return strong + weak // QUARTER


def defenders(s: Battle, a: Assault) -> tuple[UnitId, ...]:
    """Everybody in the hexes assaulted."""
    return tuple([UnitId(u) for hex in a.hexes for u in s.here.get(hex, ())])


@rule("12.13", "12.27", "6.4.order", "14.23", "9.24", "10.47", "5.43.defend", "12.12")
def hex_defence(s: Battle, hex: int, reserves: tuple[int, ...], attackers: tuple[int, ...]) -> int:
    """The defence of one hex against these attackers."""
    return defence_against(s, hex, reserves, mask(s.loc[u] for u in attackers if s.loc[u] < HEXES))


def defence_against(s: Battle, hex: int, reserves: tuple[int, ...], posts: Set) -> int:
    """The defence of one hex against attackers in these hexes: terrain first, then the pinned part halved, then the
    rest; reserves get no terrain, and overstacked units add nothing. Supply does not matter."""
    times = cover(hex, hex in s.ruins, posts)
    halved = plain = 0
    stunned = pinned(s)
    for unit in s.here.get(hex, ()):
        if s.crowded >> unit & 1:
            continue
        worth = strength(s, unit) * (1 if unit in reserves else times)
        if stunned >> unit & 1:
            halved += worth
        else:
            plain += worth
    return halved // 2 + plain


def defence_strength(s: Battle, a: Assault) -> int:
    return sum([hex_defence(s, hex, a.reserves, a.attackers) for hex in a.hexes])


@rule("12.5", "12.52", "12.52.ex", "12.53", "12.54", "12.55", "12.56", "12.57", "12.6", "13.2", "12.43")
def assault_shifts(s: Battle, a: Assault) -> Terms:
    """Columns to the left for strangers' supply and mixed nations, each once and two at most; then one to the right for
    Gurkhas or paratroops who attack at night (ruling 23)."""
    living = [u for u in a.attackers if s.loc[u] < HEXES]
    terms: list[tuple[str, int]] = []
    if a.side == ALLIED:
        pairs = zip(a.attackers, a.sources, strict=True) if a.sources else ()
        cases = {case for u, hq in pairs if hq >= 0 and s.loc[u] < HEXES and (case := estranged(u, hq))}
        nations = {NATION[u] for u in living if not (NATION[u] == BRITISH and INFANTRY >> u & 1)}
        if len(nations) > 1:
            cases.add("12.56")
        terms = [(case, -1) for case in sorted(cases)[:MOST_SHIFT]]
    if at_home_by_night(s, living):
        terms.append(("12.6", 1))
    return tuple(terms)


@rule("12.6")
def at_home_by_night(s: Battle, attackers: Iterable[int]) -> bool:
    """Whether Gurkhas or paratroops attack by night."""
    return night(s) and any((GURKHAS | PARATROOPS) >> u & 1 for u in attackers)


@rule("12.41", "12.8.cap", "12.43")
def resolution(s: Battle, a: Assault) -> Resolution[Outcome]:
    """An assault in numbers: the ratio rounded down in the defender's favour, then shifted, never off the table
    (ruling 22). Step, forecast and evaluation read this."""
    values = attack_strength(s, a), defence_strength(s, a)
    return Resolution(CRT, values, RATIO_COLUMNS.ratio(*values), assault_shifts(s, a))


class Weights(NamedTuple):
    """What changes the strengths of an assault, for whoever tells its sum."""

    weak: tuple[UnitId, ...]
    """Attackers who count a quarter, for want of supply or pinned."""
    times: tuple[int, ...]
    """What the ground multiplies, by hex assaulted."""
    halved: tuple[UnitId, ...]
    reserves: tuple[UnitId, ...]
    """Those who have no good of the ground."""
    idle: tuple[UnitId, ...]
    """Overstacked defenders, who add nothing."""


def weights(s: Battle, a: Assault) -> Weights:
    """What the strengths of an assault are made of."""
    stunned = pinned(s)
    near = mask([s.loc[u] for u in a.attackers])
    there = defenders(s, a)
    held = [u for u in there if not s.crowded >> u & 1]
    return Weights(
        tuple([u for u, hq in zip(a.attackers, a.sources, strict=True) if stunned >> u & 1 or hq < 0]),
        tuple([cover(hex, hex in s.ruins, near) for hex in a.hexes]),
        tuple([u for u in held if stunned >> u & 1]),
        tuple([u for u in a.reserves if u in held]),
        tuple([u for u in there if s.crowded >> u & 1]),
    )


@rule("12.42", "12.8", "12.8.sides", "12.46", "12.4")
class AssaultRoll(Step, frozen=True):
    """12.4 One die; the attacker's losses first, then the defender's, then retreats, all at once (12.46)."""

    rule = "12.42"
    side: Side

    def ask(self, s: Battle) -> Ask:
        a = s.assault
        if a is None or not defenders(s, a):
            return None
        return Roll((6,), "assault", "12.42")

    def auto(self, s: Battle, note: Note) -> Steps:
        assert s.assault is not None
        note(NobodyLeft(s.assault.hexes))
        return ()

    def take(self, s: Battle, answer: tuple[int, ...], note: Note) -> Steps:
        a = s.assault
        assert a is not None
        made = resolution(s, a)
        result = made.result(answer[0])
        note(self._told(s, a, made, answer[0]))
        return self._results(s, a, result)

    def _told(self, s: Battle, a: Assault, made: Resolution[Outcome], die: int) -> Fought:
        """The assault as the log has it, with all that changed a strength."""
        return Fought(
            a.side, a.hexes[0], made.values[0], made.values[1], made.odds, made.label, die, made.result(die).text,
            made.shifts, *weights(s, a),
        )  # fmt: skip

    def _results(self, s: Battle, a: Assault, result: Outcome) -> Steps:
        foe = Side(1 - a.side)
        steps: list[Step] = []
        if result.attacker_steps:
            steps.append(Losses(a.side, result.attacker_steps, a.attackers))
        if result.defender_steps:
            steps.append(Losses(foe, result.defender_steps, defenders(s, a)))
        if result.attacker_retreat:
            steps.append(Repulsed(foe, result.attacker_retreat))
        if result.defender_retreat:
            steps.append(Driven(a.side, result.defender_retreat))
        return tuple(steps)


@rule("12.45", "9.24", "5.43.advance")
class Repulsed(Step, frozen=True):
    """12.45 The attackers retreat, moved by the defender; with them go headquarters, observers and overstacked units of
    a hex all of whose other units have attacked (ruling 7)."""

    rule = "12.45"
    by: Side
    distance: int

    def auto(self, s: Battle, note: Note) -> Steps:
        a = s.assault
        assert a is not None
        living = [u for u in a.attackers if s.loc[u] < HEXES]
        gone: list[UnitId] = list(living)
        for hex in sorted({s.loc[u] for u in living}):
            others = [UnitId(u) for u in s.here[hex] if u not in living]
            if all(s.crowded >> u & 1 or not FIGHTERS >> u & 1 for u in others):
                gone += others
        return (Retreats(self.by, self.distance, in_order(tuple(gone))),)


class Driven(Step, frozen=True):
    """12.45 The defenders retreat, moved by the attacker."""

    rule = "12.45"
    by: Side
    distance: int

    def auto(self, s: Battle, note: Note) -> Steps:
        a = s.assault
        assert a is not None
        units = defenders(s, a)
        return (Retreats(self.by, self.distance, in_order(units)),) if units else ()


class Close(Step, frozen=True):
    """The assault is over."""

    rule = "12.46"

    def auto(self, s: Battle, note: Note) -> Steps:
        s.assault = None
        return ()
