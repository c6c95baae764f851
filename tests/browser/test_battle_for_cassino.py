"""The Battle for Cassino as its players handle it: clicks of the first turn, a pin on the way, a phone."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from grognard.core import Match, Seeded, load_game
from grognard.games.battle_for_cassino.content import UNIT
from grognard.games.battle_for_cassino.rules.state import full
from tests.browser.kit import PHONE, Hand, Server, Table

NAME = "battle_for_cassino"
TARGETS = ("1924", "1327", "1529", "1427", "1729", "1929", "2023", "2026", "1126", "1724")
"""Ten hexes of the garrison as suggested: two headquarters, and the houses about the market square."""

FIRE = "fire at it on its way"
WIDE = (1900, 900)
"""Wide enough that the card of the ends lies beside the sheet, not over its northern gates."""


def _side(page: Page) -> str:
    return page.locator(".seat.on").inner_text()


def _bombs(hand: Hand, page: Page) -> None:
    """All hundred points of the first turn, ten to a hex; who shall suffer beside the target is pointed out."""
    table = hand.table
    while "Preparation fire" in table.question:
        offered = [text.split()[1] for text in table.texts() if text.startswith("bombard ")]
        hand.place(next((hex for hex in TARGETS if hex in offered), offered[0]))  # dice may have emptied one of ours
        if page.locator("[data-every-time]").count():
            hand.press(page.locator("[data-every-time]"))
        elif "How many" in table.question:
            hand.press(table.options().first)
        while "Move a unit" not in table.question and "Preparation fire" not in table.question:
            if "German" in _side(page):
                table.take(table.texts()[0])
                table.ready()
            else:
                hand.place(table.texts()[0].split()[1])


def test_the_first_allied_turn(server: Server, visit: Callable[..., Page]) -> None:
    """A hundred points on ten hexes, and nine counters brought on and marched, to the German half."""
    page = visit(WIDE)
    table = Table.loaded(page, server, _marched(Match.start(load_game(NAME), Seeded(15)), "suggested"))
    page.keyboard.press("0")
    table.ready()
    hand = Hand(table)
    _bombs(hand, page)
    assert "Move a unit" in table.question
    bombs = hand.clicks
    for unit, goal in (
        ("HQ 25 NZ", "0126"), ("OP NZ", "0126"), ("A/25 NZ", "0927"), ("B/25 NZ", "0927"), ("C/25 NZ", "0827"),
        ("D/25 NZ", "0827"), ("B/24 NZ", "1831"), ("7 NZ Fd Coy", "0626"), ("B Sqn/19", "0725"),
    ):  # fmt: skip
        _brought(hand, page, unit, goal)
    while "Allied" in _side(page):
        hand.press(page.locator('[data-option="done"]'))
    assert "Preparation fire" in table.question and "German" in _side(page)
    assert bombs <= 22 and hand.clicks <= 45, (bombs, hand.clicks)


def _brought(hand: Hand, page: Page, unit: str, goal: str) -> None:
    """Bring a unit on and march it in two clicks; the other side holds its fire."""
    table = hand.table
    hand.press(page.locator(f'[data-option="enter {unit}"]'))
    hand.place(goal)
    while FIRE in table.question:
        table.take("no")
        table.ready()


def _marched(match: Match[Any], *texts: str) -> Match[Any]:
    """A match after these answers, each of the seat that is asked."""
    for text in texts:
        decision = match.decision
        assert decision is not None
        match.answer(decision.seat, match.game.texts.parse(text))
    return match


GATES = {
    "25 NZ": ("0126", "0127"), "1/4 Essex": ("0128", "0129"), "1/6 Raj": ("0124", "0125"), "1/9 GR": ("0121", "0122"),
    "26 NZ": ("0334", "0433"), "28 NZ": ("0633", "0734"), "24 NZ": ("1534", "1433"), "4/6 Raj": ("0130", "0131"),
}  # fmt: skip
"""Where the battalions come on: companies A and B with the headquarters, then C and D."""
MARCHES = (
    ("0126", "1025"), ("0127", "1026"), ("0128", "1127"), ("0124", "1124"), ("0125", "1023"), ("0334", "1331"),
    ("0433", "1231"), ("0633", "1730"), ("0734", "1631"), ("1534", "1930"), ("1433", "1831"), ("0130", "0927"),
    ("0131", "0828"), ("0129", "0928"), ("0121", "0820"), ("0122", "0723"),
)  # fmt: skip
"""Thirty-one companies with their headquarters: into contact with four German hexes, or up behind."""


def _gate(unit: str) -> str:
    """Where a unit of the list above comes on; an empty word for others."""
    company, _, battalion = unit.partition("/")
    if unit.startswith("HQ "):
        company, battalion = "A", unit[3:]
    return GATES[battalion][company in "CD"] if battalion in GATES and unit != "B/24 NZ" else ""


def _all_there() -> Match[Any]:
    """Turn 16: forty-nine Allied counters wait at their gates; the garrison has held still."""
    match = _marched(Match.start(load_game(NAME), Seeded(15)), "suggested")
    show = match.game.texts.show
    while (decision := match.decision) is not None:
        state = match.state
        if decision.seat == 0 and decision.prompt == "missions" and state.turn == 16:
            break
        due = [show(o) for o in decision.options if decision.prompt == "movement" and show(o).startswith("enter ")]
        if due and decision.seat == 0:
            unit = due[0].removeprefix("enter ")
            _marched(match, due[0])
            if match.decision is not None and match.decision.prompt == "entry":
                free = [o for o in match.decision.options if not full(match.state, UNIT[unit], o.hex)]
                _marched(match, next((show(o) for o in free if show(o) == f"enterat {_gate(unit)}"), show(free[0])))
            if match.decision is not None and match.decision.prompt == "walk":
                _marched(match, "halt")
        else:
            match.answer(decision.seat, decision.options[decision.default])
    return match


def test_the_largest_allied_turn(server: Server, visit: Callable[..., Page]) -> None:
    """Forty-nine counters: three missions, sixteen stacks with their headquarters, their assaults; eighty clicks."""
    page = visit(WIDE)
    match = _all_there()
    table, begun = Table.loaded(page, server, match), len(match.record.entries)
    page.keyboard.press("0")
    table.ready()
    hand = Hand(table)
    for target in ("1126", "1729", "1529"):
        hand.press(page.locator(f'[data-option="bombard {target}"]'))  # mortars could fire there as well
        hand.press(table.options().first)
        _answered(hand, page)
    hand.press(page.locator('[data-option="done"]'))
    missions = hand.clicks
    for start, goal in MARCHES:
        hand.place(start, times=2)
        expect(page.locator("[data-goal]").first).to_be_visible()
        hand.place(goal)
        _held(table, page)
    assert "Move a unit" in table.question
    marches = hand.clicks - missions
    while "Allied" in _side(page) and "assaulted next" not in table.question:
        hand.press(page.locator('[data-option="done"]'))
    while "Allied" in _side(page) and page.locator("[data-duty]").count():
        hand.press(page.locator("[data-duty]").first)
        hand.press(page.locator("[data-commit]"))
        _answered(hand, page)
    fights = hand.clicks - missions - marches
    assert "Preparation fire" in table.question and "German" in _side(page)
    record = page.request.get(f"{server.address}/api/matches/{page.url.rsplit('/', 1)[1]}/record").json()
    said = [entry["answer"]["do"] for entry in record["entries"][begun:] if isinstance(entry["answer"], dict)]
    did = {deed: said.count(deed) for deed in ("bombard", "move", "carry", "attack")}
    assert did["bombard"] == 3 and did["move"] >= 30 and did["carry"] >= 7 and did["attack"] >= 3, did
    assert hand.clicks <= 78, (missions, marches, fights)  # eighty are the limit


def _held(table: Table, page: Page) -> None:
    """The other side holds its fire and its reserves."""
    while "German" in _side(page):
        texts = table.texts()
        table.take("no" if "no" in texts else "done" if "done" in texts else texts[0])
        table.ready()


def _answered(hand: Hand, page: Page) -> None:
    """Whatever a mission or an assault asks until the next one: theirs from the list, ours by one click each."""
    table = hand.table
    while not any(word in table.question for word in ("Preparation fire", "Move a unit", "assaulted next")):
        if "German" in _side(page):
            _held(table, page)
        elif "Advance" in table.question:
            hand.press(page.locator('[data-option="done"]'))
        else:
            hand.press(table.options().first)


def _first_march() -> Match[Any]:
    """The German garrison as suggested, no fire of the Allies, and their first Movement Phase."""
    match = Match.start(load_game(NAME), Seeded(15))
    return _marched(match, "suggested", "done")


def test_a_pin_on_the_way_halts_the_queue(server: Server, visit: Callable[..., Page]) -> None:
    """Two companies and their headquarters by one order: fire pins the first, and the rest waits for a word."""
    match = _marched(
        _first_march(),
        "enter HQ 25 NZ", "enterat 0126", "enter A/25 NZ", "enterat 0126", "halt",
        "enter B/25 NZ", "enterat 0126", "halt", "done",
    )  # fmt: skip
    while match.state.turn < 4 or match.decision.prompt != "movement":  # type: ignore[union-attr]  # it goes on
        decision = match.decision
        assert decision is not None and decision.default >= 0
        match.answer(decision.seat, decision.options[decision.default])
    page = visit(WIDE)
    table = Table.loaded(page, server, match)
    page.keyboard.press("0")
    table.ready()
    hand = Hand(table)
    hand.place("0126", times=2)
    expect(page.locator("[data-goal]").first).to_be_visible()
    hand.place("1028")
    assert FIRE in table.question, "one plan, as far as the fire at who goes first"
    first, second = sorted(("A/25 NZ", "B/25 NZ"), key=lambda company: company not in table.question)
    _fired(table, "fireat 0729")
    expect(page.locator(".log")).to_contain_text(f"{first} is pinned")
    assert "Move a unit" in table.question, "nobody has gone on by himself"
    hand.press(page.locator("[data-go-on]"))
    assert FIRE in table.question and second in table.question, "the second company is on its way"


def _fired(table: Table, at: str) -> None:
    """Everybody who can fires there."""
    table.take(at)
    while "German" in _side(table.page):
        table.ready()
        texts = table.texts()
        table.take(next((t for t in texts if t.startswith(("add ", "draw "))), "done" if "done" in texts else texts[0]))
    table.ready()


def test_a_phone_selects_plans_and_answers_fire(server: Server, visit: Callable[..., Page]) -> None:
    page = visit(PHONE)
    table = Table.loaded(page, server, _first_march())
    page.locator('[data-option="enter B/24 NZ"]').tap()
    table.ready()
    page.locator("[data-goal]").last.tap()
    go = page.locator("[data-march]")
    expect(go).to_be_visible()
    entry = table.entry
    go.tap()
    table.wait(entry)
    table.ready()
    assert "German" in _side(page) and FIRE in table.question
    fire = page.locator('[data-option^="fireat"]').first
    expect(fire).to_be_visible()
    assert (fire.bounding_box() or {"height": 0})["height"] >= 44
    entry = table.entry
    page.locator('[data-option="no"]').tap()
    table.wait(entry)
    table.ready()
    assert "Allied" in _side(page)


RESTLESS = """async list => {
  const frame = () => new Promise(requestAnimationFrame), restless = [];
  for (let at = 0; at < list.scrollHeight - list.clientHeight; at += 10) {
    list.scrollTop = at;
    for (let i = 0; i < 4; i++) await frame();
    const before = list.scrollTop;
    await frame();
    if (list.scrollTop !== before) restless.push(at);
  }
  return restless;
}"""
"""Where a list does not come to rest when it is scrolled there."""


def test_a_long_list_stands_still_wherever_it_is_scrolled_to(server: Server, visit: Callable[..., Page]) -> None:
    """On a telephone lying down many rows have two lines: none of them shrinks again once it is out of sight."""
    page = visit((844, 390))
    table = Table.loaded(page, server, _marched(Match.start(load_game(NAME), Seeded(15)), "suggested"))
    assert table.options().count() > 20
    assert page.locator(".list").evaluate(RESTLESS) == []
