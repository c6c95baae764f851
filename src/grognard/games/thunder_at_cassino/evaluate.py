"""What a position is worth: a few named terms in Victory Points, seen from the Allied side and turned round.

What a computer player needs of this game is named here: `evaluate`, `terms`, `looks`, `RESTS` and `MOST`.
"""

import tomllib
from functools import lru_cache
from itertools import compress, cycle
from operator import mul
from struct import Struct as Layout
from typing import NamedTuple

from grognard.core import Step, UnitId
from grognard.games.thunder_at_cassino.close_combat import CloseAttack, CloseCombatPhase
from grognard.games.thunder_at_cassino.content import (
    AF,
    ALL_AREAS,
    ALL_ZONES,
    ALLIED,
    AREAS,
    ARMOR,
    BESIDE,
    BOARD,
    BOX,
    CCF,
    COMBAT,
    DEAD,
    DF,
    ELEVATION,
    FIELDS,
    FOLDER,
    GERMAN,
    GUNS,
    KIND,
    LINKS,
    LOST,
    NIGHT_AF,
    OBSERVER,
    OWNER,
    QUISLING,
    RANGE,
    TEM,
    TROOPS,
    VEHICLE,
    VP,
    VP_AREAS,
    Side,
    bits,
)
from grognard.games.thunder_at_cassino.fire import FireAttack
from grognard.games.thunder_at_cassino.impulses import Impulse
from grognard.games.thunder_at_cassino.looks import looks
from grognard.games.thunder_at_cassino.losses import Pay
from grognard.games.thunder_at_cassino.movement import MoveImpulse
from grognard.games.thunder_at_cassino.pending import CROWD, TOLL, WIDEST, WORTH, pending
from grognard.games.thunder_at_cassino.reinforcements import Arrivals, Reinforcement
from grognard.games.thunder_at_cassino.sequence import EndOfTurn, FlipUp
from grognard.games.thunder_at_cassino.setup import Bombardment, Deploy
from grognard.games.thunder_at_cassino.state import (
    ANYONE_AT,
    ARMED_AT,
    FIGHTERS,
    FIGHTERS_AT,
    GUNNERS_AT,
    TANKS,
    Thunder,
)

__all__ = ["MOST", "RESTS", "TERMS", "evaluate", "looks", "terms"]

TERMS: dict[str, float] = tomllib.loads((FOLDER / "data" / "weights.toml").read_text(encoding="utf-8"))
RESTS: tuple[type[Step], ...] = (
    Impulse,
    FireAttack,
    Pay,
    CloseAttack,
    CloseCombatPhase,
    Arrivals,
    Reinforcement,
    Deploy,
    Bombardment,
    FlipUp,
    EndOfTurn,
)
"""Where an action is complete: what is asked here is the next one.

Dice of fire are not played through: `pending` knows what they are expected to do, at a hundredth of the work.
"""
MOST = 300
"""Positions that are enough to look through an action; like platoons count once, so there is little more to see."""

WON = 1000.0
FARTHEST = 7
"""Steps beyond which a unit has nothing to do with an objective."""
FADING = 0.62
"""What a step of distance leaves of a unit's weight."""
POSSESSION = 0.6
"""Combat units that the side in possession of an Area would have to be outweighed by, were nobody there."""
UNIT = 1 << 16
"""Weights are added up in whole numbers, this many to one Combat unit at its goal."""
KEPT = round(POSSESSION * UNIT)
GOALS = len(VP_AREAS)
FOUR_BYTES = Layout(f"<{GOALS}I")


def _around(area: int) -> int:
    """The Areas within two steps of an Area."""
    near = BESIDE[area]
    for n in bits(near):
        near |= BESIDE[n]
    return near & ~(1 << area)


HOLDINGS = tuple((area, VP[area], _around(area)) for area in VP_AREAS)
LOSS = tuple(WORTH[u] if OWNER[u] else -WORTH[u] for u in range(TROOPS))
BATTERIES = tuple(tuple((gun, OBSERVER[gun]) for gun in guns) for guns in GUNS)
UNGUARDED = 0.2
"""The share of an empty Area that counts as lost to enemies within two steps."""
FAIR = 2
"""Terrain that is neither good nor bad."""
OBSERVERS = tuple(tuple(OBSERVER[gun] for gun in guns if OBSERVER[gun] >= 0) for guns in GUNS)
AT_EASE = 0.25
"""What it is worth to be Uncommitted two steps and more from any enemy."""
PASSED = 0.6
"""What a side's Uncommitted units are still good for after it has passed: the other side may end the phase."""


