"""How the game looks at the table: pieces, tracks, panels and charts from a view."""

from collections.abc import Iterator
from functools import lru_cache

from grognard.core import Option, SpaceId, UnitId
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.board.clash import clash
from grognard.games.second_front_now.board.endings import endings
from grognard.games.second_front_now.board.facts import facts
from grognard.games.second_front_now.board.forecasts import forecast_of, threat_of
from grognard.games.second_front_now.board.orders import orders
from grognard.games.second_front_now.board.overlays import OVERLAYS, overlay_of
from grognard.games.second_front_now.board.panels import panels
from grognard.games.second_front_now.board.textmap import text_map, text_near
from grognard.games.second_front_now.content import (
    ALLIED,
    ANTI_ARMOR,
    ANTI_INFANTRY,
    ARMOR,
    BEACH,
    BEACHES,
    GERMAN,
    HEXES,
    HQ,
    IS_ARTILLERY,
    KIND,
    MOVES,
    NONE,
    SIDE,
    SIDES,
    SORT,
    SPACE_NAMES,
    SPACES,
    STEPS,
    STRIKE,
    SUPPLIES,
    TERRAIN_ROWS,
    TURN_ROWS,
    UNIT_ROWS,
    UNTRIED,
    VALUE,
)
from grognard.games.second_front_now.rules.commands import Standing, standings
from grognard.games.second_front_now.rules.movement import reach_of
from grognard.games.second_front_now.rules.state import PLANS, SecondFront
from grognard.games.second_front_now.rules.victory import DAWN, PUSHED_BACK, in_first_days, needed
from grognard.look.display import Display
from grognard.look.scene import Cell, Chart, Face, Forecast, Overlay, Piece, Scene, Track
from grognard.maps.sets import BIT, members

say = GAME.words.say
SYMBOL = {"panzer_grenadier": "panzer grenadier", "airborne": "parachute"}
PLAIN = frozenset({"mountain", "jaeger", "garrison", "motorized"})
"""Kinds drawn as infantry with a letter beside."""
BEHIND, AHEAD = 2, 10
"""Turns shown before and after the present one."""


# Pieces --------------------------------------------------------------------------------------------


def scene(view: SecondFront, seat: int) -> Scene:
    """Everything drawn or listed of a view."""
    return Scene(
        pieces=(*_markers(view, seat), *_counters(view)),
        tracks=(_turns(view.turn, view.storm, view.rules.last), _points(view.vp, needed(view))),
        panels=panels(view, seat, say),
        banner=_banner(view),
        banner_rule="6.1" if in_first_days(view) else "4.7" if view.riga else "4.6",
        owner=tuple((h, ALLIED if view.taken & BIT[h] else GERMAN) for h in VALUE),
        clash=clash(view, say),
        endings=() if view.result is not None else tuple(endings(view)),
    )


def _banner(s: SecondFront) -> str:
    """How the game stands and what decides it."""
    if in_first_days(s):
        return say("banner_first_days", vp=s.vp, few=PUSHED_BACK, n=DAWN, last=s.rules.last)
    return say("banner", vp=s.vp, needed=needed(s), last=s.rules.last)


def _counters(s: SecondFront) -> Iterator[Piece]:
    """Stacks bottom first; in boxes every sort in a cell of its own. Covered counters have no name."""
    spent = {*s.spent, *s.refitted}
    for space in [*members(s.held[ALLIED] | s.held[GERMAN]), *range(HEXES, SPACES)]:
        units = s.here.get(SpaceId(space), ())
        cells: dict[tuple[int, int, Standing | None], int] = {}
        apart = dict(standings(s, SpaceId(space))) if space >= HEXES else {}
        for k, u in enumerate(units):
            if u < 0:
                yield _covered(space, k)
                continue
            cell = 0 if space < HEXES else cells.setdefault((SORT[u], s.steps[u], apart.get(u)), len(cells))
            yield _piece(u, space, s.steps[u], cell, u in spent, s.fed[u] == NONE and space < HEXES)


@lru_cache(maxsize=1024)
def _covered(space: int, k: int) -> Piece:
    """A counter that nobody of this seat may look at: it has a place and no name."""
    face = Face("US", states=("unknown",))
    text = say("covered")
    return Piece(f"h{SPACE_NAMES[space]}.{k}", -1, text, ALLIED, space, face, text=text)


@lru_cache(maxsize=16384)
def _piece(unit: UnitId, space: int, steps: int, cell: int, done: bool, cut: bool) -> Piece:
    row = UNIT_ROWS[unit]
    values = "" if KIND[unit] == HQ else f"{ANTI_ARMOR[unit]}-{ANTI_INFANTRY[unit]}-{MOVES[unit][max(steps, 1)]}"
    states = {
        "eliminated": not steps,
        "untried": UNTRIED[unit],
        "reduced": STEPS[unit] == 2 and steps == 1,
        "done": done and space < HEXES,
        "oos": cut,
    }
    face = Face(
        ground=GROUNDS[unit],
        symbol="infantry" if row.symbol in PLAIN else SYMBOL.get(row.symbol, row.symbol),
        size="XXX" if IS_ARTILLERY[unit] else "XXXX" if KIND[unit] == HQ else "XX",
        top=row.short,
        bottom=values,
        left=row.symbol[0].upper() if row.symbol in PLAIN else "",
        states=tuple(state for state, so in states.items() if so),
    )
    told = say("piece", name=row.name, values=values or "-", steps=steps, full=STEPS[unit])
    return Piece(f"u{unit}", unit, row.name, SIDE[unit], space, face, group=cell, text=told)


