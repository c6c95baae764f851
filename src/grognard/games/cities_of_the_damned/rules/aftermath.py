"""6.2 step 4: who holds the area after a combat, and which chit stays there as the marker."""

from grognard.core import Ask, Draw, Note, Step, Steps, rule
from grognard.games.cities_of_the_damned.content import CONTESTED, HELD_BY_ALLIES, HELD_BY_GERMANS, Kind
from grognard.games.cities_of_the_damned.rules.chits import Pool, draw_pool, german_pool, kinds_of, without
from grognard.games.cities_of_the_damned.rules.events import ChitsBack, Laid, Marked, RestBack
from grognard.games.cities_of_the_damned.rules.state import CityState, Fight, fight_of, set_control


@rule("6.2.step4.win", "6.2.step4.german", "7.0.vacant", "6.2.ccr.tie")
class Settle(Step, frozen=True):
    """6.2 step 4 Who holds the area now. In a Contested area one chit, taken at random, stays as the marker."""

    rule = "6.2.step4.contested"

    def status(self, s: CityState, f: Fight) -> int:
        if f.counter and not f.number:
            return s.control[f.area]
        allied_win = f.margin > 0 and not f.drawn
        if not s.here[f.area]:
            return HELD_BY_ALLIES if f.vacant and allied_win else HELD_BY_GERMANS
        return HELD_BY_ALLIES if allied_win else CONTESTED

    def pool(self, s: CityState, f: Fight) -> Pool:
        """Where the marker comes from: the surviving chits; if there are none, the container."""
        if self.status(s, f) != CONTESTED:
            return ()
        return german_pool(f.drawn) or draw_pool(s.cup, f.aside)

    def ask(self, s: CityState) -> Ask:
        pool = self.pool(s, fight_of(s))
        return Draw(pool, "marker", "6.2.step4.contested") if len(pool) > 1 else None

    def take(self, s: CityState, answer: int, note: Note) -> Steps:
        f = fight_of(s)
        kind = Kind(answer)
        self.clear(s, f)
        s.cup[kind] -= 1
        s.marker[f.area] = kind
        set_control(s, f.area, CONTESTED, note)
        if not f.drawn:
            note(Laid(f.area, kind))
            return ()
        note(Marked(f.area, kind))
        if rest := kinds_of(without(f.drawn, kind)):
            note(RestBack(f.area, rest))
        return ()

    def auto(self, s: CityState, note: Note) -> Steps:
        """Ruling 53: where a marker is due and the container is empty the area is Allied-controlled."""
        f = fight_of(s)
        pool = self.pool(s, f)
        if pool:
            return self.take(s, pool[0][0], note)
        status = self.status(s, f)
        self.clear(s, f)
        set_control(s, f.area, HELD_BY_GERMANS if status == HELD_BY_GERMANS else HELD_BY_ALLIES, note)
        if f.drawn:
            note(ChitsBack(f.area, kinds_of(f.drawn)))
        return ()

    def clear(self, s: CityState, f: Fight) -> None:
        """All chits go back; the combat of this area is over."""
        for code in f.drawn:
            s.cup[code >> 2] += 1
        for kind in f.aside:
            s.cup[kind] += 1
        s.settled[f.area] = 1
        s.fight = None
