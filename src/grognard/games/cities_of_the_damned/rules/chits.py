"""Chits drawn for a combat, as sorted codes: kind * 4, plus 1 while its check and 2 while its duel is open."""

from grognard.core import rule
from grognard.games.cities_of_the_damned.content import (
    ABBEY_SLOPES,
    CHIT_CF,
    GUNS,
    INFANTRY,
    SORT,
    TANK,
    Kind,
)
from grognard.games.cities_of_the_damned.rules.state import CityState, Fight, allied_area

OPEN_CHECK, OPEN_DUEL = 1, 2
Pool = tuple[tuple[int, int], ...]


def draw_pool(cup: list[int], more: tuple[int, ...] = ()) -> Pool:
    """The container, with chits that are about to return to it, as (kind, how many)."""
    if more:
        cup = cup[:]
        for kind in more:
            cup[kind] += 1
    return tuple([(kind, count) for kind, count in enumerate(cup) if count])


def german_pool(drawn: tuple[int, ...]) -> Pool:
    """Drawn chits as (kind, how many)."""
    count: dict[int, int] = {}
    for code in drawn:
        count[code >> 2] = count.get(code >> 2, 0) + 1
    return tuple(count.items())


def kinds_of(drawn: tuple[int, ...]) -> tuple[Kind, ...]:
    """What the drawn chits are."""
    return tuple([Kind(code >> 2) for code in drawn])


def without(drawn: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """The drawn chits less one of this kind."""
    for at, code in enumerate(drawn):
        if code >> 2 == kind:
            return drawn[:at] + drawn[at + 1 :]
    raise ValueError(f"no chit of kind {kind} was drawn")


def changed(drawn: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    """The drawn chits with one code changed."""
    codes = list(drawn)
    codes[codes.index(old)] = new
    return tuple(sorted(codes))


@rule("9.4")
def with_tasks(s: CityState, f: Fight, kind: Kind) -> tuple[int, ...]:
    """The drawn chits and one more, with what it has to do before the dice; artillery acts only in 12.2."""
    sort, code = SORT[kind], kind << 2
    if sort == TANK:
        code |= OPEN_CHECK | OPEN_DUEL if s.rules.tank_duel else OPEN_CHECK
    elif sort == GUNS:
        if s.rules.monte_cassino and not all(allied_area(s, a) for a in ABBEY_SLOPES):
            code |= OPEN_CHECK
    elif sort != INFANTRY:
        code |= OPEN_CHECK
    drawn = f.drawn
    return (*drawn, code) if not drawn or drawn[-1] <= code else tuple(sorted((*drawn, code)))


@rule("6.2.step3.german", "1.2.CF")
def drawn_factor(drawn: tuple[int, ...]) -> tuple[int, int]:
    """Sum of the CFs and number of the drawn chits; a sniper that stays counts 1."""
    total = 0
    for code in drawn:
        total += CHIT_CF[code >> 2]
    return total, len(drawn)
