"""What somebody's list of matches says, and how it is kept in order; invitations; planning boards that are played."""

from pathlib import Path
from typing import Any

from grognard.core import load_game
from grognard.core.lesson import lessons
from tests.server.kit import Browser, Seat, Server, plain, serving


def brief(browser: Browser, match: str) -> Any:
    found = [b for b in browser.get("/api/matches") if b["match"] == match]
    return found[0] if found else None


def test_a_game_of_one_player_shows_where_it_stands(server: Server) -> None:
    browser = server.browser()
    match = browser.create("me", game="cities_of_the_damned")["match"]
    seat = browser.open(match)
    before = brief(browser, match)
    assert before["crumbs"] == seat.hello["crumbs"]
    for _ in range(60):
        seat.answer(max(0, seat.question["default"]))
        if seat.last["crumbs"][:2] != before["crumbs"][:2]:
            break
    assert seat.last["crumbs"][:2] != before["crumbs"][:2], "the same seat is asked, in another phase"
    assert brief(browser, match)["crumbs"] == seat.last["crumbs"]


def through(seat: Seat, page: Any) -> None:
    """Through a lesson by its model answers."""
    while not page["over"]:
        if page["do"]:
            asked = seat.question["seat"]
            assert seat.ask("answer", seat=asked, entry=seat.entry, options=[page["do"][0]])["type"] == "ack"
        else:
            assert seat.ask("page")["type"] == "ack"
        page = seat.until("update")["lesson"]


def test_lessons_are_remembered_when_their_table_is_gone_and_by_the_account(server: Server) -> None:
    first, second = [lesson.id for lesson in lessons(load_game("cassino_1944"))][:2]
    browser, phone = server.browser(), server.browser()
    match = browser.post("/api/lessons", {"game": "cassino_1944", "lesson": first})["match"]
    seat = browser.open(match)
    pages = seat.hello["lesson"]["pages"]
    told = brief(browser, match)["lesson"]
    assert (told["id"], told["page"], told["pages"]) == (first, 0, pages)
    assert browser.get("/api/me")["learnt"] == []
    through(seat, seat.hello["lesson"])
    assert brief(browser, match)["lesson"]["page"] == pages
    learnt = [{"game": "cassino_1944", "lesson": first}]
    assert browser.get("/api/me")["learnt"] == learnt
    browser.post(f"/api/matches/{match}/leave", status=200)
    assert brief(browser, match) is None and browser.get("/api/me")["learnt"] == learnt
    half = browser.post("/api/lessons", {"game": "cassino_1944", "lesson": second})["match"]
    body = {"name": "Pupil", "password": "correct horse"}
    browser.post("/api/accounts", body)
    phone.post("/api/login", body)
    assert phone.get("/api/me")["learnt"] == learnt and brief(phone, half)["lesson"]["page"] == 0
    data = phone.http.get("/api/me/data")
    assert "attachment" in data.headers["content-disposition"]
    told = data.json()
    assert told["account"] == "Pupil" and told["learnt"] == learnt
    assert [m["match"]["match"] for m in told["matches"]] == [half]
    phone.post("/api/accounts/delete", {"password": "correct horse"})
    assert phone.get("/api/me") == {"account": None, "email": None, "mail": False, "push": "", "learnt": []}
    assert plain.get(f"{server.address}/api/matches/{half}/record").status_code == 404


