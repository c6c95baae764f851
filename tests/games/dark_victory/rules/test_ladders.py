"""9.18, 9.19 Ladders: the one check, awards by the table, trimming to sixteen, and where they stand."""

import pytest

from grognard.core import Roll, SpaceId
from grognard.games.dark_victory.content import HEXES, MEXICAN, Column
from grognard.games.dark_victory.rules.crossing import upward
from grognard.games.dark_victory.rules.events import LadderDie, LaddersAwarded, LaddersNever
from grognard.games.dark_victory.rules.ladders import (
    AT_WALLS,
    CLIMBS,
    Ladder,
    LadderCheck,
    LadderTrim,
    PlaceLadders,
    at_the_wall,
    awards,
    check_is_due,
)
from grognard.games.dark_victory.rules.losses import lose_step
from grognard.games.dark_victory.rules.state import ladders_lost, limit, place
from grognard.games.dark_victory.rules.victory import Final
from tests.games.dark_victory.kit import GAME, SPACE, TITLE, UNIT, act, beginning, board

WALLS = {"M1-F1": "1913", "M2-F1": "2213", "M3-F1": "3119", "M4-L1": "2630", "T4-inf1": "2320"}
NORTH = ("1913", "2013", "2113", "2213", "2313", "2413", "2513")


@pytest.mark.case(TITLE, "9.18")
def test_only_infantry_next_to_a_low_or_intermediate_wall_counts() -> None:
    s = board({**WALLS, "M1-F2": "1812", "Cos": "2013", "M2-F2": "2613"})
    assert at_the_wall(s, 1) == [SPACE["1913"]]  # the leader alone at 2013 does not count
    assert at_the_wall(s, 2) == [SPACE["2213"]]  # 2613 lies below a high wall
    reserve = board({"MR-G1": "1913", "MR-S1": "1913", "MR-G2": "2013", "T4-inf1": "2320"})
    assert at_the_wall(reserve, 5) == [SPACE["1913"]]  # a crew below the infantry does no harm, alone it is nobody
    assert not check_is_due(board({**WALLS, "M1-F1": "1817"}))  # only a high wall there


@pytest.mark.case(TITLE, "9.18", "7.3")
def test_a_numbered_column_wiped_out_before_the_check_ends_all_hope_of_it() -> None:
    s = board(WALLS, reduced=["M3-F1"])
    assert not any(ladders_lost(s, c) for c in range(1, 6))  # the others of Column 3 are still to come
    for name in [n for n in UNIT if n.startswith("M3-") and n != "M3-F1"]:
        place(s, UNIT[name], SPACE["dead"])
    heard: list[object] = []
    assert not ladders_lost(s, 3)
    lose_step(s, UNIT["M3-F1"], heard.append)
    assert [e.column for e in heard if type(e) is LaddersNever] == [3] and ladders_lost(s, 3)
    assert [ladders_lost(s, c) for c in (1, 2, 4, 5)] == [False] * 4
    lose_step(s, UNIT["M4-L1"], heard.append)
    lose_step(s, UNIT["M4-L1"], heard.append)
    assert len([e for e in heard if type(e) is LaddersNever]) == 1  # told once
    s.ladder_check = True
    assert not ladders_lost(s, 3)  # it has been made already


@pytest.mark.case(TITLE, "9.18.C", "9.18.tab12", "9.18.tab3", "9.18.tab4", "9.18.B", "9.18.min")
def test_awards_by_die_losses_and_hexes() -> None:
    wide = {f"M2-F{k + 1}": hex for k, hex in enumerate(NORTH)}
    east = {f"M3-F{k + 1}": hex for k, hex in enumerate(("3119", "3120", "3121", "3122"))}
    south = {"M4-L1": "2630", "M4-L2": "2729", "M4-L3": "2829"}
    units = {**wide, **east, **south, "M1-F1": "1930", "M1-F2": "1829", "T4-inf1": "2320"}
    s = board(units)
    assert [len(at_the_wall(s, c)) for c in (1, 2, 3, 4)] == [2, 7, 4, 3]
    assert awards(s, 1) == {1: 2, 2: 5, 3: 1, 4: 1}
    assert awards(s, 2) == {1: 2, 2: 6, 3: 1, 4: 1}
    assert awards(s, 6) == {1: 2, 2: 7, 3: 4, 4: 2}
    s.column_losses = [0, 3, 4, 1, 1, 0]
    assert awards(s, 2) == {1: 2, 2: 2, 3: 1, 4: 1}
    assert awards(s, 6) == {1: 2, 2: 6, 3: 3, 4: 1}
    s.column_losses = [0, 20, 20, 0, 0, 0]
    assert awards(s, 6) == {1: 1, 2: 1, 3: 4, 4: 2}
    roll = LadderCheck().ask(s)
    assert type(roll) is Roll and roll.dice == (6,)
    checked = act(board(units, beginning(5), turn=5, column_losses=[0, 0, 0, 0, 0, 0]), dice=[(4,)])
    assert [e.die for e in checked.heard(LadderDie)] == [4] and checked.s.ladder_check
    assert [(e.column, e.count) for e in checked.heard(LaddersAwarded)] == [(1, 2), (2, 7), (3, 2), (4, 1)]


