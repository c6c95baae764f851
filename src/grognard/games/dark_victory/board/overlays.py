"""Answers to "show me": reach, sight, zones of reaction, command."""

from collections.abc import Callable

from grognard.core import UnitId
from grognard.games.dark_victory.content import IS_LEADER, MEXICAN, PLACES, ROSTER, SIDE, UNITS
from grognard.games.dark_victory.rules.command import COMMAND, stragglers
from grognard.games.dark_victory.rules.fire import targets
from grognard.games.dark_victory.rules.marching import can_walk, march
from grognard.games.dark_victory.rules.reacting import bearing, can_answer, lookout
from grognard.games.dark_victory.rules.sight import reach, sees, zone
from grognard.games.dark_victory.rules.state import Alamo
from grognard.look import overlays
from grognard.look.scene import Overlay
from grognard.maps import members

Say = Callable[..., str]
OVERLAYS = ("reach", "sight", "reaction", "command")


def overlay_of(s: Alamo, id: str, unit: int, space: int, say: Say) -> Overlay:
    """The overlay of this name for a unit, or for whoever stands in a space."""
    chosen = UnitId(unit) if 0 <= unit < len(UNITS) else None
    if chosen is None and s.here.get(space):
        chosen = s.here[space][-1]
    if id == "reach":
        return _reach(s, chosen, say)
    if id == "sight":
        return _sight(s, chosen, space, say)
    if id == "reaction":
        return _reaction(s, say)
    return _command(s, chosen, say)


def _reach(s: Alamo, unit: UnitId | None, say: Say) -> Overlay:
    """Where a unit could go by itself with all its action factors, and what it costs."""
    if unit is None or s.loc[unit] >= PLACES or not can_walk((unit,)) or s.pinned[unit]:
        return Overlay("reach", say("reach"))
    at = s.loc[unit]
    found = march(s, (unit,), False).reach(at)
    return Overlay("reach", say("reach"), tuple((b, str(c)) for b, c in sorted(found.costs.items()) if b != at))


def _sight(s: Alamo, unit: UnitId | None, space: int, say: Say) -> Overlay:
    """What a unit could fire into on this turn; enemies it can hit are marked."""
    if unit is None or s.loc[unit] >= PLACES:
        return Overlay("sight", say("sight"), tone="sight")
    at, side = s.loc[unit], SIDE[unit]
    hit = set(targets(s, side, at))
    seen = members(zone(at, reach(s.turn, side, False), False, s.rules.strict_high_wall))
    spaces = tuple((b, "●" if b in hit else "") for b in seen if sees(s, at, b))
    return Overlay("sight", say("sight"), spaces, tuple((at, b) for b in sorted(hit)), tone="sight")


def _reaction(s: Alamo, say: Say) -> Overlay:
    """Hexes in which a moving Mexican stack could be answered, with the number of Texan hexes that could."""
    watched = lookout(s)
    views = zip(watched.spaces, watched.views, strict=True)
    able = [(a, view) for a, view in views if any(can_answer(s, u) for u in s.here[a])]
    zones = [[b for b in members(view) if bearing(s, (a,), b)] for a, view in able]
    return overlays.threat(say("reaction"), zones, "reaction")


def _command(s: Alamo, unit: UnitId | None, say: Say) -> Overlay:
    """Where a leader's men have to be, or those of all Mexican leaders; stragglers are marked."""
    own = [unit] if unit is not None and IS_LEADER[unit] else [u for u in ROSTER[MEXICAN] if IS_LEADER[u]]
    spaces = {b: "" for u in own if s.loc[u] < PLACES for b in members(COMMAND[s.loc[u]])}
    spaces.update({s.loc[u]: "!" for u in stragglers(s)})
    return Overlay("command", say("command"), tuple(sorted(spaces.items())), tone="supply")
