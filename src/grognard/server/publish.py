"""What the audiences of a match are told: a greeting, every change, who is here."""

import asyncio

from msgspec import UNSET

from grognard.core import whose_turn
from grognard.server import dice_words, puzzling
from grognard.server.audience import Audience, Showing
from grognard.server.live import LiveMatch
from grognard.server.messages import Chat, Hello, OfferShown, Presence, Question, Spoken, Update, encode, ready
from grognard.server.presenter import result_text
from grognard.server.sockets import Socket

LOG_LINES = 200
SHOWN_CHAT = 200


def publish(live: LiveMatch, cut: int | None = None) -> None:
    """Show every audience what changed since it was last shown something. `cut`: entries after it are void."""
    if cut is not None:
        live.turns = [mark for mark in live.turns if mark.entry <= cut]
        live.turned = min(live.turned, cut)
    marked = live.presenter.turns(live.match, live.turns, live.turned)
    live.turned = live.count
    shown = Showing(live.match, live.presenter)
    for audience in live.audiences.values():
        audience.send(_update(live, audience, shown, cut, marked))
    live.services.metrics.rules += shown.spent
    live.wake()


def _update(live: LiveMatch, audience: Audience, shown: Showing, cut: int | None, marked: bool) -> str:
    together = live.presenter.together(live.match)
    audience.turn_to(live.asked, together)
    aspect = shown.aspect(audience.eyes)
    after = audience.entry if cut is None else min(cut, audience.entry)
    if audience.chairs is None or live.clock is not None:
        audience.chairs = ready(encode(live.shown_chairs(audience.seats)))
    update = Update(
        entry=live.count,
        view=audience.view,
        secrets=shown.secrets,
        together=together,
        events=live.presenter.lines(live.match, audience.eyes, after, live.count, shown.lines),
        scene=shown.change(audience.scene, aspect.scene),
        question=_question(live, audience),
        undo=_undo(live, audience),
        crumbs=aspect.crumbs,
        cases=aspect.cases,
        result=shown.result,
        winners=shown.winners,
        seats=audience.chairs,
        tape=_tape(live, after),
        turn=_turn(live),
        cut=UNSET if cut is None else after,
        turns=live.turns if marked or cut is not None else UNSET,
        lesson=live.lesson.shown(live.meta.page, live.presenter) if live.lesson is not None else UNSET,
        clock=live.clock.face() if live.clock is not None else UNSET,
    )
    audience.entry, audience.scene = live.count, aspect.scene
    return encode(update).decode()


def _question(live: LiveMatch, audience: Audience) -> Question | None:
    asked = live.asked
    if asked is None:
        return None
    if asked not in audience.seats:
        return Question(asked, waiting=True)
    made: Question = live.question()
    return made


def _undo(live: LiveMatch, audience: Audience) -> bool:
    return live.lesson is None and any(live.match.can_undo(seat) for seat in audience.seats)


def _tape(live: LiveMatch, after: int) -> list[tuple[int, int, int]]:
    """Of every entry who made it, whether undo stops there, and in whose turn it was made: where no step says, that of
    the seat that made it (dice then belong to the turn before them)."""
    entries, traces = live.match.record.entries[after:], live.match.traces[after:]
    return [
        (entry.who, int(entry.barrier), entry.who if trace.turn is None else trace.turn)
        for entry, trace in zip(entries, traces, strict=True)
    ]


def _turn(live: LiveMatch) -> int:
    turn = whose_turn(live.match.state)
    if turn is None:
        turn = live.asked
    return -1 if turn is None or live.over else turn


