"""Constraints the components must satisfy."""

from collections import Counter
from math import dist

from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREA_ROWS,
    AREAS,
    BESIDE,
    BOARD,
    BORDER_ROWS,
    CASTLE,
    CASTLE_VIEW,
    CHITS,
    COLOUR,
    ELEVATION,
    FIELDS,
    GARDENS,
    GERMAN,
    GUN_ROWS,
    GUNS,
    LINKS,
    MARKER_ROWS,
    NEXT,
    NINE_ROWS,
    POINT_ROWS,
    QUISLING,
    SIDE,
    SPACE_NAMES,
    TEM,
    TROOPS,
    TURN_ROWS,
    UNIT,
    UNIT_NAMES,
    UNIT_ROWS,
    VP,
    VP_AREAS,
    ZONE_ROWS,
    space,
)
from grognard.maps import members
from grognard.maps.layout import read_polygon, shared_sides
from grognard.tables import Check, Constraints

CORNER = 25.0
"""Areas that share less of their outline (map units, a hundred an inch) meet at a corner and do not border."""
PRINTED_MARKERS = (
    "Turn", "Victory Point", "Tactical Advantage (Allied/German face)", "Allied Control", "Quisling Line",
    "Rubble 1/2 (two faces)", "Smoke German", "Smoke Allied", "Night", "Chits per player",
)  # fmt: skip

PRINTED_VP = (9, 11, 15, 16, 17, 18, 19, 21, 22, 25, 26, 29, 31, 57, 65, 66)
STRETCHED = 9
"""Neighbours of the two long hillside Areas, the most of all outside the town."""


def _names(spaces: list[int] | tuple[int, ...]) -> list[str]:
    return [SPACE_NAMES[k] for k in spaces]


def _map(check: Check) -> None:
    numbers = [row.area for row in AREA_ROWS]
    check.equal("Areas 1 to 68, each once, in order (3.2)", numbers, list(range(1, 69)))
    check.none("1-22 lie on the town insert, the others outside (3.1)", _misplaced())
    check.none("adjacency is symmetric", [k for k in range(BOARD) for n in NEXT[k] if k not in NEXT[n]])
    check.equal("the map hangs together", len(_reachable(0, False)), BOARD)
    check.none("no border stands twice", [p for p, n in Counter(_pairs()).items() if n > 1])
    check.none("Areas that border share their outline", _apart())
    check.none("Areas that share their outline border", _unlisted())
    check.that("the Area graph can be drawn flat", len(BORDER_ROWS) <= 3 * AREAS - 6)
    check.equal("Zones A to K in a ring (3.3)", [row.zone for row in ZONE_ROWS], list("ABCDEFGHIJK"))
    check.none("each Zone touches two others", _ring())
    closed = [row.zone for row in ZONE_ROWS if not row.german_entry]
    check.equal("Germans are kept out of Zones A to F (10.7)", closed, list("ABCDEF"))
    check.none("TEM of every Zone is 1 (10.6)", [row.zone for row in ZONE_ROWS if row.tem != 1])
    check.equal("rubble starts in Zone E only (5.5)", [r.zone for r in ZONE_ROWS if r.start_rubble], ["E"])
    vehicles = _reachable(space("66"), True)
    check.that("vehicles can reach the Abbey", len(vehicles) > 1, f"{len(vehicles)} spaces")
    lonely = [k for k in range(BOARD) if k not in vehicles and any(white for _, white in LINKS[k])]
    check.none("every place with a white border is joined to the others", _names(lonely))


def _misplaced() -> list[int]:
    return [row.area for row in AREA_ROWS if (row.map == "insert") != (row.area <= 22)]


def _pairs() -> list[tuple[str, ...]]:
    return [tuple(sorted((row.a, row.b))) for row in BORDER_ROWS]


def _apart() -> list[str]:
    outline = {str(row.area): set(row.polygon.split(";")) for row in AREA_ROWS}
    return [f"{r.a}/{r.b}" for r in BORDER_ROWS if r.kind == "border" and len(outline[r.a] & outline[r.b]) < 2]


def _common(first: str, second: str) -> float:
    """Length of the outline two Areas share."""
    return sum(dist(p, q) for p, q in shared_sides(read_polygon(first), read_polygon(second)))


def _unlisted() -> list[str]:
    listed = set(_pairs())
    return [
        f"{a.area}/{b.area}"
        for k, a in enumerate(AREA_ROWS)
        for b in AREA_ROWS[k + 1 :]
        if a.map == b.map
        and tuple(sorted((str(a.area), str(b.area)))) not in listed
        and _common(a.polygon, b.polygon) > CORNER
    ]


