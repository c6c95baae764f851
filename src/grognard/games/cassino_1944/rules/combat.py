"""6.0 to 6.3 Combat: odds, shifts, the die, boxes and damage; what follows stands in `retreat` and `advance`."""

from functools import lru_cache

from msgspec.structs import replace

from grognard.core import (
    Ask,
    Decision,
    Note,
    Option,
    Refusal,
    Roll,
    Selection,
    SpaceId,
    Step,
    Steps,
    UnitId,
    rule,
)
from grognard.games.cassino_1944.content import (
    ALLIED,
    ARMOR,
    BRITISH,
    CRT,
    GERMAN,
    HEXES,
    MARKERS,
    MOUNTAIN,
    NATION,
    NEAR,
    OF_NATION,
    ROSTER,
    RUBBLE,
    SIDE,
    STRENGTH,
    TWO_TO_ONE,
    WATER,
    Side,
)
from grognard.games.cassino_1944.rules.advance import PostCombatAdvance
from grognard.games.cassino_1944.rules.events import (
    Attacked,
    Beaten,
    Bombed,
    BoxAbsorbed,
    ExcessLost,
    Fought,
    MarkersOff,
    NobodyRetreats,
    NoPursuer,
)
from grognard.games.cassino_1944.rules.retreat import RetreatOrStand
from grognard.games.cassino_1944.rules.state import SKIP_ALLIED, Cassino, Combat, endurance_left, hurt
from grognard.games.cassino_1944.rules.supply import supplied
from grognard.games.cassino_1944.rules.support import Support
from grognard.maps import Set, mask
from grognard.tables import Resolution, Terms


class Attack(Option, frozen=True):
    """Attack the enemy units in a hex."""

    hex: SpaceId


class Fight(Option, frozen=True):
    """The attackers are chosen: roll."""


class Hit(Option, frozen=True):
    """Put a damage point on a unit."""

    unit: UnitId


FIGHT = Fight()
ATTACK = tuple(Attack(SpaceId(h)) for h in range(HEXES))
HIT = tuple(Hit(UnitId(u)) for u in range(len(SIDE)))


# Who may attack whom ------------------------------------------------------------------------------


@rule("6.0.adjacent", "10.3.mixed")
def able_attackers(s: Cassino, side: Side, target: SpaceId) -> list[UnitId]:
    """Units next to the target that have not acted (nor been left inactive) in this half."""
    near, acted, loc = NEAR[target], s.acted, s.loc
    return [u for u in ROSTER[side] if near >> loc[u] & 1 and not acted >> u & 1]


@rule("6.0.once")
def already_attacked(s: Cassino, target: SpaceId) -> bool:
    """A hex with a unit that was attacked in this half is spared, whoever else stands there (R-5)."""
    attacked = s.attacked
    if attacked:
        for u in s.here[target]:
            if attacked >> u & 1:
                return True
    return False


def refuse_attack(s: Cassino, side: Side, target: SpaceId) -> Refusal | None:
    """Why a hex cannot be attacked now."""
    if not s.held[1 - side] >> target & 1:
        return Refusal("6.0.adjacent", "no_enemy", (target,))
    if already_attacked(s, target):
        return Refusal("6.0.once", "attacked_before", (target,))
    if not able_attackers(s, side, target):
        return Refusal("6.0.adjacent", "no_attacker", (target,))
    return None


def refuse_attacker(s: Cassino, side: Side, target: SpaceId, unit: UnitId) -> Refusal | None:
    """Why a unit cannot join an attack."""
    if SIDE[unit] != side:
        return Refusal("6.0", "not_yours", (unit,))
    if s.loc[unit] >= HEXES:
        return Refusal("6.0", "not_on_map", (unit,))
    if not NEAR[target] >> s.loc[unit] & 1:
        return Refusal("6.0.adjacent", "not_next_to", (unit, target))
    if s.nation >= 0 and side == ALLIED and not OF_NATION[s.nation] >> unit & 1:
        return Refusal("10.3.mixed", "not_activated", (unit, s.nation))
    return Refusal("4.1.1", "acted", (unit,)) if s.acted >> unit & 1 else None


# Columns and dice ---------------------------------------------------------------------------------


@rule("6.1.sum", "6.0.group")
def strengths(c: Combat) -> tuple[int, int]:
    return sum([STRENGTH[u] for u in c.attackers]), sum([STRENGTH[u] for u in c.defenders])


