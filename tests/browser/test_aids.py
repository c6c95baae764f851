"""What helps to decide and to remember: undo, why not, odds, overlays, charts, film, scrubber, planning board."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.kit import Hand, Server, Table, at_rest


@pytest.fixture
def table(server: Server, visit: Callable[..., Page]) -> Table:
    return Table.new(visit(), server, "cassino_1944", ["me", "me"])


def test_undo_takes_the_last_answer_back(table: Table) -> None:
    question = table.question
    table.take(next(t for t in table.texts() if t.startswith("move")))
    assert table.question != question
    table.page.get_by_role("button", name="Undo").click()
    table.page.wait_for_function("() => document.querySelector('.table').dataset.entry === '0'")
    assert table.question == question


def test_why_not_names_the_reason_and_its_case(table: Table) -> None:
    german = table.page.locator('g.piece[role="img"]', has=table.page.locator('[fill="url(#face-German)"]')).first
    german.dispatch_event("click")
    why = table.page.get_by_role("status", name="Why not")
    expect(why).to_be_visible()
    expect(why.locator("p")).not_to_be_empty()
    why.locator(".chip").click()
    case = table.page.locator(".case")
    expect(case.locator("p").first).not_to_be_empty()
    table.page.keyboard.press("Escape")
    expect(case).to_be_hidden()


def test_odds_stand_before_the_commitment(table: Table) -> None:
    table.take(next(t for t in table.texts() if t.startswith("attack")))
    while table.page.locator(".odds").count() == 0 and any(t.startswith("add") for t in table.texts()):
        table.take(next(t for t in table.texts() if t.startswith("add")))
    odds = table.page.locator("section.odds")
    expect(odds).to_be_visible()
    shares = [s.replace("<", "").replace(">", "") for s in odds.locator(".share").all_text_contents()]
    assert abs(sum(map(float, shares)) - 100) <= len(shares)
    assert odds.locator("th.on").count() == 1, "the column of the table is marked"
    expect(table.page.locator("path.attacked").first).to_be_attached()


def test_odds_of_an_enemy_attack_on_a_place_of_mine(table: Table) -> None:
    page = table.page
    page.get_by_role("button", name="Find").click()
    page.get_by_role("textbox", name="Place or unit").fill("34/133")
    page.locator(".drawer li button").first.click()
    page.get_by_role("button", name="Odds of an attack here").click()
    expect(page.locator("section.odds")).to_contain_text("44/134")


def test_overlays_charts_boxes_and_list(table: Table) -> None:
    page = table.page
    page.get_by_role("button", name="Overlays").click()
    page.locator(".drawer").get_by_role("button", name="Control", exact=True).click()
    expect(page.locator("g.overlay")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator("g.overlay")).to_have_count(0)
    for tool, inside in (
        ("Charts and tables", "table"),
        ("Boxes and forces", "section"),
        ("The position as a list", "li"),
    ):
        page.get_by_role("button", name=tool).click()
        expect(page.locator(f".drawer {inside}").first).to_be_visible()
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Hide the counters").click()
    expect(page.locator("g.piece")).to_have_count(0)
    page.get_by_role("button", name="Show the counters").click()
    expect(page.locator("g.piece").first).to_be_attached()


def test_an_overlay_follows_the_table(table: Table) -> None:
    """Who marches away from the enemy is no longer in contact, and the overlay that is shown says so."""
    page = table.page
    page.locator(".chips").get_by_role("button", name="Contact").click()
    drawn = page.locator("g.overlay")
    expect(drawn).to_be_attached()
    before, hand = drawn.inner_html(), Hand(table)
    hand.place("1704")
    hand.place("1905")
    expect(page.locator(".log li").first).to_contain_text("1905")
    page.wait_for_function("before => document.querySelector('g.overlay')?.innerHTML !== before", arg=before)


def test_find_brings_a_place_into_view(table: Table) -> None:
    page = table.page
    page.get_by_role("button", name="Find").click()
    page.get_by_role("textbox", name="Place or unit").fill("Pignataro")
    page.locator(".drawer li button").first.click()
    inspector = page.get_by_role("region", name="Inspector")
    expect(inspector).to_contain_text("Pignataro")
    expect(inspector.locator("dl")).to_contain_text("0 of 3 units")


def test_film_and_scrubber(table: Table) -> None:
    page = table.page
    table.play(12, random.Random(3))
    last = table.entry
    position = _position(page)
    scrubber = page.get_by_label("Scrubber over the whole game")
    scrubber.fill("1")
    expect(page.get_by_text("Looking back")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.film .count').textContent.startsWith('1 /')")
    page.get_by_role("button", name="One entry forward").click()
    page.wait_for_function("() => document.querySelector('.film .count').textContent.startsWith('2 /')")
    page.get_by_role("button", name="Back to the present").click()
    expect(page.get_by_text("Looking back")).to_be_hidden()
    assert _position(page) == position
    page.get_by_role("button", name="since your last turn").click()
    page.keyboard.press("n")
    expect(page.get_by_text("Looking back")).to_be_hidden()
    assert table.entry == last


def test_the_film_is_a_list_of_pictures_where_nothing_may_move(table: Table) -> None:
    page = table.page
    table.play(8, random.Random(4))
    page.get_by_role("button", name="Play the film from here").click()
    pictures = page.locator(".drawer .picture")
    expect(pictures.first).to_be_visible()
    told = {int(text.split()[2]) for text in page.locator(".drawer .picture .quiet").all_text_contents()}
    assert told <= set(range(1, table.entry + 1)) and len(told) == pictures.count() > 1
    drawn = pictures.filter(has=page.locator("svg image"))
    expect(drawn.first.locator("g").first).to_be_attached()
    expect(page.get_by_text("Looking back")).to_be_hidden()
    page.locator(".drawer .picture .quiet").first.click()
    expect(page.get_by_text("Looking back")).to_be_visible()


def test_the_film_plays_where_motion_is_welcome(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(calm=False)
    table = Table.new(page, server, "cassino_1944", ["me", "me"])
    table.play(6, random.Random(4))
    page.get_by_role("button", name="Play the film from here").click()
    expect(page.get_by_text("Looking back")).to_be_visible()
    expect(page.locator(".drawer")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.get_by_text("Looking back")).to_be_hidden()


def test_a_part_of_the_bread_crumb_opens_its_case(table: Table) -> None:
    page = table.page
    crumbs = page.locator(".crumb [data-crumb]")
    assert crumbs.count() >= 2
    for crumb in crumbs.all():
        crumb.click()
        case = page.locator(".case")
        expect(case.locator("b")).not_to_have_text("No summary")
        expect(case.locator("p").first).not_to_be_empty()
        page.keyboard.press("Escape")
        expect(case).to_be_hidden()


def test_the_list_names_places_and_shows_units(table: Table) -> None:
    page = table.page
    moving = page.locator('.list [data-option="move 34/133"]')
    expect(moving).to_contain_text("34/133")
    expect(moving).to_contain_text("1704 Rapido meadows")
    expect(moving.locator("svg")).to_be_visible()
    attack = page.locator('[data-option="attack 1604"]')
    expect(attack).to_contain_text("Italian barracks")
    table.take("move 34/133")
    goal = page.locator('[data-option^="go "]').first
    expect(goal).to_contain_text("open")


def test_planning_board_is_a_private_copy(table: Table) -> None:
    page = table.page
    table.play(6, random.Random(5))
    real, entry, position = page.url, table.entry, _position(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Planning board from here").click()
    expect(page.get_by_text("nobody else sees this")).to_be_visible()
    table.ready()
    assert page.url != real
    assert _position(page) == position
    table.play(2, random.Random(6))
    page.goto(real)
    table.ready()
    assert table.entry == entry


def test_confirm_setting_holds_every_deed(table: Table) -> None:
    page = table.page
    page.get_by_label("confirm every deed").check()
    text = next(t for t in table.texts() if t.startswith("move"))
    page.locator(f'[data-option="{text}"]').click()
    page.wait_for_timeout(200)
    assert table.entry == 0
    page.locator(".prompt .button.go").click()
    table.wait(0)


def test_no_standing_order_ends_a_half(table: Table) -> None:
    """Where the quiet answer ends a half of the impulse, nothing offers to give it again and again."""
    assert "done" in table.texts()
    expect(table.page.get_by_role("button", name="until the phase ends")).to_have_count(0)


def _position(page: Page) -> list[str]:
    """Where all counters stand: with the whole sheet in the window, since only what is in it is drawn."""
    page.keyboard.press("0")
    at_rest(page)
    found: list[str] = page.locator("g.piece").evaluate_all(
        "pieces => pieces.map(p => p.dataset.piece + p.getAttribute('transform')).sort()"
    )
    return found


def test_the_goal_card_names_every_end_and_marks_what_is_near(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    Table.new(page, server, "cassino_1944", ["me", "me"])
    expect(page.locator("[data-goals]")).to_have_text(re.compile("how it ends"))
    Table.new(page, server, "cassino_1944", ["me", "me"], options={"strict_zero": True})
    expect(page.locator("[data-goals]")).to_have_text(re.compile("an end is near"))
    page.locator("[data-goals]").click()
    ends = page.get_by_role("list", name="How the game can end now").locator("li")
    expect(ends).to_have_count(5)
    expect(ends.nth(1)).to_contain_text("German")
    expect(ends.nth(1)).to_have_class(re.compile("close"))
    page.locator("[data-goals]").click()
    expect(ends).to_have_count(0)
