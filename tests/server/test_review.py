"""A finished game looked at again."""

import random
from pathlib import Path
from typing import Any

import pytest

from grognard.core import CHANCE, Match, Seeded, load_game
from grognard.games.second_front_now.content import GERMAN, SPACE, UNIT
from grognard.games.second_front_now.rules.events import Fired, ShotFired, SlipShown, StrikeRolled
from grognard.look.display import display_of
from grognard.server.review import Review, _Reviewer, review
from tests.server.kit import serving


def _played(name: str, seed: int) -> Match[Any]:
    game = load_game(name)
    match, rng = Match.start(game, Seeded(seed)), random.Random(seed)
    while (decision := match.decision) is not None:
        match.answer(decision.seat, rng.choice(decision.options))
    return match


def _told(match: Match[Any]) -> Review:
    return review(match.game, display_of(match.game), match.record)


def test_losses_by_turn_add_up_to_those_at_the_end() -> None:
    match = _played("cassino_1944", 1)
    display = display_of(match.game)
    assert display is not None
    pieces = display.scene(match.state, -1).pieces
    dead = [sum(p.side == side and "eliminated" in p.face.states for p in pieces) for side in (0, 1)]
    told = _told(match)
    assert [sum(turn.lost[side] for turn in told.turns) for side in (0, 1)] == dead
    assert [turn.label for turn in told.turns] == list(dict.fromkeys(turn.label for turn in told.turns)), "each once"


def test_where_lost_units_come_back_the_events_tell_the_losses() -> None:
    """In Cities of the Damned a unit that is driven off goes to the Reserve box, and a German chit into the cup."""
    match = _played("cities_of_the_damned", 1)
    events = [type(seen.event).__name__ for seen in match.feed()]
    lost = [events.count("Withdrawn"), events.count("GermanLost")]
    told = _told(match)
    assert [sum(turn.lost[side] for turn in told.turns) for side in (0, 1)] == lost
    assert min(lost) > 0


def test_a_loss_that_was_taken_back_is_none() -> None:
    match = Match.start(load_game("cities_of_the_damned"), Seeded(1))
    rng, before = random.Random(1), 0
    while not any(type(seen.event).__name__ == "Withdrawn" for seen in match.feed()):
        before = len(match.record.entries)
        assert match.decision is not None
        match.answer(match.decision.seat, rng.choice(match.decision.options))
    assert sum(turn.lost[0] for turn in _told(match).turns) > 0
    match.take_back(before)
    assert sum(turn.lost[0] for turn in _told(match).turns) == 0


def test_luck_is_in_results_and_even_on_the_whole() -> None:
    """Rolls that change nothing are not counted; over many games the share is near a half."""
    told = [_told(_played("cassino_1944", seed)) for seed in range(8)]
    rolls = sum(one.rolls for one in told)
    mean = sum(one.luck * one.rolls for one in told) / rolls
    assert rolls > 60 and 0.4 < mean < 0.6
    assert all(0.0 <= one.luck <= 1.0 and one.unseen == 0 for one in told)


def test_turning_points_are_the_rolls_worth_most_and_name_their_entry() -> None:
    match = _played("cassino_1944", 1)
    found = _told(match).turning
    assert len(found) == 5
    worth = [abs(one.chance or 0.0) for one in found]
    assert worth == sorted(worth, reverse=True) and worth[-1] > 0
    for one in found:
        assert match.record.entries[one.entry - 1].who == -1, "a roll"
        assert one.text and one.turn.startswith("Turn")


def test_who_stood_better_is_told_from_half_to_half_and_ends_with_the_result() -> None:
    """Cities of the Damned: one standing for each round that was played, none for what was taken back, and the end."""
    match = _played("cities_of_the_damned", 1)
    course = _told(match).course
    assert course is not None and course.by == "general" and course.games == 80 and not course.par
    entries = [standing.entry for standing in course.standings]
    assert entries == sorted(set(entries)) and entries[-1] == len(match.record.entries)
    won = 0 in match.state.result.winners
    assert course.standings[-1].chance == float(won) and all(0 <= one.chance <= 1 for one in course.standings)


