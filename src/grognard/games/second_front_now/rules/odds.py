"""The exact chances of a whole battle, by a table over the steps of both lines; no dice, no sampling.

The policies are named: everybody fires at will (`fire.at_will`); the attacker breaks off once he has lost so many steps
to defensive fire; the defender retreats whenever that saves him a step, or never. A step given back goes to an
eliminated unit first, else to the first that was hit; in a retreat first of all where most steps are saved by it, and
the stronger units take what room there is. Forecasts, computer players and tests all read this table.
"""

from collections import defaultdict
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import astuple, replace

from grognard.core import rule
from grognard.games.second_front_now.content import ALLIED, GARRISON, IS_ARTILLERY, STRIKE, StrikeRow
from grognard.games.second_front_now.rules.dice import hit_chance
from grognard.games.second_front_now.rules.fire import at_will, fire_value
from grognard.games.second_front_now.rules.plans import strike_on
from grognard.games.second_front_now.rules.retreat import room_back
from grognard.games.second_front_now.rules.stacking import MOST, MOST_ARTILLERY
from grognard.games.second_front_now.rules.state import Battle, SecondFront
from grognard.games.second_front_now.rules.weather import LOCAL_SUPERIORITY, air_contested

Line = tuple[int, ...]
Values = tuple[tuple[int, ...], ...]
BARRAGE, DEFENSIVE, OFFENSIVE = range(3)
"""The fire steps of a battle in their order."""
BREAK_OFF_AT = 2
"""Steps lost to defensive fire at which the attacker of a forecast gives up."""
PLENTY = (MOST, MOST_ARTILLERY)
"""Room for a whole stack."""


class Lines(Struct, frozen=True):
    """A battle before its first shot, reduced to what decides it."""

    attackers: Line
    """Steps of each."""
    defenders: Line
    guns_a: tuple[bool, ...]
    guns_d: tuple[bool, ...]
    on_defender: Values
    """What each attacker hits with, by defender, in tenths."""
    on_attacker: Values
    rooted: tuple[bool, ...] = ()
    """By defender: a garrison, which no retreat saves; none of them where this is empty."""
    room: tuple[int, int] = PLENTY
    """How many others find a way back: of all but artillery, and of artillery."""


class End(Struct, frozen=True):
    """One way a battle can end."""

    attackers: Line
    defenders: Line
    won: bool
    """The defenders have left or are dead."""
    broke_off: bool
    retreated: bool


def lines_of(s: SecondFront, b: Battle) -> Lines:
    """What a battle comes down to."""
    att, dfd = b.attackers, b.defenders
    return Lines(
        tuple([s.steps[u] for u in att]),
        tuple([s.steps[u] for u in dfd]),
        tuple([IS_ARTILLERY[u] for u in att]),
        tuple([IS_ARTILLERY[u] for u in dfd]),
        tuple([tuple([fire_value(s, b, a, d) for d in dfd]) for a in att]),
        tuple([tuple([fire_value(s, b, d, a) for a in att]) for d in dfd]),
        tuple([GARRISON[d] for d in dfd]) if any(GARRISON[d] for d in dfd) else (),
        (_room(s, b, False), _room(s, b, True)),
    )


def _room(s: SecondFront, b: Battle, gun: bool) -> int:
    """How many defenders of this kind find a way back, who all come out of one hex: plenty, if there is none."""
    unit = next((d for d in b.defenders if IS_ARTILLERY[d] == gun and not GARRISON[d]), None)
    return PLENTY[gun] if unit is None else min(room_back(s, b, unit), PLENTY[gun])


def volley(
    shots: tuple[int, ...], values: Values, targets: Line, guns: tuple[bool, ...]
) -> dict[tuple[Line, bool], float]:
    """Steps left and whether an extra hit fell, after these shooters have fired their shots in this order."""
    now: dict[tuple[Line, bool], float] = {(targets, False): 1.0}
    for shooter in shots:
        after: dict[tuple[Line, bool], float] = defaultdict(float)
        row = values[shooter]
        for (steps, extra), chance in now.items():
            k = at_will(row, steps, guns)
            hit = hit_chance(row[k])
            if steps[k]:
                struck = (*steps[:k], steps[k] - 1, *steps[k + 1 :])
                after[struck, extra] += chance * hit
                after[steps, extra] += chance * (1 - hit)
            else:
                missed = 0.0 if extra else 1 - hit
                after[steps, True] += chance * (1 - missed)
                after[steps, False] += chance * missed
        now = {key: chance for key, chance in after.items() if chance > 0}
    return now


def given_back(before: Line, now: Line) -> Line:
    """One step returned: to a dead unit if one died in this fire, else to the first that was hit."""
    hit = [k for k, left in enumerate(now) if left < before[k]]
    k = next((k for k in hit if not now[k]), hit[0])
    return (*now[:k], now[k] + 1, *now[k + 1 :])


@rule("13.6", "13.6.7", "13.8")
def withdrawn(lines: Lines, before: Line, now: Line) -> Line:
    """The defenders after a retreat with one step returned; who finds no room, and every garrison, is lost."""
    if not lines.rooted and lines.room == PLENTY:
        return given_back(before, now)
    hit = sorted([k for k, left in enumerate(now) if left < before[k]], key=lambda k: now[k] > 0)
    return max([saved(lines, (*now[:k], now[k] + 1, *now[k + 1 :])) for k in hit], key=sum)


