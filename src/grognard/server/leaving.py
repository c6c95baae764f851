"""Leaving a match for good, and throwing away what nobody holds any more."""

from typing import Literal

import msgspec
from sqlalchemy import Connection, delete, func, select, update

from grognard.server.chairs import ChairState
from grognard.server.schema import chat, contacts, entries, holds, letters, matches, open_tables, tokens

Left = Literal["unknown", "playing", "left", "gone"]
NOBODY = "guest"
"""Who said what an account said that is no more."""


def leave_match(connection: Connection, holder: str, match: str, even_so: bool = False) -> Left:
    """Take a match off somebody's list. A game that somebody else plays too is not left before it is over, but
    `even_so`; a match that nobody holds then is thrown away (`gone`)."""
    mine = list(
        connection.execute(select(holds.c.seat).where(holds.c.holder == holder, holds.c.match == match)).scalars()
    )
    row = connection.execute(select(matches.c.over, matches.c.kind).where(matches.c.id == match)).first()
    if row is None or not mine:
        return "unknown"
    others = _others(connection, holder, match)
    if not even_so and max(mine) >= 0 and row.kind == "game" and not row.over and any(seat >= 0 for seat in others):
        return "playing"
    connection.execute(delete(holds).where(holds.c.holder == holder, holds.c.match == match))
    watched = row.over and others
    if watched or any(seat >= 0 for seat in others) or (max(mine) < 0 and others):
        return "left"
    throw_away(connection, [match])
    return "gone"


def _others(connection: Connection, holder: str, match: str) -> list[int]:
    """Seats (-1: the bench) that others hold, or have taken by showing a link with every request."""
    held = select(holds.c.seat).where(holds.c.match == match, holds.c.holder != holder)
    shown = select(tokens.c.seat).where(
        tokens.c.match == match, tokens.c.seat >= 0, tokens.c.holder.is_not(None), tokens.c.holder != holder
    )
    return [*connection.execute(held).scalars(), *connection.execute(shown).scalars()]


def unname(connection: Connection, match: str, seat: int, name: str) -> int | None:
    """Take a name off the chair of a match that others hold, and from what was said there under it; the version this
    made of the match, None where there is no such match any more."""
    found = connection.execute(
        select(matches.c.seats, matches.c.version).where(matches.c.id == match).with_for_update()
    ).first()
    if found is None:
        return None
    chairs = msgspec.json.decode(found.seats, type=list[ChairState])
    if 0 <= seat < len(chairs):
        chairs[seat].name = ""
    made: int = found.version + 1
    row = {"seats": msgspec.json.encode(chairs).decode(), "version": made}
    connection.execute(update(matches).where(matches.c.id == match).values(row))
    connection.execute(update(chat).where(chat.c.match == match, chat.c.name == name).values(name=NOBODY))
    return made


def throw_away(connection: Connection, names: list[str]) -> int:
    """Matches with all that belongs to them; how many entries that were. What refers to a match goes before it: SQLite
    deletes it along only where it is told to."""
    count = 0
    for start in range(0, len(names), 500):
        some = names[start : start + 500]
        query = select(func.count()).select_from(entries).where(entries.c.match.in_(some))
        count += int(connection.execute(query).scalar_one())
        for table in (entries, chat, holds, tokens, contacts, letters, open_tables):
            connection.execute(delete(table).where(table.c.match.in_(some)))
        connection.execute(delete(matches).where(matches.c.id.in_(some)))
    return count
