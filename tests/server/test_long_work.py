"""What may take long runs beside the loop, in its turn, and can be cut off."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from grognard.core import Match, Seeded, load_game
from grognard.core.record import encode_record
from grognard.server.app import new_secret
from grognard.server.calculators import Calculators, TooLong
from grognard.server.create import new_from_record
from grognard.server.registry import Registry
from grognard.server.services import Services
from grognard.server.settings import Settings
from grognard.server.store import Store
from tests.drill import GAME
from tests.kit import finished
from tests.server.kit import serving
from tests.server.test_parts import finish


def asked() -> tuple[Any, Any, int]:
    game = load_game("cassino_1944")
    match = Match.start(game, Seeded(1))
    assert match.decision is not None
    return game, match.view(match.decision.seat), match.decision.seat


def test_a_question_that_takes_too_long_is_cut_off_and_the_next_is_answered() -> None:
    async def ask() -> None:
        game, view, seat = asked()
        hasty, patient = Calculators(1, 0.001), Calculators(1, 300)
        try:
            with pytest.raises(TooLong):
                await hasty.ask(game, view, seat, "charts")
            assert (await patient.ask(game, view, seat, "charts")).startswith(b"[{")
            assert await patient.ask(game, view, seat, "threat_forecast", 3) is not None
        finally:
            hasty.close()
            patient.close()

    finish(ask())


def test_questions_wait_for_each_other_without_losing_their_time() -> None:
    async def ask() -> None:
        game, view, seat = asked()
        calculators = Calculators(0, 60)
        made = await asyncio.gather(*(calculators.ask(game, view, seat, "charts") for _ in range(5)))
        assert len(set(made)) == 1
        calculators.close()

    finish(ask())


def test_odds_are_computed_in_another_process_of_the_server(tmp_path: Path) -> None:
    with serving(tmp_path, calculators=1) as server:
        browser = server.browser()
        seat = browser.open(browser.create("me", "me", game="cassino_1944")["match"])
        told = seat.ask("charts")
        assert told["type"] == "reply" and told["charts"], told
        assert seat.ask("forecast", space=3)["type"] == "reply"


def test_the_time_of_an_upload_begins_with_its_turn(tmp_path: Path) -> None:
    async def upload() -> None:
        settings = Settings(data=str(tmp_path), upload_seconds=1.0, thinkers=0, calculators=0)
        registry = Registry(Services(settings, Store(f"sqlite:///{tmp_path / 't.sqlite3'}"), "w", new_secret))
        before = asyncio.ensure_future(registry.services.in_slow_lane(lambda: time.sleep(1.5)))
        await asyncio.sleep(0)
        made = await new_from_record(registry, "holder", encode_record(finished(GAME, 1).record))
        assert made.seats == [0, 1, 2]
        await before
        await registry.close()

    finish(upload())


def test_thirty_take_backs_leave_the_table_as_quick_as_thirty_answers(tmp_path: Path) -> None:
    """Processor time of the server, as a ratio: one inside the other they took seconds, and more after each."""
    with serving(tmp_path) as server:
        browser = server.browser()
        seat = browser.open(browser.create("me", "me", "me")["match"])

        def cost(take_back: bool) -> float:
            before = spent()
            for _ in range(30):
                if take_back:
                    assert seat.ask("offer", kind="takeback", to=max(seat.entry - 1, 0))["type"] == "ack"
                    seat.until("update")
                seat.answer()
            return spent() - before

        def spent() -> float:
            told = browser.http.get("/metrics").text
            return float(next(line for line in told.splitlines() if line.startswith("grognard_process_cpu")).split()[1])

        seat.answer()
        one = cost(True)
        two = cost(True)
        assert two < 4 * one, "the same work costs the same however often it was done before"
