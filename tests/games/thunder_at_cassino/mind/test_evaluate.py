"""What positions are worth, and that a player who goes by it does what a sane player would."""

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from grognard.bots import GreedyPlayer, make_player
from grognard.bots.lookahead import LookAhead
from grognard.bots.valuation import Valuation
from grognard.core import ALL, DONE, NO, YES, Decision, Option, Seeded, clone, push, settle
from grognard.core.flow import hush
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN, SPACE_NAMES, VP, VP_AREAS
from grognard.games.thunder_at_cassino.mind.evaluate import (
    LEVELS,
    NAMES,
    TERMS,
    candidates,
    evaluate,
    last_chance,
    near,
    standing,
    terms,
    tuned,
)
from grognard.games.thunder_at_cassino.mind.marches import march
from grognard.games.thunder_at_cassino.mind.underway import CONTACT, OPEN, TOLL, WIDEST, pending, toll
from grognard.games.thunder_at_cassino.rules.impulses import FIRE, MOVE, NIGHT, PASS, SHELL, Fire, Impulse, Move, Shell
from grognard.games.thunder_at_cassino.rules.movement import ADD, ENTER, STAY
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests import kit
from tests.games.thunder_at_cassino.kit import board, company, is_committed, offered, play, space, unit, where

EVERY_GUN = ("NZ Corps", "NZ Div", "4 Ind Div", "6 NZ Bde", "5 Ind Bde", "MATAF")


def answer(s: Thunder, seed: int = 0) -> Option:
    """What the greedy player answers here."""
    asked = kit.asks(s)
    return GreedyPlayer(GAME, seed).choose(GAME.view(s, asked.seat), asked, asked.seat)


def values(s: Thunder) -> dict[Option, float]:
    """What each option is worth to the side asked, looked through."""
    asked = kit.asks(s)
    plans = LookAhead(Valuation(GAME), GAME.codec.encode, 200).plans(s, asked, asked.seat)
    return {plan.answers[0]: plan.value for plan in plans}


def after_impulse(s: Thunder, seed: int = 0) -> Thunder:
    """The position after one whole impulse of the greedy player, the other side answering by what it is offered."""
    s, chance = clone(s), Seeded(seed)
    asked = settle(s, chance)
    assert asked is not None
    seat = asked.seat
    player = GreedyPlayer(GAME, seed)
    while asked is not None:
        if asked.seat == seat:
            choice = player.choose(GAME.view(s, seat), asked, seat)
        elif type(s.stack[-1]) is Impulse:
            break
        else:
            choice = asked.options[asked.default]
        push(s, choice, hush)
        asked = settle(s, chance)
    return s


def parties(s: Thunder, *texts: str) -> list[str]:
    """What is worth looking at after these answers, as text."""
    after = play(s, *texts)
    return [GAME.texts.show(option) for option in candidates(after, kit.asks(after))]


# The value


def test_terms_have_weights_and_words_and_add_up() -> None:
    s = board({"13": company("25 NZ A"), "14": company("6/II/3"), "66": ["1 Para Div Obs"]})
    parts = terms(s, ALLIED)
    assert tuple(parts) == NAMES and set(NAMES) == set(TERMS)
    over = board({"13": company("25 NZ A"), "14": company("6/II/3")}, stack=[{"step": "FlipUp"}])
    assert sum(terms(over, ALLIED).values()) == pytest.approx(evaluate(over, ALLIED))
    assert all(GAME.words.has("term", name) for name in NAMES)


def test_the_value_is_zero_sum_and_depends_on_the_position_alone() -> None:
    rng, chance = random.Random(5), Seeded(5)
    s = GAME.new("main", None)
    compared = 0
    while compared < 60 and (asked := settle(s, chance)) is not None:
        value = evaluate(s, ALLIED)
        assert evaluate(s, GERMAN) == -value
        assert evaluate(GAME.codec.decode(GAME.codec.encode(s)), ALLIED) == value
        compared += 1
        for _ in range(40):
            push(s, rng.choice(asked.options), hush)
            asked = settle(s, chance)
            if asked is None:
                break
    assert compared == 60


def test_a_decided_game_is_worth_more_than_any_position() -> None:
    won = board({"9": company("25 NZ A")}, stack=[{"step": "EndOfTurn", "turn": 9}], turn=9, vp=22)
    assert settle(won, Seeded(0)) is None
    assert evaluate(won, ALLIED) == 1000.0 and evaluate(won, GERMAN) == -1000.0


