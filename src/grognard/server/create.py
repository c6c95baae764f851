"""New matches: from a scenario, a lesson, an uploaded record, or as a planning board branched off another match."""

import hashlib
import random
import secrets
import time
from typing import Any

from grognard.core import Fair, Match, Mismatch, RecordError, SetupError
from grognard.core.lesson import LessonError, opening
from grognard.core.match import replay
from grognard.core.record import decode_record, foreign
from grognard.server import bodies
from grognard.server.chairs import BriefState, ChairState, Meta
from grognard.server.clock import ClockState
from grognard.server.hall import Hall
from grognard.server.lesson import LessonRun, Scripted
from grognard.server.messages import Words
from grognard.server.mixing import SEAL
from grognard.server.plain import LONGEST_NAME, tidy
from grognard.server.present import Presenter, encode, result_text
from grognard.server.store import create_match
from grognard.server.table import Table

MOST_ENTRIES = 20_000


class BadRequest(ValueError):
    """Something the caller can mend; the text says what."""

    def __init__(self, text: str, key: str = "request") -> None:
        super().__init__(text)
        self.key = key


def token() -> str:
    """256 bits nobody guesses."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is stored of a token: enough to recognise it, not to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


async def new_match(hall: Hall, holder: str, wanted: bodies.NewMatch) -> bodies.Created:
    game = hall.shelf.book(wanted.game).game
    if len(wanted.seats) != game.seat_count:
        raise BadRequest(f"{game.title} has {game.seat_count} seats, not {len(wanted.seats)}", "seats")
    for seating in wanted.seats:
        if seating.kind == "bot" and seating.level not in hall.opponents.levels():
            raise BadRequest(f"there is no computer player called {seating.level!r}", "level")
    if wanted.open and all(seating.kind != "friend" for seating in wanted.seats):
        raise BadRequest("an open table needs a seat that is kept for a friend", "open")
    meta = Meta(clock=_clock(wanted, game.seat_count))
    _seal(meta, wanted)
    chance = Fair(hall.secret())
    for seating in wanted.seats:
        seating.name = tidy(seating.name, LONGEST_NAME)
    names = [seat.level if seat.kind == "bot" else seat.name or "human" for seat in wanted.seats]
    try:
        match = await hall.in_thread(lambda: Match.start(game, chance, wanted.scenario, wanted.options, names))
    except SetupError as error:
        raise BadRequest(str(error), "setup") from None
    return await _store(hall, holder, match, chance, wanted.seats, meta=meta, open=wanted.open)


def _seal(meta: Meta, wanted: bodies.NewMatch) -> None:
    """The maker's words; if there is nobody else to wait for, they are to be opened at once."""
    if wanted.seal and not SEAL.fullmatch(wanted.seal):
        raise BadRequest("a seal is a SHA-256 in 64 hexadecimal digits", "seal")
    mine = [seat for seat, seating in enumerate(wanted.seats) if seating.kind == "me"]
    if wanted.seal and mine:
        meta.words = [Words(mine, wanted.seal)]
        meta.opening = all(seating.kind != "friend" for seating in wanted.seats)


def _clock(wanted: bodies.NewMatch, seats: int) -> ClockState | None:
    if wanted.clock is None:
        return None
    if not (1 <= wanted.clock.initial <= 30 * 86400 and 0 <= wanted.clock.step <= 86400):
        raise BadRequest("a clock starts with a second to 30 days and adds at most a day", "clock")
    return ClockState([wanted.clock.initial] * seats, wanted.clock.step)


async def new_lesson(hall: Hall, holder: str, wanted: bodies.NewLesson) -> bodies.Created:
    book = hall.shelf.book(wanted.game)
    lesson = book.lessons.get(wanted.lesson)
    if lesson is None:
        raise BadRequest(f"there is no lesson {wanted.lesson!r}", "lesson")
    first = lesson.page[0]
    chance = Fair(hall.secret())
    position = lesson.position
    try:
        start = opening(book.game, lesson)
        match = Match.start(
            book.game,
            Scripted(None if first.do else first, chance),
            str(position.get("scenario", "")),
            position.get("options", {}),
            position=start,
        )
    except (LessonError, SetupError) as error:
        raise BadRequest(str(error), "lesson") from None
    seats = [bodies.Seating("me")] * book.game.seat_count
    run = LessonRun(lesson)
    return await _store(hall, holder, match, chance, seats, kind="lesson", lesson=run, start=start)


