"""Accounts, clocks and notices."""

import json
import re
import socketserver
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

from grognard.server.clock import Clock, ClockState
from tests.server.kit import Server, plain, serving
from tests.serving import webhook


def test_an_account_gathers_matches_of_several_devices(server: Server) -> None:
    desk, phone = server.browser(), server.browser()
    first = desk.create("me", "me", "me")["match"]
    desk.post("/api/accounts", {"name": "Marshal", "password": "correct horse"})
    second = desk.create("me", "me", "me")["match"]
    assert phone.get("/api/matches") == []
    for wrong in ({"name": "Marshal", "password": "wrong horse"}, {"name": "Nobody", "password": "correct horse"}):
        assert phone.post("/api/login", wrong, status=400)["key"] == "login"
    phone.post("/api/login", {"name": "Marshal", "password": "correct horse"})
    assert {brief["match"] for brief in phone.get("/api/matches")} == {first, second}
    assert phone.open(first).hello["you"] == [0, 1, 2]
    assert desk.post("/api/accounts", {"name": "Marshal", "password": "another one"}, status=400)["key"] == "name"
    assert desk.post("/api/accounts", {"name": "x", "password": "another one"}, status=400)["key"] == "name"
    assert desk.post("/api/accounts", {"name": "Sapper", "password": "short"}, status=400)["key"] == "password"
    assert desk.post("/api/accounts", {"name": "MARSHAL", "password": "another one"}, status=400)["key"] == "name"
    assert phone.account() == desk.account() == "Marshal"
    third = phone.create("me", "me", "me")["match"]
    assert third in {brief["match"] for brief in desk.get("/api/matches")}
    for device in (phone, desk):
        device.post("/api/logout", status=200)
        assert device.account() is None
        assert device.get("/api/matches") == [], "nothing stays behind on a device others use too"


def test_logging_in_gives_the_browser_a_new_cookie_and_moves_its_seats(server: Server) -> None:
    desk, thief = server.browser(), server.browser()
    match = desk.create("me", "me", "me")["match"]
    old = desk.http.cookies["grognard"]
    desk.post("/api/accounts", {"name": "Quartermaster", "password": "correct horse"})
    assert desk.http.cookies["grognard"] != old
    listed = desk.http.get("/api/matches")
    assert "set-cookie" not in listed.headers, "an answer on its way must not bring an older cookie back"
    thief.http.cookies.set("grognard", old)
    assert thief.account() is None and thief.get("/api/matches") == []
    assert thief.http.get(f"/api/matches/{match}/record").status_code == 404
    assert desk.open(match).hello["you"] == [0, 1, 2]
    assert server.browser().post("/api/login", {"name": "quartermaster", "password": "correct horse"}) == {
        "name": "Quartermaster"
    }


def test_stored_passwords_cannot_be_read(server: Server) -> None:
    server.browser().post("/api/accounts", {"name": "Storeman", "password": "correct horse"})
    with sqlite3.connect(server.data / "table.sqlite3") as base:
        stored = base.execute("SELECT password FROM accounts WHERE name = 'Storeman'").fetchone()[0]
    assert stored.startswith("$argon2id$") and "horse" not in stored


def test_a_clock_runs_for_the_seat_that_is_asked() -> None:
    time = [0.0]
    clock = Clock(ClockState([60.0, 60.0], 5.0), lambda: time[0])
    clock.turn(0)
    time[0] = 10.0
    assert clock.left(0) == 50.0 and clock.left(1) == 60.0
    clock.turn(0)
    assert clock.left(0) == 50.0, "the same seat is asked again: nothing is added"
    clock.turn(1)
    time[0] = 25.0
    assert clock.left(0) == 55.0 and clock.left(1) == 45.0
    assert clock.state().left == [55.0, 45.0]
    clock.turn(None)
    time[0] = 1000.0
    assert clock.left(1) == 50.0
    clock.turn(0)
    time[0] = 2000.0
    assert clock.left(0) == 0.0 and clock.face().running == 0


def test_a_clock_by_moves_begins_anew_with_each_move_and_lasts_over_a_restart() -> None:
    time = [0.0]
    day = 86400.0
    clock = Clock(ClockState([day, day], 0.0, move=day), lambda: time[0])
    clock.turn(0)
    time[0] = day - 10
    assert clock.left(0) == 10.0
    clock = Clock(clock.state(), lambda: time[0])
    clock.turn(0)
    assert clock.left(0) == 10.0, "a server that starts again gives no new time"
    clock.stop()
    clock.turn(0)
    assert clock.left(0) == 10.0, "nor does a pause"
    clock.turn(1)
    time[0] += 100
    clock.turn(0)
    assert clock.left(0) == day and clock.left(1) == day - 100
    clock.turn(1)
    assert clock.left(1) == day


