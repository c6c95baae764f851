"""14 to 16: Artillery, night and smoke."""

import pytest

from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN, SPACE_NAMES
from grognard.games.thunder_at_cassino.rules.artillery import range_of, smoke_range
from grognard.games.thunder_at_cassino.rules.attack import Attack, attack_terms, defence_terms, total
from grognard.games.thunder_at_cassino.rules.crossing import cost
from grognard.games.thunder_at_cassino.rules.events import Fired, Shelled, SmokeGone
from grognard.games.thunder_at_cassino.rules.state import Thunder
from grognard.maps import members
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


def sees(s: Thunder, gun: str) -> set[str]:
    return {SPACE_NAMES[k] for k in members(range_of(s, unit(gun)))}


@pytest.mark.case(THUNDER, "14.1", "14.2", "14.2.once", "14.3.commit", "3.7")
def test_artillery_fires_once_a_turn_with_its_own_observer() -> None:
    s = board({"13": ["NZ Div Obs"], "14": ["6/II/3-1"], "10": ["25 NZ A-1"]})
    assert "shell NZ Div" in offered(s) and refusal(s, "shell NZ Corps").key == "no_observer"
    s = play(s, "shell NZ Div", "target 14 > uncommitted", "no", "done", dice=[(1, 1, 6, 6)])
    assert is_committed(s, "NZ Div") and is_committed(s, "NZ Div Obs") and where(s, "NZ Div") == "Allied artillery"
    s = play(s, "pass")
    assert refusal(s, "shell NZ Div").rule == "14.2.once"
    moved = board({"13": ["NZ Div Obs"], "14": ["6/II/3-1"]}, committed=["NZ Div Obs"])
    assert refusal(moved, "shell NZ Div").key == "no_observer"


@pytest.mark.case(THUNDER, "14.3", "14.3.friend", "14.32")
def test_range_of_an_ordinary_observer_and_of_castle_hill() -> None:
    s = board({"14": ["NZ Div Obs"], "10": ["25 NZ A-1"], "13": ["6/II/3-1"]})
    assert sees(s, "NZ Div") == {"11", "13", "15", "16", "66", "9"}, (
        "neighbours without friends, the Abbey, Castle Hill"
    )
    castle = board({"9": ["NZ Div Obs"], "13": ["6/II/3-1"]})
    assert {"42", "17"} <= sees(castle, "NZ Div") and not {"3", "20"} & sees(castle, "NZ Div")
    shelling = play(board({"14": ["NZ Div Obs", "25 NZ A-1", "6/II/3-2"], "13": ["6/II/3-1"]}), "shell NZ Div")
    assert refusal(shelling, "target 14 > uncommitted").rule == "14.3.friend"
    assert refusal(shelling, "target 22 > uncommitted").key == "out_of_sight"


@pytest.mark.case(THUNDER, "14.31", "14.33", "14.7")
def test_the_abbey_sees_everything_and_is_seen_by_everybody() -> None:
    s = board({"66": ["1 Para Div Obs"], "1": ["25 NZ A-1"], "B": ["25 NZ B-1"]}, side="German")
    assert {"1", "68", "A", "K"} <= sees(s, "1 Para Div")
    zone = board({"B": ["NZ Div Obs"], "66": ["9/III/3-1"]})
    assert sees(zone, "NZ Div") == {"66", "B"}
    near = board({"17": ["NZ Div Obs"], "9": ["1/I/3-1"]})
    assert "9" in sees(near, "NZ Div"), "17 - 12 - 9"
    assert "9" not in sees(board({"20": ["NZ Div Obs"]}), "NZ Div"), "three steps away"


