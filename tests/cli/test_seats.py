"""Seats that an option adds, on the command line."""

from pathlib import Path

from grognard.cli.choices import find_seat, read_levels
from grognard.core import load_game, load_record
from tests.cli.conftest import Run, one_line

DUAL = ("dark_victory", "--scenario", "long_barracks", "--option", "dual=on")


def test_three_computers_play_and_each_side_is_counted(run: Run) -> None:
    told = run("simulate", *DUAL, "--games", 1, "--jobs", 1)
    assert told.exit_code == 0, told.output
    assert "Second Mexican" in told.stdout
    alone = run("simulate", *DUAL[:3], "--games", 1, "--jobs", 1)
    assert alone.exit_code == 0, alone.output
    assert "Texan" in alone.stdout and "Second Mexican" not in alone.stdout


def test_a_person_takes_the_third_seat(run: Run) -> None:
    told = run(
        "play", *DUAL, "--seat", "Second=human", "--seat", "Mexican=random", "--seed", 1, typed="save mine.json\n"
    )
    assert told.exit_code == 0, told.output
    record = load_record(Path("mine.json"))
    assert record.seats == ["random", "greedy", "human"] and record.options["dual"] is True


def test_without_the_option_there_is_no_third_seat(run: Run) -> None:
    one_line(run("play", "dark_victory", "--seat", "Second=human"), "no seat 'Second'", "Mexican, Texan")
    one_line(run("simulate", *DUAL, "--seats", "random,random"), "3 seats", "not 2")
    game = load_game("dark_victory")
    assert find_seat(game, 3, "second") == 2 and read_levels(game, 3, "random") == ["random"] * 3


def test_the_title_tells_which_option_adds_a_seat(run: Run) -> None:
    told = run("games", "dark_victory").stdout
    assert "Seats: Mexican, Texan\n" in told and "With dual=on: Mexican, Texan, Second Mexican\n" in told
