"""Bad input gives one clear line and a non-zero exit; nothing is overwritten."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, one_line

UNKNOWN = [
    (("play", "chess"), ("no game", "chess", "drill")),
    (("play",), ("which game",)),
    (("games", "chess"), ("no game", "chess")),
    (("check", "chess"), ("no game", "chess")),
    (("cases", "chess"), ("no game", "chess")),
    (("simulate", "chess"), ("no game", "chess")),
    (("play", "drill", "--scenario", "bulge"), ("no scenario", "bulge", "whole")),
    (("play", "drill", "--option", "fog=on"), ("no option", "fog", "no_storm")),
    (("play", "drill", "--option", "no_storm"), ("name=value",)),
    (("play", "drill", "--option", "no_storm=perhaps"), ("no_storm", "perhaps")),
    (("play", "drill", "--option", "no_storm=on", "--option", "no_storm=off"), ("no_storm", "twice")),
    (("play", "drill", "--scenario", "short", "--option", "no_storm=on"), ("no_storm", "short", "4.1")),
    (("play", "drill", "--seat", "Purple=human"), ("no seat", "Purple", "Red, Blue, Green")),
    (("play", "drill", "--seat", "Red"), ("side=player",)),
    (("play", "drill", "--seat", "Red=wizard"), ("wizard", "human, random, recruit, greedy")),
    (("play", "drill", "--seat", "Red=human", "--seat", "1=random"), ("Red", "twice")),
    (("simulate", "drill", "--seats", "random,random"), ("3 seats", "not 2")),
    (("simulate", "drill", "--seats", "human"), ("no computer player", "human")),
    (("simulate", "drill", "--scenario", "bulge"), ("no scenario", "bulge")),
    (("check", "drill", "--components", "nowhere"), ("nowhere", "no such components folder")),
    (("replay", "nothing.json"), ("nothing.json", "No such file")),
    (("patch", "nothing.json"), ("nothing.json", "No such file")),
    (("play", "--load", "nothing.json"), ("nothing.json", "No such file")),
    (("cases", "drill", "--tests", "nowhere"), ("nowhere", "no such folder")),
]


@pytest.mark.parametrize(("command", "words"), UNKNOWN, ids=[" ".join(command) for command, _ in UNKNOWN])
def test_what_does_not_exist_is_named_together_with_what_does(
    run: Run, command: tuple[str, ...], words: tuple[str, ...]
) -> None:
    one_line(run(*command), *words)


def _edit(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    told = json.loads(path.read_text())
    change(told)
    path.write_text(json.dumps(told))


def _first(told: dict[str, Any], do: str) -> dict[str, Any]:
    answers = (e["answer"] for e in told["entries"] if isinstance(e["answer"], dict))
    return next(answer for answer in answers if answer["do"] == do)


def _another_digest(told: dict[str, Any]) -> None:
    told["entries"][8]["digest"] = "0" * 20


def _another_bid(told: dict[str, Any]) -> None:
    answer = _first(told, "bid")
    answer["points"] = 1 + answer["points"] % 3


def _illegal_bid(told: dict[str, Any]) -> None:
    _first(told, "bid")["points"] = 9


def _unknown_verb(told: dict[str, Any]) -> None:
    _first(told, "bid")["do"] = "cheat"


def _loaded_die(told: dict[str, Any]) -> None:
    next(e for e in told["entries"] if e["who"] == -1 and isinstance(e["answer"], list))["answer"] = [7]


def _other_seat(told: dict[str, Any]) -> None:
    told["entries"][0]["who"] = 2


def _left_out(told: dict[str, Any]) -> None:
    del told["entries"][1]


TAMPERED = [
    (_another_digest, ("entry 9", "differs")),
    (_another_bid, ("entry", "differs")),
    (_illegal_bid, ("entry", "bid 9", "not among the options")),
    (_unknown_verb, ("entry", "cheat")),
    (_loaded_die, ("entry", "is no answer")),
    (_other_seat, ("entry 1", "by 2")),
    (_left_out, ("entry 2",)),
    (lambda told: told.update(game="chess"), ("no game", "chess")),
    (lambda told: told.update(scenario="bulge"), ("no scenario", "bulge")),
    (lambda told: told.update(options={"fog": True}), ("no option", "fog")),
    (lambda told: told.update(format=99), ("format 99",)),
    (lambda told: told.pop("entries"), ("entries",)),
    (lambda told: told.update(rules_version=7), ("rules version 7", "patch")),
    (lambda told: told.update(components="mine"), ("components", "mine", "patch")),
]


@pytest.mark.parametrize("command", [("replay", "--verify"), ("play", "--load")], ids=["replay", "play"])
@pytest.mark.parametrize(("change", "words"), TAMPERED)
def test_a_tampered_or_foreign_record_is_refused(
    run: Run,
    unfinished: Path,
    command: tuple[str, str],
    change: Callable[[dict[str, Any]], None],
    words: tuple[str, ...],
) -> None:
    _edit(unfinished, change)
    before = unfinished.read_bytes()
    one_line(run(*command, unfinished), *words)
    assert unfinished.read_bytes() == before


@pytest.mark.parametrize(
    "raw",
    [b"", b"{}", b"[1, 2", b"\xff\xfe\x00", b"hello", b'{"format": 1, "game": 3}', b'{"format": 2, "game": "\xff"}'],
)
@pytest.mark.parametrize("command", [("replay",), ("patch",), ("play", "--load")], ids=["replay", "patch", "play"])
def test_a_file_that_is_no_record_is_refused(run: Run, tmp_path: Path, command: tuple[str, ...], raw: bytes) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(raw)
    one_line(run(*command, path), "broken.json", "record")
    assert path.read_bytes() == raw
    assert list(tmp_path.iterdir()) == [path]


def test_a_truncated_record_is_refused(run: Run, saved: Path) -> None:
    raw = saved.read_bytes()
    saved.write_bytes(raw[: len(raw) // 2])
    one_line(run("replay", saved), "whole.json", "not a Grognard record")


@pytest.mark.parametrize("line", ["plot nowhere", "0", "13", "fly away", "bid 2", "p", "plot", "why plot nowhere"])
def test_a_scripted_answer_that_is_not_offered_stops_the_script(run: Run, line: str) -> None:
    result = run("play", "drill", "--seed", 1, typed=f"{line}\n")
    one_line(result)


def test_play_refuses_a_game_that_is_over(run: Run, saved: Path) -> None:
    one_line(run("play", "--load", saved), "over", "replay")


def test_play_refuses_a_record_of_another_game(run: Run, unfinished: Path) -> None:
    one_line(run("play", "cassino_1944", "--load", unfinished), "half.json", "drill")


def test_play_refuses_options_beside_a_record(run: Run, unfinished: Path) -> None:
    one_line(run("play", "--load", unfinished, "--option", "no_storm=on"), "its own scenario")


def test_replay_refuses_to_go_beyond_the_end(run: Run, unfinished: Path) -> None:
    one_line(run("replay", unfinished, "--to", 10_000), "entries, not 10000")


def test_saving_overwrites_no_file_of_another_origin(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text("precious")
    one_line(run("play", "drill", "--seed", 1, typed="1\nsave mine.json\n"), "mine.json", "exists")
    assert (tmp_path / "mine.json").read_text() == "precious"


def test_saving_into_a_folder_that_does_not_exist_is_told(run: Run, tmp_path: Path) -> None:
    one_line(run("play", "drill", "--seed", 1, typed="1\nsave nowhere/mine.json\n"), "nowhere/mine.json")
    assert not list(tmp_path.iterdir())


def test_patch_overwrites_nothing(run: Run, saved: Path) -> None:
    target = saved.with_name("whole.json.patched")
    target.write_text("precious")
    one_line(run("patch", saved), "whole.json.patched", "exists")
    assert target.read_text() == "precious"


def test_simulate_saves_only_into_an_empty_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "mine.json").write_text("precious")
    one_line(run("simulate", "drill", "--games", 1, "--save", "games"), "games", "not empty")


def test_serve_refuses_settings_and_databases_it_cannot_use(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    one_line(run("serve", "--no-browser", "--workers", 2), "PostgreSQL")
    monkeypatch.setenv("GROGNARD_PORT", "many")
    one_line(run("serve", "--no-browser"), "GROGNARD_PORT", "many")
    monkeypatch.setenv("GROGNARD_PORT", "0")
    one_line(run("serve", "--no-browser", "--database", "nonsense"), "database")