def test_nearer_to_the_objectives_is_better_for_either_side() -> None:
    far = board({"39": company("25 NZ A"), "66": company("9/III/3")})
    near = board({"62": company("25 NZ A"), "66": company("9/III/3")})
    assert terms(near, ALLIED)["pressure"] > terms(far, ALLIED)["pressure"]
    gone = board({"62": company("25 NZ A"), "51": company("9/III/3")})
    assert terms(gone, GERMAN)["pressure"] < terms(near, GERMAN)["pressure"]


def test_who_arrives_next_turn_counts_already() -> None:
    """Before the second turn the Germans feel the brigades that are due at the northern and eastern Zones."""
    units = {"B": company("25 NZ A"), "25": company("10/III/3")}
    assert terms(board(units, turn=1), ALLIED)["pressure"] > 2 * terms(board(units, turn=4), ALLIED)["pressure"]


def test_weight_counts_by_its_square() -> None:
    """The second company beside an equal enemy is worth more than the fifth."""

    def pressure(companies: int) -> float:
        letters = ("25 NZ A", "25 NZ B", "25 NZ C", "25 NZ D", "24 NZ B")[:companies]
        units = [name for letter in letters for name in company(letter)]
        return terms(board({"23": units, "25": company("10/III/3") + company("11/III/3")}), ALLIED)["pressure"]

    gains = [pressure(k + 1) - pressure(k) for k in range(1, 5)]
    assert gains[0] > gains[-1] > 0


def test_the_next_count_of_control_weighs_more_the_later_it_is() -> None:
    def hold(turn: int) -> float:
        return terms(board({"9": company("25 NZ A"), "66": company("9/III/3")}, turn=turn), ALLIED)["hold"]

    assert 0 < hold(2) < hold(6) < hold(9)
    assert hold(9) > TERMS["hold"] * 0.9 * VP[space("9")]


def test_unspent_fire_is_worth_something_only_while_it_can_be_spent() -> None:
    units = {"16": company("25 NZ A"), "17": company("5/II/3")}
    acting = board(units, committed=company("5/II/3"))
    passed = board(units, committed=company("5/II/3"), side="German", passes=1)
    over = board(units, committed=company("5/II/3"), stack=[{"step": "FlipUp"}])
    values = [terms(s, ALLIED)["threat"] for s in (acting, passed, over)]
    assert values[0] > values[1] > values[2] == 0


def test_to_the_general_it_is_no_gain_that_a_second_pass_ends_the_phase_for_the_enemy_too() -> None:
    units = {"33": company("25 NZ A"), "11": company("6/II/3")}
    goes_on, over = (board(units, side="German", passes=passes) for passes in (0, 2))
    assert evaluate(over, ALLIED) > evaluate(goes_on, ALLIED)
    assert tuned(over, ALLIED, TERMS) == tuned(goes_on, ALLIED, TERMS) == evaluate(goes_on, ALLIED)


def test_to_an_allied_general_losses_weigh_less_the_later_it_is() -> None:
    """On the last turn lives are paid for ground; to the others a platoon weighs the same to the end."""

    def cost(turn: int, value: Callable[[Thunder, int], float]) -> float:
        units = {"9": company("25 NZ A"), "66": company("9/III/3")}
        alive, bled = (board({**units, box: company("24 NZ B")}, turn=turn) for box in ("Pool", "Eliminated"))
        return value(alive, ALLIED) - value(bled, ALLIED)

    assert cost(2, evaluate) == pytest.approx(cost(9, evaluate))
    assert cost(2, tuned) > cost(6, tuned) > cost(9, tuned) > 0
    assert cost(2, lambda s, side: -tuned(s, 1 - side)) == pytest.approx(cost(9, lambda s, side: -tuned(s, 1 - side)))


def test_an_allied_general_counts_the_steps_to_what_is_still_to_be_taken() -> None:
    """Every step of a platoon counts alike, near or far, and only towards Areas marked for the Germans."""
    held = [SPACE_NAMES[area] for area in VP_AREAS if SPACE_NAMES[area] != "66"]

    def steps(at: str, units: list[str] = company("25 NZ A"), control: list[str] = held) -> float:
        return march(board({at: units}, control=control))

    assert [steps(at) for at in ("66", "60", "55", "44", "43")] == [0, 0, -3, -6, -9]
    assert steps("22", control=[]) == 0, "at a goal"
    assert steps("22") == -9, "which is none once it is ours; the next is four steps away"
    assert steps("43", ["19 Armd A-1"]) == -6, "tanks keep to the road"


