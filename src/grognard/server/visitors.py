"""Who is asking: the cookie of a browser, or the token of a program.

A browser holds one random cookie; the store knows only its hash and which seats it opens.
"""

import re
from typing import NamedTuple

from sqlalchemy import Connection, select
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from grognard.server.sanitising import MATCH
from grognard.server.schema import logins
from grognard.server.services import Services
from grognard.server.store import claim_token, seats_held, token_opens
from grognard.server.tokens import hashed, token

COOKIE = "grognard"
SAFE = "__Host-grognard"
"""The same where it goes over https only: no other host, and no page without https, can set it."""
YEAR = 365 * 24 * 3600
SHAPE = re.compile(r"[\w\-]{43}", re.ASCII)


class Visitor:
    """A browser, by its cookie."""

    def __init__(self, request: HTTPConnection) -> None:
        self._https = request.url.scheme in ("https", "wss")
        given = request.cookies.get(SAFE, "") or request.cookies.get(COOKIE, "")
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
        name = SAFE if secure else COOKIE
        response.set_cookie(name, self._token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)


async def holder_of(services: Services, visitor: Visitor) -> str:
    """The name under which this visitor holds seats: the account the browser is logged in to, or else the browser."""
    if visitor.fresh:
        return visitor.holder
    account = await services.store.read(lambda c: _account_of(c, visitor.holder))
    return visitor.holder if account is None else account_holder(account)


def account_holder(account: int) -> str:
    """The name under which an account holds seats."""
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


async def seats_of(services: Services, request: HTTPConnection, match: str) -> Held | None:
    """What the asker holds of a match; None: this match is not theirs to see."""
    if not MATCH.fullmatch(match):
        return None
    given = request.query_params.get("token") or bearer(request.headers)
    if given:
        opened = await services.store.read(lambda c: token_opens(c, hashed(given)))
        if opened is None or opened[0] != match:
            return None
        if opened[2] and not await services.store.do(lambda c: claim_token(c, hashed(given))):
            return None
        return Held((opened[1],) if opened[1] >= 0 else (), "", 0)
    holder = await holder_of(services, Visitor(request))
    seats, known = await services.store.read(lambda c: seats_held(c, holder, match))
    if not known:
        return None
    return Held(tuple(sorted(seats)), holder, min(seats.values(), default=0))


def bearer(headers: Headers) -> str:
    """The token of a program that shows it in a header."""
    scheme, _, value = headers.get("authorization", "").partition(" ")
    return value.strip() if scheme.lower() == "bearer" else ""