@pytest.mark.case(THUNDER, "14.7", "14.7.friend", "10.5.arty", "10.5")
def test_zones_are_shelled_from_inside_or_from_the_abbey_and_friends_do_not_matter() -> None:
    units = {"G": ["25 NZ A-1", "1 Para Reg Obs", "9/III/3-1"], "49": ["25 NZ B-1"], "German artillery": ["1 Para Reg"]}
    s = play(board(units, side="German"), "shell 1 Para Reg")
    assert offered(s) == ["target G > uncommitted"]
    assert refusal(s, "target 49 > uncommitted").rule == "14.3"
    after = play(s, "target G > uncommitted", "no", dice=[(6, 6, 1, 1)])
    assert where(after, "25 NZ A-1") == "Eliminated" and where(after, "9/III/3-1") == "G"
    gun = {"German artillery": ["1 Para Reg"]}
    outside = board({"49": ["1 Para Reg Obs"], "G": ["25 NZ A-1"], **gun}, side="German")
    assert "G" not in sees(outside, "1 Para Reg")


@pytest.mark.case(THUNDER, "14.5", "14.6", "16.21", "8.34.arty")
def test_the_division_shells_gurkhas_on_hangmans_hill() -> None:
    gurkhas = company("1/9 Gur A", 2)
    units = {"66": ["1 Para Div Obs"], "57": gurkhas}
    s = play(board(units, side="German", committed=gurkhas), "shell 1 Para Div")
    _, heard = hear(s, "target 57 > committed", "no", dice=[(3, 3, 3, 4)])
    shelled = of(heard, Shelled)[0]
    assert (shelled.attack, shelled.defence, shelled.points) == (13, 10, 3)
    smoke = [{"space": "57", "side": "Allied", "number": 8}]
    s = play(board(units, side="German", committed=gurkhas, smoke=smoke), "shell 1 Para Div")
    _, heard = hear(s, "target 57 > committed", "no", dice=[(3, 3, 3, 4)])
    assert (of(heard, Shelled)[0].attack, of(heard, Shelled)[0].defence) == (10, 10), "4 + 6; no +1 for the defence"
    tank = board({"13": ["NZ Div Obs"], "14": ["242 StuG-1"]})
    assert "target 14 > uncommitted" in offered(play(tank, "shell NZ Div")), "armor is never safe from shells"
    attack = Attack(ALLIED, space("Allied artillery"), space("14"), 0, (unit("NZ Div"),))
    assert defence_terms(tank, attack) == [("8.352", 5), ("8.352.C", 3)] and total(attack_terms(attack)) == 6


@pytest.mark.case(THUNDER, "14.4", "16.12", "15.2")
def test_air_strikes_need_no_observer_but_daylight_and_no_smoke() -> None:
    units = {"54": ["3/1MG M-1"], "60": ["9/III/3-1", "1/9 Gur A-1"], "G": ["11/III/3-1", "25 NZ A-1"]}
    s = board(units)
    assert "54" in sees(s, "MATAF") and not {"60", "G"} & sees(s, "MATAF")
    assert refusal(play(s, "shell MATAF"), "target 60 > uncommitted").key == "friends_there"
    assert sees(board(units, night=True), "MATAF") == set()
    hidden = board(units, smoke=[{"space": "54", "side": "German", "number": 8}])
    assert "54" not in sees(hidden, "MATAF")
    assert smoke_range(s, unit("MATAF")) == 0
    _, heard = hear(s, "shell MATAF", "target 54 > uncommitted", "no", dice=[(1, 1, 6, 6)])
    assert of(heard, Shelled)[0].attack == 8 + 2
    again = play(s, "shell MATAF", "target 54 > uncommitted", "no", "done", dice=[(1, 1, 6, 6)])
    assert is_committed(again, "MATAF")


@pytest.mark.case(THUNDER, "14.34")
def test_observers_do_not_attack() -> None:
    s = board({"13": ["NZ Div Obs", "25 NZ A-1"], "14": ["6/II/3-1"]})
    picking = play(s, "fire 13", "target 14 > uncommitted")
    assert refusal(picking, "add NZ Div Obs").key == "no_attack_factor"


