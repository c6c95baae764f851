"""10.2-10.25, 11.1-11.10 Aiming: every term and limit of a shot, what a gun adds, and who watches which hex."""

import pytest

from grognard.core import Roll
from grognard.games.dark_victory.content import HEXES, MEXICAN, PLACES, SIDE_BETWEEN, TEXAN, UNITS
from grognard.games.dark_victory.rules.events import CannonFired, Fired
from grognard.games.dark_victory.rules.fire import FireRoll, cover, depressed, ready_gun, refuse_shot, shot, targets
from grognard.games.dark_victory.rules.reacting import (
    bumped,
    denied,
    in_zone,
    may_fire,
    reactors,
    refuse_unit,
    triggered,
    watch,
)
from grognard.games.dark_victory.rules.sight import lines, reach, sees, zone
from tests.games.dark_victory.kit import SPACE, TITLE, UNIT, Played, act, board


def first(units: dict[str, str], lead: str, **told: object) -> Played:
    start = act(board(units, **told), f"activate {lead}")
    return start.then("done") if start.prompt == "muster" else start


def side(a: str, b: str) -> int:
    return SIDE_BETWEEN[SPACE[a]][SPACE[b]]


@pytest.mark.case(TITLE, "10.3", "10.5", "10.6", "10.7", "10.23", "10.19")
def test_the_terms_of_a_shot_each_by_itself() -> None:
    s = board({"T9-inf1": "2314", "M4-L1": "2414"}, turn=7, guns={"8pdr-1914": "2314"})
    found = shot(s, UNIT["T9-inf1"], SPACE["2314"], SPACE["2414"])
    assert found is not None and found.base == 1 and found.dice == (6, 6) and found.always == (2,)
    assert dict(found.terms) == {"10.5": 1, "10.3": 4, "10.7": -2, "10.6": -3, "10.23": 5}
    gun = shot(board({"T3-gun1": "2214", "M4-L1": "2210"}, guns={"8pdr-1914": "2214"}), UNIT["T3-gun1"],
               SPACE["2214"], SPACE["2210"], 0)  # fmt: skip
    assert gun is not None and gun.base == 3 and dict(gun.terms)["10.5"] == 0 and gun.needs == 3 + 4 + 5
    flat = shot(board({"T9-inf1": "2317", "M4-L1": "2318"}), UNIT["T9-inf1"], SPACE["2317"], SPACE["2318"])
    assert flat is not None and dict(flat.terms)["10.23"] == 0
    assert shot(board({"T9-inf1": "2317", "M4-L1": "2311"}), UNIT["T9-inf1"], SPACE["2317"], SPACE["2311"]) is None


@pytest.mark.case(TITLE, "10.7", "10.22")
def test_the_firer_takes_the_line_with_less_cover() -> None:
    """Two lines a hair apart, one over a low wall: the target has no cover unless the open one is blocked."""
    for order in (("2628", "2526"), ("2526", "2628")):
        s = board({"M1-F1": order[0], "T4-inf1": order[1]})
        sides = sees(s, SPACE[order[0]], SPACE[order[1]])
        covers = {cover(SPACE[order[0]], SPACE[order[1]], x) for x in sides}
        found = shot(s, UNIT["M1-F1"], SPACE[order[0]], SPACE[order[1]])
        assert found is not None and dict(found.terms)["10.7"] == -min(covers)
    assert cover(SPACE["2314"], SPACE["2313"], side("2314", "2313")) == 0  # straight down
    assert cover(SPACE["2313"], SPACE["2314"], side("2313", "2314")) == 4
    assert cover(SPACE["2413"], SPACE["2414"], side("2413", "2414")) == 2
    assert cover(SPACE["2523"], SPACE["2623 in"], side("2523", "2623 in")) == 6
    assert cover(SPACE["2312"], SPACE["2314"], side("2313", "2314")) == 4
    assert cover(SPACE["1816"], SPACE["1915"], side("1816", "1915")) == 6  # a door in a high wall
    assert cover(SPACE["2314"], SPACE["2311"], side("2312", "2311")) == 0


