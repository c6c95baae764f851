"""What lies on the board: pieces, tracks and overlays; and the map of a terminal."""

from grognard.core import Refusal, UnitId
from grognard.look import hextext, overlays
from grognard.look.display import Display
from grognard.look.scene import Face, Overlay, Piece, Scene
from grognard.look.tracks import point_track, turn_track
from grognard.maps import Reach
from two_fords.board.forecasts import chart_list, forecast, say
from two_fords.content import BLUE, DEAD, FORDS, GRID, GUN, MOVES, RIVER, SIDE, STRENGTH, TERRAIN, TURNS, ZONES, Side
from two_fords.content import UNIT_NAMES as NAMES
from two_fords.rules.movement import march
from two_fords.rules.sequence import villages_held
from two_fords.rules.sight import seen_by
from two_fords.rules.state import Fords, alive, foe
from two_fords.rules.supply import supplied

OVERLAYS = ("reach", "zone", "supply", "sight")
TONE = ("bold blue", "bold red")


def scene(view: Fords, seat: int) -> Scene:
    villages = villages_held(view)
    turns = [(str(n), "") for n in range(1, TURNS + 1)]
    return Scene(
        pieces=tuple(_piece(view, UnitId(unit)) for unit in range(len(NAMES))),
        tracks=(
            turn_track("turn", say("turns"), turns, view.turn - 1),
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
        top=NAMES[unit],
        bottom=f"{STRENGTH[unit]}-{MOVES[unit]}",
        states=tuple(state for state, so in states.items() if so),
    )
    told = say("piece", name=NAMES[unit], strength=STRENGTH[unit], moves=MOVES[unit])
    return Piece(f"u{unit}", unit, NAMES[unit], side, at, face, text=told)


def reach(view: Fords, unit: int) -> Reach[Refusal] | None:
    return None if view.loc[unit] == DEAD else march(view, UnitId(unit)).reach(view.loc[unit])


def overlay(view: Fords, seat: int, name: str, unit: int, space: int) -> Overlay:
    side = SIDE[unit] if unit >= 0 else Side(view.seats.index(seat)) if seat in view.seats else BLUE
    if name == "reach":
        movers = [unit] if unit >= 0 else view.here.get(space, ())
        return overlays.marches(say(name), [reach(view, u) for u in movers])
    if name == "zone":
        return overlays.zone(say(name), ZONES.of(view.held[foe(side)]))
    if name == "supply":
        fed = supplied(view, side)
        return overlays.supply(say(name), fed, view.held[side] & ~fed, say("cut"))
    seen = 0
    for gun in alive(view, side):
        seen |= seen_by(view, gun) if GUN[gun] else 0
    return overlays.sight(say("sight"), seen)


def text_map(view: Fords, seat: int, around: int = -1) -> list[str]:
    def cell(hex: int) -> hextext.Cell:
        head = GRID.names[hex] + ("" if TERRAIN[hex] == "clear" else TERRAIN[hex][0])
        return hextext.Cell(((head, "dim"), *((NAMES[u], TONE[SIDE[u]]) for u in view.here.get(hex, ()))))

    def mark(hexside: int) -> str:
        return "~" if hexside in RIVER else "=" if hexside in FORDS else ""

    lost = ", ".join(NAMES[u] for u in view.here.get(DEAD, ()))
    drawn = hextext.hex_text(GRID, cell, mark=mark, around=around)
    return [f"Turn {view.turn}", *drawn, f"Eliminated: {lost or 'nobody'}"]


DISPLAY: Display[Fords] = Display(
    scene=scene,
    charts=chart_list,
    overlays=tuple((name, say(name)) for name in OVERLAYS),
    overlay=overlay,
    forecast=forecast,
    reach=reach,
    text_map=text_map,
    text_near=text_map,
)
