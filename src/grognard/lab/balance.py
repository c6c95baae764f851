"""Which side is favoured, and how sure are we? One player in all seats, many games."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from grognard.core import Game, Result
from grognard.lab.findings import Bars, Bins, Chart, Findings, Grid, Lines, Series, number, percent, spelled
from grognard.lab.jobs import Contestant, Setting, Task, Trial, cut, plain_jobs, sides_in
from grognard.lab.stats import Interval, chance_if_even, games_to_tell, mean, share, wilson
from grognard.lab.store import Manifest, make_manifest, task_size

SURE = 0.05
"""A result an even game gives less often than this counts as shown."""
FAIR = 0.05
"""A side is about even if its share is within this of one half."""


def plan_balance(game: Game[Any], setting: Setting, player: Contestant, games: int, seed: int) -> Manifest:
    return make_manifest("balance", game, [setting], [player], games, seed)


def balance_tasks(game: Game[Any], manifest: Manifest) -> list[tuple[int, Task]]:
    """The tasks of a balance study or, over several settings, of a sweep."""
    jobs = [
        job
        for k, setting in enumerate(manifest.settings)
        for job in plain_jobs([0] * game.seats_with(setting.options), manifest.games, manifest.seed, k)
    ]
    tasks = cut(jobs, manifest.settings, manifest.contestants, task_size(manifest.games))
    return list(enumerate(tasks))


def study_balance(game: Game[Any], manifest: Manifest, trials: Sequence[Trial]) -> Findings:
    """Win shares, lengths, results and curves of one setting."""
    setting, player = manifest.settings[0], manifest.contestants[0]
    who = f"between {player.name} players" if len(trials[0].seats) > 1 else f"with a {player.name} player alone"
    found = Findings(f"{game.title}, {setting.scenario}: the balance {who}")
    found.verdict = verdict(game, trials)
    found.grids = [side_grid(game, trials), _results(game, trials), _lengths(game, trials)]
    sides = sides_in(game, trials)
    found.charts = [
        Bars("Share of games won", "share", list(sides), side_shares(trials, len(sides)), 0.5),
        *curves(game, trials),
        Bins("Length of a game", "decisions", [float(trial.length) for trial in trials]),
    ]
    return found


def won_by_side(trials: Sequence[Trial], sides: int) -> list[int]:
    return [sum(side in trial.winners for trial in trials) for side in range(sides)]


def side_shares(trials: Sequence[Trial], sides: int) -> list[Interval]:
    """The share of all games that each side won."""
    return [share(won, len(trials)) for won in won_by_side(trials, sides)]


def verdict(game: Game[Any], trials: Sequence[Trial]) -> list[str]:
    """Which side is favoured, and how sure we are, in words."""
    won = won_by_side(trials, len(sides_in(game, trials)))
    drawn = sum(not trial.winners for trial in trials)
    if len(won) != 2 or any(len(trial.winners) > 1 for trial in trials):
        return _verdict_of_many(game, trials, won)
    decided = len(trials) - drawn
    if not decided:
        return [f"All {len(trials)} games were drawn; no side is favoured."]
    ahead = 0 if won[0] >= won[1] else 1
    part = share(won[ahead], decided)
    by_luck = chance_if_even(won[ahead], decided)
    name = game.sides[ahead]
    drawn_words = f" ({drawn} of {len(trials)} games were drawn)" if drawn else ""
    if by_luck < SURE:
        luck = "less often than once in a million" if by_luck < 1e-6 else f"once in {round(1 / by_luck):,} times"
        degree = "" if part.low - 0.5 > FAIR else ", perhaps only slightly"
        return [
            f"The {name} side is favoured{degree}: it won {spelled(part)} of {decided} decided games{drawn_words}.",
            f"An even game would look this lopsided {luck}.",
        ]
    sentences = [
        f"No side is shown to be favoured: the {name} side won {spelled(part)} of {decided} decided games{drawn_words}."
    ]
    if part.high - 0.5 <= FAIR:
        sentences.append(f"If there is an advantage at all, it is smaller than {percent(part.high - 0.5)}.")
    else:
        need = games_to_tell(max(part.value - 0.5, FAIR))
        cost = f"takes about {need:,} decided games" if need > decided else "takes a few more games"
        sentences.append(f"To tell such a share from an even game {cost}.")
    return sentences


def _verdict_of_many(game: Game[Any], trials: Sequence[Trial], won: list[int]) -> list[str]:
    order = sorted(range(len(won)), key=lambda side: -won[side])
    best, next_best = (share(won[side], len(trials)) for side in order[:2])
    name = game.sides[order[0]]
    if best.low > next_best.high:
        return [f"The {name} side is favoured: it won {spelled(best)} of {len(trials)} games."]
    return [f"No side is shown to be favoured: the {name} side won most, {spelled(best)} of {len(trials)} games."]


def side_grid(game: Game[Any], trials: Sequence[Trial]) -> Grid:
    rows = []
    sides = sides_in(game, trials)
    for name, won in zip(sides, won_by_side(trials, len(sides)), strict=True):
        low, high = wilson(won, len(trials))
        rows.append((name, str(won), percent(won / len(trials)), f"{percent(low)} to {percent(high)}"))
    drawn = sum(not trial.winners for trial in trials)
    rows.append(("nobody", str(drawn), percent(drawn / len(trials)), ""))
    return Grid(f"{len(trials)} games", ("side", "won", "share", "95 % interval"), rows)


def _results(game: Game[Any], trials: Sequence[Trial]) -> Grid:
    """Each kind of ending, with the words of the first game that ended so."""
    first = {trial.key: trial for trial in reversed(trials)}
    rows = []
    for key, n in Counter(trial.key for trial in trials).most_common():
        example = Result(first[key].winners, "", key, first[key].numbers)
        words = game.words.result(example) if game.words.has("result", key) else ""
        rows.append((told(game, key), str(n), percent(n / len(trials)), words))
    return Grid("How games ended", ("result", "games", "share", "for example"), rows)


def _lengths(game: Game[Any], trials: Sequence[Trial]) -> Grid:
    """Decisions, turns, and the figures at the end."""
    values: dict[str, list[float]] = {"decisions": [float(trial.length) for trial in trials]}
    for side, name in enumerate(sides_in(game, trials)) if len(trials[0].seats) > 1 else ():
        played = [(trial, trial.sides[side]) for trial in trials if trial.sides[side] >= 0]
        if played:
            values[f"{name} decisions"] = [float(trial.decisions[seat]) for trial, seat in played]
    values["last turn"] = [trial.curve[-1]["turn"] for trial in trials]
    for name in figures(trials):
        values[f"{told(game, name)} at the end"] = [
            trial.curve[-1][name] for trial in trials if name in trial.curve[-1]
        ]
    rows = []
    for name, numbers in values.items():
        found = mean(numbers)
        spread = f"{number(min(numbers))} to {number(max(numbers))}"
        sure = f"{number(found.low)} to {number(found.high)}" if len(numbers) > 1 else ""
        rows.append((name, number(found.value), sure, spread))
    return Grid("Length and figures", ("figure", "mean", "95 % interval", "range"), rows)


def figures(trials: Sequence[Trial]) -> list[str]:
    """The names of the game's own figures, in its order."""
    names = {name: None for trial in trials for point in trial.curve for name in point}
    return [name for name in names if name != "turn"]


