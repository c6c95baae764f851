"""From states, questions and events of a game to the JSON a client draws."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Any

from msgspec import Raw

from grognard.core import CHANCE, SPECTATOR, TABLE, Decision, Event, Game, Match, Only, Option, Roll, State, Step, Steps
from grognard.core.acts import Resign
from grognard.core.text import noun_fields
from grognard.look.display import OrderKind, display_of
from grognard.look.scene import Piece, Scene
from grognard.server.citing import as_printed
from grognard.server.messages import (
    Line,
    OverlayName,
    Question,
    QuestionOption,
    SceneDiff,
    TurnMark,
    encode,
)
from grognard.server.worked_out import RefusalText

KEPT = 50_000
"""Options, steps and lines whose JSON is remembered for one title before all are forgotten and made again."""


class Presenter:
    """What one title looks like. Pure but for its memory of texts already made."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.display = display_of(game)
        self.unit_names = list(game.names.get("UnitId", ()))
        self.space_names = list(game.names.get("SpaceId", ()))
        self._veiled = frozenset(cls for cls in game.steps if cls.seen_by is not Step.seen_by)
        self._options: dict[tuple[Option, str], Raw] = {}
        self._steps: dict[tuple[Step, bool], str] = {}
        self._sides: dict[int, int] = {}

    # The board

    def scene(self, view: State, seat: int) -> Scene:
        return Scene(()) if self.display is None else self.display.scene(view, seat)

    def overlays(self) -> list[OverlayName]:
        if self.display is None:
            return []
        return [OverlayName(name, title) for name, title in self.display.overlays]

    def order_kinds(self) -> list[OrderKind]:
        return [] if self.display is None else list(self.display.orders())

    def colours(self, scene: Scene, sides: int) -> list[str]:
        """The counter colour that most units of each side wear."""
        worn: list[Counter[str]] = [Counter() for _ in range(sides)]
        for piece in scene.pieces:
            if piece.unit >= 0 and 0 <= piece.side < sides:
                worn[piece.side][piece.face.ground] += 1
        return [c.most_common(1)[0][0] if c else "" for c in worn]

    def secrets(self, match: Match[Any]) -> bool:
        """Whether the seats may know different things at this moment."""
        decision, s = match.decision, match.state
        if self.game.hides(s) or (decision is not None and decision.secret):
            return True
        seats = range(match.seat_count)
        return any(step.seen_by(s, seat) != step for step in s.stack if type(step) in self._veiled for seat in seats)

    def knowing(self, match: Match[Any], seat: int) -> frozenset[int]:
        """Who sees everything now, or the same as `seat`: what that one thinks gives nothing away to them."""
        eyes = frozenset((*range(match.seat_count), SPECTATOR))
        if not self.secrets(match):
            return eyes
        encoded = self.game.codec.encode
        enough = encoded(match.state), encoded(match.view(seat))
        return frozenset(other for other in eyes if encoded(match.view(other)) in enough)

    def together(self, match: Match[Any]) -> bool:
        """Whether players who share a screen look at it together, whoever is asked."""
        decision, together = match.decision, self.game.together
        return together is not None and decision is not None and not decision.secret and together(match.state)

    # The question

    def question(self, decision: Decision) -> Raw:
        """The question in full, for the seat that must answer."""
        return Raw(
            encode(
                Question(
                    seat=decision.seat,
                    prompt=self.game.words.prompt(decision),
                    key=decision.prompt,
                    rule=decision.rule,
                    confirm=decision.confirm,
                    secret=decision.secret,
                    default=decision.default,
                    extra=decision.extra,
                    units=list(decision.units),
                    spaces=list(decision.spaces),
                    # options are encoded once and kept as bytes, which the type of the message does not say
                    options=[self._option(option, decision.prompt) for option in decision.options],  # type: ignore[misc]
                )
            )
        )

    def _option(self, option: Option, prompt: str) -> Raw:
        said = self.game.words.answer(prompt, str(type(option).__struct_config__.tag))
        made = self._options.get((option, said))
        if made is None:
            nouns = noun_fields(option)
            text = self.game.texts.show(option)
            shown = QuestionOption(
                text=text,
                label=self.game.words.choice(prompt, option),
                verb=text.partition(" ")[0],
                units=_known(nouns.get("UnitId", ())),
                spaces=_known(nouns.get("SpaceId", ())),
            )
            if len(self._options) > KEPT:
                self._options.clear()
            made = self._options[option, said] = Raw(encode(shown))
        return made

    def refusal(self, refusal: Any) -> RefusalText:
        return RefusalText(self.game.words.refusal(refusal), refusal.rule, refusal.key)

    # The log

    def lines(
        self, match: Match[Any], seat: int, after: int, upto: int, made_already: dict[int, Line] | None = None
    ) -> list[Line]:
        """What `seat` saw happen in the entries after number `after` up to `upto`, in order.

        `made_already` remembers lines by the identity of their event: most events are the same object for every seat.
        """
        known = {} if made_already is None else made_already
        feed = match.feed(seat)
        at = bisect_right(feed, after, key=_entry_of) if after >= 0 else 0
        made: list[Line] = []
        for n in range(max(after, -1) + 1, upto + 1):
            if n > 0 and (own := self._entry_line(match, n)) is not None:
                made.append(own)
            who = match.record.entries[n - 1].who if n else TABLE
            happened: list[Line] = []
            while at < len(feed) and feed[at].entry == n:
                event = feed[at].event
                at += 1
                if isinstance(event, Only):  # what follows was this seat's, though nobody asked it
                    who = event.seat
                if not event.logged:
                    continue
                line = known.get(id(event))
                if line is None:
                    line = known[id(event)] = self._event_line(match, n, who, event)
                happened.append(line)
            made += self.game.words.told(happened, _kind_of)
        return made

    def last_lines(self, match: Match[Any], seat: int, most: int, upto: int | None = None) -> list[Line]:
        """The end of the log, or of what it was after entry `upto`."""
        count = len(match.record.entries) if upto is None else upto
        feed = match.feed(seat)
        known = bisect_right(feed, count, key=_entry_of)
        last = list(islice((feed[at].entry for at in range(known - 1, -1, -1) if feed[at].event.logged), most))
        after = last[-1] - 1 if len(last) == most else -1
        return self.lines(match, seat, after, count)[-most:]

    def _entry_line(self, match: Match[Any], n: int) -> Line | None:
        """Dice are public and shown as faces; what was drawn from a cup, and for whom to see, the events tell."""
        entry, trace = match.record.entries[n - 1], match.traces[n - 1]
        if isinstance(trace.chance, Roll):
            text = self.game.words.purpose(trace.chance)
            dice, sides = list(entry.answer), list(trace.chance.dice)
            part = self.game.words.part(trace.chance.purpose)
            return Line(n, CHANCE, text, trace.chance.rule, dice, sides, [], [], "Roll", part)
        if entry.who == TABLE:
            seat = entry.answer.seat if isinstance(entry.answer, Resign) else TABLE
            return Line(n, seat, self.game.words.option(entry.answer), "", [], [], [], [], entry.ask)
        return None

    def _event_line(self, match: Match[Any], n: int, who: int, event: Event) -> Line:
        nouns = noun_fields(event)
        units = _known(nouns.get("UnitId", ()))
        return Line(
            entry=n,
            seat=self._doer(match, n, who, units) if event.chosen else TABLE,
            text=as_printed(self.game.words.event(event)),
            rule=event.rule,
            dice=[],
            sides=[],
            units=units,
            spaces=_known(nouns.get("SpaceId", ())),
            kind=type(event).__name__,
            part=self.game.words.part(type(event).__name__),
        )

    def _doer(self, match: Match[Any], n: int, who: int, units: list[int]) -> int:
        """Whose deed is told: of who answered. But where another's turn goes on after the answer, what that one's units
        do (an event names those that act first) is his."""
        turn = match.traces[n - 1].turn if n else None
        if who < 0 or turn in (None, who) or not units:
            return who
        s = match.state
        own = {side for side, seat in enumerate(s.seats) if seat == who}
        own |= {ally for side in own for ally in self.game.allies(s, side)}
        side = self._side_of(s, units[0])
        return who if side is None or side in own else turn

    def _side_of(self, s: State, unit: int) -> int | None:
        """The side whose counter a unit is, which never changes; None: it has not been on the table."""
        if unit not in self._sides:
            self._sides |= {piece.unit: piece.side for piece in self.scene(s, SPECTATOR).pieces if piece.side >= 0}
        return self._sides.get(unit)

    # The sequence of play

    def crumbs(self, view: State) -> list[str]:
        stack = view.stack
        return [text for step in stack if (text := self._step(step, step is stack[-1]))]

    def open_crumbs(self, s: State) -> list[str]:
        """The bread-crumb as spectators may read it, without making a whole view."""
        stack = s.stack
        return [text for step in stack if (text := self._step(step.seen_by(s, SPECTATOR), step is stack[-1]))]

    def crumb_cases(self, view: State) -> list[str]:
        """The case each part of the bread-crumb enacts; empty for a part that enacts none of its own."""
        stack = view.stack
        return [step.rule for step in stack if self._step(step, step is stack[-1])]

    def turns(self, match: Match[Any], known: list[TurnMark], after: int) -> bool:
        """Add to `known` a mark wherever the outermost bread-crumb changed from entry `after` on; whether any was."""
        before = len(known)
        for n in range(after, len(match.traces) + 1):
            outer = match.traces[n - 1].outer if n else match.position(0)[0].stack
            label = self.outermost(outer, match.state)
            if label and (not known or known[-1].label != label):
                known.append(TurnMark(n, label))
        return len(known) > before

    def outermost(self, stack: Steps, s: State) -> str:
        """The first part of the bread-crumb, as spectators may read it."""
        return next((text for step in stack if (text := self._step(step.seen_by(s, SPECTATOR)))), "")

    def _step(self, step: Step, top: bool = False) -> str:
        text = self._steps.get((step, top))
        if text is None:
            if len(self._steps) > KEPT:
                self._steps.clear()
            text = self._steps[step, top] = self.game.words.step(step, top)
        return text


