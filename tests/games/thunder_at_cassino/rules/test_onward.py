"""8.355 and 8.3552: retreats that go on from a full place, against a referee and by hand."""

import random
from typing import Any

import pytest

from grognard.core import DONE, SpaceId, run
from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    GERMAN,
    LINKS,
    SPACE_NAMES,
    UNCOMMITTED,
    UNIT,
    Side,
)
from grognard.games.thunder_at_cassino.rules.attack import Attack
from grognard.games.thunder_at_cassino.rules.events import Cornered, Retreated, RubbleTried
from grognard.games.thunder_at_cassino.rules.losses import Pay
from grognard.games.thunder_at_cassino.rules.retreat import (
    GUN_CREW,
    ONWARD,
    RESERVIST,
    TANK,
    WALKER,
    Retreat,
    best_places,
    exposure,
    onward_places,
    rank,
    retreat_kind,
)
from grognard.games.thunder_at_cassino.rules.state import Thunder, place
from tests import kit
from tests.games.thunder_at_cassino import referee
from tests.games.thunder_at_cassino.kit import board, company, hear, of, offered, play, refusal, space, where
from tests.games.thunder_at_cassino.rules.test_losses import falls, owing, retreat_from

THUNDER = "thunder_at_cassino"
ARMOR = [name for name in referee.TROOPS if referee.kind(name) == "armor"]
FOOT = {
    side: [n for n, row in referee.TROOPS.items() if row["side"] == side and row["kind"] == "inf"]
    for side in ("Allied", "German")
}


def trial(seed: int) -> tuple[Thunder, str, str, Attack, referee.Shot]:
    """A unit in a place from which it is shot at; most places around, and some beyond, are full of its own kind."""
    rng = random.Random(seed)
    side = rng.choice(("Allied", "Allied", "German"))
    target = rng.choice(("14", "17", "13", "25", "28", "22", "16", "26", "49", "54"))
    tanks = side == "Allied" and rng.random() < 0.5
    mine = [n for n in ARMOR if referee.TROOPS[n]["side"] == side] if tanks else FOOT[side]
    load, rest = (3 if tanks else 10), list(mine)
    unit = rest.pop()
    units = {target: [unit]}
    near = [n for n in referee.LINKED[target] if n in referee.AREAS]
    beyond = [n for a in near for n in referee.LINKED[a] if n in referee.AREAS and n != target and n not in near]
    for area in (*near, *rng.sample(sorted(set(beyond)), min(4, len(set(beyond))))):
        if rng.random() < 0.85 and len(rest) >= load:
            units[area] = [rest.pop() for _ in range(load)]
    enemies = rng.sample(FOOT[referee.foe(side)], 6)
    empty = [n for n in (*referee.AREAS, *("G", "H")) if n not in units]
    for enemy in enemies[1:]:
        units.setdefault(rng.choice([n for n in (*near, *beyond) if n in empty] or empty), []).append(enemy)
    origin = rng.choice(near)
    units.setdefault(origin, []).append(enemies[0])
    s = board(units)
    by = Side(1 - (side == "German"))
    attack = Attack(by, space(origin), space(target), UNCOMMITTED, (UNIT[enemies[0]],))
    return s, unit, target, attack, referee.Shot(referee.foe(side), origin, target, False, [enemies[0]], False, "")


@pytest.mark.case(THUNDER, "8.355", "8.355.full", "8.3552.full", "8.3551.veh", "8.3551.src")
def test_every_way_on_from_a_full_place_is_the_referees() -> None:
    questions = deep = 0
    for seed in range(220):
        s, unit, target, a, shot = trial(seed)
        p = referee.Position.of(s)
        for at in referee.LINKED[target]:
            if referee.room(p, unit, at) or at == shot.origin:
                continue
            wanted = referee.goes_on(p, unit, at, shot, (target,))
            told = onward_places(s, UNIT[unit], space(at), a, (space(target),))
            assert [SPACE_NAMES[n] for n in told] == sorted(wanted, key=space), (seed, unit, at)
            questions += 1
            deep += bool(wanted) and not any(referee.room(p, unit, n) for n in wanted)
        told = best_places(s, UNIT[unit], a)
        assert {SPACE_NAMES[n] for n in told} == referee.refuges(p, unit, shot), (seed, unit)
    assert questions > 300 and deep > 20


