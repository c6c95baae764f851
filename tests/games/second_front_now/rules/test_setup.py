"""3.0 Setting up, the beginners' game, and the die."""

import pytest

from grognard.core import Decision, Match, Roll, Seeded, run
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import (
    ALLIED,
    ARMY_HQ,
    BEACH,
    CODED,
    DIEPPE,
    ENGLAND,
    GERMAN,
    IS_ARTILLERY,
    REGULAR,
    ROSTER,
    SETUP,
    SPACE,
    SPACE_NAMES,
    STEPS,
    UNIT,
    UNITS,
    UNTRIED,
)
from grognard.games.second_front_now.rules.dice import read, ten_sided
from grognard.games.second_front_now.rules.events import DieppeRolled
from grognard.games.second_front_now.rules.losses import fallen
from grognard.games.second_front_now.rules.points import german_points
from grognard.games.second_front_now.rules.sequence import StartGerman
from tests.games.second_front_now.kit import act, board, on_map

C = "second_front_now"


def first_wave(area):
    s = GAME.new(given={"area": area, "blue_point": "off"})
    return act(s, "printed", dice=[2] if area == "dieppe" else [])


@pytest.mark.case(C, "1.1")
@pytest.mark.case(C, "3.1")
@pytest.mark.case(C, "3.2")
def test_the_allied_player_announces_the_area_first():
    s = GAME.new()
    opened = act(s)
    assert opened.prompt == "area" and opened.seat == 0 and opened.offers == ["choose Calais", "choose Dieppe"]
    asked = run(opened.s, lambda event: None)
    assert isinstance(asked, Decision) and set(asked.spaces) == {*BEACH[0], *BEACH[1]}, "both coasts are shown"
    placed = opened.then("choose Calais")
    assert placed.prompt == "placement" and placed.seat == 1
    assert GAME.sides == ("Allied", "German")


@pytest.mark.case(C, "3.2.start")
@pytest.mark.case(C, "3.3.juno")
def test_eight_units_stand_on_their_beaches():
    units = on_map(first_wave("dieppe").s)
    expected = {
        "36 US Infantry": "1310", "82 Airborne": "1310", "45 US Infantry": "1411", "1 Canadian Infantry": "1510",
        "46 British Infantry": "1611", "56 British Infantry": "1611", "5 British Infantry": "1710",
        "1 Airborne": "1710",
    }  # fmt: skip
    assert {name: units[name] for name in expected} == expected
    calais = on_map(first_wave("calais").s)
    assert calais["1 Canadian Infantry"] == "2007" and calais["36 US Infantry"] == "1910"
    assert calais["46 British Infantry"] == "2008" and SPACE_NAMES[BEACH[DIEPPE][3]] == "1510"


@pytest.mark.case(C, "3.2.untried")
@pytest.mark.case(C, "3.2.pool")
@pytest.mark.case(C, "3.2.mark")
@pytest.mark.case(C, "7.2")
def test_everybody_else_waits_in_a_box():
    s = first_wave("dieppe").s
    assert s.loc[UNIT["2 US Infantry (untried)"]] == ENGLAND and s.loc[UNIT["2 US Infantry"]] == SPACE["Blooded"]
    waiting = [u for u in ROSTER[ALLIED] if s.loc[u] == ENGLAND]
    assert len(waiting) == 124 and sum(UNTRIED[u] for u in waiting) == 44
    assert not s.fleet_used and s.plans == () and not s.airlifted


@pytest.mark.case(C, "3.3")
def test_only_one_area_has_beaches():
    s = first_wave("dieppe").s
    assert act(board(area="Dieppe"), "land 1 US Infantry").offered("go") == {"1310", "1411"}
    assert act(board(area="Calais"), "land 1 US Infantry").offered("go") == {"1910", "2009"}
    assert not s.taken >> SPACE["2006"] & 1


@pytest.mark.case(C, "3.4")
@pytest.mark.case(C, "3.6")
@pytest.mark.case(C, "3.4.hex")
def test_german_boxes_and_hexes():
    s = first_wave("calais").s
    for name, box in (("10 SS Panzer", "South"), ("16 Luftwaffe Field", "North"), ("1 SS Leibstandarte", "Italy")):
        assert s.loc[UNIT[name]] == SPACE[box]
    assert s.loc[UNIT["2 SS Das Reich"]] == SPACE["Russia"] and s.loc[UNIT["17 SS Panzer Grenadier"]] == SPACE["Due"]
    assert all(s.loc[u] == SPACE[SETUP[u]] for u in CODED), "as printed"
    moved = act(GAME.new(given={"area": "calais"}))
    unit = moved.asked.units[0]
    assert len(moved.offered("place")) > 1
    other = next(h for h in moved.offered("place") if SPACE[h] != SPACE[SETUP[unit]])
    assert moved.then(f"place {other}").s.loc[unit] == SPACE[other]
    assert moved.why("place 3100") == ("3.4.hex", "not_your_hex")


