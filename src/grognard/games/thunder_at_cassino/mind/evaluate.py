"""What a position is worth: a few named terms in Victory Points, seen from the Allied side and turned round.

What computer players need of this game is named here, each by the name that they look for.
"""

from functools import lru_cache
from itertools import compress
from operator import itemgetter, mul

from grognard.core import Eyes, Mind, Step, Thrift, decided
from grognard.games.thunder_at_cassino.content import (
    ABBEY,
    ALL_AREAS,
    ALL_ZONES,
    ALLIED,
    AREAS,
    BESIDE,
    BOARD,
    CCF,
    COMBAT,
    DEAD,
    FIELDS,
    FOLDER,
    GERMAN,
    GUNS,
    LINKS,
    LOST,
    OBSERVER,
    QUISLING,
    RANGE,
    SIDE,
    TROOPS,
    VP_AREAS,
    Side,
)
from grognard.games.thunder_at_cassino.mind.candidates import APART, bold_candidates, candidates, effort, near
from grognard.games.thunder_at_cassino.mind.lapses import lapses
from grognard.games.thunder_at_cassino.mind.marches import march
from grognard.games.thunder_at_cassino.mind.pressure import STAKES, ground, pressure, spaces_in
from grognard.games.thunder_at_cassino.mind.probe import probe
from grognard.games.thunder_at_cassino.mind.threats import Line, line, threat
from grognard.games.thunder_at_cassino.mind.underway import WORTH, pending
from grognard.games.thunder_at_cassino.rules.close_combat import CloseAttack, CloseCombatPhase
from grognard.games.thunder_at_cassino.rules.fire import FireAttack
from grognard.games.thunder_at_cassino.rules.impulses import PASSES, Impulse
from grognard.games.thunder_at_cassino.rules.losses import Pay
from grognard.games.thunder_at_cassino.rules.movement import MoveImpulse
from grognard.games.thunder_at_cassino.rules.reinforcements import Arrivals, Reinforcement
from grognard.games.thunder_at_cassino.rules.sequence import EndOfTurn, FlipUp
from grognard.games.thunder_at_cassino.rules.setup import Bombardment, Deploy
from grognard.games.thunder_at_cassino.rules.state import (
    ANYONE_AT,
    ARMED_AT,
    FIGHTERS,
    FIGHTERS_AT,
    GUNNERS_AT,
    Thunder,
)
from grognard.games.thunder_at_cassino.rules.victory import (
    FOOTHOLD,
    IN_FORCE,
    ON_THE_HILL,
    ON_THE_SLOPE,
    QUISLING_TURNS,
)
from grognard.maps import members
from grognard.tables import Weights, read_weights

NAMES = (
    "points",
    "hold",
    "pressure",
    "cover",
    "quisling",
    "blood",
    "smoke",
    "advantage",
    "streets",
    "pending",
    "garrison",
    "melee",
    "threat",
    "ready",
    "spotting",
    "night",
    "march",
)
TERMS, LEVELS = read_weights(FOLDER / "data" / "weights.toml", NAMES)
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
MOST = 100
"""Positions that are enough to look through an action; like platoons count once, so there is little more to see."""

AT_RISK = ((2, 0.3), (4, 0.22), (6, 0.12))
"""The share of an empty Area that counts as lost to enemies within so many steps."""
AT_HAND = 0.75
"""The share of an empty Area that counts as won, on the last turn, by who acts next and is near enough to walk in."""
BLOOD = NAMES.index("blood")
SPENT = (0.9, 0.0)
"""By side: how much less losses weigh on the last turn, to who thinks of it; the defender needs his men to the end."""
Values = tuple[float, ...]


def _rings(area: int) -> tuple[tuple[int, float], ...]:
    """Sets of spaces round an Area, the nearest first, with the share of it that enemies there put at risk if empty."""
    far = APART[area]
    return tuple((sum(1 << k for k in range(BOARD) if far[k] <= steps), share) for steps, share in AT_RISK)


