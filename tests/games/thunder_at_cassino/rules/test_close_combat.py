"""9: close combat."""

import pytest

from grognard.core import Decision, Only
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN, SPACE_NAMES, UNIT_NAMES
from grognard.games.thunder_at_cassino.rules.close_combat import close_terms, modifier
from grognard.games.thunder_at_cassino.rules.events import AreaChosen, Fallen, Overrun, Paired, Struck, StruckAgain
from grognard.games.thunder_at_cassino.rules.screening import STAND, HoldLine, Screening, screen_holds
from grognard.games.thunder_at_cassino.rules.state import Melee, Thunder
from tests import kit
from tests.games.thunder_at_cassino.kit import (
    board,
    company,
    hear,
    is_committed,
    of,
    offered,
    play,
    prompt,
    refusal,
    space,
    unit,
    where,
)

THUNDER = "thunder_at_cassino"


def phase(
    units: dict[str, list[str]], *, advantage: str = "Allied", committed: tuple[str, ...] = (), **columns: object
) -> Thunder:
    """The Close Combat Phase is about to begin; then the end of the turn."""
    s = board(units, stack=[{"step": "FlipUp"}], advantage=advantage, committed=committed, **columns)
    s.stack = (*s.stack[:3], s.stack[-1])
    return s


def fight(s: Thunder, *texts: str, dice: tuple[object, ...] = ()) -> Thunder:
    return play(s, *texts, dice=dice)


@pytest.mark.case(THUNDER, "9.1", "6.3", "9.1.stay")
def test_everybody_turns_up_and_stays_so() -> None:
    units = {"13": ["25 NZ A-1", "6/II/3-1"], "B": ["25 NZ B-1"]}
    s = fight(phase(units, committed=("25 NZ A-1", "25 NZ B-1", "6/II/3-1")))
    assert not any(is_committed(s, name) for name in ("25 NZ A-1", "25 NZ B-1", "6/II/3-1"))
    assert prompt(s) == "close.pair"


@pytest.mark.case(THUNDER, "9.2", "6.3")
def test_close_combat_only_in_areas_with_both_sides() -> None:
    s = phase(
        {
            "13": ["25 NZ A-1", "6/II/3-1"],
            "14": ["25 NZ B-1"],
            "G": ["25 NZ C-1", "9/III/3-1"],
            "15": ["6/II/3-2", "6F"],
        }
    )
    _, heard = hear(s)
    assert [event.space for event in of(heard, AreaChosen)] == [space("13")], "not in Zones, not with a lone builder"


@pytest.mark.case(THUNDER, "8.45", "9.4", "9.3")
def test_the_holder_picks_the_area_and_designates_second() -> None:
    units = {"13": ["25 NZ A-1", "6/II/3-1"], "16": ["25 NZ B-1", "6/II/3-2"]}
    s = phase(units, advantage="Allied")
    assert offered(s) == ["resolve 13", "resolve 16"] and s.seats[ALLIED] == 0
    s = fight(s, "resolve 16")
    assert s.stack[-1].side == GERMAN, "the side without the Advantage goes first"
    s = fight(s, "strike 25 NZ B-1", dice=(6,))
    assert prompt(s) == "reroll.close"
    s = fight(s, "no")
    assert prompt(s) == "close.pair" and s.stack[-1].side == ALLIED, "it designates when the results are known"


@pytest.mark.case(THUNDER, "9.2.simul", "9.4")
def test_the_dead_strike_back_before_they_leave() -> None:
    s = phase({"13": ["25 NZ A-1", "6/II/3-1"]})
    s = fight(s, "strike 25 NZ A-1", "no", dice=(6,))
    assert where(s, "25 NZ A-1") == "13" and s.melee is not None and s.melee.doomed == (unit("25 NZ A-1"),)
    s = fight(s, "strike 6/II/3-1", "no", dice=(6,))
    assert where(s, "25 NZ A-1") == where(s, "6/II/3-1") == "Eliminated"


