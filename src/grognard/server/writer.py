"""One thread that writes: what waits is committed together, and only then is anybody told that it is on disk."""

import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, insert, text, update

from grognard.server.schema import entries, matches

log = logging.getLogger("grognard.server")
MOST = 500
"""Jobs in one transaction."""


class Conflict(RuntimeError):
    """Another worker has written to this match since it was read."""


class StoreClosed(RuntimeError):
    """The server is stopping."""


Also = Callable[[Connection], Any]


@dataclass(frozen=True, slots=True)
class Change:
    """What one deed changes in the row and the entries of one match."""

    match: str
    was: int
    """The version the deed was made on."""
    row: dict[str, Any]
    """The changing columns of `matches` (see `CHANGING`)."""
    added: list[dict[str, Any]] = field(default_factory=list)
    cut: int | None = None
    """Entries after this one are deleted first."""
    also: Also | None = None
    """What belongs to the same deed elsewhere in the store."""


Job = Change | Callable[[Connection], Any]
CHANGING = ("version", "count", "turn_of", "over", "touched", "seats", "meta", "brief")
_UPDATE = (
    update(matches)
    .where(matches.c.id == bindparam("b_id"), matches.c.version == bindparam("b_was"))
    .values({name: bindparam("b_" + name) for name in CHANGING})
)
_CUT = delete(entries).where(entries.c.match == bindparam("b_match"), entries.c.n > bindparam("b_n"))
_ADD = insert(entries)
_NOTIFY = text("SELECT pg_notify('grognard', payload) FROM unnest(CAST(:payloads AS text[])) AS payload")

Waiting = tuple[Job, "asyncio.Future[Any]", asyncio.AbstractEventLoop]


class Writer:
    """Owns the writing connection. Jobs that come while one transaction is being committed form the next."""

    def __init__(self, engine: Engine, worker: str = "") -> None:
        self._engine, self._worker = engine, worker
        self._announce = engine.dialect.name == "postgresql"
        self._queue: list[Waiting] = []
        self._ready = threading.Condition()
        self._open = True
        self.batches = self.jobs = 0
        self._thread = threading.Thread(target=self._run, name="grognard-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> "asyncio.Future[Any]":
        """A future that is done when the job is on disk."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        with self._ready:
            if not self._open:
                raise StoreClosed("the store is closed")
            self._queue.append((job, future, loop))
            if len(self._queue) == 1:
                self._ready.notify()
        return future

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._ready:
            self._open = False
            self._ready.notify()
        self._thread.join(timeout=30)

    def _run(self) -> None:
        while True:
            with self._ready:
                while not self._queue and self._open:
                    self._ready.wait()
                if not self._queue:
                    return
                batch, self._queue = self._queue[:MOST], self._queue[MOST:]
            done = self._write_all(batch)
            self.batches += 1
            self.jobs += len(batch)
            loop = batch[0][2]
            try:
                loop.call_soon_threadsafe(_tell, done)
            except RuntimeError:
                log.warning("the loop ended before %d writes could be reported", len(batch))

    def _write_all(self, batch: list[Waiting]) -> list[tuple["asyncio.Future[Any]", Any]]:
        """All jobs in one transaction; if one fails, each in its own, so that it fails alone."""
        try:
            with self._engine.begin() as connection:
                results = self._write(connection, [job for job, _, _ in batch])
            return [(future, result) for (_, future, _), result in zip(batch, results, strict=True)]
        except Exception as error:
            if len(batch) == 1:
                return [(batch[0][1], error)]
        return [told for waiting in batch for told in self._write_all([waiting])]

    def _write(self, connection: Connection, jobs: list[Job]) -> list[Any]:
        changes = [job for job in jobs if isinstance(job, Change)]
        if changes:
            self._write_changes(connection, changes)
        return [None if isinstance(job, Change) else job(connection) for job in jobs]

    def _write_changes(self, connection: Connection, changes: list[Change]) -> None:
        rows = [
            {"b_id": c.match, "b_was": c.was, **{"b_" + name: value for name, value in c.row.items()}} for c in changes
        ]
        if connection.execute(_UPDATE, rows).rowcount != len(changes):
            raise Conflict("written elsewhere meanwhile")
        if cuts := [{"b_match": c.match, "b_n": c.cut} for c in changes if c.cut is not None]:
            connection.execute(_CUT, cuts)
        if added := [row for c in changes for row in c.added]:
            connection.execute(_ADD, added)
        for also in [c.also for c in changes if c.also is not None]:
            also(connection)
        if self._announce:
            payloads = [f"change {self._worker} {c.match} {c.row['version']}" for c in changes]
            connection.execute(_NOTIFY, {"payloads": payloads})


def _tell(done: list[tuple["asyncio.Future[Any]", Any]]) -> None:
    for future, result in done:
        if future.cancelled():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
