"""The steps of movement that small titles share: what is offered is what is not refused, and what follows is told."""

from typing import Any

from grognard.core import Decision, Note, Option, Refusal, SpaceId, State, UnitId, hush
from grognard.maps import (
    EVEN,
    Bar,
    Costs,
    FallingBack,
    HexGrid,
    March,
    Marching,
    NoEnd,
    Numbering,
    Retreat,
    Stop,
    links,
)

GRID = HexGrid(Numbering(flat=True, shifted=EVEN), [f"{c:02}{r:02}" for c in range(1, 6) for r in range(1, 5)])
COSTS: Costs[None] = Costs(links(GRID), lambda ground, a, b, side: 1)
AT = GRID.id


class Ground(State):
    loc: list[SpaceId]


class Go(Option, frozen=True):
    space: SpaceId


def bit(name: str) -> int:
    return 1 << AT(name)


class Walk(Marching, frozen=True):
    """Three points; 0302 is the enemy's, 0203 a place to stop, 0103 one to pass."""

    rule = "1"
    prompt = "go"
    kinds = (Go,)

    def march(self, s: Any) -> March:
        bars, stops = (Bar("2", "enemy", bit("0302")),), (Stop("3", "zone", bit("0203")),)
        return March(COSTS.on(None), 3, bars, stops, ends=(NoEnd("4", "full", bit("0103")),), rule="1")

    def arrive(self, s: Any, space: SpaceId, note: Note) -> None:
        s.loc[self.unit] = space


class Fall(FallingBack, frozen=True):
    """Two hexes, each farther from the start, never into the first column."""

    rule = "5"
    prompt = "fall"
    kinds = (Go,)

    def ways(self, s: Any) -> Retreat:
        def refuse(path: tuple[int, ...], hex: int) -> Refusal | None:
            if GRID.names[hex].startswith("01") or GRID.distance(path[0], hex) < len(path):
                return Refusal("5", "not_away", (hex,))
            return None

        return Retreat(GRID.neighbours, self.length, refuse)

    def arrive(self, s: Any, space: SpaceId, note: Note) -> None:
        s.loc[self.unit] = space

    def stuck(self, s: Any, note: Note) -> None:
        s.loc[self.unit] = SpaceId(-1)


def ground(at: str) -> Ground:
    return Ground((), (0, 1), None, [SpaceId(AT(at))])


def asked(step: Any, s: Ground) -> Decision:
    ask = step.ask(s)
    assert isinstance(ask, Decision)
    every = [Go(SpaceId(hex)) for hex in range(len(GRID))]
    assert [go for go in every if step.why_not(s, go) is None] == sorted(
        (x for x in ask.options if isinstance(x, Go)), key=lambda go: go.space
    )
    return ask


def names(ask: Decision) -> set[str]:
    return {GRID.names[option.space] for option in ask.options if isinstance(option, Go)}


def test_a_march_offers_its_neighbours_and_says_who_is_asked() -> None:
    s, step = ground("0202"), Walk(1, UnitId(0))
    ask = asked(step, s)
    assert (ask.seat, ask.prompt, ask.rule, ask.units) == (1, "go", "1", (0,))
    assert "0302" not in names(ask) and {"0203", "0103", "0201"} <= names(ask)
    assert step.why_not(s, Go(SpaceId(AT("0302")))) == Refusal("2", "enemy", (AT("0302"), AT("0202")))


def test_a_march_goes_on_until_points_or_a_stop_end_it() -> None:
    s, step = ground("0202"), Walk(0, UnitId(0))
    assert step.take(s, Go(SpaceId(AT("0203"))), hush) == () and s.loc == [AT("0203")]
    s = ground("0402")
    (step,) = Walk(0, UnitId(0)).take(s, Go(SpaceId(AT("0403"))), hush)
    (step,) = step.take(s, Go(SpaceId(AT("0404"))), hush)
    assert (step.spent, s.loc) == (2, [AT("0404")])
    assert step.take(s, Go(SpaceId(AT("0504"))), hush) == ()


def test_a_march_may_pass_a_full_hex_and_not_stay_in_it() -> None:
    s, step = ground("0202"), Walk(0, UnitId(0))
    (step,) = step.take(s, Go(SpaceId(AT("0103"))), hush)
    assert step.unfinished(s) == Refusal("4", "full", (AT("0103"),))
    assert all(isinstance(option, Go) for option in asked(step, s).options)
    assert "0103" not in names(asked(Walk(0, UnitId(0), 2), ground("0202"))), "no points are left to go on"


def test_a_retreat_offers_only_ways_that_can_be_made_in_full() -> None:
    s, step = ground("0202"), Fall(0, UnitId(0), (SpaceId(AT("0202")),), 2)
    ask = asked(step, s)
    assert ask.units == (0,) and "0103" not in names(ask) and "0302" in names(ask)
    assert ask.default == -1, "nobody may refuse to go"
    (step,) = step.take(s, Go(SpaceId(AT("0302"))), hush)
    assert step.path == (AT("0202"), AT("0302")) and names(asked(step, s)) <= {"0401", "0402", "0403", "0301", "0303"}


def test_a_unit_without_a_way_is_stuck_and_one_that_has_gone_far_enough_is_not() -> None:
    s = ground("0101")
    lone = Fall(0, UnitId(0), (SpaceId(AT("0101")),), 9)
    assert lone.ask(s) is None and lone.auto(s, hush) == () and s.loc == [-1]
    s = ground("0302")
    done = Fall(0, UnitId(0), (SpaceId(AT("0202")), SpaceId(AT("0302"))), 1)
    assert done.ask(s) is None and done.auto(s, hush) == () and s.loc == [AT("0302")]
