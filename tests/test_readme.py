"""What the README says is true: its examples run, its figures are current, its links lead somewhere."""

import doctest
import importlib
import importlib.util
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import grognard
import tests.drill  # noqa: F401  # registers the drill
from grognard.bots import RandomPlayer, play_out
from grognard.core import load_game
from grognard.core.position import load_position

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_examples_of_the_readme_run() -> None:
    told = doctest.testfile(str(README), module_relative=False)
    assert told.attempted > 5
    assert told.failed == 0


def test_figures_are_current() -> None:
    spec = importlib.util.spec_from_file_location("figures", ROOT / "docs" / "figures.py")
    assert spec is not None and spec.loader is not None
    figures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(figures)
    told = README.read_text(encoding="utf-8")
    assert figures.filled(told) == told, "run `make figures`"


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_links_between_files_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\[[^]]*\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def _modules() -> list[str]:
    names = (found.name for found in pkgutil.walk_packages(grognard.__path__, "grognard."))
    return [name for name in names if ".migrations" not in name]


def test_examples_in_docstrings_run() -> None:
    failed = [name for name in _modules() if doctest.testmod(importlib.import_module(name)).failed]
    assert failed == []


def _block(page: str, language: str) -> str:
    """The first block of code of a page."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found.group(1)


def test_the_position_of_the_formats_page_loads() -> None:
    game = load_game("cassino_1944")
    s = load_position(game, _block("formats.md", "toml"))
    unit = list(game.names["UnitId"]).index("34/133")
    assert game.names["SpaceId"][s.loc[unit]] == "1605"
    assert (s.turn, s.damage[unit], type(s.stack[-1]).__name__) == (3, 1, "Half")


def test_the_bot_of_the_page_plays_to_the_end() -> None:
    scope: dict[str, Any] = {}
    exec(_block("write-a-bot.md", "python"), scope)
    game = load_game("drill")
    outcome, _ = play_out(game, [scope["Bold"](), RandomPlayer(1), RandomPlayer(2)], 1)
    assert outcome.decisions > 0
