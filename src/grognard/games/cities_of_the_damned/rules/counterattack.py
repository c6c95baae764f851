"""7.0 German counter-attacks: eligible areas, the die with its modifiers, the result."""

from grognard.core import Ask, Decision, Dice, Note, Option, Refusal, Roll, SpaceId, Step, Steps, leave, rule
from grognard.games.cities_of_the_damned.content import (
    AREAS,
    CHITS,
    COUNTER_TABLE,
    END_OF_OPERATIONS,
    GREY_KINDS,
    HELD_BY_ALLIES,
    HELD_BY_GERMANS,
    HIGHEST,
    LOWEST,
    MAX_ROUNDS,
    MODIFIER,
    NEXT,
    REINFORCEMENT,
    RESISTANCE,
    SMALL,
    STARS,
    WHITE,
    Row,
)
from grognard.games.cities_of_the_damned.rules.combat import Engage, Repel
from grognard.games.cities_of_the_damned.rules.end_phase import EndPhase
from grognard.games.cities_of_the_damned.rules.events import (
    CounterRolled,
    FightDue,
    GreyJoined,
    PhaseEnded,
    QuietRolled,
)
from grognard.games.cities_of_the_damned.rules.options import ASSAULT, FACE, Assault, Face
from grognard.games.cities_of_the_damned.rules.state import CityState, contested

HEIDRICH = 3
"""Random event: +1 to the rolls of round 1."""
MOD = {name: value for (table, name), value in MODIFIER.items() if table == "german_counter_attack"}
LATE = (0, 0, MOD["round_2_3"], MOD["round_2_3"], MOD["round_4_5"], MOD["round_4_5"], MOD["round_6"])
"""By round."""


def owed(s: CityState) -> list[SpaceId]:
    """Contested areas where no combat was fought this round."""
    return [a for a in contested(s) if not s.settled[a]]


def must_fight(s: CityState) -> list[SpaceId]:
    """The duties to show: what is owed, from the activations to the end of the compulsory combats."""
    return owed(s) if any(isinstance(step, Compulsory) for step in s.stack) else []


class Compulsory(Step, frozen=True):
    """6.2 After the activations: one combat in each Contested area where none was fought this round."""

    rule = "6.2"

    def ask(self, s: CityState) -> Ask:
        areas = owed(s)
        if not areas:
            return None
        return Decision(s.seats[0], "compulsory", "6.2", tuple([ASSAULT[a] for a in areas]), spaces=tuple(areas))

    def take(self, s: CityState, answer: Assault, note: Note) -> Steps:
        note(FightDue(answer.area))
        return (Engage(answer.area), self)

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if not isinstance(option, Assault):
            return Refusal("6.2", "not_offered")
        return None if option.area in owed(s) else Refusal("6.2", "no_combat_due", (option.area,))


def borders_germans(control: bytes | bytearray, area: int) -> bool:
    """Whether an area lies beside one that the Germans control."""
    return HELD_BY_GERMANS in [control[b] for b in NEXT[area]]


@rule("7.0.sites", "1.2.white_rl")
def sites(s: CityState) -> list[SpaceId]:
    """Eligible areas: Contested ones and Allied VP areas beside a German-controlled area; white areas never.

    Switch `example`: also every Allied area beside a German-controlled VP area (ruling 7)."""
    control = s.control
    found = set(contested(s))
    for a in STARS:
        if control[a] == HELD_BY_ALLIES:
            if borders_germans(control, a):
                found.add(a)
        elif s.rules.example_sites and control[a] == HELD_BY_GERMANS:
            found.update([b for b in NEXT[a] if control[b] == HELD_BY_ALLIES and b not in WHITE])
    return sorted(found)


@rule("3.2.counter")
class CounterAttacks(Step, frozen=True):
    """7.0 The list of sites is made once; with none, one die still shows whether the phase ends (ruling 8)."""

    rule = "7.0"

    def auto(self, s: CityState, note: Note) -> Steps:
        for a in range(AREAS):
            s.settled[a] = 0
        eligible = sites(s)
        return (Sites(tuple(eligible)),) if eligible else (QuietRoll(),)


