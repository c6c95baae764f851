"""Pictures of every map and of the counter sheet: `python -m grognard.look.preview OUTDIR [GAME ...]`."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from grognard.core import game_names, load_game
from grognard.look.counters import face_defs, face_svg, marker_svg
from grognard.look.ground import board, ground_svg, has_drawing
from grognard.look.labels import HALO
from grognard.look.markers import markers
from grognard.look.scene import Board, Face, Numbers, Sign
from grognard.look.style import LIGHT
from grognard.look.svg import Attribute, document, element, figure, moved, num, path, rect, text

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


def numbers(layer: Numbers) -> list[str]:
    halo: dict[str, Attribute] = {"stroke": "#EFE6CF", "stroke_width": layer.size * 0.2, **HALO}
    return [
        figure(x, y + layer.size * 0.35, words, layer.size, fill="#1E170B", font_weight=500, **halo)
        for words, x, y in layer.spots
    ]


def map_svg(sheet: Board, ground: str, view: View | None = None, pixels: float | None = None, near: int = 2) -> str:
    """A whole map: ground (an SVG file beside it), grid and signs up to a zoom band."""
    items = [
        element("image", href=ground, width=num(sheet.width), height=num(sheet.height)),
        path(sheet.grid, fill="none", stroke="#2B2113", stroke_width=1.8, opacity=0.55),
        *(shown(s) for s in sheet.signs if s.near <= near),
        *(numbers(sheet.numbers) if near > 1 else ()),
    ]
    return document(items, view or (0, 0, sheet.width, sheet.height), sheet.defs, pixels)


def placed(face: Face, x: float, y: float, size: float) -> str:
    """A counter with its middle at (x, y)."""
    return moved(x - size / 2, y - size / 2, face_svg(face), scale=size / 100)


F = Face
SAMPLES: Mapping[str, Sequence[tuple[Face, str]]] = {
    "Thunder at Cassino": (
        (F("NZ", "infantry", top_left="A", top_right="25 NZ", bottom="3-4-5", left="dots:3", right="disc:3"), "fresh"),
        (F("NZ", "inf", top_left="A", top_right="25 NZ", shield="1", left="dots:3", states=("done",)), "committed"),
        (
            F("Indian", "inf", top_left="A", top_right="1/9 Gur", bottom="2-4-6", left="dots:3", right="disc:5"),
            "Gurkha",
        ),
        (F("British", "mg", top_left="MG", top_right="1/4 Esx", bottom="4-4-5", left="dots:2", right="disc:1"), "MG"),
        (F("NZ", "sherman", top_left="B", top_right="19 Armd", bottom="5-4-7", left="dots:4", right="disc:1"), "tank"),
        (F("Para", "inf", top_left="5", top_right="II/3", bottom="3-4-5", left="dots:3", right="disc:3"), "parachute"),
        (F("Para", "inf", top_left="5", top_right="II/3", shield="2", left="dots:3", states=("done",)), "committed"),
        (F("German", "stug", top_right="242", bottom="5-5-6", left="dots:4", right="disc:1"), "StuG"),
        (F("Para", "at", top_left="14", top_right="3", bottom="6-3-4", left="dots:3", right="disc:1"), "anti-tank"),
        (
            F("Para", "obs", top_left="OBS", top_right="1 Div", bottom="0-6-5", left="dots:1", right="disc:0"),
            "observer",
        ),
    ),
    "Cassino (1944)": (
        (F("US", "infantry", "III", "34/133", bottom="4-2", right="boxes:0/3"), "full"),
        (F("US", "infantry", "III", "34/133", bottom="4-2", right="boxes:1/3"), "damage 1"),
        (F("US", "armor", "X", "1 CCB", bottom="5-3", right="boxes:0/3"), "armour"),
        (F("US", "tank destroyer", "II", "636 TD", bottom="1-3", right="boxes:1/2"), "tank destroyer"),
        (F("NZ", "infantry", "X", "2 NZ/5", bottom="4-2", right="boxes:0/3"), "New Zealand"),
        (F("Indian", "infantry", "X", "4 IND/7", bottom="4-2", right="boxes:0/3"), "Indian"),
        (F("German", "panzer grenadier", "III", "90/361", bottom="4-3", right="boxes:0/3"), "pz. grenadier"),
        (F("Para", "parachute", "II", "1FSJ/1/3", bottom="3-2", right="boxes:1/2"), "parachute"),
        (F("Para", "parachute machine gun", "II", "1FSJ/MG", bottom="2-2", right="boxes:0/2"), "MG"),
        (F("German", "infantry", "III", "71/211", bottom="3-2", right="boxes:0/3", states=("done",)), "has acted"),
    ),
    "Cities of the Damned": (
        (F("NZ", "infantry", top_left="A", top_right="24 NZ", bottom="3"), "full"),
        (F("NZ", "infantry", top_left="A", top_right="24 NZ", bottom="2", states=("reduced",)), "reduced"),
        (F("NZ", "infantry", top_left="B", top_right="24 NZ", bottom="3", states=("done",)), "activated"),
        (F("NZ", "sherman", top_left="C", top_right="19 NZ", bottom="2"), "squadron"),
        (F("Para", "infantry", top_left="KG 4", top_right="FJ", bottom="2"), "FJ"),
        (F("Para", "mg", top_left="MG", top_right="FJ", bottom="1"), "MG"),
        (F("Para", "stug", top_left="StuG", top_right="FJ", bottom="2"), "StuG III"),
        (F("Para", "sniper", top_right="FJ", bottom="1"), "sniper"),
        (F("Para", "canopy", bottom="1 FJ", states=("unknown",)), "undrawn"),
        (F("German", "wheel", bottom="15 PG", states=("unknown",)), "undrawn"),
    ),
    "Other games": (
        (F("NZ", "hq", "II", top_left="HQ", top_right="25 NZ", bottom="(1)"), "headquarters"),
        (F("Indian", "infantry", "I", top_left="C", top_right="1/9 Gur", bottom="7-60", states=("pinned",)), "pinned"),
        (F("NZ", "infantry", "I", top_left="B", top_right="25 NZ", bottom="6-60", right="plate:-1"), "reduction 1"),
        (F("Mexican", "fusilier", top_left="4", top_right="+1", left="disc:L", bottom="5"), "fusiliers"),
        (F("Texan", "rifle", top_left="4", top_right="−1", bottom="3"), "riflemen"),
        (F("Texan", "leader", top_left="★", top_right="+3", bottom="TRAVIS"), "leader"),
        (F("Texan", "cannon", top_left="18 pdr", bottom="7", right="ball:full"), "gun"),
        (F("US", "infantry", "XX", left="28 Inf", bottom="3-4-2", states=("untried",)), "untried"),
        (F("SS", "armor", "XX", left="9 SS", bottom="6-6-3", states=("reduced", "oos")), "reduced, no supply"),
        (F("French", "armor", "XX", left="2 Fr", bottom="5-5-4", states=("eliminated",)), "eliminated"),
    ),
    "More symbols": (
        *((F("Marker", name), name) for name in ("engineer", "artillery", "recon", "air", "general")),
        (F("British", "infantry", "III", "3/4", bottom="3-3", states=("reserve",)), ""),
    ),
}


def counter_sheet() -> str:
    """Every kind of face and marker side by side."""
    size, step = 78.0, 112.0
    items = [rect(0, 0, 1400, 860, fill=LIGHT.panel)]
    for line, (title, faces) in enumerate(SAMPLES.items()):
        y = 76 + line * 134
        items.append(text(30, y + 5, title, 15, "interface", LIGHT.soft, anchor="start", weight=600))
        for i, (face, label) in enumerate(faces):
            x = 270 + i * step
            items.append(placed(face, x, y, size))
            items.append(text(x, y + 58, label, 12, "interface", LIGHT.soft))
    for i, kind in enumerate(markers()):
        x = 60 + i * 84
        ground = "German" if kind == "control_german" else "NZ"
        items.append(moved(x - 26, 742, marker_svg(kind, "2", ground), scale=0.52))
        items.append(text(x, 822, kind, 12, "interface", LIGHT.soft))
    return document(items, (0, 0, 1400, 860), face_defs())


def png(source: Path, target: Path, width: float, height: float) -> None:
    """Photograph an SVG or HTML file with headless Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or "google-chrome"
    with tempfile.TemporaryDirectory() as profile:
        command = [chromium, *FLAGS, f"--user-data-dir={profile}", f"--window-size={round(width)},{round(height)}"]
        command += [f"--screenshot={target}", source.resolve().as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=180)


def preview(out: Path, games: Sequence[str] = ()) -> None:
    """Write `map_<game>.png` for each game (default: every title that is drawn), with the SVG files it is made of."""
    out.mkdir(parents=True, exist_ok=True)
    sheet_file = out / "counters.svg"
    sheet_file.write_text(counter_sheet(), encoding="utf-8")
    png(sheet_file, out / "counters.png", 1400, 860)
    for game in games or game_names():
        title = load_game(game)
        if not has_drawing(title):
            continue
        ground = out / f"ground_{game}.svg"
        ground.write_text(ground_svg(title), encoding="utf-8")
        sheet = board(title)
        whole = out / f"map_{game}.svg"
        whole.write_text(map_svg(sheet, ground.name, pixels=1400), encoding="utf-8")
        png(whole, out / f"map_{game}.png", 1400, 1400 * sheet.height / sheet.width)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit("python -m grognard.look.preview OUT [GAME ...]: a folder for the pictures is missing")
    preview(Path(sys.argv[1]), sys.argv[2:])
