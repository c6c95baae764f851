"""6.2 Allied combat, steps 1 to 4."""

from typing import Any

import pytest

from grognard.core import Draw, Event, clone, push, run
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import CHITS, KINDS, NEXT, NO_KIND, SPACE_NAMES
from grognard.games.cities_of_the_damned.rules.combat import Engage, GermansLeave, Repel, cleared, points_left
from grognard.games.cities_of_the_damned.rules.events import (
    ChitsBack,
    Clashed,
    CounterMarkerBack,
    Drew,
    GermanLost,
    Laid,
    Lowered,
    Marked,
    MarkerBack,
    MarkerFreed,
    Mustered,
    Resisted,
    RestBack,
    SetAside,
    Supported,
)
from grognard.games.cities_of_the_damned.rules.options import Support
from grognard.games.cities_of_the_damned.rules.state import RIVER, UPHILL, CityState, isolated
from tests.games.cities_of_the_damned.kit import A, K, U, cup, do, every, heard, held, inside, last, prompt, table
from tests.kit import asks, offered, refusal, silent

CITY = "cities_of_the_damned"

PAST = ("support 0 > 0", "lower 0 > 0 > no")
NZ = ("A/24NZ", "B/24NZ", "C/24NZ")


def fight(area: str, *units: str, **more: Any) -> CityState:
    """Units already standing in an area that is about to be fought for."""
    return table({area: units}, top=(Engage(A[area]),), **more)


@pytest.mark.case(CITY, "6.2")
def test_combat_on_entry_with_everybody_and_once_at_the_end_of_the_activations() -> None:
    s = table({"46": ("A/24NZ",), "47": ("B/24NZ",)}, {"Allied": ("47",)}, markers={"46": "FJ infantry 1"})
    entered, events = heard(
        s,
        "activate B/24NZ",
        "enter 46",
        *PAST,
        dice=(1, K["FJ infantry 1"], K["FJ infantry 2"], (3, 3), K["FJ infantry 1"]),
    )
    assert last(events, Mustered).allied == 4, "the unit that stood there fights too"
    assert held(entered, "46") == "Contested"
    assert prompt(do(entered, "done", "done")) == "counter_attack", "fought already this round: no second combat"
    again = do(s, "done")
    assert (asks(again).prompt, asks(again).spaces) == ("direct", (A["46"],)), "not fought this round: compulsory"
    two = table({"46": ("A/24NZ",), "39": ("B/24NZ",)}, markers={"46": "FJ infantry 1", "39": "FJ MG 1"})
    two = do(two, "done")
    assert offered(GAME, two) == ["assault 39", "assault 46"], "in the player's order, and none may be left out"


@pytest.mark.case(CITY, "6.2.step1", "4.0.rain.support", "5.0")
def test_direct_support() -> None:
    s = fight("31", "A/24NZ", air=3, artillery=4)
    assert offered(GAME, s) == [f"support {a} > {b}" for a, b in ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2))]
    told = refusal(GAME, s, "support 2 > 1")
    assert (told.rule, told.facts) == ("6.2.step1", (2,))
    _, events = heard(s, "support 1 > 1", "lower 0 > 0 > no", dice=(1, K["FJ infantry 1"], (4, 2)))
    assert last(events, Supported).air == 1
    assert last(events, Clashed).allied == 3 + 2 + 4
    wet = fight("31", "A/24NZ", air=0, artillery=4, rain=True)
    assert offered(GAME, wet) == ["support 0 > 0", "support 0 > 1"]
    assert refusal(GAME, wet, "support 0 > 2").rule == "4.0.rain.support"
    poor = fight("31", "A/24NZ", air=0, artillery=1)
    assert refusal(GAME, poor, "support 1 > 0").rule == "5.0"


@pytest.mark.case(CITY, "6.2.step2", "6.2.step2.table")
@pytest.mark.parametrize(
    ("area", "die", "number"), [("31", 3, 1), ("31", 4, 2), ("12", 1, 4), ("12", 6, 5), ("46", 2, 3)]
)
def test_resistance_is_table_plus_level(area: str, die: int, number: int) -> None:
    s, events = heard(fight(area, "A/24NZ"), "support 0 > 0", dice=(die,))
    assert last(events, Resisted).number == number
    assert asks(s).numbers[0] == number


