"""3.0 Setting up: the area of the landing, the German units on the map, the beaches, the roll at Dieppe."""

from typing import Any

from grognard.core import Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.second_front_now.content import (
    ALLIED,
    AREA_NAMES,
    BEACH,
    BEACH_SET,
    BEACHES,
    BLOODED,
    CODED,
    DIEPPE,
    DIEPPE_UNIT,
    DUE,
    ENGLAND,
    GERMAN,
    GRID,
    HQ,
    IS_ARTILLERY,
    ITALY,
    KIND,
    LAND,
    LOST,
    NORTH,
    POINTS,
    REGULAR,
    ROSTER,
    RUSSIA,
    SETUP,
    SIDE,
    SOUTH,
    SPACE,
    TURNS,
    UNIT_ROWS,
    UNITS,
    Area,
)
from grognard.games.second_front_now.rules.dice import read, ten_sided
from grognard.games.second_front_now.rules.events import AreaChosen, Ashore, Deployed, DieppeRolled, FirstWave, SetUp
from grognard.games.second_front_now.rules.sequence import Turn
from grognard.games.second_front_now.rules.stacking import fits
from grognard.games.second_front_now.rules.state import (
    AREA_CHOICES,
    FOG,
    OFF,
    Rules,
    SecondFront,
    place,
    refresh,
)
from grognard.maps.sets import BIT

BOX_OF = {
    "England": ENGLAND,
    "Blooded": BLOODED,
    "North": NORTH,
    "South": SOUTH,
    "Italy": ITALY,
    "Russia": RUSSIA,
    **dict.fromkeys(BEACHES, ENGLAND),
}
"""Where counters lie before anybody places them; beach units wait in England until the area is announced."""
DISPLACED = SPACE["1511"]
"""Where the unit of Dieppe goes when the Allies land there."""
SHORT = 10
"""Turns of our own short scenario."""


class Choose(Option, frozen=True):
    """Announce the area of the landing."""

    area: Area


class AsPrinted(Option, frozen=True, tag="printed"):
    """Put every German unit that is left into its printed hex."""


class Place(Option, frozen=True):
    """Put the unit asked about into a hex."""

    hex: SpaceId


AS_PRINTED = AsPrinted()


@rule(
    "3.1", "3.2.untried", "3.2.pool", "3.2.mark", "3.4", "3.4.star", "3.6", "0.basic", "2.5", "2.9.begin", "15.0", "1.1"
)
def setup(scenario: str, options: dict[str, Any]) -> SecondFront:
    """A fresh game: every counter in its box, the first question on the stack."""
    chosen = dict(options)
    basic = scenario == "beginners"
    fog = FOG.index(chosen.pop("fog"))
    area = AREA_CHOICES.index(chosen.pop("area"))
    last = SHORT if scenario == "ten_days" else TURNS
    rules = Rules(basic=basic, last=last, area=area, fog=OFF if basic else fog, **chosen)
    s = SecondFront(
        stack=(), seats=(0, 1), result=None, rules=rules, turn=1,
        loc=[BOX_OF.get(SETUP[u], DUE) for u in UNITS],
        steps=bytearray([row.start_steps for row in UNIT_ROWS]),
        fed=bytearray([REGULAR for _ in UNITS]), rank=bytearray(len(UNITS)),
    )  # fmt: skip
    if basic:
        for u in UNITS:
            if IS_ARTILLERY[u] or KIND[u] == HQ:
                s.loc[u], s.steps[u] = LOST[SIDE[u]], 0
    refresh(s)
    s.stack = (Turn(), DieppeRoll(), Landing(), Placement(), ChooseArea())
    return s


