"""`make bench`: speed of every title beside OpenSpiel in the same run, as a table and as a JSON file.

Absolute figures depend on the machine; the ratios to OpenSpiel much less. Nothing here asserts a time.
"""

import argparse
import json
import platform
from dataclasses import asdict
from pathlib import Path

from measure import Figures, Pace, measure
from peers import PEERS, measure_peer
from rich.console import Console
from rich.table import Table

from grognard.core import game_names, load_game

RESULTS = Path(__file__).parent.parent / "build" / "bench.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="titles; all if none are named")
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each way of playing")
    parser.add_argument("--json", type=Path, default=RESULTS, help="where the figures are written")
    given = parser.parse_args()

    peers = {name: measure_peer(name, given.seconds) for name in PEERS}
    figures = [measure(load_game(name), given.seconds) for name in given.games or game_names()]
    console = Console(highlight=False, width=max(120, Console().width))
    console.print(speed_table(peers, figures), cost_table(figures))
    given.json.parent.mkdir(parents=True, exist_ok=True)
    told = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "peers": {name: asdict(pace) for name, pace in peers.items()},
        "titles": [asdict(figure) | {"ratios": ratios(figure, peers)} for figure in figures],
    }
    given.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    console.print(f"written to {given.json}")


def ratios(figure: Figures, peers: dict[str, Pace]) -> dict[str, float]:
    """Decisions a second in search, as a share of each peer's."""
    return {name: round(figure.search.decisions / peer.decisions, 3) for name, peer in peers.items()}


def speed_table(peers: dict[str, Pace], figures: list[Figures]) -> Table:
    table = Table("random play", title="Decisions and games a second")
    for heading in ("search dec/s", "games/s", "table dec/s", "games/s", "length", *(f"of {name}" for name in PEERS)):
        table.add_column(heading, justify="right")
    for name, peer in peers.items():
        table.add_row(f"OpenSpiel {name}", f"{peer.decisions:,.0f}", f"{peer.games:,.1f}", "", "", "")
    for figure in figures:
        table.add_row(
            figure.name,
            f"{figure.search.decisions:,.0f}",
            f"{figure.search.games:,.1f}",
            f"{figure.table.decisions:,.0f}",
            f"{figure.table.games:,.1f}",
            f"{figure.length:,.0f}",
            *(f"{ratio:.2f}" for ratio in ratios(figure, peers).values()),
        )
    return table


def cost_table(figures: list[Figures]) -> Table:
    table = Table("title", title="Costs")
    for heading in ("clone µs", "legal list µs", "99th percentile", "options", "state bytes", "largest"):
        table.add_column(heading, justify="right")
    for figure in figures:
        table.add_row(
            figure.name,
            f"{figure.clone:.1f}",
            f"{figure.legal_median:.1f}",
            f"{figure.legal_p99:.1f}",
            f"{figure.options:.1f}",
            f"{figure.state_median:,}",
            f"{figure.state_largest:,}",
        )
    return table


if __name__ == "__main__":
    main()
