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
            lapses=True,
        ),
        OrderKind(
            "react",
            say("order_react"),
            (
                ("cannon+shoot", say("order_fires")),
                ("cannon+volley+shoot", say("order_volleys")),
                ("shoot", say("order_shoots")),
            ),
            quiet=say("order_stands"),
            measures=("chance",),
            lapses=True,
        ),
    )
