"""Constraints on the components, printed ones first: what `grognard check` proves of the data in effect."""

from collections import Counter
from collections.abc import Iterable

from grognard.core import SpaceId
from grognard.games.cassino_1944.board.charts import ArrivalRow, MarkerRow, RiverRow, RoadRow, TerrainRow
from grognard.games.cassino_1944.content import (
    ABBEY,
    ALLIED,
    ARMOR,
    ARRIVAL_EDGE,
    AVENGER_BOXES,
    AVENGER_ROWS,
    BANKS,
    COLUMNS,
    CRT,
    DATA,
    DEFENSIVE_BOXES,
    DUE,
    EDGE,
    ENDURANCE,
    GERMAN,
    GRID,
    HEX_ROWS,
    HEXES,
    LETTERS,
    LOWER_RAPIDO,
    MOUNTAIN,
    MOVES,
    NEAR,
    RESERVE,
    ROAD,
    ROSTER,
    RUBBLE,
    SIDE,
    SIDE_ROWS,
    SPACE_NAMES,
    STARS,
    STRENGTH,
    TURN_ROWS,
    TURNS,
    UNIT,
    UNIT_NAMES,
    UNIT_ROWS,
    UNITS,
    VALUE,
    VICTORY_HEXES,
    VICTORY_ROWS,
    WATER,
)
from grognard.games.cassino_1944.rules.setup import BOX, setup
from grognard.games.cassino_1944.rules.supply import in_supply
from grognard.maps import asymmetric, members, parts
from grognard.tables import Check, Constraints

NAMED = (
    "1001", "1003", "1005", "1007", "1102", "1104", "1105", "1107", "1204", "1205", "1304", "1305", "1406", "1602",
    "1605", "1606", "1607", "1609", "1704", "1706", "1708", "1709", "1804", "1806", "1807", "1809", "1810",
)  # fmt: skip
"""Hexes the rulebook names."""
TOUCHING = (
    ("1001", "1102"), ("1105", "1204"), ("1204", "1305"), ("1304", "1305"), ("1605", "1606"), ("1806", "1706"),
    ("1609", "1709"),
)  # fmt: skip
PRINTED_AVENGER = {("Allied", "on map"): 15, ("German", "on map"): 10, ("German", "eliminated"): 4}
"""Units of 10.5.1 and 10.5.2 by side and status."""
FEATURES = (
    "any hex", "road", "water hexside", "mountain hexside", "Lower Rapido hex", "defensive box", "out of supply",
    "rain",
)  # fmt: skip
"""What the terrain effects chart must speak of."""
MARKER_COUNTS = (
    ("Allied artillery support", "1"), ("German artillery support", "1"), ("DAF air support", "1"),
    ("XII TAF air support", "1"), ("XV SAF", "1"), ("Neutral Abbey / Abbey Destroyed", "1"), ("Defensive box", "12"),
    ("Game Turn", "1"), ("Impulse", "1"), ("VP", "1"),
)  # fmt: skip
"""Markers the rulebook names, with their number."""


def _names(bits: int) -> list[str]:
    return [SPACE_NAMES[h] for h in members(bits)]


def _map(check: Check) -> None:
    check.none("every hex the rulebook names exists", [name for name in NAMED if name not in GRID])
    check.equal("adjacency is symmetric", asymmetric(GRID.neighbours), ())
    check.equal("the map is in one piece", len(parts(GRID.neighbours)), 1)
    check.equal("every hexside is listed once", len(SIDE_ROWS), GRID.inner)
    check.none(
        "hexside directions fit the grid",
        [
            f"{row.hex_a}|{row.hex_b}"
            for row in SIDE_ROWS
            if GRID.directions[GRID.direction(GRID.id(row.hex_a), GRID.id(row.hex_b))] != row.direction_a_to_b
        ],
    )
    check.none(
        "hexes that touch in the printed positions",
        [f"{a} {b}" for a, b in TOUCHING if not NEAR[GRID.id(a)] >> GRID.id(b) & 1],
    )
    check.none(
        "no hexside is both water and mountain",
        [f"{GRID.names[a]}" for a in range(HEXES) if WATER[a] & MOUNTAIN[a]],
    )
    east, first = max(GRID.offsets)[0], min(GRID.offsets)[0]
    check.equal("the green edge is the eastern column", _names_of(EDGE["E"]), _column(east))
    check.equal("the western edge is the first column", _names_of(EDGE["W"]), _column(first))
    check.none("the southern edge lies on the border", [h for h in EDGE["S"] if h not in GRID.edge("S")])
    columns = sorted({GRID.offsets[h][0] for h in EDGE["S"]})
    check.equal("the southern edge has no gap", columns, list(range(first, first + len(columns))))


def _names_of(hexes: Iterable[int]) -> list[str]:
    return sorted(GRID.names[h] for h in hexes)


