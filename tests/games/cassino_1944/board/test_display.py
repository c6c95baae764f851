"""What the table shows: pieces, tracks, charts, overlays and forecasts."""

import random
from fractions import Fraction

import pytest

from grognard.core import Seeded, hush, odds, push, settle
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.board import display
from grognard.games.cassino_1944.board.textmap import text_map
from grognard.games.cassino_1944.check import CONSTRAINTS
from grognard.games.cassino_1944.content import ALLIED, GERMAN, SPACE_NAMES, UNIT, UNITS
from grognard.games.cassino_1944.mind.evaluate import TERMS, evaluate, standing, terms
from grognard.games.cassino_1944.rules.events import Fought, Taken
from grognard.games.cassino_1944.rules.sequence import StartHalf
from tests.games.cassino_1944.kit import BASE, SPACE, act, board

C = "cassino_1944"


def positions(seed, options=None, every=15):
    """Views along a random game."""
    s = GAME.new("campaign", options)
    rng, chance = random.Random(seed), Seeded(seed)
    asked, k = settle(s, chance), 0
    while asked is not None:
        if k % every == 0:
            yield GAME.view(s, asked.seat), asked
        k += 1
        push(s, rng.choice(asked.options), hush)
        asked = settle(s, chance)


def test_every_unit_in_play_is_a_piece_and_every_box_a_marker():
    scene = display.scene(GAME.new("avenger"), 0)
    assert {p.unit for p in scene.pieces if p.unit >= 0} == set(UNITS) - {UNIT["34/168"]}
    assert sum(p.marker == "box" for p in scene.pieces) == 6
    assert len({p.id for p in scene.pieces}) == len(scene.pieces)
    (mg,) = [p for p in scene.pieces if p.name == "1FSJ/MG"]
    assert (mg.face.ground, mg.face.symbol, mg.face.size, mg.face.bottom, mg.face.right) == (
        "Para", "parachute machine gun", "II", "2-2", "boxes:0/2",
    )  # fmt: skip


def test_tracks_follow_turn_impulse_and_points():
    s = board({"34/133": "1904"}, turn=3, impulse=2, allied=["1503", "1406"])
    tracks = {track.id: track for track in display.scene(s, 0).tracks}
    assert (tracks["turn"].now, tracks["impulse"].now, tracks["points"].now) == (2, 2, 3)
    assert [cell.label for cell in tracks["points"].cells if cell.fill == "win"] == [str(n) for n in range(10, 17)]


def test_scenes_charts_and_text_maps_can_be_drawn_all_along_a_game():
    options = {"support": True, "abbey": True, "weather": True, "coordination": True}
    for view, asked in positions(7, options):
        scene = display.scene(view, asked.seat)
        assert all(0 <= piece.space < len(SPACE_NAMES) for piece in scene.pieces)
        assert display.charts(view, asked.seat)[0].rows[3][4] == "1/1"
        assert len(text_map(view, asked.seat)) > 40
        for id, _ in display.DISPLAY.overlays:
            display.overlay(view, asked.seat, id, 3, -1)


def result_heard(box):
    """Listens for the result of a combat, less the point a box takes."""

    def watch(event):
        if type(event) is not Fought:
            return None
        return f"{event.attacker}/{event.defender - (1 if box[event.hex] and event.defender else 0)}"

    return watch


@pytest.mark.parametrize("seed", range(3))
def test_forecasts_are_what_the_rules_give(seed):
    """The distribution shown for a formed attack is the one the engine produces over all dice."""
    seen = 0
    for view, asked in positions(seed, {"weather": True, "abbey": True}, every=1):
        if asked.prompt != "join_more" or seen >= 6:
            continue
        seen += 1
        done = asked.options[-1]
        shown = display.forecast(view, asked.seat, done)
        exact = odds(view, (done,), result_heard(view.box), same=GAME.codec.encode)
        assert {label: Fraction(p).limit_denominator(6) for label, p in shown.results} == exact
    assert seen


