"""The yardstick: a bare Starlette socket loop that stores one row a message and pushes it to two clients."""

import os
from typing import Any

from sqlalchemy import Column, Integer, MetaData, Table, Text, create_engine, event, insert
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

url = os.environ["BARE_DATABASE"]
engine = create_engine(url)
if url.startswith("sqlite"):

    @event.listens_for(engine, "connect")
    def manners(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")


metadata = MetaData()
rows = Table("bare", metadata, Column("id", Integer, primary_key=True), Column("room", Text), Column("body", Text))
metadata.create_all(engine)
rooms: dict[str, list[WebSocket]] = {}


async def room(socket: WebSocket) -> None:
    name = socket.path_params["room"]
    await socket.accept()
    there = rooms.setdefault(name, [])
    there.append(socket)
    try:
        while True:
            body = await socket.receive_text()
            with engine.begin() as connection:
                connection.execute(insert(rows), {"room": name, "body": body})
            for other in there:
                await other.send_text(body)
    except WebSocketDisconnect:
        there.remove(socket)


async def health(request: Any) -> PlainTextResponse:
    return PlainTextResponse("ok")


app = Starlette(routes=[WebSocketRoute("/ws/{room}", room), Route("/healthz", health)])
