"""What a client may ask without changing anything: reasons, odds, overlays, charts, frames of the past.

Everything is computed from the asker's own view; odds, overlays and charts in another process, frames in a thread.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from grognard.core import SPECTATOR, Option
from grognard.core.record import encode_record
from grognard.core.text import TextError
from grognard.server import messages as m
from grognard.server.advice import AskHint
from grognard.server.calculators import TooLong, Value
from grognard.server.film import film_of, packed
from grognard.server.live import LiveMatch
from grognard.server.puzzling import AskVerdict
from grognard.server.sockets import Socket

FILM = 100
EARLIER = 200
"""Lines of the log told at once."""
WAYPOINTS = 20
PARTY = 60
"""Units that may be asked about together."""
NOTED = 12
"""Options whose consequences may be asked for together."""
AT_ONCE = 4
"""Computations one socket may have under way."""


async def why(live: LiveMatch, socket: Socket, said: m.Why) -> None:
    if said.seat not in socket.seats:
        return socket.refuse(said.id, "This seat is not yours.", "not_yours")
    try:
        option = live.game.texts.parse(said.option)
    except TextError as error:
        return socket.refuse(said.id, f"This is not an option of the game: {error}"[:300], "text")
    refusal = live.match.why_not(said.seat, option)
    told = None if refusal is None else live.presenter.refusal(refusal)
    socket.tell(m.Reply(said.id, refusal=told))


async def forecast(live: LiveMatch, socket: Socket, said: m.AskForecast) -> None:
    seat = _eyes(live, socket, said.seat)
    if live.over:  # nothing is asked any more, so nothing is left to chance
        return socket.tell(m.Reply(said.id, forecast=None))
    if said.option:
        try:
            option = live.game.texts.parse(said.option)
        except TextError as error:
            return socket.refuse(said.id, f"This is not an option of the game: {error}"[:300], "text")
        _later(live, socket, said.id, "forecast", seat, "forecast", option)
    elif 0 <= said.space < len(live.presenter.space_names):
        _later(live, socket, said.id, "forecast", seat, "threat_forecast", said.space)
    else:
        socket.refuse(said.id, "Name an option or a space.", "text")


async def overlay(live: LiveMatch, socket: Socket, said: m.AskOverlay) -> None:
    display, seat = live.presenter.display, _eyes(live, socket)
    units, spaces = len(live.presenter.unit_names), len(live.presenter.space_names)
    if display is None or said.name not in {name for name, _ in display.overlays}:
        return socket.refuse(said.id, f"There is no overlay {said.name[:40]!r}.", "overlay")
    if not -1 <= said.unit < units or not -1 <= said.space < spaces:
        return socket.refuse(said.id, "There is no such unit or space.", "overlay")
    _later(live, socket, said.id, "overlay", seat, "overlay", said.name, said.unit, said.space)


async def facts(live: LiveMatch, socket: Socket, said: m.AskFacts) -> None:
    if not 0 <= said.space < len(live.presenter.space_names):
        return socket.refuse(said.id, "There is no such space.", "facts")
    _later(live, socket, said.id, "facts", _eyes(live, socket), "facts", said.space)


async def ways(live: LiveMatch, socket: Socket, said: m.AskWays) -> None:
    if said.seat not in socket.seats:
        return socket.refuse(said.id, "This seat is not yours.", "not_yours")
    units = _party(live, said.units)
    decision, display = live.match.decision, live.presenter.display
    whole = display is not None and decision is not None and decision.prompt in display.stacks
    if units is None or live.asked != said.seat or len(said.spaces) > WAYPOINTS or whole:
        return socket.tell(m.Reply(said.id, ways=[]))
    _later(live, socket, said.id, "ways", said.seat, "ways", units, tuple(said.spaces))


async def way(live: LiveMatch, socket: Socket, said: m.AskWay) -> None:
    if said.seat not in socket.seats:
        return socket.refuse(said.id, "This seat is not yours.", "not_yours")
    units, known = _party(live, said.units), len(live.presenter.space_names)
    if units is None or not 1 <= len(said.spaces) <= WAYPOINTS or not all(0 <= x < known for x in said.spaces):
        return socket.refuse(said.id, "Name units of yours and one to twenty places.", "text")
    if live.asked != said.seat:
        return socket.tell(m.Reply(said.id, way=None))
    _later(live, socket, said.id, "way", said.seat, "way", units, tuple(said.spaces))


async def barred(live: LiveMatch, socket: Socket, said: m.AskBarred) -> None:
    if said.seat not in socket.seats:
        return socket.refuse(said.id, "This seat is not yours.", "not_yours")
    units = _party(live, said.units)
    (space,) = said.spaces if len(said.spaces) == 1 else (-1,)
    if units is None or not 0 <= space < len(live.presenter.space_names):
        return socket.refuse(said.id, "Name units of yours and a place.", "text")
    if live.asked != said.seat:
        return socket.tell(m.Reply(said.id, refusal=None))
    _later(live, socket, said.id, "refusal", said.seat, "barred", units, space)


async def gather(live: LiveMatch, socket: Socket, said: m.AskGather) -> None:
    if said.seat not in socket.seats:
        return socket.refuse(said.id, "This seat is not yours.", "not_yours")
    units = None if said.units is None else _party(live, said.units) or ()
    if live.asked != said.seat or live.lesson is not None:
        return socket.tell(m.Reply(said.id, gather=None))
    if not _readable(live, socket, said.id, [said.option] if said.option else []):
        return None
    _later(live, socket, said.id, "gather", said.seat, "gather", said.option, units)


async def notes(live: LiveMatch, socket: Socket, said: m.AskNotes) -> None:
    if said.seat not in socket.seats:
        return socket.refuse(said.id, "This seat is not yours.", "not_yours")
    if live.asked != said.seat or len(said.options) > NOTED:
        return socket.tell(m.Reply(said.id, notes=[]))
    if _readable(live, socket, said.id, said.options):
        _later(live, socket, said.id, "notes", said.seat, "notes", tuple(said.options))


def _readable(live: LiveMatch, socket: Socket, id: int | str, options: list[str]) -> bool:
    """Whether all of these are options of the game; if not, the asker is told."""
    try:
        for text in options:
            live.game.texts.parse(text)
    except TextError as error:
        socket.refuse(id, f"This is not an option of the game: {error}"[:300], "text")
        return False
    return True


def _party(live: LiveMatch, units: list[int]) -> tuple[int, ...] | None:
    """Units each named once, all of which there are."""
    known = len(live.presenter.unit_names)
    if not 1 <= len(units) <= PARTY or len(set(units)) != len(units) or not all(0 <= u < known for u in units):
        return None
    return tuple(units)


async def charts(live: LiveMatch, socket: Socket, said: m.AskCharts) -> None:
    _later(live, socket, said.id, "charts", _eyes(live, socket), "charts")


async def earlier(live: LiveMatch, socket: Socket, said: m.AskEarlier) -> None:
    if not 0 <= said.upto <= live.count:
        return socket.refuse(said.id, "There is no such entry.", "entry")
    socket.tell(
        m.Reply(said.id, earlier=live.presenter.last_lines(live.match, _eyes(live, socket), EARLIER, said.upto))
    )


async def frame(live: LiveMatch, socket: Socket, said: m.AskFrame) -> None:
    if not 0 <= said.entry <= live.count:
        return socket.refuse(said.id, "There is no such entry.", "entry")
    seat = _eyes(live, socket)
    made = await live.services.in_thread(lambda: film_of(live.match, live.presenter, seat, said.entry, said.entry))
    socket.tell(m.Reply(said.id, frame=made[0]))


async def film(live: LiveMatch, socket: Socket, said: m.AskFilm) -> None:
    first, to = said.first + 1, min(said.to, live.count)
    if said.first < 0 or to < first:
        return socket.refuse(said.id, "There are no such entries.", "entry")
    to = min(to, first + FILM - 1)
    seat = _eyes(live, socket)
    made = await live.services.in_thread(lambda: packed(film_of(live.match, live.presenter, seat, first, to)))
    socket.tell(m.Reply(said.id, film=made))


async def review(live: LiveMatch, socket: Socket, said: m.AskReview) -> None:
    """Only of a game that was played from its set-up and is over: then nothing in it is secret."""
    if not live.over or live.kind != "game":
        return socket.tell(m.Reply(said.id, review=None))
    _later(live, socket, said.id, "review", SPECTATOR, "review", encode_record(live.match.record).decode())


async def reasons(live: LiveMatch, socket: Socket, said: m.AskReasons) -> None:
    """What the computers did after an entry and why; before the match is over to those only from whom nothing was
    hidden that the computer knew."""
    eyes = _eyes(live, socket)
    told = [why for why, knowing in live.reasons if live.over or eyes in knowing]
    socket.tell(m.Reply(said.id, reasons=[why for why in told if said.after < why.entry <= live.count]))


async def hint(live: LiveMatch, socket: Socket, said: AskHint) -> None:
    """What the general would do: for whoever plays against computers, against himself, or on a planning board."""
    if said.seat not in socket.seats:
        return socket.refuse(said.id, "This seat is not yours.", "not_yours")
    if any(chair.kind != "bot" and seat not in socket.seats for seat, chair in enumerate(live.chairs)):
        return socket.refuse(said.id, "Against other people you think for yourself.", "company")
    if live.asked != said.seat or live.lesson is not None:
        return socket.tell(m.Reply(said.id, hint=None))
    if socket.computing >= AT_ONCE:
        return socket.refuse(said.id, "Too many questions at once; please wait a little.", "rate")
    socket.computing += 1
    view = live.match.view(said.seat)

    async def work() -> None:
        try:
            made = await live.services.opponents.advise(live.game, view, said.seat)
        except Exception:
            live.services.report(f"hint of {live.game.name} failed")
            socket.refuse(said.id, "This could not be computed.", "hint")
        else:
            socket.tell(m.Reply(said.id, hint=m.ready(made)))
        finally:
            socket.computing -= 1

    live.services.keep(asyncio.create_task(work()))


async def verdict(live: LiveMatch, socket: Socket, said: AskVerdict) -> None:
    """What the answers given so far to a puzzle are worth."""
    puzzle = live.puzzle
    if puzzle is None:
        return socket.refuse(said.id, "This is no puzzle.", "puzzle")
    entries = live.match.record.entries
    given = [entry.answer for entry in entries if entry.who == puzzle.seat and isinstance(entry.answer, Option)]
    texts = [live.game.texts.show(answer) for answer in given]
    _later(live, socket, said.id, "verdict", puzzle.seat, "verdict", puzzle.name, *texts)


async def ping(live: LiveMatch, socket: Socket, said: m.Ping) -> None:
    socket.tell(m.Reply(said.id, pong=True))


def _eyes(live: LiveMatch, socket: Socket, seat: int = -1) -> int:
    """The seat through whose eyes this socket looks."""
    if seat in socket.seats:
        return seat
    audience = live.audiences.get(socket.seats)
    return audience.eyes if audience is not None else SPECTATOR


def prepare(live: LiveMatch, socket: Socket) -> None:
    """Whoever sat down will soon ask for marches and overlays."""
    if not socket.seats or not live.services.settings.warm:
        return

    async def begin() -> None:
        seat = live.asked if live.asked in socket.seats else min(socket.seats)
        live.services.keep(
            asyncio.create_task(live.services.calculators.rehearse(live.game, live.match.view(seat), seat))
        )

    live.post(begin)


def _later(live: LiveMatch, socket: Socket, id: int | str, name: str, seat: int, kind: str, *values: Value) -> None:
    """Compute from the view of a seat, beside the owner task, and reply. A socket may have a few under way."""
    if socket.computing >= AT_ONCE:
        return socket.refuse(id, "Too many questions at once; please wait a little.", "rate")
    socket.computing += 1
    view = live.match.view(seat)

    async def work() -> None:
        try:
            made = await live.services.calculators.ask(live.game, view, seat, kind, *values)
        except TooLong:
            socket.refuse(id, "This takes too long to compute.", "long")
        except Exception:
            live.services.report(f"{name} of {live.game.name} failed")
            socket.refuse(id, "This could not be computed.", name)
        else:
            socket.tell(m.Reply(id, **{name: m.ready(made)}))
        finally:
            socket.computing -= 1

    live.services.keep(asyncio.create_task(work()))


Handler = Callable[[LiveMatch, Socket, Any], Awaitable[None]]
QUERIES: dict[type, Handler] = {
    m.Why: why,
    m.AskForecast: forecast,
    m.AskOverlay: overlay,
    m.AskFacts: facts,
    m.AskWays: ways,
    m.AskWay: way,
    m.AskBarred: barred,
    m.AskGather: gather,
    m.AskNotes: notes,
    m.AskEarlier: earlier,
    AskHint: hint,
    AskVerdict: verdict,
    m.AskCharts: charts,
    m.AskFrame: frame,
    m.AskFilm: film,
    m.AskReasons: reasons,
    m.AskReview: review,
    m.Ping: ping,
}
HEAVY: dict[type, float] = {
    m.AskForecast: 2.0,
    m.AskOverlay: 2.0,
    m.AskFacts: 1.0,
    m.AskWays: 2.0,
    m.AskWay: 2.0,
    m.AskBarred: 2.0,
    m.AskGather: 2.0,
    m.AskNotes: 2.0,
    m.AskEarlier: 2.0,
    AskHint: 5.0,
    AskVerdict: 5.0,
    m.AskCharts: 2.0,
    m.AskFrame: 2.0,
    m.AskFilm: 10.0,
    m.AskReview: 20.0,
    m.ChatText: 5.0,
}
"""What these cost of a socket's rate."""
