"""A game being played: one owner of the state, checking every answer, keeping the record and each seat's feed."""

import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from grognard.core.acts import Agree, Resign, TakeBack
from grognard.core.ask import Ask, Decision, Draw, Event, Only, Option, Refusal, Roll, shown_to_all
from grognard.core.chance import Fair, Source, fits
from grognard.core.flow import Result, State, Steps, clone, push, run, whose_turn
from grognard.core.game import Game, Options, load_game
from grognard.core.record import FORMAT, Entry, Record, chained, heading
from grognard.core.secrecy import open_to_all
from grognard.core.types import CHANCE, SPECTATOR, TABLE, Seat

S = TypeVar("S", bound=State)
SNAPSHOT = 128
"""A snapshot is kept every so many entries; undo and scrubbing replay from the nearest."""
OUTER = 3
"""Steps of a stack that are remembered of every entry: turns and phases are outermost."""


class Refused(ValueError):
    """An answer that is not allowed. `at` is its place in a plan."""

    def __init__(self, refusal: Refusal, at: int = 0) -> None:
        super().__init__(f"{refusal.rule} {refusal.key}")
        self.refusal, self.at = refusal, at


class Mismatch(ValueError):
    """A record that does not fit the rules: the first entry that does not, and why."""

    def __init__(self, entry: int, reason: str) -> None:
        super().__init__(f"entry {entry}: {reason}")
        self.entry, self.reason = entry, reason


class Seen(Struct, frozen=True, gc=False):
    """An event as one seat saw it, with the number of the entry that caused it (0: before the first)."""

    entry: int
    event: Event


class Trace(Struct, frozen=True, gc=False):
    """What the log and the scrubber want to know of an entry beyond the record."""

    chance: Roll | Draw | None
    """The question, where dice or a cup answered it."""
    outer: Steps
    """The outermost steps of the stack the entry left."""
    secret: bool = False
    """Whether it answered a secret question: nobody else was told the answer then."""
    turn: Seat | None = None
    """The seat in whose turn it was asked, where a step says so."""


class _Work(Generic[S]):
    """Answers being tried on a clone; nothing of it shows until all went well."""

    __slots__ = ("apart", "asked", "entries", "entry", "seats", "state", "told", "traces")

    def __init__(self, state: S, asked: Ask, entry: int, seats: tuple[Seat, ...]) -> None:
        self.state, self.asked = state, asked
        self.entry = entry
        """The number of the entry being made; 0: before the first."""
        self.entries: list[Entry] = []
        self.traces: list[Trace] = []
        self.told: list[Seen] = []
        """What happens, at that moment."""
        self.apart: dict[int, list[Event | None]] = {}
        """By place in `told`: how each seat saw an event that has a way of its own to show itself."""
        self.seats = seats

    def note(self, event: Event) -> None:
        """Keep what happens, as every seat sees it at that moment."""
        kind = type(event)
        if (kind is Only or kind.seen_by is not Event.seen_by) and not shown_to_all(event):
            self.apart[len(self.told)] = [event.seen_by(self.state, seat) for seat in self.seats]
        self.told.append(Seen(self.entry, event))


