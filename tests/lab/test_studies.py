"""What the studies conclude from trials: scores, verdicts, sweeps, tuned weights."""

import math
import random
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from grognard.core import SetupError, load_game, mind_of
from grognard.lab import Trial, make_setting, read_contestant
from grognard.lab.arena import encounters, pair_scores, plan_arena, study_arena
from grognard.lab.balance import curves, study_balance, verdict
from grognard.lab.findings import Bars, Lines
from grognard.lab.runner import run_all
from grognard.lab.store import Run, make_manifest
from grognard.lab.study import carry_out
from grognard.lab.sweep import lay_tables, plan_sweep, read_axis, study_sweep, vary, with_digest
from grognard.lab.tune import climb, plan_tune, weights_text
from grognard.tables import flat_weights
from tests.drill import GAME

CASSINO = load_game("cassino_1944")


def trial(
    number: int, winners: tuple[int, ...], seats: tuple[int, ...] = (0, 0), pair: int = 0, vp: float = 0.0
) -> Trial:
    sides = tuple(range(len(seats))) if len(seats) > 1 else (0, -1)
    point = {"vp": vp, "turn": 1.0}
    return Trial(number, pair, seats, 0, sides, winners, "end", (), tuple(1 for _ in seats), (point,))


def record(first: int, second: int, drawn: int = 0) -> list[Trial]:
    winners = [(0,)] * first + [(1,)] * second + [()] * drawn
    return [trial(k, w) for k, w in enumerate(winners)]


def test_a_lopsided_record_names_the_favourite_and_how_sure_we_are() -> None:
    told = verdict(CASSINO, record(71, 29))
    assert told[0] == "The Allied side is favoured: it won 71 % (61 to 79 %) of 100 decided games."
    assert told[1].startswith("An even game would look this lopsided once in ")


def test_an_even_record_names_nobody_and_says_what_would_be_needed() -> None:
    told = verdict(CASSINO, record(48, 52))
    assert told[0].startswith("No side is shown to be favoured: the German side won 52 % (42 to 62 %)")
    assert told[1] == "To tell such a share from an even game takes about 783 decided games."
    assert verdict(CASSINO, record(4, 0))[1] == "To tell such a share from an even game takes a few more games."
    assert verdict(CASSINO, record(5000, 5000))[1] == "If there is an advantage at all, it is smaller than 1 %."


def test_draws_are_left_out_of_the_verdict_but_told() -> None:
    told = verdict(CASSINO, record(30, 5, 15))
    assert "of 35 decided games (15 of 50 games were drawn)" in told[0]
    assert verdict(CASSINO, record(0, 0, 4)) == ["All 4 games were drawn; no side is favoured."]


def test_a_small_advantage_shown_by_many_games_is_called_slight() -> None:
    assert "favoured, perhaps only slightly: it won 53 %" in verdict(CASSINO, record(5300, 4700))[0]


def test_scores_follow_the_player_not_the_seat() -> None:
    games = [trial(0, (0,), (0, 1)), trial(1, (0,), (1, 0)), trial(2, (1,), (1, 0), pair=1), trial(3, (), (0, 1), 1)]
    met = encounters(games)
    assert [e.score for e in met] == [1.0, 0.0, 1.0, 0.5]
    assert pair_scores(met) == [0.5, 0.75]


def test_bids_that_swap_sides_do_not_swap_players() -> None:
    swapped = replace(trial(0, (0,), (0, 1)), sides=(1, 0))  # the first side is played by the second seat
    assert [e.score for e in encounters([swapped])] == [0.0]


def test_in_a_duplicate_the_better_result_with_the_same_side_counts() -> None:
    def game(number: int, won: int, seats: tuple[int, int], pair: int, margin: float) -> Trial:
        return replace(trial(number, (won,), seats, pair), margin=margin)

    games = [
        *(game(0, 1, (0, 1), 0, -40.0), game(1, 1, (1, 0), 0, -48.0)),  # the second side wins both
        *(game(2, 1, (0, 1), 1, -35.0), game(3, 0, (1, 0), 1, -36.0)),  # a win comes before the margin
        *(game(4, 1, (0, 1), 2, -40.0), game(5, 1, (1, 0), 2, -40.0)),
        game(6, 1, (0, 1), 3, -40.0),  # half a pair says nothing
    ]
    assert [e.score for e in encounters(games, duplicate=True)] == [1.0, 0.0, 0.5]