def _ground(unit: int) -> str:
    """Printed colours: panzers black, German infantry grey, the Allied nations by their own."""
    row = UNIT_ROWS[unit]
    if SIDE[unit] == GERMAN:
        return "SS" if KIND[unit] == ARMOR else "Para" if row.symbol == "parachute" else "German"
    return {"US": "US", "Free French": "French", "Canadian": "Canadian"}.get(row.nationality, "British")


GROUNDS = tuple(_ground(u) for u in range(len(UNIT_ROWS)))


def _markers(s: SecondFront, seat: int) -> Iterator[Piece]:
    """The beaches in use, flags of places the Allies hold, and the owner's own plans."""
    if s.area >= 0:
        for k, hex in enumerate(BEACH[s.area]):
            yield _beach(hex, k, bool(s.taken & BIT[hex]))
    for hex in VALUE:
        if s.taken & BIT[hex] and hex not in s.here:
            yield _flag(hex)
    if seat == s.seats[ALLIED]:
        for k, plan in enumerate(s.plans):
            if plan.hex >= 0 and not plan.cancelled:
                text = say("plan_piece", kind=PLANS[plan.kind], day=plan.day)
                face = Face("Marker", bottom=str(plan.day))
                yield Piece(f"plan{k}", -1, text, ALLIED, plan.hex, face, marker="support", text=text)


@lru_cache
def _beach(hex: SpaceId, k: int, allied: bool) -> Piece:
    text = say("beach_piece", name=BEACHES[k], side=SIDES[ALLIED if allied else GERMAN])
    side = ALLIED if allied else GERMAN
    return Piece(f"beach{k}", -1, text, side, hex, Face("Marker", bottom=BEACHES[k]), marker="beach", text=text)


@lru_cache
def _flag(hex: SpaceId) -> Piece:
    text = say("flag_piece", side=SIDES[ALLIED], points=VALUE[hex])
    return Piece(f"flag{hex}", -1, text, ALLIED, hex, Face("Marker"), marker="control", text=text)


# Tracks and charts ---------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _turns(turn: int, storm: int, last: int) -> Track:
    """A window round the present turn, up to the last of the game, with what the record notes."""
    first = max(1, min(turn - BEHIND, last - BEHIND - AHEAD))
    cells = []
    for row in TURN_ROWS[first - 1 : min(first + BEHIND + AHEAD, last)]:
        notes = [
            word for word, on in (("Air", row.air), ("It", row.italy), ("Rus", row.russia), ("St", row.storm)) if on
        ]
        fill = "rain" if row.game_turn == turn and storm else "past" if row.game_turn < turn else ""
        cells.append(Cell(str(row.game_turn), " ".join(notes), fill))
    return Track("turn", say("turns"), tuple(cells), turn - first)


@lru_cache(maxsize=512)
def _points(vp: int, goal: int) -> Track:
    """A window of the German points; from the goal on they win."""
    first = max(0, vp - 6)
    cells = tuple(Cell(str(n), "", "win" if n >= goal else "") for n in range(first, first + 13))
    return Track("points", say("points"), cells, vp - first)


def charts(view: SecondFront, seat: int) -> tuple[Chart, ...]:
    """The terrain key, the strike table, and the kinds of supply."""
    terrain = tuple(
        (row.terrain.replace("_", " "), *[_signed(n) for n in (row.mod_nonarmor, row.mod_armor, row.mod_artillery)])
        for row in TERRAIN_ROWS
    )
    strikes = tuple((str(die), row.result, f"+{row.modifier}" if row.modifier else "-") for die, row in STRIKE.items())
    supply = tuple((kind,) for kind in SUPPLIES)
    return (
        Chart("terrain", say("terrain"), "14.2", (say("ground"), say("infantry"), say("armor"), say("guns")), terrain),
        Chart("strikes", say("strikes"), "15.4.table", (say("die"), say("result"), say("bonus")), strikes),
        Chart("supply", say("supply"), "9.2", (say("kind"),), supply),
    )


def _signed(n: int | None) -> str:
    return "-" if not n else f"{n:+d}"


# Overlays and forecasts ----------------------------------------------------------------------------


def overlay(view: SecondFront, seat: int, id: str, unit: int, space: int) -> Overlay:
    """An answer to "show me"."""
    return overlay_of(view, seat, id, unit, space, say)


def forecast(view: SecondFront, seat: int, option: Option) -> Forecast | None:
    """The chances of the battle or shot that an option begins."""
    return forecast_of(view, seat, option, say)


def threat_forecast(view: SecondFront, seat: int, space: int) -> Forecast | None:
    """The same for the strongest stack that could attack a place."""
    return threat_of(view, seat, SpaceId(space), say)


DISPLAY: Display[SecondFront] = Display(
    scene=scene,
    charts=charts,
    overlays=tuple((id, say(id)) for id in OVERLAYS),
    overlay=overlay,
    forecast=forecast,
    threat_forecast=threat_forecast,
    orders=orders,
    reach=reach_of,
    stacks=("commands",),
    text_map=text_map,
    text_near=text_near,
    facts=facts,
)
