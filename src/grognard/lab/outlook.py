"""Laws of the chance to win (`bots.outlook`), fitted to games of a level, and how they fare on games not fitted to.

A law is good if what it foretells comes true, and fair if the chance does not change from half to half on average: who
expects to gain in the half that begins has counted it already.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from grognard.bots.outlook import Law, Stage, came_true, law_of
from grognard.core import Game, mind_of
from grognard.lab.findings import Grid, number
from grognard.lab.jobs import Setting, Trial
from grognard.lab.logistic import Array, log_loss, newton
from grognard.lab.store import Manifest

FOLDS = 5
HOLD, HOLD_TERMS = 0.3, 20.0
"""How firmly coefficients of scaled columns are held near nought, in games: positions of one game say much the same.
The second: how firmly single terms are held near what all of them together foretell."""
BINS = 5


class Noted(NamedTuple):
    """The first questions of all halves of some games, as columns."""

    game: Array
    """Its number."""
    turn: Array
    part: Array
    mover: Array
    """As in `Stage`."""
    terms: Array
    """As the first side sees them, one column each."""
    won: Array
    """What came of the game for the first side: 1, a half, or 0."""

    def only(self, rows: npt.NDArray[np.bool_]) -> "Noted":
        return Noted(*(column[rows] for column in self))


class Outlooks(NamedTuple):
    """What a run says about the chance to win."""

    told: list[str]
    grids: list[Grid]
    law: Law | None


def foretell(game: Game[Any], manifest: Manifest, trials: Sequence[Trial]) -> Outlooks:
    """Fit a law to the games of a run, and tell how it and the shipped one fare."""
    setting, player = manifest.settings[0], manifest.contestants[0]
    par = par_of(game, trials)
    names = tuple(mind_of(game).weights)
    noted = note(trials, names, par)
    first = game.sides[0]
    if len(np.unique(noted.won)) < 2:
        return Outlooks([f"Every game ended alike for {first}: no law of the chance to win is fitted."], [], None)
    usual = game.options(setting.scenario, None)
    law = replace(
        fit(noted, names),
        scenario=setting.scenario,
        options={name: value for name, value in setting.options.items() if value != usual[name]},
        by=player.level,
        games=len(trials),
        seed=manifest.seed,
        par=par,
    )
    blind = np.full(len(noted.won), float(noted.won.mean()))
    unseen = out_of_fold(noted, names)
    what = "wins" if par is None else f"does better than {par:.2f}"
    told = [
        f"Chance that {first} {what}: log loss {_mean_loss(unseen, noted.won):.3f} by a law on games it was not fitted "
        f"to, {_mean_loss(blind, noted.won):.3f} by the share of games alone.",
        *fairness(game, noted, unseen, "a law on games it was not fitted to"),
    ]
    shipped = shipped_for(game, setting, player.level, par)
    if shipped is not None:
        says = chances(shipped, noted, names)
        told.append(f"The shipped law: log loss {_mean_loss(says, noted.won):.3f}.")
        told += fairness(game, noted, says, "the shipped law")
    return Outlooks(told, [calibration(noted, unseen)], law)


def shipped_for(game: Game[Any], setting: Setting, level: str, par: float | None) -> Law | None:
    """The law that is shipped for a setting, if it is of this level and foretells what games of this run can show."""
    law = law_of(game, setting.scenario, setting.options)
    return law if law is not None and law.by == level and (law.par is None) == (par is None) else None


def par_of(game: Game[Any], trials: Sequence[Trial]) -> float | None:
    """The middle result, where one side won every game and the title measures results."""
    alike = len({trial.winners for trial in trials}) < 2
    if not alike or mind_of(game).margin is None:
        return None
    return float(np.median([trial.margin for trial in trials]))


def note(trials: Sequence[Trial], names: Sequence[str], par: float | None) -> Noted:
    """Positions and results of games."""
    points = [(trial, point) for trial in trials for point in trial.curve if "first" in point]
    game = np.array([trial.number for trial, _ in points], dtype=np.float64)
    won = np.array([came_true(trial.winners, trial.margin, par) for trial, _ in points])
    turn, part, first = (np.array([point[name] for _, point in points]) for name in ("turn", "part", "first"))
    terms = np.array([[point[f"0.{name}"] for name in names] for _, point in points]).reshape(len(points), len(names))
    return Noted(game, turn, part, first, terms, won)


def fit(noted: Noted, names: Sequence[str]) -> Law:
    """The law that foretells these games best: what all terms together say, and what single ones add to it.

    No term counts at the beginning or at the end of a game against the side it speaks for: where chance has it so, it
    counts nothing there.
    """
    empty = Law("", max(1, int(noted.turn.max())), int(noted.part.max()) + 1, {}, (0, 0, 0), (0, 0))
    t = np.array([empty.share_gone(clock) for clock in _clocks(noted)])
    mean = noted.terms.mean(axis=0)
    fade = np.array([1.0 - t, t])[:, :, None] * (noted.terms - mean)  # at the beginning, and at the end
    plain = [np.ones_like(t), t, t * t, noted.mover, noted.mover * t]
    counts = np.ones((2, len(names)), dtype=np.bool_)
    own, found = _fitted(noted, fade, plain)
    while own[counts].min(initial=0.0) < 0:
        counts &= own >= 0
        own, found = _fitted(noted, fade * counts[:, None, :], plain)
    own = np.where(counts, own, 0.0)
    c, d, e, f, g = (float(one) for one in found)
    by_name = {name: (float(own[0, k]), float(own[1, k] - own[0, k])) for k, name in enumerate(names)}
    side = (c - float(own[0] @ mean), d - float((own[1] - own[0]) @ mean), e)
    return replace(empty, terms=by_name, side=side, move=(f, g))


def _fitted(noted: Noted, fade: Array, plain: Sequence[Array]) -> tuple[Array, Array]:
    """What each term counts at the beginning and at the end, and the other columns."""
    x = np.column_stack([*fade.sum(axis=2), *plain, *fade])
    scale = np.maximum(np.sqrt((x**2).mean(axis=0)), 1e-9)
    shared = 2 + len(plain)
    hold = np.full(x.shape[1], HOLD_TERMS)
    hold[:shared] = HOLD
    hold *= len(noted.won) / len(np.unique(noted.game))
    found = newton(x / scale, noted.won, np.zeros(x.shape[1]), hold) / scale
    return found[shared:].reshape(2, -1) + found[:2, None], found[2:shared]


def chances(law: Law, noted: Noted, names: Sequence[str]) -> Array:
    """What a law says of positions."""
    rows = zip(noted.terms, _clocks(noted), noted.mover, strict=True)
    return np.array(
        [law.chance(dict(zip(names, terms, strict=True)), Stage(clock, int(mover))) for terms, clock, mover in rows]
    )


def _clocks(noted: Noted) -> list[tuple[int, int]]:
    return [(int(turn), int(part)) for turn, part in zip(noted.turn, noted.part, strict=True)]


def out_of_fold(noted: Noted, names: Sequence[str]) -> Array:
    """What laws say of the games they were not fitted to."""
    says = np.zeros(len(noted.won))
    numbers = np.unique(noted.game)
    for k in range(min(FOLDS, len(numbers))):
        out = np.isin(noted.game, numbers[k::FOLDS])
        says[out] = chances(fit(noted.only(~out), names), noted.only(out), names)
    return says


def fairness(game: Game[Any], noted: Noted, says: Array, by: str) -> list[str]:
    """The mean change of the chance over a half by whose it was; the last one leads to the result."""
    last = np.append(noted.game[1:] != noted.game[:-1], True)
    change = np.where(last, noted.won, np.append(says[1:], 0.0)) - says
    told = []
    for mover in sorted(set(noted.mover), reverse=True):
        rows = noted.mover == mover
        by_game = np.array([change[rows & (noted.game == one)].sum() for one in np.unique(noted.game)])
        count = int(rows.sum())
        error = float(by_game.std(ddof=1)) * len(by_game) ** 0.5 / count if len(by_game) > 1 else 0.0
        whose = "a half" if mover == 0 else f"a half of {game.sides[0 if mover > 0 else 1]}"
        told.append(
            f"By {by} the chance of {game.sides[0]} changes by {100 * float(change[rows].mean()):+.2f} ± "
            f"{100 * error:.2f} % over {whose}."
        )
    return told


def calibration(noted: Noted, says: Array) -> Grid:
    """What was foretold, and how often it came true."""
    order = np.argsort(says, kind="stable")
    rows = [
        (number(100 * float(says[part].mean())), number(100 * float(noted.won[part].mean())), str(len(part)))
        for part in np.array_split(order, BINS)
        if len(part)
    ]
    return Grid("Chance to win", ("foretold, %", "came true, %", "positions"), rows)


def law_text(law: Law) -> str:
    """A law as it stands in the file of a title."""
    lines = ["[[law]]", f'scenario = "{law.scenario}"']
    if law.options:
        inner = ", ".join(f"{name} = {_toml(value)}" for name, value in law.options.items())
        lines.append(f"options = {{ {inner} }}")
    lines += [
        f'by = "{law.by}"',
        f"games = {law.games}",
        f"seed = {law.seed}",
        f"turns = {law.turns}",
        f"parts = {law.parts}",
    ]
    if law.par is not None:
        lines.append(f"par = {_number(law.par)}")
    lines += [f"side = {_row(law.side)}", f"move = {_row(law.move)}", "", "[law.terms]"]
    lines += [f"{name} = {_row(of)}" for name, of in law.terms.items()]
    return "\n".join(lines) + "\n"


def _toml(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def _row(numbers: Sequence[float]) -> str:
    return f"[{', '.join(_number(one) for one in numbers)}]"


def _number(value: float) -> str:
    """Four figures, and a point or an exponent, so that it is read as a fraction."""
    text = f"{value:.4g}"
    return text if set(text) & set(".e") else f"{text}.0"


def _mean_loss(says: Array, won: Array) -> float:
    return float(log_loss(says, won).mean())
