"""11.0 Reaction: moments, zones, leaders, once for each mover, one shot a phase, denial, bumping."""

import pytest

from grognard.games.dark_victory.content import DEAD, MEXICAN, TEXAN
from grognard.games.dark_victory.rules.events import (
    Bumped,
    CannonFired,
    ExtraGunLost,
    ExtraGunSpent,
    Fired,
    Halted,
    Moved,
)
from grognard.games.dark_victory.rules.reacting import triggered, watch
from grognard.games.dark_victory.rules.state import SPENT, place
from tests.games.dark_victory.kit import SPACE, UNIT, Played, act, board

TITLE = "dark_victory"
IDLE = {"M4-L6": "0505"}


def go(units: dict[str, str], lead: str, *hexes: str, **told: object) -> Played:
    """A Mexican unit walks until somebody may react, or to the end."""
    played = act(board({**units, **IDLE}, **told), f"activate {lead}")
    if played.prompt == "muster":
        played = played.then("done")
    for hex in hexes:
        if played.prompt != "act":
            break
        played = played.then(f"go {hex}")
    return played


@pytest.mark.case(TITLE, "11.1", "11.2", "11.3", "8.3.D")
def test_a_mover_in_the_zone_of_a_led_unit_may_be_answered() -> None:
    units = {"M4-L1": "2308", "T7-inf1": "2314", "Travis": "2314"}
    asked = go(units, "M4-L1", "2309", turn=1)
    assert asked.prompt == "triggered" and asked.seat == 1 and asked.offers == ["react 2314", "done"]
    assert asked.asked is not None and asked.asked.spaces == (SPACE["2309"],)
    quiet = asked.then("done")
    assert quiet.prompt == "act" and quiet.seat == 0
    fired = asked.then("react 2314", "shoot 2309", dice=[(6, 6)])
    assert fired.heard(Fired)[0].start == SPACE["2314"] and len(fired.heard(Halted)) == 1
    assert fired.then("done").prompt == "act"
    unseen = go({**units, "M4-L1": "2307"}, "M4-L1", "2308", turn=1)
    assert unseen.prompt == "act"


@pytest.mark.case(TITLE, "11.1", "11.1.B", "14.5")
def test_without_a_leader_who_commands_it_a_unit_does_not_react() -> None:
    alone = go({"M4-L1": "2310", "T7-inf1": "2314"}, "M4-L1", "2311")
    assert alone.prompt == "act"
    wrong = go({"M4-L1": "2310", "T7-inf1": "2314", "Jones": "2314"}, "M4-L1", "2311")
    assert wrong.prompt == "act"
    beside = go({"M4-L1": "2310", "T7-inf1": "2314", "Forsyth": "2315"}, "M4-L1", "2311")
    assert beside.prompt == "triggered"
    leaders = go({"M4-L1": "2310", "Travis": "2314", "Jones": "2314"}, "M4-L1", "2311")
    assert leaders.prompt == "act"
    zero = go({"M4-L1": "1720", "T11-inf1": "1920", "White": "1920"}, "M4-L1", "1721")
    assert zero.prompt == "triggered"  # a leader without a bonus serves as well
    bowie = go({"M4-L1": "2523", "T4-inf1": "2528", "Bowie": "2528 in"}, "M4-L1", "2524")
    assert bowie.prompt == "act"  # the room below is not next to the roof


@pytest.mark.case(TITLE, "11.8", "11.10", "11.13", "11.4")
def test_vector_36_once_for_each_mover_one_shot_a_phase_and_a_full_turn_after() -> None:
    units = {"M4-L1": "2310", "M4-L2": "2210", "T7-inf1": "2314", "Travis": "2314"}
    asked = go(units, "M4-L1", "2311", turn=9)
    assert asked.prompt == "triggered"  # announced in its first hex
    shot = asked.then("react 2314", "shoot 2310", "done", dice=[(6, 6)])
    assert shot.s.shot[UNIT["T7-inf1"]] and shot.s.loc[UNIT["M4-L1"]] == SPACE["2311"]
    assert shot.prompt == "act"  # once to this mover
    second = shot.then("done", "activate M4-L2", "go 2211")
    assert second.prompt == "triggered"
    react = second.then("react 2314")
    assert react.why("shoot 2210") == ("11.10", "fired_in_reaction")
    assert "2315" in react.verbs("go") and react.left == 12
    moved = react.then("go 2315", "done")
    assert moved.where("T7-inf1") == "2315" and moved.where("Travis") == "2314"
    rest = moved
    while rest.seat == 0 or rest.prompt != "texan_actions":
        rest = rest.then("done")
    own = rest.then("activate T7-inf1")
    assert own.left == 12


