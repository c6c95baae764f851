"""4.0 Sequence of play: six turns of four impulses, in each the Allied half and then the German."""

from grognard.core import Note, Step, Steps, end, rule
from grognard.games.cassino_1944.content import (
    ALLIED,
    ARTILLERY,
    DAF,
    EVERYBODY,
    GERMAN,
    LETTERS,
    TAF,
    TURNS,
    Letter,
    Side,
)
from grognard.games.cassino_1944.rules.abbey import AbbeyFate, AirStrike
from grognard.games.cassino_1944.rules.actions import Half
from grognard.games.cassino_1944.rules.conditions import Coordination, Weather
from grognard.games.cassino_1944.rules.events import Counted, HalfBegan, ImpulseBegan, Judged, TurnBegan
from grognard.games.cassino_1944.rules.movement import Overstacking
from grognard.games.cassino_1944.rules.reinforcements import Arrivals, ReserveCall
from grognard.games.cassino_1944.rules.state import ALLIED_FIRST, SKIP_ALLIED, Cassino, eliminated
from grognard.games.cassino_1944.rules.supply import Refitting, supply_losses
from grognard.games.cassino_1944.rules.victory import (
    automatic_victory,
    operational_victory,
    stars_held,
    victory_points,
)

EACH_IMPULSE = 1 << ARTILLERY | 1 << DAF | 1 << TAF
"""Markers that come back with every impulse (10.1.1)."""


@rule("4.1", "10.1.1.german", "10.5")
class Turn(Step, frozen=True):
    """4.0 A turn: supply losses (not in Avenger, which begins inside a turn), weather, impulses A to D, its end."""

    rule = "4.0"

    def auto(self, s: Cassino, note: Note) -> Steps:
        note(TurnBegan(s.turn))
        s.used = 0
        if not s.rules.avenger:
            supply_losses(s, note)
        weather = (Weather(),) if s.rules.weather else ()
        return (*weather, Impulse(), AttackPhaseEnd(s.turn))


@rule("4.1.order", "10.5.3.start")
class Impulse(Step, frozen=True):
    """4.1 Both halves of an impulse; only the first of Avenger has another order (R-51)."""

    rule = "4.1"

    def auto(self, s: Cassino, note: Note) -> Steps:
        note(ImpulseBegan(Letter(s.impulse)))
        halves: Steps = (StartHalf(ALLIED), StartHalf(GERMAN))
        if s.rules.avenger and s.impulse == 0 and s.rules.avenger_start != ALLIED_FIRST:
            halves = halves[1:] if s.rules.avenger_start == SKIP_ALLIED else halves[::-1]
        return (*halves, EndImpulse(Letter(s.impulse)))


class StartHalf(Step, frozen=True):
    """4.1 A player's half: decisions at its start, arrivals, actions, and the count of stacks at its end."""

    rule = "4.1.order"
    side: Side

    def auto(self, s: Cassino, note: Note) -> Steps:
        note(HalfBegan(self.side))
        s.acted = s.attacked = 0
        s.nation = -1
        steps: list[Step] = []
        if self.side == GERMAN:
            steps.append(ReserveCall())
        else:
            if s.rules.abbey:
                steps += (AbbeyFate(), AirStrike())
            if s.rules.coordination:
                steps.append(Coordination())
        return (*steps, Arrivals(self.side), StartActions(self.side), Overstacking())


@rule("10.2.3.impulse")
class StartActions(Step, frozen=True):
    """4.1.1 Actions, unless XV SAF has taken the half."""

    rule = "4.1.1"
    side: Side

    def auto(self, s: Cassino, note: Note) -> Steps:
        return () if s.acted == EVERYBODY else (Half(self.side),)


@rule("10.1.1.allied", "6.4.2.return")
class EndImpulse(Step, frozen=True):
    """4.1 The marker moves on to the next letter; after D the attack phase is over."""

    rule = "4.1.marker"
    letter: Letter
    """The impulse that ends, for the bread-crumb."""

    def auto(self, s: Cassino, note: Note) -> Steps:
        s.gone = 0
        s.used &= ~EACH_IMPULSE
        if s.impulse == len(LETTERS) - 1:
            return ()
        s.impulse += 1
        return (Impulse(),)


@rule("9.1.1.end", "7.4.order")
class AttackPhaseEnd(Step, frozen=True):
    """9.1.1 After impulse D: automatic victories end the game at once; else refit, German first, and the count."""

    rule = "9.1.1.end"
    turn: int
    """The turn that ends, for the bread-crumb."""

    def auto(self, s: Cassino, note: Note) -> Steps:
        note(Judged(s.turn, stars_held(s), eliminated(s, ALLIED), eliminated(s, GERMAN)))
        result = automatic_victory(s)
        if result is not None:
            if s.rules.avenger and s.rules.points_count:
                note(Counted(victory_points(s, final=True), s.goal))
            end(s, result)
            return ()
        return (Refitting(GERMAN), Refitting(ALLIED), Counting(self.turn))


@rule("9.1.2.track", "4.0")
class Counting(Step, frozen=True):
    """9.1.2 At the end of a turn the points are counted and shown on the track."""

    rule = "9.1.2.win"
    turn: int

    def auto(self, s: Cassino, note: Note) -> Steps:
        s.vp = victory_points(s, final=s.turn == TURNS)
        note(Counted(s.vp, s.goal))
        result = operational_victory(s)
        if result is not None:
            end(s, result)
            return ()
        s.turn += 1
        s.impulse = 0
        return (Turn(),)
