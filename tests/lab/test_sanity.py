"""`grognard lab sanity`: passes, idle rounds and what a title calls a lapse."""

from collections import Counter

from typer.testing import CliRunner

from grognard.bots.greedy import GreedyPlayer
from grognard.cli import app
from grognard.core import Decision, Option, Seat, State, load_game
from grognard.lab import make_setting
from grognard.lab.sanity import watch_game


class Quiet:
    """Does nothing wherever that is allowed."""

    level = "quiet"

    def choose(self, view: State, decision: Decision, seat: Seat) -> Option:
        return decision.options[decision.default]

    def reasons(self) -> list[str]:
        return []


def test_whoever_always_passes_is_idle_in_every_round() -> None:
    game = load_game("cassino_1944")
    counts = watch_game(game, [Quiet(), Quiet()], make_setting(game), "1")
    for of in counts:
        assert of["rounds"] == of["idle rounds"] > 20
        assert of["passes"] >= of["rounds"] and of["passes looked at"] == of["passes"] // 4
    assert sum(of["passes with a gain open"] for of in counts) > 5
    assert sum(of["won"] for of in counts) == 1
    assert isinstance(counts[0], Counter)


def test_passes_are_looked_at_where_something_is_hidden() -> None:
    """Of covered counters nothing can be reckoned: the look is through a world that shows the same."""
    game = load_game("second_front_now")
    players = [GreedyPlayer(game, seed) for seed in (1, 2)]
    counts = watch_game(game, players, make_setting(game, "ten_days"), "1")
    assert counts[0]["passes looked at"] == counts[0]["passes"] // 4 > 0


def test_the_command_counts_for_each_side() -> None:
    runner = CliRunner(env={"COLUMNS": "160"})
    told = runner.invoke(app, ["lab", "sanity", "cassino_1944", "--player", "random", "--games", "1"])
    assert told.exit_code == 0, told.output
    assert "what random does in 1 games" in told.stdout and "idle rounds" in told.stdout
    assert "attacks at 1-1 or worse" in told.stdout
