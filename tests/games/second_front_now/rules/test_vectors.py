"""The worked examples of the rulebook and of the study of it, V1 to V40, each by its number."""

import pytest

from grognard.games.second_front_now.content import (
    ALLIED,
    CALAIS,
    DIEPPE,
    GERMAN,
    MOVES,
    NONE,
    SPACE,
    STEPS,
    UNIT,
    ZONES,
)
from grognard.games.second_front_now.rules.control import settle_control
from grognard.games.second_front_now.rules.events import BeachLost, Eliminated, Scored
from grognard.games.second_front_now.rules.movement import march
from grognard.games.second_front_now.rules.plans import Planning
from grognard.games.second_front_now.rules.points import allied_points, german_points
from grognard.games.second_front_now.rules.sequence import EndTurn, StartAllied, Turn
from grognard.games.second_front_now.rules.setup import may_start
from grognard.games.second_front_now.rules.state import place
from grognard.games.second_front_now.rules.supply import supplied
from tests.games.second_front_now.kit import act, battle, board, hush, value
from tests.games.second_front_now.rules import test_vectors_late

C = "second_front_now"
PLAIN = {"fog": "off"}
ABBEVILLE = {
    "Guards Armoured": "2109", "2 Canadian Infantry": "2109", "51 British Infantry": "2109", "I British Corps": "2109",
    "3 British Infantry": "2110", "4 British Infantry": "2209", "9 SS Panzer": ("2210", 1),
    "276 German Infantry": ("2210", 1), "711 German Infantry": "2211", "712 German Infantry": "2309",
}  # fmt: skip


@pytest.mark.case(C, "14.3.ex")
@pytest.mark.case(C, "13.1.step7")
@pytest.mark.case(C, "13.1.step8")
def test_v1_the_battle_for_abbeville():
    s = board(ABBEVILLE)
    played = act(s, "pick 2109", "attack 2210", "fight").then(
        "shoot I British Corps > 9 SS Panzer",
        "shoot 9 SS Panzer > 2 Canadian Infantry",
        "shoot 276 German Infantry > 51 British Infantry",
        "no",
        "shoot Guards Armoured > 9 SS Panzer",
        "shoot Guards Armoured > 9 SS Panzer",
        "shoot 51 British Infantry > 9 SS Panzer",  # its other shot finds one target
        "shoot 2 Canadian Infantry > 276 German Infantry",
        "restore 9 SS Panzer",
        dice=[7, 4, 5, 8, 5, 1, 3, 4],
    )
    assert played.where("9 SS Panzer") == "2310" and played.steps("9 SS Panzer") == 1
    assert played.where("276 German Infantry") == "German destroyed"
    assert played.steps("2 Canadian Infantry") == 1
    assert played.prompt == "advance" and played.s.vp == 49
    assert played.then("done").s.vp == 49, "the Germans around contest the zone"
    assert played.then("all").s.vp == 47


@pytest.mark.case(C, "3.4.ex")
@pytest.mark.case(C, "3.4.dieppe")
def test_v2_where_lxxxi_corps_and_the_245th_begin():
    corps, dieppe = UNIT["LXXXI German Corps"], UNIT["245 German Infantry"]
    near = {SPACE[h] for h in ("1414", "1313", "1314", "1413", "1415", "1513", "1514")}
    for area in (CALAIS, DIEPPE):
        s = board(area="Calais" if area == CALAIS else "Dieppe")
        assert set(may_start(s, corps)) == near
    assert may_start(board(area="Dieppe"), dieppe) == [SPACE["1511"]]
    assert set(may_start(board(area="Calais"), dieppe)) == {SPACE[h] for h in ("1510", "1411", "1511", "1611")}


@pytest.mark.case(C, "4.3")
@pytest.mark.case(C, "4.3.ex")
def test_v3_a_beach_pays_once():
    others = {"3 US Infantry": "1411", "3 British Infantry": "1510", "4 British Infantry": "1611"}
    s = board({"9 SS Panzer": "1811", **others}, area="Dieppe")
    paid = []
    for at in ("1710", "1811", "1710", "1811", "1710"):
        place(s, UNIT["9 SS Panzer"], SPACE[at])
        settle_control(s, lambda e: paid.append(e) if type(e) is BeachLost else None)
        if at == "1811":
            place(s, UNIT["51 British Infantry"], SPACE["1710"])
            settle_control(s, hush)
            place(s, UNIT["51 British Infantry"], SPACE["England"])
    assert len(paid) == 1 and paid[0].points == 3 and s.vp == 52


