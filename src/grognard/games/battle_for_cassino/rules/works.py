"""5.62, 16.13 Engineers clear ruins and free tanks; 15.0 roadblocks are declared and finished."""

from grognard.core import DONE, Ask, Choice, Note, Option, Refusal, Step, Steps, UnitId, or_done, rule
from grognard.games.battle_for_cassino.content import (
    ARMOUR,
    COMPANIES,
    ENGINEERS,
    HEXES,
    INFANTRY,
    OF_SIDE,
    PASSABLE,
    ROAD,
    SIDE,
    UNITS,
    Side,
)
from grognard.games.battle_for_cassino.rules.events import BlockBuilt, RuinsCleared, TankFreed, WorkBarred, WorkBegan
from grognard.games.battle_for_cassino.rules.state import Battle, flags, pinned, zone
from grognard.maps import BIT


class Clear(Option, frozen=True):
    """This engineer company clears the ruins in its hex."""

    unit: UnitId


class Free(Option, frozen=True):
    """This engineer company frees a tank beside its road hex."""

    unit: UnitId
    tank: UnitId


class Build(Option, frozen=True):
    """This company begins a roadblock."""

    unit: UnitId


CLEAR, BUILD = tuple(Clear(u) for u in UNITS), tuple(Build(u) for u in UNITS)


@rule("5.61", "5.62", "16.13", "4.1.B.ruins")
def refuse_engineer(s: Battle, side: Side, unit: int) -> Refusal | None:
    """Why an engineer company cannot do a clearing job now: one a Game-Turn, unpinned, not in an enemy zone."""
    if SIDE[unit] != side or not ENGINEERS >> unit & 1:
        return Refusal("5.62", "engineers_only", (unit,))
    if s.loc[unit] >= HEXES:
        return Refusal("5.62", "not_on_map", (unit,))
    if s.cleared >> unit & 1:
        return Refusal("5.62", "cleared_before", (unit,))
    if pinned(s) >> unit & 1:
        return Refusal("5.62", "pinned", (unit,))
    if zone(s, 1 - side) & BIT[s.loc[unit]]:
        return Refusal("5.61", "enemy_controlled", (s.loc[unit],))
    return None


def refuse_clear(s: Battle, side: Side, unit: int) -> Refusal | None:
    told = refuse_engineer(s, side, unit)
    if told is None and s.loc[unit] not in s.ruins:
        return Refusal("5.62", "no_ruins", (s.loc[unit],))
    return told


@rule("16.13")
def refuse_free(s: Battle, side: Side, unit: int, tank: int) -> Refusal | None:
    """Why a tank that was driven off the road cannot be freed from the road hex beside it."""
    told = refuse_engineer(s, side, unit)
    if told is not None:
        return told
    if SIDE[tank] != side or not ARMOUR >> tank & 1 or not s.immobile >> tank & 1 or s.loc[tank] >= HEXES:
        return Refusal("16.13", "not_immobile", (tank,))
    if not ROAD & BIT[s.loc[unit]] or s.loc[unit] in s.ruins or s.loc[unit] in s.blocks:
        return Refusal("16.13", "not_on_road", (unit,))
    if s.loc[unit] not in PASSABLE[s.loc[tank]]:
        return Refusal("16.13", "not_beside", (unit, tank))
    if s.loc[tank] in s.ruins and ROAD & BIT[s.loc[tank]]:
        return Refusal("16.13", "clear_the_ruins", (tank,))
    if any(one == tank for one, _ in s.freed):
        return Refusal("16.13", "freed_before", (tank,))
    return None


