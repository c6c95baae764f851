"""8.0 Opportunity fire, and 12.3 support fire, which is the same from the other side: companies fire at a unit on its
way, or (support) at one unit of a hex under assault."""

from msgspec import Struct
from msgspec.structs import replace

from grognard.core import (
    NO,
    Ask,
    Choice,
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
    clone,
    leave,
    rule,
)
from grognard.games.battle_for_cassino.content import (
    COMPANIES,
    COMPANY_COLUMNS,
    FIRE,
    GRID,
    HEXES,
    OF_SIDE,
    OPPORTUNITY,
    SIDE,
    SUPPORT,
    TOUCH,
    Function,
    Side,
    Strike,
)
from grognard.games.battle_for_cassino.rules.events import BlockRemoved, Dropped, FiredUpon, Spared
from grognard.games.battle_for_cassino.rules.losses import spared
from grognard.games.battle_for_cassino.rules.sight import FAR, NEAR_AT_NIGHT, in_view
from grognard.games.battle_for_cassino.rules.state import Battle, aimed_at, flags, hurt, night, pin, pinned, place
from grognard.games.battle_for_cassino.rules.supply import Supply, can_be_supplied, estranged, near_supply
from grognard.maps import BIT, Set, members

MOST_SHIFT = 2
"""Columns that nationality may cost at most (12.57)."""


class Leg(Struct, frozen=True):
    """A hex of a path, and what the mover carried into it."""

    hex: SpaceId
    loads: tuple[UnitId, ...] = ()
    cleared: bool = False
    """It has removed a roadblock there."""


class FireAt(Option, frozen=True):
    """Fire at the mover in this hex of its path."""

    hex: SpaceId


FIRE_AT = tuple(FireAt(SpaceId(h)) for h in range(HEXES))


@rule("8.11", "8.12", "9.24", "14.21", "15.12", "12.33", "16.2")
def refuse_firer(s: Battle, side: Side, unit: int, function: Function) -> Refusal | None:
    """Why a unit cannot fire at all in this phase."""
    bit = 1 << unit
    if SIDE[unit] != side:
        return Refusal("8.11", "not_yours", (unit,))
    if s.loc[unit] >= HEXES:
        return Refusal("8.11", "not_on_map", (unit,))
    if not COMPANIES & bit:
        return Refusal("8.11", "companies_only", (unit,))
    if s.fired & bit:
        return Refusal("8.12" if function == OPPORTUNITY else "12.33", "fired", (unit,))
    if pinned(s) & bit:
        return Refusal("14.21", "pinned", (unit,))
    if s.crowded & bit:
        return Refusal("9.24", "overstacked", (unit,))
    if s.builders & bit:
        return Refusal("15.12", "building", (unit,))
    if function == SUPPORT:
        if engaged(s, unit):
            return Refusal("12.0.engaged", "engaged", (unit,))
        if s.fought & bit or (s.assault is not None and unit in s.assault.attackers):
            return Refusal("12.33", "fought", (unit,))
    return None


@rule("8.21", "13.11", "5.24")
def unseen(s: Battle, unit: int, hex: int) -> Refusal:
    """By which case a unit does not see a hex: too far by night, too far by day, or something is in the way."""
    far = GRID.distance(s.loc[unit], hex)
    case = "13.11" if night(s) and far > NEAR_AT_NIGHT else "5.24" if far > FAR else "8.21"
    return Refusal(case, "no_sight", (unit, hex))


@rule("12.0.engaged")
def engaged(s: Battle, unit: int) -> bool:
    """Next to an enemy unit, no river between."""
    return bool(TOUCH[s.loc[unit]] & s.held[1 - SIDE[unit]])


def ready(s: Battle, side: Side, function: Function) -> tuple[UnitId, ...]:
    """Companies that may still fire, whatever they see and whoever supplies them."""
    barred = pinned(s) | s.fired | s.crowded | s.builders
    if function == SUPPORT:
        barred |= s.fought
    able = flags(COMPANIES & OF_SIDE[side] & ~barred)
    if function == SUPPORT:
        inside = s.assault.attackers if s.assault is not None else ()
        return tuple([u for u in able if s.loc[u] < HEXES and u not in inside and not engaged(s, u)])
    return tuple([u for u in able if s.loc[u] < HEXES])


@rule("8.0", "8.13", "8.21", "12.31", "13.11", "10.0")
def under_fire(s: Battle, side: Side, function: Function, hexes: Set) -> Set:
    """Those of these hexes at which some company could fire now. Sight is mutual: first of all it is looked for where
    anybody stands who sees one of them."""
    near = s.held[side] & near_supply(s, side, function)
    watching = found = 0
    for hex in members(hexes):
        watching |= in_view(s, hex, near)
    if not watching:
        return 0
    for unit in ready(s, side, function):
        at = s.loc[unit]
        if watching & BIT[at]:
            seen = in_view(s, at, hexes & ~found)
            if seen and can_be_supplied(s, unit, function):
                found |= seen
                if found == hexes:
                    break
    return found