@pytest.mark.case(TITLE, "10.11", "10.12", "10.22.B", "10.8.B", "10.8.D")
def test_every_reason_against_a_shot_in_its_order() -> None:
    s = board({"T7-inf1": "2314", "M4-L1": "2310", "M4-L2": "2313", "Cos": "2309", "T4-inf1": "2320"}, turn=4,
              guns={"8pdr-1914": "2314"})  # fmt: skip

    def told(a: str, b: str, by: int = TEXAN, gun: int = -1) -> str:
        found = refuse_shot(s, by, SPACE[a], SPACE[b], gun)
        return "" if found is None else found.key

    assert told("2314", "2310") == "" and told("2314", "2311") == "nobody_there" == told("2314", "dead")
    assert told("2314", "2309") == "line_blocked"  # five hexes off, but Mexicans stand between on their level
    assert told("2314", "2313") == "" and told("2314", "2313", gun=0) == "too_steep"
    assert told("2314", "2310", gun=0) == ""
    far = board({"T7-inf1": "2314", "M4-L1": "2303", "M4-L2": "2304"}, turn=9)
    keys = [refuse_shot(far, TEXAN, SPACE["2314"], SPACE[h]) for h in ("2303", "2304")]
    assert [None if k is None else k.key for k in keys] == ["too_dark", None]
    day = board({"T7-inf1": "2314", "M4-L1": "2303"}, turn=10)
    eleven = refuse_shot(day, TEXAN, SPACE["2314"], SPACE["2303"])
    assert eleven is not None and eleven.key == "out_of_range"
    assert refuse_shot(day, TEXAN, SPACE["2314"], SPACE["2303"], 0) is None  # cannon reach as far as one sees
    wall = board({"M4-L1": "2311", "T4-inf1": "2315"})
    hidden = refuse_shot(wall, MEXICAN, SPACE["2311"], SPACE["2315"])
    assert hidden is not None and hidden.key == "no_line"


@pytest.mark.case(TITLE, "10.22.B", "10.22.ex")
def test_what_a_cannon_can_be_laid_on() -> None:
    for a, b, can in (
        ("2014", "2013", False), ("2014", "2015", True), ("2314", "2414", False), ("2314", "2312", True),
        ("2317", "2318", True), ("2023", "1922", True), ("2023", "2123", True), ("1929", "2029", True),
        ("1929", "1930", False), ("3326", "3427", False), ("2414", "2413", True),
    ):  # fmt: skip
        assert depressed(SPACE[a], SPACE[b]) is can, (a, b)


@pytest.mark.case(TITLE, "10.2", "10.19")
def test_targets_are_exactly_what_may_be_fired_at() -> None:
    units = {"T3-gun1": "2314", "M4-L1": "2310", "M4-L2": "2312", "M4-L3": "2313", "M4-L4": "2414", "T13-wom2": "2320"}
    s = board(units, guns={"8pdr-1914": "2314"}, turn=9)
    names = sorted(units[n] for n in units if n[0] == "M")
    for gun in (-1, 0):
        found = [h for h in names if refuse_shot(s, TEXAN, SPACE["2314"], SPACE[h], gun) is None]
        assert sorted(targets(s, TEXAN, SPACE["2314"], gun)) == sorted(SPACE[h] for h in found)
    assert targets(s, MEXICAN, SPACE["2310"]) == [] or SPACE["2320"] not in targets(s, MEXICAN, SPACE["2310"])
    assert ready_gun(s, UNIT["T3-gun1"]) == 0 and ready_gun(s, UNIT["M4-L1"]) is None
    under = board({"T3-gun1": "2314", "T7-inf1": "2314"}, guns={"8pdr-1914": "2314"})
    assert ready_gun(under, UNIT["T3-gun1"]) is None and ready_gun(under, UNIT["T7-inf1"]) == 0
    empty = board({"T3-gun1": "2314"}, guns={"8pdr-1914": "2314"}, unloaded=["8pdr-1914"])
    assert ready_gun(empty, UNIT["T3-gun1"]) is None


@pytest.mark.case(TITLE, "10.3.B", "10.24", "10.4.B")
def test_where_the_dice_of_a_shot_break() -> None:
    s = board({"T7-inf1": "2320", "M1-F1": "2317"})
    plain = FireRoll(UNIT["T7-inf1"], SPACE["2320"], SPACE["2317"]).ask(s)
    assert type(plain) is Roll and plain.dice == (6, 6) and 5 in plain.breaks[0]
    led = FireRoll(UNIT["T7-inf1"], SPACE["2320"], SPACE["2317"]).ask(
        board({"T7-inf1": "2320", "M1-F1": "2317", "Cos": "2317"})
    )
    assert type(led) is Roll and 2 in led.breaks[0] and 5 in led.breaks[0] and 0 not in led.breaks[0]
    blocked = board({"T7-inf1": "2320", "M1-F1": "2317", "M1-F2": "2318"})
    assert FireRoll(UNIT["T7-inf1"], SPACE["2320"], SPACE["2317"]).ask(blocked) is None
    gun = first(
        {"T3-gun1": "1914", "M4-L1": "1910", "T4-inf1": "2015"}, "T3-gun1", guns={"8pdr-1914": "1914"}, side=TEXAN
    )
    fired = gun.then("cannon 1910", dice=[(6, 6)])
    assert len(fired.heard(CannonFired)) == 1 and fired.heard(Fired) == []  # the first gun of the list is a gun as well


