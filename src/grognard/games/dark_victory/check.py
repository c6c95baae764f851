"""Constraints on the components: what the rulebook says of map and counters, proven of the data in effect."""

from collections import Counter

from grognard.games.dark_victory.content import (
    ALL_STEPS,
    BESIDE,
    COST,
    DARKNESS,
    DOOR,
    DOORS,
    ENTRY_HEXES,
    FAR,
    FLAGS,
    FLOORS,
    FORMATION,
    GRID,
    GUN_ROWS,
    HEXES,
    HIGH,
    INSIDE,
    INTERMEDIATE,
    LEVEL,
    LIMIT,
    LINKS,
    LOW,
    MAP,
    MEXICAN,
    MIDDLE,
    NUMBER,
    PLACES,
    PLAN_UNITS,
    PLANS,
    RAMP_HEXES,
    RAMPS,
    ROOMS,
    ROSTER,
    SIDE,
    SOFT,
    SPACE,
    SPACE_NAMES,
    STEPS,
    TALL,
    TEXAN,
    UNITS,
    UNROOFED,
    UPPER,
    VICTORY_ROWS,
    VISIBILITY,
    WALL,
    ZONE_ROWS,
)
from grognard.maps import Masks, asymmetric, mask, parts
from grognard.tables import Check, Constraints

OUTSIDE_HEXES = ["2513", "2332", "1816", "3123", "2512", "3029", "1817", "1819", "2717"]
INSIDE_HEXES = ["2514", "2331", "2414", "2327", "2820", "2824", "2314", "2618", "2519", "2826"]
TOUCHING = (
    "2029 1929", "2824 2723", "2014 2013", "2014 2015", "2023 1922", "2023 1923", "2314 2313", "2313 2312",
    "2619 2718", "2030 2129", "3024 3025", "3025 3124", "3024 3124", "2623 2523", "2523 2424", "2629 2728",
    "2728 2828",
)  # fmt: skip
MIDDLE_HEXES = ["2314", "2014", "1929"]
HIGH_HEXES = [
    "2925",
    "2926",
    "2927",
    "3025",
    "3125",
    "3226",
    "3326",
    "2619",
    "2718",
    "2030",
    "2129",
    "3024",
    "3124",
    "2723",
]
EXTERIOR = ["1816", "1817", "1819", "2717", "2820", "2824"]
ROOM_NUMBERS = ["2528", "2624", "2925", "2623", "2723"]
CANNON = {"8pdr": 4, "18pdr": 1, "12pdr": 2, "6pdr": 2, "4pdr": 2}


def _is(h: str, bits: int) -> bool:
    return bool(bits >> SPACE[h] & 1)


def _map(check: Check) -> None:
    check.equal("the map has 46 columns of 38 hexes", HEXES, 46 * 38)
    check.equal("adjacency is symmetric", asymmetric(GRID.neighbours), ())
    pairs = [pair.split() for pair in TOUCHING]
    check.none(
        "hexes that touch by the rulebook", [p for p in pairs if GRID.id(p[1]) not in GRID.neighbours[GRID.id(p[0])]]
    )
    check.none("hexes outside by the rulebook", [h for h in OUTSIDE_HEXES if _is(h, INSIDE)])
    check.none("hexes inside by the rulebook", [h for h in INSIDE_HEXES if not _is(h, INSIDE)])
    check.none("intermediate hexes by the rulebook", [h for h in MIDDLE_HEXES if LEVEL[SPACE[h]] != INTERMEDIATE])
    check.none("high hexes by the rulebook", [h for h in HIGH_HEXES if LEVEL[SPACE[h]] != HIGH])
    check.equal("2316 to 2321 is a range of five", GRID.distance(GRID.id("2316"), GRID.id("2321")), 5)
    check.that("2015 and 2029 are ramps", _is("2015", RAMP_HEXES) and _is("2029", RAMP_HEXES))
    terrain = {h: MAP.rows[SPACE[h]].terrain for h in ("2414", "2327", "2820", "2512", "3029")}
    check.equal("trenches inside, outer works outside", sorted(terrain.values()), ["outer_works"] * 2 + ["trench"] * 3)
    creek = [h for h in range(HEXES) if MAP.rows[h].creek_present]
    check.equal("the creek runs beneath two hexes of wall", sum(LEVEL[h] > 0 for h in creek), 2)
    check.that("the creek runs through a ramp hex", any(RAMP_HEXES >> h & 1 for h in creek))
    check.that("some hex has creek and mud", any(COST[h] == 8 for h in range(HEXES)))
    check.none(
        "mud lies outside", [GRID.names[h] for h in range(HEXES) if "mud" in MAP.rows[h].terrain and INSIDE >> h & 1]
    )
    check.equal("the unroofed chapel is four hexes", bin(UNROOFED).count("1"), 4)
    check.none("an unroofed hex costs one and has no room below", [
        GRID.names[h] for h in range(HEXES) if UNROOFED >> h & 1 and (COST[h] != 1 or MAP.rows[h].room_below)
    ])  # fmt: skip
    check.equal("flags stand at the printed poles", [GRID.names[h] for h in FLAGS], ["1925", "2314", "2524", "3326"])


