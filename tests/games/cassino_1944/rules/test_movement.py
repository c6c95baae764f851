"""5.0 Movement and stacking."""

import pytest

from grognard.core import DONE
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import GERMAN, HEXES, NEAR, ROSTER, SPACE_NAMES, UNIT, UNITS
from grognard.games.cassino_1944.rules.events import BoxRemoved, Moved, Overstacked
from grognard.games.cassino_1944.rules.movement import reach
from grognard.games.cassino_1944.rules.state import eliminated
from tests.games.cassino_1944.kit import act, attack, board

C = "cassino_1944"


@pytest.mark.case(C, "5.1")
def test_a_unit_moves_up_to_its_factor_and_may_stop_before():
    """Infantry with factor 2, off the road: one hex and stop, or two and no more (R-63)."""
    s = board({"34/133": "1904"})
    one = act(s, "move 34/133", "go 1804")
    assert one.prompt == "walk_on" and "stop" in one.offers
    assert one.then("go 1704").prompt == "reserve"
    assert one.then("stop").where("34/133") == "1804"
    assert act(s, "move 34/133").why("stop") == ("5.1", "not_begun")
    assert act(s, "move 34/133").why("go 1604") == ("5.1", "not_adjacent")


@pytest.mark.case(C, "5.1.stop")
def test_vector_19_a_unit_stops_next_to_the_enemy_and_may_leave_later():
    s = board({"34/133": "1603", "71/211": "1606", "34/135": "1904"})
    first = act(s, "move 34/133", "go 1604")
    assert first.prompt == "walk_on"
    second = first.then("go 1605")
    assert second.prompt == "half" and second.where("34/133") == "1605"
    later = board({"34/133": "1605", "71/211": "1606", "34/135": "1904"})
    left = act(later, "move 34/133", "go 1506")  # a mountain hexside: stops as well
    assert left.prompt == "half" and left.where("34/133") == "1506"


@pytest.mark.case(C, "5.1.stop")
def test_contact_across_water_stops_too():
    """The river does not shield: 1704 is next to 1604."""
    s = board({"34/133": "1804", "44/134": "1604", "34/135": "1904"})
    assert act(s, "move 34/133", "go 1704").prompt == "half"


@pytest.mark.case(C, "5.2")
def test_the_road_bonus_needs_a_start_on_the_road():
    """756 (factor 3) goes four road hexes from 1907; from 1908 beside the road three in all."""
    from_road = act(board({"1 CCB": "1907", "34/133": "2001"}), "move 1 CCB", "go 1906", "go 1905", "go 1804")
    assert from_road.prompt == "walk_on" and from_road.then("go 1803").where("1 CCB") == "1803"
    beside = act(board({"1 CCB": "1904", "34/133": "2001"}), "move 1 CCB", "go 1905", "go 1906", "go 1907")
    assert beside.prompt == "half"


@pytest.mark.case(C, "5.2.bonus")
def test_one_hex_off_the_road_forfeits_the_bonus():
    s = board({"34/133": "1905", "34/135": "2001"})
    on = act(s, "move 34/133", "go 1804", "go 1803")
    assert on.offers == ["go 1703", "go 1903", "stop"] or set(on.offers) == {"go 1703", "go 1903", "go 1804", "stop"}
    assert on.why("go 1802") == ("5.2.bonus", "road_only")
    off = act(s, "move 34/133", "go 1805", "go 1806")
    assert off.prompt == "half"


@pytest.mark.case(C, "5.2.1.stop")
def test_vector_15_water_stops_a_road_move():
    """1 CCB in 1907 by Route 6: 1806, 1706 over the river, and no further."""
    s = board({"1 CCB": "1907", "34/133": "2001"})
    over = act(s, "move 1 CCB", "go 1806", "go 1706")
    assert over.prompt == "half" and over.where("1 CCB") == "1706"


@pytest.mark.case(C, "5.2.1.armor")
def test_vector_16_armor_crosses_at_the_olivella_bridge():
    s = board({"756": "1804", "34/133": "2001"})
    over = act(s, "move 756", "go 1803", "go 1703", "go 1602")
    assert over.prompt == "half" and over.where("756") == "1602"


@pytest.mark.case(C, "5.2.1.armor", "5.2.2")
def test_vector_17_armor_is_kept_from_floods_and_unbridged_water():
    assert act(board({"753": "1807"}), "move 753").why("go 1708") == ("5.2.2", "flooded")
    assert act(board({"753": "1705"}), "move 753").why("go 1604") == ("5.2.1.armor", "armor_water")
    assert "go 1604" in act(board({"34/133": "1705"}), "move 34/133").offers


@pytest.mark.case(C, "5.2.2")
@pytest.mark.parametrize("hex", ["1708", "1709", "1809", "1810"])
def test_armor_enters_no_lower_rapido_hex_but_may_attack_into_it(hex):
    beside = next(SPACE_NAMES[n] for n in range(HEXES) if NEAR[n] >> SPACE_NAMES.index(hex) & 1
                  and SPACE_NAMES[n] not in ("1708", "1709", "1809", "1810"))  # fmt: skip
    s = board({"753": beside, "34/133": "2001"})
    assert act(s, "move 753").why(f"go {hex}") == ("5.2.2", "flooded")
    assert "move 34/133" in act(s).offers
    held = board({"753": beside, "15/129": hex})
    assert f"attack {hex}" in act(held).offers


