"""Optional clocks. Time is the table's business: the rules know nothing of it."""

import time
from collections.abc import Callable

from msgspec import Struct

from grognard.server.messages import ClockFace

Now = Callable[[], float]


class ClockState(Struct):
    """What is stored: seconds left by seat, and what is added when the turn to answer passes on. A stopped server stops
    the clocks."""

    left: list[float]
    step: float
    move: float = 0.0
    """More than nothing: what a seat has for each move."""
    given: int | None = None
    """The seat that was last given the time of a move."""


class Clock:
    """Runs for the seat that must answer."""

    def __init__(self, state: ClockState, now: Now = time.monotonic) -> None:
        self._state, self._now = state, now
        self._running: int | None = None
        self._since = 0.0

    @property
    def running(self) -> int | None:
        return self._running

    def turn(self, seat: int | None) -> None:
        """It is now this seat's turn to answer; None: nobody's."""
        if seat == self._running:
            return
        if self._running is not None:
            self._spend()
            self._state.left[self._running] += self._state.step
        if seat is not None and self._state.move and seat != self._state.given:
            self._state.left[seat] = self._state.move
        self._state.given = seat
        self._running, self._since = seat, self._now()

    def stop(self) -> None:
        """Nobody's time runs, and nobody is given any."""
        self._spend()
        self._running = None

    def allow(self, seat: int, seconds: float) -> None:
        """Let a seat have at least so much time."""
        self._state.left[seat] = max(self._state.left[seat], seconds)

    def left(self, seat: int) -> float:
        spent = self._now() - self._since if seat == self._running else 0.0
        return max(0.0, self._state.left[seat] - spent)

    def state(self) -> ClockState:
        """The present state, to be stored."""
        self._spend()
        return self._state

    def face(self) -> ClockFace:
        return ClockFace([round(self.left(seat), 1) for seat in range(len(self._state.left))], self._running)

    def _spend(self) -> None:
        if self._running is not None:
            now = self._now()
            self._state.left[self._running] = max(0.0, self._state.left[self._running] - (now - self._since))
            self._since = now
