"""Records out and in, the fair dice, planning boards, lessons."""

import hashlib
import json

import pytest

import tests.drill  # noqa: F401  # registers the title
from grognard.core import Fair, replay
from grognard.core.proof import prove_dice
from grognard.core.record import decode_record
from tests.server.kit import Browser, Seat, Server
from tests.server.test_play import play_out
from tests.server.test_seats import three


def finished(browser: Browser, game: str = "drill", **more: object) -> tuple[str, Seat]:
    seats = 3 if game == "drill" else 2
    match = browser.create(*["me"] * seats, game=game, **more)["match"]
    seat = browser.open(match)
    play_out(seat, 5)
    return match, seat


def test_a_finished_record_replays_and_its_dice_are_proven(browser: Browser) -> None:
    match, seat = finished(browser)
    record = decode_record(browser.http.get(f"/api/matches/{match}/record").content)
    assert replay(record).result is not None
    assert record.commitment == seat.hello["commitment"] == hashlib.sha256(bytes.fromhex(record.secret)).hexdigest()
    assert record.strings == []
    told = browser.get(f"/api/matches/{match}/dice")
    assert prove_dice(record).proven == len(told["rolls"]) > 0
    fair = Fair(bytes.fromhex(told["secret"]), tuple(told["strings"]))
    assert fair.commitment == told["commitment"]
    assert [roll["k"] for roll in told["rolls"]] == list(range(len(told["rolls"])))


def test_the_secret_of_the_dice_is_kept_until_the_end(browser: Browser) -> None:
    match = browser.create("me", "me", "me")["match"]
    seat = browser.open(match)
    while seat.question["key"] != "act":
        seat.answer()
    told = browser.get(f"/api/matches/{match}/dice")
    assert told["secret"] is None and not [roll for roll in told["rolls"] if "answer" in roll]
    seat.ask("resign", seat=0)
    assert browser.get(f"/api/matches/{match}/dice")["secret"]


def test_dice_go_on_after_a_restart_as_if_nothing_had_been(server: Server) -> None:
    browser = server.browser()
    match = browser.create("me", "me", "me")["match"]
    seat = browser.open(match)
    while seat.entry < 9:
        seat.answer()
    server.kill()
    server.start()
    seat = browser.open(match)
    play_out(seat, 2)
    record = decode_record(browser.http.get(f"/api/matches/{match}/record").content)
    assert prove_dice(record).proven > 1


def test_an_uploaded_record_goes_on_as_a_hot_seat(browser: Browser) -> None:
    match = browser.create("me", "me", "me")["match"]
    seat = browser.open(match)
    for _ in range(10):
        seat.answer()
    raw = browser.http.get(f"/api/matches/{match}/record").content
    other = browser.server.browser()
    made = json.loads(other.http.post("/api/records", content=raw).content)
    again = other.open(made["match"])
    assert again.hello["you"] == [0, 1, 2] and again.entry == seat.entry
    assert again.question == seat.question and again.hello["commitment"] != seat.hello["commitment"]
    play_out(again, 3)
    told = other.get(f"/api/matches/{made['match']}/dice")
    record = decode_record(other.http.get(f"/api/matches/{made['match']}/record").content)
    assert record.rolled_before == seat.entry
    assert prove_dice(record).proven == len(told["rolls"]) > 0


def _tampered(raw: bytes, change: str) -> bytes:
    told = json.loads(raw)
    if change == "answer":
        told["entries"][0]["answer"]["space"] = 999
    elif change == "digest":
        told["entries"][3]["digest"] = "0" * 20
    elif change == "who":
        told["entries"][2]["who"] = 0
    elif change == "dice":
        next(e for e in told["entries"] if e["who"] == -1)["answer"] = [7, 7, 7]
    elif change == "version":
        told["rules_version"] = 99
    elif change == "components":
        told["components"] = "others"
    elif change == "game":
        told["game"] = "chess"
    elif change == "option":
        told["options"] = {"wings": True}
    elif change == "act":
        told["entries"][2] = {**told["entries"][2], "who": 0, "answer": {"do": "resign", "seat": 1}}
    elif change in ("takeback", "takeback_far", "resign"):
        acts = {
            "takeback": {"do": "takeback", "to": -5},
            "takeback_far": {"do": "takeback", "to": 10**9},
            "resign": {"do": "resign", "seat": 99},
        }
        told["entries"][2] = {**told["entries"][2], "who": -2, "answer": acts[change]}
    elif change == "twice":
        told["entries"].append({**told["entries"][-1], "who": -2, "answer": {"do": "resign", "seat": 0}})
    elif change == "format":
        told["format"] = 3
    elif change == "older":
        told["format"] = 1
    return json.dumps(told).encode()


