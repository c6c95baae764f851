"""What players do at a table: answers, undo, resigning, offers, talk, standing orders. Each runs in the owner task."""

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from grognard.core import Option, Refusal, Refused
from grognard.core.text import TextError
from grognard.server import messages as m
from grognard.server import mixing
from grognard.server.lesson import Scripted
from grognard.server.plain import LONGEST_NAME, tidy
from grognard.server.sockets import Socket
from grognard.server.store import close_table, say
from grognard.server.table import SHOWN_CHAT, Overtaken, Table, Work

LONGEST_PLAN = 200
LONGEST_TALK = 500
TRIES = 10
STALE = "The position has changed meanwhile; please look again."
NOT_YOURS = "This seat is not yours."


class RulesFault(RuntimeError):
    """A fault in the rules of a title; logged where it happened."""


async def answer(table: Table, socket: Socket, said: m.Answer) -> None:
    if said.seat not in socket.seats:
        return socket.refuse(said.id, NOT_YOURS, "not_yours")
    if said.entry != table.count:
        return socket.refuse(said.id, STALE, "stale")
    if not 1 <= len(said.options) <= LONGEST_PLAN:
        return socket.refuse(said.id, f"A plan has between 1 and {LONGEST_PLAN} answers.", "plan")
    try:
        options = [table.game.texts.parse(text) for text in said.options]
    except TextError as error:
        return socket.refuse(said.id, f"This is not an option of the game: {error}"[:300], "text")
    if table.chairs[said.seat].kind == "bot":
        return socket.refuse(said.id, "The computer plays this seat at present.", "bot")
    try:
        await give(table, said.seat, options)
    except Refused as refused:
        told = _told(table, refused)
        return socket.refuse(said.id, told.text, told.key, told.rule, refused.at)
    except RulesFault:
        # The rules themselves failed. They worked on a copy, so the match stands as it did.
        return socket.refuse(said.id, "The rules could not carry this out; nothing has changed.", "fault")
    socket.tell(m.Ack(said.id, table.count))
    table.publish()


async def give(table: Table, seat: int, options: list[Option]) -> None:
    """Apply answers and write them. Raises Refused, RulesFault or Overtaken."""
    match, before = table.match, table.count
    if table.lesson is not None:
        _teach(table, options)
    else:
        match.chance = mixing.source(table)
    started = time.perf_counter()
    try:
        match.plan(seat, options)
    except mixing.Unmixed:
        await mixing.close(table)
        raise
    except Refused:
        raise
    except Exception as fault:
        table.hall.report(f"match {table.id}: the rules of {table.game.name} failed at entry {table.count}")
        raise RulesFault from fault
    table.hall.metrics.rules += time.perf_counter() - started
    table.dice += sum(1 for trace in match.traces[before:] if trace.chance is not None)
    if table.lesson is not None and table.lesson.page(table.meta.page) is not None:
        table.meta.page += 1
    lapsed, table.meta.offer = table.meta.offer, None
    await table.write(before)
    tell_closed(table, lapsed, accepted=False)


def _teach(table: Table, options: list[Option]) -> None:
    assert table.lesson is not None
    at = table.meta.page
    objection = table.lesson.objection(table.game, at, options[0])
    if objection is not None:
        raise Refused(objection)
    page = table.lesson.page(at)
    if len(options) > 1 and page is not None:
        raise Refused(Refusal(page.rule, "lesson_other"), 1)
    table.match.chance = Scripted(page, mixing.source(table))


def _told(table: Table, refused: Refused) -> m.RefusalText:
    lesson = {
        "lesson_read": "Read this page and turn it first.",
        "lesson_other": "The lesson asks for something else here.",
    }
    key = refused.refusal.key
    if isinstance(refused, mixing.Unmixed):
        return mixing.told(table)
    if key in lesson:
        return m.RefusalText(lesson[key], refused.refusal.rule, key)
    return table.presenter.refusal(refused.refusal)


async def undo(table: Table, socket: Socket, said: m.Undo) -> None:
    if said.seat not in socket.seats:
        return socket.refuse(said.id, NOT_YOURS, "not_yours")
    if table.lesson is not None or not table.match.undo(said.seat):
        return socket.refuse(said.id, "There is nothing to take back without asking the others.", "barrier")
    cut = table.count
    lapsed, table.meta.offer = table.meta.offer, None
    await table.write(cut, cut=cut)
    tell_closed(table, lapsed, accepted=False)
    socket.tell(m.Ack(said.id, table.count))
    table.publish(cut)


async def page(table: Table, socket: Socket, said: m.TurnPage) -> None:
    here = table.lesson.page(table.meta.page) if table.lesson is not None else None
    if here is None:
        return socket.refuse(said.id, "There is no page to turn.", "page")
    if here.do:
        return socket.refuse(said.id, "This page waits for your answer at the table.", "page")
    table.meta.page += 1
    await table.write(table.count)
    socket.tell(m.Ack(said.id, table.count))
    table.publish()


