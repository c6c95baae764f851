"""A bot that takes a seat through the table's HTTP and socket interface, as a program in any language could.

    python examples/http_bot.py                               starts a table of its own on a free port
    python examples/http_bot.py --address http://localhost:8765

It plays the first side of a title against a computer player of the server, to the end, choosing at random among the
options that do something. The messages are described in docs/protocol.md. Needs `pip install grognard httpx`.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect


@contextmanager
def own_table() -> Iterator[str]:
    """A server that lives as long as this program; the address it prints."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "GROGNARD_DATA": folder, "GROGNARD_PACE": "0", "GROGNARD_MESSAGES": "500"}
        command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--no-browser"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                address = server.stdout.readline().split()[-1].rstrip("/")
                while True:
                    try:
                        httpx.get(f"{address}/healthz").raise_for_status()
                        break
                    except httpx.TransportError:
                        time.sleep(0.1)
                yield address
            finally:
                server.terminate()


def choose(question: dict[str, Any], rng: random.Random) -> str:
    """The bot's brain: anything but the quiet answer, most of the time."""
    options = question["options"]
    loud = [option for k, option in enumerate(options) if k != question["default"]]
    return str(rng.choice(loud if loud and rng.random() < 0.8 else options)["text"])


def receive(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(timeout=60))
    return message


def play(address: str, title: str, scenario: str, opponent: str, seed: int) -> tuple[str, int]:
    """One match: how it ended, and how many answers the bot gave."""
    rng = random.Random(seed)
    with httpx.Client(base_url=address, headers={"Origin": address}) as client:
        seats = client.get(f"/api/games/{title}").raise_for_status().json()["seats"]
        wanted = [{"kind": "me"}] + [{"kind": "bot", "level": opponent}] * (seats - 1)
        body = {"game": title, "scenario": scenario, "options": {}, "seats": wanted}
        created = client.post("/api/matches", json=body).raise_for_status().json()
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = {"Cookie": cookie, "Origin": address}
    where = f"ws{address.removeprefix('http')}/ws/{created['match']}"
    answers = 0
    with connect(where, additional_headers=headers, max_size=None) as socket:
        position = receive(socket)  # the first message is `hello`: all there is to know
        while position["result"] is None:
            question = position["question"]
            if question and not question.get("waiting"):
                answers += 1
                message = {"type": "answer", "id": answers, "seat": question["seat"], "entry": position["entry"]}
                socket.send(json.dumps({**message, "options": [choose(question, rng)]}))
            while (heard := receive(socket))["type"] != "update":
                if heard["type"] == "refused" and heard["key"] == "rate":
                    time.sleep(1.0)
                    break
                if heard["type"] == "refused":
                    raise RuntimeError(heard["text"])
            else:
                position = heard
    return str(position["result"]), answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", help="a running table; without it the program starts its own")
    parser.add_argument("--title", default="cassino_1944")
    parser.add_argument("--scenario", default="avenger")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    match = (given.title, given.scenario, given.opponent, given.seed)
    if given.address:
        result, answers = play(given.address.rstrip("/"), *match)
    else:
        with own_table() as address:
            result, answers = play(address, *match)
    print(f"{answers} answers: {result}")


if __name__ == "__main__":
    main()
