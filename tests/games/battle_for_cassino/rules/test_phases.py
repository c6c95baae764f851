"""2.0 Set-up, 4.0 sequence, 13.0 night, 14.0 pins, 15.0 roadblocks, 17.0 reinforcements, 18.0 victory."""

import pytest

from grognard.core import Decision, Event, SetupError, hush, run
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import (
    ABBEY,
    AIR,
    ALLIED,
    AREA,
    ARTILLERY,
    ENTRY,
    FORBIDDEN,
    GERMAN,
    GRID,
    HOTEL,
    NIGHT,
    OPPORTUNITY,
    PLATOON_LIST,
    ROAD,
    STATION,
    TOUCH,
    TOWN,
    TURNS,
    UNIT,
    ZONE,
)
from grognard.games.battle_for_cassino.rules.events import (
    BlockBuilt,
    PlayerTurnBegan,
    TurnBegan,
    WorkBarred,
    WorkStopped,
)
from grognard.games.battle_for_cassino.rules.movement import allowance, withdrawal
from grognard.games.battle_for_cassino.rules.reinforcements import Entry, gates
from grognard.games.battle_for_cassino.rules.setup import GARRISON, SUGGESTION, area, refuse_area
from grognard.games.battle_for_cassino.rules.state import Rules, Spent, full, hurt, stop_work
from grognard.games.battle_for_cassino.rules.turns import (
    ENTER,
    EndMovement,
    EndTurn,
    FixSupply,
    Movement,
    PlayerTurn,
    StartMovement,
    Turn,
)
from grognard.games.battle_for_cassino.rules.victory import butchery, judge
from grognard.maps import members
from tests.games.battle_for_cassino.kit import NIGHT_TURN, SPACE, act, board, flagged

C = "battle_for_cassino"
H = GRID.id


@pytest.mark.case(C, "2.0", "2.1.town", "2.1.station", "2.1.abbey", "2.2")
def test_the_suggested_set_up_in_one_answer() -> None:
    s = GAME.new()
    ask = act(s)
    assert ask.prompt == "set_up" and ask.seat == 1 and ask.offers[0] == "suggested"
    out = ask.then("suggested")
    assert all(out.s.loc[u] == SUGGESTION[u] for u in GARRISON) and len(GARRISON) == 27
    assert all(area(u) >> out.s.loc[u] & 1 for u in GARRISON)
    assert all(out.s.loc[u] >= len(GRID) for u in range(105) if u not in GARRISON)  # only Germans, only the garrison
    assert all(
        out.s.steps[u] == 6 for u in GARRISON if "MG" in GAME.names["UnitId"][u] and "HQ" not in GAME.names["UnitId"][u]
    )


@pytest.mark.case(C, "2.1.town", "2.1.station", "2.1.abbey", "9.0")
def test_set_up_by_hand_keeps_to_the_areas_and_the_limits() -> None:
    s = GAME.new()
    ask = act(s)
    assert ask.asked.units == (UNIT["1/I/3"],) and len(ask.offers) == 1 + AREA["ABBEY"].bit_count() == 318
    assert GAME.words.prompt(ask.asked) == "Set up 1/I/3, or take the suggestion for the whole garrison."
    assert ask.why("deploy 2026") == ("2.1.abbey", "abbey_area")
    one = ask.then("deploy 2208", "deploy 2208")
    assert one.why("suggested") == ("2.0", "begun_by_hand") and one.why("deploy 2208") == ("9.0", "no_room")
    assert area(UNIT["StuG 1"]) == AREA["TOWN"] & ROAD and area(UNIT["HQ MG Bn"]) == AREA["STATION"]
    assert GAME.words.prompt(one.asked) == "Where is 3/I/3 set up?"
    told = {unit: refuse_area(UNIT[unit], GRID.id("2306")) for unit in ("HQ MG Bn", "5/II/3", "StuG 1", "OP 1")}
    assert {unit: why and (why.rule, why.key) for unit, why in told.items()} == {
        "HQ MG Bn": ("2.1.station", "station_area"), "5/II/3": ("2.1.town", "town_area"),
        "StuG 1": ("2.1.town", "town_area"), "OP 1": None,
    }  # fmt: skip
    off = refuse_area(UNIT["StuG 1"], GRID.id("2026"))
    assert off is not None and (off.rule, off.key) == ("2.1.town", "streets_only")
    near = [h for h in range(len(GRID)) if AREA["STATION"] >> h & 1]
    assert all(min(GRID.distance(h, x) for x in range(len(GRID)) if STATION >> x & 1) <= 4 for h in near)


