"""7.0 Counter-attacks."""

import pytest

from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import COUNTER_TABLE, NEXT, RESISTANCE, SPACE_NAMES, STARS, WHITE
from grognard.games.cities_of_the_damned.rules.combat import Repel
from grognard.games.cities_of_the_damned.rules.counterattack import (
    Compulsory,
    CounterAttacks,
    CounterRoll,
    coming,
    evening,
    exposed,
    look_up,
    modifiers,
    must_fight,
    sites,
)
from grognard.games.cities_of_the_damned.rules.end_phase import EndPhase
from grognard.games.cities_of_the_damned.rules.events import (
    Averted,
    Clashed,
    CounterRolled,
    Drew,
    FightDue,
    GreyJoined,
    Lowered,
    Mustered,
    PhaseEnded,
    QuietRolled,
    SniperFired,
)
from tests.games.cities_of_the_damned.kit import A, K, cup, do, every, heard, held, last, prompt, table
from tests.kit import offered, refusal

CITY = "cities_of_the_damned"

COUNTER = (CounterAttacks(),)
END, NONE, SMALL, SERIOUS, REINFORCEMENT = range(5)


@pytest.mark.case(CITY, "7.0.order", "7.0.sites")
def test_who_has_been_rolled_for_is_struck_no_more_this_round_nor_who_was_not_on_the_list() -> None:
    """45 falls, so Castle Hill lies beside German ground: too late for this round."""
    before = table(
        {"45": ("A/24NZ",), "46": ("B/24NZ",), "47": ("C/24NZ",)},
        {"Allied": ("38", "37", "29")},
        markers={"45": "FJ MG 1", "46": "FJ MG 2", "47": "FJ sniper"},
        top=COUNTER,
        reduced=("A/24NZ",),
        air=0,
        artillery=0,
    )
    assert exposed(before) == sites(before) == [A["29"], A["45"], A["46"], A["47"]]
    listed = do(before)
    assert exposed(listed) == [A["29"], A["45"], A["46"], A["47"]]
    quiet = do(listed, "face 46", dice=(2,))  # 1: none
    assert exposed(quiet) == [A["29"], A["45"], A["47"]] and A["46"] in sites(quiet)
    fallen = do(listed, "face 45", "lose A/24NZ", dice=(3, K["FJ infantry 2"], (1, 6)))
    assert held(fallen, "45") == "German" and A["38"] in sites(fallen)
    assert exposed(fallen) == [A["29"], A["46"], A["47"]]


@pytest.mark.case(CITY, "7.0.mod", "4.0.rain.ca", "12.3")
def test_in_the_evening_the_next_roll_is_one_of_the_next_morning() -> None:
    """Round 5 in rain takes 3 from the die. The next roll is made in a first round: nothing is taken."""
    held_by, box = {"Allied": ("46",)}, {"Reserve box": ("B/24NZ",)}
    day = table({"46": ("A/24NZ",), **box}, held_by, round=5, rain=True, vp=4)
    assert not evening(day) and coming(day) == modifiers(day) == (0, -1, -2, 0)
    dusk = do(table({"46": ("A/24NZ",), **box}, held_by, round=5, rain=True, vp=4, top=(EndPhase(),)))
    assert prompt(dusk) == "deploy" and evening(dusk)
    assert coming(dusk) == (0, 0, 0, 0) and modifiers(dusk) == (0, -1, -2, 0)
    driven = do(table({"46": ("A/24NZ",), **box}, held_by, round=1, happening=3, vp=4, top=(EndPhase(),)))
    assert modifiers(driven) == (0, 0, 0, 1) and coming(driven) == (0, 0, 0, 0), "the event ends with its day"


@pytest.mark.case(CITY, "7.0.sites", "7.0", "1.2.white_rl")
def test_eligible_areas() -> None:
    s = table(
        {"46": ("A/24NZ",), "31": ("B/24NZ",)},
        {"Allied": ("46", "38", "6", "5", "10", "16", "61", "R3", "48")},
        markers={"31": "FJ MG 1"},
    )
    found = sites(s)
    assert set(found) == {A["31"], A["46"], A["38"]}, "6 has no German neighbour; 48 is no VP area; white areas never"
    example = table(
        {"17": ("A/24NZ",)},
        {"Allied": ("10", "61")},
        markers={"17": "FJ MG 1"},
        options={"counter_attack_sites": "example"},
    )
    assert sites(example) == [A["10"], A["17"], A["61"]]
    printed = table({"17": ("A/24NZ",)}, {"Allied": ("10", "61")}, markers={"17": "FJ MG 1"})
    assert sites(printed) == [A["17"]]
    across = table(control={"Allied": ("38", "45", "37", "29")})
    assert A["38"] not in sites(across), "38 borders German ground only over prohibited borders"