@pytest.mark.case(THUNDER, "9.7", "9.7.A", "9.7.B")
def test_modifiers_of_the_die() -> None:
    gurkhas = (unit("1/9 Gur A-1"), unit("1/9 Gur A-2"))
    para, gun = unit("6/II/3-1"), unit("8/II/3-1")
    assert modifier(gurkhas[:1], para) == 2, "hit on 4 or more"
    assert modifier(gurkhas, para) == 3
    assert modifier(gurkhas[:1], gun) == 4, "hit on 2 or more"
    assert modifier((para,), gurkhas[0]) == 0, "a better defender gets nothing"
    low = fight(
        phase({"13": ["1/9 Gur A-1", "6/II/3-1"]}, advantage="German"), "strike 6/II/3-1", "no", "hold", dice=(3,)
    )
    assert where(low, "6/II/3-1") == "13"
    high = fight(
        phase({"13": ["1/9 Gur A-1", "6/II/3-1"]}, advantage="German"), "strike 6/II/3-1", "no", "hold", dice=(4,)
    )
    assert where(high, "6/II/3-1") == "Eliminated"


@pytest.mark.case(THUNDER, "9.7", "9.7.A", "9.7.B", "9.7.B.arm")
def test_the_report_of_an_attack_names_every_term_and_the_sum() -> None:
    s = phase({"13": ["1/9 Gur A-1", "1/9 Gur A-2", "6/II/3-1"]}, advantage="German")
    _, heard = hear(s, "strike 6/II/3-1", "strike 6/II/3-1", "no", "hold", dice=(3,))
    struck = of(heard, Struck)[0]
    assert (struck.die, struck.terms, struck.total, struck.hit) == (3, (("9.7.A", 1), ("9.7.B", 2)), 6, True)
    assert GAME.words.event(struck) == (
        "1/9 Gur A-1, 1/9 Gur A-2 against 6/II/3-1: die 3, helpers +1 (9.7.A), close combat margin +2 (9.7.B): 6, "
        "6/II/3-1 is hit."
    )
    gun, sherman = unit("14/3 A/T-1"), unit("19 Armd B-1")
    assert close_terms((gun,), sherman) == (("9.7.B.arm", 2),) and close_terms((sherman,), gun) == ()


@pytest.mark.case(THUNDER, "9.7.B.arm")
def test_against_armor_guns_compare_attack_and_defence_factors() -> None:
    sherman = unit("19 Armd B-1")
    assert modifier((unit("14/3 A/T-1"),), sherman) == 2, "6 - 4"
    assert modifier((unit("242 StuG-1"),), sherman) == 1, "5 - 4"
    assert modifier((unit("6/II/3-1"),), sherman) == 2, "CCF 3 - 1 for ordinary infantry"
    assert modifier((unit("14/3 A/T-1"),), unit("25 NZ A-1")) == 0, "CCF against infantry"


@pytest.mark.case(THUNDER, "9.6", "9.6.one", "9.2.once")
def test_two_may_attack_one_only_if_the_whole_line_is_attacked() -> None:
    s = phase({"13": [*company("25 NZ A"), "6/II/3-1", "6/II/3-2"]}, advantage="German")
    s = fight(s, "strike 6/II/3-1")
    _, heard = hear(s, "strike 6/II/3-1", dice=(1,))
    pairs = [(len(event.attackers), event.target) for event in of(heard, Paired)]
    assert pairs == [(2, unit("6/II/3-1")), (1, unit("6/II/3-2"))], "the third had to take the other one"
    few = phase({"13": [*company("25 NZ A", 2), "6/II/3-1", "6/II/3-2"]}, advantage="German")
    few = fight(few, "strike 6/II/3-1")
    assert refusal(few, "strike 6/II/3-1").key == "line_first"
    assert set(offered(few)) == {"strike 6/II/3-2", "hold"}


@pytest.mark.case(THUNDER, "9.6.optional")
def test_nobody_has_to_attack() -> None:
    s = phase({"13": ["25 NZ A-1", "6/II/3-1"]}, advantage="German")
    _, heard = hear(s, "hold", "hold")
    assert of(heard, Struck) == []


