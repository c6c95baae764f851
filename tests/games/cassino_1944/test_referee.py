"""The rules against a referee who read the rulebook and the component files for himself, over semi-random games."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from grognard.core import Decision, Event, Note, Seeded, push, run
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import SPACE_NAMES, UNIT_NAMES
from grognard.games.cassino_1944.rules import events
from tests.games.cassino_1944 import referee
from tests.games.cassino_1944.referee import Book, Fight
from tests.kit import random_options

T = TypeVar("T")
SIDES = ("Allied", "German")
EAGER = ("attack", "add", "advance", "move")
MARKERS = ("artillery", "DAF", "XII TAF", "German artillery")


def named(units: tuple[int, ...]) -> list[str]:
    return [UNIT_NAMES[u] for u in units]


class Trial:
    """One game: what is told is written into the book, what is asked is compared with what the book says."""

    def __init__(self, seed: int) -> None:
        self.rng, self.chance, self.seed = random.Random(seed), Seeded(seed), seed
        scenario = "avenger" if seed % 3 == 2 else "campaign"
        chosen = random_options(GAME, scenario, self.rng)
        switches = {switch.name: switch.default for switch in GAME.switches if switch.name in chosen} | chosen
        self.s: Any = GAME.new(scenario, chosen)
        self.asked_of = Counter[str]()
        self.book = Book.opened(scenario, switches, *self.places())
        self.fight: Fight | None = None
        self.losses = (0, 0)
        self.losers: list[str] = []
        self.settled: set[str] = set()
        self.advanced: set[str] = set()
        self.origins: set[str] = set()

    def places(self) -> tuple[dict[str, str], dict[str, int]]:
        where = {name: SPACE_NAMES[self.s.loc[u]] for u, name in enumerate(UNIT_NAMES)}
        return where, {name: self.s.damage[u] for u, name in enumerate(UNIT_NAMES)}

    # What is told

    def hear(self, event: Event) -> None:
        k = self.book
        k.where, k.damage = self.places()
        match event:
            case events.TurnBegan(turn=turn):
                k.turn, k.used = turn, set()
                self.starved = [UNIT_NAMES[e.unit] for e in self.heard if isinstance(e, events.SupplyLoss)]
                wanted = [] if "avenger_start" in k.switches else list(referee.starving(replace(k, where=self.before)))
                assert sorted(self.starved) == sorted(wanted), (self.seed, turn)
                self.asked_of["starving"] += len(wanted)
            case events.ImpulseBegan(letter=letter):
                k.letter, k.gone, k.used = "ABCD"[letter], set(), k.used & {"German artillery", "XV SAF"}
            case events.HalfBegan(side=side):
                k.side, k.nation = SIDES[side], ""
                k.acted, k.attacked = set(), set()
            case events.WeatherRolled(die=die, rain=rain):
                k.rain = die <= 4
                assert rain == k.rain
            case events.Activated(nation=nation):
                k.nation = ("US", "British")[nation]
            case events.Attacked(side=side, hex=hex, units=units, defenders=defenders):
                k.acted |= set(named(units))
                k.attacked |= set(named(defenders))
                assert sorted(named(defenders)) == sorted(k.inside(SPACE_NAMES[hex]))
                self.open(Fight(SIDES[side], SPACE_NAMES[hex], named(units), named(defenders), []))
            case events.StrikeSent(hex=hex, defenders=defenders):
                k.used.add("XV SAF")
                self.open(Fight("Allied", SPACE_NAMES[hex], [], named(defenders), []))
            case events.Supported(marker=marker):
                assert self.fight is not None
                k.used.add(MARKERS[marker])
                self.fight.markers.append(MARKERS[marker])
            case events.Stood(unit=unit):
                self.settled.add(UNIT_NAMES[unit])
            case events.AbbeyDestroyed():
                k.destroyed = True
            case events.ReserveCommitted():
                k.reserve = True
            case events.LeftMap(unit=unit):
                k.gone.add(UNIT_NAMES[unit])
            case events.Beaten(side=side, distance=distance):
                self.beaten(SIDES[side], distance)
            case events.Moved() | events.Retreated() | events.Advanced() | events.Arrived() | events.Returned():
                self.went(event)
            case events.BidsOpened(points=goal):
                k.goal = goal
            case events.Counted(points=points):
                assert points == referee.points(k), (self.seed, event)
                self.asked_of["count"] += 1

    def open(self, fight: Fight) -> None:
        self.fight, self.origins = fight, {self.book.where[u] for u in fight.attackers}
        self.settled, self.advanced = set(), set()

    def beaten(self, side: str, distance: int) -> None:
        assert self.fight is not None
        lost = dict(zip((self.fight.side, referee.foe(self.fight.side)), self.losses, strict=True))
        assert lost[side] - lost[referee.foe(side)] == distance > 0, (self.seed, lost)
        self.losers = [u for u in self.fight.of(side) if self.book.where[u] in referee.HEXES]

    def went(self, event: Any) -> None:
        """A unit came into a hex."""
        unit, hex = UNIT_NAMES[event.unit], SPACE_NAMES[event.hex]
        if self.book.way[0] == unit:
            self.book.way[1].append(hex)
        self.book.entered(unit, hex)

    # What is asked

    def judge(self, asked: Decision) -> None:
        k = self.book
        k.where, k.damage = self.places()
        listed = {GAME.texts.show(o) for o in asked.options} - {"all"}  # a short cut
        wanted = self.wanted(asked)
        if wanted is not None:
            assert listed == wanted, (self.seed, asked.prompt, sorted(listed ^ wanted))
            self.asked_of[asked.prompt] += 1

    def wanted(self, asked: Decision) -> set[str] | None:
        k, f, top = self.book, self.fight, self.s.stack[-1]
        units = named(asked.units)
        alive = [] if f is None else [u for u in (*f.attackers, *f.defenders) if k.where[u] in referee.HEXES]
        match asked.prompt:
            case "half":
                return referee.half(k)
            case "walk" | "walk_on":
                return referee.walk(k)
            case "join" | "join_more":
                able = {u for u in k.on_map(k.side) if referee.ready(k, u)}
                hex = SPACE_NAMES[asked.spaces[0]]
                near = {f"add {u}" for u in able if k.where[u] in referee.around(hex) and u not in units}
                return near | ({"fight"} if units else set())
            case "support":
                assert f is not None
                return referee.support(k, SIDES[top.side], f)
            case "damage":
                assert f is not None
                return {f"hit {u}" for u in alive if u in f.of(SIDES[top.side])}
            case "retreat":
                left = [u for u in self.losers if u not in self.settled]
                assert asked.numbers == (abs(self.losses[0] - self.losses[1]),)
                return referee.retreat(k, left, asked.numbers[0])
            case "retreat_path":
                return referee.retreat_path(k, *k.way, asked.numbers[0])
            case "advance":
                return self.advance(asked.numbers[0])
            case "advance_unit":
                unit, left = units[0], asked.numbers[0]
                begun = len(k.way[1]) > 1
                front = set() if begun else self.front()
                told = {f"go {hex}" for hex in referee.presses_on(k, unit, k.where[unit], left, front)}
                return told | ({"stop"} if begun and referee.others(k, unit, k.where[unit]) < 3 else set())
            case "arrivals":
                return referee.arrivals(k)
            case "entry":
                return {f"enter {hex}" for hex in referee.entries(k, units[0])}
            case "refit":
                return referee.refits(k, SIDES[top.side])
            case "strike":
                assert k.destroyed and not k.rain and "XV SAF" not in k.used
                return {f"strike {k.where[u]}" for u in k.on_map("German")} | {"no"}
        return None

    def front(self) -> set[str]:
        """6.5 The hexes the losers held."""
        assert self.fight is not None
        return {self.fight.target} if self.losses[1] > self.losses[0] else self.origins

    def advance(self, distance: int) -> set[str]:
        assert self.fight is not None and distance == abs(self.losses[0] - self.losses[1])
        side = self.fight.side if self.losses[1] > self.losses[0] else referee.foe(self.fight.side)
        told = {"done"}
        for u in self.fight.of(side):
            at = self.book.where[u]
            if at in referee.HEXES and u not in self.advanced:
                if referee.presses_on(self.book, u, at, distance, self.front()):
                    told.add(f"advance {u}")
        return told

    def judge_roll(self, event: Any) -> None:
        """The sum of a combat, from the position in which it was rolled."""
        k, f = self.book, self.fight
        assert f is not None
        told, self.losses = referee.result(k, f, event.die)
        assert (event.attacker, event.defender) == told, (self.seed, event, told)
        assert event.face == min(max(event.die + referee.modifier(k, f), 1), 6), (self.seed, event)
        assert self.s.combat.losses == self.losses, (self.seed, event)
        assert sum(plus for _, plus in event.modifiers) == referee.modifier(k, f)
        if isinstance(event, events.Fought):
            odds, column, shift = referee.column(k, f)
            assert (event.odds, event.column) == (odds, column), (self.seed, event)
            assert sum(plus for _, plus in event.shifts) == shift
        self.asked_of["combat"] += 1

    def played(self) -> Counter[str]:
        """Random answers that like to attack and to go on."""
        asked = self.step(lambda hear: run(self.s, hear))
        while asked is not None:
            if isinstance(asked, Decision):
                self.judge(asked)
                eager = [o for o in asked.options if GAME.texts.show(o).split()[0] in EAGER]
                answer: Any = self.rng.choice(eager if eager and self.rng.random() < 0.6 else asked.options)
                self.chosen(*GAME.texts.show(answer).split(maxsplit=1))
            else:
                answer = self.chance(asked)
            self.step(lambda hear, answer=answer: push(self.s, answer, hear))
            asked = self.step(lambda hear: run(self.s, hear))
        self.judge_end()
        return self.asked_of

    def chosen(self, verb: str, unit: str = "") -> None:
        """Who goes next, and from where."""
        if verb in ("move", "retreat", "advance"):
            self.book.way = (unit, [self.book.where[unit]])
            {"move": self.book.acted, "retreat": self.settled, "advance": self.advanced}[verb].add(unit)

    def step(self, work: Callable[[Note], T]) -> T:
        """Let the game go on, and hear what it tells."""
        self.before, self.heard = self.places()[0], list[Event]()
        found = work(self.heard.append)
        for event in self.heard:
            if isinstance(event, events.Fought | events.Bombed):
                self.judge_roll(event)
            self.hear(event)
        return found

    def judge_end(self) -> None:
        winners = self.s.result.winners
        won = SIDES[winners[0]] if winners else ""
        assert won == referee.winner(self.book), (self.seed, self.s.result)
        self.asked_of["end"] += 1


@pytest.mark.parametrize("seed", range(3))
def test_lists_and_sums_agree_with_the_referee(seed: int) -> None:
    asked = Trial(seed).played()
    assert asked["half"] > 20 and asked["combat"] >= 5 and asked["walk"] > 10


@pytest.mark.slow
def test_three_hundred_games_agree_with_the_referee() -> None:
    total = Counter[str]()
    for seed in range(1000, 1300):
        total += Trial(seed).played()
    assert total["half"] > 30_000 and total["combat"] > 3_500 and total["retreat"] > 1_500
