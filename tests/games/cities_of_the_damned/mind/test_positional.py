"""What lie of the land and hour promise: VP areas cut off or nearly, time to use it, how hard the enemy strikes."""

from grognard.games.cities_of_the_damned.content import SPACE_NAMES
from grognard.games.cities_of_the_damned.mind.evaluate import LEVELS, TERMS, evaluate, terms
from grognard.games.cities_of_the_damned.mind.positional import (
    cordon,
    in_time,
    lateness,
    rounds_left,
    strike_change,
    tightened,
)
from grognard.games.cities_of_the_damned.rules.reinforcements import Deployment
from grognard.games.cities_of_the_damned.rules.sequence import Round
from grognard.games.cities_of_the_damned.rules.state import CityState, isolated
from tests.games.cities_of_the_damned.kit import table

GENERAL = LEVELS["general"]
TOWN = "1 2 3 5 6 7 8 9 10 11 14 15 16 21 22 23 24 30 31 37 39 45 46 47 53 61 R3 R5 R7 R8 R11 R15"


def area(name: str) -> int:
    return SPACE_NAMES.index(name)


def held(*more: str) -> CityState:
    """Most of the town is ours."""
    return table({}, {"Allied": (*TOWN.split(), *more)})


def test_one_area_may_cut_off_three_vp_areas() -> None:
    s = held("R18")
    control = bytes(s.control)
    assert not isolated(s, area("R9"))
    ring = tightened(control, area("R20"))
    after = held("R18", "R20")
    assert all(isolated(after, area(name)) for name in ("R9", "R13", "R17"))
    assert ring == cordon(bytes(after.control)) - cordon(control) > 0.9
    assert tightened(control, area("R4")) == 0, "the causeway leads to no gate"


def test_a_step_towards_the_gate_counts_already() -> None:
    assert tightened(bytes(held().control), area("R18")) > 0
    assert tightened(bytes(held("R18").control), area("34")) == 0, "a market far from every gate"


def test_night_takes_no_time() -> None:
    evening = table({}, top=(Deployment(),))
    evening.turn, evening.stack = 7, (Deployment(),)
    assert rounds_left(evening) == 3.7 * 2
    assert in_time(evening) == 0.74


def test_only_the_general_thinks_of_cordons() -> None:
    s = held("R18", "R19", "R20")
    assert TERMS["cordon"] == 0.0 < GENERAL["cordon"]
    assert terms(s, 0)["cordon"] == 0.0 < terms(s, 0, GENERAL)["cordon"]
    assert abs(sum(terms(s, 0, GENERAL).values()) - evaluate(s, 0, GENERAL)) < 1e-9


def test_on_the_last_day_losses_hardly_count() -> None:
    def lost(turn: int) -> float:
        """What a step of a company is worth to the general."""
        whole = table({"54": ("A/24NZ",)}, turn=turn)
        return evaluate(whole, 0, GENERAL) - evaluate(
            table({"54": ("A/24NZ",)}, turn=turn, reduced=("A/24NZ",)), 0, GENERAL
        )

    assert lost(2) == lost(7) > 2 * lost(9) > 0
    assert lateness(table(turn=7)) == 0.0 < lateness(table(turn=8)) < lateness(table(turn=9)) < 1.0


def test_the_hour_tells_how_hard_counter_attacks_strike() -> None:
    """The general counts the dice of this round as they will fall (7.0, 4.0); others take them as usual."""

    def danger(weights: dict[str, float], number: int) -> float:
        s = table({"6": ("A/24NZ",)}, {"Allied": ("6",)})
        s.stack = tuple([Round(number, over=True) if isinstance(step, Round) else step for step in s.stack])
        return terms(s, 0, weights)["danger"]

    assert [strike_change(table(turn=4, rain=rain)) for rain in (False, True)] == [-1, -2]
    assert danger(GENERAL, 1) < danger(GENERAL, 2) < danger(GENERAL, 5) < danger(GENERAL, 6) < 0
    assert len({danger(TERMS, number) for number in range(1, 7)}) == 1
