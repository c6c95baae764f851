"""4.1.C, 12.0 The Combat Phase: assaults in the attacker's order until every duty is met."""

from msgspec.structs import replace

from grognard.core import DONE, Add, Ask, Decision, Note, Option, Refusal, Seat, SpaceId, Step, Steps, UnitId, rule
from grognard.core.selection import add
from grognard.games.battle_for_cassino.content import ASSAULT, HEXES, Side
from grognard.games.battle_for_cassino.rules.advance import AdvanceAfterCombat
from grognard.games.battle_for_cassino.rules.assault import AssaultRoll, Close
from grognard.games.battle_for_cassino.rules.duties import open_hexes, touches
from grognard.games.battle_for_cassino.rules.events import AssaultAnnounced
from grognard.games.battle_for_cassino.rules.reserves import Reserves
from grognard.games.battle_for_cassino.rules.state import Assault, Battle, stop_work
from grognard.games.battle_for_cassino.rules.supply import Supply
from grognard.games.battle_for_cassino.rules.support import SupportFire
from grognard.maps.duties import Duties, closed, closure, duties, fits, most


class Attack(Option, frozen=True):
    """Assault the units in a hex."""

    hex: SpaceId


class Also(Option, frozen=True):
    """Assault this hex together with the first."""

    hex: SpaceId


ATTACK = tuple(Attack(SpaceId(h)) for h in range(HEXES))
ALSO = tuple(Also(SpaceId(h)) for h in range(HEXES))


@rule("12.0", "12.0.procedure", "12.46")
class Combat(Step, frozen=True):
    """12.0 The attacker names a hex to be assaulted; the phase ends when nothing is left that must fight."""

    rule = "4.1.C"
    side: Side

    def ask(self, s: Battle) -> Ask:
        options = tuple([ATTACK[h] for h in open_hexes(s, self.side)])
        return Decision(s.seats[self.side], "combat", "12.0.procedure", options) if options else None

    def take(self, s: Battle, answer: Attack, note: Note) -> Steps:
        return (Announce(self.side, (answer.hex,)).grown(s), self)

    def auto(self, s: Battle, note: Note) -> Steps:
        return ()

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        if type(option) is not Attack:
            return Refusal("12.0.procedure", "not_offered")
        if option.hex in s.assaulted:
            return Refusal("12.12", "assaulted", (option.hex,))
        return None if option.hex in open_hexes(s, self.side) else Refusal("12.11", "no_attacker", (option.hex,))


@rule("12.11", "12.12", "15.13", "12.35", "12.22", "10.43")
class Announce(Step, frozen=True):
    """12.1 The assault being formed. Nobody may be taken who is needed elsewhere; several hexes are assaulted together
    only where units are too few (ruling 19)."""

    rule = "12.11"
    side: Side
    hexes: tuple[SpaceId, ...]
    picked: tuple[UnitId, ...] = ()

    def grown(self, s: Battle) -> "Announce":
        """With everybody and every hex that has no other way."""
        d = duties(touches(s, self.side))
        units, hexes = closure(d, self.picked, self.hexes) or (self.picked, self.hexes)
        return replace(
            self, picked=tuple(UnitId(u) for u in sorted(units)), hexes=tuple(SpaceId(h) for h in sorted(hexes))
        )

    def _refuse(self, d: Duties, option: Option) -> Refusal | None:
        if type(option) is Add:
            unit = option.unit
            if unit in self.picked:
                return Refusal("12.11", "picked", (unit,))
            if not set(self.hexes) <= d.hexes.get(unit, frozenset()):
                return Refusal("12.11", "not_next_to", (unit, self.hexes[0]))
            if fits(d, (*self.picked, unit), self.hexes, most(d)):
                return None
            return Refusal("12.0", "needed_elsewhere", (unit,))
        if type(option) is Also:
            hex = option.hex
            if hex in self.hexes or not self.picked or any(hex not in d.hexes[u] for u in self.picked):
                return Refusal("12.11", "not_next_to_all", (hex,))
            if most(d) == len(d.units):
                return Refusal("12.0", "enough_attackers")
            if fits(d, self.picked, (*self.hexes, hex), most(d)):
                return None
            return Refusal("12.0", "has_its_own", (hex,))
        if option == DONE:
            return None if closed(d, self.picked, self.hexes) else Refusal("12.0", "duty_open", (self.hexes[0],))
        return Refusal("12.11", "not_offered")

    def ask(self, s: Battle) -> Ask:
        d = duties(touches(s, self.side))
        candidates: list[Option] = [add(UnitId(u)) for u in sorted(d.hexes) if u not in self.picked]
        candidates += [ALSO[h] for h in sorted(d.units) if h not in self.hexes]
        options = [o for o in candidates if self._refuse(d, o) is None]
        if closed(d, self.picked, self.hexes):
            options.append(DONE)
        return Decision(
            s.seats[self.side], "announce", "12.11", tuple(options), confirm=bool(self.picked),
            default=len(options) - 1 if options and options[-1] is DONE else -1, units=self.picked, spaces=self.hexes,
        )  # fmt: skip

    def formed(self, s: Battle, option: Option | None) -> "Announce":
        """The assault once an option is taken."""
        if type(option) is Add:
            return replace(self, picked=tuple(sorted((*self.picked, option.unit)))).grown(s)
        if type(option) is Also:
            return replace(self, hexes=tuple(sorted((*self.hexes, option.hex)))).grown(s)
        return self

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        return self._open(s, note) if answer == DONE else (self.formed(s, answer),)

    def _open(self, s: Battle, note: Note) -> Steps:
        """Announced: supply, reserves of the defender, support fire, the die, its results, and an advance."""
        side, foe = self.side, Side(1 - self.side)
        s.assault = Assault(side, self.hexes, self.picked)
        for unit in self.picked:
            s.fought |= 1 << unit
        s.assaulted = tuple(sorted((*s.assaulted, *self.hexes)))
        note(AssaultAnnounced(side, self.hexes, self.picked))
        for hex in self.hexes:
            for defender in s.here.get(hex, ()):
                stop_work(s, UnitId(defender), note)
        return (
            Supply(side, ASSAULT, self.picked),
            Supplied(),
            Reserves(foe),
            SupportFire(side),
            AssaultRoll(side),
            AdvanceAfterCombat(side),
            Close(),
        )

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        return self._refuse(duties(touches(s, self.side)), option)


class Supplied(Step, frozen=True):
    """10.43 The assault knows who supplies whom."""

    rule = "10.43"

    def auto(self, s: Battle, note: Note) -> Steps:
        assert s.assault is not None
        s.assault = replace(s.assault, sources=s.sources)
        s.sources = ()
        return ()


@rule("12.33", "10.45")
class EndCombat(Step, frozen=True):
    """What the phase has seen is forgotten."""

    rule = "4.1.C"
    side: Side

    def turn_of(self, s: Battle) -> Seat | None:
        return s.seats[self.side]

    def auto(self, s: Battle, note: Note) -> Steps:
        s.fought = s.fired = 0
        s.assaulted = ()
        s.supplied = ()
        return ()
