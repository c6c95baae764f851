"""Quotas that all workers share: so much at once, and so much an hour in the long run."""

import hashlib

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from grognard.server.schema import quotas
from grognard.server.store import now

HOUR = 3600.0


def of_address(address: str) -> str:
    """An address as it is counted: what is stored does not tell it."""
    return "address:" + hashlib.sha256(address.encode()).hexdigest()[:40]


def spend(connection: Connection, kind: str, who: str, hourly: float, cost: float = 1.0) -> bool:
    """Take `cost` of what somebody has of a kind; whether there was enough. An hour without spending fills it."""
    at = now()
    row = connection.execute(select(quotas).where(quotas.c.kind == kind, quotas.c.who == who).with_for_update()).first()
    level = hourly if row is None else min(hourly, row.level + (at - row.at) * hourly / HOUR)
    if level < cost:
        return False
    adding = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(quotas)
    left = {"level": level - cost, "at": at}
    connection.execute(
        adding.on_conflict_do_update(index_elements=["kind", "who"], set_=left), {"kind": kind, "who": who, **left}
    )
    return True


def forget_spent(connection: Connection) -> int:
    """Quotas that have long been full again; how many."""
    return connection.execute(delete(quotas).where(quotas.c.at < now() - 2 * HOUR)).rowcount