@pytest.mark.case(C, "2.1.platoons", "11.23")
def test_only_rifle_companies_of_the_town_start_as_platoons_and_for_nothing() -> None:
    s = GAME.new()
    start = act(s)
    assert start.why("divide 1/I/3") == ("2.1.platoons", "town_only")
    hill = start.then(*[f"deploy {h}" for h in ("2208", "2313", "2308", "2306", "2308")])
    assert hill.asked.units == (UNIT["5/II/3"],) and "divide 5/II/3" in hill.offers
    split = hill.then("divide 5/II/3")
    assert split.where("5/II/3") == "divided" and split.asked.units == (UNIT["6/II/3"],)
    last = split
    while last.asked.units[0] not in PLATOON_LIST:
        last = last.then(last.offers[-1])
    assert last.prompt == "set_up" and all(
        TOWN >> SPACE[o.split()[1]] & 1 or o.split()[1] in ("1122", "1123") for o in last.offers
    )


@pytest.mark.case(C, "4.0", "4.2", "4.2.marker", "4.0.phasing", "4.1.A", "4.1.B", "4.1.C")
def test_two_player_turns_a_turn_and_seventeen_turns() -> None:
    s = board({"A/25 NZ": "0133", "9/III/3": "2026"}, stack=(Turn(),), turn=16)
    out = act(s)
    sides: list[int] = []
    turns: list[int] = []
    for _ in range(40):
        if out.asked is None:
            break
        out = out.then("done")
        sides += [e.side for e in out.heard(PlayerTurnBegan)]
        turns += [e.turn for e in out.heard(TurnBegan)]
    assert out.asked is None and out.s.result is not None
    assert turns == [17] and sides == [1, 0, 1] and TURNS == 17


@pytest.mark.case(C, "4.0", "18.0")
def test_the_game_is_judged_once_after_the_german_half_of_turn_seventeen() -> None:
    s = board({"A/25 NZ": "2026", "9/III/3": "3320"}, turn=17, stack=(EndTurn(17),))
    assert act(s).s.result.key == "allied_decisive"
    earlier = board({"A/25 NZ": "2026", "9/III/3": "3320"}, turn=16, stack=(EndTurn(16),))
    assert act(earlier).s.result is None


def settled(lost: int, *germans: str) -> str:
    s = board(
        dict(zip(("9/III/3", "OP 1", "Plt 1"), germans, strict=False)),
        stack=(EndTurn(17),),
        turn=17,
    )
    s.lost[0] = lost
    return judge(s).key


@pytest.mark.case(C, "18.0.alliedtactical", "18.0.germantactical", "18.0.ex", "18.0")
def test_v4_seventy_one_steps_and_seventy_two() -> None:
    assert settled(71, "2307") == "allied_tactical" and settled(72, "2307") == "german_tactical"


@pytest.mark.case(C, "18.0.alliedtactical", "18.0.germantactical", "18.0")
def test_the_even_game_has_a_lower_limit_and_only_where_it_was_chosen() -> None:
    printed, even = GAME.new("battle"), GAME.new("battle", {"even_game": True})
    assert (butchery(printed), butchery(even), butchery(GAME.new("town"))) == (72, 62, 24)
    for lost, key in ((61, "allied_tactical"), (62, "german_tactical")):
        s = board({"9/III/3": "2307"}, stack=(EndTurn(17),), turn=17, rules=even.rules)
        s.lost[0] = lost
        assert judge(s).key == key
    with pytest.raises(SetupError, match="option even_game is not used with the scenario town"):
        GAME.new("town", {"even_game": True})


@pytest.mark.case(C, "18.0.allieddecisive", "18.0.germandecisive")
def test_w1_w2_the_abbey_and_the_hotel() -> None:
    assert settled(100, "2023") == "allied_decisive"  # nobody in the Abbey, whatever the losses
    assert settled(100, "2023", "2104") == "german_decisive"  # an observer alone holds the Abbey
    assert ABBEY.bit_count() == 15 and HOTEL.bit_count() == 4
    for hex in ("1923", "1924", "2023", "2123"):
        assert settled(0, hex, "2208") == "german_decisive"


