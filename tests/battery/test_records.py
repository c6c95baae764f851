"""Battery, part three: undo, replay in another process, plans, playthrough files and counts of option sequences."""

import os
import random
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core import (
    CHANCE,
    Add,
    Decision,
    Game,
    Match,
    Refused,
    Seeded,
    UnitId,
    clone,
    load_record,
    outcomes,
    push,
    replay,
    run,
    save_record,
)
from grognard.core.types import TABLE
from tests.kit import finished, random_match, random_options, silent

ROOT = Path(__file__).parents[2]
REWRITE = bool(os.environ.get("GROGNARD_REWRITE"))
Table = tuple[Game[Any], str]


def kept(game: Game[Any]) -> Path:
    """Where the playthroughs and counts of a title are kept: beside our tests, or with a title of somebody else."""
    if game.package.startswith("grognard.games."):
        return ROOT / "tests" / "games" / game.name / "playthroughs"
    return game.folder / "playthroughs"


def test_undo_restores_the_digest_and_never_crosses_a_barrier(table: Table) -> None:
    game, scenario = table
    rng = random.Random(31)
    match = Match.start(game, Seeded(31), scenario, random_options(game, scenario, rng))
    digests = [game.codec.digest(match.state)]
    counts = [len(match.record.entries)]
    undone = 0
    for _ in range(600):
        decision = match.decision
        if decision is None:
            break
        last = match.record.entries[-1] if match.record.entries else None
        for seat in range(game.seat_count):
            allowed = last is not None and last.who == seat and not last.barrier
            assert match.can_undo(seat) == allowed
        if last is not None and match.can_undo(last.who) and rng.random() < 0.3:
            assert match.undo(last.who)
            digests.pop()
            counts.pop()
            assert game.codec.digest(match.state) == digests[-1]
            assert len(match.record.entries) == counts[-1]
            undone += 1
            continue
        match.answer(decision.seat, rng.choice(decision.options))
        entry = match.record.entries[-1]
        if entry.who == CHANCE:
            assert entry.barrier
        digests.append(game.codec.digest(match.state))
        counts.append(len(match.record.entries))
    assert undone or game.seat_count > 1
    assert replay(match.record).state == match.state


def test_a_record_replays_to_the_same_digests_in_another_process(title: Game[Any], tmp_path: Path) -> None:
    match = finished(title, 32)
    file = tmp_path / "game.json"
    save_record(match.record, file)
    assert load_record(file) == match.record
    code = (
        "import sys, tests.drill; from pathlib import Path; from grognard.core import load_record, replay;"
        "m = replay(load_record(Path(sys.argv[1]))); print(m.game.codec.digest(m.state), m.game.folder)"
    )
    path = [str(Path(grognard.__file__).parent.parent), str(ROOT), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path).rstrip(os.pathsep), "PYTHONHASHSEED": "7"}
    ran = subprocess.run(
        [sys.executable, "-c", code, str(file)], env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == [title.codec.digest(match.state), str(title.folder)], "by the same copy of the code"


def test_plans_are_all_or_nothing(title: Game[Any]) -> None:
    tried = 0
    for match in random_match(title, 33):
        decision = match.decision
        if decision is None or tried == 5:
            break
        before, entries = title.codec.digest(match.state), len(match.record.entries)
        wrong = next((o for o in _strangers(title) if o not in decision.options), None)
        if wrong is None:
            continue
        tried += 1
        with pytest.raises(Refused) as told:
            match.plan(decision.seat, (decision.options[0], wrong))
        assert told.value.at == 1
        assert title.codec.digest(match.state) == before
        assert len(match.record.entries) == entries


def _strangers(game: Game[Any]) -> list[Any]:
    return [Add(UnitId(k)) for k in range(3)]


def test_take_back_by_consent_keeps_the_dice_going(title: Game[Any]) -> None:
    match = finished(title, 34)
    half = replay(match.record, to=len(match.record.entries) // 2)
    half.chance = Seeded(1)
    to = max(len(half.record.entries) - 7, 0)
    then = half.position(to)[0]
    half.take_back(to)
    assert half.state == then
    assert half.record.entries[-1].who == TABLE
    assert replay(half.record).state == then


def test_the_playthrough_is_unchanged(table: Table) -> None:
    """A readable dump of one game. After a change made on purpose: GROGNARD_REWRITE=1 pytest tests/battery."""
    game, scenario = table
    file = kept(game) / f"{scenario}.txt"
    text = _dump(game, scenario)
    if REWRITE:
        file.parent.mkdir(parents=True, exist_ok=True)
        for old in file.parent.glob("*.txt"):
            if old.stem not in {s.name for s in game.scenarios}:
                old.unlink()
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text


def _dump(game: Game[Any], scenario: str) -> str:
    match = finished(game, 35, scenario)
    lines = [f"{game.title}, {scenario}, random answers, seed 35", ""]
    by_entry: dict[int, list[str]] = {}
    for feed in match.feeds[:-1]:
        for seen in feed:
            line = f"    {seen.event.rule:<10} {game.words.event(seen.event)}"
            if line not in by_entry.setdefault(seen.entry, []):
                by_entry[seen.entry].append(line)
    lines.extend(by_entry.get(0, []))
    for k, entry in enumerate(match.record.entries, 1):
        who = "dice" if entry.who == CHANCE else f"seat {entry.who}"
        answer = game.texts.show(entry.answer) if entry.who >= 0 else str(entry.answer)
        lines.append(f"{k:4} {who:<7} {entry.ask:<18} {answer}{' |' if entry.barrier else ''}")
        lines.extend(by_entry.get(k, []))
    assert match.result is not None
    lines += ["", f"{match.result.rule} {game.words.result(match.result)}", game.codec.digest(match.state), ""]
    return "\n".join(lines)


def test_counts_of_option_sequences(table: Table) -> None:
    """Perft: how many sequences of options there are to depth 1, 2 and 3, dice taking their first outcome."""
    game, scenario = table
    file = kept(game) / "perft.toml"
    counts = [_perft(match, depth) for match in _probes(game, scenario) for depth in (1, 2, 3)]
    known = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if REWRITE:
        known = {s.name: known[s.name] for s in game.scenarios if s.name in known} | {scenario: counts}
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{name} = {values}\n" for name, values in sorted(known.items())), encoding="utf-8")
    assert known[scenario] == counts


def _probes(game: Game[Any], scenario: str) -> list[Match[Any]]:
    """Three fixed positions: the start, and after 12 and 30 random answers."""
    found = []
    for want in (0, 12, 30):
        match = Match.start(game, Seeded(36), scenario)
        rng = random.Random(36)
        for _ in range(want):
            if match.decision is None:
                break
            match.answer(match.decision.seat, rng.choice(match.decision.options))
        found.append(match)
    return found


def _perft(match: Match[Any], depth: int) -> int:
    return _count(match.state, depth)


def _count(s: Any, depth: int) -> int:
    if depth == 0:
        return 1
    s = clone(s)
    asked = run(s, silent)
    while asked is not None and not isinstance(asked, Decision):
        push(s, outcomes(asked)[0][0], silent)
        asked = run(s, silent)
    if asked is None:
        return 0
    options = asked.options[asked.extra :]
    if depth == 1:
        return len(options)
    total = 0
    for option in options:
        branch = clone(s)
        push(branch, option, silent)
        total += _count(branch, depth - 1)
    return total
