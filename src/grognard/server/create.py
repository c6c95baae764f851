"""New matches: from a scenario, a lesson, an uploaded record, or as a planning board branched off another match."""

import random
import secrets
import time
from typing import Any

from grognard.bots import levels_of
from grognard.core import Fair, Match, Mismatch, RecordError, SetupError
from grognard.core.lesson import LessonError, opening
from grognard.core.match import replay
from grognard.core.puzzle import SetPuzzle
from grognard.core.record import decode_record, foreign
from grognard.server import http_types as h
from grognard.server.chairs import BriefState, ChairState, Meta
from grognard.server.clock import ClockState
from grognard.server.dice_words import SEAL
from grognard.server.lesson_run import LessonRun, Scripted
from grognard.server.live import LiveMatch
from grognard.server.messages import Words, encode
from grognard.server.presenter import Presenter, result_text
from grognard.server.registry import Registry
from grognard.server.store import create_match, open_tables_of, under_way
from grognard.server.tokens import hashed, token


async def new_match(registry: Registry, holder: str, wanted: h.NewMatch) -> h.Created:
    game = registry.services.shelf.book(wanted.game).game
    try:
        count = game.seats_for(wanted.scenario, wanted.options)
    except SetupError as error:
        raise h.BadRequest(str(error), "setup") from None
    if len(wanted.seats) != count:
        raise h.BadRequest(f"{game.title} has {count} seats with these options, not {len(wanted.seats)}", "seats")
    levels = levels_of(game)
    for seating in wanted.seats:
        if seating.kind == "bot" and seating.level not in levels:
            raise h.BadRequest(f"there is no computer player called {seating.level!r}", "level")
    if wanted.open and all(seating.kind != "friend" for seating in wanted.seats):
        raise h.BadRequest("an open table needs a seat that is kept for a friend", "open")
    if wanted.stand_in not in levels:
        raise h.BadRequest(f"there is no computer player called {wanted.stand_in!r}", "level")
    await _within_quota(registry, holder, wanted.open)
    meta = Meta(absence=wanted.absence, stand_in=wanted.stand_in, clock=_clock(wanted, count))
    _seal(meta, wanted)
    chance = Fair(registry.services.secret())
    names = [seat.level if seat.kind == "bot" else seat.name or "human" for seat in wanted.seats]
    try:
        match = await registry.services.in_thread(
            lambda: Match.start(game, chance, wanted.scenario, wanted.options, names)
        )
    except SetupError as error:
        raise h.BadRequest(str(error), "setup") from None
    return await _store(registry, holder, match, chance, wanted.seats, meta=meta, open=wanted.open)


async def _within_quota(registry: Registry, holder: str, open: bool) -> None:
    """Nobody fills the lobby, or the disk, alone."""
    services = registry.services
    if open and await services.store.read(lambda c: open_tables_of(c, holder)) >= services.settings.open_tables:
        raise h.BadRequest("you have enough open tables; wait until somebody sits down", "quota")
    if await services.store.read(lambda c: under_way(c, holder)) >= services.settings.matches:
        raise h.BadRequest("you have too many unfinished matches", "quota")


def _seal(meta: Meta, wanted: h.NewMatch) -> None:
    """The maker's words; if there is nobody else to wait for, they are to be opened at once."""
    if wanted.seal and not SEAL.fullmatch(wanted.seal):
        raise h.BadRequest("a seal is a SHA-256 in 64 hexadecimal digits", "seal")
    mine = [seat for seat, seating in enumerate(wanted.seats) if seating.kind == "me"]
    if wanted.seal and mine:
        meta.words = [Words(mine, wanted.seal)]
        meta.opening = all(seating.kind != "friend" for seating in wanted.seats)


def _clock(wanted: h.NewMatch, seats: int) -> ClockState | None:
    if wanted.clock is None:
        return None
    if not (1 <= wanted.clock.initial <= 30 * 86400 and 0 <= wanted.clock.step <= 86400):
        raise h.BadRequest("a clock starts with a second to 30 days and adds at most a day", "clock")
    if wanted.clock.move and not 60 <= wanted.clock.move <= 30 * 86400:
        raise h.BadRequest("a move has a minute to 30 days", "clock")
    step, move = (0.0, wanted.clock.move) if wanted.clock.move else (wanted.clock.step, 0.0)
    return ClockState([move or wanted.clock.initial] * seats, step, move)


async def new_lesson(registry: Registry, holder: str, wanted: h.NewLesson) -> h.Created:
    book = registry.services.shelf.book(wanted.game)
    lesson = book.lessons.get(wanted.lesson)
    if lesson is None:
        raise h.BadRequest(f"there is no lesson {wanted.lesson!r}", "lesson")
    first = lesson.page[0]
    chance = Fair(registry.services.secret())
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
        raise h.BadRequest(str(error), "lesson") from None
    seats = [h.Seating("me")] * match.seat_count
    run = LessonRun(lesson)
    return await _store(registry, holder, match, chance, seats, kind="lesson", lesson=run, start=start)


