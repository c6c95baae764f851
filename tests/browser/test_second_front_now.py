"""Second Front Now! with both hands: clicks of a command counted, one curtain a player turn, none inside a battle."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from grognard.core import Match, Seeded, load_game
from tests.browser.kit import DESKTOP, PHONE, Hand, Server, Table
from tests.server.kit import Browser, Seat

TITLE = "second_front_now"
QUIET = ("atwill", "press", "no", "done")
"""What is answered to whatever the script does not speak of."""
CONTESTS = 45
BEACHES = ("1310", "1411", "1510", "1611", "1710", "1910", "2009", "2008", "2007", "2006")


def _begun(page: Page, server: Server, **options: object) -> Table:
    table = Table.new(page, server, TITLE, ["me", "me"], options={"area": "dieppe", **options})
    table.lift()
    for text in ("printed", "no"):
        table.take(text)
    table.ready().lift()
    return table


def _whole_sheet(table: Table) -> Hand:
    table.page.keyboard.press("0")
    hand = Hand(table)
    hand.rest()
    return hand


def _attack(hand: Hand, stack: str, target: str) -> None:
    """Choose a stack, its target, and commit."""
    hand.place(stack)
    expect(
        hand.page.locator(f'[data-target][aria-label="Attack {target}"], [data-target][aria-label^="Attack {target} "]')
    ).to_have_count(1)
    hand.place(target)
    hand.press(hand.page.locator(".prompt .button.go"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("other", ["me", "greedy"])
def test_the_first_look_holds_every_beach_the_landing_is_asked_about(
    server: Server, visit: Callable[..., Page], size: tuple[int, int], other: str
) -> None:
    """Beneath the card of the ends, with a curtain before it and without one."""
    table = Table.new(visit(size), server, TITLE, ["me", other])
    table.lift()
    table.ready()
    assert sorted(table.texts()) == ["choose Calais", "choose Dieppe"]
    stage, card = (table.page.locator(name).bounding_box() for name in ("section.map", ".goal .line"))
    assert stage and card
    foot = stage["y"] + stage["height"]
    for beach in BEACHES:
        x, y = table.spot(beach)
        assert stage["x"] < x < stage["x"] + stage["width"], beach
        assert card["y"] + card["height"] < y < foot, beach


def test_a_roll_and_what_came_of_it_are_one_line_with_its_die(server: Server, visit: Callable[..., Page]) -> None:
    table = Table.new(visit(), server, TITLE, ["me", "me"], options={"area": "dieppe"})
    table.lift()
    for text in ("printed", "yes"):
        table.take(text)
    table.ready().lift()
    line = table.page.locator(".log li.line", has_text=re.compile(r"^\W*Blue Point: "))
    expect(line.locator(".dice svg")).to_have_count(1)
    expect(line.get_by_role("button", name="one by one")).to_have_count(0)


def test_clicks_of_moves_entries_and_attacks(server: Server, visit: Callable[..., Page]) -> None:
    table = _begun(visit(), server)
    page = table.page
    hand = _whole_sheet(table)
    hand.place("1511")
    assert table.entry and "1511" in table.question
    hand.clicks = 0
    hand.place("2210")
    assert "2210" in table.question, "pointing at another stack means that one"
    hand.place("2110")
    assert hand.clicks == 2, "a stack moves by two clicks"
    expect(page.locator(".log")).to_contain_text("March of 9 SS Panzer: 2210, 2110")

    hand.clicks = 0
    _attack(hand, "1511", "1611")
    assert page.locator(".clash").count() == 1, "both lines lie on the battle board"
    answers = {"German": hand.clicks, "Allied": 0}
    while "Battle" in page.locator(".crumb").inner_text():
        assert page.locator(".curtain").count() == 0, "all look at a battle together"
        side = page.locator(".seat.on").inner_text().split()[0]
        texts = table.texts()
        hand.clicks = 0
        hand.press(page.locator(f'[data-option="{next((t for t in QUIET if t in texts), texts[0])}"]'))
        answers[side] += hand.clicks
    print("clicks of an attack and of its defence:", answers)
    assert answers["German"] <= 7 and answers["Allied"] <= 4
    expect(page.locator(".log")).to_contain_text("Allied defensive fire")
    assert page.locator(".log").inner_text().count("defensive fire") == 1, "one line a volley"

    table.ready().lift()
    while "land 1 US Infantry" not in table.texts():
        table.take(next(t for t in QUIET if t in table.texts()))
        table.lift()
    table.ready().lift()
    hand = _whole_sheet(table)
    hand.press(page.locator('[data-option="land 1 US Infantry"]'))
    hand.place("1411")
    if "stop" in table.texts():
        hand.press(page.locator('[data-option="stop"]'))
    print("clicks of a landing:", hand.clicks)
    assert hand.clicks <= 3
    expect(page.locator(".log")).to_contain_text("March of 1 US Infantry: England, 1411")

    table.ready().lift()
    while "enter 12 SS Panzer" not in table.texts():
        table.take(next(t for t in QUIET if t in table.texts()))
        table.lift()
    table.ready().lift()
    hand = _whole_sheet(table)
    hand.press(page.locator('[data-option="enter 12 SS Panzer"]'))
    hand.place("3405")
    if "stop" in table.texts():
        hand.press(page.locator('[data-option="stop"]'))
    print("clicks of an entry:", hand.clicks)
    assert hand.clicks <= 3
    expect(page.locator(".log")).to_contain_text(re.compile("March of 12 SS Panzer: .+, 3405"))


def test_a_battle_stays_in_sight_above_its_shots(server: Server, visit: Callable[..., Page]) -> None:
    """Four defenders against one attacker make a list of shots: both lines and the first answer are seen unscrolled;
    and a march whose goals are answers of their own names each of them once."""
    game = load_game(TITLE)
    match = Match.start(game, Seeded(3), "campaign", {"area": "dieppe", "blue_point": False, "naval": False})
    for text in ("printed", "done", "done", "land 1 British Infantry", "to 1611", "land I British Corps", "to 1611"):
        assert match.decision is not None
        match.answer(match.decision.seat, game.texts.parse(text))
    table = Table.loaded(visit(), server, match)
    page = table.page
    hand = _whole_sheet(table)
    hand.place("1511")
    assert [t for t in table.texts() if t.endswith("1512")] == ["to 1512", "go 1512"]
    assert page.locator("[data-goal]").count() == 0, "the list names them already"
    hand.place("1611")
    hand.press(page.locator(".prompt .button.go"))
    expect(page.locator(".prompt .ask")).to_contain_text("Defensive fire, 7 shots")
    assert len(table.texts()) > 4 and page.locator(".prompt .list").count() == 1
    seen = page.locator(".side .scroll").bounding_box()
    for what in (".clash", ".prompt .ask", '[data-option="atwill"]'):
        box = page.locator(what).bounding_box()
        assert seen and box and seen["y"] <= box["y"] and box["y"] + box["height"] <= seen["y"] + seen["height"], what


def test_a_turn_with_a_battle_and_a_landing_on_a_phone(server: Server, visit: Callable[..., Page]) -> None:
    table = _begun(visit(PHONE), server)
    page = table.page
    wanted = ["pick 1511", "attack 1611", "fight", "enter 12 SS Panzer", "land 1 US Infantry", "to 1411"]
    tapped = 0
    while "Turn 2" not in page.locator(".crumb").inner_text():
        assert tapped < 40, wanted
        table.lift()
        table.ready()
        texts = table.texts()
        told = next((t for t in wanted if t in texts), None) or next((t for t in QUIET if t in texts), texts[0])
        if told in wanted:
            wanted.remove(told)
        entry = table.entry
        page.locator(f'[data-option="{told}"]').first.tap()
        table.wait(entry)
        tapped += 1
    assert wanted == []
    print("taps of a turn on a phone:", tapped)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], "nothing sticks out sideways"


ALIKE = (
    ("1 US Infantry", ("plot 6 Airborne", "day 3", "aim 2312")),
    ("1 US Armored", ("plot 101 Airborne", "day 9", "aim 2013")),
)
"""Two Allied turns that look alike from across the table: who lands, and what is plotted."""
CARDS = (".mini svg", ".palette", ".story", ".log", ".crumb", ".foot, footer", ".goal", "section.map")


def _drawn_for_the_german(page: Page, server: Server, landed: str, plan: tuple[str, ...]) -> dict[str, str]:
    """Small map, palette, story and all the rest of the German's page, as it stands after a first Allied turn."""
    host = Browser(server)
    options = {"fog": "full", "area": "calais", "blue_point": False}
    made = host.create("me", "friend", game=TITLE, options=options)
    match, link = made["match"], made["links"][0]["url"]
    joined = page.request.post(f"{server.address}/api/join", data={"token": link.rpartition("/")[2]})
    assert joined.ok, joined.text()
    table = Table(page, server).open(match)
    table.take("printed")
    page.locator('[data-option="done"]').click()
    allied = host.open(match)
    while not allied.asked():
        allied.until("update")
    for text in (*plan, "done", f"land {landed}", "go 2009", "done"):
        reply = allied.ask("answer", seat=allied.question["seat"], entry=allied.entry, options=[text])
        assert reply["type"] == "ack", (text, reply)
        allied.until("update")
    table.wait(allied.entry - 1)
    for _ in range(3):
        page.keyboard.press("+")
    table.ready()
    told = {card: "".join(page.locator(card).evaluate_all("all => all.map(e => e.outerHTML)")) for card in CARDS}
    told["page"] = page.locator(".table").evaluate("e => e.outerHTML")
    allied.close()
    return {card: html.replace(match, "MATCH") for card, html in told.items()}


