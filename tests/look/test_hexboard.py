"""The shared hex board on maps of both kinds and of the largest size: geometry, shapes, places, numbers, lettering."""

import re
from itertools import combinations

import numpy as np
import pytest
from msgspec import json
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon

from grognard.look import hexground, lettering, lines, relief
from grognard.look.hexboard import HexBoard, card_window, in_order
from grognard.look.labels import box_of, overlap
from grognard.look.scene import Board
from grognard.maps import EVEN, ODD, HexGrid, Numbering

FLAT = Numbering(flat=True, shifted=EVEN)
POINTY = Numbering(flat=False, shifted=ODD, row_first=True)


def grid(numbering: Numbering, columns: int, rows: int) -> HexGrid:
    return HexGrid(numbering, [numbering.number(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)])


@pytest.fixture(params=[FLAT, POINTY], ids=["flat", "pointy"])
def small(request: pytest.FixtureRequest) -> HexBoard:
    return HexBoard(grid(request.param, 7, 5), 50, at=(100, 80), pad=(10, 20, 30, 40))


def test_every_hex_lies_inside_the_frame_with_its_padding(small: HexBoard) -> None:
    points = [p for space in range(len(small.grid)) for p in small.polygon(space)]
    assert min(x for x, _ in points) == pytest.approx(10)
    assert min(y for _, y in points) == pytest.approx(20)
    assert max(x for x, _ in points) == pytest.approx(small.width - 30, abs=0.1)
    assert max(y for _, y in points) == pytest.approx(small.height - 40, abs=0.1)


def test_neighbours_share_a_side_and_no_surface(small: HexBoard) -> None:
    shapes = [Polygon(small.polygon(space)) for space in range(len(small.grid))]
    for side in range(small.grid.inner):
        a, b = small.grid.hexsides[side]
        common = shapes[a].intersection(shapes[b])
        assert common.area < 0.5
        (x, y), (u, v) = small.side(side)
        assert Spot((x + u) / 2, (y + v) / 2).distance(shapes[a]) < 0.1
        assert Spot((x + u) / 2, (y + v) / 2).distance(shapes[b]) < 0.1


def test_a_place_holds_its_stand_points_and_its_name(small: HexBoard) -> None:
    for stacks in (1, 2):
        place = small.place(4, 9, "four", ["a fact"], size=30 if stacks == 2 else 0, stacks=stacks)
        outline = Polygon(place.polygon)
        assert place.space == 9 and place.facts == ("a fact",)
        assert all(outline.contains(Spot(p)) for p in (place.anchor, place.label, *place.slots))
        assert len(place.slots) == (stacks if stacks > 1 else 0)
    left, right = place.slots
    assert right[0] - left[0] >= place.size


def test_the_outline_of_a_set_is_the_outline_of_its_union(small: HexBoard) -> None:
    hexes = [0, 1, *small.grid.neighbours[1]]
    union = hexground.region(small, hexes)
    (ring,) = small.rings(hexes)
    assert ring[0] == ring[-1]
    assert Polygon(ring).area == pytest.approx(union.area, rel=0.02)
    assert small.border(hexes).count("M") == 1


def test_a_hole_has_an_outline_of_its_own() -> None:
    board = HexBoard(grid(FLAT, 7, 7), 50)
    middle = board.grid.id("0404")
    assert len(board.rings(board.grid.neighbours[middle])) == 2


def test_roads_meet_in_the_centre_of_a_shared_hex_and_ease_elsewhere(small: HexBoard) -> None:
    g = small.grid
    middle = g.id("0303") if "0303" in g else g.names.index(g.names[12])
    a, b, c, d = g.neighbours[middle][:4]
    net = small.ways([(a, middle, b), (c, middle, d)])
    assert net[0][1] == net[1][1] == small.centre(middle)
    assert small.ways([(a, middle, b)])[0][1] != small.centre(middle)
    assert small.way((a, middle, b)) == small.way((a, middle, b)), "the same road every time"


def test_a_line_near_the_frame_runs_over_it(small: HexBoard) -> None:
    first = small.grid.id("0101")
    points = small.to_frame([small.centre(first), small.centre(small.grid.neighbours[first][0])], within=3)
    x, y = points[0]
    assert x < 0 or y < 0
    middle = (small.width / 2, small.height / 2)
    assert small.to_frame([middle, middle], within=0.1) == [middle, middle]


def test_numbers_stand_at_the_top_of_their_hexes(small: HexBoard) -> None:
    layer = small.numbers()
    assert len(layer.spots) == len(small.grid)
    for space, (words, x, y) in enumerate(layer.spots):
        assert words == small.grid.names[space]
        place = small.place(space, space, words)
        assert Polygon(place.polygon).contains(Spot(x, y))
        assert y < place.anchor[1] - place.size / 2 + layer.size


def test_the_largest_map_stays_small() -> None:
    """59 by 34 hexes: every side once, numbers as data, and a board that travels."""
    g = grid(POINTY, 34, 59)
    board = HexBoard(g, 50, at=(60, 120), pad=20)
    sides = board.lattice()
    drawn = sum(len(part) - 1 for part in (chain.split("L") for chain in sides.split("M") if chain))
    assert drawn == len(g.hexsides)
    sheet = Board(
        board.width + 400,
        board.height + 200,
        in_order(board.place(space, space, name) for space, name in enumerate(g.names)),
        grid=sides,
        numbers=board.numbers(),
    )
    assert json.decode(json.encode(sheet), type=Board) == sheet
    assert len(json.encode(sheet)) < 1_000_000
    assert not [sign for sign in sheet.signs if sign.kind == "number"]


