"""The HTTP side of the protocol: shelf, matches, records, dice, accounts, health."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from sqlalchemy import text
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.core import SPECTATOR, UnknownGame
from grognard.core.record import encode_record
from grognard.look.counters import sprites
from grognard.server import bodies, create, listing, visitors
from grognard.server.art import Art
from grognard.server.create import BadRequest
from grognard.server.deeds import persistently, sit
from grognard.server.guard import Limits, client_address
from grognard.server.hall import Hall, Unplayable
from grognard.server.plain import sentence
from grognard.server.present import encode
from grognard.server.records import dice_report, seen_record
from grognard.server.shelf import Book
from grognard.server.store import hold_by_token, set_email
from grognard.server.table import Table
from grognard.server.visitors import Visitor

B = TypeVar("B")
Endpoint = Callable[[Request], Awaitable[Response]]
EMAIL = re.compile(r"[^@\s\x00-\x1f<>,;\"]{1,64}@[^@\s\x00-\x1f<>,;\"]{1,180}")
REPLAYED = 10.0
"""What a record costs of an address's rate, beside the request itself: the whole game is played again for it."""
FOREVER = "public, max-age=31536000, immutable"


def reply(value: Any, status: int = 200) -> Response:
    return Response(encode(value), status, media_type="application/json")


def problem(status: int, text: str, key: str) -> Response:
    return reply(bodies.ErrorBody(text, key), status)


