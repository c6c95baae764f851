"""The referee agrees with the rules: over random pairs of hexes, and all the way through semi-random games."""

import os
import random
from typing import Any

from grognard.core import Decision, Seeded, clone, push, settle
from grognard.games.dark_victory.content import GRID, HEXES, MEXICAN, PLACES, SIDE, SPACE_NAMES, UNIT_NAMES
from grognard.games.dark_victory.mind.approach import ways_in
from grognard.games.dark_victory.rules.events import Clashed, Moved
from grognard.games.dark_victory.rules.melee import Assault
from grognard.games.dark_victory.rules.sight import distance, lines
from grognard.games.dark_victory.rules.state import gun_in, top
from grognard.games.dark_victory.rules.verbs import Answer, Cannon, Force, Go, Haul, React, Shoot, Volley
from tests.games.dark_victory import referee
from tests.games.dark_victory.kit import GAME

GAMES = int(os.environ.get("GROGNARD_REFEREE", "1"))
LONGEST = 6000
WILL = {
    "Propose": 50.0, "Shoot": 5.0, "Volley": 5.0, "Cannon": 6.0, "Assault": 4.0, "Break": 4.0, "React": 2.0,
    "Arrange": 0.02, "Stay": 0.3, "Enter": 4.0, "Torch": 8.0, "Blast": 8.0,
}  # fmt: skip
"""What a player with a will would rather do."""


def test_lines_of_random_pairs() -> None:
    rng = random.Random(8)
    seen = 0
    for _ in range(700):
        a = rng.choice([s for s in range(PLACES) if s >= HEXES]) if rng.random() < 0.3 else rng.randrange(1200)
        if a < HEXES:
            a = GRID.id(f"{rng.randint(16, 34):02}{rng.randint(11, 33):02}")
        near = [b for b in range(PLACES) if 0 < distance(a, b) <= 7]
        b = rng.choice(near)
        gun, strict = rng.random() < 0.3, rng.random() < 0.3
        ours = {tuple(sorted(_names(between))) for between, _ in lines(a, b, gun, strict)}
        told = referee.open_lines(SPACE_NAMES[a], SPACE_NAMES[b], gun, strict)
        assert ours == {tuple(sorted(between)) for between, _ in told}, (SPACE_NAMES[a], SPACE_NAMES[b], gun, strict)
        seen += bool(ours)
    assert seen > 150


def _names(bits: int) -> list[str]:
    return [SPACE_NAMES[b] for b in range(PLACES) if bits >> b & 1]


def _choose(s: Any, asked: Decision, rng: random.Random) -> Any:
    """Random, but with a will: towards the compound, rather shooting than idle, seldom rearranging."""
    weights = []
    way = ways_in()
    for option in asked.options:
        kind = type(option).__name__
        weight = WILL.get(kind, 1.0)
        if type(option) is Go and asked.seat != 1 and asked.units:
            weight = 4.0 if way[option.hex] < way[asked.spaces[0]] else 0.4
        if kind == "Done" and asked.prompt in ("mexican_actions", "texan_actions"):
            weight = 0.3
        weights.append(weight)
    return rng.choices(asked.options, weights)[0]


def test_semi_random_games_agree_with_the_referee() -> None:
    for seed in range(GAMES):
        counts = judge(seed)
        assert counts["moves"] > 100 and counts["shots"] > 5 and counts["moments"] > 50, counts


def judge(seed: int) -> dict[str, int]:
    """One game under the eyes of the referee; how much was judged."""
    rng = random.Random(seed)
    options = {"shots": rng.choice(("one", "extra_guns", "as_af_allow")), "strict_high_wall": rng.random() < 0.3}
    scenario = "long_barracks" if seed % 3 == 2 else "historical"
    if scenario == "historical":
        options["free_schedule"] = rng.random() < 0.2
    s = GAME.new(scenario, options)
    chance = Seeded(seed)
    counts = {"moves": 0, "shots": 0, "moments": 0, "melees": 0, "clashes": 0}
    asked = settle(s, chance, lambda event: None)
    for _ in range(LONGEST):
        if asked is None:
            break
        option = _choose(s, asked, rng)
        before = clone(s)
        heard: list[Any] = []
        _question(s, asked, counts)

        def listen(event: Any, heard: list[Any] = heard) -> None:
            heard.append(event)
            if type(event) is Clashed:
                told = referee.Referee(s).melee(SPACE_NAMES[event.start], SPACE_NAMES[event.hex])
                assert (event.attack, event.defence) == told, (SPACE_NAMES[event.start], SPACE_NAMES[event.hex], told)
                counts["clashes"] += 1

        push(s, option, listen)
        following = settle(s, chance, listen)
        assert GAME.broken(s) == []
        _shot(before, asked, option, heard, counts)
        _moved(before, asked, option, heard, counts)
        _moment(s, following, heard, counts)
        asked = following
    return counts


