"""6.1, 17 and 18: arrivals and reserves."""

import pytest

from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import ALLIED, RESERVE, UNIT_NAMES
from grognard.games.thunder_at_cassino.rules.events import Arrived, NinthRolled, ObserverReturned, Removed, ToReserve
from grognard.games.thunder_at_cassino.rules.reinforcements import Arrivals, returning, zones_for
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests.games.thunder_at_cassino import referee
from tests.games.thunder_at_cassino.kit import (
    board,
    company,
    hear,
    is_committed,
    of,
    offered,
    play,
    prompt,
    refusal,
    space,
    unit,
    where,
)

THUNDER = "thunder_at_cassino"


def coming(turn: int, units: dict[str, list[str]] | None = None, **columns: object) -> Thunder:
    """The Reinforcement Phase of a turn."""
    s = board(units or {"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}, turn=turn, **columns)
    s.stack = (*s.stack, *board({}, stack=[{"step": "Reinforcement"}]).stack[-1:])
    return s


def everybody(s: Thunder) -> Thunder:
    """Bring everybody in by the first Zone."""
    while prompt(s) == "arrive":
        s = play(s, offered(s)[0])
    return s


@pytest.mark.case(THUNDER, "6.1", "17.1", "17.2")
def test_companies_arrive_together_uncommitted_in_one_of_their_zones() -> None:
    s = coming(2)
    assert prompt(s) == "arrive" and offered(s) == ["arrive 26 NZ A-1 > C", "arrive 26 NZ A-1 > D"]
    assert refusal(s, "arrive 26 NZ A-1 > B").rule == "17.2"
    assert refusal(s, "arrive 24 NZ A-1 > C").key == "not_next"
    s = play(s, "arrive 26 NZ A-1 > D")
    assert [where(s, name) for name in company("26 NZ A")] == ["D"] * 3 and not is_committed(s, "26 NZ A-1")
    done = everybody(s)
    assert where(done, "1/9 Gur A-1") == "B" and where(done, "11/III/3-1") == "G"
    assert prompt(done) == "impulse" and where(done, "28 Maori A-1") == "Pool"


@pytest.mark.case(THUNDER, "17.2", "17.1.rubble")
def test_armor_may_be_split_and_needs_no_roll_in_zone_e_but_guns_of_one_company_stay_together() -> None:
    s = coming(3, rubble={"E": 1})
    s = play(s, "arrive 19 Armd C-1 > D", "arrive 19 Armd C-2 > D", "arrive 19 Armd C-3 > E", "arrive 19 Armd C-4 > E")
    assert [where(s, name) for name in company("19 Armd C", 4)] == ["D", "D", "E", "E"]
    s = play(s, "arrive 7 NZ A/T-1 > E")
    assert where(s, "7 NZ A/T-1") == where(s, "7 NZ A/T-2") == "E"
    moving = play(
        board({"D": ["19 Armd C-1"], "66": ["9/III/3-1"]}, rubble={"E": 1}), "move D", "enter E", dice=[(3, 3)]
    )
    assert where(moving, "19 Armd C-1") == "D", "moving into it does need a roll"


@pytest.mark.case(THUNDER, "17.3")
@pytest.mark.parametrize(
    ("die", "arriving"),
    [
        (1, set()),
        (2, set()),
        (3, {"23 NZ A"}),
        (4, {"23 NZ A", "23 NZ B"}),
        (5, {"6 Kents A", "6 Kents B"}),
        (6, {"23 NZ A", "23 NZ B", "6 Kents A", "6 Kents B"}),
    ],
)
def test_the_die_of_turn_nine(die: int, arriving: set[str]) -> None:
    s, heard = hear(coming(9), dice=[die])
    assert of(heard, NinthRolled)[0].companies == len(arriving)
    s = everybody(s)
    for name in ("23 NZ A", "23 NZ B", "6 Kents A", "6 Kents B", "23 NZ C"):
        assert (where(s, f"{name}-1") != "Pool") == (name in arriving)


@pytest.mark.case(THUNDER, "18.1", "18.1.mg", "18.1.obs", "6.1")
def test_reserves_and_leaving_observers_of_turn_ten() -> None:
    units = {"13": ["25 NZ A-1", "25 NZ MG", "6 NZ Bde Obs"], "14": ["6/II/3-1"], "A": ["5 Ind Bde Obs"]}
    s = everybody(coming(10, units, last=15))
    assert where(s, "6 NZ Bde Obs") == where(s, "5 Ind Bde Obs") == "Withdrawn"
    assert where(s, "6 NZ Bde") == "Withdrawn", "its Artillery goes with it"
    assert RESERVE[unit("25 NZ A-1")] and not RESERVE[unit("25 NZ MG")] and sum(RESERVE) == 57
    assert {UNIT_NAMES[u].split()[0] for u in range(len(UNIT_NAMES)) if RESERVE[u]} == {
        "24",
        "25",
        "26",
        "1/4",
        "1/6",
        "1/9",
    }


@pytest.mark.case(THUNDER, "14.34.return", "14.34")
def test_lost_observers_return_in_any_zone_of_their_side() -> None:
    lost = ["NZ Div Obs", "1 Para Div Obs"]
    s = coming(5, {"13": ["25 NZ A-1"], "14": ["6/II/3-1"], "Lost observers": lost}, committed=lost)
    assert set(offered(s)) == {f"arrive NZ Div Obs > {zone}" for zone in "ABCDEF"}
    s = play(s, "arrive NZ Div Obs > F")
    assert where(s, "NZ Div Obs") == "F" and not is_committed(s, "NZ Div Obs"), "lost Committed, back fresh"
    s = play(s, "arrive 1/115 Pz Gr-1 > G")
    assert set(offered(s)) == {f"arrive 1 Para Div Obs > {zone}" for zone in "GHIJK"}
    assert where(play(s, "arrive 1 Para Div Obs > K"), "1 Para Div Obs") == "K"
    town = board(
        {"13": ["25 NZ A-1"], "14": ["6/II/3-1"], "Lost observers": ["1 Para Div Obs"]}, scenario="intro_town", turn=2
    )
    town.stack = (*town.stack, *board({}, stack=[{"step": "Reinforcement"}]).stack[-1:])
    after, heard = hear(town)
    assert where(after, "1 Para Div Obs") == "Lost observers" and of(heard, Arrived)


@pytest.mark.case(THUNDER, "14.34.return")
def test_observers_lost_at_set_up_miss_the_first_turn() -> None:
    lost = {"13": ["25 NZ A-1"], "14": ["6/II/3-1"], "Lost observers": ["1 Para Div Obs"]}
    assert where(everybody(coming(1, lost)), "1 Para Div Obs") == "Lost observers"
    second = everybody(coming(2, lost))
    assert where(second, "1 Para Div Obs") == "G"


@pytest.mark.case(THUNDER, "19.11", "5.2", "19.1")
def test_german_artillery_is_used_up_on_turn_one_only() -> None:
    units = {"13": ["1 Para Div Obs"], "14": ["25 NZ A-1"]}
    first = board(units, turn=1, side="German", guns=["1 Para Div"])
    for order in ("shell", "smokescreen"):
        told = refusal(first, f"{order} 1 Para Div")
        assert (told.rule, told.key) == ("19.11", "gun_silent")
    used = refusal(board(units, turn=2, side="German", guns=["1 Para Div"]), "shell 1 Para Div")
    assert (used.rule, used.key) == ("14.2.once", "gun_used")
    ours = {"13": ["NZ Div Obs"], "14": ["6/II/3-1"]}
    assert refusal(board(ours, turn=1, guns=["NZ Div"]), "shell NZ Div").key == "gun_used", "Allied guns may fire"
    assert "shell 1 Para Div" in offered(board(units, turn=2, side="German"))


@pytest.mark.case(THUNDER, "14.34.return", "18.1.obs")
def test_lost_observers_return_unless_they_leave_the_battle_first() -> None:
    s = board({"Lost observers": ["6 NZ Bde Obs", "5 Ind Bde Obs", "NZ Div Obs", "1 Para Div Obs"]}, turn=8)
    stay = {"NZ Div Obs", "1 Para Div Obs"}
    told = {turn: {UNIT_NAMES[u] for u in returning(s, turn)} for turn in (9, 10, 11)}
    assert told == {9: {*stay, "6 NZ Bde Obs", "5 Ind Bde Obs"}, 10: stay, 11: stay}


def test_artillery_arrives_with_its_turn() -> None:
    s = everybody(coming(6))
    assert where(s, "5 NZ Bde") == "Allied artillery" and where(s, "4 Para Reg") == "German artillery"
    assert where(s, "78 Div") == "Pool"


@pytest.mark.case(THUNDER, "6.1", "17.1", "17.2", "18.1", "14.34.return")
def test_the_whole_schedule_comes_on_its_turns_and_to_its_zones() -> None:
    """Every unit of the order of battle: the turn of its row, one of its Zones, Uncommitted, with its company."""
    rows = referee.TROOPS
    for turn in range(2, 16):
        start = coming(turn, last=15) if turn >= 10 else coming(turn)
        s = play(start, dice=[1] if turn == 9 else [])
        while prompt(s) == "arrive":
            s = play(s, offered(s)[-1])
        came = {name for name in rows if where(start, name) == "Pool" and where(s, name) not in ("Pool", "Withdrawn")}
        due = {name for name, row in rows.items() if row["setup"].split("/")[-1] == str(turn)}
        due -= {"25 NZ A-1", "6/II/3-1"}
        assert came == due, turn
        for name in came:
            assert where(s, name) in rows[name]["entry_zones"].split("/") and not is_committed(s, name)
            mates = [n for n in came if rows[n]["organization"] == rows[name]["organization"]]
            if rows[name]["kind"] != "armor":
                assert {where(s, n) for n in mates} == {where(s, name)}


@pytest.mark.case(THUNDER, "18.1", "18.1.obs")
def test_only_on_turn_ten_do_rifle_units_go_into_reserve_and_two_observers_leave() -> None:
    units = {"13": [*company("25 NZ A"), "25 NZ MG"], "14": ["6/II/3-1"], "A": ["1/9 Gur A-1", "6 NZ Bde Obs"]}
    _, heard = hear(coming(10, units, last=15))
    assert [event.units for event in of(heard, ToReserve)] == [4], "those on the map are counted"
    assert {UNIT_NAMES[event.unit] for event in of(heard, Removed)} == {
        "6 NZ Bde Obs",
        "5 Ind Bde Obs",
        "6 NZ Bde",
        "5 Ind Bde",
    }
    _, later = hear(coming(11, units, last=15))
    assert not of(later, ToReserve) and not of(later, Removed)


@pytest.mark.case(THUNDER, "11.4.final", "18.1.obs")
def test_who_is_not_in_the_final_days_does_not_leave_them() -> None:
    s = GAME.new("final_days")
    _, heard = hear(s, "suggested", "suggested", dice=[3] * 20)
    assert of(heard, ToReserve) and not of(heard, Removed)


@pytest.mark.case(THUNDER, "17.3", "17.1")
def test_who_came_by_the_die_of_turn_nine_does_not_come_again_on_turn_ten() -> None:
    early = {"13": company("23 NZ A"), "14": ["6/II/3-1"]}
    s = everybody(coming(10, early, last=15))
    assert [where(s, name) for name in company("23 NZ A")] == ["13"] * 3 and where(s, "23 NZ B-1") in ("C", "D")


@pytest.mark.case(THUNDER, "14.34.return", "1.intro")
def test_an_observer_returns_only_to_zones_of_the_scenario_and_is_told_of() -> None:
    units = {"13": ["25 NZ A-1"], "14": ["6/II/3-1"], "Lost observers": ["NZ Div Obs", "1 Para Div Obs"]}
    town = board(units, scenario="intro_town", turn=2)
    assert zones_for(town, unit("NZ Div Obs")) == [space("B"), space("C")] and not zones_for(
        town, unit("1 Para Div Obs")
    )
    town.stack = (*town.stack, Arrivals(ALLIED, (unit("NZ Div Obs"),)))
    s, heard = hear(town, "arrive NZ Div Obs > C")
    assert where(s, "NZ Div Obs") == "C" and of(heard, ObserverReturned) == [
        ObserverReturned(unit("NZ Div Obs"), space("C"))
    ]
    assert not of(heard, Arrived)


@pytest.mark.case(THUNDER, "17.2")
def test_a_company_with_one_zone_is_not_asked_about() -> None:
    s = coming(2)
    assert Arrivals(ALLIED, (unit("1/9 Gur A-1"),)).ask(s) is None and Arrivals(ALLIED, ()).ask(s) is None
    assert Arrivals(ALLIED, (unit("26 NZ A-1"),)).ask(s) is not None
