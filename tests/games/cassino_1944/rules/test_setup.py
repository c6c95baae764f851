"""1.0 to 3.0: components and the set-up of the campaign."""

import pytest

from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import (
    ABBEY,
    ALLIED,
    ARMOR,
    ARRIVAL_EDGE,
    COLUMNS,
    CRT,
    DEFENSIVE_BOXES,
    DUE,
    ENDURANCE,
    GERMAN,
    HEXES,
    MARKERS,
    MOVES,
    NATION,
    NATIONS,
    NEAR,
    POOL,
    ROSTER,
    SIDE,
    SIDES,
    SPACE_NAMES,
    STRENGTH,
    TURN_ROWS,
    UNIT,
    UNIT_NAMES,
    UNITS,
    serial,
)
from grognard.games.cassino_1944.rules.state import eliminated
from grognard.games.cassino_1944.rules.supply import in_supply
from grognard.games.cassino_1944.rules.victory import victory_points
from tests.games.cassino_1944.kit import SPACE, act, attack, board

C = "cassino_1944"


def places(s):
    return {UNIT_NAMES[u]: SPACE_NAMES[s.loc[u]] for u in UNITS if s.loc[u] < HEXES}


@pytest.mark.case(C, "1.0")
def test_two_sides_and_thirty_days_in_five_day_turns():
    assert SIDES == ("Allied", "German") and GAME.seat_count == 2
    assert [row.dates for row in TURN_ROWS][::5] == ["22-26 January 1944", "16-20 February 1944"]


@pytest.mark.case(C, "2.1")
def test_only_units_fight_stack_and_count_as_eliminated():
    """A hex with a box and no unit can be entered and cannot be attacked; a lost box is nobody's loss."""
    s = board({"34/133": "1704", "44/131": "1001"}, boxes=["1604"])
    played = act(s)
    assert "attack 1604" not in played.offers
    entered = played.then("move 34/133", "go 1604")
    assert eliminated(entered.s, GERMAN) == 0 and entered.s.box[SPACE["1604"]] == 0


@pytest.mark.case(C, "2.1.picture")
@pytest.mark.parametrize(
    ("unit", "factors"),
    [
        ("34/133", (4, 2, 3, False, "US")),
        ("1 CCB", (5, 3, 3, True, "US")),
        ("636TD", (1, 3, 2, True, "US")),
        ("2 NZ/4", (4, 3, 3, True, "British")),
        ("4 IND/7", (4, 2, 3, False, "British")),
        ("44/134", (3, 2, 3, False, "German")),
        ("90/361", (3, 3, 3, False, "German")),
        ("1FSJ/MG", (2, 2, 2, False, "German")),
        ("525TD", (2, 3, 2, True, "German")),
    ],
)
def test_factors_of_a_unit(unit, factors):
    u = UNIT[unit]
    assert (STRENGTH[u], MOVES[u], ENDURANCE[u], ARMOR[u], NATIONS[NATION[u]]) == factors


@pytest.mark.case(C, "2.1.faces")
def test_damage_changes_neither_strength_nor_movement():
    """A regiment with two damage points still attacks with 4 and moves two hexes."""
    s = board({"34/133": ("1704", 2), "44/134": "1604"})
    fought = attack(s, "1604", dice=[6]).events
    assert [e.attack for e in fought if type(e).__name__ == "Fought"] == [4]
    moved = act(board({"34/133": ("1904", 2)}), "move 34/133", "go 1804", "go 1704")
    assert moved.where("34/133") == "1704"


@pytest.mark.case(C, "2.1.code")
def test_every_unit_has_a_set_up_hex_or_an_arrival_code():
    s = GAME.new("campaign")
    for u in UNITS:
        assert (s.loc[u] < HEXES) != bool(ARRIVAL_EDGE[u])
    assert (ARRIVAL_EDGE[UNIT["90/361"]], DUE[UNIT["90/361"]]) == ("S", serial(2, 2))
    assert (ARRIVAL_EDGE[UNIT["4 IND/5"]], DUE[UNIT["4 IND/5"]]) == ("E", serial(5, 2))


@pytest.mark.case(C, "2.2")
def test_both_charts_are_on_the_board():
    assert COLUMNS.labels == ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1") and CRT.sides == 6


