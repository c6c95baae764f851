"""Runs: the same whatever plays them, continued after a crash, refused where they do not belong."""

import random
import sys
from pathlib import Path

import pytest

from grognard.bots import make_player
from grognard.bots.planner import Planner
from grognard.bots.valuation import Valuation
from grognard.core import Match, Seeded, SetupError, load_game, mind_of
from grognard.lab import Contestant, make_setting, plain_jobs, read_contestant, round_robin
from grognard.lab.arena import plan_arena
from grognard.lab.balance import plan_balance
from grognard.lab.jobs import cut
from grognard.lab.runner import play_bytes, run_all
from grognard.lab.store import RESULTS, Manifest, Run
from grognard.lab.study import carry_out
from grognard.lab.trial import seat_player
from tests.drill import GAME


def manifest(games: int = 24, seed: int = 3) -> Manifest:
    players = [read_contestant("random"), read_contestant("recruit")]
    return plan_arena(GAME, make_setting(GAME), players, games, seed)


class Crash(Exception):
    """The power is cut."""


def test_a_run_that_was_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = carry_out(Run.begin(tmp_path / "whole", manifest()), GAME, jobs=1)

    def until_the_crash(games: int) -> None:
        if len((tmp_path / "cut" / RESULTS).read_bytes().splitlines()) == 9:
            raise Crash

    with pytest.raises(Crash):
        carry_out(Run.begin(tmp_path / "cut", manifest()), GAME, 1, "", until_the_crash)
    results = tmp_path / "cut" / RESULTS
    kept = results.read_bytes()
    results.write_bytes(kept + b'{"task":9,"trials":[{"numb')  # a line torn by the crash
    going = Run.begin(tmp_path / "cut", manifest())
    assert len(going.done) == 9
    assert carry_out(going, GAME, jobs=1) == whole
    assert results.read_bytes().startswith(kept)
    for name in ("games.csv", "turns.csv", "report.html", "manifest.json", "games.parquet"):
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes(), name


def test_a_finished_run_is_only_read(tmp_path: Path) -> None:
    first = carry_out(Run.begin(tmp_path, manifest(6)), GAME, jobs=1)
    before = (tmp_path / RESULTS).read_bytes()
    assert carry_out(Run.begin(tmp_path, manifest(6)), GAME, jobs=1) == first
    assert (tmp_path / RESULTS).read_bytes() == before


def test_a_manifest_alone_gives_the_run_again(tmp_path: Path) -> None:
    carry_out(Run.begin(tmp_path / "old", manifest(6)), GAME, jobs=1)
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "manifest.json").write_bytes((tmp_path / "old" / "manifest.json").read_bytes())
    carry_out(Run.again(tmp_path / "new", load_game), GAME, jobs=2)
    assert (tmp_path / "new" / "games.csv").read_bytes() == (tmp_path / "old" / "games.csv").read_bytes()


def test_processes_change_nothing(tmp_path: Path) -> None:
    for jobs in (1, 2):
        carry_out(Run.begin(tmp_path / str(jobs), manifest(12)), GAME, jobs)
    for name in ("games.csv", "turns.csv", "report.html"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    Run.begin(tmp_path / "a", manifest(6, seed=1))
    with pytest.raises(SetupError, match="holds another run: its seed differ"):
        Run.begin(tmp_path / "a", manifest(6, seed=2))
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "letters.txt").write_text("private")
    with pytest.raises(SetupError, match="holds no run"):
        Run.begin(tmp_path / "b", manifest(6))
    with pytest.raises(SetupError, match=r"manifest\.json is missing"):
        Run.again(tmp_path / "b", load_game)


def test_results_that_are_no_results_are_told_by_line(tmp_path: Path) -> None:
    Run.begin(tmp_path, manifest(6))
    (tmp_path / RESULTS).write_text('{"task": 1}\n')
    with pytest.raises(SetupError, match="line 1"):
        Run.begin(tmp_path, manifest(6))


def test_other_components_than_the_manifests_are_refused() -> None:
    setting = make_setting(GAME)
    other = type(setting)(**{f: getattr(setting, f) for f in setting.__struct_fields__} | {"components": "old"})
    with pytest.raises(SetupError, match="not those of this run"):
        run_all(cut(plain_jobs((0, 0, 0), 1, 0), [other], [Contestant("random", "random")], 1), jobs=1)


def test_a_real_title_gives_its_figures_turn_by_turn(tmp_path: Path) -> None:
    game = load_game("cassino_1944")
    player = read_contestant("random")
    plan = plan_balance(game, make_setting(game, "campaign", {"weather": True}), player, 6, 2)
    run = Run.begin(tmp_path, plan)
    carry_out(run, game, jobs=2)
    trials = [trial for trials in run.done.values() for trial in trials]
    for trial in trials:
        turns = [point["turn"] for point in trial.curve]
        assert turns == [float(k + 1) for k in range(len(turns))]
        lost = [point["allied_lost"] for point in trial.curve]
        assert lost == sorted(lost)
        assert trial.length > 0
    assert "vp" in (tmp_path / "turns.csv").read_text().splitlines()[0]


