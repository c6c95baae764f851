"""The options worth a thought, question by question: where judgement is plain, one."""

from collections.abc import Sequence

from grognard.core import DONE, YES, Decision, Option
from grognard.games.second_front_now.content import ALLIED, ARMY_HQ, CALAIS, GARRISON, Area, Side
from grognard.games.second_front_now.mind.fields import allied_field, german_field
from grognard.games.second_front_now.mind.front import fire, points_taken
from grognard.games.second_front_now.mind.operations import operations
from grognard.games.second_front_now.mind.planning import aimed, planned
from grognard.games.second_front_now.rules.aftermath import Advance
from grognard.games.second_front_now.rules.boxes import Name, Transfer
from grognard.games.second_front_now.rules.commands import Attack, Pick
from grognard.games.second_front_now.rules.movement import To
from grognard.games.second_front_now.rules.plans import Planning
from grognard.games.second_front_now.rules.replacements import Rebuild, Refit
from grognard.games.second_front_now.rules.retreat import ways_back
from grognard.games.second_front_now.rules.setup import Choose
from grognard.games.second_front_now.rules.state import DROP_PLAN, SecondFront

FIRST = ("placement", "join", "barrage", "defensive", "offensive", "extra_shot", "airlift", "no_show", "strike")
"""Questions whose first option is as good as any: as printed, everybody, fire at will, the first unit."""
PLAIN = ("blue_point", "riga", "naval")
"""Questions to say yes to."""
QUIET = ("contest", "arrange", "each", "shift")
"""Questions to leave alone where that is possible."""
FEW = 4
STACKS, FAR = 10, 3
"""Stacks looked at answer by answer, and far places for each."""


def candidates(s: SecondFront, asked: Decision) -> Sequence[Option]:
    """What a player looks at."""
    options, prompt = asked.options, asked.prompt
    if prompt in FIRST:
        return options[:1]
    if prompt in PLAIN:
        return (YES,)
    if prompt in QUIET and asked.default >= 0:
        return (options[asked.default],)
    if prompt == "area":
        return (Choose(Area(CALAIS)),)
    if prompt in ("italy", "name_italian"):
        return _italian(options)
    if prompt == "commands":
        return _commands(s, asked)
    if prompt in ("order", "walk"):
        return _ends(s, asked)
    if prompt == "planning":
        return (planned(s, options),)
    if prompt == "plot_day":
        return options[:1]
    if prompt == "plot_hex":
        top = s.stack[-1]
        return (aimed(s, options, type(top) is Planning and top.kind == DROP_PLAN),)
    if prompt == "replacements":
        return _replacements(s, options)
    if prompt == "retreat_call":
        return options if _gets_away(s) else options[:1]
    if prompt == "advance":
        return (*options[:1], DONE) if type(options[0]) is not Advance else (options[0], DONE)
    return options[asked.extra :] if len(options) - asked.extra <= 12 else options[asked.extra : asked.extra + 12]


def _gets_away(s: SecondFront) -> bool:
    """Whether anybody of the defenders has a way back: to call a retreat without one is to give them all up."""
    b = s.battle
    return b is not None and any(ways_back(s, b, u) for u in b.defenders if not GARRISON[u])


def _commands(s: SecondFront, asked: Decision) -> Sequence[Option]:
    """Stacks with something to attack, those whose march gains most, the first to come on, and none."""
    firsts = dict.fromkeys([whole.answers[0] for whole in operations(s, asked)])
    stacks = [o for o in firsts if type(o) is Pick]
    others = [o for o in firsts if type(o) is not Pick]
    return (*stacks[:STACKS], *others[:FEW], asked.options[asked.default])


def _ends(s: SecondFront, asked: Decision) -> Sequence[Option]:
    """Attacks, and the best far places by what the side wants; step by step only where nothing far is offered."""
    side = Side(s.seats.index(asked.seat))
    field = allied_field(s) if side == ALLIED else german_field(s)
    attacks = [o for o in asked.options if type(o) is Attack]
    far = sorted([o for o in asked.options if type(o) is To], key=lambda o: -field[o.hex])
    dash = max(far, key=lambda o: points_taken(s, side, o.hex), default=None)
    if dash is not None and dash not in far[:FAR] and points_taken(s, side, dash.hex) > 0:
        far.insert(0, dash)
    found = (*attacks[:FEW], *far[:FAR])
    if found:
        return found
    return (asked.options[asked.default],) if asked.default >= 0 else asked.options[:FEW]


def _italian(options: Sequence[Option]) -> Sequence[Option]:
    """The headquarters first, then whoever shoots best."""
    units = [o for o in options if isinstance(o, Transfer | Name)]
    best = max(units, key=lambda o: (o.unit in ARMY_HQ, fire(o.unit)), default=None)
    return (best,) if best is not None else options[-1:]


def _replacements(s: SecondFront, options: Sequence[Option]) -> Sequence[Option]:
    """The best few units, and none: Commonwealth points have their price."""
    units = [o for o in options if isinstance(o, Refit | Rebuild)]
    units.sort(key=lambda o: -fire(o.unit))
    return (*units[:FEW], DONE)
