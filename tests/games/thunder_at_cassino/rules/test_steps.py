"""8.2 and 10 against a referee who read the rulebook and the component files for himself, place by place."""

from typing import Any

import pytest

from grognard.core import clone
from grognard.games.thunder_at_cassino.content import ALLIED, AREAS, BOARD, GERMAN, LINKS, SPACE_NAMES, UNIT, Side
from grognard.games.thunder_at_cassino.rules.crossing import cost, has_way, objection, traits, ways
from grognard.games.thunder_at_cassino.rules.state import Thunder, place
from tests.games.thunder_at_cassino import referee
from tests.games.thunder_at_cassino.kit import board, company

THUNDER = "thunder_at_cassino"

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


@pytest.mark.case(THUNDER, "8.23.A", "8.23.B", "8.23.C", "8.23.D", "8.23.night", "8.23.max", "8.24", "19.12.mg")
@pytest.mark.case(THUNDER, "10.4", "10.4.exit", "10.4.night", "10.41", "15.3", "16.2", "16.22")
@pytest.mark.parametrize("name", POSITIONS)
def test_every_place_costs_what_the_referee_says(name: str) -> None:
    s = position(**POSITIONS[name])
    p = referee.Position.of(s)
    for side, told in ((ALLIED, "Allied"), (GERMAN, "German")):
        prices = {SPACE_NAMES[k]: cost(s, side, k) for k in range(BOARD)}
        assert prices == {SPACE_NAMES[k]: referee.step_price(p, told, SPACE_NAMES[k]) for k in range(BOARD)}


@pytest.mark.case(THUNDER, "8.2", "8.21.inf", "8.21.armat", "8.22", "10.1", "10.42", "10.7", "7.1", "7.2", "7.2.ban")
@pytest.mark.case(THUNDER, "18.2.enter", "19.12.white", "10.3", "10.4.through")
@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_every_first_step_of_every_kind_of_unit_is_the_referees(name: str, side: Side) -> None:
    """Steps into places with no room for it are left to the tests of transit."""
    base = position(**POSITIONS[name])
    for walker in WALKERS[side]:
        unit = UNIT[walker]
        for at in range(BOARD):
            if not base.open[side] >> at & 1:
                continue
            s = clone(base)
            place(s, unit, at)
            p = referee.Position.of(s)
            t = traits(s, (unit,))
            wanted = referee.first_steps(p, walker)
            listed = {SPACE_NAMES[n] for n in ways(s, side, at, t, at)}
            full = {SPACE_NAMES[n] for n, _ in LINKS[at] if not referee.room(p, walker, SPACE_NAMES[n])}
            assert listed - full == wanted, (walker, SPACE_NAMES[at])
            for n, white in LINKS[at]:
                refused = objection(s, side, at, t, at, n, white) is not None
                assert refused == (SPACE_NAMES[n] not in listed), (walker, SPACE_NAMES[at], SPACE_NAMES[n])
            assert has_way(s, side, at, unit) == bool(listed)


@pytest.mark.case(THUNDER, "8.2", "8.22", "7.1")
def test_a_party_goes_where_its_slowest_its_vehicles_and_all_together_can() -> None:
    """A Sherman, a company and a gun together: white borders only, the fewest Movement Factors, room for all."""
    s = position()
    for at in range(AREAS):
        if s.mask[1] >> at & 1:
            continue
        here = clone(s)
        party = [UNIT[n] for n in ("760 US-1", "21 NZ A-1", "21 NZ A-2", "7 NZ A/T-2")]
        for u in party:
            place(here, u, at)
        p = referee.Position.of(here)
        names = ("760 US-1", "21 NZ A-1", "21 NZ A-2", "7 NZ A/T-2")
        slowest = min(int(referee.TROOPS[n]["mf"]) for n in names)
        wanted = {
            to
            for to in set.intersection(*(referee.first_steps(p, n) for n in names))
            if referee.step_price(p, "Allied", to) <= slowest and to not in ("21", "49", "23")
        }
        listed = {SPACE_NAMES[n] for n in ways(here, ALLIED, at, traits(here, party), at)}
        assert listed - {"21", "49", "23"} == wanted, SPACE_NAMES[at]