class Match(Generic[S]):
    """A running game. `state` settles at a decision; `asked` is that decision, or None when the game is over."""

    def __init__(self, game: Game[S], record: Record, chance: Source, start: S | None = None) -> None:
        """`start`: a position to begin from in place of the scenario's set-up (lessons, planning boards)."""
        self.game, self.record, self.chance = game, record, chance
        self.seat_count = game.seats_with(record.options)
        self._seats = (*range(self.seat_count), SPECTATOR)
        self.feeds: list[list[Seen]] = [[] for _ in self._seats]
        """One feed a seat; the last is the spectator's."""
        self.traces: list[Trace] = []
        """One for each entry of the record."""
        self._start = start
        self._walked, self._passing = 0, list[int]()
        self._bare = game.hide is None and not game.veiled
        """Whether this title never hides anything."""
        self._open: Steps | None = None
        """The stack last found to be the same for all seats."""
        self._whole = record.rules_version < game.slim_since
        """Whether digests cover the derived columns too, as they did once."""
        self._encoded = game.codec.encode_whole if self._whole else game.codec.encode
        """A position as the digests of its rules version see it."""
        told = game.recorded(record.scenario, record.options)
        fresh = game.new(record.scenario, told) if start is None else clone(start)
        work = _Work(fresh, None, 0, self._seats)
        work.asked = run(work.state, work.note)
        self._marks: dict[int, bytes] = {0: self._packed(work.state)}
        """Snapshots by entry, packed: of a long game they would be the most of its memory."""
        self._heading = heading(record, self._encoded(work.state)) if record.format > 1 else ""
        self.state, self.asked = work.state, work.asked
        self._swap(work)

    @classmethod
    def start(
        cls,
        game: Game[S],
        chance: Source,
        scenario: str = "",
        options: Options | None = None,
        seats: Sequence[str] = (),
        position: S | None = None,
    ) -> "Match[S]":
        """A fresh match, settled at its first decision; from `position` where one is given."""
        scenario = scenario or game.scenarios[0].name
        chosen = game.options(scenario, options)
        record = Record(
            game=game.name,
            rules_version=game.rules_version,
            components=game.components(),
            scenario=scenario,
            options=chosen,
            seats=list(seats) or list(game.sides[: game.seats_with(chosen)]),
            entries=[],
        )
        if isinstance(chance, Fair):
            record.commitment, record.strings = chance.commitment, list(chance.strings)
        match = cls(game, record, chance, position)
        match._settle_chance()
        return match

    @property
    def decision(self) -> Decision | None:
        """The question a seat must answer now; None: the game is over."""
        return self.asked if isinstance(self.asked, Decision) else None

    @property
    def result(self) -> Result | None:
        return self.state.result

    def view(self, seat: Seat) -> S:
        """What a seat may know now: to be read, never to be changed, since what is open to all is not copied."""
        s = self.state
        if not self._bare and s.stack is not self._open:
            if self.game.hides(s) or (self.game.veiled and not open_to_all(s.stack)):
                return self.game.view(s, seat)
            self._open = s.stack
        return s

    def feed(self, seat: Seat = SPECTATOR) -> list[Seen]:
        """What this seat has seen happen."""
        return self.feeds[seat]

    # Answering

    def answer(self, seat: Seat, option: Option) -> None:
        """Give one answer; raises Refused and changes nothing if it is not allowed."""
        self.plan(seat, (option,))

    def plan(self, seat: Seat, options: Sequence[Option]) -> None:
        """Several answers at once, all or nothing. A plan may not reach past dice, a reveal or another seat."""
        work = self._work()
        for at, option in enumerate(options):
            if at and work.entries[-1].barrier:
                raise Refused(Refusal("", "past_dice"), at)
            refusal = self._objection(work.state, work.asked, seat, option)
            if refusal is not None:
                raise Refused(refusal, at)
            self._enter(work, seat, option)
        while work.asked is not None and not isinstance(work.asked, Decision):
            self._enter(work, CHANCE, self.chance(work.asked))
        self._swap(work)

    def why_not(self, seat: Seat, option: Option) -> Refusal | None:
        """Why this seat may not answer so now; None: it may."""
        return self._objection(self.state, self.asked, seat, option)

    def _objection(self, s: S, asked: Ask, seat: Seat, option: Option) -> Refusal | None:
        if s.result is not None or asked is None:
            return Refusal("", "over")
        if not isinstance(asked, Decision) or asked.seat != seat:
            return Refusal("", "not_your_turn")
        if option in asked.options:
            return None
        return self.game.why_not(s, seat, option) or Refusal(asked.rule, "not_offered")

    def _work(self) -> _Work[S]:
        return _Work(clone(self.state), self.asked, len(self.record.entries), self._seats)

    def _enter(self, work: _Work[S], who: int, answer: Any) -> None:
        asked, s, told = work.asked, work.state, work.told
        assert asked is not None
        if isinstance(asked, Decision):
            key, chance, secret = asked.prompt, None, asked.secret
        else:
            key, chance, secret = asked.purpose, asked, False
        work.entry += 1
        before, note, turn = len(told), work.note, whose_turn(s)
        push(s, answer, note)
        following = work.asked = run(s, note)
        passes_on = not (isinstance(following, Decision) and following.seat == who)
        barrier = passes_on or chance is not None or True in [x.event.reveals for x in told[before:]]
        work.entries.append(Entry(who, key, answer, self._digest(work, who, key, answer), barrier))
        self._trace(work, Trace(chance, s.stack[:OUTER], secret, turn))

    def _trace(self, work: _Work[S], made: Trace) -> None:
        """Most entries leave what the one before them left: the same object then."""
        before = work.traces or self.traces
        work.traces.append(before[-1] if before and before[-1] == made else made)

    def _digest(self, work: _Work[S], who: int, key: str, answer: Any) -> str:
        """Of the entry being made, as records of this format hold it."""
        if self.record.format == 1:
            return self.game.codec.digest(work.state, self._whole)
        last = work.entries or self.record.entries
        return chained(last[-1].digest if last else self._heading, who, key, answer, self._encoded(work.state))

    def _swap(self, work: _Work[S]) -> None:
        self.state, self.asked = work.state, work.asked
        self.record.entries.extend(work.entries)
        self.traces.extend(work.traces)
        told, apart = work.told, work.apart
        if apart:
            for at, feed in enumerate(self.feeds):
                feed.extend(_seen(told, apart, at))
        elif told:
            for feed in self.feeds:
                feed.extend(told)
        n = len(self.record.entries)
        if n - next(reversed(self._marks)) >= SNAPSHOT or self._walked:
            self._marks[n] = self._packed(self.state)
            if 0 < self._walked <= SNAPSHOT:  # near another: only the latest of these are worth their room
                self._passing.append(n)
                if len(self._passing) > SNAPSHOT:
                    self._marks.pop(self._passing.pop(0), None)
            self._walked = 0
        if self.state.result is not None and isinstance(self.chance, Fair):
            self.record.secret = self.chance.secret.hex()

    def _settle_chance(self) -> None:
        """Let chance answer what the very first steps ask."""
        if self.asked is not None and not isinstance(self.asked, Decision):
            work = self._work()
            while work.asked is not None and not isinstance(work.asked, Decision):
                self._enter(work, CHANCE, self.chance(work.asked))
            self._swap(work)

    # The table's own acts

    def resign(self, seat: Seat) -> None:
        """The seat gives up; the sides it does not play win."""
        self._act(Resign(seat))

    def agree_draw(self) -> None:
        self._act(Agree())

    def take_back(self, to: int) -> None:
        """By consent of all seats: back to the position after the first `to` entries. Dice go on, never backwards."""
        if not 0 <= to < len(self.record.entries):
            raise ValueError(f"there is no entry {to} to go back to")
        self._act(TakeBack(to))

    def _act(self, act: Option) -> None:
        if self.state.result is not None:
            raise Refused(Refusal("", "over"))
        work = self._work()
        if isinstance(act, TakeBack):
            # A snapshot at its end: taking back again and again never walks the same way twice.
            self._walked = len(self._line(act.to)[1])
            work.state, work.asked = self.position(act.to)
        else:
            losers = [
                side for side, seat in enumerate(work.state.seats) if isinstance(act, Resign) and seat == act.seat
            ]
            losers += [ally for side in losers for ally in self.game.allies(work.state, side)]
            winners = tuple(x for x in range(len(work.state.seats)) if x not in losers) if losers else ()
            work.state.result = Result(winners, "", "resigned" if losers else "agreed")
            work.state.stack, work.asked = (), None
        key = type(act).__name__
        work.entries.append(Entry(TABLE, key, act, self._digest(work, TABLE, key, act), True))
        self._trace(work, Trace(None, work.state.stack[:OUTER]))
        self._swap(work)

    # Back and forth in time

    def can_undo(self, seat: Seat) -> bool:
        """Whether this seat's last answer can still be taken back without asking anybody."""
        entries = self.record.entries
        return bool(entries) and entries[-1].who == seat and not entries[-1].barrier and self.state.result is None

    def undo(self, seat: Seat) -> bool:
        """Take back this seat's last answer, never past a barrier."""
        if not self.can_undo(seat):
            return False
        n = len(self.record.entries) - 1
        self.state, self.asked = self.position(n)
        del self.record.entries[n:], self.traces[n:]
        for feed in self.feeds:
            while feed and feed[-1].entry > n:
                feed.pop()
        self._marks = {k: s for k, s in self._marks.items() if k <= n}
        return True

    def position(self, n: int) -> tuple[S, Ask]:
        """The state after the first `n` entries, and what it asks."""
        at, answers = self._line(n)
        s = self._unpacked(self._marks[at])
        for answer in reversed(answers):
            push(s, answer, _silent)
            run(s, _silent)
        return s, run(s, _silent)

    def _packed(self, s: S) -> bytes:
        return zlib.compress(self.game.codec.encode(s), 1)

    def _unpacked(self, raw: bytes) -> S:
        return self.game.codec.decode(zlib.decompress(raw))

    def _line(self, n: int) -> tuple[int, list[Any]]:
        """How entry `n` was reached: the nearest snapshot on its line of play, and the answers since, the last first.

        A take-back leads to an earlier entry, so the line is walked backwards in one pass, however often it turns.
        """
        answers = []
        while n not in self._marks:
            entry = self.record.entries[n - 1]
            if isinstance(entry.answer, TakeBack):
                n = entry.answer.to
                continue
            if entry.who != TABLE:
                answers.append(entry.answer)
            n -= 1
        return n, answers

    def branch(self, chance: Source, n: int | None = None) -> "Match[S]":
        """A private copy after the first `n` entries, to try things with chance of its own."""
        record = Record(**{f: getattr(self.record, f) for f in Record.__struct_fields__})
        record.entries = self.record.entries[: len(self.record.entries) if n is None else n]
        record.commitment = record.secret = ""
        copy = replay(record, verify=False, start=self._start)
        copy.chance = chance
        copy._settle_chance()
        return copy


