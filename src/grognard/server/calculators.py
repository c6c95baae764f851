"""Odds, overlays and charts, computed from views in processes of their own: whatever a question costs, the table goes
on, and one that takes too long is cut off."""

import asyncio
import logging
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any, NamedTuple

from grognard.core import Option, load_game
from grognard.look.display import display_of
from grognard.server.lanes import Lane
from grognard.server.messages import encode

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
    """forecast, threat_forecast, overlay or charts."""
    values: tuple[Any, ...]


def calculate(asked: Asked) -> bytes:
    """The answer as JSON. Runs in a worker."""
    for module in asked.modules:
        import_module(module)
    game = load_game(asked.game)
    display = display_of(game)
    if display is None:
        return b"[]" if asked.kind == "charts" else b"null"
    view = game.codec.decode(asked.view)
    values = [game.texts.parse(value) if asked.kind == "forecast" else value for value in asked.values]
    made = getattr(display, asked.kind)(view, asked.seat, *values)
    return encode(list(made) if asked.kind == "charts" else made)


class Calculators:
    """One process that answers one question after another."""

    def __init__(self, processes: int, seconds: float) -> None:
        self._lanes = [Lane(processes > 0, "grognard-calculator") for _ in range(max(processes, 1))]
        self._free: asyncio.Queue[Lane] = asyncio.Queue()
        for lane in self._lanes:
            self._free.put_nowait(lane)
        self._seconds = seconds

    async def ask(self, game: Any, view: Any, seat: int, kind: str, *values: int | str | Option) -> bytes:
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