def saved(lines: Lines, line: Line) -> Line:
    """Who of a line gets away, the stronger first as far as the room goes."""
    kept = [0] * len(line)
    for gun, room in enumerate(lines.room):
        able = [k for k, left in enumerate(line) if lines.guns_d[k] == gun and not (lines.rooted and lines.rooted[k])]
        for k in sorted(able, key=lambda k: -line[k])[:room]:
            kept[k] = line[k]
    return tuple(kept)


@lru_cache(maxsize=20_000)
@rule("13.1", "13.7", "13.6")
def battle_odds(
    lines: Lines, break_off_at: int = BREAK_OFF_AT, retreats: bool = True, stage: int = BARRAGE
) -> tuple[tuple[End, float], ...]:
    """Every end of a battle with its chance; `stage`: the fire step that comes next, with the steps as they stand."""
    ends: dict[End, float] = defaultdict(float)
    if stage == OFFENSIVE:
        return tuple(assault(lines, lines.attackers, lines.defenders, retreats).items())
    guns = [k for k, gun in enumerate(lines.guns_a) if gun and lines.attackers[k]]
    barrage = tuple(guns) if stage == BARRAGE else ()
    for (held, _), first in volley(barrage, lines.on_defender, lines.defenders, lines.guns_d).items():
        shots = tuple([k for k, left in enumerate(held) for _ in range(left)])
        for (att, extra), second in volley(shots, lines.on_attacker, lines.attackers, lines.guns_a).items():
            chance = first * second
            lost = sum(lines.attackers) - sum(att)
            if lost >= break_off_at and not extra:
                ends[End(given_back(lines.attackers, att), held, False, True, False)] += chance
                continue
            for end, third in assault(lines, att, held, retreats).items():
                ends[end] += chance * third
    return tuple(ends.items())


def assault(lines: Lines, att: Line, held: Line, retreats: bool) -> dict[End, float]:
    """Offensive fire of the survivors, and the answer to it."""
    ends: dict[End, float] = defaultdict(float)
    shots = tuple([k for k, left in enumerate(att) if not lines.guns_a[k] for _ in range(left)])
    for (dfd, extra), chance in volley(shots, lines.on_defender, held, lines.guns_d).items():
        back = withdrawn(lines, held, dfd) if dfd != held and not extra and retreats else dfd
        if sum(back) > sum(dfd):
            ends[End(att, back, True, False, True)] += chance
        else:
            ends[End(att, dfd, not any(dfd), False, False)] += chance
    return ends


class Summary(Struct, frozen=True):
    """What a forecast says of a battle."""

    won: float
    attacker_loss: float
    """Steps the attacker can expect to lose."""
    defender_loss: float
    broke_off: float
    wiped_out: float


@lru_cache(maxsize=20_000)
def summary(lines: Lines, break_off_at: int = BREAK_OFF_AT, retreats: bool = True) -> Summary:
    won = lost = took = broke = wiped = 0.0
    for end, chance in battle_odds(lines, break_off_at, retreats):
        won += chance * end.won
        lost += chance * (sum(lines.attackers) - sum(end.attackers))
        took += chance * (sum(lines.defenders) - sum(end.defenders))
        broke += chance * end.broke_off
        wiped += chance * (not any(end.defenders))
    return Summary(won, lost, took, broke, wiped)


NO_BATTLE = Summary(0.0, 0.0, 0.0, 0.0, 0.0)


@rule("15.4", "15.4.table")
def strike_flies(s: SecondFront, b: Battle) -> bool:
    """Whether bombers are due as this battle begins."""
    return b.side == ALLIED and strike_on(s, b.target) is not None


@rule("15.3.roll", "15.3.both", "15.3.lim")
def sky_open(s: SecondFront, b: Battle) -> bool:
    """Whether a die will be rolled for the Luftwaffe as this battle begins: a strike written for it keeps the sky."""
    return air_contested(s) and not strike_flies(s, b)


@rule("15.3.roll", "15.4.table", "15.4.spent", "15.4.noshow")
def declared(s: SecondFront, b: Battle) -> Summary:
    """The chances of a battle as it is declared: before its first shot, and before the die for the air.

    An attack whose bombers fail to come goes on without them; where they bomb their own side there is none.
    """
    if strike_flies(s, b):
        each = hit_chance(1)
        return _mean([(each, _struck(s, b, row)) for row in STRIKE.values()])
    clear = summary(lines_of(s, b))
    if not sky_open(s, b):
        return clear
    there = hit_chance(LOCAL_SUPERIORITY)
    return _mean([(1 - there, clear), (there, summary(lines_of(s, replace(b, luftwaffe=True))))])


def _struck(s: SecondFront, b: Battle, row: StrikeRow) -> Summary:
    """The chances once the die for the bombers has fallen."""
    return NO_BATTLE if row.result == "fiasco" else summary(lines_of(s, replace(b, bonus=row.modifier)))


def _mean(parts: list[tuple[float, Summary]]) -> Summary:
    """What to expect of these, each with its chance."""
    rows = [(chance, astuple(each)) for chance, each in parts]
    return Summary(*[sum([chance * row[k] for chance, row in rows]) for k in range(len(Summary.__struct_fields__))])
