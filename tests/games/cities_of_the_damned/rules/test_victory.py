"""10.0 Victory points and levels of victory."""

import pytest

from grognard.games.cities_of_the_damned.rules.end_phase import EndPhase
from grognard.games.cities_of_the_damned.rules.events import FinalScored, Scored
from grognard.games.cities_of_the_damned.rules.victory import Scoring, verdict
from tests.games.cities_of_the_damned.kit import A, do, heard, last, table

CITY = "cities_of_the_damned"

STARS = ("2", "6", "12", "15", "28", "29", "38", "46")
RAIL = ("R9", "R13", "R17")


@pytest.mark.case(CITY, "10.vp1", "10.vp2", "3.3.step3")
def test_areas_score_once_for_each_change_v13() -> None:
    s = table(control={"Allied": ("46",)}, top=(Scoring(),))
    s = do(s)
    assert s.vp == 4
    same = table(control={"Allied": ("46",)}, top=(Scoring(),), vp=4)
    same.scored[A["46"]] = 1
    assert do(same).vp == 4, "held, not gained again"
    lost = table({"46": ("A/24NZ",)}, markers={"46": "FJ MG 1"}, top=(Scoring(),), vp=4)
    lost.scored[A["46"]] = 1
    lost, events = heard(lost)
    assert (lost.vp, last(events, Scored).lost) == (0, 1), "Contested is lost"
    retaken = table(control={"Allied": ("46",)}, top=(Scoring(),), vp=0)
    assert do(retaken).vp == 4


@pytest.mark.case(CITY, "10.vp3", "3.3.step3", "10.0")
def test_gains_losses_and_exits_are_netted_before_the_floor_v29() -> None:
    s = table({"Exited Main": ("A/24NZ",)}, {"Allied": ("46",)}, top=(Scoring(),), vp=3)
    s.scored[A["6"]] = s.scored[A["38"]] = 1
    s, events = heard(s)
    scored = last(events, Scored)
    assert (scored.gained, scored.lost, scored.exits, scored.after) == (1, 2, 1, 2)
    assert (scored.taken, scored.gone) == ((A["46"],), (A["6"], A["38"]))
    assert s.exits == 1, "scored, and not again tomorrow"
    again = table({"Exited Main": ("A/24NZ",)}, top=(Scoring(),), vp=3, exits=1)
    assert do(again).vp == 3, "an exit scores once"
    floor = table(top=(Scoring(),), vp=3)
    floor.scored[A["6"]] = 1
    assert do(floor).vp == 0


@pytest.mark.case(CITY, "10.vp8", "6.1.2.loss", "10.vp3")
def test_main_exits_are_taken_back_without_castle_hill_v14() -> None:
    units = {"Exited Main": ("A/24NZ", "B/24NZ", "C/24NZ"), "38": ("A/25NZ",)}
    s = table(units, markers={"38": "FJ MG 1"}, turn=9, top=(EndPhase(),), vp=1)
    s, events = heard(s)
    assert last(events, Scored).after == 10
    assert (last(events, FinalScored).main_penalty, s.vp) == (-9, 1)
    held = table({"Exited Main": units["Exited Main"]}, {"Allied": ("38",)}, turn=9, top=(EndPhase(),))
    held, events = heard(held)
    assert (last(events, FinalScored).main_penalty, held.vp) == (0, 13)


@pytest.mark.case(CITY, "10.vp4", "10.vp7", "6.1.2.loss")
def test_rail_exits_v15() -> None:
    s = table({"Exited Rail": ("A/24NZ", "B/24NZ")}, {"Allied": ("R9", "R17")}, turn=9, top=(EndPhase(),))
    s, events = heard(s)
    final = last(events, FinalScored)
    assert (final.rail, final.rail_penalty, final.after - final.before) == (8, -6, 2)
    full = table({"Exited Rail": ("A/24NZ", "B/24NZ")}, {"Allied": RAIL}, turn=9, top=(EndPhase(),))
    _, events = heard(full)
    assert (last(events, FinalScored).rail, last(events, FinalScored).rail_penalty) == (8, 0)
    early = do(table({"Exited Rail": ("A/24NZ",)}, turn=5, top=(EndPhase(),)))
    assert early.vp == 0, "Rail exits count at the end of the game only"


@pytest.mark.case(CITY, "10.0", "10.minor", "10.decisive", "10.defeat")
@pytest.mark.parametrize(
    ("numbers", "key"),
    [
        ((21, 3, 1), "decisive"),
        ((21, 4, 0), "minor"),
        ((19, 2, 2), "defeat"),
        ((16, 3, 0), "minor"),
        ((20, 1, 3), "decisive"),
        ((20, 0, 4), "defeat"),
        ((14, 8, 3), "defeat"),
        ((15, 3, 0), "minor"),
    ],
)
def test_levels_of_victory_v16(numbers: tuple[int, int, int], key: str) -> None:
    result = verdict(*numbers)
    assert result.key == key
    assert result.winners == ((1,) if key == "defeat" else (0,))


@pytest.mark.case(CITY, "10.0", "10.minor", "3.3")
def test_the_game_ends_after_turn_9() -> None:
    s = do(table(control={"Allied": ("6", "38", "46", "15")}, turn=9, top=(EndPhase(),)))
    assert s.result is not None
    assert (s.result.key, s.result.numbers, s.stack) == ("minor", (16, 4, 0), ())


@pytest.mark.case(CITY, "10.vp8", "6.1.2.loss")
def test_what_is_taken_back_at_the_end_stops_at_nothing() -> None:
    """Nine VP of exits were spent on units since; Castle Hill is lost: the penalty of 9 takes what is left."""
    s = table({"Exited Main": ("A/24NZ", "B/24NZ", "C/24NZ")}, turn=9, vp=2, exits=3, top=(EndPhase(),))
    s, events = heard(s)
    assert (last(events, FinalScored).main_penalty, s.vp) == (-9, 0)
