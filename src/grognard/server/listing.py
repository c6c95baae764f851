"""Lists of matches: one's own, and the open tables at which anybody may take a free seat."""

import datetime
from typing import Any

import msgspec

from grognard.core import UnknownGame
from grognard.server import bodies
from grognard.server import messages as m
from grognard.server.chairs import BriefState, ChairState, Meta
from grognard.server.create import BadRequest
from grognard.server.hall import Hall
from grognard.server.plain import LONGEST_NAME, tidy
from grognard.server.store import held_seats, is_open, list_open, matches_held, seats_held, take_open_seat
from grognard.server.table import Table

MOST_OPEN = 50


async def mine(hall: Hall, holder: str) -> list[bodies.Brief]:
    found = await hall.store.read(lambda c: matches_held(c, holder))
    return [_brief(hall, row, seats) for row, seats in found]


def _brief(hall: Hall, row: Any, seats: list[int]) -> bodies.Brief:
    brief = msgspec.json.decode(row.brief, type=BriefState)
    return bodies.Brief(
        match=row.id,
        kind=row.kind,
        game=row.game,
        title=_title(hall, row.game),
        scenario=row.scenario,
        crumbs=brief.crumbs,
        seats=_chairs(hall, row, brief, seats),
        you=sorted(seats),
        turn_of=row.turn_of,
        over=row.over,
        result=brief.result,
        entry=row.count,
        touched=_iso(row.touched),
    )


def _chairs(hall: Hall, row: Any, brief: BriefState, you: list[int]) -> list[m.Chair]:
    chairs = msgspec.json.decode(row.seats, type=list[ChairState])
    table = hall.tables.get(row.id)
    shown = []
    for seat, chair in enumerate(chairs):
        online = chair.kind == "bot" or (table is not None and table.online(seat))
        side = brief.sides[seat] if seat < len(brief.sides) else ""
        face = brief.faces[seat] if seat < len(brief.faces) else ""
        shown.append(m.Chair(seat, side, chair.who(seat in you), chair.kind, online, None, face))
    return shown


def _title(hall: Hall, game: str) -> str:
    try:
        return hall.shelf.book(game).game.title
    except UnknownGame:
        return game


def _iso(at: float) -> str:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).isoformat(timespec="seconds")


# Open tables


async def open_tables(hall: Hall, holder: str) -> list[bodies.OpenTable]:
    """The newest tables at which this visitor may sit down."""
    found = await hall.store.read(lambda c: list_open(c, holder, MOST_OPEN))
    shown = [_open_table(hall, row) for row in found]
    return [table for table in shown if table.free]


def _open_table(hall: Hall, row: Any) -> bodies.OpenTable:
    chairs = _chairs(hall, row, msgspec.json.decode(row.brief, type=BriefState), [])
    clock = msgspec.json.decode(row.meta, type=Meta).clock
    return bodies.OpenTable(
        match=row.id,
        game=row.game,
        title=_title(hall, row.game),
        scenario=row.scenario,
        options=msgspec.json.decode(row.options, type=dict[str, bool | int | str]),
        seats=chairs,
        free=[chair.seat for chair in chairs if chair.kind == "open"],
        clock=bodies.ClockRule(max(clock.left), clock.step) if clock is not None else None,
        since=_iso(row.since),
    )


async def take_seat(table: Table, holder: str, wanted: bodies.OpenJoinBody) -> int:
    """Sit down at an open table; in the owner task. The chair, who holds it and the end of the listing are written
    together, on the version of the match that was judged: of two who want one seat, one gets it, through whatever
    workers they came. Raises BadRequest or Overtaken."""
    if not await table.hall.store.read(lambda c: is_open(c, table.id)):
        raise BadRequest("this table is not open to anybody, or is full by now", "full")
    if (await table.hall.store.read(lambda c: seats_held(c, holder, table.id)))[0]:
        raise BadRequest("you have a seat at this table already", "seated")
    held = await table.hall.store.read(lambda c: held_seats(c, table.id))
    free = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "open" and seat not in held]
    if not free or table.over:
        raise BadRequest("no seat is free here any more", "full")
    seat = free[0] if wanted.seat is None else wanted.seat
    if seat not in free:
        raise BadRequest("somebody has taken this seat", "taken")
    chair = table.chairs[seat]
    chair.kind, chair.name = "human", tidy(wanted.name, LONGEST_NAME) or chair.name
    last = len(free) == 1
    await table.write(table.count, also=lambda c: take_open_seat(c, holder, table.id, seat, last))
    table.show_presence()
    return seat
