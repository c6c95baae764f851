"""What an answer does at once, before dice or another player speak: told from the pictures before and after it.

Every title gets this from its scene alone: a counter that is eliminated, reduced, damaged or pinned, points on a track,
the end of the game. The answer is played on a world in which the asker's view is true.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from grognard.core import Decision, Game, Option, State, clone, push, run
from grognard.look.display import Display
from grognard.look.scene import Piece, Scene, Track

HURTS = ("eliminated", "reduced", "damaged", "pinned", "oos")
"""States of a counter that are told, worst first."""
SAID = {"reduced": "loses a step", "oos": "out of supply"}
TIME = frozenset({"turn", "round", "impulse", "days", "day"})
"""Tracks that only count the time."""
MOST = 3
"""Things told of one answer."""


class Consequence(NamedTuple):
    """What comes of an option at once; its odds in a word; whether units of the asker are hurt by it."""

    notes: list[str]
    short: str
    harm: bool


def consequences(
    game: Game[Any], display: Display[Any], view: State, seat: int, options: Sequence[Option]
) -> list[Consequence]:
    """One for each option; those that are not offered have none."""
    world = game.resample(view, seat, random.Random(0))
    asked = run(world)
    before = display.scene(game.view(world, seat), seat)
    mine = {side for side, sits in enumerate(world.seats) if sits == seat}
    made = []
    for option in options:
        if not isinstance(asked, Decision) or asked.seat != seat or option not in asked.options:
            made.append(Consequence([], "", False))
            continue
        after = clone(world)
        push(after, option, _silent)
        run(after)
        told = list(_changes(before, display.scene(game.view(after, seat), seat), mine))
        notes = [text for text, _ in told]
        if after.result is not None:
            notes.insert(0, f"ends the game: {game.words.result(after.result)}")
        odds = display.forecast(game.view(world, seat), seat, option)
        short = "" if odds is None else odds.short
        made.append(Consequence(notes[:MOST], short, any(harm for _, harm in told)))
    if len(made) > 1 and len({one.short for one in made}) == 1:  # the same for all: it tells nothing of any
        return [one._replace(short="") for one in made]
    return made


def _changes(before: Scene, after: Scene, mine: set[int]) -> Iterator[tuple[str, bool]]:
    """What is told, and whether it is a loss of the asker's own, worst first."""
    hurt: dict[str, list[Piece]] = {state: [] for state in HURTS}
    now = {piece.id: piece for piece in after.pieces}
    for piece in before.pieces:
        if piece.unit < 0 or "eliminated" in piece.face.states:
            continue
        later = now.get(piece.id)
        states = ("eliminated",) if later is None else later.face.states
        state = next((s for s in HURTS if s in states and s not in piece.face.states), "")
        if not state and later is not None and _boxes(later) > _boxes(piece):
            state = "damaged"
        if state:
            hurt[state].append(piece)
    for state, pieces in hurt.items():
        if pieces:
            names = ", ".join(piece.name for piece in pieces[:MOST])
            more = f" and {len(pieces) - MOST} more" if len(pieces) > MOST else ""
            yield f"{names}{more}: {SAID.get(state, state)}", any(piece.side in mine for piece in pieces)
    tracks = {track.id: track for track in after.tracks}
    for track in before.tracks:
        later_track = tracks.get(track.id)
        if track.id not in TIME and later_track is not None:
            yield from _moved(track, later_track)


def _boxes(piece: Piece) -> int:
    """Damage shown beside the symbol."""
    kind, _, value = piece.face.right.partition(":")
    return int(value.partition("/")[0]) if kind == "boxes" else 0


def _moved(before: Track, after: Track) -> Iterator[tuple[str, bool]]:
    was, now = _label(before), _label(after)
    if was and now and was != now:
        yield f"{before.label} {was} → {now}", False


def _label(track: Track) -> str:
    return track.cells[track.now].label if 0 <= track.now < len(track.cells) else ""


def _silent(event: Any) -> None:
    """Nothing of this happens."""
