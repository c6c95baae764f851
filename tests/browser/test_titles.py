"""Every title opens, plays ten decisions, and shows no text that overlaps or is cut off; on screens of all sizes."""

import random
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from grognard.core import game_names, load_game
from tests.browser.kit import DESKTOP, LANDSCAPE, PHONE, TABLET, Server, Table, at_rest

TITLES = [name for name in game_names() if load_game(name).package.startswith("grognard.games.")]

OVERLAPPING = """() => {
  const shown = [];
  const scrolledAway = (element, x, y) => {
    for (let up = element.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowY === 'visible') continue;
      const frame = up.getBoundingClientRect();
      if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) return true;
    }
    return false;
  };
  const walk = document.createTreeWalker(document.querySelector('.table'), NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const owner = node.parentElement;
    if (!node.textContent.trim() || !owner || owner.closest('svg, .hidden-but-read, .fall')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (box.width < 2 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
      if (scrolledAway(owner, x, y)) continue;
      const top = document.elementFromPoint(x, y);
      if (!top || !(owner.contains(top) || top.contains(owner))) continue;
      shown.push({box, owner, text: node.textContent.trim()});
    }
  }
  const bad = [];
  shown.forEach((a, i) => shown.slice(i + 1).forEach(b => {
    if (a.owner === b.owner || a.owner.contains(b.owner) || b.owner.contains(a.owner)) return;
    const w = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
    const h = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    if (w > 2 && h > 3) bad.push(a.text + ' | ' + b.text);
  }));
  return bad;
}"""

CLIPPED = """() => {
  const bad = [];
  for (const element of document.querySelectorAll('.table *:not(svg *)')) {
    // A row that is pushed sideways holds more than it shows.
    if (element.closest('svg, .hidden-but-read, .film, .chips')) continue;
    const style = getComputedStyle(element);
    const words = [...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!words || element.clientWidth === 0) continue;
    const cut = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    const box = element.getBoundingClientRect();
    const frame = element.parentElement.closest('.tracks, .scroll, .list, .drawer .body, .top');
    const beyond = box.right > innerWidth + 1 || (frame && box.right > frame.getBoundingClientRect().right + 1);
    if (cut || beyond) bad.push(element.textContent.trim());
  }
  return bad;
}"""

SIGNS = """() => {
  const frame = document.querySelector('section.map').getBoundingClientRect();
  const labels = [...document.querySelectorAll('g.signs[transform] > *')];
  const boxes = labels.map(g => ({g, box: g.getBoundingClientRect()})).filter(
    ({box}) => box.width && box.right > frame.left && box.left < frame.right
      && box.bottom > frame.top && box.top < frame.bottom);
  const named = g => g.matches('text.g-name') || g.querySelector('text.g-name');
  const names = boxes.filter(({g}) => named(g));
  const bad = [];
  names.forEach((a, i) => names.slice(i + 1).forEach(b => {
    const w = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
    const h = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    if (w > 4 && h > 6) bad.push(a.g.textContent + ' | ' + b.g.textContent);
  }));
  return bad;
}"""


@pytest.mark.parametrize("game", TITLES)
def test_ten_decisions_without_a_blemish(server: Server, visit: Callable[..., Page], game: str) -> None:
    """On a desktop; then the window becomes as narrow as a tablet held upright."""
    page = visit()
    table = Table.new(page, server, game, ["me"] * load_game(game).seat_count)
    _set_up(table)
    table.ready()
    assert table.play(10, random.Random(10)) == 10
    for size in (DESKTOP, TABLET):
        _resize(page, size)
        assert _blemishes(page) == [], size


@pytest.mark.parametrize("game", TITLES)
def test_a_phone_shows_the_table_without_a_blemish(server: Server, visit: Callable[..., Page], game: str) -> None:
    page = visit(PHONE)
    _set_up(Table.new(page, server, game, ["me"] * load_game(game).seat_count))
    assert _blemishes(page) == []


def _resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def _set_up(table: Table) -> None:
    """Where the map is empty at first, as the title suggests."""
    if "suggested" in table.texts():
        table.take("suggested")


DRAWERS = ("Overlays", "Find", "Boxes and forces", "Charts and tables", "The position as a list", "Help and keys")


def _blemishes(page: Page) -> list[str]:
    at_rest(page)
    found: list[str] = [*page.evaluate(OVERLAPPING), *page.evaluate(CLIPPED), *page.evaluate(SIGNS)]
    return found


