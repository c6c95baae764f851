"""20: bids for the German side, sealed or agreed."""

from grognard.core import Note, Option, Refusal, SealedBids, Seat, Step, Steps, rule
from grognard.games.thunder_at_cassino.rules.events import BidAgreed, BidsOpened
from grognard.games.thunder_at_cassino.rules.state import Thunder

HIGHEST = 15
EVEN = -4
"""The agreed bid of an even game: measured between the best computer players, and no number of the rulebook."""


class Bid(Option, frozen=True):
    """Victory Points offered to the Allied player for the command of the Germans."""

    points: int


BIDS = tuple(Bid(points) for points in range(-HIGHEST, HIGHEST + 1))


@rule("20", "20.3")
class Bidding(SealedBids, frozen=True):
    """20.1 Each player writes a bid in secret; the higher one commands the Germans."""

    rule = "20.1"
    tie = "20.3"
    offers = BIDS
    usual = HIGHEST

    def opened(self, s: Thunder, german: Seat, note: Note) -> Steps:
        s.seats = (1 - german, german)
        s.bid = self.bids[german]
        note(BidsOpened(self.bids, german, s.bid))
        return ()

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        return None if option in BIDS else Refusal("20.1", "bid_range", (-HIGHEST, HIGHEST))


class Agreed(Step, frozen=True):
    """20.2 A bid agreed before play is announced."""

    rule = "20.2"

    def auto(self, s: Thunder, note: Note) -> Steps:
        note(BidAgreed(s.bid))
        return ()
