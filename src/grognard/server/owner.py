"""One task that does one thing after another: whatever reads or changes a match in memory runs in its owner."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

log = logging.getLogger("grognard.server")
Work = Callable[[], Awaitable[None]]


class PutAway(ConnectionError):
    """The match left memory before it came to this; it is in the store."""


class NotSaved(RuntimeError):
    """What was done could not be written, so it was not done. Those who must know have been told."""


class Owner:
    """A queue of work and the task that does it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.used = time.monotonic()
        self.gone = False
        self._calls: set[asyncio.Future[Any]] = set()
        self._inbox: asyncio.Queue[Work | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._own(), name=name)

    def post(self, work: Work) -> None:
        """Let the owner do this when its turn comes."""
        self._inbox.put_nowait(work)

    async def call(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Let the owner do this and wait for the outcome."""
        if self.gone:
            raise PutAway
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._calls.add(done)
        done.add_done_callback(self._calls.discard)

        async def run() -> None:
            try:
                result = await work()
            except Exception as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)

        self.post(run)
        return await done

    async def _own(self) -> None:
        while (work := await self._inbox.get()) is not None and not self.gone:
            self.used = time.monotonic()
            try:
                await work()
            except NotSaved:
                return
            except Exception:
                log.exception("%s: a deed failed", self.name)
                self.put_away(1011)
                return

    def put_away(self, code: int = 1012) -> None:
        """Do no more; whoever waits for something is told."""
        if self.gone:
            return
        self.gone = True
        self.leave(code)
        for call in list(self._calls):
            if not call.done():
                call.set_exception(PutAway())
        self._inbox.put_nowait(None)

    def leave(self, code: int) -> None:
        """What is to be done at the end; `code` says why, as sockets are told."""
