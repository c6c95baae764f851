"""Hidden information never leaves the server: all bytes sent to a seat are searched and compared."""

import json
import random
import re
import sqlite3
from typing import Any

import pytest

import tests.drill  # noqa: F401  # registers the title
from grognard.core import SPECTATOR, Match, Option, Seeded, load_game
from grognard.server.presenter import Presenter
from grognard.server.records import seen_record
from tests.server.kit import Browser, Seat, Server
from tests.server.test_seats import three


def everything_asked(seat: Seat, browser: Browser, match: str) -> str:
    """All bytes this seat can get hold of: what was pushed, and whatever it may ask for."""
    entry = seat.entry
    for n in range(entry + 1):
        seat.ask("frame", entry=n)
    if entry:
        seat.ask("film", **{"from": 0, "to": entry})
    seat.ask("earlier", upto=entry)
    seat.ask("charts")
    seat.ask("reasons")
    seat.ask("why", seat=seat.hello["you"][0] if seat.hello["you"] else 0, option="done")
    again = browser.open(match)
    pages = [browser.http.get(f"/api/matches/{match}/{what}").text for what in ("record", "dice")]
    pages.append(json.dumps(browser.get("/api/matches")))
    return "\n".join([*seat.heard, *again.heard, *pages])


def cleaned(text: str, match: str) -> str:
    """Without what differs between any two matches: names, commitments, times, presence."""
    text = text.replace(match, "MATCH")
    text = re.sub(r'"commitment":\s*"[0-9a-f]{64}"', '"commitment":""', text)
    text = re.sub(r'"touched":\s*"[^"]+"', '"touched":""', text)
    return "\n".join(line for line in text.split("\n") if not line.startswith('{"type":"presence"'))


def plotted(server: Server, secret: str) -> tuple[str, str]:
    """What seat 1 and a spectator can learn after seat 0 answered in secret."""
    match, players = three(server)
    seats = [player.open(match) for player in players[:2]]
    seats[0].ask("answer", seat=0, entry=0, options=[secret])
    seats[1].until("update")
    return cleaned(everything_asked(seats[1], players[1], match), match), match


def test_a_written_plot_changes_nothing_the_others_are_sent(server: Server) -> None:
    (one, _), (other, _) = plotted(server, "plot loft"), plotted(server, "plot cellar")
    assert "Red folds a slip." in one
    assert one == other


def bid(server: Server, points: int) -> tuple[str, str]:
    host, friend, guest = server.browser(), server.browser(), server.browser()
    made = host.create("me", "friend", game="cassino_1944", options={"bidding": True})
    match = made["match"]
    friend.join(made["links"][0]["url"])
    guest.join(made["watch"])
    mine, theirs, eyes = host.open(match), friend.open(match), guest.open(match)
    asked = mine if mine.asked() else theirs
    waits, who = (theirs, friend) if asked is mine else (mine, host)
    text = next(o["text"] for o in asked.question["options"] if o["text"].split()[-1] == str(points))
    assert asked.question["secret"]
    assert asked.ask("answer", seat=asked.question["seat"], entry=0, options=[text])["type"] == "ack"
    waits.until("update")
    eyes.until("update")
    return (
        cleaned(everything_asked(waits, who, match), match),
        cleaned(everything_asked(eyes, guest, match), match),
    )


def test_a_sealed_bid_changes_nothing_the_other_seat_or_spectators_are_sent(server: Server) -> None:
    (waits, eyes), (also_waits, also_eyes) = bid(server, 3), bid(server, 11)
    assert waits == also_waits
    assert eyes == also_eyes
    assert '"bid 11"' not in also_eyes and '"points":11' not in also_eyes.replace(" ", "")


