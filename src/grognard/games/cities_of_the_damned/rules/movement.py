"""6.0 Action points and 6.1 movement: activations, marches area by area, river and contested checks, exits."""

from collections.abc import Iterator

from grognard.core import (
    ALL,
    DONE,
    Add,
    All,
    Ask,
    Decision,
    Dice,
    Done,
    Note,
    Option,
    Refusal,
    Roll,
    SpaceId,
    Step,
    Steps,
    UnitId,
    rule,
)
from grognard.games.cities_of_the_damned.content import (
    AP_RIVER,
    AP_UNIT,
    AREAS,
    ARMOR,
    ARMOR_UNITS,
    CHECK_FAILS,
    CONTESTED,
    EXIT_VP,
    EXITED_MAIN,
    EXITED_RAIL,
    HELD_BY_ALLIES,
    HELD_BY_GERMANS,
    MODIFIER,
    MOVES,
    OFFMAP,
    ON_RAIL,
    PROHIBITED,
    TANK_WAYS,
    WAY,
    WAYS,
    Way,
)
from grognard.games.cities_of_the_damned.rules.combat import Engage
from grognard.games.cities_of_the_damned.rules.events import (
    Activated,
    Checked,
    Exited,
    Ferried,
    Moved,
    Reduced,
    RiverChecked,
)
from grognard.games.cities_of_the_damned.rules.losses import BAILEY_BRIDGE
from grognard.games.cities_of_the_damned.rules.options import (
    ADD,
    DROP,
    ENTER,
    EXIT,
    GO_ON,
    Drop,
    Enter,
    Exit,
    GoOn,
)
from grognard.games.cities_of_the_damned.rules.state import (
    ACTIVE,
    FINISHED,
    FRESH,
    RIVER,
    UPHILL,
    CityState,
    place,
    stacks,
    vacated,
)

CRATERED, SMOKE = 5, 6
"""Random events: armor enters one area only; no Crossed River markers."""
SLOPE_OR_RIVER = MODIFIER["move_check", "river_or_uphill"]


@rule("6.0.move3", "4.0.rain.move")
def allowance(s: CityState) -> int:
    """How many areas an activated unit may enter."""
    return MOVES[s.rain]


def pays_river(s: CityState) -> bool:
    """Whether crossing a river costs the second AP (not under the Bailey bridge event)."""
    return s.happening != BAILEY_BRIDGE


@rule("6.0.cost_river")
def closes_river(s: CityState, units: tuple[UnitId, ...]) -> bool:
    """Whether one unit more would leave too few AP for a river at the border that these units can still cross."""
    many = len(units)
    dear = pays_river(s) and AP_RIVER * many <= s.ap < AP_UNIT + AP_RIVER * (many + 1)
    return dear and any(way.river for way in WAYS[s.loc[units[0]]])


# Choosing who goes


@rule("6.0.cost")
def activate(s: CityState, unit: UnitId, note: Note) -> None:
    """Pay for one unit."""
    s.ap -= AP_UNIT
    s.used[unit] = ACTIVE
    note(Activated(unit, s.ap))


# Moving


class Party:
    """Units that go together: from where, how far they may still go, and whether they can pay for a river."""

    __slots__ = ("areas", "crossed", "ferry", "left", "space", "units", "ways")

    def __init__(self, s: CityState, units: tuple[int, ...], moved: int, crossed: bool, ap: int) -> None:
        self.units = units
        self.space = s.loc[units[0]]
        armor = not ARMOR_UNITS.isdisjoint(units)
        self.areas = 1 if armor and s.happening == CRATERED else allowance(s)
        """How many areas it may enter in all."""
        self.left = self.areas - moved
        self.crossed = crossed or not pays_river(s)
        """A river costs nothing more."""
        self.ferry = self.crossed or ap >= AP_RIVER * len(units)
        self.ways = TANK_WAYS if armor else WAYS


@rule("6.1", "6.1.leave", "6.1.3", "6.0.cost_river")
def closed(s: CityState, units: tuple[int, ...], ferry: bool, fighting: bool, way: Way) -> str:
    """What closes a border to units, `fighting` where they stand, as the key of its refusal; "" if they may cross.

    The one judge of a border: lists, refusals, the reach shown and the routes of computer players all ask it.
    """
    to = way.to
    if fighting and s.control[to] == HELD_BY_GERMANS:
        return "leaving_a_fight"
    if way.river and not ferry:
        return "river_price"
    there = s.here[to]
    return "stacking" if there and not stacks((*there, *units)) else ""


