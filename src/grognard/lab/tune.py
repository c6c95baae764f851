"""Better weights for a game's evaluation, by simultaneous perturbation over paired games (SPSA, Spall 1992).

In every iteration all weights are moved up or down at once by a random pattern; a player with the pattern meets one
with its opposite on the same dice with sides swapped; all weights follow the winner a little. Weights move by factors,
so that none changes its sign. The result is the mean of the second half of the way, and meets the shipped weights.
"""

import random
import re
from collections.abc import Callable, Sequence
from math import exp
from typing import Any

from msgspec.structs import replace

from grognard.bots.planner import Planner
from grognard.core import Game, SetupError
from grognard.lab.arena import encounters, pair_scores, paired_mean
from grognard.lab.findings import Findings, Grid, Lines, Series, number, spelled
from grognard.lab.jobs import Contestant, Job, Setting, Task, cut, round_robin
from grognard.lab.stats import share
from grognard.lab.store import Advance, Manifest, Run, make_manifest, task_size
from grognard.lab.trial import seat_player

REACH, GAIN = 0.25, 0.12
"""Of the first perturbation and the first step, as logarithms of factors."""
REACH_DECAY, GAIN_DECAY = 0.101, 0.602
"""As Spall recommends."""
STRIDE = 100_000
"""Numbers of tasks and games set apart for one iteration."""

Point = dict[str, float]
"""Logarithms of factors, or weights, by term."""
Score = Callable[[int, Point, Point], float]
"""Iteration and two points: what the first scores against the second, from 0 to 1."""


def plan_tune(
    game: Game[Any],
    setting: Setting,
    player: Contestant,
    iterations: int,
    games: int,
    check: int,
    seed: int,
    reach: float = REACH,
    gain: float = GAIN,
) -> Manifest:
    """`games` in each iteration; `check` games of the result against the weights it began with."""
    thinker = seat_player(game, player, "")
    if not isinstance(thinker, Planner):
        raise SetupError(f"the {player.level} player has no use for weights")
    start = replace(player, weights=dict(thinker.weights))
    plan = {"iterations": float(iterations), "check": float(check), "reach": reach, "gain": gain}
    return make_manifest("tune", game, [setting], [start], games, seed, plan)


def games_of(game: Game[Any], manifest: Manifest) -> int:
    """How many games the whole run plays."""
    seats = game.seats_with(manifest.settings[0].options)
    iterations, check = int(manifest.plan["iterations"]), int(manifest.plan["check"])
    return iterations * len(round_robin(2, seats, manifest.games, 0)) + len(round_robin(2, seats, check, 0))


