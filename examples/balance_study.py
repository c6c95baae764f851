"""A balance study, cell by cell: is a scenario fair, and what does an optional rule change?

Run it whole (`python examples/balance_study.py --games 400 --player greedy`), or cell by cell in an editor that knows
`# %%`. Needs `pip install 'grognard[lab]'`.
"""

# %% What is studied

import argparse
from pathlib import Path

from grognard.core import load_game
from grognard.lab import make_setting, read_contestant
from grognard.lab.balance import plan_balance
from grognard.lab.findings import Findings
from grognard.lab.store import Run
from grognard.lab.study import carry_out
from grognard.lab.sweep import plan_sweep, read_axis


def show(found: Findings) -> None:
    print(f"\n{found.title}")
    for sentence in found.verdict:
        print(f"  {sentence}")
    for grid in found.grids:
        print(f"  {grid.title}: {' | '.join(grid.heading)}")
        for row in grid.rows:
            print(f"    {' | '.join(row)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--player", default="random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path("runs") / "study")
    given = parser.parse_args()

    game = load_game("cassino_1944")
    player = read_contestant(given.player)
    campaign = make_setting(game, "campaign")

    # %% Which side is favoured, and how sure are we?
    # The folder holds everything: a second run of this script continues or simply reads it.
    plan = plan_balance(game, campaign, player, given.games, given.seed)
    show(carry_out(Run.begin(given.folder / "balance", plan), game))

    # %% What do support markers and weather change? Every setting is played with the same dice.
    axes = [read_axis("support=off,on"), read_axis("weather=off,on")]
    plan = plan_sweep(game, campaign, axes, player, given.games, given.seed)
    show(carry_out(Run.begin(given.folder / "sweep", plan), game))

    # %% Where to look next
    print(f"\nPlots: {given.folder / 'balance' / 'report.html'} and {given.folder / 'sweep' / 'report.html'}")


if __name__ == "__main__":
    main()
