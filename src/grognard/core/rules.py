"""Citations: which case of a rulebook a piece of code enacts.

`rule = "8.35"` on a step or event class, the literal in `Decision`, `Roll`, `Draw`, `Refusal`, `Result` and in the
lines of a march, and
`@rule("8.352", "8.353")` on functions and classes that enact further cases. `citations` reads the source, so that a
citation on a rare branch counts and none costs anything at run time.
"""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T", bound=Callable[..., object])

CITING = {"Decision": 2, "Roll": 2, "Draw": 2, "Refusal": 0, "Result": 1, "Bar": 0, "Stop": 0, "NoEnd": 0, "March": 7}
"""Position of the rule among the arguments of each citing call."""

KEYED = {
    "Decision": ("prompt", 1),
    "Roll": ("purpose", 1),
    "Draw": ("purpose", 1),
    "Refusal": ("refusal", 1),
    "Result": ("result", 2),
    "Bar": ("refusal", 1),
    "Stop": ("refusal", 1),
    "NoEnd": ("refusal", 1),
    "say": ("table", 0),
}
"""Which of their arguments is a key into the game's words."""


def rule(*cases: str) -> Callable[[T], T]:
    """Mark a function or class as enacting further cases. Returns its argument unchanged."""
    return lambda enacting: enacting


class Citation(NamedTuple):
    case: str
    file: Path
    line: int
    where: str


class WordKey(NamedTuple):
    kind: str
    key: str
    file: Path
    line: int


def citations(folder: Path) -> list[Citation]:
    """Every citation in the Python files below `folder`."""
    found = []
    for file, tree in _sources(folder):
        for where, node in _walk(tree, ()):
            for case in _cases(node):
                found.append(Citation(case, file, getattr(node, "lineno", 1), where))
    return found


def word_keys(folder: Path) -> list[WordKey]:
    """Every literal key of words in the Python files below `folder`: prompts, purposes, refusals, results, displays."""
    found = []
    for file, tree in _sources(folder):
        for _, node in _walk(tree, ()):
            if isinstance(node, ast.Call) and (name := _name(node.func)) in KEYED:
                kind, at = KEYED[name]
                given = _argument(
                    node,
                    at,
                    "prompt" if name == "Decision" else "purpose" if at == 1 and name in ("Roll", "Draw") else "key",
                )
                for key in _strings(given):
                    found.append(WordKey(kind, key, file, node.lineno))
    return found


def _constants(tree: ast.Module) -> dict[str, Any]:
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _imported(tree: ast.Module, file: Path) -> dict[str, Any]:
    """Constants that a test takes from a module beside it, such as the kit of its title."""
    found: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            place = Path(*node.module.split(".")).with_suffix(".py")
            there = next((known for parent in file.parents if (known := parent / place).is_file()), None)
            if there is not None:
                constants = _constants(ast.parse(there.read_text(encoding="utf-8")))
                found |= {alias.asname or alias.name: constants.get(alias.name) for alias in node.names}
    return found


def test_citations(folder: Path, game: str) -> list[Citation]:
    """Cases named by `pytest.mark.case(game, ...)` marks in the tests below `folder`.

    A citing test without an assertion proves nothing, so its citations are left out.
    """
    found: list[Citation] = []
    for file, tree in _sources(folder):
        constants = _constants(tree) | _imported(tree, file)
        for test in ast.walk(tree):
            if not isinstance(test, ast.FunctionDef) or not test.name.startswith("test"):
                continue
            if not any(isinstance(n, ast.Assert) or _raises(n) for n in ast.walk(test)):
                continue
            for mark in (n for d in test.decorator_list for n in ast.walk(d)):
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "case":
                    given = [
                        constants.get(a.id) if isinstance(a, ast.Name) else getattr(a, "value", None) for a in mark.args
                    ]
                    if given and given[0] == game:
                        found.extend(Citation(c, file, mark.lineno, test.name) for c in given[1:] if isinstance(c, str))
    return found


def _sources(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted(folder.rglob("*.py")):
        yield file, _parse(file.read_text(encoding="utf-8"), str(file))


def _parse(text: str, name: str) -> ast.Module:
    """`ast.parse`, again where another thread spoilt it.

    Up to CPython 3.11.7 the parser counts its depth once for all threads, so that a traceback being formatted elsewhere
    can make it fail with a SystemError (python/cpython issue 106905).
    """
    for _ in range(5):
        try:
            return ast.parse(text, filename=name)
        except SystemError:
            continue
    return ast.parse(text, filename=name)


def _walk(node: ast.AST, path: tuple[str, ...]) -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        inner = (*path, child.name) if isinstance(child, ast.ClassDef | ast.FunctionDef) else path
        yield ".".join(inner), child
        yield from _walk(child, inner)


def _cases(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call):
        name = _name(node.func)
        if name == "rule":
            for argument in node.args:
                yield from _strings(argument)
        elif name in CITING:
            yield from _strings(_argument(node, CITING[name], "rule"))
    elif isinstance(node, ast.ClassDef):
        for line in node.body:
            if isinstance(line, ast.Assign | ast.AnnAssign):
                targets = line.targets if isinstance(line, ast.Assign) else [line.target]
                if any(isinstance(target, ast.Name) and target.id == "rule" for target in targets):
                    yield from _strings(line.value)


def _argument(call: ast.Call, at: int, keyword: str) -> ast.expr | None:
    if len(call.args) > at and not any(isinstance(a, ast.Starred) for a in call.args[:at]):
        return call.args[at]
    return next((k.value for k in call.keywords if k.arg == keyword), None)


def _strings(node: ast.expr | None) -> Iterator[str]:
    """String literals, also in both arms of a conditional expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _strings(node.body)
        yield from _strings(node.orelse)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _raises(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _name(node.func) in ("raises", "refused")
