"""The table of rooms in docs/architecture.md is the one the sources give."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHARE = 0.3
"""How far a size may have drifted since `make figures` was run."""

_spec = spec_from_file_location("imports", ROOT / "docs" / "imports.py")
assert _spec is not None and _spec.loader is not None
imports = module_from_spec(_spec)
_spec.loader.exec_module(imports)


def told() -> dict[str, tuple[int, int, frozenset[str]]]:
    found: dict[str, tuple[int, int, frozenset[str]]] = imports.read(
        (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    )
    return found


def test_every_room_and_every_arrow_is_told() -> None:
    arrows = {room: others for room, (_, _, others) in imports.rooms().items()}
    assert {room: others for room, (_, _, others) in told().items()} == arrows, "run `make figures`"


def test_sizes_are_about_right() -> None:
    shown = told()
    for room, (modules, lines, _) in imports.rooms().items():
        assert abs(shown[room][0] - modules) <= max(3, SHARE * modules), f"{room}: run `make figures`"
        assert abs(shown[room][1] - lines) <= max(300, SHARE * lines), f"{room}: run `make figures`"


def test_the_graph_is_drawn_from_the_sources() -> None:
    assert (ROOT / "docs" / "imports.svg").read_text(encoding="utf-8") == imports.graph(), "run `make figures`"


def test_an_arrow_that_follows_from_others_is_not_drawn() -> None:
    arrows = {"core": frozenset[str](), "maps": frozenset({"core"}), "look": frozenset({"core", "maps"})}
    assert imports.direct(arrows) == {"core": [], "maps": ["core"], "look": ["maps"]}
    assert imports.layers(arrows) == [["look"], ["maps"], ["core"]]


def test_the_table_is_read_as_it_is_written() -> None:
    text = f"before\n{imports.BEGIN}{imports.END}after\n"
    assert imports.read(imports.filled(text)) == imports.rooms()
    assert imports.filled(text).startswith("before\n") and imports.filled(text).endswith("after\n")
