"""Real servers in processes of their own, and clients that speak the protocol to them."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parents[2]
PATIENT = 30.0


def plain_client(**settings: Any) -> httpx.Client:
    """A client for loopback: loading certificates would take longer than most tests."""
    return httpx.Client(timeout=PATIENT, verify=False, trust_env=False, **settings)


plain = plain_client()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """One server on a free loopback port, with its own data folder."""

    def __init__(self, data: Path, database: str = "", workers: int = 1, **settings: object) -> None:
        self.data, self.port = data, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        given = {
            "pace": 0,
            "warm": 0,
            "thinkers": 0,
            "messages": 1000,
            "requests": 1000,
            "creations": 100000,
            "sockets": 1000,
        }
        given |= settings
        self.environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("GROGNARD_")},
            "PYTHONPATH": str(ROOT),
            "GROGNARD_DATA": str(data),
            **({"GROGNARD_DATABASE": database} if database else {}),
            "GROGNARD_WORKERS": str(workers),
            **{f"GROGNARD_{name.upper()}": str(value) for name, value in given.items()},
        }
        self.workers = workers
        self.log = data / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        command = [sys.executable, "-m", "uvicorn", "tests.server.app:build", "--factory", "--port", str(self.port)]
        command += ["--ws", "websockets-sansio", "--ws-max-size", "32768", "--log-level", "warning"]
        command += ["--no-access-log", "--workers", str(self.workers)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        self.wait()
        return self

    def wait(self) -> None:
        until = time.monotonic() + PATIENT
        while True:
            try:
                if plain.get(self.address + "/healthz", timeout=2).status_code == 200:
                    return
            except httpx.HTTPError:
                if time.monotonic() > until or (self.process is not None and self.process.poll() is not None):
                    raise AssertionError(f"the server does not answer:\n{self.log.read_text()[-3000:]}") from None
                time.sleep(0.03)

    def kill(self) -> None:
        """As the power cut does it."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.kill()

    def browser(self) -> "Browser":
        return Browser(self)


@contextmanager
def serving(data: Path, **settings: Any) -> Iterator[Server]:
    server = Server(data, **settings).start()
    try:
        yield server
    finally:
        server.stop()


class Browser:
    """A visitor with a cookie."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = plain_client(base_url=server.address, headers={"Origin": server.address})

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.json()

    def post(self, path: str, body: Any = None, status: int = 201) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.json()

    def create(self, *kinds: str, game: str = "drill", **more: Any) -> Any:
        """Seats by kind: "me", "friend", or the level of a computer."""
        seats = [{"kind": k} if k in ("me", "friend") else {"kind": "bot", "level": k} for k in kinds]
        return self.post("/api/matches", {"game": game, "seats": seats, **more})

    def join(self, link: str) -> Any:
        return self.post("/api/join", {"token": link.rpartition("/")[2]}, status=200)

    def open(self, match: str) -> "Seat":
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return Seat(self.server, match, {"Cookie": cookie, "Origin": self.server.address})


class Seat:
    """An open socket of a match. Keeps every byte it was sent."""

    def __init__(self, server: Server, match: str, headers: dict[str, str], query: str = "") -> None:
        address = f"ws://127.0.0.1:{server.port}/ws/{match}{query}"
        self.socket: ClientConnection = connect(
            address,
            additional_headers=headers,
            max_size=None,
            open_timeout=PATIENT,
            compression=None,
            ping_interval=None,  # servers are killed here: no thread may wait for their pong
        ).__enter__()
        self.heard: list[str] = []
        self.number = 0
        self.question: Any = None
        self.entry = 0
        self.hello = self.until("hello")

    def next(self, timeout: float = PATIENT) -> Any:
        text = str(self.socket.recv(timeout=timeout))
        self.heard.append(text)
        message = json.loads(text)
        if message["type"] in ("hello", "update"):
            self.question, self.entry, self.result = message["question"], message["entry"], message["result"]
            self.last = message
        return message

    def until(self, *kinds: str, timeout: float = PATIENT) -> Any:
        """The next message of one of these kinds."""
        while True:
            message = self.next(timeout)
            if message["type"] in kinds:
                return message

    def say(self, type: str, /, **fields: Any) -> int:
        self.number += 1
        self.socket.send(json.dumps({"type": type, "id": self.number, **fields}))
        return self.number

    def ask(self, type: str, /, **fields: Any) -> Any:
        """Say something and wait for the message that answers it."""
        id = self.say(type, **fields)
        while True:
            message = self.next()
            if message.get("id") == id:
                return message

    def answer(self, at: int = 0) -> Any:
        """Choose an option of the question asked; returns the update."""
        question = self.question
        assert question and not question.get("waiting"), question
        reply = self.ask("answer", seat=question["seat"], entry=self.entry, options=[question["options"][at]["text"]])
        assert reply["type"] == "ack", reply
        return self.until("update")

    def asked(self) -> bool:
        return bool(self.question) and not self.question.get("waiting")

    def close(self) -> None:
        self.socket.close()
