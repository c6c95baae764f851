"""7.0 Reinforcements: the columns come on, and the Reserve is released by dice."""

from grognard.core import DONE, Ask, Decision, Dice, Note, Option, Refusal, Roll, SpaceId, Step, Steps, UnitId, rule
from grognard.games.dark_victory.content import (
    ALLOWANCE,
    ENTRY_COST,
    ENTRY_HEXES,
    FORMATION,
    MEXICAN,
    NUMBERED,
    OFF,
    RELEASE,
    RELEASING,
    RESERVE,
    ROSTER,
    SECOND,
    STARRED,
    Column,
    Side,
)
from grognard.games.dark_victory.rules.act import Act, Triggered
from grognard.games.dark_victory.rules.arson import Kindled
from grognard.games.dark_victory.rules.events import PlotShown, Released, ReserveDie, StackEntered
from grognard.games.dark_victory.rules.marching import company
from grognard.games.dark_victory.rules.reacting import triggered
from grognard.games.dark_victory.rules.state import (
    ACTED,
    COLUMN_HELD,
    JOINED,
    Alamo,
    commander,
    dead_in,
    limit,
    place,
    points,
    seat_of,
    stacked,
)


class Enter(Option, frozen=True):
    """Bring on a stack of this column."""

    column: Column


class Join(Option, frozen=True):
    """This unit comes with the stack, below those named before."""

    unit: UnitId


class At(Option, frozen=True):
    """Enter here."""

    hex: SpaceId


COLUMNS: tuple[tuple[UnitId, ...], ...] = (
    (),
    *(tuple(u for u in ROSTER[MEXICAN] if FORMATION[u] == c) for c in range(1, 6)),
)


@rule("7.1", "7.2.A", "7.2.B", "7.2.C", "7.3.B", "7.3.C", "7.3.D", "7.3.E", "8.4.C")
def free_to_enter(s: Alamo, column: int) -> list[UnitId]:
    """Units of a column that may come on now: it is due, or they have been released."""
    if column == RESERVE:
        successes = len(s.releases)
        return [u for u in COLUMNS[column] if s.loc[u] == OFF and RELEASE[u] <= successes]
    return [u for u in COLUMNS[column] if s.loc[u] == OFF] if s.turn >= s.due[column] else []


def waiting(s: Alamo) -> list[Column]:
    """Columns with units that may come on now."""
    absent = {FORMATION[u] for u in s.here.get(OFF, ())}
    return [c for c in (*NUMBERED, RESERVE) if c in absent and free_to_enter(s, c)]


@rule("7.1.B", "7.1.C", "9.24")
def entry_cost(s: Alamo, hex: int) -> int:
    """One action factor, one for each stack that has come in by this hex in this phase, and one for each Dead counter
    there (R-ENTRYBLOCK)."""
    return ENTRY_COST + s.entries.count(SpaceId(hex)) + dead_in(s, hex)


@rule("7.1", "6.2", "6.4", "9.4")
def refuse_gate(s: Alamo, units: tuple[UnitId, ...], hex: SpaceId, column: int) -> Refusal | None:
    """Why a stack cannot come in by a hex."""
    if hex not in ENTRY_HEXES[s.area[column]]:
        return Refusal("7.1", "not_their_entry", (hex,))
    if entry_cost(s, hex) > ALLOWANCE:
        return Refusal("7.1.C", "too_dear", (hex, entry_cost(s, hex), ALLOWANCE))
    if stacked(s, hex) + sum([points(s, u) for u in units]) > limit(s, hex):
        return Refusal("6.4", "full", (hex, hex))
    own = company(units)
    for other in (*NUMBERED, RESERVE):
        if own is not None and other != own and s.held[COLUMN_HELD + other] >> hex & 1:
            return Refusal("6.2", "other_column", (hex, hex))
    return None


def gates(s: Alamo, units: tuple[UnitId, ...], column: int) -> list[SpaceId]:
    """Where a stack may come in."""
    return [h for h in ENTRY_HEXES[s.area[column]] if refuse_gate(s, units, h, column) is None]


def _has_gate(s: Alamo, units: tuple[UnitId, ...], column: int) -> bool:
    """Whether a stack may come in anywhere."""
    return any(refuse_gate(s, units, h, column) is None for h in ENTRY_HEXES[s.area[column]])


def refuse_entry(s: Alamo, column: Column, of: Side) -> Refusal | None:
    """Why nobody of a column whom a player commands can come on now."""
    waits = False
    for unit in free_to_enter(s, column):
        if commander(s, unit) == of:
            if _has_gate(s, (unit,), column):
                return None
            waits = True
    return Refusal("7.1", "no_gate" if waits else "nobody_waits", (column,))


