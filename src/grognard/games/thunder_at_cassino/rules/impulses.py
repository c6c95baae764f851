"""6.2, 8.1, 8.4: the alternation of impulses, passes, Night, and the end of the Movement/Fire Phase."""

from grognard.core import NO, YES, Ask, Decision, Note, Option, Refusal, Seat, SpaceId, Step, Steps, UnitId, Yes, rule
from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREAS,
    BESIDE,
    BOARD,
    BUILDERS,
    GUNS,
    MATAF,
    TROOPS,
    UNIT_NAMES,
    Side,
)
from grognard.games.thunder_at_cassino.rules.artillery import (
    LaySmoke,
    Shelling,
    range_of,
    refuse_gun,
    smoke_range,
    usable,
)
from grognard.games.thunder_at_cassino.rules.crossing import can_move
from grognard.games.thunder_at_cassino.rules.events import Continued, NightFell, NobodyLeft, Passed, SmokeGone
from grognard.games.thunder_at_cassino.rules.fire import FireImpulse, targets
from grognard.games.thunder_at_cassino.rules.movement import MoveImpulse, can_clear, clear
from grognard.games.thunder_at_cassino.rules.state import (
    ANYONE_AT,
    ARMED_AT,
    FOOT_AT,
    READY_AT,
    Thunder,
    in_reserve,
    other,
    pass_advantage,
    seat,
    set_smoke,
)
from grognard.maps import members


class Move(Option, frozen=True):
    """A Move impulse with units of this place."""

    space: SpaceId


class Fire(Option, frozen=True):
    """A Fire impulse with units of this place."""

    space: SpaceId


class Shell(Option, frozen=True):
    """Attack with this Artillery unit."""

    unit: UnitId


class Smokescreen(Option, frozen=True):
    """Put Smoke down with this Artillery unit."""

    unit: UnitId


class Clear(Option, frozen=True):
    """Take away a level of rubble with this Construction unit."""

    unit: UnitId


class Night(Option, frozen=True):
    """Spend the Tactical Advantage to make it a Night turn."""


class Pass(Option, frozen=True):
    """Do nothing this impulse."""


NEAR = tuple(BESIDE[k] | 1 << k for k in range(BOARD))
"""By space: where units there may fire."""
MOVE = tuple(Move(SpaceId(k)) for k in range(BOARD))
FIRE = tuple(Fire(SpaceId(k)) for k in range(BOARD))
SHELL = tuple(Shell(UnitId(u)) for u in range(len(UNIT_NAMES)))
SMOKESCREEN = tuple(Smokescreen(UnitId(u)) for u in range(len(UNIT_NAMES)))
CLEAR = tuple(Clear(UnitId(u)) for u in range(TROOPS))
NIGHT, PASS = Night(), Pass()


@rule("8.3", "18.2.fire")
def can_fire(s: Thunder, side: Side, space: int) -> bool:
    """Whether some unit in a space that has Uncommitted Combat units has somebody to fire at."""
    foe = 1 - side
    foes = s.mask[ANYONE_AT + foe] & NEAR[space]
    inside = space < AREAS and foes >> space & 1
    if not in_reserve(s) and (inside or foes & s.mask[FOOT_AT + foe]):
        return True
    return bool(foes and targets(s, side, space))


@rule("8.42", "15.1", "15.1.first", "19.13")
def refuse_night(s: Thunder, side: Side) -> Refusal | None:
    """Why a side may not declare Night now."""
    if s.advantage != side:
        return Refusal("8.42", "no_advantage")
    if s.turn == 1:
        return Refusal("15.1.first", "night_first_turn")
    if s.night:
        return Refusal("15.1", "night_already")
    if s.night_turn == s.turn - 1:
        return Refusal("15.1", "night_before")
    return None


def choices(s: Thunder, side: Side) -> list[Option]:
    """Everything a side may do in an impulse, short of passing."""
    found: list[Option] = []
    if s.advantage == side and refuse_night(s, side) is None:
        found.append(NIGHT)
    foes, armed = s.mask[ANYONE_AT + 1 - side], s.mask[ARMED_AT + side]
    fires: list[Option] = []
    for space in members(s.mask[READY_AT + side]):
        if space < AREAS or can_move(s, side, space):
            found.append(MOVE[space])
        if armed >> space & 1 and NEAR[space] & foes and can_fire(s, side, space):
            fires.append(FIRE[space])
    found += fires
    for gun in GUNS[side]:
        if not s.committed[gun] and usable(s, gun):
            if range_of(s, gun) & foes:
                found.append(SHELL[gun])
            if smoke_range(s, gun):
                found.append(SMOKESCREEN[gun])
    if side == ALLIED:
        found += [CLEAR[u] for u in BUILDERS if can_clear(s, u)]
    return found


PASSES = 2
"""In a row they end the phase."""