@pytest.mark.case(TITLE, "11.11", "11.note")
def test_beginning_in_a_zone_triggers_nothing_until_it_moves_and_fire_never_does() -> None:
    units = {"M4-L1": "2312", "T7-inf1": "2314", "Travis": "2314"}
    start = go(units, "M4-L1")
    assert start.prompt == "act"
    fired = start.then("shoot 2314", dice=[(6, 6)])
    assert fired.seat == 0
    announced = start.then("go 2311")
    assert announced.prompt == "triggered" and announced.where("M4-L1") == "2312"
    declined = announced.then("done")
    assert declined.where("M4-L1") == "2311" and declined.prompt == "triggered"
    killed = announced.then("react 2314", "shoot 2312", "done", dice=[(1, 2)])
    assert killed.s.reduced[UNIT["M4-L1"]] and killed.where("M4-L1") == "2311"


@pytest.mark.case(TITLE, "11.6")
def test_all_reactors_are_named_before_the_first_acts() -> None:
    units = {"M4-L1": "2310", "T7-inf1": "2314", "Travis": "2314", "T7-inf2": "2214", "Forsyth": "2214"}
    asked = go(units, "M4-L1", "2311", turn=5)
    assert set(asked.verbs("react")) == {"2214", "2314"}
    one = asked.then("react 2214")
    assert one.verbs("react") == ["2314"] and one.why("react 2214") == ("11.6", "named_already")
    both = one.then("react 2314")
    assert both.prompt == "react" and both.asked is not None and both.asked.spaces[0] == SPACE["2214"]
    after = both.then("shoot 2310" if "shoot 2310" in both.offers else "shoot 2311", dice=[(6, 6)])
    while after.prompt == "react" and after.asked is not None and after.asked.spaces[0] == SPACE["2214"]:
        after = after.then("done")
    assert after.prompt == "react" and after.asked is not None and after.asked.spaces[0] == SPACE["2314"]


@pytest.mark.case(TITLE, "11.7", "6.3.B")
def test_a_stack_reacts_as_one() -> None:
    pair = {"M4-L1": "2310", "T7-inf1": "2314", "T7-inf2": "2314", "Travis": "2314"}
    asked = go(pair, "M4-L1", "2311", turn=5).then("react 2314")
    moved = asked.then("go 2315")
    assert moved.where("T7-inf1") == "2315" == moved.where("T7-inf2")
    fired = asked.then("shoot 2311" if "2311" in asked.verbs("shoot") else "shoot 2310", dice=[(6, 6)])
    assert fired.s.shot[UNIT["T7-inf1"]] and fired.s.shot[UNIT["T7-inf2"]]
    mixed = go({**pair, "T7-inf2": "0505", "T4-inf1": "2314"} | {"T7-inf2": "2617"}, "M4-L1", "2311", turn=5)
    stuck = mixed.then("react 2314")
    assert stuck.verbs("go") == [] and stuck.why("go 2315") == ("6.3.B", "mixed_stack")
    assert stuck.verbs("shoot")


@pytest.mark.case(TITLE, "11.8.B", "11.8.ex", "11.9")
def test_vector_13_a_mexican_who_closes_in_takes_the_reaction_away_until_he_dies() -> None:
    units = {"M4-L1": "2318", "M4-L2": "2217", "T7-inf1": "2321", "Travis": "2321"}
    closed = go(units, "M4-L1", "2319").then("done")
    assert closed.prompt in ("act", "triggered")
    while closed.prompt == "triggered":
        closed = closed.then("done")
    near = closed.then("go 2320")
    assert near.prompt != "triggered"  # that very step cannot be answered
    second = near if near.prompt == "mexican_actions" else near.then("done")
    walked = second.then("activate M4-L2", "go 2218")
    assert walked.prompt == "act"
    assert triggered(walked.s, SPACE["2218"]) == []
    from grognard.core import clone
    from grognard.games.dark_victory.content import DEAD
    from grognard.games.dark_victory.rules.state import place

    freed = clone(walked.s)
    place(freed, UNIT["M4-L1"], DEAD)
    assert triggered(freed, SPACE["2218"]) == [SPACE["2321"]]


