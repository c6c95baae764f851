"""7.0 Supply: sources on the own map edges, lines over hexes free of the enemy, refit, and losses of the cut off."""

from grognard.core import NO, Ask, Choice, Decision, Note, Option, Refusal, Steps, UnitId, rule
from grognard.games.cassino_1944.content import HEXES, MASKS, ROSTER, SIDE, SOURCES, UNITS, Side
from grognard.games.cassino_1944.rules.events import GermanRefitted, Refitted, SupplyLoss
from grognard.games.cassino_1944.rules.state import Cassino, hurt
from grognard.maps import Supply

_SUPPLY = Supply(MASKS, SOURCES)
_fed = _SUPPLY.fed
"""Only the enemy himself cuts a line, so one's own places are left out of what is remembered."""


@rule("7.0", "7.1", "7.2", "7.3", "7.5.def")
def supplied(s: Cassino, side: Side) -> int:
    """The hexes from which a line free of enemy units leads to a friendly source (a source under the enemy is none)."""
    return _fed(side, 0, s.held[1 - side])


def supply_line(s: Cassino, side: Side, space: int) -> tuple[int, ...]:
    """The hexes by which supply comes to a hex, from its source; empty: none does."""
    return _SUPPLY.line(side, 0, s.held[1 - side], space)


def in_supply(s: Cassino, unit: UnitId) -> bool:
    at = s.loc[unit]
    return at < HEXES and bool(supplied(s, SIDE[unit]) >> at & 1)


@rule("4.0.oos")
def supply_losses(s: Cassino, note: Note) -> None:
    """At the start of a turn every unit out of supply loses a point; all are judged before any is marked (R-64)."""
    fed = [supplied(s, side) for side in (Side(0), Side(1))]
    for unit in [u for u in UNITS if s.loc[u] < HEXES and not fed[SIDE[u]] >> s.loc[u] & 1]:
        note(SupplyLoss(unit))
        hurt(s, unit, 1, note)


class Refit(Option, frozen=True):
    """Take one damage point off a unit."""

    unit: UnitId


@rule("7.4.limit", "7.4.german", "7.4.allied")
class Refitting(Choice, frozen=True):
    """7.4 After the last impulse each player may take one damage point off one supplied unit on the map."""

    rule = "7.4.order"
    kinds = (Refit,)
    finish = NO
    side: Side

    def ask(self, s: Cassino) -> Ask:
        damaged = [u for u in ROSTER[self.side] if s.damage[u] and s.loc[u] < HEXES]
        if not damaged:
            return None
        fed = supplied(s, self.side)
        options: list[Option] = [Refit(u) for u in damaged if fed >> s.loc[u] & 1]
        if not options:
            return None
        options.append(NO)
        return Decision(
            s.seats[self.side],
            "refit",
            "7.4.allied" if self.side == 0 else "7.4.german",
            tuple(options),
            default=len(options) - 1,
        )

    def take(self, s: Cassino, answer: Option, note: Note) -> Steps:
        if type(answer) is Refit:
            s.damage[answer.unit] -= 1
            refitted = GermanRefitted if self.side else Refitted
            note(refitted(answer.unit, s.damage[answer.unit]))
        return ()

    def refuse(self, s: Cassino, option: Refit) -> Refusal | None:
        unit = option.unit
        if SIDE[unit] != self.side:
            return Refusal("7.4.order", "not_yours", (unit,))
        if s.loc[unit] >= HEXES:
            return Refusal("7.4.limit", "not_on_map", (unit,))
        if not in_supply(s, unit):
            return Refusal("7.4.limit", "unsupplied", (unit,))
        return None if s.damage[unit] else Refusal("7.4.order", "undamaged", (unit,))
