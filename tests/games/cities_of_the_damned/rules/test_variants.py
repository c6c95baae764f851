"""12.0 Variants: Tank Duel!, Monte Cassino, Random Events."""

from typing import Any

import pytest

from grognard.core import Decision, Event, clone, run
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.rules.combat import Engage
from grognard.games.cities_of_the_damned.rules.counterattack import CounterRoll
from grognard.games.cities_of_the_damned.rules.events import (
    Checked,
    CounterRolled,
    Drafted,
    DuelShot,
    GunsFired,
    Happened,
    Mustered,
    Resisted,
    SpentChit,
)
from grognard.games.cities_of_the_damned.rules.sequence import Day
from grognard.games.cities_of_the_damned.rules.state import CityState
from tests import kit
from tests.games.cities_of_the_damned.kit import (
    A,
    K,
    cup,
    do,
    every,
    heard,
    held,
    last,
    mark,
    prompt,
    reduced,
    table,
    where,
)
from tests.kit import offered, refusal

CITY = "cities_of_the_damned"

PAST = ("support 0 > 0", "lower 0 > 0 > no")
EVENTS = {"random_events": True}


@pytest.mark.case(CITY, "12.0")
def test_variants_are_off_unless_chosen() -> None:
    rules = GAME.new().rules
    assert (rules.tank_duel, rules.monte_cassino, rules.random_events, rules.example_sites, rules.one_cap) == (
        False,
    ) * 5
    assert GAME.new("", {"monte_cassino": True}).rules.monte_cassino
    plain = table({"31": ("A/19NZ",)}, top=(Engage(A["31"]),))
    assert prompt(do(plain, *PAST, dice=(1, K["FJ StuG III 1"]))) == "armor", "no duel"


def tanks(*kinds: str, weak: bool = False, units: tuple[str, ...] = ("A/19NZ",), lower: str = "no") -> CityState:
    s = table(
        {"31": units},
        options={"tank_duel": True},
        grey=True,
        reduced=("A/19NZ",) if weak else (),
        top=(Engage(A["31"]),),
    )
    return do(
        s, "support 0 > 0", f"lower 0 > 0 > {lower}", dice=(len(kinds) + (lower == "yes"), *(K[k] for k in kinds))
    )


@pytest.mark.case(CITY, "12.1")
def test_tank_duel_v22() -> None:
    s = tanks("FJ StuG III 1")
    assert offered(GAME, s) == ["check FJ StuG III 1", "duel FJ StuG III 1"], "before or after its fire"
    s, events = heard(s, "duel FJ StuG III 1", dice=(2, 1, 1))
    assert [(e.german, e.hit) for e in every(events, DuelShot)] == [(True, True), (False, True)]
    assert [e.needed for e in every(events, DuelShot)] == [1, 1], "the CF of the StuG, and of the Sherman now reduced"
    assert reduced(s, "A/19NZ")
    assert last(events, Mustered).left == 0, "the StuG is gone, its open fire is not made"
    assert cup(s) == 28


@pytest.mark.case(CITY, "12.1")
def test_one_shot_each_at_most_and_a_hit_at_or_below_the_factor() -> None:
    _, events = heard(tanks("FJ StuG III 2"), "duel FJ StuG III 2", dice=(1, 3, 3))
    assert [(e.german, e.hit) for e in every(events, DuelShot)] == [(False, False), (True, False)]
    _, events = heard(tanks("FJ StuG III 2"), "duel FJ StuG III 2", dice=(1, 2))
    assert [(e.german, e.hit) for e in every(events, DuelShot)] == [(False, True)], "the German cannot answer"
    dead, events = heard(
        tanks("PG Panzer IV 2", weak=True, units=("A/24NZ", "A/19NZ")), "duel PG Panzer IV 2", dice=(2, 2)
    )
    assert where(dead, "A/19NZ") == "Reserve box" and len(every(events, DuelShot)) == 1
    assert prompt(dead) == "armor", "the fire of 9.1.2 is still due, at the only unit left"


@pytest.mark.case(CITY, "12.1")
def test_several_duels_and_a_tank_that_lowered_the_draw() -> None:
    s = tanks("PG Panzer IV 2", "PG Panzer IV 2", units=("A/24NZ", "A/19NZ"))
    s, events = heard(s, "duel PG Panzer IV 2", "duel PG Panzer IV 2", dice=(1, 1, 1, 1))
    assert len(every(events, DuelShot)) == 2
    assert prompt(s) == "lead" and s.fight is not None and s.fight.drawn == ()
    used = tanks("FJ StuG III 1", units=("A/24NZ", "A/19NZ"), lower="yes")
    assert "duel FJ StuG III 1" in offered(GAME, used)
    nobody = tanks("FJ StuG III 1", units=("A/24NZ",))
    assert prompt(nobody) == "armor", "no tank, no duel"
    fired = do(
        tanks("FJ StuG III 2", weak=True, units=("A/24NZ", "A/19NZ")), "check FJ StuG III 2", "target A/19NZ", dice=(1,)
    )
    assert where(fired, "A/19NZ") == "Reserve box" and prompt(fired) == "clash", "its fire removed the tank: no duel"


