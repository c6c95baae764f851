"""What a position is worth to a side: a few named terms, seen from the Allied side and turned round for the German."""

from math import exp

from grognard.core import Eyes, Mind, Step, Thrift, by_weights, decided
from grognard.games.battle_for_cassino.content import (
    ABBEY,
    ALLIED,
    COVER,
    FIGHTERS,
    FOLDER,
    GERMAN,
    HEXES,
    HOTEL,
    HQ_LIST,
    OF_SIDE,
    TOUCH,
    TOWN,
)
from grognard.games.battle_for_cassino.mind.candidates import candidates, replies
from grognard.games.battle_for_cassino.mind.closing import closing_operations
from grognard.games.battle_for_cassino.mind.goals import TO_ABBEY, away, points_to
from grognard.games.battle_for_cassino.mind.lapses import lapses
from grognard.games.battle_for_cassino.mind.operations import RALLY, bled_white, operations
from grognard.games.battle_for_cassino.mind.prospects import contact, prospects
from grognard.games.battle_for_cassino.mind.verdict import (
    PLAIN,
    STAKE,
    Prices,
    allied_chance,
    left,
    prices,
    short_chance,
)
from grognard.games.battle_for_cassino.rules.combat import Combat
from grognard.games.battle_for_cassino.rules.duties import touches
from grognard.games.battle_for_cassino.rules.preparation import Missions
from grognard.games.battle_for_cassino.rules.setup import SetUp
from grognard.games.battle_for_cassino.rules.state import Battle, flags, pinned
from grognard.games.battle_for_cassino.rules.supply import fed
from grognard.games.battle_for_cassino.rules.turns import Movement
from grognard.games.battle_for_cassino.rules.victory import butchery
from grognard.games.battle_for_cassino.rules.works import DeclareWorks
from grognard.maps import members
from grognard.tables import Weights, read_weights

NAMES = (
    "blood",
    "abbey",
    "hotel",
    "approach",
    "supply",
    "stores",
    "pins",
    "contact",
    "verdict",
    "ending",
    "hope",
    "keep",
    "town",
)
TERMS, LEVELS = read_weights(FOLDER / "data" / "weights.toml", NAMES)
RESTS: tuple[type[Step], ...] = (Missions, Movement, Combat, SetUp, DeclareWorks)
"""Where an action is complete."""
HOPES, HOPE = 3, 0.5
"""Assaults a side may hope for before it moves, and how much of them is counted."""
GERMAN_MINDS = 2.5
"""Turns left from which the German general minds the verdict: before, steps of his own are what costs the enemy his."""
TO_THE_ABBEY = points_to(TO_ABBEY, False)
ENDING = 4.0
"""Turns in which what an objective will be worth in the end shrinks to a third, looked at from earlier ones."""
NEAR_LIMIT = 20
"""Allied steps before the limit that weigh more than others."""
MOST = 40
"""Positions beyond which a look through one action is not worth while."""


def _values(s: Battle, judged: bool = False, fair: bool = False) -> tuple[float, ...]:
    """Every term from the Allied side, unweighted. `judged`: steps are worth what they mean for the verdict (18.0).
    `fair`: assaults that may be chosen are a term of their own and count until somebody moves, so that to end one's
    fire costs nothing; otherwise they count as contact while one fires, and then no more."""
    of = prices(s) if judged else PLAIN
    germans = s.held[GERMAN]
    near = [0.0, 0.0]
    fed_units = [0, 0]
    for side in (ALLIED, GERMAN):
        supplied = fed(s, side)
        for unit in flags(FIGHTERS & OF_SIDE[side]):
            at = s.loc[unit]
            if at < HEXES:
                near[side] -= away(unit, at) / 60
                if side == GERMAN:
                    near[side] += 0.3 * COVER[at]
                fed_units[side] += supplied >> at & 1
        for hq in HQ_LIST[side]:
            at = s.loc[hq]
            if at < HEXES:
                near[side] -= max(0, away(hq, at) - 8) / 60
    stores = sum([s.increments[hq] for hq in HQ_LIST[ALLIED]]) - sum([s.increments[hq] for hq in HQ_LIST[GERMAN]])
    top = type(s.stack[-1]) if s.stack else None
    hope = _hope(s, of) if fair and (top is Missions or (top is Movement and not s.moved)) else 0.0
    owing = 0.0 if fair and top is Missions else _owing(s, of)
    return (
        of.german * s.lost[GERMAN] - (of.german * s.lost[ALLIED] if judged else _price_of(s.lost[ALLIED], butchery(s))),
        -_grip(s, germans & ABBEY),
        -_grip(s, germans & HOTEL),
        near[ALLIED] - near[GERMAN],
        float(fed_units[ALLIED] - fed_units[GERMAN]),
        float(stores),
        _stunned(s, GERMAN) - _stunned(s, ALLIED),
        owing if s.side == ALLIED else -owing,
        STAKE * allied_chance(s) if judged else 0.0,
        -(2 * _grip(s, germans & ABBEY) + _grip(s, germans & HOTEL)) * exp(-(left(s) - 0.5) / ENDING),
        hope if s.side == ALLIED else -hope,
        bled_white(s) * sum([TO_THE_ABBEY[s.loc[u]] for u in flags(RALLY) if s.loc[u] < HEXES]) / 60,
        STAKE * short_chance(s) if s.rules.short else 0.0,
    )


