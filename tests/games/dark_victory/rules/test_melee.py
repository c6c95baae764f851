"""12.0 Melee: allowed edges, both sums, caps, ladders, ties, leaders, the advance; helpless people."""

import pytest

from grognard.games.dark_victory.content import MEXICAN, TEXAN
from grognard.games.dark_victory.rules.events import Advanced, Clashed, Overrun, RiskDice
from grognard.games.dark_victory.rules.state import losses
from grognard.games.dark_victory.rules.strength import attack, attackers, defence
from tests.games.dark_victory.kit import SPACE, UNIT, Played, act, board, dead, fighting

TITLE = "dark_victory"


def sums(units: dict[str, str], a: str, b: str, **told: object) -> tuple[int, int]:
    s = board(units, **told)
    return attack(s, SPACE[a], SPACE[b]).total, defence(s, SPACE[a], SPACE[b]).total


def melee(units: dict[str, str], side: object = MEXICAN, turn: int = 10, **told: object) -> Played:
    return act(board(units, fighting(side, turn), turn=turn, **told))


@pytest.mark.case(TITLE, "12.8", "12.9", "12.12", "12.13", "12.14", "TEC.lowwall", "8.5", "2.12")
def test_vector_24_two_platoons_at_the_breach() -> None:
    units = {"M2-F1": "2413", "M2-F2": "2413", "Duque": "2413", "T4-inf1": "2414", "Jones": "2414"}
    assert sums(units, "2413", "2414") == (4 + 4 + 1 + 2, 3 + 1 + 0 + 2)
    tie = melee(units).then("assault 2414", dice=[(1, 6), (3, 4)])
    clash = tie.heard(Clashed)[0]
    assert (clash.attack + clash.attack_die, clash.defence + clash.defence_die) == (12, 12)
    assert tie.where("T4-inf1") == "dead" == tie.where("Jones")
    assert losses(tie.s) == 1 and tie.s.reduced[UNIT["M2-F2"]]
    assert tie.where("M2-F1") == tie.where("M2-F2") == tie.where("Duque") == "2414"
    assert dead(tie, "2413") == 1 and dead(tie, "2414") == 2  # the squad, and Jones
    won = melee(units).then("assault 2414", dice=[(6, 1), (3, 4)])
    assert losses(won.s) == 0 and won.where("M2-F1") == "2414"
    lost = melee({**units, "T4-inf2": "2414"}).then("assault 2414", dice=[(1, 6), (3, 4), (3, 4)])
    assert losses(lost.s) == 1 and lost.where("M2-F1") == "2413" and lost.where("Jones") == "2414"


@pytest.mark.case(TITLE, "12.9.C", "12.9.B", "TEC.intwall", "9.19.C")
def test_vector_25_on_a_ladder_only_the_top_unit_fights() -> None:
    units = {
        "M2-F1": "2213", "M2-F2": "2213", "Castrillon": "2213", "T7-inf1": "2214", "T3-gun1": "2214", "T4-inf1": "2015",
    }  # fmt: skip
    told = {"ladders": [("2213", "2214")]}
    assert sums(units, "2213", "2214", **told) == (4 + 2 + 1, 4 + 4 + 0 + 4)
    won = melee(units, **told).then("assault 2214", dice=[(6, 1), (3, 4)])
    assert won.where("T3-gun1") == "dead" or won.where("T7-inf1") == "dead"
    lost = melee(units, **told).then("assault 2214", dice=[(1, 1), (3, 4)])
    assert lost.s.reduced[UNIT["M2-F2"]] and not lost.s.reduced[UNIT["M2-F1"]]
    bare = melee(units)
    assert bare.verbs("assault") == []
    down = melee({"T7-inf1": "2214", "M4-L1": "2213"}, TEXAN, **told)
    assert down.verbs("assault") == ["2213"]