def test_a_forecast_spells_out_the_sum():
    s = board({"34/133": "1704", "34/135": "1704", "756": "1704", "44/134": "1604"}, boxes=["1604"])
    joined = act(s, "attack 1604", "all")
    told = display.forecast(joined.s, 0, joined.asked.options[-1])
    assert [(term.rule, term.value) for term in told.terms] == [
        ("6.1.sum", "10"), ("6.0.group", "3"), ("6.1.ratio", "3-1"), ("6.1.1.water", "-1 column"),
        ("6.1.2", "+1 column"), ("6.1.order", "3-1"), ("6.3.absorb", "-1 point"),
    ]  # fmt: skip
    assert dict(told.results) == pytest.approx({"0/1": 1 / 6, "1/1": 1 / 6, "1/0": 4 / 6})
    assert told.chart.column == told.chart.before == 5
    proposed = display.forecast(act(s).s, 0, GAME.texts.parse("attack 1604"))
    assert proposed.results == told.results
    threat = display.threat_forecast(s, 1, SPACE["1604"])
    assert threat.results == told.results
    assert display.threat_forecast(s, 0, SPACE["1904"]) is None


@pytest.mark.case(C, "6.1.1.mountain")
def test_shifts_are_told_in_columns_and_a_retreat_is_no_elimination():
    joined = act(board({"34/133": "1604", "34/135": "1604", "44/134": "1505"}), "attack 1505", "all")
    told = display.forecast(joined.s, 0, joined.asked.options[-1])
    assert [term.value for term in told.terms] == ["8", "3", "2-1", "-2 columns", "1-2"]
    assert told.figures[-1] == ("0%", "every defender is eliminated")


@pytest.mark.case(C, "10.1.1.allied", "10.1.2.first", "10.1.2.exclude")
def test_a_forecast_speaks_of_further_support_only_where_some_can_come():
    """Not without markers in the game, nor after the last of them that could be placed."""
    units = {"34/133": "1605", "15/129": "1606"}

    def about(now, option):
        return display.forecast(now.s, now.seat, GAME.texts.parse(option)).about

    assert about(act(board(units), "attack 1606"), "fight") == "exact"
    used_up = board(units, options={"support": True}, used=0b1111)
    assert about(act(used_up, "attack 1606"), "fight") == "exact"
    open_ = act(board(units, options={"support": True}), "attack 1606")
    assert about(open_, "fight") == "exact, before further support"
    allied = open_.then("fight")
    assert about(allied, "done") == "exact, before further support"
    german = allied.then("done")
    assert german.seat == 1 and about(german, "use German artillery") == "exact"


@pytest.mark.case(C, "10.1.1.german", "10.1.2.first", "10.1.2.exclude")
def test_who_declines_to_support_leaves_nothing_open_but_the_other_side():
    units, options = {"34/133": "1605", "15/129": "1606"}, {"support": True}

    def about(now, option):
        return display.forecast(now.s, now.seat, GAME.texts.parse(option)).about

    german = act(board(units, options=options), "attack 1606", "fight", "done")
    assert german.seat == 1 and about(german, "done") == "exact"
    spent = act(board(units, options=options, used=0b1000), "attack 1606", "fight")
    assert (about(spent, "use artillery"), about(spent, "done")) == ("exact, before further support", "exact")
    placed = act(board(units, options=options), "attack 1606", "fight", "use artillery")
    assert (about(placed, "use XII TAF"), about(placed, "done")) == ("exact", "exact"), "the German marker is barred"


@pytest.mark.case(C, "10.1.1.allied", "10.1.1.german")
def test_a_threat_of_the_next_impulse_knows_the_markers_that_come_back():
    """All four markers are used up. In the next impulse the Allied ones are back, in the next turn the German one."""
    units, options = {"34/133": "1605", "71/211": "1606"}, {"support": True}

    def about(hex, stack, **columns):
        s = board(units, options=options, stack=stack, **columns)
        return display.threat_forecast(s, 0, SPACE[hex]).about

    german, allied = (*BASE, StartHalf(GERMAN)), (*BASE, StartHalf(ALLIED))
    assert about("1606", (*german, StartHalf(ALLIED)), used=0b1111) == "exact"
    assert about("1606", german, used=0b1111) == "exact, before further support"
    assert about("1605", german, used=0b1111) == "exact"
    assert about("1605", allied, used=0b1111) == "exact, before further support", "Allied markers defend too"
    assert about("1605", allied, used=0b1111, impulse=3) == "exact, before further support"