def guns(area: str = "31", **more: Any) -> CityState:
    s = table({area: ("A/24NZ", "B/24NZ")}, options={"monte_cassino": True}, top=(Engage(A[area]),), **more)
    return do(s, *PAST, dice=(1, K["FJ artillery 1"]))


@pytest.mark.case(CITY, "12.2", "9.4")
def test_monte_cassino() -> None:
    s = guns()
    assert offered(GAME, s) == ["battery 0", "battery 1", "battery 2"]
    s2, events = heard(s, "battery 0", dice=(2,))
    fired = last(events, GunsFired)
    assert (fired.level, fired.total, fired.hit) == (-1, 1, True)
    assert prompt(s2) == "guns_hit"
    saved, events = heard(s, "battery 2", dice=(1,))
    assert (last(events, GunsFired).battery, last(events, GunsFired).total, last(events, GunsFired).hit) == (
        2,
        2,
        False,
    )
    assert saved.artillery == 2
    assert last(events, Mustered).german == 1, "it still counts"
    wet = guns(rain=True, air=0)
    assert offered(GAME, wet) == ["battery 0", "battery 1"]
    assert refusal(GAME, wet, "battery 2").rule == "12.2"
    _, events = heard(wet, "battery 0", dice=(1,))
    assert (last(events, GunsFired).rain, last(events, GunsFired).total) == (2, 2)
    high = guns("45")
    told = [kit.asks(each).numbers for each in (s, wet, high, guns("45", rain=True, air=0))]
    assert told == [(2,), (0,), (1,), (0,)], "the highest die that hits; in rain none does"
    _, events = heard(high, "battery 0", dice=(1,))
    assert (last(events, GunsFired).level, last(events, GunsFired).hit) == (0, True)
    assert prompt(guns(control={"Allied": ("36", "43")})) == "clash", "36 and 43 taken: no observers"
    assert prompt(guns(control={"Allied": ("36",)})) == "battery"
    for position, told in ((s, "hit on a die of 2 or less"), (wet, "cannot hit"), (high, "hit on a die of 1 or less")):
        asked = run(clone(position))
        assert isinstance(asked, Decision)
        assert told in GAME.words.prompt(asked), "what the guns need is known before points are spent on it"


def day(*dice: object, **more: Any) -> tuple[CityState, list[Event]]:
    """Turn 3 with Random Events, from the weather on."""
    s = table(options=EVENTS, **{"units": {"54": ("A/24NZ",)}, **more})
    s.stack = (Day(3),)
    return heard(s, dice=dice)


@pytest.mark.case(CITY, "12.3", "3.1")
def test_events_of_support() -> None:
    held_up, events = day(2, (1, 1), 1, 5, 1)
    assert last(events, Happened).happening == 2
    assert held_up.artillery == 3, "7 halved, rounded down"
    assert day(1, (1, 1), 3, 1)[0].artillery == 1, "rain: 3 halved"
    assert day(2, (4, 6), 1, 1, 1)[0].air == 5
    assert day(1, (4, 6), 1, 1)[0].air == 0, "no aircraft in rain"
    quiet, _ = day(2, (3, 4), 1, 1, 1)
    assert (quiet.air, quiet.artillery, quiet.happening) == (3, 3, 7)
    first = table(options=EVENTS)
    first.stack = (Day(1),)
    assert prompt(first) == "air", "not on turn 1"


@pytest.mark.case(CITY, "12.3")
def test_salvo_drafts_and_spent_paratroopers() -> None:
    places = {"54": ("A/24NZ",), "46": ("B/24NZ", "A/19NZ"), "Off-map East": ("A/26NZ",)}
    s, _ = day(2, (1, 3), units=places, control={"Allied": ("46",)}, reduced=("B/24NZ",))
    assert where(s, "B/24NZ") == "Reserve box", "the only infantry outside the white areas"
    alone = {"46": ("B/24NZ",), "39": ("C/24NZ",)}
    s, _ = day(2, (1, 3), units=alone, markers={"46": "FJ MG 1", "39": "FJ MG 2"}, reduced=("B/24NZ",))
    assert refusal(GAME, s, "lose A/24NZ").rule == "12.3"
    s = do(s, "lose B/24NZ")
    assert held(s, "46") == "German", "ruling 54"
    drafts, _ = day(
        2,
        (5, 6),
        units={"54": ("A/24NZ", "B/24NZ"), "Reserve box": ("C/24NZ",)},
        reduced=("A/24NZ", "B/24NZ", "C/24NZ"),
        vp=2,
    )
    assert offered(GAME, drafts) == ["restore A/24NZ", "restore B/24NZ"]
    drafts, events = heard(drafts, "restore B/24NZ")
    assert [e.rule for e in every(events, Drafted)] == ["12.3"]
    assert not reduced(drafts, "B/24NZ") and drafts.vp == 2
    spent, events = day(2, (6, 6), K["FJ infantry 2"])
    assert (cup(spent), last(events, SpentChit).kind) == (17, K["FJ infantry 2"])
    assert last(events, SpentChit).rule == "12.3", "not the attrition of the evening"
    assert GAME.words.event(last(events, Happened)).startswith(
        "Random event, 6 and 6: Paratroopers spent. Remove one random FJ unit"
    )
    none, _ = day(2, (6, 6), cup=[0] * 14, removed=[3, 4, 2, 2, 1, 1, 3, 2, *[0] * 6])
    assert prompt(none) == "air"


