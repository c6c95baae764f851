"""8.354: how the defender pays casualty points, by elimination and by retreat, in the mix he likes."""

from typing import NamedTuple

from msgspec.structs import replace

from grognard.core import DONE, Ask, Decision, Done, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.thunder_at_cassino.content import (
    ARMOR,
    BOARD,
    COMBAT,
    DEAD,
    KIND,
    LOST,
    OBS,
    POINTS,
    RESERVE,
    TROOPS,
)
from grognard.games.thunder_at_cassino.rules.attack import NOBODY, Attack, group_in
from grognard.games.thunder_at_cassino.rules.events import Eliminated
from grognard.games.thunder_at_cassino.rules.limits import eliminate
from grognard.games.thunder_at_cassino.rules.retreat import (
    GUN_CREW,
    Retreat,
    best_places,
    has_end,
    open_places,
    retreat_kind,
)
from grognard.games.thunder_at_cassino.rules.state import Thunder, in_reserve, other, seat


class Kill(Option, frozen=True):
    """Eliminate a unit."""

    unit: UnitId


class Fall(Option, frozen=True):
    """A unit falls back to this place."""

    unit: UnitId
    space: SpaceId


KILL = tuple(Kill(UnitId(u)) for u in range(TROOPS))
FALL = tuple(tuple(Fall(UnitId(u), SpaceId(k)) for k in range(BOARD)) for u in range(TROOPS))


class Bill(NamedTuple):
    """What every choice of the defender depends on, computed once."""

    group: list[int]
    """Units of the attacked Group still in the place."""
    exposed: list[int]
    """Those the attack can hurt."""
    worth: int
    """Casualty points of all exposed units together."""
    armor: list[int]
    """12.3: Armor that must pay first; empty in ordinary attacks."""
    armor_worth: int
    fled: bool
    """12.3: the named Armor unit has fallen back, so that nobody may be eliminated before it, unless points are still
    owed and no other Armor can fall back."""
    others: int
    """12.3: how many other Armor units could fall back."""
    active: bool
    """Some exposed unit is not in reserve (18.2)."""
    reserves: bool