@pytest.mark.case(C, "10.4.roll", "10.4.1.allied", "4.0")
def test_a_threat_of_the_next_turn_is_told_for_clear_weather_and_after_the_last_there_is_none():
    units, german = {"34/133": "1605", "71/211": "1606"}, (*BASE, StartHalf(GERMAN))

    def threat(**columns):
        s = board(units, options={"weather": True}, stack=german, rain=True, **columns)
        return display.threat_forecast(s, 1, SPACE["1606"])

    now = threat(impulse=2)
    assert now.about == "exact" and "10.4.1.allied" in [term.rule for term in now.terms], "rain holds all turn"
    then = threat(impulse=3)
    assert then.about == "exact if the next turn is clear"
    assert "10.4.1.allied" not in [term.rule for term in then.terms]
    assert threat(impulse=3, turn=6) is None
    dry = board(units, stack=german, impulse=3)
    assert display.threat_forecast(dry, 1, SPACE["1606"]).about == "exact", "without 10.4 there is no weather"
    both = board(units, options={"weather": True, "support": True}, stack=german, impulse=3, used=0b1111)
    assert display.threat_forecast(both, 1, SPACE["1606"]).about == (
        "exact if the next turn is clear, before further support"
    )


@pytest.mark.case(C, "10.1.2.remove", "2.2.2")
def test_the_chart_marks_the_column_fought_on_until_the_markers_come_off():
    """4:3 with artillery is fought on 2-1. While the loser retreats no column is in question, least of all 1-1."""
    s = board({"34/133": "1904", "34/135": "1904", "71/211": "1905"}, options={"support": True}, used=0b1000)
    joined = act(s, "attack 1905", "add 34/133")

    def marked(now):
        shown = display.charts(now.s, 0)[0]
        return shown.before, shown.column

    assert marked(joined) == (3, 3)
    supported = joined.then("fight", "use artillery")
    assert marked(supported) == (3, 4)
    beaten = supported.then("done", dice=[1])
    assert beaten.prompt == "retreat" and marked(beaten) == marked(act(board({"34/133": "1904"})))


@pytest.mark.case(C, "2.2.1")
def test_the_terrain_chart_follows_the_switch_for_mountains():
    def mountains(on):
        s = board({"34/133": "1904"}, options={"mountain_movement": on})
        (row,) = [row for row in display.charts(s, 0)[1].rows if row[0] == "mountain hexside"]
        return row

    assert mountains(True)[1].startswith("stop after crossing") and "armor only by road" in mountains(True)[3]
    assert mountains(False)[1] == "none" and "armor" not in mountains(False)[3]
    assert mountains(False)[3].startswith("advance stops after crossing") and mountains(False)[2] == mountains(True)[2]


def attackers_told(s, hex):
    """Who threatens a hex, by the first line of the sum."""
    return display.threat_forecast(s, 1, SPACE[hex]).terms[0].text.partition(":")[0]


