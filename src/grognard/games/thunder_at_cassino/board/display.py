"""How the game looks at the table: pieces, tracks, panels and charts from a view."""

from collections.abc import Iterator
from functools import lru_cache

from grognard.core import Option, SpaceId
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.board.endings import endings
from grognard.games.thunder_at_cassino.board.facts import facts
from grognard.games.thunder_at_cassino.board.forecasts import forecast_of, threat_of
from grognard.games.thunder_at_cassino.board.orders import orders
from grognard.games.thunder_at_cassino.board.overlays import OVERLAYS, overlay_of
from grognard.games.thunder_at_cassino.board.textmap import text_map
from grognard.games.thunder_at_cassino.content import (
    AF,
    ALLIED,
    ARMOR,
    BOARD,
    BOX,
    BY_DIE,
    CCF,
    CHITS,
    DATES,
    DEAD,
    DF,
    FIELDS,
    GERMAN,
    GONE,
    GUN,
    GUNS,
    KIND,
    KINDS,
    LOST,
    MF,
    NATIONALITY,
    NIGHT_AF,
    ORGANIZATION,
    POINTS,
    POOL,
    RESERVE,
    SIDE,
    SIDES,
    SMOKE_LASTS,
    SMOKE_NUMBER,
    SPACE_NAMES,
    TROOPS,
    UNIT_NAMES,
    UNIT_ROWS,
    VP,
    VP_AREAS,
)
from grognard.games.thunder_at_cassino.rules.artillery import silenced
from grognard.games.thunder_at_cassino.rules.close_combat import contested
from grognard.games.thunder_at_cassino.rules.reinforcements import DIE_TURN, Reinforcement, returning
from grognard.games.thunder_at_cassino.rules.state import Thunder, field_of, in_reserve
from grognard.games.thunder_at_cassino.rules.victory import CONTINUED_WIN, continued
from grognard.look.display import Display
from grognard.look.scene import Cell, Chart, Face, Forecast, Overlay, Panel, Piece, Scene, Track
from grognard.maps import members

say = GAME.words.say
LAST_POINT = 34


# Pieces
#
# A table draws every position anew and little changes from one to the next: what a few facts decide is kept by them.


def scene(view: Thunder, seat: int) -> Scene:
    """Everything drawn or listed of a position. Nothing on the map is hidden, so all seats see the same."""
    late = in_reserve(view)
    places = enumerate(zip(view.loc, view.committed, strict=True))
    return Scene(
        pieces=(*_markers(view), *[_piece(u, at, bool(used), late) for u, (at, used) in places if at != GONE]),
        tracks=_tracks(view),
        panels=_panels(view),
        banner=_banner(view),
        banner_rule="11.4",
        veil="night" if view.night else "",
        owner=tuple((a, 1 - view.control[a]) for a in VP_AREAS),
        endings=() if view.result is not None else tuple(endings(view)),
    )


@lru_cache(maxsize=32768)
def _piece(unit: int, at: int, committed: bool, late: bool) -> Piece:
    """A counter at a place; `late`: the reserve rules are in force."""
    text = say("gun_piece" if KIND[unit] == GUN else "piece", **_facts(unit, committed))
    face = _face(unit, committed, _states(unit, at, committed, late))
    return Piece(f"u{unit}", unit, UNIT_NAMES[unit], SIDE[unit], at, face, _group(unit, at, committed), text=text)


def _facts(unit: int, committed: bool) -> dict[str, object]:
    return {
        "name": UNIT_NAMES[unit],
        "af": AF[unit],
        "night": NIGHT_AF[unit],
        "df": DF[committed][unit],
        "mf": MF[unit],
        "ccf": CCF[unit],
        "points": POINTS[unit],
        "state": say("committed" if committed else "uncommitted"),
    }


def _group(unit: int, at: int, committed: bool) -> int:
    """Which stack of its place: Allied before German, Uncommitted before Committed; in Zones vehicles apart."""
    if at < len(FOURFOLD):
        return SIDE[unit] * 2 + committed
    if at < BOARD:
        return SIDE[unit] * 4 + committed * 2 + (KIND[unit] == ARMOR)
    return 0


FOURFOLD = SPACE_NAMES[: BOARD - 11]
"""Areas keep four stacks apart, Zones eight."""


def _face(unit: int, committed: bool, states: tuple[str, ...]) -> Face:
    if KIND[unit] == GUN:
        night = f"({NIGHT_AF[unit]})" if NIGHT_AF[unit] else ""
        symbol = "artillery" if SMOKE_NUMBER[unit] else "air"
        smoke = f"{SMOKE_NUMBER[unit]}/{SMOKE_LASTS[unit]}" if SMOKE_NUMBER[unit] else ""
        return Face(
            GROUNDS[unit],
            symbol,
            top=UNIT_NAMES[unit],
            bottom=f"{AF[unit]}{night}",
            right=smoke,
            states=states,
        )
    company, formation = _label(unit)
    return Face(
        ground=GROUNDS[unit],
        symbol=SYMBOLS[unit],
        top_left=company,
        top_right=formation,
        bottom="" if committed else f"{AF[unit]}-{DF[0][unit]}-{MF[unit]}",
        left=f"dots:{POINTS[unit]}",
        right="" if committed else f"disc:{CCF[unit]}",
        shield=str(DF[1][unit]) if committed else "",
        states=states,
    )


