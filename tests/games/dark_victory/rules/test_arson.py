"""13.3, 13.4 Arson: who may set fire, checks, flight, the lost, no way back; limits. 6.5 Overstacking."""

import pytest

from grognard.core import clone, settle
from grognard.games.dark_victory.content import MEXICAN, TEXAN
from grognard.games.dark_victory.rules.arson import Burning, Kindled, nerve
from grognard.games.dark_victory.rules.events import BurntOut, FireChecked, LoadingGun, SetAblaze
from grognard.games.dark_victory.rules.losses import strike, surplus
from grognard.games.dark_victory.rules.overstacking import Overstacked
from grognard.games.dark_victory.rules.state import SHUT_OUT, losses
from grognard.games.dark_victory.rules.strength import attackers
from grognard.games.dark_victory.rules.victory import Final
from tests.games.dark_victory.kit import GAME, SPACE, UNIT, Played, act, beginning, board

TITLE = "dark_victory"
ROOM = {"MR-S1": "2521", "Vega": "2521", "T4-inf1": "2621 in", "Baugh": "2621 in"}


def torch(units: dict[str, str], lead: str = "MR-S1", **told: object) -> Played:
    start = act(board(units, **told), f"activate {lead}")
    return start.then("done") if start.prompt == "muster" else start


@pytest.mark.case(TITLE, "13.3", "13.3.H", "9.3.H", "13.3.B", "13.3.E", "8.6")
def test_vector_37_a_room_with_a_squad_and_baugh() -> None:
    start = torch(ROOM)
    assert start.verbs("torch") == ["2621"] or "2621" in start.verbs("torch")
    s = start.s
    assert nerve(s, UNIT["T4-inf1"], True) == 3 + 2 and nerve(s, UNIT["T4-inf1"], False) == 3 + 1
    stays = start.then("torch 2621", dice=[(5,)])
    assert len(stays.heard(SetAblaze)) == 1 and stays.s.fires == (SPACE["2621"],)
    assert stays.heard(FireChecked)[0].stays and stays.where("T4-inf1") == "2621 in"
    told = "T4-inf1 in the fire: morale +3 (2.12), leader +2 (13.3.E), die 5 against 5, it stays."
    assert GAME.words.event(stays.heard(FireChecked)[0]) == told
    leaves = start.then("torch 2621", dice=[(6,)])
    assert leaves.prompt == "flee" and leaves.seat == 1 and "done" not in leaves.offers
    assert leaves.why("done") == ("13.3.B", "must_leave")
    assert leaves.why("load") == ("13.3.B", "not_offered")  # who flees does nothing else
    out = leaves.then("force 2620 in", dice=[(3,)])
    assert [GAME.words.prompt(x.asked) for x in (leaves, out) if x.asked is not None] == [
        "T4-inf1 must get out of 2621 in, 12 action factors left.",
        "T4-inf1 came out of the fire into 2620 in, 8 action factors left.",
    ]
    assert out.where("T4-inf1") == "2620 in" and out.where("Baugh") == "2621 in"
    along = leaves.then("bring Baugh", dice=[(3,)])
    assert along.where("Baugh") == "2620 in"


