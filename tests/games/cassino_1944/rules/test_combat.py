"""6.0 to 6.3: who attacks, odds, shifts, the die, damage and boxes."""

import pytest

from grognard.games.cassino_1944.content import ALLIED, COLUMNS, GERMAN, MOUNTAIN, UNIT
from grognard.games.cassino_1944.mind.prospects import column_of, ground_shift
from grognard.games.cassino_1944.rules import combat as rules
from grognard.games.cassino_1944.rules.combat import (
    Close,
    Damage,
    absorbed,
    base_column,
    column_shifts,
    declared,
    hexside_shifts,
    resolution,
    strengths,
)
from grognard.games.cassino_1944.rules.events import (
    BoxAbsorbed,
    BoxRemoved,
    Damaged,
    Eliminated,
    ExcessLost,
    Fought,
    NobodyRetreats,
)
from grognard.games.cassino_1944.rules.sequence import Turn
from tests.games.cassino_1944.kit import SPACE, act, attack, board

C = "cassino_1944"


def combat(s, side, target, *units):
    return declared(s, side, SPACE[target], tuple(sorted(UNIT[u] for u in units)))


def column(s, side, target, *units):
    return resolution(s, combat(s, side, target, *units)).label


def fought(played):
    (event,) = played.heard(Fought)
    return event


@pytest.mark.case(C, "6.0")
def test_attacks_are_free_and_have_one_target():
    """Units in one hex attack different hexes, or nothing; only units on the map take part (R-6)."""
    s = board({"34/133": "1704", "34/135": "1704", "36/141": "off map", "44/134": "1604", "44/131": "1603"})
    first = act(s)
    assert "done" in first.offers and {"attack 1603", "attack 1604"} <= set(first.offers)
    split = attack(s, "1604", "34/133", dice=[6])
    assert split.s.combat is None and "attack 1603" in split.offers
    assert first.then("attack 1604").why("add 36/141") == ("6.0", "not_on_map")
    assert first.then("attack 1604").why("add 44/131") == ("6.0", "not_yours")


@pytest.mark.case(C, "6.0.adjacent")
def test_only_adjacent_hexes_are_attacked():
    s = board({"34/133": "1704", "34/135": "1804", "44/134": "1604", "71/211": "1606"})
    played = act(s)
    assert [o for o in played.offers if o.startswith("attack")] == ["attack 1604"]
    assert played.why("attack 1606") == ("6.0.adjacent", "no_attacker")
    assert played.why("attack 1605") == ("6.0.adjacent", "no_enemy")
    assert played.then("attack 1604").why("add 34/135") == ("6.0.adjacent", "not_next_to")


@pytest.mark.case(C, "6.0.group", "6.1.sum")
def test_all_units_of_the_hex_defend_as_one_total():
    s = board({"34/133": "1704", "34/135": "1703", "44/134": "1603", "44/131": "1603", "525TD": "1603"})
    c = combat(s, ALLIED, "1603", "34/133", "34/135")
    assert strengths(c) == (8, 8)
    event = fought(attack(s, "1603", dice=[1]))
    assert (event.attack, event.defence, event.odds) == (8, 8, "1-1")


@pytest.mark.case(C, "6.0.once")
def test_vector_33_once_attacked_in_a_half_and_free_to_attack_in_the_next():
    s = board({"34/133": "1704", "34/135": "1704", "44/134": "1604"})
    first = attack(s, "1604", "34/133", dice=[6])  # 1-1 and water, die 6: 1/1, nobody retreats
    assert first.prompt == "half" and first.where("44/134") == "1604"
    assert first.why("attack 1604") == ("6.0.once", "attacked_before")
    german = first.then("done", "no")
    assert german.seat == 1 and "attack 1704" in german.offers


@pytest.mark.case(C, "6.0.once")
def test_an_attacked_unit_shields_the_hex_it_retreats_to():
    """44/134 falls back on 44/131, whose hex cannot be attacked any more in this half (R-5)."""
    s = board(
        {"34/133": "1704", "34/135": "1704", "34/168": "1704", "36/141": "1503", "44/134": "1604", "44/131": "1504"}
    )
    before = act(s)
    assert "attack 1504" in before.offers
    after = attack(s, "1604", "34/133", "34/135", "34/168", dice=[5]).then(
        "hit 34/133", "retreat 44/134", "go 1504", "done"
    )
    assert after.prompt == "half" and after.why("attack 1504") == ("6.0.once", "attacked_before")


@pytest.mark.case(C, "6.1.ratio", "6.1.round")
@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [(7, 4, "1-1"), (3, 4, "1-2"), (3, 7, "1-3"), (2, 4, "1-2"), (8, 4, "2-1"), (13, 2, "6-1"),
     (1, 9, "1-3"), (16, 2, "6-1")],
)  # fmt: skip
def test_vector_3_odds_are_rounded_for_the_defender(attack, defence, label):
    assert COLUMNS.labels[base_column(attack, defence)] == label


