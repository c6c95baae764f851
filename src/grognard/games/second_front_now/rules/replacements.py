"""8.0 Replacements: steps given back to units on the map and in the boxes, and units rebuilt from the dead."""

from grognard.core import DONE, Ask, Decision, Done, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.second_front_now.content import (
    ALLIED,
    BEACH,
    COMMONWEALTH,
    DEAD,
    ENGLAND,
    FIXED_DEAD,
    GERMAN,
    GERMANS,
    HEXES,
    IS_ARTILLERY,
    NATION,
    NORTH,
    POINTS,
    ROSTER,
    SIDE,
    SOUTH,
    STEPS,
    US,
    Nation,
    turn_row,
)
from grognard.games.second_front_now.rules.control import settle_control
from grognard.games.second_front_now.rules.events import RaisedAgain, Rebuilt, Replaced
from grognard.games.second_front_now.rules.stacking import fits
from grognard.games.second_front_now.rules.state import SecondFront, after, foggy, place, veiled_option
from grognard.games.second_front_now.rules.supply import has_path
from grognard.games.second_front_now.rules.victory import score
from grognard.maps.sets import BIT


class Refit(Option, frozen=True):
    """Bring a reduced unit back to full strength."""

    unit: UnitId
    seen_by = veiled_option


class Rebuild(Option, frozen=True):
    """Rebuild an eliminated unit."""

    unit: UnitId


class Ashore(Option, frozen=True):
    """The beach where a rebuilt unit appears."""

    hex: SpaceId


@rule("8.1", "8.3.nat")
def points_due(s: SecondFront, nation: Nation) -> int:
    """Replacement points of a nation this turn; the Allied ones lapse in a storm (R35)."""
    row = turn_row(s.turn)
    if s.rules.basic:
        return 0
    if nation == GERMANS:
        return row.german_rp
    return 0 if s.storm else row.us_rp if nation == US else row.commonwealth_rp


@rule("8.1.cost")
def cost(unit: UnitId) -> int:
    """Points for the first step of an eliminated unit, or for a step given back; artillery comes at two."""
    return 2 if IS_ARTILLERY[unit] else 1


@rule("8.2.A", "10.3.land")
def open_beaches(s: SecondFront, unit: UnitId) -> list[SpaceId]:
    """Beaches where a rebuilt unit of whatever nation may appear."""
    return [h for h in BEACH[s.area] if s.taken & ~s.held[GERMAN] & BIT[h] and fits(s, unit, h)]


@rule("8.3", "8.3.who", "8.3.nat", "8.4", "8.6")
def refuse_replacement(s: SecondFront, nation: Nation, left: int, unit: UnitId, rebuild: bool) -> Refusal | None:
    """Why a unit cannot take a replacement point of a nation."""
    side, at = SIDE[unit], s.loc[unit]
    if NATION[unit] != nation:
        return Refusal("8.3.nat", "other_nation", (unit,))
    if FIXED_DEAD[unit]:
        return Refusal("8.6", "french", (unit,))
    if rebuild:
        if at != DEAD[side]:
            return Refusal("8.4", "not_destroyed", (unit,))
        if cost(unit) > left:
            return Refusal("8.1.cost", "too_few_replacements", (cost(unit), left))
        if side == ALLIED and not open_beaches(s, unit):
            return Refusal("8.2.A", "no_beach", (unit,))
        return None
    if at >= HEXES and at not in (ENGLAND, NORTH, SOUTH):
        return Refusal("8.3.who", "out_of_reach", (unit,))
    if s.steps[unit] >= STEPS[unit]:
        return Refusal("8.1.cost", "full_strength", (unit,))
    return None if has_path(s, unit) else Refusal("8.3", "no_path", (unit,))


@rule("5.2.G.A4", "5.2.A.A5", "8.1.idle", "8.3.act", "8.3.ex")
class Replacements(Step, frozen=True):
    """The replacement points of one nation, to be used now or never; in the fog the question tells nothing."""

    rule = "8.1"
    nation: Nation
    left: int = -1
    """Points left; -1: not counted yet."""

    def points(self, s: SecondFront) -> int:
        return points_due(s, self.nation) if self.left < 0 else self.left

    def ask(self, s: SecondFront) -> Ask:
        left = self.points(s)
        if not left:
            return None
        side = GERMAN if self.nation == GERMANS else ALLIED
        options: list[Option] = []
        for u in ROSTER[side]:
            if s.steps[u] >= STEPS[u]:
                continue
            if refuse_replacement(s, self.nation, left, u, False) is None:
                options.append(Refit(u))
            elif refuse_replacement(s, self.nation, left, u, True) is None:
                options.append(Rebuild(u))
        veiled = side == ALLIED and foggy(s)
        if not options and not veiled:
            return None
        options.append(DONE)
        return Decision(
            s.seats[side],
            "replacements",
            "8.1",
            tuple(options),
            default=len(options) - 1,
            confirm=veiled,
            numbers=(left, self.nation),
        )

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        left = self.points(s)
        if type(answer) is Refit:
            s.steps[answer.unit] += 1
            note(Replaced(answer.unit, s.steps[answer.unit]))
            used(s, answer.unit, 1, note)
            return after(s, Replacements(self.nation, left - 1))
        if type(answer) is Rebuild:
            unit = answer.unit
            following = Replacements(self.nation, left - cost(unit))
            if SIDE[unit] == GERMAN:
                rebuilt(s, unit, NORTH, note)
                return (following,)
            return (RebuildAt(unit), following)
        return ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is Done:
            return None
        if type(option) is Refit or type(option) is Rebuild:
            return refuse_replacement(s, self.nation, self.points(s), option.unit, type(option) is Rebuild)
        return Refusal("8.1", "not_offered")


@rule("8.1", "4.4", "8.3.act", "8.4.mark")
def used(s: SecondFront, unit: UnitId, points: int, note: Note) -> None:
    """A unit has taken points: it does nothing else this turn, and each Commonwealth point gives the German one."""
    s.refitted = tuple(sorted({*s.refitted, unit}))
    if NATION[unit] == COMMONWEALTH:
        score(s, points * POINTS["commonwealth_rp"], note)


@rule("8.2.G", "8.2.A", "8.5.dead")
def rebuilt(s: SecondFront, unit: UnitId, space: SpaceId, note: Note) -> None:
    """An eliminated unit comes back with one step; a division never tried comes back untried."""
    s.steps[unit] = 1
    place(s, unit, space)
    note((RaisedAgain if SIDE[unit] == GERMAN else Rebuilt)(unit, space, 1))
    used(s, unit, cost(unit), note)


class RebuildAt(Step, frozen=True):
    """Where a rebuilt Allied unit comes ashore: any beach that is not German, whatever its nation."""

    rule = "8.2.A"
    unit: UnitId

    def ask(self, s: SecondFront) -> Ask:
        options = tuple([Ashore(h) for h in open_beaches(s, self.unit)])
        return Decision(s.seats[ALLIED], "rebuild_at", "8.2.A", options, units=(self.unit,))

    def take(self, s: SecondFront, answer: Ashore, note: Note) -> Steps:
        rebuilt(s, self.unit, answer.hex, note)
        settle_control(s, note)
        return ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is Ashore and option.hex in open_beaches(s, self.unit):
            return None
        return Refusal("8.2.A", "no_beach", (self.unit,))
