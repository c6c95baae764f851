"""12.4, 12.12-12.14 Melee: the announced sequence, the dice, leaders at risk, and the advance."""

from grognard.core import (
    DONE,
    Ask,
    Decision,
    Dice,
    Note,
    Option,
    Refusal,
    Roll,
    Seat,
    SpaceId,
    Step,
    Steps,
    UnitId,
    rule,
)
from grognard.games.dark_victory.content import (
    BOWIE,
    DEAD,
    FORMATION,
    INSIDE,
    IS_LEADER,
    KIND,
    MOVES,
    NUMBER,
    OUTER_STAIRS,
    SIDE,
    SIDE_BETWEEN,
    SLAVE,
    TEXAN,
    Column,
    Side,
)
from grognard.games.dark_victory.rules.entering import move
from grognard.games.dark_victory.rules.events import (
    Advanced,
    BowieKilled,
    Clashed,
    LeaderLeft,
    LeaderOverrun,
    LeaderStruck,
    MeleeAnnounced,
    MexicanMeleeBegan,
    Overrun,
    RiskDice,
    TexanMeleeBegan,
    Unopposed,
)
from grognard.games.dark_victory.rules.losses import alive, capture, kill_leader, lose_step, perish, surplus
from grognard.games.dark_victory.rules.state import Alamo, commander, fighters, leaders, points, seat_of
from grognard.games.dark_victory.rules.strength import (
    attack,
    attackers,
    defence,
    defenders,
    losers,
    melee_sources,
    refuse_melee,
    undefended,
)
from grognard.maps import members


class Assault(Option, frozen=True):
    """Melee this space."""

    hex: SpaceId


class From(Option, frozen=True):
    """The next melee comes from here."""

    hex: SpaceId


class Escort(Option, frozen=True):
    """A leader goes with the advance."""

    leader: UnitId


EVERY_COLUMN = Column(0)


@rule("12.1", "12.4", "12.6", "4.2.IC", "4.2.IIB", "3.5.B")
class Melees(Step, frozen=True):
    """12.1 The Melee Phase of a side: it attacks what it likes, each space in one announced sequence."""

    rule = "4.2.IC"
    side: Side
    of: Side
    column: Column = EVERY_COLUMN
    done: tuple[SpaceId, ...] = ()

    def turn_of(self, s: Alamo) -> Seat | None:
        return s.seats[self.of]

    def ask(self, s: Alamo) -> Ask:
        held = [SpaceId(b) for b in members(s.held[1 - self.side])]
        found = [b for b in held if b not in self.done and self._sources(s, b)]
        if not found:
            return None
        options: tuple[Option, ...] = (*[Assault(b) for b in found], DONE)
        return Decision(s.seats[self.of], "melees", "12.1", options, len(found))

    def _sources(self, s: Alamo, b: SpaceId) -> list[SpaceId]:
        return sources(s, self.side, self.of, self.column, b)

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        if type(answer) is not Assault:
            return ()
        done = tuple(sorted((*self.done, answer.hex)))
        return (
            Sequence(self.side, self.of, self.column, answer.hex),
            Melees(self.side, self.of, self.column, done),
        )

    def why_not(self, s: Alamo, option: Option) -> Refusal | None:
        if type(option) is not Assault:
            return super().why_not(s, option)
        hex = option.hex
        if not s.held[1 - self.side] >> hex & 1:
            return Refusal("12.1", "nobody_there", (hex,))
        if hex in self.done:
            return Refusal("12.4", "sequence_over", (hex,))
        return None if self._sources(s, hex) else Refusal("12.1", "nobody_can_melee", (hex,))


def sources(s: Alamo, side: Side, of: Side, column: Column, b: SpaceId) -> list[SpaceId]:
    """Spaces from which a player may melee into another now."""
    mine = []
    for a in melee_sources(s, side, b):
        first = attackers(s, a, b)[0]
        if commander(s, first) == of and column in (EVERY_COLUMN, _column(s, a)):
            mine.append(a)
    return mine


def _column(s: Alamo, space: int) -> int:
    return FORMATION[fighters(s, space)[0]]