def _ring() -> list[str]:
    return [SPACE_NAMES[z] for z in range(AREAS, BOARD) if sum(n >= AREAS for n in NEXT[z]) != 2]


def _reachable(start: int, white: bool) -> set[int]:
    seen, todo = {start}, [start]
    while todo:
        for n, is_white in LINKS[todo.pop()]:
            if n not in seen and (is_white or not white):
                seen.add(n)
                todo.append(n)
    return seen


def _near(area: str) -> list[str]:
    return _names(members(BESIDE[space(area)]))


def _places(check: Check) -> None:
    check.equal("the sixteen Victory Point Areas (3.25)", _names(VP_AREAS), [str(n) for n in PRINTED_VP])
    check.equal("the Quisling Line (11.5)", _names(QUISLING), ["11", "15", "16", "17"])
    check.equal("the values of TEM (3.23)", sorted(set(TEM[:AREAS])), [1, 2, 3, 4])
    check.equal("TEM of 54 (8.35)", TEM[space("54")], 1)
    check.equal("Castle Hill is at level 2 (3.22)", ELEVATION[CASTLE], 2)
    check.that("levels have one digit (8.352)", all(0 <= level <= 9 for level in ELEVATION))
    check.that("54 is higher than 44 (8.35)", ELEVATION[space("54")] > ELEVATION[space("44")])
    arrow = [row for row in BORDER_ROWS if {row.a, row.b} == {"11", "33"}]
    check.that("11 and 33 are joined by an arrow (8.2)", arrow and arrow[0].kind == "arrow")
    check.that("7 borders 10", "10" in _near("7"))
    check.that("vehicles go from 17 to 16 (13.13)", (space("16"), True) in LINKS[space("17")])
    check.equal("the neighbours of 54 (8.35)", _near("54"), ["44", "53", "55", "60"])
    check.that("44 borders 53 and 55, not 60 (8.35)", {"53", "55"} <= set(_near("44")) and "60" not in _near("44"))
    seen = _names(members(CASTLE_VIEW))
    check.that("42 and 17 within two of Castle Hill, 3 and 20 not (14.32)", {"42", "17"} <= set(seen))
    check.none("and neither 3 nor 20", [name for name in ("3", "20") if name in seen])
    check.none("all borders of 20 are red (5.3)", [SPACE_NAMES[n] for n, white in LINKS[GARDENS] if white])
    check.that("20 is a German set-up Area (5.3)", COLOUR[GARDENS] != "white")
    town = [k for k, colour in enumerate(COLOUR) if colour in ("yellow", "blue") and k != GARDENS]
    check.none(
        "no other yellow or blue Area is closed", [SPACE_NAMES[k] for k in town if not any(w for _, w in LINKS[k])]
    )
    slope = [k for k in range(22, AREAS) if k not in (space("44"), space("52"))]
    check.equal("44 and 52 are long", [len(_near("44")), len(_near("52"))], [STRETCHED, STRETCHED])
    check.none(
        "no other hillside Area is as long", [SPACE_NAMES[k] for k in slope if BESIDE[k].bit_count() >= STRETCHED]
    )
    _landmarks(check)


def _landmarks(check: Check) -> None:
    """Directions between label points that public accounts of the game mention."""
    at = {row.area: (row.x, row.y) for row in AREA_ROWS}
    told = {
        "8 lies west of Castle Hill": at[8][0] < at[9][0],
        "12 lies south of Castle Hill": at[12][1] > at[9][1],
        "1 lies north of the Jail": at[1][1] < at[4][1],
        "5 lies west of the Nunnery": at[5][0] < at[6][0],
        "16 lies east of the Continental": at[16][0] > at[17][0],
        "16 lies north-west of the Gardens": at[16][0] < at[20][0] and at[16][1] < at[20][1],
        "21 lies east of the Gardens": at[21][0] > at[20][0],
    }
    for name, holds in told.items():
        check.that(name, holds)


