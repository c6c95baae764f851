"""The general's search: every future counts with its chance, and long rows of dice do not swell it."""

from itertools import pairwise

import pytest

from grognard.bots import GreedyPlayer, VeteranPlayer, budget_of
from grognard.bots.general import CLOSEST, DEEPER, NODES, RARE, GeneralPlayer
from grognard.bots.lookahead import LEAST
from grognard.bots.planner import PACE
from grognard.core import Decision, Match, Seeded, load_game, mind_of
from grognard.games.cities_of_the_damned.rules.combat import Engage
from grognard.games.thunder_at_cassino.content import ALLIED, BOARD
from grognard.games.thunder_at_cassino.mind.candidates import UTMOST, effort
from grognard.games.thunder_at_cassino.rules.impulses import PASS, Impulse, Move
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests.games.cities_of_the_damned.kit import A, do, table
from tests.kit import asks


def test_a_long_row_of_dice_leads_to_few_futures() -> None:
    """The German set-up of Thunder at Cassino is followed by some twenty rolls, for rubble and for casualties."""
    game = load_game("thunder_at_cassino")
    match = Match.start(game, Seeded(1))
    asked = match.decision
    assert asked is not None and asked.default >= 0
    general = GeneralPlayer(game, 1)
    futures = list(general._futures(match.state, (asked.options[asked.default],), asked.seat))
    assert 1 < len(futures) <= 6 / RARE
    assert sum(chance for chance, _ in futures) == pytest.approx(1.0)


def _second_turn() -> tuple[Thunder, Decision]:
    """Some seventy Allied units in a dozen places, most of them in three Zones: the richest choice of a game."""
    game = load_game("thunder_at_cassino")
    match = Match.start(game, Seeded(4))
    hands = [GreedyPlayer(game, seat, 30) for seat in (0, 1)]
    while (asked := match.decision) is not None:
        if match.state.turn == 2 and type(match.state.stack[-1]) is Impulse and match.state.stack[-1].side == ALLIED:
            return match.state, asked
        match.answer(asked.seat, hands[asked.seat].choose(game.view(match.state, asked.seat), asked, asked.seat))
    raise AssertionError("no second turn")


def test_the_more_units_may_move_the_more_positions_an_impulse_deserves() -> None:
    s, asked = _second_turn()
    deserved = {option.space: effort(s, option) for option in asked.options if isinstance(option, Move)}
    ready = {k: sum(not s.committed[u] for u in s.here[ALLIED * BOARD + k]) for k in deserved}
    assert deserved[max(ready, key=ready.__getitem__)] == UTMOST
    assert [deserved[k] for k in sorted(ready, key=ready.__getitem__)] == sorted(deserved.values())
    assert effort(s, PASS) < min(deserved.values())


def test_rich_actions_are_looked_through_more_thoroughly_than_by_the_veteran_and_have_no_sequels() -> None:
    game = load_game("thunder_at_cassino")
    s, asked = _second_turn()
    veteran, general = VeteranPlayer(game, 1), GeneralPlayer(game, 1)
    general._budget = float("inf")
    veteran._look.plans(s, asked, asked.seat)
    chosen = general.plan(s, s, asked, asked.seat)
    assert general._valuation.valued > 1.5 * veteran._valuation.valued
    valued = general._valuation.valued
    again = GeneralPlayer(game, 1)
    again._until = float("inf")
    assert again._look.plans(s, asked, asked.seat)[0] == chosen
    assert again._valuation.valued == valued


@pytest.mark.parametrize("budget", [0.01, 0.05])
def test_a_thorough_look_keeps_the_time(budget: float) -> None:
    """When time is up every action left gets the least, and what was begun is finished."""
    game = load_game("thunder_at_cassino")
    s, asked = _second_turn()
    general = GeneralPlayer(game, 1, budget)
    general.steady()
    general.plan(s, s, asked, asked.seat)
    least = (len(asked.options) + CLOSEST) * 2 * LEAST
    assert general._valuation.valued <= budget * PACE + DEEPER * UTMOST + least


@pytest.mark.parametrize("name", ["cassino_1944", "thunder_at_cassino"])
def test_more_time_than_he_makes_use_of_changes_nothing(name: str) -> None:
    """Whoever gives him more meets the same opponent, never a worse one; with less he searches less."""
    game = load_game(name)
    match = Match.start(game, Seeded(3))
    measured = budget_of(game, "general")
    useful = mind_of(game).patience
    players = [GeneralPlayer(game, 1, times * measured) for times in (useful, 20)]
    for player in players:
        player.steady()
    for _ in range(40):
        asked = match.decision
        assert asked is not None
        answers = [player.choose(match.view(asked.seat), asked, asked.seat) for player in players]
        assert answers[0] == answers[1]
        match.answer(asked.seat, answers[0])
    assert players[0].valued == players[1].valued > 0
    assert GeneralPlayer(game, 1, measured / 2)._budget == measured / 2


