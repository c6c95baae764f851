"""Who is where: one writer, and what it writes is what refreshing finds."""

import random
from typing import Annotated

import pytest

from grognard.core import DERIVED, HIDDEN, State, clone
from grognard.core.codec import Codec
from grognard.core.flow import Step, derived_columns
from grognard.maps import Presence, mask

HEXES, BOXES = 12, 3
GROUPS = [((0,), (0, 2), (1,), (1, 3, 3))[unit % 4] for unit in range(24)]


class Board(State):
    loc: list[int]
    rank: bytearray
    here: Annotated[dict[int, tuple[int, ...]], DERIVED] = {}
    held: Annotated[list[int], DERIVED] = []


def board(presence: Presence, loc: list[int]) -> Board:
    s = Board((), (0, 1), None, loc, bytearray(len(loc)))
    presence.refresh(s)
    return s


@pytest.mark.parametrize("ordered", [False, True])
def test_placing_writes_what_refreshing_finds(ordered: bool) -> None:
    rng = random.Random(5)
    presence = Presence(GROUPS, HEXES, ordered)
    s = board(presence, [HEXES] * len(GROUPS))
    for _ in range(3000):
        unit, space = rng.randrange(len(GROUPS)), rng.randrange(HEXES + BOXES)
        presence.place(s, unit, space)
        assert s.loc[unit] == space and unit in s.here[space]
        if ordered and space < HEXES and rng.random() < 0.3:
            stack = list(s.here[space])
            rng.shuffle(stack)
            presence.arrange(s, space, stack)
            assert s.here[space] == tuple(stack)
        again = clone(s)
        presence.refresh(again)
        assert again == s
        assert len(s.held) == 4
        for group, held in enumerate(s.held):
            assert held == mask(b for u, b in enumerate(s.loc) if b < HEXES and group in GROUPS[u])
    assert all(s.here.values())


def test_a_newcomer_lies_on_top_and_ranks_tell_the_stack_alone() -> None:
    """The same stacks by different ways are the same state."""
    presence = Presence(GROUPS, HEXES, ordered=True)
    s = board(presence, [HEXES] * len(GROUPS))
    for unit in (3, 1, 2):
        presence.place(s, unit, 5)
    assert s.here[5] == (3, 1, 2) and [s.rank[u] for u in (3, 1, 2)] == [0, 1, 2]
    presence.place(s, 1, HEXES + 1)
    assert s.here[5] == (3, 2) and [s.rank[u] for u in (3, 2, 1)] == [0, 1, 0]
    direct = board(presence, [HEXES] * len(GROUPS))
    presence.place(direct, 1, HEXES + 1)
    presence.place(direct, 3, 5)
    presence.place(direct, 2, 5)
    assert direct == s
    presence.place(s, 2, 5)
    assert direct == s


def test_arranging_what_is_not_there_is_refused() -> None:
    presence = Presence(GROUPS, HEXES, ordered=True)
    s = board(presence, [HEXES] * len(GROUPS))
    presence.place(s, 3, 5)
    with pytest.raises(ValueError, match="not the units"):
        presence.arrange(s, 5, (3, 4))
    with pytest.raises(ValueError, match="no order"):
        presence.arrange(s, HEXES, s.here[HEXES])


def test_hidden_places_are_nowhere() -> None:
    presence = Presence(GROUPS, HEXES)
    s = board(presence, [HIDDEN, 3, *[HEXES] * (len(GROUPS) - 2)])
    assert s.here[3] == (1,) and s.held[:3] == [1 << 3, 0, 1 << 3] and 0 not in s.here[HEXES]
    presence.place(s, 0, 3)
    assert s.here[3] == (0, 1)


def test_derived_columns_are_left_out_and_come_back() -> None:
    presence = Presence(GROUPS, HEXES)
    s = board(presence, [unit % HEXES for unit in range(len(GROUPS))])
    codec = Codec(Board, (Step,), (), presence.refresh)
    assert codec.derived == derived_columns(Board) == ("here", "held")
    raw = codec.encode(s)
    assert b"here" not in raw and b"held" not in raw and b'"loc"' in raw
    assert codec.decode(raw) == s
    assert s.here and s.held, "encoding changes nothing"
    wrong = clone(s)
    wrong.held[0] = 0
    assert codec.encode(wrong) == raw and codec.digest(wrong) == codec.digest(s)
    assert codec.digest(wrong, whole=True) != codec.digest(s, whole=True)
    whole = Codec(Board, (Step,), (), presence.refresh, whole_digests=True)
    assert whole.digest(s) == codec.digest(s, whole=True) != codec.digest(s)
    assert whole.encode(s) == raw


def test_a_clone_owns_its_dicts() -> None:
    presence = Presence(GROUPS, HEXES)
    s = board(presence, [HEXES] * len(GROUPS))
    copy = clone(s)
    presence.place(copy, 0, 3)
    assert 3 not in s.here and s.loc[0] == HEXES and s.held[0] == 0


def test_a_derived_column_needs_a_default() -> None:
    class Bare(State):
        here: Annotated[dict[int, int], DERIVED]

    with pytest.raises(TypeError, match="needs a default"):
        Codec(Bare, (Step,), ())


def test_crowds_and_mixed_hexes_are_named_and_boxes_are_not() -> None:
    presence = Presence([(0,), (0,), (1,), (1,)], HEXES)
    assert presence.broken(board(presence, [3, 3, 5, HEXES]), 2) == []
    assert presence.broken(board(presence, [3, 3, 5, HEXES]), 1) == ["2 units stand in space 3, where 1 may"]
    assert presence.broken(board(presence, [3, 4, 5, 4]), 2) == ["units of several sides stand in space 4"]
    assert presence.broken(board(presence, [HEXES] * 4), 1) == []
