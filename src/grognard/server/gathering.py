"""Attacks formed as one: who may take part, what each party would come to, and the answers that bring it about.

Found like marches (`ways`) by answering the game's own questions on a world in which the asker's view is true. A
question *gathers* if its answers take units in, or leave them out, one by one, and if what it is finished with has
odds. Nothing is answered in the match before the player has seen the sum.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from grognard.core import Decision, Game, Option, Refusal, State, clone, push, run
from grognard.core.text import noun_fields
from grognard.look.scene import Forecast

Odds = Callable[[Any, int, Option], Forecast | None]
"""A title's own word on the odds of an option (`Display.forecast`)."""
TRIED = 120
"""Parties whose odds are looked at for the best one."""
WIDE, LEVEL = 4, 20
"""Parties of one size that are enlarged, and of the next that are looked at."""


class Member(Struct):
    """A unit that can be in the party."""

    unit: int
    taken: bool
    free: bool
    """Whether the player may change that."""


class Gathered(Struct):
    """A party: who is in it, its odds, and the answers that send it. `options` is empty where it may not be sent so,
    and `refusal` says why."""

    prompt: str
    members: list[Member]
    spaces: list[int]
    options: list[Option]
    forecast: Forecast | None
    refusal: Refusal | None
    best: list[int]
    """The party that promises most; the smallest of those."""
    short: str
    """Its odds in a word."""


class _Party(NamedTuple):
    state: State
    asked: Decision
    said: tuple[Option, ...]
    taken: frozenset[int]


def gathered(
    game: Game[Any], view: State, seat: int, first: Option | None, units: Sequence[int] | None, odds: Odds
) -> Gathered | None:
    """The party of these `units`, or the best there is (None), for what `first` begins or, without it, for the question
    now asked; None: no units are gathered there, or without odds."""
    world = game.resample(view, seat, random.Random(0))
    asked = run(world)
    said: tuple[Option, ...] = ()
    if first is not None:
        if not isinstance(asked, Decision) or first not in asked.options:
            return None
        push(world, first, _silent)
        asked, said = run(world), (first,)
    if not isinstance(asked, Decision) or asked.seat != seat:
        return None
    start = _Party(world, asked, said, _taken(asked, frozenset(), asked))
    if _joiners(asked) is None:
        return None
    ways = _Ways(game, seat, start, odds)
    found = ways.search()
    if not found:
        return None
    best = max(found, key=lambda one: (round(one[1].gain, 6), -len(one[0].taken)))
    party = best[0] if units is None else ways.made_of(frozenset(units))
    return ways.told(party, best)


class _Ways:
    """The parties that can be made from one question."""

    def __init__(self, game: Game[Any], seat: int, start: _Party, odds: Odds) -> None:
        self.game, self.seat, self.start, self.odds = game, seat, start, odds
        self.finish: Option | None = None

    def search(self) -> list[tuple[_Party, Forecast]]:
        """Parties that may be sent, with their odds: all of them where they are few, else the promising ones."""
        found: list[tuple[_Party, Forecast]] = []
        level, known = [self.start], {self.start.taken}
        tried = 0
        while level and tried < TRIED:
            rated: list[tuple[float, _Party]] = []
            for party in level:
                told = self.rate(party)
                tried += 1
                if told is not None:
                    found.append((party, told))
                rated.append((told.gain if told is not None else -1e9, party))
            rated.sort(key=lambda one: -one[0])
            level = []
            larger = ((party, option) for _, party in rated[:WIDE] for option in _joiners(party.asked) or ())
            for party, option in larger:
                after = self.step(party, option) if len(level) < LEVEL else None
                if after is not None and after.taken not in known:
                    known.add(after.taken)
                    level.append(after)
        return found

    def rate(self, party: _Party) -> Forecast | None:
        end = _finish(party.asked)
        if end is None:
            return None
        self.finish = self.finish or end
        return self.odds(self.game.view(party.state, self.seat), self.seat, end)

    def step(self, party: _Party, option: Option) -> _Party | None:
        """The party after one more answer; None where that leads somewhere else."""
        state = clone(party.state)
        push(state, option, _silent)
        asked = run(state)
        if not isinstance(asked, Decision) or asked.seat != self.seat or asked.rule != self.start.asked.rule:
            return None
        taken = _taken(asked, party.taken ^ {_unit(option)}, self.start.asked)
        return _Party(state, asked, (*party.said, option), taken)

    def made_of(self, wanted: frozenset[int]) -> _Party:
        """As near to these units as the rules let it be."""
        party = self.start
        for _ in range(len(wanted | party.taken) + 1):
            wish = [o for o in _joiners(party.asked) or () if (_unit(o) in wanted) != (_unit(o) in party.taken)]
            after = next((made for option in wish if (made := self.step(party, option)) is not None), None)
            if after is None:
                break
            party = after
        return party

    def told(self, party: _Party, best: tuple[_Party, Forecast]) -> Gathered:
        here = {_unit(o) for o in _joiners(party.asked) or ()}
        fixed = self.start.taken - {_unit(o) for o in _joiners(self.start.asked) or ()}
        able = {_unit(o) for o in _joiners(self.start.asked) or ()} | party.taken | best[0].taken
        moved = party.taken ^ self.start.taken
        members = [
            Member(unit, unit in party.taken, unit not in fixed and (unit in here or unit in moved))
            for unit in sorted(able)
        ]
        end = _finish(party.asked)
        top = party.state.stack[-1]
        return Gathered(
            prompt=self.game.words.prompt(party.asked),
            members=members,
            spaces=list(party.asked.spaces),
            options=[*party.said, end] if end is not None else [],
            forecast=self.rate(party),
            refusal=top.why_not(party.state, self.finish) if end is None and self.finish is not None else None,
            best=sorted(best[0].taken),
            short=best[1].short,
        )


def _joiners(asked: Decision) -> list[Option] | None:
    """The answers that change the party: all of one verb and each of one unit; None where the question is another."""
    found = [o for o in asked.options if _nouns(o) == (1, 0)]
    if len({type(o) for o in found}) > 1 or any(_nouns(o)[0] for o in asked.options if o not in found):
        return None
    return found if found or asked.confirm else None


def _finish(asked: Decision) -> Option | None:
    """The answer that sends the party as it stands."""
    if not asked.confirm or not 0 <= asked.default < len(asked.options):
        return None
    end = asked.options[asked.default]
    return end if _nouns(end) == (0, 0) else None


def _taken(asked: Decision, reckoned: frozenset[int], start: Decision) -> frozenset[int]:
    """Who is in: those the question speaks of; where it does not name the party, as reckoned by the answers."""
    named = frozenset(asked.units)
    return named if named or reckoned == frozenset(start.units) else reckoned


def _nouns(option: Option) -> tuple[int, int]:
    nouns = noun_fields(option)
    return len(nouns.get("UnitId", ())), len(nouns.get("SpaceId", ()))


def _unit(option: Option) -> int:
    return noun_fields(option)["UnitId"][0]


def _silent(event: Any) -> None:
    """Plans make no noise."""
