"""One open socket: what waits to be sent, who holds it, how much it may say."""

import asyncio
import time
from collections import deque

from msgspec import Struct

from grognard.server.messages import RefusedReply, encode


class Bucket:
    """A rate limit: `rate` a second in the long run, `burst` at once."""

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._level, self._at = burst, time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < cost:
            return False
        self._level -= cost
        return True

    @property
    def full(self) -> bool:
        """Nothing was taken lately."""
        return self._level + (time.monotonic() - self._at) * self._rate >= self._burst


class Socket:
    """A client of one match. `seats` are those it holds; none: it watches."""

    def __init__(
        self, seats: tuple[int, ...], holder: str, name: str, since: int, rate: float, backlog: int, most: int
    ) -> None:
        self.seats, self.holder, self.name, self.since = seats, holder, name, since
        self.bucket = Bucket(rate, 3 * rate)
        self._backlog, self._most = backlog, most
        self._waiting: deque[str] = deque()
        self._size = 0
        """Characters waiting."""
        self._woken: asyncio.Future[None] | None = None
        self.computing = 0
        """Questions of this socket that are being computed."""
        self.address = ""
        """Where it came from, as limits count it."""
        self.closed: int | None = None
        """The close code once no more is to be sent."""

    def push(self, text: str) -> None:
        """Send when the socket is ready; a client that does not read is let go, and is told all when it returns."""
        if self.closed is not None:
            return
        if len(self._waiting) >= self._backlog or (self._waiting and self._size + len(text) > self._most):
            self.close(1013)
            return
        self._waiting.append(text)
        self._size += len(text)
        self._wake()

    def tell(self, message: Struct) -> None:
        self.push(encode(message).decode())

    def refuse(self, id: int | str | None, text: str, key: str, rule: str = "", at: int = 0) -> None:
        self.tell(RefusedReply(id, text, rule, key, at))

    def close(self, code: int = 1000) -> None:
        self.closed = code
        self._wake()

    async def next(self) -> str | None:
        """The next text to send; None: close now."""
        while not self._waiting:
            if self.closed is not None:
                return None
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken
        if self.closed in (1006, 1013):  # it is gone, or reads too slowly: what waits is not sent any more
            return None
        text = self._waiting.popleft()
        self._size -= len(text)
        return text

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)
