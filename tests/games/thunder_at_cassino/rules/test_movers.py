"""8.2: every question of a Move impulse, and every step taken in one, against the rule asked unit by unit."""

import random
from collections import Counter

import pytest

from grognard.core import ALL, DONE, Add, Decision, Event, Option, Seeded, clone, push, run, settle
from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREAS,
    GERMAN,
    KIND,
    LINKS,
    MF,
    SIDE,
    SPACE_NAMES,
    TROOPS,
    UNIT,
    UNIT_NAMES,
    VEHICLE,
    Side,
)
from grognard.games.thunder_at_cassino.content import ARMOR as TANK
from grognard.games.thunder_at_cassino.rules.crossing import objection, traits
from grognard.games.thunder_at_cassino.rules.events import Moved, RubbleTried
from grognard.games.thunder_at_cassino.rules.movement import ADD, ENTER, STAY, Enter, MoveImpulse
from grognard.games.thunder_at_cassino.rules.state import WEIGHT, Thunder, place, room_for
from tests import kit
from tests.games.thunder_at_cassino import referee
from tests.games.thunder_at_cassino.battlefield import POSITIONS, position
from tests.games.thunder_at_cassino.kit import (
    board,
    company,
    hear,
    of,
    offered,
    play,
    prompt,
    refusal,
    space,
    where,
)

THUNDER = "thunder_at_cassino"
TEAMS = {
    ALLIED: ("21 NZ A-1", "21 NZ A-2", "1/4 Esx A-1", "24 NZ MG", "760 US-1", "760 US-2", "NZ Corps Obs", "6F"),
    GERMAN: ("11/III/3-1", "11/III/3-2", "8/II/3-2", "14/3 A/T-2", "242 StuG-14", "1 Para Reg Obs"),
}
STARTS = {
    ALLIED: ("47", "27", "22", "25", "A", "B", "24", "15", "13", "G"),
    GERMAN: ("27", "29", "25", "16", "K", "H", "J", "14", "30", "34"),
}
FOES = [*company("9/III/3"), *company("10/III/3")]
RUBBLE = {"14": 1, "24": 1, "34": 2, "29": 1, "22": 1}


def over_full(s: Thunder, side: Side, at: int) -> bool:
    """7.1 By the referee's count."""
    mine = referee.Position.of(s).inside(SPACE_NAMES[at], ("Allied", "German")[side])
    tanks = sum(referee.kind(u) == "armor" for u in mine)
    spare = any(referee.kind(u) == "obs" for u in mine)
    return at < AREAS and (tanks > 3 or len(mine) - tanks - spare > 10)


def steps(s: Thunder, step: MoveImpulse, units: list[int]) -> set[int]:
    at, t = s.loc[units[0]], traits(s, units)
    return {n for n, white in LINKS[at] if objection(s, step.side, step.origin, t, at, n, white) is None}


def may_stay(s: Thunder, step: MoveImpulse, units: list[int]) -> bool:
    return step.origin < AREAS and all(s.loc[u] == step.origin and not s.spent[u] for u in units)


def act(s: Thunder, step: MoveImpulse, units: list[int]) -> bool:
    return may_stay(s, step, units) or bool(steps(s, step, units))


def begins(s: Thunder, step: MoveImpulse, party: list[int], unit: int) -> bool:
    """Whether a unit that is named after the party has moved begins another, alone or out of this one."""
    return unit in party or s.loc[unit] != s.loc[party[0]] or not act(s, step, [*party, unit])


def wanted(s: Thunder, step: MoveImpulse, fresh: bool) -> set[Option]:
    """What a mover may answer: whom to add, where to go, staying, and being done.

    A `fresh` party has not moved since it was formed and must act before another is formed.
    """
    ready = [u for u in range(TROOPS) if SIDE[u] == step.side and not s.committed[u]]
    ready = [u for u in ready if s.loc[u] == step.origin or u in step.out]
    party: list[int] = [u for u in step.party if u in ready]
    if not party:
        able = [u for u in ready if act(s, step, [u])]
        found: set[Option] = {ADD[u] for u in able}
        return found | ({ALL} if len(able) > 1 else set()) | ({DONE} if step.acted else set())
    at = s.loc[party[0]]
    going: set[Option] = {ENTER[n] for n in steps(s, step, party)}
    if over_full(s, step.side, at):
        return going
    beside = [u for u in ready if s.loc[u] == at and u not in party and act(s, step, [*party, u])]
    found = going | {ADD[u] for u in beside}
    if len([u for u in beside if may_stay(s, step, [*party, u]) or not may_stay(s, step, party)]) > 1:
        found.add(ALL)
    if not fresh:
        found |= {ADD[u] for u in ready if (len(party) > 1 or u not in party) and act(s, step, [u])}
    if may_stay(s, step, party):
        found.add(STAY)
    return found | ({DONE} if step.acted else set())


