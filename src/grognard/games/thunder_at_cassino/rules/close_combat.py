"""9: the Close Combat Phase: order of Areas, pairing, dice, and the dead."""

from typing import NamedTuple

from msgspec.structs import replace

from grognard.core import (
    NO,
    YES,
    Ask,
    Decision,
    No,
    Note,
    Option,
    Refusal,
    Roll,
    Seat,
    SpaceId,
    Step,
    Steps,
    UnitId,
    Yes,
    rule,
)
from grognard.games.thunder_at_cassino.content import (
    AF,
    ALL_AREAS,
    ALLIED,
    ARMOR,
    BOARD,
    CCF,
    DF,
    GERMAN,
    KIND,
    RESERVE,
    SIDE,
    TROOPS,
    VEHICLE,
    Side,
)
from grognard.games.thunder_at_cassino.rules.attack import total
from grognard.games.thunder_at_cassino.rules.events import (
    AreaChosen,
    CloseCombatBegan,
    Fallen,
    Overrun,
    Paired,
    Struck,
    StruckAgain,
)
from grognard.games.thunder_at_cassino.rules.limits import eliminate
from grognard.games.thunder_at_cassino.rules.screening import (
    HoldLine,
    Screening,
    combatants,
    line,
    melee,
    screeners,
)
from grognard.games.thunder_at_cassino.rules.state import (
    FIGHTERS_AT,
    Melee,
    Thunder,
    flip,
    in_reserve,
    other,
    pass_advantage,
    seat,
)
from grognard.maps import members
from grognard.tables.resolution import Terms


class Resolve(Option, frozen=True):
    """Resolve the Close Combat in this Area next."""

    space: SpaceId


class Strike(Option, frozen=True):
    """Attack this unit."""

    unit: UnitId


class Hold(Option, frozen=True):
    """This unit does not attack."""


RESOLVE = tuple(Resolve(SpaceId(k)) for k in range(BOARD))
STRIKE = tuple(Strike(UnitId(u)) for u in range(TROOPS))
HOLD = Hold()
HIT = 6


@rule("9.1", "6.3")
def begin_close_combat(s: Thunder, note: Note) -> None:
    """Everybody on the map turns Uncommitted, in Zones too."""
    for row in s.here:
        for u in row:
            flip(s, u, 0)
    note(CloseCombatBegan(tuple(SpaceId(a) for a in members(contested(s)))))


@rule("9.2", "6.3")
def contested(s: Thunder) -> int:
    """Areas in which both sides have Combat units; never Zones."""
    return s.mask[FIGHTERS_AT] & s.mask[FIGHTERS_AT + 1] & ALL_AREAS


@rule("8.45.area", "9.5", "9.5.elim", "14.34.return")
class CloseCombatPhase(Step, frozen=True):
    """8.45 The holder of the Tactical Advantage picks the Areas one after the other."""

    rule = "8.45"
    fought: tuple[SpaceId, ...] = ()

    def ask(self, s: Thunder) -> Ask:
        left = self._left(s)
        if len(left) < 2:
            return None
        options = tuple([RESOLVE[a] for a in left])
        return Decision(seat(s, s.advantage), "close.area", "8.45", options)

    def _left(self, s: Thunder) -> list[int]:
        return [a for a in members(contested(s)) if a not in self.fought]

    def take(self, s: Thunder, answer: Resolve, note: Note) -> Steps:
        return self._begin(s, answer.space, note)

    def _begin(self, s: Thunder, area: SpaceId, note: Note) -> Steps:
        first = other(s.advantage)
        s.melee = Melee(area, first)
        note(AreaChosen(area, first))
        return (
            Screening(first),
            Screening(other(first)),
            HoldLine(),
            Pairing(first),
            Pairing(other(first)),
            Aftermath(),
            CloseCombatPhase(tuple(sorted((*self.fought, area)))),
        )

    def auto(self, s: Thunder, note: Note) -> Steps:
        """The last Area needs no choice; when it is done the phase ends."""
        left = self._left(s)
        return self._begin(s, SpaceId(left[0]), note) if left else self._end(s, note)

    def _end(self, s: Thunder, note: Note) -> Steps:
        """At the end of the whole phase Non-Combat units alone among enemy Combat units are eliminated."""
        for side in (ALLIED, GERMAN):
            theirs = s.mask[FIGHTERS_AT + 1 - side] & ~s.mask[FIGHTERS_AT + side] & ALL_AREAS
            for area in members(theirs):
                for u in s.here[side * BOARD + area]:
                    eliminate(s, u)
                    note(Overrun(UnitId(u), SpaceId(area)))
        return ()

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        if isinstance(option, Resolve):
            if option.space in self.fought:
                return Refusal("9.2.once", "fought_already", (option.space,))
            return None if option.space in self._left(s) else Refusal("9.2", "not_contested", (option.space,))
        return Refusal("8.45", "not_offered")


