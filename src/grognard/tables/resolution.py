"""How an attack is resolved: one record of every number that counts, for step, forecast, chart, log and evaluation.

There are two kinds: a column of a table (`Resolution`) and a number to roll (`Shot`). Both keep their terms with the
case each comes from, so that whoever shows them shows the sum that is played.
"""

from fractions import Fraction
from itertools import product
from math import prod
from typing import Generic, TypeVar

from msgspec import Struct

from grognard.core import Dice
from grognard.tables.dice import Distribution
from grognard.tables.odds import ColumnResults

T = TypeVar("T")

Terms = tuple[tuple[str, int], ...]
"""What counts, each with its case."""


def total(terms: Terms) -> int:
    """The sum of some terms."""
    return sum([number for _, number in terms])


class Resolution(Struct, Generic[T], frozen=True):
    """An attack on a table: strengths, the column they give, its shifts, and the modifiers of the die."""

    table: ColumnResults[T]
    values: tuple[int, ...]
    """The numbers compared, attacker first; empty where the column is given."""
    base: int
    """The column before shifts."""
    shifts: Terms = ()
    modifiers: Terms = ()

    @property
    def column(self) -> int:
        """The column after all shifts: summed, applied once, held at the ends of the table."""
        return self.table.columns.shifted(self.base, total(self.shifts))

    @property
    def odds(self) -> str:
        """The heading of the column before shifts."""
        return self.table.columns.labels[self.base]

    @property
    def label(self) -> str:
        """The heading of the column that counts."""
        return self.table.columns.labels[self.column]

    def face(self, die: int) -> int:
        """The die as it is read."""
        return self.table.face(die, total(self.modifiers))

    def result(self, die: int) -> T:
        """What a die as rolled brings."""
        return self.table.result(self.column, self.face(die))

    def results(self) -> tuple[T, ...]:
        """The result of every face as rolled, lowest first."""
        column, shift, table = self.column, total(self.modifiers), self.table
        return tuple([table.result(column, table.face(die, shift)) for die in range(1, table.sides + 1)])

    def chances(self) -> Distribution[T]:
        """What the roll brings, exactly."""
        return Distribution.uniform(self.results())


class Shot(Struct, frozen=True):
    """A number to roll with the sum of some dice: that or less, or with `low=False` that or more."""

    dice: Dice
    base: int
    terms: Terms = ()
    low: bool = True
    always: tuple[int, ...] = ()
    """Sums that hit whatever the number."""
    never: tuple[int, ...] = ()
    """Sums that miss whatever the number."""

    @property
    def needs(self) -> int:
        """The number to roll after all terms."""
        return self.base + total(self.terms)

    def hits(self, rolled: int) -> bool:
        """Whether a sum as rolled hits."""
        if rolled in self.always:
            return True
        if rolled in self.never:
            return False
        return rolled <= self.needs if self.low else rolled >= self.needs

    def hit(self, dice: Dice) -> bool:
        """Whether these faces hit."""
        return self.hits(sum(dice))

    def chance(self) -> Fraction:
        """How likely it is to hit, exactly."""
        faces = product(*(range(1, sides + 1) for sides in self.dice))
        return Fraction(sum(self.hit(rolled) for rolled in faces), prod(self.dice))

    @property
    def matters(self) -> tuple[tuple[int, ...], ...]:
        """For the `Roll`: the sum decides."""
        return ((1,) * len(self.dice),)

    def breaks(self) -> tuple[tuple[int, ...], ...]:
        """For the `Roll`: the sums after which hit and miss change places. Ten outcomes become two."""
        return (tuple(n for n in range(len(self.dice), sum(self.dice)) if self.hits(n) != self.hits(n + 1)) or (0,),)
