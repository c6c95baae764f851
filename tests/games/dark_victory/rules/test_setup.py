"""3.0 Set-up: printed places, zones, proposals, the free set-up, Extra Guns, and the secret schedule."""

import random

import pytest

from grognard.core import HIDDEN, Decision, Match, Seeded, clone, push, run
from grognard.games.dark_victory.content import INSIDE, MEXICAN, OFF, QUARTERS, SPACE_NAMES, TEXAN, UNIT_NAMES, UNITS
from grognard.games.dark_victory.rules.events import ExtraGunsPlaced, PlacedColumn, PlacedUnit, PlotShown
from grognard.games.dark_victory.rules.placing import ExtraGuns, MexicanSetUp, MountGuns, refuse_mount, refuse_put
from grognard.games.dark_victory.rules.victory import Final
from tests.games.dark_victory.kit import GAME, SPACE, UNIT, act, board

TITLE = "dark_victory"


def names(s: object, hex: str) -> set[str]:
    return {UNIT_NAMES[u] for u in s.here.get(SPACE[hex], ())}


@pytest.mark.case(TITLE, "3.2", "3.2.bowie", "3.2.staff", "3.2.women", "3.2.crews", "3.2.leaders", "3.2.cannon")
@pytest.mark.case(TITLE, "2.18", "3.2.flags", "2.19", "10.15")
def test_printed_places() -> None:
    s = GAME.new("historical")
    assert names(s, "2528 in") == {"Bowie"}
    assert names(s, "2624 in") == {"Baugh", "Evans", "T1-inf1"}
    assert names(s, "2925 in") == {"T13-wom1", "T13-wom2"}
    for k, hex in enumerate(("1914", "1929", "2014", "2023", "2214", "2314", "2727", "3326"), 1):
        assert f"T3-gun{k}" in names(s, hex)
    for leader, hex in (("Dickerson", "3326"), ("Campbell", "2014"), ("Carey", "2023"), ("Travis", "2314")):
        assert leader in names(s, hex)
    told = {SPACE_NAMES[h] for h in s.gun_at}
    assert told == {"1914", "1929", "2014", "2023", "2214", "2314", "2326", "2727", "3019", "3021", "3326"}
    assert all(x == 1 for x in s.loaded) and all(x == TEXAN for x in s.gun_side) and not any(s.flags)
    assert not any(s.opened)


@pytest.mark.case(TITLE, "3.2.f4", "3.2.f5f9", "3.2.f6", "3.2.f7", "3.2.f8", "3.2.f10f11", "3.2.patients", "3.6")
def test_zones_of_the_formations() -> None:
    s = GAME.new("historical")

    def may(unit: str, hex: str) -> bool:
        return refuse_put(s, UNIT[unit], SPACE[hex]) is None

    for unit, yes, no in (
        ("T4-inf1", "1919 2414 3024", "1920 2629 2320"),
        ("Jones", "2114 3019", "2030"),
        ("T5-inf1", "2629 2728 2828", "2627"),
        ("Crockett", "2629 2728", "2414"),
        ("T9-inf2", "2828", "2829 3019"),
        ("T6-inf1", "2129 2229 2329 2330 2331", "3226"),
        ("T6-inf3", "3226 2925 3024", "2229"),
        ("Baker", "2329", "3226"),
        ("T7-inf1", "1914 2614 3024", "1915 2030"),
        ("T8-inf1", "2718 3019 3024", "2414"),
        ("T10-inf1", "1915 1918 2030", "2129"),
        ("White", "1929", "2029"),
        ("T2-pat1", "2623 up 2722 up 2723 up".replace(" up", "_up"), "2623"),
    ):
        for hex in yes.split():
            assert may(unit, hex.replace("_", " ")), (unit, hex)
        for hex in no.split():
            assert not may(unit, hex), (unit, hex)
    for hex in ("1816", "2513", "2332", "3123"):
        told = refuse_put(s, UNIT["T4-inf1"], SPACE[hex])
        assert told is not None and told.key == "outside"


