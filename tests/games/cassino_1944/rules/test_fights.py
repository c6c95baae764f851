"""6.0 to 6.4 and 7.5 at their edges: second defender, second hex, second modifier, and nothing where nothing is due."""

import pytest

from grognard.core import DONE, clone, hush, push
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import ALLIED, GERMAN, UNIT
from grognard.games.cassino_1944.rules.combat import Close, Damage, column_shifts, declared, die_modifiers, resolution
from grognard.games.cassino_1944.rules.events import (
    Attacked,
    Beaten,
    Bombed,
    BoxAbsorbed,
    Counted,
    Damaged,
    Eliminated,
    ExcessLost,
    Fought,
    HalfBegan,
    ImpulseBegan,
    MarkersOff,
    NoPursuer,
    StrikeSent,
    SupplyLoss,
    Taken,
    TurnBegan,
)
from grognard.games.cassino_1944.rules.sequence import StartHalf, Turn
from grognard.games.cassino_1944.rules.state import Combat
from grognard.games.cassino_1944.rules.support import Support, refuse_marker
from tests.games.cassino_1944.kit import BASE, SPACE, act, attack, board

C = "cassino_1944"
CUT = {"44/131": "1004", "90/361": "1005", "1FSJ/1/3": "1104", "44/132": "1106", "44/134": "1204", "1FSJ/1/1": "1205"}
"""Germans all around 1105."""


def combat(s, side, target, *units):
    return declared(s, side, SPACE[target], tuple(sorted(UNIT[u] for u in units)))


@pytest.mark.case(C, "6.0.once")
def test_every_defender_is_marked_as_attacked():
    """The first of two falls; the other still shields the hex from a second attack."""
    s = board({"34/133": "1704", "34/135": "1704", "44/131": ("1604", 2), "44/134": "1604"})
    after = attack(s, "1604", "34/133", dice=[6]).then("hit 44/131")
    assert after.where("44/131") == "eliminated" and after.where("44/134") == "1604"
    assert after.prompt == "half" and after.why("attack 1604") == ("6.0.once", "attacked_before")


@pytest.mark.case(C, "6.0.once")
def test_every_attacker_has_acted():
    s = board({"34/133": "1704", "34/135": "1704", "44/134": "1604", "44/131": "1603", "36/141": "1904"})
    after = attack(s, "1604", dice=[5]).then("hit 34/133")  # 2-1 and water: 1-1, 1/1
    assert after.prompt == "half" and after.why("attack 1603") == ("6.0.adjacent", "no_attacker")
    assert after.why("move 34/133") == after.why("move 34/135") == ("4.1.1", "acted")


@pytest.mark.case(C, "6.0")
def test_units_waiting_off_the_map_do_not_join():
    asked = act(board({"34/133": "1704", "34/135": "1704", "44/134": "1604"}), "attack 1604")
    assert asked.why("add 36/141") == ("6.0", "not_on_map")  # in the pool


@pytest.mark.case(C, "6.1.2")
def test_armor_denies_the_shift_wherever_it_stands_in_the_stack():
    s = board({"753": "1605", "44/131": "1606", "525TD": "1606"})
    assert column_shifts(s, combat(s, ALLIED, "1606", "753")) == ()


@pytest.mark.case(C, "7.5.die")
def test_one_unsupplied_hex_among_the_attackers_is_enough_whichever_it_is():
    cut_last = board({"4 IND/11": "1305", "36/141": "1105", **CUT})
    assert die_modifiers(cut_last, combat(cut_last, ALLIED, "1205", "36/141", "4 IND/11")) == (("7.5.die", -1),)
    cut_first = board({"36/141": "1305", "4 IND/11": "1105", **CUT})
    assert die_modifiers(cut_first, combat(cut_first, ALLIED, "1205", "36/141", "4 IND/11")) == (("7.5.die", -1),)


@pytest.mark.case(C, "7.5.die", "10.4.1.allied", "10.2.4")
def test_modifiers_of_the_die_add_up():
    s = board({"36/141": "1105", **CUT}, rain=True)
    c = combat(s, ALLIED, "1205", "36/141")
    assert die_modifiers(s, c) == (("7.5.die", -1), ("10.4.1.allied", -1))
    assert [resolution(s, c).face(die) for die in (6, 5, 3, 1)] == [4, 3, 1, 1]
    ruins = board({"34/133": "1405", "1FSJ/MG": "1406"}, rain=True, destroyed=True)
    assert resolution(ruins, combat(ruins, ALLIED, "1406", "34/133")).face(6) == 4


