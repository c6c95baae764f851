"""8.2 and 10 against a referee who read the rulebook and the component files for himself, place by place."""

import pytest

from grognard.core import clone
from grognard.games.thunder_at_cassino.content import ALLIED, AREAS, BOARD, GERMAN, LINKS, SPACE_NAMES, UNIT, Side
from grognard.games.thunder_at_cassino.rules.crossing import cost, has_way, objection, traits, ways
from grognard.games.thunder_at_cassino.rules.state import ANYONE_AT, place
from tests.games.thunder_at_cassino import referee
from tests.games.thunder_at_cassino.battlefield import POSITIONS, WALKERS, position

THUNDER = "thunder_at_cassino"


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
        if s.mask[ANYONE_AT + GERMAN] >> at & 1:
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
