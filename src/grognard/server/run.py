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
RESERVE = 200
"""Files and connections a worker needs beside those of its visitors."""


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
    settings = _within_open_files(settings)
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
        http="grognard.server.connections:GuardedHttp",
        ws="websockets-sansio",
        ws_max_size=settings.message,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=5,
        limit_concurrency=settings.all_sockets + settings.all_connections,
        server_header=False,
    )


def _within_open_files(settings: Settings) -> Settings:
    """Every visitor is an open file. As many as the system lets us have; where those are not enough, fewer visitors,
    so that those who are here can go on."""
    try:
        import resource  # not there on Windows
    except ModuleNotFoundError:
        return settings
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.all_sockets + settings.all_connections + RESERVE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return settings
    free = max(soft - RESERVE, 20)
    print(f"Only {soft} files may be open: at most {free * 3 // 4} sockets (see ulimit -n)", flush=True)
    return dataclasses.replace(settings, all_sockets=free * 3 // 4, all_connections=free // 4)


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
