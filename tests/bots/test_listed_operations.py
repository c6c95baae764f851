"""Sets of operations: what one purse can pay for, nothing claimed twice."""

from dataclasses import replace

from grognard.bots import VeteranPlayer, make_player
from grognard.bots.carried import CarriedOperations
from grognard.bots.listed_operations import ListedOperations, Valued, best_set, first_of
from grognard.bots.planner import Planner
from grognard.core import Operation, Seeded, load_game, push, settle
from grognard.core.flow import hush
from grognard.lab import make_setting
from grognard.lab.sanity import watch_game


def deed(gain: float, price: int, *claims: int) -> Valued:
    return Valued(gain, Operation("march", (), frozenset(claims), price))


def test_two_cheap_actions_beat_a_dear_one() -> None:
    dear, left, right = deed(3.0, 8, 1, 2), deed(2.0, 4, 3), deed(2.0, 4, 4)
    assert set(best_set([dear, left, right], 8)) == {left, right}
    assert best_set([dear, deed(1.0, 4, 3), deed(1.0, 4, 4)], 8) == [dear]


def test_what_one_claims_no_other_may() -> None:
    first, same, other = deed(2.0, 1, 7), deed(1.9, 1, 7), deed(0.5, 1, 8)
    assert set(best_set([first, same, other], 9)) == {first, other}


def test_the_purse_is_not_overdrawn() -> None:
    good = [deed(5.0 - k / 10, 3, k) for k in range(6)]
    chosen = best_set(good, 10)
    assert sum(each.operation.price for each in chosen) <= 10 and len(chosen) == 3


def test_preparation_comes_before_what_gains_most() -> None:
    small, large = deed(1.0, 1, 1), deed(3.0, 1, 2)
    assert first_of([small, large]) == large
    guns = Valued(1.0, Operation("guns", (), frozenset((1,)), 1, order=-1))
    assert first_of([guns, large]) == guns


def test_what_gained_little_is_remembered_within_a_phase() -> None:
    """Second Front Now!: at the second command only the best are weighed afresh, and what is new."""
    game = load_game("second_front_now")
    s = game.new()
    chance, players = Seeded("again"), [make_player("veteran", game, f"again {seat}", 0.1) for seat in (0, 1)]
    weighed: list[int] = []
    while len(weighed) < 2:
        asked = settle(s, chance, hush)
        assert asked is not None
        player = players[asked.seat]
        assert isinstance(player, Planner)
        before = player.weighed
        push(s, player.choose(game.view(s, asked.seat), asked, asked.seat), hush)
        if asked.prompt == "commands" and asked.seat == 1:
            weighed.append(player.weighed - before)
    assert weighed[0] > 2 * weighed[1]


def test_a_veteran_with_points_to_spend_is_seldom_idle() -> None:
    """Cities of the Damned: by his own weights nothing gained in whole days; then he goes by the general's eyes."""
    game = load_game("cities_of_the_damned")
    player = make_player("veteran", game, "i4", 0.1)
    assert isinstance(player, Planner)
    player.steady()
    counts = watch_game(game, [player], make_setting(game), "i4")[0]
    assert counts["rounds"] > 20
    assert counts["idle rounds"] <= 2


def test_close_calls_are_settled_by_replies_only_where_the_title_wants_it() -> None:
    """The Battle for Cassino: which hex is bombarded first is left to the look, and the general's list to him."""
    game = load_game("battle_for_cassino")
    s = game.new()
    first = settle(s, Seeded("calls"), hush)
    assert first is not None
    push(s, first.options[0], hush)
    settle(s, Seeded("calls"), hush)
    veteran = VeteranPlayer(game, 1, 0.2)
    assert not veteran._answered(s) and veteran._second is None
    veteran._valuation.thrift = replace(veteran._valuation.thrift, settles=True)
    assert veteran._answered(s)
    assert VeteranPlayer(load_game("cities_of_the_damned"), 1, 0.2)._second is not None


def test_only_where_a_title_says_so_operations_are_carried_through_dice() -> None:
    kinds = {x: type(p._listed) for x in CARRIED if isinstance(p := make_player("general", load_game(x)), Planner)}
    assert kinds == CARRIED


CARRIED = {
    "battle_for_cassino": ListedOperations,
    "cities_of_the_damned": ListedOperations,
    "dark_victory": CarriedOperations,
    "second_front_now": ListedOperations,
}
