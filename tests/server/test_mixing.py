"""Words in the fair dice: sealed first, opened when nobody can choose any more, mixed into every roll."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

import tests.drill  # noqa: F401  # registers the title
from grognard.core.proof import prove_dice
from grognard.core.record import decode_record
from tests.server.kit import Browser, Seat, Server, serving
from tests.server.test_play import play_out
from tests.server.test_seats import three


def seal_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def sealing(seat: Seat, text: str) -> Any:
    return seat.ask("seal", seal=seal_of(text))


def until_mix(seat: Seat, state: str) -> Any:
    """What was last told of the words, once it is so."""
    while seat.mix["state"] != state:
        seat.next()
    return seat.mix


def up_to_the_dice(seats: list[Seat]) -> Seat:
    """Answer until somebody's answer is refused because sealed words are not open; who was refused."""
    for _ in range(200):
        for seat in seats:
            seat.ask("ping")
        asked = next(seat for seat in seats if seat.asked())
        options = asked.question["options"]
        said = {"seat": asked.question["seat"], "entry": asked.entry}
        reply = asked.ask("answer", **said, options=[options[-1]["text"]])
        if reply["type"] == "refused":
            assert reply["key"] == "mixing", reply
            return asked
        entry = reply["entry"]
        for seat in seats:
            while seat.entry < entry:
                seat.until("update")
    raise AssertionError("no dice were rolled")


def test_words_of_every_seat_are_sealed_opened_and_mixed(server: Server) -> None:
    match, players = three(server)
    seats = [player.open(match) for player in players]
    assert seats[0].hello["mix"] == {"state": "gathering", "words": []}
    words = ["alpha 1", "béta 2", "gamma 3"]
    for k in (2, 0):
        assert sealing(seats[k], words[k])["type"] == "ack"
    assert seats[0].ask("words", text=words[0])["key"] == "early", "nobody opens before all are sealed"
    assert sealing(seats[1], words[1])["type"] == "ack"
    told = until_mix(seats[0], "opening")
    assert [w["seal"] for w in told["words"]] == [seal_of(w) for w in words]
    assert all(not w["text"] for w in told["words"])
    assert sealing(seats[0], "something better")["key"] == "mixed", "too late to choose again"
    assert seats[0].ask("words", text="something better")["key"] == "words"
    assert seats[1].ask("words", text=words[0])["key"] == "words", "nobody opens another's seal"
    for seat, text in zip(seats, words, strict=True):
        assert seat.ask("words", text=text)["type"] == "ack"
    told = until_mix(seats[0], "mixed")
    back = players[0].open(match)
    assert back.hello["mix"]["state"] == "mixed" and back.hello["strings"] == words
    assert players[0].get(f"/api/matches/{match}/dice")["strings"] == words


def test_the_words_of_one_browser_count_for_all_its_seats_and_are_proven(server: Server) -> None:
    browser = server.browser()
    match = browser.create("me", "me", "me")["match"]
    seat = browser.open(match)
    assert sealing(seat, "by myself")["type"] == "ack"
    assert until_mix(seat, "opening"), "there is nobody to wait for"
    assert seat.ask("words", text="by myself")["type"] == "ack"
    until_mix(seat, "mixed")
    server.kill()
    server.start()
    seat = browser.open(match)
    play_out(seat, 6)
    record = decode_record(browser.http.get(f"/api/matches/{match}/record").content)
    told = browser.get(f"/api/matches/{match}/dice")
    assert record.strings == told["strings"] == ["by myself"]
    assert prove_dice(record).proven == len(told["rolls"]) > 0
    assert told["words"] == [{"seats": [0, 1, 2], "seal": seal_of("by myself"), "text": "by myself", "dropped": False}]
    record.strings = ["by somebody else"]
    with pytest.raises(ValueError, match="the secret gives"):
        prove_dice(record)


def test_no_die_is_rolled_before_sealed_words_are_open(server: Server) -> None:
    match, players = three(server)
    seats = [player.open(match) for player in players]
    sealing(seats[1], "wait for me")
    stopped = up_to_the_dice(seats)
    entry = stopped.entry
    assert not players[0].get(f"/api/matches/{match}/dice")["rolls"]
    told = until_mix(stopped, "opening")
    assert sealing(seats[0], "now I know when")["key"] == "mixed", "the first roll is due: too late"
    again = stopped.ask("answer", seat=stopped.question["seat"], entry=entry, options=[_last(stopped)])
    assert again["key"] == "mixing" and "Blue" in again["text"], again
    assert seats[1].ask("words", text="wait for me")["type"] == "ack"
    told = until_mix(stopped, "mixed")
    assert told["words"][0]["text"] == "wait for me"
    reply = stopped.ask("answer", seat=stopped.question["seat"], entry=entry, options=[_last(stopped)])
    assert reply["type"] == "ack"
    assert players[0].get(f"/api/matches/{match}/dice")["rolls"]