@pytest.mark.parametrize("game", TITLES)
def test_no_blemish_in_the_dark_whatever_lies_open(server: Server, visit: Callable[..., Page], game: str) -> None:
    """Drawers, a case, the past, the whole sheet: each by itself over a game under way, on a wide and a low screen."""
    page = visit(theme="dark")
    table = Table.new(page, server, game, ["me"] * load_game(game).seat_count)
    table.play(14, random.Random(21))
    for drawer in DRAWERS:
        page.get_by_role("button", name=drawer).first.click()
        expect(page.locator(".drawer")).to_be_visible()
        _no_blemish_wide_or_low(page, drawer)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    _no_blemish_wide_or_low(page, "menu")
    page.keyboard.press("Escape")
    for size in (LANDSCAPE, DESKTOP):
        _resize(page, size)
        page.locator(".prompt .chip").first.click()
        expect(page.locator(".case p").first).to_be_visible()
        assert _blemishes(page) == [], ("case", size)
        page.keyboard.press("Escape")
    page.keyboard.press("[")
    expect(page.get_by_text("Looking back")).to_be_visible()
    _no_blemish_wide_or_low(page, "looking back")
    page.keyboard.press("n")
    page.keyboard.press("0")
    _no_blemish_wide_or_low(page, "the whole sheet")


def _no_blemish_wide_or_low(page: Page, what: str) -> None:
    for size in (LANDSCAPE, DESKTOP):
        _resize(page, size)
        assert _blemishes(page) == [], (what, size)


def test_who_arrives_is_sent_by_a_click_on_the_place_alone(server: Server, visit: Callable[..., Page]) -> None:
    """The box they wait in is out of sight; the Zones they may enter are not."""
    page = visit()
    table = Table.new(page, server, "thunder_at_cassino", ["me", "greedy"])
    expect(page.locator('[data-option="arrive 25 NZ A-1 > B"]')).to_be_visible()
    table.ready()
    zone = page.get_by_role("button", name="Zone B (Caruso Road)", exact=True)
    expect(zone).to_be_in_viewport()
    zone.click()
    expect(page.locator('[data-option="arrive 25 NZ B-1 > B"]')).to_be_visible()


def test_long_labels_of_options_wrap(server: Server, visit: Callable[..., Page]) -> None:
    """The longest labels a title has, in the narrowest list."""
    page = visit(PHONE)
    Table.new(page, server, "thunder_at_cassino", ["me", "me"])
    page.evaluate(
        """words => document.querySelectorAll('.list [data-option] b, .prompt .button span').forEach(
             item => { item.textContent = words })""",
        "Fire at the uncommitted units in 57 Hangman’s Hill (Point 435), and hold",
    )
    assert _blemishes(page) == []


@pytest.mark.parametrize("sizes", [(DESKTOP, TABLET), (PHONE,)], ids=["desktop and tablet", "phone"])
def test_no_blemish_on_the_pages_round_the_table(
    server: Server, visit: Callable[..., Page], sizes: tuple[tuple[int, int], ...]
) -> None:
    page = visit(sizes[0])
    for route in ("", "new/thunder_at_cassino", "about/cities_of_the_damned", "learn/cassino_1944"):
        page.goto(f"{server.address}/#/{route}")
        for size, theme in product(sizes, ("light", "dark")):
            _resize(page, size)
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            at_rest(page)
            for check in (OVERLAPPING, CLIPPED):
                here = check.replace("'.table'", "'#app'").replace("'.table *", "'#app *")
                assert page.evaluate(here) == [], (route, size, theme)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{route} scrolls sideways"


def test_the_shelf_shows_every_title(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    page.goto(f"{server.address}/#/")
    for game in TITLES:
        expect(page.get_by_role("heading", name=load_game(game).title, exact=True)).to_be_visible()
    expect(page.locator("article.game")).to_have_count(len(TITLES))
    expect(page.locator("article.game").first).to_contain_text("cases enforced")


def test_about_and_guide(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    for game in TITLES:
        page.goto(f"{server.address}/#/about/{game}")
        expect(page.get_by_role("heading", name=load_game(game).title, exact=True).first).to_be_visible()
        expect(page.locator(".fidelity .swatch")).to_have_count(3)
        page.goto(f"{server.address}/#/learn/{game}")
        expect(page.locator(".fidelity")).to_have_count(0)
        expect(page.locator("main")).not_to_be_empty()
