"""Component files of owners, spoiled: what `grognard check` accepts is played to the end, whatever stands in it.

A title reads its files when it is first loaded, so every trial has a process of its own, forked from one that has
loaded everything but titles.
"""

import io
import os
import random
import shutil
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from grognard.cli.check import check
from grognard.cli.console import TOLD
from grognard.core import Match, Seeded, load_game
from grognard.tables.components import NOT_COMPONENTS, OVERLAY
from tests.attack.spoiling import spoil_table
from tests.serving import ROOT

GAMES = ROOT / "src" / "grognard" / "games"
TITLES = tuple(sorted(path.parent.name for path in GAMES.glob("*/__init__.py")))
DEAR = ("battle_for_cassino", "dark_victory", "second_front_now")
"""Titles whose games take seconds: they are drawn less often, so that a campaign tries more files."""
ANSWERS = 1000
"""After so many answers a game is taken to go on well."""
SHORT = 4000
"""Bytes of a file in which every row decides something: constants, tables of results, turn tracks."""
PATIENCE = 240
"""Seconds of processor time after which a trial hangs."""


Ask = Callable[[str, Path, int, int], str]


def spoil(title: str, folder: Path, rng: random.Random) -> list[str]:
    """One or two files of a title, spoiled, in a folder; their names."""
    files = sorted(path for path in (GAMES / title / "data").glob("*.csv") if path.name not in NOT_COMPONENTS)
    short = [path for path in files if len(path.read_bytes()) < SHORT] if rng.random() < 0.6 else files
    chosen = rng.sample(short or files, k=min(len(short or files), rng.choice((1, 1, 1, 2))))
    for path in chosen:
        (folder / path.name).write_text(spoil_table(path.read_text(encoding="utf-8"), rng), encoding="utf-8")
    return [path.name for path in chosen]


def accepted(title: str, folder: Path) -> str | None:
    """What `check` says against it; None: nothing. Everything that is no sentence for the owner is a fault."""
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            check(title, folder)
    except TOLD as told:
        return type(told).__name__
    return None


def plays(title: str, games: int, seed: int) -> None:
    """Random games in every scenario: each ends, keeps its invariants, and its views are drawn as they go."""
    game = load_game(title)
    for number in range(games):
        scenario = game.scenarios[number % len(game.scenarios)].name
        match, rng = Match.start(game, Seeded(seed * 1000 + number), scenario), random.Random(seed * 1000 + number)
        while match.decision is not None and len(match.record.entries) < ANSWERS:
            match.answer(match.decision.seat, rng.choice(match.decision.options))
            if rng.random() < 0.002:
                wrong = game.broken(match.state)
                assert not wrong, wrong


def trial(rng: random.Random, place: Path, games: int, ask: Ask | None = None) -> str:
    """One folder of an owner. A fault leaves the folder behind."""
    title = rng.choices(TITLES, [1 if name in DEAR else 3 for name in TITLES])[0]
    folder = place / "mine"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    names = spoil(title, folder, rng)
    seed = rng.randrange(10**6)
    said = (ask or _asked)(title, folder, games, seed)
    if said.startswith("FAULT"):
        kept = place / f"{title}-{seed}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(folder, kept)
        raise AssertionError(f"{title} {names} {kept.name}\n{said}")
    return f"{title}: {said}"


def _asked(title: str, folder: Path, games: int, seed: int) -> str:
    return apart(lambda: verdict(title, folder, games, seed))


def verdict(title: str, folder: Path, games: int, seed: int) -> str:
    assert f"grognard.games.{title}" not in sys.modules, "loaded already, with other files"
    os.environ[OVERLAY] = str(folder)
    refused = accepted(title, folder)
    if refused is not None:
        return "refused"
    plays(title, games, seed)
    return "accepted, and plays"


def apart(work: Callable[[], str]) -> str:
    """What `work` says, in a process of its own that may hang or crash."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            said = work()
        except BaseException:
            said = "FAULT\n" + traceback.format_exc()[-2000:]
        with os.fdopen(writing, "w") as pipe:
            pipe.write(said)
        sys.stdout.flush()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    return said if status == 0 else f"FAULT: ended by signal {status & 127}"


def told(title: str, folder: Path, games: int = 1, seed: int = 1) -> str:
    """The same in a new Python, for callers that have loaded titles."""
    command = [sys.executable, "-m", "tests.attack.owners", title, str(folder), str(games), str(seed)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    print(apart(lambda: verdict(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))))
