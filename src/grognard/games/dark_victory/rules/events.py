"""What happened: one class for each kind of news."""

from grognard.core import Event, SpaceId, UnitId
from grognard.games.dark_victory.content import Column, Gun, Side
from grognard.tables import Terms


class TurnBegan(Event, frozen=True):
    rule = "4.1"
    chosen = False
    turn: int
    darkness: int


class MexicanTurn(Event, frozen=True):
    rule = "4.3"
    chosen = False


class TexanTurn(Event, frozen=True):
    rule = "4.2.IIA"
    chosen = False


class MexicanMeleeBegan(Event, frozen=True):
    rule = "4.2.IC"
    chosen = False


class TexanMeleeBegan(Event, frozen=True):
    rule = "4.2.IIB"
    chosen = False


class PlacedUnit(Event, frozen=True):
    rule = "3.2"
    unit: UnitId
    hex: SpaceId


class PlacedColumn(Event, frozen=True):
    """A unit of a column that begins on the map."""

    rule = "3.3"
    unit: UnitId
    hex: SpaceId


class PlacedGun(Event, frozen=True):
    rule = "3.4"
    gun: Gun
    hex: SpaceId


class PlanTaken(Event, frozen=True):
    rule = "3.2"
    side: Side


class ExtraGunsPlaced(Event, frozen=True):
    rule = "3.2.guns"
    count: int


class Plotted(Event, frozen=True):
    rule = "3.4.B"
    column: Column


class PlotShown(Event, frozen=True):
    rule = "3.4.B"
    reveals = True
    column: Column
    area: int
    turn: int


class LeaderCutOff(Event, frozen=True):
    rule = "8.2.C"
    chosen = False
    leader: UnitId
    hex: SpaceId


class LadderDie(Event, frozen=True):
    rule = "9.18"
    die: int


class LaddersAwarded(Event, frozen=True):
    rule = "9.18.min"
    chosen = False
    column: Column
    count: int


class LadderPlaced(Event, frozen=True):
    rule = "9.19"
    hex: SpaceId
    to: SpaceId


class LaddersNever(Event, frozen=True):
    rule = "9.18"
    chosen = False
    column: Column


class ReserveDie(Event, frozen=True):
    rule = "7.3"
    die: int
    released: int
    """Which release it was; 0: none."""


class Released(Event, frozen=True):
    """Those of the Reserve who may come on from now."""

    rule = "7.3.E"
    chosen = False
    units: tuple[UnitId, ...]


class StackEntered(Event, frozen=True):
    rule = "7.1"
    units: tuple[UnitId, ...]
    hex: SpaceId
    cost: int


class Moved(Event, frozen=True):
    rule = "9.3.A"
    units: tuple[UnitId, ...]
    start: SpaceId
    hex: SpaceId
    cost: int


class Hauled(Event, frozen=True):
    rule = "10.20"
    units: tuple[UnitId, ...]
    gun: Gun
    hex: SpaceId


class DoorDie(Event, frozen=True):
    rule = "9.6"
    units: tuple[UnitId, ...]
    hex: SpaceId
    die: int
    through: bool


class DoorTried(Event, frozen=True):
    rule = "9.8"
    unit: UnitId
    hex: SpaceId
    to: SpaceId
    die: int
    broken: bool


class DoorBlasted(Event, frozen=True):
    rule = "10.21"
    hex: SpaceId
    to: SpaceId
    gun: Gun


class DoorOpened(Event, frozen=True):
    rule = "9.7.D"
    hex: SpaceId
    to: SpaceId


class Fired(Event, frozen=True):
    rule = "10.3.B"
    unit: UnitId
    start: SpaceId
    hex: SpaceId
    needs: int
    dice: int
    hit: bool
    terms: Terms = ()


class CannonFired(Event, frozen=True):
    rule = "10.19"
    unit: UnitId
    gun: Gun
    hex: SpaceId
    needs: int
    dice: int
    hit: bool
    terms: Terms = ()


class Halted(Event, frozen=True):
    rule = "11.3"
    hexes: tuple[SpaceId, ...]
    hex: SpaceId