RINGS = tuple(_rings(area) for area in range(AREAS))
ON_TOP = 0.3
"""What a Combat unit on the slope weighs beyond a foothold, where troops in force there win."""
CONTESTED = 0.5
"""What sole possession of an Area, out of a fight for it, is worth before it is won."""
LOSS = tuple(WORTH[u] if SIDE[u] else -WORTH[u] for u in range(TROOPS))
ALLIED_OBSERVERS, GERMAN_OBSERVERS = (
    itemgetter(*[OBSERVER[gun] for gun in guns if OBSERVER[gun] >= 0]) for guns in GUNS
)
AT_EASE = 0.25
"""What it is worth to be Uncommitted two steps and more from any enemy."""
STILL = 6
"""Units freed by Night that weigh as much as the impulse that is still to come after declaring it."""
WAITS, PASSED = 0.4, 0.25
"""What fire to come is worth while the other side acts first, or if it may even end the phase; to who acts: all."""


LOST_TO = bytes(1 if DEAD <= at <= LOST else 0 for at in range(256))
"""By place, for `bytes.translate`: whether who is there is lost."""


def _soon() -> tuple[int, ...]:
    """By space: where an observer could call Artillery after one step; the Abbey, seen from everywhere, left out."""
    found = []
    for k in range(BOARD):
        seen = 0
        for n, _ in LINKS[k]:
            seen |= RANGE[n]
        found.append(seen & ~(1 << ABBEY))
    return tuple(found)


SOON = _soon()


def terms(s: Thunder, side: int, weights: Weights = TERMS) -> dict[str, float]:
    """The named parts of the value for a side, weighted.

    Fire to come counts alike for who acts next and who waits, so that a change of it tells what an action changed.
    """
    sign = 1.0 if side == ALLIED else -1.0
    values = (*_values(s, WAITS), march(s))
    return {name: sign * weights[name] * value for name, value in zip(NAMES, values, strict=True)}


def evaluate(s: Thunder, side: int, weights: Weights = TERMS) -> float:
    """The value of a position for a side; a decided game is worth +-1000."""
    if s.result is not None:
        return decided(s.result, side)
    value = sum(map(mul, weights.values(), _values(s)), 0.0)
    return value if side == ALLIED else -value


def tuned(s: Thunder, side: int, weights: Weights = LEVELS["general"]) -> float:
    """The same for a player who thinks of the end, of the phase and of the game.

    That a second pass ends the phase for the enemy too is no gain to him: passing is as good as doing nothing while the
    impulses go on, so he acts as long as any action gains. The Allied side spends lives on ground the later it is.
    """
    if s.result is not None:
        return decided(s.result, side)
    values = (*_standing(s, ahead=True), *_ahead(s, 1.0, goes_on=True), march(s))
    value = sum(map(mul, weights.values(), values), 0.0)
    value -= SPENT[side] * _late(s.rules.scenario, s.turn, s.last) * weights["blood"] * values[BLOOD]
    return value if side == ALLIED else -value


def standing(s: Thunder, side: int, weights: Weights = TERMS) -> float:
    """The same without what may come of it: what a player sees who does not think ahead."""
    if s.result is not None:
        return decided(s.result, side)
    value = sum(map(mul, weights.values(), _standing(s)), 0.0)
    return value if side == ALLIED else -value


def _values(s: Thunder, acts: float = 1.0) -> Values:
    """What the terms of everybody come to for the Allied side, in the order of NAMES; `acts`: of fire, to who acts."""
    return _standing(s, ahead=True) + _ahead(s, acts)


def _standing(s: Thunder, ahead: bool = False) -> Values:
    """The terms of what stands on the map and of the action under way; `ahead`: with what may still be taken."""
    late = _late(s.rules.scenario, s.turn, s.last)
    allies, germans = ground(s, ALLIED), ground(s, GERMAN)
    return (
        s.vp + s.bid,
        (0.5 + 0.5 * late) * _hold(s) + (last_chance(s) if ahead and s.turn >= s.last else 0.0),
        (1.0 - 0.75 * late) * pressure(s, allies, germans),
        allies.cover - germans.cover,
        _quisling(s),
        _blood(s),
        s.supply[ALLIED] - s.supply[GERMAN],
        1.0 if s.advantage == ALLIED else -1.0,
        -sum(s.rubble[:22]),
        pending(s),
    )


