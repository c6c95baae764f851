"""Constraints on the components, printed ones first: what `grognard check` proves of the data in effect."""

from collections import Counter
from itertools import pairwise

from grognard.core import rule
from grognard.games.battle_for_cassino.content import (
    ABBEY,
    ALLIED,
    ALLIED_ZONES,
    AREA,
    BRIDGES,
    BUILDING,
    COMPANIES,
    CREST,
    DATA,
    DUE,
    EAST,
    ELEVATION,
    ENTRY,
    FIGHTERS,
    FORBIDDEN,
    GERMAN,
    GERMAN_RETURN,
    GRID,
    HEXES,
    HOTEL,
    HQ_LIST,
    INFANTRY,
    MAP,
    MOST_STEPS,
    NATION,
    NATIONS,
    NIGHT,
    NZ,
    PASSABLE,
    PLATOON_LIST,
    PLATOONS,
    RAVINE,
    RIVERS,
    ROAD,
    ROADS,
    ROSTER,
    SIDE,
    STATION,
    STREAMS,
    STRENGTH,
    TOWN,
    TRAILS,
    TURN_ROWS,
    TURNS,
    UNIT_ROWS,
    UNITS,
    ZONE,
)
from grognard.games.battle_for_cassino.rows import (
    AssaultRow,
    BombardmentRow,
    EffectRow,
    FireRow,
    HeightRow,
    MixRow,
    PlaceRow,
    RouteRow,
    SightRow,
    VectorRow,
)
from grognard.games.battle_for_cassino.rules.setup import GARRISON, SUGGESTION, area
from grognard.games.battle_for_cassino.rules.sight import sees
from grognard.maps import asymmetric, mask, members, parts
from grognard.tables import Check, Constraints

PRINTED_ZONES = {"A": 2, "B": 6, "C": 9, "D": 17, "E": 18, "F": 8}
ENDS = {"A": ("1934", "1833"), "B": ("1734", "1233"), "C": ("0934", "0134"), "D": ("1734", "0134"),
        "E": ("0134", "0117"), "F": ("5909", "5916")}  # fmt: skip
"""The hexes that 17.11 names."""
TERRAINS = (
    "road", "trail", "ravine", "crest hexside", "building", "contour hexside", "ruins", "roadblock", "stream hexside",
    "river hexside", "clear 0-199", "clear 200-299", "clear 300-399", "clear 400-449", "clear 450+",
)  # fmt: skip
LAYERS = ("contour", "spot", "road", "trail", "ravine", "river", "stream", "railway", "polygon")


def _names(bits: int) -> list[str]:
    return [GRID.names[h] for h in members(bits)]


@rule("3.1", "1.0")
def _grid(check: Check) -> None:
    rows = Counter(name[:2] for name in GRID.names)
    check.equal("odd rows have 34 hexes, even rows 33", {rows[f"{k:02}"] - 33 - k % 2 for k in range(1, 60)}, {0})
    check.equal("1,977 hexes", HEXES, 1977)
    check.equal("adjacency is symmetric", asymmetric(GRID.neighbours), ())
    check.equal("the map is in one piece", len(parts(GRID.neighbours)), 1)
    check.none("heights are bands of fifty metres", [e for e in ELEVATION if e % 50])
    check.equal("every band from 0 to 500 occurs", sorted(set(ELEVATION)), list(range(0, 501, 50)))
    steep = [(a, b) for a, b in GRID.hexsides[: GRID.inner] if abs(ELEVATION[a] - ELEVATION[b]) > 100]
    check.none("neighbours differ by at most 100 metres", [f"{GRID.names[a]}-{GRID.names[b]}" for a, b in steep])


@rule("3.1")
def _ground(check: Check) -> None:
    check.equal(
        "the Abbey has fifteen hexes on 500 metres",
        (ABBEY.bit_count(), {ELEVATION[h] for h in members(ABBEY)}),
        (15, {500}),
    )
    check.that("the Abbey is of buildings and in one piece", not ABBEY & ~BUILDING and _joined(ABBEY))
    check.equal("the hotel has four hexes in the town", (HOTEL.bit_count(), HOTEL & ~TOWN & ~0), (4, 0))
    check.that("the hotel is of buildings and in one piece", not HOTEL & ~BUILDING and _joined(HOTEL))
    check.that("the town is in one piece on 0 metres", _joined(TOWN) and {ELEVATION[h] for h in members(TOWN)} == {0})
    check.equal("the station has three hexes on 0 metres", [ELEVATION[h] for h in members(STATION)], [0, 0, 0])
    groups = {name for name in CREST if name}
    check.equal("eleven crests", len(groups), 11)
    check.none(
        "each crest is one piece of one band",
        [g for g in sorted(groups) if not _joined(_crest(g)) or len({ELEVATION[h] for h in members(_crest(g))}) > 1],
    )
    counts = BUILDING.bit_count(), RAVINE.bit_count(), TOWN.bit_count()
    check.equal("80 buildings, 61 ravines, 79 town hexes", counts, (80, 61, 79))
    check.equal("areas of the set-up", [AREA[a].bit_count() for a in ("TOWN", "STATION", "ABBEY")], [81, 59, 317])
    check.none(
        "the Abbey area is 400 metres and more", [n for n in _names(AREA["ABBEY"]) if ELEVATION[GRID.id(n)] < 400]
    )
    check.none(
        "the station area is within four hexes",
        [n for n in _names(AREA["STATION"]) if min(GRID.distance(GRID.id(n), h) for h in members(STATION)) > 4],
    )
    check.equal(
        "no set-up area near an Allied entry zone", (AREA["TOWN"] | AREA["STATION"] | AREA["ABBEY"]) & FORBIDDEN, 0
    )


