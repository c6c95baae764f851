"""Proof of fair dice: recompute every answer of chance from the secret published after the game."""

from typing import NamedTuple

from grognard.core.ask import Decision
from grognard.core.chance import Fair
from grognard.core.match import Mismatch, replay, replay_entry
from grognard.core.record import Record
from grognard.core.types import CHANCE


class Proof(NamedTuple):
    """What became of the rolls and draws of a record."""

    proven: int
    """They follow from the secret that was committed to."""
    before: int
    """They came before these dice, in a record that was taken up again: nothing proves them."""


def prove_dice(record: Record) -> Proof:
    """Count what follows from the secret; raises Mismatch where the record departs from it."""
    try:
        secret = bytes.fromhex(record.secret)
    except ValueError:
        raise Mismatch(0, "the secret of the dice is not written in hexadecimal") from None
    fair = Fair(secret, tuple(record.strings))
    if fair.commitment != record.commitment:
        raise Mismatch(0, "the secret of the dice is not the one committed to at the start")
    match, before = replay(record, to=0), 0
    for k, entry in enumerate(record.entries, 1):
        asked = match.asked
        before += k <= record.rolled_before and entry.who == CHANCE
        own = k > record.rolled_before and entry.who == CHANCE
        if own and asked is not None and not isinstance(asked, Decision):
            made = fair(asked)
            if made != entry.answer:
                raise Mismatch(k, f"chance answered {entry.answer!r}, the secret gives {made!r}")
        replay_entry(match, k, entry)
    return Proof(fair.k, before)
