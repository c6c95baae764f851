"""How far a unit gets in an impulse, as the reach tells it and as play finds it step by step."""

import pytest

from grognard.core import clone, hush, push, run
from grognard.games.thunder_at_cassino.rules.crossing import reach
from grognard.games.thunder_at_cassino.rules.movement import Enter
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests.games.thunder_at_cassino.kit import board, company, play, space, unit

FREE = {"13": ["25 NZ A-1", "19 Armd B-1"], "9": ["8/II/3-1"], "21": ["2/I/3-1"]}
GUNS = {"13": ["25 NZ A-1", "19 Armd B-1"], "12": ["8/II/3-1"], "15": ["2/I/3-1"]}
CONTACT = {"13": ["25 NZ A-1", "19 Armd B-1", "6/II/3-1"], "12": ["2/I/3-1"]}


def walked(s: Thunder, name: str) -> dict[int, int]:
    """The spaces a unit alone comes to by answers, with the least Movement Factors; nobody clears rubble on the way."""
    mover, found = unit(name), dict[int, int]()
    todo = [play(s, f"move {13}", f"add {name}")]
    while todo:
        at = todo.pop()
        asked = run(at, hush)
        for option in asked.options if asked is not None else ():
            if type(option) is Enter and mover in asked.units:
                after = clone(at)
                push(after, option, hush)
                spent = after.spent[mover]
                if after.loc[mover] == option.space and spent < found.get(option.space, 99):
                    found[option.space] = spent
                    if not after.committed[mover]:
                        todo.append(after)
    return found


@pytest.mark.case("thunder_at_cassino", "8.2.stop", "8.21.inf", "8.21.arm")
@pytest.mark.parametrize("units", [FREE, GUNS, CONTACT], ids=["free", "guns", "contact"])
@pytest.mark.parametrize("name", ["25 NZ A-1", "19 Armd B-1"])
def test_the_reach_is_what_play_finds(units: dict[str, list[str]], name: str) -> None:
    s = board(units)
    told = reach(s, unit(name))
    found = walked(s, name)
    found.pop(space("13"), None)
    assert told == found and told


@pytest.mark.case("thunder_at_cassino", "7.1.transit", "7.1")
def test_a_full_area_is_passed_through_and_no_end_of_a_move() -> None:
    ten = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), "25 NZ D-1"]
    units = {"13": ["25 NZ D-2", "19 Armd B-1"], "66": ["9/III/3-1"]}
    full, nine = (reach(board({**units, "7": crowd}), unit("25 NZ D-2")) for crowd in (ten, ten[1:]))
    assert space("7") not in full and full == {n: price for n, price in nine.items() if n != space("7")}
    assert full[space("4")] == 2, "through 7"
    assert space("7") in reach(board({**units, "7": ten}), unit("19 Armd B-1")), "there is room for tanks"


@pytest.mark.case("thunder_at_cassino", "8.2.stop", "8.21.inf", "8.21.arm")
def test_contact_ends_a_move_and_so_does_leaving_it_on_foot() -> None:
    stopped = reach(board({"13": ["19 Armd B-1"], "12": ["6/II/3-1"]}), unit("19 Armd B-1"))
    assert space("12") in stopped and space("9") not in stopped, "only 12 leads up to 9"
    left = board(CONTACT)
    assert max(reach(left, unit("25 NZ A-1")).values()) < max(reach(left, unit("19 Armd B-1")).values())
