"""Cassino (Worthington Games 2010): the first two battles of Monte Cassino, January and February 1944."""

from grognard.core import Game, Scenario, Switch, read_cover
from grognard.games.cassino_1944.content import (
    DATA,
    FOLDER,
    LETTERS,
    MARKERS,
    NATIONS,
    SIDES,
    SPACE_NAMES,
    UNIT_NAMES,
)
from grognard.games.cassino_1944.rules.bidding import resample
from grognard.games.cassino_1944.rules.invariants import broken
from grognard.games.cassino_1944.rules.setup import setup
from grognard.games.cassino_1944.rules.state import AVENGER_STARTS, Cassino, refresh

AVENGER = ("avenger_start", "avenger_no_reserve", "avenger_graded", "avenger_handicap")
"""Options of the scenario alone."""
HANDICAP = 6
"""The most points by which the Allied goal in Avenger may be lowered: it begins with three of the four then needed."""

COVER = read_cover(FOLDER)
GAME: Game[Cassino] = Game(
    name="cassino_1944",
    title=COVER.title,
    facts=COVER.facts,
    rules_version=2,
    slim_since=2,
    sides=SIDES,
    scenarios=(
        Scenario("campaign", "3.1.units", barred=AVENGER),
        Scenario("avenger", "10.5", barred=("bidding",)),
    ),
    switches=(
        Switch("support", "10.1.count"),
        Switch("abbey", "10.2"),
        Switch("coordination", "10.3.choice"),
        Switch("weather", "10.4.roll"),
        Switch("bidding", "10.6.bid"),
        Switch("mountain_movement", "2.2.1", default=True),
        Switch("strict_zero", "9.1.1.german"),
        Switch(
            "avenger_start",
            "10.5.3.start",
            default=AVENGER_STARTS[0],
            choices=AVENGER_STARTS,
        ),
        Switch("avenger_no_reserve", "10.5.3.reserve"),
        Switch("avenger_graded", "10.5.4.german"),
        Switch("avenger_handicap", "10.5.4.allied", default=0, low=0, high=HANDICAP),
    ),
    state=Cassino,
    package=__name__,
    folder=FOLDER,
    setup=setup,
    names={
        "UnitId": UNIT_NAMES,
        "SpaceId": SPACE_NAMES,
        "Side": SIDES,
        "Nation": NATIONS,
        "Marker": MARKERS,
        "Letter": LETTERS,
    },
    components=lambda: DATA.digest,
    resampler=resample,
    check=broken,
    refresh=refresh,
)
