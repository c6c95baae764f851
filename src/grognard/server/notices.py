"""Notices: it is your turn. By mail to an address a player gave, by webhook to an address the operator configured."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

from grognard.server import mail, push, pushes
from grognard.server.following import patient
from grognard.server.live import LiveMatch
from grognard.server.owner import PutAway
from grognard.server.services import Services
from grognard.server.store import email_of

log = logging.getLogger("grognard.server")


class Notices:
    """Waits a while after somebody who is away was asked, and then tells them once for that question's turn."""

    def __init__(self, services: Services) -> None:
        self._services, self._settings = services, services.settings
        self._waiting: dict[str, tuple[int, asyncio.TimerHandle]] = {}
        """By match: the seat that is asked, and the timer that rings when it has been away long enough."""
        self._sending: set[str] = set()
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="grognard-notices")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def consider(self, live: LiveMatch) -> None:
        """See whether somebody at this table should get a notice in a while."""
        if not self._settings.tells or live.gone:
            return
        asked = live.asked
        waiting = self._waiting.get(live.id)
        if waiting is not None and waiting[0] != asked:
            self.forget(live)
            waiting = None
        if asked is None or waiting is not None or not self._due(live, asked):
            return
        later = asyncio.get_running_loop().call_later(self._settings.notice_after, self._ring, live, asked)
        self._waiting[live.id] = (asked, later)

    def _due(self, live: LiveMatch, asked: int) -> bool:
        if live.kind != "game" or live.chairs[asked].kind != "human" or live.online(asked):
            return False
        if live.id in self._sending:
            return False
        return live.meta.told != (asked, _turn(live))

    def forget(self, live: LiveMatch) -> None:
        if (waiting := self._waiting.pop(live.id, None)) is not None:
            waiting[1].cancel()

    def _ring(self, live: LiveMatch, asked: int) -> None:
        self._waiting.pop(live.id, None)
        if live.asked == asked and self._due(live, asked):
            self._services.keep(asyncio.create_task(self._tell(live, asked, _turn(live))))

    async def _tell(self, live: LiveMatch, seat: int, turn: int) -> None:
        """Send one notice, and remember in the store that it was sent. Only one worker speaks for a match."""

        async def remember() -> None:
            live.meta.told = (seat, turn)
            await live.write(live.count)

        self._sending.add(live.id)
        try:
            if await self._services.may_act(live.id) and await self._sent(live, seat):
                with suppress(PutAway):  # then it may be sent once more, which is better than never
                    await live.call(patient(live, remember))
        finally:
            self._sending.discard(live.id)

    async def _sent(self, live: LiveMatch, seat: int) -> bool:
        side = live.side_names()[seat]
        told = {
            "match": live.id,
            "game": live.game.name,
            "title": live.game.title,
            "seat": seat,
            "side": side,
            "name": live.chairs[seat].name,
            "crumbs": live.brief.crumbs,
            "url": f"{self._settings.public}/#/table/{live.id}",
            "email": await self._services.store.read(lambda c: email_of(c, live.id, seat)),
        }
        browsers = await self._services.store.read(lambda c: pushes.of_seat(c, live.id, seat))
        try:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._threads, self._deliver, told)
            gone = await loop.run_in_executor(self._threads, self._push, told, browsers)
            for endpoint in gone:
                await self._services.store.do(partial(pushes.remove, endpoint=endpoint))
        except Exception as error:
            log.warning("a notice for match %s could not be sent: %s", live.id, error)
            return False
        return True

    def _push(self, told: dict[str, Any], browsers: list[Any]) -> list[str]:
        """Tell browsers; the addresses of those that are no longer there."""
        if not browsers or not push.public_key(self._settings):
            return []
        place = " › ".join(told["crumbs"])
        shown = {"title": f"{told['title']}: your move", "body": f"{told['side']} · {place}", "match": told["match"]}
        gone = []
        for row in browsers:
            try:
                if not push.send(self._settings, row, shown):
                    gone.append(row.endpoint)
            except (OSError, ValueError) as error:  # the others are told all the same
                log.warning("a browser could not be told of its turn: %s", error)
        return gone

    def _deliver(self, told: dict[str, Any]) -> None:
        mail.post(self._settings, told)
        if told["email"]:
            place = " › ".join(told["crumbs"])
            subject = f"{told['title']}: it is your turn ({told['side']})"
            text = f"{told['title']}: {told['side']} is to decide.\n{place}\n\n{told['url']}\n"
            mail.send(self._settings, told["email"], subject, text)


def _turn(live: LiveMatch) -> int:
    """Changes when somebody else has answered: the last entry that was not this seat's."""
    entries = live.match.record.entries
    asked = live.asked
    for n in range(len(entries), 0, -1):
        if entries[n - 1].who not in (asked, -1):
            return n
    return 0
