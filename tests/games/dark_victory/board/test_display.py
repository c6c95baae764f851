"""The table: every space a place, pieces and panels of many positions, overlays, forecasts, the text map."""

import random

import pytest
from msgspec.structs import replace
from shapely import STRtree
from shapely.affinity import translate
from shapely.geometry import Point, Polygon

from grognard.core import Match, Seeded
from grognard.games.dark_victory.board.display import DISPLAY
from grognard.games.dark_victory.board.ground import NAMES
from grognard.games.dark_victory.board.overlays import OVERLAYS
from grognard.games.dark_victory.content import HEXES, MAP, MEXICAN, NUMBER, PLACES, SECOND, SPACES, TEXAN
from grognard.games.dark_victory.rules.events import Moved, PrisonersTaken, SoftCasualties, TurnBegan
from grognard.games.dark_victory.rules.melee import BeginMelee, Melees
from grognard.games.dark_victory.rules.reacting import triggered
from grognard.games.dark_victory.rules.state import Alamo
from grognard.games.dark_victory.rules.strength import melee_odds
from grognard.games.dark_victory.rules.victory import Final
from grognard.look.ground import board as board_of
from grognard.look.scene import Board
from grognard.server.ways import goals_of, plan_to
from tests.games.dark_victory.kit import GAME, SPACE, UNIT, act, board, fighting
from tests.kit import random_match


@pytest.fixture(scope="module")
def middle() -> Match:
    """A random game in its eighth turn."""
    for match in random_match(GAME, 5):
        if match.state.turn == 8:
            return match
    raise AssertionError


def test_every_space_is_a_place_in_order() -> None:
    shown = board_of(GAME)
    assert [p.space for p in shown.places] == list(range(SPACES))
    assert len({p.name for p in shown.places}) == SPACES


def test_the_disc_of_every_entry_area_holds_its_figure() -> None:
    """One sign, so that nothing is drawn between the two (7.2)."""
    discs = [sign.svg for sign in board_of(GAME).signs if "<circle" in sign.svg and ">4<" in sign.svg]
    assert len(discs) == 1 and discs[0].index("<circle") < discs[0].index(">4<")
    for area in "123":
        assert any("<circle" in sign.svg and f">{area}<" in sign.svg for sign in board_of(GAME).signs)


def test_a_far_click_is_one_plan_and_reach_agrees_with_trying() -> None:
    """What movement rules say at once holds what trying every answer finds out, with its cost, and goes further."""
    s = board({"M4-L1": "2208", "M3-F1": "2410", "T4-inf1": "2325"})
    unit = [UNIT["M4-L1"]]
    told = {goal.space: goal for goal in goals_of(GAME, s, 0, unit, (), DISPLAY.reach)}
    tried = {goal.space: goal for goal in goals_of(GAME, s, 0, unit, (), None)}
    assert set(tried) < set(told)  # trying gives up after a while
    assert {k for k in tried if told[k].stay} == {k for k, g in tried.items() if g.stay}
    assert SPACE["2410"] not in told and max(goal.cost for goal in told.values()) == 12
    far = SPACE["1008"]
    assert told[far].cost == 12
    plan = plan_to(GAME, s, 0, unit, [far], DISPLAY.reach)
    assert plan is not None
    gone = act(s, *[GAME.texts.show(option) for option in plan.options])
    assert gone.where("M4-L1") == "1008"


def test_whoever_has_fallen_on_the_march_reaches_nothing() -> None:
    """M4-L2 is shot by the squad it passes; M4-L1 goes on alone."""
    units = {"M4-L1": "2310", "M4-L2": "2310", "T7-inf1": "2314", "Travis": "2314", "T4-inf1": "2514"}
    asked = act(board(units, turn=9, reduced=["M4-L2"]), "activate M4-L1", "done", "go 2311", "react 2314")
    asked = asked.then(next(o for o in asked.offers if o.startswith("shoot")), dice=[(1, 1)])
    while asked.prompt != "act":
        asked = asked.then("done")
    reach = {name: DISPLAY.reach(asked.s, UNIT[name]) for name in ("M4-L1", "M4-L2")}
    assert asked.where("M4-L2") == "dead" and reach["M4-L2"] is None
    assert reach["M4-L1"] is not None and len(reach["M4-L1"].costs) > 1


