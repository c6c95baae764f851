"""Combat (4): who attacks, the one resolution that is rolled on, losses, retreats, advance."""

from collections.abc import Iterable

from grognard import core
from grognard.core import Choice, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.maps import Attacking, FallingBack, Mustering, Retreat, Set
from grognard.tables import Resolution
from two_fords.content import BLUE, CLEAR, DEAD, FORDS, GREY, GRID, GUN, NEAR, PATHS, RESULTS, SIDE, SUPPLY, ZONES, Side
from two_fords.rules.movement import Go, go
from two_fords.rules.sight import supporters
from two_fords.rules.state import Fords, alive, foe, full, place
from two_fords.rules.supply import strength

BACK = {"AR": 1, "DR": 2}
"""Hexes of a retreat."""


@rule("4.2", "4.3", "6.2")
def resolution(s: Fords, target: int, attackers: tuple[UnitId, ...]) -> Resolution[str]:
    """The attack as step, forecast, chart and evaluation read it."""
    attack, defence = (sum(strength(s, u) for u in units) for units in (attackers, s.here[target]))
    shifts = [] if CLEAR >> target & 1 else [("4.3", -1)]
    if all(GRID.side(s.loc[u], target) in FORDS for u in attackers):
        shifts.append(("4.3", -1))
    if supporters(s, SIDE[attackers[0]], target, attackers):
        shifts.append(("6.2", 1))
    return Resolution(RESULTS, (attack, defence), RESULTS.columns.ratio(attack, defence), tuple(shifts))


@rule("4.1")
def attackers_of(s: Fords, side: Side, target: int) -> list[UnitId]:
    """The units that may attack a hex."""
    zone = ZONES.of(1 << target)
    return [u for u in alive(s, side) if zone >> s.loc[u] & 1 and not s.done >> u & 1]


class Attack(Option, frozen=True):
    space: SpaceId


class Fought(core.Event, frozen=True):
    rule = "4.4"
    units: tuple[UnitId, ...]
    space: SpaceId
    column: str
    result: str


class Lost(core.Event, frozen=True):
    rule = "4.4"
    unit: UnitId


class Fighting(Attacking, frozen=True):
    """A side attacks hexes one after the other."""

    rule = "4.1"
    prompt = "attack"
    kinds = (Attack,)
    side: Side

    def targets(self, s: Fords) -> Set:
        return s.held[foe(self.side)]

    def attackers(self, s: Fords, target: SpaceId) -> list[UnitId]:
        return attackers_of(s, self.side, target)

    def assault(self, target: SpaceId) -> "Muster":
        return Muster(target, self.side)


class Muster(Mustering, frozen=True):
    """Who attacks."""

    rule = "4.1"
    side: Side
    picked: tuple[UnitId, ...] = ()

    def able(self, s: Fords) -> list[UnitId]:
        return attackers_of(s, self.side, self.target)

    def refuse_unit(self, s: Fords, unit: UnitId) -> Refusal | None:
        return None if unit in self.able(s) else Refusal("4.1", "cannot_attack", (unit, self.target))

    def question(self, s: Fords) -> Decision:
        return Decision(s.seats[self.side], "muster", "4.1", (), units=self.picked, spaces=(self.target,))

    def chosen(self, s: Fords, note: Note) -> Steps:
        s.done |= sum(1 << unit for unit in self.picked)
        s.attacked |= 1 << self.target
        return (Assault(self.target, self.picked),)


class Assault(Step, frozen=True):
    rule = "4.4"
    target: SpaceId
    attackers: tuple[UnitId, ...]

    def ask(self, s: Fords) -> core.Ask:
        return core.Roll((6,), "assault", "4.4")

    def take(self, s: Fords, answer: core.Dice, note: Note) -> Steps:
        attack = resolution(s, self.target, self.attackers)
        result = attack.result(answer[0])
        note(Fought(self.attackers, self.target, attack.label, result))
        units = self.attackers if result[0] == "A" else s.here[self.target] if result[0] == "D" else ()
        if result not in BACK:
            for unit in units:
                eliminate(s, unit, note)
        if s.result is not None:
            return ()
        falls = [Fall(SIDE[u], u, (s.loc[u],), BACK[result]) for u in units if result in BACK]
        return (*falls, Advance(self.target, self.attackers))


@rule("7.3")
def eliminate(s: Fords, unit: UnitId, note: Note) -> None:
    place(s, unit, DEAD)
    note(Lost(unit))
    for side in (BLUE, GREY):
        if all(GUN[u] for u in alive(s, side)):
            core.end(s, core.Result((foe(side),), "7.3", "destroyed"))


class Fall(FallingBack, frozen=True):
    """A unit retreats hex by hex; its owner chooses the way, and without one it is lost."""

    rule = "4.5"
    prompt = "fall_back"
    kinds = (Go,)

    def ways(self, s: Fords) -> Retreat:
        free = SUPPLY.open_to(s.held[self.side], s.held[foe(Side(self.side))])

        def refuse(path: tuple[int, ...], hex: int) -> Refusal | None:
            if not free >> hex & 1:
                return Refusal("4.5", "not_free", (hex,))
            if GRID.distance(path[0], hex) < len(path):
                return Refusal("4.5", "not_away", (hex,))
            last = len(path) == self.length
            return Refusal("1.3", "full", (hex,)) if last and full(s, self.unit, hex) else None

        return Retreat(PATHS, self.length, refuse)

    def arrive(self, s: Fords, space: SpaceId, note: Note) -> None:
        go(s, self.unit, space, note)

    def stuck(self, s: Fords, note: Note) -> None:
        eliminate(s, self.unit, note)


class Advance(Choice, frozen=True):
    """One attacker may enter the hex that was attacked."""

    rule = "4.6"
    kinds = (core.Add,)
    finish = core.NO
    target: SpaceId
    attackers: tuple[UnitId, ...]

    def offers(self, s: Fords) -> Iterable[Option]:
        return [core.Add(unit) for unit in self.attackers]

    def refuse(self, s: Fords, option: core.Add) -> Refusal | None:
        gone = not s.here.get(self.target)
        if gone and option.unit in self.attackers and NEAR[self.target] >> s.loc[option.unit] & 1:
            return None
        return Refusal("4.6", "no_advance", (self.target,))

    def question(self, s: Fords) -> Decision:
        return Decision(s.seats[SIDE[self.attackers[0]]], "advance", "4.6", (), spaces=(self.target,))

    def take(self, s: Fords, answer: Option, note: Note) -> Steps:
        if isinstance(answer, core.Add):
            go(s, answer.unit, self.target, note)
        return ()
