"""Start the server: `grognard serve`, or `python -m grognard.server`."""

import dataclasses
import os
import socket
import threading
import urllib.request
import webbrowser
from typing import Any

import uvicorn

from grognard.server.settings import PREFIX, Settings, load_settings
from grognard.server.store import prepare

TRIES = 100
CONNECTIONS = 1000
"""Connections beside sockets that may be open at once in each worker; who comes then is told to come later."""


def serve(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    no_browser: bool = False,
    workers: int | None = None,
    **further: Any,
) -> None:
    """Serve until interrupted. Anything not given comes from the environment (see `Settings`)."""
    settings = load_settings(host=host, port=port, database=database or None, workers=workers, **further)
    if settings.port == 0:
        settings = dataclasses.replace(settings, port=_free_port(settings.host))
    settings.make_folder()
    prepare(settings.url)
    _hand_down(settings)
    shown = f"http://{'127.0.0.1' if settings.host in ('0.0.0.0', '::') else settings.host}:{settings.port}/"
    print(f"The table is at {shown}", flush=True)
    if not no_browser:
        threading.Thread(target=_open_browser, args=(shown,), daemon=True).start()
    uvicorn.run(
        "grognard.server.app:build_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        ws="websockets-sansio",
        ws_max_size=settings.message,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=5,
        limit_concurrency=settings.all_sockets + CONNECTIONS,
        server_header=False,
    )


def _hand_down(settings: Settings) -> None:
    """Worker processes read the settings from the environment."""
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        if value != field.default:
            os.environ[PREFIX + field.name.upper()] = str(value)


def _free_port(host: str) -> int:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def _open_browser(address: str) -> None:
    """Open the lobby as soon as the server answers."""
    for _ in range(TRIES):
        try:
            with urllib.request.urlopen(address + "healthz", timeout=1):
                webbrowser.open(address)
                return
        except OSError:
            threading.Event().wait(0.1)
