"""Counters, stacks and marches in the hand: nothing moves under the pointer, and a march is one click."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.kit import Hand, Server, Table


@pytest.fixture
def table(server: Server, visit: Callable[..., Page]) -> Table:
    return Table.new(visit(), server, "cassino_1944", ["me", "me"])


def _view(table: Table) -> str:
    return table.page.locator("section.map").get_attribute("data-view") or ""


def _counters(table: Table) -> list[str]:
    found: list[str] = table.page.locator("g.piece").evaluate_all(
        "all => all.map(p => p.dataset.piece + p.getAttribute('transform')).sort()"
    )
    return found


def _undo(table: Table, to: int) -> None:
    """One click takes the whole deed back."""
    table.page.get_by_role("button", name="Undo").click()
    table.page.wait_for_function("n => Number(document.querySelector('.table').dataset.entry) <= n", arg=to)
    assert table.entry == to
    table.ready()


def test_a_march_is_two_clicks_and_undo_takes_it_back_whole(table: Table) -> None:
    hand = Hand(table)
    standing, view = _counters(table), _view(table)
    hand.place("1704")
    expect(table.page.locator("g.reach")).to_be_attached()
    assert table.entry == 0, "taking a unit in hand is no answer yet"
    x, y = table.spot("1905")
    table.page.mouse.move(x, y)
    expect(table.page.locator("g.reach .ghost")).to_be_attached()
    expect(table.page.locator("g.reach path.way").first).to_be_attached()
    hand.place("1905")
    assert table.entry == 3, "move, go, go: one plan"
    assert hand.clicks == 2
    assert _view(table) == view, "the map stays where it is"
    _undo(table, 0)
    assert _counters(table) == standing


def test_the_map_never_moves_on_the_players_own_click(table: Table) -> None:
    hand = Hand(table)
    view = _view(table)
    for unit in ("1704", "1703", "1803"):
        hand.place(unit)
        assert _view(table) == view, unit
    table.page.keyboard.press("Escape")
    hand.place("1604")
    assert _view(table) == view


def test_a_stack_opens_in_the_tray_and_stays_where_it_is(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    table = Table.new(page, server, "thunder_at_cassino", ["me", "me"])
    table.take("suggested")
    table.ready()
    stack = page.locator("g.piece:has(g.count)").first
    many = int(stack.locator("g.count").text_content() or 0)
    box = stack.locator("g.face").bounding_box()
    assert box and many > 1
    before = _counters(table)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    Hand(table).rest()
    assert _counters(table) == before, "pointing at a stack moves nothing"
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tray = page.locator(".tray")
    expect(tray).to_be_visible()
    assert tray.locator("[data-tray]").count() >= many
    assert _counters(table) == before
    page.locator(".tray").get_by_role("button", name="Close the tray").click()
    x, y = _low_down(page, stack)
    page.mouse.click(x, y)
    expect(tray).to_be_visible()
    under = page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('g.piece') !== null", [x, y])
    assert under, "the tray does not open under the pointer"


def _low_down(page: Page, stack: Locator) -> tuple[float, float]:
    """Move the map until the stack stands near the lower edge of the stage, where trays open; its middle."""
    frame = page.locator("section.map").bounding_box()
    assert frame
    page.locator("section.map").focus()
    for _ in range(12):
        box = stack.locator("g.face").bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if y > frame["y"] + frame["height"] - 120:
            return x, y
        page.keyboard.press("ArrowUp")
    raise AssertionError("the map does not move so far")


def test_a_stack_marches_together(table: Table) -> None:
    """34/133 joins 34/135; in the next impulse a double click takes both, and one more sends them on."""
    hand, page = Hand(table), table.page
    hand.place("1704")
    hand.place("1703", 0.0, 0.58)
    assert page.locator("g.piece:has(g.count) g.count").first.text_content() == "2"
    view = _view(table)
    table.take("done")
    while "Move a unit" not in table.question or page.locator(".seat.on").inner_text().startswith("German"):
        table.take("done" if "done" in table.texts() else "no")
    table.ready()
    assert _view(table) == view, "asked about the reserve, nobody travels to its box"
    page.keyboard.press("0")
    hand.rest()
    before, hand.clicks = table.entry, 0
    hand.place("1703", times=2)
    expect(page.locator(".tray li.held")).to_have_count(2)
    hand.place("1803", 0.0, 0.58)
    assert hand.clicks == 3 and table.entry > before
    told = page.locator(".log li").all_inner_texts()
    assert "34/133" in " ".join(told[:4]) and "34/135" in " ".join(told[:4])
    _undo(table, before)


def test_a_way_point_bends_the_march(table: Table) -> None:
    """The shortest way to 1904 leads by 1803; a shift-click sends it by 1804."""
    hand = Hand(table)
    hand.place("1704")
    hand.page.keyboard.down("Shift")
    hand.place("1804", 0.0, 0.58)
    hand.page.keyboard.up("Shift")
    hand.place("1904")
    expect(table.page.locator(".log li").first, "a march is one line").to_contain_text("by 1804 to 1904")


def test_a_counter_is_dragged_to_its_goal(table: Table) -> None:
    page, view = table.page, _view(table)
    x, y = table.spot("1704")
    page.mouse.move(x, y)
    page.mouse.down()
    for place in ("1804", "1905"):
        page.mouse.move(*table.spot(place), steps=4)
    page.mouse.up()
    page.wait_for_function("() => Number(document.querySelector('.table').dataset.entry) === 3")
    table.ready()
    assert _view(table) == view, "the map was not dragged along"
    expect(page.locator(".log li").first).to_contain_text("1905")
    _undo(table, 0)


def test_a_lasso_takes_the_stacks_within_and_sends_them_to_one_goal(table: Table) -> None:
    page, view = table.page, _view(table)
    (left, top), (right, bottom) = table.spot("1808", -0.9, -0.9), table.spot("1809", 0.9, 0.9)
    page.keyboard.down("Shift")
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(right, bottom, steps=5)
    expect(page.locator(".lasso")).to_be_visible()
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(page.locator(".lasso")).to_have_count(0)
    expect(page.locator("g.piece:has(.ring .pick)")).to_have_count(2)
    assert _view(table) == view and table.entry == 0
    Hand(table).place("1908")
    page.wait_for_function("() => !document.querySelector('.queue')")
    table.ready()
    told = " ".join(page.locator(".log li").all_inner_texts())
    assert "36/142" in told and "36/143" in told and "1908" in told


def test_orders_wait_in_a_queue_and_one_key_sends_or_drops_them(table: Table) -> None:
    hand, page = Hand(table), table.page
    queue = page.get_by_role("region", name="Orders that wait")
    for unit, goal in (("1704", "1905"), ("1803", "1903")):
        hand.place(unit)
        page.keyboard.down("Control")
        hand.place(goal, 0.0, 0.58)
        page.keyboard.up("Control")
    expect(queue.locator("li")).to_have_count(2)
    assert table.entry == 0, "nothing is sent yet"
    hand.key("x")
    expect(queue).to_have_count(0)
    hand.place("1704")
    page.mouse.move(*table.spot("1905"))
    hand.key("q")
    hand.place("1803")
    page.mouse.move(*table.spot("1903", 0.0, 0.58))
    hand.key("q")
    hand.key("g")
    page.wait_for_function("() => !document.querySelector('.queue')")
    table.ready()
    told = " ".join(page.locator(".log li").all_inner_texts())
    assert "1905" in told and "1903" in told
    _undo(table, 3)
    _undo(table, 0)


def test_a_queue_that_halts_says_which_unit_is_asked_about_and_goes_on_after_it(table: Table) -> None:
    hand, page = Hand(table), table.page
    queue = page.get_by_role("region", name="Orders that wait")
    hand.place("1704")
    page.mouse.move(*table.spot("1905"))
    hand.key("q")
    table.take("move 34/135")
    hand.key("g")
    expect(queue).to_contain_text("First answer what 34/135 does")
    expect(page.locator(".why"), "it is told once").to_have_count(0)
    _undo(table, 0)
    hand.key("g")
    expect(queue).to_have_count(0)
    expect(page.locator(".log li").first).to_contain_text("1905")


def test_counters_not_asked_for_step_back(table: Table) -> None:
    page = table.page
    faint = page.locator("g.piece.dim")
    expect(faint).to_have_count(0)
    chosen = page.get_by_label("Show only some counters")
    chosen.select_option(label="Armor")
    table.ready()
    assert 0 < faint.count() < page.locator("g.piece").count()
    chosen.select_option("")
    expect(faint).to_have_count(0)


GUARDED = "() => localStorage.setItem('grognard.prefs', JSON.stringify({guard: true}))"


def test_the_end_of_a_phase_is_guarded(table: Table) -> None:
    """Units could still act: the first click only says how many, and its focus rests on the harmless answer."""
    page = table.page
    page.evaluate(GUARDED)
    page.reload()
    table.ready()
    hand = Hand(table)
    hand.press(page.locator('.prompt [data-option="done"]'))
    assert table.entry == 0
    expect(page.locator("[data-sure]")).to_contain_text("10 unmoved")
    expect(page.locator("[data-unsure]")).to_be_focused()
    hand.press(page.locator("[data-sure]"))
    assert table.entry > 0


def test_one_key_takes_the_next_idle_unit_in_hand(table: Table) -> None:
    page, hand = table.page, Hand(table)
    held = page.locator("g.piece:has(.ring .pick)")
    hand.key("n")
    first = held.get_attribute("data-piece")
    hand.key("n")
    assert held.get_attribute("data-piece") != first
    hand.key("p")
    assert held.get_attribute("data-piece") == first
    hand.key("Space")
    hand.key("p")
    assert held.get_attribute("data-piece") != first, "who sleeps is left out"


def test_the_result_of_a_roll_stands_until_the_next_click(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    table = Table.new(page, server, "cassino_1944", ["me", "me"])
    table.take(next(t for t in table.texts() if t.startswith("attack")))
    while not page.locator(".outcome").count():
        texts = table.texts()
        table.take(
            "done" if "done" in texts else next(t for t in texts if t in ("no", "all")) if "no" in texts else texts[0]
        )
    hand = Hand(table)
    hand.rest()
    expect(page.locator(".outcome .roll")).not_to_have_count(0)
    log = page.locator(".told").bounding_box()
    assert log and log["height"] > 120 and log["y"] + log["height"] <= 900, "the log is in sight all the while"
    page.mouse.click(400, 600)
    expect(page.locator(".outcome")).to_have_count(0)


def test_what_the_others_did_is_told_until_the_first_click(server: Server, visit: Callable[..., Page]) -> None:
    """As arrows, as sentences, and as a film whose arrows stay; the window is where it was before the film."""
    page = visit()
    table = Table.new(page, server, "cassino_1944", ["me", "greedy"])
    card = page.get_by_role("region", name="What the others did")
    while not card.count():
        table.take("done" if "done" in table.texts() else table.texts()[0])
    table.ready()
    arrows, view = page.locator("g.story path"), _view(table)
    expect(arrows.first).to_be_attached()
    lines = card.locator("li button")
    told = lines.all_inner_texts()
    assert told and all(line.endswith((".", "!")) for line in told), told
    expect(card.locator(".why").first).to_have_text(re.compile(r"^Why: .+\.$"))
    card.locator("[data-film]").click()
    caption = page.get_by_role("region", name="What is shown")
    expect(caption.locator("p").first).to_be_visible()
    caption.get_by_role("button", name="Halt the film").click()
    shown = [_shown(caption)]
    while page.get_by_text("Looking back").count():
        expect(arrows.first).to_be_attached()
        caption.get_by_role("button", name="The next event").click()
        Hand(table).rest()
        if caption.count() and page.get_by_text("Looking back").count():
            shown.append(_shown(caption))
    assert [line for line in shown if line] == told, "the film tells the same in the same order"
    assert _view(table) == view
    expect(arrows.first).to_be_attached()
    expect(card).to_be_visible()
    page.mouse.click(700, 700)
    expect(card).to_have_count(0)
    expect(page.locator("g.story")).to_have_count(0)


def _shown(caption: Locator) -> str:
    return " ".join(caption.locator("p:not(.head, .dice, .why)").all_inner_texts())
