"""What is reported. Texts stand in words/en.toml."""

from grognard.core import Event, SpaceId, UnitId
from grognard.games.battle_for_cassino.content import Function, Side
from grognard.tables import Terms


class TurnBegan(Event, frozen=True):
    rule = "4.0"
    chosen = False
    turn: int
    night: bool


class PlayerTurnBegan(Event, frozen=True):
    rule = "4.0.phasing"
    chosen = False
    side: Side


class PhaseBegan(Event, frozen=True):
    rule = "4.1.B"
    chosen = False
    side: Side


class Deployed(Event, frozen=True):
    rule = "2.0"
    unit: UnitId
    hex: SpaceId


class SetUpAsSuggested(Event, frozen=True):
    rule = "2.0"


class PinsLifted(Event, frozen=True):
    rule = "14.0.markers"
    chosen = False
    units: tuple[UnitId, ...]


class PointsReceived(Event, frozen=True):
    rule = "5.11"
    chosen = False
    side: Side
    received: int
    artillery: int
    air: int


class AirLost(Event, frozen=True):
    rule = "5.15"
    chosen = False
    side: Side
    points: int


class Read(Event, frozen=True):
    """A die read on the bombardment table: the column, the die as read, the result as printed."""

    rule = "5.8"
    hex: SpaceId
    column: str
    seen: bool
    die: int
    face: int
    """With the two for want of an observer."""
    result: str


class Bombarded(Read, frozen=True):
    side: Side
    air: int
    artillery: int


class MortarsFired(Read, frozen=True):
    rule = "5.71"
    side: Side
    hqs: tuple[UnitId, ...]


class Ruined(Event, frozen=True):
    rule = "5.51"
    chosen = False
    hex: SpaceId
    hexes: tuple[SpaceId, ...]


class CollateralHit(Read, frozen=True):
    rule = "5.52"
    side: Side


class Pinned(Event, frozen=True):
    rule = "14.0"
    unit: UnitId
    hex: SpaceId


class Lost(Event, frozen=True):
    rule = "11.12"
    unit: UnitId
    steps: int
    left: int


class Spared(Event, frozen=True):
    """An observer fired upon while others of its stack stand."""

    rule = "5.43.loss"
    unit: UnitId
    hex: SpaceId


class Eliminated(Event, frozen=True):
    rule = "11.12"
    unit: UnitId
    hex: SpaceId


class Crowded(Event, frozen=True):
    rule = "9.21"
    unit: UnitId
    hex: SpaceId


class Relieved(Event, frozen=True):
    rule = "9.22"
    unit: UnitId


class SupplySpent(Event, frozen=True):
    rule = "10.33"
    hq: UnitId
    function: Function
    left: int


class HqExpended(Event, frozen=True):
    rule = "10.12"
    hq: UnitId


class HqReturned(Event, frozen=True):
    rule = "10.13"
    hq: UnitId
    hex: SpaceId


class HqDelayed(Event, frozen=True):
    rule = "10.13"
    chosen = False
    hq: UnitId


class Entered(Event, frozen=True):
    rule = "17.0.procedure"
    unit: UnitId
    hex: SpaceId


class Marched(Event, frozen=True):
    """A whole move, hex by hex."""

    rule = "6.0.procedure"
    unit: UnitId
    start: SpaceId
    path: tuple[SpaceId, ...]
    loads: tuple[UnitId, ...]


class Brought(Event, frozen=True):
    """What a unit still carries at the end of its move."""

    rule = "6.22"
    unit: UnitId
    loads: tuple[UnitId, ...]


class Dropped(Event, frozen=True):
    rule = "6.22"
    unit: UnitId
    load: UnitId
    hex: SpaceId


class BlockRemoved(Event, frozen=True):
    rule = "15.22"
    unit: UnitId
    hex: SpaceId


class FiredUpon(Event, frozen=True):
    """Fire at one unit: who fires, what shifts the column, the die, the result as printed."""

    rule = "8.3"
    unit: UnitId
    hex: SpaceId
    firers: tuple[UnitId, ...]
    companies: int
    column: str
    die: int
    result: str
    shifts: Terms = ()


class StepShifted(Event, frozen=True):
    rule = "11.31"
    unit: UnitId
    to: UnitId


class DividedUp(Event, frozen=True):
    rule = "11.21"
    unit: UnitId
    platoons: tuple[UnitId, ...]


class Detached(Event, frozen=True):
    rule = "11.24"
    unit: UnitId
    platoon: UnitId
    hex: SpaceId


class Absorbed(Event, frozen=True):
    rule = "11.35"
    unit: UnitId
    platoon: UnitId


class Rebuilt(Event, frozen=True):
    rule = "11.21"
    unit: UnitId
    platoons: tuple[UnitId, ...]
    hex: SpaceId


class RuinsCleared(Event, frozen=True):
    rule = "5.62"
    unit: UnitId
    hex: SpaceId


class TankFreed(Event, frozen=True):
    rule = "16.13"
    unit: UnitId
    tank: UnitId


class Immobilised(Event, frozen=True):
    rule = "16.11"
    unit: UnitId
    hex: SpaceId


class Trapped(Event, frozen=True):
    rule = "16.12"
    unit: UnitId
    hex: SpaceId


class WorkBegan(Event, frozen=True):
    rule = "15.0.procedure"
    unit: UnitId
    hex: SpaceId


class WorkStopped(Event, frozen=True):
    rule = "15.13"
    chosen = False
    unit: UnitId
    hex: SpaceId


class WorkBarred(Event, frozen=True):
    """The enemy controls the hex as the roadblock should be finished."""

    rule = "15.11"
    chosen = False
    unit: UnitId
    hex: SpaceId


class BlockBuilt(Event, frozen=True):
    rule = "15.0.procedure"
    chosen = False
    unit: UnitId
    hex: SpaceId


class AssaultAnnounced(Event, frozen=True):
    rule = "12.11"
    side: Side
    hexes: tuple[SpaceId, ...]
    units: tuple[UnitId, ...]


class ReserveSent(Event, frozen=True):
    rule = "12.25"
    unit: UnitId
    start: SpaceId
    path: tuple[SpaceId, ...]


class ReserveStopped(Event, frozen=True):
    rule = "12.26"
    unit: UnitId
    hex: SpaceId


class NobodyLeft(Event, frozen=True):
    rule = "12.42"
    hexes: tuple[SpaceId, ...]


class Fought(Event, frozen=True):
    """A close assault in numbers: strengths and what changed them, ratio, shifts, column, die, result as printed."""

    rule = "12.42"
    side: Side
    hex: SpaceId
    attack: int
    defence: int
    odds: str
    column: str
    die: int
    result: str
    shifts: Terms = ()
    weak: tuple[UnitId, ...] = ()
    """Attackers who count a quarter, for want of supply or pinned."""
    times: tuple[int, ...] = ()
    """What the ground multiplies, by hex assaulted."""
    halved: tuple[UnitId, ...] = ()
    reserves: tuple[UnitId, ...] = ()
    idle: tuple[UnitId, ...] = ()
    """Overstacked defenders, who add nothing."""


class Retreated(Event, frozen=True):
    rule = "12.7"
    unit: UnitId
    start: SpaceId
    path: tuple[SpaceId, ...]


class NoRetreat(Event, frozen=True):
    rule = "12.75"
    unit: UnitId


class Advanced(Event, frozen=True):
    rule = "12.44"
    unit: UnitId
    hex: SpaceId