@pytest.mark.case(THUNDER, "8.24", "8.3551.B", "8.3551.D", "8.3551.F")
def test_only_combat_units_close_or_spoil_a_zone_and_reserves_are_reserves_from_turn_ten() -> None:
    units = {"49": ["10/III/3-1"], "29": ["25 NZ A-1"], "50": ["25 NZ A-2"], "24": ["25 NZ A-3"], "G": ["NZ Div Obs"]}
    s = board(units)
    a = Attack(ALLIED, space("29"), space("49"), UNCOMMITTED, (UNIT["25 NZ A-1"],))
    assert rank(s, GERMAN, WALKER, space("G"), a) == (1, 0), "an observer leaves it class B"
    assert retreat_from(units, "29", "49", "10/III/3-1") == {"G"}
    assert rank(s, ALLIED, WALKER, space("A"), a) == (1, 0), "the first Zone is a Zone"
    watched = board({"14": ["6/II/3-1"], "13": ["25 NZ A-1"], "11": ["NZ Div Obs"], "66": ["9/III/3-1"]})
    b = Attack(ALLIED, space("13"), space("14"), UNCOMMITTED, (UNIT["25 NZ A-1"],))
    assert rank(watched, GERMAN, WALKER, space("11"), b) == (0, 0), "an observer closes no Area"
    assert rank(watched, GERMAN, WALKER, space("33"), b) == (0, 0), "and is nobody to be near to"
    assert exposure(watched, UNIT["6/II/3-1"], space("33"), b) == (0, 0, 0)
    early, late = board({"13": ["25 NZ A-1"]}, turn=9), board({"13": ["25 NZ A-1"]}, turn=10, last=15)
    assert retreat_kind(early, UNIT["25 NZ A-1"]) == WALKER and retreat_kind(late, UNIT["25 NZ A-1"]) == RESERVIST
    assert retreat_kind(late, UNIT["25 NZ MG"]) == WALKER


@pytest.mark.case(THUNDER, "8.3551.A", "8.3551.B", "8.3551.C", "8.3551.D", "8.3551.E", "8.3551.F", "8.3551.G")
def test_the_class_of_every_sort_of_place() -> None:
    """Only class E counts the enemy-occupied Areas around a place."""
    units = {"13": ["25 NZ A-1"], "15": ["19 Armd B-1"], "G": ["25 NZ B-1"], "7": ["25 NZ B-2"], "28": ["25 NZ C-1"]}
    s = board({**units, "14": ["6/II/3-1"]})
    a = Attack(ALLIED, space("13"), space("14"), UNCOMMITTED, (UNIT["25 NZ A-1"],))
    classes = {"66": (0, 0), "H": (1, 0), "35": (2, 0), "G": (3, 0), "10": (4, 2), "15": (5, 0), "28": None}
    assert {name: rank(s, GERMAN, WALKER, space(name), a) for name in classes} == classes
    assert rank(s, GERMAN, TANK, space("28"), a) == (6, 0) and rank(s, GERMAN, TANK, space("15"), a) is None


@pytest.mark.case(THUNDER, "8.3552", "8.355.full")
@pytest.mark.parametrize(
    ("beyond", "at", "told"),
    [(-1, "11", -1), (-1, "15", -1), (-1, "6", "6"), ("33", "6", "33"), ("1", "6", "1"), (-1, "Eliminated", -1)],
)
def test_the_first_who_had_to_go_on_decides_where_the_others_go(beyond: str | int, at: str, told: str | int) -> None:
    """Infantry fell back to 11 and a tank to 15: who ends there did not go on, and who died went nowhere."""
    s = board({"13": ["25 NZ A-1"], "66": ["9/III/3-1"]})
    place(s, UNIT["6/II/3-1"], space(at))
    a = Attack(ALLIED, space("13"), space("14"), UNCOMMITTED, (UNIT["25 NZ A-1"],))
    dests = ((WALKER, space("11")), (TANK, space("15")))
    number = beyond if isinstance(beyond, int) else space(beyond)
    after = Pay(a, 3, UNIT["6/II/3-1"], dests, number).auto(s, kit.silent)[0]
    assert isinstance(after, Pay) and after.beyond == (told if isinstance(told, int) else space(told))
    assert after.owed == (0 if at == "Eliminated" else 2)


