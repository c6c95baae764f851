"""How the game looks at the table: pieces, tracks, panels and charts from a view."""

from collections.abc import Iterator

from grognard.core import Event, Option, SpaceId
from grognard.games.cities_of_the_damned.board.endings import endings
from grognard.games.cities_of_the_damned.board.facts import facts
from grognard.games.cities_of_the_damned.board.forecasts import forecast_of, threat_of
from grognard.games.cities_of_the_damned.board.orders import orders
from grognard.games.cities_of_the_damned.board.overlays import OVERLAYS, overlay_of
from grognard.games.cities_of_the_damned.board.textmap import text_map
from grognard.games.cities_of_the_damned.content import (
    ACTION_POINTS,
    AIR,
    ALLIED,
    AREAS,
    ARMOR,
    ARTILLERY,
    CHITS,
    CONSTANTS,
    CONTESTED,
    COUNTER_ROWS,
    DATES,
    DIE,
    EVENT_EFFECTS,
    EVENT_NAMES,
    GERMAN,
    HELD_BY_ALLIES,
    KIND_NAMES,
    KINDS,
    LAST_TURN,
    MAX_ROUNDS,
    MODIFIER_ROWS,
    NO_KIND,
    PLACE_NAMES,
    RESIST,
    SORT,
    TROOP_ROWS,
    UNIT_COUNT,
    WHITE,
    TableRow,
)
from grognard.games.cities_of_the_damned.rules.combat import DirectSupport, LowerDraw, Resistance
from grognard.games.cities_of_the_damned.rules.counterattack import CounterRoll, Sites, exposed, modifiers, must_fight
from grognard.games.cities_of_the_damned.rules.events import GermanLost, Withdrawn
from grognard.games.cities_of_the_damned.rules.state import RIVER, UPHILL, CityState, factor
from grognard.games.cities_of_the_damned.rules.victory import (
    DECISIVE_AREAS,
    DECISIVE_VP,
    MINOR_AREAS,
    MINOR_VP,
    points_now,
    stars_held,
    turn_change,
    verdict,
)
from grognard.look.display import Display
from grognard.look.scene import Cell, Chart, Duty, Face, Forecast, Overlay, Panel, Piece, Scene, Track

GROUNDS = {"1/9 Gurkha Rifles": "Indian", "1/6 Rajputana Rifles": "Indian", "1/4 Essex": "British"}
SYMBOLS = ("infantry", "mg", "stug", "artillery", "sniper")
SHORT = ("KG", "MG", "", "Arty", "")
LAST_BOX = CONSTANTS["record_track_last"]
"""The record track has boxes 0 to this."""
GOALS = (MINOR_VP, DECISIVE_VP)


# Pieces


def _allied(s: CityState, unit: int) -> Piece:
    row = TROOP_ROWS[unit]
    company, _, _ = row.id.partition("/")
    states = (*(("reduced",) if s.reduced[unit] else ()), *(("done",) if s.used[unit] == 2 else ()))
    face = Face(
        GROUNDS.get(row.formation, "NZ"),
        "sherman" if ARMOR[unit] else "infantry",
        top_left=company,
        top_right=row.id.partition("/")[2].replace("NZ", " NZ"),
        bottom=str(factor(s, unit)),
        states=states,
    )
    marks = s.marks[unit]
    told = [f"{row.name}, CF {factor(s, unit)}"]
    told += ["reduced"] if s.reduced[unit] else []
    told += ["crossed a river"] if marks & RIVER else []
    told += ["attacks uphill"] if marks & UPHILL else []
    return Piece(f"u{unit}", unit, row.id, ALLIED, s.loc[unit], face, text=", ".join(told))


def _german(kind: int, key: str, space: int, group: int, hidden: bool) -> Piece:
    chit = CHITS[kind]
    ground, division = ("German", "PG") if chit.grey else ("Para", "FJ")
    if hidden:
        face = Face(
            ground, "wheel" if chit.grey else "canopy", bottom="15 PG" if chit.grey else "1 FJ", states=("unknown",)
        )
        return Piece(key, -1, chit.name, GERMAN, space, face, group, text=f"marker: {chit.name}, face down")
    called = ("Pz IV" if chit.grey else "StuG") if SORT[kind] == 2 else SHORT[SORT[kind]]
    face = Face(ground, SYMBOLS[SORT[kind]], top_left=called, top_right=division, bottom=str(chit.cf))
    return Piece(key, -1, chit.name, GERMAN, space, face, group, text=f"{chit.name}, CF {chit.cf}")


