"""1.2 Areas and control, 2.0 set-up."""

import csv
from collections.abc import Iterable

import pytest

from grognard.core import settle
from grognard.core.chance import Script
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import (
    AREA_ROWS,
    AREAS,
    BATTALION,
    BATTALIONS,
    CF,
    CHITS,
    HELD_BY_ALLIES,
    HELD_BY_GERMANS,
    KINDS,
    LEVEL,
    MAIN_STARS,
    NO_KIND,
    RAIL_STARS,
    RESISTANCE,
    SPACE_NAMES,
    TROOP_ROWS,
    UNIT_NAMES,
    WAY,
)
from grognard.games.cities_of_the_damned.rules.events import AirCame, ArtilleryCame, WeatherRolled
from tests.games.cities_of_the_damned.kit import A, K, U, do, every, heard, held, inside, table
from tests.kit import asks, offered, refusal

CITY = "cities_of_the_damned"

PLACED = tuple(f"at {area}" for area in ("54", "54", "54", "59", "55", "55", "55", "58", "54", "55"))


@pytest.mark.case(CITY, "2.0", "2.0.a", "2.0.b")
def test_blue_chits_in_the_container_grey_ones_aside() -> None:
    s = GAME.new()
    count = {CHITS[k].name: s.cup[k] for k in range(KINDS)}
    assert count["FJ infantry 1"] + count["FJ infantry 2"] == 7
    assert count["FJ MG 1"] + count["FJ MG 2"] == 4
    assert count["FJ StuG III 1"] + count["FJ StuG III 2"] == 2
    assert (count["FJ artillery 1"], count["FJ sniper"]) == (3, 2)
    assert sum(s.cup) == 18
    assert not s.grey
    grey = {CHITS[k].name: CHITS[k].copies for k in range(KINDS) if CHITS[k].grey}
    assert sum(grey.values()) == 10
    assert grey["PG infantry 1"] + grey["PG infantry 2"] == 3
    assert grey["PG MG 1"] + grey["PG MG 2"] == 3
    assert (grey["PG Panzer IV 2"], grey["PG artillery 1"]) == (2, 2)


@pytest.mark.case(CITY, "2.0.c")
def test_the_first_group_goes_to_white_areas_within_stacking() -> None:
    s = GAME.new()
    settle(s, Script())
    assert offered(GAME, s) == ["usual", "at 54", "at 55", "at 58", "at 59"]
    assert refusal(GAME, s, "at 48").key == "not_white"
    three = do(s, "at 54", "at 54", "at 54")
    assert refusal(GAME, three, "at 54").rule == "6.1.3", "a fourth company of 24 NZ"
    assert offered(GAME, three) == ["at 55", "at 58", "at 59"]
    done = do(s, *PLACED[:9])
    assert refusal(GAME, done, "at 54").rule == "6.1.3", "a second armor unit"
    full = do(done, "at 55", dice=(1, 1, 1))
    assert inside(full, "54") == {"A/24NZ", "B/24NZ", "C/24NZ", "A/19NZ"}
    assert inside(full, "Set-up") == set()


@pytest.mark.case(CITY, "2.0.d", "2.0.d.combat")
def test_26_nz_enters_at_10_or_61_and_fights_at_once() -> None:
    s = table({"Off-map East": ("A/26NZ", "C/19NZ")}, turn=4, round=3)
    s = do(s, "activate A/26NZ")
    assert [o for o in offered(GAME, s) if o.startswith("enter")] == ["enter 10", "enter 61"]
    assert refusal(GAME, s, "enter 17").rule == "2.0.d"
    s = do(s, "enter 10")
    assert asks(s).prompt == "direct"
    assert s.marks[U["A/26NZ"]] == 0
    assert s.ap == 9, "one AP, never a river"
    rest = do(s, "support 0 > 0", "lower 0 > 0 > no", dice=(1, K["FJ infantry 1"], K["FJ infantry 1"], (6, 1)))
    assert held(rest, "10") == "Allied"
    assert asks(rest).numbers[0] == 2, "the entry was the first of three areas"
    assert refusal(GAME, table({"Off-map East": ("A/26NZ",)}), "bring A/26NZ").key == "not_available"


