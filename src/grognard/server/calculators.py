"""Odds, overlays, charts and marches, computed from views in processes of their own: whatever a question costs, the
table goes on, and one that takes too long is cut off."""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any, NamedTuple

import msgspec

from grognard.core import Decision, Game, Option, State, clone, load_game, run
from grognard.core.puzzle import puzzles
from grognard.core.record import decode_record
from grognard.core.text import noun_fields
from grognard.look.display import Display, display_of
from grognard.server.consequences import Consequence, consequences
from grognard.server.gathering import gathered
from grognard.server.lanes import Lane
from grognard.server.messages import encode
from grognard.server.puzzling import verdict
from grognard.server.review import review
from grognard.server.risks import risks_of
from grognard.server.standing import Order, carried_out
from grognard.server.ways import Told, barred, goals_of, plan_to
from grognard.server.worked_out import GatherTold, NoteTold, RefusalText, WayTold

log = logging.getLogger("grognard.server")


class TooLong(RuntimeError):
    """A computation that was cut off."""


class Asked(NamedTuple):
    """What a display is asked, as it crosses to another process."""

    modules: tuple[str, ...]
    """To be imported first: a title of another distribution registers itself so."""
    game: str
    view: bytes
    seat: int
    kind: str
    """forecast, threat_forecast, overlay, facts, charts or rehearsal of the display; ways, way, barred, gather or
    notes of the rules."""
    values: tuple[Any, ...]


def calculate(asked: Asked) -> bytes:
    """The answer as JSON. Runs in a worker."""
    for module in asked.modules:
        import_module(module)
    game = load_game(asked.game)
    display = display_of(game)
    if asked.kind == "review":
        return encode(review(game, display, decode_record(asked.values[0].encode())))
    if asked.kind == "verdict":
        name, *given = asked.values
        puzzle = next(puzzle for puzzle in puzzles(game) if puzzle.name == name)
        return encode(verdict(game, puzzle, [game.texts.parse(text) for text in given]))
    if asked.kind == "ordered":
        return encode(_ordered(game, display, game.codec.decode(asked.view), asked.seat, *asked.values))
    if asked.kind in WAYS:
        reach, aims = (None, ()) if display is None else (display.reach, display.aims)
        return encode(WAYS[asked.kind](game, game.codec.decode(asked.view), asked.seat, *asked.values, reach, aims))
    if display is None:
        return b"[]" if asked.kind in ("charts", "notes", "facts") else b"null"
    if asked.kind in PLANS:
        return encode(PLANS[asked.kind](game, display, game.codec.decode(asked.view), asked.seat, *asked.values))
    view = game.codec.decode(asked.view)
    if asked.kind == "rehearsal":
        return encode(_rehearsed(game, display, view, asked.seat))
    values = [game.texts.parse(value) if asked.kind == "forecast" else value for value in asked.values]
    return encode(SHOWN[asked.kind](display)(view, asked.seat, *values))


SHOWN: dict[str, Callable[[Display[Any]], Callable[..., object]]] = {
    "charts": lambda display: display.charts,
    "facts": lambda display: lambda *asked: list(display.facts(*asked)),
    "forecast": lambda display: display.forecast,
    "overlay": lambda display: display.overlay,
    "threat_forecast": lambda display: display.threat_forecast,
}
"""What is asked of a display, by name."""


def _rehearsed(game: Game[Any], display: Display[Any], view: State, seat: int) -> int:
    """Every overlay, and a march of the first unit that could be asked about: how many there were. What the title makes
    for the first of them, and then keeps, is there for those that follow."""
    for name, _ in display.overlays:
        display.overlay(view, seat, name, -1, -1)
    decision = run(clone(view))
    options = decision.options if isinstance(decision, Decision) and decision.seat == seat else ()
    unit = next((unit for option in options for unit in noun_fields(option).get("UnitId", ()) if unit >= 0), None)
    if unit is not None:
        goals_of(game, view, seat, (unit,), (), display.reach, display.aims)
    return len(display.overlays) + (unit is not None)


