"""Straight lines: exact, the same from both ends, both hexes where a line runs along a side."""

import itertools
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.maps import HexGrid
from grognard.maps.lines import course, crossings, hair, imaged, length, line, modelled, runs, square
from tests.maps.grids import GRIDS, pairs

offsets = st.tuples(st.integers(-30, 30), st.integers(-30, 30))


@given(offsets)
def test_a_line_has_its_ends_and_its_length(offset: tuple[int, int]) -> None:
    q, r = offset
    entries = line(q, r)
    assert len(entries) == length(q, r) + 1
    assert entries[0] == ((0, 0),) and entries[-1] == ((q, r),)
    for k, entry in enumerate(entries):
        assert len(entry) in (1, 2)
        for a, b in entry:
            assert length(a, b) == k and length(q - a, r - b) == length(q, r) - k
        if len(entry) == 2:
            (a, b), (c, d) = entry
            assert length(c - a, d - b) == 1
    for before, after in itertools.pairwise(entries):
        assert all(length(c - a, d - b) == 1 for a, b in before for c, d in after if len(before) + len(after) == 2)


@given(offsets.filter(lambda offset: offset != (0, 0)))
def test_an_entry_holds_every_hex_nearest_to_its_point(offset: tuple[int, int]) -> None:
    q, r = offset
    for k, entry in enumerate(line(q, r)):
        x, y = Fraction(k * q, length(q, r)), Fraction(k * r, length(q, r))
        about = [(round(x) + u, round(y) + v) for u in (-2, -1, 0, 1, 2) for v in (-2, -1, 0, 1, 2)]
        apart = {hex_: _apart(x - hex_[0], y - hex_[1]) for hex_ in about}
        assert entry == tuple(sorted(hex_ for hex_ in about if apart[hex_] == min(apart.values())))


@given(offsets)
def test_a_line_is_the_same_from_both_ends(offset: tuple[int, int]) -> None:
    q, r = offset
    back = [{(q + a, r + b) for a, b in entry} for entry in line(-q, -r)]
    assert [set(entry) for entry in line(q, r)] == back[::-1]
    other = [(frozenset((q + a, r + b) for a, b in c.hexes), 1 - c.leave, 1 - c.enter) for c in crossings(-q, -r)]
    if offset != (0, 0):
        assert [(frozenset(c.hexes), c.enter, c.leave) for c in crossings(q, r)] == other[::-1]


@given(offsets.filter(lambda offset: offset != (0, 0)))
def test_crossings_cover_the_line_without_gap(offset: tuple[int, int]) -> None:
    stretches = crossings(*offset)
    assert stretches[0].enter == 0 and stretches[-1].leave == 1
    assert all(a.leave == b.enter for a, b in itertools.pairwise(stretches))
    assert all(c.enter < c.leave and c.hexes == tuple(sorted(c.hexes)) for c in stretches)
    named = {hex_ for entry in line(*offset) for hex_ in entry}
    assert named <= {hex_ for c in stretches for hex_ in c.hexes}


@given(offsets)
def test_crossings_are_the_stretches_of_the_course_that_have_a_length(offset: tuple[int, int]) -> None:
    """Images of other lines too: turned and mirrored they are what their own course says."""
    own: dict[tuple[Fraction, Fraction], list[tuple[int, int]]] = {}
    for at in course(*offset):
        if at.enter < at.leave:
            own.setdefault((Fraction(at.enter, at.scale), Fraction(at.leave, at.scale)), []).append(at.hex)
    assert {(c.enter, c.leave): c.hexes for c in crossings(*offset)} == {k: tuple(sorted(v)) for k, v in own.items()}


@given(offsets)
def test_twelve_images_have_one_model_and_the_same_runs(offset: tuple[int, int]) -> None:
    model, image = modelled(*offset)
    assert imaged((model,), image) == (offset,) and square(*model) == square(*offset)
    q, r = model
    assert 0 <= r <= q and modelled(*model) == (model, (1, 0, 0, 1))
    turned = [(imaged(at.hexes, image), at.enter, at.leave, at.foot) for at in runs(*model)]
    assert turned == [(at.hexes, at.enter, at.leave, at.foot) for at in runs(*offset)]


