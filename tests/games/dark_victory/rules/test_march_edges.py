"""6.3, 8.2, 10.20 Marches at their edges: the first hex of the map, several neighbours, leaders and what joins."""

import pytest

from grognard.games.dark_victory.content import TEXAN
from grognard.games.dark_victory.rules.events import Moved
from tests.games.dark_victory.kit import TITLE, Played, act, board

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
