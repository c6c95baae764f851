"""`python -m bench.against FOLDER`: the pace of random play beside another checkout of this project, in one run.

Both are measured in turns, each round in a process of its own, so that a busy machine hurts both alike; the best round
of each counts. Times are of the processor. Where rules changed between the two, a game has more or fewer questions:
beside the ratio of decisions stands that of whole games.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent.parent
WAYS = ("search", "table")
"""Without events, views and record; and with them."""

ROUND = """
import json, sys
from bench.pace import _round
from bench.titles import play_search, play_table
from grognard.core import load_game
way, name, seconds, seed = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
game, play = load_game(name), {"search": play_search, "table": play_table}[way]
play(game, -1)
pace = _round(lambda seed: play(game, seed), seconds, seed)
print(json.dumps((pace.decisions, pace.games)))
"""
"""Run in either checkout, with the benchmark it has."""


def pace(folder: Path, way: str, name: str, seconds: float, seed: int) -> tuple[float, float]:
    """Decisions and games a second of one round in a checkout."""
    words = (sys.executable, "-c", ROUND, way, name, str(seconds), str(seed))
    where = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder / "src"), str(folder)))}
    told = subprocess.run(words, cwd=folder, env=where, capture_output=True, text=True, check=False)
    if told.returncode:
        raise SystemExit(f"{folder}: {name} cannot be measured:\n{told.stderr}")
    decisions, games = json.loads(told.stdout)
    return float(decisions), float(games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the other checkout")
    parser.add_argument("games", nargs="*", help="titles; by default those that both have")
    parser.add_argument("--seconds", type=float, default=4.0, help="time for a round")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    other: Path = given.folder.resolve()
    if not (other / "src" / "grognard").is_dir():
        raise SystemExit(f"{other} is no checkout of this project")
    titles = [path.parent.name for path in sorted((other / "src" / "grognard" / "games").glob("*/__init__.py"))]

    table = Table("random play", title=f"Decisions a second beside {other.name}")
    for heading in (*(f"{way}{what}" for way in WAYS for what in (" there", " here", " ratio", ", games")),):
        table.add_column(heading, justify="right")
    for name in given.games or titles:
        cells = []
        for way in WAYS:
            best = {other: (0.0, 0.0), HERE: (0.0, 0.0)}
            for seed in range(given.rounds):
                for folder in best:
                    best[folder] = max(best[folder], pace(folder, way, name, given.seconds, seed * 1_000_000))
            (there, games_there), (here, games_here) = best[other], best[HERE]
            cells += [f"{there:,.0f}", f"{here:,.0f}", f"{here / there:.2f}", f"{games_here / games_there:.2f}"]
        table.add_row(name, *cells)
    Console(highlight=False, width=120).print(table)


if __name__ == "__main__":
    main()
