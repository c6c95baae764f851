"""13.0 Combat: from the battle board to the first shot. Fire stands in `volley`, what follows it in `aftermath`."""

from msgspec.structs import replace

from grognard.core import NO, YES, Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, Yes, leave, rule
from grognard.games.second_front_now.content import (
    ALLIED,
    ATTACK_COST,
    COASTAL_HEXES,
    IS_ARTILLERY,
    MODIFIER,
    POINTS,
    STRIKE,
    Side,
)
from grognard.games.second_front_now.rules.aftermath import (
    AdvanceIn,
    Blooding,
    BreakOff,
    CloseBattle,
    Fallback,
    Redeploy,
    RetreatCall,
)
from grognard.games.second_front_now.rules.dice import read, ten_sided
from grognard.games.second_front_now.rules.events import (
    Attacked,
    CalledOff,
    FleetFired,
    LuftwaffeRolled,
    Revealed,
    SlipShown,
    StrikeRolled,
)
from grognard.games.second_front_now.rules.odds import BARRAGE, DEFENSIVE, OFFENSIVE
from grognard.games.second_front_now.rules.plans import strike_on
from grognard.games.second_front_now.rules.state import (
    PLANS,
    STRIKE_PLAN,
    Battle,
    Plan,
    SecondFront,
    veiled_option,
    veiled_units,
)
from grognard.games.second_front_now.rules.victory import score
from grognard.games.second_front_now.rules.volley import OpenFire, battle_of
from grognard.games.second_front_now.rules.weather import LOCAL_SUPERIORITY, air_contested


class Fight(Option, frozen=True):
    """Attack with the units chosen."""


class Withhold(Option, frozen=True):
    """Leave a unit of the stack out of the attack."""

    unit: UnitId
    seen_by = veiled_option


class Press(Option, frozen=True):
    """Go on with the attack."""


class CallOff(Option, frozen=True):
    """Call the attack off."""


FIGHT, PRESS, CALL_OFF = Fight(), Press(), CallOff()


@rule("6.3.hold", "6.3.ex", "13.1.step1", "13.5.alone")
class JoinBattle(Step, frozen=True):
    """Who of the activated stack attacks: everybody but those held back, and never artillery alone."""

    rule = "6.3.hold"
    side: Side
    source: SpaceId
    target: SpaceId
    named: tuple[UnitId, ...]
    out: tuple[UnitId, ...] = ()

    def refuse(self, unit: UnitId) -> Refusal | None:
        if unit not in self.named or unit in self.out:
            return Refusal("6.3.hold", "not_attacking", (unit,))
        rest = [u for u in self.named if u != unit and u not in self.out]
        if any(not IS_ARTILLERY[u] for u in rest):
            return None
        return Refusal("13.5.alone", "needed", (unit,))

    def ask(self, s: SecondFront) -> Ask:
        able = [u for u in self.named if self.refuse(u) is None]
        last = self.out[-1] if self.out else -1
        head = [Withhold(u) for u in able if u < last]
        tail = [FIGHT, *[Withhold(u) for u in able if u > last]]
        fighting = tuple([u for u in self.named if u not in self.out])
        return Decision(
            s.seats[self.side],
            "join",
            "6.3.hold",
            (*head, *tail),
            default=len(head),
            extra=len(head),
            confirm=True,
            units=fighting,
            spaces=(self.target, self.source),
        )

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is Withhold:
            return (replace(self, out=tuple(sorted((*self.out, answer.unit)))),)
        open_battle(s, self.side, self.source, self.target, self.named, self.out, note)
        plan = strike_due(s) if self.side == ALLIED else None
        first: Steps = (StrikeCall(),) if plan is not None else (LuftwaffeRoll(),)
        return (*first, NavalCall(), *FIGHTING)

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is Fight:
            return None
        return self.refuse(option.unit) if type(option) is Withhold else Refusal("6.3.hold", "not_offered")

    def seen_by(self, s: SecondFront, seat: int) -> Step:
        if seat == s.seats[ALLIED]:
            return self
        return replace(self, named=veiled_units(s, self.named), out=veiled_units(s, self.out))


FIGHTING: Steps = (
    OpenFire(BARRAGE),
    OpenFire(DEFENSIVE),
    BreakOff(),
    OpenFire(OFFENSIVE),
    RetreatCall(),
    Redeploy(),
    Fallback(),
    AdvanceIn(),
    Blooding(),
    CloseBattle(),
)
"""Steps 2 to 9 of 13.1, and the test of green divisions."""


@rule("13.1.step1", "13.1.def", "10.6.decl", "6.4.hex")
def open_battle(
    s: SecondFront,
    side: Side,
    source: SpaceId,
    target: SpaceId,
    named: tuple[UnitId, ...],
    out: tuple[UnitId, ...],
    note: Note,
) -> None:
    """Pay, and lay both forces on the battle board: the attackers chosen, every unit of the defenders' hex."""
    s.cp -= ATTACK_COST
    s.spent = tuple(sorted({*s.spent, *named}))
    s.attacked = (*s.attacked, target)
    attackers = tuple([u for u in named if u not in out])
    defenders = s.here[target]
    s.battle = Battle(side, source, target, named, attackers, defenders)
    note(Attacked(side, source, target, attackers))
    note(Revealed(target, defenders))


