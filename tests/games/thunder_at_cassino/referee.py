"""A second opinion on Thunder at Cassino: movement, fire, retreats, close combat and control, plain and slow, from the
component files and the rulebook.

It knows a position by names and shares no code with the rules. Night, Smoke and the named Armor unit are told to it;
everything they lead to it adds up for itself.
"""

import csv
from dataclasses import dataclass, field
from functools import cached_property
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
    night: bool = False
    smoked: frozenset[str] = frozenset()

    @classmethod
    def of(cls, s: Any) -> "Position":
        names = dict(enumerate(UNIT_NAMES))
        return cls(
            {names[u]: SPACE_NAMES[at] for u, at in enumerate(s.loc) if names[u] in TROOPS},
            {names[u]: bool(c) for u, c in enumerate(s.committed) if names[u] in TROOPS},
            s.turn,
            s.night,
            frozenset(SPACE_NAMES[m.space] for m in s.smoke),
        )

    @cached_property
    def everybody(self) -> dict[tuple[str, str], list[str]]:
        """The units by place and side: a position is asked about every place, and does not change."""
        found: dict[tuple[str, str], list[str]] = {}
        for unit, at in self.where.items():
            found.setdefault((at, TROOPS[unit]["side"]), []).append(unit)
        return found

    def inside(self, place: str, side: str) -> list[str]:
        return self.everybody.get((place, side), [])

    def fighters(self, place: str, side: str) -> list[str]:
        return [u for u in self.inside(place, side) if TROOPS[u]["combat"] == "1"]


def kind(unit: str) -> str:
    return TROOPS[unit]["kind"]


def heavy(units: list[str]) -> bool:
    """Whether there is Armor or an Anti-Tank unit among them."""
    return any(kind(u) in VEHICLES for u in units)


def foe(side: str) -> str:
    return "German" if side == "Allied" else "Allied"


def adjacent(a: str, b: str) -> bool:
    return a in AREAS and b in AREAS and frozenset((a, b)) in COLOUR


AROUND = {a: [b for b in AREAS if adjacent(a, b)] for a in AREAS}
"""By Area: the Areas adjacent to it."""
LINKED = {a: [b for b in (*AREAS, *ZONES) if frozenset((a, b)) in COLOUR] for a in (*AREAS, *ZONES)}
"""By place: the Areas and Zones one step away, whoever may take it."""


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


def targets(p: Position, side: str, origin: str) -> set[tuple[str, bool]]:
    """8.3, 8.13, 10.5, 12.1, 18.2 The places, and which Group there, that somebody in a place may fire at."""
    ready = [u for u in p.fighters(origin, side) if not p.committed[u]]
    found = set()
    for place in (origin, *AROUND.get(origin, ())):
        for committed in (False, True):
            there = [u for u in p.inside(place, foe(side)) if p.committed[u] == committed]
            hard = all(kind(u) == "armor" for u in there) and not (place == origin and place in AREAS)
            fit = [u for u in ready if not hard or kind(u) in VEHICLES]
            if there and any(committed or not spared(p, u) for u in fit):
                found.add((place, committed))
    return found


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
    near = [area for area in AROUND[place] if p.fighters(area, enemy)]
    if not near:
        return "A", 0
    if shot.origin not in AREAS or not adjacent(place, shot.origin):
        return "C", 0
    return "E", len(near)


def may_be_in(p: Position, unit: str, place: str) -> bool:
    """10.7, 19.12, 18.2 Germans keep out of Zones A-F and on turn 1 of white circles, reserves of enemy company."""
    side = TROOPS[unit]["side"]
    if side == "German" and place in ZONES and ZONES[place]["german_entry"] == "0":
        return False
    if side == "German" and p.turn == 1 and place in AREAS and AREAS[place]["setup_colour"] == "white":
        return False
    reserve = p.turn >= 10 and TROOPS[unit]["reserve_at_turn_10"] == "1"
    return not (reserve and p.fighters(place, foe(side)))


