"""What a player may leave to standing orders."""

from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import HEXES, HQ_LIST
from grognard.games.battle_for_cassino.rules.state import Battle
from grognard.look.display import OrderKind

say = GAME.words.say


def orders() -> tuple[OrderKind, ...]:
    """Questions that come up again and again, most of them in the enemy's turn."""
    return (
        _fire("opportunity", "order_opportunity", "fireat", "order_fires"),
        _fire("support", "order_support", "target", "order_supports"),
        OrderKind("reserves", say("order_reserves"), quiet=say("order_no_reserves")),
        OrderKind("works", say("order_works"), quiet=say("order_no_works")),
        OrderKind("advance", say("order_advance"), quiet=say("order_stays")),
    )


def _fire(prompt: str, title: str, verb: str, answer: str) -> OrderKind:
    """Fire that is paid from a headquarters."""
    return OrderKind(
        prompt, say(title), ((verb, say(answer)),), quiet=say("order_holds"), measures=("chance", "units", "stock"),
        stock=say("order_increments"),
    )  # fmt: skip


def stock(view: Battle, seat: int, prompt: str) -> int | None:
    """Increments in the headquarters of a seat's side: fire is paid from them."""
    if prompt not in ("opportunity", "support") or seat not in view.seats:
        return None
    return sum(view.increments[hq] for hq in HQ_LIST[view.seats.index(seat)] if view.loc[hq] < HEXES)