def test_a_fallen_flag_takes_back_an_unfinished_choice_and_answers_quietly(server: Server) -> None:
    browser = server.browser()
    match = browser.create("me", "me", "me", clock={"initial": 4, "step": 0})["match"]
    seat = browser.open(match)
    assert seat.hello["clock"]["running"] == 0 and seat.hello["seats"][0]["clock"] is not None
    while seat.question["key"] != "act":
        seat.answer()
    who, entry = seat.question["seat"], seat.entry
    seat.answer()
    assert seat.question["key"] != "act" and seat.question["seat"] == who
    update = seat.until("update", timeout=30)
    assert update["cut"] == entry and update["tape"][0][0] == who
    assert update["question"] is None or update["question"]["seat"] != who


def test_a_flag_without_a_quiet_answer_loses(server: Server) -> None:
    browser = server.browser()
    match = browser.create("me", "me", "me", clock={"initial": 2, "step": 0})["match"]
    seat = browser.open(match)
    update = seat.until("update", timeout=30)
    assert update["winners"] == [1, 2] and update["question"] is None
    assert browser.http.post("/api/matches", json=_clocked(0.5)).status_code == 400
    days = {"game": "drill", "seats": [{"kind": "me"}] * 3, "clock": {"initial": 60, "move": 3 * 86400}}
    told = browser.open(browser.post("/api/matches", days)["match"]).hello["clock"]
    assert told["left"][1:] == [3 * 86400.0] * 2 and told["running"] == 0
    days["clock"] = {"initial": 60, "move": 5}
    assert browser.http.post("/api/matches", json=days).status_code == 400


def _clocked(seconds: float) -> dict[str, object]:
    return {"game": "drill", "seats": [{"kind": "me"}] * 3, "clock": {"initial": seconds}}