@rule("4.1.B.ruins", "5.62", "16.13", "5.51.last")
class Clearing(Choice, frozen=True):
    """5.62 At the start of the Movement Phase engineers already in place may clear ruins or free tanks."""

    rule = "5.62"
    kinds = (Clear, Free)
    side: Side

    def ask(self, s: Battle) -> Ask:
        side = self.side
        if not s.ruins and not s.immobile:
            return None
        options: list[Option] = []
        stuck = flags(s.immobile & OF_SIDE[side])
        for unit in flags(ENGINEERS & OF_SIDE[side]):
            if refuse_clear(s, side, unit) is None:
                options.append(CLEAR[unit])
            options += [Free(unit, tank) for tank in stuck if refuse_free(s, side, unit, tank) is None]
        return or_done(s.seats[side], "clearing", "5.62", options)

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        if type(answer) is Clear:
            hex = s.loc[answer.unit]
            s.cleared |= 1 << answer.unit
            s.ruins = tuple(r for r in s.ruins if r != hex)
            note(RuinsCleared(answer.unit, hex))
            for tank in s.here[hex]:
                if s.immobile >> tank & 1 and ROAD & BIT[hex]:
                    s.immobile &= ~(1 << tank)
                    note(TankFreed(answer.unit, UnitId(tank)))
            return (self,)
        if type(answer) is Free:
            s.cleared |= 1 << answer.unit
            s.freed = tuple(sorted((*s.freed, (answer.tank, s.loc[answer.unit]))))
            note(TankFreed(answer.unit, answer.tank))
            return (self,)
        return ()

    def refuse(self, s: Battle, option: Clear | Free) -> Refusal | None:
        if type(option) is Free:
            return refuse_free(s, self.side, option.unit, option.tank)
        return refuse_clear(s, self.side, option.unit)


@rule("15.0", "15.0.procedure", "15.11", "15.12", "15.13")
def refuse_build(s: Battle, side: Side, unit: int) -> Refusal | None:
    """Why a company cannot begin a roadblock here."""
    bit = 1 << unit
    if SIDE[unit] != side:
        return Refusal("15.12", "not_yours", (unit,))
    if s.loc[unit] >= HEXES:
        return Refusal("15.12", "not_on_map", (unit,))
    if not (INFANTRY | ENGINEERS) & COMPANIES & bit:
        return Refusal("15.12", "no_builder", (unit,))
    at = s.loc[unit]
    if not ROAD & BIT[at]:
        return Refusal("15.12", "not_on_road", (unit,))
    if at in s.blocks:
        return Refusal("15.0", "blocked_already", (at,))
    if s.builders & bit:
        return Refusal("15.0.procedure", "building", (unit,))
    if pinned(s) & bit:
        return Refusal("15.13", "pinned", (unit,))
    return Refusal("15.11", "enemy_controlled", (at,)) if zone(s, 1 - side) & BIT[at] else None


@rule("15.11")
class FinishWorks(Step, frozen=True):
    """15.0 At the end of the Movement Phase roadblocks begun a Player-Turn ago are finished, one a hex however many
    companies were at work there, unless the enemy controls it (ruling 32)."""

    rule = "15.0.procedure"
    side: Side

    def auto(self, s: Battle, note: Note) -> Steps:
        for unit in flags(s.builders & OF_SIDE[self.side]):
            s.builders &= ~(1 << unit)
            at = s.loc[unit]
            if zone(s, 1 - self.side) & BIT[at]:
                note(WorkBarred(unit, at))
                continue
            if at not in s.blocks:
                s.blocks = tuple(sorted((*s.blocks, at)))
                note(BlockBuilt(unit, at))
        return (DeclareWorks(self.side),)


class DeclareWorks(Step, frozen=True):
    """15.0 Companies on road hexes may begin roadblocks, to be finished at the end of the next Movement Phase."""

    rule = "15.0.procedure"
    side: Side

    def ask(self, s: Battle) -> Ask:
        able = flags((INFANTRY | ENGINEERS) & COMPANIES & OF_SIDE[self.side] & ~s.builders)
        options: list[Option] = [BUILD[u] for u in able if refuse_build(s, self.side, u) is None]
        return or_done(s.seats[self.side], "works", "15.0.procedure", options)

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        if type(answer) is not Build:
            return ()
        s.builders |= 1 << answer.unit
        note(WorkBegan(answer.unit, s.loc[answer.unit]))
        return (self,)

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        if option == DONE:
            return None
        if type(option) is Build:
            return refuse_build(s, self.side, option.unit)
        return Refusal("15.0.procedure", "not_offered")