def refuges(p: Position, unit: str, shot: Shot, gone: tuple[str, ...] = ()) -> set[str]:
    """8.355, 8.3552, 12.5 Where a unit falls back to; the Area the fire came from is never open.

    To a place with room, or that its party has `gone` to; if there is none, to a full one from which it can go on.
    Armor asks all this first as if enemy Infantry closed a place.
    """
    found = []
    for place in LINKED[shot.target]:
        colour = COLOUR[frozenset((shot.target, place))]
        if place == shot.origin and place != shot.target:
            continue
        if kind(unit) in VEHICLES and colour != "white":
            continue
        if not may_be_in(p, unit, place):
            continue
        ranked = priority(p, unit, place, shot)
        if ranked is not None:
            found.append((ranked, place))
    for shunned in ("G", ""):
        ways = [
            (ranked, place) for ranked, place in found if ranked[0] != shunned and ends(p, unit, place, shot, shunned)
        ]
        roomy = [(ranked, place) for ranked, place in ways if place in gone or room(p, unit, place)]
        if ways:
            best = min(ranked for ranked, _ in roomy or ways)
            return {place for ranked, place in roomy or ways if ranked == best}
    return set()


def ends(p: Position, unit: str, place: str, shot: Shot, shunned: str) -> bool:
    """Whether a unit that falls back to a place can stay there or go on from it."""
    return room(p, unit, place) or bool(ways_on(p, unit, place, shot, (shot.target,), shunned))


def exposed(p: Position, unit: str, place: str, shot: Shot) -> tuple[bool, int, str]:
    """8.355 How bad an end a place is for a unit that had to go on: enemies in it, enemies around it, its class."""
    ranked = priority(p, unit, place, shot)
    assert ranked is not None
    enemy = foe(TROOPS[unit]["side"])
    around = [area for area in AROUND.get(place, ()) if p.fighters(area, enemy)]
    return bool(p.fighters(place, enemy)), len(around), ranked[0]


def goes_on(p: Position, unit: str, at: str, shot: Shot, came: tuple[str, ...]) -> set[str]:
    """8.355, 12.5 The steps on from a full place: as if enemy Infantry closed a place, if there are any so."""
    return ways_on(p, unit, at, shot, came, "G") or ways_on(p, unit, at, shot, came, "")


def ways_on(p: Position, unit: str, at: str, shot: Shot, came: tuple[str, ...], shunned: str) -> set[str]:
    """The first steps of the shortest ways to a place with room and the best of such ends, no place `shunned`."""
    paths: list[tuple[str, ...]] = [(at,)]
    while paths:
        longer = []
        for path in paths:
            for place in LINKED[path[-1]]:
                red = COLOUR[frozenset((path[-1], place))] != "white"
                if place in (*came, *path, shot.origin) or (kind(unit) in VEHICLES and red):
                    continue
                ranked = priority(p, unit, place, shot)
                if may_be_in(p, unit, place) and ranked is not None and ranked[0] != shunned:
                    longer.append((*path, place))
        there = [path for path in longer if room(p, unit, path[-1])]
        if there:
            best = min(exposed(p, unit, path[-1], shot) for path in there)
            return {path[1] for path in there if exposed(p, unit, path[-1], shot) == best}
        paths = longer
    return set()


# Movement


def step_price(p: Position, side: str, place: str) -> int:
    """8.23, 10.4 The Movement Factors to enter a place."""
    enemies = p.fighters(place, foe(side))
    dark = p.night or place in p.smoked
    if place in ZONES:
        price = 2
        for many in (1, 3, 6):
            price += len(enemies) >= many
        return price - dark
    quiet = dark or (p.turn == 1 and side == "Allied")
    guns = any(kind(u) == "mg" for u in enemies)
    if enemies:
        return 4 if guns and not quiet else 3
    watched = any(kind(u) == "mg" for area in AROUND[place] if area not in p.smoked for u in p.inside(area, foe(side)))
    return 2 if watched and not quiet else 1


