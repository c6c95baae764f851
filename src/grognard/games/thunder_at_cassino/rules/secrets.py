"""What a seat cannot see: a bid not yet opened, and a chit chosen but not yet turned over."""

import random

from msgspec.structs import replace

from grognard.core import HIDDEN, Seat, clone, guess_bid
from grognard.games.thunder_at_cassino.rules.chits import LOWEST, left
from grognard.games.thunder_at_cassino.rules.fire import FireAttack
from grognard.games.thunder_at_cassino.rules.state import Thunder


def resample(v: Thunder, seat: Seat, rng: random.Random) -> Thunder:
    """A world with the same view: any legal bid or chit in place of a sealed one."""
    w = clone(v)
    top = v.stack[-1] if v.stack else None
    if isinstance(top, FireAttack) and top.dice == (HIDDEN,):
        have = left(v, top.attack.side)
        chit = rng.choices(range(LOWEST, LOWEST + len(have)), have)[0]
        w.stack = (*v.stack[:-1], replace(top, dice=(chit,)))
    else:
        guess_bid(w, rng)
    return w
