"""3.5 Two Mexican players: whose stacks, doors, bumps, melees and reserves are whose."""

import pytest

from grognard.core import Step
from grognard.games.dark_victory.content import MEXICAN, SECOND, TEXAN
from grognard.games.dark_victory.rules.actions import Actions
from grognard.games.dark_victory.rules.doors import BreakDoors
from grognard.games.dark_victory.rules.melee import BeginMelee, Melees
from grognard.games.dark_victory.rules.state import allies, commander, of_column, owner, seat_of
from grognard.games.dark_victory.rules.victory import Final, winners
from tests.games.dark_victory.kit import SPACE, TITLE, UNIT, Played, act, beginning, board

DUAL = {"options": {"dual": True}}
FAR = {"M1-L1": "0505", "M2-L1": "0605", "T4-inf1": "2320"}


@pytest.mark.case(TITLE, "3.5")
def test_who_commands_whom() -> None:
    s = board(FAR, **DUAL)
    for name, side in (
        ("M1-F1", MEXICAN),
        ("M2-F1", SECOND),
        ("M3-F1", MEXICAN),
        ("M4-L1", SECOND),
        ("T4-inf1", TEXAN),
    ):
        assert commander(s, UNIT[name]) == side and seat_of(s, UNIT[name]) == s.seats[side]
    assert [of_column(s, c) for c in (1, 2, 3, 4)] == [MEXICAN, SECOND, MEXICAN, SECOND]
    s.releases = (SECOND, MEXICAN)
    assert [commander(s, UNIT[n]) for n in ("Almonte", "MR-S1", "Vega", "MR-F1", "Amat")] == [
        SECOND, MEXICAN, MEXICAN, MEXICAN, MEXICAN,
    ]  # fmt: skip
    s.releases = (MEXICAN, MEXICAN, SECOND)
    assert [commander(s, UNIT[n]) for n in ("Almonte", "MR-S1", "MR-F1", "Amat")] == [MEXICAN, MEXICAN, SECOND, SECOND]
    one = board(FAR)
    assert {commander(one, UNIT[n]) for n in ("M1-F1", "M2-F1", "MR-F1")} == {MEXICAN}
    assert allies(s, MEXICAN) == (SECOND,) and allies(s, SECOND) == (MEXICAN,) and allies(s, TEXAN) == ()
    assert allies(one, MEXICAN) == ()


@pytest.mark.case(TITLE, "3.5")
def test_a_stack_belongs_to_whoever_commands_its_troops() -> None:
    """Amador of Column 2 lies under men of Column 1: they are still the first player's to lay and to break doors."""
    units = {"Amador": "2521", "M1-F1": "2521", "M1-F2": "2521", "M2-F1": "2310", "M2-F2": "2310", "Duque": "2310"}
    s = board({**units, "T4-inf1": "2015"}, beginning(10), **DUAL)
    assert owner(s, SPACE["2521"]) == MEXICAN and owner(s, SPACE["2310"]) == SECOND
    first = act(s)
    assert (first.prompt, first.seat, first.verbs("arrange")) == ("reorder", 0, ["2521"])
    assert first.why("arrange 2310") == ("3.5", "not_your_column")
    ordering = first.then("arrange 2521")
    assert ordering.seat == 0 and ordering.verbs("top")[0] == "M1-F2"
    mid = ordering.then("top M1-F1")
    assert mid.seat == 0 and mid.verbs("top") == ["M1-F2", "Amador"]
    second = first.then("done")
    assert (second.prompt, second.seat, second.verbs("arrange")) == ("reorder", 2, ["2310"])
    doors = second.then("done")
    assert (doors.prompt, doors.seat, doors.verbs("break")) == ("break_doors", 0, ["2521 > 2621 in"])
    leaders = board({"Amador": "2310", "Duque": "2310", "T4-inf1": "2015"}, **DUAL)
    assert owner(leaders, SPACE["2310"]) == SECOND