@rule(
    "13.13.ex",
    "8.3553",
    "8.3541.more",
    "8.3541.short",
    "8.354.A",
    "8.354.B",
    "8.3541.armor",
    "8.3555",
    "13.13",
    "12.3.pure",
    "12.3.base",
    "18.2.loss",
    "13.13.choice",
    "8.3552",
    "8.3551.order",
)
class Pay(Step, frozen=True):
    """8.3541 Units of the attacked Group are eliminated or retreat until the points are paid; more may follow.

    The points are a minimum (8.353): who had to pay may eliminate more, who had not may only retreat (8.3553).
    """

    rule = "8.3541"
    attack: Attack
    owed: int
    falling: UnitId = NOBODY
    """A unit on its way: what it paid is known when it has arrived."""
    dests: tuple[tuple[int, SpaceId], ...] = ()
    """8.3552: kinds of units that have fallen back, and where to."""
    beyond: int = -1
    """8.3552: where those ended who had to go on from a full place."""
    struck: bool = False
    """Points were owed and are paid."""

    def bill(self, s: Thunder) -> Bill:
        a = self.attack
        group = group_in(s, a.target, other(a.side), a.group)
        exposed = group if a.hits_armor() else [u for u in group if KIND[u] != ARMOR]
        worth = sum([POINTS[u] for u in exposed])
        armor = [u for u in group if KIND[u] == ARMOR] if a.main >= 0 else []
        fled = a.main >= 0 and a.main not in group and s.loc[a.main] not in (DEAD, LOST)
        others = len([u for u in armor if u != a.main and self.places(s, u)])
        spared = fled and (others > 0 or self.owed <= 0)
        reserves = in_reserve(s)
        active = any(not RESERVE[u] for u in exposed)
        return Bill(group, exposed, worth, armor, sum([POINTS[u] for u in armor]), spared, others, active, reserves)

    def ask(self, s: Thunder) -> Ask:
        if self.falling >= 0:
            return None
        bill = self.bill(s)
        if self.owed > 0 and self.owed >= bill.worth:
            return None
        options: list[Option] = [KILL[u] for u in bill.exposed if self.refuse_kill(bill, u) is None]
        killing = int(bool(options))
        known: dict[tuple[int, bool], list[SpaceId]] = {}
        for u in bill.group:
            if self.refuse_fall(bill, u) is None:
                key = (retreat_kind(s, u), KIND[u] == OBS)
                if key not in known:
                    known[key] = self.places(s, u)
                fall = FALL[u]
                options += [fall[p] for p in known[key]]
        if self.owed <= 0:
            if not options:
                return None
            options.append(DONE)
        a = self.attack
        return Decision(
            seat(s, other(a.side)),
            "pay" if self.owed > 0 else "withdraw",
            "8.3541" if self.owed > 0 else "8.3553",
            tuple(options),
            default=len(options) - 1 if self.owed <= 0 else -1,
            spaces=(a.target,),
            numbers=(self.owed, int(self.struck), killing),
        )

    def auto(self, s: Thunder, note: Note) -> Steps:
        if self.falling >= 0:
            return (replace(self._after(self._paid_by(s, self.falling)), falling=NOBODY, beyond=self._ended(s)),)
        if self.owed > 0:
            return self._all_die(s, note)
        return ()

    def _after(self, points: int) -> "Pay":
        """The bill once so many points more are paid."""
        return replace(self, owed=max(0, self.owed - points), struck=self.struck or self.owed > 0)

    def _ended(self, s: Thunder) -> int:
        """Where the first unit ended that had to go on; a Zone or Area other than those chosen at the start."""
        at = s.loc[self.falling]
        if self.beyond >= 0 or at >= BOARD or any(place == at for _, place in self.dests):
            return self.beyond
        return at

    def _all_die(self, s: Thunder, note: Note) -> Steps:
        """Everything exposed together is not worth more than the points: all of it is eliminated, nothing retreats."""
        for u in self.bill(s).exposed:
            eliminate(s, u)
            note(Eliminated(UnitId(u), self.attack.target, POINTS[u]))
        return (self._after(self.owed),)

    def _paid_by(self, s: Thunder, unit: UnitId) -> int:
        """One point for a Combat unit that fell back, its full worth if it died on the way, none from immune Armor."""
        if KIND[unit] == ARMOR and not self.attack.hits_armor():
            return 0
        if s.loc[unit] in (DEAD, LOST):
            return POINTS[unit]
        return 1 if COMBAT[unit] else 0

    def take(self, s: Thunder, answer: Option, note: Note) -> Steps:
        if type(answer) is Done:
            return ()
        if isinstance(answer, Kill):
            unit = answer.unit
            eliminate(s, unit)
            note(Eliminated(unit, self.attack.target, POINTS[unit]))
            return (self._after(POINTS[unit]),)
        assert isinstance(answer, Fall)
        kind = retreat_kind(s, answer.unit)
        dests = self.dests
        if all(k != kind for k, _ in dests):
            dests = tuple(sorted((*dests, (kind, answer.space))))
        target = self.attack.target
        return (
            Retreat(answer.unit, self.attack, answer.space, (target,), self.beyond),
            replace(self, falling=answer.unit, dests=dests),
        )

    def refuse_kill(self, bill: Bill, unit: int) -> Refusal | None:
        """Why a unit may not be eliminated for points now."""
        if self.owed <= 0 and not self.struck:
            return Refusal("8.3553", "nothing_owed")
        if unit not in bill.group:
            return Refusal("8.3541", "not_in_group", (unit,))
        if unit not in bill.exposed:
            return Refusal("12.2", "immune", (unit,))
        if bill.fled:
            return Refusal("12.3.base", "main_not_first", (self.attack.main,))
        named = self.refuse_armor_first(bill, unit, True)
        if named is not None:
            return named
        if bill.reserves and bill.active and RESERVE[unit]:
            return Refusal("18.2.loss", "reserve_spared", (unit,))
        return None

    def refuse_fall(self, bill: Bill, unit: int) -> Refusal | None:
        """Why a unit may not fall back now: what is left after it must still be able to pay, by Armor if any pays.

        The Group is worth more than it owes, else all of it is eliminated: who pays nothing by going may always go.
        """
        if unit not in bill.group:
            return Refusal("8.3541", "not_in_group", (unit,))
        named = self.refuse_armor_first(bill, unit, False)
        if named is not None:
            return named
        if unit == self.attack.main and self.owed - 1 > bill.others:
            return Refusal("12.3.base", "main_must_die", (unit, self.owed))
        if unit in bill.exposed and self.owed - 1 > bill.worth - POINTS[unit]:
            return Refusal("8.3541", "must_pay_more", (unit, self.owed))
        if bill.armor and self.owed - 1 > bill.armor_worth - POINTS[unit]:
            return Refusal("12.3.pure", "armor_pays_all", (unit,))
        return None

    def refuse_armor_first(self, bill: Bill, unit: int, killed: bool) -> Refusal | None:
        """The named Armor unit goes first; points, owed or not, are paid by all other Armor before Infantry."""
        if not bill.armor:
            return None
        main = self.attack.main
        if main in bill.armor and unit != main:
            return Refusal("12.3.base", "main_target_first", (main,))
        if (self.owed > 0 or killed) and unit not in bill.armor:
            return Refusal("12.3.pure", "armor_first", (unit,))
        return None

    def places(self, s: Thunder, unit: int) -> list[SpaceId]:
        """Where this unit may fall back to: where its like went; else where others went, if it finds room there or
        beyond; else its best."""
        a = self.attack
        kind = retreat_kind(s, unit)
        fixed = [place for k, place in self.dests if k == kind]
        if fixed:
            return [p for p in fixed if has_end(s, unit, p, a)]
        gone = tuple([place for _, place in self.dests])
        best = best_places(s, unit, a, gone)
        together = [p for p in gone if p in best]
        if not together and kind >= GUN_CREW:
            usable = [p[2] for p in open_places(s, other(a.side), kind, a.target, a)]
            together = [p for p in gone if p in usable and has_end(s, unit, p, a, onto=False)]
        return together[:1] or best

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        bill = self.bill(s)
        if isinstance(option, Kill):
            return self.refuse_kill(bill, option.unit)
        if isinstance(option, Fall):
            refused = self.refuse_fall(bill, option.unit)
            if refused is not None:
                return refused
            if option.space in self.places(s, option.unit):
                return None
            return self.why_not_there(s, option)
        if type(option) is Done:
            return None if self.owed <= 0 else Refusal("8.3541", "still_owed", (self.owed,))
        return Refusal("8.3541", "not_offered")

    def why_not_there(self, s: Thunder, option: Fall) -> Refusal:
        """Why a unit may fall back, but not to this place."""
        a = self.attack
        kind = retreat_kind(s, option.unit)
        if option.space == a.origin and a.origin != a.target:
            return Refusal("8.3551.src", "towards_attacker", (option.space,))
        if option.space not in [p[2] for p in open_places(s, other(a.side), kind, a.target, a)]:
            return Refusal("8.355", "closed", (option.space,))
        gone = [place for _, place in self.dests if place in self.places(s, option.unit)]
        if gone:
            return Refusal("8.3552", "unison", (gone[0],))
        return Refusal("8.3551.order", "lower_priority", (option.space,))
