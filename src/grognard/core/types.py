"""Names for the small integers the engine counts in."""

from typing import NewType

Seat = int
"""A player at the table: 0, 1, ... A side of the conflict is not a seat (see `State.seats`)."""

UnitId = NewType("UnitId", int)
SpaceId = NewType("SpaceId", int)
Dice = tuple[int, ...]

HIDDEN = -1_000_000
"""Stands for a number a seat may not know. As an index it fails loudly; a small negative number would not."""

CHANCE = -1
"""Who answered a record entry: dice and cups."""

TABLE = -2
"""Who answered a record entry: the table itself (resignation, agreed draw, agreed take-back)."""

SPECTATOR = -1
"""The seat of somebody who watches: sees what is public and nothing else."""
