"""9.6-9.8, 10.21 Doors: Texans pay a die, Mexicans break, blast or open from inside; open ones cost one."""

import pytest

from grognard.core import Roll, clone, hush, push
from grognard.games.dark_victory.content import DOOR, MEXICAN, SECOND, SIDE_BETWEEN, TEXAN, UNITS
from grognard.games.dark_victory.rules.act import Act
from grognard.games.dark_victory.rules.actions import Actions
from grognard.games.dark_victory.rules.command import Command
from grognard.games.dark_victory.rules.doors import Break, BreakDoors, BreakRoll, refuse_break
from grognard.games.dark_victory.rules.events import DoorBlasted, DoorOpened, DoorTried, Moved
from grognard.games.dark_victory.rules.state import SHUT_OUT, place
from grognard.games.dark_victory.rules.verbs import Force
from grognard.games.dark_victory.rules.victory import Final
from tests.games.dark_victory.kit import GAME, SPACE, UNIT, Played, act, beginning, board

TITLE = "dark_victory"

TOOLS = (Final(), Actions(MEXICAN, MEXICAN), BreakDoors(MEXICAN), Command(MEXICAN))


@pytest.mark.case(TITLE, "9.6", "9.6.B", "TEC.door")
def test_vector_30_a_texan_pays_the_die_and_the_hex_or_stays() -> None:
    spent = act(board({"T1-inf1": "2522", "T4-inf1": "2015"}, side=TEXAN), "activate T1-inf1", "go 2422", "go 2423")
    spent = spent.then("go 2422", "go 2423", "go 2422", "go 2423", "go 2523")
    assert spent.left == 5
    through = spent.then("force 2623 in", dice=[(4,)])
    assert through.where("T1-inf1") == "2623 in"
    assert through.heard(Moved)[-1].cost == 5
    held = spent.then("force 2623 in", dice=[(5,)])
    assert held.where("T1-inf1") == "2523" and held.prompt != "act"
    trying = clone(spent.s)
    push(trying, Force(SPACE["2623 in"]), hush)
    (after,) = trying.stack[-1].take(trying, (5,), hush)
    assert isinstance(after, Act) and after.spent == 7, "the attempt costs nothing"
    assert trying.pinned[UNIT["T1-inf1"]] == SHUT_OUT, "but his move is over"
    assert not through.s.pinned[UNIT["T1-inf1"]]
    assert not any(through.s.opened)


@pytest.mark.case(TITLE, "9.7.E")
def test_open_doors_cost_one_more_and_need_no_die() -> None:
    texan = act(board({"T1-inf1": "2523"}, side=TEXAN, doors=[("2523", "2623 in")]), "activate T1-inf1", "go 2623 in")
    assert texan.heard(Moved)[0].cost == 2
    mexican = act(board({"M4-L1": "2523"}, doors=[("2523", "2623 in")]), "activate M4-L1", "go 2623 in")
    assert mexican.heard(Moved)[0].cost == 2


@pytest.mark.case(TITLE, "9.7", "9.16.B", "9.9")
def test_vector_16_mexicans_do_not_pass_closed_doors() -> None:
    start = act(board({"M4-L1": "2523"}), "activate M4-L1")
    assert start.why("go 2623 in") == ("9.7", "door_shut")
    gate = act(board({"M4-L1": "1816"}), "activate M4-L1")
    assert gate.why("go 1915") == ("9.7", "door_shut")
    opened = act(board({"M4-L1": "1816"}, doors=[("1816", "1915")]), "activate M4-L1", "go 1915")
    assert opened.where("M4-L1") == "1915" and opened.heard(Moved)[0].cost == 2  # vector 16


def tools(units: dict[str, str], *texts: str, dice: list[object] | None = None, **told: object) -> Played:
    return act(board(units, TOOLS, **told), *texts, dice=dice or ())


@pytest.mark.case(TITLE, "9.7.B", "9.8", "9.8.B", "9.8.C")
def test_two_doors_may_be_tried_once_each_by_infantry_in_command() -> None:
    men = {"M4-L1": "2523", "M4-L2": "2521", "M4-L3": "2519", "MR-G1": "2525", "Ampudia": "2525", "Cos": "2524"}
    start = tools(men)
    assert set(start.verbs("break")) == {"2523 > 2623 in", "2521 > 2621 in", "2519 > 2619 in"}
    assert start.why("break 2525 > 2625 in") == ("9.8.C", "no_breakers")
    assert start.why("break 2524 > 2624 in") == ("9.8.C", "no_breakers")
    for die in (1, 2, 3):
        assert start.then("break 2523 > 2623 in", dice=[(die,)]).heard(DoorTried)[0].broken
    failed = start.then("break 2523 > 2623 in", dice=[(4,)])
    assert not failed.heard(DoorTried)[0].broken
    assert failed.why("break 2523 > 2623 in")[1] in ("tried_already", "no_breakers")
    second = failed.then("break 2521 > 2621 in", dice=[(3,)])
    assert second.prompt == "mexican_actions"
    assert second.why("activate M4-L1") == ("10.2.C", "acted")
    assert second.why("activate M4-L2") == ("10.2.C", "acted")
    lone = tools({"M1-F1": "2523"})
    assert lone.why("break 2523 > 2623 in")[0] in ("9.8.C", "9.8") if lone.prompt == "break_doors" else True
    assert lone.verbs("break") == []  # no leader, no command
    again = tools({"M4-L1": "2523"}, "break 2523 > 2623 in", dice=[(6,)])
    fresh = act(board({"M4-L1": "2523"}, TOOLS, tried=()), "break 2523 > 2623 in", dice=[(1,)])
    assert fresh.heard(DoorTried)[0].broken and not again.heard(DoorTried)[0].broken


