"""11.6, 4.2 to 4.3 Who controls the hexes that count: tested after every hex entered, battle, drop and removal (R5)."""

from grognard.core import Note, SpaceId, rule
from grognard.games.second_front_now.content import (
    ALLIED,
    BEACH_SET,
    FORTRESSES,
    GERMAN,
    KEYS,
    POINTS,
    SPACES,
    VALUE,
    ZONES,
    Side,
)
from grognard.games.second_front_now.rules.events import BeachLost, Captured
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.games.second_front_now.rules.victory import score
from grognard.maps.sets import BIT, Set, members


def _keys_near(keys: Set) -> tuple[tuple[tuple[Set, Set], ...], ...]:
    """By space: the hexes that count in and about it, each with the hexes whose units exert a zone there."""
    found: list[list[tuple[Set, Set]]] = [[] for _ in range(SPACES)]
    for key in members(keys):
        around = ZONES.of(BIT[key])
        for space in (key, *members(around)):
            found[space].append((BIT[key], around))
    return tuple(tuple(row) for row in found)


KEYS_NEAR = tuple(_keys_near(keys) for keys in KEYS)
"""By area and space: what a unit that comes or goes there can change."""


@rule("11.1", "11.2", "11.2.same")
def zone(s: SecondFront, side: int) -> Set:
    """The hexes next to units of a side, never across an all-sea hexside; one unit's zone is as good as many."""
    return ZONES.of(s.held[side])


@rule("4.2.loss", "11.6")
def would_hold(s: SecondFront, side: int) -> Set:
    """Hexes a side occupies, and empty ones in its zone alone."""
    return gripped(s.held[side], s.held[1 - side])


def gripped(own: Set, enemy: Set) -> Set:
    """The same of any units against any others."""
    return own | (ZONES.of(own) & ~ZONES.of(enemy) & ~enemy)


def prizes(s: SecondFront, side: int) -> Set:
    """Hexes in or beside which lies one that counts and is the enemy's."""
    keys = KEYS[s.area] & ~s.taken if side == ALLIED else s.taken
    return keys | ZONES.of(keys)


def contested(s: SecondFront, side: int) -> Set:
    """Hexes in or beside which lies one that counts, is this side's, and lies in an enemy zone."""
    keys = KEYS[s.area] & s.taken if side == ALLIED else KEYS[s.area] & ~s.taken
    keys &= ZONES.of(s.held[1 - side])
    return keys | ZONES.of(keys)


@rule("4.2", "4.3", "4.3.ex", "4.3.juno", "4.8", "4.9", "9.3.fort", "11.6.ex")
def settle_control(s: SecondFront, note: Note, touched: tuple[int, ...] | None = None) -> None:
    """Let control pass where it does; the points follow at once, up to those that end the game. A contested hex stays
    with its owner.

    `touched`: the spaces left and entered since control was last settled; elsewhere nothing can have changed.
    """
    if touched is None:
        lost, regained = would_hold(s, ALLIED) & KEYS[s.area] & ~s.taken, would_hold(s, GERMAN) & s.taken
    else:
        lost, regained = _changed(s, touched)
    if not lost and not regained:
        return
    s.taken = (s.taken | lost) & ~regained
    s.stormed |= lost & FORTRESSES
    for side, hexes in ((ALLIED, lost), (GERMAN, regained)):
        for hex in members(hexes):
            if s.result is None:
                _captured(s, side, SpaceId(hex), note)


def _changed(s: SecondFront, touched: tuple[int, ...]) -> tuple[Set, Set]:
    """The hexes in and about these spaces that the Allied and the German side take now: `would_hold`, hex by hex."""
    near = KEYS_NEAR[s.area]
    allied, german, taken = s.held[ALLIED], s.held[GERMAN], s.taken
    lost = regained = 0
    for space in touched:
        for bit, around in near[space]:
            if taken & bit:
                if german & bit or (german & around and not allied & (around | bit)):
                    regained |= bit
            elif allied & bit or (allied & around and not german & (around | bit)):
                lost |= bit
    return lost, regained


@rule("4.3")
def beach_price(s: SecondFront, side: int, hex: int) -> int:
    """Points a beach in use costs besides, the first time the Germans take it."""
    return POINTS["beach"] if side == GERMAN and BEACH_SET[s.area] & BIT[hex] & ~s.paid else 0


def _captured(s: SecondFront, side: Side, hex: SpaceId, note: Note) -> None:
    points = VALUE.get(hex, 0)
    note(Captured(side, hex, points))
    if points:
        score(s, points if side == GERMAN else -points, note)
    if s.result is None and (price := beach_price(s, side, hex)):
        s.paid |= BIT[hex]
        note(BeachLost(hex, price))
        score(s, price, note)