@pytest.mark.parametrize("game", ["drill", "cassino_1944"])
def test_no_byte_sent_holds_the_dice_secret_or_a_true_digest_before_the_end(server: Server, game: str) -> None:
    options = {"bidding": True} if game == "cassino_1944" else {}
    if game == "drill":
        match, players = three(server)
    else:
        host, friend = server.browser(), server.browser()
        made = host.create("me", "friend", game=game, options=options)
        friend.join(made["links"][0]["url"])
        match, players = made["match"], [host, friend]
    seats = [player.open(match) for player in players]
    for _ in range(12):
        asked = next((seat for seat in seats if seat.asked()), None)
        if asked is None:
            break
        asked.answer()
        for seat in seats:
            while seat.entry < asked.entry:
                seat.next()
    stored, searched = _stored(server, match), 0
    for seat, player in zip(seats, players, strict=True):
        sent = everything_asked(seat, player, match)
        assert stored["secret"] not in sent
        hidden = [digest for who, digest in stored["sealed"] if who not in seat.hello["you"]]
        assert not [digest for digest in hidden if digest in sent]
        searched += len(hidden)
    assert searched


def _stored(server: Server, match: str) -> dict[str, Any]:
    with sqlite3.connect(server.data / "table.sqlite3") as base:
        secret = base.execute("SELECT secret FROM matches WHERE id = ?", (match,)).fetchone()[0]
        rows = base.execute('SELECT who, ask, digest FROM entries WHERE "match" = ? ORDER BY n', (match,)).fetchall()
    # After a plot, and after a bid that is not the last of its round, the true state holds a secret.
    sealed = [
        (who, digest)
        for (who, ask, digest), following in zip(rows, [*rows[1:], (0, "", "")], strict=True)
        if ask == "plot" or (ask == "bid" and following[1] == "bid")
    ]
    return {"secret": secret, "sealed": sealed}


def test_tokens_and_cookies_are_stored_only_as_hashes(server: Server) -> None:
    host, friend = server.browser(), server.browser()
    made = host.create("me", "friend", "friend")
    friend.join(made["links"][0]["url"])
    raw = b"".join(path.read_bytes() for path in server.data.glob("table.sqlite3*"))
    given = [link["url"].rpartition("/")[2] for link in made["links"]] + [made["watch"].rpartition("/")[2]]
    given += [browser.http.cookies["grognard"] for browser in (host, friend)]
    assert all(len(token) == 43 for token in given)
    assert not [token for token in given if token.encode() in raw]


def test_a_planning_board_guesses_what_the_seat_does_not_know(server: Server) -> None:
    match, players = three(server)
    seats = [player.open(match) for player in players]
    seats[0].ask("answer", seat=0, entry=0, options=["plot loft"])
    seats[1].until("update")
    loft = []
    for _ in range(12):
        made = players[1].post(f"/api/matches/{match}/branch", {})
        assert made["seats"] == [0, 1, 2]
        with sqlite3.connect(server.data / "table.sqlite3") as base:
            start = base.execute("SELECT start FROM matches WHERE id = ?", (made["match"],)).fetchone()[0]
        loft.append(json.loads(start)["plans"][0])
        board = players[1].open(made["match"])
        assert board.hello["kind"] == "branch" and board.asked()
    assert len(set(loft)) > 1, "the hidden plot must be guessed, not copied"
    own = players[0].post(f"/api/matches/{match}/branch", {})
    with sqlite3.connect(server.data / "table.sqlite3") as base:
        start = base.execute("SELECT start FROM matches WHERE id = ?", (own["match"],)).fetchone()[0]
    assert json.loads(start)["plans"][0] == seats[0].hello["space_names"].index("loft")


SECRETIVE = [
    ("drill", {}),
    ("cassino_1944", {"bidding": True}),
    ("thunder_at_cassino", {"bidding": True}),
    ("thunder_at_cassino", {"resolution": "feints"}),
]


