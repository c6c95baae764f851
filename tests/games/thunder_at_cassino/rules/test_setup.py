"""5: set-up, rubble and bombardment."""

import pytest

from grognard.core import Event, Roll, Script, Seeded, clone, hush, push, run, settle
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import ALLIED, FIELDS, SPACE_NAMES, UNIT_NAMES
from grognard.games.thunder_at_cassino.rules.events import Bombarded, DeployedRest, Rubbled, StreetCleared
from grognard.games.thunder_at_cassino.rules.losses import KILL
from grognard.games.thunder_at_cassino.rules.setup import SHAKE, SUGGESTED, Bombardment, Deploy
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests import kit
from tests.games.thunder_at_cassino import referee
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

SPREAD = (("11/III/3-1", "52"), ("9/III/3-1", "60"))
"""Germans of The Final Days, and where they may be set up."""
ONLY_CASTLE = next(
    row["unit"][2:].replace("_", " ")
    for row in referee.rows("scenario_units.csv")
    if row["scenario"] == "final_days" and row["places"] == "9"
)
"""A unit of The Final Days that has Castle Hill alone to go to."""
BOMBED = [{"step": "Impulse", "side": "German"}, {"step": "Bombardment"}]


@pytest.mark.case(THUNDER, "5.1", "5.2", "5.4", "8.4", "19.11")
def test_start_of_the_game() -> None:
    s = GAME.new("main")
    assert (s.turn, s.vp, s.advantage) == (1, 0, 0)
    assert where(s, "MATAF") == "Allied artillery" and not is_committed(s, "MATAF")
    assert where(s, "5 NZ Bde") == "Pool", "it comes on turn 6"
    assert all(where(s, name) == "Pool" for name in UNIT_NAMES[98:252])
    assert prompt(s) == "deploy"
    begun = board({"9": ["1/I/3-1"]}, turn=1, stack=[], advantage="Allied")
    begun.stack = begun.stack[:1]
    begun = play(begun, *[f"arrive 25 NZ {x}-1 > B" for x in "ABCD"])
    assert all(is_committed(begun, gun) for gun in ("1 Para Div", "3 Para Reg"))
    assert not is_committed(begun, "NZ Div")


@pytest.mark.case(THUNDER, "5.3.sort", "5.3.free", "5.3.limit", "3.6")
def test_germans_set_up_by_colour_at_most_four_an_area() -> None:
    s = GAME.new("main")
    assert refusal(s, "station 5/II/3-1 > 25").key == "wrong_circle"
    assert refusal(s, "station 5/II/3-1 > 4").rule == "3.6"
    assert refusal(s, "station 11/III/3-1 > 9").key == "not_waiting", "it arrives on turn 2"
    for k in (1, 2, 3):
        s = play(s, f"station 5/II/3-{k} > 9")
    s = play(s, "station 6/II/3-1 > 9")
    assert refusal(s, "station 6/II/3-2 > 9").rule == "5.3.limit"
    assert "station 6/II/3-2 > 5" in offered(s)
    s = play(s, "take 2/I/3-1", "station 2/I/3-1 > 66")
    assert where(s, "2/I/3-1") == "66" and not is_committed(s, "2/I/3-1")
    assert refusal(s, "station 6/II/3-2 > 66").key == "wrong_circle", "friends there do not open a circle"
    assert {FIELDS["main"].arrivals[unit(n)].turn for n in ("5/II/3-1", "11/III/3-1")} == {0, 2}


@pytest.mark.case(THUNDER, "5.3.exc20")
def test_no_vehicles_in_the_botanical_gardens() -> None:
    s = play(GAME.new("main"), "take 242 StuG-1")
    told = refusal(s, "station 242 StuG-1 > 20")
    assert (told.rule, told.key) == ("5.3.exc20", "no_vehicles")
    assert "station 242 StuG-1 > 19" in offered(s)
    s = play(GAME.new("main"), "take 14/3 A/T-1")
    assert refusal(s, "station 14/3 A/T-1 > 20").rule == "5.3.exc20"
    assert "station 5/II/3-1 > 20" in offered(GAME.new("main"))