def _ahead(s: Thunder, acts: float, goes_on: bool = False) -> Values:
    """The terms of what may come of it: empty Areas, close combat, and what the Uncommitted may still do.

    `goes_on`: after two passes too, as if the other side were to act.
    """
    late = _late(s.rules.scenario, s.turn, s.last)
    use = _use(s, acts, goes_on)
    empty = (0.5 + 0.5 * late) * _garrison(s) if s.turn < s.last else 0.0
    if use is None:
        return empty, _melee(s), 0.0, 0.0, _spotting(s), 0.0
    committed = _committed(s)
    allied, german = line(s, ALLIED, committed), line(s, GERMAN, committed)
    fire = use[ALLIED] * threat(s, ALLIED, committed, allied, german)
    fire -= use[GERMAN] * threat(s, GERMAN, committed, german, allied)
    ready = _ready(s, ALLIED, allied) - _ready(s, GERMAN, german)
    return empty, _melee(s), fire, ready, _spotting(s), _night(s)


@lru_cache(maxsize=1 << 8)
def _late(scenario: str, turn: int, last: int) -> float:
    """How much the next count decides: nothing on the first turn, all on the last, and most of it near the end."""
    first = FIELDS[scenario].first
    return ((turn - first) / (last - first)) ** 2 if last > first else 1.0


def _use(s: Thunder, acts: float, goes_on: bool) -> tuple[float, float] | None:
    """What the Uncommitted units of each side are still good for this turn; None: its impulses are over."""
    for step in reversed(s.stack):
        if type(step) is Impulse:
            if step.passes >= PASSES and not goes_on:
                return None
            waits = PASSED if step.passes == PASSES - 1 else WAITS
            return (acts, waits) if step.side == ALLIED else (waits, acts)
    return None


def _committed(s: Thunder) -> bytes:
    """Who is Committed; a move under way is judged as if it ended here: whoever has moved will be Committed."""
    for step in reversed(s.stack):
        if type(step) is Impulse:
            break
        if type(step) is MoveImpulse and step.out:
            committed = bytearray(s.committed)
            for u in step.out:
                committed[u] = 1
            return bytes(committed)
    return bytes(s.committed)


def _hold(s: Thunder) -> float:
    """What the next count of control would change; a contested Area goes to the stronger side some day.

    On Hangman's Hill a foothold counts too.
    """
    value = 0.0
    tally, control = s.tally, s.control
    allies, germans = s.mask[FIGHTERS_AT + ALLIED], s.mask[FIGHTERS_AT + GERMAN]
    firing = s.mask[ARMED_AT : ARMED_AT + 2]
    for area, worth in zip(VP_AREAS, STAKES[s.rules.scenario], strict=True):
        if control[area]:
            if germans >> area & 1:
                mine, theirs = tally[area] & FIGHTERS, tally[BOARD + area] & FIGHTERS
                value -= worth * (
                    CONTESTED * (theirs / (mine + theirs)) ** 2 if mine else _sure(area, theirs, firing[ALLIED])
                )
        elif allies >> area & 1:
            mine, theirs = tally[area] & FIGHTERS, tally[BOARD + area] & FIGHTERS
            value += worth * (
                CONTESTED * (mine / (mine + theirs)) ** 2 if theirs else _sure(area, mine, firing[GERMAN])
            )
    if s.rules.scenario == ON_THE_HILL:
        many = sum([tally[area] & FIGHTERS for area in ON_THE_SLOPE])
        value += min(FOOTHOLD, many) + ON_TOP * max(0, min(IN_FORCE, many) - FOOTHOLD)
    return value


def _garrison(s: Thunder) -> float:
    """What is at stake in the Areas where nobody is: partly given away, the more the nearer the enemy is."""
    value = 0.0
    allies, germans = s.mask[FIGHTERS_AT + ALLIED], s.mask[FIGHTERS_AT + GERMAN]
    for area, worth in zip(VP_AREAS, STAKES[s.rules.scenario], strict=True):
        if not (allies | germans) >> area & 1:
            value += -worth * _risk(area, germans) if s.control[area] else worth * _risk(area, allies)
    return value


def last_chance(s: Thunder) -> float:
    """What is at stake there on the last turn: an empty Area changes hands only if somebody may still walk into it.

    Whoever has the next impulse nearly has it; once the impulses are over nobody does.
    """
    step = next((step for step in reversed(s.stack) if type(step) is Impulse), None)
    if step is None or step.passes >= PASSES:
        return 0.0
    committed = _committed(s)
    empty = ~(s.mask[FIGHTERS_AT + ALLIED] | s.mask[FIGHTERS_AT + GERMAN])
    value = 0.0
    for side, sign in ((ALLIED, 1.0), (GERMAN, -1.0)):
        places, many = _able(s, side, committed)
        open_to = [
            worth
            for area, worth in zip(VP_AREAS, STAKES[s.rules.scenario], strict=True)
            if empty >> area & 1 and bool(s.control[area]) != (side == ALLIED) and RINGS[area][0][0] & places
        ]
        sure = AT_HAND if step.side == side else AT_RISK[0][1]
        value += sign * sure * sum(sorted(open_to, reverse=True)[:many])
    return value