@pytest.mark.case(C, "10.2.3.odds")
def test_a_strike_from_the_air_knows_no_shift_and_no_rain():
    s = board({"1FSJ/MG": "1508", "34/133": "1904"}, rain=True)
    strike = Combat(ALLIED, SPACE["1508"], (), s.here[SPACE["1508"]], (), strike=True)
    assert column_shifts(s, strike) == () and die_modifiers(s, strike) == ()


@pytest.mark.case(C, "10.2.3.odds", "6.1.excess")
def test_a_strike_has_nobody_to_lose():
    """Die 1 on 2-1 is 2/0: no unit suffers, no point is called lost, nobody retreats or advances."""
    s = board({"1FSJ/MG": "1508", "44/131": "1508", "34/133": "1904"}, destroyed=True, options={"abbey": True},
              stack=(*BASE, StartHalf(GERMAN), StartHalf(ALLIED)))  # fmt: skip
    after = act(s, "strike 1508", dice=[1])
    assert after.heard(ExcessLost) == after.heard(Damaged) == after.heard(Beaten) == []
    assert after.prompt == "reserve" and after.s.combat is None


@pytest.mark.case(C, "6.4.loser")
def test_who_took_more_and_faces_nobody_any_more_is_told_to_stay():
    """5 to 3 is 1-1, armor makes it 2-1, die 6 is 1/2: the only attacker falls, the defender has lost by one."""
    spent = attack(board({"1 CCB": ("1807", 2), "15/129": "1907"}), "1907", dice=[6])
    assert spent.where("1 CCB") == "eliminated" and spent.damage("15/129") == 2
    assert [event.side for event in spent.heard(NoPursuer)] == [GERMAN] and spent.heard(Beaten) == []
    fresh = attack(board({"1 CCB": "1807", "15/129": "1907"}), "1907", dice=[6])
    assert fresh.heard(NoPursuer) == [] and [event.side for event in fresh.heard(Beaten)] == [GERMAN]
    struck = board({"15/129": "1508", "34/133": "1904"}, destroyed=True, options={"abbey": True},
                   stack=(*BASE, StartHalf(GERMAN), StartHalf(ALLIED)))  # fmt: skip
    bombed = act(struck, "strike 1508", dice=[6])  # 2-1, die 6: 1/2; nobody attacks, and yet it retreats
    assert bombed.heard(NoPursuer) == [] and len(bombed.heard(Beaten)) == 1
    gone = attack(board({"1 CCB": "1807", "15/129": ("1907", 2)}), "1907", dice=[6])
    assert gone.heard(NoPursuer) == [], "nobody is left who could retreat"


@pytest.mark.case(C, "6.2.divide")
def test_a_side_without_damage_is_not_asked():
    """1/0 against two defenders: only the attackers have a point to divide."""
    s = board({"34/133": "1704", "34/135": "1704", "44/134": "1604", "44/131": "1604"})
    after = attack(s, "1604", dice=[3])  # 8 to 6 is 1-1, water 1-2: 1/0
    assert after.prompt == "damage" and after.seat == 0
    assert after.then("hit 34/133").prompt == "retreat"


@pytest.mark.case(C, "6.2.divide", "6.2.elim", "6.1.excess")
def test_damage_that_takes_exactly_everybody_needs_no_question_and_loses_no_point():
    s = board({"34/133": "1405", "1FSJ/MG": ("1406", 1), "71/211": ("1406", 1)})
    s.combat = combat(s, ALLIED, "1406", "34/133")
    s.stack = (Turn(), Close(), Damage(GERMAN, 3))
    gone = act(s)
    assert len(gone.heard(Eliminated)) == 2 and gone.heard(ExcessLost) == []
    assert sorted(e.points for e in gone.heard(Damaged)) == [1, 2]


@pytest.mark.case(C, "6.4.loser")
def test_nobody_is_beaten_where_all_losers_are_gone():
    s = board({"34/133": "1405", "34/135": "1405", "34/168": "1405", "1FSJ/MG": ("1406", 1), "44/131": "1001"})
    after = attack(s, "1406", dice=[6])
    assert after.prompt == "advance" and after.heard(Beaten) == []


