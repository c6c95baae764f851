"""Attacks planned before anything is said, duties, consequences on buttons, standing orders, the end of a game."""

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from grognard.core import Match, Seeded, load_game
from grognard.core.record import encode_record
from tests.browser.kit import PHONE, Hand, Server, Table, at_rest


def _laid(page: Page, server: Server, match: Match[Any]) -> Table:
    """The table of a match that was played elsewhere."""
    page.goto(f"{server.address}/#/")
    made = page.evaluate(
        """async body => (await fetch('/api/records', {method: 'POST', body,
           headers: {'content-type': 'application/json'}})).json()""",
        encode_record(match.record).decode(),
    )
    assert "match" in made, made
    return Table(page, server).open(made["match"])


def _until(name: str, seed: int, fits: Callable[[Match[Any]], bool], first: str = "") -> Match[Any]:
    game = load_game(name)
    match, rng = Match.start(game, Seeded(seed)), random.Random(seed)
    if first:
        match.answer(match.decision.seat, game.texts.parse(first))  # type: ignore[union-attr]  # it has just begun
    while (decision := match.decision) is not None and not fits(match):
        match.answer(decision.seat, rng.choice(decision.options))
    assert decision is not None
    return match


def test_a_planned_attack_and_orders_that_stay(server: Server, visit: Callable[..., Page]) -> None:
    """Cassino (1944): the target, the party, its odds; nothing is said before the button. Then orders and the end."""
    from grognard.games.cassino_1944.rules.actions import Half
    from grognard.games.cassino_1944.rules.combat import able_attackers

    def pair(match: Match[Any]) -> list[Any]:
        top, decision = match.state.stack[-1], match.decision
        if not isinstance(top, Half) or decision is None:
            return []
        found = [o for o in decision.options if type(o).__name__ == "Attack"]
        return [o for o in found if len(able_attackers(match.state, top.side, o.hex)) == 2]

    match = _until("cassino_1944", 5, lambda match: bool(pair(match)))
    page = visit()
    table = _laid(page, server, match)
    hand, entry = Hand(table), table.entry
    page.keyboard.press("0")
    hand.rest()
    hand.place(match.game.names["SpaceId"][pair(match)[0].hex])
    both = page.locator("[data-odds]").inner_text()
    expect(page.locator('[data-member][aria-checked="true"]')).to_have_count(2)
    expect(page.locator("[data-commit]")).to_contain_text(f"at {both}")
    expect(page.locator("g.arrow.preview")).to_have_count(2)
    hand.press(page.locator("[data-member]").first)
    one = page.locator("[data-odds]").inner_text()
    assert one != both
    expect(page.locator("[data-best]")).to_be_visible()
    hand.press(page.locator("[data-member][aria-checked='true']"))
    expect(page.locator("[data-commit]")).to_be_disabled()
    hand.press(page.locator("[data-best]"))
    expect(page.locator("[data-odds]")).to_have_text(both)
    hand.press(page.get_by_role("button", name="Cancel"))
    assert table.entry == entry and page.locator("[data-commit]").count() == 0, "nothing was said"
    # Orders can be given at any time, and are still there when the player comes back.
    hand.press(page.locator("[data-orders]"))
    page.locator('[data-order="retreat"] select').first.select_option("stand")
    expect(page.locator('[data-order="retreat"].on')).to_have_count(1)
    page.reload()
    table.ready()
    expect(page.locator("[data-orders]")).to_contain_text("1")
    hand.press(page.locator("[data-orders]"))
    page.locator('[data-order="retreat"].on select').select_option("?")
    expect(page.locator('[data-order="retreat"].on')).to_have_count(0)
    page.get_by_role("button", name="Close", exact=True).click()
    page.keyboard.press("0")
    hand.rest()
    hand.place(match.game.names["SpaceId"][pair(match)[0].hex])
    before = table.entry
    hand.press(page.locator("[data-commit]"))
    assert table.entry >= before + 4, "the attack, two who take part, and the die: one plan"


