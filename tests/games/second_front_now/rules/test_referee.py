"""Semi-random games, every question of which the referee answers too: marches, supply, control, retreats, fire."""

import random

import pytest

from grognard.core import Match, Seeded
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import SPACE_NAMES, UNIT, UNIT_NAMES
from grognard.games.second_front_now.rules.fire import fire_value
from grognard.games.second_front_now.rules.state import OFF
from tests.games.second_front_now import referee
from tests.games.second_front_now.referee import NEAR, Position

KINDS = ("barrage", "defensive", "offensive")


def position(s):
    return Position(s, UNIT_NAMES, SPACE_NAMES)


def names(units):
    return [UNIT_NAMES[u] for u in units]


def chosen(match, rng, seen):
    """Towards the enemy more often than not, and at him where that is possible."""
    decision = match.decision
    texts = [GAME.texts.show(o) for o in decision.options]
    by_verb = {}
    for k, text in enumerate(texts):
        by_verb.setdefault(text.split(" ")[0], []).append(k)
    if "attack" in by_verb and rng.random() < 0.7:
        return rng.choice(by_verb["attack"])
    if decision.prompt == "commands" and rng.random() < 0.85:
        side = "allied" if decision.seat == 0 else "german"
        foes = seen.holders("german" if side == "allied" else "allied")
        close = [k for k in by_verb.get("pick", ()) if foes & set(NEAR[texts[k].split(" ")[1]])]
        if close and rng.random() < 0.6:
            return rng.choice(close)
        brought = [*by_verb.get("land", ()), *by_verb.get("enter", ())]
        if brought and rng.random() < 0.5:
            return rng.choice(brought)
    if "to" in by_verb and rng.random() < 0.7:
        side = "allied" if decision.seat == 0 else "german"
        foes = seen.holders("german" if side == "allied" else "allied")
        touch = [k for k in by_verb["to"] if foes & set(NEAR[texts[k].split(" ")[1]])]
        return rng.choice(touch or by_verb["to"])
    return rng.randrange(len(texts))


class Checks:
    """What the referee says, counted by kind."""

    def __init__(self):
        self.made = {}

    def same(self, kind, ours, theirs, where):
        self.made[kind] = self.made.get(kind, 0) + 1
        assert ours == theirs, (kind, where)


def judge(match, seen, checks):
    """Every answer the program offers, and what it wrote down, against the referee."""
    s, decision = match.state, match.decision
    prompt = decision.prompt
    where = (match.record.seed if hasattr(match.record, "seed") else "", s.turn, prompt)
    offered = {}
    for option in decision.options:
        verb, _, rest = GAME.texts.show(option).partition(" ")
        offered.setdefault(verb, set()).add(rest)
    if prompt == "order":
        named = names(decision.units)
        at = SPACE_NAMES[decision.spaces[0]]
        checks.same("march", offered.get("to", set()), seen.destinations(named), (*where, named, at))
        able = s.cp >= 2 and any(referee.UNIT[n]["type"] != "artillery" for n in named)
        side = referee.UNIT[named[0]]["side"]
        told = seen.targets(at, side, {SPACE_NAMES[h] for h in s.attacked}) if able else set()
        checks.same("attack", offered.get("attack", set()), told, where)
    if prompt == "fall_back":
        unit = UNIT_NAMES[decision.units[0]]
        told = seen.retreats(unit, SPACE_NAMES[s.battle.target], set(names(s.battle.defenders)))
        checks.same("retreat", offered.get("retreat", set()), told, where)
    if prompt in ("fall_back", "escape"):
        unit, hex = UNIT_NAMES[decision.units[0]], SPACE_NAMES[s.battle.target]
        told = seen.escapes(unit, hex, set(names(s.battle.defenders)))
        checks.same("escape", offered.get("escape", set()), told, where)
    if prompt in KINDS:
        b = s.battle
        help = {
            "bonus": b.bonus,
            "naval": b.naval,
            "luftwaffe": b.luftwaffe,
            "engineers": s.rules.engineers and not s.rules.basic,
        }
        for text in offered.get("shoot", ()):
            firer, target = text.split(" > ")
            attacks = UNIT[firer] in b.attackers
            told = referee.fire(seen, firer, target, SPACE_NAMES[b.source], SPACE_NAMES[b.target], attacks, help)
            checks.same("fire", fire_value(s, b, UNIT[firer], UNIT[target]), told, (*where, text))
    if prompt == "commands" and not s.spent and not s.refitted and s.battle is None and s.cp:
        for side in ("allied", "german"):
            traced = seen.traced(side)
            for name, row in referee.UNIT.items():
                if row["side"] == side and seen.at[name] in referee.HEX and seen.fed[name] != 4:
                    checks.same("supply", seen.fed[name], seen.supply(name, traced), (*where, name))
    if prompt == "commands" and s.turn > 1:
        for hex in {*referee.VP, *referee.BEACHES[seen.area]}:
            owner = seen.owner_must_be(hex)
            if owner is not None:
                checks.same("control", "allied" if hex in seen.allied else "german", owner, (*where, hex))
    if prompt == "planning" and s.turn > s.slow and not s.withdrawn.count(s.turn):
        checks.same("points", s.cp, seen.command_points(), where)


def played(seed, scenario, turns=99):
    rng = random.Random(seed)
    options = {"fog": rng.choice(("beneath", "off"))} if scenario != "beginners" else {}
    match = Match.start(GAME, Seeded(seed), scenario, options)
    checks = Checks()
    while match.decision is not None and match.state.turn <= turns:
        if match.state.area < 0:
            match.answer(match.decision.seat, match.decision.options[rng.randrange(len(match.decision.options))])
            continue
        seen = position(match.state)
        judge(match, seen, checks)
        match.answer(match.decision.seat, match.decision.options[chosen(match, rng, seen)])
        assert GAME.broken(match.state) == [] or match.decision is None
    return match, checks


@pytest.mark.parametrize("seed", range(4))
def test_the_referee_agrees(seed):
    match, checks = played(seed, "campaign", turns=14)
    assert checks.made["march"] > 20 and checks.made["supply"] > 300 and checks.made["control"] > 300
    assert match.state.rules.fog in (0, OFF)


def test_the_referee_agrees_on_battles():
    total = {}
    for seed in range(10, 14):
        for kind, n in played(seed, "ten_days")[1].made.items():
            total[kind] = total.get(kind, 0) + n
    assert total["fire"] > 20 and total["attack"] > 40


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_the_referee_agrees_over_whole_games(seed):
    match, checks = played(1000 + seed, "beginners" if seed % 10 == 9 else "campaign")
    assert match.result is not None and len(match.record.entries) <= 20_000
    assert sum(checks.made.values()) > 1000
