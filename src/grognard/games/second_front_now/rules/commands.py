"""6.0 Commands: what command points buy, one command after another, each finished before the next."""

from functools import lru_cache

from msgspec.structs import replace

from grognard.core import DONE, Ask, Decision, Done, Note, Option, Refusal, Seat, SpaceId, Step, Steps, UnitId, rule
from grognard.games.second_front_now.content import (
    ALLIED,
    ARMY_HQ,
    ATTACK_COST,
    COMMAND,
    COMMONWEALTH,
    ENGLAND,
    GARRISON,
    GERMAN,
    HELD_NATION,
    HEXES,
    HQ,
    IS_ARTILLERY,
    KIND,
    LAND,
    MOVE_COST,
    NATION,
    NATION_BEACHES,
    NORTH,
    NORTH_ENTRY,
    PARATROOPS,
    SIDE,
    SORT,
    SOUTH,
    SOUTH_ENTRY,
    UNITS,
    US,
    ZONE_OF,
    ZONES,
    Nation,
    Side,
)
from grognard.games.second_front_now.rules.battle import JoinBattle
from grognard.games.second_front_now.rules.drops import Drop, DropIn, drop_plan, droppable, end_rest, refuse_drop
from grognard.games.second_front_now.rules.events import Arranged, Installed, Shifted
from grognard.games.second_front_now.rules.movement import (
    GO,
    TO,
    Go,
    To,
    Walk,
    can_move,
    go_along,
    march,
    marches,
    mobile,
    paralysed,
    reachable,
    steps,
    way_to,
    why_no_end,
)
from grognard.games.second_front_now.rules.plans import first_drop, given_up
from grognard.games.second_front_now.rules.stacking import MOST
from grognard.games.second_front_now.rules.state import (
    BENEATH,
    GUNS,
    PRESENCE,
    SecondFront,
    after,
    forget,
    veiled_option,
    veiled_units,
)
from grognard.maps.sets import BIT, Set, members


class Pick(Option, frozen=True):
    """Give the units of a hex a command."""

    hex: SpaceId


class Single(Option, frozen=True):
    """Give the command to one unit of the stack alone."""

    unit: UnitId
    seen_by = veiled_option


class Attack(Option, frozen=True):
    """Attack an adjacent hex."""

    hex: SpaceId


class Each(Option, frozen=True):
    """Move the units of the stack one by one."""


class Move(Option, frozen=True):
    """Move this unit of the stack now."""

    unit: UnitId
    seen_by = veiled_option


class Land(Option, frozen=True):
    """Bring a unit over from England."""

    unit: UnitId
    seen_by = veiled_option


class Enter(Option, frozen=True):
    """Bring a German unit onto the map."""

    unit: UnitId


class Shifting(Option, frozen=True, tag="transfer"):
    """Move a unit between the North and South boxes."""


class Shift(Option, frozen=True):
    """The unit that changes boxes."""

    unit: UnitId


class Install(Option, frozen=True):
    """Put an army headquarters into the command box."""

    unit: UnitId


class Arranging(Option, frozen=True, tag="arrange"):
    """Choose the top counters of the own stacks."""


class Show(Option, frozen=True):
    """Put a counter on top of its stack."""

    unit: UnitId
    seen_by = veiled_option


PICK = tuple(Pick(SpaceId(h)) for h in range(HEXES))
ATTACK = tuple(Attack(SpaceId(h)) for h in range(HEXES))
SINGLE = tuple(Single(u) for u in UNITS)
EACH, SHIFTING, ARRANGING = Each(), Shifting(), Arranging()
LANDING = tuple(Land(u) for u in UNITS)
ENTERING = tuple(Enter(u) for u in UNITS)
LANDS = tuple(2 * NATION[u] + IS_ARTILLERY[u] for u in UNITS)
"""Nation and kind of an Allied unit as one number: for its landing nothing else matters."""
GARRISONS = tuple(tuple(u for u in UNITS if GARRISON[u] and SIDE[u] == side) for side in (ALLIED, GERMAN))
"""By side: units that never move."""


@rule("6.4.one", "6.4.rep", "6.2.noattack", "8.3.act")
def ready(s: SecondFront, hex: SpaceId) -> tuple[UnitId, ...]:
    """The units of a hex that a command may name: all that have neither acted nor taken replacements (R10)."""
    return tuple([u for u in s.here.get(hex, ()) if mobile(s, u)])


@rule("13.5.alone", "13.8")
def can_lead(units: tuple[UnitId, ...]) -> bool:
    """Whether somebody among these can attack: artillery and garrisons need company."""
    return any(not IS_ARTILLERY[u] for u in units)


