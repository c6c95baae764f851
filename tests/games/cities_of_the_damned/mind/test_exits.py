"""What the exits promise the general: who can leave, when to go, and what hangs on Castle Hill."""

from collections.abc import Mapping
from typing import Any

from grognard.bots import Outcome, make_player, play_out
from grognard.core import Decision, Option, run
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import CASTLE_HILL, HELD_BY_ALLIES, SPACE_NAMES, UNIT
from grognard.games.cities_of_the_damned.mind.evaluate import LEVELS, TERMS, evaluate, terms
from grognard.games.cities_of_the_damned.mind.exits import at_stake, castle_chance, opened, promise
from grognard.games.cities_of_the_damned.mind.operations import bold_operations, operations
from grognard.games.cities_of_the_damned.mind.positional import exposed, laid_open, long_to_hold
from grognard.games.cities_of_the_damned.rules.options import ACTIVATE, ADD, ENTER, EXIT, Activate
from grognard.games.cities_of_the_damned.rules.state import CityState
from tests.games.cities_of_the_damned.kit import table

GENERAL = LEVELS["general"]
NZ = ("A/24NZ", "B/24NZ", "C/24NZ")
GURKHAS = ("A/1/9G", "B/1/9G", "C/1/9G")
GONE = ("A/25NZ", "B/25NZ", "C/25NZ", "D/25NZ", "A/26NZ", "B/26NZ")
ROAD = ("1", "2", "R11")


def area(name: str) -> int:
    return SPACE_NAMES.index(name)


def general(s: CityState) -> tuple[Option, ...]:
    """What the general does next: the whole action."""
    asked = run(s)
    assert isinstance(asked, Decision)
    player: Any = make_player("general", GAME, 1, 0.1)
    player.steady()
    first = player.choose(GAME.view(s, 0), asked, 0)
    return (first, *player._rest)


def promised(s: CityState) -> float:
    return promise(s, bytes(s.control))


def before_the_exit(units: Mapping[str, tuple[str, ...]], **more: Any) -> CityState:
    return table(units, {"Allied": ROAD}, **more)


def test_a_strong_stack_before_an_exit_promises_more_than_the_same_units_apart() -> None:
    together = before_the_exit({"R11": (*NZ, "A/19NZ")}, turn=4)
    apart = before_the_exit({"R11": NZ[:1], "2": NZ[1:2], "1": (NZ[2], "A/19NZ")}, turn=4)
    assert promised(together) > 1.5 * promised(apart) > 0


def test_an_exit_that_is_open_promises_what_the_units_near_it_will_score() -> None:
    """Net one VP for each over the railway as long as a VP area of that map is German (10.0)."""
    s = before_the_exit({"R11": NZ}, turn=4)
    gain = opened(s, area("R21"))
    s.control[area("R21")] = HELD_BY_ALLIES
    assert 2.0 < promised(s) < 3.0
    assert 0.5 < gain < promised(s)
    assert opened(s, area("50")) == 0.0, "a mill far from every exit"


def test_units_stay_while_there_is_time_and_leave_on_the_last_day() -> None:
    def leaves(turn: int) -> bool:
        s = table({"R21": NZ, "R11": GURKHAS}, {"Allied": (*ROAD, "R21")}, turn=turn, air=0, artillery=0)
        return EXIT in general(s)

    assert [leaves(turn) for turn in (3, 6, 9)] == [False, False, True]


def test_castle_hill_is_the_safer_the_later_the_stronger_and_the_better_walled() -> None:
    s = table({}, {"Allied": ("38",)})
    walled = table({}, {"Allied": ("29", "37", "38", "45")})
    fought = table({}, {"Contested": ("38",)})
    for rounds in (0, 4, 8):
        held = [castle_chance(bytes(s.control), rounds, guard) for guard in range(7)]
        assert held == sorted(held) and len(set(held)) > 3
        assert castle_chance(bytes(walled.control), rounds, 0) > held[-1]
        assert castle_chance(bytes(fought.control), rounds, 5) < held[5]
    assert castle_chance(bytes(s.control), 0, 5) > castle_chance(bytes(s.control), 9, 5)