def _nearness(wheels: bool) -> tuple[int, ...]:
    """By space: how much a Combat unit there, on foot or on wheels, has to do with each Victory Point Area.

    One number holds all goals, 32 bits each, so that one addition serves them all.
    """
    found = [0] * BOARD
    for number, goal in enumerate(VP_AREAS):
        steps = {int(goal): 0}
        todo = [int(goal)]
        for at in todo:
            for n, white in LINKS[at]:
                if n not in steps and steps[at] < FARTHEST and (white or not wheels):
                    steps[n] = steps[at] + (2 if n >= AREAS else 1)
                    todo.append(n)
        for at, far in steps.items():
            found[at] += round(UNIT * FADING**far) << 32 * number
    return tuple(found)


ON_FOOT, ON_WHEELS = _nearness(wheels=False), _nearness(wheels=True)
LOST_TO = bytes(1 if DEAD <= at <= LOST else 0 for at in range(256))
"""By place, for `bytes.translate`: whether who is there is lost."""


def _soon() -> tuple[int, ...]:
    """By space: where an observer could call Artillery after one step."""
    found = []
    for k in range(BOARD):
        seen = 0
        for n, _ in LINKS[k]:
            seen |= RANGE[n]
        found.append(seen & ~(1 << VP_AREAS[-1]))
    return tuple(found)


SOON = _soon()


def _uphill() -> tuple[tuple[int, ...], ...]:
    """By place of the firers and of the target: what ground and distance add to the defence."""
    return tuple(
        tuple(TEM[t] + (0 if k == t and k < AREAS else 2 if ELEVATION[t] > ELEVATION[k] else 1) for t in range(BOARD))
        for k in range(BOARD)
    )


UPHILL = _uphill()


@lru_cache(maxsize=1 << 12)
def _spaces(mask: int) -> tuple[int, ...]:
    return tuple(bits(mask))


def terms(s: Thunder, side: int) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    sign = 1.0 if side == ALLIED else -1.0
    return {name: sign * TERMS[name] * value for name, value in zip(NAMES, _values(s), strict=True)}


def evaluate(s: Thunder, side: int) -> float:
    """The value of a position for a side; a decided game is worth +-1000."""
    if s.result is not None:
        return 0.0 if not s.result.winners else WON if side in s.result.winners else -WON
    value: float = sum(map(mul, map(TERMS.__getitem__, NAMES), _values(s)))
    return value if side == ALLIED else -value


NAMES = (
    "points",
    "hold",
    "pressure",
    "cover",
    "quisling",
    "blood",
    "threat",
    "ready",
    "spotting",
    "smoke",
    "advantage",
    "melee",
    "streets",
    "night",
    "pending",
)


def _values(s: Thunder) -> tuple[float, ...]:
    """What each term comes to for the Allied side, in the order of NAMES."""
    late = _late(s)
    spotting = _spotting(s)
    threat = ready = 0.0
    use = _use(s)
    if use is not None:
        allied, german = use
        moving = _moving(s)
        committed = s.committed
        if moving:
            committed = committed[:]
            for u in moving:
                committed[u] = 1
        stances = _stances(s, ALLIED, committed), _stances(s, GERMAN, committed)
        threat = allied * _threat(s, ALLIED, committed, stances[ALLIED], stances[GERMAN])
        threat -= german * _threat(s, GERMAN, committed, stances[GERMAN], stances[ALLIED])
        ready = _ready(s, moving, allied, german)
    return (
        s.vp + s.bid,
        (0.5 + 0.5 * late) * _hold(s),
        (1.0 - 0.75 * late) * _pressure(s),
        _cover(s, ALLIED) - _cover(s, GERMAN),
        _quisling(s),
        _blood(s),
        threat,
        ready,
        spotting,
        s.supply[ALLIED] - s.supply[GERMAN],
        1.0 if s.advantage == ALLIED else -1.0,
        _melee(s),
        -sum(s.rubble[:22]),
        _night(s),
        pending(s),
    )