@pytest.mark.case(TITLE, "12.7", "12.5")
def test_vector_26_no_more_than_the_target_hex_holds() -> None:
    s = board({"M2-F1": "2315", "M2-F2": "2315", "T7-inf1": "2314"})
    assert attackers(s, SPACE["2315"], SPACE["2314"]) == (UNIT["M2-F2"],)
    small = board({"M2-F1": "2315", "M2-F2": "2315", "T7-inf1": "2314"}, reduced=["M2-F1", "M2-F2"])
    assert len(attackers(small, SPACE["2315"], SPACE["2314"])) == 2
    units = {"M2-F1": "2315", "M2-F2": "2315", "T7-inf1": "2314"}
    sat = melee({**units, "T4-inf1": "2316"}).then("assault 2314", dice=[(1, 6)])
    assert sat.s.turn == 11  # those who sat out do not melee elsewhere: the phase is over


@pytest.mark.case(TITLE, "12.10", "12.11", "12.11.B", "TEC.door", "9.7.F")
def test_vector_27_rooms_are_fought_for_by_stacking() -> None:
    units = {"M1-F1": "2523", "Mora": "2523", "T4-inf1": "2623 in", "Baugh": "2623 in"}
    told = {"doors": [("2523", "2623 in")]}
    assert sums(units, "2523", "2623 in", **told) == (4 + 2, 2 + 2 + 3)
    assert melee(units).verbs("assault") == []  # the door is shut
    assert melee(units, **told).verbs("assault") == ["2623 in"]
    open_ = {"M1-F1": "3026", "T4-inf1": "3027"}
    assert sums(open_, "3026", "3027") == (4, 2)


@pytest.mark.case(TITLE, "12.9", "12.9.B", "9.16.B")
def test_vector_44_an_open_exterior_door_keeps_the_high_wall() -> None:
    units = {"M2-F1": "1816", "M2-F2": "1816", "T10-inf1": "1915"}
    assert sums(units, "1816", "1915", doors=[("1816", "1915")]) == (4 + 4 + 2, 3 + 0 + 4)


@pytest.mark.case(TITLE, "12.9.B", "9.12", "9.17", "TEC.stair")
def test_ramps_keep_the_bonus_and_stairs_have_their_own() -> None:
    assert sums({"M2-F1": "2315", "T7-inf1": "2314"}, "2315", "2314") == (4 + 1, 4 + 4)
    assert sums({"M2-F1": "2824", "T4-inf1": "2723"}, "2824", "2723") == (4 + 1, 3 + 4)
    assert sums({"M2-F1": "2723 in", "T2-pat1": "2723 up"}, "2723 in", "2723 up") == (4, 2)
    crowd = board({"M2-F1": "2824", "M2-F2": "2824", "T4-inf1": "2723"}, reduced=["M2-F1", "M2-F2"])
    assert len(attackers(crowd, SPACE["2824"], SPACE["2723"])) == 2
    used = board({"M2-F1": "2824", "M2-F2": "2824", "T4-inf1": "2723"}, reduced=["M2-F1", "M2-F2"], climbed=2)
    assert len(attackers(used, SPACE["2824"], SPACE["2723"])) == 1


@pytest.mark.case(TITLE, "12.1", "12.1.B")
def test_edges_over_which_melee_is_possible() -> None:
    offered = melee({"M4-L1": "2413", "T4-inf1": "2414"}).verbs("assault")
    assert offered == ["2414"]
    high = melee({"M4-L1": "1825", "T10-inf1": "1924", "T4-inf1": "2015"})
    assert high.verbs("assault") == []
    roofs = melee({"M4-L1": "2619", "T4-inf1": "2718"})
    assert roofs.verbs("assault") == ["2718"]
    idle = melee({"M4-L1": "2320", "T4-inf1": "2321"})
    assert idle.then("done").heard(Clashed) == []  # voluntary
    no_leader = melee({"M1-F1": "2320", "T4-inf1": "2321"})
    assert no_leader.verbs("assault") == ["2321"]  # and needs no command


