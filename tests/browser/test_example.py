"""A title of another distribution at the table: its board is drawn by its own module and played by clicking."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.kit import Server, Table, at_rest
from tests.installing import EXAMPLE, environment


@pytest.fixture(scope="module")
def foreign(built: None, art: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of an environment in which Two Fords is installed."""
    running = Server(tmp_path_factory.mktemp("foreign"), art, seed="fords", warm=0)
    running.python = str(environment(tmp_path_factory.mktemp("two_fords") / "env", EXAMPLE))
    running.start()
    yield running
    running.stop()


def test_the_example_is_drawn_and_clicked(foreign: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    table = Table.new(page, foreign, "two_fords", ["me", "greedy"])
    assert page.evaluate("document.querySelector('img.ground').naturalWidth") > 500
    expect(page.locator("path.grid").first).to_be_attached()
    assert page.locator("g.piece").count() == 6
    before = table.entry
    page.mouse.click(*table.spot("0202"))
    expect(page.locator("g.reach")).to_be_attached()
    at_rest(page)
    page.mouse.click(*table.spot("0401"))
    at_rest(page)
    assert table.entry > before, "one click marches as far as the unit's points reach"
    expect(page.locator(".table")).to_contain_text("1 Foot goes to 0401")
