"""Messages no client sends: the socket refuses each in words, and whoever plays beside it notices nothing."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

from websockets.exceptions import WebSocketException

from grognard.server import messages as m
from tests.attack.campaign import BATCH, Campaign
from tests.attack.records import TITLES
from tests.attack.spoiling import STRANGE, deep, spoil_bytes, spoil_value
from tests.server.kit import Browser, Seat, Server, serving

GAMES = (*TITLES, "drill")
KINDS = tuple(kind.__struct_config__.tag for kind in get_args(m.ClientMessage))
FIELDS = (
    "id", "seat", "entry", "options", "option", "space", "name", "unit", "units", "spaces", "to", "from", "text",
    "kind", "level", "decline", "seal",
)  # fmt: skip
ENDING = ("resign", "accept")


def spoiled(rng: random.Random, entry: int, options: list[str]) -> str | bytes:
    """A message of some kind with fields that fit nearly, or not at all; or bytes that are no message."""
    kind = rng.choice(KINDS)
    if kind in ENDING and rng.random() < 0.9:  # a match that is over refuses nearly everything
        kind = "answer"
    said: dict[str, Any] = {"type": kind, "id": rng.randrange(10**6)}
    likely: dict[str, Any] = {
        "seat": 0,
        "entry": entry,
        "options": options[:1],
        "option": options[0] if options else "x",
        "space": 1,
        "name": "reach",
        "unit": 1,
        "units": [1],
        "spaces": [2],
        "to": entry,
        "from": 0,
        "text": "hm",
        "kind": "takeback",
        "level": "random",
        "decline": [],
        "seal": "0" * 64,
    }
    for field in FIELDS[1:]:
        if rng.random() < 0.7:
            said[field] = likely[field] if rng.random() < 0.5 else rng.choice(STRANGE)
    if rng.random() < 0.5:
        said = spoil_value(said, rng)
    if rng.random() < 0.01:
        said = deep(rng)
    text = json.dumps(said)
    if len(text) > 30_000:
        text = text[:30_000]
    if rng.random() < 0.25:
        raw = spoil_bytes(text.encode(), rng)
        return raw if rng.random() < 0.5 else raw.decode("utf-8", "replace")
    return text


@contextmanager
def table(data: Path) -> Iterator[Server]:
    """A server that counts no messages, and cuts off no question that a loaded machine answers slowly."""
    with serving(
        data, messages=10**9, backlog=10**6, backlog_size=10**9, creations=10**9, calculation_seconds=120
    ) as server:
        yield server


class Attack:
    """One hostile socket in a match after another, and an honest pair of seats beside it."""

    def __init__(self, server: Server) -> None:
        self.server, self.visitor = server, server.browser()
        self.honest = Honest(server.browser())

    def batch(self, rng: random.Random) -> str:
        """So many messages on one socket; then the honest ones play on, and nothing was a fault."""
        game = rng.choice(GAMES)
        seats = ["me"] * (3 if game == "drill" else 2)
        made = self.visitor.http.post("/api/matches", json={"game": game, "seats": [{"kind": s} for s in seats]})
        if made.status_code != 201:  # a title for one
            made = self.visitor.http.post("/api/matches", json={"game": game, "seats": [{"kind": "me"}]})
        seat = self.visitor.open(made.json()["match"])
        options = [option["text"] for option in (seat.question or {}).get("options", ())]
        try:
            for _ in range(BATCH):
                seat.socket.send(spoiled(rng, seat.entry, options))
            seat.socket.send(json.dumps({"type": "ping", "id": "the last"}))
            while seat.next().get("id") != "the last":
                pass
            seat.close()
        except WebSocketException as closed:
            end = f"closed: {closed}"[:60]
        else:
            end = "all answered"
        self.honest.play(rng)
        log = self.server.log.read_text(encoding="utf-8")
        assert "Traceback" not in log and "failed" not in log, log[-3000:]
        return end


class Honest:
    """Plays the drill, whatever goes on elsewhere."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.seat: Seat | None = None

    def play(self, rng: random.Random) -> None:
        if self.seat is None or self.seat.result is not None:
            self.seat = self.browser.open(self.browser.create("me", "me", "me")["match"])
        for _ in range(3):
            if self.seat.result is None:
                self.seat.answer(rng.randrange(len(self.seat.question["options"])))


def attack(campaign: Campaign, count: int, seconds: float, data: Path) -> None:
    """`count` messages."""
    with table(data) as server:
        campaign.run(Attack(server).batch, -(-count // BATCH), seconds)
