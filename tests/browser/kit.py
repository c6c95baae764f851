"""A server of our own, a real Chromium, and the table as a player uses it."""

import os
import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright

from grognard.core import Match
from grognard.core.record import encode_record
from tests.serving import PATIENT, ROOT, Process

__all__ = [
    "BROWSERS",
    "CHROMIUM",
    "DESKTOP",
    "PHONE",
    "ROOT",
    "TABLET",
    "Hand",
    "Server",
    "Table",
    "at_rest",
    "launch",
    "visitor",
    "watched",
]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one found is used. The shell is the same Chromium without windows of its own: opening a page in it costs an
eighth."""
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), "")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
DESKTOP, LANDSCAPE, TABLET, PHONE = (1440, 900), (1024, 768), (900, 1100), (390, 844)

SLOWER = float(os.environ.get("GROGNARD_SLOWER", "1"))
"""How many times slower pages run than they could: tests must pass on slow machines too, and this finds out."""
AT_REST = """() => {
  const table = document.querySelector('.table');
  if (table) {
    const ground = document.querySelector('img.ground');
    if (!ground?.complete || !ground.naturalWidth || table.dataset.line !== 'open') return false;
    if (table.dataset.busy === 'true' || document.querySelector('.map[data-scaling]')) return false;
    if (table.dataset.over !== 'true' && !document.querySelector('.seat.on, .curtain')) return false;
  }
  if (document.fonts.status !== 'loaded' || document.querySelector('.fall')) return false;
  const boxes = [...document.querySelectorAll('#app section, #app article, .prompt, .list, g.piece')].map(
    element => element.getBoundingClientRect());
  const now = JSON.stringify([table?.dataset, document.querySelector('#app').innerText, boxes]);
  const before = window.lastSeenByTests;
  window.lastSeenByTests = now;
  return before === now;
}"""
"""Asked again and again: whether all is there, somebody is asked, and it looks as it did the last time."""


class Server(Process):
    """A server that draws into a folder shared with others; with a seed its dice are the same in every run."""

    def __init__(
        self, data: Path, art: Path, seed: str = "", app: str = "tests.browser.app:build", **settings: object
    ) -> None:
        if not (data / "art").exists():
            (data / "art").symlink_to(art, target_is_directory=True)
        super().__init__(app, data, "", 1, **({"warm": 1} | settings))
        self.environment["GROGNARD_TEST_SEED"] = seed


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))


def visitor(
    browser: Browser, size: tuple[int, int] = DESKTOP, theme: str = "light", calm: bool = True
) -> BrowserContext:
    """A browser profile of its own; `calm` asks for reduced motion, so that nothing has to be waited for."""
    phone = size[0] < 500
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce" if calm else "no-preference",
        has_touch=phone,
        is_mobile=phone,
    )
    # Who plays thousands of answers from the list does not want to be asked twice; tests of the guard put it back.
    context.add_init_script(
        """if (location.protocol.startsWith('http') && !localStorage.getItem('grognard.prefs'))
             localStorage.setItem('grognard.prefs', JSON.stringify({guard: false}))"""
    )
    return context


def watched(context: BrowserContext) -> Page:
    """A page on which an error in the console fails whoever asks for `page.troubles`."""
    context.set_default_timeout(PATIENT * 1000)
    page = context.new_page()
    if SLOWER > 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda m: troubles.append(m.text) if m.type == "error" and "WebSocket" not in m.text else None)
    page.troubles = troubles  # type: ignore[attr-defined]  # carried along for the test
    return page


def at_rest(page: Page) -> None:
    """Wait until the page has all it needs and nothing on it changes any more."""
    page.wait_for_function(AT_REST, polling=150)


def _posted(page: Page, address: str, body: dict[str, Any] | bytes) -> str:
    """The match that a request with the cookies of this page makes; the lobby with all its pictures is not drawn."""
    made = page.request.post(address, data=body).json()
    assert "match" in made, made
    return str(made["match"])


IN_SIGHT = """async row => {
  row.scrollIntoView({block: 'nearest'});
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame) }"""
"""Rows of a long list are drawn when they come into sight, and may grow then: press what stands still."""


class Table:
    """The table of one match in one page."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server

    @classmethod
    def new(
        cls,
        page: Page,
        server: Server,
        game: str,
        seats: Sequence[str],
        scenario: str = "",
        options: dict[str, Any] | None = None,
    ) -> "Table":
        """Create a match through the interface programs use (seats: me, friend, or a level) and sit down."""
        body = {
            "game": game,
            "scenario": scenario,
            "options": options or {},
            "seats": [{"kind": s} if s in ("me", "friend") else {"kind": "bot", "level": s} for s in seats],
        }
        return cls(page, server).open(_posted(page, f"{server.address}/api/matches", body))

    @classmethod
    def loaded(cls, page: Page, server: Server, match: Match[Any]) -> "Table":
        """Sit down, on all chairs, at a match that was played elsewhere."""
        table = cls(page, server).open(_posted(page, f"{server.address}/api/records", encode_record(match.record)))
        table.lift()
        return table.ready()

    def open(self, match: str) -> "Table":
        self.page.goto(f"{self.server.address}/#/table/{match}")
        return self.ready()

    def ready(self) -> "Table":
        """Wait for the map, for somebody to be asked, and until nothing moves any more."""
        self.page.wait_for_selector(".table section.map")
        at_rest(self.page)
        return self

    @property
    def root(self) -> Locator:
        return self.page.locator(".table")

    @property
    def entry(self) -> int:
        return int(self.root.get_attribute("data-entry") or 0)

    @property
    def asked(self) -> int:
        return int(self.root.get_attribute("data-asked") or -1)

    @property
    def over(self) -> bool:
        return self.root.get_attribute("data-over") == "true"

    @property
    def question(self) -> str:
        return self.page.locator(".prompt .ask").inner_text()

    def options(self) -> Locator:
        return self.page.locator("[data-option]")

    def texts(self) -> list[str]:
        found: list[str] = self.options().evaluate_all("items => items.map(item => item.dataset.option)")
        return found

    def lift(self) -> None:
        """Lift the curtain, where what the seats know differs and they share this screen."""
        curtain = self.page.locator(".curtain button")
        if curtain.count():
            curtain.click()
            self.options().first.wait_for()

    def wait(self, entry: int) -> None:
        """Until the table has gone past `entry` and asks this browser (maybe behind a curtain), or the game is over."""
        self.page.wait_for_function(
            """entry => { const t = document.querySelector('.table').dataset;
               const asked = Number(t.asked) >= 0 || document.querySelector('.curtain') !== null;
               return Number(t.entry) > entry && (t.over === 'true' || asked) }""",
            arg=entry,
        )

    def take(self, text: str) -> None:
        """Click the option with this text in the list."""
        before, row = self.entry, self.page.locator(f'[data-option="{text}"]')
        row.evaluate(IN_SIGHT)
        row.click()
        self.wait(before)

    def play(self, count: int, rng: random.Random, quiet: float = 0.4) -> int:
        """Answer up to `count` questions from the list, now boldly, now the quiet way; how many were answered."""
        for done in range(count):
            if self.over:
                return done
            self.lift()
            texts = self.texts()
            bold = [t for t in texts if t.startswith("attack")]
            hushed = [t for t in texts if t in ("done", "no")]
            if bold and rng.random() < 0.5:
                self.take(rng.choice(bold))
            else:
                self.take(hushed[0] if hushed and rng.random() < quiet else rng.choice(texts))
        return count

    def spot(self, place: str, dx: float = 0.0, dy: float = 0.0) -> tuple[float, float]:
        """Where on the screen counters stand in a place, by its printed name; moved by parts of a counter."""
        found = self.page.evaluate(
            """async ([place, dx, dy]) => {
              const map = document.querySelector('section.map'), box = map.getBoundingClientRect();
              const drawing = map.querySelector('img.ground').src.replace('ground.svg', 'board.json');
              const board = await (await fetch(drawing)).json();
              const at = board.places.find(p => p.name === place || p.name.split(' ')[0] === place);
              const [x, y, k] = map.dataset.view.split(' ').map(Number);
              const [px, py] = at.anchor;
              return [box.left + (px + dx * at.size) * k + x, box.top + (py + dy * at.size) * k + y];
            }""",
            [place, dx, dy],
        )
        return found[0], found[1]

    def unit(self, ring: str) -> Locator:
        """Pieces on the map that wear a ring of this kind."""
        return self.page.locator(f"g.piece:has(.ring .{ring})")


class Hand:
    """A player's hand: it counts its clicks and keys."""

    def __init__(self, table: Table) -> None:
        self.table, self.page = table, table.page
        self.clicks = self.keys = 0

    def place(self, name: str, dx: float = 0.0, dy: float = 0.0, times: int = 1, **more: Any) -> None:
        """Click where counters stand in a place, or beside that point."""
        x, y = self.table.spot(name, dx, dy)
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y, click_count=times, **more)
        self.clicks += times
        self.rest()

    def press(self, what: Locator) -> None:
        what.click()
        self.clicks += 1
        self.rest()

    def key(self, name: str) -> None:
        self.page.keyboard.press(name)
        self.keys += 1
        self.rest()

    def rest(self) -> None:
        """Until the table has taken it and nothing moves."""
        self.page.wait_for_function("() => document.querySelector('.table').dataset.busy === 'false'")
        at_rest(self.page)