@pytest.mark.case(CITY, "12.3", "7.0.mod")
def test_heidrich_in_round_1_only() -> None:
    for number, spur in ((1, 1), (2, 0)):
        s = table({"46": ("A/24NZ",)}, {"Allied": ("46",)}, round=number, happening=3, top=(CounterRoll(A["46"]),))
        assert last(heard(s, dice=(2,))[1], CounterRolled).spur == spur


@pytest.mark.case(CITY, "12.3", "6.0.cost_river", "6.1.mark", "4.0.rain.river")
def test_craters_smoke_and_bridge() -> None:
    s = table({"48": ("A/24NZ", "A/19NZ")}, {"Allied": ("48", "40", "41")}, happening=5)
    s = do(s, "activate A/24NZ", "add A/19NZ", "enter 40")
    assert refusal(GAME, s, "enter 41").key == "cratered"
    s = do(s, "drop A/19NZ", "enter 41")
    assert (where(s, "A/19NZ"), where(s, "A/24NZ")) == ("40", "41")
    smoke = do(table({"54": ("A/24NZ",)}, happening=6), "activate A/24NZ", "enter 48")
    assert (mark(smoke, "A/24NZ"), smoke.ap) == (0, 8), "the price stays"
    bridge = table({"54": ("A/24NZ",)}, happening=8, rain=True, air=0, ap=1)
    bridge, events = heard(bridge, "activate A/24NZ", "enter 48")
    assert (mark(bridge, "A/24NZ"), bridge.ap, every(events, Checked)) == (2, 0, [])
    back = table({"47": ("A/24NZ",)}, happening=8, rain=True, air=0, top=(Engage(A["47"]),))
    _, events = heard(back, *PAST, "fall A/24NZ > 54", dice=(1, K["FJ infantry 1"], (1, 4)))
    assert every(events, Checked) == []


@pytest.mark.case(CITY, "12.3", "6.2.step2")
def test_the_sketch_map_rolls_the_resistance_die_again_once() -> None:
    s = table({"31": ("A/24NZ",)}, sketch=True, happening=9, top=(Engage(A["31"]),))
    s = do(s, "support 0 > 0", dice=(6,))
    assert prompt(s) == "reroll"
    again, events = heard(s, "yes", dice=(3,))
    assert (last(events, Resisted).die, last(events, Resisted).number, again.sketch) == (3, 1, False)
    kept, events = heard(s, "no")
    assert (last(events, Resisted).number, kept.sketch) == (2, True)


@pytest.mark.case(CITY, "12.1")
def test_a_duel_is_one_shot_each() -> None:
    """Both miss: no third shot; the armor still has its fire of 9.1.2."""
    s = table({"31": ("A/24NZ", "A/19NZ")}, options={"tank_duel": True}, top=(Engage(A["31"]),))
    drawn = do(s, *PAST, dice=(1, K["FJ StuG III 1"]))
    missed = do(drawn, "duel FJ StuG III 1", dice=(1, 6, 6))
    assert prompt(missed) == "armor_target"


@pytest.mark.case(CITY, "12.1")
def test_of_two_like_panzers_the_one_that_has_duelled_fires_first() -> None:
    """After one duel and one fire the other Panzer has both before it."""
    s = table({"31": ("A/24NZ", "A/19NZ")}, options={"tank_duel": True}, grey=True, top=(Engage(A["31"]),))
    panzer = K["PG Panzer IV 2"]
    drawn = do(s, *PAST, dice=(2, panzer, panzer))
    after = do(drawn, "duel PG Panzer IV 2", "check PG Panzer IV 2", "target A/24NZ", dice=(1, 6, 6, 6))
    assert after.fight is not None and after.fight.drawn == (panzer << 2, panzer << 2 | 3)


@pytest.mark.case(CITY, "12.3", "4.0.rain.river")
def test_the_bailey_bridge_spares_retreats_their_check() -> None:
    s = table(
        {"47": ("A/24NZ",)}, options={"random_events": True}, rain=True, happening=8, top=(Engage(A["47"]),), air=0
    )
    beaten = do(s, *PAST, dice=(1, K["FJ infantry 1"], (1, 6)))
    back = do(beaten, "fall A/24NZ > 54")
    assert where(back, "A/24NZ") == "54" and not reduced(back, "A/24NZ") and prompt(back) != "retreat_check"