@pytest.mark.case(THUNDER, "5.5", "5.5.hi", "5.5.mid", "5.5.lo", "2.2.dr", "2.2.drm")
@pytest.mark.parametrize(
    ("area", "die", "level"),
    [
        ("1", 1, 0),
        ("1", 2, 1),
        ("1", 4, 1),
        ("1", 5, 2),
        ("17", 1, 1),
        ("17", 2, 1),
        ("17", 3, 2),
        ("17", 6, 2),
    ],
)
def test_rubble_by_die_and_terrain(area: str, die: int, level: int) -> None:
    s = board({}, stack=[{"step": "Rubble"}], turn=1)
    after, heard = hear(s, dice=[die] * 20 + [1] * 9)
    assert after.rubble[space(area)] == level
    rolled = [event.space for event in of(heard, Rubbled)]
    assert len(rolled) == 20 and space("9") not in rolled and space("20") not in rolled


@pytest.mark.case(THUNDER, "5.5.fixed")
def test_the_abbey_and_zone_e_always_start_rubbled() -> None:
    after, _ = hear(board({}, stack=[{"step": "Rubble"}], turn=1), dice=[1] * 20 + [1] * 9)
    assert after.rubble[space("66")] == 2 and after.rubble[space("E")] == 1
    assert after.rubble[space("9")] == after.rubble[space("20")] == 0


@pytest.mark.case(THUNDER, "5.6", "5.6.flip", "5.6.choice")
def test_bombardment_of_three_rifle_units_in_area_12() -> None:
    s = board({"12": company("5/II/3")}, turn=1, stack=BOMBED)
    s = play(s, dice=[(5, 4)])
    assert prompt(s) == "bombardment", "5 + 4 - 3 = 6 points"
    shaken = play(s, "kill 5/II/3-1")
    short = play(shaken, "shake 5/II/3-2")
    assert where(short, "5/II/3-3") == "Eliminated", "one eliminated and two turned over would be only five points"
    assert where(short, "5/II/3-2") == "12" and is_committed(short, "5/II/3-2"), "who was turned over has paid"
    after = play(shaken, "kill 5/II/3-2", dice=[])
    assert where(after, "5/II/3-3") == "12" and not is_committed(after, "5/II/3-3") and prompt(after) == "impulse"
    none = play(board({"12": company("5/II/3")}, turn=1, stack=BOMBED), dice=[(2, 1)])
    assert where(none, "5/II/3-1") == "12" and prompt(none) == "impulse"


@pytest.mark.case(THUNDER, "5.6.flip")
def test_a_turned_over_unit_pays_one_point_and_stays_committed() -> None:
    s = play(board({"20": company("5/II/3")}, turn=1, stack=BOMBED), dice=[(1, 2)])
    after = play(s, "shake 5/II/3-1", "shake 5/II/3-2")
    assert [is_committed(after, name) for name in company("5/II/3")] == [True, True, False]
    assert where(after, "5/II/3-1") == "20"


@pytest.mark.case(THUNDER, "5.6.order")
def test_areas_are_bombarded_in_the_order_of_their_numbers() -> None:
    s = board({"20": ["5/II/3-1"], "5": ["6/II/3-1"], "9": ["7/II/3-1"], "25": ["1/1MG M-1"]}, turn=1, stack=BOMBED)
    after, heard = hear(s, dice=[1, 1, 1])
    assert [event.space for event in heard if type(event).__name__ == "Bombarded"] == [
        space("5"),
        space("9"),
        space("20"),
    ]
    assert where(after, "1/1MG M-1") == "25"
    next_door = board({"12": ["5/II/3-1"], "13": ["6/II/3-1"], "14": ["7/II/3-1"]}, turn=1, stack=BOMBED)
    assert [SPACE_NAMES[event.space] for event in of(hear(next_door, dice=[1, 1, 1])[1], Bombarded)] == [
        "12",
        "13",
        "14",
    ]
    over = Bombardment(22)
    assert over.ask(next_door) is None
    for option in (SHAKE[unit("5/II/3-1")], KILL[unit("5/II/3-1")]):
        told = over.why_not(next_door, option)
        assert told is not None and (told.rule, told.key) == ("5.6", "not_offered")


