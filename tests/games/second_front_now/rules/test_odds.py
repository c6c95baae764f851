"""The exact table of a whole battle against the yardsticks of the study and against battles fought by the engine."""

import pytest
from msgspec.structs import replace

from grognard.core import Seeded, UnitId, clone, push, settle
from grognard.core.flow import hush
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import ALLIED, GERMAN
from grognard.games.second_front_now.rules.odds import Lines, battle_odds, declared, lines_of, sky_open, summary
from grognard.games.second_front_now.rules.state import STRIKE_PLAN, Plan
from tests.games.second_front_now.kit import SPACE, act, battle, board

C = "second_front_now"
GROUND = {"clear": (0, 0), "city": (-1, -2), "fortress": (-2, -3)}
YARDSTICKS = (
    (("343", "343", "343", "563g"), ("121",), (93, 0.26, 1.49), (86, 0.28, 1.15), (70, 0.30, 0.76)),
    (("343", "343", "343", "563g"), ("121", "232", "453g"), (54, 0.95, 1.28), (48, 0.96, 0.93), (39, 0.98, 0.61)),
    (("343", "343", "343", "563g"), ("553a", "232", "453g"), (33, 1.27, 0.94), (29, 1.30, 0.69), (23, 1.32, 0.49)),
    (("554a", "343", "343", "563g"), ("773a", "553a", "453g"), (15, 1.71, 0.66), (11, 1.78, 0.47), (7, 1.82, 0.32)),
    (
        ("553a", "553a", "553a", "453g"),
        ("343", "343", "343", "563g"),
        (30, 1.46, 1.02),
        (25, 1.48, 0.62),
        (20, 1.51, 0.41),
    ),
    (("773a", "553a", "553a", "453g"), ("343",), (94, 0.41, 1.68), (87, 0.43, 1.19), (76, 0.45, 0.81)),
)


def lines(attackers, defenders, ground):
    def steps(row):
        return tuple(1 if u.endswith("g") else 2 for u in row)

    def values(firers, targets, modifiers):
        return tuple(
            tuple(max(0, int(f[0] if t.endswith("a") else f[1]) + modifiers[f.endswith("a")]) for t in targets)
            for f in firers
        )

    guns = tuple(tuple(u.endswith("g") for u in row) for row in (attackers, defenders))
    return Lines(
        steps(attackers),
        steps(defenders),
        *guns,
        values(attackers, defenders, GROUND[ground]),
        values(defenders, attackers, (0, 0)),
    )


@pytest.mark.case(C, "13.1")
@pytest.mark.parametrize("row", range(len(YARDSTICKS)))
@pytest.mark.parametrize("ground", GROUND)
def test_the_eighteen_yardsticks(row, ground):
    attackers, defenders, *told = YARDSTICKS[row]
    won, lost, took = told[list(GROUND).index(ground)]
    found = summary(lines(attackers, defenders, ground))
    assert abs(100 * found.won - won) <= 2
    assert abs(found.attacker_loss - lost) <= 0.05 and abs(found.defender_loss - took) <= 0.05


def test_chances_add_up():
    for attackers, defenders, *_ in YARDSTICKS:
        ends = battle_odds(lines(attackers, defenders, "city"))
        assert abs(sum(chance for _, chance in ends) - 1) < 1e-9


def fought(s, seed, source="2109", target="2210"):
    """One battle by the engine under the policies of the table: the position after it, and whether the hex is won."""
    after = clone(s)
    dice = Seeded(seed)
    asked = settle(after, dice, hush)
    for text in (f"pick {source}", f"attack {target}", "fight"):
        push(after, GAME.texts.parse(text), hush)
        asked = settle(after, dice, hush)
    lost = 0
    while asked is not None and asked.prompt not in ("commands", "fall_back", "advance"):
        option = asked.options[0]
        if asked.prompt == "break_off":
            lost = len(after.battle.losses)
            option = asked.options[1] if lost >= 2 else asked.options[0]
        elif asked.prompt == "retreat_call":
            option = asked.options[1]
        push(after, option, hush)
        asked = settle(after, dice, hush)
    return after, asked is not None and asked.prompt in ("fall_back", "advance")


def test_the_engine_fights_like_the_table():
    """Battles shot by shot through the rules; what they come to lies within three standard errors of the table."""
    units = {"1 US Infantry": "2109", "3 US Infantry": "2109", "V US Corps": "2109", "276 German Infantry": "2210"}
    s = board({**units, "711 German Infantry": "2210"})
    laid = clone(s)
    b = battle(
        laid,
        ALLIED,
        "2109",
        "2210",
        ["1 US Infantry", "3 US Infantry", "V US Corps"],
        ["276 German Infantry", "711 German Infantry"],
    )
    told = summary(lines_of(laid, b))
    games = 600
    won = sum(fought(s, seed)[1] for seed in range(games))
    error = (told.won * (1 - told.won) / games) ** 0.5
    assert abs(won / games - told.won) < 3 * error


SORTS = {
    "343": ("1 US Infantry", "3 US Infantry", "9 US Infantry"),
    "563g": ("V US Corps",),
    "554a": ("1 US Armored",),
    "121": ("711 German Infantry",),
    "232": ("276 German Infantry",),
    "453g": ("LXIV German Corps",),
    "553a": ("1 Panzer", "2 Panzer", "3 Panzer"),
    "773a": ("1 SS Leibstandarte",),
}
PLACES = {
    "clear": ("Dieppe", "1511", "1512"),
    "city": ("Dieppe", "2109", "2210"),
    "fortress": ("Calais", "2006", "2005"),
}
BATTLES = 20_000