class Sites(Step, frozen=True):
    """7.0 Every eligible area is rolled for, in the order the player chooses; German ones have fallen out."""

    rule = "7.0.order"
    areas: tuple[SpaceId, ...]

    def open(self, s: CityState) -> list[SpaceId]:
        control, settled = s.control, s.settled
        return [a for a in self.areas if not settled[a] and control[a] != HELD_BY_GERMANS]

    def ask(self, s: CityState) -> Ask:
        areas = self.open(s)
        if not areas:
            return None
        options = tuple([FACE[a] for a in areas])
        return Decision(s.seats[0], "counter_site", "7.0.order", options, confirm=len(areas) > 1, spaces=tuple(areas))

    def take(self, s: CityState, answer: Face, note: Note) -> Steps:
        return (CounterRoll(answer.area), self)

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if not isinstance(option, Face):
            return Refusal("7.0.order", "not_offered")
        if option.area not in self.areas:
            return Refusal("7.0.sites", "no_site", (option.area,))
        return None if option.area in self.open(s) else Refusal("7.0.order", "rolled_before", (option.area,))


def exposed(s: CityState) -> list[SpaceId]:
    """Areas that may still be struck: once the list of the round is made, those of it that are not rolled for yet."""
    for step in s.stack:
        if isinstance(step, Sites):
            return step.open(s)
    return sites(s)


@rule("7.0.mod", "4.0.rain.ca", "12.3")
def modifiers(s: CityState) -> tuple[int, int, int, int]:
    """First round of turn 1, rain from round 2, round, event: all cumulative."""
    return modifiers_in(s, s.round)


def modifiers_in(s: CityState, number: int) -> tuple[int, int, int, int]:
    """The same in another round of the day."""
    first = MOD["first_round_turn1"] if s.turn == 1 and number == 1 else 0
    rain = MOD["rain"] if s.rain and number >= 2 else 0
    return first, rain, LATE[number], 1 if s.happening == HEIDRICH and number == 1 else 0


def evening(s: CityState) -> bool:
    """Whether the operations of the day are over."""
    return not any(isinstance(step, EndPhase) for step in s.stack)


def coming(s: CityState) -> tuple[int, int, int, int]:
    """The modifiers of the next roll there can be: in the evening none, as a morning knows none but its event."""
    return (0, 0, 0, 0) if evening(s) else modifiers(s)


def look_up(total: int) -> tuple[Row, int]:
    """Row and chits of a modified die."""
    return COUNTER_TABLE[min(max(total, LOWEST), HIGHEST)]


@rule("7.0.draw")
def striking(area: int, total: int) -> tuple[Row, int]:
    """The row of a modified die, and how many chits then attack an area: those of the row and its RL, or none."""
    row, chits = look_up(total)
    return row, chits + RESISTANCE[area] if row >= SMALL else 0


@rule("7.0.table", "7.0.draw", "11.2.G")
class CounterRoll(Step, frozen=True):
    """7.0 One die for one area; 0 or less ends the Operations Phase at once."""

    rule = "7.0"
    area: SpaceId

    def ask(self, s: CityState) -> Ask:
        return Roll((6,), "counter_attack", "7.0")

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        s.settled[self.area] = 1
        first, rain, late, event = modifiers(s)
        total = answer[0] + first + rain + late + event
        row, number = striking(self.area, total)
        note(CounterRolled(self.area, answer[0], first, rain, late, event, total, row, number))
        if row == END_OF_OPERATIONS:
            end_phase(s, note)
            return ()
        if row == REINFORCEMENT:
            join_grey(s, note)
        return (Repel(self.area, number),) if row >= SMALL else ()


class QuietRoll(Step, frozen=True):
    """7.0 No area is eligible: the die only tells whether the phase ends."""

    rule = "7.0"

    def ask(self, s: CityState) -> Ask:
        return Roll((6,), "quiet", "7.0")

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        changes = modifiers(s)
        total = answer[0] + sum(changes)
        row, _ = look_up(total)
        note(QuietRolled(answer[0], *changes, total, row, s.round == MAX_ROUNDS))
        if row == END_OF_OPERATIONS:
            end_phase(s, note)
        return ()


@rule("7.0.end")
def end_phase(s: CityState, note: Note) -> None:
    """End of Operations: no more rolls, straight to the End Phase."""
    note(PhaseEnded(s.turn, s.round))
    leave(s, EndPhase)


@rule("7.0.reinforcement")
def join_grey(s: CityState, note: Note) -> None:
    """The first Reinforcement result puts the grey chits into the container, for the rest of the game."""
    if s.grey:
        return
    s.grey = True
    total = 0
    for kind in GREY_KINDS:
        s.cup[kind] += CHITS[kind].copies
        total += CHITS[kind].copies
    note(GreyJoined(total))