IN_THE_WAY = {"9.6": "line_first", "9.6.attack": "screened_alone", "18.2.cc": "reserves_first"}
"""By the case it breaks, why an attack may not be announced."""
Pairs = tuple[tuple[UnitId, UnitId], ...]
"""(attacker, target), in the order the attackers were asked."""


class Duel(NamedTuple):
    """What pairing depends on, computed once a question."""

    attackers: list[int]
    """In the order they are asked: vehicles, screened units, the rest."""
    line: set[int]
    reserves: set[int]
    """Enemy reserve units: all must be attacked before any combined attack on somebody else (18.2)."""
    prey: list[int]
    """Enemy units that may be attacked at all."""
    screened: tuple[UnitId, ...]
    screeners: set[int]
    """Own units that screen others: no screened unit attacks without one of them."""


@rule(
    "9.7.ex",
    "9.2.once",
    "9.6",
    "9.6.one",
    "9.6.optional",
    "9.6.armor",
    "9.6.attack",
    "9.6.limit",
    "12.4",
    "18.2.cc",
    "9.3",
)
class Pairing(Step, frozen=True):
    """9.4 A side says of each unit whom it attacks, all before its first die (9.3)."""

    rule = "9.4"
    side: Side
    pairs: Pairs = ()
    held: int = 0
    """How many attackers were asked and hold back."""

    def duel(self, s: Thunder) -> Duel:
        m = melee(s)
        mine = combatants(s, self.side)
        alone = [u for u in mine if u not in m.screened]
        order = [u for u in alone if VEHICLE[u]] + [u for u in mine if u in m.screened]
        order += [u for u in alone if not VEHICLE[u]]
        foe = other(self.side)
        theirs = combatants(s, foe)
        reserves = {u for u in theirs if RESERVE[u]} if in_reserve(s) else set()
        prey = [u for u in theirs if u not in m.screened]
        return Duel(order, set(line(s, foe)), reserves, prey, m.screened, set(screeners(s, self.side)))

    def ask(self, s: Thunder) -> Ask:
        d = self.duel(s)
        at = len(self.pairs) + self.held
        if at >= len(d.attackers):
            return None
        unit = UnitId(d.attackers[at])
        options: list[Option] = [STRIKE[t] for t in d.prey if not self.broken(d, at, (*self.pairs, (unit, UnitId(t))))]
        if not self.broken(d, at, self.pairs):
            options.append(HOLD)
        return Decision(seat(s, self.side), "close.pair", "9.4", tuple(options), units=(unit,), spaces=(melee(s).area,))

    def broken(self, d: Duel, at: int, pairs: Pairs) -> str:
        """The case that breaks if attacker number `at` leaves the pairing like this; none if the rest can supply what
        is still missing.

        A screened attacker needs a partner that screens: neither Armor behind the line nor a reserve unit. Combined
        attacks, and attacks on foot on Armor behind the line, demand that the whole enemy line is attacked; a pair led
        by an Anti-Tank or Armor unit on Armor demands only that all enemy reserves are.
        """
        by_target: dict[int, list[int]] = {}
        for attacker, target in pairs:
            by_target.setdefault(target, []).append(attacker)
        lonely = 0
        whole_line = all_reserves = False
        for prey, attackers in by_target.items():
            size = len(attackers)
            if any(u in d.screened for u in attackers) and not any(u in d.screeners for u in attackers):
                lonely += 1
                size += 1
            led = KIND[prey] == ARMOR and any(VEHICLE[u] for u in attackers)
            if size == 1:
                whole_line = whole_line or (prey not in d.line and not led)
            elif led and size == 2:
                all_reserves = True
            else:
                whole_line = True
        rest = [u for u in d.attackers[at + 1 :] if u not in d.screened]
        if sum([u in d.screeners for u in rest]) < lonely:
            return "9.6.attack"
        wanted = d.line if whole_line else d.reserves if all_reserves else set()
        if len(rest) >= lonely + len(wanted - by_target.keys()):
            return ""
        return "9.6" if whole_line else "18.2.cc"

    def take(self, s: Thunder, answer: Option, note: Note) -> Steps:
        if isinstance(answer, Strike):
            unit = UnitId(self.duel(s).attackers[len(self.pairs) + self.held])
            return (replace(self, pairs=(*self.pairs, (unit, answer.unit))),)
        return (replace(self, held=self.held + 1),)

    def auto(self, s: Thunder, note: Note) -> Steps:
        groups: dict[UnitId, list[UnitId]] = {}
        for attacker, target in self.pairs:
            groups.setdefault(target, []).append(attacker)
        for target in sorted(groups):
            note(Paired(tuple(sorted(groups[target])), target))
        return tuple(CloseAttack(tuple(sorted(groups[target])), target) for target in sorted(groups))

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        d = self.duel(s)
        at = len(self.pairs) + self.held
        unit = UnitId(d.attackers[at])
        if isinstance(option, Strike):
            if option.unit in d.screened:
                return Refusal("9.6.screen", "is_screened", (option.unit,))
            if option.unit not in d.prey:
                return Refusal("9.5", "not_to_be_attacked", (option.unit,))
            case = self.broken(d, at, (*self.pairs, (unit, option.unit)))
            return Refusal(case, IN_THE_WAY[case], (option.unit,)) if case else None
        if isinstance(option, Hold):
            case = self.broken(d, at, self.pairs)
            return Refusal(case, "needed", (unit,)) if case else None
        return Refusal("9.4", "not_offered")