@rule("12.4", "12.2")
class Sequence(Step, frozen=True):
    """12.4 All melees against one space are announced in order before the first is fought."""

    rule = "12.4"
    side: Side
    of: Side
    column: Column
    hex: SpaceId
    picked: tuple[SpaceId, ...] = ()

    def ask(self, s: Alamo) -> Ask:
        found = [a for a in sources(s, self.side, self.of, self.column, self.hex) if a not in self.picked]
        if self.picked and not found:
            return None
        options: list[Option] = [From(a) for a in found]
        if self.picked:
            options.append(DONE)
        default = len(options) - 1 if self.picked else -1
        return Decision(s.seats[self.of], "sequence", "12.4", tuple(options), default, spaces=(self.hex, *self.picked))

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        if type(answer) is From:
            return (Sequence(self.side, self.of, self.column, self.hex, (*self.picked, answer.hex)),)
        return self.auto(s, note)

    def auto(self, s: Alamo, note: Note) -> Steps:
        note(MeleeAnnounced(self.picked, self.hex))
        for a in self.picked:
            for unit in s.here[a]:
                s.meleed[unit] = 1
        return tuple(Clash(a, self.hex) for a in self.picked)

    def why_not(self, s: Alamo, option: Option) -> Refusal | None:
        if type(option) is From:
            told = refuse_melee(s, self.side, option.hex, self.hex)
            if told is not None:
                return told
        return super().why_not(s, option)


@rule("12.12", "12.12.note", "12.3", "12.13", "13.1.B", "13.2", "10.3.note", "9.9.C")
class Clash(Step, frozen=True):
    """12.12 One melee: each side adds a die; the lower total loses a step, a tie costs both one."""

    rule = "12.12"
    start: SpaceId
    hex: SpaceId

    def ask(self, s: Alamo) -> Ask:
        if not self._stands(s) or undefended(s, self.hex):
            return None
        if prisoners(s, self.hex) is not None:
            return None
        return Roll((6, 6), "melee", "12.12", matters=((1, -1),))

    def _stands(self, s: Alamo) -> bool:
        """Whether attackers and somebody to attack are still there; otherwise the melee is wasted (12.4)."""
        theirs = s.here.get(self.hex, ())
        if not theirs or SIDE[theirs[0]] == SIDE[s.here[self.start][0]]:
            return False
        return bool(attackers(s, self.start, self.hex))

    def auto(self, s: Alamo, note: Note) -> Steps:
        if not self._stands(s):
            return ()
        units = attackers(s, self.start, self.hex)
        captive = prisoners(s, self.hex)
        if captive is not None:
            if capture(s, captive, units[0], note):
                return ()
            return (self,) if s.here.get(self.hex) else self._advance(s, units)
        coming = comers(s, units, self.hex)
        if not coming:
            return ()
        special = any(not IS_LEADER[u] or u == BOWIE for u in s.here[self.hex])
        note((Overrun if special else Unopposed)(self.start, self.hex))
        return overrun(s, self.start, self.hex, coming, note)

    def _advance(self, s: Alamo, units: tuple[UnitId, ...]) -> Steps:
        return (Advance(self.start, self.hex, units),)

    def take(self, s: Alamo, answer: Dice, note: Note) -> Steps:
        units = attackers(s, self.start, self.hex)
        one, other = attack(s, self.start, self.hex), defence(s, self.start, self.hex)
        if SIDE_BETWEEN[self.start][self.hex] == OUTER_STAIRS:
            s.climbed += sum([points(s, u) for u in units])
        ours, theirs = one.total, other.total
        note(Clashed(self.start, self.hex, ours, answer[0], theirs, answer[1], one.told, other.told))
        margin = ours + answer[0] - theirs - answer[1]
        involved = (*leaders(s, self.start), *leaders(s, self.hex))
        losing: list[UnitId] = []
        they_lose, we_lose = losers(margin)
        if they_lose:
            losing += [defenders(s, self.hex)[-1]]
        if we_lose:
            losing += [units[0]]
        doomed = [u for x in losing for u in surplus(s, s.loc[x]) if u not in losing]
        for unit in sorted(losing, key=lambda u: SIDE[u]):
            if lose_step(s, unit, note):
                return ()
        if perish(s, tuple(doomed), note):
            return ()
        units = alive(s, units)
        if left_alone(s, self.start, self.hex, units, note):
            return ()
        return (*[LeaderRisk(x) for x in involved], Advance(self.start, self.hex, units))


@rule("13.2")
def prisoners(s: Alamo, space: int) -> UnitId | None:
    """The slaves and prisoners of a space, who are gone as a melee against it is declared."""
    return next((u for u in s.here[space] if KIND[u] == SLAVE), None)


@rule("12.13")
def left_alone(s: Alamo, a: SpaceId, b: SpaceId, units: tuple[UnitId, ...], note: Note) -> bool:
    """12.13 Leaders left without units die if the other side still has a step in the melee (R-LEADFATE)."""
    orphans = [*(leaders(s, b) if units and not fighters(s, b) else [])]
    if not fighters(s, a) and defenders(s, b):
        orphans += leaders(s, a)
    return any(kill_leader(s, x, note, LeaderLeft) for x in sorted(orphans, key=lambda x: SIDE[x]))