@pytest.mark.case(CITY, "6.2.step2.reduce", "6.2.step2.cap")
def test_lowering_the_draw_v3_and_v30() -> None:
    s = do(fight("12", "A/24NZ", "A/19NZ"), "support 0 > 0", dice=(6,))
    assert "lower 1 > 1 > no" in offered(GAME, s) and "lower 1 > 0 > yes" in offered(GAME, s)
    told = refusal(GAME, s, "lower 1 > 1 > yes")
    assert (told.rule, told.facts) == ("6.2.step2.cap", (2,))
    _, events = heard(s, "lower 1 > 0 > yes", dice=(*[K["FJ infantry 1"]] * 3, (6, 1)))
    assert last(events, Lowered).number == 3 and len(every(events, Drew)) == 3
    none = do(fight("31", "A/24NZ", turn=1, round=1), "support 0 > 0", dice=(5, (1, 6), K["FJ MG 1"]))
    assert none.air == 3, "number 0: no reduction was offered"
    early = do(fight("31", "A/24NZ", "A/19NZ", turn=1, round=1), "support 0 > 0", dice=(4,))
    assert offered(GAME, early) == ["lower 0 > 0 > no", "lower 0 > 0 > yes", "lower 1 > 0 > no", "lower 0 > 1 > no"]
    assert refusal(GAME, early, "lower 1 > 1 > no").key == "nothing_to_lower"


@pytest.mark.case(CITY, "6.2.step2.reduce", "9.1.1.a", "4.0.rain.support")
def test_points_and_a_reduced_tank_lower_by_one_each() -> None:
    s = do(fight("12", "A/24NZ", "A/19NZ", reduced=("A/19NZ",)), "support 0 > 0", dice=(6,))
    _, events = heard(s, "lower 0 > 1 > yes", dice=(*[K["FJ infantry 1"]] * 3, (6, 1)))
    assert (last(events, Lowered).tank, last(events, Lowered).number) == (True, 3)
    wet = do(fight("12", "A/24NZ", "A/19NZ", rain=True, air=0), "support 0 > 1", dice=(6,))
    assert offered(GAME, wet) == ["lower 0 > 0 > no", "lower 0 > 0 > yes", "lower 0 > 1 > no", "lower 0 > 1 > yes"]
    assert refusal(GAME, wet, "lower 0 > 2 > no").rule == "4.0.rain.support"
    foot = do(fight("12", "A/24NZ"), "support 0 > 0", dice=(6,))
    assert refusal(GAME, foot, "lower 0 > 0 > yes").rule == "9.1.1.a"


@pytest.mark.case(CITY, "6.2.step1", "6.2.step2.reduce")
def test_one_cap_for_the_whole_combat_by_the_switch() -> None:
    s = fight("12", "A/24NZ", "A/19NZ", options={"support_cap_mode": "per_combat"})
    s = do(s, "support 1 > 0", dice=(6,))
    assert [o for o in offered(GAME, s) if o.endswith("no")] == [
        "lower 0 > 0 > no",
        "lower 1 > 0 > no",
        "lower 0 > 1 > no",
    ]
    assert refusal(GAME, s, "lower 1 > 1 > no").key == "support_cap"
    assert points_left(s, s.fight) == 1 and points_left(s, s.fight, 1) == 0, "one spent, and one more to be spent"
    assert points_left(s, None) == 2 and points_left(s, None, 2) == 0, "before there is a fight"
    default = do(fight("12", "A/24NZ"), "support 1 > 1", dice=(6,))
    assert "lower 1 > 1 > no" in offered(GAME, default), "by default each step has its own two points"
    assert points_left(default, default.fight, 2) == 2


@pytest.mark.case(CITY, "6.2.step2.draw", "6.2.step2.marker")
def test_the_marker_goes_back_and_the_draw_takes_what_there_is() -> None:
    s = table({"46": ("A/24NZ",)}, markers={"46": "FJ StuG III 2"}, top=(Engage(A["46"]),))
    s = do(s, "support 0 > 0", dice=(1,))
    push(s, GAME.texts.parse("lower 0 > 0 > no"), silent)
    asked = run(s, silent)
    assert isinstance(asked, Draw)
    assert dict(asked.pool)[K["FJ StuG III 2"]] == 1, "the old marker can be drawn again"
    assert sum(n for _, n in asked.pool) == 18
    short = fight("12", "A/24NZ", cup=[0, 1, *[0] * 12], removed=[3, 3, 2, 2, 1, 1, 3, 2, *[0] * 6])
    _, events = heard(short, *PAST, dice=(6, K["FJ infantry 2"], (6, 1)))
    assert len(every(events, Drew)) == 1, "five were due, one was there"


