"""8.3, 12 and 10.5: fire attacks and their values."""

from pathlib import Path

import pytest

from grognard.core.position import load_position
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN, UNIT_NAMES, Group, Side
from grognard.games.thunder_at_cassino.rules.attack import Attack, attack_terms, defence_terms, total
from grognard.games.thunder_at_cassino.rules.events import Fired, FireSummed
from grognard.games.thunder_at_cassino.rules.losses import Pay
from grognard.games.thunder_at_cassino.rules.state import Thunder
from grognard.tables import opposed
from tests.games.thunder_at_cassino.kit import (
    board,
    company,
    hear,
    is_committed,
    of,
    offered,
    play,
    prompt,
    refusal,
    space,
    unit,
    where,
)

THUNDER = "thunder_at_cassino"

GURKHAS = [*company("1/9 Gur A"), "1/9 Gur MG"]
POINT_236 = ["2/I/3-1", "2/Eng-1", "2/Eng-2", "2/I/3-2"]


def example() -> Thunder:
    """The printed fire attack from 44 at 54: nobody else on the map."""
    return board({"44": GURKHAS, "54": POINT_236}, committed=["2/I/3-2"])


def pay(s: Thunder) -> Pay:
    step = s.stack[-1]
    assert isinstance(step, Pay)
    return step


@pytest.mark.case(
    THUNDER,
    "8.35",
    "8.35.ex",
    "8.351",
    "8.351.A",
    "8.351.B",
    "8.351.C",
    "8.352",
    "8.352.A",
    "8.352.B",
    "8.352.C",
    "8.352.D",
    "8.353",
    "1.dice",
)
def test_the_printed_attack_costs_five_casualty_points() -> None:
    s, heard = hear(example(), "fire 44", "target 54 > uncommitted", "all", "done", "no", dice=[(4, 4, 2, 2)])
    fired = of(heard, Fired)[0]
    assert (fired.attack, fired.defence, fired.points) == (16, 11, 5)
    assert pay(s).owed == 5 and all(is_committed(s, name) for name in GURKHAS)


@pytest.mark.case(THUNDER, "8.35.ex", "8.3551.A", "8.3551.order", "8.354.A", "8.354.B", "8.3541")
def test_the_printed_losses_one_dead_and_two_back_to_area_60() -> None:
    s = play(example(), "fire 44", "target 54 > uncommitted", "all", "done", "no", dice=[(4, 4, 2, 2)])
    assert refusal(s, "fall 2/Eng-1 > 53").rule == "8.3551.order"
    assert refusal(s, "fall 2/Eng-1 > 55").key == "lower_priority"
    assert refusal(s, "fall 2/Eng-1 > 44").rule == "8.3551.src"
    assert refusal(s, "kill 2/I/3-2").key == "not_in_group"
    after = play(s, "kill 2/I/3-1", "fall 2/Eng-1 > 60", "fall 2/Eng-2 > 60")
    assert where(after, "2/I/3-1") == "Eliminated"
    assert [where(after, name) for name in ("2/Eng-1", "2/Eng-2", "2/I/3-2")] == ["60", "60", "54"]
    assert is_committed(after, "2/Eng-1")
    two = play(s, "kill 2/I/3-1", "kill 2/Eng-1", "done")
    assert where(two, "2/Eng-2") == "54" and not is_committed(two, "2/Eng-2")


@pytest.mark.case(THUNDER, "8.353", "2.2.symbols")
def test_equal_values_have_no_effect() -> None:
    s, heard = hear(example(), "fire 44", "target 54 > uncommitted", "all", "done", "no", dice=[(1, 2, 2, 2)])
    assert (of(heard, Fired)[0].attack, of(heard, Fired)[0].defence, of(heard, Fired)[0].points) == (11, 11, 0)
    assert prompt(s) == "withdraw"


@pytest.mark.case(THUNDER, "notes.dv", "8.352")
@pytest.mark.parametrize(("net", "alone", "together"), [(5, 0, 1), (6, 1, 2), (7, 2, 3)])
def test_the_weakest_unit_sets_the_value_but_absorbs_points(net: int, alone: int, together: int) -> None:
    one = Attack(ALLIED, space("13"), space("14"), 0, (unit("25 NZ A-1"),))
    lone = board({"14": ["2/Eng-1"], "13": ["25 NZ A-1"]})
    both = board({"14": ["2/Eng-1", "2/I/3-1"], "13": ["25 NZ A-1"]})
    around = total(defence_terms(lone, one)) - 5
    assert max(0, net + around - total(defence_terms(lone, one))) == alone
    assert max(0, net + around - total(defence_terms(both, one))) == together


