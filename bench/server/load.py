"""Load on the table: matches of live seats, answers acknowledged and pushed, beside a bare socket loop.

    python -m bench.server.load [--matches 32 200] [--answers 4000] [--rate 150] [--database sqlite postgresql]
                                [--titles cassino_1944 ... mixed] [--json FILE] [--profile FILE]

Every run starts its own server process on a free loopback port. The clients are a process of their own; each seat
answers as fast as the table lets it, or, with `--rate`, after a while, so that all of them together give that many
answers a second. `mixed` plays all titles by turns. Server CPU is what the kernel counted for the server process from
the moment all seats were at their tables. "rules" is the processor time one answer costs without any server (the same
kind of play in this process: checking and applying the answer, and the digest of the record), "scene" that of one view
and scene. "of bare" is the server's CPU without the rules, scenes included, against the bare loop's. "first" is the CPU
of the answers before those that are measured: the first after a start. "idle" is what the server's memory grows by for
each match that was played a little and left, in KiB. `--profile` writes where the server's time went, and slows it
down.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import connect

from grognard.core import SPECTATOR, Match, Seeded, game_names, load_game
from grognard.look.display import display_of
from tests.server.postgres import postgres

ROOT = Path(__file__).parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
MIXED = "mixed"
TITLES = [name for name in game_names() if load_game(name).package.startswith("grognard.games.")]
IDLE, LANES, LEFT_AFTER = 100, 10, 30
"""Matches left lying to weigh them, so many of them at a time, after about so many answers each."""
FIRST = 3
"""Answers of each match before those that are measured."""


class Result(NamedTuple):
    what: str
    store: str
    matches: int
    answers: int
    seconds: float
    p50: float
    p99: float
    pushed50: float
    pushed99: float
    cpu: float
    """Server processor microseconds an answer."""
    rules: float
    """Of them in the rules."""
    scene: float
    """Of them in the game's view and scene."""
    first: float = 0.0
    """Server processor microseconds an answer of the first ones after a start, when nothing is remembered yet."""
    idle: float = 0.0
    """Memory of a match nobody is at, in KiB."""


def cpu_of(process: subprocess.Popen[bytes]) -> float:
    """Processor seconds of a process, user and system."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def running(app: str, factory: bool, environment: dict[str, str], profile: str = "") -> Any:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    profiled = ["-m", "cProfile", "-o", profile] if profile else []
    command = [sys.executable, *profiled, "-m", "uvicorn", app, "--port", str(port), "--ws", "websockets-sansio"]
    command += ["--ws-per-message-deflate", "false", "--log-level", "warning", "--no-access-log"]
    process = subprocess.Popen(
        command + (["--factory"] if factory else []), cwd=ROOT, env={**os.environ, **environment}
    )
    try:
        for _ in range(600):
            try:
                httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=1)
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield port, process
    finally:
        process.send_signal(signal.SIGINT if profile else signal.SIGTERM)  # a profile is not written after the latter
        process.wait()


class Tally:
    """Shared by all clients of a run."""

    def __init__(self, answers: int, pause: float = 0.0) -> None:
        self.left, self.pause = answers, pause
        """`pause`: seconds a seat thinks, in the middle."""
        self.acks: list[float] = []
        self.pushes: list[float] = []
        self.sent: dict[tuple[str, int], float] = {}
        self.open = 0
        self.all_open, self.go = asyncio.Event(), asyncio.Event()
        """Nobody answers before everybody is at the table: opening sockets is not what is measured."""
        self.seconds = self.cpu = 0.0

    async def ready(self, wanted: int) -> None:
        self.open += 1
        if self.open == wanted:
            self.all_open.set()
        await self.go.wait()

    async def measured(self, process: subprocess.Popen[bytes], players: Awaitable[Any]) -> None:
        """Let everybody go when all are there, and count time and the server's processor from then on."""
        playing = asyncio.ensure_future(players)
        await asyncio.wait({playing, asyncio.ensure_future(self.all_open.wait())}, return_when="FIRST_COMPLETED")
        started, before = time.perf_counter(), cpu_of(process)
        self.go.set()
        await playing
        self.seconds, self.cpu = time.perf_counter() - started, cpu_of(process) - before


