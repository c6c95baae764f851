"""What the table itself may enter into a record: never a step of the rules."""

from grognard.core.ask import Option


class Resign(Option, frozen=True):
    """A seat gives up."""

    seat: int


class Agree(Option, frozen=True):
    """The seats agree on a draw."""


class TakeBack(Option, frozen=True):
    """The seats agree to go back to the position after the first `to` entries."""

    to: int


TABLE_ACTS: tuple[type[Option], ...] = (Resign, Agree, TakeBack)
