"""13.1 steps 4 and 6 to 9, 13.6, 13.8, 8.5 What follows fire: breaking off, retreat, losses, advance, blooding."""

from msgspec.structs import replace

from grognard.core import (
    ALL,
    DONE,
    NO,
    All,
    Ask,
    Decision,
    Done,
    No,
    Note,
    Option,
    Refusal,
    SpaceId,
    Step,
    Steps,
    UnitId,
    leave,
    rule,
)
from grognard.games.second_front_now.content import (
    ALLIED,
    BLOODED_OF,
    BLOODING,
    CONVERTED,
    GARRISON,
    HEXES,
    IS_ARTILLERY,
    NONE,
    SIDE,
    STEPS,
    UNTRIED,
    Side,
)
from grognard.games.second_front_now.rules.control import settle_control
from grognard.games.second_front_now.rules.dice import read, ten_sided
from grognard.games.second_front_now.rules.events import (
    Advanced,
    BrokeOff,
    GarrisonLost,
    GreenTested,
    NoWayBack,
    RetreatCalled,
    Retreated,
)
from grognard.games.second_front_now.rules.losses import eliminate
from grognard.games.second_front_now.rules.retreat import refuse_retreat, room_back, ways_back
from grognard.games.second_front_now.rules.state import Battle, SecondFront, after, place, veiled_option
from grognard.games.second_front_now.rules.volley import battle_of
from grognard.maps.sets import BIT


class Restore(Option, frozen=True):
    """Break off or retreat, and give this unit a step back."""

    unit: UnitId


class Fall(Option, frozen=True, tag="retreat"):
    """Retreat to a hex."""

    hex: SpaceId


class Together(Option, frozen=True):
    """All that are left retreat to one hex."""

    hex: SpaceId


class Escape(Option, frozen=True):
    """This unit retreats to a hex that has not room for all of them."""

    unit: UnitId
    hex: SpaceId


class Advance(Option, frozen=True):
    """Advance into the hex the enemy has lost."""

    unit: UnitId
    seen_by = veiled_option


FALL = tuple(Fall(SpaceId(h)) for h in range(HEXES))
TOGETHER = tuple(Together(SpaceId(h)) for h in range(HEXES))


def _choice(s: SecondFront, side: Side, prompt: str, case: str, b: Battle) -> Ask:
    """Go on, or take one of the steps back; nobody is asked who lost nothing in that fire, or suffered an extra hit."""
    if not b.losses or b.extra:
        return None
    units = dict.fromkeys(b.losses)
    options = (NO, *[Restore(u) for u in units])
    return Decision(s.seats[side], prompt, case, options, default=0, units=tuple(units), spaces=(b.target,))


def _refuse(b: Battle, option: Option, case: str) -> Refusal | None:
    if type(option) is No:
        return None
    if type(option) is not Restore:
        return Refusal(case, "not_offered")
    return None if option.unit in b.losses else Refusal("13.6", "nothing_lost", (option.unit,))


@rule("13.1.step4", "13.1.nofire", "13.6", "13.6.att", "13.7")
class BreakOff(Step, frozen=True):
    """The attacker may cancel after defensive fire that cost him something; one of those steps comes back."""

    rule = "13.1.step4"

    def ask(self, s: SecondFront) -> Ask:
        b = battle_of(s)
        return _choice(s, b.side, "break_off", "13.1.step4", b)

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is not Restore:
            return ()
        b = battle_of(s)
        s.steps[answer.unit] += 1
        s.battle = replace(b, broke_off=True)
        note(BrokeOff(b.side, answer.unit))
        leave(s, Redeploy)
        return ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        return _refuse(battle_of(s), option, "13.1.step4")


@rule("13.1.step6", "13.1.nofire", "13.6", "13.7")
class RetreatCall(Step, frozen=True):
    """The defender may retreat after offensive fire that cost him something; one of those steps comes back."""

    rule = "13.1.step6"

    def ask(self, s: SecondFront) -> Ask:
        b = battle_of(s)
        return _choice(s, Side(1 - b.side), "retreat_call", "13.1.step6", b)

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is Restore:
            b = battle_of(s)
            s.steps[answer.unit] += 1
            s.battle = replace(b, retreated=True)
            note(RetreatCalled(Side(1 - b.side), answer.unit))
        return ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        return _refuse(battle_of(s), option, "13.1.step6")


