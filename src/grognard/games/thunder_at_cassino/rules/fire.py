"""8.3 and 12: fire attacks from one Area or Zone: targets, firers, values, dice, and the reroll."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from grognard.core import (
    DONE,
    NO,
    YES,
    Ask,
    Decision,
    Done,
    No,
    Note,
    Option,
    Refusal,
    Roll,
    Seat,
    Selection,
    SpaceId,
    Step,
    Steps,
    UnitId,
    Yes,
    rule,
)
from grognard.games.thunder_at_cassino.content import (
    AF,
    AREAS,
    ARMOR,
    BESIDE,
    BOARD,
    COMBAT,
    COMMITTED,
    COMPANY,
    KIND,
    MG,
    RESERVE,
    SIDE,
    TROOPS,
    UNCOMMITTED,
    VEHICLE,
    Group,
    Side,
)
from grognard.games.thunder_at_cassino.rules import chits
from grognard.games.thunder_at_cassino.rules.attack import (
    Attack,
    attack_terms,
    defence_terms,
    dim_light,
    group_in,
    total,
)
from grognard.games.thunder_at_cassino.rules.events import (
    Aimed,
    ChitsOpened,
    Fired,
    FireSummed,
    NewSets,
    Rerolled,
    Shelled,
    ShellSummed,
    SmokeGone,
)
from grognard.games.thunder_at_cassino.rules.limits import Limits
from grognard.games.thunder_at_cassino.rules.losses import Pay
from grognard.games.thunder_at_cassino.rules.state import (
    ANYONE_AT,
    Thunder,
    flip,
    in_reserve,
    other,
    pass_advantage,
    seat,
    set_smoke,
)
from grognard.maps import members
from grognard.maps.sets import mask

MOST_INFANTRY, MORE_GUNNERS, MOST_ARMOR = 6, 2, 3


class Target(Option, frozen=True):
    """Fire at a Group in this space."""

    space: SpaceId
    group: Group


class Aim(Option, frozen=True):
    """Name the Armor unit that must pay first (12.3)."""

    unit: UnitId


TARGET = tuple((Target(SpaceId(k), UNCOMMITTED), Target(SpaceId(k), COMMITTED)) for k in range(BOARD))
AIM = tuple(Aim(UnitId(u)) for u in range(TROOPS))


class Battery(Struct, frozen=True):
    """What could fire from a space: some unit, some Anti-Tank or Armor, some unit that is not in reserve."""

    anybody: bool
    vehicle: bool
    active: bool


def battery(s: Thunder, side: int, origin: int) -> Battery:
    anybody = vehicle = active = False
    reserves = in_reserve(s)
    for u in s.here[side * BOARD + origin]:
        if not s.committed[u] and COMBAT[u]:
            anybody = True
            if VEHICLE[u]:
                vehicle = True
            if not (reserves and RESERVE[u]):
                active = True
    return Battery(anybody, vehicle, active)


REACH = tuple((k, *members(BESIDE[k])) for k in range(BOARD))
"""By space: where units there may fire: their own and the adjacent Areas; from a Zone only that Zone (10.5)."""


@rule("8.33", "8.34", "12.1", "18.2.fire")
def may_target(s: Thunder, side: Side, origin: int, b: Battery, space: int, group: int) -> Refusal | None:
    """Why nobody of the battery may fire at this Group; None: somebody may."""
    units = group_in(s, space, 1 - side, group)
    if not units:
        return Refusal("8.33", "no_such_group", (space,))
    hard = all(KIND[u] == ARMOR for u in units) and not (space == origin and origin < AREAS)
    if hard and not b.vehicle:
        return Refusal("12.1", "only_armor_there", (space,))
    if group == UNCOMMITTED and not b.active:
        return Refusal("18.2.fire", "reserve_fires", (space,))
    return None if b.anybody else Refusal("8.13", "nobody_ready", (origin,))


@rule("8.3", "8.31", "8.33", "10.5")
def targets(s: Thunder, side: Side, origin: int, hit: tuple[SpaceId, ...] = ()) -> list[Target]:
    """Every Group that units in `origin` may attack."""
    foes = s.mask[ANYONE_AT + 1 - side]
    near = [k for k in REACH[origin] if foes >> k & 1 and k not in hit]
    if not near:
        return []
    b = battery(s, side, origin)
    return [TARGET[k][g] for k in near for g in (0, 1) if may_target(s, side, origin, b, k, g) is None]


@rule("8.12.ex", "8.12.once", "8.12.chase", "8.11.later")
class FireImpulse(Step, frozen=True):
    """8.12 One attack after another from one space, each space attacked once."""

    rule = "8.12"
    side: Side
    origin: SpaceId
    smoked: tuple[SpaceId, ...] = ()
    """Spaces with Smoke when the impulse began (16.3)."""
    hit: tuple[SpaceId, ...] = ()

    def ask(self, s: Thunder) -> Ask:
        options: list[Option] = list(targets(s, self.side, self.origin, self.hit))
        if self.hit:
            if not options:
                return None
            options.append(DONE)
        return Decision(
            seat(s, self.side),
            "fire.target",
            "8.33",
            tuple(options),
            default=len(options) - 1 if self.hit else -1,
            confirm=not self.hit,
            spaces=(self.origin,),
        )

    def auto(self, s: Thunder, note: Note) -> Steps:
        return (Limits(),)

    def take(self, s: Thunder, answer: Option, note: Note) -> Steps:
        if type(answer) is Done:
            return self.auto(s, note)
        assert isinstance(answer, Target)
        return (self.picking(s, answer), replace(self, hit=tuple(sorted((*self.hit, answer.space)))))

    def picking(self, s: Thunder, target: Target) -> "PickFirers":
        """The choice of firers that a target begins; Smoke counts as it lay when the impulse began."""
        dim = dim_light(s, mask(self.smoked), self.origin, target.space)
        return PickFirers(self.side, self.origin, target.space, target.group, dim)

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        if isinstance(option, Target):
            if option.space in self.hit:
                return Refusal("8.12.once", "hit_already", (option.space,))
            if option.space not in REACH[self.origin]:
                if max(option.space, self.origin) >= AREAS:
                    return Refusal("10.5", "zone_fire", (self.origin, option.space))
                return Refusal("8.3", "not_adjacent", (self.origin, option.space))
            b = battery(s, self.side, self.origin)
            return may_target(s, self.side, self.origin, b, option.space, option.group)
        if type(option) is Done:
            return None if self.hit else Refusal("8.11", "nothing_done")
        return Refusal("8.11", "one_kind")


@rule("8.31.combine", "4.2.white", "13.3", "14.34", "18.2.fire")
class PickFirers(Selection, frozen=True):
    """8.32 Who fires: at most six Infantry, two machine guns more, and three Armor."""

    rule = "8.32"
    side: Side
    origin: SpaceId
    target: SpaceId
    group: Group
    dim: bool
    picked: tuple[UnitId, ...] = ()

    def able(self, s: Thunder) -> list[UnitId]:
        hard = self._hard(s)
        row = s.here[self.side * BOARD + self.origin]
        return [UnitId(u) for u in row if self.refuse(s, hard, UnitId(u)) is None]

    def refuse_unit(self, s: Thunder, unit: UnitId) -> Refusal | None:
        if SIDE[unit] != self.side or s.loc[unit] != self.origin:
            return Refusal("8.31.combine", "other_place", (unit, self.origin))
        return self.refuse(s, self._hard(s), unit)

    def lacking(self, s: Thunder) -> Refusal | None:
        return None if self.picked else Refusal("8.32", "nobody_chosen")

    def question(self, s: Thunder) -> Decision:
        spaces = (self.origin, self.target)
        return Decision(seat(s, self.side), "fire.firers", "8.32", (), confirm=True, units=self.picked, spaces=spaces)

    def chosen(self, s: Thunder, note: Note) -> Steps:
        for u in self.picked:
            flip(s, u, 1)
        attack = Attack(self.side, self.origin, self.target, self.group, self.picked, self.dim)
        return (NameTarget(attack),)

    def _hard(self, s: Thunder) -> bool:
        """Whether only Anti-Tank and Armor may fire: the Group is all Armor and not in the same Area."""
        if self.target == self.origin and self.origin < AREAS:
            return False
        return all(KIND[u] == ARMOR for u in group_in(s, self.target, 1 - self.side, self.group))

    def everybody(self, s: Thunder) -> tuple[UnitId, ...]:
        """Everybody who may; where the limit leaves some out, the best Attack Factor, then the largest companies."""
        hard, step = self._hard(s), self
        able = self.able(s)
        size = Counter([COMPANY[u] for u in {*self.picked, *able}])
        able.sort(key=lambda u: (-size[COMPANY[u]], -AF[u]))
        for u in (*sorted(able, key=lambda u: -AF[u])[:1], *able):
            if u not in step.picked and step.refuse(s, hard, u) is None:
                step = replace(step, picked=tuple(sorted((*step.picked, u))))
        return step.picked

    def refuse(self, s: Thunder, hard: bool, unit: UnitId) -> Refusal | None:
        """Why a unit may not join this attack."""
        if s.committed[unit]:
            return Refusal("8.13", "committed", (unit,))
        if not COMBAT[unit]:
            return Refusal("8.3", "no_attack_factor", (unit,))
        if hard and not VEHICLE[unit]:
            return Refusal("12.1", "cannot_hurt_armor", (unit,))
        if self.group == UNCOMMITTED and RESERVE[unit] and in_reserve(s):
            return Refusal("18.2.fire", "reserve_fires", (self.target,))
        armor = gunners = foot = 0
        for u in self.picked:
            kind = KIND[u]
            if kind == ARMOR:
                armor += 1
            elif kind == MG:
                gunners += 1
            else:
                foot += 1
        kind = KIND[unit]
        if kind == ARMOR:
            return Refusal("8.32", "three_armor") if armor >= MOST_ARMOR else None
        if kind == MG:
            gunners += 1
        else:
            foot += 1
        if foot + gunners - min(gunners, MORE_GUNNERS) > MOST_INFANTRY:
            return Refusal("8.32", "six_infantry")
        return None


@rule("12.3.na", "10.5.armor")
class NameTarget(Step, frozen=True):
    """12.3 If only Anti-Tank and Armor fire from outside, they may make Armor pay first and name the main target."""

    rule = "12.3.pure"
    attack: Attack

    def ask(self, s: Thunder) -> Ask:
        armor = self._armor(s)
        if not armor:
            return None
        options = (NO, *(AIM[u] for u in armor))
        a = self.attack
        return Decision(seat(s, a.side), "fire.aim", "12.3.pure", options, default=0, spaces=(a.target,))

    def _armor(self, s: Thunder) -> list[int]:
        """Armor that may be named: never inside one Area, and only if every firer is Anti-Tank or Armor."""
        a = self.attack
        if a.inside or not all(VEHICLE[u] for u in a.firers):
            return []
        return [u for u in group_in(s, a.target, 1 - a.side, a.group) if KIND[u] == ARMOR]

    def take(self, s: Thunder, answer: Option, note: Note) -> Steps:
        if isinstance(answer, Aim):
            note(Aimed(answer.unit))
            return (FireAttack(replace(self.attack, main=answer.unit)),)
        return self.auto(s, note)

    def auto(self, s: Thunder, note: Note) -> Steps:
        return (FireAttack(self.attack),)

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        if isinstance(option, Aim):
            return None if option.unit in self._armor(s) else Refusal("12.3.base", "not_armor_there", (option.unit,))
        return None if type(option) is No else Refusal("12.3.pure", "not_offered")


@rule(
    "8.35.ex",
    "8.41",
    "8.41.both",
    "8.41.same",
    "8.36",
    "1.dice",
    "2.2.DR",
    "8.351.A",
    "8.352.A",
    "21.2",
    "21.3",
    "8.353",
    "2.2.symbols",
)
class FireAttack(Step, frozen=True):
    """8.35 Both sides add two dice to their value; the excess of attack over defence is casualty points."""

    rule = "8.35"
    attack: Attack
    dice: tuple[int, ...] = ()
    """Attack DR, defence DR (as thrown, drawn or chosen); fewer while they are not all known."""
    last: bool = False
    """A reroll cannot be answered by a reroll (8.41)."""

    def ask(self, s: Thunder) -> Ask:
        known, a = len(self.dice), self.attack
        if known < 2:
            if not chits.in_use(s):
                return Roll((6, 6, 6, 6), "fire", "8.36", matters=((1, 1, 0, 0), (0, 0, 1, 1)))
            side = a.side if known == 0 else other(a.side)
            sums = total(attack_terms(a)), total(defence_terms(s, a))
            return chits.ask(s, side, (a.target,), (*sums, int(side == a.side), int(a.group)))
        if self.last:
            return None
        attack, defence = total(attack_terms(a)) + self.dice[0], total(defence_terms(s, a)) + self.dice[1]
        return Decision(
            seat(s, s.advantage),
            "reroll",
            "8.41",
            (NO, YES),
            default=0,
            spaces=(a.target,),
            numbers=(attack, defence, max(0, attack - defence), int(chits.in_use(s))),
        )

    def take(self, s: Thunder, answer: Option | tuple[int, ...] | int, note: Note) -> Steps:
        if isinstance(answer, tuple):
            return (replace(self, dice=(answer[0] + answer[1], answer[2] + answer[3])),)
        if isinstance(answer, int | chits.Play):
            return self._chit(s, answer if isinstance(answer, int) else answer.chit, note)
        if type(answer) is Yes:
            note(Rerolled(s.advantage, self.attack.target, self.dice[0], self.dice[1], chits.in_use(s)))
            pass_advantage(s)
            return (FireAttack(self.attack, last=True),)
        return self.auto(s, note)

    def _chit(self, s: Thunder, chit: int, note: Note) -> Steps:
        dice = (*self.dice, chit)
        if len(dice) == 2:
            a = self.attack
            if chits.chosen(s):
                note(ChitsOpened(dice[0], dice[1]))
            if chits.use(s, (a.side, dice[0]), (other(a.side), dice[1])):
                note(NewSets())
        return (replace(self, dice=dice),)

    def auto(self, s: Thunder, note: Note) -> Steps:
        """Compare the values, blow away Smoke, and let the defender pay."""
        a = self.attack
        ours, theirs = attack_terms(a), defence_terms(s, a)
        base, ground = total(ours), total(theirs)
        attack, defence = base + self.dice[0], ground + self.dice[1]
        points = max(0, attack - defence)
        sums = (base, self.dice[0], attack, ground, self.dice[1], defence, points)
        units = tuple([UnitId(u) for u in group_in(s, a.target, other(a.side), a.group)])
        told = (units, chits.in_use(s))
        note((ShellSummed if a.artillery else FireSummed)(a.firers, units, tuple(ours), tuple(theirs)))
        if a.artillery:
            note(Shelled(a.firers[0], a.target, a.group, *sums, *told))
        else:
            note(Fired(a.firers, a.origin, a.target, a.group, *sums, *told))
        if s.smoke:
            blow_away(s, a.side, self.dice[0], note)
        return (Pay(a, points),)

    def seen_by(self, s: Thunder, seat: Seat) -> Step:
        """A chosen chit stays sealed until the other one is chosen (21.5)."""
        if len(self.dice) == 1 and chits.chosen(s) and s.seats[self.attack.side] != seat:
            return replace(self, dice=(chits.SEALED_CHIT,))
        return self

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        if len(self.dice) < 2:
            return chits.why_not(s, self.attack.side if not self.dice else other(self.attack.side), option)
        return None if isinstance(option, Yes | No) else Refusal("8.41", "not_offered")


@rule("16.3", "16.3.ex", "16.3.same")
def blow_away(s: Thunder, side: Side, dice: int, note: Note) -> None:
    """An attack DR equal to the number of the other side's Smoke markers removes them."""
    gone = [m for m in s.smoke if m.side != side and m.number == dice]
    if gone:
        set_smoke(s, tuple([m for m in s.smoke if m not in gone]))
        for marker in gone:
            note(SmokeGone(marker.space, marker.number))
