"""Whoever acts at a match without being a person: standing orders, clocks, computer players, notices."""

import asyncio
import logging
import time
from typing import Any

import msgspec

from grognard.core import Option, Refused
from grognard.server import answers, dice_words
from grognard.server.following import patient
from grognard.server.live import LiveMatch
from grognard.server.messages import Thinking, encode
from grognard.server.notices import Notices
from grognard.server.opponents import Reasons
from grognard.server.publish import publish
from grognard.server.services import Services
from grognard.server.standing import Order
from grognard.server.worked_out import ReasonTold

log = logging.getLogger("grognard.server")


class Attendants:
    """Looks at a match after every command and sees to whoever must act next."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._notices = Notices(services)
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._flags: dict[str, asyncio.TimerHandle] = {}

    def close(self) -> None:
        for task in self._playing.values():
            task.cancel()
        self._notices.close()

    def busy(self, live: LiveMatch) -> bool:
        """Whether a computer thinks about this match."""
        return live.id in self._playing

    def forget(self, live: LiveMatch) -> None:
        if (playing := self._playing.pop(live.id, None)) is not None:
            playing.cancel()
        if (flag := self._flags.pop(live.id, None)) is not None:
            flag.cancel()
        self._notices.forget(live)

    def attend(self, live: LiveMatch) -> None:
        """Called in the owner task whenever somebody may have to act: standing orders, the clock, a computer."""
        self._notices.consider(live)
        if (flag := self._flags.pop(live.id, None)) is not None:
            flag.cancel()
        decision = live.match.decision
        if decision is None or dice_words.waiting(live.meta):
            return
        seat = decision.seat
        if live.meta.paused is not None and live.online(live.meta.paused):
            live.post(patient(live, lambda: answers.go_on(live)))
        if live.clock is not None and live.clocked == seat:
            loop = asyncio.get_running_loop()
            self._flags[live.id] = loop.call_later(live.clock.left(seat) + 0.05, self._flag, live, seat)
        if (order := answers.standing_order(live)) is not None:
            self._services.keep(asyncio.create_task(self._obey(live, seat, live.count, order)))
        elif live.chairs[seat].kind == "bot" and live.id not in self._playing and (live.humans() or live.audiences):
            view = live.match.view(seat)
            task = asyncio.create_task(self._play(live, seat, live.count, decision, view))
            self._playing[live.id] = task
            task.add_done_callback(lambda done: self._played(live, done))

    def _flag(self, live: LiveMatch, seat: int) -> None:
        async def fell() -> None:
            if await self._services.may_act(live.id):
                await answers.flag_fell(live, seat)

        live.post(patient(live, fell))

    async def _obey(self, live: LiveMatch, seat: int, entry: int, order: Order) -> None:
        """Find out what a standing order answers, in a process of its own, and give it."""
        if not await self._services.may_act(live.id):
            return
        options: list[Option] | None = None
        try:
            view = live.match.view(seat)
            raw = await self._services.calculators.ask(live.game, view, seat, "ordered", encode(order).decode())
        except Exception:
            self._services.report(f"match {live.id}: a standing order of {live.game.name} failed")
        else:
            texts = msgspec.json.decode(raw, type=list[str] | None)
            options = None if texts is None else [live.game.texts.parse(text) for text in texts]
        live.post(patient(live, lambda: answers.ordered_answer(live, seat, entry, options)))

    async def _play(self, live: LiveMatch, seat: int, entry: int, decision: Any, view: Any) -> None:
        """Think, wait once so that people can follow, and give everything up to the next dice or other seat."""
        if not await self._services.may_act(live.id):
            return
        live.thinking = seat
        live.tell_all(Thinking(seat, True))
        started, knew = time.monotonic(), live.presenter.knowing(live.match, seat)
        level = live.chairs[seat].level
        row, reasons = await self._services.opponents.plan(
            live.game, live.id, entry, view, decision, seat, level, single=bool(live.pace)
        )
        watched = any(audience.sockets for audience in live.audiences.values())
        pace = self._services.settings.pace if live.pace is None else live.pace
        await asyncio.sleep(max(0.0, pace - (time.monotonic() - started)) if watched else 0)

        async def deed() -> None:
            live.thinking = None
            if live.count != entry or live.match.decision is not decision or live.chairs[seat].kind != "bot":
                live.tell_all(Thinking(seat, False))
                return live.wake()
            try:
                await _give_what_fits(live, seat, row)
            except (Refused, answers.RulesFault):
                live.tell_all(Thinking(seat, False))
                return None
            _say_why(live, seat, entry, _whys(live, entry, row, reasons), knew)
            self._services.metrics.computer += 1
            publish(live)

        live.post(patient(live, deed))

    def _played(self, live: LiveMatch, task: asyncio.Task[None]) -> None:
        if self._playing.get(live.id) is task:
            del self._playing[live.id]
        if not task.cancelled() and task.exception() is not None:
            self._services.metrics.failures += 1
            log.error("a computer player's turn failed", exc_info=task.exception())


def _whys(live: LiveMatch, entry: int, row: list[Option], reasons: Reasons) -> list[ReasonTold]:
    """Why the answers after an entry were given. Secret ones, and all that were thought of with them, are not told."""
    if any(trace.secret for trace in live.match.traces[entry:]):
        return []
    told = [ReasonTold(entry + at + 1, [live.game.words.option(row[at]), *lines]) for at, lines in reasons]
    return [why for why in told if why.entry <= live.count]


def _say_why(live: LiveMatch, seat: int, entry: int, whys: list[ReasonTold], knew: frozenset[int]) -> None:
    """A computer has acted: tell its reasons to those from whom nothing was hidden that it knew, before and after."""
    knowing = knew & live.presenter.knowing(live.match, seat)
    open_word, word = (encode(Thinking(seat, False, lines)).decode() for lines in (whys[0].lines if whys else [], []))
    for audience in live.audiences.values():
        audience.send(open_word if audience.eyes in knowing else word)
    live.reason(entry, whys, knowing)


async def _give_what_fits(live: LiveMatch, seat: int, row: list[Option]) -> None:
    """A computer's answers as one plan; where the true position asks otherwise than foreseen, those before that."""
    try:
        await answers.give(live, seat, row)
    except Refused as refused:
        if not refused.at:
            raise
        await answers.give(live, seat, row[: refused.at])
