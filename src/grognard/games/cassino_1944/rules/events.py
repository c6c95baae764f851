"""What is reported. Texts stand in words/en.toml."""

from grognard.core import Event, SpaceId, UnitId
from grognard.games.cassino_1944.content import Letter, Marker, Nation, Side
from grognard.tables.resolution import Terms


class TurnBegan(Event, frozen=True):
    rule = "4.0"
    chosen = False
    turn: int


class ImpulseBegan(Event, frozen=True):
    rule = "4.1.marker"
    chosen = False
    letter: Letter


class HalfBegan(Event, frozen=True):
    rule = "4.1.order"
    chosen = False
    side: Side


class WeatherRolled(Event, frozen=True):
    rule = "10.4.marker"
    die: int
    rain: bool


class SupplyLoss(Event, frozen=True):
    rule = "4.0.oos"
    chosen = False
    unit: UnitId


class Moved(Event, frozen=True):
    rule = "5.1"
    unit: UnitId
    start: SpaceId
    hex: SpaceId


class Taken(Event, frozen=True):
    rule = "9.1.2.count"
    side: Side
    hex: SpaceId
    points: int
    """What it counts; 0 in a game that victory points do not decide (10.5.4)."""


class BoxRemoved(Event, frozen=True):
    rule = "6.3.remove"
    hex: SpaceId


class Overstacked(Event, frozen=True):
    rule = "5.3.overstack"
    hex: SpaceId
    unit: UnitId


class Attacked(Event, frozen=True):
    rule = "6.0"
    side: Side
    hex: SpaceId
    units: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]


class Supported(Event, frozen=True):
    rule = "10.1.1.where"
    side: Side
    marker: Marker


class Fought(Event, frozen=True):
    """A combat result: strengths, column before and after shifts, die before and after modifiers, table numbers.

    Shifts and modifiers are told one by one, also where they cancel out.
    """

    rule = "6.1.result"
    hex: SpaceId
    attack: int
    defence: int
    odds: str
    column: str
    die: int
    face: int
    attacker: int
    defender: int
    shifts: Terms = ()
    modifiers: Terms = ()


class StrikeSent(Event, frozen=True):
    rule = "10.2.3.use"
    hex: SpaceId
    defenders: tuple[UnitId, ...]


class Bombed(Event, frozen=True):
    rule = "10.2.3.odds"
    hex: SpaceId
    die: int
    face: int
    attacker: int
    defender: int
    modifiers: Terms = ()


class BoxAbsorbed(Event, frozen=True):
    rule = "6.3.absorb"
    chosen = False
    hex: SpaceId


class Damaged(Event, frozen=True):
    """Nobody's deed: the points of one side are often marked by the answer of the other."""

    rule = "6.2.mark"
    chosen = False
    unit: UnitId
    points: int
    total: int


class Eliminated(Event, frozen=True):
    rule = "6.2.elim"
    chosen = False
    unit: UnitId


class ExcessLost(Event, frozen=True):
    rule = "6.1.excess"
    chosen = False
    side: Side
    points: int


class MarkersOff(Event, frozen=True):
    rule = "10.1.2.remove"
    chosen = False
    markers: tuple[Marker, ...]


class NobodyRetreats(Event, frozen=True):
    rule = "6.4.equal"
    chosen = False
    hex: SpaceId


class NoPursuer(Event, frozen=True):
    """Who took more need not retreat, because nobody of the other side is left in the combat (R-21)."""

    rule = "6.4.loser"
    chosen = False
    side: Side


class Beaten(Event, frozen=True):
    rule = "6.4.loser"
    chosen = False
    side: Side
    distance: int


class Stood(Event, frozen=True):
    rule = "6.4.1.stand"
    unit: UnitId
    free: bool
    """It could have retreated."""


class Retreated(Event, frozen=True):
    rule = "6.4"
    unit: UnitId
    hex: SpaceId


class LeftMap(Event, frozen=True):
    rule = "6.4.2.allied"
    unit: UnitId


class GermanLeftMap(LeftMap, frozen=True):
    rule = "6.4.2.german"


class Advanced(Event, frozen=True):
    rule = "6.5.distance"
    unit: UnitId
    hex: SpaceId


class Arrived(Event, frozen=True):
    rule = "8.0"
    unit: UnitId
    hex: SpaceId


class Returned(Event, frozen=True):
    rule = "6.4.2.return"
    unit: UnitId
    hex: SpaceId


class ReserveCommitted(Event, frozen=True):
    rule = "8.2.1.flip"
    units: tuple[UnitId, ...]
    counts: bool
    """Whether victory points decide anything in this game."""


class AbbeyDestroyed(Event, frozen=True):
    rule = "10.2.2"
    hex: SpaceId


class Activated(Event, frozen=True):
    rule = "10.3.choice"
    nation: Nation


class Refitted(Event, frozen=True):
    rule = "7.4.allied"
    unit: UnitId
    damage: int


class GermanRefitted(Refitted, frozen=True):
    rule = "7.4.german"


class Judged(Event, frozen=True):
    """The end of an attack phase: what the automatic victories look at."""

    rule = "9.1.1.end"
    chosen = False
    turn: int
    stars: int
    """Star hexes with an Allied unit in supply."""
    allied: int
    german: int
    """Units eliminated."""


class Counted(Event, frozen=True):
    rule = "9.1.2.track"
    chosen = False
    points: int
    goal: int


class BidsOpened(Event, frozen=True):
    rule = "10.6.high"
    reveals = True
    first: int
    second: int
    seat: int
    points: int