@rule("6.1.ratio", "6.1.round")
def base_column(attack: int, defence: int) -> int:
    """The column of two strengths, rounded in the defender's favour and held within the table (R-14)."""
    if attack >= defence:
        return min(attack // defence, 6) + 1
    return 1 if defence <= 2 * attack else 0


@rule("6.1.1.water", "6.1.1.mountain", "6.1.1.sum")
@lru_cache(maxsize=16384)
def hexside_shifts(target: int, origins: Set) -> Terms:
    """The shifts for hexsides that every attacker attacks across: water, mountain, or both, which add."""
    found: list[tuple[str, int]] = []
    if not origins & ~WATER[target]:
        found.append(("6.1.1.water", -1))
    if not origins & ~MOUNTAIN[target]:
        found.append(("6.1.1.mountain", -2))
    return tuple(found)


ARMOR_SHIFTS: tuple[Terms, ...] = ((), (("6.1.2", 1),), (), ())
SUPPORT_SHIFTS = tuple(((f"10.1.2.defend {name}", -1), (f"10.1.2.attack {name}", 1)) for name in MARKERS)
"""By marker: what it does for the defender, and for the attacker."""


@rule("6.1.2")
def armor_shifts(attacking: bool, defending: bool) -> Terms:
    """The shift for armor among the attackers and none among the defenders."""
    return ARMOR_SHIFTS[attacking + 2 * defending]


@rule("10.1.2.attack", "10.1.2.defend", "10.5.3.shift")
def column_shifts(s: Cassino, c: Combat) -> Terms:
    """Every shift of the column with its case; negative to the left. A strike from the air has none (R-46)."""
    if c.strike:
        return ()
    armor = any(ARMOR[u] for u in c.attackers), any(ARMOR[u] for u in c.defenders)
    found = [*hexside_shifts(c.target, mask(c.origins)), *armor_shifts(*armor)]
    for marker in c.markers:
        own = (marker < 3) == (c.side == ALLIED)
        found.append(SUPPORT_SHIFTS[marker][own])
    if british_shift(s) and c.side == ALLIED and any(NATION[u] == BRITISH for u in c.attackers):
        found.append(("10.5.3.shift", 1))
    return tuple(found)


def british_shift(s: Cassino) -> bool:
    """Whether this is the Avenger impulse in which British attacks gain a column (R-51)."""
    return s.rules.avenger and s.impulse == (s.rules.avenger_start == SKIP_ALLIED)


@rule("7.5.die", "10.2.4", "10.4.1.allied", "10.4.1.german", "10.4.1.clear")
def die_modifiers(s: Cassino, c: Combat) -> Terms:
    """Every modifier of the die with its case."""
    found: list[tuple[str, int]] = []
    if c.unsupplied:
        found.append(("7.5.die", -1))
    if c.side == ALLIED and s.destroyed and RUBBLE >> c.target & 1:
        found.append(("10.2.4", -1))
    if s.rain and not c.strike:
        found.append(("10.4.1.allied", -1) if c.side == ALLIED else ("10.4.1.german", 1))
    return tuple(found)


@rule("6.1.order", "6.1.result", "10.2.3.odds")
def resolution(s: Cassino, c: Combat) -> Resolution[tuple[int, int]]:
    """How a combat is resolved: what step, forecast, chart and log read. A strike has its column given."""
    if c.strike:
        return Resolution(CRT, (), TWO_TO_ONE, (), die_modifiers(s, c))
    values = strengths(c)
    return Resolution(CRT, values, base_column(*values), column_shifts(s, c), die_modifiers(s, c))


@rule("6.3.absorb")
def after_box(result: tuple[int, int], box: int) -> tuple[int, int]:
    """Damage of attacker and defender when the box, if there is one, has taken its point (R-18, R-19)."""
    attacker, defender = result
    return attacker, defender - 1 if defender and box else defender


def absorbed(s: Cassino, c: Combat, result: tuple[int, int]) -> tuple[int, int]:
    """What a combat leaves of a result after the box of its hex."""
    return after_box(result, s.box[c.target])


# The flow of a combat -----------------------------------------------------------------------------


def declared(s: Cassino, side: Side, target: SpaceId, attackers: tuple[UnitId, ...]) -> Combat:
    """The combat that these attackers would open; supply is judged now (R-64)."""
    origins = tuple(dict.fromkeys([s.loc[u] for u in attackers]))
    fed = supplied(s, side)
    return Combat(
        side, target, attackers, s.here[target], origins, unsupplied=any(not fed >> hex & 1 for hex in origins)
    )


@rule("6.0.group", "6.0.once", "6.1")
class Join(Selection, frozen=True):
    """6.0 Choose the units that attack a hex together, from any hexes next to it (R-6)."""

    rule = "6.0.adjacent"
    finish = FIGHT
    side: Side
    target: SpaceId
    picked: tuple[UnitId, ...] = ()

    def able(self, s: Cassino) -> list[UnitId]:
        return able_attackers(s, self.side, self.target)

    def refuse_unit(self, s: Cassino, unit: UnitId) -> Refusal | None:
        return refuse_attacker(s, self.side, self.target, unit)

    def lacking(self, s: Cassino) -> Refusal | None:
        return None if self.picked else Refusal("6.0.adjacent", "nobody_picked", (self.target,))

    def question(self, s: Cassino) -> Decision:
        prompt = "join_more" if self.picked else "join"
        return Decision(
            s.seats[self.side],
            prompt,
            "6.0.adjacent",
            (),
            units=self.picked,
            spaces=(self.target,),
            numbers=(len(self.able(s)) - len(self.picked),),
        )

    def chosen(self, s: Cassino, note: Note) -> Steps:
        c = s.combat = declared(s, self.side, self.target, self.picked)
        for unit in c.attackers:
            s.acted |= 1 << unit
        for unit in c.defenders:
            s.attacked |= 1 << unit
        note(Attacked(c.side, c.target, c.attackers, c.defenders))
        if s.rules.support:
            return (Support(ALLIED), Support(GERMAN), CombatRoll(), Close())
        return (CombatRoll(), Close())


class CombatRoll(Step, frozen=True):
    """6.1 The attacker rolls; the result is read, the box takes its point, damage is divided, attacker first (R-59)."""

    rule = "6.1"

    def ask(self, s: Cassino) -> Ask:
        return Roll((6,), "combat", "6.1.order")

    def take(self, s: Cassino, answer: tuple[int], note: Note) -> Steps:
        c = s.combat
        assert c is not None
        made = resolution(s, c)
        rolled, face = answer[0], made.face(answer[0])
        attacker, defender = result = made.result(rolled)
        if c.strike:
            note(Bombed(c.target, rolled, face, attacker, defender, made.modifiers))
        else:
            attack, defence = made.values
            columns = made.odds, made.label
            terms = made.shifts, made.modifiers
            note(Fought(c.target, attack, defence, *columns, rolled, face, attacker, defender, *terms))
        suffered = absorbed(s, c, result)
        if suffered != result:
            note(BoxAbsorbed(c.target))
        s.combat = replace(c, losses=suffered)
        steps: list[Step] = []
        if suffered[0] and c.attackers:
            steps.append(Damage(c.side, suffered[0]))
        if suffered[1]:
            steps.append(Damage(Side(1 - c.side), suffered[1]))
        return (*steps, Outcome())


def fighters(s: Cassino, side: Side) -> tuple[UnitId, ...]:
    """Surviving units of a side in the combat."""
    c = s.combat
    assert c is not None
    return tuple([u for u in (c.attackers if side == c.side else c.defenders) if s.loc[u] < HEXES])


@rule("6.2.divide", "6.1.excess")
class Damage(Step, frozen=True):
    """6.2 The owner divides damage among his units in the combat, a point at a time, never more than one can bear."""

    rule = "6.2.divide"
    side: Side
    points: int
    last: int = -1
    """The unit that took the point before: equal divisions need to be listed only once."""

    def ask(self, s: Cassino) -> Ask:
        units = fighters(s, self.side)
        room = [endurance_left(s, u) for u in units]
        if len(units) <= 1 or sum(room) <= self.points:
            return None
        tail = [HIT[u] for k, u in enumerate(units) if u >= self.last and sum(room[k:]) >= self.points]
        head = [HIT[u] for u in units if HIT[u] not in tail]
        if not tail:
            head, tail = [], head
        return Decision(
            s.seats[self.side],
            "damage",
            "6.2.divide",
            (*head, *tail),
            extra=len(head),
            units=units,
            numbers=(self.points,),
        )

    def take(self, s: Cassino, answer: Hit, note: Note) -> Steps:
        hurt(s, answer.unit, 1, note)
        return (Damage(self.side, self.points - 1, answer.unit),) if self.points > 1 else ()

    def auto(self, s: Cassino, note: Note) -> Steps:
        points = self.points
        for unit in fighters(s, self.side):
            taken = min(points, endurance_left(s, unit))
            if taken:
                hurt(s, unit, taken, note)
            points -= taken
        if points:
            note(ExcessLost(self.side, points))
        return ()

    def why_not(self, s: Cassino, option: Option) -> Refusal | None:
        if type(option) is not Hit:
            return Refusal("6.2.divide", "not_offered")
        return None if option.unit in fighters(s, self.side) else Refusal("6.2.divide", "not_in_combat", (option.unit,))


@rule("6.4.loser", "6.4.equal", "10.1.2.remove")
class Outcome(Step, frozen=True):
    """6.4, 6.5 Markers come off; the side with more damage retreats by the difference; the other may advance."""

    rule = "6.4.loser"

    def auto(self, s: Cassino, note: Note) -> Steps:
        c = s.combat
        assert c is not None
        if c.markers:
            note(MarkersOff(c.markers))
            c = s.combat = replace(c, markers=())
        attacker, defender = c.losses
        distance = abs(attacker - defender)
        if not distance:
            note(NobodyRetreats(c.target))
            return ()
        loser = c.side if attacker > defender else Side(1 - c.side)
        if c.strike and loser == c.side:
            return ()
        losers, winners = fighters(s, loser), fighters(s, Side(1 - loser))
        steps: list[Step] = []
        if losers and (winners or c.strike):
            note(Beaten(loser, distance))
            steps.append(RetreatOrStand(loser, distance, losers))
        elif losers:  # whoever faces nobody any more need not retreat
            note(NoPursuer(loser))
        if winners:
            front = c.origins if loser == c.side else (c.target,)
            steps.append(PostCombatAdvance(Side(1 - loser), distance, winners, front))
        return tuple(steps)


class Close(Step, frozen=True):
    """The combat is over."""

    rule = "6.1"

    def auto(self, s: Cassino, note: Note) -> Steps:
        s.combat = None
        return ()
