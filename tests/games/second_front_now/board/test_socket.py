"""10.6, 15.4 The German at a real table: every byte his browser is sent, whatever it asks for."""

import json
import re
import sqlite3
from collections.abc import Iterator

import msgspec
import pytest

from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.board.display import DISPLAY
from grognard.games.second_front_now.board.endings import endings
from grognard.games.second_front_now.content import ALLIED, GERMAN, HEXES, SPACE, UNIT
from grognard.games.second_front_now.rules.state import STRIKE_PLAN, Plan
from grognard.server.advice import advise
from tests.games.second_front_now.kit import board
from tests.server.kit import Browser, Seat, Server, serving

C = "second_front_now"
OPTIONS = {"fog": "full", "area": "calais", "blue_point": False}
TWO = (
    ("1 US Infantry", ("plot 6 Airborne", "day 3", "aim 2312")),
    ("1 US Armored", ("plot 101 Airborne", "day 9", "aim 2013")),
)
"""Two Allied turns that look alike from across the table: who lands, and what is plotted."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("fog")) as running:
        yield running


def answered(asked: Seat, waiting: Seat, *texts: str) -> None:
    for text in texts:
        seat = asked.question["seat"]
        reply = asked.ask("answer", seat=seat, entry=asked.entry, options=[text])
        assert reply["type"] == "ack", (text, reply)
        entry = asked.until("update")["entry"]
        while waiting.entry < entry:
            waiting.until("update")


def turn(server: Server, landed: str, plan: tuple[str, ...]) -> tuple[Browser, Seat, str]:
    """A table after the first Allied command: the German's browser, his socket, the match."""
    host, friend = server.browser(), server.browser()
    made = host.create("me", "friend", game=C, options=OPTIONS)
    match = made["match"]
    friend.join(made["links"][0]["url"])
    allied, german = host.open(match), friend.open(match)
    assert (allied.hello["you"], german.hello["you"]) == ([ALLIED], [GERMAN])
    answered(german, allied, "printed", "done")
    answered(allied, german, *plan, "done", f"land {landed}", "go 2009")
    return friend, german, match


def searched(browser: Browser, seat: Seat, match: str) -> str:
    """All that the German can get hold of."""
    for n in range(seat.entry + 1):
        seat.ask("frame", entry=n)
    seat.ask("film", **{"from": 0, "to": seat.entry})
    for beach in ("2006", "2007", "2008", "2009", "1910"):
        seat.ask("forecast", seat=GERMAN, space=SPACE[beach])
        seat.ask("facts", space=SPACE[beach])
        for one in seat.hello["overlays"]:
            seat.ask("overlay", name=one["id"], space=SPACE[beach])
    for unit in ("1 US Infantry", "1 US Armored", "6 Airborne", "101 Airborne"):
        seat.ask("overlay", name="reach", unit=UNIT[unit])
        seat.ask("ways", seat=ALLIED, units=[UNIT[unit]])
        seat.ask("way", seat=ALLIED, units=[UNIT[unit]], spaces=[SPACE["2109"]])
        for option in (f"land {unit}", f"single {unit}", f"plot {unit}"):
            seat.ask("why", seat=ALLIED, option=option)
            seat.ask("forecast", seat=ALLIED, option=option)
            seat.ask("gather", seat=ALLIED, option=option)
            seat.ask("notes", seat=ALLIED, options=[option])
    for side in (ALLIED, GERMAN):
        assert seat.ask("hint", seat=side)["type"] == "refused", "nobody is helped against another person"
    seat.ask("earlier", upto=seat.entry)
    seat.ask("charts")
    seat.ask("reasons")
    again = browser.open(match)
    pages = [browser.http.get(f"/api/matches/{match}/{what}").text for what in ("record", "dice")]
    told = "\n".join([*seat.heard, *again.heard, *pages]).replace(match, "MATCH")
    told = re.sub(r'"(commitment|touched|created)":\s*"[^"]*"', "", told)
    told = re.sub(r'"(since|at|when)":\s*[0-9.]+', "", told)
    return "\n".join(line for line in told.split("\n") if not line.startswith('{"type":"presence"'))


@pytest.mark.case(C, "10.6")
@pytest.mark.case(C, "10.6.G")
@pytest.mark.case(C, "15.4")
@pytest.mark.case(C, "15.6.plot")
def test_two_worlds_that_look_alike_are_sent_alike(server: Server) -> None:
    sent = []
    for landed, plan in TWO:
        browser, seat, match = turn(server, landed, plan)
        sent.append(searched(browser, seat, match))
    assert "has written a plan" in sent[0] and len(sent[0]) > 100_000
    assert sent[0] == sent[1]


@pytest.mark.case(C, "10.6")
@pytest.mark.case(C, "15.4")
def test_what_the_cards_say_is_the_same_of_worlds_that_look_alike() -> None:
    """Goal card, facts of places, tracks, palettes and a hint are made from the German's view alone."""
    slips = (Plan(STRIKE_PLAN, 5, 9, SPACE["1512"], -1), Plan(STRIKE_PLAN, 5, 11, SPACE["1613"], -1))
    beneath = ("V US Corps", "9 US Infantry")
    told = []
    for slip, covered in zip(slips, beneath, strict=True):
        stack = {covered: "1511", "1 US Infantry": "1511", "9 SS Panzer": "1512", "10 SS Panzer": "1613"}
        s = board(stack, GERMAN, turn=7, plans=(slip,), options={"fog": "beneath"})
        view = GAME.view(s, GERMAN)
        shown = [DISPLAY.scene(view, GERMAN), list(endings(view)), advise(GAME, DISPLAY, view, GERMAN, 3)]
        shown += [list(DISPLAY.facts(view, GERMAN, h)) for h in range(HEXES)]
        told.append(msgspec.json.encode(shown))
    assert told[0] == told[1] and len(told[0]) > 50_000


@pytest.mark.case(C, "10.6.G")
@pytest.mark.case(C, "15.6.plot")
def test_the_planning_board_of_the_german_guesses(server: Server) -> None:
    landed, plan = TWO[0]
    browser, _, match = turn(server, landed, plan)
    guessed, plotted = set(), set()
    for _ in range(8):
        made = browser.post(f"/api/matches/{match}/branch", {})
        with sqlite3.connect(server.data / "table.sqlite3") as base:
            start = json.loads(base.execute("SELECT start FROM matches WHERE id = ?", (made["match"],)).fetchone()[0])
        guessed.add(tuple([u for u, at in enumerate(start["loc"]) if at == SPACE["2009"]]))
        plotted.add(json.dumps(start["plans"]))
    assert len(plotted) > 1, "the slip is guessed, not copied"
    assert len(guessed) > 1 and {len(units) for units in guessed} == {2}, "and who came ashore, of whom he sees two"
