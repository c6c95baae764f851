"""11.0 Who may react: predicates without steps, so that lists, refusals and overlays ask the same."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from grognard.core import Refusal, SpaceId, UnitId, rule
from grognard.games.dark_victory.content import CLOSE_NEAR, FIGHTER, MEXICAN, MOVES, PLACES, TEXAN, Side
from grognard.games.dark_victory.rules.command import led
from grognard.games.dark_victory.rules.fire import depressed, ready_gun
from grognard.games.dark_victory.rules.marching import mixed
from grognard.games.dark_victory.rules.sight import reach, sees, zone
from grognard.games.dark_victory.rules.state import HELD, LOADED, Alamo, leaders, top
from grognard.maps import BIT, mask, members


@rule("11.8.B", "11.9")
def denied(s: Alamo, unit: UnitId) -> bool:
    """Whether a Mexican that moved next to the unit in this phase still lives."""
    return any(s.loc[d] < PLACES for d in s.deniers[unit])


@rule("11.1", "11.1.B", "11.8", "11.8.B", "8.3.D", "13.1.C")
def refuse_unit(s: Alamo, unit: UnitId) -> Refusal | None:
    """Why a Texan unit cannot react to the stack that moves now, whatever it sees."""
    if not FIGHTER[unit]:
        return Refusal("11.1.B", "cannot_react", (unit,))
    if s.reacted[unit] == s.mover:
        return Refusal("11.8", "reacted_already", (unit,))
    return _hindered(s, unit)


def _hindered(s: Alamo, unit: UnitId) -> Refusal | None:
    if denied(s, unit):
        return Refusal("11.8.B", "reaction_denied", (unit,))
    return None if led(s, unit) else Refusal("11.1", "no_leader", (unit,))


def can_answer(s: Alamo, unit: UnitId) -> bool:
    """Whether a Texan unit could react to the next stack that moves, if it sees it."""
    return FIGHTER[unit] and _hindered(s, unit) is None


@rule("11.7")
def reactors(s: Alamo, space: int) -> tuple[UnitId, ...]:
    """The units of a space that react together, bottom first (R-MIXREACT)."""
    return tuple([u for u in s.here.get(space, ()) if refuse_unit(s, u) is None])


@rule("6.3.B", "11.7", "11.8")
def escorts(s: Alamo, units: tuple[UnitId, ...], reacting: bool) -> list[UnitId]:
    """Leaders of their space who may go along with those who react or flee: of their formation, or of all, and in
    reaction only if they have not gone along with others who reacted to the same stack."""
    free = [x for x in leaders(s, s.loc[units[0]]) if x not in units and MOVES[x] and not s.pinned[x]]
    return [x for x in free if not mixed((*units, x)) and not (reacting and s.reacted[x] == s.mover)]


@rule("11.2")
def bearing(s: Alamo, spaces: Iterable[int], hex: int, side: Side = TEXAN) -> list[SpaceId]:
    """Those of some spaces of a side whose units could fire into a hex now, by their own weapons or a loaded cannon
    (R-REACT)."""
    strict, bit = s.rules.strict_high_wall, BIT[hex]
    far, gun_far = reach(s.turn, side, False), reach(s.turn, side, True)
    found = []
    for a in spaces:
        if zone(a, far, False, strict) & bit and sees(s, a, hex):
            found.append(SpaceId(a))
        elif a in s.gun_at and (unit := top(s, a)) is not None and ready_gun(s, unit) is not None:
            if zone(a, gun_far, True, strict) & bit and depressed(a, hex) and sees(s, a, hex, True):
                found.append(SpaceId(a))
    return found


def in_zone(s: Alamo, space: int, hex: int) -> bool:
    """Whether units of a space could fire into a hex now."""
    return bool(bearing(s, (space,), hex))


class Lookout(NamedTuple):
    """What spaces look at, walls counted and units not: outside it nobody need be asked."""

    seen: int
    """What any of them looks at."""
    spaces: tuple[int, ...]
    views: tuple[int, ...]
    """What each of them looks at."""


@lru_cache(4096)
def _watch(spaces: int, guns: int, far: int, gun_far: int, strict: bool) -> Lookout:
    seen, views = 0, []
    for a in members(spaces):
        view = zone(a, far, False, strict)
        if guns & BIT[a]:
            view |= zone(a, gun_far, True, strict)
        views.append(view)
        seen |= view
    return Lookout(seen, tuple(members(spaces)), tuple(views))


def lookout(s: Alamo) -> Lookout:
    """The hexes that Texans could fire into if nobody stood between, by their spaces and together."""
    return _seen_by(s.held[HELD + TEXAN], tuple(s.gun_at), bytes(s.loaded), s.turn, s.rules.strict_high_wall)


def watch(s: Alamo) -> int:
    """Every hex that some Texan could fire into if nobody stood between."""
    return lookout(s).seen


@lru_cache(4096)
def _seen_by(spaces: int, gun_at: tuple[int, ...], loaded: bytes, turn: int, strict: bool) -> Lookout:
    guns = mask([at for at, ready in zip(gun_at, loaded, strict=True) if ready == LOADED and at < PLACES])
    return _watch(spaces, guns, reach(turn, TEXAN, False), reach(turn, TEXAN, True), strict)


@rule("11.2", "11.6", "11.11")
def triggered(s: Alamo, hex: int) -> list[SpaceId]:
    """The Texan spaces that may react to a stack in this hex."""
    watched, bit = lookout(s), BIT[hex]
    if not watched.seen & bit:
        return []
    near = [a for a, view in zip(watched.spaces, watched.views, strict=True) if view & bit]
    return [a for a in bearing(s, near, hex) if reactors(s, a)]


@rule("11.10", "11.7", "10.2")
def may_fire(s: Alamo, units: tuple[UnitId, ...]) -> UnitId | None:
    """The unit that fires for a reacting stack: the top one of its space, if it takes part and has not fired yet."""
    at = s.loc[units[0]]
    unit = top(s, at)
    if unit not in units or any(s.shot[u] for u in units if FIGHTER[u]) or (TEXAN, at) in s.fired:
        return None
    return unit


@rule("11.5", "11.5.B")
def bumped(s: Alamo, space: int) -> tuple[SpaceId, ...]:
    """The Mexican hexes a Texan bumps who comes here: infantry or crews with no wall, or a ramp, between."""
    return tuple(SpaceId(b) for b in members(CLOSE_NEAR[space] & s.held[HELD + MEXICAN]))
