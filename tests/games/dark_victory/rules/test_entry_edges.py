"""3.2, 3.4, 3.5, 6.6, 6.7, 7.1, 7.3 Set-up, entry and activation at their edges."""

import pytest

from grognard.core import Roll, SpaceId
from grognard.games.dark_victory.content import (
    ENTRY_HEXES,
    HEXES,
    LIMIT,
    MEXICAN,
    OFF,
    PLAN_UNITS,
    PLANS,
    POINTS,
    QUARTER_SPACES,
    RESERVE,
    SECOND,
    TEXAN,
    Column,
)
from grognard.games.dark_victory.rules.actions import Actions, Arrange, Reorder, party, refuse_arrange
from grognard.games.dark_victory.rules.command import Command
from grognard.games.dark_victory.rules.entry import At, Bringing, Gate, ReserveRelease, refuse_entry, refuse_gate
from grognard.games.dark_victory.rules.events import StackEntered
from grognard.games.dark_victory.rules.placing import (
    ExtraGuns,
    Propose,
    Put,
    Region,
    SetUp,
    _leaves_no_room,
    refuse_mount,
    refuse_put,
)
from grognard.games.dark_victory.rules.state import JOINED, place
from grognard.games.dark_victory.rules.victory import Final
from tests.games.dark_victory.kit import GAME, SPACE, TITLE, UNIT, act, beginning, board

DUAL = {"options": {"dual": True}}
FREE = {"options": {"free_texans": True}}
FAR = {"T4-inf1": "2320"}


def key(told: object) -> str:
    return getattr(told, "key", "")


@pytest.mark.case(TITLE, "3.5", "6.6")
def test_leaders_of_the_other_player_do_not_go_along() -> None:
    s = board({"M1-F1": "2310", "Cos": "2310", "Amador": "2310", **FAR}, (Final(), Command(MEXICAN)), **DUAL)
    ready = act(s).s
    assert party(ready, UNIT["M1-F1"]) == (UNIT["M1-F1"], UNIT["Cos"])
    alone = act(board({"Cos": "2310", "Mora": "2310", "M4-L1": "2210", **FAR}))
    assert sorted(alone.verbs("activate")) == ["Cos", "M4-L1"]  # one name for a stack of leaders
    moved = alone.then("activate M4-L1")
    assert moved.s.mover == 1


@pytest.mark.case(TITLE, "9.24", "7.1.B", "7.1.C")
def test_dead_counters_at_the_edge_cost_those_who_come_on() -> None:
    """One action factor for the entry, and one for each of three Dead counters; the next stack pays one more."""
    s = board(FAR, dead={"0801": 3}, due=[0, 2, 99, 99, 99, 0], turn=2)
    first = act(s, "enter Column 1", "join M1-F1", "done", "at 0801")
    assert first.left == 12 - 1 - 3 and first.heard(StackEntered)[0].cost == 4
    second = first.then("go 0802", "done", "enter Column 1", "join M1-F2", "done", "at 0801")
    assert second.left == 12 - 2 - 3
    free = act(s, "enter Column 1", "join M1-F1", "done", "at 0901")
    assert free.left == 11
    dear = act(board(FAR, dead={"0801": 12}, due=[0, 2, 99, 99, 99, 0], turn=2), "enter Column 1", "join M1-F1", "done")
    assert dear.why("at 0801") == ("7.1.C", "too_dear")


@pytest.mark.case(TITLE, "3.5", "3.5.B", "7.3")
def test_reserves_act_for_whoever_released_them() -> None:
    units = {"MR-S1": "2310", "Vega": "2310", "Bringas": "2210", **FAR}
    for of, names in ((MEXICAN, ["Bringas"]), (SECOND, ["MR-S1"])):
        stack = (Final(), Actions(MEXICAN, of, RESERVE), Command(MEXICAN))
        asked = act(board(units, stack, releases=(MEXICAN, SECOND), **DUAL))
        assert asked.verbs("activate") == names and asked.seat == asked.s.seats[of]
    roll = ReserveRelease().ask(board(FAR, ladder_check=True))
    assert type(roll) is Roll and roll.dice == (6,)
    for rolls, roller in ((1, SECOND), (2, MEXICAN), (3, SECOND)):
        s = board(FAR, ladder_check=True, rolls=rolls, **DUAL)
        ReserveRelease().take(s, (1,), lambda event: None)
        assert s.releases == (roller,)


@pytest.mark.case(TITLE, "6.7")
def test_only_stacks_of_ones_own_on_the_map_are_laid_anew() -> None:
    units = {"M1-F1": "2310", "M1-F2": "2310", "Cos": "2310", "T4-inf1": "2320", "T4-inf2": "2320", "Jones": "2320"}
    start = act(board(units, beginning(10)))
    assert start.prompt == "reorder" and start.verbs("arrange") == ["2310"]
    assert start.why("arrange 2320") == ("6.7", "no_stack")
    assert key(GAME.why_not(start.s, 0, Arrange(OFF))) == "no_stack" == key(refuse_arrange(start.s, TEXAN, OFF))
    assert type(start.s.stack[-1]) is Reorder