# Acts of the table


async def resign(table: Table, socket: Socket, said: m.Resign) -> None:
    seat = said.seat if said.seat >= 0 else (socket.seats[0] if socket.seats else -1)
    if seat not in socket.seats:
        return socket.refuse(said.id, NOT_YOURS, "not_yours")
    await _act(table, socket, said.id, lambda: table.match.resign(seat))


async def _act(table: Table, socket: Socket, id: int | str, act: Callable[[], None]) -> None:
    before = table.count
    try:
        act()
    except Refused as refused:
        return socket.refuse(id, table.presenter.refusal(refused.refusal).text, refused.refusal.key)
    fulfilled, table.meta.offer = table.meta.offer, None
    await table.write(before)
    tell_closed(table, fulfilled, accepted=True)
    socket.tell(m.Ack(id, table.count))
    table.publish()


async def offer(table: Table, socket: Socket, said: m.MakeOffer) -> None:
    if not socket.seats:
        return socket.refuse(said.id, "Spectators make no offers.", "not_yours")
    if table.over:
        return socket.refuse(said.id, "The game is over.", "over")
    maker = table.asked if table.asked in socket.seats and table.asked is not None else socket.seats[0]
    made = m.Offer(said.kind, maker, said.to, said.seat, said.level, sorted(socket.seats))
    objection = _objection(table, made)
    if objection:
        return socket.refuse(said.id, objection, "offer")
    table.meta.offer = made
    if not _missing(table, made):
        return await _fulfil(table, socket, said.id)
    await table.write(table.count)
    socket.tell(m.Ack(said.id, table.count))
    table.tell_all(m.OfferMade(made.kind, made.maker, made.to, made.seat))


def _objection(table: Table, made: m.Offer) -> str:
    if made.kind == "takeback":
        if not 0 <= made.to < table.count:
            return "There is no such entry to go back to."
        return "A lesson is not taken back." if table.lesson is not None else ""
    if made.kind == "draw" and any(chair.kind == "bot" and not chair.stood_in for chair in table.chairs):
        return "The computer does not agree to draws."
    if made.kind == "bot":
        if not 0 <= made.seat < len(table.chairs) or table.chairs[made.seat].kind == "bot":
            return "No player sits there."
        if made.level not in table.hall.opponents.levels():
            return f"There is no computer player called {made.level!r}."
    return ""


def _missing(table: Table, made: m.Offer) -> list[int]:
    """Seats whose consent is still needed. A player who has long been away need not consent to being replaced."""
    wanted = [seat for seat in table.humans() if seat not in made.agreed]
    if made.kind == "bot" and table.absent(made.seat) >= table.hall.settings.absent:
        return [seat for seat in wanted if seat != made.seat]
    return wanted


async def accept(table: Table, socket: Socket, said: m.Accept) -> None:
    made = table.meta.offer
    if made is None or not socket.seats:
        return socket.refuse(said.id, "There is nothing to accept.", "offer")
    made.agreed = sorted({*made.agreed, *socket.seats})
    if not _missing(table, made):
        return await _fulfil(table, socket, said.id)
    await table.write(table.count)
    socket.tell(m.Ack(said.id, table.count))


async def decline(table: Table, socket: Socket, said: m.Decline) -> None:
    if table.meta.offer is None or not socket.seats:
        return socket.refuse(said.id, "There is nothing to decline.", "offer")
    declined, table.meta.offer = table.meta.offer, None
    await table.write(table.count)
    tell_closed(table, declined, accepted=False)
    socket.tell(m.Ack(said.id, table.count))


async def _fulfil(table: Table, socket: Socket, id: int | str) -> None:
    made = table.meta.offer
    assert made is not None
    if made.kind == "draw":
        await _act(table, socket, id, table.match.agree_draw)
    elif made.kind == "takeback":
        await _act(table, socket, id, lambda: table.match.take_back(made.to))
    else:
        chair = table.chairs[made.seat]
        chair.kind, chair.level, chair.stood_in = "bot", made.level, True
        mixing.drop(table)
        await _reseat(table, socket, id)


async def take(table: Table, socket: Socket, said: m.TakeSeat) -> None:
    """Somebody whose seat the computer kept warm sits down again."""
    if said.seat not in socket.seats:
        return socket.refuse(said.id, NOT_YOURS, "not_yours")
    chair = table.chairs[said.seat]
    if chair.kind == "bot":
        chair.kind, chair.level, chair.stood_in = "human", "", False
        await _reseat(table, socket, said.id)
    else:
        socket.tell(m.Ack(said.id, table.count))


