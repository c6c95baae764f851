"""10.3 Allied combat coordination and 10.4 weather."""

from grognard.core import Ask, Decision, Note, Option, Roll, Step, Steps, rule
from grognard.games.cassino_1944.content import ALLIED, BRITISH, EVERYBODY, OF_NATION, US, Nation
from grognard.games.cassino_1944.rules.events import Activated, WeatherRolled
from grognard.games.cassino_1944.rules.state import Cassino

RAIN = 4
"""Highest die that brings rain."""


class Activate(Option, frozen=True):
    """Activate the units of one nationality."""

    nation: Nation


NATIONALITIES = (Activate(US), Activate(BRITISH))


@rule("10.3.mixed")
class Coordination(Step, frozen=True):
    """10.3 In each impulse the Allied player acts with his British or with his American units, not with both."""

    rule = "10.3.choice"

    def ask(self, s: Cassino) -> Ask:
        if s.acted == EVERYBODY:  # XV SAF has taken the half
            return None
        return Decision(s.seats[ALLIED], "coordination", "10.3.choice", NATIONALITIES)

    def take(self, s: Cassino, answer: Activate, note: Note) -> Steps:
        s.nation = answer.nation
        s.acted = OF_NATION[BRITISH if answer.nation == US else US]
        note(Activated(answer.nation))
        return ()


@rule("10.4.marker", "3.1.weather")
class Weather(Step, frozen=True):
    """10.4 Before the first half of a turn a die decides: rain on 1 to 4, clear on 5 and 6."""

    rule = "10.4.roll"

    def ask(self, s: Cassino) -> Ask:
        return Roll((6,), "weather", "10.4.roll")

    def take(self, s: Cassino, answer: tuple[int], note: Note) -> Steps:
        s.rain = answer[0] <= RAIN
        note(WeatherRolled(answer[0], s.rain))
        return ()
