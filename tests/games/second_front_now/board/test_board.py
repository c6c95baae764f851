"""The table: covered counters without names, forecasts by the exact table, overlays by the rules."""

import pytest
from msgspec.structs import replace

from grognard.core import clone
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.board.beneath import supposed
from grognard.games.second_front_now.board.display import DISPLAY
from grognard.games.second_front_now.content import (
    ALLIED,
    COMMONWEALTH,
    DUE,
    GERMAN,
    HQ,
    INFANTRY,
    IS_ARTILLERY,
    KIND,
    NATION,
    NORTH,
    ROSTER,
    RUSSIA,
    SETUP,
    SOUTH,
    SPACE,
    SPACE_NAMES,
    STEPS,
    UNIT,
    UNIT_NAMES,
    US,
    VICTORY_HEXES,
)
from grognard.games.second_front_now.mind.probe import probe
from grognard.games.second_front_now.rules.movement import reachable
from grognard.games.second_front_now.rules.odds import declared
from grognard.games.second_front_now.rules.state import STRIKE_PLAN, Battle, Plan
from grognard.maps.sets import BIT, members
from tests.games.second_front_now.kit import act, board

C = "second_front_now"
FOOT = [u for u in ROSTER[ALLIED] if KIND[u] == INFANTRY and STEPS[u] == 2]
STACK = {"1 US Infantry": "1511", "3 US Infantry": "1511", "V US Corps": "1511", "9 SS Panzer": "1512"}


def scene(s, seat):
    return DISPLAY.scene(GAME.view(s, seat), seat)


def test_a_scene_has_every_counter_once():
    s = board(STACK, options={"fog": "off"})
    shown = [piece.unit for piece in scene(s, ALLIED).pieces if piece.unit >= 0]
    assert sorted(shown) == list(range(len(UNIT_NAMES)))


@pytest.mark.case(C, "10.6.G")
def test_covered_counters_are_pieces_without_names():
    seen = scene(board(STACK), GERMAN)
    stack = [piece for piece in seen.pieces if piece.space == SPACE["1511"] and not piece.marker]
    assert [piece.unit for piece in stack] == [-1, -1, UNIT["V US Corps"]]
    assert all("unknown" in piece.face.states for piece in stack[:2])
    names = {piece.name for piece in seen.pieces}
    assert not {"1 US Infantry", "3 US Infantry", "51 British Infantry"} & names, "nor does England tell"
    assert {"1 US Infantry", "51 British Infantry"} <= {piece.name for piece in scene(board(STACK), ALLIED).pieces}


def test_only_the_owner_sees_his_plans():
    s = board(STACK, options={"fog": "off"}, plans=(Plan(STRIKE_PLAN, 5, 9, SPACE["1512"], UNIT["1 US Infantry"]),))
    assert any(piece.id.startswith("plan") for piece in scene(s, ALLIED).pieces)
    german = scene(s, GERMAN)
    assert not any(piece.id.startswith("plan") for piece in german.pieces)
    slips = next(panel for panel in german.panels if panel.id == "plans")
    assert len(slips.lines) == 1 and "1512" not in repr(slips) and "9" not in slips.lines[0][1]


def test_only_the_beaches_in_use_are_shown():
    at = {piece.space for piece in scene(board(STACK), ALLIED).pieces if piece.marker == "beach"}
    assert at == {SPACE[h] for h in ("1310", "1411", "1510", "1611", "1710")}


def test_the_forecast_is_the_exact_table():
    s = board(STACK, options={"fog": "off"})
    played = act(s, "pick 1511")
    told = DISPLAY.forecast(played.s, ALLIED, GAME.texts.parse("attack 1512"))
    units = tuple(UNIT[u] for u in ("1 US Infantry", "3 US Infantry", "V US Corps"))
    b = Battle(ALLIED, SPACE["1511"], SPACE["1512"], units, units, (UNIT["9 SS Panzer"],))
    assert told is not None and told.figures[0][0] == f"{declared(s, b).won:.0%}"
    assert abs(sum(chance for _, chance in told.results) - 1) < 1e-9


