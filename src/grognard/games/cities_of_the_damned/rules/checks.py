"""9.0 What drawn chits do before the dice: machine guns, armor, snipers; variants 12.1 and 12.2."""

from msgspec.structs import replace

from grognard.core import Ask, Decision, Dice, Note, Option, Refusal, Roll, Step, Steps, UnitId, leave, rule
from grognard.games.cities_of_the_damned.content import (
    CHIT_CF,
    GUNS,
    LEVEL,
    MG,
    MODIFIER,
    RESISTANCE,
    SNIPER,
    SORT,
    SUPPORT_CAP,
    TANK,
    Kind,
)
from grognard.games.cities_of_the_damned.rules.aftermath import Settle
from grognard.games.cities_of_the_damned.rules.chits import OPEN_CHECK, OPEN_DUEL, changed, without
from grognard.games.cities_of_the_damned.rules.events import (
    ArmorFired,
    BrokenOff,
    DuelBegan,
    DuelShot,
    GunsFired,
    MgFired,
    SniperFired,
    VpLost,
)
from grognard.games.cities_of_the_damned.rules.losses import BY_GUNS, BY_MG, BY_SNIPER, TakeHit
from grognard.games.cities_of_the_damned.rules.options import BATTERY, CHECK, DUEL, TARGET, Battery, Check, Duel, Target
from grognard.games.cities_of_the_damned.rules.state import (
    RIVER,
    UPHILL,
    CityState,
    factor,
    fight_of,
    lose_step,
    marks_in,
    tank_in,
)

MG_MOD = {name: value for (table, name), value in MODIFIER.items() if table == "mg_check"}
SNIPER_MOD = {name: value for (table, name), value in MODIFIER.items() if table == "sniper_check"}
GUNS_MOD = {name: value for (table, name), value in MODIFIER.items() if table == "arty_check_12.2"}
IN_VIEW = 1
"""Variant 12.2: level of the areas the abbey looks down upon."""


ACTS = {MG: "9.3", SNIPER: "9.2", TANK: "9.1.2.b", GUNS: "12.2"}


def acting(task: Option) -> str:
    """The case by which a German unit acts; infantry does not."""
    return ACTS.get(SORT[task.kind], "9.0") if isinstance(task, Check) else "12.1"


class Checks(Step, frozen=True):
    """9.0 Each drawn chit acts once, in the player's order. When the last Allied unit has gone the combat is over."""

    rule = "9.0"

    def tasks(self, s: CityState) -> list[Option]:
        """What is still open: checks that have a target, and duels while an Allied tank stands in the area."""
        f = fight_of(s)
        units, found = s.here[f.area], []
        for code in f.drawn:
            if code & OPEN_CHECK and (units or SORT[code >> 2] == SNIPER):
                option: Option = CHECK[code >> 2]
                if option not in found:
                    found.append(option)
            if code & OPEN_DUEL and tank_in(s, f.area) >= 0:
                option = DUEL[code >> 2]
                if option not in found:
                    found.append(option)
        return found

    def ask(self, s: CityState) -> Ask:
        f = fight_of(s)
        if not s.here[f.area] and not f.vacant:
            return None
        tasks = self.tasks(s)
        if not tasks:
            return None
        cases = {acting(task) for task in tasks}
        case = cases.pop() if len(cases) == 1 else "9.0"
        return Decision(s.seats[0], "checks", case, tuple(tasks), default=0, spaces=(f.area,))

    def auto(self, s: CityState, note: Note) -> Steps:
        f = fight_of(s)
        if not s.here[f.area] and not f.vacant:
            note(BrokenOff(f.area))
            leave(s, Settle)
        return ()

    def take(self, s: CityState, answer: Check | Duel, note: Note) -> Steps:
        f, kind = fight_of(s), answer.kind
        codes = [code for code in f.drawn if code >> 2 == kind]
        if isinstance(answer, Duel):
            # Of two like chits the one that has not fired duels first: it is the one the player would choose.
            code = next((c for c in codes if c & OPEN_CHECK and c & OPEN_DUEL), -1)
            code = code if code >= 0 else next(c for c in codes if c & OPEN_DUEL)
            s.fight = replace(f, drawn=changed(f.drawn, code, code & ~OPEN_DUEL))
            return (TankDuel(kind, bool(code & OPEN_CHECK)), self)
        # ... and of two like chits the one that has fought its duel fires first, for the same reason: it stands first.
        code = next(c for c in codes if c & OPEN_CHECK)
        s.fight = replace(f, drawn=changed(f.drawn, code, code & ~OPEN_CHECK))
        sort = SORT[kind]
        if sort == MG:
            return (MgFire(kind), self)
        if sort == SNIPER:
            return (SniperShot(kind), self)
        return (GunFire(kind) if sort == GUNS else ArmorFire(kind), self)

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if option in self.tasks(s):
            return None
        if isinstance(option, Check | Duel):
            return Refusal(acting(option), "no_such_task", (option.kind,))
        return Refusal("9.0", "not_offered")


