"""Small semantic breaks of a rules module: what each changes, where, and the case cited nearest.

A break is a change of one node of the syntax tree. It is known by the function it stands in and by the texts before and
after, not by its line, so that it keeps its name while other lines move.
"""

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from grognard.core.rules import CITING

SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
TWINS = {"any": "all", "all": "any", "min": "max", "max": "min"}
WORDS = {"Refusal", "Result", "note", "rule"}
"""Calls whose arguments are told, not enacted: nothing inside them is broken."""
TOLD = {"Decision": (0, 3), "Roll": (0,), "Draw": (0,)}
"""Of these calls only the arguments at these places are enacted."""


@dataclass
class Break:
    """One change. `apply` makes it in the tree it was found in."""

    where: str
    """Qualified name of the function, or of the module's constant."""
    line: int
    lines: frozenset[int]
    """A test that reaches one of these reaches the break; empty: known when the module is imported."""
    before: str
    after: str
    case: str
    apply: Callable[[], None] = field(repr=False)
    key: str = ""


@lru_cache(maxsize=256)
def source(file: Path) -> str:
    """The text of a module as it was when the campaign began, whatever an editor does meanwhile."""
    return file.read_text(encoding="utf-8")


def parse(file: Path) -> ast.Module:
    return ast.parse(source(file), filename=str(file))


def find_breaks(tree: ast.Module) -> list[Break]:
    """Every break of a module, in the order of its lines, each with a key of its own."""
    found: list[Break] = []
    for path, node in _scopes(tree, ()):
        if isinstance(node, ast.FunctionDef):
            found += _Function(path, node, _case(tree, path, node)).breaks()
        else:
            found += _Constant(path, node).breaks()
    seen: Counter[str] = Counter()
    for made in found:
        name = f"{made.where}: {made.before} => {made.after}"
        seen[name] += 1
        made.key = name if seen[name] == 1 else f"{name} ({seen[name]})"
    return found


