"""Optional accounts, so that one person finds their matches on several devices.

Logging in gives the seats of the browser to the account; logging out leaves none behind on a device others use too.
"""

import asyncio
import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from grognard.server import letters, pushes
from grognard.server.http_types import AccountBody, BadRequest
from grognard.server.leaving import leave_match, unname
from grognard.server.sanitising import LONGEST_NAME, folded, likeness, tidy
from grognard.server.schema import accounts, contacts, holds, learnt, logins
from grognard.server.schema import letters as letter_rows
from grognard.server.services import Services
from grognard.server.store import add_learnt, hold_seat, learnt_by, now, tell_change
from grognard.server.tokens import token
from grognard.server.visitors import Visitor, account_holder

T = TypeVar("T")
NAME = re.compile(r"[\w .\-]{2,40}")


@lru_cache(maxsize=1)
def _hasher() -> PasswordHasher:
    return PasswordHasher()


async def open_account(services: Services, visitor: Visitor, body: AccountBody) -> None:
    """Make an account and log the browser in to it."""
    name = unicodedata.normalize("NFC", body.name).strip()
    if not NAME.fullmatch(name):
        raise BadRequest("a name has 2 to 40 letters, digits, spaces, dots or hyphens", "name")
    _check_password(body.password, name)
    password = await _slow(lambda: _hasher().hash(body.password))

    holder = visitor.holder
    visitor.renew()

    def write(connection: Connection) -> bool:
        if _known(connection, name) is not None or belongs_to_another(connection, name, ""):
            return False
        row = {"name": name, "password": password, "created": now()}
        row |= {"folded": folded(name), "likeness": likeness(name)}
        made = connection.execute(insert(accounts).returning(accounts.c.id), row)
        _log_in(connection, holder, visitor.holder, int(made.scalar_one()))
        return True

    try:
        made = await services.store.do(write)
    except IntegrityError:  # through another worker at the same moment
        made = False
    if not made:
        raise BadRequest("this name, or one that looks like it, is taken", "name")


COMMON = frozenset(
    (
        *("password", "passwort", "12345678", "123456789", "1234567890", "qwertyui", "qwertyuiop", "iloveyou"),
        *("sunshine", "princess", "football", "baseball", "grognard", "wargames", "trustno1", "letmein1", "welcome1"),
        *("admin123", "abc12345"),
    )
)
"""What is tried first."""


def _check_password(password: str, name: str) -> None:
    if not 8 <= len(password) <= 200:
        raise BadRequest("a password has 8 to 200 characters", "password")
    if folded(password) in COMMON or folded(password) == folded(name) or len(set(password)) < 4:
        raise BadRequest("this password is among the first that are tried; choose another", "password")


async def set_password(services: Services, account: int, password: str, stays: str = "") -> None:
    """A new password; every browser is logged out, but the one that `stays`."""
    named = await services.store.read(
        lambda c: c.execute(select(accounts.c.name).where(accounts.c.id == account)).scalar()
    )
    _check_password(password, str(named))
    stored = await _slow(lambda: _hasher().hash(password))

    def write(connection: Connection) -> None:
        connection.execute(update(accounts).where(accounts.c.id == account).values(password=stored))
        connection.execute(delete(logins).where(logins.c.account == account, logins.c.holder != stays))

    await services.store.do(write)


async def own(services: Services, visitor: Visitor, password: str) -> Any:
    """The account a browser is logged in to, if it knows the password too. Raises BadRequest."""
    found = await account_of(services, visitor)
    if found is None or not await _slow(lambda: _fits(found.password, password[:200])):
        raise BadRequest("you are not logged in, or the password is wrong", "login")
    return found


async def recover(services: Services, name: str) -> None:
    """Send a letter to the confirmed address of an account; nobody is told whether there is one."""
    found = await services.store.read(lambda c: _known(c, unicodedata.normalize("NFC", name).strip()))
    if found is not None and found.email:
        with suppress(BadRequest):
            await letters.write(services, "recover", found.email, account=int(found.id))


