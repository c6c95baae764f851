"""14 and 16: Artillery and its observers, air strikes, and Smoke."""

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.core import Ask, Decision, Note, Option, Refusal, Roll, SpaceId, Step, Steps, UnitId, rule
from grognard.games.thunder_at_cassino.content import (
    ALL_ZONES,
    AREAS,
    BOARD,
    BOX,
    GERMAN,
    GONE,
    HIGH,
    MATAF,
    OBSERVER,
    RANGE,
    SIDE,
    SMOKE_LASTS,
    SMOKE_NUMBER,
    TO_TURN,
    TROOPS,
)
from grognard.games.thunder_at_cassino.rules.attack import Attack, dim_light
from grognard.games.thunder_at_cassino.rules.events import SmokePlaced
from grognard.games.thunder_at_cassino.rules.fire import TARGET, FireAttack, Target
from grognard.games.thunder_at_cassino.rules.limits import Limits
from grognard.games.thunder_at_cassino.rules.state import (
    ANYONE_AT,
    READY,
    Smoke,
    Thunder,
    field_of,
    flip,
    seat,
    set_smoke,
)
from grognard.maps import members


class Obscure(Option, frozen=True):
    """Put Smoke into this place."""

    space: SpaceId


HEIGHT_PENALTY = 2
"""16.11: off the dice for smoke on an Area of level 1 or more."""
OBSCURE = tuple(Obscure(SpaceId(k)) for k in range(BOARD))


@rule("14.1", "14.2", "14.2.once", "14.3.commit", "3.7")
def usable(s: Thunder, gun: UnitId, committed: Sequence[int] | None = None) -> bool:
    """Whether an Artillery unit is in its box, unused, with its own observer on the map and Uncommitted; for who looks
    ahead, if these units are `committed`."""
    if committed is None:
        committed = s.committed
    if committed[gun] or s.loc[gun] != BOX[SIDE[gun]]:
        return False
    observer = OBSERVER[gun]
    return observer < 0 or (s.loc[observer] < BOARD and not committed[observer])


@rule("19.11")
def silenced(s: Thunder, gun: UnitId) -> bool:
    """Whether an Artillery unit is Committed by the first turn and not by an attack: the German ones are."""
    return s.turn == 1 and SIDE[gun] == GERMAN


@rule("14.2", "14.2.once", "18.1.obs", "18.3", "19.11")
def refuse_gun(s: Thunder, gun: UnitId) -> Refusal | None:
    """Why an Artillery unit is not usable."""
    if s.loc[gun] == GONE and s.turn > TO_TURN[gun]:
        return Refusal("18.3" if gun == MATAF else "18.1.obs", "gun_gone", (gun,))
    if s.committed[gun]:
        return Refusal("19.11", "gun_silent", (gun,)) if silenced(s, gun) else Refusal("14.2.once", "gun_used", (gun,))
    return None if usable(s, gun) else Refusal("14.2", "no_observer", (gun,))


@rule("14.3", "14.3.friend", "14.31", "14.32", "14.33", "14.4", "14.7", "14.7.friend", "16.12", "15.2")
def range_of(s: Thunder, gun: UnitId) -> int:
    """The places a usable Artillery unit may attack, whether or not anybody is there.

    No Area with friendly units; Zones may hold some, but not for air strikes, which also need daylight without Smoke.
    """
    friends = s.mask[ANYONE_AT + SIDE[gun]]
    spaces = field_of(s).spaces
    if OBSERVER[gun] < 0:
        return 0 if s.night else spaces & ~friends & ~s.haze
    return RANGE[s.loc[OBSERVER[gun]]] & spaces & (ALL_ZONES | ~friends)


@rule("16.1.where", "16.1.zone", "16.12", "16.1")
def smoke_range(s: Thunder, gun: UnitId) -> int:
    """The places a usable Artillery unit may put Smoke into: also with friends there, also the observer's own Area."""
    if OBSERVER[gun] < 0 or not s.supply[SIDE[gun]]:
        return 0
    at = s.loc[OBSERVER[gun]]
    return (RANGE[at] | 1 << at) & field_of(s).spaces


def spend(s: Thunder, gun: UnitId) -> None:
    """Artillery and observer are Committed by an attack or a Smoke attempt."""
    flip(s, gun, 1)
    if OBSERVER[gun] >= 0:
        flip(s, OBSERVER[gun], 1)


@rule("14.6", "16.21")
def shelling(s: Thunder, gun: UnitId, target: Target) -> Attack:
    """An Artillery attack as it stands: in the dark also with Smoke where its observer is."""
    observer, side = OBSERVER[gun], SIDE[gun]
    ends = (target.space,) if observer < 0 else (target.space, s.loc[observer])
    return Attack(side, BOX[side], target.space, target.group, (gun,), dim_light(s, s.haze, *ends))