@pytest.mark.case(TITLE, "12.2", "12.4", "12.6")
def test_sequences_are_announced_and_unused_attackers_are_wasted() -> None:
    units = {
        "M4-L1": "2320", "M4-L2": "2221", "M4-L3": "2422", "T4-inf1": "2321", "T4-inf2": "2423",
    }  # fmt: skip
    start = melee(units)
    assert set(start.verbs("assault")) == {"2321", "2423"}
    seq = start.then("assault 2321")
    assert set(seq.verbs("from")) == {"2320", "2221", "2422"}
    both = seq.then("from 2320", "from 2422")
    done = both.then("done", dice=[(6, 1)])
    assert done.where("M4-L1") == "2321" and done.where("M4-L3") == "2422"
    assert done.verbs("assault") == []  # 2422 is wasted and may not turn on 2423
    one = seq.then("from 2320", "done", dice=[(1, 6)])
    assert one.why("assault 2321") == ("12.4", "sequence_over")
    assert one.verbs("assault") == ["2423"]


@pytest.mark.case(TITLE, "12.3", "6.3.C", "12.9.note")
def test_texan_formations_fight_together_under_one_leader() -> None:
    units = {"T4-inf1": "2320", "T7-inf1": "2320", "Jones": "2320", "M4-L1": "2321"}
    assert sums(units, "2320", "2321")[0] == 3 + 4 + 1 + 1
    wrong = {"T7-inf1": "2320", "Jones": "2320", "M4-L1": "2321"}
    assert sums(wrong, "2320", "2321")[0] == 4


@pytest.mark.case(TITLE, "8.5")
def test_bonuses_of_leaders_are_never_added() -> None:
    units = {"M1-F1": "2320", "Cos": "2320", "Mora": "2320", "T4-inf1": "2321"}
    assert sums(units, "2320", "2321")[0] == 5 + 2 + 1


@pytest.mark.case(TITLE, "12.13", "8.7")
def test_vector_46_a_mutual_wipe_out_spares_the_leaders() -> None:
    units = {"M1-F1": "2320", "Cos": "2320", "T10-inf1": "2321", "Martin": "2321"}
    told = {"reduced": ["M1-F1"]}
    a, b = sums(units, "2320", "2321", **told)
    tie = melee(units, **told).then("assault 2321", dice=[(1 + max(0, b - a), 1 + max(0, a - b)), (3, 4), (3, 4)])
    assert tie.where("M1-F1") == "dead" == tie.where("T10-inf1")
    assert tie.where("Cos") == "2320" and tie.where("Martin") == "2321"
    unlucky = melee(units, **told).then("assault 2321", dice=[(1 + max(0, b - a), 1 + max(0, a - b)), (1, 1), (3, 4)])
    assert unlucky.where("Cos") == "dead"


@pytest.mark.case(TITLE, "12.13.B")
def test_every_leader_of_both_hexes_is_rolled_for() -> None:
    units = {"M1-F1": "2320", "Cos": "2320", "Mora": "2320", "T4-inf1": "2321", "T4-inf2": "2321", "Jones": "2321"}
    done = melee(units).then("assault 2321", dice=[(6, 1), (1, 1), (3, 4), (2, 1)])
    assert len(done.heard(RiskDice)) == 3
    assert done.where("Cos") == "dead" and done.where("Mora") == "2320" and done.where("Jones") == "2321"


@pytest.mark.case(TITLE, "12.14", "3.6", "12.12.note")
def test_the_advance_is_compulsory_but_not_for_defenders_or_out_of_the_walls() -> None:
    won = melee({"M4-L1": "2320", "T4-inf1": "2321"}).then("assault 2321", dice=[(6, 1)])
    assert won.where("M4-L1") == "2321" and len(won.heard(Advanced)) == 1
    held = melee({"M4-L1": "2320", "T4-inf1": "2321", "T4-inf2": "2321"}, reduced=["M4-L1"]).then(
        "assault 2321", dice=[(1, 6)]
    )
    assert held.where("M4-L1") == "dead" and held.where("T4-inf1") == "2321" == held.where("T4-inf2")
    out = melee({"T4-inf1": "2414", "M4-L1": "2413"}, TEXAN, reduced=["M4-L1"]).then("assault 2413", dice=[(6, 1)])
    assert out.where("T4-inf1") == "2414" and out.where("M4-L1") == "dead"


