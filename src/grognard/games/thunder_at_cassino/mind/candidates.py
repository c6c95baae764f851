"""Which options are worth looking at: like platoons count once, parties grow in one order, nobody turns for nothing."""

from collections.abc import Callable, Hashable, Sequence
from operator import itemgetter

from grognard.core import ALL, YES, Add, Decision, Done, Option, UnitId
from grognard.games.thunder_at_cassino.content import (
    AF,
    ALLIED,
    AREAS,
    ARMOR,
    BOARD,
    CCF,
    COMPANY,
    CON,
    DF,
    INF,
    KIND,
    MF,
    MG,
    NEXT,
    OBS,
    OBSERVER,
    POINTS,
    RESERVE,
    SIDE,
    TROOPS,
    VEHICLE,
)
from grognard.games.thunder_at_cassino.rules.close_combat import Pairing, Strike
from grognard.games.thunder_at_cassino.rules.fire import PickFirers
from grognard.games.thunder_at_cassino.rules.impulses import Fire, Impulse, Move, Shell, Smokescreen
from grognard.games.thunder_at_cassino.rules.losses import Fall, Kill
from grognard.games.thunder_at_cassino.rules.movement import Enter, MoveImpulse
from grognard.games.thunder_at_cassino.rules.sequence import EndOfTurn
from grognard.games.thunder_at_cassino.rules.state import ANYONE_AT, WEIGHT, Thunder, excess
from grognard.games.thunder_at_cassino.rules.victory import CONTINUED_WIN

WITHIN_REACH, BOLD_REACH = 1, 4
"""Victory Points short of the goal of the continued game with which it is worth playing on; the general's idle troops
have come up by then, so that he needs fewer in hand."""


def _sorts() -> tuple[int, ...]:
    """By unit: a number that units with the same printed values and the same owner share."""
    known: dict[tuple[object, ...], int] = {}
    printed = (SIDE, KIND, AF, *DF, MF, CCF, POINTS, VEHICLE, RESERVE)
    return tuple(known.setdefault(tuple(column[u] for column in printed), len(known)) for u in range(TROOPS))


SORT = _sorts()
FIRST = {INF: 0, ARMOR: 1, MG: 2, OBS: 4, CON: 5}
"""Kinds in the order in which they are looked at; Anti-Tank comes after machine guns."""


def _apart() -> tuple[bytes, ...]:
    """By two spaces: the steps between them."""
    found = []
    for origin in range(BOARD):
        steps = {origin: 0}
        todo = [origin]
        for at in todo:
            for n in NEXT[at]:
                if n not in steps:
                    steps[n] = steps[at] + 1
                    todo.append(n)
        found.append(bytes(steps.get(k, 255) for k in range(BOARD)))
    return tuple(found)


APART = _apart()


def candidates(s: Thunder, asked: Decision) -> Sequence[Option]:
    """The options worth looking at: one platoon stands for its like, one gun for all that lay smoke."""
    options = asked.options
    top = s.stack[-1]
    if type(top) is MoveImpulse:
        return _parties(s, asked, top) or options
    if type(top) is EndOfTurn:
        return _whether_to_go_on(s, asked, WITHIN_REACH)
    if asked.extra and not asked.units and ALL in options[: asked.extra]:
        options = (ALL, *options[asked.extra :])
    else:
        options = options[asked.extra :]
    if len(options) < 2:
        return options
    pairs: tuple[tuple[UnitId, UnitId], ...] = ()
    if type(top) is Pairing:
        pairs = top.pairs
    firing = type(top) is PickFirers
    first: dict[Hashable, Option] = {}
    for option in options:
        key: Hashable = option
        if type(option) is Add:
            u = option.unit
            key = (SORT[u], COMPANY[u]) if firing else (SORT[u], s.loc[u], s.spent[u])
        elif type(option) is Smokescreen:
            key = Smokescreen
        elif type(option) is Kill:
            key = SORT[option.unit]
        elif type(option) is Fall:
            key = (SORT[option.unit], option.space)
        elif type(option) is Strike:
            key = (SORT[option.unit], sum([target == option.unit for _, target in pairs]))
        first.setdefault(key, option)
    return tuple(first.values())


def bold_candidates(s: Thunder, asked: Decision) -> Sequence[Option]:
    """The same to the general, who goes on with less in hand."""
    if type(s.stack[-1]) is EndOfTurn:
        return _whether_to_go_on(s, asked, BOLD_REACH)
    return candidates(s, asked)


