"""Positions for tests: a bare map with the units named, in the command phase of a side; and play by text."""

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.core import Event, Script, Step
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import (
    ALLIED,
    AREA_NAMES,
    BEACH_SET,
    BEACHES,
    BLOODED,
    BLOODED_OF,
    CODED,
    DUE,
    ENGLAND,
    GERMAN,
    HEXES,
    POINTS,
    SETUP,
    SPACE,
    SPACE_NAMES,
    STEPS,
    UNIT,
    UNIT_NAMES,
    UNITS,
    Side,
)
from grognard.games.second_front_now.rules.commands import Commands
from grognard.games.second_front_now.rules.fire import fire_value
from grognard.games.second_front_now.rules.sequence import EndTurn, StartAllied
from grognard.games.second_front_now.rules.state import Battle, SecondFront
from tests.games import kit

BLOODED_UNITS = frozenset(BLOODED_OF.values())
Where = str | tuple[str, int]


def board(
    units: Mapping[str, Where] | None = None,
    side: Side | None = ALLIED,
    *,
    area: str = "Dieppe",
    scenario: str = "campaign",
    options: Mapping[str, Any] | None = None,
    fed: Mapping[str, int] | None = None,
    allied: Iterable[str] = (),
    german: Iterable[str] = (),
    stack: tuple[Step, ...] | None = None,
    **columns: Any,
) -> SecondFront:
    """A position with only these units on the map: "2109", or ("2109", steps).

    Everybody else waits in a box. All five beaches are Allied but for those in `german`; of the other hexes only those
    in `allied` are. Everybody is in regular supply but for those in `fed`.
    """
    s = GAME.new(scenario, options)
    s.area = AREA_NAMES.index(area)
    s.vp = POINTS["start_" + area.lower()]
    for u in UNITS:
        if u in CODED:
            s.loc[u] = DUE
        elif SETUP[u] in BEACHES:
            s.loc[u] = ENGLAND
        if s.steps[u]:
            s.steps[u] = STEPS[u]
    for name, told in (units or {}).items():
        hex, steps = (told, 0) if isinstance(told, str) else told
        u = UNIT[name]
        s.loc[u] = SPACE[hex]
        s.steps[u] = 0 if hex.endswith(("destroyed", "out of supply")) else steps or STEPS[u]
        if hex.isdigit():
            s.rank[u] = sum(1 for v in UNITS if v != u and s.loc[v] == s.loc[u])
    s.taken = BEACH_SET[s.area]
    for hex in allied:
        s.taken |= 1 << SPACE[hex]
    for hex in german:
        s.taken &= ~(1 << SPACE[hex])
    for name, kind in (fed or {}).items():
        s.fed[UNIT[name]] = kind
    s.turn, s.cp = 2, 6
    for name, value in columns.items():
        setattr(s, name, value)
    if stack is not None:
        s.stack = stack
    elif side == ALLIED:
        s.stack = (EndTurn(s.turn), Commands(ALLIED))
    elif side == GERMAN:
        s.stack = (EndTurn(s.turn), StartAllied(), Commands(GERMAN))
    if side is not None:
        s.phasing = side
    GAME.refresh(s)
    return s


class Played(kit.Played[SecondFront]):
    def offered(self, verb: str) -> set[str]:
        """What follows a verb in the options."""
        return {text.removeprefix(verb + " ") for text in self.offers if text.startswith(verb + " ")}

    def steps(self, unit: str) -> int:
        return self.s.steps[UNIT[unit]]

    def then(self, *texts: str, dice: Iterable[Any] = (), loose: bool = False) -> "Played":
        return act(self.s, *texts, dice=dice, loose=loose)


def act(s: SecondFront, *texts: str, dice: Iterable[Any] = (), loose: bool = False) -> Played:
    """The position after these answers; chance answers from `dice`, all of which must be used.

    `loose`: the position was put together by hand and need not be one that play can reach.
    """
    after, asked, events = kit.answered(GAME, s, texts, Script(*dice), loose=loose)
    return Played(GAME, after, asked, events)


def agree(played: Played, pool: Iterable[str]) -> Played:
    """The list and the refusals are one rule: what is offered has no refusal, and everything else in the pool has."""
    assert played.asked is not None
    offered = set(played.asked.options)
    for option in (*offered, *[GAME.texts.parse(text) for text in pool]):
        told = played.s.stack[-1].why_not(played.s, option)
        assert (told is None) == (option in offered), (GAME.texts.show(option), told)
    return played


def hush(event: Event) -> None:
    """Nobody listens."""


def battle(
    s: SecondFront,
    side: Side,
    source: str,
    target: str,
    attackers: Iterable[str],
    defenders: Iterable[str],
    **more: Any,
) -> Battle:
    """A battle board laid by hand."""
    units = tuple(UNIT[u] for u in attackers)
    s.battle = Battle(side, SPACE[source], SPACE[target], units, units, tuple(UNIT[u] for u in defenders), **more)
    return s.battle


def value(s: SecondFront, b: Battle, unit: str, target: str) -> int:
    """What a unit fires with at a target."""
    return fire_value(s, b, UNIT[unit], UNIT[target])


def on_map(s: SecondFront) -> dict[str, str]:
    """Units on the map by name."""
    return {UNIT_NAMES[u]: SPACE_NAMES[s.loc[u]] for u in UNITS if s.loc[u] < HEXES}


__all__ = [
    "ALLIED", "BLOODED", "GERMAN", "SPACE", "UNIT", "Played", "act", "agree", "battle", "board", "hush", "on_map",
    "value",
]  # fmt: skip
