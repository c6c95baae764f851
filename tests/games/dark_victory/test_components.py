"""The data: counters, three layers of places, walls, doors, tables; and what `grognard check` proves of them."""

import pytest

from grognard.games.dark_victory.check import CONSTRAINTS
from grognard.games.dark_victory.content import (
    COMMANDERS,
    COST,
    DATA,
    DEFENCE,
    DOORS,
    FACTOR,
    FORMATION,
    GRID,
    GUN_NAMES,
    HIGH,
    INSIDE,
    INTERMEDIATE,
    LEVEL,
    LIMIT,
    LOW,
    MEXICAN,
    MIDDLE,
    MODIFIER,
    MORALE,
    MOVES,
    POINTS,
    RAMPS,
    SIDE,
    SPACE,
    SPACE_NAMES,
    STEPS,
    TALL,
    TEXAN,
    UNIT,
    UNIT_NAMES,
    UNITS,
    WALL,
)

TITLE = "dark_victory"


def side(a: str, b: str) -> int:
    return GRID.side_of(a, b)


def stats(name: str, reduced: int = 0) -> tuple[int, int, int]:
    unit = UNIT[name]
    return MORALE[reduced][unit], POINTS[reduced][unit], MODIFIER[reduced][unit]


def test_every_constraint_holds() -> None:
    found = CONSTRAINTS.prove()
    assert len(found) > 40
    assert [f"{x.name}: {x.detail}" for x in found if not x.passed] == []


@pytest.mark.case(TITLE, "1.3", "1.3.ex")
def test_vector_1_the_perimeter_divides_inside_from_outside() -> None:
    inside = {h: bool(INSIDE >> SPACE[h] & 1) for h in ("2513", "2514", "2331", "2332")}
    assert inside == {"2513": False, "2514": True, "2331": True, "2332": False}
    walls = GRID.without(s for s in range(len(WALL)) if WALL[s])
    seen = frontier = {SPACE["0101"]}
    while frontier:
        frontier = {b for a in frontier for b in walls[a]} - seen
        seen = seen | frontier
    flooded = {h for h in range(len(GRID)) if not INSIDE >> h & 1}
    assert seen == flooded


@pytest.mark.case(TITLE, "2.4", "2.7", "2.7.B", "2.10", "2.10.M", "2.10.T", "2.13", "2.13.B")
def test_counters_of_both_armies() -> None:
    texan = [u for u in UNITS if SIDE[u] == TEXAN and STEPS[u]]
    mexican = [u for u in UNITS if SIDE[u] == MEXICAN and STEPS[u]]
    assert len(texan) == 36 and all(STEPS[u] == 1 for u in texan)
    assert len(mexican) == 82 and all(STEPS[u] == 2 for u in mexican)
    assert sum(STEPS[u] for u in mexican) == 164
    assert [sum(FORMATION[u] == c for u in mexican) for c in range(1, 6)] == [20, 20, 12, 6, 24]
    assert stats("T4-inf1")[:2] == (3, 2)
    assert stats("T1-inf1")[:2] == (5, 2)
    assert stats("T9-inf1")[:2] == (4, 1)
    assert stats("M1-F1") == (5, 4, 1) and stats("M1-F1", 1) == (4, 2, 1)
    assert stats("M2-F1") == (4, 4, 1) and stats("M2-F1", 1) == (3, 2, 1)
    assert stats("M4-L1") == (5, 4, 2) and stats("MR-S1")[2] == 2
    assert FORMATION[UNIT["T13-wom1"]] == 23 and FORMATION[UNIT["MR-G1"]] == 5


@pytest.mark.case(TITLE, "2.5", "2.9", "2.9.B", "2.9.C", "2.9.D", "2.9.E", "8.3.C", "8.4", "8.4.B", "14.5")
def test_marks_of_leaders_say_whom_they_command() -> None:
    def commands(leader: str) -> set[str]:
        return {UNIT_NAMES[u] for u in UNITS if UNIT[leader] in COMMANDERS[u]}

    assert commands("Jones") == {f"T4-inf{k}" for k in range(1, 7)}
    assert commands("Carey") == {f"T3-gun{k}" for k in range(1, 9)}
    assert "T4-inf1" in commands("Crockett") and "T3-gun1" not in commands("Crockett")
    for name in ("Bowie", "Travis", "Dickerson"):
        assert {"T4-inf1", "T3-gun1", "T2-pat1"} <= commands(name)
    assert commands("White") == {"T11-inf1"}
    assert "M2-F1" in commands("Castrillon") and "M1-F1" in commands("Castrillon")
    assert "M1-F1" not in commands("Duque") and "M2-F1" in commands("Duque")
    assert commands("Ampudia") == {f"MR-G{k}" for k in range(1, 5)} == commands("Salva")
    assert "MR-G1" not in commands("Almonte") and "MR-S1" in commands("Vega")


