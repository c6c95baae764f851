"""What a drawing reads: the component files in effect for a game, as plain rows."""

import csv
from collections.abc import Mapping
from typing import Protocol

Row = dict[str, str]


class Data(Protocol):
    """The component files of one game (see `grognard.tables.Components`)."""

    @property
    def digest(self) -> str:
        """Equal for equal names and contents."""

    def read(self, name: str) -> str:
        """The text of a file, named with its ending."""


def rows(data: Data, name: str) -> list[Row]:
    """The rows of `<name>.csv` in file order."""
    return list(csv.DictReader(data.read(f"{name}.csv").splitlines()))


def told(row: Row, words: Mapping[str, str]) -> list[str]:
    """What a row says of its space, by column: the words, with the cell in place of `{}`, unless it is empty or 0."""
    return [text.format(row[column]) for column, text in words.items() if row[column] not in ("", "0")]
