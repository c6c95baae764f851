"""Pictures for README and documentation: `python -m tests.browser.screenshots docs/images [lobby] [title ...]`; without
names the lobby and every title."""

import random
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from grognard.core import game_names, load_game
from tests.browser.kit import DESKTOP, PHONE, ROOT, Server, Table, launch, visitor

QUIET_DICE = 3000
"""Milliseconds until falling dice have left the map."""

LEAST, MOST = 40, 160
"""Answers before a picture is worth taking, and how many are given at most."""
LESSONS = {
    "thunder_at_cassino": "2_fire",
    "battle_for_cassino": "2_assault",
    "dark_victory": "2_ladders",
    "second_front_now": "2_battle",
}
"""Titles whose lesson shows more than chance would: here the attack the rulebook describes."""
HOSTILE = ("attack", "fire", "target", "assault")
"""Deeds whose odds make a picture."""


def main(target: Path, wanted: list[str]) -> None:
    """Write `lobby.png`, and for each title its table on a desk and on a phone."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        art = Path(folder) / "drawings"
        art.mkdir()
        server = Server(Path(folder), art, seed="pictures").start()
        browser = launch(playwright)
        try:
            for game in [name for name in game_names() if name in wanted]:
                for name, size in (("", DESKTOP), ("_phone", PHONE)):
                    page = visitor(browser, size).new_page()
                    if lesson := LESSONS.get(game):
                        _into_a_lesson(page, server, game, lesson)
                    else:
                        _into_the_game(page, server, game)
                    _take(page, target / f"{game}{name}.png")
                    page.context.close()
            if "lobby" in wanted:
                page = visitor(browser).new_page()
                page.goto(f"{server.address}/#/")
                page.wait_for_selector("article.game img")
                page.wait_for_load_state("networkidle")
                _take(page, target / "lobby.png")
        finally:
            browser.close()
            server.stop()


def _take(page: Page, file: Path) -> None:
    """A small file: 256 colours, chosen so that the few bright ones of the highlights keep their hue."""
    page.screenshot(path=file)
    with Image.open(file) as picture:
        small = picture.convert("RGB").quantize(256, method=Image.Quantize.FASTOCTREE)
    small.save(file, optimize=True)


def _into_a_lesson(page: Page, server: Server, game: str, lesson: str) -> None:
    """Through a lesson by its model answers, to the first odds or to its last page."""
    page.goto(f"{server.address}/#/")
    made = page.evaluate(
        """async body => (await fetch('/api/lessons', {method: 'POST', body: JSON.stringify(body),
           headers: {'content-type': 'application/json'}})).json()""",
        {"game": game, "lesson": lesson},
    )
    table = Table(page, server).open(made["match"])
    while not page.locator(".odds").count():
        if (model := page.locator("[data-model]")).count():
            table.take(model.get_attribute("data-model") or "")
        elif (turn := page.get_by_role("button", name="Next page")).count():
            turn.click()
        else:
            break
        page.wait_for_timeout(500)
    page.mouse.move(4, 4)
    page.wait_for_timeout(QUIET_DICE)


def _into_the_game(page: Page, server: Server, game: str) -> None:
    """Some way into a game, at a question with odds if one comes up."""
    table = Table.new(page, server, game, ["me"] * load_game(game).seat_count)
    rng = random.Random(44)
    table.lift()
    if "suggested" in table.texts():
        table.take("suggested")
    bold = False
    for played in range(MOST):
        patient = played < 0.75 * MOST
        if played > LEAST and page.locator(".odds").count() and (bold or not patient):
            break
        table.lift()
        hostile = [text for text in table.texts() if text.startswith(HOSTILE)]
        bold = played > LEAST // 2 and bool(hostile)
        if bold:
            table.take(rng.choice(hostile))
        elif not table.play(1, rng, quiet=0.25):
            break
    table.lift()
    page.wait_for_timeout(QUIET_DICE)


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images",
        sys.argv[2:] or ["lobby", *game_names()],
    )
