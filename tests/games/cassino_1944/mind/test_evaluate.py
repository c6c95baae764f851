"""What the Allied general thinks of: who will be gone, what that means, what ground lasts, which star is next."""

from collections.abc import Mapping

import pytest

from grognard.bots import GeneralPlayer, GreedyPlayer, play_out
from grognard.core import DONE, Add, Decision, State, clone, run
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import (
    ALLIED,
    DEAD,
    GERMAN,
    HEXES,
    ROSTER,
    SIDES,
    STARS,
    UNIT,
    VICTORY_HEXES,
    Side,
)
from grognard.games.cassino_1944.mind.attrition import crowded, losses_to_come, risk
from grognard.games.cassino_1944.mind.evaluate import (
    LEVELS,
    TERMS,
    bold_candidates,
    candidates,
    evaluate,
    tuned,
    tuned_terms,
)
from grognard.games.cassino_1944.mind.exposure import storm, walked_into
from grognard.games.cassino_1944.rules.actions import Half
from grognard.games.cassino_1944.rules.combat import ATTACK, FIGHT, Join
from grognard.games.cassino_1944.rules.movement import reach
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.maps import mask
from grognard.tables import weights_of_side
from tests.games.cassino_1944.kit import SPACE, board

ABBEY, STATION = SPACE["1406"], SPACE["1007"]
FACED: Mapping[str, str | tuple[str, int]] = {"34/133": ("1803", 2), "44/131": "1703", "44/132": "1703"}
"""A regiment with one point left, six against four: it falls by a five or a six."""


def asked(s: Cassino) -> Decision:
    question = run(s)
    assert isinstance(question, Decision)
    return question


def gone(*units: str) -> dict[str, str]:
    return dict.fromkeys(units, "eliminated")


# Who will be gone ---------------------------------------------------------------------------------

FOUR = {"34/133": "1704", "34/135": "1704", "756": "1704", "636TD": "1704"}


def test_the_weakest_of_four_goes_if_nobody_can_leave() -> None:
    everybody = mask(ROSTER[ALLIED])
    assert crowded(board(FOUR, acted=everybody)) == (UNIT["636TD"],)
    assert crowded(board(FOUR, acted=everybody & ~(1 << UNIT["34/133"]))) == ()
    assert crowded(board(FOUR, GERMAN)) == (UNIT["636TD"],)
    assert crowded(board({**FOUR, "636TD": "1705"}, GERMAN)) == ()


def test_the_general_counts_who_is_crowded_out_and_the_veteran_does_not() -> None:
    full, beside = board(FOUR, GERMAN), board({**FOUR, "636TD": "1705"}, GERMAN)
    weights = weights_of_side(LEVELS["general"], TERMS, "Allied")
    assert tuned(beside, ALLIED) - tuned(full, ALLIED) > weights["margin"]
    assert abs(evaluate(beside, ALLIED) - evaluate(full, ALLIED)) < 1


def test_losses_to_come_are_read_from_the_table() -> None:
    assert losses_to_come(board(FACED)) == pytest.approx((4 / 6, 2 / 6, 0, 0))
    assert losses_to_come(board({**FACED, "34/133": "1803"}))[0] == 1
    assert losses_to_come(board({**FACED, "44/132": "1503"}))[0] == pytest.approx(5 / 6)
    assert losses_to_come(board({**FACED, "34/135": "1803"}))[0] == 1  # the fresh regiment takes the point


def test_germans_who_have_acted_and_units_attacked_before_are_out_of_it() -> None:
    assert losses_to_come(board(FACED, GERMAN, acted=1 << UNIT["44/131"]))[0] == pytest.approx(5 / 6)
    assert losses_to_come(board(FACED, GERMAN, acted=1 << UNIT["44/131"] | 1 << UNIT["44/132"]))[0] == 1
    assert losses_to_come(board(FACED, GERMAN, attacked=1 << UNIT["34/133"]))[0] == 1


def test_two_battalions_may_fall_together() -> None:
    """Fifteen against four, one point left on each: a point fells one of them, two fell both."""
    around = {"44/131": "1703", "44/132": "1703", "44/134": "1704", "71/211": "1704", "15/129": "1703"}
    chances = losses_to_come(board({"753": ("1803", 1), "756": ("1803", 1), **around}))
    assert chances == pytest.approx((2 / 6, 2 / 6, 2 / 6, 0))


