"""6.1, 6.2.1, 6.2 step 4 and isolation against a referee, area by area."""

from itertools import product
from typing import Any

import pytest

from grognard.core import Decision, clone, run
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import AREAS, CONTROL_NAMES, HIGH, LEVEL, SPACE_NAMES, UNIT_NAMES
from grognard.games.cities_of_the_damned.rules.activation import refuse_unit
from grognard.games.cities_of_the_damned.rules.aftermath import Settle
from grognard.games.cities_of_the_damned.rules.losses import IN_COMBAT, TakeHit, refuse_retreat, retreats
from grognard.games.cities_of_the_damned.rules.movement import March
from grognard.games.cities_of_the_damned.rules.options import ENTER
from grognard.games.cities_of_the_damned.rules.state import CityState, Fight, isolated, place
from tests.games.cities_of_the_damned import referee
from tests.games.cities_of_the_damned.kit import A, K, U, sound, table

CITY = "cities_of_the_damned"

CROWD = {
    "46": ("A/24NZ", "B/24NZ"),
    "47": ("A/25NZ", "B/25NZ", "C/25NZ"),
    "53": ("A/19NZ",),
    "31": ("C/24NZ", "D/25NZ"),
    "10": ("A/26NZ",),
    "16": ("B/26NZ", "B/19NZ"),
}
HELD = {"Allied": ("47", "53", "10", "45", "39", "R5", "61", "48")}
MARKED = {"46": "FJ infantry 1", "31": "FJ MG 1", "16": "FJ infantry 2"}
WALKERS = ("C/26NZ", "D/24NZ", "C/19NZ")
"""A company of a battalion that is there, one of another, and a tank."""


def position(**scalars: Any) -> CityState:
    return table(CROWD, HELD, MARKED, **scalars)


@pytest.mark.case(CITY, "6.2.1", "6.2.1.a", "6.2.1.b", "6.2.1.c", "6.2.1.d", "6.1.3", "6.1.4.b")
@pytest.mark.parametrize("settled", [(), ("46", "16")])
def test_every_retreat_of_every_unit_is_the_referees(settled: tuple[str, ...]) -> None:
    base = position()
    for area in settled:
        base.settled[A[area]] = 1
    for walker in WALKERS:
        unit = U[walker]
        for at in range(AREAS):
            if walker == "C/19NZ" and LEVEL[at] >= HIGH:
                continue
            s = clone(base)
            place(s, unit, at)
            p = referee.Position.of(s)
            wanted = referee.refuges(p, walker, SPACE_NAMES[at], set(settled))
            assert {SPACE_NAMES[to] for to in retreats(s, unit, at)} == wanted, (walker, SPACE_NAMES[at])
            open_ = {SPACE_NAMES[to] for to in range(AREAS) if refuse_retreat(s, unit, at, to) is None}
            assert open_ == wanted, (walker, SPACE_NAMES[at])


@pytest.mark.case(CITY, "6.2.1", "6.2.1.a", "6.2.1.b", "6.2.1.c", "6.2.1.d", "6.1.4.b")
def test_every_refusal_of_a_retreat() -> None:
    s = position()
    reasons = {
        ("A/24NZ", "46", "31"): ("6.2.1", "not_adjacent"),
        ("A/24NZ", "46", "38"): ("6.2.1.c", "prohibited"),
        ("A/25NZ", "47", "46"): ("6.2.1.b", "retreat_unsettled"),
        ("C/24NZ", "31", "22"): ("6.2.1.a", "retreat_to_german"),
        ("A/19NZ", "53", "52"): ("6.1.4.b", "armor_level_3"),
        ("A/24NZ", "46", "47"): ("6.2.1.d", "stacking"),
    }
    for (unit, area, to), (case, key) in reasons.items():
        told = refuse_retreat(s, U[unit], A[area], A[to])
        assert told is not None and (told.rule, told.key) == (case, key), (unit, area, to)


@pytest.mark.case(CITY, "6.1", "6.1.3", "6.1.4.b", "6.0.cost_river", "6.1.1", "4.0.rain.move")
@pytest.mark.parametrize(("rain", "moved"), [(False, 0), (False, 2), (False, 3), (True, 1), (True, 2)])
def test_every_step_of_every_unit_is_the_referees(rain: bool, moved: int) -> None:
    base = position(rain=rain, ap=0)
    for walker in WALKERS:
        unit = U[walker]
        for at in [*range(AREAS), SPACE_NAMES.index("Off-map East")]:
            if walker == "C/19NZ" and at < AREAS and LEVEL[at] >= HIGH:
                continue
            for ap in (0, 1):
                s = clone(base)
                s.ap = ap
                place(s, unit, at)
                s.used[unit] = 1
                s.stack = (*s.stack[:-1], March((unit,), moved=moved))
                p = referee.Position.of(s)
                wanted = referee.enterable(p, [walker], moved, False)
                step = s.stack[-1]
                listed = {SPACE_NAMES[a] for a in range(AREAS) if step.why_not(s, ENTER[a]) is None}
                assert listed == wanted, (walker, SPACE_NAMES[at], ap)


