"""3.2-3.4, 7.1, 14.3 Placing: zones unit by unit, proposals that fit, schedules, entries, the short scenario."""

import random

import pytest

from grognard.core import DONE, HIDDEN, Step, clone
from grognard.games.dark_victory.content import (
    ALL_STEPS,
    ENTRY_HEXES,
    MEXICAN,
    OFF,
    PLAN_UNITS,
    PLANS,
    QUARTERS,
    ROSTER,
    SPACE_NAMES,
    STEPS,
    TEXAN,
    UNIT_NAMES,
    ZONE_ROWS,
)
from grognard.games.dark_victory.rules.entering import LOST, MEXICAN_FLAG, TEXAN_FLAG, arrive, flag_raised
from grognard.games.dark_victory.rules.entry import Bringing, entry_cost, free_to_enter, gates, refuse_entry, waiting
from grognard.games.dark_victory.rules.events import PlotShown, StackEntered
from grognard.games.dark_victory.rules.placing import (
    ZONES,
    ExtraGuns,
    MexicanSetUp,
    MountGuns,
    SetUp,
    _zone,
    refuse_mount,
    refuse_put,
)
from grognard.games.dark_victory.rules.schedule import Plots, hide, resample, secret
from grognard.games.dark_victory.rules.sequence import Turn
from grognard.games.dark_victory.rules.setup import setup
from grognard.games.dark_victory.rules.state import (
    COLUMN_HELD,
    COMBATANTS,
    HELD,
    Alamo,
    _groups,
    best_leader,
    dead_in,
    lay_dead,
    limit,
    losses,
    place,
    stacked,
    top,
)
from grognard.games.dark_victory.rules.victory import Final
from tests.games.dark_victory.kit import GAME, SPACE, TITLE, UNIT, act, beginning, board


def quiet(event: object) -> None:
    """Nobody listens."""


@pytest.mark.case(TITLE, "3.2.f4", "3.2.f5f9", "3.2.f6", "3.2.f7", "3.2.f8", "3.2.f10f11", "3.2.patients")
def test_every_unit_has_the_zone_of_its_formation() -> None:
    rows = {f: {row.hex for row in ZONE_ROWS if row.formation == f} for f in {row.formation for row in ZONE_ROWS}}
    told = {
        "T4-inf1": "4", "Jones": "4", "T12-sla1": "4", "T5-inf1": "5", "Crockett": "5", "Patton": "5", "T9-inf1": "9",
        "Harrison": "9", "T6-inf1": "6", "T6-inf2": "6", "Baker": "6", "T6-inf3": "6h", "T7-inf1": "7", "T8-inf1": "8",
        "T10-inf1": "10", "Martin": "10", "T11-inf1": "11", "White": "11",
    }  # fmt: skip
    for unit, formation in told.items():
        zone = _zone(UNIT[unit])
        assert zone == ZONES[UNIT[unit]]
        assert {SPACE_NAMES[b] for b in range(len(SPACE_NAMES)) if zone >> b & 1} == rows[formation], unit
    upstairs = _zone(UNIT["T2-pat1"])
    assert {SPACE_NAMES[b] for b in range(len(SPACE_NAMES)) if upstairs >> b & 1} == {
        "2623 up", "2624 up", "2722 up", "2723 up", "2724 up",
    }  # fmt: skip