@rule(
    "8.17",
    "8.17.illegal",
    "8.11",
    "8.14",
    "8.15.reenter",
    "8.16",
    "8.42",
    "15.1",
    "15.1.free",
    "8.43",
    "8.15",
    "6.2",
    "16.3",
)
class Impulse(Step, frozen=True):
    """8.1 The sides alternate; two passes in a row end the phase unless the Advantage is spent to go on."""

    rule = "8.1"
    side: Side
    passes: int = 0

    def turn_of(self, s: Thunder) -> Seat | None:
        """While anything lies above it, the impulse of the other side goes on."""
        if s.stack[-1] is not self:
            return seat(s, other(self.side))
        return seat(s, self.side if self.passes < PASSES else s.advantage)

    def ask(self, s: Thunder) -> Ask:
        if self.passes >= PASSES:
            if len(choices(s, ALLIED)) + len(choices(s, other(ALLIED))) == 0:
                return None
            return Decision(seat(s, s.advantage), "continue", "8.43", (NO, YES), default=0)
        options = (*choices(s, self.side), PASS)
        if len(options) == 1:
            return None
        builds = (int(self.side == ALLIED),)
        return Decision(seat(s, self.side), "impulse", "8.11", options, default=len(options) - 1, numbers=builds)

    def take(self, s: Thunder, answer: Option, note: Note) -> Steps:
        side = self.side
        following = Impulse(other(side))
        if isinstance(answer, Move):
            return (MoveImpulse(side, answer.space), following)
        if isinstance(answer, Fire):
            return (FireImpulse(side, answer.space, tuple(sorted({m.space for m in s.smoke}))), following)
        if isinstance(answer, Shell):
            return (Shelling(answer.unit), following)
        if isinstance(answer, Smokescreen):
            return (LaySmoke(answer.unit), following)
        if isinstance(answer, Clear):
            clear(s, answer.unit, note)
            return (following,)
        if isinstance(answer, Night):
            return self._night(s, note)
        if isinstance(answer, Pass):
            return self._pass(note)
        return self._continue(s, note) if type(answer) is Yes else self._end(s, note)

    def auto(self, s: Thunder, note: Note) -> Steps:
        """A side that can do nothing must pass; after two passes nobody may be left who could go on."""
        return self._end(s, note) if self.passes >= PASSES else self._pass(note, NobodyLeft)

    def _pass(self, note: Note, told: type[Passed] = Passed) -> Steps:
        note(told(self.side))
        return (Impulse(other(self.side), self.passes + 1),)

    def _night(self, s: Thunder, note: Note) -> Steps:
        """Night until the end of the turn; the impulse itself is still to come."""
        s.night, s.night_turn = True, s.turn
        note(NightFell(self.side))
        pass_advantage(s)
        return (self,)

    def _continue(self, s: Thunder, note: Note) -> Steps:
        note(Continued(s.advantage))
        pass_advantage(s)
        return (Impulse(self.side),)

    def _end(self, s: Thunder, note: Note) -> Steps:
        """The phase is over: all Smoke goes."""
        for marker in s.smoke:
            note(SmokeGone(marker.space, marker.number))
        set_smoke(s, ())
        return ()

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        if self.passes >= PASSES:
            return None if option in (NO, YES) else Refusal("8.43", "not_offered")
        if isinstance(option, Move | Fire):
            return self._why_not_place(s, option)
        if isinstance(option, Shell | Smokescreen):
            return self._why_not_gun(s, option)
        if isinstance(option, Clear):
            if option.unit not in BUILDERS or self.side != ALLIED:
                return Refusal("13.2.german", "no_builder", (option.unit,))
            return None if can_clear(s, option.unit) else Refusal("13.2", "nothing_to_clear", (option.unit,))
        if isinstance(option, Night):
            return refuse_night(s, self.side)
        return None if isinstance(option, Pass) else Refusal("8.11", "not_offered")

    def _why_not_place(self, s: Thunder, option: Move | Fire) -> Refusal | None:
        bit = 1 << option.space
        if not s.mask[ANYONE_AT + self.side] & bit:
            return Refusal("8.11", "nobody_there", (option.space,))
        if not s.mask[READY_AT + self.side] & bit:
            return Refusal("8.13", "nobody_ready", (option.space,))
        if isinstance(option, Move):
            return None if can_move(s, self.side, option.space) else Refusal("8.2", "no_way_out", (option.space,))
        if not s.mask[ARMED_AT + self.side] & bit:
            return Refusal("8.3", "nobody_armed", (option.space,))
        return None if can_fire(s, self.side, option.space) else Refusal("8.3", "no_target", (option.space,))

    def _why_not_gun(self, s: Thunder, option: Shell | Smokescreen) -> Refusal | None:
        gun = option.unit
        if gun not in GUNS[self.side]:
            return Refusal("14.2", "not_yours", (gun,))
        refused = refuse_gun(s, gun)
        if refused is not None:
            return refused
        if isinstance(option, Shell):
            if range_of(s, gun) & s.mask[ANYONE_AT + 1 - self.side]:
                return None
            if gun != MATAF:
                return Refusal("14.3", "nothing_in_range", (gun,))
            return Refusal("15.2", "air_at_night", (gun,)) if s.night else Refusal("14.4", "nothing_in_range", (gun,))
        if smoke_range(s, gun):
            return None
        return Refusal("16.12" if gun == MATAF else "16.1", "no_smoke", (gun,))