def _able(s: Thunder, side: Side, committed: bytes) -> tuple[int, int]:
    """Where a side's Combat units stand that may still act this turn, and how many they are: each takes one Area."""
    places = many = 0
    for k in spaces_in(s.mask[ARMED_AT + side]):
        fresh = sum([COMBAT[u] and not committed[u] for u in s.here[side * BOARD + k]])
        if fresh:
            places |= 1 << k
            many += fresh
    return places, many


@lru_cache(maxsize=1 << 14)
def _risk(area: int, enemies: int) -> float:
    """How far an Area where nobody is counts as lost to enemies at these places."""
    return next((share for within, share in RINGS[area] if within & enemies), 0.0)


def _sure(area: int, many: int, firing: int) -> float:
    """How sure units alone in an Area are to be there at the count: less, if somebody can fire at them."""
    return many / (many + 1.5) if BESIDE[area] & firing else 0.95


@lru_cache(maxsize=1 << 12)
def _reach(spaces: int) -> int:
    """These Areas and those next to them."""
    near = spaces & ALL_AREAS
    for k in members(near):
        near |= BESIDE[k]
    return near


def _quisling(s: Thunder) -> float:
    if s.turn > QUISLING_TURNS:
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


def _ready(s: Thunder, side: Side, mine: Line) -> float:
    """Combat units that can still act this turn; who has the enemy near counts in full, the others for little."""
    near = _reach(_reach(s.mask[FIGHTERS_AT + 1 - side]))
    return sum([count if near >> k & 1 else AT_EASE * count for k, _, _, count in mine.shots])


def _spotting(s: Thunder) -> float:
    """Observers where they can call Artillery onto somebody, or nearly; the more they see the better."""
    loc, anyone = s.loc, s.mask[ANYONE_AT : ANYONE_AT + 2]
    return _seen(ALLIED_OBSERVERS(loc), anyone[GERMAN] & (ALL_ZONES | ~anyone[ALLIED])) - _seen(
        GERMAN_OBSERVERS(loc), anyone[ALLIED] & (ALL_ZONES | ~anyone[GERMAN])
    )


@lru_cache(maxsize=1 << 12)
def _seen(places: tuple[int, ...], targets: int) -> float:
    value = 0.0
    for at in places:
        if at < BOARD:
            seen = (RANGE[at] & targets).bit_count()
            value += 1.0 + 0.1 * min(seen, 6) if seen else 0.4 if SOON[at] & targets else 0.0
    return value


def _melee(s: Thunder) -> float:
    """What Close Combat in the contested Areas promises: the difference of the worth expected to be killed."""
    value = 0.0
    for area in spaces_in(s.mask[FIGHTERS_AT] & s.mask[FIGHTERS_AT + 1] & ALL_AREAS):
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
    freed = _held_up(s, ALLIED) - _held_up(s, GERMAN)
    return freed + STILL if top.side == ALLIED else freed - STILL


def _held_up(s: Thunder, side: Side) -> int:
    """Uncommitted Combat units with ground beside them that enemy machine guns sweep by day."""
    swept = _reach(s.mask[GUNNERS_AT + 1 - side])
    row, tally = side * BOARD, s.tally
    return sum([tally[row + k] >> 56 for k in spaces_in(s.mask[ARMED_AT + side]) if BESIDE[k] & swept])


MIND: Mind[Thunder] = Mind(
    weights=TERMS,
    levels={
        "recruit": Eyes(evaluate=standing),
        "greedy": Eyes(evaluate=standing),
        "veteran": Eyes(weights=LEVELS["veteran"]),
        "general": Eyes(weights=LEVELS["general"], evaluate=tuned, candidates=bold_candidates),
    },
    evaluate=evaluate,
    terms=terms,
    rests=RESTS,
    candidates=candidates,
    thrift=Thrift(most=MOST, near=near, effort=effort),
    budgets={"veteran": 0.1, "general": 0.2},
    patience=5.0,
    lapses=lapses,
    probe=probe,
)
