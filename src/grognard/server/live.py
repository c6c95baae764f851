"""A match in memory: its game, who sits where, the sockets that look on, and the way to the store.

Everything that reads or changes it runs in its owner task. A command changes the match in memory, writes it, and only
when it is on disk does anybody hear of it.
"""

import time
from collections.abc import Callable
from typing import Any

import msgspec

from grognard.core import SPECTATOR, Decision, Match
from grognard.core.puzzle import Puzzle
from grognard.server.audience import Audience
from grognard.server.chairs import BriefState, ChairState, Meta
from grognard.server.clock import Clock
from grognard.server.lesson_run import LessonRun
from grognard.server.messages import Chair, RefusedReply, Spoken, TurnMark, encode
from grognard.server.owner import NotSaved, Owner
from grognard.server.presenter import Presenter, result_text
from grognard.server.services import Services
from grognard.server.sockets import Socket
from grognard.server.worked_out import ReasonTold
from grognard.server.writer import Also, Change, Conflict

REASONS = 400
"""Deeds of computers whose reasons are remembered."""
CANNOT_SAVE = "The table cannot be saved now, so nothing has changed. It opens again by itself when it can."


class Overtaken(RuntimeError):
    """Another worker wrote to this match first. The command may be tried again on what the store says."""


Hook = Callable[["LiveMatch"], None]