@rule("14.2.once", "14.3.commit")
class Shelling(Step, frozen=True):
    """14.2 One Artillery unit attacks one Group; nothing else happens in the impulse."""

    rule = "14.2"
    gun: UnitId

    def ask(self, s: Thunder) -> Ask:
        side = SIDE[self.gun]
        foe = 1 - side
        options = []
        for k in members(range_of(s, self.gun) & s.mask[ANYONE_AT + foe]):
            tally = s.tally[foe * BOARD + k]
            ready = (tally & READY) >> 48
            if ready:
                options.append(TARGET[k][0])
            if len(s.here[foe * BOARD + k]) > ready:
                options.append(TARGET[k][1])
        return Decision(seat(s, side), "shell.target", "14.3", tuple(options), confirm=True, units=(self.gun,))

    def take(self, s: Thunder, answer: Target, note: Note) -> Steps:
        attack = shelling(s, self.gun, answer)
        spend(s, self.gun)
        return (FireAttack(attack), Limits())

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        if not isinstance(option, Target):
            return Refusal("14.2", "one_kind")
        side, bit = SIDE[self.gun], 1 << option.space
        if not range_of(s, self.gun) & bit:
            return out_of_range(s, self.gun, option.space)
        group = [u for u in s.here[(1 - side) * BOARD + option.space] if s.committed[u] == option.group]
        return None if group else Refusal("8.33", "no_such_group", (option.space,))


@rule("1.intro")
def on_the_map(s: Thunder, space: int) -> bool:
    """Whether a place is on the map of the scenario."""
    return bool(field_of(s).spaces >> space & 1)


def out_of_range(s: Thunder, gun: UnitId, space: int) -> Refusal:
    """Why Artillery may not attack a place."""
    if not on_the_map(s, space):
        return Refusal("1.intro", "off_the_map", (space,))
    bit, observer = 1 << space, OBSERVER[gun]
    if observer < 0:
        if s.haze & bit:
            return Refusal("16.12", "air_and_smoke", (space,))
        return Refusal("14.4", "friends_there", (space,))
    seen = RANGE[s.loc[observer]] & bit
    if s.mask[ANYONE_AT + SIDE[gun]] & bit and (seen or s.loc[observer] == space):
        return Refusal("14.3.friend", "friends_there", (space,))
    if space >= AREAS:
        return Refusal("14.7", "zone_out_of_sight", (space,))
    return Refusal("14.3", "out_of_sight", (observer, space))


@rule("16.1.commit", "16.1.dr", "16.11", "2.2.DRM", "16.3.num")
class LaySmoke(Step, frozen=True):
    """16.1 An Artillery unit tries to put a Smoke marker down; the marker is used up either way."""

    rule = "16.1"
    gun: UnitId
    space: int = -1

    def ask(self, s: Thunder) -> Ask:
        if self.space >= 0:
            return Roll((6, 6), "smoke", "16.1.dr", matters=((1, 1),))
        options = tuple([OBSCURE[k] for k in members(smoke_range(s, self.gun))])
        return Decision(seat(s, SIDE[self.gun]), "smoke.target", "16.1.where", options, confirm=True, units=(self.gun,))

    def take(self, s: Thunder, answer: Obscure | tuple[int, ...], note: Note) -> Steps:
        gun = self.gun
        side = SIDE[gun]
        if isinstance(answer, Obscure):
            spend(s, gun)
            s.supply[side] -= 1
            return (replace(self, space=answer.space), Limits())
        height = HEIGHT_PENALTY if HIGH >> self.space & 1 else 0
        placed = sum(answer) - height >= SMOKE_NUMBER[gun]
        note(SmokePlaced(gun, SpaceId(self.space), sum(answer), height, SMOKE_NUMBER[gun], placed))
        if placed:
            set_smoke(s, (*s.smoke, Smoke(SpaceId(self.space), side, SMOKE_LASTS[gun])))
        return ()

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        if isinstance(option, Obscure):
            if smoke_range(s, self.gun) >> option.space & 1:
                return None
            if not on_the_map(s, option.space):
                return Refusal("1.intro", "off_the_map", (option.space,))
            if option.space >= AREAS:
                return Refusal("16.1.zone", "zone_out_of_sight", (option.space,))
            return Refusal("14.3", "out_of_sight", (OBSERVER[self.gun], option.space))
        return Refusal("16.1", "one_kind")


@rule("9.1", "14.2.once")
def ready_guns(s: Thunder) -> None:
    """At the end of the turn all Artillery is readied."""
    for gun in range(TROOPS, len(s.loc)):
        flip(s, gun, 0)