def _column(column: int) -> list[str]:
    return _names_of(h for h in range(HEXES) if GRID.offsets[h][0] == column)


def _river_and_roads(check: Check) -> None:
    rivers = sorted(DATA.rows("rivers.csv", RiverRow), key=lambda row: row.order)
    line = [GRID.side_of(row.hex_a, row.hex_b) for row in rivers]
    listed = {GRID.side(a, b) for a in range(HEXES) for b in members(WATER[a])}
    check.equal("the river is the water hexsides", set(line), listed)
    check.none(
        "the river is one line",
        [rivers[k].order for k in range(1, len(line)) if not GRID.meet(line[k - 1], line[k])],
    )
    check.equal("the river cuts the map in two", len(BANKS), 2)
    west = next((bank for bank in BANKS if 0 in bank), ())
    for name, wanted in (
        ("west", "1602 1603 1604 1605 1606 1706 1707 1607 1608 1609"),
        ("east", "1704 1804 1806 1807"),
    ):
        wrong = [h for h in wanted.split() if (GRID.id(h) in west) != (name == "west")]
        check.none(f"places that must lie {name} of the river", wrong)
    flats = members(LOWER_RAPIDO)
    check.equal("the Lower Rapido hexes are the printed four", _names(LOWER_RAPIDO), ["1708", "1709", "1809", "1810"])
    check.equal("they form one chain", len(parts(GRID.neighbours, flats)), 1)
    check.none("on the eastern bank", [h for h in flats if h in west])
    bridges = {GRID.side(a, b) for a in range(HEXES) for b in members(WATER[a] & ROAD[a])}
    wanted_bridges = {GRID.side_of("1602", "1703"), GRID.side_of("1706", "1806")}
    check.equal("roads cross water at two places", bridges, wanted_bridges)
    roads = {
        GRID.side_of(a, b)
        for row in DATA.rows("roads.csv", RoadRow)
        for a, b in zip(row.path.split(), row.path.split()[1:], strict=False)
    }
    check.equal(
        "the roads are the road hexsides", roads, {GRID.side(a, b) for a in range(HEXES) for b in members(ROAD[a])}
    )
    net = parts([members(row) for row in ROAD])
    together = [GRID.id(name) for name in ("2007", "1606", "1107", "1007", "1602", "1607")]
    check.that("a road joins the east edge, the town, 1107 and 1007", any(set(together) <= set(part) for part in net))


def _places(check: Check) -> None:
    check.equal("the stars are 1406 and 1007", sorted(GRID.names[h] for h in STARS), ["1007", "1406"])
    check.equal("the Abbey is 1406", GRID.names[ABBEY], "1406")
    check.equal("rubble in the Abbey and the town", _names(RUBBLE), ["1406", "1606", "1706"])
    check.that("star hexes are worth 2", all(VALUE[h] == 2 for h in STARS))
    total, far = sum(VALUE), VALUE[GRID.id("1007")]
    check.that("ten points can be had without 1007", total > 10 and total - far >= 10, f"{total} in all")
    check.none(
        "hexes and victory hexes agree",
        [row.hex for row in HEX_ROWS if (row.vp, row.star) != _worth(row.hex)],
    )
    check.equal("twelve defensive boxes", len(DEFENSIVE_BOXES), 12)
    check.that("the boxes of Avenger are among them", set(AVENGER_BOXES) <= set(DEFENSIVE_BOXES))
    wanted = ["1003", "1005", "1205", "1606", "1607", "1609"]
    check.equal("the six printed boxes", sorted(GRID.names[h] for h in AVENGER_BOXES), wanted)
    listed = sorted(row.hex for row in AVENGER_ROWS if row.unit == BOX and row.hex)
    check.equal("the scenario lists the same boxes", listed, sorted(GRID.names[h] for h in AVENGER_BOXES))
    check.none(
        "hexes and boxes agree", [row.hex for row in HEX_ROWS if row.defensive_box != (_id(row.hex) in DEFENSIVE_BOXES)]
    )
    open_side = _names(NEAR[ABBEY] & ~MOUNTAIN[ABBEY] & ~WATER[ABBEY])
    check.that("the Abbey can be attacked without crossing a mountain", open_side, ", ".join(open_side))
    check.that("and has mountains towards the valley", MOUNTAIN[ABBEY] & NEAR[ABBEY])


def _worth(name: str) -> tuple[int, bool]:
    return next(((row.vp, row.star) for row in VICTORY_ROWS if row.hex == name), (0, False))


def _id(name: str) -> SpaceId:
    return SpaceId(GRID.id(name))


