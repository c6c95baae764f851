"""17.0 Reinforcements, 2.1 set-up by hand: gates, room, and why not there."""

import pytest

from grognard.core import DONE, Decision, Option, hush
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    EDGE,
    ENTRY,
    GERMAN,
    GRID,
    MOVES,
    PASSABLE,
    ROAD,
    SLOPE,
    UNIT,
    ZONE,
)
from grognard.games.battle_for_cassino.rules.movement import Walk
from grognard.games.battle_for_cassino.rules.organisation import DIVIDE
from grognard.games.battle_for_cassino.rules.reinforcements import ENTER_AT, Entry, due, entries, gates, refuse_entry
from grognard.games.battle_for_cassino.rules.setup import DEPLOY, SUGGESTED, SetUp, area, refuse_division
from grognard.games.battle_for_cassino.rules.state import Battle
from grognard.maps import members
from tests.games.battle_for_cassino.kit import TO_COME, act, board

C = "battle_for_cassino"
H = GRID.id


def coming(units: dict[str, str], turn: int = 1) -> Battle:
    return board(units, arrived=False, turn=turn)


@pytest.mark.case(C, "17.0", "17.22", "17.21")
def test_why_a_unit_does_not_enter() -> None:
    s = coming({"9/III/3": "3320", "A/25 NZ": "0123"})

    def why(unit: str, s: Battle = s) -> tuple[str, str] | None:
        told = refuse_entry(s, ALLIED, UNIT[unit])
        return None if told is None else (told.rule, told.key)

    assert why("B/25 NZ") is None and why("A/25 NZ") == ("17.0", "not_waiting")
    assert why("A/26 NZ") == ("17.0", "not_due") and why("9/III/3") == ("17.0", "not_yours")
    assert why("A/26 NZ", coming({"9/III/3": "3320"}, 2)) is None and why("A/26 NZ", coming({}, 9)) is None
    assert UNIT["B/25 NZ"] in due(s, ALLIED) and UNIT["A/26 NZ"] not in due(s, ALLIED)
    assert UNIT["A/25 NZ"] not in due(s, ALLIED)


@pytest.mark.case(C, "17.11", "17.12", "17.21")
def test_gates_of_a_free_and_of_a_half_blocked_zone() -> None:
    free = coming({"9/III/3": "3320"})
    assert gates(free, UNIT["A/25 NZ"]) == ZONE["E"] and gates(free, UNIT["B Sqn/19"]) == ZONE["E"] & ROAD
    half = coming({"9/III/3": "0123"})
    assert gates(half, UNIT["A/25 NZ"]) == ZONE["E"] & ~(1 << H("0123"))  # not the hex itself; its zone does not bar
    assert gates(half, UNIT["B Sqn/19"]) == EDGE["E"] & ROAD & ~(1 << H("0123"))
    south = coming({"A/25 NZ": "0133"}, 10)
    assert gates(south, UNIT["StuG 3"]) == ZONE["F"] & ROAD


@pytest.mark.case(C, "6.23", "15.0.effect", "17.21", "17.22")
def test_armour_does_not_enter_on_ruins_or_a_roadblock() -> None:
    """5912 is the one road hex of zone F: a tank waits until it is cleared, infantry does not."""
    for case, spoilt in (("6.23", {"ruins": ["5912"]}), ("15.0.effect", {"blocks": ["5912"]})):
        s = board({"A/25 NZ": "0133"}, side=GERMAN, arrived=False, turn=10, **spoilt)
        assert gates(s, UNIT["StuG 3"]) == 0 and UNIT["StuG 3"] not in due(s, GERMAN)
        told = refuse_entry(s, GERMAN, UNIT["StuG 3"])
        assert told is not None and (told.rule, told.key) == ("17.21", "no_gate")
        assert gates(s, UNIT["5/II/1"]) == ZONE["F"]
        for unit, hex, why in (
            ("StuG 3", "5912", (case, "spoilt")), ("StuG 3", "5913", ("17.11", "not_its_zone")),
            ("A/25 NZ", "5912", ("17.11", "not_its_zone")), ("B Sqn/19", "5912", ("17.11", "not_its_zone")),
        ):  # fmt: skip
            refused = Entry(UNIT[unit]).why_not(s, ENTER_AT[H(hex)])
            assert refused is not None and (refused.rule, refused.key) == why
    free = board({"A/25 NZ": "0133"}, side=GERMAN, arrived=False, turn=10, ruins=["5812"])
    assert gates(free, UNIT["StuG 3"]) == 1 << H("5912")
    edge = board({"9/III/3": "0123"}, arrived=False, turn=1, ruins=[GRID.names[h] for h in members(EDGE["E"] & ROAD)])
    assert gates(edge, UNIT["B Sqn/19"]) == 0 and gates(edge, UNIT["A/25 NZ"])