async def seat_of(url: str, match: str, tally: Tally, rng: random.Random, wanted: int) -> None:
    """One seat: answers whenever it is asked, until enough answers were given."""
    async with connect(url, max_size=None, compression=None, ping_interval=None, open_timeout=300) as socket:
        started = 0.0
        await tally.ready(wanted)
        while tally.left > 0:
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), 20))
            except TimeoutError:
                return
            kind = message["type"]
            if kind == "ack":
                tally.acks.append(time.perf_counter() - started)
                continue
            if kind not in ("hello", "update"):
                continue
            if (began := tally.sent.pop((match, message["entry"]), None)) is not None and not started:
                tally.pushes.append(time.perf_counter() - began)
            question = message["question"]
            if question is None:
                return
            if question.get("waiting"):
                started = 0.0
                continue
            tally.left -= 1
            if tally.pause:
                await asyncio.sleep(rng.expovariate(1 / tally.pause))
            started = time.perf_counter()
            tally.sent[(match, message["entry"] + 1)] = started
            option = rng.choice(question["options"])["text"]
            said = {"type": "answer", "id": 1, "seat": question["seat"], "entry": message["entry"], "options": [option]}
            await socket.send(json.dumps(said))


async def play(port: int, game: str, matches: int, tally: Tally, seed: int) -> None:
    """Keep so many matches going; a finished one is replaced."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        played = [TITLES[k % len(TITLES)] if game == MIXED else game for k in range(matches)]
        wanted = sum(load_game(title).seat_count for title in played)

        async def lane(k: int) -> None:
            rng = random.Random(seed * 1000 + k)
            while tally.left > 0:
                match, urls = await _new(http, port, played[k], load_game(played[k]).seat_count)
                await asyncio.gather(*(seat_of(url, match, tally, rng, wanted) for url in urls))

        await asyncio.gather(*(lane(k) for k in range(matches)))


async def _new(http: httpx.AsyncClient, port: int, game: str, seats: int) -> tuple[str, list[str]]:
    """A match with a socket address for every seat."""
    body = {"game": game, "seats": [{"kind": "friend"}] * seats}
    made = (await http.post("/api/matches", json=body)).json()
    tokens = [link["url"].rpartition("/")[2] for link in made["links"]]
    return made["match"], [f"ws://127.0.0.1:{port}/ws/{made['match']}?token={token}" for token in tokens]


async def shout(port: int, rooms: int, tally: Tally) -> None:
    """The same against the bare loop: two clients a room, one answers the other."""
    body = json.dumps({"type": "answer", "id": 1, "seat": 0, "entry": 123, "options": ["move 34/133 > 1605"]})

    async def client(room: int, first: bool) -> None:
        url = f"ws://127.0.0.1:{port}/ws/{room}"
        async with connect(url, compression=None, ping_interval=None, open_timeout=300) as socket:
            mine = first
            await tally.ready(2 * rooms)
            if first:
                began = time.perf_counter()
                await socket.send(body)
            while tally.left > 0:
                try:
                    await asyncio.wait_for(socket.recv(), 20)
                except TimeoutError:
                    return
                if mine:
                    tally.acks.append(time.perf_counter() - began)
                    mine = False
                else:
                    tally.left -= 1
                    mine, began = True, time.perf_counter()
                    await socket.send(body)

    await asyncio.gather(*(client(room, first) for room in range(rooms) for first in (True, False)))


def resident(process: subprocess.Popen[bytes]) -> float:
    """Memory of a process in KiB."""
    return int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024


def at_the_table(data: str, database: str, profile: str = "") -> Any:
    """A server of our own that knows no limits."""
    limits = ("MESSAGES", "REQUESTS", "CREATIONS", "SOCKETS", "ALL_SOCKETS", "CONNECTS", "CONNECTIONS", "MATCHES")
    environment = {f"GROGNARD_{name}": "1000000" for name in limits} | {"GROGNARD_DATA": data}
    environment["GROGNARD_WARM"] = "no"  # what is loaded beside the answers is not what is measured
    environment |= {"GROGNARD_DATABASE": database} if database else {}
    return running("grognard.server.app:build_app", True, environment, profile)


def measure_table(
    store: str, database: str, matches: int, game: str, answers: int, rate: float = 0.0, profile: str = ""
) -> Result:
    with tempfile.TemporaryDirectory() as data, at_the_table(data, database, profile) as (port, process):
        cold = Tally(matches * FIRST)
        asyncio.run(cold.measured(process, play(port, game, matches, cold, 1)))
        tally = Tally(answers, matches / rate if rate else 0.0)
        asyncio.run(tally.measured(process, play(port, game, matches, tally, 2)))
    alone = measure_rules(min(answers, 2000), game, FIRST + answers // matches) if game != MIXED else (0.0, 0.0)
    result = _result(game, store, matches, tally, *alone)
    return result._replace(first=1e6 * cold.cpu / len(cold.acks), idle=0.0 if profile else weigh(game))


def weigh(game: str) -> float:
    """KiB a match takes that was played a little and left: the growth of a server that has seen such matches before,
    a few at a time, so that what is needed only while they are played is not counted."""

    async def some(port: int, count: int, seed: int) -> None:
        for k in range(0, count, LANES):
            tally = Tally(LANES * LEFT_AFTER)
            tally.go.set()
            await play(port, game, LANES, tally, seed + k)

    with tempfile.TemporaryDirectory() as data, at_the_table(data, "") as (port, process):
        asyncio.run(some(port, IDLE // 2, 1))
        before = resident(process)
        asyncio.run(some(port, IDLE, 1000))
        return (resident(process) - before) / IDLE


def measure_rules(answers: int, game_name: str, length: int) -> tuple[float, float]:
    """Processor microseconds an answer costs in the rules, and one view with its scene, by random play of the first
    `length` answers of matches."""
    game, rng = load_game(game_name), random.Random(3)
    table = display_of(game)
    assert table is not None
    match = Match.start(game, Seeded(3))
    spent = drawn = 0.0
    for k in range(answers):
        if match.decision is None or len(match.record.entries) >= length:
            match = Match.start(game, Seeded(k))
        decision = match.decision
        assert decision is not None
        option = rng.choice(decision.options)
        began = time.process_time_ns()
        match.answer(decision.seat, option)
        applied = time.process_time_ns()
        table.scene(match.view(SPECTATOR), SPECTATOR)
        drawn += time.process_time_ns() - applied
        spent += applied - began
    nothing = time.process_time_ns()
    for _ in range(answers):
        time.process_time_ns()
    clock = time.process_time_ns() - nothing
    return (spent - clock) / 1000 / answers, (drawn - clock) / 1000 / answers


def measure_bare(store: str, database: str, rooms: int, answers: int) -> Result:
    with tempfile.TemporaryDirectory() as data:
        environment = {"BARE_DATABASE": database or f"sqlite:///{data}/bare.sqlite3"}
        with running("bench.server.bare:app", False, environment) as (port, process):
            for count in (rooms * FIRST, answers):
                tally = Tally(count)
                asyncio.run(tally.measured(process, shout(port, rooms, tally)))
    return _result("bare loop", store, rooms, tally, 0.0, 0.0)


def _result(what: str, store: str, n: int, tally: Tally, rules: float, scene: float) -> Result:
    def at(values: list[float], share: float) -> float:
        return 1000 * statistics.quantiles(values, n=100)[int(share * 100) - 1] if len(values) > 1 else 0.0

    done = len(tally.acks)
    pushed = tally.pushes or tally.acks
    each = 1e6 / max(done, 1)
    times = (at(tally.acks, 0.5), at(tally.acks, 0.99), at(pushed, 0.5), at(pushed, 0.99))
    return Result(what, store, n, done, tally.seconds, *times, tally.cpu * each, rules, scene)


def show(results: list[Result]) -> None:
    heads = (
        "store",
        "matches",
        "answers/s",
        "ack p50",
        "p99",
        "push p50",
        "p99",
        "CPU us",
        "rules",
        "scene",
        "first",
        "of bare",
        "idle KiB",
    )
    print(f"{'':22}{heads[0]:11}" + "".join(f"{head:>10}" for head in heads[1:]))
    bare = {(r.store, r.matches): r.cpu for r in results if r.what == "bare loop"}
    for r in results:
        share = (r.cpu - r.rules) / bare.get((r.store, r.matches), float("nan"))
        numbers = (r.answers / r.seconds, r.p50, r.p99, r.pushed50, r.pushed99, r.cpu, r.rules, r.scene, r.first)
        told = "".join(f"{n:10.1f}" for n in numbers) + f"{share:10.2f}{r.idle:10.0f}"
        print(f"{r.what:22}{r.store:11}{r.matches:10}{told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, nargs="+", default=[32, 200])
    parser.add_argument("--answers", type=int, default=4000)
    parser.add_argument("--database", nargs="+", default=["sqlite", "postgresql"])
    parser.add_argument("--titles", nargs="+", default=["cassino_1944"], choices=[*TITLES, MIXED])
    parser.add_argument("--rate", type=float, default=0.0)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--profile", default="")
    given = parser.parse_args()
    measured = partial(measure_table, answers=given.answers, rate=given.rate, profile=given.profile)
    results: list[Result] = []
    for store in given.database:
        for matches in given.matches:
            if store == "sqlite":
                results.append(measure_bare(store, "", matches, given.answers))
                results.extend(measured(store, "", matches, title) for title in given.titles)
            else:
                with postgres() as address:
                    results.append(measure_bare(store, address, matches, given.answers))
                    results.extend(measured(store, address, matches, title) for title in given.titles)
    show(results)
    if given.json:
        given.json.write_text(json.dumps([r._asdict() for r in results], indent=1) + "\n")


if __name__ == "__main__":
    main()
