"""9.2-9.4, 11.3-11.11 A stack acts: movement, fire, cannon, doors and arson, one thing at a time.

The same step serves a stack in its own Action Phase, a Texan stack that reacts, and a unit that flees from fire.
"""

from msgspec.structs import replace

from grognard.core import (
    DONE,
    Ask,
    Choice,
    Decision,
    Dice,
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
from grognard.games.dark_victory.content import (
    ALLOWANCE,
    CANNON_COST,
    EXTRA_COST,
    FIGHTER,
    FIRE_COST,
    MEXICAN,
    MOVES,
    NUMBER,
    OPEN_DOOR_COST,
    PLACES,
    SIDE,
    TEXAN,
)
from grognard.games.dark_victory.rules.blaze import arson_targets, burn_to_death, refuse_arson, sapper, set_ablaze
from grognard.games.dark_victory.rules.bump import Bump
from grognard.games.dark_victory.rules.crossing import priced_steps
from grognard.games.dark_victory.rules.doors import blastable, crew, open_door, refuse_blast, refuse_load, shut_door
from grognard.games.dark_victory.rules.entering import move
from grognard.games.dark_victory.rules.events import (
    DoorBlasted,
    DoorDie,
    Halted,
    Hauled,
    HeldBack,
    LoadingGun,
    Moved,
)
from grognard.games.dark_victory.rules.fire import NO_GUN, FireRoll, ready_gun, refuse_shot, targets
from grognard.games.dark_victory.rules.losses import alive
from grognard.games.dark_victory.rules.marching import (
    NEAR,
    can_walk,
    cited,
    entered,
    haul_cost,
    march,
    mixed,
    refuse_haul,
    rollable,
)
from grognard.games.dark_victory.rules.reacting import (
    bumped,
    escorts,
    in_zone,
    may_fire,
    reactors,
    refuse_unit,
    triggered,
)
from grognard.games.dark_victory.rules.state import (
    AS_AF_ALLOW,
    EXTRA_GUNS_MORE,
    HALTS,
    HELD,
    JOINED,
    LOADED,
    LOADING,
    LOADS,
    SHUT_OUT,
    SPENT,
    Alamo,
    fighters,
    gun_in,
    seat_of,
    top,
)
from grognard.games.dark_victory.rules.verbs import (
    CANNON,
    GO,
    LOAD,
    REACT,
    SHOOT,
    VOLLEY,
    Blast,
    Bring,
    Cannon,
    Force,
    Go,
    Haul,
    Load,
    React,
    Shoot,
    Torch,
    Volley,
)
from grognard.maps import March, Reach, members

OWN, REACTION, FLIGHT = range(3)


@rule("6.6", "9.2", "9.4", "10.2", "10.2.B", "11.4", "11.7", "11.10", "13.3.B", "6.2.B", "9.10.B")
@rule("13.1", "8.8", "2.14", "9.6", "9.3.B", "9.3.C", "9.3.D", "10.1", "10.14", "10.14.B", "13.1.C")
@rule("10.15", "10.17", "10.19", "9.3.E", "2.19", "9.3.A", "11.11", "11.5")
class Act(Step, frozen=True):
    """9.2 One group spends its action factors. Everybody in it pays every cost (R-STACKAF)."""

    rule = "9.2"
    units: tuple[UnitId, ...]
    spent: int = 0
    moved: bool = False
    """It has left the space where it began, or has set about to."""
    shots: tuple[SpaceId, ...] = ()
    posts: tuple[SpaceId, ...] = ()
    """Where it has fired from."""
    mode: int = OWN
    target: SpaceId = SpaceId(-1)
    """In reaction: where the mover was; in flight: the burning hex."""
    foes: tuple[UnitId, ...] = ()
    """In reaction: the mover."""

    def points_used(self) -> int | None:
        return self.spent

    # What may be done

    def ask(self, s: Alamo) -> Ask:
        units = alive(s, self.units)
        if not units:
            return None
        at = s.loc[units[0]]
        options: list[Option] = []
        if self._stuck(s, units) is None:
            way = self._march(s, units, at)
            options += [GO[b] for b, _, _ in way.next(at, self.spent)]
            if SIDE[units[0]] == TEXAN and (shut := shut_door(s, at)):
                through = replace(way, priced=priced_steps(s, doors=True))
                options += [Force(b) for b in shut if through.why_not(at, self.spent, b) is None]
            if self.mode != FLIGHT and at in s.gun_at:
                near = members(rollable(s, at))
                options += [Haul(SpaceId(b)) for b in near if self._refuse_haul(s, units, way, b) is None]
        if self.mode == FLIGHT:
            if NUMBER[at] == self.target:
                if not options:
                    return None
                options += [Bring(x) for x in self._company(s, units)]
                return self._decision(s, units, at, options, -1)
        else:
            self._add_fire(s, units, at, options)
            if self.mode == OWN:
                self._add_work(s, units, at, options)
            else:
                options += [Bring(x) for x in self._company(s, units)]
        options.append(DONE)
        return self._decision(s, units, at, options, len(options) - 1)

    def _decision(
        self, s: Alamo, units: tuple[UnitId, ...], at: SpaceId, options: list[Option], default: int
    ) -> Decision:
        seat, left = seat_of(s, units[0]), (ALLOWANCE - self.spent,)
        chosen, named = tuple(options), units[::-1]  # a stack is told from its top
        if self.mode == OWN:
            return Decision(seat, "act", "9.2", chosen, default, units=named, spaces=(at,), numbers=left)
        if self.mode == REACTION:
            return Decision(seat, "react", "11.4", chosen, default, units=named, spaces=(at, self.target), numbers=left)
        out = int(NUMBER[at] != self.target)
        return Decision(seat, "flee", "13.3.B", chosen, default, units=named, spaces=(at,), numbers=(*left, out))

    def _march(self, s: Alamo, units: tuple[UnitId, ...], at: int, doors: bool = False) -> March:
        return march(s, units, self.moved, NEAR[at], doors)

    def _stuck(self, s: Alamo, units: tuple[UnitId, ...]) -> Refusal | None:
        """Why a group cannot move at all."""
        if not can_walk(units):
            return Refusal("13.1", "never_moves", (next(u for u in units if not MOVES[u]),))
        if mixed(units):
            return Refusal("6.3.B", "mixed_stack", (units[0],))
        for unit in units:
            if s.pinned[unit]:
                return Refusal(HALTS[s.pinned[unit]], "pinned", (unit,))
        return None

    def _company(self, s: Alamo, units: tuple[UnitId, ...]) -> list[UnitId]:
        """Who may still join: everybody goes along from the start or not at all (6.6, 11.7)."""
        return [] if self.spent or self.moved else escorts(s, units, self.mode == REACTION)

    def _refuse_haul(self, s: Alamo, units: tuple[UnitId, ...], way: March, to: int) -> Refusal | None:
        at = s.loc[units[0]]
        if not any(FIGHTER[u] for u in units):
            return Refusal("10.20", "leaders_alone", (units[0],))
        told = refuse_haul(s, units, at, to, ALLOWANCE - self.spent, self.moved)
        if told is not None:
            return told
        told = way.why_not(at, self.spent, to)
        return None if told is not None and told.key == "too_dear" else told

    def _add_fire(self, s: Alamo, units: tuple[UnitId, ...], at: SpaceId, options: list[Option]) -> None:
        unit = top(s, at)
        if unit is None or unit not in units:
            return
        side = SIDE[unit]
        left = ALLOWANCE - self.spent
        plain = FIRE_COST[side] <= left
        extra = side == TEXAN and at in s.extra and left >= EXTRA_COST
        if plain or extra:
            if self.mode == REACTION:
                hexes = [self.target] if self._refuse_fire(s, units, self.target, False) is None else []
            else:
                hexes = targets(s, side, at) if self._may_go_on(s, at, True) or self._may_go_on(s, at, False) else []
            for hex in hexes:
                if plain and self._refuse_fire(s, units, hex, False) is None:
                    options.append(SHOOT[hex])
                if extra and self._refuse_fire(s, units, hex, True) is None:
                    options.append(VOLLEY[hex])
        if left >= CANNON_COST:
            gun = ready_gun(s, unit)
            if gun is not None:
                hexes = [self.target] if self.mode == REACTION else targets(s, side, at, gun)
                options += [CANNON[h] for h in hexes if self._refuse_cannon(s, units, h) is None]

    def _may_go_on(self, s: Alamo, at: SpaceId, extra: bool) -> bool:
        """Whether the reading of 10.2 in force lets this group fire now."""
        if at not in self.posts and (SIDE[self.units[0]], at) in s.fired:
            return False
        shots = s.rules.shots
        return not self.shots or shots == AS_AF_ALLOW or (shots == EXTRA_GUNS_MORE and extra)

    def _refuse_fire(self, s: Alamo, units: tuple[UnitId, ...], hex: SpaceId, extra: bool) -> Refusal | None:
        """Why the group may not fire its own weapons at a hex, None if it may."""
        at = s.loc[units[0]]
        told = _refuse_top(s, units, at)
        if told is not None:
            return told
        side = SIDE[units[0]]
        if extra and (side != TEXAN or at not in s.extra):
            return Refusal("10.14", "no_extra_guns", (at,))
        cost = EXTRA_COST if extra else FIRE_COST[side]
        if cost > ALLOWANCE - self.spent:
            return Refusal("9.4", "too_costly", (cost, ALLOWANCE - self.spent))
        told = self._refuse_count(s, units, hex, extra)
        return refuse_shot(s, side, at, hex) if told is None else told

    def _refuse_count(self, s: Alamo, units: tuple[UnitId, ...], hex: SpaceId, extra: bool) -> Refusal | None:
        at = s.loc[units[0]]
        if self.mode == REACTION:
            if hex != self.target or not [u for u in self.foes if s.loc[u] == hex]:
                return Refusal("11.10", "only_the_mover", (hex,))
            return None if may_fire(s, units) is not None else Refusal("11.10", "fired_in_reaction", (at,))
        if hex in self.shots:
            return Refusal("10.2.B", "same_target", (hex,))
        return None if self._may_go_on(s, at, extra) else Refusal("10.2", "fired_already", (at,))

    def _refuse_cannon(self, s: Alamo, units: tuple[UnitId, ...], hex: SpaceId) -> Refusal | None:
        """Why the group may not fire the cannon of its space at a hex."""
        at = s.loc[units[0]]
        told = _refuse_top(s, units, at)
        if told is not None:
            return told
        gun = gun_in(s, at)
        if gun is None:
            return Refusal("10.19", "no_gun", (at,))
        if s.loaded[gun] != LOADED:
            return Refusal("10.15", "unloaded", (gun,))
        if ALLOWANCE - self.spent < CANNON_COST:
            return Refusal("9.4", "too_costly", (CANNON_COST, ALLOWANCE - self.spent))
        told = self._refuse_count(s, units, hex, False)
        return refuse_shot(s, SIDE[units[0]], at, hex, gun) if told is None else told

    def _add_work(self, s: Alamo, units: tuple[UnitId, ...], at: SpaceId, options: list[Option]) -> None:
        if self.spent:
            return
        if refuse_load(s, units) is None:
            options.append(LOAD)
        if SIDE[units[0]] == MEXICAN:
            options += [Blast(b) for b in blastable(s, units)]
            options += [Torch(b) for b in arson_targets(s, units)]

    def why_not(self, s: Alamo, option: Option) -> Refusal | None:
        units = alive(s, self.units)
        if not units:
            return Refusal("9.2", "not_offered")
        at = s.loc[units[0]]
        if option == DONE:
            inside = self.mode == FLIGHT and NUMBER[at] == self.target
            return Refusal("13.3.B", "must_leave", (at,)) if inside else None
        if isinstance(option, Go | Force | Haul):
            stuck = self._stuck(s, units)
            if stuck is not None:
                return stuck
            if option.hex >= PLACES:
                return Refusal("9.4", "not_adjacent", (option.hex, at))
            way = self._march(s, units, at, doors=type(option) is Force)
            if type(option) is Go:
                return cited(way.why_not(at, self.spent, option.hex), SIDE[units[0]])
            if type(option) is Force and SIDE[units[0]] == TEXAN:
                if option.hex not in shut_door(s, at):
                    return Refusal("9.6", "no_shut_door", (option.hex, at))
                return way.why_not(at, self.spent, option.hex)
            if type(option) is Haul and self.mode != FLIGHT:
                return self._refuse_haul(s, units, way, option.hex)
        if isinstance(option, Shoot | Volley | Cannon) and self.mode != FLIGHT:
            if option.hex >= PLACES:
                return Refusal("10.2", "nobody_there", (option.hex,))
            if type(option) is Cannon:
                return self._refuse_cannon(s, units, option.hex)
            return self._refuse_fire(s, units, option.hex, type(option) is Volley)
        if type(option) is Load and self.mode == REACTION:
            return Refusal("10.18", "own_phase_only")
        if isinstance(option, Load | Blast | Torch) and self.mode == OWN:
            told = self._refuse_work(s, units, option)
            whole = ALLOWANCE, ALLOWANCE - self.spent
            return Refusal("9.4", "too_costly", whole) if told is None and self.spent else told
        return super().why_not(s, option)

    def _refuse_work(self, s: Alamo, units: tuple[UnitId, ...], option: Load | Blast | Torch) -> Refusal | None:
        if isinstance(option, Load):
            return refuse_load(s, units)
        if isinstance(option, Blast):
            return refuse_blast(s, units, option.hex)
        return refuse_arson(s, units, option.hex)

    # What is done

    def auto(self, s: Alamo, note: Note) -> Steps:
        """Nobody is left; or nobody can get out of a burning hex."""
        if self.mode == FLIGHT:
            burn_to_death(s, alive(s, self.units), note)
        return ()

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        units = alive(s, self.units)
        at = s.loc[units[0]]
        if type(answer) is Go:
            return self._go(s, units, at, answer.hex, note)
        if type(answer) is Force:
            told = (self.mode, self.target, self.foes, self.shots, self.posts)
            return (DoorRoll(units, self.spent, self.moved, answer.hex, *told),)
        if type(answer) is Haul:
            if SIDE[units[0]] == MEXICAN and not self.moved and triggered(s, at):
                return (Triggered(units, at), Stride(units, self.spent, answer.hex, self.shots, self.posts, True))
            return self.haul(s, units, at, answer.hex, note)
        if isinstance(answer, Shoot | Volley | Cannon):
            return self._fire(s, units, at, answer)
        if type(answer) is Bring:
            if self.mode == REACTION:
                s.reacted[answer.leader] = s.mover
            return (self._again(tuple(sorted((*units, answer.leader), key=s.rank.__getitem__)), 0),)
        if type(answer) is Load:
            gun = gun_in(s, at)
            assert gun is not None
            s.loaded[gun] = LOADING
            loader = crew(units)
            assert loader is not None
            s.acted[loader] = LOADS
            note(LoadingGun(gun, loader))
            return ()
        if type(answer) is Blast:
            gun = gun_in(s, at)
            assert gun is not None
            s.loaded[gun] = SPENT
            note(DoorBlasted(at, answer.hex, gun))
            open_door(s, at, answer.hex)
            return ()
        if type(answer) is Torch:
            burner = sapper(units)
            assert burner is not None
            set_ablaze(s, burner, answer.hex, note)
        elif self.mode == REACTION and not self.spent and not self.moved:
            note(HeldBack(units, at))
        return ()

    def _again(self, units: tuple[UnitId, ...], cost: int, **told: object) -> "Act":
        return replace(self, units=units, spent=self.spent + cost, **told)

    def _go(self, s: Alamo, units: tuple[UnitId, ...], at: SpaceId, hex: SpaceId, note: Note) -> Steps:
        """One step; the first of a Mexican move may be answered before it is made."""
        if SIDE[units[0]] == MEXICAN and not self.moved and triggered(s, at):
            return (Triggered(units, at), Stride(units, self.spent, hex, self.shots, self.posts))
        return self.step(s, units, at, hex, note)

    def step(self, s: Alamo, units: tuple[UnitId, ...], at: SpaceId, hex: SpaceId, note: Note) -> Steps:
        """Enter a space, with all that follows."""
        cost, halt = entered(s, units, self.moved, hex, self.spent)
        note(Moved(units, at, hex, cost))
        return self._entered(s, units, hex, cost, halt, note)

    def _entered(
        self, s: Alamo, units: tuple[UnitId, ...], hex: SpaceId, cost: int, halt: Refusal | None, note: Note
    ) -> Steps:
        mates = s.here.get(hex, ())
        if move(s, units, hex, note):
            return ()
        if halt is not None:
            for unit in units:
                s.pinned[unit] = HALTS.index(halt.rule)
        after = self._again(units, cost, moved=True)
        if SIDE[units[0]] == MEXICAN:
            for unit in mates:
                s.pinned[unit] = JOINED
            return (Triggered(units, hex), after) if triggered(s, hex) else (after,)
        if self.mode == OWN:
            return (after,)
        by = bumped(s, hex)
        return (Bump(units, hex, by), after) if by else (after,)

    def haul(self, s: Alamo, units: tuple[UnitId, ...], at: SpaceId, hex: SpaceId, note: Note) -> Steps:
        """Enter a space and take the cannon along."""
        gun = gun_in(s, at)
        assert gun is not None
        cost = haul_cost(s, units, at, hex, self.moved)
        _, halt = entered(s, units, self.moved, hex, self.spent)
        s.gun_spent[gun] += cost
        note(Hauled(units, gun, hex))
        s.gun_at[gun] = hex
        return self._entered(s, units, hex, cost, halt, note)

    def _fire(self, s: Alamo, units: tuple[UnitId, ...], at: SpaceId, answer: "Shoot | Volley | Cannon") -> Steps:
        unit = top(s, at)
        assert unit is not None
        s.fired = tuple(sorted({*s.fired, (SIDE[unit], at)}))
        gun: int = NO_GUN
        cost = FIRE_COST[SIDE[unit]]
        if type(answer) is Volley:
            cost = EXTRA_COST
            if at not in s.extra_used:
                s.extra_used = tuple(sorted((*s.extra_used, at)))
        elif type(answer) is Cannon:
            cost = CANNON_COST
            found = gun_in(s, at)
            assert found is not None
            gun = found
            s.loaded[found] = SPENT
        if self.mode == REACTION:
            for member in units:
                s.shot[member] = 1
        after = self._again(units, cost, shots=(*self.shots, answer.hex), posts=(*self.posts, at))
        return (FireRoll(unit, at, answer.hex, gun), after)


@rule("10.1", "10.2")
def _refuse_top(s: Alamo, units: tuple[UnitId, ...], at: SpaceId) -> Refusal | None:
    """Why a group cannot fire at all: it is of leaders only, or somebody else lies on top."""
    if not any(FIGHTER[u] for u in units):
        return Refusal("10.1", "leaders_alone", (units[0],))
    return None if top(s, at) in units else Refusal("10.2", "not_on_top", (at,))


def reach_of(s: Alamo, unit: int) -> Reach[Refusal] | None:
    """Where the Mexican group of this unit could march with what is left; None: nobody does, or by trying."""
    act = s.stack[-1] if s.stack else None
    if type(act) is not Act or SIDE[unit] != MEXICAN:
        return None
    units = alive(s, act.units)
    if unit not in units or act._stuck(s, units) is not None:
        return None
    return march(s, units, act.moved).reach(s.loc[unit], act.spent)


@rule("11.11")
class Stride(Step, frozen=True):
    """The first step of a Mexican move, after it could be answered; it is made if it still can be."""

    rule = "11.11"
    units: tuple[UnitId, ...]
    spent: int
    hex: SpaceId
    shots: tuple[SpaceId, ...]
    posts: tuple[SpaceId, ...]
    hauling: bool = False
    """With the cannon of the space."""

    def auto(self, s: Alamo, note: Note) -> Steps:
        units = alive(s, self.units)
        if not units:
            return ()
        act = Act(units, self.spent, shots=self.shots, posts=self.posts)
        at = s.loc[units[0]]
        if act.why_not(s, Haul(self.hex) if self.hauling else GO[self.hex]) is not None:
            return (Act(units, self.spent, True, shots=self.shots, posts=self.posts),)
        return (act.haul if self.hauling else act.step)(s, units, at, self.hex, note)


@rule("9.6")
def door_cost(s: Alamo, act: Act, hex: SpaceId, die: int) -> int:
    """What Texans pay who come through a closed door: the hex and the die."""
    return entered(s, alive(s, act.units), act.moved, hex, act.spent, doors=True)[0] - OPEN_DOOR_COST + die


@rule("9.6", "9.6.B")
class DoorRoll(Step, frozen=True):
    """9.6 A Texan at a closed door: the die is what it costs besides the hex; too much ends his movement."""

    rule = "9.6"
    units: tuple[UnitId, ...]
    spent: int
    moved: bool
    hex: SpaceId
    mode: int
    target: SpaceId
    foes: tuple[UnitId, ...]
    shots: tuple[SpaceId, ...] = ()
    posts: tuple[SpaceId, ...] = ()

    def points_used(self) -> int | None:
        return self.spent

    def ask(self, s: Alamo) -> Ask:
        return Roll((6,), "door", "9.6")

    def take(self, s: Alamo, answer: Dice, note: Note) -> Steps:
        units = alive(s, self.units)
        at = s.loc[units[0]]
        act = Act(
            units, self.spent, self.moved,
            shots=self.shots, posts=self.posts, mode=self.mode, target=self.target, foes=self.foes,
        )  # fmt: skip
        cost = door_cost(s, act, self.hex, answer[0])
        through = cost <= ALLOWANCE - self.spent
        note(DoorDie(units, self.hex, answer[0], through))
        if not through:
            for unit in units:
                s.pinned[unit] = SHUT_OUT
            return (replace(act, moved=True),)
        note(Moved(units, at, self.hex, cost))
        return act._entered(s, units, self.hex, cost, None, note)


@rule("11.3", "11.6", "11.8", "11.8.ex", "11.note")
class Triggered(Choice, frozen=True):
    """11.6 A Mexican stack stands in reaction zones: the Texan names every hex that reacts, then they act in turn."""

    rule = "11.6"
    kinds = (React,)
    units: tuple[UnitId, ...]
    hex: SpaceId
    named: tuple[SpaceId, ...] = ()

    def ask(self, s: Alamo) -> Ask:
        if not alive(s, self.units):
            return None
        options: list[Option] = [REACT[a] for a in triggered(s, self.hex) if a not in self.named]
        options.append(DONE)
        return Decision(
            s.seats[TEXAN],
            "triggered",
            "11.6",
            tuple(options),
            len(options) - 1,
            units=self.units[::-1],
            spaces=(self.hex,),
            numbers=(len(self.named),),
        )

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        if type(answer) is React:
            return (Triggered(self.units, self.hex, (*self.named, answer.hex)),)
        if not self.named:
            return ()
        note(Halted(self.named, self.hex))
        steps = []
        for space in self.named:
            units = reactors(s, space)
            for unit in units:
                s.reacted[unit] = s.mover
            steps.append(Act(units, mode=REACTION, target=self.hex, foes=self.units))
        return tuple(steps)

    def refuse(self, s: Alamo, option: React) -> Refusal | None:
        space = option.hex
        if space in self.named:
            return Refusal("11.6", "named_already", (space,))
        if not s.held[HELD + TEXAN] >> space & 1:
            return Refusal("11.1", "nobody_reacts", (space,))
        if not reactors(s, space):
            return refuse_unit(s, fighters(s, space)[0])
        return None if in_zone(s, space, self.hex) else Refusal("11.2", "not_in_zone", (space, self.hex))