def test_odds_agree_with_the_general_table_for_all_strengths():
    assert all(base_column(a, d) == COLUMNS.ratio(a, d) for a in range(1, 40) for d in range(1, 20))


@pytest.mark.case(C, "6.1", "6.1.order", "6.1.result", "6.1.1.water", "6.3.absorb", "6.4.loser")
def test_vector_4_three_regiments_across_the_rapido():
    """12 to 3 is 4-1, water makes it 3-1; die 4 gives 1/1, the box takes the defender's point; the attackers lose."""
    s = board({"34/133": "1704", "34/135": "1704", "34/168": "1704", "44/134": "1604"}, boxes=["1604"])
    after = attack(s, "1604", dice=[4])
    assert fought(after) == Fought(SPACE["1604"], 12, 3, "4-1", "3-1", 4, 4, 1, 1, shifts=(("6.1.1.water", -1),))
    assert after.heard(BoxAbsorbed) and after.prompt == "damage" and after.seat == 0
    hit = after.then("hit 34/135")
    assert hit.damage("34/135") == 1 and hit.damage("44/134") == 0
    assert hit.prompt == "retreat" and hit.seat == 0
    assert set(hit.offers) == {f"{verb} {u}" for verb in ("retreat", "stand") for u in ("34/133", "34/135", "34/168")}
    path = hit.then("retreat 34/133")
    assert path.offers == ["go 1703", "go 1803", "go 1804"]
    stood = hit.then("stand 34/133", "stand 34/135", "stand 34/168")
    assert [stood.damage(u) for u in ("34/133", "34/135", "34/168")] == [1, 2, 1]


@pytest.mark.case(C, "6.1.2", "6.1.1.sum", "6.5.first", "6.3.remove")
def test_vector_5_armor_makes_up_for_the_river_and_cannot_follow():
    s = board({"34/133": "1704", "34/135": "1704", "756": "1704", "636TD": "2001", "44/134": "1604"}, boxes=["1604"])
    c = combat(s, ALLIED, "1604", "34/133", "34/135", "756")
    assert dict(column_shifts(s, c)) == {"6.1.1.water": -1, "6.1.2": 1}
    after = attack(s, "1604", dice=[6])
    assert (fought(after).odds, fought(after).column, fought(after).attacker, fought(after).defender) == (
        "3-1",
        "3-1",
        0,
        2,
    )
    assert after.damage("44/134") == 1 and after.prompt == "retreat" and after.seat == 1
    away = after.then("retreat 44/134")
    assert set(away.offers) == {"go 1605", "go 1504", "go 1505"}
    stood = after.then("stand 44/134")
    assert stood.damage("44/134") == 2 and stood.prompt == "half"
    advance = away.then("go 1505")
    assert advance.prompt == "advance" and advance.offers == ["advance 34/133", "advance 34/135", "done"]
    assert advance.why("advance 756") == ("6.5.first", "no_advance")
    taken = advance.then("advance 34/133")
    assert taken.heard(BoxRemoved) and taken.where("34/133") == "1604" and taken.s.control[SPACE["1604"]] == ALLIED
    assert taken.prompt == "advance"  # stopped after the water; the next unit is asked


@pytest.mark.case(C, "6.1.1.mountain", "6.4.equal")
def test_vector_6_three_regiments_from_castle_hill():
    s = board({"34/133": "1506", "34/135": "1506", "34/168": "1506", "1FSJ/MG": "1406", "44/131": "1001"})
    after = attack(s, "1406", dice=[3])
    assert (fought(after).odds, fought(after).column, fought(after).attacker, fought(after).defender) == (
        "6-1",
        "4-1",
        1,
        1,
    )
    done = after.then("hit 34/133")
    assert done.heard(NobodyRetreats) and done.damage("1FSJ/MG") == 1
    assert done.prompt != "retreat" and done.where("1FSJ/MG") == "1406"


@pytest.mark.case(C, "6.1.1.mountain", "6.5.distance", "6.5.stop", "6.2.elim")
def test_vector_7_one_attacker_without_a_mountain_cancels_the_shift():
    s = board({"34/133": "1506", "34/135": "1506", "34/168": "1405", "1FSJ/MG": "1406", "44/131": "1001"})
    assert column(s, ALLIED, "1406", "34/133", "34/135", "34/168") == "6-1"
    after = attack(s, "1406", dice=[4])
    assert after.heard(Eliminated) and after.where("1FSJ/MG") == "eliminated"
    assert after.offers == ["advance 34/133", "advance 34/135", "advance 34/168", "done"]
    assert after.then("advance 34/133").prompt == "advance"  # over the mountain: stops in 1406
    far = after.then("advance 34/168")
    assert far.prompt == "advance_unit" and {"go 1306", "stop"} <= set(far.offers)
    assert far.then("go 1306").where("34/168") == "1306"


