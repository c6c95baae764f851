"""Constraints that the component files must satisfy: the printed facts, a sound map, full tables."""

from collections.abc import Iterable, Sequence

from grognard.games.cities_of_the_damned.content import (
    ACTION_POINTS,
    AIR,
    AREA_ID,
    AREA_ROWS,
    AREAS,
    ARTILLERY,
    BORDER_ROWS,
    COUNTER_TABLE,
    ENTRIES,
    EVENT_ROWS,
    HELD_BY_ALLIES,
    HIGH,
    LAST_TURN,
    LEVEL,
    MAIN_STARS,
    MARKER_ROWS,
    MODIFIER_ROWS,
    NEXT,
    RAIL_STARS,
    RESIST,
    RESISTANCE,
    SCENERY_ROWS,
    SPACE_NAMES,
    SUPPLY,
    TANK_WAYS,
    TURN_ROWS,
    UNIT_ROWS,
    WAYS,
    WHITE,
    Way,
)
from grognard.games.cities_of_the_damned.rules.counterattack import sites
from grognard.games.cities_of_the_damned.rules.state import CityState, Rules, fresh, isolated
from grognard.tables import Check, Constraints

LINKS = {("1", "R11"), ("2", "R11"), ("3", "R6"), ("4", "R7"), ("5", "R7"), ("6", "R3"), ("61", "R4")}
MIX = {
    ("allied", "infantry"): 28,
    ("allied", "armor"): 4,
    ("blue", "infantry"): 7,
    ("blue", "mg"): 4,
    ("blue", "armor"): 2,
    ("blue", "artillery"): 3,
    ("blue", "sniper"): 2,
    ("grey", "infantry"): 3,
    ("grey", "mg"): 3,
    ("grey", "armor"): 2,
    ("grey", "artillery"): 2,
}
BORDERS = {"normal": 154, "river": 14, "prohibited": 11, "transit": 7}
MODIFIERS = frozenset(
    (
        "german_resistance first_round_turn1",
        *(f"german_counter_attack {m}" for m in ("first_round_turn1", "rain", "round_2_3", "round_4_5", "round_6")),
        *(f"combat_allied {m}" for m in ("uphill", "river", "support")),
        "combat_german isolated",
        *(f"mg_check {m}" for m in ("resistance", "river", "uphill", "armor_full", "armor_reduced")),
        *(f"sniper_check {m}" for m in ("river", "uphill")),
        "move_check river_or_uphill",
        "retreat_check river_or_uphill",
        *(f"arty_check_12.2 {m}" for m in ("level_1", "rain", "counter_battery")),
    )
)
"""Table and name of every modifier the rules look up."""
MARKERS = {
    "game_turn": 1,
    "round": 1,
    "action_points": 1,
    "air_support": 1,
    "artillery_support": 1,
    "vp_x1": 1,
    "vp_x10": 1,
    "allied_control": 12,
    "attack_uphill": 6,
    "crossed_river": 6,
}
"""One of each marker on the tracks (2.0, 3.2, 3.3, 5.0), and those laid on the maps."""
SCENERY = {
    ("road", "main"): 5,
    ("road", "rail"): 2,
    ("railway", "rail"): 1,
    ("light_river", "main"): 1,
    ("label", "main"): 2,
}
"""Lines and labels drawn on the sheets, by kind and map."""
EXITS = {"36": 3, "43": 3, "51": 3, "R1": 4, "R21": 4}


def _names(areas: Iterable[int]) -> list[str]:
    return sorted(SPACE_NAMES[a] for a in areas)


