"""What is reported. Texts stand in words/en.toml. Counters the German cannot see are left out of what he hears."""

from typing import Any

from msgspec.structs import replace

from grognard.core import HIDDEN, Event, Seat, SpaceId, UnitId
from grognard.games.second_front_now.content import ALLIED, Area, Side
from grognard.games.second_front_now.rules.state import seen_by_german, veiled_units


def unit_veiled(event: Any, s: Any, seat: Seat) -> Any:
    """The report without the name of a counter that lies covered from this seat."""
    if seat == s.seats[ALLIED] or seen_by_german(s, event.unit):
        return event
    return replace(event, unit=HIDDEN)


def units_veiled(event: Any, s: Any, seat: Seat) -> Any:
    """The same of several counters."""
    return event if seat == s.seats[ALLIED] else replace(event, units=veiled_units(s, event.units))


# Before play ---------------------------------------------------------------------------------------


class AreaChosen(Event, frozen=True):
    rule = "3.2"
    area: Area


class SetUp(Event, frozen=True):
    rule = "3.4.hex"
    unit: UnitId
    hex: SpaceId


class Deployed(Event, frozen=True):
    """The German side stands."""

    rule = "3.4"
    count: int


class Ashore(Event, frozen=True):
    """A unit of the first wave on its beach."""

    rule = "3.2.start"
    chosen = False
    unit: UnitId
    hex: SpaceId


class FirstWave(Event, frozen=True):
    """The eight units of the first wave stand on their beaches."""

    rule = "3.2.start"
    chosen = False
    area: Area
    count: int


class DieppeRolled(Event, frozen=True):
    rule = "3.5"
    unit: UnitId
    die: int
    reduced: bool


class BluePointRolled(Event, frozen=True):
    rule = "15.7"
    die: int
    halved: int


class Hampered(Event, frozen=True):
    """The days after Blue Point, up to a turn."""

    rule = "15.7.2"
    chosen = False
    last: int


# Turns and the administrative phases ---------------------------------------------------------------


class TurnBegan(Event, frozen=True):
    rule = "5.2"
    chosen = False
    turn: int
    date: str


class PlayerTurn(Event, frozen=True):
    rule = "6.1"
    chosen = False
    side: Side
    points: int


class StormChecked(Event, frozen=True):
    rule = "15.2"
    chosen = False
    die: int
    approaching: bool


class StormRolled(Event, frozen=True):
    rule = "15.2.arr"
    die: int
    limit: int
    arrived: bool


class StormTurned(Event, frozen=True):
    rule = "15.2.arr"
    chosen = False


class StormLeft(Event, frozen=True):
    rule = "15.2.dep"
    chosen = False
    die: int
    limit: int
    gone: bool


class StormSpent(Event, frozen=True):
    """The fifth day of a storm is its last."""

    rule = "15.2.dep"
    chosen = False


class Contested(Event, frozen=True):
    rule = "15.3"
    last: int


class Arrived(Event, frozen=True):
    rule = "7.1"
    chosen = False
    unit: UnitId
    space: SpaceId


class SentFromItaly(Event, frozen=True):
    rule = "7.4"
    chosen = False
    unit: UnitId
    space: SpaceId


class DrawnFromRussia(Event, frozen=True):
    rule = "7.6.draw"
    chosen = False
    unit: UnitId
    space: SpaceId


class RigaOdessa(Event, frozen=True):
    rule = "7.6"
    chosen = False
    first: int
    """The turn of the first draw; 0: the game is over before it."""
    goal: int
    """What the German side needs to win from now on; 0: what it needed before."""


class Named(Event, frozen=True):
    rule = "7.4.opt"
    unit: UnitId


class Replaced(Event, frozen=True):
    rule = "8.1.cost"
    unit: UnitId
    steps: int
    seen_by = unit_veiled


class Rebuilt(Event, frozen=True):
    rule = "8.2.A"
    unit: UnitId
    space: SpaceId
    steps: int


class RaisedAgain(Event, frozen=True):
    """A German unit is rebuilt, in the North box."""

    rule = "8.2.G"
    unit: UnitId
    space: SpaceId
    steps: int


class CutOff(Event, frozen=True):
    rule = "9.2.mark"
    chosen = False
    side: Side
    units: tuple[UnitId, ...]
    seen_by = units_veiled


class SuppliedAgain(Event, frozen=True):
    rule = "9.2.mark"
    chosen = False
    side: Side
    units: tuple[UnitId, ...]
    seen_by = units_veiled


class Airlifted(Event, frozen=True):
    rule = "15.8"
    unit: UnitId
    space: SpaceId
    seen_by = unit_veiled


class SlipWritten(Event, frozen=True):
    rule = "15.4"
    kind: str


class DropWritten(SlipWritten, frozen=True):
    """The slip is for a drop."""

    rule = "15.6.plot"


class SlipCancelled(Event, frozen=True):
    rule = "15.4.change"
    day: int
    hex: SpaceId

    def seen_by(self, s: Any, seat: Seat) -> Event | None:
        return self if seat == s.seats[ALLIED] else None


