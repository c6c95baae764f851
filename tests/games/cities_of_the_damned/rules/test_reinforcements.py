"""8.0 Reinforcements and the Reserve box."""

from typing import Any

import pytest

from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import ARRIVES, LATER, READY, UNIT_COUNT, UNIT_NAMES
from grognard.games.cities_of_the_damned.rules.end_phase import EndPhase
from grognard.games.cities_of_the_damned.rules.events import CameUp, Deployed
from grognard.games.cities_of_the_damned.rules.state import CityState, place
from tests.games.cities_of_the_damned.kit import A, U, do, every, heard, inside, prompt, reduced, table, where
from tests.kit import asks, offered, refusal

CITY = "cities_of_the_damned"

FIFTEENTH = {"A/15NZ", "B/15NZ", "C/15NZ", "D/15NZ", "D/19NZ"}
INDIANS = {f"{c}/{b}" for c in "ABCD" for b in ("1/6R", "1/9G")}
ESSEX = {f"{c}/1/4E" for c in "ABCD"}


def evening(**more: Any) -> CityState:
    """The End Phase with every reinforcement still to come."""
    s = table(top=(EndPhase(),), **more)
    for unit in range(UNIT_COUNT):
        if ARRIVES[unit]:
            place(s, unit, LATER)
    return s


@pytest.mark.case(CITY, "8.0", "8.1.a")
def test_15_nz_and_a_tank_from_the_end_phase_of_turn_2() -> None:
    early, events = heard(evening(turn=1))
    assert every(events, CameUp) == [] and inside(early, "Reinforcements") == set()
    s, _ = heard(evening(turn=2))
    assert inside(s, "Reinforcements") == FIFTEENTH
    assert prompt(s) == "deploy"


@pytest.mark.case(CITY, "8.1.b")
def test_the_indians_come_after_a_main_vp_area() -> None:
    for star in ("2", "6", "12", "15", "28", "29", "38", "46"):
        s, _ = heard(evening(turn=2, control={"Allied": (star,)}))
        assert inside(s, "Reinforcements") == FIFTEENTH | INDIANS
    rail, _ = heard(evening(turn=2, control={"Allied": ("R9",)}))
    assert inside(rail, "Reinforcements") == FIFTEENTH, "a Rail VP area does not count"
    s.control[A["46"]] = 0
    assert inside(do(s), "Reinforcements") >= INDIANS, "once met it stays met"


@pytest.mark.case(CITY, "8.1.c", "8.2")
def test_essex_after_four_units_in_the_reserve_box() -> None:
    four = ("A/24NZ", "B/24NZ", "C/24NZ", "A/19NZ")
    s, _ = heard(evening(turn=1, units={"Reserve box": four}))
    assert inside(s, "Reinforcements") == ESSEX
    three, _ = heard(evening(turn=1, units={"Reserve box": four[:3]}))
    assert inside(three, "Reinforcements") == set()


@pytest.mark.case(CITY, "8.1.deploy", "3.3.step1", "6.0.free")
def test_deployment_in_the_end_phase_is_free() -> None:
    s = do(evening(turn=2, ap=0, control={"Allied": ("45", "38")}, units={"55": ("A/24NZ", "B/24NZ", "A/19NZ")}))
    s = do(s, "bring D/19NZ")
    assert offered(GAME, s) == ["at 45", "at 54", "at 58", "at 59"], "no level 3, no second tank, Allied areas only"
    assert refusal(GAME, s, "at 38").rule == "6.1.4.b"
    assert refusal(GAME, s, "at 48").rule == "8.1.deploy"
    assert refusal(GAME, s, "at 55").rule == "6.1.3"
    s, events = heard(s, "at 45", "bring A/15NZ", "at 45")
    assert [e.vp for e in every(events, Deployed)] == [0, 0]
    assert inside(s, "45") == {"D/19NZ", "A/15NZ"} and s.vp == 0


