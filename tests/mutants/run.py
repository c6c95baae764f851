"""`make mutants`: break the rules of a title one small piece at a time, and see whether its rule tests notice.

Everything is imported and collected once; each break is made in a fork of that process, which runs only the tests that
reach the line and stops at the first that fails. What was found is kept in `.mutants/`, and used again while the broken
function and the tests concerned stay as they are; `--fresh` forgets it.
"""

import argparse
import ast
import gc
import hashlib
import importlib
import inspect
import json
import os
import re
import resource
import select
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import hypothesis
import pytest

from tests.mutants.breaks import Break, find_breaks, parse, source

ROOT = Path(__file__).parent.parent.parent
CACHE = ROOT / ".mutants"
LEFT_OUT = ("__init__.py", "events.py", "invariants.py")
"""Modules that enact nothing: what is reported, and what tests themselves ask."""
KILLED, SURVIVED, UNREACHED = "killed", "survived", "unreached"
TOO_SLOW = "out of time"


@dataclass
class Config:
    """`<title>.toml`: tests that do not count, and breaks that change nothing."""

    without: list[str] = field(default_factory=list)
    accepted: dict[tuple[str, str], str] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path) -> "Config":
        if not file.is_file():
            return cls()
        told = tomllib.loads(file.read_text(encoding="utf-8"))
        accepted: dict[tuple[str, str], str] = {}
        for row in told.get("accepted", []):
            key = (row["file"], row["break"])
            if not row["why"].strip() or key in accepted:
                raise SystemExit(f"{file.name}: {key[0]}: {key[1]}: named twice or without a reason")
            accepted[key] = row["why"]
        return cls(told.get("without", []), accepted)


@dataclass
class Task:
    """A break of a file, with its place among the breaks of that file."""

    file: Path
    at: int
    made: Break
    digest: str

    @property
    def key(self) -> tuple[str, str]:
        return self.file.name, self.made.key


# Breaking -----------------------------------------------------------------------------------------


def tasks(folder: Path, only: str = "", since: str = "") -> list[Task]:
    """Every break of the rules modules of a title; `since`: of the lines changed after this commit."""
    found = []
    for file in sorted(folder.glob("*.py")):
        if file.name in LEFT_OUT or (only and only not in file.name):
            continue
        tree, breaks = parsed(file)
        digests = {name: _digest(text) for name, text in _texts(tree, ())}
        lines = changed(file, since) if since else None
        for at, made in enumerate(breaks):
            if lines is None or made.line in lines:
                found.append(Task(file, at, made, digests.get(made.where, _digest(made.key))))
    return found


