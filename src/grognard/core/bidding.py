"""Sealed bids for a side: both seats write a number, the higher one has its wish, a die settles a tie.

A title says which bids there are and what follows when they are opened.
"""

import random
from typing import Any, ClassVar

from grognard.core.ask import Ask, Decision, Roll
from grognard.core.flow import Note, State, Step, Steps, unsaid
from grognard.core.types import HIDDEN, Seat


class SealedBids(Step, frozen=True):
    """Seat after seat writes a bid that the other does not see. A subclass has `offers`, `tie` and `opened`."""

    offers: ClassVar[tuple[Any, ...]] = ()
    """Options with `points`, in rising order."""
    usual: ClassVar[int] = -1
    """The place among them of the bid of somebody who has no wish; -1: there is none."""
    tie: ClassVar[str] = ""
    """The case that settles a tie."""
    bids: tuple[int, ...] = ()

    def opened(self, s: Any, winner: Seat, note: Note) -> Steps:
        """What follows for the seat with the higher bid."""
        raise unsaid(self, "opened")

    def ask(self, s: Any) -> Ask:
        if len(self.bids) < 2:
            return Decision(len(self.bids), "bid", self.rule, self.offers, default=self.usual, secret=True)
        return Roll((6,), "tie", self.tie) if self.bids[0] == self.bids[1] else None

    def take(self, s: Any, answer: Any, note: Note) -> Steps:
        if isinstance(answer, tuple):
            return self.opened(s, 0 if answer[0] <= 3 else 1, note)
        return (type(self)((*self.bids, answer.points)),)

    def auto(self, s: Any, note: Note) -> Steps:
        return self.opened(s, 0 if self.bids[0] > self.bids[1] else 1, note)

    def seen_by(self, s: Any, seat: Seat) -> Step:
        if len(self.bids) == 2:
            return self
        return type(self)(tuple([bid if at == seat else HIDDEN for at, bid in enumerate(self.bids)]))


def guess_bid(world: State, rng: random.Random) -> None:
    """Write any bid where a view has a sealed one."""
    top = world.stack[-1] if world.stack else None
    if isinstance(top, SealedBids) and HIDDEN in top.bids:
        bids = tuple([rng.choice(top.offers).points if bid == HIDDEN else bid for bid in top.bids])
        world.stack = (*world.stack[:-1], type(top)(bids))
