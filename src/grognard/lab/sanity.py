"""Does a level make sense? Counts, over whole games, of what a player who knows the rules would seldom do, and how
often each side won.

A *round* is all that a seat is asked at resting steps between two turns of the track. It is idle where every answer was
the quiet one although something else was open. What else is a lapse the title says (`Mind.lapses`).
"""

import random
from collections import Counter
from typing import Any

from grognard.bots import Player
from grognard.bots.listed_operations import ListedOperations
from grognard.bots.lookahead import LookAhead
from grognard.bots.valuation import Valuation
from grognard.core import Decision, Event, Game, Seat, Seeded, State, mind_of, push, settle
from grognard.lab.findings import Findings, Grid, number
from grognard.lab.jobs import Contestant, Setting
from grognard.lab.trial import seat_player

NODES = 150
"""Positions of the look that tells whether a pass gave something away."""
GAIN = 0.25
"""What an action must gain over passing, by the title's plain evaluation, to count as given away."""
EVERY = 4
"""One pass in so many is looked at."""
FIRST = ("won", "passes", "passes looked at", "passes with a gain open", "rounds", "idle rounds")


class Watch:
    """Counts what a seat does in one game."""

    def __init__(self, game: Game[Any], seed: str = "") -> None:
        self._game, self._rng = game, random.Random(seed)
        self._mind = mind_of(game)
        valuation = Valuation(game)
        self._look = LookAhead(valuation, game.codec.encode, NODES)
        self._listed = ListedOperations(valuation)
        self.counts: Counter[str] = Counter()
        self._round: tuple[object, ...] = ()
        self._acted = self._open = False

    def answered(self, view: State, decision: Decision, seat: Seat, quiet: bool) -> None:
        """A question at a resting step was answered, quietly or not."""
        now = view.clock()
        if now != self._round:
            self.close()
            self._round, self._acted, self._open = now, False, False
        several = len(decision.options) > 1
        self._open, self._acted = self._open or several, self._acted or not quiet
        if quiet and several:
            self.counts["passes"] += 1
            if self.counts["passes"] % EVERY == 0:
                self.counts["passes looked at"] += 1
                self.counts["passes with a gain open"] += self._gain(view, decision, seat) > GAIN

    def close(self) -> None:
        """The round is over."""
        if self._open:
            self.counts["rounds"] += 1
            self.counts["idle rounds"] += not self._acted

    def _gain(self, view: State, decision: Decision, seat: Seat) -> float:
        """What the best action would have gained over passing, in a world that looks the same to the seat: rules
        cannot be played on what is hidden."""
        world = self._game.resample(view, seat, self._rng)
        if self._listed.lists:
            return self._listed.gain(world, decision, seat)
        plans = self._look.plans(world, decision, seat)
        quiet = decision.options[decision.default]
        return plans[0].value - next((plan.value for plan in plans if plan.answers[0] == quiet), plans[0].value)

    @property
    def rests(self) -> tuple[type, ...]:
        return self._mind.rests


def watch_game(game: Game[Any], players: list[Player], setting: Setting, seed: str) -> list[Counter[str]]:
    """One game, and what each seat's player did in it."""
    watches = [Watch(game, f"worlds {seed}:{seat}") for seat in range(len(players))]
    lapses = mind_of(game).lapses
    s: State = game.new(setting.scenario, setting.options)
    chance = Seeded(f"dice {seed}")

    def hear(event: Event) -> None:
        if lapses is not None:
            for name, side in lapses(s, event):
                if s.seats[side] >= 0:
                    watches[s.seats[side]].counts[name] += 1

    while (asked := settle(s, chance, hear)) is not None:
        seat = asked.seat
        view = game.view(s, seat)
        answer = players[seat].choose(view, asked, seat)
        if asked.default >= 0 and type(s.stack[-1]) in watches[seat].rests:
            watches[seat].answered(view, asked, seat, answer == asked.options[asked.default])
        push(s, answer, hear)
    for seat, watch in enumerate(watches):
        watch.close()
        watch.counts["won"] += s.result is not None and any(s.seats[side] == seat for side in s.result.winners)
    return [watch.counts for watch in watches]


def examine(game: Game[Any], setting: Setting, contestant: Contestant, games: int, seed: int) -> Findings:
    """So many games of a level against itself; counts for each side, per game."""
    seats = game.seats_with(setting.options)
    total = [Counter[str]() for _ in range(seats)]
    for k in range(games):
        players = [seat_player(game, contestant, f"{seed}:{k}:{seat}") for seat in range(seats)]
        for counts, more in zip(total, watch_game(game, players, setting, f"{seed}:{k}"), strict=True):
            counts.update(more)
    names = [*FIRST, *sorted({name for counts in total for name in counts} - set(FIRST))]
    sides = [game.sides[seat] if seat < len(game.sides) else str(seat) for seat in range(seats)]
    rows = [(name, *(number(counts[name] / games) for counts in total)) for name in names]
    found = Findings(f"{game.title}, {setting.scenario}: what {contestant.name} does in {games} games")
    for side, counts in zip(sides, total, strict=True):
        looked, rounds = counts["passes looked at"], counts["rounds"]
        found.verdict.append(
            f"{side}: {counts['won']} of {games} games won; {counts['passes with a gain open']} of {looked} passes "
            f"looked at gave something away; {counts['idle rounds']} of {rounds} rounds were idle."
        )
    found.grids = [Grid("Per game", ("", *sides), rows)]
    return found
