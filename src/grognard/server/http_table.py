"""Endpoints for those who have a match: leave it, invite to it, play what was tried on a planning board."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.server import http_types as h
from grognard.server import planning
from grognard.server.following import persistently
from grognard.server.http import Endpoints, problem, read_body, reply
from grognard.server.leaving import leave_match
from grognard.server.live import LiveMatch
from grognard.server.store import new_link
from grognard.server.tokens import hashed, token
from grognard.server.visitors import Visitor, holder_of, seats_of


class TableEndpoints(Endpoints):
    def routes(self) -> list[Route]:
        return [
            Route("/api/matches/{match}/leave", self.leave, methods=["POST"]),
            Route("/api/matches/{match}/invite", self.invite, methods=["POST"]),
            Route("/api/matches/{match}/play", self.play, methods=["POST"]),
        ]

    async def leave(self, request: Request) -> Response:
        match = request.path_params["match"]
        holder = await holder_of(self.services, Visitor(request))
        left = await self.services.store.do(lambda c: leave_match(c, holder, match))
        if left == "unknown":
            return problem(404, "There is no such match.", "not_found")
        if left == "playing":
            return problem(409, "Somebody plays this game with you: resign or agree on a draw first.", "playing")
        if left == "gone" and (live := self.registry.live.get(match)) is not None:
            live.put_away(4404)
        return reply({"ok": True})

    async def invite(self, request: Request) -> Response:
        """A new link for a seat that nobody has taken, or to watch. Links made before for that seat open nothing."""

        async def make(visitor: Visitor) -> h.Link:
            live, seats = await self.mine(request)
            wanted = (await read_body(request, h.InviteBody)).seat
            if not seats:
                raise h.BadRequest("only players invite others", "not_yours")
            if wanted >= 0 and not (wanted < len(live.chairs) and live.chairs[wanted].kind == "open"):
                raise h.BadRequest("somebody has taken this seat", "taken")
            opened = token()
            if not await self.services.store.do(lambda c: new_link(c, live.id, max(wanted, -1), hashed(opened))):
                raise h.BadRequest("somebody has taken this seat", "taken")
            return h.Link(wanted, f"/#/join/{opened}")

        return await self.making(request, make)

    async def play(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> h.Joined:
            board, _ = await self.mine(request)
            plan = await board.call(lambda: planning.tried(board))
            held = await seats_of(self.services, request, board.meta.origin)
            if held is None or board.meta.origin_seat not in held.seats:
                raise h.BadRequest("this seat is not yours", "not_yours")
            live: LiveMatch = await self.live(board.meta.origin)
            if not await live.call(lambda: persistently(live, lambda: planning.play(live, board, plan))):
                raise h.BadRequest("the table is too busy; please try again", "busy")
            return h.Joined(live.id, list(held.seats))

        return await self.making(request, make)
