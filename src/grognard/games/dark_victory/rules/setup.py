"""3.0 A fresh game: scenario, variants, and the steps that set up the armies."""

from typing import Any

from grognard.core import SpaceId, Step, rule
from grognard.games.dark_victory.content import (
    DEAD,
    DOORS,
    DUE,
    FIXED_ROWS,
    FLAGS,
    FORMATION,
    GRID,
    GUN_ROWS,
    GUNS,
    IS_LEADER,
    KIND,
    LATE_ROWS,
    MEXICAN,
    OFF,
    ROSTER,
    SIDE,
    SLAVE,
    STEPS,
    TEXAN,
    TEXANS,
    UNIT,
    UNITS,
    room_id,
    space_id,
)
from grognard.games.dark_victory.rules.actions import Reorder
from grognard.games.dark_victory.rules.placing import GRAYS, ExtraGuns, MexicanSetUp, MountGuns, SetUp
from grognard.games.dark_victory.rules.schedule import Plots
from grognard.games.dark_victory.rules.sequence import Turn
from grognard.games.dark_victory.rules.state import SHOTS, Alamo, Rules, place, refresh
from grognard.games.dark_victory.rules.victory import Final


@rule("3.2", "3.3", "3.4", "3.4.B", "3.5", "2.18", "4.1", "2.19", "5.3")
def setup(scenario: str, options: dict[str, Any]) -> Alamo:
    """A fresh game: everybody off the map, doors shut, cannon loaded and Texan, four Texan flags, no losses."""
    chosen = dict(options)
    shots = SHOTS.index(chosen.pop("shots", SHOTS[0]))
    rules = Rules(shots=shots, **chosen)
    count = len(UNITS)
    s = Alamo(
        stack=(), seats=(0, 1, 2) if rules.dual else (0, 1), result=None, rules=rules, turn=1,
        loc=[OFF] * count, rank=bytearray(count), reduced=bytearray(count), acted=bytearray(count),
        ready=bytearray(count), pinned=bytearray(count), meleed=bytearray(count), reacted=bytearray(count),
        shot=bytearray(count), deniers=[()] * TEXANS, gun_at=[OFF] * len(GUNS), loaded=bytearray([1] * len(GUNS)),
        gun_side=bytearray([TEXAN] * len(GUNS)), gun_spent=bytearray(len(GUNS)), opened=bytearray(len(DOORS)),
        flags=bytearray(len(FLAGS)), column_losses=[0] * 6, area=[0, 1, 2, 3, 4, 5], due=list(DUE),
    )  # fmt: skip
    refresh(s)
    s.stack = _late(s) if scenario == LATE else tuple(reversed(_first(s)))
    return s


LATE, LATE_TURN, NEVER = "long_barracks", 12, 99


@rule("14.3")
def _late(s: Alamo) -> tuple[Step, ...]:
    """A short scenario of ours: the walls have fallen and the last Texans hold their rooms, from turn 12."""
    for row in LATE_ROWS:
        unit = UNIT[row.unit]
        lost = row.place == "dead"
        s.reduced[unit] = row.reduced or lost
        if SIDE[unit] == MEXICAN:
            s.column_losses[0] += STEPS[unit] if lost else int(row.reduced)
        place(s, unit, space_id(row.place, "long_barracks.csv", "place"))
    for unit in ROSTER[TEXAN]:
        if s.loc[unit] == OFF:
            place(s, unit, DEAD)
    for gun, printed in enumerate(GUN_ROWS):
        s.gun_at[gun] = SpaceId(GRID.id(printed.hex))
        ours = s.gun_at[gun] in s.here and SIDE[s.here[s.gun_at[gun]][0]] == TEXAN
        s.gun_side[gun] = TEXAN if ours else MEXICAN
        s.loaded[gun] = ours or printed.hex == "2326"
    s.turn, s.ladder_check, s.releases, s.due = LATE_TURN, True, (0, 0, 0), [0, *[NEVER] * 4, 0]
    s.flags = bytearray([1, 1, 1, 0])
    return (Final(), Turn())


@rule(
    "3.2", "3.2.bowie", "3.2.staff", "3.2.women", "3.2.crews", "3.2.leaders", "3.2.cannon", "3.2.flags", "3.3",
    "2.18",
)  # fmt: skip
def _first(s: Alamo) -> tuple[Step, ...]:
    """The steps of set-up. Printed places are taken at once; the rest is asked."""
    guns: tuple[Step, ...] = ()
    if s.rules.free_texans:
        guns = (MountGuns(),)
    else:
        for gun, row in enumerate(GUN_ROWS):
            s.gun_at[gun] = SpaceId(GRID.id(row.hex))
        for fixed in FIXED_ROWS:
            place(s, UNIT[fixed.unit], room_id(fixed.hex) if fixed.map == "interior" else SpaceId(GRID.id(fixed.hex)))
    left = [u for u in ROSTER[TEXAN] if s.loc[u] == OFF]
    left.sort(key=lambda u: (IS_LEADER[u], GRAYS if KIND[u] == SLAVE else FORMATION[u], KIND[u] == SLAVE))
    plots: tuple[Step, ...] = (Plots(),) if s.rules.free_schedule else ()
    return (
        SetUp(TEXAN, tuple(left)),
        *guns,
        Reorder(TEXAN, TEXAN, free=True),
        ExtraGuns(),
        *plots,
        MexicanSetUp(),
        Turn(),
        Final(),
    )
