"""What the table shows: scenes, overlays with the gauge, forecasts that equal the rules."""

import pytest
from msgspec.structs import replace

from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.board.display import DISPLAY
from grognard.games.battle_for_cassino.board.facts import facts
from grognard.games.battle_for_cassino.content import (
    BOMBARDMENT,
    COMPANY_COLUMNS,
    CRT,
    FIRE,
    GRID,
    POINT_COLUMNS,
    RATIO_COLUMNS,
    UNIT,
)
from grognard.games.battle_for_cassino.rules.events import FiredUpon, Fought, SupplySpent
from grognard.look.ground import board as board_of
from grognard.server.ways import goals_of, plan_to
from tests.games.battle_for_cassino.kit import NIGHT_TURN, act, board, flagged

C = "battle_for_cassino"
FIGHT = {"A/25 NZ": "1926", "B/25 NZ": "1926", "HQ 25 NZ": "1826", "9/III/3": "2026", "HQ III/3": "2426"}


def sums(told) -> list[str]:
    """Both strengths and the ratio of a forecast."""
    return [t.value for t in told.terms if t.rule in ("12.11", "12.13", "12.41")]


def piece(s, name: str):
    return next(p for p in DISPLAY.scene(s, 0).pieces if p.unit == UNIT[name])


@pytest.mark.case(C, "10.31", "10.32")
def test_headquarters_show_their_increments_on_the_counter_and_in_the_panel() -> None:
    s = board(FIGHT)
    s.increments[UNIT["HQ 25 NZ"]] = 2
    assert piece(s, "HQ 25 NZ").face.right == "dots:2"
    panel = next(p for p in DISPLAY.scene(s, 0).panels if p.id == "supply")
    assert ("HQ 25 NZ", "2") in panel.lines and ("HQ III/3", "3") in panel.lines


def test_pins_of_both_colours_losses_ruins_and_night() -> None:
    s = board(
        {**FIGHT, "A/25 NZ": ("1926", 4), "B/25 NZ": ("1926", 3)}, turn=NIGHT_TURN, ruins=["2026"], blocks=["1826"],
        pins=[flagged("9/III/3"), flagged("A/25 NZ")],
    )  # fmt: skip
    scene = DISPLAY.scene(s, 0)
    assert "pinned" in piece(s, "9/III/3").face.states and "pinned_grey" in piece(s, "A/25 NZ").face.states
    assert piece(s, "A/25 NZ").face.right == "plate:-2" and "reduced" in piece(s, "B/25 NZ").face.states
    assert {p.marker for p in scene.pieces if p.marker} == {"debris", "roadblock"} and scene.veil == "night"


@pytest.mark.case(C, "11.12", "11.22", "11.41", "11.43")
def test_a_marker_says_what_the_face_does_not() -> None:
    """Inverted counters need none: companies after the third loss, platoons and assault guns after the first."""
    s = board({
        "A/25 NZ": ("1926", 3), "B/25 NZ": ("1926", 2), "7 NZ Fd Coy": ("0133", 1), "Plt 1": ("2026", 1),
        "StuG 1": ("2025", 1), "9/III/3": ("2027", 5), "10/III/3": "divided",
    })  # fmt: skip
    told = {u: piece(s, u).face for u in ("A/25 NZ", "B/25 NZ", "7 NZ Fd Coy", "Plt 1", "StuG 1", "9/III/3")}
    assert [face.right for face in told.values()] == ["", "plate:-1", "plate:-2", "", "", "plate:-1"]
    assert [u for u, face in told.items() if "reduced" in face.states] == ["A/25 NZ", "B/25 NZ", "Plt 1", "StuG 1"]
    assert told["Plt 1"].bottom == "1-60"


def test_the_gauge_tells_what_blocks_a_line() -> None:
    s = board({"OP 1": "2208", "A/25 NZ": "0133"})
    blocked = DISPLAY.overlay(s, 1, "blocked", UNIT["OP 1"], GRID.id("2023"))
    assert "blocked" in blocked.title and any("in the way" in words for _, words in blocked.spaces)
    clear = DISPLAY.overlay(s, 1, "blocked", UNIT["OP 1"], GRID.id("1827"))
    assert "clear" in clear.title and clear.spaces
    seen = DISPLAY.overlay(s, 1, "sight", UNIT["OP 1"], -1)
    assert GRID.id("1827") in dict(seen.spaces) and GRID.id("2023") not in dict(seen.spaces)


