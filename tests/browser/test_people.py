"""People at the table: clocks, accounts, offers, absences, notices, spectators, open tables, words in the dice."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from grognard.server import push
from tests.browser.kit import PHONE, Server, Table
from tests.server.test_push import AUTH, PUBLIC, opened, push_service
from tests.serving import PATIENT, webhook

Visit = Callable[..., Page]
GAME = "cassino_1944"


def created(page: Page, server: Server, **body: Any) -> Any:
    """A match made through the interface programs use, with the cookie of this page."""
    page.goto(f"{server.address}/#/")
    made = page.evaluate(
        """async body => (await fetch('/api/matches', {method: 'POST', body: JSON.stringify(body),
           headers: {'content-type': 'application/json'}})).json()""",
        {"game": GAME, "seats": [{"kind": "me"}, {"kind": "friend"}], **body},
    )
    assert "match" in made, made
    return made


def pair(server: Server, visit: Visit, **body: Any) -> tuple[Table, Table]:
    """Allied and German, each in a browser of their own."""
    host, guest = visit(), visit()
    made = created(host, server, **body)
    allied = Table(host, server).open(made["match"])
    guest.goto(server.address + made["links"][0]["url"])
    return allied, Table(guest, server).ready()


def drawer(page: Page, name: str = "Menu") -> Locator:
    """The drawer, opened if it is not."""
    if not page.locator(".drawer").count():
        page.get_by_role("button", name=name, exact=True).first.click()
    return page.locator(".drawer")


def seconds(clock: str) -> int:
    parts = [int(part) for part in clock.split(":")]
    return sum(part * 60**k for k, part in enumerate(reversed(parts)))


def times(page: Page) -> list[int]:
    return [seconds(text) for text in page.locator(".seat time").all_inner_texts()]


def advanced(table: Table, entry: int) -> None:
    table.page.wait_for_function("n => Number(document.querySelector('.table').dataset.entry) > n", arg=entry)


def test_clocks_run_for_the_side_that_is_asked(server: Server, visit: Visit) -> None:
    page = visit()
    page.goto(f"{server.address}/#/new/{GAME}")
    page.get_by_role("button", name="Both sides here").click()
    page.get_by_text("Clock and dice").click()
    page.get_by_label("Play with clocks").check()
    page.get_by_label("Minutes").fill("10")
    page.get_by_label("Seconds added per decision").fill("0")
    page.get_by_role("button", name="Set up and start").click()
    table = Table(page, server).ready()
    expect(page.locator(".seat time").nth(0)).not_to_have_text("10:00")
    allied, german = times(page)
    assert allied < 600 and german == 600, "only the clock of the side that is asked runs"
    while page.locator(".seat.on").inner_text().startswith("Allied"):
        table.take("done" if "done" in table.texts() else table.texts()[0])
    expect(page.locator(".seat time").nth(1)).not_to_have_text("10:00")
    stopped, running = page.locator(".seat time").all_inner_texts()
    expect(page.locator(".seat time").nth(1)).not_to_have_text(running)
    assert page.locator(".seat time").nth(0).inner_text() == stopped and times(page)[1] < 600


def test_a_flag_that_falls_answers_quietly_for_the_player(server: Server, visit: Visit) -> None:
    page = visit()
    made = created(page, server, seats=[{"kind": "me"}, {"kind": "me"}], clock={"initial": 6, "step": 0})
    allied = Table(page, server).open(made["match"])
    advanced(allied, 0)
    expect(page.locator(".seat time").first).to_have_text("0:00")
    page.wait_for_function("() => document.querySelectorAll('.seat time')[1].innerText !== '0:06'")
    assert not allied.over, "where there is a quiet answer nobody loses on time"


def test_an_account_shows_its_games_on_two_devices(server: Server, visit: Visit) -> None:
    desk, phone = visit(), visit(PHONE)
    made = created(desk, server, seats=[{"kind": "me"}, {"kind": "me"}])
    desk.goto(f"{server.address}/#/")
    desk.reload()
    desk.get_by_role("button", name="Sign in", exact=True).first.click()
    desk.get_by_label("Name").fill("Field Marshal")
    desk.get_by_label("Password").fill("correct horse")
    desk.get_by_role("button", name="Make an account").click()
    expect(desk.locator(".who")).to_contain_text("Signed in as Field Marshal")

    phone.goto(f"{server.address}/#/")
    expect(phone.get_by_role("heading", name="The shelf")).to_be_visible()
    assert phone.locator("article.mine").count() == 0
    phone.get_by_role("button", name="Sign in", exact=True).first.click()
    expect(phone.get_by_label("Name")).to_be_focused()
    phone.get_by_label("Name").fill("field marshal")
    phone.get_by_label("Password").fill("wrong horse")
    phone.locator(".account .button.go").click()
    expect(phone.get_by_role("alert")).to_contain_text("wrong")
    phone.troubles.clear()  # type: ignore[attr-defined]  # the refusal was meant to be
    phone.get_by_label("Password").fill("correct horse")
    phone.locator(".account .button.go").click()
    expect(phone.locator(".who")).to_contain_text("Signed in as Field Marshal")
    for page in (desk, phone):
        expect(page.locator(f'article.mine a[href="#/table/{made["match"]}"]')).to_be_visible()
    phone.locator("article.mine a").first.click()
    Table(phone, server).ready()

    phone.goto(f"{server.address}/#/")
    phone.reload()
    expect(phone.locator(".who"), "it is still signed in when the page is loaded again").to_contain_text(
        "Field Marshal"
    )
    phone.get_by_role("button", name="Sign out").click()
    expect(phone.get_by_role("button", name="Sign in", exact=True).first).to_be_visible()
    expect(phone.locator("article.mine")).to_have_count(0)


def test_a_take_back_is_declined_and_then_granted(server: Server, visit: Visit) -> None:
    allied, german = pair(server, visit)
    while allied.asked == 0:
        before = allied.entry
        allied.page.locator('[data-option="done"]').first.click()
        advanced(allied, before)
    advanced(german, before)
    passed = allied.entry
    ask = drawer(allied.page).get_by_role("button", name=re.compile("Ask to take back"))
    ask.click()
    offer = german.page.get_by_role("status", name="Offer")
    expect(offer).to_contain_text("Allied asks to take back")
    offer.get_by_role("button", name="Decline").click()
    expect(allied.page.get_by_role("status", name="Offer")).to_be_hidden()
    assert allied.entry == german.entry == passed
    ask.click()
    german.page.get_by_role("button", name="Accept").click()
    for table in (allied, german):
        advanced(table, passed)
    expect(allied.root).to_have_attribute("data-asked", "0")
    expect(german.root).to_have_attribute("data-asked", "-1")


def test_a_draw_is_offered_declined_and_agreed(server: Server, visit: Visit) -> None:
    allied, german = pair(server, visit)
    drawer(german.page).get_by_role("button", name="Offer a draw").click()
    offer = allied.page.get_by_role("status", name="Offer")
    expect(offer).to_contain_text("German offers a draw")
    offer.get_by_role("button", name="Decline").click()
    expect(german.page.get_by_role("status", name="Offer")).to_be_hidden()
    assert not allied.over
    drawer(german.page).get_by_role("button", name="Offer a draw").click()
    offer.get_by_role("button", name="Accept").click()
    for table in (allied, german):
        expect(table.root).to_have_attribute("data-over", "true")


def test_an_absent_seat_goes_to_the_computer_by_agreement(server: Server, visit: Visit) -> None:
    allied, german = pair(server, visit)
    address = german.page.url
    german.page.goto("about:blank")
    hand = drawer(allied.page).get_by_role("button", name="Hand German to the computer")
    hand.click()
    expect(allied.page.get_by_text("Waiting for an answer.")).to_be_visible()
    assert "greedy" not in allied.page.locator(".seat").nth(1).inner_text(), "not before the player agrees"
    german.page.goto(address)
    german.ready()
    offer = german.page.get_by_role("status", name="Offer")
    expect(offer).to_contain_text("asks the computer to take the absent seat")
    offer.get_by_role("button", name="Accept").click()
    expect(allied.page.locator(".seat").nth(1)).to_contain_text("greedy")
    back = drawer(german.page).get_by_role("button", name="Take German back from the computer")
    back.click()
    expect(back).to_have_count(0)
    expect(allied.page.locator(".seat").nth(1)).not_to_contain_text("greedy")


@pytest.fixture
def telling(built: None, art: Path, tmp_path: Path) -> Any:
    """A server that posts notices to an address, and what arrived there."""
    with webhook() as (address, heard):
        running = Server(
            tmp_path, art, webhook=address, notice_after=0.3, public="https://table.example", absent=0, warm=0
        ).start()
        yield running, heard
        running.stop()


def test_who_is_away_gets_a_notice(telling: Any, visit: Visit) -> None:
    server, heard = telling
    allied, german = pair(server, visit)
    menu = drawer(german.page)
    menu.get_by_label("E-mail for a notice when it is your turn").fill("german@mail.example")
    menu.get_by_role("button", name="Tell me my turn").click()
    expect(menu.get_by_role("status")).to_contain_text("You will be told")
    match = german.page.url.rpartition("/")[2]
    letter = heard.get(timeout=PATIENT)
    german.page.goto(server.address + letter["url"].removeprefix("https://table.example"))
    german.page.get_by_role("button", name="This is my address").click()
    expect(german.page.get_by_text("Thank you")).to_be_visible()
    german.page.goto("about:blank")
    while allied.asked == 0:
        before = allied.entry
        allied.page.locator('[data-option="done"]').first.click()
        advanced(allied, before)
    notice = heard.get(timeout=PATIENT)
    assert notice["match"] == match and notice["side"] == "German" and notice["email"] == "german@mail.example"
    german.page.goto(server.address + notice["url"].removeprefix("https://table.example"))
    german.ready()
    assert german.asked == 1, "the address in the notice leads to the question"
    hand = drawer(allied.page).get_by_role("button", name="Hand German to the computer")
    german.page.goto("about:blank")
    expect(allied.page.locator(".seat").nth(1).get_by_role("img", name="at the table")).to_be_hidden()
    hand.click()
    expect(allied.page.locator(".seat").nth(1), "long enough away: no consent is needed").to_contain_text("greedy")


LED_HERE = """([endpoint, p256dh, auth]) => {
  let made = null;
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async ({applicationServerKey}) => made = {
    endpoint, toJSON: () => ({keys: {p256dh, auth}}), unsubscribe: async () => made = null, applicationServerKey};
}"""
"""Chromium without windows reaches no push service: its browser is led to one of ours; all else is as it is."""


def test_a_browser_tells_of_a_turn_by_push_and_says_when_it_cannot(
    built: None, art: Path, tmp_path: Path, visit: Visit
) -> None:
    key = push.new_key()
    with push_service([201]) as (address, heard):
        told = {"push_key": key, "push_hosts": "127.0.0.1", "notice_after": 0.3, "public": "https://table.example"}
        server = Server(tmp_path, art, warm=0, **told).start()
        try:
            allied, german = pair(server, visit)
            page = german.page
            page.context.grant_permissions(["notifications"], origin=server.address)
            menu = drawer(page)
            box = menu.get_by_label("Let this browser tell me my move")
            box.click()
            expect(menu.get_by_role("status")).to_contain_text("reaches no service that would bring it messages")
            expect(box).not_to_be_checked()
            page.troubles.clear()  # type: ignore[attr-defined]  # that it cannot was meant to be
            page.evaluate(LED_HERE, [address, PUBLIC, AUTH])
            box.click()
            expect(menu.get_by_role("status")).to_have_text("This browser tells you when it is your move.")
            expect(box).to_be_checked()
            page.goto("about:blank")
            while allied.asked == 0:
                before = allied.entry
                allied.page.locator('[data-option="done"]').first.click()
                advanced(allied, before)
            shown = json.loads(opened(heard.get(timeout=PATIENT)[1]))
            assert shown["title"] == "Cassino (1944): your move" and shown["body"].startswith("German · Turn 1 › ")
        finally:
            server.stop()


def test_a_server_that_sends_no_notices_offers_none(server: Server, visit: Visit) -> None:
    allied, _ = pair(server, visit)
    menu = drawer(allied.page)
    expect(menu.get_by_role("button", name="Offer a draw")).to_be_visible()
    expect(menu.get_by_role("button", name="Tell me my turn")).to_have_count(0)


def test_spectators_see_no_secrets(server: Server, visit: Visit) -> None:
    host, guest, idler = visit(), visit(), visit()
    frames: list[str] = []
    idler.on("websocket", lambda line: line.on("framereceived", lambda text: frames.append(str(text))))
    made = created(host, server, options={"bidding": True})
    idler.goto(server.address + made["watch"])
    guest.goto(server.address + made["links"][0]["url"])
    german, watching = Table(guest, server).ready(), Table(idler, server).ready()
    allied = Table(host, server).open(made["match"])
    frames.clear()
    host.locator('[data-option="bid 13"]').click()
    for table in (allied, watching):
        advanced(table, 0)
    assert watching.options().count() == 0 and watching.asked == -1
    guest.wait_for_function("() => Number(document.querySelector('.table').dataset.asked) === 1")
    assert frames and not [text for text in frames if re.search(r"\b13\b", _speech(text))]
    assert "13" not in idler.locator("aside.side").inner_text()
    guest.locator('[data-option="bid 4"]').click()
    for table in (german, watching):
        advanced(table, 1)
    assert german.entry == watching.entry
    assert [text for text in frames if re.search(r"\b13\b", _speech(text))], "told to all when both have bid"


def _speech(frame: str) -> str:
    """What a message says in words: numbers of places and tracks prove nothing."""
    return " ".join(re.findall(r'"(?:text|label|prompt)":"([^"]*)"', frame))


def test_anybody_may_join_an_open_table(server: Server, visit: Visit) -> None:
    host, stranger, late = visit(), visit(), visit()
    host.goto(f"{server.address}/#/new/{GAME}")
    expect(host.get_by_label("Anybody may join")).to_have_count(0)
    host.get_by_role("button", name="With a friend").click()
    host.get_by_label("Name of the player of Allied").fill("Alexander")
    host.get_by_label("Anybody may join").check()
    host.get_by_role("button", name="Set up and start").click()
    expect(host.get_by_text("The lobby lists this table")).to_be_visible()
    link = host.locator('[data-link="1"]').input_value()
    host.get_by_role("link", name="To the table").click()
    allied = Table(host, server).ready()
    match = host.url.rpartition("/")[2]
    late.add_init_script("window.setInterval = () => 0")  # it does not look again before somebody clicks there
    for page in (stranger, late):
        page.goto(f"{server.address}/#/")
        expect(page.locator(f'[data-open="{match}"]')).to_contain_text("Alexander")
    shown = stranger.locator(f'[data-open="{match}"]')
    shown.get_by_role("button", name="Play German").click()
    Table(stranger, server).ready()
    expect(host.locator(".seat", has_text="German").get_by_role("img", name="at the table")).to_be_visible()
    assert allied.asked == 0

    late.locator(f'[data-open="{match}"]').get_by_role("button", name="Play German").click()
    expect(late.get_by_role("alert")).to_contain_text("full by now")
    expect(late.locator(f'[data-open="{match}"]')).to_have_count(0)
    late.goto(link)
    expect(late.get_by_role("alert")).to_contain_text("opens no seat")
    late.troubles.clear()  # type: ignore[attr-defined]  # both refusals were meant to be


def test_words_of_both_players_are_in_the_dice(server: Server, visit: Visit) -> None:
    host, guest = visit(), visit()
    _with_words(host, server, "quick brown fox")
    guest.goto(host.locator('[data-link="1"]').input_value())
    host.get_by_role("link", name="To the table").click()
    Table(guest, server).ready()
    allied = Table(host, server).ready()
    expect(guest.get_by_text("Allied has sealed words for the dice.")).to_be_visible()
    guest.get_by_role("button", name="Add yours").click()
    words = guest.locator("[data-mix]")
    expect(words).to_contain_text("Allied: sealed")
    assert "quick" not in words.inner_text()
    guest.get_by_label("Your words in the dice").fill("lazy dog")
    guest.get_by_role("button", name="Add", exact=True).click()
    expect(words).to_have_attribute("data-mix", "mixed")
    expect(words).to_contain_text("quick brown fox")
    expect(words).to_contain_text("lazy dog")
    _up_to_the_dice(allied)
    menu = drawer(host)
    menu.get_by_role("button", name="Resign").click()
    menu.get_by_role("button", name="Yes, resign").click()
    for page in (host, guest):
        expect(page.locator("section.result")).to_be_visible()
        page.goto(page.url.replace("/table/", "/dice/"))
        expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "ok")
        expect(page.locator("tbody tr")).not_to_have_count(0)
        expect(page.locator("[data-words]")).to_have_attribute("data-words", "ok")
        expect(page.locator("[data-words]")).to_contain_text("Your own are among them")


def test_words_are_opened_when_the_first_roll_is_due(server: Server, visit: Visit) -> None:
    """The friend has not come yet: the answer that rolls is given again by itself when the words are open."""
    page = visit()
    _with_words(page, server, "nobody else here")
    page.get_by_role("link", name="To the table").click()
    allied = Table(page, server).ready()
    words = drawer(page).locator("[data-mix]")
    expect(words).to_contain_text("Allied: sealed")
    page.keyboard.press("Escape")
    _up_to_the_dice(allied)
    expect(drawer(page).locator("[data-mix]")).to_contain_text("nobody else here")


def _with_words(page: Page, server: Server, words: str) -> None:
    """Set up a game with a friend, and words of one's own in the dice."""
    page.goto(f"{server.address}/#/new/{GAME}")
    page.get_by_role("button", name="With a friend").click()
    page.get_by_text("Clock and dice").click()
    page.get_by_label("Your words in the dice").fill(words)
    page.get_by_role("button", name="Set up and start").click()


def _up_to_the_dice(allied: Table) -> None:
    """Attack until dice fall."""
    while not _rolled(allied.page):
        before, texts = allied.entry, allied.texts()
        bold = [text for text in texts if text.startswith(("attack", "all"))]
        allied.page.locator(f'[data-option="{(bold or texts)[-1]}"]').first.click()
        advanced(allied, before)


def _rolled(page: Page) -> bool:
    """Whether the dice of this game have been used."""
    return bool(
        page.evaluate(
            "async match => (await (await fetch(`/api/matches/${match}/dice`)).json()).rolls.length > 0",
            page.url.rpartition("/")[2],
        )
    )
