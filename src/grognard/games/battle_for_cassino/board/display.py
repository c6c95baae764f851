"""How the game looks at the table: pieces, tracks, panels and charts from a view."""

from collections.abc import Iterator
from functools import lru_cache

from grognard.core import Option, Refusal, UnitId, rule
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.board.endings import endings
from grognard.games.battle_for_cassino.board.facts import facts
from grognard.games.battle_for_cassino.board.forecasts import (
    assault_rows,
    column_now,
    duty_forecasts,
    forecast_of,
    threat_of,
)
from grognard.games.battle_for_cassino.board.orders import orders, stock
from grognard.games.battle_for_cassino.board.overlays import OVERLAYS, overlay_of
from grognard.games.battle_for_cassino.board.textmap import text_map, text_near
from grognard.games.battle_for_cassino.content import (
    ABBEY,
    ALLIED,
    BOMBARDMENT,
    COMPANY_COLUMNS,
    COUNTERS,
    DATA,
    DEAD,
    DUE,
    ENTRY,
    FIRE,
    GERMAN,
    HEXES,
    HOTEL,
    HQ_LIST,
    HQS,
    LOADS,
    MOST_STEPS,
    MOVES,
    NIGHT,
    POINT_COLUMNS,
    RATIO_COLUMNS,
    RETURNING,
    SIDE,
    SIDES,
    STRENGTH,
    TO_COME,
    TOWN,
    TURN_ROWS,
    UNIT_NAMES,
    UNIT_ROWS,
    UNITS,
)
from grognard.games.battle_for_cassino.rows import EffectRow
from grognard.games.battle_for_cassino.rules.fire import FireRoll, PickFirers
from grognard.games.battle_for_cassino.rules.movement import reach
from grognard.games.battle_for_cassino.rules.reserves import ReserveWalk
from grognard.games.battle_for_cassino.rules.retreat import RetreatUnit
from grognard.games.battle_for_cassino.rules.state import Battle, last_turn, night
from grognard.games.battle_for_cassino.rules.supply import fed
from grognard.games.battle_for_cassino.rules.victory import FOOTHOLD, butchery
from grognard.look.display import Display
from grognard.look.scene import Cell, Chart, Face, Forecast, Overlay, Panel, Piece, Scene, Track
from grognard.maps import Reach

say = GAME.words.say
GROUND = {"NZ": "NZ", "British": "British", "Rajputana": "Indian", "Gurkha": "Gurkha", "German": "Para"}
SYMBOL = {
    "infantry": "infantry", "airborne": "airborne", "airborne_mg": "airborne_mg", "engineer": "engineer",
    "armor": "armor", "hq": "hq", "op": "op",
}  # fmt: skip
SIZE = {"company": "I", "platoon": "•••", "battalion_hq": "II", "op": ""}


# Pieces


def scene(view: Battle, seat: int) -> Scene:
    """Everything drawn or listed of a position. Nothing is hidden, so all seats see the same."""
    return Scene(
        pieces=(*_markers(view), *_counters(view)),
        tracks=_tracks(view.turn, last_turn(view), view.lost[ALLIED], butchery(view)),
        panels=_panels(view),
        banner=_banner(view),
        banner_rule="18.0",
        veil="night" if night(view) else "",
        duties=tuple(duty_forecasts(view, view.side)) if view.result is None else (),
        endings=() if view.result is not None else tuple(endings(view)),
    )


def _counters(s: Battle) -> Iterator[Piece]:
    """Every unit but the platoon counters nobody uses. While a mover stands where it is fired at, supply would look as
    if it ended its move there: nobody is marked."""
    supplied = [fed(s, side) for side in (ALLIED, GERMAN)]
    fired_at = any(isinstance(step, (PickFirers, FireRoll)) for step in s.stack)
    for unit in UNITS:
        at, side = s.loc[unit], SIDE[unit]
        if at == COUNTERS:
            continue
        on_map = at < HEXES
        bit = 1 << unit
        states = (
            ("eliminated", at == DEAD),
            (
                "reduced",
                on_map and s.steps[unit] <= MOST_STEPS[unit] // 2 and UNIT_ROWS[unit].back_strength is not None,
            ),
            ("pinned", bool(s.pins[ALLIED] & bit)),
            ("pinned_grey", bool(s.pins[GERMAN] & bit)),
            ("done", bool(s.moved & bit) and side == s.side),
            ("oos", on_map and not fired_at and not LOADS & bit and not supplied[side] >> at & 1),
        )
        told = tuple(name for name, so in states if so)
        work = (s.builders >> unit & 1) | (s.immobile >> unit & 1) << 1 | (s.crowded >> unit & 1) << 2
        yield _piece(unit, at, s.steps[unit], s.increments[unit], told, work)


