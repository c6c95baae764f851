"""Seats, links, spectators, presence, reconnection, talk, offers."""

from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.kit import Browser, Seat, Server, serving


def three(server: Server, game: str = "drill", **more: object) -> tuple[str, list[Browser]]:
    """A match whose three seats sit in three browsers."""
    host, *friends = [server.browser() for _ in range(3)]
    made = host.create("me", "friend", "friend", game=game, **more)
    for friend, link in zip(friends, made["links"], strict=True):
        assert friend.join(link["url"]) == {"match": made["match"], "seats": [link["seat"]]}
    return made["match"], [host, *friends]


def two(server: Server) -> tuple[str, list[Browser]]:
    host, friend = server.browser(), server.browser()
    made = host.create("me", "friend", game="cassino_1944")
    friend.join(made["links"][0]["url"])
    return made["match"], [host, friend]


def test_links_seat_friends_and_only_them(server: Server) -> None:
    match, players = three(server)
    seats = [player.open(match) for player in players]
    assert [seat.hello["you"] for seat in seats] == [[0], [1], [2]]
    assert seats[0].asked() and seats[1].question == {"seat": 0, "waiting": True}
    stranger = server.browser()
    stranger.create("me", "me", "me")
    with pytest.raises((ConnectionClosed, InvalidStatus)):
        stranger.open(match)
    assert stranger.http.get(f"/api/matches/{match}/record").status_code == 404
    assert stranger.http.post("/api/join", json={"token": "x" * 43}).status_code == 404


def test_spectators_watch_and_cannot_act(server: Server) -> None:
    host, guest = server.browser(), server.browser()
    made = host.create("me", "me", "me")
    assert guest.join(made["watch"])["seats"] == []
    eyes, seat = guest.open(made["match"]), host.open(made["match"])
    assert seat.hello["watchers"] == 1, "who comes later knows of them too"
    assert eyes.hello["you"] == [] and eyes.hello["view"] == -1 and eyes.question == {"seat": 0, "waiting": True}
    assert eyes.ask("answer", seat=0, entry=0, options=["plot loft"])["key"] == "not_yours"
    assert eyes.ask("resign")["key"] == "not_yours"
    assert eyes.ask("offer", kind="draw")["key"] == "not_yours"
    seat.answer()
    assert eyes.until("update")["entry"] == 1


def test_a_program_takes_a_seat_with_its_token(server: Server) -> None:
    host = server.browser()
    made = host.create("me", "friend", "friend")
    token = made["links"][0]["url"].rpartition("/")[2]
    program = Seat(server, made["match"], {}, f"?token={token}")
    assert program.hello["you"] == [1]
    while program.until("presence")["seats"][1]["kind"] != "human":
        pass
    assert Seat(server, made["match"], {"Authorization": f"Bearer {token}"}).hello["you"] == [1]
    with pytest.raises((ConnectionClosed, InvalidStatus)):
        Seat(server, made["match"], {"Authorization": "Bearer wrong"})
    with pytest.raises((ConnectionClosed, InvalidStatus)):
        Seat(server, made["match"], {}, "?token=wrong")
    with pytest.raises((ConnectionClosed, InvalidStatus)):
        Seat(server, host.create("me", "me", "me")["match"], {}, f"?token={token}")


def test_everybody_is_pushed_what_happens_and_who_is_here(server: Server) -> None:
    match, players = three(server)
    first, second = players[0].open(match), players[1].open(match)
    told = first.until("presence")
    assert [chair["online"] for chair in told["seats"]] == [True, True, False]
    assert [chair["kind"] for chair in told["seats"]] == ["human", "human", "human"]
    first.answer()
    assert second.until("update")["entry"] == 1
    second.close()
    assert [chair["online"] for chair in first.until("presence")["seats"]] == [True, False, False]


def test_coming_back_finds_everything(server: Server) -> None:
    match, players = three(server)
    seats = [player.open(match) for player in players]
    seats[0].answer()
    seats[1].until("update")
    seats[1].say("seen", entry=1)
    seats[1].answer()
    seats[1].say("chat", text="  brb \n now ")
    seats[1].until("chat")
    seats[1].close()
    seats[2].until("update"), seats[2].until("update")
    seats[2].answer()
    back = players[1].open(match)
    assert back.entry == 3 and back.hello["since"] >= 1
    assert [said["text"] for said in back.hello["chat"]] == ["brb now"]
    assert [line["text"] for line in back.hello["log"]][-1] == "Green folds a slip."


