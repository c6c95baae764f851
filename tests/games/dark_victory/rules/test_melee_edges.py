"""12.0, 6.5, 13.x Melee at its edges: crowds, prisoners below the top, wasted melees, stairs, and who goes along."""

from fractions import Fraction

import pytest

from grognard.core import Event, Roll
from grognard.games.dark_victory.content import MEXICAN, TEXAN
from grognard.games.dark_victory.rules.events import (
    Advanced,
    Clashed,
    LeaderLeft,
    LeaderOverrun,
    Overrun,
    PrisonersTaken,
    RiskDice,
    UnitKilled,
    Unopposed,
)
from grognard.games.dark_victory.rules.melee import Assault, Clash, From, LeaderRisk
from grognard.games.dark_victory.rules.state import Alamo
from grognard.games.dark_victory.rules.strength import attack, attackers, defence, losers, melee_odds, refuse_melee
from grognard.games.dark_victory.rules.victory import Final
from tests.games.dark_victory.kit import GAME, SPACE, TITLE, UNIT, Played, act, board, fighting

OPEN_ROOM = {"doors": [("2521", "2621 in")]}


def melee(units: dict[str, str], side: int = MEXICAN, **told: object) -> Played:
    return act(board(units, fighting(side, 10), **told))


@pytest.mark.case(TITLE, "12.12")
def test_odds_of_a_melee_are_counted_over_both_dice() -> None:
    assert melee_odds(0) == (Fraction(15, 36), Fraction(6, 36), Fraction(15, 36))
    assert melee_odds(1) == (Fraction(21, 36), Fraction(5, 36), Fraction(10, 36))
    assert melee_odds(-4) == (Fraction(1, 36), Fraction(2, 36), Fraction(33, 36))
    assert melee_odds(6) == (1, 0, 0) and melee_odds(-6) == (0, 0, 1)
    assert [losers(n) for n in (-1, 0, 1)] == [(False, True), (True, True), (True, False)]


@pytest.mark.case(TITLE, "12.12", "12.8", "8.5")
def test_the_log_names_every_term_that_adds_anything() -> None:
    units = {"M2-F1": "2413", "Duque": "2413", "T4-inf1": "2414"}
    (told,) = melee(units).then("assault 2414", dice=[(3, 3), (6, 6)]).heard(Clashed)
    assert told.attack_terms == (("12.8 morale", 4), ("8.5", 1), ("12.8 mass", 1)) and told.attack == 6
    assert told.defence_terms == (("12.8 morale", 3), ("12.9.B", 2)) and told.defence == 5


@pytest.mark.case(TITLE, "6.5.B", "12.7")
def test_surplus_units_add_nothing_to_either_side() -> None:
    """A crowd on a scaffold attacks the plaza with what the scaffold may hold."""
    s = board({"M1-F1": "2314", "M1-F2": "2314", "T4-inf1": "2315"})
    assert attackers(s, SPACE["2314"], SPACE["2315"]) == (UNIT["M1-F2"],)
    room = board({"M1-F1": "2521", **{f"T4-inf{k}": "2621 in" for k in (1, 2, 3)}}, **OPEN_ROOM)
    assert dict(defence(room, SPACE["2521"], SPACE["2621 in"]).terms) == {"stacking": 4, "leader": 0, "door": 3}


