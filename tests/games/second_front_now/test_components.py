"""2.0 The components as the files have them."""

import csv
from collections import Counter

import pytest

from grognard.games.second_front_now import check
from grognard.games.second_front_now.content import (
    ALLIED,
    ARMOR,
    ARTILLERY,
    BLOODED_OF,
    COMMONWEALTH,
    DATA,
    FOLDER,
    GERMAN,
    GRID,
    HQ,
    INFANTRY,
    KIND,
    MOVES,
    NATION,
    ROSTER,
    SPACE,
    STEPS,
    TERRAIN,
    TURN_ROWS,
    UNIT,
    UNIT_ROWS,
    UNITS,
    US,
    VALUE,
)
from grognard.games.second_front_now.content import PLACE_NAME as NAMES

C = "second_front_now"


def test_every_constraint_of_the_data_holds():
    assert [finding.name for finding in check.CONSTRAINTS.prove() if not finding.passed] == []


@pytest.mark.case(C, "2.1")
@pytest.mark.case(C, "T.sheet1")
@pytest.mark.case(C, "T.sheet2")
@pytest.mark.case(C, "2.9")
@pytest.mark.case(C, "8.4.mark")
def test_352_counters_on_two_sheets():
    markers = list(csv.DictReader((FOLDER / "data" / "markers.csv").open(encoding="utf-8")))
    count = {row["marker"]: int(row["count"]) for row in markers}
    assert len(ROSTER[ALLIED]) == 176 and len(ROSTER[GERMAN]) + sum(count.values()) == 176
    assert count["Replacements (REPS)"] == 5 and count["Decimal chit 1-10"] == 10 and count["Aerial Supply"] == 3


@pytest.mark.case(C, "2.3")
@pytest.mark.case(C, "1.2")
def test_hex_numbers():
    assert NAMES[SPACE["2412"]] == "Amiens" and TERRAIN[SPACE["2412"]] == "city"
    near = {GRID.names[h] for h in GRID.neighbours[SPACE["1414"]]}
    assert near == {"1313", "1314", "1413", "1415", "1513", "1514"}
    assert len(GRID) == 725 and sum(VALUE.values()) == 50


@pytest.mark.case(C, "2.4")
@pytest.mark.case(C, "2.10")
@pytest.mark.case(C, "2.11")
@pytest.mark.case(C, "2.12")
def test_what_a_counter_says():
    row = UNIT_ROWS[UNIT["51 British Infantry"]]
    assert (row.anti_armor, row.anti_infantry, row.moves, row.reduced_moves) == (3, 4, 3, 2)
    assert STEPS[UNIT["51 British Infantry"]] == 2 and STEPS[UNIT["I British Corps"]] == 1
    assert MOVES[UNIT["Guards Armoured"]] == (0, 3, 4) and MOVES[UNIT["I British Corps"]] == (0, 3, 3)
    assert Counter(STEPS)[1] == 44 + 37 + 3, "untried divisions, artillery, headquarters"


@pytest.mark.case(C, "2.6")
def test_three_kinds_of_ground_unit():
    assert KIND[UNIT["Guards Armoured"]] == ARMOR and KIND[UNIT["82 Airborne"]] == INFANTRY
    assert KIND[UNIT["60 Panzer Grenadier"]] == INFANTRY and KIND[UNIT["V US Corps"]] == ARTILLERY
    assert Counter(KIND)[HQ] == 3


@pytest.mark.case(C, "2.7")
@pytest.mark.case(C, "2.8")
@pytest.mark.case(C, "2.8.min")
def test_nations_and_their_groups():
    groups = {
        row.nationality: {NATION[u] for u in UNITS if UNIT_ROWS[u].nationality == row.nationality} for row in UNIT_ROWS
    }
    for name in ("British", "Canadian", "Polish", "Belgian/Netherlands"):
        assert groups[name] == {COMMONWEALTH}
    assert groups["US"] == groups["Free French"] == {US}
    shorts = {row.short for row in UNIT_ROWS}
    assert {"BO", "CA", "DU", "LH", "GD", "HG", "B/N", "AB", "PC"} <= shorts


@pytest.mark.case(C, "2.13")
def test_44_divisions_have_a_green_counter():
    assert len(BLOODED_OF) == 44 and len(set(BLOODED_OF.values())) == 44
    for green, blooded in BLOODED_OF.items():
        assert STEPS[green] == 1 and STEPS[blooded] == 2 and KIND[green] == KIND[blooded]
        assert MOVES[green][1] == MOVES[blooded][1]


@pytest.mark.case(C, "T.turn")
def test_the_turn_record():
    assert len(TURN_ROWS) == 80 and TURN_ROWS[0].date == "2 Sep 1943" and TURN_ROWS[79].date == "20 Nov 1943"
    totals = [sum(getattr(row, f"{who}_rp") for row in TURN_ROWS) for who in ("german", "us", "commonwealth")]
    assert totals == [14, 24, 18]
    marked = {
        name: [r.game_turn for r in TURN_ROWS if getattr(r, name)] for name in ("air", "italy", "russia", "storm")
    }
    assert marked["air"] == marked["italy"] == list(range(5, 81, 5))
    assert marked["russia"] == list(range(20, 81, 5)) and marked["storm"] == list(range(10, 80, 5))


def test_reconstructed_rows_say_so():
    assert DATA.provenance("units.csv").printed <= 60


def test_what_was_mended_in_the_data():
    """Names are unique by nation with labels that fit a counter, rivers reach one another, and places have accents."""
    names = [row.name for row in UNIT_ROWS]
    assert len(set(names)) == len(names) and max(len(row.short) for row in UNIT_ROWS) <= 6
    assert {"1 US Infantry", "1 British Infantry", "44 German Infantry", "II US Corps"} <= set(names)
    assert "4 US Armored (untried)" in names and UNIT_ROWS[UNIT["276 German Infantry"]].setup == "Russia"
    rows = list(csv.DictReader((FOLDER / "data" / "map_hexsides.csv").open(encoding="utf-8")))
    courses = {(row["hex_a"], row["hex_b"], row["name"]) for row in rows if row["type"] == "river"}
    assert {("1818", "1918", "Oise"), ("2223", "2224", "Loing"), ("3410", "3411", "Sambre")} <= courses
    assert {"Fécamp", "Évreux", "Orléans", "Compiègne", "Châlons"} <= set(NAMES.values())
    assert {"Due", "Converted"} <= set(SPACE)