@pytest.mark.case(TITLE, "12.14", "12.7")
def test_leaders_choose_only_where_units_stay_behind() -> None:
    units = {"M2-F1": "2315", "M2-F2": "2315", "Duque": "2315", "T7-inf1": "2314"}
    won = melee(units).then("assault 2314", dice=[(6, 1), (3, 4)])
    assert won.prompt == "escort" and won.offers == ["escort Duque", "done"]
    assert won.then("escort Duque").where("Duque") == "2314"
    stay = won.then("done")
    assert stay.where("Duque") == "2315" and stay.where("M2-F2") == "2314"


@pytest.mark.case(TITLE, "2.18.C", "2.18.F", "2.18.B", "2.18.D", "2.18.E")
def test_vector_14_the_last_flag_lifts_morale_inside_the_walls() -> None:
    units = {"M2-F1": "2525", "Duque": "2525", "T4-inf1": "2320"}
    two = act(board(units, flags=bytearray([1, 1, 0, 1])), "activate M2-F1", "done", "go 2524")
    assert list(two.s.flags) == [1, 1, 2, 1] and two.s.points == (1, 0)
    inside = {"M2-F1": "2320", "T4-inf1": "2321"}
    assert sums(inside, "2320", "2321")[0] == 4 + 1
    assert sums(inside, "2320", "2321", flags=bytearray([1, 1, 2, 1]))[0] == 5 + 1
    outside = {"M2-F1": "2413", "T4-inf1": "2414"}
    assert sums(outside, "2413", "2414", flags=bytearray([1, 1, 2, 1]))[0] == 4 + 1
    room = {"M2-F1": "2619 in", "T4-inf1": "2620 in"}
    assert sums(room, "2619 in", "2620 in", flags=bytearray([1, 1, 2, 1]))[0] == 4
    retaken = act(
        board({"T4-inf1": "2525", "M4-L1": "2310"}, side=TEXAN, flags=bytearray([1, 1, 2, 1])),
        "activate T4-inf1",
        "go 2524",
    )
    assert list(retaken.s.flags) == [1, 1, 3, 1]
    assert sums(inside, "2320", "2321", flags=bytearray([1, 1, 3, 1]))[0] == 4 + 1
    first = act(board(units), "activate M2-F1", "done", "go 2524")
    assert list(first.s.flags) == [0, 0, 1, 0]


@pytest.mark.case(TITLE, "13.1", "13.1.B", "8.2.D")
def test_vector_15_bowie_alone_falls_to_a_declared_melee() -> None:
    units = {"M4-L1": "2527", "Bowie": "2528 in"}
    told = {"doors": [("2527", "2528 in")]}
    won = melee(units, **told).then("assault 2528 in")
    assert len(won.heard(Overrun)) == 1 and won.where("Bowie") == "dead" and won.where("M4-L1") == "2528 in"
    assert won.heard(Clashed) == []
    women = melee({"M4-L1": "2826", "T13-wom1": "2925 in", "T4-inf1": "2015"}, doors=[("2826", "2925 in")])
    taken = women.then("assault 2925 in")
    assert taken.where("T13-wom1") == "captured" and taken.s.points == (1, 0)
    undeclared = women.then("done")
    assert undeclared.where("T13-wom1") == "2925 in"


@pytest.mark.case(TITLE, "13.1", "13.1.C")
def test_patients_fight_and_women_wait_for_their_own_melee() -> None:
    assert sums({"M4-L1": "2723 in", "T2-pat1": "2723 up"}, "2723 in", "2723 up") == (4, 2)
    guarded = {"M4-L1": "2826", "T13-wom1": "2925 in", "T4-inf1": "2925 in"}
    told = {"doors": [("2826", "2925 in")]}
    won = melee(guarded, **told).then("assault 2925 in", dice=[(6, 1)])
    assert won.where("T4-inf1") == "dead" and won.where("T13-wom1") == "2925 in" and won.where("M4-L1") == "2826"
    attack_ = melee({"T2-pat1": "2723 up", "M4-L1": "2723 in"}, TEXAN, reduced=["M4-L1"])
    down = attack_.then("assault 2723 in", dice=[(6, 1)])
    assert down.where("M4-L1") == "dead" and down.where("T2-pat1") == "2723 up"  # never advances


