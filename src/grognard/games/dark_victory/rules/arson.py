"""13.3 Burning rooms: the checks, those who must leave, and those who stay turn after turn."""

from grognard.core import Ask, Decision, Dice, Note, Option, Roll, SpaceId, Step, Steps, UnitId, rule
from grognard.games.dark_victory.content import BONUS, FIGHTER, LAYERS, NUMBER, TEXAN
from grognard.games.dark_victory.rules.act import FLIGHT, Act
from grognard.games.dark_victory.rules.blaze import lose_special, special_victims
from grognard.games.dark_victory.rules.events import FireChecked
from grognard.games.dark_victory.rules.state import Alamo, best_leader, morale


class Steady(Option, frozen=True):
    """The best leader of the room steadies this unit with his whole bonus."""

    unit: UnitId


class Kindled(Step, frozen=True):
    """13.3 After a stack has acted: if it has set a room on fire, everybody there checks at once."""

    rule = "13.3"

    def auto(self, s: Alamo, note: Note) -> Steps:
        if s.kindled < 0:
            return ()
        hex, s.kindled = s.kindled, -1
        return (Burning(SpaceId(hex)),)


@rule("13.3.D")
class StillBurning(Step, frozen=True):
    """13.3 At the start of the Mexican Action Phase all who stayed in burning rooms check again."""

    rule = "13.3.D"

    def auto(self, s: Alamo, note: Note) -> Steps:
        return tuple(Burning(hex) for hex in s.fires)


@rule("13.3.B", "13.3.G", "13.1")
class Burning(Step, frozen=True):
    """13.3 Special units of a burning number are lost; then each space of it checks."""

    rule = "13.3.B"
    hex: SpaceId

    def auto(self, s: Alamo, note: Note) -> Steps:
        for unit in special_victims(s, self.hex):
            if lose_special(s, unit, note):
                return ()
        return tuple(Checks(space) for space in LAYERS[self.hex] if s.held[TEXAN] >> space & 1)


def _to_check(s: Alamo, space: SpaceId) -> tuple[UnitId, ...]:
    return tuple([u for u in s.here.get(space, ()) if FIGHTER[u]])


@rule("13.3.E", "8.6")
class Checks(Step, frozen=True):
    """13.3 Which unit of a burning space gets the leader's whole bonus; every other adds one (R-BURN)."""

    rule = "13.3.E"
    hex: SpaceId

    def ask(self, s: Alamo) -> Ask:
        units, leader = _to_check(s, self.hex), best_leader(s, self.hex)
        if leader is None or len(units) < 2 or BONUS[leader] < 2:
            return None
        options: tuple[Option, ...] = tuple([Steady(u) for u in units])
        return Decision(s.seats[TEXAN], "steady", "13.3.E", options, units=(leader,), spaces=(self.hex,))

    def auto(self, s: Alamo, note: Note) -> Steps:
        units = _to_check(s, self.hex)
        return (FireCheck(units, units[0]),) if units else ()

    def take(self, s: Alamo, answer: Steady, note: Note) -> Steps:
        return (FireCheck(_to_check(s, self.hex), answer.unit),)


@rule("13.3.B", "8.6", "13.3.E", "2.12", "14.5")
def nerve(s: Alamo, unit: UnitId, steadied: bool) -> int:
    """Morale for staying in a fire: one more with any leader, or his bonus for the one he steadies."""
    leader = best_leader(s, s.loc[unit])
    if leader is None:
        return morale(s, unit)
    return morale(s, unit) + (max(1, BONUS[leader]) if steadied else 1)


@rule("13.3.B", "13.3.C")
class FireCheck(Step, frozen=True):
    """13.3 One die for each unit at once: at or below its morale it may stay; those above it must leave, leader or not,
    when all have been rolled for."""

    rule = "13.3.B"
    units: tuple[UnitId, ...]
    """Still to be rolled for."""
    steadied: UnitId
    failed: tuple[UnitId, ...] = ()

    def ask(self, s: Alamo) -> Ask:
        return Roll((6,), "burning", "13.3.B")

    def take(self, s: Alamo, answer: Dice, note: Note) -> Steps:
        unit, *rest = self.units
        needs = nerve(s, unit, unit == self.steadied)
        stays = answer[0] <= needs
        own = morale(s, unit)
        led = (("13.3.E" if unit == self.steadied else "8.6", needs - own),) if needs > own else ()
        note(FireChecked(unit, answer[0], needs, stays, (("2.12", own), *led)))
        failed = self.failed if stays else (*self.failed, unit)
        if rest:
            return (FireCheck(tuple(rest), self.steadied, failed),)
        return tuple(Act((u,), mode=FLIGHT, target=NUMBER[s.loc[u]]) for u in failed)
