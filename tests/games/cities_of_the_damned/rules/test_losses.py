"""6.2.1 Retreat, 6.2.2 step loss and withdrawal."""

from typing import Any

import pytest

from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.rules.activation import Activations
from grognard.games.cities_of_the_damned.rules.combat import Engage
from grognard.games.cities_of_the_damned.rules.events import RetreatChecked, RiverChecked
from grognard.games.cities_of_the_damned.rules.state import CityState
from tests.games.cities_of_the_damned.kit import (
    A,
    K,
    do,
    every,
    heard,
    held,
    inside,
    last,
    mark,
    prompt,
    reduced,
    table,
    where,
)
from tests.kit import asks, offered, refusal

CITY = "cities_of_the_damned"

PAST = ("support 0 > 0", "lower 0 > 0 > no")


def beaten(
    by: int, *units: str, area: str = "31", control: dict[str, tuple[str, ...]] | None = None, **more: Any
) -> CityState:
    """A fight for an area of RL 0 just lost by so many points: lone CF 3 and others against one chit of CF 1."""
    factor = 2 + len(units)
    s = table({area: units, **more.pop("others", {})}, control, top=(Engage(A[area]),), **more)
    allied = 1
    german = factor + allied + by - 1
    chit = K["FJ infantry 1"]
    if german > 6:
        german, chit = german - 1, K["FJ infantry 2"]
    lead = (f"lead {units[0]}",) if "A/19NZ" in units else ()
    return do(s, *PAST, *lead, dice=(1, chit, (allied, german)))


@pytest.mark.case(CITY, "6.2.ccr.allied", "6.2.2", "6.2.1")
def test_one_full_unit_and_three_casualties_v5() -> None:
    s = beaten(3, "A/24NZ", control={"Allied": ("30",)})
    assert asks(s).numbers == (3,)
    assert offered(GAME, s) == ["lose A/24NZ", "fall A/24NZ > 30"]
    gone = do(s, "fall A/24NZ > 30")
    assert where(gone, "A/24NZ") == "30" and not reduced(gone, "A/24NZ"), "the rest is lost"
    weak = do(s, "lose A/24NZ", "fall A/24NZ > 30")
    assert where(weak, "A/24NZ") == "30" and reduced(weak, "A/24NZ")
    out = do(s, "lose A/24NZ", "lose A/24NZ")
    assert where(out, "A/24NZ") == "Reserve box" and reduced(out, "A/24NZ")
    assert [held(x, "31") for x in (gone, weak, out)] == ["German"] * 3


@pytest.mark.case(CITY, "6.2.ccr.allied")
def test_any_unit_may_take_any_number() -> None:
    s = beaten(2, "A/24NZ", "B/24NZ", control={"Allied": ("30",)})
    s = do(s, "lose B/24NZ", "lose B/24NZ")
    assert (where(s, "B/24NZ"), reduced(s, "A/24NZ")) == ("Reserve box", False)
    assert held(s, "31") == "Contested"


@pytest.mark.case(CITY, "6.2.1.a", "6.2.1.c", "6.2.1", "6.1.4.b")
def test_where_to() -> None:
    s = beaten(1, "A/24NZ", "A/19NZ", area="45", control={"Allied": ("46", "37")})
    assert offered(GAME, s) == [
        "lose A/24NZ",
        "lose A/19NZ",
        "fall A/24NZ > 37",
        "fall A/24NZ > 46",
        "fall A/19NZ > 46",
    ]
    assert refusal(GAME, s, "fall A/19NZ > 37").rule == "6.1.4.b"
    assert refusal(GAME, s, "fall A/24NZ > 53").rule == "6.2.1.a"
    assert refusal(GAME, s, "fall A/24NZ > 47").rule == "6.2.1"
    crag = beaten(1, "A/24NZ", area="39", control={"Allied": ("38", "40")})
    assert refusal(GAME, crag, "fall A/24NZ > 38").rule == "6.2.1.c"


@pytest.mark.case(CITY, "6.2.1.b")
def test_into_a_contested_area_only_after_its_combat() -> None:
    s = beaten(
        1, "A/24NZ", area="39", others={"40": ("B/24NZ",)}, markers={"40": "FJ MG 1"}, control={"Allied": ("47",)}
    )
    assert offered(GAME, s) == ["lose A/24NZ", "fall A/24NZ > 47"]
    assert refusal(GAME, s, "fall A/24NZ > 40").rule == "6.2.1.b"
    s.settled[A["40"]] = 1
    assert "fall A/24NZ > 40" in offered(GAME, s)


@pytest.mark.case(CITY, "6.2.1.d")
def test_not_beyond_the_stacking_limit() -> None:
    s = beaten(1, "A/24NZ", others={"30": ("A/26NZ", "B/26NZ")}, control={"Allied": ("30", "32")})
    assert offered(GAME, s) == ["lose A/24NZ", "fall A/24NZ > 32"]
    assert refusal(GAME, s, "fall A/24NZ > 30").rule == "6.2.1.d"


