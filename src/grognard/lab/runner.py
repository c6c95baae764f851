"""Many games on many processes, or on many machines by Ray. What comes of a game depends on its job alone."""

import importlib
import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any

from msgspec.json import Decoder, Encoder

from grognard.core import SetupError
from grognard.lab.jobs import Setting, Task, Trial
from grognard.lab.trial import load_setting, play_task

Done = tuple[int, list[Trial]]
"""Number of the task, and its trials."""

LOCAL = "local"
"""In place of the address of a Ray cluster: start one on this machine."""
AHEAD = 4
"""Tasks handed out for each processor: enough to keep it busy, few enough to stop soon."""

_ENCODE = Encoder().encode
_TASK = Decoder(Task)
_TRIALS = Decoder(list[Trial])


def run_tasks(tasks: Sequence[tuple[int, Task]], jobs: int = 0, ray: str = "") -> Iterator[Done]:
    """Play tasks and give each as soon as it is done, in whatever order.

    `jobs`: processes (0: one for each core); `ray`: the address of a cluster, or `local`.
    """
    if ray:
        yield from _on_ray(tasks, ray)
        return
    jobs = jobs or os.cpu_count() or 1
    for group in _by_tables(tasks):
        if jobs == 1 and not group[0][1].setting.tables:
            for number, task in group:
                yield number, play_task(task)
        else:
            yield from _on_processes(group, jobs)


def run_all(tasks: Sequence[Task], jobs: int = 0, ray: str = "") -> list[Trial]:
    """All trials of all tasks, by number."""
    found = [trial for _, trials in run_tasks(list(enumerate(tasks)), jobs, ray) for trial in trials]
    return sorted(found, key=lambda trial: trial.number)


def _by_tables(tasks: Sequence[tuple[int, Task]]) -> list[list[tuple[int, Task]]]:
    """A process has its components for life, so tasks with other tables need other processes."""
    groups: dict[tuple[tuple[str, str], ...], list[tuple[int, Task]]] = {}
    for number, task in tasks:
        groups.setdefault(tuple(sorted(task.setting.tables.items())), []).append((number, task))
    return list(groups.values())


def _pool(jobs: int, setting: Setting) -> ProcessPoolExecutor:
    """Processes that may lay tables over must not inherit a title that is already loaded."""
    context = multiprocessing.get_context("spawn" if setting.tables else None)
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_die_quietly)


def _die_quietly() -> None:
    """An interrupt at the keyboard reaches workers too; what they were playing is played again later.

    A run in the background, which ignores interrupts, goes on with all its workers.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _on_processes(tasks: Sequence[tuple[int, Task]], jobs: int) -> Iterator[Done]:
    jobs = min(jobs, len(tasks))
    with _pool(jobs, tasks[0][1].setting) as pool:
        todo, running = iter(tasks), dict[Future[bytes], int]()
        try:
            for number, task in todo:
                running[pool.submit(play_bytes, _ENCODE(task))] = number
                if len(running) >= jobs * AHEAD:
                    yield from _finished(running)
            while running:
                yield from _finished(running)
        finally:
            pool.shutdown(cancel_futures=True)


def _finished(running: dict[Future[bytes], int]) -> Iterator[Done]:
    done, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in sorted(done, key=running.__getitem__):
        yield running.pop(future), _TRIALS.decode(future.result())


def play_bytes(raw: bytes) -> bytes:
    """A task and its trials as JSON: what crosses between processes and machines."""
    return _ENCODE(play_task(_TASK.decode(raw)))


def _on_ray(tasks: Sequence[tuple[int, Task]], address: str) -> Iterator[Done]:
    try:
        ray: Any = importlib.import_module("ray")
    except ModuleNotFoundError:
        raise SetupError("Ray is not installed: pip install 'grognard[ray]'") from None
    started = not ray.is_initialized()
    if started:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody unless the user asks
        where: dict[str, Any] = {"include_dashboard": False} if address == LOCAL else {"address": address}
        ray.init(log_to_driver=False, logging_level="error", **where)
    try:
        play = ray.remote(play_bytes)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        for place, group in enumerate(_by_tables(tasks)):
            # a variable of its own keeps Ray from giving workers with other tables to this group
            apart = {"env_vars": {"GROGNARD_LAB_GROUP": str(place)}} if group[0][1].setting.tables else {}
            here = play.options(runtime_env=apart) if apart else play
            running: dict[Any, int] = {}
            for number, task in group:
                running[here.remote(_ENCODE(task))] = number
                if len(running) >= ahead:
                    yield from _arrived(ray, running)
            while running:
                yield from _arrived(ray, running)
    finally:
        if started:
            ray.shutdown()


def _arrived(ray: Any, running: dict[Any, int]) -> Iterator[Done]:
    done, _ = ray.wait(list(running), num_returns=1)
    for reference in done:
        yield running.pop(reference), _TRIALS.decode(ray.get(reference))


def digest_with(setting: Setting) -> str:
    """The digest of the components with the setting's tables laid over; raises SetupError if they do not fit."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        digest, problem = pool.submit(_try_tables, _ENCODE(setting)).result()
    if problem:
        raise SetupError(problem)
    return digest


def _try_tables(raw: bytes) -> tuple[str, str]:
    """In a fresh process: load the title with these tables, and say what they are or what is wrong."""
    setting = Decoder(Setting).decode(raw)
    try:
        game = load_setting(setting)
    except Exception as error:  # whatever tables that contradict one another may cause while a title is loaded
        return "", str(error) or type(error).__name__
    broken = game.broken(game.new(setting.scenario, setting.options))
    return game.components(), f"with these tables the set-up breaks: {broken[0]}" if broken else ""