def test_lone_players_are_compared_on_the_same_dice() -> None:
    games = [
        *(trial(0, (0,), (0,)), trial(1, (1,), (1,))),
        *(trial(2, (1,), (0,), 1, vp=4.0), trial(3, (1,), (1,), 1, vp=9.0)),
        *(trial(4, (0,), (0,), 2, vp=3.0), trial(5, (0,), (1,), 2, vp=3.0)),
    ]
    assert [e.score for e in encounters(games)] == [1.0, 0.0, 0.5]


def test_curves_have_the_mean_of_the_games_that_lasted() -> None:
    long = replace(trial(0, ()), curve=({"vp": 1.0, "turn": 1.0}, {"vp": 5.0, "turn": 2.0}))
    short = replace(trial(1, ()), curve=({"vp": 3.0, "turn": 1.0},))
    (chart,) = curves(CASSINO, [long, short])
    assert isinstance(chart, Lines)
    assert chart.title == "VP by turn"
    assert chart.series[0].x == [1.0, 2.0]
    assert chart.series[0].middle == [2.0, 5.0]


def test_a_title_for_one_is_told_as_such() -> None:
    cities = load_game("cities_of_the_damned")
    lone = [trial(0, (0,), (0,)), trial(1, (1,), (1,))]
    players = [read_contestant("random"), read_contestant("greedy")]
    plan = make_manifest("balance", cities, [make_setting(cities)], players, 1, 0)
    title = "Cities of the Damned: Cassino, campaign: the balance with a random player alone"
    assert study_balance(cities, plan, lone).title == title
    by_side = study_arena(cities, plan, lone).grids[2]
    assert by_side.heading == ("player", "Allied")
    assert {row[0]: row[1].split(" (")[0] for row in by_side.rows} == {"random": "100 %", "greedy": "0 %"}


def test_what_both_sides_have_is_in_one_chart() -> None:
    point = {"stars": 1.0, "allied_lost": 2.0, "german_lost": 3.0, "turn": 1.0}
    stars, lost = curves(CASSINO, [replace(trial(0, ()), curve=(point,))])
    assert isinstance(stars, Lines) and isinstance(lost, Lines)
    assert [series.name for series in stars.series] == ["stars"]
    assert lost.title == "Lost by turn"
    assert [(series.name, series.middle) for series in lost.series] == [("Allied", [2.0]), ("German", [3.0])]


def test_a_balance_tells_endings_in_words_and_decisions_by_side() -> None:
    """Also where bids gave the first side to the second seat."""
    ended = replace(trial(0, (1,)), key="time_out", numbers=(4, 9), decisions=(30, 20), sides=(1, 0))
    plan = make_manifest("balance", CASSINO, [make_setting(CASSINO)], [read_contestant("random")], 1, 0)
    _, endings, figures = study_balance(CASSINO, plan, [ended]).grids
    sentence = "German victory: the last turn ends with 4 of 9 victory points."
    assert endings.rows == [("time out", "1", "100 %", sentence)]
    told = {row[0]: row[1] for row in figures.rows}
    assert (told["decisions"], told["Allied decisions"], told["German decisions"]) == ("50", "20", "30")


def test_the_arena_ranks_players_by_what_they_won(tmp_path: Path) -> None:
    game = load_game("cassino_1944")
    players = [read_contestant("random"), read_contestant("recruit")]
    found = carry_out(Run.begin(tmp_path, plan_arena(game, make_setting(game, "avenger"), players, 8, 1)), game, jobs=2)
    versus, ratings, by_side = found.grids
    assert versus.rows[0][0] == "recruit - random"
    won, drawn, lost = (int(cell) for cell in versus.rows[0][1:4])
    assert (won + drawn + lost, drawn) == (8, 0)
    assert won > lost
    assert [row[0] for row in ratings.rows] == ["recruit", "random"]
    assert by_side.heading == ("player", "Allied", "German")
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == 1
    assert "http://" not in page.replace("http://www.w3.org", "").replace("http://purl.org", "").replace(
        "http://creativecommons.org", ""
    )


