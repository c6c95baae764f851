"""Answers to "show me": where a unit can go, where the Germans may strike, who is cut off, what resists."""

from grognard.core import SpaceId
from grognard.games.cities_of_the_damned.content import (
    AP_RIVER,
    AREAS,
    ARMOR,
    CONTESTED,
    CONTROL_NAMES,
    HELD_BY_ALLIES,
    HELD_BY_GERMANS,
    LEVEL,
    OFFMAP,
    RESISTANCE,
    SUPPLY,
    TANK_WAYS,
    WAYS,
)
from grognard.games.cities_of_the_damned.rules.counterattack import sites
from grognard.games.cities_of_the_damned.rules.movement import allowance, pays_river
from grognard.games.cities_of_the_damned.rules.state import CityState, isolated, stacks
from grognard.look.scene import Overlay

OVERLAYS = (
    ("reach", "Where can it go?"),
    ("threat", "Where may the Germans strike?"),
    ("supply", "Which Germans are cut off?"),
    ("ground", "Level and resistance"),
    ("control", "Who holds what?"),
)
TITLES = dict(OVERLAYS)


def overlay_of(s: CityState, name: str, unit: int) -> Overlay:
    """The overlay of this name, for a unit where it speaks of one."""
    if name == "reach":
        return Overlay(name, TITLES[name], _reach(s, unit), tone="reach")
    if name == "threat":
        return Overlay(name, TITLES[name], tuple((a, "CA") for a in sites(s)), tone="threat")
    if name == "supply":
        cut = [a for a in range(AREAS) if s.control[a] != HELD_BY_ALLIES and isolated(s, a)]
        edges = [(a, "edge") for a in sorted(SUPPLY)]
        return Overlay(name, TITLES[name], (*((a, "-2") for a in cut), *edges), tone="supply")
    if name == "ground":
        return Overlay(
            name, TITLES[name], tuple((a, f"L{LEVEL[a]} R{RESISTANCE[a]}") for a in range(AREAS)), tone="zone"
        )
    held = tuple((a, CONTROL_NAMES[s.control[a]]) for a in range(AREAS) if s.control[a] != HELD_BY_GERMANS)
    return Overlay("control", TITLES["control"], held, tone="control")


def _reach(s: CityState, unit: int) -> tuple[tuple[int, str], ...]:
    """Areas one activation can reach without waiting for a fight, with the AP it costs; `!` where it must fight."""
    if unit < 0 or (s.loc[unit] >= AREAS and s.loc[unit] != OFFMAP):
        return ()
    ways = TANK_WAYS if ARMOR[unit] else WAYS
    best: dict[int, int] = {}
    edge = [(SpaceId(s.loc[unit]), 1)]
    for _ in range(allowance(s)):
        following: list[tuple[SpaceId, int]] = []
        for at, cost in edge:
            if at != s.loc[unit] and s.control[at] != HELD_BY_ALLIES:
                continue
            for to, river, _ in ways[at]:
                if s.control[at] == CONTESTED and s.control[to] == HELD_BY_GERMANS:
                    continue
                price = 1 + AP_RIVER if (river or cost > 1) and pays_river(s) else 1
                if (to in best and best[to] <= price) or not stacks((*s.here[to], unit)):
                    continue
                best[to] = price
                following.append((to, price))
        edge = following
    return tuple((a, f"{cost}{'' if s.control[a] == HELD_BY_ALLIES else '!'}") for a, cost in sorted(best.items()))
