"""Parts of the server by themselves: differences of scenes, grouped commits, settings, the shelf card."""

import asyncio
import random
import re
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import SQLAlchemyError
from typer.testing import CliRunner

from grognard.cli import app as grognard
from grognard.core import SPECTATOR, Match, Only, Seeded, load_game
from grognard.games.cassino_1944.content import SIDE
from grognard.look.scene import Cell, Face, Piece, Scene, Track
from grognard.server.drawings import card
from grognard.server.guard import MOST_ADDRESSES, Limits, client_address
from grognard.server.lanes import Lane
from grognard.server.opponents import _MINDS, MINDS, Asked, Opponents, think
from grognard.server.presenter import Presenter, diff
from grognard.server.run import serve
from grognard.server.sanitising import tidy
from grognard.server.schema import entries, matches
from grognard.server.settings import Settings, SettingsError, load_settings
from grognard.server.sockets import Bucket, Socket
from grognard.server.store import Store, claim_token, create_match, hold_by_token, new_link, token_opens
from grognard.server.writer import CHANGING, Change, Conflict
from tests.serving import ROOT, free_port


def piece(id: str, space: int = 0, name: str = "") -> Piece:
    return Piece(id, 1, name, 0, space, Face("US"))


def applied(old: Scene, new: Scene) -> Scene:
    """What a client does with a difference."""
    told = diff(old, new)
    pieces = {p.id: p for p in old.pieces}
    for id in told.gone or ():
        del pieces[id]
    for changed in told.pieces or ():
        pieces[changed.id] = changed
    if told.order:
        pieces = {id: pieces[id] for id in told.order}
    fields = {
        name: getattr(told, name) or getattr(old, name) for name in ("tracks", "panels", "banner", "veil", "owner")
    }
    return Scene(pieces=tuple(pieces.values()), **fields)


def test_a_difference_turns_the_old_scene_into_the_new() -> None:
    rng = random.Random(1)
    scene = Scene(())
    for _ in range(300):
        ids = rng.sample("abcdefgh", rng.randrange(9))
        track = Track("turn", "Turn", (Cell("1"), Cell("2")), rng.randrange(2))
        new = Scene(tuple(piece(id, rng.randrange(3)) for id in ids), (track,), banner=f"b{rng.randrange(2)}")
        assert applied(scene, new) == new
        scene = new


def test_a_small_change_makes_a_small_difference() -> None:
    old = Scene((piece("a"), piece("b"), piece("c")), banner="x")
    told = diff(old, Scene((piece("a"), piece("b", 5), piece("c")), banner="x"))
    assert told.pieces == [piece("b", 5)] and not told.gone and not told.order and not told.banner
    assert diff(old, old) == diff(Scene(()), Scene(()))


@pytest.mark.parametrize("name", ["cassino_1944", "cities_of_the_damned", "thunder_at_cassino"])
def test_a_public_position_looks_the_same_from_every_seat(name: str) -> None:
    """The table makes one scene for all where nobody knows more than the others."""
    game = load_game(name)
    presenter, rng = Presenter(game), random.Random(4)
    match = Match.start(game, Seeded(4))
    for _ in range(60):
        decision = match.decision
        if decision is None:
            break
        if not presenter.secrets(match):
            seen = {seat: presenter.scene(match.view(seat), seat) for seat in (*range(game.seat_count), SPECTATOR)}
            assert all(scene == seen[SPECTATOR] for scene in seen.values())
        match.answer(decision.seat, rng.choice(decision.options))


def test_the_end_of_the_log_has_as_many_lines_as_asked_and_tells_no_forced_answer() -> None:
    game = load_game("cities_of_the_damned")
    presenter, rng = Presenter(game), random.Random(4)
    match = Match.start(game, Seeded(4))
    while len([seen for seen in match.feed(0) if isinstance(seen.event, Only)]) < 40:
        decision = match.decision
        assert decision is not None
        match.answer(decision.seat, rng.choice(decision.options))
    told = presenter.last_lines(match, 0, 60)
    assert len(told) == 60 and "Only" not in {line.kind for line in told}
    assert told == presenter.lines(match, 0, -1, len(match.record.entries))[-60:]
    upto = told[0].entry
    assert presenter.last_lines(match, 0, 60, upto) == presenter.lines(match, 0, -1, upto)[-60:], "what was before"
    assert presenter.last_lines(match, 0, 10**6, upto) == presenter.lines(match, 0, -1, upto)