@rule("3.2", "3.3")
class ChooseArea(Step, frozen=True):
    """The Allied player announces one of two areas; the other has no meaning in this game."""

    rule = "3.2"

    def ask(self, s: SecondFront) -> Ask:
        if s.rules.area:
            return None
        beaches = tuple([h for row in BEACH for h in row])
        return Decision(s.seats[ALLIED], "area", "3.2", (Choose(Area(0)), Choose(Area(1))), spaces=beaches)

    def take(self, s: SecondFront, answer: Choose, note: Note) -> Steps:
        s.area = answer.area
        note(AreaChosen(answer.area))
        return ()

    def auto(self, s: SecondFront, note: Note) -> Steps:
        s.area = s.rules.area - 1
        note(AreaChosen(Area(s.area)))
        return ()


@rule("3.4.hex", "3.4.beach", "3.4.dieppe", "3.4.ex")
def may_start(s: SecondFront, unit: UnitId) -> list[SpaceId]:
    """Where a German unit may begin: its hex or one next to it, no beach; who held Dieppe stands in 1511 (R48)."""
    coded = SPACE[SETUP[unit]]
    if BEACH_SET[s.area] & BIT[coded]:
        return [DISPLACED]
    near = [coded, *sorted(SpaceId(h) for h in GRID.neighbours[coded])]
    return [h for h in near if LAND & ~BEACH_SET[s.area] & BIT[h] and fits(s, unit, h)]


class Placement(Step, frozen=True):
    """The German places his units one after another, or all that are left as printed."""

    rule = "3.4.hex"

    def waiting(self, s: SecondFront) -> list[UnitId]:
        """Units still to be placed, in the order of the question."""
        return [u for u in CODED if s.loc[u] == DUE]

    def ask(self, s: SecondFront) -> Ask:
        unit = self.waiting(s)[0]
        options = (AS_PRINTED, *[Place(h) for h in may_start(s, unit)])
        return Decision(s.seats[GERMAN], "placement", "3.4.hex", options, default=0, extra=1, units=(unit,))

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is Place:
            put(s, self.waiting(s)[0], answer.hex, note)
            if self.waiting(s):
                return (self,)
        for u in self.waiting(s):
            put(s, u, may_start(s, u)[0], note)
        note(Deployed(len([u for u in CODED if s.steps[u]])))
        return ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is AsPrinted:
            return None
        if type(option) is not Place:
            return Refusal("3.4.hex", "not_offered")
        unit = self.waiting(s)[0]
        if option.hex in may_start(s, unit):
            return None
        if BEACH_SET[s.area] & BIT[option.hex]:
            return Refusal("3.4.beach", "beach", (option.hex,))
        return Refusal("3.4.hex", "not_your_hex", (unit, option.hex))


def put(s: SecondFront, unit: UnitId, hex: SpaceId, note: Note) -> None:
    place(s, unit, hex)
    note(SetUp(unit, hex))


@rule("3.2.start", "3.3.juno", "4.2", "4.2.dieppe")
class Landing(Step, frozen=True):
    """The eight units of the first wave stand on their beaches; all five are Allied, and so is Dieppe if it is one."""

    rule = "3.2.start"

    def auto(self, s: SecondFront, note: Note) -> Steps:
        wave = [u for u in ROSTER[ALLIED] if SETUP[u] in BEACHES]
        for u in wave:
            hex = BEACH[s.area][BEACHES.index(SETUP[u])]
            place(s, u, hex)
            note(Ashore(u, hex))
        note(FirstWave(Area(s.area), len(wave)))
        s.taken = BEACH_SET[s.area]
        s.vp = POINTS["start_" + AREA_NAMES[s.area].lower()]
        return ()


@rule("3.5")
class DieppeRoll(Step, frozen=True):
    """At Dieppe the division on Juno loses a step on an odd number."""

    rule = "3.5"

    def ask(self, s: SecondFront) -> Ask:
        return ten_sided(s, "dieppe", "3.5") if s.area == DIEPPE else None

    def take(self, s: SecondFront, answer: tuple[int, ...], note: Note) -> Steps:
        die = read(s, answer)
        if not die:
            return (self,)
        odd = bool(die % 2)
        if odd:
            s.steps[DIEPPE_UNIT] -= 1
        note(DieppeRolled(DIEPPE_UNIT, die, odd))
        return ()
