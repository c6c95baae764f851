"""9.6: the line of each side in a contested Area, and whom it screens."""

from msgspec.structs import replace

from grognard.core import (
    DONE,
    Ask,
    Decision,
    Done,
    Note,
    Option,
    Refusal,
    Step,
    Steps,
    UnitId,
    rule,
)
from grognard.games.thunder_at_cassino.content import (
    ARMOR,
    AT,
    BOARD,
    COMBAT,
    KIND,
    MG,
    RESERVE,
    SIDE,
    TROOPS,
    Side,
)
from grognard.games.thunder_at_cassino.rules.events import (
    InLine,
    Screened,
)
from grognard.games.thunder_at_cassino.rules.state import (
    Melee,
    Thunder,
    in_reserve,
    other,
    seat,
)


class Stand(Option, frozen=True):
    """Put this unit into the line."""

    unit: UnitId


class Screen(Option, frozen=True):
    """Keep this unit behind the line."""

    unit: UnitId


SCREEN = tuple(Screen(UnitId(u)) for u in range(TROOPS))
STAND = tuple(Stand(UnitId(u)) for u in range(TROOPS))


def melee(s: Thunder) -> Melee:
    assert s.melee is not None
    return s.melee


def combatants(s: Thunder, side: int) -> list[int]:
    """The Combat units of a side in the Area being fought for, doomed ones included (9.2)."""
    return [u for u in s.here[side * BOARD + melee(s).area] if COMBAT[u]]


@rule("9.6", "9.6.part", "12.4", "18.2.cc")
def line(s: Thunder, side: int) -> list[int]:
    """The units of a side that must be attacked first: Infantry not screened, and Armor put into the line."""
    m = melee(s)
    return [u for u in combatants(s, side) if (KIND[u] != ARMOR and u not in m.screened) or u in m.stood]


@rule("9.6.screen", "18.2.screen")
def screeners(s: Thunder, side: Side) -> list[int]:
    """The units of a side's line that screen others: all but reserve units."""
    reserves = in_reserve(s)
    return [u for u in line(s, side) if not (reserves and RESERVE[u])]


@rule("9.6.screen", "9.6.ex")
def screen_holds(s: Thunder, side: Side) -> bool:
    """Whether a side's screen holds: a screening unit for each enemy unit that attacks on its own."""
    m = melee(s)
    if not any(SIDE[u] == side for u in m.screened):
        return True
    return len(screeners(s, side)) >= sum([u not in m.screened for u in combatants(s, other(side))])


@rule("9.6.limit")
class Screening(Step, frozen=True):
    """9.6 A side names machine guns and Anti-Tank units to be screened, and Armor to help the line."""

    rule = "9.6.screen"
    side: Side

    def ask(self, s: Thunder) -> Ask:
        m = melee(s)
        mine = combatants(s, self.side)
        hide = [u for u in mine if self.refuse(s, u) is None]
        screened = any(SIDE[u] == self.side for u in m.screened)
        options: list[Option] = [SCREEN[u] for u in hide]
        if screened:
            options += [STAND[u] for u in mine if KIND[u] == ARMOR and u not in m.stood]
        options.append(DONE)
        if len(options) == 1:
            return None
        return Decision(
            seat(s, self.side), "close.screen", "9.6.screen", tuple(options), default=len(options) - 1, spaces=(m.area,)
        )

    def refuse(self, s: Thunder, unit: int) -> Refusal | None:
        """Only machine guns and Anti-Tank units can be screened, and somebody else must be there to screen them."""
        m = melee(s)
        if unit not in combatants(s, self.side):
            return Refusal("9.6.screen", "not_there", (unit,))
        if KIND[unit] not in (MG, AT):
            return Refusal("9.6.limit", "cannot_be_screened", (unit,))
        if unit in m.screened:
            return Refusal("9.6.screen", "already_chosen", (unit,))
        others = [u for u in combatants(s, self.side) if u != unit and u not in m.screened]
        return None if others else Refusal("9.6.screen", "nobody_to_screen", (unit,))

    def take(self, s: Thunder, answer: Option, note: Note) -> Steps:
        m = melee(s)
        if isinstance(answer, Screen):
            s.melee = replace(m, screened=tuple(sorted((*m.screened, answer.unit))))
            note(Screened(answer.unit))
            return (self,)
        if isinstance(answer, Stand):
            s.melee = replace(m, stood=tuple(sorted((*m.stood, answer.unit))))
            note(InLine(answer.unit))
            return (self,)
        return ()

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        if isinstance(option, Screen):
            return self.refuse(s, option.unit)
        if isinstance(option, Stand):
            m = melee(s)
            mine = option.unit in combatants(s, self.side) and option.unit not in m.stood
            needed = any(SIDE[u] == self.side for u in m.screened)
            fits = mine and needed and KIND[option.unit] == ARMOR
            return None if fits else Refusal("9.6.part", "not_for_the_line", (option.unit,))
        return None if type(option) is Done else Refusal("9.6.screen", "not_offered")


class HoldLine(Step, frozen=True):
    """9.6 Who has too few units in the line for his screen puts screened units (or Armor) into it, his choice."""

    rule = "9.6.part"

    def ask(self, s: Thunder) -> Ask:
        side = self._short(s)
        if side is None:
            return None
        options = tuple([STAND[u] for u in self._behind(s, side)])
        return Decision(seat(s, side), "close.line", "9.6.part", options, spaces=(melee(s).area,))

    def _short(self, s: Thunder) -> Side | None:
        first = melee(s).first
        for side in (first, other(first)):
            if not screen_holds(s, side):
                return side
        return None

    def _behind(self, s: Thunder, side: Side) -> list[int]:
        m = melee(s)
        return [u for u in combatants(s, side) if u in m.screened or (KIND[u] == ARMOR and u not in m.stood)]

    def take(self, s: Thunder, answer: Stand, note: Note) -> Steps:
        m = melee(s)
        if answer.unit in m.screened:
            s.melee = replace(m, screened=tuple([u for u in m.screened if u != answer.unit]))
        else:
            s.melee = replace(m, stood=tuple(sorted((*m.stood, answer.unit))))
        note(InLine(answer.unit))
        return (self,)

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        side = self._short(s)
        if isinstance(option, Stand) and side is not None and option.unit in self._behind(s, side):
            return None
        return Refusal("9.6.part", "not_offered")
