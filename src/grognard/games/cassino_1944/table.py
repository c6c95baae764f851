"""How the game looks at the table: pieces, tracks, panels and charts from a view."""

from collections.abc import Iterator

from grognard.core import Option, SpaceId, UnitId
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.actions import Half
from grognard.games.cassino_1944.charts import ArrivalRow, MarkerRow, TerrainRow
from grognard.games.cassino_1944.content import (
    ABBEY,
    ALLIED,
    ARMOR,
    ARRIVAL_EDGE,
    BRITISH,
    COLUMNS,
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
    SIDE,
    SIDES,
    SPACE_NAMES,
    STRENGTH,
    TURN_ROWS,
    TURNS,
    UNIT_NAMES,
    UNIT_ROWS,
    UNITS,
    VALUE,
    VICTORY_HEXES,
)
from grognard.games.cassino_1944.forecasts import column_now, forecast_of, threat_of
from grognard.games.cassino_1944.overlays import OVERLAYS, overlay_of
from grognard.games.cassino_1944.state import Cassino
from grognard.games.cassino_1944.supply import supplied
from grognard.games.cassino_1944.victory import stars_held, victory_points
from grognard.look.scene import (
    Board,
    Cell,
    Chart,
    Face,
    Forecast,
    Overlay,
    Panel,
    Piece,
    Scene,
    Track,
)
from grognard.maps import members

TRACK = 16
"""Last box of the VP track."""


def say(key: str, **facts: object) -> str:
    """A line of the table's own words."""
    return GAME.words.get("table", key).format(**facts)


def board() -> Board:
    """The sheet with its places and signs."""
    from grognard.games.cassino_1944.ground import draw_board  # drawing needs libraries that rules do not

    return draw_board({name: space for space, name in enumerate(SPACE_NAMES)})


# Pieces


def scene(view: Cassino, seat: int) -> Scene:
    """Everything drawn or listed of a position. Nothing on the map is hidden, so all seats see the same."""
    return Scene(
        pieces=(*_markers(view), *(_piece(view, unit) for unit in UNITS if _in_play(view, unit))),
        tracks=_tracks(view),
        panels=_panels(view),
        banner=_banner(view),
        banner_rule="10.5.4.allied" if view.rules.avenger else "9.1.2.win",
        owner=tuple((hex, view.control[hex]) for hex in range(HEXES)),
    )


def _in_play(s: Cassino, unit: UnitId) -> bool:
    """34/168 has no part in Avenger (R-30)."""
    return s.loc[unit] != POOL or bool(ARRIVAL_EDGE[unit])


def _piece(s: Cassino, unit: UnitId) -> Piece:
    told = say(
        "piece", name=UNIT_NAMES[unit], strength=STRENGTH[unit], moves=MOVES[unit], damage=s.damage[unit],
        endurance=ENDURANCE[unit],
    )  # fmt: skip
    return Piece(f"u{unit}", unit, UNIT_NAMES[unit], SIDE[unit], s.loc[unit], _face(s, unit), text=told)


def _face(s: Cassino, unit: UnitId) -> Face:
    return Face(
        ground=GROUNDS[unit],
        symbol=UNIT_ROWS[unit].type,
        size=SIZES[unit],
        top=UNIT_NAMES[unit],
        bottom=f"{STRENGTH[unit]}-{MOVES[unit]}",
        right=f"boxes:{s.damage[unit]}/{ENDURANCE[unit]}",
        left=_due(unit) if s.loc[unit] == POOL else "",
        states=tuple(_states(s, unit)),
    )


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


def _states(s: Cassino, unit: UnitId) -> Iterator[str]:
    at = s.loc[unit]
    if at == DEAD:
        yield "eliminated"
    elif at == POOL and unit in RESERVE and not s.reserve:
        yield "reserve"
    elif at < HEXES:
        if s.damage[unit]:
            yield "damaged"
        if s.acted >> unit & 1 and any(type(step) is Half and step.side == SIDE[unit] for step in s.stack):
            yield "done"
        if not supplied(s, SIDE[unit]) >> at & 1:
            yield "oos"