@pytest.mark.case(CITY, "7.0.order")
def test_every_site_is_rolled_in_the_players_order() -> None:
    s = table(
        {"46": ("A/24NZ",), "31": ("B/24NZ",)},
        {"Allied": ("46",)},
        markers={"31": "FJ MG 1"},
        top=COUNTER,
        turn=3,
        round=1,
    )
    assert offered(GAME, do(s)) == ["face 31", "face 46"]
    s, events = heard(s, "face 46", dice=(1, 1, 1))
    assert [e.area for e in every(events, CounterRolled)] == [A["46"], A["31"]]
    assert (
        refusal(
            GAME,
            do(
                table(
                    {"46": ("A/24NZ",), "31": ("B/24NZ",), "15": ("C/24NZ",)},
                    {"Allied": ("46", "15")},
                    markers={"31": "FJ MG 1"},
                    top=COUNTER,
                    round=1,
                ),
                "face 46",
                dice=(1,),
            ),
            "face 46",
        ).key
        == "rolled_before"
    )


@pytest.mark.case(CITY, "7.0.mod", "4.0.rain.ca")
@pytest.mark.parametrize(
    ("turn", "number", "rain", "change"),
    [
        (1, 1, False, -1),
        (2, 1, False, 0),
        (2, 2, False, -1),
        (2, 3, False, -1),
        (2, 4, False, -2),
        (2, 5, False, -2),
        (2, 6, False, -3),
        (3, 1, True, 0),
        (3, 2, True, -2),
        (3, 6, True, -4),
    ],
)
def test_modifiers_are_cumulative(turn: int, number: int, rain: bool, change: int) -> None:
    s = table(
        {"46": ("A/24NZ",)},
        {"Allied": ("46",)},
        turn=turn,
        round=number,
        rain=rain,
        top=(CounterRoll(A["46"]),),
        air=0,
        artillery=0,
    )
    _, events = heard(s, dice=(5,))
    roll = last(events, CounterRolled)
    assert roll.total == 5 + change
    assert roll.first + roll.rain + roll.late == change


@pytest.mark.case(CITY, "7.0.table")
def test_the_table() -> None:
    rows = {total: COUNTER_TABLE[total] for total in range(-3, 8)}
    assert [rows[t][0] for t in (-3, 0, 1, 2, 3, 4, 5, 6, 7)] == [
        END,
        END,
        NONE,
        SMALL,
        SMALL,
        SERIOUS,
        SERIOUS,
        REINFORCEMENT,
        REINFORCEMENT,
    ]
    assert [rows[t][1] for t in (2, 3, 4, 5, 6)] == [1, 1, 2, 2, 2]


@pytest.mark.case(CITY, "7.0.end")
def test_zero_ends_the_phase_at_once_v10() -> None:
    s = table(
        {"46": ("A/24NZ",), "31": ("B/24NZ",)},
        {"Allied": ("46",)},
        markers={"31": "FJ MG 1"},
        turn=4,
        round=3,
        rain=True,
        top=COUNTER,
    )
    s, events = heard(s, "face 46", dice=(2,))
    assert last(events, CounterRolled).total == 0 and last(events, CounterRolled).row == END
    assert last(events, PhaseEnded).turn == 4
    assert len(every(events, CounterRolled)) == 1, "31 is not rolled for"
    assert prompt(s) == "attrition", "the End Phase"


@pytest.mark.case(CITY, "7.0.table", "7.0.draw", "7.0.reinforcement")
def test_serious_and_reinforcement_v11_v12() -> None:
    s = table({"46": ("A/24NZ",)}, {"Allied": ("46",)}, round=4, top=(CounterRoll(A["46"]),))
    s, events = heard(s, dice=(6,))
    roll = last(events, CounterRolled)
    assert (roll.total, roll.row, roll.number) == (4, SERIOUS, 3)
    assert not s.grey and cup(s) == 18
    grey = table({"31": ("A/24NZ",)}, markers={"31": "FJ MG 1"}, round=1, top=(CounterRoll(A["31"]),))
    grey, events = heard(grey, dice=(6,))
    assert (last(events, CounterRolled).row, last(events, CounterRolled).number) == (REINFORCEMENT, 2)
    assert last(events, GreyJoined).chits == 10
    assert grey.grey and cup(grey) == 27
    again = table({"31": ("A/24NZ",)}, markers={"31": "FJ MG 1"}, round=1, grey=True, top=(CounterRoll(A["31"]),))
    _, events = heard(again, dice=(6,))
    assert every(events, GreyJoined) == [], "only the first time"


