"""Dark Victory (XTR 1997): the assault on the Alamo, 6 March 1836."""

from grognard.core import Game, Scenario, Switch, read_cover
from grognard.games.dark_victory.content import (
    COLUMNS,
    DATA,
    FOLDER,
    GUN_NAMES,
    PLANS,
    QUARTERS,
    SIDES,
    SPACE_NAMES,
    UNIT_NAMES,
)
from grognard.games.dark_victory.rules.invariants import broken
from grognard.games.dark_victory.rules.schedule import hide, resample, secret
from grognard.games.dark_victory.rules.setup import setup
from grognard.games.dark_victory.rules.state import SHOTS, Alamo, allies, refresh

COVER = read_cover(FOLDER)
GAME: Game[Alamo] = Game(
    name="dark_victory",
    title=COVER.title,
    facts=COVER.facts,
    rules_version=8,
    sides=SIDES,
    scenarios=(
        Scenario("historical", "3.2"),
        Scenario("long_barracks", "14.3", barred=("free_texans", "free_schedule", "even_game")),
    ),
    switches=(
        Switch("free_texans", "3.4"),
        Switch("free_schedule", "3.4.B"),
        Switch("dual", "3.5"),
        Switch("shots", "10.2", default=SHOTS[0], choices=SHOTS),
        Switch("strict_high_wall", "10.25"),
        Switch("even_game", "5.6"),
    ),
    state=Alamo,
    package=__name__,
    folder=FOLDER,
    setup=setup,
    names={
        "UnitId": UNIT_NAMES,
        "SpaceId": SPACE_NAMES,
        "Side": SIDES,
        "Column": COLUMNS,
        "Gun": GUN_NAMES,
        "Plan": PLANS,
        "Quarter": QUARTERS,
    },
    components=lambda: DATA.digest,
    hide=hide,
    secret=secret,
    resampler=resample,
    check=broken,
    refresh=refresh,
    seats=2,
    seating=lambda options: 3 if options.get("dual") else 2,
    allies=allies,
)