def test_where_time_pays_looks_grow_with_it() -> None:
    """Thunder at Cassino: five times the seconds, five times the positions for every impulse, and more looked at."""
    game = load_game("thunder_at_cassino")
    s, asked = _second_turn()
    spent = []
    for times in (0.5, 1, 3, 5):
        general = GeneralPlayer(game, 1, times * budget_of(game, "general"))
        general._until = float("inf")
        move = max((o for o in asked.options if isinstance(o, Move)), key=lambda o: effort(s, o))
        assert general._look._effort(s, move) == max(1, times) * UTMOST
        general._look.plans(s, asked, asked.seat)
        spent.append(general.valued)
    assert spent[0] == spent[1] < spent[2] < spent[3]


def test_the_best_actions_get_a_closer_look() -> None:
    """Thunder at Cassino: four times what they deserve; what is remembered from a first look alone gets one when it is
    among the best, what has had one keeps what it found."""
    game = load_game("thunder_at_cassino")
    s, asked = _second_turn()
    general = GeneralPlayer(game, 1, budget_of(game, "general"))
    general._until = float("inf")
    look = general._look
    move = next(o for o in asked.options if isinstance(o, Move))
    assert look._effort(s, move, DEEPER) == 4 * look._effort(s, move) == 4 * effort(s, move)
    plans = look.plans(s, asked, asked.seat)
    first = general.valued

    near = mind_of(game).thrift.near
    assert near is not None

    def closely() -> list[bool]:
        keys = [(asked.seat, near(s, plan.answers[0])) for plan in plans if plan.answers[0] != PASS]
        return [look._kept[key].closely for key in keys]

    had = closely()
    assert had[: CLOSEST - 1] == [True] * (CLOSEST - 1) and sum(had) < len(had) / 2
    assert look.plans(s, asked, asked.seat) == plans and general.valued - first < first
    look._kept.update({key: kept._replace(closely=False) for key, kept in look._kept.items()})
    assert look.plans(s, asked, asked.seat) == plans and closely()[: CLOSEST - 1] == [True] * (CLOSEST - 1)


def test_where_time_pays_sequels_grow_broader_with_it_and_no_deeper() -> None:
    """Cassino (1944): five times the seconds, twice as many plans with sequels, each looked through more thoroughly.
    A round grows with the budget, so that one further ahead is begun no sooner than with the usual one."""
    game = load_game("cassino_1944")
    usual = budget_of(game, "general")
    assert mind_of(game).patience == 5
    match = Match.start(game, Seeded(5))
    for _ in range(60):
        asked = match.decision
        assert asked is not None
        match.answer(asked.seat, GreedyPlayer(game, 1, 30).choose(match.view(asked.seat), asked, asked.seat))
    while (asked := match.decision) is not None and len(asked.options) < 12:
        match.answer(asked.seat, asked.options[max(asked.default, 0)])
    assert asked is not None
    found = []
    for times in (0.5, 1, 3, 5):
        general = GeneralPlayer(game, 1, times * usual)
        general._until = float("inf")
        world = match.state
        before = general.valued
        plans = general._look.plans(world, asked, asked.seat, general._width)
        look, before = general.valued - before, general.valued
        values = general._round(world, plans[: general._width], asked.seat, 1)
        found.append((len(values), look, general.valued - before))
    assert found[0] == found[1]
    assert [width for width, _, _ in found] == [4, 4, 6, 8]
    for less, more in pairwise(found[1:]):
        assert all(a < b for a, b in zip(less, more, strict=True))


def test_a_fight_with_many_chits_to_come_is_looked_at_no_further_than_any_other() -> None:
    """In Cities of the Damned an action is listed whole: what is asked within it is valued with the dice still open."""
    game = load_game("cities_of_the_damned")
    s = table({"12": ("A/24NZ", "B/24NZ", "C/24NZ", "A/19NZ")}, top=(Engage(A["12"]),), grey=True)
    s = do(s, "support 0 > 0", dice=(2,))
    asked = asks(s)
    general = GeneralPlayer(game, 1)
    general.plan(s, s, asked, asked.seat)
    assert 0 < general._valuation.valued <= 2 * NODES