@rule("12.13.B")
class LeaderRisk(Step, frozen=True):
    """12.13 After a melee with leaders each of them is rolled for: two dice, and a two kills him."""

    rule = "12.13.B"
    leader: UnitId

    def ask(self, s: Alamo) -> Ask:
        return None if s.loc[self.leader] == DEAD else Roll((6, 6), "leader_risk", "12.13.B", matters=((1, 1),))

    def take(self, s: Alamo, answer: Dice, note: Note) -> Steps:
        dice = sum(answer)
        note(RiskDice(self.leader, dice))
        if dice == 2:
            kill_leader(s, self.leader, note, LeaderStruck)
        return ()


@rule("13.1", "13.1.B", "8.2.D", "12.13.B")
def overrun(s: Alamo, a: SpaceId, b: SpaceId, units: tuple[UnitId, ...], note: Note) -> Steps:
    """Helpless people are taken without dice by those who come in; leaders are killed. It is a melee like any other for
    the leaders of the attackers, who are rolled for (12.13)."""
    involved = leaders(s, a)
    for unit in s.here[b]:
        if IS_LEADER[unit]:
            over = kill_leader(s, unit, note, BowieKilled if unit == BOWIE else LeaderOverrun)
        else:
            over = capture(s, unit, units[0], note)
        if over:
            return ()
    return (*[LeaderRisk(x) for x in involved], Advance(a, b, units))


@rule("3.6", "13.3.F", "13.1.C")
def refuse_advance(s: Alamo, unit: UnitId, hex: int) -> Refusal | None:
    """Why a victorious unit does not go into the space it has cleared."""
    if not MOVES[unit]:
        return Refusal("13.1.C", "never_moves", (unit,))
    if NUMBER[hex] in s.fires:
        return Refusal("13.3.F", "ablaze", (hex, hex))
    if SIDE[unit] == TEXAN and not INSIDE >> hex & 1:
        return Refusal("3.6", "outside", (hex, hex))
    return None


def comers(s: Alamo, units: tuple[UnitId, ...], hex: int) -> tuple[UnitId, ...]:
    """Those of some attackers who can go into a space."""
    return tuple([u for u in units if refuse_advance(s, u, hex) is None])


@rule("12.14", "13.1")
class Advance(Step, frozen=True):
    """12.14 Attackers who have cleared the space must occupy it; leaders go along, by choice if units stay behind."""

    rule = "12.14"
    start: SpaceId
    hex: SpaceId
    units: tuple[UnitId, ...]
    going: tuple[UnitId, ...] = ()

    def _movers(self, s: Alamo) -> tuple[UnitId, ...]:
        return comers(s, alive(s, self.units), self.hex)

    def _choice(self, s: Alamo) -> list[UnitId]:
        """Leaders who may stay or go: only where units stay behind."""
        movers = self._movers(s)
        stay = [u for u in fighters(s, self.start) if u not in movers]
        return [x for x in leaders(s, self.start) if x not in self.going and MOVES[x]] if stay else []

    def ask(self, s: Alamo) -> Ask:
        if s.here.get(self.hex) or not self._movers(s):
            return None
        free = self._choice(s)
        if not free:
            return None
        options: tuple[Option, ...] = (*[Escort(x) for x in free], DONE)
        seat = seat_of(s, self.units[0])
        return Decision(seat, "escort", "12.14", options, len(free), spaces=(self.hex,))

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        if type(answer) is Escort:
            return (Advance(self.start, self.hex, self.units, (*self.going, answer.leader)),)
        return self._occupy(s, self.going, note)

    def auto(self, s: Alamo, note: Note) -> Steps:
        if s.here.get(self.hex) or not self._movers(s):
            return ()
        rest = [x for x in leaders(s, self.start) if MOVES[x] and x not in self.going]
        return self._occupy(s, (*self.going, *rest), note)

    def _occupy(self, s: Alamo, along: tuple[UnitId, ...], note: Note) -> Steps:
        units = (*self._movers(s), *along)
        note(Advanced(units, self.hex))
        move(s, units, self.hex, note)
        return ()


class BeginMelee(Step, frozen=True):
    """4.2 A Melee Phase begins."""

    rule = "4.2.IC"
    side: Side

    def auto(self, s: Alamo, note: Note) -> Steps:
        note(TexanMeleeBegan() if self.side == TEXAN else MexicanMeleeBegan())
        s.climbed = 0
        return ()