@pytest.mark.case(TITLE, "3.2", "3.2.f4", "3.2.patients", "3.3", "6.2", "6.4")
def test_every_reason_against_a_place() -> None:
    def told(s: Alamo, unit: str, hex: str) -> str:
        found = refuse_put(s, UNIT[unit], SPACE[hex])
        return "" if found is None else found.key

    s = board({"T4-inf1": "2114", "T2-pat1": "2623 up", "Blazeby": "2214", "M1-F1": "0801", "M2-F1": "1937"})
    assert told(s, "T4-inf2", "off the map") == "not_its_zone" == told(s, "T4-inf2", "2320")
    assert told(s, "T2-pat2", "2623 up") == "unstacked" and told(s, "T2-pat2", "2624 up") == ""
    below = board({"T1-inf1": "2623 up", "T2-pat1": "2623 up"})
    assert told(below, "T2-pat2", "2623 up") == "unstacked"  # whoever lies below
    assert told(s, "T12-sla1", "2114") == "" and told(s, "T12-sla1", "2214") == "with_formation_4"  # Blazeby alone
    assert told(s, "M4-L1", "1937") == "other_column" and told(s, "M4-L1", "2037") == ""
    assert told(s, "M4-L1", "0801") == "not_its_zone"
    area = board({"M1-F1": "0901", "T4-inf1": "2320"}, area=[0, 1, 1, 3, 4, 5])
    assert told(area, "M2-F1", "0901") == "other_column" and told(area, "M2-F1", "1001") == ""
    full = board({"M4-L1": "2037", "M4-L2": "2037"})
    assert told(full, "M4-L3", "2037") == "full" and told(full, "Morales", "2037") == ""
    free = board({"T2-pat1": "2320"}, options={"free_texans": True})
    assert told(free, "T2-pat2", "2320") == "" and told(free, "T2-pat2", "2513") == "outside"
    assert told(free, "T12-sla1", "2326") == ""


@pytest.mark.case(TITLE, "3.2.f4")
def test_room_for_the_prisoners_counts_every_hex_of_formation_four() -> None:
    tight = {f"T4-inf{k}": hex for k, hex in enumerate(("2114", "2114", "2615", "2615", "2616"), 1)}

    def told(s: Alamo, unit: str, hex: str) -> str:
        found = refuse_put(s, UNIT[unit], SPACE[hex])
        return "" if found is None else found.key

    assert told(board(tight, spare=False), "T4-inf6", "2616") == "room_for_prisoners"
    assert told(board({**tight, "T12-sla1": "2614"}, spare=False), "T4-inf6", "2616") == ""  # they are placed already
    roomy = {**tight, "T4-inf3": "2617", "T4-inf4": "2617"} | {"T4-inf2": "2614"}
    assert told(board(roomy, spare=False), "T4-inf6", "2616") == ""  # there is room beside the first
    assert told(board(tight, spare=False), "T7-inf1", "2616") == ""  # another formation does not care


