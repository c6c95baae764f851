"""Whose choice is better? Positions of self-play in which two contestants choose differently, played on on common dice.

Both choices are carried out, then a referee plays on for everybody, with the same dice on both sides and what the dice
gave or took away deducted (the value of the outcome that fell less the mean of all). They are compared when the seat
has done, and again when the enemy has answered; if wanted, for several such exchanges, since gains may vanish with the
next. Minutes instead of the hours an arena takes; a hint, not a proof.
"""

from collections.abc import Iterator
from math import sqrt
from typing import Any

import numpy as np

from grognard.bots import GreedyPlayer, Player
from grognard.bots.rehearsal import Rehearsal
from grognard.bots.valuation import Valuation
from grognard.core import Decision, Game, Option, Seeded, State, clone, push, run, settle
from grognard.core.flow import hush
from grognard.lab.findings import Findings, Grid, number
from grognard.lab.jobs import Contestant, Setting
from grognard.lab.trial import seat_player

APART = 9
"""Every so manyth question at a resting step is taken from the games of self-play."""


Compared = tuple[float, ...]
"""What the second choice gained over the first in one position: when the seat had done, when the enemy had answered,
and so on."""
MOMENTS = ("done", "answered")


def positions(game: Game[Any], setting: Setting, count: int, seed: int) -> Iterator[tuple[State, Decision]]:
    """Questions at resting steps with several answers, out of games of the greedy player against itself."""
    rests = Valuation(game).rests
    found = met = k = 0
    while found < count:
        s: State = game.new(setting.scenario, setting.options)
        chance = Seeded(f"dice {seed}:{k}")
        players = [GreedyPlayer(game, f"{seed}:{k}:{seat}") for seat in range(len(s.seats))]
        k += 1
        while found < count and (asked := settle(s, chance)) is not None:
            if type(s.stack[-1]) in rests and len(asked.options) > 1:
                met += 1
                if met % APART == 0:
                    found += 1
                    yield clone(s), asked
            push(s, players[asked.seat].choose(game.view(s, asked.seat), asked, asked.seat), hush)


def _carry_out(
    game: Game[Any], s: State, asked: Decision, player: Player, rests: tuple[type, ...]
) -> tuple[Option, ...]:
    """The player's answers until its action is complete, or dice or another seat are asked."""
    given: list[Option] = []
    seat, here = asked.seat, asked
    while True:
        answer = player.choose(game.view(s, seat), here, seat)
        push(s, answer, hush)
        given.append(answer)
        following = run(s, hush)
        if not isinstance(following, Decision) or following.seat != seat or type(s.stack[-1]) in rests:
            return tuple(given)
        here = following


def compare(
    game: Game[Any],
    setting: Setting,
    one: Contestant,
    other: Contestant,
    count: int,
    dice: int,
    seed: int,
    exchanges: int = 1,
) -> tuple[int, list[Compared]]:
    """How many positions were looked at, and what the other's choice gained where it differed."""
    referee, rests = Rehearsal(game), Valuation(game).rests
    found: list[Compared] = []
    for at, (start, asked) in enumerate(positions(game, setting, count, seed)):
        chosen = []
        for contestant in (one, other):
            s = clone(start)
            given = _carry_out(game, s, asked, seat_player(game, contestant, f"{seed}:{at}"), rests)
            chosen.append((given, s))
        if chosen[0][0] == chosen[1][0] or game.codec.encode(chosen[0][1]) == game.codec.encode(chosen[1][1]):
            continue
        base = referee.value(start, asked.seat)
        gains = np.zeros(exchanges * len(MOMENTS))
        for k in range(dice):
            values = [referee.play_on(clone(s), asked.seat, f"{seed}:{at}:{k}", base, exchanges) for _, s in chosen]
            gains += np.subtract(values[1], values[0])
        found.append(tuple(float(x) for x in gains / dice))
    return count, found


def referee(
    game: Game[Any],
    setting: Setting,
    one: Contestant,
    other: Contestant,
    count: int,
    dice: int,
    seed: int,
    exchanges: int = 1,
) -> Findings:
    """The position experiment as findings."""
    looked, found = compare(game, setting, one, other, count, dice, seed, exchanges)
    told = Findings(f"{game.title}: choices of {other.name} against those of {one.name}")
    told.verdict.append(f"They differ in {len(found)} of {looked} positions; each was played on {dice} times.")
    rows = []
    for moment in range(exchanges * len(MOMENTS)):
        gains = [x[moment] for x in found]
        name = MOMENTS[moment % 2] + (f" {moment // 2 + 1}" if exchanges > 1 else "")
        if len(gains) > 1:
            error = float(np.std(gains, ddof=1)) / sqrt(len(gains))
            better, worse = sum(x > 0 for x in gains), sum(x < 0 for x in gains)
            rows.append((name, number(float(np.mean(gains))), number(error), str(better), str(worse)))
    heading = ("when", "mean gain", "standard error", "better", "worse")
    told.grids = [Grid(f"What {other.name} gains", heading, rows)]
    return told
