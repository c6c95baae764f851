"""A finished game looked at again: losses by turn, what the dice were worth in results, and the rolls that turned it.

The record is replayed. Each roll is set against everything else that could have come up: the position after it and the
positions after the others are valued as the title's computer players value them, for the side of the first seat.
"""

from typing import Any

from msgspec import Struct

from grognard.bots.valuation import Valuation
from grognard.core import CHANCE, SPECTATOR, TABLE, Decision, Event, Game, State, clone, push, run
from grognard.core.acts import TakeBack
from grognard.core.chance import outcomes
from grognard.core.record import Record
from grognard.look.display import Display
from grognard.server.citing import as_printed

MOST = 5
"""Turning points told."""
VALUED = 40_000
"""Positions valued at most: rolls beyond that are not looked at."""
SAME = 1e-9


class TurnLosses(Struct):
    """Units lost in a turn, by side."""

    label: str
    lost: list[int]


class Turning(Struct):
    """A roll that was worth much more, or much less, to the first side than could be expected."""

    entry: int
    turn: str
    text: str
    gain: float
    """For the first side, in the points of the title's evaluation."""


class Review(Struct):
    turns: list[TurnLosses]
    luck: float
    """Of the first side: what share of the other results its rolls were better than, on average; 0.5 is even."""
    rolls: int
    """Rolls that mattered: something else would have been worth more or less."""
    unseen: int
    """Rolls that were not looked at."""
    turning: list[Turning]


def review(game: Game[Any], display: Display[Any] | None, record: Record) -> Review:
    """Of a game that is over; its whole record may be known."""
    return _Reviewer(game, display).over(record)


class _Reviewer:
    def __init__(self, game: Game[Any], display: Display[Any] | None) -> None:
        self.game, self.display = game, display
        self.value = Valuation(game)
        self.told: list[Event] = []
        self.fallen = [0] * len(game.sides)
        """Losses that events have told, by side."""

    def over(self, record: Record) -> Review:
        game = self.game
        s = game.new(record.scenario, game.recorded(record.scenario, record.options))
        asked = run(s)
        turns: list[TurnLosses] = []
        found: list[Turning] = []
        shares: list[float] = []
        unseen = 0
        lost, turn = self._lost(s), self._turn(s)
        past: list[tuple[State, Any, list[int]]] = []
        for n, entry in enumerate(record.entries, 1):
            label = self._turn(s) or turn
            if label != turn:
                now = self._lost(s)
                turns.append(_losses(turn, lost, now))
                lost, turn = now, label
            past.append((clone(s), asked, list(self.fallen)))
            if entry.who == TABLE:
                if isinstance(entry.answer, TakeBack):
                    before, asked, fallen = past[entry.answer.to]
                    s, self.fallen = clone(before), list(fallen)
                continue
            expected = None
            if entry.who == CHANCE and not isinstance(asked, Decision) and asked is not None:
                expected = self._expected(s, asked) if self.value.valued < VALUED else None
                unseen += expected is None
            self.told = []
            push(s, entry.answer, self.told.append)
            asked = run(s, self.told.append)
            self._count()
            if found and not found[-1].text:  # what a roll came to is told when nobody has it rolled again
                found[-1].text = self._words()
            if expected is not None and max(expected)[0] - min(expected)[0] > SAME:
                got = self._worth(s)
                shares.append(sum(p * (0.5 if abs(v - got) <= SAME else float(v < got)) for v, p in expected))
                found.append(Turning(n, turn, self._words(), got - sum(v * p for v, p in expected)))
        turns.append(_losses(turn, lost, self._lost(s)))
        found.sort(key=lambda one: -abs(one.gain))
        luck = sum(shares) / len(shares) if shares else 0.5
        return Review(turns, luck, len(shares), unseen, found[:MOST])

    def _expected(self, s: State, asked: Any) -> list[tuple[float, float]]:
        """Value and chance of everything that could come."""
        made = []
        for answer, chance in outcomes(asked):
            after = clone(s)
            push(after, answer, _silent)
            run(after)
            made.append((self._worth(after), float(chance)))
        return made

    def _worth(self, s: State) -> float:
        return self.value(s, s.seats[0])

    def _turn(self, s: State) -> str:
        words = self.game.words
        return next((text for step in s.stack if (text := words.step(step.seen_by(s, SPECTATOR), False))), "")

    def _words(self) -> str:
        return next((as_printed(self.game.words.event(event)) for event in self.told if event.logged), "")

    def _count(self) -> None:
        if self.display is not None and self.display.losses is not None:
            for event in self.told:
                for side in self.display.losses(event):
                    self.fallen[side] += 1

    def _lost(self, s: State) -> list[int]:
        """Units lost so far, by side."""
        if self.display is not None and self.display.losses is not None:
            return list(self.fallen)
        lost = [0] * len(self.game.sides)
        if self.display is not None:
            for piece in self.display.scene(s, SPECTATOR).pieces:
                if piece.unit >= 0 and 0 <= piece.side < len(lost) and "eliminated" in piece.face.states:
                    lost[piece.side] += 1
        return lost


def _losses(turn: str, before: list[int], after: list[int]) -> TurnLosses:
    return TurnLosses(turn, [max(b - a, 0) for a, b in zip(before, after, strict=True)])


def _silent(event: Event) -> None:
    """What did not happen is not told."""
