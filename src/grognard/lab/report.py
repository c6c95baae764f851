"""What a run leaves in its folder: tables of games and turns, and one page that shows the findings."""

import csv
from collections.abc import Sequence
from html import escape
from io import StringIO
from typing import Any

import msgspec

from grognard.bots import TIMED
from grognard.core import Game
from grognard.lab.balance import figures
from grognard.lab.findings import Findings, Grid
from grognard.lab.jobs import Trial
from grognard.lab.plots import draw
from grognard.lab.store import Manifest, Run

Row = dict[str, Any]

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #22303c; background: #fbfaf7; margin: 2rem auto; padding: 0 1rem;
  max-width: 68rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.verdict { font-size: 1.1rem; border-left: 4px solid #2f6690; padding: .2rem 1rem; background: #eef3f6; }
table { border-collapse: collapse; margin: .5rem 0; } th, td { text-align: left; padding: .25rem .9rem .25rem 0;
  border-bottom: 1px solid #d9d5cb; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1rem; }
figure { margin: 0; } svg { max-width: 100%; height: auto; }
pre { overflow-x: auto; font-size: .8rem; background: #f1efe9; padding: 1rem; }
"""


def write_report(run: Run, game: Game[Any], trials: Sequence[Trial], found: Findings) -> None:
    """`report.html`, `games.csv`, `turns.csv`, and the tables as Parquet where pyarrow is installed."""
    for name, rows in (("games", game_rows(game, run.manifest, trials)), ("turns", turn_rows(trials))):
        if rows:
            run.write(f"{name}.csv", _csv(rows))
            _parquet(run, name, rows)
    run.write("report.html", page(game, run.manifest, found))


def game_rows(game: Game[Any], manifest: Manifest, trials: Sequence[Trial]) -> list[Row]:
    """One row a game."""
    names = [contestant.name for contestant in manifest.contestants]
    ends = figures(trials)
    most = max((len(trial.seats) for trial in trials), default=0)
    rows = []
    for trial in trials:
        row: Row = {"game": trial.number, "pair": trial.pair, "setting": manifest.settings[trial.setting].label}
        row |= {f"seat_{seat + 1}": None for seat in range(most)}  # settings may differ in their seats
        for seat, k in enumerate(trial.seats):
            row[f"seat_{seat + 1}"] = names[k] if k < len(names) else f"player {k + 1}"
        row["winners"] = " and ".join(game.sides[side] for side in trial.winners)
        row["winning_seats"] = " ".join(str(seat + 1) for seat in sorted(trial.won) if seat >= 0)
        row["result"] = trial.key
        row["decisions"] = trial.length
        row |= {f"decisions_{seat + 1}": None for seat in range(most)}
        for seat, count in enumerate(trial.decisions):
            row[f"decisions_{seat + 1}"] = count
        row["last_turn"] = trial.curve[-1]["turn"]
        for name in ends:
            row[f"end_{name}"] = trial.curve[-1].get(name)
        rows.append(row)
    return rows


def turn_rows(trials: Sequence[Trial]) -> list[Row]:
    """One row for each turn of each game."""
    names = figures(trials)
    return [
        {"game": trial.number, "turn": point["turn"], **{name: point.get(name) for name in names}}
        for trial in trials
        for point in trial.curve
    ]


def _csv(rows: Sequence[Row]) -> str:
    out = StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _parquet(run: Run, name: str, rows: Sequence[Row]) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        return
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), sink)
    run.write(f"{name}.parquet", sink.getvalue().to_pybytes())


def page(game: Game[Any], manifest: Manifest, found: Findings) -> str:
    """The findings as one page that needs nothing else."""
    told = "".join(f"<p>{escape(sentence)}</p>" for sentence in found.verdict)
    grids = "".join(_grid(grid) for grid in found.grids)
    charts = "".join(
        f'<figure role=img aria-label="{escape(chart.title)}">{draw(chart)}</figure>' for chart in found.charts
    )
    made = "".join(f"<p>{escape(sentence)}</p>" for sentence in provenance(game, manifest))
    brief = msgspec.to_builtins(manifest)
    for setting in brief["settings"]:
        setting["tables"] = sorted(setting["tables"])
    shown = msgspec.json.format(msgspec.json.encode(brief), indent=1).decode()
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(found.title)}</title><style>{STYLE}</style></head><body>"
        f"<h1>{escape(found.title)}</h1><div class=verdict>{told}</div>{grids}<h2>Charts</h2>"
        f"<div class=charts>{charts}</div><h2>How this was made</h2>{made}"
        f"<details><summary>manifest</summary><pre>{escape(shown)}</pre></details></body></html>\n"
    )


def provenance(game: Game[Any], manifest: Manifest) -> list[str]:
    """What was played and where the run comes from, in words."""
    told = []
    for setting in manifest.settings:
        usual = game.options(setting.scenario)
        changed = [f"{name}={value}" for name, value in setting.options.items() if value != usual[name]]
        rules = f"with {', '.join(changed)}" if changed else "without optional rules"
        start = ", from a given position" if setting.position else ""
        name = f"{setting.label}: " if setting.label else ""
        scenario = f"{game.words.get('scenario', setting.scenario)} ({setting.scenario})"
        told.append(f"{name}{scenario}, {rules}{start}; components {setting.components}.")
    players = ", ".join(
        f"{player.name} ({player.budget:g} s a decision)" if player.level in TIMED else player.name
        for player in manifest.contestants
    )
    told.append(f"Players: {players}. Rules version {manifest.rules_version}, seed {manifest.seed}.")
    told.append(f"Made by grognard {manifest.grognard}; the same manifest gives the same games, whatever runs them.")
    return told


def _grid(grid: Grid) -> str:
    head = "".join(f"<th scope=col>{escape(cell)}</th>" for cell in grid.heading)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in grid.rows)
    return f"<h2>{escape(grid.title)}</h2><div class=wide><table><tr>{head}</tr>{body}</table></div>"
