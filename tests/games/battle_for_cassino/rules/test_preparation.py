"""5.0 Preparation fire: points, observation, the table, mortars."""

import pytest

from grognard.core import DONE, Decision, Event, Refusal, Roll, hush
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    BOMBARDMENT,
    ELEVATION,
    GERMAN,
    GRID,
    MORTARS,
    POINT_COLUMNS,
    TO_COME,
    Strike,
)
from grognard.games.battle_for_cassino.rules.collateral import Secondary, stacks
from grognard.games.battle_for_cassino.rules.events import AirLost, Bombarded, MortarsFired, PinsLifted, PointsReceived
from grognard.games.battle_for_cassino.rules.losses import Losses
from grognard.games.battle_for_cassino.rules.preparation import (
    Bombardment,
    EndPreparation,
    Missions,
    MortarRoll,
    MortarSupply,
    Pay,
    PickMortars,
    Shell,
    StartPreparation,
    points_for,
    refuse_bombardment,
    refuse_mortars,
    tubes,
)
from grognard.games.battle_for_cassino.rules.retreat import Retreats
from grognard.games.battle_for_cassino.rules.state import Spent, pin
from grognard.games.battle_for_cassino.rules.strikes import strike, struck
from grognard.games.battle_for_cassino.rules.supply import mortars_paid
from grognard.maps import members
from tests.games.battle_for_cassino.kit import NIGHT_TURN, SPACE, UNIT, act, board, flagged

C = "battle_for_cassino"
H = GRID.id
PRINTED = """
1 P P P 1 1 P1 P1 2 2 (3)
2 (r1) P P P 1 1 P1 P1 (2) (2)
3 - (r1) P P P 1 1 (P1) (P1) (2)
4 - - (r1) P P P (1) (1) (P1) (P1)
5 - - - (r1) P (P) (P) (1) (1) (P1)
6 - - - - (r1) (P) (P) (P) (1) (1)
"""
FAR = {"A/25 NZ": "0133", "1/I/3": "2305"}
"""Somebody of either side far from everything."""


def meaning(cell: str) -> Strike:
    """A printed result."""
    core = cell.strip("()")
    retreat = int(core[1:]) if core.startswith("r") else 0
    steps = int(core.lstrip("P") or 0) if core != "-" and not retreat else 0
    return Strike(core.startswith("P"), steps, retreat, cell.startswith("("))


@pytest.mark.case(C, "5.8", "5.8.P", "5.8.steps", "5.8.r", "5.8.none", "5.8.paren", "3.2")
def test_the_bombardment_table_cell_by_cell() -> None:
    for line in PRINTED.split("\n"):
        if line:
            die, *cells = line.split()
            for points, cell in enumerate(cells, 1):
                assert BOMBARDMENT.result(POINT_COLUMNS.of(points), int(die)) == meaning(cell), (die, points)


@pytest.mark.case(C, "5.8.cap", "5.32", "5.0.unobserved", "5.8.none")
def test_f2_f3_more_than_ten_points_and_fire_without_an_observer() -> None:
    assert strike(17, 1, True) == strike(10, 1, True) == Strike(steps=3, collateral=True)
    assert strike(10, 5, False) == Strike()  # five and two: nothing
    assert strike(10, 4, False) == strike(10, 6, True) == Strike(steps=1, collateral=True)
    assert all(strike(1, die, False) == Strike() for die in range(1, 7))


@pytest.mark.case(C, "4.1.A", "5.11", "5.14", "5.15", "5.12")
def test_artillery_is_stored_and_air_is_lost() -> None:
    s = board({**FAR, "9/III/3": "1929"}, "preparation", artillery=[3, 4])
    start = act(s)
    assert start.heard(PointsReceived)[0].received == 8 and start.numbers == (4, 11)  # turn 5: 8 artillery, 4 air
    fired = start.then("bombard 1929", "shell 1 > 2", dice=[6])
    assert fired.numbers == (3, 9)
    over = fired.then("done")
    assert over.s.artillery[0] == 9 and over.s.air == 0 and over.heard(AirLost)[0].points == 3
    german = board({**FAR, "A/26 NZ": "1330"}, "preparation", 1, artillery=[0, 4])
    assert act(german).numbers == (0, 7)


