"""A second opinion: sight, costs, reaction moments, melee edges and sums, read from the data files by plain code.

Nothing here uses the rules of the title or the shared hex layer: only the csv files and the columns of a state.
"""

import csv
import math
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from grognard.games.dark_victory.content import SPACE_NAMES, UNIT_NAMES

DATA = Path(__file__).parents[3] / "src" / "grognard" / "games" / "dark_victory" / "data"


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


HEX = {row["hex"]: row for row in _rows("main_hexes")}
WALL = {frozenset((r["hex_a"], r["hex_b"])): r for r in _rows("main_hexsides")}
ROOM = {(r["floor"], r["hex"]): r for r in _rows("interior_hexes")}
INNER = {(r["floor"], frozenset((r["hex_a"], r["hex_b"]))): r["kind"] for r in _rows("interior_hexsides")}
UNIT = {r["id"]: r for r in _rows("units")}
LEADER = {r["name"]: r for r in _rows("leaders")}
GUN = _rows("cannon")
TURN = {int(r["game_turn"]): r for r in _rows("turn_track")}
COST = {"clear": 1, "ramp": 1, "trench": 2, "outer_works": 6, "mud": 6, "creek": 2, "creek+mud": 8}
COVER = {"low": 2, "intermediate": 4, "high": 4}
SCAFFOLD = {"2925", "2926", "2927", "3025", "3125", "3226", "3326"}
UNROOFED = {"3026", "3027", "3126", "3227"}
LEVEL = {"ground": 0, "intermediate": 1, "high": 2}


@cache
def centre(hex: str) -> tuple[float, float]:
    col, row = int(hex[:2]), int(hex[2:])
    return col * math.sqrt(3) / 2, row + (0.5 if col % 2 else 0.0)


@cache
def neighbours(hex: str) -> tuple[str, ...]:
    x, y = centre(hex)
    col, row = int(hex[:2]), int(hex[2:])
    near = [f"{c:02}{r:02}" for c in range(col - 1, col + 2) for r in range(row - 1, row + 2)]
    return tuple(h for h in near if h in HEX and h != hex and math.dist(centre(h), (x, y)) < 1.01)


@cache
def distance(a: str, b: str) -> int:
    dc = abs(int(a[:2]) - int(b[:2]))
    dy = abs(centre(a)[1] - centre(b)[1])
    return dc + max(0, round(dy - dc / 2))


def place(name: str) -> tuple[str, str]:
    """Layer (main, in, up) and number of a space."""
    number, _, mark = name.partition(" ")
    return mark or "main", number


def level(name: str) -> int:
    layer, hex = place(name)
    return LEVEL[HEX[hex]["level"]] if layer == "main" else 0


def _chain(a: str, b: str, shift: float) -> list[str]:
    """Hexes under the line from a to b moved sideways by a hair, in order."""
    (x, y), (u, v) = centre(a), centre(b)
    length = math.hypot(u - x, v - y)
    nx, ny = -(v - y) / length * shift, (u - x) / length * shift
    x, y, u, v = x + nx, y + ny, u + nx, v + ny
    found = []
    far = distance(a, b)
    for hex in HEX:
        if distance(a, hex) > far or distance(hex, b) > far:
            continue
        cx, cy = centre(hex)
        low, high = 0.0, 1.0
        for k in range(3):
            angle = math.pi / 2 + k * math.pi / 3
            dx, dy = math.cos(angle), math.sin(angle)
            start, step = (x - cx) * dx + (y - cy) * dy, (u - x) * dx + (v - y) * dy
            for sign in (1, -1):
                s0, s1 = sign * start, sign * step
                if abs(s1) < 1e-15:
                    if s0 > 0.5:
                        high = -1.0
                elif s1 > 0:
                    high = min(high, (0.5 - s0) / s1)
                else:
                    low = max(low, (0.5 - s0) / s1)
        if high - low > 1e-9:
            found.append((low, hex))
    return [hex for _, hex in sorted(found)]