@rule("6.3", "6.4.hex", "13.1")
def targets(s: SecondFront, side: Side, hex: SpaceId) -> Set:
    """Enemy hexes next to this one that may be attacked: not across an all-sea hexside, none for the second time."""
    found = ZONE_OF[hex] & s.held[1 - side]
    for attacked in s.attacked:
        found &= ~BIT[attacked]
    return found


Standing = tuple[int, int, SpaceId, tuple[int, ...]]
"""What an airborne division or an arrival of this turn has before others of its sort."""
JUST_ARRIVED: Standing = (0, 0, NORTH, ())
NO_DROP = (0, ENGLAND)


@rule("15.6.plot", "15.6.cp", "15.6.abort", "15.5.rest", "7.1.sameturn")
def standings(s: SecondFront, box: SpaceId) -> tuple[tuple[UnitId, Standing], ...]:
    """The units of a box whose likes may do more or less than they: airborne divisions by the first day they can
    drop on, by the drop written for them and by those cancelled, and the arrivals of this game turn, who cannot go on
    yet."""
    if box != ENGLAND:
        return tuple([(u, JUST_ARRIVED) for u in s.newcomers])
    found: list[tuple[UnitId, Standing]] = []
    for u in PARATROOPS:
        plan = drop_plan(s, u)
        written = (plan.day, plan.hex) if plan is not None else NO_DROP
        found.append((u, (first_drop(s, u), *written, given_up(s, u))))
    return tuple(found)


@lru_cache(maxsize=512)
@rule("6.2.box", "6.6.place", "13.8")
def _sorts(
    units: tuple[UnitId, ...], steps: bytes, busy: tuple[UnitId, ...], apart: tuple[tuple[UnitId, Standing], ...]
) -> tuple[UnitId, ...]:
    """One unit of each sort, strength and standing, in order of ids, without the busy, headquarters, and garrisons, who
    never move; `steps` of all there are."""
    found: dict[tuple[int, int, Standing | None], UnitId] = {}
    standing = dict(apart)
    for u in units:
        if u not in busy and KIND[u] != HQ and not GARRISON[u]:
            found.setdefault((SORT[u], steps[u], standing.get(u)), u)
    return tuple(found.values())


