"""5.62, 16.13 Engineers at the start of the Movement Phase; 15.0 roadblocks: who may, where, and what stops it."""

from typing import Any

import pytest

from grognard.core import Event, hush
from grognard.games.battle_for_cassino.content import ALLIED, BRIDGES, GERMAN, GRID, RIVERS, ROAD, UNIT, Side
from grognard.games.battle_for_cassino.rules.events import BlockBuilt, TankFreed
from grognard.games.battle_for_cassino.rules.state import Battle
from grognard.games.battle_for_cassino.rules.works import (
    Clear,
    Clearing,
    DeclareWorks,
    FinishWorks,
    refuse_build,
    refuse_clear,
    refuse_engineer,
    refuse_free,
)
from grognard.maps import members
from tests.games.battle_for_cassino.kit import act, below, board, flagged

C = "battle_for_cassino"
H = GRID.id
STUCK = {"7 NZ Fd Coy": "1926", "B Sqn/19": "2025", "A Sqn/19": "2026", "A/25 NZ": "1825", "HQ 25 NZ": "1827"}
"""Two tanks off the road beside 1926, where the engineers are."""


def at_work(units: dict[str, Any], step: type = Clearing, side: Side = ALLIED, **more: Any) -> Battle:
    return board(units, "start", side, stack=(*below(side, 5), step(side)), **more)


def why(told: Any) -> tuple[str, str] | None:
    return None if told is None else (told.rule, told.key)


@pytest.mark.case(C, "5.62", "5.61", "4.1.B.ruins")
def test_which_engineers_clear_and_why_others_do_not() -> None:
    units = {"7 NZ Fd Coy": "1926", "8 NZ Fd Coy": "1827", "1 Pi Coy": "1525", "A/25 NZ": "1926"}
    s = at_work({**units, "6 NZ Fd Coy": "to come"}, ruins=["1926", "1525"])
    assert why(refuse_clear(s, ALLIED, UNIT["7 NZ Fd Coy"])) is None
    assert why(refuse_clear(s, ALLIED, UNIT["8 NZ Fd Coy"])) == ("5.62", "no_ruins")
    assert why(refuse_engineer(s, ALLIED, UNIT["8 NZ Fd Coy"])) is None
    assert why(refuse_clear(s, ALLIED, UNIT["1 Pi Coy"])) == ("5.62", "engineers_only")
    assert why(refuse_clear(s, ALLIED, UNIT["A/25 NZ"])) == ("5.62", "engineers_only")
    assert why(refuse_clear(s, ALLIED, UNIT["6 NZ Fd Coy"])) == ("5.62", "not_on_map")
    done = at_work(units, ruins=["1926"], cleared=flagged("7 NZ Fd Coy"))
    assert why(refuse_clear(done, ALLIED, UNIT["7 NZ Fd Coy"])) == ("5.62", "cleared_before")
    assert why(refuse_engineer(done, ALLIED, UNIT["8 NZ Fd Coy"])) is None
    pin = at_work(units, ruins=["1926"], pinned=["7 NZ Fd Coy"])
    assert why(refuse_clear(pin, ALLIED, UNIT["7 NZ Fd Coy"])) == ("5.62", "pinned")
    near = at_work({**units, "9/III/3": "2026"}, ruins=["1926"])
    assert why(refuse_clear(near, ALLIED, UNIT["7 NZ Fd Coy"])) == ("5.61", "enemy_controlled")
    ask = act(s)
    assert ask.prompt == "clearing" and ask.seat == 0 and ask.offers == ["clear 7 NZ Fd Coy", "done"]
    out = ask.then("clear 7 NZ Fd Coy")
    assert out.s.ruins == (H("1525"),) and ask.then("done").s.ruins == s.ruins
    assert act(at_work(units, ruins=["0123"])).prompt != "clearing"  # nobody is in place
    german = act(at_work({**units, "1 Pi Coy": "1525"}, side=GERMAN, ruins=["1926", "1525"]))
    assert german.offers == ["clear 1 Pi Coy", "done"]


