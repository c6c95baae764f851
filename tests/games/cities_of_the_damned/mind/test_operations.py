"""Whole activations listed for players that plan: legal to the last answer, rightly priced, and none missing."""

import random
from typing import Any

from grognard.bots import make_player
from grognard.core import Decision, Operation, Seeded, UnitId, clone, hush, push, run, settle
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import SPACE_NAMES
from grognard.games.cities_of_the_damned.mind.evaluate import NAMES, TERMS, evaluate, terms
from grognard.games.cities_of_the_damned.mind.operations import operations
from grognard.games.cities_of_the_damned.rules.activation import Activations
from grognard.games.cities_of_the_damned.rules.movement import March
from grognard.games.cities_of_the_damned.rules.options import Enter
from grognard.games.cities_of_the_damned.rules.state import CityState
from tests.games.cities_of_the_damned.kit import table

NZ = ("A/24NZ", "B/24NZ", "C/24NZ")


def listed(s: CityState) -> list[Operation]:
    asked = run(s)
    assert isinstance(asked, Decision)
    return operations(s, asked)


def shown(s: CityState) -> set[str]:
    return {"; ".join(GAME.texts.show(answer) for answer in action.answers) for action in listed(s)}


def carried_out(s: CityState, action: Operation) -> CityState:
    """The position after the answers; every one of them must be offered, as far as dice do not intervene."""
    after = clone(s)
    for answer in action.answers:
        asked = run(after)
        if not isinstance(asked, Decision):
            break
        assert answer in asked.options, (GAME.texts.show(answer), asked.prompt)
        push(after, answer, hush)
    return after


def test_every_listed_action_is_legal_and_costs_what_it_says() -> None:
    """In many positions of random games, with all variants."""
    rng, seen = random.Random(4), 0
    for seed in range(6):
        chance = Seeded(f"plans {seed}")
        s = GAME.new("", {"random_events": True})
        while (asked := settle(s, chance)) is not None and s.turn < 5:
            step = s.stack[-1]
            if isinstance(step, Activations | March) and rng.random() < 0.15:
                for action in operations(s, asked):
                    after = carried_out(s, action)
                    assert s.ap - after.ap == action.price, [GAME.texts.show(a) for a in action.answers]
                    seen += 1
            push(s, rng.choice(asked.options), hush)
    assert seen > 2000


def test_a_stack_crosses_the_river_with_its_tank_or_without() -> None:
    s = table({"54": (*NZ, "A/19NZ")}, ap=8)
    found = shown(s)
    assert "activate A/24NZ; add B/24NZ; add C/24NZ; add A/19NZ; enter 48" in found
    assert "activate A/24NZ; enter 47" in found and "activate A/19NZ; enter 47" in found
    assert not any(text.startswith("activate B/24NZ") for text in found), "B and C are like A"
    s = table({"54": (*NZ, "A/19NZ")}, ap=7)
    assert not any("add C/24NZ; add A/19NZ; enter 48" in text for text in shown(s)), "eight AP are needed"


def test_what_promises_nothing_is_not_listed() -> None:
    found = shown(table({"54": (*NZ, "A/19NZ")}, ap=8))
    assert "activate A/24NZ; enter 48" not in found, "a lone company over the river, and no VP area beyond"
    assert "activate A/24NZ; enter 55" in found and "activate A/24NZ; add B/24NZ; enter 55" not in found, "each alone"


def test_ways_lead_over_allied_ground_only_and_stop_where_there_is_a_fight() -> None:
    s = table({"47": NZ}, {"Allied": ("47", "48", "40")})
    goals = {action.answers[-1].area for action in listed(s) if isinstance(action.answers[-1], Enter)}
    names = {SPACE_NAMES[a] for a in goals}
    assert {"46", "39", "41"} <= names, "next door, and beyond 40"
    assert "22" not in names, "behind German ground"


def test_a_stack_may_go_on_whole_or_leave_a_guard() -> None:
    s = table(
        {"46": NZ},
        {"Allied": ("46", "47")},
        top=(March((UnitId(0), UnitId(1), UnitId(2)), 1),),
        used=bytearray([1, 1, 1, *[0] * 29]),
    )
    found = shown(s)
    assert "enter 39" in found and "drop B/24NZ; drop C/24NZ; enter 39" in found


def test_the_value_is_the_sum_of_its_terms() -> None:
    s = table({"46": NZ, "47": ("D/24NZ",)}, {"Allied": ("46", "47")}, markers={"39": "FJ MG 1"}, vp=7)
    parts = terms(s, 0)
    assert list(parts) == list(NAMES) == list(TERMS)
    assert abs(sum(parts.values()) - evaluate(s, 0)) < 1e-9
    assert evaluate(s, 1) == -evaluate(s, 0)
    assert all(GAME.words.has("term", name) for name in TERMS)


def answers(level: str, s: CityState, most: int) -> list[str]:
    """What a level answers in a row, up to the first dice."""
    player = make_player(level, GAME, 1, 0.02)
    steady: Any = player
    steady.steady()
    after, given = clone(s), list[str]()
    while len(given) < most:
        asked = run(after)
        if not isinstance(asked, Decision):
            break
        answer = player.choose(after, asked, 0)
        given.append(GAME.texts.show(answer))
        push(after, answer, hush)
    return given


def test_the_veteran_brings_a_battalion_over_the_river() -> None:
    """Eight AP and a battalion with a tank in assembly: they cross together instead of staying idle one by one."""
    s = table({"54": (*NZ, "A/19NZ")}, ap=8)
    given = answers("veteran", s, 8)
    assert given[0].startswith("activate") and any(text.startswith("enter 4") for text in given)
    assert sum(text.startswith(("activate", "add")) for text in given) >= 2


def test_the_veteran_walks_out_when_the_way_is_open() -> None:
    s = table({"36": NZ}, {"Allied": ("36", "38", "37")}, turn=9)
    assert "exit" in answers("veteran", s, 5)


def test_danger_falls_with_a_garrison_and_ends_with_a_ring() -> None:
    def danger(units: tuple[str, ...], ring: tuple[str, ...] = ()) -> float:
        return terms(table({"6": units} if units else {}, {"Allied": ("6", *ring)}), 0)["danger"]

    assert danger(()) < danger((*NZ, "A/19NZ")) < 0
    assert danger((), ("5", "10", "16", "61", "R3")) == 0, "no German neighbour, no counter-attack"