@pytest.mark.case(C, "18.0", "18.0.allieddecisive", "18.0.germandecisive")
def test_every_hex_of_the_abbey_and_the_hotel_counts_and_none_beside() -> None:
    for area_, inside, outside in (
        (ABBEY, "german_decisive", "allied_decisive"),
        (HOTEL, "german_decisive", "allied_tactical"),
    ):
        other = "2023" if area_ == ABBEY else "2208"
        ring = {b for h in members(area_) for b in GRID.neighbours[h]} - set(members(area_))
        assert {settled(71, GRID.names[h], other) for h in members(area_)} == {inside}
        assert {settled(71, GRID.names[h], other) for h in ring} == {outside}


@pytest.mark.case(C, "18.0.alliedtactical", "18.0.germantactical", "18.0.ex", "18.0")
def test_v4_the_seventy_second_allied_step_decides_and_german_steps_do_not() -> None:
    s = board({"1/I/3": "2307", "A/25 NZ": "2023", "HQ 25 NZ": "2023"}, turn=17, stack=(EndTurn(17),))
    s.lost[0], s.lost[1] = 70, 200
    hurt(s, UNIT["A/25 NZ"], 1, lambda e: None)
    assert s.lost[0] == 71 and judge(s).key == "allied_tactical"  # an Allied company holds no hotel for the Germans
    hurt(s, UNIT["HQ 25 NZ"], 1, lambda e: None)
    assert s.lost[0] == 72 and judge(s).key == "german_tactical" and judge(s).rule == "18.0.germantactical"


@pytest.mark.case(C, "13.0", "5.11")
def test_night_turns_and_the_track() -> None:
    assert [turn for turn in range(1, 18) if NIGHT[turn]] == [2, 3, 6, 7, 10, 11, 14, 15]
    assert (ARTILLERY[0][1], AIR[0][1], ARTILLERY[1][1], AIR[1][1]) == (20, 80, 3, 0)
    assert sum(ARTILLERY[0]) == 120 and sum(AIR[0]) == 112 and sum(ARTILLERY[1]) == 43


@pytest.mark.case(C, "14.11", "14.12", "14.0")
def test_a_pinned_unit_stays_but_may_withdraw_one_hex_out_of_an_enemy_zone() -> None:
    units = {"A/25 NZ": "2131", "HQ 25 NZ": "2131", "B/25 NZ": "0133", "9/III/3": "2129", "HQ III/3": "2129"}
    far = board(units, pinned=["A/25 NZ"])
    assert act(far).why("move A/25 NZ") == ("14.11", "pinned")
    near = board({**units, "9/III/3": "2130"}, pinned=["A/25 NZ"])
    walk = act(near, "move A/25 NZ")
    assert walk.offers == ["go 2031", "go 2132", "go 2231"]
    assert walk.why("carry HQ 25 NZ") == ("14.12", "takes_nothing")
    assert walk.why("go 2030") == ("14.12", "must_withdraw")
    gone = walk.then("go 2132")
    assert gone.prompt == "opportunity" and gone.where("A/25 NZ") == "2132"  # one hex, and no farther
    assert gone.is_pinned("A/25 NZ")


@pytest.mark.case(C, "14.12", "6.25")
def test_a_pinned_german_does_not_withdraw_towards_an_entry_zone() -> None:
    found = 0
    for at in range(len(GRID)):
        closed = [b for b in GRID.neighbours[at] if FORBIDDEN >> b & 1]
        if FORBIDDEN >> at & 1 or not closed or found == 3:
            continue
        enemy = next((e for e in GRID.neighbours[at] if closed[0] not in GRID.neighbours[e] and e != closed[0]), None)
        if enemy is None or not TOUCH[enemy] >> at & 1:
            continue
        s = board({"9/III/3": GRID.names[at], "A/25 NZ": GRID.names[enemy]}, side=1, pinned=["9/III/3"])
        told = withdrawal(s, UNIT["9/III/3"]).why_not(at, 0, closed[0])
        if told is not None and told.rule == "6.4.river":
            continue
        assert told is not None and (told.rule, told.key) == ("6.25", "entry_zone_near")
        found += 1
    assert found == 3


