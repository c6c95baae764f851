"""11.5 Mexicans whom Texans bump into fire at them at once."""

from grognard.core import DONE, Ask, Decision, Note, Option, SpaceId, Step, Steps, UnitId, rule
from grognard.games.dark_victory.content import MEXICAN
from grognard.games.dark_victory.rules.events import Bumped
from grognard.games.dark_victory.rules.fire import NO_GUN, FireRoll, weapons
from grognard.games.dark_victory.rules.losses import alive
from grognard.games.dark_victory.rules.state import SPENT, Alamo, gun_in, seat_of, top
from grognard.games.dark_victory.rules.verbs import Answer, Grape


@rule("11.5", "13.3.B", "10.1", "10.15")
class Bump(Step, frozen=True):
    """11.5 Mexicans who have been bumped may fire at once, free of cost, each hex once, in any order, with their own
    weapons or the loaded cannon under them, as long as any of those who bumped them lives (R-BUMP)."""

    rule = "11.5"
    units: tuple[UnitId, ...]
    hex: SpaceId
    by: tuple[SpaceId, ...]

    def ask(self, s: Alamo) -> Ask:
        by = self._able(s)
        if not by:
            return None
        seat = self._seat(s, by[0])
        options: list[Option] = []
        for b in by:
            if self._seat(s, b) == seat:
                options += [Answer(b) if gun == NO_GUN else Grape(b) for gun in weapons(s, MEXICAN, b, self.hex)]
        options.append(DONE)
        told = alive(s, self.units)[::-1]
        return Decision(seat, "bump", "11.5", tuple(options), len(options) - 1, units=told, spaces=(self.hex,))

    def _able(self, s: Alamo) -> list[SpaceId]:
        if not alive(s, self.units):
            return []
        return [b for b in self.by if weapons(s, MEXICAN, b, self.hex)]

    def _seat(self, s: Alamo, space: SpaceId) -> int:
        unit = top(s, space)
        assert unit is not None
        return seat_of(s, unit)

    def take(self, s: Alamo, answer: Option, note: Note) -> Steps:
        by = self._able(s)
        if isinstance(answer, Answer | Grape):
            unit, gun = top(s, answer.hex), NO_GUN
            assert unit is not None
            if type(answer) is Grape:
                found = gun_in(s, answer.hex)
                assert found is not None
                s.loaded[found], gun = SPENT, found
            units = alive(s, self.units)
            note(Bumped(units, answer.hex))
            rest = tuple(b for b in by if b != answer.hex)
            return (FireRoll(unit, answer.hex, self.hex, gun), Bump(units, self.hex, rest))
        seat = self._seat(s, by[0])
        rest = tuple(b for b in by if self._seat(s, b) != seat)
        return (Bump(self.units, self.hex, rest),)