class Api:
    """The endpoints. Everything that concerns one match runs in that match's owner task."""

    def __init__(self, hall: Hall, limits: Limits) -> None:
        self.hall, self.limits, self.art = hall, limits, Art(hall)

    def routes(self) -> list[Route]:
        return [
            Route("/api/games", self.games),
            Route("/api/games/{game}", self.game),
            Route("/api/games/{game}/guide", self.guide),
            Route("/api/games/{game}/lessons", self.lessons),
            Route("/api/games/{game}/cases/{case}", self.case),
            Route("/art/sprites.json", self.sprites),
            Route("/art/{game}/{digest}/{name}", self.drawing),
            Route("/api/matches", self.matches, methods=["GET"]),
            Route("/api/matches", self.create, methods=["POST"]),
            Route("/api/tables/open", self.open_tables),
            Route("/api/tables/{match}/join", self.join_open, methods=["POST"]),
            Route("/api/lessons", self.lesson, methods=["POST"]),
            Route("/api/join", self.join, methods=["POST"]),
            Route("/api/records", self.upload, methods=["POST"]),
            Route("/api/matches/{match}/record", self.record),
            Route("/api/matches/{match}/dice", self.dice),
            Route("/api/matches/{match}/branch", self.branch, methods=["POST"]),
            Route("/api/matches/{match}/notice", self.notice, methods=["POST"]),
            Route("/api/accounts", self.account, methods=["POST"]),
            Route("/api/login", self.login, methods=["POST"]),
            Route("/api/logout", self.logout, methods=["POST"]),
            Route("/api/me", self.me),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
        ]

    # The shelf

    def _book(self, request: Request) -> Book:
        try:
            return self.hall.shelf.book(request.path_params["game"])
        except UnknownGame as error:
            raise HTTPException(404, str(error)) from None

    async def games(self, request: Request) -> Response:
        shelf, levels = self.hall.shelf, self.hall.opponents.levels()
        return reply(await self.hall.in_thread(lambda: shelf.titles(levels)))

    async def game(self, request: Request) -> Response:
        book, levels = self._book(request), self.hall.opponents.levels()
        return reply(await self.hall.in_thread(lambda: book.title(levels)))

    async def guide(self, request: Request) -> Response:
        return reply(bodies.Guide(self._book(request).guide()))

    async def lessons(self, request: Request) -> Response:
        found = self._book(request).lessons
        return reply([bodies.LessonShown(lesson.id, lesson.title, lesson.summary) for lesson in found.values()])

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
        return reply(await self.hall.in_thread(sprites))

    # Making and finding matches

    async def _making(self, request: Request, make: Callable[[Visitor], Awaitable[Any]]) -> Response:
        """Whatever makes something: limited by address, refused in words, and remembered by cookie."""
        if not self.limits.creation(client_address(request.scope)):
            self.hall.metrics.limited += 1
            return problem(429, "Too many new matches from here; please wait.", "rate")
        visitor = Visitor(request)
        try:
            made = await make(visitor)
        except BadRequest as error:
            return problem(400, sentence(str(error)), error.key)
        except UnknownGame as error:
            return problem(404, sentence(str(error)), "game")
        response = reply(made, 201)
        visitor.remember(response, self.hall.settings.secure)
        return response

    async def create(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> bodies.Created:
            wanted = await _body(request, bodies.NewMatch)
            name = await visitors.account_name(self.hall, visitor) or ""
            for seating in wanted.seats:
                seating.name = seating.name or (name if seating.kind == "me" else "")
            return await create.new_match(self.hall, await visitors.holder_of(self.hall, visitor), wanted)

        return await self._making(request, make)

    async def lesson(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> bodies.Created:
            return await create.new_lesson(
                self.hall, await visitors.holder_of(self.hall, visitor), await _body(request, bodies.NewLesson)
            )

        return await self._making(request, make)

    async def upload(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> bodies.Created:
            holder = await visitors.holder_of(self.hall, visitor)
            return await create.new_from_record(self.hall, holder, await request.body())

        return await self._making(request, make)

    async def branch(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> bodies.Created:
            table, seats = await self._mine(request)
            wanted = await _body(request, bodies.BranchBody)
            seat = wanted.seat if wanted.seat is not None and wanted.seat in seats else next(iter(seats), SPECTATOR)
            holder = await visitors.holder_of(self.hall, visitor)
            made: bodies.Created = await table.call(lambda: create.new_branch(self.hall, holder, table, seat, wanted))
            return made

        return await self._making(request, make)

    async def join(self, request: Request) -> Response:
        visitor, body = Visitor(request), await _body(request, bodies.JoinBody)
        holder, digest = await visitors.holder_of(self.hall, visitor), create.hashed(body.token)
        opened = await self.hall.store.do(lambda c: hold_by_token(c, digest, holder))
        if opened is None:
            return problem(404, "This link opens no seat.", "token")
        match, seat = opened
        if seat >= 0:
            table, name = await self._table(match), await self._name(visitor, body.name)
            await table.call(lambda: persistently(lambda: sit(table, seat, name)))
        response = reply(bodies.Joined(match, [seat] if seat >= 0 else []))
        visitor.remember(response, self.hall.settings.secure)
        return response

    async def _name(self, visitor: Visitor, given: str) -> str:
        """What somebody calls themselves, or their account."""
        return given or await visitors.account_name(self.hall, visitor) or ""

    async def matches(self, request: Request) -> Response:
        visitor = Visitor(request)
        if visitor.fresh:
            return reply([])
        return reply(await listing.mine(self.hall, await visitors.holder_of(self.hall, visitor)))

    async def open_tables(self, request: Request) -> Response:
        holder = await visitors.holder_of(self.hall, Visitor(request))
        return reply(await listing.open_tables(self.hall, holder))

    async def join_open(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> bodies.Joined:
            wanted = await _body(request, bodies.OpenJoinBody)
            wanted.name = await self._name(visitor, wanted.name)
            holder = await visitors.holder_of(self.hall, visitor)
            table = await self._table(request.path_params["match"])
            taken: list[int] = []

            async def take() -> None:
                taken.append(await listing.take_seat(table, holder, wanted))

            if not await table.call(lambda: persistently(take)):
                raise BadRequest("the table is too busy; please try again", "busy")
            return bodies.Joined(table.id, taken)

        return await self._making(request, make)

    # One match

    async def _table(self, match: str) -> Table:
        try:
            table = await self.hall.get(match)
        except Unplayable as error:
            raise HTTPException(409, str(error)) from None
        if table is None:
            raise HTTPException(404, "There is no such match.")
        return table

    async def _mine(self, request: Request) -> tuple[Table, tuple[int, ...]]:
        """The match a request names, and the asker's seats; a match that is not theirs looks like none."""
        match = request.path_params["match"]
        held = await visitors.seats_of(self.hall, request, match)
        if held is None:
            raise HTTPException(404, "There is no such match.")
        return await self._table(match), held[0]

    async def record(self, request: Request) -> Response:
        table, seats = await self._mine(request)
        if table.kind != "game":
            return problem(409, "Only a game from its set-up on has a record that can be replayed.", "record")

        if not self.limits.request(client_address(request.scope), REPLAYED):
            self.hall.metrics.limited += 1
            return problem(429, "Too many records at once; please wait a little.", "rate")

        async def make() -> bytes:
            match, presenter = table.match, table.presenter
            return await self.hall.in_thread(lambda: encode_record(seen_record(match, presenter, seats)))

        raw: bytes = await table.call(make)
        name = f"{table.game.name}-{table.id}.json"
        disposition = f'attachment; filename="{name}"'
        return Response(raw, media_type="application/json", headers={"Content-Disposition": disposition})

    async def dice(self, request: Request) -> Response:
        table, _ = await self._mine(request)
        if table.lesson is not None:
            return problem(409, "The dice of a lesson are laid by hand.", "lesson")

        async def make() -> bodies.DiceReport:
            return dice_report(table)

        return reply(await table.call(make))

    async def notice(self, request: Request) -> Response:
        table, seats = await self._mine(request)
        body = await _body(request, bodies.NoticeBody)
        if body.seat not in seats:
            return problem(403, "This seat is not yours.", "not_yours")
        if not self.hall.notices.wanted:
            return problem(409, "This server sends no notices: its operator has set up none.", "notices")
        if body.email and not EMAIL.fullmatch(body.email):
            return problem(400, "This is not an address for mail.", "email")
        await self.hall.store.do(lambda c: set_email(c, table.id, body.seat, body.email))
        return reply({"ok": True})

    # Accounts

    async def account(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> dict[str, str]:
            body = await _body(request, bodies.AccountBody)
            await visitors.open_account(self.hall, visitor, body)
            return {"name": body.name.strip()}

        return await self._making(request, make)

    async def login(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> dict[str, str]:
            body = await _body(request, bodies.AccountBody)
            return {"name": await visitors.log_in(self.hall, visitor, body)}

        return await self._making(request, make)

    async def me(self, request: Request) -> Response:
        name = await visitors.account_name(self.hall, Visitor(request))
        return reply(bodies.Account(name))

    async def logout(self, request: Request) -> Response:
        await visitors.log_out(self.hall, Visitor(request))
        return reply({"ok": True})

    # Health

    async def health(self, request: Request) -> Response:
        await self.hall.store.read(lambda c: c.execute(text("SELECT 1")).scalar())
        return reply({"ok": True})

    async def metrics(self, request: Request) -> Response:
        writer = self.hall.store.writer
        gauges = (
            ("tables", "Matches in memory", float(len(self.hall.tables))),
            ("sockets", "Open sockets", float(self.limits.open)),
            ("store_batches", "Transactions written", float(writer.batches)),
            ("store_jobs", "Jobs written", float(writer.jobs)),
        )
        return Response(self.hall.metrics.text(gauges), media_type="text/plain; version=0.0.4")


async def _body(request: Request, kind: type[B]) -> B:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise HTTPException(400, sentence(f"The request does not fit: {error}"[:300])) from None