@pytest.mark.case(TITLE, "3.2", "3.2.patients", "3.2.f4", "6.4")
def test_set_up_is_asked_unit_by_unit_within_limits() -> None:
    start = act(GAME.new("historical"))
    assert start.prompt == "set_up" and start.seat == 1
    s = clone(start.s)
    for name in ("T4-inf1", "T4-inf2"):
        GAME.refresh(s)
        from grognard.games.dark_victory.rules.state import place

        place(s, UNIT[name], SPACE["2214"])
    assert refuse_put(s, UNIT["T4-inf3"], SPACE["2214"]) is not None  # 1 + 2 + 2 and two more
    place(s, UNIT["T2-pat1"], SPACE["2623 up"])
    told = refuse_put(s, UNIT["T2-pat2"], SPACE["2623 up"])
    assert told is not None and told.rule == "3.2.patients"
    told = refuse_put(s, UNIT["T12-sla1"], SPACE["2414"])
    assert told is not None and told.key == "with_formation_4"
    place(s, UNIT["T4-inf4"], SPACE["2414"])
    assert refuse_put(s, UNIT["T12-sla1"], SPACE["2414"]) is None


@pytest.mark.case(TITLE, "3.2.guns", "3.3", "2.21")
def test_a_proposal_sets_up_everybody_and_extra_guns_follow() -> None:
    start = act(GAME.new("historical"), "propose walls")
    assert start.prompt == "reorder"
    done = start.then("done")
    infantry = set(done.s.extra)
    assert len(infantry) == done.heard(ExtraGunsPlaced)[0].count and 15 <= len(infantry) <= 24
    assert SPACE["2414"] in infantry and SPACE["2624 in"] not in infantry and SPACE["1929"] not in infantry
    assert done.prompt == "set_up" and done.seat == 0
    assert start.heard(PlacedUnit)[0].rule == "3.2" and done.asked is not None and done.asked.rule == "3.3"
    ready = done.then("propose line")
    assert [e.rule for e in ready.heard(PlacedColumn)] == ["3.3"] * 8
    assert ready.s.turn == 1 and ready.prompt == "reorder" and ready.seat == 0
    on_map = [u for u in UNITS if UNIT_NAMES[u].startswith("M4") or UNIT_NAMES[u] in ("Morales", "Minon")]
    assert all(SPACE_NAMES[ready.s.loc[u]][2:] in ("37", "38") for u in on_map) and len(on_map) == 8
    assert not any(ready.s.reduced)
    assert all(ready.s.loc[u] == OFF for u in UNITS if UNIT_NAMES[u].startswith(("M1", "M2", "M3", "MR")))


@pytest.mark.case(TITLE, "3.3", "6.2")
def test_column_four_starts_in_its_area() -> None:
    s = board({"T4-inf1": "2320"}, (Final(), MexicanSetUp()), due=[0, 2, 2, 3, 1, 0])
    asked = act(s)
    assert {h[2:] for h in asked.verbs("put")} == {"37", "38"} and len(asked.verbs("put")) == 14
    assert asked.why("put 2036") == ("3.3", "not_its_zone")


@pytest.mark.case(TITLE, "3.4", "3.6")
def test_the_free_set_up_reaches_every_place_inside_and_nothing_else() -> None:
    start = act(GAME.new("historical", {"free_texans": True}))
    assert start.prompt == "region" and len(start.verbs("region")) == len(QUARTERS)
    assert all(h == OFF for h in start.s.gun_at)
    assert list(start.s.flags) == [0, 0, 0, 0]
    plaza = start.then("region Plaza")
    assert all(INSIDE >> SPACE[h] & 1 for h in plaza.verbs("put")) and "2320" in plaza.verbs("put")
    room = start.then("region Long Barracks rooms")
    assert "2623 in" in room.verbs("put")
    assert refuse_put(start.s, UNIT["T4-inf1"], SPACE["2513"]) is not None


@pytest.mark.case(TITLE, "3.4", "2.19", "10.17.B")
def test_cannon_of_the_free_set_up_stand_one_to_a_hex_of_the_main_map() -> None:
    s = board({"T4-inf1": "2320"}, (Final(), MountGuns()), options={"free_texans": True})
    one = act(s, "mount 2320")
    assert one.s.gun_at[0] == SPACE["2320"] and one.why("mount 2320") == ("2.19", "gun_there")
    for hex in ("2623 in", "3026", "2513"):
        assert refuse_mount(s, SPACE[hex]) is not None


