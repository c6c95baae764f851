"""9.18, 9.19 Ladders: the one check, what each column gets, and where they stand."""

from grognard.core import Ask, Decision, Dice, Note, Option, Refusal, Roll, SpaceId, Step, Steps, rule
from grognard.games.dark_victory.content import (
    HEXES,
    INFANTRY,
    KIND,
    LADDER_ROWS,
    LADDERS,
    LINKS,
    LOW,
    MIDDLE,
    NUMBERED,
    WALL,
    Column,
)
from grognard.games.dark_victory.rules.crossing import upward
from grognard.games.dark_victory.rules.events import LadderDie, LadderPlaced, LaddersAwarded
from grognard.games.dark_victory.rules.state import COLUMN_HELD, Alamo, fighters, of_column
from grognard.maps import mask, members


class Ladder(Option, frozen=True):
    """A ladder stands here and leads there."""

    hex: SpaceId
    to: SpaceId


class Trim(Option, frozen=True):
    """One ladder less for this column."""

    column: Column


AT_WALLS = mask(a for a in range(HEXES) if any(WALL[side] in (LOW, MIDDLE) for _, side in LINKS[a]))
"""Hexes next to a low or intermediate wall."""
CLIMBS: tuple[tuple[SpaceId, ...], ...] = tuple(
    tuple(SpaceId(b) for b, _ in LINKS[a] if upward(a, b)) for a in range(HEXES)
)
"""Where a ladder in each hex may lead."""
WALLED: tuple[tuple[SpaceId, ...], ...] = tuple(
    tuple(SpaceId(b) for b, side in LINKS[a] if WALL[side] in (LOW, MIDDLE)) for a in range(HEXES)
)
"""For a column that stands only where nothing leads up: the one ladder it is sure of leans there all the same."""


@rule("9.18")
def at_the_wall(s: Alamo, column: int) -> list[SpaceId]:
    """Hexes where infantry of a column stands next to a low or intermediate wall."""
    near = s.held[COLUMN_HELD + column] & AT_WALLS
    return [SpaceId(h) for h in members(near) if any(KIND[u] == INFANTRY for u in fighters(s, h))]


@rule("9.18", "9.18.R")
def check_is_due(s: Alamo) -> bool:
    """Whether the ladder check is made now: once, as soon as all four numbered columns are at the walls."""
    return not s.ladder_check and all(at_the_wall(s, c) for c in NUMBERED)


@rule("9.18.B", "9.18.tab12", "9.18.tab3", "9.18.tab4", "9.18.min", "9.19")
def awards(s: Alamo, die: int) -> dict[int, int]:
    """Ladders for each column: the table, never more than it has hexes from which one leads up, but always one."""
    found = {}
    for row in LADDER_ROWS:
        rising = [h for h in at_the_wall(s, row.column) if CLIMBS[h]]
        told = die + row.added - s.column_losses[row.column]
        found[row.column] = max(row.minimum, min(told, len(rising)))
    return found


@rule("9.19.B", "9.18.min")
def leans(s: Alamo, column: int, hex: SpaceId) -> tuple[SpaceId, ...]:
    """What a ladder of a column in a hex at the wall may lead to (R-LADPLACE)."""
    rising = any(CLIMBS[h] for h in at_the_wall(s, column))
    return CLIMBS[hex] if rising else WALLED[hex]


@rule("9.18", "9.18.B", "9.18.C", "5.3")
class LadderCheck(Step, frozen=True):
    """9.18 One die for all columns; the columns' losses become one total."""

    rule = "9.18"

    def ask(self, s: Alamo) -> Ask:
        return Roll((6,), "ladders", "9.18.C") if check_is_due(s) else None

    def take(self, s: Alamo, answer: Dice, note: Note) -> Steps:
        note(LadderDie(answer[0]))
        found = awards(s, answer[0])
        s.ladder_check = True
        s.column_losses = [sum(s.column_losses), 0, 0, 0, 0, 0]
        return (LadderTrim(tuple(found[c] for c in NUMBERED)),)


@rule("9.18.min", "2.17")
class LadderTrim(Step, frozen=True):
    """R-LAD16: there are sixteen ladders; the Mexican takes away what is too much, leaving every column one."""

    rule = "9.18.min"
    counts: tuple[int, ...]

    def ask(self, s: Alamo) -> Ask:
        if sum(self.counts) <= LADDERS:
            return None
        able = [c for c in NUMBERED if self.counts[c - 1] > 1]
        side = of_column(s, max(able, key=lambda c: self.counts[c - 1]))
        options: tuple[Option, ...] = tuple([Trim(c) for c in able if of_column(s, c) == side])
        return Decision(s.seats[side], "trim", "9.18.min", options, numbers=(sum(self.counts), LADDERS))

    def take(self, s: Alamo, answer: Trim, note: Note) -> Steps:
        return (LadderTrim(tuple(self.counts[c - 1] - (c == answer.column) for c in NUMBERED)),)

    def auto(self, s: Alamo, note: Note) -> Steps:
        for column in NUMBERED:
            note(LaddersAwarded(column, self.counts[column - 1]))
        return tuple(PlaceLadders(c, self.counts[c - 1]) for c in NUMBERED)


@rule("9.19", "9.19.B", "9.19.C", "2.17")
class PlaceLadders(Step, frozen=True):
    """9.19 A column sets its ladders: one to a hex it holds at a wall, each at one hexside, for good."""

    rule = "9.19"
    column: Column
    left: int

    def ask(self, s: Alamo) -> Ask:
        if not self.left:
            return None
        free = [h for h in at_the_wall(s, self.column) if self._refuse(s, h) is None]
        options: tuple[Option, ...] = tuple([Ladder(h, b) for h in free for b in leans(s, self.column, h)])
        seat = s.seats[of_column(s, self.column)]
        return Decision(seat, "place_ladder", "9.19", options, numbers=(self.column, self.left))

    def _refuse(self, s: Alamo, hex: SpaceId) -> Refusal | None:
        if any(h == hex for h, _ in s.ladders):
            return Refusal("9.19", "ladder_there", (hex,))
        return None if hex in at_the_wall(s, self.column) else Refusal("9.19", "not_at_the_wall", (hex,))

    def take(self, s: Alamo, answer: Ladder, note: Note) -> Steps:
        s.ladders = tuple(sorted((*s.ladders, (answer.hex, answer.to))))
        note(LadderPlaced(answer.hex, answer.to))
        return (PlaceLadders(self.column, self.left - 1),)

    def why_not(self, s: Alamo, option: Option) -> Refusal | None:
        if type(option) is not Ladder:
            return super().why_not(s, option)
        if option.hex >= HEXES or option.to not in leans(s, self.column, option.hex):
            return Refusal("9.19.B", "no_climb", (option.hex, option.to))
        return self._refuse(s, option.hex)