@pytest.mark.case(THUNDER, "9.6.armor", "12.4")
def test_infantry_attacks_armor_only_when_its_infantry_is_attacked_too() -> None:
    units = {"13": ["25 NZ A-1", "6/II/3-1", "242 StuG-1"]}
    s = phase(units, advantage="German")
    assert refusal(s, "strike 242 StuG-1").key == "line_first"
    enough = phase({"13": [*company("25 NZ A", 2), "6/II/3-1", "242 StuG-1"]}, advantage="German")
    _, heard = hear(enough, "strike 242 StuG-1", dice=(1,))
    assert [event.target for event in of(heard, Paired)] == [unit("6/II/3-1"), unit("242 StuG-1")]
    tank = phase({"13": ["19 Armd B-1", "6/II/3-1", "242 StuG-1"]}, advantage="German")
    assert "strike 242 StuG-1" in offered(tank), "armor may always attack armor"


@pytest.mark.case(THUNDER, "9.6.screen", "9.6.ex", "9.6.part")
def test_the_printed_screens_of_three_infantry_and_a_machine_gun() -> None:
    units = {"13": [*company("25 NZ A"), "25 NZ MG", *company("6/II/3"), "8/II/3-1"]}
    s = phase(units, advantage="German")
    hidden = fight(s, "screen 25 NZ MG", "screen 8/II/3-1")
    assert prompt(hidden) == "close.pair" and screen_holds(hidden, GERMAN), "three attackers, three screeners"
    assert refusal(hidden, "strike 8/II/3-1").key == "is_screened"
    assert set(offered(fight(hidden, "hold"))) == {*(f"strike {name}" for name in company("6/II/3")), "hold"}
    open_ = fight(s, "done", "screen 8/II/3-1")
    assert open_.melee is not None and open_.melee.screened == (), "four attackers: the gun must stand in the line"
    assert "strike 8/II/3-1" in offered(open_)


@pytest.mark.case(THUNDER, "9.6.limit", "9.6.screen")
def test_only_machine_guns_and_anti_tank_units_are_screened() -> None:
    s = phase({"13": [*company("6/II/3"), "8/II/3-1", "242 StuG-1", "25 NZ A-1"]}, advantage="Allied")
    assert refusal(s, "screen 6/II/3-1").key == "cannot_be_screened"
    assert refusal(s, "screen 242 StuG-1").rule == "9.6.limit"
    lone = phase({"13": ["8/II/3-1", "25 NZ A-1"]}, advantage="Allied")
    assert prompt(lone) == "close.pair", "nobody could screen it"


@pytest.mark.case(THUNDER, "9.6.attack", "9.7.ex", "9.6.part", "9.7.B.arm")
def test_the_printed_anti_tank_unit_behind_the_line() -> None:
    germans = [*company("6/II/3"), "5/II/3-1", "1 Para Div Obs", "14/3 A/T-1", "8/II/3-1"]
    allies = [*company("25 NZ A"), "19 Armd B-1", "19 Armd B-2"]
    s = phase({"13": [*germans, *allies]}, advantage="German")
    s = fight(s, "screen 14/3 A/T-1", "screen 8/II/3-1")
    assert prompt(s) == "close.line", "five attackers against four screeners: one gun must come forward"
    assert offered(s) == ["stand 8/II/3-1", "stand 14/3 A/T-1"]
    s = fight(s, "stand 8/II/3-1")
    assert s.melee is not None and s.melee.screened == (unit("14/3 A/T-1"),)
    assert refusal(s, "strike 14/3 A/T-1").key == "is_screened"
    s = fight(s, "strike 6/II/3-1")
    assert refusal(s, "strike 6/II/3-1").key == "line_first", "five against five: no combined attack"
    s = fight(s, "hold", "hold", "hold", "hold", "no", dice=(1,))
    assert s.stack[-1].side == GERMAN
    s = fight(s, "strike 19 Armd B-1")
    s = fight(s, "strike 19 Armd B-1")
    pairs = s.stack[-1].pairs
    assert [target for _, target in pairs] == [unit("19 Armd B-1")] * 2
    assert modifier(tuple(attacker for attacker, _ in pairs), unit("19 Armd B-1")) == 3