def test_a_match_is_taken_off_the_list_and_gone_when_nobody_holds_it(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        host, friend, idler = server.browser(), server.browser(), server.browser()
        alone = host.create("me", "greedy", "greedy")["match"]
        host.open(alone).close()
        stranger = server.browser()
        assert stranger.post(f"/api/matches/{alone}/leave", status=404)["key"] == "not_found"
        host.post(f"/api/matches/{alone}/leave", status=200)
        assert host.get("/api/matches") == []
        assert host.http.get(f"/api/matches/{alone}/record").status_code == 404

        made = host.create("me", "friend", "greedy")
        match = made["match"]
        friend.join(made["links"][0]["url"])
        idler.join(made["watch"])
        assert host.post(f"/api/matches/{match}/leave", status=409)["key"] == "playing"
        idler.post(f"/api/matches/{match}/leave", status=200)
        assert brief(host, match) and brief(idler, match) is None
        host.open(match).ask("resign")
        host.post(f"/api/matches/{match}/leave", status=200)
        assert brief(host, match) is None and brief(friend, match)["over"], "it is the friend's still"
        friend.post(f"/api/matches/{match}/leave", status=200)
        assert friend.http.get(f"/api/matches/{match}/record").status_code == 404


def test_a_new_link_is_made_at_the_table_and_the_old_one_opens_nothing(server: Server) -> None:
    host, friend, late = server.browser(), server.browser(), server.browser()
    made = host.create("me", "friend", "friend")
    match, old = made["match"], made["links"][0]["url"]
    link = host.post(f"/api/matches/{match}/invite", {"seat": 1})
    assert link["seat"] == 1 and link["url"] != old
    assert late.http.post("/api/join", json={"token": old.rpartition("/")[2]}).status_code == 404
    assert friend.join(link["url"]) == {"match": match, "seats": [1]}
    for seat in (0, 1, 9):
        assert host.post(f"/api/matches/{match}/invite", {"seat": seat}, status=400)["key"] == "taken"
    watch = friend.post(f"/api/matches/{match}/invite", {"seat": -1})
    assert late.join(watch["url"])["seats"] == []
    assert late.post(f"/api/matches/{match}/invite", {"seat": 2}, status=400)["key"] == "not_yours"
    assert late.join(made["watch"])["seats"] == [], "links to watch stay"


def test_what_was_tried_on_a_planning_board_is_played(server: Server) -> None:
    host = server.browser()
    match = host.create("me", "me", game="cassino_1944")["match"]
    table = host.open(match)
    table.answer(table.question["default"])
    board = host.post(f"/api/matches/{match}/branch", {"entry": 1})["match"]
    assert brief(host, board)["origin"] == match
    tried = host.open(board)
    assert (tried.hello["origin"], tried.hello["origin_entry"]) == (match, 1)
    assert host.post(f"/api/matches/{board}/play", status=400)["key"] == "board"
    texts = []
    who = tried.question["seat"]
    for _ in range(2):
        options = tried.question["options"]
        at = next((k for k, o in enumerate(options) if o["text"].startswith("move")), 0)
        texts.append(options[at]["text"])
        tried.answer(at)
    assert tried.question["seat"] == who
    assert host.post(f"/api/matches/{board}/play")["match"] == match
    assert table.until("update")["entry"] == 1 + len(texts)
    assert host.post(f"/api/matches/{board}/play", status=400)["key"] == "stale"
    assert host.post(f"/api/matches/{match}/play", status=400)["key"] == "board"


def test_the_table_tells_of_time_outs_and_of_offers_declined(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        host, friend = server.browser(), server.browser()
        made = host.create("me", "friend", game="cassino_1944")
        friend.join(made["links"][0]["url"])
        one, two = host.open(made["match"]), friend.open(made["match"])
        two.ask("offer", kind="draw")
        one.until("offer")
        one.ask("decline")
        told = two.until("chat")
        assert told["seat"] == -2 and told["text"] == "The offer of a draw was declined by Allied."
        assert host.get("/api/matches")[0]["said"] == 0, "nobody said anything"
        two.ask("chat", text="a pity")
        assert host.get("/api/matches")[0]["said"] > told["at"] > friend.get("/api/matches")[0]["said"]
        two.ask("offer", kind="draw")
        one.until("offer")
        one.answer(one.question["default"])
        assert two.until("chat")["text"] == "The offer of a draw has lapsed: play went on."
        _two_questions_time_out(server)
        late = host.create("me", "me", "me", clock={"initial": 2, "step": 0})["match"]
        seat = host.open(late)
        assert seat.until("chat")["text"].endswith("ran out of time and has lost.")
        assert host.open(late).hello["chat"][-1]["seat"] == -2, "also told to those who come later"


def _two_questions_time_out(server: Server) -> None:
    """The German is asked of the reserve and then of his half: the quiet answers stand, told once, play goes on."""
    host, friend = server.browser(), server.browser()
    made = host.create("me", "friend", game="cassino_1944", clock={"initial": 2, "step": 0})
    friend.join(made["links"][0]["url"])
    one, two = host.open(made["match"]), friend.open(made["match"])
    while one.asked():
        one.answer(one.question["default"])
    passed = one.entry
    assert two.until("chat")["text"] == "German ran out of time; the table answered “No”, “Done”."
    while not one.asked():
        one.until("update")
    assert one.entry == passed + 2
    assert [line["seat"] for line in host.open(made["match"]).hello["chat"]].count(-2) == 1