@pytest.mark.case(THUNDER, "12.3.base", "8.355.blocked")
def test_armor_with_nowhere_to_follow_the_named_unit_dies_for_the_rest() -> None:
    """18 has room for one tank more, and beyond it everything is closed: the named one takes that room."""
    units = {
        "17": ["242 StuG-1", "242 StuG-2"],
        "18": ["242 StuG-8", "242 StuG-14"],
        "16": company("19 Armd B"),
        "12": ["19 Armd A-1"],
        "19": ["19 Armd A-2"],
        "22": ["19 Armd A-3"],
        "43": ["19 Armd C-1"],
    }
    s = owing(units, 2, "16", "17", firers=tuple(company("19 Armd B")), main="242 StuG-2")
    after, heard = hear(s, "fall 242 StuG-2 > 18")
    assert (where(after, "242 StuG-2"), where(after, "242 StuG-1")) == ("18", "Eliminated")
    assert not of(heard, Cornered), "it is not sent where there is no room"


@pytest.mark.case(THUNDER, "8.3541", "8.3553")
def test_a_group_that_is_gone_is_asked_nothing() -> None:
    s = board({"13": ["25 NZ A-1"], "66": ["9/III/3-1"]})
    a = Attack(ALLIED, space("13"), space("14"), UNCOMMITTED, (UNIT["25 NZ A-1"],))
    assert Pay(a, 0).ask(s) is None and Pay(a, 2).ask(s) is None


@pytest.mark.case(THUNDER, "8.355")
def test_an_end_with_enemies_in_it_is_worse_than_any_number_around_and_then_the_class_decides() -> None:
    units = {"14": ["6/II/3-1"], "13": ["25 NZ A-1"], "G": ["25 NZ B-1"], "15": ["19 Armd B-1"], "7": ["25 NZ B-2"]}
    s = board(units)
    a = Attack(ALLIED, space("13"), space("14"), UNCOMMITTED, (UNIT["25 NZ A-1"],))

    def order(name: str) -> tuple[int, int, int]:
        return exposure(s, UNIT["6/II/3-1"], space(name), a)

    assert [order(name)[:2] for name in ("G", "15", "H", "10", "16", "66")] == [
        (1, 0), (1, 0), (0, 0), (0, 2), (0, 2), (0, 0),
    ]  # fmt: skip
    assert order("66") < order("H") < order("10") < order("G") < order("15"), "A, B, E, D, F"


@pytest.mark.case(THUNDER, "8.355", "13.1", "13.13")
def test_the_first_area_of_the_map_is_a_refuge_like_any_other() -> None:
    """Area 1; infantry does not roll for the rubble there, and a tank that fails dies."""
    units = {"4": ["25 NZ A-1", "19 Armd B-1"], "7": ["6/II/3-1"], "66": ["9/III/3-1"]}
    s = owing(units, 1, "7", "4", by="German", firers=("242 StuG-1",), rubble={"1": 1})
    after, heard = hear(s, "fall 25 NZ A-1 > 1", "done")
    assert where(after, "25 NZ A-1") == "1" and not of(heard, RubbleTried)
    assert of(heard, Retreated) == [Retreated(UNIT["25 NZ A-1"], space("4"), space("1"))]
    tank, heard = hear(s, "fall 19 Armd B-1 > 1", dice=[(3, 3)])
    assert where(tank, "19 Armd B-1") == "Eliminated" and [e.needed for e in of(heard, RubbleTried)] == [7]
    through = play(s, "fall 19 Armd B-1 > 1", dice=[(3, 4)])
    assert where(through, "19 Armd B-1") == "1"


@pytest.mark.case(THUNDER, "8.355.blocked", "8.355")
def test_who_stands_in_a_full_place_with_no_way_on_is_lost() -> None:
    ten = [*company("7/II/3"), *company("5/II/3"), *company("1/I/3"), "8/II/3-1"]
    ring = {"15": ["25 NZ A-1"], "16": ["25 NZ A-2"], "19": ["25 NZ A-3"], "35": ["25 NZ B-1"]}
    s = board({"20": [*ten, "6/II/3-1"], **ring}, stack=[{"step": "Impulse", "side": "German"}])
    a = Attack(ALLIED, space("15"), space("21"), UNCOMMITTED, (UNIT["25 NZ A-1"],))
    s.stack = (*s.stack, Retreat(UNIT["6/II/3-1"], a, -1, (space("21"),)))
    heard: list[Any] = []
    run(s, heard.append)
    assert heard[0] == Cornered(UNIT["6/II/3-1"], space("20")) and where(s, "6/II/3-1") == "Eliminated"


