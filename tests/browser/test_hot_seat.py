"""A whole game at one screen: played, proven, watched again, carried away and back."""

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from grognard.core import CHANCE, load_record
from tests.browser.kit import Server, Table, at_rest


def test_a_whole_game_of_cassino(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    table = Table.new(page, server, "cassino_1944", ["me", "me"])
    rng = random.Random(1944)
    for _ in range(24):
        _by_the_map(table, rng)
    answered = table.play(3000, rng, quiet=0.75)
    assert table.over, f"no end after {answered} answers"
    expect(page.locator("section.result h2")).not_to_be_empty()
    assert page.locator('.film input[type="range"]').get_attribute("max") == str(table.entry)

    page.get_by_role("link", name="Verify the dice").click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "ok")
    listed = page.locator("tbody tr").count()

    page.go_back()
    table.ready()
    with page.expect_download() as started:
        page.get_by_role("link", name="Save the record").click()
    record = started.value.path()
    assert listed == sum(entry.who == CHANCE for entry in load_record(record).entries) > 0
    page.goto(f"{server.address}/#/")
    page.locator('input[type="file"]').set_input_files(record)
    table.ready()
    expect(page.locator("section.result h2")).not_to_be_empty()


def _by_the_map(table: Table, rng: random.Random) -> None:
    """One answer by clicking what glows: a unit, then a place; else from the list."""
    before = table.entry
    lit = table.page.locator("g.piece.active")
    if lit.count():
        lit.nth(rng.randrange(lit.count())).dispatch_event("click")
    else:
        places = table.page.locator("path[data-space]")
        if not places.count():
            table.play(1, rng)
            return
        places.nth(rng.randrange(places.count())).dispatch_event("click")
    table.page.wait_for_function("() => document.querySelector('.table').dataset.busy === 'false'")
    at_rest(table.page)
    goals = table.page.locator("[data-goal]")
    if table.entry == before and goals.count():
        goals.nth(rng.randrange(goals.count())).click()
        table.wait(before)
    elif table.entry == before:
        button = table.page.locator(".prompt .button.go")
        if button.count():
            button.first.click()
            table.wait(before)
        else:
            table.page.keyboard.press("Escape")
            table.play(1, rng)


def test_secrets_fall_behind_a_curtain(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    table = Table.new(page, server, "cassino_1944", ["me", "me"], options={"bidding": True})
    curtain = page.get_by_role("dialog", name="to the table")
    expect(curtain).to_be_visible()
    assert table.asked == -1
    curtain.get_by_role("button").click()
    expect(curtain).to_be_hidden()
    first = table.page.locator(".prompt").get_attribute("style")
    before = table.entry
    table.options().first.click()
    page.wait_for_function("n => Number(document.querySelector('.table').dataset.entry) > n", arg=before)
    expect(curtain).to_be_visible()
    curtain.get_by_role("button").click()
    assert table.page.locator(".prompt").get_attribute("style") != first
