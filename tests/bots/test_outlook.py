"""Who stands better, as a chance: by the value of a position, the clock, and whose half it is."""

from math import exp
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.bots.outlook import FILE, Halves, Law, Outlook, Stage, came_true, law_of, laws, stage_of
from grognard.core import Seeded, SetupError, load_game, push, settle
from grognard.core.flow import hush

LAW = Law("campaign", turns=6, parts=4, value=(0.1, 0.2), side=(1.0, -2.0, 0.5), move=(0.3, -0.1))


def test_log_odds_are_polynomials_in_the_share_of_the_game_that_is_gone() -> None:
    """Turn 4, impulse 2: three turns and a half of six."""
    t = 3.5 / 6
    odds = (0.1 + 0.2 * t) * 7.0 + (1.0 - 2.0 * t + 0.5 * t * t) + (0.3 - 0.1 * t)
    assert LAW.chance(7.0, Stage((4, 2), 1)) == pytest.approx(1 / (1 + exp(-odds)))
    assert LAW.share_gone((1, 0)) == LAW.share_gone(()) == 0.0
    assert LAW.share_gone((9, 0)) == 1.0, "later than any game that was seen"
    assert LAW.chance(1e9, Stage((1, 0), 1)) < 1.0


def test_the_mover_counts_for_his_side_and_alone_for_nobody() -> None:
    mine, theirs, alone = (LAW.chance(0.0, Stage((1, 0), mover)) for mover in (1, -1, 0))
    assert mine > alone > theirs
    state: Any = SimpleNamespace(seats=(1, 0), clock=lambda: (3, 1))
    assert stage_of(state, 1) == Stage((3, 1), 1) and stage_of(state, 0) == Stage((3, 1), -1)
    lonely: Any = SimpleNamespace(seats=(0, -1), clock=lambda: (2,))
    assert stage_of(lonely, 0) == Stage((2,), 0)


def test_what_came_true_is_the_win_or_a_better_result_than_par() -> None:
    assert [came_true(winners) for winners in ((0,), (1,), ())] == [1.0, 0.0, 0.5]
    assert [came_true((1,), margin, -20.0) for margin in (-19.0, -20.0, -21.0)] == [1.0, 0.5, 0.0]


def test_of_the_laws_that_fit_a_setting_the_one_that_names_most_options_counts(tmp_path: Any) -> None:
    plain = 'scenario = "a"\nturns = 2\nparts = 1\nvalue = [1.0, 0.0]\nside = [0.0, 0.0, 0.0]\nmove = [0.0, 0.0]\n'
    even = plain + "options = { even_game = true }\n"
    (tmp_path / FILE).write_text(f"[[law]]\n{plain}\n[[law]]\n{even}")
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


def test_a_title_without_measurements_has_no_chance_to_tell(tmp_path: Any) -> None:
    nowhere: Any = SimpleNamespace(folder=tmp_path, name="somewhere")
    assert laws(nowhere) == []
    game = load_game("cassino_1944")
    s = game.new("campaign")
    outlook = Outlook(game)
    assert outlook.chance(s, outlook.worth(s), Stage((1, 0), 1)) is None and outlook.valued == 1


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
