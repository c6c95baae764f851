"""Chances before one commits: the exact table of the whole battle, and the sum of every shot in it."""

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core import Option, SpaceId, UnitId, clone
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.board.beneath import supposed
from grognard.games.second_front_now.content import (
    ALLIED,
    GARRISON,
    HEXES,
    SIDE,
    SIDES,
    SPACE_NAMES,
    STRIKE,
    UNIT_NAMES,
    ZONES,
    Side,
)
from grognard.games.second_front_now.rules.battle import Fight, JoinBattle, Withhold, fleet_bonus
from grognard.games.second_front_now.rules.commands import Attack, Order, can_lead
from grognard.games.second_front_now.rules.dice import hit_chance
from grognard.games.second_front_now.rules.fire import fire_terms, fire_value, printed_value
from grognard.games.second_front_now.rules.movement import paralysed
from grognard.games.second_front_now.rules.odds import Summary, declared, sky_open, strike_flies
from grognard.games.second_front_now.rules.state import Battle, SecondFront
from grognard.games.second_front_now.rules.volley import Shoot
from grognard.games.second_front_now.rules.weather import LOCAL_SUPERIORITY
from grognard.look.scene import Forecast, Term
from grognard.maps.sets import BIT, members

Say = Callable[..., str]


def proposed(s: SecondFront, option: Option) -> Battle | None:
    """The battle that an option declares or forms."""
    top = s.stack[-1] if s.stack else None
    if type(top) is Order and type(option) is Attack:
        return _battle(s, s.phasing, top.hex, option.hex, top.named)
    if type(top) is JoinBattle and (type(option) is Fight or type(option) is Withhold):
        out = {*top.out, option.unit} if type(option) is Withhold else set(top.out)
        return _battle(s, top.side, top.source, top.target, tuple([u for u in top.named if u not in out]))
    return None


def _battle(s: SecondFront, side: Side, source: SpaceId, target: SpaceId, units: tuple[UnitId, ...]) -> Battle | None:
    if not units or not s.here.get(target):
        return None
    return Battle(side, source, target, units, units, s.here[target])


def forecast_of(s: SecondFront, seat: int, option: Option, say: Say) -> Forecast | None:
    """What an option may come to, for the seat that asks."""
    if s.battle is not None and type(option) is Shoot:
        return _shot(s, s.battle, option, say)
    b = proposed(s, option)
    return None if b is None else told(s, seat, b, say)


def threat_of(s: SecondFront, seat: int, hex: SpaceId, say: Say) -> Forecast | None:
    """The strongest single stack next to a hex that could attack it: nobody attacks from two hexes."""
    if not 0 <= hex < HEXES or not s.here.get(hex):
        return None
    first = s.here[hex][-1]
    enemy = Side(1 - SIDE[first]) if first >= 0 else Side(1)
    if paralysed(s, enemy):
        return None
    best: Forecast | None = None
    most = -1.0
    for source in members(ZONES.of(BIT[hex]) & s.held[enemy]):
        units = tuple([u for u in s.here[source] if u < 0 or not GARRISON[u]])
        b = _battle(s, enemy, SpaceId(source), hex, units)
        if b is None or not can_lead(_likely(s, b)[1].attackers):
            continue
        chance = _summary(s, b)[0].won
        if chance > most:
            best, most = told(s, seat, b, say), chance
    return best


def _summary(s: SecondFront, b: Battle) -> tuple[Summary, bool]:
    """The chances, and whether they are exact, which they are not where units are covered."""
    world, battle = _likely(s, b)
    return declared(world, battle), world is s


def _likely(s: SecondFront, b: Battle) -> tuple[SecondFront, Battle]:
    """The battle with likely units in place of covered ones, in a world where they are so."""
    if all(u >= 0 for u in (*b.attackers, *b.defenders)):
        return s, b
    world = clone(s)
    attackers, defenders = supposed(world, b.attackers), supposed(world, b.defenders)
    return world, replace(b, attackers=attackers, defenders=defenders)


def told(s: SecondFront, seat: int, b: Battle, say: Say) -> Forecast:
    """The forecast of a whole battle, with what each attacker hits best."""
    chances, exact = _summary(s, b)
    figures = [
        (f"{chances.won:.0%}", say("hex_won")),
        (f"{chances.attacker_loss:.2f}", say("attacker_loss")),
        (f"{chances.defender_loss:.2f}", say("defender_loss")),
        (f"{chances.wiped_out:.0%}", say("wiped_out")),
        (f"{chances.broke_off:.0%}", say("broke_off")),
    ]
    if fleet_bonus(s, b):
        figures.append((f"{_summary(s, replace(b, naval=True))[0].won:.0%}", say("with_fleet")))
    stays = 1.0 - chances.won - chances.broke_off
    return Forecast(
        title=say("forecast", side=SIDES[b.side], hex=SPACE_NAMES[b.target]),
        terms=tuple(_terms(s, b, say)),
        results=(
            (say("won"), chances.won),
            (say("stands"), max(stays, 0.0)),
            (say("broken_off"), chances.broke_off),
        ),
        figures=tuple(figures),
        about=say("exact" if exact else "about"),
        short=f"{chances.won:.0%}",
        chance=chances.won,
        gain=chances.won + chances.defender_loss - chances.attacker_loss,
    )


def _terms(s: SecondFront, b: Battle, say: Say) -> list[Term]:
    """Each attacker against the first defender that can be named, and what may come by air and sea."""
    seen = [d for d in b.defenders if d >= 0]
    if not seen:
        return []
    found: list[Term] = []
    for u in [u for u in b.attackers if u >= 0]:
        value = printed_value(u, seen[0])
        found.append(Term(say("fires", unit=UNIT_NAMES[u], target=UNIT_NAMES[seen[0]]), "13.4", str(value)))
        for case, n in fire_terms(s, b, u, seen[0]):
            found.append(Term(GAME.words.term(case), case, f"{n:+d}"))
    if sky_open(s, b):
        found.append(Term(say("sky_open"), "15.3.roll", f"{hit_chance(LOCAL_SUPERIORITY):.0%}"))
    if strike_flies(s, b):
        found.append(Term(say("strike_due"), "15.4.table", f"+0 … +{max(row.modifier for row in STRIKE.values())}"))
    bonus = fleet_bonus(s, b)
    if bonus:
        found.append(Term(say("fleet_able"), "15.1.att" if b.side == ALLIED else "15.1.def", f"+{bonus}"))
    return found


def _shot(s: SecondFront, b: Battle, option: Shoot, say: Say) -> Forecast:
    """One shot: value, modifiers, chance."""
    chance = hit_chance(fire_value(s, b, option.unit, option.target))
    value = printed_value(option.unit, option.target)
    names = {"unit": UNIT_NAMES[option.unit], "target": UNIT_NAMES[option.target]}
    terms = [Term(say("fires", **names), "13.4", str(value))]
    terms += [Term(GAME.words.term(case), case, f"{n:+d}") for case, n in fire_terms(s, b, option.unit, option.target)]
    return Forecast(
        title=say("shot", **names),
        terms=tuple(terms),
        results=((say("hit"), chance), (say("miss"), 1 - chance)),
        figures=((f"{chance:.0%}", say("hit")),),
        about=say("one_shot"),
        short=f"{chance:.0%}",
        chance=chance,
        gain=chance,
    )
