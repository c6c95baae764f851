"""A second opinion on Cassino (1944): plain and slow, from the component files and the rulebook alone.

It knows a position by names, keeps its own book of what has been told (who has acted, who holds what, which markers are
used), and answers in the words of the terminal. It shares no code with the rules.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grognard.games.cassino_1944 import GAME

DATA = GAME.folder / "data"
ABBEY, RUBBLE = "1406", ("1406", "1606", "1706")
AIR = {"DAF": "British", "XII TAF": "US"}


def rows(name: str) -> list[dict[str, str]]:
    with Path(DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


UNITS = {row["unit"]: row for row in rows("units.csv")}
HEXES = {row["hex"]: row for row in rows("hexes.csv")}
SIDES = {frozenset((row["hex_a"], row["hex_b"])): row for row in rows("hexsides.csv")}
EDGES = [(row["edge"], row["hex"], row["owner"]) for row in rows("edges.csv")]
POINTS = {row["hex"]: int(row["vp"]) for row in rows("vp_hexes.csv")}
STARS = [row["hex"] for row in rows("vp_hexes.csv") if row["star"] == "1"]
TABLE = {(row["column"], int(row["die"])): row for row in rows("crt.csv")}
COLUMNS = list(dict.fromkeys(row["column"] for row in rows("crt.csv")))
DUE = {row["unit"]: row for row in rows("reinforcements.csv")}


def side_of(unit: str) -> str:
    return UNITS[unit]["side"]


def foe(side: str) -> str:
    return "German" if side == "Allied" else "Allied"


def armor(unit: str) -> bool:
    return UNITS[unit]["armor"] == "1"


def has(a: str, b: str, what: str) -> bool:
    """Whether the hexside between two hexes is water or mountain, or carries a road."""
    return SIDES[frozenset((a, b))][what] == "1"


def around(hex: str) -> list[str]:
    return [next(iter(pair - {hex})) for pair in SIDES if hex in pair]


def sources(side: str) -> set[str]:
    return {hex for _, hex, owner in EDGES if owner == side}


def distances(source: str) -> dict[str, int]:
    """By hex: how many hexes to this one."""
    found = {source: 0}
    line = [source]
    for hex in line:
        for b in around(hex):
            if b not in found:
                found[b] = found[hex] + 1
                line.append(b)
    return found


AWAY = {hex: distances(hex) for _, hex, _ in EDGES}


@dataclass
class Book:
    """The table as the referee sees it: places and damage are told to him, the rest he writes down himself."""

    switches: dict[str, Any]
    where: dict[str, str]
    damage: dict[str, int]
    control: dict[str, str]
    boxes: set[str]
    turn: int = 1
    goal: int = 10
    letter: str = "A"
    side: str = ""
    acted: set[str] = field(default_factory=set)
    attacked: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    nation: str = ""
    reserve: bool = False
    destroyed: bool = False
    rain: bool = False
    way: tuple[str, list[str]] = ("", [])
    """The unit on the march and the hexes of its move."""

    @classmethod
    def opened(
        cls, scenario: str, switches: dict[str, object], where: dict[str, str], damage: dict[str, int]
    ) -> "Book":
        given = [row for row in rows("scenario_avenger.csv") if row["unit"] == "control of VP hex"]
        mine = {row["hex"] for row in given} | {hex for u, hex in where.items() if side_of(u) == "Allied"}
        avenger = scenario == "avenger"
        control = {hex: "Allied" if hex in mine and avenger else "German" for hex in POINTS}
        column = "avenger" if avenger else "campaign"
        boxes = {row["hex"] for row in rows("defensive_boxes.csv") if row[column] == "1"}
        goal = 10 - int(switches.get("avenger_handicap", 0))
        return cls(switches, where, damage, control, boxes, 6 if avenger else 1, goal)

    def inside(self, hex: str) -> list[str]:
        return [u for u, at in self.where.items() if at == hex]

    def held(self, hex: str, side: str) -> bool:
        return any(side_of(u) == side for u in self.inside(hex))

    def beside(self, hex: str, side: str) -> bool:
        return any(self.held(b, side) for b in around(hex))

    def on_map(self, side: str) -> list[str]:
        return [u for u in UNITS if side_of(u) == side and self.where[u] in HEXES]

    def entered(self, unit: str, hex: str) -> None:
        """6.3, 9.1.2 Whoever was there last holds the hex; an Allied unit takes its box away."""
        if hex in self.control:
            self.control[hex] = side_of(unit)
        if side_of(unit) == "Allied":
            self.boxes.discard(hex)


# Movement


def passable(k: Book, unit: str, a: str, b: str) -> bool:
    """5.2, 5.3 Whether a step is open at all: no enemy there, and ground that bears armor."""
    if k.held(b, foe(side_of(unit))):
        return False
    if not armor(unit):
        return True
    if HEXES[b]["lower_rapido"] == "1":
        return False
    steep = has(a, b, "water") or (k.switches["mountain_movement"] and has(a, b, "mountain"))
    return not steep or has(a, b, "road")


def ends_there(k: Book, unit: str, a: str, b: str) -> bool:
    """5.1, 5.2.1 Whether a move ends with this step."""
    return (
        has(a, b, "water")
        or (k.switches["mountain_movement"] and has(a, b, "mountain"))
        or k.beside(b, foe(side_of(unit)))
    )


def others(k: Book, unit: str, hex: str) -> int:
    return len([u for u in k.inside(hex) if u != unit])


def onward(k: Book, unit: str, way: list[str]) -> set[str]:
    """5.1 to 5.3 The hexes a unit on its way may enter next, such that it can end its move somewhere with room."""
    if len(way) > 1 and ends_there(k, unit, way[-2], way[-1]):
        return set()
    moves = int(UNITS[unit]["movement_factor"])
    found = set()
    for b in around(way[-1]):
        longer = [*way, b]
        by_road = HEXES[way[0]]["road"] == "1" and all(has(x, y, "road") for x, y in zip(way, longer[1:], strict=True))
        if len(longer) - 1 > moves + by_road or not passable(k, unit, way[-1], b):
            continue
        if others(k, unit, b) < 3 or onward(k, unit, longer):
            found.add(b)
    return found


def walk(k: Book) -> set[str]:
    unit, way = k.way
    told = {f"go {hex}" for hex in onward(k, unit, way)}
    return told | ({"stop"} if len(way) > 1 and others(k, unit, way[-1]) < 3 else set())


# Combat


def ready(k: Book, unit: str) -> bool:
    if unit in k.acted or k.where[unit] not in HEXES:
        return False
    return not k.nation or side_of(unit) == "German" or UNITS[unit]["nationality"] == k.nation


def half(k: Book) -> set[str]:
    """4.1.1 Who may move, and which hexes may be attacked."""
    told = {"done"}
    for unit in k.on_map(k.side):
        if ready(k, unit):
            if onward(k, unit, [k.where[unit]]):
                told.add(f"move {unit}")
            for b in around(k.where[unit]):
                if k.held(b, foe(k.side)) and not k.attacked & set(k.inside(b)):
                    told.add(f"attack {b}")
    return told


def fed(k: Book, side: str) -> set[str]:
    """7.1 to 7.3 The hexes from which a line free of the enemy leads to a source."""
    found = {hex for hex in sources(side) if not k.held(hex, foe(side))}
    line = list(found)
    for hex in line:
        for b in around(hex):
            if b not in found and not k.held(b, foe(side)):
                found.add(b)
                line.append(b)
    return found


@dataclass
class Fight:
    """A combat as it is declared; nobody attacks in a strike from the air."""

    side: str
    target: str
    attackers: list[str]
    defenders: list[str]
    markers: list[str]

    def of(self, side: str) -> list[str]:
        return self.attackers if side == self.side else self.defenders


def support(k: Book, side: str, fight: Fight) -> set[str]:
    """10.1, 10.2.1, 10.4.1 The markers a side may place in a combat."""
    told = {"done"}
    if side == "German":
        return told | ({"use German artillery"} if "German artillery" not in k.used and not fight.markers else set())
    if k.switches["abbey"] and not k.destroyed and fight.side == side and fight.target == ABBEY:
        return told
    for marker in ("artillery", *AIR):
        nations = {UNITS[u]["nationality"] for u in fight.of(side)}
        flies = marker not in AIR or (not k.rain and AIR[marker] in nations)
        if marker not in k.used and flies:
            told.add(f"use {marker}")
    return told


def column(k: Book, fight: Fight) -> tuple[str, str, int]:
    """6.1, 10.1.2, 10.5.3 The column of the strengths, the column used, and the sum of the shifts."""
    if not fight.attackers:
        return "2-1", "2-1", 0
    attack = sum(int(UNITS[u]["combat_strength"]) for u in fight.attackers)
    defence = sum(int(UNITS[u]["combat_strength"]) for u in fight.defenders)
    if attack >= defence:
        odds = f"{min(6, attack // defence)}-1"
    else:
        odds = "1-2" if defence <= 2 * attack else "1-3"
    shift = 0
    for what, columns in (("water", 1), ("mountain", 2)):
        if all(has(k.where[u], fight.target, what) for u in fight.attackers):
            shift -= columns
    shift += any(map(armor, fight.attackers)) and not any(map(armor, fight.defenders))
    for marker in fight.markers:
        shift += 1 if (marker == "German artillery") == (fight.side == "German") else -1
    british = any(UNITS[u]["nationality"] == "British" for u in fight.attackers)
    if british and "avenger_start" in k.switches and k.letter == first_allied(k):
        shift += 1
    at = min(max(COLUMNS.index(odds) + shift, 0), len(COLUMNS) - 1)
    return odds, COLUMNS[at], shift


def first_allied(k: Book) -> str:
    """10.5.3, R-51 The letter of the first Allied half of Avenger."""
    return "B" if k.switches["avenger_start"] == "skip_allied_A" else "A"


def modifier(k: Book, fight: Fight) -> int:
    """7.5, 10.2.4, 10.4.1 What is added to the die."""
    plus = 0
    if any(k.where[u] not in fed(k, fight.side) for u in fight.attackers):
        plus -= 1
    if k.destroyed and fight.side == "Allied" and fight.target in RUBBLE:
        plus -= 1
    if k.rain and fight.attackers:
        plus += -1 if fight.side == "Allied" else 1
    return plus


def result(k: Book, fight: Fight, die: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """6.1, 6.3 The numbers of the table, and what is left of them when a box has taken its point."""
    face = min(max(die + modifier(k, fight), 1), 6)
    row = TABLE[column(k, fight)[1], face]
    told = int(row["attacker_damage"]), int(row["defender_damage"])
    boxed = fight.side == "Allied" and fight.target in k.boxes and told[1] > 0
    return told, (told[0], told[1] - boxed)


# Retreat and advance


def open_to(k: Book, unit: str, way: list[str], b: str) -> bool:
    """6.4, 6.4.1 Whether a retreating unit may enter a hex."""
    side = side_of(unit)
    if b in way or not passable(k, unit, way[-1], b):
        return False
    if len(way) == 1:
        homes = sources(side)
        if way[0] in homes and b not in homes:
            return False
        if not any(AWAY[hex][b] < AWAY[hex][way[0]] for hex in homes):
            return False
    watched = any(k.held(n, foe(side)) and not has(b, n, "mountain") for n in around(b))
    return not watched or any(u != unit for u in k.inside(b))


def falls_back(k: Book, unit: str, way: list[str], left: int) -> set[str]:
    """6.4 The next hexes from which the rest of a retreat can be made."""
    found = set()
    for b in around(way[-1]):
        if open_to(k, unit, way, b):
            longer = [*way, b]
            if left == 1 or b in sources(side_of(unit)) or falls_back(k, unit, longer, left - 1):
                found.add(b)
    return found


def retreat_path(k: Book, unit: str, way: list[str], left: int) -> set[str]:
    told = {f"go {hex}" for hex in falls_back(k, unit, way, left)}
    return told | ({"exit"} if way[-1] in sources(side_of(unit)) else set())


def retreat(k: Book, units: list[str], distance: int) -> set[str]:
    told = {f"stand {u}" for u in units}
    return told | {f"retreat {u}" for u in units if retreat_path(k, u, [k.where[u]], distance)}


def presses_on(k: Book, unit: str, at: str, left: int, front: set[str]) -> set[str]:
    """6.5 The next hexes of an advance, such that it can end somewhere with room; `front`: where it must begin."""
    found = set()
    for b in around(at) if left else []:
        if (front and b not in front) or not passable(k, unit, at, b):
            continue
        barrier = has(at, b, "water") or has(at, b, "mountain")
        if others(k, unit, b) < 3 or (not barrier and presses_on(k, unit, b, left - 1, set())):
            found.add(b)
    return found


# Arrivals and the ends


def arrivals(k: Book) -> set[str]:
    """8.0, 6.4.2 Who may come on now, if there is a hex for him."""
    now = (k.turn, k.letter)
    told = {"done"}
    for unit, row in UNITS.items():
        if row["side"] != k.side or not entries(k, unit):
            continue
        if k.where[unit] == "off map":
            due = unit not in k.gone
        elif k.where[unit] != "pool" or unit not in DUE:
            due = False
        elif DUE[unit]["turn"] == "any":
            due = k.reserve
        else:
            due = (int(DUE[unit]["turn"]), DUE[unit]["impulse"]) <= now
        if due:
            told.add(f"arrive {unit}")
    return told


def entries(k: Book, unit: str) -> set[str]:
    """8.1, 8.2, 6.4.2 The hexes in which a unit may appear: those of its edge, or all of its side's if it has none."""
    side = side_of(unit)
    wanted = DUE[unit]["edge"] if unit in DUE else ""
    found = {hex for edge, hex, owner in EDGES if owner == side and wanted in ("", edge)}
    return {
        hex
        for hex in found
        if not k.held(hex, foe(side))
        and len(k.inside(hex)) < 3
        and not (armor(unit) and HEXES[hex]["lower_rapido"] == "1")
    }


