"""`python -m tests.mutants.by_hand [TITLE...]`: the breaks of `by_hand.toml` against the rule tests of their titles."""

import importlib
import sys
import tomllib
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tests.mutants.breaks import source
from tests.mutants.run import ROOT, Config, forked, listened, run_item

TABLE = Path(__file__).parent / "by_hand.toml"


def rows(title: str) -> list[tuple[Path, str, str, str]]:
    """File, what is broken, text before and after; each text stands in its file exactly once."""
    folder = ROOT / "src" / "grognard" / "games" / title / "rules"
    found = []
    for name, what, before, after in tomllib.loads(TABLE.read_text(encoding="utf-8"))[title]["breaks"]:
        file = folder / name
        if source(file).count(before) != 1:
            raise SystemExit(f"{title}/{name}: {before!r} stands there {source(file).count(before)} times, not once")
        found.append((file, what, before, after))
    return found


def spoil(file: Path, before: str, after: str) -> None:
    """Give every function of the module the code of the changed text."""
    module = next(m for m in list(sys.modules.values()) if getattr(m, "__file__", None) == str(file))
    whole = compile(source(file).replace(before, after), str(file), "exec", dont_inherit=True)
    for made in vars(module).values():
        for kept in (made, *vars(made).values()) if isinstance(made, type) else (made,):
            if callable(forget := getattr(kept, "cache_clear", None)):
                forget()
            inner: Any = getattr(kept, "__wrapped__", kept)
            if hasattr(inner, "__code__") and inner.__module__ == module.__name__:
                inner.__code__ = _named(whole, inner.__qualname__.split("."))


def _named(code: CodeType, path: list[str]) -> CodeType:
    inner = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == path[0])
    return inner if len(path) == 1 else _named(inner, path[1:])


class Trial:
    """A pytest plugin that tries the breaks of a title once its rule tests are collected."""

    def __init__(self, title: str) -> None:
        self.title, self.alive = title, 0
        self.without = Config.read(Path(__file__).parent / f"{title}.toml").without

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = [i for i in session.items if not any(i.nodeid.startswith(w) for w in self.without)]
        for file, what, before, after in rows(self.title):
            told = listened(*forked(lambda f=file, b=before, a=after: self.attempt(items, f, b, a), 300))
            if told is not None and "error" in told:
                raise SystemExit(f"{file.name}: {what}: {told['error']}")
            by = "time" if told is None else told.get("by", "")
            self.alive += not by
            print(f"{self.title}/{file.name}: {what}: {f'noticed by {by}' if by else 'SURVIVES'}", flush=True)
        return True

    def attempt(self, items: list[pytest.Item], file: Path, before: str, after: str) -> dict[str, str]:
        spoil(file, before, after)
        near = sorted(items, key=lambda i: file.stem not in i.path.stem)
        for item, following in zip(near, [*near[1:], None], strict=True):
            if run_item(item, following) is not None:
                return {"by": item.nodeid.rpartition("::")[2]}
        return {}


def main(titles: list[str]) -> int:
    wrong = 0
    for title in titles or list(tomllib.loads(TABLE.read_text(encoding="utf-8"))):
        importlib.import_module(f"grognard.games.{title}")
        plugin = Trial(title)
        quiet = [part for name in ("timeout", "xdist", "cacheprovider", "terminal") for part in ("-p", f"no:{name}")]
        room = f"tests/games/{title}/rules"
        pytest.main(
            ["-s", "-o", "addopts=", "--import-mode=importlib", "--rootdir", str(ROOT), *quiet, room], plugins=[plugin]
        )
        wrong += plugin.alive
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