def firers(s: Battle, side: Side, function: Function, hex: int) -> tuple[UnitId, ...]:
    """The companies that could fire at a hex now."""
    seen = in_view(s, hex, s.held[side] & near_supply(s, side, function))
    return tuple([u for u in ready(s, side, function) if seen & BIT[s.loc[u]] and can_be_supplied(s, u, function)])


@rule("12.52", "12.53", "12.54", "12.57", "12.34")
def fire_shifts(firers: tuple[int, ...], sources: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """What supply from other nations costs a fire: each case once, two columns at most (ruling 23)."""
    cases = sorted({case for u, hq in zip(firers, sources, strict=True) if hq >= 0 and (case := estranged(u, hq))})
    return tuple((case, -1) for case in cases[:MOST_SHIFT])


@rule("8.3", "8.3.cap", "12.57")
def fire_column(companies: int, shifts: tuple[tuple[str, int], ...]) -> int:
    """The column of so many companies (five or more are one), shifted, never off the table (ruling 22)."""
    return COMPANY_COLUMNS.shifted(COMPANY_COLUMNS.of(companies), *[shift for _, shift in shifts])


@rule("15.22", "8.25")
def cleared(s: Battle, unit: UnitId, legs: tuple[Leg, ...], stop: int, note: Note) -> None:
    """Roadblocks removed before the leg in which a mover was stopped are gone; the others stand again."""
    for k, leg in enumerate(legs):
        if leg.cleared:
            if k < stop:
                note(BlockRemoved(unit, leg.hex))
            else:
                s.blocks = tuple(sorted((*s.blocks, leg.hex)))


@rule("8.0.procedure", "6.0.interrupt")
def stand(s: Battle, unit: UnitId, legs: tuple[Leg, ...], at: int) -> None:
    """Place a mover as it stood in a hex of its path, with what it carried into it; what it had put down by then lies
    where it was put, and what it picked up later where that was."""
    place(s, unit, legs[at].hex)
    for load in {load for leg in legs for load in leg.loads}:
        carried = [k for k, leg in enumerate(legs) if load in leg.loads]
        k = min(max(at, carried[0] - 1), carried[-1])
        place(s, load, legs[k].hex)


class CeaseFire(Step, frozen=True):
    """The end of the fire at one unit: a pin leads here at once."""

    rule = "8.25"


@rule("8.23", "10.45")
class Fires(Choice, frozen=True):
    """8.2, 12.26 One question for a whole path: fire in which hex, or not? From first hex to last (ruling 31). Supply
    is judged with the unit where it is fired at, not where it came to."""

    rule = "8.0.procedure"
    kinds = (FireAt,)
    finish = NO
    by: Side
    function: Function
    unit: UnitId
    start: SpaceId
    legs: tuple[Leg, ...]
    at: int = 0
    """Legs before this one are past."""
    hit: tuple[SpaceId, ...] = ()
    """Hexes in which the unit has been fired upon."""

    def _path(self) -> Set:
        hexes = 0
        for leg in self.legs[self.at :]:
            hexes |= BIT[leg.hex]
        for hex in self.hit:
            hexes &= ~BIT[hex]
        return hexes

    def leg(self, hex: int) -> int:
        """Where on its path the unit comes into a hex next."""
        return next(k for k in range(self.at, len(self.legs)) if self.legs[k].hex == hex)

    def there(self, s: Battle, hex: int) -> Battle:
        """The position with the unit in this hex of its path."""
        made = clone(s)
        stand(made, self.unit, self.legs, self.leg(hex))
        return made

    def _exposed(self, s: Battle) -> Set:
        """The hexes in which it can be fired at, looked at one by one with the unit there."""
        exposed = 0
        for hex in members(self._path()):
            exposed |= under_fire(self.there(s, hex), self.by, self.function, BIT[hex])
        return exposed

    def ask(self, s: Battle) -> Ask:
        if s.loc[self.unit] >= HEXES:
            return None
        exposed = self._exposed(s)
        if not exposed:
            return None
        found: list[SpaceId] = []
        for leg in self.legs[self.at :]:
            if exposed & BIT[leg.hex] and leg.hex not in found:
                found.append(leg.hex)
        options = (NO, *[FIRE_AT[hex] for hex in found])
        prompt = "opportunity" if self.function == OPPORTUNITY else "reserve_fire"
        return Decision(
            s.seats[self.by], prompt, "8.0.procedure" if self.function == OPPORTUNITY else "12.26", options,
            default=0, units=(self.unit,), spaces=tuple(leg.hex for leg in self.legs[self.at :]),
            numbers=(self.start, self.legs[-1].hex),
        )  # fmt: skip

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        if type(answer) is not FireAt:
            return ()
        leg = self.leg(answer.hex)
        again = replace(self, at=leg + 1, hit=(*self.hit, answer.hex))
        if s.assault is not None and leg == len(self.legs) - 1:
            s.assault = aimed_at(s.assault, self.unit)
        stand(s, self.unit, self.legs, leg)
        return (PickFirers(self.by, self.function, self.unit, answer.hex, self.start, self.legs, leg), again)

    def refuse(self, s: Battle, option: FireAt) -> Refusal | None:
        hex = option.hex
        if hex in self.hit:
            return Refusal("8.23", "once_a_hex", (self.unit, hex))
        if not self._path() & BIT[hex]:
            return Refusal("8.0.procedure", "not_on_path", (self.unit, hex))
        return None if self._exposed(s) & BIT[hex] else Refusal("8.21", "nobody_can_fire", (hex,))


@rule("8.0.procedure", "8.11", "8.12", "8.13", "8.21")
class PickFirers(Selection, frozen=True):
    """8.2, 12.3 Which companies fire together at one unit in one hex."""

    rule = "8.0.procedure"
    by: Side
    function: Function
    unit: UnitId
    hex: SpaceId
    start: SpaceId
    legs: tuple[Leg, ...] = ()
    leg: int = -1
    """Where on its path; -1: it stands in a hex under assault."""
    picked: tuple[UnitId, ...] = ()

    def able(self, s: Battle) -> list[UnitId]:
        return list(firers(s, self.by, self.function, self.hex))

    def refuse_unit(self, s: Battle, unit: UnitId) -> Refusal | None:
        told = refuse_firer(s, self.by, unit, self.function)
        if told is not None:
            return told
        if not in_view(s, s.loc[unit], BIT[self.hex]):
            return unseen(s, unit, self.hex)
        return None if can_be_supplied(s, unit, self.function) else Refusal("8.13", "no_supply", (unit,))

    def lacking(self, s: Battle) -> Refusal | None:
        return None if self.picked else Refusal("8.0.procedure", "nobody_picked")

    def question(self, s: Battle) -> Decision:
        return Decision(
            s.seats[self.by], "firers", "8.0.procedure" if self.function == OPPORTUNITY else "12.31", (),
            units=(self.unit, *self.picked), spaces=(self.hex,), numbers=(len(self.picked),),
        )  # fmt: skip

    def chosen(self, s: Battle, note: Note) -> Steps:
        roll = FireRoll(self.by, self.function, self.unit, self.hex, self.start, self.legs, self.leg, self.picked)
        return (Supply(self.by, self.function, self.picked), roll)


@rule("8.22", "8.23", "8.24", "8.25", "5.8.P", "5.8.steps", "5.8.none", "12.34", "6.22.pin", "5.43.loss")
class FireRoll(Step, frozen=True):
    """8.3 One die; the result touches the unit fired upon and, if it is a pin, what it carries (ruling 8). An observer
    loses nothing while its stack stands."""

    rule = "8.3"
    by: Side
    function: Function
    unit: UnitId
    hex: SpaceId
    start: SpaceId
    legs: tuple[Leg, ...]
    leg: int
    firers: tuple[UnitId, ...]

    def ask(self, s: Battle) -> Ask:
        return Roll((6,), "opportunity" if self.function == OPPORTUNITY else "support", "8.3")

    def take(self, s: Battle, answer: tuple[int, ...], note: Note) -> Steps:
        shifts = fire_shifts(self.firers, s.sources)
        firers = tuple([u for u, hq in zip(self.firers, s.sources, strict=True) if hq >= 0])
        s.sources = ()
        column = fire_column(len(firers), shifts)
        result = FIRE.result(column, answer[0])
        for firer in firers:
            s.fired |= 1 << firer
        companies, read = len(firers), COMPANY_COLUMNS.labels[column]
        note(FiredUpon(self.unit, self.hex, firers, companies, read, answer[0], result.text, shifts))
        self._apply(s, result, note)
        return ()

    def _apply(self, s: Battle, result: Strike, note: Note) -> None:
        unit = self.unit
        stopped = self.leg >= 0 and (result.pin or s.steps[unit] <= result.steps)
        if stopped:
            self._stay(s, note)
        if result.steps and spared(s, unit):
            note(Spared(unit, self.hex))
        else:
            hurt(s, unit, result.steps, note)
        if result.pin:
            pin(s, unit, note)
            if self.leg >= 0:
                for load in self.legs[self.leg].loads:
                    pin(s, load, note)
        if stopped:
            leave(s, CeaseFire)
        elif self.leg >= 0:
            stand(s, unit, self.legs, len(self.legs) - 1)

    def _stay(self, s: Battle, note: Note) -> None:
        """The mover stays where it was hit, with what it carried there; what it picked up later stays behind."""
        cleared(s, self.unit, self.legs, self.leg, note)
        stand(s, self.unit, self.legs, self.leg)
        before = self.legs[self.leg].loads
        for leg in self.legs[self.leg + 1 :]:
            for load in leg.loads:
                if load not in before:
                    s.carried &= ~(1 << load)
                    note(Dropped(self.unit, load, s.loc[load]))
            before = (*before, *leg.loads)