def judge_step(before: Thunder, after: Thunder, step: MoveImpulse, to: int) -> None:
    """Who went, what it cost, and whose move is over; nobody else is touched."""
    p, side = referee.Position.of(before), ("Allied", "German")[step.side]
    foe, name = referee.foe(side), SPACE_NAMES[to]
    price = referee.step_price(p, side, name)
    party = [u for u in step.party if not before.committed[u]]
    at = before.loc[party[0]]
    contact = to < AREAS and bool(p.inside(name, foe))
    leaving = step.origin < AREAS and bool(p.inside(SPACE_NAMES[step.origin], foe))
    for u in range(TROOPS):
        tested = u in party and VEHICLE[u] and before.rubble[to]
        if u not in party:
            assert (after.loc[u], after.spent[u], after.committed[u]) == (
                before.loc[u],
                before.spent[u],
                before.committed[u],
            ), UNIT_NAMES[u]
        elif after.loc[u] == to:
            assert after.spent[u] == before.spent[u] + price
            over = contact or (leaving and KIND[u] != TANK) or after.spent[u] >= MF[u]
            assert bool(after.committed[u]) == over, UNIT_NAMES[u]
        else:
            assert tested and after.committed[u], "only rubble keeps a vehicle back"
            back = after.loc[u] != at
            assert not over_full(after, step.side, at), "nobody who failed stays where there is no room"
            assert back <= over_full(before, step.side, at), "with room it stays where it failed"


@pytest.mark.case(THUNDER, "8.2", "8.2.split", "8.2.interleave", "8.2.stop", "8.11.inplace", "8.13", "8.21.inf")
@pytest.mark.case(THUNDER, "7.1", "7.1.transit", "13.12", "13.12.back", "18.2.enter", "10.1")
@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_every_question_and_every_step_of_semi_random_impulses(name: str, side: Side) -> None:
    rng, chance, seen = random.Random(f"{name} {side}"), Seeded(3), Counter[str]()
    base = position(**POSITIONS[name], rubble=RUBBLE)
    for _ in range(24):
        s = clone(base)
        start = space(rng.choice([k for k in STARTS[side] if s.open[side] >> space(k) & 1]))
        for unit in rng.sample(TEAMS[side], 5):
            if room_for(s, side, start, WEIGHT[UNIT[unit]]):
                place(s, UNIT[unit], start)
        s.stack, fresh = (*s.stack[:-1], MoveImpulse(side, start)), True
        for _ in range(12):
            asked, step = run(s, kit.silent), s.stack[-1]
            if not isinstance(step, MoveImpulse):
                break
            assert isinstance(asked, Decision) and set(asked.options) == wanted(s, step, fresh), (
                SPACE_NAMES[start],
                step,
            )
            assert len(set(asked.options)) == len(asked.options)
            full = [o for o in asked.options if isinstance(o, Enter) and not room_for(s, side, o.space, WEIGHT[0])]
            going = full or [o for o in asked.options if isinstance(o, Enter)]
            answer = rng.choice(going if going and rng.random() < 0.5 else asked.options)
            before, heard = clone(s), list[Event]()
            push(s, answer, heard.append)
            if answer == ALL:
                leaders = [u for u in step.party if not before.committed[u]]
                leaders = leaders or [next(o.unit for o in asked.options if isinstance(o, Add))]
                assert set(leaders) <= set(s.stack[-1].party)
            settle(s, chance, heard.append)
            once = len({e.space for e in heard if isinstance(e, Moved | RubbleTried)}) == 1
            if isinstance(answer, Enter) and once and isinstance(s.stack[-1], MoveImpulse):
                judge_step(before, s, step, answer.space)
            party = [u for u in step.party if not before.committed[u]]
            if any(isinstance(event, Moved | RubbleTried) for event in heard):
                fresh = False
            elif not party or (isinstance(answer, Add) and begins(before, step, party, answer.unit)):
                fresh = True
            if isinstance(answer, Add) and not heard:
                assert (s.stack[-1].party == (answer.unit,)) == (not party or begins(before, step, party, answer.unit))
            seen[type(answer).__name__] += 1
            seen["passing"] += step.passing(before, before.loc[step.party[0]]) if step.party else 0
    assert min(seen[kind] for kind in ("Add", "All", "Enter", "Done")) > 5, seen


