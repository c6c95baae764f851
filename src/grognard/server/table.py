"""A match being played: one owner task, its sockets, and what each of them is shown.

Everything that reads or changes the match runs in the owner task, one thing after another. A deed changes the match in
memory, is written, and only when it is on disk does anybody hear of it.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from grognard.core import SPECTATOR, Decision, Match
from grognard.server.chairs import BriefState, ChairState, Meta
from grognard.server.clock import Clock
from grognard.server.lesson import LessonRun
from grognard.server.messages import Chair, Chat, Hello, OfferShown, Presence, Question, Spoken, TurnMark, Update
from grognard.server.mixing import shown as shown_mix
from grognard.server.present import Presenter, encode, ready, result_text
from grognard.server.showing import Audience, Showing
from grognard.server.sockets import Socket
from grognard.server.writer import Also, Change, Conflict

if TYPE_CHECKING:
    from grognard.server.hall import Hall

log = logging.getLogger("grognard.server")
LOG_LINES = 200
SHOWN_CHAT = 200
Work = Callable[[], Awaitable[None]]


class Overtaken(RuntimeError):
    """Another worker wrote to this match first. The deed may be tried again on what now stands."""


class PutAway(ConnectionError):
    """The table left memory before it came to this; the match is in the store."""


class Table:
    """The owner of one match."""

    def __init__(
        self,
        hall: "Hall",
        row: Any,
        match: Match[Any],
        presenter: Presenter,
        said: list[Spoken],
        lesson: LessonRun | None,
    ) -> None:
        self.hall, self.match, self.presenter, self.lesson = hall, match, presenter, lesson
        self.id: str = row.id
        self.kind: str = row.kind
        self.secret: str = row.secret
        self.base: int = row.base
        self.version: int = row.version
        self.chairs = msgspec.json.decode(row.seats, type=list[ChairState])
        self.meta = msgspec.json.decode(row.meta, type=Meta)
        self.given = msgspec.json.decode(row.strings, type=list[str])
        """Strings the dice were made with, beside the words players add at the table."""
        self.brief = msgspec.json.decode(row.brief, type=BriefState)
        self._briefed: tuple[int | None, bool] | None = None
        self.said = said
        self.clock = Clock(self.meta.clock) if self.meta.clock is not None else None
        self.dice = sum(1 for trace in match.traces[self.base :] if trace.chance is not None)
        """How many of this match's own fair rolls stand in its record."""
        self.orders: dict[int, tuple[tuple[str, ...], list[str]]] = {}
        """Standing orders by seat: the prompts declined, and the bread-crumbs of the phase they hold for."""
        self.reasons: list[str] = []
        self.thinking: int | None = None
        self.turns: list[TurnMark] = []
        presenter.turns(match, self.turns, 0)
        self._turned = self.count
        self.audiences: dict[tuple[int, ...], Audience] = {}
        self._away = dict.fromkeys(range(len(self.chairs)), time.monotonic())
        """Since when a seat has been away, as far as is known here."""
        self.used = time.monotonic()
        self.remote: dict[str, tuple[list[int], float]] = {}
        """Seats that are online through other workers, and when they said so."""
        self._sockets: set[Socket] = set()
        """All that came, greeted or not yet."""
        self._calls: set[asyncio.Future[Any]] = set()
        self._question: tuple[Decision, Any] | None = None
        self._inbox: asyncio.Queue[Work | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._own(), name=f"table {self.id}")
        self.gone = False

    # The owner

    def post(self, work: Work) -> None:
        """Let the owner do this when its turn comes."""
        self._inbox.put_nowait(work)

    async def call(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Let the owner do this and wait for the outcome."""
        if self.gone:
            raise PutAway
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._calls.add(done)
        done.add_done_callback(self._calls.discard)

        async def run() -> None:
            try:
                result = await work()
            except Exception as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)

        self.post(run)
        return await done

    async def _own(self) -> None:
        while (work := await self._inbox.get()) is not None and not self.gone:
            self.used = time.monotonic()
            try:
                await work()
            except Exception:
                log.exception("match %s: a deed failed", self.id)
                self.put_away(1011)
                return

    def put_away(self, code: int = 1012) -> None:
        """Forget the match in memory; the store has it, and sockets that come back load it again."""
        if self.gone:
            return
        self.gone = True
        self.hall.forget(self)
        for socket in self._sockets:
            socket.close(code)
        for call in list(self._calls):
            if not call.done():
                call.set_exception(PutAway())
        self._inbox.put_nowait(None)

    # Facts

    @property
    def game(self) -> Any:
        return self.match.game

    @property
    def count(self) -> int:
        return len(self.match.record.entries)

    @property
    def asked(self) -> int | None:
        decision = self.match.decision
        return None if decision is None else decision.seat

    @property
    def over(self) -> bool:
        return self.match.result is not None

    def online(self, seat: int) -> bool:
        here = any(seat in audience.seats and audience.sockets for audience in self.audiences.values())
        return here or any(seat in seats for seats, _ in self.remote.values())

    def absent(self, seat: int) -> float:
        """Seconds for which a player has been away."""
        return time.monotonic() - self._away.get(seat, time.monotonic())

    def note_absence(self) -> None:
        """Somebody came or went, here or through another worker."""
        for seat in range(len(self.chairs)):
            if self.online(seat):
                self._away.pop(seat, None)
            else:
                self._away.setdefault(seat, time.monotonic())

    def humans(self) -> list[int]:
        """Seats that people play."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind != "bot"]

    def shown_chairs(self, you: tuple[int, ...]) -> list[Chair]:
        names = self.side_names()
        faces = self.brief.faces
        shown = []
        for seat, chair in enumerate(self.chairs):
            shown.append(
                Chair(
                    seat=seat,
                    side=names[seat],
                    who=chair.who(seat in you),
                    kind=chair.kind,
                    online=chair.kind == "bot" or self.online(seat),
                    clock=round(self.clock.left(seat), 1) if self.clock is not None else None,
                    face=faces[seat] if seat < len(faces) else "",
                )
            )
        return shown

    def side_names(self) -> list[str]:
        """By seat: the side or sides it plays."""
        plays = self.match.state.seats
        sides = self.game.sides
        named = [" & ".join(sides[k] for k, s in enumerate(plays) if s == seat) for seat in range(len(self.chairs))]
        return [name or f"Seat {seat + 1}" for seat, name in enumerate(named)]

    # Sockets

    def welcome(self, socket: Socket) -> None:
        """A socket came; it is greeted in its turn."""
        self._sockets.add(socket)
        self.post(lambda: self.attach(socket))

    def farewell(self, socket: Socket) -> None:
        self._sockets.discard(socket)
        self.post(lambda: self.detach(socket))

    async def attach(self, socket: Socket) -> None:
        """Greet a socket and show it the position."""
        audience = self.audiences.get(socket.seats)
        if audience is None:
            audience = self.audiences[socket.seats] = Audience(socket.seats)
            audience.look(self.asked)
            audience.entry = self.count
            audience.scene = Showing(self).look(audience.view).scene
        audience.sockets.add(socket)
        if self.clock is not None and not self.over:
            self.clock.turn(self.asked)
        socket.tell(self._hello(socket, audience))
        self.show_presence(socket)
        self.hall.told_presence(self)
        self.wake()

    async def detach(self, socket: Socket) -> None:
        audience = self.audiences.get(socket.seats)
        if audience is None:
            return
        audience.sockets.discard(socket)
        if not audience.sockets:
            del self.audiences[socket.seats]
        self.show_presence()
        self.hall.told_presence(self)
        self.hall.notices.look(self)

    def show_presence(self, but: Socket | None = None) -> None:
        """Tell everybody who is here."""
        self.note_absence()
        watchers = sum(len(a.sockets) for a in self.audiences.values() if not a.seats)
        for audience in self.audiences.values():
            audience.chairs = None
            text = encode(Presence(self.shown_chairs(audience.seats), watchers)).decode()
            for socket in audience.sockets:
                if socket is not but:
                    socket.push(text)

    def show_news(self, said: list[Spoken]) -> None:
        """Say what was said through another worker and not yet here."""
        known = {(spoken.at, spoken.text) for spoken in self.said}
        for spoken in said:
            if (spoken.at, spoken.text) not in known:
                self.tell_all(Chat(spoken.seat, spoken.name, spoken.text, spoken.at))
        self.said = said

    def tell_all(self, message: msgspec.Struct) -> None:
        text = encode(message).decode()
        for audience in self.audiences.values():
            audience.send(text)

    # Showing

    def _shown_question(self, audience: Audience) -> Any:
        decision = self.match.decision
        if decision is None:
            return None
        if decision.seat not in audience.seats:
            return Question(decision.seat, waiting=True)
        if self._question is None or self._question[0] is not decision:
            self._question = (decision, self.presenter.question(decision))
        return self._question[1]

    def _shown_chairs(self, audience: Audience) -> Any:
        if audience.chairs is None or self.clock is not None:
            audience.chairs = ready(encode(self.shown_chairs(audience.seats)))
        return audience.chairs

    def _undo(self, audience: Audience) -> bool:
        return self.lesson is None and any(self.match.can_undo(seat) for seat in audience.seats)

    def tape(self, after: int) -> list[tuple[int, int]]:
        return [(entry.who, int(entry.barrier)) for entry in self.match.record.entries[after:]]

    def _hello(self, socket: Socket, audience: Audience) -> Hello:
        record, game = self.match.record, self.game
        view = self.match.view(audience.view)
        result, winners = result_text(game, self.match.state)
        offer = self.meta.offer
        return Hello(
            match=self.id,
            kind=self.kind,
            game=game.name,
            title=game.title,
            digest=self.hall.shelf.digest(game.name),
            scenario=record.scenario,
            options=record.options,
            sides=list(game.sides),
            seats=self.shown_chairs(audience.seats),
            you=list(audience.seats),
            view=audience.view,
            secrets=self.presenter.secrets(self.match),
            entry=self.count,
            scene=audience.scene,
            question=self._shown_question(audience),
            log=self.presenter.last_lines(self.match, audience.view, LOG_LINES),
            chat=self.said[-SHOWN_CHAT:],
            undo=self._undo(audience),
            commitment=record.commitment,
            strings=record.strings,
            result=result,
            winners=winners,
            crumbs=self.presenter.crumbs(view),
            cases=self.presenter.crumb_cases(view),
            turns=self.turns,
            tape=self.tape(0),
            lesson=self.lesson.shown(self) if self.lesson is not None else None,
            since=min(socket.since, self.count),
            unit_names=self.presenter.unit_names,
            space_names=self.presenter.space_names,
            overlays=self.presenter.overlays(),
            offer=OfferShown(offer.kind, offer.maker, offer.to, offer.seat) if offer is not None else None,
            clock=self.clock.face() if self.clock is not None else None,
            thinking=self.thinking,
            mix=shown_mix(self),
            notices=self.hall.notices.wanted,
        )

    def publish(self, cut: int | None = None) -> None:
        """Show every audience what changed since it was last shown something. `cut`: entries after it are void."""
        if cut is not None:
            self.turns = [mark for mark in self.turns if mark.entry <= cut]
            self._turned = min(self._turned, cut)
        marked = self.presenter.turns(self.match, self.turns, self._turned)
        self._turned = self.count
        shown = Showing(self)
        for audience in self.audiences.values():
            audience.send(self._update(audience, shown, cut, marked))
        self.hall.metrics.rules += shown.spent
        self.wake()

    def _update(self, audience: Audience, shown: "Showing", cut: int | None, marked: bool) -> str:
        audience.look(self.asked)
        look = shown.look(audience.view)
        after = audience.entry if cut is None else min(cut, audience.entry)
        update = Update(
            entry=self.count,
            view=audience.view,
            secrets=shown.secrets,
            events=self.presenter.lines(self.match, audience.view, after, self.count, shown.lines),
            scene=shown.change(audience.scene, look.scene),
            question=self._shown_question(audience),
            undo=self._undo(audience),
            crumbs=look.crumbs,
            cases=look.cases,
            result=shown.result,
            winners=shown.winners,
            seats=self._shown_chairs(audience),
            tape=self.tape(after),
            cut=UNSET if cut is None else after,
            turns=self.turns if marked or cut is not None else UNSET,
            lesson=self.lesson.shown(self) if self.lesson is not None else UNSET,
            clock=self.clock.face() if self.clock is not None else UNSET,
        )
        audience.entry, audience.scene = self.count, look.scene
        return encode(update).decode()

    # Writing

    async def write(self, before: int, cut: int | None = None, also: Also | None = None) -> None:
        """Put the entries after number `before` on disk, and `also` something in the same transaction. Raises Overtaken
        where another worker was faster: what it wrote is then in place and shown, and the deed was not done."""
        if self.clock is not None:
            self.clock.turn(self.asked)
            self.meta.clock = self.clock.state()
        change = Change(
            match=self.id,
            was=self.version,
            row=self._row(),
            added=[entry_row(self, n) for n in range(before + 1, self.count + 1)],
            cut=cut,
            also=also,
        )
        try:
            await self.hall.store.commit(change)
        except Conflict:
            await self.hall.reload(self)
            raise Overtaken from None
        except Exception:
            # What memory holds is not on disk: believe the store, whoever asked for this.
            self.put_away(1011)
            raise
        self.version += 1
        self.hall.metrics.answers += 1

    def _row(self) -> dict[str, Any]:
        state = (self.asked, self.over)
        if state != self._briefed:
            self._briefed = state
            self.brief = self.make_brief()
        return {
            "version": self.version + 1,
            "count": self.count,
            "turn_of": state[0],
            "over": state[1],
            "touched": time.time(),
            "seats": encode(self.chairs).decode(),
            "meta": encode(self.meta).decode(),
            "brief": encode(self.brief).decode(),
        }

    def make_brief(self) -> BriefState:
        """What lists show of this match: only what spectators may know."""
        view = self.match.view(SPECTATOR)
        result, _ = result_text(self.game, self.match.state)
        faces = self.brief.faces
        if not any(faces):
            worn = self.presenter.colours(self.presenter.scene(view, SPECTATOR), len(self.game.sides))
            faces = [
                next((worn[side] for side, s in enumerate(view.seats) if s == seat), "")
                for seat in range(len(self.chairs))
            ]
        return BriefState(self.presenter.crumbs(view), result or "", faces, self.side_names())

    # After every deed

    def wake(self) -> None:
        """See to whoever must answer now: the clock, standing orders, a computer, somebody who is away."""
        if self.gone:
            return
        if self.clock is not None:
            self.clock.turn(self.asked if not self.over else None)
        self.hall.attend(self)


def entry_row(table: Table, n: int) -> dict[str, Any]:
    entry = table.match.record.entries[n - 1]
    return {
        "match": table.id,
        "n": n,
        "who": entry.who,
        "ask": entry.ask,
        "answer": encode(entry.answer).decode(),
        "digest": entry.digest,
        "barrier": entry.barrier,
    }