def test_a_forecast_against_covered_units_does_not_look_beneath():
    weak = {**STACK, "1 US Infantry": ("1511", 1), "3 US Infantry": ("1511", 1), "10 SS Panzer": "1512"}
    strong = {**STACK, "10 SS Panzer": "1512"}
    told = []
    for units in (weak, strong):
        played = act(board(units, GERMAN, options={"naval": "off"}), "pick 1512")
        told.append(DISPLAY.forecast(GAME.view(played.s, GERMAN), GERMAN, GAME.texts.parse("attack 1511")))
    assert told[0] == told[1] and told[0] is not None and told[0].about.startswith("about")


@pytest.mark.case(C, "10.1", "10.6")
def test_in_the_fog_a_whole_stack_threatens_and_a_fourth_counter_is_artillery():
    """Three divisions of 3-4-3 and a corps: what is most likely beneath is what lies there, so the figures agree."""
    stack = dict.fromkeys(("V US Corps", "3 US Infantry", "36 US Infantry", "1 US Infantry"), "1511")
    units = {**stack, "9 SS Panzer": "1512", "10 SS Panzer": "1512"}
    feared, hoped, sums, reach = {}, {}, {}, {}
    for fog in ("off", "beneath", "full"):
        view = GAME.view(board(units, options={"fog": fog}, storm=1), GERMAN)  # nobody lands
        feared[fog] = DISPLAY.threat_forecast(view, GERMAN, SPACE["1512"])
        played = act(board(units, GERMAN, options={"fog": fog}), "pick 1512")
        hoped[fog] = DISPLAY.forecast(GAME.view(played.s, GERMAN), GERMAN, GAME.texts.parse("attack 1511"))
        sums[fog] = [term.text for term in feared[fog].terms if term.rule == "13.4"]
        reach[fog] = DISPLAY.overlay(view, GERMAN, "threat", -1, -1).spaces
    for told in (feared, hoped):
        assert told["off"].figures == told["beneath"].figures == told["full"].figures
        assert [told[fog].about.split(":")[0] for fog in told] == ["exact", "about", "about"]
    assert [len(lines) for lines in sums.values()] == [4, 1, 0], "only who lies open is named"
    assert reach["off"] and reach["off"] == reach["beneath"] == reach["full"]
    guns = {"V US Corps": "1511", "9 SS Panzer": "1512"}
    assert DISPLAY.threat_forecast(board(guns), GERMAN, SPACE["1512"]) is None, "artillery alone is no threat"


@pytest.mark.case(C, "10.2", "10.6")
def test_what_may_lie_beneath_is_of_one_nation():
    """Whoever is left: with the infantry of one nation gone all four are of the other, artillery too."""
    stack = dict.fromkeys(("V US Corps", "3 US Infantry", "36 US Infantry", "1 US Infantry"), "1511")
    for nation in (US, COMMONWEALTH):
        gone = {UNIT_NAMES[u]: "Allied destroyed" for u in FOOT if NATION[u] != nation and UNIT_NAMES[u] not in stack}
        view = GAME.view(board({**gone, **stack}, options={"fog": "full"}), GERMAN)
        beneath = supposed(clone(view), view.here[SPACE["1511"]])
        assert len(beneath) == 4 and {NATION[u] for u in beneath} == {nation}
        assert [IS_ARTILLERY[u] for u in beneath] == [False, False, False, True]


@pytest.mark.case(C, "10.6")
def test_where_no_infantry_at_full_strength_is_hidden_any_more_others_may_lie_beneath():
    dead = {UNIT_NAMES[u]: "Allied destroyed" for u in FOOT}
    view = GAME.view(board({**dead, "1 US Armored": "1511", "9 SS Panzer": "1512"}, options={"fog": "full"}), GERMAN)
    assert [KIND[u] for u in supposed(clone(view), view.here[SPACE["1511"]])] not in ([], [HQ])
    played = act(board({**dead, "1 US Armored": "1511", "9 SS Panzer": "1512"}, GERMAN, options={"fog": "full"}))
    asked = played.then("pick 1512")
    told = DISPLAY.forecast(GAME.view(asked.s, GERMAN), GERMAN, GAME.texts.parse("attack 1511"))
    assert told is not None and 0 < told.chance < 1


