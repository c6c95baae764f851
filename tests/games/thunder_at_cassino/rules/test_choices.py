"""8.1, 8.3, 14.2: what an impulse offers, place by place and gun by gun, against a referee; and what is said of it."""

import random
from typing import Any

import pytest

from grognard.core import HIDDEN, NO, Decision, clone
from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREAS,
    BOARD,
    BUILDERS,
    COMMITTED,
    GERMAN,
    GUNS,
    OBSERVER,
    SIDE,
    SPACE_NAMES,
    TROOPS,
    UNCOMMITTED,
    UNIT,
    UNIT_NAMES,
    Side,
)
from grognard.games.thunder_at_cassino.rules.artillery import range_of, smoke_range, usable
from grognard.games.thunder_at_cassino.rules.attack import Attack
from grognard.games.thunder_at_cassino.rules.crossing import has_way
from grognard.games.thunder_at_cassino.rules.events import ChitsOpened, Fired, FireSummed, SmokeGone
from grognard.games.thunder_at_cassino.rules.fire import (
    TARGET,
    FireAttack,
    FireImpulse,
    NameTarget,
    PickFirers,
    targets,
)
from grognard.games.thunder_at_cassino.rules.impulses import (
    CLEAR,
    FIRE,
    MOVE,
    NIGHT,
    SHELL,
    SMOKESCREEN,
    Impulse,
    can_fire,
    choices,
    refuse_night,
)
from grognard.games.thunder_at_cassino.rules.state import ARMED_AT, Thunder, flip, place, seat
from tests import kit
from tests.games.thunder_at_cassino import referee
from tests.games.thunder_at_cassino.battlefield import POSITIONS, position
from tests.games.thunder_at_cassino.kit import board, company, hear, of, offered, play, prompt, refusal, space

THUNDER = "thunder_at_cassino"
MORE = ("25 NZ D-1", "760 US-1", "24 NZ MG", "NZ Corps Obs", "6F", "5/II/3-2", "8/II/3-2", "14/3 A/T-2", "242 StuG-14")
SHOT = ("fire 13", "target 14 > uncommitted", "add 25 NZ A-1", "done", "no")
TOLD = {ALLIED: "Allied", GERMAN: "German"}


def scattered(chosen: str, seed: int) -> Thunder:
    """A position in which many units are Committed and some stand somewhere else."""
    rng, s = random.Random(seed), position(**POSITIONS[chosen], rubble={"13": 1, "49": 1})
    for name, at in ((u, rng.randrange(BOARD)) for u in MORE):
        if s.open[SIDE[UNIT[name]]] >> at & 1:
            place(s, UNIT[name], at)
    for u in range(len(s.loc)):
        flip(s, u, int(rng.random() < 0.4))
    s.advantage = rng.choice((ALLIED, GERMAN))
    s.supply[rng.randrange(2)] = rng.choice((0, 1))
    return s


@pytest.mark.case(THUNDER, "8.3", "8.31", "8.33", "8.34", "10.5", "12.1", "18.2.fire", "8.13")
@pytest.mark.parametrize("name", ["day", "reserves", "first turn"])
def test_every_target_from_every_place_is_the_referees(name: str) -> None:
    for seed in range(12):
        s = scattered(name, seed)
        p = referee.Position.of(s)
        for side, told in TOLD.items():
            for k in range(BOARD):
                wanted = referee.targets(p, told, SPACE_NAMES[k])
                found = {(SPACE_NAMES[t.space], bool(t.group)) for t in targets(s, side, k)}
                assert found == wanted, (seed, told, SPACE_NAMES[k])
                hit = tuple(space(a) for a, _ in sorted(wanted)[:1])
                rest = {(SPACE_NAMES[t.space], bool(t.group)) for t in targets(s, side, k, hit)}
                assert rest == {(a, g) for a, g in wanted if space(a) not in hit}
                if s.mask[ARMED_AT + side] >> k & 1:
                    assert can_fire(s, side, k) == bool(wanted), (seed, told, SPACE_NAMES[k])