def refits(k: Book, side: str) -> set[str]:
    line = fed(k, side)
    return {f"refit {u}" for u in k.on_map(side) if k.damage[u] and k.where[u] in line} | {"no"}


def points(k: Book) -> int:
    """9.1.2, 8.2.1, 10.2.1 What the Allied player counts."""
    held = sum(POINTS[hex] for hex, side in k.control.items() if side == "Allied")
    return held + k.reserve + (k.turn == 6 and k.switches["abbey"] and not k.destroyed)


def automatic(k: Book) -> str:
    """9.1.1 Who has won at the end of an attack phase."""
    line = fed(k, "Allied")
    if all(k.held(hex, "Allied") and hex in line for hex in STARS):
        return "Allied"
    lost = {side: sum(k.where[u] == "eliminated" for u in UNITS if side_of(u) == side) for side in ("Allied", "German")}
    enough = lost["Allied"] > 0 or k.switches["strict_zero"]
    return "German" if lost["Allied"] >= lost["German"] and enough else ""


def winner(k: Book) -> str:
    """9.1, 10.5.4, R-68 Who has won at the end of turn 6, or of an earlier one; nobody: a draw."""
    by_force = automatic(k)
    if by_force:
        return by_force
    short = k.goal - points(k)
    if "avenger_start" in k.switches:
        graded, handicap = k.switches["avenger_graded"], k.switches["avenger_handicap"]
        if short <= 0 and (graded or handicap):
            return "Allied"
        return "" if graded and short <= 2 else "German"
    return "Allied" if short <= 0 else "German"


def starving(k: Book) -> Iterator[str]:
    """4.0 Who loses a point at the start of a turn."""
    for side in ("Allied", "German"):
        line = fed(k, side)
        yield from (u for u in k.on_map(side) if k.where[u] not in line)
