"""Servers with the drill on their shelf, and clients that speak the protocol to them."""

import json
import zlib
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.serving import PATIENT, ROOT, Process, free_port, plain

__all__ = ["PATIENT", "ROOT", "Browser", "Seat", "Server", "free_port", "plain", "serving"]


class Server(Process):
    """A server with the drill on its shelf."""

    def __init__(self, data: Path, database: str = "", workers: int = 1, **settings: object) -> None:
        super().__init__("tests.server.app:build", data, database, workers, **settings)

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
        self.http = httpx.Client(
            timeout=PATIENT,
            verify=False,
            trust_env=False,
            base_url=server.address,
            headers={"Origin": server.address},
        )

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

    def account(self) -> str | None:
        """The account this browser is logged in to."""
        told: str | None = self.get("/api/me")["account"]
        return told

    def join(self, link: str) -> Any:
        return self.post("/api/join", {"token": link.rpartition("/")[2]}, status=200)

    def open(self, match: str) -> "Seat":
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return Seat(self.server, match, {"Cookie": cookie, "Origin": self.server.address})


def unreeled(packed: str) -> list[Any]:
    """The frames of a film, each with its whole scene."""
    reel = json.loads(zlib.decompress(b64decode(packed)))
    scene, frames = reel["scene"], []
    for frame in reel["frames"]:
        scene = changed(scene, frame.pop("change"))
        frames.append({**frame, "scene": scene})
    return frames


def changed(scene: Any, change: Any) -> Any:
    """A scene after a difference, as the protocol describes it."""
    told = dict(change)
    fresh = {piece["id"]: piece for piece in told.pop("pieces", ())}
    gone, order = set(told.pop("gone", ())), told.pop("order", None)
    pieces = [fresh.pop(piece["id"], piece) for piece in scene["pieces"] if piece["id"] not in gone]
    pieces += fresh.values()
    if order is not None:
        by_id = {piece["id"]: piece for piece in pieces}
        pieces = [by_id[name] for name in order]
    return {**scene, **told, "pieces": pieces}


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
        if isinstance(message.get("film"), str):
            message["film"] = unreeled(message["film"])
            self.heard.append(json.dumps(message["film"]))  # also what it says when it is unpacked
        if message["type"] in ("hello", "update"):
            self.question, self.entry, self.result = message["question"], message["entry"], message["result"]
            self.last = message
        if message["type"] in ("hello", "mix"):
            self.mix = message.get("mix", message)
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
