"""8.0 Reinforcements: what becomes available, deployment, the Reserve box; restoring reduced units (6.2.2)."""

from collections.abc import Iterator

from grognard.core import Ask, Decision, Done, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, or_done, rule
from grognard.games.cities_of_the_damned.content import (
    AP_UNIT,
    ARMOR,
    ARRIVES,
    BATTALION,
    CONSTANTS,
    HELD_BY_ALLIES,
    HIGH,
    LATER,
    LEVEL,
    MAIN_STARS,
    READY,
    RESERVE,
)
from grognard.games.cities_of_the_damned.rules.events import CameUp, Deployed, EssexCameUp, IndiansCameUp, Restored
from grognard.games.cities_of_the_damned.rules.options import AT, BRING, RESTORE, At, Bring, Restore
from grognard.games.cities_of_the_damned.rules.state import FINISHED, CityState, place, stacks

ESSEX = CONSTANTS["essex_reserve_units"]
DEPLOY_COST = -CONSTANTS["vp_deploy_reserve"]
FLIP_COST = -CONSTANTS["vp_flip"]
FIRST_DRAFT = 2
"""8.1.a: available from turn 3, so deployable in the End Phase of turn 2 (ruling 20)."""


@rule("8.0", "8.1.a", "8.1.b", "8.1.c")
def come_up(s: CityState, note: Note) -> None:
    """At the start of the End Phase: units whose condition is met become available, and stay so."""
    met = (
        True,
        s.turn >= FIRST_DRAFT,
        any(s.control[a] == HELD_BY_ALLIES for a in MAIN_STARS),
        len(s.here[RESERVE]) >= ESSEX,
    )
    units = tuple(UnitId(u) for u in s.here[LATER] if met[ARRIVES[u]])
    for unit in units:
        place(s, unit, READY)
    for kind, why in ((CameUp, 0), (CameUp, 1), (IndiansCameUp, 2), (EssexCameUp, 3)):
        came = tuple([u for u in units if ARRIVES[u] == why])
        if came:
            note(kind(came))


def open_areas(s: CityState, unit: int) -> Iterator[SpaceId]:
    """Where the unit may be deployed: Allied-controlled, with room."""
    area = s.control.find(HELD_BY_ALLIES)
    while area >= 0:
        if not no_room(s, unit, area):
            yield SpaceId(area)
        area = s.control.find(HELD_BY_ALLIES, area + 1)


def no_room(s: CityState, unit: int, area: int) -> str:
    """What keeps the unit out of an Allied-controlled area, as the key of its refusal; "" if it may come."""
    if ARMOR[unit] and LEVEL[area] >= HIGH:
        return "armor_level_3"
    there = s.here[area]
    return "stacking" if there and not stacks((*there, unit)) else ""


def room_for(s: CityState, unit: int) -> bool:
    """Whether any area can take the unit."""
    for _ in open_areas(s, unit):
        return True
    return False


@rule("8.1.deploy", "8.2.deploy")
def waiting(s: CityState) -> tuple[int, ...]:
    """Units that may come up if there is room: reinforcements and, while there is a VP to pay, the Reserve box."""
    return (*s.here[READY], *s.here[RESERVE]) if s.vp >= DEPLOY_COST else s.here[READY]


def refuse_bring(s: CityState, unit: UnitId) -> Refusal | None:
    """Why a unit cannot be deployed, AP apart."""
    box = s.loc[unit]
    if box not in (READY, RESERVE):
        return Refusal("8.1.deploy", "not_available", (unit,))
    if unit not in waiting(s):
        return Refusal("8.2.deploy", "no_vp", (s.vp,))
    return None if room_for(s, unit) else Refusal("6.1.3", "no_room", (unit,))


@rule("6.1.3", "6.1.4.b", "10.vp6", "6.0.free")
class BringOn(Step, frozen=True):
    """8.1 Put one unit into an Allied-controlled area: in a round it is the unit's activation and costs 1 AP."""

    rule = "8.1.deploy"
    unit: UnitId
    in_round: bool

    def ask(self, s: CityState) -> Ask:
        options = tuple([AT[a] for a in open_areas(s, self.unit)])
        return Decision(s.seats[0], "deploy_at", "8.1.deploy", options, confirm=True, units=(self.unit,))

    def take(self, s: CityState, answer: At, note: Note) -> Steps:
        price = DEPLOY_COST if s.loc[self.unit] == RESERVE else 0
        s.vp -= price
        if self.in_round:
            s.ap -= AP_UNIT
            s.used[self.unit] = FINISHED
        place(s, self.unit, answer.area)
        note(Deployed(self.unit, answer.area, price))
        return ()

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if not isinstance(option, At):
            return Refusal("8.1.deploy", "not_offered")
        area = option.area
        if s.control[area] != HELD_BY_ALLIES:
            return Refusal("8.1.deploy", "not_allied", (area,))
        match no_room(s, self.unit, area):
            case "armor_level_3":
                return Refusal("6.1.4.b", "armor_level_3", (self.unit, area))
            case "stacking":
                return Refusal("6.1.3", "stacking", (area,))
        return None


class Deployment(Step, frozen=True):
    """3.3 step 1 Reinforcements and, for a VP each, units of the Reserve box; no AP."""

    rule = "3.3.step1"

    def ask(self, s: CityState) -> Ask:
        room: dict[int, bool] = {}
        options: list[Option] = []
        for unit in waiting(s):
            battalion = BATTALION[unit]
            if battalion not in room:
                room[battalion] = room_for(s, unit)
            if room[battalion]:
                options.append(BRING[unit])
        return or_done(s.seats[0], "deploy", "3.3.step1", options, numbers=(s.vp,))

    def take(self, s: CityState, answer: Option, note: Note) -> Steps:
        return (BringOn(answer.unit, False), self) if isinstance(answer, Bring) else ()

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if isinstance(option, Done):
            return None
        return refuse_bring(s, option.unit) if isinstance(option, Bring) else Refusal("3.3.step1", "not_offered")


@rule("6.2.2.restore", "8.2.flip", "10.vp5")
class Restoring(Step, frozen=True):
    """3.3 step 2 Reduced units on the map or in the Reserve box are flipped for a VP each."""

    rule = "3.3.step2"

    def refuse(self, s: CityState, unit: UnitId) -> Refusal | None:
        if not s.reduced[unit]:
            return Refusal("6.2.2.restore", "not_reduced", (unit,))
        if s.loc[unit] > RESERVE:
            return Refusal("8.2.flip", "not_restorable", (unit,))
        return None

    def ask(self, s: CityState) -> Ask:
        if s.vp < FLIP_COST:
            return None
        loc = s.loc
        options: list[Option] = [RESTORE[u] for u, weak in enumerate(s.reduced) if weak and loc[u] <= RESERVE]
        return or_done(s.seats[0], "restore", "3.3.step2", options, numbers=(s.vp,))

    def take(self, s: CityState, answer: Option, note: Note) -> Steps:
        if not isinstance(answer, Restore):
            return ()
        s.vp -= FLIP_COST
        s.reduced[answer.unit] = 0
        note(Restored(answer.unit, FLIP_COST))
        return (self,)

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if isinstance(option, Done):
            return None
        return self.refuse(s, option.unit) if isinstance(option, Restore) else Refusal("3.3.step2", "not_offered")
