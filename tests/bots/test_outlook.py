"""Who stands better, as a chance: by the value of a position, the clock, and whose half it is."""

from math import exp
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.bots.outlook import FILE, Halves, Law, Outlook, Stage, came_true, law_of, laws, stage_of
from grognard.bots.valuation import Valuation
from grognard.core import Result, Seeded, SetupError, load_game, mind_of, push, settle
from grognard.core.flow import hush

TERMS = {"ground": (0.1, 0.2), "blood": (0.5, -0.5)}
LAW = Law("campaign", turns=6, parts=4, terms=TERMS, side=(1.0, -2.0, 0.5), move=(0.3, -0.1))
PLAIN = 'scenario = "a"\nturns = 2\nparts = 1\nterms = {}\nside = [0.0, 0.0, 0.0]\nmove = [0.0, 0.0]\n'
EVEN = {"ground": 0.0, "blood": 0.0}


def test_log_odds_are_polynomials_in_the_share_of_the_game_that_is_gone() -> None:
    """Turn 4, impulse 2: three turns and a half of six."""
    t = 3.5 / 6
    odds = (0.1 + 0.2 * t) * 7.0 + (0.5 - 0.5 * t) * 2.0 + (1.0 - 2.0 * t + 0.5 * t * t) + (0.3 - 0.1 * t)
    assert LAW.chance({"ground": 7.0, "blood": 2.0}, Stage((4, 2), 1)) == pytest.approx(1 / (1 + exp(-odds)))
    assert LAW.share_gone((1, 0)) == LAW.share_gone(()) == 0.0
    assert LAW.share_gone((9, 0)) == 1.0, "later than any game that was seen"
    assert LAW.chance({"ground": 1e9, "blood": 0.0}, Stage((1, 0), 1)) < 1.0


def test_the_mover_counts_for_his_side_and_alone_for_nobody() -> None:
    mine, theirs, alone = (LAW.chance(EVEN, Stage((1, 0), mover)) for mover in (1, -1, 0))
    assert mine > alone > theirs
    state: Any = SimpleNamespace(seats=(1, 0), clock=lambda: (3, 1))
    assert stage_of(state, 1) == Stage((3, 1), 1) and stage_of(state, 0) == Stage((3, 1), -1)
    lonely: Any = SimpleNamespace(seats=(0, -1), clock=lambda: (2,))
    assert stage_of(lonely, 0) == Stage((2,), 0)


def test_what_came_true_is_the_win_or_a_better_result_than_par() -> None:
    assert [came_true(winners) for winners in ((0,), (1,), ())] == [1.0, 0.0, 0.5]
    assert [came_true((1,), margin, -20.0) for margin in (-19.0, -20.0, -21.0)] == [1.0, 0.5, 0.0]


def test_of_the_laws_that_fit_a_setting_the_one_that_names_most_options_counts(tmp_path: Any) -> None:
    even = PLAIN + "options = { even_game = true }\n"
    (tmp_path / FILE).write_text(f"[[law]]\n{PLAIN}\n[[law]]\n{even}")
    game: Any = SimpleNamespace(folder=tmp_path, name="somewhere")
    first, second = laws(game)
    assert law_of(game, "a", {"even_game": True, "weather": True}) == second != first
    assert law_of(game, "a", {"even_game": False}) == first
    assert law_of(game, "b", {}) is None


