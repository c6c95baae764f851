"""What may be told of a record, and of its dice, while the match is under way and when it is over."""

from typing import Any

from grognard.core import (
    CHANCE,
    HIDDEN,
    SEALED,
    TABLE,
    Decision,
    Draw,
    Entry,
    Match,
    Record,
    push,
    run,
)
from grognard.core.acts import TakeBack
from grognard.server.http_types import DiceReport, DiceRoll
from grognard.server.live import LiveMatch
from grognard.server.presenter import Presenter


def seen_record(match: Match[Any], presenter: Presenter, seats: tuple[int, ...]) -> Record:
    """The record as the holder of these seats may know it.

    Whole when the match is over, or for somebody who holds every seat. Before that other seats' secret answers are
    sealed, and from the first thing that is hidden on digests are those of the holder's own view: a short secret could
    be found from the digest of the whole.
    """
    record = match.record
    if match.result is not None or len(seats) == match.seat_count:
        return record
    shown = Record(**{field: getattr(record, field) for field in Record.__struct_fields__})
    shown.secret = ""
    shown.entries = _seen_entries(match, presenter, seats)
    return shown


def _seen_entries(match: Match[Any], presenter: Presenter, seats: tuple[int, ...]) -> list[Entry]:
    eyes = seats[0] if seats else -1
    game = match.game
    state, asked = match.position(0)
    bare = game.view(state, eyes) == state
    shown = []
    for n, entry in enumerate(match.record.entries, 1):
        answer = entry.answer
        if entry.who >= 0 and entry.who not in seats:
            secret = isinstance(asked, Decision) and asked.secret
            answer = SEALED if secret else answer.seen_by(state, eyes)
        elif entry.who == CHANCE and isinstance(asked, Draw) and presenter.game.hide is not None:
            answer = HIDDEN
        if isinstance(entry.answer, TakeBack):
            state, asked = match.position(n)
        elif entry.who != TABLE:
            push(state, entry.answer, _silent)
            asked = run(state, _silent)
        view = game.view(state, eyes)
        bare = bare and answer == entry.answer and view == state
        digest = entry.digest if bare else game.codec.digest(view)
        shown.append(Entry(entry.who, entry.ask, answer, digest, entry.barrier))
    return shown


def dice_report(live: LiveMatch) -> DiceReport:
    """Every roll of the match's own dice with its number; answers and the secret when the match is over."""
    match, over = live.match, live.over
    rolls: list[DiceRoll] = []
    for n in range(live.base + 1, len(match.record.entries) + 1):
        asked = match.traces[n - 1].chance
        if asked is None:
            continue
        roll = DiceRoll(len(rolls), n, asked.purpose)
        if not isinstance(asked, Draw):
            roll.dice = list(asked.dice)
        elif over:
            roll.pool = list(asked.pool)
        if over:
            roll.answer = match.record.entries[n - 1].answer
        rolls.append(roll)
    record, secret = match.record, live.secret if over else None
    return DiceReport(record.commitment, secret, record.strings, live.meta.words, rolls)


def _silent(event: Any) -> None:
    """Replays need no events."""
