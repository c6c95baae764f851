"""12.3 Random Events: two dice after the weather from turn 2; what acts at once acts here."""

from grognard.core import Ask, Decision, Dice, Draw, Note, Option, Refusal, Roll, SpaceId, Step, Steps, rule
from grognard.games.cities_of_the_damned.content import AREAS, ARMOR, GREY, WHITE, Happening, Kind
from grognard.games.cities_of_the_damned.rules.chits import draw_pool
from grognard.games.cities_of_the_damned.rules.events import Drafted, Happened, SpentChit
from grognard.games.cities_of_the_damned.rules.options import LOSE, RESTORE, Lose, Restore
from grognard.games.cities_of_the_damned.rules.state import CityState, lose_step, vacated

NEBELWERFER, SKETCH_MAP, FRESH_DRAFTS, SPENT = 4, 9, 11, 12


class RandomEvent(Step, frozen=True):
    """12.3 The roll; 2 and 10 change the support rolled next, 3, 5, 6, 8 and 9 last (see the rules they touch)."""

    rule = "12.3"

    def ask(self, s: CityState) -> Ask:
        return Roll((6, 6), "random_event", "12.3", matters=((1, 1),))

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        total = sum(answer)
        s.happening = Happening(total)
        s.sketch = total == SKETCH_MAP
        note(Happened(answer[0], answer[1], s.happening))
        if total == NEBELWERFER:
            return (Salvo(),)
        if total == FRESH_DRAFTS:
            return (Drafts(),)
        return (Spent(),) if total == SPENT else ()


@rule("1.2.control.b")
class Salvo(Step, frozen=True):
    """12.3 Event 4: one infantry unit on a map outside the white areas loses a step."""

    rule = "12.3"

    def units(self, s: CityState) -> list[int]:
        return [u for u, a in enumerate(s.loc) if a < AREAS and a not in WHITE and not ARMOR[u]]

    def ask(self, s: CityState) -> Ask:
        units = self.units(s)
        return Decision(s.seats[0], "salvo", "12.3", tuple([LOSE[u] for u in units])) if units else None

    def take(self, s: CityState, answer: Lose, note: Note) -> Steps:
        area = SpaceId(s.loc[answer.unit])
        lose_step(s, answer.unit, note)
        vacated(s, area, note)
        return ()

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if not isinstance(option, Lose):
            return Refusal("12.3", "not_offered")
        return None if option.unit in self.units(s) else Refusal("12.3", "no_target", (option.unit,))


class Drafts(Step, frozen=True):
    """12.3 Event 11: one reduced unit on either map is flipped without paying."""

    rule = "12.3"

    def units(self, s: CityState) -> list[int]:
        return [u for u, a in enumerate(s.loc) if a < AREAS and s.reduced[u]]

    def ask(self, s: CityState) -> Ask:
        units = self.units(s)
        return Decision(s.seats[0], "drafts", "12.3", tuple([RESTORE[u] for u in units])) if units else None

    def take(self, s: CityState, answer: Restore, note: Note) -> Steps:
        s.reduced[answer.unit] = 0
        note(Drafted(answer.unit, 0))
        return ()

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if not isinstance(option, Restore):
            return Refusal("12.3", "not_offered")
        return None if option.unit in self.units(s) else Refusal("12.3", "no_target", (option.unit,))


class Spent(Step, frozen=True):
    """12.3 Event 12: one random blue chit in the container leaves the game; none there, no effect."""

    rule = "12.3"

    def ask(self, s: CityState) -> Ask:
        pool = draw_pool([0 if GREY[k] else n for k, n in enumerate(s.cup)])
        return Draw(pool, "spent", "12.3") if pool else None

    def take(self, s: CityState, answer: int, note: Note) -> Steps:
        s.cup[answer] -= 1
        s.removed[answer] += 1
        note(SpentChit(Kind(answer)))
        return ()
