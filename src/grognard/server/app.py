"""The application: routes, lifespan, errors in plain words, and the client's files."""

import contextlib
import logging
import secrets
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from os import PathLike, stat_result
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from grognard.server.art import Art
from grognard.server.describe import asyncapi, openapi
from grognard.server.endpoint import MatchSocket
from grognard.server.guard import Door, Limits
from grognard.server.http import FOREVER, problem, reply
from grognard.server.http_accounts import AccountEndpoints
from grognard.server.http_letters import LetterEndpoints
from grognard.server.http_matches import MatchEndpoints
from grognard.server.http_shelf import ShelfEndpoints
from grognard.server.http_table import TableEndpoints
from grognard.server.live import CANNOT_SAVE
from grognard.server.owner import NotSaved, PutAway
from grognard.server.registry import Registry
from grognard.server.services import Services
from grognard.server.settings import Settings, load_settings
from grognard.server.store import Store

log = logging.getLogger("grognard.server")
SWITCH = 0.001
"""Seconds after which a thread that replays lets the loop go on."""
STATIC = Path(__file__).parent / "static"
UNBUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Grognard</title>
<h1>The table is running, but its pages are not built.</h1>
<p>Build the client from a checkout (<code>client/build.sh</code>), or install the package: its build makes them.</p>
<p>Programs can play all the same: see <a href="/api/openapi.json">the HTTP interface</a> and
<a href="/api/asyncapi.json">the socket</a>.</p></html>"""


class Files(StaticFiles):
    """The built client; file names under `assets` hold a hash and never change."""

    def file_response(
        self, full_path: PathLike[str] | str, stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = FOREVER if "/assets/" in str(full_path) else "no-cache"
        return response


def new_secret() -> bytes:
    """The secret of a match's fair dice."""
    return secrets.token_bytes(32)


def build_app(settings: Settings | None = None, secret: Callable[[], bytes] = new_secret) -> ASGIApp:
    """The application with its store open; settings come from the environment unless given. Whoever needs dice that
    are known beforehand gives another `secret`."""
    chosen = settings or load_settings()
    chosen.make_folder()
    worker = secrets.token_hex(4)
    registry = Registry(Services(chosen, Store(chosen.url, worker), worker, secret))
    limits, art = Limits(chosen), Art(chosen.folder / "art")

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        sys.setswitchinterval(SWITCH)
        await registry.open()
        try:
            yield
        finally:
            art.close()
            await registry.close()

    routes: list[BaseRoute] = [
        *ShelfEndpoints(registry, limits, art).routes(),
        *MatchEndpoints(registry, limits).routes(),
        *TableEndpoints(registry, limits).routes(),
        *AccountEndpoints(registry, limits).routes(),
        *LetterEndpoints(registry, limits).routes(),
        Route("/api/openapi.json", _described(openapi)),
        Route("/api/asyncapi.json", _described(asyncapi)),
        WebSocketRoute("/ws/{match}", MatchSocket(registry, limits)),
        Route("/", _front),
    ]
    if (STATIC / "index.html").exists():
        routes.append(Mount("/", GZipMiddleware(Files(directory=STATIC), minimum_size=1000)))

    async def store_down(request: Request, error: Exception) -> Response:
        registry.services.outage(error)
        return problem(503, CANNOT_SAVE, "store")

    told: dict[Any, Any] = {
        HTTPException: _http_problem,
        PutAway: _put_away,
        SQLAlchemyError: store_down,
        NotSaved: store_down,
    }
    told[TimeoutError] = store_down
    told[Exception] = _fault
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=told)
    return Door(app, chosen, limits, registry.services.metrics)


def _described(make: Callable[[], Any]) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return reply(make())

    return endpoint


async def _front(request: Request) -> Response:
    page = STATIC / "index.html"
    if not page.exists():
        return HTMLResponse(UNBUILT)
    return FileResponse(page, headers={"Cache-Control": "no-cache"})


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    keys = {400: "request", 404: "not_found", 405: "method", 408: "slow", 409: "unplayable", 413: "too_large"}
    return problem(error.status_code, str(error.detail), keys.get(error.status_code, "refused"))


async def _put_away(request: Request, error: Exception) -> Response:
    return problem(503, "The table is being set up again; please try once more.", "again")


async def _fault(request: Request, error: Exception) -> Response:
    """The door logs what went wrong; the client gets a sentence, never a stack."""
    return problem(500, "Something went wrong at the table.", "fault")
