"""Views: what one seat may know of a state, in the same type, so that rules, bots and overlays run on it."""

import random
from collections.abc import Callable
from typing import TypeVar

from grognard.core.flow import State, Step, Steps, clone
from grognard.core.types import Seat

S = TypeVar("S", bound=State)
Hide = Callable[[S, Seat], None]
"""Redacts the columns of a clone in place for a seat."""
Resample = Callable[[S, Seat, random.Random], S]
"""A full state consistent with a view."""


def open_to_all(stack: Steps) -> bool:
    """Whether no frame of a stack has a way of its own to show itself: then all seats see the same stack."""
    for step in stack:  # noqa: SIM110  # asked of every view, and a generator costs more than the stack
        if type(step).seen_by is not Step.seen_by:
            return False
    return True


def view(s: S, seat: Seat, hide: Hide[S] | None = None) -> S:
    """A copy with every frame, and through `hide` every column, reduced to what `seat` may know."""
    v = clone(s)
    v.stack = tuple([step.seen_by(s, seat) for step in s.stack])
    if hide is not None:
        hide(v, seat)
    return v