@pytest.mark.case(C, "14.3", "6.22")
def test_f19_a_pinned_headquarters_is_not_picked_up() -> None:
    s = board({"A/25 NZ": "0130", "HQ 25 NZ": "0130", "B/25 NZ": "0133"}, pinned=["HQ 25 NZ"])
    assert act(s, "move A/25 NZ").why("carry HQ 25 NZ") == ("14.3", "pinned")


ROADWORK = {
    "A/25 NZ": "0424",
    "7 NZ Fd Coy": "0524",
    "B Sqn/19": "0624",
    "HQ 25 NZ": "0424",
    "B/25 NZ": "0133",
    "9/III/3": "3320",
}


@pytest.mark.case(C, "15.0", "15.0.procedure", "15.12", "15.11")
def test_a_roadblock_is_declared_at_the_end_of_one_phase_and_stands_after_the_next() -> None:
    s = board(ROADWORK)
    ask = act(s, "done")
    assert ask.prompt == "works" and set(ask.offers) == {"build A/25 NZ", "build 7 NZ Fd Coy", "done"}
    assert ask.why("build B/25 NZ") == ("15.12", "not_on_road") and ask.why("build B Sqn/19") == ("15.12", "no_builder")
    begun = ask.then("build A/25 NZ", "done")
    assert begun.s.blocks == () and begun.s.builders == flagged("A/25 NZ")
    next_turn = board(ROADWORK, builders=flagged("A/25 NZ"))
    still = act(next_turn)
    assert still.why("move A/25 NZ") == ("15.12", "building")
    done = still.then("done")
    assert done.s.blocks == (SPACE["0424"],) and done.heard(BlockBuilt) and done.s.builders == 0
    near = board({**ROADWORK, "10/III/3": "0423"}, builders=flagged("A/25 NZ"))
    stopped = act(near, "done")
    assert stopped.s.blocks == () and stopped.heard(WorkBarred) and not stopped.heard(WorkStopped)
    assert WorkBarred.rule == "15.11" and stopped.s.builders == 0
    assert stopped.prompt != "works" or "build A/25 NZ" not in stopped.offers


@pytest.mark.case(C, "15.13")
def test_a_pin_and_an_assault_stop_the_work() -> None:
    from grognard.games.battle_for_cassino.rules.state import pin

    s = board(ROADWORK, builders=flagged("A/25 NZ"))
    pin(s, UNIT["A/25 NZ"], lambda e: None)
    assert s.builders == 0
    fight = board(
        {"10/III/3": "0423", "HQ III/3": "0423", "A/25 NZ": "0424", "HQ 25 NZ": "0430"},
        "combat",
        1,
        builders=flagged("A/25 NZ"),
    )
    hit = act(fight, "done")
    assert hit.s.builders == 0 and hit.heard(WorkStopped)


@pytest.mark.case(C, "15.0", "15.12", "15.11", "15.13")
def test_who_may_begin_a_roadblock_several_companies_of_a_hex_too() -> None:
    units = {**ROADWORK, "B/25 NZ": "0424", "C/25 NZ": "0725", "D/25 NZ": "0825", "A/26 NZ": "0925"}
    ask = act(board(units, pinned=["C/25 NZ"], blocks=["0825"]), "done")
    assert set(ask.offers) == {"build A/25 NZ", "build B/25 NZ", "build 7 NZ Fd Coy", "build A/26 NZ", "done"}
    assert ask.why("build C/25 NZ") == ("15.13", "pinned") and ask.why("build D/25 NZ") == ("15.0", "blocked_already")
    assert ask.why("build HQ 25 NZ") == ("15.12", "no_builder") and ask.why("build 9/III/3") == ("15.12", "not_yours")
    one = ask.then("build A/25 NZ")
    assert one.why("build A/25 NZ") == ("15.0.procedure", "building")
    two = one.then("build 7 NZ Fd Coy", "done")
    assert two.s.builders == flagged("A/25 NZ", "7 NZ Fd Coy")
    both = one.then("build B/25 NZ", "done")  # in the same hex: any company on a road hex
    assert both.s.builders == flagged("A/25 NZ", "B/25 NZ")
    near = act(board({**units, "10/III/3": "0824"}), "done")
    assert near.why("build D/25 NZ") == ("15.11", "enemy_controlled") and "build A/25 NZ" in near.offers


