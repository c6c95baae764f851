"""13.3, 13.4 Arson: who may set what on fire, and what fire does at once."""

from grognard.core import Note, Refusal, SpaceId, UnitId, rule
from grognard.games.dark_victory.content import (
    BOWIE,
    FIGHTER,
    FIRES,
    HEXES,
    INSIDE,
    KIND,
    LAYERS,
    NEXT_DOOR,
    NUMBER,
    PATIENT,
    SAPPER,
    TEXAN,
    UNROOFED,
    WOMEN,
)
from grognard.games.dark_victory.rules.events import BurntOut, NeverStays, SetAblaze
from grognard.games.dark_victory.rules.losses import kill_leader, lose_step, remove
from grognard.games.dark_victory.rules.state import Alamo
from grognard.maps import members


@rule("13.3.H")
def manned_rooms(s: Alamo) -> tuple[SpaceId, ...]:
    """The numbers whose rooms hold Texans, on either floor; an unroofed hex is its own room."""
    rooms = [b for b in members(s.held[TEXAN]) if b >= HEXES or UNROOFED >> b & 1]
    return tuple(sorted({NUMBER[b] for b in rooms}))


def sapper(units: tuple[UnitId, ...]) -> UnitId | None:
    """Who of a group sets rooms on fire."""
    return next((u for u in units if SAPPER[u]), None)


@rule("13.3", "13.3.H", "13.4", "9.3.H", "2.15")
def refuse_arson(s: Alamo, units: tuple[UnitId, ...], hex: SpaceId) -> Refusal | None:
    """Why a group cannot set the room with this number on fire, None if it can: Texans were in it when the Action Phase
    began, whoever has come or gone since (R-ARSON)."""
    if sapper(units) is None:
        return Refusal("13.3", "no_sapper", (units[0],))
    at = s.loc[units[0]]
    if not NEXT_DOOR[NUMBER[at]] >> hex & 1:
        return Refusal("13.3", "not_adjacent", (hex, at))
    if not INSIDE >> at & 1:
        return Refusal("13.3", "not_inside", (at,))
    if hex not in s.manned:
        return Refusal("13.3.H", "no_texans_inside", (hex,))
    if hex in s.fires:
        return Refusal("13.4", "burns_already", (hex,))
    return Refusal("13.4", "fires_enough", (FIRES,)) if len(s.fires) >= FIRES else None


def arson_targets(s: Alamo, units: tuple[UnitId, ...]) -> list[SpaceId]:
    """Numbers a group may set on fire."""
    if sapper(units) is None:
        return []
    near = NEXT_DOOR[NUMBER[s.loc[units[0]]]]
    return [SpaceId(h) for h in members(near) if refuse_arson(s, units, SpaceId(h)) is None]


@rule("13.3", "13.4")
def set_ablaze(s: Alamo, unit: UnitId, hex: SpaceId, note: Note) -> None:
    """The number burns for the rest of the game, on every map; the checks follow at once."""
    s.fires = tuple(sorted((*s.fires, hex)))
    s.kindled = hex
    note(SetAblaze(unit, hex))


@rule("13.3.G", "13.1")
def special_victims(s: Alamo, hex: int) -> list[UnitId]:
    """Special units on any layer of a burning number: they are lost without a check."""
    return [u for b in LAYERS[hex] for u in s.here.get(b, ()) if KIND[u] in (WOMEN, PATIENT) or u == BOWIE]


@rule("13.3.G")
def lose_special(s: Alamo, unit: UnitId, note: Note) -> bool:
    """A special unit is lost in the fire and gives nobody points."""
    if unit == BOWIE:
        return kill_leader(s, unit, note, NeverStays)
    note(NeverStays(unit, s.loc[unit]))
    return remove(s, unit) if KIND[unit] == WOMEN else lose_step(s, unit, note)


@rule("13.3.C")
def burn_to_death(s: Alamo, units: tuple[UnitId, ...], note: Note) -> None:
    """Units that must leave a burning hex and cannot; leaders who would have gone along need not leave (R-BURN)."""
    for unit in units:
        if FIGHTER[unit]:
            note(BurntOut(unit, s.loc[unit]))
            lose_step(s, unit, note)