@rule("13.1.step7", "4.5")
class Redeploy(Step, frozen=True):
    """Survivors stand in their hexes again; the dead leave them."""

    rule = "13.1.step7"

    def auto(self, s: SecondFront, note: Note) -> Steps:
        b = battle_of(s)
        for u in (*b.attackers, *b.defenders):
            if not s.steps[u]:
                eliminate(s, u, note)
                if s.result is not None:
                    return ()
        return ()


# Retreat -------------------------------------------------------------------------------------------


@rule("13.1.step8", "13.6.5", "13.6.7", "13.6.8", "13.6.9", "13.8")
class Fallback(Step, frozen=True):
    """The defenders leave, one after another; who finds no way is lost, and a garrison always is.

    Where there is not room for all of a kind their owner says who goes next; else the order does not matter.
    """

    rule = "13.1.step8"

    def leaving(self, s: SecondFront, b: Battle) -> list[UnitId]:
        """Defenders still in the hex they must leave, garrisons first."""
        if not b.retreated:
            return []
        there = [u for u in b.defenders if s.loc[u] == b.target]
        return sorted(there, key=lambda u: not GARRISON[u])

    def ask(self, s: SecondFront) -> Ask:
        b = battle_of(s)
        there = self.leaving(s, b)
        if not there or GARRISON[there[0]]:
            return None
        unit = there[0]
        ways = ways_back(s, b, unit)
        if not ways:
            return None
        rivals = self.rivals(s, b)
        if rivals:
            options = tuple([Escape(u, h) for u in rivals for h in ways])
            return Decision(s.seats[SIDE[unit]], "escape", "13.6.7", options, units=tuple(rivals), spaces=(b.target,))
        head = [TOGETHER[h] for h in self.shared(s, ways)] if len(there) > 1 else []
        return Decision(
            s.seats[SIDE[unit]],
            "fall_back",
            "13.1.step8",
            (*head, *[FALL[h] for h in ways]),
            extra=len(head),
            units=(unit,),
            spaces=(b.target,),
        )

    def rivals(self, s: SecondFront, b: Battle) -> list[UnitId]:
        """The units that must leave and are of one kind with the next, if there is not room for all of them (R27)."""
        there = self.leaving(s, b)
        alike = [u for u in there if IS_ARTILLERY[u] == IS_ARTILLERY[there[0]]]
        return alike if room_back(s, b, there[0]) < len(alike) else []

    def shared(self, s: SecondFront, ways: list[SpaceId]) -> list[SpaceId]:
        """Hexes that can take all of them one after another: the empty ones, for they come out of one hex."""
        return [h for h in ways if not s.here.get(h)]

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        b = battle_of(s)
        there = self.leaving(s, b)
        if type(answer) is Together:
            for u in there:
                place(s, u, answer.hex)
                note(Retreated(u, answer.hex))
            return ()
        if type(answer) is Fall or type(answer) is Escape:
            unit = answer.unit if type(answer) is Escape else there[0]
            place(s, unit, answer.hex)
            note(Retreated(unit, answer.hex))
        return (self,)

    def auto(self, s: SecondFront, note: Note) -> Steps:
        there = self.leaving(s, battle_of(s))
        if not there:
            return ()
        note((GarrisonLost if GARRISON[there[0]] else NoWayBack)(there[0]))
        eliminate(s, there[0], note)
        return after(s, self)

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        b = battle_of(s)
        there = self.leaving(s, b)
        if type(option) is Together:
            if len(there) > 1 and option.hex in self.shared(s, ways_back(s, b, there[0])):
                return None
            return Refusal("13.6.5", "not_together", (option.hex,))
        if type(option) is not Fall and type(option) is not Escape:
            return Refusal("13.1.step8", "not_offered")
        rivals = self.rivals(s, b)
        if type(option) is Escape and option.unit not in rivals:
            return Refusal("13.6.7", "no_rival", (option.unit,))
        if type(option) is Fall and rivals:
            return Refusal("13.6.7", "who_first", (b.target,))
        told = refuse_retreat(s, b, there[0], option.hex)
        if told is not None or option.hex in ways_back(s, b, there[0]):
            return told
        return Refusal("13.6.4", "empty_first", (option.hex,))


# Advance -------------------------------------------------------------------------------------------


