"""Dark Victory at the table: far marches, a whole assault abreast, an absent Texan, roofs that lift, phone and keys."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from grognard.core import Decision, Match, Option, Seeded, load_game
from grognard.core.record import encode_record
from grognard.games.dark_victory.content import (
    ENTRY_HEXES,
    FORMATION,
    GRID,
    HEXES,
    MEXICAN,
    SIDE,
    UNIT,
    UNIT_NAMES,
    UNITS,
)
from tests.browser.kit import PHONE, Hand, Server, Table, at_rest

OPENING = ("propose walls", "done", "propose line", "done")
"""Both set-ups as proposed: then the Mexicans of Column 4 act."""


def _played(*texts: str, **options: Any) -> Match[Any]:
    """A match with these answers given, and the quiet one wherever a text is `...`."""
    game = load_game("dark_victory")
    match = Match.start(game, Seeded(7), "historical", options)
    for text in (*OPENING, *texts):
        decision = match.decision
        assert decision is not None
        match.answer(decision.seat, game.texts.parse("done" if text == "..." else text))
    return match


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


def test_a_far_march_is_one_click_and_the_roofs_lift(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    table = _laid(page, server, _played())
    hand, entry = Hand(table), table.entry
    page.keyboard.press("0")
    hand.rest()
    hand.place("2537")
    hand.place("3637")
    assert hand.clicks == 2 and table.entry >= entry + 12, "twelve hexes by one click on the goal"
    expect(page.locator(".log li").first, "a march is one line").to_contain_text(re.compile("from 2537 by .* to 3637"))
    expect(page.locator('[data-storey="-1"]')).to_have_attribute("aria-pressed", "true")
    bowie = page.locator('g.piece[aria-label*="Bowie"]')
    before = bowie.bounding_box()
    page.locator('[data-storey="0"]').click()
    at_rest(page)
    after = bowie.bounding_box()
    assert before is not None and after is not None and before["x"] - after["x"] > 200, "from the card onto the map"
    page.get_by_role("button", name="Plan", exact=True).click()
    expect(page.locator("[data-room]")).to_have_count(34)
    for key in ("0", "+", "+", "+", "+"):
        hand.key(key)
    page.locator(".mini").click(position={"x": 6, "y": 6})
    at_rest(page)
    away = page.locator("section.map").get_attribute("data-view")
    page.locator('[data-storey="1"]').click()
    at_rest(page)
    assert page.locator("section.map").get_attribute("data-view") != away, "a storey out of sight comes into view"
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Resign …")).to_be_visible()
    expect(page.get_by_role("button", name="Offer a draw"), "all seats are mine").to_have_count(0)


def test_a_turn_on_a_phone(server: Server, visit: Callable[..., Page]) -> None:
    """Both player turns of the first turn by taps: stacks march, whatever else is asked is answered quietly."""
    phone = visit(PHONE)
    table = _laid(phone, server, _played())
    crumb, marches = phone.locator(".crumb"), 0
    for _ in range(60):
        if "Turn 2" in (crumb.text_content() or ""):
            break
        entry, following = table.entry, phone.get_by_role("button", name="next (N)")
        if marches < 2 and following.count():
            following.tap()
            at_rest(phone)
            phone.locator("[data-goal]").first.tap()
            at_rest(phone)
            go = phone.locator(".prompt .button.go")
            if table.entry == entry and go.count():
                go.first.tap()
            marches += 1
        else:
            phone.locator("[data-quiet]").first.tap()
        table.wait(entry)
        table.ready()
    assert marches == 2 and "Turn 2" in (crumb.text_content() or "")


def test_a_reaction_is_one_card_with_its_chances(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    table = _laid(page, server, _played("activate M4-L6", "go 2536", "go 2535", "go 2534", "go 2533"))
    assert table.asked == 1 and table.texts() == ["react 2330", "react 2629", "done"]
    for hex in ("2330", "2629"):
        expect(page.locator(f'[data-option="react {hex}"]')).to_contain_text("3%")
    hand = Hand(table)
    hand.place("2629")
    hand.press(page.locator('[data-option="done"]'))
    expect(page.locator(".log")).to_contain_text("Halto! Reaction to 2533 from 2629.")
    hand.place("2533")  # own weapons or Extra Guns: that is still to be said
    assert table.texts() == ["done", "shoot 2533", "volley 2533"]
    hand.press(page.locator('[data-option="shoot 2533"]'))
    expect(page.locator(".log")).to_contain_text(
        "fires from 2629 at 2533: firer +2 (10.3), modifier -1 (10.5), target +4 (10.3)"
    )
    hand.press(page.locator('[data-option="done"]'))
    assert table.asked == 0, "the Mexican goes on"


def test_a_unit_and_then_an_enemy_propose_a_shot(server: Server, visit: Callable[..., Page]) -> None:
    page = visit()
    march = ("activate M4-L6", "go 2536", "go 2535", "go 2534", "go 2533")
    table = _laid(page, server, _played(*march, "...", "...", "...", "..."))
    hand = Hand(table)
    page.keyboard.press("0")
    hand.rest()
    hand.place("2330")
    expect(page.locator("[data-goal]"), "taken in hand to march").to_have_count(1)
    hand.place("2533")
    assert table.texts() == ["done", "shoot 2533", "volley 2533"]
    for verb in ("shoot", "volley"):
        expect(page.locator(f'[data-option="{verb} 2533"]')).to_contain_text("3%")
    hand.key("Escape")
    hand.place("2137")
    why = page.get_by_role("status", name="Why not")
    expect(why, "no word of where it may march").to_contain_text("2137 is 8 hexes away; one sees 5 on this turn.")


def test_two_mexicans_and_a_texan_at_three_browsers(server: Server, visit: Callable[..., Page]) -> None:
    """Two players share the Mexican army: each is asked at his own screen, and all three see the same."""
    host, *friends = visit(), visit(), visit()
    seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]
    body = {"game": "dark_victory", "options": {"dual": True}, "seats": seats}
    made = host.request.post(f"{server.address}/api/matches", data=body).json()
    tables = [Table(host, server).open(made["match"])]
    for page, link in zip(friends, made["links"], strict=True):
        page.goto(server.address + link["url"])
        tables.append(Table(page, server).ready())
    expect(host.locator(".seat")).to_have_count(3)
    acted: list[int] = []
    while set(acted) != {0, 1, 2}:
        asked = [seat for seat, table in enumerate(tables) if table.asked >= 0]
        assert len(asked) == 1 and len(acted) < 40, (asked, acted)
        table = tables[asked[0]]
        assert table.asked == asked[0], "nobody is asked for another"
        assert all(other.options().count() == 0 for other in tables if other is not table)
        acted.append(asked[0])
        before, texts = table.entry, table.texts()
        table.page.locator(
            f'[data-option="{next((t for t in ("propose walls", "propose line", "done") if t in texts), texts[0])}"]'
        ).click()
        for one in tables:
            one.page.wait_for_function("n => Number(document.querySelector('.table').dataset.entry) > n", arg=before)
            one.ready()
    assert len({table.entry for table in tables}) == 1


CLUSTERS = {
    "M1": ("1006", "1306", "1606"), "M2": ("2206", "2506", "2806"), "M3": ("4108", "3909", "4211"),
}  # fmt: skip
"""Where the leaders of three columns stand on the eve of the assault: everybody about them is in command."""
LEADERS = {
    "M1": ("Cos", "Mora", "Urunuela"),
    "M2": ("Duque", "Castrillon", "Amador"),
    "M3": ("Romero", "Salas", "Gonzalez"),
}


def _eve() -> Match[Any]:
    """Sixty stacks before the walls in the fourth turn, all of them in command, by answers of the rules."""
    match = _played()
    goals: dict[int, int] = {}
    for column, hexes in CLUSTERS.items():
        spots = [GRID.id(h) for h in hexes]
        for leader, spot in zip(LEADERS[column], spots, strict=True):
            goals[UNIT[leader]] = spot
        about = [spot for hex in spots for spot in (hex, *GRID.neighbours[hex])]
        units = [u for u in UNITS if UNIT_NAMES[u].startswith(column + "-")]
        goals |= dict(zip(units, dict.fromkeys(about), strict=False))
    while match.state.turn < 4 or match.decision.prompt != "mexican_actions":  # type: ignore[union-attr]  # it goes on
        decision = match.decision
        assert decision is not None
        match.answer(decision.seat, _towards(match, decision, goals))
    return match


def _towards(match: Match[Any], decision: Decision, goals: dict[int, int]) -> Option:
    """Everybody comes on by himself and marches straight to his place; whatever else is asked is answered quietly."""
    s, quiet = match.state, decision.options[max(decision.default, 0)]
    far = lambda a, unit: GRID.distance(a, goals[unit])  # noqa: E731  # a short name in two places
    if decision.prompt == "mexican_actions":
        late = [o for o in decision.options if type(o).__name__ == "Enter"]
        able = [o for o in decision.options if type(o).__name__ == "Activate" and goals.get(o.unit, -1) >= 0]
        able = [o for o in able if s.loc[o.unit] != goals[o.unit]]
        return (late or able or [quiet])[0]
    if decision.prompt == "bringing":
        deep = lambda o: min(far(gate, o.unit) for gate in gates)  # noqa: E731  # the farthest goes first
        gates = ENTRY_HEXES[s.area[FORMATION[decision.options[0].unit]]] if not decision.units else ()
        return quiet if decision.units else max(decision.options, key=deep)
    if decision.prompt == "gate":
        return min(decision.options, key=lambda o: (far(o.hex, decision.units[0]), s.entries.count(o.hex)))
    if decision.prompt == "muster":
        mates = [o for o in decision.options if type(o).__name__ == "Stay" and goals.get(o.unit) == s.loc[o.unit]]
        return mates[0] if mates else quiet
    if decision.prompt == "act" and decision.units[0] in goals:
        unit = decision.units[0]
        ways = [o for o in decision.options if type(o).__name__ == "Go" and not s.here.get(o.hex)]
        ways += [o for o in decision.options if type(o).__name__ == "Go" and o.hex == goals[unit]]
        best = min(ways, key=lambda o: far(o.hex, unit), default=None)
        return best if best is not None and far(best.hex, unit) < far(s.loc[unit], unit) else quiet
    return quiet


def _ordered(page: Page, seat: int, prompt: str, verb: str, chance: int = 0) -> None:
    """Give a standing order in the drawer."""
    field = page.locator(f'[data-order="{prompt}"]').nth(seat)
    field.locator("select").select_option(verb)
    expect(page.locator(f'[data-order="{prompt}"].on')).not_to_have_count(0)
    if chance:
        field.locator("input").first.fill(str(chance))
        field.locator("input").first.press("Tab")
    at_rest(page)


def test_the_whole_army_goes_forward_by_columns(server: Server, visit: Callable[..., Page]) -> None:
    """The largest Mexican turn: sixty stacks, three columns abreast, the Texan's fire left to his orders."""
    match = _eve()
    stacks = {match.state.loc[u] for u in UNITS if SIDE[u] == MEXICAN and match.state.loc[u] < HEXES}
    assert len(stacks) >= 59, len(stacks)
    page = visit((1900, 1000))
    table = Table.loaded(page, server, match)
    page.locator("[data-orders]").click()
    _ordered(page, 1, "triggered", "react", 60)
    _ordered(page, 1, "react", "cannon+shoot", 30)
    page.get_by_role("button", name="Close", exact=True).click()
    page.keyboard.press("0")
    table.ready()
    hand, entry = Hand(table), table.entry
    answers = 0
    for first, last, goal in (
        ("0803", "1809", "0910"), ("2003", "3009", "2110"), ("3706", "4413", "3410"), ("1936", "2638", "2033"),
    ):  # fmt: skip
        _lasso(hand, first, last)
        hand.place(goal)
        while page.locator("[data-go-on]").count() or "Texan" in page.locator(".seat.on").inner_text():
            asked = page.locator("[data-go-on]")
            hand.press(asked if asked.count() else page.locator('[data-option="done"]'))
            answers += not asked.count()
    moved = [u for u in UNITS if SIDE[u] == MEXICAN and match.state.loc[u] < HEXES]
    steps = table.entry - entry
    while "Mexican" in page.locator(".seat.on").inner_text():
        hand.press(page.locator('[data-option="done"]'))
    assert hand.clicks <= 30 and answers <= 15, (hand.clicks, answers)
    assert steps > 300 and len(moved) == 69, "hundreds of steps by a few clicks"