def _areas(check: Check) -> None:
    wanted = {str(n) for n in range(1, 62)} | {f"R{n}" for n in range(1, 22)}
    check.equal("areas are 1 to 61 and R1 to R21", set(AREA_ID), wanted)
    check.none("elevation is 1 to 3", (r.id for r in AREA_ROWS if r.elevation not in (1, 2, 3)))
    check.none("resistance is 0 to 3", (r.id for r in AREA_ROWS if r.resistance not in (0, 1, 2, 3)))
    check.equal("white areas", _names(WHITE), ["54", "55", "58", "59"])
    check.equal("entry areas of 26 NZ", _names(ENTRIES), ["10", "61"])
    check.equal("exits with their VP", {r.id: r.exit_vp for r in AREA_ROWS if r.exit_vp}, EXITS)
    check.equal("German supply edges", _names(SUPPLY), ["36", "43", "R21"])
    check.none("exits and edges touch a map edge", (r.id for r in AREA_ROWS if r.exit_vp and not r.map_edges))
    stars = set(_names(MAIN_STARS))
    check.that("6 and 38 are VP areas, 10, 17 and 61 are not", {"6", "38"} <= stars and not {"10", "17", "61"} & stars)
    check.that("VP areas enough for every level of victory", len(MAIN_STARS) >= 4 and len(RAIL_STARS) >= 1)
    first = [AREA_ID[n] for n in ("6", "10", "17", "61")]
    check.equal("6, 10, 17, 61 have RL 1", {RESISTANCE[a] for a in first}, {1})
    check.equal("6, 10, 17, 61 have one elevation", len({LEVEL[a] for a in first}), 1)
    edges = {r.id: r.map_edges or "" for r in AREA_ROWS}
    check.none("10 and 61 touch the east edge", (n for n in ("10", "61") if "E" not in edges[n]))
    check.none("Main link areas touch the south edge", (a for a, _ in sorted(LINKS) if "S" not in edges[a]))
    check.none("Rail link areas touch the north edge", (b for _, b in sorted(LINKS) if "N" not in edges[b]))


def _borders(check: Check) -> None:
    pairs = [frozenset((b.a, b.b)) for b in BORDER_ROWS]
    check.equal("every pair of areas is listed once", len(set(pairs)), len(pairs))
    kinds = {kind: sum(b.kind == kind for b in BORDER_ROWS) for kind in BORDERS}
    check.equal("borders by kind", kinds, BORDERS)
    check.none("adjacency is symmetric", ((a, b) for a in range(AREAS) for b in NEXT[a] if a not in NEXT[b]))
    links = {(b.a, b.b) if not b.a.startswith("R") else (b.b, b.a) for b in BORDER_ROWS if b.kind == "transit"}
    check.equal("transit links", links, LINKS)
    known = {frozenset((b.a, b.b)): b.kind for b in BORDER_ROWS}
    plain = [("10", "17"), ("10", "61"), ("6", "61"), ("6", "10")]
    check.none("normal borders of the example", (p for p in plain if known.get(frozenset(p)) != "normal"))
    inner = {"54", "55", "58", "59"}
    wrong = [b for b in BORDER_ROWS if (b.a in inner) != (b.b in inner) and b.kind != "river"]
    check.none("every border of the white areas is a river", ((b.a, b.b) for b in wrong))


def _reach(check: Check) -> None:
    foot = _flood(WAYS)
    check.none("infantry reaches every area", (SPACE_NAMES[a] for a in range(AREAS) if a not in foot))
    tanks = _flood(TANK_WAYS)
    low = {a for a in range(AREAS) if LEVEL[a] < HIGH}
    check.equal("armor reaches every area below level 3 and no other", tanks, low)


def _flood(ways: Sequence[Sequence[Way]]) -> set[int]:
    found = set(WHITE) | set(ENTRIES)
    todo = list(found)
    while todo:
        for way in ways[todo.pop()]:
            if way.to not in found and way.to < AREAS:
                found.add(way.to)
                todo.append(way.to)
    return {int(a) for a in found}


def _polygons(check: Check) -> None:
    sheets = {"main": 1700 * 2200, "rail": 1100 * 850}
    corners = {row.id: [tuple(map(int, p.split(","))) for p in row.polygon.split()] for row in AREA_ROWS}
    for sheet, size in sheets.items():
        area = sum(_size(corners[row.id]) for row in AREA_ROWS if row.map == sheet)
        check.equal(f"the areas fill the {sheet} sheet", area, size)
    wrong = [
        f"{b.a}-{b.b}"
        for b in BORDER_ROWS
        if b.kind != "transit"
        and any(end not in corners[name] for name in (b.a, b.b) for end in ((b.x1, b.y1), (b.x2, b.y2)))
    ]
    check.none("the ends of every border are corners of both areas", wrong)


