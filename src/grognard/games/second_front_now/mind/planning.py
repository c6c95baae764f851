"""What the Allied side writes down: where bombers strike, which airborne divisions go home, and where they jump."""

from collections.abc import Sequence

from grognard.core import DONE, Option, SpaceId, UnitId
from grognard.games.second_front_now.content import (
    ALLIED,
    DROP_HEXES,
    GERMAN,
    MOVES,
    PATHS,
    STEPS,
    VALUE,
    ZONES,
)
from grognard.games.second_front_now.mind.prospects import attack_on, forces
from grognard.games.second_front_now.rules.drops import REST, Withdraw
from grognard.games.second_front_now.rules.plans import SOONEST, Aim, OnDay, Plot, open_plans
from grognard.games.second_front_now.rules.state import DROP_PLAN, STRIKE_PLAN, SecondFront
from grognard.maps.sets import BIT, mask, members

LINK = 3
"""Steps from the own line within which a division that jumps can hope to be reached."""
COUP = 2
"""Turns before the end from which a place taken from the air is a place kept."""
WORTH = 2.0
"""Points that a jump before the end must win."""
VALUED = mask(VALUE)
BOMBS = 1
"""What a strike adds to every value, about."""
STAYS = 2.0
"""How much likelier a garrison, or whoever holds a place, is still there when the bombers come."""


def strike_target(s: SecondFront) -> SpaceId | None:
    """The German hex in contact whose attack is worth most with bombs, if somebody is likely to be there on the day."""
    touching = [ZONES.of(s.held[1 - side]) & s.held[side] for side in (ALLIED, GERMAN)]
    allied, german = (forces(s, touching[side]) for side in (ALLIED, GERMAN))
    written = {p.hex for p in open_plans(s, STRIKE_PLAN)}
    best, most = None, 0.0
    for target in members(touching[GERMAN]):
        if target in written:
            continue
        worth = attack_on(s, ALLIED, target, allied, german, BOMBS)
        if VALUED & BIT[target] or any(not MOVES[u][s.steps[u]] for u in s.here[target]):
            worth *= STAYS
        if worth > most:
            best, most = SpaceId(target), worth
    return best


def jump_hex(s: SecondFront) -> tuple[SpaceId, float] | None:
    """Where a division would take most points by landing, out of every German zone; and what it takes."""
    german = s.held[GERMAN]
    covered = ZONES.of(german) | german
    near = s.held[ALLIED]
    for _ in range(LINK):
        near |= PATHS.around(near)
    last = s.turn + SOONEST > s.rules.last - COUP
    planned = {p.hex for p in open_plans(s, DROP_PLAN)}
    claimed = ZONES.of(mask(planned)) | mask(planned)
    free = VALUED & ~s.taken & ~covered & ~claimed
    best, most = None, 0.0
    for hex in DROP_HEXES:
        if covered & BIT[hex] or not (last or near & BIT[hex]):
            continue
        worth = float(sum([VALUE[SpaceId(h)] for h in members((ZONES.of(BIT[hex]) | BIT[hex]) & free)]))
        if worth > most:
            best, most = hex, worth
    return None if best is None or most < (1.0 if last else WORTH) else (best, most)


def planned(s: SecondFront, options: Sequence[Option]) -> Option:
    """The next thing to write, or none."""
    for option in options:
        if type(option) is OnDay and strike_target(s) is not None:
            return option
    for option in options:
        if type(option) is Withdraw and _rests(s, option.unit):
            return option
    for option in options:
        if type(option) is Plot and jump_hex(s) is not None:
            return option
    return DONE


def _rests(s: SecondFront, unit: UnitId) -> bool:
    """Whether a division goes home to jump again: whole, out of contact, and in time."""
    in_time = s.turn + REST + SOONEST <= s.rules.last
    return in_time and s.steps[unit] == STEPS[unit] and not ZONES.of(s.held[GERMAN]) & BIT[s.loc[unit]]


def aimed(s: SecondFront, options: Sequence[Option], drop: bool) -> Option:
    """The hex of the plan being written."""
    found = jump_hex(s) if drop else None
    hex = found[0] if found is not None else strike_target(s)
    return Aim(hex) if hex is not None and Aim(hex) in options else options[0]