@pytest.mark.case(C, "16.13", "16.12", "5.51.armor")
def test_clearing_frees_every_tank_of_a_road_hex_and_none_off_the_road() -> None:
    units = {"7 NZ Fd Coy": "1926", "A/25 NZ": "1926", "B Sqn/19": "1926", "StuG 1": "2124"}
    s = board({**units, "A/25 NZ": "1827"}, "start", ruins=["1926"], immobile=flagged("B Sqn/19", "StuG 1"),
              stack=(*below(ALLIED, 5), Clearing(ALLIED)))  # fmt: skip
    pair = at_work(
        {"7 NZ Fd Coy": "1926", "StuG 1": "1926", "StuG 2": "1926"},
        ruins=["1926"],
        immobile=flagged("StuG 1", "StuG 2"),
    )
    Clearing(ALLIED).take(pair, Clear(UNIT["7 NZ Fd Coy"]), hush)
    assert pair.immobile == 0
    out = act(s, "clear 7 NZ Fd Coy")
    assert out.s.immobile == flagged("StuG 1") and [e.tank for e in out.heard(TankFreed)] == [UNIT["B Sqn/19"]]
    free = at_work({"7 NZ Fd Coy": "1926", "B Sqn/19": "1926"}, ruins=["1926"])
    heard: list[Event] = []
    Clearing(ALLIED).take(free, Clear(UNIT["7 NZ Fd Coy"]), heard.append)
    assert heard and not [e for e in heard if type(e) is TankFreed]  # it was not stuck
    off = at_work({"7 NZ Fd Coy": "2026", "B Sqn/19": "2026"}, ruins=["2026"], immobile=flagged("B Sqn/19"))
    Clearing(ALLIED).take(off, Clear(UNIT["7 NZ Fd Coy"]), hush)
    assert off.immobile == flagged("B Sqn/19") and off.ruins == ()  # 2026 has no road: the tank stays where it is


@pytest.mark.case(C, "16.13")
def test_why_a_tank_beside_the_road_is_not_freed() -> None:
    stuck = flagged("B Sqn/19", "A Sqn/19")
    s = at_work(STUCK, immobile=stuck)
    seven = UNIT["7 NZ Fd Coy"]

    def free(s: Battle, tank: str = "B Sqn/19", unit: int = seven) -> tuple[str, str] | None:
        return why(refuse_free(s, ALLIED, unit, UNIT[tank]))

    assert free(s) is None and free(s, "A Sqn/19") is None
    assert free(s, unit=UNIT["A/25 NZ"]) == ("5.62", "engineers_only")
    assert free(at_work(STUCK, immobile=flagged("A Sqn/19"))) == ("16.13", "not_immobile")
    assert free(s, "A/25 NZ") == free(s, "C Sqn/19") == ("16.13", "not_immobile")
    for where in ("to come", "eliminated"):
        away = at_work({**STUCK, "C Sqn/19": where}, immobile=stuck)
        away.immobile |= flagged("C Sqn/19")
        assert free(away, "C Sqn/19") == ("16.13", "not_immobile")
    odd = at_work({**STUCK, "StuG 1": "2025", "B Sqn/19": "1925"}, immobile=flagged("StuG 1", "A/25 NZ"))
    odd.held[GERMAN + 2] = 0
    assert free(odd, "StuG 1") == free(odd, "A/25 NZ") == ("16.13", "not_immobile")  # not his, and no tank
    enemy = at_work({"7 NZ Fd Coy": "1926", "StuG 1": "1825"}, immobile=flagged("StuG 1"), pinned=[])
    assert free(enemy, "StuG 1") in (("16.13", "not_immobile"), ("5.61", "enemy_controlled"))
    assert free(at_work({**STUCK, "7 NZ Fd Coy": "1927"}, immobile=stuck), "A Sqn/19") == ("16.13", "not_on_road")
    assert free(at_work(STUCK, immobile=stuck, ruins=["1926"])) == ("16.13", "not_on_road")
    assert free(at_work(STUCK, immobile=stuck, blocks=["1926"])) == ("16.13", "not_on_road")
    assert free(at_work({**STUCK, "7 NZ Fd Coy": "1828"}, immobile=stuck)) == ("16.13", "not_beside")
    assert free(at_work({**STUCK, "B Sqn/19": "1925"}, immobile=stuck, ruins=["1925"])) == ("16.13", "clear_the_ruins")
    assert free(at_work({**STUCK, "B Sqn/19": "1925"}, immobile=stuck)) is None
    assert free(at_work(STUCK, immobile=stuck, ruins=["2025"])) is None  # ruins off the road do not hold it
    road, bank = next((a, b) for a in members(ROAD) for b in GRID.neighbours[a] if GRID.side(a, b) in RIVERS - BRIDGES)
    over = at_work({"7 NZ Fd Coy": GRID.names[road], "B Sqn/19": GRID.names[bank]}, immobile=stuck)
    assert free(over) == ("16.13", "not_beside")  # a river lies between
    pairs = ((int(UNIT["A Sqn/19"]), int(H("1926"))),)
    assert free(at_work(STUCK, immobile=stuck, freed=pairs)) is None
    assert free(at_work(STUCK, immobile=stuck, freed=pairs), "A Sqn/19") == ("16.13", "freed_before")
    both = tuple(sorted((*pairs, (int(UNIT["B Sqn/19"]), int(H("1926"))))))
    assert free(at_work(STUCK, immobile=stuck, freed=both)) == ("16.13", "freed_before")
    assert free(at_work(STUCK, immobile=stuck, freed=both), "A Sqn/19") == ("16.13", "freed_before")