@pytest.mark.case(C, "5.12", "5.13")
def test_any_split_of_points_up_to_ten() -> None:
    s = board({**FAR, "9/III/3": "1929"}, "preparation", turn=1)
    ask = act(s, "bombard 1929")
    assert ask.prompt == "shell" and ask.numbers == (80, 20)
    assert {"shell 10 > 0", "shell 0 > 10", "shell 4 > 6", "shell 0 > 1"} <= set(ask.offers)
    assert len(ask.offers) == sum(n + 1 for n in range(1, 11))
    assert ask.why("shell 9 > 2") == ("5.8.cap", "ten_are_enough")
    few = act(board({**FAR, "9/III/3": "1929"}, "preparation"), "bombard 1929")
    assert few.why("shell 5 > 0") == ("5.11", "not_so_many")


@pytest.mark.case(C, "5.0", "5.0.occupied", "5.0.once", "5.12")
def test_only_occupied_hexes_and_each_once_by_the_same_kind() -> None:
    s = board({**FAR, "9/III/3": "1929", "HQ 25 NZ": "0131"}, "preparation")
    start = act(s)
    assert start.why("bombard 1928") == ("5.0.occupied", "no_enemy")
    once = start.then("bombard 1929", "shell 1 > 0", dice=[6])
    assert once.why("bombard 1929") == ("5.0.once", "bombarded")
    assert "mortar 1929" in once.offers  # the other kind may still fire


@pytest.mark.case(C, "5.31", "5.33", "5.0.unobserved", "5.32")
def test_observation_is_asked_for_every_hex() -> None:
    """From Castle Hill (1123) the headquarters sees 1326 but not 2023 behind the hotel."""
    from grognard.games.battle_for_cassino.rules.sight import sees

    seen = next(h for h in range(len(GRID)) if GRID.distance(H("1123"), h) == 5 and sees(H("1123"), h))
    hidden = next(
        h for h in range(len(GRID)) if ELEVATION[h] == 0 and GRID.distance(H("1123"), h) < 12 and not sees(H("1123"), h)
    )
    units = {"HQ 25 NZ": "1123", "A/25 NZ": "0133", "9/III/3": GRID.names[seen], "10/III/3": GRID.names[hidden]}
    s = board(units, "preparation")
    good = act(s, f"bombard {GRID.names[seen]}", "shell 4 > 0", dice=[1])
    assert good.heard(Bombarded)[0].seen and good.steps("9/III/3") == 5
    blind = act(s, f"bombard {GRID.names[hidden]}", "shell 4 > 0", dice=[1])
    assert (
        not blind.heard(Bombarded)[0].seen
        and blind.heard(Bombarded)[0].face == 3
        and blind.steps("10/III/3") == 6
        and blind.is_pinned("10/III/3")
    )


@pytest.mark.case(C, "5.34", "5.13")
def test_high_ground_needs_an_observer_for_artillery_and_mortars() -> None:
    s = board({"A/25 NZ": "0133", "HQ 25 NZ": "0133", "1/I/3": "2305"}, "preparation")
    start = act(s)
    assert "bombard 2305" in start.offers  # air alone may (ruling 25)
    assert start.why("mortar 2305") == ("5.34", "unobserved_high")
    ask = start.then("bombard 2305")
    assert ask.offers == ["shell 4 > 0", "shell 3 > 0", "shell 2 > 0", "shell 1 > 0"]
    assert ask.why("shell 2 > 1") == ("5.34", "unobserved_high")
    no_air = board({"A/25 NZ": "0133", "1/I/3": "2305", "9/III/3": "1929", "10/III/3": "1729"}, "preparation")
    gone = act(no_air, "bombard 1929", "shell 4 > 0", dice=[6])
    assert gone.why("bombard 2305") == ("5.34", "unobserved_high")
    flat = act(board({**FAR, "9/III/3": "1929"}, "preparation"), "bombard 1929")
    assert "shell 0 > 8" in flat.offers