def test_what_follows_a_forced_answer_is_told_of_the_seat_that_had_to_give_it() -> None:
    """A beaten unit that cannot go back stands: its owner did so, though the other seat spoke last."""
    game = load_game("cassino_1944")
    presenter, rng = Presenter(game), random.Random(4)
    seats = set()
    for seed in range(6):
        match = Match.start(game, Seeded(seed))
        while (decision := match.decision) is not None and len(match.record.entries) < 400:
            match.answer(decision.seat, rng.choice(decision.options))
        lines = presenter.lines(match, SPECTATOR, -1, len(match.record.entries))
        seats |= {(line.seat, line.text.split(" ")[0]) for line in lines if line.kind == "Stood"}
    sides = dict(zip(game.names["UnitId"], SIDE, strict=True))
    assert len(seats) > 3 and all(seat == sides[unit] for seat, unit in seats)


def row(id: str, version: int = 1) -> dict[str, Any]:
    blank = {column.name: "" for column in matches.columns}
    numbers = {"rules_version": 1, "base": 0, "created": 0.0, "touched": 0.0, "count": 0, "over": False, "turn_of": 0}
    return {**blank, **numbers, "id": id, "version": version, "start": None, "lesson": None}


def change(id: str, was: int, n: int) -> Change:
    changed = {name: value for name, value in row(id, was + 1).items() if name in CHANGING}
    added = {"match": id, "n": n, "who": 0, "ask": "q", "answer": "{}", "digest": "d", "barrier": False}
    return Change(id, was, changed, [added])