def diff(old: Scene, new: Scene) -> SceneDiff:
    """What a client that shows `old` must change to show `new`."""
    made = SceneDiff()
    if old.pieces != new.pieces:
        _diff_pieces(old.pieces, new.pieces, made)
    for name in ("tracks", "panels", "banner", "banner_rule", "veil", "dark", "owner", "duties", "clash", "endings"):
        value = getattr(new, name)
        if getattr(old, name) != value:
            setattr(made, name, value)
    return made


def _diff_pieces(old: tuple[Piece, ...], new: tuple[Piece, ...], made: SceneDiff) -> None:
    """Changed pieces replace those of the same id where they lie and new ones go to the end; `order` only where that
    does not give the order of `new`, in which pieces lie on one another."""
    known = {piece.id: piece for piece in old}
    changed, fresh = [], []
    for piece in new:
        was = known.get(piece.id)
        if was is None:
            fresh.append(piece)
        elif was is not piece and was != piece:
            changed.append(piece)
    ids = {piece.id for piece in new}
    gone = [piece.id for piece in old if piece.id not in ids]
    if changed or fresh:
        made.pieces = changed + fresh
    if gone:
        made.gone = gone
    order = [piece.id for piece in new]
    if order != [piece.id for piece in old if piece.id in ids] + [piece.id for piece in fresh]:
        made.order = order


def result_text(game: Game[Any], state: State) -> tuple[str | None, list[int] | None]:
    """How the game ended in words, and the sides that won."""
    if state.result is None:
        return None, None
    return game.words.result(state.result), list(state.result.winners)


def _known(ids: Iterable[int]) -> list[int]:
    return [i for i in ids if i >= 0]


def _kind_of(line: Line) -> str:
    return line.kind


def _entry_of(seen: Any) -> int:
    return int(seen.entry)
