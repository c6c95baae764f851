"""10.6, 15.4 What is hidden column by column, and the worlds that look like a view: lawful and various."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from grognard.core import HIDDEN, clone
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import (
    ALLIED,
    COASTAL,
    COMMONWEALTH,
    DROP_HEXES,
    ENGLAND,
    GERMAN,
    HEXES,
    IS_ARTILLERY,
    LAND_HEXES,
    NATION,
    NONE,
    PARATROOPS,
    REGULAR,
    ROSTER,
    SPACE,
    STEPS,
    UNIT,
    UNIT_NAMES,
    US,
)
from grognard.games.second_front_now.rules.aftermath import AdvanceIn, CloseBattle
from grognard.games.second_front_now.rules.drops import DropIn
from grognard.games.second_front_now.rules.movement import Walk
from grognard.games.second_front_now.rules.secrecy import EVER_ASHORE, together
from grognard.games.second_front_now.rules.state import DROP_PLAN, PRESENCE, STRIKE_PLAN, Plan, forget, place
from tests.games.second_front_now.kit import act, battle, board

C = "second_front_now"
FULL = {"fog": "full"}
STACK = {"1 US Infantry": "1511", "3 US Infantry": "1511", "V US Corps": "1511", "9 US Infantry": "1411"}
FRONT = {**STACK, "50 British Infantry": "1611", "51 British Infantry": "1611", "9 SS Panzer": "1512"}
GUESSES = 40


def worlds(s, seat=GERMAN, count=GUESSES):
    view = GAME.view(s, seat)
    return view, [GAME.resample(view, seat, random.Random(k)) for k in range(count)]


def lawful(w):
    """One nation a hex, three units and one of artillery, places in the stack without gap or repetition."""
    for hex, units in w.here.items():
        if hex >= HEXES or w.loc[units[0]] != hex or units[0] not in ROSTER[ALLIED]:
            continue
        guns = sum(IS_ARTILLERY[u] for u in units)
        assert guns <= 1 and len(units) - guns <= 3, units
        assert len({NATION[u] for u in units}) == 1, units
        assert sorted(w.rank[u] for u in units) == list(range(len(units))), units


@pytest.mark.case(C, "10.6.G")
@pytest.mark.case(C, "13.1.step9")
@pytest.mark.parametrize("fog", ["beneath", "full"])
def test_who_was_held_back_and_advances_beneath_another_stays_nameless(fog):
    """The 1st and 3rd are held back, the 9th kills Abbeville's last step; the 1st goes in first, the 9th on top."""
    held = {"1 US Infantry": "2109", "3 US Infantry": "2109", "9 US Infantry": "2109"}
    s = board({**held, "711 German Infantry": ("2210", 1)}, options={"fog": fog, "naval": "off"})
    fight = act(
        s, "pick 2109", "attack 2210", "withhold 1 US Infantry", "withhold 3 US Infantry", "fight", dice=[10, 1]
    )
    ahead = fight.then("done", "no", "advance 1 US Infantry", "advance 9 US Infantry").s
    assert ahead.battle.advanced == (UNIT["1 US Infantry"], UNIT["9 US Infantry"])
    view, found = worlds(ahead)
    assert view.loc[UNIT["1 US Infantry"]] == HIDDEN and view.battle.advanced == (HIDDEN, UNIT["9 US Infantry"])
    assert UNIT["1 US Infantry"] not in view.battle.named
    for w in found:
        lawful(w)
        first = w.battle.advanced[0]
        assert w.loc[first] == SPACE["2210"] and first in w.battle.named and HIDDEN not in w.battle.named
        assert len(set(w.battle.named)) == 3 and GAME.view(w, GERMAN) == view