@pytest.mark.case(CITY, "2.0.e", "2.0.f", "2.0.g", "2.0.h", "2.0.i")
def test_turn_1_is_clear_with_one_roll_each_and_nothing_on_the_tracks() -> None:
    s, events = heard(GAME.new(), *PLACED, dice=(2, 6, 4))
    assert (s.turn, s.round, s.rain) == (1, 1, False)
    assert every(events, WeatherRolled) == []
    assert [e.points for e in every(events, AirCame)] == [4]
    assert [e.points for e in every(events, ArtilleryCame)] == [8]
    assert (s.ap, s.vp) == (8, 0)
    assert set(s.marks) == {0} and set(s.marker) == {NO_KIND}
    assert [SPACE_NAMES[a] for a in range(AREAS) if s.control[a] == HELD_BY_ALLIES] == ["54", "55", "58", "59"]


def _listed(areas: Iterable[int]) -> str:
    return ", ".join(SPACE_NAMES[a] for a in areas)


@pytest.mark.case(CITY, "1.2.control.a", "1.2.white_rl", "1.2.area_values", "1.2.vp_star")
def test_areas_and_their_values() -> None:
    s = GAME.new()
    for a, row in enumerate(AREA_ROWS):
        assert s.control[a] == (HELD_BY_ALLIES if row.white else HELD_BY_GERMANS)
        assert LEVEL[a] in (1, 2, 3) and RESISTANCE[a] in (0, 1, 2, 3)
        assert row.id.startswith("R") == (row.map == "rail")
    assert [SPACE_NAMES[a] for a in MAIN_STARS] == ["2", "6", "12", "15", "28", "29", "38", "46"]
    assert [SPACE_NAMES[a] for a in RAIL_STARS] == ["R9", "R13", "R17"]
    with (GAME.folder / "data" / "cases.csv").open(encoding="utf-8", newline="") as file:
        told = next(row["summary"] for row in csv.DictReader(file) if row["id"] == "1.2.vp_star")
    assert f"Main {_listed(MAIN_STARS)}; Rail {_listed(RAIL_STARS)} (" in told
    assert (LEVEL[A["38"]], RESISTANCE[A["38"]]) == (3, 1)
    assert (LEVEL[A["12"]], RESISTANCE[A["12"]]) == (1, 3)


@pytest.mark.case(
    CITY, "1.2.areas", "1.2.river", "6.1.1", "6.1.1.a", "6.1.1.b", "6.1.1.c", "6.1.1.d", "6.1.1.e", "6.1.4.a"
)
def test_connections() -> None:
    links = {(a, b) for a in range(61) for b in WAY[a] if SPACE_NAMES[b].startswith("R")}
    named = {(SPACE_NAMES[a], SPACE_NAMES[b]) for a, b in links}
    assert named == {("1", "R11"), ("2", "R11"), ("3", "R6"), ("4", "R7"), ("5", "R7"), ("6", "R3"), ("61", "R4")}
    assert WAY[A["54"]][A["48"]].river and not WAY[A["48"]][A["40"]].river
    assert A["29"] in WAY[A["38"]] and A["46"] not in WAY[A["38"]], "the castle crag"
    assert A["9"] not in WAY[A["16"]], "9 and 16 meet in a corner only"
    s = table({"46": ("A/24NZ",), "61": ("B/24NZ",)}, {"Allied": ("46", "61")})
    s = do(s, "activate A/24NZ")
    assert refusal(GAME, s, "enter 38").rule == "6.1.4.a"
    s = do(s, "done", "activate B/24NZ", "enter R4")
    assert asks(s).spaces == (A["R4"],)


@pytest.mark.case(CITY, "1.2.formations", "1.2.CF", "9.1", "1.1.control_markers")
def test_units_battalions_and_factors() -> None:
    assert BATTALIONS == (
        "24 NZ Bn",
        "25 NZ Bn",
        "26 NZ Bn",
        "15 NZ Bn",
        "1/9 Gurkha Rifles",
        "1/6 Rajputana Rifles",
        "1/4 Essex",
        "19 NZ Armoured",
    )
    assert [sum(b == k for b in BATTALION) for k in range(8)] == [4] * 8
    armor = [UNIT_NAMES[u] for u, row in enumerate(TROOP_ROWS) if row.type == "armor"]
    assert armor == ["A/19NZ", "B/19NZ", "C/19NZ", "D/19NZ"]
    assert (CF[U["A/26NZ"]], CF[U["A/1/6R"]], CF[U["A/19NZ"]]) == ((3, 2), (2, 1), (2, 1))
    assert CHITS[K["FJ sniper"]].cf == 1, "a sniper that stays counts 1"
    everywhere = [name for name in SPACE_NAMES[:AREAS] if name != "12"]
    assert GAME.broken(table(control={"Allied": everywhere})) == [], "no limit of control markers"
