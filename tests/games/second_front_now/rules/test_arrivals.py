"""7.4 to 7.6, 8.0, 15.8 What arrives and what is rebuilt: boxes, beaches and flights beside their refusals."""

import pytest

from grognard.core import Draw, run
from grognard.core.flow import hush
from grognard.games.second_front_now.content import (
    ALLIED,
    COMMONWEALTH,
    GERMAN,
    GERMANS,
    LAND,
    NONE,
    REGULAR,
    RUSSIA,
    SORT,
    SPACE,
    STEPS,
    UNIT,
    UNIT_NAMES,
    US,
)
from grognard.games.second_front_now.rules.boxes import FromItaly, FromRussia, NameNext, arrive, italians
from grognard.games.second_front_now.rules.events import Arrived, Captured, DrawnFromRussia, SentFromItaly
from grognard.games.second_front_now.rules.replacements import RebuildAt, Replacements, refuse_replacement
from grognard.games.second_front_now.rules.supply import Airlift, SupplyCheck, has_path, kind_of_supply, supplied
from tests.games.second_front_now.kit import act, agree, board
from tests.games.second_front_now.kit import hush as quiet

C = "second_front_now"
OPEN = {"fog": "off"}
RING = {
    "711 German Infantry": "2217",
    "712 German Infantry": "2218",
    "709 German Infantry": "2117",
    "716 German Infantry": "2020",
}


@pytest.mark.case(C, "7.4")
@pytest.mark.case(C, "7.4.full")
def test_italy_beside_its_refusals():
    pool = [f"{verb} {u}" for verb in ("send", "name") for u in ("10th Army HQ", "16 Panzer", "9 SS Panzer")] + ["done"]
    agree(act(board(None, None, turn=5, stack=(FromItaly(),)), loose=True), pool)
    notice = {"italy_notice": "on"}
    agree(act(board(None, None, turn=5, options=notice, stack=(NameNext(),)), loose=True), pool)
    everybody = {UNIT_NAMES[u]: "North" for u in board().here[SPACE["Italy"]]}
    assert act(board(everybody, None, turn=5, stack=(FromItaly(),)), loose=True).prompt == "", "nobody is left there"
    assert act(board(everybody, None, turn=5, options=notice, stack=(NameNext(),)), loose=True).prompt == ""
    s = board({"10 SS Panzer": ("South", 1)}, None)
    arrive(s, UNIT["10 SS Panzer"], SPACE["North"], Arrived(UNIT["10 SS Panzer"], SPACE["North"]), quiet)
    assert s.steps[UNIT["10 SS Panzer"]] == STEPS[UNIT["10 SS Panzer"]] == 2, "at full strength"
    sent = act(board(None, None, turn=5, stack=(FromItaly(),)), "send 10th Army HQ", loose=True)
    assert [e.unit for e in sent.heard(SentFromItaly)] == [UNIT["10th Army HQ"]] and not sent.heard(Arrived)
    named = board(None, None, turn=5, italian=italians(board())[0], stack=(FromItaly(),))
    assert act(named, loose=True).prompt == "italy", "a name counts only with the notice"
    short = act(board(None, None, scenario="ten_days", turn=5, options=notice, stack=(NameNext(),)), loose=True)
    assert short.prompt == "name_italian"
    assert (
        act(board(None, None, scenario="ten_days", turn=10, options=notice, stack=(NameNext(),)), loose=True).prompt
        == ""
    )


@pytest.mark.case(C, "7.6.draw")
@pytest.mark.case(C, "7.1.sameturn")
def test_russia_draws_by_sort_and_keeps_them_a_turn():
    s = board(None, None, turn=20, riga=5, stack=(FromRussia(),))
    draw = run(s, hush)
    assert isinstance(draw, Draw) and sum(n for _, n in draw.pool) == len(s.here[RUSSIA])
    last = draw.pool[-1][0]
    first = next(u for u in s.here[RUSSIA] if SORT[u] == last)
    many = max((n, sort) for sort, n in draw.pool if sort != last)[1]
    others = [many] * 4
    drawn = act(board(None, None, turn=20, riga=5, stack=(FromRussia(),)), dice=[last, *others], loose=True)
    assert len(drawn.heard(DrawnFromRussia)) == 5 and not drawn.heard(Arrived)
    assert drawn.s.loc[first] == SPACE["North"] and len(drawn.s.newcomers) == 5 and first in drawn.s.newcomers