async def delete_account(services: Services, account: int) -> dict[str, int]:
    """The account goes, with its log-ins, seats, addresses, letters, lessons, and the matches nobody else holds. What
    others hold, and what was said there, stays without its name; by match: the version this made of it."""

    def write(connection: Connection) -> dict[str, int]:
        holder, changed = account_holder(account), dict[str, int]()
        name = str(connection.execute(select(accounts.c.name).where(accounts.c.id == account)).scalar())
        seats = select(holds.c.match, holds.c.seat).where(holds.c.holder == holder)
        for held in connection.execute(seats).all():
            mine = (contacts.c.match == held.match, contacts.c.seat == held.seat)
            connection.execute(delete(contacts).where(*mine))
            leave_match(connection, holder, held.match, even_so=True)
            if (version := unname(connection, held.match, held.seat, name)) is not None:
                changed[held.match] = version
                tell_change(connection, services.worker, held.match, version)
        connection.execute(delete(learnt).where(learnt.c.holder == holder))
        pushes.remove(connection, holder=holder)
        connection.execute(delete(logins).where(logins.c.account == account))
        connection.execute(delete(letter_rows).where(letter_rows.c.account == account))
        connection.execute(delete(accounts).where(accounts.c.id == account))
        return changed

    return await services.store.do(write)


async def log_in(services: Services, visitor: Visitor, body: AccountBody) -> str:
    """The account's name as it was given. Raises BadRequest, in the same words whether name or password is wrong."""
    name = unicodedata.normalize("NFC", body.name).strip()
    found = await services.store.read(lambda c: _known(c, name)) if NAME.fullmatch(name) else None
    fits = len(body.password) <= 200 and await _slow(
        lambda: _fits(found.password if found is not None else _nobody(), body.password)
    )
    if found is None or not fits:
        raise BadRequest("name or password is wrong", "login")
    holder = visitor.holder
    visitor.renew()
    await services.store.do(lambda c: _log_in(c, holder, visitor.holder, int(found.id)))
    return str(found.name)


def _known(connection: Connection, name: str) -> Any:
    """The account of a name; upper and lower case make no difference, so that nobody passes for another. (Of names
    from before they were folded, the exact one goes first.)"""
    exact = connection.execute(select(accounts).where(accounts.c.name == name)).first()
    return exact or connection.execute(select(accounts).where(accounts.c.folded == folded(name))).first()


def belongs_to_another(connection: Connection, name: str, holder: str) -> bool:
    """Whether a name is that of an account, or looks like one, and whoever wants to use it is not that account."""
    like = connection.execute(select(accounts.c.id).where(accounts.c.likeness == likeness(name))).scalars().all()
    return bool(like) and holder not in {account_holder(account) for account in like}


async def usable_name(services: Services, holder: str, name: str) -> str:
    """A name somebody gives themselves, made fit to be shown. Raises BadRequest where it is an account's."""
    name = tidy(name, LONGEST_NAME)
    taken: bool = bool(name) and await services.store.read(lambda c: belongs_to_another(c, name, holder))
    if taken:
        raise BadRequest(f"{name!r} is, or looks like, the name of an account; log in or choose another", "name")
    return name


async def account_of(services: Services, visitor: Visitor) -> Any:
    """The row of the account a browser is logged in to; None: of none."""
    query = select(accounts).join(logins, logins.c.account == accounts.c.id).where(logins.c.holder == visitor.holder)
    return await services.store.read(lambda c: c.execute(query).first())


async def account_name(services: Services, visitor: Visitor) -> str | None:
    """The account a browser is logged in to."""
    found = await account_of(services, visitor)
    return None if found is None else str(found.name)


async def log_out(services: Services, visitor: Visitor) -> None:
    """The browser is nobody's any more, and is told of no turns."""

    def write(connection: Connection) -> None:
        connection.execute(delete(logins).where(logins.c.holder == visitor.holder))
        pushes.remove(connection, browser=visitor.holder)

    await services.store.do(write)


def _log_in(connection: Connection, before: str, holder: str, account: int) -> None:
    """The browser has a new name from now on, and the seats it held become the account's."""
    connection.execute(delete(logins).where(logins.c.holder == before))
    connection.execute(insert(logins), {"holder": holder, "account": account})
    for held in connection.execute(select(holds).where(holds.c.holder == before)).all():
        hold_seat(connection, account_holder(account), held.match, held.seat, held.seen)
    connection.execute(delete(holds).where(holds.c.holder == before))
    pushes.move(connection, before, account_holder(account), holder)
    for row in learnt_by(connection, before):
        add_learnt(connection, account_holder(account), row.game, row.lesson)
    connection.execute(delete(learnt).where(learnt.c.holder == before))


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
