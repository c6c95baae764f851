"""What the people at a table agree on: resigning, draws, take-backs, who plays a seat. In the owner task."""

from collections.abc import Callable

from grognard.bots import levels_of
from grognard.core import Refused
from grognard.server import dice_words
from grognard.server import messages as m
from grognard.server.answers import NOT_YOURS, OFFERS, tell_closed
from grognard.server.live import LiveMatch
from grognard.server.publish import publish, show_presence
from grognard.server.sanitising import LONGEST_NAME, tidy
from grognard.server.sockets import Socket
from grognard.server.store import close_table
from grognard.server.talk import note

MOST_HANDOVERS = 200
"""Times a seat went from hand to hand that a match remembers."""


async def resign(live: LiveMatch, socket: Socket, said: m.Resign) -> None:
    seat = said.seat if said.seat >= 0 else (socket.seats[0] if socket.seats else -1)
    if seat not in socket.seats:
        return socket.refuse(said.id, NOT_YOURS, "not_yours")
    await _act(live, socket, said.id, lambda: live.match.resign(seat))


async def _act(live: LiveMatch, socket: Socket, id: int | str, act: Callable[[], None]) -> None:
    before = live.count
    try:
        act()
    except Refused as refused:
        return socket.refuse(id, live.presenter.refusal(refused.refusal).text, refused.refusal.key)
    fulfilled, live.meta.offer = live.meta.offer, None
    await live.write(before)
    tell_closed(live, fulfilled, accepted=True)
    socket.tell(m.Ack(id, live.count))
    publish(live)


async def offer(live: LiveMatch, socket: Socket, said: m.MakeOffer) -> None:
    if not socket.seats:
        return socket.refuse(said.id, "Spectators make no offers.", "not_yours")
    if live.over:
        return socket.refuse(said.id, "The game is over.", "over")
    maker = live.asked if live.asked in socket.seats and live.asked is not None else socket.seats[0]
    made = m.Offer(said.kind, maker, said.to, said.seat, said.level, sorted(socket.seats))
    objection = _objection(live, made)
    if objection:
        return socket.refuse(said.id, objection, "offer")
    live.meta.offer = made
    if not _missing(live, made):
        return await _fulfil(live, socket, said.id)
    await live.write(live.count)
    socket.tell(m.Ack(said.id, live.count))
    live.tell_all(m.OfferMade(made.kind, made.maker, made.to, made.seat))


def _objection(live: LiveMatch, made: m.Offer) -> str:
    if made.kind == "takeback":
        if not 0 <= made.to < live.count:
            return "There is no such entry to go back to."
        if live.count >= live.services.settings.entries:
            return "So much has been taken back here that this match can only go on."
        if _shows_a_sealed_choice(live, made.to):
            return "The computer's sealed choice has been seen; it cannot be taken back."
        return "A lesson is not taken back." if live.lesson is not None else ""
    if made.kind == "draw" and any(chair.kind == "bot" and not chair.stood_in for chair in live.chairs):
        return "The computer does not agree to draws."
    if made.kind == "bot":
        if not 0 <= made.seat < len(live.chairs) or live.chairs[made.seat].kind == "bot":
            return "No player sits there."
        if made.level not in levels_of(live.game):
            return f"There is no computer player called {made.level!r}."
    return ""


def _shows_a_sealed_choice(live: LiveMatch, to: int) -> bool:
    """Whether somebody would choose again who has seen what a computer had sealed: sealed choices that follow one
    another lie open when the last is made."""
    entries, traces = live.match.record.entries, live.match.traces
    decision = live.match.decision
    lies_open = decision is None or not decision.secret
    for n in range(live.count, to, -1):
        if not traces[n - 1].secret:
            lies_open = True
        elif lies_open:
            start = n
            while start > 1 and traces[start - 2].secret:
                start -= 1
            if any(live.chairs[entries[k - 1].who].kind == "bot" for k in range(start, n + 1)):
                return True
    return False


