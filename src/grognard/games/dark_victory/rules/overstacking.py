"""6.5 Overstacking. Play never allows it; a position may hold it (another set of limits, or a ladder that is gone)."""

from grognard.core import Ask, Decision, Note, Option, SpaceId, Step, Steps, UnitId, rule
from grognard.games.dark_victory.content import MEXICAN, SIDE, TEXAN, Side
from grognard.games.dark_victory.rules.entering import arrive
from grognard.games.dark_victory.rules.events import Displaced
from grognard.games.dark_victory.rules.losses import surplus
from grognard.games.dark_victory.rules.marching import NEAR, march
from grognard.games.dark_victory.rules.state import Alamo, limit, place, stacked
from grognard.maps import members


class Shift(Option, frozen=True):
    """A surplus unit is moved there."""

    unit: UnitId
    hex: SpaceId


def overstacked(s: Alamo) -> list[SpaceId]:
    """Spaces with more stacking points than they hold."""
    return [SpaceId(h) for h in members(s.held[MEXICAN] | s.held[TEXAN]) if stacked(s, h) > limit(s, h)]


@rule("6.5", "6.5.B")
def ways_out(s: Alamo, unit: UnitId) -> list[SpaceId]:
    """Adjacent spaces into which a surplus unit can be moved; the cost of the step does not matter."""
    at = s.loc[unit]
    way = march(s, (unit,), False, NEAR[at])
    refused = [(b, way.why_not(at, 0, b)) for b in members(NEAR[at])]
    return [SpaceId(b) for b, told in refused if told is None or told.key == "too_dear"]


@rule("6.5", "6.5.B")
class Overstacked(Step, frozen=True):
    """6.5 The enemy moves surplus units to adjacent spaces; where that cannot be they stay and are of no use."""

    rule = "6.5"

    def ask(self, s: Alamo) -> Ask:
        for hex in overstacked(s):
            options: tuple[Option, ...] = tuple([Shift(u, b) for u in surplus(s, hex) for b in ways_out(s, u)])
            if options:
                enemy = Side(1 - SIDE[s.here[hex][0]])
                return Decision(s.seats[enemy], "overstack", "6.5", options, spaces=(hex,))
        return None

    def take(self, s: Alamo, answer: Shift, note: Note) -> Steps:
        note(Displaced(answer.unit, s.loc[answer.unit], answer.hex))
        place(s, answer.unit, answer.hex)
        return () if arrive(s, (answer.unit,), answer.hex, note) else (self,)
