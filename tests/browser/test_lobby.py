"""The lobby and its people: what waits, what can go, who is favoured; accounts; a game from invitation to refusal."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from grognard.core import load_game
from grognard.server.balance import measured
from tests.browser.kit import PHONE, Server, Table, at_rest
from tests.serving import PATIENT, webhook

Visit = Callable[..., Page]
GAME = "cassino_1944"


def post(page: Page, path: str, body: Any) -> Any:
    return page.evaluate(
        """async ([path, body]) => (await fetch(path, {method: 'POST', body: JSON.stringify(body),
           headers: {'content-type': 'application/json'}})).json()""",
        [path, body],
    )


def test_the_lobby_keeps_itself_in_order(server: Server, visit: Visit) -> None:
    page = visit()
    table = Table.new(page, server, GAME, ["me", "me"])
    match = page.url.rpartition("/")[2]
    mover = table.page.locator("g.piece.active").first
    assert re.search(r", (Allied|German), .*\d{4}|, \d{4}", mover.get_attribute("aria-label") or ""), "side and place"

    chip = page.locator("[data-overlay]").first
    chip.click()
    expect(page.get_by_role("status", name="Legend")).to_contain_text(chip.inner_text())
    expect(chip).to_have_attribute("aria-pressed", "true")
    chip.click()
    expect(page.get_by_role("status", name="Legend")).to_have_count(0)

    board = post(page, f"/api/matches/{match}/branch", {"entry": 0})["match"]
    lesson = post(page, "/api/lessons", {"game": GAME, "lesson": "1_moving"})
    page.goto(f"{server.address}/#/table/{board}")
    tried = Table(page, server).ready()
    expect(page.get_by_role("link", name="back to the game")).to_have_attribute("href", f"#/table/{match}")
    moves = [text for text in tried.texts() if text.startswith("move")]
    tried.take(moves[0])
    page.get_by_role("button", name="play this").click()
    page.wait_for_url(f"**/#/table/{match}")
    assert Table(page, server).ready().entry == 1, "what was tried is played"

    page.goto(f"{server.address}/#/")
    at_rest(page)

    def card(id: str) -> Locator:
        return page.locator("article.mine", has=page.locator(f'a[href="#/table/{id}"]'))

    expect(card(match).get_by_role("link")).to_have_text("Your move")
    for id in (board, lesson["match"]):
        expect(card(id).get_by_role("link")).to_have_text("Open")
    expect(page).to_have_title(re.compile("Your move"))
    card(board).get_by_role("button", name="Remove").click()
    card(board).get_by_role("button", name="Yes, remove").click()
    expect(card(board)).to_have_count(0)
    expect(card(match)).to_have_count(1)

    found = next(m for m in measured(load_game(GAME)) if m.scenario == "campaign" and not m.options)
    for size in ((1440, 900), PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"{server.address}/#/new/{GAME}")
        told = page.locator('[data-balance="campaign"]')
        expect(told).to_contain_text(f"{found.side} {found.share:.0%}".replace("%", " %") + f" {found.by} (")
        expect(told).to_contain_text(f"{found.games} games, {found.budget}")
        expect(page.get_by_role("button", name="Set up and start")).to_be_in_viewport()
    page.get_by_label("Weather").check()
    expect(page.locator('[data-balance="campaign"]')).to_have_text("Its balance was not measured with these options.")


def test_a_friend_is_invited_at_the_table_and_told_what_the_other_decides(server: Server, visit: Visit) -> None:
    host, guest, idler = visit(), visit(), visit()
    host.goto(f"{server.address}/#/new/{GAME}")
    host.get_by_role("button", name="With a friend").click()
    host.get_by_label("When somebody stays away").select_option("pause")
    host.get_by_text("Clock and dice").click()
    host.get_by_label("Play with clocks").check()
    host.get_by_role("button", name="Days for each move").click()
    host.get_by_label("Days", exact=True).fill("5")
    host.get_by_role("button", name="Set up and start").click()
    host.get_by_role("link", name="To the table").click()
    allied = Table(host, server).ready()
    expect(host.locator(".seat time").first).to_have_text("5 d 0 h")
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="A link for German").click()
    guest.goto(host.locator('[data-invite="1"]').input_value())
    german = Table(guest, server).ready()
    host.get_by_role("button", name="A link to watch").click()
    idler.goto(host.locator('[data-invite="-1"]').input_value())
    Table(idler, server).ready()
    expect(idler.get_by_text("You are watching")).to_be_visible()
    host.keyboard.press("Escape")
    expect(host).to_have_title(re.compile("^● Your move"))
    expect(host.locator("link[rel=icon]")).to_have_attribute("href", "/favicon-waiting.svg")
    expect(guest).not_to_have_title(re.compile("Your move"))

    idler.get_by_role("button", name="Chat", exact=True).click()
    idler.get_by_label("Say something").fill("good luck")
    idler.get_by_role("button", name="Say", exact=True).click()
    expect(guest.get_by_role("button", name="Chat, 1 new")).to_be_visible()
    expect(guest).to_have_title(re.compile(r"^\(1 said\)"))
    _lobby_tells(guest, server, "(1 said) Grognard", "something new was said")
    guest.get_by_role("button", name="Chat, 1 new").click()
    expect(guest.locator(".drawer li", has_text="good luck")).to_contain_text("Spectator")
    expect(guest.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    _lobby_tells(guest, server, "Grognard", "")

    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("button", name="Offer a draw").click()
    host.get_by_role("status", name="Offer").get_by_role("button", name="Decline").click()
    for page, chat in ((host, "Chat, 1 new"), (guest, "Chat")):  # what the table tells is not said by anybody
        expect(page.get_by_role("status", name="The table tells")).to_contain_text("was declined by Allied")
        expect(page.get_by_role("button", name=chat, exact=True)).to_be_visible()
    assert allied.entry == german.entry == 0


def _lobby_tells(page: Page, server: Server, title: str, news: str) -> None:
    """To the lobby and back: what was said and not yet read is told there."""
    address = page.url
    page.goto(f"{server.address}/#/")
    expect(page.locator("article.mine")).to_have_count(1)
    expect(page.locator("article.mine .new")).to_have_text([news] if news else [])
    expect(page).to_have_title(title)
    page.goto(address)
    Table(page, server).ready()


@pytest.fixture
def writing(built: None, art: Path, tmp_path: Path) -> Any:
    """A server that sends letters, and what arrived."""
    with webhook() as (address, heard):
        running = Server(tmp_path, art, webhook=address, public="https://table.example", warm=0).start()
        yield running, heard
        running.stop()


def test_an_account_is_changed_taken_along_and_deleted(writing: Any, visit: Visit) -> None:
    server, heard = writing
    page = visit()
    page.goto(f"{server.address}/#/")
    page.get_by_role("button", name="Sign in", exact=True).first.click()
    page.get_by_label("Name").fill("Senger")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_role("link", name="Senger").click()

    form = page.get_by_role("form", name="Password")
    form.get_by_label("Present password").fill("correct horse")
    form.get_by_label("New password", exact=True).fill("battery staple")
    form.get_by_label("New password again").fill("battery stable")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_contain_text("differ")
    form.get_by_label("New password again").fill("battery staple")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_contain_text("is changed")

    form = page.get_by_role("form", name="Address")
    expect(form).to_contain_text("None is confirmed")
    form.get_by_label("New address").fill("senger@mail.example")
    form.get_by_label("Your password").fill("battery staple")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_contain_text("A letter is on its way")
    account = page.url
    letter = heard.get(timeout=PATIENT)
    page.goto(server.address + letter["url"].removeprefix("https://table.example"))
    page.get_by_role("button", name="This is my address").click()
    expect(page.get_by_text("Thank you")).to_be_visible()
    page.goto(account)
    expect(page.get_by_role("form", name="Address")).to_contain_text("senger@mail.example, confirmed")

    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    told = json.loads(Path(download.value.path()).read_text())
    assert told["account"] == "Senger" and told["email"] == "senger@mail.example" and told["matches"] == []

    form = page.get_by_role("form", name="Delete the account")
    expect(form.get_by_role("button")).to_be_disabled()
    form.get_by_label("Your password").fill("battery staple")
    form.get_by_label("I know that this cannot be undone").check()
    form.get_by_role("button").click()
    expect(page.get_by_role("button", name="Sign in", exact=True).first).to_be_visible()
    assert page.evaluate("async () => (await (await fetch('/api/me')).json()).account") is None