@pytest.mark.case(TITLE, "2.6", "2.14", "10.5")
def test_cannon_factors_action_factors_and_modifiers() -> None:
    assert dict(zip(GUN_NAMES, FACTOR, strict=True))["18pdr-1929"] == 5
    assert sorted(FACTOR) == [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5]
    bound = {UNIT_NAMES[u] for u in UNITS if not MOVES[u]}
    assert bound == {"Bowie", "T2-pat1", "T2-pat2", "T2-pat3", "T13-wom1", "T13-wom2"}
    assert {MODIFIER[k][u] for u in UNITS for k in (0, 1)} <= {-1, 0, 1, 2}


@pytest.mark.case(TITLE, "2.2", "9.5", "9.1")
def test_levels_and_walls_between_them() -> None:
    for h in ("2314", "2014", "1929"):
        assert LEVEL[SPACE[h]] == INTERMEDIATE
    for h in ("2925", "2926", "2927", "3025", "3125", "3226", "3326", "2619", "2718", "2030", "2129", "3024", "2723"):
        assert LEVEL[SPACE[h]] == HIGH
    for a in range(len(GRID)):
        for b in GRID.neighbours[a]:
            if LEVEL[a] and not LEVEL[b]:
                assert WALL[GRID.side(a, b)] == {INTERMEDIATE: MIDDLE, HIGH: TALL}[LEVEL[a]]


@pytest.mark.case(TITLE, "9.16.B", "9.16.C", "9.16.hist", "1.2.note")
def test_doors_lead_where_they_lead() -> None:
    pairs = {(SPACE_NAMES[a], SPACE_NAMES[b]) for a, b in DOORS}
    outside = {(a, b) for a, b in pairs if a.isdigit() and b.isdigit()}
    assert {h for pair in outside for h in pair} >= {"1816", "1817", "1819", "2717", "2820", "2824"}
    assert len(outside) == 6
    assert ("2329 in", "2328") in pairs or ("2328", "2329 in") in pairs  # the Main Gate is a door like others
    for a, b in (("1915", "1916"), ("1916", "1917"), ("1917", "1918")):
        assert WALL[side(a, b)] == TALL
        assert LEVEL[SPACE[a]] == 0


@pytest.mark.case(TITLE, "9.14.note", "9.11")
def test_rooftop_steps_are_low_walls_and_ramps_cross_walls() -> None:
    for a, b in (("2619", "2718"), ("2030", "2129"), ("3024", "3025"), ("3025", "3124")):
        assert WALL[side(a, b)] == LOW
    assert side("2029", "1929") in RAMPS and WALL[side("2029", "1929")] == MIDDLE
    assert side("2015", "2014") in RAMPS


@pytest.mark.case(TITLE, "9.20.ex", "TEC.trench", "TEC.works", "TEC.clear", "TEC.int", "TEC.high", "TEC.room")
@pytest.mark.case(TITLE, "TEC.ramp", "TEC.creek", "TEC.mud", "TEC.note", "6.4", "9.21")
def test_the_terrain_chart_in_the_hexes() -> None:
    def chart(h: str) -> tuple[int, int, int]:
        return COST[SPACE[h]], LIMIT[SPACE[h]], DEFENCE[SPACE[h]]

    for h in ("2414", "2327", "2820"):
        assert chart(h) == (2, 8, 2)
    for h in ("2512", "3029"):
        assert chart(h) == (6, 8, 0)
    assert chart("0505") == (1, 8, 0)
    assert chart("2314") == (1, 4, 0)
    assert chart("2621") == (1, 4, 0)
    assert chart("2621 in") == (1, 4, 0)
    assert chart("2015") == (1, 8, 0)
    assert chart("2111") == (2, 8, 2)
    mud = next(n for n in GRID.names if COST[SPACE[n]] == 6 and not INSIDE >> SPACE[n] & 1 and n > "3300")
    assert chart(mud) == (6, 8, 0)


@pytest.mark.case(TITLE, "9.23")
def test_creek_with_mud_costs_eight_and_ramps_and_walls_negate_the_creek() -> None:
    assert [n for n in GRID.names if COST[SPACE[n]] == 8]
    for h in ("2029", "2115", "2114", "2030"):
        assert (COST[SPACE[h]], DEFENCE[SPACE[h]]) == (1, 0)


def test_every_row_says_where_it_comes_from() -> None:
    counted = DATA.provenance()
    assert counted.total > 2000 and counted.printed > 100 and counted.reconstructed > 1500
    assert "reconstructed, balance choice" in DATA.read("units.csv") and "balance choice" in DATA.read("cannon.csv")