@pytest.mark.parametrize(
    "change",
    [
        *("answer", "digest", "who", "dice", "version", "components", "game", "option", "act", "format", "older"),
        *("takeback", "takeback_far", "resign", "twice"),
    ],
)
def test_a_tampered_or_foreign_record_is_refused_with_the_reason(browser: Browser, change: str) -> None:
    match, _ = finished(browser)
    raw = browser.http.get(f"/api/matches/{match}/record").content
    answer = browser.http.post("/api/records", content=_tampered(raw, change))
    assert answer.status_code == 400 and answer.json()["key"] == "record"
    assert len(answer.json()["error"]) > 15


@pytest.mark.parametrize("raw", [b"", b"{}", b"[]", b"\x00\xff", b"[" * 100_000, b'{"format": 1, "game": "drill"}'])
def test_what_is_no_record_is_refused(browser: Browser, raw: bytes) -> None:
    assert browser.http.post("/api/records", content=raw).status_code == 400


def test_a_truncated_or_huge_record_is_refused(browser: Browser) -> None:
    match, _ = finished(browser)
    raw = browser.http.get(f"/api/matches/{match}/record").content
    for size in (1, len(raw) // 3, len(raw) - 5):
        assert browser.http.post("/api/records", content=raw[:size]).status_code == 400
    assert browser.http.post("/api/records", content=b" " * (5 * 1024 * 1024)).status_code == 413
    told = json.loads(raw)
    told["entries"] = told["entries"] * 600
    body = json.dumps(told).encode()
    assert browser.http.post("/api/records", content=body).status_code in (400, 413)


def test_a_running_record_is_sealed_for_one_seat_and_whole_for_all(server: Server) -> None:
    match, players = three(server)
    seats = [player.open(match) for player in players]
    seats[0].answer()
    seats[1].until("update")
    mine = json.loads(players[0].http.get(f"/api/matches/{match}/record").content)
    theirs = json.loads(players[1].http.get(f"/api/matches/{match}/record").content)
    assert mine["entries"][0]["answer"]["do"] == "plot" and theirs["entries"][0]["answer"] == {"do": "sealed"}
    assert mine["entries"][0]["digest"] != theirs["entries"][0]["digest"]


def test_a_planning_board_leaves_the_match_alone(browser: Browser) -> None:
    match = browser.create("me", "me", game="cassino_1944")["match"]
    seat = browser.open(match)
    for _ in range(4):
        seat.answer()
    made = browser.post(f"/api/matches/{match}/branch", {"entry": 2})
    board = browser.open(made["match"])
    assert board.hello["kind"] == "branch" and board.hello["you"] == [0, 1]
    frame = seat.ask("frame", entry=2)["frame"]
    assert board.hello["scene"] == frame["scene"]
    board.answer()
    told = browser.http.get(f"/api/matches/{made['match']}/record")
    assert told.status_code == 409 and told.json()["key"] == "record", "it could not be replayed from a set-up"
    assert browser.open(match).entry == seat.entry
    assert browser.http.post(f"/api/matches/{match}/branch", json={"entry": 99}).status_code == 400


def test_a_lesson_is_taught_at_the_table(browser: Browser) -> None:
    listed = browser.get("/api/games/cassino_1944/lessons")
    assert len(listed) >= 3 and all(lesson["title"] and lesson["summary"] for lesson in listed)
    for lesson in listed:
        made = browser.post("/api/lessons", {"game": "cassino_1944", "lesson": lesson["id"]})
        seat = browser.open(made["match"])
        page = seat.hello["lesson"]
        assert page["page"] == 1
        turned = 0
        while not page["over"]:
            assert page["say"]
            if page["do"]:
                other = next((o["text"] for o in seat.question["options"] if o["text"] not in page["do"]), None)
                if other is not None:
                    asked = {"seat": seat.question["seat"], "entry": seat.entry}
                    assert seat.ask("answer", **asked, options=[other])["key"] == "lesson_other"
                asked = {"seat": seat.question["seat"], "entry": seat.entry}
                reply = seat.ask("answer", **asked, options=[page["do"][0]])
            else:
                reply = seat.ask("page")
            assert reply["type"] == "ack", (lesson["id"], page, reply)
            page = seat.until("update")["lesson"]
            turned += 1
        assert turned == page["pages"]
        told = browser.http.get(f"/api/matches/{made['match']}/dice")
        assert told.status_code == 409 and told.json()["key"] == "lesson"
    assert browser.http.post("/api/lessons", json={"game": "cassino_1944", "lesson": "none"}).status_code == 400


def test_the_record_of_a_match_under_way_replays_where_nothing_is_hidden(browser: Browser) -> None:
    match = browser.create("me", "random", game="cassino_1944")["match"]
    seat = browser.open(match)
    while seat.entry < 12:
        if seat.asked():
            seat.answer()
        else:
            seat.next()
    record = decode_record(browser.http.get(f"/api/matches/{match}/record").content)
    assert record.secret == "" and {entry.who for entry in record.entries} >= {0}
    again = replay(record)
    assert [entry.digest for entry in again.record.entries] == [entry.digest for entry in record.entries]
