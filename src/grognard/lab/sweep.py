"""What if? The same players under several options, table values, scenarios or set-ups, on the same dice."""

import csv
from collections.abc import Sequence
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from grognard.core import Game, SetupError
from grognard.lab.balance import side_shares, verdict
from grognard.lab.findings import Bars, Chart, Findings, Grid, number, spelled
from grognard.lab.jobs import Contestant, Setting, Trial, sides_in
from grognard.lab.runner import digest_with
from grognard.lab.stats import mean, paired_change
from grognard.lab.store import Manifest, make_manifest

MOST = 200
"""Settings in one sweep."""

Axis = tuple[str, list[str]]
"""What is varied, and its values as given."""


def read_axis(text: str) -> Axis:
    """`weather=on,off`, `scenario=campaign,avenger`, `position=a.toml,b.toml`, `components=old,new`,
    `units.csv:34/133:strength=4,5,6`."""
    name, equals, values = text.rpartition("=")
    found = [value.strip() for value in values.split(",")]
    if not equals or not name or not all(found):
        raise SetupError(f"{text!r} is not written as name=value,value,...")
    if len(set(found)) < len(found):
        raise SetupError(f"{text!r} names a value twice")
    return name.strip(), found


def plan_sweep(
    game: Game[Any], base: Setting, axes: Sequence[Axis], player: Contestant, games: int, seed: int
) -> Manifest:
    """Every combination of the values, each a setting of its own."""
    combinations = list(product(*(values for _, values in axes)))
    if not axes or len(combinations) > MOST:
        raise SetupError(f"a sweep needs one to {MOST} settings, not {len(combinations) if axes else 0}")
    settings = []
    for values in combinations:
        setting = base
        for (name, _), value in zip(axes, values, strict=True):
            setting = vary(game, setting, name, value)
        label = ", ".join(f"{name}={value}" for (name, _), value in zip(axes, values, strict=True))
        setting = replace(setting, label=label)
        settings.append(setting if setting.tables == base.tables else with_digest(setting))
    return make_manifest("sweep", game, settings, [player], games, seed)


def vary(game: Game[Any], setting: Setting, name: str, value: str) -> Setting:
    """The setting with one thing changed."""
    if ":" in name:
        return _with_cell(game, setting, name, value)
    if name == "scenario":
        return replace(setting, scenario=value, options=game.options(value, setting.options))
    if name == "position":
        return replace(setting, position=_read(Path(value)))
    if name == "components":
        return lay_tables(game, setting, Path(value))
    return replace(setting, options=game.options(setting.scenario, {**setting.options, name: value}))


def lay_tables(game: Game[Any], setting: Setting, folder: Path) -> Setting:
    """The setting with the component files of a folder laid over."""
    home = folder / game.name if (folder / game.name).is_dir() else folder
    tables = {path.name: _read(path) for path in sorted(home.glob("*.csv"))}
    if not tables:
        raise SetupError(f"{folder} holds no component files")
    return replace(setting, tables={**setting.tables, **tables})


def _with_cell(game: Game[Any], setting: Setting, name: str, value: str) -> Setting:
    """One cell of a component file changed: `file:row:column`.

    A row is named by its cell in the first column, or by its line in an editor as in `#12`.
    """
    parts = name.split(":")
    if len(parts) != 3:
        raise SetupError(f"{name!r} is not written as file:row:column")
    file, row, column = parts
    text = setting.tables.get(file)
    if text is None:
        text = _read(game.folder / "data" / file)
    rows = list(csv.reader(StringIO(text, newline="")))
    if column not in rows[0]:
        raise SetupError(f"{file} has no column {column!r}; it has: {', '.join(rows[0])}")
    named = [k for k, cells in enumerate(rows) if k and (cells[0] == row or row == f"#{k + 1}")]
    if len(named) != 1:
        raise SetupError(f"{file} has {len(named)} rows called {row!r}")
    rows[named[0]][rows[0].index(column)] = value
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return replace(setting, tables={**setting.tables, file: out.getvalue()})


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SetupError(f"{path}: {error.strerror}") from None


def with_digest(setting: Setting) -> Setting:
    """The digest that belongs to the tables; they are tried now, so that a run does not fail half way."""
    return replace(setting, components=digest_with(setting))


def _changes(sides: Sequence[str], labels: Sequence[str], trials: Sequence[Trial]) -> Grid:
    """How much more often each side won than under the first setting, game by game on the same dice."""
    first, *others = [{trial.pair: trial for trial in trials if trial.setting == k} for k in range(len(labels))]
    rows = []
    for label, mine in zip(labels[1:], others, strict=True):
        cells = [label]
        for side in range(len(sides)):
            change = [(side in trial.winners) - (side in first[pair].winners) for pair, trial in mine.items()]
            found = paired_change(change.count(1), change.count(-1), len(change))
            cells.append(f"{100 * found.value:+.0f} % ({100 * found.low:+.0f} to {100 * found.high:+.0f} %)")
        other = sum(
            trial.decisions != first[pair].decisions or trial.curve != first[pair].curve for pair, trial in mine.items()
        )
        cells.append(f"{other} of {len(mine)}")
        rows.append(tuple(cells))
    return Grid(f"Change against {labels[0]}", ("setting", *sides, "games that ran differently"), rows)


def study_sweep(game: Game[Any], manifest: Manifest, trials: Sequence[Trial]) -> Findings:
    """Each setting with its win shares and lengths."""
    player = manifest.contestants[0]
    who = f"between {player.name} players" if len(trials[0].seats) > 1 else f"for a {player.name} player alone"
    found = Findings(f"{game.title}: what changes {who}")
    sides = sides_in(game, trials)
    labels = [setting.label for setting in manifest.settings]
    shares = []
    rows = []
    for k, label in enumerate(labels):
        mine = [trial for trial in trials if trial.setting == k]
        by_side = side_shares(mine, len(sides))
        shares.append(by_side)
        length = mean([float(trial.length) for trial in mine])
        rows.append((label, *(spelled(part) for part in by_side), number(length.value)))
        found.verdict.append(f"{label}: {verdict(game, mine)[0]}")
    found.grids = [Grid(f"{manifest.games} games each", ("setting", *sides, "decisions"), rows)]
    found.grids.append(_changes(sides, labels, trials))
    charts: list[Chart] = []
    for side, name in enumerate(sides if len(sides) > 2 else sides[:1]):
        title = f"Share of games won by the {name} side"
        charts.append(Bars(title, "share", labels, [by_side[side] for by_side in shares], 0.5))
    found.charts = charts
    return found