def _hello(live: LiveMatch, socket: Socket, audience: Audience) -> Hello:
    record, game = live.match.record, live.game
    view = live.match.view(audience.eyes)
    result, winners = result_text(game, live.match.state)
    offer = live.meta.offer
    return Hello(
        match=live.id,
        kind=live.kind,
        game=game.name,
        title=game.title,
        digest=live.services.shelf.digest(game.name),
        scenario=record.scenario,
        options=record.options,
        sides=list(game.sides),
        allies=[game.allies(live.match.state, side) for side in range(len(game.sides))],
        seats=live.shown_chairs(audience.seats),
        you=list(audience.seats),
        view=audience.view,
        secrets=live.presenter.secrets(live.match),
        together=live.presenter.together(live.match),
        entry=live.count,
        scene=audience.scene,
        question=_question(live, audience),
        log=live.presenter.last_lines(live.match, audience.eyes, LOG_LINES),
        chat=live.said[-SHOWN_CHAT:],
        undo=_undo(live, audience),
        commitment=record.commitment,
        strings=record.strings,
        result=result,
        winners=winners,
        crumbs=live.presenter.crumbs(view),
        cases=live.presenter.crumb_cases(view),
        turns=live.turns,
        tape=_tape(live, 0),
        turn=_turn(live),
        lesson=live.lesson.shown(live.meta.page, live.presenter) if live.lesson is not None else None,
        puzzle=None if live.puzzle is None else puzzling.shown(live.puzzle),
        since=min(socket.since, live.count),
        unit_names=live.presenter.unit_names,
        space_names=live.presenter.space_names,
        overlays=live.presenter.overlays(),
        offer=OfferShown(offer.kind, offer.maker, offer.to, offer.seat) if offer is not None else None,
        clock=live.clock.face() if live.clock is not None else None,
        thinking=live.thinking,
        mix=dice_words.shown(live),
        notices=live.services.settings.notices,
        absence=live.meta.absence,
        stand_in=live.meta.stand_in,
        paused=live.meta.paused,
        handovers=live.meta.handovers,
        watchers=_watchers(live),
        origin=live.meta.origin,
        origin_entry=live.meta.origin_entry,
        orders={seat: held for seat, held in live.meta.orders.items() if seat in audience.seats and held},
        order_kinds=live.presenter.order_kinds(),
    )


# Coming and going


def welcome(live: LiveMatch, socket: Socket) -> None:
    """A socket came; it is greeted in its turn."""
    live.sockets.add(socket)

    async def attach() -> None:
        audience = live.audiences.get(socket.seats)
        if audience is None:
            audience = live.audiences[socket.seats] = Audience(socket.seats)
            audience.turn_to(live.asked, live.presenter.together(live.match))
            audience.entry = live.count
            audience.scene = Showing(live.match, live.presenter).aspect(audience.eyes).scene
        audience.sockets.add(socket)
        live.run_clock()
        socket.tell(_hello(live, socket, audience))
        show_presence(live, socket)
        tell_neighbours(live)
        live.wake()

    live.post(attach)


def farewell(live: LiveMatch, socket: Socket) -> None:
    live.sockets.discard(socket)

    async def detach() -> None:
        audience = live.audiences.get(socket.seats)
        if audience is None:
            return
        audience.sockets.discard(socket)
        if not audience.sockets:
            del live.audiences[socket.seats]
        show_presence(live)
        tell_neighbours(live)
        live.wake()

    live.post(detach)


def show_presence(live: LiveMatch, but: Socket | None = None) -> None:
    """Tell everybody who is here."""
    live.note_absence()
    watchers = _watchers(live)
    for audience in live.audiences.values():
        audience.chairs = None
        text = encode(
            Presence(live.shown_chairs(audience.seats), watchers, live.meta.paused, live.meta.handovers)
        ).decode()
        for socket in audience.sockets:
            if socket is not but:
                socket.push(text)


def _watchers(live: LiveMatch) -> int:
    return sum(len(audience.sockets) for audience in live.audiences.values() if not audience.seats)


def tell_neighbours(live: LiveMatch) -> None:
    """Tell other workers which seats are online here."""
    bus = live.services.bus
    if bus is not None:
        seats = {seat for audience in live.audiences.values() for seat in audience.seats if audience.sockets}
        words = " ".join(["here", live.services.worker, live.id, *map(str, sorted(seats))])
        live.services.keep(asyncio.create_task(bus.say(words)))


def show_news(live: LiveMatch, said: list[Spoken]) -> None:
    """Say what was said through another worker and not yet here."""
    known = {(spoken.at, spoken.text) for spoken in live.said}
    for spoken in said:
        if (spoken.at, spoken.text) not in known:
            live.tell_all(Chat(spoken.seat, spoken.name, spoken.text, spoken.at))
    live.said = said