def test_the_forecast_of_an_assault_is_the_sum_that_is_played() -> None:
    s = act(board(FIGHT, "combat")).s
    told = DISPLAY.forecast(s, 0, GAME.texts.parse("done"))
    assert told is not None
    assert sums(told) == ["14", "12", "1-1"]
    assert abs(sum(p for _, p in told.results) - 1) < 1e-9
    column = RATIO_COLUMNS.index("1-1")
    mean = sum(CRT.result(column, die).attacker_steps for die in range(1, 7)) / 6
    assert told.figures[0][0] == f"{mean:.2f}"
    threat = DISPLAY.threat_forecast(s, 1, GRID.id("2026"))
    assert threat is not None and threat.terms[0].value == "14"


def test_forecasts_of_missions_and_fire() -> None:
    mission = act(board({**FIGHT, "A/25 NZ": "0133"}, "preparation", turn=1), "bombard 2026").s
    told = DISPLAY.forecast(mission, 0, GAME.texts.parse("shell 10 > 0"))
    assert told is not None and abs(sum(p for _, p in told.results) - 1) < 1e-9
    moved = act(
        board({"A/25 NZ": "1934", "HQ 25 NZ": "1934", "B/25 NZ": "0133", "9/III/3": "1827", "HQ III/3": "1827"}),
        "move A/25 NZ", "go 1933", "go 1932", "halt", "fireat 1932",
    )  # fmt: skip
    shot = DISPLAY.forecast(moved.s, 1, GAME.texts.parse("done"))
    assert shot is not None and shot.figures[0][0] == "33%"


def told_of(s, option: str) -> tuple[str, list[str], str]:
    """A forecast: its title, strengths and odds, and the column."""
    told = DISPLAY.forecast(s, 0, GAME.texts.parse(option))
    assert told is not None
    return told.title, sums(told), told.short


def fought(played) -> tuple[list[str], str]:
    (sum_,) = played.heard(Fought)
    return [str(sum_.attack), str(sum_.defence), sum_.odds], sum_.column


@pytest.mark.case(C, "14.22", "12.52")
def test_the_forecast_of_pinned_attackers_is_the_sum_that_is_fought() -> None:
    """Pinned New Zealanders next to a Gurkha headquarters draw on nobody, so no column is lost."""
    units = {"A/25 NZ": "1926", "B/25 NZ": "1926", "HQ 1/9 GR": "1826", "9/III/3": ("2026", 3), "HQ III/3": "4010"}
    ask = act(board(units, "combat", pinned=["A/25 NZ", "B/25 NZ"]))
    _, *rest = told_of(ask.s, "done")
    assert rest == [["3", "6", "1-2"], "1-2"] and tuple(rest) == fought(ask.then("done", dice=[1]))


@pytest.mark.case(C, "12.0", "12.12")
def test_forecasts_count_the_hexes_and_units_that_an_option_forces_in() -> None:
    one = {"A/25 NZ": "1926", "HQ 25 NZ": "1826", "Plt 1": "2026", "10/III/3": "2025", "7/II/3": "divided"}
    s = board({**one, "HQ III/3": "4010"}, "combat")
    title, values, _ = told_of(s, "attack 2026")
    assert "2025, 2026" in title and values == ["7", "16", "1-3"]  # one company: both hexes at once
    out = act(s, "attack 2026", "done", "draw A/25 NZ > HQ 25 NZ", dice=[4])
    assert fought(out)[0] == values
    many = board({**one, "B/25 NZ": "1926", "9/III/3": "1925", "HQ III/3": "4010"}, "combat")
    ask = act(many, "attack 2026", "add A/25 NZ")
    title, values, column = told_of(ask.s, "also 2025")
    assert "2025, 2026" in title and values == ["7", "16", "1-3"]
    assert told_of(ask.then("also 2025").s, "done") == (title, values, column)
    assert told_of(ask.s, "done")[1] == ["7", "4", "3-2"]
    assert told_of(act(many).s, "attack 2026")[1] == ["7", "4", "3-2"]  # the other company is needed elsewhere
    assert told_of(board(FIGHT, "combat"), "attack 2026")[1] == ["14", "12", "1-1"]