@pytest.mark.case(THUNDER, "8.352.D", "3.22")
def test_height_helps_only_who_stands_higher() -> None:
    """54 lies above 44: a point more for its defenders, none for those in 44."""
    s = board({"44": ["1/9 Gur A-1"], "54": ["6/II/3-1"]})
    up = Attack(ALLIED, space("44"), space("54"), 0, (unit("1/9 Gur A-1"),))
    down = Attack(GERMAN, space("54"), space("44"), 0, (unit("6/II/3-1"),))
    assert dict(defence_terms(s, up))["8.352.D"] == 1
    assert [case for case, _ in defence_terms(s, down)] == ["8.352", "8.352.C", "8.352.B"]


@pytest.mark.case(THUNDER, "8.12", "8.12.ex", "8.12.once")
def test_three_units_may_split_their_fire_in_every_way() -> None:
    s = board({"13": company("25 NZ A"), "14": ["6/II/3-1"], "16": ["6/II/3-2"], "10": ["6/II/3-3"]})
    low = (1, 1, 6, 6)
    first = play(s, "fire 13", "target 14 > uncommitted", "add 25 NZ A-1", "done", "no", "done", dice=[low])
    assert refusal(first, "target 14 > uncommitted").rule == "8.12.once"
    assert offered(first) == ["target 10 > uncommitted", "target 16 > uncommitted", "done"]
    second = play(first, "target 16 > uncommitted", "add 25 NZ A-2", "done", "no", "done", dice=[low])
    third = play(second, "target 10 > uncommitted", "add 25 NZ A-3", "done", "no", "done", dice=[low])
    assert all(is_committed(third, name) for name in company("25 NZ A"))
    rest = play(first, "target 16 > uncommitted", "all", "done", "no", "done", dice=[low])
    assert is_committed(rest, "25 NZ A-3")
    stop = play(first, "done")
    assert prompt(stop) == "impulse" and not is_committed(stop, "25 NZ A-2")
    whole = play(s, "fire 13", "target 14 > uncommitted", "all", "done", "no", "done", dice=[low])
    assert all(is_committed(whole, name) for name in company("25 NZ A"))


@pytest.mark.case(THUNDER, "8.12.chase", "8.3554")
def test_a_group_that_fell_back_can_be_hit_again_where_it_went() -> None:
    s = board({"13": company("25 NZ A"), "14": ["6/II/3-1"], "66": ["9/III/3-1"]})
    s = play(s, "fire 13", "target 14 > uncommitted", "add 25 NZ A-1", "done", "no", dice=[(6, 6, 2, 5)])
    s = play(s, "fall 6/II/3-1 > 11")
    assert is_committed(s, "6/II/3-1") and where(s, "6/II/3-1") == "11"
    near = board({"13": company("25 NZ A"), "14": ["6/II/3-1"], "16": ["6/II/3-2"]}, committed=["6/II/3-2"])
    near = play(near, "fire 13", "target 14 > uncommitted", "add 25 NZ A-1", "done", "no", "done", dice=[(1, 1, 6, 6)])
    assert "target 16 > committed" in offered(near)


@pytest.mark.case(THUNDER, "8.3", "8.31", "8.31.combine")
def test_fire_reaches_own_and_adjacent_areas_and_never_combines_areas() -> None:
    units = {"13": ["25 NZ A-1"], "14": ["6/II/3-1", "25 NZ B-1"], "22": ["6/II/3-2"]}
    s = play(board(units), "fire 13")
    assert offered(s) == ["target 14 > uncommitted"], "friends in the target Area do not matter"
    assert refusal(s, "target 22 > uncommitted").key == "not_adjacent"
    picking = play(s, "target 14 > uncommitted")
    assert refusal(picking, "add 25 NZ B-1").rule == "8.31.combine"
    inside = play(board(units), "fire 14")
    assert "target 14 > uncommitted" in offered(inside)
    attack = Attack(ALLIED, space("14"), space("14"), 0, (unit("25 NZ B-1"),))
    assert defence_terms(board(units), attack) == [("8.352", 4), ("8.352.C", 3)], "no distance inside an Area"