@pytest.mark.case(CITY, "6.2.1.cannot", "8.2")
def test_no_way_back() -> None:
    s = beaten(1, "A/24NZ")
    assert reduced(s, "A/24NZ") and where(s, "A/24NZ") == "31", "a step is lost without asking"
    assert held(s, "31") == "Contested"
    during = (Activations(), Engage(A["31"]))
    weak = table({"31": ("A/24NZ",), "54": ("B/24NZ",)}, reduced=("A/24NZ",), marks={"A/24NZ": 3}, top=during)
    weak = do(weak, *PAST, dice=(1, K["FJ infantry 1"], (2, 6)))
    assert prompt(weak) == "activate", "the round goes on"
    assert inside(weak, "Reserve box") == {"A/24NZ"} and reduced(weak, "A/24NZ")
    assert mark(weak, "A/24NZ") == 0, "marks are lost in the Reserve box"


@pytest.mark.case(CITY, "6.2.1.check")
@pytest.mark.parametrize(("die", "fails"), [(4, False), (5, True)])
def test_check_after_falling_back_into_a_contested_area(die: int, fails: bool) -> None:
    s = table({"39": ("A/24NZ",), "40": ("B/24NZ",)}, markers={"40": "FJ MG 1"}, top=(Engage(A["39"]),))
    s.settled[A["40"]] = 1
    s, events = heard(s, *PAST, "fall A/24NZ > 40", dice=(1, K["FJ infantry 1"], (1, 4), die))
    assert last(events, RetreatChecked).bonus == 0
    assert reduced(s, "A/24NZ") == fails and where(s, "A/24NZ") == "40"


@pytest.mark.case(CITY, "6.2.1.check")
def test_uphill_adds_one_and_a_reduced_unit_goes_to_the_reserve_box() -> None:
    s = table(
        {"46": ("A/24NZ",), "45": ("B/24NZ",)}, markers={"45": "FJ MG 1"}, reduced=("A/24NZ",), top=(Engage(A["46"]),)
    )
    s.settled[A["45"]] = 1
    chits = (K["FJ infantry 1"], K["FJ infantry 1"])
    s, events = heard(s, *PAST, "fall A/24NZ > 45", dice=(1, *chits, (1, 2), 4))
    assert (last(events, RetreatChecked).bonus, last(events, RetreatChecked).passed) == (1, False)
    assert where(s, "A/24NZ") == "Reserve box"


@pytest.mark.case(CITY, "4.0.rain.river", "6.2.1.check")
@pytest.mark.parametrize(("die", "weak", "outcome"), [(4, False, "reduced"), (3, False, "fine"), (4, True, "gone")])
def test_rain_retreat_over_the_river_v18_v31(die: int, weak: bool, outcome: str) -> None:
    units = ("A/24NZ",) if weak else ()
    s = table({"47": ("A/24NZ",)}, rain=True, air=0, reduced=units, top=(Engage(A["47"]),))
    s, events = heard(s, *PAST, "fall A/24NZ > 54", dice=(1, K["FJ infantry 2"], (1, 5), die))
    assert (last(events, RiverChecked).bonus, every(events, RetreatChecked)) == (1, []), "no Contested area there"
    assert where(s, "A/24NZ") == ("Reserve box" if outcome == "gone" else "54")
    assert reduced(s, "A/24NZ") == (outcome != "fine")


@pytest.mark.case(CITY, "6.2.2", "9.1.1.c")
def test_a_tank_that_lowered_the_draw_may_take_the_loss() -> None:
    s = table({"31": ("A/24NZ", "A/19NZ")}, {"Allied": ("30",)}, top=(Engage(A["31"]),))
    s = do(s, "support 0 > 0", "lower 0 > 0 > yes", "lose A/19NZ", dice=(2, K["FJ infantry 1"], (1, 4)))
    assert reduced(s, "A/19NZ") and held(s, "31") == "Contested"


@pytest.mark.case(CITY, "4.0.rain.river", "6.2.1.check")
def test_no_check_over_dry_ground_in_rain_or_over_a_river_in_the_dry() -> None:
    rain = table({"46": ("A/24NZ",)}, {"Allied": ("53",)}, rain=True, air=0, top=(Engage(A["46"]),))
    chits = (1, K["FJ infantry 2"], K["FJ infantry 2"])
    after = do(rain, *PAST, "fall A/24NZ > 53", dice=(*chits, (1, 1)))
    assert where(after, "A/24NZ") == "53" and prompt(after) != "retreat_check"
    dry = table({"47": ("A/24NZ",)}, top=(Engage(A["47"]),))
    after = do(dry, *PAST, "fall A/24NZ > 54", dice=(1, K["FJ infantry 2"], (1, 5)))
    assert where(after, "A/24NZ") == "54" and prompt(after) != "retreat_check"


@pytest.mark.case(CITY, "6.2.ccr.allied", "6.2.1.check")
def test_a_check_on_the_way_does_not_pay_the_other_points() -> None:
    s = table({"39": ("A/24NZ", "B/24NZ"), "40": ("C/24NZ",)}, markers={"40": "FJ MG 1"}, top=(Engage(A["39"]),))
    s.settled[A["40"]] = 1
    s = do(s, *PAST, "fall A/24NZ > 40", dice=(1, K["FJ infantry 2"], (1, 5), 1))
    assert prompt(s) == "casualties", "two points: one more is owed"
