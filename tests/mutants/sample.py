"""A tiny rules module with known breaks, for the tests of the tool."""

from functools import lru_cache

from grognard.core import Refusal, rule

LIMIT = 3


@rule("1.1")
def room(units: int, engineers: bool) -> bool:
    """Whether one more fits in; engineers always do."""
    return units < LIMIT or engineers


def strength(units: list[int], leader: int, side: int) -> int:
    if not units:
        return 0
    return sum([u for u in units if u > 1]) + leader * (1 - side)


@lru_cache(maxsize=8)
def doubled(units: int) -> int:
    return units * 2


def best(margins: list[int]) -> int:
    return max(0, *margins)


def crowded(units: int) -> bool:
    return bool(best([units - LIMIT]))


def refuse(units: int) -> Refusal | None:
    if units >= LIMIT:
        return Refusal("1.2", "full", (LIMIT + 1,))
    return None


class Track:
    """Flags of a round."""

    rule = "2.0"

    def __init__(self) -> None:
        self.used = [1, 1]
        self.spent = 1

    def reset(self) -> None:
        for k in range(2):
            self.used[k] = 0
        self.spent = 0