@pytest.mark.parametrize("name", ["cassino_1944", "cities_of_the_damned", "thunder_at_cassino"])
def test_weights_of_its_own_change_how_a_player_values_a_position(name: str) -> None:
    game = load_game(name)
    mind = mind_of(game)
    state = Match.start(game, lambda ask: tuple(1 for _ in ask.dice) if hasattr(ask, "dice") else ask.pool[0][0]).state
    doubled = {name: 2 * value for name, value in mind.weights.items()}
    assert sum(mind.terms(state, 0, doubled).values()) == pytest.approx(2 * sum(mind.terms(state, 0).values()), rel=0.2)
    assert mind.evaluate(state, 0, doubled) != mind.evaluate(state, 0)
    player = seat_player(game, Contestant("x", "greedy", 1.0, {next(iter(doubled)): 7.5}), "0")
    assert isinstance(player, Planner)
    assert player.weights == {**mind.weights, next(iter(doubled)): 7.5}


def test_a_level_goes_by_weights_of_its_own() -> None:
    game = load_game("cassino_1944")
    mind = mind_of(game)
    players = [make_player(level, game) for level in ("recruit", "greedy", "veteran", "general")]
    found = [player.weights for player in players if isinstance(player, Planner)]
    assert found == [mind.weights, mind.weights, mind.weights_of("veteran"), mind.weights_of("general")]
    assert mind.weights_of("veteran")["german.ground"] < mind.weights["ground"]
    assert "allied.ground" in mind.weights_of("veteran") and "allied.ground" not in mind.weights_of("general")


def test_a_side_may_have_a_weight_of_its_own() -> None:
    """The same position, valued by both seats: only the German goes by the German weight."""
    game = load_game("cassino_1944")
    mind, state = mind_of(game), Match.start(game, Seeded(1)).state
    worth = Valuation(game)
    worth.weigh({**mind.weights, "german.guard": 0.0})
    assert worth(state, 0) == mind.evaluate(state, 0)
    assert worth(state, 1) == mind.evaluate(state, 1, {**mind.weights, "guard": 0.0}) != mind.evaluate(state, 1)
    with pytest.raises(SetupError, match=r"no weight 'polish\.guard'"):
        seat_player(game, Contestant("x", "greedy", 1.0, {"polish.guard": 1.0}), "0")


def forget(package: str) -> None:
    """Empty every cache of a package."""
    for name, module in list(sys.modules.items()):
        if name.startswith(package):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


@pytest.mark.parametrize("name", ["cassino_1944", "cities_of_the_damned", "thunder_at_cassino"])
def test_what_an_evaluation_remembers_does_not_depend_on_the_weights(name: str) -> None:
    """Tuning lets players with other weights take turns in one process: neither may meet the other's values."""
    game = load_game(name)
    mind = mind_of(game)
    others = {term: weight * (3.0 if k % 2 else 0.4) for k, (term, weight) in enumerate(mind.weights.items())}
    match, rng = Match.start(game, Seeded(3)), random.Random(3)
    compared = 0
    for number in range(120):
        if match.decision is None:
            break
        if number % 6 == 0:
            seat = match.decision.seat
            view, side = match.view(seat), match.state.seats.index(seat)
            forget(game.package)
            cold = mind.evaluate(view, side, others)
            forget(game.package)
            mind.evaluate(view, side)
            assert mind.evaluate(view, side, others) == cold
            compared += 1
        match.answer(match.decision.seat, rng.choice(match.decision.options))
    assert compared > 5


def test_a_weight_the_title_does_not_have_is_refused() -> None:
    with pytest.raises(SetupError, match="drill has no weight 'valour'; it has: losses, spread"):
        seat_player(GAME, Contestant("x", "greedy", 1.0, {"valour": 1.0}), "0")


def test_a_task_is_the_same_for_a_process_that_knows_nothing() -> None:
    """What crosses to a worker is JSON, and the title is found by its package."""
    import msgspec

    task = cut(round_robin(2, 3, 1, 5), [make_setting(GAME)], [read_contestant("random")] * 2, 50)[0]
    told = msgspec.json.decode(play_bytes(msgspec.json.encode(task)))
    assert [trial["number"] for trial in told] == list(range(6))


@pytest.mark.parametrize("level", ["veteran", "general"])
def test_players_with_a_time_for_each_decision_do_not_depend_on_the_machine(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their time is measured by work: a clock that jumps changes nothing, and the general has use for more time."""
    game = load_game("cassino_1944")

    def answers(budget: float) -> tuple[list[object], float]:
        """What the player answers to some questions of a random game, and how long that took him by his clock."""
        match, rng = Match.start(game, Seeded(2), "avenger"), random.Random(2)
        player = seat_player(game, Contestant(level, level, budget), "1")
        given: list[object] = []
        for number in range(30):
            decision = match.decision
            assert decision is not None
            if number % 5 == 0:
                given.append(player.choose(match.view(decision.seat), decision, decision.seat))
            match.answer(decision.seat, rng.choice(decision.options))
        assert isinstance(player, Planner)
        return given, player.clock()

    before = answers(0.02)
    jumps = iter(range(0, 10**9, 1000))
    monkeypatch.setattr("time.monotonic", lambda: float(next(jumps)))
    assert answers(0.02) == before
    if level == "general":
        assert answers(0.6)[1] > before[1]