@pytest.mark.case(C, "13.12", "5.34")
def test_f7_at_night_only_observed_fire_and_three_hexes() -> None:
    units = {
        "A/25 NZ": "0133",
        "HQ 25 NZ": "1826",
        "OP NZ": "1826",
        "9/III/3": "1829",
        "10/III/3": "1822",
        "11/III/3": "3320",
    }
    night = act(board(units, "preparation", turn=NIGHT_TURN))
    assert "bombard 1829" in night.offers and "mortar 1829" in night.offers
    assert night.why("bombard 3320") == ("13.12", "unobserved_night")
    assert night.why("mortar 3320") == ("13.12", "unobserved_night")
    assert GRID.distance(H("1826"), H("1822")) == 4 and night.why("bombard 1822")[0] == "13.12"


@pytest.mark.case(C, "4.1.A.pins", "14.0.markers", "14.0")
def test_pins_of_ones_own_last_player_turn_come_off_whoever_bears_them() -> None:
    s = board(
        {**FAR, "9/III/3": "1929", "A/26 NZ": "1330"}, "preparation", pins=[flagged("9/III/3"), flagged("A/26 NZ")]
    )
    start = act(s)
    assert not start.is_pinned("9/III/3") and start.is_pinned("A/26 NZ")  # yellow off, grey stays
    assert start.heard(PinsLifted)[0].units == (UNIT["9/III/3"],)
    german = board(
        {**FAR, "9/III/3": "1929", "A/26 NZ": "1330"}, "preparation", 1, pins=[flagged("9/III/3"), flagged("A/26 NZ")]
    )
    assert act(german).is_pinned("9/III/3") and not act(german).is_pinned("A/26 NZ")


@pytest.mark.case(C, "14.0", "14.0.markers", "4.1.A.pins")
def test_a_unit_under_both_colours_is_free_when_the_second_comes_off() -> None:
    """Pinned in an Allied Player-Turn and again in the German one: yellow goes first, and not at the enemy's phase."""
    units = {**FAR, "9/III/3": "1929"}
    both = [flagged("9/III/3"), flagged("9/III/3")]
    yellow = act(board(units, "preparation", pins=both))
    assert yellow.s.pins == [0, flagged("9/III/3")] and yellow.is_pinned("9/III/3")
    grey = act(board(units, "preparation", 1, pins=both))
    assert grey.s.pins == [flagged("9/III/3"), 0] and grey.is_pinned("9/III/3")
    for side in (0, 1):
        s = board(units, "combat", side)
        pin(s, UNIT["9/III/3"], lambda e: None)
        assert s.pins[side] == flagged("9/III/3") and s.pins[1 - side] == 0


@pytest.mark.case(C, "10.41", "10.45", "5.75")
def test_mortars_enabled_in_one_phase_are_not_in_the_next() -> None:
    hq = UNIT["HQ 25 NZ"]
    s = board({**FAR, "HQ 25 NZ": "0130", "9/III/3": "1929"}, "preparation", supplied=(Spent(hq, MORTARS),))
    here = act(s)
    assert here.prompt == "missions" and mortars_paid(here.s)
    assert not mortars_paid(here.then("done").s)


@pytest.mark.case(C, "5.8.P", "5.8.steps", "5.0.retreat", "14.0")
def test_p_pins_everybody_and_steps_are_divided_by_the_owner() -> None:
    units = {**FAR, "HQ 25 NZ": "1933", "9/III/3": "1929", "10/III/3": "1929", "HQ III/3": "1929", "OP 1": "1929"}
    s = board(units, "preparation", turn=1)
    pinned = act(s, "bombard 1929", "shell 0 > 6", dice=[1])  # unobserved: 1 reads 3 on six points: a step
    assert pinned.prompt == "losses" and pinned.seat == 1
    assert set(pinned.offers) == {"lose 9/III/3", "lose 10/III/3", "lose HQ III/3"}
    assert pinned.why("lose OP 1") == ("5.43.loss", "others_first")
    hq = pinned.then("lose HQ III/3")
    assert hq.where("HQ III/3") == "eliminated"
    both = act(s, "bombard 1929", "shell 0 > 5", dice=[3])
    assert all(both.is_pinned(u) for u in ("9/III/3", "10/III/3", "HQ III/3", "OP 1"))