def _scopes(node: ast.AST, path: tuple[str, ...]) -> Iterator[tuple[str, ast.FunctionDef | ast.Assign]]:
    """Functions and methods with their names, and the constants of the module."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield ".".join((*path, child.name)), child
        elif isinstance(child, ast.ClassDef):
            yield from _scopes(child, (*path, child.name))
        elif isinstance(child, ast.Assign) and not path and isinstance(child.targets[0], ast.Name):
            yield child.targets[0].id, child


class _Scope:
    """What functions and constants share: a list of breaks, and one way to add to it."""

    def __init__(self, where: str, case: str) -> None:
        self.where, self.case = where, case
        self.found: list[Break] = []
        self.statement: ast.stmt | None = None

    def put(self, old: ast.AST, new: ast.AST, before: str = "", after: str = "") -> None:
        """Add the break that turns a node into another."""
        old_fields = dict(old.__dict__)

        def apply() -> None:
            place = {
                k: v for k, v in old_fields.items() if k in ("lineno", "col_offset", "end_lineno", "end_col_offset")
            }
            old.__class__ = new.__class__
            old.__dict__.clear()
            old.__dict__.update({**new.__dict__, **place})
            for inner in ast.walk(old):
                for name, value in place.items():
                    if not hasattr(inner, name):
                        setattr(inner, name, value)

        line = getattr(old, "lineno", 0)
        self.found.append(
            Break(
                self.where,
                line,
                self.reach(old),
                before or _short(old),
                after or _short(new),
                self.case,
                apply,
            )
        )

    def reach(self, node: ast.AST) -> frozenset[int]:
        return frozenset()

    def expression(self, node: ast.expr) -> None:
        """Breaks of an expression and of everything in it."""
        if _minus_one(node) and isinstance(self.statement, ast.Assign) and node is self.statement.value:
            return
        if isinstance(node, ast.Call) and _name(node.func) in WORDS:
            return
        handler = getattr(self, f"in_{type(node).__name__}", None)
        if handler is not None:
            handler(node)
        for child in self.inside(node):
            self.expression(child)

    def inside(self, node: ast.AST) -> Iterator[ast.expr]:
        if isinstance(node, ast.Call) and _name(node.func) in TOLD:
            wanted = TOLD[_name(node.func)]
            yield from (a for k, a in enumerate(node.args) if k in wanted)
            return
        if isinstance(node, ast.Subscript):
            yield node.value
            if not isinstance(node.slice, ast.Slice) and not _minus_one(node.slice):
                yield node.slice
            return
        idiom = _idiom(node)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                if child is idiom or (_minus_one(child) and not isinstance(node, ast.Tuple)):
                    continue
                yield child
            elif isinstance(child, ast.comprehension):
                yield child.iter
                yield from child.ifs
            elif isinstance(child, ast.keyword):
                yield child.value

    # Expressions ----------------------------------------------------------------------------------

    def in_Compare(self, node: ast.Compare) -> None:  # noqa: N802
        if len(node.ops) != 1 or _dispatch(node):
            return
        swapped = copy.copy(node)
        swapped.ops = [SWAPPED[type(node.ops[0])]()]
        self.put(node, swapped)

    def in_BoolOp(self, node: ast.BoolOp) -> None:  # noqa: N802
        other = ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        if not any(_dispatch(v) for v in node.values):
            self.put(node, other)
        for k, value in enumerate(node.values):
            if _dispatch(value):
                continue
            rest = [v for j, v in enumerate(node.values) if j != k]
            self.put(node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))

    def in_UnaryOp(self, node: ast.UnaryOp) -> None:  # noqa: N802
        if isinstance(node.op, ast.Not | ast.Invert) and not _dispatch(node.operand):
            self.put(node, node.operand)

    def in_IfExp(self, node: ast.IfExp) -> None:  # noqa: N802
        if not _dispatch(node.test):
            if not _told(node.body) or not _told(node.orelse):
                self.put(node, node.body)
                self.put(node, node.orelse)

    def in_BinOp(self, node: ast.BinOp) -> None:  # noqa: N802
        left, right, op = node.left, node.right, node.op
        if isinstance(op, ast.Add):
            self.put(node, left)
            self.put(node, right)
        elif isinstance(op, ast.Sub):
            if isinstance(left, ast.Constant) and left.value == 1 and not isinstance(right, ast.Constant):
                self.put(node, right)  # the wrong side
            else:
                self.put(node, ast.BinOp(left, ast.Add(), right))
                self.put(node, left)
        elif isinstance(op, ast.Mult | ast.FloorDiv | ast.Mod):
            self.put(node, left)
        elif isinstance(op, ast.BitOr):
            self.put(node, left)
            self.put(node, right)
        elif isinstance(op, ast.BitAnd):
            if isinstance(right, ast.Constant) and right.value == 1:
                self.put(node, ast.Constant(0))
                self.put(node, ast.Constant(1))
            else:
                self.put(node, left)
                self.put(node, right)

    def in_Constant(self, node: ast.Constant) -> None:  # noqa: N802
        value = node.value
        if isinstance(value, bool):
            self.put(node, ast.Constant(not value))
        elif isinstance(value, int):
            self.put(node, ast.Constant(value + 1))
            if value > 1:
                self.put(node, ast.Constant(value - 1))
            elif value == 1:
                self.put(node, ast.Constant(0))

    def in_Call(self, node: ast.Call) -> None:  # noqa: N802
        name = _name(node.func)
        if name in TWINS and isinstance(node.func, ast.Name):
            self.put(node, ast.Call(ast.Name(TWINS[name], ast.Load()), node.args, node.keywords))
            if name in ("min", "max") and len(node.args) == 2:
                for kept in node.args:
                    if not isinstance(kept, ast.Starred):
                        self.put(node, kept)
        elif name == "abs":
            self.put(node, node.args[0])

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        for at, part in enumerate(node.generators):
            generators = list(node.generators)
            first = ast.Subscript(
                ast.Call(ast.Name("list", ast.Load()), [part.iter], []),
                ast.Slice(None, ast.Constant(1), None),
                ast.Load(),
            )
            generators[at] = ast.comprehension(part.target, first, part.ifs, 0)
            self.put(node, _with_generators(node, generators), after=f"only the first of {_short(part.iter)}")
            for k, test in enumerate(part.ifs):
                if _dispatch(test):
                    continue
                generators = list(node.generators)
                ifs = [t for j, t in enumerate(part.ifs) if j != k]
                generators[at] = ast.comprehension(part.target, part.iter, ifs, 0)
                self.put(node, _with_generators(node, generators), before=f"if {_short(test)}", after="no filter")

    in_ListComp = in_SetComp = in_GeneratorExp = in_DictComp = comprehension  # noqa: N815

    def in_Subscript(self, node: ast.Subscript) -> None:  # noqa: N802
        if isinstance(node.slice, ast.Slice):
            self.put(node, node.value)


class _Constant(_Scope):
    """A constant of the module: limits, tables, lists of markers."""

    def __init__(self, name: str, node: ast.Assign) -> None:
        super().__init__(name, "")
        self.node = node

    def breaks(self) -> list[Break]:
        value = self.node.value
        if isinstance(value, ast.Tuple) and 1 < len(value.elts) <= 8 and isinstance(self.node.targets[0], ast.Name):
            for k, lost in enumerate(value.elts):
                rest = ast.Tuple([e for j, e in enumerate(value.elts) if j != k], ast.Load())
                self.put(value, rest, before=_short(self.node), after=f"without {_short(lost)}")
        elif isinstance(value, ast.Constant | ast.BinOp):
            self.expression(value)
        return self.found


class _Function(_Scope):
    """A function: its expressions, and its statements in their order."""

    def __init__(self, where: str, node: ast.FunctionDef, case: str) -> None:
        super().__init__(where, case)
        self.node = node
        self.truth = isinstance(node.returns, ast.Name) and node.returns.id == "bool"

    def reach(self, node: ast.AST) -> frozenset[int]:
        assert self.statement is not None
        lines = {self.statement.lineno}
        if not isinstance(node, ast.stmt):
            lines |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return frozenset(lines)

    def breaks(self) -> list[Break]:
        self.block(self.node.body)
        return sorted(self.found, key=lambda b: b.line)

    def block(self, body: list[ast.stmt]) -> None:
        for node in body:
            self.statement = node
            handler = getattr(self, f"at_{type(node).__name__}", None)
            if handler is not None:
                handler(node)

    def lose(self, node: ast.stmt) -> None:
        self.put(node, ast.Pass(), after="nothing")

    def condition(self, node: ast.If | ast.While) -> None:
        if _dispatch(node.test):
            return
        self.expression(node.test)
        if isinstance(node, ast.If):
            self.put(node.test, ast.Constant(True), before=f"if {_short(node.test)}", after="always")
        self.put(node.test, ast.Constant(False), before=f"if {_short(node.test)}", after="never")

    def at_If(self, node: ast.If) -> None:  # noqa: N802
        self.condition(node)
        self.block(node.body)
        self.block(node.orelse)

    def at_While(self, node: ast.While) -> None:  # noqa: N802
        self.condition(node)
        self.block(node.body)

    def at_For(self, node: ast.For) -> None:  # noqa: N802
        self.expression(node.iter)
        once = copy.copy(node)
        once.body = [*node.body, ast.Break()]
        once.iter = ast.Subscript(
            ast.Call(ast.Name("list", ast.Load()), [node.iter], []),
            ast.Slice(None, ast.Constant(1), None),
            ast.Load(),
        )
        self.put(node, once, before=f"for {_short(node.target)} in {_short(node.iter)}", after="only the first")
        self.block(node.body)
        self.block(node.orelse)

    def at_With(self, node: ast.With) -> None:  # noqa: N802
        self.block(node.body)

    def at_Return(self, node: ast.Return) -> None:  # noqa: N802
        value = node.value
        if value is None:
            return
        self.expression(value)
        if isinstance(value, ast.Tuple) and len(value.elts) > 1:
            for k, lost in enumerate(value.elts):
                rest = ast.Tuple([e for j, e in enumerate(value.elts) if j != k], ast.Load())
                self.put(value, rest, after=f"without {_short(lost)}")
        elif self.truth and not isinstance(value, ast.Compare | ast.BoolOp | ast.Constant):
            self.put(value, ast.UnaryOp(ast.Not(), copy.copy(value)))  # a copy, lest it hold itself

    def at_Assign(self, node: ast.Assign) -> None:  # noqa: N802
        self.expression(node.value)
        kept = [t for t in node.targets if isinstance(t, ast.Attribute | ast.Subscript)]
        if len(node.targets) > 1:
            for lost in kept:
                rest = ast.Assign([t for t in node.targets if t is not lost], node.value)
                self.put(node, rest, after=f"{_short(lost)} stays")
        elif kept:
            self.lose(node)

    def at_AnnAssign(self, node: ast.AnnAssign) -> None:  # noqa: N802
        if node.value is not None:
            self.expression(node.value)

    def at_AugAssign(self, node: ast.AugAssign) -> None:  # noqa: N802
        self.expression(node.value)
        self.lose(node)

    def at_Expr(self, node: ast.Expr) -> None:  # noqa: N802
        if isinstance(node.value, ast.Call) and _name(node.value.func) not in WORDS:
            self.expression(node.value)
            self.lose(node)

    def at_Continue(self, node: ast.Continue) -> None:  # noqa: N802
        self.put(node, ast.Break())

    def at_Break(self, node: ast.Break) -> None:  # noqa: N802
        self.put(node, ast.Continue())


def _with_generators(node: ast.expr, generators: list[ast.comprehension]) -> ast.expr:
    made = copy.copy(node)
    made.generators = generators
    return made


def _dispatch(node: ast.expr) -> bool:
    """Whether a condition only asks for the class of an answer: plumbing, not a rule."""
    if isinstance(node, ast.UnaryOp):
        return _dispatch(node.operand)
    if isinstance(node, ast.BoolOp):
        return all(_dispatch(v) for v in node.values)
    if isinstance(node, ast.Call):
        return _name(node.func) == "isinstance"
    if not isinstance(node, ast.Compare):
        return False
    left = node.left
    return isinstance(left, ast.Call) and _name(left.func) == "type"


def _idiom(node: ast.AST) -> ast.expr | None:
    """The number that belongs to an idiom and is no number of the rules: `1 << x`, `x >> y & 1`, `1 - side`."""
    if isinstance(node, ast.BinOp):
        one = node.right if isinstance(node.op, ast.BitAnd) else node.left
        if isinstance(node.op, ast.BitAnd | ast.LShift | ast.Sub) and isinstance(one, ast.Constant) and one.value == 1:
            return one
    return None


def _minus_one(node: ast.AST) -> bool:
    """`-1`: the last, every bit, or nobody; a number of the rules only among the terms of a sum, which are tuples."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and ast.unparse(node.operand) == "1"