def _markers(s: Cassino) -> Iterator[Piece]:
    """Boxes, control of victory hexes nobody stands in, the ruins, and support in the present combat."""
    for hex in range(HEXES):
        if s.box[hex]:
            yield _marker(f"box{hex}", hex, "box", say("box_piece"), GERMAN)
    for hex in VICTORY_HEXES:
        if not s.here[hex]:
            side = s.control[hex]
            kind = "control" if side == ALLIED else "control_german"
            yield _marker(f"control{hex}", hex, kind, say("held_piece", side=SIDES[side], points=VALUE[hex]), side)
    if s.destroyed:
        for hex in members(RUBBLE):
            kind, text = ("ruins", "ruins_piece") if hex == ABBEY else ("rubble", "rubble_piece")
            yield _marker(f"rubble{hex}", hex, kind, say(text), ALLIED)
    if s.combat is not None:
        for marker in s.combat.markers:
            name = MARKERS[marker]
            side = GERMAN if name.startswith("German") else ALLIED
            yield _marker(f"support{marker}", s.combat.target, "support", say("support_piece", marker=name), side)


def _marker(id: str, hex: int, kind: str, text: str, side: int) -> Piece:
    return Piece(id, -1, text, side, hex, Face("Marker"), marker=kind, text=text)


# Tracks, panels and charts


def _tracks(s: Cassino) -> tuple[Track, ...]:
    turns = tuple(
        Cell(str(row.turn), row.dates, "rain" if s.rain and row.turn == s.turn else "past" if row.turn < s.turn else "")
        for row in TURN_ROWS
    )
    impulses = tuple(Cell(letter, "", "past" if k < s.impulse else "") for k, letter in enumerate(LETTERS))
    found = [
        Track("turn", say("turns"), turns, s.turn - 1),
        Track("impulse", say("impulses"), impulses, s.impulse),
    ]
    if not s.rules.avenger:
        cells = tuple(Cell(str(n), "+1" if s.reserve and n == _points(s) else "", "win" if n >= s.goal else "")
                      for n in range(TRACK + 1))  # fmt: skip
        found.append(Track("points", say("points"), cells, min(_points(s), TRACK)))
    return tuple(found)


def _points(s: Cassino) -> int:
    return victory_points(s, final=s.turn == TURNS)


def _banner(s: Cassino) -> str:
    if s.rules.avenger:
        return say("avenger", stars=stars_held(s))
    return say("campaign", points=_points(s), goal=s.goal)


def _due(unit: UnitId) -> str:
    code = UNIT_ROWS[unit].reinforcement_code or ""
    return code if DUE[unit] < NEVER else ARRIVAL_EDGE[unit]


def _panels(s: Cassino) -> tuple[Panel, ...]:
    coming = sorted((u for u in UNITS if s.loc[u] == POOL and ARRIVAL_EDGE[u]), key=lambda u: DUE[u])
    lost = tuple(
        (SIDES[side], ", ".join(names) or "-")
        for side in (ALLIED, GERMAN)
        for names in [[UNIT_NAMES[u] for u in ROSTER[side] if s.loc[u] == DEAD]]
    )
    found = [
        Panel("coming", say("coming"), tuple((UNIT_NAMES[u], _when(u)) for u in coming)),
        Panel("losses", say("losses"), lost),
    ]
    if s.rules.support or s.rules.abbey:
        owned = [*(range(4) if s.rules.support else ()), *((4,) if s.destroyed else ())]
        lines = tuple((MARKERS[m], say("used" if s.used >> m & 1 else "ready")) for m in owned)
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
    terrain = tuple(
        (row.feature, row.movement, row.combat, row.retreat_advance)
        for row in DATA.rows("terrain_effects.csv", TerrainRow)
    )
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


def results_chart(before: int, column: int) -> Chart:
    """The combat results table; columns count from the first odds column, the die column before it."""
    rows = tuple(
        (str(die), *(f"{a}/{d}" for a, d in (CRT.result(c, die) for c in range(len(COLUMNS))))) for die in range(1, 7)
    )
    shift = 1  # the first column of the chart is the die
    return Chart(
        "crt", say("crt"), "2.2.2", (say("die"), *COLUMNS.labels), rows,
        column=column + shift if column >= 0 else -1, before=before + shift if before >= 0 else -1,
    )  # fmt: skip


# Overlays and forecasts


def overlays() -> tuple[tuple[str, str], ...]:
    return tuple((id, say(id)) for id in OVERLAYS)


def overlay(view: Cassino, seat: int, id: str, unit: int, space: int) -> Overlay:
    """An answer to "show me"."""
    return overlay_of(view, seat, id, unit, space, say)


def forecast(view: Cassino, seat: int, option: Option) -> Forecast | None:
    """Exact odds of the attack that an option forms, proposes or supports."""
    return forecast_of(view, option, say, results_chart)


def threat_forecast(view: Cassino, seat: int, space: int) -> Forecast | None:
    """The same for everything the enemy could throw at a place of mine."""
    return threat_of(view, SpaceId(space), say, results_chart)