@pytest.mark.case(CITY, "7.0.draw")
def test_the_first_round_does_not_lower_a_counter_attack() -> None:
    s = table({"46": ("A/24NZ",)}, {"Allied": ("46",)}, turn=1, round=1, top=(CounterRoll(A["46"]),))
    _, events = heard(s, dice=(3,))
    assert (last(events, CounterRolled).total, last(events, CounterRolled).number) == (2, 2), "RL 1 + 1"


@pytest.mark.case(CITY, "7.0.marker")
def test_the_marker_returns_before_the_draw() -> None:
    s = table({"31": ("A/24NZ",)}, markers={"31": "FJ StuG III 2"}, top=(Repel(A["31"], 1),))
    s = do(s, "lower 0 > 0 > no", "support 0 > 0", dice=(K["FJ StuG III 2"],))
    assert prompt(s) == "armor", "the old marker came up again and fires at the only unit there"


@pytest.mark.case(CITY, "7.0.reduce", "5.0")
def test_lowering_and_direct_support_before_the_draw() -> None:
    s = table({"46": ("A/24NZ", "A/19NZ")}, {"Allied": ("46",)}, top=(Repel(A["46"], 3),))
    assert prompt(s) == "lower"
    assert refusal(GAME, s, "lower 1 > 1 > yes").rule == "6.2.step2.cap"
    s, events = heard(s, "lower 0 > 1 > yes", "support 2 > 0", dice=(K["FJ infantry 1"], (3, 3)))
    assert last(events, Lowered).number == 1
    assert last(events, Clashed).allied == 3 + 2 + 3
    rain = table({"46": ("A/24NZ",)}, {"Allied": ("46",)}, rain=True, air=0, top=(Repel(A["46"], 3),))
    assert offered(GAME, rain) == ["lower 0 > 0 > no", "lower 0 > 1 > no"]


@pytest.mark.case(CITY, "7.0.reduce")
def test_lowered_to_nothing() -> None:
    s = table({"46": ("A/24NZ",)}, {"Allied": ("46",)}, top=(Repel(A["46"], 2),))
    s, events = heard(s, "lower 1 > 1 > no")
    assert last(events, Averted).area == A["46"]
    assert (held(s, "46"), every(events, Clashed), s.fight) == ("Allied", [], None)
    contested = table({"31": ("A/24NZ",)}, markers={"31": "FJ MG 1"}, top=(Repel(A["31"], 1),))
    contested = do(contested, "lower 1 > 0 > no", dice=(K["FJ sniper"],))
    assert (held(contested, "31"), contested.marker[A["31"]]) == ("Contested", K["FJ sniper"]), "a new random marker"


@pytest.mark.case(CITY, "7.0.vacant")
def test_vacant_area_v19() -> None:
    s = table(control={"Allied": ("46",)}, top=(Repel(A["46"], 2),), air=1, artillery=1)
    s, events = heard(s, "lower 1 > 0 > no", "support 0 > 1", dice=(K["FJ infantry 1"], (5, 4)))
    clash = last(events, Clashed)
    assert (clash.allied, clash.german) == (6, 6)
    assert last(events, Mustered).ours == (("6.2.step3.mod2", 1),), "nobody leads"
    assert held(s, "46") == "German"

    def after(first: int, second: int, *kinds: str) -> str:
        vacant = table(control={"Allied": ("46",)}, top=(Repel(A["46"], len(kinds)),), air=0, artillery=0)
        return held(do(vacant, dice=(*(K[k] for k in kinds), (first, second))), "46")

    assert after(6, 1, "FJ infantry 1") == "Allied", "higher and no German left"
    assert after(6, 1, "FJ infantry 1", "FJ infantry 1") == "Allied"
    assert after(5, 1, "FJ infantry 1", "FJ infantry 2") == "German"


@pytest.mark.case(CITY, "7.0.vacant", "9.2")
def test_a_sniper_in_a_vacant_area_costs_a_point() -> None:
    s = table(control={"Allied": ("46",)}, top=(Repel(A["46"], 1),), air=0, artillery=0, vp=2)
    s, events = heard(s, dice=(K["FJ sniper"], 1))
    assert (last(events, SniperFired).units, s.vp) == (0, 1)
    guns = table(control={"Allied": ("46",)}, top=(Repel(A["46"], 1),), air=0, artillery=0)
    assert prompt(do(guns, dice=(K["FJ MG 2"],))) == "clash", "a machine gun has no target"


