"""4.0 Sequence of play: seventeen Game-Turns of two Player-Turns, each of three phases."""

from grognard.core import DONE, Ask, Decision, Note, Option, Refusal, Step, Steps, UnitId, end, or_done, rule
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    GERMAN,
    HEXES,
    LOADS,
    OF_SIDE,
    ROSTER,
    SLOPE,
    UNITS,
    Side,
)
from grognard.games.battle_for_cassino.rules.combat import Combat, EndCombat
from grognard.games.battle_for_cassino.rules.events import PhaseBegan, PlayerTurnBegan, TurnBegan
from grognard.games.battle_for_cassino.rules.movement import Walk, movable, must_leave, refuse_move
from grognard.games.battle_for_cassino.rules.organisation import (
    REORGANISATIONS,
    changes,
    refuse_reorganisation,
    reorganise,
)
from grognard.games.battle_for_cassino.rules.preparation import StartPreparation
from grognard.games.battle_for_cassino.rules.reinforcements import Entry, HqReturns, due, refuse_entry
from grognard.games.battle_for_cassino.rules.state import Battle, flags, hurt, last_turn, night
from grognard.games.battle_for_cassino.rules.supply import fed
from grognard.games.battle_for_cassino.rules.victory import judge
from grognard.games.battle_for_cassino.rules.works import Clearing, FinishWorks
from grognard.maps import BIT


class Move(Option, frozen=True):
    """Move this unit."""

    unit: UnitId


class Enter(Option, frozen=True):
    """Bring this reinforcement onto the map."""

    unit: UnitId


MOVE, ENTER = tuple(Move(u) for u in UNITS), tuple(Enter(u) for u in UNITS)


@rule("4.0", "4.2")
class Turn(Step, frozen=True):
    """4.0 A Game-Turn: the Allied Player-Turn, then the German one, in the same three phases."""

    rule = "4.0"

    def auto(self, s: Battle, note: Note) -> Steps:
        note(TurnBegan(s.turn, night(s)))
        return (PlayerTurn(ALLIED), PlayerTurn(GERMAN), EndTurn(s.turn))


@rule("4.0.phasing", "4.1.A", "4.1.B", "4.1.C")
class PlayerTurn(Step, frozen=True):
    """4.1 Preparation Fire, Movement and Combat of the phasing player."""

    rule = "4.0.phasing"
    side: Side

    def auto(self, s: Battle, note: Note) -> Steps:
        side = self.side
        s.side = side
        s.expended = 0
        note(PlayerTurnBegan(side))
        return (StartPreparation(side), StartMovement(side), Combat(side), EndCombat(side))


@rule("4.1.B", "10.46", "6.33")
class StartMovement(Step, frozen=True):
    """4.1.B Headquarters come back, engineers clear ruins; then supply and slopes are looked at for the phase. Those
    that found no hex to come back to try once more as the phase ends."""

    rule = "4.1.B"
    side: Side

    def auto(self, s: Battle, note: Note) -> Steps:
        side = self.side
        note(PhaseBegan(side))
        s.moved = s.carried = s.cleared = s.fired = s.raised = 0
        s.freed = ()
        return (
            HqReturns(side),
            Clearing(side),
            FixSupply(side),
            Movement(side),
            HqReturns(side, last=True),
            EndMovement(side),
        )


class FixSupply(Step, frozen=True):
    """10.46 Units out of supply as the phase begins have half their points; units on the slopes climb freely."""

    rule = "10.46"
    side: Side

    def auto(self, s: Battle, note: Note) -> Steps:
        supplied = fed(s, self.side)
        s.unsupplied = s.climbers = 0
        s.spent = [0 for _ in UNITS]
        for unit in ROSTER[self.side]:
            at = s.loc[unit]
            if at < HEXES and not LOADS >> unit & 1:
                if not supplied & BIT[at]:
                    s.unsupplied |= 1 << unit
                if SLOPE & BIT[at]:
                    s.climbers |= 1 << unit
        return ()


@rule("6.0", "6.11", "6.0.procedure", "17.22", "11.33", "9.22")
class Movement(Step, frozen=True):
    """6.0 The phasing player moves units one by one, brings on reinforcements, reorganises, until he is done; not while
    an overstacked unit could still move away."""

    rule = "6.0"
    side: Side

    def ask(self, s: Battle) -> Ask:
        side = self.side
        options: list[Option] = [MOVE[u] for u in movable(s, side)]
        options += [ENTER[u] for u in due(s, side)]
        options += changes(s, side)
        if s.crowded and (waiting := must_leave(s, side)):
            first = options.index(MOVE[waiting[0]])
            crowded = tuple(sorted({s.loc[unit] for unit in waiting}))
            return Decision(
                s.seats[side], "crowded", "9.22", tuple(options), default=first, spaces=crowded, numbers=tuple(waiting)
            )
        return or_done(s.seats[side], "movement", "6.0", options)

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        if type(answer) is Move:
            return (Walk(answer.unit, s.loc[answer.unit], 0), self)
        if type(answer) is Enter:
            return (Entry(answer.unit), self)
        if isinstance(answer, REORGANISATIONS):
            reorganise(s, answer, note)
            return (self,)
        return ()

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        if option == DONE:
            waiting = must_leave(s, self.side)
            return Refusal("9.22", "must_leave", (waiting[0],)) if waiting else None
        if type(option) is Move:
            return refuse_move(s, option.unit)
        if type(option) is Enter:
            return refuse_entry(s, self.side, option.unit)
        if isinstance(option, REORGANISATIONS):
            return refuse_reorganisation(s, self.side, option)
        return Refusal("6.0", "not_offered")


@rule("9.22", "10.45")
class EndMovement(Step, frozen=True):
    """9.22 All units still overstacked lose a step, except those that became so in this Game-Turn (ruling 44); then
    roadblocks."""

    rule = "9.22"
    side: Side

    def auto(self, s: Battle, note: Note) -> Steps:
        for unit in flags(s.crowded & OF_SIDE[self.side] & ~s.fresh):
            hurt(s, unit, 1, note)
        s.fired = s.moved = s.carried = s.cleared = s.raised = s.unsupplied = s.climbers = 0
        s.freed = ()
        s.supplied = ()
        s.spent = [0 for _ in UNITS]
        return (FinishWorks(self.side),)


@rule("4.2.marker", "18.0", "9.22")
class EndTurn(Step, frozen=True):
    """4.2 After the German Player-Turn the marker moves on, and who became overstacked before then loses a step in
    every Game-Turn from now on; after the last turn victory is judged."""

    rule = "4.2.marker"
    turn: int

    def auto(self, s: Battle, note: Note) -> Steps:
        if s.turn == last_turn(s):
            end(s, judge(s))
            return ()
        s.turn += 1
        s.fresh = 0
        return (Turn(),)
