"""10.0 Fire combat: the hit number term by term, losses, leaders, Extra Guns, cannon, and the readings of 10.2."""

import pytest

from grognard.core import Roll, clone, run
from grognard.games.dark_victory.content import DARKNESS, MEXICAN, TEXAN
from grognard.games.dark_victory.rules.events import CannonFired, ExtraGunSpent, Fired, Reloaded, StepLost
from grognard.games.dark_victory.rules.fire import FireRoll, shot
from grognard.games.dark_victory.rules.state import losses
from tests.games.dark_victory.kit import GAME, SPACE, UNIT, Played, act, board, dead

TITLE = "dark_victory"


def needs(units: dict[str, str], firer: str, hex: str, gun: int = -1, **told: object) -> int:
    s = board(units, **told)
    found = shot(s, UNIT[firer], s.loc[UNIT[firer]], SPACE[hex], gun)
    assert found is not None
    return found.needs


def first(units: dict[str, str], lead: str, *texts: str, dice: list[object] | None = None, **told: object) -> Played:
    start = act(board(units, **told), f"activate {lead}")
    if start.prompt == "muster":
        start = start.then("done")
    return start.then(*texts, dice=dice or ()) if texts else start


@pytest.mark.case(TITLE, "10.3", "10.3.B", "10.3.C", "10.5", "10.6", "10.23", "2.11")
def test_vector_17_from_the_wall_at_two_platoons_in_the_dark() -> None:
    units = {"T7-inf1": "2314", "M1-F1": "2312", "M1-F2": "2312", "Cos": "2312"}
    assert needs(units, "T7-inf1", "2312", turn=3) == 2 - 1 + 8 - 0 - 5 + 5 == 9
    hit = first(units, "T7-inf1", "shoot 2312", dice=[(4, 5)], turn=3, side=TEXAN)
    assert hit.heard(Fired)[0].hit and hit.s.reduced[UNIT["M1-F2"]] and not hit.s.reduced[UNIT["M1-F1"]]
    assert dead(hit, "2312") == 1 and hit.s.column_losses[1] == 1
    miss = first(units, "T7-inf1", "shoot 2312", dice=[(4, 6)], turn=3, side=TEXAN)
    assert not miss.heard(Fired)[0].hit and losses(miss.s) == 0


@pytest.mark.case(TITLE, "10.22", "10.23")
def test_vector_18_straight_down_the_wall_gives_no_cover() -> None:
    units = {"T7-inf1": "2314", "M1-F1": "2313", "M1-F2": "2313"}
    assert needs(units, "T7-inf1", "2313", turn=3) == 9
    units = {"T9-inf1": "2314", "M1-F1": "2313", "M1-F2": "2313"}
    assert needs(units, "T9-inf1", "2313", turn=3) == 1 + 1 + 8 - 5 + 5
    ramp = {"T7-inf1": "2014", "M1-F1": "2015"}
    assert needs(ramp, "T7-inf1", "2015") == 2 - 1 + 4 + 5


@pytest.mark.case(TITLE, "10.24", "10.4.B", "10.7", "TEC.intwall", "8.2")
def test_vector_19_up_at_the_wall_only_a_two_hits_and_it_takes_the_leader() -> None:
    units = {"M2-F1": "2313", "Duque": "2313", "T4-inf1": "2314", "T4-inf2": "2314", "Jones": "2314"}
    lone = {k: v for k, v in units.items() if k != "T4-inf2"}
    assert needs(lone, "M2-F1", "2314", turn=9) == 4 + 1 + 2 - 4 == 3
    assert needs(lone, "M2-F1", "2314", turn=3) == 3 - 5 == -2
    two = first(units, "M2-F1", "shoot 2314", dice=[(1, 1)], turn=3)
    assert two.heard(Fired)[0].hit
    assert two.where("T4-inf2") == "dead" and two.where("T4-inf1") == "2314" and two.where("Jones") == "dead"
    three = first(units, "M2-F1", "shoot 2314", dice=[(1, 2)], turn=3)
    assert not three.heard(Fired)[0].hit