@pytest.mark.case(TITLE, "13.3", "13.3.H", "13.4", "2.15", "8.3")
def test_who_may_set_what_on_fire() -> None:
    assert torch({"M4-L1": "2521", "T4-inf1": "2621 in"}, "M4-L1").why("torch 2621") == ("13.3", "no_sapper")
    assert torch({**ROOM, "T4-inf1": "2622 in", "Baugh": "2622 in"}).why("torch 2621") == ("13.3.H", "no_texans_inside")
    assert torch({**ROOM, "T4-inf1": "2621", "Baugh": "2621"}).why("torch 2621") == ("13.3.H", "no_texans_inside")
    assert torch(ROOM, fires=["2621"]).why("torch 2621") == ("13.4", "burns_already")
    full = torch(ROOM, fires=["2528", "2616", "1919", "2129"])
    assert full.why("torch 2621") == ("13.4", "fires_enough")
    assert torch(ROOM).why("torch 2624") == ("13.3", "not_adjacent")
    moved = torch({**ROOM, "MR-S1": "2520", "Vega": "2520"}).then("go 2521", "done")  # nobody reacts
    assert moved.why("torch 2621") == ("9.4", "too_costly")  # it takes the whole phase
    assert torch(ROOM).then("go 2421", "done").why("torch 2621") == ("13.3", "not_adjacent")
    outside = torch({"MR-S1": "1820", "Vega": "1820", "T10-inf1": "1919 in"})
    assert outside.why("torch 1919") == ("13.3", "not_inside")
    assert "MR-S1" not in act(board({"MR-S1": "2521", "T4-inf1": "2621 in"})).verbs("activate")
    upstairs = torch({"MR-S1": "2522", "Vega": "2522", "T2-pat1": "2623 up"})
    assert "2623" in upstairs.verbs("torch")


@pytest.mark.case(TITLE, "13.3.C")
def test_a_unit_that_must_leave_and_cannot_is_lost() -> None:
    shut = torch(
        {"MR-S1": "2521", "Vega": "2521", "T4-inf1": "2621 in", "M1-F1": "2620 in", "M1-F2": "2521"} | {"M1-F2": "2520"}
    )
    lost = shut.then("torch 2621", dice=[(6,)])
    assert lost.where("T4-inf1") == "dead" and len(lost.heard(BurntOut)) == 1


@pytest.mark.case(TITLE, "13.3.D")
def test_those_who_stayed_check_again_at_every_mexican_phase() -> None:
    s = board({"T4-inf1": "2621 in", "T7-inf1": "2621", "M4-L1": "0505"}, beginning(10), fires=["2621"])
    again = act(s, dice=[(3,), (2,)])
    assert [e.stays for e in again.heard(FireChecked)] == [True, True]  # on both maps


@pytest.mark.case(TITLE, "13.3.F", "13.4")
def test_nobody_enters_a_burning_hex() -> None:
    texan = act(board({"T4-inf1": "2620 in", "M4-L1": "0505"}, side=TEXAN, fires=["2621"]), "activate T4-inf1")
    assert texan.why("force 2621 in") == ("13.3.F", "ablaze")
    roof = act(board({"T4-inf1": "2620", "M4-L1": "0505"}, side=TEXAN, fires=["2621"]), "activate T4-inf1")
    assert roof.why("go 2621") == ("13.3.F", "ablaze")
    from tests.games.dark_victory.kit import fighting

    told = {"doors": [("2521", "2621 in")], "fires": ["2621"]}
    won = act(
        board({"M4-L1": "2521", "T4-inf1": "2621 in"}, fighting(MEXICAN, 10), **told), "assault 2621 in", dice=[(6, 1)]
    )
    assert won.where("T4-inf1") == "dead" and won.where("M4-L1") == "2521"


@pytest.mark.case(TITLE, "13.3.G")
def test_special_units_are_lost_without_a_check_or_points() -> None:
    units = {"MR-S1": "2522", "Vega": "2522", "T2-pat1": "2623 up", "T13-wom2": "2623 in", "Bowie": "2623 in"}
    burnt = torch(units).then("torch 2623")
    assert burnt.where("T2-pat1") == "dead" and burnt.where("T13-wom2") == "captured" and burnt.where("Bowie") == "dead"
    assert burnt.s.points == (0, 0) and burnt.heard(FireChecked) == []


@pytest.mark.case(TITLE, "13.3.E", "13.3.B")
def test_one_leader_steadies_one_unit() -> None:
    units = {**ROOM, "T4-inf2": "2621 in"}
    asked = torch(units).then("torch 2621")
    assert asked.prompt == "steady" and asked.verbs("steady") == ["T4-inf1", "T4-inf2"]
    both = asked.then("steady T4-inf2", dice=[(4,), (5,)])
    told = {e.unit: (e.morale, e.stays) for e in both.heard(FireChecked)}
    assert told == {UNIT["T4-inf1"]: (4, True), UNIT["T4-inf2"]: (5, True)}
    terms = [e.terms for e in both.heard(FireChecked)]
    assert terms == [(("2.12", 3), ("8.6", 1)), (("2.12", 3), ("13.3.E", 2))]