def _seen(told: list[Seen], apart: dict[int, list[Event | None]], at: int) -> Iterator[Seen]:
    """What the seat with this number saw of it."""
    for k, seen in enumerate(told):
        own = apart[k][at] if k in apart else seen.event
        if own is not None:
            yield seen if own is seen.event else Seen(seen.entry, own)


def _silent(event: Event) -> None:
    """Replays need no events. (Not `hush`, so that lone options run the same way.)"""


def _no_chance(ask: Any) -> Any:
    raise Mismatch(0, f"the record ends before {ask.purpose!r} was answered")


def replay(
    record: Record,
    *,
    to: int | None = None,
    verify: bool = True,
    start: State | None = None,
    between: Callable[[int], None] | None = None,
) -> Match[Any]:
    """Play a record again, checking every answer and, with `verify`, every digest. Raises Mismatch.

    `start` is the position a lesson or planning board began from; `between` is called before each entry and may raise.
    """
    game = load_game(record.game)
    entries = record.entries if to is None else record.entries[:to]
    fresh = Record(**{f: getattr(record, f) for f in Record.__struct_fields__})
    fresh.entries = []
    match = Match(game, fresh, _no_chance, start)
    follow(match, entries, verify=verify, between=between)
    return match


def follow(
    match: Match[Any],
    entries: Sequence[Entry],
    *,
    verify: bool = True,
    between: Callable[[int], None] | None = None,
) -> None:
    """Enter answers given elsewhere, checking each as `replay` does. Raises Mismatch at the first that does not fit."""
    for k, entry in enumerate(entries, len(match.record.entries) + 1):
        if between is not None:
            between(k)
        replay_entry(match, k, entry)
        made = match.record.entries[-1]
        if verify and made.digest != entry.digest:
            what = "the position" if match.record.format == 1 else "the position, or what led to it,"
            raise Mismatch(k, f"{what} differs (digest {made.digest}, recorded {entry.digest})")
        if verify and match.record.format > 1 and made.barrier != entry.barrier:
            raise Mismatch(k, "the entry says something else about whether it may be taken back alone")