@pytest.mark.case(TITLE, "11.8.B")
def test_walls_without_ramps_protect_reactions_and_ramps_do_not() -> None:
    wall = go({"M4-L1": "2312", "T7-inf1": "2314", "Travis": "2314"}, "M4-L1", "2313").then("done")
    assert wall.prompt == "triggered" and wall.where("M4-L1") == "2313"
    ramp = go({"M4-L1": "2316", "T7-inf1": "2314", "Travis": "2314"}, "M4-L1", "2315")
    while ramp.prompt == "triggered" and ramp.where("M4-L1") == "2316":
        ramp = ramp.then("done")
    assert ramp.where("M4-L1") == "2315" and ramp.prompt != "triggered"
    assert ramp.s.deniers[UNIT["T7-inf1"]] == (UNIT["M4-L1"],)


@pytest.mark.case(TITLE, "11.5", "11.5.B")
def test_a_texan_who_bumps_is_fired_on_each_time_but_not_over_walls() -> None:
    units = {"M4-L1": "2317", "M4-L2": "2224", "T7-inf1": "2322", "Travis": "2322"}
    asked = go(units, "M4-L1", "2318").then("react 2322")
    bump = asked.then("go 2323")
    assert bump.prompt == "bump" and bump.seat == 0 and bump.offers == ["answer 2224", "done"]
    held = bump.then("done")
    assert held.prompt == "react"
    shot = bump.then("answer 2224", dice=[(6, 6)])
    assert len(shot.heard(Bumped)) == 1 and shot.heard(Fired)[0].unit == UNIT["M4-L2"]
    again = held.then("go 2324")
    assert again.prompt == "bump"
    dead_ = bump.then("answer 2224", dice=[(1, 1)])
    assert dead_.where("T7-inf1") == "dead" and dead_.prompt == "act"
    walled = go({"M4-L1": "2312", "M4-L2": "2313", "T7-inf1": "2214", "Travis": "2214"}, "M4-L1", "2311")
    quiet = walled.then("react 2214", "go 2314")
    assert quiet.prompt == "react"


@pytest.mark.case(TITLE, "11.10", "11.2", "10.18")
def test_a_cannon_fires_in_reaction_and_is_not_reloaded_there() -> None:
    units = {"M4-L1": "2310", "T3-gun1": "2214", "Campbell": "2214"}
    asked = go(units, "M4-L1", "2210", turn=4, guns={"8pdr-2214": "2214"})
    react = asked.then("react 2214")
    assert react.verbs("cannon") and "load" not in react.offers
    fired = react.then(f"cannon {react.verbs('cannon')[0]}", dice=[(6, 6)])
    assert len(fired.heard(CannonFired)) == 1 and fired.s.loaded[4] == SPENT
    empty = go(units, "M4-L1", "2210", turn=4, guns={"8pdr-2214": "2214"}, unloaded=["8pdr-2214"]).then("react 2214")
    assert empty.why("load") == ("10.18", "own_phase_only")


@pytest.mark.case(TITLE, "10.14")
def test_extra_guns_serve_in_reaction_and_go_when_the_phase_ends() -> None:
    units = {"M4-L1": "2310", "T7-inf1": "2314", "Travis": "2314"}
    asked = go(units, "M4-L1", "2311", turn=5, extra=["2314"]).then("react 2314")
    volley = asked.then(f"volley {asked.verbs('volley')[0]}", dice=[(6, 6)])
    assert volley.s.extra_used == (SPACE["2314"],) and volley.prompt == "react" and volley.left == 9


@pytest.mark.case(TITLE, "9.6", "11.4")
def test_door_dice_in_reaction() -> None:
    units = {"M4-L1": "2316", "T1-inf1": "2523", "Baugh": "2523"}
    asked = go(units, "M4-L1", "2317").then("react 2523")
    through = asked.then("force 2623 in", dice=[(6,)])
    assert through.where("T1-inf1") == "2623 in" and through.heard(Moved)[-1].cost == 7


