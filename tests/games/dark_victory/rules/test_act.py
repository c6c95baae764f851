"""9.2 A stack that acts: what it may still do after each thing it has done, and who shares its fate."""

import pytest

from grognard.core import DONE, Roll
from grognard.games.dark_victory.content import TEXAN
from grognard.games.dark_victory.rules.act import OWN, DoorRoll, reach_of
from grognard.games.dark_victory.rules.state import JOINED
from tests.games.dark_victory.kit import GAME, SPACE, TITLE, UNIT, act, board


@pytest.mark.case(TITLE, "10.19", "10.2")
def test_a_cannon_may_be_laid_on_any_of_its_targets() -> None:
    units = {"T3-gun1": "1914", "M4-L1": "1910", "M4-L2": "1810"}
    asked = act(board(units, guns={"8pdr-1914": "1914"}, side=TEXAN), "activate T3-gun1")
    assert sorted(asked.verbs("cannon")) == ["1810", "1910"]


@pytest.mark.case(TITLE, "11.10", "11.6")
def test_nobody_fires_on_after_the_mover_has_fallen() -> None:
    """Two hexes react; the first kills the mover, whose mates in the hex are none of the second's business."""
    units = {"M4-L1": "2308", "M4-L2": "2309", "T7-inf1": "2314", "Travis": "2314", "T7-inf2": "2214"}
    moved = act(board(units, turn=3, reduced=["M4-L1"]), "activate M4-L1", "go 2309")
    assert moved.prompt == "triggered" and sorted(moved.verbs("react")) == ["2214", "2314"]
    one = moved.then("react 2314").asked  # whoever was named is told while others may be
    assert moved.asked is not None and GAME.words.prompt(moved.asked).endswith("halto? Name the hexes that react.")
    assert one is not None and one.numbers == (1,)
    assert GAME.words.prompt(one).endswith("halto? Some are named; which others react?")
    first = moved.then("react 2314", "react 2214")
    assert first.prompt == "react" and first.verbs("shoot") == ["2309"]
    second = first.then("shoot 2309", "done", dice=[(1, 1)])
    assert second.where("M4-L1") == "dead" and second.where("M4-L2") == "2309"
    assert second.prompt == "react" and second.verbs("shoot") == []
    assert second.why("shoot 2309") == ("11.10", "only_the_mover")


@pytest.mark.case(TITLE, "6.2.B")
def test_everybody_in_a_hex_that_is_joined_stays_there() -> None:
    units = {"M4-L1": "2308", "M4-L2": "2309", "M4-L3": "2309", "M4-L4": "0505", "T4-inf1": "2325"}
    joined = act(board(units, reduced=["M4-L2", "M4-L3"]), "activate M4-L1", "go 2309")
    assert [joined.s.pinned[UNIT[u]] for u in ("M4-L1", "M4-L2", "M4-L3", "M4-L4")] == [JOINED, JOINED, JOINED, 0]
    for left in ("M4-L2", "M4-L3"):
        alone = joined.then("activate M4-L2", f"stay {left}")
        assert alone.prompt == "mexican_actions"  # there was nothing it could do
    assert joined.then("activate M4-L4").verbs("go") != []


@pytest.mark.case(TITLE, "9.6", "9.4")
def test_a_door_that_does_not_open_costs_the_movement_and_nothing_else() -> None:
    units = {"T4-inf1": "2523", "M4-L1": "2519", "M4-L2": "2518"}
    fired = act(board(units, side=TEXAN), "activate T4-inf1", "shoot 2519", dice=[(6, 6)])
    assert fired.left == 6 and "2623 in" in fired.verbs("force")
    failed = fired.then("force 2623 in", dice=[(6,)])
    assert failed.prompt != "act" or (failed.left == 6 and failed.verbs("go") == [] == failed.verbs("force"))
    assert failed.where("T4-inf1") == "2523"
    paid = fired.then("force 2623 in", dice=[(5,)])
    assert paid.where("T4-inf1") == "2623 in"
    roll = DoorRoll((UNIT["T4-inf1"],), 6, False, SPACE["2623 in"], OWN, SPACE["2523"], ()).ask(fired.s)
    assert type(roll) is Roll and roll.dice == (6,)


