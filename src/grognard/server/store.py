"""The store: an engine with its migrations, one writer, a few readers, and the questions the server asks."""

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, or_, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url

from grognard.core import TABLE
from grognard.server.migrate import migrate
from grognard.server.schema import chat, contacts, entries, holds, learnt, matches, open_tables, quotas, tokens
from grognard.server.writer import Change, Conflict, Writer

T = TypeVar("T")
KEPT_TALK = 1000
"""Lines of talk kept of one match."""


class Store:
    """Reads run in a few threads, writes in one."""

    def __init__(self, url: str, worker: str = "") -> None:
        self.url = make_url(url)
        self.postgres = self.url.get_backend_name() == "postgresql"
        self.engine = engine_of(self.url)
        migrate(self.engine)
        self.writer = Writer(self.engine, worker or secrets.token_hex(4))
        self._readers = ThreadPoolExecutor(max_workers=3, thread_name_prefix="grognard-reader")

    def close(self) -> None:
        self.writer.close()
        self._readers.shutdown()
        self.engine.dispose()

    async def commit(self, change: Change) -> None:
        """Returns when the change is on disk. Raises Conflict where somebody else wrote first."""
        await self.writer.submit(change)

    async def do(self, job: Callable[[Connection], T]) -> T:
        """Run a writing job in the next transaction."""
        result: T = await self.writer.submit(job)
        return result

    async def read(self, query: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, partial(self._read, query))

    def _read(self, query: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return query(connection)


def prepare(address: str) -> None:
    """Bring the tables of a database up to date, or fail before anybody is served."""
    engine = engine_of(make_url(address))
    try:
        migrate(engine)
    finally:
        engine.dispose()


def engine_of(url: URL) -> Engine:
    """An engine with the manners this program needs."""
    postgres = url.get_backend_name() == "postgresql"
    _for_its_owner(url)
    engine = create_engine(url, pool_pre_ping=postgres, **_pooling(postgres))
    if not postgres:
        event.listen(engine, "connect", _sqlite_manners)
    return engine


def _for_its_owner(url: URL) -> None:
    """Nobody else on the machine reads the secrets of dice, or writes answers."""
    if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        file = Path(url.database or "")
        with suppress(OSError):
            if not file.exists():
                file.touch(mode=0o600)
            elif file.stat().st_mode & 0o077:
                file.chmod(0o600)


def _pooling(postgres: bool) -> dict[str, Any]:
    return {"pool_size": 6, "max_overflow": 4} if postgres else {}


def _sqlite_manners(connection: Any, _: Any) -> None:
    """WAL lets readers read while the writer writes. FULL makes every commit reach the disk before it returns: an
    acknowledged answer survives a power cut, not only the end of the process; grouped commits pay for it."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# Questions and small writes, to be passed to `read` and `do`.


def load_match(connection: Connection, match: str) -> tuple[Any, list[Any], list[Any]] | None:
    """The row, the entries in order, and the last words said."""
    row = connection.execute(select(matches).where(matches.c.id == match)).first()
    if row is None:
        return None
    played = connection.execute(select(entries).where(entries.c.match == match).order_by(entries.c.n)).all()
    return row, list(played), last_said(connection, match)


def load_news(connection: Connection, match: str, after: int) -> tuple[Any, list[Any]] | None:
    """The row and the entries after number `after`."""
    row = connection.execute(select(matches).where(matches.c.id == match)).first()
    if row is None:
        return None
    newer = select(entries).where(entries.c.match == match, entries.c.n > after).order_by(entries.c.n)
    return row, list(connection.execute(newer).all())


def create_match(
    connection: Connection,
    row: dict[str, Any],
    played: list[dict[str, Any]],
    opens: list[dict[str, Any]],
    held: list[dict[str, Any]],
    open: bool = False,
) -> None:
    """Store a new match with its tokens and the seats its maker holds; `open`: anybody may join."""
    connection.execute(insert(matches), row)
    if open:
        connection.execute(insert(open_tables), {"match": row["id"], "since": row["created"]})
    for table, rows in ((entries, played), (tokens, opens), (holds, held)):
        if rows:
            connection.execute(insert(table), rows)


def say(connection: Connection, row: dict[str, Any], notice: str | None) -> None:
    """Store something said at a table; it changes nothing in the match, so it contends with nobody."""
    connection.execute(insert(chat), row)
    last = select(chat.c.id).where(chat.c.match == row["match"]).order_by(chat.c.id.desc()).limit(1).offset(KEPT_TALK)
    connection.execute(delete(chat).where(chat.c.match == row["match"], chat.c.id <= last.scalar_subquery()))
    if notice is not None:
        connection.execute(text("SELECT pg_notify('grognard', :notice)"), {"notice": notice})


def tell_change(connection: Connection, worker: str, match: str, version: int) -> None:
    """Let other workers read a match anew; where there can be only one, nobody is told."""
    if connection.dialect.name == "postgresql":
        notice = f"change {worker} {match} {version}"
        connection.execute(text("SELECT pg_notify('grognard', :notice)"), {"notice": notice})


def last_said(connection: Connection, match: str) -> list[Any]:
    """The last words said, oldest first."""
    rows = connection.execute(select(chat).where(chat.c.match == match).order_by(chat.c.id.desc()).limit(200)).all()
    return list(reversed(rows))


def hold_by_token(connection: Connection, digest: str, holder: str) -> tuple[str, int, bool] | None:
    """Let a holder have what a token opens: its match and seat, and whether it is theirs; None: it opens nothing. The
    token of a seat is used up by the first who comes, who may come again; two who come together wait for each other."""
    opens = select(tokens).where(tokens.c.hash == digest).with_for_update()
    found = connection.execute(opens).first()
    if found is None:
        return None
    if found.seat >= 0 and found.holder is None:
        connection.execute(update(tokens).where(tokens.c.hash == digest).values(holder=holder))
    elif found.seat >= 0 and found.holder != holder and not _holds(connection, holder, found.match, found.seat):
        return found.match, found.seat, False
    hold_seat(connection, holder, found.match, found.seat)
    return found.match, found.seat, True


def _holds(connection: Connection, holder: str, match: str, seat: int) -> bool:
    mine = select(holds.c.seat).where(holds.c.holder == holder, holds.c.match == match, holds.c.seat == seat)
    return connection.execute(mine).first() is not None


def new_link(connection: Connection, match: str, seat: int, digest: str) -> bool:
    """Make a link the one that opens a seat, as long as nobody has taken it; of links to watch there may be many."""
    if seat >= 0:
        used = select(tokens.c.hash).where(tokens.c.match == match, tokens.c.seat == seat, tokens.c.holder.is_not(None))
        if seat in held_seats(connection, match) or connection.execute(used).first() is not None:
            return False
        connection.execute(delete(tokens).where(tokens.c.match == match, tokens.c.seat == seat))
    connection.execute(insert(tokens), {"hash": digest, "match": match, "seat": seat})
    return True


BEARER = "bearer"
"""Who used up a token that a program shows with every request."""


def token_opens(connection: Connection, digest: str) -> tuple[str, int, bool] | None:
    """The match and seat a token (by its hash) opens to a program that shows it, and whether it is the first time. A
    token somebody else used up opens nothing."""
    found = connection.execute(select(tokens).where(tokens.c.hash == digest)).first()
    if found is None or (found.seat >= 0 and found.holder not in (None, BEARER)):
        return None
    return found.match, found.seat, found.seat >= 0 and found.holder is None


def claim_token(connection: Connection, digest: str) -> bool:
    """A program uses a token up; whether nobody else did."""
    mine = update(tokens).where(tokens.c.hash == digest, tokens.c.holder.is_(None)).values(holder=BEARER)
    connection.execute(mine)
    found = connection.execute(select(tokens.c.holder).where(tokens.c.hash == digest)).first()
    return found is not None and found.holder == BEARER


def seats_held(connection: Connection, holder: str, match: str) -> tuple[dict[int, int], bool]:
    """The seats of a match that somebody holds, with the last entry seen; and whether they may watch."""
    mine = select(holds.c.seat, holds.c.seen).where(holds.c.holder == holder, holds.c.match == match)
    rows = connection.execute(mine).all()
    return {seat: seen for seat, seen in rows if seat >= 0}, bool(rows)


def of_seats(connection: Connection, match: str, seats: list[int]) -> tuple[list[Any], list[str]]:
    """What seats of a match said there, and the addresses given for them."""
    said = select(chat).where(chat.c.match == match, chat.c.seat.in_(seats)).order_by(chat.c.id)
    given = select(contacts.c.email).where(contacts.c.match == match, contacts.c.seat.in_(seats))
    return list(connection.execute(said).all()), list(connection.execute(given).scalars())


def matches_held(connection: Connection, holder: str, most: int = 100) -> list[tuple[Any, list[int]]]:
    """The latest matches of somebody, with their seats."""
    rows = connection.execute(
        select(matches, holds.c.seat)
        .join(holds, holds.c.match == matches.c.id)
        .where(holds.c.holder == holder)
        .order_by(matches.c.touched.desc())
        .limit(4 * most)
    ).all()
    found: dict[str, tuple[Any, list[int]]] = {}
    for row in rows:
        seats = found.setdefault(row.id, (row, []))[1]
        if row.seat >= 0:
            seats.append(row.seat)
    return list(found.values())[:most]


def when_said(connection: Connection, among: list[str]) -> dict[str, dict[int, float]]:
    """When each seat last said something, by match and seat; what the table itself told is nobody's."""
    rows = select(chat.c.match, chat.c.seat, func.max(chat.c.at)).where(chat.c.match.in_(among), chat.c.seat != TABLE)
    found: dict[str, dict[int, float]] = {}
    for match, seat, at in connection.execute(rows.group_by(chat.c.match, chat.c.seat)):
        found.setdefault(match, {})[seat] = at
    return found


def hold_seat(connection: Connection, holder: str, match: str, seat: int, seen: int = 0) -> None:
    """Remember that a holder may sit (or watch) there; again does no harm."""
    adding = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(holds)
    connection.execute(adding.on_conflict_do_nothing(), {"holder": holder, "match": match, "seat": seat, "seen": seen})


def mark_seen(connection: Connection, holder: str, match: str, entry: int) -> None:
    connection.execute(
        update(holds).where(holds.c.holder == holder, holds.c.match == match, holds.c.seen < entry).values(seen=entry)
    )


def keep_learnt(connection: Connection, match: str, game: str, lesson: str) -> None:
    """Whoever holds a seat of this match has finished its lesson."""
    holders = connection.execute(select(holds.c.holder).where(holds.c.match == match).distinct()).scalars().all()
    for holder in holders:
        add_learnt(connection, holder, game, lesson)


def add_learnt(connection: Connection, holder: str, game: str, lesson: str) -> None:
    adding = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(learnt)
    row = {"holder": holder, "game": game, "lesson": lesson, "at": now()}
    connection.execute(adding.on_conflict_do_nothing(), row)


def learnt_by(connection: Connection, holder: str) -> list[Any]:
    query = select(learnt.c.game, learnt.c.lesson).where(learnt.c.holder == holder)
    return list(connection.execute(query.order_by(learnt.c.at)).all())


# Tables at which anybody may sit down


def list_open(connection: Connection, holder: str, most: int) -> list[Any]:
    """The newest open tables at which this visitor has no place yet."""
    mine = select(holds.c.match).where(holds.c.holder == holder, holds.c.seat >= 0)
    return list(
        connection.execute(
            select(matches, open_tables.c.since)
            .join(open_tables, open_tables.c.match == matches.c.id)
            .where(matches.c.over.is_(False), matches.c.id.not_in(mine))
            .order_by(open_tables.c.since.desc())
            .limit(most)
        ).all()
    )


def open_tables_of(connection: Connection, holder: str) -> int:
    """How many tables of somebody's are open to anybody."""
    mine = select(holds.c.match).where(holds.c.holder == holder)
    query = select(func.count()).select_from(open_tables).where(open_tables.c.match.in_(mine))
    return int(connection.execute(query).scalar_one())


def under_way(connection: Connection, holder: str) -> int:
    """How many unfinished matches somebody holds."""
    mine = select(holds.c.match).where(holds.c.holder == holder)
    query = select(func.count()).select_from(matches).where(matches.c.over.is_(False), matches.c.id.in_(mine))
    return int(connection.execute(query).scalar_one())


def is_open(connection: Connection, match: str) -> bool:
    return connection.execute(select(open_tables.c.match).where(open_tables.c.match == match)).first() is not None


def held_seats(connection: Connection, match: str) -> set[int]:
    """Seats of a match that somebody holds, sitting down or about to."""
    return set(connection.execute(select(holds.c.seat).where(holds.c.match == match)).scalars())


def take_open_seat(connection: Connection, holder: str, match: str, seat: int, last: bool) -> None:
    """The seat is its new holder's alone: the link that was made for it opens it no more. Raises Conflict where
    somebody used that link at the same moment; the token goes first, so that one waits for the other."""
    connection.execute(delete(tokens).where(tokens.c.match == match, tokens.c.seat == seat))
    if seat in held_seats(connection, match):
        raise Conflict("somebody came by the link")
    hold_seat(connection, holder, match, seat)
    if last:
        close_table(connection, match)


def close_table(connection: Connection, match: str) -> None:
    connection.execute(delete(open_tables).where(open_tables.c.match == match))


def clear_open(connection: Connection) -> None:
    """Forget open tables whose matches are over."""
    over = select(matches.c.id).where(matches.c.over)
    connection.execute(delete(open_tables).where(open_tables.c.match.in_(over)))


def waiting_for(connection: Connection) -> list[Any]:
    """Matches under way in which somebody must answer: looked through at start for computer players and clocks."""
    return list(
        connection.execute(
            select(matches.c.id, matches.c.seats, matches.c.turn_of, matches.c.meta).where(
                matches.c.over.is_(False), or_(matches.c.kind == "game", matches.c.kind == "branch")
            )
        ).all()
    )


def email_of(connection: Connection, match: str, seat: int) -> str | None:
    """Where a seat wants its notices, once its owner has confirmed the address."""
    found = connection.execute(
        select(contacts.c.email).where(contacts.c.match == match, contacts.c.seat == seat, contacts.c.confirmed)
    ).first()
    return None if found is None else str(found.email)


def set_email(connection: Connection, match: str, seat: int, email: str) -> None:
    """Remember or forget (empty) where a seat wants its notices."""
    connection.execute(delete(contacts).where(contacts.c.match == match, contacts.c.seat == seat))
    if email:
        connection.execute(insert(contacts), {"match": match, "seat": seat, "email": email})


def now() -> float:
    return time.time()


def prove_writing(connection: Connection, worker: str) -> None:
    """Write something that means nothing."""
    connection.execute(delete(quotas).where(quotas.c.kind == "health", quotas.c.at < now() - 3600))
    adding = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(quotas)
    row = {"kind": "health", "who": worker, "level": 0.0, "at": now()}
    connection.execute(adding.on_conflict_do_update(index_elements=["kind", "who"], set_={"at": row["at"]}), row)