def following(follow: str, full: tuple[str, ...] = (), enemies: tuple[str, ...] = ()) -> tuple[Thunder, Retreat]:
    """A German in the crowd of 11, shot at in 14 from 13; `follow` is where the first of its party ended."""
    crowd = iter(FOOT["German"][1:])
    units = {area: [next(crowd) for _ in range(10)] for area in ("11", *full)}
    units["11"].append(FOOT["German"][0])
    foes = iter(company("25 NZ B") + company("25 NZ C") + company("25 NZ D"))
    for area in ("13", "15", *enemies):
        units[area] = [next(foes)]
    a = Attack(ALLIED, space("13"), space("14"), UNCOMMITTED, (UNIT[units["13"][0]],))
    to = space(follow) if follow else -1
    return board(units), Retreat(UNIT[FOOT["German"][0]], a, -1, (space("14"),), to)


@pytest.mark.case(THUNDER, "8.3552", "8.355.full")
@pytest.mark.parametrize(
    ("follow", "full", "enemies", "ends"),
    [
        ("", (), (), {"6"}),
        ("33", (), (), {"33"}),
        ("33", ("33",), (), {"33"}),
        ("33", (), ("21", "32", "34"), {"33"}),
        ("33", ("33",), ("21", "32", "34"), {"6"}),
        ("", ("6", "10"), ("33",), {"6", "10"}),
        ("3", ("6", "10"), ("33",), {"6"}),
        ("5", ("6", "10"), ("33",), {"6", "10"}),
        ("66", ("6", "10"), ("33",), {"6", "10"}),
    ],
)
def test_who_goes_on_follows_the_first_of_its_party_if_it_can(
    follow: str, full: tuple[str, ...], enemies: tuple[str, ...], ends: set[str]
) -> None:
    """To the same place, if there is room in it or beyond; else by the way that leads there; else to its own best."""
    s, step = following(follow, full, enemies)
    assert {SPACE_NAMES[n] for n in step.onward(s)} == ends
    for n, _ in LINKS[space("11")]:
        told = step.why_not(s, ONWARD[n])
        if SPACE_NAMES[n] in ends:
            assert told is None
        else:
            assert told is not None
            assert (told.rule, told.key) == (("8.3552", "unison") if follow else ("8.355.full", "lower_priority"))
    refused = step.why_not(s, DONE)
    assert refused is not None and refused.key == "not_offered"


@pytest.mark.case(THUNDER, "8.3552")
def test_a_party_that_goes_on_follows_its_first_unit_into_area_one_as_well() -> None:
    ten = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), "25 NZ D-1"]
    s = board({"2": [*ten, "26 NZ A-1"], "5": ["6/II/3-1"], "4": ["6/II/3-2"], "66": ["9/III/3-1"]})
    a = Attack(GERMAN, space("5"), space("4"), UNCOMMITTED, (UNIT["6/II/3-1"],))
    alone = Retreat(UNIT["26 NZ A-1"], a, -1, (space("4"),))
    assert [SPACE_NAMES[n] for n in alone.onward(s)] == ["3"], "no enemy is near it"
    after_one = Retreat(UNIT["26 NZ A-1"], a, -1, (space("4"),), space("1"))
    assert [SPACE_NAMES[n] for n in after_one.onward(s)] == ["1"]
    told = after_one.why_not(s, ONWARD[space("3")])
    assert told is not None and (told.rule, told.key) == ("8.3552", "unison")


def fired(units: dict[str, list[str]], at: str, source: str = "13", **columns: Any) -> Thunder:
    """Nothing is owed for a shot of Germans in `source` at the Allied units in `at`: all may fall back."""
    germans = {source: ["14/3 A/T-1", "6/II/3-1"], "66": ["9/III/3-1"]}
    return owing({**units, **germans}, 0, source, at, by="German", firers=("14/3 A/T-1",), **columns)


NINE = [*company("24 NZ A"), *company("24 NZ B"), *company("24 NZ D")]
PARTY = ["21 NZ A-1", "25 NZ A-1", "19 Armd B-1", "19 Armd B-2", "7 NZ A/T-1"]
"""On turn 11: infantry, a unit in reserve, tanks, a gun."""