@pytest.mark.case(C, "15.7.1")
def test_on_the_day_of_chaos_the_allies_reach_and_threaten_nothing():
    units = {"1 US Infantry": "1411", "9 SS Panzer": "1412"}
    calm, chaos = (board(units, options={"fog": "off"}, turn=1, chaos=chaos) for chaos in (False, True))
    assert "pick 1411" in act(calm).offers and "pick 1411" not in act(chaos).offers
    for name, seat, unit in (
        ("threat", GERMAN, -1),
        ("goals", ALLIED, -1),
        ("reach", ALLIED, UNIT["1 US Infantry"]),
        ("reach", ALLIED, UNIT["3 US Infantry"]),
    ):
        assert DISPLAY.overlay(calm, seat, name, unit, -1).spaces
        assert not DISPLAY.overlay(chaos, seat, name, unit, -1).spaces
    assert DISPLAY.overlay(chaos, GERMAN, "reach", UNIT["9 SS Panzer"], -1).spaces
    for s, feared in ((calm, True), (chaos, False)):
        assert (DISPLAY.threat_forecast(s, GERMAN, SPACE["1412"]) is not None) == feared
        assert DISPLAY.threat_forecast(s, ALLIED, SPACE["1411"]) is not None, "the Germans are free to"
        assert DISPLAY.overlay(s, ALLIED, "threat", -1, -1).spaces


@pytest.mark.case(C, "15.2.eff")
def test_in_a_storm_nobody_reaches_a_beach_from_england():
    for storm in (0, 1):
        s = board({"1 US Infantry": "1411"}, storm=storm)
        told = [
            DISPLAY.overlay(s, ALLIED, "reach", UNIT[name], -1).spaces for name in ("1 US Infantry", "3 US Infantry")
        ]
        assert told[0] and bool(told[1]) == (not storm)


def test_the_battle_board_shows_both_lines():
    fight = act(board(STACK, options={"fog": "off"}), "pick 1511", "attack 1512", "fight", dice=[10])
    told = scene(fight.s, GERMAN).clash
    assert told is not None and told.title == "From 1511 on 1512" and told.firing == 1, "the defender fires"
    (allied, attackers), (german, defenders) = told.lines
    assert (allied, german) == (ALLIED, GERMAN)
    assert [one.unit for one in attackers if one.rear] == [attackers[-1].unit], "artillery stands behind"
    panzers = defenders[0]
    assert panzers.unit == UNIT["9 SS Panzer"] and panzers.steps == panzers.shots == 2
    assert panzers.chances[0] == 60 and panzers.chances[-1] == -1, "nobody aims past the line at the guns"
    assert attackers[0].chances == (30,) and not any(one.back for one in (*attackers, *defenders))


def test_the_battle_board_counts_shots_and_what_giving_up_would_restore():
    fight = act(board(STACK, options={"fog": "off"}), "pick 1511", "attack 1512", "fight", dice=[10])
    hit = fight.then("shoot 9 SS Panzer > 1 US Infantry", dice=[1])
    told = scene(hit.s, GERMAN).clash
    assert told is not None
    (_, attackers), (_, defenders) = told.lines
    assert defenders[0].shots == 1, "one of two shots is left"
    assert [one.unit for one in attackers if one.back] == [UNIT["1 US Infantry"]] and attackers[0].steps == 1
    assert scene(act(board(STACK)).s, GERMAN).clash is None, "no battle, no board"
    fought = hit.s.battle
    for settled in ("retreated", "broke_off", "extra"):
        hit.s.battle = replace(fought, **{settled: True})
        board_then = scene(hit.s, GERMAN).clash
        assert board_then is not None and not any(one.back for one in board_then.lines[0][1]), settled