@pytest.mark.case(CITY, "7.1", "6.2.step4.contested")
def test_counter_attack_combat_v28() -> None:
    s = table({"46": ("A/24NZ", "B/24NZ", "C/24NZ")}, {"Allied": ("46", "47")}, top=(CounterRoll(A["46"]),), vp=3)
    s, events = heard(s, "lower 1 > 0 > no", "support 0 > 0", dice=(3, K["FJ sniper"], 3, (1, 6)))
    assert not last(events, SniperFired).hit
    assert last(events, Mustered).german == 1
    clash = last(events, Clashed)
    assert (clash.allied, clash.german, clash.margin) == (6, 7, -1)
    s = do(s, "fall A/24NZ > 47", dice=(K["FJ artillery 1"],))
    assert (held(s, "46"), s.marker[A["46"]]) == ("Contested", K["FJ artillery 1"])
    assert s.vp == 3, "areas are scored at the end of the turn"


@pytest.mark.case(CITY, "7.0.end", "7.0")
def test_without_a_site_one_die_still_falls_v23() -> None:
    s = table({"54": ("A/24NZ",)}, round=2, top=COUNTER)
    ended, events = heard(s, dice=(1,))
    assert (last(events, QuietRolled).total, last(events, QuietRolled).row) == (0, END)
    assert prompt(ended) == "attrition"
    on, events = heard(s, dice=(6,))
    assert last(events, QuietRolled).row == SERIOUS and every(events, Drew) == []
    _, events = heard(table({"54": ("A/24NZ",)}, round=2, rain=True, top=COUNTER), dice=(6,))
    assert GAME.words.event(last(events, QuietRolled)) == (
        "No area to strike at, so the die only says whether operations end: "
        "die 6, rain -1 (4.0.rain.ca), late round -1: 4, they go on."
    )
    assert prompt(on) == "action_points"


@pytest.mark.case(CITY, "6.2", "3.2.counter", "7.0.end")
def test_combat_is_owed_until_the_compulsory_combats_are_over() -> None:
    """46 and 48 are Contested: both are owed during the activations, one after the other is fought, then none is."""
    contested = {"46": "FJ infantry 1", "48": "FJ infantry 1"}
    units = {"46": ("A/24NZ",), "48": ("B/24NZ",), "Reserve box": ("C/24NZ",)}
    s = table(units, markers=contested, air=0, artillery=0, vp=2)
    assert must_fight(s) == [A["46"], A["48"]]
    s = do(s, "done")
    assert prompt(s) == "compulsory" and must_fight(s) == [A["46"], A["48"]]
    s = do(s, "assault 46", dice=(1, K["FJ infantry 1"], K["FJ infantry 1"], (4, 4)))
    assert must_fight(s) == [A["48"]], "a tie: 46 is fought over, the other begins by itself"
    s = do(s, dice=(1, K["FJ infantry 1"], (1, 3)))
    assert prompt(s) == "counter_site" and must_fight(s) == []
    ended = do(s, "face 46", dice=(1,))
    assert prompt(ended) == "deploy" and must_fight(ended) == [], "nor after an early end"


@pytest.mark.case(CITY, "7.0.max6")
def test_after_round_6_the_phase_ends_anyway() -> None:
    s = table({"54": ("A/24NZ",)}, turn=3, round=6, top=COUNTER)
    assert s.clock() == (3, 6), "the clock counts turns, and rounds within them"
    assert prompt(do(s, dice=(6,))) == "attrition"


@pytest.mark.case(CITY, "7.0.order")
def test_a_site_that_has_fallen_is_skipped() -> None:
    s = table({"46": ("A/24NZ",), "15": ()}, {"Allied": ("46", "15")}, top=COUNTER, round=1, air=0, artillery=0)
    s = do(s)
    s.control[A["15"]] = 0
    _, events = heard(s, dice=(1, 1))
    assert [e.area for e in every(events, CounterRolled)] == [A["46"]]


