"""What an operator may throw away: old lessons and planning boards, abandoned matches, matches nobody holds."""

import time
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, delete, select
from sqlalchemy.engine import make_url

from grognard.server.leaving import throw_away
from grognard.server.quotas import forget_spent
from grognard.server.schema import holds, letters, matches
from grognard.server.store import engine_of, prepare

DAY = 86400.0
LETTERS = 2.0
"""Days for which a letter that was sent can be used."""


class Ages(NamedTuple):
    """Days since anything happened, after which something may go."""

    lessons: float = 30
    abandoned: float = 365
    guests: float = 180


class Finding(NamedTuple):
    what: str
    number: int
    entries: int = 0


def tidy(address: str, ages: Ages, really: bool) -> list[Finding]:
    """What would go, or went; all of it or, where something fails, nothing."""
    prepare(address)
    engine = engine_of(make_url(address))
    try:
        with engine.begin() as connection:
            found = _tidy(connection, ages, really)
            if not really:
                connection.rollback()
        return found
    finally:
        engine.dispose()


def _tidy(connection: Connection, ages: Ages, really: bool) -> list[Finding]:
    now = time.time()
    of_accounts = select(holds.c.match).where(holds.c.holder.like("account:%"))

    def older(days: float) -> ColumnElement[bool]:
        return matches.c.touched < now - days * DAY

    kinds = {
        f"lessons and planning boards untouched for {ages.lessons:g} days": select(matches.c.id).where(
            matches.c.kind != "game", older(ages.lessons)
        ),
        f"unfinished matches untouched for {ages.abandoned:g} days": select(matches.c.id).where(
            matches.c.kind == "game", matches.c.over.is_(False), older(ages.abandoned)
        ),
        f"finished matches of guests untouched for {ages.guests:g} days": select(matches.c.id).where(
            matches.c.kind == "game", matches.c.over, older(ages.guests), matches.c.id.not_in(of_accounts)
        ),
        "matches nobody holds": select(matches.c.id).where(matches.c.id.not_in(select(holds.c.match)), older(1)),
    }
    found = [_throw_away(connection, what, ids) for what, ids in kinds.items()]
    old_letters = delete(letters).where(letters.c.created < now - LETTERS * DAY)
    found.append(Finding("letters that were not answered", connection.execute(old_letters).rowcount))
    found.append(Finding("quotas that are full again", forget_spent(connection)))
    return found


def _throw_away(connection: Connection, what: str, ids: Select[tuple[str]]) -> Finding:
    names = [str(name) for name in connection.execute(ids).scalars()]
    return Finding(what, len(names), throw_away(connection, names))
