"""8.2, 10: what limits a step from one Area or Zone to the next, and what it costs."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core import Refusal, rule
from grognard.games.thunder_at_cassino.content import (
    ALL_AREAS,
    ALLIED,
    AREAS,
    ARMOR,
    BARRED_ZONES,
    BESIDE,
    BOARD,
    KIND,
    LINKS,
    MF,
    RESERVE,
    SIDE,
    TROOPS,
    VEHICLE,
    WHITE,
    WHITE_CIRCLES,
    Side,
)
from grognard.games.thunder_at_cassino.rules.state import (
    ANYONE_AT,
    CROWDED,
    FIGHTERS,
    FIGHTERS_AT,
    GUNNERS_AT,
    MACHINE_GUNS,
    TANKS,
    WEIGHT,
    Thunder,
    excess,
    flip,
    in_reserve,
    place,
    room_for,
)


@rule("8.23.A", "8.23.B", "8.23.C", "8.23.D", "8.23.mgstate", "8.23.night", "8.23.max", "8.24", "19.12.mg")
@rule("10.4", "10.4.exit", "10.4.night", "10.41", "15.3", "16.2", "16.22")
def cost(s: Thunder, side: Side, space: int) -> int:
    """Movement Factors to enter a space: the highest case that applies; Night and Smoke take out machine guns."""
    foe = 1 - side
    tally = s.tally[foe * BOARD + space]
    enemies = tally & FIGHTERS
    dark = s.night or s.haze >> space & 1
    if space >= AREAS:
        price = 2 if not enemies else 3 if enemies <= 2 else 4 if enemies <= 5 else 5
        return price - 1 if dark else price
    if dark or (s.turn == 1 and side == ALLIED):
        return ENEMIES if enemies else 1
    if enemies:
        return AMONG_GUNS if tally & MACHINE_GUNS else ENEMIES
    return NEAR_GUNS if BESIDE[space] & s.mask[GUNNERS_AT + foe] & ~s.haze else 1


NEAR_GUNS, ENEMIES, AMONG_GUNS, DEAREST = 2, 3, 4, 5
"""What an Area beside machine guns costs, one with enemies, and one with machine guns; and the dearest of spaces.
Nobody pays more than the first for an Area without enemy Combat units."""


def swept(s: Thunder, side: Side, space: int) -> bool:
    """Whether enemy machine guns make an Area dearer."""
    return space < AREAS and cost(s, side, space) in (NEAR_GUNS, AMONG_GUNS)


class Traits(NamedTuple):
    """What limits a party: its slowest unit, and whether it has vehicles, non-Armor, Armor, reserves."""

    left: int
    vehicle: bool
    soft: bool
    armor: bool
    reserve: bool
    moved: bool
    weight: int


def _alone(unit: int) -> Traits:
    armor = KIND[unit] == ARMOR
    return Traits(MF[unit], VEHICLE[unit], not armor, armor, False, False, WEIGHT[unit])


ALONE = tuple(_alone(u) for u in range(TROOPS))
"""The traits of a unit by itself that has not moved and is not in reserve."""


def traits(s: Thunder, units: Sequence[int]) -> Traits:
    """What limits these units as one party."""
    if len(units) == 1 and not s.spent[units[0]] and not RESERVE[units[0]]:
        return ALONE[units[0]]
    left, weight = 99, 0
    vehicle = soft = armor = reserve = moved = False
    spent = s.spent
    for u in units:
        rest = MF[u] - spent[u]
        if rest < left:
            left = rest
        if spent[u]:
            moved = True
        if VEHICLE[u]:
            vehicle = True
        if KIND[u] == ARMOR:
            armor = True
        else:
            soft = True
            if RESERVE[u]:
                reserve = True
        weight += WEIGHT[u]
    return Traits(left, vehicle, soft, armor, reserve and in_reserve(s), moved, weight)


@rule("8.2", "8.22", "8.22.adj", "10.1", "10.4.through", "10.42", "7.1.transit", "7.1.refuse")
def objection(s: Thunder, side: Side, origin: int, t: Traits, at: int, space: int, white: bool) -> Refusal | None:
    """Why a party of these traits, standing at `at`, may not step to a linked space.

    What enemy Armor bars to Armor, it bars from Area to Area: who has left contact for a Zone goes on from there.
    """
    foe = 1 - side
    bit = 1 << space
    if not s.open[side] & bit:
        if side != ALLIED and BARRED_ZONES & bit:
            return Refusal("10.7", "allied_zone", (space,))
        if side != ALLIED and s.turn == 1 and WHITE_CIRCLES & bit:
            return Refusal("19.12.white", "white_circle", (space,))
        return Refusal("1.intro", "off_the_map", (space,))
    if t.vehicle and not white:
        return Refusal("8.22", "red_border", (at, space))
    foes = s.mask[ANYONE_AT + foe]
    contact = foes & bit and space < AREAS
    if origin < AREAS and foes >> origin & 1:
        if t.soft:
            if t.moved:
                return Refusal("8.21.inf", "one_step", (origin,))
            if contact:
                return Refusal("8.21.inf", "contact_to_contact", (origin, space))
        if at == origin and contact and s.tally[foe * BOARD + at] & TANKS and s.tally[foe * BOARD + space] & TANKS:
            return Refusal("8.21.armat", "armor_to_armor", (at, space))
    if t.reserve and foes & bit:
        return Refusal("18.2.enter", "reserve_enters", (space,))
    price = cost(s, side, space)
    if price > t.left:
        return Refusal("8.2", "too_few_mf", (space, price, t.left))
    crowd = s.tally[side * BOARD + space] + t.weight
    if excess(crowd, space) and (contact or not _goes_on(s, side, origin, t, at, space, price)):
        return Refusal("7.1.refuse", "no_room", (space,))
    return None


@rule("7.1.transit")
def _goes_on(s: Thunder, side: Side, origin: int, t: Traits, at: int, space: int, price: int) -> bool:
    """Whether a party that does not fit into a space can pass through it to one where it does.

    A party too large for any Area must be split anyway, so it is not looked at.
    """
    if excess(t.weight, space):
        return False
    onward = Traits(t.left - price, t.vehicle, t.soft, t.armor, t.reserve, True, t.weight)
    return any(objection(s, side, origin, onward, space, n, white) is None for n, white in LINKS[space] if n != at)


def ways(s: Thunder, side: Side, origin: int, t: Traits, at: int, first: bool = False) -> list[int]:
    """The spaces a party may step to, or the `first` of them.

    What `objection` lets pass, with short cuts for parties free of contact.
    """
    allowed, mask, foe = s.open[side], s.mask, 1 - side
    if t.reserve or (origin < AREAS and mask[ANYONE_AT + foe] >> origin & 1):
        return [n for n, white in LINKS[at] if objection(s, side, origin, t, at, n, white) is None]
    if t.vehicle:
        allowed &= WHITE[at]
    left, weight, tally, row = t.left, t.weight, s.tally, side * BOARD
    cheap = ALL_AREAS & ~mask[FIGHTERS_AT + foe] if left >= NEAR_GUNS else 0
    found: list[int] = []
    for n, white in LINKS[at]:
        if allowed >> n & 1 and (left >= DEAREST or cheap >> n & 1 or cost(s, side, n) <= left):
            crowd = tally[row + n] + weight
            if crowd & CROWDED == 0 or not excess(crowd, n) or objection(s, side, origin, t, at, n, white) is None:
                found.append(n)
                if first:
                    break
    return found


def has_way(s: Thunder, side: Side, origin: int, unit: int) -> bool:
    """Whether one unit may step anywhere."""
    return bool(ways(s, side, origin, traits(s, (unit,)), s.loc[unit], first=True))


def can_move(s: Thunder, side: Side, space: int) -> bool:
    """Whether a Move impulse from this space is possible: in an Area always, since units may move in place (8.11)."""
    if space < AREAS:
        return True
    return any(has_way(s, side, space, u) for u in s.here[side * BOARD + space] if not s.committed[u])


@rule("8.2.stop", "8.21.inf", "8.21.arm")
def halted(s: Thunder, side: Side, origin: int, unit: int, space: int) -> bool:
    """Whether a move ends in a space, whatever Movement Factors are left: in contact, or out of contact on foot."""
    foes = s.mask[ANYONE_AT + 1 - side]
    if space < AREAS and foes >> space & 1:
        return True
    return bool(origin < AREAS and foes >> origin & 1 and KIND[unit] != ARMOR)


def reach(s: Thunder, unit: int) -> dict[int, int]:
    """Spaces in which one unit could end a move this impulse, with the least they cost in all; rubble is not
    considered. Full Areas are only passed through."""
    side, start, party = SIDE[unit], s.loc[unit], traits(s, (unit,))
    found = {start: 0}
    todo = [start]
    for at in todo:
        if at != start and halted(s, side, start, unit, at):
            continue
        now = party._replace(left=party.left - found[at])
        for n, white in LINKS[at]:
            if objection(s, side, start, now, at, n, white) is None:
                price = found[at] + cost(s, side, n)
                if n not in found or price < found[n]:
                    found[n] = price
                    todo.append(n)
    return {n: price for n, price in found.items() if n != start and room_for(s, side, n, party.weight)}


def arrive(s: Thunder, side: Side, origin: int, unit: int, space: int, price: int) -> None:
    """Put a moving unit into a space; contact, leaving contact on foot, or spent Movement Factors end its move."""
    place(s, unit, space)
    s.spent[unit] += price
    if s.spent[unit] >= MF[unit] or halted(s, side, origin, unit, space):
        flip(s, unit, 1)


def likeness(s: Thunder, unit: int) -> tuple[int, ...]:
    """Units alike in this have the same ways."""
    return s.loc[unit], KIND[unit], MF[unit] - s.spent[unit], RESERVE[unit]


def joint(a: Traits, b: Traits) -> Traits:
    """The traits of two parties together."""
    return Traits(
        min(a.left, b.left),
        a.vehicle or b.vehicle,
        a.soft or b.soft,
        a.armor or b.armor,
        a.reserve or b.reserve,
        a.moved or b.moved,
        a.weight + b.weight,
    )
