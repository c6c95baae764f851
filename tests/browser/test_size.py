"""The largest tables: what is drawn at every zoom, and whole stacks across 2,000 hexes in two clicks."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from grognard.core import game_names, load_game
from tests.browser.kit import Hand, Server, Table, at_rest
from tests.kit import random_match

MOST = 2500
TITLES = [name for name in game_names() if load_game(name).package.startswith("grognard.games.")]
NODES = "() => document.querySelectorAll('*').length"
ANSWERS = 300
"""Random answers after which a table is in full swing."""


@pytest.fixture(scope="module")
def field(built: None, art: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("field"), art, app="tests.browser.app:build_with_field").start()
    yield running
    running.stop()


def _nodes(page: Page) -> dict[str, int]:
    """Of the whole page, with the whole sheet in the window and after each step nearer."""
    found = {}
    page.keyboard.press("0")
    at_rest(page)
    found["whole"] = page.evaluate(NODES)
    for step in range(1, 6):
        page.keyboard.press("+")
        at_rest(page)
        found[f"+{step}"] = page.evaluate(NODES)
    return found


@pytest.mark.parametrize("game", TITLES)
def test_no_title_draws_more_than_the_limit(server: Server, visit: Callable[..., Page], game: str) -> None:
    page = visit((1920, 1080))
    *_, match = islice(random_match(load_game(game), 3), ANSWERS)
    Table.loaded(page, server, match)
    found = _nodes(page)
    print(game, found)
    assert page.locator("g.piece").count(), "something stands there"
    assert max(found.values()) <= MOST, found


def test_two_thousand_hexes_and_a_reach_over_all_of_them(field: Server, visit: Callable[..., Page]) -> None:
    page = visit((1920, 1080))
    table = Table.new(page, field, "field", ["me", "me"])
    found = _nodes(page)
    print("field", found)
    page.keyboard.press("0")
    at_rest(page)
    Hand(table).place("0304")
    expect(page.locator("g.reach")).to_be_attached()
    reached = _nodes(page)
    print("field with a reach", reached)
    assert max(*found.values(), *reached.values()) <= MOST, (found, reached)


def test_a_stack_of_ten_crosses_the_map_in_two_clicks(field: Server, visit: Callable[..., Page]) -> None:
    page = visit((1920, 1080))
    table = Table.new(page, field, "field", ["me", "me"])
    page.keyboard.press("0")
    at_rest(page)
    hand = Hand(table)
    x, y = table.spot("0304")
    page.mouse.dblclick(x, y)
    hand.rest()
    expect(page.locator(".tray li.held")).to_have_count(10)
    hand.place("4420")
    assert hand.clicks == 1, "a double click, and a click on the goal"
    assert table.entry > 400
    hand.place("4420")
    expect(page.locator(".tray [data-tray]")).to_have_count(10)


def test_the_fourth_counter_of_a_stack_takes_two_clicks(field: Server, visit: Callable[..., Page]) -> None:
    page = visit((1920, 1080))
    table = Table.new(page, field, "field", ["me", "me"])
    page.keyboard.press("0")
    at_rest(page)
    hand = Hand(table)
    hand.place("0304")
    fourth = page.locator(".tray [data-tray]").nth(3)
    hand.press(fourth)
    assert hand.clicks == 2
    expect(page.locator(".tray li.held")).to_have_count(1)
    expect(fourth).to_have_attribute("aria-pressed", "true")


def test_the_next_unmoved_unit_is_one_key_away(field: Server, visit: Callable[..., Page]) -> None:
    page = visit((1920, 1080))
    table = Table.new(page, field, "field", ["me", "me"])
    hand = Hand(table)
    hand.key("n")
    expect(page.locator(".tray li.held")).to_have_count(1)
    expect(page.locator("g.reach")).to_be_attached()
    expect(page.locator("g.piece:has(.ring .pick)")).to_be_in_viewport()
    assert hand.keys == 1 and hand.clicks == 0


def test_long_tracks_show_a_window_round_the_present(field: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    Table.new(page, field, "field", ["me", "me"])
    for track in page.locator(".track").all():
        assert track.locator(".cell").count() <= 16
        expect(track.locator(".cell.on")).to_be_in_viewport()
