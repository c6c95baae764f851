"""The last turns: the German who dashes for an objective, in touch with the enemy or not, since his move is the last,
and the Allied unit that shuts it against him."""

from collections.abc import Sequence

from grognard.core import Decision, Operation, UnitId
from grognard.games.battle_for_cassino.content import ABBEY, ARMOUR, GERMAN, HOTEL, HQS, SIDE
from grognard.games.battle_for_cassino.mind.operations import begins, operations, rescues, walk
from grognard.games.battle_for_cassino.mind.reaches import reach, waiting
from grognard.games.battle_for_cassino.mind.verdict import left
from grognard.games.battle_for_cassino.rules.movement import no_room
from grognard.games.battle_for_cassino.rules.state import Battle, strength
from grognard.games.battle_for_cassino.rules.turns import MOVE
from grognard.maps import BIT, Set, members

DASH, SHUT = 1.5, 3.0
"""Turns left from which Germans dash, and the Allied side shuts what it has taken."""
EACH = 3
"""Units listed for one hex."""


def closing_operations(s: Battle, asked: Decision) -> Sequence[Operation]:
    """What everybody lists, who has to be helped, and on the last turns the objectives themselves."""
    listed = [*operations(s, asked), *rescues(s, asked)]
    german = s.side == GERMAN
    if not begins(s, asked) or s.rules.short or left(s) > (DASH if german else SHUT):
        return listed
    idle = [u for u in waiting(s, s.side) if MOVE[u] in asked.options and not ARMOUR >> u & 1]
    for goal in (HOTEL, ABBEY):
        if german or not s.held[GERMAN] & goal:
            listed += _into(s, goal, idle, "dash" if german else "shut")
    return listed


def _into(s: Battle, goal: Set, idle: list[UnitId], kind: str) -> list[Operation]:
    """Units that could go into hexes of an objective which nobody holds yet, for each hex the strongest."""
    found = []
    for hex in members(goal & ~s.held[0] & ~s.held[1]):
        able = [
            u for u in idle if not BIT[s.loc[u]] & goal and reach(s, u)[1] & BIT[hex] and not no_room(s, u, (), hex)
        ]
        for unit in sorted(able, key=lambda u: (-strength(s, u), u))[:EACH]:
            loads = tuple(UnitId(u) for u in s.here[s.loc[unit]] if HQS >> u & 1 and not s.carried >> u & 1)[:1]
            loads = loads if SIDE[unit] == GERMAN and loads and not no_room(s, unit, loads, hex) else ()
            answers = walk(s, unit, hex, loads)
            if answers:
                found.append(Operation(kind, answers, frozenset((unit,))))
    return found