def _walls(check: Check) -> None:
    open_ = GRID.without(side for side in range(len(WALL)) if WALL[side])
    seen = Masks(open_).flood(1, (1 << HEXES) - 1)
    check.equal("inside is what no open way from the edge reaches", seen, ((1 << HEXES) - 1) & ~INSIDE)
    kinds = Counter(
        WALL[side] for side, (a, b) in enumerate(GRID.hexsides) if b >= 0 and (INSIDE >> a ^ INSIDE >> b) & 1
    )
    check.equal("the perimeter: high, intermediate, low", (kinds[TALL], kinds[MIDDLE], kinds[LOW]), (63, 36, 21))
    check.equal("no gap in the perimeter", kinds[0], 0)
    wrong = []
    for a in range(HEXES):
        for b in GRID.neighbours[a]:
            if LEVEL[a] and not LEVEL[b] and WALL[GRID.side(a, b)] != {INTERMEDIATE: MIDDLE, HIGH: TALL}[LEVEL[a]]:
                wrong.append(f"{GRID.names[a]}|{GRID.names[b]}")
    check.none("raised hexes stand behind walls of their own height", wrong)
    exterior = [pair for pair in DOORS if max(pair) < HEXES and not (UNROOFED >> pair[0] | UNROOFED >> pair[1]) & 1]
    check.equal("six doors join two ground hexes", len(exterior), 6)
    names = {GRID.names[h] for pair in exterior for h in pair}
    check.none("exterior doors are at the printed hexes", [h for h in EXTERIOR if h not in names])
    check.none("exterior doors stand in high walls", [p for p in exterior if WALL[GRID.side(*p)] != TALL])
    steps = (("2619", "2718"), ("2030", "2129"), ("3024", "3025"), ("3025", "3124"))
    check.none("rooftop steps are low walls", [p for p in steps if WALL[GRID.side_of(*p)] != LOW])
    check.equal("nine ramps", len(RAMPS), 9)
    outside = parts(open_, [h for h in range(HEXES) if not INSIDE >> h & 1])
    check.equal("the outside is in one piece", len(outside), 1)


