"""How many clicks a turn costs: counted, so that it never grows again."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.kit import Hand, Server, Table


def _crumb(page: Page) -> str:
    return page.locator(".crumb li").first.inner_text()


def test_an_allied_half_with_six_moves_and_an_attack(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    table = Table.new(page, server, "cassino_1944", ["me", "me"])
    hand = Hand(table)
    for start, goal in (
        ("1704", "1905"), ("1803", "1904"), ("1806", "1906"), ("1804", "1805"), ("1808", "1908"), ("1907", "2006"),
    ):  # fmt: skip
        hand.place(start)
        hand.place(goal)
    assert hand.clicks == 12
    hand.place("1609")
    expect(page.locator(".prompt .button.go")).to_contain_text("at 1-2")
    hand.press(page.locator(".prompt .button.go"))
    while "Move a unit" not in table.question:
        hand.press(table.options().last)
    hand.press(page.locator('[data-option="done"]'))
    expect(page.locator(".seat.on")).to_contain_text("German")
    print("clicks of an Allied half of Cassino (1944):", hand.clicks)
    assert hand.clicks <= 17


def test_the_first_turn_of_thunder(server: Server, visit: Callable[..., Page]) -> None:
    """Fifteen arrivals, three moves of whole companies on one side, passes of the other, to the second turn."""
    page = visit()
    table = Table.new(page, server, "thunder_at_cassino", ["me", "me"])
    table.take("suggested")
    while "arrive" not in " ".join(table.texts()):
        table.take(table.texts()[0])
    table.ready()
    hand = Hand(table)
    hand.press(page.locator('[data-option="arrive 25 NZ A-1 > B"]'))
    hand.press(page.locator("[data-likewise]"))
    page.wait_for_function("() => !document.querySelector('[data-likewise]')")
    page.locator('[data-option="pass"]').wait_for()
    hand.rest()
    assert hand.clicks == 2, "fifteen arrivals by two clicks"
    moved = 0
    while _crumb(page).startswith("Turn 1"):
        texts = table.texts()
        if (
            moved < 3
            and any(t.startswith("move ") for t in texts)
            and page.locator(".seat.on").inner_text().startswith("Al")
        ):
            hand.press(page.locator('[data-option^="move "]').first)
            hand.press(page.locator('[data-option^="add "]').first)
            hand.press(page.locator("[data-goal]").last)
            if "done" in table.texts():
                hand.press(page.locator('[data-option="done"]'))
            moved += 1
        else:
            quiet = next((t for t in ("pass", "no", "done") if t in texts), texts[0])
            hand.press(page.locator(f'[data-option="{quiet}"]'))
    print("clicks of the first turn of Thunder:", hand.clicks)
    assert moved == 3
    assert hand.clicks <= 25


def test_the_first_day_of_cities(server: Server, visit: Callable[..., Page]) -> None:
    """Three fights and twelve marches over the rounds of the day; then nobody goes on."""
    page = visit()
    table = Table.new(page, server, "cities_of_the_damned", ["me"])
    hand = Hand(table)
    hand.press(page.locator('[data-option="usual"]'))
    fights = marches = 0
    while _crumb(page).startswith("Turn 1"):
        calm, fight = page.locator("[data-goal]:not(.halts)"), page.locator("[data-goal].halts")
        if page.locator("[data-march]").count():
            hand.press(page.locator("[data-march]"))
        elif fights < 3 and fight.count():
            hand.press(fight.first)
            fights += 1
        elif "activate" in " ".join(table.texts()):
            if marches < 12:
                hand.key("n")
            if marches < 12 and calm.count() and (fights >= 3 or not fight.count()):
                hand.press(calm.first)
                marches += 1
            elif marches == 12 or not fight.count():
                hand.press(page.locator('[data-option="done"]'))
        else:
            hand.press(table.options().first)
    print("clicks and keys of the first day of Cities:", hand.clicks, hand.keys, "marches", marches, "fights", fights)
    assert fights == 3 and marches == 12
    assert hand.clicks <= 50
