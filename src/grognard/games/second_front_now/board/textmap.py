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
    TERRAIN,
    UNIT_ROWS,
    VALUE,
    turn_row,
)
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.games.second_front_now.rules.victory import needed
from grognard.look.hextext import Cell, focus, hex_text
from grognard.maps.sets import BIT, members

TONE = ("green", "red")
MARKS = {"forest": "f", "hill": "h", "marsh": "m", "city": "C", "fortress": "F", "clear": ""}


def text_map(view: SecondFront, seat: int) -> list[str]:
    """The turn, and the map round what is asked about, or else round the front."""
    row = turn_row(view.turn)
    head = f"[bold]Turn {view.turn}[/] {row.date}   German VP [bold]{view.vp}[/] of {needed(view)}   "
    head += f"{SIDES[view.phasing]} commands: {view.cp}" + ("   [blue]storm[/]" if view.storm else "")
    side = SIDES.index(SIDES[view.phasing])
    spots = [view.battle.target] if view.battle is not None else members(view.held[side])
    return [head, "", *hex_text(GRID, lambda hex: _cell(view, SpaceId(hex)), side=_side, around=focus(GRID, spots))]


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