def _last(seat: Seat) -> str:
    return str(seat.question["options"][-1]["text"])


def test_words_of_a_seat_the_computer_took_are_dropped_in_sight_of_all(tmp_path: Path) -> None:
    with serving(tmp_path, absent=0) as server:
        match, players = three(server)
        seats = [player.open(match) for player in players]
        sealing(seats[1], "and gone")
        sealing(seats[0], "still here")
        stopped = up_to_the_dice(seats)
        assert seats[0].ask("words", text="still here")["type"] == "ack"
        seats[1].close()
        while seats[0].until("presence")["seats"][1]["online"]:
            pass
        seats[0].ask("offer", kind="bot", seat=1, level="random")
        assert seats[2].ask("accept")["type"] == "ack"
        told = until_mix(seats[0], "mixed")
        assert [(w["text"], w["dropped"]) for w in told["words"]] == [("still here", False), ("", True)]
        assert players[0].get(f"/api/matches/{match}/dice")["strings"] == ["still here"]
        if stopped is not seats[1]:
            asked = {"seat": stopped.question["seat"], "entry": stopped.entry}
            assert stopped.ask("answer", **asked, options=[_last(stopped)])["type"] == "ack"


def test_the_makers_words_come_before_a_computer_that_begins(server: Server) -> None:
    browser = server.browser()
    made = browser.create("random", "random", "me", seal=seal_of("first of all"))
    seat = browser.open(made["match"])
    assert seat.mix["state"] == "opening" and not seat.mix["words"][0]["text"]
    assert not browser.get(f"/api/matches/{made['match']}/dice")["rolls"]
    assert seat.ask("words", text="first of all")["type"] == "ack"
    while not seat.asked() and seat.result is None:
        seat.next()
    play_out(seat, 7)
    told = browser.get(f"/api/matches/{made['match']}/dice")
    assert told["strings"] == ["first of all"] and told["rolls"]
    assert prove_dice(decode_record(browser.http.get(f"/api/matches/{made['match']}/record").content)).proven
    body = {"game": "drill", "seats": [{"kind": "me"}] * 3, "seal": "short"}
    assert browser.post("/api/matches", body, status=400)["key"] == "seal"


@pytest.mark.parametrize("seal", ["", "x" * 64, "A" * 64, "0" * 63])
def test_what_is_no_seal_is_refused(browser: Browser, seal: str) -> None:
    seat = browser.open(browser.create("me", "me", "me")["match"])
    assert seat.ask("seal", seal=seal)["key"] == "seal"


def test_who_may_not_add_words(server: Server) -> None:
    host, guest = server.browser(), server.browser()
    made = host.create("me", "me", "me")
    guest.join(made["watch"])
    eyes = guest.open(made["match"])
    assert sealing(eyes, "from the bench")["key"] == "not_yours"
    seat = host.open(made["match"])
    while seat.question["key"] != "act":
        seat.answer()
    if not host.get(f"/api/matches/{made['match']}/dice")["rolls"]:
        play_out(seat, 3)
    assert sealing(seat, "too late")["key"] == "mixed"
    board = host.post(f"/api/matches/{host.create('me', 'me', 'me')['match']}/branch", {"entry": 0})
    assert host.open(board["match"]).hello["mix"]["state"] == "mixed"
    bad = host.open(host.create("me", "me", "me")["match"])
    sealing(bad, "line\nbreak")
    assert bad.ask("words", text="line\nbreak")["key"] == "words"


def test_words_given_through_one_worker_count_in_the_other(
    postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "two")]
    with serving(folders[0], database=postgres) as one, serving(folders[1], database=postgres) as two:
        host, friend = one.browser(), two.browser()
        made = host.create("me", "friend", game="cassino_1944")
        friend.join(made["links"][0]["url"])
        here, there = host.open(made["match"]), friend.open(made["match"])
        sealing(here, "one side")
        while not there.mix["words"]:
            there.next()
        sealing(there, "other side")
        until_mix(here, "opening")
        assert here.ask("words", text="one side")["type"] == "ack"
        assert there.ask("words", text="other side")["type"] == "ack"
        for seat in (here, there):
            until_mix(seat, "mixed")
        for browser in (host, friend):
            assert browser.get(f"/api/matches/{made['match']}/dice")["strings"] == ["one side", "other side"]
