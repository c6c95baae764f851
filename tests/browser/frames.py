"""How smoothly titles pan and zoom beside Cassino (1944) in one run: `python -m tests.browser.frames [title ...]`.

Every table pans and zooms in turn, several rounds. Prints the median and the 95th percentile of the frame times in
milliseconds (of the rounds the middle one), their ratio to those of Cassino, and the 95th percentile of every round."""

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser, Page, sync_playwright

from grognard.core import load_game
from tests.browser.kit import Server, Table, at_rest, launch, visitor, watched
from tests.kit import random_match

MEASURE = "cassino_1944"
TITLES = ("cities_of_the_damned", "thunder_at_cassino", "battle_for_cassino", "dark_victory", "second_front_now")
ANSWERS = 300
ROUNDS = 5
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
            tables = {game: _table(browser, server, game) for game in [MEASURE, *titles]}
            found: dict[tuple[str, str], list[tuple[float, float]]] = {}
            for _ in range(ROUNDS):
                for game, page in tables.items():
                    page.bring_to_front()
                    for name, gesture in GESTURES.items():
                        times = _times(page, gesture)
                        found.setdefault((game, name), []).append((median(times), quantiles(times, n=20)[-1]))
            for (game, name), rounds in found.items():
                told, known = (_middle(found[which, name]) for which in (game, MEASURE))
                ratios = f"ratio {told[0] / known[0]:.2f} and {told[1] / known[1]:.2f}"
                print(f"{game} {name}: {told[0]:.1f} ms, 95 % {told[1]:.1f} ms; {ratios}; rounds {_shown(rounds)}")
        finally:
            browser.close()
            server.stop()


def _table(browser: Browser, server: Server, game: str) -> Page:
    """A table in full swing whose map has been moved once, as that of somebody who plays."""
    page = watched(visitor(browser, (1920, 1080)))
    *_, match = islice(random_match(load_game(game), 3), ANSWERS)
    Table.loaded(page, server, match)
    for gesture in GESTURES.values():
        at_rest(page)
        gesture(page)
    return page


def _middle(rounds: list[tuple[float, float]]) -> tuple[float, float]:
    return median(one[0] for one in rounds), median(one[1] for one in rounds)


def _shown(rounds: list[tuple[float, float]]) -> str:
    return " ".join(f"{most:.0f}" for _, most in rounds)


def _times(page: Page, gesture: Callable[[Page], None]) -> list[float]:
    at_rest(page)
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


def _wheel(page: Page, step: int) -> None:
    page.mouse.move(700, 400)
    for _ in range(20):
        page.mouse.wheel(0, step)
        page.wait_for_timeout(30)


GESTURES: dict[str, Callable[[Page], None]] = {
    "pan": _pan,
    "zoom in": partial(_wheel, step=-120),
    "zoom out": partial(_wheel, step=120),
}


if __name__ == "__main__":
    main(sys.argv[1:] or list(TITLES))
