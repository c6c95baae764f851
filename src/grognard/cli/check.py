"""`grognard check`: prove that the data files of a game, or an owner's own, satisfy what the rulebook says of them."""

import csv
import re
from io import StringIO
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.console import Console

from grognard.cli.choices import Owned, complete_game, fitting, lay_over
from grognard.cli.console import FAILED, Problem, out, plain
from grognard.core import SPECTATOR, Game, Match, Seeded, game_names, hush, load_game, push, settle
from grognard.look.display import display_of
from grognard.tables import ComponentError, Components, Constraints, Finding
from grognard.tables.components import NOT_COMPONENTS

WHOLE = re.compile(r"[+-]?[0-9]+")
WORD = re.compile(r"[a-z][a-z0-9_]*")
"""A name that the program gave: `minor_vp`, `all_eliminated`."""
GAMES, ENOUGH = 10, 6_000
"""Random games of each scenario that an owner's files must stand, unless they have so many answers together."""
LONGEST = 20_000
"""Answers after which a game is taken to have no end."""


def check(
    game: Annotated[str, typer.Argument(help="One title; all if not given.", autocompletion=complete_game)] = "",
    components: Owned = None,
) -> None:
    """Check the component files: every number readable, every map and counter constraint true."""
    lay_over(components)
    console = out()
    broken = 0
    for name in [game] if game else game_names():
        with fitting():
            broken += _one(console, load_game(name))
    if broken:
        raise Problem(f"{broken} constraint{'s' if broken > 1 else ''} broken", FAILED)


def _one(console: Console, game: Game[Any]) -> int:
    """Print the findings of a title; how many are broken. An owner's files that satisfy all constraints are played too:
    what no constraint speaks of may still leave somebody without an answer."""
    found, told = proved(game), sources(game)
    if _has_files(game) and _files(game).replaced and all(finding.passed for finding in found):
        found += [_played(game, scenario.name) for scenario in game.scenarios]
    console.print(f"[bold]{plain(game.title)}[/]")
    for finding in found:
        mark = "[green]✓[/]" if finding.passed else "[red]✗[/]"
        detail = f" [dim]{plain(finding.detail)}[/]" if finding.detail else ""
        console.print(f"  {mark} {plain(finding.name)}{detail}", soft_wrap=True)
    console.print(f"  {told}")
    return sum(not finding.passed for finding in found)


def proved(game: Game[Any]) -> list[Finding]:
    """What can be said of a title's files before anybody plays."""
    part = game.part("check", "CONSTRAINTS", Constraints)
    found = part.prove() if part else []
    if _has_files(game):
        silent = _files(game).unsourced()
        found.append(Finding("every row is printed, found or reconstructed, or cites a case", not silent, silent))
    for scenario in game.scenarios:
        wrong = game.broken(game.new(scenario.name))
        found.append(Finding(f"the set-up of {scenario.name} breaks no invariant", not wrong, "; ".join(wrong)))
    return found


def _played(game: Game[Any], scenario: str) -> Finding:
    """Random games, each to its end: the first at a table, the others by the bare rules, which is several times as
    fast. Ten of them, or fewer where games are long."""
    answers = games = 0
    fault = ""
    while not fault and games < GAMES and answers < ENOUGH:
        fault, length = (play_out if games else play_at_table)(game, scenario, games)
        answers, games = answers + length, games + 1
    return Finding(f"random games of {scenario} are played to the end", not fault, fault or f"{games} games")


def play_at_table(game: Game[Any], scenario: str, seed: int) -> tuple[str, int]:
    """What goes wrong in one random game, told and shown at its beginning and its end (empty: nothing); its length."""
    match: Match[Any] | None = None
    try:
        display, rng = display_of(game), Random(seed)
        match = Match.start(game, Seeded(seed), scenario)
        for wanted in (1, LONGEST):
            while match.decision is not None and len(match.record.entries) < wanted:
                match.answer(match.decision.seat, rng.choice(match.decision.options))
            if wrong := game.broken(match.state):
                return "; ".join(wrong), 0
            if display is not None:
                display.scene(match.view(SPECTATOR), SPECTATOR)
        for seen in match.feed():
            game.words.event(seen.event)
        length = len(match.record.entries)
        return "" if match.result is not None else f"after {length} answers there is no end", length
    except Exception as error:  # whatever it is, these files cannot be played
        return _broken(seed, len(match.record.entries) if match else 0, error)


def play_out(game: Game[Any], scenario: str, seed: int) -> tuple[str, int]:
    """The same with nobody at the table: only the rules."""
    answers = 0
    try:
        s, rng, chance = game.new(scenario), Random(seed), Seeded(seed)
        while (decision := settle(s, chance)) is not None and answers < LONGEST:
            push(s, rng.choice(decision.options), hush)
            answers += 1
        if wrong := game.broken(s):
            return "; ".join(wrong), 0
        return "" if s.result is not None else f"after {answers} answers there is no end", answers
    except Exception as error:
        return _broken(seed, answers, error)


def _broken(seed: int, answers: int, error: Exception) -> tuple[str, int]:
    return f"game {seed}, after {answers} answers: {type(error).__name__}: {error}", answers


def _has_files(game: Game[Any]) -> bool:
    return any(path.name not in NOT_COMPONENTS for path in (game.folder / "data").glob("*.csv"))


def _files(game: Game[Any]) -> Components:
    return Components(game.name, game.folder / "data")


def sources(game: Game[Any]) -> str:
    """Where the rows come from. Every file is read for it, also those that only the drawing uses."""
    if not _has_files(game):
        return "[dim]no component files[/]"
    files = _files(game)
    for name in files.replaced:
        _alike(files, game.folder / "data", name)
    counts = files.provenance()
    mine = f"; yours: {', '.join(files.replaced)}" if files.replaced else ""
    return (
        f"{counts.total} rows: {counts.printed} printed, {counts.found} found, "
        f"{counts.reconstructed} reconstructed{plain(mine)}; digest {game.components()}"
    )


def _alike(files: Components, data: Path, name: str) -> None:
    """An owner's file must have our columns, numbers where all our rows have them, negative only if some are, and the
    rows that rules look up by a word of the program."""
    ours = list(csv.DictReader(StringIO((data / name).read_text(encoding="utf-8"))))
    theirs = csv.DictReader(StringIO(files.read(name)))
    columns = [column.strip() for column in theirs.fieldnames or ()]
    for column in ours[0]:
        if column not in columns:
            raise ComponentError(name, 1, column, "this column is missing")
    numbers = {
        column: min(int(row[column]) for row in ours)
        for column in ours[0]
        if all(WHOLE.fullmatch(row[column]) for row in ours)
    }
    first = next(iter(ours[0]))
    words = {row[first]: None for row in ours}
    looked_up = len(words) == len(ours) and all(WORD.fullmatch(word) for word in words)
    for row in theirs:
        words.pop((row[first] or "").strip(), None)
        for column, least in numbers.items():
            cell = (row[column] or "").strip()
            if not WHOLE.fullmatch(cell):
                raise ComponentError(name, theirs.line_num, column, f"{cell!r} is not a whole number")
            if int(cell) < 0 <= least:
                raise ComponentError(name, theirs.line_num, column, f"{cell} is negative")
    if looked_up and words:
        raise ComponentError(name, 0, first, f"there is no row {next(iter(words))!r}, which the rules look up")
