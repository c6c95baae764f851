"""A run in a folder: a manifest that says all of it, and results appended as they come. A restart continues."""

import os
import platform
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grognard import __version__
from grognard.core import Game, SetupError
from grognard.lab.jobs import Contestant, Setting, Task, Trial
from grognard.lab.runner import run_tasks

MANIFEST, RESULTS = "manifest.json", "results.jsonl"
FORMAT = 1
TASKS = 400
MOST = 50
"""A run is cut into about `TASKS` tasks, of at most `MOST` games."""

BARE = re.compile(r"[A-Za-z0-9_\-]+\.(csv|toml|txt|json|md)")
"""How a component file may be called: no folder, nothing hidden."""

Advance = Callable[[int], None]


class Manifest(Struct, frozen=True):
    """Everything needed to do a run again."""

    kind: str
    """arena, balance, sweep, tune or learn."""
    game: str
    rules_version: int
    settings: tuple[Setting, ...]
    contestants: tuple[Contestant, ...]
    games: int
    seed: int
    plan: dict[str, float] = {}
    """Numbers only this kind of run needs."""
    grognard: str = __version__
    python: str = platform.python_version()
    format: int = FORMAT


def make_manifest(
    kind: str,
    game: Game[Any],
    settings: Sequence[Setting],
    contestants: Sequence[Contestant],
    games: int,
    seed: int,
    plan: dict[str, float] | None = None,
) -> Manifest:
    return Manifest(kind, game.name, game.rules_version, tuple(settings), tuple(contestants), games, seed, plan or {})


class _Line(Struct, frozen=True):
    """The trials of one task: a line of the results."""

    task: int
    trials: list[Trial]


class Run:
    """A run and its folder. `done` holds the tasks that are finished."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder, self.manifest = folder, manifest
        self.done: dict[int, list[Trial]] = {}
        self._read()

    @classmethod
    def begin(cls, folder: Path, manifest: Manifest) -> "Run":
        """A new run, or the same run continued; a folder that holds something else is refused."""
        path = folder / MANIFEST
        if path.exists():
            kept = load_manifest(folder)
            for field in Manifest.__struct_fields__:
                if field != "python" and getattr(kept, field) != getattr(manifest, field):
                    raise SetupError(f"{folder} holds another run: its {field} differ; choose another folder")
            return cls(folder, kept)
        if folder.exists() and any(folder.iterdir()):
            raise SetupError(f"{folder} is not empty and holds no run; choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
        _write(path, msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
        return cls(folder, manifest)

    @classmethod
    def again(cls, folder: Path, game: Callable[[str], Game[Any]]) -> "Run":
        """The run a folder's manifest describes: to be continued, or, without results, done once more."""
        manifest = load_manifest(folder)
        title = game(manifest.game)
        _distrust(manifest, title, folder / MANIFEST)
        if title.rules_version != manifest.rules_version:
            raise SetupError(
                f"this run was made under rules version {manifest.rules_version} of {title.name}, "
                f"here is {title.rules_version}"
            )
        if manifest.grognard != __version__:
            raise SetupError(f"this run was made by version {manifest.grognard} of grognard, here is {__version__}")
        return cls(folder, manifest)

    def carry_out(
        self, tasks: Sequence[tuple[int, Task]], jobs: int = 0, ray: str = "", advance: Advance = lambda n: None
    ) -> list[Trial]:
        """Play what is not yet done of these tasks, keeping each as it comes; the trials of all, by number."""
        for number, task in tasks:
            if number in self.done:
                advance(len(task.jobs))
        for number, trials in run_tasks([t for t in tasks if t[0] not in self.done], jobs, ray):
            self._append(number, trials)
            advance(len(trials))
        found = [trial for number, _ in tasks for trial in self.done[number]]
        return sorted(found, key=lambda trial: trial.number)

    def write(self, name: str, content: str | bytes) -> Path:
        """Put a file into the folder, whole or not at all."""
        path = self.folder / name
        _write(path, content.encode() if isinstance(content, str) else content)
        return path

    def _read(self) -> None:
        """Results so far. A line torn by a crash is cut off: its task is played again."""
        path = self.folder / RESULTS
        if not path.exists():
            return
        raw = path.read_bytes()
        whole = raw.rfind(b"\n") + 1
        if whole < len(raw):
            with path.open("r+b") as file:
                file.truncate(whole)
        decoder = msgspec.json.Decoder(_Line)
        for row, text in enumerate(raw[:whole].splitlines(), 1):
            try:
                line = decoder.decode(text)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise SetupError(f"{path}, line {row}: {error}") from None
            self.done[line.task] = line.trials

    def _append(self, task: int, trials: list[Trial]) -> None:
        """One line in one write, on the disk before it counts."""
        with (self.folder / RESULTS).open("ab") as file:
            file.write(msgspec.json.encode(_Line(task, trials)) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self.done[task] = trials


def load_manifest(folder: Path) -> Manifest:
    """The manifest of a run."""
    path = folder / MANIFEST
    if not path.is_file():
        raise SetupError(f"{folder} holds no run ({MANIFEST} is missing)")
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise SetupError(f"{path}: {error}") from None


def _distrust(manifest: Manifest, title: Game[Any], path: Path) -> None:
    """A manifest may come from anybody: it names no code but that of the title it is about, and no file elsewhere."""
    if not manifest.settings or not manifest.contestants:
        raise SetupError(f"{path}: a run has settings and contestants")
    for setting in manifest.settings:
        if (setting.game, setting.package) != (title.name, title.package):
            raise SetupError(
                f"{path}: a setting is about {setting.game} in {setting.package}, the run about {title.name}"
            )
        for name in setting.tables:
            if not BARE.fullmatch(name):
                raise SetupError(f"{path}: {name!r} is no name of a component file")
        title.options(setting.scenario, setting.options)


def task_size(games: int) -> int:
    """Games in one task: it follows from the run alone, so that a restart cuts it in the same way."""
    return max(1, min(MOST, games // TASKS))


def _write(path: Path, content: bytes) -> None:
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)
