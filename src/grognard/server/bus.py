"""Between workers that share one PostgreSQL: who wrote to which match, who is online where, who plays the computer.

Notices travel by LISTEN/NOTIFY; a notice of a write is part of its transaction, so it arrives after the commit and
never without it. The right to act for a match (computer players, clocks) is an advisory lock, which a worker that dies
loses.
"""

import asyncio
import logging
import zlib
from collections.abc import Callable
from typing import Any

import psycopg
from sqlalchemy.engine import URL

log = logging.getLogger("grognard.server")
CHANNEL = "grognard"
ACTING = 0x67726F67
"""First half of the lock keys, the word "grog"."""


class Bus:
    """Two connections of one worker: one listens, one speaks and holds the locks. Both come back by themselves."""

    def __init__(self, url: URL, worker: str) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.worker = worker
        self._mouth: psycopg.AsyncConnection[Any] | None = None
        self._acting: set[str] = set()
        self._speaking = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def start(self, heard: Callable[[str], None], back: Callable[[], None]) -> None:
        """Listen: `heard` is told every notice, `back` that some may have been missed."""
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._listen(ready, heard, back), name="bus")
        await asyncio.wait_for(ready.wait(), 30)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._mouth is not None:
            await self._mouth.close()

    async def _listen(self, ready: asyncio.Event, heard: Callable[[str], None], back: Callable[[], None]) -> None:
        while True:
            try:
                async with await self._connect() as ear:
                    await ear.execute(f"LISTEN {CHANNEL}")
                    if ready.is_set():
                        back()
                    ready.set()
                    async for notice in ear.notifies():
                        heard(notice.payload)
            except (psycopg.Error, OSError):
                log.warning("the listening connection was lost; connecting again")
            await asyncio.sleep(1.0)

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        """A connection whose silent loss is noticed within a minute."""
        return await psycopg.AsyncConnection.connect(
            self._address,
            autocommit=True,
            connect_timeout=10,
            keepalives_idle=30,
            keepalives_interval=10,
            keepalives_count=3,
        )

    async def say(self, payload: str) -> None:
        """Tell the other workers something small."""
        await self._execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))

    async def may_act(self, match: str) -> bool:
        """Whether this worker is the one that acts for a match; it becomes so if nobody is."""
        if match in self._acting:
            return True
        if await self._execute("SELECT pg_try_advisory_lock(%s, %s)", (ACTING, _key(match))):
            self._acting.add(match)
            return True
        return False

    async def stop_acting(self, match: str) -> None:
        if match in self._acting:
            self._acting.discard(match)
            await self._execute("SELECT pg_advisory_unlock(%s, %s)", (ACTING, _key(match)))

    async def _execute(self, query: str, values: tuple[object, ...]) -> Any:
        """The first value of the answer; None where the database is out of reach."""
        async with self._speaking:
            try:
                if self._mouth is None or self._mouth.closed:
                    self._acting.clear()
                    self._mouth = await self._connect()
                cursor = await self._mouth.execute(query.encode(), values)
                row = await cursor.fetchone()
                return None if row is None else row[0]
            except (psycopg.Error, OSError):
                log.warning("the speaking connection failed")
                return None


def _key(match: str) -> int:
    """A signed 32-bit number; two matches that share one are acted for by the same worker, which does no harm."""
    return zlib.crc32(match.encode()) - (1 << 31)
