"""What is reported: one class for each kind of happening, ids and numbers only."""

from grognard.core import Event, SpaceId, UnitId
from grognard.games.cities_of_the_damned.content import CHIT_CF, END_OF_OPERATIONS, EVENT_EFFECTS, Happening, Kind, Row
from grognard.tables.resolution import Terms


class Placed(Event, frozen=True):
    """A unit was set up or deployed."""

    rule = "2.0.c"
    unit: UnitId
    area: SpaceId


class WeatherRolled(Event, frozen=True):
    rule = "4.0"
    die: int
    rain: bool


class Happened(Event, frozen=True):
    """A random event."""

    rule = "12.3"
    first: int
    second: int
    happening: Happening

    @property
    def effect(self) -> str:
        return EVENT_EFFECTS.get(self.happening, "")


class AirCame(Event, frozen=True):
    rule = "5.0"
    die: int
    points: int


class ArtilleryCame(Event, frozen=True):
    rule = "5.0"
    die: int
    points: int


class RoundBegan(Event, frozen=True):
    rule = "3.2.ap"
    chosen = False
    turn: int
    number: int
    die: int
    points: int


class Activated(Event, frozen=True):
    rule = "6.0.cost"
    unit: UnitId
    left: int


class Ferried(Event, frozen=True):
    """The second AP of every unit that crosses a river."""

    rule = "6.0.cost_river"
    points: int
    left: int


class Moved(Event, frozen=True):
    rule = "6.1"
    units: tuple[UnitId, ...]
    origin: SpaceId
    to: SpaceId


class Checked(Event, frozen=True):
    """A unit rolled for moving from one Contested area to another."""

    rule = "6.1.check"
    unit: UnitId
    to: SpaceId
    die: int
    bonus: int
    passed: bool

    @property
    def total(self) -> int:
        return self.die + self.bonus


class RiverChecked(Checked, frozen=True):
    """The check of a river in rain."""

    rule = "4.0.rain.river"


class RetreatChecked(Checked, frozen=True):
    """The check of a retreat into a Contested area."""

    rule = "6.2.1.check"


class Exited(Event, frozen=True):
    rule = "6.1.2"
    unit: UnitId
    area: SpaceId


class Finished(Event, frozen=True):
    """Activations of the round are over; the AP left are lost."""

    rule = "6.0.no_save"
    lost: int


class FightDue(Event, frozen=True):
    """A Contested area where none was fought this round has its compulsory combat."""

    rule = "6.2"
    chosen = False
    area: SpaceId


class Supported(Event, frozen=True):
    rule = "6.2.step1"
    area: SpaceId
    air: int
    artillery: int

    @property
    def both(self) -> bool:
        return self.air > 0 and self.artillery > 0


class Resisted(Event, frozen=True):
    """The number of chits to draw: table, RL, first-round modifier."""

    rule = "6.2.step2"
    area: SpaceId
    die: int
    table: int
    level: int
    first: int
    number: int


class Lowered(Event, frozen=True):
    rule = "6.2.step2.reduce"
    area: SpaceId
    air: int
    artillery: int
    tank: bool
    number: int

    @property
    def points(self) -> int:
        return self.air + self.artillery

    @property
    def both(self) -> bool:
        return self.air > 0 and self.artillery > 0


class Drew(Event, frozen=True):
    """A chit of the draw; the log tells them together, by `Faced`."""

    rule = "6.2.step2.draw"
    logged = False
    area: SpaceId
    kind: Kind


class Faced(Event, frozen=True):
    """The draw is complete: what stands against the Allied units."""

    rule = "6.2.step2.draw"
    area: SpaceId
    kinds: tuple[Kind, ...]


class BrokenOff(Event, frozen=True):
    """The last Allied unit has gone before the dice (ruling 36)."""

    rule = "6.2.step4.german"
    chosen = False
    area: SpaceId


class SetAside(Event, frozen=True):
    """German armor drawn on level 3."""

    rule = "9.1.2.a"
    area: SpaceId
    kind: Kind


