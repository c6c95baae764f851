"""Constraints on the components, printed ones first: what `grognard check` proves of the data in effect."""

import csv
from collections import Counter
from io import StringIO

from grognard.games.second_front_now.content import (
    ACROSS,
    ALL_SEA,
    ALLIED,
    AREA_NAMES,
    BEACH,
    BEACH_SET,
    BEACHES,
    BLOODED_OF,
    BREAKOUT,
    CALAIS,
    COASTAL_HEXES,
    CODED,
    DATA,
    DIEPPE,
    GERMAN,
    GERMAN_SOURCES,
    GRID,
    INNER,
    LAND,
    MAJOR_RIVER,
    MAP,
    NORTH_ENTRY,
    PATHS,
    PLACE_ROWS,
    RIVER,
    ROSTER,
    SETUP,
    SOUTH_ENTRY,
    SPACE,
    SPACE_NAMES,
    TERRAIN,
    TERRAIN_ROWS,
    UNIT_NAMES,
    UNIT_ROWS,
    UNITS,
    VALUE,
    side_between,
)
from grognard.games.second_front_now.rules.setup import may_start, setup
from grognard.games.second_front_now.rules.state import AREA_CHOICES, FOG, place
from grognard.maps import asymmetric
from grognard.maps.sets import members
from grognard.tables import Check, Constraints

COUNTERS = 352
SOURCES = (
    "Seine (upper)",
    "Aube",
    "Yonne",
    "Loing",
    "Eure",
    "Lys",
    "Aa",
    "Somme",
    "Oise",
    "Aisne",
    "Marne",
    "Sambre",
    "Scheldt (upper)",
)
"""Rivers that may begin on the map."""
PLACES = {
    "2412": "Amiens", "1414": "Rouen", "1211": "Fécamp", "2005": "Boulogne", "1510": "Dieppe", "1525": "Orléans",
    "2210": "Abbeville",
}  # fmt: skip
"""Places the rulebook names with their hexes."""


def _names(bits: int) -> list[str]:
    return [SPACE_NAMES[h] for h in members(bits)]


def _map(check: Check) -> None:
    check.equal("adjacency is symmetric", asymmetric(GRID.neighbours), ())
    check.equal("725 hexes, 588 of them land", (len(GRID), LAND.bit_count()), (725, 588))
    first = LAND & -LAND
    check.equal("all land is joined without crossing sea", PATHS.flood(first, LAND), LAND)
    check.equal(
        "neighbours of 2210 as in the example",
        sorted(GRID.names[h] for h in GRID.neighbours[SPACE["2210"]]),
        ["2109", "2110", "2209", "2211", "2309", "2310"],
    )
    listed = {row.terrain for row in TERRAIN_ROWS if row.kind == "hex"}
    check.none(
        "terrain of every land hex is in the chart",
        [t for h, t in enumerate(TERRAIN) if LAND >> h & 1 and t not in listed],
    )


def _lines(check: Check) -> None:
    sea = sorted(GRID.names[a] + "/" + GRID.names[b] for a, b in (GRID.hexsides[s] for s in ALL_SEA))
    check.none("printed all-sea hexsides", [x for x in ("1012/1013", "1909/2009") if x not in sea])
    check.equal("the Seine runs between 1414 and 1415", side_between(SPACE["1414"], SPACE["1415"]) in MAJOR_RIVER, True)
    open_side = side_between(SPACE["2109"], SPACE["2210"])
    check.equal("no river between 2109 and 2210", open_side in RIVER or open_side in MAJOR_RIVER, False)
    wet = RIVER | MAJOR_RIVER
    check.none(
        "hexsides of rivers join land hexes",
        [str(GRID.hexsides[s]) for s in wet if not all(LAND >> h & 1 for h in GRID.hexsides[s])],
    )
    border = {
        side_between(a, b)
        for a in members(LAND)
        for b in GRID.neighbours[a]
        if LAND >> b & 1 and (ACROSS >> a & 1) != (ACROSS >> b & 1)
    }
    check.equal("the breakout line is the border of what lies within", set(BREAKOUT), border)
    check.none("every river ends at the sea, the edge, another river or its source", _loose_ends())


