"""1 to 4: what is in the box."""

import re

import pytest

from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.check import CONSTRAINTS
from grognard.games.thunder_at_cassino.content import (
    ARMOR,
    BESIDE,
    BOARD,
    BOX,
    COLOUR,
    COMBAT,
    DF,
    ELEVATION,
    KIND,
    LINKS,
    NATIONALITY,
    OBS,
    SIDE,
    TEM,
    TROOPS,
    UNIT_NAMES,
    VP,
    VP_AREAS,
)
from grognard.games.thunder_at_cassino.rules.attack import Attack, attack_terms, defence_terms
from tests.games.thunder_at_cassino.kit import board, company, offered, play, refusal, space, unit, where

THUNDER = "thunder_at_cassino"


@pytest.mark.case(THUNDER, "1", "4.3", "3.3", "3.4", "3.7")
def test_the_box_holds_board_zones_tracks_boxes_units_and_markers() -> None:
    s = GAME.new("main")
    assert GAME.names["SpaceId"][:68] == tuple(str(n) for n in range(1, 69))
    assert GAME.names["SpaceId"][68:79] == tuple("ABCDEFGHIJK")
    assert (len(UNIT_NAMES), TROOPS, BOARD) == (264, 252, 79)
    assert s.turn == 1 and s.vp == 0
    assert s.supply == [8, 2] and s.decks == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1] * 2
    assert where(s, "NZ Corps") == "Allied artillery" and where(s, "1 Para Div") == "German artillery"


def test_every_constraint_of_the_map_and_the_counters_holds() -> None:
    assert [finding for finding in CONSTRAINTS.prove() if not finding.passed] == []


@pytest.mark.case(THUNDER, "1.intro")
def test_two_introductory_scenarios_of_two_turns() -> None:
    turns = {name: (GAME.new(name).turn, GAME.new(name).last) for name in ("intro_town", "intro_hill")}
    assert turns == {"intro_town": (1, 2), "intro_hill": (2, 3)}
    s = board({"1": ["25 NZ A-1"]}, scenario="intro_town", turn=1)
    s = play(s, "move 1")
    assert "enter B" in offered(s) and "enter 37" not in offered(s)


@pytest.mark.case(THUNDER, "3.2", "3.2.colour", "8.22.adj")
def test_adjacency_ignores_colour_but_vehicles_do_not() -> None:
    assert BESIDE[space("9")] >> space("4") & 1 and dict(LINKS[space("9")])[space("4")] is False
    assert dict(LINKS[space("9")])[space("12")] is True
    s = board({"13": ["19 Armd B-1"], "9": ["1/I/3-1"]})
    assert "target 9 > uncommitted" in offered(play(s, "fire 13"))
    assert "enter 9" not in offered(play(s, "move 13"))


@pytest.mark.case(THUNDER, "3.21", "3.21.ex", "3.22", "3.22.ex")
def test_castle_hill_is_area_nine_at_level_two() -> None:
    assert GAME.names["Place"][space("9")] == "9 Castle Hill (Point 193)"
    assert ELEVATION[space("9")] == 2 and ELEVATION[space("13")] == 0
    up = Attack(SIDE[unit("25 NZ A-1")], space("13"), space("9"), 0, (unit("25 NZ A-1"),))
    s = board({"9": ["1/I/3-1"], "13": ["25 NZ A-1"]})
    assert ("8.352.D", 1) in defence_terms(s, up)


@pytest.mark.case(THUNDER, "3.23", "3.24", "3.25")
def test_tem_circles_and_victory_points() -> None:
    assert {TEM[k] for k in range(68)} == {1, 2, 3, 4} and TEM[space("17")] == 4
    assert [COLOUR[space(n)] for n in ("1", "5", "25", "66")] == ["white", "yellow", "blue", "red"]
    assert [GAME.names["SpaceId"][a] for a in VP_AREAS] == [
        *("9", "11", "15", "16", "17", "18", "19", "21", "22", "25", "26", "29", "31", "57", "65", "66")
    ]
    assert sum(VP) == 30 and VP[space("66")] == 6


