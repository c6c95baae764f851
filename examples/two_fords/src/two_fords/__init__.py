"""Two Fords: an afternoon at a river, and the example of how a title is written."""

from grognard.core import Facts, Game, Scenario, Switch
from two_fords.content import DATA, FOLDER, SIDES, SPACE_NAMES, UNIT_NAMES
from two_fords.rules.sequence import setup
from two_fords.rules.state import Fords, broken, refresh

GAME: Game[Fords] = Game(
    name="two_fords",
    title="Two Fords",
    facts=Facts("Grognard", 2026, "2", "hexes", 15, 1),
    rules_version=1,
    sides=SIDES,
    scenarios=(Scenario("crossing", "1.2"),),
    switches=(Switch("mist", "8.1"),),
    state=Fords,
    package=__name__,
    folder=FOLDER,
    setup=setup,
    names={"UnitId": UNIT_NAMES, "SpaceId": SPACE_NAMES, "Side": SIDES},
    components=lambda: DATA.digest,
    check=broken,
    refresh=refresh,
)