class DropCancelled(SlipCancelled, frozen=True):
    """The plan was for a drop."""

    rule = "15.6.plot"


class SlipRemoved(Event, frozen=True):
    """A slip whose day is over; the German reads it only if the strike was flown or the drop made."""

    rule = "15.4.forfeit"
    chosen = False
    kind: str
    hex: SpaceId
    used: bool

    def seen_by(self, s: Any, seat: Seat) -> Event | None:
        return self if self.used or seat == s.seats[ALLIED] else replace(self, hex=HIDDEN)


class SlipShown(SlipRemoved, frozen=True):
    """The slip of a strike that flies, for the German to read."""

    rule = "15.4.change"


class DropRemoved(SlipRemoved, frozen=True):
    """The slip of a drop, made or not."""

    rule = "15.6.cp"


class WithdrawnHome(Event, frozen=True):
    rule = "15.5"
    unit: UnitId
    hex: SpaceId
    seen_by = unit_veiled


# Commands ------------------------------------------------------------------------------------------


class Moved(Event, frozen=True):
    """Units went along a path, whose first space may be a box."""

    rule = "12.1"
    units: tuple[UnitId, ...]
    path: tuple[SpaceId, ...]
    seen_by = units_veiled


class Shifted(Event, frozen=True):
    rule = "12.5.box"
    unit: UnitId
    space: SpaceId


class Installed(Event, frozen=True):
    rule = "6.6.place"
    unit: UnitId


class Dropped(Event, frozen=True):
    rule = "15.6.cp"
    unit: UnitId
    hex: SpaceId
    seen_by = unit_veiled


class DropRolled(Event, frozen=True):
    rule = "15.6.loss"
    unit: UnitId
    die: int
    hit: bool
    seen_by = unit_veiled


class Arranged(Event, frozen=True):
    rule = "10.6.G"
    unit: UnitId
    hex: SpaceId
    seen_by = unit_veiled


class Captured(Event, frozen=True):
    rule = "4.2.loss"
    side: Side
    hex: SpaceId
    points: int


class BeachLost(Event, frozen=True):
    rule = "4.3"
    chosen = False
    hex: SpaceId
    points: int


class Scored(Event, frozen=True):
    rule = "4.1"
    chosen = False
    points: int
    total: int


# Battle --------------------------------------------------------------------------------------------


class Attacked(Event, frozen=True):
    """The attackers are on the battle board for all to see."""

    rule = "13.1"
    reveals = True
    side: Side
    source: SpaceId
    hex: SpaceId
    attackers: tuple[UnitId, ...]


class Revealed(Event, frozen=True):
    """The defenders are on the battle board."""

    rule = "10.6.decl"
    reveals = True
    hex: SpaceId
    defenders: tuple[UnitId, ...]


class StrikeRolled(Event, frozen=True):
    rule = "15.4.table"
    die: int
    result: str
    bonus: int


class CalledOff(Event, frozen=True):
    rule = "15.4.spent"
    hex: SpaceId


class LuftwaffeRolled(Event, frozen=True):
    rule = "15.3.roll"
    die: int
    there: bool


class FleetFired(Event, frozen=True):
    rule = "15.1"
    hex: SpaceId
    bonus: int


class Fired(Event, frozen=True):
    """One volley: the whole fire of one step of a battle."""

    rule = "13.2"
    side: Side
    stage: str
    shots: int
    hits: int
    struck: tuple[UnitId, ...]
    """Who lost steps, one entry a step."""


class ShotFired(Event, frozen=True):
    """One shot: what it needed, what was rolled, and whether it hit."""

    rule = "13.2.hit"
    chosen = False
    unit: UnitId
    target: UnitId
    need: int
    die: int
    hit: bool


class StepLost(Event, frozen=True):
    rule = "2.12.hit"
    unit: UnitId
    left: int


class ExtraHit(Event, frozen=True):
    rule = "13.7"
    side: Side


class BrokeOff(Event, frozen=True):
    rule = "13.1.step4"
    side: Side
    restored: UnitId


class RetreatCalled(Event, frozen=True):
    rule = "13.1.step6"
    side: Side
    restored: UnitId


class Eliminated(Event, frozen=True):
    """A unit is out of play, by fire, in a retreat or on the way down."""

    rule = "2.12.hit"
    unit: UnitId
    space: SpaceId


class GarrisonLost(Event, frozen=True):
    """A garrison does not survive a retreat."""

    rule = "13.8"
    unit: UnitId


class NoWayBack(Event, frozen=True):
    rule = "13.6.7"
    unit: UnitId


class Retreated(Event, frozen=True):
    rule = "13.1.step8"
    unit: UnitId
    hex: SpaceId


class Advanced(Event, frozen=True):
    rule = "13.1.step9"
    unit: UnitId
    hex: SpaceId
    seen_by = unit_veiled


class GreenTested(Event, frozen=True):
    rule = "8.5"
    unit: UnitId
    die: int
    total: int
    blooded: bool