@pytest.mark.case(THUNDER, "8.3552", "8.3551.veh", "18.2.enter")
@pytest.mark.parametrize(
    ("crowd", "gone", "unit", "places"),
    [
        ({}, ["19 Armd B-1 > 15"], "19 Armd B-2", {"15"}),
        ({}, ["21 NZ A-1 > 20", "19 Armd B-1 > 17"], "19 Armd B-2", {"17"}),
        ({}, ["21 NZ A-1 > 20", "19 Armd B-1 > 17"], "7 NZ A/T-1", {"17"}),
        ({}, ["21 NZ A-1 > 20", "19 Armd B-1 > 15"], "25 NZ A-1", {"20"}),
        ({"20": NINE}, ["21 NZ A-1 > 20", "19 Armd B-1 > 15"], "25 NZ A-1", {"20"}),
        ({"15": [*NINE, "23 NZ A-1"]}, ["21 NZ A-1 > 20", "19 Armd B-1 > 15"], "7 NZ A/T-1", {"15"}),
        ({"15": NINE}, ["21 NZ A-1 > 15"], "7 NZ A/T-1", {"15"}),
    ],
)
def test_who_falls_back_goes_where_its_like_or_the_others_went(
    crowd: dict[str, list[str]], gone: list[str], unit: str, places: set[str]
) -> None:
    """From 16, shot at from 13: 15, 17 and 19 are as good as 20, which vehicles cannot enter."""
    s = fired({"16": PARTY, **crowd}, "16", turn=11, last=15)
    assert falls(s, "21 NZ A-1") >= {"17", "19"}
    for text in gone:
        s = play(s, f"fall {text}")
    assert falls(s, unit) == places


@pytest.mark.case(THUNDER, "8.3552", "8.355.full")
@pytest.mark.parametrize(
    ("first", "then"), [("14/3 A/T-1", "6/II/3-1"), ("6/II/3-1", "14/3 A/T-1"), ("6/II/3-1", "6/II/3-2")]
)
def test_who_finds_the_place_of_its_party_full_goes_on_from_there(first: str, then: str) -> None:
    """From 14, shot at from 13: 11 and 15 are as good. One fills 11; no other kind of unit may choose 15 for that."""
    nine = [*company("5/II/3"), *company("7/II/3"), *company("1/I/3")]
    units = {"14": ["14/3 A/T-1", *company("6/II/3")], "13": ["25 NZ A-1"], "66": ["9/III/3-1"]}
    roomy, s = (owing({**units, **crowd}, 0, "13", "14") for crowd in ({}, {"11": nine}))
    assert falls(s, first) == falls(s, then) == {"11", "15"}
    assert falls(play(roomy, f"fall {first} > 15"), then) == {"15"}
    s = play(s, f"fall {first} > 11")
    assert falls(s, then) == {"11"}
    told = refusal(s, f"fall {then} > 15")
    assert (told.rule, told.key, told.facts) == ("8.3552", "unison", (space("11"),))
    after = play(s, f"fall {then} > 11")
    assert set(offered(after)) == {"onward 6", "onward 15", "onward 33"}, "on from 11, and not back"


@pytest.mark.case(THUNDER, "8.3552", "18.2.enter")
def test_units_in_reserve_and_others_keep_together_where_their_place_is_full() -> None:
    s = fired({"16": ["25 NZ A-1", "25 NZ A-2", "21 NZ A-1"], "20": NINE}, "16", turn=11, last=15)
    assert falls(play(s, "fall 25 NZ A-1 > 20"), "21 NZ A-1") == {"20"}
    assert falls(play(s, "fall 21 NZ A-1 > 20"), "25 NZ A-1") == {"20"}


@pytest.mark.case(THUNDER, "8.3552")
def test_of_the_places_others_went_to_it_is_enough_that_one_is_among_the_best() -> None:
    s = fired({"16": PARTY}, "16", turn=11, last=15)
    a = Attack(GERMAN, space("13"), space("16"), UNCOMMITTED, (UNIT["14/3 A/T-1"],))
    assert {"15", "17", "19"} <= {SPACE_NAMES[n] for n in Pay(a, 0).places(s, UNIT["25 NZ A-1"])}
    for foot, tank, told in (("14", "17", "17"), ("17", "14", "17"), ("19", "17", "19")):
        step = Pay(a, 0, dests=((WALKER, SpaceId(space(foot))), (TANK, SpaceId(space(tank)))))
        assert [SPACE_NAMES[n] for n in step.places(s, UNIT["25 NZ A-1"])] == [told]


