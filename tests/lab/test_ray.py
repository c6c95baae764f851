"""The same games on Ray."""

from grognard.core import load_game
from grognard.lab import make_setting, plain_jobs, read_contestant, run_all
from grognard.lab.jobs import cut
from grognard.lab.sweep import vary, with_digest


def test_ray_gives_the_games_that_processes_give() -> None:
    """Two settings, one of them with a table of its own, so that Ray must keep its workers apart."""
    game = load_game("cassino_1944")
    plain = make_setting(game)
    changed = with_digest(vary(game, plain, "units.csv:34/133:combat_strength", "9"))
    jobs = [*plain_jobs((0, 0), 3, 5), *plain_jobs((0, 0), 3, 5, setting=1)]
    tasks = cut(jobs, [plain, changed], [read_contestant("random")], 2)
    assert run_all(tasks, ray="local") == run_all(tasks, jobs=2)