def test_the_battle_board_offers_no_step_back_that_cannot_come():
    """13.1.step2, 13.1.step6: never one of the barrage, and none once the defender has chosen to stand."""
    lone = {**STACK, "9 SS Panzer": ("1512", 1), "326 German Infantry": "1512"}
    s = board(lone, options={"fog": "off"})
    fight = act(s, "pick 1511", "attack 1512", "fight", "shoot V US Corps > 9 SS Panzer", dice=[1], loose=True)

    def back(played):
        told = scene(played.s, GERMAN).clash
        assert told is not None
        return {UNIT_NAMES[one.unit] for _, line in told.lines for one in line if one.back}

    assert fight.prompt == "defensive" and back(fight) == set(), "the barrage is final"
    fire = fight.then("atwill", dice=[10, 10], loose=True)
    called = fire.then("atwill", dice=[1, 1, 10, 10], loose=True)
    assert called.prompt == "retreat_call" and back(called) == {"326 German Infantry"}
    stood = called.then("no", loose=True)
    assert stood.prompt == "advance" and back(stood) == set()


def test_overlays_answer_by_the_rules():
    s = board({**STACK, "1 US Armored": "1411"})
    reach = dict(DISPLAY.overlay(s, ALLIED, "reach", UNIT["1 US Armored"], -1).spaces)
    assert reach[SPACE["1412"]] == "1" and SPACE["1512"] not in reach
    far = dict(DISPLAY.overlay(s, ALLIED, "strategic", UNIT["1 US Armored"], -1).spaces)
    assert len(far) > len(reach) and SPACE["1412"] not in far, "not into the zone of the panzers"
    goals = dict(DISPLAY.overlay(s, ALLIED, "goals", -1, -1).spaces)
    assert SPACE["1211"] in goals
    assert all(DISPLAY.overlay(s, ALLIED, name, -1, -1).title for name, _ in DISPLAY.overlays)


@pytest.mark.case(C, "T.turn")
@pytest.mark.parametrize(
    ("turn", "more", "scenario", "told"),
    [
        (3, {}, "campaign", ("Turn 5 brings", "air, Riga-Odessa?, Italy, replacements 1 / 1 / 0")),
        (5, {"riga": 5}, "campaign", ("Turn 10 brings", "weather, air, Italy, replacements 2 / 1 / 1")),
        (17, {"riga": 5}, "campaign", ("Turn 20 brings", "weather, air, Italy, Russia, replacements 2 / 1 / 1")),
        (17, {"riga": 10}, "campaign", ("Turn 20 brings", "weather, air, Italy, replacements 2 / 1 / 1")),
        (79, {"riga": 5}, "campaign", ("Turn 80 brings", "air, Italy, Russia, replacements 2 / 2 / 1")),
        (17, {"riga": 5}, "beginners", ("Turn 20 brings", "Italy, Russia")),
    ],
)
def test_the_campaign_panel_says_what_the_next_fifth_turn_brings(turn, more, scenario, told):
    s = board({"1 US Infantry": "1511"}, turn=turn, scenario=scenario, **more)
    assert told in scene(s, ALLIED).panels[0].lines
    italians = {name: "South" for name, setup in zip(UNIT_NAMES, SETUP, strict=True) if setup == "Italy"}
    empty = scene(board({"1 US Infantry": "1511", **italians}, turn=turn, scenario=scenario, **more), ALLIED)
    assert (told[0], told[1].replace(", Italy", "").replace("Italy, ", "")) in empty.panels[0].lines, "nobody is left"
    last = scene(board({"1 US Infantry": "1511"}, turn=80), ALLIED).panels[0].lines
    assert not [line for line in last if "brings" in line[0]]
    assert ("German victory points", "49, 31 to win" if more else "49, 11 to win") in scene(s, ALLIED).panels[0].lines


@pytest.mark.case(C, "6.4.one")
def test_who_has_acted_walks_nowhere_any_more_and_threatens_all_the_same():
    fresh = act(board({"1 US Infantry": "1411", "9 SS Panzer": "2210"}, options={"fog": "off"}))
    moved = fresh.then("pick 1411", "to 1412")
    goals = [DISPLAY.overlay(p.s, ALLIED, "goals", -1, -1).spaces for p in (fresh, moved)]
    assert goals[0] and not goals[1]
    threats = [dict(DISPLAY.overlay(p.s, GERMAN, "threat", -1, -1).spaces) for p in (fresh, moved)]
    assert SPACE["1411"] in threats[0] and SPACE["1613"] in threats[1], "in his next turn he acts again"


