"""12.4-12.14 Melee in its edges: who takes part, who loses, who is wasted, who goes in and who may not."""

import pytest

from grognard.core import DONE, Roll, Step
from grognard.games.dark_victory.content import INSIDE, MEXICAN, TEXAN
from grognard.games.dark_victory.rules.events import Advanced, Clashed, MeleeAnnounced, RiskDice
from grognard.games.dark_victory.rules.melee import Advance, BeginMelee, Clash, LeaderRisk, Melees, refuse_advance
from grognard.games.dark_victory.rules.state import losses
from grognard.games.dark_victory.rules.strength import (
    attack,
    attackers,
    defence,
    melee_leader,
    refuse_melee,
    undefended,
)
from grognard.games.dark_victory.rules.victory import Final
from tests.games.dark_victory.kit import SPACE, TITLE, UNIT, Played, act, board, fighting


def melee(units: dict[str, str], side: int = MEXICAN, **told: object) -> Played:
    return act(board(units, fighting(side, 10), **told))


def terms(units: dict[str, str], a: str, b: str, **told: object) -> tuple[dict[str, int], dict[str, int]]:
    s = board(units, **told)
    return dict(attack(s, SPACE[a], SPACE[b]).terms), dict(defence(s, SPACE[a], SPACE[b]).terms)


@pytest.mark.case(TITLE, "12.8", "12.9", "12.10", "12.11")
def test_every_term_of_both_sums() -> None:
    units = {"M2-F1": "2413", "M2-F2": "2413", "Duque": "2413", "T4-inf1": "2414", "T4-inf2": "2414", "Jones": "2414"}
    ours, theirs = terms(units, "2413", "2414")
    assert ours == {"morale": 8, "leader": 1, "mass": 2}
    assert theirs == {"morale": 6, "leader": 1, "mass": 1, "hexside": 2}
    ours, theirs = terms(units, "2413", "2414", reduced=["M2-F1", "M2-F2"])
    assert ours == {"morale": 6, "leader": 1, "mass": 1}  # three each on their backs, four points
    one = {k: v for k, v in units.items() if k not in ("M2-F2", "T4-inf2")}
    assert terms(one, "2413", "2414", reduced=["M2-F1"])[0]["mass"] == 0
    assert terms(one, "2413", "2414")[1] == {"morale": 3, "leader": 1, "mass": 0, "hexside": 2}
    room = {"M1-F1": "2523", "Mora": "2523", "T4-inf1": "2623 in", "T4-inf2": "2623 in", "Baugh": "2623 in"}
    ours, theirs = terms(room, "2523", "2623 in", doors=[("2523", "2623 in")])
    assert ours == {"stacking": 4, "leader": 2} and theirs == {"stacking": 4, "leader": 2, "door": 3}
    ours, theirs = terms({"T4-inf1": "2623 in", "M1-F1": "2523"}, "2623 in", "2523", doors=[("2523", "2623 in")])
    assert theirs["hexside"] == 4 and "morale" in theirs  # out of a room it is the high wall


@pytest.mark.case(TITLE, "8.5", "2.9", "12.9.note")
def test_the_best_leader_who_commands_somebody_counts() -> None:
    s = board({"T4-inf1": "2320", "Jones": "2320", "Baugh": "2320", "Forsyth": "2320", "Travis": "2320"})
    assert melee_leader(s, SPACE["2320"], (UNIT["T4-inf1"],)) == UNIT["Travis"]
    crew = board({"T3-gun1": "2320", "Baugh": "2320", "Carey": "2320"})
    assert melee_leader(crew, SPACE["2320"], (UNIT["T3-gun1"],)) == UNIT["Carey"]
    none = board({"T7-inf1": "2320", "Jones": "2320"})
    assert melee_leader(none, SPACE["2320"], (UNIT["T7-inf1"],)) is None
    even = board({"M1-F1": "2320", "Cos": "2320", "Amador": "2320"})
    assert melee_leader(even, SPACE["2320"], (UNIT["M1-F1"],)) == UNIT["Amador"]  # the topmost among equals