def _label(unit: int) -> tuple[str, str]:
    """Company and formation: a German company leads its formation ("5/II/3"), an Allied one follows ("1/9 Gur A")."""
    name = UNIT_ROWS[unit].organization
    company, slash, formation = name.partition("/")
    if SIDE[unit] == GERMAN and slash and " " not in company:
        return company, formation
    formation, _, company = name.rpartition(" ")
    return company, formation


def _states(unit: int, at: int, committed: bool, late: bool) -> tuple[str, ...]:
    if at in (DEAD, LOST):
        return ("eliminated",)
    found = []
    if committed:
        found.append("done")
    if RESERVE[unit] and late and at < BOARD:
        found.append("reserve")
    return tuple(found)


def _ground(unit: int) -> str:
    if SIDE[unit] == GERMAN:
        return "German" if "Pz Gr" in ORGANIZATION[unit] or "StuG" in ORGANIZATION[unit] else "Para"
    known = {"New Zealand": "NZ", "Indian": "Indian", "British": "British", "US": "US"}
    if KIND[unit] == GUN:
        return "Indian" if "Ind" in UNIT_NAMES[unit] else "NZ" if "NZ" in UNIT_NAMES[unit] else "British"
    return known[NATIONALITY[unit]]


def _symbol(unit: int) -> str:
    if KIND[unit] == ARMOR:
        return "stug" if SIDE[unit] == GERMAN else "sherman"
    if "Pz Gr" in ORGANIZATION[unit]:
        return "panzer grenadier"
    return "engineer" if "Eng" in ORGANIZATION[unit] else KINDS[KIND[unit]]


GROUNDS = tuple(_ground(unit) for unit in range(len(UNIT_NAMES)))
SYMBOLS = tuple(_symbol(unit) for unit in range(TROOPS))


def _markers(s: Thunder) -> Iterator[Piece]:
    """Rubble, smoke, control, Quisling bonuses and crossed blades."""
    for space in range(BOARD):
        if s.rubble[space]:
            yield _marker(f"rubble{space}", space, "rubble", "rubble_piece", ALLIED, s.rubble[space])
        if s.control[space]:
            yield _marker(f"control{space}", space, "control", "control_piece", ALLIED, VP[space])
        if s.quisling[space]:
            yield _marker(f"quisling{space}", space, "quisling", "quisling_piece", ALLIED)
    for k, marker in enumerate(s.smoke):
        yield _marker(f"smoke{k}", marker.space, "smoke", "smoke_piece", marker.side, marker.number)
    for area in members(contested(s)):
        yield _marker(f"contested{area}", area, "contested", "contested_piece", ALLIED)


@lru_cache(maxsize=4096)
def _marker(id: str, space: int, kind: str, word: str, side: int, number: int = 0) -> Piece:
    text = say(word, n=number)
    return Piece(id, -1, text, side, space, Face("Marker", bottom=str(number or "")), marker=kind, text=text)


# Tracks, panels and charts


def _tracks(s: Thunder) -> tuple[Track, ...]:
    field = field_of(s)
    win_at, draw_at = (CONTINUED_WIN, CONTINUED_WIN) if continued(s) else (field.win_at, field.draw_at)
    return _tracks_of(field.name, s.turn, s.last, bool(s.night), s.vp + s.bid, s.advantage, win_at, draw_at)


@lru_cache(maxsize=1024)
def _tracks_of(
    scenario: str, now: int, last: int, night: bool, points: int, advantage: int, win_at: int, draw_at: int
) -> tuple[Track, ...]:
    field = FIELDS[scenario]
    fill = {turn: "night" if turn == now and night else "past" if turn < now else "" for turn in DATES}
    turns = tuple(Cell(str(turn), date, fill[turn]) for turn, date in DATES.items() if field.first <= turn <= last)
    found = [Track("turn", say("turns"), turns, now - field.first)]
    if win_at:
        top = LAST_POINT if win_at > 10 else 2 * win_at
        cells = tuple(Cell(str(n), _block(n, win_at, draw_at), "win" if n >= win_at else "") for n in range(top + 1))
        found.append(Track("points", say("points"), cells, min(max(points, 0), top)))
    sides = tuple(Cell(name, "", "now" if side == advantage else "") for side, name in enumerate(SIDES))
    found.append(Track("advantage", say("advantage"), sides, advantage))
    return tuple(found)


def _block(n: int, win_at: int, draw_at: int) -> str:
    if n >= win_at:
        return SIDES[ALLIED]
    return say("draw") if n >= draw_at else SIDES[GERMAN]


