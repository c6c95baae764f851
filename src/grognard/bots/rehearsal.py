"""Positions rehearsed: each is played on in the head until its side is asked again after the enemy's answer, on dice
that are the same for all that is compared, with what the dice gave or took away deducted.

Everybody plays on by the one-deep look. Of rolls with few outcomes all are valued, and the value of the one that fell,
less the mean of all, is luck: without it a few rehearsals say as much as a hundred with it.
"""

import random
from typing import Any

from grognard.bots.greedy import GreedyPlayer
from grognard.bots.lookahead import silent
from grognard.bots.valuation import Valuation
from grognard.core import Decision, Draw, Game, Roll, Seat, State, clone, outcomes, push, run
from grognard.core.chance import pick

LONGEST = 300
"""Answers after which a position counts as it stands."""
MOST_OUTCOMES = 36
"""Rolls with more outcomes are not adjusted for luck."""
CAP = 50.0
"""Changes beyond this, as of a decided game, count as this."""
NODES = 150
MOMENTS = 2
"""Of an exchange: when the seat has done, and when it is asked again."""


class Rehearsal:
    """Plays on from a position, everybody by the one-deep look."""

    def __init__(self, game: Game[Any], valuation: Valuation | None = None) -> None:
        """`valuation`: what the positions in the end are valued by; the plain one if none is given."""
        self._game, self._valuation = game, valuation or Valuation(game)
        self._base = 0.0

    def play_on(self, s: State, seat: Seat, seed: str, base: float, exchanges: int = 1) -> tuple[float, ...]:
        """What a seat has gained when it has done and when it is asked again after others, for so many exchanges.

        `base`: what gains are counted from, the value before the choice. The seed decides the dice, and which of equal
        plans is taken: the same for all that is compared.
        """
        dice, player = random.Random(seed), GreedyPlayer(self._game, seed, NODES)
        self._base = base
        luck, values = 0.0, list[float]()
        wanted = exchanges * MOMENTS
        for _ in range(LONGEST):
            asked = run(s, silent)
            if asked is None:
                break
            if not isinstance(asked, Decision):
                luck += self._roll(s, asked, seat, dice)
                continue
            away = len(values) % MOMENTS == 1
            if type(s.stack[-1]) in self._valuation.rests and (asked.seat == seat) == away:
                values.append(self._value(s, seat) - luck)
                if len(values) == wanted:
                    break
            push(s, player.choose(self._game.view(s, asked.seat), asked, asked.seat), silent)
        self._valuation.valued += player.valued
        last = self._value(s, seat) - luck
        return (*values, *[last] * (wanted - len(values)))

    def value(self, s: State, seat: Seat) -> float:
        """What the position before a choice is worth."""
        return self._valuation(s, seat)

    def _roll(self, s: State, asked: Roll | Draw, seat: Seat, dice: random.Random) -> float:
        """Let chance answer; how much luckier than the mean that was."""
        answer = pick(asked, dice.randrange)
        of = outcomes(asked)
        luck = 0.0
        if len(of) <= MOST_OUTCOMES:
            mean = sum(float(chance) * self._after(s, each, seat) for each, chance in of)
            luck = self._after(s, answer, seat) - mean
        push(s, answer, silent)
        return luck

    def _after(self, s: State, answer: Any, seat: Seat) -> float:
        branch = clone(s)
        push(branch, answer, silent)
        run(branch, silent, self._valuation.rests)
        return self._value(branch, seat)

    def _value(self, s: State, seat: Seat) -> float:
        return max(-CAP, min(CAP, self._valuation(s, seat) - self._base))