@pytest.mark.case(TITLE, "13.3.B", "13.3.D")
def test_where_only_a_leader_is_left_in_the_flames_nobody_is_rolled_for() -> None:
    alone = torch({"MR-S1": "2520", "Vega": "2520", "Baugh": "2621 in", "T4-inf1": "2015"}).then("torch 2621")
    assert alone.s.fires == (SPACE["2621"],) and alone.heard(FireChecked) == []
    assert alone.where("Baugh") == "2621 in" and alone.prompt == "texan_actions"


@pytest.mark.case(TITLE, "13.3.B", "8.6", "13.3.E")
def test_everybody_in_a_fire_is_rolled_for_before_anybody_leaves() -> None:
    """Baugh goes with the squad he could not steady; he was there when the other was rolled for, and adds one to it."""
    units = {"MR-S1": "2520", "Vega": "2520", "T4-inf1": "2621 in", "T4-inf2": "2621 in", "Baugh": "2621 in"}
    asked = torch({**units, "T7-inf1": "2015"}, doors=[("2521", "2621 in")]).then("torch 2621")
    one = asked.then("steady T4-inf1", dice=[(6,), (4,)])
    assert [(e.morale, e.stays) for e in one.heard(FireChecked)] == [(5, False), (4, True)]
    assert one.prompt == "flee" and one.asked is not None and one.asked.units == (UNIT["T4-inf1"],)
    gone = one.then("bring Baugh", "force 2620 in", "done", dice=[(1,)])
    assert gone.where("Baugh") == gone.where("T4-inf1") == "2620 in" and gone.where("T4-inf2") == "2621 in"
    both = asked.then("steady T4-inf1", dice=[(6,), (5,)])  # one after the other they get out, the first with Baugh
    first = both.then("bring Baugh", "go 2521", "done", "done")
    assert first.prompt == "flee" and first.asked is not None and first.asked.units == (UNIT["T4-inf2"],)
    assert first.verbs("bring") == [] and first.then("force 2620 in", dice=[(1,)]).where("T4-inf2") == "2620 in"


@pytest.mark.case(TITLE, "11.5", "13.3.B")
def test_flight_next_to_mexicans_is_a_bump() -> None:
    units = {"MR-S1": "2520", "Vega": "2520", "T4-inf1": "2621 in"}
    fled = torch(units, doors=[("2521", "2621 in")]).then("torch 2621", dice=[(6,)])
    bump = fled.then("go 2521")
    assert bump.prompt == "bump" and bump.verbs("answer") == ["2520"]
    assert bump.then("answer 2520", dice=[(1, 1)]).where("T4-inf1") == "dead"
    assert "done" in bump.then("done").offers


@pytest.mark.case(TITLE, "13.3.B", "13.3.F", "10.20", "6.3.B")
def test_a_fire_drives_men_off_the_roof_with_leaders_of_theirs_but_no_gun() -> None:
    """A number burns on every layer: those on the roof above are checked too. They leave by formation."""
    units = {"MR-S1": "2019", "Vega": "2019", "T10-inf1": "1919 in", "T10-inf2": "1919", "Martin": "1919"}
    lit = torch({**units, "Kimble": "1919", "White": "1919", "Evans": "1919"}, guns={"4pdr-3019": "1919"})
    fled = lit.then("torch 1919", dice=[(6,)])
    assert fled.prompt == "flee" and fled.asked is not None and fled.asked.units == (UNIT["T10-inf2"],)
    assert sorted(fled.verbs("bring")) == ["Evans", "Kimble", "Martin"] and fled.verbs("haul") == []
    assert fled.why("bring White")[1] == "not_offered"  # of another formation: nobody could move with him
    gone = fled.then("bring Kimble", "bring Evans", "go 1920")
    assert gone.prompt == "flee" and "done" in gone.offers and gone.verbs("bring") == []
    assert [gone.where(u) for u in ("T10-inf2", "Kimble", "Evans", "Martin")] == ["1920"] * 3 + ["1919"]
    assert gone.then("done", dice=[(1,)]).where("T10-inf1") == "1919 in"