def _told(node: ast.expr) -> bool:
    """Whether an expression is only words: a case, a key."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _case(tree: ast.Module, path: str, function: ast.FunctionDef) -> str:
    """The cases cited by the function, or by its class, or else the first cited inside it."""
    nodes: list[ast.AST] = [function]
    outer = path.split(".")[:-1]
    body: list[ast.stmt] = tree.body
    for name in outer:
        found = next(n for n in body if isinstance(n, ast.ClassDef) and n.name == name)
        nodes.append(found)
        body = found.body
    for node in nodes:
        cited = [
            argument.value
            for decorator in node.decorator_list
            if isinstance(decorator, ast.Call) and _name(decorator.func) == "rule"
            for argument in decorator.args
            if isinstance(argument, ast.Constant)
        ]
        if isinstance(node, ast.ClassDef):
            cited += [
                line.value.value
                for line in node.body
                if isinstance(line, ast.Assign)
                and isinstance(line.targets[0], ast.Name)
                and line.targets[0].id == "rule"
                and isinstance(line.value, ast.Constant)
            ]
        if cited:
            return ", ".join(cited)
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and (at := CITING.get(_name(node.func))) is not None and len(node.args) > at:
            given = node.args[at]
            if isinstance(given, ast.Constant):
                return str(given.value)
    return "no case"


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _short(node: ast.AST) -> str:
    """The source of a node on one line."""
    return " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split())