def _way(
    game: Game[Any],
    view: State,
    seat: int,
    units: Sequence[int],
    spaces: Sequence[int],
    told: Told | None,
    aims: Collection[str],
) -> WayTold | None:
    plan = plan_to(game, view, seat, units, spaces, told, aims)
    if plan is None:
        return None
    options = [game.texts.show(option) for option in plan.options]
    risks = [(risk.space, risk.units) for risk in risks_of(game, view, seat, units[0], plan.options)]
    return WayTold(options, plan.path, plan.left, plan.cost, plan.halts, risks)


def _barred(
    game: Game[Any],
    view: State,
    seat: int,
    units: Sequence[int],
    space: int,
    told: Told | None,
    aims: Collection[str],
) -> RefusalText | None:
    no = barred(game, view, seat, units, space, aims)
    return None if no is None else RefusalText(game.words.refusal(no), no.rule, no.key)


def _gather(
    game: Game[Any], display: Display[Any], view: State, seat: int, first: str, units: Sequence[int] | None
) -> GatherTold | None:
    made = gathered(game, view, seat, game.texts.parse(first) if first else None, units, display.forecast)
    if made is None:
        return None
    no = made.refusal
    return GatherTold(
        prompt=made.prompt,
        members=[(member.unit, member.taken, member.free) for member in made.members],
        spaces=made.spaces,
        options=[game.texts.show(option) for option in made.options],
        forecast=made.forecast,
        refusal=None if no is None else RefusalText(game.words.refusal(no), no.rule, no.key),
        best=made.best,
        short=made.short,
    )


def _notes(game: Game[Any], display: Display[Any], view: State, seat: int, options: Sequence[str]) -> list[NoteTold]:
    made: list[Consequence] = consequences(game, display, view, seat, [game.texts.parse(text) for text in options])
    return [NoteTold(text, c.notes, c.short, c.harm) for text, c in zip(options, made, strict=True)]


def _ordered(game: Game[Any], display: Display[Any] | None, view: State, seat: int, raw: str) -> list[str] | None:
    """What a standing order answers to the question a seat sees."""
    decision = run(clone(view))
    if not isinstance(decision, Decision) or decision.seat != seat:
        return None
    options = carried_out(game, display, view, decision, msgspec.json.decode(raw, type=Order))
    return None if options is None else [game.texts.show(option) for option in options]


WAYS: dict[str, Callable[..., object]] = {"ways": goals_of, "way": _way, "barred": _barred}
"""What is asked of the rules about a march."""
PLANS: dict[str, Callable[..., object]] = {"gather": _gather, "notes": _notes}
"""What is asked of rules and display together."""
Value = int | str | Option | tuple[int, ...] | tuple[str, ...] | None


class Calculators:
    """One process that answers one question after another."""

    def __init__(self, processes: int, seconds: float) -> None:
        self._lanes = [Lane(processes > 0, "grognard-calculator") for _ in range(max(processes, 1))]
        self._free: asyncio.Queue[Lane] = asyncio.Queue()
        for lane in self._lanes:
            self._free.put_nowait(lane)
        self._seconds = seconds
        self._rehearsed: set[str] = set()

    async def rehearse(self, game: Any, view: Any, seat: int) -> None:
        """Before the first question about a title comes: whoever asks it does not wait for what is made but once."""
        if game.name not in self._rehearsed:
            self._rehearsed.add(game.name)
            await self.ask(game, view, seat, "rehearsal")

    async def ask(self, game: Any, view: Any, seat: int, kind: str, *values: Value) -> bytes:
        """The answer as JSON; its time counts from when its turn comes. Raises TooLong, or what the title raises."""
        home = () if game.package.startswith("grognard.") else (game.package,)
        crossing = tuple(game.texts.show(value) if isinstance(value, Option) else value for value in values)
        asked = Asked(home, game.name, game.codec.encode(view), seat, kind, crossing)
        lane = await self._free.get()
        pool = lane.started()
        try:
            job = asyncio.get_running_loop().run_in_executor(pool, calculate, asked)
            return await asyncio.wait_for(job, self._seconds)
        except TimeoutError:
            log.warning("%s of %s took more than %g seconds and was cut off", kind, game.name, self._seconds)
            lane.abandon(pool)
            raise TooLong from None
        except BrokenProcessPool:
            lane.abandon(pool)
            raise
        finally:
            self._free.put_nowait(lane)

    def close(self) -> None:
        for lane in self._lanes:
            lane.close()