def test_a_texan_march_tells_its_cost_to_the_end() -> None:
    """Over the low wall between 2129 and 2030 (9.14): 1 + 1 and 1 + 6; what is left then ends the stack's turn."""
    units = {"T6-inf2": "2329", "Baker": "2329", "M4-L1": "2033"}
    asked = act(board(units, side=TEXAN), "activate T6-inf2", "done")
    party = [UNIT["T6-inf2"], UNIT["Baker"]]
    goals = {goal.space: goal for goal in goals_of(GAME, asked.s, 1, party, (), DISPLAY.reach)}
    assert [goals[SPACE[hex]].cost for hex in ("2229", "2129", "2030")] == [1, 2, 9]
    assert goals[SPACE["2030"]].stay and not goals[SPACE["2030"]].halts
    plan = plan_to(GAME, asked.s, 1, party, [SPACE["2030"]], DISPLAY.reach)
    assert plan is not None and plan.cost == 9
    assert asked.then(*[GAME.texts.show(option) for option in plan.options]).where("T6-inf2") == "2030"
    later = asked.then("go 2229", "go 2129", "go 2030")
    assert later.heard(Moved)[-1].cost == 7


def test_who_can_only_fire_has_no_goal_of_a_march() -> None:
    """A target that is fired at for 8 or 6 action factors (9.3) is none of the places one could go to."""
    beside = board({"M4-L3": "2324", "T4-inf1": "2325", "M4-L1": "2208"})
    pinned = [UNIT["M4-L3"]]
    assert goals_of(GAME, beside, 0, pinned, (), DISPLAY.reach) == []  # 9.10: it may not move
    assert act(beside, "activate M4-L3").verbs("shoot") == ["2325"]
    patient = board({"T2-pat1": "2325", "M4-L1": "2322", "M4-L2": "0505"}, side=TEXAN)
    assert act(patient, "activate T2-pat1").verbs("shoot") == ["2322"]
    assert goals_of(GAME, patient, 1, [UNIT["T2-pat1"]], (), DISPLAY.reach) == []  # 13.1: never moves
    free = board({"T4-inf1": "2325", "M4-L1": "2322", "M4-L2": "0505"}, side=TEXAN)
    goals = {goal.space for goal in goals_of(GAME, free, 1, [UNIT["T4-inf1"]], (), DISPLAY.reach)}
    assert SPACE["2326"] in goals and SPACE["2322"] not in goals


def test_the_scene_shows_every_unit_once_and_what_decides(middle: Match) -> None:
    scene = DISPLAY.scene(middle.state, 0)
    units = [p.unit for p in scene.pieces if p.unit >= 0]
    assert sorted(units) == list(range(153))
    assert len({p.id for p in scene.pieces}) == len(scene.pieces)
    assert scene.veil == "night" and "steps lost" in scene.banner
    assert [t.id for t in scene.tracks] == ["turn", "losses"]
    assert len(DISPLAY.charts(middle.state, 0)) == 3


def test_markers_follow_the_position() -> None:
    s = board(
        {"M4-L1": "2213", "T4-inf1": "2320"}, ladders=[("2213", "2214")], dead={"2320": 2}, fires=["2621"],
        extra=["2320"], doors=[("2523", "2623 in")], guns={"6pdr-2326": "2326"},
    )  # fmt: skip
    kinds = [p.marker for p in DISPLAY.scene(s, 0).pieces if p.marker]
    assert {"ladder", "dead", "fire", "muskets", "flag_texan", "doorway"} == set(kinds)
    assert kinds.count("fire") == 2  # the roof and the room
    assert any(p.id == "g6" and p.space == SPACE["2326"] for p in DISPLAY.scene(s, 0).pieces)


