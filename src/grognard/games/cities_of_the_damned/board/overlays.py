"""Answers to "show me": where a unit can go, where the Germans may strike, who is cut off, what resists."""

from grognard.games.cities_of_the_damned.content import (
    AP_RIVER,
    AP_UNIT,
    AREAS,
    CONTROL_NAMES,
    HELD_BY_ALLIES,
    HELD_BY_GERMANS,
    LEVEL,
    OFFMAP,
    RESISTANCE,
    SUPPLY,
)
from grognard.games.cities_of_the_damned.rules.combat import CUT_OFF
from grognard.games.cities_of_the_damned.rules.counterattack import exposed
from grognard.games.cities_of_the_damned.rules.movement import March, Party, routes
from grognard.games.cities_of_the_damned.rules.state import CityState, isolated
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
        return Overlay(name, TITLES[name], tuple((a, "CA") for a in exposed(s)), tone="threat")
    if name == "supply":
        cut = [a for a in range(AREAS) if s.control[a] != HELD_BY_ALLIES and isolated(s, a)]
        edges = [(a, "edge") for a in sorted(SUPPLY)]
        return Overlay(name, TITLES[name], (*((a, f"{CUT_OFF:+d}") for a in cut), *edges), tone="supply")
    if name == "ground":
        return Overlay(
            name, TITLES[name], tuple((a, f"L{LEVEL[a]} R{RESISTANCE[a]}") for a in range(AREAS)), tone="zone"
        )
    held = tuple((a, CONTROL_NAMES[s.control[a]]) for a in range(AREAS) if s.control[a] != HELD_BY_GERMANS)
    return Overlay("control", TITLES["control"], held, tone="control")


def _reach(s: CityState, unit: int) -> tuple[tuple[int, str], ...]:
    """Areas one activation can reach without waiting for a fight, with the AP it costs; `!` where it must fight.

    On the march: where the party goes on, and what that costs more. Where no round is under way, points do not count.
    """
    if unit < 0 or (s.loc[unit] >= AREAS and s.loc[unit] != OFFMAP):
        return ()
    step = s.stack[-1] if s.stack else None
    if isinstance(step, March) and unit in step.marching(s):
        price, together = 0, tuple([u for u in step.marching(s) if s.loc[u] == s.loc[unit]])
        p = Party(s, together, step.moved, step.crossed, s.ap)
    else:
        price = AP_UNIT
        p = Party(s, (unit,), 0, False, s.ap - AP_UNIT if s.ap else AP_RIVER)
    costs = {way[-1]: price + AP_RIVER * len(p.units) if pays else price for way, pays in routes(s, p)}
    return tuple((a, f"{cost}{'' if s.control[a] == HELD_BY_ALLIES else '!'}") for a, cost in sorted(costs.items()))