@pytest.mark.case(THUNDER, "18.2.enter", "8.11.inplace", "10.1")
@pytest.mark.parametrize(("home", "able"), [("H", False), ("13", True)])
def test_a_reserve_unit_shut_in_may_stay_in_an_area_and_has_nothing_to_do_in_a_zone(home: str, able: bool) -> None:
    """On turn 11 every neighbour is held by the enemy: the machine gun may enter there, the reserve may not."""
    ring = [SPACE_NAMES[n] for n, _ in LINKS[space(home)]]
    germans = [*company("9/III/3"), *company("10/III/3"), *company("6/II/3")]
    units = {place: [germans[k]] for k, place in enumerate(ring)}
    s = play(board({home: ["25 NZ A-1", "25 NZ MG", "24 NZ MG"], **units}, turn=11, last=15), f"move {home}")
    assert ("add 25 NZ A-1" in offered(s)) == able and {"add 25 NZ MG", "add 24 NZ MG"} <= set(offered(s))
    gone = play(s, "add 24 NZ MG", f"enter {ring[-1]}")
    assert ("add 25 NZ A-1" in offered(gone)) == able, "the same when somebody has moved"


@pytest.mark.case(THUNDER, "8.11.inplace", "8.2", "8.23.B")
def test_who_has_come_back_without_factors_to_leave_again_has_nothing_left_to_do() -> None:
    """Machine guns all around: out costs two, back one, and two are needed to leave again."""
    guns = {"15": ["8/II/3-1"], "17": ["8/II/3-2"], "5": ["3/1MG M-1"], "41": ["2/1MG M-1"]}
    s = board({"13": ["25 NZ A-1", "25 NZ A-2", "7 NZ A/T-1"], **guns})
    s = play(s, "move 13", "add 25 NZ A-1", "enter 12", "add 7 NZ A/T-1", "enter 14", "enter 13")
    assert s.spent[UNIT["7 NZ A/T-1"]] == 3 and set(offered(s)) == {"add 25 NZ A-1", "add 25 NZ A-2", "done"}, (
        "one of four is left"
    )
    s = play(s, "add 25 NZ A-1", "enter 9")
    assert {"add 25 NZ A-2", "done"} <= set(offered(s)) and "add 7 NZ A/T-1" not in offered(s)
    home = play(s, "add 25 NZ A-2")
    assert "stay" in offered(home) and "add 7 NZ A/T-1" not in offered(home), "it has moved and cannot leave"


@pytest.mark.case(THUNDER, "8.2")
def test_an_impulse_in_which_nobody_is_left_to_move_ends_by_itself() -> None:
    s = board({"13": ["25 NZ A-1"], "66": ["9/III/3-1"]}, committed=["25 NZ A-1"])
    over = MoveImpulse(ALLIED, space("13"), (), False, (UNIT["25 NZ A-1"],), True)
    assert over.ask(s) is None
    gone = play(board({"13": ["25 NZ A-1"], "66": ["9/III/3-1"]}), "move 13", "stay")
    assert where(gone, "25 NZ A-1") == "13" and not isinstance(gone.stack[-1], MoveImpulse)


@pytest.mark.case(THUNDER, "8.11.inplace", "7.1", "8.2")
def test_refusals_of_zones_guns_and_crowds_name_their_reason() -> None:
    zone = play(board({"A": ["25 NZ A-1"], "66": ["9/III/3-1"]}), "move A")
    assert (refusal(zone, "stay").rule, refusal(zone, "stay").key) == ("8.11.inplace", "stay_in_zone")
    area = play(board({"13": ["25 NZ A-1"], "66": ["9/III/3-1"]}), "move 13")
    for gun in ("NZ Corps", "NZ Div", "1 Para Div"):
        assert (refusal(area, f"add {gun}").rule, refusal(area, f"add {gun}").key) == ("8.11", "not_yours")
    ten = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), "25 NZ D-1"]
    units = {"7": ten, "4": ["25 NZ D-2", "25 NZ D-3"], "66": ["9/III/3-1"]}
    passing = play(board(units), "move 4", "add 25 NZ D-2", "enter 7")
    for text in ("add 25 NZ D-3", "done"):
        assert (refusal(passing, text).rule, refusal(passing, text).key) == ("7.1", "must_go_on")


