"""Playing with others: a friend by link, a spectator, a server that dies, the computer."""

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.kit import Server, Table


def test_a_friend_far_away_and_a_power_cut(own_server: Server, visit: Callable[..., Page]) -> None:
    host, guest, idler = visit(), visit(), visit()
    host.goto(f"{own_server.address}/#/new/cassino_1944")
    host.get_by_role("button", name="With a friend").click()
    host.get_by_role("button", name="Set up and start").click()
    link = host.locator('[data-link="1"]').input_value()
    bench = host.locator('[data-link="watch"]').input_value()
    host.get_by_role("link", name="To the table").click()
    allied = Table(host, own_server).ready()
    guest.goto(link)
    german = Table(guest, own_server).ready()
    assert "join" not in guest.url, "the token must leave the address bar"
    idler.goto(bench)
    watching = Table(idler, own_server).ready()
    expect(host.locator(".seat", has_text="German").get_by_role("img", name="at the table")).to_be_visible()

    rng = random.Random(7)
    tables = {0: allied, 1: german}
    for turn in range(14):
        if turn == 7:
            own_server.kill()
            expect(host.get_by_text("The connection is lost")).to_be_visible()
            own_server.start()
            for table in (allied, german, watching):
                expect(table.root).to_have_attribute("data-line", "open")
                _forgive_refusals(table.page)
        host.wait_for_function("() => document.querySelector('.seat.on') !== null")
        seat = 0 if allied.asked == 0 else 1
        tables[seat].page.wait_for_function("() => Number(document.querySelector('.table').dataset.asked) >= 0")
        actor = tables[seat]
        before = actor.entry
        texts = actor.texts()
        quiet = [t for t in texts if t == "done"]
        actor.page.locator(f'[data-option="{quiet[0] if quiet else rng.choice(texts)}"]').click()
        for table in (allied, german, watching):
            table.page.wait_for_function("n => Number(document.querySelector('.table').dataset.entry) > n", arg=before)
    assert allied.entry == german.entry == watching.entry
    assert watching.asked == -1
    assert watching.options().count() == 0

    host.get_by_role("button", name="Chat").click()
    host.get_by_label("Say something").fill("Well fought.")
    host.get_by_role("button", name="Say", exact=True).click()
    guest.get_by_role("button", name="Chat").click()
    expect(guest.get_by_text("Well fought.")).to_be_visible()


def _forgive_refusals(page: Page) -> None:
    """Nobody answered while the server was down: what a page asked for meanwhile is no trouble."""
    troubles: list[str] = page.troubles  # type: ignore[attr-defined]  # set by `watched`
    troubles[:] = [told for told in troubles if "net::ERR_CONNECTION_REFUSED" not in told]


def test_offers_need_consent(server: Server, visit: Callable[..., Page]) -> None:
    host, guest = visit(), visit()
    host.goto(f"{server.address}/#/new/cassino_1944")
    host.get_by_role("button", name="With a friend").click()
    host.get_by_role("button", name="Set up and start").click()
    guest.goto(host.locator('[data-link="1"]').input_value())
    host.get_by_role("link", name="To the table").click()
    Table(host, server).ready()
    Table(guest, server).ready()
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Offer a draw").click()
    guest.get_by_role("button", name="Decline").click()
    expect(host.get_by_role("status", name="Offer")).to_be_hidden()
    host.get_by_role("button", name="Offer a draw").click()
    guest.get_by_role("button", name="Accept").click()
    expect(host.locator("section.result h2")).not_to_be_empty()
    expect(guest.locator("section.result h2")).not_to_be_empty()


def test_against_the_computer(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    page.goto(f"{server.address}/#/new/cassino_1944")
    page.get_by_label("Level of the computer for German").select_option("greedy")
    page.get_by_role("button", name="Set up and start").click()
    table = Table(page, server).ready()
    before = table.entry
    hint, listed = page.locator("[data-ask-hint]"), page.locator(".prompt .list [data-option]").first
    expect(hint).to_be_in_viewport(ratio=1)
    above, below = hint.bounding_box(), listed.bounding_box()
    assert above and below and above["y"] < below["y"], "a list longer than the panel hides no hint"
    hint.click()
    expect(page.locator("[data-hint]")).not_to_be_empty()
    page.locator("[data-follow]").click()
    table.wait(before)
    expect(page.locator("[data-hint]")).to_be_hidden()
    for _ in range(12):
        if any(seat == "1" for seat in _makers(page)):
            break
        before = table.entry
        texts = table.texts()
        table.page.locator(f'[data-option="{"done" if "done" in texts else texts[0]}"]').click()
        table.wait(before)
    assert "1" in _makers(page), "the computer never moved"
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Why did the computer do that?").click()
    expect(page.locator(".drawer .reason").first).not_to_be_empty()
    page.locator("[data-pace]").select_option("0")
    assert page.evaluate("() => JSON.parse(localStorage.getItem('grognard.prefs')).computer") == 0


def _makers(page: Page) -> list[str]:
    """Seats that made the entries in the log, newest first."""
    found: list[str] = page.locator(".log .tag").evaluate_all(
        "tags => tags.map(t => t.ariaLabel === 'German' ? '1' : '0')"
    )
    return found