@pytest.mark.case(TITLE, "10.2", "10.2.B", "11.10")
def test_what_is_remembered_of_shots() -> None:
    units = {"T7-inf1": "2320", "M4-L1": "2317", "M4-L2": "2417", "T4-inf1": "2015"}
    many = first(units, "T7-inf1", side=TEXAN, options={"shots": "as_af_allow"}, extra=["2320"])
    two = many.then("volley 2317", "volley 2417", dice=[(6, 6), (6, 6)])
    assert two.s.fired == ((TEXAN, SPACE["2320"]),) and two.s.extra_used == (SPACE["2320"],)
    assert not any(two.s.shot)  # that mark is for reaction only


@pytest.mark.case(TITLE, "11.1", "11.8", "11.8.B", "11.9")
def test_who_may_react_and_why_not() -> None:
    units = {
        "T7-inf1": "2320",
        "T4-inf1": "2320",
        "Forsyth": "2320",
        "Travis": "2420",
        "T13-wom2": "2320",
        "M4-L1": "2310",
    }
    s = board(units)
    s.mover = 3
    assert reactors(s, SPACE["2320"]) == (UNIT["T7-inf1"], UNIT["T4-inf1"])  # Travis next door commands both
    s.reacted[UNIT["T7-inf1"]] = 3
    told = refuse_unit(s, UNIT["T7-inf1"])
    assert told is not None and told.key == "reacted_already" and reactors(s, SPACE["2320"]) == (UNIT["T4-inf1"],)
    s.reacted[UNIT["T7-inf1"]] = 2
    s.deniers[UNIT["T7-inf1"]] = (UNIT["M4-L2"], UNIT["M4-L1"])
    assert denied(s, UNIT["T7-inf1"])  # the second of them still lives
    s.deniers[UNIT["T7-inf1"]] = (UNIT["M4-L2"],)
    assert not denied(s, UNIT["T7-inf1"])  # not on the map any more
    for unit, key in (("T13-wom2", "cannot_react"), ("Travis", "cannot_react")):
        told = refuse_unit(s, UNIT[unit])
        assert told is not None and told.key == key


@pytest.mark.case(TITLE, "11.10", "11.7", "10.2")
def test_who_fires_for_a_stack_that_reacts() -> None:
    units = {"T7-inf1": "2320", "T4-inf1": "2320", "Travis": "2320", "M4-L1": "2310"}
    s = board(units)
    both = (UNIT["T7-inf1"], UNIT["T4-inf1"])
    assert may_fire(s, both) == UNIT["T4-inf1"] and may_fire(s, (UNIT["T7-inf1"],)) is None
    s.shot[UNIT["T7-inf1"]] = 1
    assert may_fire(s, both) is None and may_fire(s, (UNIT["T4-inf1"],)) == UNIT["T4-inf1"]
    s.shot = bytearray(len(UNITS))
    s.shot[UNIT["Travis"]] = 1
    assert may_fire(s, (*both, UNIT["Travis"])) == UNIT["T4-inf1"]
    s.fired = ((TEXAN, SPACE["2320"]),)
    assert may_fire(s, both) is None  # somebody has fired from there in this player turn
    s.fired = ((TEXAN, SPACE["2321"]), (MEXICAN, SPACE["2320"]))
    assert may_fire(s, both) == UNIT["T4-inf1"]  # from elsewhere, and the enemy, who was there before