@pytest.mark.case(TITLE, "10.19", "10.15", "9.3.E", "2.6", "10.12.B")
def test_vector_20_an_eight_pounder_in_the_dark() -> None:
    units = {"T3-gun1": "2214", "M1-F1": "2210"}
    guns = {"8pdr-2214": "2214"}
    assert needs(units, "T3-gun1", "2210", 4, guns=guns, turn=4) == 3 + 4 - 5 + 5 == 7
    fired = first(units, "T3-gun1", "cannon 2210", dice=[(3, 4)], guns=guns, turn=4, side=TEXAN)
    assert fired.heard(CannonFired)[0].hit and fired.s.loaded[4] == 0
    again = first(units, "T3-gun1", guns=guns, unloaded=["8pdr-2214"], side=TEXAN)
    assert again.why("cannon 2210") == ("10.15", "unloaded")
    bare = first({"T3-gun1": "2214", "M1-F1": "2210"}, "T3-gun1", side=TEXAN)
    assert bare.why("cannon 2210") == ("10.19", "no_gun")


@pytest.mark.case(TITLE, "10.7", "TEC.creek", "9.23", "10.6")
def test_vector_21_the_creek_is_cover() -> None:
    units = {"T3-gun1": "2114", "M1-F1": "2111"}
    assert needs(units, "T3-gun1", "2111", turn=7) == 1 - 1 + 4 - 2 - 3 + 5 == 4


@pytest.mark.case(TITLE, "TEC.door", "10.10", "10.7")
def test_vector_22_doors_are_cover_for_both_sides() -> None:
    men = {"T1-inf1": "2624 in", "M1-F1": "2524", "M1-F2": "2524"}
    assert needs(men, "T1-inf1", "2524", reduced=["M1-F1", "M1-F2"]) == 2 + 0 + 4 - 6 == 0
    farther = {"T1-inf1": "2624 in", "M1-F1": "2425", "M1-F2": "2425"}
    assert needs(farther, "T1-inf1", "2425", reduced=["M1-F1", "M1-F2"]) == 6
    inward = {"M4-L1": "2425", "T1-inf1": "2624 in"}
    assert needs(inward, "M4-L1", "2624 in") == 4 + 2 + 2 - 6


@pytest.mark.case(TITLE, "9.13", "10.22", "10.23")
def test_vector_23_down_into_the_chapel() -> None:
    assert needs({"T7-inf1": "3125", "M4-L1": "3126"}, "T7-inf1", "3126", turn=12) == 2 - 1 + 4 + 5 == 10


@pytest.mark.case(TITLE, "10.22", "TEC.trench", "9.20")
def test_vector_41_a_trench_below_a_wall_still_covers() -> None:
    assert needs({"T7-inf1": "2314", "M4-L1": "2414"}, "T7-inf1", "2414", turn=9) == 2 - 1 + 4 - 2 + 5 == 8


@pytest.mark.case(TITLE, "TEC.lowwall", "10.7")
def test_vector_42_a_low_wall_between_neighbours() -> None:
    assert needs({"T5-inf1": "2629", "M4-L1": "2630"}, "T5-inf1", "2630", turn=10) == 2 - 1 + 4 - 2 == 3


@pytest.mark.case(TITLE, "10.25", "TEC.highwall")
def test_vector_43_from_the_ground_at_a_roof() -> None:
    units = {"M2-F1": "1825", "Duque": "1825", "T10-inf1": "1924"}
    assert needs(units, "M2-F1", "1924") == 4 + 1 + 2 - 4 == 3
    strict = first(units, "M2-F1", options={"strict_high_wall": True})
    assert strict.why("shoot 1924") == ("10.8.D", "no_line")


