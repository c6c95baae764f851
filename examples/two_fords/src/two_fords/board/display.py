"""What lies on the board: pieces, tracks and overlays; and the map of a terminal."""

from grognard.core import Refusal, UnitId
from grognard.look import hextext
from grognard.look.battles import Battles
from grognard.look.display import Display
from grognard.look.overlays import HexOverlays
from grognard.look.scene import Face, Piece, Scene
from grognard.look.tracks import point_track, turn_track
from grognard.maps import Reach, Set
from two_fords import GAME
from two_fords.content import (
    BLUE,
    DEAD,
    FORDS,
    GRID,
    GUN,
    MOVES,
    RESULTS,
    RIVER,
    SIDE,
    STRENGTH,
    TERRAIN,
    TURNS,
    ZONES,
    Side,
)
from two_fords.content import UNIT_NAMES as NAMES
from two_fords.rules.combat import resolution
from two_fords.rules.movement import march
from two_fords.rules.sequence import villages_held
from two_fords.rules.sight import seen_by
from two_fords.rules.state import Fords, alive
from two_fords.rules.supply import supplied

say = GAME.words.say
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


def sight(view: Fords, side: int) -> Set:
    """What the guns of a side see together."""
    seen = 0
    for gun in alive(view, Side(side)):
        seen |= seen_by(view, gun) if GUN[gun] else 0
    return seen


def text_map(view: Fords, seat: int, around: int = -1) -> list[str]:
    def cell(hex: int) -> hextext.Cell:
        head = GRID.names[hex] + ("" if TERRAIN[hex] == "clear" else TERRAIN[hex][0])
        return hextext.Cell(((head, "dim"), *((NAMES[u], TONE[SIDE[u]]) for u in view.here.get(hex, ()))))

    def mark(hexside: int) -> str:
        return "~" if hexside in RIVER else "=" if hexside in FORDS else ""

    lost = ", ".join(NAMES[u] for u in view.here.get(DEAD, ()))
    drawn = hextext.hex_text(GRID, cell, mark=mark, around=around)
    return [f"Turn {view.turn}", *drawn, f"Eliminated: {lost or 'nobody'}"]


ORDER = ("AE", "AR", "NE", "DR", "DE")
BATTLES = Battles(GAME, RESULTS, resolution, ORDER, ("4.2", "4.3", "4.4"), {"held": lambda result: result[0] != "D"})
OVERLAYS = HexOverlays(
    say,
    SIDE,
    reach,
    zone=lambda view, side: ZONES.of(view.held[1 - side]),
    supply=lambda view, side: supplied(view, Side(side)),
    sight=sight,
)
DISPLAY: Display[Fords] = Display(
    scene=scene,
    charts=BATTLES.charts,
    overlays=OVERLAYS.names,
    overlay=OVERLAYS.overlay,
    forecast=BATTLES.forecast,
    reach=reach,
    text_map=text_map,
    text_near=text_map,
)