def _marker(key: str, kind: str, space: int, side: int, text: str) -> Piece:
    return Piece(key, -1, kind, side, space, Face("Marker"), marker=kind, text=text)


def _pieces(s: CityState) -> Iterator[Piece]:
    for unit in range(UNIT_COUNT):
        yield _allied(s, unit)
    for a in range(AREAS):
        name = PLACE_NAMES[a]
        if s.control[a] == HELD_BY_ALLIES and a not in WHITE:
            yield _marker(f"c{a}", "control", a, ALLIED, f"{name} is Allied-controlled")
        elif s.control[a] == CONTESTED:
            yield _marker(f"x{a}", "contested", a, GERMAN, f"{name} is Contested")
        if s.marker[a] != NO_KIND:
            yield _german(s.marker[a], f"m{a}", a, 2, True)
        marks = 0
        for unit in s.here[a]:
            marks |= s.marks[unit]
        if marks & UPHILL:
            yield _marker(f"h{a}", "uphill", a, ALLIED, f"units in {name} attack uphill")
        if marks & RIVER:
            yield _marker(f"r{a}", "river", a, ALLIED, f"units in {name} crossed a river")
    if s.fight is not None:
        for k, code in enumerate(s.fight.drawn):
            yield _german(code >> 2, f"g{k}", s.fight.area, 1, False)


# Tracks and panels


def _numbers(last: int) -> tuple[Cell, ...]:
    return tuple(Cell(str(n)) for n in range(last + 1))


def _tracks(s: CityState) -> tuple[Track, ...]:
    days = tuple(
        Cell(str(n), DATES[n].removesuffix(" 1944"), "past" if n < s.turn else "rain" if n == s.turn and s.rain else "")
        for n in range(1, LAST_TURN + 1)
    )
    vp = tuple(Cell(str(n), fill="win" if n in GOALS else "") for n in range(max(s.vp, 25) + 1))
    return (
        Track("turn", "Turn", days, s.turn - 1),
        Track("round", "Round", tuple(Cell(str(n)) for n in range(1, MAX_ROUNDS + 1)), s.round - 1),
        Track("ap", "Action points", _numbers(LAST_BOX), s.ap),
        Track("air", "Air Support", _numbers(LAST_BOX), s.air),
        Track("artillery", "Artillery Support", _numbers(LAST_BOX), s.artillery),
        Track("vp", "Victory points", vp, s.vp),
    )


def _panels(s: CityState) -> Iterator[Panel]:
    total = sum(s.cup)
    lines = tuple(
        (CHITS[k].name, f"{s.cup[k]} of {CHITS[k].copies}") for k in range(KINDS) if s.grey or not CHITS[k].grey
    )
    yield Panel("cup", f"In the container: {total}", (*lines, ("grey units", "joined" if s.grey else "set aside")))
    gone = tuple((KIND_NAMES[k], str(n)) for k, n in enumerate(s.removed) if n)
    if gone:
        yield Panel("removed", "Out of the game", gone)
    if s.fight is not None and (s.fight.drawn or s.fight.aside):
        drawn = tuple((KIND_NAMES[code >> 2], "in the fight") for code in s.fight.drawn)
        aside = tuple((KIND_NAMES[kind], "set aside, level 3") for kind in s.fight.aside)
        yield Panel("fight", f"The fight for {PLACE_NAMES[s.fight.area]}", (*drawn, *aside))
    yield _score_panel(s)
    if s.rules.random_events:
        effect = EVENT_EFFECTS.get(s.happening, "")
        yield Panel("event", "Random event", ((EVENT_NAMES[s.happening], effect),))


def _score_panel(s: CityState) -> Panel:
    main, rail = stars_held(s)
    final = points_now(s)
    return Panel(
        "score",
        "Victory",
        (
            ("VP recorded", str(s.vp)),
            ("this turn so far", f"{turn_change(s):+d}"),
            ("VP areas held, town and Rail", f"{main} and {rail}"),
            ("if the game ended now", f"{final} VP, {verdict(final, main, rail).key}"),
            ("minor victory", f"{MINOR_VP} VP and {MINOR_AREAS} in the town"),
            ("decisive victory", f"{DECISIVE_VP} VP and {DECISIVE_AREAS} in all, at least 1 on each map"),
        ),
    )