def _loose_ends() -> list[str]:
    """Ends of rivers that hang in the air."""
    rivers: dict[str, list[int]] = {}
    for side, rows in MAP.side_rows.items():
        for row in rows:
            if row.type in ("river", "major_river"):
                rivers.setdefault(row.name or "", []).append(side)
    at_corner: dict[int, set[str]] = {}
    for side in ALL_SEA:
        for corner in GRID.side_ends[side]:
            at_corner.setdefault(corner, set()).add("sea")
    for name, sides in rivers.items():
        for side in sides:
            for corner in GRID.side_ends[side]:
                at_corner.setdefault(corner, set()).add(name)
    wrong = []
    for name, sides in sorted(rivers.items()):
        counts = Counter(corner for side in sides for corner in GRID.side_ends[side])
        for corner, n in counts.items():
            if n == 1 and name not in SOURCES and len(at_corner[corner]) == 1 and not _edge_corner(corner):
                wrong.append(f"{name} at corner {corner}")
    return wrong


def _edge_corner(corner: int) -> bool:
    """Whether a corner lies at the edge of the land: fewer than three land hexes meet there."""
    around = {h for side, ends in enumerate(GRID.side_ends) if corner in ends for h in GRID.hexsides[side] if h >= 0}
    return sum(LAND >> h & 1 for h in around) < 3


def _places(check: Check) -> None:
    named = {row.hex: row.name for row in PLACE_ROWS}
    check.equal("places of the rulebook", {h: named.get(h) for h in PLACES}, PLACES)
    check.equal("50 victory points", sum(VALUE.values()), 50)
    check.equal("Dieppe is worth one", VALUE[SPACE["1510"]], 1)
    check.equal("seven population centres within the line", len(INNER), 7)
    check.none(
        "places agree with the map",
        [row.name for row in PLACE_ROWS if MAP.rows[SPACE[row.hex]].place != row.name],
    )
    for area in (CALAIS, DIEPPE):
        check.equal(f"five beaches of {AREA_NAMES[area]}", BEACH_SET[area].bit_count(), 5)
        check.none("beaches lie on the coast, within the line", _names(BEACH_SET[area] & (~COASTAL_HEXES | ACROSS)))
    check.equal("Sword", [SPACE_NAMES[row[4]] for row in BEACH], ["2006", "1710"])
    check.equal("Juno at Dieppe", SPACE_NAMES[BEACH[DIEPPE][3]], "1510")
    check.equal("1912 and 2404 lie within", ACROSS >> SPACE["1912"] & 1 | ACROSS >> SPACE["2404"] & 1, 0)
    across = [name for name in GRID.names if name == "2013" or (name.startswith("25") and LAND >> SPACE[name] & 1)]
    check.none("2013 and the 25th column lie across", [n for n in across if not ACROSS >> SPACE[n] & 1])


def _edges(check: Check) -> None:
    check.none("edge hexes are land", _names((NORTH_ENTRY | SOUTH_ENTRY) & ~LAND))
    check.equal("supply comes from both stretches", GERMAN_SOURCES, NORTH_ENTRY | SOUTH_ENTRY)
    both = _names(NORTH_ENTRY & SOUTH_ENTRY)
    check.none("2828 and 3421 serve both boxes", [h for h in ("2828", "3421") if h not in both])
    check.equal(
        "1013 and 3100 are the ends", ["1013" in _names(SOUTH_ENTRY), "3100" in _names(NORTH_ENTRY)], [True, True]
    )
    check.equal("Le Havre is no entry", "1012" in _names(GERMAN_SOURCES), False)


def _units(check: Check) -> None:
    markers = csv.DictReader(StringIO(DATA.read("markers.csv")))
    check.equal("352 counters", len(UNITS) + sum(int(row["count"]) for row in markers), COUNTERS)
    check.equal("176 Allied counters", len(ROSTER[ALLIED]), 176)
    check.equal("60 counters in Russia", SETUP.count("Russia"), 60)
    check.equal("eight units on the beaches", sum(code in BEACHES for code in SETUP), 8)
    check.none("labels fit a counter", [row.name for row in UNIT_ROWS if len(row.short) > 6])
    check.none(
        "pairs name each other", [UNIT_NAMES[u] for u, v in BLOODED_OF.items() if UNIT_ROWS[v].pair != UNIT_ROWS[u].id]
    )
    check.equal("names are unique", len(set(UNIT_NAMES)), len(UNIT_NAMES))


def _setups(check: Check) -> None:
    for area in (CALAIS, DIEPPE):
        s = setup("campaign", {"fog": FOG[0], "area": AREA_CHOICES[0]})
        s.area = area
        homeless = []
        for u in CODED:
            where = may_start(s, u)
            if not where:
                homeless.append(UNIT_NAMES[u])
                continue
            place(s, u, where[0])
        check.none(f"every German unit finds its hex, {AREA_NAMES[area]}", homeless)
        check.none(f"no German on a beach, {AREA_NAMES[area]}", _names(s.held[GERMAN] & BEACH_SET[area]))


CONSTRAINTS = Constraints(_map, _lines, _places, _edges, _units, _setups)
