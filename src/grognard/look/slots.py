"""Where stacks stand in an area: apart from one another, inside the outline, off the printed badge.

The outline and what is to be kept free become one picture of costs; a pattern of counters is tried everywhere on it,
and the cheapest spot wins.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from grognard.look.labels import Box
from grognard.look.scene import Point

CELL = 4.0
MARGIN = 3
"""No pattern reaches further from its middle than this many counters."""
OUTSIDE = 3.0
"""Cost of a piece of counter beyond the outline, against 1 for a piece of a name covered."""
APRON = 0.04
"""Cost of standing close to what is kept free: less than the tolerance, so that it moves stacks but shrinks none."""
SMALL = 0.35
"""Cost of counters of no size at all, where no size is good enough."""
LEFT, TOP, RIGHT, BOTTOM = 0.25, 0.4, 0.55, 0.1
"""How far the apron reaches, in counters: signs grow as the map shrinks, and stacks grow to the left and downwards."""


class Stand(Struct, frozen=True):
    """Stand points, the edge of a counter there, and what the choice costs (0: everything free and inside)."""

    points: tuple[Point, ...]
    size: float
    cost: float


Pattern = tuple[Point, ...]
"""Offsets of the stacks from the middle of the pattern, in counters."""

PAIRS: tuple[Pattern, ...] = tuple(((-gx, 0.0), (gx, 0.0)) for gx in (0.54, 0.6, 0.8)) + tuple(
    ((0.0, -gy), (0.0, gy)) for gy in (0.54, 0.7, 0.9, 1.2)
)
"""Two stacks: side by side, or one above the other."""

TRIOS: tuple[Pattern, ...] = (
    *(tuple((gap * (i - 1), 0.0) for i in range(3)) for gap in (1.06, 1.15)),
    *(tuple((0.0, gap * (i - 1)) for i in range(3)) for gap in (1.06, 1.2)),
    *(
        pattern
        for gx in (0.54, 0.65, 0.85)
        for gy in (0.54, 0.7, 0.9, 1.2)
        for pattern in (((-gx, -gy), (gx, -gy), (gx, gy)), ((-gx, gy), (gx, gy), (gx, -gy)))
    ),
)
"""Three stacks: a row, a column, or a corner."""

FOURS: tuple[Pattern, ...] = (
    *(
        ((-gx, -gy), (gx, -gy), (-gx, gy), (gx, gy))
        for gx in (0.54, 0.62, 0.8, 1.1)
        for gy in (0.54, 0.65, 0.8, 1.0, 1.25)
    ),
    *(tuple((gap * (i - 1.5), 0.0) for i in range(4)) for gap in (1.06, 1.15)),
    *(tuple((0.0, gap * (i - 1.5)) for i in range(4)) for gap in (1.06, 1.15)),
)
"""Four stacks: two rows of two, a row, or a column."""

COUPLE: Pattern = ((-0.56, 0.0), (0.56, 0.0))
"""The two stacks of one side."""
TRIED = 60
"""Spots tried for the first of two couples."""


def stand(
    outline: Sequence[Point],
    keep_free: Sequence[tuple[Box, float]],
    patterns: Sequence[Pattern],
    sizes: Sequence[float],
    tolerance: float = 0.05,
    apart: bool = False,
) -> Stand:
    """The best stand at the largest of `sizes` whose cost is at most `tolerance` of the counters' surface.

    `keep_free` holds boxes with the cost of covering them. If no size is that good, the cheapest is taken,
    small counters counted as a cost.
    `apart`: two couples of stacks may also stand anywhere by themselves, as above and below a name.
    """
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    origin = (min(xs), min(ys))
    aprons = [(_apron(box, max(sizes)), APRON) for box, _ in keep_free]
    costs = _costs(outline, [*keep_free, *aprons], origin, (max(xs), max(ys)))
    best: Stand | None = None
    for size in sizes:
        squares = _squares(costs, max(1, round(size / CELL)))
        found = [_cheapest(squares, costs.shape, pattern, size, origin) for pattern in patterns]
        if apart:
            found.append(_couples(squares, costs.shape, size, origin))
        here = min(found, key=_cost)
        if here.cost <= tolerance:
            return here
        if best is None or _worth(here, sizes) < _worth(best, sizes):
            best = here
    assert best is not None, "no sizes were given"
    return best


def _costs(
    outline: Sequence[Point], keep_free: Sequence[tuple[Box, float]], origin: Point, far: Point
) -> NDArray[np.float64]:
    """The picture of costs over the rectangle from `origin` to `far`."""
    width, height = (int((far[i] - origin[i]) / CELL) + 1 for i in (0, 1))
    picture = Image.new("F", (width, height), OUTSIDE)
    pen = ImageDraw.Draw(picture)
    pen.polygon([((x - origin[0]) / CELL, (y - origin[1]) / CELL) for x, y in outline], fill=0.0)
    costs = np.array(picture, float)
    for (left, top, right, bottom), weight in keep_free:
        rows = slice(max(0, int((top - origin[1]) / CELL)), max(0, int((bottom - origin[1]) / CELL) + 1))
        columns = slice(max(0, int((left - origin[0]) / CELL)), max(0, int((right - origin[0]) / CELL) + 1))
        costs[rows, columns] += weight
    return costs


def _apron(box: Box, size: float) -> Box:
    left, top, right, bottom = box
    return left - LEFT * size, top - TOP * size, right + RIGHT * size, bottom + BOTTOM * size


def _squares(costs: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """Cost of a square of `side` cells at every place, with a margin of `MARGIN` squares of outside all round."""
    padded = np.pad(costs, MARGIN * side, constant_values=OUTSIDE)
    sums = np.pad(padded.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    squares: NDArray[np.float64] = sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    return squares


def _cheapest(
    squares: NDArray[np.float64], shape: tuple[int, ...], pattern: Pattern, size: float, origin: Point
) -> Stand:
    """The pattern at its cheapest middle; of equal ones the nearest to the middle of the outline."""
    side = max(1, round(size / CELL))
    total = _total(squares, shape, pattern, side)
    row, column = np.unravel_index(int(np.argmin(total)), total.shape)
    cost = float(total[row, column]) / (side * side * len(pattern))
    return Stand(_points(pattern, (int(row), int(column)), size, origin), size, cost)


def _couples(squares: NDArray[np.float64], shape: tuple[int, ...], size: float, origin: Point) -> Stand:
    """Two couples of stacks, each where it is cheapest, clear of one another; the upper one comes first."""
    side = max(1, round(size / CELL))
    total = _total(squares, shape, COUPLE, side)
    rows, columns = np.ogrid[0 : shape[0], 0 : shape[1]]
    best: tuple[float, list[tuple[int, int]]] = (np.inf, [])
    for first in np.argsort(total, axis=None)[:: max(1, side * side // 4)][:TRIED]:
        row, column = (int(i) for i in np.unravel_index(int(first), total.shape))
        near = (abs(rows - row) < 1.12 * side) & (abs(columns - column) < 2.24 * side)
        other = np.where(near, np.inf, total)
        second = int(np.argmin(other))
        cost = float(total[row, column] + other.flat[second])
        if cost < best[0]:
            below, beside = (int(i) for i in np.unravel_index(second, total.shape))
            best = cost, sorted([(row, column), (below, beside)])
    if not best[1]:
        return Stand((), size, np.inf)
    points = tuple(point for cell in best[1] for point in _points(COUPLE, cell, size, origin))
    return Stand(points, size, best[0] / (side * side * len(points)))


def _total(squares: NDArray[np.float64], shape: tuple[int, ...], pattern: Pattern, side: int) -> NDArray[np.float64]:
    """Cost of the pattern with its middle at every place."""
    height, width = shape
    rows, columns = np.ogrid[0:height, 0:width]
    total: NDArray[np.float64] = np.hypot(rows - height / 2, columns - width / 2) * 1e-4 * side * side
    for dx, dy in pattern:
        top, left = (round((MARGIN + shift - 0.5) * side) for shift in (dy, dx))
        total = total + squares[top : top + height, left : left + width]
    return total


def _points(pattern: Pattern, cell: tuple[int, int], size: float, origin: Point) -> tuple[Point, ...]:
    """The stand points of a pattern whose middle is a cell of the picture."""
    x, y = origin[0] + (cell[1] + 0.5) * CELL, origin[1] + (cell[0] + 0.5) * CELL
    return tuple((round(x + dx * size, 1), round(y + dy * size, 1)) for dx, dy in pattern)


def _cost(where: Stand) -> float:
    return where.cost


def _worth(where: Stand, sizes: Sequence[float]) -> float:
    """Cost, and what it costs the eye that counters are smaller than they could be."""
    return where.cost + SMALL * (1 - where.size / max(sizes))