@rule("6.1", "6.1.4.b")
def entries(s: CityState, p: Party) -> list[Option]:
    """The areas the party may enter next."""
    if p.left <= 0:
        return []
    units, ferry, fighting = p.units, p.ferry, s.control[p.space] == CONTESTED
    return [ENTER[way.to] for way in p.ways[p.space] if not closed(s, units, ferry, fighting, way)]


Route = tuple[tuple[SpaceId, ...], bool]
"""Areas to enter one after the other, and whether a river must be paid for."""


def routes(s: CityState, p: Party) -> Iterator[Route]:
    """The shortest way to every area the party can enter without waiting for a fight; then ways that are cheaper."""
    paid: dict[int, bool] = {p.space: False}
    edge: list[tuple[int, tuple[SpaceId, ...], bool]] = [(p.space, (), False)]
    for _ in range(p.left):
        following: list[tuple[int, tuple[SpaceId, ...], bool]] = []
        for at, gone, ferried in edge:
            fighting = s.control[at] == CONTESTED
            for way in p.ways[at]:
                pays = ferried or (way.river and not p.crossed)
                known = paid.get(way.to)
                if known is not None and known <= pays:
                    continue
                if closed(s, p.units, p.ferry, fighting, way):
                    continue
                paid[way.to] = pays
                route = (*gone, way.to)
                yield route, pays
                if s.control[way.to] == HELD_BY_ALLIES:
                    following.append((way.to, route, pays))
        edge = following


@rule("6.0.cost_river")
def affords_river(s: CityState) -> bool:
    """Whether a unit activated now could pay for a river."""
    return s.ap >= AP_UNIT + AP_RIVER or not pays_river(s)


@rule("6.0", "6.0.once", "2.0.d")
def movable(s: CityState, unit: int, space: int, ferry: bool) -> bool:
    """Whether an activation could take this unit anywhere; `ferry`: over a river too."""
    units, fighting = (unit,), s.control[space] == CONTESTED
    for way in (TANK_WAYS if ARMOR[unit] else WAYS)[space]:
        if not closed(s, units, ferry, fighting, way):
            return True
    return is_exit(s, space)


def refuse_more(s: CityState, p: Party) -> Refusal:
    """Why a party that has no area left goes no further, to another area or off the map."""
    if p.areas < allowance(s):
        return Refusal("12.3", "cratered")
    return Refusal("4.0.rain.move" if s.rain else "6.0.move3", "no_moves", (p.areas,))


def refuse_entry(s: CityState, p: Party, to: SpaceId) -> Refusal | None:
    """Why the party may not enter there, in the order of the rulebook."""
    space = SpaceId(p.space)
    if (space, to) in PROHIBITED:
        return Refusal("6.1.4.a", "prohibited", (space, to))
    way = WAY[space].get(to)
    if way is None:
        return Refusal("2.0.d" if space == OFFMAP else "1.2.areas", "not_adjacent", (space, to))
    if p.left <= 0:
        return refuse_more(s, p)
    if way not in p.ways[space]:
        return Refusal("6.1.4.b", "armor_level_3", (next(u for u in p.units if ARMOR[u]), to))
    match closed(s, p.units, p.ferry, s.control[space] == CONTESTED, way):
        case "leaving_a_fight":
            return Refusal("6.1.leave", "leaving_a_fight", (space, to))
        case "river_price":
            return Refusal("6.0.cost_river", "river_price", (AP_RIVER * len(p.units), s.ap))
        case "stacking":
            return Refusal("6.1.3", "stacking", (to,))
    return None


def is_exit(s: CityState, space: int) -> bool:
    """An Allied-controlled exit area."""
    return space < AREAS and EXIT_VP[space] > 0 and s.control[space] == HELD_BY_ALLIES


@rule("6.1.2")
def may_exit(s: CityState, p: Party) -> bool:
    """Units in an Allied-controlled exit area may leave the map as one area of movement."""
    return p.left > 0 and is_exit(s, p.space)


def part_could_go(s: CityState, p: Party, moved: int) -> bool:
    """Whether some unit of a party that cannot go on could do so without the others (ruling 33)."""
    if len(p.units) == 1:
        return False
    alone = [Party(s, (unit,), moved, p.crossed, s.ap) for unit in p.units]
    return any(may_exit(s, one) or entries(s, one) for one in alone)


def refuse_exit(s: CityState, p: Party) -> Refusal | None:
    """Why the party may not leave the map."""
    if p.space >= AREAS or not EXIT_VP[p.space]:
        return Refusal("6.1.2", "no_exit", (p.space,))
    if not is_exit(s, p.space):
        return Refusal("6.1.2", "exit_not_held", (p.space,))
    return None if may_exit(s, p) else refuse_more(s, p)