@pytest.mark.case(CITY, "8.1.deploy", "8.2.deploy", "6.0.once")
def test_deployment_in_a_round_costs_a_point_and_is_the_activation() -> None:
    s = table({"54": ("A/24NZ",)}, ap=2, vp=1)
    place(s, U["A/15NZ"], READY)
    s = do(s, "bring A/15NZ", "at 54")
    assert (s.ap, where(s, "A/15NZ")) == (1, "54")
    assert refusal(GAME, s, "activate A/15NZ").rule == "6.0.once"
    dry = table({"54": ("A/24NZ",), "Reserve box": ("B/24NZ",)}, ap=2, vp=0)
    assert refusal(GAME, dry, "bring B/24NZ").rule == "8.2.deploy"
    rich = table({"54": ("A/24NZ",), "Reserve box": ("B/24NZ",)}, ap=2, vp=1, reduced=("B/24NZ",))
    rich = do(rich, "bring B/24NZ", "at 54")
    assert (rich.ap, rich.vp, reduced(rich, "B/24NZ")) == (1, 0, True)


@pytest.mark.case(CITY, "8.2.deploy", "10.vp6", "3.3.step1")
def test_reserve_units_cost_a_vp_recorded_before_the_turn_is_scored() -> None:
    box = {"Reserve box": ("A/24NZ", "B/24NZ"), "46": ("C/24NZ",)}
    broke = heard(table(box, {"Allied": ("46",)}, vp=0, top=(EndPhase(),)))[0]
    assert prompt(broke) == "attrition", "VP of this turn are not there yet"
    s = do(table(box, {"Allied": ("46",)}, vp=1, top=(EndPhase(),)))
    assert offered(GAME, s) == ["bring A/24NZ", "bring B/24NZ", "done"]
    s = do(s, "bring A/24NZ", "at 54")
    assert s.vp == 4, "1 paid, then 4 recorded for area 46"
    assert inside(s, "Reserve box") == {"B/24NZ"}


@pytest.mark.case(CITY, "6.2.2.restore", "8.2.flip", "3.3.step2", "10.vp5")
def test_restoring() -> None:
    box = {"Reserve box": ("A/24NZ",), "54": ("B/24NZ", "C/24NZ"), "Exited Main": ("D/24NZ",)}
    weak = ("A/24NZ", "B/24NZ", "D/24NZ")
    s = do(table(box, vp=2, reduced=weak, top=(EndPhase(),), exits=1), "done")
    assert (prompt(s), offered(GAME, s)) == ("restore", ["restore A/24NZ", "restore B/24NZ", "done"])
    assert refusal(GAME, s, "restore C/24NZ").key == "not_reduced"
    assert refusal(GAME, s, "restore D/24NZ").key == "not_restorable"
    s = do(s, "restore A/24NZ", "restore B/24NZ")
    assert (s.vp, reduced(s, "A/24NZ"), where(s, "A/24NZ")) == (0, False, "Reserve box")
    none = do(table(box, vp=0, reduced=weak, top=(EndPhase(),), exits=1))
    assert prompt(none) == "attrition", "with no VP nobody is restored"
    assert asks(do(table(box, vp=2, reduced=weak, top=(EndPhase(),), exits=1))).rule == "3.3.step1"


@pytest.mark.case(CITY, "8.2.flip", "6.2.2.restore")
def test_a_unit_of_the_reserve_box_may_be_restored_there() -> None:
    s = evening(units={"Reserve box": ("A/24NZ",), "Exited Main": ("B/24NZ",)}, reduced=("A/24NZ", "B/24NZ"), vp=3)
    s = do(s, "done")
    assert offered(GAME, s) == ["restore A/24NZ", "done"]
    assert s.stack[-1].why_not(s, GAME.texts.parse("restore A/24NZ")) is None
    assert refusal(GAME, s, "restore B/24NZ").key == "not_restorable"
    flipped = do(s, "restore A/24NZ")
    assert not reduced(flipped, "A/24NZ") and where(flipped, "A/24NZ") == "Reserve box"


@pytest.mark.case(CITY, "8.1.a", "8.1.b", "8.1.c")
def test_every_arrival_is_told_under_its_own_case() -> None:
    fallen = ("A/24NZ", "B/24NZ", "C/24NZ", "A/19NZ")
    told = heard(evening(turn=2, control={"Allied": ("46",)}, units={"Reserve box": fallen}))[1]
    by_case = {e.rule: {UNIT_NAMES[u] for u in e.units} for e in told if isinstance(e, CameUp)}
    assert by_case == {"8.1.a": FIFTEENTH, "8.1.b": INDIANS, "8.1.c": ESSEX}
