"""What is said at a table, and what each player has seen. In the owner task."""

import asyncio
import time

from grognard.core import TABLE
from grognard.server import messages as m
from grognard.server.advice import SetPace
from grognard.server.live import LiveMatch
from grognard.server.publish import SHOWN_CHAT
from grognard.server.quotas import of_address, spend
from grognard.server.sanitising import LONGEST_NAME, tidy
from grognard.server.sockets import Socket
from grognard.server.store import mark_seen, say

LONGEST_TALK = 500
SLOWEST = 20.0
"""Seconds that an operation of the computer may stand."""


async def chat(live: LiveMatch, socket: Socket, said: m.ChatText) -> None:
    text = tidy(said.text, LONGEST_TALK)
    if not text:
        return
    hourly = float(live.services.settings.chat)
    if not await live.services.store.do(lambda c: spend(c, "chat", of_address(socket.address), hourly)):
        live.services.metrics.limited += 1
        return socket.refuse(said.id, "You have said much in this hour; please wait a while.", "rate")
    seat = socket.seats[0] if socket.seats else -1
    name = socket.name or (live.side_names()[seat] if seat >= 0 else "Spectator")
    spoken = m.Chat(seat, name[:LONGEST_NAME], text, time.time())
    await _keep(live, spoken)
    live.tell_all(spoken)
    socket.tell(m.Ack(said.id, live.count))


async def note(live: LiveMatch, text: str) -> None:
    """The table itself says something that everybody should know, also those who come later."""
    spoken = m.Chat(TABLE, "", text, time.time())
    await _keep(live, spoken)
    live.tell_all(spoken)


async def _keep(live: LiveMatch, spoken: m.Chat) -> None:
    row = {"match": live.id, "seat": spoken.seat, "name": spoken.name, "text": spoken.text, "at": spoken.at}
    notice = f"said {live.services.worker} {live.id}" if live.services.bus is not None else None
    await live.services.store.do(lambda c: say(c, row, notice))
    live.said = [*live.said[1 - SHOWN_CHAT :], m.Spoken(spoken.seat, spoken.name, spoken.text, spoken.at)]


async def pace(live: LiveMatch, socket: Socket, said: SetPace) -> None:
    """How long an operation of the computer stands: whoever plays sets it for the table."""
    if not socket.seats:
        return socket.refuse(said.id, "Only players set the pace.", "not_yours")
    if not 0 <= said.seconds <= SLOWEST:
        return socket.refuse(said.id, f"The pace is 0 to {SLOWEST:g} seconds.", "pace")
    live.pace = said.seconds
    socket.tell(m.Ack(said.id, live.count))


async def seen(live: LiveMatch, socket: Socket, said: m.SeenTo) -> None:
    entry = min(said.entry, live.count)
    if entry > socket.since and socket.holder:
        socket.since = entry
        _keep_seen(live, socket.holder, entry)


def _keep_seen(live: LiveMatch, holder: str, entry: int) -> None:
    """Written in its own time: nobody waits for it."""

    async def write() -> None:
        await live.services.store.do(lambda c: mark_seen(c, holder, live.id, entry))

    live.services.keep(asyncio.create_task(write()))
