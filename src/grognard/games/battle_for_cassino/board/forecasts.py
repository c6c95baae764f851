"""Odds before you commit: assaults with every term, fire, missions; and the assaults a side owes already."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypedDict

from msgspec.structs import replace

from grognard.core import Add, Decision, Option, SpaceId, UnitId, clone
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    ASSAULT,
    COMPANY_COLUMNS,
    CRT,
    FIGHTERS,
    FIRE,
    GERMAN,
    HEXES,
    RATIO_COLUMNS,
    SIDE,
    SIDES,
    SPACE_NAMES,
    SUPPORT,
    TOUCH,
    UNIT_NAMES,
    Function,
    Side,
    Strike,
)
from grognard.games.battle_for_cassino.rules.assault import QUARTER, AssaultRoll, defenders, resolution, weights
from grognard.games.battle_for_cassino.rules.combat import Announce, Attack
from grognard.games.battle_for_cassino.rules.duties import touches
from grognard.games.battle_for_cassino.rules.fire import (
    FireAt,
    FireRoll,
    Fires,
    PickFirers,
    fire_column,
    fire_shifts,
    firers,
)
from grognard.games.battle_for_cassino.rules.losses import spared
from grognard.games.battle_for_cassino.rules.preparation import Bombardment, PickMortars, Shell, observed
from grognard.games.battle_for_cassino.rules.reserves import Reserves, Send, goals
from grognard.games.battle_for_cassino.rules.state import Assault, Battle, pinned, place, strength
from grognard.games.battle_for_cassino.rules.strikes import strike
from grognard.games.battle_for_cassino.rules.supply import Draw, Supply, Without, estranged, mortars_paid, suppliers
from grognard.games.battle_for_cassino.rules.support import SupportFire, Target
from grognard.look.scene import Chart, Duty, Forecast, Term
from grognard.maps import BIT, mask

Say = Callable[..., str]
ChartOf = Callable[[int, int], Chart]


def side_asked(s: Battle, seat: int) -> Side:
    return Side(s.seats.index(seat)) if seat in s.seats else ALLIED


def proposed(s: Battle, option: Option | None) -> Assault | None:
    """The assault that an option leads to, with everybody and every hex that it forces in, supplied as well as can be;
    None where none is in question."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, Announce):
        made = top.formed(s, option)
        return _supplied(s, made.side, made.hexes, made.picked) if made.picked else None
    if type(option) is Attack:
        made = _everybody(s, Announce(s.side, (option.hex,)).grown(s))
        return _supplied(s, made.side, made.hexes, made.picked) if made.picked else None
    a = s.assault
    if a is None or not isinstance(top, Supply) or top.function != ASSAULT:
        return a
    settled = top.sources
    if type(option) is Draw or type(option) is Without:
        settled = (*settled, option.hq if type(option) is Draw else -1)
    return _supplied(s, a.side, a.hexes, a.attackers, settled)


def _everybody(s: Battle, made: Announce) -> Announce:
    """An assault with all who may join it."""
    asked = made.ask(s)
    assert isinstance(asked, Decision)
    more = next((option for option in asked.options if type(option) is Add), None)
    return made if more is None else _everybody(s, made.formed(s, more))


def _supplied(
    s: Battle, side: Side, hexes: tuple[SpaceId, ...], units: tuple[UnitId, ...], settled: tuple[int, ...] = ()
) -> Assault:
    """An assault whose attackers draw on the headquarters that cost least, after those whose supply is settled."""
    return Assault(side, hexes, units, _sources(s, units, ASSAULT, settled))