@pytest.mark.case(TITLE, "6.5.B", "12.12")
def test_surplus_units_die_with_the_first_loss_of_a_melee() -> None:
    def fought(units: dict[str, str], a: str, dice: tuple[int, int]) -> tuple[Alamo, list[Event]]:
        s, heard = board({**units, "T7-inf1": "2015"}, doors=[(a, "2621 in")]), list[Event]()
        Clash(SPACE[a], SPACE["2621 in"]).take(s, dice, heard.append)
        return s, heard

    def fate(s: Alamo) -> list[bool]:
        return [s.loc[UNIT[f"T4-inf{k}"]] == SPACE["dead"] for k in (1, 2, 3, 4)]

    units = {"M1-F1": "2521", **{f"T4-inf{k}": "2621 in" for k in (1, 2, 3, 4)}}
    won, heard = fought(units, "2521", (6, 1))
    assert fate(won) == [True, True, False, True]  # the top one by the loss, two at the bottom with it
    assert len([e for e in heard if type(e) is UnitKilled]) == 3
    lost, _ = fought(units, "2521", (1, 6))
    assert fate(lost) == [False] * 4 and lost.reduced[UNIT["M1-F1"]]
    both = {"M1-F1": "2620 in", "M1-F2": "2620 in", **{f"T4-inf{k}": "2621 in" for k in (1, 2, 3)}}
    tied, heard = fought(both, "2620 in", (4, 1))
    assert [(e.attack, e.defence) for e in heard if type(e) is Clashed] == [(4, 7)]
    assert tied.loc[UNIT["M1-F1"]] == SPACE["dead"] and tied.reduced[UNIT["M1-F2"]]
    assert fate(tied)[:3] == [True, False, True]


@pytest.mark.case(TITLE, "13.2", "12.9")
def test_prisoners_on_top_are_taken_before_the_dice_and_defend_nobody() -> None:
    units = {"M4-L1": "2320", "T4-inf1": "2321", "T12-sla1": "2321"}
    s = board(units)
    assert dict(defence(s, SPACE["2320"], SPACE["2321"]).terms)["morale"] == 3
    room = board({"M4-L1": "2521", "T4-inf1": "2621 in", "T12-sla1": "2621 in"}, **OPEN_ROOM)
    assert dict(defence(room, SPACE["2521"], SPACE["2621 in"]).terms)["stacking"] == 2
    taken = melee(units).then("assault 2321", dice=[(1, 6)])
    assert len(taken.heard(PrisonersTaken)) == 1 and taken.where("T12-sla1") == "captured"
    assert [e.defence for e in taken.heard(Clashed)] == [3] and taken.where("T4-inf1") == "2321"


@pytest.mark.case(TITLE, "12.4", "13.3.F")
def test_a_melee_against_nobody_is_wasted_and_a_burning_room_is_not_entered() -> None:
    units = {"M1-F1": "2521", "Mora": "2521", "M2-F1": "2620 in", "T4-inf1": "2621 in", "T7-inf1": "2015"}
    doors = [("2521", "2621 in"), ("2620 in", "2621 in")]
    over = melee(units, doors=doors, fires=["2621"]).then(
        "assault 2621 in", "from 2521", "from 2620 in", dice=[(6, 1), (3, 3)]
    )
    assert over.where("T4-inf1") == "dead" and len(over.heard(Clashed)) == 1
    assert over.prompt not in ("escort", "melees")
    assert over.heard(Advanced) == [] and over.where("M1-F1") == over.where("Mora") == "2521"


@pytest.mark.case(TITLE, "12.6", "12.4")
def test_everybody_of_an_attacking_stack_has_had_his_melee() -> None:
    units = {"M1-F1": "2320", "M1-F2": "2320", "T4-inf1": "2321", "T4-inf2": "2221", "M4-L1": "2222"}
    start = melee(units)
    assert start.verbs("assault") == ["2221", "2321"] or start.verbs("assault") == ["2321", "2221"]
    assert start.asked is not None and start.asked.default == 2
    begun = start.then("assault 2321", "from 2320", "done", dice=[(1, 6)])
    assert [begun.s.meleed[UNIT[n]] for n in ("M1-F1", "M1-F2", "M4-L1")] == [1, 1, 0]
    assert begun.verbs("assault") == ["2221"] and begun.then("assault 2221", dice=[(1, 6)]).heard(Clashed)