@rule("7.1", "8.4.C")
class Bringing(Step, frozen=True):
    """7.1 Who comes on together, named from the top of the stack down, and then where."""

    rule = "7.1"
    column: Column
    of: Side
    picked: tuple[UnitId, ...] = ()

    def ask(self, s: Alamo) -> Ask:
        room: dict[tuple[int, bool], bool] = {}
        options: list[Option] = []
        for unit in free_to_enter(s, self.column):
            if unit in self.picked or commander(s, unit) != self.of:
                continue
            alike = points(s, unit), STARRED[unit]  # whoever is of the same size finds the same hexes
            if alike not in room:
                room[alike] = _has_gate(s, (*self.picked, unit), self.column)
            if room[alike]:
                options.append(Join(unit))
        if self.picked:
            options.append(DONE)
        seat = s.seats[self.of]
        default = len(options) - 1 if self.picked else -1
        return Decision(seat, "bringing", "7.1", tuple(options), default, units=self.picked)

    def _refuse(self, s: Alamo, unit: UnitId) -> Refusal | None:
        if unit in self.picked:
            return Refusal("7.1", "picked", (unit,))
        if unit not in free_to_enter(s, self.column):
            return Refusal("7.1", "not_free_to_enter", (unit,))
        if commander(s, unit) != self.of:
            return Refusal("3.5", "not_your_unit", (unit,))
        if _has_gate(s, (*self.picked, unit), self.column):
            return None
        return Refusal("7.1", "no_gate_together", (unit,))

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        if type(answer) is Join:
            return (Bringing(self.column, self.of, (*self.picked, answer.unit)),)
        return (Gate(self.column, self.picked),)

    def why_not(self, s: Alamo, option: Option) -> Refusal | None:
        if type(option) is Join:
            return self._refuse(s, option.unit)
        return super().why_not(s, option)


@rule("7.1", "7.1.B", "7.1.C", "6.2.B", "3.4.B")
class Gate(Step, frozen=True):
    """7.1 The hex by which a stack comes in; from there it acts with what it has left."""

    rule = "7.1"
    column: Column
    units: tuple[UnitId, ...]

    def ask(self, s: Alamo) -> Ask:
        options: tuple[Option, ...] = tuple([At(h) for h in gates(s, self.units, self.column)])
        seat = seat_of(s, self.units[0])
        return Decision(seat, "gate", "7.1", options, units=self.units)

    def take(self, s: Alamo, answer: At, note: Note) -> Steps:
        hex, units = answer.hex, self.units
        cost = entry_cost(s, hex)
        mates = s.here.get(hex, ())
        if s.rules.free_schedule and self.column != RESERVE and not s.shown >> self.column & 1:
            s.shown |= 1 << self.column
            note(PlotShown(self.column, s.area[self.column], s.due[self.column]))
        s.entries = tuple(sorted((*s.entries, hex)))
        note(StackEntered(units, hex, cost))
        for unit in reversed(units):
            place(s, unit, hex)
            s.acted[unit] = ACTED
        s.mover += 1
        if mates:
            for unit in s.here[hex]:
                s.pinned[unit] = JOINED
        act = Act(tuple(reversed(units)), cost, True)
        steps: Steps = (act, Kindled())
        return (Triggered(act.units, hex), *steps) if triggered(s, hex) else steps

    def why_not(self, s: Alamo, option: Option) -> Refusal | None:
        if type(option) is At:
            return refuse_gate(s, self.units, option.hex, self.column)
        return super().why_not(s, option)


@rule("7.3", "7.3.B", "7.3.C", "7.3.D", "4.2.IA", "3.5")
class ReserveRelease(Step, frozen=True):
    """7.3 Once the ladder check has been made: a die each Mexican turn, until the third success (R-SEQ, R-RES3)."""

    rule = "4.2.IA"

    def ask(self, s: Alamo) -> Ask:
        if not s.ladder_check or len(s.releases) >= 3:
            return None
        return Roll((6,), "reserve", "7.3")

    def take(self, s: Alamo, answer: Dice, note: Note) -> Steps:
        roller = SECOND if s.rules.dual and s.rolls % 2 else MEXICAN
        s.rolls += 1
        freed = answer[0] in RELEASING
        if freed:
            s.releases = (*s.releases, roller)
        note(ReserveDie(answer[0], len(s.releases) if freed else 0))
        if freed:
            note(Released(tuple([u for u in COLUMNS[RESERVE] if RELEASE[u] == len(s.releases)])))
        return ()
