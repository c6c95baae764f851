"""Playing over the socket: answers, plans, refusals, undo, the past, computers."""

import json
import random
import time
from itertools import pairwise
from pathlib import Path

import pytest

from tests.server.kit import Browser, Seat, serving


def play_out(seat: Seat, seed: int) -> int:
    rng, answers = random.Random(seed), 0
    while seat.result is None:
        if seat.asked():
            seat.answer(rng.randrange(len(seat.question["options"])))
            answers += 1
        else:
            seat.next()
    return answers


@pytest.mark.parametrize("game", ["drill", "cassino_1944"])
def test_a_hot_seat_game_runs_to_its_end(browser: Browser, game: str) -> None:
    seats = browser.get(f"/api/games/{game}")["seats"]
    made = browser.create(*["me"] * seats, game=game)
    seat = browser.open(made["match"])
    assert seat.hello["you"] == list(range(seats))
    assert play_out(seat, 7) > 10
    assert seat.last["question"] is None
    mine = next(brief for brief in browser.get("/api/matches") if brief["match"] == made["match"])
    assert mine["over"] and mine["result"] == seat.result and mine["entry"] == seat.entry


def test_the_view_follows_the_seat_that_is_asked(browser: Browser) -> None:
    seat = browser.open(browser.create("me", "me", "me")["match"])
    for _ in range(8):
        assert seat.last["view"] == seat.question["seat"]
        seat.answer()


def test_a_game_against_computers(browser: Browser) -> None:
    seat = browser.open(browser.create("random", "me", "random")["match"])
    play_out(seat, 3)
    kinds = [message for text in seat.heard if '"thinking"' in text[:30] for message in (text,)]
    assert any('"busy":true' in text for text in kinds) and any('"busy":false' in text for text in kinds)
    # No step of the drill says whose turn it is: every entry stands in the turn of whoever made it.
    assert all(who == turn and who in (-1, 0, 1, 2) and barrier in (0, 1) for who, barrier, turn in seat.last["tape"])


def test_computers_play_to_the_end_while_somebody_watches(browser: Browser) -> None:
    watching = browser.open(browser.create("random", "random", "random")["match"])
    while not watching.result:
        watching.until("update")


def test_an_answer_is_checked_against_the_options(browser: Browser) -> None:
    made = browser.create("me", "friend", "friend")
    seat = browser.open(made["match"])
    for text, key in (("bid 1", "not_offered"), ("jump", "text"), ("plot nowhere", "text"), ("plot dead", "")):
        reply = seat.ask("answer", seat=0, entry=0, options=[text])
        assert reply["type"] == "refused" and (not key or reply["key"] == key), reply
    assert seat.ask("answer", seat=1, entry=0, options=["plot loft"])["key"] == "not_yours"
    assert seat.ask("answer", seat=0, entry=5, options=["plot loft"])["key"] == "stale"
    assert seat.ask("answer", seat=0, entry=0, options=[])["key"] == "plan"
    assert seat.ask("answer", seat=0, entry=0, options=["plot loft", "plot loft"])["key"] == "past_dice"
    assert seat.ask("answer", seat=0, entry=0, options=["plot loft"])["type"] == "ack"
    reply = seat.ask("answer", seat=0, entry=1, options=["bid 2"])
    assert reply["key"] == "not_your_turn"


def _to_the_moves(browser: Browser) -> Seat:
    """A drill in which somebody may move: plots and bids are in."""
    seat = browser.open(browser.create("me", "me", "me")["match"])
    while seat.question["key"] != "act":
        seat.answer()
    return seat


def test_undo_goes_back_to_the_barrier_and_not_beyond(browser: Browser) -> None:
    seat = _to_the_moves(browser)
    start = seat.entry
    assert not seat.last["undo"]
    assert seat.ask("undo", seat=seat.question["seat"])["key"] == "barrier"
    before = seat.question
    seat.answer()
    assert seat.last["undo"] and seat.entry == start + 1
    assert seat.ask("undo", seat=before["seat"])["type"] == "ack"
    update = seat.until("update")
    assert update["entry"] == start and update["cut"] == start
    assert update["question"] == before and not update["undo"]