@pytest.mark.case(C, "6.1.A2")
@pytest.mark.case(C, "6.1.A3")
@pytest.mark.case(C, "6.1.A4")
@pytest.mark.case(C, "6.1.A5")
@pytest.mark.case(C, "6.1.order")
@pytest.mark.case(C, "6.1.line")
@pytest.mark.case(C, "6.1.pop")
def test_v4_allied_command_points():
    assert allied_points(board()) == 2, "Dieppe alone"
    assert allied_points(board(allied=["1211"])) == 3
    assert allied_points(board(allied=["1211", "2210"])) == 4
    units = {"1 US Infantry": "2013"}
    assert allied_points(board(units, allied=["1211", "2210"])) == 5
    assert allied_points(board({"1 US Infantry": "1912"}, allied=["1211", "2210"])) == 4
    assert allied_points(board({"1 US Infantry": "2504"})) == 3
    assert allied_points(board({"1 US Infantry": "2404"})) == 2
    assert allied_points(board(allied=["1414", "2412"])) == 2, "Rouen and Amiens lie outside"


@pytest.mark.case(C, "6.6")
@pytest.mark.case(C, "6.6.ex")
@pytest.mark.case(C, "6.6.delay")
@pytest.mark.case(C, "6.6.place")
@pytest.mark.case(C, "6.1.G")
def test_v5_tenth_army_headquarters():
    s = board(None, None, turn=5, stack=(Turn(),), options={"air": "off", "strikes": "off", "drops": "off", **PLAIN})
    fifth = act(s, "no", "send 10th Army HQ")
    assert fifth.s.cp == 3 and fifth.why("install 10th Army HQ") == ("7.1.sameturn", "just_arrived")
    sixth = fifth.then("done", "done", "install 10th Army HQ")
    assert sixth.s.turn == 6 and sixth.where("10th Army HQ") == "Command"
    assert sixth.s.cp == 2, "three, less the one paid"
    seventh = sixth.then("done", "done")
    assert seventh.s.turn == 7 and seventh.s.cp == 4 == german_points(seventh.s)


@pytest.mark.case(C, "7.6")
@pytest.mark.case(C, "7.6.draw")
@pytest.mark.case(C, "7.6.ex")
@pytest.mark.case(C, "7.6.full")
def test_v6_sixty_counters_from_russia():
    from grognard.games.second_front_now.content import RUSSIA, SORT
    from grognard.games.second_front_now.rules.boxes import FromRussia

    s = board(None, None, riga=5, stack=(FromRussia(),))
    drawn = 0
    for turn in range(5, 81):
        s.turn, s.stack = turn, (FromRussia(),)
        before = len(s.here.get(RUSSIA, ()))
        kinds = [SORT[u] for u in s.here.get(RUSSIA, ())[:5]]
        due = turn in range(20, 80, 5)
        s = act(s, dice=kinds if due else [], loose=True).s
        now = before - len(s.here.get(RUSSIA, ()))
        assert now == (5 if due else 0), turn
        drawn += now
    assert drawn == 60 and all(s.steps[u] == STEPS[u] for u in s.newcomers)


@pytest.mark.case(C, "12.4")
@pytest.mark.case(C, "12.4.min")
def test_v7_crossing_the_seine():
    tired = board({"Guards Armoured": "1414"}, fed={"Guards Armoured": NONE})
    rules = march(tired, (UNIT["Guards Armoured"],))
    assert rules.budget == 1
    assert (SPACE["1415"], 1, False) in rules.next(SPACE["1414"], 0), "all it has, for the guaranteed hex"
    full = march(board({"51 British Infantry": "1413"}), (UNIT["51 British Infantry"],))
    assert full.enter(SPACE["1414"], SPACE["1415"], 1) == (2, None)
    assert full.reach(SPACE["1413"]).costs[SPACE["1415"]] == 3
    reduced = march(board({"51 British Infantry": ("1413", 1)}), (UNIT["51 British Infantry"],))
    assert SPACE["1415"] not in reduced.reach(SPACE["1413"]).costs, "two points, and no longer a standing start"