@pytest.mark.case(TITLE, "9.18.min", "2.17", "3.5")
def test_seventeen_are_trimmed_to_sixteen_by_the_commander_of_the_most() -> None:
    sixteen = act(board(WALLS, (Final(), LadderTrim((9, 5, 1, 1)))))
    assert sixteen.prompt != "trim"
    asked = act(board(WALLS, (Final(), LadderTrim((6, 8, 2, 1)))))
    assert asked.prompt == "trim" and asked.verbs("trim") == ["Column 1", "Column 2", "Column 3"]
    assert asked.asked is not None and asked.asked.numbers == (17, 16)
    done = asked.then("trim Column 2")
    assert [e.count for e in done.heard(LaddersAwarded)] == [6, 7, 2, 1]
    dual = act(board(WALLS, (Final(), LadderTrim((6, 8, 2, 2))), options={"dual": True}))
    assert dual.seat == 2 and dual.verbs("trim") == ["Column 2", "Column 4"]
    first = act(board(WALLS, (Final(), LadderTrim((9, 6, 2, 1))), options={"dual": True}))
    assert first.seat == 0 and first.verbs("trim") == ["Column 1", "Column 3"]


@pytest.mark.case(TITLE, "9.19", "9.19.B")
def test_a_column_places_what_it_has_and_no_more() -> None:
    s = board({**WALLS, "M1-F2": "2013"}, (Final(), PlaceLadders(1, 2)))
    asked = act(s)
    assert asked.asked is not None and asked.asked.numbers == (1, 2)
    assert sorted(asked.verbs("ladder")) == ["1913 > 1914", "1913 > 2014", "2013 > 2014"]
    one = asked.then("ladder 1913 > 2014")
    assert one.s.ladders == ((SPACE["1913"], SPACE["2014"]), (SPACE["2013"], SPACE["2014"]))  # the last place is forced
    done = act(board({**WALLS, "M1-F2": "2013"}, (Final(), PlaceLadders(1, 1))), "ladder 2013 > 2014")
    assert done.s.ladders == ((SPACE["2013"], SPACE["2014"]),) and done.prompt != "place_ladder"
    assert asked.why("ladder 2320 > 2321") == ("9.19.B", "no_climb")
    none = act(board(WALLS, (Final(), PlaceLadders(1, 0))))
    assert none.prompt != "place_ladder" and none.s.ladders == ()


@pytest.mark.case(TITLE, "9.19.B", "9.14")
def test_ladders_lead_over_walls_and_not_down() -> None:
    def leads(a: str, b: str) -> bool:
        return upward(SPACE[a], SPACE[b])

    assert leads("2213", "2214") and not leads("2214", "2213")  # up the north wall, not down it
    assert leads("2413", "2414") and leads("2414", "2413")  # a low wall on one level
    assert not leads("2317", "2318") and not leads("1815", "1915")  # no wall; a high one
    assert not leads("2213", "2320") and MEXICAN == 0


@pytest.mark.case(TITLE, "9.18.B", "9.19", "9.19.B")
def test_a_hex_from_which_nothing_leads_up_earns_no_ladder() -> None:
    """Men already up on the north wall stand next to it, but a ladder there could only lead down."""
    up = [a for a in range(HEXES) if AT_WALLS >> a & 1 and not CLIMBS[a]]
    assert SPACE["2014"] in up
    units = {"M1-F1": "2014", "M1-F2": "1913", "M2-F1": "2213", "M3-F1": "3119", "M4-L1": "2630", "T4-inf1": "2320"}
    s = board(units)
    assert at_the_wall(s, 1) == [SPACE["1913"], SPACE["2014"]] and awards(s, 6)[1] == 1


@pytest.mark.case(TITLE, "9.18.min", "9.18.B", "9.19.B", "9.19.D")
def test_a_column_that_stands_only_on_the_walls_still_gets_its_one_ladder() -> None:
    """The guarantee holds though nothing leads up from there: it makes room for four points more and lifts nobody."""
    units = {"M1-F1": "1913", "M2-F1": "2213", "M3-F1": "3119", "M4-L1": "1926", "T4-inf1": "2320"}
    s = board(units, beginning(6), turn=6)
    assert at_the_wall(s, 4) == [SPACE["1926"]] and not CLIMBS[SPACE["1926"]] and awards(s, 6)[4] == 1
    placed = act(s, "ladder 1913 > 1914", "ladder 3119 > 3020", dice=[(6,), (6,)])
    assert [e.count for e in placed.heard(LaddersAwarded)] == [1, 1, 1, 1]
    assert (SPACE["1926"], SPACE["1927"]) in placed.s.ladders and limit(placed.s, SPACE["1926"]) == 8
    both = board({**units, "M4-L2": "2630"}, (Final(), PlaceLadders(Column(4), 1)))
    assert [hex for hex, _ in act(both).s.ladders] == [SPACE["2630"]]  # where one leads up it stands there


@pytest.mark.case(TITLE, "9.19")
def test_no_hex_gets_a_second_ladder_and_rooms_none() -> None:
    units = {f"M1-F{k}": hex for k, hex in ((1, "1913"), (2, "2013"), (3, "2113"))}
    s = board({**units, "T4-inf1": "2320"}, (Final(), PlaceLadders(Column(1), 3)))
    first = act(s, "ladder 1913 > 1914")
    second = first.then("ladder 2013 > 2014") if "2013 > 2014" in first.verbs("ladder") else first
    assert len(second.s.ladders) == 2
    assert {text.split()[0] for text in second.verbs("ladder")} == {"2113"}
    for hex, to in second.s.ladders:
        names = GAME.names["SpaceId"]
        assert second.why(f"ladder {names[hex]} > {names[to]}") == ("9.19", "ladder_there")
    room = SpaceId(HEXES)
    told = GAME.why_not(s, 0, Ladder(room, SPACE["2014"]))
    assert told is not None and (told.rule, told.key) == ("9.19.B", "no_climb")
