"""9.6-9.8, 10.18, 10.21 Doors: broken, blasted, opened from inside; and the reloading of cannon."""

from grognard.core import DONE, Ask, Decision, Dice, Note, Option, Refusal, Roll, SpaceId, Step, Steps, UnitId, rule
from grognard.games.dark_victory.content import (
    BESIDE,
    CREW,
    DOOR,
    DOORS,
    INFANTRY,
    KIND,
    LINKS,
    LOADERS,
    MEXICAN,
    PLACES,
    SIDE,
    SIDE_BETWEEN,
    Side,
)
from grognard.games.dark_victory.rules.events import DoorOpened, DoorTried
from grognard.games.dark_victory.rules.fire import ready_gun
from grognard.games.dark_victory.rules.state import ACTED, LOADING, SPENT, Alamo, commander, gun_in, owner
from grognard.maps import BIT

TRIES = 2
"""Door-breaking attempts of a Mexican Action Phase."""
BROKEN = (1, 2, 3)


class Break(Option, frozen=True):
    """Try to break a door open, from one of its hexes."""

    hex: SpaceId
    to: SpaceId


class Axes(Option, frozen=True):
    """This unit takes the axes and crowbars."""

    unit: UnitId


_DOORWAYS: tuple[tuple[tuple[SpaceId, int], ...], ...] = tuple(
    tuple((SpaceId(b), DOOR[side]) for b, side in row if side in DOOR) for row in LINKS
)
"""By space: what lies behind each of its doors, and the door."""
_THROUGH = tuple(way for ends in DOORS for way in (ends, ends[::-1]))
"""The two ways through each door."""


@rule("9.6", "9.7")
def shut_door(s: Alamo, at: int) -> list[SpaceId]:
    """The spaces behind closed doors of a space."""
    return [b for b, door in _DOORWAYS[at] if not s.opened[door]]


@rule("9.7.E", "2.16")
def open_door(s: Alamo, a: int, b: int) -> None:
    """A door is open from now on."""
    s.opened[DOOR[SIDE_BETWEEN[a][b]]] = 1


@rule("9.7.C", "10.21", "8.3.C")
def refuse_blast(s: Alamo, units: tuple[UnitId, ...], to: SpaceId) -> Refusal | None:
    """Why a group cannot blast the door to a space open: it takes a gun crew over a loaded cannon."""
    at = s.loc[units[0]]
    if to not in shut_door(s, at):
        return Refusal("9.7.C", "no_shut_door", (to, at))
    crews = [u for u in units if KIND[u] == CREW]
    if not crews or SIDE[crews[0]] != MEXICAN:
        return Refusal("9.7.C", "crews_only", (units[0],))
    if not any(ready_gun(s, u) is not None for u in crews):
        return Refusal("10.21", "no_loaded_gun", (at,))
    gun = gun_in(s, at)
    assert gun is not None
    return Refusal("10.21", "moved_this_phase", (gun,)) if s.gun_spent[gun] else None


def blastable(s: Alamo, units: tuple[UnitId, ...]) -> list[SpaceId]:
    """Spaces behind doors that a group may blast open."""
    return [b for b in shut_door(s, s.loc[units[0]]) if refuse_blast(s, units, b) is None]


def crew(units: tuple[UnitId, ...]) -> UnitId | None:
    """Who of a group reloads a cannon."""
    return next((u for u in units if KIND[u] == CREW), None)


@rule("10.18", "10.17", "9.3.F", "2.19")
def refuse_load(s: Alamo, units: tuple[UnitId, ...]) -> Refusal | None:
    """Why a group cannot reload the cannon of its space; Mexicans need Ampudia or Salva at hand."""
    at = s.loc[units[0]]
    gun = gun_in(s, at)
    if gun is None:
        return Refusal("10.18", "no_gun", (at,))
    if crew(units) is None:
        return Refusal("10.17", "crews_only", (units[0],))
    if s.loaded[gun] == SPENT:
        return Refusal("10.18", "fired_this_phase", (gun,))
    if s.loaded[gun]:
        return Refusal("10.18", "being_loaded" if s.loaded[gun] == LOADING else "loaded_already", (gun,))
    if s.gun_spent[gun]:
        return Refusal("10.18", "moved_this_phase", (gun,))
    if SIDE[units[0]] == MEXICAN and not any(s.loc[x] == at or BESIDE[at] >> s.loc[x] & 1 for x in LOADERS):
        return Refusal("10.17", "no_artillery_officer", (at,))
    return None


