"""One turn of every title by keyboard alone: a unit by N, its goal or deed by O, quiet answers by D."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from grognard.core import load_game
from tests.browser.kit import Server, Table

LONG = 400
"""Answers within which a turn ends whose questions are answered the quiet way."""
BOLD = 2
"""Marches or deeds in it that are not quiet."""


def _turn(page: Page) -> str:
    return page.locator(".crumb li").first.inner_text()


def _answered(table: Table, *keys: str) -> bool:
    """Whether these keys give an answer."""
    page, before = table.page, table.entry
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_function("() => document.querySelector('.table').dataset.busy === 'false'")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.table').dataset.busy === 'false'")
    if table.entry > before:
        table.wait(before)
    return table.entry > before


@pytest.mark.parametrize(
    "game",
    ["battle_for_cassino", "cities_of_the_damned", "dark_victory", "second_front_now", "thunder_at_cassino"],
)
def test_a_turn_of_every_title_by_keyboard(server: Server, visit: Callable[..., Page], game: str) -> None:
    page = visit()
    table = Table.new(page, server, game, ["me"] * load_game(game).seat_count)
    bold, first = 0, ""
    for _ in range(LONG):
        if page.locator(".curtain").count():
            page.keyboard.press("Enter")
            expect(page.locator(".curtain")).to_have_count(0)
        if first and _turn(page) != first:
            break
        if _turn(page).startswith("Turn"):
            first = first or _turn(page)
        if first and bold < BOLD and table.options().count() > 2 and _answered(table, "n", "o"):
            bold += 1
        elif not _answered(table, "d"):
            assert _answered(table, "o"), (table.question, table.texts()[:9])
    print(game, first, "->", _turn(page), "bold", bold, "entries", table.entry)
    assert _turn(page) != first and bold
