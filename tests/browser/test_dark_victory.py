"""Dark Victory at the table: a far march by one click, roofs that lift, phone and keyboard."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from grognard.core import Match, Seeded, load_game
from grognard.core.record import encode_record
from tests.browser.kit import PHONE, Hand, Server, Table, at_rest

OPENING = ("propose walls", "done", "propose line", "done")
"""Both set-ups as proposed: then the Mexicans of Column 4 act."""


def _played(*texts: str, **options: Any) -> Match[Any]:
    """A match with these answers given, and the quiet one wherever a text is `...`."""
    game = load_game("dark_victory")
    match = Match.start(game, Seeded(7), "historical", options)
    for text in (*OPENING, *texts):
        decision = match.decision
        assert decision is not None
        match.answer(decision.seat, game.texts.parse("done" if text == "..." else text))
    return match


def _laid(page: Page, server: Server, match: Match[Any]) -> Table:
    """The table of a match that was played elsewhere."""
    page.goto(f"{server.address}/#/")
    made = page.evaluate(
        """async body => (await fetch('/api/records', {method: 'POST', body,
           headers: {'content-type': 'application/json'}})).json()""",
        encode_record(match.record).decode(),
    )
    assert "match" in made, made
    return Table(page, server).open(made["match"])


def test_a_far_march_is_one_click_and_the_roofs_lift(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    table = _laid(page, server, _played())
    hand, entry = Hand(table), table.entry
    page.keyboard.press("0")
    hand.rest()
    hand.place("2537")
    hand.place("3637")
    assert hand.clicks == 2 and table.entry >= entry + 12, "twelve hexes by one click on the goal"
    expect(page.locator('[data-storey="-1"]')).to_have_attribute("aria-pressed", "true")
    bowie = page.locator('g.piece[aria-label*="Bowie"]')
    before = bowie.bounding_box()
    page.locator('[data-storey="0"]').click()
    at_rest(page)
    after = bowie.bounding_box()
    assert before is not None and after is not None and before["x"] - after["x"] > 200, "from the card onto the map"
    page.get_by_role("button", name="Plan", exact=True).click()
    expect(page.locator("[data-room]")).to_have_count(34)


def test_a_march_on_a_phone(server: Server, visit: Callable[..., Page]) -> None:
    phone = visit(PHONE)
    table = _laid(phone, server, _played())
    entry = table.entry
    phone.get_by_role("button", name="next (N)").tap()
    at_rest(phone)
    phone.locator("[data-goal]").first.tap()
    at_rest(phone)
    go = phone.locator(".prompt .button.go")
    if table.entry == entry and go.count():
        go.first.tap()
        at_rest(phone)
    assert table.entry > entry


def test_two_mexicans_and_a_texan_at_three_browsers(server: Server, visit: Callable[..., Page]) -> None:
    """Two players share the Mexican army: each is asked at his own screen, and all three see the same."""
    host, *friends = visit(), visit(), visit()
    seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]
    body = {"game": "dark_victory", "options": {"dual": True}, "seats": seats}
    made = host.request.post(f"{server.address}/api/matches", data=body).json()
    tables = [Table(host, server).open(made["match"])]
    for page, link in zip(friends, made["links"], strict=True):
        page.goto(server.address + link["url"])
        tables.append(Table(page, server).ready())
    expect(host.locator(".seat")).to_have_count(3)
    acted: list[int] = []
    while set(acted) != {0, 1, 2}:
        asked = [seat for seat, table in enumerate(tables) if table.asked >= 0]
        assert len(asked) == 1 and len(acted) < 40, (asked, acted)
        table = tables[asked[0]]
        assert table.asked == asked[0], "nobody is asked for another"
        assert all(other.options().count() == 0 for other in tables if other is not table)
        acted.append(asked[0])
        before, texts = table.entry, table.texts()
        table.page.locator(
            f'[data-option="{next((t for t in ("propose walls", "propose line", "done") if t in texts), texts[0])}"]'
        ).click()
        for one in tables:
            one.page.wait_for_function("n => Number(document.querySelector('.table').dataset.entry) > n", arg=before)
            one.ready()
    assert len({table.entry for table in tables}) == 1