@pytest.mark.case(THUNDER, "8.32")
def test_at_most_six_infantry_two_more_machine_guns_and_three_armor() -> None:
    rifles = [*company("25 NZ A"), *company("25 NZ B"), "25 NZ C-1"]
    guns = ["25 NZ MG", "26 NZ MG", "24 NZ MG"]
    tanks = company("19 Armd B")
    s = board({"13": [*rifles, *guns, *tanks], "14": ["6/II/3-1"], "16": ["6/II/3-2"]})
    s = play(s, "fire 13", "target 14 > uncommitted")
    for name in rifles[:6]:
        s = play(s, f"add {name}")
    assert refusal(s, "add 25 NZ C-1").rule == "8.32"
    s = play(s, "add 25 NZ MG", "add 26 NZ MG")
    assert refusal(s, "add 24 NZ MG").key == "six_infantry"
    s = play(s, *[f"add {name}" for name in tanks])
    step = s.stack[-1]
    attack = Attack(ALLIED, space("13"), space("14"), 0, step.picked)
    assert attack_terms(attack) == [("8.351", 5), ("8.351.B", 10), ("8.351.C", 1)]
    others = play(board({"13": [*rifles, *guns], "14": ["6/II/3-1"], "16": ["6/II/3-2"]}), "fire 13")
    chosen = play(others, "target 14 > uncommitted", "all").stack[-1].picked
    assert {unit(name) for name in (*rifles[:6], *guns)} - set(chosen) == {unit("24 NZ MG")}, "whole companies first"
    others = play(others, "target 14 > uncommitted", "all", "done", "no", "done", dice=[(1, 1, 6, 6)])
    assert "target 16 > uncommitted" in offered(others), "those left over may fire elsewhere"
    many = board({"13": [*rifles[:5], *guns], "14": ["6/II/3-1"]})
    picked = play(many, "fire 13", "target 14 > uncommitted", "all").stack[-1].picked
    assert len(picked) == 8, "five rifles and a machine gun, and two machine guns more"


@pytest.mark.case(THUNDER, "8.32", "8.351", "8.351.C")
def test_everybody_is_the_strongest_attack_the_limit_allows() -> None:
    """Two platoons of each of two companies and three of a third: six fire, the three among them, for one more."""
    men = [*company("25 NZ A", 2), *company("25 NZ B", 2), *company("25 NZ C")]
    s = play(board({"13": men, "14": ["6/II/3-1"]}), "fire 13", "target 14 > uncommitted")
    s = play(s, "all")
    attack = Attack(ALLIED, space("13"), space("14"), 0, s.stack[-1].picked)
    assert attack_terms(attack) == [("8.351", 3), ("8.351.B", 5), ("8.351.C", 1)]
    gun = board({"13": [*men[2:], "7 NZ A/T-1", "1/6 Raj A-1"], "14": ["6/II/3-1"]})
    picked = play(gun, "fire 13", "target 14 > uncommitted", "all").stack[-1].picked
    assert {unit("7 NZ A/T-1"), *map(unit, company("25 NZ C"))} < set(picked), "the best Attack Factor leads"
    assert unit("1/6 Raj A-1") not in picked, "the weakest of the small companies stays out"
    weak = board({"13": [*men[:4], "25 NZ C-1", *company("1/6 Raj A")], "14": ["6/II/3-1"]})
    weak = play(weak, "fire 13", "target 14 > uncommitted", "all")
    attack = Attack(ALLIED, space("13"), space("14"), 0, weak.stack[-1].picked)
    assert attack_terms(attack) == [("8.351", 3), ("8.351.B", 5), ("8.351.C", 1)], "one strong unit is enough to lead"
    begun = play(board({"13": men, "14": ["6/II/3-1"]}), "fire 13", "target 14 > uncommitted", "add 25 NZ A-1", "all")
    assert {unit("25 NZ A-1"), *map(unit, company("25 NZ C"))} < set(begun.stack[-1].picked), "who is named stays"


@pytest.mark.case(THUNDER, "8.32")
def test_a_fourth_tank_may_not_join() -> None:
    tanks = company("19 Armd B", 4)
    s = board({"G": [*tanks, "6/II/3-1"]})
    s = play(s, "fire G", "target G > uncommitted", *[f"add {name}" for name in tanks[:3]])
    assert refusal(s, "add 19 Armd B-4").key == "three_armor"


