"""Computer players. They think in processes of their own, from views only, so that the table never waits for them."""

import asyncio
import logging
import random
import secrets
import time
from collections import OrderedDict
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any, NamedTuple

import msgspec

from grognard.bots import Player, answers_in_a_row, make_player
from grognard.bots.planner import Planner
from grognard.core import Decision, Option, load_game
from grognard.look.display import display_of
from grognard.server.advice import advise
from grognard.server.lanes import Lane

log = logging.getLogger("grognard.server")
PATIENCE = 120.0
"""Seconds after which a computer player that gives no answer is passed over."""
ROW = 10.0
"""Seconds after which a row of answers ends, so that people see something happen."""
MINDS = 64
"""Players that one process keeps."""
KNOWN = 4096
"""Matches of which it is remembered where they are thought about."""


class Asked(NamedTuple):
    """A question to a computer player, as it travels to the process that thinks."""

    modules: tuple[str, ...]
    """Packages to import first, of titles that no entry point names."""
    game: str
    match: str
    entry: int
    """How many entries the match had: a mind that has seen as many or more is of a future that was taken back."""
    view: bytes
    seat: int
    level: str
    seed: int
    single: bool = False
    """Whether one operation is wanted rather than all that can be said."""


class _Mind(NamedTuple):
    entry: int
    player: Player


_MINDS: OrderedDict[tuple[str, int, str], _Mind] = OrderedDict()
"""In a thinking process: the players of matches it thought about lately, with what they remember."""


Reasons = list[tuple[int, list[str]]]
"""Why a plan was chosen, by the number of the answer in its row with which it begins."""


def think(asked: Asked) -> tuple[list[bytes], Reasons]:
    """The answers in a row to the question a view asks: options as JSON, and reasons. Runs in a process of its own."""
    for module in asked.modules:
        import_module(module)
    title = load_game(asked.game)
    state = title.codec.decode(asked.view)
    decision = state.stack[-1].ask(state)
    if not isinstance(decision, Decision) or decision.seat != asked.seat:
        raise ValueError(f"seat {asked.seat} is not asked in this view")
    key = (asked.match, asked.seat, asked.level)
    kept = _MINDS.pop(key, None)
    fresh = kept is None or kept.entry >= asked.entry
    player = make_player(asked.level, title, asked.seed) if fresh or kept is None else kept.player
    until = time.monotonic() + ROW
    rng = random.Random(asked.seed)
    rests = player.rests if asked.single and isinstance(player, Planner) else ()
    reasons: Reasons = []
    begun = -1

    def heed(number: int) -> None:
        nonlocal begun
        plans = player.begun if isinstance(player, Planner) else 0
        if plans != begun:
            begun = plans
            reasons.append((number, [str(line) for line in player.reasons()][:20]))

    row = answers_in_a_row(
        title, player, state, decision, asked.seat, rng, lambda: time.monotonic() > until, rests, heed
    )
    _MINDS[key] = _Mind(asked.entry, player)
    if len(_MINDS) > MINDS:
        _MINDS.popitem(last=False)
    return [msgspec.json.encode(option) for option in row], reasons


def advised(asked: Asked) -> bytes:
    """A hint for the seat that is asked, as JSON. Runs in a process of its own."""
    for module in asked.modules:
        import_module(module)
    title = load_game(asked.game)
    return msgspec.json.encode(advise(title, display_of(title), title.codec.decode(asked.view), asked.seat, asked.seed))


class Opponents:
    """The processes that think. A match comes back to the one that knows it, unless another has less to do."""

    def __init__(self, processes: int) -> None:
        self._lanes = [Lane(processes > 0, "grognard-thinker") for _ in range(max(processes, 1))]
        self._homes: OrderedDict[str, Lane] = OrderedDict()

    async def plan(
        self,
        game: Any,
        match: str,
        entry: int,
        view: Any,
        decision: Decision,
        seat: int,
        level: str,
        single: bool = False,
    ) -> tuple[list[Option], Reasons]:
        """The computer's answers in a row, or its next operation (`single`).

        A player that fails is replaced by the quiet or first answer, and logged.
        """
        asked = _asked(game, match, entry, view, seat, level, single)
        lane = self._lane_of(match)
        lane.waiting += 1
        try:
            for attempt in (1, 2):
                pool = lane.started()
                job = asyncio.get_running_loop().run_in_executor(pool, think, asked)
                try:
                    chosen, reasons = await asyncio.wait_for(job, PATIENCE)
                    return [game.codec.decode_answer(option) for option in chosen], reasons
                except BrokenProcessPool:
                    log.error("a process of the computer players died (attempt %d)", attempt)
                    lane.abandon(pool)
                except TimeoutError:
                    log.error("the computer player %s of %s gave no answer in %g seconds", level, game.name, PATIENCE)
                    lane.abandon(pool)
                    break
                except asyncio.CancelledError:
                    if lane.waiting == 1:  # nobody wants the answer any more, and nobody else waits for this process
                        lane.abandon(pool)
                    raise
                except Exception:
                    log.exception("the computer player %s of %s failed", level, game.name)
                    break
        finally:
            lane.waiting -= 1
        quiet = decision.options[max(decision.default, 0)]
        return [quiet], [(0, ["The computer player failed; the quiet answer was given."])]

    async def advise(self, game: Any, view: Any, seat: int) -> bytes:
        """A hint for a seat as JSON, in the process that has least to do. Raises what goes wrong."""
        lane = min(self._lanes, key=lambda lane: lane.waiting)
        lane.waiting += 1
        pool = lane.started()
        try:
            job = asyncio.get_running_loop().run_in_executor(pool, advised, _asked(game, "", 0, view, seat, ""))
            return await asyncio.wait_for(job, PATIENCE)
        except (BrokenProcessPool, TimeoutError):
            lane.abandon(pool)
            raise
        finally:
            lane.waiting -= 1

    def _lane_of(self, match: str) -> Lane:
        """Where to think about a match: where it was thought about before, if nobody else is freer."""
        freest = min(self._lanes, key=lambda lane: lane.waiting)
        lane = self._homes.pop(match, freest)
        if lane.waiting > freest.waiting:
            lane = freest
        self._homes[match] = lane
        if len(self._homes) > KNOWN:
            self._homes.popitem(last=False)
        return lane

    def close(self) -> None:
        for lane in self._lanes:
            lane.close()


def _asked(game: Any, match: str, entry: int, view: Any, seat: int, level: str, single: bool = False) -> Asked:
    """A question as it crosses to another process."""
    home = () if game.package.startswith("grognard.") else (game.package,)
    return Asked(home, game.name, match, entry, game.codec.encode(view), seat, level, secrets.randbits(62), single)
