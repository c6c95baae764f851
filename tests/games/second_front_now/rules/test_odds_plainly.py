"""13.1 The table of a battle against a plain walk through every die: each shot either hits or misses."""

import pytest

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
    summary,
    volley,
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
    "a garrison": Lines((2,), (1,), NO, NO, ((5,),), ((4,),), rooted=True),
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


def ends_of(b, break_off_at, retreats, stage):
    """Every end of a battle, told as a player would tell it."""
    found = {}

    def add(end, chance):
        found[end] = found.get(end, 0.0) + chance

    def assault(att, held, chance):
        for c, dfd, extra in fired(shots_of(att, b.guns_a), b.on_defender, held, b.guns_d):
            back = dfd != held and not extra and retreats and not b.rooted
            add(End(att, given_back(held, dfd) if back else dfd, back or not any(dfd), False, back), chance * c)

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
    assert not lines_of(
        s, battle(s, ALLIED, "2404", "2403", ["1 US Infantry"], ["Dunkirk garrison", "18 Luftwaffe Field"])
    ).rooted
    assert lines_of(s, battle(s, ALLIED, "2404", "2403", ["1 US Infantry"], ["Dunkirk garrison"])).rooted