def test_burning_asks_nothing_where_no_texan_is() -> None:
    s = board({"M4-L1": "0505"}, (Final(), Burning(SPACE["2621"])), fires=["2621"])
    after = clone(s)
    settle(after, lambda ask: (1,))
    assert GAME.broken(after) == []


@pytest.mark.case(TITLE, "6.5")
def test_surplus_units_are_moved_by_the_enemy() -> None:
    crowd = {"M4-L1": "2310", "M4-L2": "2310", "M4-L3": "2310", "T4-inf1": "2015"}
    s = board(crowd, (Final(), Overstacked()))
    after = clone(s)
    asked = settle(after, lambda ask: (1,))
    assert asked is not None and asked.seat == 1 and asked.prompt == "overstack"
    assert surplus(s, SPACE["2310"]) == (UNIT["M4-L1"],)
    assert {o.unit for o in asked.options} == {UNIT["M4-L1"]}
    assert len(asked.options) == 6


@pytest.mark.case(TITLE, "6.5.B")
def test_surplus_units_that_cannot_go_are_useless_and_die_with_the_first_loss() -> None:
    s = board({"M4-L1": "2621 in", "M4-L2": "2621 in", "T4-inf1": "2620 in"}, (Final(), Overstacked()))
    assert surplus(s, SPACE["2621 in"]) == (UNIT["M4-L1"],)
    assert attackers(s, SPACE["2621 in"], SPACE["2620 in"]) == (UNIT["M4-L2"],)
    after = clone(s)
    strike(after, SPACE["2621 in"], lambda event: None)
    assert after.loc[UNIT["M4-L1"]] == SPACE["dead"] and after.reduced[UNIT["M4-L2"]]
    assert losses(after) == 3


@pytest.mark.case(TITLE, "13.3", "13.3.B", "13.3.D")
def test_only_texans_check_in_every_fire_and_nothing_burns_unkindled() -> None:
    units = {"MR-S1": "2521", "Vega": "2520", "M1-F1": "2621", "T4-inf1": "2621 in", "T4-inf2": "2621 in"}
    start = act(board({**units, "T7-inf1": "2015"}), "activate MR-S1")
    assert "2621" in start.verbs("torch")  # a sapper by himself, his leader next door
    lit = start.then("torch 2621", dice=[(1,), (1,)])
    assert [e.unit for e in lit.heard(FireChecked)] == [UNIT["T4-inf1"], UNIT["T4-inf2"]]  # not the man on the roof
    assert [e.terms for e in lit.heard(FireChecked)] == [(("2.12", 3),)] * 2, "nobody leads them"
    both = {"T4-inf1": "2621 in", "T7-inf1": "1919 in", "M4-L1": "0505"}
    again = act(board(both, beginning(10), fires=["2621", "1919"]), dice=[(1,), (1,)])
    assert {e.unit for e in again.heard(FireChecked)} == {UNIT["T4-inf1"], UNIT["T7-inf1"]}
    assert Kindled().auto(board(both), lambda event: None) == ()


