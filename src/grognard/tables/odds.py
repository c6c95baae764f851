"""Result tables with columns: ratio to column, shifts, and the result of a column and a die."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Generic, TypeVar

from msgspec import Struct

from grognard.tables.dice import Distribution, die

T = TypeVar("T")
Number = int | Fraction


class Columns(Struct, frozen=True):
    """The columns of a table, weakest first; `floors` is the least value that reaches each column.

    A value between two columns uses the lower one. What is weaker than the first column uses the first, what is
    stronger than the last the last; shifts are counted from there.
    """

    labels: tuple[str, ...]
    floors: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if not self.labels or len(self.labels) != len(self.floors):
            raise ValueError("a table needs columns, and one floor for each")
        if any(low >= high for low, high in zip(self.floors, self.floors[1:], strict=False)):
            raise ValueError(f"the columns {', '.join(self.labels)} are not in ascending order")

    def __len__(self) -> int:
        return len(self.labels)

    def index(self, label: str) -> int:
        """The column with this heading."""
        return self.labels.index(label)

    def of(self, value: Number) -> int:
        """The column of a value."""
        column = 0
        for k, floor in enumerate(self.floors):
            if floor <= value:
                column = k
        return column

    def ratio(self, attack: Number, defence: Number) -> int:
        """The column of a ratio of strengths, rounded in favour of the defender.

        Against no strength at all any attack has the last column; nothing against nothing has the first.
        """
        if attack < 0 or defence < 0:
            raise ValueError("a strength is negative")
        if defence == 0:
            return len(self.labels) - 1 if attack else 0
        return self.of(Fraction(attack) / defence)

    def shifted(self, column: int, *shifts: int) -> int:
        """The column after all shifts: summed, applied once, held at the ends of the table."""
        return max(0, min(len(self.labels) - 1, column + sum(shifts)))


def odds_columns(*labels: str) -> Columns:
    """Columns of odds, headed `attack-defence`: odds_columns("1-2", "1-1", "3-2", "2-1")."""
    floors = []
    for label in labels:
        attack, _, defence = label.partition("-")
        if not (attack.isdigit() and defence.isdigit() and int(defence)):
            raise ValueError(f"{label!r} is not a ratio such as 3-1")
        floors.append(Fraction(int(attack), int(defence)))
    return Columns(labels, tuple(floors))


def step_columns(*floors: int) -> Columns:
    """Columns of points or counts, headed by the least number that reaches each, the last as `5+` because it takes
    everything above as well: step_columns(1, 2, 3, 5)."""
    headings = (*(str(floor) for floor in floors[:-1]), *(f"{floor}+" for floor in floors[-1:]))
    return Columns(headings, tuple(Fraction(floor) for floor in floors))


class ColumnResults(Generic[T]):
    """The result of every column and die face. Complete by construction."""

    __slots__ = ("_results", "columns", "sides")

    def __init__(self, columns: Columns, results: Iterable[tuple[str, int, T]], sides: int = 6) -> None:
        """`results` are (column heading, die, result) in any order; each place exactly once."""
        found: dict[tuple[int, int], T] = {}
        for label, face, result in results:
            if label not in columns.labels:
                raise ValueError(f"the table has no column {label}")
            if not 1 <= face <= sides:
                raise ValueError(f"column {label}: a die of {sides} sides cannot show {face}")
            place = columns.index(label), face
            if place in found:
                raise ValueError(f"column {label}, die {face} is listed twice")
            found[place] = result
        for column, label in enumerate(columns.labels):
            for face in range(1, sides + 1):
                if (column, face) not in found:
                    raise ValueError(f"column {label}, die {face} is missing")
        self.columns = columns
        self.sides = sides
        self._results: tuple[tuple[T, ...], ...] = tuple(
            tuple(found[column, face] for face in range(1, sides + 1)) for column in range(len(columns))
        )

    def face(self, rolled: int, *modifiers: int) -> int:
        """The die after all modifiers: summed, applied once, held between 1 and the highest face."""
        return max(1, min(self.sides, rolled + sum(modifiers)))

    def result(self, column: int, face: int) -> T:
        """The result at a column and a modified die."""
        if column < 0 or face < 1:
            raise IndexError(f"column {column}, die {face} is not in the table")
        return self._results[column][face - 1]

    def chances(self, column: int, *modifiers: int) -> Distribution[T]:
        """What a roll on this column gives, exactly."""
        return die(self.sides).map(lambda rolled: self.result(column, self.face(rolled, *modifiers)))
