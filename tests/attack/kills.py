"""Kill servers under load: whatever was acknowledged is there afterwards, in records that verify."""

import random
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from websockets.exceptions import WebSocketException

import tests.drill  # noqa: F401  # registers the title
from grognard.core import game_names, load_game, replay
from grognard.core.record import decode_record
from tests.server.kit import PATIENT, Browser, Seat, Server

PLAYERS = 3
LEAST = 11
"""Acknowledged answers between two kills."""
SOME = 40
"""Answers after which a player turns to another match, so that all titles are under way."""
MIXED = tuple(name for name in game_names() if load_game(name).package.startswith("grognard.games."))


class Player(threading.Thread):
    """Plays matches from the seats of everybody, through any of the servers, and remembers what was acknowledged."""

    def __init__(self, servers: Sequence[Server], games: Sequence[str], stop: threading.Event, seed: int) -> None:
        super().__init__(daemon=True)
        self.browsers = [server.browser() for server in servers]
        self.games, self.stopping, self.rng = games, stop, random.Random(seed)
        self.promised: dict[str, list[tuple[int, str]]] = {}
        """By match: entries with the answers that were acknowledged at them."""
        self.fault: BaseException | None = None

    def run(self) -> None:
        match = ""
        while not self.stopping.is_set():
            browser = self.rng.choice(self.browsers)
            try:
                if not match:
                    game = self.rng.choice(self.games)
                    match = browser.create(*["me"] * load_game(game).seat_count, game=game)["match"]
                    self.promised[match] = []
                    for other in self.browsers:
                        other.http.cookies.update(browser.http.cookies)  # one visitor, whoever serves
                if self._play(browser, match):
                    match = ""
            except (OSError, WebSocketException, TimeoutError):
                time.sleep(0.02)
            except Exception as fault:
                if type(fault).__module__.partition(".")[0] not in ("httpx", "httpcore"):
                    self.fault = fault
                    return
                time.sleep(0.02)

    def _play(self, browser: Browser, match: str) -> bool:
        """Until it is over, has had its share, or all is to stop; whether it is another's turn."""
        seat, promised, begun = browser.open(match), self.promised[match], time.monotonic()
        if promised:
            self._caught_up(seat, promised[-1][0], begun)
        for _ in range(SOME):
            if self.stopping.is_set() or seat.result is not None:
                break
            question, entry = seat.question, seat.entry
            option = self.rng.choice(question["options"])["text"]
            reply = seat.ask("answer", seat=question["seat"], entry=entry, options=[option])
            if reply["type"] == "refused" and reply["key"] == "stale" and seat.entry == entry:
                continue
            assert reply["type"] == "ack", reply
            promised.append((entry + 1, option))
            seat.until("update")
        seat.close()
        return not self.stopping.is_set()

    def _caught_up(self, seat: Seat, entry: int, begun: float) -> None:
        """After coming back the match is at least as far as the last promise; another worker may be told a little
        later, never not at all."""
        while seat.entry < entry:
            assert time.monotonic() < begun + PATIENT, (seat.entry, entry)
            seat.next()


def soak(
    data: Path, kills: int, seed: int, database: str = "", workers: int = 1, games: Sequence[str] = ("drill",)
) -> tuple[int, int]:
    """Play under load, killing and restarting servers; then compare every record with every promise. How many
    answers were promised and kept, in how many matches."""
    servers = []
    try:
        for number in range(workers):
            (data / str(number)).mkdir()
            servers.append(Server(data / str(number), database=database).start())
        return _soak(servers, kills, seed, games)
    finally:
        for server in servers:
            server.stop()


def _soak(servers: list[Server], kills: int, seed: int, games: Sequence[str]) -> tuple[int, int]:
    rng, stop = random.Random(seed), threading.Event()
    players = [Player(servers, games, stop, seed * 100 + k) for k in range(PLAYERS)]
    for player in players:
        player.start()
    for _ in range(kills):
        _until(players, rng.randint(LEAST, 5 * LEAST))
        server = rng.choice(servers)
        server.kill()
        server.start()
    _until(players, LEAST)
    stop.set()
    for player in players:
        player.join(timeout=PATIENT)
    _sound(players)
    kept = matches = 0
    for player in players:
        for match, promised in player.promised.items():
            _compare(player.browsers[0], match, promised)
            kept, matches = kept + len(promised), matches + 1
    assert kept >= LEAST * kills
    return kept, matches


def _compare(browser: Browser, match: str, promised: list[tuple[int, str]]) -> None:
    """The record holds every promise at its place, and verifies from its first entry to its last."""
    answer = browser.http.get(f"/api/matches/{match}/record")
    assert answer.status_code == 200, (match, answer.text)
    record = decode_record(answer.content)
    show = load_game(record.game).texts.show
    for entry, option in promised:
        assert show(record.entries[entry - 1].answer) == option, (match, entry)
    replay(record)


def _until(players: list[Player], more: int) -> None:
    """Wait for so many more acknowledged answers."""
    goal, deadline = _acknowledged(players) + more, time.monotonic() + PATIENT
    while _acknowledged(players) < goal and time.monotonic() < deadline:
        _sound(players)
        time.sleep(0.01)


def _sound(players: list[Player]) -> None:
    for player in players:
        if player.fault is not None:
            raise player.fault


def _acknowledged(players: list[Player]) -> int:
    return sum(len(promised) for player in players for promised in list(player.promised.values()))
