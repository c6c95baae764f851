"""Players of every level: they finish, they are reproducible, they see only their view, they have words."""

import random

import pytest

from grognard.bots import LEVELS, GeneralPlayer, level_name, levels_of, make_player, play_out, read_level
from grognard.bots.lookahead import LookAhead, Plan
from grognard.bots.planner import Planner
from grognard.bots.reasons import explain
from grognard.bots.valuation import Valuation
from grognard.core import Decision, Match, Option, Options, Seeded, SetupError, game_names, load_game, push, settle
from grognard.core.flow import hush
from tests.drill import GAME
from tests.drill.content import DEAD, units_of
from tests.drill.state import Drill


def test_an_unknown_level_is_refused_by_name() -> None:
    known = "random, recruit, greedy, veteran, general"
    with pytest.raises(SetupError, match=f"no computer player is called 'wizard'; there are: {known}"):
        make_player("wizard", GAME)


def test_a_level_may_be_named_with_its_seconds() -> None:
    assert read_level("general") == ("general", None) and read_level("general@0.5") == ("general", 0.5)
    for name, told in (("general@soon", "'soon' is not a number of seconds"), ("general@0", "needs some time")):
        with pytest.raises(SetupError, match=told):
            read_level(name)
    thunder, cassino = load_game("thunder_at_cassino"), load_game("cassino_1944")
    assert levels_of(thunder) == [*LEVELS, "general@1"] and levels_of(cassino) == [*LEVELS, "general@0.75"]
    assert levels_of(GAME) == list(LEVELS)
    patient, usual = (make_player(name, thunder) for name in ("general@1", "general"))
    assert isinstance(patient, GeneralPlayer) and isinstance(usual, GeneralPlayer)
    assert (patient._budget, usual._budget) == (1.0, 0.2)
    assert (level_name("general@1"), level_name("general")) == ("general, 1 s", "general")


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_same_seed_same_game(level: str) -> None:
    def game(seed: int) -> tuple[object, object]:
        outcome, state = play_out(GAME, [make_player(level, GAME, f"{seed} {k}") for k in range(3)], seed)
        return outcome, GAME.codec.digest(state)

    assert game(4) == game(4)
    assert len({str(game(seed)) for seed in range(6)}) > 1


def test_greedy_loses_fewer_units_than_random() -> None:
    lost = {"greedy": 0, "random": 0}
    for seed in range(30):
        levels = ["greedy", "random", "random"]
        random.Random(seed).shuffle(levels)
        _, state = play_out(GAME, [make_player(level, GAME, seed) for level in levels], seed)
        for side, level in enumerate(levels):
            lost[level] += sum(state.loc[u] == DEAD for u in units_of(side))
    assert lost["greedy"] / 30 < lost["random"] / 60


def test_a_plan_that_no_longer_fits_foresees_nothing() -> None:
    """Second Front Now!: a plan remembered from another position may end in a hex that is out of reach by now."""
    game = load_game("second_front_now")
    s, chance = game.new(), Seeded(5)
    while (asked := settle(s, chance)) is not None and asked.prompt != "commands":
        push(s, asked.options[max(asked.default, 0)], hush)
    assert asked is not None
    valuation = Valuation(game)
    look = LookAhead(valuation, game.codec.encode, 150)
    plans = look.plans(s, asked, asked.seat)
    going = next(plan for plan in plans if len(plan.answers) == 2 and game.texts.show(plan.answers[1])[:3] == "to ")
    look.foresee(s, going)
    assert look.foresees
    astray = Plan((going.answers[0], game.texts.parse("to 3428")), going.value)
    look.foresee(s, astray)
    assert not look.foresees
    assert explain(game, valuation, s, astray.answers, asked.seat) == []


@pytest.mark.parametrize("level", ["recruit", "greedy", "veteran", "general"])
def test_players_answer_the_same_whatever_is_hidden_from_them(level: str) -> None:
    """Two worlds that differ only in hidden facts and in the dice to come give the same choices."""
    match = Match.start(GAME, Seeded(3))
    rng = random.Random(3)
    compared = 0
    while (decision := match.decision) is not None and compared < 6:
        assert isinstance(decision, Decision)
        seat = decision.seat
        view = match.view(seat)
        other = GAME.resample(view, seat, random.Random(9))
        if other != match.state:
            compared += 1
            mine = [_chosen(level, k, view, decision, seat) for k in range(3)]
            assert mine == [_chosen(level, k, GAME.view(other, seat), decision, seat) for k in range(3)]
        match.answer(seat, rng.choice(decision.options))
    assert compared == 6


def _chosen(level: str, seed: int, view: Drill, decision: Decision, seat: int) -> Option:
    player = make_player(level, GAME, seed, 0.02)
    assert isinstance(player, Planner)
    player.steady()
    return player.choose(view, decision, seat)


@pytest.mark.parametrize("levels", [("recruit", "general"), ("veteran", "recruit")])
def test_a_whole_game_is_finished(levels: tuple[str, str]) -> None:
    game = load_game("cassino_1944")
    players = [make_player(level, game, level, 0.01) for level in levels]
    for player in players:
        assert isinstance(player, Planner)
        player.steady()
    outcome, state = play_out(game, players, 5, "avenger")
    assert outcome.result.winners
    assert state.stack == ()


HIDING: dict[str, Options] = {"second_front_now": {}, "dark_victory": {"free_schedule": True}}
"""Titles in which something is hidden, with the options that hide it."""


def test_the_titles_that_hide_something_are_known() -> None:
    ours = [game for name in game_names() if (game := load_game(name)).package.startswith("grognard.games.")]
    assert {game.name for game in ours if game.hide is not None} == set(HIDING)


@pytest.mark.parametrize("name", HIDING)
def test_no_player_of_a_title_peeks(name: str) -> None:
    """The same for the titles themselves: what is hidden from a seat, fog included, changes none of its answers."""
    game = load_game(name)
    match = Match.start(game, Seeded(4), options=HIDING[name])
    rng, worlds = random.Random(4), random.Random(5)
    compared = asked = 0
    while (decision := match.decision) is not None and compared < 3 and asked < 400:
        asked += 1
        seat, view = decision.seat, match.view(decision.seat)
        other = game.resample(view, seat, worlds)
        if asked % 7 == 0 and len(decision.options) > 1 and other != match.state:
            compared += 1
            for level in ("greedy", "general"):
                both = []
                for seen in (view, game.view(other, seat)):
                    player = make_player(level, game, compared, 0.02)
                    assert isinstance(player, Planner)
                    player.steady()
                    both.append(player.choose(seen, decision, seat))
                assert both[0] == both[1], level
        match.answer(seat, rng.choice(decision.options))
    assert compared == 3, f"only {compared} positions of {name} hid anything in {asked} questions"
