"""Open tables: anybody may take a free seat, and each seat is taken once."""

import threading
from typing import Any

import pytest

from tests.server.kit import Browser, Server, serving


def listed(browser: Browser, match: str) -> Any:
    found = browser.get("/api/tables/open")
    return next((table for table in found if table["match"] == match), None)


def test_only_tables_declared_open_are_listed(server: Server) -> None:
    host, stranger = server.browser(), server.browser()
    shut = host.create("me", "friend", "friend")["match"]
    made = host.create("me", "friend", "friend", open=True, clock={"initial": 600, "step": 5})
    assert listed(stranger, shut) is None
    shown = listed(stranger, made["match"])
    assert shown is not None
    assert shown["free"] == [1, 2] and shown["game"] == "drill"
    assert shown["clock"] == {"initial": 600.0, "step": 5.0, "move": 0.0}
    assert [chair["kind"] for chair in shown["seats"]] == ["human", "open", "open"]
    assert [chair["who"] for chair in shown["seats"]] == ["guest", "", ""]
    assert listed(host, made["match"]) is None, "who sits there already finds it among their own"
    assert stranger.http.post(f"/api/tables/{shut}/join", json={}).json()["key"] == "full"
    assert stranger.http.post("/api/tables/none/join", json={}).status_code == 404
    assert host.http.post("/api/matches", json=_open(["me", "me", "random"])).json()["key"] == "open"


def _open(kinds: list[str]) -> dict[str, object]:
    seats = [{"kind": k} if k == "me" else {"kind": "bot", "level": k} for k in kinds]
    return {"game": "drill", "seats": seats, "open": True}


def test_joining_takes_a_seat_and_the_last_one_ends_the_listing(server: Server) -> None:
    host, first, second, late = (server.browser() for _ in range(4))
    match = host.create("me", "friend", "friend", open=True)["match"]
    here = host.open(match)
    assert first.post(f"/api/tables/{match}/join", {"seat": 2, "name": "  Sapper \n Jones "}) == {
        "match": match,
        "seats": [2],
    }
    while (told := here.until("presence"))["seats"][2]["kind"] != "human":
        pass
    assert told["seats"][2]["who"] == "Sapper Jones"
    assert first.http.post(f"/api/tables/{match}/join", json={}).json()["key"] == "seated"
    assert second.http.post(f"/api/tables/{match}/join", json={"seat": 2}).json()["key"] == "taken"
    assert listed(late, match)["free"] == [1]
    assert second.post(f"/api/tables/{match}/join", {})["seats"] == [1]
    assert listed(late, match) is None
    assert late.http.post(f"/api/tables/{match}/join", json={}).json()["key"] == "full"
    assert first.open(match).hello["you"] == [2] and second.open(match).hello["you"] == [1]


def test_the_makers_link_does_not_open_a_seat_somebody_took(server: Server) -> None:
    """Whoever made the table knows the links: they must not let anybody look at a stranger's side."""
    host, stranger, friend = server.browser(), server.browser(), server.browser()
    made = host.create("me", "friend", "friend", open=True)
    links = {link["seat"]: link["url"] for link in made["links"]}
    stranger.post(f"/api/tables/{made['match']}/join", {"seat": 1})
    assert host.post("/api/join", {"token": links[1].rpartition("/")[2]}, status=404)["key"] == "token"
    assert host.open(made["match"]).hello["you"] == [0]
    assert friend.join(links[2])["seats"] == [2], "the other link is as good as before"
    assert listed(server.browser(), made["match"]) is None, "a friend by link took the last seat"


def rush(servers: list[Server], match: str, count: int) -> list[int]:
    """Many strangers want the same seats at the same moment; the seats that were given."""
    taken: list[int] = []

    def run(browser: Browser) -> None:
        answer = browser.http.post(f"/api/tables/{match}/join", json={})
        if answer.status_code == 201:
            taken.extend(answer.json()["seats"])
        else:
            assert answer.json()["key"] in ("full", "busy"), answer.text

    runners = [threading.Thread(target=run, args=(servers[k % len(servers)].browser(),)) for k in range(count)]
    for runner in runners:
        runner.start()
    for runner in runners:
        runner.join()
    return sorted(taken)


def test_of_many_who_want_a_seat_one_gets_it(server: Server) -> None:
    match = server.browser().create("me", "friend", "friend", open=True)["match"]
    assert rush([server], match, 8) == [1, 2]


def test_also_through_several_workers(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "two")]
    with serving(folders[0], database=postgres) as one, serving(folders[1], database=postgres) as two:
        match = one.browser().create("me", "friend", "friend", open=True)["match"]
        assert rush([one, two], match, 10) == [1, 2]
        assert listed(two.browser(), match) is None


def test_link_and_list_never_give_one_seat_to_two(server: Server) -> None:
    for _ in range(6):
        made = server.browser().create("me", "friend", "friend", open=True)
        match, token = made["match"], made["links"][0]["url"].rpartition("/")[2]
        friend, stranger = server.browser(), server.browser()
        told: dict[str, Any] = {}

        def come(browser: Browser, path: str, body: dict[str, object], told: dict[str, Any] = told) -> None:
            told[path] = browser.http.post(path, json=body).json()

        runs = [
            threading.Thread(target=come, args=(friend, "/api/join", {"token": token})),
            threading.Thread(target=come, args=(stranger, f"/api/tables/{match}/join", {"seat": 1})),
        ]
        for run in runs:
            run.start()
        for run in runs:
            run.join()
        seated = [answer for answer in told.values() if answer.get("seats") == [1]]
        assert len(seated) == 1, told


def test_an_account_gives_its_name_to_the_seat(server: Server) -> None:
    host, player = server.browser(), server.browser()
    match = host.create("me", "friend", "friend", open=True)["match"]
    player.post("/api/accounts", {"name": "Gunner", "password": "correct horse"})
    player.post(f"/api/tables/{match}/join", {})
    assert host.open(match).hello["seats"][1]["who"] == "Gunner"
    again = player.create("me", "friend", "friend", open=True)["match"]
    assert listed(host, again)["seats"][0]["who"] == "Gunner"