@pytest.mark.case(C, "10.3.choice", "10.3.mixed")
def test_a_threat_counts_only_units_that_can_be_activated_together():
    """34/133 and 34/135 or 2 NZ/5, not all three; the worse attack for the hex, whichever nation makes it."""
    units = {"34/133": "1605", "34/135": "1605", "2 NZ/5": "1605", "71/211": "1606"}
    assert attackers_told(board(units, GERMAN), "1606") == "34/133, 34/135, 2 NZ/5"
    apart = {"coordination": True}
    assert attackers_told(board(units, GERMAN, options=apart), "1606") == "34/133, 34/135"
    british = {**units, "34/135": "1904", "4 IND/7": "1605"}
    assert attackers_told(board(british, GERMAN, options=apart), "1606") == "2 NZ/5, 4 IND/7"
    tank = {"34/133": "1605", "2 NZ/4": "1605", "71/211": "1606"}  # the same odds, but armor gains a column
    assert attackers_told(board(tank, GERMAN, options=apart), "1606") == "2 NZ/4"
    germans = board({"34/133": "1605", "71/211": "1606", "90/361": "1606"}, options=apart)
    assert display.threat_forecast(germans, 0, SPACE["1605"]).terms[0].value == "6"
    assert display.threat_forecast(board({"71/211": "1606"}, GERMAN, options=apart), 1, SPACE["1606"]) is None


@pytest.mark.case(C, "10.5.3.shift", "10.5.3.start")
@pytest.mark.parametrize(
    ("start", "impulse", "halves", "gains"),
    [
        ("german_then_allied", 0, (ALLIED, GERMAN), True),
        ("german_then_allied", 0, (ALLIED,), True),
        ("german_then_allied", 1, (GERMAN, ALLIED), False),
        ("allied_then_german", 0, (GERMAN, ALLIED), True),
        ("allied_then_german", 0, (GERMAN,), False),
        ("skip_allied_A", 0, (GERMAN,), True),
        ("skip_allied_A", 1, (GERMAN, ALLIED), True),
        ("skip_allied_A", 1, (GERMAN,), False),
    ],
)
def test_a_british_threat_gains_its_column_in_the_half_that_does(start, impulse, halves, gains):
    """`halves`: what is left of the impulse, the next one last. A shift that has passed is not told, one to come is."""
    stack = (*BASE, *(StartHalf(side) for side in halves))
    s = board({"2 NZ/5": "1605", "71/211": "1606"}, scenario="avenger", options={"avenger_start": start},
              impulse=impulse, stack=stack)  # fmt: skip
    for now in (s, act(s).s, act(s, *["no"] * (halves[-1] == GERMAN)).s):
        cases = [term.rule for term in display.threat_forecast(now, 1, SPACE["1606"]).terms]
        assert ("10.5.3.shift" in cases) == gains
        assert now.impulse == impulse


@pytest.mark.case(C, "10.2.3.use", "10.2.3.odds")
def test_the_forecast_of_a_strike_has_no_attacker_who_suffers_or_loses():
    s = board({"34/133": "1904", "44/131": "1205"}, destroyed=True, options={"abbey": True},
              stack=(*BASE, StartHalf(GERMAN), StartHalf(ALLIED)))  # fmt: skip
    shown = display.forecast(act(s).s, 0, GAME.texts.parse("strike 1205"))
    captions = [caption for _, caption in shown.figures]
    assert captions == ["points to the defender", "the defender loses", "every defender is eliminated"]
    assert f"{shown.gain:.2f}" == shown.figures[0][0], "points to the attacker cost nothing"
    joined = act(board({"34/133": "1305", "44/131": "1205"}), "attack 1205")
    fought = display.forecast(joined.s, 0, joined.asked.options[-1])
    assert [caption for _, caption in fought.figures][::3] == ["points to the attacker", "the attacker loses"]
    assert fought.gain < float(fought.figures[1][0])


@pytest.mark.case(C, "9.1.1.german")
def test_the_elimination_victory_is_told_as_it_is_judged():
    """At least one lost unit, unless the switch plays the letter."""
    (usual,), (strict,) = (
        [end.text for end in display.scene(GAME.new("campaign", told), 0).endings if end.rule == "9.1.1.german"]
        for told in ({}, {"strict_zero": True})
    )
    assert "(at least one)" in usual
    assert "at least" not in strict and "also if nobody is" in strict


