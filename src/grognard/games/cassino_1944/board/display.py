"""How the game looks at the table: pieces, tracks, panels and charts from a view."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress

from grognard.core import Option, SpaceId, UnitId
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.board.charts import ArrivalRow, MarkerRow, TerrainRow
from grognard.games.cassino_1944.board.endings import endings
from grognard.games.cassino_1944.board.facts import facts
from grognard.games.cassino_1944.board.forecasts import column_now, forecast_of, threat_of
from grognard.games.cassino_1944.board.orders import orders
from grognard.games.cassino_1944.board.overlays import OVERLAYS, overlay_of
from grognard.games.cassino_1944.board.textmap import text_map, text_near
from grognard.games.cassino_1944.content import (
    ABBEY,
    ALLIED,
    ARMOR,
    ARRIVAL_EDGE,
    BRITISH,
    CRT,
    DATA,
    DEAD,
    DUE,
    ENDURANCE,
    GERMAN,
    HEXES,
    LETTERS,
    MARKERS,
    MOVES,
    NATION,
    NEVER,
    POOL,
    RESERVE,
    ROSTER,
    RUBBLE,
    SAF,
    SIDE,
    SIDES,
    STRENGTH,
    TURN_ROWS,
    TURNS,
    UNIT_NAMES,
    UNIT_ROWS,
    UNITS,
    VALUE,
    VICTORY_HEXES,
    Marker,
)
from grognard.games.cassino_1944.rules.actions import Half
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.games.cassino_1944.rules.supply import supplied
from grognard.games.cassino_1944.rules.support import grounded
from grognard.games.cassino_1944.rules.victory import stars_held, victory_points
from grognard.look import charts as charts_of
from grognard.look.display import Display
from grognard.look.scene import (
    Chart,
    Face,
    Forecast,
    Overlay,
    Panel,
    Piece,
    Scene,
    Track,
)
from grognard.look.tracks import point_track, turn_track
from grognard.maps import members

say = GAME.words.say
MOUNTAIN_ROW = "mountain hexside"
"""The line of the terrain effects that a switch changes."""
TRACK = 16
"""Last box of the VP track."""


# Pieces
#
# A table draws every position anew and little changes from one to the next: what a few facts decide is kept by them.


def scene(view: Cassino, seat: int) -> Scene:
    """Everything drawn or listed of a position. Nothing on the map is hidden, so all seats see the same."""
    points = victory_points(view, final=view.turn == TURNS)
    return Scene(
        pieces=(*_markers(view), *_counters(view)),
        tracks=_tracks(
            view.turn,
            view.impulse,
            view.rain,
            points if view.rules.points_count else None,
            view.goal,
            bool(view.reserve),
        ),
        panels=_panels_of(view),
        banner=_banner(view, points),
        banner_rule="10.5.4.allied" if view.rules.avenger else "9.1.2.win",
        owner=_owners(bytes(view.control)),
        endings=() if view.result is not None else tuple(endings(view)),
    )


@lru_cache(maxsize=1024)
def _owners(control: bytes) -> tuple[tuple[int, int], ...]:
    return tuple((hex, control[hex]) for hex in range(HEXES))


def _counters(s: Cassino) -> Iterator[Piece]:
    """Every unit in play; 34/168 has no part in Avenger (R-30)."""
    fed = [supplied(s, side) for side in (ALLIED, GERMAN)]
    acting = [step.side for step in s.stack if type(step) is Half]
    for unit in UNITS:
        at, side = s.loc[unit], SIDE[unit]
        if at < HEXES:
            done = bool(s.acted >> unit & 1) and side in acting
            yield _piece(unit, at, s.damage[unit], done=done, fed=bool(fed[side] >> at & 1))
        elif at != POOL or ARRIVAL_EDGE[unit]:
            yield _piece(unit, at, s.damage[unit], held=at == POOL and unit in RESERVE and not s.reserve)


@lru_cache(maxsize=16384)
def _piece(unit: UnitId, at: int, damage: int, *, done: bool = False, fed: bool = True, held: bool = False) -> Piece:
    """A unit that has acted (`done`), is in supply (`fed`), is kept in the reserve (`held`)."""
    told = say(
        "piece", name=UNIT_NAMES[unit], strength=STRENGTH[unit], moves=MOVES[unit], damage=damage,
        endurance=ENDURANCE[unit],
    )  # fmt: skip
    states = {
        "eliminated": at == DEAD,
        "reserve": held,
        "damaged": at < HEXES and damage > 0,
        "done": done,
        "oos": not fed,
    }
    face = Face(
        ground=GROUNDS[unit],
        symbol=UNIT_ROWS[unit].type,
        size=SIZES[unit],
        top=UNIT_NAMES[unit],
        bottom=f"{STRENGTH[unit]}-{MOVES[unit]}",
        right=f"boxes:{damage}/{ENDURANCE[unit]}",
        left=_due(unit) if at == POOL else "",
        states=tuple(state for state, so in states.items() if so),
    )
    return Piece(f"u{unit}", unit, UNIT_NAMES[unit], SIDE[unit], at, face, text=told)


def _ground(unit: UnitId) -> str:
    row = UNIT_ROWS[unit]
    if row.nationality == "British":
        return "NZ" if "NZ" in row.unit else "Indian"
    if row.nationality == "German":
        return "Para" if row.type.startswith("parachute") else "German"
    return "US"


def _size(unit: UnitId) -> str:
    """Brigades and combat commands, battalions, regiments."""
    if ENDURANCE[unit] < 3:
        return "II"
    return "X" if NATION[unit] == BRITISH or ARMOR[unit] else "III"


GROUNDS = tuple(_ground(unit) for unit in UNITS)
SIZES = tuple(_size(unit) for unit in UNITS)


def _markers(s: Cassino) -> Iterator[Piece]:
    """Boxes, control of victory hexes nobody stands in, the ruins, and support in the present combat."""
    for hex in compress(range(HEXES), s.box):
        yield _marker("box", hex, "box", GERMAN, "box_piece")
    for hex in VICTORY_HEXES:
        if not s.here[hex]:
            yield _held(hex, s.control[hex])
    if s.destroyed:
        for hex in members(RUBBLE):
            kind = "ruins" if hex == ABBEY else "rubble"
            yield _marker("rubble", hex, kind, ALLIED, f"{kind}_piece")
    if s.combat is not None:
        for marker in s.combat.markers:
            name, at = MARKERS[marker], s.combat.target
            text = say("support_piece", marker=name)
            side = GERMAN if name.startswith("German") else ALLIED
            yield Piece(f"support{marker}", -1, text, side, at, Face("Marker"), marker="support", text=text)


@lru_cache
def _held(hex: int, side: int) -> Piece:
    """The flag of a victory hex."""
    kind = "control" if side == ALLIED else "control_german"
    text = say("held_piece", side=SIDES[side], points=VALUE[hex])
    return Piece(f"control{hex}", -1, text, side, hex, Face("Marker"), marker=kind, text=text)


@lru_cache
def _marker(id: str, hex: int, kind: str, side: int, key: str) -> Piece:
    text = say(key)
    return Piece(f"{id}{hex}", -1, text, side, hex, Face("Marker"), marker=kind, text=text)


# Tracks, panels and charts


@lru_cache(maxsize=1024)
def _tracks(turn: int, impulse: int, rain: int, points: int | None, goal: int, reserve: bool) -> tuple[Track, ...]:
    """Turn, impulse and, unless `points` is None, victory points; the reserve counts for one of them."""
    dates = [(str(row.turn), row.dates) for row in TURN_ROWS]
    found = [
        turn_track("turn", say("turns"), dates, turn - 1, {turn - 1: "rain"} if rain else None),
        turn_track("impulse", say("impulses"), [(letter, "") for letter in LETTERS], impulse),
    ]
    if points is not None:
        extra = {points: "+1"} if reserve else None
        found.append(point_track("points", say("points"), points, TRACK, wins=range(goal, TRACK + 1), notes=extra))
    return tuple(found)


def _banner(s: Cassino, points: int) -> str:
    if s.rules.avenger:
        told = say("avenger", stars=stars_held(s))
        return told if not s.rules.points_count else f"{told} {_agreed(s, points)}"
    return say("campaign", points=points, goal=s.goal)


def _agreed(s: Cassino, points: int) -> str:
    """What the options of ours add to the terms of Avenger."""
    return say("avenger_graded" if s.rules.avenger_graded else "avenger_points", points=points, goal=s.goal)


def _due(unit: UnitId) -> str:
    code = UNIT_ROWS[unit].reinforcement_code or ""
    return code if DUE[unit] < NEVER else ARRIVAL_EDGE[unit]


def _panels_of(s: Cassino) -> tuple[Panel, ...]:
    loc = s.loc
    owned = [Marker(m) for m in (*(range(SAF) if s.rules.support else ()), *((SAF,) if s.destroyed else ()))]
    markers = tuple([(MARKERS[m], _readiness(s, m)) for m in owned])
    return _panels(
        tuple([u for u in UNITS if loc[u] == POOL]),
        tuple([u for u in UNITS if loc[u] == DEAD]),
        markers if s.rules.support or s.rules.abbey else None,
    )


def _readiness(s: Cassino, marker: Marker) -> str:
    """The word for what hinders a marker in every combat: it has been used, or it cannot fly; else it is ready."""
    return "used" if s.used >> marker & 1 else "grounded" if grounded(s, marker) else "ready"


@lru_cache(maxsize=1024)
def _panels(
    pool: tuple[UnitId, ...], dead: tuple[UnitId, ...], markers: tuple[tuple[str, str], ...] | None
) -> tuple[Panel, ...]:
    """Arrivals, losses and, unless `markers` is None, each marker with the word for its readiness."""
    coming = sorted((u for u in pool if ARRIVAL_EDGE[u]), key=lambda u: DUE[u])
    lost = tuple(
        (SIDES[side], ", ".join(names) or "-")
        for side in (ALLIED, GERMAN)
        for names in [[UNIT_NAMES[u] for u in ROSTER[side] if u in dead]]
    )
    found = [
        Panel("coming", say("coming"), tuple((UNIT_NAMES[u], _when(u)) for u in coming)),
        Panel("losses", say("losses"), lost),
    ]
    if markers is not None:
        lines = tuple((name, say(readiness)) for name, readiness in markers)
        found.append(Panel("markers", say("markers"), lines))
    return tuple(found)


def _when(unit: UnitId) -> str:
    if DUE[unit] >= NEVER:
        return say("reserve")
    return say("edge", edge=ARRIVAL_EDGE[unit], turn=DUE[unit] // 4 + 1, letter=LETTERS[DUE[unit] % 4])


def charts(view: Cassino, seat: int) -> tuple[Chart, ...]:
    """The printed tables; the results table with the column of the attack in question."""
    before, column = column_now(view)
    heads = (say("feature"), say("movement"), say("combat"), say("retreat"))
    terrain = tuple(_terrain(view, row) for row in DATA.rows("terrain_effects.csv", TerrainRow))
    markers = tuple((row.marker, row.use, row.limit) for row in DATA.rows("markers.csv", MarkerRow))
    arrivals = tuple(
        (row.unit, row.side, f"{row.turn} {row.impulse}", row.edge)
        for row in DATA.rows("reinforcements.csv", ArrivalRow)
    )
    return (
        results_chart(before, column),
        Chart("terrain", say("terrain"), "2.2.1", heads, terrain),
        Chart("markers", say("markers_chart"), "2.1", (say("markers"), say("use"), say("limit")), markers),
        Chart(
            "arrivals", say("arrivals_chart"), "8.0", (say("unit"), say("side"), say("when"), say("where")), arrivals
        ),
    )  # fmt: skip


def _terrain(s: Cassino, row: TerrainRow) -> tuple[str, ...]:
    """A line of the chart; without `mountain_movement` a mountain hexside stops no move and bars no armor (R-11)."""
    if row.feature == MOUNTAIN_ROW and not s.rules.mountain_movement:
        return row.feature, say("mountain_free"), row.combat, say("mountain_back")
    return row.feature, row.movement, row.combat, row.retreat_advance


def results_chart(before: int, column: int) -> Chart:
    """The combat results table; columns count from the first odds column, the die column before it."""
    return charts_of.results_chart(
        "crt", say("crt"), "2.2.2", say("die"), CRT, lambda result: f"{result[0]}/{result[1]}", before, column
    )


# Overlays and forecasts


def overlay(view: Cassino, seat: int, id: str, unit: int, space: int) -> Overlay:
    """An answer to "show me"."""
    return overlay_of(view, seat, id, unit, space, say)


def forecast(view: Cassino, seat: int, option: Option) -> Forecast | None:
    """Exact odds of the attack that an option forms, proposes or supports."""
    return forecast_of(view, option, say, results_chart)


def threat_forecast(view: Cassino, seat: int, space: int) -> Forecast | None:
    """The same for everything the enemy could throw at a place of mine."""
    return threat_of(view, SpaceId(space), say, results_chart)


DISPLAY: Display[Cassino] = Display(
    scene=scene,
    charts=charts,
    overlays=tuple((id, say(id)) for id in OVERLAYS),
    overlay=overlay,
    forecast=forecast,
    threat_forecast=threat_forecast,
    orders=orders,
    text_map=text_map,
    text_near=text_near,
    facts=facts,
)