def first_steps(p: Position, unit: str) -> set[str]:
    """8.2 The places one unit that has not moved may enter, places with no room for it left out."""
    side, at = TROOPS[unit]["side"], p.where[unit]
    enemy = foe(side)
    reserve = p.turn >= 10 and TROOPS[unit]["reserve_at_turn_10"] == "1"
    found = set()
    for place in LINKED[at]:
        if heavy([unit]) and COLOUR[frozenset((at, place))] != "white":
            continue
        if side == "German" and place in ZONES and ZONES[place]["german_entry"] == "0":
            continue
        if side == "German" and p.turn == 1 and place in AREAS and AREAS[place]["setup_colour"] == "white":
            continue
        met = bool(p.inside(place, enemy))
        leaving = at in AREAS and bool(p.inside(at, enemy))
        if leaving and met and place in AREAS:
            if kind(unit) != "armor":
                continue
            if heavy(p.inside(at, enemy)) and heavy(p.inside(place, enemy)):
                continue
        if reserve and met:
            continue
        if step_price(p, side, place) <= int(TROOPS[unit]["mf"]) and room(p, unit, place):
            found.add(place)
    return found


# Close combat


def odds(attackers: list[str], target: str) -> int:
    """9.7 What is added to the die of an attack."""
    best = 0
    for u in attackers:
        if kind(target) == "armor" and kind(u) in VEHICLES:
            margin = int(TROOPS[u]["af"]) - int(TROOPS[target]["df"])
        else:
            margin = int(TROOPS[u]["ccf"]) - int(TROOPS[target]["ccf"])
        best = max(best, margin)
    return len(attackers) - 1 + best


def lawful(p: Position, area: str, side: str, pairs: list[tuple[str, str]], screened: set[str], stood: set[str]) -> str:
    """9.6, 12.4, 18.2 What is wrong with a finished pairing; nothing: it is lawful."""
    enemy = foe(side)
    theirs, mine = p.fighters(area, enemy), p.fighters(area, side)
    line, screening = (
        {u for u in units if (kind(u) != "armor" and u not in screened) or u in stood} for units in (theirs, mine)
    )
    reserves = {u for u in theirs if p.turn >= 10 and TROOPS[u]["reserve_at_turn_10"] == "1"}
    struck = {target for _, target in pairs}
    if len({u for u, _ in pairs}) != len(pairs) or not {u for u, _ in pairs} <= set(mine):
        return "somebody attacks twice or from elsewhere"
    if struck & screened or not struck <= set(theirs):
        return "a screened unit is attacked"
    for target in struck:
        party = [u for u, t in pairs if t == target]
        guns = any(kind(u) in VEHICLES for u in party)
        if screened & set(party) and not any(u in screening and not spared(p, u) for u in party):
            return "a screened unit attacks without one that screens it"
        helped = kind(target) == "armor" and guns and len(party) == 2
        if len(party) > 1 and not helped and not line <= struck:
            return "several attack one past the line"
        if helped and not reserves <= struck:
            return "several attack one past the reserves"
        if kind(target) == "armor" and target not in line and not guns and not line <= struck:
            return "infantry attacks armor past the line"
    return ""


# Control


def controlled(p: Position, before: dict[str, bool], marked: set[str]) -> tuple[dict[str, bool], set[str], int]:
    """11.2, 11.5 Who controls the Victory Point Areas after a count, the Quisling markers, and the points of both."""
    after = dict(before)
    for area, row in AREAS.items():
        ours, theirs = p.fighters(area, "Allied"), p.fighters(area, "German")
        if int(row["vp"] or 0) and bool(ours) != bool(theirs):
            after[area] = bool(ours)
    line = set(marked)
    if p.turn <= 3:
        for area in ("11", "15", "16", "17"):
            if len(p.fighters(area, "Allied")) > len(p.fighters(area, "German")):
                line.add(area)
    return after, line, sum(int(AREAS[a]["vp"]) for a in after if after[a]) + len(line)


