"""Hints, the pace of the computers, and what they tell of their deeds."""

import asyncio
import json
import time
from pathlib import Path

import pytest

from grognard.core import Match, Seeded, load_game
from grognard.core.puzzle import SetPuzzle, puzzles
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import ALLIED
from grognard.look.display import display_of
from grognard.server.advice import advise
from grognard.server.opponents import Opponents
from tests.games.second_front_now.kit import act, board
from tests.server.kit import Browser
from tests.server.test_parts import finish


def _at_an_attack() -> Match[object]:
    """Cassino (1944), German half of the first impulse: units of both sides are in contact."""
    match = Match.start(load_game("cassino_1944"), Seeded(5))
    while match.decision is not None and not any(type(o).__name__ == "Attack" for o in match.decision.options):
        match.answer(match.decision.seat, match.decision.options[match.decision.default])
    return match


def test_a_hint_is_an_operation_the_match_takes_with_odds_and_reasons() -> None:
    """A puzzle of Cassino (1944): all together storm the Abbey."""
    game = load_game("cassino_1944")
    puzzle = next(puzzle for puzzle in puzzles(game) if puzzle.name == "storm: Everybody")
    start, seat = SetPuzzle(game, puzzle).start, puzzle.seat
    told = advise(game, display_of(game), game.view(start, seat), seat, 7)
    assert told is not None
    assert told.steps[0] == "Attack 1406" and told.spaces == [game.names["SpaceId"].index("1406")]
    assert told.forecast is not None and told.forecast.short == "6-1"
    assert any(reason.startswith("guarding the objectives: +") for reason in told.reasons)
    match = Match.start(game, Seeded(1), position=start)
    match.plan(seat, [game.texts.parse(text) for text in told.options])
    assert len(match.record.entries) >= len(told.options)
    assert advise(game, display_of(game), game.view(start, 1 - seat), 1 - seat, 7) is None, "nobody asks the other"


def test_a_hint_ends_where_the_match_reveals_something_and_speaks_in_the_words_of_the_answers() -> None:
    """Second Front Now!: an attack shows the defenders, and then the attacker is asked for the fleet."""
    units = {"51 British Infantry": "1612", "3 British Infantry": "1612", "245 German Infantry": ("1611", 1)}
    s = act(board(units, german=["1611"]), "pick 1612", "attack 1611").s
    asked = Match.start(GAME, Seeded(1), position=s)
    told = advise(GAME, display_of(GAME), GAME.view(s, ALLIED), ALLIED, 7)
    assert told is not None and told.options == ["fight"]
    asked.plan(ALLIED, [GAME.texts.parse(text) for text in told.options])
    assert asked.decision is not None and asked.decision.prompt == "naval", "the next question is the same player's"
    fleet = advise(GAME, display_of(GAME), asked.view(ALLIED), ALLIED, 7)
    assert fleet is not None and fleet.steps[0] in ("Let the fleet fire", "Keep the fleet back")


def test_a_hint_is_given_against_computers_and_refused_against_people(browser: Browser) -> None:
    seat = browser.open(browser.create("me", "random", game="cassino_1944")["match"])
    while not seat.asked():
        seat.next()
    hint = seat.ask("hint", seat=0)["hint"]
    offered = [option["text"] for option in seat.question["options"]]
    assert hint["options"][0] in offered and hint["steps"]
    assert seat.ask("answer", seat=0, entry=seat.entry, options=hint["options"])["type"] == "ack"
    other = browser.open(browser.create("me", "friend", game="cassino_1944")["match"])
    refused = other.ask("hint", seat=0)
    assert refused["type"] == "refused" and refused["key"] == "company"
    assert other.ask("hint", seat=1)["key"] == "not_yours"


@pytest.mark.parametrize("wrong", [-1, 21])
def test_the_pace_has_bounds(browser: Browser, wrong: float) -> None:
    seat = browser.open(browser.create("me", "random", game="cassino_1944")["match"])
    assert seat.ask("pace", seconds=wrong)["key"] == "pace"


def test_with_a_pace_operations_come_one_by_one_and_say_why(browser: Browser) -> None:
    match = browser.create("me", "greedy", game="cassino_1944")["match"]
    seat = browser.open(match)
    assert seat.ask("pace", seconds=0.01)["type"] == "ack"
    while seat.asked():
        default = seat.question["default"]
        seat.answer(default if default >= 0 else 0)
    while not seat.asked():
        seat.next()
    why = [json.loads(text)["why"] for text in seat.heard if text.startswith('{"type":"thinking"')]
    told = [lines for lines in why if lines]
    assert len(told) >= 2, "more than one operation of the German half was told"
    assert any(len(lines) > 1 for lines in told), "with a reason"
    kept = seat.ask("reasons")["reasons"]
    assert [why["lines"] for why in kept] == told, "and can be asked again"
    entries = [why["entry"] for why in kept]
    assert entries == sorted(set(entries)) and entries[-1] <= seat.entry
    assert [why["entry"] for why in seat.ask("reasons", after=entries[0])["reasons"]] == entries[1:]
    makers = browser.open(match).hello["tape"]
    assert all(makers[entry - 1][0] == 1 for entry in entries), "each at an answer of the computer"


def test_thinking_ends_when_nobody_wants_the_answer(tmp_path: Path) -> None:
    """A general with much to think about is cancelled: his process is gone, and the next question is answered."""

    async def think() -> None:
        match = _at_an_attack()
        decision = match.decision
        assert decision is not None
        opponents = Opponents(1)
        seat = decision.seat
        plan = opponents.plan(match.game, "m", 0, match.view(seat), decision, seat, "general")
        task = asyncio.create_task(plan)
        began = time.monotonic()
        while not (pids := [p.pid for p in getattr(opponents._lanes[0]._pool, "_processes", {}).values()]):
            assert time.monotonic() < began + 60
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        while any(Path(f"/proc/{pid}/exe").exists() for pid in pids):
            assert time.monotonic() < began + 60, "the process thinks on"
            await asyncio.sleep(0.02)
        row, _ = await opponents.plan(match.game, "m", 0, match.view(seat), decision, seat, "random")
        assert row[0] in decision.options
        opponents.close()

    finish(think())
