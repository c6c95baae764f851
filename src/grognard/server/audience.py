"""What is shown to whom: sockets that hold the same seats, and one position made ready for all of them."""

import time
from typing import Any, NamedTuple

from grognard.core import SPECTATOR, Match
from grognard.look.scene import Scene
from grognard.server.messages import Line, encode, ready
from grognard.server.presenter import Presenter, diff, result_text
from grognard.server.sockets import Socket


class Audience:
    """The sockets that hold the same seats and so are shown the same."""

    def __init__(self, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self.sockets: set[Socket] = set()
        self.view = seats[0] if seats else SPECTATOR
        """The seat that sits before the screen."""
        self.eyes = self.view
        """Whose knowledge is shown: that seat's, or everybody's while players who share a screen look together."""
        self.entry = 0
        self.scene = Scene(())
        self.chairs: Any = None
        """The chairs as JSON, until something about them changes."""

    def turn_to(self, asked: int | None, together: bool) -> None:
        """Somebody who holds several seats sees with the eyes of the one that is asked, or as everybody does."""
        if asked in self.seats and asked is not None:
            self.view = asked
        self.eyes = SPECTATOR if together and len(self.seats) > 1 else self.view

    def send(self, text: str) -> None:
        for socket in self.sockets:
            socket.push(text)


class Aspect(NamedTuple):
    """A position through somebody's eyes."""

    scene: Scene
    crumbs: list[str]
    cases: list[str]


class Showing:
    """One position being shown to all audiences: what several of them see is made once."""

    def __init__(self, match: Match[Any], presenter: Presenter) -> None:
        self._match, self._presenter = match, presenter
        self.secrets = presenter.secrets(match)
        self.result, self.winners = result_text(match.game, match.state)
        self.lines: dict[int, Line] = {}
        """Lines already made, by the identity of their event."""
        self.spent = 0.0
        """Seconds in the game's own code."""
        self._aspects: dict[int, Aspect] = {}
        self._changes: dict[tuple[int, int], Any] = {}

    def aspect(self, seat: int) -> Aspect:
        """Where nobody knows more than the others, the table looks the same from every seat."""
        key = seat if self.secrets else SPECTATOR
        made = self._aspects.get(key)
        if made is None:
            started = time.perf_counter()
            view = self._match.view(key)
            scene = self._presenter.scene(view, key)
            self.spent += time.perf_counter() - started
            made = self._aspects[key] = Aspect(scene, self._presenter.crumbs(view), self._presenter.crumb_cases(view))
        return made

    def change(self, old: Scene, new: Scene) -> Any:
        """What changed, as JSON."""
        key = (id(old), id(new))
        made = self._changes.get(key)
        if made is None:
            made = self._changes[key] = ready(encode(diff(old, new)))
        return made