@pytest.mark.case(TITLE, "3.5.B", "9.8")
def test_each_breaks_doors_with_his_own_men_and_they_share_two_tries() -> None:
    men = {"M1-L1": "2523", "M2-L1": "2521", "M4-L1": "2519", "T4-inf1": "2015"}
    stack: tuple[Step, ...] = (Final(), Actions(MEXICAN, MEXICAN), BreakDoors(SECOND), BreakDoors(MEXICAN))
    s = board(men, stack, **DUAL)
    for unit in (UNIT[n] for n in ("M1-L1", "M2-L1", "M4-L1")):
        s.ready[unit] = 1
    first = act(s)
    assert first.seat == 0 and first.verbs("break") == ["2523 > 2623 in"]
    assert first.why("break 2521 > 2621 in") == ("3.5", "not_your_column")
    assert first.asked is not None and first.asked.numbers == (2,)
    second = first.then("break 2523 > 2623 in", dice=[(6,)])
    assert second.seat == 2 and set(second.verbs("break")) == {"2521 > 2621 in", "2519 > 2619 in"}
    assert second.asked is not None and second.asked.numbers == (1,)
    over = second.then("break 2519 > 2619 in", dice=[(3,)])
    assert over.prompt != "break_doors" and len(over.s.tried) == 2 and sum(over.s.opened) == 1


@pytest.mark.case(TITLE, "3.5.B")
def test_a_player_acts_and_brings_on_only_what_is_his_to_play_now() -> None:
    due = {"due": [0, 2, 2, 99, 99, 0], "turn": 2, **DUAL}
    start = act(board(FAR, beginning(2), **due))
    assert start.seat == 0 and start.verbs("activate") == ["M1-L1"] and start.verbs("enter") == ["Column 1"]
    assert start.why("activate M2-L1") == ("3.5.B", "not_your_column")
    assert start.why("enter Column 2") == ("3.5.B", "not_their_turn")
    second = start.then("done")
    assert second.seat == 2 and second.verbs("activate") == ["M2-L1"] and second.verbs("enter") == ["Column 2"]
    texan = act(board(FAR, side=TEXAN, due=[0, 2, 2, 99, 99, 0], turn=2))
    assert texan.why("enter Column 1") == ("4.2.IIA", "not_their_turn")


@pytest.mark.case(TITLE, "3.5", "7.3")
def test_reserves_come_on_for_the_player_whose_die_released_them() -> None:
    told = {"ladder_check": True, "turn": 6, **DUAL}
    first = act(board(FAR, beginning(6), **told), dice=[(2,)])
    assert first.s.releases == (MEXICAN,) and first.s.rolls == 1
    one = act(board(FAR, beginning(6), ladder_check=True, turn=6, rolls=1), dice=[(1,)])
    assert one.s.releases == (MEXICAN,)  # one player, one commander, whatever the number of the die
    both = board(FAR, beginning(6), releases=(SECOND, MEXICAN), rolls=4, **told)
    asked = act(both, dice=[(6,)])
    seats: list[int] = []
    joins: list[set[str]] = []
    while asked.prompt == "mexican_actions":
        if "enter Reserve" in asked.offers:
            seats.append(asked.seat)
            bring = asked.then("enter Reserve")
            assert bring.seat == asked.seat and "done" not in bring.offers
            joins.append({n for n in bring.verbs("join") if n in ("Almonte", "Vega", "MR-S1")})
            refused = "Vega" if asked.seat == 2 else "Almonte"
            assert bring.why(f"join {refused}") == ("3.5", "not_your_unit")
        asked = asked.then("done")
    assert seats == [0, 2] and joins == [{"Vega", "MR-S1"}, {"Almonte"}]


@pytest.mark.case(TITLE, "3.5", "11.5")
def test_bumped_hexes_of_both_players_answer_in_turn() -> None:
    units = {"M1-L1": "2317", "M2-L1": "2224", "M1-L2": "2424", "T7-inf1": "2322", "Travis": "2322"}
    s = board(units, (Final(), Actions(MEXICAN, MEXICAN, 1)), **DUAL)
    for unit in (UNIT[n] for n in units):
        s.ready[unit] = 1
    asked = act(s, "activate M1-L1", "go 2318", "react 2322", "go 2323")
    assert asked.prompt == "bump" and asked.verbs("answer") in (["2224"], ["2424"])
    seats = {asked.seat}
    other = asked.then("done")
    assert other.prompt == "bump" and other.seat not in seats and other.verbs("answer") != asked.verbs("answer")
    assert other.then("done").prompt == "react"
    shot = asked.then(f"answer {asked.verbs('answer')[0]}", dice=[(6, 6)])
    assert shot.prompt == "bump" and shot.seat == other.seat


def fight(units: dict[str, str], of: int, column: int = 0) -> Played:
    return act(board(units, (Final(), Melees(MEXICAN, of, column), BeginMelee(MEXICAN)), **DUAL))