def test_the_page_of_the_german_is_the_same_of_worlds_that_look_alike(
    server: Server, visit: Callable[..., Page]
) -> None:
    """Who came ashore covered, and the day and hex of a plan: no card, palette, story or small map tells them apart."""
    one, other = (_drawn_for_the_german(visit(), server, landed, plan) for landed, plan in ALIKE)
    for card, html in one.items():
        assert html == other[card], card
        assert "6 Airborne" not in html and "1 US Infantry" not in html, card
    for card in (".mini svg", ".palette", ".story", ".log"):
        assert len(one[card]) > 100, card
    assert "has written a plan" in one[".story"] and "2009" in one[".story"]


class Turn:
    """A scripted turn: commands one after another, quiet answers to everything else; every click counted."""

    def __init__(self, table: Table, commands: dict[str, list[Callable[[Hand], None]]]) -> None:
        self.table, self.hand = table, Hand(table)
        self.commands = {side: iter(given) for side, given in commands.items()}
        self.curtains = 0

    def play(self) -> None:
        page, crumb = self.table.page, self.table.page.locator(".crumb li").first
        turn = crumb.inner_text()
        while crumb.inner_text() == turn:
            if page.locator(".curtain").count():
                self.curtains += 1
                self.hand.press(page.locator(".curtain button"))
                continue
            texts = self.table.texts()
            side = page.locator(".seat.on").inner_text().split()[0]
            command = next(self.commands[side], None) if any(t.startswith("pick ") for t in texts) else None
            if command is not None:
                command(self.hand)
            else:
                bold = [t for t in ("yes", "refit", "send") if t in {text.split()[0] for text in texts}]
                quiet = next((t for t in QUIET if t in texts), texts[0])
                self.hand.press(page.locator(f'[data-option="{bold[0] if bold == ["yes"] else quiet}"]'))


