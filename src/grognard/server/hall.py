"""The hall: every match in memory, loaded when somebody comes and put away when nobody stays."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from grognard.core import Entry, Fair, Match, Mismatch, Record, Refused, UnknownGame, follow, replay
from grognard.server import deeds, mixing
from grognard.server.chairs import ChairState, Meta
from grognard.server.clock import Clock
from grognard.server.lesson import LessonRun
from grognard.server.messages import ClockTold, Spoken, Thinking
from grognard.server.metrics import Metrics
from grognard.server.notices import Notices
from grognard.server.opponents import Opponents
from grognard.server.plain import MATCH
from grognard.server.settings import Settings
from grognard.server.shelf import Shelf
from grognard.server.store import Store, clear_open, last_said, load_match, load_news, mark_seen, waiting_for
from grognard.server.table import Table

if TYPE_CHECKING:
    from grognard.server.bus import Bus

log = logging.getLogger("grognard.server")
T = TypeVar("T")
SWEEP = 5.0
ANNOUNCE = 4
"""Sweeps between two announcements of who is online here."""


class Unplayable(RuntimeError):
    """A stored match that does not fit the rules of this program."""


class Hall:
    """What all tables share."""

    def __init__(self, settings: Settings, store: Store, worker: str, secret: Callable[[], bytes]) -> None:
        """`secret` makes the secrets of fair dice."""
        self.settings, self.store, self.worker, self.secret = settings, store, worker, secret
        self.shelf, self.metrics = Shelf(), Metrics()
        self.opponents, self.notices = Opponents(settings.thinkers), Notices(settings)
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table | None]] = {}
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="grognard-compute")
        self._slow_lane = ThreadPoolExecutor(max_workers=1, thread_name_prefix="grognard-slow")
        self.bus = self._make_bus() if store.postgres else None

    def _make_bus(self) -> "Bus":
        from grognard.server.bus import Bus  # psycopg is only there where PostgreSQL is used

        return Bus(self.store.url, self.worker, self._heard, self._back)

    async def open(self) -> None:
        """Start, and take up the matches in which the computer or a clock has something to do."""
        if self.bus is not None:
            await self.bus.start()
        self.keep(asyncio.create_task(self._sweep(), name="sweep"))
        if self.settings.warm:
            self.keep(asyncio.create_task(self._warm()))
        await self.store.do(clear_open)
        for row in await self.store.read(waiting_for):
            seats = msgspec.json.decode(row.seats, type=list[ChairState])
            clocked = msgspec.json.decode(row.meta, type=Meta).clock is not None
            if row.turn_of is not None and (clocked or seats[row.turn_of].kind == "bot"):
                self.take_up(row.id)

    async def _warm(self) -> None:
        await self.in_slow_lane(lambda: self.shelf.titles(self.opponents.levels()))

    def take_up(self, match: str) -> None:
        """Open a table because somebody who is no person must act there."""
        self.keep(asyncio.create_task(self._take_up(match)))

    async def _take_up(self, match: str) -> None:
        try:
            table = await self.get(match)
        except Unplayable:
            return
        if table is not None:
            table.post(_wake(table))

    async def close(self) -> None:
        for table in list(self.tables.values()):
            table.put_away(1012)
        for task in list(self._tasks) + list(self._playing.values()):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.opponents.close()
        self.notices.close()
        if self.bus is not None:
            await self.bus.close()
        self._threads.shutdown(wait=False)
        self._slow_lane.shutdown(wait=False, cancel_futures=True)
        await asyncio.get_running_loop().run_in_executor(None, self.store.close)

    # Small services

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
        if not task.cancelled() and task.exception() is not None:
            self.metrics.failures += 1
            log.error("a task failed", exc_info=task.exception())

    def report(self, what: str) -> None:
        """Log the exception being handled."""
        self.metrics.failures += 1
        log.exception(what)

    def mark_seen(self, holder: str, match: str, entry: int) -> None:
        async def write() -> None:
            await self.store.do(lambda c: mark_seen(c, holder, match, entry))

        self.keep(asyncio.create_task(write()))

    async def may_act(self, table: Table) -> bool:
        """Whether this worker acts for the table itself: computer players, clocks, notices."""
        return self.bus is None or await self.bus.may_act(table.id)

    # Loading

    async def get(self, match: str) -> Table | None:
        """The table of a match, loaded if need be; None: there is no such match. Raises Unplayable."""
        table = self.tables.get(match)
        if table is not None:
            return table
        if not MATCH.fullmatch(match):
            return None
        loading = self._loading.get(match)
        if loading is None:
            loading = self._loading[match] = asyncio.ensure_future(self._load(match))
            loading.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(loading)

    async def _load(self, match: str) -> Table | None:
        found = await self.store.read(lambda c: load_match(c, match))
        if found is None:
            return None
        row, played, said = found
        try:
            table = Table(
                self,
                row,
                await self._replayed(row, played),
                self.shelf.book(row.game).presenter,
                [Spoken(s.seat, s.name, s.text, s.at) for s in said],
                self._lesson(row),
            )
        except (Mismatch, UnknownGame) as error:
            log.error("match %s cannot be played on: %s", match, error)
            raise Unplayable(f"This match was played under other rules ({error}).") from None
        except Exception:
            # Answers of other rules can drive those of today into anything; that concerns this match alone.
            self.report(f"match {match} cannot be played on")
            raise Unplayable("This match was played under other rules.") from None
        self.tables[match] = table
        return table

    def _lesson(self, row: Any) -> LessonRun | None:
        lesson = self.shelf.book(row.game).lessons.get(row.lesson) if row.lesson else None
        return LessonRun(lesson) if lesson is not None else None

    async def _replayed(self, row: Any, played: list[Any]) -> Match[Any]:
        """The match as its record says. A record from other rules is played on if every answer still fits."""
        game = self.shelf.book(row.game).game
        record = Record(
            game=row.game,
            rules_version=row.rules_version,
            components=row.components,
            scenario=row.scenario,
            options=msgspec.json.decode(row.options, type=dict[str, bool | int | str]),
            seats=[chair["name"] or chair["kind"] for chair in msgspec.json.decode(row.seats)],
            entries=[_entry(game, n) for n in played],
            rolled_before=row.base,
            strings=mixing.strings_of(
                msgspec.json.decode(row.strings, type=list[str]), msgspec.json.decode(row.meta, type=Meta)
            ),
        )
        chance = Fair(bytes.fromhex(row.secret), tuple(record.strings))
        record.commitment = chance.commitment
        start = game.codec.decode(row.start.encode()) if row.start else None
        same = record.rules_version == game.rules_version and record.components == game.components()
        match = await self.in_thread(lambda: replay(record, verify=same, start=start))
        match.chance = chance
        if match.result is not None:
            match.record.secret = row.secret
        return match

    async def reload(self, table: Table) -> None:
        """Another worker wrote first: believe the store and show what it says. Runs in the owner task."""
        found = await self.store.read(lambda c: load_match(c, table.id))
        if found is None:
            table.put_away()
            return
        row, played, said = found
        known = [entry.digest for entry in table.match.record.entries]
        table.match = await self._replayed(row, played)
        same = 0
        for digest, entry in zip(known, table.match.record.entries, strict=False):
            if digest != entry.digest:
                break
            same += 1
        self._believe(table, row)
        table.show_news([Spoken(s.seat, s.name, s.text, s.at) for s in said])
        table.publish(same if same < len(known) else None)

    async def _catch_up(self, table: Table, version: int) -> None:
        """Enter what another worker has written. Runs in the owner task."""
        if version <= table.version:
            return
        match = table.match
        entries = match.record.entries
        sure = next((n for n in range(len(entries), 0, -1) if entries[n - 1].barrier), 0)
        found = await self.store.read(lambda c: load_news(c, table.id, sure))
        if found is None:
            table.put_away()
            return
        row, newer = found
        if row.version <= table.version:
            return
        told = [_entry(table.game, n) for n in newer]
        same = sure
        while same < min(len(entries), sure + len(told)) and entries[same].digest == told[same - sure].digest:
            same += 1
        cut = same if same < len(entries) else None
        try:
            while len(match.record.entries) > same:
                if not match.undo(match.record.entries[-1].who):
                    raise Mismatch(same, "cannot go back")
            follow(match, told[same - sure :])
        except (Mismatch, Refused):
            await self.reload(table)
            return
        self._believe(table, row)
        table.publish(cut)

    def _believe(self, table: Table, row: Any) -> None:
        """Take over everything the row says beside the entries."""
        mixed = (table.meta.words, table.meta.opening)
        table.version = row.version
        table.chairs = msgspec.json.decode(row.seats, type=list[ChairState])
        table.meta = msgspec.json.decode(row.meta, type=Meta)
        table.clock = Clock(table.meta.clock) if table.meta.clock is not None else None
        table.dice = sum(1 for trace in table.match.traces[table.base :] if trace.chance is not None)
        for audience in table.audiences.values():
            audience.chairs = None
        if table.over:
            table.match.record.secret = table.secret
        if (table.meta.words, table.meta.opening) != mixed:
            mixing.settle(table)

    def forget(self, table: Table) -> None:
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        if (playing := self._playing.pop(table.id, None)) is not None:
            playing.cancel()
        if (flag := self._flags.pop(table.id, None)) is not None:
            flag.cancel()
        self.notices.forget(table)
        if self.bus is not None:
            self.keep(asyncio.create_task(self.bus.stop_acting(table.id)))

    # Other workers

    def _heard(self, payload: str) -> None:
        kind, worker, match, *rest = payload.split(" ") if payload.count(" ") >= 2 else ("", "", "")
        table = self.tables.get(match)
        if worker == self.worker or table is None:
            return
        if kind == "change":
            table.post(_bound(self._catch_up, table, int(rest[0])))
        elif kind == "said":
            table.post(_bound(self._listen, table))
        elif kind == "here":
            table.post(_bound(self._neighbour, table, worker, [int(seat) for seat in rest]))

    async def _listen(self, table: Table) -> None:
        said = await self.store.read(lambda c: last_said(c, table.id))
        table.show_news([Spoken(s.seat, s.name, s.text, s.at) for s in said])

    async def _neighbour(self, table: Table, worker: str, seats: list[int]) -> None:
        fresh = worker not in table.remote
        table.remote[worker] = (seats, time.monotonic())
        table.show_presence()
        if fresh:
            self.told_presence(table)

    def told_presence(self, table: Table) -> None:
        """Tell other workers which seats are online here."""
        if self.bus is not None:
            seats = {seat for audience in table.audiences.values() for seat in audience.seats if audience.sockets}
            words = " ".join(["here", self.worker, table.id, *map(str, sorted(seats))])
            self.keep(asyncio.create_task(self.bus.say(words)))

    def _refresh_presence(self, table: Table, now: float) -> None:
        """Say again who is here, and no longer believe workers that have fallen silent."""
        if table.audiences:
            self.told_presence(table)
        silent = [worker for worker, (_, at) in table.remote.items() if now - at > 3 * ANNOUNCE * SWEEP]
        for worker in silent:
            del table.remote[worker]
        if silent:
            table.show_presence()

    def _back(self) -> None:
        """Listening again after a gap: whatever was missed is read from the store."""
        for table in list(self.tables.values()):
            table.post(_bound(self._catch_up, table, table.version + 1))

    # Whoever must answer

    def attend(self, table: Table) -> None:
        """Called in the owner task whenever somebody may have to act: standing orders, the clock, a computer."""
        self.notices.look(table)
        if (flag := self._flags.pop(table.id, None)) is not None:
            flag.cancel()
        decision = table.match.decision
        if decision is None or mixing.waiting(table.meta):
            return
        seat = decision.seat
        if table.clock is not None:
            loop = asyncio.get_running_loop()
            self._flags[table.id] = loop.call_later(table.clock.left(seat) + 0.05, self._flag, table, seat)
        if (quiet := deeds.standing_answer(table)) is not None:
            table.post(deeds.patient(_bound(deeds.quiet_answer, table, seat, table.count, quiet)))
        elif table.chairs[seat].kind == "bot" and table.id not in self._playing:
            view = table.match.view(seat)
            task = asyncio.create_task(self._play(table, seat, table.count, decision, view))
            self._playing[table.id] = task
            task.add_done_callback(lambda done: self._played(table, done))

    def _flag(self, table: Table, seat: int) -> None:
        async def fell() -> None:
            if await self.may_act(table):
                await deeds.flag_fell(table, seat)

        table.post(deeds.patient(fell))

    async def _play(self, table: Table, seat: int, entry: int, decision: Any, view: Any) -> None:
        """Think, wait so that people can follow, answer."""
        if not await self.may_act(table):
            return
        table.thinking = seat
        table.tell_all(Thinking(seat, True))
        started, secret = time.monotonic(), decision.secret
        level = table.chairs[seat].level
        option, reasons = await self.opponents.choose(table.game, view, decision, seat, level)
        watched = any(audience.sockets for audience in table.audiences.values())
        await asyncio.sleep(max(0.0, self.settings.pace - (time.monotonic() - started)) if watched else 0)

        async def deed() -> None:
            table.thinking = None
            table.tell_all(Thinking(seat, False))
            if table.count != entry or table.match.decision is not decision or table.chairs[seat].kind != "bot":
                return table.wake()
            if not secret:
                table.reasons = [table.game.words.option(option), *reasons]
            try:
                await deeds.give(table, seat, [option])
            except (Refused, deeds.RulesFault):
                return None
            self.metrics.computer += 1
            table.publish()

        table.post(deeds.patient(deed))

    def _played(self, table: Table, task: asyncio.Task[None]) -> None:
        if self._playing.get(table.id) is task:
            del self._playing[table.id]
        if not task.cancelled() and task.exception() is not None:
            self.metrics.failures += 1
            log.error("a computer player's turn failed", exc_info=task.exception())

    async def _sweep(self) -> None:
        """Now and then look at every table; one that gives trouble must not keep the others from it."""
        rounds = 0
        while True:
            await asyncio.sleep(SWEEP)
            now, rounds = time.monotonic(), rounds + 1
            for table in list(self.tables.values()):
                try:
                    self._look_after(table, now, announce=rounds % ANNOUNCE == 0)
                except Exception:
                    self.report(f"match {table.id}: looking after the table failed")

    def _look_after(self, table: Table, now: float, announce: bool) -> None:
        """Put an idle table away, tell the time, and take over for workers that are gone."""
        if self.bus is not None and announce:
            self._refresh_presence(table, now)
        busy = table.audiences or table.id in self._playing or (table.clock is not None and not table.over)
        if not busy and now - table.used > self.settings.idle:
            return table.put_away()
        if table.clock is not None and table.audiences:
            face = table.clock.face()
            table.tell_all(ClockTold(face.left, face.running))
        decision = table.match.decision
        if decision is not None and table.chairs[decision.seat].kind == "bot":
            table.post(_wake(table))
        return None


def _entry(game: Any, row: Any) -> Entry:
    return Entry(row.who, row.ask, game.codec.decode_answer(row.answer), row.digest, row.barrier)


def _bound(work: Callable[..., Coroutine[Any, Any, None]], *values: Any) -> Callable[[], Coroutine[Any, Any, None]]:
    return lambda: work(*values)


def _wake(table: Table) -> Callable[[], Coroutine[Any, Any, None]]:
    async def wake() -> None:
        table.wake()

    return wake
