"""A second reading of the rules, in plain code over the data files: it knows names and numbers, not the program.

Hexes are their printed numbers, units their names. Slow and simple on purpose.
"""

import csv
from collections import deque
from pathlib import Path

DATA = Path(__file__).parents[3] / "src" / "grognard" / "games" / "second_front_now" / "data"


def rows(name):
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


HEX = {row["hex"]: row for row in rows("map_hexes")}
UNIT = {row["name"]: row for row in rows("units")}
LAND = {h for h, row in HEX.items() if row["surface"] == "land"}
VP = {row["hex"]: int(row["vp"]) for row in rows("places")}
SIDES = {}
for _row in rows("map_hexsides"):
    for _pair in ((_row["hex_a"], _row["hex_b"]), (_row["hex_b"], _row["hex_a"])):
        SIDES.setdefault(_pair, set()).add(_row["type"])
BEACHES = {area: {h for h, row in HEX.items() if row[f"beach_{area}"]} for area in ("calais", "dieppe")}
EDGE = {h for h, row in HEX.items() if row["german_supply"] == "1"}


def touching(hex):
    """The neighbours of a hex by the way the sheet is numbered: even columns stand half a hex higher."""
    c, r = int(hex[:2]), int(hex[2:])
    near = [(c, r - 1), (c, r + 1)]
    near += [(c + d, r + k) for d in (-1, 1) for k in ((0, 1) if c % 2 else (-1, 0))]
    return [f"{x:02}{y:02}" for x, y in near if f"{x:02}{y:02}" in HEX]


NEAR = {hex: touching(hex) for hex in HEX}


def closed(a, b):
    return "all_sea" in SIDES.get((a, b), ())


