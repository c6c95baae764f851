"""`make bench`: speed of every title beside OpenSpiel in the same run, as a table and as a JSON file.

Absolute figures depend on the machine; the ratios to OpenSpiel much less. Nothing here asserts a time.
"""

import argparse
import json
import platform
from dataclasses import asdict
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.levels import Thought, measure_levels
from bench.pace import Pace, Way, paces
from bench.peers import PEERS, peer
from bench.titles import Costs, measure_costs, play_search, play_table
from grognard.core import game_names, load_game

RESULTS = Path(__file__).parent.parent / "build" / "bench.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="titles; all if none are named")
    parser.add_argument("--seconds", type=float, default=6.0, help="time for each way of playing")
    parser.add_argument("--json", type=Path, default=RESULTS, help="where the figures are written")
    given = parser.parse_args()

    names = given.games or game_names()
    ways: dict[str, Way] = {name: peer(name) for name in PEERS}
    for name in names:
        ways[f"{name} search"] = partial(play_search, load_game(name))
        ways[f"{name} table"] = partial(play_table, load_game(name))
    found = paces(ways, given.seconds)
    costs = {name: measure_costs(load_game(name)) for name in names}
    thoughts = {name: measure_levels(load_game(name)) for name in names}
    console = Console(highlight=False, width=max(120, Console().width))
    console.print(speed_table(found, names), cost_table(costs), level_table(thoughts))
    given.json.parent.mkdir(parents=True, exist_ok=True)
    given.json.write_text(json.dumps(figures(found, costs, thoughts), indent=1) + "\n", encoding="utf-8")
    console.print(f"written to {given.json}")


def ratios(found: dict[str, Pace], name: str) -> dict[str, float]:
    """Decisions a second in search, as a share of each peer's."""
    return {one: round(found[f"{name} search"].decisions / found[one].decisions, 3) for one in PEERS}


def figures(
    found: dict[str, Pace], costs: dict[str, Costs], thoughts: dict[str, dict[str, Thought]]
) -> dict[str, object]:
    """Everything that was measured, for a file."""
    titles = {
        name: {
            "search": asdict(found[f"{name} search"]),
            "table": asdict(found[f"{name} table"]),
            "ratios": ratios(found, name),
            "costs": asdict(cost),
            "levels": {level: asdict(thought) for level, thought in thoughts[name].items()},
        }
        for name, cost in costs.items()
    }
    peers = {name: asdict(found[name]) for name in PEERS}
    return {"python": platform.python_version(), "machine": platform.machine(), "peers": peers, "titles": titles}


def speed_table(found: dict[str, Pace], names: list[str]) -> Table:
    table = Table("random play", title="Decisions and games a second")
    for heading in ("search dec/s", "games/s", "table dec/s", "games/s", "length", *(f"of {name}" for name in PEERS)):
        table.add_column(heading, justify="right")
    for name in PEERS:
        pace = found[name]
        table.add_row(
            f"OpenSpiel {name}", f"{pace.decisions:,.0f}", f"{pace.games:,.1f}", "", "", f"{pace.length:,.0f}"
        )
    for name in names:
        search, at_table = found[f"{name} search"], found[f"{name} table"]
        table.add_row(
            name,
            f"{search.decisions:,.0f}",
            f"{search.games:,.1f}",
            f"{at_table.decisions:,.0f}",
            f"{at_table.games:,.1f}",
            f"{search.length:,.0f}",
            *(f"{ratio:.2f}" for ratio in ratios(found, name).values()),
        )
    return table


def cost_table(costs: dict[str, Costs]) -> Table:
    table = Table("title", title="Costs")
    for heading in ("clone µs", "legal list µs", "99th percentile", "options", "state bytes", "largest"):
        table.add_column(heading, justify="right")
    for name, cost in costs.items():
        table.add_row(
            name,
            f"{cost.clone:.1f}",
            f"{cost.legal_median:.1f}",
            f"{cost.legal_p99:.1f}",
            f"{cost.options:.1f}",
            f"{cost.state_median:,}",
            f"{cost.state_largest:,}",
        )
    return table


def level_table(thoughts: dict[str, dict[str, Thought]]) -> Table:
    table = Table("title", "level", title="Computer players: processor time for a decision")
    for heading in ("mean ms", "longest ms", "positions", "positions/s", "operations/s"):
        table.add_column(heading, justify="right")
    for name, levels in thoughts.items():
        for level, thought in levels.items():
            cells = (
                f"{thought.mean:,.1f}",
                f"{thought.longest:,.1f}",
                f"{thought.valued:,.0f}",
                f"{thought.pace:,.0f}",
                f"{thought.operations:,.0f}",
            )
            table.add_row(name, level, *cells)
    return table


if __name__ == "__main__":
    main()
