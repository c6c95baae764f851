"""Notices: it is your turn. By mail to an address a player gave, by webhook to an address the operator configured."""

import asyncio
import logging
import smtplib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from email.message import EmailMessage
from typing import Any
from urllib.request import Request, urlopen

from grognard.server.deeds import patient
from grognard.server.present import encode
from grognard.server.settings import Settings
from grognard.server.store import email_of
from grognard.server.table import PutAway, Table

log = logging.getLogger("grognard.server")
PATIENCE = 15


class Notices:
    """Waits a while after somebody who is away was asked, and then tells them once for that question's turn."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._waiting: dict[str, tuple[int, asyncio.TimerHandle]] = {}
        """By match: the seat that is asked, and the timer that rings when it has been away long enough."""
        self._sending: set[str] = set()
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="grognard-notices")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def wanted(self) -> bool:
        return bool(self._settings.webhook or self._settings.smtp)

    def look(self, table: Table) -> None:
        """See whether somebody at this table should get a notice in a while."""
        if not self.wanted or table.gone:
            return
        asked = table.asked
        waiting = self._waiting.get(table.id)
        if waiting is not None and waiting[0] != asked:
            self.forget(table)
            waiting = None
        if asked is None or waiting is not None or not self._due(table, asked):
            return
        later = asyncio.get_running_loop().call_later(self._settings.notice_after, self._ring, table, asked)
        self._waiting[table.id] = (asked, later)

    def _due(self, table: Table, asked: int) -> bool:
        if table.kind != "game" or table.chairs[asked].kind != "human" or table.online(asked):
            return False
        if table.id in self._sending:
            return False
        return table.meta.told != (asked, _turn(table))

    def forget(self, table: Table) -> None:
        if (waiting := self._waiting.pop(table.id, None)) is not None:
            waiting[1].cancel()

    def _ring(self, table: Table, asked: int) -> None:
        self._waiting.pop(table.id, None)
        if table.asked == asked and self._due(table, asked):
            table.hall.keep(asyncio.create_task(self._tell(table, asked, _turn(table))))

    async def _tell(self, table: Table, seat: int, turn: int) -> None:
        """Send one notice, and remember in the store that it was sent. Only one worker speaks for a match."""

        async def remember() -> None:
            table.meta.told = (seat, turn)
            await table.write(table.count)

        self._sending.add(table.id)
        try:
            if await table.hall.may_act(table) and await self._sent(table, seat):
                with suppress(PutAway):  # then it may be sent once more, which is better than never
                    await table.call(patient(remember))
        finally:
            self._sending.discard(table.id)

    async def _sent(self, table: Table, seat: int) -> bool:
        side = table.side_names()[seat]
        told = {
            "match": table.id,
            "game": table.game.name,
            "title": table.game.title,
            "seat": seat,
            "side": side,
            "name": table.chairs[seat].name,
            "crumbs": table.brief.crumbs,
            "url": f"{self._settings.public}/#/table/{table.id}",
            "email": await table.hall.store.read(lambda c: email_of(c, table.id, seat)),
        }
        try:
            await asyncio.get_running_loop().run_in_executor(self._threads, self._deliver, told)
        except Exception as error:
            log.warning("a notice for match %s could not be sent: %s", table.id, error)
            return False
        return True

    def _deliver(self, told: dict[str, Any]) -> None:
        if self._settings.webhook:
            headers = {"Content-Type": "application/json"}
            request = Request(self._settings.webhook, data=encode(told), headers=headers, method="POST")
            with urlopen(request, timeout=PATIENCE) as answer:
                answer.read(1024)
        if told["email"] and self._settings.smtp:
            self._mail(told, told["email"])

    def _mail(self, told: dict[str, Any], email: str) -> None:
        host, _, port = self._settings.smtp.partition(":")
        letter = EmailMessage()
        letter["From"] = self._settings.mail_from or f"grognard@{host}"
        letter["To"] = email
        letter["Subject"] = f"{told['title']}: it is your turn ({told['side']})"
        place = " › ".join(told["crumbs"])
        letter.set_content(f"{told['title']}: {told['side']} is to decide.\n{place}\n\n{told['url']}\n")
        with smtplib.SMTP(host, int(port or 25), timeout=PATIENCE) as server:
            if self._settings.smtp_tls:
                server.starttls()
            if self._settings.smtp_user:
                server.login(self._settings.smtp_user, self._settings.smtp_password)
            server.send_message(letter)


def _turn(table: Table) -> int:
    """Changes when somebody else has answered: the last entry that was not this seat's."""
    entries = table.match.record.entries
    asked = table.asked
    for n in range(len(entries), 0, -1):
        if entries[n - 1].who not in (asked, -1):
            return n
    return 0
