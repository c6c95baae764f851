"""Lists of matches: one's own, and the open tables at which anybody may take a free seat."""

import datetime
from functools import partial
from typing import Any

import msgspec

from grognard.core import UnknownGame
from grognard.server import http_types as h
from grognard.server import messages as m
from grognard.server.chairs import BriefState, ChairState, Meta
from grognard.server.live import LiveMatch
from grognard.server.publish import show_presence
from grognard.server.registry import Registry
from grognard.server.sanitising import LONGEST_NAME, tidy
from grognard.server.store import (
    held_seats,
    is_open,
    learnt_by,
    list_open,
    matches_held,
    of_seats,
    seats_held,
    take_open_seat,
    when_said,
)

MOST_OPEN = 50
MOST_TAKEN = 10_000


async def mine(registry: Registry, holder: str) -> list[h.Brief]:
    found = await registry.services.store.read(lambda c: matches_held(c, holder))
    said = await registry.services.store.read(lambda c: when_said(c, [row.id for row, _ in found]))
    return [_brief(registry, row, seats, said.get(row.id, {})) for row, seats in found]


def _brief(registry: Registry, row: Any, seats: list[int], said: dict[int, float]) -> h.Brief:
    brief = msgspec.json.decode(row.brief, type=BriefState)
    meta = msgspec.json.decode(row.meta, type=Meta)
    return h.Brief(
        match=row.id,
        kind=row.kind,
        game=row.game,
        title=_title(registry, row.game),
        scenario=row.scenario,
        crumbs=brief.crumbs,
        seats=_chairs(registry, row, brief, seats),
        you=sorted(seats),
        turn_of=row.turn_of,
        over=row.over,
        result=brief.result,
        entry=row.count,
        touched=_iso(row.touched),
        lesson=_lesson(registry, row, meta.page),
        origin=meta.origin,
        puzzle=meta.puzzle.partition(": ")[2],  # the name is theme and title
        said=max((at for seat, at in said.items() if seat not in seats), default=0.0),
    )


def _lesson(registry: Registry, row: Any, page: int) -> h.LessonState | None:
    """How far a lesson has come."""
    if not row.lesson:
        return None
    try:
        lesson = registry.services.shelf.book(row.game).lessons[row.lesson]
    except (UnknownGame, KeyError):
        return None
    return h.LessonState(lesson.id, lesson.title, min(page, len(lesson.page)), len(lesson.page))


def _chairs(registry: Registry, row: Any, brief: BriefState, you: list[int]) -> list[m.Chair]:
    chairs = msgspec.json.decode(row.seats, type=list[ChairState])
    live = registry.live.get(row.id)
    shown = []
    for seat, chair in enumerate(chairs):
        online = chair.kind == "bot" or (live is not None and live.online(seat))
        side = brief.sides[seat] if seat < len(brief.sides) else ""
        face = brief.faces[seat] if seat < len(brief.faces) else ""
        shown.append(m.Chair(seat, side, chair.who(seat in you), chair.kind, online, None, face, chair.stood_in))
    return shown


def _title(registry: Registry, game: str) -> str:
    try:
        return registry.services.shelf.book(game).game.title
    except UnknownGame:
        return game


def _iso(at: float) -> str:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).isoformat(timespec="seconds")


async def learnt(registry: Registry, holder: str) -> list[h.Learnt]:
    """The lessons somebody has finished, the first one first."""
    rows = await registry.services.store.read(lambda c: learnt_by(c, holder))
    return [h.Learnt(row.game, row.lesson) for row in rows]


async def own_data(registry: Registry, holder: str, account: Any) -> h.OwnData:
    """What is kept of somebody."""
    shown = []
    for row, seats in await registry.services.store.read(lambda c: matches_held(c, holder, MOST_TAKEN)):
        said, addresses = await registry.services.store.read(partial(of_seats, match=row.id, seats=seats))
        spoken = [m.Spoken(line.seat, line.name, line.text, line.at) for line in said]
        shown.append(h.OwnMatch(_brief(registry, row, seats, {}), spoken, addresses))
    learnt_here = await learnt(registry, holder)
    if account is None:
        return h.OwnData(None, None, None, learnt_here, shown)
    return h.OwnData(account.name, _iso(account.created), account.email, learnt_here, shown)


# Open tables


async def open_tables(registry: Registry, holder: str) -> list[h.OpenTable]:
    """The newest tables at which this visitor may sit down."""
    found = await registry.services.store.read(lambda c: list_open(c, holder, MOST_OPEN))
    shown = [_open_table(registry, row) for row in found]
    return [table for table in shown if table.free]


def _open_table(registry: Registry, row: Any) -> h.OpenTable:
    chairs = _chairs(registry, row, msgspec.json.decode(row.brief, type=BriefState), [])
    meta = msgspec.json.decode(row.meta, type=Meta)
    clock = meta.clock
    return h.OpenTable(
        match=row.id,
        game=row.game,
        title=_title(registry, row.game),
        scenario=row.scenario,
        options=msgspec.json.decode(row.options, type=dict[str, bool | int | str]),
        seats=chairs,
        free=[chair.seat for chair in chairs if chair.kind == "open"],
        clock=h.ClockRule(max(clock.left), clock.step, clock.move) if clock is not None else None,
        absence=meta.absence,
        since=_iso(row.since),
    )


async def take_seat(live: LiveMatch, holder: str, wanted: h.OpenJoinBody) -> int:
    """Sit down at an open table; in the owner task. The chair, who holds it and the end of the listing are written
    together, on the version of the match that was judged: of two who want one seat, one gets it, through whatever
    workers they came. Raises BadRequest or Overtaken."""
    if not await live.services.store.read(lambda c: is_open(c, live.id)):
        raise h.BadRequest("this table is not open to anybody, or is full by now", "full")
    if (await live.services.store.read(lambda c: seats_held(c, holder, live.id)))[0]:
        raise h.BadRequest("you have a seat at this table already", "seated")
    held = await live.services.store.read(lambda c: held_seats(c, live.id))
    free = [seat for seat, chair in enumerate(live.chairs) if chair.kind == "open" and seat not in held]
    if not free or live.over:
        raise h.BadRequest("no seat is free here any more", "full")
    seat = free[0] if wanted.seat is None else wanted.seat
    if seat not in free:
        raise h.BadRequest("somebody has taken this seat", "taken")
    chair = live.chairs[seat]
    chair.kind, chair.name = "human", tidy(wanted.name, LONGEST_NAME) or chair.name
    last = len(free) == 1
    await live.write(live.count, also=lambda c: take_open_seat(c, holder, live.id, seat, last))
    show_presence(live)
    live.wake()  # clocks wait until all seats are taken
    return seat
