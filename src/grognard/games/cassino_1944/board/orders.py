"""What a player may leave to standing orders."""

from grognard.games.cassino_1944 import GAME
from grognard.look.display import OrderKind

say = GAME.words.say


def orders() -> tuple[OrderKind, ...]:
    """Questions that come up again and again, most of them in the enemy's turn."""
    return (
        OrderKind(
            "retreat",
            say("order_retreat"),
            (
                ("retreat", say("order_retreats")),
                ("stand", say("order_stands")),
            ),
        ),
        OrderKind("advance", say("order_advance"), quiet=say("order_stays")),
        OrderKind("refit", say("order_refit"), quiet=say("order_no_refit")),
        OrderKind("reserve", say("order_reserve"), quiet=say("order_keeps_reserve")),
        OrderKind("abbey", say("order_abbey"), quiet=say("order_keeps_abbey")),
        OrderKind("strike", say("order_strike"), quiet=say("order_no_strike")),
        OrderKind("support", say("order_support"), quiet=say("order_no_support")),
    )
