"""Component files of owners, spoiled: what `grognard check` accepts is played, whatever stands in it.

A title reads its files when it is first loaded, so every trial has a process of its own, forked from one that has
loaded everything but titles.

What `check` finds before it plays is asked of every folder. Its own games, which are most of its time, it plays for one
folder in some; of all others it is asked only where the games here break something, so that nothing is called
accepted that it refuses, and nothing that it accepts goes unplayed.
"""

import io
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from grognard.cli.check import check, proved, sources
from grognard.cli.choices import fitting, lay_over
from grognard.cli.console import TOLD
from grognard.core import Match, Seeded, hush, load_game, push, settle
from grognard.tables.components import NOT_COMPONENTS
from tests.attack.apart import apart
from tests.attack.spoiling import spoil_table
from tests.serving import ROOT

GAMES = ROOT / "src" / "grognard" / "games"
TITLES = tuple(sorted(path.parent.name for path in GAMES.glob("*/__init__.py")))
DEAR = ("battle_for_cassino", "dark_victory", "second_front_now")
"""Titles whose games take seconds: they are drawn less often, so that a campaign tries more files."""
WATCHED = 120
"""Answers of a folder that are given at a table, with its record, digests and events; shared by the scenarios."""
ANSWERS, FEW = 3000, 400
"""Answers that are given by the bare rules, in one game after another; and those of a dear title."""
WHOLE, RARELY = 25, 100
"""One folder in so many is checked as its owner would check it, and played in whole games; and of a dear title."""
HUNDRED = 100
"""Random games of a folder that is tried thoroughly."""
SHORT = 4000
"""Bytes of a file in which every row decides something: constants, tables of results, turn tracks."""

Ask = Callable[[str, Path, int], str]


def spoil(title: str, folder: Path, rng: random.Random) -> list[str]:
    """One or two files of a title, spoiled, in a folder; their names."""
    files = sorted(path for path in (GAMES / title / "data").glob("*.csv") if path.name not in NOT_COMPONENTS)
    short = [path for path in files if len(path.read_bytes()) < SHORT] if rng.random() < 0.6 else files
    chosen = rng.sample(short or files, k=min(len(short or files), rng.choice((1, 1, 1, 2))))
    for path in chosen:
        (folder / path.name).write_text(spoil_table(path.read_text(encoding="utf-8"), rng), encoding="utf-8")
    return [path.name for path in chosen]


def refused(title: str, folder: Path, whole: bool) -> bool:
    """Whether `check` says something against it, games included or not. Everything that is no sentence for the owner is
    a fault."""
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            if whole:
                check(title, folder)
                return False
            lay_over(folder)
            with fitting():
                game = load_game(title)
                sources(game)
                return not all(finding.passed for finding in proved(game))
    except TOLD:
        return True


def plays(title: str, seed: int, whole: bool) -> None:
    """Random play in every scenario: at a table, then by the bare rules. Somebody always has an answer, no invariant is
    broken, and whole games come to their end."""
    game = load_game(title)
    for scenario in game.scenarios:
        rng = random.Random(f"{seed} {scenario.name}")
        match = Match.start(game, Seeded(rng.randrange(10**9)), scenario.name)
        while match.decision is not None and len(match.record.entries) < WATCHED // len(game.scenarios):
            match.answer(match.decision.seat, rng.choice(match.decision.options))
        left = (FEW if title in DEAR else ANSWERS) // len(game.scenarios)
        while left > 0:
            left -= _game(title, scenario.name, rng, None if whole else left)


def _game(title: str, scenario: str, rng: random.Random, most: int | None = None) -> int:
    """A random game by the rules alone, or the beginning of one; its answers."""
    game = load_game(title)
    s, chance, answers = game.new(scenario), Seeded(rng.randrange(10**9)), 0
    while (decision := settle(s, chance)) is not None and answers != most:
        push(s, rng.choice(decision.options), hush)
        answers += 1
        if answers == 1:
            assert not game.broken(s), game.broken(s)
    assert not game.broken(s), game.broken(s)
    assert most is not None or s.result is not None, "a game without an end"
    return answers or 1


def trial(rng: random.Random, place: Path, ask: Ask | None = None) -> str:
    """One folder of an owner. A fault leaves the folder behind."""
    title = rng.choices(TITLES, [1 if name in DEAR else 3 for name in TITLES])[0]
    folder = place / "mine"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    names = spoil(title, folder, rng)
    seed = rng.randrange(10**6)
    said = (ask or _asked)(title, folder, seed)
    if said.startswith("FAULT"):
        kept = place / f"{title}-{seed}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(folder, kept)
        raise AssertionError(f"{title} {names} {kept.name}\n{said}")
    return f"{title}: {said}"


def thorough(rng: random.Random, place: Path) -> str:
    """One folder that `check`, asked as its owner asks, accepts: a hundred games of it, through all scenarios."""
    title = rng.choices(TITLES, [1 if name in DEAR else 3 for name in TITLES])[0]
    folder = place / "mine"
    while True:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        spoil(title, folder, rng)
        said = apart(lambda: hundred(title, folder, rng.randrange(10**6)))
        if said.startswith("FAULT"):
            raise AssertionError(f"{title}\n{said}")
        if said != "refused":
            return f"{title}: {said}"


def hundred(title: str, folder: Path, seed: int) -> str:
    if refused(title, folder, whole=False) or refused(title, folder, whole=True):
        return "refused"
    scenarios = load_game(title).scenarios
    for number in range(HUNDRED):
        _game(title, scenarios[number % len(scenarios)].name, random.Random(f"{seed} {number}"))
    return f"accepted, and {HUNDRED} games of it end"


def _asked(title: str, folder: Path, seed: int) -> str:
    return apart(lambda: verdict(title, folder, seed))


def verdict(title: str, folder: Path, seed: int) -> str:
    assert f"grognard.games.{title}" not in sys.modules, "loaded already, with other files"
    if refused(title, folder, whole=False):
        return "refused"
    whole = seed % (RARELY if title in DEAR else WHOLE) == 0
    if whole and refused(title, folder, whole=True):
        return "refused for its games"
    try:
        plays(title, seed, whole)
    except Exception:
        if not whole and refused(title, folder, whole=True):
            return "refused for its games"
        raise
    return "accepted, and plays whole games" if whole else "accepted, and plays"


def told(asked: Sequence[tuple[str, Path]]) -> list[str]:
    """The verdicts on folders, from a new Python, for callers that have loaded titles."""
    words = [str(word) for title, folder in asked for word in (title, folder)]
    command = [sys.executable, "-m", "tests.attack.owners", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


if __name__ == "__main__":
    for title, folder in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        print(_asked(title, Path(folder), 1), flush=True)
