"""Puzzles at the table: set up, answered, judged and explained."""

from tests.server.kit import Browser


def test_a_puzzle_is_found_set_up_and_judged(browser: Browser) -> None:
    """Cassino (1944), the Abbey is empty: 34/133 walks in and wins; doing nothing does not."""
    found = {puzzle["id"]: puzzle for puzzle in browser.get("/api/games/cassino_1944/puzzles")}
    assert len(found) >= 24
    task = found["win_now: The Abbey is empty"]
    assert set(task) == {"id", "title", "ask", "seat"}, "the list does not give the answer away"
    made = browser.post("/api/puzzles", {"game": "cassino_1944", "puzzle": task["id"]})
    seat = browser.open(made["match"])
    assert seat.hello["kind"] == "puzzle" and seat.hello["puzzle"] == task
    listed = next(shown for shown in browser.get("/api/matches") if shown["match"] == made["match"])
    assert (listed["kind"], listed["puzzle"]) == ("puzzle", "The Abbey is empty")
    nothing = seat.ask("verdict")["verdict"]
    assert not nothing["solved"] and nothing["chance"] < nothing["least"]
    assert nothing["reason"] and nothing["rule"] and ["Move 34/133", "To 1406"] in nothing["right"]
    for text in ("move 34/133", "go 1406"):
        assert seat.ask("answer", seat=task["seat"], entry=seat.entry, options=[text])["type"] == "ack"
        seat.until("update")
    solved = seat.ask("verdict")["verdict"]
    assert solved["solved"] and solved["chance"] >= solved["least"]


def test_what_is_no_puzzle_is_refused(browser: Browser) -> None:
    assert browser.post("/api/puzzles", {"game": "cassino_1944", "puzzle": "none"}, status=400)["key"] == "puzzle"
    seat = browser.open(browser.create("me", "me", game="cassino_1944")["match"])
    assert seat.hello["puzzle"] is None
    assert seat.ask("verdict")["key"] == "puzzle"
