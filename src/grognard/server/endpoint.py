"""The socket of a match: `/ws/{match}`. Plain ASGI, since every message passes here."""

import asyncio
from functools import partial

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from grognard.server.agreements import sit
from grognard.server.commands import COMMANDS, obey
from grognard.server.following import patient
from grognard.server.guard import Limits, client_address
from grognard.server.live import LiveMatch
from grognard.server.messages import ClientMessage
from grognard.server.owner import Work
from grognard.server.publish import farewell, welcome
from grognard.server.queries import HEAVY, QUERIES, prepare
from grognard.server.quotas import Portions
from grognard.server.registry import Registry, Unplayable
from grognard.server.sockets import Socket
from grognard.server.visitors import seats_of

decoder = msgspec.json.Decoder(ClientMessage)


class MatchSocket:
    """Lets clients in, passes their messages to the owner task, and sends what the table pushes."""

    def __init__(self, registry: Registry, limits: Limits) -> None:
        self._registry, self._services, self._limits = registry, registry.services, limits
        self._connects = Portions(self._services.store, "connect", self._services.settings.connects)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        address = client_address(scope)
        if not self._limits.enter(address):
            return await self._too_many(send)
        try:
            if not await self._connects.take(address):
                return await self._too_many(send)
            await self._serve(scope, receive, send)
        except SQLAlchemyError as error:
            self._services.outage(error)
            await _turn_away(send, 1013, "the store cannot be reached")
        finally:
            self._limits.leave(address)

    async def _too_many(self, send: Send) -> None:
        self._services.metrics.limited += 1
        await _turn_away(send, 4429, "too many sockets")

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = scope["path_params"]["match"]
        held = await seats_of(self._services, HTTPConnection(scope), match)
        try:
            live = await self._registry.get(match) if held is not None else None
        except Unplayable:
            live = None
        if held is None or live is None:
            return await _turn_away(send, 4404, "no such match")
        await send({"type": "websocket.accept"})
        if live.gone:
            return await send({"type": "websocket.close", "code": 1012})
        self._services.metrics.connects += 1
        seats, holder, since = held
        name = next((live.chairs[seat].name for seat in seats if live.chairs[seat].name), "")
        limits = self._services.settings
        socket = Socket(seats, holder, name, since, limits.messages, limits.backlog, limits.backlog_size)
        socket.address = client_address(scope)
        sender = asyncio.create_task(_send_all(socket, send))
        welcome(live, socket)
        prepare(live, socket)
        for seat in seats:
            if live.chairs[seat].kind == "open":
                live.post(patient(live, partial(sit, live, seat)))
        try:
            await self._receive_all(live, socket, receive)
        finally:
            socket.close()
            farewell(live, socket)
            sender.cancel()

    async def _receive_all(self, live: LiveMatch, socket: Socket, receive: Receive) -> None:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive" or socket.closed is not None:
                return
            raw = message.get("text") or message.get("bytes") or ""
            try:
                said = decoder.decode(raw)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                self._services.metrics.refused += 1
                socket.refuse(None, f"The message does not fit: {error}"[:300], "message")
                said = None
            if not socket.bucket.take(1.0 if said is None else HEAVY.get(type(said), 1.0)):
                self._services.metrics.limited += 1
                socket.refuse(getattr(said, "id", None), "Too many messages; please wait a little.", "rate")
                continue
            if said is not None:
                live.post(_bound(live, socket, said))


def _bound(live: LiveMatch, socket: Socket, said: object) -> Work:
    async def command() -> None:
        await obey(live, socket, said)

    async def query() -> None:
        try:
            await QUERIES[type(said)](live, socket, said)
        except Exception:
            # A question changes nothing, so a fault in answering it troubles nobody else at the live.
            live.services.report(f"match {live.id}: {type(said).__name__} failed")
            socket.refuse(getattr(said, "id", None), "This could not be answered.", "fault")

    return command if type(said) in COMMANDS else query


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
