"""What a player may leave to standing orders."""

from grognard.games.cities_of_the_damned import GAME
from grognard.look.display import OrderKind

say = GAME.words.say


def orders() -> tuple[OrderKind, ...]:
    """Questions that come up again and again, most of them in the enemy's turn."""
    return (
        OrderKind("lower", say("order_lower"), quiet=say("order_lets_come")),
        OrderKind("direct", say("order_direct"), quiet=say("order_no_support")),
        OrderKind("lead", say("order_lead"), quiet=say("order_first_leads")),
    )
