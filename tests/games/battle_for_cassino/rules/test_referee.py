"""The program against a plain referee, in the middle of random games; and the duties of many random positions."""

import random

import pytest

from grognard.core import Decision, breadcrumb, clone, hush, outcomes, push, run
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    FIGHTERS,
    GRID,
    HEXES,
    HQ_LIST,
    OPPORTUNITY,
    ROSTER,
    SLOPE,
    UNIT,
    UNIT_ROWS,
)
from grognard.games.battle_for_cassino.rules import sight
from grognard.games.battle_for_cassino.rules.combat import Announce, Attack, Combat
from grognard.games.battle_for_cassino.rules.duties import touches
from grognard.games.battle_for_cassino.rules.fire import Fires
from grognard.games.battle_for_cassino.rules.movement import GURKHAS, Go, Walk, allowance
from grognard.games.battle_for_cassino.rules.retreat import RetreatUnit
from grognard.games.battle_for_cassino.rules.setup import SUGGESTED
from grognard.games.battle_for_cassino.rules.state import Battle, zone
from grognard.games.battle_for_cassino.rules.supply import draws
from tests.games.battle_for_cassino.kit import board
from tests.games.battle_for_cassino.referee import Position, apart, feature, near, sees

C = "battle_for_cassino"


def hexes(bits: int) -> set[str]:
    return {GRID.names[h] for h in range(HEXES) if bits >> h & 1}


def judge_zones_and_supply(s: Battle, p: Position) -> None:
    for side, name in enumerate(("Allied", "German")):
        assert hexes(zone(s, side)) == p.zone(name)
        for hq in HQ_LIST[side]:
            if s.loc[hq] < HEXES:
                reach = draws(s, hq)
                for unit in ROSTER[side]:
                    if s.loc[unit] < HEXES:
                        assert bool(reach >> s.loc[unit] & 1) == (hq in p.supplied_by(unit))


def judge_walk(s: Battle, step: Walk, asked: Decision, p: Position) -> None:
    """The hexes offered are those the points, the zones, the slopes and the enemies allow; room to end apart."""
    unit, at = step.unit, GRID.names[s.loc[step.unit]]
    if unit in p.pinned or s.immobile >> unit & 1:
        return
    side = p.side(unit)
    foe = p.foe(side)
    controlled = p.zone(foe)
    gurkha = bool(GURKHAS >> unit & 1) and p.night
    offered = {GRID.names[o.hex] for o in asked.options if type(o) is Go}
    left = allowance(s, unit) - step.spent
    for b in near(at):
        cost = p.cost(unit, at, b)
        if cost is None:
            assert b not in offered
            continue
        cost += 3 if gurkha and b in controlled else 0
        barred = b in p.held(foe) or (at in controlled and b in controlled and not gurkha) or cost > left
        if side == "German":
            barred = barred or any(apart(b, GRID.names[z]) <= 2 for z in range(HEXES) if GRID.names[z] in ALLIED_GATES)
        if barred:
            assert b not in offered, (at, b)
        elif not p.full(unit, b) and not any(p.full(x, b) for x in step.loads):
            assert b in offered, (at, b, cost, left)


ALLIED_GATES = {
    *(f"01{c:02}" for c in range(17, 35)), *(f"{r:02}{34 if r % 2 else 33}" for r in range(1, 18)), "1934", "1833",
}  # fmt: skip


def judge_fire(s: Battle, step: Fires, asked: Decision, p: Position) -> None:
    """Hexes of the path at which a company sees, may fire and has supply, with the mover and its load in that hex."""
    by = ("Allied", "German")[step.by]
    gone = {u for x in s.supplied if x.function == step.function and s.loc[x.hq] >= HEXES for u in x.units}
    carried = {load for leg in step.legs for load in leg.loads}
    wanted = set()
    for k in range(step.at, len(step.legs)):
        leg = step.legs[k]
        hex = GRID.names[leg.hex]
        if leg.hex in step.hit or hex in wanted:
            continue
        there = Position(s)
        there.at[step.unit] = hex
        for load in carried:
            with_it = [n for n, other in enumerate(step.legs) if load in other.loads]
            if k > with_it[-1]:
                there.at[load] = GRID.names[step.legs[with_it[-1]].hex]
            elif k >= with_it[0]:
                there.at[load] = hex
            else:
                there.at[load] = GRID.names[step.legs[with_it[0] - 1].hex]
        for u, at in there.at.items():
            row = UNIT_ROWS[u]
            if row.side != by or row.size != "company" or u in p.pinned or (s.fired | s.crowded | s.builders) >> u & 1:
                continue
            if apart(at, hex) > (3 if p.night else 20) or at == hex or not sees(at, hex):
                continue
            if u in gone or there.supplied_by(u):
                wanted.add(hex)
                break
    if step.function == OPPORTUNITY:
        assert {GRID.names[o.hex] for o in asked.options[1:]} == wanted


def judge_retreat(s: Battle, step: RetreatUnit, asked: Decision, p: Position) -> None:
    start = GRID.names[step.path[0]]
    done = tuple(GRID.names[h] for h in step.path)
    ways = p.retreats(step.unit, start, step.distance, step.mates)
    if not any(
        UNIT_ROWS[u].type == "hq" and p.side(u) == p.side(step.unit) and u not in (*step.mates, step.unit) for u in p.at
    ):
        return  # without a headquarters the goal is a zone, which the referee does not know
    open_ = {w: r for w, r in ways.items() if w[: len(done)] == done}
    best = min(open_.values())
    assert {GRID.names[o.hex] for o in asked.options} == {w[len(done)] for w, r in open_.items() if r == best}