def _middle(shown: Board, a: str, b: str, shift: tuple[float, float] = (0.0, 0.0)) -> Point:
    """The middle of the side two places share."""
    outlines = [Polygon(shown.places[SPACE[name]].polygon) for name in (a, b)]
    moved = translate(outlines[1], *shift)
    return outlines[0].intersection(moved.buffer(0.5)).centroid


def test_ladders_and_open_doors_lie_on_their_hexsides_with_their_direction() -> None:
    shown = board_of(GAME)
    doors = [("2523", "2623 in"), ("2622 in", "2623 in"), ("2723 up", "2623 up"), ("1816", "1915")]
    scene = DISPLAY.scene(board({}, ladders=[("2213", "2214"), ("2413", "2414")], doors=doors), 0)
    on = {p.id: p.on for p in scene.pieces if p.on}
    assert len(on) == 2 + 5  # the door of a room that leads outside stands on both maps
    north, ditch = (on[f"ladder{SPACE[hex]}"] for hex in ("2213", "2413"))
    assert north[2] == ditch[2] == 180  # both lean south, and stand in the northern hex near its southern side
    side = _middle(shown, "2213", "2214")
    assert abs(north[0] - side.x) < 1 and side.y - 10 < north[1] < side.y
    lies = {(p.space, p.on) for p in scene.pieces if p.marker == "doorway"}
    wall = _middle(shown, "2523", "2623")
    assert any(space == SPACE["2523"] and wall.distance(Point(at[:2])) < 1 for space, at in lies if at)
    inner = _middle(shown, "2622 in", "2623 in")
    assert any(space >= HEXES and inner.distance(Point(at[:2])) < 1 for space, at in lies if at)


def test_the_roofs_lift_to_where_the_rooms_belong() -> None:
    shown = board_of(GAME)
    assert [floor.title for floor in shown.floors] == ["Rooms", "Second floor"]
    rooms = [space for floor in shown.floors for space, _ in floor.beneath]
    assert sorted(rooms) == list(range(HEXES, PLACES))
    for floor in shown.floors:
        for room, roof in floor.beneath:
            assert roof == NUMBER[room]
            outline = translate(Polygon(shown.places[room].polygon), *floor.shift)
            over = Polygon(shown.places[roof].polygon)
            assert outline.symmetric_difference(over).area < 0.01 * over.area
        assert floor.svg.count("<") > 20


def test_the_veil_thins_as_the_day_breaks() -> None:
    scenes = {turn: DISPLAY.scene(board({}, turn=turn), 0) for turn in (1, 5, 6, 7, 8, 9, 18)}
    assert {turn: scene.dark for turn, scene in scenes.items()} == {
        1: 1.0, 5: 1.0, 6: 0.8, 7: 0.6, 8: 0.4, 9: 0.0, 18: 0.0,
    }  # fmt: skip
    assert [turn for turn, scene in scenes.items() if not scene.veil] == [9, 18]


def test_two_mexican_players_have_counters_of_their_own() -> None:
    s = board({"M1-F1": "2010", "M2-F1": "2210", "Duque": "2210", "T4-inf1": "2320"})
    assert {p.side for p in DISPLAY.scene(s, 0).pieces if p.unit >= 0 and p.space < PLACES} == {0, 1}
    s.rules = replace(s.rules, dual=True)
    pieces = {p.name: p for p in DISPLAY.scene(s, 0).pieces if p.unit >= 0}
    assert [pieces[n].side for n in ("M1-F1", "M2-F1", "Duque", "T4-inf1")] == [0, 2, 2, 1]
    assert {pieces[n].face.ground for n in ("M1-F1", "M2-F1")} == {"Mexican"}