@pytest.mark.case(TITLE, "3.2", "3.4")
def test_proposals_are_offered_while_they_fit() -> None:
    start = act(GAME.new("historical"))
    assert start.verbs("propose") == ["walls", "pairs"] and start.asked is not None
    assert start.asked.numbers == (35,) and start.asked.units == (UNIT["T2-pat1"],)
    one = start.then("put 2722 up")
    assert one.asked is not None and one.asked.numbers == (34,) and one.where("T2-pat1") == "2722 up"
    for name in start.verbs("propose"):
        done = start.then(f"propose {name}")
        places = PLAN_UNITS[PLANS.index(name)]
        assert all(done.s.loc[u] == places[u] for u in places if done.s.loc[u] != OFF) and done.prompt == "reorder"
    taken = {PLAN_UNITS[PLANS.index("walls")][UNIT[f"T2-pat{k}"]] for k in (2, 3)}
    clash = start.then(f"put {SPACE_NAMES[min(taken)]}")
    assert "walls" not in clash.verbs("propose")  # two patients would share a room
    s = board({"T4-inf1": "2320"})
    assert not SetUp(TEXAN, (UNIT["T1-inf1"],))._fits(s, PLANS.index("line"))  # it does not speak of this unit
    crowded = board({"T4-inf1": "2114"}, options={"free_texans": True})
    plan = PLAN_UNITS[PLANS.index("walls")]
    hexes = {plan[u] for u in plan if UNIT_NAMES[u].startswith("T4-inf")}
    last = sorted(hexes)[-1]
    for k in range(1, limit(crowded, last) // 2 + 1):
        place(crowded, UNIT[f"T10-inf{k}"], last)
    left = tuple(u for u in plan if crowded.loc[u] == OFF)
    assert not SetUp(TEXAN, left)._fits(crowded, PLANS.index("walls"))  # the last hex of the plan is full


@pytest.mark.case(TITLE, "3.4")
def test_the_free_set_up_asks_region_and_place_and_goes_on_with_the_next() -> None:
    start = act(GAME.new("historical", {"free_texans": True}))
    assert start.verbs("propose") == [] or set(start.verbs("propose")) <= set(PLANS)
    first = start.then("region Plaza")
    assert first.prompt == "set_up" and first.asked is not None
    unit = UNIT_NAMES[first.asked.units[0]]
    placed = first.then("put 2320")
    assert placed.where(unit) == "2320" and placed.prompt == "region"
    s = clone(start.s)
    for hex in range(len(SPACE_NAMES)):
        if SPACE_NAMES[hex].startswith("1914"):
            for name in ("T10-inf1", "T10-inf2"):
                place(s, UNIT[name], SPACE["1914"])
    assert len(act(s).verbs("region")) == len(QUARTERS)  # a part is offered while any of its hexes has room


@pytest.mark.case(TITLE, "3.4", "2.19", "10.17.B")
def test_every_cannon_is_mounted_in_turn() -> None:
    s = board({"T4-inf1": "2320"}, (Final(), MountGuns()), options={"free_texans": True})
    played = act(s)
    for k, hex in enumerate(("2320", "2321", "2322")):
        assert played.asked is not None and played.asked.numbers == (k,)
        played = played.then(f"mount {hex}")
    assert [SPACE_NAMES[h] for h in played.s.gun_at[:4]] == ["2320", "2321", "2322", "off the map"]
    last = act(board({"T4-inf1": "2320"}, (Final(), MountGuns(10)), options={"free_texans": True}), "mount 2323")
    assert last.prompt != "mount" and last.s.gun_at[10] == SPACE["2323"]

    def told(hex: str) -> str:
        found = refuse_mount(played.s, SPACE[hex])
        return "" if found is None else found.key

    assert told("2323") == "" and told("2320") == "gun_there"
    assert told("2623 in") == told("3026") == told("2513") == told("2623 up") == "no_place_for_guns"
    assert told("2623") == ""  # a roof is a hex of the main map


@pytest.mark.case(TITLE, "3.2.guns", "2.21")
def test_extra_guns_lie_with_infantry_on_the_large_map() -> None:
    units = {
        "T4-inf1": "2320", "T4-inf2": "2320", "T12-sla1": "2321", "T2-pat1": "2322", "T3-gun1": "2323",
        "Travis": "2324", "T1-inf1": "2624 in", "T2-pat2": "2623 up", "T5-inf1": "3026", "T13-wom2": "2325",
        "M4-L1": "0505",
    }  # fmt: skip
    done = act(board(units, (Final(), ExtraGuns())))
    assert [SPACE_NAMES[h] for h in done.s.extra] == ["2320", "2321", "2322"]
    kept = act(board(units, (Final(), ExtraGuns((SPACE["2321"],)))))
    assert [SPACE_NAMES[h] for h in kept.s.extra] == ["2320", "2322"]


@pytest.mark.case(TITLE, "3.3", "3.4.B", "3.5")
def test_columns_that_begin_on_the_map_are_set_up_by_their_commanders() -> None:
    told = {"due": [0, 1, 1, 3, 99, 0], "options": {"dual": True}}
    asked = act(board({"T4-inf1": "2320", "M1-F1": "0801"}, (Final(), MexicanSetUp()), **told))
    assert asked.s.shown == 0b110 and asked.seat == 0 and asked.asked is not None
    assert asked.asked.numbers == (22,)  # nineteen platoons and three leaders: one is there already
    late = act(board({"T4-inf1": "2320"}, (Final(), MexicanSetUp()), due=[0, 2, 2, 3, 2, 0]))
    assert late.prompt != "set_up" and late.s.shown == 0


@pytest.mark.case(TITLE, "3.4.B", "7.1.D")
def test_what_is_written_is_hidden_from_the_texan_until_it_shows() -> None:
    s = GAME.new("historical", {"free_schedule": True})
    s.due, s.area = [0, 4, 5, 1, 7, 0], [0, 2, 3, 1, 4, 5]
    s.shown = 1 << 3
    for seat, hidden in ((0, False), (1, True)):
        v = clone(s)
        hide(v, seat)
        assert [x == HIDDEN for x in v.due[1:5]] == [hidden, hidden, False, hidden]
        assert [x == HIDDEN for x in v.area[1:5]] == [hidden, hidden, False, hidden]
    watcher = clone(s)
    hide(watcher, -1)
    assert watcher.due[1] == HIDDEN  # somebody who watches
    dual = GAME.new("historical", {"free_schedule": True, "dual": True})
    for seat in (0, 2):
        v = clone(dual)
        hide(v, seat)
        assert HIDDEN not in v.due
    plain = GAME.new("historical")
    hide(plain, 1)
    assert HIDDEN not in plain.due and not secret(plain) and secret(s)


@pytest.mark.case(TITLE, "3.4.B")
def test_a_guessed_world_fills_in_every_hidden_column_and_nothing_else() -> None:
    s = GAME.new("historical", {"free_schedule": True})
    s.due, s.area, s.shown = [0, 4, 5, 1, 7, 0], [0, 2, 3, 1, 4, 5], 1 << 3
    hide(s, 1)
    rng = random.Random(5)
    before, after = set(), set()
    s.stack = (Final(), Turn(), MexicanSetUp(), Plots())
    for _ in range(400):
        world = resample(s, 1, rng)
        assert HIDDEN not in world.due and HIDDEN not in world.area and (world.due[3], world.area[3]) == (1, 1)
        before.add(world.due[2])
        assert set(world.area[1:5]) <= {1, 2, 3, 4}
    s.stack = (Final(), Turn())
    for _ in range(400):
        after.add(resample(s, 1, rng).due[4])
    assert before == set(range(1, 19)) and after == set(range(2, 19))  # who began on the map would stand there


@pytest.mark.case(TITLE, "3.4.B")
def test_the_schedule_is_written_column_by_column() -> None:
    asked = act(board({"T4-inf1": "2320"}, (Final(), Plots()), options={"free_schedule": True, "dual": True}))
    seats = []
    for column, text in ((1, "plot 4 > 7"), (2, "plot 1 > 2"), (3, "plot 2 > 1"), (4, "plot 3 > 18")):
        assert asked.asked is not None and asked.asked.numbers == (column,) and asked.asked.secret
        assert len(asked.asked.options) == 72
        seats.append(asked.seat)
        asked = asked.then(text)
    assert seats == [0, 2, 0, 2] and asked.s.area[1:5] == [4, 1, 2, 3] and asked.s.due[1:5] == [7, 2, 1, 18]


@pytest.mark.case(TITLE, "7.1", "7.1.B", "7.1.C", "3.4.B", "6.2.B")
def test_coming_on_by_an_entry_hex() -> None:
    s = board({"T4-inf1": "2320", "M1-F9": "1001", "M1-F8": "0505"}, turn=2, due=[0, 2, 99, 99, 99, 0])
    free = free_to_enter(s, 1)
    assert UNIT["M1-F9"] not in free and UNIT["M1-F1"] in free and free_to_enter(s, 2) == []
    assert waiting(s) == [1]
    asked = act(s, "enter Column 1")
    assert "done" not in asked.offers and asked.asked is not None and asked.asked.default == -1
    two = asked.then("join M1-F1", "join Cos")
    assert two.asked is not None and two.asked.options[two.asked.default] == DONE and "join M1-F1" not in two.offers
    joined = two.then("done", "at 1001")
    assert joined.s.here[SPACE["1001"]] == (UNIT["M1-F9"], UNIT["Cos"], UNIT["M1-F1"])
    assert joined.s.pinned[UNIT["M1-F9"]] and not joined.s.pinned[UNIT["M1-F8"]] and joined.heard(PlotShown) == []
    assert [joined.s.acted[UNIT[n]] for n in ("M1-F1", "Cos", "M1-F9")] == [1, 1, 0]
    assert joined.heard(StackEntered)[0].cost == 1 and joined.s.entries == (SPACE["1001"],)
    assert entry_cost(joined.s, SPACE["1001"]) == 2 and entry_cost(joined.s, SPACE["1101"]) == 1
    alone = two.then("done", "at 1101")
    assert alone.prompt == "act" and alone.left == 11 and alone.verbs("go") != []
    written = board({"T4-inf1": "2320"}, turn=2, due=[0, 2, 99, 99, 99, 0], options={"free_schedule": True})
    shown = act(written, "enter Column 1", "join M1-F1", "done", "at 1101")
    assert [(e.column, e.area, e.turn) for e in shown.heard(PlotShown)] == [(1, 1, 2)] and shown.s.shown == 0b10
    again = shown.then("done", "enter Column 1", "join M1-F2", "done", "at 1201")
    assert again.heard(PlotShown) == [] and again.s.mover == 2
    reserve = board({"T4-inf1": "2320"}, turn=6, releases=(0, 0, 0), options={"free_schedule": True})
    fresh = act(reserve, "enter Reserve", "join MR-F1", "done", "at 1801")
    assert fresh.heard(PlotShown) == [] and fresh.s.shown == 0


@pytest.mark.case(TITLE, "7.1", "6.2", "6.4")
def test_where_nobody_can_come_on() -> None:
    names = [SPACE_NAMES[h] for h in ENTRY_HEXES[5]]
    units = {f"M1-F{k + 1}": hex for k, hex in enumerate(names)}
    s = board({**units, "T4-inf1": "2320"}, turn=6, releases=(0, 0, 0))
    told = refuse_entry(s, 5, MEXICAN)
    assert told is not None or gates(s, (UNIT["Almonte"],), 5) != []  # asterisks enter among anybody
    only = board({**units, "T4-inf1": "2320", "M4-L6": "0505"}, turn=6, releases=(0, 0, 0))
    for name in ("Almonte", "Batres", "Bringas", "Ampudia", "Salva"):
        place(only, UNIT[name], SPACE["dead"])
    blocked = refuse_entry(only, 5, MEXICAN)
    assert blocked is not None and blocked.key == "no_gate"
    assert act(only).why("enter Reserve") == ("7.1", "no_gate")
    free = board({**{k: v for k, v in units.items() if k != "M1-F1"}, "T4-inf1": "2320"}, turn=6, releases=(0, 0, 0))
    assert [SPACE_NAMES[h] for h in gates(free, (UNIT["MR-F1"],), 5)] == [names[0]]
    own = board({"MR-F2": names[0], "T4-inf1": "2320"}, turn=6, releases=(0, 0, 0))
    assert len(gates(own, (UNIT["MR-F1"],), 5)) == len(names) and type(Bringing(5, MEXICAN)) is Bringing


@pytest.mark.case(TITLE, "7.1", "11.8")
def test_an_entry_hex_in_a_zone_may_be_answered() -> None:
    units = {"T3-gun5": "2214", "Campbell": "2214", "M4-L6": "0505"}
    told = {"guns": {"8pdr-2214": "2214"}, "turn": 10, "due": [0, 99, 2, 99, 99, 0]}
    seen = act(board(units, **told), "enter Column 2", "join M2-F1", "done", "at 2201")
    assert seen.prompt == "triggered" and seen.verbs("react") == ["2214"]
    blind = act(board(units, unloaded=["8pdr-2214"], **told), "enter Column 2", "join M2-F1", "done", "at 2201")
    assert blind.prompt == "act"


@pytest.mark.case(TITLE, "2.18.B", "2.18.C", "2.18.D", "2.18.F", "10.16", "10.14.C", "13.2")
def test_what_arriving_does_for_each_side() -> None:
    pole = 2  # 2524
    for flag, unit, then in (
        (TEXAN_FLAG, "T4-inf1", TEXAN_FLAG), (1, "T4-inf1", 1), (MEXICAN_FLAG, "T4-inf1", LOST),
        (LOST, "T4-inf1", LOST), (MEXICAN_FLAG, "M4-L1", MEXICAN_FLAG), (LOST, "M4-L1", LOST), (1, "M4-L1", 1),
    ):  # fmt: skip
        s = board({unit: "2524"}, flags=bytearray([1, 1, flag, 1]))
        assert not arrive(s, (UNIT[unit],), SPACE["2524"], quiet)
        assert s.flags[pole] == then and s.points == (0, 0), (flag, unit)
    assert flag_raised(board({"M4-L1": "2524"}, flags=bytearray([1, 1, 2, 1])))
    leader = board({"Cos": "2326"}, guns={"6pdr-2326": "2326"}, extra=["2326"])
    assert not arrive(leader, (UNIT["Cos"],), SPACE["2326"], quiet)
    assert leader.gun_side[6] == TEXAN and leader.extra == ()  # a leader takes no gun, the muskets go
    for order in (("T4-inf1", "T12-sla1"), ("T12-sla1", "T4-inf1")):
        s = board({**dict.fromkeys(order, "2320"), "M4-L1": "2319"})
        assert not arrive(s, (UNIT["M4-L1"],), SPACE["2319"], quiet)
        assert s.loc[UNIT["T12-sla1"]] == SPACE["captured"] and s.loc[UNIT["T4-inf1"]] == SPACE["2320"]
    last = board({"T12-sla1": "2320", "M4-L1": "2319"}, spare=False)
    assert arrive(last, (UNIT["M4-L1"],), SPACE["2319"], quiet)
    alone = board({"T12-sla1": "2320", "Cos": "2319"})
    assert not arrive(alone, (UNIT["Cos"],), SPACE["2319"], quiet) and alone.loc[UNIT["T12-sla1"]] == SPACE["2320"]


@pytest.mark.case(TITLE, "14.3")
def test_the_short_scenario_as_it_stands() -> None:
    s = setup("long_barracks", {})
    assert s.turn == 12 and s.ladder_check and s.releases == (0, 0, 0) and s.due == [0, 99, 99, 99, 99, 0]
    assert s.column_losses == [47, 0, 0, 0, 0, 0] and list(s.flags) == [1, 1, 1, 0] and s.stack == (Final(), Turn())
    left = sum(STEPS[u] - s.reduced[u] for u in ROSTER[MEXICAN] if STEPS[u] and s.loc[u] != SPACE["dead"])
    assert left + losses(s) == ALL_STEPS and GAME.broken(s) == []
    alive = {UNIT_NAMES[u] for u in ROSTER[TEXAN] if s.loc[u] != SPACE["dead"]}
    assert len(alive) == 21 and {"Travis", "Bowie", "T13-wom2", "T3-gun8"} <= alive and "Martin" not in alive
    assert list(s.loaded) == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1] and list(s.gun_side) == [0] * 10 + [TEXAN]
    assert [SPACE_NAMES[h] for h in s.gun_at] == [
        "1914", "1929", "2014", "2023", "2214", "2314", "2326", "2727", "3019", "3021", "3326",
    ]  # fmt: skip
    names = {n: SPACE_NAMES[s.loc[UNIT[n]]] for n in ("Crockett", "M1-F1", "M1-F2", "MR-S1", "M2-F18", "MR-F1")}
    assert names == {
        "Crockett": "2623 in", "M1-F1": "2523", "M1-F2": "2521", "MR-S1": "2324", "M2-F18": "dead",
        "MR-F1": "off the map",
    }  # fmt: skip
    assert [s.reduced[UNIT[n]] for n in ("M1-F1", "M1-F2", "M2-F18")] == [0, 1, 1]


