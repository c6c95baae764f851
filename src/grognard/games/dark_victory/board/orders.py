"""What a player may leave to standing orders."""

from grognard.games.dark_victory import GAME
from grognard.look.display import OrderKind

say = GAME.words.say


def orders() -> tuple[OrderKind, ...]:
    """Questions that come up again and again, most of them in the enemy's turn."""
    return (
        OrderKind(
            "triggered",
            say("order_triggered"),
            (("react", say("order_reacts")),),
            quiet=say("order_holds"),
            measures=("chance",),
        ),
        OrderKind(
            "react",
            say("order_react"),
            (
                ("shoot", say("order_shoots")),
                ("volley", say("order_volleys")),
            ),
            quiet=say("order_holds"),
            measures=("chance",),
        ),
    )
