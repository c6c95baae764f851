"""Tracks beside the map: turns, and points of any kind."""

from collections.abc import Mapping, Sequence

from grognard.look.scene import Cell, Track


def turn_track(
    id: str, label: str, turns: Sequence[tuple[str, str]], now: int, patterns: Mapping[int, str] | None = None
) -> Track:
    """Turns as (number, date or note); `now` is the index of the present one. What is over is marked as past.

    `patterns`: the pattern of single cells by index (`night`, `rain`, `barred`), whether past or to come.
    """
    given = patterns or {}
    cells = tuple(
        Cell(number, note, given.get(k) or ("past" if k < now else "")) for k, (number, note) in enumerate(turns)
    )
    return Track(id, label, cells, now)


def point_track(
    id: str,
    label: str,
    value: int,
    last: int,
    first: int = 0,
    wins: range = range(0),
    notes: Mapping[int, str] | None = None,
) -> Track:
    """Numbers from `first` to `last` with a marker on `value`, held at the ends; those in `wins` win.

    `notes` by number.
    """
    told = notes or {}
    cells = tuple(Cell(str(n), told.get(n, ""), "win" if n in wins else "") for n in range(first, last + 1))
    return Track(id, label, cells, min(max(value, first), last) - first)
