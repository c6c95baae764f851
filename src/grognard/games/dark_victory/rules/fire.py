"""10.0 Fire combat and cannon: who may fire at what, the hit number with every term, and the roll."""

from grognard.core import Ask, Dice, Note, Refusal, Roll, SpaceId, Step, Steps, UnitId, rule
from grognard.games.dark_victory.content import (
    DARKNESS,
    DEFENCE,
    DOOR,
    DOOR_DEFENCE,
    FACTOR,
    GROUND,
    LEVEL,
    RAMP_HEXES,
    RANGE,
    SIDE_BETWEEN,
    VISIBILITY,
    WALL,
    WALL_DEFENCE,
    Gun,
    Side,
)
from grognard.games.dark_victory.rules.events import CannonFired, Fired, LeaderShot
from grognard.games.dark_victory.rules.losses import kill_leader, strike
from grognard.games.dark_victory.rules.sight import distance, lines, reach, sees, zone
from grognard.games.dark_victory.rules.state import COMBATANTS, LOADED, Alamo, leaders, modifier, points, stacked, top
from grognard.maps import members
from grognard.tables import Shot, Terms

HEIGHT = 5
SNAKE_EYES = 2
NO_GUN = -1


@rule("10.7", "10.22", "TEC.door", "TEC.highwall", "TEC.intwall", "TEC.lowwall", "TEC.creek", "TEC.trench")
def cover(a: int, b: int, side: int) -> int:
    """The defence of a target for a line that comes in over `side`: the largest single value (R-FIREWALL).

    Fire straight down a wall at an adjacent ground hex ignores the wall, never what is in the hex.
    """
    if side in DOOR:
        wall = DOOR_DEFENCE
    elif LEVEL[a] > GROUND and LEVEL[b] == GROUND and SIDE_BETWEEN[a].get(b) == side:
        wall = 0
    else:
        wall = WALL_DEFENCE[WALL[side]]
    return max(wall, DEFENCE[b])


@rule("10.3", "10.5", "10.6", "10.19", "10.23", "2.11", "10.24", "8.2.D")
def shot(s: Alamo, unit: UnitId, a: int, b: int, gun: int = NO_GUN) -> Shot | None:
    """The shot of a unit, or of the cannon under it, from one space into another; None without a clear line.

    Leaders alone have no step to lose: only a two matters (R-LEADALONE)."""
    sides = sees(s, a, b, gun >= 0)
    if not sides:
        return None
    if top(s, b) is None:
        return two_dice(0, (("10.24", SNAKE_EYES),))
    defence = min([cover(a, b, side) for side in sides])
    if gun >= 0:
        base, own = FACTOR[gun], 0
    else:
        base, own = points(s, unit), modifier(s, unit)
    height = HEIGHT if LEVEL[b] < LEVEL[a] else 0
    terms = (
        ("10.5", own),
        ("10.3", stacked(s, b)),
        ("10.7", -defence),
        ("10.6", -DARKNESS[s.turn]),
        ("10.23", height),
    )
    return two_dice(base, terms)


def two_dice(needs: int, terms: Terms = ()) -> Shot:
    """Two dice at or below a number, or a two."""
    return Shot((6, 6), needs, terms, always=(SNAKE_EYES,))


@rule("10.11", "10.12", "10.12.B", "10.8", "10.8.B", "10.22.B", "10.10", "9.9.B", "8.2.D")
def refuse_shot(s: Alamo, side: Side, a: int, b: int, gun: int = NO_GUN) -> Refusal | None:
    """Why nothing can be fired from one space into another, None if it can."""
    if not _aimable(s, side) >> b & 1:
        if s.held[1 - side] >> b & 1:
            return Refusal("13.1", "helpless", (b,))
        return Refusal("10.2", "nobody_there", (b,))
    far = distance(a, b)
    if far > VISIBILITY[s.turn]:
        return Refusal("10.12", "too_dark", (b, far, VISIBILITY[s.turn]))
    if gun < 0 and far > RANGE[side]:
        return Refusal("10.11", "out_of_range", (b, far, RANGE[side]))
    if gun >= 0 and not depressed(a, b):
        return Refusal("10.22.B", "too_steep", (b,))
    if not lines(a, b, gun >= 0, s.rules.strict_high_wall):
        return Refusal("10.8.D", "no_line", (b, a))
    return None if sees(s, a, b, gun >= 0) else Refusal("10.8.B", "line_blocked", (b, a))