def test_features_are_merged_by_style() -> None:
    """A thousand hexsides of river, wall and crest are a handful of elements."""
    board = HexBoard(grid(FLAT, 30, 30), 50)
    sides = range(0, board.grid.inner, 2)
    drawn = [
        lines.rivers(board.courses(sides), 12),
        lines.streams(board.courses(sides), 4),
        *(lines.wall(board.sides(sides), kind, 10) for kind in ("high", "intermediate", "low", "palisade")),
        hexground.crest(hexground.towards(board, sides, lambda a, b: b, 0.07), 50),
        hexground.scarp(hexground.towards(board, sides, lambda a, b: a), 50),
        hexground.grove(board, range(0, 900, 30), 10, 1, 6),
        hexground.marsh(board, [3, 4]),
        hexground.hill(board, [5]),
    ]
    assert sum(len(re.findall(r"<\w", text)) for text in drawn) <= 32


def test_an_unknown_wall_is_named() -> None:
    with pytest.raises(ValueError, match="'hedge'"):
        lines.wall("M0 0", "hedge", 5)


def test_marks_stand_on_the_side_they_are_told() -> None:
    board = HexBoard(grid(FLAT, 4, 4), 50)
    side = board.grid.side_of("0202", "0203")
    _, b = board.grid.hexsides[side]
    ((p, q, into),) = hexground.towards(board, [side], lambda x, y: y)
    assert into == board.centre(b) and {p, q} == set(board.side(side))
    border = board.grid.inner
    ((p, q, into),) = hexground.towards(board, [border], lambda x, y: y)
    inside = board.centre(board.grid.hexsides[border][0])
    assert Spot(into).distance(Spot(inside)) > Spot(p).distance(Spot(inside)), "outside the map, not in its corner"


def test_a_mask_is_one_in_its_hexes_and_heights_go_through_them() -> None:
    board = HexBoard(grid(FLAT, 6, 5), 40, pad=10)
    canvas = hexground.Canvas(board, 4)
    wanted = [3, 8, 20]
    mask = canvas.mask(wanted)
    levels = [float(100 * (space in wanted)) for space in range(len(board.grid))]
    heights = canvas.heights(levels, smooth=1)
    for space in range(len(board.grid)):
        x, y = board.centre(space)
        at = (int(y / 4), int(x / 4))
        assert mask[at] == (space in wanted)
        assert abs(heights[at] - levels[space]) < 40
    assert np.array_equal(np.unique(hexground.stepped(np.array([0.0, 49, 50, 99]), 50, 1.0)), [0, 50])


@pytest.mark.parametrize("colour", [(250, 250, 240), (20, 30, 25), (230, 120, 20), (190, 190, 150)])
def test_a_ground_is_calmed_and_a_calm_one_stays_as_it_is(colour: tuple[int, int, int]) -> None:
    loud = np.clip(np.array(colour, float) + 20 * np.random.default_rng(1).standard_normal((60, 80, 3)), 0, 255)
    calm = relief.quiet(loud)
    few = calm[::5, ::5].reshape(-1, 3)
    assert 69 <= np.median(relief.lightness(few)) <= 79
    assert np.percentile((few.max(1) - few.min(1)) / few.max(1), 95) <= 0.46
    assert np.array_equal(relief.quiet(calm), calm)


def test_names_find_places_that_are_free() -> None:
    board = HexBoard(grid(FLAT, 12, 10), 50, at=(40, 40), pad=30)
    given = [
        lettering.Name(f"Monte {name}", (space,), space, rank=lettering.TOWN)
        for space, name in enumerate(board.grid.names)
        if space % 3 == 0
    ]
    signs = lettering.names(board, given)
    assert len(signs) == len(given)
    clashes = [1 for a, b in combinations(signs, 2) if overlap(box_of(a), box_of(b)) > 1]
    assert len(clashes) <= 2
    for sign in signs:
        left, top, right, bottom = box_of(sign)
        assert left >= board.frame[0] and right <= board.frame[2] and top >= board.frame[1] and bottom <= board.frame[3]


@pytest.mark.parametrize("kind", lettering.STYLES)
def test_letters_never_run_upside_down(kind: str) -> None:
    for turn in (-170, -91, 0, 89, 100, 200):
        sign = lettering.letters("Rapido & Gari", (0, 0), 30, kind, turn)
        found = re.search(r"rotate\((-?[0-9.]+)\)", sign.svg)
        assert found is None or -90 <= float(found[1]) <= 90
        assert "&amp;" in sign.svg


def test_the_window_of_a_card_keeps_its_shape_on_the_sheet() -> None:
    x, y, w, h = card_window((10, 10), 900, (2000, 1500))
    assert (x, y) == (0, 0) and w / h == pytest.approx(16 / 9)
    x, y, w, h = card_window((1990, 1490), 5000, (1600, 500))
    assert x + w <= 1600 and y + h <= 500 and w / h == pytest.approx(16 / 9)