@pytest.mark.case(TITLE, "9.7.D")
def test_a_door_with_mexicans_on_both_sides_opens_by_itself() -> None:
    men = {"M4-L1": "2523", "Morales": "2623 in", "T1-inf1": "2015"}
    opened = act(board(men, beginning(10)))
    assert [(e.hex, e.to) for e in opened.heard(DoorOpened)] != []
    assert any(opened.s.opened)
    alone = act(board({"M4-L1": "2523", "T1-inf1": "2015"}, beginning(10)))
    assert alone.heard(DoorOpened) == []


@pytest.mark.case(TITLE, "9.7.C", "10.21", "8.3.C")
def test_a_crew_with_a_loaded_cannon_blasts_a_door() -> None:
    crew = {"MR-G1": "2524", "Ampudia": "2524"}
    start = act(board(crew, guns={"6pdr-2326": "2524"}), "activate MR-G1", "done")
    assert start.verbs("blast") == ["2624 in"]
    done = start.then("blast 2624 in")
    assert len(done.heard(DoorBlasted)) == 1 and sum(done.s.opened) == 1
    assert done.s.loaded[6] == 0
    empty = act(board(crew, guns={"6pdr-2326": "2524"}, unloaded=["6pdr-2326"]), "activate MR-G1", "done")
    assert empty.why("blast 2624 in") == ("10.21", "no_loaded_gun")
    foot = act(board({"M4-L1": "2524"}, guns={"6pdr-2326": "2524"}), "activate M4-L1")
    assert foot.why("blast 2624 in") == ("9.7.C", "crews_only")
    lonely = act(board({"MR-G1": "2524", "Almonte": "2524"}, guns={"6pdr-2326": "2524"}))
    assert lonely.why("activate MR-G1") == ("8.3", "no_command")


@pytest.mark.case(TITLE, "2.16", "9.7.E")
def test_an_open_door_is_marked_for_good() -> None:
    start = tools({"M4-L1": "2523", "M4-L2": "2521"}, "break 2523 > 2623 in", dice=[(2,)])
    assert sum(start.s.opened) == 1
    assert start.why("break 2523 > 2623 in") == ("9.8", "no_shut_door")


@pytest.mark.case(TITLE, "9.8", "9.8.C", "9.7.D")
def test_axes_spend_those_in_command_only_and_two_tries_are_all() -> None:
    men = {"MR-G1": "2523", "MR-S1": "2523", "Vega": "2523", "T4-inf1": "2015"}
    tried = tools(men, "break 2523 > 2623 in", dice=[(6,)])
    assert [tried.s.acted[UNIT[n]] for n in ("MR-S1", "Vega", "MR-G1")] == [1, 0, 0]  # his leader acts later
    s = board(men, TOOLS)
    s.ready[UNIT["MR-S1"]] = 1
    for doors, key in (((0,), None), ((0, 1), "tried_enough")):
        s.tried = doors
        told = refuse_break(s, SPACE["2523"], SPACE["2623 in"])
        assert (None if told is None else told.key) == key
    for only in ("2623 in", "2523"):
        shut = act(board({"M4-L1": only, "T1-inf1": "2015"}, beginning(10)))
        assert shut.heard(DoorOpened) == [] and not any(shut.s.opened)
    two = {"MR-G1": "2524", "MR-G2": "2524", "Ampudia": "2524", "T4-inf1": "2015"}
    crews = act(board(two, guns={"6pdr-2326": "2524"}), "activate MR-G1", "done")
    assert crews.verbs("blast") == ["2624 in"]  # one of them lies on top


@pytest.mark.case(TITLE, "9.7.D", "9.7.E")
def test_a_door_is_opened_from_inside_once() -> None:
    units = {"M4-L1": "2521", "M4-L2": "2621 in", "T4-inf1": "2015"}
    opened = act(board(units, beginning(10)))
    assert len(opened.heard(DoorOpened)) == 1
    assert opened.s.opened[DOOR[SIDE_BETWEEN[SPACE["2521"]][SPACE["2621 in"]]]] == 1
    again = act(board(units, beginning(10), doors=[("2521", "2621 in")]))
    assert again.heard(DoorOpened) == []