@lru_cache(maxsize=16384)
def _piece(unit: UnitId, at: int, steps: int, increments: int, states: tuple[str, ...], work: int) -> Piece:
    """A counter: strength and points, steps lost on the marker, supply of a headquarters as pips."""
    row = UNIT_ROWS[unit]
    lost = MOST_STEPS[unit] - steps
    back = MOST_STEPS[unit] // 2
    marker = lost if row.back_strength is None else lost % back  # what the face showing does not tell already (11.12)
    extra = [say(key) for bit, key in ((1, "building"), (2, "immobile"), (4, "overstacked")) if work & bit]
    extra += [say(state) for state in states if state in ("pinned", "pinned_grey", "oos")]
    text = say(
        "piece", name=row.name, strength=STRENGTH[unit][steps], moves=MOVES[unit], steps=steps, of=MOST_STEPS[unit]
    )
    if HQS >> unit & 1:
        extra.insert(0, say("increments", n=increments).rstrip("."))
    right = (
        f"dots:{increments}"
        if HQS >> unit & 1 and at < HEXES
        else f"plate:-{marker}"
        if marker > 0 and at < HEXES
        else ""
    )
    face = Face(
        ground=GROUND[row.nationality],
        symbol=SYMBOL[row.type],
        size=SIZE[row.size],
        top=row.name,
        bottom=f"{STRENGTH[unit][steps]}-{MOVES[unit]}" if steps else "",
        right=right,
        left=f"{ENTRY[unit]}{DUE[unit]}" if at == TO_COME and ENTRY[unit] else "!" if work else "",
        states=states,
    )
    return Piece(f"u{unit}", unit, row.name, SIDE[unit], at, face, text=". ".join([text, *extra]))


def _markers(s: Battle) -> Iterator[Piece]:
    """Ruins lie under the pieces; roadblocks and those being built beside them."""
    for hex in s.ruins:
        yield _marker("ruins", hex, "debris", "ruins_piece")
    for hex in s.blocks:
        yield _marker("block", hex, "roadblock", "block_piece")
    for unit in UNITS:
        if s.builders >> unit & 1:
            yield _marker("works", s.loc[unit], "works", "works_piece")


@lru_cache(maxsize=4096)
def _marker(id: str, hex: int, kind: str, key: str) -> Piece:
    text = say(key)
    return Piece(f"{id}{hex}", -1, text, GERMAN, hex, Face("Marker"), marker=kind, text=text)


# Tracks, panels and charts


@lru_cache(maxsize=1024)
def _tracks(turn: int, last: int, lost: int, most: int) -> tuple[Track, ...]:
    """Turns with their hours and nights, and Allied steps lost against what loses the game."""
    turns = tuple(
        Cell(
            str(row.turn),
            f"{row.date_1944} {row.hour}",
            "past" if row.turn < turn else "night" if NIGHT[row.turn] else "",
        )
        for row in TURN_ROWS[:last]
    )
    cells = tuple(Cell(str(n), "", "win" if n >= most else "") for n in range(max(most, lost) + 1))
    return (
        Track("turn", say("turns"), turns, turn - 1),
        Track("losses", say("steps_lost"), cells, lost),
    )


def _banner(s: Battle) -> str:
    germans = s.held[GERMAN]
    if s.rules.short:
        held = (germans & TOWN).bit_count()
        return say("short", town=held, foothold=FOOTHOLD, lost=s.lost[ALLIED], most=butchery(s))
    abbey, hotel = (germans & ABBEY).bit_count(), (germans & HOTEL).bit_count()
    return say("banner", abbey=abbey, hotel=hotel, lost=s.lost[ALLIED], most=butchery(s))