def test_a_plan_is_taken_whole_or_not_at_all(browser: Browser) -> None:
    seat = _to_the_moves(browser)
    who, entry = seat.question["seat"], seat.entry
    move = seat.question["options"][0]["text"]
    reply = seat.ask("answer", seat=who, entry=entry, options=[move, "go nowhere"])
    assert reply["type"] == "refused"
    reply = seat.ask("answer", seat=who, entry=entry, options=[move, "bid 3"])
    assert reply["type"] == "refused" and reply["at"] == 1
    seat.ask("answer", seat=who, entry=entry, options=[move])
    seat.until("update")
    steps = [o["text"] for o in seat.question["options"] if o["verb"] == "go"]
    seat.ask("undo", seat=who)
    seat.until("update")
    assert seat.ask("answer", seat=who, entry=entry, options=[move, steps[0]])["type"] == "ack"
    assert seat.until("update")["entry"] >= entry + 2


def test_why_not_names_the_case(browser: Browser) -> None:
    seat = _to_the_moves(browser)
    who = seat.question["seat"]
    foreign = next(name for name in seat.hello["unit_names"] if not name.startswith(seat.last["seats"][who]["side"]))
    refusal = seat.ask("why", seat=who, option=f"move {foreign}")["refusal"]
    assert refusal["rule"] == "3" and refusal["key"] == "not_yours" and foreign in refusal["text"]
    assert seat.ask("why", seat=who, option=seat.question["options"][0]["text"])["refusal"] is None


def test_frames_and_film_show_the_past_and_the_log_again(browser: Browser) -> None:
    seat = browser.open(browser.create("me", "me", "me")["match"])
    play_out(seat, 11)
    frame = seat.ask("frame", entry=0)["frame"]
    assert frame["entry"] == 0 and frame["crumbs"][0] == "Turn 1"
    film = seat.ask("film", **{"from": 0, "to": seat.entry})["film"]
    assert film[0]["entry"] == 1 and film[-1]["entry"] == seat.entry
    shown = pairwise(film[:-1])
    assert all(f["events"] or f["scene"] != before["scene"] for before, f in shown), "what shows nothing is left out"
    told = [line["text"] for f in film for line in f["events"]]
    again = browser.open(seat.hello["match"])
    assert [line["text"] for line in again.hello["log"]][-len(told) :] == told
    assert seat.ask("frame", entry=seat.entry + 1)["type"] == "refused"
    assert seat.ask("film", **{"from": 5, "to": 2})["type"] == "refused"


def test_a_film_is_told_by_differences_and_compressed(browser: Browser) -> None:
    """Unpacked it shows what single frames show, in a small part of their bytes."""
    seat = browser.open(browser.create("me", "me", game="thunder_at_cassino")["match"])
    for _ in range(30):
        seat.answer()
    film = seat.ask("film", **{"from": 0, "to": seat.entry})["film"]
    packed = len(seat.heard[-2])
    frames = [seat.ask("frame", entry=frame["entry"])["frame"] for frame in film]
    assert frames == film and len(film) > 1
    assert packed < len(json.dumps(frames)) / 50


def test_dice_are_shown_with_their_faces(browser: Browser) -> None:
    seat = browser.open(browser.create("me", "me", "me")["match"])
    while not any(line["dice"] for line in seat.last.get("events", [])):
        seat.answer()
    line = next(line for line in seat.last["events"] if line["dice"])
    assert line["kind"] == "Roll" and len(line["dice"]) == len(line["sides"])
    assert all(1 <= face <= sides for face, sides in zip(line["dice"], line["sides"], strict=True))


def test_standing_orders_answer_by_default_until_the_phase_ends(browser: Browser) -> None:
    made = browser.create("me", "me", "me")
    seat = browser.open(made["match"])
    while seat.question["key"] != "act":
        seat.answer()
    who = seat.question["seat"]
    assert seat.ask("orders", seat=who, orders=[{"prompt": "act", "phase": True}])["type"] == "ack"
    update = seat.until("update")
    assert update["question"]["seat"] != who or update["question"]["key"] != "act"


def test_computers_think_in_processes_that_end_with_the_server(tmp_path: Path) -> None:
    with serving(tmp_path, thinkers=1) as server:
        browser = server.browser()
        seat = browser.open(browser.create("greedy", "me", game="cassino_1944")["match"])
        while not seat.asked():
            seat.next()
        assert len(seat.ask("reasons")["reasons"]) >= 1
        assert server.process is not None
        thinkers = _children(server.process.pid)
        assert thinkers
        server.kill()
        until = time.monotonic() + 20
        while any(Path(f"/proc/{pid}").exists() for pid in thinkers):
            assert time.monotonic() < until, "a thinker outlived its server"
            time.sleep(0.05)


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]