@pytest.mark.case(TITLE, "13.2")
def test_slaves_and_prisoners_are_taken_by_a_declared_melee_and_save_nobody() -> None:
    units = {"M4-L1": "2413", "T12-sla1": "2414", "T4-inf1": "2414"}
    start = melee(units)
    fought = start.then("assault 2414", dice=[(1, 6)])
    assert fought.where("T12-sla1") == "captured" and fought.s.points == (1, 0)
    assert fought.heard(Clashed)[0].defence == 3 + 2 and losses(fought.s) == 1
    alone = melee({"M4-L1": "2413", "T12-sla1": "2414", "T4-inf1": "2015"}).then("assault 2414")
    assert alone.where("M4-L1") == "2414"


@pytest.mark.case(TITLE, "13.2")
def test_slaves_and_prisoners_are_taken_by_adjacency_without_a_wall() -> None:
    near = act(
        board({"M4-L1": "2317", "T12-sla1": "2320", "T4-inf1": "2320", "M4-L6": "0505"}),
        "activate M4-L1",
        "go 2318",
        "go 2319",
    )
    assert near.where("T12-sla1") == "captured" and near.where("T4-inf1") == "2320"
    wall = act(board({"M4-L1": "2412", "T12-sla1": "2414", "T4-inf1": "2414"}), "activate M4-L1", "go 2413")
    assert wall.where("T12-sla1") == "2414"
    moves = act(board({"T12-sla1": "2320", "M4-L1": "2310"}, side=TEXAN), "activate T12-sla1", "go 2321")
    assert moves.where("T12-sla1") == "2321"


@pytest.mark.case(TITLE, "10.16", "10.14.C")
def test_entering_takes_cannon_and_extra_guns() -> None:
    units = {"M4-L1": "2325", "T4-inf1": "2015"}
    told = {"guns": {"6pdr-2326": "2326"}, "extra": ["2326"]}
    taken = act(board(units, **told), "activate M4-L1", "go 2326")
    assert taken.s.gun_side[6] == MEXICAN and taken.s.extra == ()
    back = act(
        board({"T4-inf1": "2325", "M4-L1": "2310"}, side=TEXAN, gun_side=bytearray(11), **told),
        "activate T4-inf1",
        "go 2326",
    )
    assert back.s.gun_side[6] == TEXAN and back.s.extra != ()


@pytest.mark.case(TITLE, "9.10.D", "4.2.IIB", "4.2.IC")
def test_vector_48_bumping_and_melee_know_the_chapel_floor() -> None:
    assert melee({"M4-L1": "3026", "T4-inf1": "3027"}).verbs("assault") == ["3027"]
    assert melee({"T4-inf1": "3027", "M4-L1": "3026"}, TEXAN).verbs("assault") == ["3026"]
    from grognard.games.dark_victory.rules.reacting import bumped

    s = board({"M4-L1": "3026", "T4-inf1": "3027", "M4-L2": "2619 in"})
    assert bumped(s, SPACE["3027"]) == (SPACE["3026"],)
    assert bumped(s, SPACE["2620 in"]) == ()


@pytest.mark.case(TITLE, "12.13.B", "13.1.B")
def test_leaders_are_rolled_for_after_a_melee_that_is_won_without_dice() -> None:
    units = {"M1-F1": "2527", "Cos": "2527", "Mora": "2527", "Bowie": "2528 in"}
    told = {"doors": [("2527", "2528 in")]}
    taken = melee(units, **told).then("assault 2528 in", dice=[(1, 1), (3, 4)])
    assert [(e.leader, e.dice) for e in taken.heard(RiskDice)] == [(UNIT["Cos"], 2), (UNIT["Mora"], 7)]
    assert taken.where("Bowie") == "dead" == taken.where("Cos") and taken.where("Mora") == "2528 in"
    women = melee(
        {"M4-L1": "2826", "Morales": "2826", "T13-wom1": "2925 in", "T4-inf1": "2015"}, doors=[("2826", "2925 in")]
    )
    gone = women.then("assault 2925 in", dice=[(1, 1)])
    assert gone.where("T13-wom1") == "captured" and gone.where("Morales") == "dead" and gone.where("M4-L1") == "2925 in"