def test_the_forty_fifth_turn_with_every_option(server: Server, visit: Callable[..., Page]) -> None:
    """Contested air, a strike, a drop, replacements, the fleet: both sides together in at most fifty clicks."""
    page = visit()
    table = Table.new(page, server, TITLE, ["me", "me"], options={"area": "dieppe"})
    match = page.url.rpartition("/")[2]
    for text, seat in _to_turn(server, page, match):
        reply = seat.ask("answer", seat=seat.question["seat"], entry=seat.entry, options=[text])
        assert reply["type"] == "ack", (text, reply)
        seat.until("update")
    table.open(match)
    assert page.locator(".crumb li").first.inner_text() == f"Turn {CONTESTS}"
    table.lift()
    _whole_sheet(table)
    turn = Turn(
        table,
        {
            "German": [
                lambda hand: (hand.place("2210"), hand.place("2110"))[0],
                lambda hand: _attack(hand, "1511", "1411"),
            ],
            "Allied": [
                lambda hand: _attack(hand, "1611", "1511"),
                lambda hand: hand.press(page.locator('[data-option^="drop "]').first),
            ],
        },
    )
    turn.play()
    print("clicks of turn 45:", turn.hand.clicks, "of them curtains:", turn.curtains)
    assert turn.hand.clicks <= 50 and turn.curtains <= 2
    log = page.locator(".log").inner_text()
    flown = "Strike of the strategic air force"
    for told in (flown, "contests the air", "Luftwaffe:", "drops on", "attack from 1511 on 1411"):
        assert told in log, told