@cache
def _chains(a: str, b: str) -> tuple[tuple[str, ...], ...]:
    return tuple(dict.fromkeys(tuple(_chain(a, b, shift)) for shift in (1e-5, -1e-5)))


@cache
def open_lines(a: str, b: str, gun: bool, strict: bool) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Lines that walls let pass, as (spaces between, cover of the side crossed last)."""
    (la, ha), (lb, hb) = place(a), place(b)
    if la != "main" or lb != "main":
        return _room_line(a, b)
    if {ha, hb} & UNROOFED and not {ha, hb} <= UNROOFED | SCAFFOLD:
        return ()
    found = []
    for chain in _chains(ha, hb):
        if gun and ha == "3326" and chain[1] not in ("3325", "3327", "3426", "3427"):
            continue
        if {ha, hb} <= UNROOFED and not set(chain) <= UNROOFED:
            continue
        passes, last = True, 0
        for x, y in pairwise(chain):
            row = WALL.get(frozenset((x, y)))
            last = 0
            if row is None:
                continue
            door = row["door"] == "exterior"
            last = 6 if door else COVER[row["wall"]]
            own = {x, y} & {ha, hb}
            if not own and not (gun and ha == "2023" and {x, y} & {"1922", "1923"}):
                passes = False
            if row["wall"] == "high" and level(a) == 0 and not door:
                up = level(b) == 2 and hb in (x, y) and (not strict or ha in UNROOFED)
                passes = passes and up
        if passes:
            if level(a) > 0 and level(b) == 0 and len(chain) == 2:
                last = 0
            found.append((tuple(chain[1:-1]), last))
    return tuple(found)


def _room_line(a: str, b: str) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Rooms: a straight row of hexes, every side in or between rooms a door, walls at the two ends only."""
    ha, hb = place(a)[1], place(b)[1]
    (x, y), (u, v) = centre(ha), centre(hb)
    far = distance(ha, hb)
    if far == 0 or abs(math.dist((x, y), (u, v)) - far) > 1e-6 or 2 in (level(a), level(b)):
        return ()
    numbers = [_at(x + (u - x) * k / far, y + (v - y) * k / far) for k in range(far + 1)]
    if None in numbers:
        return ()
    spaces = [a]
    last, walls = 0, []
    for k in range(1, far + 1):
        onward = _step(spaces[-1], str(numbers[k]), b if k == far else None)
        if onward is None:
            return ()
        name, last = onward
        walls.append(last)
        spaces.append(name)
    if spaces[-1] != b or any(walls[1:-1]):
        return ()
    return ((tuple(spaces[1:-1]), last),)


def _at(x: float, y: float) -> str | None:
    col = round(x / (math.sqrt(3) / 2))
    row = round(y - (0.5 if col % 2 else 0.0))
    name = f"{col:02}{row:02}"
    return name if name in HEX else None


def _step(at: str, number: str, goal: str | None) -> tuple[str, int] | None:
    """The next space in a row through doors or over open ground, with the cover of the side."""
    layer, hex = place(at)
    pair = frozenset((hex, number))
    if layer == "up":
        return (f"{number} up", 6) if INNER.get(("2", pair)) == "door" else None
    if INNER.get(("1", pair)) == "door":
        other = ROOM[("1", number)]["kind"]
        return (number if other in ("outside", "unroofed") else f"{number} in"), 6
    if layer == "in" or (hex in UNROOFED) != (number in UNROOFED):
        return None
    row = WALL.get(pair)
    if row is None:
        return number, 0
    return None if row["wall"] == "high" else (number, COVER[row["wall"]])


