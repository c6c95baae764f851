"""4.2, 6.6, 6.7 The Action Phases: stacks are arranged, then act one after another."""

from collections.abc import Callable
from functools import lru_cache, partial

from grognard.core import DONE, Ask, Decision, Note, Option, Refusal, Seat, SpaceId, Step, Steps, UnitId, rule
from grognard.games.dark_victory.content import (
    BOWIE,
    FIGHTER,
    FORMATION,
    IS_LEADER,
    KIND,
    MEXICAN,
    PLACES,
    ROSTER,
    SIDE,
    STARRED,
    TEXANS,
    UNITS,
    WOMEN,
    Column,
    Gun,
    Side,
)
from grognard.games.dark_victory.rules.act import Act
from grognard.games.dark_victory.rules.arson import Kindled
from grognard.games.dark_victory.rules.command import led
from grognard.games.dark_victory.rules.entry import Bringing, Enter, refuse_entry, waiting
from grognard.games.dark_victory.rules.events import ExtraGunSpent, Reloaded
from grognard.games.dark_victory.rules.state import (
    ACTED,
    EMPTY,
    LOADED,
    LOADING,
    LOADS,
    SPENT,
    Alamo,
    arrange,
    commander,
    on_map,
    owner,
)
from grognard.maps import members


class Activate(Option, frozen=True):
    """The stack of this unit acts, as far as it is of its formation."""

    unit: UnitId


class Stay(Option, frozen=True):
    """Leave a unit of the stack behind."""

    unit: UnitId


class Arrange(Option, frozen=True):
    """Lay the stack of a hex in another order."""

    hex: SpaceId


class Top(Option, frozen=True):
    """This unit comes next, from the top."""

    unit: UnitId


ACTORS = tuple(tuple(u for u in units if KIND[u] != WOMEN and u != BOWIE) for units in ROSTER)
"""By side: everybody who ever acts in an Action Phase (13.1)."""
ACTIVATE = tuple(Activate(u) for u in UNITS)
EVERY_COLUMN = Column(0)


@rule("8.3", "9.4", "10.2.C", "13.1", "8.8")
def refuse_unit(s: Alamo, unit: UnitId, side: int) -> Refusal | None:
    """Why a unit cannot act in its side's phase, None if it can."""
    if SIDE[unit] != side:
        return Refusal("4.2.IB" if side == MEXICAN else "4.2.IIA", "not_yours", (unit,))
    if not on_map(s, unit):
        return Refusal("9.2", "not_on_map", (unit,))
    if KIND[unit] == WOMEN or unit == BOWIE:
        return Refusal("13.1", "never_acts", (unit,))
    if s.acted[unit]:
        return Refusal("10.2.C", "acted", (unit,))
    return None if s.ready[unit] else Refusal("8.3", "no_command", (unit,))


@rule("6.6")
def party(s: Alamo, unit: UnitId) -> tuple[UnitId, ...]:
    """The able units of a stack that go with one of them: its formation, and leaders who belong to all."""
    own = FORMATION[unit]
    return tuple(
        [
            u
            for u in s.here.get(s.loc[unit], ())
            if (STARRED[u] or FORMATION[u] == own)
            and refuse_unit(s, u, SIDE[unit]) is None
            and commander(s, u) == commander(s, unit)
        ]
    )


Mine = Callable[[UnitId], bool]
"""Whether a unit is one of those a player may have act now."""


def leads(s: Alamo, side: Side, mine: Mine | None = None) -> list[UnitId]:
    """Those by whom the stacks of a side that can still act are named, in order of their spaces; see `lead`."""
    loc, ready, acted, here = s.loc, s.ready, s.acted, s.here
    able = [u for u in ACTORS[side] if ready[u] and not acted[u] and (mine is None or mine(u))]
    found: list[UnitId] = []
    for space in sorted({loc[u] for u in able}):
        if space < PLACES:
            units = here[space]
            found += units if len(units) == 1 else lead(s, space, mine)
    return found


@rule("3.5", "8.2.B")
def lead(s: Alamo, space: int, mine: Mine | None = None) -> list[UnitId]:
    """One able unit for each formation in a space, troops first; a leader of all formations where nobody else is.

    `mine`: only such units count, for one of two Mexican players whose men lie in a stack with the other's.
    """
    ready, acted = s.ready, s.acted
    able = [u for u in s.here[space] if ready[u] and not acted[u] and (mine is None or mine(u))]
    return list(_named(tuple(able)))


