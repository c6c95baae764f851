"""Positions for these tests: who stands where, who holds what, and the step that asks."""

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.core import ALL, DONE, NO, YES, Decision, Event, Option, Roll, Script, Step, clone, push, run
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import (
    AREA_ID,
    CHITS,
    CONTESTED,
    CONTROL_NAMES,
    GREY_KINDS,
    KIND_ID,
    SPACE_NAMES,
    UNIT,
    UNIT_NAMES,
)
from grognard.games.cities_of_the_damned.rules.activation import Activations
from grognard.games.cities_of_the_damned.rules.counterattack import Compulsory, CounterAttacks
from grognard.games.cities_of_the_damned.rules.end_phase import EndPhase
from grognard.games.cities_of_the_damned.rules.options import (
    ACTIVATE,
    ADD,
    ASSAULT,
    AT,
    BATTERY,
    BRING,
    CHECK,
    DROP,
    DUEL,
    ENTER,
    EXIT,
    FACE,
    FALL,
    GO_ON,
    LEAD,
    LOSE,
    LOWER,
    RESTORE,
    SUPPORT,
    TARGET,
    USUAL,
    Battery,
    Support,
)
from grognard.games.cities_of_the_damned.rules.sequence import Day, Round
from grognard.games.cities_of_the_damned.rules.state import CityState, refresh

CANDIDATES: tuple[Option, ...] = (
    *(ALL, DONE, NO, YES, EXIT, USUAL, Battery(3), Support(3, 0)),
    *(*ACTIVATE, *ADD, *ASSAULT, *AT, *BATTERY, *BRING, *CHECK, *DROP, *DUEL, *ENTER, *FACE),
    *(*GO_ON, *LEAD, *LOSE, *LOWER.values(), *RESTORE, *SUPPORT.values(), *TARGET),
)
"""Every option there is, but for retreats, and some of more points than can be spent."""
K = KIND_ID
U = UNIT
A = AREA_ID


def table(
    units: Mapping[str, Iterable[str]] | None = None,
    control: Mapping[str, Iterable[str]] | None = None,
    markers: Mapping[str, str] | None = None,
    reduced: Iterable[str] = (),
    marks: Mapping[str, int] | None = None,
    top: tuple[Step, ...] = (Activations(),),
    options: Mapping[str, Any] | None = None,
    grey: bool = False,
    **scalars: Any,
) -> CityState:
    """A position in turn 2, round 2 of a clear day unless told otherwise. `units` and `control` are by area.

    Units not named wait in the set-up box. A Contested area gets its marker from the container."""
    s = GAME.new("", options)
    s.loc = [SPACE_NAMES.index("Set-up")] * len(s.loc)
    for space, names in (units or {}).items():
        for name in names:
            s.loc[U[name]] = SPACE_NAMES.index(space)
    refresh(s)
    for name, areas in (control or {}).items():
        for area in areas:
            s.control[A[area]] = CONTROL_NAMES.index(name)
    if grey:
        s.grey = True
        for kind in GREY_KINDS:
            s.cup[kind] = CHITS[kind].copies
    for area, chit in (markers or {}).items():
        s.control[A[area]] = CONTESTED
        s.marker[A[area]] = K[chit]
        s.cup[K[chit]] -= 1
    for name in reduced:
        s.reduced[U[name]] = 1
    for name, bits in (marks or {}).items():
        s.marks[U[name]] = bits
    s.turn = s.round = 2
    s.ap, s.air, s.artillery = 10, 3, 4
    for name, value in scalars.items():
        assert hasattr(s, name), name
        setattr(s, name, value)
    day, rounds = (Day(s.turn, over=True),), (EndPhase(), Round(s.round, over=True))
    before: tuple[Step, ...] = (CounterAttacks(), Compulsory()) if top == (Activations(),) else ()
    s.stack = (*day, *top) if top == (EndPhase(),) else (*day, *rounds, *before, *top)
    return s


def sound(s: CityState, asked: Decision) -> None:
    """The question itself: what is listed, once each, is exactly what is not refused."""
    step, listed = s.stack[-1], set(asked.options)
    assert len(listed) == len(asked.options) and asked.seat == 0, asked.prompt
    units = {unit for unit in range(len(s.loc)) if s.fight is not None and s.loc[unit] == s.fight.area}
    retreats = [option for unit in units for option in FALL[unit]]
    allowed = {o for o in (*CANDIDATES, *retreats) if step.why_not(s, o) is None}
    assert allowed == listed, (asked.prompt, [GAME.texts.show(o) for o in allowed ^ listed][:5])
    assert asked.options[asked.extra :], "only short cuts are offered"


def heard(s: CityState, *texts: str, dice: Iterable[Any] = ()) -> tuple[CityState, list[Event]]:
    """The position after these answers and everything reported on the way.

    Chance answers from `dice`, all of which must be used; play stops at the first roll beyond them."""
    after, events = clone(s), list[Event]()
    script, left = list(dice), list(texts)
    while True:
        asked = run(after, events.append)
        if isinstance(asked, Decision):
            sound(after, asked)
            if not left:
                break
            option = GAME.texts.parse(left.pop(0))
            offered = [GAME.texts.show(o) for o in asked.options]
            assert option in asked.options, f"{GAME.texts.show(option)}: not offered at {asked.prompt}: {offered}"
            push(after, option, events.append)
        elif asked is None or not script:
            break
        else:
            assert not isinstance(asked, Roll) or set(asked.dice) == {6}, asked
            push(after, Script(script.pop(0))(asked), events.append)
    assert not left, f"not asked for {left[0]!r}"
    assert not script, f"dice were left over: {script}"
    assert GAME.broken(after) == []
    return after, events


def do(s: CityState, *texts: str, dice: Iterable[Any] = ()) -> CityState:
    """The same without the report."""
    return heard(s, *texts, dice=dice)[0]


def last(events: list[Event], kind: type[Event]) -> Any:
    """The last event of a class."""
    return next(e for e in reversed(events) if type(e) is kind)


def every(events: list[Event], kind: type[Event]) -> list[Any]:
    return [e for e in events if type(e) is kind]


def held(s: CityState, area: str) -> str:
    """Who holds an area."""
    return CONTROL_NAMES[s.control[A[area]]]


def where(s: CityState, unit: str) -> str:
    return SPACE_NAMES[s.loc[U[unit]]]


def inside(s: CityState, space: str) -> set[str]:
    return {UNIT_NAMES[u] for u in s.here[SPACE_NAMES.index(space)]}


def reduced(s: CityState, unit: str) -> bool:
    return bool(s.reduced[U[unit]])


def mark(s: CityState, unit: str) -> int:
    return s.marks[U[unit]]


def prompt(s: CityState) -> str:
    """What the player is asked now, or what the dice are for."""
    asked = run(clone(s), lambda event: None)
    assert asked is not None
    return asked.prompt if isinstance(asked, Decision) else asked.purpose


def cup(s: CityState) -> int:
    """Chits in the container."""
    return sum(s.cup)