@pytest.mark.case(C, "8.2.A")
@pytest.mark.case(C, "8.3.nat")
def test_where_the_rebuilt_come_ashore_beside_the_refusals():
    beaches = ("1310", "1411", "1510", "1611", "1710")
    pool = [f"ashore {hex}" for hex in (*beaches, "1512")] + ["done"]
    dead = {"1 US Infantry": "Allied destroyed"}
    asked = agree(act(board(dead, None, turn=10, stack=(RebuildAt(UNIT["1 US Infantry"]),)), loose=True), pool)
    assert asked.offered("ashore") == set(beaches)
    retaken = board(dead, None, turn=10, german=["1510"], vp=60, stack=(RebuildAt(UNIT["1 US Infantry"]),))
    back = act(retaken, "ashore 1411", loose=True)
    assert any(e.hex == SPACE["1510"] for e in back.heard(Captured)), "its zone takes the beach beside it"
    assert back.s.fed[UNIT["1 US Infantry"]] == REGULAR
    full = {**dead, **dict(zip((n for n in UNIT_NAMES if n.endswith("British Infantry")), beaches, strict=False))}
    none = board(full, None, turn=10, options=OPEN, stack=(Replacements(US),))
    told = refuse_replacement(none, US, 2, UNIT["1 US Infantry"], True)
    assert told is not None and (told.rule, told.key) == ("8.2.A", "no_beach")
    german = board({**full, "9 SS Panzer": "German destroyed"}, None, turn=10)
    assert refuse_replacement(german, GERMANS, 1, UNIT["9 SS Panzer"], True) is None, "the German needs no beach"
    lost = board({**dead, "9 SS Panzer": "1411"}, None, turn=10, stack=(RebuildAt(UNIT["1 US Infantry"]),))
    assert "1411" not in act(lost, loose=True).offered("ashore")
    win = board(
        {"51 British Infantry": "Allied destroyed"},
        None,
        turn=10,
        vp=97,
        stack=(RebuildAt(UNIT["51 British Infantry"]),),
    )
    assert act(win, "ashore 1510", loose=True).s.result is not None, "a Commonwealth point ends it"


@pytest.mark.case(C, "8.1.idle")
@pytest.mark.case(C, "10.6.G")
def test_in_the_fog_the_question_is_put_whether_or_not_there_is_an_answer():
    for side, nation, options, put in (
        (ALLIED, US, {}, True),
        (ALLIED, COMMONWEALTH, {}, True),
        (ALLIED, US, OPEN, False),
        (GERMAN, GERMANS, {}, False),
    ):
        told = act(
            board({"9 SS Panzer": "1512"}, None, turn=10, options=options, stack=(Replacements(nation),)), loose=True
        )
        lone = told.prompt == "replacements"
        assert lone == put, (side, nation, options)
        if put:
            assert told.offers == ["done"] and told.asked.confirm


@pytest.mark.case(C, "15.8")
@pytest.mark.case(C, "15.8.lim")
def test_flights_beside_their_refusals():
    units = {**RING, "1 US Infantry": "2118", "3 US Infantry": "2118", "51 British Infantry": "1511"}
    pool = [f"lift {u}" for u in (*units, "9 US Infantry")] + ["done"]
    agree(act(board(units, None, turn=30, stack=(SupplyCheck(ALLIED),)), loose=True), pool)
    boxed = board(
        {**units, "V US Corps": "Allied destroyed"},
        None,
        fed={"V US Corps": NONE, "9 US Infantry": NONE, "1 US Infantry": NONE},
    )
    boxed.stack = (Airlift(3),)
    asked = agree(act(boxed, loose=True), [*pool, "lift V US Corps"])
    assert asked.offers == ["lift 1 US Infantry", "done"], "units in boxes need no flights"
    step = Airlift(3)
    grounded = board(units, None, fed={"1 US Infantry": NONE}, storm=1)
    option = asked.asked.options[0]
    told = step.why_not(grounded, option)
    assert told is not None and (told.rule, told.key) == ("15.8.lim", "no_flights")
    assert step.why_not(board(units, None, fed={"1 US Infantry": NONE}), option) is None


@pytest.mark.case(C, "9.3.path")
@pytest.mark.case(C, "0.basic")
def test_paths_run_over_land_and_the_beginners_need_none():
    s = board({"1 US Infantry": "1511", "9 SS Panzer": "2015"})
    assert not supplied(s, ALLIED) & ~LAND and supplied(s, GERMAN) >> SPACE["2015"] & 1
    assert not supplied(board({"1 US Infantry": "1511"}, german=[]), GERMAN) >> SPACE["1510"] & 1
    easy = board({**RING, "1 US Infantry": "2118"}, scenario="beginners")
    assert has_path(easy, UNIT["1 US Infantry"]) and kind_of_supply(easy, UNIT["1 US Infantry"], 0) == REGULAR
    easy.fed[UNIT["1 US Infantry"]] = NONE
    easy.stack = (SupplyCheck(ALLIED),)
    assert act(easy, loose=True).s.fed[UNIT["1 US Infantry"]] == NONE, "nothing is checked"
