"""The position drawn for a terminal: Areas as cells in rows from north to south, west to east, in Rich markup.

A cell has the number and name of the Area, its worth and markers, then a line for each side. Units are counted by
kind: Uncommitted ones bold, Committed ones dim behind a stroke.
"""

from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREA_ROWS,
    AREAS,
    ARMOR,
    AT,
    BOARD,
    BOX,
    CON,
    DATES,
    DEAD,
    ELEVATION,
    FIELDS,
    GERMAN,
    GUNS,
    INF,
    KIND,
    MG,
    OBS,
    POOL,
    SIDE,
    SIDES,
    SPACE_NAMES,
    TEM,
    TROOPS,
    UNIT_NAMES,
    VP,
    ZONE_ROWS,
)
from grognard.games.thunder_at_cassino.rules.reinforcements import returning
from grognard.games.thunder_at_cassino.rules.state import Thunder
from grognard.games.thunder_at_cassino.rules.victory import continued

WIDTH = 21
ACROSS = 6
TONE = ("green", "red")
LETTER = {INF: "r", MG: "m", AT: "g", ARMOR: "t", OBS: "o", CON: "c"}
BAND = 190
"""Map units from north to south that make one row of cells."""


def text_map(view: Thunder, seat: int) -> list[str]:
    """The whole picture: tracks, town, country, Zones, boxes, legend."""
    field = FIELDS[view.rules.scenario]
    lines = [*_tracks(view, seat), ""]
    for title, town in (("Town", True), ("Country and massif", False)):
        areas = [k for k in range(AREAS) if field.spaces >> k & 1 and (AREA_ROWS[k].map == "insert") == town]
        if areas:
            lines += [f"[bold]{title}[/]", *_cells(view, areas)]
    zones = [AREAS + k for k in range(len(ZONE_ROWS)) if field.spaces >> (AREAS + k) & 1]
    lines += ["[bold]Zones[/]", *_rows(view, [zones[k : k + ACROSS] for k in range(0, len(zones), ACROSS)])]
    return [*lines, *_boxes(view), *_legend()]


def _tracks(s: Thunder, seat: int) -> list[str]:
    field = FIELDS[s.rules.scenario]
    holder = f"[bold {TONE[s.advantage]}]{SIDES[s.advantage]}[/]"
    me = f"  you: {SIDES[s.seats.index(seat)]}" if seat in s.seats else ""
    light = "[bold blue]night[/]" if s.night else "day"
    draw = "no draw" if continued(s) else f"draw {field.draw_at}"
    aim = f" ({draw}, Allied {field.win_at})" if field.win_at else ""
    bid = f"  bid {s.bid:+d}" if s.bid else ""
    return [
        f"[bold]Turn {s.turn}[/] of {s.last} ({DATES[s.turn]}, {light})  Tactical Advantage: {holder}{me}",
        f"[bold]VP {s.vp}[/]{aim}{bid}  smoke left: Allied {s.supply[ALLIED]}, German {s.supply[GERMAN]}",
    ]


def _cells(s: Thunder, areas: list[int]) -> list[str]:
    """Areas in bands from north to south, at most so many in a row, each row from west to east."""
    bands: dict[int, list[int]] = {}
    for k in areas:
        bands.setdefault(AREA_ROWS[k].y // BAND, []).append(k)
    rows = []
    for band in sorted(bands):
        row = sorted(bands[band], key=lambda k: AREA_ROWS[k].x)
        rows += [row[k : k + ACROSS] for k in range(0, len(row), ACROSS)]
    return _rows(s, rows)


def _rows(s: Thunder, rows: list[list[int]]) -> list[str]:
    lines = []
    for row in rows:
        cells = [_cell(s, k) for k in row]
        drawn = [" ".join(cell[k] for cell in cells).rstrip() for k in range(3)]
        lines += [drawn[0], *(line for line in drawn[1:] if line)]
    return lines


def _cell(s: Thunder, space: int) -> list[str]:
    return [_head(s, space), _side(s, space, ALLIED), _side(s, space, GERMAN)]


def _head(s: Thunder, space: int) -> str:
    """Number, name, level and TEM, worth in the owner's colour, rubble, smoke."""
    if space >= AREAS:
        name, marks = f"Zone {SPACE_NAMES[space]}", []
    else:
        name = SPACE_NAMES[space]
        marks = [(f" ^{ELEVATION[space]}" if ELEVATION[space] else "", "dim"), (f"+{TEM[space]}", "dim")]
        if VP[space]:
            marks.append((f" {VP[space]}*{'q' if s.quisling[space] else ''}", f"bold {TONE[1 - s.control[space]]}"))
    if s.rubble[space]:
        marks.append((f" #{s.rubble[space]}", "yellow"))
    if s.haze >> space & 1:
        marks.append((" ~", "bold blue"))
    used = len(name) + sum(len(text) for text, _ in marks)
    title = "" if space >= AREAS else " " + AREA_ROWS[space].name.partition(" (")[0]
    title = title[: max(0, WIDTH - used)]
    told = f"[bold]{name}[/][dim]{title}[/]" + "".join(f"[{style}]{text}[/]" for text, style in marks if text)
    return told + " " * (WIDTH - used - len(title))


def _side(s: Thunder, space: int, side: int) -> str:
    """The units of a side: Uncommitted, then Committed."""
    fresh: dict[str, int] = {}
    used: dict[str, int] = {}
    for u in s.here[side * BOARD + space]:
        counts = used if s.committed[u] else fresh
        counts[LETTER[KIND[u]]] = counts.get(LETTER[KIND[u]], 0) + 1
    first = "".join(f"{n}{letter}" for letter, n in fresh.items())
    second = "".join(f"{n}{letter}" for letter, n in used.items())
    if not first and not second:
        return " " * WIDTH
    told = f" [bold {TONE[side]}]{SIDES[side][0]} {first or '-'}[/]"
    length = 3 + len(first or "-")
    if second:
        told += f"[{TONE[side]}]|{second}[/]"
        length += 1 + len(second)
    return told + " " * max(0, WIDTH - length)


def _boxes(s: Thunder) -> list[str]:
    lines = []
    for side in (ALLIED, GERMAN):
        ready = [UNIT_NAMES[g] for g in GUNS[side] if s.loc[g] == BOX[side] and not s.committed[g]]
        parts = [f"artillery ready: {', '.join(ready) or 'none'}"]
        coming, dead = ([u for u in range(TROOPS) if s.loc[u] == box] for box in (POOL, DEAD))
        back = returning(s, s.turn + 1)
        for units, word in ((coming, "to come"), (dead, "eliminated"), (back, "observers to return")):
            count = sum([SIDE[u] == side for u in units])
            if count:
                parts.append(f"{word}: {count}")
        lines.append(f"[{TONE[side]}]{SIDES[side]}[/] {' · '.join(parts)}")
    return lines


def _legend() -> list[str]:
    return [
        "[dim]r rifle, m machine gun, g anti-tank gun, t armor, o observer, c construction · 3r|2m: 2 Committed[/]",
        "[dim]^2 level, +3 TEM, 2* victory points in the owner's colour, q Quisling bonus taken, #1 rubble, ~ smoke[/]",
    ]
