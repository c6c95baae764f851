"""The table "Rooms" of docs/architecture.md: who imports whom, and how large every room is, read from the sources.

`make figures` writes it; `tests/test_rooms.py` fails when an arrow is missing or wrong, or a size is no longer about
right.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "grognard"
BEGIN, END = "<!-- rooms: make figures -->\n", "<!-- end of rooms -->\n"
HEAD = "| room | modules | lines | imports |\n|---|--:|--:|---|\n"

PACKAGES = ("core", "maps", "tables", "look", "bots", "lab", "adapters", "server", "cli")
TITLE = ("content", "rules", "mind", "board", "title")
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
    return f"title: {room}" if room in ("rules", "mind", "board") else "title: title"


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


if __name__ == "__main__":
    target = ROOT / "docs" / "architecture.md"
    target.write_text(filled(target.read_text(encoding="utf-8")), encoding="utf-8")