@pytest.mark.case(C, "12.5")
@pytest.mark.case(C, "12.5.ex")
@pytest.mark.case(C, "7.3.S")
def test_v8_strategic_entry_from_the_south():
    s = board({"60 Panzer Grenadier": "South"}, GERMAN)
    played = act(s, "enter 60 Panzer Grenadier", "go 1828")
    assert {"1825", "1823"} <= played.offered("to") and "1822" not in played.offered("to")
    walked = played.then(*[f"go {h}" for h in ("1827", "1826", "1825", "1824", "1823")])
    assert walked.where("60 Panzer Grenadier") == "1823" and walked.prompt == "commands"


@pytest.mark.case(C, "11.6")
@pytest.mark.case(C, "11.6.ex")
@pytest.mark.case(C, "4.2.loss")
def test_v9_orleans_by_zone():
    s = board({"1 US Infantry": "1528"})
    played = act(s, "pick 1528", "to 1526")
    assert played.s.vp == 47 and played.s.taken >> SPACE["1525"] & 1
    watched = board({"1 US Infantry": "1528", "711 German Infantry": "1524"})
    contested = act(watched, "pick 1528", "to 1526").s
    assert contested.vp == 49
    contested.stack = (EndTurn(2), StartAllied(), *contested.stack[2:])
    contested.cp = 0
    place(contested, UNIT["711 German Infantry"], SPACE["1523"])
    settle_control(contested, hush)
    assert contested.vp == 47, "it flips when the German goes"


@pytest.mark.case(C, "15.7")
@pytest.mark.case(C, "15.7.0")
@pytest.mark.case(C, "15.7.1")
@pytest.mark.case(C, "15.7.2")
@pytest.mark.case(C, "15.7.ex")
@pytest.mark.case(C, "15.7.once")
def test_v10_blue_point():
    def launched(die, **options):
        s = board(None, None, turn=1, stack=(Turn(),), options=options)
        return act(s, "yes", dice=[die])

    nine = launched(9)
    assert nine.where("1 Parachute") == nine.where("2 Parachute") == "German out of supply"
    assert nine.s.chaos and nine.s.slow == 4
    points = []
    for turn in range(1, 7):
        nine.s.turn = turn
        points.append(allied_points(nine.s))
    assert points == [2, 1, 1, 1, 2, 2]
    one = launched(1)
    assert not one.s.chaos and one.s.slow == 0 and one.where("1 Parachute") == "German out of supply"
    three = launched(3)
    assert three.s.chaos and three.s.slow == 0
    assert launched(9, blue_point_text="on").s.slow == 5, "the other reading of R33"
    later = board(None, None, turn=2, stack=(Turn(),))
    assert act(later).prompt == "commands", "never again"


@pytest.mark.case(C, "2.5")
@pytest.mark.case(C, "3.4.star")
def test_v11_the_tenth_ss_at_the_start():
    from grognard.games.second_front_now import GAME

    s = GAME.new()
    unit = UNIT["10 SS Panzer"]
    assert s.loc[unit] == SPACE["South"] and s.steps[unit] == 1 and STEPS[unit] == 2
    assert MOVES[unit] == (0, 2, 3)
    from grognard.games.second_front_now.content import ANTI_ARMOR, ANTI_INFANTRY

    assert (ANTI_ARMOR[unit], ANTI_INFANTRY[unit]) == (6, 6)
    opened = act(board({"10 SS Panzer": ("South", 1)}, GERMAN, turn=1))
    assert "enter 10 SS Panzer" in opened.offers


@pytest.mark.case(C, "3.5")
@pytest.mark.case(C, "4.2.dieppe")
def test_v12_the_canadians_at_dieppe():
    from grognard.games.second_front_now import GAME

    hurt = act(GAME.new(given={"area": "dieppe"}), "printed", dice=[7])
    assert hurt.steps("1 Canadian Infantry") == 1 and hurt.where("1 Canadian Infantry") == "1510" and hurt.s.vp == 49
    assert act(GAME.new(given={"area": "dieppe"}), "printed", dice=[8]).steps("1 Canadian Infantry") == 2
    calais = act(GAME.new(given={"area": "calais"}), "printed")
    assert calais.steps("1 Canadian Infantry") == 2 and calais.where("1 Canadian Infantry") == "2007"
    assert calais.s.vp == 50


