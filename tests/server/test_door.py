"""The door: origins, hosts, headers, limits, faults told in sentences, the described interface, health."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from grognard.server import http_types
from grognard.server import messages as m
from grognard.server.describe import PATHS, asyncapi, openapi
from grognard.server.http_accounts import AccountEndpoints
from grognard.server.http_matches import MatchEndpoints
from grognard.server.http_shelf import ShelfEndpoints
from grognard.server.http_table import TableEndpoints
from tests.server.kit import Browser, Seat, Server, plain, serving


def test_sockets_open_only_for_our_own_pages(browser: Browser, server: Server) -> None:
    match = browser.create("me", "me", "me")["match"]
    cookie = f"grognard={browser.http.cookies['grognard']}"
    for headers in ({"Origin": "https://elsewhere.example"}, {}, {"Origin": "null"}):
        with pytest.raises((ConnectionClosed, InvalidStatus)):
            Seat(server, match, {"Cookie": cookie, **headers})
    assert Seat(server, match, {"Cookie": cookie, "Origin": server.address}).hello["you"] == [0, 1, 2]


def test_posts_from_other_pages_and_other_names_are_refused(server: Server) -> None:
    body = {"game": "drill", "seats": [{"kind": "me"}] * 3}
    answer = plain.post(server.address + "/api/matches", json=body, headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 403 and answer.json()["key"] == "origin"
    answer = plain.get(server.address + "/api/games", headers={"Host": "rebound.example"})
    assert answer.status_code == 421 and answer.json()["key"] == "host"


def test_every_answer_carries_the_safety_headers(server: Server) -> None:
    for path in ("/", "/api/games", "/nothing", "/api/games/none"):
        headers = plain.get(server.address + path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"


def test_the_cookie_is_out_of_reach_of_scripts(browser: Browser) -> None:
    answer = browser.http.post("/api/matches", json={"game": "drill", "seats": [{"kind": "me"}] * 3})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "path=/" in cookie


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b'{"game": "\xff\xfe"}', 400),
        (b"[" * 5000, 400),
        (b'{"game": "none", "seats": []}', 404),
        (b'{"game": "drill", "seats": []}', 400),
        (b'{"game": "drill", "seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "level": "god"}]}', 400),
        (b'{"game": "drill", "seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "dog"}]}', 400),
        (b'{"game": "drill", "scenario": "x", "seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "me"}]}', 400),
        (b'{"game": "drill", "options": {"x": 1}, "seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "me"}]}', 400),
        (b'{"x": "' + b"a" * 70_000 + b'"}', 413),
    ],
)
def test_bad_requests_are_refused_in_words(browser: Browser, body: bytes, status: int) -> None:
    answer = browser.http.post("/api/matches", content=body)
    assert answer.status_code == status
    assert set(answer.json()) == {"error", "key"} and "Traceback" not in answer.text
    told = answer.json()["error"]
    assert told[0].isupper() and told.endswith("."), told


def test_a_body_that_hides_its_length_is_cut_off(server: Server) -> None:
    def endless() -> Any:
        for _ in range(200):
            yield b"a" * 1024

    answer = plain.post(server.address + "/api/matches", content=endless(), headers={"Origin": server.address})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe",
        "",
        "{",
        "[]",
        '"x"',
        '{"type": "dance"}',
        '{"type": "answer"}',
        "[" * 3000,
        '{"type":"answer","id":{},"seat":0}',
    ],
)
def test_bad_messages_are_refused_and_the_socket_lives(browser: Browser, text: str | bytes) -> None:
    seat = browser.open(browser.create("me", "me", "me")["match"])
    seat.socket.send(text)
    assert seat.until("refused")["key"] == "message"
    seat.answer()


def test_strange_values_do_no_harm(browser: Browser) -> None:
    seat = browser.open(browser.create("me", "me", game="cassino_1944")["match"])
    for kind, fields in (
        ("overlay", {"name": "none"}),
        ("overlay", {"name": "reach", "unit": 10**12, "space": -5}),
        ("forecast", {"space": 10**9}),
        ("forecast", {"option": "attack > > >"}),
        ("frame", {"entry": -1}),
        ("frame", {"entry": 10**15}),
        ("earlier", {"upto": 10**15}),
        ("film", {"from": -5, "to": 10**15}),
        ("why", {"seat": 7, "option": "done"}),
        ("undo", {"seat": -1}),
        ("offer", {"kind": "takeback", "to": -3}),
        ("take", {"seat": 99}),
        ("page", {}),
        ("accept", {}),
    ):
        assert seat.ask(kind, **fields)["type"] == "refused", (kind, fields)
    seat.answer()


@pytest.mark.parametrize("match", ["%00", "%0a", "x" * 200, "%ff"])
def test_what_names_no_match_is_not_looked_for(browser: Browser, match: str) -> None:
    for answer in (
        browser.http.get(f"/api/matches/{match}/record"),
        browser.http.post(f"/api/tables/{match}/join", json={}),
    ):
        assert answer.status_code == 404 and set(answer.json()) == {"error", "key"}


def test_limits_hold(tmp_path: Path) -> None:
    tight = {"messages": 5, "requests": 4, "creations": 3, "sockets": 3, "message": 32768}
    with serving(tmp_path, **tight) as server:
        browser = server.browser()
        match = browser.create("me", "me", "me")["match"]
        seat = browser.open(match)
        for _ in range(30):
            seat.say("ping")
        assert seat.until("refused")["key"] == "rate"
        others = [browser.open(match) for _ in range(2)]
        with pytest.raises((ConnectionClosed, InvalidStatus)):
            browser.open(match)
        others[0].close()
        with pytest.raises(ConnectionClosed):
            others[1].socket.send("x" * 70_000)
            others[1].until("nothing")
        body = {"game": "drill", "seats": [{"kind": "me"}] * 3}
        made = [browser.http.post("/api/matches", json=body).status_code for _ in range(4)]
        assert made == [201, 201, 429, 429]
        answers = [browser.http.get("/api/openapi.json").status_code for _ in range(80)]
        assert 429 in answers
        assert plain.get(server.address + "/healthz").status_code == 200


def test_the_interface_is_described_completely(server: Server) -> None:
    described = plain.get(server.address + "/api/openapi.json").json()
    assert described == json.loads(msgspec.json.encode(openapi()))
    routed = {
        (method.lower(), re.sub(r"/art/\{game\}/\{digest\}/\{name\}", "/art/{game}/{digest}/board.json", route.path))
        for group in (ShelfEndpoints, MatchEndpoints, TableEndpoints, AccountEndpoints)
        for route in group.routes(object.__new__(group))
        for method in route.methods or ()
        if method != "HEAD"
    }
    listed = {(method, path) for method, path, *_ in PATHS if not path.endswith(".svg")}
    assert listed == routed
    protocol = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    for _, path, *_ in PATHS:
        assert path.replace("{match}", "{id}").replace("{case}", "{id}") in protocol, path
    for kind in (m.ClientMessage, m.ServerMessage):
        for member in kind.__args__:
            assert f"`{member.__struct_config__.tag}`" in protocol, member


def test_references_in_the_descriptions_lead_somewhere() -> None:
    for described in (openapi(), asyncapi()):
        text = msgspec.json.encode(described).decode()
        for reference in set(re.findall(r'"\$ref":"#/([^"]+)"', text)):
            here: Any = described
            for part in reference.split("/"):
                here = here[part]
            assert here


def test_what_is_sent_is_what_is_described(browser: Browser) -> None:
    seat = browser.open(browser.create("me", "me", "me")["match"])
    seat.answer()
    seat.ask("frame", entry=0)
    seat.say("chat", text="hello")
    seat.until("chat")
    tags = {member.__struct_config__.tag: member for member in m.ServerMessage.__args__}
    for text in seat.heard:
        kind = tags[json.loads(text)["type"]]
        told = msgspec.json.decode(text, type=kind)
        assert set(json.loads(text)) - {"type"} <= set(kind.__struct_encode_fields__), kind
        assert told is not None
    assert msgspec.json.decode(browser.http.get("/api/matches").content, type=list[http_types.Brief])
    assert msgspec.json.decode(browser.http.get("/api/games").content, type=list[http_types.Title])


def test_health_and_metrics(server: Server) -> None:
    assert plain.get(server.address + "/healthz").json() == {"ok": True}
    text = plain.get(server.address + "/metrics").text
    assert re.search(r"^grognard_writes_total \d+$", text, re.MULTILINE)
    assert "# TYPE grognard_sockets gauge" in text


def test_the_shelf_tells_of_each_title(browser: Browser) -> None:
    title = browser.get("/api/games/cassino_1944")
    assert not any(switch["seats"] for switch in title["switches"])
    alamo = browser.get("/api/games/dark_victory")
    assert alamo["seats"] == 2
    assert {s["name"]: s["seats"] for s in alamo["switches"] if s["seats"]} == {"dual": {"false": 2, "true": 3}}
    assert title["seats"] == 2 and {"random", "greedy"} <= set(title["levels"])
    assert title["cases"]["covered"] <= title["cases"]["implementable"]
    assert title["provenance"]["reconstructed"] > 0
    assert {"name", "rule", "title", "help", "barred", "balance"} == set(title["scenarios"][0])
    case = browser.get("/api/games/cassino_1944/cases/1.0")
    assert case["summary"] and case["kind"]
    assert browser.http.get("/api/games/cassino_1944/cases/none").status_code == 404
    for name in ("board.json", "ground.svg", "card.svg", "front.svg"):
        answer = browser.http.get(f"/art/cassino_1944/{title['digest']}/{name}")
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
    assert browser.http.get(f"/art/cassino_1944/{title['digest']}/secrets.txt").status_code == 404
    assert set(browser.get("/art/sprites.json")) >= {"tokens", "faces", "symbols", "markers"}


def test_a_fault_in_the_rules_leaves_the_match_as_it_was(browser: Browser) -> None:
    seat = browser.open(browser.create("me", game="broken")["match"])
    seat.answer(1)
    reply = seat.ask("answer", seat=0, entry=1, options=["yes"])
    assert reply["type"] == "refused" and reply["key"] == "fault"
    assert seat.ask("why", seat=0, option="done")["key"] == "fault"
    assert seat.ask("answer", seat=0, entry=1, options=["done"])["key"] == "fault"
    assert "division" not in " ".join(seat.heard) and "Traceback" not in " ".join(seat.heard)
    seat.answer(1)
    assert seat.entry == 2 and seat.last["crumbs"] == ["Choice 2"]
    assert "ZeroDivisionError" in browser.server.log.read_text()
