"""Pictures of every map and of the counter sheet: `python -m grognard.look.preview OUTDIR [GAME ...]`."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from grognard.look.ground import board, ground_svg
from grognard.look.scene import Board, Sign
from grognard.look.svg import document, element, moved, num, path

GAMES = ("cassino_1944", "thunder_at_cassino", "cities_of_the_damned")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--no-first-run",
    "--allow-file-access-from-files",
)

View = tuple[float, float, float, float]


def shown(sign: Sign) -> str:
    return moved(*sign.at, sign.svg)


def map_svg(sheet: Board, ground: str, view: View | None = None, pixels: float | None = None, near: int = 2) -> str:
    """A whole map: ground (an SVG file beside it), grid and signs up to a zoom band."""
    items = [
        element("image", href=ground, width=num(sheet.width), height=num(sheet.height)),
        path(sheet.grid, fill="none", stroke="#2B2113", stroke_width=1.8, opacity=0.55),
        *(shown(s) for s in sheet.signs if s.near <= near),
    ]
    return document(items, view or (0, 0, sheet.width, sheet.height), sheet.defs, pixels)


def png(source: Path, target: Path, width: float, height: float) -> None:
    """Photograph an SVG or HTML file with headless Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or "google-chrome"
    with tempfile.TemporaryDirectory() as profile:
        command = [chromium, *FLAGS, f"--user-data-dir={profile}", f"--window-size={round(width)},{round(height)}"]
        command += [f"--screenshot={target}", source.resolve().as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=180)


def preview(out: Path, games: Sequence[str] = GAMES) -> None:
    """Write `map_<game>.png` for each game, with the SVG files it is made of."""
    out.mkdir(parents=True, exist_ok=True)
    for game in games:
        ground = out / f"ground_{game}.svg"
        ground.write_text(ground_svg(game), encoding="utf-8")
        sheet = board(game)
        whole = out / f"map_{game}.svg"
        whole.write_text(map_svg(sheet, ground.name, pixels=1400), encoding="utf-8")
        png(whole, out / f"map_{game}.png", 1400, 1400 * sheet.height / sheet.width)


if __name__ == "__main__":
    preview(Path(sys.argv[1]), sys.argv[2:] or GAMES)