@pytest.mark.case(TITLE, "7.1", "6.2", "8.4.C")
def test_leaders_find_room_where_platoons_do_not_and_starred_ones_beside_any_column() -> None:
    gates = ENTRY_HEXES[1]
    s = board(FAR, due=[0, 2, 99, 99, 99, 0])
    crowd = [UNIT[f"{column}-F{k}"] for column in ("M1", "M2") for k in range(1, 19)]
    for k, unit in enumerate(crowd[: 2 * len(gates)]):
        place(s, unit, gates[k // 2])
    assert all(key(refuse_gate(s, (UNIT["M1-L1"],), hex, 1)) in ("full", "other_column") for hex in gates)
    assert refuse_gate(s, (UNIT["Cos"],), gates[0], 1) is None
    assert refuse_entry(s, Column(1), MEXICAN) is None  # his leaders still come on
    other = board({"M1-F1": "1801", **FAR}, releases=(MEXICAN,))
    assert key(refuse_gate(other, (UNIT["MR-F1"],), SPACE["1801"], RESERVE)) == "other_column"
    assert refuse_gate(other, (UNIT["Almonte"],), SPACE["1801"], RESERVE) is None
    asked = Bringing(Column(1), MEXICAN, (UNIT["M1-F1"],)).ask(board(FAR, due=[0, 2, 99, 99, 99, 0]))
    first = Bringing(Column(1), MEXICAN).ask(board(FAR, due=[0, 2, 99, 99, 99, 0]))
    assert asked.default == len(asked.options) - 1 and first.default == -1


@pytest.mark.case(TITLE, "7.1", "11.11", "6.2.B")
def test_who_has_come_in_has_moved() -> None:
    s = board({"M1-F2": "1001", **FAR}, due=[0, 2, 99, 99, 99, 0])
    hex = ENTRY_HEXES[1][0]
    place(s, UNIT["M1-F2"], hex)
    acting = Gate(Column(1), (UNIT["M1-F1"],)).take(s, At(SpaceId(hex)), lambda event: None)[0]
    assert acting.moved and s.acted[UNIT["M1-F1"]] == 1  # type: ignore[union-attr]  # an Act
    assert s.mover == 1 and [s.pinned[UNIT[n]] for n in ("M1-F1", "M1-F2")] == [JOINED, JOINED]
    empty = board(FAR, due=[0, 2, 99, 99, 99, 0])
    Gate(Column(1), (UNIT["M1-F1"],)).take(empty, At(SpaceId(hex)), lambda event: None)
    assert not any(empty.pinned)


@pytest.mark.case(TITLE, "3.2.f4")
def test_the_prisoners_start_with_the_grays_wherever_these_lie_in_the_stack() -> None:
    slave = UNIT["T12-sla1"]
    mixed = board({"T9-inf1": "2014", "T4-inf1": "2014", "M4-L1": "0505"})
    assert refuse_put(mixed, slave, SPACE["2014"]) is None
    strangers = board({"T9-inf1": "2014", "M4-L1": "0505"})
    assert key(refuse_put(strangers, slave, SPACE["2014"])) == "with_formation_4"


@pytest.mark.case(TITLE, "3.2.f4", "6.4")
def test_room_for_the_prisoners_in_any_hex_of_the_grays_is_enough() -> None:
    pairs = {"T4-inf1": "1914", "T4-inf2": "1914", "T4-inf3": "2014", "T4-inf4": "2014", "T4-inf5": "2214"}
    last, full, free = UNIT["T4-inf6"], SPACE["2114"], SPACE["2214"]
    s = board({**pairs, "T9-inf1": "2114", "T9-inf2": "2114", "M4-L1": "0505"})
    assert not _leaves_no_room(s, last, full)  # the fifth stands by himself
    assert _leaves_no_room(s, last, free)  # beside him there would be none
    tight = board({**pairs, "T9-inf1": "2214", "M4-L1": "0505"})
    assert not _leaves_no_room(tight, last, SPACE["2314"])
    full_up = {**pairs, "T4-inf5": "2114", "T10-inf1": "2114"}
    brim = board({**full_up, "T9-inf1": "2314", "M4-L1": "0505"})
    assert not _leaves_no_room(brim, last, SPACE["2314"])  # two, one and one are four


@pytest.mark.case(TITLE, "3.4", "3.3")
def test_a_free_set_up_is_the_texans_only() -> None:
    s = board({}, (Final(), SetUp(MEXICAN, (UNIT["M4-L1"], UNIT["M4-L2"]))), **FREE)
    asked = act(s)
    assert asked.prompt == "set_up" and set(asked.verbs("put")) == {
        GAME.names["SpaceId"][h] for h in ENTRY_HEXES[asked.s.area[4]]
    }


@pytest.mark.case(TITLE, "3.3", "7.1")
def test_who_finds_no_room_does_not_keep_others_from_their_places() -> None:
    s = board({}, (Final(), SetUp(MEXICAN, (UNIT["M4-L1"], UNIT["Morales"]))))
    others = [f"M4-L{k}" for k in range(2, 7)]
    fill = (
        [UNIT[n] for n in others] + [UNIT[f"M1-F{k}"] for k in range(1, 19)] + [UNIT[f"M2-F{k}"] for k in range(1, 19)]
    )
    for k, hex in enumerate(ENTRY_HEXES[s.area[4]]):
        for unit in fill[2 * k : 2 * k + 2]:
            place(s, unit, hex)
    first = SetUp(MEXICAN, (UNIT["M4-L1"], UNIT["Morales"]))
    assert first.ask(s) is None
    assert first.auto(s, lambda event: None) == (SetUp(MEXICAN, (UNIT["Morales"],)),)


@pytest.mark.case(TITLE, "3.2", "3.4", "6.4")
def test_proposals_fit_as_a_whole_or_are_not_made() -> None:
    for k, plan in enumerate(PLANS):
        units = tuple(PLAN_UNITS[k])
        side = TEXAN if units[0] < UNIT["M1-F1"] else MEXICAN
        step = SetUp(side, units)
        s = board({}, (Final(), step), spare=False)
        assert step._fits(s, k), plan
        load: dict[SpaceId, int] = {}
        for unit, hex in PLAN_UNITS[k].items():
            load[hex] = load.get(hex, 0) + POINTS[0][unit]
        brimful = [h for h, n in load.items() if n == LIMIT[h] and h != next(iter(load))]
        if side == TEXAN and brimful:
            place(s, UNIT["T1-inf1"], brimful[-1])  # each unit would still find room, all of them do not
            assert not step._fits(s, k), plan
    free = board({}, spare=False, **FREE)
    texan = [k for k in range(len(PLANS)) if next(iter(PLAN_UNITS[k])) < UNIT["M1-F1"]]
    common = tuple(u for u in PLAN_UNITS[texan[0]] if all(u in PLAN_UNITS[k] for k in texan))
    offered = SetUp(TEXAN, common).ask(free)
    assert [o.plan for o in offered.options if type(o) is Propose] == texan
    nobody = SetUp(TEXAN, (*common, UNIT["M4-L1"])).ask(free)
    assert [o for o in nobody.options if type(o) is Propose] == []


@pytest.mark.case(TITLE, "3.4", "6.4")
def test_the_free_set_up_offers_parts_and_places_with_room() -> None:
    names = ("T4-inf1", "T4-inf2", "T4-inf3", "T4-inf4", "T4-inf5", "T4-inf6", "T7-inf1", "T7-inf2")
    step = SetUp(TEXAN, (UNIT["T6-inf1"],))
    s = board({}, spare=False, **FREE)
    quarter = min(range(len(QUARTER_SPACES)), key=lambda q: len(QUARTER_SPACES[q]))
    spaces = QUARTER_SPACES[quarter]
    assert Region(quarter) in step.ask(s).options
    inside = SetUp(TEXAN, (UNIT["T6-inf1"],), 0)
    assert inside.ask(s).prompt == "set_up" and {o.hex for o in inside.ask(s).options} == {*QUARTER_SPACES[0]}
    here = SetUp(TEXAN, (UNIT["T6-inf1"],), quarter)
    room = sum(-(-LIMIT[h] // 2) for h in spaces)
    for name, hex in zip(names, [h for h in spaces for _ in range(LIMIT[h] // 2)], strict=False):
        place(s, UNIT[name], hex)
    if room <= len(names):
        assert Region(quarter) not in step.ask(s).options and here.ask(s).options == ()
    elsewhere = next(h for h in QUARTER_SPACES[(quarter + 1) % len(QUARTER_SPACES)])
    s.stack = (Final(), here)
    assert here.why_not(s, Put(elsewhere)) is not None
    assert key(refuse_mount(s, SpaceId(HEXES))) == "no_place_for_guns"


@pytest.mark.case(TITLE, "3.2.guns")
def test_no_extra_gun_lies_in_a_room() -> None:
    s = board({"T4-inf1": "1919 in", "T4-inf2": "2014", "M4-L1": "0505"}, spare=False)
    ExtraGuns().auto(s, lambda event: None)
    assert s.extra == (SPACE["2014"],)
