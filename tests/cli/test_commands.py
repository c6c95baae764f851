"""Each command doing what it is for."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grognard import __version__
from grognard.cli.choices import find_seat, read_levels, read_seats
from grognard.core import CHANCE, Fair, Match, load_game, load_record, save_record
from grognard.core.record import encode_record
from grognard.lab import wilson
from tests.cli.conftest import Run, one_line


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"grognard {__version__}\n"


def test_help_names_every_command(run: Run) -> None:
    told = run("--help").stdout
    for command in ("games", "play", "serve", "replay", "simulate", "cases", "check", "patch"):
        assert f" {command} " in told


def test_games_lists_titles_and_one_titles_options(run: Run) -> None:
    assert "The drill" in run("games").stdout
    told = run("games", "drill").stdout
    assert "The whole drill. Two turns." in told
    assert "no_storm" in told and "4.1" in told


OPENED = """
import sys
from typer.testing import CliRunner
from grognard.cli import app
shelf = CliRunner().invoke(app, ["games"], env={"COLUMNS": "160"})
print(shelf.stdout)
print("opened:", [name for name in sys.modules if name.startswith("grognard.games.") or name == "numpy"])
"""


def test_the_shelf_opens_no_box() -> None:
    told = subprocess.run([sys.executable, "-c", OPENED], capture_output=True, text=True, check=True).stdout
    for name in ("battle_for_cassino", "dark_victory", "second_front_now"):
        assert load_game(name).title in told
    assert "SPI 1978" in told and "opened: []" in told


@pytest.mark.parametrize(
    ("given", "players"),
    [
        ([], ["human", "greedy", "greedy"]),
        (["Red=greedy"], ["greedy", "human", "greedy"]),
        (["blue=human"], ["greedy", "human", "greedy"]),
        (["3=human", "R=random"], ["random", "greedy", "human"]),
        (["Red=human", "Blue=human", "Green=human"], ["human", "human", "human"]),
        (["Red=random", "Blue=random", "Green=random"], ["random", "random", "random"]),
    ],
)
def test_seats_not_named_leave_one_person_at_the_keyboard(given: list[str], players: list[str]) -> None:
    assert read_seats(load_game("drill"), 3, given) == players


def test_one_level_serves_all_seats() -> None:
    assert read_levels(load_game("drill"), 3, "greedy") == ["greedy", "greedy", "greedy"]
    assert find_seat(load_game("drill"), 3, "gr") == 2


def test_replay_shows_log_and_result(run: Run, saved: Path) -> None:
    result = run("replay", saved)
    assert result.exit_code == 0
    assert "The drill  The whole drill" in result.stdout
    assert "The bids are" in result.stdout
    assert "Units left: " in result.stdout


def test_replay_of_an_unfinished_game_tells_nothing_hidden(run: Run, saved: Path) -> None:
    """Until a reveal, units move unnamed, also in the line that says whose turn it is."""
    for to in range(4, 40):
        told = run("replay", saved, "--to", to).stdout
        if "seen clearly" in told or "fired at" in told:
            break
        assert not re.search(r"(Red|Blue|Green) \d", told)
        assert " is to answer" in told
    else:
        pytest.fail("nothing was ever revealed")


def test_verify_proves_digests(run: Run, saved: Path) -> None:
    result = run("replay", saved, "--verify")
    assert result.exit_code == 0
    count = len(load_record(saved).entries)
    rolls = sum(1 for entry in load_record(saved).entries if entry.who == CHANCE)
    assert result.stdout == (
        f"whole.json: {count} entries, every answer legal, every digest the same\n"
        f"whole.json: not proven: its {rolls} rolls (the record holds no secret of its dice)\n"
    )


def test_verify_says_which_dice_it_did_not_prove(run: Run, tmp_path: Path) -> None:
    fair_game(tmp_path / "fair.json")
    told = json.loads((tmp_path / "fair.json").read_text())
    told["rolled_before"] = len(told["entries"])
    (tmp_path / "fair.json").write_text(json.dumps(told))
    result = run("replay", "fair.json", "--verify")
    assert ", 0 fair rolls proven\n" in result.stdout
    assert re.search(r"not proven: the [1-9]\d* rolls up to entry \d+, made before these dice", result.stdout)


def fair_game(path: Path) -> None:
    """A drill played with fair dice to its end."""
    match = Match.start(load_game("drill"), Fair(b"a secret of thirty-two bytes ...", ("ann", "bob")))
    while match.decision is not None:
        match.answer(match.decision.seat, match.decision.options[0])
    save_record(match.record, path)


def test_verify_proves_fair_dice(run: Run, tmp_path: Path) -> None:
    fair_game(tmp_path / "fair.json")
    result = run("replay", "fair.json", "--verify")
    assert re.search(r", [1-9]\d* fair rolls proven\n", result.stdout)


def test_verify_finds_another_secret(run: Run, tmp_path: Path) -> None:
    fair_game(tmp_path / "fair.json")
    record = load_record(tmp_path / "fair.json")
    record.secret = "00" * 32
    (tmp_path / "fair.json").write_bytes(encode_record(record))
    one_line(run("replay", "fair.json", "--verify"), "committed")


def test_verify_finds_players_strings_changed(run: Run, tmp_path: Path) -> None:
    fair_game(tmp_path / "fair.json")
    record = load_record(tmp_path / "fair.json")
    record.strings = ["ann", "eve"]
    (tmp_path / "fair.json").write_bytes(encode_record(record))
    one_line(run("replay", "fair.json", "--verify"), "the secret gives")


def test_patch_fits_a_record_of_older_rules(run: Run, saved: Path) -> None:
    record = load_record(saved)
    record.rules_version = 0
    old = encode_record(record)
    saved.write_bytes(old)
    result = run("patch", saved)
    assert result.exit_code == 0
    assert "played under rules version 0 of drill, here is 1" in result.stdout
    assert saved.read_bytes() == old
    assert run("replay", saved.with_name("whole.json.patched"), "--verify").exit_code == 0


def test_patch_reports_the_first_entry_that_no_longer_fits(run: Run, saved: Path) -> None:
    record = load_record(saved)
    del record.entries[4]
    saved.write_bytes(encode_record(record))
    one_line(run("patch", saved, "--output", "new.json"), "first entry that no longer fits", "entry 5")
    assert len(load_record(Path("new.json")).entries) == 4


def test_a_simulation_counts_every_game_once(run: Run) -> None:
    result = run("simulate", "drill", "--games", 12, "--seats", "random,greedy,random", "--jobs", 1, "--seed", 4)
    assert result.exit_code == 0
    assert "The drill: 12 games" in result.stdout
    assert "95 % interval" in result.stdout
    assert re.search(r"left +│ 12 +│ 100.0%", result.stdout)


def test_the_same_seed_gives_the_same_games_whatever_the_jobs_and_with_records(run: Run) -> None:
    def results(*more: object) -> str:
        told = run("simulate", "drill", "--games", 9, "--seats", "random,random,greedy", *more)
        assert told.exit_code == 0
        return re.sub(r"[\d,]+ decisions/s, [\d.]+ games/s", "", told.stdout)

    alone = results("--seed", 11, "--jobs", 1)
    assert results("--seed", 11, "--jobs", 2) == alone
    assert results("--seed", 11, "--jobs", 2, "--save", "games") == alone
    assert len(list(Path("games").iterdir())) == 9
    assert results("--seed", 12, "--jobs", 1) != alone


def test_saved_simulations_replay(run: Run, tmp_path: Path) -> None:
    assert run("simulate", "drill", "--games", 2, "--jobs", 1, "--save", "games").exit_code == 0
    assert ": 1 game " in run("simulate", "drill", "--games", 1, "--jobs", 1).stdout, "one game is no games"
    for path in (tmp_path / "games").iterdir():
        assert run("replay", path, "--verify").exit_code == 0


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (1, 3, 0.0615, 0.7923)],
)
def test_wilson_interval_against_published_values(won: int, games: int, low: float, high: float) -> None:
    assert tuple(wilson(won, games)) == pytest.approx((low, high), abs=5e-4)


def test_check_reports_the_invariants_of_each_scenario(run: Run) -> None:
    result = run("check", "drill")
    assert result.exit_code == 0
    assert "✓ the set-up of whole breaks no invariant" in result.stdout


def test_completion_offers_titles() -> None:
    words = {"_GROGNARD_COMPLETE": "complete_bash", "COMP_WORDS": "grognard play cas", "COMP_CWORD": "2"}
    command = [sys.executable, "-c", "from grognard.cli import main; main()"]
    told = subprocess.run(command, capture_output=True, text=True, env=os.environ | words, check=False)
    assert told.stdout.split() == ["cassino_1944"]