class Referee:
    """Judges positions by the columns of a state."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.at = {UNIT_NAMES[u]: SPACE_NAMES[x] for u, x in enumerate(s.loc) if x < len(SPACE_NAMES) - 3}
        self.stacks: dict[str, list[str]] = {}
        for name in sorted(self.at, key=lambda n: s.rank[UNIT_NAMES.index(n)]):
            self.stacks.setdefault(self.at[name], []).append(name)

    def row(self, name: str) -> dict[str, str]:
        return UNIT.get(name) or LEADER[name]

    def reduced(self, name: str) -> bool:
        return bool(self.s.reduced[UNIT_NAMES.index(name)])

    def value(self, name: str, column: str) -> int:
        told = UNIT[name][f"reduced_{column}" if self.reduced(name) else column]
        return int(told or 0)

    def troops(self, space: str) -> list[str]:
        return [n for n in self.stacks.get(space, ()) if n in UNIT and UNIT[n]["type"] != "women_children"]

    def points(self, space: str) -> int:
        return sum(self.value(n, "stacking") for n in self.troops(space))

    def side(self, name: str) -> str:
        return self.row(name)["side"]

    def blocked(self, a: str, b: str, between: tuple[str, ...]) -> bool:
        for h in between:
            if h in UNROOFED and not {a, b} & UNROOFED:
                continue
            if not self.stacks.get(h):
                continue
            if level(h) >= level(a):
                return True
            if level(b) < level(a) and place(h)[1] not in neighbours(place(a)[1]):
                return True
        return False

    def lines(self, a: str, b: str, gun: bool = False) -> list[int]:
        """Cover of every clear line."""
        strict = self.s.rules.strict_high_wall
        return [cover for between, cover in open_lines(a, b, gun, strict) if not self.blocked(a, b, between)]

    def needs(self, unit: str, a: str, b: str, gun: int = -1) -> int | None:
        """The hit number, None without a clear line; leaders alone are hurt by a two only."""
        found = self.lines(a, b, gun >= 0)
        if not found:
            return None
        if not self.troops(b):
            return 2
        layer, hex = place(b)
        inside = 2 if layer == "main" and HEX[hex]["terrain"] in ("trench", "creek", "creek+mud") else 0
        cover = min(max(c, inside) for c in found)
        dark = int(TURN[self.s.turn]["darkness"])
        height = 5 if level(b) < level(a) else 0
        own = (
            int(GUN[gun]["combat_factor"])
            if gun >= 0
            else self.value(unit, "stacking") + self.value(unit, "fire_modifier")
        )
        return own + self.points(b) - cover - dark + height

    def far(self, side: str, gun: bool) -> int:
        seen = int(TURN[self.s.turn]["max_los"] or 999)
        return seen if gun else min(seen, 10 if side == "Texan" else 4)

    def commands(self, leader: str, unit: str) -> bool:
        mark, row = LEADER[leader]["mark"], UNIT[unit]
        if LEADER[leader]["side"] != row["side"] or row["type"] == "women_children":
            return False
        crew = row["type"] == "gun_crew"
        if mark == "*":
            return True
        if mark.startswith("circled"):
            return crew
        return not crew and ("*" in mark or LEADER[leader]["formation"] == row["formation"])

    def beside(self, a: str, b: str) -> bool:
        """Next to each other for command."""
        (la, ha), (lb, hb) = place(a), place(b)
        indoor = [
            layer if layer != "main" else ("in" if h in UNROOFED else "main") for layer, h in ((la, ha), (lb, hb))
        ]
        if ha == hb:
            return {la, lb} == {"in", "up"} and ha == "2723"
        if hb not in neighbours(ha):
            return False
        if indoor[0] == indoor[1]:
            return True
        yard = ROOM.get(("1", ha if indoor[0] == "main" else hb))
        return (
            set(indoor) == {"main", "in"}
            and yard is not None
            and yard["kind"] == "outside"
            and INNER.get(("1", frozenset((ha, hb)))) == "door"
        )

    def led(self, unit: str) -> bool:
        here = self.at[unit]
        return any(
            self.commands(x, unit) and (self.at[x] == here or self.beside(self.at[x], here))
            for x in LEADER
            if x in self.at
        )

    def reacting(self, hex: str) -> set[str]:
        """Texan spaces that may react to a stack in this hex."""
        found = set()
        for space, names in self.stacks.items():
            if self.side(names[0]) != "Texan":
                continue
            able = [n for n in self.troops(space) if self._may_react(n)]
            if able and self._could_fire(space, hex):
                found.add(space)
        return found

    def _may_react(self, name: str) -> bool:
        u = UNIT_NAMES.index(name)
        denied = any(UNIT_NAMES[d] in self.at for d in self.s.deniers[u])
        return self.s.reacted[u] != self.s.mover and not denied and self.led(name)

    def _could_fire(self, a: str, b: str) -> bool:
        far = distance(place(a)[1], place(b)[1])
        if far <= self.far("Texan", False) and self.lines(a, b):
            return True
        if far > self.far("Texan", True):
            return False
        for gun, at in enumerate(self.s.gun_at):
            if SPACE_NAMES[at] == a and self.s.loaded[gun] == 1 and self.lines(a, b, True):
                steep = level(a) > 0 and level(b) == 0 and far == 1 and frozenset((a, b)) in WALL
                return not steep or HEX[b]["terrain"] == "ramp"
        return False

    # Movement

    def cost(self, units: list[str], a: str, b: str) -> int | None:
        """What a step cost, apart from closed doors and whole phases (None: judge these by themselves)."""
        lb, hb = place(b)
        dead = {SPACE_NAMES[h]: n for h, n in self.s.dead}.get(b, 0)
        base = 1 if lb != "main" or HEX[hb]["terrain"] not in COST else COST[HEX[hb]["terrain"]]
        extra = self._side_cost(a, b)
        if extra is None:
            return None
        toll = 0
        if self.side(units[0]) == "Texan":
            toll = self._mixing(units, b) + (self._mixing(units, a) if self._first else 0)
            toll += 2 if self.threatened(a, "Mexican") else 0
        whole = base + dead + extra + toll
        return 12 if extra == 8 and whole > 12 else whole  # no wall takes more than a phase, ladder or not

    _first = False

    def _side_cost(self, a: str, b: str) -> int | None:
        (la, ha), (lb, hb) = place(a), place(b)
        if ha == hb:
            return 6
        if la != "main" or lb != "main" or (INNER.get(("1", frozenset((ha, hb)))) == "door" and {ha, hb} & UNROOFED):
            return None
        row = WALL.get(frozenset((ha, hb)))
        if row is None or row["ramp"]:
            return 0
        if row["door"] == "stairs":
            return 6
        if row["wall"] == "low":
            return 6
        ladders = {frozenset((SPACE_NAMES[x], SPACE_NAMES[y])) for x, y in self.s.ladders}
        return 8 if row["wall"] == "intermediate" and frozenset((a, b)) in ladders else None

    def _mixing(self, units: list[str], space: str) -> int:
        own = {self.row(n)["formation"] for n in units if n in UNIT or "*" not in LEADER[n]["mark"]}
        if not own:
            return 0
        return sum(
            self.value(n, "stacking") for n in self.troops(space) if n not in units and UNIT[n]["formation"] not in own
        )

    def threatened(self, space: str, by: str) -> bool:
        """Whether troops of a side stand next to a space with no wall between."""
        layer, hex = place(space)
        if layer != "main":
            return False
        return any(
            self.troops(h) and self.side(self.troops(h)[0]) == by and frozenset((hex, h)) not in WALL
            for h in neighbours(hex)
        )

    # Melee

    def edges(self, side: str) -> set[tuple[str, str]]:
        """Pairs of spaces over which troops of a side could melee, whoever has fought already."""
        found = set()
        for a in self.stacks:
            fit = [n for n in self.troops(a) if UNIT[n]["type"] != "slave_pow"]
            if not fit or self.side(fit[0]) != side:
                continue
            for b in self.stacks:
                if self.side(self.stacks[b][0]) != side and self._edge(a, b):
                    found.add((a, b))
        return found

    def melee(self, a: str, b: str) -> tuple[int, int]:
        """Both strengths of a melee before the dice; nobody has come down the outer stairs in this phase before."""
        layer, hex = place(b)
        pair = frozenset((place(a)[1], hex))
        wall = WALL.get(pair) if place(a)[0] == layer == "main" else None
        ladder = any({SPACE_NAMES[x], SPACE_NAMES[y]} == {a, b} for x, y in self.s.ladders)
        room = 8 if layer == "main" and HEX[hex]["stack_limit"] == "8" else 4
        room += 4 * any(SPACE_NAMES[x] == b for x, _ in self.s.ladders)
        if wall is not None and wall["door"] == "stairs":
            room = min(room, 4)
        ours: list[str] = []
        for name in reversed(self.troops(a)):
            if UNIT[name]["type"] == "slave_pow":
                continue
            if self.value(name, "stacking") <= room:
                room -= self.value(name, "stacking")
                ours.append(name)
            climbing = ladder and wall is not None and wall["wall"] == "intermediate" and not wall["ramp"]
            if climbing and self.side(name) == "Mexican":
                break
        indoors = layer != "main" or hex in UNROOFED
        last = 0
        if indoors:
            last = 3 if self._door(a, b) else 0
        elif wall is not None:
            last = {"low": 2, "intermediate": 4, "high": 4}.get(wall["wall"], 0)
        elif place(a)[0] != "main":
            last = 4
        return self._strength(a, ours, indoors), self._strength(b, self.troops(b), indoors) + last

    def _door(self, a: str, b: str) -> bool:
        (la, ha), (lb, hb) = place(a), place(b)
        floor = "2" if "up" in (la, lb) else "1"
        return ha != hb and INNER.get((floor, frozenset((ha, hb)))) == "door"

    def _strength(self, space: str, units: list[str], indoors: bool) -> int:
        mass = sum(self.value(n, "stacking") for n in units)
        able = [x for x in self.stacks[space] if x in LEADER and any(self.commands(x, n) for n in units)]
        leader = max((int(LEADER[x]["morale_bonus"]) for x in able), default=0)
        if indoors:
            return mass + leader
        layer, hex = place(space)
        proud = 2 in self.s.flags and (layer != "main" or HEX[hex]["inside"] == "1")
        morale = sum(self.value(n, "morale") + (proud and self.side(n) == "Mexican") for n in units)
        return morale + leader + mass // 4

    def _edge(self, a: str, b: str) -> bool:
        (la, ha), (lb, hb) = place(a), place(b)
        if ha == hb:
            return {la, lb} == {"in", "up"} and ha == "2723"
        if hb not in neighbours(ha):
            return False
        pair = frozenset((ha, hb))
        door = None
        if la == lb == "up":
            door = INNER.get(("2", pair)) == "door"
        elif "up" in (la, lb):
            return False
        elif "in" in (la, lb):
            rooms = ROOM.get(("1", ha)), ROOM.get(("1", hb))
            fits = all(
                r is not None and (lay == "in") == (r["kind"] == "room") for r, lay in zip(rooms, (la, lb), strict=True)
            )
            door = fits and INNER.get(("1", pair)) == "door"
        elif WALL.get(pair, {}).get("door") == "exterior":
            door = True
        if door is not None:
            return door and self._open(a, b)
        row = WALL.get(pair)
        if row is None or row["wall"] == "low" or row["ramp"] or row["door"] == "stairs":
            return True
        return any({SPACE_NAMES[x], SPACE_NAMES[y]} == {a, b} for x, y in self.s.ladders)

    def _open(self, a: str, b: str) -> bool:
        from grognard.games.dark_victory.content import DOORS

        return any(self.s.opened[k] and {SPACE_NAMES[x], SPACE_NAMES[y]} == {a, b} for k, (x, y) in enumerate(DOORS))