def _late(s: Thunder) -> float:
    """How much the next count decides: nothing on the first turn, all on the last, and most of it near the end."""
    first = FIELDS[s.rules.scenario].first
    return ((s.turn - first) / (s.last - first)) ** 2 if s.last > first else 1.0


def _use(s: Thunder) -> tuple[float, float] | None:
    """What the Uncommitted units of each side are still good for this turn; None: its impulses are over."""
    for step in reversed(s.stack):
        if type(step) is Impulse:
            if step.passes >= 2:
                return None
            if not step.passes:
                return 1.0, 1.0
            return (1.0, PASSED) if step.side == ALLIED else (PASSED, 1.0)
    return None


def _moving(s: Thunder) -> list[UnitId]:
    """A move under way is judged as if it ended here: whoever has moved will be Committed."""
    for step in reversed(s.stack):
        if type(step) is Impulse:
            break
        if type(step) is MoveImpulse:
            return [u for u in step.out if not s.committed[u]]
    return []


def _hold(s: Thunder) -> float:
    """What the next count of control would change; a contested Area goes to the stronger side some day.

    An Area left empty with enemies near is half given away.
    """
    value = 0.0
    tally, control = s.tally, s.control
    allies, germans = s.mask[FIGHTERS_AT + ALLIED], s.mask[FIGHTERS_AT + GERMAN]
    for area, worth, around in HOLDINGS:
        if control[area]:
            if germans >> area & 1:
                mine, theirs = tally[area] & FIGHTERS, tally[BOARD + area] & FIGHTERS
                value -= worth * (0.5 * (theirs / (mine + theirs)) ** 2 if mine else 0.95)
            elif around & germans and not allies >> area & 1:
                value -= UNGUARDED * worth
        elif allies >> area & 1:
            mine, theirs = tally[area] & FIGHTERS, tally[BOARD + area] & FIGHTERS
            value += worth * (0.5 * (mine / (mine + theirs)) ** 2 if theirs else 0.95)
        elif around & allies and not germans >> area & 1:
            value += UNGUARDED * worth
    return value


def _pressure(s: Thunder) -> float:
    """The share of each Area that goes by the weight of the sides near it, with the square law of combat."""
    value = 0.0
    control = s.control
    allied = FOUR_BYTES.unpack(_weights(s, ALLIED).to_bytes(4 * GOALS, "little"))
    german = FOUR_BYTES.unpack(_weights(s, GERMAN).to_bytes(4 * GOALS, "little"))
    for (area, worth, _), mine, theirs in zip(HOLDINGS, allied, german, strict=True):
        if control[area]:
            mine += KEPT
        else:
            theirs += KEPT
        mine *= mine
        value += worth * mine / (mine + theirs * theirs)
    return value


def _weights(s: Thunder, side: Side) -> int:
    """Combat units of a side by nearness to the Victory Point Areas, all goals in one number."""
    row, tally = side * BOARD, s.tally
    near = 0
    for k in _spaces(s.mask[FIGHTERS_AT + side]):
        here = tally[row + k]
        near += (here & FIGHTERS) * ON_FOOT[k]
        if here & TANKS:
            wheels = (here >> 16 & 0xFF) + (here >> 24 & 0xFF)
            near += wheels * (ON_WHEELS[k] - ON_FOOT[k])
    return near


def _cover(s: Thunder, side: Side) -> int:
    """What the ground gives to the Combat units of a side."""
    row, tally = side * BOARD, s.tally
    return sum([(tally[row + k] & FIGHTERS) * (TEM[k] - FAIR) for k in _spaces(s.mask[FIGHTERS_AT + side] & ALL_AREAS)])


@lru_cache(maxsize=1 << 12)
def _reach(spaces: int) -> int:
    """These Areas and those next to them."""
    near = spaces & ALL_AREAS
    for k in bits(near):
        near |= BESIDE[k]
    return near


def _quisling(s: Thunder) -> float:
    if s.turn > 3:
        return 0.0
    value = 0.0
    for area in QUISLING:
        if not s.quisling[area]:
            mine, theirs = s.tally[area] & FIGHTERS, s.tally[BOARD + area] & FIGHTERS
            if mine > theirs:
                value += 0.8
            elif mine:
                value += 0.3 * mine / (mine + theirs)
    return value