@pytest.mark.case(C, "5.43.loss", "5.43.norebuild", "11.44", "10.13.elim")
def test_an_observer_is_lost_only_with_the_last_of_its_stack_and_for_good() -> None:
    s = board({**FAR, "9/III/3": ("1929", 2), "OP 1": "1929", "HQ 26 NZ": "1931"}, "preparation", turn=1)
    gone = act(s, "bombard 1929", "shell 10 > 0", dice=[1, 6])
    hit = gone.heard(Bombarded)[0]
    assert hit.seen and hit.result == "(3)" and gone.where("9/III/3") == gone.where("OP 1") == "eliminated"
    some = act(s, "bombard 1929", "shell 8 > 0", dice=[1]).heard(Bombarded)[0]
    assert (some.column, some.face, some.result) == ("8", 1, "2")


@pytest.mark.case(C, "5.0.retreat", "5.8.r")
def test_f4_one_observed_point_makes_the_owner_retreat_his_stack() -> None:
    units = {"HQ 25 NZ": "1933", "A/25 NZ": "0133", "9/III/3": "1930", "HQ III/3": "2025", "1/I/3": "2305"}
    s = board(units, "preparation", turn=1)
    from grognard.games.battle_for_cassino.rules.sight import sees

    assert sees(H("1933"), H("1930"))
    out = act(s, "bombard 1930", "shell 0 > 1", dice=[2])
    assert out.prompt == "retreat" and out.seat == 1  # (r1): the German moves his own company
    assert all(GRID.distance(H("1930"), H(o.split()[1])) == 1 for o in out.offers)
    after = out.then(out.offers[0], dice=[6, 6])  # then a collateral roll each, on column 1: nothing
    assert after.where("9/III/3") == out.offers[0].split()[1]
    assert SPACE["1930"] in after.s.ruins  # a road hex: collateral damage makes ruins


@pytest.mark.case(C, "5.7", "5.71", "5.73", "5.74", "5.75", "5.0.mortarpoint", "10.41", "5.8.paren")
def test_f5_mortars_of_three_headquarters_on_column_three_for_one_increment() -> None:
    units = {
        "HQ 25 NZ": "1932",
        "HQ 26 NZ": "1933",
        "HQ 24 NZ": "1934",
        "A/25 NZ": "0133",
        "9/III/3": "1930",
        "10/III/3": "1928",
        "HQ III/3": "2025",
    }
    s = board(units, "preparation")
    pick = act(s, "mortar 1928", "all")
    assert pick.prompt == "mortars" and "done" in pick.offers
    pay = pick.then("done")
    assert pay.prompt == "mortar_supply" and set(pay.offers) == {"pay HQ 25 NZ", "pay HQ 26 NZ", "pay HQ 24 NZ"}
    fired = pay.then("pay HQ 24 NZ", dice=[4])
    told = fired.heard(MortarsFired)[0]
    assert (told.seen, told.face, told.column, told.result) == (False, 6, "3", "-") and len(told.hqs) == 3
    assert fired.increments("HQ 24 NZ") == 2 and fired.increments("HQ 25 NZ") == 3
    assert not fired.s.ruins  # parentheses mean nothing to mortars
    rest = fired if fired.prompt == "missions" else fired.then(fired.offers[0])
    assert rest.why("mortar 1930") == ("5.71", "no_mortars_left")  # each headquarters fires once a phase


