"""The door: host and origin checks, limits of bodies, rates and connections, and the headers every answer carries."""

import asyncio
import logging
import time
from base64 import b64encode
from hashlib import sha256
from ipaddress import ip_address, ip_network
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.look.style import stylesheet
from grognard.server.messages import encode
from grognard.server.metrics import Metrics
from grognard.server.settings import Settings
from grognard.server.sockets import Bucket

log = logging.getLogger("grognard.server")
CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
FONT_RULES = b64encode(sha256(stylesheet().encode()).digest()).decode()
"""The one style sheet our drawings carry, as a policy names it."""
PICTURE_CSP = f"default-src 'none'; style-src 'sha256-{FONT_RULES}'; img-src data:"
HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
)
MOST_ADDRESSES = 50_000


class TooMuch(HTTPException):
    """A body over its limit."""

    def __init__(self) -> None:
        super().__init__(413, "The request is too large.")


class Limits:
    """Rates by address. Addresses that have been quiet are forgotten."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._requests: dict[str, Bucket] = {}
        self._creations: dict[str, Bucket] = {}
        self._connects: dict[str, Bucket] = {}
        self._sockets: dict[str, int] = {}
        self.open = 0

    def request(self, address: str, cost: float = 1.0) -> bool:
        rate = self._settings.requests
        return self._bucket(self._requests, address, rate, 10 * rate).take(cost)

    def creation(self, address: str) -> bool:
        most = float(self._settings.creations)
        return self._bucket(self._creations, address, most / 3600, most).take()

    def _bucket(self, kept: dict[str, Bucket], address: str, rate: float, burst: float) -> Bucket:
        bucket = kept.get(address)
        if bucket is None:
            if len(kept) >= MOST_ADDRESSES:
                _forget_some(kept)
            bucket = kept[address] = Bucket(rate, burst)
        return bucket

    def enter(self, address: str) -> bool:
        """A socket wants to open; `leave` must follow if this says yes. How many an address opens in an hour is
        counted in the store; here only the haste."""
        mine = self._sockets.get(address, 0)
        hourly = self._settings.connects
        if not self._bucket(self._connects, address, hourly / 3600, hourly / 10).take():
            return False
        if mine >= self._settings.sockets or self.open >= self._settings.all_sockets:
            return False
        self._sockets[address] = mine + 1
        self.open += 1
        return True

    def leave(self, address: str) -> None:
        self.open -= 1
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]


def _forget_some(kept: dict[str, Bucket]) -> None:
    """Those that have been quiet; where that frees little, the older half, so that memory and work stay bounded."""
    for quiet in [address for address, bucket in kept.items() if bucket.full]:
        del kept[quiet]
    if len(kept) > MOST_ADDRESSES * 9 // 10:
        for old in list(islice(kept, MOST_ADDRESSES // 2)):
            del kept[old]


class Door:
    """Middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits, metrics: Metrics) -> None:
        self._app, self._settings, self._limits, self._metrics = app, settings, limits, metrics
        self._hosts = _listed(settings.hosts)
        self._origins = _listed(settings.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal is not None:
                await receive()
                return await send({"type": "websocket.close", "code": 4403, "reason": refusal[2]})
            return await self._app(scope, receive, send)
        self._metrics.requests += 1
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                dress(MutableHeaders(scope=message), scope["path"], scope.get("scheme") == "https")
            await send(message)

        if refusal is not None:
            return await _answer(sending, *refusal)
        try:
            largest, seconds = self._largest(scope["path"]), self._settings.body_seconds
            await self._app(scope, _counted(receive, largest, seconds), sending)
        except ClientDisconnect:
            pass  # whoever asked is gone; that is no fault
        except Exception:
            # Logged here and told in a sentence; no stack leaves the server.
            log.exception("%s %s failed", scope["method"], scope["path"])
            self._metrics.failures += 1
            if not started:
                await _answer(sending, 500, "Something went wrong at the table.", "fault")

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str, str] | None:
        """Status, sentence and key, where the door stays shut."""
        host = headers.get("host", "")
        if not self._host_known(host, scope):
            return 421, "This server does not answer to that name.", "host"
        address = client_address(scope)
        if scope["type"] == "http":
            if scope["path"] not in ("/healthz", "/metrics") and not self._limits.request(address):
                self._metrics.limited += 1
                return 429, "Too many requests; please wait a little.", "rate"
            length = headers.get("content-length", "0")
            if not length.isdigit() or int(length) > self._largest(scope["path"]):
                return 413, "The request is too large.", "too_large"
            if scope["method"] in ("GET", "HEAD", "OPTIONS"):
                return None
        origin = headers.get("origin")
        if origin is not None and not self._origin_known(origin, host):
            return 403, "Requests from other pages are not accepted.", "origin"
        shown = "token" in QueryParams(scope.get("query_string", b"")) or "authorization" in headers
        if scope["type"] == "websocket" and origin is None and not shown:
            return 403, "A socket without an origin needs a token.", "origin"
        return None

    def _host_known(self, host: str, scope: Scope) -> bool:
        name = _name(host)
        if self._hosts:
            return name in self._hosts
        if _loopback(self._settings.host) and scope["path"] not in ("/healthz", "/metrics"):
            return _loopback(name)
        return True

    def _origin_known(self, origin: str, host: str) -> bool:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return origin.rstrip("/") in self._origins or (bool(parts.netloc) and parts.netloc.lower() == host.lower())

    def _largest(self, path: str) -> int:
        return self._settings.upload if path == "/api/records" else self._settings.body


def dress(headers: MutableHeaders, path: str, https: bool = False) -> None:
    """Put the safety headers on an answer; who came by https is to come so again."""
    if https:
        headers["Strict-Transport-Security"] = "max-age=31536000"
    for name, value in HEADERS:
        headers[name] = value
    if path.startswith("/letters/"):  # a form without a referrer would come from nowhere, and be refused
        headers["Referrer-Policy"] = "same-origin"
    headers.setdefault("Content-Security-Policy", PICTURE_CSP if path.startswith("/art/") else CSP)
    headers.setdefault("Cache-Control", "no-store")


def client_address(scope: Scope) -> str:
    """Who asks, for limits: an IPv6 network of 64 bits is usually one household, so it counts as one."""
    client = scope.get("client")
    name = str(client[0]) if client else "?"
    if ":" not in name:
        return name
    try:
        return str(ip_network((name.partition("%")[0], 64), strict=False).network_address)
    except ValueError:
        return name


def _counted(receive: Receive, largest: int, seconds: float) -> Receive:
    """A body that says no length, or a wrong one, is counted as it comes; and it has its time."""
    came, whole = 0, False
    until = time.monotonic() + seconds

    async def counting() -> Message:
        nonlocal came, whole
        if whole:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), until - time.monotonic())
        except TimeoutError:
            raise HTTPException(408, "The request took too long to come.") from None
        if message["type"] == "http.request":
            whole = not message.get("more_body", False)
            came += len(message.get("body", b""))
            if came > largest:
                raise TooMuch()
        return message

    return counting


async def _answer(send: Send, status: int, text: str, key: str) -> None:
    body = encode({"error": text, "key": key})
    headers: list[Any] = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _listed(text: str) -> frozenset[str]:
    return frozenset(part.strip().lower().rstrip("/") for part in text.split(",") if part.strip())


def _name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower() if "@" not in host else ""
    except ValueError:
        return ""


def _loopback(name: str) -> bool:
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False