@pytest.mark.case(THUNDER, "8.33", "8.331")
def test_the_firer_names_one_group_and_only_it_suffers() -> None:
    s = board({"13": company("25 NZ A"), "14": company("6/II/3")}, committed=["6/II/3-3"])
    s = play(s, "fire 13")
    assert offered(s) == ["target 14 > uncommitted", "target 14 > committed"]
    s = play(s, "target 14 > committed", "all", "done", "no", dice=[(6, 6, 1, 1)])
    assert where(s, "6/II/3-3") == "Eliminated" and where(s, "6/II/3-1") == "14"
    assert not is_committed(s, "6/II/3-1")


@pytest.mark.case(THUNDER, "8.34", "12.1", "12.2")
def test_infantry_cannot_hurt_armor_next_door() -> None:
    s = board({"16": company("25 NZ A"), "17": ["242 StuG-1"]})
    assert refusal(s, "fire 16").key == "no_target"
    inside = play(board({"17": ["25 NZ A-1", "242 StuG-1"]}), "fire 17")
    assert offered(inside) == ["target 17 > uncommitted"]
    attack = Attack(ALLIED, space("17"), space("17"), 0, (unit("25 NZ A-1"),))
    assert defence_terms(board({"17": ["25 NZ A-1", "242 StuG-1"]}), attack) == [("8.352", 5), ("8.352.C", 4)]


@pytest.mark.case(THUNDER, "8.34", "12.2", "8.3541.armor")
def test_armor_beside_infantry_is_no_base_pays_nothing_and_may_go_along() -> None:
    s = board({"16": company("25 NZ A"), "17": ["242 StuG-1", "5/II/3-1"]})
    s, heard = hear(s, "fire 16", "target 17 > uncommitted", "all", "done", "no", dice=[(4, 5, 2, 3)])
    fired = of(heard, Fired)[0]
    assert (fired.attack, fired.defence, fired.points) == (15, 14, 1)
    assert refusal(s, "kill 242 StuG-1").key == "immune"
    first = play(s, "fall 242 StuG-1 > 18")
    assert pay(first).owed == 1, "the StuG pays nothing"
    after = play(first, "fall 5/II/3-1 > 18")
    assert where(after, "5/II/3-1") == where(after, "242 StuG-1") == "18"


@pytest.mark.case(THUNDER, "12.3")
def test_mixed_fire_makes_armor_vulnerable_like_everybody() -> None:
    s = board({"17": ["14/3 A/T-1", "5/II/3-1"], "16": ["25 NZ A-1", "19 Armd B-1"]}, side="German")
    s = play(s, "fire 17", "target 16 > uncommitted", "all", "done", "no", dice=[(5, 5, 1, 2)])
    assert {"kill 25 NZ A-1", "kill 19 Armd B-1"} <= set(offered(s)), "no main target is named, anybody pays"


@pytest.mark.case(THUNDER, "12.3", "12.1")
def test_an_anti_tank_unit_that_does_not_name_armor() -> None:
    units = {"17": ["14/3 A/T-1"], "16": ["25 NZ A-1", "19 Armd B-1"]}
    s = play(board(units, side="German"), "fire 17", "target 16 > uncommitted", "add 14/3 A/T-1", "done")
    assert offered(s) == ["no", "aim 19 Armd B-1"]
    s, heard = hear(s, "no", "no", dice=[(6, 3, 1, 1)])
    fired = of(heard, Fired)[0]
    assert (fired.attack, fired.defence) == (6 + 9, 4 + 3 + 1 + 2)
    assert {"kill 25 NZ A-1", "kill 19 Armd B-1"} <= set(offered(s)), "either may pay"


@pytest.mark.case(THUNDER, "12.3.pure", "12.3.base")
def test_armor_named_first_pays_first_and_alone() -> None:
    units = {"16": company("19 Armd B"), "17": ["242 StuG-1", "5/II/3-1", "5/II/3-2"]}
    s = play(board(units), "fire 16", "target 17 > uncommitted", "all", "done")
    assert offered(s) == ["no", "aim 242 StuG-1"]
    assert refusal(s, "aim 5/II/3-1").key == "not_armor_there"
    s, heard = hear(s, "aim 242 StuG-1", "no", dice=[(4, 5, 2, 2)])
    fired = of(heard, Fired)[0]
    assert (fired.attack, fired.defence, fired.points) == (16, 14, 2)
    assert where(s, "242 StuG-1") == "Eliminated", "a retreat would give one point only"
    assert where(s, "5/II/3-1") == where(s, "5/II/3-2") == "17" and prompt(s) == "withdraw"


