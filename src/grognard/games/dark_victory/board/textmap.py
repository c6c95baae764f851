"""The position for a terminal: the compound hex by hex, then the rooms, then the rest in words."""

from grognard.games.dark_victory.content import (
    DARKNESS,
    FIGHTER,
    GRID,
    HEXES,
    LEVEL,
    MAP,
    MEXICAN,
    NUMBER,
    OFF,
    PLACES,
    ROSTER,
    SIDE,
    SIDES,
    SPACE,
    SPACE_NAMES,
    TEXAN,
    UNIT_NAMES,
    VISIBILITY,
    WALL,
)
from grognard.games.dark_victory.rules.state import Alamo, losses, stacked
from grognard.look.hextext import Cell, box_text, hex_text, stack_cell
from grognard.maps import members

FIRST, LAST, NORTH, SOUTH = 16, 35, 9, 34
TONE = ("blue", "yellow")
GROUND = {"trench": "=", "outer_works": "x", "mud": "~", "creek": "~", "creek+mud": "~", "ramp": "/"}


def text_map(view: Alamo, seat: int) -> list[str]:
    """Tracks, the compound, rooms that are held, and what is elsewhere."""
    return [*_tracks(view), "", *_map(view), "", *_rooms(view), *_elsewhere(view)]


def text_near(view: Alamo, seat: int, space: int) -> list[str]:
    """The map round a hex; for a room or a floor who is there, and the map round its hex; or what stands in a box."""
    inside = [] if space < HEXES else box_text(SPACE_NAMES[space], [UNIT_NAMES[u] for u in view.here.get(space, ())])
    if space >= PLACES:
        return inside
    return [*inside, *hex_text(GRID, lambda hex: _near_cell(view, hex), around=NUMBER[space], mark=_mark)]


def _near_cell(s: Alamo, hex: int) -> Cell:
    """Number, level and ground, then the units."""
    units = s.here.get(hex, ())
    head = f"{GRID.names[hex]}{'^' * LEVEL[hex]}{GROUND.get(MAP.rows[hex].terrain, '')}"
    return stack_cell(head, [UNIT_NAMES[u] for u in units], f"bold {TONE[SIDE[units[0]]]}" if units else "")


def _mark(hexside: int) -> str:
    """Walls by their height."""
    return ("", "-", "=", "#")[WALL[hexside]]


def _tracks(s: Alamo) -> list[str]:
    far = "unlimited" if VISIBILITY[s.turn] > 40 else str(VISIBILITY[s.turn])
    left = sum(s.loc[u] < PLACES for u in ROSTER[TEXAN])
    sides = "  ".join(f"{SIDES[side]} seat {seat}" for side, seat in enumerate(s.seats))
    return [
        f"[bold]Turn {s.turn}[/]  darkness {DARKNESS[s.turn]}  visibility {far}   {sides}",
        f"steps lost {losses(s)} of 60, Texans left {left}, fires {len(s.fires)}, ladders {len(s.ladders)}",
    ]


def _cell(s: Alamo, hex: int) -> str:
    units = s.here.get(hex, ())
    if units:
        side = SIDE[units[0]]
        troops = sum(FIGHTER[u] for u in units)
        letter = "MT"[side] if troops else "mt"[side]
        return f"[{TONE[side]}]{letter}{min(stacked(s, hex), 99):<2}[/]"
    if LEVEL[hex]:
        return "^^ " if LEVEL[hex] == 2 else "^  "
    return GROUND.get(MAP.rows[hex].terrain, "." if not MAP.rows[hex].inside else " ") + "  "


def _map(s: Alamo) -> list[str]:
    """Columns side by side, odd ones half a hex lower."""
    out = ["    " + "".join(f"{col:<3}" for col in range(FIRST, LAST + 1))]
    for row in range(NORTH, SOUTH + 1):
        for odd in (0, 1):
            cells = [
                _cell(s, GRID.id(f"{col:02}{row:02}")) if col % 2 == odd else "   " for col in range(FIRST, LAST + 1)
            ]
            out.append(f"{row if not odd else '':>3} " + "".join(cells).rstrip())
    return out


def _rooms(s: Alamo) -> list[str]:
    held = (s.held[MEXICAN] | s.held[TEXAN]) >> HEXES << HEXES & ((1 << PLACES) - 1)
    return [f"{SPACE_NAMES[b]}: {', '.join(UNIT_NAMES[u] for u in s.here[b])}" for b in members(held)]


def _elsewhere(s: Alamo) -> list[str]:
    far = []
    for space in members(s.held[MEXICAN] & ((1 << HEXES) - 1)):
        col, row = GRID.offsets[space]
        if not (FIRST <= col <= LAST and NORTH <= row <= SOUTH):
            far.append(f"{SPACE_NAMES[space]} {stacked(s, space)}")
    waiting = len(s.here.get(SPACE["off the map"], ()))
    assert SPACE["off the map"] == OFF
    return ["outside: " + (", ".join(far) or "-"), f"still to come: {waiting}"]
