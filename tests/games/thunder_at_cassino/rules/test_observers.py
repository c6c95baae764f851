"""14 and 16.1: which gun may fire or lay smoke where, and why not elsewhere."""

import pytest

from grognard.games.thunder_at_cassino.content import SPACE_NAMES
from grognard.games.thunder_at_cassino.rules.artillery import range_of, smoke_range
from grognard.games.thunder_at_cassino.rules.state import Thunder
from grognard.maps import members
from tests.games.thunder_at_cassino.kit import (
    board,
    company,
    is_committed,
    offered,
    play,
    prompt,
    refusal,
    unit,
    where,
)

THUNDER = "thunder_at_cassino"

GUARD = {"66": ["9/III/3-1"]}


def told(s: Thunder, text: str) -> tuple[str, str]:
    """Case and reason of a refusal."""
    found = refusal(s, text)
    return found.rule, found.key


@pytest.mark.case(THUNDER, "14.1", "14.2", "14.2.once")
def test_a_gun_needs_its_turn_its_box_and_its_observer_on_the_map() -> None:
    units = {"13": ["5 NZ Bde Obs", "NZ Div Obs"], "14": ["6/II/3-1"]}
    early = board(units)
    assert where(early, "5 NZ Bde") == "Pool" and told(early, "shell 5 NZ Bde") == ("14.2", "no_observer")
    assert told(early, "smokescreen 5 NZ Bde") == ("14.2", "no_observer")
    here = board({**units, "Allied artillery": ["5 NZ Bde"]})
    assert {"shell 5 NZ Bde", "smokescreen 5 NZ Bde"} <= set(offered(here))
    used = board({**units, "Allied artillery": ["5 NZ Bde"]}, guns=["5 NZ Bde"])
    assert told(used, "shell 5 NZ Bde") == told(used, "smokescreen 5 NZ Bde") == ("14.2.once", "gun_used")
    gone = board({**units, "Withdrawn": ["5 NZ Bde"]})
    assert told(gone, "shell 5 NZ Bde") == ("14.2", "no_observer")
    lost = board({"13": ["25 NZ A-1"], "14": ["6/II/3-1"], "Lost observers": ["NZ Div Obs"]})
    assert told(lost, "shell NZ Div") == ("14.2", "no_observer")
    assert told(here, "shell 1 Para Div") == ("14.2", "not_yours")


@pytest.mark.case(THUNDER, "14.3", "14.3.friend", "16.1")
def test_a_gun_with_nobody_to_hit_may_still_lay_smoke() -> None:
    far = board({"13": ["NZ Div Obs"], "22": ["6/II/3-1"]})
    assert told(far, "shell NZ Div") == ("14.3", "nothing_in_range") and "smokescreen NZ Div" in offered(far)
    mixed = board({"13": ["NZ Div Obs"], "14": ["6/II/3-1", "25 NZ A-1"]})
    assert told(mixed, "shell NZ Div") == ("14.3", "nothing_in_range"), "friends are in the only Area in sight"
    dry = board({"13": ["NZ Div Obs"], "14": ["6/II/3-1"]})
    dry.supply[0] = 0
    assert told(dry, "smokescreen NZ Div") == ("16.1", "no_smoke") and "shell NZ Div" in offered(dry)


@pytest.mark.case(THUNDER, "14.3", "8.33", "14.33")
def test_every_group_in_sight_may_be_shelled_and_no_other() -> None:
    units = {
        "14": ["NZ Div Obs"],
        "10": ["6/II/3-1", "6/II/3-2"],
        "11": ["6/II/3-3"],
        "13": ["5/II/3-1"],
        "15": ["5/II/3-2", "25 NZ A-1"],
        "66": ["9/III/3-1"],
        "22": ["7/II/3-1"],
        "G": ["10/III/3-1"],
    }
    s = play(board(units, committed=["6/II/3-2", "6/II/3-3"]), "shell NZ Div")
    assert set(offered(s)) == {
        "target 10 > uncommitted",
        "target 10 > committed",
        "target 11 > committed",
        "target 13 > uncommitted",
        "target 66 > uncommitted",
    }
    assert told(s, "target 11 > uncommitted") == told(s, "target 16 > committed") == ("8.33", "no_such_group")
    assert told(s, "target 13 > committed") == ("8.33", "no_such_group")
    assert told(s, "target 15 > uncommitted") == ("14.3.friend", "friends_there")
    assert told(s, "target 14 > uncommitted") == ("14.3.friend", "friends_there"), "the observer itself is a friend"
    assert told(s, "target 22 > uncommitted") == ("14.3", "out_of_sight")
    assert told(s, "target G > uncommitted") == ("14.7", "zone_out_of_sight")
    assert told(s, "target A > uncommitted") == ("14.7", "zone_out_of_sight")
    assert told(s, "move 14") == ("14.2", "one_kind")


@pytest.mark.case(THUNDER, "14.3.friend", "14.3")
def test_friends_out_of_sight_are_not_the_reason() -> None:
    s = play(board({"14": ["NZ Div Obs"], "13": ["6/II/3-1"], "22": ["25 NZ A-1", "7/II/3-1"]}), "shell NZ Div")
    assert told(s, "target 22 > uncommitted") == ("14.3", "out_of_sight")


