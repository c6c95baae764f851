"""What is reported: one class a kind of happening, fields only ids and numbers."""

from grognard.core import Event, SpaceId, UnitId
from grognard.games.thunder_at_cassino.content import Group, Side
from grognard.tables.resolution import Terms


class BidsOpened(Event, frozen=True):
    rule = "20.1"
    reveals = True
    bids: tuple[int, ...]
    german_seat: int
    bid: int


class BidAgreed(Event, frozen=True):
    rule = "20.2"
    chosen = False
    bid: int


class Deployed(Event, frozen=True):
    rule = "5.3.free"
    unit: UnitId
    space: SpaceId


class DeployedRest(Event, frozen=True):
    rule = "5.3.free"
    side: Side
    count: int


class Rubbled(Event, frozen=True):
    rule = "5.5"
    space: SpaceId
    die: int
    tem: int
    level: int


class StreetCleared(Event, frozen=True):
    """The Final Days: engineers have been at work here before."""

    rule = "5.5"
    chosen = False
    space: SpaceId
    level: int


class Bombarded(Event, frozen=True):
    rule = "5.6"
    space: SpaceId
    dice: int
    tem: int
    points: int


class Shaken(Event, frozen=True):
    rule = "5.6.flip"
    unit: UnitId
    space: SpaceId


class TurnBegan(Event, frozen=True):
    rule = "3.4"
    chosen = False
    turn: int
    holder: Side


class NinthRolled(Event, frozen=True):
    rule = "17.3"
    die: int
    companies: int


class Arrived(Event, frozen=True):
    rule = "17.1"
    units: tuple[UnitId, ...]
    space: SpaceId


class ObserverReturned(Event, frozen=True):
    rule = "14.34.return"
    unit: UnitId
    space: SpaceId


class ToReserve(Event, frozen=True):
    rule = "18.1"
    chosen = False
    units: int


class Removed(Event, frozen=True):
    rule = "18.1.obs"
    chosen = False
    unit: UnitId


class GunRemoved(Event, frozen=True):
    rule = "18.3"
    chosen = False
    unit: UnitId


class NightFell(Event, frozen=True):
    rule = "8.42"
    side: Side


class Passed(Event, frozen=True):
    rule = "8.14"
    side: Side


class NobodyLeft(Passed, frozen=True):
    """A pass that nobody chose."""

    chosen = False


class Continued(Event, frozen=True):
    rule = "8.43"
    side: Side


class Moved(Event, frozen=True):
    rule = "8.2"
    units: tuple[UnitId, ...]
    start: SpaceId
    space: SpaceId
    cost: int


class Stood(Event, frozen=True):
    rule = "8.11.inplace"
    units: tuple[UnitId, ...]
    space: SpaceId


class RubbleTried(Event, frozen=True):
    rule = "13.11"
    unit: UnitId
    space: SpaceId
    total: int
    needed: int
    passed: bool


class TurnedBack(Event, frozen=True):
    rule = "13.12.back"
    unit: UnitId
    space: SpaceId


class Cleared(Event, frozen=True):
    rule = "13.2"
    unit: UnitId
    space: SpaceId
    level: int


class Aimed(Event, frozen=True):
    rule = "12.3.base"
    unit: UnitId


class Fired(Event, frozen=True):
    rule = "8.353"
    units: tuple[UnitId, ...]
    start: SpaceId
    space: SpaceId
    group: Group
    base: int
    attack_dice: int
    attack: int
    ground: int
    """The Defense Value before dice, as `base` is the Attack Value."""
    defence_dice: int
    defence: int
    points: int
    targets: tuple[UnitId, ...] = ()
    chits: bool = False
    """Chits and no dice were added."""


class Shelled(Event, frozen=True):
    rule = "14.5"
    unit: UnitId
    space: SpaceId
    group: Group
    base: int
    attack_dice: int
    attack: int
    ground: int
    defence_dice: int
    defence: int
    points: int
    targets: tuple[UnitId, ...] = ()
    chits: bool = False
    """Chits and no dice were added."""


class FireSummed(Event, frozen=True):
    """Who fires at whom, and of what both values are made."""

    rule = "8.35"
    units: tuple[UnitId, ...]
    targets: tuple[UnitId, ...]
    attack_terms: Terms
    defence_terms: Terms


class ShellSummed(FireSummed, frozen=True):
    """The same of artillery."""

    rule = "14.5"


class Rerolled(Event, frozen=True):
    rule = "8.41"
    side: Side
    space: SpaceId
    attack_dice: int
    defence_dice: int
    chits: bool = False


class StruckAgain(Event, frozen=True):
    rule = "8.41"
    side: Side
    attackers: tuple[UnitId, ...]
    target: UnitId
    die: int


class ChitsOpened(Event, frozen=True):
    rule = "21.5"
    reveals = True
    attack: int
    defence: int


class NewSets(Event, frozen=True):
    rule = "21.2"
    chosen = False


class Eliminated(Event, frozen=True):
    rule = "8.354.B"
    unit: UnitId
    space: SpaceId
    points: int


class Wrecked(Event, frozen=True):
    rule = "13.13"
    unit: UnitId
    space: SpaceId


class Cornered(Event, frozen=True):
    rule = "8.355.blocked"
    unit: UnitId
    space: SpaceId


class Retreated(Event, frozen=True):
    rule = "8.355"
    unit: UnitId
    start: SpaceId
    space: SpaceId


class Surplus(Event, frozen=True):
    rule = "7.3"
    unit: UnitId
    space: SpaceId


class SmokePlaced(Event, frozen=True):
    rule = "16.1"
    unit: UnitId
    space: SpaceId
    dice: int
    height: int
    needed: int
    placed: bool


class SmokeGone(Event, frozen=True):
    rule = "16.3"
    chosen = False
    space: SpaceId
    number: int


class CloseCombatBegan(Event, frozen=True):
    rule = "9.1"
    chosen = False
    areas: tuple[SpaceId, ...]


class AreaChosen(Event, frozen=True):
    rule = "8.45"
    space: SpaceId
    first: Side


class Screened(Event, frozen=True):
    rule = "9.6.screen"
    unit: UnitId


class InLine(Event, frozen=True):
    rule = "9.6.part"
    unit: UnitId


class Paired(Event, frozen=True):
    rule = "9.3"
    attackers: tuple[UnitId, ...]
    target: UnitId


class Struck(Event, frozen=True):
    rule = "9.7"
    attackers: tuple[UnitId, ...]
    target: UnitId
    die: int
    terms: Terms
    """What is added to the die, case by case."""
    total: int
    hit: bool


class Fallen(Event, frozen=True):
    rule = "9.4"
    chosen = False
    unit: UnitId
    space: SpaceId


class Overrun(Event, frozen=True):
    rule = "9.5.elim"
    chosen = False
    unit: UnitId
    space: SpaceId


class Controlled(Event, frozen=True):
    rule = "11.2"
    chosen = False
    side: Side
    space: SpaceId
    vp: int


class QuislingTaken(Event, frozen=True):
    rule = "11.5"
    chosen = False
    space: SpaceId


class Scored(Event, frozen=True):
    rule = "11.3"
    chosen = False
    turn: int
    vp: int
    bid: int
    total: int
    """Points and bid together, as the track will be read."""


class BidPaid(Event, frozen=True):
    rule = "20.2"
    chosen = False
    bid: int
    vp: int


class PlayedOn(Event, frozen=True):
    rule = "11.4.option"
    turn: int