def _units(check: Check) -> None:
    check.equal("98 German and 154 Allied units", [SIDE[:TROOPS].count(side) for side in (GERMAN, ALLIED)], [98, 154])
    check.equal("names of units are unique", len(UNIT), len(UNIT_NAMES))
    company = Counter((row.kind, row.af, row.df, row.mf) for row in UNIT_ROWS if row.organization == "3/1MG")
    check.equal("3/1MG has two of each kind (4.24)", company, {("mg", 4, 4, 5): 2, ("inf", 2, 4, 5): 2})
    points = {"armor": 4, "inf": 3, "at": 3, "mg": 2, "obs": 1, "con": 1}
    check.none("casualty points by kind (8.354)", [r.unit for r in UNIT_ROWS if r.casualty_points != points[r.kind]])
    steady = [r.unit for r in UNIT_ROWS if (r.df == r.committed_df) != (r.kind == "armor")]
    check.none("only Armor defends alike on both sides (4.2)", steady)
    check.none(
        "vehicles are Armor and Anti-Tank", [r.unit for r in UNIT_ROWS if r.vehicle != (r.kind in ("armor", "at"))]
    )
    check.none("observers and Construction units do not fight", [r.unit for r in UNIT_ROWS if r.combat == (r.af == 0)])
    check.equal("57 rifle units go into reserve (18.1)", sum(row.reserve_at_turn_10 for row in UNIT_ROWS), 57)
    check.none("no other kind does", [r.unit for r in UNIT_ROWS if r.reserve_at_turn_10 and r.kind != "inf"])
    known = {row.unit for row in UNIT_ROWS}
    check.none(
        "each Artillery unit has an observer", [g.artillery for g in GUN_ROWS if g.observer and g.observer not in known]
    )
    starts = Counter(row.setup for row in UNIT_ROWS)
    room = [c for c in ("yellow", "blue", "red") if starts[c] >= 4 * COLOUR.count(c)]
    check.none("four an Area are room enough for the set-up (5.3)", room)
    check.none("Germans arrive in G-K, Allied units in A-F", _wrong_zones())
    for field in FIELDS.values():
        _scenario(check, field.name)


def _wrong_zones() -> list[str]:
    return [
        row.unit
        for row in UNIT_ROWS
        for zone in row.entry_zones.split("/")
        if zone and (zone in "GHIJK") != (row.side == "German")
    ]


def _scenario(check: Check, name: str) -> None:
    field = FIELDS[name]
    outside = [UNIT_NAMES[u] for u, a in field.arrivals.items() if any(not field.spaces >> p & 1 for p in a.places)]
    check.none(f"{name}: everybody starts or arrives on its map", outside)
    starts = {u for u, a in field.arrivals.items() if a.turn == 0}
    missing = [UNIT_NAMES[u] for u in starts if u not in field.suggested]
    check.none(f"{name}: the suggested set-up is complete", [m for m in missing if name != "intro_hill"])
    wrong = [
        UNIT_NAMES[u]
        for u, p in field.suggested.items()
        if p not in field.arrivals[u].places and not field.arrivals[u].own
    ]
    check.none(f"{name}: the suggested set-up is legal", wrong)


def _tracks(check: Check) -> None:
    check.equal("a result for each die of turn 9 (17.3)", [row.dr for row in NINE_ROWS], list(range(1, 7)))
    check.equal("eight Allied and four German Artillery units", [len(GUNS[side]) for side in (ALLIED, GERMAN)], [8, 4])
    check.equal("fifteen turns (3.4)", [row.turn for row in TURN_ROWS], list(range(1, 16)))
    check.equal("36 chits a side with an average of 7 (21.2)", _chits(), (36, 7 * 36))
    main = FIELDS["main"]
    check.that("14 points are a German victory (11.4)", main.draw_at > 14)
    check.equal("22 points are an Allied victory (11.4)", main.win_at, 22)
    check.equal("smoke: eight Allied, two German markers (16.1)", main.smoke, (8, 2))
    blocks = ["German" if n < main.draw_at else "Draw" if n < main.win_at else "Allied" for n in range(len(POINT_ROWS))]
    check.equal("the track is marked in these blocks", [row.block for row in POINT_ROWS], blocks)
    check.that("the track is long enough", len(POINT_ROWS) > sum(VP) + len(QUISLING))
    markers = {row.marker: row.number for row in MARKER_ROWS}
    check.none("the printed markers (4.3)", [name for name in PRINTED_MARKERS if name not in markers])
    check.equal("a control marker for each Victory Point Area", markers["Allied Control"], len(VP_AREAS))
    check.equal("Quisling Line markers", markers["Quisling Line"], len(QUISLING))
    check.equal("smoke markers on the sheet", (markers["Smoke Allied"], markers["Smoke German"]), main.smoke)
    held = sum(VP[space(n)] for n in ("9", "11", "15", "16", "19", "21", "25", "26", "57")) + 3
    check.that("the position of 19 March is a draw", main.draw_at <= held < main.win_at, f"{held} points")


def _chits() -> tuple[int, int]:
    return sum(n for _, n in CHITS), sum(chit * n for chit, n in CHITS)


CONSTRAINTS = Constraints(_map, _places, _units, _tracks)
