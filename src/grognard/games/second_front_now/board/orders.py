"""What a player may leave to standing orders."""

from grognard.games.second_front_now import GAME
from grognard.look.display import OrderKind

say = GAME.words.say


def orders() -> tuple[OrderKind, ...]:
    """Questions that come up again and again, most of them in the enemy's turn."""
    return (
        OrderKind("defensive", say("order_defensive"), quiet=say("order_will")),
        OrderKind("offensive", say("order_offensive"), quiet=say("order_will")),
        OrderKind(
            "retreat_call", say("order_retreat"), (("restore", say("order_gives_up")),), quiet=say("order_stands")
        ),
        OrderKind("break_off", say("order_break"), (("restore", say("order_gives_up")),), quiet=say("order_goes_on")),
        OrderKind("naval", say("order_fleet"), (("yes", say("order_fleet_fires")),), quiet=say("order_fleet_waits")),
        OrderKind("planning", say("order_plans"), quiet=say("order_no_plans")),
        OrderKind("airlift", say("order_flights"), quiet=say("order_no_flights")),
        OrderKind("contest", say("order_air"), (("yes", say("order_contests")),), quiet=say("order_leaves_air")),
    )