@rule("6.1.2")
class March(Step, frozen=True):
    """3.2 One activated unit or stack: joined before it sets out, then area by area, fighting where it must."""

    rule = "3.2.activate"
    units: tuple[UnitId, ...]
    moved: int = 0
    crossed: bool = False
    """The second AP for rivers is paid."""

    def marching(self, s: CityState) -> tuple[UnitId, ...]:
        """Units of the party that may still go on."""
        used, loc = s.used, s.loc
        return tuple([u for u in self.units if used[u] == ACTIVE and (loc[u] < AREAS or loc[u] == OFFMAP)])

    def joiners(self, s: CityState, units: tuple[UnitId, ...]) -> list[int]:
        """Units beside the party that may still join it before it sets out."""
        if self.moved or s.ap < AP_UNIT:
            return []
        beside, used = s.here[s.loc[units[0]]], s.used
        return [u for u in beside if used[u] == FRESH and stacks((*units, u))]

    def all_join(self, s: CityState, units: tuple[UnitId, ...], joiners: list[int]) -> bool:
        """Whether several may join at once: not if already the first would make the river too dear."""
        return len(joiners) > 1 and not closes_river(s, units)

    def ask(self, s: CityState) -> Ask:
        units = self.marching(s)
        if not units or self.moved >= allowance(s):
            return None
        space = s.loc[units[0]]
        for u in units:
            if s.loc[u] != space:
                return self.ask_group(s, units)
        p = Party(s, units, self.moved, self.crossed, s.ap)
        head: list[Option] = []
        tail: list[Option] = []
        joiners = self.joiners(s, units)
        if joiners:
            if self.all_join(s, units, joiners):
                head.append(ALL)
            last = units[-1]
            head.extend([ADD[u] for u in joiners if u < last])
            tail.extend([ADD[u] for u in joiners if u > last])
        tail.extend(entries(s, p))
        if may_exit(s, p):
            tail.append(EXIT)
        if self.moved and not tail and not part_could_go(s, p, self.moved):
            return None
        if len(units) > 1:
            tail.extend([DROP[u] for u in units])
        tail.append(DONE)
        return Decision(
            s.seats[0],
            "march",
            "6.1",
            (*head, *tail),
            default=len(head) + len(tail) - 1,
            extra=len(head),
            confirm=True,
            units=units,
            spaces=(space,),
            numbers=(p.left, s.ap),
        )

    def ask_group(self, s: CityState, units: tuple[UnitId, ...]) -> Decision:
        """Ruling 33: a scattered stack that may still enter areas goes on with one group."""
        spaces = sorted({s.loc[u] for u in units})
        options: tuple[Option, ...] = (*(GO_ON[a] for a in spaces), DONE)
        return Decision(
            s.seats[0], "group", "3.2.activate", options, default=len(options) - 1, units=units, spaces=tuple(spaces)
        )

    def take(self, s: CityState, answer: Option, note: Note) -> Steps:
        units = self.marching(s)
        if isinstance(answer, Enter):
            way = WAY[s.loc[units[0]]][answer.area]
            crossed = self.crossed
            if way.river and not crossed:
                crossed = True
                if pays_river(s):
                    s.ap -= AP_RIVER * len(units)
                    note(Ferried(AP_RIVER * len(units), s.ap))
            origin = SpaceId(s.loc[units[0]])
            return (Cross(units, origin, answer.area), March(units, self.moved + 1, crossed))
        if isinstance(answer, Add):
            activate(s, answer.unit, note)
            return (March(tuple(sorted((*units, answer.unit)))),)
        if isinstance(answer, All):
            while (joiners := self.joiners(s, units)) and not closes_river(s, units):
                activate(s, UnitId(joiners[0]), note)
                units = tuple(sorted((*units, UnitId(joiners[0]))))
            return (March(units),)
        if isinstance(answer, Drop):
            s.used[answer.unit] = FINISHED
            return (March(tuple([u for u in units if u != answer.unit]), self.moved, self.crossed),)
        if isinstance(answer, GoOn):
            staying = [u for u in units if s.loc[u] != answer.space]
            finish(s, staying)
            return (March(tuple([u for u in units if u not in staying]), self.moved, self.crossed),)
        if isinstance(answer, Exit):
            self.exit(s, units, note)
        return self.auto(s, note)

    def exit(self, s: CityState, units: tuple[UnitId, ...], note: Note) -> None:
        for unit in units:
            area = SpaceId(s.loc[unit])
            place(s, unit, EXITED_RAIL if ON_RAIL[area] else EXITED_MAIN)
            s.marks[unit] = 0
            note(Exited(unit, area))

    def auto(self, s: CityState, note: Note) -> Steps:
        finish(s, self.units)
        return ()

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        units = self.marching(s)
        spaces = {s.loc[u] for u in units}
        if len(spaces) > 1:
            return None if self.in_group(s, units, option) else Refusal("3.2.activate", "name_a_group")
        p = Party(s, units, self.moved, self.crossed, s.ap)
        if isinstance(option, Enter):
            return refuse_entry(s, p, option.area)
        if isinstance(option, Exit):
            return refuse_exit(s, p)
        if isinstance(option, Add):
            return self.refuse_joiner(s, units, option.unit)
        if isinstance(option, Drop):
            able = len(units) > 1 and option.unit in units
            return None if able else Refusal("3.2.activate", "cannot_drop", (option.unit,))
        if isinstance(option, All):
            able = self.all_join(s, units, self.joiners(s, units))
            return None if able else Refusal("3.2.activate", "not_offered")
        return None if isinstance(option, Done) else Refusal("3.2.activate", "not_offered")

    def in_group(self, s: CityState, units: tuple[UnitId, ...], option: Option) -> bool:
        return option in self.ask_group(s, units).options

    def refuse_joiner(self, s: CityState, units: tuple[UnitId, ...], unit: UnitId) -> Refusal | None:
        if self.moved:
            return Refusal("3.2.activate", "no_pick_up", (unit,))
        if s.loc[unit] != s.loc[units[0]]:
            return Refusal("3.2.activate", "not_beside", (unit,))
        if s.used[unit] != FRESH:
            return Refusal("6.0.once", "activated_before", (unit,))
        if s.ap < AP_UNIT:
            return Refusal("6.0.cost", "no_ap", (s.ap,))
        return None if stacks((*units, unit)) else Refusal("6.1.3", "stacking", (s.loc[unit],))


