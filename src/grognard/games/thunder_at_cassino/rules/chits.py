"""21: chits (or cards) in place of the dice of fire attacks, drawn blind or chosen in secret."""

from grognard.core import HIDDEN, Ask, Decision, Draw, Option, Refusal, SpaceId, rule
from grognard.games.thunder_at_cassino.content import CHITS, Side
from grognard.games.thunder_at_cassino.rules.state import FULL_DECK, Thunder, other, seat
from grognard.tables import Distribution

SEALED_CHIT = HIDDEN
KINDS = len(CHITS)
LOWEST = CHITS[0][0]


class Play(Option, frozen=True):
    """Lay this chit face down for the attack or defence (21.5)."""

    chit: int


PLAY = tuple(Play(chit) for chit, _ in CHITS)


@rule("21.1")
def in_use(s: Thunder) -> bool:
    """Whether fire is resolved with chits now: if agreed upon, and while no Smoke marker is in play."""
    return s.rules.resolution != "dice" and not s.smoke


@rule("21.5")
def chosen(s: Thunder) -> bool:
    """Whether chits are chosen, not drawn."""
    return s.rules.resolution == "feints"


def left(s: Thunder, side: Side) -> list[int]:
    """How many of each number a side still has."""
    return s.decks[side * KINDS : (side + 1) * KINDS]


def pool(s: Thunder, side: Side) -> tuple[tuple[int, int], ...]:
    """The numbers a side may still draw, each with how often it has it."""
    return tuple([(LOWEST + k, n) for k, n in enumerate(left(s, side)) if n])


@rule("21.3")
def margin(s: Thunder, side: Side) -> Distribution[int]:
    """By how much what a side draws for an attack exceeds what the other draws for the defence."""
    return Distribution.weighted(pool(s, side)) - Distribution.weighted(pool(s, other(side)))


@rule("21.3", "21.5")
def ask(s: Thunder, side: Side, spaces: tuple[SpaceId, ...], numbers: tuple[int, ...]) -> Ask:
    """Draw one of a side's chits, or let its owner choose one in secret, for fire at a place as the numbers tell."""
    if not chosen(s):
        return Draw(pool(s, side), "chit", "21.3")
    options = tuple([PLAY[chit - LOWEST] for chit, _ in pool(s, side)])
    return Decision(seat(s, side), "chit", "21.5", options, secret=True, spaces=spaces, numbers=numbers)


@rule("21.2", "21.4.equal", "21.4")
def use(s: Thunder, *played: tuple[Side, int]) -> bool:
    """Set used chits aside. When a set is used up, or the sets are unequal, both start anew with 36."""
    for side, chit in played:
        s.decks[side * KINDS + chit - LOWEST] -= 1
    counts = sum(s.decks[:KINDS]), sum(s.decks[KINDS:])
    if counts[0] and counts[0] == counts[1]:
        return False
    s.decks = FULL_DECK * 2
    return True


def why_not(s: Thunder, side: Side, option: Option) -> Refusal | None:
    """Why a chit may not be chosen."""
    if isinstance(option, Play) and 0 <= option.chit - LOWEST < KINDS:
        return None if left(s, side)[option.chit - LOWEST] else Refusal("21.3", "chit_used", (option.chit,))
    return Refusal("21.5", "not_offered")