@pytest.mark.case(C, "3.4.beach")
@pytest.mark.case(C, "3.4.dieppe")
def test_no_german_begins_on_a_beach():
    s = GAME.new(given={"area": "dieppe"})
    asked = act(s)
    while asked.s.stack[-1].waiting(asked.s)[0] != UNIT["245 German Infantry"]:
        asked = asked.then(asked.offers[1])
    assert asked.offers == ["printed", "place 1511"], "who held Dieppe has no choice"
    assert asked.why("place 1510") == ("3.4.beach", "beach")


@pytest.mark.case(C, "3.5")
def test_only_dieppe_rolls_for_casualties():
    hurt = act(GAME.new(given={"area": "dieppe"}), "printed", dice=[9])
    assert hurt.heard(DieppeRolled)[0].reduced
    assert all(hurt.s.steps[u] == STEPS[u] for u in ROSTER[ALLIED] if u != UNIT["1 Canadian Infantry"])


@pytest.mark.case(C, "0.basic")
@pytest.mark.case(C, "2.9.begin")
@pytest.mark.case(C, "15.0")
def test_the_beginners_game_leaves_out_what_it_should():
    s = GAME.new("beginners", {"area": "dieppe"})
    began = act(s, "printed", dice=[2])
    assert began.prompt == "commands", "no Blue Point"
    assert all(
        began.s.loc[u] in (SPACE["Allied out of supply"], SPACE["German out of supply"])
        for u in UNITS
        if IS_ARTILLERY[u]
    )
    assert began.s.rules.fog == 2 and GAME.view(began.s, 1) == began.s
    ring = {"711 German Infantry": "2217", "712 German Infantry": "2218", "709 German Infantry": "2117"}
    cut = board({**ring, "1 US Infantry": "2118"}, scenario="beginners", turn=10)
    done = act(cut, "done", loose=True)
    assert done.s.fed[UNIT["1 US Infantry"]] == REGULAR and done.s.turn == 11
    assert {switch.name for switch in GAME.switches} >= set(GAME.scenario("beginners").barred)


@pytest.mark.case(C, "2.9.begin", "0.basic", "6.1.G")
def test_beginners_set_aside_the_army_headquarters_with_the_other_markers():
    s = GAME.new("beginners")
    aside = [SPACE_NAMES[s.loc[u]] for u in ARMY_HQ]
    assert aside == ["German out of supply"] * 3 and not any(s.steps[u] for u in ARMY_HQ)
    asked = act(board(None, None, scenario="beginners", turn=5, stack=(StartGerman(),)), "no", loose=True)
    assert asked.prompt == "italy" and "10th Army HQ" not in asked.offers and "send 16 Panzer" in asked.offers
    assert german_points(asked.s) == 3
    full = act(board(None, None, turn=5, stack=(StartGerman(),)), "no", "no", loose=True)
    assert full.prompt == "italy" and "send 10th Army HQ" in full.offers, "the campaign has them"


@pytest.mark.case(C, "2.9.begin", "2.12.hit")
def test_what_beginners_set_aside_is_not_among_the_fallen():
    units = {"1 US Infantry": "Allied destroyed", "9 SS Panzer": "German destroyed"}
    for scenario, more in (("beginners", {}), ("campaign", {"10 SS Panzer": "German out of supply"})):
        s = board({**units, **more}, scenario=scenario)
        assert fallen(s, ALLIED) == (UNIT["1 US Infantry"],)
        assert fallen(s, GERMAN) == tuple(UNIT[u] for u in ("9 SS Panzer", *more))


@pytest.mark.case(C, "15.0")
def test_every_option_is_a_switch_and_on_as_printed():
    chosen = GAME.options("campaign")
    for name in ("naval", "storms", "air", "strikes", "withdrawal", "drops", "blue_point", "airlift", "engineers"):
        assert chosen[name] is True
    assert chosen["fog"] == "beneath" and chosen["italy_notice"] is False and chosen["six_sided"] is False
    match = Match.start(GAME, Seeded(1), "campaign", {"blue_point": "off", "area": "calais"})
    match.answer(GERMAN, GAME.texts.parse("printed"))
    assert match.decision is not None and match.decision.prompt == "commands"


@pytest.mark.case(C, "2.2")
@pytest.mark.case(C, "15.10")
def test_the_decimal_die_and_its_stand_in():
    assert ten_sided(board(), "shot", "13.2.hit") == Roll((10,), "shot", "13.2.hit")
    s = board(options={"six_sided": "on"})
    assert ten_sided(s, "shot", "13.2.hit", (4,)).dice == (6, 6)
    faces = [read(s, (a, b)) for a in range(1, 7) for b in range(1, 7)]
    assert [faces.count(n) for n in range(11)] == [6, *[3] * 10]
    units = {"1 US Infantry": "1511", "9 SS Panzer": "1512"}
    fought = board(units, options={"six_sided": "on"})
    played = act(fought, "pick 1511", "attack 1512", "fight", dice=[(6, 2), (5, 5), (5, 5), (5, 5), (5, 5)])
    assert played.prompt == "commands" and played.steps("1 US Infantry") == 2, "a six is rolled again"


@pytest.mark.case(C, "4.1.concede")
def test_giving_up_ends_the_game():
    match = Match.start(GAME, Seeded(1))
    match.resign(GERMAN)
    assert match.result is not None and match.result.winners == (ALLIED,)
