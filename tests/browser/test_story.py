"""The enemy's turn as a story: whole whatever was asked in it, still there for who comes back, and a table that opens
where something happens."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from grognard.core.record import decode_record
from tests.browser.kit import Hand, Server, Table
from tests.serving import PATIENT

CARD = "What the others did"


def test_the_story_of_a_turn_is_whole_though_one_was_asked_in_it(server: Server, visit: Callable[..., Page]) -> None:
    """The Battle for Cassino against an Allied computer: losses and fire are asked for in the middle of its turn."""
    page = visit()
    table = Table.new(page, server, "battle_for_cassino", ["greedy", "me"])
    table.take("suggested")
    asked = 0
    while "German Player-Turn" not in page.locator("header").first.inner_text():
        table.take(table.texts()[0])
        table.ready()
        asked += 1
    assert asked > 3, "several questions lay between"
    card = page.get_by_role("region", name=CARD)
    expect(card.locator("li.head").first).to_contain_text("Turn 1")
    told = card.locator("li button").all_inner_texts()
    assert told[0].startswith("Allied bombardment"), "from the beginning of the turn"
    marches = [line for line in told if " marches from " in line]
    assert len({line.split(" marches")[0].rpartition(". ")[2] for line in marches}) == len(marches) > 3, (
        "each march once"
    )
    expect(page.locator("g.story .shaft").first, "also of those who came out of a box").to_be_attached()

    card.locator("[data-film]").click()
    caption = page.get_by_role("region", name="What is shown")
    caption.get_by_role("button", name="Halt the film").click()
    shown: list[str] = []
    while caption.count() and page.get_by_text("Looking back").count():
        assert caption.locator(".why", has_text="Why:").count() <= 1, "reasons of this event alone, in one sentence"
        shown += [text for text in caption.locator("p").all_inner_texts() if " marches from " in text]
        caption.get_by_role("button", name="The next event").click()
        Hand(table).rest()
    assert len(shown) == len(marches), "no march is cut where a part of the film ends"


def test_the_story_waits_for_who_comes_back(server: Server, visit: Callable[..., Page]) -> None:
    """Whoever leaves at once hears nothing of the answer: here the page is made deaf before it gives its own."""
    page = visit()
    deaf = False

    def relay(here: WebSocketRoute) -> None:
        there = here.connect_to_server()
        there.on_message(lambda message: None if deaf else here.send(message))

    page.route_web_socket("**/*", relay)
    table = Table.new(page, server, "cassino_1944", ["me", "greedy"])
    match = page.url.rpartition("/")[2]
    deaf = True
    page.locator('[data-option="done"]').click()
    record = f"{server.address}/api/matches/{match}/record"
    until = time.monotonic() + PATIENT
    while not any(one.who == 1 for one in decode_record(page.request.get(record).body()).entries):
        assert time.monotonic() < until
    page.goto("about:blank")
    deaf = False
    table.open(match)
    card = page.get_by_role("region", name=CARD)
    expect(card.locator("li button").first).to_be_visible()
    page.reload()
    table.ready()
    expect(card, "what was seen is not told again").to_have_count(0)


def test_dark_victory_opens_in_the_fort_and_its_plan_stays_where_it_is(
    server: Server, visit: Callable[..., Page]
) -> None:
    page = visit()
    table = Table.new(page, server, "dark_victory", ["greedy", "me"])
    expect(page.get_by_role("button", name="Second floor")).to_have_attribute("aria-pressed", "true")
    view = page.locator("section.map")
    table.take("propose walls")
    table.ready()
    expect(page.get_by_role("button", name="Roofs")).to_have_attribute("aria-pressed", "true")
    x, _ = table.spot("2624")
    assert 0 < x < 1100, "in the fort"
    hand = Hand(table)
    hand.key("0")
    before, entry = view.get_attribute("data-view"), table.entry
    hand.place("2624 in")
    assert table.entry > entry, "the stack in the plan was taken"
    assert view.get_attribute("data-view") == before, "and the map stayed"
    expect(page.get_by_role("button", name="Roofs")).to_have_attribute("aria-pressed", "true")


def test_enemies_to_attack_are_orange_and_a_box_shows_who_may_act(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    Table.new(page, server, "cassino_1944", ["me", "me"])
    lit = page.locator("path.open[data-space]")
    expect(lit.first).to_have_class(re.compile(r"\battacked\b"))
    table = Table.new(page, server, "battle_for_cassino", ["me", "greedy"])
    table.take("done")
    table.ready()
    Hand(table).key("n")
    tray = page.locator(".tray")
    expect(tray).to_contain_text(re.compile(r"9 of \d+ units"))
    expect(tray.locator("[data-tray]")).to_have_count(9)
