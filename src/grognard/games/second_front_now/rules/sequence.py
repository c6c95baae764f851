"""5.0 Sequence of play: eighty game turns, in each the German player turn and then the Allied, step by step."""

from grognard.core import Note, Step, Steps, end, rule
from grognard.games.second_front_now.content import ALLIED, COMMONWEALTH, GERMAN, GERMANS, US, Side, turn_row
from grognard.games.second_front_now.rules.blue_point import BluePoint
from grognard.games.second_front_now.rules.boxes import Declare, FromItaly, FromRussia, NameNext, NewUnits
from grognard.games.second_front_now.rules.commands import Commands
from grognard.games.second_front_now.rules.events import PlayerTurn, TurnBegan
from grognard.games.second_front_now.rules.movement import paralysed
from grognard.games.second_front_now.rules.plans import Planning, air_turn, clear_slips
from grognard.games.second_front_now.rules.points import allied_points, german_points
from grognard.games.second_front_now.rules.replacements import Replacements
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.games.second_front_now.rules.supply import SupplyCheck
from grognard.games.second_front_now.rules.victory import final, first_days, in_first_days
from grognard.games.second_front_now.rules.weather import ContestAir, StormCheck, StormDeparture


@rule("5.1", "5.2", "1.2")
class Turn(Step, frozen=True):
    """A game turn, which is a day: the German player turn, the Allied player turn, the end."""

    rule = "5.2"

    def auto(self, s: SecondFront, note: Note) -> Steps:
        note(TurnBegan(s.turn, turn_row(s.turn).date))
        s.newcomers = ()
        s.shifted = s.fleet_used = s.airlifted = s.dropped = False
        first: Steps = (BluePoint(),) if s.turn == 1 else ()
        return (*first, StartGerman(), StartAllied(), EndTurn(s.turn))


@rule("5.2.G.A1", "5.2.G.A2", "5.2.G.A3", "5.2.G.A4", "5.2.G.A5", "5.2.G.B")
class StartGerman(Step, frozen=True):
    """The German player turn, in the order printed."""

    rule = "5.2"

    def auto(self, s: SecondFront, note: Note) -> Steps:
        begin(s, GERMAN, german_points(s), note)
        return (
            StormCheck(),
            ContestAir(),
            NewUnits(),
            Declare(),
            FromItaly(),
            NameNext(),
            FromRussia(),
            Replacements(GERMANS),
            SupplyCheck(GERMAN),
            Commands(GERMAN),
        )


@rule("5.2.A.A1", "5.2.A.A2", "5.2.A.A3", "5.2.A.A4", "5.2.A.A5", "5.2.A.A6", "5.2.A.B", "7.2", "5.2.A.cp")
class StartAllied(Step, frozen=True):
    """The Allied player turn, in the order printed; no Allied units arrive. Its points are counted first (R8)."""

    rule = "5.2"

    def auto(self, s: SecondFront, note: Note) -> Steps:
        begin(s, ALLIED, allied_points(s), note)
        air_turn(s)
        return (
            Planning(),
            Replacements(US),
            Replacements(COMMONWEALTH),
            SupplyCheck(ALLIED),
            Commands(ALLIED),
        )


@rule("6.4.save", "6.4.one", "6.4.hex")
def begin(s: SecondFront, side: Side, points: int, note: Note) -> None:
    """A player turn begins: its points replace whatever was left, and nobody has acted."""
    s.phasing, s.cp = side, points
    s.spent = s.refitted = ()
    s.attacked = ()
    s.arranged = False
    note(PlayerTurn(side, 0 if paralysed(s, side) else points))


@rule("5.3", "4.1")
class EndTurn(Step, frozen=True):
    """A storm may pass, slips of the day are removed, and the next day comes, or the end."""

    rule = "5.3"
    turn: int
    """The turn that ends, for the bread-crumb."""
    passed: bool = False

    def auto(self, s: SecondFront, note: Note) -> Steps:
        if not self.passed:
            return (StormDeparture(), EndTurn(self.turn, passed=True))
        clear_slips(s, note)
        s.spent = s.refitted = ()
        s.attacked = ()
        s.cp = 0
        s.chaos = False
        if s.turn >= s.rules.last:
            end(s, first_days(s, allied_points(s)) if in_first_days(s) else final(s))
            return ()
        s.turn += 1
        return (Turn(),)
