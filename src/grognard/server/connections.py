"""Connections before they are requests: few from one address, and none that never says what it wants."""

import asyncio
from collections import Counter
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from grognard.server.guard import client_address
from grognard.server.settings import Settings, load_settings

_OPEN: Counter[str] = Counter()
"""HTTP connections of this worker by address. Sockets are counted elsewhere, from the moment they are sockets."""


@lru_cache(maxsize=1)
def _settings() -> Settings:
    return load_settings()


def _trusted(address: str) -> bool:
    """A proxy brings many people, and has limits of its own."""
    listed = {part.strip() for part in _settings().proxies.split(",")}
    return "*" in listed or address in listed


class GuardedHttp(HttpToolsProtocol):
    """uvicorn's protocol with a limit of connections by address and in all, and a time for the head of each request."""

    _address: str | None = None
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        address = client_address({"client": self.client})
        if _OPEN.total() >= _settings().all_connections or (
            _OPEN[address] >= _settings().connections and not _trusted(address)
        ):
            return transport.abort()  # type: ignore[no-any-return]  # transports are whatever the loop makes
        self._address = address
        _OPEN[address] += 1
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        self._expect_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head_came()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self._release()
        super().handle_websocket_upgrade()

    def _expect_head(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(_settings().head_seconds, self.transport.abort)

    def _head_came(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _release(self) -> None:
        self._head_came()
        if self._address is not None:
            _OPEN[self._address] -= 1
            if not _OPEN[self._address]:
                del _OPEN[self._address]
            self._address = None
