"""The position drawn for a terminal: one character a hex over the front, then every stack in words."""

from grognard.games.battle_for_cassino.content import (
    ABBEY,
    ALLIED,
    BUILDING,
    ELEVATION,
    GERMAN,
    GRID,
    HEXES,
    HQS,
    RAVINE,
    RIVERS,
    ROAD,
    SIDE,
    SIDES,
    SPACE_NAMES,
    STREAMS,
    TURN_ROWS,
    UNIT_NAMES,
)
from grognard.games.battle_for_cassino.rules.state import Battle, last_turn, night, pinned, strength
from grognard.look.hextext import Cell, box_text, hex_text, stack_cell
from grognard.maps import BIT

TONE = ("green", "red")


def text_map(view: Battle, seat: int) -> list[str]:
    """Track, overview, stacks, legend."""
    return [_head(view, seat), "", *_overview(view), "", *_stacks(view), _legend()]


def text_near(view: Battle, seat: int, space: int) -> list[str]:
    """The map round a hex: numbers, ground and units, `~` a river and `-` a stream; or what stands in a box."""
    if space < HEXES:
        return hex_text(GRID, lambda hex: _cell(view, hex), around=space, mark=_mark)
    return box_text(SPACE_NAMES[space], [UNIT_NAMES[u] for u in view.here.get(space, ())])


def _cell(s: Battle, hex: int) -> Cell:
    """Number, elevation and ground, then the units: strength, `!` pinned."""
    stunned, units = pinned(s), s.here.get(hex, ())
    told = [f"{UNIT_NAMES[u]} {strength(s, u)}{'!' if stunned >> u & 1 else ''}" for u in units]
    tone = f"bold {TONE[SIDE[units[0]]]}" if units else ""
    return stack_cell(f"{GRID.names[hex]} {ELEVATION[hex]}{_ground(s, hex)[0]}", told, tone)


def _mark(hexside: int) -> str:
    return "~" if hexside in RIVERS else "-" if hexside in STREAMS else ""


def _head(s: Battle, seat: int) -> str:
    row = TURN_ROWS[s.turn - 1]
    me = f"  you: {SIDES[s.seats.index(seat)]}" if seat in s.seats else ""
    hours = f"{row.date_1944} {row.hour}{', night' if night(s) else ''}"
    return (
        f"[bold]Turn {s.turn}[/] of {last_turn(s)} ({hours})  {SIDES[s.side]} Player-Turn  "
        f"steps lost: Allied {s.lost[ALLIED]}, German {s.lost[GERMAN]}{me}"
    )


def _overview(s: Battle) -> list[str]:
    lines: list[str] = []
    row = ""
    for hex in range(HEXES):
        name = GRID.names[hex]
        if name[2:] == "01":
            if row:
                lines.append(row)
            row = f"[dim]{name[:2]}[/] " + ("" if int(name[:2]) % 2 else " ")
        row += _sign(s, hex) + " "
    return [*lines, row]


def _sign(s: Battle, hex: int) -> str:
    stack = s.here.get(hex)
    if stack:
        side = SIDE[stack[0]]
        return f"[bold {TONE[side]}]{'H' if any(HQS >> u & 1 for u in stack) else min(len(stack), 9)}[/]"
    sign, tone = _ground(s, hex)
    return f"[{tone}]{sign or '0123456789A'[ELEVATION[hex] // 50]}[/]"


def _ground(s: Battle, hex: int) -> tuple[str, str]:
    """The sign of the legend for what a hex is, with its tone; none for open ground."""
    if hex in s.ruins:
        return "%", "magenta"
    if ABBEY & BIT[hex]:
        return "@", "yellow"
    if BUILDING & BIT[hex]:
        return "#", "yellow"
    if ROAD & BIT[hex]:
        return "=", "white"
    return ("v", "blue") if RAVINE & BIT[hex] else ("", "dim")


def _stacks(s: Battle) -> list[str]:
    """Every occupied hex with its units: strength, `!` pinned."""
    lines = []
    stunned = pinned(s)
    for side in (ALLIED, GERMAN):
        told = []
        for hex in sorted(h for h in s.here if h < HEXES and SIDE[s.here[h][0]] == side):
            units = ", ".join(f"{UNIT_NAMES[u]} {strength(s, u)}{'!' if stunned >> u & 1 else ''}" for u in s.here[hex])
            told.append(f"{GRID.names[hex]} {units}")
        lines.append(f"[{TONE[side]}]{SIDES[side]}[/] " + (" · ".join(told) or "nobody on the map"))
    return lines


def _legend() -> str:
    return (
        "[dim]figures: units in a hex, H with a headquarters; 0-A elevation in fifties; = road, # building, @ Abbey, "
        "% ruins, v ravine; ! pinned[/]"
    )