@pytest.mark.case(THUNDER, "9.6.attack")
def test_a_screened_unit_never_attacks_alone() -> None:
    s = phase({"13": [*company("6/II/3"), "8/II/3-1", "25 NZ A-1"]}, advantage="Allied")
    s = fight(s, "screen 8/II/3-1", "strike 25 NZ A-1")
    assert s.stack[-1].pairs == ((unit("8/II/3-1"), unit("25 NZ A-1")),)
    _, heard = hear(s, "hold", "hold", dice=(1,))
    assert len(of(heard, Paired)[0].attackers) == 2, "the last rifle unit had to join"
    guns = phase({"13": ["14/3 A/T-1", "14/3 A/T-2", "8/II/3-1", *company("25 NZ A", 2)]}, advantage="Allied")
    guns = fight(guns, "screen 8/II/3-1", "done", "strike 25 NZ A-1")
    assert refusal(guns, "strike 25 NZ A-1").key == "line_first", "the screened gun cannot take the other one alone"
    lone = phase({"13": ["14/3 A/T-1", "14/3 A/T-2", "8/II/3-1", "25 NZ A-1", "19 Armd B-1"]}, advantage="Allied")
    lone = fight(lone, "screen 8/II/3-1", "done", "strike 19 Armd B-1", "hold")
    told = refusal(lone, "strike 25 NZ A-1")
    assert (told.rule, told.key) == ("9.6.attack", "screened_alone"), "nobody is left to go with it"
    assert GAME.words.refusal(told) == "A screened unit would attack without a unit that screens it."


@pytest.mark.case(THUNDER, "9.6.attack", "9.7.ex")
def test_armor_behind_the_line_is_no_partner_for_a_screened_unit() -> None:
    """Two rifles screen the gun; the StuG screens nobody unless it is put into the line."""
    units = {"13": [*company("6/II/3", 2), "8/II/3-1", "242 StuG-1", *company("25 NZ A", 2)]}
    s = fight(phase(units, advantage="Allied"), "screen 8/II/3-1", "done", "strike 25 NZ A-1", "strike 25 NZ A-1")
    assert offered(s) == ["strike 25 NZ A-1", "strike 25 NZ A-2"], "both rifles: one for the gun, one for the line"
    told = refusal(s, "hold")
    assert (told.rule, told.key) == ("9.6", "needed")
    paired = of(hear(s, "strike 25 NZ A-2", dice=(1,))[1], Paired)
    assert [len(e.attackers) for e in paired] == [3, 1], "the last rifle had to go with the gun"
    stood = phase(units, advantage="Allied")
    stood = fight(stood, "screen 8/II/3-1", "stand 242 StuG-1", "strike 25 NZ A-1", "strike 25 NZ A-1")
    assert "strike 25 NZ A-2" in offered(stood) and "hold" in offered(stood), "the StuG of the line goes with it"


@pytest.mark.case(THUNDER, "9.6.attack", "18.2.screen")
def test_a_reserve_unit_is_no_partner_for_a_screened_unit() -> None:
    units = {"13": ["25 NZ A-1", "21 NZ A-1", "25 NZ MG", "6/II/3-1"]}
    s = fight(phase(units, advantage="German", turn=11, last=15), "screen 25 NZ MG", "strike 6/II/3-1")
    with_it = of(hear(s, "strike 6/II/3-1", dice=(1,))[1], Paired)
    assert [len(e.attackers) for e in with_it] == [3], "a reserve unit beside it does not free the other one"
    assert "hold" in offered(s), "the reserve unit is not needed"
    s = fight(s, "hold", dice=(1,))
    assert of(hear(s, "no")[1], Struck)[0].attackers == (unit("25 NZ MG"), unit("21 NZ A-1")), "the other one is"
    early = fight(phase(units, advantage="German"), "screen 25 NZ MG", "strike 6/II/3-1", "strike 6/II/3-1")
    assert "hold" in offered(early), "before turn 10 it screens like any other"