@pytest.mark.case(C, "15.0", "15.0.procedure", "15.12")
def test_the_roadblocks_of_a_side_are_finished_in_its_own_movement_phase() -> None:
    """Two companies of one side build two blocks at once; the work of the other side goes on."""
    units = {
        "A/25 NZ": "0424", "C/25 NZ": "0725", "HQ 25 NZ": "0424", "B/25 NZ": "0133", "9/III/3": "2822",
        "1 Pi Coy": "2723", "Plt 1": "2622", "10/III/3": "divided", "HQ III/3": "2822",
    }  # fmt: skip
    works = flagged("A/25 NZ", "C/25 NZ", "9/III/3")
    allied = act(board(units, builders=works), "done")
    assert allied.s.blocks == (SPACE["0424"], SPACE["0725"]) and allied.s.builders == flagged("9/III/3")
    german = act(board(units, side=1, builders=works), "done")
    assert german.s.blocks == (SPACE["2822"],) and german.s.builders == flagged("A/25 NZ", "C/25 NZ")
    assert german.prompt == "works" and german.seat == 1 and german.offers == ["build 1 Pi Coy", "done"]
    assert german.why("build Plt 1") == ("15.12", "no_builder")


@pytest.mark.case(C, "4.1.B", "10.45", "10.46", "6.33")
def test_what_a_movement_phase_has_seen_is_forgotten_at_its_end() -> None:
    marks = flagged("A/25 NZ")
    s = board(
        {**ROADWORK, "A/26 NZ": "0828"}, moved=marks, carried=marks, cleared=marks, fired=marks, climbers=marks,
        unsupplied=marks, supplied=(Spent(UNIT["HQ III/3"], OPPORTUNITY),), freed=((UNIT["B Sqn/19"], SPACE["0524"]),),
    )  # fmt: skip
    s.spent[UNIT["A/26 NZ"]] = 10
    after = act(s, "done").s
    assert (after.moved, after.carried, after.cleared, after.fired) == (0, 0, 0, 0)
    assert (after.climbers, after.unsupplied, after.supplied, after.freed, sum(after.spent)) == (0, 0, (), (), 0)


@pytest.mark.case(C, "15.22", "15.21", "5.63")
def test_engineers_remove_a_roadblock_for_fifteen_points_and_go_on() -> None:
    s = board({"7 NZ Fd Coy": "0424", "HQ 25 NZ": "0424", "B/25 NZ": "0424"}, blocks=["0524"])
    there = act(s, "move 7 NZ Fd Coy", "go 0524")
    assert there.numbers == (58,) and "unblock" in there.offers
    free = there.then("unblock")
    assert free.numbers == (43,)
    over = free.then("go 0624", "halt")
    assert over.s.blocks == () and over.where("7 NZ Fd Coy") == "0624"
    assert act(s, "move B/25 NZ", "go 0524").why("unblock") == ("15.22", "engineers_only")
    guarded = board({"7 NZ Fd Coy": "0524", "HQ 25 NZ": "0424", "B/25 NZ": "0133", "9/III/3": "0525"}, blocks=["0524"])
    assert act(guarded, "move 7 NZ Fd Coy").why("unblock") == ("15.21", "enemy_controlled")
    tired = board(
        {"7 NZ Fd Coy": "0524", "HQ 25 NZ": "0424", "B/25 NZ": "0133"}, blocks=["0524"], cleared=flagged("7 NZ Fd Coy")
    )
    assert act(tired, "move 7 NZ Fd Coy").why("unblock") == ("15.22", "too_dear")


