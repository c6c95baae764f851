"""What fits on which screen: one click to every overlay at 1,024 pixels, small phones that lie, a film on a phone."""

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from grognard.core import Match, load_game
from tests.browser.kit import LANDSCAPE, PHONE, Server, Table, at_rest
from tests.kit import random_match

SMALL_LYING = [(667, 375), (568, 320)]


def _under_way(game: str, answers: int = 40) -> Match[Any]:
    *_, match = islice(random_match(load_game(game), 3), answers)
    return match


def _box(shown: Locator) -> dict[str, float]:
    box = shown.bounding_box()
    assert box is not None, "it is not on the page"
    return {**box, "right": box["x"] + box["width"], "bottom": box["y"] + box["height"]}


def test_overlays_are_one_click_away_on_a_narrow_desk(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(LANDSCAPE)
    Table.loaded(page, server, _under_way("battle_for_cassino"))
    chips = page.locator("[data-overlay]")
    assert chips.count() > 5
    for chip in (chips.first, chips.last):
        chip.click()
        expect(page.get_by_role("status", name="Legend")).to_contain_text(chip.inner_text())
        chip.click()
    assert _box(chips.first)["y"] == _box(chips.last)["y"], "they take one row, which is pushed sideways"


def test_a_result_lies_below_what_decides_the_game(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(LANDSCAPE)
    table = Table.loaded(page, server, _under_way("cassino_1944"))
    rng = random.Random(3)
    while not page.locator(".outcome").count():
        table.play(1, rng)
    at_rest(page)
    assert _box(page.locator(".outcome"))["y"] >= _box(page.locator(".goal"))["bottom"]


def test_titles_stand_side_by_side_on_a_narrow_desk(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(LANDSCAPE)
    page.goto(f"{server.address}/#/")
    cards = page.locator("article.game")
    expect(cards.nth(1)).to_be_visible()
    at_rest(page)
    assert _box(cards.nth(0))["y"] == _box(cards.nth(1))["y"]


@pytest.mark.parametrize("size", SMALL_LYING, ids=[f"{w} by {h}" for w, h in SMALL_LYING])
def test_a_small_phone_that_lies_has_the_question_beside_the_map(
    server: Server, visit: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = visit(size)
    Table.loaded(page, server, _under_way("cassino_1944"))
    stage, side = _box(page.locator(".stage")), _box(page.locator("aside.side"))
    assert stage["right"] <= side["x"] + 1 and side["right"] <= size[0] + 1
    assert min(stage["height"], side["height"]) > 0.7 * size[1] and stage["width"] > 0.4 * size[0]
    expect(page.locator("footer.foot")).to_be_hidden()
    expect(page.locator(".prompt .ask")).to_be_in_viewport()


def test_a_film_on_a_phone_is_not_covered_by_what_started_it(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(PHONE, calm=False)
    Table.loaded(page, server, _under_way("cassino_1944"))
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Tracks and film").tap()
    page.locator(".drawer").get_by_role("button", name="Play the film from here").tap()
    expect(page.get_by_role("region", name="What is shown")).to_be_visible()
    expect(page.locator(".drawer")).to_have_count(0)