@pytest.mark.case(CITY, "6.2.step3.mod3", "7.0")
def test_isolated_germans_lose_two_in_counter_attacks_as_well() -> None:
    ring = ("5", "10", "16", "61", "R3")
    units = {"6": ("A/24NZ",)}
    for allied, less in ((ring, 2), (ring[1:], 0)):
        s = table(units, {"Allied": (*allied, "6")}, top=(Repel(A["6"], 1),))
        _, events = heard(s, "lower 0 > 0 > no", "support 0 > 0", dice=(K["FJ infantry 2"], (1, 6)))
        clash = last(events, Clashed)
        assert clash.german == 2 + RESISTANCE[A["6"]] + 6 - less


@pytest.mark.case(CITY, "6.2")
def test_every_contested_area_without_a_fight_this_round_is_fought_for() -> None:
    units = {"46": ("A/24NZ",), "31": ("B/24NZ",), "10": ("A/26NZ",)}
    markers = {"46": "FJ infantry 1", "31": "FJ infantry 1", "10": "FJ infantry 2"}
    s = table(units, markers=markers, top=(Compulsory(),), air=0, artillery=0)
    s.settled[A["10"]] = 1
    assert offered(GAME, s) == ["assault 31", "assault 46"]
    assert refusal(GAME, s, "assault 10").key == "no_combat_due"
    once = do(s, "assault 46", dice=(1, K["FJ sniper"], K["FJ MG 1"]))
    assert once.fight is not None and any(isinstance(step, Compulsory) for step in once.stack), "31 is still due"


@pytest.mark.case(CITY, "6.2")
def test_a_compulsory_combat_says_why_it_is_fought() -> None:
    """Also where it is the only one and nobody is asked; a fight on entry needs no such word."""
    s = table({"46": ("A/24NZ",)}, markers={"46": "FJ infantry 1"}, top=(Compulsory(),), air=0, artillery=0)
    _, events = heard(s, dice=(1,))
    assert GAME.words.event(last(events, FightDue)) == (
        "Contested 46 Jail has not been fought for this round, so there is a combat now."
    )
    s = table({"47": ("A/24NZ",)}, {"Allied": ("47",)}, ap=1, air=0, artillery=0)
    _, events = heard(s, "activate A/24NZ", "enter 46", dice=(1,))
    assert not any(isinstance(event, FightDue) for event in events)


@pytest.mark.case(CITY, "7.0.sites", "1.2.white_rl", "7.0.order")
def test_sites_are_contested_or_vp_areas_beside_any_german_area() -> None:
    """All neighbours count, not only the first; of areas the player may not face, the reason is told."""
    for star in ("6", "9", "2", "12", "15", "28", "29", "38"):
        if A[star] not in STARS:
            continue
        for german in NEXT[A[star]]:
            if german in WHITE:
                continue
            ring = [SPACE_NAMES[b] for b in (A[star], *NEXT[A[star]]) if b != german]
            s = table({}, {"Allied": ring})
            assert A[star] in sites(s), (star, SPACE_NAMES[german])
        closed = table({}, {"Allied": [SPACE_NAMES[b] for b in (A[star], *NEXT[A[star]])]})
        assert A[star] not in sites(closed)
    s = table({"46": ("A/24NZ",), "31": ("B/24NZ",)}, markers={"46": "FJ MG 1", "31": "FJ MG 1"}, top=COUNTER)
    s = do(s)
    assert refusal(GAME, s, "face 47").key == "no_site" and refusal(GAME, s, "face 47").rule == "7.0.sites"


@pytest.mark.case(CITY, "7.0.mod", "12.3", "7.0.table")
def test_later_rounds_of_turn_one_and_events_of_round_one() -> None:
    assert modifiers(table({}, turn=1, round=2)) == (0, 0, -1, 0) and modifiers(table({}, turn=1, round=1))[0] == -1
    assert modifiers(table({}, turn=2, round=1, happening=3)) == (0, 0, 0, 1)
    assert modifiers(table({}, turn=2, round=2, happening=3))[3] == 0
    units, marker = {"46": ("A/24NZ",)}, {"46": "FJ MG 1"}
    spurred = table(units, markers=marker, round=1, happening=3, top=(CounterRoll(A["46"]),))
    _, events = heard(spurred, dice=(1,))
    told = last(events, CounterRolled)
    assert (told.spur, told.total) == (1, 2) and told.number == 2, "small-scale: RL 1 and one more"
    assert look_up(-5) == look_up(0) and look_up(9) == look_up(6)
    quiet = table(units, markers=marker, round=1, top=(CounterRoll(A["46"]),))
    after, events = heard(quiet, dice=(1,))
    assert last(events, CounterRolled).number == 0 and after.fight is None and after.settled[A["46"]] == 1
