"""Seats that an option adds, in the laboratory: each setting is played with its own."""

import csv
from pathlib import Path

from grognard.core import load_game
from grognard.lab import make_setting, read_contestant
from grognard.lab.arena import arena_tasks, plan_arena
from grognard.lab.balance import balance_tasks, plan_balance, study_balance
from grognard.lab.runner import run_all
from grognard.lab.store import Run
from grognard.lab.study import carry_out, total_games
from grognard.lab.sweep import plan_sweep, read_axis
from grognard.lab.tune import plan_tune

GAME = load_game("dark_victory")
PAIR = make_setting(GAME, "long_barracks")
TRIO = make_setting(GAME, "long_barracks", {"dual": True})
RANDOM = read_contestant("random")


def test_an_arena_seats_each_player_alone_against_two_others() -> None:
    players = [RANDOM, read_contestant("greedy")]
    two, three = (arena_tasks(GAME, plan_arena(GAME, setting, players, 6, 1)) for setting in (PAIR, TRIO))
    assert {job.seats for _, task in two for job in task.jobs} == {(0, 1), (1, 0)}
    assert {len(job.seats) for _, task in three for job in task.jobs} == {3}
    assert len({job.seats for _, task in three for job in task.jobs}) == 6


def test_a_sweep_over_the_option_plays_two_and_three_seats(tmp_path: Path) -> None:
    plan = plan_sweep(GAME, PAIR, [read_axis("dual=off,on")], RANDOM, 1, 4)
    found = carry_out(Run.begin(tmp_path / "run", plan), GAME, jobs=1)
    assert found.grids[0].heading[1:4] == GAME.sides
    with (tmp_path / "run" / "games.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["seat_3"] for row in rows] == ["", "random"]
    assert rows[0]["decisions_3"] == "" and int(rows[1]["decisions_3"]) > 0


def test_a_balance_study_tells_only_of_sides_in_play() -> None:
    plan = plan_balance(GAME, PAIR, RANDOM, 1, 2)
    assert total_games(GAME, plan) == 1
    trials = run_all([task for _, task in balance_tasks(GAME, plan)], jobs=1)
    rows = study_balance(GAME, plan, trials).grids[0].rows
    assert [row[0] for row in rows] == ["Mexican", "Texan", "nobody"]


def test_tuning_counts_the_line_ups_of_three_seats() -> None:
    player = read_contestant("greedy")
    two, three = (total_games(GAME, plan_tune(GAME, setting, player, 2, 6, 6, 0)) for setting in (PAIR, TRIO))
    assert two == three == 18
    assert total_games(GAME, plan_tune(GAME, TRIO, player, 1, 2, 2, 0)) == 12
