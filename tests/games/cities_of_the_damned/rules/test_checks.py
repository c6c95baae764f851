"""9.0 Special units: what drawn chits do before the dice."""

from typing import Any

import pytest

from grognard.core import Only
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.rules.combat import Engage, Repel
from grognard.games.cities_of_the_damned.rules.events import ArmorFired, Clashed, MgFired, Mustered, SniperFired, VpLost
from grognard.games.cities_of_the_damned.rules.state import CityState
from tests.games.cities_of_the_damned.kit import A, K, cup, do, every, heard, held, last, prompt, reduced, table, where
from tests.kit import asks, offered, refusal

CITY = "cities_of_the_damned"

PAST = ("support 0 > 0", "lower 0 > 0 > no")


def drawn(area: str, units: tuple[str, ...], *kinds: str, **more: Any) -> CityState:
    """A fight in which these chits have just come up."""
    s = table({area: units}, top=(Engage(A[area]),), **more)
    rl = {"31": 0, "46": 1, "44": 2, "12": 3}[area]
    die = 1 if len(kinds) - rl == 1 else 2
    assert len(kinds) - rl in (1, 2)
    return do(s, *PAST, dice=(die, *(K[k] for k in kinds)))


@pytest.mark.case(CITY, "9.3", "9.3.mod.rl", "9.3.mod.marks", "9.3.mod.armor", "9.3.hit")
@pytest.mark.parametrize(("weak", "total", "hit"), [(True, 2, True), (False, 3, False)])
def test_machine_gun_modifiers_v8(weak: bool, total: int, hit: bool) -> None:
    chits = ("FJ MG 2", "FJ infantry 1", "FJ infantry 1")
    s = drawn("44", ("A/24NZ", "A/19NZ"), *chits, marks={"A/24NZ": 3}, reduced=("A/19NZ",) if weak else ())
    s, events = heard(s, dice=(5,))
    mg = last(events, MgFired)
    assert (mg.level, mg.marks, mg.armor) == (-2, -2, 1 if weak else 2)
    assert (mg.total, mg.hit) == (total, hit)
    assert prompt(s) == ("mg_hit" if hit else "lead")


@pytest.mark.case(CITY, "9.3.hit", "9.3")
def test_a_machine_gun_hit_is_a_retreat_or_a_step_and_the_gun_still_counts() -> None:
    s = drawn("31", ("A/24NZ", "B/24NZ"), "FJ MG 2", control={"Allied": ("30",)})
    s = do(s, dice=(2,))
    assert offered(GAME, s) == ["lose A/24NZ", "lose B/24NZ", "fall A/24NZ > 30", "fall B/24NZ > 30"]
    _after, events = heard(s, "fall B/24NZ > 30", dice=((5, 1),))
    assert (last(events, Mustered).allied, last(events, Mustered).german) == (3, 2)
    weak = do(s, "lose A/24NZ")
    assert reduced(weak, "A/24NZ") and offered(GAME, weak) == ["lead B/24NZ", "lead A/24NZ"]


@pytest.mark.case(CITY, "9.3")
def test_each_machine_gun_rolls_and_the_player_orders_the_checks() -> None:
    s = drawn("31", ("A/24NZ", "B/24NZ"), "FJ MG 1", "FJ sniper")
    assert offered(GAME, s) == ["check FJ MG 1", "check FJ sniper"] and asks(s).rule == "9.0"
    assert refusal(GAME, s, "check FJ MG 2").key == "no_such_task"
    two = drawn("31", ("A/24NZ", "B/24NZ"), "FJ MG 1", "FJ MG 1")
    _, events = heard(two, dice=(6, 6))
    assert sum(type(e) is MgFired for e in events) == 2


@pytest.mark.case(CITY, "9.3", "9.2", "9.1.2.b")
@pytest.mark.parametrize(("chit", "case"), [("FJ MG 1", "9.3"), ("FJ sniper", "9.2"), ("FJ StuG III 1", "9.1.2.b")])
def test_each_kind_of_german_unit_acts_by_its_own_case(chit: str, case: str) -> None:
    s = table({"31": ("A/24NZ",)}, top=(Engage(A["31"]),), artillery=0, air=0)
    _, events = heard(s, dice=(1, K[chit]))
    told = [(GAME.texts.show(e.option), e.case) for e in every(events, Only)]
    assert (f"check {chit}", case) in told


@pytest.mark.case(CITY, "9.3.hit", "6.2.step4.german")
def test_the_combat_ends_when_the_last_unit_goes() -> None:
    s = drawn("31", ("A/24NZ",), "FJ MG 2", "FJ MG 2", control={"Allied": ("30",)})
    s = do(s, dice=(1,))
    s, events = heard(s, "fall A/24NZ > 30")
    assert not [e for e in events if type(e) in (MgFired, Clashed)], "no further checks, no dice"
    assert (held(s, "31"), cup(s)) == ("German", 18)


@pytest.mark.case(CITY, "9.1.2.b")
def test_german_armor_fires_v24() -> None:
    s = drawn("31", ("A/24NZ", "B/24NZ"), "PG Panzer IV 2", reduced=("B/24NZ",), grey=True)
    assert offered(GAME, s) == ["target A/24NZ", "target B/24NZ"]
    out, events = heard(s, "target B/24NZ", dice=(2,))
    assert where(out, "B/24NZ") == "Reserve box"
    assert (last(events, Mustered).allied, last(events, Mustered).german) == (3, 2), "the Panzer still counts 2"
    missed, events = heard(s, "target B/24NZ", dice=(3,))
    assert not last(events, ArmorFired).hit and where(missed, "B/24NZ") == "31"
    assert refusal(GAME, s, "target C/24NZ").key == "not_in_fight"