def _whether_to_go_on(s: Thunder, asked: Decision, reach: int) -> Sequence[Option]:
    near = s.vp + s.bid >= CONTINUED_WIN - reach
    return [option for option in asked.options if (option == YES) == near]


def _parties(s: Thunder, asked: Decision, step: MoveImpulse) -> list[Option]:
    """Who goes next, who joins, and where to; turning in place serves nothing and is left out.

    A party is everybody, one unit of a sort, or grows from that unit by its company, then by others like it. Companies
    leave a Zone whole. Nobody turns back towards the place he started from.
    """
    units = [option.unit for option in asked.options if type(option) is Add]
    steps: list[Option] = [option for option in asked.options if type(option) is Enter or type(option) is Done]
    if not asked.units:
        found = _one_of_each(s, units)
        if len(found) < len(units) and not excess(sum([WEIGHT[u] for u in units]), 0):
            found.insert(0, ALL)
        return found + steps
    at = s.loc[asked.units[0]]
    if not step.fresh:
        far = APART[step.origin]
        steps = [option for option in steps if not isinstance(option, Enter) or far[option.space] >= far[at]]
        return steps + _one_of_each(s, [u for u in units if s.loc[u] != at])
    joining = _joining(asked.units, [u for u in units if s.loc[u] == at])
    if joining is None:
        return steps
    if at >= AREAS and any(COMPANY[u] == COMPANY[joining] for u in asked.units):
        return [Add(joining)]
    return [*steps, Add(joining)]


def _one_of_each(s: Thunder, units: list[UnitId]) -> list[Option]:
    first: dict[tuple[int, ...], UnitId] = {}
    for u in units:
        first.setdefault((SORT[u], s.loc[u], s.spent[u]), u)
    return [Add(u) for u in sorted(first.values(), key=lambda u: FIRST.get(KIND[u], 3))]


def _joining(party: Sequence[int], units: list[UnitId]) -> UnitId | None:
    """Who joins a party next: its company first, then its like, then other infantry; None: it is large enough."""
    weight = sum([WEIGHT[u] for u in party])
    lead = party[0]
    able = [u for u in units if VEHICLE[u] == VEHICLE[lead] and not excess(weight + WEIGHT[u], 0)]
    if not able:
        return None
    companies = {COMPANY[u] for u in party}
    return min(able, key=lambda u: (COMPANY[u] not in companies, SORT[u] != SORT[lead], FIRST.get(KIND[u], 3), u))


TROUBLE, EACH, UTMOST = 12, 9, 160
"""Positions that an action deserves: any; more for each unit that may go its own way in a Move; at most."""


def effort(s: Thunder, option: Option) -> int:
    """Positions that an impulse which begins with this option deserves: the more units may move, the more ways."""
    if type(option) is not Move:
        return TROUBLE
    top = s.stack[-1]
    side = top.side if type(top) is Impulse else ALLIED
    able = [u for u in s.here[side * BOARD + option.space] if not s.committed[u]]
    return min(UTMOST, TROUBLE + EACH * len(able))


Column = Callable[[Sequence[int]], tuple[int, ...]]


def _round(steps: int) -> tuple[Column, ...]:
    """By space: what picks the entries of both sides for the spaces within so many steps out of a column by row."""
    found = []
    for far in APART:
        spaces = [k for k in range(BOARD) if far[k] <= steps]
        found.append(itemgetter(*spaces, *[BOARD + k for k in spaces]))
    return tuple(found)


NEXT_TO, ABOUT = _round(1), _round(2)


def near(s: Thunder, option: Option) -> Hashable:
    """What an impulse that begins with this option depends on, nearly: who is there, and who is about."""
    now = s.turn, s.night, s.haze
    if type(option) is Move:
        k = option.space
        return option, now, s.here[k], s.here[BOARD + k], ABOUT[k](s.tally)
    if type(option) is Fire:
        k = option.space
        return option, now, s.here[k], s.here[BOARD + k], NEXT_TO[k](s.tally)
    if type(option) is Shell:
        side = SIDE[option.unit]
        observer = OBSERVER[option.unit]
        at = s.loc[observer] if observer >= 0 else -1
        return option, now, at, s.mask[ANYONE_AT + side], tuple(s.tally[(1 - side) * BOARD :][:BOARD])
    return option, now
