"""How the game looks at the table: pieces, tracks, panels, charts, overlays and forecasts from a view."""

from collections.abc import Iterator
from functools import lru_cache

from grognard.core import Decision, Option, Refusal, SpaceId, UnitId
from grognard.games.dark_victory import GAME
from grognard.games.dark_victory.board.clocks import NONE, door_rows, ladder_rows, straggler_row
from grognard.games.dark_victory.board.endings import endings
from grognard.games.dark_victory.board.facts import facts
from grognard.games.dark_victory.board.forecasts import forecast_of, threat_of
from grognard.games.dark_victory.board.orders import orders
from grognard.games.dark_victory.board.overlays import OVERLAYS, overlay_of
from grognard.games.dark_victory.board.sheet import layout_of
from grognard.games.dark_victory.board.textmap import text_map, text_near
from grognard.games.dark_victory.content import (
    BONUS,
    COLLAPSE,
    COMBAT,
    CREW,
    DARKNESS,
    DATA,
    DEAD,
    DOORS,
    FACTOR,
    FIRES,
    FLAGS,
    GUN_NAMES,
    GUN_ROWS,
    GUNS,
    HEXES,
    IS_LEADER,
    KIND,
    LAYERS,
    LEADER_ROWS,
    MEXICAN,
    MODIFIER,
    MORALE,
    NUMBER,
    OFF,
    PLACES,
    POINTS,
    SIDE,
    SOFT,
    SPACE_NAMES,
    TAG,
    TERRAIN_ROWS,
    TEXAN,
    TURN_ROWS,
    TURNS,
    UNIT_NAMES,
    UNIT_ROWS,
    UNITS,
    VICTORY_ROWS,
    WOMEN,
)
from grognard.games.dark_victory.rules.act import OWN, Act, Stride, Triggered, reach_of
from grognard.games.dark_victory.rules.actions import Actions
from grognard.games.dark_victory.rules.losses import alive
from grognard.games.dark_victory.rules.marching import march
from grognard.games.dark_victory.rules.placing import SetUp
from grognard.games.dark_victory.rules.state import Alamo, commander, garrison, losses
from grognard.games.dark_victory.rules.verbs import Force, Go, Haul
from grognard.games.dark_victory.rules.victory import HANDFUL
from grognard.look.display import Display
from grognard.look.scene import Chart, Face, Forecast, Overlay, Panel, Piece, Scene, Track
from grognard.look.tracks import point_track, turn_track
from grognard.maps import Reach

say = GAME.words.say
GROUNDS = ("Mexican", "Texan")
SOFT_MIDDLE = 15
"""Soft casualties as the dice bring them on average."""


def scene(view: Alamo, seat: int) -> Scene:
    """Everything drawn or listed of a position. Nothing on the maps is hidden, so all seats see the same."""
    return Scene(
        pieces=(*_markers(view), *_guns(view), *_counters(view)),
        tracks=_tracks(view.turn, losses(view)),
        panels=_panels(view),
        banner=_banner(view),
        banner_rule="5.6" if view.rules.even_game else "5.7",
        veil="night" if DARKNESS[view.turn] else "",
        dark=round(DARKNESS[view.turn] / max(DARKNESS), 2),
        endings=() if view.result is not None else tuple(endings(view)),
    )


# Pieces


def _counters(s: Alamo) -> Iterator[Piece]:
    acting = [step.side for step in s.stack if type(step) is Actions]
    busy = {unit for step in s.stack if isinstance(step, Act | Triggered | Stride) for unit in step.units}
    for space in sorted(s.here):
        for unit in s.here[space]:
            done = bool(s.acted[unit]) and SIDE[unit] in acting and space < PLACES and unit not in busy
            pinned = bool(s.pinned[unit]) and not done and space < PLACES
            yield _piece(unit, space, s.reduced[unit], done, pinned, commander(s, unit))


@lru_cache(maxsize=16384)
def _piece(unit: UnitId, at: int, reduced: int, done: bool, pinned: bool, owner: int) -> Piece:
    """A counter; `owner` is the side whose player commands it, one of two where the Mexicans have two (3.5)."""
    name, side = UNIT_NAMES[unit], SIDE[unit]
    states = tuple(
        state
        for state, so in (("eliminated", at >= DEAD), ("reduced", reduced), ("done", done), ("pinned", pinned))
        if so
    )
    if IS_LEADER[unit]:
        row = LEADER_ROWS[unit - COMBAT]
        symbol = "general" if side == MEXICAN else "leader"
        bonus = f"+{BONUS[unit]}"
        face = Face(
            GROUNDS[side], symbol, top_left=_mark(row.mark), top_right=bonus, bottom=name.upper(), states=states
        )
        return Piece(f"u{unit}", unit, name, owner, at, face, text=say("leader", name=name, bonus=BONUS[unit]))
    points, morale, modifier = POINTS[reduced][unit], MORALE[reduced][unit], MODIFIER[reduced][unit]
    symbol = "cannon" if KIND[unit] == CREW else "fusilier" if side == MEXICAN else "rifle"
    told = say("unit", name=UNIT_ROWS[unit].name, id=name, points=points, morale=morale, modifier=f"{modifier:+}")
    if KIND[unit] == WOMEN:
        face = Face(GROUNDS[side], "family", top=UNIT_ROWS[unit].name.split()[0], states=states)
    else:
        face = Face(
            GROUNDS[side],
            symbol,
            top_left=UNIT_ROWS[unit].formation,
            top_right=f"{modifier:+}".replace("-", "−"),
            left=f"disc:{TAG[unit]}" if TAG[unit] else "",
            bottom=str(morale),
            right=f"square:{points}",
            states=states,
        )
    return Piece(f"u{unit}", unit, name, owner, at, face, text=told)