@pytest.mark.case(THUNDER, "16.1", "16.1.dr", "16.1.commit", "16.11", "2.2.DRM")
def test_smoke_on_the_abbey_fails_with_six_and_stands_with_seven() -> None:
    units = {"60": ["NZ Div Obs", "1/9 Gur A-1"], "66": ["9/III/3-1"]}
    s = play(board(units), "smokescreen NZ Div")
    fails = play(s, "obscure 66", dice=[(3, 3)])
    assert fails.smoke == () and fails.supply == [7, 2], "6 - 2 = 4 is less than 5; the marker is gone"
    assert is_committed(fails, "NZ Div") and is_committed(fails, "NZ Div Obs")
    stands = play(s, "obscure 66", dice=[(3, 4)])
    assert [(m.space, m.number) for m in stands.smoke] == [(space("66"), 9)] and stands.supply == [7, 2]
    low = play(board({"13": ["6 NZ Bde Obs"], "14": ["6/II/3-1"]}), "smokescreen 6 NZ Bde")
    assert play(low, "obscure 14", dice=[(3, 2)]).smoke == () and play(low, "obscure 14", dice=[(3, 3)]).smoke != ()
    dry = board(units)
    dry.supply[ALLIED] = 0
    assert refusal(dry, "smokescreen NZ Div").key == "no_smoke"


@pytest.mark.case(THUNDER, "16.3.num", "16.1.dr")
def test_smoke_numbers_by_level() -> None:
    for obs, gun, needs, lasts, side in (
        ("NZ Corps Obs", "NZ Corps", 5, 9, "Allied"),
        ("NZ Div Obs", "NZ Div", 5, 9, "Allied"),
        ("6 NZ Bde Obs", "6 NZ Bde", 6, 8, "Allied"),
        ("1 Para Div Obs", "1 Para Div", 6, 8, "German"),
        ("3 Para Reg Obs", "3 Para Reg", 7, 7, "German"),
    ):
        foe = "6/II/3-1" if side == "Allied" else "25 NZ A-1"
        s = play(board({"13": [obs], "14": [foe]}, side=side), f"smokescreen {gun}")
        assert play(s, "obscure 14", dice=[(1, needs - 2)]).smoke == ()
        assert [m.number for m in play(s, "obscure 14", dice=[(1, needs - 1)]).smoke] == [lasts]


@pytest.mark.case(THUNDER, "16.1.where", "16.1.zone")
def test_smoke_may_fall_on_friends_and_on_the_observer_but_zones_need_an_observer_inside() -> None:
    s = play(board({"13": ["NZ Div Obs", "25 NZ A-1"], "14": ["25 NZ B-1"], "66": ["9/III/3-1"]}), "smokescreen NZ Div")
    assert {"obscure 13", "obscure 14", "obscure 66"} <= set(offered(s))
    assert refusal(s, "obscure B").rule == "16.1.zone"
    inside = play(board({"B": ["NZ Div Obs"], "66": ["9/III/3-1"]}), "smokescreen NZ Div")
    assert set(offered(inside)) == {"obscure B", "obscure 66"}


SMOKED = [{"space": "14", "side": "German", "number": 8}]


@pytest.mark.case(THUNDER, "16.2", "16.22", "16.23")
def test_smoke_is_night_in_one_place() -> None:
    units = {"14": ["8/II/3-1"], "13": ["25 NZ A-1"], "G": ["9/III/3-1"]}
    clear, smoky = board(units), board(units, smoke=SMOKED)
    assert [cost(clear, ALLIED, space(k)) for k in ("14", "10")] == [4, 2]
    assert [cost(smoky, ALLIED, space(k)) for k in ("14", "10")] == [3, 1]
    zone = board(units, smoke=[{"space": "G", "side": "Allied", "number": 9}])
    assert cost(clear, ALLIED, space("G")) == 3 and cost(zone, ALLIED, space("G")) == 2
    _, heard = hear(smoky, "fire 13", "target 14 > uncommitted", "add 25 NZ A-1", "done", "no", dice=[(1, 1, 1, 1)])
    assert of(heard, Fired)[0].defence == 4 + 3 + 1 + 1 + 2
    both = board(units, night=True, smoke=SMOKED)
    _, heard = hear(both, "fire 13", "target 14 > uncommitted", "add 25 NZ A-1", "done", "no", dice=[(1, 1, 1, 1)])
    assert of(heard, Fired)[0].defence == 4 + 3 + 1 + 1 + 2, "never two for night and smoke"


