"""A plain referee: the rules of movement, zones, sight, fire, supply and retreat once more, written from the rulebook
with dictionaries and floating point, without the sets and tables of the program. Slow, and meant to be."""

import csv
import math
from collections import deque
from functools import cache
from itertools import pairwise

from grognard.games.battle_for_cassino.content import FOLDER, GRID, UNIT_ROWS
from grognard.games.battle_for_cassino.rules.state import Battle

HEX = {row["hex"]: row for row in csv.DictReader((FOLDER / "data" / "map_hexes.csv").open(encoding="utf-8"))}
SIDE_ROWS = {
    frozenset((row["hex_a"], row["hex_b"])): row
    for row in csv.DictReader((FOLDER / "data" / "map_hexsides.csv").open(encoding="utf-8"))
}
NIGHTS = {2, 3, 6, 7, 10, 11, 14, 15}


def spot(name: str) -> tuple[float, float]:
    """Metres east and south."""
    row, at = int(name[:2]), int(name[2:])
    return 50.0 * (at - 1) + (0 if row % 2 else 25.0), 50.0 * math.sqrt(3) / 2 * (row - 1)


SPOTS = {name: spot(name) for name in HEX}


@cache
def near(name: str) -> tuple[str, ...]:
    x, y = spot(name)
    row, at = int(name[:2]), int(name[2:])
    around = [f"{r:02}{c:02}" for r in (row - 1, row, row + 1) for c in (at - 1, at, at + 1)]
    return tuple(
        n for n in around if n in HEX and n != name and abs(math.hypot(spot(n)[0] - x, spot(n)[1] - y) - 50) < 1
    )


def feature(a: str, b: str, what: str) -> bool:
    row = SIDE_ROWS.get(frozenset((a, b)))
    return row is not None and row[what] == "1"


@cache
def on_road(name: str) -> bool:
    """A road runs over one of the sides of the hex."""
    return any(feature(name, b, "road") for b in near(name))


def apart(a: str, b: str) -> int:
    def cube(name: str) -> tuple[int, int]:
        r = int(name[:2]) - 1
        return (int(name[2:]) - 1) - (r - r % 2) // 2, r

    (q, r), (u, v) = cube(a), cube(b)
    return max(abs(u - q), abs(v - r), abs(u - q + v - r))


def height(name: str) -> int:
    return int(HEX[name]["elevation"]) + (10 if HEX[name]["crest_group"] else 0)


@cache
def sees(a: str, b: str) -> bool:
    """5.9 in metres: cut the line with every hexagon near it."""
    if (height(b), b) < (height(a), a):
        a, b = b, a
    (ax, ay), (bx, by) = spot(a), spot(b)
    whole = math.hypot(bx - ax, by - ay)
    if whole < 51:
        return True
    ex, ey = (bx - ax) / whole, (by - ay) / whole
    spans: dict[tuple[str, ...], float] = {}
    grazed: list[tuple[float, float, str]] = []
    for n, (x, y) in SPOTS.items():
        off = (x - ax) * ey - (y - ay) * ex
        along = (x - ax) * ex + (y - ay) * ey
        if abs(off) > 28.9 or not -30 < along < whole + 30:
            continue
        low, high = 0.0, whole
        for k in range(6):
            nx, ny = math.cos(math.pi * k / 3), math.sin(math.pi * k / 3)
            room, pace = 25.0 - ((ax - x) * nx + (ay - y) * ny), ex * nx + ey * ny
            if abs(pace) < 1e-9:
                if room < -1e-6:
                    low, high = 1.0, 0.0
            elif pace > 0:
                high = min(high, room / pace)
            else:
                low = max(low, room / pace)
        if high - low > 1e-6:
            if abs(abs(off) - 25.0) < 1e-6:
                grazed.append((round(low, 3), high - low, n))
            else:
                spans[(n,)] = high - low
    for low, length, n in grazed:  # along a side: the two hexes of that side are one obstacle
        pair = tuple(sorted(m for other, _, m in grazed if other == low))
        spans[pair] = length
        assert n in pair
    rise, base = height(b) - height(a), height(a)
    for names, length in spans.items():
        if a in names or b in names or length <= 1.0:
            continue
        feet = []
        tops = []
        for n in names:
            x, y = spot(n)
            foot = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / whole
            off = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / whole
            built = HEX[n]["terrain"] == "building" and (
                HEX[n]["solid_symbol"] == "1" or (len(names) == 1 and off <= 15.0)
            )
            feet.append(foot)
            tops.append(height(n) + (10 if built else 0))
        foot, top = sum(feet) / len(feet), min(tops)
        if rise / whole < (top - base - 1.5) / foot - 1e-9:
            return False
    return True