class MgFired(Event, frozen=True):
    rule = "9.3"
    area: SpaceId
    kind: Kind
    die: int
    level: int
    marks: int
    armor: int
    total: int
    hit: bool

    @property
    def needed(self) -> int:
        """It hits at or below its CF."""
        return CHIT_CF[self.kind]


class ArmorFired(Event, frozen=True):
    rule = "9.1.2.b"
    kind: Kind
    unit: UnitId
    die: int
    hit: bool

    @property
    def needed(self) -> int:
        """It hits at or below its CF."""
        return CHIT_CF[self.kind]


class SniperFired(Event, frozen=True):
    rule = "9.2"
    area: SpaceId
    die: int
    marks: int
    units: int
    hit: bool

    @property
    def total(self) -> int:
        return self.die + self.marks


class VpLost(Event, frozen=True):
    """A sniper cost a VP."""

    rule = "10.vp9"
    vp: int


class GunsFired(Event, frozen=True):
    rule = "12.2"
    area: SpaceId
    kind: Kind
    die: int
    level: int
    rain: int
    battery: int
    total: int
    hit: bool

    @property
    def needed(self) -> int:
        """They hit at or below their CF."""
        return CHIT_CF[self.kind]


class DuelBegan(Event, frozen=True):
    rule = "12.1"
    area: SpaceId
    kind: Kind
    die: int
    german: bool


class DuelShot(Event, frozen=True):
    rule = "12.1"
    area: SpaceId
    kind: Kind
    german: bool
    die: int
    needed: int
    """CF of whoever fires: a hit at or below it."""
    hit: bool


class Mustered(Event, frozen=True):
    """Factors before the dice: lead and supporting units; chits and RL; every modifier of both dice."""

    rule = "6.2.step3"
    area: SpaceId
    allied: int
    german: int
    bonus: int
    """Direct support less marks."""
    isolation: int
    left: int
    """German chits in the fight."""
    units: tuple[UnitId, ...] = ()
    """Who counts, the lead unit first."""
    kinds: tuple[Kind, ...] = ()
    ours: Terms = ()
    theirs: Terms = ()

    @property
    def lead(self) -> tuple[UnitId, ...]:
        return self.units[:1]

    @property
    def others(self) -> tuple[UnitId, ...]:
        return self.units[1:]


class Clashed(Event, frozen=True):
    rule = "6.2.ccr"
    area: SpaceId
    allied: int
    german: int
    first: int
    second: int
    margin: int

    @property
    def ours(self) -> int:
        """The Allied total without the die."""
        return self.allied - self.first

    @property
    def theirs(self) -> int:
        return self.german - self.second

    @property
    def ahead(self) -> int:
        return max(self.margin, 0)

    @property
    def behind(self) -> int:
        return max(-self.margin, 0)


class GermanLost(Event, frozen=True):
    rule = "6.2.ccr.german"
    area: SpaceId
    kind: Kind


class Reduced(Event, frozen=True):
    rule = "6.2.2"
    unit: UnitId
    area: SpaceId


class Withdrawn(Event, frozen=True):
    rule = "6.2.2"
    unit: UnitId
    area: SpaceId


class Retreated(Event, frozen=True):
    rule = "6.2.1"
    unit: UnitId
    origin: SpaceId
    to: SpaceId


class Fell(Event, frozen=True):
    """An area is German-controlled again."""

    rule = "1.2.control.a"
    chosen = False
    area: SpaceId


class InDispute(Event, frozen=True):
    """An area is Contested."""

    rule = "1.2.control.b"
    chosen = False
    area: SpaceId


class Won(Event, frozen=True):
    """An area is Allied-controlled."""

    rule = "1.2.control.c"
    chosen = False
    area: SpaceId


class Marked(Event, frozen=True):
    """A chit lies face down in a Contested area."""

    rule = "6.2.step4.contested"
    chosen = False
    area: SpaceId
    kind: Kind


