"""The position drawn for a terminal: every hex with its number, what it is worth and what stands in it.

Hexsides are drawn with `~` for water and `^` for mountain.
"""

from grognard.core import SpaceId, UnitId
from grognard.games.cassino_1944.content import (
    ALLIED,
    ARMOR,
    ARRIVAL_EDGE,
    DEAD,
    DUE,
    GERMAN,
    GERMAN_ARTILLERY,
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
    SPACE_NAMES,
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
from grognard.games.cassino_1944.rules.support import ALLIED_MARKERS, grounded
from grognard.games.cassino_1944.rules.victory import victory_points
from grognard.look.hextext import Cell, box_text, hex_text
from grognard.maps.text import ROOM

WIDTH = 134
SUPPORT = (*ALLIED_MARKERS, GERMAN_ARTILLERY)
TONE = ("green", "red")
TERRAIN = {"massif": "m", "hill": "h", "town": "t", "abbey": "A", "lower_rapido": "w"}


def text_map(view: Cassino, seat: int) -> list[str]:
    """The whole picture: tracks, map, boxes, legend."""
    return [*_tracks(view, seat), "", *_map(view), "", *_boxes(view), *_legend()]


def text_near(view: Cassino, seat: int, space: int) -> list[str]:
    """The map round a hex, or what stands in a box."""
    if space < HEXES:
        return _map(view, space)
    return box_text(SPACE_NAMES[space], [UNIT_NAMES[u] for u in view.here[space]])


def _tracks(s: Cassino, seat: int) -> list[str]:
    dates = TURN_ROWS[s.turn - 1].dates
    impulses = " ".join(f"[reverse] {x} [/]" if k == s.impulse else f" {x} " for k, x in enumerate(LETTERS))
    sides = "  ".join(f"[bold {TONE[side]}]{SIDES[side]}[/] seat {s.seats[side]}" for side in (ALLIED, GERMAN))
    points = victory_points(s, final=s.turn == len(TURN_ROWS))
    aims = ["both stars"] * s.rules.avenger + [f"{s.goal} to win"] * s.rules.points_count
    aim = " or ".join(aims)
    facts = [
        f"[bold]VP {points}[/] ({aim}{', +1 reserve' if s.reserve else ''})",
        f"eliminated: Allied {eliminated(s, ALLIED)}, German {eliminated(s, GERMAN)}",
    ]
    if s.rules.weather:
        facts.append("rain" if s.rain else "clear")
    if s.rules.abbey:
        facts.append("Abbey destroyed" if s.destroyed else "Abbey neutral")
    if s.rules.support:
        ready = [MARKERS[m] for m in SUPPORT if not s.used >> m & 1 and not grounded(s, m)]
        facts.append(f"support left: {', '.join(ready) or 'none'}")
    if s.nation >= 0:
        facts.append(("US" if s.nation == 0 else "British") + " units act")
    me = f"  you: {SIDES[s.seats.index(seat)]}" if seat in s.seats else ""
    return [f"[bold]Turn {s.turn}[/] ({dates})  impulse {impulses}   {sides}{me}", " · ".join(facts)]


def _map(s: Cassino, around: int = -1) -> list[str]:
    fed = [supplied(s, side) for side in (ALLIED, GERMAN)]
    return hex_text(GRID, lambda hex: _cell(s, SpaceId(hex), fed), _tone_of_side, around, WIDTH, _mark)


def _mark(hexside: int) -> str:
    a, b = GRID.hexsides[hexside]
    if b < 0:
        return ""
    return "~" if WATER[a] >> b & 1 else "^" if MOUNTAIN[a] >> b & 1 else ""


def _tone_of_side(hexside: int) -> str:
    return {"~": "bold blue", "^": "bold yellow"}.get(_mark(hexside), "")


def _cell(s: Cassino, hex: SpaceId, fed: list[int]) -> Cell:
    """The number with what the hex is, then its units; a third and fourth share a line with the second."""
    units = s.here[hex]
    head = (_head(s, hex), f"bold {TONE[s.control[hex]]}" if VALUE[hex] else "dim")
    if len(units) < ROOM:
        return Cell((head, *((_unit(s, u, fed), _tone(s, u)) for u in units)))
    more = f"+{len(units) - 1} {'/'.join(str(STRENGTH[u]) for u in units[1:])}"
    return Cell((head, (_unit(s, units[0], fed), _tone(s, units[0])), (more, TONE[SIDE[units[0]]])))


def _head(s: Cassino, hex: SpaceId) -> str:
    """The number, and the marks of the legend."""
    row = HEX_ROWS[hex]
    marks = TERRAIN.get(row.terrain, "") + ("=" if ON_ROAD[hex] else "") + ("#" if s.box[hex] else "")
    return f"{row.hex}{marks}{'*' * VALUE[hex]}"


def _unit(s: Cassino, unit: UnitId, fed: list[int]) -> str:
    """Strength with the damage raised behind it, `!` out of supply, and the name."""
    cut = " " if fed[SIDE[unit]] >> s.loc[unit] & 1 else "!"
    return f"{STRENGTH[unit]}{' ¹²³'[s.damage[unit]]}{cut}{UNIT_NAMES[unit]}"


def _tone(s: Cassino, unit: UnitId) -> str:
    """Units that have acted are dim."""
    return TONE[SIDE[unit]] if s.acted >> unit & 1 else f"bold {TONE[SIDE[unit]]}"


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