@pytest.mark.case(THUNDER, "8.2", "8.2.interleave", "8.11.inplace")
def test_who_has_come_back_may_leave_again_with_those_who_have_not_moved() -> None:
    s = board({"13": [*company("25 NZ A"), "25 NZ B-1"], "66": ["9/III/3-1"]})
    s = play(s, "move 13", "add 25 NZ A-2", "enter 12", "add 25 NZ A-1", "enter 14", "enter 13")
    s = play(s, "add 25 NZ A-2", "enter 9", "add 25 NZ A-3")
    assert {"add 25 NZ A-1", "stay"} <= set(offered(s))
    assert kit.asks(s).units == (UNIT["25 NZ A-3"],) and "all" not in offered(s), "who came back is added by name"
    both = play(s, "add 25 NZ A-1")
    assert "stay" not in offered(both) and "enter 10" in offered(both), "one of them has moved"
    s = play(both, "enter 10", "done")
    assert [where(s, name) for name in company("25 NZ A")] == ["10", "9", "10"]


@pytest.mark.case(THUNDER, "8.2", "8.22")
def test_a_tank_and_infantry_beside_each_other_need_a_step_both_can_take() -> None:
    """In 9 the infantry has one factor left for red borders; the tank has only 12, which costs two next to the gun."""
    s = board({"12": ["25 NZ A-1", "19 Armd B-1"], "17": ["8/II/3-1"]})
    s = play(s, "move 12", "add 19 Armd B-1", "enter 9", "add 25 NZ A-1", "enter 9", "enter 4", "enter 7", "enter 9")
    assert s.spent[UNIT["25 NZ A-1"]] == 4 and "enter 8" in offered(s) and "enter 12" not in offered(s)
    tank = play(s, "add 19 Armd B-1")
    assert kit.asks(tank).units == (UNIT["19 Armd B-1"],), "it goes its own way"
    assert "enter 12" in offered(tank) and refusal(tank, "add 25 NZ A-1").key == "no_common_way"


@pytest.mark.case(THUNDER, "18.2.enter", "8.22", "8.2.split")
def test_all_begins_with_the_first_and_takes_only_who_can_go_with_him() -> None:
    """From Zone J the reserve may only climb red slopes, the tank only roll into Zones held by the enemy."""
    units = {"J": ["25 NZ A-1", "19 Armd B-1"], "I": ["9/III/3-1"], "K": ["9/III/3-2"]}
    s = play(board(units, turn=11, last=15), "move J")
    assert offered(s) == ["all", "add 25 NZ A-1", "add 19 Armd B-1"]
    assert set(offered(play(s, "all"))) == {"enter 59", "enter 67"}
    units["J"].append("25 NZ MG")
    s = play(board(units, turn=11, last=15), "move J", "add 25 NZ MG", "all")
    assert kit.asks(s).units == (UNIT["25 NZ A-1"], UNIT["25 NZ MG"]), "with the reserve the tank has no step in common"


@pytest.mark.case(THUNDER, "8.2.split", "8.2.interleave", "8.11.inplace")
def test_all_keeps_the_party_it_is_asked_for_and_gathers_those_who_can_only_stay() -> None:
    s = play(board({"13": [*company("25 NZ A"), "25 NZ B-1"], "66": ["9/III/3-1"]}), "move 13")
    for name in ("25 NZ A-2", "25 NZ A-3", "25 NZ B-1"):
        s = play(s, f"add {name}", "enter 10")
    assert {"all", "add 25 NZ A-1"} <= set(offered(s))
    s = play(s, "all")
    assert kit.asks(s).units == tuple(UNIT[name] for name in ("25 NZ A-2", "25 NZ A-3", "25 NZ B-1"))
    ring = {SPACE_NAMES[n]: [f"{name}"] for (n, _), name in zip(LINKS[space("13")], FOES, strict=True)}
    shut = play(board({"13": company("25 NZ A", 2), **ring}, turn=11, last=15), "move 13", "all")
    assert prompt(shut) == "impulse" and shut.committed[UNIT["25 NZ A-1"]] == shut.committed[UNIT["25 NZ A-2"]] == 1