@pytest.mark.parametrize("text", ["[[law]]\nscenario = 3\n", "law = 1", "[[lore]]\n", "[[law"])
def test_a_spoilt_file_is_named(tmp_path: Any, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    game: Any = SimpleNamespace(folder=tmp_path, name="somewhere")
    with pytest.raises(SetupError, match=r"outlook\.toml of somewhere"):
        laws(game)


@pytest.mark.parametrize(
    ("good", "bad"),
    [("turns = 2", "turns = 0"), ("parts = 1", "parts = 0"), ("[0.0, 0.0]", "[nan, 0.0]"), ("{}", "{ a = [inf, 1] }")],
)
def test_a_law_that_cannot_be_reckoned_with_is_named_with_its_row(tmp_path: Any, good: str, bad: str) -> None:
    game: Any = SimpleNamespace(folder=tmp_path, name="somewhere")
    (tmp_path / FILE).write_text(f"[[law]]\n{PLAIN}[[law]]\n{PLAIN.replace(good, bad)}")
    with pytest.raises(SetupError, match=r"outlook\.toml of somewhere: .*\$\.law\[1\]"):
        laws(game)


def test_a_file_that_is_no_text_is_named(tmp_path: Any) -> None:
    (tmp_path / FILE).write_bytes(b'[[law]]\nscenario = "\xff"\n')
    game: Any = SimpleNamespace(folder=tmp_path, name="somewhere")
    with pytest.raises(SetupError, match=r"outlook\.toml of somewhere"):
        laws(game)


def test_a_title_without_measurements_has_no_chance_to_tell(tmp_path: Any) -> None:
    nowhere: Any = SimpleNamespace(folder=tmp_path, name="somewhere")
    assert laws(nowhere) == []
    game = load_game("cassino_1944")
    s = game.new("campaign")
    outlook = Outlook(game)
    assert outlook.chance(s, Stage((1, 0), 1)) is None
    outlook.worth(s)
    assert outlook.valued == 1


def test_the_chance_of_a_position_is_that_of_its_terms_as_the_level_sees_them() -> None:
    game = load_game("cassino_1944")
    s = game.new("campaign")
    law = replace(LAW, terms={"ground": (1.0, 0.0), "approach": (0.5, 0.0)}, by="general")
    seen = Valuation(game, "general").terms(s, 0)
    stage = Stage((1, 0), 1)
    assert Outlook(game, law).chance(s, stage) == law.chance(seen, stage)
    s.result = Result((1,), "7.2", "german")
    assert Outlook(game, law).chance(s, stage) == 0.0


def test_a_law_that_speaks_of_a_strange_term_is_refused() -> None:
    told = "'campaign': no term of the evaluation is called 'morale'"
    with pytest.raises(SetupError, match=told):
        Outlook(load_game("cassino_1944"), replace(LAW, terms={"morale": (1.0, 0.0)}))


def test_a_par_where_results_are_not_measured_is_refused() -> None:
    with pytest.raises(SetupError, match="'campaign': a par, but the title does not measure results"):
        Outlook(load_game("cassino_1944"), replace(LAW, par=1.0))


@pytest.mark.parametrize(
    "name", ["battle_for_cassino", "cassino_1944", "cities_of_the_damned", "second_front_now", "thunder_at_cassino"]
)
def test_shipped_laws_know_their_title(name: str) -> None:
    game = load_game(name)
    for law in laws(game):
        assert law.scenario in {scenario.name for scenario in game.scenarios}
        options = {**game.options(law.scenario, None), **law.options}
        assert law_of(game, law.scenario, options) == law
        outlook, s = Outlook(game, law), game.new(law.scenario, options)
        chance = outlook.chance(s, stage_of(s, 0))
        assert set(law.terms) == set(mind_of(game).weights) and 0.02 < (chance or 0) < 0.98
        against = [name for name, (first, more) in law.terms.items() if first < 0 or first + more < -1e-3]
        assert against == [], "no term counts against the side it speaks for"


def test_a_half_begins_once_when_the_clock_or_the_seat_has_changed() -> None:
    """Cassino (1944): eight halves a turn; what is asked within one begins none."""
    game = load_game("cassino_1944")
    s, chance = game.new("campaign"), Seeded(1)
    halves, found = Halves(Outlook(game).rests), list[tuple[int, ...]]()
    while (asked := settle(s, chance)) is not None and s.clock() < (2, 1):
        if halves.begins(s, asked):
            found.append((*s.clock(), asked.seat))
            assert not halves.begins(s, asked)
        push(s, asked.options[asked.default], hush)
    turn = [(1, impulse, seat) for impulse in range(4) for seat in (0, 1)]
    assert found[: len(turn)] == turn and found[-2:] == [(2, 0, 0), (2, 0, 1)]
