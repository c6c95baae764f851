"""The cover of a title: read without opening it, and named when it cannot be read."""

from pathlib import Path

import pytest

from grognard.core import Cover, CoverError, Facts, cover_of, game_names, load_game, read_cover

GOOD = """title = "Two Fords"
[facts]
publisher = "Grognard"
year = 2026
players = "2"
kind = "hexes"
minutes = 15
weight = 1
"""


def test_a_cover_tells_title_and_facts(tmp_path: Path) -> None:
    (tmp_path / "cover.toml").write_text(GOOD, encoding="utf-8")
    assert read_cover(tmp_path) == Cover("Two Fords", Facts("Grognard", 2026, "2", "hexes", 15, 1))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GOOD.replace("2026", '"of late"'), "facts.year"),
        (GOOD.replace("weight = 1", ""), "weight"),
        (GOOD + 'price = "dear"', "price"),
        (GOOD.replace("title =", "title"), "line 1"),
        (None, "No such file"),
    ],
)
def test_a_bad_cover_is_named_with_its_reason(tmp_path: Path, text: str | None, reason: str) -> None:
    if text is not None:
        (tmp_path / "cover.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CoverError, match=reason) as found:
        read_cover(tmp_path)
    assert str(found.value).startswith(f"{tmp_path.name}/cover.toml: ")


def test_every_title_says_on_its_cover_what_it_is() -> None:
    for name in game_names():
        game = load_game(name)
        assert cover_of(name) == Cover(game.title, game.facts)
