"""3.0 Sequence of play, 4.0 weather, 5.0 support, 6.0 action points."""

import pytest

from grognard.core import Draw, Event, run, settle
from grognard.core.chance import Script
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import ACTION_POINTS, AIR, ARTILLERY, BLUE_KINDS, RESIST
from grognard.games.cities_of_the_damned.rules.counterattack import CounterAttacks, Sites
from grognard.games.cities_of_the_damned.rules.end_phase import EndPhase
from grognard.games.cities_of_the_damned.rules.events import (
    AirCame,
    ArtilleryCame,
    CounterRolled,
    Finished,
    MarkedAnew,
    PhaseEnded,
    QuietRolled,
    RoundBegan,
    RoundsOver,
    Scored,
    WeatherRolled,
)
from grognard.games.cities_of_the_damned.rules.sequence import Day, Round
from grognard.games.cities_of_the_damned.rules.state import FINISHED, CityState
from tests.games.cities_of_the_damned.kit import A, K, U, do, every, heard, held, last, mark, table
from tests.kit import asks, offered

CITY = "cities_of_the_damned"


def morning(turn: int, *dice: object, options: dict[str, object] | None = None) -> tuple[CityState, list[Event]]:
    """A turn from its first die to the first activation."""
    s = table({"54": ("A/24NZ",)}, options=options)
    s.stack = (Day(turn),)
    return heard(s, dice=dice)


@pytest.mark.case(CITY, "3.0", "3.1", "4.0", "4.0.clear", "3.2.ap")
def test_administrative_phase_of_a_clear_turn() -> None:
    s, events = morning(2, 4, 3, 5, 6)
    assert [type(e) for e in events] == [WeatherRolled, AirCame, ArtilleryCame, RoundBegan]
    assert not s.rain
    assert (s.air, s.artillery, s.ap) == (3, 7, 10)
    assert s.turn == 2 and s.round == 1


@pytest.mark.case(CITY, "3.1", "3.2.rounds")
def test_the_rounds_of_a_day_begin_with_its_morning() -> None:
    """Before the first AP are rolled the track shows round 1 of the new day, not the last one of yesterday."""
    s = table({"54": ("A/24NZ",)}, turn=8, round=6)
    s.stack = (Day(8, over=True),)
    for dice in ((), (4,), (4, 3), (4, 3, 5), (4, 3, 5, 6)):
        assert heard(s, dice=dice)[0].clock() == (9, 1)
    evening = do(table({"54": ("A/24NZ",)}, turn=8, round=6, top=(CounterAttacks(),)), dice=(6,))
    assert evening.clock() == (8, 6), "the evening belongs to the day that ends"


@pytest.mark.case(CITY, "4.0", "4.0.rain.air", "4.0.rain.arty", "5.0.arty_table", "6.0.ap_table")
@pytest.mark.parametrize(("die", "points"), [(3, 3), (1, 1)])
def test_rain_v1(die: int, points: int) -> None:
    s, events = morning(3, 5, die, 2)
    assert s.rain
    assert every(events, AirCame) == [], "no air roll"
    assert (s.air, s.artillery, s.ap) == (0, points, 4)


@pytest.mark.case(CITY, "5.0.air_table", "5.0.arty_table", "6.0.ap_table", "6.2.step2.table", "1.2.AP")
def test_tables() -> None:
    assert AIR[1:] == (3, 4, 3, 4, 3, 4)
    assert ARTILLERY[0][1:] == (3, 4, 5, 6, 7, 8)
    assert ARTILLERY[1][1:] == (1, 2, 3, 4, 5, 6)
    assert ACTION_POINTS[0][1:] == (5, 6, 7, 8, 9, 10)
    assert ACTION_POINTS[1][1:] == (3, 4, 5, 6, 7, 8)
    assert RESIST[1:] == (1, 2, 1, 2, 1, 2)


@pytest.mark.case(CITY, "5.0")
def test_unused_support_is_lost_when_the_next_turn_is_rolled() -> None:
    s = table({"54": ("A/24NZ",)}, air=3, artillery=8, top=(CounterAttacks(),))
    s = do(s, dice=(1, K["FJ infantry 1"], 2, 1, 1, 1))
    assert (s.turn, s.air, s.artillery) == (3, 3, 3)


@pytest.mark.case(CITY, "3.2", "3.2.rounds", "6.0.no_save", "1.2.AP")
def test_rounds_follow_until_the_phase_ends() -> None:
    s = table({"54": ("A/24NZ",)}, turn=1, round=1, ap=5)
    s, events = heard(s, "done", dice=(5, 3))
    assert last(events, Finished).lost == 5
    assert last(events, QuietRolled).total == 4
    assert GAME.words.event(last(events, QuietRolled)).endswith("4, they go on.")
    assert not any(isinstance(event, RoundsOver) for event in events)
    assert (s.turn, s.round, s.ap) == (1, 2, 7), "the five AP of round 1 are gone"