def tune(run: Run, game: Game[Any], jobs: int, ray: str, advance: Advance) -> Findings:
    """Carry out the run, write the new weights into its folder, and tell what was found."""
    manifest = run.manifest
    iterations = int(manifest.plan["iterations"])
    start = manifest.contestants[0].weights

    def score(k: int, up: Point, down: Point) -> float:
        both = (_moved(start, up), _moved(start, down))
        return _meet(run, k, both, manifest.games, game, jobs, ray, advance)[0]

    names = [name for name in start if start[name]]
    way, scores = climb(names, iterations, manifest.seed, score, manifest.plan["reach"], manifest.plan["gain"])
    half = way[len(way) // 2 :]
    tuned = _moved(start, {name: sum(point[name] for point in half) / len(half) for name in names})
    check = int(manifest.plan["check"])
    _, pairs = _meet(run, iterations, (tuned, start), check, game, jobs, ray, advance)
    run.write("weights.toml", weights_text(game, tuned))
    return _tell(game, start, tuned, way, scores, pairs)


def climb(
    names: Sequence[str], iterations: int, seed: int, score: Score, reach: float = REACH, gain: float = GAIN
) -> tuple[list[Point], list[float]]:
    """The way of the search from the origin, and what each pattern scored against its opposite."""
    at: Point = dict.fromkeys(names, 0.0)
    way, scores = [at], list[float]()
    for k in range(iterations):
        pattern = _pattern(names, seed, k)
        far = reach / (k + 1) ** REACH_DECAY
        up, down = ({name: at[name] + sign * far * pattern[name] for name in names} for sign in (1, -1))
        scores.append(score(k, up, down))
        # the slope of a score from -1 to 1 along the pattern; patterns are plus or minus one
        slope = (2 * scores[-1] - 1) / (2 * far)
        step = gain / (k + 1 + 0.1 * iterations) ** GAIN_DECAY * slope
        at = {name: at[name] + step * pattern[name] for name in names}
        way.append(at)
    return way, scores


def _pattern(names: Sequence[str], seed: int, k: int) -> Point:
    rng = random.Random(f"{seed} pattern {k}")
    return {name: rng.choice((-1.0, 1.0)) for name in names}


def _moved(start: Point, by: Point) -> Point:
    """Weights multiplied by the exponentials of a point."""
    return {name: weight * exp(by.get(name, 0.0)) for name, weight in start.items()}


def _meet(
    run: Run,
    k: int,
    weights: tuple[Point, Point],
    games: int,
    game: Game[Any],
    jobs: int,
    ray: str,
    advance: Advance,
) -> tuple[float, list[float]]:
    """The score of the first weights against the second in iteration `k`, and pair by pair."""
    player = run.manifest.contestants[0]
    both = [replace(player, name=name, weights=w) for name, w in zip(("first", "second"), weights, strict=True)]
    seats = game.seats_with(run.manifest.settings[0].options)
    found = [
        Job(job.number + k * STRIDE, job.pair + k * STRIDE, job.seats, f"{run.manifest.seed}.{job.seed}.{k}")
        for job in round_robin(2, seats, games, "tune")
    ]
    cuts: list[Task] = cut(found, run.manifest.settings, both, task_size(games))
    tasks = [(k * STRIDE + n, task) for n, task in enumerate(cuts)]
    pairs = pair_scores(encounters(run.carry_out(tasks, jobs, ray, advance)))
    return sum(pairs) / len(pairs), pairs


def weights_text(game: Game[Any], weights: Point) -> str:
    """The game's file of weights with other numbers and without those of single levels; its comments stay."""
    path = game.folder / "data" / "weights.toml"
    shared = path.read_text(encoding="utf-8") if path.is_file() else "".join(f"{name} = 0.0\n" for name in weights)
    shared = re.split(r"(?m)^\[", shared)[0].rstrip() + "\n"

    def change(found: re.Match[str]) -> str:
        name = found[2]
        return f"{found[1]}{_toml(weights[name])}" if name in weights else found[0]

    text = re.sub(r"(?m)^(([A-Za-z_][\w-]*)\s*=\s*)[-+\d.eE]+", change, shared)
    sides: dict[str, list[str]] = {}
    for name, weight in weights.items():
        side, _, term = name.rpartition(".")
        if side:
            sides.setdefault(side, [f"\n[{side}]\n"]).append(f"{term} = {_toml(weight)}\n")
    return text + "".join(line for lines in sides.values() for line in lines)


def _toml(weight: float) -> str:
    text = f"{weight:.4g}"
    return text if any(c in text for c in ".e") else f"{text}.0"


def _tell(
    game: Game[Any], start: Point, tuned: Point, way: list[Point], scores: list[float], pairs: list[float]
) -> Findings:
    found = Findings(f"{game.title}: tuned weights")
    result, paired = share(sum(pairs), len(pairs)), paired_mean(pairs)
    better = "are better" if paired.low > 0.5 else "are worse" if paired.high < 0.5 else "cannot be told apart"
    found.verdict = [
        f"Against the weights it began with the tuned ones scored {spelled(result)} in {len(pairs)} pairs of games: "
        f"they {better}.",
        "The new weights are in weights.toml of the run's folder; the shipped ones are untouched.",
    ]
    rows = [(name, number(start[name]), number(tuned[name]), f"{tuned[name] / start[name]:.2f}") for name in way[0]]
    found.grids = [Grid("Weights", ("term", "before", "after", "factor"), rows)]
    steps = [float(k) for k in range(len(way))]
    series = [Series(name, steps, [exp(point[name]) for point in way], [], []) for name in way[0]]
    found.charts = [Lines("Factors of the weights", "iteration", "factor", series)]
    if scores:
        played = [float(k + 1) for k in range(len(scores))]
        kept = [Series("score of the pattern", played, scores, [], [])]
        found.charts.append(Lines("Score of each pattern against its opposite", "iteration", "score", kept))
    return found
