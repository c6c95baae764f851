"""Cities of the Damned: Cassino. One player leads the New Zealand Corps; container, tables and dice are the Germans."""

from grognard.core import Game, Scenario, Switch, read_cover
from grognard.games.cities_of_the_damned.content import (
    CONTROL_NAMES,
    DATA,
    EVENT_NAMES,
    FOLDER,
    KIND_NAMES,
    PLACE_NAMES,
    ROW_NAMES,
    SIDES,
    SPACE_NAMES,
    UNIT_NAMES,
)
from grognard.games.cities_of_the_damned.rules import (  # noqa: F401  (steps, options and events register by being imported)
    activation,
    aftermath,
    checks,
    combat,
    counterattack,
    end_phase,
    events,
    losses,
    movement,
    options,
    random_events,
    reinforcements,
    sequence,
    setup,
    victory,
)
from grognard.games.cities_of_the_damned.rules.invariants import broken
from grognard.games.cities_of_the_damned.rules.state import CityState, refresh

COVER = read_cover(FOLDER)
GAME: Game[CityState] = Game(
    name="cities_of_the_damned",
    title=COVER.title,
    facts=COVER.facts,
    rules_version=4,
    slim_since=2,
    sides=SIDES,
    scenarios=(Scenario("campaign", "2.0"),),
    switches=(
        Switch("tank_duel", "12.1"),
        Switch("monte_cassino", "12.2"),
        Switch("random_events", "12.3"),
        Switch("counter_attack_sites", "7.0.sites", "printed", ("printed", "example")),
        Switch("support_cap_mode", "6.2.step1", "per_step", ("per_step", "per_combat")),
    ),
    state=CityState,
    package=__name__,
    folder=FOLDER,
    setup=setup.set_up,
    names={
        "UnitId": UNIT_NAMES,
        "SpaceId": SPACE_NAMES,
        "Place": PLACE_NAMES,
        "Kind": KIND_NAMES,
        "Control": CONTROL_NAMES,
        "Side": SIDES,
        "Row": ROW_NAMES,
        "Happening": EVENT_NAMES,
    },
    components=lambda: DATA.digest,
    check=broken,
    refresh=refresh,
    seats=1,
)