@pytest.mark.case(TITLE, "12.5", "12.6", "12.7")
def test_why_a_hex_does_not_attack() -> None:
    units = {"M2-F1": "2320", "T4-inf1": "2321", "Cos": "2322", "T12-sla1": "2220", "M2-F2": "2219"}
    s = board(units)

    def told(side: int, a: str, b: str) -> str:
        found = refuse_melee(s, side, SPACE[a], SPACE[b])
        return "" if found is None else found.key

    assert told(MEXICAN, "2320", "2321") == "" and told(TEXAN, "2321", "2320") == ""
    assert told(MEXICAN, "2322", "2321") == "nobody_to_melee"  # a leader alone
    assert told(MEXICAN, "2321", "2320") == "nobody_to_melee" and told(MEXICAN, "2320", "2319") == "nobody_there"
    assert told(TEXAN, "2220", "2219") == "nobody_to_melee"  # slaves and prisoners fight for nobody
    assert [told(MEXICAN, "dead", "2321"), told(MEXICAN, "2320", "dead")] == ["nobody_to_melee", "nobody_there"]
    s.meleed[UNIT["M2-F1"]] = 1
    assert told(MEXICAN, "2320", "2321") == "meleed_already"


@pytest.mark.case(TITLE, "12.7", "9.17", "6.5.B")
def test_who_takes_part_is_counted_from_the_top_by_what_fits() -> None:
    units = {"M2-F1": "2315", "M2-F2": "2315", "M2-F3": "2315", "T7-inf1": "2314"}
    s = board(units, reduced=["M2-F1", "M2-F3"])
    assert attackers(s, SPACE["2315"], SPACE["2314"]) == (UNIT["M2-F3"], UNIT["M2-F1"])  # the full one does not fit
    open_ = board({**units, "T7-inf1": "2316"}, reduced=["M2-F1", "M2-F3"])
    assert len(attackers(open_, SPACE["2315"], SPACE["2316"])) == 3
    stairs = board({"M2-F1": "2824", "M2-F2": "2824", "T4-inf1": "2723"}, reduced=["M2-F1"], climbed=2)
    assert attackers(stairs, SPACE["2824"], SPACE["2723"]) == (UNIT["M2-F1"],)
    used = board({"M2-F1": "2824", "T4-inf1": "2723"}, climbed=4)
    assert attackers(used, SPACE["2824"], SPACE["2723"]) == ()
    crowd = board({"M4-L1": "2310", "M4-L2": "2310", "M4-L3": "2310", "T4-inf1": "2320"})
    assert attackers(crowd, SPACE["2310"], SPACE["2309"]) == (UNIT["M4-L3"], UNIT["M4-L2"])
    slaves = board({"T4-inf1": "2320", "T12-sla1": "2320", "M4-L1": "2321"})
    assert attackers(slaves, SPACE["2320"], SPACE["2321"]) == (UNIT["T4-inf1"],)


@pytest.mark.case(TITLE, "9.17", "12.12")
def test_a_melee_by_the_outer_stairs_uses_them_up_and_no_other_does() -> None:
    units = {"M2-F1": "2824", "T4-inf1": "2723", "T4-inf2": "2723"}
    stairs: tuple[Step, ...] = (Final(), Clash(SPACE["2824"], SPACE["2723"]))
    lost = act(board(units, stairs), dice=[(1, 6)])
    assert lost.s.climbed == 4
    flat: tuple[Step, ...] = (Final(), Clash(SPACE["2320"], SPACE["2321"]))
    assert act(board({"M2-F1": "2320", "T4-inf1": "2321"}, flat), dice=[(1, 6)]).s.climbed == 0


@pytest.mark.case(TITLE, "12.12", "10.3.note")
def test_the_topmost_unit_of_each_side_loses() -> None:
    units = {"M4-L1": "2320", "M4-L2": "2320", "T4-inf1": "2321", "T7-inf1": "2321", "T4-inf3": "2015"}
    roll = Clash(SPACE["2320"], SPACE["2321"]).ask(board(units))
    assert type(roll) is Roll and roll.dice == (6, 6) and roll.matters == ((1, -1),)
    won = melee(units).then("assault 2321", dice=[(6, 1)])
    assert won.where("T7-inf1") == "dead" and won.where("T4-inf1") == "2321" and losses(won.s) == 0
    weak = melee({**units, "M4-L2": "0505"}, reduced=["M4-L1"]).then("assault 2321", dice=[(1, 6)])
    assert weak.where("M4-L1") == "dead" and weak.where("T7-inf1") == "2321"
    even = melee({"M4-L1": "2320", "T4-inf1": "2321", "T7-inf1": "2321", "T4-inf3": "2015"})
    tie = even.then("assault 2321", dice=[(4, 2)])  # 5 + 1 + 4 against 7 + 1 + 2
    assert tie.heard(Clashed)[0].attack == 6 and tie.heard(Clashed)[0].defence == 8
    assert tie.where("T7-inf1") == "dead" and tie.s.reduced[UNIT["M4-L1"]]