def test_duties_stand_in_a_list_and_begin_their_attacks(server: Server, visit: Callable[..., Page]) -> None:
    """The Battle for Cassino: the list, its numbers and arrows on the map, and an assault planned from it."""
    match = _until(
        "battle_for_cassino", 1, lambda m: m.decision.prompt == "combat" and len(m.decision.options) > 1, "suggested"
    )
    page = visit()
    table = _laid(page, server, match)
    duties = page.locator("[data-duty]")
    expect(duties).to_have_count(len(match.decision.options))  # type: ignore[union-attr]  # it waits for an answer
    expect(page.locator("g.owed text")).to_have_count(duties.count())
    arrows = page.locator("g.owed .shaft")
    assert all(arrow.get_attribute("d") for arrow in arrows.all()) and arrows.count() == duties.count()
    entry = table.entry
    duties.first.click()
    at_rest(page)
    expect(page.locator("[data-commit]")).to_contain_text(" at ")
    assert table.entry == entry
    odds, owed = (page.locator(at).bounding_box() for at in ("section.odds", "section.duties"))
    assert odds and owed and odds["y"] < owed["y"], "the odds of what is asked come before what is owed"
    Hand(table).press(page.locator("[data-commit]"))
    assert table.entry > entry


def _finished() -> Match[Any]:
    match, rng = Match.start(load_game("cassino_1944"), Seeded(9)), random.Random(9)
    while (decision := match.decision) is not None:
        match.answer(decision.seat, rng.choice(decision.options))
    return match


def test_on_a_phone_the_course_tells_the_chance_above_it_and_its_moment_beside_the_button(
    server: Server, visit: Callable[..., Page]
) -> None:
    page = visit(PHONE)
    _laid(page, server, _finished())
    course, said = page.locator("[data-course]"), page.locator("[data-standing]")
    course.scroll_into_view_if_needed()
    chart, words = course.bounding_box(), said.bounding_box()
    assert chart and words and 0 < words["y"] < chart["y"] < PHONE[1], "the words stay in sight with the chart"
    page.touchscreen.tap(chart["x"] + 0.4 * chart["width"], chart["y"] + chart["height"] / 2)
    at_rest(page)
    expect(said).to_contain_text("Turn")
    expect(page.get_by_role("button", name="Back to the present")).to_be_attached()
    told = page.get_by_role("region", name="What is shown").bounding_box()
    button = page.get_by_role("button", name="Overlays").bounding_box()
    assert told and button and told["x"] >= 0 and told["x"] + told["width"] <= button["x"], "nothing covers the words"


def test_buttons_tell_what_they_do_and_the_end_is_told(server: Server, visit: Callable[..., Page]) -> None:
    """Cassino (1944): a stand says what it costs and is not the loud button; the end tells luck, losses and turns."""
    match = _until("cassino_1944", 3, lambda match: match.decision.prompt == "retreat")
    page = visit()
    _laid(page, server, match)
    stand = page.locator('[data-option^="stand"]').first
    expect(stand).to_contain_text(":")
    expect(stand.locator(".note.harm")).to_be_visible()
    assert "go" not in (stand.get_attribute("class") or "").split()
    done = _finished()
    _laid(page, server, done)
    review = page.locator(".review")
    expect(review).to_contain_text("Luck")
    expect(review.locator("tbody tr").first).to_be_visible()
    told = review.locator("[data-standing]")
    expect(told).to_contain_text("At the end")
    course = page.locator("[data-course]")
    course.focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    at_rest(page)
    expect(told).to_contain_text("Turn")
    expect(page.locator("section.log li.none")).to_have_count(0)  # what had happened by then, not what comes later
    assert int(told.get_attribute("data-standing") or 0) < len(done.record.entries)
    back = page.get_by_role("button", name="Back to the present")
    expect(back).to_be_visible()
    page.keyboard.press("Escape")  # keys of the table are not lost to the slider
    expect(back).to_have_count(0)
    review.locator("[data-turning]").first.click()
    at_rest(page)
    expect(page.locator(".film, .prompt, .result").first).to_be_visible()
    entry = page.locator(".table").get_attribute("data-entry")
    assert entry == str(len(done.record.entries)), "the table looks back, the match stands"