@pytest.mark.case(C, "6.3.absorb")
def test_damage_without_a_box_is_not_absorbed():
    s = board({"34/133": "1704", "44/134": "1604"})
    after = attack(s, "1604", dice=[6])
    assert after.damage("44/134") == 1 and after.heard(BoxAbsorbed) == []


@pytest.mark.case(C, "10.1.2.remove", "6.1")
def test_markers_come_off_where_some_lay_and_the_combat_is_closed():
    s = board({"34/133": "1605", "34/135": "1605", "15/129": "1606"}, options={"support": True})
    asked = attack(s, "1606")
    plain = asked.then("done", "done", dice=[5]).then("hit 34/133")
    assert plain.heard(MarkersOff) == [] and plain.s.combat is None
    used = asked.then("use artillery", "done", dice=[3])  # 3-1: 1/1
    assert len(used.heard(MarkersOff)) == 0 and used.prompt == "damage"
    assert len(used.then("hit 34/133").heard(MarkersOff)) == 1


@pytest.mark.case(C, "10.1.1.allied", "10.1.1.german")
def test_a_used_marker_is_refused_for_its_own_reason():
    s = board({"34/133": "1605", "15/129": "1606", "44/131": "1001"}, options={"support": True}, used=0b1001)
    asked = attack(s, "1606")
    assert asked.why("use artillery") == ("10.1.1.allied", "marker_used_impulse")
    german = board({"34/133": "1605", "15/129": "1606"}, GERMAN, options={"support": True}, used=0b1000)
    turn = attack(german, "1605").then("done", dice=[3])
    assert turn.heard(Fought)  # the German side has nothing left to place


@pytest.mark.case(C, "10.1.1.german")
def test_the_german_marker_is_used_once_a_turn():
    s = board({"34/133": "1605", "34/135": "1605", "15/129": "1606"}, options={"support": True}, used=0b111)
    asked = attack(s, "1606")
    assert asked.seat == 1 and asked.offers == ["use German artillery", "done"]
    assert asked.why("use artillery") == ("10.1.count", "not_your_marker")


@pytest.mark.case(C, "10.2.1.ban")
def test_only_the_neutral_abbey_bars_support_and_only_in_its_game():
    units = {"34/133": "1405", "34/135": "1306", "1FSJ/MG": "1406", "44/131": "1305"}
    neutral = board(units, options={"support": True, "abbey": True})
    assert attack(neutral, "1406", "34/133", "34/135").seat == 1  # no Allied marker: the German player is asked
    assert attack(neutral, "1305", "34/133").offers == ["use artillery", "use XII TAF", "done"]
    plain = board(units, options={"support": True})
    assert "use artillery" in attack(plain, "1406", "34/133", "34/135").offers


@pytest.mark.case(C, "9.1.2.count", "6.3.remove")
def test_taking_a_hex_is_told_once_and_only_where_points_are():
    s = board({"34/133": "1804", "34/135": "2001"})
    assert act(s, "move 34/133", "go 1704").heard(Taken) == []
    worth = board({"34/133": "1605", "34/135": "2001"})
    taken = act(worth, "move 34/133", "go 1606")
    assert [(e.side, e.hex, e.points) for e in taken.heard(Taken)] == [(ALLIED, SPACE["1606"], 1)]
    own = board({"34/133": "1605", "34/135": "2001"}, allied=["1606"])
    assert act(own, "move 34/133", "go 1606").heard(Taken) == []


@pytest.mark.case(C, "6.0.adjacent")
def test_more_units_are_spoken_of_only_where_there_are_more():
    asked = act(board({"34/133": "1605", "34/135": "1605", "15/129": "1606"}), "attack 1606", "add 34/133")
    assert GAME.words.prompt(asked.asked) == "34/133 against 1606: more units, or attack?"
    assert GAME.words.prompt(asked.then("add 34/135").asked) == "34/133, 34/135 against 1606: attack?"


@pytest.mark.case(C, "6.2.mark")
def test_damage_is_nobodys_deed():
    """The Allied player divides his point; the German one that is marked with it is not his doing."""
    units = {"34/133": "1605", "34/135": "1605", "15/129": "1606", "44/131": "1001"}
    told = attack(board(units), "1606", dice=[4]).then("hit 34/133")
    assert [e.unit for e in told.heard(Damaged)] == [UNIT["34/133"], UNIT["15/129"]]
    assert not Damaged.chosen and not Eliminated.chosen