class Position:
    """What lies on the map, read off a state by somebody who can only see names."""

    def __init__(self, s, names, spaces):
        self.at, self.steps, self.fed = {}, {}, {}
        for u, name in enumerate(names):
            where = spaces[s.loc[u]]
            self.steps[name], self.fed[name] = s.steps[u], s.fed[u]
            self.at[name] = where
        self.stacks = {}
        for name, where in self.at.items():
            if where in HEX:
                self.stacks.setdefault(where, []).append(name)
        self.held = {"allied": set(), "german": set()}
        for h, stack in self.stacks.items():
            self.held[UNIT[stack[0]]["side"]].add(h)
        self.zones = {side: {b for a in held for b in NEAR[a] if not closed(a, b)} for side, held in self.held.items()}
        self.area = ("calais", "dieppe")[s.area]
        self.turn, self.basic = s.turn, s.rules.basic
        self.stormed = {spaces[h] for h in range(len(HEX)) if s.stormed >> h & 1}
        self.allied = {spaces[h] for h in range(len(HEX)) if s.taken >> h & 1}

    def holders(self, side):
        return self.held[side]

    def zone(self, side):
        return self.zones[side]

    def traced(self, side):
        """Hexes with a path to a source, by walking out from the sources."""
        foe = "german" if side == "allied" else "allied"
        own, enemy, zone = self.holders(side), self.holders(foe), self.zone(foe)
        free = {h for h in LAND if h not in enemy and (h not in zone or h in own)}
        start = [h for h in (BEACHES[self.area] if side == "allied" else EDGE) if h in free]
        seen, queue = set(start), deque(start)
        while queue:
            a = queue.popleft()
            for b in NEAR[a]:
                if b in free and b not in seen and not closed(a, b):
                    seen.add(b)
                    queue.append(b)
        return seen

    def supply(self, name, traced):
        """0 none, 1 regular, 2 coastal, 3 fortress."""
        where = self.at[name]
        if self.basic or where not in HEX or where in traced:
            return 1
        if UNIT[name]["side"] == "allied":
            return 2 if HEX[where]["coastal"] == "1" else 0
        return 3 if HEX[where]["terrain"] == "fortress" and where not in self.stormed else 0

    def allowance(self, name):
        row = UNIT[name]
        points = int(row["moves"]) if self.steps[name] == 2 or not row["reduced_moves"] else int(row["reduced_moves"])
        return min(points, 1) if self.fed[name] == 0 else points

    def room(self, names, hex, passing):
        """Whether these fit: one after another in passing, all together at rest."""
        there = [n for n in self.stacks.get(hex, []) if n not in names]
        guns = sum(UNIT[n]["type"] == "artillery" for n in there)
        others = len(there) - guns
        for name in names:
            gun = UNIT[name]["type"] == "artillery"
            if (gun and guns + 1 > 1) or (not gun and others + 1 > 3):
                return False
            if not passing:
                guns, others = guns + gun, others + (not gun)
        return True

    def apart(self, name, hex):
        return any(UNIT[n]["group"] != UNIT[name]["group"] for n in self.stacks.get(hex, []))

    def destinations(self, names):
        """Where a stack may end, by ordinary or strategic movement."""
        start = self.at[names[0]]
        foe = "german" if UNIT[names[0]]["side"] == "allied" else "allied"
        enemy, zone = self.holders(foe), self.zone(foe)
        points = min(self.allowance(n) for n in names)
        found = self._spread(names, start, points, enemy, zone, False)
        if all(self.fed[n] == 1 for n in names) and start not in zone:
            found |= self._spread(names, start, 2 * points, enemy, zone, True)
        return {h for h in found if h != start and self.room(names, h, False) and not self.apart(names[0], h)}

    def _spread(self, names, start, points, enemy, zone, strategic):
        """Every hex reached, by trying longer and longer ways."""
        best, ends = {start: 0}, set()
        queue = deque([start])
        while queue:
            a = queue.popleft()
            for b in NEAR[a]:
                if b not in LAND or closed(a, b) or b in enemy or (strategic and b in zone):
                    continue
                cost = best[a] + (2 if "major_river" in SIDES.get((a, b), ()) else 1)
                if cost > points and not (a == start and points > 0 and not strategic):
                    continue
                if not all(self.room([n], b, True) for n in names):
                    continue
                ends.add(b)
                if cost <= points and b not in zone and cost < best.get(b, 99):
                    best[b] = cost
                    queue.append(b)
        return ends

    def targets(self, hex, side, attacked):
        foe = "german" if side == "allied" else "allied"
        held = self.holders(foe)
        return {b for b in NEAR[hex] if b in held and not closed(hex, b) and b not in attacked}

    def retreats(self, name, hex, fought):
        """Where a defender may fall back to: empty ground outside enemy zones, else friends."""
        foe = "german" if UNIT[name]["side"] == "allied" else "allied"
        enemy, zone = self.holders(foe), self.zone(foe)
        empty, friends = set(), set()
        for b in NEAR[hex]:
            if b not in LAND or closed(hex, b) or b in enemy or not self.room([name], b, True) or self.apart(name, b):
                continue
            friend = any(n not in fought for n in self.stacks.get(b, []))
            if friend:
                friends.add(b)
            elif b not in zone:
                empty.add(b)
        return empty or friends

    def escapes(self, name, hex, fought):
        """Who of a stack may take the room that is left to this one's kind, and where; nobody if all find some."""
        kind = UNIT[name]["type"] == "artillery"
        alike = [n for n in self.stacks[hex] if n in fought and (UNIT[n]["type"] == "artillery") == kind]
        ways, free = self.retreats(name, hex, fought), 0
        for b in ways:
            there = sum((UNIT[n]["type"] == "artillery") == kind for n in self.stacks.get(b, []))
            free += (1 if kind else 3) - there
        return {f"{n} > {b}" for n in alike for b in ways} if free < len(alike) else set()

    def owner_must_be(self, hex):
        """The side that controls a hex for certain, or None where it stays with whoever had it."""
        for side in ("allied", "german"):
            if hex in self.holders(side):
                return side
        here = [side for side in ("allied", "german") if hex in self.zone(side)]
        return here[0] if len(here) == 1 else None

    def command_points(self):
        """What the Allied player turn would begin with, Blue Point aside."""
        traced = self.traced("allied")
        inner = [h for h in VP if HEX[h]["breakout"] == "within"]
        held = sum(h in self.allied and (self.basic or h in traced) for h in inner)
        beyond = [h for h in self.holders("allied") if HEX[h]["breakout"] == "across"]
        fed = any(
            self.basic or h in traced or HEX[h]["coastal"] == "1" or any(self.fed[n] == 4 for n in self.stacks[h])
            for h in beyond
        )
        return 2 + (held >= 2) + (held >= 3) + fed


MINOR, MAJOR = {"city", "forest", "hill", "river"}, {"fortress", "marsh", "major_river"}


def fire(position, firer, target, source, hex, attacks, help):
    """What a unit hits with: value, ground, river, supply and help."""
    row = UNIT[firer]
    value = int(row["anti_armor" if UNIT[target]["type"] == "armor" else "anti_infantry"])
    if attacks:
        ground = [HEX[hex]["terrain"]]
        if row["type"] != "artillery":
            ground += [k for k in SIDES.get((source, hex), ()) if k in ("river", "major_river")]
        for kind in ground:
            worse = 1 if kind in MINOR else 2 if kind in MAJOR else 0
            if worse and row["type"] == "armor":
                worse += 1
            if worse and "engineer_79" in row["flags"] and help["engineers"]:
                worse -= 1
            value -= worse
        value += help["bonus"]
    if position.fed[firer] == 0:
        value -= 1
    elif position.fed[target] == 0:
        value += 1
    if help["naval"] and row["side"] == "allied":
        value += 1 if attacks else 2
    if help["luftwaffe"]:
        value += 1 if row["side"] == "german" else -1
    return max(0, min(10, value))
