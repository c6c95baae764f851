"""Constraints the components must satisfy, and invariants every position must keep."""

from grognard.games.thunder_at_cassino.state import Thunder


def broken(s: Thunder) -> list[str]:
    return []