@pytest.mark.case(C, "10.6.G")
@pytest.mark.case(C, "10.3")
def test_who_passes_through_a_hex_of_the_other_group_says_nothing_of_those_beneath():
    """The only Commonwealth division left lands where a US unit lies, which cannot be one of its own."""
    dead = {UNIT_NAMES[u]: "Allied destroyed" for u in ROSTER[ALLIED] if NATION[u] == COMMONWEALTH}
    s = board({**dead, "1 British Armoured": "1510", "3 US Infantry": "1510", "9 US Infantry": "1511"})
    PRESENCE.arrange(s, SPACE["1510"], (UNIT["3 US Infantry"], UNIT["1 British Armoured"]))
    s.stack = (*s.stack, Walk(UNIT["1 British Armoured"], (ENGLAND, SPACE["1510"]), spent=1, fast=False))
    view, found = worlds(s)
    assert view.here[SPACE["1510"]] == (HIDDEN, UNIT["1 British Armoured"])
    assert all(NATION[w.here[SPACE["1510"]][0]] == US and GAME.view(w, GERMAN) == view for w in found)
    still = board(FRONT)
    still.stack = (*still.stack, Walk(UNIT["51 British Infantry"], (SPACE["1611"],)))
    for w in worlds(still)[1]:
        lawful(w)


@pytest.mark.case(C, "10.6.G")
@pytest.mark.case(C, "15.6.loss")
def test_who_drops_is_named_where_he_lies_open():
    """With all counters covered nobody learns which division is under fire on the way down."""
    six = UNIT["6 Airborne"]
    for fog, seen in (("beneath", six), ("full", HIDDEN), ("off", six)):
        s = board({"6 Airborne": "1614", "9 SS Panzer": "1615"}, options={"fog": fog})
        s.stack = (*s.stack, DropIn(six, down=True))
        assert GAME.view(s, GERMAN).stack[-1].unit == seen and GAME.view(s, ALLIED).stack[-1].unit == six


@pytest.mark.case(C, "10.6.G")
def test_worlds_fill_covered_stacks_lawfully_and_variously():
    s = board(FRONT, options=FULL)
    view, found = worlds(s)
    ashore = Counter()
    for w in found:
        assert GAME.view(w, GERMAN) == view and w.veiled == ()
        assert GAME.broken(w) == [], "a position the rules know"
        lawful(w)
        for hex, n in (("1511", 3), ("1411", 1), ("1611", 2)):
            units = w.here[SPACE[hex]]
            assert len(units) == n
            ashore.update(units)
        hidden = [u for u in ROSTER[ALLIED] if view.loc[u] == HIDDEN]
        assert {w.loc[u] for u in hidden} == {ENGLAND, SPACE["1511"], SPACE["1411"], SPACE["1611"]}
        assert all(w.steps[u] == STEPS[u] for u in hidden if w.loc[u] == ENGLAND)
        assert all(w.steps[u] in (1, STEPS[u]) for u in hidden)
    assert len(ashore) > 40, "not always the same"
    assert len({NATION[w.here[SPACE["1511"]][0]] for w in found}) == 2, "either nation"
    reduced = [u for w in found for u in w.here[SPACE["1511"]] if w.steps[u] < STEPS[u]]
    assert 0 < len(reduced) < 3 * len(found) // 2, "some have lost a step, most have not"


@pytest.mark.case(C, "10.1")
@pytest.mark.case(C, "10.6.G")
def test_a_covered_stack_of_four_holds_one_of_artillery():
    four = {"1 US Infantry": "1511", "3 US Infantry": "1511", "9 US Infantry": "1511", "V US Corps": "1511"}
    for fog, tops in (("full", ()), ("beneath", ("V US Corps",))):
        for w in worlds(board(four, options={"fog": fog}))[1]:
            lawful(w)
            units = w.here[SPACE["1511"]]
            assert len(units) == 4 and sum(IS_ARTILLERY[u] for u in units) == 1
            assert all(units[-1] == UNIT[top] for top in tops), "the counter on top stays there"
    last = {**four, "9 US Infantry": "1511"}
    shown = board({"V US Corps": "1511", **{k: v for k, v in last.items() if k != "V US Corps"}})
    for w in worlds(shown)[1]:
        assert w.here[SPACE["1511"]][-1] == UNIT["9 US Infantry"]
        assert sum(IS_ARTILLERY[u] for u in w.here[SPACE["1511"]]) == 1
        lawful(w)


@pytest.mark.case(C, "10.6.G")
def test_blooded_divisions_are_guessed_ashore_and_never_in_england():
    some = sorted(EVER_ASHORE)[:2]
    s = board(FRONT, options=FULL)
    for u, hex in zip(some, ("1411", "1511"), strict=True):
        place(s, UNIT["9 US Infantry" if hex == "1411" else "3 US Infantry"], ENGLAND)
        s.steps[u] = 2
        place(s, u, SPACE[hex])
    for w in worlds(s)[1]:
        lawful(w)
        assert {w.loc[u] < HEXES for u in some} == {True}


