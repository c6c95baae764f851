"""Answers to questions: by players, by standing orders, by a clock that ran out; taken back. In the owner task."""

import time
from contextlib import suppress

from grognard.core import Option, Refusal, Refused
from grognard.core.text import TextError
from grognard.server import dice_words
from grognard.server import messages as m
from grognard.server.lesson_run import Scripted
from grognard.server.live import LiveMatch
from grognard.server.publish import publish, show_presence
from grognard.server.sockets import Socket
from grognard.server.standing import Order
from grognard.server.store import keep_learnt
from grognard.server.talk import note
from grognard.server.worked_out import RefusalText
from grognard.server.writer import Also

BACK = 60.0
"""Seconds that somebody has at least who comes back to a match that waited."""
LONGEST_PLAN = 1000
SHOWN_QUIET = 4
"""Answers that the table tells it gave for somebody whose time ran out."""
MOST_ORDERS = 50
STALE = "The position has changed meanwhile; please look again."
NOT_YOURS = "This seat is not yours."
OFFERS = {"draw": "The offer of a draw", "takeback": "The wish to take back", "bot": "The wish to hand a seat over"}


class RulesFault(RuntimeError):
    """A fault in the rules of a title; logged where it happened."""


async def answer(live: LiveMatch, socket: Socket, said: m.Answer) -> None:
    if said.seat not in socket.seats:
        return socket.refuse(said.id, NOT_YOURS, "not_yours")
    if said.entry != live.count:
        return socket.refuse(said.id, STALE, "stale")
    if not 1 <= len(said.options) <= LONGEST_PLAN:
        return socket.refuse(said.id, f"A plan has between 1 and {LONGEST_PLAN} answers.", "plan")
    try:
        options = [live.game.texts.parse(text) for text in said.options]
    except TextError as error:
        return socket.refuse(said.id, f"This is not an option of the game: {error}"[:300], "text")
    if live.chairs[said.seat].kind == "bot":
        return socket.refuse(said.id, "The computer plays this seat at present.", "bot")
    try:
        await give(live, said.seat, options)
    except Refused as refused:
        why = told(live, refused)
        return socket.refuse(said.id, why.text, why.key, why.rule, refused.at)
    except RulesFault:
        # The rules themselves failed. They worked on a copy, so the match stands as it did.
        return socket.refuse(said.id, "The rules could not carry this out; nothing has changed.", "fault")
    socket.tell(m.Ack(said.id, live.count))
    publish(live)


async def give(live: LiveMatch, seat: int, options: list[Option]) -> None:
    """Apply answers and write them. Raises Refused, RulesFault or Overtaken."""
    match, before = live.match, live.count
    if live.lesson is not None:
        _teach(live, options)
    else:
        match.chance = dice_words.source(live)
    started = time.perf_counter()
    try:
        match.plan(seat, options)
    except dice_words.Unmixed:
        await dice_words.close(live)
        raise
    except Refused:
        raise
    except Exception as fault:
        live.services.report(f"match {live.id}: the rules of {live.game.name} failed at entry {live.count}")
        raise RulesFault from fault
    live.services.metrics.rules += time.perf_counter() - started
    live.dice += sum(1 for trace in match.traces[before:] if trace.chance is not None)
    if live.lesson is not None and live.lesson.page(live.meta.page) is not None:
        live.meta.page += 1
    lapsed, live.meta.offer = live.meta.offer, None
    await live.write(before, also=learning(live))
    tell_closed(live, lapsed, accepted=False)
    if lapsed is not None:
        await note(live, f"{OFFERS[lapsed.kind]} has lapsed: play went on.")


def learning(live: LiveMatch) -> Also | None:
    """What is to be written when the last page of a lesson is turned: who sits there has learnt it."""
    run = live.lesson
    if run is None or live.meta.page != len(run.lesson.page):
        return None
    return lambda c: keep_learnt(c, live.id, live.game.name, run.lesson.id)


def _teach(live: LiveMatch, options: list[Option]) -> None:
    assert live.lesson is not None
    at = live.meta.page
    objection = live.lesson.objection(live.game, at, options[0])
    if objection is not None:
        raise Refused(objection)
    page = live.lesson.page(at)
    if len(options) > 1 and page is not None:
        raise Refused(Refusal(page.rule, "lesson_other"), 1)
    live.match.chance = Scripted(page, dice_words.source(live))


def told(live: LiveMatch, refused: Refused) -> RefusalText:
    """A refusal in words."""
    lesson = {
        "lesson_read": "Read this page and turn it first.",
        "lesson_other": "The lesson asks for something else here.",
    }
    key = refused.refusal.key
    if isinstance(refused, dice_words.Unmixed):
        return dice_words.told(live)
    if key in lesson:
        return RefusalText(lesson[key], refused.refusal.rule, key)
    return live.presenter.refusal(refused.refusal)


async def undo(live: LiveMatch, socket: Socket, said: m.Undo) -> None:
    if said.seat not in socket.seats:
        return socket.refuse(said.id, NOT_YOURS, "not_yours")
    if live.lesson is not None or not live.match.undo(said.seat):
        return socket.refuse(said.id, "There is nothing to take back without asking the others.", "barrier")
    while 0 <= said.to < live.count and live.match.undo(said.seat):
        pass
    cut = live.count
    lapsed, live.meta.offer = live.meta.offer, None
    await live.write(cut, cut=cut)
    tell_closed(live, lapsed, accepted=False)
    socket.tell(m.Ack(said.id, live.count))
    publish(live, cut)


