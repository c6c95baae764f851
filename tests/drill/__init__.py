"""The drill: a tiny title that exercises every part of the contract that Cassino (1944) does not.

Reaction fire that interrupts a move at any space of its path, a retreat conducted by the opponent, secret simultaneous
choices, hidden stacks and a secret written plan, chits drawn from a cup, three seats, an area map beside a hex map, and
a second map level.
"""

from pathlib import Path

from grognard.core import Facts, Game, Scenario, Switch, register
from tests.drill.content import SIDES, SPACES, UNITS, Side
from tests.drill.flow import Plots, Turn
from tests.drill.state import Drill, check, fresh, hide, refresh, resample


def setup(scenario: str, options: dict[str, object]) -> Drill:
    s = fresh()
    s.stack = (Turn(1), Plots(Side(0))) if scenario == "whole" else (Turn(2), Plots(Side(0)))
    if options["no_storm"]:
        s.cup = [3, 0, 2]
    return s


GAME = register(
    Game(
        name="drill",
        title="The drill",
        facts=Facts("Grognard", 2026, "3", "hexes, areas and rooms", 5, 1),
        rules_version=1,
        sides=SIDES,
        scenarios=(Scenario("whole", "2"), Scenario("short", "2", barred=("no_storm",))),
        switches=(Switch("no_storm", "4.1"),),
        state=Drill,
        package="tests.drill",
        folder=Path(__file__).parent,
        setup=setup,
        names={"UnitId": UNITS, "SpaceId": SPACES, "Side": SIDES},
        components=lambda: "drill",
        hide=hide,
        resampler=resample,
        check=check,
        refresh=refresh,
    )
)