@pytest.mark.case(TITLE, "3.2.guns", "3.4")
def test_more_than_twenty_four_hexes_of_infantry_leave_some_without() -> None:
    squads = [
        n
        for n in UNIT_NAMES
        if n.startswith(("T4-", "T5-", "T6-", "T7-", "T8-", "T9-", "T10", "T11", "T2-", "T1-", "T12"))
    ]
    units = {name: f"{22 + k % 4}{17 + k // 4}" for k, name in enumerate(squads)}
    assert len(set(units.values())) == len(squads) == 26
    asked = act(board(units, (Final(), ExtraGuns()), options={"free_texans": True}))
    assert asked.prompt == "extra_guns" and asked.asked is not None and asked.asked.numbers == (26, 24)
    done = asked.then(asked.offers[0])
    assert len(done.then(done.offers[0]).s.extra) == 24


@pytest.mark.case(TITLE, "3.4.B", "7.1.D")
def test_the_schedule_is_written_in_secret_and_binds() -> None:
    match = Match.start(GAME, Seeded(3), "historical", {"free_schedule": True})
    rng = random.Random(3)
    while match.decision is not None and match.decision.prompt != "plot":
        match.answer(match.decision.seat, match.decision.options[0])
    decision = match.decision
    assert decision is not None and decision.secret and decision.seat == 0 and len(decision.options) == 72
    for text in ("plot 4 > 7", "plot 1 > 2", "plot 2 > 1", "plot 3 > 5"):
        match.answer(0, GAME.texts.parse(text))
    assert match.state.area[1:5] == [4, 1, 2, 3] and match.state.due[1:5] == [7, 2, 1, 5]
    seen = match.view(1)
    assert seen.due[1] == HIDDEN and seen.area[2] == HIDDEN and seen.due[3] == 1  # Column 3 stands on the map
    assert match.view(0).due[1:5] == [7, 2, 1, 5]
    world = GAME.resample(seen, 1, rng)
    assert GAME.view(world, 1) == seen and world.due[1] in range(2, 19)
    s = clone(match.state)
    heard: list[object] = []
    for _ in range(3000):
        asked = run(s, heard.append)
        if any(type(e) is PlotShown for e in heard) or asked is None:
            break
        if isinstance(asked, Decision):
            enter = [o for o in asked.options if type(o).__name__ in ("Enter", "Join", "At")]
            push(s, enter[0] if enter else asked.options[asked.default], heard.append)
        else:
            push(s, tuple(3 for _ in asked.dice), heard.append)
    shown = [e for e in heard if type(e) is PlotShown]
    assert shown and shown[0].column == 2 and shown[0].turn == 2 and s.turn == 2
    assert GAME.view(s, 1).area[2] == 1 and MEXICAN == 0


@pytest.mark.case(TITLE, "3.2.f4", "3.2")
def test_the_last_of_formation_four_leaves_room_for_the_prisoners() -> None:
    places = {f"T4-inf{k}": hex for k, hex in enumerate(("2114", "2114", "2615", "2615", "2616"), 1)}
    s = board(places, spare=False)
    told = refuse_put(s, UNIT["T4-inf6"], SPACE["2616"])
    assert told is not None and told.key == "room_for_prisoners"
    assert refuse_put(s, UNIT["T4-inf6"], SPACE["2617"]) is None
    early = board({k: v for k, v in places.items() if k != "T4-inf1"}, spare=False)
    assert refuse_put(early, UNIT["T4-inf6"], SPACE["2616"]) is None  # another is still to come


@pytest.mark.case(TITLE, "3.4.B", "3.3", "7.1")
def test_a_column_too_large_for_its_area_leaves_the_rest_off_the_map() -> None:
    s = board({"T4-inf1": "2320"}, (Final(), MexicanSetUp()), due=[0, 1, 99, 99, 99, 0], area=[0, 3, 2, 3, 4, 5])
    played = act(s)
    for _ in range(40):
        if played.asked is None or played.prompt != "set_up":
            break
        played = played.then(played.offers[-1])
    units = [u for u in UNITS if UNIT_NAMES[u].startswith("M1-")]
    on_map = [u for u in units if played.s.loc[u] != OFF]
    assert len(on_map) == 12 and len(units) == 20  # six hexes of eight points


@pytest.mark.case("dark_victory", "3.4.B")
def test_only_a_written_schedule_hides_anything() -> None:
    plain, written = (Match.start(GAME, Seeded(3), "historical", {"free_schedule": told}) for told in (False, True))
    assert not GAME.hides(plain.state) and plain.view(TEXAN) is plain.state
    assert GAME.hides(written.state) and written.view(TEXAN) is not written.state