def test_only_who_has_finished_wears_the_corner() -> None:
    units = {"M4-L1": "2310", "M4-L2": "2510", "M4-L3": "0505", "T7-inf1": "2314", "Travis": "2314"}
    asked = act(board(units, turn=9), "activate M4-L2", "done", "activate M4-L1", "go 2311")
    assert asked.prompt == "triggered"
    states = {p.name: p.face.states for p in DISPLAY.scene(asked.s, 1).pieces}
    assert states["M4-L2"] == ("done",) and states["M4-L1"] == ()  # the mover is still on his way
    after = asked.then("done")
    states = {p.name: p.face.states for p in DISPLAY.scene(after.s, 1).pieces}
    assert after.prompt == "triggered" and states["M4-L1"] == ()
    states = {p.name: p.face.states for p in DISPLAY.scene(after.then("done", "done").s, 1).pieces}
    assert states["M4-L1"] == states["M4-L2"] == ("done",)


def test_leaders_show_their_mark_of_command_and_units_their_figures() -> None:
    s = board({"Travis": "2314", "Crockett": "2315", "Campbell": "2316", "Duque": "2010", "M1-F1": "2009"})
    faces = {p.name: p.face for p in DISPLAY.scene(s, 0).pieces if p.unit >= 0}
    assert [faces[n].top_left for n in ("Travis", "Crockett", "Campbell", "Duque")] == ["★", "box:★", "ring:3", "box:2"]
    assert faces["Travis"].symbol == "leader" and faces["Duque"].symbol == "general"
    helpless = faces["T13-wom1"]
    assert (helpless.symbol, helpless.top, helpless.bottom) == ("family", "Women", "")
    one = faces["M1-F1"]
    assert (one.top_left, one.top_right, one.bottom, one.right) == ("1", "+1", "5", "square:4")


def test_forecasts_show_the_sum_that_is_rolled() -> None:
    s = board({"T7-inf1": "2314", "M1-F1": "2312", "M1-F2": "2312", "T4-inf1": "2015"}, side=TEXAN, turn=3)
    asked = act(s, "activate T7-inf1")
    told = DISPLAY.forecast(asked.s, 1, GAME.texts.parse("shoot 2312"))
    assert told is not None and told.figures[0][0] == "9"
    assert sum(int(t.value) for t in told.terms) == 9
    assert abs(told.results[0][1] - 30 / 36) < 1e-9
    melee = act(board({"M2-F1": "2413", "M2-F2": "2413", "T4-inf1": "2414"}, fighting(MEXICAN, 10)))
    fight = DISPLAY.forecast(melee.s, 0, GAME.texts.parse("assault 2414"))
    assert fight is not None and fight.figures == (("10", "attack"), ("5", "defence"))
    for side, strength in (("Attack: ", 10), ("Defence: ", 5)):
        assert sum(int(t.value) for t in fight.terms if t.text.startswith(side)) == strength
    assert [36 * p for p in melee_odds(0)] == [15, 6, 15]
    threat = DISPLAY.threat_forecast(asked.s, 0, SPACE["2312"])
    assert threat is not None and threat.figures[0][0] == "9"


def test_a_reaction_shows_the_better_weapon_of_each_hex() -> None:
    units = {"M1-F1": "2310", "T3-gun5": "2214", "Campbell": "2214", "T7-inf1": "2314", "Travis": "2314"}
    units["Cos"] = "2309"
    asked = act(board(units, turn=9, guns={"8pdr-2214": "2214"}), "activate M1-F1", "go 2311")
    assert asked.prompt == "triggered" and asked.verbs("react") == ["2214", "2314"]
    gun, squad = (DISPLAY.forecast(asked.s, 1, GAME.texts.parse(f"react {hex}")) for hex in ("2214", "2314"))
    assert gun is not None and squad is not None
    assert gun.figures[0][0] == str(3 + 4 + 5)  # the eight-pounder, not the crew's muskets: 2 - 1 + 4 + 5
    assert squad.figures[0][0] == str(2 - 1 + 4 + 5) and squad.short == f"{squad.chance:.0%}" == "92%"


def _rows(s: Alamo) -> dict[str, str]:
    return {label: value for panel in DISPLAY.scene(s, 0).panels for label, value in panel.lines}