@pytest.mark.case(C, "17.0.procedure", "17.23", "6.31", "6.24", "9.23")
def test_where_a_unit_enters_and_whether_it_moves_on() -> None:
    s = coming({"9/III/3": "0223", "A/25 NZ": "0125", "B/25 NZ": "0125"})
    step = Entry(UNIT["C/25 NZ"])
    ask = step.ask(s)
    assert isinstance(ask, Decision) and ENTER_AT[H("0125")] in ask.options  # full, but it can walk on

    def why(hex: str) -> tuple[str, str] | None:
        told = step.why_not(s, ENTER_AT[H(hex)])
        return None if told is None else (told.rule, told.key)

    assert why("0128") is None and why("2131") == ("17.11", "not_its_zone")
    told = step.why_not(s, DONE)
    assert told is not None and told.key == "not_offered"
    on = coming({"9/III/3": "0123"})
    blocked = step.why_not(on, ENTER_AT[H("0123")])
    assert blocked is not None and (blocked.rule, blocked.key) == ("17.21", "enemy_there")
    full = coming({"9/III/3": "0224", "A/25 NZ": "0124", "B/25 NZ": "0124"})
    held = Entry(UNIT["C/25 NZ"]).why_not(full, ENTER_AT[H("0124")])
    assert held is not None and (held.rule, held.key) == ("9.23", "no_room")  # in a zone it could not go on
    assert H("0124") not in entries(full, UNIT["C/25 NZ"])
    (walk,) = Entry(UNIT["C/25 NZ"]).take(s, ENTER_AT[H("0128")], hush)
    assert walk == Walk(UNIT["C/25 NZ"], H("0128"), 0, entered=True) and s.moved >> UNIT["C/25 NZ"] & 1
    assert Entry(UNIT["D/25 NZ"]).take(s, ENTER_AT[H("0124")], hush) == ()  # next to 9/III/3: it stays
    assert Entry(UNIT["HQ 25 NZ"]).take(s, ENTER_AT[H("0128")], hush) == ()
    assert not s.moved >> UNIT["HQ 25 NZ"] & 1 and s.loc[UNIT["HQ 25 NZ"]] == H("0128")
    assert H("0128") not in entries(s, UNIT["HQ 26 NZ"]) and H("0125") in entries(s, UNIT["OP NZ"])


@pytest.mark.case(C, "13.31", "6.24", "6.31", "17.23")
def test_a_gurkha_company_placed_by_night_in_an_enemy_zone_goes_on_for_three_points() -> None:
    gurkha = "A/1/9 GR"
    zone = ZONE[ENTRY[UNIT[gurkha]]]
    gate = next(h for h in range(len(GRID)) if zone >> h & 1 and not SLOPE >> h & 1)
    slope = next((h for h in range(len(GRID)) if zone >> h & 1 and SLOPE >> h & 1), None)
    post = next(b for b in PASSABLE[gate] if not zone >> b & 1)
    places = {"9/III/3": GRID.names[post]}
    dark = act(board(places, arrived=False, turn=7), f"enter {gurkha}", f"enterat {GRID.names[gate]}")
    assert dark.prompt == "walk" and dark.numbers == (MOVES[UNIT[gurkha]] - 3,) and "halt" in dark.offers
    day = act(board(places, arrived=False, turn=9), f"enter {gurkha}", f"enterat {GRID.names[gate]}")
    assert day.prompt == "movement"
    other = act(board(places, arrived=False, turn=7), "enter A/25 NZ", f"enterat {GRID.names[gate]}")
    assert other.prompt == "movement"
    free = act(board({"9/III/3": "3320"}, arrived=False, turn=7), f"enter {gurkha}", f"enterat {GRID.names[gate]}")
    assert free.numbers == (MOVES[UNIT[gurkha]],)
    if slope is not None:
        up = act(board(places, arrived=False, turn=7), f"enter {gurkha}", f"enterat {GRID.names[slope]}")
        assert up.prompt == "movement"  # the first slope hex
    two = {**places, "A/25 NZ": GRID.names[gate], "B/25 NZ": GRID.names[gate]}
    assert gate in entries(board(two, arrived=False, turn=7), UNIT[gurkha])  # full, but it can go on
    assert gate not in entries(board(two, arrived=False, turn=9), UNIT[gurkha])


