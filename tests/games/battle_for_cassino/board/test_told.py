"""What is said of a position and of an answer: forecasts, overlays, facts, prompts, lines of the log."""

import pytest

from grognard.core import DONE, Decision
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.board.display import DISPLAY
from grognard.games.battle_for_cassino.board.facts import facts
from grognard.games.battle_for_cassino.content import GRID, UNIT
from grognard.games.battle_for_cassino.rules.events import Fought, PointsReceived, Retreated
from grognard.games.battle_for_cassino.rules.state import Rules
from grognard.games.battle_for_cassino.rules.victory import FOOTHOLD, SHORT_BUTCHERY, judge
from grognard.look.ground import board as board_of
from grognard.server.consequences import consequences
from tests.games.battle_for_cassino.kit import act, board, flagged

C = "battle_for_cassino"
FIGHT = {"A/25 NZ": "1926", "B/25 NZ": "1926", "HQ 25 NZ": "1826", "9/III/3": "2026", "HQ III/3": "2426"}


def terms(s, seat: int, option: str) -> list[tuple[str, str, str]]:
    told = DISPLAY.forecast(s, seat, GAME.texts.parse(option))
    assert told is not None
    return [(t.text, t.rule, t.value) for t in told.terms]


def shown(s, seat: int, option: str) -> str | None:
    told = DISPLAY.forecast(s, seat, GAME.texts.parse(option))
    return None if told is None else told.short


@pytest.mark.case(C, "12.13", "14.22", "14.23", "9.24", "6.4.building")
def test_the_forecast_of_an_assault_says_what_its_strengths_are_made_of() -> None:
    """In ruins of a building 9/III/3 is tripled, 18, and pinned halved, 9; the pinned company brings a quarter, 1."""
    s = board({**FIGHT, "10/III/3": "2026"}, "combat", ruins=["2026"], pinned=["A/25 NZ", "9/III/3"])
    s.crowded = flagged("10/III/3")
    assert terms(act(s).s, 0, "done")[:7] == [
        ("attackers: A/25 NZ, B/25 NZ", "12.11", "8"),
        ("a quarter, pinned or without supply: A/25 NZ", "14.22", "7 → 1"),
        ("defenders: 9/III/3, 10/III/3", "12.13", "9"),
        ("ground of 2026", "6.4", "×3"),
        ("half, pinned: 9/III/3", "14.23", "÷2"),
        ("nothing, overstacked: 10/III/3", "9.24", "0"),
        ("ratio", "12.41", "1-2"),
    ]
    asked = act(board(FIGHT, "combat"), "done")
    assert ("a quarter, pinned or without supply: A/25 NZ", "10.43", "7 → 1") in terms(asked.s, 0, "without A/25 NZ")
    plain = {"A/25 NZ": "1933", "HQ 25 NZ": "1832", "9/III/3": "2033", "HQ III/3": "4010"}
    assert [t[1] for t in terms(board(plain, "combat"), 0, "attack 2033")] == [
        "12.11",
        "12.13",
        "12.41",
        "12.43",
        "10.33",
    ]


@pytest.mark.case(C, "12.22", "12.27")
def test_reserves_are_sent_with_the_odds_before_and_after_them() -> None:
    """14 to 12 is 1-1; 10/III/3 adds its 6, without the building: 14 to 18 is 1-2."""
    asked = act(board({**FIGHT, "10/III/3": "2226", "HQ III/3": "2226"}, "combat"), "done", "draw A/25 NZ > HQ 25 NZ")
    assert asked.prompt == "reserves" and asked.seat == 1
    assert (shown(asked.s, 1, "done"), shown(asked.s, 1, "send 10/III/3")) == ("1-1", "1-2")
    assert ("reserves, without ground: 10/III/3", "12.27", "") in terms(asked.s, 1, "send 10/III/3")
    assert asked.asked is not None
    assert [one.short for one in consequences(GAME, DISPLAY, asked.s, 1, asked.asked.options)] == ["1-2", "1-1"]
    come = asked.then("send 10/III/3", "go 2126", "go 2026", dice=[5])
    assert [(e.attack, e.defence, e.odds) for e in come.heard(Fought)] == [(14, 18, "1-2")]


