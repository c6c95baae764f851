"""What the table, the terminal, the evaluation and the lessons show of a position."""

import random
import re

import pytest

from grognard.bots import make_player
from grognard.core import Decision, Roll, Seeded, hush, push, run, settle
from grognard.core.lesson import Lesson, lessons, teach
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.board import display as shown
from grognard.games.cities_of_the_damned.board import textmap
from grognard.games.cities_of_the_damned.board.facts import facts
from grognard.games.cities_of_the_damned.content import AREAS, SERIOUS, SPACES, UNIT_COUNT
from grognard.games.cities_of_the_damned.mind import evaluate
from grognard.games.cities_of_the_damned.rules.combat import Engage
from grognard.games.cities_of_the_damned.rules.counterattack import CounterAttacks
from grognard.games.cities_of_the_damned.rules.events import (
    Checked,
    Clashed,
    CounterRolled,
    DuelShot,
    Faced,
    Mustered,
    RiverChecked,
    Scored,
)
from grognard.games.cities_of_the_damned.rules.state import CityState
from grognard.look.ground import board as board_of
from tests.games.cities_of_the_damned.kit import A, K, U, do, table


def positions() -> list[CityState]:
    """Positions of a random game, fights included."""
    rng, chance, found = random.Random(4), Seeded(4), list[CityState]()
    s = GAME.new("", {"random_events": True, "tank_duel": True, "monte_cassino": True})
    while (asked := settle(s, chance)) is not None:
        if rng.random() < 0.05:
            found.append(GAME.view(s, 0))
        push(s, rng.choice(asked.options), hush)
    return [*found, s]


POSITIONS = positions()


def test_every_space_has_a_place_on_the_board() -> None:
    board = board_of(GAME)
    assert sorted(place.space for place in board.places) == list(range(SPACES))
    assert all(len(place.slots) == 3 for place in board.places if place.space < AREAS)


def test_scenes_show_every_unit_once_and_everything_in_its_place() -> None:
    for s in POSITIONS:
        scene = shown.scene(s, 0)
        units = [piece for piece in scene.pieces if piece.unit >= 0]
        assert sorted(piece.unit for piece in units) == list(range(UNIT_COUNT))
        assert all(piece.space == s.loc[piece.unit] for piece in units)
        ids = [piece.id for piece in scene.pieces]
        assert len(set(ids)) == len(ids)
        assert all(-1 <= track.now < len(track.cells) for track in scene.tracks)
        cup = next(panel for panel in scene.panels if panel.id == "cup")
        assert cup.title == f"In the container: {sum(s.cup)}"


@pytest.mark.case("cities_of_the_damned", "6.1.3", "6.1.4.b")
@pytest.mark.parametrize(
    ("area", "units", "room"),
    [
        ("54", ("A/24NZ",), "1 Allied here; room for infantry, armor"),
        ("54", ("A/24NZ", "B/24NZ"), "2 Allied here; room for infantry of 24 NZ Bn, armor"),
        ("54", ("A/24NZ", "A/25NZ"), "2 Allied here; room for armor"),
        ("54", ("A/24NZ", "B/24NZ", "C/24NZ", "A/19NZ"), "4 Allied here; room for nobody"),
        ("38", ("A/24NZ",), "1 Allied here; room for infantry"),
    ],
)
def test_the_room_of_an_area_is_told_as_the_rules_give_it(area: str, units: tuple[str, ...], room: str) -> None:
    """Three of one battalion or two of any, and one armor unit, which never enters level 3."""
    told = [fact.value for fact in facts(table({area: units}), 0, A[area]) if fact.rule == "6.1.3"]
    assert told == [room]


