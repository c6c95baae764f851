"""Standing orders: what a seat answers to a kind of question until it is told otherwise, and on what conditions.

The conditions are read from the same sums as everything else: the odds of the answer as its title forecasts them, the
best party where units are gathered for it, and what is in stock. Where they are not met the quiet answer is given;
where there is none, or nothing can be said, the player is asked.
"""

from typing import Any

from msgspec import Struct

from grognard.core import Decision, Game, Option, State
from grognard.look.display import Display
from grognard.server.gathering import gathered


class Order(Struct):
    """One order of one seat."""

    prompt: str
    """The kind of question it answers."""
    verb: str = ""
    """The answer, or several joined by `+` of which the best is given; empty: the quiet one."""
    chance: int = 0
    """Only if it succeeds with so many percent at least."""
    units: int = 0
    """Only if so many units can take part."""
    keep: int = 0
    """Only if so much stays in stock, if it takes one."""
    phase: bool = False
    """It ends with the phase; else it holds until it is cancelled."""
    during: list[str] = []
    """Of an order that ends with its phase: the bread-crumbs it was given under."""

    @property
    def free(self) -> bool:
        """Whether it has no conditions."""
        return not (self.chance or self.units or self.keep)


class Ordered(Struct):
    """One way to carry an order out."""

    options: list[Option]
    chance: float
    """-1: the title does not say."""
    units: int


def carried_out(
    game: Game[Any], display: Display[Any] | None, view: State, decision: Decision, order: Order
) -> list[Option] | None:
    """The answers an order gives to a question; None: the player is asked."""
    quiet = [decision.options[decision.default]] if decision.default >= 0 else None
    if not order.verb:
        return quiet
    verbs = order.verb.split("+")
    ways = [_way(game, display, view, decision.seat, o) for o in decision.options if _verb(game, o) in verbs]
    if not ways:
        kinds = () if display is None else display.orders()
        return quiet if any(kind.lapses for kind in kinds if kind.prompt == decision.prompt) else None
    stock = _stock(display, view, decision)
    fit = [way for way in ways if _meets(way, order, stock)]
    if not fit:
        return quiet
    return max(fit, key=lambda way: way.chance).options


def _meets(way: Ordered, order: Order, stock: int | None) -> bool:
    if order.chance and round(way.chance * 100) < order.chance:
        return False
    if order.units and way.units < order.units:
        return False
    return not order.keep or stock is None or stock - 1 >= order.keep


def _way(game: Game[Any], display: Display[Any] | None, view: State, seat: int, option: Option) -> Ordered:
    """An answer with its odds; where it gathers units, with the party that promises most."""
    if display is None:
        return Ordered([option], -1.0, 0)
    party = gathered(game, view, seat, option, None, display.forecast)
    if party is not None and party.options and party.forecast is not None:
        taken = sum(member.taken for member in party.members)
        return Ordered(party.options, party.forecast.chance, taken)
    told = display.forecast(view, seat, option)
    return Ordered([option], -1.0 if told is None else told.chance, 1)


def _stock(display: Display[Any] | None, view: State, decision: Decision) -> int | None:
    return None if display is None else display.stock(view, decision.seat, decision.prompt)


def _verb(game: Game[Any], option: Option) -> str:
    return game.texts.show(option).partition(" ")[0]