@pytest.mark.case(C, "2.2.1")
def test_vector_18_a_mountain_hexside_ends_the_move():
    s = board({"34/133": "1504", "34/135": "2001"})
    assert act(s, "move 34/133", "go 1404").prompt == "half"


@pytest.mark.case(C, "5.3.def", "5.3.limit")
def test_three_units_fill_a_hex_and_a_fourth_may_only_pass_through():
    stack = {"34/133": "1804", "34/135": "1804", "34/168": "1804", "36/141": "1904", "36/142": "2001"}
    through = act(board(stack), "move 36/141", "go 1804")
    assert "stop" not in through.offers and through.why("stop") == ("5.3.limit", "full")
    assert through.then("go 1704").where("36/141") == "1704"
    short = {**stack, "36/141": "1905"}
    one_left = act(board(short), "move 36/141", "go 1904")
    assert one_left.why("go 1804") == ("5.3.limit", "full")
    two = {k: v for k, v in stack.items() if k != "34/168"}
    assert "stop" in act(board(two), "move 36/141", "go 1804").offers


@pytest.mark.case(C, "5.3.limit")
def test_vector_40_no_entry_into_a_full_hex_where_contact_would_hold_the_unit():
    s = board({"34/133": "1605", "34/135": "1605", "34/168": "1605", "36/141": "1604", "71/211": "1606"})
    assert act(s, "move 36/141").why("go 1605") == ("5.3.limit", "full_and_stop")


@pytest.mark.case(C, "5.3.limit", "5.2.1.stop")
def test_no_entry_into_a_full_hex_where_water_or_a_mountain_would_hold_the_unit():
    s = board({"34/133": "1604", "34/135": "1604", "34/168": "1604", "36/141": "1704", "36/142": "1505"})
    assert act(s, "move 36/141").why("go 1604") == ("5.3.limit", "full_and_stop")
    assert act(s, "move 36/142").why("go 1604") == ("5.3.limit", "full_and_stop")


@pytest.mark.case(C, "5.3.enemy")
def test_no_move_into_an_enemy_hex():
    s = board({"34/133": "1704", "44/134": "1604"})
    assert act(s, "move 34/133").why("go 1604") == ("5.3.enemy", "enemy_there")


@pytest.mark.case(C, "5.3.overstack")
def test_vector_26_a_retreat_may_overstack_and_the_owner_pays_at_the_end_of_the_half():
    """44/134 retreats into a full hex; when the Allied half ends the German player gives up one of the four."""
    s = board(
        {"34/133": "1704", "34/135": "1704", "34/168": "1704", "44/134": "1604", "44/131": "1504", "44/132": "1504",
         "71/211": "1504", "36/141": "2001"},
    )  # fmt: skip
    beaten = attack(s, "1604", dice=[5])  # 4-1 and water: 3-1, 1/2
    assert beaten.prompt == "damage"
    beaten = beaten.then("hit 34/133")
    assert beaten.prompt == "retreat" and beaten.seat == 1
    away = beaten.then("retreat 44/134", "go 1504")
    assert len(away.s.here[away.s.loc[UNIT["44/134"]]]) == 4
    ended = away.then("done", "done")
    assert ended.prompt == "overstack" and ended.seat == 1
    assert sorted(ended.offers) == ["remove 44/131", "remove 44/132", "remove 44/134", "remove 71/211"]
    assert ended.why("remove 34/133") == ("5.3.overstack", "remove_from")
    paid = ended.then("remove 44/132")
    assert paid.heard(Overstacked) and paid.where("44/132") == "eliminated" and eliminated(paid.s, GERMAN) == 1


@pytest.mark.case(C, "6.3.remove")
def test_a_box_goes_when_an_allied_unit_moves_in_and_stays_for_germans():
    s = board({"34/133": "1603", "34/135": "2001"}, boxes=["1604"])
    entered = act(s, "move 34/133", "go 1604")
    assert len(entered.heard(BoxRemoved)) == 1 and not any(entered.s.box)
    german = act(board({"44/134": "1603", "44/131": "1001"}, GERMAN, boxes=["1604"]), "move 44/134", "go 1604")
    assert any(german.s.box)


def test_every_hex_passed_is_reported():
    moved = act(board({"1 CCB": "1907", "34/133": "2001"}), "move 1 CCB", "go 1906", "go 1905", "stop")
    assert [(SPACE_NAMES[e.start], SPACE_NAMES[e.hex]) for e in moved.heard(Moved)] == [
        ("1907", "1906"),
        ("1906", "1905"),
    ]


def test_reach_is_what_walking_reaches():
    """The overlay and the hex-by-hex question agree in the opening position for every Allied unit."""
    s = GAME.new("campaign")
    start = act(s)
    for unit in ROSTER[0]:
        if s.loc[unit] >= HEXES:
            continue
        ends, todo = set(), [start.then(f"move {GAME.texts.name('UnitId', unit)}")]
        while todo:
            at = todo.pop()
            if not at.prompt.startswith("walk"):
                ends.add(at.s.loc[unit])
                continue
            for text in at.offers:
                todo.append(at.then(text))
        assert ends - {s.loc[unit]} == set(reach(s, unit))


def test_units_off_the_map_do_not_move():
    played = act(board({"34/133": "1904", "36/141": "off map", "44/131": "1001"}))
    assert played.why("move 36/141") == ("5.1", "not_on_map")
    assert played.why("move 44/131") == ("4.1.order", "not_yours")
    assert played.asked is not None and played.asked.options[-1] == DONE
    assert len(UNITS) == 32
