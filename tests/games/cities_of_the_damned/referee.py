"""A second opinion on Cities of the Damned: plain and slow, from the component files and the rulebook alone.

It knows a position by names (who stands where, who holds what) and answers in the words of the terminal. It shares no
code with the rules: what they list, charge and add up is judged here once more.
"""

import csv
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import CONTROL_NAMES, KIND_NAMES, SPACE_NAMES, UNIT_NAMES

DATA = GAME.folder / "data"
EAST = "Off-map East"
CRATERED, BAILEY = 5, 8
UPHILL, RIVER = 1, 2


def rows(name: str) -> list[dict[str, str]]:
    with Path(DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


AREAS = {row["id"]: row for row in rows("areas.csv")}
UNITS = {row["id"]: row for row in rows("units.csv") if row["side"] == "allied"}
ENTRIES = [name for name, row in AREAS.items() if row["entry_26nz"] == "1"]
SUPPLY = [name for name, row in AREAS.items() if row["german_supply_edge"] == "1"]
KIND = {frozenset((row["a"], row["b"])): row["kind"] for row in rows("adjacency.csv")}


@dataclass
class Position:
    """What lies on the table."""

    where: dict[str, str]
    reduced: set[str]
    control: dict[str, str]
    ap: int
    rain: bool
    happening: int
    used: dict[str, int]
    marks: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, s: Any) -> "Position":
        names = dict(enumerate(UNIT_NAMES))
        return cls(
            {names[u]: SPACE_NAMES[at] for u, at in enumerate(s.loc)},
            {names[u] for u, r in enumerate(s.reduced) if r},
            {area: CONTROL_NAMES[s.control[SPACE_NAMES.index(area)]] for area in AREAS},
            s.ap,
            bool(s.rain),
            s.happening,
            {names[u]: n for u, n in enumerate(s.used)},
            {names[u]: n for u, n in enumerate(s.marks)},
        )

    def inside(self, area: str) -> list[str]:
        return [unit for unit, at in self.where.items() if at == area]

    def on_map(self, unit: str) -> bool:
        return self.where[unit] in AREAS or self.where[unit] == EAST


def armor(unit: str) -> bool:
    return UNITS[unit]["type"] == "armor"


def level(area: str) -> int:
    return int(AREAS[area]["elevation"])


def fit(units: list[str]) -> bool:
    """6.1.3 Three infantry of one battalion or two of any, and one armor unit."""
    infantry = [u for u in units if not armor(u)]
    limit = 3 if len({UNITS[u]["formation"] for u in infantry}) <= 1 else 2
    return len(infantry) <= limit and len(units) - len(infantry) <= 1


def river(a: str, b: str) -> bool:
    return KIND.get(frozenset((a, b))) == "river"


def neighbours(area: str) -> list[str]:
    if area == EAST:
        return ENTRIES
    return [b for b in AREAS if b != area and KIND.get(frozenset((area, b)), "prohibited") != "prohibited"]


def moves(p: Position) -> int:
    return 2 if p.rain else 3


def enterable(p: Position, units: list[str], moved: int, crossed: bool) -> set[str]:
    """6.1 Where these units, standing together, may go next."""
    here = p.where[units[0]]
    if moved >= moves(p) or (p.happening == CRATERED and moved and any(armor(u) for u in units)):
        return set()
    found = set()
    for area in neighbours(here):
        if any(armor(u) for u in units) and level(area) >= 3:
            continue
        if here != EAST and p.control[here] == "Contested" and p.control[area] == "German":
            continue
        dear = here != EAST and river(here, area) and not crossed and p.happening != BAILEY
        if dear and p.ap < len(units):
            continue
        if fit([*p.inside(area), *units]) or not p.inside(area):
            found.add(area)
    return found