class LiveMatch(Owner):
    """One match and all that is known about it here."""

    def __init__(
        self,
        services: Services,
        row: Any,
        match: Match[Any],
        said: list[Spoken],
        attend: Hook,
        forget: Hook,
    ) -> None:
        """`attend` is told whenever somebody may have to act, `forget` when the match leaves memory."""
        super().__init__(f"match {row.id}")
        self.services, self.match, self.said = services, match, said
        self._attend, self._forget = attend, forget
        book = services.shelf.book(row.game)
        self.presenter: Presenter = book.presenter
        lesson = book.lessons.get(row.lesson) if row.lesson else None
        self.lesson = LessonRun(lesson) if lesson is not None else None
        self.id: str = row.id
        self.kind: str = row.kind
        self.secret: str = row.secret
        self.base: int = row.base
        self.given = msgspec.json.decode(row.strings, type=list[str])
        """Strings the dice were made with, beside the words players add."""
        self.brief = msgspec.json.decode(row.brief, type=BriefState)
        self._briefed: tuple[int | None, bool] | None = None
        self.believe(row)
        self.puzzle: Puzzle | None = book.puzzles.get(self.meta.puzzle) if self.meta.puzzle else None
        self.left_to_player = -1
        """The entry at which standing orders could not decide."""
        self.reasons: list[tuple[ReasonTold, frozenset[int]]] = []
        """Why the computers did what they did lately, in order of entries, and who knew then all that they knew."""
        self.thinking: int | None = None
        self.pace: float | None = None
        """Seconds an operation of a computer stands, where a player has set them."""
        self.turns: list[TurnMark] = []
        self.presenter.turns(match, self.turns, 0)
        self.turned = self.count
        """The entry up to which `turns` is made."""
        self.audiences: dict[tuple[int, ...], Audience] = {}
        self.sockets: set[Socket] = set()
        """All that came, greeted or not yet."""
        self._away = dict.fromkeys(range(len(self.chairs)), time.monotonic())
        """Since when a seat has been away, as far as is known here."""
        self.remote: dict[str, tuple[list[int], float]] = {}
        """Seats that are online through other workers, and when they said so."""
        self._question: tuple[Decision, Any] | None = None

    def believe(self, row: Any) -> None:
        """Take over everything a row of the store says beside the entries."""
        self.version: int = row.version
        self.chairs = msgspec.json.decode(row.seats, type=list[ChairState])
        self.match.record.seats = [chair.name or chair.kind for chair in self.chairs]
        self.meta = msgspec.json.decode(row.meta, type=Meta)
        self.clock = Clock(self.meta.clock) if self.meta.clock is not None else None
        self.dice = sum(1 for trace in self.match.traces[self.base :] if trace.chance is not None)
        """How many of this match's own fair rolls stand in its record."""
        if self.over:
            self.match.record.secret = self.secret

    def reason(self, entry: int, whys: list[ReasonTold], knowing: frozenset[int]) -> None:
        """Remember why a computer did what it did after an entry."""
        kept = [(why, known) for why, known in self.reasons if why.entry <= entry]
        self.reasons = [*kept, *((why, knowing) for why in whys)][-REASONS:]

    def leave(self, code: int) -> None:
        self._forget(self)
        for socket in self.sockets:
            socket.close(code)

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

    def question(self) -> Any:
        """The question now asked, in full, as JSON made once."""
        decision = self.match.decision
        assert decision is not None
        if self._question is None or self._question[0] is not decision:
            self._question = (decision, self.presenter.question(decision))
        return self._question[1]

    def side_names(self) -> list[str]:
        """By seat: the side or sides it plays."""
        plays = self.match.state.seats
        sides = self.game.sides
        named = [" & ".join(sides[k] for k, s in enumerate(plays) if s == seat) for seat in range(len(self.chairs))]
        return [name or f"Seat {seat + 1}" for seat, name in enumerate(named)]

    @property
    def clocked(self) -> int | None:
        """The seat whose time runs: nobody's while a seat is free, or while a player is waited for."""
        if self.over or self.meta.paused is not None or any(chair.kind == "open" for chair in self.chairs):
            return None
        return self.asked

    def run_clock(self) -> None:
        if self.clock is None:
            return
        if self.clocked is None and not self.over:
            self.clock.stop()
        else:
            self.clock.turn(self.clocked)

    def humans(self) -> list[int]:
        """Seats that people play."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind != "bot"]

    # Who is here

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
                    stood_in=chair.stood_in,
                )
            )
        return shown

    def tell_all(self, message: msgspec.Struct) -> None:
        text = encode(message).decode()
        for audience in self.audiences.values():
            audience.send(text)

    # Writing

    async def write(self, before: int, cut: int | None = None, also: Also | None = None) -> None:
        """Put the entries after number `before` on disk, and `also` something in the same transaction. Raises Overtaken
        where another worker was faster: then the command was not done, and the store must be read anew."""
        if self.clock is not None:
            self.run_clock()
            self.meta.clock = self.clock.state()
        change = Change(
            match=self.id,
            was=self.version,
            row=self._row(),
            added=[self._entry_row(n) for n in range(before + 1, self.count + 1)],
            cut=cut,
            also=also,
        )
        try:
            await self.services.store.commit(change)
        except Conflict:
            raise Overtaken from None
        except Exception as error:
            # What memory holds is not on disk: believe the store, whoever asked for this.
            self.services.outage(error)
            self.tell_all(RefusedReply(None, CANNOT_SAVE, "", "store"))
            self.put_away(1011)
            raise NotSaved from error
        self.version += 1
        self.services.metrics.answers += 1

    def _row(self) -> dict[str, Any]:
        state = (self.asked, self.over)
        crumbs = self.presenter.open_crumbs(self.match.state)
        if state != self._briefed or crumbs != self.brief.crumbs:
            self._briefed = state
            self.brief = self._make_brief(crumbs)
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

    def _make_brief(self, crumbs: list[str]) -> BriefState:
        """What lists show of this match: only what spectators may know."""
        result, _ = result_text(self.game, self.match.state)
        faces = self.brief.faces
        if not any(faces):
            view = self.match.view(SPECTATOR)
            worn = self.presenter.colours(self.presenter.scene(view, SPECTATOR), len(self.game.sides))
            faces = [
                next((worn[side] for side, s in enumerate(view.seats) if s == seat), "")
                for seat in range(len(self.chairs))
            ]
        return BriefState(crumbs, result or "", faces, self.side_names())

    def _entry_row(self, n: int) -> dict[str, Any]:
        entry = self.match.record.entries[n - 1]
        return {
            "match": self.id,
            "n": n,
            "who": entry.who,
            "ask": entry.ask,
            "answer": encode(entry.answer).decode(),
            "digest": entry.digest,
            "barrier": entry.barrier,
        }

    # After every command

    def wake(self) -> None:
        """See to whoever must answer now: the clock, standing orders, a computer, somebody who is away."""
        if self.gone:
            return
        self.run_clock()
        self._attend(self)