@pytest.mark.case(TITLE, "12.4")
def test_a_sequence_needs_a_first_melee_and_ends_by_default_after_it() -> None:
    units = {"M1-F1": "2320", "M1-F2": "2422", "T4-inf1": "2321", "M1-F3": "2220", "T7-inf1": "2015"}
    asked = melee(units).then("assault 2321")
    assert asked.prompt == "sequence" and asked.asked is not None and asked.asked.default == -1
    more = asked.then("from 2320")
    assert more.asked is not None and more.asked.default == len(more.asked.options) - 1
    assert more.why("from 2320") is not None and more.why("from 2325") == ("12.1", "nobody_to_melee")
    off = melee(units)
    told = GAME.why_not(off.s, 0, Assault(SPACE["off the map"]))
    assert told is not None and (told.rule, told.key) == ("12.1", "nobody_there")
    seat = 0
    far = GAME.why_not(asked.s, seat, From(SPACE["off the map"]))
    assert far is not None and far.key == "nobody_to_melee"
    told = refuse_melee(off.s, MEXICAN, SPACE["2320"], SPACE["off the map"])
    assert told is not None and told.key == "nobody_there"


@pytest.mark.case(TITLE, "9.17", "TEC.stair", "12.7")
def test_the_outer_stairs_let_four_points_through_in_a_melee_phase_of_its_own() -> None:
    units = {"M1-F1": "2824", "M1-F2": "2824", "T4-inf1": "2723", "T7-inf1": "2015"}
    start = melee(units, reduced=["M1-F1", "M1-F2"], climbed=4)  # what climbed in the Action Phase does not count
    assert start.s.turn == 10 and start.s.climbed == 0
    fought = start.then("assault 2723", dice=[(1, 6)])
    assert [(e.attack, e.defence) for e in fought.heard(Clashed)] == [(9, 7)]  # the wall of the roof counts
    s = board(units, reduced=["M1-F1", "M1-F2"])
    Clash(SPACE["2824"], SPACE["2723"]).take(s, (1, 6), lambda event: None)
    assert s.climbed == 4 and attackers(s, SPACE["2824"], SPACE["2723"]) == ()
    down = board({"M1-F1": "2723", "T4-inf1": "2824"}, climbed=1)
    assert attackers(down, SPACE["2723"], SPACE["2824"]) == ()
    fresh = board({"M1-F1": "2723", "T4-inf1": "2824"})
    assert attackers(fresh, SPACE["2723"], SPACE["2824"]) == (UNIT["M1-F1"],)


@pytest.mark.case(TITLE, "2.18.C")
def test_the_mexican_flag_gives_texans_nothing() -> None:
    units = {"M4-L1": "2320", "T4-inf1": "2321"}
    flags = {"flags": bytearray((1, 1, 1, 2))}
    s, plain = board(units, **flags), board(units)
    edge = SPACE["2320"], SPACE["2321"]
    assert attack(s, *edge).total == attack(plain, *edge).total + 1
    assert defence(s, *edge).total == defence(plain, *edge).total


@pytest.mark.case(TITLE, "13.1.B", "13.1")
def test_all_the_helpless_of_a_room_are_lost_together() -> None:
    units = {"M4-L1": "2527", "Bowie": "2528 in", "T13-wom1": "2528 in", "T4-inf1": "2015"}
    won = melee(units, doors=[("2527", "2528 in")]).then("assault 2528 in")
    assert won.where("Bowie") == "dead" and won.where("T13-wom1") == "captured" and won.where("M4-L1") == "2528 in"


@pytest.mark.case(TITLE, "13.1.B", "4.4", "5.2")
def test_with_the_last_helpless_texan_the_game_is_over_before_anybody_goes_in() -> None:
    s = board({"M4-L1": "2527", "Bowie": "2528 in"}, fighting(MEXICAN, 10), doors=[("2527", "2528 in")], spare=False)
    over = act(s, "assault 2528 in", dice=[(1,)])
    assert over.s.result is not None and over.where("M4-L1") == "2527" and over.heard(Advanced) == []
    asked = Final().ask(over.s)
    assert type(asked) is Roll and asked.dice == (6,)