@pytest.mark.case(C, "6.1.1.water", "6.1.2")
def test_vector_8_the_station_from_the_flats_and_from_the_loop():
    s = board({"36/141": "1708", "36/143": "1708", "753": "1707", "525TD": "1607"}, boxes=["1607"])
    assert column(s, ALLIED, "1607", "36/141", "36/143") == "3-1"
    assert column(s, ALLIED, "1607", "36/141", "36/143", "753") == "5-1"


@pytest.mark.case(C, "6.1.order", "6.1.1.sum")
def test_vector_9_shifts_are_summed_and_held_at_the_ends():
    """1-2 with -2 is 1-3; 6-1 with +1 is 6-1; 6-1 with -2 and +1 is 5-1; 16 to 2 with -1 is 5-1 (R-14)."""
    low = board({"753": "1506", "34/133": "1506", "1FSJ/1/1": "1406", "1FSJ/MG": "1406"})
    assert column(low, ALLIED, "1406", "34/133") == "1-3"  # 4 to 5 is 1-2, the mountain -2
    high = board({"34/133": "1405", "34/135": "1405", "756": "1405", "1FSJ/MG": ("1406", 0)})
    assert column(high, ALLIED, "1406", "34/133", "34/135", "756") == "6-1"  # 5-1 and armor
    more = board({"34/133": "1405", "34/135": "1405", "1 CCB": "1405", "1FSJ/MG": "1406"})
    assert column(more, ALLIED, "1406", "34/133", "34/135", "1 CCB") == "6-1"  # 6-1 and armor: the last column
    three = board({"34/133": "1506", "34/135": "1506", "1 CCB": "1506", "1FSJ/MG": "1406"})
    assert column(three, ALLIED, "1406", "34/133", "34/135", "1 CCB") == "5-1"
    big = board({"34/133": "1704", "34/135": "1704", "34/168": "1704", "36/141": "1705", "1FSJ/MG": "1604"})
    assert column(big, ALLIED, "1604", "34/133", "34/135", "34/168", "36/141") == "5-1"


@pytest.mark.case(C, "6.1.1.water", "6.1.1.mountain")
def test_water_and_mountain_are_separate_tests_for_every_attacker():
    """Attackers over water and others over a mountain: no shift at all (R-16)."""
    s = board({"34/133": "1704", "34/135": "1505", "44/134": "1604"})
    c = combat(s, ALLIED, "1604", "34/133", "34/135")
    assert column_shifts(s, c) == ()


@pytest.mark.case(C, "6.1.2")
def test_armor_in_defence_denies_the_armor_shift_and_two_tanks_shift_once():
    s = board({"753": "1605", "756": "1605", "71/211": "1606"})
    assert column_shifts(s, combat(s, ALLIED, "1606", "753", "756")) == (("6.1.2", 1),)
    with_tanks = board({"753": "1605", "756": "1605", "71/211": "1606", "525TD": "1606"})
    assert column_shifts(with_tanks, combat(with_tanks, ALLIED, "1606", "753", "756")) == ()
    german = board({"525TD": "1605", "34/133": "1606"}, GERMAN)
    assert column_shifts(german, combat(german, GERMAN, "1606", "525TD")) == (("6.1.2", 1),)


@pytest.mark.case(C, "6.2.mark")
def test_damage_is_kept_for_each_unit():
    s = board({"34/133": ("1704", 1), "44/134": "1604"})
    after = attack(s, "1604", dice=[6])  # 1-1 and water: 1-2, die 6: 1/1
    assert (after.damage("34/133"), after.damage("44/134")) == (2, 1)
    assert [(e.unit, e.total) for e in after.heard(Damaged)] == [(UNIT["34/133"], 2), (UNIT["44/134"], 1)]


@pytest.mark.case(C, "6.2.divide")
def test_vector_35_the_owner_divides_within_what_units_can_bear():
    """Endurance left 1 and 3 against 3 points: 1+2 or 0+3, never 2+1. Five points take both, and one is lost."""
    s = board({"34/133": "1405", "1FSJ/MG": ("1406", 1), "71/211": "1406"})
    s.combat = combat(s, ALLIED, "1406", "34/133")
    s.stack = (Turn(), Close(), Damage(GERMAN, 3))
    asked = act(s)
    assert asked.prompt == "damage" and asked.seat == 1 and set(asked.offers) == {"hit 1FSJ/MG", "hit 71/211"}
    small = asked.then("hit 1FSJ/MG")
    assert small.where("1FSJ/MG") == "eliminated" and small.damage("71/211") == 2  # one place left for two points
    large = asked.then("hit 71/211", "hit 71/211")
    assert large.then("hit 71/211").where("71/211") == "eliminated"
    assert large.then("hit 71/211").damage("1FSJ/MG") == 1
    s.stack = (Turn(), Close(), Damage(GERMAN, 5))
    all_gone = act(s)
    assert (all_gone.where("1FSJ/MG"), all_gone.where("71/211")) == ("eliminated", "eliminated")
    assert [e.points for e in all_gone.heard(ExcessLost)] == [1]