def _guns(s: Alamo) -> Iterator[Piece]:
    for gun in GUNS:
        if s.gun_at[gun] != OFF:
            yield _gun(gun, s.gun_at[gun], s.gun_side[gun], s.loaded[gun])


@lru_cache(maxsize=4096)
def _gun(gun: int, at: int, side: int, loaded: int) -> Piece:
    ball = "ball:full" if loaded == 1 else "ball:dashed"
    face = Face(GROUNDS[side], "cannon", top_left=GUN_ROWS[gun].type, bottom=str(FACTOR[gun]), right=ball)
    text = say("gun", name=GUN_NAMES[gun], factor=FACTOR[gun], state=say("loaded" if loaded == 1 else "unloaded"))
    return Piece(f"g{gun}", -1, GUN_NAMES[gun], side, at, face, text=text)


def _markers(s: Alamo) -> Iterator[Piece]:
    """Dead counters, Extra Guns, fires and flags beside the stacks; ladders and open doors on their hexsides."""
    for hex, count in s.dead:
        yield _marker("dead", hex, "dead", str(count), say("dead", count=count))
    for hex in s.extra:
        yield _marker("extra", hex, "muskets", "", say("extra"))
    for number in s.fires:
        for space in LAYERS[number]:
            yield _marker("fire", space, "fire", "", say("fire"))
    for pole, hex in enumerate(FLAGS):
        if s.flags[pole] in (0, 2):
            key, kind = ("flag", "flag_texan") if s.flags[pole] == 0 else ("mexican_flag", "flag_mexican")
            yield _marker("flag", hex, kind, "", say(key))
    for hex, to in s.ladders:
        yield _ladder(hex, to)
    for door in range(len(DOORS)):
        if s.opened[door]:
            yield from _open_door(door)


@lru_cache(maxsize=8192)
def _marker(id: str, space: int, kind: str, value: str, text: str) -> Piece:
    return Piece(f"{id}{space}", -1, text, TEXAN, space, Face("Marker", bottom=value), marker=kind, text=text)


@lru_cache(maxsize=512)
def _ladder(hex: int, to: int) -> Piece:
    """A ladder by the wall it leads over."""
    text = say("ladder", to=SPACE_NAMES[to])
    on = layout_of(DATA).towards(SPACE_NAMES[hex], SPACE_NAMES[to])
    return Piece(f"ladder{hex}", -1, text, MEXICAN, hex, Face("Marker"), marker="ladder", text=text, on=on)


@lru_cache(maxsize=512)
def _open_door(door: int) -> tuple[Piece, ...]:
    """A doorway on every map that shows it: that of a room also stands in the wall of the building."""
    layout, ends = layout_of(DATA), DOORS[door]
    text = say("open", a=SPACE_NAMES[ends[0]], b=SPACE_NAMES[ends[1]])
    room = max(ends)
    a, b = (SPACE_NAMES[NUMBER[end]] for end in ends)
    shown = [(room, layout.board_of(SPACE_NAMES[room]))]
    if room >= HEXES and min(ends) < HEXES:
        shown.append((min(ends), layout.board))
    return tuple(
        Piece(
            f"open{door}-{at}",
            -1,
            text,
            TEXAN,
            at,
            Face("Marker"),
            marker="doorway",
            text=text,
            on=layout.hexside(board, a, b),
        )
        for at, board in shown
    )


def _mark(printed: str) -> str:
    """The mark of command as a counter shows it: boxed for infantry, ringed for gun crews, a bare star for all."""
    frame, _, mark = printed.rpartition(" ")
    mark = mark.replace("*", "★")
    return {"boxed": f"box:{mark}", "circled": f"ring:{mark}"}.get(frame, mark)


# Tracks, panels, charts


