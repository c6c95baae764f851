"""A run from its manifest to its report, whatever its kind."""

from collections.abc import Sequence
from typing import Any

from grognard.core import Game
from grognard.lab.arena import arena_tasks, study_arena, tested
from grognard.lab.balance import balance_tasks, study_balance
from grognard.lab.findings import Findings
from grognard.lab.jobs import Task, Trial
from grognard.lab.learn import learn, learn_tasks
from grognard.lab.report import write_report
from grognard.lab.store import Advance, Manifest, Run
from grognard.lab.sweep import study_sweep
from grognard.lab.tune import games_of, tune

BATCH = 4
"""Tasks played between two looks at a sequential test; even, so that pairs of single games are whole."""
STUDIES = {"arena": study_arena, "balance": study_balance, "sweep": study_sweep}


def total_games(game: Game[Any], manifest: Manifest) -> int:
    """How many games a run plays in all."""
    if manifest.kind == "tune":
        return games_of(game, manifest)
    return sum(len(task.jobs) for _, task in _tasks(game, manifest))


def carry_out(run: Run, game: Game[Any], jobs: int = 0, ray: str = "", advance: Advance = lambda n: None) -> Findings:
    """Play what is left of a run and write its report into the folder."""
    if run.manifest.kind in ("tune", "learn"):
        found = (tune if run.manifest.kind == "tune" else learn)(run, game, jobs, ray, advance)
        trials: Sequence[Trial] = [trial for task in sorted(run.done) for trial in run.done[task]]
    else:
        trials = _play(run, game, jobs, ray, advance)
        found = STUDIES[run.manifest.kind](game, run.manifest, trials)
    write_report(run, game, trials, found)
    return found


def _play(run: Run, game: Game[Any], jobs: int, ray: str, advance: Advance) -> Sequence[Trial]:
    """All games of a run; of an arena with a sequential test, as many as it takes to decide."""
    tasks = _tasks(game, run.manifest)
    if "high" not in run.manifest.plan:
        return run.carry_out(tasks, jobs, ray, advance)
    trials: list[Trial] = []
    for at in range(0, len(tasks), BATCH):
        trials += run.carry_out(tasks[at : at + BATCH], jobs, ray, advance)
        if tested(run.manifest, trials).decided:
            break
    return trials


def _tasks(game: Game[Any], manifest: Manifest) -> list[tuple[int, Task]]:
    tasks = {"arena": arena_tasks, "learn": learn_tasks}.get(manifest.kind, balance_tasks)
    return tasks(game, manifest)