@pytest.mark.case(CITY, "6.2.step2.grey")
def test_grey_chits_are_drawn_only_once_they_have_joined() -> None:
    for grey, total in ((False, 18), (True, 28)):
        s = do(fight("31", "A/24NZ", grey=grey), "support 0 > 0", dice=(1,))
        push(s, GAME.texts.parse("lower 0 > 0 > no"), silent)
        asked = run(s, silent)
        assert isinstance(asked, Draw)
        assert sum(n for _, n in asked.pool) == total
        assert any(CHITS[k].grey for k, _ in asked.pool) == grey


@pytest.mark.case(CITY, "6.2.step3", "6.2.step3.german", "1.2.DR", "1.2.CCR", "6.2.ccr")
def test_totals() -> None:
    s, events = heard(
        fight("46", *NZ, "A/19NZ", reduced=("A/24NZ",)),
        *PAST,
        "lead B/24NZ",
        dice=(1, K["FJ infantry 2"], K["FJ artillery 1"], (2, 5)),
    )
    muster, clash = last(events, Mustered), last(events, Clashed)
    assert muster.allied == 3 + 3, "lead 3, three others"
    assert muster.german == 2 + 1 + 1, "two chits and RL 1"
    assert (clash.allied, clash.german, clash.margin) == (8, 9, -1)
    assert asks(s).numbers == (1,), "the CCR is the difference"


@pytest.mark.case(CITY, "6.2.step3", "6.2.step3.german", "6.2.step3.mod1", "6.2.step3.mod2", "6.2.step3.mod3")
def test_the_report_of_a_combat_names_both_sides_and_every_term_of_the_sum() -> None:
    """Support of one and one mark are both told, though they add up to nothing."""
    alone = {"46": ("A/24NZ", "B/24NZ", "A/19NZ")}
    ring = [SPACE_NAMES[b] for b in NEXT[A["46"]]]
    s = table(alone, {"Allied": ring}, {"46": "FJ sniper"}, marks={"A/24NZ": RIVER}, top=(Engage(A["46"]),))
    _, events = heard(
        s, "support 1 > 0", "lower 0 > 0 > no", "lead A/24NZ", dice=(1, K["FJ infantry 2"], K["FJ infantry 1"], (2, 5))
    )
    muster = last(events, Mustered)
    assert muster.units == (U["A/24NZ"], U["B/24NZ"], U["A/19NZ"]) and muster.kinds == (
        K["FJ infantry 1"],
        K["FJ infantry 2"],
    )
    assert muster.ours == (
        ("6.2.step3", 3),
        ("6.2.step3 others", 2),
        ("6.2.step3.mod2", 1),
        ("6.2.step3.mod1 river", -1),
    )
    assert muster.theirs == (("6.2.step3.german", 3), ("6.2.step3.german level", 1), ("6.2.step3.mod3", -2))
    assert GAME.words.event(muster) == (
        "In 46 Jail: A/24NZ leads B/24NZ, A/19NZ, CF of the lead unit +3 (6.2.step3), other units +2 (6.2.step3), "
        "direct support +1 (6.2.step3.mod2), over the river -1 (6.2.step3.mod1); against FJ infantry 1, FJ infantry 2, "
        "CF of the chits +3 (6.2.step3.german), Resistance Level +1 (6.2.step3.german), cut off -2 (6.2.step3.mod3)."
    )
    clash = last(events, Clashed)
    assert (clash.ours, clash.allied, clash.theirs, clash.german) == (5, 7, 2, 7)
    assert GAME.words.event(clash) == "Dice 2 and 5 in 46 Jail: Allied 5 + 2 = 7, German 2 + 5 = 7, a tie."
    choice = do(
        fight("46", *NZ, "A/19NZ", reduced=("A/24NZ",)), *PAST, dice=(1, K["FJ infantry 2"], K["FJ artillery 1"])
    )
    assert offered(GAME, choice) == ["lead B/24NZ", "lead A/24NZ"], "one for each CF"
    assert refusal(GAME, choice, "lead C/24NZ").key == "same_factor"


