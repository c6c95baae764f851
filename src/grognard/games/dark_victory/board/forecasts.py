"""Odds before you commit: every term of a hit number or a melee, and the exact chances."""

from collections.abc import Callable

from grognard.core import Option, SpaceId
from grognard.games.dark_victory.content import ALLOWANCE, SIDE, SPACE_NAMES, TEXAN, UNIT_NAMES, Side
from grognard.games.dark_victory.rules.act import Act, Triggered, door_cost
from grognard.games.dark_victory.rules.bump import Bump
from grognard.games.dark_victory.rules.doors import BROKEN, Break, shut_door
from grognard.games.dark_victory.rules.fire import NO_GUN, shot, weapons
from grognard.games.dark_victory.rules.losses import alive
from grognard.games.dark_victory.rules.melee import Assault, From, Melees, Sequence, comers, prisoners, sources
from grognard.games.dark_victory.rules.reacting import may_fire, reactors
from grognard.games.dark_victory.rules.state import HELD, Alamo, gun_in, top
from grognard.games.dark_victory.rules.strength import (
    CASES,
    Sum,
    attack,
    attackers,
    defence,
    melee_odds,
    undefended,
)
from grognard.games.dark_victory.rules.verbs import Answer, Cannon, Force, Grape, React, Shoot, Volley
from grognard.look.scene import Forecast, Term
from grognard.maps import members
from grognard.tables import Shot

Say = Callable[..., str]


def forecast_of(s: Alamo, option: Option, say: Say) -> Forecast | None:
    """What an option would roll for, None if nothing."""
    step = s.stack[-1]
    if type(step) is Act and isinstance(option, Shoot | Volley | Cannon):
        units = alive(s, step.units)
        if not units:
            return None
        at = s.loc[units[0]]
        gun = gun_in(s, at) if type(option) is Cannon else None
        return _fire(s, at, option.hex, NO_GUN if gun is None else gun, say)
    if type(step) is Act and type(option) is Force:
        units = alive(s, step.units)
        return _door(s, step, option.hex, say) if units and option.hex in shut_door(s, s.loc[units[0]]) else None
    if type(step) is Triggered and type(option) is React:
        units = reactors(s, option.hex)
        if not units or may_fire(s, units) is None:
            return None
        return _best(s, TEXAN, option.hex, step.hex, say)
    if type(step) is Bump and type(option) is Answer:
        return _fire(s, option.hex, step.hex, NO_GUN, say)
    if type(step) is Bump and type(option) is Grape:
        gun = gun_in(s, option.hex)
        return None if gun is None else _fire(s, option.hex, step.hex, gun, say)
    if type(step) is Melees and type(option) is Assault:
        found = sources(s, step.side, step.of, step.column, option.hex)
        return _melee(s, found[0], option.hex, say) if len(found) == 1 else None
    if type(step) is Sequence and type(option) is From:
        return _melee(s, option.hex, step.hex, say)
    if type(option) is Break:
        chance = len(BROKEN) / 6
        return Forecast(
            say("door_title"),
            (),
            ((say("breaks"), chance), (say("holds"), 1 - chance)),
            about="exact",
            short=f"{chance:.0%}",
            chance=chance,
            gain=chance,
        )
    return None


def _door(s: Alamo, act: Act, hex: SpaceId, say: Say) -> Forecast:
    """A Texan at a closed door: the die is what it costs besides the hex (9.6)."""
    left, hex_cost = ALLOWANCE - act.spent, door_cost(s, act, hex, 0)
    chance = sum(door_cost(s, act, hex, die) <= left for die in range(1, 7)) / 6
    return Forecast(
        say("texan_door_title", hex=SPACE_NAMES[hex]),
        (Term(say("door_left"), "9.4", str(left)), Term(say("door_hex"), "9.6", str(hex_cost))),
        ((say("through"), chance), (say("shut_out"), 1 - chance)),
        figures=((str(min(6, left - hex_cost)), say("door_needs")), (f"{chance:.0%}", say("through"))),
        about="exact",
        short=f"{chance:.0%}",
        chance=chance,
        gain=chance,
    )


def _best(s: Alamo, side: Side, a: SpaceId, b: SpaceId, say: Say) -> Forecast | None:
    """The likelier shot of a stack at a space: with its own weapons, or with the loaded cannon under it."""
    told = [_fire(s, a, b, gun, say) for gun in weapons(s, side, a, b)]
    return max([f for f in told if f is not None], key=lambda f: f.chance, default=None)


def _fire(s: Alamo, a: int, b: int, gun: int, say: Say) -> Forecast | None:
    unit = top(s, a)
    found = None if unit is None else shot(s, unit, a, b, gun)
    if unit is None or found is None:
        return None
    return _shown(found, UNIT_NAMES[unit], SPACE_NAMES[b], say)


def _shown(found: Shot, who: str, hex: str, say: Say) -> Forecast:
    first = (Term(say("base"), "10.3", str(found.base)),) if found.base else ()
    terms = (*first, *(Term(say(f"term_{case}"), case, f"{value:+}") for case, value in found.terms if value))
    chance = float(found.chance())
    needs = "needs" if found.needs >= len(found.dice) else "only_a_two"
    return Forecast(
        say("fire_title", who=who, hex=hex),
        terms,
        ((say("hit"), chance), (say("miss"), 1 - chance)),
        figures=((str(found.needs), say(needs)), (f"{chance:.0%}", say("hit"))),
        about="exact",
        short=f"{chance:.0%}",
        chance=chance,
        gain=chance,
    )


def _terms(found: Sum, whose: str, say: Say) -> tuple[Term, ...]:
    """The terms of one side of a melee, each with whose it is."""
    return tuple(
        Term(say(whose, what=say(f"melee_{key}")), CASES[key].partition(" ")[0], str(value))
        for key, value in found.terms
        if value
    )


def _melee(s: Alamo, a: int, b: int, say: Say) -> Forecast:
    title = say("melee_title", start=SPACE_NAMES[a], hex=SPACE_NAMES[b])
    if undefended(s, b):
        # Slaves and prisoners are gone at once; for others, where nobody can come in nothing happens (R-LEADALONE).
        sure = float(prisoners(s, b) is not None or bool(comers(s, attackers(s, a, b), b)))
        return Forecast(title, (), ((say("win"), sure),), about="exact", short=f"{sure:.0%}", chance=sure, gain=sure)
    ours, theirs = attack(s, a, b), defence(s, a, b)
    win, tie, lose = melee_odds(ours.total - theirs.total)
    results = ((say("win"), float(win)), (say("tie"), float(tie)), (say("lose"), float(lose)))
    figures = ((str(ours.total), say("attack")), (str(theirs.total), say("defence")))
    return Forecast(
        title,
        (*_terms(ours, "melee_ours", say), *_terms(theirs, "melee_theirs", say)),
        results,
        figures,
        about="exact",
        short=f"{ours.total}:{theirs.total}",
        chance=float(win),
        gain=float(win - lose),
    )


def threat_of(s: Alamo, space: SpaceId, say: Say) -> Forecast | None:
    """The likeliest shot at a space by the other side, from where it stands now."""
    units = s.here.get(space, ())
    if not units:
        return None
    enemy = Side(1 - SIDE[units[0]])
    told = [_best(s, enemy, SpaceId(a), space, say) for a in members(s.held[HELD + enemy])]
    return max([f for f in told if f is not None], key=lambda f: f.chance, default=None)