@pytest.mark.case(TITLE, "12.14", "12.7")
def test_leaders_choose_where_somebody_in_the_middle_of_the_stack_stays() -> None:
    """Two reduced platoons fit into the room past a full one, which stays with whom it likes."""
    units = {
        "M1-F1": "2521", "M1-F2": "2521", "M1-F3": "2521", "Cos": "2521", "Mora": "2521",
        "T9-inf1": "2621 in", "T7-inf1": "2015",
    }  # fmt: skip
    start = melee(units, reduced=["M1-F1", "M1-F3"], **OPEN_ROOM)
    asked = start.then("assault 2621 in", dice=[(6, 1), (6, 6), (6, 6)])
    assert asked.prompt == "escort" and asked.verbs("escort") == ["Cos", "Mora"]
    went = asked.then("escort Mora", "escort Cos")
    assert [GAME.names["UnitId"][u] for u in went.s.here[SPACE["2621 in"]]] == ["M1-F1", "M1-F3", "Cos", "Mora"]
    (advanced,) = went.heard(Advanced)
    assert sorted(advanced.units) == sorted(UNIT[n] for n in ("M1-F1", "M1-F3", "Mora", "Cos"))
    stayed = asked.then("escort Cos", "done")
    assert stayed.where("Cos") == "2621 in" and stayed.where("Mora") == "2521"


@pytest.mark.case(TITLE, "12.14", "13.1", "13.2")
def test_bowie_never_goes_along_though_prisoners_stay_behind() -> None:
    units = {"T4-inf1": "2528 in", "T12-sla1": "2528 in", "Bowie": "2528 in", "M1-F1": "2527", "M1-F2": "0505"}
    won = melee(units, TEXAN, doors=[("2527", "2528 in")], reduced=["M1-F1"]).then(
        "assault 2527", dice=[(6, 1), (6, 6)]
    )
    assert won.where("T4-inf1") == "2527" and won.where("Bowie") == "2528 in" == won.where("T12-sla1")
    assert len(won.heard(Advanced)) == 1 and len(won.heard(RiskDice)) == 1


@pytest.mark.case(TITLE, "12.13", "12.13.B")
def test_who_has_died_with_his_men_is_not_rolled_for() -> None:
    units = {"M1-F1": "2320", "Cos": "2320", "T4-inf1": "2321"}
    lost = melee(units, reduced=["M1-F1"]).then("assault 2321", dice=[(1, 6)])
    assert len(lost.heard(LeaderLeft)) == 1 and lost.heard(RiskDice) == []
    s = board({"Cos": "2320", "T4-inf1": "2321"})
    assert LeaderRisk(UNIT["Cos"]).ask(s) is not None


@pytest.mark.case(TITLE, "13.3.F", "8.2.D", "12.14")
def test_leaders_whom_nobody_can_get_at_are_not_told_of() -> None:
    """A fire parts a leader without men from those who melee him: nobody comes upon him."""
    units = {"M4-L1": "2521", "Baugh": "2621 in", "T4-inf1": "2015"}
    burning = melee(units, **OPEN_ROOM, fires=["2621"]).then("assault 2621 in")
    assert burning.heard(Unopposed) == [] == burning.heard(Overrun) and burning.heard(LeaderOverrun) == []
    plain = melee(units, **OPEN_ROOM).then("assault 2621 in")
    assert plain.where("Baugh") == "dead" and len(plain.heard(Unopposed)) == 1 and plain.where("M4-L1") == "2621 in"


@pytest.mark.case(TITLE, "13.1.C", "12.14", "8.2.D")
def test_those_who_can_come_in_do_whoever_lies_on_top() -> None:
    units = {"T4-inf1": "2621 in", "T2-pat1": "2621 in", "Cos": "2620 in", "M4-L1": "0505"}
    won = melee(units, TEXAN, doors=[("2620 in", "2621 in")]).then("assault 2620 in")
    assert (
        len(won.heard(LeaderOverrun)) == 1 and won.where("T4-inf1") == "2620 in" and won.where("T2-pat1") == "2621 in"
    )
    bed = melee({k: v for k, v in units.items() if k != "T4-inf1"}, TEXAN, doors=[("2620 in", "2621 in")])
    assert bed.then("assault 2620 in").heard(LeaderOverrun) == []