def test_the_panels_tell_ladders_before_they_come_and_rooms_that_are_shut() -> None:
    walls = {"M1-F1": "1913", "M1-F2": "2013", "M2-F1": "2213", "M3-F1": "3119"}
    early = _rows(board({**walls, "T4-inf1": "2623 in", "T4-inf2": "2320", "Bowie": "2528 in"}, turn=5))
    assert early["Ladders of 1 / 2 / 3 / 4 with a 3"] == "2 / 1 / 1 / –"  # as many as hexes at the wall, at least one
    assert early["Shut rooms with Texans"] == "3: 2528 in, 2623 in, 2925 in" and early["Doors still shut"] == "54"
    assert early["Without a leader"] == "4: M1-F1, M1-F2, M2-F1, M3-F1"
    s = board({"Cos": "1913", "M1-F1": "1913", "T4-inf1": "2623 in", "T2-pat1": "2724 up"}, doors=[("2523", "2623 in")])
    s.ladder_check = True
    late = _rows(s)
    assert late["Shut rooms with Texans"] == "2: 2925 in, 2724 up" and late["Doors still shut"] == "53"
    assert late["Without a leader"] == "–" and not [label for label in late if label.startswith("Ladders")]
    many = _rows(board({f"M2-F{k}": f"{2000 + k:04}" for k in range(1, 11)}))
    assert many["Without a leader"].startswith("10: M2-F1, ") and many["Without a leader"].endswith("2 more")


def test_the_banner_tells_the_road_to_victory() -> None:
    s = board({"M1-F1": "2010", "T4-inf1": "2320"}, turn=14)
    s.column_losses[0] = 49
    told = "49 of 60 steps lost, 2 Texans left; finished now that would be about 30: a Mexican tactical victory."
    assert DISPLAY.scene(s, 0).banner == told  # 49 less 15 soft casualties less 4 turns
    s.column_losses[0] = 50
    assert DISPLAY.scene(s, 0).banner.endswith("about 31: a Texan tactical victory, as in history.")
    fresh = act(GAME.new("historical"))
    for played in (fresh, fresh.then("put 2623 up"), fresh.then("propose walls")):
        assert "53 Texans left" in DISPLAY.scene(played.s, 0).banner  # whoever has still to be set up is one of them


def test_overlays_answer_for_units_and_spaces(middle: Match) -> None:
    s = board({"M4-L1": "2317", "T4-inf1": "2321", "Jones": "2321", "Cos": "2310", "M1-F1": "0505"})
    reach = DISPLAY.overlay(s, 0, "reach", UNIT["M4-L1"], -1)
    assert (SPACE["2316"], "1") in reach.spaces
    sight = DISPLAY.overlay(s, 0, "sight", UNIT["M4-L1"], -1)
    assert (SPACE["2321"], "●") in sight.spaces and sight.paths
    reaction = DISPLAY.overlay(s, 0, "reaction", -1, -1)
    assert SPACE["2317"] in [space for space, _ in reaction.spaces]
    command = dict(DISPLAY.overlay(s, 0, "command", -1, -1).spaces)
    assert command[SPACE["0505"]] == "!" and SPACE["2311"] in command
    rng = random.Random(1)
    for id in OVERLAYS:
        for _ in range(5):
            found = DISPLAY.overlay(middle.state, 0, id, rng.randrange(153), rng.randrange(PLACES))
            assert all(0 <= space < PLACES for space, _ in found.spaces)


def test_the_text_map_draws_the_position(middle: Match) -> None:
    assert DISPLAY.text_map is not None
    lines = DISPLAY.text_map(middle.state, 0)
    assert "Turn 8" in lines[0] and len(lines) > 50
    fresh = Match.start(GAME, Seeded(1))
    assert DISPLAY.text_map(fresh.state, 1)