SORTS = {"foot": WALKER, "reserve": RESERVIST, "at": GUN_CREW, "armor": TANK}


@pytest.mark.case(THUNDER, "8.3552", "8.3552.full", "8.355.full", "12.5", "18.2.enter")
def test_every_party_among_crowded_places_goes_where_the_referee_says() -> None:
    """Infantry, reserve units, guns and tanks fall back one after the other, most places around having room for few."""
    followed = apart = 0
    for seed in range(150):
        rng = random.Random(seed)
        target = rng.choice(("14", "17", "13", "28", "22", "16", "26", "49"))
        near = [n for n in referee.LINKED[target] if n in referee.AREAS]
        foot, tanks = [n for n in FOOT["Allied"] if n not in PARTY], [n for n in ARMOR if n not in PARTY]
        tanks = [n for n in tanks if referee.TROOPS[n]["side"] == "Allied"]
        units = {target: list(PARTY)}
        for area in rng.sample(near, len(near)):
            units[area] = [foot.pop() for _ in range(min(len(foot), rng.choice((0, 8, 9, 9, 10))))]
            units[area] += [tanks.pop() for _ in range(min(len(tanks), rng.choice((0, 2, 3))))]
        beyond = sorted({n for a in near for n in referee.LINKED[a] if n in referee.AREAS} - {target, *near})
        origin = rng.choice([area for area in near if not units[area]] or beyond)
        for k, area in enumerate([origin, *rng.sample([a for a in (*near, *beyond) if not units.get(a)] or beyond, 1)]):
            units.setdefault(area, []).append(f"6/II/3-{k + 1}")
        s = board(units, turn=11, last=15)
        a = Attack(GERMAN, space(origin), space(target), UNCOMMITTED, (UNIT["6/II/3-1"],))
        shot = referee.Shot("German", origin, target, False, ["6/II/3-1"], False, "")
        debt, dests = referee.Debt(0), ()
        for name in rng.sample(PARTY, len(PARTY)):
            p = referee.Position.of(s)
            told = [SPACE_NAMES[n] for n in Pay(a, 0, dests=dests).places(s, UNIT[name])]
            assert set(told) == referee.bolts(p, name, shot, debt), (seed, name, debt)
            if told:
                to = rng.choice(told)
                kind = referee.sort(p, name)
                followed += kind not in debt.gone and to in debt.gone.values() and not referee.room(p, name, to)
                apart += bool(debt.gone) and to not in debt.gone.values()
                debt.gone.setdefault(kind, to)
                dests = tuple(sorted((SORTS[sort], SpaceId(space(at))) for sort, at in debt.gone.items()))
                place(s, UNIT[name], space(to) if referee.room(p, name, to) else space("A"))
    assert followed > 20 and apart > 20


@pytest.mark.case(THUNDER, "8.3552")
def test_a_third_tank_is_told_once_where_the_others_went() -> None:
    s = fired({"16": ["21 NZ A-1", *company("19 Armd B")]}, "16")
    s = play(s, "fall 21 NZ A-1 > 20", "fall 19 Armd B-1 > 17", "fall 19 Armd B-2 > 17")
    assert offered(s) == ["fall 19 Armd B-3 > 17", "done"]
    told = refusal(s, "fall 19 Armd B-3 > 15")
    assert (told.rule, told.key, told.facts) == ("8.3552", "unison", (space("17"),)), "where the other tanks went"


@pytest.mark.case(THUNDER, "8.3552", "8.355")
def test_a_dead_end_with_room_takes_the_whole_party_and_fire_from_inside_has_no_source() -> None:
    held = {"15": ["25 NZ A-1"], "33": ["25 NZ A-2"], "35": ["25 NZ A-3"], "16": ["25 NZ B-1"], "19": ["25 NZ B-2"]}
    s = owing({"21": ["6/II/3-1", "6/II/3-2"], **held}, 0, "15", "21")
    assert falls(play(s, "fall 6/II/3-1 > 20"), "6/II/3-2") == {"20"}
    inside = owing({"14": ["6/II/3-1", "25 NZ A-1"], "66": ["9/III/3-1"]}, 0, "14", "14")
    told = refusal(inside, "fall 6/II/3-1 > 14")
    assert (told.rule, told.key) == ("8.355", "closed"), "it is there already"