@pytest.mark.case(C, "5.72", "5.71")
def test_f5_mortars_need_more_than_two_hexes() -> None:
    units = {"HQ 25 NZ": "1932", "HQ 26 NZ": "1933", "A/25 NZ": "0133", "9/III/3": "1930"}
    s = board(units, "preparation")
    ask = act(s, "mortar 1930")
    assert ask.offers == ["done"] and ask.asked.units == (UNIT["HQ 26 NZ"],)  # the other one is two hexes away
    assert ask.why("add HQ 25 NZ") == ("5.72", "too_close")
    assert ask.why("add A/25 NZ") == ("5.71", "headquarters_only")


@pytest.mark.case(C, "10.41", "5.75", "10.33")
def test_the_second_mission_of_the_phase_costs_nothing() -> None:
    units = {"HQ 25 NZ": "1934", "HQ 26 NZ": "1733", "A/25 NZ": "0133", "9/III/3": "1930", "10/III/3": "1928"}
    s = board(units, "preparation")
    one = act(s, "mortar 1930", "add HQ 25 NZ", "done", "pay HQ 26 NZ", dice=[6])
    two = one.then("mortar 1928", "done", dice=[6])
    assert (two.increments("HQ 25 NZ"), two.increments("HQ 26 NZ")) == (3, 2)


@pytest.mark.case(C, "14.3", "5.71")
def test_f19_a_pinned_headquarters_fires_its_mortars() -> None:
    s = board({"HQ 25 NZ": "1934", "A/25 NZ": "0133", "9/III/3": "1930"}, "preparation", pinned=["HQ 25 NZ"])
    assert "mortar 1930" in act(s).offers


@pytest.mark.case(C, "10.41", "10.12", "10.13")
def test_v5_the_third_increment_spent_on_mortars_still_counts_in_its_own_mission() -> None:
    units = {"HQ 25 NZ": "1934", "A/25 NZ": "0133", "9/III/3": "1931", "10/III/3": "1928"}
    s = board(units, "preparation", turn=5)
    s.increments = [1 if k else 0 for k in s.increments]
    out = act(s, "mortar 1931", "done", dice=[1])
    assert out.heard(MortarsFired)[0].result.startswith("P") == out.is_pinned("9/III/3")
    assert out.where("HQ 25 NZ") == "returning"
    later = out.then("done")
    assert later.where("HQ 25 NZ") == "returning"  # not in the Movement Phase of the same Player-Turn


def why(told: Refusal | None) -> tuple[str, str] | None:
    return None if told is None else (told.rule, told.key)


@pytest.mark.case(C, "5.0.occupied", "5.0.once", "5.11", "5.34", "13.12", "5.72")
def test_why_a_hex_is_not_fired_at() -> None:
    units = {"A/25 NZ": "0133", "HQ 25 NZ": "0131", "9/III/3": "1929", "10/III/3": "1729", "1/I/3": "2305"}
    s = board(units, "combat", air=0, artillery=[5, 0], bombarded=(H("1929"),), mortared=(H("1729"),))
    assert why(refuse_bombardment(s, ALLIED, H("1729"))) is None and why(refuse_mortars(s, ALLIED, H("1929"))) is None
    assert why(refuse_bombardment(s, ALLIED, H("1929"))) == ("5.0.once", "bombarded")
    assert why(refuse_mortars(s, ALLIED, H("1729"))) == ("5.0.once", "mortared")
    assert (
        why(refuse_bombardment(s, ALLIED, H("1730")))
        == why(refuse_mortars(s, ALLIED, H("1730")))
        == (
            "5.0.occupied",
            "no_enemy",
        )
    )
    assert why(refuse_bombardment(s, ALLIED, H("2305"))) == ("5.34", "unobserved_high")
    assert why(refuse_mortars(s, ALLIED, H("2305"))) == ("5.34", "unobserved_high")
    s.air = 1
    assert why(refuse_bombardment(s, ALLIED, H("2305"))) is None  # air alone reaches it
    s.air, s.artillery[0] = 0, 0
    assert why(refuse_bombardment(s, ALLIED, H("1729"))) == ("5.11", "no_points")
    dark = board(units, "combat", turn=NIGHT_TURN, air=3, artillery=[5, 0])
    assert why(refuse_bombardment(dark, ALLIED, H("1729"))) == ("13.12", "unobserved_night")
    assert why(refuse_mortars(dark, ALLIED, H("1729"))) == ("13.12", "unobserved_night")
    bare = board({k: v for k, v in units.items() if k != "HQ 25 NZ"}, "combat", air=1)
    assert why(refuse_mortars(bare, ALLIED, H("1929"))) == ("5.71", "no_mortars_left")
    near = board({**units, "HQ 25 NZ": "1927"}, "combat")
    assert tubes(near, ALLIED, H("1929")) == []
    assert why(refuse_mortars(near, ALLIED, H("1929"))) == ("5.72", "no_mortars")
    three = board({**units, "HQ 25 NZ": "1926", "HQ 26 NZ": "1927"}, "combat")
    assert tubes(three, ALLIED, H("1929")) == [UNIT["HQ 25 NZ"]]
    three.fired = flagged("HQ 25 NZ")
    assert tubes(three, ALLIED, H("1929")) == []
    assert why(refuse_mortars(three, ALLIED, H("1929"))) == ("5.72", "no_mortars")  # the other is too close
    three.fired = flagged("HQ 25 NZ", "HQ 26 NZ")
    assert why(refuse_mortars(three, ALLIED, H("1929"))) == ("5.71", "no_mortars_left")