@pytest.mark.case(TITLE, "3.2", "3.4", "3.5", "10.2")
def test_a_fresh_game_by_its_options() -> None:
    plain = setup("historical", {})
    assert plain.seats == (0, 1) and plain.rules.shots == 0 and plain.turn == 1 and plain.column_losses == [0] * 6
    assert len(plain.loc) == len(UNIT_NAMES) and plain.area == [0, 1, 2, 3, 4, 5] and plain.due == [0, 2, 2, 3, 1, 0]
    assert setup("historical", {"dual": True}).seats == (0, 1, 2)
    assert [setup("historical", {"shots": x}).rules.shots for x in ("one", "extra_guns", "as_af_allow")] == [0, 1, 2]
    step = plain.stack[-1]
    assert type(step) is SetUp
    names = [UNIT_NAMES[u] for u in step.units]
    assert names.index("T12-sla1") == names.index("T4-inf6") + 1 and names.index("T5-inf1") > names.index("T12-sla1")
    assert names.index("Crockett") > names.index("T11-inf1")  # leaders last
    reorder = plain.stack[-2]
    assert type(reorder).__name__ == "Reorder" and reorder.free and reorder.of == TEXAN
    kinds = [
        type(x).__name__ for x in reversed(setup("historical", {"free_texans": True, "free_schedule": True}).stack)
    ]
    assert kinds == ["SetUp", "MountGuns", "Reorder", "ExtraGuns", "Plots", "MexicanSetUp", "Turn", "Final"]


