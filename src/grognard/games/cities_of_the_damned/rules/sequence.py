"""3.0 Sequence of play, 4.0 weather, 5.0 support: the frame of a day and of its rounds."""

from grognard.core import Ask, Dice, Note, Roll, Step, Steps, rule
from grognard.games.cities_of_the_damned.content import (
    ACTION_POINTS,
    AIR,
    AREAS,
    ARTILLERY,
    LAST_TURN,
    MAX_ROUNDS,
    UNIT_COUNT,
    Happening,
)
from grognard.games.cities_of_the_damned.rules.activation import Activations
from grognard.games.cities_of_the_damned.rules.counterattack import Compulsory, CounterAttacks
from grognard.games.cities_of_the_damned.rules.end_phase import EndPhase, unmark
from grognard.games.cities_of_the_damned.rules.events import (
    AirCame,
    ArtilleryCame,
    RoundBegan,
    RoundsOver,
    WeatherRolled,
)
from grognard.games.cities_of_the_damned.rules.random_events import RandomEvent
from grognard.games.cities_of_the_damned.rules.state import CityState

SHELLS_HELD_UP, FIGHTER_BOMBERS = 2, 10
"""Random events that change the support of the turn."""
EXTRA_AIR = 2


@rule("3.1", "3.2", "3.3.step5")
class Day(Step, frozen=True):
    """3.0 One turn: Administrative, Operations and End Phase; then the next day begins."""

    rule = "3.0"
    turn: int
    over: bool = False

    def auto(self, s: CityState, note: Note) -> Steps:
        if self.over:
            return (Day(self.turn + 1),) if self.turn < LAST_TURN else ()
        s.turn, s.round = self.turn, 1
        s.rain, s.sketch, s.happening = False, False, Happening(0)
        s.air = s.artillery = 0
        weather: Steps = (Weather(),) if self.turn > 1 else ()
        event: Steps = (RandomEvent(),) if self.turn > 1 and s.rules.random_events else ()
        return (*weather, *event, AirRoll(), ArtilleryRoll(), Round(1), EndPhase(), Day(self.turn, over=True))


@rule("2.0.f", "4.0.clear")
class Weather(Step, frozen=True):
    """4.0 From turn 2: even clear, odd rain. Turn 1 is clear."""

    rule = "4.0"

    def ask(self, s: CityState) -> Ask:
        return Roll((6,), "weather", "4.0")

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        s.rain = answer[0] % 2 == 1
        note(WeatherRolled(answer[0], s.rain))
        return ()


@rule("11.1", "2.0.e", "5.0.air_table", "4.0.rain.air")
class AirRoll(Step, frozen=True):
    """5.0 Air Support of the turn; in rain none and no roll."""

    rule = "5.0"

    def ask(self, s: CityState) -> Ask:
        return None if s.rain else Roll((6,), "air", "5.0")

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        s.air = AIR[answer[0]] + (EXTRA_AIR if s.happening == FIGHTER_BOMBERS else 0)
        note(AirCame(answer[0], s.air))
        return ()


@rule("2.0.e", "5.0.arty_table", "4.0.rain.arty")
class ArtilleryRoll(Step, frozen=True):
    """5.0 Artillery Support of the turn, two less in rain."""

    rule = "5.0"

    def ask(self, s: CityState) -> Ask:
        return Roll((6,), "artillery", "5.0")

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        points = ARTILLERY[s.rain][answer[0]]
        s.artillery = points // 2 if s.happening == SHELLS_HELD_UP else points
        note(ArtilleryCame(answer[0], s.artillery))
        return ()


@rule("1.2.AP", "11.2.ap", "11.2.J", "3.2.rounds", "3.2.max6", "7.0.max6", "6.0.ap_table", "2.0.g")
class Round(Step, frozen=True):
    """3.2 Roll AP, activate, fight what must be fought, counter-attacks; never a seventh round."""

    rule = "3.2.ap"
    number: int
    over: bool = False

    def ask(self, s: CityState) -> Ask:
        return None if self.over else Roll((6,), "action_points", "3.2.ap")

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        s.round = self.number
        s.ap = ACTION_POINTS[s.rain][answer[0]]
        s.used = bytearray(UNIT_COUNT)
        for a in range(AREAS):
            s.settled[a] = 0
        note(RoundBegan(s.turn, self.number, answer[0], s.ap))
        return (Activations(), Compulsory(), CounterAttacks(), Round(self.number, over=True))

    def auto(self, s: CityState, note: Note) -> Steps:
        unmark(s)
        if self.number < MAX_ROUNDS:
            return (Round(self.number + 1),)
        note(RoundsOver(s.turn, self.number))
        return ()
