"""Who plays better? Everybody against everybody in pairs of games on the same dice with sides swapped."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from grognard.core import Game, SetupError, mind_of
from grognard.lab import sequential
from grognard.lab.findings import Bars, Findings, Grid, percent, spelled
from grognard.lab.jobs import Contestant, Setting, Task, Trial, cut, round_robin, sides_in
from grognard.lab.ratings import Encounter, bradley_terry
from grognard.lab.sequential import Sequential
from grognard.lab.stats import Interval, mean, share
from grognard.lab.store import Manifest, make_manifest, task_size


def plan_arena(
    game: Game[Any],
    setting: Setting,
    players: Sequence[Contestant],
    games: int,
    seed: int,
    bounds: tuple[float, float] | None = None,
    duplicate: bool = False,
) -> Manifest:
    """`bounds`: stop as soon as it is decided which of these two scores of the first player explains the games.
    `duplicate`: of the two games of a pair the better result with the same side counts, whoever won them."""
    if bounds is not None and len(players) != 2:
        raise SetupError("a sequential test is between two players")
    names = [player.name for player in players]
    if len(names) < 2:
        raise SetupError("an arena needs at least two players")
    if len(set(names)) < len(names):
        raise SetupError("two players have the same name")
    if duplicate and mind_of(game).margin is None:
        raise SetupError(f"{game.name} does not say how well a game went: there is nothing to compare")
    plan = {} if bounds is None else {"low": bounds[0], "high": bounds[1]}
    if duplicate:
        plan["duplicate"] = 1.0
    return make_manifest("arena", game, [setting], players, games, seed, plan)


def tested(manifest: Manifest, trials: Sequence[Trial]) -> Sequential:
    """How far the sequential test of a run has come; half a pair does not count."""
    many = Counter(trial.pair for trial in trials)
    full = max(many.values(), default=0)
    whole = [trial for trial in trials if many[trial.pair] == full]
    met = encounters(whole, "duplicate" in manifest.plan)
    return sequential.judge(pair_scores(met), manifest.plan["low"], manifest.plan["high"])


def arena_tasks(game: Game[Any], manifest: Manifest) -> list[tuple[int, Task]]:
    seats = game.seats_with(manifest.settings[0].options)
    jobs = round_robin(len(manifest.contestants), seats, manifest.games, manifest.seed)
    return list(enumerate(cut(jobs, manifest.settings, manifest.contestants, task_size(manifest.games))))


def encounters(trials: Sequence[Trial], duplicate: bool = False) -> list[Encounter]:
    """What the trials say about one contestant against another.

    Where contestants sit at one table a game is an encounter. Where each plays alone the pair is: the better result on
    the same dice, a win before a loss, then more victory points. So it is in a `duplicate`: who of the two did better
    with the first side, a win before a loss, then by the margin.
    """
    pairs: dict[int, list[Trial]] = {}
    for trial in trials:
        pairs.setdefault(trial.pair, []).append(trial)
    found: list[Encounter] = []
    for pair, games in pairs.items():
        if len(games[0].seats) == 1:
            one, other = games
            found.append(Encounter(one.seats[0], other.seats[0], pair, _compare(_merit(one), _merit(other))))
        elif duplicate:
            first, second = sorted({k for game in games for k in game.seats})
            done = {game.seats[game.sides[0]]: (0 in game.winners, game.margin) for game in games}
            if len(done) == 2:  # half a pair says nothing
                found.append(Encounter(first, second, pair, _compare(done[first], done[second])))
        else:
            first, second = sorted({k for game in games for k in game.seats})
            found += [Encounter(first, second, pair, _score(game, first, second)) for game in games]
    return found


def _score(trial: Trial, first: int, second: int) -> float:
    winners = {trial.seats[seat] for seat in trial.won if seat >= 0}
    return _compare(first in winners, second in winners)


def _merit(trial: Trial) -> tuple[bool, float]:
    """What a lone player achieved."""
    return 0 in trial.won, trial.curve[-1].get("vp", 0.0)


def _compare(mine: Any, theirs: Any) -> float:
    return 0.5 if mine == theirs else 1.0 if mine > theirs else 0.0


def pair_scores(found: Sequence[Encounter]) -> list[float]:
    """The mean score of the first contestant in each pair: these are independent of one another."""
    scores: dict[int, list[float]] = {}
    for encounter in found:
        scores.setdefault(encounter.pair, []).append(encounter.score)
    return [sum(of) / len(of) for of in scores.values()]


def paired_mean(scores: Sequence[float]) -> Interval:
    """The mean score of pairs; where all are alike they show no spread, and the interval is that of a share."""
    return mean(scores) if len(set(scores)) > 1 else share(sum(scores), len(scores))


def study_arena(game: Game[Any], manifest: Manifest, trials: Sequence[Trial]) -> Findings:
    """Each two contestants compared, ratings of all, and how each did with each side."""
    names = [contestant.name for contestant in manifest.contestants]
    duplicate = "duplicate" in manifest.plan
    met = encounters(trials, duplicate)
    ratings = bradley_terry(met, len(names))
    order = sorted(range(len(names)), key=lambda k: -ratings[k].value)
    found = Findings(f"{game.title}, {manifest.settings[0].scenario}: {', '.join(names)}")
    if "high" in manifest.plan:
        found.verdict.append(_decided(names[0], manifest, trials))
    rows = []
    for one, other in combinations(order, 2):
        row, sentence = _versus(names, one, other, met, "pairs" if duplicate or len(trials[0].seats) == 1 else "games")
        rows.append(row)
        found.verdict.append(sentence)
    heading = ("players", "won", "drawn", "lost", "score", "95 % (Wilson)", "95 % (pairs)")
    found.grids = [Grid("Against one another", heading, rows), _ratings(names, order, ratings)]
    found.grids.append(_by_side(game, names, order, trials))
    found.charts = [Bars("Ratings (Bradley-Terry)", "points", [names[k] for k in order], [ratings[k] for k in order])]
    return found


def _decided(name: str, manifest: Manifest, trials: Sequence[Trial]) -> str:
    """What the sequential test says."""
    ratio, bound, decided = tested(manifest, trials)
    low, high = percent(manifest.plan["low"]), percent(manifest.plan["high"])
    told = {1: f"{high} rather than {low}", -1: f"{low} rather than {high}", 0: f"not decided between {low} and {high}"}
    return f"Sequential test of {name}: {told[decided]} (log ratio {ratio:+.2f}, bounds {bound:.2f})."


def _versus(names: list[str], one: int, other: int, met: Sequence[Encounter], unit: str) -> tuple[tuple[str, ...], str]:
    """Two contestants compared, as a row and as a sentence."""
    swapped = one > other
    here = [e for e in met if (e.one, e.other) == (min(one, other), max(one, other))]
    scores = [1 - e.score if swapped else e.score for e in here]
    won, drawn = scores.count(1.0), scores.count(0.5)
    points = won + drawn / 2
    plain = share(points, len(here))
    paired = paired_mean([1 - s if swapped else s for s in pair_scores(here)])
    low, high = max(paired.low, 0.0), min(paired.high, 1.0)
    row = (
        f"{names[one]} - {names[other]}",
        str(won),
        str(drawn),
        str(len(here) - won - drawn),
        percent(plain.value),
        f"{percent(plain.low)} to {percent(plain.high)}",
        f"{percent(low)} to {percent(high)}",
    )
    told = spelled(Interval(plain.value, low, high))  # pairs are independent, the games of one are not
    if low > 0.5:
        return row, f"{names[one]} beats {names[other]}: {told} of {len(here)} {unit}."
    return row, f"{names[one]} and {names[other]} cannot be told apart: {told} of {len(here)} {unit}."


def _ratings(names: list[str], order: list[int], ratings: Sequence[Interval]) -> Grid:
    rows = [(names[k], f"{ratings[k].value:+.0f}", f"{ratings[k].low:+.0f} to {ratings[k].high:+.0f}") for k in order]
    return Grid("Ratings (400 points: odds of ten to one)", ("player", "rating", "95 % interval"), rows)


def _by_side(game: Game[Any], names: list[str], order: list[int], trials: Sequence[Trial]) -> Grid:
    """How often each contestant won with each side that somebody plays."""
    sides = [side for side in range(len(sides_in(game, trials))) if any(trial.sides[side] >= 0 for trial in trials)]
    rows = []
    for k in order:
        cells = [names[k]]
        for side in sides:
            played = [t for t in trials if t.sides[side] >= 0 and t.seats[t.sides[side]] == k]
            won = sum(side in trial.winners for trial in played)
            cells.append(spelled(share(won, len(played))) if played else "")
        rows.append(tuple(cells))
    return Grid("Games won, by side played", ("player", *(game.sides[side] for side in sides)), rows)