@rule("13.1.step9", "6.3.hold")
class AdvanceIn(Step, frozen=True):
    """Any, all or none of the units named for the attack enter the hex, free of cost, whatever zones and rivers."""

    rule = "13.1.step9"
    last: int = -1

    def able(self, s: SecondFront, b: Battle) -> list[UnitId]:
        if b.broke_off or b.cancelled or s.held[1 - b.side] & BIT[b.target]:
            return []
        return [u for u in b.named if s.loc[u] == b.source]

    def ask(self, s: SecondFront) -> Ask:
        b = battle_of(s)
        able = self.able(s, b)
        if not able:
            return None
        head: list[Option] = [ALL] if len(able) > 1 else []
        head += [Advance(u) for u in able if u < self.last]
        tail: list[Option] = [*[Advance(u) for u in able if u > self.last], DONE]
        return Decision(
            s.seats[b.side],
            "advance",
            "13.1.step9",
            (*head, *tail),
            default=len(head) + len(tail) - 1,
            extra=len(head),
            spaces=(b.target,),
        )

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is Done:
            return ()
        b = battle_of(s)
        units = self.able(s, b) if type(answer) is All else [answer.unit] if type(answer) is Advance else []
        for u in units:
            place(s, u, b.target)
            note(Advanced(u, b.target))
        s.battle = replace(b, advanced=(*b.advanced, *units))
        settle_control(s, note)
        return () if type(answer) is All else after(s, AdvanceIn(max(self.last, units[0])))

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        able = self.able(s, battle_of(s))
        if type(option) is Done or (type(option) is All and len(able) > 1):
            return None
        if type(option) is Advance and option.unit in able:
            return None
        return Refusal("13.1.step9", "not_advancing")


# Blooding ------------------------------------------------------------------------------------------


@rule("8.5", "0.basic")
class Blooding(Step, frozen=True):
    """Every untried division that fought, is alive and was in supply is tested once."""

    rule = "8.5"

    def auto(self, s: SecondFront, note: Note) -> Steps:
        b = battle_of(s)
        if s.rules.basic:
            return ()
        fought = b.attackers if b.side == ALLIED else b.defenders
        return tuple([BloodTest(u) for u in fought if UNTRIED[u] and s.steps[u] and s.fed[u] != NONE])


@rule("8.5.mod")
def blooding_modifier(s: SecondFront, b: Battle, unit: UnitId) -> int:
    """What the battle adds to the test: an advance, enemies all dead, a retreat."""
    total = BLOODING["advanced"] if unit in b.advanced else 0
    if b.side == ALLIED:
        if not any(s.steps[u] for u in b.defenders):
            total += BLOODING["all_eliminated"]
        fled = b.broke_off and not s.rules.break_off_stands
    else:
        fled = b.retreated
    return total + (BLOODING["retreated"] if fled else 0)


@rule("8.5.conv", "2.13")
class BloodTest(Step, frozen=True):
    """A die for one division: converted, its two-step counter takes its place with all that is known of it."""

    rule = "8.5"
    unit: UnitId

    def ask(self, s: SecondFront) -> Ask:
        need = BLOODING["success"] - blooding_modifier(s, battle_of(s), self.unit)
        return ten_sided(s, "blooding", "8.5", (need - 1,))

    def take(self, s: SecondFront, answer: tuple[int, ...], note: Note) -> Steps:
        die = read(s, answer)
        if not die:
            return (self,)
        b, unit = battle_of(s), self.unit
        total = die + blooding_modifier(s, b, unit)
        success = total >= BLOODING["success"]
        note(GreenTested(unit, die, total, success))
        if success:
            convert(s, unit)
        return ()


@rule("8.5.conv")
def convert(s: SecondFront, unit: UnitId) -> None:
    """Exchange a counter for its blooded twin; what it has done this turn and its supply carry over."""
    twin, hex = BLOODED_OF[unit], s.loc[unit]
    s.steps[twin], s.fed[twin] = STEPS[twin], s.fed[unit]
    place(s, twin, hex)
    place(s, unit, CONVERTED)
    b = battle_of(s)
    attackers, defenders = (tuple([twin if u == unit else u for u in row]) for row in (b.attackers, b.defenders))
    s.battle = replace(b, attackers=attackers, defenders=defenders)
    if unit in s.spent:
        s.spent = tuple(sorted({*s.spent, twin}))


@rule("13.1")
class CloseBattle(Step, frozen=True):
    """The board is cleared; control is looked at anew (R5)."""

    rule = "13.1"

    def auto(self, s: SecondFront, note: Note) -> Steps:
        b = battle_of(s)
        s.battle = None
        seen = [u for u in (b.attackers if b.side == ALLIED else b.defenders) if s.loc[u] < HEXES]
        s.known = tuple(sorted({*s.known, *seen}))
        settle_control(s, note)
        return ()