def test_whoever_cannot_go_back_takes_one_more() -> None:
    """At 2-1 a six beats a fresh regiment with two points: it goes back, or falls where both hexes behind are full.

    1802 and 1804 are next to the enemy.
    """
    beaten = {"44/131": "1703", "44/132": "1703", "15/129": "1703", "44/134": "1705", "34/133": "1803"}
    behind = {"34/135": "1903", "34/168": "1903", "36/141": "1904", "36/142": "1904", "36/143": "1904"}
    assert losses_to_come(board({**beaten, **behind}))[0] == 1
    assert losses_to_come(board({**beaten, **behind, "753": "1903"})) == pytest.approx((5 / 6, 1 / 6, 0, 0))


# What it means for the end of the turn ------------------------------------------------------------


@pytest.mark.parametrize(("impulse", "factor"), [(0, 0.2), (1, 0.35), (2, 0.6), (3, 1.0)])
def test_with_a_lead_of_one_the_next_loss_is_the_game_the_surer_the_later(impulse: int, factor: float) -> None:
    s = board({**FACED, **gone("525TD")}, impulse=impulse)
    assert risk(s, s.here[DEAD]) == pytest.approx(factor * 2 / 6)


def test_a_lead_of_two_bears_one_loss_and_a_level_count_none() -> None:
    two = board({**FACED, **gone("525TD", "44/134")}, impulse=3)
    level = board({**FACED, **gone("525TD", "753")}, impulse=3)
    assert risk(two, two.here[DEAD]) == 0
    assert risk(level, level.here[DEAD]) == pytest.approx(1)
    stars = board({"34/133": "1406", "34/135": "1007", **gone("525TD", "753")}, impulse=3)
    assert risk(stars, stars.here[DEAD]) == 0  # the Allied condition is looked at first


def test_nothing_lost_on_either_side_is_no_risk_but_a_loss_would_be() -> None:
    assert risk(board(FACED, impulse=3), ()) == pytest.approx(2 / 6)
    assert risk(board({"34/133": "1803"}, impulse=3), ()) == 0


def test_the_german_general_weighs_the_count_as_the_others_do() -> None:
    s = board({**FACED, **gone("525TD")}, impulse=3)
    weights = weights_of_side(LEVELS["general"], TERMS, "German")
    assert tuned(s, GERMAN, weights) == evaluate(s, GERMAN, weights)
    assert tuned(s, ALLIED, weights) < evaluate(s, ALLIED, weights)


def test_lives_are_spent_the_more_freely_the_later_it_is() -> None:
    def cost(turn: int) -> float:
        fresh, hurt = board({"34/133": "1803"}, turn=turn), board({"34/133": ("1803", 2)}, turn=turn)
        return tuned(fresh, ALLIED) - tuned(hurt, ALLIED)

    assert cost(1) == cost(3) > cost(5) > cost(6) > 0


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_what_the_general_says_is_what_he_thinks(side: Side) -> None:
    s = board({**FACED, **gone("525TD")}, allied=["1604"], impulse=3)
    weights = weights_of_side(LEVELS["general"], TERMS, SIDES[side])
    assert sum(tuned_terms(s, side, weights).values()) == pytest.approx(tuned(s, side, weights))


def test_he_says_that_a_garrison_keeps_ground() -> None:
    weights = weights_of_side(LEVELS["general"], TERMS, "Allied")
    empty = board({"34/133": "1704", "44/131": "1603"}, allied=["1604"], impulse=3)
    kept = board({"34/133": "1604", "44/131": "1603"}, impulse=3)
    assert tuned_terms(kept, ALLIED, weights)["ground"] > tuned_terms(empty, ALLIED, weights)["ground"]


# What ground lasts, and which star is next --------------------------------------------------------


def test_what_can_be_walked_into_is_what_the_rules_of_movement_say() -> None:
    """For the victory hexes, in every half of a whole game."""
    wanted = mask(VICTORY_HEXES)
    compared = 0

    def watch(state: State, question: Decision) -> None:
        nonlocal compared
        assert isinstance(state, Cassino)
        if type(state.stack[-1]) is not Half or question.seat != ALLIED:
            return
        s = clone(state)
        free = wanted & ~s.held[GERMAN]
        moves = [mask(reach(s, u)) for u in ROSTER[GERMAN] if s.loc[u] < HEXES]
        reached = 0
        for hexes in moves:
            reached |= hexes
        assert walked_into(s) & free == reached & free
        compared += 1

    play_out(GAME, [GreedyPlayer(GAME, 1), GreedyPlayer(GAME, 2)], 3, watch=watch)
    assert compared > 50