def _units(check: Check) -> None:
    check.none(
        "every factor is positive", [UNIT_NAMES[u] for u in UNITS if min(STRENGTH[u], MOVES[u], ENDURANCE[u]) < 1]
    )
    check.none(
        "set-up hex or arrival code, not both",
        [row.unit for row in UNIT_ROWS if (row.setup_hex is None) == (row.reinforcement_code is None)],
    )
    check.that("the reserve is German and enters in the west", all(SIDE[u] == GERMAN for u in RESERVE) and RESERVE)
    check.none("reserve off the western edge", [UNIT_NAMES[u] for u in RESERVE if ARRIVAL_EDGE[u] != "W"])
    anytime = {row.unit for row in DATA.rows("reinforcements.csv", ArrivalRow) if row.turn == "any"}
    check.equal("the reserve stands in the reinforcement table", anytime, {UNIT_NAMES[u] for u in RESERVE})
    arrivals = {
        row.unit: (row.edge, 4 * (int(row.turn) - 1) + LETTERS.index(row.impulse))
        for row in DATA.rows("reinforcements.csv", ArrivalRow, key=("unit",))
        if row.turn != "any"
    }
    coded = {UNIT_NAMES[u]: (ARRIVAL_EDGE[u], DUE[u]) for u in UNITS if ARRIVAL_EDGE[u] and u not in RESERVE}
    check.equal("the reinforcement table agrees with the counters", arrivals, coded)
    told = Counter((row.side, row.status) for row in AVENGER_ROWS if row.unit in UNIT)
    check.none("Avenger lists its printed units (10.5)", [k for k, n in PRINTED_AVENGER.items() if told[k] != n])
    damaged = [row for row in AVENGER_ROWS if row.damage]
    check.none(
        "Avenger damage leaves endurance",
        [row.unit for row in damaged if (row.damage or 0) >= ENDURANCE[UNIT[row.unit]]],
    )
    check.none(
        "counters and scenario agree on Avenger",
        [
            row.unit
            for row in UNIT_ROWS
            for told in AVENGER_ROWS
            if told.unit == row.unit
            and told.hex
            and (told.hex, told.damage or 0) != (row.avenger_place, row.avenger_damage)
        ],
    )


def _tables(check: Check) -> None:
    column_wrong = [
        f"{COLUMNS.labels[c]} die {d}"
        for c in range(len(COLUMNS) - 1)
        for d in range(1, 7)
        if not _no_worse(CRT.result(c, d), CRT.result(c + 1, d))
    ]
    check.none("a better column is never worse for the attacker", column_wrong)
    row_wrong = [
        f"{COLUMNS.labels[c]} die {d}"
        for c in range(len(COLUMNS))
        for d in range(1, 6)
        if not _no_worse(CRT.result(c, d), CRT.result(c, d + 1))
    ]
    check.none("a higher die is never worse for the attacker", row_wrong)
    check.that("the table has a 2-1 column", "2-1" in COLUMNS.labels)
    check.equal("the turn track has six turns", [row.turn for row in TURN_ROWS], list(range(1, TURNS + 1)))
    features = {row.feature.split(" (")[0] for row in DATA.rows("terrain_effects.csv", TerrainRow)}
    check.none("the terrain effects chart is complete", sorted(set(FEATURES) - features))
    counted = {row.marker.partition(" (")[0]: row.count for row in DATA.rows("markers.csv", MarkerRow)}
    check.none("the markers are complete", [name for name, count in MARKER_COUNTS if counted.get(name) != count])


def _no_worse(before: tuple[int, int], after: tuple[int, int]) -> bool:
    return after[1] - after[0] >= before[1] - before[0]


def _setups(check: Check) -> None:
    for scenario in ("campaign", "avenger"):
        s = setup(scenario, {})
        check.none(
            f"{scenario}: no hex with more than three units or both sides",
            [SPACE_NAMES[h] for h in range(HEXES) if len(s.here[h]) > 3 or len({SIDE[u] for u in s.here[h]}) > 1],
        )
        placed = [u for u in UNITS if s.loc[u] < HEXES]
        check.none(f"{scenario}: everybody in supply", [UNIT_NAMES[u] for u in placed if not in_supply(s, u)])
        drowned = [UNIT_NAMES[u] for u in placed if ARMOR[u] and LOWER_RAPIDO >> s.loc[u] & 1]
        check.none(f"{scenario}: no armor in the flats", drowned)
    campaign = setup("campaign", {})
    west = next((bank for bank in BANKS if 0 in bank), ())
    astray = [u for u in UNITS if campaign.loc[u] < HEXES and (campaign.loc[u] in west) != (SIDE[u] == GERMAN)]
    check.none("campaign: Allied east, Germans west of the river", [UNIT_NAMES[u] for u in astray])
    check.that("campaign: every victory hex is German", all(campaign.control[h] == GERMAN for h in VICTORY_HEXES))
    counts = [sum(campaign.loc[u] < HEXES for u in ROSTER[side]) for side in (ALLIED, GERMAN)]
    check.that("campaign: both sides are on the map", all(counts), f"{counts[0]} Allied, {counts[1]} German units")


CONSTRAINTS = Constraints(_map, _river_and_roads, _places, _units, _tables, _setups)
