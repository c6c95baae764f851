"""What a computer player is: it gets a view and the question, and gives an answer. It never sees the true state."""

from typing import Protocol

from grognard.core import Decision, Option, Seat, State


class Player(Protocol):
    """One seat's player."""

    level: str

    def choose(self, view: State, decision: Decision, seat: Seat) -> Option:
        """An answer out of `decision.options`, from what `seat` may know."""

    def reasons(self) -> list[str]:
        """Why the last answer was given, in words; empty: no particular reason."""


class Blind:
    """Mixin for players that only read the options: whoever runs them may skip making views."""


def needs_view(player: Player) -> bool:
    """Whether the player looks at more than the options."""
    return not isinstance(player, Blind)