@pytest.mark.case(THUNDER, "9.6.part", "9.6.screen")
def test_armor_put_into_the_line_helps_the_screen() -> None:
    units = {"13": [*company("6/II/3", 2), "242 StuG-1", "8/II/3-1", *company("25 NZ A")]}
    s = phase(units, advantage="Allied")
    helped = fight(s, "screen 8/II/3-1", "stand 242 StuG-1")
    assert helped.melee is not None and helped.melee.screened == (unit("8/II/3-1"),)
    alone = fight(s, "screen 8/II/3-1", "done")
    assert prompt(alone) == "close.line", "two against three"


@pytest.mark.case(THUNDER, "9.5", "9.5.elim", "13.3", "14.34")
def test_non_combat_units_stay_out_of_it_and_lone_ones_die_at_the_end() -> None:
    units = {
        "13": ["25 NZ A-1", "NZ Div Obs", "6/II/3-1", "3 Para Reg Obs"],
        "14": ["6F", "6/II/3-2"],
        "15": ["1 Para Div Obs"],
        "G": ["12F", "9/III/3-1"],
    }
    s = phase(units, advantage="German")
    assert offered(s) == ["strike 6/II/3-1", "hold"], "the observer neither attacks nor is attacked"
    assert refusal(s, "strike 3 Para Reg Obs").rule == "9.5"
    s = fight(s, "hold", "hold")
    assert where(s, "6F") == "Eliminated" and where(s, "NZ Div Obs") == "13"
    assert where(s, "1 Para Div Obs") == "15", "no enemy there"
    assert where(s, "12F") == "G", "Zones are no Areas"


@pytest.mark.case(THUNDER, "9.5.elim", "14.34.return")
def test_an_observer_lost_with_its_escort_returns_next_turn() -> None:
    units = {"13": ["25 NZ A-1", "NZ Div Obs", "6/II/3-1"]}
    s = fight(phase(units, turn=4), "strike 25 NZ A-1", "no", "hold", dice=(6,))
    assert where(s, "NZ Div Obs") == "Lost observers" and prompt(s) == "arrive"
    assert {f"arrive NZ Div Obs > {zone}" for zone in "ABCDEF"} == set(offered(s))


@pytest.mark.case(THUNDER, "8.45.area", "8.41", "8.41.same")
def test_a_reroll_hands_the_advantage_over_but_not_the_roles_of_this_area() -> None:
    units = {"13": ["25 NZ A-1", "6/II/3-1"], "16": ["25 NZ B-1", "6/II/3-2"]}
    s = fight(phase(units, advantage="Allied"), "resolve 13", "strike 25 NZ A-1", dice=(6,))
    told = of(hear(s, "yes", dice=[(1,)])[1], StruckAgain)
    assert told == [StruckAgain(ALLIED, (unit("6/II/3-1"),), unit("25 NZ A-1"), 6)]
    s = fight(s, "yes", dice=(1,))
    assert s.advantage == GERMAN and where(s, "25 NZ A-1") == "13"
    assert prompt(s) == "close.pair" and s.stack[-1].side == ALLIED, (
        "the roles stay; the new roll was not offered again"
    )
    s = fight(s, "strike 6/II/3-1", dice=(2,))
    assert prompt(s) == "reroll.close" and s.stack[-1].last is False, "the new holder may use it on another die"
    s = fight(s, "no")
    assert s.melee is not None and s.melee.area == space("16") and s.melee.first == ALLIED


@pytest.mark.case(THUNDER, "18.2.screen", "18.2.cc")
def test_reserves_do_not_screen_and_must_all_be_attacked_before_combined_attacks() -> None:
    units = {"13": [*company("25 NZ A"), "25 NZ MG", *company("6/II/3", 2)]}
    s = phase(units, advantage="German", turn=11, last=15)
    late = fight(s, "screen 25 NZ MG")
    assert late.melee is not None and late.melee.screened == (), "three reserves screen nobody"
    early = phase(units, advantage="German", turn=8)
    early = fight(early, "screen 25 NZ MG")
    assert early.melee is not None and early.melee.screened == (unit("25 NZ MG"),)
    tanks = {"13": ["25 NZ A-1", "19 Armd B-1", "14/3 A/T-1", "6/II/3-1"]}
    duel = phase(tanks, advantage="Allied", turn=11, last=15)
    duel = fight(duel, "done")
    duel = fight(duel, "strike 19 Armd B-1")
    told = refusal(duel, "strike 19 Armd B-1")
    assert (told.rule, told.key) == ("18.2.cc", "reserves_first"), "the reserve unit is not attacked"
    free = phase(tanks, advantage="Allied", turn=8)
    free = fight(free, "done")
    free = fight(free, "strike 19 Armd B-1")
    assert "strike 19 Armd B-1" in offered(free)


