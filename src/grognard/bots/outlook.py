"""Who stands better, as a chance to win: the terms of a position read with the clock and with whose half it is.

Between players who look ahead the value rises in one's own half and falls in the other's, and the same lead means more
as the clock runs down. A law that knows both (`outlook.toml` beside a title, fitted by `grognard lab learn`) makes a
chance of it that stays the same, on average, from half to half, and that is zero-sum.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from math import exp, isfinite
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct

from grognard.bots.valuation import Valuation
from grognard.core import Decision, Game, Seat, SetupError, State, Step
from grognard.core.game import Value

FILE = "outlook.toml"
SAME = 1e-9
"""Results no further apart than this are alike."""
FAR = 30.0
"""Log odds beyond which no difference is made."""


class Stage(NamedTuple):
    """When a position is judged: the same for all that may come of one roll."""

    clock: tuple[int, ...]
    mover: int
    """1 in a half of the first side, -1 in another's; 0 for whoever plays alone."""


class Law(Struct, frozen=True, forbid_unknown_fields=True):
    """Log odds that the first side wins: polynomials in the share of the game that is gone, lowest power first."""

    scenario: str
    turns: Annotated[int, Meta(ge=1)]
    """In which the game is over at the latest, as far as games have shown."""
    parts: Annotated[int, Meta(ge=1)]
    """Impulses or rounds of a turn, counted as the clock counts them; 1, where it counts none."""
    terms: dict[str, tuple[float, float]]
    """For each point of a term of the evaluation, as the first side sees it."""
    side: tuple[float, float, float]
    """Whatever the position."""
    move: tuple[float, float]
    """For having the half."""
    by: str = ""
    """The level that played the games, and whose eyes the terms are of."""
    games: int = 0
    seed: int = 0
    par: float | None = None
    """Where one side won them all: the chance is that of a better result for the first side than in the middle one of
    these games, by `Mind.margin`."""
    options: dict[str, bool | int | str] = {}
    """Those of which the chance depends; the others are taken to change little."""

    def chance(self, terms: Mapping[str, float], stage: Stage) -> float:
        """That the first side wins, a draw counted half."""
        t = self.share_gone(stage.clock)
        odds = sum([_poly(of, t) * terms[name] for name, of in self.terms.items()])
        odds += _poly(self.side, t) + _poly(self.move, t) * stage.mover
        return 1.0 / (1.0 + exp(-max(-FAR, min(FAR, odds))))

    def share_gone(self, clock: Sequence[int]) -> float:
        """Of the game, by the clock: turns, and parts of the present one."""
        turn, part = clock[0] if clock else 0, clock[1] if len(clock) > 1 else 0
        return min(1.0, max(0.0, (turn - 1 + part / self.parts) / self.turns))


class _File(Struct, forbid_unknown_fields=True):
    law: list[Law] = []


def laws(game: Game[Any]) -> list[Law]:
    """What is known of a title; nothing where nothing was measured."""
    file = game.folder / FILE
    try:
        found = msgspec.toml.decode(file.read_bytes(), type=_File).law if file.exists() else []
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SetupError(f"{file.name} of {game.name}: {error}") from error
    for row, law in enumerate(found):
        if not all(map(isfinite, (*law.side, *law.move, law.par or 0.0, *chain(*law.terms.values())))):
            raise SetupError(f"{file.name} of {game.name}: a number without end - at `$.law[{row}]`")
    return found


def law_of(game: Game[Any], scenario: str, options: Mapping[str, Value]) -> Law | None:
    """The law of a setting: of those that fit it, the one that names most of its options."""
    fitting = [
        law
        for law in laws(game)
        if law.scenario == scenario and all(options.get(name) == value for name, value in law.options.items())
    ]
    return max(fitting, key=lambda law: len(law.options), default=None)


class Outlook:
    """What positions of one game are worth to the first side: in points of the evaluation, and as a chance by a law."""

    def __init__(self, game: Game[Any], law: Law | None = None) -> None:
        self._value, self._law = Valuation(game, law.by if law is not None else ""), law
        if law is None:
            return
        where = f"{FILE} of {game.name}, scenario {law.scenario!r}"
        strange = sorted(set(law.terms) - set(self._value.mind.weights))
        if strange:
            raise SetupError(f"{where}: no term of the evaluation is called {strange[0]!r}")
        if law.par is not None and self._value.mind.margin is None:
            raise SetupError(f"{where}: a par, but the title does not measure results")

    @property
    def valued(self) -> int:
        """Positions valued so far."""
        return self._value.valued

    @property
    def rests(self) -> tuple[type[Step], ...]:
        """Steps at which a whole action is asked for."""
        return self._value.rests

    def worth(self, s: State) -> float:
        return self._value(s, s.seats[0])

    def chance(self, s: State, stage: Stage) -> float | None:
        """To win, a draw counted half; None: no law is known."""
        law = self._law
        if law is None:
            return None
        if s.result is None:
            return law.chance(self._value.terms(s, s.seats[0]), stage)
        margin = self._value.mind.margin
        return came_true(s.result.winners, 0.0 if margin is None else margin(s), law.par)


def came_true(winners: Collection[int], margin: float = 0.0, par: float | None = None) -> float:
    """What became of the first side's chance to win, or to do better than `par`: 1, 0, or a half where it is even."""
    if par is None:
        return 0.5 if not winners else float(0 in winners)
    return 0.5 if abs(margin - par) < SAME else float(margin > par)


class Halves:
    """Tells when a half begins: the clock or who acts has changed, and a whole action is asked for."""

    def __init__(self, rests: Sequence[type]) -> None:
        self._rests = tuple(rests)
        self.now: tuple[int, ...] = ()
        """The half that began last."""

    def begins(self, s: State, asked: Decision) -> bool:
        now = (*s.clock(), asked.seat)
        if now == self.now or type(s.stack[-1]) not in self._rests:
            return False
        self.now = now
        return True


def stage_of(s: State, seat: Seat) -> Stage:
    """When a position is, in a seat's half."""
    mover = 0 if len(set(s.seats) - {-1}) < 2 else 1 if s.seats[0] == seat else -1
    return Stage(tuple(s.clock()), mover)


def _poly(of: Sequence[float], t: float) -> float:
    total = 0.0
    for part in reversed(of):
        total = total * t + part
    return total