@pytest.mark.case(TITLE, "11.2", "10.9", "10.12")
def test_a_loaded_cannon_sees_farther_and_elsewhere_than_its_crew() -> None:
    units = {"T3-gun4": "2023", "Carey": "2023", "M4-L1": "1722"}
    told = {"guns": {"12pdr-2023": "2023"}, "turn": 9, "mover": 1}
    s = board(units, **told)
    aim = next(h for h in ("1722", "1723", "1622", "1623") if lines(SPACE["2023"], SPACE[h], True))
    assert in_zone(s, SPACE["2023"], SPACE[aim]) and triggered(s, SPACE[aim]) == [SPACE["2023"]]
    assert watch(s) >> SPACE[aim] & 1
    empty = board(units, unloaded=["12pdr-2023"], **told)
    assert not in_zone(empty, SPACE["2023"], SPACE[aim]) and triggered(empty, SPACE[aim]) == []
    assert not watch(empty) >> SPACE[aim] & 1
    bare = board(units, turn=9)
    assert not in_zone(bare, SPACE["2023"], SPACE[aim])
    nobody = board({"Carey": "2023", "M4-L1": "1722"}, **told)
    assert not in_zone(nobody, SPACE["2023"], SPACE[aim])
    steep = board(
        {"T3-gun5": "2214", "Campbell": "2214", "M4-L1": "2213", "T4-inf1": "2320"}, guns={"8pdr-2214": "2214"}
    )
    assert in_zone(steep, SPACE["2214"], SPACE["2213"])  # by his own weapons, not by the gun
    day = board({"T3-gun5": "2214", "Campbell": "2214", "M4-L1": "2201"}, guns={"8pdr-2214": "2214"}, turn=10)
    assert in_zone(day, SPACE["2214"], SPACE["2201"]) and watch(day) >> SPACE["2201"] & 1  # thirteen hexes
    dusk = board({"T3-gun5": "2214", "Campbell": "2214", "M4-L1": "2201"}, guns={"8pdr-2214": "2214"}, turn=9)
    assert not in_zone(dusk, SPACE["2214"], SPACE["2201"]) and not watch(dusk) >> SPACE["2201"] & 1


@pytest.mark.case(TITLE, "11.2")
def test_the_watch_covers_every_hex_somebody_could_react_to() -> None:
    units = {
        "T7-inf1": "2314",
        "Travis": "2314",
        "T1-inf1": "2624 in",
        "Baugh": "2624 in",
        "T6-inf3": "3226",
        "Jones": "2030",
    }
    for turn in (1, 6, 10):
        s = board({**units, "M4-L1": "0505"}, turn=turn)
        seen = watch(s)
        for b in range(PLACES):
            for a in (SPACE["2314"], SPACE["2624 in"], SPACE["3226"]):
                if in_zone(s, a, b):
                    assert seen >> b & 1, (turn, b)
        assert seen != (1 << PLACES) - 1 and not seen & 1  # the far corner is watched by nobody
        assert seen == zone_union(turn)


def zone_union(turn: int) -> int:
    found = 0
    for name in ("2314", "2624 in", "3226"):
        found |= zone(SPACE[name], reach(turn, TEXAN, False))
    return found


@pytest.mark.case(TITLE, "11.5", "11.5.B", "10.25")
def test_a_bump_is_answered_only_by_those_who_can_fire() -> None:
    """Up a ramp on to a high roof: read strictly nobody on the ground fires over that wall."""
    units = {"M4-L1": "2416", "M4-L2": "2515", "T7-inf1": "2616", "Travis": "2616", "M4-L6": "0505"}
    for strict, prompt in ((False, "bump"), (True, "react")):
        told = {"options": {"strict_high_wall": strict}}
        asked = act(board(units, **told), "activate M4-L1", "go 2417")
        assert asked.prompt == "triggered"
        moved = asked.then("react 2616", "go 2615")
        assert moved.prompt == prompt, strict
    s = board({"M4-L1": "2319", "M4-L2": "2321", "Cos": "2220", "T7-inf1": "2320", "M4-L3": "2315", "T4-inf1": "2314"})
    assert bumped(s, SPACE["2320"]) == (SPACE["2319"], SPACE["2321"])  # not the leader alone
    assert bumped(s, SPACE["2314"]) == (SPACE["2315"],)  # by the ramp


@pytest.mark.case(TITLE, "11.5")
def test_each_bumped_hex_answers_once() -> None:
    units = {"M4-L1": "2317", "M4-L2": "2224", "M4-L3": "2424", "T7-inf1": "2322", "Travis": "2322", "M4-L6": "0505"}
    bump = act(board(units), "activate M4-L1", "go 2318", "react 2322", "go 2323")
    assert bump.verbs("answer") == ["2224", "2424"]
    one = bump.then("answer 2224", dice=[(6, 6)])
    assert one.prompt == "bump" and one.verbs("answer") == ["2424"]
    two = one.then("answer 2424", dice=[(6, 6)])
    assert two.prompt == "react" and len(two.heard(Fired)) == 1
    other = bump.then("answer 2424", dice=[(6, 6)])
    assert other.verbs("answer") == ["2224"]
    dead = bump.then("answer 2224", dice=[(1, 1)])
    assert dead.where("T7-inf1") == "dead" and dead.prompt not in ("bump", "react") and HEXES < PLACES