def named(row):
    """Counters with these factors."""
    return [SORTS[sort][row[:k].count(sort)] for k, sort in enumerate(row)]


@pytest.mark.slow
@pytest.mark.case(C, "13.1")
@pytest.mark.parametrize("row", range(len(YARDSTICKS)))
@pytest.mark.parametrize("ground", GROUND)
def test_twenty_thousand_battles_come_out_as_the_yardsticks_say(row, ground):
    attackers, defenders, *_ = YARDSTICKS[row]
    told = summary(lines(attackers, defenders, ground))
    area, source, target = PLACES[ground]
    first, second = named(attackers), named(defenders)
    side = ALLIED if "US" in first[0] else GERMAN
    s = board(
        dict.fromkeys(first, source) | dict.fromkeys(second, target), side, area=area, options={"naval": "off"}, turn=6
    )
    laid = clone(s)
    assert lines_of(laid, battle(laid, side, source, target, first, second)) == lines(attackers, defenders, ground)
    won = sum(fought(s, seed, source, target)[1] for seed in range(BATTLES))
    assert abs(won / BATTLES - told.won) < 0.02


def test_a_garrison_alone_is_not_counted_on_to_retreat():
    s = board({"1 US Infantry": "2006", "Boulogne garrison": "2005"}, area="Calais")
    b = battle(s, ALLIED, "2006", "2005", ["1 US Infantry"], ["Boulogne garrison"])
    found = lines_of(s, b)
    assert found.rooted == (True,) and all(not end.retreated for end, _ in battle_odds(found))
    assert act(s).seat == ALLIED and GERMAN == 1


FIVE = {"1 US Infantry": "1511", "3 US Infantry": "1511", "V US Corps": "1511", "9 SS Panzer": "1512"}


def of_the_sky(s, side=ALLIED):
    """The chances of a battle under a clear sky, under the Luftwaffe, and as it is declared."""
    allied, german = list(FIVE)[:3], ["9 SS Panzer"]
    lines = (allied, german) if side == ALLIED else (german, allied)
    hexes = ("1511", "1512") if side == ALLIED else ("1512", "1511")
    clear = battle(s, side, *hexes, *lines)
    return summary(lines_of(s, clear)), summary(lines_of(s, replace(clear, luftwaffe=True))), declared(s, clear)


@pytest.mark.case(C, "15.3.roll")
@pytest.mark.case(C, "15.3.both")
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_a_battle_under_a_contested_sky_is_declared_with_the_luftwaffe_in_three_of_ten(side):
    for last in (5, 9):
        clear, dark, told = of_the_sky(board(FIVE, side, turn=5, contested=last), side)
        assert clear != dark
        for name in ("won", "attacker_loss", "defender_loss", "broke_off", "wiped_out"):
            assert abs(getattr(told, name) - 0.7 * getattr(clear, name) - 0.3 * getattr(dark, name)) < 1e-12, name
    clear, _, told = of_the_sky(board(FIVE, side, turn=5, contested=4), side)
    assert told == clear, "the five days are over"


@pytest.mark.case(C, "15.3.lim")
def test_no_luftwaffe_in_a_storm_or_where_a_strike_is_written():
    clear, _, told = of_the_sky(board(FIVE, turn=5, contested=9, storm=1))
    assert told == clear
    slip = Plan(STRIKE_PLAN, 3, 5, SPACE["1512"], UnitId(-1))
    told = [of_the_sky(board(FIVE, turn=5, contested=last, plans=(slip,)))[2] for last in (4, 9)]
    assert told[0] == told[1], "bombers bring their own fighters"
    s = board(FIVE, turn=5, contested=9, plans=(slip,))
    assert not sky_open(s, battle(s, ALLIED, "1511", "1512", list(FIVE)[:3], ["9 SS Panzer"]))
    for other in (replace(slip, hex=SPACE["1412"]), replace(slip, day=6), replace(slip, cancelled=1)):
        clear, _, told = of_the_sky(board(FIVE, turn=5, contested=9, plans=(other,)))
        assert told != clear
    clear, dark, told = of_the_sky(
        board(FIVE, GERMAN, turn=5, contested=9, plans=(replace(slip, hex=SPACE["1511"]),)), GERMAN
    )
    assert abs(told.won - 0.7 * clear.won - 0.3 * dark.won) < 1e-12, "strikes are for Allied attacks"


SHARES = {1: 0.3, 2: 0.3, 3: 0.1, 0: 0.2}
"""By what the bombers add: how often, 0 if they fail to come; one time in ten there is no battle at all."""


@pytest.mark.case(C, "15.4.table")
@pytest.mark.case(C, "15.4.noshow")
@pytest.mark.case(C, "15.4.spent")
def test_a_battle_with_bombers_due_is_declared_over_their_ten_results():
    slip = Plan(STRIKE_PLAN, 3, 5, SPACE["1512"], UnitId(-1))
    s = board(FIVE, turn=5, plans=(slip,))
    b = battle(s, ALLIED, "1511", "1512", list(FIVE)[:3], ["9 SS Panzer"])
    told, by_bonus = declared(s, b), {n: summary(lines_of(s, replace(b, bonus=n))) for n in SHARES}
    assert by_bonus[0].won < by_bonus[1].won < by_bonus[2].won < by_bonus[3].won
    for name in ("won", "attacker_loss", "defender_loss", "broke_off", "wiped_out"):
        by_hand = sum(share * getattr(by_bonus[n], name) for n, share in SHARES.items())
        assert abs(getattr(told, name) - by_hand) < 1e-12, name
    s.plans = (replace(slip, hex=SPACE["1412"]),)
    assert declared(s, b) == by_bonus[0], "they are due elsewhere"
