"""What a title shows at the table: one typed value, so that a misspelt member fails when the title is loaded.

A title makes it in `board/display.py` and calls it `DISPLAY`. Every question gets a view and a seat, never the state.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec import Struct

from grognard.core import Event, Game, Option, State
from grognard.look.scene import Chart, Fact, Forecast, Overlay, Scene
from grognard.maps.paths import Reach

S = TypeVar("S", bound=State)


class OrderKind(Struct, frozen=True):
    """A kind of question that a player may leave to a standing order, also before it is asked."""

    prompt: str
    title: str
    """What it is about, in two or three words."""
    answers: tuple[tuple[str, str], ...] = ()
    """Verb and words of each answer that is not the quiet one; several verbs joined by `+`: the best of them."""
    quiet: str = ""
    """The words of the quiet answer; empty: there is none."""
    measures: tuple[str, ...] = ()
    """What may be asked of an answer: "chance" of success, "units" that take part, "stock" that must stay."""
    stock: str = ""
    """What the stock is called."""
    lapses: bool = False
    """Where the answer is not offered (any more) the quiet one is given, instead of asking the player."""


def _no_charts(view: Any, seat: int) -> tuple[Chart, ...]:
    return ()


def _no_overlay(view: Any, seat: int, name: str, unit: int, space: int) -> Overlay:
    raise LookupError(f"there is no overlay {name!r}")


def _no_facts(view: Any, seat: int, space: int) -> tuple[Fact, ...]:
    return ()


def _no_orders() -> tuple[OrderKind, ...]:
    return ()


def _no_stock(view: Any, seat: int, prompt: str) -> int | None:
    return None


def _no_forecast(view: Any, seat: int, about: Any) -> Forecast | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Display(Generic[S]):
    """Everything that lies on the board of one title. The board itself is drawn by `board/ground.py`."""

    scene: Callable[[S, int], Scene]
    """Pieces, tracks and panels of a view."""
    charts: Callable[[S, int], tuple[Chart, ...]] = _no_charts
    """The printed tables, with the present column marked."""
    overlays: tuple[tuple[str, str], ...] = ()
    """Name and title of every overlay."""
    overlay: Callable[[S, int, str, int, int], Overlay] = _no_overlay
    """One of them, for a unit and a space (-1: none in particular)."""
    facts: Callable[[S, int, int], Iterable[Fact]] = _no_facts
    """What is true of a space now: control, supply, sight, stacking room, from the same predicates as the rules."""
    forecast: Callable[[S, int, Option], Forecast | None] = _no_forecast
    """The sum and the chances of what an option begins; None: nothing is left to chance."""
    threat_forecast: Callable[[S, int, int], Forecast | None] = _no_forecast
    """What the enemy could do to a space."""
    orders: Callable[[], tuple[OrderKind, ...]] = _no_orders
    """What standing orders may answer, chiefly in the enemy's turn."""
    stock: Callable[[S, int, str], int | None] = _no_stock
    """How much is left of what the answers to a prompt draw upon; None: they draw on nothing."""
    losses: Callable[[Event], tuple[int, ...]] | None = None
    """The sides that lose a unit by an event, for titles whose lost units come back or go into a cup; without it those
    whose faces say that they are eliminated are lost."""
    reach: Callable[[S, int], Reach[Any] | None] | None = None
    """Where a unit could march in this position, as its movement rules say; without it the table finds out by trying
    the answers, which suits short moves on small maps."""
    stacks: tuple[str, ...] = ()
    """Prompts in which a click on a counter names its stack: where it may go and whom it may attack is asked next, so
    nobody is taken in hand before."""
    aims: tuple[str, ...] = ()
    """Prompts that ask units which stay where they are for a target (artillery in its box): no answer is a march."""
    text_map: Callable[[S, int], list[str]] | None = None
    """The position drawn for a terminal, in markup."""
    text_near: Callable[[S, int, int], list[str]] | None = None
    """The same round a space, for maps that are larger than a terminal."""


def display_of(game: Game[S]) -> Display[S] | None:
    """What the title shows; None: it is played from the list of options and the log."""
    return game.part("board.display", "DISPLAY", Display)
