"""A link for a friend is used up by the first who takes the seat; a name belongs to one account."""

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.kit import Browser, Seat, Server

WORDS = {"password": "correct horse"}


def token(link: str) -> str:
    return link.rpartition("/")[2]


def test_a_friends_link_opens_the_seat_to_the_first_who_comes_only(server: Server) -> None:
    maker, friend = server.browser(), server.browser()
    made = maker.create("me", "friend", "greedy")
    link = made["links"][0]["url"]
    assert friend.join(link)["seats"] == [1]
    refused = maker.post("/api/join", {"token": token(link)}, status=410)
    assert refused["key"] == "used"
    assert maker.open(made["match"]).hello["you"] == [0], "the maker does not see the friend's side"
    assert friend.join(link)["seats"] == [1], "who took the seat may click again"
    headers = {"Authorization": f"Bearer {token(link)}"}
    with pytest.raises(ConnectionClosed) as closed:
        Seat(server, made["match"], headers)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404


def test_a_program_that_shows_the_token_uses_it_up(server: Server) -> None:
    maker = server.browser()
    made = maker.create("me", "friend", "greedy")
    link = made["links"][0]["url"]
    headers = {"Authorization": f"Bearer {token(link)}"}
    program = Seat(server, made["match"], headers)
    assert program.hello["you"] == [1]
    program.close()
    assert Seat(server, made["match"], headers).hello["you"] == [1], "it shows it every time"
    assert maker.post("/api/join", {"token": token(link)}, status=410)["key"] == "used"


def test_a_link_to_watch_is_for_everybody(server: Server) -> None:
    made = server.browser().create("me", "me", "me")
    for _ in range(2):
        assert server.browser().join(made["watch"])["seats"] == []


def test_a_general_with_more_time_sits_only_where_it_makes_him_stronger(server: Server) -> None:
    visitor = server.browser()
    offered = {title["name"]: title["levels"] for title in visitor.get("/api/games")}
    assert offered["thunder_at_cassino"][-2:] == ["general", "general@1"] and offered["dark_victory"][-1] == "general"
    assert offered["cassino_1944"][-2:] == ["general", "general@0.75"]
    made = visitor.create("me", "general@1", game="thunder_at_cassino")
    seats = visitor.open(made["match"]).hello["seats"]
    assert [seat["who"] for seat in seats] == ["you", "general, 1 s"]
    for game, level in (("cassino_1944", "general@1"), ("thunder_at_cassino", "general@99")):
        body = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": level}]}
        assert level in visitor.post("/api/matches", body, status=400)["error"]


def test_a_name_with_a_capital_outside_ascii_logs_in(server: Server) -> None:
    one, two = server.browser(), server.browser()
    assert one.post("/api/accounts", {"name": "Éric", **WORDS})["name"] == "Éric"
    for written in ("Éric", "éric", "ÉRIC", "E\u0301ric"):
        assert two.post("/api/login", {"name": written, **WORDS})["name"] == "Éric"
    assert server.browser().post("/api/accounts", {"name": "éRIC", **WORDS}, status=400)["key"] == "name"


@pytest.mark.parametrize("name", ["Mario Rossi", "mario  rossi", "Mаrio Rossi", "MARlO ROSSl", "Màrio.Rossi"])
def test_names_of_accounts_and_those_that_look_like_them_are_not_for_guests(server: Server, name: str) -> None:
    owner: Browser = server.browser()
    if owner.http.post("/api/login", json={"name": "Mario Rossi", **WORDS}).status_code != 201:
        owner.post("/api/accounts", {"name": "Mario Rossi", **WORDS})
    guest = server.browser()
    seats = [{"kind": "me", "name": name}, {"kind": "friend"}, {"kind": "bot", "level": "greedy"}]
    assert guest.post("/api/matches", {"game": "drill", "seats": seats}, status=400)["key"] == "name"
    made = owner.post("/api/matches", {"game": "drill", "seats": [{"kind": "me"}, {"kind": "friend"}, {"kind": "me"}]})
    assert owner.open(made["match"]).hello["seats"][0]["who"] == "you"
    body = {"token": token(made["links"][0]["url"]), "name": name}
    assert guest.post("/api/join", body, status=400)["key"] == "name"
    assert guest.post("/api/join", {**body, "name": "Luigi"}, status=200)["seats"] == [1]