@pytest.mark.case(CITY, "6.2.step3.armor", "9.1.1.c", "9.1.1.b")
def test_the_tank_counts_or_lowers_but_not_both_v27() -> None:
    s, events = heard(fight("31", "A/19NZ"), "support 0 > 0", "lower 0 > 0 > yes", dice=(1, (4, 3)))
    clash = last(events, Clashed)
    assert (clash.allied, clash.german) == (4, 3), "CF 0 plus the die"
    assert held(s, "31") == "Allied"
    _, events = heard(fight("31", "A/24NZ", "A/19NZ"), "support 0 > 0", "lower 0 > 0 > yes", dice=(1, (4, 3)))
    assert last(events, Mustered).allied == 3
    _, events = heard(fight("31", "A/24NZ", "A/19NZ"), *PAST, "lead A/24NZ", dice=(1, K["FJ infantry 1"], (4, 3)))
    assert last(events, Mustered).allied == 4, "1 when stacked with the lead"
    _, events = heard(fight("31", "A/24NZ", "A/19NZ"), *PAST, "lead A/19NZ", dice=(1, K["FJ infantry 1"], (4, 3)))
    assert last(events, Mustered).allied == 3, "its CF 2 as lead, 1 for the company"
    committed = do(
        fight("31", "A/24NZ", "A/1/6R", "A/19NZ"), "support 0 > 0", "lower 0 > 0 > yes", dice=(2, K["FJ infantry 1"])
    )
    assert refusal(GAME, committed, "lead A/19NZ").rule == "6.2.step3.armor"
    _, events = heard(fight("31", "A/19NZ", reduced=("A/19NZ",)), *PAST, dice=(1, K["FJ infantry 1"], (6, 1)))
    assert last(events, Mustered).allied == 1, "a reduced tank leads with 1"


@pytest.mark.case(CITY, "6.2.step3.mod1")
def test_each_kind_of_mark_costs_one_however_many_units_bear_it() -> None:
    s = fight("31", "A/24NZ", "B/24NZ", marks={"A/24NZ": 3, "B/24NZ": 3})
    _, events = heard(s, *PAST, dice=(1, K["FJ infantry 1"], (6, 1)))
    assert last(events, Clashed).allied == 4 - 2 + 6


@pytest.mark.case(CITY, "6.2.step3.mod2")
def test_points_that_lowered_the_draw_do_not_count_again() -> None:
    _, events = heard(fight("31", "A/24NZ"), "support 1 > 0", "lower 0 > 1 > no", dice=(2, K["FJ infantry 1"], (6, 1)))
    assert last(events, Clashed).allied == 3 + 1 + 6


@pytest.mark.case(CITY, "6.2.step3.mod3")
def test_isolated_defenders_v9() -> None:
    ring = ("5", "10", "16", "61", "R3")
    s = table({"6": ("A/24NZ",)}, {"Allied": ring}, top=(Engage(A["6"]),))
    assert isolated(s, A["6"])
    _, events = heard(s, *PAST, dice=(1, K["FJ infantry 1"], K["FJ infantry 1"], (6, 1)))
    assert last(events, Clashed).german == 2 + 1 - 2 + 1
    open_ring = table({"6": ("A/24NZ",)}, {"Allied": ring[1:]}, top=(Engage(A["6"]),))
    assert not isolated(open_ring, A["6"])
    blocked = table({"6": ("A/24NZ",), "5": ("B/24NZ",)}, {"Allied": ring[1:]}, markers={"5": "FJ MG 1"})
    assert isolated(blocked, A["6"]), "a Contested area holds Allied units"
    assert not isolated(table(control={"Allied": ("37", "27", "43")}), A["36"]), "an edge area never is"


@pytest.mark.case(CITY, "6.2.ccr.german", "6.2.step4.contested")
def test_german_losses_are_random_and_one_survivor_stays() -> None:
    s = fight("46", *NZ)
    chits = (K["FJ infantry 1"], K["FJ infantry 2"], K["FJ artillery 1"])
    s, events = heard(s, *PAST, dice=(2, *chits, (2, 1), K["FJ infantry 2"], K["FJ infantry 1"]))
    assert last(events, Clashed).margin == 1 and [e.kind for e in every(events, GermanLost)] == [K["FJ infantry 2"]]
    assert held(s, "46") == "Contested"
    assert s.marker[A["46"]] == K["FJ infantry 1"]
    assert cup(s) == 17, "all but the marker are back"
    assert s.cup[K["FJ artillery 1"]] == 3