@pytest.mark.case(THUNDER, "16.3", "16.3.ex", "16.3.same")
def test_an_attack_roll_equal_to_its_number_blows_smoke_away() -> None:
    smoke = [
        {"space": "13", "side": "Allied", "number": 8},
        {"space": "7", "side": "Allied", "number": 8},
        {"space": "14", "side": "Allied", "number": 9},
    ]
    units = {"14": ["6/II/3-1"], "13": ["25 NZ A-1"]}
    s, heard = hear(
        board(units, side="German", smoke=smoke),
        "fire 14",
        "target 13 > uncommitted",
        "add 6/II/3-1",
        "done",
        "no",
        dice=[(4, 4, 6, 6)],
    )
    assert [m.number for m in s.smoke] == [9] and len(of(heard, SmokeGone)) == 2
    assert of(heard, Fired)[0].defence == 4 + 3 + 1 + 1 + 12, "the attack itself still suffers"
    defender, _ = hear(
        board(units, smoke=smoke),
        "fire 13",
        "target 14 > uncommitted",
        "add 25 NZ A-1",
        "done",
        "no",
        dice=[(4, 4, 4, 4)],
    )
    assert len(defender.smoke) == 3, "neither the own side's attack nor a defence roll clears it"


@pytest.mark.case(THUNDER, "16.3.same")
def test_later_attacks_of_the_impulse_still_count_the_smoke() -> None:
    units = {"16": company("6/II/3", 2), "13": ["25 NZ A-1"], "15": ["25 NZ B-1"]}
    s = board(units, side="German", smoke=[{"space": "16", "side": "Allied", "number": 9}])
    s = play(s, "fire 16", "target 13 > uncommitted", "add 6/II/3-1", "done", "no", "done", dice=[(5, 4, 6, 6)])
    assert s.smoke == ()
    _, heard = hear(s, "target 15 > uncommitted", "add 6/II/3-2", "done", "no", dice=[(1, 1, 1, 1)])
    assert of(heard, Fired)[0].defence == 4 + 3 + 1 + 1 + 2


@pytest.mark.case(THUNDER, "8.42", "15.1", "15.1.free")
def test_night_is_bought_with_the_advantage_and_leaves_the_impulse() -> None:
    units = {"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}
    s = play(board(units, turn=2, advantage="Allied"), "night")
    assert s.night and s.advantage == GERMAN and s.night_turn == 2
    assert prompt(s) == "impulse" and "move 13" in offered(s) and refusal(s, "night").key == "no_advantage"
    assert refusal(board(units, turn=2, advantage="German"), "night").rule == "8.42"
    assert refusal(board(units, turn=3, advantage="Allied", night_turn=2), "night").key == "night_before"
    assert "night" in offered(board(units, turn=4, advantage="Allied", night_turn=2))
    assert refusal(board(units, turn=4, advantage="Allied", night=True, night_turn=4), "night").key == "night_already"


@pytest.mark.case(THUNDER, "15.1.first", "19.13", "19.1")
def test_no_night_on_turn_one() -> None:
    s = board({"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}, turn=1, advantage="Allied")
    assert refusal(s, "night").rule == "15.1.first" and s.advantage == ALLIED


@pytest.mark.case(THUNDER, "15.2", "14.6")
def test_artillery_uses_its_night_factor() -> None:
    s = board({"13": ["NZ Div Obs"], "14": ["6/II/3-1"]}, night=True)
    _, heard = hear(s, "shell NZ Div", "target 14 > uncommitted", "no", dice=[(1, 1, 1, 1)])
    shelled = of(heard, Shelled)[0]
    assert (shelled.attack, shelled.defence) == (3 + 2, 4 + 3 + 2)
    spotter = board({"13": ["NZ Div Obs"], "14": ["6/II/3-1"]}, smoke=[{"space": "13", "side": "Allied", "number": 9}])
    _, heard = hear(spotter, "shell NZ Div", "target 14 > uncommitted", "no", dice=[(1, 1, 1, 1)])
    assert of(heard, Shelled)[0].attack == 3 + 2, "an observer in smoke"
