"""What is to be played: seats swapped, dice shared, tasks cut."""

from collections import Counter

import pytest

from grognard.core import SetupError
from grognard.lab import Contestant, cut, line_ups, make_setting, plain_jobs, read_contestant, round_robin
from tests.drill import GAME


def test_two_players_swap_seats_and_share_dice() -> None:
    jobs = round_robin(2, 2, 5, 9)
    assert len(jobs) == 6  # whole pairs
    for one, other in zip(jobs[::2], jobs[1::2], strict=True):
        assert one.seats == other.seats[::-1] == (0, 1)
        assert (one.pair, one.seed) == (other.pair, other.seed)
    assert len({job.seed for job in jobs}) == 3
    assert [job.number for job in jobs] == list(range(6))


def test_with_three_seats_each_player_has_each_seat_alone_and_in_company() -> None:
    ways = line_ups(0, 1, 3)
    assert len(ways) == 6
    for seat in range(3):
        assert Counter(way[seat] for way in ways) == {0: 3, 1: 3}


def test_alone_each_plays_the_same_dice() -> None:
    assert [(job.seats, job.seed) for job in round_robin(2, 1, 2, 4)] == [((0,), "4:0"), ((1,), "4:0")]


def test_everybody_meets_everybody() -> None:
    met = Counter(tuple(sorted(set(job.seats))) for job in round_robin(4, 2, 10, 0))
    assert met == {(a, b): 10 for a in range(4) for b in range(a + 1, 4)}


def test_tasks_hold_every_game_once_and_never_two_settings() -> None:
    settings = [make_setting(GAME), make_setting(GAME, "short")]
    jobs = [*plain_jobs((0, 0, 0), 7, 0), *plain_jobs((0, 0, 0), 7, 0, setting=1)]
    tasks = cut(jobs, settings, [Contestant("random", "random")], 3)
    assert [len(task.jobs) for task in tasks] == [3, 3, 1, 3, 3, 1]
    assert [job for task in tasks for job in task.jobs] == jobs
    assert [task.setting.scenario for task in tasks] == ["whole"] * 3 + ["short"] * 3
    assert jobs[0].seed == jobs[7].seed  # every setting on the same dice


def test_players_are_named_with_their_time() -> None:
    assert read_contestant("general@0.25") == Contestant("general@0.25", "general", 0.25)
    assert read_contestant("veteran", 0.5).budget == 0.5
    for text, words in (("wizard", "no computer player"), ("general@soon", "not a number"), ("general@0", "some time")):
        with pytest.raises(SetupError, match=words):
            read_contestant(text)