# The air and the sea -------------------------------------------------------------------------------


def strike_due(s: SecondFront) -> Plan | None:
    """The strike written for today against the hex under attack, if it can fly."""
    return strike_on(s, s.battle.target) if s.battle is not None else None


@rule("15.4.change")
class StrikeCall(Step, frozen=True):
    """The last moment to cancel a strike: the German learns of it only if it flies (R32)."""

    rule = "15.4.change"

    def ask(self, s: SecondFront) -> Ask:
        return Decision(s.seats[ALLIED], "strike", "15.4.change", (YES, NO), default=0, secret=True)

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        plan = strike_due(s)
        if type(answer) is Yes:
            return (StrikeRoll(),)
        s.plans = tuple([replace(p, cancelled=1) if p is plan else p for p in s.plans])
        return (LuftwaffeRoll(),)

    def seen_by(self, s: SecondFront, seat: int) -> Step:
        return self if seat == s.seats[ALLIED] else LuftwaffeRoll()


@rule("15.4.table", "15.4.spent", "15.3.lim")
class StrikeRoll(Step, frozen=True):
    """The SAF comes, fails to come, or bombs its own side."""

    rule = "15.4.table"

    def ask(self, s: SecondFront) -> Ask:
        return ten_sided(s, "strike", "15.4.table")

    def take(self, s: SecondFront, answer: tuple[int, ...], note: Note) -> Steps:
        die = read(s, answer)
        if not die:
            return (self,)
        b = s.battle
        assert b is not None
        row = STRIKE[die]
        plan = strike_due(s)
        s.plans = tuple([p for p in s.plans if p is not plan])
        s.battle = replace(b, strike=True, bonus=row.modifier)
        note(SlipShown(PLANS[STRIKE_PLAN], b.target, True))
        note(StrikeRolled(die, row.result, row.modifier))
        if row.result == "fiasco":
            score(s, POINTS["fiasco"], note)
            if s.result is None:
                call_off(s, note)
            return ()
        return (NoShow(),) if row.result == "no show" else ()


@rule("15.4.spent")
def call_off(s: SecondFront, note: Note) -> None:
    """No battle: points and units are spent, the hex stays closed to further attacks of this player turn."""
    b = s.battle
    assert b is not None
    s.battle = replace(b, cancelled=True)
    note(CalledOff(b.target))
    leave(s, CloseBattle)


@rule("15.4.noshow")
class NoShow(Step, frozen=True):
    """Without the bombers: attack all the same, or not at all."""

    rule = "15.4.noshow"

    def ask(self, s: SecondFront) -> Ask:
        return Decision(s.seats[ALLIED], "no_show", "15.4.noshow", (PRESS, CALL_OFF), default=0)

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is CallOff:
            call_off(s, note)
        return ()


@rule("15.3.roll", "15.3.lim", "15.3.both", "15.3.none", "15.2.eff")
class LuftwaffeRoll(Step, frozen=True):
    """In a contested period a die before every battle of either side, but not in a storm."""

    rule = "15.3.roll"

    def ask(self, s: SecondFront) -> Ask:
        if not air_contested(s):
            return None
        return ten_sided(s, "luftwaffe", "15.3.roll", (LOCAL_SUPERIORITY,))

    def take(self, s: SecondFront, answer: tuple[int, ...], note: Note) -> Steps:
        die = read(s, answer)
        if not die:
            return (self,)
        there = die <= LOCAL_SUPERIORITY
        assert s.battle is not None
        s.battle = replace(s.battle, luftwaffe=there)
        note(LuftwaffeRolled(die, there))
        return ()


@rule("15.1", "15.1.lim", "15.1.occ", "15.1.def", "15.1.att", "15.2.eff")
def fleet_bonus(s: SecondFront, b: Battle) -> int:
    """What the naval task force would add in a battle; 0: it cannot take part."""
    if not s.rules.naval or s.rules.basic or s.fleet_used or s.storm or not COASTAL_HEXES >> b.target & 1:
        return 0
    return MODIFIER["ntf_attack"] if b.side == ALLIED else MODIFIER["ntf_defend"]


class NavalCall(Step, frozen=True):
    """Once a game turn the guns of the fleet, for a battle in a coastal hex."""

    rule = "15.1"

    def ask(self, s: SecondFront) -> Ask:
        b = battle_of(s)
        bonus = fleet_bonus(s, b)
        if not bonus:
            return None
        return Decision(s.seats[ALLIED], "naval", "15.1", (NO, YES), default=0, spaces=(b.target,), numbers=(bonus,))

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is Yes:
            b = battle_of(s)
            note(FleetFired(b.target, fleet_bonus(s, b)))
            s.battle = replace(b, naval=True)
            s.fleet_used = True
        return ()