@pytest.mark.case(C, "15.5")
@pytest.mark.case(C, "15.5.rest")
@pytest.mark.case(C, "15.5.ex")
def test_v13_thirty_days_of_rest():
    s = board({"101 Airborne": "1411"}, None, turn=26, stack=(Planning(),), options=PLAIN)
    home = act(s, "withdraw 101 Airborne")
    assert home.where("101 Airborne") == "England"
    plotting = home.then("plot 101 Airborne")
    assert plotting.why("day 55") == ("15.5.rest", "resting") and "day 56" in plotting.offers
    assert act(board({"101 Airborne": "1411"}, None, turn=24, stack=(Planning(),), options=PLAIN)).why(
        "withdraw 101 Airborne"
    ) == ("15.5", "too_early")


@pytest.mark.case(C, "11.2")
@pytest.mark.case(C, "13.1")
@pytest.mark.case(C, "9.3.path")
def test_v14_the_bay_of_the_somme():
    s = board({"9 SS Panzer": "1909", "1 US Infantry": "2009"}, GERMAN, area="Calais")
    assert not ZONES.of(1 << SPACE["2009"]) >> SPACE["1909"] & 1
    assert act(s, "pick 1909").why("attack 2009") == ("13.1", "not_adjacent")
    alone = board({"9 SS Panzer": "1909"}, area="Calais")
    assert supplied(alone, ALLIED) >> SPACE["2009"] & 1, "the beach is not in its zone"


@pytest.mark.case(C, "14.1")
@pytest.mark.case(C, "14.1.ex")
@pytest.mark.case(C, "14.2")
@pytest.mark.case(C, "14.2.major")
@pytest.mark.case(C, "14.2.art")
def test_v15_across_the_seine_into_a_fortress(monkeypatch):
    from grognard.games.second_front_now.rules import fire

    monkeypatch.setattr(fire, "TERRAIN", {SPACE["1414"]: "fortress"})
    s = board(
        {"Guards Armoured": "1415", "51 British Infantry": "1415", "I British Corps": "1415", "9 SS Panzer": "1414"}
    )
    s.loc[UNIT["711 German Infantry"]] = SPACE["1414"]
    b = battle(s, ALLIED, "1415", "1414", ["Guards Armoured", "51 British Infantry"], ["711 German Infantry"])
    assert fire.terrain_terms(s, b, UNIT["Guards Armoured"]) == (("14.2.major", -3), ("14.2.major", -3))
    assert value(s, b, "Guards Armoured", "711 German Infantry") == 0
    assert fire.terrain_terms(s, b, UNIT["51 British Infantry"]) == (("14.2.major", -2), ("14.2.major", -2))
    assert value(s, b, "51 British Infantry", "711 German Infantry") == 0
    assert value(s, b, "I British Corps", "711 German Infantry") == 4
    assert value(s, b, "711 German Infantry", "51 British Infantry") == 2, "defensive fire knows no terrain"


@pytest.mark.case(C, "15.9")
def test_v16_the_79th_armoured_into_a_city_across_a_river():
    units = {"79 British Armoured": "2110", "Guards Armoured": "2110", "711 German Infantry": "2210"}
    s = board(units)
    b = battle(s, ALLIED, "2110", "2210", ["79 British Armoured", "Guards Armoured"], ["711 German Infantry"])
    assert value(s, b, "Guards Armoured", "711 German Infantry") == 0
    assert value(s, b, "79 British Armoured", "711 German Infantry") == 2
    plain = board(units, options={"engineers": "off"})
    b = battle(plain, ALLIED, "2110", "2210", ["79 British Armoured"], ["711 German Infantry"])
    assert value(plain, b, "79 British Armoured", "711 German Infantry") == 0


