"""The position experiment: choices that differ, played on on common dice."""

import random

import pytest
from typer.testing import CliRunner

import tests.drill  # noqa: F401  # registers the drill
from grognard.bots.rehearsal import Rehearsal
from grognard.bots.valuation import Valuation
from grognard.cli import app
from grognard.core import State, clone, load_game
from grognard.lab import make_setting, read_contestant
from grognard.lab.referee import compare, positions


def test_positions_are_questions_with_a_choice_and_the_same_each_time() -> None:
    game = load_game("drill")
    found = list(positions(game, make_setting(game), 5, seed=2))
    again = list(positions(game, make_setting(game), 5, seed=2))
    assert [asked for _, asked in found] == [asked for _, asked in again] and len(found) == 5
    assert all(len(asked.options) > 1 for _, asked in found)


def test_a_level_gains_nothing_over_itself_and_something_over_chance() -> None:
    game = load_game("drill")
    greedy, lost = read_contestant("greedy"), read_contestant("random")
    assert compare(game, make_setting(game), greedy, greedy, 6, 1, seed=1) == (6, [])
    _, found = compare(game, make_setting(game), lost, greedy, 30, 2, seed=1)
    assert len(found) >= 5 and sum(done for done, _ in found) > 0
    random.seed()  # nothing here may depend on it
    assert compare(game, make_setting(game), lost, greedy, 30, 2, seed=1)[1] == found


class Shifted(Valuation):
    """A title whose values all stand far from nought, as with points that begin at fifty."""

    def __call__(self, s: State, seat: int) -> float:
        return super().__call__(s, seat) + 500.0


def test_gains_are_counted_from_the_position_before() -> None:
    game = load_game("drill")
    (start, asked), *_ = positions(game, make_setting(game), 1, seed=2)
    plain, far = Rehearsal(game), Rehearsal(game, Shifted(game))
    gained = [each.play_on(clone(start), asked.seat, "1", each.value(start, asked.seat)) for each in (plain, far)]
    assert gained[0] == pytest.approx(gained[1]) and any(gained[0])


def test_a_second_exchange_begins_with_the_first() -> None:
    game = load_game("drill")
    lost, greedy = read_contestant("random"), read_contestant("greedy")
    _, once = compare(game, make_setting(game), lost, greedy, 12, 1, seed=1)
    _, twice = compare(game, make_setting(game), lost, greedy, 12, 1, seed=1, exchanges=2)
    assert [gains[:2] for gains in twice] == once and {len(gains) for gains in twice} == {4}
    assert any(gains[2:] != gains[:2] for gains in twice), "what is gained changes with time"


def test_the_command_tells_what_was_gained() -> None:
    runner = CliRunner(env={"COLUMNS": "160"})
    told = runner.invoke(app, ["lab", "referee", "drill", "--players", "random,greedy", "--positions", "12"])
    assert told.exit_code == 0, told.output
    assert "of 12 positions" in told.stdout and "answered" in told.stdout
    words = ["lab", "referee", "drill", "--players", "random,greedy", "--positions", "6", "--exchanges", "2"]
    assert "answered 2" in runner.invoke(app, words).stdout
    one = runner.invoke(app, ["lab", "referee", "drill", "--players", "random"])
    assert one.exit_code != 0 and "compares two players" in one.stderr