def test_only_the_general_counts_the_way_still_to_go() -> None:
    """To him a platoon that comes up by two steps of the way has gained, whatever else it gains."""
    held = [SPACE_NAMES[area] for area in VP_AREAS if SPACE_NAMES[area] != "66"]
    near, far = (board({at: ["25 NZ A-1"], "66": company("9/III/3")}, control=held) for at in ("55", "43"))
    weight = LEVELS["general"]["allied.march"]
    assert TERMS["march"] == 0 < weight

    def gain(march: float) -> float:
        weights = {**TERMS, "march": march}
        return tuned(near, ALLIED, weights) - tuned(far, ALLIED, weights)

    assert gain(weight) == pytest.approx(gain(0) + 2 * weight)
    assert evaluate(near, ALLIED, {**TERMS, "march": weight}) == evaluate(near, ALLIED)


def test_who_does_not_think_ahead_sees_no_fire_to_come() -> None:
    """Committed or not is the same to him, but for the rest both values agree."""
    units = {"13": company("25 NZ A"), "14": company("5/II/3")}
    ready, spent = board(units), board(units, committed=company("5/II/3"))
    assert standing(ready, ALLIED) == standing(spent, ALLIED) == -standing(spent, GERMAN)
    assert evaluate(ready, ALLIED) < evaluate(spent, ALLIED)
    ahead = ("garrison", "melee", "threat", "ready", "spotting", "night")
    parts = terms(ready, ALLIED)
    assert standing(ready, ALLIED) == pytest.approx(sum(parts[name] for name in NAMES if name not in ahead))


def test_fire_counts_most_for_the_side_that_acts_next() -> None:
    units = {"16": company("25 NZ A"), "17": company("5/II/3")}
    ours, theirs = board(units, guns=EVERY_GUN), board(units, guns=EVERY_GUN, side="German")
    assert terms(ours, ALLIED) == terms(theirs, ALLIED)
    assert evaluate(ours, ALLIED) > evaluate(theirs, ALLIED)


def test_an_impulse_begun_without_a_deed_is_worth_less_than_a_pass() -> None:
    s = board({"16": company("25 NZ A"), "17": company("5/II/3"), "C": ["NZ Div Obs"]})
    passed = evaluate(play(s, "pass"), ALLIED)
    for begun in ("move 16", "fire 16"):
        after = clone(s)
        push(after, GAME.texts.parse(begun), hush)
        assert evaluate(after, ALLIED) < passed


@pytest.mark.parametrize(
    ("points", "many", "cost"),
    [
        (0, 3, 0.0),
        (1, 1, 0.5),
        (2, 1, 3.0),
        (3, 3, 1.5),
        (4, 3, 3.5),
        (9, 3, 9.0),
        (30, 3, 9.0),
        (5, 10, 2.5),
        (4, 0, 2.0),
    ],
)
def test_who_can_retreats_and_the_rest_is_paid_with_lives(points: int, many: int, cost: float) -> None:
    assert toll(points, many) == cost


@pytest.mark.parametrize(("points", "cost"), [(1, 2.0), (2, 3.0), (3, 3.0), (4, 5.0), (9, 9.0)])
def test_out_of_contact_lives_are_paid_rather_than_ground(points: int, cost: float) -> None:
    assert toll(points, 3, CONTACT) == cost


def test_fire_into_contact_promises_more_than_fire_at_the_same_units_elsewhere() -> None:
    """Whoever is driven out of a fight at close quarters is out of it; in the open he has only moved."""
    firers, prey = {"16": company("25 NZ A")}, company("5/II/3")
    alone, contact = board({**firers, "13": prey}), board({**firers, "13": [*prey, "25 NZ B-1"]})
    promised = [
        terms(play(s, "fire 16", "target 13 > uncommitted", "all"), ALLIED)["pending"] for s in (alone, contact)
    ]
    assert promised[1] > 1.5 * promised[0] > 0


