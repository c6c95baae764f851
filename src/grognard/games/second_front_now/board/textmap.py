"""The position drawn for a terminal: a window of the front, with what stands in each hex."""

from grognard.core import SpaceId
from grognard.games.second_front_now.content import (
    ALLIED,
    BEACH_SET,
    GERMAN,
    GRID,
    HEXES,
    LAND,
    MAJOR_RIVER,
    PLACE_NAME,
    RIVER,
    SIDE,
    SIDES,
    SPACE_NAMES,
    TERRAIN,
    UNIT_NAMES,
    UNIT_ROWS,
    VALUE,
    turn_row,
)
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.games.second_front_now.rules.victory import needed
from grognard.look.hextext import Cell, box_text, focus, hex_text
from grognard.maps.sets import BIT, members

TONE = ("green", "red")
MARKS = {"forest": "f", "hill": "h", "marsh": "m", "city": "C", "fortress": "F", "clear": ""}


def text_map(view: SecondFront, seat: int) -> list[str]:
    """The turn, and the map round what is asked about, or else round the front."""
    spots = [view.battle.target] if view.battle is not None else members(view.held[view.phasing])
    return [_head(view), "", *_map(view, focus(GRID, spots))]


def text_near(view: SecondFront, seat: int, space: int) -> list[str]:
    """The map round a hex, or what stands in a box."""
    if space < HEXES:
        return _map(view, space)
    units = view.here.get(SpaceId(space), ())
    return box_text(SPACE_NAMES[space], [UNIT_NAMES[u] if u >= 0 else "?" for u in units])


def _head(s: SecondFront) -> str:
    head = f"[bold]Turn {s.turn}[/] {turn_row(s.turn).date}   German VP [bold]{s.vp}[/] of {needed(s)}   "
    return head + f"{SIDES[s.phasing]} commands: {s.cp}" + ("   [blue]storm[/]" if s.storm else "")


def _map(s: SecondFront, around: int) -> list[str]:
    return hex_text(GRID, lambda hex: _cell(s, SpaceId(hex)), side=_side, around=around)


def _side(hexside: int) -> str:
    if hexside in MAJOR_RIVER:
        return "bold blue"
    return "blue" if hexside in RIVER else ""


def _cell(s: SecondFront, hex: SpaceId) -> Cell:
    if hex >= HEXES or not LAND >> hex & 1:
        return Cell((("", ""),))
    name = GRID.names[hex] + " " + MARKS.get(TERRAIN[hex], "")
    lines = [(name.strip(), "dim")]
    if hex in VALUE:
        owner = ALLIED if s.taken & BIT[hex] else GERMAN
        lines.append((f"{PLACE_NAME[hex][:9]} {VALUE[hex]}", TONE[owner]))
    elif s.area >= 0 and BEACH_SET[s.area] & BIT[hex]:
        lines.append(("beach", "cyan"))
    units = s.here.get(hex, ())
    if units:
        side = ALLIED if s.held[ALLIED] & BIT[hex] else GERMAN
        top = units[-1]
        label = UNIT_ROWS[top].short if top >= 0 else "?"
        more = f" +{len(units) - 1}" if len(units) > 1 else ""
        lines.append((label + more, f"bold {TONE[SIDE[top] if top >= 0 else side]}"))
    return Cell(tuple(lines[:3]))