def test_places_lie_apart_on_the_sheet_and_hold_their_points() -> None:
    shown = board_of(GAME)
    outlines = [Polygon(p.polygon) for p in shown.places]
    shrunk = [outline.buffer(-0.5) for outline in outlines]
    tree = STRtree(shrunk)
    for k, (place, outline) in enumerate(zip(shown.places, outlines, strict=True)):
        assert outline.is_valid and outline.area > 0
        assert all(outline.contains(Point(p)) for p in (place.anchor, place.label, *place.slots)), place.name
        assert all(0 <= x <= shown.width and 0 <= y <= shown.height for x, y in place.polygon)
        touching = [j for j in tree.query(shrunk[k]) if j != k and shrunk[k].intersection(shrunk[j]).area > 1]
        assert touching == [], (place.name, [shown.places[j].name for j in touching])
    for x, y, width, height in (shown.home, shown.card):
        assert x >= 0 and x + width <= shown.width and y >= 0 and y + height <= shown.height


def test_the_bread_crumb_names_no_phase_that_is_still_to_come() -> None:
    def crumbs(s: Alamo) -> list[str]:
        stack = act(s).s.stack
        return [text for step in stack if (text := GAME.words.step(step, step is stack[-1]))]

    units = {"M2-F1": "2413", "M2-F2": "2413", "Duque": "2413", "T4-inf1": "2414"}
    assert crumbs(board(units, turn=6)) == ["Turn 6", "Mexican actions"]
    assert crumbs(board(units, fighting(MEXICAN, 6), turn=6)) == ["Turn 6", "Mexican melee"]


def test_the_corrals_are_named_where_the_data_has_them() -> None:
    """North of the cross wall the horses, south of it the cattle."""
    drawn = {name: hexes for name, hexes, _, _ in NAMES}
    for name in ("Horse Corral", "Cattle Pen"):
        assert MAP.rows[SPACE[drawn[name]]].name == name
    assert MAP.rows[SPACE["2819"]].name == "Horse Corral" and MAP.rows[SPACE["2823"]].name == "Cattle Pen"


def test_men_are_led_and_leaders_lead() -> None:
    def led(units: dict[str, str]) -> list[str]:
        s = board({**units, "T4-inf1": "2015"})
        return [f.value for f in DISPLAY.facts(s, 0, SPACE["2310"]) if f.rule == "8.3"]

    assert led({"M1-F1": "2310", "Cos": "2310"}) == ["yes"] and led({"M1-F1": "2310", "Cos": "2311"}) == ["yes"]
    assert led({"M1-F1": "2310", "Duque": "2310"}) == ["no"] == led({"M1-F1": "2310"})
    assert led({"Cos": "2310"}) == []


def test_a_loaded_cannon_shows_in_the_zones_of_reaction() -> None:
    units = {"T3-gun5": "2214", "Travis": "2214", "M1-F1": "2201"}
    far = SPACE["2201"]
    for told, seen in (({}, True), ({"unloaded": ["8pdr-2214"]}, False)):
        s = board(units, guns={"8pdr-2214": "2214"}, turn=12, mover=1, **told)
        assert (far in dict(DISPLAY.overlay(s, 0, "reaction", -1, -1).spaces)) is seen is bool(triggered(s, far))


def test_a_bump_tells_where_the_texans_are() -> None:
    units = {"M4-L1": "2317", "M4-L2": "2224", "M4-L6": "0505", "T7-inf1": "2322", "Travis": "2322"}
    bump = act(board(units), "activate M4-L1", "go 2318", "react 2322", "go 2323")
    assert bump.asked is not None and "your men, into 2323" in GAME.words.prompt(bump.asked)


def test_a_bump_tells_the_odds_of_the_shot() -> None:
    units = {"M4-L1": "2317", "M4-L2": "2224", "M4-L6": "0505", "T7-inf1": "2322", "Travis": "2322"}
    bump = act(board(units), "activate M4-L1", "go 2318", "react 2322", "go 2323")
    told = DISPLAY.forecast(bump.s, 0, GAME.texts.parse("answer 2224"))
    assert told is not None and told.figures[0][0] == str(4 + 2 + 2)
    loaded = board(units, guns={"6pdr-2326": "2224"})
    gun = act(loaded, "activate M4-L1", "go 2318", "react 2322", "go 2323")
    told = DISPLAY.forecast(gun.s, 0, GAME.texts.parse("grape 2224"))
    assert told is not None and told.figures[0][0] == str(2 + 2)