@pytest.mark.case(C, "5.12", "5.11", "5.34", "5.8.cap")
def test_why_so_many_points_are_not_used() -> None:
    units = {"A/25 NZ": "0133", "HQ 25 NZ": "0131", "9/III/3": "1929", "1/I/3": "2305"}
    s = board(units, "combat", air=8, artillery=[5, 0])
    flat, high = Bombardment(ALLIED, H("1929")), Bombardment(ALLIED, H("2305"))
    assert why(flat.why_not(s, Shell(8, 2))) is None and why(flat.why_not(s, Shell(0, 5))) is None
    assert why(flat.why_not(s, Shell(0, 0))) == ("5.12", "one_at_least") == why(flat.why_not(s, Shell(-1, 3)))
    assert why(flat.why_not(s, Shell(3, -1))) == ("5.12", "one_at_least")
    assert why(flat.why_not(s, Shell(9, 0))) == why(flat.why_not(s, Shell(0, 6))) == ("5.11", "not_so_many")
    assert why(flat.why_not(s, Shell(6, 5))) == ("5.8.cap", "ten_are_enough")
    assert why(high.why_not(s, Shell(8, 0))) is None and why(high.why_not(s, Shell(1, 1))) == (
        "5.34",
        "unobserved_high",
    )
    assert why(high.why_not(s, Shell(1, 6))) == ("5.11", "not_so_many")
    assert why(flat.why_not(s, DONE)) == ("5.12", "not_offered")
    ask = flat.ask(s)
    assert isinstance(ask, Decision) and Shell(8, 2) in ask.options and Shell(5, 5) in ask.options
    assert Shell(4, 6) not in ask.options and Shell(9, 1) not in ask.options and Shell(0, 1) in ask.options
    rolled = Bombardment(ALLIED, H("1929"), 0, 3, True).ask(s)
    assert isinstance(rolled, Roll) and rolled.dice == (6,)