@pytest.mark.case(THUNDER, "12.3.base", "12.3.pure")
def test_the_main_target_goes_first_then_other_armor_then_infantry() -> None:
    units = {"16": company("19 Armd B"), "17": ["242 StuG-1", "242 StuG-2", "5/II/3-1"]}
    s = play(
        board(units), "fire 16", "target 17 > uncommitted", "all", "done", "aim 242 StuG-2", "no", dice=[(5, 5, 1, 2)]
    )
    assert where(s, "242 StuG-2") == "Eliminated", "four points: had it retreated, another would have died first"
    assert where(s, "242 StuG-1") == where(s, "5/II/3-1") == "17" and pay(s).owed == 0
    assert refusal(s, "kill 5/II/3-1").key == "armor_first"
    two = play(
        board(units), "fire 16", "target 17 > uncommitted", "all", "done", "aim 242 StuG-2", "no", dice=[(4, 4, 1, 2)]
    )
    assert pay(two).owed == 2
    assert refusal(two, "kill 242 StuG-1").key == "main_target_first"
    assert refusal(two, "kill 5/II/3-1").key == "main_target_first"
    assert set(offered(two)) == {"kill 242 StuG-2", "fall 242 StuG-2 > 43", "fall 242 StuG-2 > 18"}


@pytest.mark.case(THUNDER, "12.3.na")
def test_no_main_target_inside_an_area_or_with_infantry_firing() -> None:
    inside = board({"17": ["19 Armd B-1", "242 StuG-1", "5/II/3-1"]})
    inside = play(inside, "fire 17", "target 17 > uncommitted", "add 19 Armd B-1", "done", dice=[(1, 1, 6, 6)])
    assert prompt(inside) == "reroll"
    mixed = board({"16": ["19 Armd B-1", "25 NZ A-1"], "17": ["242 StuG-1"]})
    mixed = play(mixed, "fire 16", "target 17 > uncommitted")
    assert refusal(mixed, "add 25 NZ A-1").key == "cannot_hurt_armor"