@pytest.mark.case(C, "6.1.1.sum", "6.1.order")
def test_the_log_tells_every_shift_and_modifier_also_those_that_cancel_out():
    s = board({"34/133": "1704", "34/135": "1704", "756": "1704", "44/134": "1604", "44/131": "1001"}, rain=True)
    told = attack(s, "1604", dice=[6])
    (fought,) = told.heard(Fought)
    assert fought.shifts == (("6.1.1.water", -1), ("6.1.2", 1)) and (fought.odds, fought.column) == ("3-1", "3-1")
    assert GAME.words.event(fought) == (
        "10 to 3 is 3-1; every attacker across water -1 (6.1.1.water), armor attacks and none defends +1 (6.1.2):"
        " fought on 3-1. Die 6; Allied attack in rain -1 (10.4.1.allied): read as 5. 1 point to the attacker, 2 to the"
        " defender."
    )
    bombed = Bombed(SPACE["1406"], 4, 4, 1, 1)
    assert GAME.words.event(bombed) == (
        "XV SAF on 1406, column 2-1. Die 4. 1 point to the defender; the number of the attacker, 1, hurts nobody, but"
        " counts in the difference."
    )
    (attacked,) = told.heard(Attacked)
    assert GAME.words.event(attacked) == "Allied attack on 1604: 34/133, 34/135, 756 against 44/134."


@pytest.mark.case(C, "10.2.3.use")
def test_the_log_names_whom_a_strike_is_sent_against():
    s = board({"1FSJ/MG": "1508", "44/131": "1508", "34/133": "1904"}, destroyed=True, options={"abbey": True},
              stack=(*BASE, StartHalf(GERMAN), StartHalf(ALLIED)))  # fmt: skip
    after = act(s, "strike 1508", dice=[1])
    assert after.heard(Attacked) == []
    assert GAME.words.event(after.heard(StrikeSent)[0]) == "XV SAF is sent against 1508: 44/131, 1FSJ/MG."


@pytest.mark.case(C, "4.1.order")
def test_what_nobody_chose_names_nobody():
    began = [HalfBegan, ImpulseBegan, TurnBegan, Counted, SupplyLoss]
    assert not any(kind.chosen for kind in began) and Attacked.chosen


@pytest.mark.case(C, "10.1.1.allied", "10.1.1.german", "10.1.combine")
def test_markers_are_refused_by_the_rule_of_their_side_and_every_set_of_them_is_reached_once():
    s = board({"34/133": "1605", "2 NZ/5": "1605", "15/129": "1606"}, options={"support": True}, used=0b1001)
    c = combat(s, ALLIED, "1606", "34/133", "2 NZ/5")
    assert refuse_marker(s, c, GERMAN, 3).rule == "10.1.1.german"
    assert refuse_marker(s, c, ALLIED, 0).rule == "10.1.1.allied"
    s.used, s.combat, s.stack = 0, c, (*BASE, Support(ALLIED))

    def sets(at):
        asked = at.stack[-1].ask(at)
        found = []
        for option in asked.options[asked.extra :] if asked else ():
            after = clone(at)
            push(after, option, hush)
            found += [after.combat.markers] if option == DONE else sets(after)
        return found if asked else [at.combat.markers]

    found = sets(s)
    assert len(found) == len(set(found)) == 8


@pytest.mark.case(C, "6.2.divide")
def test_points_may_be_put_on_units_in_any_order():
    s = board({"34/133": "1405", "71/211": "1406", "90/361": "1406", "1FSJ/MG": ("1406", 1)})
    s.combat = combat(s, ALLIED, "1406", "34/133")
    s.stack = (Turn(), Close(), Damage(GERMAN, 3))
    last_first = act(s, "hit 1FSJ/MG")
    assert last_first.offers == ["hit 71/211", "hit 90/361"]
    assert last_first.asked.options[last_first.asked.extra :], "something is left that is no short cut"


@pytest.mark.case(C, "10.1.combine")
def test_markers_may_be_placed_in_any_order():
    s = board({"34/133": "1605", "2 NZ/5": "1605", "15/129": "1606", "44/131": "1001"}, options={"support": True})
    last_first = attack(s, "1606").then("use XII TAF")
    assert last_first.offers == ["use artillery", "use DAF", "done"]