@pytest.mark.case(THUNDER, "14.4", "16.12")
def test_air_strikes_are_kept_off_by_smoke_there_and_by_friends() -> None:
    units = {"54": ["3/1MG M-1"], "60": ["9/III/3-1", "1/9 Gur A-1"], "1": ["6/II/3-1"]}
    smoke = [{"space": "54", "side": "German", "number": 8}]
    s = play(board(units, smoke=smoke), "shell MATAF")
    assert offered(s) == ["target 1 > uncommitted"]
    assert told(s, "target 54 > uncommitted") == ("16.12", "air_and_smoke")
    assert told(s, "target 60 > uncommitted") == ("14.4", "friends_there")
    night = board({"54": ["3/1MG M-1"], "13": ["25 NZ A-1"]}, night=True, night_turn=4)
    assert told(night, "shell MATAF") == ("15.2", "air_at_night")
    mixed = board({"54": ["3/1MG M-1", "25 NZ A-1"]})
    assert told(mixed, "shell MATAF") == ("14.4", "nothing_in_range"), "friends are wherever the enemy is"
    assert told(s := board(units), "smokescreen MATAF") == ("16.12", "no_smoke") and "shell MATAF" in offered(s)


@pytest.mark.case(THUNDER, "14.4", "18.3", "18.1.obs")
@pytest.mark.parametrize(("gun", "last", "case"), [("MATAF", 6, "18.3"), ("6 NZ Bde", 9, "18.1.obs")])
def test_a_gun_that_has_left_the_battle_is_told_so(gun: str, last: int, case: str) -> None:
    units = {"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}
    later = board({**units, "Withdrawn": [gun]}, turn=last + 1, last=15)
    assert told(later, f"shell {gun}") == told(later, f"smokescreen {gun}") == (case, "gun_gone")
    until = board({**units, "Withdrawn": [gun]}, turn=last, last=15)
    assert told(until, f"shell {gun}") == ("14.2", "no_observer"), "it has not left, it never was there"


@pytest.mark.case(THUNDER, "1.intro", "14.31", "14.32")
def test_observers_see_no_further_than_the_map_of_the_scenario() -> None:
    s = board({"9": ["NZ Div Obs"], "13": ["6/II/3-1"]}, scenario="intro_town", turn=2)
    seen = {SPACE_NAMES[k] for k in members(range_of(s, unit("NZ Div")))}
    assert seen == {"1", "2", "4", "5", "7", "8", "10", "12", "13", "14", "16", "17"}, "neither 42 nor the Abbey"
    smoky = {SPACE_NAMES[k] for k in members(smoke_range(s, unit("NZ Div")))}
    assert smoky == {*seen, "9"}
    assert not range_of(s, unit("MATAF")) >> 41 & 1, "Area 42 is off this map for aircraft too"
    for gun, order in (("MATAF", "shell"), ("NZ Div", "shell"), ("NZ Div", "smokescreen")):
        aimed = play(board({"9": ["NZ Div Obs"], "13": ["6/II/3-1"]}, scenario="intro_town", turn=2), f"{order} {gun}")
        place = "target {} > uncommitted" if order == "shell" else "obscure {}"
        assert [told(aimed, place.format(k)) for k in ("42", "66", "K")] == [("1.intro", "off_the_map")] * 3


@pytest.mark.case(THUNDER, "7.3", "14.2", "16.1")
def test_an_over_full_area_is_paid_for_after_shells_and_smoke_too() -> None:
    eleven = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), *company("25 NZ D", 2)]
    units = {"13": ["NZ Div Obs"], "14": ["6/II/3-1"], "7": eleven}
    s = play(board(units), "shell NZ Div", "target 14 > uncommitted", "no", "done", dice=[(1, 1, 6, 6)])
    assert prompt(s) == "surplus"
    smoke = play(board(units), "smokescreen NZ Div", "obscure 14", dice=[(1, 1)])
    assert prompt(smoke) == "surplus"


@pytest.mark.case(THUNDER, "14.3.commit", "16.1.commit", "16.1.where")
def test_the_first_area_can_be_smoked_and_both_are_committed() -> None:
    s = play(board({"2": ["NZ Div Obs", "25 NZ A-1"], **GUARD}), "smokescreen NZ Div")
    assert told(s, "obscure 22") == ("14.3", "out_of_sight") and told(s, "obscure A") == (
        "16.1.zone",
        "zone_out_of_sight",
    )
    after = play(s, "obscure 1", dice=[(3, 3)])
    assert [SPACE_NAMES[m.space] for m in after.smoke] == ["1"], "six is enough on level 0"
    assert is_committed(after, "NZ Div") and is_committed(after, "NZ Div Obs") and not is_committed(after, "25 NZ A-1")
    air = play(board({"2": ["25 NZ A-1"], "14": ["6/II/3-1"], "66": ["NZ Corps Obs"]}), "shell MATAF")
    air = play(air, "target 14 > uncommitted", "no", "done", dice=[(1, 1, 6, 6)])
    assert is_committed(air, "MATAF") and not is_committed(air, "NZ Corps Obs")
    assert max(air.committed) == 1