def test_leaders_alone_are_no_likely_target() -> None:
    asked = act(board({"T4-inf1": "2214", "Cos": "2210", "T4-inf2": "2015"}, side=TEXAN), "activate T4-inf1")
    told = DISPLAY.forecast(asked.s, 1, GAME.texts.parse("shoot 2210"))
    assert told is not None and told.short == "3%" and [t.text for t in told.terms] == ["Leaders alone: only a two"]


def test_a_melee_that_nobody_can_follow_up_wins_nothing() -> None:
    """Texans do not come out to a leader alone before the walls (3.6); Mexicans would go to one within."""
    out = act(board({"T4-inf1": "2414", "Cos": "2413", "T4-inf2": "2015"}, fighting(TEXAN, 10)))
    told = DISPLAY.forecast(out.s, 1, GAME.texts.parse("assault 2413"))
    assert told is not None and (told.chance, told.short) == (0.0, "0%")
    within = act(board({"M1-F1": "2414", "Jones": "2415", "T4-inf2": "2015"}, fighting(MEXICAN, 10)))
    sure = DISPLAY.forecast(within.s, 0, GAME.texts.parse("assault 2415"))
    assert sure is not None and (sure.chance, sure.short) == (1.0, "100%")
    fire = {"doors": [("2521", "2621 in")], "fires": ["2621"]}
    for lost, sure_of_it in (({"T12-sla1": "2621 in"}, 1.0), ({}, 0.0)):  # prisoners are gone as it is declared (13.2)
        room = act(board({"M4-L1": "2521", "Jones": "2621 in", **lost}, fighting(MEXICAN, 10), **fire))
        told = DISPLAY.forecast(room.s, 0, GAME.texts.parse("assault 2621 in"))
        assert told is not None and told.chance == sure_of_it
        assert len(room.then("assault 2621 in").heard(PrisonersTaken)) == sure_of_it


def test_loaded_cannon_count_among_those_who_can_fire_at_a_hex() -> None:
    """The eight-pounder at 2214 carries where the crew's muskets do not, and near by it is the better weapon."""
    units = {"T3-gun5": "2214", "M1-F1": "2202", "M1-F2": "2409"}
    s = board(units, guns={"8pdr-2214": "2214"}, turn=12)
    far = DISPLAY.threat_forecast(s, 0, SPACE["2202"])
    near = DISPLAY.threat_forecast(s, 0, SPACE["2409"])
    assert far is not None and near is not None and far.figures[0][0] == near.figures[0][0] == str(3 + 4 + 5)
    assert "2214" in [f.value for f in DISPLAY.facts(s, 0, SPACE["2202"])]
    empty = board(units, guns={"8pdr-2214": "2214"}, unloaded=["8pdr-2214"], turn=12)
    assert DISPLAY.threat_forecast(empty, 0, SPACE["2202"]) is None
    assert "2214" not in [f.value for f in DISPLAY.facts(empty, 0, SPACE["2202"])]


def test_zones_of_reaction_end_behind_whoever_stands_in_the_way() -> None:
    """What is shown is what would be asked (11.2): a stack of their own hides the next Mexicans."""
    units = {"T4-inf1": "2320", "Jones": "2320", "M1-F2": "2318", "Cos": "2318", "M1-F1": "2314"}
    s = board(units, mover=1)
    shown = dict(DISPLAY.overlay(s, 0, "reaction", -1, -1).spaces)
    assert all((h in shown) is bool(triggered(s, h)) for h in range(PLACES))
    assert SPACE["2318"] in shown and SPACE["2316"] not in shown


