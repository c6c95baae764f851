"""Parts of a title that not everybody needs: found by room, typed, and loud where something is misspelt."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grognard.core import Mind, SetupError, TitleError, game_names, load_game, mind_of
from grognard.core.game import _whole
from grognard.look.display import Display, display_of
from grognard.tables import Constraints
from tests.drill import GAME


@pytest.fixture
def title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Writes modules of a title called `odd` and gives its game."""

    def make(**modules: str) -> Any:
        folder = tmp_path / "odd"
        for name, text in {"__init__": "", **modules}.items():
            path = folder / (name.replace(".", "/") + ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        monkeypatch.syspath_prepend(str(tmp_path))
        return replace(GAME, name="odd", package="odd", folder=folder)

    yield make
    for name in [name for name in sys.modules if name.split(".")[0] == "odd"]:
        del sys.modules[name]


@pytest.mark.parametrize("name", game_names())
def test_every_title_offers_whole_parts(name: str) -> None:
    game = load_game(name)
    mind = mind_of(game)
    assert list(mind.weights)
    assert all(set(mind.weights) <= set(mind.weights_of(level)) for level in mind.levels)
    game.part("check", "CONSTRAINTS", Constraints)
    display = display_of(game)
    assert display is None or isinstance(display, Display)


def test_a_missing_room_is_no_part(title: Any) -> None:
    assert title().part("mind.evaluate", "MIND", Mind) is None
    with pytest.raises(SetupError, match="only random players"):
        mind_of(title())


@pytest.mark.parametrize(
    ("text", "told"),
    [("MINDD = 1", "offers nothing as MIND, where a Mind is expected"), ("MIND = 7", "offers a int as MIND")],
)
def test_a_misspelt_or_wrong_part_is_named(title: Any, text: str, told: str) -> None:
    game = title(**{"mind.__init__": "", "mind.evaluate": text})
    with pytest.raises(TitleError, match=told):
        game.part("mind.evaluate", "MIND", Mind)


def test_a_misspelt_member_fails_when_the_part_is_loaded(title: Any) -> None:
    text = "from grognard.core import Mind\nMIND = Mind(weights={}, evaluate=len, terms=len, candidate=len)"
    game = title(**{"mind.__init__": "", "mind.evaluate": text})
    with pytest.raises(TypeError, match="candidate"):
        game.part("mind.evaluate", "MIND", Mind)


def test_what_a_part_cannot_import_is_not_taken_for_a_missing_part(title: Any) -> None:
    game = title(**{"mind.__init__": "", "mind.evaluate": "import nowhere_at_all"})
    with pytest.raises(ModuleNotFoundError, match="nowhere_at_all"):
        game.part("mind.evaluate", "MIND", Mind)


def test_a_room_that_nobody_knows_is_an_error_at_load(title: Any) -> None:
    game = title(**{"baord.__init__": ""})
    with pytest.raises(TitleError, match="no room 'baord'"):
        _whole("odd", game)
    with pytest.raises(TitleError, match="calls itself 'odd'"):
        _whole("even", title())
    with pytest.raises(TitleError, match="is a int, not a Game"):
        _whole("odd", 7)


@pytest.mark.parametrize(
    ("module", "told"),
    [
        ("mind.evalaute", "odd: the room 'mind' has no module 'evaluate'"),
        ("board.dispaly", "odd: the room 'board' has no module 'display'"),
        ("chekc", "odd: a title has no module 'chekc' outside its rooms; there are: check, content, rows"),
    ],
)
def test_a_misspelt_module_is_an_error_at_load(title: Any, module: str, told: str) -> None:
    room = module.partition(".")[0]
    inside = {f"{room}.__init__": ""} if "." in module else {}
    with pytest.raises(TitleError, match=told):
        _whole("odd", title(**inside, **{module: ""}))
