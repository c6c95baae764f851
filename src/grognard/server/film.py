"""The past as a film: the positions after a row of entries, as differences, compressed.

A whole scene of a large title is tens of kilobytes and a hundred of them megabytes; what changes between two is little.
"""

import zlib
from base64 import b64encode
from typing import Any

from msgspec import Struct

from grognard.core import TABLE, Match, push, run
from grognard.core.acts import TakeBack
from grognard.look.scene import Scene
from grognard.server.messages import Frame, Line, SceneDiff, encode
from grognard.server.presenter import Presenter, diff


class Picture(Struct):
    """One position: what changed since the picture before it."""

    entry: int
    change: SceneDiff
    crumbs: list[str]
    cases: list[str]
    events: list[Line]


class Reel(Struct):
    """What `reply.film` holds when it is unpacked. The first picture shows `scene` as it is."""

    scene: Scene
    frames: list[Picture]


def packed(frames: list[Frame]) -> str:
    """Frames in the order of play as a `Reel`: its JSON, compressed by zlib, in base64."""
    shown = frames[0].scene
    pictures = []
    for frame in frames:
        pictures.append(Picture(frame.entry, diff(shown, frame.scene), frame.crumbs, frame.cases, frame.events))
        shown = frame.scene
    return b64encode(zlib.compress(encode(Reel(frames[0].scene, pictures)))).decode()


def film_of(match: Match[Any], presenter: Presenter, seat: int, first: int, to: int) -> list[Frame]:
    """The positions after entries `first` to `to` as `seat` may see them, without those between that show nothing."""
    made: list[Frame] = []
    state, _ = match.position(first)
    for n in range(first, to + 1):
        if n > first:
            entry = match.record.entries[n - 1]
            if isinstance(entry.answer, TakeBack):
                state, _ = match.position(n)
            elif entry.who != TABLE:
                push(state, entry.answer, _silent)
                run(state, _silent)
        view = match.game.view(state, seat)
        lines = presenter.lines(match, seat, n - 1, n)
        scene = presenter.scene(view, seat)
        if first < n < to and not lines and scene == made[-1].scene:
            continue
        made.append(Frame(n, scene, presenter.crumbs(view), presenter.crumb_cases(view), lines))
    return made


def _silent(event: Any) -> None:
    """Replays need no events."""
