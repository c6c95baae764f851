"""kill -9 at any moment loses no acknowledged answer, and every match goes on."""

import random
import threading
import time
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

import tests.drill  # noqa: F401  # registers the title
from grognard.core import load_game
from grognard.core.record import decode_record
from tests.server.kit import Browser, Seat, Server

MATCHES = 3
LEAST = 11
"""Acknowledged answers between two kills."""


class Player(threading.Thread):
    """Plays one match of the drill, over and over from the seat of everybody, and remembers what was acknowledged."""

    def __init__(self, browser: Browser, stop: threading.Event, seed: int) -> None:
        super().__init__(daemon=True)
        self.browser, self.stopping, self.rng = browser, stop, random.Random(seed)
        self.promised: dict[str, list[tuple[int, str]]] = {}
        """By match: entries with the answers that were acknowledged at them."""
        self.finished = 0
        self.fault: BaseException | None = None

    def run(self) -> None:
        match = ""
        while not self.stopping.is_set():
            try:
                if not match:
                    match = self.browser.create("me", "me", "me")["match"]
                    self.promised[match] = []
                if self._play(match):
                    match, self.finished = "", self.finished + 1
            except (OSError, WebSocketException, TimeoutError):
                time.sleep(0.02)
            except Exception as fault:
                if "httpx" not in type(fault).__module__ and "httpcore" not in type(fault).__module__:
                    self.fault = fault
                    return
                time.sleep(0.02)

    def _play(self, match: str) -> bool:
        seat = self.browser.open(match)
        promised = self.promised[match]
        self._check(seat, promised)
        while not self.stopping.is_set():
            if seat.result is not None:
                return True
            question, entry = seat.question, seat.entry
            option = self.rng.choice(question["options"])["text"]
            reply = seat.ask("answer", seat=question["seat"], entry=entry, options=[option])
            assert reply["type"] == "ack", reply
            promised.append((entry + 1, option))
            seat.until("update")
        seat.close()
        return False

    def _check(self, seat: Seat, promised: list[tuple[int, str]]) -> None:
        """After coming back the match is at least as far as the last promise."""
        if promised:
            assert seat.entry >= promised[-1][0], (seat.entry, promised[-1])


def soak(data: Path, kills: int, database: str = "", seed: int = 1) -> tuple[int, int]:
    """Play under load, killing and restarting the server; then compare every record with every promise."""
    server = Server(data, database=database)
    try:
        return _soak(server.start(), kills, seed)
    finally:
        server.stop()


def _soak(server: Server, kills: int, seed: int) -> tuple[int, int]:
    rng, stop = random.Random(seed), threading.Event()
    players = [Player(server.browser(), stop, seed * 100 + k) for k in range(MATCHES)]
    for player in players:
        player.start()
    for _ in range(kills):
        _until(players, rng.randint(LEAST, 5 * LEAST))
        server.kill()
        server.start()
    time.sleep(0.5)
    stop.set()
    for player in players:
        player.join(timeout=60)
    faults = [player.fault for player in players if player.fault is not None]
    assert not faults, faults
    kept = matches = 0
    for player in players:
        for match, promised in player.promised.items():
            raw = player.browser.http.get(f"/api/matches/{match}/record").content
            record = decode_record(raw)
            show = load_game(record.game).texts.show
            for entry, option in promised:
                assert show(record.entries[entry - 1].answer) == option, (match, entry)
            kept += len(promised)
            matches += 1
    assert kept >= LEAST * kills
    return kept, matches


def _until(players: list[Player], more: int) -> None:
    """Wait for so many more acknowledged answers."""
    goal = _acknowledged(players) + more
    deadline = time.monotonic() + 60
    while _acknowledged(players) < goal and time.monotonic() < deadline:
        time.sleep(0.01)


def _acknowledged(players: list[Player]) -> int:
    return sum(len(promised) for player in players for promised in list(player.promised.values()))


def test_no_acknowledged_answer_is_lost(tmp_path: Path) -> None:
    soak(tmp_path, kills=5)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_no_acknowledged_answer_is_lost_in_fifty_kills(tmp_path: Path) -> None:
    soak(tmp_path, kills=50, seed=2)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nor_in_fifty_kills_with_postgresql(tmp_path: Path, postgres: str) -> None:
    soak(tmp_path, kills=50, database=postgres, seed=4)


def test_nor_with_postgresql(tmp_path: Path, postgres: str) -> None:
    soak(tmp_path, kills=2, database=postgres, seed=3)