@pytest.mark.case(THUNDER, "8.352.E", "15.4", "8.352.B")
def test_night_adds_one_and_fire_in_the_dark_is_never_doubled() -> None:
    units = {"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}
    day = Attack(ALLIED, space("13"), space("14"), 0, (unit("25 NZ A-1"),))
    assert total(defence_terms(board(units), day)) == 4 + 3 + 1
    _, heard = hear(
        play(board(units, night=True), "fire 13", "target 14 > uncommitted"),
        "add 25 NZ A-1",
        "done",
        "no",
        "done",
        dice=[(1, 1, 1, 1)],
    )
    assert of(heard, Fired)[0].defence == 4 + 3 + 1 + 1 + 2


@pytest.mark.case(THUNDER, "10.5", "10.6", "8.352.B")
def test_fire_inside_a_zone_counts_as_from_an_adjacent_area() -> None:
    units = {"G": [*company("11/III/3"), "25 NZ A-1"], "49": ["25 NZ B-1"]}
    s = board(units, side="German", committed=["25 NZ A-1"])
    s = play(s, "fire G")
    assert offered(s) == ["target G > committed"], "not into Area 49"
    assert refusal(s, "target 49 > uncommitted").rule == "10.5"
    firers = tuple(unit(name) for name in company("11/III/3"))
    attack = Attack(GERMAN, space("G"), space("G"), 1, firers)
    assert total(attack_terms(attack)) == 3 + 2 + 1
    assert defence_terms(s, attack) == [("8.352", 1), ("8.352.C", 1), ("8.352.B", 1)]


@pytest.mark.case(THUNDER, "10.5.armor")
def test_armor_inside_a_zone_is_immune_to_infantry() -> None:
    units = {"G": [*company("11/III/3"), "25 NZ A-1", "19 Armd B-1"]}
    s = play(board(units, side="German"), "fire G", "target G > uncommitted", "all", "done", "no", dice=[(5, 5, 1, 1)])
    assert where(s, "19 Armd B-1") == "G" and where(s, "25 NZ A-1") == "Eliminated"
    tanks = board({"G": ["11/III/3-1", "19 Armd B-1"]}, side="German")
    assert refusal(tanks, "fire G").key == "no_target"
    pure = play(board({"G": ["242 StuG-8", "19 Armd B-1"]}, side="German"), "fire G", "target G > uncommitted")
    assert "aim 19 Armd B-1" in offered(play(pure, "add 242 StuG-8", "done"))


@pytest.mark.case(THUNDER, "18.2.fire")
def test_reserves_fire_at_committed_units_only() -> None:
    units = {"13": ["25 NZ A-1", "25 NZ MG"], "14": ["6/II/3-1", "6/II/3-2"]}
    s = play(board(units, turn=11, last=15, committed=["6/II/3-2"]), "fire 13")
    fresh = play(s, "target 14 > uncommitted")
    assert refusal(fresh, "add 25 NZ A-1").rule == "18.2.fire" and "add 25 NZ MG" in offered(fresh)
    assert "add 25 NZ A-1" in offered(play(s, "target 14 > committed"))
    lone = board({"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}, turn=11, last=15)
    assert refusal(lone, "fire 13").key == "no_target"


def test_odds_before_dice_agree_with_the_dossier() -> None:
    even, three = opposed(2, 2), opposed(2, 2) + 3
    assert round(float(even.probability(lambda x: x > 0)), 3) == 0.444
    assert round(float(even.expectation(lambda x: max(0, x))), 2) == 1.37
    assert round(float(three.probability(lambda x: x > 0)), 3) == 0.761
    assert round(float(three.expectation(lambda x: max(0, x))), 2) == 3.35


def test_the_printed_position_has_a_text_form() -> None:
    s = load_position(GAME, (Path(__file__).parents[1] / "positions" / "printed_8_35.toml").read_text(encoding="utf-8"))
    assert where(s, "1/9 Gur MG") == "44" and is_committed(s, "2/I/3-2")


@pytest.mark.case(THUNDER, "18.2.fire")
def test_reserves_alone_fire_at_committed_units_only() -> None:
    units = {"13": company("25 NZ A"), "14": ["6/II/3-1", "6/II/3-2"]}
    s = board(units, turn=10, last=15, committed=["6/II/3-2"])
    assert offered(play(s, "fire 13")) == ["target 14 > committed"]
    assert refusal(play(s, "fire 13"), "target 14 > uncommitted").rule == "18.2.fire"
    fresh = board(units, turn=10, last=15)
    assert "fire 13" not in offered(fresh) and refusal(fresh, "fire 13").key == "no_target"
    assert "fire 13" in offered(board(units, turn=9))


@pytest.mark.case(THUNDER, "12.3.base", "8.3553")
def test_when_the_named_armor_has_paid_infantry_may_still_withdraw() -> None:
    units = {"17": ["242 StuG-1", "242 StuG-2", "6/II/3-1"], "16": company("19 Armd B"), "66": ["9/III/3-1"]}
    s = play(board(units), "fire 16", "target 17 > uncommitted", "all", "done", "aim 242 StuG-1", dice=[(4, 5, 1, 1)])
    s = play(s, "no")  # 7 + 9 against 10 + 2: four points, which only the elimination of the named tank pays
    assert where(s, "242 StuG-1") == "Eliminated"
    assert prompt(s) == "withdraw" and where(s, "242 StuG-2") == "17"
    assert "fall 6/II/3-1 > 18" in offered(s), "nothing is owed, so Armor that stays holds nobody back"


@pytest.mark.case(THUNDER, "8.351", "8.352", "8.353")
def test_the_log_names_the_firers_and_both_sums() -> None:
    s = play(example(), "fire 44", "target 54 > uncommitted", "all", "done", dice=[(4, 4, 2, 2)])
    heard = hear(s, "no")[1]
    fired, summed = of(heard, Fired)[0], of(heard, FireSummed)[0]
    assert fired.units == tuple(sorted(unit(name) for name in GURKHAS))
    assert (fired.base, fired.attack_dice, fired.attack) == (8, 8, 16)
    assert (fired.ground, fired.defence_dice, fired.defence, fired.points) == (7, 4, 11, 5)
    text = GAME.words.event(fired)
    assert "8 + dice 8 = 16 against 7 + dice 4 = 11, 5 casualty points" in text
    assert sum(n for _, n in summed.attack_terms) == 8 and sum(n for _, n in summed.defence_terms) == 7
    text = GAME.words.event(summed)
    assert "best attack factor +4 (8.351), further units firing +3 (8.351.B), three of one company +1 (8.351.C)" in text
    assert "weakest defence factor +4 (8.352)" in text and "fired at from an adjacent Area +1 (8.352.B)" in text
    assert summed.targets and all(UNIT_NAMES[u] in text for u in (*summed.units, *summed.targets))


@pytest.mark.case(THUNDER, "12.3.base", "8.352")
def test_the_base_is_the_named_armor_and_not_the_weakest() -> None:
    """Shermans defend with 4, the light tanks beside them with 3; the attacker names one."""
    units = {"17": ["19 Armd B-1", "760 US-1", "25 NZ A-1"], "16": ["242 StuG-1"]}
    start = ("fire 16", "target 17 > uncommitted", "add 242 StuG-1", "done")
    for named, factor in (("19 Armd B-1", 4), ("760 US-1", 3)):
        s = board(units, side="German", advantage="Allied")
        _, heard = hear(s, *start, f"aim {named}", "no", dice=[(1, 1, 6, 6)])
        terms = dict(of(heard, FireSummed)[0].defence_terms)
        assert terms["12.3.base"] == factor and "8.352" not in terms


@pytest.mark.case(THUNDER, "7.3", "7.1")
def test_a_surplus_of_armor_is_paid_with_armor_and_of_infantry_with_infantry() -> None:
    tanks = [*company("19 Armd B"), "19 Armd A-1"]
    armor = board({"13": [*tanks, "25 NZ A-1"], "66": ["9/III/3-1"]}, stack=[{"step": "Limits"}])
    assert set(offered(armor)) == {f"giveup {name}" for name in tanks}
    eleven = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), *company("25 NZ D", 2)]
    foot = board({"13": [*eleven, "19 Armd B-1"], "66": ["9/III/3-1"]}, stack=[{"step": "Limits"}])
    assert set(offered(foot)) == {f"giveup {name}" for name in eleven}


def terms_of(side: Side, origin: str, target: str, firers: list[str], s: Thunder, group: int = 0) -> tuple[list, list]:
    a = Attack(side, space(origin), space(target), Group(group), tuple(unit(name) for name in firers))
    return attack_terms(a), defence_terms(s, a)


@pytest.mark.case(THUNDER, "8.351", "8.351.B", "8.351.C", "4.24")
def test_the_terms_of_an_attack_one_by_one() -> None:
    s = board({"14": ["6/II/3-1"]})
    ours = {
        ("25 NZ A-1",): [("8.351", 3)],
        ("25 NZ A-1", "25 NZ A-2"): [("8.351", 3), ("8.351.B", 1)],
        ("25 NZ A-1", "25 NZ A-2", "25 NZ B-1"): [("8.351", 3), ("8.351.B", 2)],
        ("25 NZ A-1", "25 NZ B-1", "25 NZ B-2", "25 NZ B-3"): [("8.351", 3), ("8.351.B", 3), ("8.351.C", 1)],
        ("19 Armd B-1", "19 Armd B-2", "19 Armd B-3"): [("8.351", 5), ("8.351.B", 2)],
    }
    for firers, terms in ours.items():
        assert terms_of(ALLIED, "13", "14", list(firers), s)[0] == terms


@pytest.mark.case(THUNDER, "8.352", "12.2", "8.352.B", "10.5.armor", "10.6")
def test_the_base_is_the_weakest_unit_that_can_be_hurt_wherever_it_stands_in_the_row() -> None:
    """Panzer grenadiers defend with 3, paratroopers with 4, assault guns with 5, committed ones with 2, 3 and 5."""
    s = board({"14": ["6/II/3-1", "242 StuG-1", "1/115 Pz Gr-1"], "A": ["1/9 Gur A-1", "760 US-1", "25 NZ A-1"]})
    assert terms_of(ALLIED, "13", "14", ["25 NZ A-1"], s)[1] == [("8.352", 3), ("8.352.C", 3), ("8.352.B", 1)]
    zone = terms_of(GERMAN, "A", "A", ["9/III/3-1"], s)[1]
    assert zone == [("8.352", 4), ("8.352.C", 1), ("8.352.B", 1)], "the light tanks of Zone A are safe from infantry"
    assert terms_of(GERMAN, "A", "A", ["14/3 A/T-1"], s)[1][0] == ("8.352", 3)
    inside = board({"13": ["25 NZ A-1", "760 US-1", "6/II/3-1"]})
    assert terms_of(GERMAN, "13", "13", ["6/II/3-1"], inside)[1] == [("8.352", 3), ("8.352.C", 3)]


@pytest.mark.case(THUNDER, "8.32", "8.31", "8.33", "8.12.once", "10.5")
def test_every_refusal_of_a_target_and_of_a_firer() -> None:
    units = {
        "13": [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), "NZ Div Obs"],
        "14": ["6/II/3-1"],
        "22": ["7/II/3-1"],
        "G": ["10/III/3-1", "24 NZ B-1"],
        "10": ["242 StuG-1"],
        "7": ["25 NZ MG"],
    }
    s = play(board(units, committed=["25 NZ C-3"]), "fire 13")
    reasons = {
        "target 22 > uncommitted": ("8.3", "not_adjacent"),
        "target G > uncommitted": ("10.5", "zone_fire"),
        "target 14 > committed": ("8.33", "no_such_group"),
        "target 16 > uncommitted": ("8.33", "no_such_group"),
        "target 10 > uncommitted": ("12.1", "only_armor_there"),
        "done": ("8.11", "nothing_done"),
        "enter 14": ("8.11", "one_kind"),
    }
    assert {text: (refusal(s, text).rule, refusal(s, text).key) for text in reasons} == reasons
    assert offered(s) == ["target 14 > uncommitted"]
    pick = play(s, "target 14 > uncommitted")
    firers = {
        "add 25 NZ C-3": ("8.13", "committed"),
        "add NZ Div Obs": ("8.3", "no_attack_factor"),
        "add 25 NZ MG": ("8.31.combine", "other_place"),
        "add 6/II/3-1": ("8.31.combine", "other_place"),
        "done": ("8.32", "nobody_chosen"),
    }
    assert {text: (refusal(pick, text).rule, refusal(pick, text).key) for text in firers} == firers
    six = play(pick, *[f"add 25 NZ {x}-{k}" for x in "AB" for k in (1, 2, 3)])
    assert offered(six) == ["done"] and refusal(six, "add 25 NZ C-1").key == "six_infantry"
    zone = play(board({"G": ["24 NZ B-1", "10/III/3-1"], "49": ["6/II/3-1"]}), "fire G")
    assert offered(zone) == ["target G > uncommitted"] and refusal(zone, "target 49 > uncommitted").rule == "10.5"