def test_a_restart_resumes_every_match(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        browser = server.browser()
        mine, against = browser.create("me", "me", "me")["match"], browser.create("me", "random", "random")["match"]
        for match in (mine, against):
            browser.open(match).answer()
        entries = {b["match"]: b["entry"] for b in browser.get("/api/matches")}
        server.stop()
        server.start()
        for match in (mine, against):
            seat = browser.open(match)
            assert seat.entry >= entries[match] >= 1
            while not seat.asked():
                seat.next()
            seat.answer()


def test_a_draw_needs_consent(server: Server) -> None:
    match, players = two(server)
    one, other = (player.open(match) for player in players)
    assert one.ask("offer", kind="draw")["type"] == "ack"
    assert other.until("offer")["from"] == 0
    assert other.ask("decline")["type"] == "ack"
    assert one.until("closed")["accepted"] is False
    assert one.ask("accept")["key"] == "offer"
    one.ask("offer", kind="draw")
    assert other.ask("accept")["type"] == "ack"
    assert one.until("update")["winners"] == []
    assert one.ask("answer", seat=0, entry=one.entry, options=["done"])["type"] == "refused"


def test_an_offer_lapses_when_play_goes_on(server: Server) -> None:
    match, players = two(server)
    one, other = (player.open(match) for player in players)
    one.ask("offer", kind="draw")
    one.answer()
    assert other.until("closed") == {"type": "closed", "kind": "draw", "accepted": False}
    assert other.ask("accept")["key"] == "offer"


def test_a_take_back_goes_past_a_barrier_by_consent_and_dice_go_on(server: Server) -> None:
    match, players = three(server)
    seats = [player.open(match) for player in players]
    for seat in seats:
        while not seat.asked():
            seat.next()
        seat.answer()
    assert seats[2].ask("offer", kind="takeback", to=1)["type"] == "ack"
    assert seats[0].ask("accept")["type"] == "ack"
    assert seats[1].ask("accept")["type"] == "ack"
    update = seats[1].until("update")
    while update["entry"] < 4:
        update = seats[1].until("update")
    assert update["entry"] == 4 and update["question"]["seat"] == 1 and update["question"]["key"] == "plot"
    assert update["events"][-1]["kind"] == "TakeBack"
    assert seats[2].ask("offer", kind="takeback", to=99)["key"] == "offer"


def test_an_offer_lapses_when_somebody_undoes(server: Server) -> None:
    """Or it would speak of entries that are no more."""
    match, players = two(server)
    one, other = (player.open(match) for player in players)
    for at in range(len(one.question["options"])):
        one.answer(at)
        if one.last["undo"]:
            break
        one.ask("offer", kind="takeback", to=0)
        other.ask("accept")
        while one.question["key"] != "half" or not one.asked():
            one.next()
    entry = one.entry
    assert one.ask("offer", kind="takeback", to=entry - 1)["type"] == "ack"
    assert one.ask("undo", seat=0)["type"] == "ack"
    assert other.until("closed") == {"type": "closed", "kind": "takeback", "accepted": False}
    assert other.ask("accept")["key"] == "offer"
    assert one.ask("ping")["pong"], "the table stands"


def test_the_computer_agrees_to_no_draw(browser: Browser) -> None:
    seat = browser.open(browser.create("me", "random", "random")["match"])
    assert seat.ask("offer", kind="draw")["key"] == "offer"
    assert seat.ask("offer", kind="takeback", to=0)["key"] == "offer", "there is nothing to take back yet"


def test_who_has_not_come_since_the_server_started_is_away_too(tmp_path: Path) -> None:
    with serving(tmp_path, absent=0) as server:
        match, players = two(server)
        players[0].open(match).close()
        server.kill()
        server.start()
        one = players[0].open(match)
        one.ask("offer", kind="bot", seat=1, level="random")
        while one.until("presence")["seats"][1]["kind"] != "bot":
            pass


def test_resigning_ends_the_game(server: Server) -> None:
    match, players = two(server)
    one, other = (player.open(match) for player in players)
    assert one.ask("resign", seat=1)["key"] == "not_yours"
    assert one.ask("resign", seat=0)["type"] == "ack"
    assert other.until("update")["winners"] == [1]


def test_an_absent_seat_goes_to_the_computer_and_comes_back(tmp_path: Path) -> None:
    with serving(tmp_path, absent=0) as server:
        match, players = three(server)
        seats = [player.open(match) for player in players]
        assert seats[0].ask("offer", kind="bot", seat=1, level="random")["type"] == "ack"
        assert seats[1].until("offer")["seat"] == 1, "a player who is there is asked"
        seats[1].ask("decline")
        seats[1].close()
        while seats[0].until("presence")["seats"][1]["online"]:
            pass
        seats[0].ask("offer", kind="bot", seat=1, level="random")
        assert seats[2].ask("accept")["type"] == "ack"
        assert seats[2].until("presence")["seats"][1]["kind"] == "bot"
        seats[0].answer()
        while seats[0].entry < 2:
            seats[0].until("update")
        back = players[1].open(match)
        assert back.ask("take", seat=1)["type"] == "ack"
        assert back.until("presence")["seats"][1]["kind"] == "human"
        assert back.ask("offer", kind="bot", seat=0, level="nobody")["key"] == "offer"
