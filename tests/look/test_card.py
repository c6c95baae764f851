"""The picture of a title in the lobby: a window with something going on, words and counters within it."""

import re

import pytest

from grognard.core import SPECTATOR, Match, Seeded, load_game
from grognard.core.lesson import lessons, opening
from grognard.look.card import ENOUGH, front, window
from grognard.look.display import display_of
from grognard.look.ground import board
from grognard.look.scene import Board, Face, Piece, Place, Scene

TITLES = ("cassino_1944", "thunder_at_cassino", "cities_of_the_damned")


def _shot(name: str) -> tuple[Board, tuple[float, float, float, float], Scene]:
    game = load_game(name)
    table = display_of(game)
    states = [Match.start(game, Seeded(0)).state, *(opening(game, lesson) for lesson in lessons(game))]
    scenes = [table.scene(game.view(state, SPECTATOR), SPECTATOR) for state in states]
    sheet: Board = board(game)
    return sheet, *window(sheet, scenes)


@pytest.mark.parametrize("name", TITLES)
def test_a_card_shows_names_and_counters_within_the_sheet(name: str) -> None:
    sheet, (x, y, w, h), scene = _shot(name)
    assert x >= 0 and y >= 0 and x + w <= sheet.width and y + h <= sheet.height
    places = {place.space: place for place in sheet.places}
    standing = {p.space for p in scene.pieces if p.unit >= 0 and places[p.space].kind != "box"}
    inside = [places[s].anchor for s in standing if x < places[s].anchor[0] < x + w and y < places[s].anchor[1] < y + h]
    assert inside, "no counter in the window"
    drawn = front(sheet, scene, (x, y, w, h))
    assert f'viewBox="{x:g} {y:g} {w:g} {h:g}"' in drawn
    assert len(re.findall(r'fill="url\(#face-', drawn)) >= len(inside)
    assert drawn.count("g-name") >= 3


def _sheet() -> Board:
    corners = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
    places = tuple(
        Place(n, str(n), corners, (100.0 * n + 50, 500.0), (100.0 * n + 50, 520.0), size=40.0) for n in range(30)
    )
    return Board(3000, 1000, places, card=(0.0, 450.0, 200.0, 100.0))


def _scene(*spaces: int) -> Scene:
    return Scene(tuple(Piece(f"u{s}", s, str(s), 0, s, Face("US")) for s in spaces))


def test_the_first_position_with_enough_going_on_at_the_named_spot_is_taken() -> None:
    sheet = _sheet()
    busy = _scene(*range(ENOUGH))
    assert window(sheet, [_scene(20), busy, _scene(*range(10))])[1] is busy


def test_else_the_window_goes_where_most_stands() -> None:
    (x, _, w, _), scene = window(_sheet(), [_scene(1), _scene(1, 20, 21)])
    assert x < 2050 < x + w and len(scene.pieces) == 3


def test_a_title_without_positions_still_has_a_window() -> None:
    (x, y, w, h), scene = window(_sheet(), [])
    assert (x, w, h) == (0.0, 420.0, 420.0) and y > 0 and scene.pieces == ()