def test_empty_ground_next_to_the_enemy_is_worth_less_the_later_it_is() -> None:
    def loss(impulse: int) -> float:
        near = board({"34/133": "1803", "44/131": "1603"}, allied=["1604"], impulse=impulse)
        return evaluate(near, ALLIED) - tuned(near, ALLIED)

    assert loss(3) > loss(2) > loss(0)


def test_the_chance_to_storm_a_star() -> None:
    """One regiment at 5-1 cannot afford to stand; two at 2-1 are beaten by a six, and may do so."""
    four = {"34/133": "1405", "34/135": "1405", "34/168": "1405", "36/142": "1407"}
    assert storm(board({**four, "71/211": "1406"}), ABBEY) == pytest.approx(4 / 6)
    assert storm(board({**four, "71/211": "1406", "15/129": "1406"}), ABBEY) == pytest.approx(1 / 12)
    assert storm(board(four), ABBEY) == 1
    assert storm(board({"71/211": "1406"}), ABBEY) == 0


def test_readiness_for_the_second_star_counts_when_the_first_is_held() -> None:
    ready = {"34/133": "1107", "34/135": "1107", "34/168": "1107", "15/129": "1007"}
    far = {**ready, "34/133": "1307", "34/135": "1307", "34/168": "1307"}

    def gain(held: Mapping[str, str], impulse: int) -> float:
        on, off = board({**ready, **held}, impulse=impulse), board({**far, **held}, impulse=impulse)
        common = evaluate(on, ALLIED) - evaluate(off, ALLIED)
        return tuned(on, ALLIED) - tuned(off, ALLIED) - common

    assert STARS == (STATION, ABBEY)
    assert gain({"36/142": "1406"}, 2) > gain({"36/142": "1406"}, 0) > gain({"71/211": "1406"}, 0)


def test_the_german_general_brings_a_second_regiment_into_the_star_that_is_next() -> None:
    """With the Abbey lost and three regiments before the station, a lone garrison there is feared for; two are not."""
    before = {"34/133": "1107", "34/135": "1107", "34/168": "1107", "36/142": "1406", "15/129": "1007"}
    weights = weights_of_side(LEVELS["general"], TERMS, "German")

    def fear(garrison: Mapping[str, str]) -> float:
        s = board({**before, **garrison}, GERMAN, impulse=2)
        return evaluate(s, GERMAN, weights) - tuned(s, GERMAN, weights)

    assert fear({"90/200": "1003"}) > 2 * fear({"90/200": "1007"}) > 0
    assert fear({"36/142": "1603"}) < fear({})


# What he looks at ---------------------------------------------------------------------------------

ASSAULT: Mapping[str, str | tuple[str, int]] = {
    "34/133": ("1507", 2),
    "36/142": ("1507", 1),
    "1 CCB": ("1506", 1),
    "44/134": "1406",
    "71/211": "1406",
}
"""Three tired units before the Abbey, over mountains."""
BEHIND = {"34/135": "1803", "34/168": "1604", "36/141": "1808", "36/143": "1705", "753": "1704", "756": "1903"}
"""Others who may move."""


def test_the_general_values_attacks_to_their_end() -> None:
    """An attack of which he has seen no die is no plan: at 1-3, with 15/129 behind, doing nothing is better."""
    s = board({**ASSAULT, **BEHIND, "15/129": "1607", **gone("525TD")}, impulse=1)
    question = asked(s)
    plans = {plan.answers[0]: plan for plan in GeneralPlayer(GAME, 0, 0.1)._look.plans(s, question, ALLIED, 4)}
    attack = plans[ATTACK[ABBEY]]
    assert attack.answers[-1] == FIGHT
    assert attack.value < plans[DONE].value - 3


def test_the_general_may_join_anybody_the_brittle_last() -> None:
    s = board(ASSAULT, stack=(Join(ALLIED, ABBEY, (UNIT["1 CCB"],)),))
    question = asked(s)
    assert list(candidates(s, question)) == [FIGHT]
    assert Add(UNIT["36/142"]) in bold_candidates(s, question)
    s = board(ASSAULT, stack=(Join(ALLIED, ABBEY, (UNIT["36/142"], UNIT["1 CCB"])),))
    assert Add(UNIT["34/133"]) in bold_candidates(s, asked(s))
