"""Quotas that all workers share: so much at once, and so much an hour in the long run."""

import hashlib

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from grognard.server.schema import quotas
from grognard.server.store import Store, now

HOUR = 3600.0
PORTIONS = 100
"""In so many portions an hourly quota is taken from the store."""
MOST_PORTIONS = 50_000
"""Portions a worker holds at once, so that memory stays bounded."""


def of_address(address: str) -> str:
    """An address as it is counted: what is stored does not tell it."""
    return "address:" + hashlib.sha256(address.encode()).hexdigest()[:40]


def spend(connection: Connection, kind: str, who: str, hourly: float, cost: float = 1.0) -> bool:
    """Take `cost` of what somebody has of a kind; whether there was enough."""
    return draw(connection, kind, who, hourly, cost, cost) >= cost


def draw(connection: Connection, kind: str, who: str, hourly: float, least: float, most: float) -> float:
    """Take what somebody has of a kind, up to `most`; 0: there was not even the least. An hour without fills it."""
    at = now()
    row = connection.execute(select(quotas).where(quotas.c.kind == kind, quotas.c.who == who).with_for_update()).first()
    level = hourly if row is None else min(hourly, row.level + (at - row.at) * hourly / HOUR)
    if level < least:
        return 0.0
    taken = min(level, most)
    adding = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(quotas)
    left = {"level": level - taken, "at": at}
    connection.execute(
        adding.on_conflict_do_update(index_elements=["kind", "who"], set_=left), {"kind": kind, "who": who, **left}
    )
    return taken


def forget_spent(connection: Connection) -> int:
    """Quotas that have long been full again; how many."""
    return connection.execute(delete(quotas).where(quotas.c.at < now() - 2 * HOUR)).rowcount


class Portions:
    """A quota that is spent often: a worker takes a portion from the common count and spends it without writing."""

    def __init__(self, store: Store, kind: str, hourly: int) -> None:
        self._store, self._kind, self._hourly = store, kind, hourly
        self._portion = max(1, hourly // PORTIONS)
        self._left: dict[str, int] = {}

    async def take(self, address: str) -> bool:
        """One of what an address has in an hour, whatever workers it comes through; whether there was one."""
        left = self._left.pop(address, 0)
        if not left:
            who, hourly, portion = of_address(address), float(self._hourly), float(self._portion)
            # Less than a portion may be left, as after the quota was raised: it is spent too.
            taken = int(await self._store.do(lambda c: draw(c, self._kind, who, hourly, 1.0, portion)))
            if not taken:
                return False
            left = self._left.pop(address, 0) + taken
        if left > 1:
            if len(self._left) >= MOST_PORTIONS:
                self._left.pop(next(iter(self._left)))
            self._left[address] = left - 1
        return True