@rule("9.7.D", "9.7.E")
class DoorsFromInside(Step, frozen=True):
    """9.7 A closed door with Mexicans in both of its hexes opens by itself when their Action Phase begins."""

    rule = "9.7.D"

    def auto(self, s: Alamo, note: Note) -> Steps:
        held = s.held[MEXICAN]
        for door, (a, b) in enumerate(DOORS):
            if not s.opened[door] and held >> a & held >> b & 1:
                s.opened[door] = 1
                note(DoorOpened(a, b))
        return ()


@rule("9.7.B", "9.8.C", "8.3", "3.5")
def breakers(s: Alamo, space: int) -> tuple[UnitId, ...]:
    """Infantry of a space, any unit of which may break a door now; where two players have some, the owner's."""
    able = [u for u in s.here.get(space, ()) if SIDE[u] == MEXICAN and KIND[u] == INFANTRY]
    return tuple([u for u in able if s.ready[u] and not s.acted[u] and commander(s, u) == owner(s, space)])


@rule("9.8", "9.8.B", "9.8.C", "9.7.B")
def refuse_break(s: Alamo, a: SpaceId, b: SpaceId) -> Refusal | None:
    """Why the door between two spaces cannot be tried from the first."""
    if a >= PLACES or b not in shut_door(s, a):
        return Refusal("9.8", "no_shut_door", (b, a))
    if not breakers(s, a):
        return Refusal("9.8.C", "no_breakers", (a,))
    if len(s.tried) >= TRIES:
        return Refusal("9.8", "tried_enough", (TRIES,))
    return Refusal("9.8", "tried_already", (b, a)) if DOOR[SIDE_BETWEEN[a][b]] in s.tried else None


@rule("9.8", "9.7.B", "3.5.B")
class BreakDoors(Step, frozen=True):
    """9.8 At the start of the Mexican Action Phase: up to two attempts on two different doors."""

    rule = "9.8"
    side: Side

    def ask(self, s: Alamo) -> Ask:
        if len(s.tried) >= TRIES:
            return None
        held = s.held[MEXICAN]
        options = [Break(a, b) for a, b in _THROUGH if held & BIT[a] and self._refuse(s, a, b) is None]
        if not options:
            return None
        left, seat = (TRIES - len(s.tried),), s.seats[self.side]
        return Decision(seat, "break_doors", "9.8", (*options, DONE), len(options), numbers=left)

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        if type(answer) is not Break:
            return ()
        s.tried = (*s.tried, DOOR[SIDE_BETWEEN[answer.hex][answer.to]])
        return (Party(answer.hex, answer.to), self)

    def why_not(self, s: Alamo, option: Option) -> Refusal | None:
        if type(option) is Break:
            return self._refuse(s, option.hex, option.to)
        return super().why_not(s, option)

    def _refuse(self, s: Alamo, a: SpaceId, b: SpaceId) -> Refusal | None:
        told = refuse_break(s, a, b)
        if told is None and owner(s, a) != self.side:
            return Refusal("3.5", "not_your_column", (a,))
        return told


@rule("9.7.B", "9.8", "9.8.C")
class Party(Step, frozen=True):
    """9.8 Which unit of a stack takes the axes: it spends its phase, the others of its hex act later (R-BREAK)."""

    rule = "9.8.C"
    hex: SpaceId
    to: SpaceId

    def ask(self, s: Alamo) -> Ask:
        units = breakers(s, self.hex)
        if len(units) == 1:
            return None
        options: tuple[Option, ...] = tuple([Axes(u) for u in units])
        seat = s.seats[owner(s, self.hex)]
        return Decision(seat, "axes", "9.8.C", options, 0, units=units, spaces=(self.hex, self.to))

    def take(self, s: Alamo, answer: Axes, note: Note) -> Steps:
        return self._spend(s, answer.unit)

    def auto(self, s: Alamo, note: Note) -> Steps:
        return self._spend(s, breakers(s, self.hex)[0])

    def _spend(self, s: Alamo, unit: UnitId) -> Steps:
        s.acted[unit] = ACTED
        return (BreakRoll(unit, self.hex, self.to),)


class BreakRoll(Step, frozen=True):
    """9.8 One die: 1 to 3 opens the door, more does not; the unit has spent its phase either way."""

    rule = "9.8"
    unit: UnitId
    hex: SpaceId
    to: SpaceId

    def ask(self, s: Alamo) -> Ask:
        return Roll((6,), "break_door", "9.8")

    def take(self, s: Alamo, answer: Dice, note: Note) -> Steps:
        broken = answer[0] in BROKEN
        note(DoorTried(self.unit, self.hex, self.to, answer[0], broken))
        if broken:
            open_door(s, self.hex, self.to)
        return ()
