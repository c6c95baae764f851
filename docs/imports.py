"""Who imports whom, and how large every room is, read from the sources: the table "Rooms" of docs/architecture.md and
the graph docs/imports.svg.

`make figures` writes both; `tests/test_rooms.py` fails when an arrow is missing or wrong, or a size is no longer about
right.
"""

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "grognard"
BEGIN, END = "<!-- rooms: make figures -->\n", "<!-- end of rooms -->\n"
HEAD = "| room | modules | lines | imports |\n|---|--:|--:|---|\n"

PACKAGES = ("core", "maps", "tables", "look", "bots", "lab", "adapters", "server", "cli")
TITLE = ("content", "rules", "mind", "title", "board", "check")
ORDER = (*PACKAGES[:4], *(f"title: {room}" for room in TITLE), *PACKAGES[4:])

Room = tuple[int, int, frozenset[str]]
"""Modules, lines, and the rooms it imports."""


def room_of(parts: tuple[str, ...]) -> str:
    """The room of a module below `grognard`, or of what an import names; empty for the package's own top."""
    if parts[:1] != ("games",):
        return parts[0] if parts and parts[0] in PACKAGES else ""
    room = parts[2] if len(parts) > 2 else ""
    if room in ("content", "rows"):
        return "title: content"
    return f"title: {room}" if room in ("rules", "mind", "board", "check") else "title: title"


def imported(path: Path) -> Iterator[tuple[str, ...]]:
    """Everything of ours that a module imports, imports for types included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (tuple(name.split(".")[1:]) for name in names if name.split(".")[0] == "grognard")


def rooms() -> dict[str, Room]:
    """Every room; those of all titles together."""
    modules: dict[str, int] = {}
    lines: dict[str, int] = {}
    arrows: dict[str, set[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        room = room_of(path.relative_to(SOURCE).with_suffix("").parts)
        if room:
            modules[room] = modules.get(room, 0) + 1
            lines[room] = lines.get(room, 0) + len(path.read_text(encoding="utf-8").splitlines())
            arrows.setdefault(room, set()).update(room_of(name) for name in imported(path))
    return {
        room: (modules[room], lines[room], frozenset(arrows[room] - {room, ""})) for room in ORDER if room in modules
    }


def table() -> str:
    out = []
    for room, (modules, lines, arrows) in rooms().items():
        named = ", ".join(other for other in ORDER if other in arrows)
        out.append(f"| {room} | {modules} | {lines:,} | {named or 'nothing of ours'} |\n")
    return HEAD + "".join(out)


def read(text: str) -> dict[str, Room]:
    """The rooms as a document tells them."""
    found = {}
    _, _, rest = text.partition(BEGIN)
    for line in rest.partition(END)[0].splitlines()[2:]:
        room, modules, lines, arrows = (cell.strip() for cell in line.strip("|").split("|"))
        others = frozenset() if arrows == "nothing of ours" else frozenset(arrows.split(", "))
        found[room] = int(modules), int(lines.replace(",", "")), others
    return found


def filled(text: str) -> str:
    """The document with the table brought up to date."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError("the marks of the table are missing")
    return before + begin + table() + end + after


WIDE, HIGH, ASIDE, BELOW, EDGE = 132, 40, 26, 56, 16
"""A box of the graph, the gaps between boxes and between rows, and the margin."""


def direct(arrows: dict[str, frozenset[str]]) -> dict[str, list[str]]:
    """The arrows that do not follow from others: whoever imports a room stands above everything that room imports."""
    below: dict[str, set[str]] = {}

    def reached(room: str) -> set[str]:
        if room not in below:
            below[room] = set(arrows[room]).union(*(reached(other) for other in arrows[room]))
        return below[room]

    return {
        room: [other for other in ORDER if other in others and not any(other in reached(x) for x in others - {other})]
        for room, others in arrows.items()
    }


def layers(arrows: dict[str, frozenset[str]]) -> list[list[str]]:
    """The rooms from top to bottom: each stands above all that it imports, as low as it can."""
    depth: dict[str, int] = {}

    def of(room: str) -> int:
        if room not in depth:
            depth[room] = 1 + max((of(other) for other in arrows[room]), default=-1)
        return depth[room]

    found: dict[int, list[str]] = {}
    for room in ORDER:
        if room in arrows:
            found.setdefault(of(room), []).append(room)
    return [found[level] for level in sorted(found, reverse=True)]


def graph() -> str:
    """The graph as a drawing: boxes in layers, a line for every direct import."""
    arrows = {room: others for room, (_, _, others) in rooms().items()}
    rows = layers(arrows)
    width = 2 * EDGE + max(len(row) for row in rows) * (WIDE + ASIDE) - ASIDE
    height = 2 * EDGE + len(rows) * (HIGH + BELOW) - BELOW
    at = {
        room: ((width - len(row) * (WIDE + ASIDE) + ASIDE) / 2 + k * (WIDE + ASIDE), EDGE + level * (HIGH + BELOW))
        for level, row in enumerate(rows)
        for k, room in enumerate(row)
    }
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        'font-size="14" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" fill="#FBF8F0"/>',
    ]
    for room, others in direct(arrows).items():
        for other in others:
            (a, b), (c, d) = at[room], at[other]
            a, b, c = a + WIDE / 2, b + HIGH, c + WIDE / 2
            bend = (b + d) / 2
            out.append(f'<path d="M{a} {b}C{a} {bend} {c} {bend} {c} {d}" fill="none" stroke="#7A6A4F"/>')
    for room, (x, y) in at.items():
        out.append(f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="6" fill="#EFE6CF" stroke="#4A3F2C"/>')
        out.append(f'<text x="{x + WIDE / 2}" y="{y + HIGH / 2 + 5}">{room}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    target = ROOT / "docs" / "architecture.md"
    target.write_text(filled(target.read_text(encoding="utf-8")), encoding="utf-8")
    (ROOT / "docs" / "imports.svg").write_text(graph(), encoding="utf-8")


if __name__ == "__main__":
    main()
