"""10.6 Bidding: sealed bids for the Allied side; the winning number is what it then needs."""

import random

from grognard.core import HIDDEN, Ask, Decision, Note, Option, Roll, Seat, Step, Steps, clone, rule
from grognard.games.cassino_1944.rules.events import BidsOpened
from grognard.games.cassino_1944.rules.state import Cassino

LOWEST, HIGHEST = 1, 16


class Bid(Option, frozen=True):
    """Victory points bid for the Allied side."""

    points: int


BIDS = tuple(Bid(points) for points in range(LOWEST, HIGHEST + 1))


@rule("10.6.high", "10.6.points")
class Bids(Step, frozen=True):
    """10.6 Seat after seat writes a number, hidden from the other; a tie is settled by a die (R-55)."""

    rule = "10.6.bid"
    bids: tuple[int, ...] = ()

    def ask(self, s: Cassino) -> Ask:
        if len(self.bids) < 2:
            return Decision(len(self.bids), "bid", "10.6.bid", BIDS, secret=True)
        return Roll((6,), "tie", "10.6.high") if self.bids[0] == self.bids[1] else None

    def take(self, s: Cassino, answer: Bid | tuple[int], note: Note) -> Steps:
        if isinstance(answer, Bid):
            return (Bids((*self.bids, answer.points)),)
        return self._open(s, 0 if answer[0] <= 3 else 1, note)

    def auto(self, s: Cassino, note: Note) -> Steps:
        return self._open(s, 0 if self.bids[0] > self.bids[1] else 1, note)

    def _open(self, s: Cassino, allied: Seat, note: Note) -> Steps:
        s.seats = (allied, 1 - allied)
        s.goal = max(self.bids)
        note(BidsOpened(self.bids[0], self.bids[1], allied, s.goal))
        return ()

    def seen_by(self, s: Cassino, seat: Seat) -> Step:
        if len(self.bids) == 2:
            return self
        return Bids(tuple([bid if at == seat else HIDDEN for at, bid in enumerate(self.bids)]))


def resample(view: Cassino, seat: Seat, rng: random.Random) -> Cassino:
    """A world that looks like `view` to the seat: a bid it has not seen may be any."""
    world = clone(view)
    top = world.stack[-1] if world.stack else None
    if isinstance(top, Bids) and HIDDEN in top.bids:
        filled = tuple([rng.randint(LOWEST, HIGHEST) if bid == HIDDEN else bid for bid in top.bids])
        world.stack = (*world.stack[:-1], Bids(filled))
    return world