@pytest.mark.case(TITLE, "12.4")
def test_melees_are_announced_together_and_the_rest_is_wasted_once_the_hex_is_clear() -> None:
    units = {"M4-L1": "2320", "M4-L2": "2221", "M4-L3": "2422", "T4-inf1": "2321", "T4-inf2": "2015"}
    asked = melee(units).then("assault 2321")
    assert asked.prompt == "sequence" and "done" not in asked.offers
    first = asked.then("from 2320")
    assert first.asked is not None and first.asked.options[first.asked.default] == DONE
    assert first.why("from 2320")[1] == "not_offered" and sorted(first.verbs("from")) == ["2221", "2422"]
    all_ = first.then("from 2221", "from 2422", dice=[(6, 1)])  # all are named: it begins
    assert all_.heard(MeleeAnnounced)[0].hexes == tuple(SPACE[h] for h in ("2320", "2221", "2422"))
    assert len(all_.heard(Clashed)) == 1 and all_.where("M4-L1") == "2321" and all_.where("M4-L3") == "2422"
    failed = first.then("from 2221", "done", dice=[(1, 6), (6, 1)])
    assert len(failed.heard(Clashed)) == 2 and failed.where("M4-L2") == "2321"


@pytest.mark.case(TITLE, "12.13.B")
def test_two_dice_for_each_leader_and_only_a_two_kills() -> None:
    s = board({"Cos": "2320", "M1-F1": "2320"})
    roll = LeaderRisk(UNIT["Cos"]).ask(s)
    assert type(roll) is Roll and roll.dice == (6, 6) and roll.matters == ((1, 1),)
    for dice, lives in (((1, 1), False), ((1, 2), True), ((6, 6), True)):
        after = act(board({"Cos": "2320", "M1-F1": "2320"}, (Final(), LeaderRisk(UNIT["Cos"]))), dice=[dice])
        assert (after.where("Cos") == "2320") is lives
    gone = act(board({"Cos": "dead", "M1-F1": "2320"}, (Final(), LeaderRisk(UNIT["Cos"]))))
    assert gone.heard(RiskDice) == []


@pytest.mark.case(TITLE, "12.13", "8.7")
def test_leaders_left_alone_die_on_either_side() -> None:
    units = {"M1-F1": "2320", "Cos": "2320", "Mora": "2320", "T4-inf1": "2321", "T7-inf1": "2321"}
    lost = melee(units, reduced=["M1-F1"]).then("assault 2321", dice=[(1, 6)])
    assert [lost.where(n) for n in ("M1-F1", "Cos", "Mora")] == ["dead"] * 3
    assert lost.heard(RiskDice) == []
    taken = melee({"M1-F1": "2320", "Cos": "2320", "T4-inf1": "2321", "Jones": "2321", "Travis": "2321"})
    won = taken.then("assault 2321", dice=[(6, 1), (3, 4)])
    assert [won.where(n) for n in ("T4-inf1", "Jones", "Travis")] == ["dead"] * 3 and won.where("Cos") == "2321"
    held = melee({"M1-F1": "2320", "Cos": "2320", "T4-inf1": "2321", "T4-inf2": "2321", "Jones": "2321"})
    still = held.then("assault 2321", dice=[(6, 1), (3, 4), (3, 4)])
    assert still.where("Jones") == "2321" and still.where("Cos") == "2320"


@pytest.mark.case(TITLE, "12.14", "3.6", "13.1.C", "13.3.F")
def test_who_does_not_advance() -> None:
    s = board({"M4-L1": "2320", "T4-inf1": "2514"}, fires=["2621"])

    def told(unit: str, hex: str) -> str:
        found = refuse_advance(s, UNIT[unit], SPACE[hex])
        return "" if found is None else found.key

    assert told("M4-L1", "2513") == "" == told("T4-inf1", "2515") == told("M4-L1", "2515")
    assert told("T4-inf1", "2513") == "outside" and not INSIDE >> SPACE["2513"] & 1
    assert told("M4-L1", "2621 in") == "ablaze" == told("T4-inf1", "2621") and told("T2-pat1", "2320") == "never_moves"