@pytest.mark.case(C, "10.43", "12.52")
def test_the_forecast_of_a_choice_of_supply_is_the_sum_with_that_choice() -> None:
    units = {"A/25 NZ": "1926", "B/25 NZ": "1926", "HQ 25 NZ": "1826", "HQ 1/9 GR": "1827", "9/III/3": ("2026", 3)}
    ask = act(board({**units, "HQ III/3": "4010"}, "combat"), "done")
    assert ask.prompt == "supply"
    assert told_of(ask.s, "draw A/25 NZ > HQ 25 NZ")[1:] == (["14", "6", "2-1"], "2-1")
    assert told_of(ask.s, "draw A/25 NZ > HQ 1/9 GR")[1:] == (["14", "6", "2-1"], "3-2")
    assert told_of(ask.s, "without A/25 NZ")[1:] == (["8", "6", "1-1"], "1-1")
    second = ask.then("without A/25 NZ")
    assert told_of(second.s, "without B/25 NZ")[1:] == (["3", "6", "1-2"], "1-2")


@pytest.mark.case(C, "12.43", "12.53")
def test_the_chart_marks_the_column_of_the_forecast_while_supply_is_settled() -> None:
    """Gurkhas who can draw on New Zealanders only: 7 to 12 is 1-2, and the column before it."""
    units = {"A/1/9 GR": "1926", "HQ 25 NZ": "1826", "9/III/3": "2026", "HQ III/3": "4010"}
    ask = act(board(units, "combat"), "done")
    assert ask.prompt == "supply" and told_of(ask.s, "draw A/1/9 GR > HQ 25 NZ")[1:] == (["7", "12", "1-2"], "1-3")
    chart = DISPLAY.charts(ask.s, 0)[0]
    assert (chart.head[chart.before], chart.head[chart.column]) == ("1-2", "1-3")


@pytest.mark.case(C, "10.45", "8.0.procedure")
def test_the_forecast_of_a_fire_draws_supply_with_the_mover_in_that_hex() -> None:
    """In 2328, where it ends, the mover cuts the line of 9/III/3 in 2529 to its headquarters in 2225; not in 2327."""
    units = {"A/25 NZ": "2326", "HQ 25 NZ": "0133", "9/III/3": "2529", "HQ III/3": "2225"}
    ask = act(board(units), "move A/25 NZ", "go 2327", "go 2328", "halt")
    told = DISPLAY.forecast(ask.s, 1, GAME.texts.parse("fireat 2327"))
    assert told is not None and told.figures[0][0] == "33%"
    assert [(t.text, t.rule) for t in told.terms][-1] == ("increments spent by HQ III/3", "10.33")
    assert DISPLAY.forecast(ask.s, 1, GAME.texts.parse("fireat 2328")) is None


@pytest.mark.case(C, "12.52", "12.53", "10.42", "10.44")
def test_the_forecast_of_a_choice_of_supply_for_fire_is_that_of_the_fire() -> None:
    """Two companies, a New Zealander first: drawn on Gurkhas the column of two falls to that of one."""
    units = {"A/25 NZ": "1827", "B/25 NZ": "1827", "HQ 25 NZ": "1826", "HQ 1/9 GR": "1727", "9/III/3": "2029"}
    s = board({**units, "HQ III/3": "2029"}, side=1)
    ask = act(s, "move 9/III/3", "go 1929", "halt", "fireat 1929", "all", "done")
    assert ask.prompt == "supply" and ask.seat == 0

    def terms(played, option: str) -> list[tuple[str, str]]:
        told = DISPLAY.forecast(played.s, 0, GAME.texts.parse(option))
        assert told is not None and told.title == "Fire at 9/III/3"
        return [(t.rule, t.value) for t in told.terms]

    assert terms(ask, "draw A/25 NZ > HQ 25 NZ") == [("8.3", "2"), ("8.3", "2"), ("10.33", "1")]
    strange = [("8.3", "2"), ("12.52", "-1"), ("8.3", "1"), ("10.33", "1")]
    assert terms(ask, "draw A/25 NZ > HQ 1/9 GR")[:3] == strange[:3]
    second = ask.then("draw A/25 NZ > HQ 1/9 GR")
    assert terms(second, "draw B/25 NZ > HQ 1/9 GR") == strange[:3]  # it has paid
    shot = second.then("draw B/25 NZ > HQ 1/9 GR", dice=[4]).heard(FiredUpon)[0]
    assert (shot.companies, shot.column, shot.shifts) == (2, "1", (("12.52", -1),))
    fight = {**FIGHT, "C/25 NZ": "1829", "HQ 26 NZ": "1829"}
    paid = act(board(fight, "combat"), "done", "draw A/25 NZ > HQ 25 NZ", "target 9/III/3", "done")
    assert paid.prompt == "supply" and terms(paid, "draw C/25 NZ > HQ 26 NZ")[:2] == [("8.3", "1"), ("8.3", "1")]


