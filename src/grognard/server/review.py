"""A finished game looked at again: who stood better, losses by turn, what the dice were worth, and the rolls that
turned it.

The record is replayed. Each roll is set against everything else that could have come up: the position after it and the
positions after the others are valued as the title's computer players value them, for the side of the first seat. Where
a law of the chance to win is known (`bots.outlook`), that chance is told from half to half, and rolls are weighed by
it.
"""

from typing import Any, NamedTuple

from msgspec import Struct

from grognard.bots.outlook import Halves, Outlook, Stage, law_of, stage_of
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
    chance: float | None = None
    """The same as a change of the chance to win; None: no law is known."""


class Standing(Struct):
    """Who stood better as a half began, or as the game ended."""

    entry: int
    """After which."""
    turn: str
    chance: float
    """Of the first side."""


class Course(Struct):
    """The chance of the first side from half to half, and what it rests on."""

    by: str
    games: int
    par: bool
    """The chance is that of a better result than in the middle of those games, since one side won them all."""
    standings: list[Standing]


class Review(Struct):
    turns: list[TurnLosses]
    luck: float
    """Of the first side: what share of the other results its rolls were better than, on average; 0.5 is even."""
    rolls: int
    """Rolls that mattered: something else would have been worth more or less."""
    unseen: int
    """Rolls that were not looked at."""
    turning: list[Turning]
    course: Course | None
    """None: no law of the chance to win is known here."""


def review(game: Game[Any], display: Display[Any] | None, record: Record) -> Review:
    """Of a game that is over; its whole record may be known."""
    return _Reviewer(game, display, record).over()


class _Before(NamedTuple):
    """How things stood before an entry, to come back to."""

    state: State
    asked: Any
    fallen: list[int]
    half: tuple[int, ...]
    stage: Stage


class _Reviewer:
    def __init__(self, game: Game[Any], display: Display[Any] | None, record: Record) -> None:
        self.game, self.display, self.record = game, display, record
        self.options = game.recorded(record.scenario, record.options)
        self.law = law_of(game, record.scenario, self.options)
        self.outlook = Outlook(game, self.law)
        self.stage = Stage((), 0)
        self.told: list[Event] = []
        self.fallen = [0] * len(game.sides)
        """Losses that events have told, by side."""

    def over(self) -> Review:
        record = self.record
        s = self.game.new(record.scenario, self.options)
        halves, standings = Halves(self.outlook.rests), list[Standing]()
        asked = run(s)
        turns: list[TurnLosses] = []
        found: list[Turning] = []
        shares: list[float] = []
        unseen = 0
        lost, turn = self._lost(s), self._turn(s)
        past: list[_Before] = []
        for n, entry in enumerate(record.entries, 1):
            label = self._turn(s) or turn
            if label != turn:
                now = self._lost(s)
                turns.append(_losses(turn, lost, now))
                lost, turn = now, label
            past.append(_Before(clone(s), asked, list(self.fallen), halves.now, self.stage))
            if entry.who == TABLE:
                if isinstance(entry.answer, TakeBack):
                    before, asked, fallen, halves.now, self.stage = past[entry.answer.to]
                    s, self.fallen = clone(before), list(fallen)
                    standings = [standing for standing in standings if standing.entry < entry.answer.to]
                continue
            if isinstance(asked, Decision) and halves.begins(s, asked):
                self.stage = stage_of(s, asked.seat)
                self._stand(standings, n - 1, turn, s)
            expected, purpose = None, ""
            if entry.who == CHANCE and not isinstance(asked, Decision) and asked is not None:
                purpose = asked.purpose
                expected = self._expected(s, asked) if self.outlook.valued < VALUED else None
                unseen += expected is None
            self.told = []
            push(s, entry.answer, self.told.append)
            asked = run(s, self.told.append)
            self._count()
            if found and not found[-1].text:  # what a roll came to is told when nobody has it rolled again
                found[-1].text = self._words()
            if expected is not None and max(expected)[0] - min(expected)[0] > SAME:
                got = self.outlook.worth(s)
                shares.append(sum(p * (0.5 if abs(v - got) <= SAME else float(v < got)) for v, p, _ in expected))
                gain = got - sum(v * p for v, p, _ in expected)
                so = self.outlook.chance(s, self.stage)
                swing = None if so is None else so - sum(p * c for _, p, c in expected)
                found.append(Turning(n, turn, self._words(purpose), gain, swing))
        self._stand(standings, len(record.entries), turn, s)
        turns.append(_losses(turn, lost, self._lost(s)))
        found.sort(key=lambda one: (-abs(one.chance or 0.0), -abs(one.gain)))
        luck = sum(shares) / len(shares) if shares else 0.5
        law = self.law
        course = None if law is None else Course(law.by, law.games, law.par is not None, standings)
        return Review(turns, luck, len(shares), unseen, found[:MOST], course)

    def _expected(self, s: State, asked: Any) -> list[tuple[float, float, float]]:
        """Worth, probability, and chance to win of everything that could come."""
        made = []
        for answer, probability in outcomes(asked):
            after = clone(s)
            push(after, answer, _silent)
            run(after)
            chance = self.outlook.chance(after, self.stage) or 0.0
            made.append((self.outlook.worth(after), float(probability), chance))
        return made

    def _stand(self, standings: list[Standing], entry: int, turn: str, s: State) -> None:
        """Note who stands better, if that is known."""
        chance = self.outlook.chance(s, self.stage)
        if chance is not None:
            standings.append(Standing(entry, turn, chance))

    def _turn(self, s: State) -> str:
        words = self.game.words
        return next((text for step in s.stack if (text := words.step(step.seen_by(s, SPECTATOR), False))), "")

    def _words(self, purpose: str = "") -> str:
        """What a roll came to: the first thing told that nothing else sums up, unless the roll is summed up too."""
        words = self.game.words
        told = words.told([event for event in self.told if event.logged], _name)
        whole = [event for event in told if words.part(purpose) or not words.part(_name(event))]
        return as_printed(words.event(whole[0])) if whole else ""

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


def _name(event: Event) -> str:
    return type(event).__name__


def _silent(event: Event) -> None:
    """What did not happen is not told."""