def _size(corners: list[tuple[int, ...]]) -> float:
    ends = zip(corners, corners[1:] + corners[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ends)) / 2


def _units(check: Check) -> None:
    count: dict[tuple[str, str], int] = {}
    for row in UNIT_ROWS:
        key = ("allied" if row.side == "allied" else row.color, row.type)
        count[key] = count.get(key, 0) + 1
    check.equal("counters of each sort", count, MIX)
    check.none("Allied units have a reduced side", (r.id for r in UNIT_ROWS if r.side == "allied" and not r.cf_reduced))
    weak = [r.id for r in UNIT_ROWS if r.cf_reduced is not None and r.cf_reduced >= r.cf_full]
    check.none("the reduced CF is lower", weak)
    companies = [r for r in UNIT_ROWS if r.formation == "26 NZ Bn"]
    check.equal("26 NZ has CF 3", {r.cf_full for r in companies}, {3})
    check.equal("tanks have CF 2", {r.cf_full for r in UNIT_ROWS if r.side == "allied" and r.type == "armor"}, {2})


def _tables(check: Check) -> None:
    check.equal("Air Support, die 1", AIR[1], 3)
    check.equal("Artillery Support, die 2", ARTILLERY[0][2], 4)
    check.equal("Action Points, die 2", ACTION_POINTS[0][2], 6)
    check.equal("German Resistance", RESIST[1:], (1, 2, 1, 2, 1, 2))
    rows = {total: COUNTER_TABLE[total][0] for total in range(-5, 9)}
    check.none("0 or less ends operations", (t for t in range(-5, 1) if rows[t] != 0))
    check.equal("Counter-Attack rows 1 to 4", [rows[t] for t in (1, 2, 3, 4)], [1, 2, 2, 3])
    check.equal("a Random Event for every DR", [r.roll_2d6 for r in EVENT_ROWS], list(range(2, 13)))
    named = {f"{row.table} {row.modifier}" for row in MODIFIER_ROWS}
    check.none("every modifier of the rules is listed", sorted(MODIFIERS - named))
    check.equal("one row for each turn", [r.turn for r in TURN_ROWS], list(range(1, LAST_TURN + 1)))


def _markers(check: Check) -> None:
    check.equal("markers of each sort", {row.marker: row.count for row in MARKER_ROWS}, MARKERS)
    drawn: dict[tuple[str, str], int] = {}
    for row in SCENERY_ROWS:
        drawn[row.kind, row.map] = drawn.get((row.kind, row.map), 0) + 1
    check.equal("roads, railway, water and labels of both sheets", drawn, SCENERY)
    check.none("every line of the scenery has two points", (r.name for r in SCENERY_ROWS if " " not in r.points))


def _situations(check: Check) -> None:
    """What the example of play and the rulings say about the map."""
    for example, wanted in ((True, ["10", "17", "61"]), (False, ["17"])):
        s = _held(("10", "61"), example)
        s.control[AREA_ID["17"]] = 1
        check.equal(f"sites of the example, switch {'on' if example else 'off'}", _names(sites(s)), wanted)
    ring = ("5", "10", "16", "61", "R3")
    check.that("6 is isolated inside its ring", isolated(_held(ring), AREA_ID["6"]))
    open_ring = [name for name in ring if isolated(_held(tuple(n for n in ring if n != name)), AREA_ID["6"])]
    check.none("6 is not isolated with the ring open", open_ring)


def _held(areas: tuple[str, ...], example: bool = False) -> CityState:
    s = fresh(Rules(example_sites=example))
    for area in areas:
        s.control[AREA_ID[area]] = HELD_BY_ALLIES
    return s


CONSTRAINTS = Constraints(_areas, _borders, _reach, _polygons, _units, _tables, _markers, _situations)