def test_an_arena_of_one_is_refused() -> None:
    with pytest.raises(SetupError, match="at least two"):
        plan_arena(GAME, make_setting(GAME), [read_contestant("random")], 2, 0)
    with pytest.raises(SetupError, match="same name"):
        plan_arena(GAME, make_setting(GAME), [read_contestant("random")] * 2, 2, 0)


def test_balance_of_three_sides_speaks_of_the_first() -> None:
    trials = [trial(k, (1,), (0, 0, 0)) for k in range(30)]
    plan = make_manifest("balance", GAME, [make_setting(GAME)], [read_contestant("random")], 30, 0)
    found = study_balance(GAME, plan, trials)
    assert found.verdict == ["The Blue side is favoured: it won 100 % (89 to 100 %) of 30 games."]


def test_a_sweep_over_options_and_scenarios_is_a_grid_on_the_same_dice(tmp_path: Path) -> None:
    axes = [read_axis("scenario=campaign,avenger"), read_axis("weather=on,off")]
    plan = plan_sweep(CASSINO, make_setting(CASSINO), axes, read_contestant("random"), 3, 4)
    assert [setting.label for setting in plan.settings] == [
        "scenario=campaign, weather=on",
        "scenario=campaign, weather=off",
        "scenario=avenger, weather=on",
        "scenario=avenger, weather=off",
    ]
    assert [setting.options["weather"] for setting in plan.settings] == [True, False, True, False]
    found = carry_out(Run.begin(tmp_path, plan), CASSINO, jobs=1)
    assert len(found.verdict) == len(found.grids[0].rows) == 4
    assert found.grids[1].title == "Change against scenario=campaign, weather=on"
    assert len(found.grids[1].rows) == 3
    assert isinstance(found.charts[0], Bars)
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 13


def test_a_cell_of_a_table_is_changed_in_processes_that_load_the_title_anew(tmp_path: Path) -> None:
    """All Allied regiments but one as strong as can be, against themselves: the digest and the games differ."""
    axes = [read_axis("units.csv:34/133:combat_strength=1,9")]
    plan = plan_sweep(CASSINO, make_setting(CASSINO), axes, read_contestant("greedy"), 1, 4)
    weak, strong = plan.settings
    assert len({weak.components, strong.components, CASSINO.components()}) == 3
    run = Run.begin(tmp_path, replace(plan, contestants=(read_contestant("random"),), games=4))
    carry_out(run, CASSINO, jobs=1)
    by_setting = [[t.curve for ts in run.done.values() for t in ts if t.setting == k] for k in (0, 1)]
    assert by_setting[0] != by_setting[1]


def test_tables_that_do_not_fit_are_refused_before_anything_is_played() -> None:
    setting = make_setting(CASSINO)
    with pytest.raises(SetupError, match=r"units\.csv, row 2, column combat_strength"):
        with_digest(vary(CASSINO, setting, "units.csv:34/133:combat_strength", "many"))
    for name, words in (
        ("units.csv:34/133:valour", "no column 'valour'"),
        ("units.csv:99/99:combat_strength", "0 rows called '99/99'"),
        ("units.csv:34/133", "file:row:column"),
        ("nothing.csv:a:b", "nothing.csv"),
    ):
        with pytest.raises(SetupError, match=words):
            vary(CASSINO, setting, name, "1")
    for text in ("weather", "weather=", "=on", "weather=on,on"):
        with pytest.raises(SetupError):
            read_axis(text)


def test_a_sweep_may_begin_from_positions_and_owners_folders(tmp_path: Path) -> None:
    (tmp_path / "late.toml").write_text('scenario = "campaign"\nturn = 6\n')
    setting = vary(CASSINO, make_setting(CASSINO), "position", str(tmp_path / "late.toml"))
    from grognard.lab.balance import balance_tasks, plan_balance

    plan = plan_balance(CASSINO, setting, read_contestant("random"), 3, 0)
    trials = run_all([task for _, task in balance_tasks(CASSINO, plan)], jobs=1)
    assert {point["turn"] for t in trials for point in t.curve} == {6.0}
    (tmp_path / "mine").mkdir()
    with pytest.raises(SetupError, match="holds no component files"):
        lay_tables(CASSINO, setting, tmp_path / "mine")
    (tmp_path / "mine" / "crt.csv").write_text("x")
    assert lay_tables(CASSINO, setting, tmp_path / "mine").tables == {"crt.csv": "x"}