@pytest.mark.case(CITY, "9.2", "9.2.hit", "9.2.miss", "10.vp9")
def test_snipers_v7() -> None:
    units = ("A/24NZ", "B/24NZ")
    s = drawn("31", units, "FJ sniper", marks={"A/24NZ": 2}, vp=3)
    hit, events = heard(s, dice=(2,))
    assert (last(events, SniperFired).marks, last(events, SniperFired).hit) == (1, True)
    told = GAME.words.event(last(events, SniperFired))
    assert f"river or slope +1: {last(events, SniperFired).die + 1} against" in told, "the sum that counts is told"
    assert hit.vp == 2 and last(events, VpLost).vp == 2
    assert last(events, Mustered).german == 1, "it stays with CF 1"
    driven, events = heard(s, dice=(1,))
    assert not last(events, SniperFired).hit
    assert driven.vp == 3 and last(events, Mustered).german == 0
    assert driven.cup[K["FJ sniper"]] == 2
    poor = do(drawn("31", units, "FJ sniper", marks={"A/24NZ": 2}, vp=0), dice=(2,))
    assert (prompt(poor), offered(GAME, poor)) == ("sniper_hit", ["lose A/24NZ", "lose B/24NZ"])
    poor = do(poor, "lose B/24NZ")
    assert reduced(poor, "B/24NZ") and poor.vp == 0
    told = refusal(
        GAME, do(drawn("31", units, "FJ sniper", control={"Allied": ("30",)}), dice=(3,)), "fall A/24NZ > 30"
    )
    assert told.rule == "9.2.hit"


@pytest.mark.case(CITY, "9.2", "9.2.miss")
def test_armor_counts_against_snipers() -> None:
    s = drawn("31", ("A/24NZ", "A/19NZ"), "FJ sniper")
    _, events = heard(s, dice=(2,))
    assert (last(events, SniperFired).units, last(events, SniperFired).hit) == (2, False)


@pytest.mark.case(CITY, "9.4")
def test_artillery_does_nothing_but_count_its_factor() -> None:
    s = drawn("31", ("A/24NZ",), "FJ artillery 1", "FJ artillery 1")
    assert prompt(s) == "clash", "no check"
    _, events = heard(s, dice=((3, 1),))
    assert last(events, Clashed).german == 2 + 1


@pytest.mark.case(CITY, "9.1.2.a", "9.1.2.b")
def test_armor_set_aside_on_level_3_makes_no_check() -> None:
    s = table({"37": ("A/24NZ",)}, top=(Repel(A["37"], 1),), air=0, artillery=0)
    s = do(s, dice=(K["FJ StuG III 1"], K["FJ infantry 1"]))
    assert prompt(s) == "clash"
    lost = table({"37": ("A/24NZ",)}, top=(Repel(A["37"], 1),), air=0, artillery=0)
    lost, events = heard(lost, dice=(K["FJ StuG III 1"], K["FJ StuG III 2"]))
    assert last(events, Mustered).left == 0, "the place is lost when armor comes twice"


@pytest.mark.case(CITY, "9.1.1.a", "9.1.1.b", "9.1.1.c")
def test_the_sherman_in_a_counter_attack() -> None:
    s = table({"46": ("A/24NZ", "A/19NZ")}, {"Allied": ("46",)}, top=(Repel(A["46"], 2),), air=0, artillery=0)
    assert offered(GAME, s) == ["lower 0 > 0 > no", "lower 0 > 0 > yes"]
    _, events = heard(s, "lower 0 > 0 > yes", dice=(K["FJ MG 1"], 1))
    assert last(events, MgFired).armor == 2, "it counts in machine-gun checks however it is used"
    assert last(events, Mustered).allied == 3, "without the tank"
    both, events = heard(s, "lower 0 > 0 > no", "lead A/24NZ", dice=(K["FJ infantry 1"], K["FJ infantry 1"]))
    assert last(events, Mustered).allied == 4
    assert asks(s).rule == "6.2.step2.reduce" and prompt(both) == "clash"


@pytest.mark.case(CITY, "9.2", "9.2.hit", "9.3.mod.marks")
@pytest.mark.parametrize(("marks", "bonus"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_each_kind_of_mark_counts_once_for_snipers_and_machine_guns(marks: int, bonus: int) -> None:
    s = table({"31": ("A/24NZ",)}, marks={"A/24NZ": marks}, top=(Engage(A["31"]),), air=0, artillery=0, vp=5)
    _, events = heard(s, dice=(1, K["FJ sniper"], 2))
    shot = last(events, SniperFired)
    assert (shot.marks, shot.hit) == (bonus, True), "two is more than the one unit there"
    _, events = heard(s, dice=(1, K["FJ MG 2"], 6))
    assert last(events, MgFired).marks == -bonus


@pytest.mark.case(CITY, "9.1.2.b", "9.2", "9.3")
def test_after_each_unit_that_has_acted_the_others_act() -> None:
    for first, second in (("FJ sniper", "FJ MG 1"), ("FJ StuG III 1", "FJ MG 1")):
        s = drawn("31", ("A/24NZ", "B/24NZ"), first, second, vp=5)
        assert set(offered(GAME, s)) == {f"check {first}", f"check {second}"}
        after = do(s, f"check {first}", *(["target A/24NZ"] if "StuG" in first else []), dice=(6,))
        assert prompt(after) == "mg", "the machine gun is left"
