"""A second opinion on Thunder at Cassino: fire and retreats, plain and slow, from the component files and the rulebook.

It knows a position by names and shares no code with the rules. Night, Smoke and the named Armor unit are told to it;
everything they lead to it adds up for itself.
"""

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import SPACE_NAMES, UNIT_NAMES

DATA = GAME.folder / "data"


def rows(name: str) -> list[dict[str, str]]:
    with Path(DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


AREAS = {row["area"]: row for row in rows("areas.csv")}
ZONES = {row["zone"]: row for row in rows("zones.csv")}
TROOPS = {row["unit"][2:].replace("_", " "): row for row in rows("units.csv")}
GUNS = {row["artillery"][2:].replace("_", " "): row for row in rows("artillery.csv")}
COLOUR = {frozenset((row["a"], row["b"])): row["colour"] for row in rows("adjacency.csv")} | {
    frozenset((row["zone"], row["to"])): row["colour"] for row in rows("zone_links.csv")
}
VEHICLES = ("armor", "at")


@dataclass
class Position:
    """Who stands where, and which side up."""

    where: dict[str, str]
    committed: dict[str, bool]
    turn: int

    @classmethod
    def of(cls, s: Any) -> "Position":
        names = dict(enumerate(UNIT_NAMES))
        return cls(
            {names[u]: SPACE_NAMES[at] for u, at in enumerate(s.loc) if names[u] in TROOPS},
            {names[u]: bool(c) for u, c in enumerate(s.committed) if names[u] in TROOPS},
            s.turn,
        )

    def inside(self, place: str, side: str) -> list[str]:
        return [u for u, at in self.where.items() if at == place and TROOPS[u]["side"] == side]

    def fighters(self, place: str, side: str) -> list[str]:
        return [u for u in self.inside(place, side) if TROOPS[u]["combat"] == "1"]


def kind(unit: str) -> str:
    return TROOPS[unit]["kind"]


def foe(side: str) -> str:
    return "German" if side == "Allied" else "Allied"


def adjacent(a: str, b: str) -> bool:
    return a in AREAS and b in AREAS and frozenset((a, b)) in COLOUR


@dataclass
class Shot:
    """A fire attack as it is declared."""

    side: str
    origin: str
    target: str
    committed: bool
    firers: list[str]
    dim: bool
    main: str

    @property
    def artillery(self) -> bool:
        return self.firers[0] in GUNS


def group(p: Position, shot: Shot) -> list[str]:
    return [u for u in p.inside(shot.target, foe(shot.side)) if p.committed[u] == shot.committed]


def hurts_armor(shot: Shot) -> bool:
    """12.1 to 12.3 Artillery, fire within one Area, or an Anti-Tank or Armor unit among the firers."""
    within = shot.origin == shot.target and shot.origin in AREAS
    return shot.artillery or within or any(kind(u) in VEHICLES for u in shot.firers)


def attack_value(shot: Shot) -> int:
    """8.351 Before dice."""
    if shot.artillery:
        return int(GUNS[shot.firers[0]]["night_af" if shot.dim else "day_af"])
    companies = [TROOPS[u]["organization"] for u in shot.firers if kind(u) != "armor"]
    whole = any(companies.count(c) >= 3 for c in companies)
    return max(int(TROOPS[u]["af"]) for u in shot.firers) + len(shot.firers) - 1 + whole


def defence_value(p: Position, shot: Shot) -> int:
    """8.352 Before dice."""
    column = "committed_df" if shot.committed else "df"
    open_to = [u for u in group(p, shot) if kind(u) != "armor" or hurts_armor(shot)]
    base = int(TROOPS[shot.main][column]) if shot.main else min(int(TROOPS[u][column]) for u in open_to)
    value = base + int((AREAS.get(shot.target) or ZONES[shot.target])["tem"])
    if shot.artillery:
        return value
    if shot.origin != shot.target or shot.target in ZONES:
        value += 1
        if shot.origin in AREAS and shot.target in AREAS:
            value += int(AREAS[shot.target]["elevation"]) > int(AREAS[shot.origin]["elevation"])
    return value + shot.dim


def room(p: Position, unit: str, place: str) -> bool:
    """7.1 Ten Infantry, three Armor, one observer more; Zones hold any number."""
    if place in ZONES:
        return True
    there = [*p.inside(place, TROOPS[unit]["side"]), unit]
    foot = [u for u in there if kind(u) != "armor"]
    spare = 1 if any(kind(u) == "obs" for u in foot) else 0
    return len(foot) - spare <= 10 and len(there) - len(foot) <= 3


def priority(p: Position, unit: str, place: str, shot: Shot) -> tuple[str, int] | None:
    """8.3551 The class of a place for a retreat, with the number of enemy neighbours in class E; None: closed."""
    enemy = foe(TROOPS[unit]["side"])
    there = p.fighters(place, enemy)
    if place in ZONES:
        return ("D", 0) if there else ("B", 0)
    if there:
        foot = [u for u in there if kind(u) != "armor"]
        if kind(unit) == "armor":
            return ("G", 0) if foot and not any(kind(u) in VEHICLES for u in there) else None
        return None if foot else ("F", 0)
    near = [area for area in AREAS if adjacent(place, area) and p.fighters(area, enemy)]
    if not near:
        return "A", 0
    if shot.origin not in AREAS or not adjacent(place, shot.origin):
        return "C", 0
    return "E", len(near)


def refuges(p: Position, unit: str, shot: Shot) -> set[str]:
    """8.355 Where a unit falls back to, if a place with room is open; the Area the fire came from never is."""
    found = []
    for place in (*AREAS, *ZONES):
        colour = COLOUR.get(frozenset((shot.target, place)))
        if colour is None or (place == shot.origin and place != shot.target):
            continue
        if kind(unit) in VEHICLES and colour != "white":
            continue
        if TROOPS[unit]["side"] == "German" and place in ZONES and ZONES[place]["german_entry"] == "0":
            continue
        ranked = priority(p, unit, place, shot)
        if ranked is not None and room(p, unit, place):
            found.append((ranked, place))
    best = min((ranked for ranked, _ in found), default=None)
    return {place for ranked, place in found if ranked == best}