@pytest.mark.case(CITY, "6.2.step3.mod3")
def test_every_area_is_cut_off_where_the_referee_says() -> None:
    """Rings of Allied ground around parts of both maps, and a few gaps in them."""
    rings = [
        ("46", "47", "53"),
        tuple(name for name in SPACE_NAMES[:AREAS] if not name.startswith("R")),
        tuple(name for name in SPACE_NAMES[:AREAS] if name not in ("36", "27", "28", "18", "37")),
        tuple(name for name in SPACE_NAMES[:AREAS] if name not in ("R21", "R20", "R18", "R11")),
        tuple(name for name in SPACE_NAMES[:AREAS] if name not in ("30", "31", "22", "43", "44")),
    ]
    for ring in rings:
        s = table({}, {"Allied": ring})
        p = referee.Position.of(s)
        told = {SPACE_NAMES[a] for a in range(AREAS) if isolated(s, a)}
        assert told == {name for name in SPACE_NAMES[:AREAS] if referee.isolated(p, name)}, ring[:4]


@pytest.mark.case(
    CITY, "6.2.step4.win", "6.2.step4.german", "6.2.step4.contested", "7.0.vacant", "6.2.ccr.tie", "7.0.reduce"
)
def test_who_holds_an_area_after_every_kind_of_combat() -> None:
    chit = (K["FJ infantry 1"] << 2,)
    for before, counter, here, drawn, margin, number in product(
        ("German", "Contested", "Allied"), (False, True), (0, 1), ((), chit), (-1, 0, 1), (0, 2)
    ):
        units = {"46": ("A/24NZ",)} if here else {}
        s = table(
            units,
            {before: ("46",)} if before != "Contested" else {},
            {"46": "FJ sniper"} if before == "Contested" else {},
        )
        vacant = counter and not here
        f = Fight(A["46"], counter=counter, vacant=vacant, number=number, margin=margin, drawn=drawn)
        averted = counter and not number
        wanted = referee.holder(before, here, len(drawn), margin, vacant, averted)
        assert CONTROL_NAMES[Settle().status(s, f)] == wanted, (before, counter, here, drawn, margin, number)


@pytest.mark.case(CITY, "6.2.ccr.allied", "6.2.1.cannot", "9.2.hit")
def test_every_unit_of_the_fight_may_pay_and_nobody_else() -> None:
    s = position(top=(TakeHit(1, IN_COMBAT),))
    s.fight = Fight(A["46"])
    asked = run(s)
    assert isinstance(asked, Decision)
    sound(s, asked)
    told = {GAME.texts.show(o) for o in asked.options}
    p = referee.Position.of(s)
    falls = {f"fall {u} > {to}" for u in ("A/24NZ", "B/24NZ") for to in referee.refuges(p, u, "46", set())}
    assert told == {"lose A/24NZ", "lose B/24NZ", *falls} and len(UNIT_NAMES) == len(referee.UNITS)


PARTIES = (("C/26NZ",), ("D/24NZ",), ("C/26NZ", "D/26NZ"), ("C/26NZ", "C/19NZ"), ("D/24NZ", "C/26NZ"))
EDGES = ("36", "43", "46", "47", "53", "54", "31", "30", "39", "45", "10", "16", "61", "R21", "R1", "R5", "48", "6")
"""Exits, river banks, slopes, Contested ground, full areas."""


@pytest.mark.case(CITY, "6.1", "6.1.2", "6.1.3", "6.1.leave", "6.0", "6.0.cost_river", "6.1.4.a", "6.1.4.b", "12.3")
@pytest.mark.parametrize("party", PARTIES)
def test_every_list_of_a_march_is_the_referees(party: tuple[str, ...]) -> None:
    """Before and after the first areas, with and without points for the river, in rain, on bad roads and bridges."""
    ways = [(0, False), (1, False), (2, True), (3, False)]
    for (moved, crossed), ap, rain, happening in product(ways, (0, 1, 2), (False, True), (0, 5, 8)):
        base = position(rain=rain, ap=ap, happening=happening)
        for area in EDGES:
            s = clone(base)
            if "C/19NZ" in party and LEVEL[A[area]] >= HIGH:
                continue
            for name in party:
                place(s, U[name], A[area])
                s.used[U[name]] = 1
            s.control[A[area]] = s.control[A[area]] or CONTROL_NAMES.index("Allied")
            p = referee.Position.of(s)
            step = March(tuple(U[name] for name in party), moved, crossed)
            s.stack = (*s.stack[:-1], step)
            asked = step.ask(s)
            wanted = referee.march(p, list(party), moved, crossed)
            if asked is None:
                assert moved and not [w for w in wanted if not w.startswith(("done", "drop"))], (party, area, moved)
            else:
                assert isinstance(asked, Decision)
                listed = {GAME.texts.show(o) for o in asked.options} - {"all"}
                assert listed == wanted, (party, area, moved, crossed, ap, rain, happening)


@pytest.mark.case(CITY, "6.0", "6.0.once", "6.0.cost", "6.0.cost_river", "6.1.2")
def test_exactly_those_may_be_activated_who_have_somewhere_to_go() -> None:
    for ap, happening, rain in product((1, 2), (0, 8), (False, True)):
        base = position(ap=ap, happening=happening, rain=rain)
        for walker in WALKERS:
            for at in [*range(AREAS), SPACE_NAMES.index("Off-map East")]:
                if walker == "C/19NZ" and at < AREAS and LEVEL[at] >= HIGH:
                    continue
                s = clone(base)
                place(s, U[walker], at)
                if at < AREAS:
                    s.control[at] = s.control[at] or CONTROL_NAMES.index("Allied")
                wanted = f"activate {walker}" in referee.activations(referee.Position.of(s))
                assert (refuse_unit(s, U[walker]) is None) == wanted, (walker, SPACE_NAMES[at], ap, happening)