@pytest.mark.case(C, "5.71", "5.73", "5.75", "10.41", "5.72")
def test_which_headquarters_fire_and_which_one_pays() -> None:
    units = {"A/25 NZ": "0133", "HQ 25 NZ": "1926", "HQ 26 NZ": "1927", "9/III/3": "1929", "HQ III/3": "3030"}
    s = board({**units, "HQ 24 NZ": "1825"}, "combat", fired=flagged("HQ 24 NZ"))
    pick = PickMortars(ALLIED, H("1929"))
    told = {n: why(pick.refuse_unit(s, UNIT[n])) for n in (*units, "HQ 24 NZ", "HQ 1/9 GR")}
    assert told["HQ 25 NZ"] is None and told["HQ 24 NZ"] == ("5.71", "fired")
    assert told["HQ 26 NZ"] == ("5.72", "too_close")
    assert told["HQ III/3"] == told["A/25 NZ"] == told["HQ 1/9 GR"] == ("5.71", "headquarters_only")
    assert why(pick.lacking(s)) == ("5.73", "nobody_picked")
    assert pick.able(s) == [UNIT["HQ 25 NZ"]]
    pay = MortarSupply(ALLIED, H("1929"))
    ask = pay.ask(s)
    assert isinstance(ask, Decision)
    assert {o.hq for o in ask.options if isinstance(o, Pay)} == {UNIT["HQ 25 NZ"], UNIT["HQ 26 NZ"], UNIT["HQ 24 NZ"]}
    assert why(pay.why_not(s, Pay(UNIT["HQ 26 NZ"]))) is None
    assert (
        why(pay.why_not(s, Pay(UNIT["HQ III/3"])))
        == why(pay.why_not(s, Pay(UNIT["HQ 1/9 GR"])))
        == (
            "10.41",
            "headquarters_only",
        )
    )
    assert why(pay.why_not(s, DONE)) == ("10.41", "not_offered")
    pay.take(s, Pay(UNIT["HQ 26 NZ"]), hush)
    assert s.increments[UNIT["HQ 26 NZ"]] == 2 and pay.ask(s) is None
    roll = MortarRoll(ALLIED, H("1929"), (UNIT["HQ 25 NZ"], UNIT["HQ 26 NZ"]), True)
    asked = roll.ask(s)
    assert isinstance(asked, Roll) and asked.dice == (6,)
    s.mortared = (H("3030"),)
    assert roll.take(s, (5,), hush) == () and s.mortared == (H("1929"), H("3030"))
    assert s.fired == flagged("HQ 25 NZ", "HQ 26 NZ", "HQ 24 NZ")


@pytest.mark.case(C, "5.0", "5.14", "5.15")
def test_a_side_without_points_and_headquarters_is_not_asked_and_everything_starts_afresh() -> None:
    s = board({"A/25 NZ": "0133", "9/III/3": "1929"}, "combat", air=0, artillery=[0, 0])
    assert Missions(ALLIED).ask(s) is None
    s.artillery[0] = 1
    ask = Missions(ALLIED).ask(s)
    assert isinstance(ask, Decision) and len(ask.options) == 2 and ask.numbers == (0, 1)
    assert why(Missions(ALLIED).why_not(s, Shell(1, 1))) == ("5.0", "not_offered")
    alone = board({"A/25 NZ": "0133"}, "combat", air=5, artillery=[5, 5])
    assert Missions(ALLIED).ask(alone) is None
    old = board({"A/25 NZ": "0133"}, "combat", bombarded=(1,), mortared=(2,), scarred=(3,), fired=7, air=9)
    StartPreparation(ALLIED).auto(old, hush)
    assert (old.bombarded, old.mortared, old.scarred, old.fired) == ((), (), (), 0)
    assert (old.air, old.artillery[0]) == (4, 8)
    old.bombarded, old.mortared, old.scarred, old.fired = (1,), (2,), (3,), 7
    heard: list[Event] = []
    EndPreparation(ALLIED).auto(old, heard.append)
    assert (old.bombarded, old.mortared, old.fired, old.air, old.supplied) == ((), (), 0, 0, ())
    assert old.scarred == (3,) and [type(e) for e in heard] == [AirLost]  # collateral damage counts for the Player-Turn
    EndPreparation(ALLIED).auto(old, heard.append)
    assert len(heard) == 1


@pytest.mark.case(C, "5.8.r", "5.8.P", "5.8.steps", "5.8.none")
def test_what_a_strike_leaves_to_be_done() -> None:
    s = board({"9/III/3": "1929", "10/III/3": "1929", "A/25 NZ": "0133"}, "combat")
    both = (UNIT["9/III/3"], UNIT["10/III/3"])
    assert struck(s, H("1930"), Strike(pin=True, steps=2), hush) == () and not s.pins[0]
    assert struck(s, H("1929"), Strike(), hush) == () and not s.pins[0]
    assert struck(s, H("1929"), Strike(pin=True, steps=1), hush) == (Losses(GERMAN, 1, both),)
    assert s.pins[0] == flagged("9/III/3", "10/III/3")
    assert struck(s, H("1929"), Strike(retreat=1), hush) == (Retreats(GERMAN, 1, both),)


