"""The position drawn for a terminal: both maps as rows of cells in Rich markup, north at the top.

A cell shows number, star, level and resistance; below it the companies by battalion (small letters are reduced, `T` is
a tank) and in a Contested area the chit that lies there. `~` after a number: a river runs along one of its borders.
"""

from grognard.games.cities_of_the_damned.content import (
    AREA_ID,
    AREA_ROWS,
    ARMOR,
    CHITS,
    CONTESTED,
    DATES,
    EVENT_NAMES,
    EXIT_VP,
    EXITED_MAIN,
    EXITED_RAIL,
    KIND_NAMES,
    KINDS,
    LAST_TURN,
    LATER,
    LEVEL,
    MAX_ROUNDS,
    MUSTER,
    NO_KIND,
    OFFMAP,
    READY,
    RESERVE,
    RESISTANCE,
    SPACE_NAMES,
    STARS,
    TROOP_ROWS,
    WAYS,
    WHITE,
)
from grognard.games.cities_of_the_damned.rules.state import RIVER, UPHILL, CityState
from grognard.games.cities_of_the_damned.rules.victory import AREA_VP, MAIN_EXIT_VP, stars_held, turn_score

CELL = 14
MAIN_ROWS = (
    "56 57 58 59",
    "51 52 53 54 55",
    "43 44 45 46 47 48 49 50",
    "36 37 38 39 40 41 42 60",
    "27 28 29 30 31 32 33 34 35",
    "18 19 20 21 22 23 24 25 26",
    "11 12 13 14 15 16 17",
    "7 8 9 10",
    "1 2 3 4 5 6 61",
)
RAIL_ROWS = ("R21 R11 R6 R7 R3 R4", "R17 R15 R10 R9 R8 R5", "R20 R18 R16 R14 R13 R12", "R19 R1 R2")
WIDTHS = {"main": 1700, "rail": 1100}
COLUMNS = {"main": 9, "rail": 7}
TONES = ("red", "yellow", "green")
SHORT = ("inf", "MG", "Pz", "arty", "snip")


def text_map(view: CityState, seat: int) -> list[str]:
    """The whole picture: tracks, both maps, boxes, container, legend."""
    lines = _tracks(view)
    lines += ["", "[bold]Cassino[/]", *_sheet(view, MAIN_ROWS, "main")]
    lines += ["", "[bold]Rail map[/]", *_sheet(view, RAIL_ROWS, "rail")]
    return [*lines, "", *_boxes(view), *_cup(view), _legend()]


def _tracks(s: CityState) -> list[str]:
    days = " ".join(f"[reverse] {n} [/]" if n == s.turn else f" {n} " for n in range(1, LAST_TURN + 1))
    rounds = " ".join(f"[reverse] {n} [/]" if n == s.round else f" {n} " for n in range(1, MAX_ROUNDS + 1))
    main, rail = stars_held(s)
    gained, lost, exits = turn_score(s)
    change = AREA_VP * (gained - lost) + MAIN_EXIT_VP * exits
    event = f"   event: {EVENT_NAMES[s.happening]}" if s.happening else ""
    return [
        f"[bold]Turn[/] {days}  {DATES[s.turn]}, {'[blue]rain[/]' if s.rain else 'clear'}{event}",
        f"[bold]Round[/] {rounds}   [bold]AP {s.ap}[/]   air {s.air}   artillery {s.artillery}",
        f"[bold]VP {s.vp}[/] ({change:+d} this turn)   stars: town {main}, Rail {rail}"
        "   minor 15 VP and 3 in the town, decisive 20 VP and 4 with both maps",
    ]


def _sheet(s: CityState, rows: tuple[str, ...], sheet: str) -> list[str]:
    lines = []
    for row in rows:
        areas = [AREA_ID[name] for name in row.split()]
        cells = [_cell(s, a) for a in areas]
        starts = _starts([AREA_ROWS[a].label_x * COLUMNS[sheet] // WIDTHS[sheet] * CELL for a in areas])
        for line in range(3):
            text, at = "", 0
            for start, cell in zip(starts, cells, strict=True):
                plain, marked = cell[line]
                text += " " * (start - at) + marked
                at = start + len(plain)
            if text.strip():
                lines.append(text.rstrip())
    return lines


def _starts(wanted: list[int]) -> list[int]:
    """Columns that keep the cells apart."""
    at, found = 0, []
    for want in wanted:
        at = max(at, want)
        found.append(at)
        at += CELL
    return found


def _cell(s: CityState, a: int) -> list[tuple[str, str]]:
    """Three lines, each plain for measuring and marked for showing."""
    star = "*" if a in STARS else ""
    river = "~" if any(way.river for way in WAYS[a]) else ""
    leave = ">" if EXIT_VP[a] else ""
    ground = "white" if a in WHITE else f"L{LEVEL[a]} R{RESISTANCE[a]}"
    head = f"{SPACE_NAMES[a]}{star}{river}{leave} {ground}"[: CELL - 1]
    tone = TONES[s.control[a]]
    units = _units(s, a)[: CELL - 1]
    chit = ""
    if s.control[a] == CONTESTED and s.marker[a] != NO_KIND:
        chit = f"?{SHORT[CHITS[s.marker[a]].sort]}{CHITS[s.marker[a]].cf}"
    return [
        (head, f"[{'bold ' if star else ''}{tone}]{head}[/]"),
        (units, f"[bold green]{units}[/]" if units else ""),
        (chit, f"[yellow]{chit}[/]" if chit else ""),
    ]


def _units(s: CityState, space: int) -> str:
    """`24ABc T^`: companies by battalion, tank, marks."""
    groups: dict[str, str] = {}
    tanks, marks = "", 0
    for unit in s.here[space]:
        marks |= s.marks[unit]
        company, _, battalion = TROOP_ROWS[unit].id.partition("/")
        if ARMOR[unit]:
            tanks += "t" if s.reduced[unit] else "T"
        else:
            key = battalion.removesuffix("NZ")
            groups[key] = groups.get(key, "") + (company.lower() if s.reduced[unit] else company)
    parts = [f"{key}{companies}" for key, companies in groups.items()] + ([tanks] if tanks else [])
    return " ".join(parts) + ("^" if marks & UPHILL else "") + ("~" if marks & RIVER else "")


def _boxes(s: CityState) -> list[str]:
    lines = []
    for box in (MUSTER, OFFMAP, READY, LATER, RESERVE, EXITED_MAIN, EXITED_RAIL):
        if s.here[box]:
            lines.append(f"[bold]{SPACE_NAMES[box]}[/]: {_units(s, box)}")
    return lines


def _cup(s: CityState) -> list[str]:
    chits = ", ".join(f"{KIND_NAMES[k]} x{s.cup[k]}" for k in range(KINDS) if s.cup[k])
    lines = [f"[bold]Container[/] ({sum(s.cup)}): {chits}"]
    if s.fight is not None:
        drawn = ", ".join(KIND_NAMES[code >> 2] for code in s.fight.drawn) or "nothing drawn yet"
        lines.append(f"[bold]Fight for {SPACE_NAMES[s.fight.area]}[/]: {drawn}")
    if any(s.removed):
        gone = ", ".join(f"{KIND_NAMES[k]} x{n}" for k, n in enumerate(s.removed) if n)
        lines.append(f"[bold]Out of the game[/]: {gone}")
    return lines


def _legend() -> str:
    held = " ".join(f"[{tone}]{word}[/]" for tone, word in zip(TONES, ("German", "Contested", "Allied"), strict=True))
    return f"{held}   * VP area   ~ river beside it   > exit   L level   R resistance   small letter: reduced   T tank"