@pytest.mark.case(CITY, "3.2.max6", "7.0.max6", "3.2.rounds")
def test_never_a_seventh_round() -> None:
    s = table({"54": ("A/24NZ",)}, round=6, vp=1)
    s, events = heard(s, "done", dice=(6, K["FJ MG 1"], 2, 1, 1, 1))
    assert last(events, QuietRolled).total == 3, "the phase did not end by the table"
    assert GAME.words.event(last(events, QuietRolled)).endswith("3, they would go on."), "nobody is told that they do"
    assert GAME.words.event(last(events, RoundsOver)) == "Operations of turn 2 end: there are 6 rounds at most."
    assert last(events, Scored).turn == 2
    assert (s.turn, s.round) == (3, 1)


@pytest.mark.case(CITY, "3.2.unmark", "7.0.end")
def test_marks_come_off_after_the_counter_attacks_also_when_the_phase_ends_early() -> None:
    s = table({"48": ("A/24NZ",)}, {"Allied": ("48",)}, marks={"A/24NZ": 3})
    assert mark(do(s, "done", dice=(6, 1)), "A/24NZ") == 0
    ended, events = heard(s, "done", dice=(1, K["FJ MG 1"], 2, 1, 1, 1))
    assert last(events, PhaseEnded).round == 2
    assert mark(ended, "A/24NZ") == 0


@pytest.mark.case(CITY, "3.2.activate", "6.1.stop", "3.2.markers")
def test_an_activation_moves_fights_and_goes_on() -> None:
    s = table({"54": ("A/24NZ", "B/24NZ")})
    s = do(s, "activate A/24NZ", "add B/24NZ", "enter 48")
    assert asks(s).prompt == "direct", "movement stops for the fight"
    assert (mark(s, "A/24NZ"), mark(s, "B/24NZ")) == (2, 2), "both crossed the river"
    s = do(s, "support 0 > 0", "lower 0 > 0 > no", dice=(1, K["FJ infantry 1"], (5, 1)))
    assert held(s, "48") == "Allied"
    assert "enter 40" in offered(GAME, s)


@pytest.mark.case(CITY, "3.3", "3.3.step5")
def test_end_phase_in_order_and_next_turn() -> None:
    s = table(
        {"46": ("A/24NZ",), "Reserve box": ("B/24NZ",)},
        {"Allied": ("46", "39", "45", "47", "53")},
        reduced=("A/24NZ", "B/24NZ"),
        vp=3,
        top=(CounterAttacks(),),
        turn=3,
    )
    s, _ = heard(s, dice=(1,))
    assert asks(s).prompt == "deploy"
    s = do(s, "bring B/24NZ", "at 46")
    assert (asks(s).prompt, s.vp) == ("restore", 2)
    s, events = heard(s, "restore A/24NZ", "done", dice=(K["FJ sniper"], 2, 1, 1, 1))
    assert (last(events, Scored).before, last(events, Scored).after) == (1, 5), "VP are recorded after both"
    assert (s.turn, s.round, s.removed[K["FJ sniper"]]) == (4, 1, 1)


@pytest.mark.case(CITY, "3.3")
def test_no_end_phase_on_the_last_turn() -> None:
    s = table({"46": ("A/24NZ",)}, {"Allied": ("46",)}, reduced=("A/24NZ",), vp=5, turn=9, top=(EndPhase(),))
    s = do(s)
    assert s.result is not None and s.vp == 9
    assert sum(s.removed) == 0


@pytest.mark.case(CITY, "3.3.step4")
def test_paratrooper_attrition_v21() -> None:
    s = table(
        {"46": ("A/24NZ",), "39": ("B/24NZ",), "53": ("C/24NZ",)},
        {"Allied": ("45",)},
        markers={"46": "FJ infantry 1", "39": "FJ MG 2", "53": "PG MG 1"},
        grey=True,
        top=(EndPhase(),),
    )
    s, events = heard(s, dice=(K["FJ infantry 1"], K["FJ MG 1"], K["FJ StuG III 1"], 2, 1, 1, 1))
    assert [(e.rule, e.area) for e in every(events, MarkedAnew)] == [("3.3.step4", A["39"]), ("3.3.step4", A["46"])]
    blue = list(range(8))
    assert sum(s.cup[k] for k in blue) == 15
    assert (s.marker[A["39"]], s.marker[A["46"]]) == (K["FJ MG 1"], K["FJ StuG III 1"])
    assert s.marker[A["53"]] == K["PG MG 1"], "grey markers stay in place"
    assert s.removed[K["FJ infantry 1"]] == 1
    first = table({"54": ("A/24NZ",)}, turn=1, top=(EndPhase(),))
    assert sum(do(first, dice=(2, 1, 1, 1)).removed) == 0, "not on turn 1"


