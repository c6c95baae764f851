"""Odds before you commit: the sum line by line, and the exact distribution of results."""

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from grognard.core import DONE, Option, SpaceId, UnitId, clone
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import (
    ALLIED,
    GERMAN,
    GERMAN_ARTILLERY,
    HEXES,
    LETTERS,
    NATION,
    NATIONS,
    NEAR,
    ROSTER,
    SIDES,
    SPACE_NAMES,
    TURNS,
    UNIT_NAMES,
    Side,
)
from grognard.games.cassino_1944.rules.abbey import Strike
from grognard.games.cassino_1944.rules.actions import Half
from grognard.games.cassino_1944.rules.combat import (
    Attack,
    CombatRoll,
    Join,
    Outcome,
    able_attackers,
    absorbed,
    declared,
    resolution,
    strengths,
)
from grognard.games.cassino_1944.rules.sequence import EACH_IMPULSE, StartActions, StartHalf
from grognard.games.cassino_1944.rules.state import Cassino, Combat, endurance_left
from grognard.games.cassino_1944.rules.support import ALLIED_MARKERS, Support, Use, refuse_marker
from grognard.look.scene import Chart, Forecast, Term
from grognard.tables import Distribution

Say = Callable[..., str]
ChartOf = Callable[[int, int], Chart]


def proposed(s: Cassino, option: Option | None) -> Combat | None:
    """The combat that an option leads to, as far as it is formed; None where no attack is in question."""
    top = s.stack[-1] if s.stack else None
    if type(option) is Strike:
        return Combat(ALLIED, option.hex, (), s.here[option.hex], (), strike=True)
    if isinstance(top, Half) and type(option) is Attack:
        units = able_attackers(s, top.side, option.hex)
        return declared(s, top.side, option.hex, tuple(units)) if units and s.here[option.hex] else None
    if isinstance(top, Join):
        picked = top.formed(s, option)
        return declared(s, top.side, top.target, picked) if picked else None
    if s.combat is not None and isinstance(top, Support):
        if type(option) is Use:
            return replace(s.combat, markers=(*s.combat.markers, option.marker))
        return s.combat
    return None


def results_of(s: Cassino, c: Combat) -> Distribution[tuple[int, int]]:
    """Damage of attacker and defender after the box, exactly."""
    return resolution(s, c).chances().map(lambda result: absorbed(s, c, result))


def column_now(s: Cassino) -> tuple[int, int]:
    """Columns before and after shifts of the attack in question; -1 where there is none.

    Before retreat and advance the markers come off (10.1.2), and with them what they shifted."""
    fought = any(isinstance(step, CombatRoll | Outcome) for step in s.stack)
    c = s.combat if fought else proposed(s, None)
    if c is None:
        return -1, -1
    made = resolution(s, c)
    return made.base, made.column


def forecast_of(s: Cassino, option: Option, say: Say, chart: ChartOf) -> Forecast | None:
    c = proposed(s, option)
    return None if c is None else told(s, c, say, chart, _about(_support_to_come(s, c, _to_decide(s, option))))


def threat_of(s: Cassino, hex: SpaceId, say: Say, chart: ChartOf) -> Forecast | None:
    """Everything next to the hex that could attack it together in one half, whoever has acted.

    Of nationalities that cannot be activated together (10.3) the one whose attack is the worst for the hex.
    """
    if not 0 <= hex < HEXES or not s.here[hex]:
        return None
    enemy = GERMAN if s.held[ALLIED] >> hex & 1 else ALLIED
    near = [u for u in ROSTER[enemy] if NEAR[hex] >> s.loc[u] & 1]
    parties = [near]
    if s.rules.coordination:
        parties = [[u for u in near if NATION[u] == nation] for nation in range(len(NATIONS))]
    then = _in_the_half(s, enemy)
    if then is None:
        return None
    attacks = [declared(then, enemy, hex, tuple(party)) for party in parties if party]
    if not attacks:
        return None
    worst = max(attacks, key=lambda c: (_gain(then, c), strengths(c)))
    weather = s.rules.weather and then.turn > s.turn
    return told(then, worst, say, chart, _about(_support_to_come(then, worst, (ALLIED, GERMAN)), weather))


def _in_the_half(s: Cassino, side: Side) -> Cassino | None:
    """The position in the impulse of this side's half that is running or comes next; None where none comes any more.

    What holds for one impulse only (10.5.3) is over with its half, or still to come; markers come back with an impulse
    or a turn (10.1.1), and the weather of the next turn is reckoned as clear.
    """
    if any(isinstance(step, StartHalf | StartActions | Half) and step.side == side for step in s.stack):
        return s
    then = clone(s)
    then.impulse += 1
    then.used &= ~EACH_IMPULSE
    if then.impulse == len(LETTERS):
        if s.turn == TURNS:
            return None
        then.turn, then.impulse, then.used, then.rain = s.turn + 1, 0, 0, False
    return then