@pytest.mark.case(THUNDER, "9.6", "9.7.ex")
def test_a_gun_and_one_helper_may_pass_the_line_by_a_third_may_not() -> None:
    units = {"13": ["19 Armd B-1", "25 NZ A-1", "14/3 A/T-1", *company("6/II/3", 2)]}
    s = fight(phase(units, advantage="Allied"), "done", "strike 19 Armd B-1", "strike 19 Armd B-1")
    assert refusal(s, "strike 19 Armd B-1").key == "line_first", "a larger attack needs the whole line attacked"
    assert set(offered(s)) == {"strike 25 NZ A-1", "hold"}


@pytest.mark.case(THUNDER, "9.4")
def test_the_dead_of_close_combat_are_told_by_its_own_case() -> None:
    s = phase({"13": ["25 NZ A-1", "6/II/3-1"]})
    _, heard = hear(s, "strike 25 NZ A-1", "no", "hold", dice=(6,))
    assert [(event.unit, event.rule) for event in of(heard, Fallen)] == [(unit("25 NZ A-1"), "9.4")]


@pytest.mark.case(THUNDER, "9.5.elim", "14.34.return")
def test_every_lone_non_combat_unit_of_both_sides_is_lost_at_the_end_of_the_phase() -> None:
    """Two in each of two Areas of either side; where a friend fights on, nobody is lost."""
    units = {
        "1": ["6F", "48 Eng-1", "6/II/3-1"],
        "2": ["7F", "NZ Div Obs", "6/II/3-2"],
        "3": ["1 Para Div Obs", "3 Para Reg Obs", "25 NZ A-1"],
        "4": ["1 Para Reg Obs", "25 NZ A-2"],
        "5": ["8F", "25 NZ A-3", "4 Para Reg Obs"],
        "6": ["12F", "25 NZ B-1"],
        "10": ["48 Eng-2"],
    }
    s, heard = hear(phase(units))
    lost = {UNIT_NAMES[event.unit]: SPACE_NAMES[event.space] for event in of(heard, Overrun)}
    assert lost == {
        "6F": "1",
        "48 Eng-1": "1",
        "7F": "2",
        "NZ Div Obs": "2",
        "1 Para Div Obs": "3",
        "3 Para Reg Obs": "3",
        "1 Para Reg Obs": "4",
        "4 Para Reg Obs": "5",
    }
    assert where(s, "6F") == "Eliminated" and where(s, "1 Para Reg Obs") == "Lost observers"
    assert [where(s, name) for name in ("8F", "12F", "48 Eng-2")] == ["5", "6", "10"]


@pytest.mark.case(THUNDER, "9.1", "9.2", "8.45")
def test_everybody_of_a_place_turns_up_and_a_lone_area_needs_no_choice() -> None:
    units = {"13": [*company("25 NZ A"), *company("6/II/3")], "B": company("25 NZ B")}
    everybody = tuple(name for names in units.values() for name in names)
    s, heard = hear(phase(units, committed=everybody))
    assert not any(is_committed(s, name) for name in everybody)
    assert not [event for event in heard if isinstance(event, Only)] and of(heard, AreaChosen)[0].first == GERMAN


@pytest.mark.case(THUNDER, "9.2", "9.2.once", "8.45")
def test_each_contested_area_is_fought_for_once_and_no_other() -> None:
    units = {
        "13": ["25 NZ A-1", "6/II/3-1"],
        "16": ["25 NZ B-1", "6/II/3-2"],
        "22": ["25 NZ C-1", "6/II/3-3"],
        "14": ["6F"],
    }
    s = phase(units)
    assert (refusal(s, "resolve 14").rule, refusal(s, "resolve 14").key) == ("9.2", "not_contested")
    s = fight(s, "resolve 16", "hold", "hold")
    assert offered(s) == ["resolve 13", "resolve 22"]
    assert (refusal(s, "resolve 16").rule, refusal(s, "resolve 16").key) == ("9.2.once", "fought_already")
    assert refusal(s, "hold").rule == "8.45"