def _missing(live: LiveMatch, made: m.Offer) -> list[int]:
    """Seats whose consent is still needed. Nobody agrees for a player whose seat the computer keeps. A player who has
    long been away need not consent to being replaced, if that was chosen at the start."""
    wanted = [
        seat
        for seat, chair in enumerate(live.chairs)
        if seat not in made.agreed and (chair.kind != "bot" or (chair.stood_in and made.kind != "bot"))
    ]
    away = live.meta.absence == "computer" and live.absent(made.seat) >= live.services.settings.absent
    if made.kind == "bot" and away:
        return [seat for seat in wanted if seat != made.seat]
    return wanted


async def accept(live: LiveMatch, socket: Socket, said: m.Accept) -> None:
    made = live.meta.offer
    if made is None or not socket.seats:
        return socket.refuse(said.id, "There is nothing to accept.", "offer")
    made.agreed = sorted({*made.agreed, *socket.seats})
    if not _missing(live, made):
        return await _fulfil(live, socket, said.id)
    await live.write(live.count)
    socket.tell(m.Ack(said.id, live.count))


async def decline(live: LiveMatch, socket: Socket, said: m.Decline) -> None:
    if live.meta.offer is None or not socket.seats:
        return socket.refuse(said.id, "There is nothing to decline.", "offer")
    declined, live.meta.offer = live.meta.offer, None
    await live.write(live.count)
    tell_closed(live, declined, accepted=False)
    socket.tell(m.Ack(said.id, live.count))
    if set(socket.seats) != {declined.maker}:
        side = " and ".join(live.side_names()[seat] for seat in socket.seats if seat != declined.maker)
        await note(live, f"{OFFERS[declined.kind]} was declined by {side}.")
    else:
        await note(live, f"{OFFERS[declined.kind]} was withdrawn.")


async def _fulfil(live: LiveMatch, socket: Socket, id: int | str) -> None:
    made = live.meta.offer
    assert made is not None
    if made.kind == "draw":
        await _act(live, socket, id, live.match.agree_draw)
    elif made.kind == "takeback":
        await _act(live, socket, id, lambda: live.match.take_back(made.to))
    else:
        chair = live.chairs[made.seat]
        agreed = made.level if made.seat in made.agreed else live.meta.stand_in
        chair.stood_in = chair.kind == "human"  # nobody has ever sat on a free chair
        chair.kind, chair.level = "bot", agreed
        _handed_over(live, m.Handover(made.seat, live.count, agreed))
        dice_words.drop(live)
        await _reseat(live, socket, id)


def _handed_over(live: LiveMatch, handover: m.Handover) -> None:
    """Remember who played a seat from where; of very many only the last, since they are written with every answer."""
    live.meta.handovers = [*live.meta.handovers[1 - MOST_HANDOVERS :], handover]


async def take(live: LiveMatch, socket: Socket, said: m.TakeSeat) -> None:
    """Somebody whose seat the computer kept warm sits down again."""
    if said.seat not in socket.seats:
        return socket.refuse(said.id, NOT_YOURS, "not_yours")
    chair = live.chairs[said.seat]
    if chair.kind == "bot":
        chair.kind, chair.level, chair.stood_in = "human", "", False
        _handed_over(live, m.Handover(said.seat, live.count))
        await _reseat(live, socket, said.id)
    else:
        socket.tell(m.Ack(said.id, live.count))


async def sit(live: LiveMatch, seat: int, name: str = "") -> None:
    """Somebody came by a link: the chair is no longer open."""
    chair, name = live.chairs[seat], tidy(name, LONGEST_NAME)
    if chair.kind == "open" or (name and chair.kind == "human"):
        chair.kind, chair.name = "human", name or chair.name
        full = all(chair.kind != "open" for chair in live.chairs)
        await live.write(live.count, also=(lambda c: close_table(c, live.id)) if full else None)
        show_presence(live)
        live.wake()  # clocks wait until all seats are taken


async def _reseat(live: LiveMatch, socket: Socket, id: int | str) -> None:
    fulfilled, live.meta.offer = live.meta.offer, None
    await live.write(live.count)
    tell_closed(live, fulfilled, accepted=True)
    socket.tell(m.Ack(id, live.count))
    show_presence(live)
    dice_words.settle(live)