def replay_entry(match: Match[Any], k: int, entry: Entry) -> None:
    """Play entry number `k` of a record again; raises Mismatch if it does not fit."""
    if not isinstance(entry.answer, Resign | Agree | TakeBack):
        _replay_answer(match, k, entry)
    elif entry.who != TABLE:
        raise Mismatch(k, "an act of the table that the table did not make")
    elif entry.ask != type(entry.answer).__name__:
        raise Mismatch(k, f"an act of the table that answers {entry.ask!r}")
    elif match.result is not None:
        raise Mismatch(k, "the game is already over")
    elif isinstance(entry.answer, TakeBack) and not 0 <= entry.answer.to < k - 1:
        raise Mismatch(k, f"there is no entry {entry.answer.to} to go back to")
    elif isinstance(entry.answer, Resign) and not 0 <= entry.answer.seat < match.seat_count:
        raise Mismatch(k, f"there is no seat {entry.answer.seat} to resign")
    else:
        match._act(entry.answer)


def _replay_answer(match: Match[Any], k: int, entry: Entry) -> None:
    asked = match.asked
    if asked is None:
        raise Mismatch(k, "the game is already over")
    key = asked.prompt if isinstance(asked, Decision) else asked.purpose
    who = asked.seat if isinstance(asked, Decision) else CHANCE
    if entry.who != who or entry.ask != key:
        raise Mismatch(k, f"answers {entry.ask!r} by {entry.who}, but {key!r} is asked of {who}")
    if isinstance(asked, Decision):
        if entry.answer not in asked.options:
            shown = match.game.texts.show(entry.answer) if isinstance(entry.answer, Option) else repr(entry.answer)
            raise Mismatch(k, f"{shown} is not among the options of {key!r}")
    elif not fits(asked, entry.answer):
        raise Mismatch(k, f"{entry.answer!r} is no answer to {key!r}")
    work = match._work()
    match._enter(work, entry.who, entry.answer)
    match._swap(work)


def patch(record: Record) -> tuple[Match[Any], Mismatch | None]:
    """Replay a record under the rules here: the match as far as it goes, and the first entry that no longer fits."""
    game, whole = load_game(record.game), len(record.entries)
    here = Record(**{f: getattr(record, f) for f in Record.__struct_fields__})
    here.rules_version, here.components, here.format = game.rules_version, game.components(), FORMAT
    try:
        match, misfit = replay(here, verify=False), None
    except Mismatch as found:
        misfit = found
        match = replay(here, to=max(found.entry - 1, 0), verify=False)
        whole = found.entry - 1
    assert len(match.record.entries) == whole
    return match, misfit
