"""The Battle for Cassino (SPI 1978): the New Zealand Corps against the 1st Parachute Division, 15 to 19 March 1944."""

from grognard.core import Game, Scenario, Switch, read_cover
from grognard.games.battle_for_cassino.content import (
    DATA,
    FOLDER,
    FUNCTIONS,
    NATIONS,
    SIDES,
    SPACE_NAMES,
    UNIT_NAMES,
)
from grognard.games.battle_for_cassino.rules.invariants import broken
from grognard.games.battle_for_cassino.rules.setup import setup
from grognard.games.battle_for_cassino.rules.state import Battle, refresh

COVER = read_cover(FOLDER)
GAME: Game[Battle] = Game(
    name="battle_for_cassino",
    title=COVER.title,
    facts=COVER.facts,
    rules_version=6,
    sides=SIDES,
    scenarios=(Scenario("battle", "4.0"), Scenario("town", "18.0", barred=("even_game",))),
    switches=(Switch("even_game", "18.0"),),
    state=Battle,
    package=__name__,
    folder=FOLDER,
    setup=setup,
    names={
        "UnitId": UNIT_NAMES,
        "SpaceId": SPACE_NAMES,
        "Side": SIDES,
        "Nation": NATIONS,
        "Function": FUNCTIONS,
    },
    components=lambda: DATA.digest,
    check=broken,
    refresh=refresh,
)
