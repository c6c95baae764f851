"""11.0 Reaction at its edges: who is in whose way, which cannon watch, and who can answer the next stack."""

import pytest

from grognard.games.dark_victory.content import HEXES, MEXICAN, TEXAN
from grognard.games.dark_victory.rules.losses import alive
from grognard.games.dark_victory.rules.reacting import bearing, can_answer, in_zone, may_fire, triggered, watch
from grognard.games.dark_victory.rules.sight import distance, reach, zone
from tests.games.dark_victory.kit import SPACE, TITLE, UNIT, board


@pytest.mark.case(TITLE, "11.2", "10.8.B")
def test_a_stack_behind_another_is_in_nobodys_zone() -> None:
    units = {"T4-inf1": "2320", "Jones": "2320", "M1-F1": "2316"}
    assert in_zone(board(units), SPACE["2320"], SPACE["2316"])
    assert not in_zone(board({**units, "M1-F2": "2318"}), SPACE["2320"], SPACE["2316"])
    guns = {"guns": {"8pdr-2214": "2214"}}
    battery = {"T3-gun5": "2214", "M1-F1": "2201"}
    assert in_zone(board(battery, **guns), SPACE["2214"], SPACE["2201"])
    assert not in_zone(board({**battery, "M1-F2": "2207"}, **guns), SPACE["2214"], SPACE["2201"])


@pytest.mark.case(TITLE, "11.2", "10.9.B")
def test_men_at_the_east_gun_react_by_their_muskets_to_all_sides() -> None:
    s = board({"T3-gun8": "3326", "Dickerson": "3326", "M1-F1": "3227"}, guns={"12pdr-3326": "3326"}, mover=1)
    assert in_zone(s, SPACE["3326"], SPACE["3227"]) and triggered(s, SPACE["3227"]) == [SPACE["3326"]]


@pytest.mark.case(TITLE, "11.2")
def test_every_loaded_cannon_watches() -> None:
    crews = {"T3-gun1": "1914", "T3-gun5": "2214", "Travis": "2214"}
    s = board({**crews, "M1-F1": "0505"}, guns={"8pdr-1914": "1914", "8pdr-2214": "2214"})
    far = reach(10, TEXAN, True)
    for own, other in (("1914", "2214"), ("2214", "1914")):
        alone = zone(SPACE[own], far, True) & ~zone(SPACE[other], far, True)
        spots = [h for h in range(HEXES) if alone >> h & 1 and min(distance(h, SPACE[x]) for x in (own, other)) > 10]
        assert spots and all(watch(s) >> h & 1 for h in spots)


@pytest.mark.case(TITLE, "11.1", "11.8.B")
def test_who_can_answer_the_next_stack() -> None:
    s = board({"T4-inf1": "2320", "Jones": "2320", "T7-inf1": "2016", "M1-F1": "0505"})
    assert [can_answer(s, UNIT[n]) for n in ("T4-inf1", "Jones", "T7-inf1")] == [True, False, False]
    s.deniers[UNIT["T4-inf1"]] = (UNIT["M1-F1"],)
    assert not can_answer(s, UNIT["T4-inf1"])


@pytest.mark.case(TITLE, "11.10")
def test_a_stack_with_somebody_who_has_fired_does_not_fire_again() -> None:
    s = board({"T4-inf1": "2320", "T4-inf2": "2320"})
    both = UNIT["T4-inf1"], UNIT["T4-inf2"]
    assert may_fire(s, both) == UNIT["T4-inf2"]
    s.shot[UNIT["T4-inf2"]] = 1
    assert may_fire(s, both) is None
    nobody = board({"Jones": "2320"})
    assert may_fire(nobody, (UNIT["Jones"],)) is None


def test_alive_is_whoever_is_on_a_map() -> None:
    s = board({"T4-inf1": "2724 up", "M1-F1": "0101", "M1-F2": "dead"})
    named = tuple(UNIT[n] for n in ("T4-inf1", "M1-F1", "M1-F2", "M1-F3"))
    assert alive(s, named) == named[:2]


@pytest.mark.case(TITLE, "11.2", "10.11")
def test_who_bears_on_a_hex_of_either_side() -> None:
    """Texans carry ten hexes, Mexicans four, a captured cannon any number."""
    s = board({"T4-inf1": "2320", "M1-F1": "2315"}, guns={"8pdr-2214": "0505"})
    texan, mexican = SPACE["2320"], SPACE["2315"]
    assert bearing(s, (texan,), mexican) == [texan] and bearing(s, (mexican,), texan, MEXICAN) == []
    assert bearing(s, (mexican,), SPACE["2319"], MEXICAN) == [mexican]
    armed = board({"T4-inf1": "2320", "M1-F1": "2315"}, guns={"8pdr-2214": "2315"})
    assert bearing(armed, (mexican,), texan, MEXICAN) == [mexican]