def judge_duties(s: Battle, asked: Decision, p: Position) -> None:
    """The hexes that must still be assaulted: next to somebody who must still fight, with no river between."""
    able = [
        u
        for u in p.at
        if p.side(u) == ("Allied", "German")[s.side] and UNIT_ROWS[u].type not in ("hq", "op")
        if not (s.fought | s.crowded) >> u & 1
    ]
    enemy = p.held(p.foe(("Allied", "German")[s.side])) - {GRID.names[h] for h in s.assaulted}
    wanted = {b for u in able for b in near(p.at[u]) if b in enemy and not feature(p.at[u], b, "river")}
    assert {GRID.names[o.hex] for o in asked.options if type(o) is Attack} == wanted


def semi_random(seed: int, every: int) -> int:
    """A game of random answers, judged at every so many questions; how many were judged."""
    rng = random.Random(seed)
    s = GAME.new()
    run(s)
    push(s, SUGGESTED, hush)
    asked_before, judged = 0, 0
    while (asked := run(s)) is not None:
        if not isinstance(asked, Decision):
            push(s, rng.choice(outcomes(asked))[0], hush)
            continue
        asked_before += 1
        step = s.stack[-1]
        kind = type(step)
        if kind in (Fires, RetreatUnit, Combat) or asked_before % every == 0:
            p = Position(s)
            judged += 1
            if kind is Walk:
                judge_walk(s, step, asked, p)
            elif kind is Fires:
                judge_fire(s, step, asked, p)
            elif kind is RetreatUnit:
                judge_retreat(s, step, asked, p)
            elif kind is Combat:
                judge_duties(s, asked, p)
            else:
                judge_zones_and_supply(s, p)
        push(s, rng.choice(asked.options), hush)
    return judged


@pytest.mark.case(C, "7.0", "10.21", "8.21", "12.74", "6.13", "12.0")
def test_the_referee_agrees_in_the_middle_of_games() -> None:
    assert sum(semi_random(seed, 37) for seed in (1, 2)) > 100


@pytest.mark.slow
def test_the_referee_agrees_over_two_hundred_games() -> None:
    assert sum(semi_random(seed, 23) for seed in range(200)) > 10_000


@pytest.mark.case(C, "5.21", "5.9.algorithm")
def test_the_referee_sees_the_same_with_floating_point() -> None:
    rng = random.Random(9)
    for _ in range(400):
        a = rng.randrange(HEXES)
        b = rng.choice(GRID.within(a, 20))
        assert sight.sees(a, b) == sees(GRID.names[a], GRID.names[b]), (GRID.names[a], GRID.names[b])


def random_contact(rng: random.Random) -> Battle:
    """Both sides thrown together on a few hexes, so that duties overlap."""
    centre = rng.choice([h for h in range(HEXES) if not SLOPE >> h & 1])
    area = GRID.within(centre, rng.choice((1, 2, 2, 3)))
    cut = rng.randint(1, max(1, len(area) - 1))
    spots = rng.sample(area, len(area))
    allied = [u for u in ROSTER[ALLIED] if FIGHTERS >> u & 1]
    german = [u for u in ROSTER[1] if FIGHTERS >> u & 1 and UNIT_ROWS[u].size == "company"]
    units = {}
    for hex in spots[:cut]:
        for _ in range(rng.choice((0, 1, 1, 2))):
            units[UNIT_ROWS[rng.choice(allied)].name] = GRID.names[hex]
    for hex in spots[cut:]:
        if rng.random() < 0.7:
            units[UNIT_ROWS[rng.choice(german)].name] = GRID.names[hex]
    return board(units, "combat")


@pytest.mark.case(C, "12.0", "12.0.procedure", "12.11", "12.12", "4.1.C", "5.43.attack")
def test_duties_of_two_thousand_random_positions_are_met_without_a_dead_end() -> None:
    """Held still: every enemy hex that can be attacked is, everybody who must attack does, each once."""
    rng = random.Random(12)
    few = 0
    for _ in range(2000):
        s = random_contact(rng)
        owed = touches(s, ALLIED)
        every = {h for found in owed.values() for h in found}
        attacked: set[int] = set()
        fought: set[int] = set()
        groups = 0
        while (
            (asked := run(s, until=())) is not None
            and isinstance(asked, Decision)
            and asked.prompt in ("combat", "announce")
        ):
            step = s.stack[-1]
            option = rng.choice(asked.options)
            if type(step) is Announce and type(option).__name__ == "Done":
                groups += 1
                assert not attacked & set(step.hexes) and not fought & set(step.picked)
                assert all(set(step.hexes) <= set(owed[u]) for u in step.picked)
                attacked |= set(step.hexes)
                fought |= set(step.picked)
                s.assaulted = tuple(sorted((*s.assaulted, *step.hexes)))
                for u in step.picked:
                    s.fought |= 1 << u
                s.stack = s.stack[:-1]
                continue
            assert type(step) in (Combat, Announce), breadcrumb(s.stack)
            assert type(option) is not Attack or option.hex not in attacked
            push(s, option, hush)
        assert attacked == every and fought == set(owed)
        few += len(owed) < len(every)
    assert few > 50


def test_observers_and_headquarters_owe_no_attack() -> None:
    s = board({"OP NZ": "2131", "HQ 25 NZ": "2131", "9/III/3": "2130", "A/25 NZ": "0133"}, "combat")
    assert touches(s, ALLIED) == {}
    assert UNIT["OP NZ"] not in touches(clone(s), ALLIED)
