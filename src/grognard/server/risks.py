"""Who could come in on a march: the units another seat may answer with, and where.

Found by giving the answers of the plan on a world in which the asker's view is true. When another seat is asked, the
units its answers name are those that could fire or react; it is then taken to decline, and the march goes on as far as
its answers still fit. Dice end the search: what lies beyond them depends on how they fall.
"""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.core import Ask, Decision, Event, Game, Option, State, push, run
from grognard.core.text import noun_fields

MOST = 12
"""Questions to others in a row after which a march is left alone."""


class Risk(NamedTuple):
    space: int
    """Where the march is when somebody else is asked."""
    units: list[int]
    """Whom their answers name."""


def risks_of(game: Game[Any], view: State, seat: int, lead: int, plan: Sequence[Option]) -> list[Risk]:
    """Who may come in while `lead` marches by the answers of `plan`, in the order of the march."""
    world = game.resample(view, seat, random.Random(0))
    asked = run(world, _deaf)
    found: list[Risk] = []
    for option in plan:
        if not isinstance(asked, Decision) or asked.seat != seat or option not in asked.options:
            break
        push(world, option, _deaf)
        asked = _declined(world, run(world, _deaf), seat, lead, found)
    return found


def _declined(s: State, asked: Ask, seat: int, lead: int, found: list[Risk]) -> Ask:
    """Note what others are asked, and let them decline."""
    for _ in range(MOST):
        if not isinstance(asked, Decision) or asked.seat == seat:
            break
        units = sorted({unit for option in asked.options for unit in noun_fields(option).get("UnitId", ())} - {lead})
        space = s.where(lead)
        if units:
            found.append(Risk(space, units))
        if asked.default < 0:
            break
        push(s, asked.options[asked.default], _deaf)
        asked = run(s, _deaf)
    return asked


def _deaf(event: Event) -> None:
    """Nobody listens."""
