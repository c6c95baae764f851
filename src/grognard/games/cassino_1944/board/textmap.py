"""The position drawn for a terminal: eleven columns of hexes, four lines each, in Rich markup.

A cell shows its number, what it is worth and what stands in it; the mark before the number is the northern hexside, the
marks at the right the north-eastern and south-eastern ones: `~` water, `^` mountain.
"""

from grognard.core import SpaceId, UnitId
from grognard.games.cassino_1944.content import (
    ALLIED,
    ARMOR,
    ARRIVAL_EDGE,
    DEAD,
    DUE,
    GERMAN,
    GRID,
    HEX_ROWS,
    HEXES,
    LETTERS,
    LOWER_RAPIDO,
    MARKERS,
    MOUNTAIN,
    NEVER,
    OFF_MAP,
    ON_ROAD,
    POOL,
    ROSTER,
    SIDE,
    SIDES,
    STRENGTH,
    TURN_ROWS,
    UNIT_NAMES,
    UNITS,
    VALUE,
    WATER,
    Side,
)
from grognard.games.cassino_1944.rules.state import Cassino, eliminated
from grognard.games.cassino_1944.rules.supply import supplied
from grognard.games.cassino_1944.rules.victory import victory_points

WIDTH = 11
HIGH = 4
TONE = ("green", "red")
TERRAIN = {"massif": "m", "hill": "h", "town": "t", "abbey": "A", "lower_rapido": "w"}
WATER_MARK, MOUNTAIN_MARK = "[blue]~[/]", "[yellow]^[/]"


def text_map(view: Cassino, seat: int) -> list[str]:
    """The whole picture: tracks, map, boxes, legend."""
    return [*_tracks(view, seat), "", *_map(view), "", *_boxes(view), *_legend()]


def _tracks(s: Cassino, seat: int) -> list[str]:
    dates = TURN_ROWS[s.turn - 1].dates
    impulses = " ".join(f"[reverse] {x} [/]" if k == s.impulse else f" {x} " for k, x in enumerate(LETTERS))
    sides = "  ".join(f"[bold {TONE[side]}]{SIDES[side]}[/] seat {s.seats[side]}" for side in (ALLIED, GERMAN))
    points = victory_points(s, final=s.turn == len(TURN_ROWS))
    aim = "both stars" if s.rules.avenger else f"{s.goal} to win"
    facts = [
        f"[bold]VP {points}[/] ({aim}{', +1 reserve' if s.reserve else ''})",
        f"eliminated: Allied {eliminated(s, ALLIED)}, German {eliminated(s, GERMAN)}",
    ]
    if s.rules.weather:
        facts.append("rain" if s.rain else "clear")
    if s.rules.abbey:
        facts.append("Abbey destroyed" if s.destroyed else "Abbey neutral")
    if s.rules.support:
        ready = [name for k, name in enumerate(MARKERS[:4]) if not s.used >> k & 1]
        facts.append(f"support left: {', '.join(ready) or 'none'}")
    if s.nation >= 0:
        facts.append(("US" if s.nation == 0 else "British") + " units act")
    me = f"  you: {SIDES[s.seats.index(seat)]}" if seat in s.seats else ""
    return [f"[bold]Turn {s.turn}[/] ({dates})  impulse {impulses}   {sides}{me}", " · ".join(facts)]


