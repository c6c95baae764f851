"""How smoothly titles pan and zoom beside Cassino (1944) in one run: `python -m tests.browser.frames [title ...]`.

Prints the median and the 95th percentile of the frame times in milliseconds, and their ratio to those of Cassino."""

import sys
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

from grognard.core import load_game
from tests.browser.kit import Server, Table, launch, visitor, watched
from tests.kit import random_match

MEASURE = "cassino_1944"
TITLES = ("thunder_at_cassino", "battle_for_cassino", "dark_victory", "second_front_now")
ANSWERS = 300
COUNT = """() => { window.frameTimes = []; let last = performance.now();
  const next = () => { window.frameLoop = requestAnimationFrame(step); };
  const step = now => { window.frameTimes.push(now - last); last = now; next(); };
  next(); }"""
TELL = "() => { cancelAnimationFrame(window.frameLoop); return window.frameTimes.slice(1); }"


def main(titles: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        art = Path(folder) / "drawings"
        art.mkdir()
        server = Server(Path(folder), art, seed="frames").start()
        browser = launch(playwright)
        try:
            base: dict[str, tuple[float, float]] = {}
            for game in [MEASURE, *titles]:
                page = watched(visitor(browser, (1920, 1080)))
                *_, match = islice(random_match(load_game(game), 3), ANSWERS)
                Table.loaded(page, server, match)
                for name, gesture in (("pan", _pan), ("zoom", _zoom)):
                    times = _times(page, gesture)
                    told = median(times), quantiles(times, n=20)[-1]
                    known = base.setdefault(name, told)
                    ratios = f"ratio {told[0] / known[0]:.2f} and {told[1] / known[1]:.2f}"
                    print(f"{game} {name}: {told[0]:.1f} ms, 95 % {told[1]:.1f} ms; {ratios}", flush=True)
                page.context.close()
        finally:
            browser.close()
            server.stop()


def _times(page: Page, gesture: Callable[[Page], None]) -> list[float]:
    page.evaluate(COUNT)
    gesture(page)
    found: list[float] = page.evaluate(TELL)
    return found


def _pan(page: Page) -> None:
    """To and fro with the hand on empty ground."""
    for _ in range(2):
        page.mouse.move(300, 160)
        page.mouse.down()
        page.mouse.move(1100, 640, steps=40)
        page.mouse.move(300, 160, steps=40)
        page.mouse.up()


def _zoom(page: Page) -> None:
    page.mouse.move(700, 400)
    for step in (-120, 120):
        for _ in range(20):
            page.mouse.wheel(0, step)
            page.wait_for_timeout(30)


if __name__ == "__main__":
    main(sys.argv[1:] or list(TITLES))