class Position:
    """A state read plainly."""

    def __init__(self, s: Battle) -> None:
        self.s = s
        self.at = {u: GRID.names[s.loc[u]] for u in range(len(UNIT_ROWS)) if s.loc[u] < len(GRID)}
        self.pinned = {u for u in self.at if (s.pins[0] | s.pins[1]) >> u & 1}
        self.night = s.turn in NIGHTS
        self.spoilt = {GRID.names[h] for h in (*s.ruins, *s.blocks)}

    def side(self, u: int) -> str:
        return UNIT_ROWS[u].side

    def held(self, side: str) -> set[str]:
        return {h for u, h in self.at.items() if self.side(u) == side}

    def zone(self, side: str) -> set[str]:
        fighters = {h for u, h in self.at.items() if self.side(u) == side and UNIT_ROWS[u].type not in ("hq", "op")}
        return {b for a in fighters for b in near(a) if not feature(a, b, "river")}

    def foe(self, side: str) -> str:
        return "German" if side == "Allied" else "Allied"

    def cost(self, unit: int, a: str, b: str) -> int | None:
        """Points for a step, None if there is no way."""
        road, trail = feature(a, b, "road"), feature(a, b, "trail")
        if feature(a, b, "river") and not feature(a, b, "bridge"):
            return None
        if UNIT_ROWS[unit].type == "armor" and (not road or b in self.spoilt):
            return None
        high = int(HEX[b]["elevation"])
        ground = {"building": 3, "ravine": 8}.get(HEX[b]["terrain"]) or (
            2 if high < 200 else 3 if high < 300 else 4 if high < 400 else 5
        )
        points = 1 if road else 2 if trail else ground
        if b in self.spoilt:
            points *= 2
        points += 2 * abs(high - int(HEX[a]["elevation"])) // 50
        if feature(a, b, "stream") and not road and not trail:
            points += 2
        return points if road or not self.night else 2 * points

    def supplied_by(self, unit: int) -> set[int]:
        """Headquarters of the map a unit can draw on."""
        side = self.side(unit)
        foe = self.foe(side)
        own, enemy, zone = self.held(side), self.held(foe), self.zone(foe)
        found = set()
        for hq, start in self.at.items():
            if UNIT_ROWS[hq].type != "hq" or self.side(hq) != side or apart(start, self.at[unit]) > 5:
                continue
            far = {start: 0}
            todo = deque([start])
            while todo:
                a = todo.popleft()
                for b in near(a):
                    if b in far or far[a] == 7 or b in enemy or (b in zone and b not in own):
                        continue
                    if feature(a, b, "river") and not feature(a, b, "bridge"):
                        continue
                    far[b] = far[a] + 1
                    todo.append(b)
            if self.at[unit] in far:
                found.add(hq)
        return found

    def full(self, unit: int, hex: str) -> bool:
        mates = [u for u, h in self.at.items() if h == hex and u != unit]
        row = UNIT_ROWS[unit]
        if row.type == "op":
            return False
        if row.type == "hq":
            return any(UNIT_ROWS[u].type == "hq" for u in mates)
        size = {"company": 3, "platoon": 1}
        total = size[row.size] + sum(size.get(UNIT_ROWS[u].size, 0) for u in mates)
        return total > (6 if row.side == "Allied" else 7)

    def retreats(
        self, unit: int, start: str, distance: int, mates: tuple[int, ...]
    ) -> dict[tuple[str, ...], tuple[bool, ...]]:
        """Every full retreat with its rank, plainly enumerated."""
        side = self.side(unit)
        foe = self.foe(side)
        own = {h for u, h in self.at.items() if self.side(u) == side and u not in mates}
        enemy, zone = self.held(foe), self.zone(foe)
        posts = [
            h
            for u, h in self.at.items()
            if UNIT_ROWS[u].type == "hq" and self.side(u) == side and u not in mates and u != unit
        ]
        paths: list[tuple[str, ...]] = [(start,)]
        for far in range(1, distance + 1):
            paths = [
                (*p, b)
                for p in paths
                for b in near(p[-1])
                if apart(start, b) == far
                and b not in enemy
                and (b not in zone or b in own)
                and not (UNIT_ROWS[unit].type == "armor" and b in self.spoilt)
                and not (feature(p[-1], b, "river") and not feature(p[-1], b, "bridge"))
            ]
        found = {}
        for p in paths:
            end = p[-1]
            off: tuple[bool, ...] = (False, False, False)
            if UNIT_ROWS[unit].type == "armor":
                # onto usable road hexes, the end before all; only between ways over such hexes alone does it matter
                # whether they follow the road
                good = [on_road(b) and b not in self.spoilt for b in p[1:]]
                beside = not all(good) or not all(feature(a, b, "road") for a, b in pairwise(p))
                off = (not good[-1], not all(good), beside)
            taken = any(h == end and u not in mates for u, h in self.at.items())
            if posts:
                goal = min(posts, key=lambda h: (apart(start, h), GRID.id(h)))
                away = apart(end, goal) >= apart(start, goal)
            else:
                away = False
            found[p] = (*off, self.full(unit, end), taken, away)
        return found