@pytest.mark.case(C, "7.3")
@pytest.mark.case(C, "15.2.eff")
@pytest.mark.case(C, "10.6.A")
def test_enemy_reach_knows_who_comes_on_from_a_box():
    """A panzer division in the South box hurries six hexes, the first of them on the edge (12.5.ex); an armored
    division lands and goes three hexes on from its beach, and not in a storm."""
    s = board({"9 SS Panzer": "South"}, options={"fog": "off"})
    for u in s.here[NORTH]:
        s.loc[u] = DUE
    s.here[SOUTH], s.here[NORTH] = (UNIT["9 SS Panzer"],), ()
    threat = {SPACE_NAMES[h] for h, _ in DISPLAY.overlay(s, ALLIED, "threat", -1, -1).spaces}
    assert {"1828", "1823", "1013"} <= threat and not {"1822", "2404"} & threat
    landed = {}
    for fog in ("off", "beneath", "full"):
        view = GAME.view(board(None, options={"fog": fog}), GERMAN)
        landed[fog] = dict(DISPLAY.overlay(view, GERMAN, "threat", -1, -1).spaces)
    assert landed["off"] == landed["beneath"] == landed["full"], "whoever is hidden may be in England"
    assert {SPACE["1411"], SPACE["1412"], SPACE["1414"]} <= set(landed["off"]) and SPACE["1415"] not in landed["off"]
    wet = GAME.view(board(None, storm=1), GERMAN)
    assert not DISPLAY.overlay(wet, GERMAN, "threat", -1, -1).spaces


@pytest.mark.case(C, "15.7.2")
def test_the_campaign_panel_says_what_blue_point_costs():
    told = [dict(scene(board(None, turn=turn, slow=3), ALLIED).panels[0].lines) for turn in (3, 4)]
    assert told[0]["Allied command points: 1"] == "Dieppe; one less by Blue Point"
    assert told[1]["Allied command points: 2"] == "Dieppe"


@pytest.mark.case(C, "15.2.eff", "7.6.draw")
def test_the_campaign_panel_tells_what_a_storm_takes_and_that_russia_is_empty():
    told = {storm: dict(scene(board(None, turn=10, storm=storm), ALLIED).panels[0].lines) for storm in (0, 1)}
    assert told[0]["Replacements US / CW / German"] == "2 / 1 / 1"
    assert told[1]["Replacements US / CW / German"] == "0 / 0 / 1", "Allied replacements lapse in a storm"
    come = board({UNIT_NAMES[u]: "North" for u in board().here[RUSSIA]}, turn=75, riga=5)
    assert dict(scene(come, ALLIED).panels[0].lines)["Turn 80 brings"] == "air, Italy, replacements 2 / 2 / 1"


@pytest.mark.case(C, "13.5.alone")
def test_artillery_alone_is_no_threat():
    assert (
        DISPLAY.threat_forecast(board({"LXXXI German Corps": "1512", "1 US Infantry": "1511"}), ALLIED, SPACE["1511"])
        is None
    )
    s = board({"LXXXI German Corps": "1512", "9 SS Panzer": "1413", "1 US Infantry": "1412"})
    told = DISPLAY.threat_forecast(s, ALLIED, SPACE["1412"])
    assert told is not None and told.terms[0].text == "9 SS Panzer at 1 US Infantry"
    assert all("LXXXI" not in t.text for t in told.terms)
    garrison = board(
        {"LXXXI German Corps": "2005", "Boulogne garrison": "2005", "1 US Infantry": "2006"}, area="Calais"
    )
    assert DISPLAY.threat_forecast(garrison, ALLIED, SPACE["2006"]) is None, "garrisons do not attack either"


@pytest.mark.case(C, "15.3.roll")
def test_the_forecast_counts_with_the_luftwaffe():
    told = {}
    for last in (4, 5):
        played = act(board(STACK, options={"fog": "off"}, turn=5, contested=last), "pick 1511")
        told[last] = DISPLAY.forecast(played.s, ALLIED, GAME.texts.parse("attack 1512"))
    assert told[5].chance < told[4].chance
    assert [t.value for t in told[5].terms if t.rule == "15.3.roll"] == ["30%"]
    assert not [t for t in told[4].terms if t.rule == "15.3.roll"]


