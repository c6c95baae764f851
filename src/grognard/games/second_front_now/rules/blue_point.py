"""15.7 Operation Blue Point: two parachute divisions for chaos on the beaches."""

from grognard.core import NO, YES, Ask, Decision, Note, Option, Step, Steps, Yes, rule
from grognard.games.second_front_now.content import BLUE_POINT, BLUE_POINT_UNITS, GERMAN, GERMAN_LOST
from grognard.games.second_front_now.rules.dice import read, ten_sided
from grognard.games.second_front_now.rules.events import BluePointRolled, Hampered
from grognard.games.second_front_now.rules.state import PRESENCE, SecondFront


@rule("15.7", "15.7.once")
class BluePoint(Step, frozen=True):
    """At the start of turn 1, and never again, the German may spend his two parachute divisions."""

    rule = "15.7"

    def ask(self, s: SecondFront) -> Ask:
        if not s.rules.blue_point or s.rules.basic:
            return None
        return Decision(s.seats[GERMAN], "blue_point", "15.7", (NO, YES), default=0, units=BLUE_POINT_UNITS)

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is not Yes:
            return ()
        for u in BLUE_POINT_UNITS:
            s.steps[u] = 0
            PRESENCE.place(s, u, GERMAN_LOST)
        return (BluePointRoll(),)


@rule("15.7.0", "15.7.1", "15.7.2", "15.7.ex")
class BluePointRoll(Step, frozen=True):
    """The halved die: nothing, a day of chaos, or a day of chaos and slow days after it (R33)."""

    rule = "15.7"

    def ask(self, s: SecondFront) -> Ask:
        return ten_sided(s, "blue_point", "15.7")

    def take(self, s: SecondFront, answer: tuple[int, ...], note: Note) -> Steps:
        die = read(s, answer)
        if not die:
            return (self,)
        row = BLUE_POINT[die]
        s.chaos = bool(row.chaos_turn)
        s.slow = row.last_reduced_turn
        if s.rules.blue_point_text and row.halved > 1:
            s.slow += 1
        note(BluePointRolled(die, row.halved))
        if s.slow > 1:
            note(Hampered(s.slow))
        return ()
