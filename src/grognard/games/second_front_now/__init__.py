"""Second Front Now! (XTR 1997): an invasion of France in September 1943, eighty days long."""

from grognard.core import Game, Scenario, Switch, read_cover
from grognard.games.second_front_now.content import (
    AREA_NAMES,
    DATA,
    FOLDER,
    LONG_NAMES,
    NATIONS,
    SIDES,
    SPACE_NAMES,
    UNIT_NAMES,
)
from grognard.games.second_front_now.rules.invariants import broken
from grognard.games.second_front_now.rules.secrecy import hide, resample, secret, together
from grognard.games.second_front_now.rules.setup import setup
from grognard.games.second_front_now.rules.state import AREA_CHOICES, FOG, SecondFront, refresh

OPTIONS = (
    "fog", "naval", "storms", "air", "strikes", "withdrawal", "drops", "blue_point", "airlift", "engineers",
    "blue_point_text", "break_off_stands", "even_game",
)  # fmt: skip
"""Switches that mean nothing in the beginners' game, or were not measured there."""

COVER = read_cover(FOLDER)
GAME: Game[SecondFront] = Game(
    name="second_front_now",
    title=COVER.title,
    facts=COVER.facts,
    rules_version=6,
    sides=SIDES,
    scenarios=(
        Scenario("campaign", "4.6"),
        Scenario("beginners", "0.basic", barred=OPTIONS),
        Scenario("ten_days", "6.1", barred=("even_game",)),
    ),
    switches=(
        Switch("area", "3.2", default=AREA_CHOICES[0], choices=AREA_CHOICES),
        Switch("fog", "10.6", default=FOG[0], choices=FOG),
        Switch("naval", "15.1", default=True),
        Switch("storms", "15.2", default=True),
        Switch("air", "15.3", default=True),
        Switch("strikes", "15.4", default=True),
        Switch("withdrawal", "15.5", default=True),
        Switch("drops", "15.6", default=True),
        Switch("blue_point", "15.7", default=True),
        Switch("airlift", "15.8", default=True),
        Switch("engineers", "15.9", default=True),
        Switch("italy_notice", "7.4.opt"),
        Switch("six_sided", "15.10"),
        Switch("blue_point_text", "15.7.2"),
        Switch("break_off_stands", "8.5.mod"),
        Switch("even_game", "4.6"),
    ),
    state=SecondFront,
    package=__name__,
    folder=FOLDER,
    setup=setup,
    names={
        "UnitId": UNIT_NAMES,
        "SpaceId": SPACE_NAMES,
        "Place": LONG_NAMES,
        "Side": SIDES,
        "Nation": NATIONS,
        "Area": AREA_NAMES,
    },
    components=lambda: DATA.digest,
    hide=hide,
    resampler=resample,
    secret=secret,
    together=together,
    check=broken,
    refresh=refresh,
)