def _question(s: Any, asked: Decision, counts: dict[str, int]) -> None:
    """Moments of reaction and edges of melee as they are offered."""
    if asked.prompt == "triggered":
        judge_ = referee.Referee(s)
        step = s.stack[-1]
        told = {SPACE_NAMES[o.hex] for o in asked.options if type(o) is React}
        named = {SPACE_NAMES[h] for h in step.named}
        assert told == judge_.reacting(SPACE_NAMES[step.hex]) - named
        counts["moments"] += 1
    if asked.prompt == "melees":
        side = s.stack[-1].side
        name = "Mexican" if side == MEXICAN else "Texan"
        edges = referee.Referee(s).edges(name)
        told = {SPACE_NAMES[o.hex] for o in asked.options if type(o) is Assault}
        assert told <= {b for _, b in edges}
        if not any(s.meleed):
            fits = {b for a, b in edges if _fits(s, a, b)}
            assert fits == told
        counts["melees"] += 1


def _fits(s: Any, a: str, b: str) -> bool:
    """Whether somebody of a space is small enough for the other: four points in rooms, on roofs and scaffolds."""
    judge_ = referee.Referee(s)
    layer, hex = referee.place(b)
    room = 8 if layer == "main" and referee.HEX[hex]["stack_limit"] == "8" else 4
    room += 4 * any(SPACE_NAMES[x] == b for x, _ in s.ladders)
    return any(judge_.value(n, "stacking") <= room for n in judge_.troops(a) if referee.UNIT[n]["type"] != "slave_pow")


def _shot(before: Any, asked: Decision, option: Any, heard: list[Any], counts: dict[str, int]) -> None:
    if not isinstance(option, Shoot | Volley | Cannon | Answer):
        return
    judge_ = referee.Referee(before)
    if type(option) is Answer:
        start, target = option.hex, before.stack[-1].hex
    else:
        start, target = asked.spaces[0], option.hex
    unit = top(before, start)
    assert unit is not None
    gun = gun_in(before, start) if type(option) is Cannon else None
    told = next(e for e in heard if type(e).__name__ in ("Fired", "CannonFired"))
    mine = judge_.needs(UNIT_NAMES[unit], SPACE_NAMES[start], SPACE_NAMES[target], -1 if gun is None else gun)
    assert told.needs == mine, (SPACE_NAMES[start], SPACE_NAMES[target], told.needs, mine)
    assert told.hit == (told.dice <= mine or told.dice == 2)
    counts["shots"] += 1


def _moved(before: Any, asked: Decision, option: Any, heard: list[Any], counts: dict[str, int]) -> None:
    if type(option) is not Go or (before.stack[-1].moved is False and asked.seat != 1 and not heard):
        return
    moved = [e for e in heard if type(e) is Moved]
    if not moved or isinstance(option, Force | Haul):
        return
    event = moved[0]
    judge_ = referee.Referee(before)
    judge_._first = not before.stack[-1].moved
    names = [UNIT_NAMES[u] for u in event.units]
    mine = judge_.cost(names, SPACE_NAMES[event.start], SPACE_NAMES[event.hex])
    if mine is not None:
        assert event.cost == mine, (names, SPACE_NAMES[event.start], SPACE_NAMES[event.hex], event.cost, mine)
        counts["moves"] += 1


def _moment(s: Any, following: Decision | None, heard: list[Any], counts: dict[str, int]) -> None:
    """A Mexican step that nobody was asked about could not have been answered."""
    if not heard or type(heard[-1]) is not Moved or following is None or following.prompt != "act":
        return
    event = heard[-1]
    if SIDE[event.units[0]] == MEXICAN and s.loc[event.units[0]] == event.hex and following.units == event.units:
        assert referee.Referee(s).reacting(SPACE_NAMES[event.hex]) == set()
        counts["moments"] += 1
