"""What a player may leave to standing orders."""

from grognard.games.thunder_at_cassino import GAME
from grognard.look.display import OrderKind

say = GAME.words.say


def orders() -> tuple[OrderKind, ...]:
    """Questions that come up again and again, most of them in the enemy's turn."""
    return (
        OrderKind(
            "reroll",
            say("order_reroll"),
            (("yes", say("order_rolls_again")),),
            quiet=say("order_lets_stand"),
            measures=("chance",),
        ),
        OrderKind(
            "reroll.close",
            say("order_reroll_close"),
            (("yes", say("order_rolls_again")),),
            quiet=say("order_lets_stand"),
        ),
        OrderKind(
            "close.screen",
            say("order_screen"),
            (("screen", say("order_screens_all")),),
            quiet=say("order_screens_nobody"),
            lapses=True,
        ),
        OrderKind("withdraw", say("order_withdraw"), quiet=say("order_stays")),
        OrderKind("continue", say("order_continue"), (("yes", say("order_goes_on")),), quiet=say("order_ends_turn")),
    )