async def sit(table: Table, seat: int, name: str = "") -> None:
    """Somebody came by a link: the chair is no longer open."""
    chair, name = table.chairs[seat], tidy(name, LONGEST_NAME)
    if chair.kind == "open" or (name and chair.kind == "human"):
        chair.kind, chair.name = "human", name or chair.name
        full = all(chair.kind != "open" for chair in table.chairs)
        await table.write(table.count, also=(lambda c: close_table(c, table.id)) if full else None)
        table.show_presence()


async def _reseat(table: Table, socket: Socket, id: int | str) -> None:
    fulfilled, table.meta.offer = table.meta.offer, None
    await table.write(table.count)
    tell_closed(table, fulfilled, accepted=True)
    socket.tell(m.Ack(id, table.count))
    table.show_presence()
    mixing.settle(table)


def tell_closed(table: Table, offer: m.Offer | None, accepted: bool) -> None:
    """An offer ends when it is answered, or when the game goes on."""
    if offer is not None:
        table.tell_all(m.OfferClosed(offer.kind, accepted))


# Talk and habits


async def chat(table: Table, socket: Socket, said: m.ChatText) -> None:
    text = tidy(said.text, LONGEST_TALK)
    if not text:
        return
    seat = socket.seats[0] if socket.seats else -1
    name = socket.name or (table.side_names()[seat] if seat >= 0 else "Spectator")
    spoken = m.Chat(seat, name[:LONGEST_NAME], text, time.time())
    row = {"match": table.id, "seat": seat, "name": spoken.name, "text": text, "at": spoken.at}
    notice = f"said {table.hall.worker} {table.id}" if table.hall.bus is not None else None
    await table.hall.store.do(lambda c: say(c, row, notice))
    table.said = [*table.said[1 - SHOWN_CHAT :], m.Spoken(seat, spoken.name, text, spoken.at)]
    table.tell_all(spoken)
    socket.tell(m.Ack(said.id, table.count))


async def orders(table: Table, socket: Socket, said: m.Orders) -> None:
    if said.seat not in socket.seats:
        return socket.refuse(said.id, NOT_YOURS, "not_yours")
    table.orders[said.seat] = (tuple(said.decline[:50]), phase(table))
    socket.tell(m.Ack(said.id, table.count))
    table.wake()


def phase(table: Table) -> list[str]:
    """The two outermost parts of the bread-crumb: standing orders end when these change."""
    return table.presenter.crumbs(table.match.view(-1))[:2]


def standing_answer(table: Table) -> Option | None:
    """What standing orders answer to the question now asked, if anything."""
    decision = table.match.decision
    if decision is None or decision.default < 0 or decision.seat not in table.orders:
        return None
    prompts, during = table.orders[decision.seat]
    if during != phase(table):
        del table.orders[decision.seat]
        return None
    return decision.options[decision.default] if decision.prompt in prompts else None


async def quiet_answer(table: Table, seat: int, entry: int, option: Option) -> None:
    """An answer given for a seat by its standing orders."""
    if table.asked == seat and table.count == entry:
        with suppress(mixing.Unmixed):  # they are looked at again when the dice are ready
            await give(table, seat, [option])
            table.publish()


async def flag_fell(table: Table, seat: int) -> None:
    """A clock ran out: an unfinished selection is taken back and the quiet answer given; where there is none, the game
    is lost on time."""
    if table.clock is None or table.asked != seat or table.over or table.clock.left(seat) > 0:
        return
    cut = None
    while table.match.undo(seat):
        cut = table.count
    decision = table.match.decision
    if cut is not None:
        await table.write(cut, cut=cut)
    before = table.count
    if decision is not None and decision.default >= 0:
        with suppress(mixing.Unmixed):  # the flag falls again when the dice are ready
            await give(table, seat, [decision.options[decision.default]])
    else:
        table.match.resign(seat)
        await table.write(before)
    table.publish(cut)


async def seen(table: Table, socket: Socket, said: m.SeenTo) -> None:
    entry = min(said.entry, table.count)
    if entry > socket.since and socket.holder:
        socket.since = entry
        table.hall.mark_seen(socket.holder, table.id, entry)


async def persistently(work: Callable[[], Awaitable[None]]) -> bool:
    """Try a deed again while other workers write first; what it rests on is checked anew each time."""
    for _ in range(TRIES):
        try:
            await work()
            return True
        except Overtaken:
            continue
    return False


def patient(work: Callable[[], Awaitable[None]]) -> Work:
    """The same as work for the owner, where nobody is told that all tries failed."""

    async def trying() -> None:
        await persistently(work)

    return trying


Handler = Callable[[Table, Socket, Any], Awaitable[None]]
DEEDS: dict[type, Handler] = {
    m.Answer: answer,
    m.Undo: undo,
    m.TurnPage: page,
    m.Resign: resign,
    m.MakeOffer: offer,
    m.Accept: accept,
    m.Decline: decline,
    m.TakeSeat: take,
    m.ChatText: chat,
    m.Orders: orders,
    m.Seal: mixing.seal,
    m.OpenWords: mixing.unseal,
    m.SeenTo: seen,
}