@pytest.mark.case(TITLE, "9.4", "9.10.B")
def test_reach_is_for_the_mexican_group_that_acts_with_what_it_has_left() -> None:
    units = {"M4-L1": "2308", "M4-L2": "2510", "T4-inf1": "2325", "M4-L3": "2324"}
    asked = act(board(units), "activate M4-L1")
    found = reach_of(asked.s, UNIT["M4-L1"])
    assert found is not None and found.costs[SPACE["2311"]] == 3 and SPACE["2325"] not in found.costs
    assert reach_of(asked.s, UNIT["M4-L2"]) is None
    onward = reach_of(asked.then("go 2309", "go 2310").s, UNIT["M4-L1"])
    assert onward is not None and onward.costs[SPACE["2311"]] == 1 and max(onward.costs.values()) == 10
    foot = act(board({"M4-L1": "2213", "T4-inf1": "2325"}), "activate M4-L1")
    climbs = reach_of(foot.s, UNIT["M4-L1"])
    assert climbs is not None and climbs.costs[SPACE["2214"]] == 12
    later = reach_of(foot.then("go 2113").s, UNIT["M4-L1"])
    assert later is not None and SPACE["2114"] not in later.costs  # the whole phase, or not at all
    pair = act(board({**units, "M4-L4": "2308"}), "activate M4-L1", "done")
    together, other = reach_of(pair.s, UNIT["M4-L1"]), reach_of(pair.s, UNIT["M4-L4"])
    assert together is not None and other is not None and together.costs == other.costs  # they go together
    assert reach_of(pair.s, UNIT["M4-L2"]) is None
    pinned = act(board(units), "activate M4-L3")
    assert reach_of(pinned.s, UNIT["M4-L3"]) is None  # next to a Texan
    texan = act(board(units, side=TEXAN), "activate T4-inf1")
    assert reach_of(texan.s, UNIT["T4-inf1"]) is None


@pytest.mark.case(TITLE, "9.2", "11.4")
def test_the_quiet_answer_of_whoever_acts_or_reacts_is_to_end() -> None:
    units = {"M4-L1": "2308", "T7-inf1": "2314", "Travis": "2314", "T4-inf1": "2326"}
    own = act(board(units, turn=3), "activate M4-L1")
    react = own.then("go 2309", "react 2314")
    assert (own.prompt, react.prompt) == ("act", "react")
    for asked in (own.asked, react.asked):
        assert asked is not None and asked.options.index(DONE) == asked.default == len(asked.options) - 1


@pytest.mark.case(TITLE, "11.7", "6.3.B")
def test_leaders_join_a_reaction_before_it_spends_anything_and_bowie_never() -> None:
    units = {"M4-L1": "2308", "T7-inf1": "2314", "Travis": "2314", "T4-inf1": "2326"}
    react = act(board(units, turn=3), "activate M4-L1", "go 2309", "react 2314")
    assert react.verbs("bring") == ["Travis"]
    fired = react.then("shoot 2309", dice=[(6, 6)])
    assert fired.left == 6 and fired.verbs("bring") == []
    room = {"M4-L1": "2525", "T5-inf1": "2528 in", "Bowie": "2528 in", "T4-inf1": "2015"}
    beside = act(board(room, doors=[("2527", "2528 in")]), "activate M4-L1", "go 2526", "react 2528 in")
    assert beside.prompt == "react" and beside.verbs("bring") == []


@pytest.mark.case(TITLE, "6.7")
def test_questions_name_a_stack_from_its_top() -> None:
    units = {
        "M4-L1": "2310",
        "M4-L2": "2310",
        "Morales": "2310",
        "T7-inf1": "2314",
        "T7-inf2": "2314",
        "Forsyth": "2314",
    }
    muster = act(board(units, turn=9), "activate M4-L1")
    asked = muster.then("done")
    halto = asked.then("go 2311")
    down = [UNIT[name] for name in ("Morales", "M4-L2", "M4-L1")]
    assert [list(p.asked.units) for p in (muster, asked, halto) if p.asked is not None] == [down] * 3
    reacts = halto.then("react 2314")
    assert reacts.asked is not None and list(reacts.asked.units) == [UNIT["T7-inf2"], UNIT["T7-inf1"]]
    pair = {"M4-L1": "2317", "M4-L2": "2224", "M4-L6": "0505", "T7-inf1": "2322", "T7-inf2": "2322", "Travis": "2322"}
    bump = act(board(pair), "activate M4-L1", "go 2318", "react 2322", "go 2323")
    assert bump.prompt == "bump" and bump.asked is not None
    assert list(bump.asked.units) == [UNIT["T7-inf2"], UNIT["T7-inf1"]]