def _to_turn(server: Server, page: Page, match: str) -> Iterator[tuple[str, Seat]]:
    """Answers that bring a match to turn 45: hardly anybody stirs, but Fécamp falls for want of a defender, and
    a strike and a drop are written for that day."""
    cookie = "; ".join(f"{c.get('name')}={c.get('value')}" for c in page.context.cookies())
    seat = Seat(server, match, {"Cookie": cookie, "Origin": server.address})
    away = ["pick 1211", "to 1111", "pick 1111", "to 1112"]
    plans = [f"day {CONTESTS}", "aim 1511", "plot 6 Airborne", f"day {CONTESTS}", "aim 1513"]
    while not seat.last["crumbs"] or seat.last["crumbs"][0] != f"Turn {CONTESTS}":
        texts = [option["text"] for option in seat.question["options"]]
        late = seat.last["crumbs"][:1] == [f"Turn {CONTESTS - 5}"]
        script = plans if late else away
        if script and script[0] in texts:
            yield script.pop(0), seat
        else:
            yield next((t for t in ("printed", *QUIET) if t in texts), texts[0]), seat
    seat.close()


def test_a_unit_that_comes_on_leaves_the_map_free(server: Server, visit: Callable[..., Page]) -> None:
    """Taken from the prompt it is asked where to go: the counters left in its box do not lie over the goals."""
    page = visit()
    table = _begun(page, server, area="calais", fog="off")
    page.locator(".palette button[title*='60 Panzer Grenadier']").click()
    table.ready()
    assert "60 Panzer Grenadier" in table.question
    expect(page.locator(".tray")).to_have_count(0)
    Hand(table).place("1412")
    assert "2 command points" in table.question


def test_the_tray_makes_room_for_what_the_others_did(server: Server, visit: Callable[..., Page]) -> None:
    """A tray at the upper edge is there again when the story has been closed."""
    page = visit()
    table = Table.new(page, server, TITLE, ["me", "greedy"], options={"area": "dieppe", "fog": "off"})
    hand = Hand(table)
    x, y = table.spot("1411")
    page.mouse.move(x, y - 170)
    page.mouse.down()
    page.mouse.move(x, y + 110, steps=4)
    page.mouse.up()
    hand.rest()
    stage = page.locator("section.map").bounding_box()
    assert stage and table.spot("1310")[1] > stage["y"] + stage["height"] - 190, "low enough to open the tray above"
    hand.place("1310")
    tray, card = page.locator(".tray.high"), page.get_by_role("region", name="What the others did")
    expect(tray).to_be_visible()
    for _ in range(2):
        if not card.count():
            table.take("done")
            table.ready()
    expect(card).to_be_visible()
    expect(page.locator(".tray")).to_have_count(0)
    card.get_by_role("button", name="Close").click()
    expect(tray).to_be_visible()