@pytest.mark.case(C, "13.12", "5.13", "5.11")
def test_air_points_by_themselves_and_at_night() -> None:
    """No track has air at night; an owner's may: then it needs an observer like artillery."""
    units = {"OP NZ": "1826", "9/III/3": "1829", "10/III/3": "2426", "A/25 NZ": "0133"}
    day = board(units, "preparation", air=4, artillery=[0, 0], stack=(Missions(ALLIED),))
    assert refuse_bombardment(day, ALLIED, H("2426")) is None and act(day, "bombard 2426").offers[0] == "shell 4 > 0"
    night = board(units, turn=NIGHT_TURN, air=4, artillery=[0, 0], stack=(Missions(ALLIED),))
    assert sorted(o for o in act(night).offers if o != "done") == ["bombard 1829"]
    assert points_for(night, ALLIED, H("1829")) == (4, 0) and points_for(night, ALLIED, H("2426")) == (0, 0)


@pytest.mark.case(C, "4.1.A.pins")
def test_where_nobody_is_pinned_no_pins_are_told_to_come_off() -> None:
    heard: list[Event] = []
    StartPreparation(ALLIED).auto(board(FAR, "preparation"), heard.append)
    assert not [event for event in heard if isinstance(event, PinsLifted)]


@pytest.mark.case(C, "5.52", "5.13")
def test_the_blast_of_artillery_reaches_three_hexes_and_with_air_six() -> None:
    near, four, six, seven = (
        next(GRID.names[b] for b in GRID.ring(H("1829"), n) if ELEVATION[b] == 0) for n in (3, 4, 6, 7)
    )
    units = {"OP NZ": "1826", "9/III/3": "1829", "10/III/3": near, "11/III/3": four, "6/II/3": six, "7/II/3": seven}
    s = board({**units, "A/25 NZ": "0133"}, air=5, artillery=[10, 0], stack=(Missions(ALLIED),))
    for points, hexes in (("0 > 10", {near}), ("5 > 5", {near, four, six})):
        step = Bombardment(ALLIED, SPACE["1829"], int(points[0]), 10 - int(points[0]), True)
        following = step.take(s, (4,), hush)
        hit = next(one for one in following if isinstance(one, Secondary)).hit
        assert {GRID.names[h] for h in members(stacks(s, GERMAN, hit))} == hexes and hit.points == 10


@pytest.mark.case(C, "5.34", "5.11")
def test_all_the_artillery_in_store_is_refused_on_high_ground_for_want_of_an_observer() -> None:
    s = board({"1/I/3": "2208", "A/25 NZ": "0133"}, air=4, artillery=[7, 0], stack=(Missions(ALLIED),))
    told = act(s, "bombard 2208")
    assert told.why("shell 0 > 7") == ("5.34", "unobserved_high") and told.why("shell 0 > 8") == ("5.11", "not_so_many")


@pytest.mark.case(C, "5.71", "10.41")
def test_a_headquarters_that_has_not_arrived_fires_no_mortars_and_pays_for_none() -> None:
    s = board({"HQ 25 NZ": "1826", "9/III/3": "1830"}, turn=1, arrived=False, stack=(Missions(ALLIED),))
    assert s.loc[UNIT["HQ 26 NZ"]] == TO_COME
    pick = PickMortars(ALLIED, SPACE["1830"])
    told = pick.refuse_unit(s, UNIT["HQ 26 NZ"])
    assert told is not None and (told.rule, told.key) == ("5.71", "headquarters_only")
    pay = MortarSupply(ALLIED, SPACE["1830"]).why_not(s, Pay(UNIT["HQ 26 NZ"]))
    assert pay is not None and (pay.rule, pay.key) == ("10.41", "headquarters_only")
