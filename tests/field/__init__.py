"""The field: a plain of 2,000 hexes with 320 counters in stacks of ten, on which the table's size is measured."""

from pathlib import Path

from grognard.core import Facts, Game, Scenario, register
from tests.field.content import SIDES, SPACE_NAMES, UNIT_NAMES
from tests.field.flow import Field, fresh

GAME = register(
    Game(
        name="field",
        title="The field",
        facts=Facts("Grognard", 2026, "2", "hexes", 60, 1),
        rules_version=1,
        sides=SIDES,
        scenarios=(Scenario("plain", "1"),),
        switches=(),
        state=Field,
        package="tests.field",
        folder=Path(__file__).parent,
        setup=lambda scenario, options: fresh(),
        names={"UnitId": UNIT_NAMES, "SpaceId": SPACE_NAMES},
        components=lambda: "field",
    )
)