@pytest.mark.case(TITLE, "9.8", "9.8.C", "8.3")
def test_who_can_break_a_door_and_who_cannot() -> None:
    """Only Mexican infantry in command that has not tried another door in this phase."""
    units = {"M1-F1": "2620 in", "Cos": "2620 in", "M4-L1": "2521", "T4-inf1": "2619 in"}
    ready = bytearray(b"\1" * len(UNITS))  # as the Texan phase before has left it
    start = act(board(units, beginning(10), ready=ready), "done")
    ways = {f"2620 in > {to}" for to in ("2619 in", "2621 in", "2720")}
    assert start.prompt == "break_doors" and set(start.verbs("break")) == {"2521 > 2621 in", *ways}
    assert start.why("break 2619 in > 2620 in") == ("9.8.C", "no_breakers")  # Texans inside
    tried = start.then("break 2620 in > 2720", dice=[(6,)])
    assert [tried.s.acted[UNIT[n]] for n in ("M1-F1", "Cos", "M4-L1")] == [1, 0, 0]
    assert tried.verbs("break") == ["2521 > 2621 in"]
    assert tried.why("break 2620 in > 2621 in") == ("9.8.C", "no_breakers")
    alone = act(board({"M1-F1": "2620 in", "M4-L1": "2521", "T4-inf1": "2015"}, beginning(10)))
    assert alone.verbs("break") == ["2521 > 2621 in"]
    assert alone.why("break 2620 in > 2720") == ("9.8.C", "no_breakers")  # without command
    off = GAME.why_not(start.s, 0, Break(SPACE["off the map"], SPACE["2620 in"]))
    assert off is not None and (off.rule, off.key) == ("9.8", "no_shut_door")
    asked = BreakRoll(UNIT["M4-L1"], SPACE["2521"], SPACE["2621 in"]).ask(start.s)
    assert type(asked) is Roll and asked.dice == (6,)


@pytest.mark.case(TITLE, "9.7.B", "9.8", "9.8.C", "6.6")
def test_one_unit_of_a_stack_takes_the_axes_and_the_others_act() -> None:
    """12 action factors of one platoon; the other one and its leader still have theirs, and another door."""
    men = {"M1-F1": "2620 in", "M1-F2": "2620 in", "M1-F3": "2523", "Cos": "2620 in", "T4-inf1": "2015"}
    start = tools(men, reduced=["M1-F1", "M1-F2"])
    asked = start.then("break 2620 in > 2720")
    assert (asked.prompt, asked.seat, asked.offers) == ("axes", 0, ["axes M1-F1", "axes M1-F2"])
    tried = asked.then("axes M1-F2", dice=[(6,)])
    assert [(UNIT["M1-F2"], SPACE["2720"])] == [(e.unit, e.to) for e in tried.heard(DoorTried)]
    assert [tried.s.acted[UNIT[n]] for n in ("M1-F1", "M1-F2", "Cos")] == [0, 1, 0]
    assert "2620 in > 2720" not in tried.verbs("break") and "2620 in > 2621 in" in tried.verbs("break")
    other = tried.then("break 2620 in > 2621 in", dice=[(6,)])  # nobody is left to choose from
    assert [e.unit for e in other.heard(DoorTried)] == [UNIT["M1-F1"]] and type(other.events[0]) is DoorTried
    assert other.why("activate M1-F1") == ("10.2.C", "acted")
    rest = tried.then("done", "activate M1-F1")
    assert rest.prompt == "muster" and rest.offers == ["stay M1-F1", "stay Cos", "done"]


@pytest.mark.case(TITLE, "9.8", "3.5")
def test_the_axes_are_for_men_of_the_player_who_tries_the_door() -> None:
    """Sappers and grenadiers of one stack, each released by another player: the bottom unit says whose stack it is."""
    men = {"MR-S1": "2523", "MR-S2": "2523", "MR-F1": "2523", "Vega": "2523", "T4-inf1": "2015"}
    stack = (Final(), Actions(MEXICAN, MEXICAN), BreakDoors(MEXICAN), Command(MEXICAN))
    s = board({**men, "MR-F1": "off the map"}, stack, options={"dual": True}, releases=(MEXICAN, MEXICAN, SECOND))
    s.reduced[UNIT["MR-S1"]] = s.reduced[UNIT["MR-S2"]] = 1
    s.column_losses[0] = 2
    place(s, UNIT["MR-F1"], SPACE["2523"])
    asked = act(s, "break 2523 > 2623 in")
    assert (asked.prompt, asked.offers) == ("axes", ["axes MR-S1", "axes MR-S2"])
