"""3.2-3.4, 3.6 Set-up: Texans in their zones or anywhere inside, then the Mexican columns that begin on the map."""

from grognard.core import Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.dark_victory.content import (
    ENTRY_HEXES,
    EXTRA_GUNS,
    FORMATION,
    GUNS,
    HEXES,
    INFANTRY,
    INSIDE,
    KIND,
    MEXICAN,
    NUMBERED,
    OFF,
    PATIENT,
    PLACES,
    PLAN_UNITS,
    PLANS,
    QUARTER_SPACES,
    QUARTERS,
    ROSTER,
    SIDE,
    SLAVE,
    TEXAN,
    UNIT,
    UNROOFED,
    UPPER,
    ZONE_ROWS,
    Gun,
    Plan,
    Quarter,
    Side,
    space_id,
)
from grognard.games.dark_victory.rules.events import (
    ExtraGunsPlaced,
    PlacedColumn,
    PlacedGun,
    PlacedUnit,
    PlanTaken,
)
from grognard.games.dark_victory.rules.state import (
    COLUMN_HELD,
    Alamo,
    limit,
    of_column,
    place,
    points,
    seat_of,
    stacked,
)
from grognard.maps import mask, members


class Put(Option, frozen=True):
    """The unit asked about starts here."""

    hex: SpaceId


class Mount(Option, frozen=True):
    """The cannon asked about starts here."""

    hex: SpaceId


class Region(Option, frozen=True):
    """It starts in this part of the compound."""

    quarter: Quarter


class Propose(Option, frozen=True):
    """Set up all that is left by a proposal."""

    plan: Plan


class Without(Option, frozen=True):
    """No Extra Gun for this hex."""

    hex: SpaceId


GRAYS = 14
"""Formation 4, with which the slaves and prisoners start."""
PRISONERS = UNIT["T12-sla1"]
LONE_SIX = UNIT["T6-inf3"]
"""The third unit of formation 6 has a zone of its own (3.2)."""


@rule("3.2.f4", "3.2.f5f9", "3.2.f6", "3.2.f7", "3.2.f8", "3.2.f10f11", "3.2.patients")
def _zone(unit: UnitId) -> int:
    """Where a Texan unit or leader may be set up by the printed list."""
    if KIND[unit] == PATIENT:
        return UPPER
    own = str(FORMATION[unit] - 10)
    if unit == LONE_SIX:
        own = "6h"
    elif UNIT["Crockett"] == unit:
        own = "5"
    elif KIND[unit] == SLAVE:
        own = "4"
    return mask(space_id(row.hex, "texan_setup_zones.csv") for row in ZONE_ROWS if row.formation == own)


ZONES = {unit: _zone(unit) for unit in ROSTER[TEXAN]}


@rule("3.2", "3.2.f4", "3.2.patients", "3.3", "3.4", "3.6", "6.4", "6.2")
def refuse_put(s: Alamo, unit: UnitId, hex: SpaceId) -> Refusal | None:
    """Why a unit cannot be set up in a space."""
    if hex >= PLACES:
        return Refusal("3.2", "not_its_zone", (unit, hex))
    if SIDE[unit] == MEXICAN:
        column = FORMATION[unit]
        if hex not in ENTRY_HEXES[s.area[column]]:
            return Refusal("3.3", "not_its_zone", (unit, hex))
        if any(s.held[COLUMN_HELD + c] >> hex & 1 for c in NUMBERED if c != column):
            return Refusal("6.2", "other_column", (hex, hex))
    elif not INSIDE >> hex & 1:
        return Refusal("3.6", "outside", (hex, hex))
    elif not s.rules.free_texans:
        if not ZONES[unit] >> hex & 1:
            return Refusal("3.2", "not_its_zone", (unit, hex))
        there = s.here.get(hex, ())
        if KIND[unit] == PATIENT and any(KIND[u] == PATIENT for u in there):
            return Refusal("3.2.patients", "unstacked", (hex,))
        if _leaves_no_room(s, unit, hex):
            return Refusal("3.2.f4", "room_for_prisoners", (hex,))
        if KIND[unit] == SLAVE and not any(FORMATION[u] == GRAYS and KIND[u] == INFANTRY for u in there):
            return Refusal("3.2.f4", "with_formation_4", (hex,))
    if stacked(s, hex) + points(s, unit) > limit(s, hex):
        return Refusal("6.4", "full", (hex, hex))
    return None