@rule("10.31")
def _panels(s: Battle) -> tuple[Panel, ...]:
    """Supply of every headquarters, points in store, arrivals, losses."""
    supply = tuple(
        (UNIT_NAMES[hq], str(s.increments[hq]) if s.loc[hq] < HEXES else say("returning"))
        for side in (ALLIED, GERMAN)
        for hq in HQ_LIST[side]
        if s.loc[hq] < HEXES or s.loc[hq] == RETURNING
    )
    store = [(say("artillery", side=SIDES[side]), str(s.artillery[side])) for side in (ALLIED, GERMAN)]
    store.append((say("air"), str(s.air)))
    coming = tuple(
        (UNIT_NAMES[u], say("due", zone=ENTRY[u], turn=DUE[u]))
        for u in sorted(UNITS, key=lambda u: DUE[u])
        if s.loc[u] == TO_COME and ENTRY[u]
    )
    lost = tuple((SIDES[side], str(s.lost[side])) for side in (ALLIED, GERMAN))
    return (
        Panel("supply", say("supply_panel"), supply),
        Panel("store", say("store"), tuple(store)),
        Panel("coming", say("coming"), coming),
        Panel("lost", say("lost"), lost),
    )


def charts(view: Battle, seat: int) -> tuple[Chart, ...]:
    """The printed tables; the assault table with the column of the assault in question."""
    bombs = tuple(
        (str(die), *(BOMBARDMENT.result(c, die).text for c in range(len(POINT_COLUMNS)))) for die in range(1, 7)
    )
    shots = tuple((str(die), *(FIRE.result(c, die).text for c in range(len(COMPANY_COLUMNS)))) for die in range(1, 7))
    terrain = tuple(
        (row.terrain, row.movement_cost, row.defence_effect)
        for row in DATA.rows("table_terrain_effects.csv", EffectRow)
    )
    return (
        assault_chart(*column_now(view)),
        Chart("bombardment", say("bombardment_chart"), "5.8", (say("die"), *POINT_COLUMNS.labels), bombs),
        Chart("fire", say("fire_chart"), "8.3", (say("die"), *COMPANY_COLUMNS.labels), shots),
        Chart("terrain", say("terrain_chart"), "6.4", (say("terrain"), say("points"), say("cover")), terrain),
    )


def assault_chart(before: int, column: int) -> Chart:
    """The assault table; the first column of the chart is the die."""
    return Chart(
        "assault", say("assault_chart"), "12.8", (say("die"), *RATIO_COLUMNS.labels), assault_rows(),
        column=column + 1 if column >= 0 else -1, before=before + 1 if before >= 0 else -1,
    )  # fmt: skip


# Overlays and forecasts


def overlay(view: Battle, seat: int, id: str, unit: int, space: int) -> Overlay:
    """An answer to "show me"."""
    return overlay_of(view, seat, id, unit, space, say)


def forecast(view: Battle, seat: int, option: Option) -> Forecast | None:
    """Exact odds of what an option begins."""
    return forecast_of(view, option, say, assault_chart)


def threat_forecast(view: Battle, seat: int, space: int) -> Forecast | None:
    """The same for everything the enemy has next to a place of mine."""
    return threat_of(view, space, say, assault_chart)


def ways(s: Battle, unit: int) -> Reach[Refusal] | None:
    """Where a unit could go by the question asked: a reserve up to seven hexes into the assault (12.25), and where it
    is to retreat the answers themselves tell; else as it moves."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, ReserveWalk):
        return top.reach(s) if top.unit == unit else None
    return None if isinstance(top, RetreatUnit) else reach(s, unit)


DISPLAY: Display[Battle] = Display(
    scene=scene,
    charts=charts,
    overlays=tuple((id, say(id)) for id in OVERLAYS),
    overlay=overlay,
    forecast=forecast,
    threat_forecast=threat_forecast,
    reach=ways,
    orders=orders,
    stock=stock,
    text_map=text_map,
    text_near=text_near,
    facts=facts,
)