def finish(work: Coroutine[Any, Any, None]) -> None:
    """Run in a thread of its own: a browser driven by another test keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


@pytest.fixture
def store(tmp_path: Path) -> Any:
    made = Store(f"sqlite:///{tmp_path / 'table.sqlite3'}")
    yield made
    made.close()


def creation(id: str) -> Callable[[Connection], None]:
    return lambda connection: create_match(connection, row(id), [], [], [])


def test_a_program_and_a_friend_who_come_together_do_not_both_get_the_seat(store: Store) -> None:
    async def run() -> None:
        await store.do(creation("m"))
        for seat, link in ((0, "a"), (1, "b")):
            assert await store.do(lambda c, s=seat, k=link: new_link(c, "m", s, k))
            assert await store.read(lambda c, k=link: token_opens(c, k)) == ("m", seat, True)
        assert await store.do(lambda c: hold_by_token(c, "a", "friend")) == ("m", 0, True)
        assert not await store.do(lambda c: claim_token(c, "a")), "the friend was first"
        assert await store.do(lambda c: claim_token(c, "b"))
        assert await store.do(lambda c: hold_by_token(c, "b", "friend")) == ("m", 1, False), "the program was first"

    finish(run())


def test_what_waits_is_committed_together(store: Store) -> None:
    async def run() -> None:
        for k in range(20):
            await store.do(creation(f"m{k}"))
        hold = threading.Event()
        first = store.writer.submit(lambda c: hold.wait(5))
        later = [store.writer.submit(change(f"m{k}", 1, 1)) for k in range(20)]
        before = store.writer.batches
        hold.set()
        await asyncio.gather(first, *later)
        assert store.writer.batches - before <= 2
        assert await store.read(lambda c: c.execute(select(func.count()).select_from(entries)).scalar()) == 20

    finish(run())


def test_a_write_on_an_old_version_fails_alone_and_leaves_nothing(store: Store) -> None:
    async def run() -> None:
        for id in ("a", "b", "c"):
            await store.do(creation(id))
        hold = threading.Event()
        first = store.writer.submit(lambda c: hold.wait(5))
        jobs = [store.writer.submit(change("a", 1, 1)), store.writer.submit(change("b", 7, 1))]
        jobs += [
            store.writer.submit(change("c", 1, 1)),
            store.writer.submit(lambda c: c.execute(text("SELECT nonsense"))),
        ]
        hold.set()
        await first
        done = await asyncio.gather(*jobs, return_exceptions=True)
        assert done[0] is None and isinstance(done[1], Conflict) and done[2] is None and isinstance(done[3], Exception)
        kept = await store.read(lambda c: c.execute(select(entries.c.match)).scalars().all())
        assert sorted(kept) == ["a", "c"]

    finish(run())


def test_sqlite_writes_reach_the_disk(store: Store) -> None:
    with store.engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_migrations_make_the_tables_the_program_uses(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from grognard.server.schema import metadata

    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_settings_come_from_arguments_then_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GROGNARD_PORT", "9000")
    monkeypatch.setenv("GROGNARD_SECURE", "yes")
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path))
    found = load_settings(host="0.0.0.0", port=None)
    assert (found.host, found.port, found.secure, found.folder) == ("0.0.0.0", 9000, True, tmp_path)
    assert load_settings(port=1).port == 1
    monkeypatch.setenv("GROGNARD_PACE", "slowly")
    with pytest.raises(SettingsError, match="GROGNARD_PACE"):
        load_settings()
    monkeypatch.delenv("GROGNARD_DATA")
    monkeypatch.setenv("GROGNARD_PACE", "1")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert load_settings().folder == tmp_path / "grognard"


def test_every_setting_is_in_the_manual_with_its_default() -> None:
    manual = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")
    rows = [line for line in manual.splitlines() if line.startswith("| `GROGNARD_")]
    for field in fields(Settings):
        row = next((line for line in rows if f"`GROGNARD_{field.name.upper()}`" in line), "")
        assert row, field.name
        plain = type(field.default) in (int, float) and field.default < 5000
        assert not plain or re.search(rf"\b{field.default:g}\b", row), (field.name, row)


def test_the_data_folder_is_its_owners_only(tmp_path: Path) -> None:
    settings = load_settings(data=str(tmp_path / "made"))
    settings.make_folder()
    assert settings.folder.stat().st_mode & 0o077 == 0


def test_a_database_in_a_missing_folder_is_refused_in_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path / "data"))
    said = CliRunner().invoke(grognard, ["serve", "--no-browser", "--database", f"sqlite:///{tmp_path}/no/t.sqlite3"])
    assert said.exit_code != 0 and "Traceback" not in said.output
    assert f"the folder {tmp_path}/no of the database does not exist" in " ".join(said.output.split())
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(
    ("address", "told"),
    [("nonsense", "no address of a database"), ("mysql://host/base", "mysql is not supported")],
)
def test_a_database_we_cannot_use_is_refused_in_words(address: str, told: str) -> None:
    with pytest.raises(SettingsError, match=told):
        load_settings(database=address)


def test_a_postgresql_address_needs_no_driver() -> None:
    for given in ("postgres://me@host/base", "postgresql://me@host/base", "postgresql+psycopg://me@host/base"):
        assert load_settings(database=given).url == "postgresql+psycopg://me@host/base"


def test_a_database_out_of_reach_is_told_before_anybody_is_served(tmp_path: Path) -> None:
    address = f"postgresql://nobody@127.0.0.1:{free_port()}/none"
    with pytest.raises(SQLAlchemyError, match="connection"):
        serve(database=address, no_browser=True, data=str(tmp_path))


def test_strangers_are_counted_by_address_and_ipv6_by_network() -> None:
    def seen(host: str) -> str:
        return client_address({"client": (host, 1)})

    assert seen("10.0.0.1") != seen("10.0.0.2")
    assert seen("2001:db8:1:2::3") == seen("2001:db8:1:2:ffff::9") != seen("2001:db8:1:3::3")
    assert client_address({}) == "?"


def test_what_is_remembered_of_strangers_is_bounded() -> None:
    limits = Limits(Settings(requests=0.001))
    for k in range(MOST_ADDRESSES * 2):
        for _ in range(2):
            limits.request(f"a{k}")
    assert len(limits._requests) <= MOST_ADDRESSES


def test_a_card_is_a_window_of_the_map() -> None:
    ground = '<svg xmlns="x" width="200" height="100" viewBox="0 0 200 100"><path d="M0 0"/></svg>'
    made = card(ground, (10.0, 20.0, 16.0, 9.0))
    assert 'viewBox="10 20 16 9"' in made and "width=" not in made and made.endswith("</svg>")


def test_a_computer_player_that_hangs_is_replaced() -> None:
    lane = Lane(True, "test")
    pool = lane.started()
    stuck = pool.submit(time.sleep, 600)
    while not stuck.running():
        time.sleep(0.01)
    lane.abandon(pool)
    with pytest.raises(BrokenProcessPool):
        stuck.result(timeout=30)
    try:
        assert lane.started().submit(abs, -3).result(timeout=60) == 3
    finally:
        lane.close()


def test_a_match_comes_back_to_the_process_that_knows_it_unless_another_is_freer() -> None:
    opponents = Opponents(2)
    first, second = opponents._lanes
    assert opponents._lane_of("a") is first
    first.waiting = 1
    assert opponents._lane_of("b") is second
    second.waiting = 1
    assert opponents._lane_of("a") is first and opponents._lane_of("b") is second
    first.waiting = 0
    assert opponents._lane_of("b") is first, "nobody waits behind another match while a process is idle"


def test_a_mind_lasts_through_its_turn_and_not_through_a_take_back() -> None:
    game = load_game("cassino_1944")
    match = Match.start(game, Seeded(3))
    decision = match.decision
    assert decision is not None
    seat = decision.seat

    def asked(entry: int, name: str = "m") -> Asked:
        return Asked((), game.name, name, entry, game.codec.encode(match.view(seat)), seat, "greedy", 1)

    row, reasons = think(asked(0))
    match.plan(seat, [game.codec.decode_answer(option) for option in row])
    assert len(row) > 1 and reasons[0][0] == 0 and len(reasons[0][1]) <= 20
    begun = [at for at, _ in reasons]
    assert begun == sorted(set(begun)) and begun[-1] < len(row), "a reason for every plan, at its first answer"
    mind = _MINDS["m", seat, "greedy"].player
    while match.decision is not None and match.decision.seat != seat:
        match.answer(match.decision.seat, match.decision.options[max(match.decision.default, 0)])
    think(asked(len(match.record.entries)))
    assert _MINDS["m", seat, "greedy"].player is mind
    think(asked(1))
    assert _MINDS["m", seat, "greedy"].player is not mind
    for number in range(MINDS + 5):
        think(asked(1, str(number)))
    assert len(_MINDS) == MINDS and ("m", seat, "greedy") not in _MINDS


def test_what_people_write_is_one_plain_line() -> None:
    assert tidy("  a\n b\0c\x1b[31m \u202ed ", 64) == "a bc[31m d"
    assert tidy("x" * 100, 64) == "x" * 64
    assert tidy("\u0000 \u200e", 64) == ""
    assert tidy("👩\u200d🔧 ok", 64) == "👩\u200d🔧 ok"


def test_a_rate_allows_a_burst_and_then_its_pace() -> None:
    bucket = Bucket(rate=0.001, burst=3)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]


def test_a_client_that_does_not_read_is_let_go() -> None:
    async def run() -> None:
        for backlog, most in ((3, 1000), (1000, 3)):
            socket = Socket((0,), "", "", 0, 10, backlog, most)
            for k in range(3):
                socket.push(str(k))
            assert socket.closed is None and await socket.next() == "0"
            socket.push("3")
            assert socket.closed is None
            socket.push("4")
            assert socket.closed == 1013
            assert await socket.next() is None

    finish(run())


def test_one_long_message_is_sent_however_long() -> None:
    async def run() -> None:
        socket = Socket((0,), "", "", 0, 10, 3, 10)
        socket.push("x" * 100)
        assert socket.closed is None and len(await socket.next() or "") == 100

    finish(run())