@pytest.mark.case(C, "9.2")
@pytest.mark.case(C, "10.6.G")
def test_supply_of_guessed_units_is_that_of_their_hex():
    s = board(
        {"1 US Infantry": "1820", "3 US Infantry": "1511", "9 US Infantry": "1310", "9 SS Panzer": "1821"}, options=FULL
    )
    s.fed[UNIT["1 US Infantry"]] = NONE
    for w in worlds(s, count=10)[1]:
        assert {w.fed[u] for u in w.here[SPACE["1511"]]} == {REGULAR}
        assert {w.fed[u] for u in w.here[SPACE["1820"]]} <= {NONE, REGULAR}
        assert all(w.fed[u] == REGULAR for u in ROSTER[ALLIED] if w.loc[u] == ENGLAND)
    ring = {"1 US Infantry": "1012", "9 SS Panzer": "1112", "10 SS Panzer": "1211"}
    for w in worlds(board(ring, options=FULL, allied=("1012",)), count=5)[1]:
        assert {w.fed[u] for u in w.here[SPACE["1012"]]} == {COASTAL}, "cut off on the coast"


@pytest.mark.case(C, "15.4")
@pytest.mark.case(C, "15.6.plot")
def test_guessed_slips_bear_any_text_they_could_bear():
    turn = 12
    plans = (
        Plan(STRIKE_PLAN, 8, 14, SPACE["1512"], -1),
        Plan(STRIKE_PLAN, 11, 17, SPACE["1512"], -1),
        Plan(DROP_PLAN, 11, 70, SPACE["1812"], PARATROOPS[0]),
    )
    for options in ({}, {"fog": "off"}):
        s = board(STACK, options=options, plans=plans, turn=turn)
        days = [set(), set(), set()]
        hexes, units = set(), set()
        for w in worlds(s, count=300)[1]:
            for k, p in enumerate(w.plans):
                assert (p.kind, p.written) == (plans[k].kind, plans[k].written)
                days[k].add(p.day)
                assert p.hex in (DROP_HEXES if p.kind == DROP_PLAN else LAND_HEXES)
                hexes.add(p.hex)
                assert p.unit in PARATROOPS if p.kind == DROP_PLAN else p.unit == -1
                units.add(p.unit)
        assert days[0] == {12, 13, 14, 15}, "no day that is over, none later than seven turns after"
        assert days[1] == {13, 14, 15, 16, 17, 18}
        assert min(days[2]) == 13 and max(days[2]) == 80 and len(days[2]) > 50
        assert len(hexes) > 200 and units == {-1, *PARATROOPS}
    late = board(STACK, plans=(Plan(STRIKE_PLAN, 77, 80, SPACE["1512"], -1),), turn=78)
    assert {w.plans[0].day for w in worlds(late, count=30)[1]} == {79, 80}
    due = board(STACK, plans=(Plan(STRIKE_PLAN, 3, 10, SPACE["1512"], -1),), turn=12)
    assert {w.plans[0].day for w in worlds(due, count=5)[1]} == {12}
    over = board(STACK, plans=(Plan(DROP_PLAN, 79, 81, SPACE["1512"], PARATROOPS[0]),), turn=80)
    assert {w.plans[0].day for w in worlds(over, count=5)[1]} == {81}


@pytest.mark.case(C, "10.6")
def test_the_allied_player_guesses_nothing():
    s = board(FRONT, options=FULL, plans=(Plan(STRIKE_PLAN, 2, 5, SPACE["1512"], -1),))
    view, found = worlds(s, ALLIED, 3)
    assert view == s and all(w == s for w in found)
    off = board(FRONT, options={"fog": "off"})
    assert all(w == off for w in worlds(off, count=3)[1])


