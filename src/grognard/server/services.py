"""What every part of a worker shares: settings, the store, the shelf, computer players, threads, counters."""

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from grognard.server.calculators import Calculators
from grognard.server.metrics import Metrics
from grognard.server.opponents import Opponents
from grognard.server.settings import Settings
from grognard.server.shelf import Shelf
from grognard.server.store import Store

if TYPE_CHECKING:
    from grognard.server.bus import Bus

log = logging.getLogger("grognard.server")
T = TypeVar("T")
QUIET = 60.0
"""Seconds between two lines about the same outage."""


class Services:
    """Knows nothing of matches in memory; everything that does is built on this."""

    def __init__(self, settings: Settings, store: Store, worker: str, secret: Callable[[], bytes]) -> None:
        """`secret` makes the secrets of fair dice."""
        self.settings, self.store, self.worker, self.secret = settings, store, worker, secret
        self.shelf, self.metrics = Shelf(), Metrics()
        self.opponents = Opponents(settings.thinkers)
        self.calculators = Calculators(settings.calculators, settings.calculation_seconds)
        self.bus = self._make_bus() if store.postgres else None
        self._out = -QUIET
        self._tasks: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="grognard-compute")
        self._slow_lane = ThreadPoolExecutor(max_workers=1, thread_name_prefix="grognard-slow")

    def _make_bus(self) -> "Bus":
        from grognard.server.bus import Bus  # psycopg is only there where PostgreSQL is used

        return Bus(self.store.url, self.worker)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.opponents.close()
        self.calculators.close()
        if self.bus is not None:
            await self.bus.close()
        self._threads.shutdown(wait=False)
        self._slow_lane.shutdown(wait=False, cancel_futures=True)
        await asyncio.get_running_loop().run_in_executor(None, self.store.close)

    async def in_slow_lane(self, compute: Callable[[], T]) -> T:
        """For what strangers may ask and takes seconds: one at a time, out of everybody's way."""
        return await asyncio.get_running_loop().run_in_executor(self._slow_lane, compute)

    async def in_thread(self, compute: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, compute)

    def keep(self, task: asyncio.Task[Any]) -> None:
        """Hold a task until it ends, and log how it ended if it failed."""
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, SQLAlchemyError):
            return self.outage(error)
        self.metrics.failures += 1
        log.error("a task failed", exc_info=error)

    def report(self, what: str) -> None:
        """Log the exception being handled."""
        error = sys.exception()
        if isinstance(error, SQLAlchemyError):
            return self.outage(error)
        self.metrics.failures += 1
        log.exception(what)

    def complain(self, what: str) -> None:
        """Log something that is not our fault, in one line."""
        log.warning("%s", what)

    def outage(self, error: BaseException) -> None:
        """The store cannot be reached or written: logged in one line, and again only after a while."""
        self.metrics.failures += 1
        now = time.monotonic()
        if now - self._out > QUIET:
            self._out = now
            log.error("the store fails: %s", (str(error).splitlines() or [type(error).__name__])[0])

    async def may_act(self, match: str) -> bool:
        """Whether this worker acts for a match itself: computer players, clocks, notices."""
        return self.bus is None or await self.bus.may_act(match)
