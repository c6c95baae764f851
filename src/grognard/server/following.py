"""What other workers have written: read from the store, entered here, and shown; and commands tried again after it."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from grognard.core import Entry, Fair, Match, Mismatch, Record, Refused, follow, replay
from grognard.server import dice_words
from grognard.server.chairs import Meta
from grognard.server.live import LiveMatch, Overtaken
from grognard.server.messages import Spoken
from grognard.server.owner import Work
from grognard.server.publish import publish, show_news, show_presence, tell_neighbours
from grognard.server.services import Services
from grognard.server.store import last_said, load_match, load_news

TRIES = 10


async def persistently(live: LiveMatch, work: Callable[[], Awaitable[None]]) -> bool:
    """Do a command; while other workers write first, read what they wrote and judge it again."""
    for _ in range(TRIES):
        try:
            await work()
            return True
        except Overtaken:
            await reload(live)
    return False


def patient(live: LiveMatch, work: Callable[[], Awaitable[None]]) -> Work:
    """The same as work for the owner, where nobody is told that all tries failed."""

    async def trying() -> None:
        await persistently(live, work)

    return trying


async def replayed(services: Services, row: Any, played: list[Any]) -> Match[Any]:
    """The match as its record says. A record from other rules is played on if every answer still fits."""
    game = services.shelf.book(row.game).game
    record = Record(
        game=row.game,
        rules_version=row.rules_version,
        components=row.components,
        scenario=row.scenario,
        options=msgspec.json.decode(row.options, type=dict[str, bool | int | str]),
        seats=[chair["name"] or chair["kind"] for chair in msgspec.json.decode(row.seats)],
        entries=[_entry(game, n) for n in played],
        format=row.format,
        rolled_before=row.base,
        strings=dice_words.strings_of(
            msgspec.json.decode(row.strings, type=list[str]), msgspec.json.decode(row.meta, type=Meta)
        ),
    )
    chance = Fair(bytes.fromhex(row.secret), tuple(record.strings))
    record.commitment = chance.commitment
    start = game.codec.decode(row.start.encode()) if row.start else None
    same = record.rules_version == game.rules_version and record.components == game.components()
    until = time.monotonic() + services.settings.load_seconds

    def between(entry: int) -> None:
        if time.monotonic() > until:
            raise Mismatch(entry, "replaying takes too long")

    match = await services.in_thread(lambda: replay(record, verify=same, start=start, between=between))
    match.chance = chance
    return match


async def reload(live: LiveMatch) -> None:
    """Another worker wrote first: believe the store and show what it says. Runs in the owner task."""
    found = await live.services.store.read(lambda c: load_match(c, live.id))
    if found is None:
        live.put_away()
        return
    row, played, said = found
    known = [entry.digest for entry in live.match.record.entries]
    live.match = await replayed(live.services, row, played)
    same = 0
    for digest, entry in zip(known, live.match.record.entries, strict=False):
        if digest != entry.digest:
            break
        same += 1
    _believe(live, row)
    show_news(live, spoken(said))
    publish(live, same if same < len(known) else None)


async def catch_up(live: LiveMatch, version: int) -> None:
    """Enter what another worker has written. Runs in the owner task."""
    if version <= live.version:
        return
    match = live.match
    entries = match.record.entries
    sure = next((n for n in range(len(entries), 0, -1) if entries[n - 1].barrier), 0)
    found = await live.services.store.read(lambda c: load_news(c, live.id, sure))
    if found is None:
        live.put_away()
        return
    row, newer = found
    if row.version <= live.version:
        return
    told = [_entry(live.game, n) for n in newer]
    same = sure
    while same < min(len(entries), sure + len(told)) and entries[same].digest == told[same - sure].digest:
        same += 1
    cut = same if same < len(entries) else None
    try:
        while len(match.record.entries) > same:
            if not match.undo(match.record.entries[-1].who):
                raise Mismatch(same, "cannot go back")
        follow(match, told[same - sure :])
    except (Mismatch, Refused):
        await reload(live)
        return
    _believe(live, row)
    publish(live, cut)


def _believe(live: LiveMatch, row: Any) -> None:
    mixed = (live.meta.words, live.meta.opening)
    live.believe(row)
    for audience in live.audiences.values():
        audience.chairs = None
    if (live.meta.words, live.meta.opening) != mixed:
        dice_words.settle(live)


async def listen(live: LiveMatch) -> None:
    """Something was said through another worker."""
    said = await live.services.store.read(lambda c: last_said(c, live.id))
    show_news(live, spoken(said))


async def neighbour(live: LiveMatch, worker: str, seats: list[int]) -> None:
    """Another worker told which seats are online there."""
    fresh = worker not in live.remote
    live.remote[worker] = (seats, time.monotonic())
    show_presence(live)
    if fresh:
        tell_neighbours(live)


def spoken(rows: list[Any]) -> list[Spoken]:
    return [Spoken(row.seat, row.name, row.text, row.at) for row in rows]


def _entry(game: Any, row: Any) -> Entry:
    return Entry(row.who, row.ask, game.codec.decode_answer(row.answer), row.digest, row.barrier)