@pytest.mark.case(TITLE, "12.14")
def test_everybody_who_fought_goes_in_with_his_leaders_and_those_who_sat_out_stay() -> None:
    units = {"Cos": "2320", "M1-F1": "2320", "M1-F2": "2320", "Mora": "2320", "T4-inf1": "2321", "T4-inf2": "2015"}
    won = melee(units).then("assault 2321", dice=[(6, 1), (3, 4), (3, 4)])
    assert {won.where(n) for n in ("Cos", "M1-F1", "M1-F2", "Mora")} == {"2321"}
    assert len(won.heard(Advanced)) == 1
    part = {"M2-F1": "2315", "M2-F2": "2315", "Duque": "2315", "Amador": "2315", "T7-inf1": "2314", "T4-inf2": "2520"}
    asked = melee(part).then("assault 2314", dice=[(6, 1), (3, 4), (3, 4)])
    assert asked.prompt == "escort" and asked.verbs("escort") == ["Duque", "Amador"]
    assert asked.asked is not None and asked.asked.options[asked.asked.default] == DONE
    one = asked.then("escort Duque")
    assert one.verbs("escort") == ["Amador"]
    stays = one.then("done")
    assert (stays.where("Duque"), stays.where("Amador"), stays.where("M2-F1")) == ("2314", "2315", "2315")
    both = one.then("escort Amador")
    assert both.where("Amador") == "2314" and both.where("M2-F2") == "2314"


@pytest.mark.case(TITLE, "12.14", "13.1.C")
def test_an_advance_that_nobody_can_make_asks_nothing() -> None:
    patients = {"T2-pat1": "2723 up", "T2-pat2": "2723 up", "Baugh": "2723 up", "M4-L1": "2723 in"}
    step: tuple[Step, ...] = (Final(), Advance(SPACE["2723 up"], SPACE["2723 in"], (UNIT["T2-pat1"],)))
    empty = act(board({k: v for k, v in patients.items() if k != "M4-L1"}, step))
    assert empty.heard(Advanced) == [] and empty.where("T2-pat1") == "2723 up"
    held: tuple[Step, ...] = (Final(), Advance(SPACE["2320"], SPACE["2321"], (UNIT["M4-L1"],)))
    full = act(board({"M4-L1": "2320", "M4-L2": "2320", "Morales": "2320", "T4-inf1": "2321"}, held))
    assert full.heard(Advanced) == [] and full.prompt != "escort"
    bowie = {"T4-inf1": "2528 in", "Bowie": "2528 in", "M4-L1": "2527"}
    won = melee(bowie, TEXAN, reduced=["M4-L1"], doors=[("2527", "2528 in")]).then(
        "assault 2527", dice=[(6, 1), (3, 4)]
    )
    assert won.where("T4-inf1") == "2527" and won.where("Bowie") == "2528 in"  # he never leaves his bed


@pytest.mark.case(TITLE, "13.1.B", "13.2", "12.1")
def test_what_falls_without_dice() -> None:
    s = board({"Bowie": "2528 in", "T13-wom2": "2826", "T4-inf1": "2320", "T12-sla1": "2320", "Travis": "2321"})
    assert undefended(s, SPACE["2528 in"]) and undefended(s, SPACE["2826"]) and undefended(s, SPACE["2321"])
    assert not undefended(s, SPACE["2320"])
    burning = act(
        board(
            {"M4-L1": "2826", "T13-wom1": "2925 in", "T4-inf1": "2015"},
            (Final(), Clash(SPACE["2826"], SPACE["2925 in"])),
            doors=[("2826", "2925 in")],
            fires=["2925"],
        )
    )
    kept = burning
    assert kept.where("T13-wom1") == "2925 in" and kept.where("M4-L1") == "2826"  # nobody goes into the fire
    lone = melee({"T4-inf1": "2320", "Cos": "2321", "M4-L1": "0505"}, TEXAN).then("assault 2321")
    assert lone.where("Cos") == "dead" and lone.where("T4-inf1") == "2321" and lone.heard(Clashed) == []
    last = board({"M4-L1": "2826", "T13-wom1": "2925 in"}, fighting(MEXICAN, 10), doors=[("2826", "2925 in")])
    over = act(last, "assault 2925 in", dice=[(1,)])
    assert over.s.result is not None


@pytest.mark.case(TITLE, "4.2.IC", "12.1")
def test_a_melee_phase_ends_when_its_owner_says_so() -> None:
    units = {"M4-L1": "2320", "T4-inf1": "2321", "M4-L2": "2422", "T4-inf2": "2423"}
    asked = melee(units)
    assert asked.asked is not None and asked.asked.options[asked.asked.default] == DONE
    assert asked.why("assault dead") == ("12.1", "nobody_there") == asked.why("assault 2320")
    one = asked.then("assault 2321", "from 2320", "done", dice=[(1, 6)])
    assert one.verbs("assault") == ["2423"] and one.why("assault 2321") == ("12.4", "sequence_over")
    stack: tuple[Step, ...] = (Final(), Melees(MEXICAN, MEXICAN), BeginMelee(MEXICAN))
    assert act(board({"M4-L1": "2320", "T4-inf1": "2015"}, stack)).prompt != "melees"