@pytest.mark.case(C, "10.4.1.air")
def test_markers_that_cannot_fly_are_not_called_ready():
    options = {"support": True, "abbey": True, "weather": True}

    def shown(**columns):
        s = board({"34/133": "1904", "44/131": "1205"}, options=options, **columns)
        return dict(next(panel.lines for panel in display.scene(s, 0).panels if panel.id == "markers"))

    ready = dict.fromkeys(("artillery", "DAF", "XII TAF", "German artillery", "XV SAF"), "ready")
    assert shown(destroyed=True) == ready
    flying = dict.fromkeys(("DAF", "XII TAF", "XV SAF"), "cannot fly in rain")
    assert shown(destroyed=True, rain=True) == ready | flying
    assert shown(rain=True, used=0b1001) == {
        "artillery": "used", "DAF": "cannot fly in rain", "XII TAF": "cannot fly in rain", "German artillery": "used",
    }  # fmt: skip


@pytest.mark.case(C, "10.4.1.air")
def test_the_map_for_a_terminal_lists_the_support_that_can_be_used():
    def left(**columns):
        s = board({"34/133": "1904"}, options={"support": True, "weather": True}, **columns)
        (told,) = [fact for fact in text_map(s, 0)[1].split(" · ") if fact.startswith("support left")]
        return told

    assert left() == "support left: artillery, DAF, XII TAF, German artillery"
    assert left(rain=True) == "support left: artillery, German artillery"
    assert left(rain=True, used=0b1001) == "support left: none"


@pytest.mark.case(C, "9.1.2.count", "10.5.4.allied")
@pytest.mark.parametrize(("options", "worth"), [({}, ""), ({"avenger_handicap": 4}, ", worth 2 victory points")])
def test_the_log_tells_what_a_hex_counts_only_where_points_do(options, worth):
    s = board({"34/133": "1405"}, scenario="avenger", options=options)
    entered = act(s, "move 34/133", "go 1406")
    (told,) = [GAME.words.event(event) for event in entered.events if isinstance(event, Taken)]
    assert told == f"The Allied side takes 1406{worth}."


def test_reach_overlay_of_a_unit():
    shown = display.overlay(board({"1 CCB": "1907"}), 0, "reach", UNIT["1 CCB"], -1)
    costs = {SPACE_NAMES[h]: n for h, n in shown.spaces}
    assert costs["1706"] == "2" and costs["1803"] == "4" and "1708" not in costs


def test_supply_overlay_draws_the_line():
    shown = display.overlay(board({"36/141": "1105", "90/361": "1005"}), 0, "supply", UNIT["36/141"], -1)
    assert SPACE_NAMES[shown.paths[0][0]] == "1105" and SPACE_NAMES[shown.paths[0][-1]].startswith("20")


def test_components_satisfy_every_constraint():
    findings = CONSTRAINTS.prove()
    assert len(findings) > 45 and [f for f in findings if not f.passed] == []


def test_what_stands_is_zero_sum_and_values_follow_the_terms():
    for view, _ in positions(3):
        assert standing(view, ALLIED) == pytest.approx(-standing(view, GERMAN))
        for side in (ALLIED, GERMAN):
            assert evaluate(view, side) == pytest.approx(sum(terms(view, side).values()))
        assert set(terms(view, ALLIED)) == set(TERMS)
    won = board({"34/133": "1904"}, allied=["1406", "1604"])
    none = board({"34/133": "1904"})
    assert evaluate(won, ALLIED) > evaluate(none, ALLIED)


def test_agreed_terms_of_avenger_stand_beside_the_points():
    """Printed: no points shown. With an option of ours: the track and the banner, with goal and draw."""
    printed, handicap, graded = (
        display.scene(GAME.new("avenger", told), 0) for told in ({}, {"avenger_handicap": 4}, {"avenger_graded": True})
    )
    shown = [any(track.id == "points" for track in scene.tracks) for scene in (printed, handicap, graded)]
    assert shown == [False, True, True]
    assert "points" not in printed.banner
    assert "6 victory points win too; it has 3" in handicap.banner and "draw" not in handicap.banner
    assert "10 victory points win too" in graded.banner and "draw" in graded.banner
