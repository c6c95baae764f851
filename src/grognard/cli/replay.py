"""`grognard replay`: show a saved game, or prove that it is what was played."""

from pathlib import Path
from typing import Annotated, Any

import typer

from grognard.cli import show
from grognard.cli.choices import Owned, open_record
from grognard.cli.console import FAILED, Problem, at_home, out, plain, seat_label, tell
from grognard.core import CHANCE, SPECTATOR, Draw, Match, Mismatch, Record, Roll, foreign
from grognard.core import replay as play_again
from grognard.core.proof import prove_dice


def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    to: Annotated[int | None, typer.Option(help="Stop after this many entries.", min=0)] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Only check every answer, digest and fair die.")] = False,
    components: Owned = None,
) -> None:
    """Print the log of a saved game and the position it leads to; with --verify only check it.

    Of a game that is not over only what everybody may know is shown.
    """
    record = open_record(file, components)
    if to is not None and to > len(record.entries):
        raise Problem(f"{file.name} has {len(record.entries)} entries, not {to}")
    if verify:
        _verify(record, to, file.name)
    else:
        _show(record, to, file.name)


def _verify(record: Record, to: int | None, name: str) -> None:
    at_home(record)
    try:
        match = play_again(record, to=to)
        proof = prove_dice(record) if record.secret and to is None else None
    except Mismatch as error:
        raise Problem(f"{name}: {error}", FAILED) from None
    chance = sum(1 for entry in match.record.entries if entry.who == CHANCE)
    told = [f"{len(match.record.entries)} entries, every answer legal, every digest the same"]
    if proof is not None:
        told[0] += f", {proof.proven} fair rolls proven"
    if record.format == 1:
        told.append("not proven: that nothing without effect was changed or left out (digests of positions only)")
    if proof is not None and proof.before:
        told.append(f"not proven: the {proof.before} rolls up to entry {record.rolled_before}, made before these dice")
    if proof is None and chance:
        why = "the record was not read to its end" if to is not None else "the record holds no secret of its dice"
        told.append(f"not proven: its {chance} rolls ({why})")
    for line in told:
        out().print(plain(f"{name}: {line}"), soft_wrap=True)


def _show(record: Record, to: int | None, name: str) -> None:
    """A foreign record is shown as far as the rules here allow, without its digests."""
    for difference in foreign(record):
        tell(f"{name}: {difference}")
    try:
        match: Match[Any] = play_again(record, to=to, verify=not foreign(record))
    except Mismatch as error:
        raise Problem(f"{name}: {error}", FAILED) from None
    console = out()
    game = match.game
    console.print(f"[bold]{plain(game.title)}[/]  {plain(game.words.get('scenario', record.scenario))}")
    for line in (*show.log_lines(match, SPECTATOR), *show.map_lines(match, SPECTATOR)):
        console.print(line, soft_wrap=True)
    if match.result is not None:
        console.print(show.outcome(game, match.result))
    elif (decision := match.decision) is not None:
        asked = seat_label(record, match.state.seats, decision.seat)  # the prompt may speak of what only it knows
        console.print(f"[bold]{plain(asked)}[/] is to answer [cyan]({plain(decision.rule)})[/]")
    elif isinstance(chance := match.asked, Roll | Draw):
        console.print(f"Chance is to answer: {show.cited(game.words.get('purpose', chance.purpose), chance.rule)}")
