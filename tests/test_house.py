"""The rules of the house, proven by reading the sources: who imports whom, how long modules are, what stays out."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "grognard"

GROUND = {"core", "maps", "tables"}
ALLOWED: dict[str, set[str]] = {
    "core": set(),
    "maps": {"core"},
    "tables": {"core"},
    "look": GROUND,
    "games": GROUND | {"look"},
    "bots": GROUND | {"look"},
    "lab": GROUND | {"look", "bots"},
    "adapters": GROUND | {"look", "bots"},
    "server": GROUND | {"look", "bots"},
    "cli": GROUND | {"look", "bots", "lab", "server"},
}
"""What each package may import of the others. Titles are found through the registry, so nobody imports `games`."""

FORBIDDEN_IN_GAMES = {
    "asyncio",
    "datetime",
    "os",
    "rich",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "time",
    "typer",
}
"""Rules have no clock, no operating system and no screen."""

LONGEST = 600

MACHINE = re.compile(
    "|".join(("/ro" + "ot/", "/wo" + "rk/", "/ho" + "me/[a-z]", "registry" + r"\.npmjs", "python" + "hosted"))
)
"""Paths and hosts of somebody's machine."""

TEXTS = {".py", ".md", ".toml", ".csv", ".txt", ".ts", ".svelte", ".css", ".html", ".js", ".json", ".ini", ".mako", ""}


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), filename=str(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.relative_to(ROOT)}: a relative import"
            module = node.module or ""
            yield from (f"{module}.{alias.name}" for alias in node.names)


def parts(name: str) -> list[str]:
    """`grognard.core.flow.push` as `["core", "flow", "push"]`; empty for what is not ours."""
    first, *rest = name.split(".")
    return rest if first == "grognard" else []


@pytest.mark.parametrize("package", sorted(p.name for p in SOURCE.iterdir() if (p / "__init__.py").is_file()))
def test_imports_go_one_way(package: str) -> None:
    allowed = ALLOWED[package] | {package, "__version__"}
    wrong = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in modules(SOURCE / package)
        for name in imports(path)
        if (ours := parts(name)) and ours[0] not in allowed
    ]
    assert wrong == []


def module_name(path: Path) -> str:
    named = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(named[:-1] if named[-1] == "__init__" else named)


def imported_modules(path: Path, known: set[str]) -> set[str]:
    """The modules of ours that a file needs, those imported only for types included. What a package's front room hands
    on counts as the package: who imports from it inside the package stands in a circle with it."""
    found = set()
    for name in imports(path):
        while name and name not in known:
            name = name.rpartition(".")[0]
        if name and name != module_name(path):
            found.add(name)
    return found


def circles(needs: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules of which each needs, over others of the group, itself (Tarjan)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        path.append(name)
        for needed in needs[name]:
            if needed not in order:
                visit(needed)
                low[name] = min(low[name], low[needed])
            elif needed in path:
                low[name] = min(low[name], order[needed])
        if low[name] == order[name]:
            group = path[path.index(name) :]
            del path[path.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in needs:
        if name not in order:
            visit(name)
    return found


def test_no_module_imports_itself_by_way_of_others() -> None:
    files = {module_name(path): path for path in modules(SOURCE)}
    needs = {name: imported_modules(path, set(files)) for name, path in files.items()}
    assert circles(needs) == []


def test_a_circle_of_imports_would_be_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_games_never_import_each_other() -> None:
    folder = SOURCE / "games"
    wrong = [
        f"{path.relative_to(folder)} imports {name}"
        for path in modules(folder)
        for name in imports(path)
        if (ours := parts(name))[:1] == ["games"] and ours[1] != path.relative_to(folder).parts[0]
    ]
    assert wrong == []


ROOMS = ("rules", "mind", "board")


def test_a_title_has_three_rooms_and_rules_import_neither_mind_nor_board() -> None:
    folder = SOURCE / "games"
    titles = sorted(p.parent for p in folder.glob("*/__init__.py"))
    assert titles
    loose = {
        str(path.relative_to(folder))
        for title in titles
        for path in title.glob("*.py")
        if path.stem not in ("__init__", "content", "rows", "check")
    }
    assert loose == set()
    for title in titles:
        assert [room for room in ROOMS if not (title / room / "__init__.py").is_file()] == []
        wrong = [
            f"{path.relative_to(folder)} imports {name}"
            for path in (*modules(title / "rules"), title / "content.py")
            for name in imports(path)
            if parts(name)[:2] == ["games", title.name]
            and parts(name)[2:3] not in ([room] for room in ("rules", "content", "rows"))
        ]
        assert wrong == []


def test_core_needs_only_the_standard_library_and_msgspec() -> None:
    known = sys.stdlib_module_names | {"msgspec", "grognard"}
    wrong = {name for path in modules(SOURCE / "core") for name in imports(path) if name.split(".")[0] not in known}
    assert wrong == set()


def test_rules_have_no_clock_no_screen_and_no_operating_system() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in modules(SOURCE / "games")
        for name in imports(path)
        if name.split(".")[0] in FORBIDDEN_IN_GAMES
    ]
    assert wrong == []


def test_rules_draw_no_numbers() -> None:
    """Only `resample` has a generator, and it is handed one. `ground.py` draws the map, with seeds of its own."""
    wrong = []
    for path in modules(SOURCE / "games"):
        if path.name == "ground.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner = node.func.value
                if isinstance(owner, ast.Name) and owner.id == "random":
                    wrong.append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    assert wrong == []


OF_OTHERS = {"geoms", "id", "lineno", "value"}
"""Members of what is not ours to type: shapes, syntax trees, and messages that may have an id."""


def test_nothing_of_a_title_is_fetched_by_its_name() -> None:
    """What a title may offer is a typed member, so that a misspelt one is an error."""
    found = [
        f"{file.relative_to(SOURCE)}:{node.lineno}"
        for file in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr")
        if len(node.args) > 1 and isinstance(node.args[1], ast.Constant)
        if not str(node.args[1].value).startswith("_") and node.args[1].value not in OF_OTHERS
    ]
    assert found == []


def test_no_module_is_too_long() -> None:
    folders = (ROOT / "src", ROOT / "tests", ROOT / "bench", ROOT / "examples")
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for folder in folders
        for path in modules(folder)
    }
    assert {name: count for name, count in lengths.items() if count > LONGEST} == {}


def texts() -> Iterator[Path]:
    """Everything of ours that is text; not what is built or installed."""
    built = {"node_modules", "static", "_build", "__pycache__", "dist"}
    for folder in ("src", "tests", "bench", "docs", "client", "examples", ".ci"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in TEXTS and not built & set(path.relative_to(ROOT).parts):
                yield path
    yield from (path for path in ROOT.iterdir() if path.is_file() and path.suffix in TEXTS and path.name[0] != ".")


def test_no_text_names_somebodys_machine() -> None:
    wrong = []
    for path in texts():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if MACHINE.search(line):
                wrong.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    assert wrong == []
