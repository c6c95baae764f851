"""Odds before you commit: support, armor and attacks, each with its sum spelled out."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache, partial

from msgspec.structs import replace

from grognard.core import Decision, Event, Option, Seeded, SpaceId, UnitId, clone, hush, push, run
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import (
    AREAS,
    CONTESTED,
    CONTROL_NAMES,
    DIE,
    HELD_BY_ALLIES,
    HELD_BY_GERMANS,
    PLACE_NAMES,
    REINFORCEMENT,
    RESIST,
    RESISTANCE,
    ROW_NAMES,
    SMALL,
)
from grognard.games.cities_of_the_damned.mind.prospects import (
    BROKEN_UP,
    TURNED_BACK,
    Before,
    Draw,
    Outcome,
    Policy,
    chance,
    draws,
    kept,
    mustered,
    outcomes,
    repelling,
    strengths,
)
from grognard.games.cities_of_the_damned.rules.combat import (
    DirectSupport,
    LowerDraw,
    bonus_terms,
    cut_off,
    first_round,
    points_left,
    resisting,
)
from grognard.games.cities_of_the_damned.rules.counterattack import coming, evening, exposed, striking
from grognard.games.cities_of_the_damned.rules.movement import Cross, March
from grognard.games.cities_of_the_damned.rules.options import LOWER, Enter, Face, Lower, Support
from grognard.games.cities_of_the_damned.rules.state import CityState, Fight, fight_of, tank_in
from grognard.look.scene import Chart, Forecast, Term
from grognard.tables import Distribution

POLICY = "exact; hits taken as step losses where they cost least, the best unit leads"
MORNING = "; of the next morning, as things stand this evening"
SAMPLES = 2000
ESTIMATE = f"about, from {SAMPLES} trials; hits taken as step losses where they cost least"
RESULT_WORDS = {
    "taken": "cleared",
    "contested": "Contested, Germans driven back",
    "tie": "tie, Contested",
    "thrown out": "thrown out before the dice",
    "broken up": "broken up before it starts",
    "turned back": "turned back at the border",
}
STAYS = "no attack, it stays Contested"


def forecast_of(s: CityState, option: Option) -> Forecast | None:
    """The odds an option of the present question commits to; None where there are none."""
    step = s.stack[-1] if s.stack else None
    if isinstance(step, DirectSupport) and isinstance(option, Support):
        return _supporting(s, option)
    if isinstance(step, LowerDraw) and isinstance(option, Lower):
        return _lowering(s, option)
    if isinstance(step, March) and isinstance(option, Enter):
        return _entering(s, option)
    if isinstance(option, Face) and option.area < AREAS:
        return threat_of(s, option.area)
    return None


def _percent(p: Fraction | float) -> str:
    return f"{round(100 * float(p))} %"


def _chits(number: int) -> str:
    return f"{number} chit{'' if number == 1 else 's'}"


def _won(s: CityState, area: SpaceId) -> str:
    """What it is called when every chit is sent back: only ground that is ours can be held."""
    return "held" if s.control[area] == HELD_BY_ALLIES else "cleared"


def _results(found: Distribution[Outcome], won: str) -> tuple[tuple[str, float], ...]:
    """Result lines, best first."""
    lines = []
    for word, text in (RESULT_WORDS | {"taken": won}).items():
        p = chance(found, word)
        if p:
            lines.append((text, float(p)))
    lost = sorted({o.points for o in found if o.word == "lost"})
    for points in lost:
        p = found[Outcome("lost", points)]
        lines.append((f"{points} casualt{'y' if points == 1 else 'ies'}" if points else "lost", float(p)))
    return tuple(lines)


def _known(s: CityState, answers: tuple[Option, ...], policy: Policy) -> tuple[Distribution[Before], str]:
    """Exact strengths, or an estimate where the fight has too many branches."""
    return _reckoned(GAME.codec.encode(s), answers, policy)


@lru_cache(maxsize=256)
def _reckoned(raw: bytes, answers: tuple[Option, ...], policy: Policy) -> tuple[Distribution[Before], str]:
    """The same for an encoded view: whoever points at an option again need not wait again."""
    s = GAME.codec.decode(raw)
    exact = strengths(s, answers, policy)
    return (exact, POLICY) if exact is not None else (_sampled(s, answers, policy), ESTIMATE)


@lru_cache(maxsize=256)
def _drawn(raw: bytes, answers: tuple[Option, ...], policy: Policy) -> Distribution[Draw] | None:
    return draws(GAME.codec.decode(raw), answers, policy)


def _sampled(s: CityState, answers: tuple[Option, ...], policy: Policy) -> Distribution[Before]:
    """The same by playing the fight out many times."""
    source, count = Seeded(1), dict[Before, int]()
    for _ in range(SAMPLES):
        world, heard = clone(s), list[Before]()

        def note(event: Event, heard: list[Before] = heard) -> None:
            label = mustered(event)
            if label is not None:
                heard.append(label)

        for answer in answers:
            push(world, answer, note)
        while not heard:
            asked = run(world, note, (March,))
            if not heard and asked is None:
                heard.append(TURNED_BACK)
            if heard or asked is None:
                break
            push(world, policy(world, asked) if isinstance(asked, Decision) else source(asked), note)
        if heard:
            count[heard[0]] = count.get(heard[0], 0) + 1
    return Distribution.weighted(count.items())


def _draw_figures(drawn: Distribution[Draw] | None) -> list[tuple[str, str]]:
    """What the container may bring."""
    if drawn is None:
        return []
    figures = [(f"{float(drawn.expectation(lambda d: d.factors)):.1f}", "German factors drawn, on average")]
    for caption, test in (
        ("a machine gun comes up", lambda d: d.mgs),
        ("armor comes up", lambda d: d.armor),
        ("a sniper comes up", lambda d: d.snipers),
    ):
        p = drawn.probability(test)
        if p:
            figures.append((_percent(p), caption))
    return figures


def _draw_chart(drawn: Distribution[Draw] | None) -> Chart | None:
    """The German draw: how many chits with how many factors, and how likely."""
    if drawn is None:
        return None
    totals = drawn.map(lambda d: (d.chits, d.factors))
    rows = tuple(
        (str(chits), str(factors), f"{100 * float(totals[chits, factors]):.1f} %") for chits, factors in sorted(totals)
    )
    return Chart("draw", "The German draw", "6.2.step2.draw", ("chits", "factors", "chance"), rows)


def _terms(s: CityState, f: Fight) -> list[Term]:
    """What is known of the sum before the draw: the terms that the combat itself will count."""
    terms = [Term("area's Resistance Level, against you", "6.2.step3.german", f"{RESISTANCE[f.area]:+d}")]
    terms += [Term(GAME.words.term(key), key.partition(" ")[0], f"{n:+d}") for key, n in bonus_terms(s, f)]
    if isolation := cut_off(s, f.area):
        terms.append(Term("the defenders are cut off", "6.2.step3.mod3", f"{isolation:+d} to their die"))
    return terms


def _supporting(s: CityState, option: Support) -> Forecast | None:
    f = fight_of(s)
    if s.stack[-1].why_not(s, option) is not None:
        return None
    title = f"{PLACE_NAMES[f.area]}: {GAME.words.option(option)}"
    terms = _terms(s, replace(f, direct=option.points))
    if f.counter:
        return _picture(s, f, option, title, terms, [])
    by_die, resist = (sorted({n(die) for die in DIE}) for n in (RESIST.__getitem__, partial(resisting, s, f.area)))
    changes = [f"{name} {n}" for name, n in (("RL", RESISTANCE[f.area]), ("first round", first_round(s))) if n]
    terms.append(Term(", ".join((f"chits: {_or(by_die)} by the die", *changes)), "6.2.step2", _or(resist)))
    figures = []
    for lower, caption in _ways(s, f.area, option):
        found, _ = _known(s, (option,), Policy(lower=lower))
        figures.append((_percent(chance(outcomes(found), "taken")), caption))
    return _picture(s, f, option, title, terms, figures)


def _ways(s: CityState, area: SpaceId, option: Support) -> list[tuple[Lower, str]]:
    """Ways to lower the draw that will still be open, cheapest first."""
    air, artillery = s.air - option.air, s.artillery - option.artillery
    points = max(min(air + artillery, points_left(s, s.fight, option.points)), 0)
    ways = []
    if tank_in(s, area) >= 0:
        ways.append((LOWER[0, 0, True], "cleared if the tank lowers the draw"))
    for n in range(1, points + 1):
        spent = (min(air, n), n - min(air, n))
        ways.append(
            (LOWER[(*spent, False)], f"cleared if {n} point{'' if n == 1 else 's'} lower{'s' if n == 1 else ''} it")
        )
    return ways


def _lowering(s: CityState, option: Lower) -> Forecast | None:
    f = fight_of(s)
    if s.stack[-1].why_not(s, option) is not None:
        return None
    number = f.number - option.total
    title = f"{PLACE_NAMES[f.area]}, {_chits(number)} to draw"
    terms = [
        Term("chits by the table", "7.0.draw" if f.counter else "6.2.step2", str(f.number)),
        Term("lowered by points", "6.2.step2.reduce", f"{-option.points:+d}"),
        Term("lowered by the tank", "9.1.1.a", f"{-int(option.tank):+d}"),
        *_terms(s, f),
    ]
    figures = []
    if f.counter and number:
        for support in _supports_after(s, option):
            found, _ = _known(s, (option,), Policy(support=support))
            share = _percent(kept(outcomes(found, f.vacant)))
            figures.append((share, f"{_won(s, f.area)} with {support.points} direct"))
    return _picture(s, f, option, title, terms, figures)


def _supports_after(s: CityState, option: Lower) -> list[Support]:
    """One way for each number of direct points that can still be spent after lowering a counter-attack."""
    world = clone(s)
    push(world, option, hush)
    asked = world.stack[-1].ask(world)
    found: dict[int, Support] = {}
    for support in asked.options if isinstance(asked, Decision) else ():
        if isinstance(support, Support) and support.points:
            found.setdefault(support.points, support)
    return list(found.values())


def _entering(s: CityState, option: Enter) -> Forecast | None:
    step = s.stack[-1]
    if s.control[option.area] == HELD_BY_ALLIES or step.why_not(s, option) is not None:
        return None
    assert isinstance(step, March)
    f = Fight(option.area)
    title = f"Attack on {PLACE_NAMES[option.area]}, no support"
    return _picture(s, f, option, title, _terms(_across(s, step.marching(s), option.area), f), [])


def _across(s: CityState, units: tuple[UnitId, ...], to: SpaceId) -> CityState:
    """The position in which the fight begins if nobody is turned back: who is marked, and what was left behind."""
    world = clone(s)
    Cross(units, SpaceId(s.loc[units[0]]), to, at=len(units)).auto(world, hush)
    return world


def _picture(
    s: CityState, f: Fight, option: Option, title: str, terms: list[Term], figures: list[tuple[str, str]]
) -> Forecast:
    """The odds of a combat after this answer; a counter-attack that is broken up leaves the area as it was.

    In a Contested area that is less than to clear it, so the word for which of the two it is stands with the figure."""
    before, about = _known(s, (option,), Policy())
    found = outcomes(before, f.vacant)
    drawn = _drawn(GAME.codec.encode(s), (option,), Policy())
    share, won = float(kept(found)), _won(s, f.area)
    disputed = f.counter and s.control[f.area] == CONTESTED
    stays = disputed and chance(found, BROKEN_UP)
    word = f" {CONTROL_NAMES[CONTESTED] if stays else won}" if disputed else ""
    return Forecast(
        title,
        tuple(terms),
        _results(found, won),
        ((_percent(share), STAYS if stays else won), *figures, *_draw_figures(drawn)),
        _draw_chart(drawn),
        about,
        short=_percent(share) + word,
        chance=share,
        gain=share,
    )


def _or(numbers: Iterable[int]) -> str:
    return " or ".join(str(n) for n in numbers)


def threat_of(s: CityState, space: SpaceId) -> Forecast | None:
    """The counter-attack roll on one of our areas: every row of the table, and what its attack would do."""
    if space >= AREAS or s.control[space] == HELD_BY_GERMANS or s.fight is not None or space not in exposed(s):
        return None
    first, rain, late, spur = coming(s)
    change = first + rain + late + spur
    rows: dict[int, Fraction] = {}
    quiet = beaten = Fraction(0)
    strikes: dict[tuple[int, bool], Fraction] = {}
    for die in DIE:
        row, number = striking(space, die + change)
        rows[row] = rows.get(row, Fraction(0)) + Fraction(1, 6)
        if row < SMALL:
            quiet += Fraction(1, 6)
        else:
            strike = number, row == REINFORCEMENT and not s.grey
            strikes[strike] = strikes.get(strike, Fraction(0)) + Fraction(1, 6)
    figures, abouts = [], set()
    for (number, joined), share in sorted(strikes.items()):
        world = repelling(s, space, number, joined)
        asked = run(world)
        spared = (LOWER[0, 0, False],) if isinstance(asked, Decision) else ()  # without points or a tank nobody asks
        found, about = _known(world, spared, Policy())
        abouts.add(about)
        keep = kept(outcomes(found, not s.here[space]))
        beaten += share * keep
        grey = ", 15 PG in the container," if joined else ""
        figures.append((_percent(keep), f"{_won(s, space)} against {_chits(number)}{grey} without support"))
    if s.control[space] == CONTESTED:
        good = beaten
        heads = [(_percent(good), "the Germans are driven out and it is yours"), (_percent(quiet), STAYS)]
    else:
        good = quiet + beaten
        heads = [(_percent(good), "the area is still yours afterwards")]
    terms = (
        Term("first round of turn 1", "7.0.mod", f"{first:+d}"),
        Term("rain from round 2", "4.0.rain.ca", f"{rain:+d}"),
        Term("later rounds", "7.0.mod", f"{late:+d}"),
        Term("random event", "12.3", f"{spur:+d}"),
    )
    lines = tuple((ROW_NAMES[row], float(p)) for row, p in sorted(rows.items()))
    return Forecast(
        f"Counter-attack on {PLACE_NAMES[space]}",
        terms,
        lines,
        (*heads, *figures),
        about=(ESTIMATE if ESTIMATE in abouts else POLICY) + (MORNING if evening(s) else ""),
        short=f"{_percent(good)} {_won(s, space)}",
        chance=float(good),
        gain=float(good),
    )
