"""Who is favoured in a scenario, as measured between equal players: `balance.toml` beside a title."""

from typing import Any

import msgspec
from msgspec import Struct

from grognard.core import Game


class Measured(Struct, forbid_unknown_fields=True):
    """Games between equal players with these options, the others as usual. Draws count half."""

    scenario: str
    side: str
    by: str
    games: int
    won: int
    interval: tuple[float, float]
    """Of the share, at 95 %."""
    drawn: int = 0
    options: dict[str, bool | int | str] = {}
    budget: str = ""

    @property
    def share(self) -> float:
        return (self.won + self.drawn / 2) / self.games


class _File(Struct, forbid_unknown_fields=True):
    measured: list[Measured] = []


def measured(game: Game[Any]) -> list[Measured]:
    """What was measured of a title; nothing where nothing was."""
    file = game.folder / "balance.toml"
    return msgspec.toml.decode(file.read_bytes(), type=_File).measured if file.exists() else []