def test_who_is_in_an_assault_is_asked_before_anybody_is() -> None:
    units = {"A/25 NZ": "1926", "B/25 NZ": "1926", "9/III/3": "2026", "10/III/3": "1927", "HQ III/3": "2226"}
    ask = act(board(units, "combat"), "attack 1927")
    assert GAME.words.prompt(ask.asked) == "Assault on 1927: who is in it?"
    one = act(board(FIGHT, "combat"))
    assert GAME.words.prompt(one.asked) == "Assault on 2026 with A/25 NZ, B/25 NZ: add to it, or announce it."


@pytest.mark.case(C, "10.33", "10.42", "10.43", "10.12")
def test_forecasts_name_the_headquarters_that_spend_an_increment() -> None:
    """Two companies of two battalions far apart cost two increments, two that draw on one headquarters one."""

    def spent(s, seat: int, option: str = "done") -> list[tuple[str, str, str]]:
        told = DISPLAY.forecast(s, seat, GAME.texts.parse(option))
        assert told is not None
        return [(t.text, t.rule, t.value) for t in told.terms if t.rule in ("10.33", "10.12")]

    road = {"A/25 NZ": "1934", "9/III/3": "1827", "HQ III/3": "1827", "10/III/3": "1827"}
    path = ("move A/25 NZ", "go 1933", "go 1932", "halt", "fireat 1932", "all")
    shot = act(board(road), *path)
    asked = DISPLAY.forecast(act(board(road), *path[:-2]).s, 1, GAME.texts.parse("fireat 1932"))
    assert asked is not None and asked.terms == DISPLAY.forecast(shot.s, 1, GAME.texts.parse("done")).terms
    assert asked.short == "50%" and asked.terms[0].value == "2"  # two companies pin on 4, 5 and 6
    assert spent(shot.s, 1) == [("increments spent by HQ III/3", "10.33", "1")]
    far = act(board({**road, "10/III/3": "2430", "HQ II/3": "2430", "HQ III/3": "1822"}), *path)
    assert spent(far.s, 1) == [("increments spent by HQ III/3, HQ II/3", "10.33", "2")]
    fired = far.then("done", dice=[1])
    assert [e.hq for e in fired.heard(SupplySpent)] == [UNIT["HQ III/3"], UNIT["HQ II/3"]]
    last = [1 if n == UNIT["HQ III/3"] else k for n, k in enumerate(board(road).increments)]
    assert spent(act(board(road, increments=last), *path).s, 1)[1:] == [
        ("off the map with the last increment: HQ III/3", "10.12", "")
    ]
    fight = act(board(FIGHT, "combat"))
    assert spent(fight.s, 0) == [("increments spent by HQ 25 NZ", "10.33", "1")]
    units = {**FIGHT, "B/25 NZ": "1829", "C/25 NZ": "1829", "HQ 26 NZ": "1829"}
    paid = act(board(units, "combat"), "done", "draw A/25 NZ > HQ 25 NZ")
    assert paid.prompt == "support" and not spent(paid.s, 0, "no")


@pytest.mark.case(C, "5.71", "5.32", "10.41", "5.8.paren")
def test_the_forecast_of_mortars() -> None:
    """Two mortars, observed: column 2 pins on 1 and 2 and drives out on 3; a headquarters pays once a phase."""
    units = {"A/25 NZ": "0133", "HQ 25 NZ": "2022", "HQ 26 NZ": "1822", "9/III/3": "2026", "10/III/3": "2126"}
    ask = act(board({**units, "HQ III/3": "4010"}, "preparation"), "mortar 2026")
    told = DISPLAY.forecast(ask.s, 0, GAME.texts.parse("all"))
    assert told is not None and told.title == "Mortars at 2026"
    seen = told.terms[1].value == ""
    assert [t.rule for t in told.terms] == ["5.71", "5.32", "10.41"] and told.terms[0].value == "2"
    assert dict(told.results) == (
        {"P": pytest.approx(2 / 6), "r1": pytest.approx(1 / 6), "-": pytest.approx(3 / 6)}
        if seen
        else {"r1": pytest.approx(1 / 6), "-": pytest.approx(5 / 6)}
    )
    paid = ask.then("add HQ 25 NZ", "done", "pay HQ 25 NZ", "mortar 2126", dice=[6])
    next_ = DISPLAY.forecast(paid.s, 0, GAME.texts.parse("done" if "done" in paid.offers else "all"))
    assert next_ is not None and [t.rule for t in next_.terms] == ["5.71", "5.32"]