def _banner(s: Thunder) -> str:
    field = field_of(s)
    if field.name == "intro_hill":
        return say("hill_banner")
    standing = say("bid_points" if s.bid else "points_now", points=s.vp + s.bid, bid=s.bid)
    if continued(s):
        return say("continued_banner", standing=standing, need=CONTINUED_WIN)
    return say("banner", standing=standing, need=field.win_at, draw=field.draw_at)


def _panels(s: Thunder) -> tuple[Panel, ...]:
    found = [Panel("coming", say("coming"), _coming(s))]
    for side in (ALLIED, GERMAN):
        lines = tuple(
            (UNIT_NAMES[g], say("ready" if not s.committed[g] else "silent" if silenced(s, g) else "used"))
            for g in GUNS[side]
            if s.loc[g] == BOX[side]
        )
        found.append(
            Panel(f"guns{side}", say("guns_of", side=SIDES[side]), (*lines, (say("smoke_left"), str(s.supply[side]))))
        )
        dead = [u for u in range(TROOPS) if s.loc[u] == DEAD and SIDE[u] == side]
        worth = sum(POINTS[u] for u in dead)
        back = [UNIT_NAMES[u] for u in returning(s, s.turn + 1) if SIDE[u] == side]
        told = [(say("dead"), str(len(dead))), (say("dead_points"), str(worth))]
        told += [(name, say("returns")) for name in back]
        found.append(Panel(f"losses{side}", say("losses_of", side=SIDES[side]), tuple(told)))
    if s.rules.resolution != "dice":
        sets = tuple((str(chit), f"{s.decks[k]} / {s.decks[len(CHITS) + k]}") for k, (chit, _) in enumerate(CHITS))
        found.append(Panel("chits", say("chits_left"), sets))
    return tuple(found)


def _coming(s: Thunder) -> tuple[tuple[str, str], ...]:
    """Companies still to come, by turn; once the die of turn 9 has fallen the others come on turn 10."""
    loc = s.loc
    early = s.turn < DIE_TURN or any(isinstance(step, Reinforcement) for step in s.stack)
    waiting = tuple([u for u, arrival in FIELDS[s.rules.scenario].arrivals.items() if loc[u] == POOL and arrival.turn])
    return _coming_of(s.rules.scenario, waiting, early)


@lru_cache(maxsize=1024)
def _coming_of(scenario: str, waiting: tuple[int, ...], early: bool) -> tuple[tuple[str, str], ...]:
    groups: dict[tuple[int, str], tuple[int, str]] = {}
    for u in waiting:
        arrival = FIELDS[scenario].arrivals[u]
        key = (arrival.turn, ORGANIZATION[u])
        zones = "/".join(SPACE_NAMES[p] for p in arrival.places)
        when = say("by_die") if u in BY_DIE and early else say("turn", n=arrival.turn)
        groups[key] = (groups.get(key, (0, ""))[0] + 1, f"{when}, {zones}")
    return tuple((f"{name} ({n})", where) for (_, name), (n, where) in sorted(groups.items()))


def charts(view: Thunder, seat: int) -> tuple[Chart, ...]:
    """The printed tables: movement, fire, casualties, close combat, rubble and smoke."""

    def chart(id: str, rule: str, *rows: str) -> Chart:
        cells = tuple(tuple(say(f"{id}_{row}").split(" | ")) for row in rows)
        return Chart(id, say(id), rule, tuple(say(f"{id}_head").split(" | ")), cells)

    return (
        chart("costs", "8.23", "free", "near", "enemy", "gun", "zone", "zone2", "zone5", "zone6"),
        chart("attack", "8.351", "base", "more", "company"),
        chart("defence", "8.352", "base", "tem", "distance", "height", "dark"),
        chart("casualties", "8.354", "armor", "inf", "mg", "obs", "retreat"),
        chart("retreats", "8.3551", "a", "b", "c", "d", "e", "f", "g"),
        chart("melee", "9.7", "hit", "help", "ccf", "armor"),
        chart("numbers", "13.11", "rubble1", "rubble2", "smoke5", "smoke6", "smoke7"),
    )


def overlay(view: Thunder, seat: int, id: str, unit: int, space: int) -> Overlay:
    return overlay_of(view, seat, id, unit, space, say)


def forecast(view: Thunder, seat: int, option: Option) -> Forecast | None:
    return forecast_of(view, option, say)


def threat_forecast(view: Thunder, seat: int, space: int) -> Forecast | None:
    return threat_of(view, SpaceId(space), seat, say)


DISPLAY: Display[Thunder] = Display(
    scene=scene,
    charts=charts,
    overlays=tuple((id, say(id)) for id in OVERLAYS),
    overlay=overlay,
    forecast=forecast,
    threat_forecast=threat_forecast,
    orders=orders,
    text_map=text_map,
    facts=facts,
    aims=("shell.target", "smoke.target"),
)
