"""What is listed, refused, shown as reach and planned by computer players is one and the same movement."""

import random
from collections.abc import Iterator

import pytest

from grognard.core import Decision, Draw, Roll, Seeded, UnitId, clone, hush, push, run, settle
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.board.overlays import overlay_of
from grognard.games.cities_of_the_damned.content import AREAS, ARMOR, HELD_BY_ALLIES, OFFMAP
from grognard.games.cities_of_the_damned.mind.operations import operations
from grognard.games.cities_of_the_damned.rules.activation import Activations
from grognard.games.cities_of_the_damned.rules.movement import March, Party, refuse_entry, routes
from grognard.games.cities_of_the_damned.rules.options import ACTIVATE, ENTER, Enter
from grognard.games.cities_of_the_damned.rules.reinforcements import no_room
from grognard.games.cities_of_the_damned.rules.state import FRESH, CityState
from tests.games.cities_of_the_damned.kit import A, U, table

Reach = dict[int, int]
"""By area, the fewest AP."""


def lucky(ask: Roll | Draw) -> tuple[int, ...] | int:
    """Every check on the way is passed."""
    return (1,) * len(ask.dice) if isinstance(ask, Roll) else ask.pool[0][0]


def walked(s: CityState, home: int, points: int, found: Reach) -> Reach:
    """Every area but its own that a march can enter before it has to fight, answer by answer, with what it costs."""
    asked = s.stack[-1].ask(s)
    assert isinstance(asked, Decision)
    step = s.stack[-1]
    entered = {option for option in asked.options if isinstance(option, Enter)}
    assert entered == {option for option in ENTER if step.why_not(s, option) is None}, "listed is what is not refused"
    for option in entered:
        after = clone(s)
        push(after, option, hush)
        if option.area != home:
            found[option.area] = min(found.get(option.area, 99), points - after.ap)
        if after.control[option.area] == HELD_BY_ALLIES:
            settle(after, lucky)
            if isinstance(after.stack[-1], March):
                walked(after, home, points, found)
    return found


def shown(s: CityState, unit: int) -> Reach:
    """The overlay; it marks where a fight waits."""
    reach = dict(overlay_of(s, "reach", unit).spaces)
    for area, text in reach.items():
        assert text.endswith("!") == (s.control[area] != HELD_BY_ALLIES)
    return {area: int(text.rstrip("!")) for area, text in reach.items()}


def planned(s: CityState) -> dict[int, set[int]]:
    """By unit, where the actions listed for computer players take it alone: attacks that promise nothing are not."""
    asked = s.stack[-1].ask(s)
    assert isinstance(asked, Decision)
    found: dict[int, set[int]] = {}
    for action in operations(s, asked):
        goals = [option.area for option in action.answers if isinstance(option, Enter)]
        if goals and action.answers[0] in ACTIVATE and isinstance(action.answers[1], Enter):
            found.setdefault(ACTIVATE.index(action.answers[0]), set()).add(goals[-1])
    return found


def alike(s: CityState) -> int:
    """Compare for one unit of each battalion in each place; how many there were."""
    seen, plans = set[tuple[int, int]](), planned(s)
    for unit, space in enumerate(s.loc):
        key = (space, ARMOR[unit])
        if s.used[unit] != FRESH or (space >= AREAS and space != OFFMAP) or (key in seen and unit not in plans):
            continue
        seen.add(key)
        after = clone(s)
        if s.stack[-1].why_not(s, ACTIVATE[unit]) is None:
            push(after, ACTIVATE[unit], hush)
            run(after)
            wanted = walked(after, space, s.ap, {}) if isinstance(after.stack[-1], March) else {}
            assert shown(s, unit) == wanted, GAME.texts.show(ACTIVATE[unit])
            assert plans.get(unit, set()) <= set(wanted)
            safe = {area for area in wanted if s.control[area] == HELD_BY_ALLIES}
            assert unit not in plans or safe <= plans[unit], "every walk is thought of"
        else:
            assert shown(s, unit) == {}
    return len(seen)


def positions(seed: int, every: int) -> Iterator[CityState]:
    """Some positions of a random game in which somebody may be activated."""
    chance, rng = Seeded(seed), random.Random(seed)
    s, met = GAME.new("", {"random_events": True}), 0
    while (asked := settle(s, chance)) is not None:
        if isinstance(s.stack[-1], Activations):
            met += 1
            if met % every == 0:
                yield s
        push(s, rng.choice(asked.options), hush)


