"""20: bids for the German side, sealed or agreed."""

from grognard.core import HIDDEN, Ask, Decision, Note, Option, Refusal, Roll, Seat, Step, Steps, rule
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
class Bidding(Step, frozen=True):
    """20.1 Each player writes a bid in secret; the higher one commands the Germans."""

    rule = "20.1"
    bids: tuple[int, ...] = ()

    def ask(self, s: Thunder) -> Ask:
        if len(self.bids) < 2:
            options = BIDS
            return Decision(len(self.bids), "bid", "20.1", options, default=HIGHEST, secret=True)
        return Roll((6,), "tie", "20.3") if self.bids[0] == self.bids[1] else None

    def take(self, s: Thunder, answer: Bid | tuple[int, ...], note: Note) -> Steps:
        if isinstance(answer, Bid):
            return (Bidding((*self.bids, answer.points)),)
        return self._seat_sides(s, 0 if answer[0] <= 3 else 1, note)

    def auto(self, s: Thunder, note: Note) -> Steps:
        return self._seat_sides(s, 0 if self.bids[0] > self.bids[1] else 1, note)

    def _seat_sides(self, s: Thunder, german: Seat, note: Note) -> Steps:
        s.seats = (1 - german, german)
        s.bid = self.bids[german]
        note(BidsOpened(self.bids, german, s.bid))
        return ()

    def seen_by(self, s: Thunder, seat: Seat) -> Step:
        if len(self.bids) == 2:
            return self
        return Bidding(tuple([bid if k == seat else HIDDEN for k, bid in enumerate(self.bids)]))

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        return None if option in BIDS else Refusal("20.1", "bid_range", (-HIGHEST, HIGHEST))


class Agreed(Step, frozen=True):
    """20.2 A bid agreed before play is announced."""

    rule = "20.2"

    def auto(self, s: Thunder, note: Note) -> Steps:
        note(BidAgreed(s.bid))
        return ()
