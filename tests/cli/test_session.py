"""A game at the terminal: what each person sees, and the commands besides answering."""

from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import tests.drill  # noqa: F401  # registers the drill
from grognard.bots import make_player
from grognard.cli.session import Session
from grognard.core import Match, Seeded, load_game, load_record, replay

PEOPLE = ("human", "human", "human")
ALONE = ("human", "random", "random")


def sit(
    lines: Iterable[str], seats: Sequence[str] = ALONE, match: Match[Any] | None = None, file: Path | None = None
) -> tuple[Match[Any], str]:
    """Play with these lines typed, the drill if no match is given; the match and everything that was printed."""
    match = match or Match.start(load_game("drill"), Seeded(2), seats=seats)
    players = [None if s == "human" else make_player(s, match.game, k) for k, s in enumerate(seats)]
    page = StringIO()
    typed = iter(lines)

    def read() -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    console = Console(file=page, width=140, highlight=False)
    Session(match, players, console, read, interactive=True, file=file).run()
    return match, page.getvalue()


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_first_lines_say_what_is_played_and_how_to_get_help() -> None:
    game = load_game("drill")
    _, page = sit([], ALONE, Match.start(game, Seeded(2), "whole", {"no_storm": True}, ALONE))
    assert page.startswith("The drill: The whole drill, No storm.\nAnswer with a number or text; help lists")


def test_a_question_shows_its_case_and_numbered_options() -> None:
    _, page = sit([])
    assert "Red (human): Where shall your barrage fall? (1.1)" in page
    assert "  1 Barrage on 0202 plot 0202" in page


@pytest.mark.parametrize("line", ["1", "plot 0202", "PLOT  0202", "Barrage on 0202", "barrage on 02020"[:-1]])
def test_an_answer_by_number_text_or_label(line: str) -> None:
    match, _ = sit([line])
    assert match.game.texts.show(match.record.entries[0].answer) == "plot 0202"


@pytest.mark.parametrize(("line", "text"), [("plot ce", "plot cellar"), ("barrage on f", "plot farm")])
def test_an_unambiguous_beginning_is_enough(line: str, text: str) -> None:
    match, _ = sit([line])
    assert match.game.texts.show(match.record.entries[0].answer) == text


def test_an_ambiguous_beginning_asks_again() -> None:
    match, page = sit(["plot 02"])
    assert "'plot 02' may mean plot 0202, plot 0201, plot 0203" in page
    assert not match.record.entries


def test_nonsense_points_to_help() -> None:
    match, page = sit(["fly", "help"])
    assert "'fly' is neither an option nor a command; `help` lists the commands" in page
    assert "why TEXT     why an answer is not allowed" in page
    assert not match.record.entries


def test_why_explains_a_refused_idea_with_its_case() -> None:
    _, page = sit(["why bid 2", "why plot farm", "why 1", "why jump"])
    assert "bid 2: That is not among the choices of this moment. (1.1)" in page
    assert "plot farm: That is allowed." in page
    assert "plot 0202: That is allowed." in page
    assert "unknown verb 'jump'" in page


def test_the_same_refusal_answers_an_option_that_is_not_offered() -> None:
    match, page = sit(["bid 2"])
    assert "That is not among the choices of this moment. (1.1)" in page
    assert not match.record.entries


def test_computer_moves_appear_as_log_lines_and_stay_hidden_where_they_are() -> None:
    _, page = sit(["1", "1"])
    assert "Blue folds a slip. (1.1)" in page
    assert "The bids are" in page
    for name in load_game("drill").names["UnitId"]:
        if not name.startswith("Red"):
            assert f"{name} (" not in page.partition("is seen clearly")[0]


def test_dice_appear_in_the_log() -> None:
    match, page = sit(["1", "1", "log"])
    rolls = [e for e in match.record.entries if e.who == -1 and isinstance(e.answer, tuple)]
    assert all(f"Break the tie: {' '.join(map(str, e.answer))}" in page for e in rolls if e.ask == "tie")


def test_log_with_a_number_shows_the_last_lines_only() -> None:
    _, page = sit(["1", "log 1"])
    tail = page.rpartition("> ")[0].rpartition("> ")[2]
    assert [line for line in tail.splitlines() if line.strip()] == ["   3 Green folds a slip. (1.1)"]


def test_undo_takes_the_last_answer_back_but_not_another_seats() -> None:
    game = load_game("drill")
    match = Match.start(game, Seeded(2), seats=("human", "human", "human"))
    while not (match.decision and match.decision.prompt == "act"):
        assert match.decision is not None
        match.answer(match.decision.seat, match.decision.options[0])
    before = len(match.record.entries)
    match, page = sit(["", "1", "undo", "undo", "quit"], PEOPLE, match)
    assert "Taken back." in page
    assert "Nothing to take back: dice, a reveal or another seat's turn lies between." in page
    assert len(match.record.entries) == before


def test_hot_seat_draws_a_curtain_before_every_change_of_hands_and_leaves_no_secret_behind() -> None:
    _, page = sit(["", "plot farm", "", "plot mill", "", "plot wood"], PEOPLE)
    pages = page.split("Pass the keyboard to ")
    assert [p.partition(" ")[0] for p in pages[1:5]] == ["Red", "Blue", "Green", "Red"]
    assert "Blue (human): Where shall your barrage fall?" in pages[2]
    assert "Red (human)" not in pages[2]
    assert all("farm" not in p.partition("Where shall")[0] for p in pages[2:])


def test_one_person_needs_no_curtain() -> None:
    _, page = sit(["1", "1"])
    assert "Pass the keyboard" not in page


def test_save_and_go_on_where_it_was_left(tmp_path: Path) -> None:
    _, page = sit(["1", "save mine.json", "1", "quit"])
    assert "Saved to mine.json" in page
    record = load_record(tmp_path / "mine.json")
    match = replay(record)
    assert match.decision is not None and match.decision.seat == 0
    match.chance = Seeded(9)
    again, _ = sit(["1"], ALONE, match, tmp_path / "mine.json")
    assert len(again.record.entries) > len(record.entries)


def test_leaving_keeps_what_was_not_saved(tmp_path: Path) -> None:
    match, page = sit(["1", "quit"])
    (path,) = tmp_path.iterdir()
    assert f"Saved to {path.name}" in page
    assert load_record(path).entries == match.record.entries


def test_end_of_input_leaves_like_quit(tmp_path: Path) -> None:
    sit(["1"])
    assert len(list(tmp_path.iterdir())) == 1


def test_leaving_at_once_writes_nothing(tmp_path: Path) -> None:
    sit(["quit"])
    assert not list(tmp_path.iterdir())


def test_computers_alone_play_to_a_result_watched_as_a_spectator() -> None:
    match, page = sit([], ("random", "random", "random"))
    assert match.result is not None
    assert "Units left: " in page
    assert " won. " in page or "Nobody won." in page


def test_a_person_can_play_to_the_end() -> None:
    match, page = sit(["1"] * 500)
    assert match.result is not None
    assert "Units left: " in page


def test_odds_where_nothing_is_forecast_and_a_case_that_does_not_exist() -> None:
    _, page = sit(["odds", "odds 99", "case 99"])
    assert "Nothing is left to chance here, or not yet." in page
    assert "there is no option 99" in page
    assert "The drill has no case '99'" in page