def _interior(check: Check) -> None:
    check.none("rooms by the rulebook", [h for h in ROOM_NUMBERS if f"{h} in" not in SPACE])
    check.equal("29 roofed rooms below, five above", (bin(ROOMS).count("1"), bin(UPPER).count("1")), (29, 5))
    check.none("rooms hold four points", [SPACE_NAMES[b] for b in range(HEXES, PLACES) if LIMIT[b] != 4])
    near = [[b for b, _ in row] for row in LINKS]
    inside = Masks(near).flood(1 << SPACE["2320"], INSIDE)
    check.none(
        "every place inside can be reached",
        [SPACE_NAMES[b] for b in range(PLACES) if INSIDE & ~inside >> b & 1 and INSIDE >> b & 1],
    )
    stairs = [b for b in range(FLOORS, PLACES) if any(x < FLOORS for x, _ in LINKS[b])]
    check.equal("only 2723 leads up", [SPACE_NAMES[b] for b in stairs], ["2723 up"])
    check.none("doors of the second floor open on the stairs", [
        SPACE_NAMES[b] for b in range(FLOORS, PLACES) if NUMBER[b] != NUMBER[stairs[0]] and len(LINKS[b]) != 1
    ])  # fmt: skip
    check.that("2826 leads to the women and children", SPACE["2925 in"] in [b for b, _ in LINKS[SPACE["2826"]]])
    check.equal("command adjacency is symmetric", [
        (a, b) for a in range(HEXES, PLACES) for b in range(PLACES) if BESIDE[a] >> b & 1 and not BESIDE[b] >> a & 1
    ], [])  # fmt: skip
    check.none("rooms are joined by doors and stairs only", [
        SPACE_NAMES[a] for a in range(HEXES, PLACES) for _, side in LINKS[a] if side not in DOOR and WALL[side]
    ])  # fmt: skip


def _counters(check: Check) -> None:
    texan = [u for u in UNITS if SIDE[u] == TEXAN and STEPS[u]]
    mexican = [u for u in UNITS if SIDE[u] == MEXICAN and STEPS[u]]
    check.equal("36 Texan and 82 Mexican units", (len(texan), len(mexican)), (36, 82))
    check.equal(
        "17 Texan and 18 Mexican leaders", tuple(len(ROSTER[k]) - n for k, n in ((TEXAN, 36), (MEXICAN, 82))), (17, 18)
    )
    check.equal("164 Mexican steps", ALL_STEPS, 164)
    check.equal(
        "columns of 20, 20, 12, 6 and 24",
        [sum(FORMATION[u] == c for u in mexican) for c in range(1, 6)],
        [20, 20, 12, 6, 24],
    )
    check.equal("eleven cannon by calibre", Counter(row.type for row in GUN_ROWS), Counter(CANNON))
    check.none("only light cannon move", [row.id for row in GUN_ROWS if row.movable != (row.type in ("4pdr", "6pdr"))])
    check.none("cannon stand inside", [row.id for row in GUN_ROWS if not _is(row.hex, INSIDE)])


def _tables(check: Check) -> None:
    check.equal("darkness of the turns", DARKNESS[1:], (5, 5, 5, 5, 5, 4, 3, 2, *[0] * 10))
    check.equal("visibility of the turns", VISIBILITY[1:], (5, 5, 5, 5, 6, 7, 8, 9, 10, *[FAR] * 9))
    check.equal("soft casualties", SOFT[1:], (10, 10, 15, 15, 20, 20))
    check.equal(
        "degrees of victory",
        [(r.min_steps, r.max_steps) for r in VICTORY_ROWS],
        [(0, 20), (21, 30), (31, 40), (41, 60)],
    )
    check.equal("entry areas", [len(area) for area in ENTRY_HEXES], [0, 10, 10, 6, 14, 4])


def _set_up(check: Check) -> None:
    zones = mask(SPACE[row.hex] for row in ZONE_ROWS)
    check.equal("set-up zones lie inside", zones & ~INSIDE, 0)
    for plan, places in zip(PLANS, PLAN_UNITS, strict=True):
        load: Counter[int] = Counter()
        for unit, place in places.items():
            load[place] += STEPS[unit] and 2 if SIDE[unit] == TEXAN else 4 * bool(STEPS[unit])
        check.none(f"the proposal {plan} overfills no hex", [SPACE_NAMES[h] for h, n in load.items() if n > LIMIT[h]])


CONSTRAINTS = Constraints(_map, _walls, _interior, _counters, _tables, _set_up)
