"""The load table of `docs/operate.md`: `python -m bench.server.table`, about four minutes on two quiet cores.

Every title by itself, each seat answering as fast as it can; all titles mixed, at a rate; and a bare socket loop before
and after them, so that the work of others on the machine shows.
"""

import argparse
from statistics import mean

from bench.server.load import MIXED, TITLES, Result, measure_bare, measure_table
from grognard.core import load_game

MATCHES, ANSWERS = 32, 2000
"""Of one title."""
MANY, ALL, RATE = 200, 4000, 150
"""Matches of all titles mixed, their answers, and answers a second."""
HEADS = ("CPU µs", "of it rules", "scene", "first answers", "of bare", "ack p50 ms", "p99 ms", "answers/s", "idle KiB")


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    print("| | matches | " + " | ".join(HEADS) + " |\n|---|---:" + "|---:" * len(HEADS) + "|", flush=True)
    bare = [measure_bare("sqlite", "", MATCHES, ANSWERS)]
    _row(bare[0], "bare loop", bare[0].cpu)
    alone = [measure_table("sqlite", "", MATCHES, title, ANSWERS) for title in TITLES]
    bare.append(measure_bare("sqlite", "", MATCHES, ANSWERS))
    usual = mean(result.cpu for result in bare)
    for result in alone:
        _row(result, load_game(result.what).title, usual)
    _row(bare[1], "bare loop again", usual)
    crowd = measure_bare("sqlite", "", MANY, ALL)
    _row(crowd, "bare loop", crowd.cpu)
    _row(measure_table("sqlite", "", MANY, MIXED, ALL, RATE), f"all titles, {RATE} answers a second", crowd.cpu)


def _row(r: Result, name: str, bare: float) -> None:
    parts = (f"{r.rules:.0f}", f"{r.scene:.0f}") if r.rules else ("", "")
    first = f"{r.first:,.0f}" if r.first else ""
    numbers = (f"{r.cpu / bare:.2f}", f"{r.p50:.0f}", f"{r.p99:.0f}", f"{r.answers / r.seconds:.0f}")
    idle = f"{r.idle:.0f}" if r.idle else ""
    print(
        f"| {name} | {r.matches} | " + " | ".join((f"{r.cpu:,.0f}", *parts, first, *numbers, idle)) + " |", flush=True
    )


if __name__ == "__main__":
    main()
