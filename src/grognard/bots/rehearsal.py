"""Choices rehearsed: each is carried out in the head and played on until its side is asked again after the enemy's
answer, on dice that are the same for all that is compared, with what the dice gave or took away deducted.

Of rolls with few outcomes all are valued, and the value of the one that fell, less the mean of all, is luck: without it
a few rehearsals say as much as a hundred with it.
"""

import random
from collections.abc import Callable
from typing import Any

from grognard.bots.greedy import GreedyPlayer
from grognard.bots.lookahead import silent
from grognard.bots.planner import Planner
from grognard.bots.player import Player
from grognard.bots.valuation import Valuation
from grognard.core import Decision, Draw, Game, Roll, Seat, State, clone, outcomes, push, run, whose_turn
from grognard.core.chance import pick

LONGEST = 1500
"""Answers after which a position counts as it stands."""
MOST_OUTCOMES = 36
"""Rolls with more outcomes are not adjusted for luck."""
CAP = 50.0
"""Changes beyond this, as of a decided game, count as this."""
NODES = 150
MOMENTS = 2
"""Of an exchange: when the seat has done, and when the enemy has answered."""


Half = tuple[int, ...]
"""A stretch of the game that belongs to one seat: the title's clock, and whose turn it is."""
Hand = Callable[[Seat, str], Player]
"""Makes the player who plays on for a seat, from a seed."""


def half_of(s: State, asked: Decision) -> Half:
    """The half a question falls into."""
    turn = whose_turn(s)
    return (*s.clock(), asked.seat if turn is None else turn)


class Rehearsal:
    """Plays on from a position: everybody by the one-deep look, unless other hands are given."""

    def __init__(self, game: Game[Any], valuation: Valuation | None = None, hand: Hand | None = None) -> None:
        """`valuation`: what the positions in the end are valued by; the plain one if none is given."""
        self._game, self._valuation = game, valuation or Valuation(game)
        self._hand: Hand = hand or (lambda seat, seed: GreedyPlayer(game, seed, NODES))
        self._base = 0.0

    def play_on(
        self,
        s: State,
        seat: Seat,
        seed: str,
        base: float,
        half: Half,
        exchanges: int = 1,
        done: Callable[[Player], None] = lambda player: None,
    ) -> tuple[float, ...]:
        """What a seat has gained when a half is over and when the next one is, for so many exchanges.

        `base`: what gains are counted from, the value before the choice; `half`: where that fell. The seed decides the
        dice, and which of equal plans is taken: the same for all that is compared. `done` is told the seat's player
        when the first half is over.
        """
        dice = random.Random(seed)
        players = [self._hand(k, f"{seed}:{k}") for k in range(max(s.seats) + 1)]
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
            if type(s.stack[-1]) in self._valuation.rests and (now := half_of(s, asked)) != half:
                half = now
                values.append(self._value(s, seat) - luck)
                if len(values) == wanted:
                    break
                if len(values) == 1:
                    done(players[seat])
            push(s, players[asked.seat].choose(self._game.view(s, asked.seat), asked, asked.seat), silent)
        self._valuation.valued += sum(player.valued for player in players if isinstance(player, Planner))
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
