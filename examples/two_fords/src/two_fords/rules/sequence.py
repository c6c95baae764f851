"""Set-up, the sequence of play and victory (1, 2, 7)."""

from typing import Any

from grognard.core import Event, Note, Result, SpaceId, Step, Steps, end, rule
from two_fords.content import BLUE, GREY, START, TURNS, VILLAGES
from two_fords.rules.combat import Fighting
from two_fords.rules.movement import Movement
from two_fords.rules.state import Fords, refresh
from two_fords.rules.supply import supplied


class TurnBegan(Event, frozen=True):
    rule = "2.1"
    chosen = False
    turn: int


class Turn(Step, frozen=True):
    rule = "2.1"
    turn: int

    def auto(self, s: Fords, note: Note) -> Steps:
        s.turn = self.turn
        note(TurnBegan(self.turn))
        return Movement(BLUE), Fighting(BLUE), Movement(GREY), Fighting(GREY), TurnEnd(self.turn)


def villages_held(s: Fords) -> int:
    """Villages with a Blue unit in supply."""
    return (VILLAGES & s.held[BLUE] & supplied(s, BLUE)).bit_count()


@rule("7.1", "7.2")
class TurnEnd(Step, frozen=True):
    rule = "2.1"
    turn: int

    def auto(self, s: Fords, note: Note) -> Steps:
        villages = villages_held(s)
        if villages == 2:
            end(s, Result((BLUE,), "7.1", "both"))
        elif self.turn == TURNS:
            end(s, Result((BLUE if villages else GREY,), "7.2", "last_turn", (villages,)))
        return () if s.result else (Turn(self.turn + 1),)


@rule("1.2")
def setup(scenario: str, options: dict[str, Any]) -> Fords:
    s = Fords((Turn(1),), (0, 1), None, bool(options["mist"]), 1, [SpaceId(hex) for hex in START])
    refresh(s)
    return s