@pytest.mark.case(C, "12.25", "12.23", "5.0.retreat", "12.71")
def test_a_reserve_and_a_retreat_are_shown_their_own_ways_and_no_march() -> None:
    """A reserve goes into the hex under assault and nowhere else; a unit driven out by shells goes one hex."""
    units = {**FIGHT, "10/III/3": "2226", "HQ III/3": "2226"}
    asked = act(board(units, "combat"), "done", "draw A/25 NZ > HQ 25 NZ")
    reserve = UNIT["10/III/3"]
    for s in (asked.s, asked.then("send 10/III/3").s):
        goals = goals_of(GAME, s, 1, [reserve], told=DISPLAY.reach)
        assert [(GRID.names[g.space], g.cost) for g in goals if g.stay] == [("2026", 2)]
        assert max(g.cost for g in goals) == 7
    plan = plan_to(GAME, asked.s, 1, [reserve], [GRID.id("2026")], DISPLAY.reach)
    assert plan is not None and len(plan.options) == 3
    two = {**FIGHT, "11/III/3": "2025", "10/III/3": "2226", "HQ III/3": "2226", "B/25 NZ": "0133"}
    both = act(board(two, "combat"), "attack 2026", "done", "draw A/25 NZ > HQ 25 NZ", "send 10/III/3")
    assert not goals_of(GAME, both.s, 1, [reserve], told=DISPLAY.reach)  # step by step, with an end at either hex
    shelled = {"A/25 NZ": "0133", "9/III/3": "1528", "HQ III/3": "4010"}
    out = act(board(shelled, "preparation", turn=1, artillery=[3, 0]), "bombard 1528", "shell 0 > 3", dice=[2])
    assert out.prompt == "retreat"  # two higher for want of an observer: 4 in the column of three is (r1)
    ways = goals_of(GAME, out.s, 1, [UNIT["9/III/3"]], told=DISPLAY.reach)
    assert sorted(f"go {GRID.names[g.space]}" for g in ways) == sorted(out.offers)


@pytest.mark.case(C, "5.43.loss")
def test_the_forecast_of_support_fire_at_an_observer_in_a_stack_has_no_loss() -> None:
    units = {**FIGHT, "B/25 NZ": "1829", "C/25 NZ": "1829", "D/25 NZ": "1626", "A/26 NZ": "1626", "OP 1": "2026"}
    ready = act(board({**units, "HQ 26 NZ": "1829"}, "combat"), "done", "draw A/25 NZ > HQ 25 NZ")
    for target, steps in (("OP 1", "0%"), ("9/III/3", "17%")):
        shot = DISPLAY.forecast(ready.then(f"target {target}", "all").s, 0, GAME.texts.parse("done"))
        aimed = DISPLAY.forecast(ready.s, 0, GAME.texts.parse(f"target {target}"))
        assert shot is not None and aimed is not None and (aimed.terms, aimed.short) == (shot.terms, shot.short)
        assert shot is not None and [f[0] for f in shot.figures] == ["67%", steps]
        assert shot.chance == pytest.approx(4 / 6 if target == "OP 1" else 5 / 6)


@pytest.mark.case(C, "5.24", "5.41", "13.12")
def test_the_inspector_names_observers_that_see_farther_than_others() -> None:
    units = {"OP 1": "2208", "A/25 NZ": "3431", "HQ III/3": "2208", "9/III/3": "3330"}

    def seen(hex: str, **more: object) -> dict[str, str]:
        return {f.name: f.value for f in facts(board(units, **more), 0, GRID.id(hex)) if f.rule == "5.2"}

    assert GRID.distance(GRID.id("2208"), GRID.id("3431")) > 20
    day = seen("3431")["Seen by German"]
    assert "OP 1" in day and "9/III/3" in day and "HQ III/3" not in day and day.count("OP 1") == 1
    assert "OP 1" not in seen("3431", turn=NIGHT_TURN)["Seen by German"]
    assert seen("2208")["Seen by German"].count("OP 1") <= 1
    assert "OP 2" not in day  # nowhere on the map


