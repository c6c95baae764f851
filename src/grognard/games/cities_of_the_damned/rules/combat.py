"""6.2 Allied combat, steps 1 to 4; counter-attacks (7.1) go the same way from the draw on."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from grognard.core import (
    NO,
    YES,
    Ask,
    Decision,
    Dice,
    Draw,
    Note,
    Option,
    Refusal,
    Roll,
    SpaceId,
    Step,
    Steps,
    UnitId,
    hush,
    leave,
    rule,
)
from grognard.games.cities_of_the_damned.content import (
    HIGH,
    LEVEL,
    MAX_REDUCTION,
    MODIFIER,
    NO_KIND,
    RESIST,
    RESISTANCE,
    SORT,
    TANK,
    Kind,
)
from grognard.games.cities_of_the_damned.rules.aftermath import Settle
from grognard.games.cities_of_the_damned.rules.checks import Checks
from grognard.games.cities_of_the_damned.rules.chits import (
    draw_pool,
    drawn_factor,
    german_pool,
    kinds_of,
    with_tasks,
    without,
)
from grognard.games.cities_of_the_damned.rules.events import (
    Averted,
    Clashed,
    CounterMarkerBack,
    Drew,
    Faced,
    GermanLost,
    Lowered,
    MarkerBack,
    Mustered,
    Resisted,
    SetAside,
    Supported,
)
from grognard.games.cities_of_the_damned.rules.losses import IN_COMBAT, TakeHit
from grognard.games.cities_of_the_damned.rules.options import LEAD, LOWER, POINTS, SUPPORT, Lead, Lower, Support
from grognard.games.cities_of_the_damned.rules.state import (
    RIVER,
    UPHILL,
    CityState,
    Fight,
    cap,
    factor,
    fight_of,
    isolated,
    marks_in,
    take_marker,
    tank_in,
)
from grognard.tables.resolution import Terms, total

FIRST_ROUND = MODIFIER["german_resistance", "first_round_turn1"]
PER_POINT = MODIFIER["combat_allied", "support"]
UPHILL_ATTACK = MODIFIER["combat_allied", "uphill"]
RIVER_ATTACK = MODIFIER["combat_allied", "river"]
CUT_OFF = MODIFIER["combat_german", "isolated"]


@rule("11.2.A", "11.2.B", "11.2.C", "11.2.D", "11.2.E")
class Engage(Step, frozen=True):
    """6.2 All Allied units in the area fight: at once on entry, or as the compulsory combat of the round."""

    rule = "6.2"
    area: SpaceId

    def auto(self, s: CityState, note: Note) -> Steps:
        s.fight = Fight(self.area)
        return (DirectSupport(), Resistance(), LowerDraw(), DrawChits(), Checks(), LeadUnit(), Clash(), Settle())


@rule("11.2.F", "11.2.H")
class Repel(Step, frozen=True):
    """7.1 A counter-attack of a known number of chits; both kinds of support are bought before the draw."""

    rule = "7.1"
    area: SpaceId
    number: int

    def auto(self, s: CityState, note: Note) -> Steps:
        s.fight = Fight(self.area, counter=True, vacant=not s.here[self.area], number=self.number)
        return (LowerDraw(), DirectSupport(), DrawChits(), Checks(), LeadUnit(), Clash(), Settle())


# Step 1


def points_left(s: CityState, f: Fight | None, more: int = 0) -> int:
    """How many points the step may still take; with one cap for the combat, what other steps took counts.

    `more`: points still to be spent in such a step before this one.
    """
    most = cap(s)
    if not s.rules.one_cap:
        return most
    return most - more - (f.direct + f.lowering if f is not None else 0)


@rule("5.0", "4.0.rain.support")
def overspent(owned: tuple[int, int], most: int, air: int, artillery: int) -> str:
    """What is wrong with spending these points in one step, as the key of its refusal; "" if nothing is."""
    if air < 0 or artillery < 0 or air > owned[0] or artillery > owned[1]:
        return "no_points"
    return "support_cap" if air + artillery > most else ""


@lru_cache(maxsize=4096)
def affordable(owned: tuple[int, int], most: int) -> tuple[tuple[int, int], ...]:
    """The points of both kinds that may be spent in one step. Remembered: the numbers are small."""
    return tuple(points for points in POINTS if not overspent(owned, most, *points))


def refuse_points(s: CityState, air: int, artillery: int, most: int) -> Refusal | None:
    """Why these points cannot be spent in one step."""
    match overspent((s.air, s.artillery), most, air, artillery):
        case "no_points":
            return Refusal("5.0", "no_points", (s.air, s.artillery))
        case "support_cap":
            return Refusal("4.0.rain.support" if s.rain else "6.2.step1", "support_cap", (most,))
    return None


class DirectSupport(Step, frozen=True):
    """6.2 step 1 Points added to the Allied total: in an attack before the resistance die."""

    rule = "6.2.step1"

    def ask(self, s: CityState) -> Ask:
        f = fight_of(s)
        owned = s.air, s.artillery
        options = tuple([SUPPORT[points] for points in affordable(owned, points_left(s, f))])
        return Decision(
            s.seats[0],
            "direct",
            "6.2.step1",
            options,
            default=0,
            confirm=len(options) > 1,
            spaces=(f.area,),
            numbers=owned,
        )

    def take(self, s: CityState, answer: Support, note: Note) -> Steps:
        f = fight_of(s)
        points = answer.points
        if points:
            s.air -= answer.air
            s.artillery -= answer.artillery
            s.fight = replace(f, direct=points)
            note(Supported(f.area, answer.air, answer.artillery))
        return ()

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if not isinstance(option, Support):
            return Refusal("6.2.step1", "not_offered")
        return refuse_points(s, option.air, option.artillery, points_left(s, fight_of(s)))


# Step 2


def first_round(s: CityState) -> int:
    """The first-round modifier of the resistance table."""
    return FIRST_ROUND if s.turn == 1 and s.round == 1 else 0


def resisting(s: CityState, area: int, die: int) -> int:
    """How many chits resist in an area by this die."""
    return max(RESIST[die] + RESISTANCE[area] + first_round(s), 0)


@rule("6.2.step2.table")
class Resistance(Step, frozen=True):
    """6.2 step 2 The die on the German Resistance Table; event 9 allows one other die a turn."""

    rule = "6.2.step2"
    die: int = 0

    def ask(self, s: CityState) -> Ask:
        if not self.die:
            return Roll((6,), "resistance", "6.2.step2")
        return Decision(s.seats[0], "reroll", "12.3", (NO, YES), default=0, numbers=(self.die,)) if s.sketch else None

    def take(self, s: CityState, answer: Dice | Option, note: Note) -> Steps:
        if isinstance(answer, tuple):
            if s.sketch:
                return (Resistance(answer[0]),)
            return self.resolve(s, answer[0], note)
        if answer == YES:
            s.sketch = False
            return (Resistance(),)
        return self.resolve(s, self.die, note)

    def resolve(self, s: CityState, die: int, note: Note) -> Steps:
        f = fight_of(s)
        table, level = RESIST[die], RESISTANCE[f.area]
        first = first_round(s)
        number = resisting(s, f.area, die)
        s.fight = replace(f, die=die, number=number)
        note(Resisted(f.area, die, table, level, first, number))
        return ()


def too_low(number: int, option: Lower) -> str:
    """What is wrong with lowering the number so far, as the key of its refusal; "" if nothing is (ruling 48)."""
    if option.total > MAX_REDUCTION:
        return "reduction_cap"
    return "nothing_to_lower" if option.total > number else ""


@lru_cache(maxsize=4096)
def lowerings(owned: tuple[int, int], most: int, number: int, tank: bool) -> tuple[Lower, ...]:
    """The ways to lower the number, with and without the tank where there is one. Remembered as `affordable`."""
    armor = (False, True) if tank else (False,)
    ways = [LOWER[*points, with_tank] for points in affordable(owned, most) for with_tank in armor]
    return tuple(way for way in ways if not too_low(number, way))


@rule("6.2.step2.reduce", "6.2.step2.cap", "9.1.1.a", "7.0.reduce")
def refuse_lowering(s: CityState, f: Fight, option: Lower) -> Refusal | None:
    """Why the number cannot be lowered so: points, armor, at most two, never below zero (ruling 48)."""
    if option.tank and tank_in(s, f.area) < 0:
        return Refusal("9.1.1.a", "no_tank", (f.area,))
    match too_low(f.number, option):
        case "reduction_cap":
            return Refusal("6.2.step2.cap", "reduction_cap", (MAX_REDUCTION,))
        case "nothing_to_lower":
            return Refusal("6.2.step2.cap", "nothing_to_lower", (f.number,))
    return refuse_points(s, option.air, option.artillery, points_left(s, f))


class LowerDraw(Step, frozen=True):
    """6.2 step 2 Points and the tank lower the number; then the marker of a Contested area goes back."""

    rule = "6.2.step2.reduce"

    def ask(self, s: CityState) -> Ask:
        f = fight_of(s)
        owned = s.air, s.artillery
        options = lowerings(owned, points_left(s, f), f.number, tank_in(s, f.area) >= 0)
        return Decision(
            s.seats[0],
            "lower",
            "6.2.step2.reduce",
            options,
            default=0,
            confirm=len(options) > 1,
            spaces=(f.area,),
            numbers=(f.number, *owned),
        )

    def take(self, s: CityState, answer: Lower, note: Note) -> Steps:
        f = fight_of(s)
        number = f.number - answer.total
        if answer.total:
            s.air -= answer.air
            s.artillery -= answer.artillery
            note(Lowered(f.area, answer.air, answer.artillery, answer.tank, number))
        s.fight = replace(f, number=number, lowering=answer.points, tank=answer.tank, slots=number)
        return_marker(s, f, note)
        if f.counter and not number:
            note(Averted(f.area))
            leave(s, Settle)
        return ()

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if not isinstance(option, Lower):
            return Refusal("6.2.step2.reduce", "not_offered")
        return refuse_lowering(s, fight_of(s), option)


@rule("6.2.step2.marker", "7.0.marker")
def return_marker(s: CityState, f: Fight, note: Note) -> None:
    """Before the draw the face-down chit of the area goes back into the container."""
    kind = take_marker(s, f.area)
    if kind != NO_KIND:
        note((CounterMarkerBack if f.counter else MarkerBack)(f.area, Kind(kind)))


@rule("6.2.step2.grey")
class DrawChits(Step, frozen=True):
    """6.2 step 2 One chit after the other; what the container lacks is not drawn. Grey chits are in it once joined.

    On level 3 armor is set aside and its place drawn once more (9.1.2.a)."""

    rule = "6.2.step2.draw"

    def ask(self, s: CityState) -> Ask:
        f = fight_of(s)
        if not f.slots:
            return None
        pool = draw_pool(s.cup)
        return Draw(pool, "chit", "6.2.step2.draw") if pool else None

    def take(self, s: CityState, answer: int, note: Note) -> Steps:
        f = fight_of(s)
        kind = Kind(answer)
        s.cup[kind] -= 1
        if SORT[kind] == TANK and LEVEL[f.area] >= HIGH:
            note(SetAside(f.area, kind))
            aside = tuple(sorted((*f.aside, kind)))
            s.fight = replace(f, aside=aside, again=not f.again, slots=f.slots - f.again)
        else:
            note(Drew(f.area, kind))
            s.fight = replace(f, drawn=with_tasks(s, f, kind), again=False, slots=f.slots - 1)
        return (self,)

    def auto(self, s: CityState, note: Note) -> Steps:
        f = fight_of(s)
        note(Faced(f.area, kinds_of(f.drawn)))
        return ()


# Step 3


@rule("6.2.step3")
def led(lead: int, units: int) -> int:
    """The Allied factors: the CF of the lead unit, and one for each other unit that counts."""
    return lead + units - 1 if units else 0


@rule("6.2.step3.armor", "7.0.vacant", "9.1.1.c", "6.2.step3.german")
class LeadUnit(Step, frozen=True):
    """6.2 step 3 The player names the lead unit. One unit stands for all of the same CF."""

    rule = "6.2.step3"

    def candidates(self, s: CityState) -> list[int]:
        """Units that may lead: not a tank that lowered the draw."""
        f = fight_of(s)
        units = s.here[f.area]
        tank = tank_in(s, f.area) if f.tank else -1
        return [u for u in units if u != tank]

    def ask(self, s: CityState) -> Ask:
        factors: dict[int, int] = {}
        for unit in self.candidates(s):
            factors.setdefault(factor(s, unit), unit)
        if not factors:
            return None
        order = sorted(factors, reverse=True)
        return Decision(
            s.seats[0],
            "lead",
            "6.2.step3",
            tuple([LEAD[factors[cf]] for cf in order]),
            default=0,
            spaces=(fight_of(s).area,),
        )

    def take(self, s: CityState, answer: Lead, note: Note) -> Steps:
        others = [u for u in self.candidates(s) if u != answer.unit]
        return self.muster(s, (answer.unit, *others), note)

    def auto(self, s: CityState, note: Note) -> Steps:
        """No unit counts: a tank that lowered the draw stands alone, or the area is vacant. The Allied CF is 0."""
        return self.muster(s, (), note)

    def muster(self, s: CityState, units: tuple[int, ...], note: Note) -> Steps:
        """Add up both sides; the first unit leads."""
        lead = factor(s, units[0]) if units else 0
        s.fight = f = replace(fight_of(s), lead=led(lead, len(units)))
        if note is not hush:
            self.report(s, f, units, lead, note)
        return ()

    def report(self, s: CityState, f: Fight, units: tuple[int, ...], lead: int, note: Note) -> None:
        """Every number of both sides with its case; the dice ask the same functions."""
        ours = [("6.2.step3", lead)] if units else []
        if len(units) > 1:
            ours.append(("6.2.step3 others", f.lead - lead))
        german, left = drawn_factor(f.drawn)
        level, isolation, extra = RESISTANCE[f.area], cut_off(s, f.area), bonus_terms(s, f)
        theirs = [("6.2.step3.german", german)] if left else []
        if level:
            theirs.append(("6.2.step3.german level", level))
        if isolation:
            theirs.append(("6.2.step3.mod3", isolation))
        counted = (f.lead, german + level, total(extra), isolation, left)
        named = tuple([UnitId(u) for u in units]), kinds_of(f.drawn)
        note(Mustered(f.area, *counted, *named, (*ours, *extra), tuple(theirs)))

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if not isinstance(option, Lead):
            return Refusal("6.2.step3", "not_offered")
        f = fight_of(s)
        if option.unit not in s.here[f.area]:
            return Refusal("6.2.step3", "not_in_fight", (option.unit, f.area))
        if option.unit not in self.candidates(s):
            return Refusal("6.2.step3.armor", "lowered_the_draw", (option.unit,))
        return None if LEAD[option.unit] in self.options(s) else Refusal("6.2.step3", "same_factor", (option.unit,))

    def options(self, s: CityState) -> tuple[Option, ...]:
        asked = self.ask(s)
        return asked.options if isinstance(asked, Decision) else ()


@rule("6.2.step3.mod1", "6.2.step3.mod2", "9.1.1.b")
def bonus_terms(s: CityState, f: Fight) -> Terms:
    """What is added to the Allied die: direct support, less one for each kind of mark in the area."""
    support = (("6.2.step3.mod2", f.direct * PER_POINT),) if f.direct else ()
    return (*support, *mark_terms(marks_in(s, f.area)))


def mark_terms(marks: int) -> Terms:
    """What the borders crossed take from the Allied die, whoever crossed them."""
    uphill = (("6.2.step3.mod1", UPHILL_ATTACK),) if marks & UPHILL else ()
    river = (("6.2.step3.mod1 river", RIVER_ATTACK),) if marks & RIVER else ()
    return (*uphill, *river)


def bonus(s: CityState, f: Fight) -> int:
    """The sum of what is added to the Allied die."""
    return total(bonus_terms(s, f))


def cut_off(s: CityState, area: int) -> int:
    """What isolation takes from the German die."""
    return CUT_OFF if isolated(s, area) else 0


def ground_of(s: CityState, area: int) -> int:
    """What the German total has before chits and die: the RL, less what isolation takes."""
    return RESISTANCE[area] + cut_off(s, area)


@rule("6.2.ccr.german")
def cleared(margin: int, chits: int) -> bool:
    """Whether an Allied win by this margin sends every chit back."""
    return margin > 0 and margin >= chits


@rule("6.2.ccr", "6.2.ccr.tie", "1.2.CCR")
class Clash(Step, frozen=True):
    """6.2 step 3 One die for each side; the lower total suffers the difference."""

    rule = "1.2.DR"

    def ask(self, s: CityState) -> Ask:
        return Roll((6, 6), "clash", "6.2.step3", matters=((1, -1),))

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        f = fight_of(s)
        first, second = answer
        allied = f.lead + bonus(s, f) + first
        german = drawn_factor(f.drawn)[0] + ground_of(s, f.area) + second
        margin = allied - german
        s.fight = replace(f, margin=margin)
        note(Clashed(f.area, allied, german, first, second, margin))
        if margin > 0:
            return (GermansLeave(margin),)
        return (TakeHit(-margin, IN_COMBAT),) if margin < 0 else ()


class GermansLeave(Step, frozen=True):
    """6.2 German CCR: so many chits return to the container, all if there are no more; otherwise at random."""

    rule = "6.2.ccr.german"
    owed: int

    def ask(self, s: CityState) -> Ask:
        drawn = fight_of(s).drawn
        if not self.owed or cleared(self.owed, len(drawn)) or drawn[0] >> 2 == drawn[-1] >> 2:
            return None
        return Draw(german_pool(drawn), "german_loss", "6.2.ccr.german")

    def take(self, s: CityState, answer: int, note: Note) -> Steps:
        self.go(s, (Kind(answer),), note)
        return (GermansLeave(self.owed - 1),)

    def auto(self, s: CityState, note: Note) -> Steps:
        self.go(s, tuple(Kind(code >> 2) for code in fight_of(s).drawn[: self.owed]), note)
        return ()

    def go(self, s: CityState, kinds: Iterable[Kind], note: Note) -> None:
        for kind in kinds:
            f = fight_of(s)
            s.cup[kind] += 1
            s.fight = replace(f, drawn=without(f.drawn, kind))
            note(GermanLost(f.area, kind))