def _aimable(s: Alamo, side: Side) -> int:
    """Spaces with enemies that fire can hurt; women and children alone are no target (R-LEADALONE)."""
    return s.held[1 - side] & s.held[COMBATANTS]


@rule("10.22.B", "10.22.ex")
def depressed(a: int, b: int) -> bool:
    """Whether a cannon can be laid on a target: never down a wall at an adjacent ground hex, unless that is a ramp."""
    return not (b in SIDE_BETWEEN[a] and LEVEL[a] > LEVEL[b] == GROUND) or bool(RAMP_HEXES >> b & 1)


def targets(s: Alamo, side: Side, a: int, gun: int = NO_GUN) -> list[SpaceId]:
    """Every space that may be fired on from here now."""
    near = _aimable(s, side) & zone(a, reach(s.turn, side, gun >= 0), gun >= 0, s.rules.strict_high_wall)
    return [SpaceId(b) for b in members(near) if sees(s, a, b, gun >= 0) and (gun < 0 or depressed(a, b))]


@rule("10.19", "10.15", "2.19", "10.17")
def ready_gun(s: Alamo, unit: UnitId) -> Gun | None:
    """The loaded cannon under a unit that tops its stack."""
    at = s.loc[unit]
    if at not in s.gun_at or top(s, at) != unit:
        return None
    gun = Gun(s.gun_at.index(at))
    return gun if s.loaded[gun] == LOADED else None


@rule("10.11", "10.12.B", "10.19")
def weapons(s: Alamo, side: Side, a: int, b: int) -> list[int]:
    """What a stack could fire into a space now: its own weapons (`NO_GUN`), the loaded cannon under it, or both."""
    unit = top(s, a)
    gun = None if unit is None else ready_gun(s, unit)
    arms = [] if unit is None else [NO_GUN] if gun is None else [NO_GUN, gun]
    return [x for x in arms if refuse_shot(s, side, a, b, x) is None]


@rule("10.3.B", "10.3.C", "10.3.note", "10.4", "10.4.B", "10.15", "10.24", "8.2.D")
class FireRoll(Step, frozen=True):
    """10.3 Two dice: at or below the hit number, or a two, cost the target a step; a two also its topmost leader."""

    rule = "10.3.B"
    unit: UnitId
    start: SpaceId
    hex: SpaceId
    gun: int = NO_GUN

    def ask(self, s: Alamo) -> Ask:
        found = shot(s, self.unit, self.start, self.hex, self.gun)
        if found is None:
            return None
        breaks = found.breaks()[0]
        if leaders(s, self.hex):
            breaks = tuple(sorted({SNAKE_EYES, *breaks} - {0}))
        return Roll((6, 6), "fire", "10.3.B", matters=found.matters, breaks=(breaks,))

    def take(self, s: Alamo, answer: Dice, note: Note) -> Steps:
        found = shot(s, self.unit, self.start, self.hex, self.gun)
        assert found is not None
        dice = sum(answer)
        hit = found.hits(dice)
        if self.gun >= 0:
            note(CannonFired(self.unit, Gun(self.gun), self.hex, found.needs, dice, hit, told(found, "10.19")))
        else:
            note(Fired(self.unit, self.start, self.hex, found.needs, dice, hit, told(found, "10.3 firers")))
        if hit:
            resolve(s, self.hex, dice, note)
        return ()


def told(found: Shot, first: str) -> Terms:
    """The terms of a shot for the log: what fires, and all that adds or takes anything."""
    return tuple([(case, n) for case, n in ((first, found.base), *found.terms) if n])


@rule("10.4", "10.4.B", "10.24")
def resolve(s: Alamo, hex: SpaceId, dice: int, note: Note) -> None:
    """What a hit does: the step first, and on a two the leader who was topmost."""
    present = leaders(s, hex)
    if strike(s, hex, note):
        return
    if dice == SNAKE_EYES and present and s.loc[present[-1]] == hex:
        kill_leader(s, present[-1], note, LeaderShot)