def test_duties_are_shown_with_their_odds_before_movement_ends() -> None:
    s = board({**FIGHT, "A/25 NZ": "1926"})
    (duty,) = DISPLAY.scene(s, 0).duties
    assert (duty.space, duty.odds, duty.side) == (GRID.id("2026"), "1-1", 0)
    assert duty.units == tuple(u for u in s.here[GRID.id("1926")] if u in duty.units) and UNIT["A/25 NZ"] in duty.units
    assert DISPLAY.overlay(s, 0, "duties", -1, -1).spaces == ((GRID.id("2026"), "1-1"),)


def test_every_overlay_chart_and_the_text_map_answer() -> None:
    s = board(FIGHT)
    for id, title in DISPLAY.overlays:
        assert title and DISPLAY.overlay(s, 0, id, UNIT["A/25 NZ"], GRID.id("2026")).id in (id, "blocked")
    assert {c.id for c in DISPLAY.charts(s, 0)} == {"assault", "bombardment", "fire", "terrain"}
    assert DISPLAY.text_map is not None and any("A/25 NZ" in line for line in DISPLAY.text_map(s, 0))


def test_the_last_columns_are_headed_as_printed() -> None:
    heads = {chart.id: chart.head for chart in DISPLAY.charts(board({}), 0)}
    assert heads["bombardment"][1:] == ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10+")
    assert heads["fire"][1:] == ("1", "2", "3", "4", "5+")


def test_the_board_has_a_place_for_every_space() -> None:
    sheet = board_of(GAME)
    assert [p.space for p in sheet.places] == list(range(len(GAME.names["SpaceId"])))
    assert len(sheet.numbers.spots) == 1977


def test_a_far_click_is_a_plan_and_a_stack_marches_one_after_the_other() -> None:
    s = board({"A/25 NZ": "0123", "B/25 NZ": "0123", "HQ 25 NZ": "0123", "9/III/3": "3320"})
    far = GRID.id("1025")
    goals = {goal.space: goal for goal in goals_of(GAME, s, 0, [UNIT["A/25 NZ"]], (), DISPLAY.reach)}
    assert goals[far].cost == 9 and goals[far].stay
    plan = plan_to(GAME, s, 0, [UNIT["A/25 NZ"]], [far], DISPLAY.reach)
    assert plan is not None
    gone = act(s, *[GAME.texts.show(option) for option in plan.options])
    assert gone.where("A/25 NZ") == "1025" and gone.prompt == "movement"
    both = plan_to(GAME, s, 0, [UNIT["A/25 NZ"], UNIT["B/25 NZ"]], [far], DISPLAY.reach)
    assert both is not None and both.left == []
    there = act(s, *[GAME.texts.show(option) for option in both.options])
    assert (there.where("A/25 NZ"), there.where("B/25 NZ")) == ("1025", "1025")


def test_every_printed_result_has_its_words() -> None:
    printed = {
        table.result(column, die).text
        for table, columns in ((CRT, RATIO_COLUMNS), (BOMBARDMENT, POINT_COLUMNS), (FIRE, COMPANY_COLUMNS))
        for column in range(len(columns))
        for die in range(1, 7)
    }
    plain = {  # mortars cause no collateral damage (5.8): their results stand without brackets
        replace(BOMBARDMENT.result(column, die), collateral=False).text
        for column in range(len(POINT_COLUMNS))
        for die in range(1, 7)
    }
    reading = GAME.words.tables["reading"]
    assert printed | plain == set(reading)
    assert reading["r1"] == "a retreat of 1 hex" and reading["3"] == "3 steps"
    assert reading["1r2/-"] == "the attacker loses 1 step and retreats 2 hexes"


def test_the_track_of_losses_shows_every_step() -> None:
    s = GAME.new("battle")
    for lost in (0, 14, 72, 75):
        s.lost[0] = lost
        track = next(track for track in DISPLAY.scene(s, 0).tracks if track.id == "losses")
        assert track.cells[track.now].label == str(lost)
        assert [cell.fill for cell in track.cells[71:73]] == ["", "win"], "72 steps lose the game"
