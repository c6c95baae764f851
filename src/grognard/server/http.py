"""What all endpoints share: replies, problems in plain words, bodies read and checked, visitors remembered."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from grognard.core import UnknownGame
from grognard.server.guard import Limits, client_address
from grognard.server.http_types import BadRequest, ErrorBody
from grognard.server.live import LiveMatch
from grognard.server.messages import encode
from grognard.server.quotas import of_address, spend
from grognard.server.registry import Registry, Unplayable
from grognard.server.sanitising import sentence
from grognard.server.visitors import Visitor, seats_of

B = TypeVar("B")
FOREVER = "public, max-age=31536000, immutable"


def reply(value: Any, status: int = 200) -> Response:
    return Response(encode(value), status, media_type="application/json")


def problem(status: int, text: str, key: str) -> Response:
    return reply(ErrorBody(text, key), status)


async def read_body(request: Request, kind: type[B]) -> B:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, sentence(f"The request does not fit: {error}"[:300])) from None


class Endpoints:
    """A group of endpoints. Everything that concerns one match runs in that match's owner task."""

    def __init__(self, registry: Registry, limits: Limits) -> None:
        self.registry, self.services, self.limits = registry, registry.services, limits

    async def making(self, request: Request, make: Callable[[Visitor], Awaitable[Any]]) -> Response:
        """Whatever makes something: limited by address, refused in words, and remembered by cookie."""
        address, hourly = client_address(request.scope), float(self.services.settings.creations)
        allowed = self.limits.creation(address) and await self.services.store.do(
            lambda c: spend(c, "creation", of_address(address), hourly)
        )
        if not allowed:
            self.services.metrics.limited += 1
            return problem(429, "Too many new matches from here; please wait.", "rate")
        visitor = Visitor(request)
        try:
            made = await make(visitor)
        except BadRequest as error:
            return problem(400, sentence(str(error)), error.key)
        except UnknownGame as error:
            return problem(404, sentence(str(error)), "game")
        response = reply(made, 201)
        visitor.remember(response, self.services.settings.secure)
        return response

    async def live(self, match: str) -> LiveMatch:
        try:
            live = await self.registry.get(match)
        except Unplayable as error:
            raise HTTPException(409, str(error)) from None
        if live is None:
            raise HTTPException(404, "There is no such match.")
        return live

    async def mine(self, request: Request) -> tuple[LiveMatch, tuple[int, ...]]:
        """The match a request names, and the asker's seats; a match that is not theirs looks like none."""
        match = request.path_params["match"]
        held = await seats_of(self.services, request, match)
        if held is None:
            raise HTTPException(404, "There is no such match.")
        return await self.live(match), held[0]