def test_what_left_over_the_mountain_hangs_on_castle_hill() -> None:
    few, many = (
        table({"38": NZ, "Exited Main": GONE[:n]}, {"Allied": ("38", "45", "37", "36")}, turn=9) for n in (2, 6)
    )
    assert at_stake(many) > at_stake(few) > 0
    empty = table({"45": NZ, "Exited Main": GONE}, {"Allied": ("38", "45", "37", "36")}, turn=9)
    assert evaluate(many, 0, GENERAL) - evaluate(empty, 0, GENERAL) > 3.0


def test_the_guard_of_castle_hill_does_not_leave_with_the_others() -> None:
    units = {"38": NZ, "36": GURKHAS, "Exited Main": GONE}
    s = table(units, {"Allied": ("38", "45", "37", "36")}, turn=9, air=0, artillery=0)
    answers = general(s)
    guard = {ACTIVATE[UNIT[name]] for name in NZ}
    assert EXIT in answers and isinstance(answers[0], Activate) and answers[0] not in guard
    assert s.control[CASTLE_HILL] == HELD_BY_ALLIES


def test_a_vp_area_beside_german_ground_is_a_burden_while_the_end_is_far() -> None:
    early, late, last = (table({}, {"Allied": ("6", "5", "10", "16", "61")}, turn=turn) for turn in (2, 8, 9))
    control = bytes(early.control)
    assert exposed(control) == 1, "open towards the railway"
    assert laid_open(control, area("R3")) == -1
    assert laid_open(control, area("15")) == 1
    assert long_to_hold(early) == 1.0 > long_to_hold(late) > 0.0 == long_to_hold(last)
    burden = [terms(s, 0, GENERAL)["exposed"] for s in (early, late, last)]
    assert burden[0] < burden[1] < burden[2] == 0.0


def test_only_the_general_thinks_of_leaving() -> None:
    s = before_the_exit({"R11": NZ}, turn=4)
    assert TERMS["way_out"] == TERMS["exposed"] == 0.0 < min(GENERAL["way_out"], GENERAL["exposed"])
    assert terms(s, 0)["way_out"] == 0.0 < terms(s, 0, GENERAL)["way_out"]
    assert abs(sum(terms(s, 0, GENERAL).values()) - evaluate(s, 0, GENERAL)) < 1e-9


def test_the_general_considers_attacks_that_pay_by_the_way_out_alone() -> None:
    s = table({"37": NZ, "46": GURKHAS}, {"Allied": ("37", "38", "45", "46")}, turn=4, air=2, artillery=2)
    asked = run(s)
    assert isinstance(asked, Decision)
    usual, bold = ({action.answers for action in listed(s, asked)} for listed in (operations, bold_operations))
    assert usual < bold
    assert (*(ADD[UNIT[name]] for name in NZ[1:]), ENTER[area("36")]) in {answers[1:] for answers in bold - usual}
    thinkers: dict[str, Any] = {level: make_player(level, GAME) for level in ("veteran", "general")}
    assert {level: player._listed._operations for level, player in thinkers.items()} == {
        "veteran": operations,
        "general": bold_operations,
    }


def test_the_last_day_ends_and_the_same_seed_plays_it_alike() -> None:
    held = ("1", "2", "3", "5", "6", "8", "9", "10", "15", "16", "46", "61", "R11", "R21")
    units = {"R21": NZ, "R11": (*GURKHAS, "A/19NZ"), "R9": ("A/15NZ", "B/15NZ"), "2": GONE[:3]}
    start = table(units, {"Allied": held}, {"R9": "FJ MG 2"}, turn=9)

    def last_day() -> tuple[Outcome, CityState]:
        player: Any = make_player("general", GAME, 3, 0.1)
        player.steady()
        outcome, end = play_out(GAME, [player], 5, start=start)
        assert isinstance(end, CityState)
        return outcome, end

    outcome, end = last_day()
    assert end.stack == () and len(end.here[area("Exited Rail")]) > 3
    assert last_day() == (outcome, end)
