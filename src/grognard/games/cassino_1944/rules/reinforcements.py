"""8.0 Reinforcements, the German reserve, and units that come back after leaving the map."""

from grognard.core import (
    DONE,
    NO,
    YES,
    Ask,
    Decision,
    Note,
    Option,
    Refusal,
    SpaceId,
    Step,
    Steps,
    UnitId,
    or_done,
    rule,
)
from grognard.games.cassino_1944.content import (
    ARMOR,
    ARRIVAL_EDGE,
    DUE,
    EDGE,
    GERMAN,
    HEXES,
    LOWER_RAPIDO,
    OFF_MAP,
    POOL,
    RESERVE,
    SIDE,
    SOURCE_HEXES,
    Side,
    serial,
)
from grognard.games.cassino_1944.rules.events import Arrived, ReserveCommitted, Returned
from grognard.games.cassino_1944.rules.movement import LIMIT
from grognard.games.cassino_1944.rules.state import Cassino, enter


class Arrive(Option, frozen=True):
    """Bring a unit on."""

    unit: UnitId


class Enter(Option, frozen=True):
    """The hex in which it appears."""

    hex: SpaceId


ENTER = tuple(Enter(SpaceId(h)) for h in range(HEXES))


@rule("8.0", "6.4.2.return", "8.2.1.place")
def refuse_arrival(s: Cassino, side: Side, unit: UnitId) -> Refusal | None:
    """Why a unit may not be brought on now: it comes in its impulse or any later one (R-31, R-32)."""
    at = s.loc[unit]
    if SIDE[unit] != side:
        return Refusal("8.0", "not_yours", (unit,))
    if at == OFF_MAP:
        return Refusal("6.4.2.return", "left_this_impulse", (unit,)) if s.gone >> unit & 1 else None
    if at != POOL:
        return Refusal("8.0", "not_waiting", (unit,))
    if unit in RESERVE:
        return None if s.reserve else Refusal("8.2.1.place", "reserve_held", (unit,))
    return None if DUE[unit] <= serial(s.turn, s.impulse) else Refusal("8.0", "not_due", (unit,))


@rule("8.1", "8.2", "5.2.2", "6.4.2.return")
def entry_hexes(s: Cassino, unit: UnitId) -> list[SpaceId]:
    """Hexes of its map edge without enemies and with room, for a unit that returns too.

    A unit whose counter names a set-up hex, and so no edge, returns on all its side's edges (R-32).
    """
    side, edge = SIDE[unit], ARRIVAL_EDGE[unit]
    hexes = EDGE[edge] if edge else SOURCE_HEXES[side]
    enemy = s.held[1 - side]
    if ARMOR[unit]:
        enemy |= LOWER_RAPIDO
    return [h for h in hexes if not enemy >> h & 1 and len(s.here[h]) < LIMIT]


class Arrivals(Step, frozen=True):
    """8.0 At the start of his half a player places what is due, or holds it back."""

    rule = "8.0"
    side: Side

    def ask(self, s: Cassino) -> Ask:
        options: list[Option] = [
            Arrive(u)
            for u in (*s.here[POOL], *s.here[OFF_MAP])
            if refuse_arrival(s, self.side, u) is None and entry_hexes(s, u)
        ]
        return or_done(s.seats[self.side], "arrivals", "8.0", options)

    def take(self, s: Cassino, answer: Option, note: Note) -> Steps:
        return (Entry(answer.unit), self) if type(answer) is Arrive else ()

    def why_not(self, s: Cassino, option: Option) -> Refusal | None:
        if option == DONE:
            return None
        if type(option) is not Arrive:
            return Refusal("8.0", "not_offered")
        refusal = refuse_arrival(s, self.side, option.unit)
        if refusal is None and not entry_hexes(s, option.unit):
            return Refusal("8.2" if self.side == GERMAN else "8.1", "edge_closed", (option.unit,))
        return refusal


class Entry(Step, frozen=True):
    """8.1, 8.2 Choose the hex of entry; placing is not moving, the unit may still act (R-31)."""

    rule = "8.1"
    unit: UnitId

    def ask(self, s: Cassino) -> Ask:
        options = tuple([ENTER[h] for h in entry_hexes(s, self.unit)])
        case = "8.2" if SIDE[self.unit] == GERMAN else "8.1"
        return Decision(s.seats[SIDE[self.unit]], "entry", case, options, units=(self.unit,))

    def take(self, s: Cassino, answer: Enter, note: Note) -> Steps:
        returning = s.loc[self.unit] == OFF_MAP
        note(Returned(self.unit, answer.hex) if returning else Arrived(self.unit, answer.hex))
        enter(s, self.unit, answer.hex, note)
        return ()

    def why_not(self, s: Cassino, option: Option) -> Refusal | None:
        side = SIDE[self.unit]
        case = "8.2" if side == GERMAN else "8.1"
        if type(option) is not Enter:
            return Refusal(case, "not_offered")
        hex = option.hex
        if hex in entry_hexes(s, self.unit):
            return None
        if s.held[1 - side] >> hex & 1:
            return Refusal("5.3.enemy", "enemy_there", (hex,))
        if hex < HEXES and len(s.here[hex]) >= LIMIT:
            return Refusal("5.3.limit", "full", (hex,))
        return Refusal(case, "not_entry_edge", (self.unit, hex))


@rule("8.2.1.flip", "10.5.3.reserve")
class ReserveCall(Step, frozen=True):
    """8.2.1 At the start of any of his halves the German player may commit both reserve units, once."""

    rule = "8.2.1.place"

    def ask(self, s: Cassino) -> Ask:
        if s.reserve or (s.rules.avenger and s.rules.avenger_no_reserve):
            return None
        point = int(s.rules.points_count)
        return Decision(
            s.seats[GERMAN], "reserve", "8.2.1.place", (YES, NO), default=1, units=RESERVE, numbers=(point,)
        )

    def take(self, s: Cassino, answer: Option, note: Note) -> Steps:
        if answer == YES:
            s.reserve = True
            note(ReserveCommitted(RESERVE, s.rules.points_count))
        return ()