@given(offsets.filter(lambda offset: offset != (0, 0)), st.fractions(0, 1))
def test_a_point_of_a_stretch_is_nearest_to_its_hex(offset: tuple[int, int], share: Fraction) -> None:
    """A hex is the set of points nearest to its centre: the definition, independent of how stretches are found."""
    q, r = offset
    for stretch in crossings(q, r):
        t = stretch.enter + (stretch.leave - stretch.enter) * share
        own = {_apart(t * q - a, t * r - b) for a, b in stretch.hexes}
        assert len(own) == 1
        a, b = stretch.hexes[0]
        around = [(a + x, b + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        assert min(own) <= min(_apart(t * q - u, t * r - v) for u, v in around)


@given(offsets.filter(lambda offset: offset != (0, 0)))
def test_the_foot_is_where_the_line_comes_nearest(offset: tuple[int, int]) -> None:
    q, r = offset
    step = Fraction(1, 1000)
    for c in crossings(q, r):
        a = Fraction(sum(h[0] for h in c.hexes), len(c.hexes))
        b = Fraction(sum(h[1] for h in c.hexes), len(c.hexes))
        here, before, after = (_apart(t * q - a, t * r - b) for t in (c.foot, c.foot - step, c.foot + step))
        assert here < before and here < after


def _apart(q: Fraction, r: Fraction) -> Fraction:
    return q * q + q * r + r * r


def test_straight_and_between_two_columns() -> None:
    assert line(3, 0) == (((0, 0),), ((1, 0),), ((2, 0),), ((3, 0),))
    assert line(1, 1) == (((0, 0),), ((0, 1), (1, 0)), ((1, 1),))
    along = crossings(1, 1)[1]
    assert along.hexes == ((0, 1), (1, 0)) and along.foot == Fraction(1, 2)
    assert (along.enter, along.leave) == (Fraction(1, 3), Fraction(2, 3))


def test_a_corner_that_is_only_cut_is_a_crossing_but_no_entry_of_the_line() -> None:
    cut = {hex_ for c in crossings(6, 1) for hex_ in c.hexes} - {hex_ for e in line(6, 1) for hex_ in e}
    assert cut == {(2, 1), (4, 0)}


def test_a_line_to_itself_is_one_hex() -> None:
    assert line(0, 0) == (((0, 0),),)
    assert crossings(0, 0)[0].hexes == ((0, 0),)
    assert square(0, 0) == 0


@given(pairs())
def test_lines_of_a_map_are_those_of_the_offset(pair: tuple[HexGrid, int, int]) -> None:
    grid, a, b = pair
    entries = grid.line(a, b)
    assert entries[0] == (a,) and entries[-1] == (b,) and len(entries) == grid.distance(a, b) + 1
    assert {s for e in entries for s in e} <= {s for spaces, _ in grid.crossings(a, b) for s in spaces}


def test_a_hex_outside_the_map_is_minus_one() -> None:
    grid = HexGrid(GRIDS["cassino"].numbering, ["1001", "1003"])
    assert grid.line(0, 1) == ((0,), (-1,), (1,))


@pytest.mark.parametrize(
    ("start", "end", "metres", "critical", "low_end"),
    [
        ("2208", "1827", 965.7, "2112", 785.7),
        ("2208", "2023", 755.0, "2022", 49.7),
        ("2106", "1826", 1033.2, "2108", 934.0),
        ("2308", "3431", 1267.9, "2513", 1003.7),
        ("1123", "1026", 180.3, "1124", 131.7),
        ("2204", "2604", 173.2, "2304 2305", 129.9),
    ],
)
def test_sight_lines_of_the_fifty_metre_map(start: str, end: str, metres: float, critical: str, low_end: float) -> None:
    """Length of the line, and distance of the critical hex from the lower end, as computed by hand for the dossier."""
    grid = GRIDS["battle"]
    a, b = grid.ids((start, end))
    (q, r), (u, v) = grid.cubes[a], grid.cubes[b]
    straight = 50 * sqrt(square(u - q, v - r))
    assert straight == pytest.approx(metres, abs=0.06)
    wanted = set(grid.ids(critical.split()))
    foot = next(stretch.foot for spaces, stretch in grid.crossings(a, b) if set(spaces) == wanted)
    assert (1 - foot) * straight == pytest.approx(low_end, abs=0.06)


offsets = st.tuples(st.integers(-25, 25), st.integers(-25, 25))


@given(offsets)
def test_a_course_is_made_of_the_crossings_and_of_what_is_only_touched(offset: tuple[int, int]) -> None:
    stretches = course(*offset)
    assert all(type(number) is int for at in stretches for number in (at.enter, at.leave, at.scale, at.foot, at.whole))
    assert [at.enter + at.leave for at in stretches] == sorted(at.enter + at.leave for at in stretches)
    found = {
        hex_: (Fraction(at.enter, at.scale), Fraction(at.leave, at.scale))
        for at in stretches
        for hex_ in (at.hex,)
        if at.enter < at.leave
    }
    wanted = {hex_: (c.enter, c.leave) for c in crossings(*offset) for hex_ in c.hexes}
    assert found == wanted
    along = {hex_ for c in crossings(*offset) if len(c.hexes) == 2 for hex_ in c.hexes}
    for at in stretches:
        a, b = at.hex
        assert at.off == offset[0] * b - offset[1] * a
        corner = at.enter == at.leave
        assert (at.side == 0) == (not corner and at.hex not in along)
        if at.side:
            assert at.side * at.off > 0
        if offset != (0, 0):
            # The foot is nearest: its distance, squared, is what is left of the square of the way to the centre.
            assert 4 * square(a, b) * square(*offset) == at.foot**2 + 3 * at.off**2


@given(offsets)
def test_a_course_backwards_is_the_same_course(offset: tuple[int, int]) -> None:
    q, r = offset
    there = {at.hex: at for at in course(q, r)}
    back = {(q + at.hex[0], r + at.hex[1]): at for at in course(-q, -r)}
    assert set(there) == set(back)
    for hex_, at in there.items():
        other = back[hex_]
        assert (at.enter, at.leave) == (at.scale - other.leave, at.scale - other.enter) or (q, r) == (0, 0)
        assert at.side == -other.side and at.scale == other.scale
        assert at.foot == at.whole - other.foot or (q, r) == (0, 0)


@given(offsets)
def test_a_line_shifted_a_hair_is_a_chain_of_neighbours(offset: tuple[int, int]) -> None:
    chains = hair(*offset)
    touched = [at for at in course(*offset) if at.side]
    assert len(chains) == (2 if touched else 1)
    for chain in chains:
        assert chain[0] == (0, 0) and chain[-1] == offset
        assert all(length(b[0] - a[0], b[1] - a[1]) == 1 for a, b in itertools.pairwise(chain))
    back = {tuple((offset[0] + a, offset[1] + b) for a, b in reversed(chain)) for chain in hair(-offset[0], -offset[1])}
    assert back == set(chains)


def test_seventy_eight_of_the_offsets_within_ten_have_two_lines() -> None:
    near = [(q, r) for q in range(-10, 11) for r in range(-10, 11) if 0 < length(q, r) <= 10]
    assert len(near) == 330 and sum(len(hair(*offset)) == 2 for offset in near) == 78


def test_a_line_through_a_corner_touches_the_third_hex() -> None:
    """Two hexes along a row of corners: the line leaves its hex at a corner, follows a side and enters at a corner."""
    assert [(at.hex, at.side) for at in course(1, 1)] == [((0, 0), 0), ((1, 0), -1), ((0, 1), 1), ((1, 1), 0)]
    assert hair(1, 1) == (((0, 0), (1, 0), (1, 1)), ((0, 0), (0, 1), (1, 1)))