def test_a_closed_door_tells_a_texan_his_chances() -> None:
    """The die and the hex must be paid together: of seven factors left a room with two dead takes three."""
    units = {"T7-inf1": "2526", "T4-inf1": "2015"}
    asked = act(board(units, side=TEXAN, dead={"2624 in": 2}), "activate T7-inf1", "go 2525", "go 2524")
    door = f"force {asked.verbs('force')[0]}"
    told = DISPLAY.forecast(asked.s, 1, GAME.texts.parse(door))
    assert asked.left == 10 and told is not None and told.chance == 1.0
    rolls = board(units, side=TEXAN, dead={"2624 in": 2, "2525": 3})
    late = act(rolls, "activate T7-inf1", "go 2525", "go 2524")
    told = DISPLAY.forecast(late.s, 1, GAME.texts.parse(door))
    assert late.left == 7 and told is not None and told.figures[0][0] == "4" and told.short == "67%"
    assert [late.then(door, dice=[die]).where("T7-inf1") for die in (4, 5)] == ["2624 in", "2524"]
    assert DISPLAY.forecast(late.s, 1, GAME.texts.parse("force 2414")) is None


def test_a_stack_is_named_from_its_top() -> None:
    units = {"M4-L1": "2310", "M4-L2": "2310", "Morales": "2310", "T7-inf1": "2314", "Travis": "2314"}
    asked = act(board(units, turn=9), "activate M4-L1", "done")
    assert asked.asked is not None
    assert GAME.words.prompt(asked.asked) == "Morales, M4-L2, M4-L1 in 2310, 12 action factors left."
    halto = asked.then("go 2311")
    assert halto.asked is not None and halto.prompt == "triggered"
    assert GAME.words.prompt(halto.asked).startswith("Morales, M4-L2, M4-L1 in 2310")
    reach = DISPLAY.reach
    assert reach is not None
    shown = [reach(asked.s, UNIT[name]) for name in ("M4-L1", "Morales")]
    assert shown[0] is not None and shown[1] is not None and shown[0].costs == shown[1].costs


def test_a_melee_of_two_commanders_tells_the_odds_of_who_is_asked() -> None:
    """Both players have men beside 2415; each is told what his own stack would do."""
    units = {"M1-F1": "2414", "M2-F1": "2416", "T4-inf1": "2415", "T4-inf2": "2015"}
    dual = board(units, (Final(), Melees(MEXICAN, SECOND), BeginMelee(MEXICAN)), options={"dual": True})
    told = DISPLAY.forecast(act(dual).s, 2, GAME.texts.parse("assault 2415"))
    assert told is not None and told.title == "2416 into 2415"


def test_a_shot_out_of_reach_hits_with_a_two_only() -> None:
    """Up at one squad behind a wall in the dark: the sum is less than two dice can be, no number is told to roll."""
    s = board({"M1-F2": "2312", "M1-F1": "1010", "Cos": "2311", "T7-inf1": "2314"}, turn=1)
    up = DISPLAY.forecast(act(s, "activate M1-F2").s, 0, GAME.texts.parse("shoot 2314"))
    assert up is not None and int(up.figures[0][0]) < 2 and up.short == "3%"
    assert up.figures[0][1] == "out of reach: only a two hits"


def test_the_bill_of_the_victor_adds_up() -> None:
    """15 steps, 20 of them soft, 3 turns early: nothing is counted, and the line says why."""
    assert GAME.words.event(SoftCasualties(6, 15, 20, 3, 0)) == "Soft casualties 6: 15 less 20 less 3 is 0, never less."
    assert GAME.words.event(SoftCasualties(1, 30, 10, 0, 20)) == "Soft casualties 1: 30 less 10 is 20."


def test_no_darkness_is_told_by_day() -> None:
    assert GAME.words.event(TurnBegan(8, 1)) == "Turn 8 begins; darkness 1."
    assert GAME.words.event(TurnBegan(9, 0)) == "Turn 9 begins; daylight."
