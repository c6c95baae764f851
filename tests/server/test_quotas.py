"""Nobody fills the table alone: quotas all workers share, computers that wait to be watched, what is thrown away."""

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from grognard.server import quotas
from grognard.server.store import Store
from tests.server.kit import ROOT, Seat, Server, serving
from tests.server.test_parts import finish


def test_a_quota_is_one_count_for_all_workers(tmp_path: Path) -> None:
    async def work() -> None:
        address = f"sqlite:///{tmp_path / 'table.sqlite3'}"
        stores = [Store(address), Store(address)]
        who = quotas.of_address("192.0.2.1")
        spent = [await stores[k % 2].do(lambda c: quotas.spend(c, "creation", who, 6)) for k in range(9)]
        assert spent == [True] * 6 + [False] * 3
        assert await stores[0].do(lambda c: quotas.spend(c, "creation", quotas.of_address("192.0.2.2"), 6))
        assert "192.0.2" not in who
        for store in stores:
            store.close()

    finish(work())


def test_sockets_are_one_count_for_all_workers(tmp_path: Path) -> None:
    async def work() -> None:
        address = f"sqlite:///{tmp_path / 'table.sqlite3'}"
        stores = [Store(address), Store(address)]
        workers = [quotas.Portions(store, "connect", 300) for store in stores]
        taken = [await workers[k % 2].take("192.0.2.1") for k in range(310)]
        assert taken == [True] * 300 + [False] * 10
        assert await workers[1].take("192.0.2.2")
        for store in stores:
            store.close()

    finish(work())


def test_what_is_left_of_a_quota_is_spent_though_it_is_less_than_a_portion(tmp_path: Path) -> None:
    """A table whose operator raises the quota turns nobody away who had something left."""

    async def work() -> None:
        store = Store(f"sqlite:///{tmp_path / 'table.sqlite3'}")
        assert await quotas.Portions(store, "connect", 250).take("192.0.2.1"), "a portion of 2"
        assert await quotas.Portions(store, "connect", 1_000_000).take("192.0.2.1"), "248 of a portion of 10,000"
        store.close()

    finish(work())


def test_talk_open_tables_and_matches_have_an_end(tmp_path: Path) -> None:
    with serving(tmp_path, chat=3, open_tables=2, matches=4) as server:
        browser = server.browser()
        seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "level": "greedy"}]
        wanted = {"game": "drill", "seats": seats, "open": True}
        made = [browser.post("/api/matches", wanted) for _ in range(2)]
        assert browser.post("/api/matches", wanted, status=400)["key"] == "quota"
        for _ in range(2):
            browser.create("me", "me", "me")
        assert browser.post("/api/matches", {**wanted, "open": False}, status=400)["key"] == "quota"
        seat = browser.open(made[0]["match"])
        told = [seat.ask("chat", text=f"line {k}") for k in range(5)]
        assert [message["type"] for message in told] == ["ack"] * 3 + ["refused"] * 2
        assert told[-1]["key"] == "rate"


def test_what_one_address_stores_has_an_end(tmp_path: Path) -> None:
    with serving(tmp_path, uploads=4000, entries=20) as server:
        browser = server.browser()
        match = browser.create("me", "me", "me")["match"]
        seat = browser.open(match)
        for _ in range(4):
            seat.answer()
        raw = browser.http.get(f"/api/matches/{match}/record").content
        told = [browser.http.post("/api/records", content=raw).status_code for _ in range(1 + 4000 // len(raw))]
        assert told == [201] * (len(told) - 1) + [429]
        refused = None
        for _ in range(40):
            reply = seat.ask("offer", kind="takeback", to=seat.entry - 1)
            if reply["type"] == "refused":
                refused = reply
                break
            seat.until("update")
        assert refused is not None and refused["key"] == "offer" and seat.entry == 20
        seat.answer()


def test_sockets_opened_one_after_the_other_are_counted(tmp_path: Path) -> None:
    with serving(tmp_path, connects=50) as server:
        browser = server.browser()
        match = browser.create("me", "me", "me")["match"]
        codes = []
        for _ in range(12):
            try:
                browser.open(match).close()
            except Exception as closed:
                codes.append(closed.rcvd.code)
        assert codes and set(codes) == {4429}


def test_computers_among_themselves_wait_for_somebody_to_watch(server: Server) -> None:
    browser = server.browser()
    made = browser.create("greedy", "greedy", "greedy")
    assert browser.get("/api/matches")[0]["entry"] == 0
    watching = browser.open(made["match"])
    while watching.entry < 5:
        watching.until("update")


def _age(file: Path, match: str, days: float) -> None:
    with closing(sqlite3.connect(file)) as base:
        base.execute("UPDATE matches SET touched = ? WHERE id = ?", (time.time() - days * 86400, match))
        base.commit()


def _tidy(data: Path, *words: str) -> str:
    command = [sys.executable, "-m", "grognard", "tidy", "--database", f"sqlite:///{data / 'table.sqlite3'}", *words]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_tidy_says_what_would_go_and_then_throws_away_only_that(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite3"
    with serving(tmp_path) as server:
        browser = server.browser()
        fresh, abandoned, finished, kept = [browser.create("me", "me", "me")["match"] for _ in range(4)]
        owner = server.browser()
        owner.post("/api/accounts", {"name": "Keeper", "password": "correct horse"})
        owned = owner.create("me", "me", "me")["match"]
        for who, match in ((browser, finished), (browser, kept), (owner, owned)):
            seat: Seat = who.open(match)
            seat.answer()
            assert seat.ask("resign", seat=0)["type"] == "ack"
    for match, days in ((abandoned, 400), (finished, 200), (kept, 100), (owned, 900)):
        _age(file, match, days)
    told = _tidy(tmp_path)
    assert "1 unfinished matches untouched for 365 days would go" in told
    assert "1 finished matches of guests untouched for 180 days would go (2 entries)" in told
    assert "Nothing was changed" in told
    with closing(sqlite3.connect(file)) as base:
        assert base.execute("SELECT count(*) FROM matches").fetchone() == (5,)
    assert "thrown away" in _tidy(tmp_path, "--really")
    with closing(sqlite3.connect(file)) as base:
        assert {row[0] for row in base.execute("SELECT id FROM matches")} == {fresh, kept, owned}
        assert {row[0] for row in base.execute('SELECT DISTINCT "match" FROM entries')} == {kept, owned}
    with serving(tmp_path) as server:
        assert server.browser().http.get("/api/games").status_code == 200
