"""Which browsers want to be told of their turn: to be passed to the store's `read` and `do`."""

from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from grognard.server.schema import holds, pushes
from grognard.server.store import now
from grognard.server.tokens import hashed

MOST = 10
"""Browsers of one holder; the oldest give way."""


def add(connection: Connection, holder: str, browser: str, endpoint: str, p256dh: str, auth: str) -> None:
    row = {"hash": hashed(endpoint), "holder": holder, "browser": browser, "endpoint": endpoint}
    connection.execute(delete(pushes).where(pushes.c.hash == row["hash"]))
    connection.execute(insert(pushes), {**row, "p256dh": p256dh, "auth": auth, "created": now()})
    mine = select(pushes.c.hash).where(pushes.c.holder == holder).order_by(pushes.c.created.desc())
    for old in connection.execute(mine.offset(MOST)).scalars().all():
        connection.execute(delete(pushes).where(pushes.c.hash == old))


def remove(connection: Connection, *, endpoint: str = "", browser: str = "", holder: str = "") -> None:
    """Forget one address, whatever a browser gave, or whatever a holder has."""
    for column, value in ((pushes.c.hash, endpoint and hashed(endpoint)), (pushes.c.browser, browser)):
        if value:
            connection.execute(delete(pushes).where(column == value))
    if holder:
        connection.execute(delete(pushes).where(pushes.c.holder == holder))


def move(connection: Connection, before: str, holder: str, browser: str) -> None:
    """A browser is somebody else's from now on, and has another name."""
    connection.execute(update(pushes).where(pushes.c.browser == before).values(holder=holder, browser=browser))


def of_seat(connection: Connection, match: str, seat: int) -> list[Any]:
    """The browsers of whoever holds a seat."""
    held = select(holds.c.holder).where(holds.c.match == match, holds.c.seat == seat)
    return list(connection.execute(select(pushes).where(pushes.c.holder.in_(held))).all())
