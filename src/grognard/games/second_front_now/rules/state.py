"""The one state: where every counter is, what it has suffered, the tracks, and what each side has written down."""

from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from grognard.core import DERIVED, HIDDEN, SpaceId, State, Step, Steps, UnitId, by_loc, by_turn, rule
from grognard.games.second_front_now.content import (
    ALLIED,
    ENGLAND,
    GROUPS,
    HEXES,
    IS_ARTILLERY,
    SIDE,
    Side,
)
from grognard.maps.presence import Presence
from grognard.maps.sets import BIT

AREA_CHOICES = ("choice", "calais", "dieppe")
FOG = ("beneath", "full", "off")
BENEATH, FULL, OFF = range(3)
STRIKE_PLAN, DROP_PLAN = 0, 1
PLANS = ("strike", "drop")
NEVER = (0, 0, 0, 0)
"""A column over the airborne divisions of whom none has done it."""
GUNS = 3
"""The place of artillery among the sets of `crowds`."""


class Rules(Struct, frozen=True, omit_defaults=True):
    """Scenario, options and ruling switches of this game. Defaults are those of the full game, all options in play."""

    basic: bool = False
    """The beginners' game (0.basic)."""
    last: int = 80
    """The game turn after which the game is decided."""
    area: int = 0
    """Index into `AREA_CHOICES`."""
    fog: int = 0
    """Index into `FOG`."""
    naval: bool = True
    storms: bool = True
    air: bool = True
    strikes: bool = True
    withdrawal: bool = True
    drops: bool = True
    blue_point: bool = True
    airlift: bool = True
    engineers: bool = True
    italy_notice: bool = False
    six_sided: bool = False
    blue_point_text: bool = False
    """Blue Point costs as many turns after the first as the halved roll says (other reading of R33)."""
    break_off_stands: bool = False
    """An attacker who broke off has not retreated when his green divisions are tested (other reading of R19)."""
    even_game: bool = False
    """The German side must hold more at the end than is printed."""


class Plan(Struct, frozen=True, array_like=True):
    """A folded slip of paper: a strike, or the drop of a division."""

    kind: int
    written: int
    """The game turn in which it was written: all that the German sees of it, with its kind."""
    day: int
    hex: SpaceId
    unit: UnitId
    """The division that drops; -1 for a strike."""
    cancelled: int = 0
    """1: it is; a digit, because slips are many."""


class Battle(Struct, frozen=True):
    """The battle board (13.1)."""

    side: Side
    """The attacker."""
    source: SpaceId
    target: SpaceId
    named: tuple[UnitId, ...]
    """Units of the command: those that fight and those held back; all may advance."""
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    strike: bool = False
    """A strike of the SAF was plotted for this battle."""
    bonus: int = 0
    """What it adds to the fire of the attackers."""
    luftwaffe: bool = False
    """Local German air superiority."""
    naval: bool = False
    """The naval task force fires."""
    losses: tuple[UnitId, ...] = ()
    """Steps lost in the fire step under way or just over, one entry a step."""
    extra: bool = False
    """An extra hit was scored in it."""
    broke_off: bool = False
    retreated: bool = False
    cancelled: bool = False
    """Called off before a shot (15.4)."""
    advanced: tuple[UnitId, ...] = ()
    shots: int = 0
    hits: int = 0


class SecondFront(State, omit_defaults=True):
    """A position of Second Front Now! Columns that hold their default are not written down."""

    clock = by_turn
    where = by_loc
    rules: Rules
    turn: int
    loc: list[SpaceId]
    steps: bytearray
    """Steps left, by unit; 0 for the eliminated."""
    fed: bytearray
    """Kind of supply found at the last check, by unit."""
    rank: bytearray
    """Place in the stack, bottom first, by unit."""
    known: tuple[UnitId, ...] = ()
    """Allied units the German has seen where they are now."""
    phasing: Side = Side(1)
    area: int = -1
    """Where the Allies land; -1: not announced yet."""
    vp: int = 50
    taken: int = 0
    """Hexes under Allied control, of those whose control counts."""
    paid: int = 0
    """Beaches the German has been paid for."""
    stormed: int = 0
    """Fortresses the Allies have held at any time."""
    cp: int = 0
    spent: tuple[UnitId, ...] = ()
    """Units that have acted in this player turn."""
    refitted: tuple[UnitId, ...] = ()
    """Units that took replacements in this player turn."""
    attacked: tuple[SpaceId, ...] = ()
    """Hexes attacked in this player turn."""
    newcomers: tuple[UnitId, ...] = ()
    """Units that came from Italy or Russia in this game turn."""
    shifted: bool = False
    """The shift between North and South of this game turn is used."""
    arranged: bool = False
    riga: int = 0
    """The turn in which the Riga-Odessa line was declared; 0: not."""
    italian: UnitId = UnitId(-1)
    """The unit named for the next transfer from Italy, with the five-day notice."""
    contested: int = 0
    """The last turn for which the German contests the air."""
    approach: int = 0
    """Days a storm has been approaching, the present one included; 0: none is."""
    storm: int = 0
    """Days a storm has raged, the present one included; 0: none does."""
    chaos: bool = False
    """Blue Point paralyses the Allies in turn 1."""
    slow: int = 0
    """The last turn in which Blue Point costs the Allies a command point."""
    fleet_used: bool = False
    """The naval task force has fired in this game turn."""
    airlifted: bool = False
    """An aerial supply marker was placed in this game turn."""
    dropped: bool = False
    """A division dropped in this game turn."""
    strike_right: int = 0
    """The Air turn whose strike is not written yet; 0: none."""
    plans: tuple[Plan, ...] = ()
    withdrawn: tuple[int, ...] = NEVER
    """By airborne division: the turn it was withdrawn to England to rest; 0: it is not resting."""
    jumped: tuple[int, ...] = NEVER
    """By airborne division: the turn of its last drop; 0: none."""
    battle: Battle | None = None
    veiled: tuple[tuple[SpaceId, int], ...] = ()
    """In a view: how many counters nobody of this seat can name, by space."""
    here: Annotated[dict[int, tuple[UnitId, ...]], DERIVED] = {}
    """The units in each occupied space, bottom of the stack first."""
    held: Annotated[list[int], DERIVED] = []
    """Hexes occupied by the Allied side, the German side, US and Commonwealth units."""
    crowds: Annotated[list[int], DERIVED] = []
    """Hexes with one, two, three units or more that are not artillery; and those with artillery."""