@pytest.mark.case(C, "15.4.table")
def test_the_forecast_counts_with_bombers_that_are_due():
    slip = Plan(STRIKE_PLAN, 3, 5, SPACE["1512"], UNIT["V US Corps"])
    told = []
    for plans in ((), (slip,)):
        played = act(board(STACK, options={"fog": "off"}, turn=5, plans=plans), "pick 1511")
        told.append(DISPLAY.forecast(played.s, ALLIED, GAME.texts.parse("attack 1512")))
    assert told[0].chance < told[1].chance
    assert [t.value for t in told[1].terms if t.rule == "15.4.table"] == ["+0 … +3"]
    assert not [t for t in told[0].terms if t.rule == "15.4.table"]
    s = board(STACK, GERMAN, options={"fog": "off"}, turn=5, plans=(slip,))
    fear = DISPLAY.threat_forecast(GAME.view(s, GERMAN), GERMAN, SPACE["1512"])
    assert fear is not None and not [t for t in fear.terms if t.rule == "15.4.table"], "the slip is folded"


@pytest.mark.case(C, "15.1.att")
@pytest.mark.case(C, "15.1.def")
def test_the_forecast_tells_what_the_fleet_could_do():
    """The fleet is the Allied player's to call, so its guns stand beside the sum: +1 in attack, +2 in defence."""
    force = {"51 British Infantry": "1612", "9 SS Panzer": "1611"}
    told = DISPLAY.forecast(act(board(force, ALLIED), "pick 1612").s, ALLIED, GAME.texts.parse("attack 1611"))
    assert [t.value for t in told.terms if t.rule == "15.1.att"] == ["+1"]
    assert told.figures[-1][1].endswith("fleet fires") and told.figures[-1][0] > told.figures[0][0]
    shore = {"51 British Infantry": "1611", "9 SS Panzer": "1612"}
    feared = DISPLAY.threat_forecast(board(shore, ALLIED), ALLIED, SPACE["1611"])
    assert [t.value for t in feared.terms if t.rule == "15.1.def"] == ["+2"]
    assert float(feared.figures[-1][0].rstrip("%")) < float(feared.figures[0][0].rstrip("%"))
    used = DISPLAY.threat_forecast(board(shore, ALLIED, fleet_used=True), ALLIED, SPACE["1611"])
    assert used.figures == feared.figures[:-1] and not [t for t in used.terms if t.rule.startswith("15.1")]


@pytest.mark.case(C, "13.6.7")
def test_a_forecast_knows_who_has_no_way_back():
    ring = {"9 US Infantry": "1414", "34 US Infantry": "1614", "36 US Infantry": "1411", "45 US Infantry": "1514"}
    chance = []
    for more in ({}, ring):
        played = act(board({**STACK, **more}, options={"fog": "off"}), "pick 1511", loose=True)
        chance.append(DISPLAY.forecast(played.s, ALLIED, GAME.texts.parse("attack 1512")))
    open, shut = chance
    assert float(shut.figures[2][0]) > float(open.figures[2][0]), "a step more is lost where nobody can save one"
    assert shut.chance < open.chance and shut.figures[0] == (shut.figures[3][0], open.figures[0][1]), "won only by fire"


@pytest.mark.parametrize("slow_first", [True, False])
def test_overlays_ask_every_unit_of_a_stack(slow_first):
    """A reduced division beside armor at full strength: the stack reaches as far as the armor does, either way up."""
    pair = [("1 US Infantry", ("1413", 1)), ("1 US Armored", "1413")]
    units = dict(pair if slow_first else pair[::-1])
    s = board({**units, "711 German Infantry": "2810"}, storm=1)  # nobody lands
    fast = set(members(reachable(s, (UNIT["1 US Armored"],))))
    slow = set(members(reachable(s, (UNIT["1 US Infantry"],))))
    assert slow < fast
    threat = {space for space, _ in DISPLAY.overlay(s, GERMAN, "threat", -1, -1).spaces}
    assert threat == fast
    goals = {space for space, _ in DISPLAY.overlay(s, ALLIED, "goals", -1, -1).spaces}
    assert goals == {h for h in fast if VICTORY_HEXES & ~s.taken & BIT[h]} and not goals <= slow


