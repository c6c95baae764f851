"""What is true of a hex now, for the inspector: ruins, who sees it, who supplies it, zones, stacking room."""

from collections.abc import Iterator

from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    CAPACITY,
    GERMAN,
    HEXES,
    HQ_LIST,
    OF_SIDE,
    OPS,
    SIDE,
    SIDES,
    THIRDS,
    UNIT_NAMES,
    Side,
)
from grognard.games.battle_for_cassino.rules.sight import observed_by, view
from grognard.games.battle_for_cassino.rules.state import Battle, flags, zone
from grognard.games.battle_for_cassino.rules.supply import draws
from grognard.look.scene import Fact, few
from grognard.maps import BIT, mask, members

say = GAME.words.say


def facts(s: Battle, seat: int, space: int) -> Iterator[Fact]:
    if not 0 <= space < HEXES:
        return
    if space in s.ruins:
        yield Fact(say("ruins_piece"), say("fact_ruins"), "6.4.ruins")
    if space in s.blocks:
        yield Fact(say("block_piece"), say("fact_block"), "6.4.roadblock")
    here = s.here.get(space, ())
    side = SIDE[here[0]] if here else None
    for whose in (ALLIED, GERMAN):
        yield Fact(
            say("fact_seen", side=SIDES[whose]), few([UNIT_NAMES[u] for u in _watching(s, whose, space)], say), "5.2"
        )
        yield Fact(
            say("fact_supply", side=SIDES[whose]), few([UNIT_NAMES[u] for u in _feeding(s, whose, space)], say), "10.0"
        )
        if zone(s, whose) & BIT[space]:
            yield Fact(say("fact_zone"), SIDES[whose], "7.0")
        if side in (None, whose):
            taken = sum([THIRDS[u] for u in here])
            told = say("fact_room", taken=_companies(taken), room=_companies(CAPACITY[whose]))
            yield Fact(say("fact_stack", side=SIDES[whose]), told, "9.0")


def _watching(s: Battle, side: Side, space: int) -> list[int]:
    """Units that see the hex: observers as far as they do, the others in view of it, as sight goes both ways."""
    near = [u for hex in members(view(s, space) & s.held[side]) for u in s.here[hex]]
    far = flags(OPS & OF_SIDE[side] & ~mask(near))
    return near + [u for u in far if s.loc[u] < HEXES and observed_by(s, u, BIT[space])]


def _feeding(s: Battle, side: Side, space: int) -> list[int]:
    return [hq for hq in HQ_LIST[side] if s.loc[hq] < HEXES and s.increments[hq] and draws(s, hq) & BIT[space]]


def _companies(thirds: int) -> str:
    """Thirds of a company as a player counts them: 2 1/3."""
    whole, rest = divmod(thirds, 3)
    return " ".join(([str(whole)] if whole or not rest else []) + ([f"{rest}/3"] if rest else []))