def _crest(name: str) -> int:
    return mask(h for h in range(HEXES) if CREST[h] == name)


def _joined(bits: int) -> bool:
    return len(parts(GRID.neighbours, members(bits))) == 1


def _ways(check: Check) -> None:
    network = [[b for b in GRID.neighbours[a] if GRID.side(a, b) in ROADS] for a in range(HEXES)]
    check.equal(
        "the roads are one network of 109 hexes", (ROAD.bit_count(), len(parts(network, members(ROAD)))), (109, 1)
    )
    ends = mask(GRID.ids(("0123", "0934", "1934", "5912", "3431")))
    check.equal("the roads reach the edges and the station", ends & ~ROAD, 0)
    check.equal("one bridge, over a river by road", [(s in RIVERS, s in ROADS) for s in BRIDGES], [(True, True)])
    check.none("no road or trail crosses a river elsewhere", [s for s in RIVERS & (ROADS | TRAILS) if s not in BRIDGES])
    check.equal("135 river and 91 stream hexsides", (len(RIVERS), len(STREAMS)), (135, 91))
    beyond = MAP.hexes(lambda r: r.beyond_rapido)
    check.equal("94 hexes lie beyond the Rapido", beyond.bit_count(), 94)
    near = parts(PASSABLE, members(((1 << HEXES) - 1) & ~beyond))
    check.equal("all others can be reached from each other", len(near), 1)
    check.equal("no entry hex lies beyond the river", beyond & (ALLIED_ZONES | ZONE["F"]), 0)
    check.equal("German headquarters return on the road at the edge", _names(mask(GERMAN_RETURN) & ROAD), ["5912"])


@rule("17.11")
def _entry(check: Check) -> None:
    check.equal("hexes of the entry zones", {k: z.bit_count() for k, z in ZONE.items()}, PRINTED_ZONES)
    check.none(
        "the zones run between the printed hexes", [k for k, ends in ENDS.items() if mask(GRID.ids(ends)) & ~ZONE[k]]
    )
    check.equal("zones A to D on the east edge", (ZONE["B"] | ZONE["C"]) & ~EAST, 0)
    check.equal("110 hexes are closed to the Germans", FORBIDDEN.bit_count(), 110)
    check.none(
        "every zone of armour has a road",
        [row.name for row in UNIT_ROWS if row.type == "armor" and row.entry_zone and not ZONE[row.entry_zone] & ROAD],
    )


@rule("3.4", "3.3", "3.32")
def _units(check: Check) -> None:
    check.equal("105 unit counters", len(UNITS), 105)
    mix = DATA.rows("counter_mix.csv", MixRow)
    total = next((row.count for row in mix if row.item == "total"), 0)
    check.equal("200 counters in all", (total, sum(row.count for row in mix if row.item != "total")), (200, 200))
    check.equal(
        "the mix counts the units", next((row.count for row in mix if row.item.startswith("unit")), 0), len(UNITS)
    )
    check.equal("eighteen platoons of two steps", [MOST_STEPS[u] for u in PLATOON_LIST], [2] * 18)
    steps = [sum(MOST_STEPS[u] for u in row if FIGHTERS >> u & 1 and not PLATOONS >> u & 1) for row in ROSTER]
    check.equal("combat steps of the sides", steps, [222, 153])
    short = [UNIT_ROWS[u].name for u in members(INFANTRY & COMPANIES) if MOST_STEPS[u] != 6]
    check.none("six steps in every infantry company", short)
    battalions = Counter(row.formation for row in UNIT_ROWS if row.type == "infantry")
    check.equal("four companies in every Allied battalion", set(battalions.values()), {4})
    check.equal("headquarters of the sides", [len(row) for row in HQ_LIST], [8, 6])
    check.none(
        "strengths fall step by step",
        [UNIT_ROWS[u].name for u in UNITS if list(STRENGTH[u]) != sorted(set(STRENGTH[u]))],
    )
    check.equal("nations", {NATIONS[NATION[u]] for u in ROSTER[ALLIED]}, {"NZ", "British", "Rajputana", "Gurkha"})
    first = [row.name for row in UNIT_ROWS if row.entry_zone == "A" and row.entry_turn == 1]
    check.equal("one New Zealand company enters at zone A on turn 1", [NATION[_unit(n)] for n in first], [NZ])
    kinds = Counter(row.type for row in UNIT_ROWS if row.setup_area == "TOWN")
    town = Counter(airborne=6, airborne_mg=2, hq=2, engineer=3, armor=2)
    check.equal("the garrison of the town", kinds, town)
    hill = Counter(row.type for row in UNIT_ROWS if row.setup_area == "ABBEY")
    check.equal("the garrison of the hill", hill, Counter(airborne=3, airborne_mg=1, hq=1, op=3))
    guns = Counter(row.type for row in UNIT_ROWS if row.setup_area == "STATION")
    check.equal("the garrison of the station", guns, Counter(airborne_mg=3, hq=1))
    check.that(
        "everybody is set up, enters or is a platoon",
        all(u in GARRISON or ENTRY[u] or PLATOONS >> u & 1 for u in UNITS),
    )
    check.none("entry turns are turns", [UNIT_ROWS[u].name for u in UNITS if ENTRY[u] and not 1 <= DUE[u] <= TURNS])
    check.that("only Germans start on the map", all(SIDE[u] == GERMAN for u in GARRISON))
    check.equal("the suggested set-up covers the garrison", set(SUGGESTION), set(GARRISON))
    check.none("and keeps to the areas", [UNIT_ROWS[u].name for u, h in SUGGESTION.items() if not area(u) >> h & 1])


