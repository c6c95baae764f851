"""6.3, 8.2, 10.20 Marches at their edges: the first hex of the map, several neighbours, leaders and what joins."""

import random

import pytest

from grognard.core import HIDDEN, Event
from grognard.games.dark_victory.content import ALLOWANCE, DEAD, DOORS, FIGHTER, LINKS, MEXICAN, OFF, ROSTER, TEXAN
from grognard.games.dark_victory.rules.command import LoneLeaders
from grognard.games.dark_victory.rules.crossing import Ground, differing, price, upward
from grognard.games.dark_victory.rules.events import ExtraGunLost, GunCaptured, LeaderCutOff, Moved
from grognard.games.dark_victory.rules.marching import NEAR, march
from grognard.games.dark_victory.rules.schedule import resample
from grognard.games.dark_victory.rules.state import place
from grognard.maps import Costs, members
from tests.games.dark_victory.kit import SPACE, TITLE, UNIT, Played, act, board

JOINED = {
    "ladders": [("2213", "2214"), ("2413", "2414")],
    "doors": [("2521", "2621 in"), ("2620 in", "2621 in")],
}


def cost(played: Played, hex: str) -> int:
    (moved,) = played.then(f"go {hex}").heard(Moved)
    return moved.cost


@pytest.mark.case(TITLE, "8.2.B", "6.2")
def test_the_first_hex_of_the_map_is_a_hex_like_others() -> None:
    far = {"T4-inf1": "2320"}
    assert "0101" in act(board({"Cos": "0102", **far}, **JOINED), "activate Cos").verbs("go")
    assert "0101" in act(board({"M4-L1": "0102", **far}, **JOINED), "activate M4-L1").verbs("go")


@pytest.mark.case(TITLE, "8.2.B")
def test_ladders_and_open_doors_keep_a_lone_leader_off_only_where_enemies_are() -> None:
    def ways(start: str, **units: str) -> list[str]:
        return act(board({"Cos": start, "T7-inf1": "2015", **units}, **JOINED), "activate Cos").verbs("go")

    assert "2214" in ways("2114") and "2213" in ways("2212") and "2521" in ways("2520")
    assert "2621 in" in ways("2620 in") and "2620 in" in ways("2621 in")
    assert "2413" not in ways("2412", **{"T4-inf1": "2414"})  # the second ladder
    assert "2213" not in ways("2212", **{"T4-inf1": "2214"}) and "2521" not in ways("2520", **{"T4-inf1": "2621 in"})


@pytest.mark.case(TITLE, "6.3", "6.3.B")
def test_every_neighbour_with_other_formations_is_paid_for_and_only_on_entering() -> None:
    units = {"T7-inf1": "2320", "T4-inf1": "2319", "T4-inf2": "2321", "T10-inf1": "2220", "M4-L1": "0505"}
    start = act(board(units, side=TEXAN), "activate T7-inf1")
    assert [cost(start, hex) for hex in ("2319", "2321", "2220")] == [3, 3, 3]
    assert cost(start.then("go 2321"), "2322") == 1  # it did not begin its move with them
    mixed = act(board({**units, "T4-inf3": "2320"}, side=TEXAN), "activate T7-inf1")
    assert cost(mixed, "2321") == 5 and cost(mixed, "2421") == 3
    at = SPACE["2320"]
    offered = march(start.s, (UNIT["T7-inf1"],), False, NEAR[at]).next(at, ALLOWANCE - 2)
    assert {SPACE[hex] for hex in ("2319", "2321", "2220")}.isdisjoint(to for to, _, _ in offered)
    assert SPACE["2421"] in [to for to, _, _ in offered]  # two points take nobody to strangers, all the same elsewhere


@pytest.mark.case(TITLE, "10.20", "6.3", "9.10.C")
def test_what_hauling_costs_each_side() -> None:
    guns = {"guns": {"6pdr-2326": "2320"}}
    mexican = board({"MR-G1": "2320", "Ampudia": "2320", "MR-G2": "2220", "T4-inf1": "2015"}, **guns)
    mexican.gun_side[6] = 0
    hauled = act(mexican, "activate MR-G1", "done", "haul 2321")
    assert hauled.left == 10  # friends next door cost a Mexican nothing
    units = {"T3-gun1": "2320", "T4-inf1": "2321", "M4-L1": "0505"}
    through = act(board(units, side=TEXAN, **guns), "activate T3-gun1", "haul 2321")
    assert through.left == 8
    assert through.then("haul 2322").left == 6  # it began its move elsewhere