@pytest.mark.case(CITY, "6.2.ccr.german", "6.2.step4.win")
def test_more_casualties_than_chits_clear_the_area() -> None:
    s, events = heard(fight("46", *NZ), *PAST, dice=(1, K["FJ infantry 1"], K["FJ infantry 1"], (6, 1)))
    assert last(events, Clashed).margin == 7
    assert (held(s, "46"), cup(s), s.marker[A["46"]]) == ("Allied", 18, NO_KIND)


@pytest.mark.case(CITY, "6.2.ccr.tie")
def test_a_tie_leaves_the_area_contested_v4() -> None:
    s, events = heard(fight("31", "A/24NZ", turn=1, round=1), "support 0 > 0", dice=(1, (2, 5), K["FJ sniper"]))
    assert every(events, Drew) == []
    assert (last(events, Clashed).allied, last(events, Clashed).german) == (5, 5)
    assert (held(s, "31"), s.marker[A["31"]]) == ("Contested", K["FJ sniper"])


@pytest.mark.case(CITY, "6.2.step4.contested")
def test_a_lost_fight_without_german_chits_still_leaves_a_marker() -> None:
    s, _ = heard(fight("31", "A/24NZ", turn=1, round=1), "support 0 > 0", dice=(1, (2, 6), K["FJ MG 2"]))
    assert (held(s, "31"), s.marker[A["31"]]) == ("Contested", K["FJ MG 2"])
    bare = fight("31", "A/24NZ", turn=1, round=1, cup=[0] * KINDS, removed=[3, 4, 2, 2, 1, 1, 3, 2, *[0] * 6])
    assert held(do(bare, "support 0 > 0", dice=(1, (2, 5))), "31") == "Allied", "ruling 53: no chit for a marker"


@pytest.mark.case(CITY, "6.2.step4.german")
def test_nobody_left_means_german_control() -> None:
    s = fight("46", "A/24NZ", reduced=("A/24NZ",))
    s, _ = heard(s, *PAST, dice=(1, K["FJ infantry 2"], K["FJ MG 2"], 6, (1, 6)))
    assert (held(s, "46"), cup(s), inside(s, "46")) == ("German", 18, set())


@pytest.mark.case(CITY, "9.1.2.a", "6.2.step2.draw")
def test_german_armor_on_level_3_v6() -> None:
    s = fight("38", "A/24NZ", grey=True)
    chits = (K["FJ StuG III 1"], K["FJ infantry 2"], K["FJ StuG III 2"], K["PG Panzer IV 2"])
    s, events = heard(s, *PAST, dice=(1, *chits, (2, 3)))
    assert [e.kind for e in every(events, SetAside)] == [chits[0], chits[2], chits[3]]
    assert [e.kind for e in every(events, Drew)] == [K["FJ infantry 2"]]
    assert last(events, Mustered).left == 1 and last(events, Mustered).german == 3
    assert s.cup[K["FJ StuG III 1"]] == 1 and s.cup[K["PG Panzer IV 2"]] == 2, "they return after the combat"


@pytest.mark.case(CITY, "6.2.ccr.german")
def test_which_chits_go_is_drawn_with_their_true_weights() -> None:
    s = do(fight("46", *NZ), "support 0 > 0", dice=(2,))
    branch = clone(s)
    push(branch, GAME.texts.parse("lower 0 > 0 > no"), silent)
    for chit in (K["FJ infantry 1"], K["FJ infantry 1"], K["FJ artillery 1"]):
        run(branch, silent)
        push(branch, chit, silent)
    run(branch, silent)
    push(branch, (2, 1), silent)
    asked = run(branch, silent)
    assert isinstance(branch.stack[-1], GermansLeave)
    assert isinstance(asked, Draw)
    assert asked.pool == ((K["FJ infantry 1"], 2), (K["FJ artillery 1"], 1))


@pytest.mark.case(CITY, "6.2.step4.contested", "9.1.2.a")
def test_a_marker_may_be_armor_that_was_set_aside() -> None:
    """Castle Hill, a container of two StuGs: both are set aside, the dice tie, and one of them is the marker."""
    only = {"cup": [0, 0, 0, 0, 1, 1, *[0] * 8], "removed": [3, 4, 2, 2, 0, 0, 3, 2, *[0] * 6]}
    s = fight("38", "A/24NZ", "B/24NZ", "C/24NZ", **only)
    stugs = (K["FJ StuG III 1"], K["FJ StuG III 2"])
    tie = do(s, "support 0 > 0", "lower 0 > 0 > no", dice=(1, *stugs, (1, 5), stugs[1]))
    assert held(tie, "38") == "Contested" and tie.marker[A["38"]] == stugs[1]
    assert cup(tie) == 1, "the other went back"