@pytest.mark.case(THUNDER, "8.32")
def test_two_machine_guns_are_more_than_six_a_third_takes_a_place_and_three_tanks_are_apart() -> None:
    guns = ["27 NZ MG-1", "27 NZ MG-2", "25 NZ MG"]
    units = {"13": [*company("25 NZ A"), *company("25 NZ B", 2), *guns, *company("19 Armd B"), "19 Armd B-4"][:11]}
    s = board({**units, "7": ["19 Armd B-4"], "14": ["6/II/3-1"]})
    s = play(s, "fire 13", "target 14 > uncommitted", *[f"add {name}" for name in guns])
    s = play(s, *[f"add 25 NZ A-{k}" for k in (1, 2, 3)], "add 25 NZ B-1")
    assert "add 25 NZ B-2" in offered(s), "five rifle units and three guns: one gun counts as the sixth"
    full = play(s, "add 25 NZ B-2", *[f"add 19 Armd B-{k}" for k in (1, 2, 3)])
    assert offered(full) == ["done"]
    four = board({"G": ["19 Armd B-1", "19 Armd B-2", "19 Armd B-3", "20 Armd C-1", "6/II/3-1"]})
    four = play(four, "fire G", "target G > uncommitted", "add 19 Armd B-1", "add 19 Armd B-2", "add 19 Armd B-3")
    assert (refusal(four, "add 20 Armd C-1").rule, refusal(four, "add 20 Armd C-1").key) == ("8.32", "three_armor")
