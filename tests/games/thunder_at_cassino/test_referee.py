"""Moves, fire, retreats, close combat and the count against a referee who read rulebook and components for himself."""

import random
from collections import Counter
from typing import Any

import pytest

from grognard.core import Decision, Event, Seeded, clone, push, run
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import SIDES, SPACE_NAMES, UNIT_NAMES, space
from grognard.games.thunder_at_cassino.rules.attack import Attack
from grognard.games.thunder_at_cassino.rules.events import Arrived, Fired, Scored, Shelled, Struck
from grognard.games.thunder_at_cassino.rules.losses import Pay
from grognard.games.thunder_at_cassino.rules.movement import MoveImpulse
from tests.games.thunder_at_cassino import referee
from tests.kit import random_options


def shot(a: Attack) -> referee.Shot:
    return referee.Shot(
        SIDES[a.side],
        SPACE_NAMES[a.origin],
        SPACE_NAMES[a.target],
        bool(a.group),
        [UNIT_NAMES[u] for u in a.firers],
        a.dim,
        UNIT_NAMES[a.main] if a.main >= 0 else "",
    )


def judge_sums(seed: int, before: Any, heard: list[Event], asked_of: Counter[str]) -> None:
    for event in heard:
        if isinstance(event, Fired | Shelled):
            a = next(
                step.attack for step in reversed(before.stack) if isinstance(getattr(step, "attack", None), Attack)
            )
            p, told = referee.Position.of(before), shot(a)
            assert event.base == referee.attack_value(told), (seed, event)
            assert event.ground == referee.defence_value(p, told), (seed, event)
            lost = event.base + event.attack_dice - event.ground - event.defence_dice
            assert event.points == max(0, lost), (seed, event)
            asked_of["fire"] += 1


def judge_retreats(seed: int, s: Any, asked: Decision, asked_of: Counter[str]) -> None:
    """Of a party of which nobody has gone yet, before reserves and after the first turn."""
    top = s.stack[-1]
    if not isinstance(top, Pay) or top.dests or not 1 < s.turn < 10:
        return
    p, told = referee.Position.of(s), shot(top.attack)
    listed: dict[str, set[str]] = {}
    for option in asked.options:
        text = GAME.texts.show(option)
        if text.startswith("fall "):
            unit, _, place = text.removeprefix("fall ").partition(" > ")
            listed.setdefault(unit, set()).add(place)
    for unit in referee.group(p, told):
        wanted = referee.refuges(p, unit, told)
        if unit in listed and wanted:
            assert listed[unit] == wanted, (seed, unit, told)
            asked_of["retreat"] += 1
        elif asked.prompt == "withdraw" and wanted and not told.main:
            raise AssertionError((seed, unit, told, "may fall back and is not asked"))


def judge_steps(seed: int, s: Any, asked: Decision, asked_of: Counter[str]) -> None:
    """Of one unit that has not moved yet: where it may go, full places left out."""
    top = s.stack[-1]
    if not isinstance(top, MoveImpulse) or asked.prompt != "move.party" or len(asked.units) != 1:
        return
    unit = UNIT_NAMES[asked.units[0]]
    if s.spent[asked.units[0]] or s.rules.scenario != "main":
        return
    p = referee.Position.of(s)
    listed = {GAME.texts.show(o).removeprefix("enter ") for o in asked.options if GAME.texts.show(o)[:6] == "enter "}
    full = {place for place in (*referee.AREAS, *referee.ZONES) if not referee.room(p, unit, place)}
    assert listed - full == referee.first_steps(p, unit), (seed, unit)
    asked_of["step"] += 1


def judge_ends(seed: int, before: Any, after: Any, heard: list[Event], asked_of: Counter[str]) -> None:
    """What close combat adds to its dice, and who controls what when the points are counted."""
    for event in heard:
        if isinstance(event, Struck):
            plus = referee.odds([UNIT_NAMES[u] for u in event.attackers], UNIT_NAMES[event.target])
            assert event.total == event.die + plus and event.hit == (event.total >= 6), (seed, event)
            asked_of["close"] += 1
        if isinstance(event, Scored):
            held = {a: bool(before.control[space(a)]) for a in referee.AREAS if int(referee.AREAS[a]["vp"] or 0)}
            line = {a for a in referee.AREAS if before.quisling[space(a)]}
            p = referee.Position.of(after)
            p.turn = event.turn
            if not any(isinstance(e, Arrived) for e in heard):
                wanted = referee.controlled(p, held, line)
                assert {a: bool(after.control[space(a)]) for a in held} == wanted[0] and event.vp == wanted[2], (
                    seed,
                    event,
                )
                asked_of["count"] += 1


def judged(seed: int) -> Counter[str]:
    """The whole battle by random answers that like to fire."""
    rng, chance, asked_of = random.Random(seed), Seeded(seed), Counter[str]()
    s = GAME.new("main", random_options(GAME, "main", rng))
    asked = run(s)
    while asked is not None:
        if isinstance(asked, Decision):
            judge_retreats(seed, s, asked, asked_of)
            judge_steps(seed, s, asked, asked_of)
            fiery = [o for o in asked.options if GAME.texts.show(o).split()[0] in ("fire", "target", "add", "shell")]
            answer: Any = rng.choice(fiery if fiery and rng.random() < 0.6 else asked.options)
        else:
            answer = chance(asked)
        before, heard = clone(s), list[Event]()
        push(s, answer, heard.append)
        asked = run(s, heard.append)
        judge_sums(seed, before, heard, asked_of)
        judge_ends(seed, before, s, heard, asked_of)
    return asked_of


@pytest.mark.parametrize("seed", range(2))
def test_moves_fire_retreats_and_counts_agree_with_the_referee(seed: int) -> None:
    asked = judged(seed)
    assert asked["fire"] > 20 and asked["retreat"] > 20 and asked["step"] > 50 and asked["count"] > 2


@pytest.mark.slow
def test_three_hundred_battles_agree_with_the_referee() -> None:
    total = Counter[str]()
    for seed in range(1000, 1300):
        total += judged(seed)
    assert total["fire"] > 10_000 and total["retreat"] > 10_000
