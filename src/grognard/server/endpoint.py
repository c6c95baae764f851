"""The socket of a match: `/ws/{match}`. Plain ASGI, since every message passes here."""

import asyncio
from functools import partial

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from grognard.server.deeds import DEEDS, patient, persistently, sit
from grognard.server.guard import Limits, client_address
from grognard.server.hall import Hall, Unplayable
from grognard.server.messages import ClientMessage
from grognard.server.queries import HEAVY, QUERIES
from grognard.server.sockets import Socket
from grognard.server.table import Table, Work
from grognard.server.visitors import seats_of

decoder = msgspec.json.Decoder(ClientMessage)


class MatchSocket:
    """Lets clients in, passes their messages to the owner task, and sends what the table pushes."""

    def __init__(self, hall: Hall, limits: Limits) -> None:
        self._hall, self._limits = hall, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        address = client_address(scope)
        if not self._limits.enter(address):
            self._hall.metrics.limited += 1
            return await _turn_away(send, 4429, "too many sockets")
        try:
            await self._serve(scope, receive, send)
        finally:
            self._limits.leave(address)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = scope["path_params"]["match"]
        held = await seats_of(self._hall, HTTPConnection(scope), match)
        try:
            table = await self._hall.get(match) if held is not None else None
        except Unplayable:
            table = None
        if held is None or table is None:
            return await _turn_away(send, 4404, "no such match")
        await send({"type": "websocket.accept"})
        if table.gone:
            return await send({"type": "websocket.close", "code": 1012})
        self._hall.metrics.connects += 1
        seats, holder, since = held
        name = next((table.chairs[seat].name for seat in seats if table.chairs[seat].name), "")
        limits = self._hall.settings
        socket = Socket(seats, holder, name, since, limits.messages, limits.backlog, limits.backlog_size)
        sender = asyncio.create_task(_send_all(socket, send))
        table.welcome(socket)
        for seat in seats:
            if table.chairs[seat].kind == "open":
                table.post(patient(partial(sit, table, seat)))
        try:
            await self._receive_all(table, socket, receive)
        finally:
            socket.close()
            table.farewell(socket)
            sender.cancel()

    async def _receive_all(self, table: Table, socket: Socket, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive" or socket.closed is not None:
                return
            raw = message.get("text") or message.get("bytes") or ""
            try:
                said = decoder.decode(raw)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                self._hall.metrics.refused += 1
                socket.refuse(None, f"The message does not fit: {error}"[:300], "message")
                said = None
            if not socket.bucket.take(1.0 if said is None else HEAVY.get(type(said), 1.0)):
                self._hall.metrics.limited += 1
                socket.refuse(getattr(said, "id", None), "Too many messages; please wait a little.", "rate")
                continue
            if said is not None:
                table.post(_bound(table, socket, said))


def _bound(table: Table, socket: Socket, said: object) -> Work:
    async def deed() -> None:
        if not await persistently(lambda: DEEDS[type(said)](table, socket, said)):
            socket.refuse(getattr(said, "id", None), "The table is too busy; please try again.", "busy")

    async def query() -> None:
        try:
            await QUERIES[type(said)](table, socket, said)
        except Exception:
            # A question changes nothing, so a fault in answering it troubles nobody else at the table.
            table.hall.report(f"match {table.id}: {type(said).__name__} failed")
            socket.refuse(getattr(said, "id", None), "This could not be answered.", "fault")

    return deed if type(said) in DEEDS else query


async def _turn_away(send: Send, code: int, reason: str) -> None:
    """Accept and close at once: a page is told the code only of a socket that was open."""
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": reason})


async def _send_all(socket: Socket, send: Send) -> None:
    try:
        while (text := await socket.next()) is not None:
            await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.close", "code": socket.closed or 1000})
    except (OSError, RuntimeError):
        socket.close(1006)