@pytest.mark.case(THUNDER, "9.6.screen", "9.6.limit", "9.6.part", "18.2.screen")
def test_every_refusal_of_a_screen_and_of_the_line() -> None:
    units = {"13": ["6/II/3-1", "8/II/3-1", "14/3 A/T-1", "242 StuG-1", "25 NZ A-1", "19 Armd B-1"], "14": ["8/II/3-2"]}
    s = phase(units, advantage="Allied")
    reasons = {
        "screen 8/II/3-2": ("9.6.screen", "not_there"),
        "screen 25 NZ A-1": ("9.6.screen", "not_there"),
        "screen 6/II/3-1": ("9.6.limit", "cannot_be_screened"),
        "stand 242 StuG-1": ("9.6.part", "not_for_the_line"),
        "hold": ("9.6.screen", "not_offered"),
    }
    s = fight(s)
    assert {text: (refusal(s, text).rule, refusal(s, text).key) for text in reasons} == reasons
    assert offered(s) == ["screen 8/II/3-1", "screen 14/3 A/T-1", "done"]
    hidden = fight(s, "screen 8/II/3-1")
    assert offered(hidden) == ["screen 14/3 A/T-1", "stand 242 StuG-1", "done"]
    assert refusal(hidden, "screen 8/II/3-1").key == "already_chosen"
    assert refusal(hidden, "stand 6/II/3-1").key == "not_for_the_line"
    stood = fight(hidden, "stand 242 StuG-1")
    assert offered(stood) == ["screen 14/3 A/T-1", "done"] and refusal(stood, "stand 242 StuG-1").rule == "9.6.part"
    pair = fight(phase({"13": ["8/II/3-1", "14/3 A/T-1", "25 NZ A-1"]}, advantage="Allied"), "screen 8/II/3-1")
    assert prompt(pair) == "close.pair", "the gun is left to screen, and cannot be screened itself"


@pytest.mark.case(THUNDER, "9.6.part", "9.6.screen")
def test_the_side_that_designates_first_thickens_its_line_first_until_it_holds() -> None:
    """Three attackers against one rifle unit and two screened guns: two must come forward, in any order."""
    guns = ["6/II/3-1", "8/II/3-1", "8/II/3-2", "242 StuG-1"]
    s = phase({"13": [*guns, *company("25 NZ A")]}, advantage="Allied")
    s = fight(s, "screen 8/II/3-1", "screen 8/II/3-2", "done")
    assert prompt(s) == "close.line" and offered(s) == ["stand 8/II/3-1", "stand 8/II/3-2", "stand 242 StuG-1"]
    once = fight(s, "stand 242 StuG-1")
    assert offered(once) == ["stand 8/II/3-1", "stand 8/II/3-2"] and refusal(once, "stand 6/II/3-1").rule == "9.6.part"
    twice = fight(once, "stand 8/II/3-2")
    assert twice.melee is not None and twice.melee.screened == (unit("8/II/3-1"),) and prompt(twice) == "close.pair"
    assert twice.melee.stood == (unit("242 StuG-1"),)


@pytest.mark.case(THUNDER, "9.7", "8.41")
@pytest.mark.parametrize(("die", "hit"), [(3, False), (4, True)])
def test_a_margin_of_two_needs_a_four(die: int, hit: bool) -> None:
    s = fight(phase({"13": ["1/9 Gur A-1", "6/II/3-1"]}, advantage="German"), "strike 6/II/3-1", dice=(die,))
    asked = kit.asks(s)
    assert asked.numbers == (die, 2, die + 2, int(hit)) and asked.units == (unit("6/II/3-1"),)
    assert offered(s) == ["no", "yes"]
    assert refusal(s, "hold").rule == "8.41"
    after, heard = hear(s, "no", "hold")
    assert [event.hit for event in of(heard, Struck)] == [hit]
    assert where(after, "6/II/3-1") == ("Eliminated" if hit else "13") and after.melee is None