def leaves(p: Position, units: list[str], moved: int) -> bool:
    """6.1.2 Out of an exit area under Allied control, as one area of movement."""
    here = p.where[units[0]]
    if here == EAST or int(AREAS[here]["exit_vp"]) == 0 or p.control[here] != "Allied":
        return False
    return moved < moves(p) and not (p.happening == CRATERED and moved and any(armor(u) for u in units))


def march(p: Position, units: list[str], moved: int, crossed: bool) -> set[str]:
    """What a party on the march may answer; `all` is a short cut and judged elsewhere."""
    here = p.where[units[0]]
    told = {f"enter {area}" for area in enterable(p, units, moved, crossed)}
    if leaves(p, units, moved):
        told.add("exit")
    if len(units) > 1:
        told |= {f"drop {u}" for u in units}
    if not moved and p.ap >= 1:
        told |= {f"add {u}" for u in p.inside(here) if p.used[u] == 0 and u not in units and fit([*units, u])}
    return told | {"done"}


def groups(p: Position, units: list[str], moved: int) -> set[str]:
    """Which group of a scattered party may be told to go on; with no area left nobody is asked."""
    return {f"goon {p.where[u]}" for u in units} | {"done"} if moved < moves(p) else set()


def activations(p: Position) -> set[str]:
    """6.0 Who may be activated: once a round, for a point, if there is anywhere to go."""
    found = set()
    for unit in p.where:
        if p.on_map(unit) and p.used[unit] == 0 and p.ap >= 1:
            paid = Position(p.where, p.reduced, p.control, p.ap - 1, p.rain, p.happening, p.used)
            if enterable(paid, [unit], 0, False) or leaves(paid, [unit], 0):
                found.add(f"activate {unit}")
    return found


def isolated(p: Position, area: str) -> bool:
    """6.2 No chain of German-controlled areas from a neighbour to a supply edge."""
    if area in SUPPLY:
        return False
    seen, todo = {area}, [area]
    while todo:
        for n in neighbours(todo.pop()):
            if n in seen or p.control[n] != "German":
                continue
            if n in SUPPLY:
                return False
            seen.add(n)
            todo.append(n)
    return True


def clash(p: Position, fight: Any, dice: tuple[int, int]) -> tuple[set[int], int]:
    """6.2 step 3: the Allied totals that a choice of the lead unit allows, and the German total."""
    area = SPACE_NAMES[fight.area]
    units = [u for u in p.inside(area) if not (fight.tank and armor(u))]
    marked = 0
    for unit in p.inside(area):
        marked |= p.marks[unit]
    bonus = fight.direct - bool(marked & UPHILL) - bool(marked & RIVER)
    totals = set()
    for lead in units:
        factor = int(UNITS[lead]["cf_reduced" if lead in p.reduced else "cf_full"])
        totals.add(factor + len(units) - 1 + bonus + dice[0])
    chits = [KIND_NAMES[code // 4] for code in fight.drawn]
    german = sum(int(name.split()[-1]) if name[-1].isdigit() else 1 for name in chits) + int(AREAS[area]["resistance"])
    return totals or {bonus + dice[0]}, german - (2 if isolated(p, area) else 0) + dice[1]


def refuges(p: Position, unit: str, area: str, settled: set[str]) -> set[str]:
    """6.2.1 Where a unit may retreat to: held ground, or Contested ground whose fight of the round is over."""
    found = set()
    for to in neighbours(area):
        if armor(unit) and level(to) >= 3:
            continue
        if p.control[to] == "German" or (p.control[to] == "Contested" and to not in settled):
            continue
        if not p.inside(to) or fit([*p.inside(to), unit]):
            found.add(to)
    return found


def holder(before: str, left: int, chits: int, margin: int, vacant: bool, averted: bool) -> str:
    """6.2 step 4, 7.0 Who holds an area after a combat: Allied units and chits left there, and who won."""
    if averted:
        return before
    won = margin > 0 and chits == 0
    if left:
        return "Allied" if won else "Contested"
    return "Allied" if vacant and won else "German"
