"""Endpoints of the optional accounts, and of browsers that want to be told of their turn."""

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.server import accounts, letters, listing, push, pushes
from grognard.server import http_types as h
from grognard.server.http import Endpoints, read_body, reply
from grognard.server.visitors import Visitor, holder_of

KEYS = re.compile(r"[\w\-]{87} [\w\-]{22}", re.ASCII)
"""An uncompressed point of P-256 and sixteen bytes."""


class AccountEndpoints(Endpoints):
    def routes(self) -> list[Route]:
        return [
            Route("/api/accounts", self.account, methods=["POST"]),
            Route("/api/login", self.login, methods=["POST"]),
            Route("/api/logout", self.logout, methods=["POST"]),
            Route("/api/me", self.me),
            Route("/api/me/data", self.data),
            Route("/api/me/push", self.pushed, methods=["POST"]),
            Route("/api/accounts/password", self.password, methods=["POST"]),
            Route("/api/accounts/email", self.email, methods=["POST"]),
            Route("/api/accounts/delete", self.delete, methods=["POST"]),
            Route("/api/recover", self.recover, methods=["POST"]),
        ]

    async def account(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> dict[str, str]:
            body = await read_body(request, h.AccountBody)
            await accounts.open_account(self.services, visitor, body)
            return {"name": body.name.strip()}

        return await self.making(request, make)

    async def login(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> dict[str, str]:
            body = await read_body(request, h.AccountBody)
            return {"name": await accounts.log_in(self.services, visitor, body)}

        return await self.making(request, make)

    async def me(self, request: Request) -> Response:
        visitor = Visitor(request)
        mine = await accounts.account_of(self.services, visitor)
        name, email = (None, None) if mine is None else (mine.name, mine.email)
        learnt = await listing.learnt(self.registry, await holder_of(self.services, visitor))
        settings = self.services.settings
        return reply(h.Account(name, email, settings.notices, push.public_key(settings), learnt))

    async def pushed(self, request: Request) -> Response:
        """A browser wants to be told of its player's turns, or no longer."""

        async def make(visitor: Visitor) -> dict[str, bool]:
            body = await read_body(request, h.PushBody)
            settings = self.services.settings
            if not body.p256dh:
                await self.services.store.do(lambda c: pushes.remove(c, endpoint=body.endpoint))
                return {"ok": True}
            if not push.public_key(settings):
                raise h.BadRequest("this server tells no browsers: its operator has set up no key", "push")
            if not push.acceptable(body.endpoint, settings) or not KEYS.fullmatch(f"{body.p256dh} {body.auth}"):
                raise h.BadRequest("this is no address of a push service we know", "push")
            holder = await holder_of(self.services, visitor)
            row = (holder, visitor.holder, body.endpoint, body.p256dh, body.auth)
            await self.services.store.do(lambda c: pushes.add(c, *row))
            return {"ok": True}

        return await self.making(request, make)

    async def data(self, request: Request) -> Response:
        """Everything that is kept of whoever asks, as a file."""
        visitor = Visitor(request)
        mine = await accounts.account_of(self.services, visitor)
        own = await listing.own_data(self.registry, await holder_of(self.services, visitor), mine)
        response = reply(own)
        response.headers["Content-Disposition"] = 'attachment; filename="grognard-data.json"'
        return response

    async def logout(self, request: Request) -> Response:
        await accounts.log_out(self.services, Visitor(request))
        return reply({"ok": True})

    async def password(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> dict[str, bool]:
            body = await read_body(request, h.PasswordBody)
            mine = await accounts.own(self.services, visitor, body.password)
            await accounts.set_password(self.services, int(mine.id), body.new, visitor.holder)
            return {"ok": True}

        return await self.making(request, make)

    async def email(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> dict[str, bool]:
            body = await read_body(request, h.EmailBody)
            mine = await accounts.own(self.services, visitor, body.password)
            await letters.write(self.services, "account", body.email, account=int(mine.id))
            return {"ok": True}

        return await self.making(request, make)

    async def delete(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> dict[str, bool]:
            body = await read_body(request, h.DeleteBody)
            mine = await accounts.own(self.services, visitor, body.password)
            changed = await accounts.delete_account(self.services, int(mine.id))
            for match, version in changed.items():
                self.registry.changed(match, version)
            return {"ok": True}

        return await self.making(request, make)

    async def recover(self, request: Request) -> Response:
        async def make(visitor: Visitor) -> dict[str, bool]:
            await accounts.recover(self.services, (await read_body(request, h.RecoverBody)).name)
            return {"ok": True}

        return await self.making(request, make)
