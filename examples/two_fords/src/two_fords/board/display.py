"""What lies on the board: pieces, tracks, overlays, the results table and forecasts; and the map of a terminal."""

from functools import partial

from grognard.core import Add, All, Option, Refusal, UnitId
from grognard.look import charts, hextext, overlays
from grognard.look.display import Display
from grognard.look.scene import Chart, Face, Forecast, Overlay, Piece, Scene, Term
from grognard.look.tracks import point_track, turn_track
from grognard.maps import Reach
from grognard.tables import Resolution
from two_fords import GAME
from two_fords.content import (
    BLUE,
    DEAD,
    FORDS,
    GRID,
    GUN,
    HEXES,
    MOVES,
    RESULTS,
    RIVER,
    SIDE,
    SPACE_NAMES,
    STRENGTH,
    TERRAIN,
    TURNS,
    UNIT_NAMES,
    UNITS,
    ZONES,
    Side,
)  # fmt: skip
from two_fords.rules.combat import Attack, Fighting, Muster, attackers_of, resolution
from two_fords.rules.movement import march
from two_fords.rules.sequence import villages_held
from two_fords.rules.sight import seen_by
from two_fords.rules.state import Fords, alive, foe
from two_fords.rules.supply import supplied

say = GAME.words.say
ORDER = ("AE", "AR", "NE", "DR", "DE")
OVERLAYS = ("reach", "zone", "supply", "sight")


def scene(view: Fords, seat: int) -> Scene:
    villages = villages_held(view)
    return Scene(
        pieces=tuple(_piece(view, unit) for unit in UNITS),
        tracks=(
            turn_track("turn", say("turns"), [(str(n), "") for n in range(1, TURNS + 1)], view.turn - 1),
            point_track("villages", say("villages"), villages, 2, wins=range(1, 3)),
        ),
        banner=say("banner", n=villages),
        banner_rule="7.2",
    )


def _piece(s: Fords, unit: UnitId) -> Piece:
    at, side = s.loc[unit], SIDE[unit]
    cut = at != DEAD and not supplied(s, side) >> at & 1
    states = {"eliminated": at == DEAD, "done": bool(s.done >> unit & 1), "oos": cut}
    face = Face(
        ground="French" if side == BLUE else "German",
        symbol="artillery" if GUN[unit] else "infantry",
        top=UNIT_NAMES[unit],
        bottom=f"{STRENGTH[unit]}-{MOVES[unit]}",
        states=tuple(state for state, so in states.items() if so),
    )
    told = say("piece", name=UNIT_NAMES[unit], strength=STRENGTH[unit], moves=MOVES[unit])
    return Piece(f"u{unit}", unit, UNIT_NAMES[unit], side, at, face, text=told)


def reach(view: Fords, unit: int) -> Reach[Refusal] | None:
    return None if view.loc[unit] == DEAD else march(view, UnitId(unit)).reach(view.loc[unit])


def overlay(view: Fords, seat: int, name: str, unit: int, space: int) -> Overlay:
    side = SIDE[unit] if unit >= 0 else Side(view.seats.index(seat)) if seat in view.seats else BLUE
    if name == "reach":
        movers = [unit] if unit >= 0 else view.here.get(space, ())
        found = [r for r in (reach(view, u) for u in movers) if r is not None]
        return overlays.reach(say(name), [{hex: r.costs[hex] for hex in r.ends()} for r in found])
    if name == "zone":
        return overlays.zone(say(name), ZONES.of(view.held[foe(side)]))
    if name == "supply":
        fed = supplied(view, side)
        return overlays.supply(say(name), fed, view.held[side] & ~fed, say("cut"))
    seen = 0
    for gun in alive(view, side):
        seen |= seen_by(view, gun) if GUN[gun] else 0
    return overlays.sight(say("sight"), seen)


def _attack(view: Fords, option: Option | None) -> tuple[int, Resolution[str]] | None:
    """The attack an option begins or forms, or the one that is being formed."""
    top = view.stack[-1] if view.stack else None
    if isinstance(option, Attack) and isinstance(top, Fighting):
        target, units = option.space, tuple(attackers_of(view, top.side, option.space))
    elif isinstance(top, Muster):
        target = top.target
        more = top.able(view) if type(option) is All else [option.unit] if type(option) is Add else []
        units = tuple(sorted({*top.picked, *more}))
    else:
        return None
    return (target, resolution(view, target, units)) if units else None


def _chart(attack: Resolution[str] | None = None) -> Chart:
    before, column = (attack.base, attack.column) if attack else (-1, -1)
    return charts.results_chart("results", say("results"), "4.4", say("die"), RESULTS, str, before, column)


def forecast(view: Fords, seat: int, option: Option) -> Forecast | None:
    found = _attack(view, option)
    if found is None:
        return None
    target, attack = found
    named = ", ".join(UNIT_NAMES[u] for u in view.here[target])
    sums = [Term(say("defence", units=named), "4.2", "-".join(map(str, attack.values)))]
    lines = charts.sum_of(attack, say, partial(GAME.words.get, "term"), "4.2", "4.3")
    held = charts.percent(attack.chances().probability(lambda result: result[0] != "D"))
    return charts.forecast(
        say("forecast", hex=SPACE_NAMES[target]), [*sums, *lines], attack.chances(), str, ORDER.index,
        [(held, say("held"))], _chart(attack), say("exact"),
    )  # fmt: skip


def chart_list(view: Fords, seat: int) -> tuple[Chart, ...]:
    found = _attack(view, None)
    return (_chart(found[1] if found else None),)


def text_map(view: Fords, seat: int) -> list[str]:
    def cell(hex: int) -> hextext.Cell:
        units = view.here.get(hex, ())
        head = f"{GRID.names[hex]}{'' if TERRAIN[hex] == 'clear' else TERRAIN[hex][0]}"
        tones = [("bold blue" if SIDE[u] == BLUE else "bold red") for u in units]
        return hextext.Cell(((head, "dim"), *((UNIT_NAMES[u], tone) for u, tone in zip(units, tones, strict=True))))

    def mark(hexside: int) -> str:
        return "~" if hexside in RIVER else "=" if hexside in FORDS else ""

    lost = ", ".join(UNIT_NAMES[u] for u in UNITS if view.loc[u] >= HEXES)
    return [f"Turn {view.turn}", *hextext.hex_text(GRID, cell, mark=mark), f"Eliminated: {lost or 'nobody'}"]


DISPLAY: Display[Fords] = Display(
    scene=scene,
    charts=chart_list,
    overlays=tuple((name, say(name)) for name in OVERLAYS),
    overlay=overlay,
    forecast=forecast,
    reach=reach,
    text_map=text_map,
)