def scene(view: CityState, seat: int) -> Scene:
    """Everything of a view that is drawn or listed."""
    weather = "rain" if view.rain else "clear"
    return Scene(
        tuple(_pieces(view)),
        _tracks(view),
        tuple(_panels(view)),
        banner=f"{DATES[view.turn]}, {weather}: hold the stars when the day ends",
        banner_rule="10.0",
        owner=tuple((a, ALLIED if view.control[a] == HELD_BY_ALLIES else GERMAN) for a in range(AREAS)),
        duties=tuple(Duty(a, tuple(view.here[a])) for a in must_fight(view)),
        endings=() if view.result is not None else tuple(endings(view)),
    )


# Charts


def charts(view: CityState, seat: int) -> tuple[Chart, ...]:
    """The printed tables, the line in use marked."""
    top = view.stack[-1] if view.stack else None
    faces = tuple(str(face) for face in DIE)
    rain = int(view.rain)
    support = (
        ("Air, clear", *(str(AIR[f]) for f in DIE)),
        ("Artillery, clear", *(str(ARTILLERY[0][f]) for f in DIE)),
        ("Artillery, rain", *(str(ARTILLERY[1][f]) for f in DIE)),
    )
    points = tuple((name, *(str(ACTION_POINTS[k][f]) for f in DIE)) for k, name in enumerate(("clear", "rain")))
    resistance = ("chits, and the area's RL", *(str(RESIST[f]) for f in DIE))
    used = view.fight.die if view.fight is not None and isinstance(top, LowerDraw | DirectSupport) else -1
    return (
        Chart("support", "Air and Artillery Support", "5.0", ("die", *faces), support),
        Chart("ap", "Action Points", "6.0.ap_table", ("die", *faces), points, row=rain),
        Chart(
            "resistance",
            "German Resistance",
            "6.2.step2.table",
            ("die", *faces),
            (resistance,),
            column=used if used > 0 else -1,
            row=0 if isinstance(top, Resistance) else -1,
        ),
        _counter_chart(view, isinstance(top, Sites | CounterRoll)),
        _modifier_chart(),
    )


RESULTS = {
    "end_of_operations": "the Operations Phase ends",
    "none": "no counter-attack",
    "small_scale": "small-scale: RL + {n} chits",
    "serious": "serious: RL + {n} chits",
    "reinforcement": "reinforcement: RL + {n} chits, the grey units join",
}


def _result(row: TableRow) -> str:
    return RESULTS[row.result].format(n=row.value)


def _span(low: int | None, high: int | None) -> str:
    """Faces of a modified die as a table prints them."""
    if low is None or high is None:
        return f"{high} or less" if low is None else f"{low} or more"
    return str(low) if low == high else f"{low}-{high}"


def _counter_chart(s: CityState, due: bool) -> Chart:
    rows = tuple((_span(row.roll_low, row.roll_high), _result(row)) for row in COUNTER_ROWS)
    change = f" (now {sum(modifiers(s)):+d}, sites {len(exposed(s))})" if due else ""
    return Chart("counter", f"German Counter-Attack{change}", "7.0.table", ("modified die", "result"), rows)


def _modifier_chart() -> Chart:
    rows = tuple((row.table.replace("_", " "), row.condition, f"{row.value:+d}") for row in MODIFIER_ROWS)
    return Chart("modifiers", "Modifiers", "6.2.step3", ("roll", "when", "change"), rows)


# Overlays and odds


def overlay(view: CityState, seat: int, id: str, unit: int = -1, space: int = -1) -> Overlay:
    """Reach of a unit, counter-attack sites, isolation, ground, control; -1: no unit, no space."""
    return overlay_of(view, id, unit)


def forecast(view: CityState, seat: int, option: Option) -> Forecast | None:
    """Exact odds of what the option commits to."""
    return forecast_of(view, option)


def threat_forecast(view: CityState, seat: int, space: int) -> Forecast | None:
    """What a counter-attack on an area of ours would do."""
    return threat_of(view, SpaceId(space))


def losses(event: Event) -> tuple[int, ...]:
    """A unit that is driven off waits in the Reserve box, and a chit goes back into the cup: only events tell."""
    return (ALLIED,) if isinstance(event, Withdrawn) else (GERMAN,) if isinstance(event, GermanLost) else ()


DISPLAY: Display[CityState] = Display(
    scene=scene,
    charts=charts,
    overlays=OVERLAYS,
    overlay=overlay,
    forecast=forecast,
    threat_forecast=threat_forecast,
    orders=orders,
    losses=losses,
    text_map=text_map,
    facts=facts,
)