@rule("3.2.f4")
def _leaves_no_room(s: Alamo, unit: UnitId, hex: SpaceId) -> bool:
    """Whether the last unit of formation 4, put here, would leave the slaves and prisoners nowhere to go with one."""
    if KIND[unit] != INFANTRY or FORMATION[unit] != GRAYS or s.loc[PRISONERS] != OFF:
        return False
    mates = [u for u in ROSTER[TEXAN] if FORMATION[u] == GRAYS and KIND[u] == INFANTRY and u != unit]
    if any(s.loc[u] == OFF for u in mates):
        return False
    spaces = {hex, *(s.loc[u] for u in mates)}
    return all(stacked(s, h) + points(s, unit) * (h == hex) + points(s, PRISONERS) > limit(s, h) for h in spaces)


@rule("3.2", "3.3", "3.4")
class SetUp(Step, frozen=True):
    """3.2 The units of a side are set up one by one; a proposal sets up all that are left."""

    rule = "3.2"
    side: Side
    units: tuple[UnitId, ...]
    quarter: int = -1

    def ask(self, s: Alamo) -> Ask:
        if not self.units:
            return None
        unit = self.units[0]
        seat = seat_of(s, unit)
        if SIDE[unit] == TEXAN and s.rules.free_texans:
            return self._free(s, unit, seat)
        spaces = members(ZONES[unit]) if SIDE[unit] == TEXAN else ENTRY_HEXES[s.area[FORMATION[unit]]]
        options: list[Option] = [Put(SpaceId(h)) for h in spaces if refuse_put(s, unit, SpaceId(h)) is None]
        if not options:
            return None
        plans = [Propose(Plan(k)) for k in range(len(PLANS)) if self._fits(s, k)]
        return Decision(
            seat,
            "set_up",
            "3.2" if SIDE[unit] == TEXAN else "3.3",
            (*plans, *options),
            -1,
            len(plans),
            units=(unit,),
            numbers=(len(self.units),),
        )

    def auto(self, s: Alamo, note: Note) -> Steps:
        """A column too large for its area: who finds no room comes on later by the same hexes (R-ENTRYBLOCK)."""
        return (SetUp(self.side, self.units[1:]),) if self.units else ()

    def _free(self, s: Alamo, unit: UnitId, seat: int) -> Decision:
        plans = [Propose(Plan(k)) for k in range(len(PLANS)) if self._fits(s, k)]
        if self.quarter < 0:
            found = [Region(Quarter(q)) for q in range(len(QUARTERS)) if _room_in(s, unit, q)]
            return Decision(seat, "region", "3.4", (*plans, *found), -1, len(plans), units=(unit,))
        spaces = QUARTER_SPACES[self.quarter]
        options: tuple[Option, ...] = tuple([Put(h) for h in spaces if refuse_put(s, unit, h) is None])
        return Decision(seat, "set_up", "3.4", options, units=(unit,), numbers=(len(self.units),))

    def _fits(self, s: Alamo, plan: int) -> bool:
        """Whether a proposal speaks of every unit that is left, and its places are allowed and have room."""
        places = PLAN_UNITS[plan]
        if any(u not in places for u in self.units):
            return False
        load: dict[SpaceId, int] = {}
        for unit in self.units:
            hex = places[unit]
            told = refuse_put(s, unit, hex)
            if told is not None and told.key != "with_formation_4":
                return False
            load[hex] = load.get(hex, stacked(s, hex)) + points(s, unit)
        return all(n <= limit(s, h) for h, n in load.items())

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        if type(answer) is Region:
            return (SetUp(self.side, self.units, answer.quarter),)
        if type(answer) is Propose:
            note(PlanTaken(self.side))
            for unit in self.units:
                self._put(s, unit, PLAN_UNITS[answer.plan][unit], note)
            return ()
        assert type(answer) is Put
        self._put(s, self.units[0], answer.hex, note)
        return (SetUp(self.side, self.units[1:]),)

    def _put(self, s: Alamo, unit: UnitId, hex: SpaceId, note: Note) -> None:
        place(s, unit, hex)
        note(PlacedUnit(unit, hex) if SIDE[unit] == TEXAN else PlacedColumn(unit, hex))

    def why_not(self, s: Alamo, option: Option) -> Refusal | None:
        if type(option) is Put:
            told = refuse_put(s, self.units[0], option.hex)
            if told is not None:
                return told
        return super().why_not(s, option)