@pytest.mark.case(THUNDER, "8.2", "13.1")
def test_what_is_told_of_a_step_names_those_who_went_and_nobody_else() -> None:
    s = play(board({"13": ["25 NZ A-1", "19 Armd B-1"], "66": ["9/III/3-1"]}, rubble={"12": 1}), "move 13", "all")
    _, heard = hear(s, "enter 12", dice=[(1, 2)])
    assert of(heard, Moved) == [Moved((UNIT["25 NZ A-1"],), space("13"), space("12"), 1)]
    tank = play(board({"13": ["19 Armd B-1"], "66": ["9/III/3-1"]}, rubble={"12": 1}), "move 13")
    _, heard = hear(tank, "enter 12", dice=[(5, 2)])
    assert of(heard, Moved) == [] and [e.passed for e in of(heard, RubbleTried)] == [True]


@pytest.mark.case(THUNDER, "8.13", "13.12")
def test_a_tank_stuck_before_the_rubble_is_left_behind_by_its_party() -> None:
    s = play(board({"13": ["25 NZ A-1", "19 Armd B-1"], "66": ["9/III/3-1"]}, rubble={"12": 1}), "move 13", "all")
    s = play(s, "enter 12", "enter 9", dice=[(1, 2)])
    assert (where(s, "25 NZ A-1"), where(s, "19 Armd B-1")) == ("9", "13")


CROWDED = {"13": ["19 Armd A-1", "19 Armd A-2", "19 Armd A-3"], "7": ["19 Armd B-1", "19 Armd B-2"]}


@pytest.mark.case(THUNDER, "13.12.back", "7.1.transit")
@pytest.mark.parametrize(
    ("there", "dice", "ends"),
    [
        (3, [(2, 2), (2, 2)], ["7", "7"]),
        (3, [(6, 6), (2, 2)], ["12", "7"]),
        (3, [(2, 2), (6, 6)], ["7", "12"]),
        (2, [(2, 2), (2, 2)], ["7", "13"]),
        (2, [(6, 6), (2, 2)], ["12", "13"]),
    ],
)
def test_of_tanks_that_fail_in_a_crowd_as_many_turn_back_as_have_no_room(
    there: int, dice: list[tuple[int, int]], ends: list[str]
) -> None:
    units = {"13": CROWDED["13"][:there], "7": CROWDED["7"], "66": ["9/III/3-1"]}
    s = play(board(units, rubble={"12": 1}), "move 7", "all", "enter 13")
    assert "done" not in offered(s)
    s = play(s, "enter 12", dice=dice)
    assert [where(s, name) for name in CROWDED["7"]] == ends


@pytest.mark.case(THUNDER, "13.12.back", "7.1.transit", "7.1")
def test_german_guns_pass_and_turn_back_like_everybody() -> None:
    tanks = ["242 StuG-1", "242 StuG-2", "242 StuG-8"]
    units = {"13": tanks, "7": ["242 StuG-14"], "66": ["9/III/3-1"], "37": ["25 NZ A-1"]}
    s = play(board(units, rubble={"12": 1}, side="German"), "move 7", "enter 13")
    assert "done" not in offered(s) and refusal(s, "done").key == "must_go_on"
    failed = play(s, "enter 12", dice=[(2, 2)])
    assert where(failed, "242 StuG-14") == "7" and prompt(failed) == "impulse"


@pytest.mark.case(THUNDER, "13.12.back")
def test_the_last_legal_place_is_where_the_tank_could_have_stayed() -> None:
    """15 had room for it, because the other tank failed there; from the crowd of 16 it goes back to 15, not to 11."""
    units = {
        "15": ["19 Armd C-1", "19 Armd C-2"],
        "11": ["19 Armd B-1", "19 Armd B-2"],
        "16": ["19 Armd A-1", "19 Armd A-2", "19 Armd A-3"],
        "66": ["9/III/3-1"],
    }
    s = play(board(units, rubble={"15": 1, "19": 1}), "move 11", "all", "enter 15", dice=[(6, 6), (1, 1)])
    assert (where(s, "19 Armd B-1"), where(s, "19 Armd B-2")) == ("15", "11")
    s = play(s, "enter 16", "enter 19", dice=[(1, 1)])
    assert where(s, "19 Armd B-1") == "15"