def _grip(s: Battle, held: int) -> float:
    """How firmly the Germans hold an objective: the first hex counts most, and then who stands there."""
    if not held:
        return 0.0
    steps = sum([s.steps[u] for hex in members(held) for u in s.here[hex]])
    return 1.0 + 0.15 * min(held.bit_count() - 1, 3) + 0.03 * min(steps, 24)


def _price_of(lost: int, limit: int) -> float:
    """Allied steps weigh more as the number draws near that decides the game, and less beyond it."""
    return lost + 0.5 * max(0, min(lost, limit) - limit + NEAR_LIMIT) - 0.5 * max(0, lost - limit)


def _stunned(s: Battle, side: int) -> float:
    """Pinned units of a side; one in touch with the enemy defends badly and must attack worse."""
    held = s.held[1 - side]
    total = 0.0
    for unit in flags(pinned(s) & OF_SIDE[side] & FIGHTERS):
        at = s.loc[unit]
        if at < HEXES:
            total += 1.0 if TOUCH[at] & held else 0.4
    return total


def _owing(s: Battle, of: Prices) -> float:
    """What assaults bring the moving side: before it moves those it may choose, then those it owes."""
    top = type(s.stack[-1]) if s.stack else None
    if top is Missions:
        return _hope(s, of)
    return contact(s, s.side, top is Movement, of)


def _hope(s: Battle, of: Prices) -> float:
    """What the best assaults a side may choose would bring it, as far as that is counted."""
    return HOPE * sum(sorted([v for v in prospects(s, s.side, of).values() if v > 0], reverse=True)[:HOPES])


def terms(s: Battle, side: int, weights: Weights = TERMS) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    sign = 1 if side == ALLIED else -1
    minds = weights["verdict"] > 0 and not s.rules.short and (side == ALLIED or left(s) <= GERMAN_MINDS)
    values = _values(s, minds, weights["hope"] > 0)
    return {name: sign * weights[name] * value for name, value in zip(NAMES, values, strict=True)}


def evaluate(s: Battle, side: int, weights: Weights = TERMS) -> float:
    """The value of a position for a side; a decided game is worth +-1000."""
    if s.result is not None:
        return decided(s.result, side)
    return sum(terms(s, side, weights).values())


def probe(s: Battle) -> dict[str, float]:
    """Figures of a position that studies follow from turn to turn."""
    return {
        "allied_steps_lost": float(s.lost[ALLIED]),
        "german_steps_lost": float(s.lost[GERMAN]),
        "germans_in_abbey": float((s.held[GERMAN] & ABBEY).bit_count()),
        "germans_in_hotel": float((s.held[GERMAN] & HOTEL).bit_count()),
        "germans_in_town": float((s.held[GERMAN] & TOWN).bit_count()),
        "contact": float(len(touches(s, s.side))),
    }


def margin(s: Battle) -> float:
    """How well a game that is over went for the Allied side: the objectives, then steps lost."""
    germans = s.held[GERMAN]
    return -s.lost[ALLIED] / 100 - 2 * bool(germans & ABBEY) - bool(germans & HOTEL)


MIND: Mind[Battle] = Mind(
    weights=TERMS,
    levels={**by_weights(LEVELS), "general": Eyes(weights=LEVELS["general"], operations=closing_operations)},
    evaluate=evaluate,
    terms=terms,
    rests=RESTS,
    candidates=candidates,
    operations=operations,
    thrift=Thrift(most=MOST, again=6, settles=False),
    replies=replies,
    budgets={"veteran": 0.2, "general": 0.2},
    lapses=lapses,
    probe=probe,
    margin=margin,
)