def _room_in(s: Alamo, unit: UnitId, quarter: int) -> bool:
    return any(refuse_put(s, unit, h) is None for h in QUARTER_SPACES[quarter])


@rule("3.4", "2.19", "10.17.B")
def refuse_mount(s: Alamo, hex: SpaceId) -> Refusal | None:
    """Why a cannon cannot be set up in a space: hexes of the main map inside the walls, one to a hex (R-FREE)."""
    if hex >= HEXES or not INSIDE >> hex & 1 or UNROOFED >> hex & 1:
        return Refusal("3.4", "no_place_for_guns", (hex,))
    return Refusal("2.19", "gun_there", (hex,)) if hex in s.gun_at else None


@rule("3.4", "2.19")
class MountGuns(Step, frozen=True):
    """3.4 In the free set-up the cannon are placed too."""

    rule = "3.4"
    gun: int = 0

    def ask(self, s: Alamo) -> Ask:
        if self.gun >= len(GUNS):
            return None
        spaces = [SpaceId(h) for h in members(INSIDE) if refuse_mount(s, SpaceId(h)) is None]
        options: tuple[Option, ...] = tuple([Mount(h) for h in spaces])
        return Decision(s.seats[TEXAN], "mount", "3.4", options, numbers=(self.gun,))

    def take(self, s: Alamo, answer: Mount, note: Note) -> Steps:
        s.gun_at[self.gun] = answer.hex
        note(PlacedGun(Gun(self.gun), answer.hex))
        return (MountGuns(self.gun + 1),)

    def why_not(self, s: Alamo, option: Option) -> Refusal | None:
        if type(option) is Mount:
            return refuse_mount(s, option.hex)
        return super().why_not(s, option)


@rule("3.2.guns", "3.4", "2.21")
class ExtraGuns(Step, frozen=True):
    """3.2 An Extra Gun in every hex of the large map with Texan infantry; of more than 24 the Texan drops some."""

    rule = "3.2.guns"
    without: tuple[SpaceId, ...] = ()

    def _hexes(self, s: Alamo) -> tuple[SpaceId, ...]:
        kinds = (INFANTRY, SLAVE, PATIENT)
        found = {s.loc[u] for u in ROSTER[TEXAN] if KIND[u] in kinds and s.loc[u] < HEXES}
        return tuple(sorted(h for h in found if h not in self.without and not UNROOFED >> h & 1))

    def ask(self, s: Alamo) -> Ask:
        hexes = self._hexes(s)
        if len(hexes) <= EXTRA_GUNS:
            return None
        options: tuple[Option, ...] = tuple([Without(h) for h in hexes])
        return Decision(s.seats[TEXAN], "extra_guns", "3.2.guns", options, numbers=(len(hexes), EXTRA_GUNS))

    def take(self, s: Alamo, answer: Without, note: Note) -> Steps:
        return (ExtraGuns(tuple(sorted((*self.without, answer.hex)))),)

    def auto(self, s: Alamo, note: Note) -> Steps:
        s.extra = self._hexes(s)
        note(ExtraGunsPlaced(len(s.extra)))
        return ()


@rule("3.3", "3.4.B")
class MexicanSetUp(Step, frozen=True):
    """3.3 Columns that begin on the map are set up in their area; by history that is Column 4."""

    rule = "3.3"

    def auto(self, s: Alamo, note: Note) -> Steps:
        steps: list[Step] = []
        for column in NUMBERED:
            if s.due[column] == 1:
                s.shown |= 1 << column
                units = tuple(u for u in ROSTER[MEXICAN] if FORMATION[u] == column and s.loc[u] == OFF)
                steps.append(SetUp(of_column(s, column), units))
        return tuple(steps)