@pytest.mark.case(TITLE, "11.4")
def test_leaders_may_go_along() -> None:
    units = {"M4-L1": "2310", "T7-inf1": "2314", "Travis": "2314"}
    asked = go(units, "M4-L1", "2311", turn=5).then("react 2314")
    assert asked.verbs("bring") == ["Travis"]
    assert asked.then("bring Travis", "go 2315").where("Travis") == "2315"
    more = go({**units, "Forsyth": "2314", "Baugh": "2314", "Jones": "2314"}, "M4-L1", "2311", turn=5).then(
        "react 2314"
    )
    assert sorted(more.verbs("bring")) == ["Baugh", "Forsyth", "Travis"]  # Jones leads another formation


@pytest.mark.case(TITLE, "11.8", "6.6")
def test_entering_by_the_edge_is_a_moment_too_and_each_stack_is_a_mover() -> None:
    s = board({"T7-inf1": "2314", "Travis": "2314", **IDLE}, due=[0, 99, 99, 99, 1, 0], area=[0, 1, 2, 3, 4, 5])
    assert watch(s) >> SPACE["2310"] & 1
    first = act(s, "enter Column 4", "join M4-L1", "done", "at 2237")
    assert first.s.mover == 1
    second = first.then("done", "enter Column 4", "join M4-L2", "done", "at 2337")
    assert second.s.mover == 2 and TEXAN == 1


@pytest.mark.case(TITLE, "13.1.C", "11.1")
def test_patients_react_by_fire_only() -> None:
    units = {"M4-L1": "2316", "T2-pat1": "2320", "Travis": "2320"}
    asked = go(units, "M4-L1", "2317").then("react 2320")
    assert asked.verbs("shoot") and asked.why("go 2321") == ("13.1", "never_moves")


@pytest.mark.case(TITLE, "11.5")
def test_nobody_fires_on_for_a_bump_when_those_who_bumped_are_dead() -> None:
    """A squad reacts into a hex with friends, next to two platoons: the first shot kills it, the friends are spared."""
    units = {"M4-L1": "2317", "M4-L2": "2224", "M4-L3": "2424", "T7-inf1": "2322", "Travis": "2322", "T4-inf1": "2323"}
    bump = go(units, "M4-L1", "2318").then("react 2322", "go 2323")
    assert bump.verbs("answer") == ["2224", "2424"]
    dead_ = bump.then("answer 2224", dice=[(1, 2)])
    assert dead_.where("T7-inf1") == "dead" and dead_.where("T4-inf1") == "2323" and dead_.prompt == "act"
    missed = bump.then("answer 2224", dice=[(6, 6)])
    assert missed.prompt == "bump" and missed.verbs("answer") == ["2424"]
    led = go(units, "M4-L1", "2318").then("react 2322", "bring Travis", "go 2323")
    left = led.then("answer 2224", dice=[(1, 2)])
    assert left.where("T7-inf1") == "dead" and left.prompt == "bump"  # Travis came with them, and lives
    assert left.asked is not None and left.asked.units == (UNIT["Travis"],)  # the dead come next to nobody
    last = left.then("answer 2424", dice=[(6, 6)])
    assert [e.units for e in last.heard(Bumped)] == [(UNIT["Travis"],)]


@pytest.mark.case(TITLE, "9.6", "11.4", "11.8")
def test_a_door_that_holds_ends_movement_for_all_reactions_of_the_phase() -> None:
    units = {"M4-L1": "2316", "M4-L2": "2216", "T1-inf1": "2521", "Baugh": "2521", "Travis": "2523"}
    stones = {"dead": {"2522": 3, "2523": 3}}
    tried = go(units, "M4-L1", "2317", **stones).then("react 2521", "bring Baugh", "go 2522", "go 2523")
    failed = tried.then("force 2623 in", dice=[(6,)])
    assert failed.where("T1-inf1") == "2523" and failed.prompt == "act"  # the mover is not in sight any more
    again = failed.then("done", "activate M4-L2", "go 2217", "react 2523")
    assert again.prompt == "react" and again.left == 12 and again.verbs("go") == [] == again.verbs("force")
    assert again.why("go 2522") == ("9.6", "pinned") and again.verbs("shoot") == ["2217"]
    assert again.verbs("bring") == ["Travis"]  # Baugh has tried that door too
    through = tried.then("force 2623 in", dice=[(1,)])
    assert through.where("T1-inf1") == "2623 in" and not any(through.s.pinned[UNIT[n]] for n in ("T1-inf1", "Baugh"))
    own = failed.then("done", "done")
    while own.prompt != "texan_actions":
        own = own.then("done")
    assert own.then("activate T1-inf1", "done").verbs("go") != []  # the next phase is another