@pytest.mark.case(C, "6.2.divide")
def test_vector_36_damage_goes_only_to_units_that_fight():
    """636TD stands beside 34/133 and does not join: the attackers' point goes to 34/133."""
    s = board({"34/133": "1704", "34/135": "1704", "636TD": "1704", "44/134": "1604"})
    after = attack(s, "1604", "34/133", "34/135", dice=[3])  # 2-1, water: 1-1, die 3: 1/0
    assert after.offers == ["hit 34/133", "hit 34/135"]
    assert after.why("hit 636TD") == ("6.2.divide", "not_in_combat")
    alone = attack(s, "1604", "34/133", dice=[3])
    assert alone.damage("34/133") == 1 and alone.damage("636TD") == 0


@pytest.mark.case(C, "6.1.excess")
def test_points_beyond_endurance_are_lost_but_count_in_the_difference():
    """0/3 against a battalion that can bear one: two points are lost, and the attacker may advance three hexes."""
    s = board({"34/133": "1405", "34/135": "1405", "34/168": "1405", "1FSJ/MG": ("1406", 1), "44/131": "1001"})
    after = attack(s, "1406", dice=[6])
    assert [(e.side, e.points) for e in after.heard(ExcessLost)] == [(GERMAN, 2)]
    assert after.prompt == "advance" and after.asked.numbers == (3,)


@pytest.mark.case(C, "6.2.final")
def test_eliminated_units_never_return():
    s = board({"34/133": "1904", "2 NZ/5": "eliminated", "44/131": "eliminated"}, turn=4, stack=None)
    played = act(s)
    assert played.why("move 2 NZ/5") == ("5.1", "not_on_map")
    german = played.then("done")
    while german.prompt in ("reserve", "arrivals"):
        assert "arrive 44/131" not in german.offers
        german = german.then("no" if german.prompt == "reserve" else "done")
    assert german.prompt == "arrivals" or german.seat == 0
    assert "arrive 2 NZ/5" not in german.offers and german.where("44/131") == "eliminated"


@pytest.mark.case(C, "6.1.1.sum")
def test_water_and_mountain_add_where_a_hexside_is_both(monkeypatch):
    """No printed hexside is both; an owner's map may have one, and then three columns are lost, not one."""
    target, origin = SPACE["1604"], SPACE["1704"]
    assert hexside_shifts(target, 1 << origin) == (("6.1.1.water", -1),)
    both = list(MOUNTAIN)
    both[target] |= 1 << origin
    monkeypatch.setattr(rules, "MOUNTAIN", tuple(both))
    hexside_shifts.cache_clear()
    ground_shift.cache_clear()
    try:
        s = board({"34/133": "1704", "34/135": "1704", "71/211": "1604"})
        c = combat(s, ALLIED, "1604", "34/133", "34/135")
        made = resolution(s, c)
        assert made.shifts == (("6.1.1.water", -1), ("6.1.1.mountain", -2))
        judged = column_of(target, 1 << origin, made.values[0], False, c.defenders)
        assert made.column == max(0, made.base - 3) == judged
    finally:
        hexside_shifts.cache_clear()
        ground_shift.cache_clear()


@pytest.mark.case(C, "6.3.absorb")
def test_vector_10_a_box_takes_one_point_of_three():
    s = board({"34/133": "1603", "34/135": "1603", "1 CCB": "1603", "71/211": "1604", "44/131": "1001"}, boxes=["1604"])
    assert column(s, ALLIED, "1604", "34/133", "34/135", "1 CCB") == "5-1"  # 13 to 3 is 4-1, armor
    c = combat(s, ALLIED, "1604", "34/133", "34/135", "1 CCB")
    assert resolution(s, c).result(6) == (0, 3) and absorbed(s, c, (0, 3)) == (0, 2)
    after = attack(s, "1604", dice=[6])
    assert after.damage("71/211") == 2 and after.prompt == "retreat" and after.asked.numbers == (2,)
    assert after.s.box[SPACE["1604"]] == 1  # the box stays


@pytest.mark.case(C, "6.3.absorb")
def test_an_empty_box_or_no_damage_absorbs_nothing():
    s = board({"34/133": "1704", "44/134": "1604"}, boxes=["1604"])
    after = attack(s, "1604", dice=[5])  # 1-2: 1/0
    assert after.heard(BoxAbsorbed) == []
