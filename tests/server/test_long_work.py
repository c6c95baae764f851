"""What may take long runs beside the loop, in its turn, and can be cut off."""

import asyncio
import gc
import random
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from grognard.core import Match, Seeded, game_names, load_game
from grognard.core.record import encode_record
from grognard.look.display import display_of
from grognard.server.app import new_secret
from grognard.server.audience import Audience
from grognard.server.calculators import Calculators, TooLong
from grognard.server.create import new_from_record
from grognard.server.presenter import Presenter
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


@pytest.mark.parametrize("name", [name for name in game_names() if display_of(load_game(name)) is not None])
def test_what_a_title_makes_for_its_first_overlays_and_marches_is_made_once_when_somebody_sits_down(name: str) -> None:
    """Its own questions come to nobody, and the second who sits down begins none."""
    game = load_game(name)
    match = Match.start(game, Seeded(1))
    assert match.decision is not None
    seat, begun = match.decision.seat, []

    class Watched(Calculators):
        async def ask(self, *asked: Any) -> bytes:
            begun.append(asked[3])
            return await super().ask(*asked)

    async def sit() -> bytes:
        calculators = Watched(0, 60)
        for _ in range(2):
            await calculators.rehearse(game, match.view(seat), seat)
        made = await calculators.ask(game, match.view(seat), seat, "rehearsal")
        calculators.close()
        return made

    assert int(asyncio.run(sit())) >= len(Presenter(game).overlays()) > 0
    assert begun == ["rehearsal", "rehearsal"]


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


def test_thirty_take_backs_cost_no_more_than_thirty_answers(tmp_path: Path) -> None:
    """Processor time of the server, as a ratio: one inside the other they took seconds, and more after each."""
    with serving(tmp_path) as server:
        browser = server.browser()
        seat = browser.open(browser.create("me", "me", game="thunder_at_cassino")["match"])

        def spent() -> float:
            told = browser.http.get("/metrics").text
            return float(next(line for line in told.splitlines() if line.startswith("grognard_process_cpu")).split()[1])

        def thirty(take_back: bool) -> float:
            before = spent()
            for _ in range(30):
                if take_back:
                    assert seat.ask("offer", kind="takeback", to=max(seat.entry - 2, 0))["type"] == "ack"
                    seat.until("update")
                else:
                    seat.answer()
            return spent() - before

        answers, backs = [], []
        thirty(False)
        for _ in range(3):
            answers.append(thirty(False))
            backs.append(thirty(True))
        assert sum(backs) < 1.5 * sum(answers), (answers, backs)
        assert backs[2] < 3 * backs[0], "the same work costs the same however often it was done before"


def test_only_so_many_matches_that_nobody_is_at_stay_in_memory(tmp_path: Path) -> None:
    """The latest used ones, whatever time they would have; those somebody is at stay too."""

    async def rest() -> None:
        settings = Settings(data=str(tmp_path), idle_matches=2, thinkers=0, calculators=0)
        registry = Registry(Services(settings, Store(f"sqlite:///{tmp_path / 't.sqlite3'}"), "w", new_secret))
        raw = encode_record(finished(GAME, 1).record)
        names = [(await new_from_record(registry, "holder", raw)).match for _ in range(5)]
        for number, name in enumerate(names):
            live = await registry.get(name)
            assert live is not None
            live.used = time.monotonic() - 100 + number
        registry.live[names[0]].audiences[(0,)] = Audience((0,))
        registry.make_room(time.monotonic())
        assert sorted(registry.live) == sorted([names[0], names[3], names[4]])
        await registry.close()

    finish(rest())


def random_play(title: str, seed: int, answers: int) -> Match[Any]:
    game, rng = load_game(title), random.Random(seed)
    match = Match.start(game, Seeded(seed))
    while match.decision is not None and len(match.record.entries) < answers:
        match.answer(match.decision.seat, rng.choice(match.decision.options))
    return match


def test_a_match_in_memory_is_small() -> None:
    """Its snapshots are packed, and most entries leave the same trace."""
    before = [random_play("thunder_at_cassino", seed, 400) for seed in (1, 2)]
    assert all(len(match._marks) >= 3 for match in before)
    tracemalloc.start()
    match = random_play("thunder_at_cassino", 1, 400)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 150 * 1024, len(match.record.entries)


@pytest.mark.parametrize("title", [name for name in game_names() if load_game(name).package.startswith("grognard.")])
def test_the_outermost_steps_that_are_remembered_name_the_turn(title: str) -> None:
    match = random_play(title, 1, 150)
    presenter = Presenter(match.game)
    for n in range(1, len(match.traces) + 1, 9):
        whole = presenter.outermost(match.position(n)[0].stack, match.state)
        assert presenter.outermost(match.traces[n - 1].outer, match.state) == whole, n


LONGEST = """
import random, time
from grognard.core import Match, Seeded, load_game
from grognard.server.shelf import Book
game = load_game("battle_for_cassino")
began = time.thread_time()
Book(game).rehearse()
rehearsal = time.thread_time() - began
match, rng, worst = Match.start(game, Seeded(2)), random.Random(2), 0.0
for _ in range(120):
    began = time.thread_time()
    match.answer(match.decision.seat, rng.choice(match.decision.options))
    worst = max(worst, time.thread_time() - began)
print(worst / rehearsal)
"""


def test_no_answer_waits_for_a_table_the_rules_make_once() -> None:
    """Tables of The Battle for Cassino that one answer had to wait for are made before anybody comes: no answer is long
    beside the rehearsal that makes them."""
    told = subprocess.run([sys.executable, "-c", LONGEST], capture_output=True, text=True, check=True).stdout
    assert float(told) < 0.5