@lru_cache(4096)
def _named(able: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """By whom the able units of a space are named."""
    found: dict[int, UnitId] = {}
    starred: tuple[UnitId, ...] = ()
    for unit in able:
        if unit == BOWIE or KIND[unit] == WOMEN:
            continue
        if STARRED[unit]:
            starred = starred or (unit,)
        elif IS_LEADER[found.setdefault(FORMATION[unit], unit)] and FIGHTER[unit]:
            found[FORMATION[unit]] = unit
    return tuple(found.values()) or starred


@rule("4.2.IB", "4.2.IIA", "10.2.C", "3.5.B", "7.1", "4.3")
class Actions(Step, frozen=True):
    """9.2 A side's stacks act one at a time; Mexican reinforcements come in between. Of two Mexican players each
    plays his columns in the order of their numbers."""

    rule = "4.2.IB"
    side: Side
    of: Side
    """The player whose turn it is: the side itself, or one of two Mexican players."""
    column: Column = EVERY_COLUMN

    def turn_of(self, s: Alamo) -> Seat | None:
        return s.seats[self.of]

    def ask(self, s: Alamo) -> Ask:
        options: list[Option] = [ACTIVATE[u] for u in leads(s, self.side, self._whose(s))]
        if self.side == MEXICAN:
            options += [Enter(c) for c in waiting(s) if self._refuse_enter(s, c) is None]
        if not options:
            return None
        seat = s.seats[self.of]
        options.append(DONE)
        if self.side == MEXICAN:
            return Decision(seat, "mexican_actions", "4.2.IB", tuple(options), len(options) - 1)
        return Decision(seat, "texan_actions", "4.2.IIA", tuple(options), len(options) - 1)

    def _whose(self, s: Alamo) -> Mine | None:
        """Of two Mexican players: which units are this one's to play now; one player has them all."""
        return partial(self._mine, s) if s.rules.dual else None

    def _mine(self, s: Alamo, unit: UnitId) -> bool:
        return self.column in (EVERY_COLUMN, FORMATION[unit]) and commander(s, unit) == self.of

    def _refuse_enter(self, s: Alamo, column: Column) -> Refusal | None:
        if self.side != MEXICAN:
            return Refusal("4.2.IIA", "not_their_turn", (column,))
        if self.column not in (EVERY_COLUMN, column):
            return Refusal("3.5.B", "not_their_turn", (column,))
        return refuse_entry(s, column, self.of)

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        if type(answer) is Activate:
            return (Muster(party(s, answer.unit)), Kindled(), self)
        if type(answer) is Enter:
            return (Bringing(answer.column, self.of), self)
        return ()

    def why_not(self, s: Alamo, option: Option) -> Refusal | None:
        if type(option) is Activate:
            told = refuse_unit(s, option.unit, self.side)
            if told is not None:
                return told
            if not self._mine(s, option.unit):
                return Refusal("3.5.B", "not_your_column", (s.loc[option.unit],))
            first = lead(s, s.loc[option.unit], self._whose(s))
            return None if option.unit in first else Refusal("6.6", "with_its_stack", (option.unit,))
        if type(option) is Enter:
            return self._refuse_enter(s, option.column)
        return super().why_not(s, option)


@rule("6.6")
class Muster(Step, frozen=True):
    """6.6 Who of a stack acts now: everybody but those left behind, who may act later."""

    rule = "6.6"
    units: tuple[UnitId, ...]

    def ask(self, s: Alamo) -> Ask:
        units = self.units
        if len(units) == 1:
            return None
        options: tuple[Option, ...] = (*[Stay(u) for u in units], DONE)
        seat = s.seats[commander(s, units[0])]
        return Decision(seat, "muster", "6.6", options, len(units), units=units[::-1], spaces=(s.loc[units[0]],))

    def auto(self, s: Alamo, note: Note) -> Steps:
        for unit in self.units:
            s.acted[unit] = ACTED
        s.here = dict(s.here)  # without the holes that moves leave behind: copies of it take a fraction of the time
        if SIDE[self.units[0]] == MEXICAN:
            s.mover += 1
        return (Act(self.units),)

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        if type(answer) is Stay:
            return (Muster(tuple(u for u in self.units if u != answer.unit)),)
        return self.auto(s, note)

    def why_not(self, s: Alamo, option: Option) -> Refusal | None:
        if type(option) is Stay and option.unit not in self.units:
            return Refusal("6.6", "not_in_stack", (option.unit,))
        return super().why_not(s, option)


@rule("6.7")
def refuse_arrange(s: Alamo, side: int, hex: SpaceId) -> Refusal | None:
    """Why a stack cannot be laid in another order: it needs an appropriate leader with it or next to it."""
    units = s.here.get(hex, ()) if hex < PLACES else ()
    if not units or SIDE[units[0]] != side or not _stacked(units):
        return Refusal("6.7", "no_stack", (hex,))
    alone = True
    for unit in units:
        if FIGHTER[unit]:
            if led(s, unit):
                return None
            alone = False
    return None if alone else Refusal("6.7", "no_leader_near", (hex,))


@lru_cache(4096)
def _stacked(units: tuple[UnitId, ...]) -> bool:
    """Whether two or more of these units have a place in the order of a stack."""
    return len([u for u in units if KIND[u] != WOMEN]) > 1


@rule("6.7")
class Reorder(Step, frozen=True):
    """6.7 At the start of an Action Phase its owner may lay stacks with a leader at hand in another order."""

    rule = "6.7"
    side: Side
    of: Side
    """The player asked: of two Mexican ones each for his own columns."""
    done: tuple[SpaceId, ...] = ()
    free: bool = False
    """At set-up the owner lays his stacks as he likes (R-ORDER)."""

    def ask(self, s: Alamo) -> Ask:
        hexes = [SpaceId(h) for h in members(s.held[self.side]) if len(s.here[h]) > 1]
        options: tuple[Option, ...] = tuple([Arrange(h) for h in hexes if self._refuse(s, h) is None])
        if not options:
            return None
        return Decision(s.seats[self.of], "reorder", "6.7", (*options, DONE), len(options))

    def _refuse(self, s: Alamo, hex: SpaceId) -> Refusal | None:
        if hex in self.done:
            return Refusal("6.7", "arranged", (hex,))
        told = refuse_arrange(s, self.side, hex)
        if told is not None and not (self.free and told.key == "no_leader_near"):
            return told
        if owner(s, hex) != self.of:
            return Refusal("3.5", "not_your_column", (hex,))
        return None

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        if type(answer) is not Arrange:
            return ()
        done = tuple(sorted((*self.done, answer.hex)))
        return (Ordering(answer.hex), Reorder(self.side, self.of, done, self.free))

    def why_not(self, s: Alamo, option: Option) -> Refusal | None:
        if type(option) is Arrange:
            return self._refuse(s, option.hex)
        return super().why_not(s, option)


class Ordering(Step, frozen=True):
    """6.7 A stack in a new order, named from the top."""

    rule = "6.7"
    hex: SpaceId
    picked: tuple[UnitId, ...] = ()

    def ask(self, s: Alamo) -> Ask:
        left = [u for u in reversed(s.here[self.hex]) if u not in self.picked]
        options: tuple[Option, ...] = tuple([Top(u) for u in left])
        if len(left) <= 1:
            return None
        seat = s.seats[owner(s, self.hex)]
        return Decision(seat, "ordering", "6.7", options, 0, units=self.picked, spaces=(self.hex,))

    def take(self, s: Alamo, answer: Top, note: Note) -> Steps:
        return (Ordering(self.hex, (*self.picked, answer.unit)),)

    def auto(self, s: Alamo, note: Note) -> Steps:
        rest = [u for u in s.here[self.hex] if u not in self.picked]
        arrange(s, self.hex, (*rest, *reversed(self.picked)))
        return ()


@rule("10.14", "10.18", "4.1")
class EndActions(Step, frozen=True):
    """10.14, 10.18 At the end of an Action Phase used Extra Guns go, and cannon being loaded are loaded, if the crew
    that does it is still there."""

    rule = "10.18"
    side: Side

    def auto(self, s: Alamo, note: Note) -> Steps:
        for hex in s.extra_used:
            if hex in s.extra:  # not lost to the enemy since
                note(ExtraGunSpent(hex))
        s.extra = tuple([h for h in s.extra if h not in s.extra_used])
        s.extra_used = ()
        for gun, state in enumerate(s.loaded):
            if state == LOADING and any(s.acted[u] == LOADS for u in s.here.get(s.gun_at[gun], ())):
                s.loaded[gun] = LOADED
                note(Reloaded(Gun(gun)))
            elif state in (LOADING, SPENT):
                s.loaded[gun] = EMPTY
        return ()


def begin_player_turn(s: Alamo) -> None:
    """Clear what is remembered for a phase or a player turn only."""
    s.fired = s.entries = s.tried = ()
    s.mover = s.climbed = 0
    s.gun_spent = bytearray(len(s.gun_spent))
    s.reacted, s.shot, s.meleed = (bytearray(len(UNITS)) for _ in range(3))
    s.acted, s.pinned = bytearray(len(UNITS)), bytearray(len(UNITS))
    s.deniers = [()] * TEXANS