class Laid(Marked, frozen=True):
    """No drawn chit was left: one from the container marks the area (rulings 10, 11)."""


class ChitsBack(Event, frozen=True):
    """The Germans hold the area: the chits that were drawn return."""

    rule = "6.2.step4.german"
    chosen = False
    area: SpaceId
    kinds: tuple[Kind, ...]


class RestBack(ChitsBack, frozen=True):
    """All but the marker of a Contested area return."""

    rule = "6.2.step4.contested"


class MarkerBack(Event, frozen=True):
    """The face-down chit of a Contested area returns before others are drawn."""

    rule = "6.2.step2.marker"
    chosen = False
    area: SpaceId
    kind: Kind


class CounterMarkerBack(MarkerBack, frozen=True):
    """The same before a counter-attack."""

    rule = "7.0.marker"


class MarkerFreed(MarkerBack, frozen=True):
    """The same when the last Allied unit has gone (ruling 29)."""

    rule = "1.2.control.b"


class MarkedAnew(Marked, frozen=True):
    """In the evening the chits of all Contested areas were drawn again."""

    rule = "3.3.step4"


class CounterRolled(Event, frozen=True):
    """Why a counter-attack came or did not: die, every modifier, the sum and its row."""

    rule = "7.0.mod"
    area: SpaceId
    die: int
    first: int
    rain: int
    late: int
    spur: int
    """Random event 3."""
    total: int
    row: Row
    number: int


class QuietRolled(Event, frozen=True):
    """The roll of a round without an eligible area."""

    rule = "7.0"
    die: int
    first: int
    rain: int
    late: int
    spur: int
    total: int
    row: Row
    last: bool
    """It was the last round there can be."""

    @property
    def over(self) -> bool:
        return self.row == END_OF_OPERATIONS


class GreyJoined(Event, frozen=True):
    rule = "7.0.reinforcement"
    chosen = False
    chits: int


class Averted(Event, frozen=True):
    """Support and armor lowered a counter-attack to nothing."""

    rule = "7.0.reduce"
    area: SpaceId


class PhaseEnded(Event, frozen=True):
    rule = "7.0.end"
    chosen = False
    turn: int
    round: int


class RoundsOver(Event, frozen=True):
    """The last round that a turn may have is over, and no roll has ended the phase."""

    rule = "7.0.max6"
    chosen = False
    turn: int
    rounds: int


class CameUp(Event, frozen=True):
    """Regular reinforcements have become available."""

    rule = "8.1.a"
    chosen = False
    units: tuple[UnitId, ...]


class IndiansCameUp(CameUp, frozen=True):
    """Rajputana and Gurkhas."""

    rule = "8.1.b"


class EssexCameUp(CameUp, frozen=True):
    rule = "8.1.c"


class Deployed(Event, frozen=True):
    rule = "8.1.deploy"
    unit: UnitId
    area: SpaceId
    vp: int
    """VP paid."""


class Restored(Event, frozen=True):
    rule = "6.2.2.restore"
    unit: UnitId
    vp: int


class Drafted(Restored, frozen=True):
    """The same by a random event."""

    rule = "12.3"


class Scored(Event, frozen=True):
    rule = "3.3.step3"
    chosen = False
    turn: int
    taken: tuple[SpaceId, ...]
    """VP areas that have come under Allied control since VP were last recorded."""
    gone: tuple[SpaceId, ...]
    """VP areas that no longer are."""
    exits: int
    before: int
    after: int

    @property
    def gained(self) -> int:
        return len(self.taken)

    @property
    def lost(self) -> int:
        return len(self.gone)


class Removed(Event, frozen=True):
    """A chit left the game for good."""

    rule = "3.3.step4"
    chosen = False
    kind: Kind


class SpentChit(Removed, frozen=True):
    """The same by a random event."""

    rule = "12.3"


class FinalScored(Event, frozen=True):
    rule = "10.0"
    chosen = False
    rail: int
    rail_penalty: int
    main_penalty: int
    before: int
    after: int
