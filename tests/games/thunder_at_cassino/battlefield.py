"""One crowded position for the tests that ask about every place: all kinds of units, full Areas, contact, Zones."""

from typing import Any

from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests.games.thunder_at_cassino.kit import board, company

ALLIES = {
    "13": ["25 NZ A-1", "25 NZ MG"],
    "4": ["19 Armd B-1"],
    "25": ["7 NZ A/T-1", "NZ Div Obs"],
    "44": ["1/9 Gur A-1"],
    "A": ["1/9 Gur B-1"],
    "G": company("25 NZ B"),
    "49": [*company("25 NZ C"), *company("24 NZ A"), *company("24 NZ D"), "24 NZ B-1"],
    "23": company("19 Armd A"),
    "21": [*company("26 NZ A"), *company("26 NZ B"), *company("26 NZ C"), "26 NZ MG", "6 NZ Bde Obs"],
}
GERMANS = {
    "14": ["6/II/3-1"],
    "16": ["8/II/3-1", "14/3 A/T-1"],
    "9": ["1 Para Div Obs"],
    "12": ["242 StuG-1"],
    "13": ["5/II/3-1"],
    "54": ["3/1MG M-1"],
    "66": ["9/III/3-1"],
    "H": ["10/III/3-1", "10/III/3-2"],
    "J": company("2/I/3"),
    "K": [*company("1/I/3"), *company("3/I/3")],
    "26": ["242 StuG-2", "242 StuG-8", "242 StuG-14"],
    "28": [*company("7/II/3"), *company("1/115 Pz Gr"), *company("2/115 Pz Gr"), "2/1MG M-1"],
    "33": ["3 Para Reg Obs"],
}
SMOKE = [{"space": "16", "side": "Allied", "number": 9}, {"space": "J", "side": "Allied", "number": 9}]
WALKERS = {
    ALLIED: ("21 NZ A-1", "1/4 Esx A-1", "24 NZ MG", "760 US-1", "NZ Corps Obs", "6F"),
    GERMAN: ("11/III/3-1", "8/II/3-2", "14/3 A/T-2", "1 Para Reg Obs"),
}
"""One unit of each kind, put into every place in turn."""


def position(**columns: Any) -> Thunder:
    units = {name: [*ALLIES.get(name, ()), *GERMANS.get(name, ())] for name in (*ALLIES, *GERMANS)}
    return board(units, **columns)


POSITIONS: dict[str, dict[str, Any]] = {
    "day": {},
    "night": {"night": True, "night_turn": 4},
    "smoke": {"smoke": SMOKE},
    "first turn": {"turn": 1},
    "reserves": {"turn": 11, "last": 15},
}
