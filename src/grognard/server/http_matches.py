"""Endpoints of matches: making and finding them, taking seats, records, dice, notices."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.core import SPECTATOR
from grognard.core.record import encode_record
from grognard.server import accounts, create, letters, listing
from grognard.server import http_types as h
from grognard.server.agreements import sit
from grognard.server.following import persistently
from grognard.server.guard import client_address
from grognard.server.http import Endpoints, problem, read_body, reply
from grognard.server.quotas import of_address, spend
from grognard.server.records import dice_report, seen_record
from grognard.server.sanitising import sentence
from grognard.server.store import hold_by_token, set_email
from grognard.server.tokens import hashed
from grognard.server.visitors import Visitor, holder_of

REPLAYED = 10.0
"""What a record costs of an address's rate, beside the request itself: the whole game is played again for it."""


class MatchEndpoints(Endpoints):
    def routes(self) -> list[Route]:
        return [
            Route("/api/matches", self.matches, methods=["GET"]),
            Route("/api/matches", self.create, methods=["POST"]),
            Route("/api/tables/open", self.open_tables),
            Route("/api/tables/{match}/join", self.join_open, methods=["POST"]),
            Route("/api/lessons", self.lesson, methods=["POST"]),
            Route("/api/puzzles", self.puzzle, methods=["POST"]),
            Route("/api/join", self.join, methods=["POST"]),
            Route("/api/records", self.upload, methods=["POST"]),
            Route("/api/matches/{match}/record", self.record),
            Route("/api/matches/{match}/dice", self.dice),
            Route("/api/matches/{match}/branch", self.branch, methods=["POST"]),
            Route("/api/matches/{match}/notice", self.notice, methods=["POST"]),
        ]

    # Making and finding

    async def create(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> h.Created:
            wanted = await read_body(request, h.NewMatch)
            name = await accounts.account_name(self.services, visitor) or ""
            holder = await holder_of(self.services, visitor)
            for seating in wanted.seats:
                named = seating.name or (name if seating.kind == "me" else "")
                seating.name = await accounts.usable_name(self.services, holder, named)
            return await create.new_match(self.registry, holder, wanted)

        return await self.making(request, make)

    async def lesson(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> h.Created:
            holder = await holder_of(self.services, visitor)
            return await create.new_lesson(self.registry, holder, await read_body(request, h.NewLesson))

        return await self.making(request, make)

    async def puzzle(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> h.Created:
            holder = await holder_of(self.services, visitor)
            return await create.new_puzzle(self.registry, holder, await read_body(request, h.NewPuzzle))

        return await self.making(request, make)

    async def upload(self, request: Request) -> Response:
        raw, hourly = await request.body(), float(self.services.settings.uploads)
        who, size = of_address(client_address(request.scope)), float(len(raw))
        if not await self.services.store.do(lambda c: spend(c, "upload", who, hourly, size)):
            self.services.metrics.limited += 1
            return problem(429, "So much has been uploaded from here; please wait.", "rate")

        async def make(visitor: Visitor) -> h.Created:
            return await create.new_from_record(self.registry, await holder_of(self.services, visitor), raw)

        return await self.making(request, make)

    async def branch(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> h.Created:
            live, seats = await self.mine(request)
            wanted = await read_body(request, h.BranchBody)
            asked = live.asked if live.asked in seats else next(iter(seats), SPECTATOR)
            seat = wanted.seat if wanted.seat is not None and wanted.seat in seats else asked
            holder = await holder_of(self.services, visitor)
            made: h.Created = await live.call(lambda: create.new_branch(self.registry, holder, live, seat, wanted))
            return made

        return await self.making(request, make)

    async def matches(self, request: Request) -> Response:
        visitor = Visitor(request)
        if visitor.fresh:
            return reply([])
        return reply(await listing.mine(self.registry, await holder_of(self.services, visitor)))

    async def open_tables(self, request: Request) -> Response:
        holder = await holder_of(self.services, Visitor(request))
        return reply(await listing.open_tables(self.registry, holder))

    # Sitting down

    async def join(self, request: Request) -> Response:
        visitor, body = Visitor(request), await read_body(request, h.JoinBody)
        holder, digest = await holder_of(self.services, visitor), hashed(body.token)
        try:
            name = await self._name(visitor, holder, body.name)
        except h.BadRequest as error:
            return problem(400, sentence(str(error)), error.key)
        opened = await self.services.store.do(lambda c: hold_by_token(c, digest, holder))
        if opened is None:
            return problem(404, "This link opens no seat.", "token")
        match, seat, mine = opened
        if not mine:
            return problem(410, "This link has been used: somebody has taken this seat.", "used")
        if seat >= 0:
            live = await self.live(match)
            await live.call(lambda: persistently(live, lambda: sit(live, seat, name)))
        response = reply(h.Joined(match, [seat] if seat >= 0 else []))
        visitor.remember(response, self.services.settings.secure)
        return response

    async def _name(self, visitor: Visitor, holder: str, given: str) -> str:
        """What somebody calls themselves, or their account."""
        named = given or await accounts.account_name(self.services, visitor) or ""
        return await accounts.usable_name(self.services, holder, named)

    async def join_open(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> h.Joined:
            wanted = await read_body(request, h.OpenJoinBody)
            holder = await holder_of(self.services, visitor)
            wanted.name = await self._name(visitor, holder, wanted.name)
            live = await self.live(request.path_params["match"])
            taken: list[int] = []

            async def take() -> None:
                taken.append(await listing.take_seat(live, holder, wanted))

            if not await live.call(lambda: persistently(live, take)):
                raise h.BadRequest("the table is too busy; please try again", "busy")
            return h.Joined(live.id, taken)

        return await self.making(request, make)

    # One match

    async def record(self, request: Request) -> Response:
        live, seats = await self.mine(request)
        if live.kind != "game":
            return problem(409, "Only a game from its set-up on has a record that can be replayed.", "record")

        if not self.limits.request(client_address(request.scope), REPLAYED):
            self.services.metrics.limited += 1
            return problem(429, "Too many records at once; please wait a little.", "rate")

        async def make() -> bytes:
            match, presenter = live.match, live.presenter
            return await self.services.in_thread(lambda: encode_record(seen_record(match, presenter, seats)))

        raw: bytes = await live.call(make)
        name = f"{live.game.name}-{live.id}.json"
        disposition = f'attachment; filename="{name}"'
        return Response(raw, media_type="application/json", headers={"Content-Disposition": disposition})

    async def dice(self, request: Request) -> Response:
        live, _ = await self.mine(request)
        if live.lesson is not None:
            return problem(409, "The dice of a lesson are laid by hand.", "lesson")

        async def make() -> h.DiceReport:
            return dice_report(live)

        return reply(await live.call(make))

    async def notice(self, request: Request) -> Response:
        live, seats = await self.mine(request)
        body = await read_body(request, h.NoticeBody)
        if body.seat not in seats:
            return problem(403, "This seat is not yours.", "not_yours")
        if not self.services.settings.notices:
            return problem(409, "This server sends no notices: its operator has set up none.", "notices")
        try:
            if body.email:
                await letters.write(self.services, "notice", body.email, match=live.id, seat=body.seat)
        except h.BadRequest as error:
            return problem(400, sentence(str(error)), error.key)
        await self.services.store.do(lambda c: set_email(c, live.id, body.seat, body.email))
        return reply({"ok": True})