def test_the_toll_expected_is_the_mean_over_both_dice_rolls() -> None:
    dice = [(a + b) - (c + d) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7) for d in range(1, 7)]
    for place, many, lead in ((OPEN, 1, 0), (OPEN, 3, 3), (CONTACT, 3, 3), (OPEN, 10, -4)):
        mean = sum(Fraction(toll(x + lead, many, place)) for x in dice) / len(dice)
        assert TOLL[place][many][lead + WIDEST] == pytest.approx(float(mean))


def test_with_chits_the_toll_expected_is_the_mean_over_those_both_sides_have_left() -> None:
    """Full sets promise what dice do; high chits against low ones promise more, one that is laid counts."""
    units = {"16": company("25 NZ A"), "13": company("5/II/3")}
    fire = ("fire 16", "target 13 > uncommitted", "all")

    def promised(resolution: str, decks: list[int] | None = None, *more: str) -> float:
        s = board(units, options={"resolution": resolution})
        s.decks = decks or s.decks
        return pending(play(s, *fire, *more))

    dice, full = promised("dice"), promised("chits")
    assert dice == pytest.approx(full) and full == pytest.approx(promised("feints"))
    ours, theirs = [0] * 9 + [2, 1], [1, 2] + [0] * 9
    best, worst = promised("chits", [*ours, *theirs]), promised("chits", [*theirs, *ours])
    attack = 3 + 2 + 1  # the factor, two helpers, their company
    defence = 4 + 3 + 1
    leads = [x - y for x in (11, 11, 12) for y in (2, 3, 3)]
    assert best == pytest.approx(sum([toll(attack - defence + x, 3, OPEN) for x in leads]) / 9)
    assert worst == 0.0 < full < best
    mixed = [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]
    low, high = (promised("feints", list(mixed), "done", f"play {chit}") for chit in (2, 12))
    assert low < promised("feints", list(mixed)) < high


# What is worth looking at


def test_only_offered_options_are_looked_at_and_always_some() -> None:
    rng, chance = random.Random(3), Seeded(3)
    s = GAME.new("main", None)
    looked = 0
    while looked < 1500 and (asked := settle(s, chance)) is not None:
        found = candidates(s, asked)
        assert found and len(set(found)) == len(found) and set(found) <= set(asked.options)
        looked += 1
        push(s, rng.choice(asked.options), hush)
    assert looked == 1500


def test_companies_leave_a_zone_whole_and_no_stack_too_large_for_any_area() -> None:
    units = [name for letter in "ABCD" for name in company(f"25 NZ {letter}")]
    s = board({"B": [*units, "19 Armd B-1"], "66": company("9/III/3")})
    assert parties(s, "move B") == ["add 25 NZ A-1", "add 19 Armd B-1"]
    assert parties(s, "move B", "add 25 NZ A-1") == ["add 25 NZ A-2"]
    whole = parties(s, "move B", "add 25 NZ A-1", "add 25 NZ A-2", "add 25 NZ A-3")
    assert "enter 39" in whole and whole[-1] == "add 25 NZ B-1"


def test_a_small_stack_may_go_together_and_platoons_alike_count_once() -> None:
    s = board({"39": [*company("25 NZ A"), *company("25 NZ B"), "25 NZ MG"], "66": company("9/III/3")})
    assert parties(s, "move 39") == ["all", "add 25 NZ A-1", "add 25 NZ MG"]
    grown = parties(s, "move 39", "add 25 NZ A-1")
    assert grown[-1] == "add 25 NZ A-2" and "stay" not in grown and "enter 62" in grown


def test_nobody_turns_in_place_or_back_without_need() -> None:
    s = board({"39": company("25 NZ A"), "66": company("9/III/3")})
    asked = kit.asks(play(s, "move 39", "all", "enter 40"))
    assert ENTER[space("39")] in asked.options
    after = play(s, "move 39", "all", "enter 40")
    assert ENTER[space("39")] not in candidates(after, asked) and DONE in candidates(after, asked)
    begun = play(s, "move 39", "all")
    assert STAY in kit.asks(begun).options and STAY not in candidates(begun, kit.asks(begun))


def test_firing_begins_with_everybody() -> None:
    s = board({"16": company("25 NZ A"), "17": company("5/II/3")})
    after = play(s, "fire 16", "target 17 > uncommitted")
    found = candidates(after, kit.asks(after))
    assert found == (ALL, ADD[unit("25 NZ A-1")])