def _blood(s: Thunder) -> float:
    """Losses of both sides; an observer is back next turn, but not before."""
    return _bled(bytes(s.loc).translate(LOST_TO))


@lru_cache(maxsize=1 << 10)
def _bled(lost: bytes) -> float:
    return sum(compress(LOSS, lost))


class Stance(NamedTuple):
    """What the units of one side in one place can do and suffer."""

    strength: int
    """Attack Value before dice of everybody who can fire; 0: nobody can."""
    tanks: bool
    """Anti-Tank or Armor is among them."""
    frail: int
    """Lowest Defense Factor of the weaker Group."""
    soft: int
    """The same without Armor; 99: there is nothing but Armor."""
    many: int
    """Combat units of the weaker Group."""
    worth: float
    """What all of them are worth, in casualty points."""


@lru_cache(maxsize=1 << 14)
def _stance(units: tuple[int, ...], committed: bytes) -> Stance:
    """The stance of units, of which some are Committed: one byte each, or one for all of them."""
    strength = count = 0
    tanks = False
    frail = soft = 99
    weaker = 0
    many = [0, 0]
    for u, group in zip(units, cycle(committed), strict=False):
        if COMBAT[u]:
            many[group] += 1
        if not group and COMBAT[u]:
            count += 1
            strength = max(strength, AF[u])
            tanks = tanks or VEHICLE[u]
        if DF[group][u] < frail:
            frail, weaker = DF[group][u], group
        if KIND[u] != ARMOR:
            soft = min(soft, DF[group][u])
    if count:
        strength += min(count, 8) - 1 + (1 if count > 2 else 0)
    return Stance(strength, tanks, frail, soft, min(CROWD, many[weaker]), sum([WORTH[u] for u in units]))


NONE, EVERYBODY = b"\0", b"\1"


def _stances(s: Thunder, side: Side, committed: list[int]) -> dict[int, Stance]:
    """By place."""
    row, here, tally, found = side * BOARD, s.here, s.tally, {}
    for k in _spaces(s.mask[ANYONE_AT + side]):
        units = here[row + k]
        eager = tally[row + k] >> 48 & 0xFF
        if not eager:
            turned = EVERYBODY
        elif eager == len(units) and committed is s.committed:
            turned = NONE
        else:
            turned = bytes([committed[u] for u in units])
        found[k] = _stance(units, turned)
    return found


Stances = dict[int, Stance]


def _threat(s: Thunder, side: Side, committed: list[int], mine: Stances, theirs: Stances) -> float:
    """What this side's Uncommitted units and Artillery could expect to do from where they stand.

    Every place and every gun takes its best target; a place cannot suffer more than it is worth.
    """
    foes = s.mask[ANYONE_AT + 1 - side]
    suffered: dict[int, float] = {}
    night, haze = s.night, s.haze
    for k in _spaces(s.mask[ARMED_AT + side]):
        near = (BESIDE[k] | 1 << k) & foes
        if not near:
            continue
        strength, tanks, _, _, _, _ = mine[k]
        if not strength:
            continue
        best, at = -99, -1
        uphill = UPHILL[k]
        for t in _spaces(near):
            prey = theirs[t]
            lead = strength - uphill[t] - (prey.frail if tanks or t == k else prey.soft)
            if night or (haze and (haze >> k | haze >> t) & 1):
                lead -= 1
            if lead > best:
                best, at = lead, t
        if best > -WIDEST:
            suffered[at] = suffered.get(at, 0.0) + TOLL[theirs[at].many][min(best, WIDEST) + WIDEST]
    if foes:
        _shells(s, side, committed, theirs, suffered)
    return sum([min(points, theirs[t].worth) for t, points in suffered.items()])


