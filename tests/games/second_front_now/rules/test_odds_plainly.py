"""13.1 The table of a battle against a plain walk through every die: each shot either hits or misses."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from grognard.games.second_front_now.content import ALLIED
from grognard.games.second_front_now.rules.fire import at_will
from grognard.games.second_front_now.rules.odds import (
    BARRAGE,
    BREAK_OFF_AT,
    DEFENSIVE,
    OFFENSIVE,
    End,
    Lines,
    battle_odds,
    given_back,
    lines_of,
    saved,
    summary,
    volley,
    withdrawn,
)
from tests.games.second_front_now.kit import battle, board

C = "second_front_now"
NO, GUN = (False,), (True,)
BATTLES = {
    "one against one": Lines((1,), (1,), NO, NO, ((4,),), ((3,),)),
    "two steps each": Lines((2,), (2,), NO, NO, ((6,),), ((5,),)),
    "sure and hopeless": Lines((2, 1), (1, 1), (False, False), (False, False), ((10, 10), (0, 0)), ((0, 0), (10, 10))),
    "with guns": Lines((2, 1), (1, 1), (False, True), (False, True), ((4, 5), (6, 3)), ((2, 7), (3, 4))),
    "guns that are dead": Lines((2, 0), (2,), (False, True), NO, ((4,), (9,)), ((2, 7),)),
    "guns left alone": Lines((1, 1), (0, 1), (False, True), (False, True), ((4, 5), (6, 3)), ((2, 7), (3, 4))),
    "a garrison": Lines((2,), (1,), NO, NO, ((5,),), ((4,),), rooted=(True,)),
    "a garrison with others": Lines(
        (2, 2), (1, 2), (False, False), (False, False), ((5, 4), (6, 3)), ((4, 2), (3, 5)), rooted=(True, False)
    ),
    "a garrison of two steps": Lines(
        (2, 2), (2, 2), (False, False), (False, False), ((5, 3), (6, 7)), ((4, 2), (3, 5)), rooted=(True, False)
    ),
    "no way back": Lines((2, 1), (2,), (False, False), NO, ((4,), (6,)), ((2, 3),), room=(0, 0)),
    "room for one": Lines(
        (2, 2), (1, 2), (False, False), (False, False), ((5, 4), (3, 7)), ((4, 2), (3, 5)), room=(1, 1)
    ),
    "room for one of three": Lines(
        (2, 1),
        (1, 2, 1),
        (False, True),
        (False, False, True),
        ((5, 4, 6), (7, 6, 5)),
        ((4, 2), (3, 5), (2, 2)),
        room=(1, 1),
    ),
    "no room for the guns": Lines(
        (2, 2), (1, 1), (False, False), (False, True), ((5, 4), (8, 7)), ((4, 2), (3, 5)), room=(3, 0)
    ),
    "guns that may kill all": Lines((1, 1), (1,), (False, True), NO, ((3,), (8,)), ((5, 5),)),
}


def fired(shots, values, targets, guns):
    """Every course of a volley: chance, steps left, whether an extra hit fell."""
    if not shots:
        yield 1.0, targets, False
        return
    row = values[shots[0]]
    k = at_will(row, targets, guns)
    for hit, chance in ((True, row[k] / 10), (False, 1 - row[k] / 10)):
        if not chance:
            continue
        struck = hit and targets[k] > 0
        left = tuple(n - (struck and i == k) for i, n in enumerate(targets))
        for more, end, extra in fired(shots[1:], values, left, guns):
            yield chance * more, end, extra or (hit and not targets[k])


def shots_of(steps, silent):
    return [k for k, n in enumerate(steps) if not silent[k] for _ in range(n)]


def fled(b, held, dfd):
    """The best a defender can make of a retreat: every step that may come back, and every choice of who gets away."""
    hit = sorted((k for k in range(len(dfd)) if dfd[k] < held[k]), key=lambda k: (dfd[k] > 0, k))
    best = None
    for k in hit:
        line = [n + (i == k) for i, n in enumerate(dfd)]
        for gun in (False, True):
            own = [i for i in range(len(line)) if b.guns_d[i] == gun]
            free = [i for i in own if not (b.rooted and b.rooted[i])]
            some = [set(c) for n in range(b.room[gun] + 1) for c in combinations(free, min(n, len(free)))]
            kept = max(some, key=lambda c: sum(line[i] for i in c))
            line = [0 if i in own and i not in kept else n for i, n in enumerate(line)]
        if best is None or sum(line) > sum(best):
            best = tuple(line)
    return best


def ends_of(b, break_off_at, retreats, stage):
    """Every end of a battle, told as a player would tell it."""
    found = {}

    def add(end, chance):
        found[end] = found.get(end, 0.0) + chance

    def assault(att, held, chance):
        for c, dfd, extra in fired(shots_of(att, b.guns_a), b.on_defender, held, b.guns_d):
            left = fled(b, held, dfd) if dfd != held and not extra and retreats else dfd
            back = sum(left) > sum(dfd)
            add(End(att, left if back else dfd, back or not any(dfd), False, back), chance * c)

    if stage == OFFENSIVE:
        assault(b.attackers, b.defenders, 1.0)
        return found
    guns = [k for k, gun in enumerate(b.guns_a) if gun and b.attackers[k]] if stage == BARRAGE else []
    for first, held, _ in fired(guns, b.on_defender, b.defenders, b.guns_d):
        if not any(held):
            add(End(b.attackers, held, True, False, False), first)
            continue
        for second, att, extra in fired(shots_of(held, [False] * 9), b.on_attacker, b.attackers, b.guns_a):
            if sum(b.attackers) - sum(att) >= break_off_at and not extra:
                add(End(given_back(b.attackers, att), held, False, True, False), first * second)
            else:
                assault(att, held, first * second)
    return found


@pytest.mark.case(C, "13.1")
@pytest.mark.case(C, "13.7")
@pytest.mark.case(C, "13.6.7")
@pytest.mark.case(C, "13.8")
@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("stage", [BARRAGE, DEFENSIVE, OFFENSIVE])
def test_every_end_has_the_chance_of_its_dice(name, stage):
    b = BATTLES[name]
    for break_off_at in (1, 2, 9):
        for retreats in (True, False):
            told, plain = dict(battle_odds(b, break_off_at, retreats, stage)), ends_of(b, break_off_at, retreats, stage)
            assert told.keys() == plain.keys()
            assert all(abs(told[end] - plain[end]) < 1e-12 for end in plain)
            assert abs(sum(told.values()) - 1) < 1e-12
    if stage == BARRAGE:
        plain = ends_of(b, 2, True, BARRAGE)
        found = summary(b)
        assert BREAK_OFF_AT == 2 and dict(battle_odds(b)) == dict(battle_odds(b, 2, True, BARRAGE))
        assert abs(found.won - sum(c for e, c in plain.items() if e.won)) < 1e-12
        assert abs(found.broke_off - sum(c for e, c in plain.items() if e.broke_off)) < 1e-12
        assert abs(found.wiped_out - sum(c for e, c in plain.items() if not sum(e.defenders))) < 1e-12


@pytest.mark.case(C, "13.6")
def test_a_step_goes_back_to_the_dead_first():
    assert given_back((2, 2, 1), (1, 2, 1)) == (2, 2, 1)
    assert given_back((2, 2, 1), (1, 2, 0)) == (1, 2, 1), "who died in this fire"
    assert given_back((2, 1, 1), (1, 0, 0)) == (1, 1, 0)
    assert given_back((0, 2), (0, 1)) == (0, 2), "not who was dead before"


def test_no_course_without_a_chance_is_kept():
    told = volley((0, 0), ((10,),), (1,), NO)
    assert told == {((0,), True): 1.0}
    assert volley((0,), ((0,),), (1,), NO) == {((1,), False): 1.0}
    assert volley((0,), ((0,),), (0,), NO) == {((0,), False): 1.0}


@pytest.mark.case(C, "13.8")
def test_one_garrison_among_others_does_not_root_them():
    s = board({"Dunkirk garrison": "2403", "18 Luftwaffe Field": "2403", "1 US Infantry": "2404"})
    both = lines_of(s, battle(s, ALLIED, "2404", "2403", ["1 US Infantry"], ["Dunkirk garrison", "18 Luftwaffe Field"]))
    assert both.rooted == (True, False)
    other = lines_of(
        s, battle(s, ALLIED, "2404", "2403", ["1 US Infantry"], ["18 Luftwaffe Field", "Dunkirk garrison"])
    )
    assert other.rooted == (False, True), "wherever it lies in the stack"
    assert lines_of(s, battle(s, ALLIED, "2404", "2403", ["1 US Infantry"], ["Dunkirk garrison"])).rooted == (True,)
    assert both.room == (0, 1), "and here the field division has no way back either"
    both = replace(both, room=(3, 1))
    assert withdrawn(both, (1, 2), (0, 1)) == (0, 2), "the step goes to who can use it"
    assert withdrawn(both, (1, 2), (0, 2)) == (0, 2) and withdrawn(both, (1, 2), (1, 1)) == (0, 2)


@pytest.mark.case(C, "13.6.3")
@pytest.mark.case(C, "13.6.7")
def test_the_table_knows_how_many_find_a_way_back():
    stack = {"9 SS Panzer": "1512", "276 German Infantry": "1512", "LXIV German Corps": "1512"}
    ring = {"9 US Infantry": "1414", "34 US Infantry": "1614", "36 US Infantry": "1411"}
    two = {"711 German Infantry": "1513", "712 German Infantry": "1513"}

    def room(*more, fighting=tuple(stack)):
        units = {"1 US Infantry": "1511", **stack}
        for one in more:
            units |= one
        s = board(units)
        return lines_of(s, battle(s, ALLIED, "1511", "1512", ["1 US Infantry"], fighting)).room

    assert room() == (3, 1) == room({"711 German Infantry": "1513"}), "empty hexes take all"
    assert room(ring) == (0, 0) and room(ring, two) == (1, 1)
    assert room(ring, {"711 German Infantry": "1513"}) == (2, 1)
    assert room(ring, two, {"LXXXI German Corps": "1513"}) == (1, 0)
    assert room(ring, fighting=["9 SS Panzer"]) == (0, 1), "there are no guns to lose"
    assert room(ring, fighting=["LXIV German Corps"]) == (3, 0)
    s = board({"1 US Infantry": "2404", "Dunkirk garrison": "2403"})
    assert lines_of(s, battle(s, ALLIED, "2404", "2403", ["1 US Infantry"], ["Dunkirk garrison"])).room == (3, 1)
    tight = Lines((2,), (1, 2, 2), NO, (False,) * 3, ((4, 4, 4),), ((3,),) * 3, room=(1, 1))
    assert withdrawn(tight, (1, 2, 2), (1, 1, 2)) == (0, 2, 0), "of equals the first"
    assert withdrawn(tight, (1, 2, 2), (0, 2, 2)) == (0, 2, 0)
    assert saved(tight, (1, 0, 2)) == (0, 0, 2), "the stronger gets away"
    assert saved(replace(tight, room=(2, 1)), (1, 2, 2)) == (0, 2, 2), "and two, where there is room for two"
    mixed = replace(tight, rooted=(True, False, False), room=(3, 1))
    assert withdrawn(mixed, (1, 2, 1), (1, 1, 0)) == (0, 1, 1), "of steps worth the same that of the dead"
    ends = dict(battle_odds(tight))
    assert all(sum(e.defenders) <= 2 for e in ends if e.retreated)
    assert not any(e.retreated for e in ends), "who would lose more by it stands"