@pytest.mark.case(THUNDER, "4.1")
def test_nationalities() -> None:
    assert set(NATIONALITY[:TROOPS]) == {"British", "New Zealand", "US", "Indian", "German"}
    assert all((NATIONALITY[u] == "German") == (SIDE[u] == 1) for u in range(TROOPS))


@pytest.mark.case(THUNDER, "4.2", "4.2.white", "4.21", "4.22")
def test_the_white_side_cannot_act_and_defends_worse_except_armor() -> None:
    assert DF[0][unit("25 NZ A-1")] == 4 and DF[1][unit("25 NZ A-1")] == 1
    assert DF[0][unit("19 Armd B-1")] == DF[1][unit("19 Armd B-1")] == 4
    assert all(KIND[u] == ARMOR for u in (unit("242 StuG-1"), unit("760 US-1"), unit("19 Armd A-1")))
    s = board({"13": company("25 NZ A"), "14": ["6/II/3-1"], "10": ["25 NZ B-1"]}, committed=company("25 NZ A"))
    assert refusal(s, "move 13").key == "nobody_ready" and refusal(s, "fire 13").rule == "8.13"
    assert s.loc[unit("NZ Div")] == BOX[0]


@pytest.mark.case(THUNDER, "4.23", "4.23.noncombat", "4.241")
def test_everything_that_is_no_armor_is_infantry_but_not_all_of_it_fights() -> None:
    for name in ("14/3 A/T-1", "8/II/3-1", "2/Eng-1"):
        assert COMBAT[unit(name)] and KIND[unit(name)] != ARMOR
    assert not COMBAT[unit("6F")] and KIND[unit("NZ Div Obs")] == OBS
    ten = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), "6F"]
    full = board({"13": ten, "10": ["25 NZ D-1"]})
    passing = play(full, "move 10", "enter 13")
    assert "done" not in offered(passing) and refusal(passing, "done").key == "must_go_on"
    lone = board({"13": ["NZ Div Obs"], "14": ["6/II/3-1"]})
    assert "fire 13" not in offered(lone)


@pytest.mark.case(THUNDER, "4.24", "4.24.ex", "8.351.C")
def test_any_three_of_the_four_3_1mg_earn_the_company_bonus() -> None:
    firers = tuple(unit(name) for name in ("3/1MG M-1", "3/1MG M-2", "3/1MG I-1"))
    attack = Attack(1, space("54"), space("44"), 0, firers)
    assert attack_terms(attack) == [("8.351", 4), ("8.351.B", 2), ("8.351.C", 1)]
    mixed = Attack(1, space("54"), space("44"), 0, (*firers[:2], unit("2/I/3-1")))
    assert attack_terms(mixed) == [("8.351", 4), ("8.351.B", 2)]


def test_the_numbers_of_the_guide_are_those_of_the_pieces() -> None:
    guide = " ".join((GAME.folder / "guide.md").read_text(encoding="utf-8").split())
    german, allied = unit("6/II/3-1"), unit("25 NZ A-1")
    fall = f"a paratroop platoon falls from {DF[0][german]} to {DF[1][german]}, an Allied one from {DF[0][allied]} to"
    assert f"{fall} {DF[1][allied]}; tanks do not care" in guide
    assert all(DF[0][u] == DF[1][u] for u in range(TROOPS) if KIND[u] == ARMOR)
    worth = [VP[area] for area in VP_AREAS]
    assert len(worth) == 16 and f"are worth {min(worth)} to {max(worth)} Victory Points, {sum(worth)} in all" in guide


def test_every_ruling_has_one_number_and_one_place() -> None:
    """A number given twice could say two things."""
    told: list[int] = []
    for line in (GAME.folder / "rulings.md").read_text(encoding="utf-8").splitlines():
        if head := re.match(r"- (R\d+(?:(?:, | to )R\d+)*)", line):
            for upto, number in re.findall(r"(?:(to) )?R(\d+)", head[1]):
                told += range(told[-1] + 1, int(number) + 1) if upto else [int(number)]
    assert len(told) > 60 and len(set(told)) == len(told)
