"""8.2, 7.1, 10.7: the short cuts for whole parties against one question after the other."""

import random
from typing import Any

import pytest

from grognard.core import ALL, Add, Seeded, clone, push, settle
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREAS,
    BOARD,
    GERMAN,
    LINKS,
    MF,
    RESERVE,
    SPACE_NAMES,
    UNIT,
    Side,
)
from grognard.games.thunder_at_cassino.rules.crossing import (
    ALONE,
    arrive,
    can_move,
    joint,
    likeness,
    objection,
    traits,
    ways,
)
from grognard.games.thunder_at_cassino.rules.movement import Enter, MoveImpulse
from grognard.games.thunder_at_cassino.rules.state import WEIGHT, Thunder, place, room_for
from tests.games.thunder_at_cassino.battlefield import POSITIONS, position
from tests.games.thunder_at_cassino.kit import board, company, is_committed, sound, space

THUNDER = "thunder_at_cassino"
TEAMS = {
    ALLIED: ("21 NZ A-1", "21 NZ A-2", "1/4 Esx A-1", "24 NZ MG", "760 US-1", "760 US-2", "NZ Corps Obs", "6F"),
    GERMAN: ("11/III/3-1", "11/III/3-2", "8/II/3-2", "14/3 A/T-2", "1 Para Reg Obs"),
}


def parties(name: str, count: int) -> Any:
    """Parties of one to four units, somewhere on their way, with the place their impulse began in."""
    rng, base = random.Random(name), position(**POSITIONS[name])
    for _ in range(count):
        side: Side = rng.choice((ALLIED, GERMAN))
        at = rng.choice([k for k in range(BOARD) if base.open[side] >> k & 1])
        s = clone(base)
        units = [UNIT[u] for u in rng.sample(TEAMS[side], rng.randint(1, 4))]
        for u in units:
            place(s, u, at)
            s.spent[u] = rng.choice((0, 0, 1, 2, MF[u] - 1))
        origin = rng.choice([at, *(n for n, _ in LINKS[at])])
        yield s, side, origin, units, at


@pytest.mark.case(THUNDER, "8.2", "8.22", "8.21.inf", "8.21.armat", "18.2.enter", "7.1.refuse", "7.1.transit")
@pytest.mark.parametrize("name", POSITIONS)
def test_a_party_may_step_wherever_nothing_is_objected_to(name: str) -> None:
    for s, side, origin, units, at in parties(name, 150):
        t = traits(s, units)
        wanted = [n for n, white in LINKS[at] if objection(s, side, origin, t, at, n, white) is None]
        assert ways(s, side, origin, t, at) == wanted, (SPACE_NAMES[at], units)


@pytest.mark.parametrize("name", ["day", "reserves"])
def test_what_limits_two_parties_together_is_what_limits_their_units(name: str) -> None:
    for s, _, _, units, _ in parties(name, 100):
        one, other = units[:1], units[1:]
        if other:
            assert joint(traits(s, one), traits(s, other)) == traits(s, units)
        assert traits(s, units).moved == any(s.spent[u] for u in units)
        assert traits(s, units).left == min(MF[u] - s.spent[u] for u in units)


