"""Area maps: borders with marks, arrows, zones."""

import pytest

from grognard.maps import AreaMap, MapError, asymmetric

TOWN = AreaMap(
    ["8", "9", "12", "17", "42", "43", "A"],
    [
        ("8", "9", ["red"]),
        ("8", "12", ["red"]),
        ("9", "12", ["white"]),
        ("12", "17", ["white"]),
        ("8", "42", ["white", "arrow"]),
        ("12", "42", ["red", "arrow"]),
        ("17", "43", ["white", "arrow"]),
        ("42", "43", ["white"]),
        ("A", "42", ["red"]),
    ],
    groups={"zones": ["A"], "insert": ["8", "9", "12", "17"]},
)


def names(areas: tuple[int, ...]) -> list[str]:
    return [TOWN.names[area] for area in areas]


def test_adjacency_is_symmetric_and_sorted_by_id() -> None:
    assert asymmetric(TOWN.neighbours) == ()
    assert names(TOWN.neighbours[TOWN.id("42")]) == ["8", "12", "43", "A"]


def test_a_border_carries_all_its_marks() -> None:
    border = TOWN.between(TOWN.id("42"), TOWN.id("8"))
    assert border is not None
    assert border.marks == {"white", "arrow"}
    assert border.other(TOWN.id("8")) == TOWN.id("42") and border.other(TOWN.id("42")) == TOWN.id("8")
    assert TOWN.between(TOWN.id("8"), TOWN.id("A")) is None


def test_borders_by_mark() -> None:
    assert [sorted(names((TOWN.borders[k].a, TOWN.borders[k].b))) for k in TOWN.marked("arrow")] == [
        ["42", "8"], ["12", "42"], ["17", "43"],
    ]  # fmt: skip


def test_neighbours_over_some_borders_only() -> None:
    vehicles = TOWN.along(lambda border: "red" not in border.marks)
    assert names(vehicles[TOWN.id("9")]) == ["12"]
    assert names(vehicles[TOWN.id("42")]) == ["8", "43"]
    assert names(vehicles[TOWN.id("A")]) == []


def test_groups() -> None:
    assert names(TOWN.groups["zones"]) == ["A"]
    assert len(TOWN.groups["insert"]) == 4
    assert len(TOWN) == 7 and "43" in TOWN and "44" not in TOWN


def test_a_pair_listed_both_ways_is_one_border() -> None:
    both = AreaMap(["1", "R11"], [("1", "R11", ["transit"]), ("R11", "1", ["transit"])])
    assert len(both.borders) == 1


@pytest.mark.parametrize(
    ("areas", "borders", "message"),
    [
        (["1", "2", "1"], [], "area 1 is listed twice"),
        (["1"], [("1", "1", [])], "area 1 cannot border itself"),
        (["1"], [("1", "2", [])], "there is no area 2"),
        (["1", "2"], [("1", "2", ["red"]), ("2", "1", ["white"])], "listed twice with different marks"),
    ],
)
def test_maps_that_cannot_be(areas: list[str], borders: list[tuple[str, str, list[str]]], message: str) -> None:
    with pytest.raises(MapError, match=message):
        AreaMap(areas, borders)


def test_an_unknown_member_of_a_group_is_refused() -> None:
    with pytest.raises(MapError, match="there is no area Z"):
        AreaMap(["1"], [], {"zones": ["Z"]})
