"""Who could come in on a march: the units another seat may answer with, and where.

Found by giving the answers of the plan on a world in which the asker's view is true. When another seat is asked, those
could fire or react whom its answers name, or the question that follows from them, or who stand where they name; the
seat is then taken to decline, and the march goes on as far as its answers still fit. Dice end the search, since what
lies beyond them depends on how they fall, and so does the end of the turn: what others do in their own is no answer to
the march.
"""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.core import Ask, Decision, Event, Game, Option, Roll, Seat, State, clone, push, run, whose_turn
from grognard.core.text import noun_fields

MOST = 12
"""Questions to others in a row after which a march is left alone."""
TRIED = 60
"""Answers that name no unit of which it is tried who would act by them."""


class Risk(NamedTuple):
    space: int
    """Where on the march somebody else may come in."""
    units: list[int]
    """Who may."""


class _March:
    """A march as far as it has gone, and who may have come in on it."""

    def __init__(self, world: State, seat: Seat, lead: int, units: int) -> None:
        self.world, self.seat, self.lead, self.units = world, seat, lead, units
        self.turn = whose_turn(world)
        self.passed = {world.where(lead)}
        self.found: dict[int, set[int]] = {}

    def go(self, option: Option) -> Ask:
        self.passed.update(noun_fields(option).get("SpaceId", ()))
        push(self.world, option, _deaf)
        asked = run(self.world, _deaf)
        self.passed.add(self.world.where(self.lead))
        return asked

    def declined(self, asked: Ask) -> Ask:
        """Note what others are asked in this turn, and let them decline."""
        s = self.world
        for _ in range(MOST):
            if not isinstance(asked, Decision) or asked.seat == self.seat or whose_turn(s) != self.turn:
                break
            for n, option in enumerate(asked.options):
                if n != asked.default:
                    self._note(asked, option, n < TRIED)
            if asked.default < 0:
                break
            push(s, asked.options[asked.default], _deaf)
            asked = run(s, _deaf)
        return asked

    def _note(self, asked: Decision, option: Option, trying: bool) -> None:
        named = noun_fields(option)
        spaces = named.get("SpaceId", ())
        units = set(named.get("UnitId", ())) or (self._actors(asked, option) - {self.lead} if trying else set())
        # A place off the way is where whoever acts stands.
        beside = [space for space in spaces if space not in self.passed]
        units = units or {unit for unit in range(self.units) if beside and self.world.where(unit) in beside}
        place = next((space for space in spaces if space in self.passed), self.world.where(self.lead))
        if units - {self.lead}:
            self.found.setdefault(place, set()).update(units - {self.lead})

    def _actors(self, asked: Decision, option: Option) -> set[int]:
        """Whom the question that follows from an answer names, or its step where only one choice is left."""
        tried = clone(self.world)
        push(tried, option, _deaf)
        then = run(tried, _deaf)
        if whose_turn(tried) != self.turn:
            return set()
        if isinstance(then, Decision) and then.seat == asked.seat:
            named = {unit for one in then.options for unit in noun_fields(one).get("UnitId", ())}
            return named or set(noun_fields(tried.stack[-1]).get("UnitId", ()))
        return set(noun_fields(tried.stack[-1]).get("UnitId", ())) if isinstance(then, Roll) else set()


def risks_of(game: Game[Any], view: State, seat: int, lead: int, plan: Sequence[Option]) -> list[Risk]:
    """Who may come in while `lead` marches by the answers of `plan`, in the order of the march."""
    world = game.resample(view, seat, random.Random(0))
    asked = run(world, _deaf)
    march = _March(world, seat, lead, len(game.names["UnitId"]))
    for option in plan:
        if not isinstance(asked, Decision) or asked.seat != seat or option not in asked.options:
            break
        asked = march.declined(march.go(option))
    return [Risk(space, sorted(units)) for space, units in march.found.items()]


def _deaf(event: Event) -> None:
    """Nobody listens."""