def test_the_limits_of_a_unit_alone_are_those_it_brings_into_a_party() -> None:
    s = board({"13": ["25 NZ A-1"]})
    for u, alone in enumerate(ALONE):
        if not RESERVE[u]:
            twice = traits(s, (u, u))
            assert alone == twice._replace(weight=twice.weight // 2), u


def test_units_are_alike_if_place_kind_movement_and_reserve_are() -> None:
    s = board({"13": ["25 NZ A-1", "25 NZ A-2", "25 NZ MG", "21 NZ A-1"], "14": ["25 NZ A-3"]})
    same = likeness(s, UNIT["25 NZ A-1"])
    assert same == likeness(s, UNIT["25 NZ A-2"])
    for name in ("25 NZ MG", "21 NZ A-1", "25 NZ A-3"):
        assert likeness(s, UNIT[name]) != same, name
    s.spent[UNIT["21 NZ A-1"]] = 1
    place(s, UNIT["7 NZ A/T-1"], space("13"))
    assert MF[UNIT["7 NZ A/T-1"]] == MF[UNIT["21 NZ A-1"]] - 1
    assert likeness(s, UNIT["7 NZ A/T-1"]) != likeness(s, UNIT["21 NZ A-1"]), "a gun needs white borders"
    s.spent[UNIT["25 NZ A-2"]] = 1
    left = likeness(s, UNIT["25 NZ A-2"])
    assert left != same and MF[UNIT["25 NZ A-2"]] - 1 in left


@pytest.mark.case(THUNDER, "10.7", "19.12.white", "1.intro")
def test_every_closed_place_has_its_own_reason() -> None:
    def why(s: Thunder, side: Side, unit: str, place: str) -> str:
        told = objection(s, side, s.loc[UNIT[unit]], traits(s, (UNIT[unit],)), s.loc[UNIT[unit]], space(place), True)
        assert told is not None
        return told.key

    german = board({"3": ["6/II/3-1"], "1": ["25 NZ D-1"]})
    assert why(german, GERMAN, "6/II/3-1", "C") == "allied_zone"
    first = board({"14": ["6/II/3-1"]}, turn=1)
    white = next(SPACE_NAMES[k] for k in range(AREAS) if not first.open[GERMAN] >> k & 1)
    assert why(first, GERMAN, "6/II/3-1", white) == "white_circle"
    town = GAME.new("intro_town")
    circles = [k for k in range(AREAS) if not first.open[GERMAN] >> k & 1]
    outside = [k for k in range(AREAS) if not town.open[ALLIED] >> k & 1 and k not in circles]
    zones = [k for k in range(AREAS, BOARD) if not town.open[ALLIED] >> k & 1]
    for side, name, places in ((ALLIED, "25 NZ A-1", [*outside, *zones]), (GERMAN, "6/II/3-1", outside)):
        s = clone(town)
        s.turn = 1
        place(s, UNIT[name], space("14"))
        assert {why(s, side, name, SPACE_NAMES[k]) for k in places} == {"off_the_map"}


@pytest.mark.case(THUNDER, "8.2.stop", "8.21.inf", "8.21.arm")
def test_contact_and_leaving_contact_commit_and_tanks_go_on() -> None:
    s = board({"13": ["25 NZ A-1", "19 Armd B-1", "5/II/3-1"], "4": ["25 NZ B-1"], "16": ["6/II/3-1"]})
    for name, origin, to, done in (
        ("25 NZ A-1", "13", "7", True),
        ("19 Armd B-1", "13", "7", False),
        ("25 NZ B-1", "4", "16", True),
    ):
        after = clone(s)
        arrive(after, ALLIED, space(origin), UNIT[name], space(to), 1)
        assert is_committed(after, name) == done, name
    quiet = clone(s)
    arrive(quiet, ALLIED, space("4"), UNIT["25 NZ B-1"], space("7"), 1)
    assert not is_committed(quiet, "25 NZ B-1")
    german = board({"13": ["6/II/3-1", "6/II/3-2"], "14": ["25 NZ A-1"], "16": ["5/II/3-1"]})
    arrive(german, GERMAN, space("13"), UNIT["6/II/3-2"], space("7"), 1)
    assert not is_committed(german, "6/II/3-2"), "its own side is no contact"
    arrive(german, GERMAN, space("13"), UNIT["6/II/3-1"], space("14"), 1)
    assert is_committed(german, "6/II/3-1")
    watched = board({"13": ["6/II/3-1"], "14": ["NZ Div Obs"]})
    arrive(watched, GERMAN, space("13"), UNIT["6/II/3-1"], space("14"), 1)
    assert is_committed(watched, "6/II/3-1"), "an observer is contact for the Germans too"
    tank = board({"13": ["6/II/3-1"], "14": ["19 Armd B-1"]})
    arrive(tank, GERMAN, space("13"), UNIT["6/II/3-1"], space("14"), 1)
    assert is_committed(tank, "6/II/3-1"), "and so is a tank"


@pytest.mark.case(THUNDER, "8.11", "10.1")
def test_out_of_a_zone_somebody_must_be_able_to_go() -> None:
    s = board({"G": [*company("1/115 Pz Gr"), "25 NZ A-1"], "66": ["9/III/3-1"]})
    assert can_move(s, GERMAN, space("G")) and can_move(s, GERMAN, space("66"))
    for name in company("1/115 Pz Gr"):
        s.committed[UNIT[name]] = 1
    assert not can_move(s, GERMAN, space("G")), "all are Committed, whatever the enemy there may do"
    assert can_move(s, GERMAN, space("28")), "in an Area units may move in place"
    one = board({"G": company("1/115 Pz Gr")})
    one.spent[UNIT["1/115 Pz Gr-1"]] = MF[UNIT["1/115 Pz Gr-1"]]
    assert can_move(one, GERMAN, space("G")), "one who can go is enough"


@pytest.mark.case(THUNDER, "8.2", "8.2.split", "8.2.interleave", "7.1.transit", "8.11.inplace", "8.13", "13.12.back")
@pytest.mark.parametrize("name", ["day", "reserves"])
def test_every_question_of_a_move_impulse_lists_what_is_not_refused(name: str) -> None:
    """Semi-random impulses from places full of units of all kinds; `all` takes in whoever can still go along."""
    rng, chance = random.Random(name), Seeded(1)
    for k in range(24):
        s = position(**POSITIONS[name], rubble={"14": 1, "24": 1, "34": 2})
        side: Side = (ALLIED, GERMAN)[k % 2]
        start = rng.choice(("49", "21", "25", "A", "23") if side == ALLIED else ("28", "16", "K", "26", "H"))
        for unit in rng.sample(TEAMS[side], 4):
            if room_for(s, side, space(start), WEIGHT[UNIT[unit]]):
                place(s, UNIT[unit], space(start))
        s.stack = (*s.stack[:-1], MoveImpulse(side, space(start)))
        for _ in range(9):
            asked = settle(s, chance)
            if asked is None or not isinstance(s.stack[-1], MoveImpulse):
                break
            sound(s, asked)
            assert (asked.prompt == "move.pick") == (not [u for u in s.stack[-1].party if not s.committed[u]])
            everybody = [o for o in asked.options if o == ALL]
            going = [o for o in asked.options if isinstance(o, Enter)]
            answer = (
                rng.choice(everybody or going or asked.options) if rng.random() < 0.6 else rng.choice(asked.options)
            )
            push(s, answer, lambda event: None)
            if answer == ALL:
                step = s.stack[-1]
                assert isinstance(step, MoveImpulse) and len(step.party) > 1
                at = s.loc[step.party[0]]
                assert {s.loc[u] for u in step.party} == {at}
                party = traits(s, step.party)
                assert ways(s, side, step.origin, party, at) or (at == step.origin and not party.moved)
                following = settle(clone(s), chance)
                assert following is not None
                beside = [o.unit for o in following.options if isinstance(o, Add) and s.loc[o.unit] == at]
                along = [(*step.party, u) for u in beside if u not in step.party]
                left = [group for group in along if ways(s, side, step.origin, traits(s, group), at)]
                assert not left or not party.moved, "on the way nobody is left who could have gone along"
                assert all(s.spent[group[-1]] for group in left), "at home only who has come back"