async def new_from_record(hall: Hall, holder: str, raw: bytes) -> bodies.Created:
    """A hot-seat match continued from an uploaded record, in bounded time and memory."""
    until = time.monotonic() + hall.settings.upload_seconds

    def between(entry: int) -> None:
        if time.monotonic() > until:
            raise RecordError(f"replaying takes too long; stopped at entry {entry}")

    def read() -> Match[Any]:
        try:
            record = decode_record(raw, "the record")
            if len(record.entries) > MOST_ENTRIES:
                raise RecordError(f"the record has more than {MOST_ENTRIES} entries")
            if told := foreign(record):
                raise RecordError("; ".join(told))
            record.secret = record.commitment = ""
            record.strings = []
            record.seats = []
            match = replay(record, between=between)
        except Mismatch as error:
            raise RecordError(f"the record does not fit the rules: {error}") from None
        except RecursionError:
            raise RecordError("the record is nested too deeply") from None
        except RecordError:
            raise
        except Exception:
            # Whatever a forged record drives the rules into is the record's fault, and is told as such.
            hall.report("an uploaded record could not be replayed")
            raise RecordError("the record cannot be replayed") from None
        if match.decision is None and match.result is None:
            raise RecordError("the record ends in the middle of a roll")
        return match

    try:
        match = await hall.in_slow_lane(read)
    except RecordError as error:
        raise BadRequest(str(error)[:500], "record") from None
    chance = Fair(hall.secret())
    match.record.commitment, match.record.rolled_before = chance.commitment, len(match.record.entries)
    seats = [bodies.Seating("me")] * match.game.seat_count
    return await _store(hall, holder, match, chance, seats, base=len(match.record.entries))


async def new_branch(hall: Hall, holder: str, table: Table, seat: int, wanted: bodies.BranchBody) -> bodies.Created:
    """A private copy to try things. What the seat may not know is guessed anew, never copied. In the owner task."""
    entry = table.count if wanted.entry is None else wanted.entry
    if not 0 <= entry <= table.count:
        raise BadRequest("there is no such entry", "entry")
    if table.over and entry == table.count:
        raise BadRequest("the game is over; branch off an earlier entry", "entry")
    game, match = table.game, table.match
    chance = Fair(hall.secret())

    def copy() -> tuple[Match[Any], Any]:
        state, _ = match.position(entry)
        start = game.resample(game.view(state, seat), seat, random.SystemRandom())
        record = match.record
        return Match.start(game, chance, record.scenario, record.options, position=start), start

    made, start = await hall.in_thread(copy)
    seats = [bodies.Seating("me")] * game.seat_count
    return await _store(hall, holder, made, chance, seats, kind="branch", start=start)


async def _store(
    hall: Hall,
    holder: str,
    match: Match[Any],
    chance: Fair,
    seats: list[bodies.Seating],
    *,
    kind: str = "game",
    base: int = 0,
    lesson: LessonRun | None = None,
    start: Any = None,
    meta: Meta | None = None,
    open: bool = False,
) -> bodies.Created:
    """Write a new match, its tokens and its maker's seats; open its table if a computer begins."""
    id = secrets.token_urlsafe(9)
    record, game = match.record, match.game
    presenter = hall.shelf.book(game.name).presenter
    chairs = [_chair(seating) for seating in seats]
    now = time.time()
    row = {
        "id": id,
        "kind": kind,
        "game": game.name,
        "scenario": record.scenario,
        "options": encode(record.options).decode(),
        "rules_version": game.rules_version,
        "components": game.components(),
        "secret": chance.secret.hex(),
        "strings": "[]",
        "base": base,
        "start": game.codec.encode(start).decode() if start is not None else None,
        "lesson": lesson.lesson.id if lesson is not None else None,
        "created": now,
        "version": 1,
        "count": len(record.entries),
        "turn_of": match.decision.seat if match.decision is not None else None,
        "over": match.result is not None,
        "touched": now,
        "seats": encode(chairs).decode(),
        "meta": encode(meta or Meta()).decode(),
        "brief": encode(_brief(match, presenter, len(chairs))).decode(),
    }
    played = [
        {
            "match": id,
            "n": n,
            "who": entry.who,
            "ask": entry.ask,
            "answer": encode(entry.answer).decode(),
            "digest": entry.digest,
            "barrier": entry.barrier,
        }
        for n, entry in enumerate(record.entries, 1)
    ]
    mine = [seat for seat, seating in enumerate(seats) if seating.kind == "me"]
    links = {seat: token() for seat, seating in enumerate(seats) if seating.kind == "friend"}
    watch = token()
    opens = [{"hash": hashed(t), "match": id, "seat": s} for s, t in (*links.items(), (-1, watch))]
    held = [{"holder": holder, "match": id, "seat": seat, "seen": 0} for seat in mine or [-1]]
    await hall.store.do(lambda c: create_match(c, row, played, opens, held, open))
    if match.decision is not None and chairs[match.decision.seat].kind == "bot":
        hall.take_up(id)
    return bodies.Created(
        match=id,
        seats=mine,
        links=[bodies.Link(seat, f"/#/join/{opened}") for seat, opened in links.items()],
        watch=f"/#/join/{watch}",
    )


def _chair(seating: bodies.Seating) -> ChairState:
    if seating.kind == "bot":
        return ChairState("bot", level=seating.level)
    return ChairState("human" if seating.kind == "me" else "open", seating.name)


def _brief(match: Match[Any], presenter: Presenter, seats: int) -> BriefState:
    view = match.view(-1)
    sides = match.game.sides
    worn = presenter.colours(presenter.scene(view, -1), len(sides))
    plays = [[k for k, s in enumerate(view.seats) if s == seat] for seat in range(seats)]
    return BriefState(
        crumbs=presenter.crumbs(view),
        result=result_text(match.game, match.state)[0] or "",
        faces=[next((worn[k] for k in played), "") for played in plays],
        sides=[" & ".join(sides[k] for k in played) or f"Seat {seat + 1}" for seat, played in enumerate(plays)],
    )