def wanted_choices(s: Thunder, side: Side) -> set[Any]:
    """8.11, 8.42, 13.2, 14.2, 16.1 Everything short of passing."""
    p, told = referee.Position.of(s), TOLD[side]
    found: set[Any] = set()
    if s.advantage == side and s.turn > 1 and not s.night and s.night_turn != s.turn - 1:
        found.add(NIGHT)
    for k in range(BOARD):
        ready = [u for u in p.inside(SPACE_NAMES[k], told) if not p.committed[u]]
        if any(k < AREAS or has_way(s, side, k, UNIT[u]) for u in ready):
            found.add(MOVE[k])
        if referee.targets(p, told, SPACE_NAMES[k]):
            found.add(FIRE[k])
    for gun in GUNS[side]:
        observer = OBSERVER[gun]
        here = SPACE_NAMES[s.loc[gun]] == f"{told} artillery" and not s.committed[gun]
        if here and (observer < 0 or (s.loc[observer] < BOARD and not s.committed[observer])):
            seen = [SPACE_NAMES[k] for k in range(BOARD) if range_of(s, gun) >> k & 1]
            if any(p.inside(name, referee.foe(told)) for name in seen):
                found.add(SHELL[gun])
            if smoke_range(s, gun):
                found.add(SMOKESCREEN[gun])
    for u in BUILDERS:
        if side == ALLIED and s.loc[u] < BOARD and not s.committed[u] and s.rubble[s.loc[u]]:
            found.add(CLEAR[u])
    return found


@pytest.mark.case(THUNDER, "8.11", "8.13", "8.42", "13.2", "13.2.german", "14.2", "14.3.commit", "16.1")
@pytest.mark.parametrize("name", POSITIONS)
def test_an_impulse_offers_exactly_what_some_unit_or_gun_can_do(name: str) -> None:
    for seed in range(6):
        s = scattered(name, seed)
        for side in (ALLIED, GERMAN):
            listed = choices(s, side)
            assert len(set(listed)) == len(listed) and set(listed) == wanted_choices(s, side), (seed, side)
            asked = Impulse(side).ask(s)
            assert isinstance(asked, Decision) and asked.options[:-1] == tuple(listed)
            for option in listed:
                assert Impulse(side).why_not(s, option) is None


@pytest.mark.case(THUNDER, "8.2", "8.13", "18.2.enter")
def test_nobody_moves_out_of_a_zone_that_is_shut_and_observers_move_but_do_not_fire() -> None:
    units = {"H": ["25 NZ A-1"], "48": ["9/III/3-1"], "50": ["9/III/3-2"], "G": ["9/III/3-3"], "I": ["10/III/3-1"]}
    s = play(board({**units, "13": ["NZ Div Obs"], "14": ["6/II/3-1"]}, turn=11, last=15))
    assert "move H" not in offered(s) and refusal(s, "move H").key == "no_way_out"
    assert "move 13" in offered(s) and refusal(s, "fire 13").key == "nobody_armed"


@pytest.mark.case(THUNDER, "13.2", "8.11")
def test_clearing_is_offered_and_not_refused() -> None:
    s = play(board({"13": ["6F"], "66": ["9/III/3-1"]}, rubble={"13": 2}))
    assert "clear 6F" in offered(s) and Impulse(ALLIED).why_not(s, CLEAR[UNIT["6F"]]) is None


@pytest.mark.case(THUNDER, "8.43", "8.14", "8.15")
def test_the_phase_may_go_on_if_either_side_can_do_something() -> None:
    german = board({"66": ["9/III/3-1"]}, guns=UNIT_NAMES[TROOPS:], passes=2, advantage="German")
    assert not choices(german, ALLIED)
    assert prompt(german) == "continue" and kit.asks(german).seat == 1
    nobody = board({"66": ["9/III/3-1"]}, guns=UNIT_NAMES[TROOPS:], committed=["9/III/3-1"], night=True)
    assert choices(nobody, ALLIED) == choices(nobody, GERMAN) == []
    assert Impulse(ALLIED).ask(nobody) is None and Impulse(ALLIED, 2).ask(nobody) is None, (
        "no question without a choice"
    )


@pytest.mark.case(THUNDER, "15.1", "15.1.first", "8.42")
@pytest.mark.parametrize(
    ("turn", "night_turn", "key"),
    [(1, 0, "night_first_turn"), (2, 0, ""), (4, 3, "night_before"), (4, 2, ""), (4, 0, "")],
)
def test_night_after_night_and_on_the_first_turn_is_refused(turn: int, night_turn: int, key: str) -> None:
    s = board({"13": ["25 NZ A-1"], "66": ["9/III/3-1"]}, turn=turn, night_turn=night_turn, advantage="Allied")
    told = refuse_night(s, ALLIED)
    assert (told.key if told else "") == key and (NIGHT in choices(s, ALLIED)) == (not key)
    other = refuse_night(s, GERMAN)
    assert other is not None and other.key == "no_advantage" and NIGHT not in choices(s, GERMAN)


TWO_SMOKES = [{"space": "22", "side": "German", "number": 7}, {"space": "13", "side": "German", "number": 7}]


