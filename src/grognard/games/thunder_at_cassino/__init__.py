"""Thunder at Cassino (Avalon Hill, 1987): the third battle of Cassino, 15-22 March 1944."""

from grognard.core import Game, Scenario, Switch, read_cover
from grognard.games.thunder_at_cassino.content import (
    DATA,
    DATE_NAMES,
    FOLDER,
    GROUPS,
    PLACE_NAMES,
    SIDES,
    SPACE_NAMES,
    SPOT_NAMES,
    UNIT_NAMES,
)
from grognard.games.thunder_at_cassino.rules.bidding import HIGHEST
from grognard.games.thunder_at_cassino.rules.invariants import broken
from grognard.games.thunder_at_cassino.rules.secrets import resample
from grognard.games.thunder_at_cassino.rules.setup import setup
from grognard.games.thunder_at_cassino.rules.state import Thunder, refresh

BIDS = ("bidding", "bid", "even_game")
"""Options of the whole battle alone."""

COVER = read_cover(FOLDER)
GAME = Game(
    name="thunder_at_cassino",
    title=COVER.title,
    facts=COVER.facts,
    rules_version=10,
    slim_since=6,
    sides=SIDES,
    scenarios=(
        Scenario("main", "3.4.length"),
        Scenario("intro_town", "1.intro", barred=BIDS),
        Scenario("intro_hill", "1.intro", barred=BIDS),
        Scenario("final_days", "11.4", barred=BIDS),
    ),
    switches=(
        Switch("resolution", "21.1", default="dice", choices=("dice", "chits", "feints")),
        Switch("bidding", "20"),
        Switch("bid", "20.2", default=0, low=-HIGHEST, high=HIGHEST),
        Switch("even_game", "20.2"),
    ),
    state=Thunder,
    package=__name__,
    folder=FOLDER,
    setup=setup,
    names={
        "UnitId": UNIT_NAMES,
        "SpaceId": SPACE_NAMES,
        "Side": SIDES,
        "Group": GROUPS,
        "Place": PLACE_NAMES,
        "Spot": SPOT_NAMES,
        "Date": DATE_NAMES,
    },
    components=lambda: DATA.digest,
    resampler=resample,
    check=broken,
    refresh=refresh,
)
