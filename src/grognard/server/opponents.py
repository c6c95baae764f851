"""Computer players. They think in processes of their own, from views only, so that the table never waits for them."""

import asyncio
import logging
import multiprocessing
import os
import secrets
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any

import msgspec

from grognard.bots import LEVELS, make_player
from grognard.core import Decision, load_game

log = logging.getLogger("grognard.server")
PATIENCE = 120.0
"""Seconds after which a computer player that gives no answer is passed over."""


def think(
    modules: tuple[str, ...], game: str, view: bytes, seat: int, level: str, seed: int
) -> tuple[bytes, list[str]]:
    """Choose an answer to the question a view asks of `seat`: the option as JSON, and the reasons. Runs in a worker."""
    for module in modules:
        import_module(module)
    title = load_game(game)
    state = title.codec.decode(view)
    decision = state.stack[-1].ask(state)
    if not isinstance(decision, Decision) or decision.seat != seat:
        raise ValueError(f"seat {seat} is not asked in this view")
    player = make_player(level, title, seed)
    option = player.choose(state, decision, seat)
    if option not in decision.options:
        raise ValueError(f"{level} answered with something that was not offered")
    return msgspec.json.encode(option), [str(line) for line in player.reasons()][:20]


def _end_with_parent() -> None:
    """A thinker must not outlive a server that was killed: nobody would ever tell it to stop."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Opponents:
    """A pool of thinkers, started when first needed."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: Executor | None = None

    def levels(self) -> list[str]:
        """The computer players there are, weakest first."""
        return list(LEVELS)

    async def choose(self, game: Any, view: Any, decision: Decision, seat: int, level: str) -> tuple[Any, list[str]]:
        """The option the computer chooses. A player that fails is replaced by the quiet or first answer, and logged."""
        raw = game.codec.encode(view)
        home = () if game.package.startswith("grognard.") else (game.package,)
        loop = asyncio.get_running_loop()
        for attempt in (1, 2):
            pool = self._started()
            job = loop.run_in_executor(pool, think, home, game.name, raw, seat, level, secrets.randbits(62))
            try:
                chosen, reasons = await asyncio.wait_for(job, PATIENCE)
                return game.codec.decode_answer(chosen), reasons
            except BrokenProcessPool:
                log.error("a process of the computer players died (attempt %d)", attempt)
                self._abandon(pool)
            except TimeoutError:
                log.error("the computer player %s of %s gave no answer in %g seconds", level, game.name, PATIENCE)
                self._abandon(pool)
                break
            except Exception:
                log.exception("the computer player %s of %s failed", level, game.name)
                break
        return decision.options[max(decision.default, 0)], ["The computer player failed; the quiet answer was given."]

    def _started(self) -> Executor:
        if self._pool is None:
            if self._processes:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=_end_with_parent)
            else:
                self._pool = ThreadPoolExecutor(1, thread_name_prefix="grognard-thinker")
        return self._pool

    def _abandon(self, pool: Executor) -> None:
        """Think in new processes from now on. A thinker that never ends would keep its processor for ever."""
        if self._pool is pool:
            self._pool = None
        stuck = list((getattr(pool, "_processes", None) or {}).values())  # public only from Python 3.14 on
        pool.shutdown(wait=False)
        for process in stuck:
            process.kill()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