@pytest.mark.case(TITLE, "13.3", "13.3.H")
def test_what_a_sapper_may_burn_is_settled_when_his_phase_begins() -> None:
    """Texans who react into a room later do not make it a target, and those who react out of one do not save it."""
    units = {"MR-S1": "2522", "Vega": "2522", "M4-L1": "2319", "T1-inf1": "2523", "Baugh": "2523", "T4-inf1": "2015"}
    came = act(board(units), "activate M4-L1", "go 2320", "react 2523", "force 2623 in", dice=[(1,)])
    came = came.then("done") if came.prompt == "react" else came
    came = came.then("done")
    assert came.where("T1-inf1") == "2623 in" and came.s.manned == (SPACE["2925"],)
    sappers = came.then("activate MR-S1", "done")
    assert sappers.verbs("torch") == [] and sappers.why("torch 2623") == ("13.3.H", "no_texans_inside")
    told = GAME.why_not(sappers.s, sappers.seat, GAME.texts.parse("torch 2623"))
    assert told is not None, "men are in that room now"
    assert GAME.words.refusal(told) == "No Texans were in the rooms of 2623 when the phase began."
    inside = {**units, "M4-L1": "2324", "T1-inf1": "2623 in", "Baugh": "2623 in"}
    assert act(board(inside, side=TEXAN)).s.manned == ()  # nobody burns anything in the Texan phase
    out = act(board(inside, doors=[("2523", "2623 in")]), "activate M4-L1", "go 2323", "react 2623 in", "bring Baugh")
    left = out.then("go 2523", "done", "done", "done")
    assert left.where("T1-inf1") == "2523" and "2623" in left.then("activate MR-S1", "done").verbs("torch")


@pytest.mark.case(TITLE, "13.3.C", "9.6", "13.3.B")
def test_who_has_failed_at_a_door_in_this_phase_cannot_leave_a_fire() -> None:
    s = board({**ROOM, "T7-inf1": "2015"})
    start = act(s, "activate MR-S1", "done")
    start.s.pinned[UNIT["T4-inf1"]] = SHUT_OUT
    lost = start.then("torch 2621", dice=[(6,)])
    assert lost.where("T4-inf1") == "dead" and len(lost.heard(BurntOut)) == 1 and lost.where("Baugh") == "2621 in"
    start.s.pinned[UNIT["T4-inf1"]] = 0
    start.s.pinned[UNIT["Baugh"]] = SHUT_OUT
    fled = start.then("torch 2621", dice=[(6,), (3,)])  # nobody is left to take along, and one door to try
    assert fled.where("T4-inf1") == "2620 in" and fled.where("Baugh") == "2621 in"


@pytest.mark.case(TITLE, "13.3", "10.18")
def test_the_log_names_the_sapper_and_the_crew() -> None:
    lit = torch({"Vega": "2521", "MR-F1": "2521", "MR-S1": "2521", "T4-inf1": "2621 in"}, "MR-F1")
    assert [e.unit for e in lit.then("torch 2621", dice=[(1,)]).heard(SetAblaze)] == [UNIT["MR-S1"]]
    units = {"Campbell": "2214", "T3-gun1": "2214", "M4-L1": "0505"}
    told = {"guns": {"8pdr-2214": "2214"}, "unloaded": ["8pdr-2214"], "side": TEXAN}
    loading = torch(units, "T3-gun1", **told).then("load")
    assert [e.unit for e in loading.heard(LoadingGun)] == [UNIT["T3-gun1"]]


@pytest.mark.case(TITLE, "13.3.D", "13.3.B", "11.8")
def test_leaders_go_along_out_of_a_fire_before_anybody_has_moved() -> None:
    """Who stayed checks as the Mexican Action Phase begins; a flight is no reaction to a mover."""
    units = {"M4-L1": "2310", "T4-inf1": "2623 in", "Baugh": "2623 in", "T4-inf2": "2015"}
    out = act(board(units, beginning(10), fires=["2623"], doors=[("2523", "2623 in")]), dice=[(6,)])
    assert out.prompt == "flee" and out.verbs("bring") == ["Baugh"]
    gone = out.then("bring Baugh", "go 2523")
    assert gone.where("Baugh") == gone.where("T4-inf1") == "2523"
    sapper = {"MR-S1": "2520", "Vega": "2520", "T4-inf1": "2621 in", "Baugh": "2621 in", "T4-inf2": "2015"}
    lit = act(board(sapper, doors=[("2521", "2621 in")]), "activate MR-S1", "done", "torch 2621", dice=[(6,)])
    fled = lit.then("bring Baugh")
    assert fled.s.mover == 1 and fled.s.reacted[UNIT["Baugh"]] == 0
