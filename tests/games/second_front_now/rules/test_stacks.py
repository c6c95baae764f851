"""10.0 Stacking at its edges: three and one of artillery, in passing and at rest, for stacks as for single units."""

import pytest

from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import GERMAN, SPACE, UNIT
from grognard.games.second_front_now.rules.stacking import crowd, crowded, fits, full, overfilled, strangers
from grognard.maps.sets import BIT
from tests.games.second_front_now.kit import act, board

C = "second_front_now"
THREE = {"10 SS Panzer": "1512", "9 SS Panzer": "1512", "245 German Infantry": "1512"}
GUNS = {"LXXXI German Corps": "1512"}


def units(*names):
    return tuple(UNIT[name] for name in names)


@pytest.mark.case(C, "10.1")
@pytest.mark.parametrize(
    ("there", "coming", "passes", "stays"),
    [
        ({}, ("711 German Infantry", "348 German Infantry", "17 Luftwaffe Field"), True, True),
        ({}, ("711 German Infantry", "348 German Infantry", "17 Luftwaffe Field", "LXXXII German Corps"), True, True),
        (THREE, ("711 German Infantry",), False, False),
        (THREE, ("LXXXII German Corps",), True, True),
        (GUNS, ("LXXXII German Corps",), False, False),
        (GUNS, ("711 German Infantry", "LXXXII German Corps"), False, False),
        (GUNS, ("711 German Infantry", "348 German Infantry", "17 Luftwaffe Field"), True, True),
        ({"9 SS Panzer": "1512"}, ("711 German Infantry", "348 German Infantry"), True, True),
        ({"9 SS Panzer": "1512", "10 SS Panzer": "1512"}, ("711 German Infantry", "348 German Infantry"), True, False),
        ({**THREE, **GUNS}, ("LXXXII German Corps",), False, False),
    ],
)
def test_three_units_and_one_of_artillery(there, coming, passes, stays):
    s = board({**there, **dict.fromkeys(coming, "1513")}, GERMAN)
    named, hex = units(*coming), SPACE["1512"]
    assert bool(crowded(s, named) & BIT[hex]) is not passes
    assert bool(overfilled(s, named) & BIT[hex]) is not stays
    order = act(s, "pick 1513")
    assert ("1512" in order.offered("to")) is stays
    for u in named:
        assert full(s, u, hex) == bool(crowded(s, (u,)) & BIT[hex])


@pytest.mark.case(C, "10.1")
def test_a_full_stack_does_not_march_through_a_full_hex():
    s = board({**THREE, "711 German Infantry": "1513", "LXXXII German Corps": "1513"}, GERMAN)
    assert "1511" not in act(s, "pick 1513", "single 711 German Infantry").offered("go")
    assert crowded(s, units("LXXXII German Corps", "711 German Infantry")) & BIT[SPACE["1512"]], "whoever comes second"


@pytest.mark.case(C, "10.6.G")
def test_a_covered_counter_passes_for_a_unit():
    s = board({"V US Corps": "1511", "1 US Infantry": "1511", "3 US Infantry": "1511"}, options={"fog": "full"})
    seen = GAME.view(s, GERMAN)
    assert crowd(s, SPACE["1511"]) == (2, 1) and crowd(seen, SPACE["1511"]) == (3, 0)
    assert crowd(s, SPACE["1411"]) == (0, 0)


@pytest.mark.case(C, "10.2")
def test_where_a_unit_could_come_to_rest():
    s = board(
        {
            "1 US Infantry": "1511",
            "50 British Infantry": "1611",
            **dict.fromkeys(("3 US Infantry", "9 US Infantry", "1 US Armored"), "1411"),
        }
    )
    british, american = UNIT["51 British Infantry"], UNIT["36 US Infantry"]
    assert fits(s, american, SPACE["1511"]) and not fits(s, british, SPACE["1511"])
    assert fits(s, british, SPACE["1611"]) and not fits(s, american, SPACE["1611"])
    assert not fits(s, american, SPACE["1411"]) and fits(s, american, SPACE["1412"])
    assert strangers(s, british) == 1 << SPACE["1511"] | 1 << SPACE["1411"]
    assert strangers(s, UNIT["9 SS Panzer"]) == 0