@pytest.mark.case(C, "12.46")
def test_an_assault_that_is_fought_has_no_odds_any_more() -> None:
    """1-1, die 3: the attackers lose a step, which one of them takes."""
    lost = act(board(FIGHT, "combat"), "done", "draw A/25 NZ > HQ 25 NZ", dice=[3])
    assert lost.prompt == "losses" and shown(lost.s, 0, "lose A/25 NZ") is None


@pytest.mark.case(C, "14.0", "8.3", "5.8.P")
def test_a_pin_on_top_of_a_pin_counts_for_nothing() -> None:
    """Two companies pin on 4, 5 and 6; who is pinned in this Player-Turn already is not hurt by that."""
    units = {**FIGHT, "B/25 NZ": "1829", "C/25 NZ": "1829", "HQ 26 NZ": "1829"}
    for pins, chance in (([], "50%"), (["9/III/3"], "0%")):
        s = board(units, "combat")
        s.pins[0] = flagged(*pins)
        ready = act(s, "done", "draw A/25 NZ > HQ 25 NZ")
        assert shown(ready.s, 0, "target 9/III/3") == chance
        told = DISPLAY.forecast(ready.s, 0, GAME.texts.parse("target 9/III/3"))
        assert told is not None
        assert told.figures[0] == (chance, "pinned anew: it is already" if pins else "pinned")
    grey = board({**FIGHT, "HQ 25 NZ": "2022", "A/25 NZ": "0133", "B/25 NZ": "0133"}, "preparation")
    grey.pins[1] = flagged("9/III/3")  # lifted before the Germans move: a pin of now lasts through their turn
    mortars = act(grey, "mortar 2026")
    assert shown(mortars.s, 0, "all") == "33%"
    mortars.s.pins[0] = flagged("9/III/3")
    told = DISPLAY.forecast(mortars.s, 0, GAME.texts.parse("all"))
    assert told is not None and told.figures[1] == ("0%", "pinned anew: it is already")


@pytest.mark.case(C, "10.45")
def test_a_fire_does_not_say_who_is_out_of_supply_while_the_mover_stands_in_it() -> None:
    """A/25 NZ ends five hexes from its headquarters, and is six away in 1933, where it may be fired at."""
    units = {"A/25 NZ": "1934", "HQ 25 NZ": "2429", "9/III/3": "1827", "HQ III/3": "1827"}
    ask = act(board(units), "move A/25 NZ", "go 1933", "go 1932", "halt")
    assert ask.prompt == "opportunity" and ask.offers == ["no", "fireat 1933", "fireat 1932"] and ask.asked is not None
    assert [one.notes for one in consequences(GAME, DISPLAY, ask.s, 1, ask.asked.options)] == [[], [], []]
    come = board({"HQ 25 NZ": "0725", "B Sqn/19": "to come", "A/25 NZ": "0725"}, arrived=False, turn=1)
    entering = act(come)
    assert entering.asked is not None
    (told,) = consequences(GAME, DISPLAY, entering.s, 0, [GAME.texts.parse("enter B Sqn/19")])
    assert told.notes == ["B Sqn/19: out of supply"]  # at 0123, the one road hex of its zone
    away = board({**units, "A/25 NZ": "1933"})
    assert "oos" in next(p for p in DISPLAY.scene(away, 0).pieces if p.unit == UNIT["A/25 NZ"]).face.states


