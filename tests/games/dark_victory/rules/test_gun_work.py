"""10.15-10.21 Work at the guns: who reloads, what a gun moved or fired can still do, and hauling as a moment."""

import pytest

from grognard.games.dark_victory.content import MEXICAN, TEXAN
from grognard.games.dark_victory.rules.events import CannonFired, Reloaded
from grognard.games.dark_victory.rules.state import EMPTY, LOADED, LOADING, SPENT
from tests.games.dark_victory.kit import SPACE, TITLE, UNIT, Played, act, board


def first(units: dict[str, str], lead: str, **told: object) -> Played:
    start = act(board(units, **told), f"activate {lead}")
    return start.then("done") if start.prompt == "muster" else start


@pytest.mark.case(TITLE, "10.18")
def test_a_gun_fired_in_a_phase_is_not_reloaded_in_it_by_anybody() -> None:
    """The crew began its phase beside a loaded gun; what others do with it changes nothing."""
    units = {"T3-gun1": "2214", "T7-inf1": "2214", "M1-F1": "2210", "T4-inf1": "2514"}
    fired = first(units, "T7-inf1", guns={"8pdr-2214": "2214"}, side=TEXAN).then("cannon 2210", dice=[(6, 6)])
    assert fired.prompt == "texan_actions" and fired.s.loaded[4] == SPENT
    crew = fired.then("activate T3-gun1")
    assert "load" not in crew.offers and crew.why("load") == ("10.18", "fired_this_phase")
    assert crew.why("cannon 2210") in (("10.15", "unloaded"), ("10.2", "not_on_top"))
    over = crew.then("done", "done")
    assert over.s.loaded[4] == EMPTY and over.heard(Reloaded) == []
    reaction = {"M4-L1": "2310", "T3-gun1": "2214", "Campbell": "2214", "M4-L6": "0505", "T4-inf1": "2514"}
    asked = act(board(reaction, turn=4, guns={"8pdr-2214": "2214"}), "activate M4-L1", "go 2210", "react 2214")
    shot = asked.then(f"cannon {asked.verbs('cannon')[0]}", dice=[(6, 6)])
    while shot.prompt != "texan_actions":
        shot = shot.then("done")
    assert shot.s.loaded[4] == EMPTY
    crew = shot.then("activate T3-gun1")
    crew = crew.then("done") if crew.prompt == "muster" else crew
    assert "load" in crew.offers  # fired in reaction, reloaded in his own phase


@pytest.mark.case(TITLE, "10.18", "10.20")
def test_a_gun_moved_in_a_phase_is_neither_loaded_nor_laid_on_a_door_in_it() -> None:
    units = {"T4-inf1": "2326", "T3-gun1": "2325", "T4-inf2": "2015"}
    told = {"guns": {"6pdr-2326": "2326"}, "unloaded": ["6pdr-2326"], "side": TEXAN}
    brought = first(units, "T4-inf1", **told).then("haul 2325", "done")
    assert brought.s.gun_at[6] == SPACE["2325"]
    crew = brought.then("activate T3-gun1")
    assert crew.why("load") == ("10.18", "moved_this_phase")
    still = first({"T3-gun1": "2325", "T4-inf2": "2015"}, "T3-gun1", **{**told, "guns": {"6pdr-2326": "2325"}})
    assert "load" in still.offers
    s = board({"MR-G1": "2524", "Ampudia": "2524", "T4-inf1": "2015"}, guns={"6pdr-2326": "2524"})
    s.gun_spent[6] = 2
    moved = act(s, "activate MR-G1", "done")
    assert moved.why("blast 2624 in") == ("10.21", "moved_this_phase")


@pytest.mark.case(TITLE, "10.18")
def test_guns_change_at_the_end_of_the_phase_each_by_its_own_state() -> None:
    units = {"T3-gun1": "2214", "T3-gun2": "1914", "T3-gun3": "2014", "M1-F1": "2210", "T4-inf1": "2514"}
    guns = {"8pdr-2214": "2214", "8pdr-1914": "1914", "8pdr-2014": "2014"}
    told = {"guns": guns, "unloaded": ["8pdr-2214", "8pdr-2014"], "side": TEXAN}
    both = act(board(units, **told), "activate T3-gun1", "load", "activate T3-gun3", "load")
    assert [both.s.loaded[g] for g in (0, 2, 4)] == [LOADED, LOADING, LOADING]
    over = both.then("done")
    assert [over.s.loaded[g] for g in (0, 2, 4)] == [LOADED, LOADED, LOADED]
    assert sorted(e.gun for e in over.heard(Reloaded)) == [2, 4]