@rule("9.7.A", "9.7.B", "9.7.B.arm", "2.2.drm")
def close_terms(attackers: tuple[UnitId, ...], target: UnitId) -> Terms:
    """What is added to the die: a point for each helper, and the best attacker's margin over the target.

    Anti-Tank and Armor units compare their Attack Factor with the Defense Factor of Armor; others compare CCFs.
    """
    best, case = 0, ""
    for u in attackers:
        heavy = KIND[target] == ARMOR and VEHICLE[u]
        margin = AF[u] - DF[0][target] if heavy else CCF[u] - CCF[target]
        if margin > best:
            best, case = margin, "9.7.B.arm" if heavy else "9.7.B"
    helpers = (("9.7.A", len(attackers) - 1),) if len(attackers) > 1 else ()
    return (*helpers, (case, best)) if best else helpers


def modifier(attackers: tuple[UnitId, ...], target: UnitId) -> int:
    """What is added to the die."""
    return total(close_terms(attackers, target))


@rule("8.41", "8.41.same", "9.2.simul")
class CloseAttack(Step, frozen=True):
    """9.7 One die for each attack; 6 or more eliminates the target, which still makes its own attack."""

    rule = "9.7"
    attackers: tuple[UnitId, ...]
    target: UnitId
    die: int = 0
    last: bool = False

    def turn_of(self, s: Thunder) -> Seat | None:
        """Also while the other side thinks about a new roll."""
        return seat(s, SIDE[self.attackers[0]])

    def ask(self, s: Thunder) -> Ask:
        if not self.die:
            return Roll((6,), "close", "9.7")
        if self.last:
            return None
        added = modifier(self.attackers, self.target)
        numbers = (self.die, added, self.die + added, int(self.die + added >= HIT))
        return Decision(
            seat(s, s.advantage), "reroll.close", "8.41", (NO, YES), default=0, units=(self.target,), numbers=numbers
        )

    def take(self, s: Thunder, answer: Option | tuple[int, ...], note: Note) -> Steps:
        if isinstance(answer, tuple):
            return (replace(self, die=answer[0]),)
        if type(answer) is Yes:
            note(StruckAgain(s.advantage, self.attackers, self.target, self.die))
            pass_advantage(s)
            return (CloseAttack(self.attackers, self.target, last=True),)
        return self.auto(s, note)

    def auto(self, s: Thunder, note: Note) -> Steps:
        terms = close_terms(self.attackers, self.target)
        reached = self.die + total(terms)
        hit = reached >= HIT
        note(Struck(self.attackers, self.target, self.die, terms, reached, hit))
        if hit:
            m = melee(s)
            s.melee = replace(m, doomed=tuple(sorted((*m.doomed, self.target))))
        return ()

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        return None if isinstance(option, Yes | No) else Refusal("8.41", "not_offered")


class Aftermath(Step, frozen=True):
    """9.4 When both sides have attacked, the dead of the Area leave the map."""

    rule = "9.4"

    def auto(self, s: Thunder, note: Note) -> Steps:
        m = melee(s)
        for u in m.doomed:
            eliminate(s, u)
            note(Fallen(u, m.area))
        s.melee = None
        return ()