@pytest.mark.case(THUNDER, "16.23", "16.3", "6.2")
def test_every_smoke_marker_counts_in_an_impulse_and_goes_with_the_phase() -> None:
    s = board({"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}, smoke=TWO_SMOKES)
    _, heard = hear(s, *SHOT, "done", dice=[(1, 1, 6, 6)])
    assert ("8.352.E", 1) in of(heard, FireSummed)[0].defence_terms
    _, heard = hear(s, "pass", "pass", "no")
    assert {SPACE_NAMES[e.space] for e in of(heard, SmokeGone)} == {"13", "22"}


@pytest.mark.case(THUNDER, "8.353", "8.35", "8.331")
def test_what_is_told_of_a_shot_has_no_points_below_none_and_names_the_whole_group() -> None:
    s = board({"13": ["25 NZ A-1"], "14": company("6/II/3")}, committed=["6/II/3-3"])
    _, heard = hear(s, *SHOT, "done", dice=[(1, 1, 6, 6)])
    fired = of(heard, Fired)[0]
    assert fired.attack < fired.defence and fired.points == 0
    assert fired.targets == (UNIT["6/II/3-1"], UNIT["6/II/3-2"])


@pytest.mark.case(THUNDER, "8.12", "8.13")
def test_when_everybody_has_fired_the_impulse_is_over_whoever_is_left_to_fire_at() -> None:
    s = board({"13": ["25 NZ A-1"], "14": ["6/II/3-1"], "16": ["6/II/3-2"]}, committed=["6/II/3-2"])
    after = play(s, *SHOT, "done", dice=[(1, 1, 6, 6)])
    assert prompt(after) == "impulse"
    spent = FireImpulse(ALLIED, space("13"), (), (space("14"),))
    assert spent.ask(after) is None, "nobody is asked for a target"
    told = spent.why_not(after, TARGET[space("16")][COMMITTED])
    assert told is not None and (told.rule, told.key) == ("8.13", "nobody_ready")


@pytest.mark.case(THUNDER, "10.5", "8.3")
def test_fire_into_a_zone_or_too_far_has_its_own_reason() -> None:
    s = play(board({"13": ["25 NZ A-1"], "14": ["6/II/3-1"], "66": ["9/III/3-1"]}), "fire 13")
    told = {text: (refusal(s, text).rule, refusal(s, text).key) for text in (f"target {k} > uncommitted" for k in "AK")}
    assert set(told.values()) == {("10.5", "zone_fire")}
    far = refusal(s, "target 68 > uncommitted")
    assert (far.rule, far.key) == ("8.3", "not_adjacent")


MIXED = ["760 US-1", "23 NZ A-1"]
"""The tank comes first in the list of units."""


@pytest.mark.case(THUNDER, "12.1", "8.34", "10.5.armor")
@pytest.mark.parametrize(
    ("home", "target", "group", "may"),
    [
        ("14", "14", ["760 US-1"], True),
        ("13", "14", ["760 US-1"], False),
        ("13", "14", MIXED, True),
        ("H", "H", ["760 US-1"], False),
        ("H", "H", MIXED, True),
    ],
)
def test_infantry_fires_at_armor_from_inside_an_area_alone(home: str, target: str, group: list[str], may: bool) -> None:
    units = {home: ["6/II/3-1", "14/3 A/T-1"]}
    units[target] = [*units.get(target, []), *group]
    s = play(board(units, side="German"), f"fire {home}")
    if prompt(s) == "fire.target":
        s = play(s, f"target {target} > uncommitted")
    picking = PickFirers(GERMAN, space(home), space(target), UNCOMMITTED, False)
    assert (UNIT["6/II/3-1"] in picking.able(s)) == may and UNIT["14/3 A/T-1"] in picking.able(s)


@pytest.mark.case(THUNDER, "8.32")
def test_all_adds_nobody_twice() -> None:
    s = play(
        board({"13": company("25 NZ A"), "14": ["6/II/3-1"]}),
        "fire 13",
        "target 14 > uncommitted",
        "add 25 NZ A-2",
        "all",
    )
    assert kit.asks(s).units == tuple(UNIT[name] for name in company("25 NZ A"))


@pytest.mark.case(THUNDER, "12.3.pure", "12.3.na")
def test_armor_is_named_only_if_every_firer_is_a_gun_or_armor() -> None:
    s = board({"13": ["7 NZ A/T-1", "21 NZ A-1"], "14": ["242 StuG-1"]})
    for firers, names in ((["7 NZ A/T-1"], True), (["7 NZ A/T-1", "21 NZ A-1"], False)):
        attack = Attack(ALLIED, space("13"), space("14"), UNCOMMITTED, tuple(UNIT[n] for n in firers))
        asked = NameTarget(attack).ask(s)
        assert (asked is not None) == names
        told = NameTarget(attack).why_not(s, NO)
        assert told is None


@pytest.mark.case(THUNDER, "21.3", "21.5")
def test_chits_drawn_in_the_open_are_not_opened_again() -> None:
    s = board({"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}, options={"resolution": "chits"})
    _, heard = hear(s, *SHOT, "done", dice=[2, 12])
    assert of(heard, Fired) and not of(heard, ChitsOpened)


@pytest.mark.case(THUNDER, "21.5")
@pytest.mark.parametrize("resolution", ["dice", "chits", "feints"])
def test_a_chit_is_sealed_for_the_other_seat_until_both_lie(resolution: str) -> None:
    s = board({"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}, options={"resolution": resolution})
    attack = Attack(ALLIED, space("13"), space("14"), UNCOMMITTED, (UNIT["25 NZ A-1"],))
    for dice in ((), (9,), (9, 4)):
        for who in (0, 1):
            sealed = resolution == "feints" and len(dice) == 1 and who != seat(s, ALLIED)
            seen = FireAttack(attack, dice).seen_by(s, who)
            assert isinstance(seen, FireAttack) and seen.dice == ((HIDDEN,) if sealed else dice)


@pytest.mark.case(THUNDER, "14.2.once", "3.7", "14.3.commit", "14.4")
def test_a_gun_is_usable_in_its_box_unused_with_its_observer_ready() -> None:
    s = board({"13": ["NZ Div Obs", "25 NZ A-1"], "14": ["6/II/3-1"]})
    assert usable(s, UNIT["NZ Div"]) and usable(s, UNIT["MATAF"]) and not usable(s, UNIT["NZ Corps"])
    assert not usable(s, UNIT["NZ Div"], [1] * len(s.committed)), "if everybody were Committed"
    used, away, busy = clone(s), clone(s), clone(s)
    flip(used, UNIT["NZ Div"], 1)
    place(away, UNIT["NZ Div"], space("Withdrawn"))
    flip(busy, UNIT["NZ Div Obs"], 1)
    assert not any(usable(x, UNIT["NZ Div"]) for x in (used, away, busy))
    struck = play(s, "shell MATAF", "target 14 > uncommitted", "no", "done", dice=[(1, 1, 6, 6)])
    assert [UNIT_NAMES[u] for u, face in enumerate(struck.committed) if face] == ["MATAF"], "it has no observer to turn"


@pytest.mark.case(THUNDER, "14.3", "14.3.friend", "14.7", "16.12", "14.4")
def test_every_refusal_of_a_target_for_artillery() -> None:
    """Friends in sight, friends out of sight, nobody in sight, a Zone, another map."""
    units = {
        "13": ["NZ Div Obs", "25 NZ A-1"],
        "14": ["6/II/3-1"],
        "10": ["25 NZ B-1", "6/II/3-2"],
        "22": ["25 NZ C-1"],
    }
    s = play(board({**units, "66": ["9/III/3-1"]}), "shell NZ Div")
    reasons = {
        "10": ("14.3.friend", "friends_there"),
        "13": ("14.3.friend", "friends_there"),
        "22": ("14.3", "out_of_sight"),
        "19": ("14.3", "out_of_sight"),
        "K": ("14.7", "zone_out_of_sight"),
        "7": ("8.33", "no_such_group"),
    }
    told = {k: refusal(s, f"target {k} > uncommitted") for k in reasons}
    assert {k: (r.rule, r.key) for k, r in told.items()} == reasons
    germans = {"14": ["1 Para Div Obs"], "15": ["6/II/3-1", "25 NZ A-1"], "13": ["25 NZ B-1"], "10": ["NZ Div Obs"]}
    g = play(board(germans, side="German"), "shell 1 Para Div")
    assert refusal(g, "target 15 > uncommitted").key == "friends_there"
    assert "target 10 > uncommitted" in offered(g), "an observer alone is a target"
    g = play(board({"14": ["1 Para Div Obs"], "16": ["6/II/3-1"], "10": ["NZ Div Obs"]}, side="German"))
    assert "shell 1 Para Div" in offered(g)
    assert refusal(play(g, "shell 1 Para Div"), "target 16 > uncommitted").rule == "14.3.friend"
    tank = play(board({"14": ["1 Para Div Obs"], "10": ["19 Armd B-1"]}, side="German"))
    assert "shell 1 Para Div" in offered(tank), "a tank alone is one too"
    town = board({"14": ["NZ Div Obs"], "13": ["6/II/3-1"]}, scenario="intro_town", turn=2)
    place(town, UNIT["NZ Div"], space("Allied artillery"))
    town = play(town, "shell NZ Div")
    off = refusal(town, "target 66 > uncommitted")
    assert (off.rule, off.key) == ("1.intro", "off_the_map"), "in range, but not on the map of the scenario"
