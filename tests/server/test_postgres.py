"""PostgreSQL, and several workers on one database."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.server.settings import SettingsError, load_settings
from tests.server.kit import ROOT, Browser, Seat, Server, free_port, serving
from tests.server.test_play import play_out
from tests.serving import FREELY


@pytest.fixture(scope="module")
def pair(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two workers on two ports, so that a test chooses which one it talks to."""
    with (
        serving(tmp_path_factory.mktemp("one"), database=postgres) as one,
        serving(tmp_path_factory.mktemp("two"), database=postgres) as two,
    ):
        yield one, two


def across(pair: tuple[Server, Server]) -> tuple[str, Browser, Browser, Seat, Seat]:
    """A match of Cassino with a seat on each worker."""
    host, friend = pair[0].browser(), pair[1].browser()
    made = host.create("me", "friend", game="cassino_1944")
    friend.join(made["links"][0]["url"])
    return made["match"], host, friend, host.open(made["match"]), friend.open(made["match"])


def until_entry(seat: Seat, entry: int) -> None:
    while seat.entry < entry:
        seat.next()


def test_a_game_on_postgresql(pair: tuple[Server, Server]) -> None:
    browser = pair[0].browser()
    seat = browser.open(browser.create("me", "random", "random")["match"])
    play_out(seat, 4)
    assert browser.get("/api/matches")[0]["over"]


def test_seats_on_two_workers_play_one_match(pair: tuple[Server, Server]) -> None:
    match, host, friend, one, two = across(pair)
    for _ in range(60):
        asked, waits = (one, two) if one.asked() else (two, one)
        if asked.result is not None:
            break
        asked.answer(asked.question["default"] if asked.question["default"] >= 0 else 0)
        until_entry(waits, asked.entry)
        assert waits.last["crumbs"] == asked.last["crumbs"]
    fresh = friend.open(match)
    assert fresh.entry == one.entry == two.entry
    assert fresh.hello["scene"]["pieces"] == host.open(match).hello["scene"]["pieces"]


def test_undo_talk_presence_and_offers_cross_workers(pair: tuple[Server, Server]) -> None:
    _, _, _, one, two = across(pair)
    while not all(chair["online"] for chair in one.until("presence")["seats"]):
        pass
    entry = one.entry
    for at in range(len(one.question["options"])):
        one.answer(at)
        if one.last["undo"]:
            break
        assert one.ask("offer", kind="takeback", to=entry)["type"] == "ack"
        two.ask("accept")
        until_entry(one, one.entry + 1)
    until_entry(two, one.entry)
    entry = one.entry
    assert one.ask("undo", seat=0)["type"] == "ack"
    one.until("update")
    assert two.until("update")["cut"] == entry - 1
    two.say("chat", text="over there")
    assert one.until("chat")["text"] == "over there"
    one.answer()
    until_entry(two, one.entry)
    assert two.ask("resign", seat=1)["type"] == "ack"
    assert one.until("update")["winners"] == [0]


def test_characters_a_database_refuses_trouble_nobody(pair: tuple[Server, Server]) -> None:
    host, friend = pair[0].browser(), pair[1].browser()
    made = host.create("me", "friend", game="cassino_1944")
    friend.post("/api/join", {"token": made["links"][0]["url"].rpartition("/")[2], "name": "Nu\0ll"}, status=200)
    one = host.open(made["match"])
    assert one.hello["seats"][1]["who"] == "Null"
    one.say("chat", text="\0 zero\0 \u202e")
    assert one.until("chat")["text"] == "zero"
    assert friend.post("/api/login", {"name": "a\0b", "password": "correct horse"}, status=400)["key"] == "login"
    assert host.http.get("/api/matches/%00/record").status_code == 404
    one.answer()


def test_writes_at_the_same_moment_lose_nothing(pair: tuple[Server, Server]) -> None:
    match, host, _, one, two = across(pair)
    entry = one.entry

    def talk() -> None:
        for k in range(30):
            two.say("chat", text=f"word {k}")
            two.until("chat")

    talker = threading.Thread(target=talk)
    talker.start()
    answered = 0
    while talker.is_alive() and one.asked():
        one.answer(len(one.question["options"]) - 1)
        answered += 1
    talker.join()
    while not any('"word 29"' in text for text in one.heard):
        one.next()
    back = host.open(match)
    assert back.entry >= entry + answered
    assert [said["text"] for said in back.hello["chat"]] == [f"word {k}" for k in range(30)]


def test_another_worker_takes_over_the_computer(postgres: str, tmp_path: Path) -> None:
    folders = [tmp_path / "dies", tmp_path / "lives"]
    for folder in folders:
        folder.mkdir()
    with (
        serving(folders[0], database=postgres, pace=60) as dies,
        serving(folders[1], database=postgres) as lives,
    ):
        host, guest = dies.browser(), lives.browser()
        made = host.create("me", "random", "random")
        slow = host.open(made["match"])
        slow.answer()
        assert slow.until("thinking")["busy"], "the slow worker acts for this match now"
        guest.join(made["watch"])
        here = guest.open(made["match"])
        with pytest.raises(TimeoutError):
            while here.entry < 2:
                here.next(timeout=1.0)
        dies.kill()
        until_entry(here, 3)


def test_several_workers_behind_one_port(postgres: str, tmp_path: Path) -> None:
    port = free_port()
    # The quota of sockets stays in the database that other tests use after this one: it is theirs.
    quotas = {"GROGNARD_MESSAGES": "1000", "GROGNARD_CONNECTS": str(FREELY["connects"])}
    environment = {**os.environ, "GROGNARD_DATA": str(tmp_path), **quotas}
    command = [sys.executable, "-m", "grognard.server", "--no-browser", "--port", str(port), "--workers", "2"]
    with (tmp_path / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--database", postgres], cwd=ROOT, env=environment, stdout=log, stderr=log
        )
    try:
        server = Server(tmp_path)
        server.port, server.address = port, f"http://127.0.0.1:{port}"
        server.wait()
        host, friend = server.browser(), server.browser()
        made = host.create("me", "friend", game="cassino_1944")
        friend.join(made["links"][0]["url"])
        seats = [host.open(made["match"]) for _ in range(3)] + [friend.open(made["match"]) for _ in range(3)]
        for _ in range(10):
            asked = next(seat for seat in seats if seat.asked())
            asked.answer(asked.question["default"] if asked.question["default"] >= 0 else 0)
            for seat in seats:
                until_entry(seat, asked.entry)
    finally:
        process.terminate()
        process.wait(timeout=30)


def test_several_workers_need_postgresql() -> None:
    with pytest.raises(SettingsError, match="PostgreSQL"):
        load_settings(workers=2)
