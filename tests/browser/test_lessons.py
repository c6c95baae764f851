"""Lessons run in the same table, page by page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from grognard.core import game_names, load_game
from grognard.core.lesson import lessons
from tests.browser.kit import Server, Table

TAUGHT = [name for name in game_names() if load_game(name).package.startswith("grognard.games.")]


@pytest.mark.parametrize("game", TAUGHT)
def test_the_first_lesson_from_page_to_page(server: Server, visit: Callable[..., Page], game: str) -> None:
    if not lessons(load_game(game)):
        pytest.fail(f"{game} has no lessons")
    page = visit()
    page.goto(f"{server.address}/#/learn/{game}")
    page.get_by_role("button", name="Start:").first.click()
    table = Table(page, server).ready()
    card = page.get_by_role("region", name="Lesson")
    for _ in range(60):
        shown = card.inner_text()
        if (finish := card.get_by_role("link", name="Finish the lesson")).count():
            finish.click()
            expect(page.locator(".lesson .done")).to_have_text("✓ learnt")
            return
        forward = card.get_by_role("button", name="Next page")
        if forward.count():
            forward.click()
        else:
            wanted = (page.locator("[data-model]").get_attribute("data-model") or "").strip()
            table.take(wanted)
        expect(card).not_to_have_text(shown, use_inner_text=True)
    pytest.fail("the lesson does not end")


def test_a_puzzle_is_solved_and_explained(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    page.goto(f"{server.address}/#/learn/cassino_1944")
    page.locator(".puzzles summary").click()
    page.locator('[data-puzzle="win_now: The Abbey is empty"]').click()
    table = Table(page, server).ready()
    expect(page.locator("[data-check]")).to_be_disabled()
    before = table.entry
    page.locator("[data-ask-hint]").click()
    page.locator("[data-follow]").click()
    table.wait(before)
    page.locator("[data-check]").click()
    expect(page.locator('[data-verdict="true"]')).to_be_visible()
    expect(page.locator("[data-reason]")).not_to_be_empty()
