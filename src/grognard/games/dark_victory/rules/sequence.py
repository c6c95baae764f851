"""4.0 The turn: eighteen of them, a Mexican player turn and then a Texan one."""

from grognard.core import Note, Step, Steps, rule
from grognard.games.dark_victory.content import (
    DARKNESS,
    MEXICAN,
    NUMBERED,
    RESERVE,
    SECOND,
    TEXAN,
    TURNS,
    Side,
)
from grognard.games.dark_victory.rules.actions import Actions, EndActions, Reorder, begin_player_turn
from grognard.games.dark_victory.rules.arson import StillBurning
from grognard.games.dark_victory.rules.command import Command, LoneLeaders
from grognard.games.dark_victory.rules.doors import BreakDoors, DoorsFromInside
from grognard.games.dark_victory.rules.entry import ReserveRelease
from grognard.games.dark_victory.rules.events import MexicanTurn, TexanTurn, TurnBegan
from grognard.games.dark_victory.rules.ladders import LadderCheck
from grognard.games.dark_victory.rules.melee import BeginMelee, Melees
from grognard.games.dark_victory.rules.state import Alamo


def _mexicans(s: Alamo) -> tuple[Side, ...]:
    return (MEXICAN, SECOND) if s.rules.dual else (MEXICAN,)


@rule("4.1", "4.3", "10.6", "10.12")
class Turn(Step, frozen=True):
    """4.1 A game turn: the Mexican player turn, the Texan one, and the next turn until there is none."""

    rule = "4.1"

    def auto(self, s: Alamo, note: Note) -> Steps:
        note(TurnBegan(s.turn, DARKNESS[s.turn]))
        return (MexicanPlayerTurn(s.turn), TexanPlayerTurn(s.turn), EndTurn(s.turn))


@rule("4.2.IA", "4.2.IB", "4.2.IC", "8.2.C", "9.18", "7.3", "9.7.D", "13.3.D", "6.7", "3.5.B")
class MexicanPlayerTurn(Step, frozen=True):
    """4.2 I. Leaders cut off, ladders, the Reserve, doors, fires, orders of stacks, broken doors; then they act."""

    rule = "4.2.IB"
    turn: int

    def auto(self, s: Alamo, note: Note) -> Steps:
        note(MexicanTurn())
        begin_player_turn(s)
        players = _mexicans(s)
        actions: Steps = (Actions(MEXICAN, MEXICAN),)
        melees: Steps = (Melees(MEXICAN, MEXICAN),)
        if s.rules.dual:
            turns = [(MEXICAN if c in (1, 3) else SECOND, c) for c in NUMBERED]
            turns += [(MEXICAN, RESERVE), (SECOND, RESERVE)]
            actions = tuple(Actions(MEXICAN, of, c) for of, c in turns)
            melees = tuple(Melees(MEXICAN, of, c) for of, c in turns)
        return (
            LoneLeaders(),
            LadderCheck(),
            ReserveRelease(),
            DoorsFromInside(),
            StillBurning(),
            Command(MEXICAN),
            *(Reorder(MEXICAN, of) for of in players),
            *(BreakDoors(of) for of in players),
            *actions,
            EndActions(MEXICAN),
            BeginMelee(MEXICAN),
            *melees,
        )


@rule("4.2.IIA", "4.2.IIB", "4.3", "8.2.C", "6.7", "11.13")
class TexanPlayerTurn(Step, frozen=True):
    """4.2 II. Leaders cut off, orders of stacks, actions, melee; what they did in reaction does not count."""

    rule = "4.2.IIA"
    turn: int

    def auto(self, s: Alamo, note: Note) -> Steps:
        note(TexanTurn())
        begin_player_turn(s)
        return (
            LoneLeaders(),
            Command(TEXAN),
            Reorder(TEXAN, TEXAN),
            Actions(TEXAN, TEXAN),
            EndActions(TEXAN),
            BeginMelee(TEXAN),
            Melees(TEXAN, TEXAN),
        )


@rule("4.1", "4.4")
class EndTurn(Step, frozen=True):
    """4.1 The turn is over; after the eighteenth the game is."""

    rule = "4.4"
    turn: int

    def auto(self, s: Alamo, note: Note) -> Steps:
        if s.turn >= TURNS:
            return ()
        s.turn += 1
        return (Turn(),)