@pytest.mark.case(TITLE, "11.11", "10.20")
def test_a_move_that_begins_with_a_cannon_may_be_answered_like_any_other() -> None:
    units = {"M4-L1": "2326", "T7-inf1": "2320", "Travis": "2320", "M4-L6": "0505"}
    told = {"guns": {"6pdr-2326": "2326"}, "gun_side": bytearray(11)}
    announced = act(board(units, **told), "activate M4-L1", "haul 2325")
    assert announced.prompt == "triggered" and announced.where("M4-L1") == "2326"
    assert announced.s.gun_at[6] == SPACE["2326"]
    quiet = announced.then("done")
    assert quiet.where("M4-L1") == "2325" and quiet.s.gun_at[6] == SPACE["2325"] and quiet.prompt == "triggered"
    assert quiet.then("done").left == 10
    shot = announced.then("react 2320", "shoot 2326", "done", dice=[(1, 2)])
    assert shot.s.reduced[UNIT["M4-L1"]] and shot.s.gun_at[6] == SPACE["2325"]
    killed = act(board(units, reduced=["M4-L1"], **told), "activate M4-L1", "haul 2325", "react 2320")
    killed = killed.then("shoot 2326", "done", dice=[(1, 2)])
    assert killed.where("M4-L1") == "dead" and killed.s.gun_at[6] == SPACE["2326"]
    onward = quiet.then("done", "haul 2324")
    assert onward.where("M4-L1") == "2324" and onward.s.gun_spent[6] == 4  # announced once only
    unseen = act(board({**units, "T7-inf1": "1914", "Travis": "1914"}, **told), "activate M4-L1", "haul 2325")
    assert unseen.prompt == "act" and unseen.s.gun_at[6] == SPACE["2325"]


@pytest.mark.case(TITLE, "10.2", "10.2.B", "9.6")
def test_a_door_between_does_not_give_a_stack_a_second_shot() -> None:
    """Extra Guns leave nine action factors, a door that opens at once seven: enough for a second shot from the room."""
    units = {"T10-inf1": "2027", "M4-L1": "2228", "M4-L2": "2025", "T4-inf1": "2015"}  # 2228 lies in the row of 1926
    told = {"side": TEXAN, "extra": ["2027"]}
    for target in ("2228", "2025"):
        once = first(units, "T10-inf1", **told).then(f"volley {target}", "force 1926 in", dice=[(6, 6), (1,)])
        assert once.prompt == "act" and once.left == 7 and once.where("T10-inf1") == "1926 in"
        assert once.verbs("shoot") == []
    many = first(units, "T10-inf1", options={"shots": "as_af_allow"}, **told)
    same = many.then("volley 2228", "force 1926 in", dice=[(6, 6), (1,)])
    assert same.why("shoot 2228") == ("10.2.B", "same_target")
    other = many.then("volley 2025", "force 1926 in", dice=[(6, 6), (1,)])
    assert other.verbs("shoot") == ["2228"]
    failed = first(units, "T10-inf1", dead={"1926 in": 7}, **told).then(
        "volley 2025", "force 1926 in", dice=[(6, 6), (2,)]
    )
    assert failed.prompt != "act" or failed.verbs("shoot") == []


@pytest.mark.case(TITLE, "10.20", "10.17.B")
def test_a_gun_too_heavy_is_told_before_the_price() -> None:
    heavy = first({"T4-inf1": "2023"}, "T4-inf1", guns={"12pdr-2023": "2023"}, side=TEXAN, dead={"2123": 20})
    assert heavy.why("haul 2123") == ("10.20", "gun_too_heavy")


@pytest.mark.case(TITLE, "10.21", "9.7.C")
def test_a_crew_blasts_any_door_of_its_hex_whoever_lies_below_it() -> None:
    men = {"Ampudia": "2618", "MR-G1": "2618", "T4-inf1": "2015"}
    start = act(board(men, guns={"6pdr-2326": "2618"}), "activate MR-G1", "done")
    assert sorted(start.verbs("blast")) == ["2617 in", "2717"]
    texan = act(board({"T3-gun1": "2618", "M4-L1": "0505"}, guns={"6pdr-2326": "2618"}, side=TEXAN), "activate T3-gun1")
    assert texan.why("blast 2717") == ("9.7.C", "crews_only") and texan.verbs("blast") == []
    under = {"MR-G1": "2524", "MR-S1": "2524", "Ampudia": "2524", "Vega": "2524", "T4-inf1": "2015"}
    below = act(board(under, guns={"6pdr-2326": "2524"}), "activate MR-G1", "done")
    assert below.why("blast 2624 in") == ("10.21", "no_loaded_gun")  # the sappers lie over the crew


@pytest.mark.case(TITLE, "10.17", "10.18")
def test_who_reloads_for_the_mexicans() -> None:
    told = {"guns": {"6pdr-2326": "2320"}, "unloaded": ["6pdr-2326"]}
    for officer in ("Ampudia", "Salva"):
        for hex in ("2320", "2321", "2220"):
            crew = first({"MR-G1": "2320", officer: hex, "T4-inf1": "2015"}, "MR-G1", **told)
            assert "load" in crew.offers, (officer, hex)
    both = first(
        {"MR-S1": "2320", "MR-G1": "2320", "Salva": "2320", "Vega": "2320", "T4-inf1": "2015"}, "MR-S1", **told
    )
    assert "load" in both.offers  # a crew in the stack is enough
    texans = first({"T4-inf1": "2320", "T3-gun1": "2320", "M4-L1": "0505"}, "T3-gun1", side=TEXAN, **told)
    assert "load" in texans.offers and MEXICAN == 0