@pytest.mark.case(THUNDER, "9.5.elim", "9.5")
def test_observers_of_both_sides_alone_in_an_area_do_each_other_nothing() -> None:
    s = fight(
        phase({"13": ["NZ Div Obs", "1 Para Div Obs"], "14": ["25 NZ A-1", "3 Para Reg Obs"], "66": ["9/III/3-1"]})
    )
    assert where(s, "NZ Div Obs") == where(s, "1 Para Div Obs") == "13"
    assert where(s, "3 Para Reg Obs") != "14", "the other one was alone among Combat units"


@pytest.mark.case(THUNDER, "9.6.screen", "9.6.part", "18.2.screen")
def test_each_side_has_its_own_screen_and_late_in_the_battle_others_than_reserves_hold_it() -> None:
    s = board({"13": ["25 NZ A-1", "25 NZ MG", "6/II/3-1", "8/II/3-1"]})
    s.melee = Melee(space("13"), ALLIED, (unit("8/II/3-1"), unit("25 NZ MG")))
    assert screen_holds(s, ALLIED) and screen_holds(s, GERMAN), "one attacker on its own, one screening unit, each"
    s.melee = Melee(space("13"), ALLIED, (unit("8/II/3-1"),))
    assert screen_holds(s, ALLIED) and not screen_holds(s, GERMAN), "rifle and machine gun attack on their own"
    three = board({"13": ["25 NZ A-1", "25 NZ MG", "6/II/3-1", "6/II/3-2", "8/II/3-1"]})
    three.melee = Melee(space("13"), ALLIED, (unit("8/II/3-1"), unit("25 NZ MG")))
    assert not screen_holds(three, ALLIED) and screen_holds(three, GERMAN), "two rifles against one who screens"
    tanks = board({"13": ["25 NZ A-1", "25 NZ MG", "19 Armd B-1", "6/II/3-1", "8/II/3-1"]})
    tanks.melee = Melee(space("13"), ALLIED, (unit("8/II/3-1"), unit("25 NZ MG")))
    asked = Screening(ALLIED).ask(tanks)
    assert isinstance(asked, Decision) and STAND[unit("19 Armd B-1")] in asked.options
    assert Screening(ALLIED).why_not(tanks, STAND[unit("19 Armd B-1")]) is None
    late = {"13": ["21 NZ A-1", "25 NZ MG", "6/II/3-1"]}
    for reserve, holds in ((late, True), ({"13": ["25 NZ A-1", "25 NZ MG", "6/II/3-1"]}, False)):
        s = board(reserve, turn=11, last=15)
        s.melee = Melee(space("13"), ALLIED, (unit("25 NZ MG"),))
        assert screen_holds(s, ALLIED) == holds
    held = board({"13": ["25 NZ A-1", "25 NZ MG", "6/II/3-1"]})
    held.melee = Melee(space("13"), ALLIED, (unit("25 NZ MG"),))
    told = HoldLine().why_not(held, STAND[unit("25 NZ MG")])
    assert HoldLine().ask(held) is None and told is not None and told.key == "not_offered"
    plain = board({"13": ["25 NZ A-1", "6/II/3-1"]})
    plain.melee = Melee(space("13"), ALLIED)
    assert Screening(ALLIED).ask(plain) is None, "nobody to screen, nothing to ask"


@pytest.mark.case(THUNDER, "9.7.B", "9.7.B.arm")
def test_of_equal_margins_the_first_attackers_case_is_told() -> None:
    """Gun and paratroopers have two points over a Sherman each, by different factors."""
    pair = (unit("5/II/3-1"), unit("14/3 A/T-1"))
    assert close_terms(pair, unit("19 Armd B-1")) == (("9.7.A", 1), ("9.7.B", 2))
    assert close_terms(pair[::-1], unit("19 Armd B-1")) == (("9.7.A", 1), ("9.7.B.arm", 2))
