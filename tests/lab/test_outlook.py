"""Laws of the chance to win: fitted to games, fair from half to half, told with what was found."""

import random
from math import exp
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from grognard.bots.outlook import FILE, Law, Stage, laws
from grognard.core import load_game
from grognard.lab.jobs import Trial
from grognard.lab.outlook import calibration, chances, fairness, fit, law_text, note, out_of_fold, par_of

TURNS = 8
NAMES = ("lead", "noise")


def _trial(number: int, rng: random.Random) -> Trial:
    """A lead that wanders; whoever has the half gains four points in it and loses them in the next."""
    lead, curve = rng.gauss(0, 3), list[dict[str, float]]()
    for half in range(2 * TURNS):
        mover = 1.0 if half % 2 == 0 else -1.0
        lead += rng.gauss(0, 1)
        point = {"turn": float(1 + half // 2), "part": 0.0, "first": mover}
        curve.append({**point, "0.lead": lead - 2.0 * mover, "0.noise": rng.gauss(0, 2)})
    won = rng.random() < 1 / (1 + exp(-lead))
    return Trial(number, number, (0, 0), 0, (0, 1), (0,) if won else (1,), "", (), (1, 1), tuple(curve), lead)


@pytest.fixture(scope="module")
def trials() -> list[Trial]:
    rng = random.Random(3)
    return [_trial(number, rng) for number in range(400)]


def test_a_law_knows_who_gains_in_the_half_that_begins(trials: list[Trial]) -> None:
    """The value swings by four points from half to half; the chance does not."""
    law = fit(note(trials, NAMES, None), NAMES)
    assert law.turns == TURNS and law.parts == 1
    slope, noise = (law.terms[name][0] + law.terms[name][1] / 2 for name in NAMES)
    assert law.move[0] + law.move[1] / 2 == pytest.approx(2.0 * slope, rel=0.3)
    assert abs(noise) < slope / 4, "what says nothing counts for little"
    stages = ((-2.0, 1), (2.0, -1))
    mine, theirs = (law.chance({"lead": lead, "noise": 0.0}, Stage((4,), mover)) for lead, mover in stages)
    assert mine == pytest.approx(theirs, abs=0.06) and abs(mine - 0.5) < 0.1


def test_no_term_counts_against_the_side_it_speaks_for(trials: list[Trial]) -> None:
    """A lead that counts the noise too high is best corrected by it; but what is good for a side is no bad sign."""
    blurred = [
        replace(trial, curve=tuple({**point, "0.lead": point["0.lead"] + point["0.noise"]} for point in trial.curve))
        for trial in trials
    ]
    law = fit(note(blurred, NAMES, None), NAMES)
    assert law.terms["noise"] == (0.0, 0.0)
    assert law.terms["lead"][0] > 0.1 and sum(law.terms["lead"]) > 0.1


def test_the_chance_does_not_change_on_average_and_foretells_games_it_has_not_seen(trials: list[Trial]) -> None:
    noted = note(trials, NAMES, None)
    says = out_of_fold(noted, NAMES)
    blind = -np.log(0.5)
    loss = -(noted.won * np.log(says) + (1 - noted.won) * np.log(1 - says)).mean()
    assert loss < blind - 0.1
    game = load_game("cassino_1944")
    told = fairness(game, noted, says, "it")
    changes = [float(line.split("by ")[1].split(" ±")[0]) for line in told]
    assert len(changes) == 2 and all(abs(change) < 1.0 for change in changes), told
    for low, high, _ in calibration(noted, says).rows:
        assert float(low) == pytest.approx(float(high), abs=8)


def test_fairness_counts_the_result_as_what_the_last_half_leads_to() -> None:
    """One game: 50, then 60 % as it was the other's half, then won: +10 over mine, +40 over the other's."""
    curve = tuple({"turn": 1.0, "part": 0.0, "first": mover, "0.lead": 0.0} for mover in (1.0, -1.0))
    trial = Trial(0, 0, (0, 0), 0, (0, 1), (0,), "", (), (1, 1), curve)
    game = load_game("cassino_1944")
    told = fairness(game, note([trial], ["lead"], None), np.array([0.5, 0.6]), "it")
    assert told == [
        "By it the chance of Allied changes by +10.00 ± 0.00 % over a half of Allied.",
        "By it the chance of Allied changes by +40.00 ± 0.00 % over a half of German.",
    ]


def test_where_one_side_wins_all_games_a_better_result_than_the_middle_one_counts(trials: list[Trial]) -> None:
    lost: list[Trial] = [replace(trial, winners=(1,)) for trial in trials]
    game: Any = load_game("dark_victory")
    par = par_of(game, lost)
    assert par == float(np.median([trial.margin for trial in lost]))
    assert par_of(game, trials) is None, "both sides win"
    assert par_of(load_game("cassino_1944"), lost) is None, "this title does not measure results"
    noted = note(lost, NAMES, par)
    assert 0.45 < noted.won.mean() < 0.55
    even = note([replace(lost[0], margin=par)], NAMES, par)
    assert set(even.won) == {0.5}


def test_a_law_is_written_as_it_is_read(tmp_path: Any) -> None:
    terms = {"a": (0.01234, 5.0), "b_c": (1.0, -2.0)}
    numbers = (terms, (0.0, -1e-7, 2.0), (0.1, 0.2))
    law = Law("campaign", 6, 4, *numbers, "general", 60, 41, -20.5, {"even": True, "n": 3})
    (tmp_path / FILE).write_text(law_text(law) + "\n" + law_text(law))
    game: Any = SimpleNamespace(folder=tmp_path, name="somewhere")
    assert laws(game) == [law, law]


def test_chances_of_positions_are_those_of_the_law(trials: list[Trial]) -> None:
    noted = note(trials[:3], NAMES, None)
    law = fit(noted, NAMES)
    point = trials[0].curve[5]
    seen = {name: point[f"0.{name}"] for name in NAMES}
    assert chances(law, noted, NAMES)[5] == law.chance(seen, Stage((int(point["turn"]), 0), int(point["first"])))