def told(game: Game[Any], name: str) -> str:
    """A key in a report: `german_lost` is "German lost", `vp` is "VP"."""
    spelled_so = {"vp": "VP", **{side.lower(): side for side in game.sides}}
    return " ".join(spelled_so.get(word, word) for word in name.split("_"))


def curves(game: Game[Any], trials: Sequence[Trial]) -> list[Chart]:
    """Each figure at the end of each turn; what both sides have (`allied_lost`, `german_lost`) is in one chart."""
    charts: dict[str, Lines] = {}
    for name in figures(trials):
        side = next((side for side in game.sides if name.startswith(f"{side.lower()}_")), "")
        shared = told(game, name[len(side) + 1 :] if side else name)
        title = f"{shared[0].upper()}{shared[1:]} by turn"
        chart = charts.setdefault(title, Lines(title, "turn (mean, and where four games in five lie)", shared, []))
        chart.series.append(_series(side or shared, name, trials))
    return list(charts.values())


def _series(label: str, name: str, trials: Sequence[Trial]) -> Series:
    """A figure turn by turn, over the games that lasted so long."""
    by_turn: dict[float, list[float]] = {}
    for trial in trials:
        for point in trial.curve:
            if name in point:
                by_turn.setdefault(point["turn"], []).append(point[name])
    turns = sorted(by_turn)
    middle = [float(np.mean(by_turn[turn])) for turn in turns]
    low, high = ([float(np.quantile(by_turn[turn], q)) for turn in turns] for q in (0.1, 0.9))
    return Series(label, turns, middle, low, high)