def test_who_is_counted_in_which_set_of_hexes() -> None:
    assert _groups(UNIT["T13-wom1"]) == (TEXAN,)
    assert _groups(UNIT["T4-inf1"]) == (TEXAN, HELD + TEXAN, COMBATANTS) and _groups(UNIT["Travis"]) == (
        TEXAN,
        COMBATANTS,
    )
    assert _groups(UNIT["M2-F1"]) == (MEXICAN, HELD, COLUMN_HELD + 2, COMBATANTS)
    assert _groups(UNIT["Amador"]) == (MEXICAN, COMBATANTS)
    assert _groups(UNIT["Duque"]) == (
        MEXICAN,
        COLUMN_HELD + 2,
        COMBATANTS,
    )


@pytest.mark.case(TITLE, "6.4", "6.7", "9.19.D", "9.24", "2.11")
def test_small_facts_of_a_hex() -> None:
    units = {"Jones": "2213", "M2-F1": "2320", "Duque": "2320", "M2-F2": "2320", "Amador": "2320", "Castrillon": "2320"}
    s = board(units, ladders=[("2013", "2014"), ("2213", "2214")], dead={"2320": 2}, reduced=["M2-F2"])  # fmt: skip
    assert top(s, SPACE["2320"]) == UNIT["M2-F2"] and top(s, SPACE["2213"]) is None and top(s, SPACE["0505"]) is None
    assert stacked(s, SPACE["2320"]) == 4 + 2 and stacked(s, SPACE["2213"]) == 0
    assert [limit(s, SPACE[h]) for h in ("2213", "2013", "2214", "2113", "2623 in")] == [12, 12, 4, 8, 4]
    assert best_leader(s, SPACE["2320"]) == UNIT["Castrillon"] and best_leader(s, SPACE["0505"]) is None
    assert dead_in(s, SPACE["2320"]) == 2 and dead_in(s, SPACE["2321"]) == 0
    lay_dead(s, SPACE["2320"])
    lay_dead(s, SPACE["2321"])
    assert dict(s.dead) == {SPACE["2320"]: 3, SPACE["2321"]: 1}
    even = board({"Cos": "2320", "Amador": "2320"})
    assert best_leader(even, SPACE["2320"]) == UNIT["Amador"]  # the topmost of equals