@pytest.mark.case(C, "16.13", "5.62")
def test_the_engineers_choose_one_job() -> None:
    s = at_work({**STUCK, "8 NZ Fd Coy": "1526"}, immobile=flagged("B Sqn/19", "A Sqn/19"), ruins=["1526"])
    ask = act(s)
    assert set(ask.offers) == {
        "free 7 NZ Fd Coy > B Sqn/19", "free 7 NZ Fd Coy > A Sqn/19", "clear 8 NZ Fd Coy", "done",
    }  # fmt: skip
    one = ask.then("free 7 NZ Fd Coy > A Sqn/19")
    assert one.s.freed == ((UNIT["A Sqn/19"], H("1926")),) and one.s.immobile == s.immobile
    assert one.offers == ["clear 8 NZ Fd Coy", "done"] and one.s.cleared == flagged("7 NZ Fd Coy")
    assert one.why("free 7 NZ Fd Coy > B Sqn/19") == ("5.62", "cleared_before")
    assert ask.why("clear 7 NZ Fd Coy") == ("5.62", "no_ruins") and ask.why("go 1926") == ("5.62", "not_offered")
    theirs = at_work(STUCK, side=GERMAN, immobile=flagged("B Sqn/19"))
    assert Clearing(GERMAN).ask(theirs) is None  # tanks of the other side are no job


@pytest.mark.case(C, "15.0", "15.11", "15.12", "15.13", "15.0.procedure")
def test_why_a_company_does_not_build() -> None:
    units = {"A/25 NZ": "1926", "7 NZ Fd Coy": "1827", "B/25 NZ": "2131", "B Sqn/19": "1828", "9/III/3": "1526"}

    def build(s: Battle, unit: str) -> tuple[str, str] | None:
        return why(refuse_build(s, ALLIED, UNIT[unit]))

    s = at_work({**units, "C/25 NZ": "to come"}, DeclareWorks)
    assert build(s, "A/25 NZ") is None and build(s, "7 NZ Fd Coy") is None
    assert build(s, "9/III/3") == ("15.12", "not_yours") and build(s, "C/25 NZ") == ("15.12", "not_on_map")
    assert build(s, "B Sqn/19") == ("15.12", "no_builder") and build(s, "B/25 NZ") == ("15.12", "not_on_road")
    assert build(at_work(units, DeclareWorks, blocks=["1926"]), "A/25 NZ") == ("15.0", "blocked_already")
    busy = at_work({**units, "C/25 NZ": "1926"}, DeclareWorks, builders=flagged("C/25 NZ"))
    assert build(busy, "C/25 NZ") == ("15.0.procedure", "building")
    assert build(busy, "A/25 NZ") is None  # any company may, also beside another
    assert build(at_work(units, DeclareWorks, pinned=["A/25 NZ"]), "A/25 NZ") == ("15.13", "pinned")
    assert build(at_work({**units, "9/III/3": "2026"}, DeclareWorks), "A/25 NZ") == ("15.11", "enemy_controlled")
    ask = act(s)
    assert ask.prompt == "works" and ask.offers == ["build A/25 NZ", "build 7 NZ Fd Coy", "done"]
    german = board(
        {**units, "Plt 1": "1726", "10/III/3": "divided"}, side=GERMAN, stack=(*below(GERMAN, 5), DeclareWorks(GERMAN))
    )
    assert act(german).offers == ["build 9/III/3", "done"]  # platoons build nothing
    assert act(at_work({"B/25 NZ": "2131"}, DeclareWorks)).prompt != "works"


@pytest.mark.case(C, "15.0.procedure", "15.11")
def test_finished_blocks_are_those_of_the_side_outside_enemy_zones() -> None:
    units = {"A/25 NZ": "1926", "B/25 NZ": "1827", "7 NZ Fd Coy": "1526", "9/III/3": "2026", "10/III/3": "3030"}
    every = flagged("A/25 NZ", "B/25 NZ", "7 NZ Fd Coy", "10/III/3")
    out = act(at_work(units, FinishWorks, builders=every, blocks=["1526"]))
    assert out.s.blocks == tuple(sorted((H("1526"), H("1827"))))  # 1926 is in a zone; 1526 had one already
    assert [e.hex for e in out.heard(BlockBuilt)] == [H("1827")] and out.s.builders == flagged("10/III/3")
    two = {"A/25 NZ": "1827", "B/25 NZ": "1827", "9/III/3": "3030"}
    one = act(at_work(two, FinishWorks, builders=flagged("A/25 NZ", "B/25 NZ")))
    assert one.s.blocks == (H("1827"),) and len(one.heard(BlockBuilt)) == 1 and one.s.builders == 0