@pytest.mark.case(TITLE, "10.18", "10.20")
def test_a_gun_that_is_being_reloaded_stays_where_it_is() -> None:
    """The crew has spent its phase on it: nobody else of the hex takes it away until the phase ends."""
    units = {"T3-gun7": "2727", "T8-inf1": "2727", "T4-inf2": "2015"}
    told = {"guns": {"6pdr-2727": "2727"}, "unloaded": ["6pdr-2727"], "side": TEXAN}
    start = act(board(units, **told))
    others = start.then("activate T8-inf1")
    assert "haul 2726" in others.offers
    loading = start.then("activate T3-gun7", "load", "activate T8-inf1")
    assert loading.s.loaded[7] == LOADING and loading.verbs("haul") == []
    assert loading.why("haul 2726") == ("10.18", "being_loaded")
    over = loading.then("done", "done")
    assert over.s.loaded[7] == LOADED and over.s.gun_at[7] == SPACE["2727"]


@pytest.mark.case(TITLE, "10.18")
def test_a_gun_is_loaded_when_the_phase_ends_only_if_its_crew_has_lived_to_see_it() -> None:
    units = {
        "Ampudia": "2118", "MR-G1": "2118", "Almonte": "2121", "T7-inf1": "2115", "Forsyth": "2115", "T4-inf1": "2514",
    }  # fmt: skip
    told = {"guns": {"8pdr-2214": "2118"}, "unloaded": ["8pdr-2214"], "reduced": ["MR-G1"]}
    loading = first(units, "MR-G1", **told).then("load")
    assert loading.s.loaded[4] == LOADING
    joined = loading.then("activate Almonte", "go 2120", "go 2119", "go 2118")
    assert joined.prompt == "triggered"
    missed = joined.then("react 2115", "shoot 2118", dice=[(6, 6)])
    hit = joined.then("react 2115", "shoot 2118", dice=[(1, 1)])
    assert hit.where("MR-G1") == "dead" == hit.where("Almonte")
    for end, state in ((missed, LOADED), (hit, EMPTY)):
        while end.prompt not in ("texan_actions", "melees", "reorder"):
            end = end.then("done")
        assert end.s.loaded[4] == state and len(end.heard(Reloaded)) <= (state == LOADED)


@pytest.mark.case(TITLE, "10.18")
def test_a_crew_that_comes_to_a_gun_later_in_the_phase_does_not_finish_its_loading() -> None:
    """MR-G2 began the phase in 2218; who was loading beside the gun has fallen."""
    units = {
        "Ampudia": "2118", "MR-G1": "2118", "MR-G2": "2218", "Salva": "2218", "Almonte": "2121", "T7-inf1": "2115",
        "Forsyth": "2115", "T4-inf1": "2514",
    }  # fmt: skip
    told = {"guns": {"8pdr-2214": "2118"}, "unloaded": ["8pdr-2214"], "reduced": ["MR-G1"]}
    joined = first(units, "MR-G1", **told).then("load", "activate Almonte", "go 2120", "go 2119", "go 2118")
    for dice, state in (((1, 1), EMPTY), ((6, 6), LOADED)):
        end = joined.then("react 2115", "shoot 2118", dice=[dice])
        while "activate MR-G2" not in end.offers:
            end = end.then("done")
        end = end.then("activate MR-G2")
        while "go 2118" not in end.offers:
            end = end.then("done")
        end = end.then("go 2118")
        while end.prompt not in ("texan_actions", "melees", "reorder"):
            end = end.then("done")
        assert end.where("MR-G2") == "2118" and end.s.loaded[4] == state


@pytest.mark.case(TITLE, "11.5", "10.1", "10.15")
def test_those_who_are_bumped_may_fire_the_loaded_cannon_under_them() -> None:
    """Cannon fire is fire combat too: one shot for the hex, of muskets or of the gun, which is then unloaded."""
    units = {"M4-L1": "2317", "M4-L2": "2224", "M4-L6": "0505", "T7-inf1": "2322", "Travis": "2322", "T4-inf1": "2015"}
    guns = {"6pdr-2326": "2224"}

    def bumped(**told: object) -> Played:
        return act(board(units, guns=guns, **told), "activate M4-L1", "go 2318", "react 2322", "go 2323")

    asked = bumped()
    assert asked.prompt == "bump" and asked.offers == ["answer 2224", "grape 2224", "done"]
    shot = asked.then("grape 2224", dice=[(2, 2)])
    fired = shot.heard(CannonFired)[0]
    assert (fired.needs, fired.hit) == (2 + 2, True) and shot.where("T7-inf1") == "dead"
    assert shot.s.loaded[6] == SPENT
    missed = asked.then("grape 2224", dice=[(2, 3)])
    assert missed.prompt == "react" and missed.where("T7-inf1") == "2323"
    again = missed.then("go 2322", "go 2323")
    assert again.prompt == "bump" and again.offers == ["answer 2224", "done"]
    assert bumped(unloaded=["6pdr-2326"]).offers == ["answer 2224", "done"]