@pytest.mark.parametrize(
    ("points", "choice", "bold"), [(16, NO, NO), (17, NO, NO), (18, NO, YES), (20, NO, YES), (21, YES, YES)]
)
def test_a_draw_is_refused_only_within_reach_of_the_goal(points: int, choice: Option, bold: Option) -> None:
    s = board({"9": company("25 NZ A")}, stack=[{"step": "EndOfTurn", "turn": 9}], turn=9, vp=points)
    asked = settle(s, Seeded(0))
    assert isinstance(asked, Decision) and asked.prompt == "play_on"
    assert list(candidates(s, asked)) == [choice]
    for level, answer in (("veteran", choice), ("general", bold)):
        assert make_player(level, GAME).choose(GAME.view(s, asked.seat), asked, asked.seat) == answer


def test_an_empty_objective_is_the_more_at_risk_the_nearer_the_enemy_is() -> None:
    def lost(place: str, **more: list[str]) -> float:
        return terms(board({place: company("25 NZ A"), "68": company("9/III/3"), **more}), ALLIED)["garrison"]

    assert lost("44") > lost("39") > lost("A") > 0
    assert lost("44", **{"57": ["10/III/3-1"]}) < lost("44")


def test_on_hangmans_hill_the_castle_and_a_foothold_count() -> None:
    """Each scenario is valued by what decides it."""

    def hold(units: dict[str, list[str]], scenario: str) -> float:
        s = board({**units, "66": company("9/III/3")}, scenario=scenario, turn=3, control=["9"])
        return terms(s, ALLIED)["hold"]

    kept, lost = {"9": company("1/4 Esx A")}, {"9": company("2/I/3"), "8": company("1/4 Esx A")}
    assert hold(kept, "intro_hill") - hold(lost, "intro_hill") > 2 * (hold(kept, "main") - hold(lost, "main")) > 0
    climbed = {**kept, "54": company("1/9 Gur A")}
    below = {**kept, "44": company("1/9 Gur A")}
    assert hold(climbed, "intro_hill") > hold(below, "intro_hill") + 1


def test_what_an_impulse_depends_on_is_who_is_there_and_about() -> None:
    units = {"13": company("25 NZ A"), "14": company("6/II/3"), "66": company("9/III/3")}
    here, move, fire = board(units), MOVE[space("13")], FIRE[space("13")]
    far = board({**units, "66": ["9/III/3-1"]})
    assert near(here, move) == near(far, move) and near(here, fire) == near(far, fire)
    beyond = board({**units, "15": company("7/II/3")})
    assert near(here, move) != near(beyond, move) and near(here, fire) == near(beyond, fire)
    beside = board({**units, "14": ["6/II/3-1"]})
    assert near(here, move) != near(beside, move) and near(here, fire) != near(beside, fire)


def test_an_impulse_is_not_thought_through_twice() -> None:
    """The plans of a position are remembered for the next: of what did not change only the best are looked at again."""
    units = {"13": company("25 NZ A"), "44": company("1/9 Gur A"), "35": company("25 NZ B"), "40": company("1/4 Esx A")}
    s = board({**units, "14": company("6/II/3"), "54": company("2/I/3"), "25": company("10/III/3")})
    worth = Valuation(GAME)
    look = LookAhead(worth, GAME.codec.encode, 200)
    asked = kit.asks(s)
    first = look.plans(s, asked, asked.seat)
    spent = worth.valued
    again = look.plans(s, asked, asked.seat)
    assert worth.valued - spent < spent / 2
    assert again[0].answers == first[0].answers and again[0].value == pytest.approx(first[0].value)


# What a player makes of it


def test_units_alone_in_an_area_are_not_sure_of_it_while_enemies_can_fire() -> None:
    units = {"65": ["25 NZ A-1"], "66": company("9/III/3")}
    under_fire = terms(board(units), ALLIED)["hold"]
    assert under_fire < terms(board(units, committed=company("9/III/3")), ALLIED)["hold"]


def test_an_empty_objective_is_taken() -> None:
    s = board({"4": company("25 NZ A"), "66": company("9/III/3")}, guns=EVERY_GUN)
    after = after_impulse(s)
    taken = {where(after, name) for name in company("25 NZ A")} & {SPACE_NAMES[area] for area in VP_AREAS}
    assert taken