class HeldBack(Event, frozen=True):
    """Who was named to react does nothing after all."""

    rule = "11.4"
    units: tuple[UnitId, ...]
    hex: SpaceId


class Bumped(Event, frozen=True):
    rule = "11.5"
    units: tuple[UnitId, ...]
    hex: SpaceId


class LoadingGun(Event, frozen=True):
    rule = "10.18"
    gun: Gun
    unit: UnitId


class Reloaded(Event, frozen=True):
    rule = "10.18"
    chosen = False
    gun: Gun


class GunCaptured(Event, frozen=True):
    rule = "10.16"
    gun: Gun
    side: Side


class ExtraGunSpent(Event, frozen=True):
    rule = "10.14"
    hex: SpaceId


class ExtraGunLost(Event, frozen=True):
    rule = "10.14.C"
    hex: SpaceId


class StepLost(Event, frozen=True):
    rule = "2.13.B"
    unit: UnitId
    hex: SpaceId
    total: int


class UnitKilled(Event, frozen=True):
    rule = "2.13"
    unit: UnitId
    hex: SpaceId


class LeaderKilled(Event, frozen=True):
    rule = "8.7"
    leader: UnitId
    hex: SpaceId


class LeaderLeft(Event, frozen=True):
    rule = "12.13"
    leader: UnitId
    hex: SpaceId


class LeaderShot(Event, frozen=True):
    rule = "10.24"
    leader: UnitId
    hex: SpaceId


class LeaderStruck(Event, frozen=True):
    rule = "12.13.B"
    leader: UnitId
    hex: SpaceId


class BowieKilled(Event, frozen=True):
    rule = "13.1.B"
    leader: UnitId
    hex: SpaceId


class LeaderOverrun(Event, frozen=True):
    rule = "8.2.D"
    leader: UnitId
    hex: SpaceId


class Taken(Event, frozen=True):
    rule = "13.1"
    unit: UnitId
    hex: SpaceId


class PrisonersTaken(Event, frozen=True):
    rule = "13.2"
    unit: UnitId
    hex: SpaceId


class FlagTaken(Event, frozen=True):
    rule = "2.18.B"
    hex: SpaceId
    side: Side


class FlagRaised(Event, frozen=True):
    rule = "2.18.C"
    hex: SpaceId


class FlagLost(Event, frozen=True):
    rule = "2.18.E"
    hex: SpaceId


class MeleeAnnounced(Event, frozen=True):
    rule = "12.4"
    hexes: tuple[SpaceId, ...]
    hex: SpaceId


class Clashed(Event, frozen=True):
    rule = "12.12"
    start: SpaceId
    hex: SpaceId
    attack: int
    attack_die: int
    defence: int
    defence_die: int
    attack_terms: Terms = ()
    defence_terms: Terms = ()


class Overrun(Event, frozen=True):
    rule = "13.1.B"
    start: SpaceId
    hex: SpaceId


class Unopposed(Event, frozen=True):
    rule = "8.2.D"
    start: SpaceId
    hex: SpaceId


class RiskDice(Event, frozen=True):
    rule = "12.13.B"
    leader: UnitId
    dice: int


class Advanced(Event, frozen=True):
    rule = "12.14"
    units: tuple[UnitId, ...]
    hex: SpaceId


class SetAblaze(Event, frozen=True):
    rule = "13.3"
    unit: UnitId
    hex: SpaceId


class FireChecked(Event, frozen=True):
    rule = "13.3.B"
    chosen = False
    unit: UnitId
    die: int
    morale: int
    stays: bool
    terms: Terms = ()


class NeverStays(Event, frozen=True):
    rule = "13.3.G"
    unit: UnitId
    hex: SpaceId


class BurntOut(Event, frozen=True):
    rule = "13.3.C"
    chosen = False
    unit: UnitId
    hex: SpaceId


class Displaced(Event, frozen=True):
    rule = "6.5"
    unit: UnitId
    start: SpaceId
    hex: SpaceId


class SoftCasualties(Event, frozen=True):
    rule = "5.2"
    chosen = False
    die: int
    raw: int
    soft: int
    speed: int
    total: int