@pytest.mark.case(C, "2.0", "2.1.town", "2.1.platoons", "9.0")
def test_why_a_unit_is_not_set_up_there() -> None:
    s = GAME.new()
    assert s.artillery == [0, 0]  # points come with the phases
    step = SetUp()

    def why(option: Option) -> tuple[str, str] | None:
        told = step.why_not(s, option)
        return None if told is None else (told.rule, told.key)

    first = UNIT["1/I/3"]
    assert why(SUGGESTED) is None and why(DEPLOY[H("2208")]) is None
    assert why(DEPLOY[H("2026")]) == ("2.1.abbey", "abbey_area") and why(DONE) == ("2.0", "not_offered")
    assert why(DIVIDE[UNIT["5/II/3"]]) == ("2.0", "not_this_unit")
    assert why(DIVIDE[first]) == ("2.1.platoons", "town_only")
    step.take(s, DEPLOY[H("2208")], hush)
    assert why(SUGGESTED) == ("2.0", "begun_by_hand")
    mg = refuse_division(s, UNIT["8 MG/II/3"])
    assert mg is not None and mg.key == "town_only" and refuse_division(s, UNIT["5/II/3"]) is None
    assert area(UNIT["Plt 1"]) == area(UNIT["5/II/3"]) and not area(UNIT["StuG 1"]) & ~ROAD
    few = GAME.new()
    for k in range(1, 17):
        few.loc[UNIT[f"Plt {k}"]] = few.loc[first]
    told = refuse_division(few, UNIT["5/II/3"])
    assert told is not None and (told.rule, told.key) == ("11.23", "no_counters")
    few.loc[UNIT["Plt 16"]] = few.loc[UNIT["Plt 17"]]
    assert refuse_division(few, UNIT["5/II/3"]) is None  # three are just enough


@pytest.mark.case(C, "2.1.platoons", "2.2")
def test_platoons_of_a_divided_company_are_set_up_last_and_then_the_game_begins() -> None:
    told = act(GAME.new())
    for hex in ("2208", "2313", "2308", "2306", "2308"):
        told = told.then(f"deploy {hex}")
    told = told.then("divide 5/II/3")
    while told.asked is not None and told.prompt == "set_up" and "Plt" not in GAME.names["UnitId"][told.asked.units[0]]:
        told = told.then(told.offers[-1])
    assert told.asked is not None and told.asked.units == (UNIT["Plt 1"],)
    assert "suggested" not in told.offers and not [o for o in told.offers if o.startswith("divide")]
    for _ in range(3):
        told = told.then(told.offers[0])
    assert told.prompt == "missions" and told.seat == ALLIED and told.s.turn == 1
    assert told.s.loc[UNIT["5/II/1"]] == TO_COME  # who comes later is not set up


@pytest.mark.case(C, "17.21", "9.23", "16.0")
def test_a_tank_whose_one_gate_is_full_and_whose_road_is_closed_waits() -> None:
    """A Sqn/19 comes by 1934: two companies stand there, and the road beyond lies in ruins."""
    units = {"A/25 NZ": "1934", "B/25 NZ": "1934", "9/III/3": "3320"}
    tank = UNIT["A Sqn/19"]
    open_, shut = (board(units, arrived=False, turn=8, ruins=ruins) for ruins in ((), ["1933"]))
    assert refuse_entry(open_, ALLIED, tank) is None and tank in due(open_, ALLIED)
    told = refuse_entry(shut, ALLIED, tank)
    assert told is not None and (told.rule, told.key) == ("17.21", "no_gate") and tank not in due(shut, ALLIED)