def test_the_germans_keep_an_objective_rather_than_leave_it_empty() -> None:
    s = board({"33": company("25 NZ A"), "11": company("6/II/3")}, side="German", guns=EVERY_GUN, turn=9)
    after = after_impulse(s)
    assert any(where(after, name) == "11" for name in company("6/II/3"))


def test_a_good_fire_attack_is_made_before_passing() -> None:
    firers = [*company("25 NZ A"), "25 NZ MG"]
    s = board({"44": firers, "54": company("2/I/3")}, committed=company("2/I/3"), guns=EVERY_GUN)
    value = values(s)
    assert value[FIRE[space("44")]] > value[PASS] + 0.05


def test_artillery_is_called_before_passing() -> None:
    s = board(
        {"4": ["NZ Div Obs", *company("25 NZ A")], "5": company("6/II/3")},
        committed=[*company("25 NZ A"), *company("6/II/3")],
        guns=[gun for gun in EVERY_GUN if gun != "NZ Div"],
    )
    assert "shell NZ Div" in offered(s)
    assert isinstance(answer(s), Shell)


def test_air_strikes_are_flown_every_day() -> None:
    s = board({"B": company("25 NZ A"), "28": ["1 Para A/T", "2/1MG I-1"]}, committed=company("25 NZ A"))
    assert answer(s) == SHELL[unit("MATAF")]


def test_strong_uncommitted_units_do_not_pass() -> None:
    stack = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C")]
    s = board({"13": stack, "16": ["7/II/3-1"], "17": company("5/II/3")}, guns=EVERY_GUN)
    for seed in range(3):
        assert isinstance(answer(s, seed), Move | Fire)


def test_nobody_moves_alone_into_the_fire_of_many() -> None:
    s = board(
        {"39": ["25 NZ A-1"], "66": [*company("9/III/3"), *company("3/I/3"), "3/1MG M-1", "4/I/3r-1"]},
        guns=EVERY_GUN,
        turn=5,
    )
    after = after_impulse(s)
    assert where(after, "25 NZ A-1") not in ("66", "60", "65", "57", "68", "67", "58")


def test_night_is_declared_to_cross_ground_that_machine_guns_sweep() -> None:
    stacks = {
        "44": [*company("1/9 Gur A"), *company("1/9 Gur B"), *company("1/9 Gur C")],
        "40": [*company("1/4 Esx A"), *company("1/4 Esx B"), *company("1/4 Esx C")],
        "53": ["3/1MG M-1", *company("2/I/3")],
        "55": ["3/1MG M-2", *company("3/I/3")],
        "57": ["4/I/3r-1", *company("9/III/3")],
    }
    s = board(stacks, guns=EVERY_GUN, advantage=ALLIED)
    assert NIGHT in kit.asks(s).options
    dark = clone(s)
    push(dark, NIGHT, hush)
    assert terms(dark, ALLIED)["night"] > -terms(dark, ALLIED)["advantage"] * 2 > 0
    assert values(s)[NIGHT] > values(s)[PASS] + 0.5
    by_day = board({**stacks, "53": [], "55": [], "57": company("9/III/3")}, guns=EVERY_GUN, advantage=ALLIED)
    assert answer(by_day) != NIGHT


def test_nothing_is_done_for_its_own_sake() -> None:
    """Two units far from everything neither turn in place nor wander off."""
    s = board({"B": ["25 NZ A-1"], "66": ["9/III/3-1"]}, committed=["25 NZ A-1"], side="German", guns=EVERY_GUN, turn=9)
    assert answer(s) == PASS
    assert not is_committed(after_impulse(s), "9/III/3-1")


@pytest.mark.parametrize("passes", [0, 1, 2])
def test_on_the_last_turn_only_who_may_still_act_threatens_an_empty_area(passes: int) -> None:
    """Area 26 (1 point) beside a fresh platoon: nearly won by who acts next, nothing once the impulses are over."""
    held = last_chance(board({"30": ["25 NZ A-1"]}, turn=9, passes=passes))
    spent = board({"30": ["25 NZ A-1"]}, turn=9, passes=passes, committed=["25 NZ A-1"])
    assert last_chance(spent) == 0.0
    assert held == (0.0 if passes == 2 else pytest.approx(0.75 * 2))  # one platoon, one Area: 29 is worth most
    waits = board({"30": ["25 NZ A-1"]}, turn=9, passes=passes, side="German")
    assert last_chance(waits) == (0.0 if passes == 2 else pytest.approx(0.3 * 2))