@pytest.mark.case(C, "17.0", "17.0.procedure", "17.11", "17.12", "17.22", "17.23", "2.2")
def test_reinforcements_enter_their_zone_on_their_turn_or_later_and_move_on() -> None:
    s = board({"9/III/3": "3320", "HQ III/3": "3320"}, arrived=False, turn=1)
    start = act(s)
    assert {o for o in start.offers if o.startswith("enter ")} >= {
        "enter A/25 NZ",
        "enter B/24 NZ",
        "enter B Sqn/19",
        "enter OP NZ",
    }
    assert start.why("enter A/26 NZ") == ("17.0", "not_due")
    b24 = start.then("enter B/24 NZ")
    assert set(b24.offers) == {"enterat 1833", "enterat 1934"}
    tank = start.then("enter B Sqn/19")
    assert tank.where("B Sqn/19") == "0123" and tank.numbers == (60,)  # the one road of zone E
    company = start.then("enter A/25 NZ", "enterat 0123")
    assert company.prompt == "walk" and company.numbers == (60,) and "halt" in company.offers
    later = board({"9/III/3": "3320"}, arrived=False, turn=9)
    assert "enter A/25 NZ" in act(later).offers and ENTRY[UNIT["A/25 NZ"]] == "E"
    assert ZONE["B"].bit_count() == 6 and ZONE["D"].bit_count() == 17


@pytest.mark.case(C, "6.31", "17.23")
def test_a_reinforcement_placed_on_a_slope_stays_there() -> None:
    s = board({"9/III/3": "3320"}, arrived=False, turn=1)
    up = act(s, "enter A/25 NZ", "enterat 0120")
    assert up.prompt == "movement" and up.where("A/25 NZ") == "0120"


@pytest.mark.case(C, "17.21")
def test_a_blocked_zone_opens_the_whole_edge_and_keeps_its_own_empty_hexes() -> None:
    blocked = board({"9/III/3": "1833", "10/III/3": "1934"}, arrived=False, turn=1)
    assert gates(blocked, UNIT["B/24 NZ"]) == ZONE["D"]
    one = board({"9/III/3": "1833"}, arrived=False, turn=1)
    assert gates(one, UNIT["B/24 NZ"]) == ZONE["D"] | 1 << H("1934")  # next to 1833: controlled, but empty
    near = board({"9/III/3": "1933"}, arrived=False, turn=1)
    assert gates(near, UNIT["B/24 NZ"]) == ZONE["D"] | ZONE["A"]
    free = board({"9/III/3": "1630"}, arrived=False, turn=1)
    assert gates(free, UNIT["B/24 NZ"]) == ZONE["A"]
    tanks = board({"9/III/3": "1933"}, arrived=False, turn=8)
    assert gates(tanks, UNIT["A Sqn/19"]) == 1 << H("0934") | 1 << H("1934")  # or the other road of the edge


@pytest.mark.case(C, "6.33", "10.46")
def test_halved_points_and_night_together() -> None:
    s = board({"A/25 NZ": "0828", "9/III/3": "3320"}, turn=NIGHT_TURN)
    assert allowance(s, UNIT["A/25 NZ"]) == 30
    walk = act(s, "move A/25 NZ")
    assert walk.numbers == (30,)


def test_the_short_game_ends_after_turn_five() -> None:
    s = GAME.new("town")
    s.turn, s.stack = 5, (EndTurn(5),)
    s.stack = (EndTurn(5),)
    assert run(s) is None and s.result is not None and s.result.key in ("town_held", "town_taken")
    long = GAME.new("battle")
    long.turn, long.stack = 5, (EndTurn(5),)
    assert isinstance(run(long), Decision) and long.result is None


@pytest.mark.case(C, "18.0")
def test_the_short_game_at_its_edges() -> None:
    """Twelve town hexes or 24 Allied steps win it for the Germans (ruling 48); hexes outside the town do not count."""
    town = [GRID.names[h] for h in members(TOWN)][:13]
    names = [f"Plt {k}" for k in range(1, 14)]

    def key(hexes: int, lost: int, more: str = "") -> str:
        units = dict(zip(names[:hexes], town, strict=False))
        s = board({**units, **({"9/III/3": more} if more else {"9/III/3": "divided"}), "10/III/3": "divided"})
        s.rules = Rules(short=True)
        s.lost[0] = lost
        return judge(s).key

    assert key(12, 0) == "town_held" and key(11, 0) == "town_taken" and key(11, 0, "3320") == "town_taken"
    assert key(0, 24) == "town_held" and key(0, 23) == "town_taken" and key(13, 30) == "town_held"


