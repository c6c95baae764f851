"""Players of Cassino (1944) in positions where a sane player knows what to do."""

from collections import Counter

import pytest

from grognard.bots import make_player
from grognard.bots.planner import Planner
from grognard.core import Ask, Decision, Option, clone, push, run
from grognard.core.flow import hush
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import ALLIED, GERMAN, GRID, NEAR, UNIT, VICTORY_HEXES
from grognard.games.cassino_1944.rules.abbey import AbbeyFate
from grognard.games.cassino_1944.rules.actions import Half
from grognard.games.cassino_1944.rules.conditions import Coordination
from grognard.games.cassino_1944.rules.sequence import StartHalf
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.games.cassino_1944.rules.supply import Refitting
from tests.games.cassino_1944.kit import BASE, SPACE, board

THINKERS = ("greedy", "veteran", "general")
GARRISONS = {"71/211": "1406", "15/129": "1007"}
"""Germans in both stars, so that nothing is to be had there."""
WOUNDED: dict[str, str | tuple[str, int]] = {
    "753": ("1803", 1),
    "44/131": "1604",
    "44/134": "1604",
    "44/132": "1503",
    **GARRISONS,
}
"""A battalion with one point left, and three regiments that would have it."""


def thinker(level: str, seed: int = 0, budget: float = 0.1) -> Planner:
    player = make_player(level, GAME, seed, budget)
    assert isinstance(player, Planner)
    player.steady()
    return player


def question(s: Cassino) -> Decision:
    asked = run(s)
    assert isinstance(asked, Decision)
    return asked


def choose(s: Cassino, player: Planner) -> Option:
    asked = question(s)
    return player.choose(GAME.view(s, asked.seat), asked, asked.seat)


def told(s: Cassino, level: str, seed: int = 0) -> str:
    return GAME.texts.show(choose(s, thinker(level, seed)))


def after(position: Cassino, level: str) -> Cassino:
    """The position when the first action has been carried out, or has come to its dice."""
    s = clone(position)
    player = thinker(level)
    mover, top = question(s).seat, s.stack[-1]
    asked: Ask = question(s)
    while isinstance(asked, Decision) and asked.seat == mover:
        push(s, choose(s, player), hush)
        asked = run(s)
        if s.stack[-1] == top:
            break
    return s


@pytest.mark.parametrize("level", THINKERS)
def test_six_to_one_is_taken(level: str) -> None:
    s = board({"34/133": "1704", "34/135": "1704", "34/168": "1603", "756": "1705", "44/131": ("1604", 1), **GARRISONS})
    assert told(s, level) == "attack 1604"


@pytest.mark.parametrize("level", THINKERS)
def test_an_open_point_is_taken(level: str) -> None:
    s = board({"34/133": "1704", **GARRISONS})
    assert after(s, level).control[SPACE["1604"]] == ALLIED


@pytest.mark.parametrize("level", THINKERS)
def test_an_open_star_is_filled(level: str) -> None:
    s = board({"34/133": "1506", "71/211": "1407", "15/129": "1007"}, GERMAN)
    assert after(s, level).loc[UNIT["71/211"]] == SPACE["1406"]


@pytest.mark.parametrize("level", ("recruit", *THINKERS))
def test_a_garrison_stays(level: str) -> None:
    """Nobody leaves the Abbey to the two regiments next to it."""
    s = board({"34/133": "1506", "34/135": "1506", **GARRISONS}, GERMAN)
    assert after(s, level).loc[UNIT["71/211"]] == SPACE["1406"]


@pytest.mark.parametrize("level", ("recruit", *THINKERS))
def test_nobody_attacks_three_regiments_with_a_company_of_guns(level: str) -> None:
    s = board({"636TD": "1704", "44/131": "1604", "44/132": "1604", "44/134": "1604", **GARRISONS})
    assert "attack 1604" in [GAME.texts.show(option) for option in question(s).options]
    assert all(told(s, level, seed) != "attack 1604" for seed in range(5))


def in_contact(s: Cassino, unit: str) -> bool:
    return bool(NEAR[s.loc[UNIT[unit]]] & s.held[GERMAN])


def test_the_veteran_refuses_the_trap_that_greedy_walks_into() -> None:
    s = board(WOUNDED)
    assert in_contact(after(s, "greedy"), "753")
    assert not in_contact(after(s, "veteran"), "753")
    assert not in_contact(after(s, "general"), "753")


def test_the_general_closes_the_way_back_before_he_attacks() -> None:
    """The one hex behind 1607 is 1608: with it taken, whoever is beaten in 1607 must stand and bleed."""
    rest = [GRID.names[h] for h in VICTORY_HEXES if GRID.names[h] not in ("1607", "1406", "1007")]
    troops = {
        "34/133": "1606",
        "34/135": "1707",
        "36/141": "1709",
        "15/129": "1607",
        "71/211": "1406",
        "90/200": "1007",
    }
    s = board(troops, allied=rest, goal=16)
    assert after(s, "general").loc[UNIT["36/141"]] == SPACE["1608"]


def test_recruits_lapse_and_greedy_players_do_not() -> None:
    s = board({"34/133": "1704", "34/135": "1703", "34/168": "1803", "1 CCB": "1805", "44/131": "1503", **GARRISONS})
    best = {told(s, "greedy", seed) for seed in range(20)}
    chosen = Counter(told(s, "recruit", seed) for seed in range(40))
    assert best == {"move 34/133"}
    assert chosen.most_common(1)[0][0] == "move 34/133"
    assert len(chosen) > 2


@pytest.mark.parametrize("level", ["veteran", "general"])
@pytest.mark.parametrize("budget", [0.02, 0.1, 0.5])
def test_time_is_kept(level: str, budget: float) -> None:
    """Measured by positions valued. What has been begun, a look or one sequel, is brought to its end."""
    player = thinker(level, 0, budget)
    choose(GAME.new("campaign"), player)
    assert 0 < player.clock() <= budget + 0.2


def test_the_general_uses_the_time_it_has() -> None:
    short, long = thinker("general", 0, 0.02), thinker("general", 0, 0.5)
    choose(GAME.new("campaign"), short)
    choose(GAME.new("campaign"), long)
    assert long.clock() > 2 * short.clock()


@pytest.mark.parametrize("level", THINKERS)
def test_the_nation_that_can_attack_is_activated(level: str) -> None:
    troops = {"34/133": "1903", "34/135": "1904", "2 NZ/5": "1704", "2 NZ/6": "1704", "2 NZ/4": "1705"}
    stack = (*BASE, StartHalf(GERMAN), Half(ALLIED), Coordination())
    s = board({**troops, "44/131": ("1604", 1), **GARRISONS}, options={"coordination": True}, stack=stack)
    assert told(s, level) == "activate British"


@pytest.mark.parametrize("level", THINKERS)
def test_the_abbey_is_left_alone(level: str) -> None:
    stack = (*BASE, StartHalf(GERMAN), Half(ALLIED), AbbeyFate())
    s = board({"34/133": "1506", **GARRISONS}, options={"abbey": True}, stack=stack)
    assert {told(s, level, seed) for seed in range(3)} == {"no"}


@pytest.mark.parametrize("level", THINKERS)
def test_refit_goes_to_the_regiment_on_its_last_legs(level: str) -> None:
    s = board({"34/133": ("1803", 2), "756": ("1804", 1), **GARRISONS}, stack=(*BASE, Refitting(ALLIED)))
    assert told(s, level) == "refit 34/133"