@pytest.mark.case("cities_of_the_damned", "6.1", "6.1.leave", "6.1.3", "6.0.cost_river", "6.0.move3", "12.3")
def test_list_refusal_reach_and_plans_agree_in_play() -> None:
    assert sum(alike(s) for seed in range(3) for s in positions(seed, 25)) > 100


@pytest.mark.parametrize("happening", [0, 5, 8], ids=["no event", "cratered roads", "a bridge"])
@pytest.mark.parametrize(("ap", "rain"), [(1, False), (2, False), (2, True), (9, False)])
def test_and_at_the_edges(ap: int, rain: bool, happening: int) -> None:
    """By the river, uphill, beside fights and full areas, with few points, in rain, with the events that touch it."""
    units = {"54": ("A/24NZ", "C/19NZ"), "47": ("A/25NZ", "B/25NZ", "C/25NZ"), "Off-map East": ("A/26NZ",)}
    s = table(units, {"Allied": ("54", "55", "53", "47")}, {"46": "FJ MG 1"}, ap=ap, rain=rain, happening=happening)
    assert alike(s) == 4


def test_on_the_march_the_reach_is_that_of_the_party() -> None:
    """What is still to come counts: areas left, the river paid, who goes along."""
    units = {"54": ("A/24NZ", "B/24NZ")}
    s = table(units, {"Allied": ("54", "48", "47", "55")}, ap=4)
    pair = (UnitId(U["A/24NZ"]), UnitId(U["B/24NZ"]))
    for unit in pair:
        s.used[unit] = 1
    for moved in (0, 2, 3):
        s.stack = (*s.stack[:-1], March(pair, moved))
        wanted = walked(s, A["54"], s.ap, {}) if moved < 3 else {}
        assert shown(s, pair[0]) == wanted
    assert shown(table(units, {"Allied": ("54", "48")}, ap=4), pair[0])[A["48"]] == 2
    s.stack = (*s.stack[:-1], March(pair, 2))
    assert shown(s, pair[1])[A["48"]] == 2, "one more AP for each of two units"


@pytest.mark.case("cities_of_the_damned", "6.0.cost_river", "6.1")
def test_a_longer_way_that_saves_the_river_is_planned_too() -> None:
    """From 2 into 9: over the river in two steps, or round by 14 in three without its price."""
    s = table({"2": ("A/24NZ",)}, {"Allied": ("2", "8", "9", "14")}, ap=9)
    found = list(routes(s, Party(s, (U["A/24NZ"],), 0, False, s.ap)))
    assert [way for way in found if way[0][-1] == A["9"]] == [
        ((A["8"], A["9"]), True),
        ((A["8"], A["14"], A["9"]), False),
    ]
    assert len([way for way in found if way[0][-1] == A["8"]]) == 1  # nothing is cheaper than free


@pytest.mark.case("cities_of_the_damned", "6.0.move3", "4.0.rain.move", "12.3")
@pytest.mark.parametrize(
    ("unit", "moved", "rain", "happening", "told"),
    [
        ("A/24NZ", 3, False, 0, ("6.0.move3", "no_moves")),
        ("A/24NZ", 2, True, 0, ("4.0.rain.move", "no_moves")),
        ("A/24NZ", 3, False, 5, ("6.0.move3", "no_moves")),
        ("A/19NZ", 1, False, 5, ("12.3", "cratered")),
        ("A/19NZ", 3, False, 0, ("6.0.move3", "no_moves")),
    ],
)
def test_why_a_march_is_over(unit: str, moved: int, rain: bool, happening: int, told: tuple[str, str]) -> None:
    s = table({"8": (unit,)}, {"Allied": ("8", "14")}, happening=happening, rain=rain)
    refusal = refuse_entry(s, Party(s, (U[unit],), moved, False, s.ap), A["14"])
    assert refusal is not None and (refusal.rule, refusal.key) == told


@pytest.mark.case("cities_of_the_damned", "8.2.deploy", "6.1.4.b")
def test_only_armor_is_kept_out_of_high_ground_when_it_is_deployed() -> None:
    s = table({}, {"Allied": ("18", "8")})
    assert (no_room(s, U["A/24NZ"], A["18"]), no_room(s, U["A/19NZ"], A["18"])) == ("", "armor_level_3")
    assert no_room(s, U["A/19NZ"], A["8"]) == ""