def _gain(s: Cassino, c: Combat) -> float:
    """Points the defender suffers more than the attacker on average; nothing hurts the attacker in a strike (R-46)."""
    return float(results_of(s, c).expectation(lambda r: r[1] if c.strike else r[1] - r[0]))


def told(s: Cassino, c: Combat, say: Say, chart: ChartOf, about: str) -> Forecast:
    """The forecast of a combat. A strike has no attacker who could suffer or lose."""
    results = results_of(s, c)
    room = sum(endurance_left(s, u) for u in c.defenders)
    suffers = (f"{float(results.expectation(lambda r: r[0])):.2f}", say("mean_attacker"))
    loses = (_percent(results.probability(lambda r: r[0] > r[1])), say("attacker_worse"))
    figures = [
        *(() if c.strike else (suffers,)),
        (f"{float(results.expectation(lambda r: r[1])):.2f}", say("mean_defender")),
        (_percent(results.probability(lambda r: r[1] > r[0])), say("defender_worse")),
        *(() if c.strike else (loses,)),
        (_percent(results.probability(lambda r: r[1] >= room)), say("defender_out")),
    ]
    ordered = sorted(results.items(), key=lambda item: (item[0][0] - item[0][1], -item[0][1]))
    made = resolution(s, c)
    return Forecast(
        title=say("forecast", attacker=SIDES[c.side], hex=SPACE_NAMES[c.target]),
        terms=tuple(_terms(s, c, say)),
        results=tuple((f"{a}/{d}", float(chance)) for (a, d), chance in ordered),
        figures=tuple(figures),
        chart=chart(made.base, made.column),
        about=say(about),
        short=made.label,
        chance=float(results.probability(lambda r: r[1] > r[0])),
        gain=_gain(s, c),
    )


def _terms(s: Cassino, c: Combat, say: Say) -> list[Term]:
    """The sum: strengths, odds, shifts, column, modifiers of the die, the box."""
    made = resolution(s, c)
    found: list[Term] = []
    if c.strike:
        found.append(Term(say("strike"), "10.2.3.odds", made.label))
    else:
        attack, defence = made.values
        found.append(Term(say("attack", units=_listed(c.attackers)), "6.1.sum", str(attack)))
        found.append(Term(say("defence", units=_listed(c.defenders)), "6.0.group", str(defence)))
        found.append(Term(say("odds"), "6.1.ratio", made.odds))
        found += [Term(GAME.words.term(key), key.partition(" ")[0], _columns(n, say)) for key, n in made.shifts]
        found.append(Term(say("column"), "6.1.order", made.label))
    for case, n in made.modifiers:
        found.append(Term(GAME.words.term(case), case, say("on_die", n=n)))
    if s.box[c.target] and c.side == ALLIED:
        found.append(Term(say("box"), "6.3.absorb", say("one_point")))
    return found


def _columns(n: int, say: Say) -> str:
    return say("shift" if abs(n) == 1 else "shifts", n=n)


def _to_decide(s: Cassino, option: Option) -> tuple[Side, ...]:
    """Who may still place support once this answer is given: the Allied player first, then the German (10.1.2)."""
    top = s.stack[-1] if s.stack else None
    if not isinstance(top, Support):
        return (ALLIED, GERMAN)
    if top.side == GERMAN:  # he has one marker
        return ()
    return (GERMAN,) if option == DONE else (ALLIED, GERMAN)


def _support_to_come(s: Cassino, c: Combat, sides: tuple[Side, ...]) -> bool:
    """Whether a marker of these sides may still be placed in this combat (10.1); nobody supports a strike, or against
    it (R-46)."""
    if not s.rules.support or c.strike:
        return False
    markers = {ALLIED: ALLIED_MARKERS, GERMAN: (GERMAN_ARTILLERY,)}
    return any(m not in c.markers and refuse_marker(s, c, side, m) is None for side in sides for m in markers[side])


def _about(support: bool, weather: bool = False) -> str:
    """The word for what a forecast leaves open: support, and the weather of the next turn."""
    return ("exact_clear" if weather else "exact") + ("_open" if support else "")


def _listed(units: tuple[UnitId, ...]) -> str:
    return ", ".join(UNIT_NAMES[u] for u in units)


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.0%}"


def side_asked(s: Cassino, seat: int) -> Side:
    return Side(s.seats.index(seat)) if seat in s.seats else ALLIED
