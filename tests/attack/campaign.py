"""A campaign of attacks: trials numbered from 0, each made from the seed and its number alone, so that a campaign that
was cut off goes on where it stopped and a trial that found something can be tried again by itself.

What was done is kept in `.attack/<name>-<seed>.json`: how many trials ended how, and every fault with its number.
"""

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from traceback import format_exc

from tests.serving import ROOT

Trial = Callable[[random.Random], str]
"""One attack; says how it ended. An exception is a fault of what is attacked."""
KEPT = ROOT / ".attack"
BATCH = 200
"""Messages in one trial: sent together, then their answers are awaited."""


class Campaign:
    def __init__(self, name: str, seed: int) -> None:
        self.name, self.seed = name, seed
        self.done, self.ends, self.faults = 0, Counter[str](), dict[str, str]()
        self.file = KEPT / f"{name}-{seed}.json"
        if self.file.exists():
            kept = json.loads(self.file.read_text(encoding="utf-8"))
            self.done, self.ends, self.faults = kept["done"], Counter(kept["ends"]), kept["faults"]

    def run(self, trial: Trial, count: int, seconds: float) -> None:
        """Go on until `count` trials are done or the time is over; what was found is tried again first."""
        for number in list(self.faults):
            del self.faults[number]
            self.ends["FAULT"] -= 1
            self.once(trial, int(number))
        until, kept = time.monotonic() + seconds, time.monotonic()
        try:
            while self.done < count and time.monotonic() < until:
                self.once(trial)
                if time.monotonic() > kept + 30:  # whoever stops it from outside loses little
                    self.keep()
                    kept = time.monotonic()
        finally:
            self.keep()

    def once(self, trial: Trial, again: int | None = None) -> None:
        number = self.done if again is None else again
        self.done += again is None
        try:
            self.ends[trial(self.dice(number))] += 1
        except Exception:
            self.ends["FAULT"] += 1
            self.faults[str(number)] = format_exc()[-2500:]

    def dice(self, number: int) -> random.Random:
        return random.Random(f"{self.name}/{self.seed}/{number}")

    def keep(self) -> None:
        KEPT.mkdir(exist_ok=True)
        told = {"done": self.done, "ends": dict(+self.ends), "faults": self.faults}
        self.file.write_text(json.dumps(told, indent=1), encoding="utf-8")

    def tell(self, wanted: int) -> None:
        """Print the counts; leave with an error if anything was found."""
        print(f"{self.name}, seed {self.seed}: {self.done:,} of {wanted:,}")
        for end, count in self.ends.most_common():
            print(f"  {count:>8,}  {end}")
        for number, fault in self.faults.items():
            print(f"trial {number}:\n{fault}")
        if self.faults:
            sys.exit(1)


def folder(name: str) -> Path:
    """A place for what a campaign leaves behind: logs, files that were found to break something."""
    place = KEPT / name
    place.mkdir(parents=True, exist_ok=True)
    return place