@rule("9.3.mod.rl", "9.3.mod.marks", "9.3.mod.armor")
class MgFire(Step, frozen=True):
    """9.3 A machine gun: die, RL, marks and armor; at or below its CF one unit retreats or loses a step."""

    rule = "9.3"
    kind: Kind

    def ask(self, s: CityState) -> Ask:
        return Roll((6,), "mg", "9.3")

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        area = fight_of(s).area
        marks, tank = marks_in(s, area), tank_in(s, area)
        level = MG_MOD["resistance"] * RESISTANCE[area]
        marked = (MG_MOD["river"] if marks & RIVER else 0) + (MG_MOD["uphill"] if marks & UPHILL else 0)
        armor = 0 if tank < 0 else MG_MOD["armor_reduced"] if s.reduced[tank] else MG_MOD["armor_full"]
        total = answer[0] + level + marked + armor
        hit = total <= CHIT_CF[self.kind]
        note(MgFired(area, self.kind, answer[0], level, marked, armor, total, hit))
        return (TakeHit(1, BY_MG),) if hit else ()


class ArmorFire(Step, frozen=True):
    """9.1.2 German armor: the player names a unit; at or below the CF of the armor it loses a step."""

    rule = "9.1.2.b"
    kind: Kind
    unit: int = -1

    def ask(self, s: CityState) -> Ask:
        if self.unit >= 0:
            return Roll((6,), "armor", "9.1.2.b")
        area = fight_of(s).area
        options = tuple([TARGET[u] for u in s.here[area]])
        return Decision(s.seats[0], "armor_target", "9.1.2.b", options, spaces=(area,), numbers=(CHIT_CF[self.kind],))

    def take(self, s: CityState, answer: Dice | Target, note: Note) -> Steps:
        if isinstance(answer, Target):
            return (ArmorFire(self.kind, answer.unit),)
        hit = answer[0] <= CHIT_CF[self.kind]
        note(ArmorFired(self.kind, UnitId(self.unit), answer[0], hit))
        if hit:
            lose_step(s, self.unit, note)
        return ()

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if not isinstance(option, Target):
            return Refusal("9.1.2.b", "not_offered")
        area = fight_of(s).area
        return None if option.unit in s.here[area] else Refusal("9.1.2.b", "not_in_fight", (option.unit, area))


def sniper_hits(total: int, units: int) -> bool:
    """Whether a sniper hits so many units with a modified die."""
    return total > units