def _sources(
    s: Battle, units: tuple[UnitId, ...], function: Function, settled: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """For each unit the headquarters that costs it no column if there is one, of these one that has paid, then one that
    pays for a unit before it; -1: none."""
    found = list(settled)
    for unit in units[len(settled) :]:
        paid, dear = suppliers(s, unit, function)
        again = [hq for hq in dear if hq in found]
        found.append(min((*paid, *again, *dear), key=lambda hq: bool(estranged(unit, hq)), default=-1))
    return tuple(found)


def _expense(s: Battle, sources: tuple[int, ...], function: Function, say: Say) -> tuple[Term, ...]:
    """The increments that these headquarters have still to spend on a function, and who leaves the map with the
    last."""
    paid = {spent.hq for spent in s.supplied if spent.function == function}
    due = tuple([UnitId(hq) for hq in dict.fromkeys(sources) if hq >= 0 and hq not in paid])
    gone = tuple([hq for hq in due if s.increments[hq] == 1])
    told = (Term(say("spends", units=_listed(due)), "10.33", str(len(due))),) if due else ()
    return (*told, Term(say("leaves", units=_listed(gone)), "10.12", "")) if gone else told


def column_now(s: Battle) -> tuple[int, int]:
    """Columns before and after shifts of the assault in question; -1 where there is none."""
    a = proposed(s, None)
    if a is None or not defenders(s, a):
        return -1, -1
    made = resolution(s, a)
    return made.base, made.column


def forecast_of(s: Battle, option: Option, say: Say, chart: ChartOf) -> Forecast | None:
    """What an option begins, in numbers."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, Bombardment) and isinstance(option, Shell):
        return _mission(s, top, option, say)
    if isinstance(top, PickMortars):
        return _mortars(s, top, option, say)
    if isinstance(top, Fires) and isinstance(option, FireAt):
        if top.refuse(s, option) is not None:
            return None
        there = top.there(s, option.hex)
        able = firers(there, top.by, top.function, option.hex)
        return _fire(there, top.unit, top.function, able, say("all_fire"), say)
    if isinstance(top, SupportFire) and isinstance(option, Target):
        able = firers(s, top.side, SUPPORT, s.loc[option.unit])
        return _fire(s, option.unit, SUPPORT, able, say("all_fire"), say) if able else None
    if isinstance(top, PickFirers):
        picked = top.formed(s, option)
        return _fire(s, top.unit, top.function, picked, say("exact"), say) if picked else None
    if isinstance(top, Supply) and top.function != ASSAULT:
        return _supplied_fire(s, top, option, say)
    if isinstance(top, Reserves) and isinstance(option, Send):
        s = _reinforced(s, option)
    a = proposed(s, option)
    if a is None or not defenders(s, a) or (a is s.assault and not _to_be_fought(s)):
        return None
    return told(s, a, say, chart)


def _to_be_fought(s: Battle) -> bool:
    """Whether the die of the assault under way has still to be thrown: what comes after it has no odds."""
    return any(isinstance(step, AssaultRoll) for step in s.stack)


def _reinforced(s: Battle, option: Send) -> Battle:
    """The position once a reserve has come, unhurt, to the one hex it can join; as it is where there are several."""
    assert s.assault is not None
    ends = goals(s, s.assault, option.unit, s.loc[option.unit])
    if len(ends) != 1:
        return s
    made = clone(s)
    place(made, option.unit, *ends)
    made.assault = replace(s.assault, reserves=tuple(sorted((*s.assault.reserves, option.unit))))
    return made


def threat_of(s: Battle, hex: int, say: Say, chart: ChartOf) -> Forecast | None:
    """Everything next to the hex that could assault it."""
    if not 0 <= hex < HEXES or not s.here.get(hex):
        return None
    enemy = GERMAN if s.held[ALLIED] & BIT[hex] else ALLIED
    near = tuple(
        UnitId(u)
        for u in range(len(UNIT_NAMES))
        if s.loc[u] < HEXES and TOUCH[hex] & BIT[s.loc[u]] and _fights(s, u, enemy)
    )
    return told(s, _supplied(s, enemy, (SpaceId(hex),), near), say, chart) if near else None


def _fights(s: Battle, unit: int, side: int) -> bool:
    return SIDE[unit] == side and bool(FIGHTERS >> unit & 1) and not s.crowded >> unit & 1


def told(s: Battle, a: Assault, say: Say, chart: ChartOf) -> Forecast:
    """The forecast of an assault, if no reserves are sent."""
    made = resolution(s, a)
    results = made.results()
    terms = [
        Term(say("attack", units=_listed(a.attackers)), "12.11", str(made.values[0])),
        *_quartered(s, a, say),
        Term(say("defence", units=_listed(defenders(s, a))), "12.13", str(made.values[1])),
        *_grounded(s, a, say),
        Term(say("odds"), "12.41", made.odds),
        *(Term(GAME.words.term(case), case, f"{n:+}") for case, n in made.shifts),
        Term(say("column"), "12.43", made.label),
        *_expense(s, a.sources, ASSAULT, say),
    ]
    figures = (
        (f"{sum(r.attacker_steps for r in results) / 6:.2f}", say("mean_attacker")),
        (f"{sum(r.defender_steps for r in results) / 6:.2f}", say("mean_defender")),
        (f"{sum(r.defender_retreat > 0 for r in results) / 6:.0%}", say("driven")),
        (f"{sum(r.attacker_retreat > 0 for r in results) / 6:.0%}", say("repulsed")),
    )
    counted: dict[str, float] = {}
    for r in results:
        counted[r.text] = counted.get(r.text, 0) + 1 / 6
    title = say("forecast", side=SIDES[a.side], hexes=", ".join(SPACE_NAMES[h] for h in a.hexes))
    driven = sum(r.defender_retreat > 0 for r in results) / 6
    return Forecast(
        title,
        tuple(terms),
        tuple(counted.items()),
        figures,
        chart(made.base, made.column),
        say("no_reserves"),
        short=made.label,
        chance=driven,
        gain=driven + sum(r.defender_steps - r.attacker_steps - (r.attacker_retreat > 0) for r in results) / 6,
    )


def _quartered(s: Battle, a: Assault, say: Say) -> Iterator[Term]:
    """Which attackers count a quarter, with their whole strength."""
    weak = weights(s, a).weak
    if weak:
        whole, case = sum([strength(s, u) for u in weak]), "14.22" if mask(weak) & pinned(s) else "10.43"
        yield Term(say("quartered", units=_listed(weak)), case, f"{whole} → {whole // QUARTER}")


def _grounded(s: Battle, a: Assault, say: Say) -> Iterator[Term]:
    """What changes the strength of the defenders: ground, pins, reserves without ground, overstacking."""
    made = weights(s, a)
    for hex, times in zip(a.hexes, made.times, strict=True):
        if times > 1:
            yield Term(say("ground", hex=SPACE_NAMES[hex]), "6.4", f"×{times}")
    for key, case, units, value in (
        ("halved", "14.23", made.halved, "÷2"),
        ("groundless", "12.27", made.reserves, ""),
        ("idle", "9.24", made.idle, "0"),
    ):
        if units:
            yield Term(say(key, units=_listed(units)), case, value)


def _mission(s: Battle, top: Bombardment, option: Shell, say: Say) -> Forecast:
    seen = bool(observed(s, top.side, BIT[top.hex]))
    results = [strike(option.air + option.artillery, die, seen) for die in range(1, 7)]
    counted: dict[str, float] = {}
    for r in results:
        counted[r.text] = counted.get(r.text, 0) + 1 / 6
    terms = (
        Term(say("air_points"), "5.13", str(option.air)),
        Term(say("artillery_points"), "5.13", str(option.artillery)),
        Term(say("observed") if seen else say("unobserved"), "5.32", "" if seen else "+2"),
    )
    again = _pinned_now(s, s.here.get(top.hex, ()))
    if again:
        results = [replace(r, pin=False) for r in results]
    figures = (
        (f"{sum(r.steps for r in results) / 6:.2f}", say("mean_steps")),
        _pins(results, again, say),
        (f"{sum(r.collateral for r in results) / 6:.0%}", say("collateral_chance")),
    )
    return Forecast(
        say("mission", hex=SPACE_NAMES[top.hex]),
        terms,
        tuple(counted.items()),
        figures,
        about=say("exact"),
        **_struck(results),
    )


def _mortars(s: Battle, top: PickMortars, option: Option, say: Say) -> Forecast | None:
    picked = top.formed(s, option)
    if not picked:
        return None
    seen = bool(observed(s, top.side, BIT[top.hex]))
    results = [replace(strike(len(picked), die, seen), collateral=False) for die in range(1, 7)]
    counted: dict[str, float] = {}
    for r in results:
        counted[r.text] = counted.get(r.text, 0) + 1 / 6
    terms = [
        Term(say("mortars", units=_listed(picked)), "5.71", str(len(picked))),
        Term(say("observed") if seen else say("unobserved"), "5.32", "" if seen else "+2"),
    ]
    if not mortars_paid(s):
        terms.append(Term(say("mortars_due"), "10.41", "1"))
    again = _pinned_now(s, s.here.get(top.hex, ()))
    if again:
        results = [replace(r, pin=False) for r in results]
    figures = ((f"{sum(r.steps for r in results) / 6:.2f}", say("mean_steps")), _pins(results, again, say))
    return Forecast(
        say("mortar_mission", hex=SPACE_NAMES[top.hex]),
        tuple(terms),
        tuple(counted.items()),
        figures,
        about=say("exact"),
        **_struck(results),
    )


def _supplied_fire(s: Battle, top: Supply, option: Option, say: Say) -> Forecast | None:
    """The fire that waits for this supply, with the headquarters of an option and those settled before it."""
    roll = s.stack[-2]
    if not isinstance(roll, FireRoll) or type(option) is not Draw:
        return None
    return _fire(s, roll.unit, top.function, roll.firers, say("exact"), say, (*top.sources, option.hq))


def _fire(
    s: Battle, unit: UnitId, function: Function, picked: tuple[UnitId, ...], about: str, say: Say,
    settled: tuple[int, ...] = (),
) -> Forecast:  # fmt: skip
    sources = _sources(s, picked, function, settled)
    shifts = fire_shifts(picked, sources)
    column = fire_column(len(picked), shifts)
    results = [FIRE.result(column, die) for die in range(1, 7)]
    counted: dict[str, float] = {}
    for r in results:
        counted[r.text] = counted.get(r.text, 0) + 1 / 6
    terms = (
        Term(say("companies"), "8.3", str(len(picked))),
        *(Term(GAME.words.term(case), case, f"{n:+}") for case, n in shifts),
        Term(say("column"), "8.3", COMPANY_COLUMNS.labels[column]),
        *_expense(s, sources, function, say),
    )
    if spared(s, unit):
        results = [replace(r, steps=0) for r in results]
    again = _pinned_now(s, (unit,))
    if again:
        results = [replace(r, pin=False) for r in results]
    figures = (_pins(results, again, say), (f"{sum(r.steps for r in results) / 6:.0%}", say("step_chance")))
    return Forecast(
        say("fire_at", unit=UNIT_NAMES[unit]),
        terms,
        tuple(counted.items()),
        figures,
        about=about,
        **_struck(results),
    )


def _pinned_now(s: Battle, units: Sequence[int]) -> bool:
    """Whether a pin changes nothing for any of these: each has one that is lifted together with it (14.0)."""
    return bool(units) and all(s.pins[s.side] >> u & 1 for u in units)


def _pins(results: list[Strike], again: bool, say: Say) -> tuple[str, str]:
    """The figure of the chance to pin, which is none for whoever is pinned already."""
    return f"{sum(r.pin for r in results) / 6:.0%}", say("pinned_already" if again else "pinned_chance")


class Struck(TypedDict):
    """What a strike comes to: in a word, as the chance of any effect, and in steps (a pin counts for half of one)."""

    short: str
    chance: float
    gain: float


def _struck(results: list[Strike]) -> Struck:
    hit = sum(bool(r.steps or r.pin or r.retreat) for r in results) / 6
    return Struck(short=f"{hit:.0%}", chance=hit, gain=sum(r.steps + r.pin / 2 for r in results) / 6)


def duty_forecasts(s: Battle, side: Side) -> list[Duty]:
    """Every enemy hex a side owes an assault, with the odds if all that touch it attack it alone."""
    owed: dict[int, list[UnitId]] = {}
    for unit, hexes in touches(s, side).items():
        for hex in hexes:
            owed.setdefault(hex, []).append(UnitId(unit))
    return [
        Duty(hex, tuple(units), resolution(s, _supplied(s, side, (SpaceId(hex),), tuple(units))).label, side)
        for hex, units in sorted(owed.items())
    ]


def _listed(units: tuple[UnitId, ...]) -> str:
    return ", ".join(UNIT_NAMES[u] for u in units)


def assault_rows() -> tuple[tuple[str, ...], ...]:
    """The assault table as printed."""
    return tuple((str(die), *(CRT.result(c, die).text for c in range(len(RATIO_COLUMNS)))) for die in range(1, 7))