def test_tuning_is_reproducible_and_leaves_the_shipped_weights_alone(tmp_path: Path) -> None:
    shipped = dict(mind_of(GAME).weights)
    plan = plan_tune(GAME, make_setting(GAME), read_contestant("recruit"), 3, 12, 6, 7)
    for jobs in (1, 2):
        found = carry_out(Run.begin(tmp_path / str(jobs), plan), GAME, jobs)
    texts = [(tmp_path / str(jobs) / "weights.toml").read_text() for jobs in (1, 2)]
    assert texts[0] == texts[1]
    tuned = tomllib.loads(texts[0])
    assert set(tuned) == set(shipped)
    assert tuned != shipped
    assert shipped == mind_of(GAME).weights
    assert [row[0] for row in found.grids[0].rows] == ["losses", "spread"]
    with pytest.raises(SetupError, match="no use for weights"):
        plan_tune(GAME, make_setting(GAME), read_contestant("random"), 1, 1, 2, 0)


def test_the_search_climbs_to_the_weights_that_win() -> None:
    """A made-up title: whoever is nearer to the best weights wins more often, by chance."""
    best = {"ground": 0.8, "blood": -0.5, "guard": 0.3}
    rng = random.Random(1)

    def badness(point: dict[str, float]) -> float:
        return sum((point[name] - best[name]) ** 2 for name in best)

    def score(k: int, up: dict[str, float], down: dict[str, float]) -> float:
        likely = 1 / (1 + math.exp(badness(up) - badness(down)))
        return sum(rng.random() < likely for _ in range(40)) / 40

    way, scores = climb(list(best), 300, 5, score)
    half = way[len(way) // 2 :]
    reached = {name: sum(point[name] for point in half) / len(half) for name in best}
    assert badness(reached) < 0.1 * badness(way[0])
    assert len(scores) == 300


def test_a_change_of_settings_is_measured_game_by_game() -> None:
    """The second setting turns one loss in four into a win; on the same dice that is sure after eighty games."""
    settings = [replace(make_setting(CASSINO), label=label) for label in ("old", "new")]
    plan = make_manifest("sweep", CASSINO, settings, [read_contestant("random")], 80, 0)
    old = [trial(k, (k % 2,), pair=k) for k in range(80)]
    new = [replace(trial(80 + k, (0 if k % 4 == 1 else k % 2,), pair=k), setting=1) for k in range(80)]
    new[1::4] = [replace(each, decisions=(7, 7)) for each in new[1::4]]
    (row,) = study_sweep(CASSINO, plan, old + new).grids[1].rows
    assert row == ("new", "+25 % (+14 to +34 %)", "-25 % (-34 to -14 %)", "20 of 80")


def test_a_few_games_that_all_came_out_alike_do_not_prove_that_nothing_changed() -> None:
    settings = [replace(make_setting(CASSINO), label=label) for label in ("old", "new")]
    plan = make_manifest("sweep", CASSINO, settings, [read_contestant("random")], 6, 0)
    games = [replace(trial(6 * k + pair, (0,), pair=pair), setting=k) for k in (0, 1) for pair in range(6)]
    (row,) = study_sweep(CASSINO, plan, games).grids[1].rows
    assert row == ("new", "+0 % (-35 to +35 %)", "+0 % (-35 to +35 %)", "0 of 6")


def test_new_weights_keep_the_comments_of_the_file() -> None:
    text = weights_text(CASSINO, {**mind_of(CASSINO).weights, "ground": 12.0})
    old = (CASSINO.folder / "data" / "weights.toml").read_text(encoding="utf-8")
    shared = old.partition("\n[")[0].rstrip()
    assert tomllib.loads(text) == {**tomllib.loads(shared), "ground": 12.0}
    assert [line.partition("#")[2] for line in text.splitlines()] == [
        line.partition("#")[2] for line in shared.splitlines()
    ]


def test_weights_of_one_side_are_written_and_read_as_its_table() -> None:
    moved = {**mind_of(CASSINO).weights, "german.threat": 2.5, "german.guard": 1.0, "allied.ground": 4.0}
    text = weights_text(CASSINO, moved)
    assert tomllib.loads(text)["german"] == {"threat": 2.5, "guard": 1.0}
    assert flat_weights(tomllib.loads(text)) == moved