@rule("9.2.hit", "9.2.miss", "10.vp9", "7.0.vacant")
class SniperShot(Step, frozen=True):
    """9.2 A sniper: above the number of Allied units it costs a VP (or a step) and stays, else it is driven off."""

    rule = "9.2"
    kind: Kind

    def ask(self, s: CityState) -> Ask:
        return Roll((6,), "sniper", "9.2")

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        f = fight_of(s)
        marks, units = marks_in(s, f.area), len(s.here[f.area])
        bonus = (SNIPER_MOD["river"] if marks & RIVER else 0) + (SNIPER_MOD["uphill"] if marks & UPHILL else 0)
        hit = sniper_hits(answer[0] + bonus, units)
        note(SniperFired(f.area, answer[0], bonus, units, hit))
        if not hit:
            s.cup[self.kind] += 1
            s.fight = replace(f, drawn=without(f.drawn, self.kind))
            return ()
        if s.vp:
            s.vp -= 1
            note(VpLost(s.vp))
            return ()
        return (TakeHit(1, BY_SNIPER),)


class GunFire(Step, frozen=True):
    """12.2 German artillery: counter-battery points first, then a die; a hit counts like that of a machine gun."""

    rule = "12.2"
    kind: Kind
    battery: int = -1

    def most(self, s: CityState) -> int:
        return min(s.artillery, SUPPORT_CAP[s.rain])

    def ask(self, s: CityState) -> Ask:
        if self.battery >= 0:
            return Roll((6,), "guns", "12.2")
        options = BATTERY[: self.most(s) + 1]
        area = fight_of(s).area
        highest = max(CHIT_CF[self.kind] - sum(self.terms(s)), 0)
        return Decision(s.seats[0], "battery", "12.2", options, default=0, spaces=(area,), numbers=(highest,))

    def terms(self, s: CityState) -> tuple[int, int]:
        """What ground and weather add to the die."""
        in_view = LEVEL[fight_of(s).area] == IN_VIEW
        return GUNS_MOD["level_1"] if in_view else 0, GUNS_MOD["rain"] if s.rain else 0

    def take(self, s: CityState, answer: Dice | Battery, note: Note) -> Steps:
        if isinstance(answer, Battery):
            s.artillery -= answer.points
            return (GunFire(self.kind, answer.points),)
        area = fight_of(s).area
        level, rain = self.terms(s)
        battery = GUNS_MOD["counter_battery"] * self.battery
        total = answer[0] + level + rain + battery
        hit = total <= CHIT_CF[self.kind]
        note(GunsFired(area, self.kind, answer[0], level, rain, battery, total, hit))
        return (TakeHit(1, BY_GUNS),) if hit else ()

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if not isinstance(option, Battery):
            return Refusal("12.2", "not_offered")
        return None if 0 <= option.points <= self.most(s) else Refusal("12.2", "support_cap", (self.most(s),))


class TankDuel(Step, frozen=True):
    """12.1 A die says who fires first; at or below its CF a shot hits; the other answers once if it still stands."""

    rule = "12.1"
    kind: Kind
    fresh: bool
    """Its fire of 9.1.2 is still open."""
    firer: int = -1
    """0 Allied, 1 German; -1 before the first die."""
    shots: int = 0

    def ask(self, s: CityState) -> Ask:
        return Roll((6,), "duel_order" if self.firer < 0 else "duel_shot", "12.1")

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        f, die = fight_of(s), answer[0]
        if self.firer < 0:
            german = die % 2 == 0
            note(DuelBegan(f.area, self.kind, die, german))
            return (TankDuel(self.kind, self.fresh, int(german)),)
        tank = tank_in(s, f.area)
        needed = CHIT_CF[self.kind] if self.firer else factor(s, tank)
        hit = die <= needed
        note(DuelShot(f.area, self.kind, bool(self.firer), die, needed, hit))
        if hit and not self.firer:
            code = self.kind << 2 | (OPEN_CHECK if self.fresh else 0)
            drawn = list(f.drawn)
            drawn.remove(code)
            s.cup[self.kind] += 1
            s.fight = replace(f, drawn=tuple(drawn))
            return ()
        if hit:
            lose_step(s, tank, note)
            if s.loc[tank] != f.area:
                return ()
        return (TankDuel(self.kind, self.fresh, 1 - self.firer, 1),) if not self.shots else ()