@pytest.mark.case(CITY, "3.3.step4")
def test_attrition_with_hardly_any_blue_chit_left() -> None:
    s = table({"46": ("A/24NZ",)}, markers={"46": "FJ infantry 1"}, grey=True, top=(EndPhase(),))
    for kind in range(8):
        s.removed[kind] += s.cup[kind]
        s.cup[kind] = 0
    after = do(s, dice=(K["FJ infantry 1"], K["PG MG 2"], 2, 1, 1, 1))
    assert after.marker[A["46"]] == K["PG MG 2"], "no blue chit is left: a grey one"
    none = do(
        table({"54": ("A/24NZ",)}, cup=[0] * 14, removed=[3, 4, 2, 2, 1, 1, 3, 2, *[0] * 6], top=(EndPhase(),)),
        dice=(2, 1, 1, 1),
    )
    assert none.turn == 3, "nothing to remove"


@pytest.mark.case(CITY, "4.0.rain.ca", "7.0.mod")
def test_rain_changes_counter_attack_rolls_from_round_2() -> None:
    s = table(
        {"46": ("A/24NZ",)},
        {"Allied": ("46",)},
        rain=True,
        round=1,
        turn=4,
        top=(Sites((A["46"],)),),
        air=0,
        artillery=0,
    )
    _, events = heard(s, dice=(1, 1))
    assert last(events, CounterRolled).rain == 0
    s.round = 2
    s.stack = tuple(Round(2, over=True) if type(step) is Round else step for step in s.stack)
    _, events = heard(s, dice=(3, 1))
    assert (last(events, CounterRolled).rain, last(events, CounterRolled).total) == (-1, 1)


@pytest.mark.case(CITY, "6.0.free")
def test_combat_retreat_and_end_phase_deployment_cost_no_action_points() -> None:
    s = table({"46": ("A/24NZ",)}, {"Allied": ("47",)}, markers={"46": "FJ MG 1"}, ap=0)
    settle(s, Script())
    assert asks(s).prompt == "direct", "the compulsory combat needs no activation"
    s = do(
        s,
        "support 0 > 0",
        "lower 0 > 0 > no",
        "fall A/24NZ > 47",
        dice=(1, K["FJ infantry 2"], K["FJ infantry 2"], (1, 4), 6, 1),
    )
    assert s.ap == 5
    assert held(s, "46") == "German"


@pytest.mark.case(CITY, "3.3.step4")
def test_a_new_marker_is_blue_while_there_is_a_blue_chit() -> None:
    """Grey chits lie in the container too; the area that gave up its marker draws among the blue ones."""
    s = table({"46": ("A/24NZ",)}, markers={"46": "FJ MG 1"}, grey=True, top=(EndPhase(),), air=0, artillery=0)
    after = do(s, dice=(K["FJ infantry 1"],))
    asked = run(after)
    assert isinstance(asked, Draw) and asked.purpose == "new_marker"
    assert {kind for kind, _ in asked.pool} <= set(BLUE_KINDS) and sum(n for _, n in asked.pool) == 17


@pytest.mark.case(CITY, "3.2.ap", "6.0.once")
def test_a_new_round_clears_what_the_last_one_used_and_settled() -> None:
    s = table({"54": ("A/24NZ",), "46": ("B/24NZ",)}, {"Allied": ("54", "46")}, top=(Round(3),))
    s.used[U["A/24NZ"]] = s.used[U["B/24NZ"]] = FINISHED
    s.settled[A["46"]] = s.settled[A["54"]] = 1
    s = do(s, dice=(6,))
    assert not any(s.used) and not any(s.settled) and s.round == 3
    assert {"activate A/24NZ", "activate B/24NZ"} <= set(offered(GAME, s))


@pytest.mark.case(CITY, "3.2.unmark")
def test_the_marks_of_every_unit_go_with_the_round() -> None:
    s = table(
        {"54": ("A/24NZ", "B/24NZ")}, {"Allied": ("54",)}, marks={"A/24NZ": 3, "B/24NZ": 1}, top=(Round(2, over=True),)
    )
    s = do(s, dice=(6,))
    assert not any(s.marks) and s.round == 3