@pytest.mark.case(C, "2.2.1")
def test_terrain_effects_of_a_mountain_hexside():
    """Infantry stops after crossing, armor does not cross without a road; the switch takes both away."""
    units = {"34/133": "1504", "756": "1604"}
    on, off = board(units), board(units, options={"mountain_movement": False})
    assert act(on, "move 34/133", "go 1404").prompt == "half"
    assert act(off, "move 34/133", "go 1404").prompt == "walk_on"
    assert act(on, "move 756").why("go 1505") == ("2.2.1", "armor_mountain")
    assert act(off, "move 756", "go 1505").where("756") == "1505"


@pytest.mark.case(C, "2.2.2")
def test_combat_results_table():
    assert [CRT.result(0, die) for die in range(1, 7)] == [(3, 0), (2, 0), (2, 0), (1, 0), (1, 0), (1, 1)]
    assert [CRT.result(7, die) for die in range(1, 7)] == [(1, 1), (1, 2), (0, 2), (0, 2), (0, 3), (0, 3)]
    row4 = [CRT.result(column, 4) for column in range(8)]
    assert row4 == [(1, 0), (1, 0), (1, 0), (1, 1), (1, 1), (1, 2), (0, 2), (0, 2)]


CAMPAIGN = {
    "34/133": "1704", "34/135": "1703", "34/168": "1803", "36/141": "1709", "36/143": "1809", "36/142": "1808",
    "1 CCB": "1907", "753": "1806", "756": "1804", "636TD": "1807", "44/131": "1503", "44/134": "1604",
    "44/132": "1304", "71/211": "1606", "525TD": "1607", "15/129": "1609",
}  # fmt: skip


@pytest.mark.case(C, "3.1.units", "3.1.reinf", "3.1.boxes", "6.3.count")
def test_vector_2_campaign_set_up():
    """Ten Allied and six German units, twelve boxes, no points; two contacts across the river."""
    s = GAME.new("campaign")
    assert places(s) == CAMPAIGN
    assert all(s.loc[u] == POOL for u in UNITS if UNIT_NAMES[u] not in CAMPAIGN)
    assert [SPACE_NAMES[h] for h in range(HEXES) if s.box[h]] == [
        "1003", "1005", "1102", "1204", "1205", "1304", "1503", "1604", "1605", "1606", "1607", "1609",
    ]  # fmt: skip
    assert len(DEFENSIVE_BOXES) == 12 and victory_points(s) == 0
    contacts = {
        (UNIT_NAMES[a], UNIT_NAMES[g])
        for a in ROSTER[ALLIED]
        for g in ROSTER[GERMAN]
        if s.loc[a] < HEXES and s.loc[g] < HEXES and NEAR[s.loc[a]] >> s.loc[g] & 1
    }
    assert contacts == {("34/133", "44/134"), ("36/141", "15/129")}
    assert all(in_supply(s, u) for u in UNITS if s.loc[u] < HEXES)


@pytest.mark.case(C, "3.1.turn", "3.1.impulse")
def test_markers_start_on_turn_1_impulse_a():
    played = act(GAME.new("campaign"))
    assert (played.s.turn, played.s.impulse, played.prompt, played.seat) == (1, 0, "half", 0)


@pytest.mark.case(C, "3.1.weather")
def test_the_printed_weather_has_no_effect_without_the_option():
    """No die is asked before the first half, and attacks are not modified."""
    played = act(GAME.new("campaign"))
    assert not played.s.rain
    fought = attack(GAME.new("campaign"), "1604", dice=[3])
    assert [(e.die, e.face) for e in fought.events if type(e).__name__ == "Fought"] == [(3, 3)]


@pytest.mark.case(C, "10.0")
def test_every_optional_rule_has_its_own_switch():
    names = {switch.name for switch in GAME.switches if switch.default is False}
    assert {"support", "abbey", "coordination", "weather", "bidding"} <= names
    for name in ("support", "abbey", "coordination", "weather", "bidding"):
        s = GAME.new("campaign", {name: True})
        on = {n for n in ("support", "abbey", "coordination", "weather", "bidding") if getattr(s.rules, n)}
        assert on == {name}
    assert {scenario.name for scenario in GAME.scenarios} == {"campaign", "avenger"}


def test_names_are_complete():
    assert len(MARKERS) == 5 and SPACE_NAMES[ABBEY] == "1406" and SIDE[UNIT["29/71"]] == GERMAN