@pytest.mark.case(TITLE, "10.2", "11.10")
def test_a_shot_in_reaction_counts_for_its_own_side_only() -> None:
    """Texans fire from 2321 in reaction and die there; a platoon that walks in afterwards fires from the same hex."""
    units = {
        "M4-L1": "2316", "M4-L2": "2219", "M4-L3": "2420", "T7-inf1": "2321", "Forsyth": "2321", "T4-inf1": "2325",
    }  # fmt: skip
    asked = go(units, "M4-L1", "2315", turn=12, extra=["2321"])
    fired = asked.then("react 2321", "volley 2316", "done", "done", dice=[(6, 6)])
    cleared = fired.then("activate M4-L2", "shoot 2321", "done", dice=[(1, 1)])
    assert cleared.where("T7-inf1") == "dead" == cleared.where("Forsyth")
    inside = cleared.then("activate M4-L3", "go 2320", "go 2321")
    assert inside.verbs("shoot") == ["2325"]
    after = inside.then("shoot 2325", dice=[(6, 6)])
    assert set(after.s.fired) == {(TEXAN, SPACE["2321"]), (MEXICAN, SPACE["2219"]), (MEXICAN, SPACE["2321"])}
    # the Extra Guns were lost when the platoon came in: nobody says later that they were spent (10.14)
    assert [e.hex for e in inside.heard(ExtraGunLost)] == [SPACE["2321"]]
    ended = after.then("done") if after.prompt != "mexican_actions" else after
    assert ended.then("done").heard(ExtraGunSpent) == []


@pytest.mark.case(TITLE, "11.8", "11.7")
def test_a_leader_goes_along_with_one_reaction_to_a_mover() -> None:
    """Jones goes along with a squad into the hex of another that reacts too: not with that one as well."""
    units = {"T4-inf1": "2320", "Jones": "2320", "T4-inf2": "2420", "Blazeby": "2420", "M4-L1": "2315"}
    units["M4-L2"] = "2117"
    both = go(units, "M4-L1", "2316").then("react 2320", "react 2420")
    assert "bring Jones" in both.offers
    later = both.then("bring Jones", "go 2420", "done")
    assert later.asked is not None and later.asked.units == (UNIT["T4-inf2"],)
    assert later.where("Jones") == "2420" and later.verbs("bring") == ["Blazeby"]
    stayed = both.then("go 2420", "done")
    assert stayed.verbs("bring") == ["Blazeby"] and stayed.where("Jones") == "2320"
    over = later.then("done", "done")
    assert over.prompt == "mexican_actions"
    again = over.then("activate M4-L2", "go 2118")
    assert again.prompt == "triggered" and "bring Jones" in again.then("react 2420").offers  # another mover


@pytest.mark.case(TITLE, "11.8.B", "2.1")
def test_a_leader_who_joins_men_beside_texans_takes_their_reaction() -> None:
    """Leaders are units: one who steps to a platoon that began the phase next to them moves next to them (R-REACT)."""
    units = {"M4-L1": "2319", "Morales": "2317", "M4-L2": "2117", "T7-inf1": "2320", "Travis": "2320"}
    start = act(board({**units, **IDLE}))
    assert start.then("activate M4-L2", "go 2118").prompt == "triggered"
    joined = start.then("activate Morales", "go 2318")
    while joined.prompt == "triggered":
        joined = joined.then("done")
    joined = joined.then("go 2319")
    assert joined.where("Morales") == "2319" and joined.prompt == "mexican_actions"
    assert joined.s.deniers[UNIT["T7-inf1"]] == (UNIT["Morales"],)
    assert joined.then("activate M4-L2", "go 2118").prompt == "act"
    s = joined.s
    place(s, UNIT["Morales"], DEAD)
    assert act(s, "activate M4-L2", "go 2118").prompt == "triggered"  # 11.9
