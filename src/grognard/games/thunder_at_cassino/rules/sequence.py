"""6: the sequence of play, turn after turn."""

from grognard.core import NO, YES, Ask, Decision, Note, Option, Refusal, Step, Steps, UnitId, Yes, end, rule
from grognard.games.thunder_at_cassino.content import ALLIED, FIELDS, FINAL, GERMAN, GONE, GUNS, MATAF, TO_TURN
from grognard.games.thunder_at_cassino.rules.artillery import ready_guns, silenced
from grognard.games.thunder_at_cassino.rules.close_combat import CloseCombatPhase, begin_close_combat
from grognard.games.thunder_at_cassino.rules.events import BidPaid, GunRemoved, PlayedOn, TurnBegan
from grognard.games.thunder_at_cassino.rules.impulses import Impulse
from grognard.games.thunder_at_cassino.rules.reinforcements import Reinforcement
from grognard.games.thunder_at_cassino.rules.state import Thunder, flip, place, seat, set_open
from grognard.games.thunder_at_cassino.rules.victory import determine, standing, verdict


@rule("6.1", "6.2", "6.3", "6.4", "6.5", "19.11", "3.3")
class Turn(Step, frozen=True):
    """6 One Game Turn: reinforcements, impulses, close combat, victory points, end of turn."""

    rule = "3.4"

    def auto(self, s: Thunder, note: Note) -> Steps:
        note(TurnBegan(s.turn, s.advantage))
        for gun in (*GUNS[ALLIED], *GUNS[GERMAN]):
            if silenced(s, gun):
                flip(s, gun, 1)
        return (Reinforcement(), FirstImpulse(), FlipUp(), VictoryPhase(), EndOfTurn(s.turn), Turn())


class FirstImpulse(Step, frozen=True):
    """8.44 Whoever holds the Tactical Advantage has the first impulse of the turn."""

    rule = "8.44"

    def auto(self, s: Thunder, note: Note) -> Steps:
        return (Impulse(s.advantage),)


class FlipUp(Step, frozen=True):
    """9.1 The Close Combat Phase begins with every unit turned to its coloured side."""

    rule = "9.1"

    def auto(self, s: Thunder, note: Note) -> Steps:
        begin_close_combat(s, note)
        return (CloseCombatPhase(),)


@rule("20.2")
class VictoryPhase(Step, frozen=True):
    """6.4 Control markers and the victory track; at the end of turn 9 a bid is paid."""

    rule = "6.4"

    def auto(self, s: Thunder, note: Note) -> Steps:
        determine(s, note)
        if s.turn == 9 and s.bid:
            note(BidPaid(s.bid, s.vp + s.bid))
        return ()


@rule("11.4.option", "3.4.length", "18.3", "15.1", "9.1.stay")
class EndOfTurn(Step, frozen=True):
    """6.5 Advance the turn, or end the game; on a draw after turn 9 the Allied player may go on."""

    rule = "6.5"
    turn: int
    """The turn it ends; it waits at the bottom of the stack and names the turn in the bread-crumb."""

    def ask(self, s: Thunder) -> Ask:
        if s.turn == 9 and s.last == 9 and standing(s) == 0:
            return Decision(seat(s, ALLIED), "play_on", "11.4.option", (NO, YES), numbers=(s.vp + s.bid,))
        return None

    def take(self, s: Thunder, answer: Option, note: Note) -> Steps:
        if type(answer) is Yes:
            s.last = FIELDS[FINAL].last
            note(PlayedOn(s.last))
        return self.auto(s, note)

    def auto(self, s: Thunder, note: Note) -> Steps:
        if s.turn >= s.last:
            end(s, verdict(s))
            return ()
        if s.turn == TO_TURN[MATAF]:
            place(s, MATAF, GONE)
            note(GunRemoved(UnitId(MATAF)))
        ready_guns(s)
        s.turn += 1
        s.night = False
        set_open(s)
        return ()

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        return None if option in (NO, YES) else Refusal("11.4.option", "not_offered")