def _lasso(hand: Hand, first: str, last: str) -> None:
    """Take all stacks between two hexes: one drag."""
    page = hand.page
    (left, top), (right, bottom) = hand.table.spot(first), hand.table.spot(last)
    page.keyboard.down("Shift")
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(right, bottom, steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    hand.clicks += 1
    hand.rest()


def test_an_absent_texan_is_answered_for_by_his_orders(server: Server, visit: Callable[..., Page]) -> None:
    """Two browsers: the Texan gives his orders and leaves; the Mexican marches on, under fire or not."""
    host, guest = visit(), visit()
    host.goto(f"{server.address}/#/new/dark_victory")
    host.get_by_role("button", name="With a friend").click()
    host.get_by_role("button", name="Set up and start").click()
    link = host.locator('[data-link="1"]').input_value()
    host.get_by_role("link", name="To the table").click()
    mexican = Table(host, server)
    guest.goto(link)
    texan = Table(guest, server).ready()
    for text in ("propose walls", "done"):
        guest.locator(f'[data-option="{text}"]').click()
        texan.page.wait_for_function("() => document.querySelector('.table').dataset.busy === 'false'")
        at_rest(guest)
    guest.locator("[data-orders]").click()
    _ordered(guest, 0, "triggered", "react", 5)
    _ordered(guest, 0, "react", "cannon+shoot")
    guest.close()
    mexican.ready()
    for text in ("propose line", "done"):
        mexican.take(text)
        mexican.ready()
    host.keyboard.press("0")
    mexican.ready()
    hand = Hand(mexican)
    hand.place("2537")
    hand.place("2531")
    expect(host.locator(".queue")).to_contain_text("Dice were rolled")
    expect(host.locator(".log")).to_contain_text("Halto! Reaction to 2532 from 2329.")
    expect(host.locator(".log")).to_contain_text("2533 to 2532")  # seen in 2533, but held
    hand.press(host.locator("[data-go-on]"))
    expect(host.locator(".log")).to_contain_text("From 2532 to 2531")
    assert mexican.asked == 0 and hand.clicks == 3, "nobody waits for the Texan"