@pytest.mark.case(TITLE, "10.6")
def test_darkness_by_turn() -> None:
    assert DARKNESS[1:] == (5, 5, 5, 5, 5, 4, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


@pytest.mark.case(TITLE, "10.2", "6.7")
def test_only_the_topmost_unit_fires_and_only_if_it_acts() -> None:
    units = {"M4-L1": "2317", "M4-L2": "2317", "T4-inf1": "2320", "M4-L6": "0505"}
    left = act(board(units), "activate M4-L1", "stay M4-L2")
    assert left.why("shoot 2320") == ("10.2", "not_on_top")
    both = first(units, "M4-L1", "shoot 2320", dice=[(6, 6)])
    assert both.heard(Fired)[0].unit == UNIT["M4-L2"]


@pytest.mark.case(TITLE, "10.2.B", "10.2", "9.3.B", "9.3.C", "9.3.D")
def test_the_three_readings_of_how_often_a_stack_fires() -> None:
    units = {"T7-inf1": "2320", "M4-L1": "2317", "M4-L2": "2417", "M4-L3": "2217", "T4-inf1": "2015"}
    one = first(units, "T7-inf1", "shoot 2317", dice=[(6, 6)], side=TEXAN)
    assert one.left == 6 and one.why("shoot 2417") == ("10.2", "fired_already")
    many = first(units, "T7-inf1", "shoot 2317", dice=[(6, 6)], side=TEXAN, options={"shots": "as_af_allow"})
    assert "2417" in many.verbs("shoot") and many.why("shoot 2317") == ("10.2.B", "same_target")
    spent = many.then("shoot 2417", dice=[(6, 6)])
    assert spent.prompt == "texan_actions"
    guns = first(
        units, "T7-inf1", "shoot 2317", dice=[(6, 6)], side=TEXAN, extra=["2320"], options={"shots": "extra_guns"}
    )
    assert guns.why("shoot 2417") == ("10.2", "fired_already") and "2417" in guns.verbs("volley")
    once = first(units, "T7-inf1", "volley 2317", dice=[(6, 6)], side=TEXAN, extra=["2320"])
    assert once.left == 9 and once.why("volley 2417") == ("10.2", "fired_already")
    mexican = first(units, "M4-L1", "shoot 2320", dice=[(6, 6)], options={"shots": "as_af_allow"})
    assert mexican.left == 4 and mexican.why("shoot 2320")[0] == "9.4"


@pytest.mark.case(TITLE, "10.2", "10.2.B")
def test_a_unit_left_behind_does_not_fire_where_somebody_has_fired() -> None:
    units = {"M4-L1": "2317", "M4-L2": "2317", "T4-inf1": "2320", "T4-inf2": "2220"}
    shot_ = act(
        board(units, options={"shots": "as_af_allow"}), "activate M4-L1", "stay M4-L1", "shoot 2320", dice=[(6, 6)]
    )
    gone = shot_.then("go 2316", "done", "activate M4-L1")
    assert gone.why("shoot 2220") == ("10.2", "fired_already")


@pytest.mark.case(TITLE, "10.14", "10.14.B", "9.3.C", "2.21")
def test_vector_35_extra_guns_cost_three_and_go_at_the_end_of_the_phase() -> None:
    targets = {"M4-L1": "2317", "M4-L2": "2417", "M4-L3": "2217", "M4-L4": "2117"}
    units = {"T7-inf1": "2320", "T4-inf1": "2015", **targets}
    start = first(units, "T7-inf1", side=TEXAN, extra=["2320", "2514"], options={"shots": "as_af_allow"})
    assert "2317" in start.verbs("shoot") and "2317" in start.verbs("volley")
    shots = start.then("volley 2317", "volley 2417", "volley 2217", dice=[(6, 6)] * 3)
    assert shots.left == 3 and SPACE["2320"] in shots.s.extra
    last = shots.then("volley 2117", dice=[(6, 6)])
    done = last.then("done")
    assert len(done.heard(ExtraGunSpent)) == 1 and done.s.extra == (SPACE["2514"],)
    held = start.then("shoot 2317", dice=[(6, 6)]).then("done", "done")
    assert held.heard(ExtraGunSpent) == [] and SPACE["2320"] in held.s.extra
    mexican = first({"M4-L1": "2320", "T4-inf1": "2317"}, "M4-L1", extra=["2320"])
    assert mexican.why("volley 2317") == ("10.14", "no_extra_guns")


@pytest.mark.case(TITLE, "10.4", "8.7", "2.13", "2.13.B", "5.3.note")
def test_leaders_die_with_the_last_unit_and_never_in_its_place() -> None:
    units = {"T7-inf1": "2320", "M1-F1": "2317", "Cos": "2317", "Mora": "2317"}
    hurt = first(units, "T7-inf1", "shoot 2317", dice=[(2, 1)], side=TEXAN)
    assert hurt.s.reduced[UNIT["M1-F1"]] and hurt.where("Cos") == "2317" == hurt.where("Mora")
    gone = first(units, "T7-inf1", "shoot 2317", dice=[(2, 1)], side=TEXAN, reduced=["M1-F1"])
    assert gone.where("M1-F1") == gone.where("Cos") == gone.where("Mora") == "dead"
    assert losses(gone.s) == 2
    alone = {"T7-inf1": "2320", "Cos": "2317", "Mora": "2317"}
    lucky = first(alone, "T7-inf1", "shoot 2317", dice=[(1, 1)], side=TEXAN)
    assert lucky.where("Mora") == "dead" and lucky.where("Cos") == "2317" and losses(lucky.s) == 0
    none = first(alone, "T7-inf1", "shoot 2317", dice=[(1, 2)], side=TEXAN)
    assert none.where("Mora") == "2317"


@pytest.mark.case(TITLE, "8.2.D", "2.13", "13.1")
def test_women_and_children_are_no_target() -> None:
    start = first({"M4-L1": "2826", "T13-wom1": "2925 in", "T4-inf1": "2828"}, "M4-L1")
    assert start.why("shoot 2925 in") == ("13.1", "helpless")
    with_bowie = first(
        {"M4-L1": "2826", "T13-wom1": "2925 in", "Bowie": "2925 in"}, "M4-L1", "shoot 2925 in", dice=[(1, 1)]
    )
    assert with_bowie.where("Bowie") == "dead" and with_bowie.where("T13-wom1") == "2925 in"


@pytest.mark.case(TITLE, "10.22.B", "10.22.ex")
def test_vector_11_a_cannon_is_not_depressed_down_a_wall() -> None:
    units = {"T3-gun1": "2014", "M4-L1": "2013", "M4-L2": "2015"}
    start = first(units, "T3-gun1", guns={"8pdr-2014": "2014"}, side=TEXAN)
    assert start.why("cannon 2013") == ("10.22.B", "too_steep")
    assert "2015" in start.verbs("cannon") and "2013" in start.verbs("shoot")


@pytest.mark.case(TITLE, "10.17", "2.19", "10.16")
def test_infantry_of_both_sides_fires_cannon() -> None:
    texan = first({"T4-inf1": "3019", "M4-L1": "3219"}, "T4-inf1", guns={"4pdr-3019": "3019"}, side=TEXAN)
    assert "3219" in texan.verbs("cannon")
    mexican = first({"M4-L1": "3019", "T4-inf1": "2920"}, "M4-L1", guns={"4pdr-3019": "3019"})
    assert "2920" in mexican.verbs("cannon")


@pytest.mark.case(TITLE, "10.18", "10.17", "9.3.F")
def test_crews_reload_as_their_only_action_and_the_gun_is_ready_at_the_end() -> None:
    units = {"T3-gun1": "2214", "M1-F1": "2210", "T4-inf1": "2514"}
    told = {"guns": {"8pdr-2214": "2214"}, "unloaded": ["8pdr-2214"], "side": TEXAN}
    start = first(units, "T3-gun1", **told)
    assert "load" in start.offers
    loading = start.then("load")
    assert loading.s.loaded[4] == 2 and loading.prompt == "texan_actions"
    assert len(loading.then("done").heard(Reloaded)) == 1 and loading.then("done").s.loaded[4] == 1
    foot = first({"T4-inf1": "2214", "M1-F1": "2210", "T4-inf2": "2514"}, "T4-inf1", **told)
    assert foot.why("load") == ("10.17", "crews_only")
    moved = start.then("shoot 2210", dice=[(6, 6)])
    assert moved.why("load") == ("9.4", "too_costly")  # it takes the whole phase
    told = GAME.why_not(moved.s, moved.seat, GAME.texts.parse("load"))
    assert told is not None and told.facts == (12, 6)


@pytest.mark.case(TITLE, "10.17", "8.3.C")
def test_mexican_crews_reload_only_with_ampudia_or_salva_at_hand() -> None:
    told = {"guns": {"6pdr-2326": "2320"}, "unloaded": ["6pdr-2326"]}
    beside = first({"MR-G1": "2320", "Salva": "2321", "T4-inf1": "2015"}, "MR-G1", **told)
    assert "load" in beside.offers
    from grognard.games.dark_victory.rules.doors import refuse_load

    alone = board({"MR-G1": "2320", "Almonte": "2320"}, **told)
    found = refuse_load(alone, (UNIT["MR-G1"],))
    assert found is not None and (found.rule, found.key) == ("10.17", "no_artillery_officer")


@pytest.mark.case(TITLE, "10.20", "9.3.G", "10.17.B", "2.19")
def test_light_cannon_move_two_a_hex_over_clear_ramp_and_trench() -> None:
    units = {"T4-inf1": "2326", "T4-inf2": "2015"}
    start = first(units, "T4-inf1", guns={"6pdr-2326": "2326"}, side=TEXAN)
    assert "2325" in start.verbs("haul")
    moved = start.then("haul 2325")
    assert moved.left == 10 and moved.s.gun_at[6] == SPACE["2325"]
    six = moved.then("haul 2324", "haul 2323", "haul 2322", "haul 2321", "haul 2320")
    assert six.s.gun_at[6] == SPACE["2320"] and six.s.gun_spent[6] == 12
    heavy = first({"T4-inf1": "2023"}, "T4-inf1", guns={"12pdr-2023": "2023"}, side=TEXAN)
    assert heavy.why("haul 2123") == ("10.20", "gun_too_heavy")
    wet = first({"T4-inf1": "2220"}, "T4-inf1", guns={"6pdr-2326": "2220"}, side=TEXAN)
    assert wet.why("haul 2119") == ("10.20", "no_way_for_guns")
    two = first({"T4-inf1": "2320"}, "T4-inf1", guns={"6pdr-2326": "2320", "6pdr-2727": "2321"}, side=TEXAN)
    assert two.why("haul 2321") == ("2.19", "gun_there")
    ramp = first({"T4-inf1": "2015"}, "T4-inf1", guns={"6pdr-2326": "2015"}, side=TEXAN)
    assert "2014" in ramp.verbs("haul") and ramp.why("haul 2114")[0] in ("10.20", "9.4")
    trench = first({"T4-inf1": "2326"}, "T4-inf1", guns={"6pdr-2326": "2326"}, side=TEXAN).then("haul 2327")
    assert trench.left == 10
    room = first({"T4-inf1": "2523"}, "T4-inf1", guns={"6pdr-2326": "2523"}, side=TEXAN, doors=[("2523", "2623 in")])
    assert room.why("haul 2623 in") == ("10.20", "no_way_for_guns")


@pytest.mark.case(TITLE, "10.20", "9.4", "9.24")
def test_hauling_is_paid_from_what_is_left_and_never_by_leaders_alone() -> None:
    gun = {"guns": {"6pdr-2326": "2326"}, "side": TEXAN}
    alone = act(board({"Jones": "2326", "T4-inf1": "2015"}, **gun), "activate Jones")
    assert alone.verbs("haul") == [] and alone.why("haul 2325") == ("10.20", "leaders_alone")
    for group in ({"Jones": "2326", "T4-inf1": "2326"}, {"T4-inf1": "2326", "Jones": "2326"}):
        led = first(group, "T4-inf1", **gun).then("haul 2325")
        assert led.where("Jones") == led.where("T4-inf1") == "2325"  # a leader may lend a hand
    fired = first({"T4-inf1": "2326", "M4-L1": "2320"}, "T4-inf1", **gun).then("shoot 2320", dice=[(6, 6)])
    assert fired.left == 6
    twice = fired.then("haul 2325", "haul 2324")
    assert twice.left == 2 and "2323" in twice.verbs("haul")
    heaped = first({"T4-inf1": "2326"}, "T4-inf1", dead={"2325": 3, "2324": 8}, **gun)
    slow = heaped.then("haul 2325")
    assert slow.left == 12 - 2 - 3
    assert slow.why("haul 2324") == ("9.4", "too_dear")
    wary = first({"T4-inf1": "2326", "M4-L1": "2327"}, "T4-inf1", **gun).then("haul 2325")
    assert wary.left == 12 - 2 - 2  # two more to leave a hex next to Mexicans


@pytest.mark.case(TITLE, "10.20", "6.3", "6.3.B")
def test_hauling_through_other_formations_costs_their_points() -> None:
    gun = {"guns": {"6pdr-2326": "2326"}, "side": TEXAN}
    into = first({"T4-inf1": "2326", "T7-inf1": "2325", "T7-inf2": "2325"}, "T4-inf1", **gun).then("haul 2325")
    assert into.left == 12 - 2 - 4
    own = first({"T4-inf1": "2326", "T4-inf2": "2325"}, "T4-inf1", **gun).then("haul 2325")
    assert own.left == 12 - 2
    away = act(board({"T7-inf1": "2326", "T4-inf1": "2326"}, **gun), "activate T4-inf1")
    gone = away.then("haul 2325")
    assert gone.left == 12 - 2 - 2 and gone.then("haul 2324").left == 12 - 4 - 2  # leaving them is paid once
    full = first({"T4-inf1": "2326", "T7-inf1": "2325"}, "T4-inf1", dead={"2325": 9}, **gun)
    assert full.why("haul 2325") == ("9.4", "too_dear")


@pytest.mark.case(TITLE, "10.20", "6.2", "6.4")
def test_who_hauls_a_cannon_must_be_able_to_march_there() -> None:
    gun = {"guns": {"6pdr-2326": "2326"}}
    units = {"M4-L1": "2326", "M1-F1": "2325", "M4-L2": "2426", "M4-L3": "2426", "T4-inf1": "2015"}
    start = first(units, "M4-L1", **gun)
    assert start.why("haul 2325")[0] == "6.2" and start.why("haul 2426") == ("6.4", "full")
    assert "2226" in start.verbs("haul")


@pytest.mark.case(TITLE, "10.20", "2.19")
def test_a_cannon_moved_enough_is_not_relayed() -> None:
    """Twelve action factors for one gun in a phase, whoever pushes it."""
    units = {"T4-inf1": "2326", "T4-inf2": "2321"}
    start = first(units, "T4-inf1", guns={"6pdr-2326": "2326"}, side=TEXAN)
    there = start.then("haul 2325", "haul 2324", "haul 2323", "haul 2322", "haul 2321")
    assert there.s.gun_spent[6] == 10
    relay = there.then("done", "activate T4-inf2")
    assert relay.left == 12
    moved = relay.then("haul 2320")
    assert moved.s.gun_spent[6] == 12 and moved.why("haul 2319") == ("10.20", "gun_moved_enough")


@pytest.mark.case(TITLE, "10.1", "10.3.note")
def test_fire_is_two_dice_of_which_the_sum_decides() -> None:
    s = board({"T7-inf1": "2320", "M1-F1": "2317", "Cos": "2317"})
    roll = FireRoll(UNIT["T7-inf1"], SPACE["2320"], SPACE["2317"]).ask(s)
    assert isinstance(roll, Roll) and roll.dice == (6, 6) and roll.matters == ((1, 1),)
    assert 2 in roll.breaks[0]
    assert run(clone(s)) is not None and MEXICAN == 0


@pytest.mark.case(TITLE, "5.3")
def test_every_step_adds_one_to_the_track() -> None:
    units = {"T7-inf1": "2320", "M1-F1": "2317", "Cos": "2317", "T4-inf1": "2015"}
    hurt = first(units, "T7-inf1", "shoot 2317", dice=[(1, 2)], side=TEXAN)
    assert [e.total for e in hurt.heard(StepLost)] == [1] and hurt.s.column_losses == [0, 1, 0, 0, 0, 0]
    later = first(units, "T7-inf1", "shoot 2317", dice=[(1, 2)], side=TEXAN, ladder_check=True)
    assert later.s.column_losses == [1, 0, 0, 0, 0, 0]
