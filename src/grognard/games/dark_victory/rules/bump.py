"""11.5 Mexicans whom Texans bump into fire at them at once."""

from grognard.core import DONE, Ask, Decision, Note, Option, SpaceId, Step, Steps, UnitId, rule
from grognard.games.dark_victory.content import MEXICAN
from grognard.games.dark_victory.rules.events import Bumped
from grognard.games.dark_victory.rules.fire import FireRoll, refuse_shot
from grognard.games.dark_victory.rules.losses import alive
from grognard.games.dark_victory.rules.state import Alamo, seat_of, top
from grognard.games.dark_victory.rules.verbs import Answer


@rule("11.5", "13.3.B")
class Bump(Step, frozen=True):
    """11.5 Mexicans who have been bumped may fire at once, free of cost, each hex once, in any order, as long as any of
    those who bumped them lives (R-BUMP)."""

    rule = "11.5"
    units: tuple[UnitId, ...]
    hex: SpaceId
    by: tuple[SpaceId, ...]

    def ask(self, s: Alamo) -> Ask:
        by = self._able(s)
        if not by:
            return None
        seat = self._seat(s, by[0])
        options: list[Option] = [Answer(b) for b in by if self._seat(s, b) == seat]
        options.append(DONE)
        return Decision(
            seat, "bump", "11.5", tuple(options), len(options) - 1, units=self.units[::-1], spaces=(self.hex,)
        )

    def _able(self, s: Alamo) -> list[SpaceId]:
        if not alive(s, self.units):
            return []
        return [b for b in self.by if refuse_shot(s, MEXICAN, b, self.hex) is None]

    def _seat(self, s: Alamo, space: SpaceId) -> int:
        unit = top(s, space)
        assert unit is not None
        return seat_of(s, unit)

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        by = self._able(s)
        if type(answer) is Answer:
            unit = top(s, answer.hex)
            assert unit is not None
            note(Bumped(self.units, answer.hex))
            rest = tuple(b for b in by if b != answer.hex)
            return (FireRoll(unit, answer.hex, self.hex), Bump(self.units, self.hex, rest))
        seat = self._seat(s, by[0])
        rest = tuple(b for b in by if self._seat(s, b) != seat)
        return (Bump(self.units, self.hex, rest),)
