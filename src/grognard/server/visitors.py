"""Who is asking: the cookie of a browser, the token of a program, and optional accounts.

A browser holds one random cookie; the store knows only its hash and which seats it opens. Logging in gives the seats of
the browser to the account, so that one person finds their matches on several devices; logging out leaves none behind on
a device that others use too.
"""

import asyncio
import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from grognard.server.bodies import AccountBody
from grognard.server.create import BadRequest, hashed, token
from grognard.server.plain import MATCH
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
        self._https = request.url.scheme == "https"
        self.fresh = not SHAPE.fullmatch(given)
        self._token = token() if self.fresh else given
        self.holder = hashed(self._token)

    def renew(self) -> None:
        """A new cookie: whoever knew the old one does not share what the browser may do from now on."""
        self._token = token()
        self.holder = hashed(self._token)

    def remember(self, response: Response, secure: bool) -> None:
        """Give the browser its cookie, or the same for another year; only by https where it came so."""
        secure = secure or self._https
        response.set_cookie(COOKIE, self._token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)


async def holder_of(hall: "Hall", visitor: Visitor) -> str:
    """The name under which this visitor holds seats: the account the browser is logged in to, or else the browser."""
    if visitor.fresh:
        return visitor.holder
    account = await hall.store.read(lambda c: _account_of(c, visitor.holder))
    return visitor.holder if account is None else _named(account)


def _named(account: int) -> str:
    return f"account:{account}"


def _account_of(connection: Connection, holder: str) -> int | None:
    found = connection.execute(select(logins.c.account).where(logins.c.holder == holder)).first()
    return None if found is None else int(found.account)


class Held(NamedTuple):
    """What somebody may do at a match."""

    seats: tuple[int, ...]
    """None: watch."""
    holder: str
    """Empty for somebody who showed a token."""
    seen: int
    """The last entry they saw."""


async def seats_of(hall: "Hall", request: HTTPConnection, match: str) -> Held | None:
    """What the asker holds of a match; None: this match is not theirs to see."""
    if not MATCH.fullmatch(match):
        return None
    given = request.query_params.get("token") or bearer(request.headers)
    if given:
        opened = await hall.store.read(lambda c: token_opens(c, hashed(given)))
        if opened is None or opened[0] != match:
            return None
        return Held((opened[1],) if opened[1] >= 0 else (), "", 0)
    holder = await holder_of(hall, Visitor(request))
    seats, known = await hall.store.read(lambda c: seats_held(c, holder, match))
    if not known:
        return None
    return Held(tuple(sorted(seats)), holder, min(seats.values(), default=0))


def bearer(headers: Headers) -> str:
    """The token of a program that shows it in a header."""
    scheme, _, value = headers.get("authorization", "").partition(" ")
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

    holder = visitor.holder
    visitor.renew()

    def write(connection: Connection) -> bool:
        if _known(connection, name) is not None:
            return False
        made = connection.execute(
            insert(accounts).returning(accounts.c.id), {"name": name, "password": password, "created": now()}
        )
        _log_in(connection, holder, visitor.holder, int(made.scalar_one()))
        return True

    try:
        made = await hall.store.do(write)
    except IntegrityError:  # through another worker at the same moment
        made = False
    if not made:
        raise BadRequest("this name is taken", "name")


async def log_in(hall: "Hall", visitor: Visitor, body: AccountBody) -> str:
    """The account's name as it was given. Raises BadRequest, in the same words whether name or password is wrong."""
    name = body.name.strip()
    found = await hall.store.read(lambda c: _known(c, name)) if NAME.fullmatch(name) else None
    fits = len(body.password) <= 200 and await _slow(
        lambda: _fits(found.password if found is not None else _nobody(), body.password)
    )
    if found is None or not fits:
        raise BadRequest("name or password is wrong", "login")
    holder = visitor.holder
    visitor.renew()
    await hall.store.do(lambda c: _log_in(c, holder, visitor.holder, int(found.id)))
    return str(found.name)


def _known(connection: Connection, name: str) -> Any:
    """The account of a name; upper and lower case make no difference, so that nobody passes for another."""
    return connection.execute(select(accounts).where(func.lower(accounts.c.name) == name.lower())).first()


async def account_name(hall: "Hall", visitor: Visitor) -> str | None:
    """The account a browser is logged in to."""
    query = select(accounts.c.name).join(logins, logins.c.account == accounts.c.id)
    found = await hall.store.read(lambda c: c.execute(query.where(logins.c.holder == visitor.holder)).first())
    return None if found is None else str(found.name)


async def log_out(hall: "Hall", visitor: Visitor) -> None:
    await hall.store.do(lambda c: c.execute(delete(logins).where(logins.c.holder == visitor.holder)))


def _log_in(connection: Connection, before: str, holder: str, account: int) -> None:
    """The browser has a new name from now on, and the seats it held become the account's."""
    connection.execute(delete(logins).where(logins.c.holder == before))
    connection.execute(insert(logins), {"holder": holder, "account": account})
    for held in connection.execute(select(holds).where(holds.c.holder == before)).all():
        hold_seat(connection, _named(account), held.match, held.seat, held.seen)
    connection.execute(delete(holds).where(holds.c.holder == before))


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