@pytest.mark.case(C, "14.3")
@pytest.mark.case(C, "9.1")
def test_v17_fire_out_of_supply():
    units = {"276 German Infantry": ("1512", 1), "51 British Infantry": "1511"}
    names = (["276 German Infantry"], ["51 British Infantry"])
    s = board(units, GERMAN, fed={"276 German Infantry": NONE})
    b = battle(s, GERMAN, "1512", "1511", *names)
    assert value(s, b, "276 German Infantry", "51 British Infantry") == 2
    assert value(s, b, "51 British Infantry", "276 German Infantry") == 5
    both = board(units, GERMAN, fed={"276 German Infantry": NONE, "51 British Infantry": NONE})
    b = battle(both, GERMAN, "1512", "1511", *names)
    assert value(both, b, "51 British Infantry", "276 German Infantry") == 3


@pytest.mark.case(C, "13.1.step4")
@pytest.mark.case(C, "13.6")
@pytest.mark.case(C, "13.6.att")
def test_v18_breaking_off():
    units = {
        "1 US Infantry": "1511",
        "3 US Infantry": ("1511", 1),
        "9 SS Panzer": "1512",
        "711 German Infantry": "1512",
    }
    s = board(units)
    fired = act(s, "pick 1511", "attack 1512", "fight").then(
        "shoot 9 SS Panzer > 1 US Infantry",
        "shoot 9 SS Panzer > 3 US Infantry",
        dice=[1, 1, 9, 9],  # the 711th has one target left and fires by itself
    )
    assert fired.prompt == "break_off" and fired.offered("restore") == {"1 US Infantry", "3 US Infantry"}
    first = fired.then("restore 1 US Infantry")
    assert first.steps("1 US Infantry") == 2 and first.where("3 US Infantry") == "Allied destroyed"
    second = fired.then("restore 3 US Infantry")
    assert second.steps("3 US Infantry") == 1 and second.steps("1 US Infantry") == 1
    assert second.steps("9 SS Panzer") == 2 and second.where("1 US Infantry") == "1511"
    assert second.s.cp == 4 and second.why("pick 1511") == ("6.4.one", "nobody_ready")


@pytest.mark.case(C, "13.1.nofire")
@pytest.mark.case(C, "13.1.step2")
def test_v19_no_loss_no_way_out():
    units = {"1 US Infantry": "1511", "V US Corps": "1511", "711 German Infantry": ("1512", 1), "9 SS Panzer": "1512"}
    s = board(units)
    dice = [1, 10, 10, 10, 10]
    after = act(s, "pick 1511", "attack 1512", "fight", "shoot V US Corps > 711 German Infantry", dice=dice)
    assert after.prompt == "commands", "no break-off without a loss, no retreat for the barrage"
    assert after.where("9 SS Panzer") == "1512" and after.where("1 US Infantry") == "1511"
    assert after.where("711 German Infantry") == "German destroyed"


@pytest.mark.case(C, "13.7")
@pytest.mark.case(C, "13.5")
@pytest.mark.case(C, "13.5.ext")
@pytest.mark.case(C, "13.1.step6")
def test_v20_artillery_last_and_the_extra_hit():
    units = {"1 US Infantry": "1511", "3 US Infantry": "1511", "711 German Infantry": ("1512", 1)}
    s = board({**units, "LXIV German Corps": "1512"})
    played = act(s, "pick 1511", "attack 1512", "fight").then("atwill", dice=[10, 10])
    assert played.why("shoot 1 US Infantry > LXIV German Corps") == ("13.5", "artillery_covered")
    killed = played.then("shoot 1 US Infantry > 711 German Infantry", dice=[1, 1])
    assert killed.prompt == "extra_shot", "the second shot had only the guns to aim at"
    barred = killed.then("shoot 3 US Infantry > 711 German Infantry", dice=[4])
    assert barred.prompt == "advance" and barred.where("LXIV German Corps") == "German destroyed"
    spared = killed.then("done")
    assert spared.prompt == "retreat_call"


def test_no_vector_is_missing():
    names = (*vars(test_vectors_late), *globals())
    numbers = {name.split("_")[1] for name in names if name.startswith("test_v") and not name.startswith("test_ve")}
    assert numbers == {f"v{k}" for k in range(1, 41)}


def test_losses_in_boxes_are_told():
    s = board({"51 British Infantry": "1511"})
    heard = []
    from grognard.games.second_front_now.rules.losses import eliminate

    eliminate(s, UNIT["51 British Infantry"], heard.append)
    assert [type(e) for e in heard] == [Eliminated, Scored]