@pytest.mark.case(TITLE, "3.5.B", "12.3")
def test_each_fights_his_own_melees_column_by_column() -> None:
    units = {"M1-F1": "2320", "M2-F1": "2221", "M3-F1": "2422", "T4-inf1": "2321", "T4-inf2": "2321"}
    assert fight(units, MEXICAN, 1).then("assault 2321", dice=[(1, 6)]).s.meleed[UNIT["M1-F1"]]
    second = fight(units, SECOND, 2)
    assert second.seat == 2 and second.verbs("assault") == ["2321"]
    assert second.then("assault 2321", dice=[(1, 6)]).s.meleed[UNIT["M2-F1"]]
    none = fight({k: v for k, v in units.items() if k != "M3-F1"}, MEXICAN, 3)
    assert none.verbs("assault") == []
    every = fight(units, MEXICAN)
    assert set(every.then("assault 2321").verbs("from")) == {"2320", "2422"}  # not the other's 2221
    texan = act(board(units, (Final(), Melees(TEXAN, TEXAN), BeginMelee(TEXAN)), **DUAL))
    assert set(texan.verbs("assault")) == {"2320", "2221", "2422"}


@pytest.mark.case(TITLE, "3.5.C")
def test_points_go_to_the_command_of_the_captor() -> None:
    flag = {"M4-L1": "2525", "M1-L1": "0505", "T4-inf1": "2320"}
    s = board(flag, (Final(), Actions(MEXICAN, SECOND, 4)), points=(1, 1), **DUAL)
    s.ready[UNIT["M4-L1"]] = 1
    assert act(s, "activate M4-L1", "go 2524").s.points == (1, 2)
    first = board({"M1-L1": "2525", "T4-inf1": "2320"}, **DUAL)
    first.stack = (Final(), Actions(MEXICAN, MEXICAN, 1))
    first.ready[UNIT["M1-L1"]] = 1
    first.points = (1, 1)
    assert act(first, "activate M1-L1", "go 2524").s.points == (2, 1)
    assert winners(board(FAR, points=(0, 5)), "mexican_tactical") == (MEXICAN,)
    for points, won in (((3, 2), (MEXICAN,)), ((2, 3), (SECOND,)), ((2, 2), (MEXICAN, SECOND))):
        assert winners(board(FAR, points=points, **DUAL), "mexican_strategic") == won
        assert winners(board(FAR, points=points, **DUAL), "texan_strategic") == (TEXAN,)


@pytest.mark.case(TITLE, "3.5", "3.5.B", "8.2.B")
def test_each_plays_his_own_men_whoever_they_are_stacked_with() -> None:
    """Amador of Column 2 lies with men of Column 3 and Romero of theirs: he goes when Column 2 does, by himself."""
    units = {"M3-F1": "2310", "Amador": "2310", "Romero": "2310", "T4-inf1": "2015"}
    column2 = act(board(units, beginning(10), **DUAL), "done")
    assert (column2.seat, column2.verbs("activate")) == (2, ["Amador"])
    assert column2.why("activate M3-F1") == ("3.5.B", "not_your_column")
    gone = column2.then("activate Amador", "go 2311")
    assert gone.where("Amador") == "2311" and gone.where("M3-F1") == "2310"
    column3 = column2.then("done")
    assert (column3.seat, column3.verbs("activate")) == (0, ["M3-F1"])
    assert column3.why("activate Romero") == ("6.6", "with_its_stack")
    assert column3.why("activate Amador") == ("3.5.B", "not_your_column")
    together = column3.then("activate M3-F1")
    assert together.verbs("stay") == ["M3-F1", "Romero"]  # the other's leader is not his to take along
    one = act(board(units, beginning(10)), "done")
    assert one.verbs("activate") == ["M3-F1"] and one.why("activate Amador") == ("6.6", "with_its_stack")


@pytest.mark.case(TITLE, "3.5", "7.3")
@pytest.mark.parametrize("order", [("MR-F1", "MR-S1"), ("MR-S1", "MR-F1")])
def test_reserves_of_both_players_in_one_stack_act_each_for_his_own(order: tuple[str, str]) -> None:
    told = {"releases": (MEXICAN, MEXICAN, SECOND), "ladder_check": True, **DUAL}
    units = {order[0]: "2310", order[1]: "2310", "Vega": "2311", "Amat": "2309", "T4-inf1": "2015"}
    asked = act(board(units, beginning(10), **told))
    seen = []
    while asked.prompt != "texan_actions":
        if asked.prompt == "mexican_actions":
            seen.append((asked.seat, set(asked.verbs("activate"))))
        asked = asked.then("done")
    assert seen == [(0, {"MR-S1", "Vega"}), (2, {"MR-F1", "Amat"})]