@pytest.mark.case(THUNDER, "5.6.noncombat", "5.6.short", "14.34.return")
def test_observers_pay_only_with_their_lives_and_return_on_turn_two() -> None:
    pair = {"8": ["1 Para Div Obs", "3 Para Reg Obs"]}
    s = play(board(pair, turn=1, stack=BOMBED), dice=[4])
    assert [where(s, name) for name in pair["8"]] == ["Lost observers"] * 2
    mixed = play(board({"8": ["5/II/3-1", "1 Para Div Obs"]}, turn=1, stack=BOMBED), dice=[4])
    assert set(offered(mixed)) == {"kill 5/II/3-1", "kill 1 Para Div Obs", "shake 5/II/3-1"}
    assert refusal(mixed, "shake 1 Para Div Obs").rule == "5.6.noncombat"
    done = play(mixed, "shake 5/II/3-1")
    assert is_committed(done, "5/II/3-1") and where(done, "1 Para Div Obs") == "Lost observers"
    assert where(done, "5/II/3-1") == "8", "who was turned over has paid"
    lone = play(board({"20": ["5/II/3-1"]}, turn=1, stack=BOMBED), dice=[6])
    assert where(lone, "5/II/3-1") == "Eliminated", "five points of a unit worth three"


def test_the_suggested_set_up_is_legal_in_every_scenario() -> None:
    for scenario in GAME.scenarios:
        s = GAME.new(scenario.name)
        asked = settle(s, Script())
        assert asked is not None and asked.prompt == "deploy"
        chance = Seeded(1)
        while asked is not None and asked.prompt in ("deploy", "bombardment"):
            push(s, asked.options[0], hush)
            asked = settle(s, chance)
            assert GAME.broken(s) == []


def test_final_days_keep_six_gurkhas_on_the_hill() -> None:
    s = GAME.new("final_days")
    s = play(s, "suggested", dice=[3] * 20)
    for name in [*company("1/9 Gur A")]:
        s = play(s, f"take {name}", f"station {name} > 56")
    s = play(s, "take 1/9 Gur B-1")
    assert refusal(s, "station 1/9 Gur B-1 > 56").key == "six_on_the_hill"
    assert offered(s) == ["station 1/9 Gur B-1 > 57"]
    assert s.vp == 16 and s.control[space("57")] and s.rubble[space("E")] == 0


@pytest.mark.case(THUNDER, "5.5.fixed", "5.5.hi", "5.5.mid")
def test_in_the_final_days_some_streets_are_cleared_by_one_level() -> None:
    s = GAME.new("final_days")
    s, heard = hear(s, "suggested", dice=[6, 1, 2, 1, 6, *[6] * 15])
    told = {SPACE_NAMES[e.space]: e.level for e in of(heard, StreetCleared)}
    assert (told["1"], told["6"]) == (1, 1) and "5" not in told, "each is told, with what is left"
    assert all(s.rubble[space(name)] == level for name, level in told.items())
    assert [s.rubble[space(k)] for k in ("1", "2", "3", "4", "5", "6")] == [1, 0, 0, 0, 2, 1], "5 is not on the way"


@pytest.mark.case(THUNDER, "5.3.limit", "5.3.exc20", "3.6", "3.24", "5.3.sort")
def test_every_german_unit_of_the_set_up_goes_to_the_circles_of_its_colour() -> None:
    """Vehicles need a white border; nobody else is waiting."""
    s = GAME.new("main")
    rows = referee.TROOPS
    first = [name for name, row in rows.items() if row["setup"] in ("yellow", "blue", "red", "white")]
    asked = kit.asks(s)
    assert asked.numbers == (len(first),) and {f"take {name}" for name in first[1:]} < set(offered(s))
    for name in first:
        taken = s if name == first[0] else play(s, f"take {name}")
        circles = {a for a, row in referee.AREAS.items() if row["setup_colour"] == rows[name]["setup"]}
        if rows[name]["kind"] in referee.VEHICLES:
            links = {a: [c for ends, c in referee.COLOUR.items() if a in ends] for a in circles}
            circles = {a for a in circles if "white" in links[a]}
        listed = {text.partition(" > ")[2] for text in offered(taken) if text.startswith(f"station {name} > ")}
        assert listed == circles, name
        if name != first[0]:
            assert len(offered(taken)) == len(circles), "nothing else is asked once it is in hand"


@pytest.mark.case(THUNDER, "5.3.limit", "5.3.free", "3.6", "5.3.sort")
def test_every_refusal_of_a_set_up() -> None:
    s = GAME.new("main")
    reasons = {
        "station 5/II/3-1 > 25": ("3.6", "wrong_circle"),
        "station 6/II/3-1 > 9": ("5.3.free", "take_it_first"),
        "station 25 NZ A-1 > B": ("5.3.sort", "not_waiting"),
        "take 5/II/3-1": ("5.3.sort", "not_waiting"),
        "take 25 NZ A-1": ("5.3.sort", "not_waiting"),
        "pass": ("5.3.free", "not_offered"),
    }
    assert {text: (refusal(s, text).rule, refusal(s, text).key) for text in reasons} == reasons
    taken = play(s, "take 6/II/3-1")
    assert refusal(taken, "take 7/II/3-1").key == refusal(taken, "suggested").key == "not_offered"
    assert refusal(taken, "station 5/II/3-1 > 9").key == "take_it_first"
    placed = play(taken, "station 6/II/3-1 > 9")
    assert where(placed, "6/II/3-1") == "9" and kit.asks(placed).units == (unit("5/II/3-1"),)