@pytest.mark.case(C, "10.6.G")
def test_every_column_that_would_tell_is_hidden():
    units = tuple(UNIT[name] for name in ("1 US Infantry", "V US Corps", "9 SS Panzer"))
    s = board(
        FRONT, spent=units, refitted=units, arranged=True, withdrawn=(3, 4, 5, 6), jumped=(7, 8, 9, 10),
        plans=(Plan(STRIKE_PLAN, 2, 5, SPACE["1512"], -1), Plan(DROP_PLAN, 2, 6, SPACE["1812"], PARATROOPS[1])),
    )  # fmt: skip
    v = GAME.view(s, GERMAN)
    open_ones = (UNIT["V US Corps"], UNIT["9 SS Panzer"])
    assert v.spent == open_ones and v.refitted == open_ones, "of those who have acted he sees the tops"
    assert v.withdrawn == v.jumped == (0, 0, 0, 0) and not v.arranged
    assert [(p.kind, p.day, p.hex, p.unit) for p in v.plans] == [(k, HIDDEN, HIDDEN, HIDDEN) for k in (0, 1)]
    u = UNIT["1 US Infantry"]
    assert (v.loc[u], v.steps[u], v.fed[u], v.rank[u]) == (HIDDEN, 0, 0, 0)
    off = GAME.view(board(FRONT, options={"fog": "off"}, spent=units, withdrawn=(3, 4, 5, 6)), GERMAN)
    assert off.spent == units and off.withdrawn == (3, 4, 5, 6)
    bare = GAME.view(board(FRONT), GERMAN)
    assert bare.plans == ()


@pytest.mark.case(C, "10.6.G")
@pytest.mark.case(C, "6.3.hold")
def test_who_is_held_back_from_a_battle_stays_covered():
    s = board(FRONT, options={"fog": "beneath"})
    declared = act(s, "pick 1511", "attack 1512", "withhold 1 US Infantry", "fight", dice=[10, 1, 10])
    b = declared.s.battle
    held, front, guns = (UNIT[name] for name in ("1 US Infantry", "3 US Infantry", "V US Corps"))
    assert set(b.attackers) == {front, guns} and held in b.named
    view, found = worlds(declared.s, count=10)
    assert [u for u in view.battle.named if u == HIDDEN] == [HIDDEN] and front in view.battle.named
    for w in found:
        back = [u for u in w.battle.named if u not in (front, guns)]
        assert len(back) == 1 and w.loc[back[0]] == SPACE["1511"] and not IS_ARTILLERY[back[0]]
        assert GAME.view(w, GERMAN) == view
    full = board(FRONT, options=FULL)
    all_in = act(full, "pick 1511", "attack 1512", "fight", dice=[10])
    seen = GAME.view(all_in.s, GERMAN)
    assert seen.battle == all_in.s.battle, "all of them fight: nothing of the battle is hidden"
    assert all(w.battle == seen.battle for w in worlds(all_in.s, count=3)[1])


@pytest.mark.case(C, "10.6.decl")
def test_players_bend_over_a_battle_together():
    s = board(FRONT)
    assert not together(s)
    declared = act(s, "pick 1511", "attack 1512", "withhold 1 US Infantry", "fight", dice=[10, 1, 10])
    assert declared.prompt == "break_off" and together(declared.s)
    s = board({**STACK, "9 SS Panzer": "2210"})
    battle(s, ALLIED, "1511", "1512", ["V US Corps", "3 US Infantry"], ["9 SS Panzer"])
    s.battle = replace(s.battle, named=(*s.battle.attackers, UNIT["1 US Infantry"]))
    s.stack = (*s.stack, CloseBattle(), AdvanceIn())
    assert not together(s), "who may advance from beneath is nobody's business"
    open_one = clone(s)
    open_one.battle = replace(s.battle, named=s.battle.attackers)
    assert together(open_one)


@pytest.mark.case(C, "10.6.G")
def test_what_the_german_has_seen_he_forgets_where_the_stack_changes():
    known = tuple(
        UNIT[name] for name in ("1 US Infantry", "3 US Infantry", "50 British Infantry", "51 British Infantry")
    )
    s = board(FRONT, known=known)
    place(s, UNIT["9 SS Panzer"], SPACE["1513"])
    assert s.known == known, "his own marches change nothing"
    place(s, UNIT["9 US Infantry"], SPACE["1411"])
    assert s.known == known, "nobody has moved"
    place(s, UNIT["3 US Infantry"], SPACE["1411"])
    assert s.known == known[2:], "the stack it leaves, and itself"
    forget(s, (known[2],))
    assert s.known == (known[3],)
    bare = board(FRONT)
    place(bare, UNIT["3 US Infantry"], SPACE["1411"])
    assert bare.known == ()