def _map(s: Cassino) -> list[str]:
    """Columns side by side; even columns hang two lines lower."""
    columns: dict[int, list[str]] = {}
    fed = [supplied(s, side) for side in (ALLIED, GERMAN)]
    for hex, (col, _) in enumerate(GRID.offsets):
        lines = columns.setdefault(col, [] if col % 2 else [_blank()] * (HIGH // 2))
        lines += _cell(s, SpaceId(hex), fed)
    tall = max(len(lines) for lines in columns.values())
    return [
        "".join(lines[k] if k < len(lines) else _blank() for lines in columns.values()).rstrip() for k in range(tall)
    ]


def _blank() -> str:
    return " " * (WIDTH + 1)


def _cell(s: Cassino, hex: SpaceId, fed: list[int]) -> list[str]:
    north, north_east, south_east = (_mark(hex, direction) for direction in (0, 1, 2))
    lines = [_head(s, hex, north)]
    units = s.here[hex]
    for k in range(HIGH - 1):
        if k == HIGH - 2 and len(units) >= HIGH:
            lines.append(f"[{TONE[SIDE[units[0]]]}]{f'+{len(units) - k} more':<{WIDTH}}[/]")
        elif k < len(units):
            lines.append(_unit(s, units[k], fed))
        else:
            lines.append(" " * WIDTH)
    return [line + (north_east if k < HIGH // 2 else south_east) for k, line in enumerate(lines)]


def _head(s: Cassino, hex: SpaceId, north: str) -> str:
    row = HEX_ROWS[hex]
    told = [f"[dim]{row.hex}[/]"]
    length = 5
    for text, style in (
        (TERRAIN.get(row.terrain, ""), "dim"),
        ("=" if ON_ROAD[hex] else "", "dim"),
        ("#" if s.box[hex] else "", "bold magenta"),
        ("*" * VALUE[hex], f"bold {TONE[s.control[hex]]}" if VALUE[hex] else ""),
    ):
        if text:
            told.append(f"[{style}]{text}[/]")
            length += len(text)
    return north + "".join(told) + " " * (WIDTH - length)


def _unit(s: Cassino, unit: UnitId, fed: list[int]) -> str:
    """Strength with the damage raised behind it, `!` out of supply, and the name; units that have acted are dim."""
    cut = " " if fed[SIDE[unit]] >> s.loc[unit] & 1 else "!"
    text = f"{STRENGTH[unit]}{' ¹²³'[s.damage[unit]]}{cut}{UNIT_NAMES[unit]}"
    weight = "" if s.acted >> unit & 1 else "bold "
    return f"[{weight}{TONE[SIDE[unit]]}]{text:<{WIDTH}}[/]"


def _mark(hex: SpaceId, direction: int) -> str:
    beyond = GRID.towards[hex][direction]
    if beyond < 0:
        return " "
    return WATER_MARK if WATER[hex] >> beyond & 1 else MOUNTAIN_MARK if MOUNTAIN[hex] >> beyond & 1 else " "


def _boxes(s: Cassino) -> list[str]:
    lines = []
    for side in (ALLIED, GERMAN):
        coming = sorted((u for u in ROSTER[side] if s.loc[u] == POOL and ARRIVAL_EDGE[u]), key=lambda u: DUE[u])
        parts = [f"to come: {', '.join(map(_due, coming)) or 'nobody'}"]
        for box, word in ((OFF_MAP, "off the map"), (DEAD, "eliminated")):
            there = [UNIT_NAMES[u] for u in ROSTER[Side(side)] if s.loc[u] == box]
            if there:
                parts.append(f"{word}: {', '.join(there)}")
        lines.append(f"[{TONE[side]}]{SIDES[side]}[/] {' · '.join(parts)}")
    return lines


def _due(unit: UnitId) -> str:
    when = "reserve" if DUE[unit] >= NEVER else f"{DUE[unit] // 4 + 1}{LETTERS[DUE[unit] % 4]}"
    return f"{UNIT_NAMES[unit]} ({ARRIVAL_EDGE[unit]} {when})"


def _legend() -> list[str]:
    armor = ", ".join(UNIT_NAMES[u] for u in UNITS if ARMOR[u])
    flats = ", ".join(GRID.names[h] for h in range(HEXES) if LOWER_RAPIDO >> h & 1)
    return [
        "[dim]4² strength 4, two damage points · ! out of supply · dim: has acted · * victory point, owner's colour[/]",
        "[dim]# defensive box · = road · m massif, h hill, t town, A Abbey, w flats · ~ water, ^ mountain hexside[/]",
        f"[dim]armor: {armor} · closed to it: {flats}[/]",
    ]