@lru_cache(maxsize=2048)
def _tracks(turn: int, lost: int) -> tuple[Track, ...]:
    turns = [(str(row.game_turn), f"−{row.darkness}" if row.darkness else say("light")) for row in TURN_ROWS]
    night = {k: "night" for k, row in enumerate(TURN_ROWS) if row.darkness}
    return (
        turn_track("turn", say("turns"), turns, turn - 1, night),
        point_track("losses", say("losses"), lost, COLLAPSE + 1),
    )


def _banner(s: Alamo) -> str:
    """The road to victory: raw losses, what soft casualties and speed would take off, and where that would stand."""
    lost = losses(s)
    net = max(0, lost - SOFT_MIDDLE - (TURNS - s.turn))
    band = next(row.result for row in VICTORY_ROWS if row.min_steps <= net <= row.max_steps)
    waiting = sum(len(step.units) for step in s.stack if type(step) is SetUp and step.side == TEXAN)
    texans = garrison(s) + waiting
    if s.rules.even_game:
        return say("banner_even", lost=lost, limit=COLLAPSE, texans=texans, most=HANDFUL)
    return say("banner", lost=lost, limit=COLLAPSE, net=net, band=say(band), texans=texans)


def _panels(s: Alamo) -> tuple[Panel, ...]:
    columns = tuple(
        (
            say("column", column=c if c < 5 else "R"),
            str(sum(SIDE[u] == MEXICAN and _column(u) == c and s.loc[u] < PLACES for u in UNITS)),
        )
        for c in range(1, 6)
    )
    fires = (say("fires"), f"{len(s.fires)}/{FIRES}")
    dead = ", ".join(UNIT_NAMES[u] for u in UNITS if IS_LEADER[u] and s.loc[u] == DEAD) or NONE
    return (
        Panel("army", say("army"), (*columns, straggler_row(s))),
        Panel("assault", say("assault"), (*ladder_rows(s), *door_rows(s), fires, (say("leaders_dead"), dead))),
    )


def _column(unit: UnitId) -> int:
    row = UNIT_ROWS[unit] if unit < COMBAT else LEADER_ROWS[unit - COMBAT]
    return 5 if row.formation == "R" else int(row.formation)


def charts(view: Alamo, seat: int) -> tuple[Chart, ...]:
    """The printed tables, with the present turn and soft casualties."""
    terrain = tuple(
        (
            row.terrain.replace("_", " "),
            str(row.move_cost or "-"),
            str(row.stack_limit or "-"),
            str(row.fire_defense),
            str(row.melee_defense),
        )
        for row in TERRAIN_ROWS
    )
    dawn = tuple((str(row.game_turn), f"−{row.darkness}", str(row.max_los or "∞")) for row in TURN_ROWS)
    soft = tuple((str(die), str(SOFT[die])) for die in range(1, 7))
    return (
        Chart(
            "terrain",
            say("terrain"),
            "TEC.note",
            tuple(say(k) for k in ("kind", "cost", "limit", "cover", "melee")),
            terrain,
        ),
        Chart(
            "dawn",
            say("dawn"),
            "10.6",
            tuple(say(k) for k in ("turn", "darkness", "visibility")),
            dawn,
            row=view.turn - 1,
        ),
        Chart("soft", say("soft"), "5.2", (say("die"), say("less")), soft),
    )


def overlay(view: Alamo, seat: int, id: str, unit: int, space: int) -> Overlay:
    """An answer to "show me"."""
    return overlay_of(view, id, unit, space, say)


def forecast(view: Alamo, seat: int, option: Option) -> Forecast | None:
    """Exact chances of the shot, the melee or the door that an option begins."""
    return forecast_of(view, option, say)


def reach(view: Alamo, unit: int) -> Reach[Refusal] | None:
    """Where the group in hand could march: nowhere, if it can only fire, lest a target pass for a goal; Texans in their
    own phase as far as no closed door is in the way; found by trying, where doors alone lead on or Mexicans come in."""
    told, act = reach_of(view, unit), view.stack[-1] if view.stack else None
    units = alive(view, act.units) if type(act) is Act else ()
    if told is not None or type(act) is not Act or unit not in units:
        return told
    asked, start = act.ask(view), view.loc[unit]
    ways = {type(option) for option in asked.options} if isinstance(asked, Decision) else set()
    if Go in ways and act.mode == OWN:
        return march(view, units, act.moved).reach(start, act.spent)
    return None if ways & {Go, Force, Haul} else Reach(start, {start: 0}, {}, {})


def threat_forecast(view: Alamo, seat: int, space: int) -> Forecast | None:
    """The best shot the enemy has at a space."""
    return threat_of(view, SpaceId(space), say)


DISPLAY: Display[Alamo] = Display(
    scene=scene,
    charts=charts,
    overlays=tuple((id, say(id)) for id in OVERLAYS),
    overlay=overlay,
    forecast=forecast,
    threat_forecast=threat_forecast,
    reach=reach,
    orders=orders,
    text_map=text_map,
    text_near=text_near,
    facts=facts,
)