@pytest.mark.case(CITY, "6.2.step1", "6.2.step2.cap")
def test_one_cap_counts_what_lowered_a_counter_attack_too() -> None:
    """Switch per_combat: two points that lowered the draw leave none for direct support, one leaves one."""
    s = table({"46": NZ}, {"Allied": ("46",)}, options={"support_cap_mode": "per_combat"}, top=(Repel(A["46"], 3),))
    one = do(s, "lower 1 > 0 > no")
    assert offered(GAME, one) == ["support 0 > 0", "support 1 > 0", "support 0 > 1"]
    both = run(do(s, "lower 1 > 1 > no"))
    assert isinstance(both, Draw), "nothing left to spend: straight to the chits"


@pytest.mark.case(CITY, "6.2.ccr.german")
def test_as_many_casualties_as_chits_need_no_draw() -> None:
    """Two unlike chits, two casualties: both go, and no chance decides which."""
    after, events = heard(fight("31", *NZ), *PAST, dice=(2, K["FJ infantry 1"], K["FJ infantry 2"], (2, 2)))
    assert [e.kind for e in every(events, GermanLost)] == [K["FJ infantry 1"], K["FJ infantry 2"]]
    assert held(after, "31") == "Allied" and cup(after) == 18
    assert cleared(2, 2) and not cleared(1, 2)
    assert not cleared(0, 0), "a tie clears nothing, though no chit may stand there"


@pytest.mark.case(CITY, "6.2.step3", "6.2.step3.german", "6.2.step3.mod1", "6.2.step3.mod2")
def test_only_what_counts_is_a_term_of_the_sum() -> None:
    _, events = heard(fight("31", "A/24NZ", air=0, artillery=1), "support 0 > 0", "lower 0 > 1 > no", dice=(1, (3, 3)))
    muster = last(events, Mustered)
    assert (muster.ours, muster.theirs) == ((("6.2.step3", 3),), ()) and every(events, Supported) == []
    two = fight("31", "A/24NZ", "B/24NZ", air=0, artillery=0)
    _, events = heard(two, dice=(1, K["FJ infantry 2"], (3, 3)))
    assert last(events, Mustered).ours == (("6.2.step3", 3), ("6.2.step3 others", 1))
    for mark, term in ((UPHILL, ("6.2.step3.mod1", -1)), (RIVER, ("6.2.step3.mod1 river", -1))):
        s = fight("31", "A/24NZ", air=0, artillery=0, marks={"A/24NZ": mark})
        _, events = heard(s, dice=(1, K["FJ infantry 2"], (3, 3)))
        assert last(events, Mustered).ours == (("6.2.step3", 3), term) and every(events, Lowered) == []
        assert last(events, Mustered).theirs == (("6.2.step3.german", 2),)
        assert last(events, Clashed).margin == 3 - 1 - 2


@pytest.mark.case(CITY, "6.2.step2", "6.2.step2.table")
@pytest.mark.parametrize(("turn", "round_", "number"), [(1, 1, 1), (1, 2, 2), (2, 1, 2)])
def test_only_the_first_round_of_the_first_turn_draws_one_less(turn: int, round_: int, number: int) -> None:
    _, events = heard(fight("46", "A/24NZ", turn=turn, round=round_), "support 0 > 0", dice=(1,))
    assert last(events, Resisted).number == number


@pytest.mark.case(CITY, "6.2.step1", "5.0", "6.2.step3.armor", "6.2.step3")
def test_every_refusal_of_support_and_of_a_lead() -> None:
    s = do(fight("46", "A/24NZ", "B/24NZ", "A/19NZ", air=1, artillery=1, reduced=("B/24NZ",)))
    step = s.stack[-1]
    for points in ((-1, 0), (0, -1), (2, 0), (0, 2)):
        told = step.why_not(s, Support(*points))
        assert told is not None and told.key == "no_points", points
    led = do(s, "support 0 > 0", "lower 0 > 0 > yes", dice=(1, K["FJ infantry 1"]))
    assert offered(GAME, led) == ["lead A/24NZ", "lead B/24NZ"]
    assert refusal(GAME, led, "lead A/19NZ").key == "lowered_the_draw"
    assert refusal(GAME, led, "lead A/25NZ").key == "not_in_fight"
    same = do(fight("46", *NZ, "A/19NZ"), *PAST, dice=(1, K["FJ infantry 1"], K["FJ infantry 1"]))
    assert refusal(GAME, same, "lead B/24NZ").key == "same_factor"