@pytest.mark.case(THUNDER, "5.6", "5.6.flip", "5.6.choice", "5.6.noncombat")
def test_the_bombardment_counts_one_die_for_two_units_less_the_terrain() -> None:
    for count, dice in ((1, 1), (2, 1), (3, 2), (4, 2)):
        s = board({"12": [*company("5/II/3"), "6/II/3-1"][:count]}, turn=1, stack=BOMBED)
        asked = run(clone(s), kit.silent)
        assert isinstance(asked, Roll) and asked.dice == (6,) * dice
    s, heard = hear(board({"12": company("5/II/3")}, turn=1, stack=BOMBED), dice=[(3, 2)])
    told = next(event for event in heard if isinstance(event, Bombarded))
    assert (told.dice, told.tem, told.points) == (5, 3, 2)
    assert set(offered(s)) == {f"{verb} 5/II/3-{k}" for verb in ("kill", "shake") for k in (1, 2, 3)}
    once = play(s, "shake 5/II/3-2")
    assert set(offered(once)) == {"kill 5/II/3-1", "kill 5/II/3-3", "shake 5/II/3-1", "shake 5/II/3-3"}
    assert (refusal(once, "shake 5/II/3-2").rule, refusal(once, "shake 5/II/3-2").key) == ("5.6.flip", "shaken_already")
    assert (refusal(once, "kill 5/II/3-2").rule, refusal(once, "kill 5/II/3-2").key) == ("5.6", "not_in_group")
    assert refusal(once, "kill 6/II/3-1").key == "not_in_group" and refusal(once, "pass").rule == "5.6"
    twice = play(once, "shake 5/II/3-1")
    assert prompt(twice) == "impulse" and where(twice, "5/II/3-3") == "12"
    eight = play(board({"12": company("5/II/3")}, turn=1, stack=BOMBED), dice=[(6, 5)])
    assert refusal(eight, "shake 5/II/3-2").key == "must_pay_more", (
        "eight points: a turned one pays one, the others six"
    )
    assert offered(eight) == [f"kill 5/II/3-{k}" for k in (1, 2, 3)]


@pytest.mark.case(THUNDER, "5.2", "14.1", "5.4", "16.1", "11.2")
@pytest.mark.parametrize("scenario", ["main", "intro_town", "intro_hill", "final_days"])
def test_a_scenario_starts_with_its_guns_markers_and_nobody_else(scenario: str) -> None:
    s, row = GAME.new(scenario), next(r for r in referee.rows("scenarios.csv") if r["scenario"] == scenario)
    named = set(row["guns"].split(";"))
    for name, gun in referee.GUNS.items():
        if row["guns"] != "all" and gun["formation"] not in named:
            assert where(s, name) == "Withdrawn", name
        elif int(gun["from_turn"]) > int(row["first_turn"]):
            assert where(s, name) == "Pool", name
        else:
            assert where(s, name) == f"{gun['side']} artillery", name
    assert s.supply == [int(row["allied_smoke"]), int(row["german_smoke"])]
    held = [a for a in row["control"].split(";") if a]
    line = [a for a in row["quisling"].split(";") if a]
    assert [SPACE_NAMES[k] for k, on in enumerate(s.control) if on] == held
    assert [SPACE_NAMES[k] for k, on in enumerate(s.quisling) if on] == line
    assert s.vp == sum(int(referee.AREAS[a]["vp"]) for a in held) + len(line)
    assert (s.turn, s.last) == (int(row["first_turn"]), int(row["last_turn"]))
    assert ("Allied", "German")[s.advantage] == row["tactical_advantage"]
    if scenario != "main":
        mine = {
            r["unit"][2:].replace("_", " ") for r in referee.rows("scenario_units.csv") if r["scenario"] == scenario
        }
        assert {name for name in referee.TROOPS if where(s, name) != "Withdrawn"} == mine
    else:
        assert all(where(s, name) == "Pool" for name in referee.TROOPS)