def test_a_fight_shows_the_chits_and_their_backs() -> None:
    s = table(
        {"46": ("A/24NZ",), "31": ("B/24NZ",)}, markers={"31": "FJ sniper"}, top=(Engage(A["46"]),), reduced=("A/24NZ",)
    )
    s = do(s, "support 0 > 0", "lower 0 > 0 > no", dice=(1, K["FJ MG 2"], K["FJ infantry 1"]))
    scene = shown.scene(s, 0)
    german = [
        (piece.space, piece.group, piece.face.symbol) for piece in scene.pieces if piece.side == 1 and not piece.marker
    ]
    assert german == [(A["31"], 2, "canopy"), (A["46"], 1, "infantry"), (A["46"], 1, "mg")]
    company = next(piece for piece in scene.pieces if piece.name == "A/24NZ")
    assert (company.face.bottom, company.face.states) == ("2", ("reduced",))
    assert {piece.marker for piece in scene.pieces} >= {"contested"}


def test_charts_and_overlays_of_every_position() -> None:
    for s in POSITIONS:
        for chart in shown.charts(s, 0):
            assert all(len(row) == len(chart.head) for row in chart.rows), chart.id
        for name, _ in shown.DISPLAY.overlays:
            assert all(0 <= space < AREAS for space, _ in shown.overlay(s, 0, name, 0).spaces)


@pytest.mark.case("cities_of_the_damned", "6.2")
def test_duties_are_shown_while_a_combat_is_owed() -> None:
    there = {"46": ("A/24NZ",), "48": ("B/24NZ",)}
    markers = {"46": "FJ infantry 1", "48": "FJ infantry 1"}
    owed = shown.scene(table(there, markers=markers), 0).duties
    assert [(duty.space, duty.units) for duty in owed] == [(A["46"], (U["A/24NZ"],)), (A["48"], (U["B/24NZ"],))]
    struck = do(table(there, markers=markers, top=(CounterAttacks(),)))
    assert shown.scene(struck, 0).duties == (), "the Germans attack now"


def test_reach_counts_rivers() -> None:
    s = table({"54": ("A/24NZ",)}, {"Allied": ("47",)})
    reach = dict(shown.overlay(s, 0, "reach", 0).spaces)
    assert (reach[A["55"]], reach[A["47"]], reach[A["48"]], reach[A["46"]]) == ("1", "2", "2!", "2!")
    assert A["38"] not in reach


def test_the_terminal_map_names_every_area_and_fits() -> None:
    for s in POSITIONS:
        lines = [re.sub(r"\[/?[^\]]*\]", "", line) for line in textmap.text_map(s, 0)]
        text = "\n".join(lines)
        for name in ("38*", "54~", "R21>", "R9*~", "61"):
            assert name in text
        assert max(len(line) for line in lines[4:-4]) <= 140
        assert f"VP {s.vp}" in text


def test_values_are_finite_and_better_ground_is_worth_more() -> None:
    for s in POSITIONS:
        value = evaluate.evaluate(s, 0)
        assert -1000 <= value <= 1000
        assert evaluate.evaluate(s, 1) == pytest.approx(-value)
    before = table({"46": ("A/24NZ",)}, markers={"46": "FJ MG 1"})
    after = table({"46": ("A/24NZ",)}, {"Allied": ("46",)})
    assert evaluate.evaluate(after, 0) > evaluate.evaluate(before, 0)
    assert set(evaluate.terms(after, 0)) == set(evaluate.TERMS)
    for name in evaluate.TERMS:
        assert GAME.words.get("term", name)


def test_the_greedy_player_forms_a_stack_and_spends_where_it_pays() -> None:
    """With points to spare and two VP areas in reach it storms one with everybody and lowers the draw."""
    s = table({"45": ("A/24NZ", "B/24NZ", "C/24NZ")}, {"Allied": ("45",)}, air=4, artillery=8)
    player, chance, spent = make_player("greedy", GAME, 1), Seeded(1), 0
    while s.fight is None or not s.fight.slots:
        asked = run(s)
        if isinstance(asked, Decision):
            answer = player.choose(GAME.view(s, 0), asked, 0)
            spent += getattr(answer, "air", 0) + getattr(answer, "artillery", 0)
            push(s, answer, hush)
        else:
            assert asked is not None
            push(s, chance(asked), hush)
        if s.fight is not None and s.fight.lowering:
            break
    assert s.fight.area in (A["38"], A["46"])
    assert len(s.here[s.fight.area]) == 3
    assert spent > 0