def changed(file: Path, since: str) -> set[int]:
    """The lines of a file that are not as they were at a commit."""
    told = subprocess.run(
        ["git", "diff", "--unified=0", since, "--", str(file)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return touched(told.stdout)


def touched(diff: str) -> set[int]:
    """The lines a diff without context adds or changes, by their numbers afterwards."""
    hunks = re.findall(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", diff, re.MULTILINE)
    return {line for first, count in hunks for line in range(int(first), int(first) + int(count or 1))}


def _texts(node: ast.AST, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield ".".join((*path, child.name)), ast.unparse(child)
        elif isinstance(child, ast.ClassDef):
            yield from _texts(child, (*path, child.name))


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


@lru_cache
def parsed(file: Path) -> tuple[ast.Module, list[Break]]:
    """A file and its breaks, found once: a child that makes one of them changes only its own copy."""
    tree = parse(file)
    return tree, find_breaks(tree)


def enact(file: Path, at: int) -> None:
    """Make the break in the modules of this process; once, for the file is spoilt by it."""
    module = next(m for m in list(sys.modules.values()) if getattr(m, "__file__", None) == str(file))
    tree, breaks = parsed(file)
    made = breaks[at]
    made.apply()
    ast.fix_missing_locations(tree)
    forget(module.__name__.rpartition(".rules.")[0] or module.__name__)
    if made.lines:
        code = compile(tree, str(file), "exec", dont_inherit=True)
        _function(module, made.where).__code__ = _code(code, made.where.split("."))
        return
    node = next(n for n in tree.body if isinstance(n, ast.Assign) and _assigns(n, made.where))
    old = getattr(module, made.where)
    new = eval(compile(ast.Expression(node.value), str(file), "eval"), module.__dict__)
    for other in list(sys.modules.values()):
        if getattr(other, made.where, None) is old and getattr(other, "__name__", "").startswith(("grognard", "tests")):
            setattr(other, made.where, new)


def forget(package: str) -> None:
    """Empty what the functions of a title remember: whoever asks next runs through their lines again."""
    for other in [m for name, m in list(sys.modules.items()) if name.startswith(package)]:
        for kept in vars(other).values():
            if callable(clear := getattr(kept, "cache_clear", None)):
                clear()


def _assigns(node: ast.Assign, name: str) -> bool:
    return isinstance(node.targets[0], ast.Name) and node.targets[0].id == name


def _function(module: Any, where: str) -> FunctionType:
    owner = module
    *outer, last = where.split(".")
    for name in outer:
        owner = getattr(owner, name)
    found = inspect.getattr_static(owner, last)
    if isinstance(found, property):
        found = found.fget
    found = inspect.unwrap(getattr(found, "__func__", found))
    assert isinstance(found, FunctionType), where
    return found


def _code(code: CodeType, path: list[str]) -> CodeType:
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and inner.co_name == path[0]:
            return inner if len(path) == 1 else _code(inner, path[1:])
    raise LookupError(path)


# Running ------------------------------------------------------------------------------------------


def run_item(item: pytest.Item, following: pytest.Item | None) -> BaseException | None:
    """What a test raised, without the pains of reporting it."""
    state = item.session._setupstate
    try:
        state.setup(item)
        item.runtest()
    except BaseException as error:
        return error
    finally:
        state.teardown_exact(following)
    return None


def tracer(files: set[str], into: set[tuple[str, int]]) -> Callable[[FrameType, str, Any], Any]:
    def lines(frame: FrameType, event: str, arg: Any) -> Any:
        into.add((frame.f_code.co_filename, frame.f_lineno))
        return lines

    known: dict[CodeType, set[tuple[str, int]]] = {}

    def calls(frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        if code.co_filename not in files:
            return None
        if code not in known:
            known[code] = {(code.co_filename, line) for _, _, line in code.co_lines() if line is not None}
        if known[code] <= into:  # every line has been seen: a test may ask the same question a thousand times
            return None
        into.add((frame.f_code.co_filename, frame.f_lineno))
        return lines

    return calls


def forked(work: Callable[[], Any], seconds: float) -> tuple[int, int]:
    """Start `work` in a child with so much processor time; its number and the pipe on which it answers in JSON."""
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        return child, read
    os.close(read)
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    room = 3 << 30
    resource.setrlimit(resource.RLIMIT_AS, (room, room))
    try:
        answer = json.dumps(work()).encode()
    except BaseException as error:
        answer = json.dumps({"error": f"{type(error).__name__}: {error}"}).encode()
    done = 0
    while done < len(answer):
        done += os.write(write, answer[done:])
    os._exit(0)


def listened(child: int, pipe: int) -> Any:
    """The answer of a child; None: it ran out of time or was ended."""
    parts = []
    while part := os.read(pipe, 1 << 16):
        parts.append(part)
    os.close(pipe)
    os.waitpid(child, 0)
    return json.loads(b"".join(parts)) if parts else None


class Campaign:
    """A pytest plugin that takes over once the tests are collected."""

    def __init__(self, title: str, work: list[Task], workers: int, fresh: bool, count: Callable[[str], bool]) -> None:
        self.title, self.work, self.workers, self.fresh, self.count = title, work, workers, fresh, count
        self.results: dict[tuple[str, str], dict[str, Any]] = {}
        self.reach: dict[str, Any] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [i for i in items if self.count(i.nodeid) and i.get_closest_marker("slow") is None]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise SystemExit("the tests cannot be collected")
        hypothesis.settings.register_profile("mutants", deadline=None, database=None, derandomize=True)
        hypothesis.settings.load_profile("mutants")
        gc.collect()
        gc.freeze()
        self.items = {i.nodeid: i for i in session.items}
        self.sources = {i.nodeid: _digest(inspect.getsource(getattr(i, "function", type(i)))) for i in session.items}
        self.reach = self.map_reach()
        self.campaign()
        return True

    # Which test reaches which line --------------------------------------------------------------

    def map_reach(self) -> dict[str, Any]:
        """By test: its lines in the rules modules and its seconds. Kept while the rules and the test's module stay."""
        folder = self.work[0].file.parent
        files = sorted(str(file) for file in folder.glob("*.py") if file.name not in LEFT_OUT)
        room = ROOT / "tests" / "games" / self.title
        texts = [f.read_text(encoding="utf-8") for f in sorted(folder.parent.rglob("*.py"))]
        texts += [f.read_text(encoding="utf-8") for f in sorted(room.rglob("*.py")) if not f.name.startswith("test_")]
        mark = _digest(*files, *texts)
        marks = {name: _digest(mark, source(item.path)) for name, item in self.items.items()}
        kept = CACHE / f"{self.title}.reach.json"
        known = json.loads(kept.read_text(encoding="utf-8")) if kept.is_file() and not self.fresh else {}
        found = {name: known[name] for name in self.items if known.get(name, {}).get("mark") == marks[name]}
        if fresh := [name for name in self.items if name not in found]:
            told = listened(*forked(lambda: self.trace(fresh, set(files)), 3600))
            if not isinstance(told, dict) or "error" in told:
                raise SystemExit(f"tests fail before anything is broken: {told}")
            found |= {name: {"mark": marks[name], **row} for name, row in told.items()}
            kept.write_text(json.dumps(found), encoding="utf-8")
        return found

    def trace(self, names: list[str], files: set[str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        items = [self.items[name] for name in names]
        for item, following in zip(items, [*items[1:], None], strict=True):
            lines: set[tuple[str, int]] = set()
            forget(f"grognard.games.{self.title}")
            begun = time.process_time()
            sys.settrace(tracer(files, lines))
            error = run_item(item, following)
            sys.settrace(None)
            if error is not None and not isinstance(error, pytest.skip.Exception):
                raise AssertionError(f"{item.nodeid}: {error}")
            by_file: dict[str, list[int]] = {}
            for file, line in sorted(lines):
                by_file.setdefault(Path(file).name, []).append(line)
            found[item.nodeid] = {"seconds": time.process_time() - begun, "lines": by_file}
        return found

    def chosen(self, task: Task, favourites: dict[str, int]) -> list[str]:
        """The tests that reach a break, those first that found one in this function before, then the quick."""
        name, lines = task.file.name, task.made.lines
        found = [
            test
            for test, told in self.reach.items()
            if (told["lines"].get(name) if not lines else lines & set(told["lines"].get(name, ())))
        ]
        return sorted(found, key=lambda t: (-favourites.get(t, 0), self.reach[t]["seconds"]))

    # The campaign -------------------------------------------------------------------------------

    def campaign(self) -> None:
        kept = CACHE / f"{self.title}.jsonl"
        known: dict[tuple[str, str], dict[str, Any]] = {}
        if kept.is_file() and not self.fresh:
            for line in kept.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                known[row["file"], row["break"]] = row
        kit = ROOT / "tests" / "games" / self.title / "kit.py"
        shared = kit.read_text(encoding="utf-8") if kit.is_file() else ""
        favourites: dict[str, dict[str, int]] = {}
        running: dict[int, tuple[Task, str, int]] = {}
        begun, done = time.monotonic(), 0
        with kept.open("w" if self.fresh else "a", encoding="utf-8") as out:
            queue = list(self.work)
            while queue or running:
                while queue and len(running) < self.workers:
                    task = queue.pop(0)
                    tests = self.chosen(task, favourites.get(task.made.where, {}))
                    stamp = _digest(task.digest, shared)
                    row = known.get(task.key, {})
                    passed = set(row.get("passed", ())) if row.get("stamp") == stamp else set[str]()
                    fresh = [t for t in tests if _digest(t, self.sources[t]) not in passed]
                    if row and self.holds(row, task, not fresh):
                        self.results[task.key] = row
                        continue
                    if not tests:
                        self.keep(out, task, stamp, {"end": UNREACHED})
                        continue
                    child, pipe = forked(lambda task=task, tests=fresh: self.attempt(task, tests), 600)
                    running[pipe] = (task, stamp, child)
                if not running:
                    continue
                pipe = select.select(list(running), [], [])[0][0]
                task, stamp, child = running.pop(pipe)
                told = listened(child, pipe)
                if told is None:
                    told = {"end": KILLED, "by": TOO_SLOW}
                elif "error" in told:
                    raise SystemExit(f"{task.file.name}:{task.made.line}: {task.made.key}: {told['error']}")
                if told["end"] == SURVIVED:
                    tests = self.chosen(task, {})
                    told |= {"tests": len(tests), "passed": [_digest(t, self.sources[t]) for t in tests]}
                elif told["by"] in self.items:
                    row_of = favourites.setdefault(task.made.where, {})
                    row_of[told["by"]] = row_of.get(told["by"], 0) + 1
                self.keep(out, task, stamp, told)
                done += 1
                if done % 50 == 0:
                    left = len(queue)
                    print(
                        f"{done} tried, {left} to come, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True
                    )

    def holds(self, row: dict[str, Any], task: Task, tried: bool) -> bool:
        """Whether what was found before is still true; `tried`: every test that reaches the break has run with it."""
        if row["digest"] != task.digest:
            return False
        if row["end"] != KILLED:
            return tried
        return row["by"] == TOO_SLOW or bool(row.get("source") == self.sources.get(row["by"], ""))

    def keep(self, out: Any, task: Task, stamp: str, told: dict[str, Any]) -> None:
        row = {
            "file": task.file.name,
            "break": task.made.key,
            "line": task.made.line,
            "digest": task.digest,
            "stamp": stamp,
            "source": self.sources.get(told.get("by", ""), ""),
            **told,
        }
        self.results[task.key] = row
        out.write(json.dumps(row) + "\n")
        out.flush()

    def attempt(self, task: Task, tests: list[str]) -> dict[str, Any]:
        """In the child: make the break and run the tests that reach it, each with time enough for an unbroken rule."""
        enact(task.file, task.at)
        end = time.process_time() + 10 + 2 * sum(self.reach[name]["seconds"] for name in tests)
        for name, following in zip(tests, [*tests[1:], None], strict=True):
            left = max(0.01, end - time.process_time())
            signal.setitimer(signal.ITIMER_PROF, min(left, 1 + 3 * self.reach[name]["seconds"]))
            error = run_item(self.items[name], self.items[following] if following else None)
            if error is not None and not isinstance(error, pytest.skip.Exception):
                return {"end": KILLED, "by": name}
        return {"end": SURVIVED}


# The report ---------------------------------------------------------------------------------------


def report(work: list[Task], results: dict[tuple[str, str], dict[str, Any]], config: Config, whole: bool) -> int:
    """Print survivors and figures; the number of breaks that are neither killed nor explained, and of stale reasons."""
    total = killed = explained = 0
    wrong = 0
    for task in work:
        row = results[task.key]
        total += 1
        if row["end"] == KILLED:
            killed += 1
            if task.key in config.accepted:
                wrong += 1
                print(f"{task.file.name}: {task.made.key}: a reason is given, but a test notices it")
        elif task.key in config.accepted:
            explained += 1
        else:
            wrong += 1
            end = "no test reaches" if row["end"] == UNREACHED else "survives"
            print(f"{task.file.name}:{task.made.line}: {end} [{task.made.case}] {task.made.key}")
    if whole:
        for key in sorted(set(config.accepted) - {t.key for t in work}):
            wrong += 1
            print(f"{key[0]}: {key[1]}: a reason is given for a break that does not exist")
    share = 100 * killed / total if total else 100.0
    print(f"{total} breaks: {killed} killed ({share:.1f} %), {explained} explained, {total - killed - explained} open")
    return wrong


def main() -> int:
    asked = argparse.ArgumentParser(description="Break the rules of titles; see which tests notice.")
    asked.add_argument("titles", nargs="+")
    asked.add_argument("--only", default="", help="a part of the names of the modules to break")
    asked.add_argument("--since", default="", help="a commit: only breaks of lines changed after it")
    asked.add_argument("--every", type=int, default=1, help="a sample: only each so many-th break")
    asked.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--fresh", action="store_true", help="forget what was found before")
    told = asked.parse_args()
    CACHE.mkdir(exist_ok=True)
    wrong = 0
    for title in told.titles:
        folder = ROOT / "src" / "grognard" / "games" / title / "rules"
        if not folder.is_dir():
            raise SystemExit(f"{title}: no such title, or it has no rules")
        if len(told.titles) > 1:  # each in a process of its own: what one imports must not reach another
            child = os.fork()
            if child:
                wrong += os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                continue
            os._exit(min(100, one(title, folder, told)))
        wrong += one(title, folder, told)
    return 1 if wrong else 0


def one(title: str, folder: Path, told: argparse.Namespace) -> int:
    config = Config.read(Path(__file__).parent / f"{title}.toml")
    importlib.import_module(f"grognard.games.{title}")
    work = tasks(folder, told.only, told.since)[:: told.every]
    if not work:
        print(f"== {title}\nnothing to break")
        return 0
    room = f"tests/games/{title}/rules"
    plugin = Campaign(
        title, work, told.workers, told.fresh, lambda test: not any(test.startswith(w) for w in config.without)
    )
    without = [part for name in ("timeout", "xdist", "cacheprovider", "terminal") for part in ("-p", f"no:{name}")]
    options = ["-s", "-o", "addopts=", "--import-mode=importlib", "--rootdir", str(ROOT), *without, room]
    code = pytest.main(options, plugins=[plugin])
    if not plugin.results:
        raise SystemExit(f"{title}: nothing was tried (pytest ended with {code})")
    print(f"== {title}")
    return report(work, plugin.results, config, not told.only and not told.since and told.every == 1)


if __name__ == "__main__":
    sys.exit(main())
