"""3.0 Prepare for play, and the set-up of Operation Avenger (10.5)."""

from typing import Any

from grognard.core import Step, rule
from grognard.games.cassino_1944.content import (
    ALLIED,
    AVENGER_BOXES,
    AVENGER_ROWS,
    BANKS,
    DEAD,
    DEFENSIVE_BOXES,
    GERMAN,
    HEXES,
    NOBODY,
    POOL,
    SIDE,
    SPACES,
    TURNS,
    UNIT_ROWS,
    UNITS,
    hex_id,
    unit_id,
)
from grognard.games.cassino_1944.rules.bidding import Bids
from grognard.games.cassino_1944.rules.sequence import Turn
from grognard.games.cassino_1944.rules.state import AVENGER_STARTS, Cassino, Rules, refresh

BOX = "defensive box"
"""What the scenario's list calls a box."""


@rule("1.0", "2.1", "2.2", "10.0")
def setup(scenario: str, options: dict[str, Any]) -> Cassino:
    """A fresh game: two sides, the counters of the scenario, the tracks at their first boxes."""
    chosen = dict(options)
    start = AVENGER_STARTS.index(chosen.pop("avenger_start", AVENGER_STARTS[0]))
    rules = Rules(avenger=scenario == "avenger", avenger_start=start, **chosen)
    s = Cassino(
        stack=(), seats=(0, 1), result=None, rules=rules, turn=1, impulse=0,
        loc=[POOL for _ in UNITS], damage=[0 for _ in UNITS], control=_first_control(), box=bytearray(SPACES),
    )  # fmt: skip
    if rules.avenger:
        _avenger(s)
    else:
        _campaign(s)
    for unit in UNITS:
        if s.loc[unit] < HEXES:
            s.control[s.loc[unit]] = SIDE[unit]
    refresh(s)
    first: tuple[Step, ...] = (Bids(),) if rules.bidding else ()
    s.stack = (Turn(), *first)
    return s


def _first_control() -> bytearray:
    """Each side holds its bank of the river, which gives the German side every VP hex."""
    control = bytearray([NOBODY] * SPACES)
    for bank in BANKS:
        side = GERMAN if 0 in bank else ALLIED
        for hex in bank:
            control[hex] = side
    return control


@rule("3.1.units", "3.1.reinf", "3.1.boxes", "3.1.turn", "3.1.impulse", "6.3.count", "2.1.code")
def _campaign(s: Cassino) -> None:
    """3.1 Units in their printed hexes, the others off the map, twelve boxes, turn 1, impulse A."""
    for unit, row in zip(UNITS, UNIT_ROWS, strict=True):
        if row.setup_hex is not None:
            s.loc[unit] = hex_id(row.setup_hex, "units.csv", "setup_hex")
    for hex in DEFENSIVE_BOXES:
        s.box[hex] = 1
    s.turn, s.impulse = 1, 0


@rule(
    "10.5.1.1001.36/143", "10.5.1.1102.36/142", "10.5.1.1105.36/141", "10.5.1.1204.4IND/11", "10.5.1.1304.4IND/5",
    "10.5.1.1304.4IND/7", "10.5.1.1602.753", "10.5.1.1602.756", "10.5.1.1605.34/133", "10.5.1.1704.34/135",
    "10.5.1.1804.1CCB", "10.5.1.1804.636TD", "10.5.1.1806.2NZ/6", "10.5.1.1807.2NZ/4+2NZ/5", "10.5.2.1003",
    "10.5.2.1005", "10.5.2.1104", "10.5.2.1107", "10.5.2.1205", "10.5.2.1305", "10.5.2.1406", "10.5.2.1606",
    "10.5.2.1607", "10.5.2.1609", "10.5.2.boxes", "10.5.2.elim", "10.5.3.abbey", "10.5.3.reserve", "10.5",
)  # fmt: skip
def _avenger(s: Cassino) -> None:
    """10.5 The position of 16 February: placed, damaged and eliminated units, six boxes, turn 6, impulse A."""
    for row in AVENGER_ROWS:
        if row.status == "on map" and row.unit != BOX and row.hex is not None:
            unit = unit_id(row.unit, "scenario_avenger.csv")
            s.loc[unit] = hex_id(row.hex, "scenario_avenger.csv")
            s.damage[unit] = row.damage or 0
        elif row.status == "eliminated":
            s.loc[unit_id(row.unit, "scenario_avenger.csv")] = DEAD
        elif row.status.startswith("Allied-controlled") and row.hex is not None:
            s.control[hex_id(row.hex, "scenario_avenger.csv")] = ALLIED
    for hex in AVENGER_BOXES:
        s.box[hex] = 1
    s.turn, s.impulse = TURNS, 0
    s.goal -= s.rules.avenger_handicap