async def new_puzzle(registry: Registry, holder: str, wanted: h.NewPuzzle) -> h.Created:
    """A puzzle set up at a table of its own; whoever solves it answers for everybody."""
    book = registry.services.shelf.book(wanted.game)
    puzzle = (await registry.services.in_thread(lambda: book.puzzles)).get(wanted.puzzle)
    if puzzle is None:
        raise h.BadRequest(f"there is no puzzle {wanted.puzzle!r}"[:200], "puzzle")
    chance = Fair(registry.services.secret())

    def set_up() -> tuple[Match[Any], Any]:
        start, described = SetPuzzle(book.game, puzzle).start, puzzle.position
        scenario, options = str(described.get("scenario", "")), described.get("options", {})
        return Match.start(book.game, chance, scenario, options, position=start), start

    match, start = await registry.services.in_thread(set_up)
    seats = [h.Seating("me")] * match.seat_count
    return await _store(
        registry, holder, match, chance, seats, kind="puzzle", start=start, meta=Meta(puzzle=puzzle.name)
    )


async def new_from_record(registry: Registry, holder: str, raw: bytes) -> h.Created:
    """A hot-seat match continued from an uploaded record, in bounded time and memory."""
    seconds, most = registry.services.settings.upload_seconds, registry.services.settings.entries

    def read() -> Match[Any]:
        until = time.monotonic() + seconds  # from now, when its turn has come

        def between(entry: int) -> None:
            if time.monotonic() > until:
                raise RecordError(f"replaying takes too long; stopped at entry {entry}")

        try:
            record = decode_record(raw, "the record")
            if len(record.entries) > most:
                raise RecordError(f"the record has more than {most} entries")
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
            registry.services.report("an uploaded record could not be replayed")
            raise RecordError("the record cannot be replayed") from None
        if match.decision is None and match.result is None:
            raise RecordError("the record ends in the middle of a roll")
        return match

    try:
        match = await registry.services.in_slow_lane(read)
    except RecordError as error:
        raise h.BadRequest(str(error)[:500], "record") from None
    chance = Fair(registry.services.secret())
    match.record.commitment, match.record.rolled_before = chance.commitment, len(match.record.entries)
    seats = [h.Seating("me")] * match.seat_count
    return await _store(registry, holder, match, chance, seats, base=len(match.record.entries))


async def new_branch(registry: Registry, holder: str, live: LiveMatch, seat: int, wanted: h.BranchBody) -> h.Created:
    """A private copy to try things. What the seat may not know is guessed anew, never copied. In the owner task."""
    entry = live.count if wanted.entry is None else wanted.entry
    if not 0 <= entry <= live.count:
        raise h.BadRequest("there is no such entry", "entry")
    if live.over and entry == live.count:
        raise h.BadRequest("the game is over; branch off an earlier entry", "entry")
    game, match = live.game, live.match
    chance = Fair(registry.services.secret())

    def copy() -> tuple[Match[Any], Any]:
        state, _ = match.position(entry)
        start = game.resample(game.view(state, seat), seat, random.SystemRandom())
        record = match.record
        return Match.start(game, chance, record.scenario, record.options, position=start), start

    made, start = await registry.services.in_thread(copy)
    seats = [h.Seating("me")] * made.seat_count
    meta = Meta(origin=live.id, origin_entry=entry, origin_seat=seat)
    return await _store(registry, holder, made, chance, seats, kind="branch", start=start, meta=meta)


async def _store(
    registry: Registry,
    holder: str,
    match: Match[Any],
    chance: Fair,
    seats: list[h.Seating],
    *,
    kind: str = "game",
    base: int = 0,
    lesson: LessonRun | None = None,
    start: Any = None,
    meta: Meta | None = None,
    open: bool = False,
) -> h.Created:
    """Write a new match, its tokens and its maker's seats; open its table if a computer begins."""
    id = secrets.token_urlsafe(9)
    record, game = match.record, match.game
    presenter = registry.services.shelf.book(game.name).presenter
    chairs = [_chair(seating) for seating in seats]
    now = time.time()
    row = {
        "id": id,
        "kind": kind,
        "game": game.name,
        "scenario": record.scenario,
        "options": encode(record.options).decode(),
        "rules_version": game.rules_version,
        "format": record.format,
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
    await registry.services.store.do(lambda c: create_match(c, row, played, opens, held, open))
    if match.decision is not None and chairs[match.decision.seat].kind == "bot":
        registry.take_up(id)
    return h.Created(
        match=id,
        seats=mine,
        links=[h.Link(seat, f"/#/join/{opened}") for seat, opened in links.items()],
        watch=f"/#/join/{watch}",
    )


def _chair(seating: h.Seating) -> ChairState:
    if seating.kind == "bot":
        return ChairState("bot", level=seating.level)
    return ChairState("human" if seating.kind == "me" else "open", seating.name)


def _brief(match: Match[Any], presenter: Presenter, seats: int) -> BriefState:
    view = match.view(-1)
    sides = match.game.sides
    worn = presenter.colours(presenter.scene(view, -1), len(sides))
    plays = [[k for k, s in enumerate(view.seats) if s == seat] for seat in range(seats)]
    return BriefState(
        crumbs=presenter.open_crumbs(match.state),
        result=result_text(match.game, match.state)[0] or "",
        faces=[next((worn[k] for k in played), "") for played in plays],
        sides=[" & ".join(sides[k] for k in played) or f"Seat {seat + 1}" for seat, played in enumerate(plays)],
    )
