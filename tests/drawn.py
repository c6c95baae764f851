"""Grounds drawn once for all tests and all workers: whoever needs one that is being drawn waits for that one."""

import fcntl
import hashlib
import shutil
from functools import cache
from pathlib import Path
from typing import Any

from grognard.core import Game, game_names, load_game
from grognard.look.ground import ground_svg, has_drawing

SOURCES = Path(__file__).parents[1] / "src" / "grognard"
KEPT = Path(__file__).parents[1] / ".pytest_cache" / "drawings"


@cache
def folder() -> Path:
    """Where they are kept, as long as no source and no data file changes."""
    total = hashlib.sha256()
    for file in sorted(f for ending in ("py", "csv", "toml") for f in SOURCES.rglob(f"*.{ending}")):
        total.update(file.read_bytes())
    kept = KEPT / total.hexdigest()[:16]
    if not kept.exists():
        for old in [other for other in KEPT.glob("*") if other != kept]:
            shutil.rmtree(old, ignore_errors=True)
    kept.mkdir(parents=True, exist_ok=True)
    return kept


def drawn(game: Game[Any], wait: bool = True) -> str | None:
    """The ground of a title; None: somebody else is drawing it, and nobody wanted to wait."""
    with (folder() / f"{game.name}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return None
        return ground_svg(game, folder())


def draw_all() -> Path:
    """Every ground there is; workers that come at the same time share the work."""
    games = [game for game in map(load_game, game_names()) if has_drawing(game)]
    for game in [game for game in games if drawn(game, wait=False) is None]:
        drawn(game)
    return folder()