@pytest.mark.case(THUNDER, "5.5", "5.5.fixed", "5.6")
def test_scenarios_without_rubble_dice_or_bombardment_roll_none() -> None:
    s, heard = hear(GAME.new("intro_hill"), "suggested")
    assert not of(heard, Rubbled) and not of(heard, Bombarded) and s.rubble[space("66")] == 2
    assert s.rubble[space("E")] == 0 and sum(s.rubble) == 2


@pytest.mark.parametrize("scenario", ["main", "intro_town", "intro_hill", "final_days"])
def test_the_suggested_plan_is_followed_unit_by_unit(scenario: str) -> None:
    """The Germans as their rows say, and in The Final Days the Allied side too; who has one place only goes there."""
    plan = {
        row["unit"][2:].replace("_", " "): row["place"]
        for row in referee.rows("suggested_setup.csv")
        if row["scenario"] == scenario
    }
    s, asked, told, chance = GAME.new(scenario), None, list[Event](), Seeded(1)
    asked = settle(s, chance, told.append)
    while asked is not None and asked.prompt == "deploy":
        side = "German" if asked.seat == 1 else "Allied"
        push(s, SUGGESTED, told.append)
        placed = {name: where(s, name) for name in plan if referee.TROOPS[name]["side"] == side}
        assert placed == {name: plan[name] for name in placed} and len(placed) > 10
        asked = settle(s, chance, told.append)
    counts = [event.count for event in of(told, DeployedRest)]
    assert 0 not in counts and len(counts) == (1 if scenario in ("main", "intro_town") else 2)
    assert max(s.control) <= 1 and max(s.quisling) <= 1


def test_who_has_only_one_place_is_not_asked_about() -> None:
    s, heard = hear(GAME.new("intro_hill"), "suggested")
    rows = [r for r in referee.rows("scenario_units.csv") if r["scenario"] == "intro_hill" and r["places"] == "9"]
    assert len(rows) == 7 == of(heard, DeployedRest)[-1].count
    assert {where(s, r["unit"][2:].replace("_", " ")) for r in rows} == {"9"}
    assert prompt(s) != "deploy"
    late = GAME.new("final_days")
    for names, settled in ((["1/9 Gur A-1"], False), (["NZ Div Obs"], False), ([ONLY_CASTLE, "1/9 Gur A-1"], False)):
        assert Deploy(ALLIED)._settled(late, [unit(name) for name in names]) == settled, names
    assert Deploy(ALLIED)._settled(late, [unit(ONLY_CASTLE)]) and Deploy(ALLIED)._settled(late, [])
    told: list[Event] = []
    assert Deploy(ALLIED).auto(GAME.new("main"), told.append) == () and not told, "nobody to set up, nothing to tell"


def final_days() -> Thunder:
    return play(GAME.new("final_days"), "suggested", dice=[3] * 20)


def test_observers_of_the_final_days_go_to_their_hill_or_to_their_own_combat_units() -> None:
    begun = GAME.new("final_days")
    assert kit.asks(begun).units != (unit("1 Para Div Obs"),), "those who follow others are asked about last"
    first = play(begun, "take 11/III/3-1", "station 11/III/3-1 > 66", "take 1 Para Div Obs")
    assert offered(first) == ["station 1 Para Div Obs > 66"]
    begun = play(begun, *(f"take {n}" if k == 0 else f"station {n} > {p}" for n, p in SPREAD for k in (0, 1)))
    seen = play(begun, "take 1 Para Div Obs")
    assert {text.partition(" > ")[2] for text in offered(seen)} == {"66", *(p for _, p in SPREAD)}
    assert refusal(seen, "station 1 Para Div Obs > 9").key == "wrong_circle"
    allied = play(final_days(), "take NZ Div Obs")
    assert {text.partition(" > ")[2] for text in offered(allied)} == {"9"}, "no German ground, no Zone"
    mixed = play(final_days(), "take 1/9 Gur A-1", "station 1/9 Gur A-1 > 57", "take NZ Div Obs")
    assert {text.partition(" > ")[2] for text in offered(mixed)} == {"9", "57"}


def test_only_the_gurkhas_are_counted_below_the_hill() -> None:
    s = final_days()
    for name in company("1/9 Gur A"):
        s = play(s, f"take {name}", f"station {name} > 56")
    assert "station NZ Div Obs > 56" in offered(play(s, "take NZ Div Obs"))