@contextmanager
def mail_server() -> Iterator[tuple[str, Queue[str]]]:
    """As much SMTP as it takes to receive a letter."""
    letters: Queue[str] = Queue()

    class Post(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            while line := self.rfile.readline():
                word = line[:4].upper()
                if word == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    letter = b""
                    while (part := self.rfile.readline()) != b".\r\n":
                        letter += part
                    letters.put(letter.decode())
                self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 fine\r\n")
                if word == b"QUIT":
                    return

    with socketserver.TCPServer(("127.0.0.1", 0), Post) as receiver:
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{receiver.server_address[1]}", letters
        receiver.shutdown()


def confirm(server: Server, letter: str, **form: str) -> str:
    """Do what a letter asks for."""
    found = re.search(r"https://table\.example(/letters/[\w\-]+)", letter)
    assert found, letter
    page = server.address + found[1]
    assert "<form" in plain.get(page).text
    answer = plain.post(page, data=form, headers={"Origin": server.address})
    assert answer.status_code == 200, answer.text
    assert plain.post(page, data=form).status_code == 404, "a letter is answered once"
    return answer.text


def test_nothing_is_sent_to_an_address_that_is_not_confirmed(tmp_path: Path) -> None:
    with webhook() as (hook, heard), mail_server() as (post, letters):
        told = {"webhook": hook, "smtp": post, "smtp_tls": 0, "notice_after": 0.1, "public": "https://table.example"}
        with serving(tmp_path, **told) as server:
            host, friend = server.browser(), server.browser()
            made = host.create("me", "friend", "friend")
            friend.join(made["links"][0]["url"])
            body = {"seat": 1, "email": "stranger@mail.example"}
            friend.post(f"/api/matches/{made['match']}/notice", body, status=200)
            assert "/letters/" in letters.get(timeout=20) and heard.get(timeout=20)["kind"] == "notice"
            host.open(made["match"]).answer()
            assert heard.get(timeout=20)["email"] is None, "its turn, and no address yet"
            assert letters.empty()


def test_a_mail_server_without_a_good_certificate_is_sent_nothing(tmp_path: Path) -> None:
    with mail_server() as (post, letters):
        told = {"smtp": post, "public": "https://table.example"}
        with serving(tmp_path, **told) as server:
            host = server.browser()
            made = host.create("me", "friend", "friend")
            host.post(f"/api/matches/{made['match']}/notice", {"seat": 0, "email": "a@mail.example"}, status=200)
            while "could not be sent" not in server.log.read_text():
                time.sleep(0.05)
            assert letters.empty()


def test_a_password_is_changed_recovered_and_gone_with_its_account(tmp_path: Path) -> None:
    with mail_server() as (post, letters):
        told = {"smtp": post, "smtp_tls": 0, "public": "https://table.example"}
        with serving(tmp_path, **told) as server:
            one, two = server.browser(), server.browser()
            for bad in ("short", "password", "aaaaaaaaaa", "Margarete"):
                body = {"name": "Margarete", "password": bad}
                assert one.post("/api/accounts", body, status=400)["key"] == "password"
            name, first, second, third = "Margarete", "correct horse", "battery staple", "other words here"
            one.post("/api/accounts", {"name": name, "password": first})
            match = one.create("me", "me", "me")["match"]
            two.post("/api/login", {"name": name, "password": first})
            wrong = {"password": "nothing", "new": second}
            assert one.post("/api/accounts/password", wrong, status=400)["key"] == "login"
            one.post("/api/accounts/password", {"password": first, "new": second})
            assert one.account() == name and two.account() is None, "other browsers are logged out"
            two.post("/api/recover", {"name": name})
            two.post("/api/recover", {"name": "Nobody"})
            one.post("/api/accounts/email", {"password": second, "email": "m@mail.example"})
            confirm(server, letters.get(timeout=20))
            assert letters.empty(), "no letter for a lost password before there was an address"
            two.post("/api/recover", {"name": "margarete"})
            confirm(server, letters.get(timeout=20), password=third)
            assert one.account() is None
            two.post("/api/login", {"name": name, "password": third})
            assert two.open(match).hello["you"] == [0, 1, 2]
            two.post("/api/accounts/delete", {"password": third})
            assert two.account() is None and two.get("/api/matches") == []
            assert two.post("/api/login", {"name": name, "password": third}, status=400)["key"] == "login"
            with sqlite3.connect(tmp_path / "table.sqlite3") as base:
                for table in ("accounts", "logins", "letters", "holds"):
                    assert base.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table


def test_the_name_of_a_deleted_account_is_nowhere(tmp_path: Path) -> None:
    """Also not on a chair of a match that somebody else holds, nor beside what was said there; the match goes on."""
    with serving(tmp_path) as server:
        one, two = server.browser(), server.browser()
        one.post("/api/accounts", {"name": "Margarete", "password": "correct horse"})
        made = one.create("me", "friend", "me")
        match = made["match"]
        two.join(next(link["url"] for link in made["links"] if link["seat"] == 1))
        hers, theirs = one.open(match), two.open(match)
        hers.ask("chat", text="good luck")
        assert "Margarete" in json.dumps(two.open(match).hello)
        one.post("/api/accounts/delete", {"password": "correct horse"})
        assert "Margarete" not in json.dumps(theirs.until("update"))
        again = two.open(match)
        assert "Margarete" not in json.dumps(again.hello) and "good luck" in json.dumps(again.hello)
        assert (
            "Margarete" not in json.dumps(two.get("/api/matches")) + two.http.get(f"/api/matches/{match}/record").text
        )
        with sqlite3.connect(tmp_path / "table.sqlite3") as base:
            assert "Margarete" not in "\n".join(base.iterdump())


def test_somebody_away_is_told_once_that_it_is_their_turn(tmp_path: Path) -> None:
    with webhook() as (hook, heard), mail_server() as (post, letters):
        told = {"webhook": hook, "smtp": post, "smtp_tls": 0, "notice_after": 0.2, "public": "https://table.example"}
        with serving(tmp_path, **told) as server:
            host, friend = server.browser(), server.browser()
            made = host.create("me", "friend", game="cassino_1944")
            match = made["match"]
            seat = host.open(match)
            friend.join(made["links"][0]["url"])
            friend.post(f"/api/matches/{match}/notice", {"seat": 1, "email": "friend@mail.example"}, status=200)
            assert friend.post(f"/api/matches/{match}/notice", {"seat": 0, "email": "a@b.c"}, status=403)
            assert friend.post(f"/api/matches/{match}/notice", {"seat": 1, "email": "a\nb@c"}, status=400)
            confirm(server, letters.get(timeout=20))
            assert heard.get(timeout=20)["kind"] == "notice"
            while seat.asked():
                seat.answer(seat.question["default"] if seat.question["default"] >= 0 else 0)
            notice = heard.get(timeout=20)
            assert notice["match"] == match and notice["seat"] == 1
            assert notice["url"] == f"https://table.example/#/table/{match}"
            letter = letters.get(timeout=20)
            assert "To: friend@mail.example" in letter and "it is your turn" in letter
            away = friend.open(match)
            away.close()
            seat.until("presence")
            assert heard.empty() and letters.empty()
            with sqlite3.connect(tmp_path / "table.sqlite3") as base:
                while '"told":[' not in base.execute("SELECT meta FROM matches").fetchone()[0]:
                    time.sleep(0.05)
            server.kill()
            server.start()
            seat = host.open(match)
            time.sleep(0.6)
            assert heard.empty() and letters.empty(), "not again for the same turn after a restart"
