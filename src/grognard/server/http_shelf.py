"""Endpoints of the shelf: titles, guides, lessons, cases, drawings; and the health of the server."""

import asyncio
import time

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.core import UnknownGame
from grognard.look.counters import sprites
from grognard.server import http_types as h
from grognard.server import puzzling
from grognard.server.art import Art
from grognard.server.guard import Limits
from grognard.server.http import FOREVER, Endpoints, reply
from grognard.server.registry import Registry
from grognard.server.shelf import Book
from grognard.server.store import prove_writing

HEALTH = 10.0
"""Seconds within which a healthy store writes."""


class ShelfEndpoints(Endpoints):
    def __init__(self, registry: Registry, limits: Limits, art: Art) -> None:
        super().__init__(registry, limits)
        self.art = art
        self._healthy = float("-inf")

    def routes(self) -> list[Route]:
        return [
            Route("/api/games", self.games),
            Route("/api/games/{game}", self.game),
            Route("/api/games/{game}/guide", self.guide),
            Route("/api/games/{game}/lessons", self.lessons),
            Route("/api/games/{game}/puzzles", self.puzzles),
            Route("/api/games/{game}/cases/{case}", self.case),
            Route("/art/sprites.json", self.sprites),
            Route("/art/{game}/{digest}/{name}", self.drawing),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
        ]

    def _book(self, request: Request) -> Book:
        try:
            return self.services.shelf.book(request.path_params["game"])
        except UnknownGame as error:
            raise HTTPException(404, str(error)) from None

    async def games(self, request: Request) -> Response:
        return reply(await self.services.in_thread(self.services.shelf.titles))

    async def game(self, request: Request) -> Response:
        return reply(await self.services.in_thread(self._book(request).title))

    async def guide(self, request: Request) -> Response:
        return reply(h.Guide(self._book(request).guide()))

    async def lessons(self, request: Request) -> Response:
        found = self._book(request).lessons
        return reply([h.LessonShown(lesson.id, lesson.title, lesson.summary) for lesson in found.values()])

    async def puzzles(self, request: Request) -> Response:
        book = self._book(request)
        found = await self.services.in_thread(lambda: book.puzzles)
        return reply([puzzling.shown(puzzle) for puzzle in found.values()])

    async def case(self, request: Request) -> Response:
        shown = self._book(request).cases.get(request.path_params["case"])
        if shown is None:
            raise HTTPException(404, "There is no such case.")
        return reply(shown)

    async def drawing(self, request: Request) -> Response:
        book, name = self._book(request), request.path_params["name"]
        drawn = await self.art.get(book, name)
        if drawn is None:
            raise HTTPException(404, "There is no such drawing.")
        kept = FOREVER if request.path_params["digest"] == book.digest else "no-cache"
        kind = "application/json" if name.endswith(".json") else "image/svg+xml"
        headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(drawn[1], media_type=kind, headers={**headers, "Content-Encoding": "gzip"})
        return Response(drawn[0], media_type=kind, headers=headers)

    async def sprites(self, request: Request) -> Response:
        return reply(await self.services.in_thread(sprites))

    async def health(self, request: Request) -> Response:
        """Whether answers can be saved: proven by writing, at most once a second however often it is asked."""
        now = time.monotonic()
        if now - self._healthy > 1.0:
            worker = self.services.worker
            await asyncio.wait_for(self.services.store.do(lambda c: prove_writing(c, worker)), HEALTH)
            self._healthy = time.monotonic()
        return reply({"ok": True})

    async def metrics(self, request: Request) -> Response:
        writer = self.services.store.writer
        gauges = (
            ("tables", "Matches in memory", float(len(self.registry.live))),
            ("sockets", "Open sockets", float(self.limits.open)),
            ("store_batches", "Transactions written", float(writer.batches)),
            ("store_jobs", "Jobs written", float(writer.jobs)),
        )
        return Response(self.services.metrics.text(gauges), media_type="text/plain; version=0.0.4")