def test_divisions_of_different_standing_lie_apart_in_their_box():
    s = board({"82 Airborne": "England", "101 Airborne": "England"}, turn=30, withdrawn=(0, 0, 26, 0))
    groups = {piece.unit: piece.group for piece in scene(s, ALLIED).pieces if piece.space == SPACE["England"]}
    assert groups[UNIT["82 Airborne"]] != groups[UNIT["101 Airborne"]]
    assert groups[UNIT["1 Airborne"]] == groups[UNIT["6 Airborne"]]


@pytest.mark.parametrize(
    ("scenario", "options", "rule", "words"),
    [
        ("campaign", {}, "4.6", "needs 11 at the end of turn 80"),
        ("campaign", {"even_game": True}, "4.6", "needs 26 at the end of turn 80"),
        ("ten_days", {}, "6.1", "at the end of turn 10 the Allied side needs 36 or fewer, or 4 command points"),
    ],
)
def test_the_banner_tells_what_decides_the_game(scenario, options, rule, words):
    shown = scene(board(STACK, scenario=scenario, options=options), ALLIED)
    assert shown.banner_rule == rule and words in shown.banner


@pytest.mark.parametrize(
    ("scenario", "turn", "first", "last"),
    [
        ("campaign", 1, 1, 13),
        ("campaign", 20, 18, 30),
        ("campaign", 80, 68, 80),
        ("ten_days", 1, 1, 10),
        ("ten_days", 10, 1, 10),
    ],
)
def test_the_record_of_turns_ends_with_the_game(scenario, turn, first, last):
    track = next(t for t in scene(board(STACK, scenario=scenario, turn=turn), ALLIED).tracks if t.id == "turn")
    numbers = [int(cell.label) for cell in track.cells]
    assert (numbers[0], numbers[-1]) == (first, last) and numbers[track.now] == turn


@pytest.mark.case(C, "9.3.coast")
@pytest.mark.case(C, "9.3.fort")
def test_the_inspector_knows_every_kind_of_supply():
    """A German ring round a stretch of coast, an Allied one round Boulogne: neither has a path, and both are fed."""
    ring = {"711 German Infantry": "1112", "712 German Infantry": "1311", "709 German Infantry": "1312"}
    siege = {"1 US Infantry": "2105", "3 US Infantry": "2006", "9 US Infantry": "2004", "Boulogne garrison": "2005"}
    s = board({**ring, **siege}, german=["1310"])

    def told(hex, side):
        found = {fact.name: fact for fact in DISPLAY.facts(s, ALLIED, SPACE[hex])}
        return found[f"{side} supply"]

    assert (told("1211", "Allied").rule, told("1211", "Allied").value) == (
        "9.3.coast",
        "from the sea, in this hex alone",
    )
    assert (told("2005", "German").rule, told("2005", "German").value) == (
        "9.3.fort",
        "of the fortress, in this hex alone",
    )
    assert (told("1611", "Allied").rule, told("1611", "Allied").value) == ("9.3.A", "yes")
    assert (told("1112", "German").rule, told("1112", "German").value) == ("9.3.G", "yes")
    assert told("1312", "Allied").value == "none"
    assert not list(DISPLAY.facts(s, ALLIED, SPACE["1210"])), "nothing is to be said of the sea"


@pytest.mark.case(C, "6.1.A5")
@pytest.mark.case(C, "10.6.G")
@pytest.mark.parametrize(
    ("fog", "supply", "told"), [("beneath", 0, 2), ("beneath", 1, 3), ("full", 0, 2), ("full", 1, 2)]
)
def test_the_german_is_told_of_allied_points_with_a_covered_stack_across_the_line(fog, supply, told):
    """Two divisions cut off in 2515: by the top counter where he sees it, else by the paths that he sees."""
    pair = dict.fromkeys(("56 British Infantry", "46 British Infantry"), "2515")
    ring = {"9 SS Panzer": "2415", "25 Panzer": "2615", "12 SS Panzer": "2513", "10 SS Panzer": "2517"}
    s = board({**pair, **ring}, GERMAN, fed=dict.fromkeys(pair, supply), options={"fog": fog})
    assert (f"Allied command points: {told}", "Dieppe" + ("; across the line" if told == 3 else "")) in scene(
        s, GERMAN
    ).panels[0].lines
    free = board({**pair, "1 US Infantry": "1511"}, GERMAN, fed=dict.fromkeys(pair, supply), options={"fog": "full"})
    assert ("Allied command points: 3", "Dieppe; across the line") in scene(free, GERMAN).panels[0].lines


