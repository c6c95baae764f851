"""10.6 Bidding: sealed bids for the Allied side; the winning number is what it then needs."""

import random

from grognard.core import Note, Option, SealedBids, Seat, Steps, clone, guess_bid, rule
from grognard.games.cassino_1944.rules.events import BidsOpened
from grognard.games.cassino_1944.rules.state import Cassino

LOWEST, HIGHEST = 1, 16


class Bid(Option, frozen=True):
    """Victory points bid for the Allied side."""

    points: int


BIDS = tuple(Bid(points) for points in range(LOWEST, HIGHEST + 1))


@rule("10.6.high", "10.6.points")
class Bids(SealedBids, frozen=True):
    """10.6 Seat after seat writes a number, hidden from the other; a tie is settled by a die (R-55)."""

    rule = "10.6.bid"
    tie = "10.6.high"
    offers = BIDS

    def opened(self, s: Cassino, allied: Seat, note: Note) -> Steps:
        s.seats = (allied, 1 - allied)
        s.goal = max(self.bids)
        note(BidsOpened(self.bids[0], self.bids[1], allied, s.goal))
        return ()


def resample(view: Cassino, seat: Seat, rng: random.Random) -> Cassino:
    """A world that looks like `view` to the seat: a bid it has not seen may be any."""
    world = clone(view)
    guess_bid(world, rng)
    return world