@pytest.mark.case(C, "4.1.B", "10.46", "6.33", "4.0.phasing")
def test_what_a_player_turn_and_a_movement_phase_begin_with() -> None:
    marks = flagged("A/25 NZ")
    s = board({"A/25 NZ": "0120", "B/25 NZ": "0428", "C/25 NZ": "0133", "HQ 25 NZ": "0430", "OP NZ": "0117"}, "start")
    s.moved = s.carried = s.cleared = s.fired = s.raised = s.expended = s.fresh = marks
    s.freed = ((1, 2),)
    assert [type(x).__name__ for x in StartMovement(ALLIED).auto(s, hush)] == [
        "HqReturns", "Clearing", "FixSupply", "Movement", "HqReturns", "EndMovement",
    ]  # fmt: skip
    assert (s.moved, s.carried, s.cleared, s.fired, s.raised, s.freed) == (0, 0, 0, 0, 0, ())
    assert s.fresh == marks  # of this Game-Turn still
    s.unsupplied = s.climbers = flagged("D/25 NZ")
    s.spent[UNIT["A/25 NZ"]] = 10
    FixSupply(ALLIED).auto(s, hush)
    assert s.climbers == flagged("A/25 NZ") and s.unsupplied == flagged("A/25 NZ") and sum(s.spent) == 0
    coming = board({"A/25 NZ": "0120", "B/25 NZ": "0428"}, "start", arrived=False, turn=1)
    FixSupply(ALLIED).auto(coming, hush)
    assert coming.unsupplied == flagged("A/25 NZ", "B/25 NZ") and coming.climbers == flagged("A/25 NZ")
    turn = PlayerTurn(GERMAN).auto(s, hush)
    assert s.side == GERMAN and s.expended == 0
    assert [type(x).__name__ for x in turn] == ["StartPreparation", "StartMovement", "Combat", "EndCombat"]


@pytest.mark.case(C, "9.22")
def test_every_overstacked_unit_of_the_side_loses_a_step_and_nobody_else() -> None:
    units = {"A/25 NZ": "2131", "B/25 NZ": "2131", "C/25 NZ": "2131", "D/25 NZ": "2131", "HQ 25 NZ": "2131"}
    s = board({**units, "9/III/3": "3030"}, crowded=flagged("C/25 NZ", "D/25 NZ"))
    EndMovement(ALLIED).auto(s, hush)
    assert [s.steps[UNIT[f"{c}/25 NZ"]] for c in "ABCD"] == [6, 6, 5, 5] and len(s.spent) == 105
    dying = board({**units, "C/25 NZ": ("2131", 1), "B/25 NZ": "2030"}, crowded=flagged("C/25 NZ", "D/25 NZ"))
    EndMovement(ALLIED).auto(dying, hush)
    assert dying.steps[UNIT["C/25 NZ"]] == 0 and dying.steps[UNIT["D/25 NZ"]] == 5  # its end spares nobody
    marks = board(units, raised=flagged("A/25 NZ"))
    EndMovement(ALLIED).auto(marks, hush)
    assert marks.raised == 0


@pytest.mark.case(C, "17.0.procedure", "6.0")
def test_after_an_entry_the_phase_goes_on() -> None:
    s = board({"9/III/3": "3320", "HQ III/3": "3320"}, arrived=False, turn=1)
    assert Movement(ALLIED).take(s, ENTER[UNIT["A/25 NZ"]], hush) == (Entry(UNIT["A/25 NZ"]), Movement(ALLIED))


@pytest.mark.case(C, "9.0", "15.13")
def test_observers_find_room_everywhere_and_only_work_in_hand_is_stopped() -> None:
    units = {"A/25 NZ": "2131", "B/25 NZ": "2131", "HQ 25 NZ": "2131", "OP NZ": "2131"}
    s = board(units, builders=flagged("A/25 NZ"))
    assert not full(s, UNIT["OP Ind"], SPACE["2131"]) and not full(s, UNIT["HQ 26 NZ"], SPACE["2030"])
    heard: list[Event] = []
    stop_work(s, UNIT["B/25 NZ"], heard.append)
    assert heard == [] and s.builders == flagged("A/25 NZ")
    stop_work(s, UNIT["A/25 NZ"], heard.append)
    assert len(heard) == 1 and s.builders == 0
    hurt(s, UNIT["A/25 NZ"], 0, heard.append)
    assert len(heard) == 1