def _shells(s: Thunder, side: Side, committed: list[int], theirs: Stances, suffered: dict[int, float]) -> None:
    """Add what each Artillery unit in hand could do to the place that it hurts most."""
    friends = s.mask[ANYONE_AT + side]
    targets = s.mask[ANYONE_AT + 1 - side] & (ALL_ZONES | ~friends)
    for gun, observer in BATTERIES[side]:
        if committed[gun] or s.loc[gun] != BOX[side]:
            continue
        if observer < 0:
            seen = 0 if s.night else targets & ~friends & ~s.haze
        elif committed[observer] or (at := s.loc[observer]) >= BOARD:
            continue
        else:
            seen = targets & RANGE[at]
        if not seen:
            continue
        strength = (NIGHT_AF if s.night else AF)[gun]
        resisting, t = min([(TEM[t] + theirs[t].frail, t) for t in _spaces(seen)])
        suffered[t] = suffered.get(t, 0.0) + TOLL[theirs[t].many][max(0, strength - resisting + WIDEST)]


def _ready(s: Thunder, moving: list[UnitId], allied: float, german: float) -> float:
    """Combat units that can still act this turn; who has the enemy near counts in full, the others for little."""
    value = 0.0
    for side, use in ((ALLIED, allied), (GERMAN, -german)):
        row, tally = side * BOARD, s.tally
        near = _reach(_reach(s.mask[FIGHTERS_AT + 1 - side]))
        for k in _spaces(s.mask[ARMED_AT + side]):
            value += use * (tally[row + k] >> 56) * (1.0 if near >> k & 1 else AT_EASE)
    for u in moving:
        if COMBAT[u]:
            side = OWNER[u]
            near = _reach(_reach(s.mask[FIGHTERS_AT + 1 - side]))
            use = allied if side == ALLIED else -german
            value -= use * (1.0 if near >> s.loc[u] & 1 else AT_EASE)
    return value


def _spotting(s: Thunder) -> float:
    """Observers where they can call Artillery onto somebody, or nearly; the more they see the better."""
    value = 0.0
    for side in (ALLIED, GERMAN):
        targets = s.mask[ANYONE_AT + 1 - side] & (ALL_ZONES | ~s.mask[ANYONE_AT + side])
        for observer in OBSERVERS[side]:
            if (at := s.loc[observer]) < BOARD:
                seen = (RANGE[at] & targets).bit_count()
                sees = 1.0 + 0.1 * min(seen, 6) if seen else 0.4 if SOON[at] & targets else 0.0
                value += sees if side == ALLIED else -sees
    return value


def _melee(s: Thunder) -> float:
    """What Close Combat in the contested Areas promises: the difference of the worth expected to be killed."""
    value = 0.0
    for area in _spaces(s.mask[FIGHTERS_AT] & s.mask[FIGHTERS_AT + 1] & ALL_AREAS):
        value += _fray(s.here[area], s.here[BOARD + area])
    return value


@lru_cache(maxsize=1 << 12)
def _fray(allied: tuple[int, ...], german: tuple[int, ...]) -> float:
    mine, theirs = [u for u in allied if COMBAT[u]], [u for u in german if COMBAT[u]]
    return _kills(mine, theirs) - _kills(theirs, mine)


def _kills(mine: list[int], theirs: list[int]) -> float:
    """Worth of the targets expected to fall, with attackers spread evenly and quality averaged."""
    skill = sum([CCF[u] for u in mine]) / len(mine) - sum([CCF[u] for u in theirs]) / len(theirs)
    helpers = max(0.0, len(mine) / len(theirs) - 1.0)
    chance = min(1.0, (1.0 + helpers + max(0.0, skill)) / 6.0)
    return chance * 3.0 * min(len(mine), len(theirs))


def _night(s: Thunder) -> float:
    """What a Night just declared promises: who is held up by more machine guns than the other side goes free.

    Afterwards it shows in what is moved, and is no reason to leave units unmoved.
    """
    top = s.stack[-1] if s.stack else None
    if not s.night or type(top) is not Impulse or top.side == s.advantage:
        return 0.0
    return _held_up(s, ALLIED) - _held_up(s, GERMAN)


def _held_up(s: Thunder, side: Side) -> int:
    """Uncommitted Combat units with ground beside them that enemy machine guns sweep by day."""
    swept = _reach(s.mask[GUNNERS_AT + 1 - side])
    row, tally = side * BOARD, s.tally
    return sum([tally[row + k] >> 56 for k in _spaces(s.mask[ARMED_AT + side]) if BESIDE[k] & swept])
