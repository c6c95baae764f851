"""Somebody is away: who may replace them, who may agree for them, and whose clock runs."""

from pathlib import Path
from typing import Any

from tests.server.kit import Seat, serving
from tests.server.test_seats import three


def presence(seat: Seat, wanted: Any) -> Any:
    """The next word about who is here that says so."""
    while True:
        told = seat.until("presence")
        if wanted(told):
            return told


def test_a_stand_in_is_the_agreed_level_and_the_seat_comes_back_where_all_can_see(tmp_path: Path) -> None:
    with serving(tmp_path, absent=0, pace=600) as server:
        match, players = three(server, stand_in="recruit")
        seats = [player.open(match) for player in players[:1] + players[2:]]
        assert seats[0].hello["absence"] == "computer" and seats[0].hello["stand_in"] == "recruit"
        seats[0].ask("offer", kind="bot", seat=1, level="random")
        assert seats[1].ask("accept")["type"] == "ack"
        told = presence(seats[1], lambda p: p["seats"][1]["kind"] == "bot")
        assert told["seats"][1]["who"] == "recruit" and told["seats"][1]["stood_in"]
        assert told["handovers"] == [{"seat": 1, "entry": 0, "level": "recruit"}]
        back = players[1].open(match)
        assert back.ask("take", seat=1)["type"] == "ack"
        told = presence(seats[1], lambda p: p["seats"][1]["kind"] == "human")
        assert told["handovers"][-1] == {"seat": 1, "entry": 0, "level": ""}
        assert players[0].open(match).hello["handovers"] == told["handovers"]


def test_nobody_takes_back_or_draws_alone_against_a_stand_in(tmp_path: Path) -> None:
    with serving(tmp_path, absent=0, pace=600) as server:
        match, players = three(server)
        one = players[0].open(match)
        one.answer()
        two = players[2].open(match)
        one.ask("offer", kind="bot", seat=1)
        two.ask("accept")
        presence(one, lambda p: p["seats"][1]["kind"] == "bot")
        for offer in ({"kind": "takeback", "to": 0}, {"kind": "draw"}):
            assert one.ask("offer", **offer)["type"] == "ack"
            assert two.ask("accept")["type"] == "ack"
            assert one.ask("ping")["pong"]
            assert one.entry == 1 and one.result is None, "the absent player has not agreed"
            one.ask("decline")
        back = players[1].open(match)
        one.ask("offer", kind="takeback", to=0)
        two.ask("accept")
        back.ask("accept")
        assert one.until("update")["entry"] == 2, "now all have"


def test_where_it_was_so_chosen_nobody_replaces_who_is_away(tmp_path: Path) -> None:
    with serving(tmp_path, absent=0) as server:
        match, players = three(server, absence="pause")
        one, three_ = players[0].open(match), players[2].open(match)
        one.ask("offer", kind="bot", seat=1)
        three_.ask("accept")
        assert one.ask("ping")["pong"]
        assert players[0].open(match).hello["seats"][1]["kind"] == "human"


def test_clocks_start_when_all_seats_are_filled(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        host, friend = server.browser(), server.browser()
        made = host.create("me", "friend", "greedy", clock={"initial": 1, "step": 0})
        seat = host.open(made["match"])
        assert seat.hello["clock"]["running"] is None
        for _ in range(2):
            assert seat.until("clock")["left"][0] == 1.0
        friend.join(made["links"][0]["url"])
        presence(seat, lambda p: p["seats"][1]["kind"] == "human")
        assert seat.until("update")["entry"] == 1, "the quiet answer, when the only second is over"


def test_the_clock_of_a_missing_player_stops_or_loses_as_chosen(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        for absence in ("pause", "lose"):
            match, players = three(server, clock={"initial": 1, "step": 0}, absence=absence)
            two = players[1].open(match)
            if absence == "lose":
                assert two.until("update")["entry"] == 1
                continue
            told = presence(two, lambda p: p["paused"] == 0)
            assert told["seats"][0]["online"] is False and two.entry == 0
            one = players[0].open(match)
            assert one.hello["paused"] == 0
            told = presence(two, lambda p: p["paused"] is None)
            assert told["seats"][0]["clock"] > 30, "some time to look around"
            one.answer()


def test_a_computers_sealed_choice_is_not_shown_by_a_take_back(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        host = server.browser()
        seat = host.open(host.create("me", "greedy", "greedy")["match"])
        while not seat.asked() or seat.question["secret"]:
            if seat.asked():
                seat.answer()
            else:
                seat.until("update")
        refused = seat.ask("offer", kind="takeback", to=0)
        assert refused["type"] == "refused" and "sealed" in refused["text"]
        alone = host.open(host.create("me", "me", "me")["match"])
        for _ in range(3):
            alone.answer()
        assert alone.ask("offer", kind="takeback", to=0)["type"] == "ack", "where no computer sealed anything"