@pytest.mark.case(CITY, "6.2.ccr.german")
def test_which_chit_goes_is_drawn_only_where_it_matters() -> None:
    alike = (1, K["FJ infantry 1"], K["FJ infantry 1"])
    _, events = heard(fight("46", *NZ), *PAST, dice=(*alike, (2, 3)))
    assert last(events, Clashed).margin == 1 and len(every(events, GermanLost)) == 1, "no draw between like chits"
    two = (1, K["FJ infantry 1"], K["FJ infantry 2"])
    drawing = do(fight("46", *NZ), *PAST, dice=(*two, (3, 3)))
    asked = run(clone(drawing), silent)
    assert isinstance(asked, Draw) and asked.purpose == "german_loss"
    assert asked.pool == ((K["FJ infantry 1"], 1), (K["FJ infantry 2"], 1))


# What is told of every chit


def chits_told(events: list[Event]) -> list[tuple[str, str, object]]:
    """Class, case and kinds of what was told of chits after the draw, and of markers."""
    told = (Laid, Marked, ChitsBack, RestBack, MarkerBack, CounterMarkerBack, MarkerFreed)
    return [(type(e).__name__, e.rule, getattr(e, "kinds", None) or (e.kind,)) for e in events if isinstance(e, told)]


@pytest.mark.case(CITY, "6.2.step2.marker", "6.2.step4.contested", "6.2.step4.german", "7.0.marker", "1.2.control.b")
def test_whatever_becomes_of_a_chit_is_told_under_its_case() -> None:
    rifles, gun, stug = K["FJ infantry 1"], K["FJ MG 1"], K["FJ StuG III 1"]
    stand = table({"46": ("A/24NZ",)}, {"Allied": ("47",)}, {"46": "FJ sniper"}, top=(Engage(A["46"]),))
    back = ("MarkerBack", "6.2.step2.marker", (K["FJ sniper"],))
    _, events = heard(stand, *PAST, dice=(1, rifles, gun, 6, (3, 3), gun))
    rest = ("RestBack", "6.2.step4.contested", (rifles,))
    assert chits_told(events) == [back, ("Marked", "6.2.step4.contested", (gun,)), rest], "a tie, two chits drawn"
    _, events = heard(stand, *PAST, "fall A/24NZ > 47", dice=(1, rifles, rifles, (1, 6)))
    assert chits_told(events) == [back, ("ChitsBack", "6.2.step4.german", (rifles, rifles))], "nobody is left"
    bare = table({"46": ("A/24NZ",)}, {}, {"46": "FJ sniper"}, top=(Engage(A["46"]),))
    _, events = heard(bare, "support 0 > 0", "lower 0 > 2 > no", dice=(1, (1, 3), stug))
    assert chits_told(events) == [back, ("Laid", "6.2.step4.contested", (stug,))], "a tie without a chit"
    _, events = heard(bare, *PAST, dice=(1, rifles, rifles, (6, 1)))
    assert chits_told(events) == [back], "those that lost are told one by one"
    struck = table({"46": ("A/24NZ",)}, {}, {"46": "FJ sniper"}, top=(Repel(A["46"], 1),))
    _, events = heard(struck, "lower 0 > 1 > no", dice=(stug,))
    assert chits_told(events)[0] == ("CounterMarkerBack", "7.0.marker", (K["FJ sniper"],))
    left = table({"46": ("A/24NZ",)}, {"Allied": ("47",)}, {"46": "FJ sniper"})
    _, events = heard(left, "activate A/24NZ", "enter 47")
    assert chits_told(events) == [("MarkerFreed", "1.2.control.b", (K["FJ sniper"],))]
    quiet = table({"46": ("A/24NZ",)}, top=(Engage(A["46"]),))
    _, events = heard(quiet, *PAST, dice=(1, rifles, rifles, (6, 1)))
    assert chits_told(events) == [], "no marker lay there"