def finish(s: CityState, units: list[UnitId] | tuple[UnitId, ...]) -> None:
    """The activation of these units is over."""
    for unit in units:
        s.used[unit] = FINISHED


@rule("6.1.mark", "12.3")
def marks_of(s: CityState, way: Way) -> int:
    """The marks of an attack over this border; smoke hides who crosses a river."""
    return (UPHILL if way.uphill else 0) | (RIVER if way.river and s.happening != SMOKE else 0)


@rule("6.1.stop", "6.1.mark", "3.2.markers", "2.0.d.combat", "4.0.rain.river")
class Cross(Step, frozen=True):
    """6.1 The units go over one border: first the checks that are due, one by one, then they stand in the new area.

    A full unit that fails is reduced and goes on; a reduced one stays where it was and has finished (rulings 5, 45)."""

    rule = "6.1.check"
    units: tuple[UnitId, ...]
    origin: SpaceId
    to: SpaceId
    at: int = 0

    def due(self, s: CityState) -> bool:
        """Between two Contested areas, or over a river in rain: one check, not two (ruling 6)."""
        control = s.control
        if control[self.origin] == CONTESTED and control[self.to] == CONTESTED:
            return True
        return s.rain and WAY[self.origin][self.to].river and s.happening != BAILEY_BRIDGE

    def ask(self, s: CityState) -> Ask:
        if self.at < len(self.units) and self.due(s):
            return Roll((6,), "move_check", "6.1.check")
        return None

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        unit, way = self.units[self.at], WAY[self.origin][self.to]
        extra = SLOPE_OR_RIVER if way.river or way.uphill else 0
        passed = answer[0] + extra < CHECK_FAILS
        contested = s.control[self.origin] == CONTESTED and s.control[self.to] == CONTESTED
        checked = Checked if contested else RiverChecked
        note(checked(unit, self.to, answer[0], extra, passed))
        if passed:
            return (Cross(self.units, self.origin, self.to, self.at + 1),)
        if s.reduced[unit]:
            s.used[unit] = FINISHED
            rest = self.units[: self.at] + self.units[self.at + 1 :]
            return (Cross(rest, self.origin, self.to, self.at),) if rest else ()
        s.reduced[unit] = 1
        note(Reduced(unit, self.to))
        return (Cross(self.units, self.origin, self.to, self.at + 1),)

    def auto(self, s: CityState, note: Note) -> Steps:
        to, way = self.to, WAY[self.origin][self.to]
        hostile = s.control[to] != HELD_BY_ALLIES
        mark = marks_of(s, way) if hostile else 0
        for unit in self.units:
            place(s, unit, to)
            s.marks[unit] |= mark
        note(Moved(self.units, self.origin, to))
        vacated(s, self.origin, note)
        return (Engage(to),) if hostile else ()