# Casualty points


@dataclass
class Debt:
    """What a Group still owes for a shot, and who has gone where for it."""

    owed: int
    struck: bool = False
    gone: dict[str, str] = field(default_factory=dict)
    """By sort of unit, the place it went to first."""
    main_fled: bool = False


def worth(unit: str) -> int:
    return int(TROOPS[unit]["casualty_points"])


def spared(p: Position, unit: str) -> bool:
    """18.2 A unit in reserve."""
    return p.turn >= 10 and TROOPS[unit]["reserve_at_turn_10"] == "1"


def sort(p: Position, unit: str) -> str:
    """Who retreats alike."""
    if kind(unit) in VEHICLES:
        return kind(unit)
    return "reserve" if spared(p, unit) else "foot"


def bolts(p: Position, unit: str, shot: Shot, debt: Debt) -> set[str]:
    """8.3552 Where a unit of a Group falls back to, the others having gone before."""
    like = debt.gone.get(sort(p, unit))
    if like is not None:
        return {like} if ends(p, unit, like, shot, "") else set()
    gone = tuple(debt.gone[name] for name in SORTS if name in debt.gone)
    best = refuges(p, unit, shot, gone)
    for place in gone:
        if place in best:
            return {place}
    if kind(unit) in VEHICLES:
        for place in gone:
            white = COLOUR.get(frozenset((shot.target, place))) == "white"
            ranked = priority(p, unit, place, shot)
            if white and may_be_in(p, unit, place) and ranked is not None and ends(p, unit, place, shot, "G"):
                return {place}
    return best


SORTS = ("foot", "reserve", "at", "armor")


def payments(p: Position, shot: Shot, debt: Debt) -> set[str]:
    """8.3541, 8.3553, 8.3555, 12.3, 18.2 What the defender may do; nothing: everybody who can be hurt is eliminated."""
    there = group(p, shot)
    hurt = [u for u in there if kind(u) != "armor" or hurts_armor(shot)]
    tanks = [u for u in there if kind(u) == "armor"] if shot.main else []
    ways = {u: bolts(p, u, shot, debt) for u in there}
    main, price = shot.main, sum(map(worth, hurt))
    others = [u for u in tanks if u != main and ways[u]]
    # 12.3 the named unit had to be the first to die, and it lives: others die only if nothing else pays what is owed
    unhurt_only = debt.main_fled and (bool(others) or debt.owed <= 0)
    if debt.owed > 0 and debt.owed >= price and not unhurt_only:
        return set()
    may_kill = [] if unhurt_only or not (debt.owed > 0 or debt.struck) else list(hurt)
    may_fall = list(there)
    if main in tanks:
        may_kill = [u for u in may_kill if u == main]
        may_fall = [main] if debt.owed - 1 <= len(others) or debt.owed <= 0 else []
    elif tanks:
        may_kill = [u for u in may_kill if u in tanks]
        if debt.owed > 0:
            rest = sum(map(worth, tanks)) - 4  # what the other Armor units are worth
            may_fall = tanks if unhurt_only or debt.owed - 1 <= rest else []
    if debt.owed > 0:
        leaving = {u: (1 if TROOPS[u]["combat"] == "1" else 0, worth(u)) if u in hurt else (0, 0) for u in there}
        may_fall = [u for u in may_fall if debt.owed - leaving[u][0] <= price - leaving[u][1]]
    if any(not spared(p, u) for u in hurt):
        may_kill = [u for u in may_kill if not spared(p, u)]
    told = {f"kill {u}" for u in may_kill} | {f"fall {u} > {place}" for u in may_fall for place in ways[u]}
    return told | {"done"} if told and debt.owed <= 0 else told