@pytest.mark.parametrize("lesson", lessons(GAME), ids=lambda lesson: lesson.id)
def test_lessons_can_be_taught(lesson: Lesson) -> None:
    pages = list(teach(GAME, lesson))
    assert len(pages) == len(lesson.page) >= 6
    names = {*GAME.names["UnitId"], *GAME.names["SpaceId"]}
    assert all(set(page.show) <= names for page, _, _ in pages)
    end = pages[-1][1]
    assert isinstance(end, CityState) and GAME.broken(end) == []


LABELS = {
    "support 0 > 0": "No direct support",
    "support 1 > 1": "1 air point and 1 artillery point as direct support",
    "lower 0 > 0 > no": "Let them all come",
    "lower 0 > 0 > yes": "Lower by the tank",
    "lower 0 > 2 > no": "Lower by 2 artillery points",
    "lower 1 > 0 > yes": "Lower by 1 air point and the tank",
    "battery 0": "No counter-battery fire",
    "lead A/24NZ": "A/24NZ leads",
    "target A/24NZ": "It fires at A/24NZ",
    "check FJ MG 2": "FJ MG 2 acts",
    "add A/24NZ": "Take A/24NZ along",
}


@pytest.mark.parametrize(("text", "label"), LABELS.items())
def test_options_read_by_themselves(text: str, label: str) -> None:
    assert GAME.words.option(GAME.texts.parse(text)) == label


def test_reports_leave_out_what_does_not_count() -> None:
    say = GAME.words.event
    assert say(CounterRolled(A["46"], 6, 0, 0, -1, 0, 5, SERIOUS, 3)) == (
        "Counter-attack on 46 Jail? Die 6, late round -1: 5, serious, 3 chits."
    )
    assert say(Faced(A["46"], ())) == "Against you in 46 Jail: nobody."
    assert say(RiverChecked(U["A/24NZ"], A["53"], 4, 1, False)).endswith(
        "die 4, river or slope +1: 5, fails; 5 or more fails."
    )
    assert say(Checked(U["A/24NZ"], A["53"], 4, 0, True)).endswith("die 4, gets through; 5 or more fails.")
    assert say(DuelShot(A["46"], K["FJ StuG III 2"], True, 3, 2, False)) == (
        "FJ StuG III 2 fires: die 3, a miss; it hits at 2 or less."
    )
    assert say(Scored(3, (A["46"],), (), 0, 0, 4)) == (
        "End of turn 3: 1 VP area gained (46 Jail), 0 lost, 0 exits; VP 0 to 4."
    )
    assert say(Scored(3, (), (A["46"],), 1, 4, 3)).endswith("0 VP areas gained, 1 lost (46 Jail), 1 exit; VP 4 to 3.")
    assert say(Clashed(A["46"], 6, 7, 1, 5, -1)).endswith("Allied 5 + 1 = 6, German 2 + 5 = 7, lost by 1.")
    assert say(Clashed(A["46"], 7, 7, 1, 5, 0)).endswith("a tie.")
    assert say(Mustered(A["46"], 0, 0, 0, 0, 0)) == "In 46 Jail: nobody who counts; against no chit."


def test_odds_come_before_support_is_spent_and_before_a_site_is_chosen() -> None:
    """Such questions are commitments: the table shows the odds at once, and of a lone answer nobody is asked."""
    s = table({"46": ("A/24NZ",)}, top=(Engage(A["46"]),))
    asked = run(s)
    assert isinstance(asked, Decision) and asked.prompt == "direct" and asked.confirm
    bare = run(table({"46": ("A/24NZ",)}, top=(Engage(A["46"]),), air=0, artillery=0))
    assert isinstance(bare, Roll) and bare.purpose == "resistance", "nothing to spend, nothing to ask"
    sites = run(table({"46": ("A/24NZ",)}, {"Allied": ("46", "6")}, top=(CounterAttacks(),)))
    assert isinstance(sites, Decision) and sites.prompt == "counter_site" and sites.confirm