PRESENCE = Presence(GROUPS, HEXES, ordered=True)


def place(s: SecondFront, unit: UnitId, space: SpaceId) -> None:
    """Put a counter somewhere, on top of the stack. What the German knew of the stacks it leaves and joins is void."""
    old = s.loc[unit]
    if old == space:
        return
    PRESENCE.place(s, unit, space)
    here, crowds = s.here, s.crowds
    if IS_ARTILLERY[unit]:
        if 0 <= old < HEXES:
            crowds[GUNS] &= ~BIT[old]
        if space < HEXES:
            crowds[GUNS] |= BIT[space]
    else:
        if 0 <= old < HEXES:
            left = len(here.get(old, ())) - (crowds[GUNS] >> old & 1)
            if left < GUNS:
                crowds[left] &= ~BIT[old]
        if space < HEXES:
            now = len(here[space]) - (crowds[GUNS] >> space & 1)
            if now <= GUNS:
                crowds[now - 1] |= BIT[space]
    if s.known:
        forget(s, (unit, *here.get(old, ()), *here.get(space, ())))


def forget(s: SecondFront, units: tuple[UnitId, ...]) -> None:
    """What the German knew of these is void."""
    s.known = tuple([u for u in s.known if u not in units])


def refresh(s: SecondFront) -> None:
    """Recompute the derived columns; in a view, covered counters stand for themselves."""
    PRESENCE.refresh(s)
    for space, n in s.veiled:
        cover(s, space, n)
    s.crowds = [0] * (GUNS + 1)
    for hex, units in s.here.items():
        if hex < HEXES:
            guns = sum([u != HIDDEN_UNIT and IS_ARTILLERY[u] for u in units])
            s.crowds[GUNS] |= BIT[hex] if guns else 0
            for k in range(min(len(units) - guns, GUNS)):
                s.crowds[k] |= BIT[hex]


def cover(s: SecondFront, space: SpaceId, n: int) -> None:
    """Lay counters nobody can name into a space, beneath what is seen there; each passes for a division."""
    s.here[space] = (*(HIDDEN_UNIT for _ in range(n)), *s.here.get(space, ()))
    if space < HEXES:
        s.held[ALLIED] |= BIT[space]


HIDDEN_UNIT = UnitId(HIDDEN)


def foggy(s: SecondFront) -> bool:
    """Whether Allied counters can lie hidden from the German."""
    return s.rules.fog != OFF


@rule("10.6", "10.6.A", "10.6.G")
def seen_by_german(s: SecondFront, unit: UnitId) -> bool:
    """Whether the German may look at a counter: his own, the dead, and Allied ones that lie open to him (R45)."""
    if unit < 0:
        return False
    if SIDE[unit] != ALLIED:
        return True
    fog = s.rules.fog
    if fog == OFF:
        return True
    b = s.battle
    if b is not None and (unit in b.attackers or unit in b.defenders):
        return True
    at = s.loc[unit]
    if at == ENGLAND:
        return False
    if at >= HEXES or unit in s.known:
        return True
    return fog == BENEATH and s.here[at][-1] == unit


def veiled_units(s: SecondFront, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """The units with those nameless that the German cannot see."""
    return tuple([u if seen_by_german(s, u) else HIDDEN_UNIT for u in units])


def veiled_option(option: Any, s: SecondFront, seat: int) -> Any:
    """An answer of the Allied player as another seat hears it."""
    if seat == s.seats[ALLIED] or seen_by_german(s, option.unit):
        return option
    return replace(option, unit=HIDDEN_UNIT)


def after(s: SecondFront, *steps: Step) -> Steps:
    """What follows, unless the game has just ended."""
    return () if s.result is not None else steps