def sorts(s: SecondFront, box: SpaceId, busy: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """One unit of each sort in a box but for the busy; its likes have the same standing in every rule."""
    loc = s.loc
    return _sorts(s.here.get(box, ()), bytes(s.steps), tuple([u for u in busy if loc[u] == box]), standings(s, box))


@rule("6.2.box", "7.1.sameturn", "7.1.path", "15.2.eff", "15.7.1")
def can_come(s: SecondFront, box: SpaceId) -> tuple[UnitId, ...]:
    """One unit of each sort that may be brought on from a box now."""
    if box == ENGLAND and (s.storm or paralysed(s, ALLIED)):
        return ()
    found = sorts(s, box, (*s.spent, *s.refitted, *s.newcomers))
    if box == ENGLAND:
        ashore = (
            _beach(s, US, False),
            _beach(s, US, True),
            _beach(s, COMMONWEALTH, False),
            _beach(s, COMMONWEALTH, True),
        )
        if all(ashore):
            return found
        return tuple(
            [u for u in found if (way := ashore[LANDS[u]]) or (way is None and _enters(s, u, box))],
        )
    edge = NORTH_ENTRY if box == NORTH else SOUTH_ENTRY
    if edge & ~s.held[ALLIED] & ~s.held[GERMAN]:
        return found
    return tuple([u for u in found if _enters(s, u, box)])


def _enters(s: SecondFront, unit: UnitId, box: SpaceId) -> bool:
    """Whether a march leads on from the box."""
    return bool(march(s, (unit,)).next(box, 0))


def _beach(s: SecondFront, nation: Nation, gun: bool) -> bool | None:
    """Whether a unit of this kind can stay on one of its beaches, or enter none; None: it could but pass there."""
    beaches = NATION_BEACHES[s.area][nation] & ~s.held[GERMAN] & ~s.crowds[GUNS if gun else MOST - 1]
    return True if beaches & ~s.held[HELD_NATION[1 - nation]] else None if beaches else False


def refuse_coming(s: SecondFront, unit: UnitId, box: SpaceId) -> Refusal | None:
    """Why a unit cannot be brought on from a box."""
    if s.loc[unit] != box:
        return Refusal("6.2.box", "not_in_box", (unit, box))
    if KIND[unit] == HQ:
        return Refusal("6.6.place", "in_command", (unit,))
    if GARRISON[unit]:
        return Refusal("13.8", "rooted", (unit,))
    if box == ENGLAND and s.storm:
        return Refusal("15.2.eff", "storm")
    if unit in s.newcomers:
        return Refusal("7.1.sameturn", "just_arrived", (unit,))
    if unit in s.refitted:
        return Refusal("8.3.act", "refitted", (unit,))
    if unit in s.spent:
        return Refusal("6.4.one", "acted", (unit,))
    if not march(s, (unit,)).next(box, 0):
        return Refusal("7.3", "no_way_on", (unit,))
    return None if unit in can_come(s, box) else Refusal("6.2.box", "another_alike", (unit,))


@rule("6.6.place", "6.6.delay", "6.6.ex", "7.1.sameturn")
def can_install(s: SecondFront) -> tuple[UnitId, ...]:
    """Headquarters waiting in the North or South box since an earlier game turn."""
    return tuple([u for u in ARMY_HQ if s.loc[u] in (NORTH, SOUTH) and u not in s.newcomers])


@rule("12.5.box")
def can_shift(s: SecondFront) -> tuple[UnitId, ...]:
    """One unit of each sort that may change boxes; an arrival of this turn may (R53)."""
    if s.shifted:
        return ()
    busy = (*s.spent, *s.refitted)
    return (*sorts(s, NORTH, busy), *sorts(s, SOUTH, busy))


def picks(s: SecondFront, side: Side) -> list[Option]:
    """The stacks that can obey a command: with an empty hex beside it whoever is ready can walk there (12.4.min)."""
    here, loc = s.here, s.loc
    acted = {*s.spent, *s.refitted}
    able = s.held[side]
    for hex in {loc[u] for u in (*acted, *GARRISONS[side])}:
        for u in here.get(hex, ()):
            if u not in acted and not GARRISON[u]:
                break
        else:
            able &= ~BIT[hex]
    open = able & ZONES.of(LAND & ~(s.held[ALLIED] | s.held[GERMAN]))
    for shut in members(able ^ open):
        if _obeys(s, side, SpaceId(shut)):
            open |= BIT[shut]
    return [PICK[h] for h in members(open)]


def _obeys(s: SecondFront, side: Side, hex: SpaceId) -> bool:
    """Whether somebody of a stack hemmed in by others can move, or the stack attack."""
    named = ready(s, hex)
    if any(can_move(s, u) for u in named):
        return True
    return s.cp >= ATTACK_COST and can_lead(named) and bool(targets(s, side, hex))


@rule("5.2.G.B", "5.2.A.B", "6.1", "6.2", "6.3", "6.5", "6.5.ex", "6.4.save")
class Commands(Step, frozen=True):
    """The command and action phase of a side: commands in any order until its points are used up or let go."""

    rule = "6.1"
    side: Side

    def turn_of(self, s: SecondFront) -> Seat | None:
        return s.seats[self.side]

    def ask(self, s: SecondFront) -> Ask:
        if s.cp < MOVE_COST:
            return None
        side = self.side
        if paralysed(s, side):
            return None
        options = picks(s, side)
        if side == ALLIED:
            options += [LANDING[u] for u in can_come(s, ENGLAND)]
            options += [Drop(u) for u in droppable(s)]
            if s.rules.fog == BENEATH and not s.arranged and has_cover(s):
                options.append(ARRANGING)
        else:
            coming = (*can_come(s, NORTH), *can_come(s, SOUTH))
            options += [ENTERING[u] for u in coming]
            options += [Install(u) for u in can_install(s)]
            if not s.shifted and (coming or can_shift(s)):
                options.append(SHIFTING)
        options.append(DONE)
        return Decision(s.seats[side], "commands", "6.1", tuple(options), default=len(options) - 1, numbers=(s.cp,))

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is Pick:
            return (Order(answer.hex, ready(s, answer.hex)), self)
        if type(answer) is Land or type(answer) is Enter:
            unit = answer.unit
            spend(s, MOVE_COST, (unit,))
            end_rest(s, unit)
            return (Walk(unit, (s.loc[unit],), fast=type(answer) is Enter, far=type(answer) is Land), self)
        if type(answer) is Drop:
            spend(s, MOVE_COST, (answer.unit,))
            return (DropIn(answer.unit), self)
        if type(answer) is Install:
            s.cp -= MOVE_COST
            PRESENCE.place(s, answer.unit, COMMAND)
            note(Installed(answer.unit))
            return (self,)
        if type(answer) is Shifting:
            return (ShiftUnit(), self)
        return (Arrange(), self) if type(answer) is Arranging else ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        return refuse_command(s, self.side, option)


def refuse_command(s: SecondFront, side: Side, option: Option) -> Refusal | None:
    """Why a command cannot be given now."""
    if type(option) is Pick:
        if not s.held[side] >> option.hex & 1:
            return Refusal("6.2", "no_unit", (option.hex,))
        named = ready(s, option.hex)
        if all(GARRISON[u] for u in s.here[option.hex]):
            return Refusal("13.8", "garrison", (option.hex,))
        if not named:
            return Refusal("6.4.one", "nobody_ready", (option.hex,))
        return None if PICK[option.hex] in picks(s, side) else Refusal("12.3", "nowhere_to_go", (option.hex,))
    if (type(option) is Land or type(option) is Enter) and SIDE[option.unit] != side:
        return Refusal("6.2", "not_yours", (option.unit,))
    if type(option) is Land:
        return refuse_coming(s, option.unit, ENGLAND)
    if type(option) is Enter:
        box = s.loc[option.unit]
        return refuse_coming(s, option.unit, box if box in (NORTH, SOUTH) else NORTH)
    if type(option) is Drop and side == ALLIED:
        return refuse_drop(s, option.unit)
    if type(option) is Install and side == GERMAN:
        if option.unit in s.newcomers:
            return Refusal("7.1.sameturn", "just_arrived", (option.unit,))
        return None if option.unit in can_install(s) else Refusal("6.6.place", "no_headquarters", (option.unit,))
    if type(option) is Shifting and side == GERMAN:
        if s.shifted:
            return Refusal("12.5.box", "shift_used")
        return None if can_shift(s) else Refusal("12.5.box", "nobody_to_shift")
    if type(option) is Arranging and side == ALLIED:
        able = s.rules.fog == BENEATH and not s.arranged and has_cover(s)
        return None if able else Refusal("10.6.G", "not_arrangeable")
    return None if type(option) is Done else Refusal("6.1", "not_offered")


@rule("6.4.one")
def spend(s: SecondFront, points: int, units: tuple[UnitId, ...]) -> None:
    """Pay for a command; the units named have acted."""
    s.cp -= points
    s.spent = tuple(sorted({*s.spent, *units}))


@rule("6.2", "6.3", "12.2", "12.2.drop", "12.5.cp")
class Order(Step, frozen=True):
    """What the units of a hex, or one of them, shall do: where to, whom to attack, or each by itself."""

    rule = "6.2"
    hex: SpaceId
    named: tuple[UnitId, ...]

    def ask(self, s: SecondFront) -> Ask:
        named, at = self.named, self.hex
        side = SIDE[named[0]]
        head: list[Option] = [TO[h] for h in members(reachable(s, named))]
        aims = targets(s, side, at) if s.cp >= ATTACK_COST else 0
        tail: list[Option] = [ATTACK[h] for h in members(aims)] if aims and can_lead(named) else []
        if len(named) == 1:
            tail += [GO[h] for h in steps(s, named[0])]
        else:
            mobile = [u for u in named if can_move(s, u)]
            tail += [SINGLE[u] for u in named if u in mobile or (aims and not IS_ARTILLERY[u])]
            if mobile:
                tail.append(EACH)
        return Decision(
            s.seats[side], "order", "6.2", (*head, *tail), extra=len(head), units=named, spaces=(at,), numbers=(s.cp,)
        )

    def able(self, s: SecondFront, unit: UnitId) -> bool:
        """Whether a unit could obey by itself."""
        side = SIDE[unit]
        if s.cp >= ATTACK_COST and not IS_ARTILLERY[unit] and targets(s, side, self.hex):
            return True
        return can_move(s, unit)

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        named = self.named
        if type(answer) is Attack:
            return (JoinBattle(SIDE[named[0]], self.hex, answer.hex, named),)
        if type(answer) is Single:
            return (Order(self.hex, (answer.unit,)),)
        way = way_to(s, named, answer.hex) if type(answer) is To else ()
        spend(s, MOVE_COST, named)
        if type(answer) is To:
            go_along(s, named, way, note)
            return ()
        if type(answer) is Go:
            walk = Walk(named[0], (self.hex,))
            return walk.take(s, answer, note)
        return (EachMoves(named),)

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        named, at = self.named, self.hex
        side = SIDE[named[0]]
        if type(option) is To:
            return None if reachable(s, named) & BIT[option.hex] else why_no_end(marches(s, named), at, option.hex)
        if type(option) is Attack:
            return refuse_attack(s, side, at, named, option.hex)
        if type(option) is Go and len(named) == 1:
            return None if option.hex in steps(s, named[0]) else march(s, named).why_not(at, 0, option.hex)
        if type(option) is Single and len(named) > 1 and option.unit in named:
            return None if self.able(s, option.unit) else Refusal("12.3", "nowhere_to_go", (at,))
        if type(option) is Each and len(named) > 1:
            return None if any(can_move(s, u) for u in named) else Refusal("12.3", "nowhere_to_go", (at,))
        return Refusal("6.2", "not_offered")

    def seen_by(self, s: SecondFront, seat: int) -> Step:
        if seat == s.seats[ALLIED]:
            return self
        return replace(self, named=veiled_units(s, self.named))


def refuse_attack(s: SecondFront, side: Side, at: SpaceId, named: tuple[UnitId, ...], hex: SpaceId) -> Refusal | None:
    """Why a hex cannot be attacked from here by these units."""
    if not s.held[1 - side] >> hex & 1:
        return Refusal("6.3", "no_enemy", (hex,))
    if not ZONES.of(BIT[at]) & BIT[hex]:
        return Refusal("13.1", "not_adjacent", (hex, at))
    if hex in s.attacked:
        return Refusal("6.4.hex", "attacked_before", (hex,))
    if s.cp < ATTACK_COST:
        return Refusal("6.3", "too_few_points", (s.cp,))
    return None if can_lead(named) else Refusal("13.5.alone", "artillery_alone", (at,))


@rule("12.2.split", "12.2.drop", "6.2")
class EachMoves(Step, frozen=True):
    """The units of an activated stack go their own ways, in any order; who does not move stays put."""

    rule = "12.2.split"
    left: tuple[UnitId, ...]

    def ask(self, s: SecondFront) -> Ask:
        able = [u for u in self.left if can_move(s, u)]
        if not able:
            return None
        options = (*[Move(u) for u in able], DONE)
        return Decision(s.seats[SIDE[able[0]]], "each", "12.2.split", options, default=len(able))

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is not Move:
            return ()
        unit = answer.unit
        walk = Walk(unit, (s.loc[unit],), far=True)
        return after(s, walk, EachMoves(tuple([u for u in self.left if u != unit])))

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is Done:
            return None
        if type(option) is not Move or option.unit not in self.left:
            return Refusal("6.2", "not_named")
        return None if can_move(s, option.unit) else Refusal("12.3", "nowhere_to_go", (s.loc[option.unit],))

    def seen_by(self, s: SecondFront, seat: int) -> Step:
        if seat == s.seats[ALLIED]:
            return self
        return EachMoves(veiled_units(s, self.left))


class ShiftUnit(Step, frozen=True):
    """One unit a game turn goes from one German box to the other; that is its action."""

    rule = "12.5.box"

    def ask(self, s: SecondFront) -> Ask:
        options = tuple([Shift(u) for u in can_shift(s)])
        return Decision(s.seats[GERMAN], "shift", "12.5.box", options)

    def take(self, s: SecondFront, answer: Shift, note: Note) -> Steps:
        unit = answer.unit
        box = SOUTH if s.loc[unit] == NORTH else NORTH
        spend(s, MOVE_COST, (unit,))
        s.shifted = True
        PRESENCE.place(s, unit, box)
        note(Shifted(unit, box))
        return ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is Shift and option.unit in can_shift(s):
            return None
        return Refusal("12.5.box", "not_shiftable")


def coverable(s: SecondFront, seen: tuple[SpaceId, ...] = ()) -> list[UnitId]:
    """Allied units that lie beneath another, but for stacks already seen to."""
    return [u for hex in members(s.held[ALLIED]) if hex not in seen for u in s.here[hex][:-1]]


def has_cover(s: SecondFront) -> bool:
    """Whether any Allied unit lies beneath another."""
    one, two, _, guns = s.crowds
    return bool((two | (one & guns)) & s.held[ALLIED])


class Arrange(Step, frozen=True):
    """The Allied player chooses which counters lie on top, once in his turn; it costs nothing (R45)."""

    rule = "10.6.G"
    seen: tuple[SpaceId, ...] = ()

    def ask(self, s: SecondFront) -> Ask:
        units = coverable(s, self.seen)
        options = (*[Show(u) for u in units], DONE)
        return Decision(s.seats[ALLIED], "arrange", "10.6.G", options, default=len(units))

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        s.arranged = True
        if type(answer) is not Show:
            return ()
        unit = answer.unit
        hex = s.loc[unit]
        stack = s.here[hex]
        forget(s, stack)
        PRESENCE.arrange(s, hex, (*[u for u in stack if u != unit], unit))
        note(Arranged(unit, hex))
        return (Arrange((*self.seen, hex)),)

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is Done or (type(option) is Show and option.unit in coverable(s, self.seen)):
            return None
        return Refusal("10.6.G", "not_covered")