@pytest.mark.case(C, "10.1")
@pytest.mark.case(C, "10.6.G")
def test_the_inspector_counts_a_covered_fourth_counter_as_artillery():
    stack = dict.fromkeys(("V US Corps", "1 US Infantry", "3 US Infantry", "9 US Infantry"), "1511")
    for units, told in (
        (stack, "3 of 3 units, 1 of 1 artillery"),
        (dict(list(stack.items())[:3]), "3 of 3 units, 0 of 1"),
    ):
        found = DISPLAY.facts(GAME.view(board(units, GERMAN), GERMAN), GERMAN, SPACE["1511"])
        assert [fact for fact in found if fact.value.startswith(told)], units


@pytest.mark.case(C, "9.3.coast")
@pytest.mark.case(C, "9.3.fort")
@pytest.mark.case(C, "0.basic")
def test_the_overlay_of_supply_calls_nobody_cut_off_whom_sea_or_fortress_feeds():
    """Panzers on all five beaches: who stands at Fécamp is fed from the sea, who besieges Boulogne inland is not."""
    panzers = ("9 SS Panzer", "10 SS Panzer", "12 SS Panzer", "2 Panzer", "25 Panzer")
    beaches = dict(zip(panzers, ("1310", "1411", "1510", "1611", "1710"), strict=True))
    siege = {"3 US Infantry": "2105", "9 US Infantry": "2006", "30 US Infantry": "2004", "Boulogne garrison": "2005"}
    units = {**beaches, **siege, "1 US Infantry": "1211"}

    def told(side, **more):
        spaces = dict(DISPLAY.overlay(board(units, **more), side, "supply", -1, -1).spaces)
        return [spaces.get(SPACE[hex]) for hex in ("1211", "2005", "2105", "1212")]

    assert told(ALLIED) == ["", None, "cut off", None] and told(GERMAN)[1] == ""
    assert told(GERMAN, stormed=BIT[SPACE["2005"]])[1] == "cut off"
    assert told(ALLIED, scenario="beginners") == told(GERMAN, scenario="beginners") == ["", "", "", ""]
    early = GAME.new("campaign")
    assert DISPLAY.overlay(early, ALLIED, "supply", -1, -1).spaces == ()


@pytest.mark.case(C, "0.basic")
@pytest.mark.case(C, "2.9.begin")
def test_beginners_have_lost_nothing_they_never_had():
    fresh = scene(GAME.new("beginners"), ALLIED).panels[-1]
    assert fresh.lines[:2] == (("Allied units eliminated", "0"), ("German units eliminated", "0")), fresh
    units = {"1 US Infantry": "Allied destroyed", "9 SS Panzer": "German destroyed", "10 SS Panzer": "German destroyed"}
    later = scene(board(units, scenario="beginners"), ALLIED).panels[-1].lines
    assert [told for _, told in later] == ["1", "2", "56"], "and in Russia neither corps support nor headquarters"
    figures = probe(board(units, scenario="beginners"))
    assert [figures[f"{who}_dead"] for who in ("commonwealth", "allied", "german")] == [0, 1, 2]
    full = {**units, "12 SS Panzer": "German out of supply", "51 British Infantry": "Allied out of supply"}
    figures = probe(board(full))
    assert [figures[f"{who}_dead"] for who in ("commonwealth", "allied", "german")] == [1, 2, 3]
    whole = scene(board({**units, "12 SS Panzer": "German out of supply"}), ALLIED).panels[-1].lines
    assert ("German: to be rebuilt + for good", "2 + 1") in whole
