"""Every counter, a track of eighty turns and one of a hundred points."""

from grognard.look.display import Display
from grognard.look.scene import Cell, Face, Piece, Scene, Track
from tests.field.content import SIDE, UNIT_NAMES, UNITS
from tests.field.flow import Field, march


def scene(view: Field, seat: int) -> Scene:
    tracks = (
        Track("turn", "Turn", tuple(Cell(str(n), "", "rain" if n % 7 == 0 else "") for n in range(1, 81)), 30),
        Track("points", "Points", tuple(Cell(str(n), "", "win" if n > 90 else "") for n in range(99)), 40),
    )
    return Scene(tuple(_piece(view, u) for u in UNITS), tracks=tracks, banner="Hold the field")


def _piece(s: Field, u: int) -> Piece:
    face = Face(
        "US" if SIDE[u] == 0 else "German", "infantry", "II", top=UNIT_NAMES[u], bottom="4-60", right="boxes:0/3",
        states=("done",) if s.moved[u] else (),
    )  # fmt: skip
    return Piece(f"u{u}", u, UNIT_NAMES[u], SIDE[u], s.loc[u], face, text=f"{UNIT_NAMES[u]}, strength 4")


DISPLAY: Display[Field] = Display(scene=scene, reach=lambda s, unit: march(s, unit).reach(s.loc[unit]))