def _unit(name: str) -> int:
    return next(u for u, row in enumerate(UNIT_ROWS) if row.name == name)


def _track(check: Check) -> None:
    check.equal("seventeen turns", len(TURN_ROWS), TURNS)
    hours = ["0000", "0600", "1200", "1800"]
    jumps = [b.turn for a, b in pairwise(TURN_ROWS) if (hours.index(a.hour) + 1) % 4 != hours.index(b.hour)]
    check.none("every turn is six hours after the one before", jumps)
    check.none("night is 1800 and 0000", [r.turn for r in TURN_ROWS if NIGHT[r.turn] != (r.hour in ("1800", "0000"))])


@rule("3.2")
def _tables(check: Check) -> None:
    bombs = DATA.rows("table_bombardment.csv", BombardmentRow, key=("die", "column"))
    check.equal("sixty bombardment results", len(bombs), 60)
    check.none("bombardment results say what they are", [f"{r.die}/{r.column}" for r in bombs if _told(r) != r.result])
    check.equal("thirty fire results", len(DATA.rows("table_opportunity_fire.csv", FireRow)), 30)
    fights = DATA.rows("table_close_assault.csv", AssaultRow, key=("die", "ratio"))
    check.equal("forty-eight assault results", len(fights), 48)
    check.none("assault results say what they are", [f"{r.die}/{r.ratio}" for r in fights if _fought(r) != r.result])
    shown = {row.terrain for row in DATA.rows("table_terrain_effects.csv", EffectRow, key=("terrain",))}
    check.equal("the terrain chart names every terrain", shown, set(TERRAINS))


def _told(row: BombardmentRow) -> str:
    text = f"r{row.retreat}" if row.retreat else ("P" if row.pin else "") + (str(row.steps) if row.steps else "")
    return f"({text})" if row.collateral else text or "-"


def _fought(row: AssaultRow) -> str:
    def half(steps: int, retreat: int) -> str:
        return ((str(steps) if steps else "") + (f"r{retreat}" if retreat else "")) or "-"

    attacker = half(row.attacker_steps, row.attacker_retreat)
    return f"{attacker}/{half(row.defender_steps, row.defender_retreat)}"


def _sight(check: Check) -> None:
    rows = DATA.rows("los_vectors.csv", SightRow, key=("from_", "to"))
    check.equal("48 worked lines of sight", len(rows), 48)
    check.none(
        "the worked lines hold on this map",
        [f"{r.from_}-{r.to}" for r in rows if sees(GRID.id(r.from_), GRID.id(r.to)) != (r.result == "clear")],
    )


def _drawing(check: Check) -> None:
    places = DATA.rows("map_places.csv", PlaceRow)
    wrong = [n for row in places if row.kind != "bridge" for n in row.hexes.split() if n not in GRID]
    check.none("every named place is on the map", wrong)
    check.equal("named places", len(places), 30)
    routes = DATA.rows("map_routes.csv", RouteRow)
    check.equal("roads, trails, rivers, streams and the railway", len(routes), 17)
    lost = [
        f"{a}-{b}"
        for row in routes
        if row.layer == "road"
        for a, b in pairwise(row.hexes_or_hexsides.split())
        if GRID.side_of(a, b) not in ROADS
    ]
    check.none("road routes follow road hexsides", lost)
    heights = DATA.rows("map_heights.csv", HeightRow, key=("hex",))
    check.equal("a height for every hex", [row.hex for row in heights], list(GRID.names))
    points = DATA.rows("map_vector.csv", VectorRow)
    check.equal("layers of the drawing", {row.layer for row in points}, set(LAYERS))
    check.equal("points of the drawing", len(points), 320)


CONSTRAINTS = Constraints(_grid, _ground, _ways, _entry, _units, _track, _tables, _sight, _drawing)