@pytest.mark.case(TITLE, "4.1", "4.2.IB", "4.2.IIA", "3.5.B")
def test_the_order_of_a_turn() -> None:
    def kinds(step: Step, s: Alamo) -> list[str]:
        return [type(x).__name__ for x in step.auto(s, quiet)]

    s = board({"T4-inf1": "2320"})
    assert kinds(Turn(), s) == ["MexicanPlayerTurn", "TexanPlayerTurn", "EndTurn"]
    mexican = [
        "LoneLeaders", "LadderCheck", "ReserveRelease", "DoorsFromInside", "StillBurning", "Command", "Reorder",
        "BreakDoors", "Actions", "EndActions", "BeginMelee", "Melees",
    ]  # fmt: skip
    assert kinds(beginning(10)[-1], s) == mexican
    assert kinds(beginning(10)[-2], s) == [
        "LoneLeaders", "Command", "Reorder", "Actions", "EndActions", "BeginMelee", "Melees",
    ]  # fmt: skip
    dual = board({"T4-inf1": "2320"}, options={"dual": True})
    steps = beginning(10)[-1].auto(dual, quiet)
    acts = [(x.of, x.column) for x in steps if type(x).__name__ == "Actions"]
    fights = [(x.of, x.column) for x in steps if type(x).__name__ == "Melees"]
    assert acts == fights == [(0, 1), (2, 2), (0, 3), (2, 4), (0, 5), (2, 5)]
    assert [x.of for x in steps if type(x).__name__ == "Reorder"] == [0, 2]
