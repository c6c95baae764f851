"""Hostile visitors: half-sent requests, wrong origins; settings that shut everybody out, files others may read."""

import os
import re
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.server.kit import PATIENT, ROOT, Seat, Server, plain, serving
from tests.serving import free_port


@contextmanager
def served(data: Path, **settings: object) -> Iterator[int]:
    """The program as operators start it."""
    port = free_port()
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith("GROGNARD_")},
        "GROGNARD_DATA": str(data),
        **{f"GROGNARD_{name.upper()}": str(value) for name, value in settings.items()},
    }
    command = [sys.executable, "-m", "grognard.server", "--no-browser", "--port", str(port), "--host", "0.0.0.0"]
    process = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + PATIENT
        while True:
            try:
                plain.get(f"http://127.0.0.1:{port}/healthz", timeout=2)
                break
            except httpx.HTTPError:
                assert time.monotonic() < until and process.poll() is None
                time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(30)


def half_sent(port: int, source: str) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), timeout=PATIENT, source_address=(source, 0))
    made.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
    return made


def ended(made: socket.socket) -> bool:
    """Whether the server has closed the connection, or does within our patience."""
    try:
        return made.recv(1) == b""
    except ConnectionError:
        return True


def test_half_sent_requests_of_one_address_shut_nobody_out(tmp_path: Path) -> None:
    with served(tmp_path, warm=0, connections=20, all_connections=40, head_seconds=600) as port:
        waiting = [half_sent(port, "127.0.0.7") for _ in range(200)]
        for _ in range(3):
            assert plain.get(f"http://127.0.0.1:{port}/api/openapi.json").status_code == 200
        assert sum(ended(made) for made in waiting[20:]) == 180, "all but the first twenty were turned away"
        for made in waiting:
            made.close()


def test_a_request_whose_head_never_ends_is_let_go(tmp_path: Path) -> None:
    with served(tmp_path, warm=0, head_seconds=0.3) as port:
        assert ended(half_sent(port, "127.0.0.1"))
        quiet = socket.create_connection(("127.0.0.1", port), timeout=PATIENT)
        assert ended(quiet), "and one that says nothing at all"


def test_a_request_whose_body_never_ends_is_told_so(tmp_path: Path) -> None:
    with serving(tmp_path, body_seconds=0.3) as server:
        made = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENT)
        head = f"POST /api/join HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 50\r\n\r\n{{"
        made.sendall(head.encode())
        assert made.recv(100).startswith(b"HTTP/1.1 408 ")


def test_who_hangs_up_in_the_middle_is_no_fault(server: Server) -> None:
    before = len(server.log.read_text())
    for path in ("/api/matches", "/api/records"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENT) as made:
            made.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{{".encode())
            plain.get(f"{server.address}/healthz")  # meanwhile the request has been begun
    told = plain.get(f"{server.address}/metrics").text
    assert re.search(r"^grognard_fail\w* 0", told, re.M), told
    assert "Traceback" not in server.log.read_text()[before:], "whatever other tests did to this server"


def test_a_word_that_ends_like_token_does_not_stand_for_an_origin(server: Server) -> None:
    browser = server.browser()
    match = browser.create("me", "me", "me")["match"]
    cookie = f"grognard={browser.http.cookies['grognard']}"
    with pytest.raises(InvalidStatus):
        Seat(server, match, {"Cookie": cookie}, "?xtoken=1")


def test_cookies_over_https_are_bound_to_the_host_and_come_with_hsts(server: Server) -> None:
    headers = {"X-Forwarded-Proto": "https"}
    body = {"game": "drill", "seats": [{"kind": "me"}] * 3}
    answer = plain.post(f"{server.address}/api/matches", json=body, headers=headers)
    told = answer.headers["set-cookie"]
    assert told.startswith("__Host-grognard=") and "Secure" in told and "Path=/" in told and "Domain" not in told
    assert answer.headers["strict-transport-security"].startswith("max-age=")
    name, value = re.match(r"([^=]+)=([^;]+)", told).groups()
    mine = plain.get(f"{server.address}/api/matches", headers={**headers, "Cookie": f"{name}={value}"}).json()
    assert [brief["match"] for brief in mine] == [answer.json()["match"]]
    assert "strict-transport-security" not in plain.get(f"{server.address}/api/games").headers


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "70000"), ("PORT", "-1"), ("SOCKETS", "-5"), ("REQUESTS", "0"), ("MESSAGES", "nan")]
)
def test_settings_that_would_shut_everybody_out_are_refused_in_one_line(tmp_path: Path, name: str, value: str) -> None:
    environment = {**os.environ, "GROGNARD_DATA": str(tmp_path), f"GROGNARD_{name}": value}
    command = [sys.executable, "-m", "grognard", "serve", "--no-browser"]
    told = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode != 0 and f"GROGNARD_{name}" in told.stderr and "Traceback" not in told.stderr
    assert len(told.stderr.strip().splitlines()) <= 2


def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    with serving(tmp_path):
        assert stat.S_IMODE((tmp_path / "table.sqlite3").stat().st_mode) == 0o600


def test_a_store_that_cannot_be_written_is_told_and_logged_in_one_line(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        browser = server.browser()
        seat = browser.open(browser.create("me", "me", "me")["match"])
        base = sqlite3.connect(tmp_path / "table.sqlite3")
        base.execute("ALTER TABLE entries RENAME TO entries_gone")
        base.execute("ALTER TABLE quotas RENAME TO quotas_gone")
        base.commit()
        seat.say("answer", seat=0, entry=0, options=[seat.question["options"][0]["text"]])
        assert seat.until("refused")["key"] == "store"
        time.sleep(1.1)
        for _ in range(5):
            answer = plain.get(f"{server.address}/healthz")
            assert answer.status_code == 503 and answer.json()["key"] == "store"
        base.execute("ALTER TABLE entries_gone RENAME TO entries")
        base.execute("ALTER TABLE quotas_gone RENAME TO quotas")
        base.commit()
        again = browser.open(browser.get("/api/matches")[0]["match"])
        assert again.entry == 0
        again.answer()
        assert plain.get(f"{server.address}/healthz").status_code == 200
        log = server.log.read_text()
        assert log.count("the store fails") == 1 and "Traceback" not in log, log