@pytest.mark.case(C, "16.13")
def test_the_reach_of_a_tank_just_freed_begins_with_its_engineers() -> None:
    """One point to 1926, then by the road: every hex costs what its walk has spent there."""
    stuck = {"B Sqn/19": "2025", "7 NZ Fd Coy": "1926", "HQ 25 NZ": "1827"}
    pairs = ((int(UNIT["B Sqn/19"]), GRID.id("1926")),)
    s = board(stuck, immobile=flagged("B Sqn/19"), freed=pairs)
    told = dict(DISPLAY.overlay(s, 0, "reach", UNIT["B Sqn/19"], -1).spaces)
    walk = act(s, "move B Sqn/19")
    assert told[GRID.id("1926")] == "1" and walk.numbers == (59,)
    for hex in ("1826", "1925"):
        assert told[GRID.id(hex)] == str(60 - walk.then(f"go {hex}").numbers[0]) == "2"
    assert len(told) > 20 and GRID.id("2026") not in told
    held = board({**stuck, "9/III/3": "2026", "A/25 NZ": "0133"}, immobile=flagged("B Sqn/19"), freed=pairs)
    assert DISPLAY.overlay(held, 0, "reach", UNIT["B Sqn/19"], -1).spaces == ((GRID.id("1926"), "1"),)
    full = board({**stuck, "A/25 NZ": "1926", "B/25 NZ": "1828"}, immobile=flagged("B Sqn/19"), freed=pairs)
    assert GRID.id("1926") not in dict(DISPLAY.overlay(full, 0, "reach", UNIT["B Sqn/19"], -1).spaces)


@pytest.mark.case(C, "6.4.ruins", "6.4.roadblock", "17.11")
def test_places_say_what_ruins_roadblocks_and_entry_zones_mean() -> None:
    s = board(FIGHT, ruins=["2026"], blocks=["1826"])
    assert facts_of(s, "2026")["Ruins"] == "movement doubled, defence doubled (tripled with a building); no armour"
    assert facts_of(s, "1826")["Roadblock"] == "movement doubled; no armour"
    places = {p.name: p.facts for p in board_of(GAME).places}
    assert places["0123"] == ("0 m", "clear, road", "entry zone E")
    assert places["0134"][-1] == "entry zones C, D, E"


def facts_of(s, hex: str) -> dict[str, str]:
    return {f.name: f.value for f in facts(s, 0, GRID.id(hex))}


def test_points_that_are_not_there_are_not_told() -> None:
    """Of a side without air points neither the question nor the log speaks of them; nor of artillery where mortars are
    all there is."""
    for air, artillery, told in (
        (0, 3, "Preparation fire: 3 artillery points. Which hex, or done?"),
        (4, 0, "Preparation fire: 4 air points. Which hex, or done?"),
        (1, 1, "Preparation fire: 1 air point and 1 artillery point. Which hex, or done?"),
        (0, 0, "Preparation fire. Which hex, or done?"),
    ):
        asked = Decision(0, "missions", "5.0", (DONE,), numbers=(air, artillery))
        assert GAME.words.prompt(asked) == told
    german = PointsReceived(1, 3, 3, 0)
    assert GAME.words.event(german) == "German side receives 3 artillery points (3 in store)."
    allied = PointsReceived(0, 20, 20, 80)
    assert GAME.words.event(allied).endswith("(20 in store) and has 80 air points.")


def test_a_retreat_is_told_with_its_end() -> None:
    away = Retreated(UNIT["9/III/3"], GRID.id("1126"), (GRID.id("1225"),))
    assert GAME.words.event(away) == "9/III/3 retreats from 1126 to 1225."


def test_the_end_of_the_short_game_names_what_wins_it() -> None:
    """4 hexes and 28 steps are a German victory for the steps, which nobody sees who does not know the limits."""
    s = board({"9/III/3": "2026", "HQ III/3": "4010"}, lost=[28, 0], rules=Rules(short=True))
    told = GAME.words.result(judge(s))
    assert (
        told == "German victory in the short game: Germans hold 1 town hex (12 win), 28 Allied steps are lost (24 win)."
    )
    assert (FOOTHOLD, SHORT_BUTCHERY) == (12, 24)


@pytest.mark.case(C, "6.0.procedure", "6.13")
def test_who_would_jump_is_told_the_case_of_moving_hex_by_hex() -> None:
    walk = act(board({"A/25 NZ": "1926", "HQ 25 NZ": "1826"}), "move A/25 NZ")
    assert walk.why("go 1930") == ("6.0.procedure", "not_adjacent")
    pinned = act(board({"A/25 NZ": "1926", "HQ 25 NZ": "1826", "9/III/3": "2026"}, pinned=["A/25 NZ"]), "move A/25 NZ")
    assert pinned.why("go 1930") == ("6.0.procedure", "not_adjacent")
