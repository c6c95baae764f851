"""Exact odds: run the rules over every outcome of chance and merge what is the same."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

from grognard.core.ask import Decision, Event, Option
from grognard.core.chance import outcomes
from grognard.core.flow import State, Step, clone, push, run

Label = Hashable
Policy = Callable[[State, Decision], Option]


def by_default(s: State, decision: Decision) -> Option:
    """The quiet answer; the last option where there is none."""
    return decision.options[decision.default]


def odds(
    world: State,
    answers: tuple[Option, ...],
    watch: Callable[[Event], Label | None],
    *,
    same: Callable[[Any], Hashable],
    until: tuple[type[Step], ...] = (),
    policy: Policy = by_default,
    budget: int = 20_000,
) -> dict[Label, Fraction] | None:
    """The distribution of what `watch` hears after `answers` from `world`: a seat's answers in a row, or none for what
    comes by itself.

    A branch ends at the first event to which `watch` gives a label, before a step of the classes `until`, or with the
    game (label None where nothing was heard). Decisions on the way are answered by `policy`. None: more than `budget`
    pushes.
    """
    heard: list[Label] = []

    def note(event: Event) -> None:
        label = watch(event)
        if label is not None:
            heard.append(label)

    found: dict[Label, Fraction] = {}
    start = clone(world)
    for k, answer in enumerate(answers):
        if k:
            run(start, note, until)
        push(start, answer, note)
    frontier: dict[Hashable, tuple[State, Fraction]] = {same(start): (start, Fraction(1))}
    pushes = 0
    while frontier:
        following: dict[Hashable, tuple[State, Fraction]] = {}
        for s, weight in frontier.values():
            while True:
                asked = None if heard else run(s, note, until)
                if heard or asked is None:
                    label = heard[0] if heard else None
                    found[label] = found.get(label, Fraction(0)) + weight
                    heard.clear()
                    break
                if isinstance(asked, Decision):
                    push(s, policy(s, asked), note)
                    continue
                for answer, chance in outcomes(asked):
                    pushes += 1
                    if pushes > budget:
                        return None
                    branch = clone(s)
                    push(branch, answer, note)
                    if heard:
                        found[heard[0]] = found.get(heard[0], Fraction(0)) + weight * chance
                        heard.clear()
                        continue
                    key = same(branch)
                    known = following.get(key)
                    following[key] = (branch, weight * chance + (known[1] if known else 0))
                break
        frontier = following
    return found