async def page(live: LiveMatch, socket: Socket, said: m.TurnPage) -> None:
    here = live.lesson.page(live.meta.page) if live.lesson is not None else None
    if here is None:
        return socket.refuse(said.id, "There is no page to turn.", "page")
    if here.do:
        return socket.refuse(said.id, "This page waits for your answer at the live.", "page")
    live.meta.page += 1
    await live.write(live.count, also=learning(live))
    socket.tell(m.Ack(said.id, live.count))
    publish(live)


def tell_closed(live: LiveMatch, offer: m.Offer | None, accepted: bool) -> None:
    """An offer ends when it is answered, or when the game goes on."""
    if offer is not None:
        live.tell_all(m.OfferClosed(offer.kind, accepted))


# Answers nobody gives by hand


async def orders(live: LiveMatch, socket: Socket, said: m.Orders) -> None:
    if said.seat not in socket.seats:
        return socket.refuse(said.id, NOT_YOURS, "not_yours")
    if len(said.orders) > MOST_ORDERS:
        return socket.refuse(said.id, f"A seat has at most {MOST_ORDERS} standing orders.", "orders")
    here, known = phase(live), {order.prompt: order for order in live.meta.orders.get(said.seat, ())}
    for order in said.orders:
        before = known.get(order.prompt)
        kept = before is not None and before.phase and order.phase and before.verb == order.verb
        order.during = before.during if kept and before is not None else here if order.phase else []
    live.meta.orders[said.seat] = said.orders
    live.left_to_player = -1
    await live.write(live.count)
    socket.tell(m.Ack(said.id, live.count))
    tell_orders(live, said.seat)
    live.wake()


def tell_orders(live: LiveMatch, seat: int) -> None:
    """Tell whoever holds a seat which orders it has."""
    text = m.encode(m.OrdersTold(seat, live.meta.orders.get(seat, []))).decode()
    for audience in live.audiences.values():
        if seat in audience.seats:
            audience.send(text)


def phase(live: LiveMatch) -> list[str]:
    """The two outermost parts of the bread-crumb: orders for a phase end when these change."""
    return live.presenter.crumbs(live.match.view(-1))[:2]


def standing_order(live: LiveMatch) -> Order | None:
    """The order that is to answer the question now asked, if any. Orders whose phase is over are forgotten."""
    decision = live.match.decision
    if decision is None or live.chairs[decision.seat].kind != "human" or live.lesson is not None:
        return None
    held = live.meta.orders.get(decision.seat)
    if not held:
        return None
    if any(order.phase for order in held):
        here = phase(live)
        kept = [order for order in held if not order.phase or order.during == here]
        if len(kept) < len(held):
            live.meta.orders[decision.seat] = held = kept
            tell_orders(live, decision.seat)
    if live.left_to_player == live.count:
        return None
    return next((order for order in held if order.prompt == decision.prompt), None)


async def ordered_answer(live: LiveMatch, seat: int, entry: int, options: list[Option] | None) -> None:
    """Answers given for a seat by its standing orders; None: they leave the question to the player."""
    if live.asked != seat or live.count != entry:
        return
    if options is None:
        live.left_to_player = entry
        return
    with suppress(dice_words.Unmixed):  # they are looked at again when the dice are ready
        try:
            await give(live, seat, options)
        except dice_words.Unmixed:
            raise
        except (Refused, RulesFault):  # a plan made from what the seat sees may fail on what it does not
            live.left_to_player = entry
        publish(live)


async def flag_fell(live: LiveMatch, seat: int) -> None:
    """A clock ran out: an unfinished selection is taken back and the quiet answer given, until somebody else is asked;
    where there is none, the game is lost on time. Where that was chosen at the start, everything waits instead for a
    player who is missing."""
    if live.clock is None or live.clocked != seat or live.clock.left(seat) > 0:
        return
    if live.meta.absence == "pause" and live.chairs[seat].kind == "human" and not live.online(seat):
        live.meta.paused = seat
        await live.write(live.count)
        show_presence(live)
        return await note(live, f"{live.side_names()[seat]} is out of time and away: the clocks wait.")
    cut = None
    while live.match.undo(seat):
        cut = live.count
    if cut is not None:
        await live.write(cut, cut=cut)
    quiet: list[str] = []
    lost = False
    with suppress(dice_words.Unmixed):  # the flag falls again when the dice are ready
        # All of them at one fall: at the next one those since the last barrier would be taken back, and given for ever.
        while (decision := live.match.decision) is not None and live.clocked == seat and not lost:
            before = live.count
            if lost := decision.default < 0:
                live.match.resign(seat)
                await live.write(before)
            else:
                await give(live, seat, [decision.options[decision.default]])
                quiet.append(f"“{live.game.words.option(decision.options[decision.default])}”")
    side = live.side_names()[seat]
    if lost:
        await note(live, f"{side} ran out of time and has lost.")
    elif quiet:
        more = f" and {len(quiet) - SHOWN_QUIET} more" if len(quiet) > SHOWN_QUIET else ""
        await note(live, f"{side} ran out of time; the table answered {', '.join(quiet[:SHOWN_QUIET])}{more}.")
    publish(live, cut)


async def go_on(live: LiveMatch) -> None:
    """The player who was waited for is back, and has some time to look around."""
    seat = live.meta.paused
    if seat is None or not live.online(seat):
        return
    live.meta.paused = None
    if live.clock is not None:
        live.clock.allow(seat, BACK)
    await live.write(live.count)
    show_presence(live)
    live.wake()
