"""Drawing a board takes seconds; nobody else may wait for it."""

import gzip
import re
import threading
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from grognard.core import TitleError, load_game
from grognard.look import ground
from grognard.server import drawings, shelf
from tests.server.kit import PATIENT, plain, serving


def test_a_match_is_made_while_boards_are_drawn_and_each_is_drawn_once(tmp_path: Path) -> None:
    games = ("thunder_at_cassino", "cassino_1944", "cities_of_the_damned")
    with serving(tmp_path) as server:
        drawn: list[tuple[str, bytes]] = []
        policies: set[str] = set()

        def draw(path: str) -> None:
            answer = plain.get(server.address + path, timeout=PATIENT)
            assert answer.status_code == 200
            policies.add(answer.headers["content-security-policy"])
            drawn.append((path, answer.content))

        paths = [f"/art/{game}/x/ground.svg" for game in games for _ in range(3)]
        asking = [threading.Thread(target=draw, args=(path,)) for path in paths]
        for thread in asking:
            thread.start()
        browser = server.browser()
        for _ in range(3):
            browser.create("me", "me", "me")
        assert len(drawn) < len(paths), "the boards were drawn before a match could be made"
        for thread in asking:
            thread.join(PATIENT)
        assert sorted(path for path, _ in drawn) == sorted(paths)
        assert len(set(drawn)) == len(games), "equal pictures for everybody"
        _styled_as_allowed([picture.decode() for _, picture in drawn], policies)


def _styled_as_allowed(pictures: list[str], policies: set[str]) -> None:
    """The policy of drawings names the style sheets in them, and nothing else styles anything."""
    (policy,) = policies
    assert "unsafe" not in policy
    for picture in pictures:
        assert not re.search(r"<[^>]* style=", picture)
        sheets = re.findall(r"<style>(.*?)</style>", picture)
        assert sheets and all(b64encode(sha256(sheet.encode()).digest()).decode() in policy for sheet in sheets)


def test_what_a_wheel_brings_is_shown_without_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what it did not bring, or what an owner changed, is drawn; where that cannot be, there is no board."""
    monkeypatch.setattr(shelf, "SHIPPED", tmp_path)
    book = shelf.Book(load_game("cassino_1944"))
    for name in shelf.DRAWINGS:
        book.shipped(name).parent.mkdir(parents=True, exist_ok=True)
        book.shipped(name).write_bytes(gzip.compress(f"shipped {name}".encode()))
    monkeypatch.setattr(shelf, "can_draw", lambda: False)
    assert book.drawn and book.title().art
    assert gzip.decompress(drawings.packed(book, "ground.svg", tmp_path / "kept")) == b"shipped ground.svg"
    changed = shelf.Book(book.game)
    changed.digest = "0" * 16
    assert not changed.drawn and not changed.title().art
    book.shipped("front.svg").unlink()
    assert not shelf.Book(book.game).drawn, "half a board is none"


def test_a_wheel_brings_titles_as_they_would_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "ground_svg", lambda game, folder: f'<svg viewBox="0 0 1 1">{game.name}</svg>')
    monkeypatch.setattr(drawings, "SHIPPED", tmp_path)
    monkeypatch.setattr(shelf, "SHIPPED", tmp_path)
    drawings.ship(["cassino_1944"], tmp_path)
    book = shelf.Book(load_game("cassino_1944"))
    assert [name for name in shelf.DRAWINGS if not book.shipped(name).exists()] == []
    assert gzip.decompress(book.shipped("ground.svg").read_bytes()).endswith(b">cassino_1944</svg>")
    assert [load_game(name).package for name in drawings.ours()] == [f"grognard.games.{n}" for n in drawings.ours()]
    assert len(drawings.ours()) == 6


def test_without_the_libraries_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ground, "can_draw", lambda: False)
    with pytest.raises(TitleError, match=r"cassino_1944 cannot be drawn here: install grognard\[draw\]"):
        ground.ground_svg(load_game("cassino_1944"))
