"""The table for everybody: keyboard alone, a phone, screen readers, and axe."""

import random
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # ships no types
from playwright.sync_api import Page, expect

from grognard.core import load_game
from tests.browser.kit import PHONE, TABLET, Server, Table, at_rest


def test_one_full_turn_by_keyboard_alone(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    table = Table.new(page, server, "cassino_1944", ["me", "me"])
    rng = random.Random(11)
    first = page.locator(".crumb li").first.inner_text()
    moved = 0
    for _ in range(120):
        if page.locator(".crumb li").first.inner_text() != first:
            break
        before, count = table.entry, table.options().count()
        page.keyboard.press("o")
        for _ in range(rng.randrange(min(count, 6))):
            page.keyboard.press("ArrowDown")
        if rng.random() < 0.6:
            page.keyboard.press("d")
        page.keyboard.press("Enter")
        table.wait(before)
        moved += 1
    assert page.locator(".crumb li").first.inner_text() != first, f"the turn did not end in {moved} answers"


def test_the_map_by_keyboard(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    table = Table.new(page, server, "cassino_1944", ["me", "me"])
    ground = page.locator("img.ground")
    before = ground.get_attribute("style")
    page.keyboard.press("m")
    page.keyboard.press("ArrowRight")
    assert ground.get_attribute("style") != before
    page.keyboard.press("+")
    page.keyboard.press("0")
    page.keyboard.press("h")
    expect(page.locator("g.piece")).to_have_count(0)
    page.keyboard.press("h")
    unit = page.locator("g.piece.active").first
    unit.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-goal]").first).to_be_visible()
    page.keyboard.press("o")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    table.wait(0)
    assert table.entry > 1, "a march of several answers by two keys"


def test_announcements(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    table = Table.new(page, server, "cassino_1944", ["me", "me"])
    asked = page.locator('[data-announce="question"]')
    expect(asked).to_contain_text(table.question.splitlines()[0].split(" 4.")[0])
    table.take("done")
    expect(page.locator('[data-announce="events"]')).not_to_be_empty()
    assert asked.get_attribute("aria-live") == "polite"


TOUCHABLE = """() => {
  for (const unit of document.querySelectorAll('g.piece.active')) {
    const box = unit.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (document.elementFromPoint(x, y)?.closest('g.piece') === unit) return [x, y];
  }
  return null;
}"""
"""The middle of a unit that may act and that a finger would meet there."""


def test_a_phone_taps_to_select_and_taps_to_act(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(PHONE)
    table = Table.new(page, server, "cassino_1944", ["me", "me"])
    prompt = page.locator(".prompt").bounding_box()
    frame = page.locator("section.map").bounding_box()
    assert prompt and frame and prompt["y"] < PHONE[1] and frame["height"] > 200
    page.touchscreen.tap(*page.wait_for_function(TOUCHABLE).json_value())
    page.locator("[data-goal]").first.tap()
    go = page.locator(".prompt .button.go")
    expect(go).to_be_visible()
    assert table.entry == 0, "the first tap only selects"
    assert (go.bounding_box() or {"height": 0})["height"] >= 52
    go.tap()
    table.wait(0)
    for drawer, inside in (
        ("Tracks and film", ".track"),
        ("Charts and tables", "table"),
        ("Boxes and forces", "section"),
    ):
        page.get_by_role("button", name="Menu").tap()
        page.get_by_role("button", name=drawer).tap()
        expect(page.locator(f".drawer {inside}").first).to_be_visible()
        page.get_by_role("button", name="Close", exact=True).tap()
    for button in page.locator(".buttons .button, .list button").all()[:6]:
        size = button.bounding_box()
        assert size and size["height"] >= 44


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(server: Server, visit: Callable[..., Page], theme: str) -> None:
    page = visit(theme=theme)
    table = Table.new(page, server, "cassino_1944", ["me", "me"])
    _clean(page, "table")
    table.take(next(t for t in table.texts() if t.startswith("attack")))
    page.locator(".chip").first.click()
    _clean(page, "table with odds and a case")
    page.keyboard.press("Escape")
    for drawer in (
        "Menu",
        "Chat",
        "Charts and tables",
        "Boxes and forces",
        "Help and keys",
        "Overlays",
        "Find",
        "The position as a list",
        "Play the film from here",
    ):
        page.get_by_role("button", name=drawer).first.click()
        expect(page.locator(".drawer")).to_be_visible()
        _clean(page, drawer)
        page.keyboard.press("Escape")
    page.locator("g.piece").first.dispatch_event("click")
    _clean(page, "table with the inspector")
    page.keyboard.press("[")
    _clean(page, "looking back")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign …").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".result")).to_be_visible()
    _clean(page, "the end of the game")
    for route in (
        "",
        "new/cassino_1944",
        "about/cassino_1944",
        "learn/cassino_1944",
        f"dice/{page.url.rpartition('/')[2]}",
    ):
        page.goto(f"{server.address}/#/{route}")
        expect(page.locator(".table")).to_have_count(0)
        _clean(page, route or "lobby")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_on_lessons_puzzles_boards_accounts_and_what_is_not_there(
    server: Server, visit: Callable[..., Page], theme: str
) -> None:
    page = visit(theme=theme)
    made = _made(page, server, "lessons", game="thunder_at_cassino", lesson="2_fire")
    Table(page, server).open(made)
    _clean(page, "lesson")
    table = Table(page, server).open(
        _made(page, server, "puzzles", game="cassino_1944", puzzle="win_now: The Abbey is empty")
    )
    _clean(page, "puzzle")
    table.take("move 34/133")
    page.locator("[data-check]").click()
    expect(page.locator("[data-verdict]")).to_be_visible()
    _clean(page, "puzzle, answered")
    Table(page, server).open(_made(page, server, f"matches/{made}/branch", entry=0))
    expect(page.get_by_role("link", name="back to the game")).to_be_visible()
    _clean(page, "planning board")
    page.goto(f"{server.address}/#/account")
    expect(page.get_by_role("heading", name="No account")).to_be_visible()
    _clean(page, "no account")
    page.request.post(f"{server.address}/api/accounts", data={"name": f"Axe {theme}", "password": "correct horse"})
    page.reload()
    expect(page.get_by_role("heading", name=f"Axe {theme}")).to_be_visible()
    _clean(page, "account")
    for route, told in (
        ("table/nothing", "No such table"),
        ("dice/nothing", "No such table"),
        ("join/nothing", "No seat at this table"),
        ("new/nothing", "No such game"),
        ("about/nothing", "No such game"),
        ("learn/nothing", "No such game"),
    ):
        page.goto(f"{server.address}/#/{route}")
        expect(page.get_by_role("heading", name=told)).to_be_visible()
        expect(page.get_by_role("link", name="To the lobby")).to_be_in_viewport()
        _clean(page, route)
    page.troubles.clear()  # type: ignore[attr-defined]  # that nothing is there was meant to be


def _made(page: Page, server: Server, path: str, **body: object) -> str:
    """A table that a request with the cookies of this page makes."""
    made = page.request.post(f"{server.address}/api/{path}", data=body).json()
    assert "match" in made, made
    return str(made["match"])


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
@pytest.mark.parametrize("game", ["thunder_at_cassino", "cities_of_the_damned"])
def test_axe_on_small_screens(server: Server, visit: Callable[..., Page], game: str, size: tuple[int, int]) -> None:
    page = visit(size)
    Table.new(page, server, game, ["me"] * load_game(game).seat_count)
    _clean(page, "table")
    page.goto(f"{server.address}/#/")
    expect(page.locator(".table")).to_have_count(0)
    _clean(page, "lobby")


def test_axe_on_the_curtain(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    Table.new(page, server, "cassino_1944", ["me", "me"], options={"bidding": True})
    expect(page.locator(".curtain")).to_be_visible()
    _clean(page, "curtain")
    page.get_by_role("button", name="lift the curtain").click()
    _clean(page, "sealed question")


SCENERY = {"exclude": [[".window"]]}
"""Shelf pictures are scenery, hidden from readers; their names carry a halo, which axe does not know of, and while the
ground is on its way it takes them to stand on the card."""


def _clean(page: Page, where: str) -> None:
    expect(page.locator("h1").first).to_be_attached()
    at_rest(page)
    found = Axe().run(page, context=SCENERY).response["violations"]
    assert [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found] == [], where