@pytest.mark.parametrize("back", [0, 2, 3])
def test_a_half_that_was_taken_back_and_played_again_stands_once(back: int) -> None:
    """Cassino (1944): nobody does anything in the first halves; then they are taken back and passed again."""
    match = Match.start(load_game("cassino_1944"), Seeded(1))
    for _ in range(4):
        _pass(match)
    before = _told(match).course
    halves = [0, 1, 3, 4]  # the German half begins with the question of the reserve
    assert before is not None and [one.entry for one in before.standings] == halves
    match.take_back(back)
    for _ in range(4 - back):
        _pass(match)
    after = _told(match).course
    assert after is not None
    again = [5 + entry - back for entry in halves if entry >= back]  # the taking back is an entry of its own
    assert [one.entry for one in after.standings] == [entry for entry in halves if entry < back] + again
    assert [one.chance for one in after.standings] == [one.chance for one in before.standings]


def test_a_roll_after_a_taking_back_is_weighed_in_the_half_that_was_taken_back_to() -> None:
    """Cassino (1944): the Allied side goes on from its first answer; in between that half ended and was taken back."""
    game = load_game("cassino_1944")
    plain, first = Match.start(game, Seeded(0)), random.Random(0)
    while not any(entry.who == CHANCE for entry in plain.record.entries):
        assert plain.decision is not None and plain.decision.seat == 0
        plain.answer(0, first.choice(plain.decision.options))
    given = [entry.answer for entry in plain.record.entries if entry.who == 0]
    match = Match.start(game, Seeded(0))
    match.answer(0, given[0])
    while match.decision is not None and match.decision.seat == 0:
        _pass(match)
    _pass(match)
    assert all(entry.who != CHANCE for entry in match.record.entries)
    match.take_back(1)
    for answer in given[1:]:
        match.answer(0, answer)
    swings, alike = ([point.chance for point in _told(one).turning] for one in (match, plain))
    assert len(swings) == 1 and swings == alike


def _pass(match: Match[Any]) -> None:
    assert match.decision is not None
    match.answer(match.decision.seat, match.decision.options[match.decision.default])


def test_where_a_law_is_known_rolls_are_weighed_by_the_chance_to_win() -> None:
    told = _told(_played("cities_of_the_damned", 1))
    swings = [abs(point.chance) for point in told.turning if point.chance is not None]
    assert len(swings) == len(told.turning) > 0 and swings == sorted(swings, reverse=True)
    assert all(0 < swing <= 1 for swing in swings)


def test_without_a_law_there_is_no_course_and_rolls_are_weighed_in_points() -> None:
    game = load_game("cassino_1944")
    match, rng = Match.start(game, Seeded(3), "avenger"), random.Random(3)
    while (decision := match.decision) is not None:
        match.answer(decision.seat, rng.choice(decision.options))
    told = _told(match)
    assert told.course is None and all(point.chance is None for point in told.turning)


def test_the_table_tells_it_only_when_the_game_is_over(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        browser = server.browser()
        seat = browser.open(browser.create("me", "me", game="cassino_1944")["match"])
        assert seat.ask("review")["review"] is None
        assert seat.ask("resign", seat=0)["type"] == "ack"
        told = seat.ask("review")["review"]
        assert told["rolls"] == 0 and told["luck"] == 0.5 and [t["lost"] for t in told["turns"]] == [[0, 0]]


def test_a_turning_point_is_told_also_where_it_might_have_been_rolled_again() -> None:
    """In Thunder at Cassino the dice of an attack lie on the table while its owner thinks about a new roll."""
    game = load_game("thunder_at_cassino")
    match, rng = Match.start(game, Seeded(5), "intro_town"), random.Random(5)
    while (decision := match.decision) is not None:
        match.answer(decision.seat, rng.choice(decision.options))
    told = [point.text for point in _told(match).turning]
    assert all(told) and any(text.startswith("Fire from 5 at committed units in 2") for text in told), told


def test_a_turning_point_says_what_was_rolled_not_what_was_turned_up_for_it() -> None:
    """Second Front Now!: the slip of a strike is opened before the die for the bombers is told."""
    match = Match.start(load_game("second_front_now"), Seeded(1))
    look = _Reviewer(match.game, None, match.record)
    look.told = [SlipShown("strike", SPACE["1919"], True), StrikeRolled(1, "fiasco", 0)]
    assert look._words("strike") == "Strike of the strategic air force: 1, the bombs fall on their own side (fiasco)."
    shot = (UNIT["25 Panzer"], UNIT["5 Canadian Armoured"], 3)
    look.told = [ShotFired(*shot, 1, True), Fired(GERMAN, "offensive fire", 1, 1, shot[1:2])]
    assert look._words("shot") == "25 Panzer at 5 Canadian Armoured, 3 or less: 1, hit.", "not the sum of all shots"
    assert look._words().startswith("German offensive fire"), "of any other roll what parts add up to"
