"""What comes with entering a space: flags, cannon, Extra Guns, slaves and prisoners, and lost reactions."""

from grognard.core import Note, SpaceId, UnitId, rule
from grognard.games.dark_victory.content import (
    CLOSE_NEAR,
    FIGHTER,
    FLAGS,
    KIND,
    MEXICAN,
    OUTER_STAIRS,
    SIDE,
    SIDE_BETWEEN,
    SLAVE,
    TEXANS,
    UNWALLED_NEAR,
)
from grognard.games.dark_victory.rules.events import ExtraGunLost, FlagLost, FlagRaised, FlagTaken, GunCaptured
from grognard.games.dark_victory.rules.losses import capture, score
from grognard.games.dark_victory.rules.state import HELD, Alamo, gun_in, place, points
from grognard.maps import members

TEXAN_FLAG, GONE, MEXICAN_FLAG, LOST = range(4)


@rule("6.6", "9.17")
def move(s: Alamo, units: tuple[UnitId, ...], to: SpaceId, note: Note) -> bool:
    """A group goes into a space, on top of those there and in its own order; True if that ends the game."""
    at = s.loc[units[0]]
    if SIDE_BETWEEN[at].get(to) == OUTER_STAIRS:
        s.climbed += sum([points(s, u) for u in units])
    for unit in sorted(units, key=s.rank.__getitem__):
        place(s, unit, to)
    return arrive(s, units, to, note)


@rule("2.18.B", "2.18.F", "10.14.C", "10.16", "13.2", "11.8.B")
def arrive(s: Alamo, units: tuple[UnitId, ...], hex: SpaceId, note: Note) -> bool:
    """Everything that happens because these units are now in a space."""
    side = SIDE[units[0]]
    troops = [u for u in units if FIGHTER[u]]
    if hex in FLAGS:
        _flag(s, units[0], hex, note)
    gun = gun_in(s, hex)
    if gun is not None and troops and s.gun_side[gun] != side:
        s.gun_side[gun] = side
        note(GunCaptured(gun, side))
    if side != MEXICAN:
        return False
    if hex in s.extra:
        s.extra = tuple(h for h in s.extra if h != hex)
        note(ExtraGunLost(hex))
    deny(s, units, hex)
    return bool(troops) and _prisoners(s, troops[0], hex, note)


@rule("2.18.B", "2.18.C", "2.18.D", "2.18.E", "2.18.F")
def _flag(s: Alamo, unit: UnitId, hex: SpaceId, note: Note) -> None:
    """The first three flags taken are removed, the fourth is turned; a Mexican flag retaken is lost for good."""
    pole = FLAGS.index(hex)
    if SIDE[unit] == MEXICAN and s.flags[pole] == TEXAN_FLAG:
        note(FlagTaken(hex, MEXICAN))
        score(s, unit)
        s.flags[pole] = GONE
        if TEXAN_FLAG not in s.flags:
            s.flags[pole] = MEXICAN_FLAG
            note(FlagRaised(hex))
    elif SIDE[unit] != MEXICAN and s.flags[pole] == MEXICAN_FLAG:
        s.flags[pole] = LOST
        note(FlagLost(hex))


@rule("2.18.C", "2.18.F")
def flag_raised(s: Alamo) -> bool:
    """Whether the Mexican flag flies."""
    return MEXICAN_FLAG in s.flags


@rule("11.8.B", "11.9")
def deny(s: Alamo, units: tuple[UnitId, ...], hex: int) -> None:
    """Texans next to the hex just entered, no wall or a ramp between, lose their reactions while any of these lives:
    infantry, crews and leaders, who are units like them (2.1)."""
    near = CLOSE_NEAR[hex] & s.held[HELD + 1]
    while near:
        low = near & -near
        near ^= low
        for unit in s.here[low.bit_length() - 1]:
            if unit < TEXANS:
                s.deniers[unit] = tuple(dict.fromkeys((*s.deniers[unit], *units)))


@rule("13.2")
def _prisoners(s: Alamo, captor: UnitId, hex: int, note: Note) -> bool:
    """Slaves and prisoners are taken the instant Mexican troops come next to them over a side without a wall."""
    for space in members(UNWALLED_NEAR[hex] & s.held[HELD + 1]):
        for unit in s.here.get(space, ()):
            if KIND[unit] == SLAVE:
                return capture(s, unit, captor, note)
    return False
