"""3.3 The End Phase: the frame to which an early end of operations leaves, and the attrition of the paratroopers."""

from grognard.core import Ask, Draw, Note, SpaceId, Step, Steps, rule
from grognard.games.cities_of_the_damned.content import (
    BLUE_KINDS,
    GREY,
    HELD_BY_ALLIES,
    KINDS,
    LAST_TURN,
    UNIT_COUNT,
    Kind,
)
from grognard.games.cities_of_the_damned.rules.chits import draw_pool
from grognard.games.cities_of_the_damned.rules.events import MarkedAnew, Removed
from grognard.games.cities_of_the_damned.rules.reinforcements import Deployment, Restoring, come_up
from grognard.games.cities_of_the_damned.rules.state import CityState, contested, set_control, take_marker
from grognard.games.cities_of_the_damned.rules.victory import FinalScore, Scoring

FIRST_ATTRITION = 2
"""3.3.step4: from turn 2."""


@rule("3.2.unmark")
def unmark(s: CityState) -> None:
    """Attack Uphill and Crossed River markers come off (ruling 2)."""
    s.marks = bytearray(UNIT_COUNT)


class EndPhase(Step, frozen=True):
    """3.3 Deploy, restore, record VP, paratrooper attrition, next turn; on the last turn only the scores."""

    rule = "3.3"

    def auto(self, s: CityState, note: Note) -> Steps:
        unmark(s)
        if s.turn >= LAST_TURN:
            return (Scoring(), FinalScore())
        come_up(s, note)
        attrition: Steps = (Attrition(),) if s.turn >= FIRST_ATTRITION else ()
        return (Deployment(), Restoring(), Scoring(), *attrition)


class Attrition(Step, frozen=True):
    """3.3 step 4 All blue chits, markers too, go into the container; one is drawn and leaves the game."""

    rule = "3.3.step4"

    def pool(self, s: CityState) -> tuple[tuple[int, int], ...]:
        """Blue chits in the container and lying as markers."""
        count = [0 if GREY[k] else s.cup[k] for k in range(KINDS)]
        for a in contested(s):
            if s.marker[a] in BLUE_KINDS:
                count[s.marker[a]] += 1
        return draw_pool(count)

    def ask(self, s: CityState) -> Ask:
        pool = self.pool(s)
        return Draw(pool, "attrition", "3.3.step4") if pool else None

    def take(self, s: CityState, answer: int, note: Note) -> Steps:
        areas = tuple([a for a in contested(s) if s.marker[a] in BLUE_KINDS])
        for a in areas:
            take_marker(s, a)
        s.cup[answer] -= 1
        s.removed[answer] += 1
        note(Removed(Kind(answer)))
        return (Remark(areas),) if areas else ()


class Remark(Step, frozen=True):
    """3.3 step 4 An area without its blue marker draws another: blue, else grey; else it is Allied (rulings 27, 53)."""

    rule = "3.3.step4"
    areas: tuple[SpaceId, ...]

    def ask(self, s: CityState) -> Ask:
        blue = [0 if GREY[k] else n for k, n in enumerate(s.cup)]
        pool = draw_pool(blue) or draw_pool(s.cup)
        return Draw(pool, "new_marker", "3.3.step4") if pool else None

    def take(self, s: CityState, answer: int, note: Note) -> Steps:
        area = self.areas[0]
        s.cup[answer] -= 1
        s.marker[area] = answer
        note(MarkedAnew(area, Kind(answer)))
        return (Remark(self.areas[1:]),) if len(self.areas) > 1 else ()

    def auto(self, s: CityState, note: Note) -> Steps:
        for area in self.areas:
            set_control(s, area, HELD_BY_ALLIES, note)
        return ()