@pytest.mark.case(TITLE, "9.10.B", "8.2.C")
def test_a_lone_leader_pins_nobody_and_dies_whoever_else_is_safe() -> None:
    assert not act(board({"M4-L1": "2320", "Jones": "2321"})).s.pinned[UNIT["M4-L1"]]
    units = {"M4-L1": "2320", "Jones": "2321", "Travis": "2016", "T4-inf1": "2016"}
    s = board({**units, "Cos": "2010", "M1-F1": "2010", "Salas": "2018", "T7-inf1": "2019"})
    for unit in (*ROSTER[MEXICAN], *ROSTER[TEXAN]):
        if FIGHTER[unit] and s.loc[unit] == OFF:
            place(s, unit, DEAD)  # nobody waits beyond the edge but leaders
    heard: list[Event] = []
    assert LoneLeaders().auto(s, heard.append) == ()
    assert [(type(e), e.leader) for e in heard] == [(LeaderCutOff, UNIT["Salas"]), (LeaderCutOff, UNIT["Jones"])]


@pytest.mark.case(TITLE, "9.17", "TEC.stair")
def test_everybody_on_the_stairs_is_counted() -> None:
    units = {"M1-F1": "2824", "M1-F2": "2824", "Cos": "2824", "T4-inf1": "2015"}
    up = act(board(units, reduced=["M1-F1", "M1-F2"]), "activate M1-F1", "done", "go 2723")
    assert up.s.climbed == 4


@pytest.mark.case(TITLE, "10.16", "10.14.C")
def test_only_what_is_the_enemys_is_taken_and_only_where_one_comes() -> None:
    guns = {"guns": {"6pdr-2326": "2321"}, "extra": ["2318", "2321", "2514"]}
    own = act(board({"T4-inf1": "2320", "M4-L1": "0505"}, side=TEXAN, **guns), "activate T4-inf1", "go 2321")
    assert own.heard(GunCaptured) == [] and len(own.s.extra) == 3
    start = act(board({"M4-L1": "2320", "T4-inf1": "2015"}, **guns), "activate M4-L1")
    aside = start.then("go 2220")
    assert aside.heard(ExtraGunLost) == [] and len(aside.s.extra) == 3
    taken = start.then("go 2321")
    assert len(taken.heard(GunCaptured)) == len(taken.heard(ExtraGunLost)) == 1
    assert taken.s.extra == tuple(sorted((SPACE["2318"], SPACE["2514"])))


@pytest.mark.case(TITLE, "11.8.B", "13.2")
def test_all_texans_beside_a_newcomer_lose_their_reactions_and_prisoners_are_found_among_them() -> None:
    units = {"M4-L1": "2318", "T4-inf1": "2220", "T4-inf2": "2320", "T7-inf1": "2420", "T12-sla1": "2320"}
    came = act(board(units), "activate M4-L1", "go 2319")
    assert [came.s.deniers[UNIT[n]] for n in ("T4-inf1", "T4-inf2", "T7-inf1")] == [(UNIT["M4-L1"],)] * 3
    assert came.where("T12-sla1") == "captured" and came.where("T4-inf2") == "2320"


@pytest.mark.case(TITLE, "9.24", "9.7.E", "9.19.C")
def test_a_ground_made_out_of_the_last_one_costs_what_one_made_from_nothing_does() -> None:
    """Doors that open and shut, ladders that come and go, the dead: in whatever order play and search ask."""
    doors = bytearray(len(DOORS))
    opened = []
    for door in (8, 30, 41):
        doors[door] = 1
        opened.append(bytes(doors))
    dead = ((int(SPACE["2320"]), 2), (int(SPACE["2621 in"]), 1))
    ladder = ((int(SPACE["2213"]), int(SPACE["2214"])),)
    grounds = [
        Ground(opened=opened[0]), Ground(opened=opened[2]), Ground(), Ground(dead, (), opened[1]),
        Ground(dead[:1], ladder, opened[1]), Ground((), ladder), Ground(((dead[0][0], 5),)),
    ]  # fmt: skip
    mended = Costs(LINKS, price, between=differing)
    for ground in (*grounds, *reversed(grounds)):
        assert mended.on(ground).ways == Costs(LINKS, price).on(ground).ways
    assert set(members(differing(grounds[0], grounds[1]))) == {*DOORS[30], *DOORS[41]}, (
        "only about the doors that were opened since"
    )
    assert not upward(SPACE["2213"], SPACE["2216"]) and upward(SPACE["2213"], SPACE["2214"])


@pytest.mark.case(TITLE, "3.4.B")
def test_a_guessed_schedule_puts_nobody_on_the_map_who_is_not_there() -> None:
    s = board({"M4-L1": "0505", "T4-inf1": "2320"}, options={"free_schedule": True})
    s.shown, s.due = 0, [0, HIDDEN, HIDDEN, HIDDEN, HIDDEN, 0]
    guessed = [resample(s, 1, random.Random(seed)).due[1:5] for seed in range(60)]
    assert min(turn for row in guessed for turn in row) == 2  # a column due on the first turn would stand there
