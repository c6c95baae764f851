"""What a position is worth to a side: a few named terms, seen from the Allied side and turned round for the German."""

from grognard.core import Mind, Step
from grognard.games.battle_for_cassino.content import (
    ABBEY,
    ALLIED,
    CRT,
    FIGHTERS,
    FOLDER,
    GERMAN,
    HEXES,
    HOTEL,
    HQ_LIST,
    OF_SIDE,
    RATIO_COLUMNS,
    TOWN,
    Side,
)
from grognard.games.battle_for_cassino.mind.candidates import candidates
from grognard.games.battle_for_cassino.mind.goals import away
from grognard.games.battle_for_cassino.rules.assault import hex_defence
from grognard.games.battle_for_cassino.rules.combat import Combat
from grognard.games.battle_for_cassino.rules.duties import touches
from grognard.games.battle_for_cassino.rules.preparation import Missions
from grognard.games.battle_for_cassino.rules.setup import SetUp
from grognard.games.battle_for_cassino.rules.state import Battle, flags, pinned, strength
from grognard.games.battle_for_cassino.rules.supply import fed
from grognard.games.battle_for_cassino.rules.turns import Movement
from grognard.games.battle_for_cassino.rules.works import DeclareWorks
from grognard.tables import Weights, read_weights

NAMES = ("blood", "abbey", "hotel", "approach", "supply", "stores", "pins", "contact")
TERMS, LEVELS = read_weights(FOLDER / "data" / "weights.toml", NAMES)
RESTS: tuple[type[Step], ...] = (Missions, Movement, Combat, SetUp, DeclareWorks)
"""Where an action is complete."""
WON = 1000.0
MOST = 40
"""Positions beyond which a look through one action is not worth while."""


def _expected(column: int) -> tuple[float, float, float]:
    """Mean steps of attacker and defender, and how often the defender has to go."""
    results = [CRT.result(column, die) for die in range(1, 7)]
    return (
        sum(r.attacker_steps + 0.3 * r.attacker_retreat for r in results) / 6,
        sum(r.defender_steps for r in results) / 6,
        sum(r.defender_retreat > 0 for r in results) / 6,
    )


EXPECTED = tuple(_expected(column) for column in range(len(RATIO_COLUMNS)))


def contact(s: Battle, side: int) -> float:
    """What the assaults a side owes now would bring it: its enemies' steps and ground less its own steps."""
    total = 0.0
    supplied = fed(s, side)
    stunned = pinned(s)
    owed = touches(s, Side(side))
    by_hex: dict[int, list[int]] = {}
    for unit, hexes in owed.items():
        target = max(hexes, key=lambda h: (len(by_hex.get(h, ())) == 0, -h))
        by_hex.setdefault(target, []).append(unit)
    for hex, units in by_hex.items():
        full = sum([strength(s, u) for u in units if supplied >> s.loc[u] & 1 and not stunned >> u & 1])
        weak = sum([strength(s, u) for u in units if not supplied >> s.loc[u] & 1 or stunned >> u & 1])
        defence = hex_defence(s, hex, (), tuple(units))
        lose, win, gone = EXPECTED[RATIO_COLUMNS.ratio(full + weak // 4, defence)]
        prize = 3.0 if (ABBEY | HOTEL) >> hex & 1 else 1.0 if TOWN >> hex & 1 else 0.6
        total += win + gone * prize - 1.1 * lose
    return total


def _values(s: Battle) -> tuple[float, ...]:
    """Every term from the Allied side, unweighted."""
    germans = s.held[GERMAN]
    stunned = pinned(s)
    near = [0.0, 0.0]
    fed_units = [0, 0]
    for side in (ALLIED, GERMAN):
        supplied = fed(s, side)
        for unit in flags(FIGHTERS & OF_SIDE[side]):
            at = s.loc[unit]
            if at < HEXES:
                near[side] -= away(unit, at) / 60
                fed_units[side] += supplied >> at & 1
    for side in (ALLIED, GERMAN):
        for hq in HQ_LIST[side]:
            at = s.loc[hq]
            if at < HEXES:
                near[side] -= max(0, away(hq, at) - 8) / 60
    stores = sum([s.increments[hq] for hq in HQ_LIST[ALLIED]]) - sum([s.increments[hq] for hq in HQ_LIST[GERMAN]])
    pins = (stunned & OF_SIDE[GERMAN]).bit_count() - (stunned & OF_SIDE[ALLIED]).bit_count()
    owing = contact(s, s.side)
    return (
        float(s.lost[GERMAN] - s.lost[ALLIED]),
        -float(min((germans & ABBEY).bit_count(), 2)),
        -float(min((germans & HOTEL).bit_count(), 2)),
        near[ALLIED] - 0.3 * near[GERMAN],
        float(fed_units[ALLIED] - fed_units[GERMAN]),
        float(stores),
        float(pins),
        owing if s.side == ALLIED else -owing,
    )


def terms(s: Battle, side: int, weights: Weights = TERMS) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    sign = 1 if side == ALLIED else -1
    return {name: sign * weights[name] * value for name, value in zip(NAMES, _values(s), strict=True)}


def evaluate(s: Battle, side: int, weights: Weights = TERMS) -> float:
    """The value of a position for a side; a decided game is worth +-1000."""
    if s.result is not None:
        return WON if side in s.result.winners else -WON
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


MIND: Mind[Battle] = Mind(
    weights=TERMS,
    levels=LEVELS,
    evaluate=evaluate,
    terms=terms,
    rests=RESTS,
    candidates=candidates,
    most=MOST,
    probe=probe,
)
