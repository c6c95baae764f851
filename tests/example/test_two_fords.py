"""Two Fords, a title of its own distribution: it installs, keeps the battery, proves its cases, plays and draws."""

import re
from pathlib import Path
from xml.etree import ElementTree

from tests.installing import EXAMPLE, ROOT, printed, told

MOST = 700
"""Lines of Python a small title may need, blank ones and comments among them, its tests not."""


def test_it_is_on_the_shelf_beside_ours(python: Path) -> None:
    shelf = told(python, "grognard", "games")
    assert "two_fords" in shelf and "cassino_1944" in shelf
    assert "mist" in told(python, "grognard", "games", "two_fords")


def test_it_keeps_the_battery(python: Path) -> None:
    said = told(python, "pytest", "-q", "-p", "no:cacheprovider", "tests/battery", GROGNARD_TITLES="two_fords")
    assert "100%" in said


def test_every_case_has_code_and_a_test_that_passes(python: Path) -> None:
    tests = EXAMPLE / "tests"
    assert "100%" in told(python, "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={tests}", tests, cwd=EXAMPLE)
    told(python, "grognard", "cases", "two_fords", "--strict", "--tests", tests)
    assert "✗" not in told(python, "grognard", "check", "two_fords")


def test_computer_players_of_every_level_play_it(python: Path) -> None:
    for blue, grey in (("recruit", "greedy"), ("greedy", "recruit"), ("veteran", "greedy")):
        said = told(python, "grognard", "simulate", "two_fords", "--games", 4, "--seats", f"{blue},{grey}", "--jobs", 1)
        assert "Blue" in said and "Grey" in said


def test_it_is_drawn_by_its_own_module(python: Path) -> None:
    code = "\n".join(
        (
            "from grognard.core import load_game",
            "from grognard.look.ground import board, ground_key, ground_svg, has_drawing",
            "game = load_game('two_fords')",
            "assert has_drawing(game) and ground_key(game).startswith('two_fords-')",
            "sheet = board(game)",
            "assert [place.space for place in sheet.places] == list(range(53))",
            "assert len(sheet.numbers.spots) == 52",
            "print(ground_svg(game))",
        )
    )
    root = ElementTree.fromstring(printed(python, code))
    tags = [node.tag.rsplit("}", 1)[-1] for node in root.iter()]
    assert "image" in tags and "text" not in tags
    assert len(tags) < 300


def test_a_terminal_shows_it(python: Path) -> None:
    code = (
        "from grognard.core import Match, Seeded, load_game\nfrom grognard.look.display import display_of\n"
        "game = load_game('two_fords')\nview = Match.start(game, Seeded(1)).view(0)\n"
        "print('\\n'.join(display_of(game).text_map(view, 0)))\n"
    )
    said = printed(python, code)
    assert "1 Foot" in said and "0807" not in said and said.count("0402") == 1


def test_it_is_small_because_the_layer_carries_the_rest() -> None:
    files = (EXAMPLE / "src").rglob("*.py")
    assert 0 < sum(file.read_text(encoding="utf-8").count("\n") for file in files) <= MOST


def test_the_walk_through_shows_its_lines_as_they_are() -> None:
    """Every block of Python in docs/add-a-game.md that names a file of the example stands in that file."""
    text = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    blocks = re.findall(r"`(\S+\.(?:py|toml|csv))`:?\n\n```\w+\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 8
    for name, block in blocks:
        (file,) = [path for path in EXAMPLE.rglob(Path(name).name) if str(path).endswith(name)]
        source = _plain(file.read_text(encoding="utf-8"))
        for part in block.split("...\n"):
            assert _plain(part) in source, f"{name}: {part}"


def _plain(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())
