"""Who is asking: the cookie of a browser, the token of a program, and optional accounts.

A browser holds one random cookie; the store knows only its hash and which seats it opens. Logging in adds the seats of
the account, so that one person finds their matches on several devices.
"""

import asyncio
import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, delete, insert, select
from starlette.requests import HTTPConnection
from starlette.responses import Response

from grognard.server.bodies import AccountBody
from grognard.server.create import BadRequest, hashed, token
from grognard.server.schema import accounts, holds, logins
from grognard.server.store import hold_seat, now, seats_held, token_opens

if TYPE_CHECKING:
    from grognard.server.hall import Hall

T = TypeVar("T")
COOKIE = "grognard"
YEAR = 365 * 24 * 3600
NAME = re.compile(r"[\w .\-]{2,40}")
SHAPE = re.compile(r"[\w\-]{43}", re.ASCII)


class Visitor:
    """A browser, by its cookie."""

    def __init__(self, request: HTTPConnection) -> None:
        given = request.cookies.get(COOKIE, "")
        self.fresh = not SHAPE.fullmatch(given)
        self._token = token() if self.fresh else given
        self.holder = hashed(self._token)

    def remember(self, response: Response, secure: bool) -> None:
        """Give the browser its cookie."""
        response.set_cookie(COOKIE, self._token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)


async def holders_of(hall: "Hall", visitor: Visitor) -> tuple[str, ...]:
    """The names under which this visitor may hold seats: the browser, and the account it is logged in to."""
    if visitor.fresh:
        return (visitor.holder,)
    account = await hall.store.read(lambda c: _account_of(c, visitor.holder))
    return (visitor.holder,) if account is None else (visitor.holder, f"account:{account}")


def _account_of(connection: Connection, holder: str) -> int | None:
    found = connection.execute(select(logins.c.account).where(logins.c.holder == holder)).first()
    return None if found is None else int(found.account)


async def seats_of(
    hall: "Hall", request: HTTPConnection, match: str
) -> tuple[tuple[int, ...], tuple[str, ...], int] | None:
    """Seats of a match that the asker holds (none: may watch), under which names, and the last entry seen.

    None: this match is not theirs to see.
    """
    given = request.query_params.get("token") or _bearer(request)
    if given:
        opened = await hall.store.read(lambda c: token_opens(c, hashed(given)))
        if opened is None or opened[0] != match:
            return None
        return ((opened[1],) if opened[1] >= 0 else ()), (), 0
    holders = await holders_of(hall, Visitor(request))
    seats, known = await hall.store.read(lambda c: seats_held(c, holders, match))
    if not known:
        return None
    return tuple(sorted(seats)), holders, min(seats.values(), default=0)


def _bearer(request: HTTPConnection) -> str:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return value.strip() if scheme.lower() == "bearer" else ""


# Accounts


@lru_cache(maxsize=1)
def _hasher() -> PasswordHasher:
    return PasswordHasher()


async def open_account(hall: "Hall", visitor: Visitor, body: AccountBody) -> None:
    """Make an account and log the browser in to it."""
    name = body.name.strip()
    if not NAME.fullmatch(name):
        raise BadRequest("a name has 2 to 40 letters, digits, spaces, dots or hyphens", "name")
    if not 8 <= len(body.password) <= 200:
        raise BadRequest("a password has 8 to 200 characters", "password")
    password = await _slow(lambda: _hasher().hash(body.password))

    def write(connection: Connection) -> bool:
        if connection.execute(select(accounts.c.id).where(accounts.c.name == name)).first() is not None:
            return False
        made = connection.execute(
            insert(accounts).returning(accounts.c.id), {"name": name, "password": password, "created": now()}
        )
        _log_in(connection, visitor.holder, int(made.scalar_one()))
        return True

    if not await hall.store.do(write):
        raise BadRequest("this name is taken", "name")


async def log_in(hall: "Hall", visitor: Visitor, body: AccountBody) -> None:
    """Raises BadRequest; the same words whether the name or the password is wrong."""
    name = body.name.strip()
    found = await hall.store.read(lambda c: c.execute(select(accounts).where(accounts.c.name == name)).first())
    stored = found.password if found is not None else _nobody()
    if len(body.password) > 200 or not await _slow(lambda: _fits(stored, body.password)) or found is None:
        raise BadRequest("name or password is wrong", "login")
    await hall.store.do(lambda c: _log_in(c, visitor.holder, int(found.id)))


async def account_name(hall: "Hall", visitor: Visitor) -> str | None:
    """The account a browser is logged in to."""
    query = select(accounts.c.name).join(logins, logins.c.account == accounts.c.id)
    found = await hall.store.read(lambda c: c.execute(query.where(logins.c.holder == visitor.holder)).first())
    return None if found is None else str(found.name)


async def log_out(hall: "Hall", visitor: Visitor) -> None:
    await hall.store.do(lambda c: c.execute(delete(logins).where(logins.c.holder == visitor.holder)))


def _log_in(connection: Connection, holder: str, account: int) -> None:
    """The browser's seats become the account's too."""
    connection.execute(delete(logins).where(logins.c.holder == holder))
    connection.execute(insert(logins), {"holder": holder, "account": account})
    for match, seat in connection.execute(select(holds.c.match, holds.c.seat).where(holds.c.holder == holder)).all():
        hold_seat(connection, f"account:{account}", match, seat)


def _fits(stored: str, password: str) -> bool:
    try:
        return _hasher().verify(stored, password)
    except VerificationError:
        return False


@lru_cache(maxsize=1)
def _nobody() -> str:
    """A hash to compare with where there is no such name, so that the time taken tells nothing."""
    return _hasher().hash(token())


_SLOW = asyncio.Semaphore(2)
"""Hashing is meant to be dear; a few at a time."""


async def _slow(work: Callable[[], T]) -> T:
    async with _SLOW:
        return await asyncio.get_running_loop().run_in_executor(None, work)
