"""Odds before you commit: the sum of a fire attack or a Close Combat line by line, and what may come of it.

Fire goes by dice, by the chits both sides have left, or by chits they choose: then there are no odds to tell.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from grognard.core import No, Option, SpaceId, UnitId
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import (
    AREAS,
    BESIDE,
    BOARD,
    COMBAT,
    ENTRANCE,
    HIGH,
    PLACE_NAMES,
    POINTS,
    SIDES,
    SMOKE_NUMBER,
    UNIT_NAMES,
    VEHICLE,
    Group,
    Side,
)
from grognard.games.thunder_at_cassino.rules import chits
from grognard.games.thunder_at_cassino.rules.artillery import HEIGHT_PENALTY, LaySmoke, Obscure, Shelling, shelling
from grognard.games.thunder_at_cassino.rules.attack import (
    Attack,
    attack_terms,
    defence_terms,
    dim_light,
    total,
    vulnerable,
)
from grognard.games.thunder_at_cassino.rules.close_combat import HIT, Pairing, Strike, close_terms
from grognard.games.thunder_at_cassino.rules.fire import Aim, FireAttack, FireImpulse, NameTarget, PickFirers, Target
from grognard.games.thunder_at_cassino.rules.losses import Fall, Pay
from grognard.games.thunder_at_cassino.rules.movement import Enter, MoveImpulse
from grognard.games.thunder_at_cassino.rules.retreat import Onward, Retreat
from grognard.games.thunder_at_cassino.rules.state import Thunder
from grognard.look.scene import Forecast, Term
from grognard.maps import members
from grognard.tables import Distribution, dice_sum, die, opposed

Say = Callable[..., str]
WIDE = 8
"""Casualty points shown one by one; more are shown together."""


def forecast_of(s: Thunder, option: Option, say: Say) -> Forecast | None:
    """The odds an option leads to; None where no dice are in question."""
    top = s.stack[-1] if s.stack else None
    attack = _proposed(s, top, option)
    if attack is not None:
        return fire_forecast(s, attack, say, _laid(top, option)) if vulnerable(s, attack) else None
    if isinstance(top, Pairing) and isinstance(option, Strike):
        return _close(s, top, option, say)
    if isinstance(top, LaySmoke) and isinstance(option, Obscure):
        needed = SMOKE_NUMBER[top.gun] + (HEIGHT_PENALTY if HIGH >> option.space & 1 else 0)
        return _reach(say("smoke_on", place=PLACE_NAMES[option.space]), needed, "16.1.dr", say)
    if isinstance(top, MoveImpulse) and isinstance(option, Enter):
        units = [u for u in top.party if not s.committed[u]]
        return _rubble(s, units, option.space, "13.11", "failure", say)
    if isinstance(top, Pay) and isinstance(option, Fall):
        return _rubble(s, [option.unit], option.space, "13.13", "hit", say)
    if isinstance(top, Retreat) and isinstance(option, Onward):
        return _rubble(s, [top.unit], option.space, "13.13", "hit", say)
    return None


def _rubble(s: Thunder, units: Sequence[int], space: SpaceId, case: str, failed: str, say: Say) -> Forecast | None:
    """The Rubble Entrance DR each vehicle among these units faces in a place; None: there is nothing to try."""
    level = s.rubble[space]
    if not level or not any(VEHICLE[u] for u in units):
        return None
    return _reach(say("rubble_of", place=PLACE_NAMES[space]), ENTRANCE[level], case, say, failed)


def _proposed(s: Thunder, top: object, option: Option) -> Attack | None:
    """The fire attack that an option forms or completes."""
    if isinstance(top, FireImpulse) and isinstance(option, Target):
        pick = top.picking(s, option)
        everybody = pick.everybody(s)
        return Attack(top.side, top.origin, option.space, option.group, everybody, pick.dim) if everybody else None
    if isinstance(top, PickFirers):
        picked = top.formed(s, option)
        return Attack(top.side, top.origin, top.target, top.group, picked, top.dim) if picked else None
    if isinstance(top, Shelling) and isinstance(option, Target):
        return shelling(s, top.gun, option)
    if isinstance(top, NameTarget) and isinstance(option, Aim | No):
        a = top.attack
        main = option.unit if isinstance(option, Aim) else a.main
        return Attack(a.side, a.origin, a.target, a.group, a.firers, a.dim, main)
    if isinstance(top, FireAttack) and not isinstance(option, No):
        return top.attack
    return None


NOTHING_LAID = (0, 0)


def _laid(top: object, option: Option) -> tuple[int, int]:
    """The chit an option lays face down (21.5): the attacker's, the defender's; 0 for none."""
    if not isinstance(top, FireAttack) or not isinstance(option, chits.Play):
        return NOTHING_LAID
    return (0, option.chit) if top.dice else (option.chit, 0)


def margin(s: Thunder, side: Side) -> Distribution[int] | None:
    """By how much what a side throws or draws for an attack exceeds what the other does; None: chits are chosen."""
    if not chits.in_use(s):
        return opposed(2, 2)
    if chits.chosen(s):
        return None
    return chits.margin(s, side)


def fire_forecast(s: Thunder, a: Attack, say: Say, laid: tuple[int, int] = NOTHING_LAID) -> Forecast:
    """A fire attack: both sums, the exact distribution of casualty points, and what they mean for the Group.

    Where chits are chosen only the sums are told, with the chit that is `laid`.
    """
    mine, theirs = attack_terms(a), defence_terms(s, a)
    lead = total(mine) - total(theirs)
    luck = margin(s, a.side)
    word = "plus_chit" if chits.in_use(s) else "plus_dice"
    terms = []
    for side, case, name, chit in ((mine, "8.351", "attack_sum", laid[0]), (theirs, "8.352", "defence_sum", laid[1])):
        terms += [Term(GAME.words.term(rule), rule, f"{value:+d}") for rule, value in side]
        told = say("with_chit", n=total(side), chit=chit, sum=total(side) + chit) if chit else say(word, n=total(side))
        terms.append(Term(say(name), case, told))
    title = say("fire_at", side=SIDES[a.side], place=PLACE_NAMES[a.target])
    short = f"{total(mine) + laid[0]}:{total(theirs) + laid[1]}"
    if luck is None:
        # The sums alone still tell which of two attacks is the stronger one.
        return Forecast(title, tuple(terms), (), about=say("no_odds"), short=short, gain=float(lead))
    points = (luck + lead).map(lambda x: max(0, x))
    worth = sum(POINTS[u] for u in vulnerable(s, a))
    figures = (
        (_percent(points.probability(lambda x: x > 0)), say("any_loss")),
        (f"{float(points.expectation()):.2f}", say("mean_points")),
        (_percent(points.probability(lambda x: x >= 3)), say("three_points")),
        (_percent(points.probability(lambda x: x >= worth)), say("all_lost")),
    )
    results = [(str(n), float(points[n])) for n in range(WIDE + 1)]
    results.append((f"{WIDE + 1}+", float(points.probability(lambda x: x > WIDE))))
    return Forecast(
        title=title,
        terms=tuple(terms),
        results=tuple((label, chance) for label, chance in results if chance),
        figures=figures,
        about=say("by_chits" if chits.in_use(s) else "no_reroll"),
        short=short,
        chance=float(points.probability(lambda x: x > 0)),
        gain=float(points.expectation(lambda x: min(x, worth))),
    )


def _close(s: Thunder, top: Pairing, option: Strike, say: Say) -> Forecast:
    attacker = UnitId(top.duel(s).attackers[len(top.pairs) + top.held])
    group = (*(u for u, target in top.pairs if target == option.unit), attacker)
    sums = close_terms(group, option.unit)
    plus = total(sums)
    hit = die(6).probability(lambda x: x + plus >= HIT)
    terms = [Term(GAME.words.term(case), case, f"{value:+d}") for case, value in sums]
    return Forecast(
        title=say("close_on", unit=UNIT_NAMES[option.unit]),
        terms=tuple(terms),
        results=((say("hit"), float(hit)), (say("miss"), float(1 - hit))),
        figures=((_percent(hit), say("hit")),),
        about=say("no_reroll"),
        short=_percent(hit),
        chance=float(hit),
        gain=float(hit),
    )


def _reach(title: str, needed: int, case: str, say: Say, failed: str = "failure") -> Forecast:
    """A roll of two dice that must reach a number; what `failed` says happens otherwise."""
    passes = dice_sum(2).probability(lambda x: x >= needed)
    return Forecast(
        title=title,
        terms=(Term(say("needed"), case, str(needed)),),
        results=((say("success"), float(passes)), (say(failed), float(1 - passes))),
        figures=((_percent(passes), say("success")),),
        about=say("exact"),
        short=_percent(passes),
        chance=float(passes),
        gain=float(passes),
    )


def threat_of(s: Thunder, space: SpaceId, seat: int, say: Say) -> Forecast | None:
    """The strongest single fire attack the enemy's Uncommitted units could make on a place of this seat."""
    if not 0 <= space < BOARD or seat not in s.seats:
        return None
    me = s.seats.index(seat)
    foe = Side(1 - me)
    best: tuple[Fraction, Attack] | None = None
    luck = margin(s, foe)
    near = [space, *members(BESIDE[space])] if space < AREAS else [space]
    for origin in near:
        if not any(not s.committed[u] and COMBAT[u] for u in s.here[foe * BOARD + origin]):
            continue
        for group in (Group(0), Group(1)):
            dim = dim_light(s, s.haze, origin, space)
            if not any(s.committed[u] == group for u in s.here[me * BOARD + space]):
                continue
            firers = PickFirers(foe, SpaceId(origin), space, group, dim).everybody(s)
            attack = Attack(foe, SpaceId(origin), space, group, firers, dim)
            if firers and vulnerable(s, attack):
                lead = total(attack_terms(attack)) - total(defence_terms(s, attack))
                mean = Fraction(lead) if luck is None else (luck + lead).expectation(lambda x: max(0, x))
                if best is None or mean > best[0]:
                    best = (mean, attack)
    return fire_forecast(s, best[1], say) if best is not None else None


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.0%}"