@pytest.mark.parametrize(("name", "options"), SECRETIVE)
def test_whatever_is_answered_in_secret_the_others_are_shown_the_same(name: str, options: dict[str, object]) -> None:
    """Play at random; at every secret question answer in two ways, and compare all that other seats are shown."""
    game, rng = load_game(name), random.Random(4)
    presenter = Presenter(game)
    match = Match.start(game, Seeded(4), "", options)
    secrets = 0
    while match.decision is not None and secrets < 6 and len(match.record.entries) < 400:
        decision = match.decision
        if decision.secret and len(decision.options) > 1:
            one, other = rng.sample(decision.options, 2)
            shown = [_shown(match, presenter, decision.seat, option) for option in (one, other)]
            if shown[0] is not None and shown[1] is not None:
                assert shown[0] == shown[1]
                secrets += 1
        match.answer(decision.seat, rng.choice(decision.options))
    assert secrets


def _shown(match: Match[Any], presenter: Presenter, seat: int, option: Option) -> list[object] | None:
    """What every other seat is shown after an answer; None where the answer opens the secrets."""
    tried = match.branch(Seeded(1))
    tried.answer(seat, option)
    if tried.decision is None or any(seen.event.reveals for feed in tried.feeds for seen in feed[-5:]):
        return None
    if len(tried.record.entries) > len(match.record.entries) + 1:
        return None
    seen: list[object] = []
    for eyes in (*range(match.game.seat_count), SPECTATOR):
        if eyes != seat:
            view = tried.view(eyes)
            lines = presenter.lines(tried, eyes, -1, len(tried.record.entries))
            record = seen_record(tried, presenter, (eyes,) if eyes >= 0 else ())
            seen += [presenter.scene(view, eyes), presenter.crumbs(view), lines, record.entries, view]
    return seen


def test_the_curtain_is_drawn_only_while_something_is_hidden(browser: Browser) -> None:
    """Hot seat: the client is told whether the seats may know different things at this moment."""
    open_game = browser.open(browser.create("me", "me", game="cassino_1944")["match"])
    assert open_game.hello["secrets"] is False
    seat = browser.open(browser.create("me", "me", game="cassino_1944", options={"bidding": True})["match"])
    assert seat.hello["secrets"] is True
    while seat.question["secret"]:
        assert seat.last["secrets"] is True
        seat.answer(len(seat.question["options"]) // 2 - 1)
    assert seat.last["secrets"] is False


@pytest.mark.parametrize("fog", ["beneath", "full", "off"])
def test_what_a_seat_thinks_is_told_to_those_who_know_all_it_knows(fog: str) -> None:
    """The Allied player of Second Front Now! knows all that the German knows; the German not his plans and covers."""
    game, rng = load_game("second_front_now"), random.Random(5)
    presenter = Presenter(game)
    match = Match.start(game, Seeded(5), "", {"fog": fog})
    everybody = {0, 1, SPECTATOR}
    kept = 0
    while match.decision is not None and len(match.record.entries) < 300:
        assert presenter.knowing(match, 1) == everybody
        hidden = game.codec.encode(match.view(1)) != game.codec.encode(match.state)
        assert presenter.knowing(match, 0) == ({0} if hidden else everybody)
        kept += hidden
        match.answer(match.decision.seat, rng.choice(match.decision.options))
    assert kept


def test_reasons_of_a_computer_that_hides_something_wait_for_the_end(browser: Browser) -> None:
    """The German's are told to the Allied player at once; those of an Allied computer that wrote plans are not."""
    told = browser.open(browser.create("me", "greedy", game="second_front_now")["match"])
    _until_asked(told, 60)
    assert told.ask("reasons")["reasons"]
    kept = browser.open(browser.create("greedy", "me", game="second_front_now")["match"])
    _until_asked(kept, 60)
    assert kept.ask("reasons")["reasons"] == [], "covers lie on the map from the landing on"
    assert not [text for text in kept.heard if '"thinking"' in text[:30] and '"why":[]' not in text]


def _until_asked(seat: Seat, entries: int) -> None:
    """Answer the quiet way until the match is so long."""
    while seat.entry < entries:
        if seat.asked():
            default = seat.question["default"]
            seat.answer(default if default >= 0 else 0)
        else:
            seat.next()
