"""The match registry: every match in memory, loaded when somebody comes and put away when nobody stays."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from grognard.core import Mismatch, UnknownGame
from grognard.server import following
from grognard.server.attendants import Attendants
from grognard.server.chairs import ChairState, Meta
from grognard.server.live import LiveMatch
from grognard.server.messages import ClockTold
from grognard.server.publish import show_presence, tell_neighbours
from grognard.server.sanitising import MATCH
from grognard.server.services import Services
from grognard.server.store import clear_open, load_match, waiting_for

log = logging.getLogger("grognard.server")
SWEEP = 5.0
ANNOUNCE = 4
"""Sweeps between two announcements of who is online here."""


class Unplayable(RuntimeError):
    """A stored match that does not fit the rules of this program."""


class Registry:
    """Finds a match in memory or in the store, and looks after those in memory."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.live: dict[str, LiveMatch] = {}
        self._attendants = Attendants(services)
        self._loading: dict[str, asyncio.Future[LiveMatch | None]] = {}

    async def open(self) -> None:
        """Start, and take up the matches in which the computer or a clock has something to do."""
        services = self.services
        if services.bus is not None:
            await services.bus.start(self._heard, self._back)
        services.keep(asyncio.create_task(self._sweep(), name="sweep"))
        if services.settings.warm:
            services.keep(asyncio.create_task(self._warm()))
        await services.store.do(clear_open)
        for row in await services.store.read(waiting_for):
            seats = msgspec.json.decode(row.seats, type=list[ChairState])
            clocked = msgspec.json.decode(row.meta, type=Meta).clock is not None
            played = any(
                chair.kind != "bot" for chair in seats
            )  # computers among themselves wait for somebody to watch
            if row.turn_of is not None and played and (clocked or seats[row.turn_of].kind == "bot"):
                self.take_up(row.id)

    async def _warm(self) -> None:
        """Load every title, and play a little of each: what rules make once, and then keep, is made before anybody
        waits for it."""
        shelf = self.services.shelf
        titles = await self.services.in_slow_lane(shelf.titles)
        for title in titles:
            await self.services.in_slow_lane(shelf.book(title.name).rehearse)

    def take_up(self, match: str) -> None:
        """Load a match because somebody who is no person must act there."""
        self.services.keep(asyncio.create_task(self._take_up(match)))

    async def _take_up(self, match: str) -> None:
        try:
            live = await self.get(match)
        except Unplayable:
            return
        if live is not None:
            live.post(_wake(live))

    async def close(self) -> None:
        for live in list(self.live.values()):
            live.put_away(1012)
        self._attendants.close()
        await self.services.close()

    # Loading

    async def get(self, match: str) -> LiveMatch | None:
        """A match, loaded if need be; None: there is no such match. Raises Unplayable."""
        live = self.live.get(match)
        if live is not None:
            return live
        if not MATCH.fullmatch(match):
            return None
        loading = self._loading.get(match)
        if loading is None:
            loading = self._loading[match] = asyncio.ensure_future(self._load(match))
            loading.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(loading)

    async def _load(self, match: str) -> LiveMatch | None:
        found = await self.services.store.read(lambda c: load_match(c, match))
        if found is None:
            return None
        row, played, said = found
        try:
            game = await following.replayed(self.services, row, played)
            live = LiveMatch(self.services, row, game, following.spoken(said), self._attendants.attend, self._forget)
        except (Mismatch, UnknownGame) as error:
            log.error("match %s cannot be played on: %s", match, error)
            raise Unplayable(f"This match was played under other rules ({error}).") from None
        except Exception:
            # Answers of other rules can drive those of today into anything; that concerns this match alone.
            self.services.report(f"match {match} cannot be played on")
            raise Unplayable("This match was played under other rules.") from None
        self.live[match] = live
        return live

    def _forget(self, live: LiveMatch) -> None:
        if self.live.get(live.id) is live:
            del self.live[live.id]
        self._attendants.forget(live)
        if self.services.bus is not None:
            self.services.keep(asyncio.create_task(self.services.bus.stop_acting(live.id)))

    # Other workers

    def _heard(self, payload: str) -> None:
        kind, worker, match, *rest = payload.split(" ") if payload.count(" ") >= 2 else ("", "", "")
        live = self.live.get(match)
        if worker == self.services.worker or live is None:
            return
        if kind == "change":
            self.changed(match, int(rest[0]))
        elif kind == "said":
            live.post(_bound(following.listen, live))
        elif kind == "here":
            live.post(_bound(following.neighbour, live, worker, [int(seat) for seat in rest]))

    def changed(self, match: str, version: int) -> None:
        """A match was written past its owner: it reads what is new."""
        live = self.live.get(match)
        if live is not None:
            live.post(_bound(following.catch_up, live, version))
            live.post(_bound(following.listen, live))

    def _back(self) -> None:
        """Listening again after a gap: whatever was missed is read from the store."""
        for live in list(self.live.values()):
            live.post(_bound(following.catch_up, live, live.version + 1))

    # Now and then

    async def _sweep(self) -> None:
        """Look at every match in memory; one that gives trouble must not keep the others from it."""
        rounds = 0
        while True:
            await asyncio.sleep(SWEEP)
            now, rounds = time.monotonic(), rounds + 1
            for live in list(self.live.values()):
                try:
                    self._look_after(live, now, announce=rounds % ANNOUNCE == 0)
                except Exception:
                    self.services.report(f"match {live.id}: looking after it failed")
            self.make_room(now)

    def make_room(self, now: float) -> None:
        """Of the matches nobody is at only so many stay; those that were used last, for they are come back to."""
        idle = [live for live in self.live.values() if not self._busy(live) and now - live.used > SWEEP]
        idle.sort(key=lambda live: live.used, reverse=True)
        for live in idle[self.services.settings.idle_matches :]:
            live.put_away()

    def _busy(self, live: LiveMatch) -> bool:
        """Whether somebody is at a match, or it must be in memory for a computer or a clock."""
        clocked = live.clock is not None and live.clocked is not None
        return bool(live.audiences or live.sockets) or self._attendants.busy(live) or clocked

    def _look_after(self, live: LiveMatch, now: float, announce: bool) -> None:
        """Put an idle match away, tell the time, and take over for workers that are gone."""
        if self.services.bus is not None and announce:
            _refresh_presence(live, now)
        if not self._busy(live) and now - live.used > self.services.settings.idle:
            return live.put_away()
        if live.clock is not None and live.audiences:
            face = live.clock.face()
            live.tell_all(ClockTold(face.left, face.running))
        decision = live.match.decision
        if decision is not None and live.chairs[decision.seat].kind == "bot":
            live.post(_wake(live))
        return None


def _refresh_presence(live: LiveMatch, now: float) -> None:
    """Say again who is here, and no longer believe workers that have fallen silent."""
    if live.audiences:
        tell_neighbours(live)
    silent = [worker for worker, (_, at) in live.remote.items() if now - at > 3 * ANNOUNCE * SWEEP]
    for worker in silent:
        del live.remote[worker]
    if silent:
        show_presence(live)


def _bound(work: Callable[..., Coroutine[Any, Any, None]], *values: Any) -> Callable[[], Coroutine[Any, Any, None]]:
    return lambda: work(*values)


def _wake(live: LiveMatch) -> Callable[[], Coroutine[Any, Any, None]]:
    async def wake() -> None:
        live.wake()

    return wake
