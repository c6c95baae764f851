"""10.0 Victory points and levels of victory."""

from grognard.core import Note, Result, SpaceId, Step, Steps, end, rule
from grognard.games.cities_of_the_damned.content import (
    ALLIED,
    CASTLE_HILL,
    CONSTANTS,
    EXITED_MAIN,
    EXITED_RAIL,
    GERMAN,
    HELD_BY_ALLIES,
    MAIN_STARS,
    RAIL_STARS,
    STARS,
)
from grognard.games.cities_of_the_damned.rules.events import FinalScored, Scored
from grognard.games.cities_of_the_damned.rules.state import CityState

AREA_VP = CONSTANTS["vp_area"]
MAIN_EXIT_VP = CONSTANTS["vp_exit_main"]
RAIL_EXIT_VP = CONSTANTS["vp_exit_rail"]
PENALTY = CONSTANTS["vp_exit_penalty"]
FLOOR = CONSTANTS["vp_floor"]
MINOR_VP, MINOR_AREAS = CONSTANTS["minor_vp"], CONSTANTS["minor_main_areas"]
DECISIVE_VP, DECISIVE_AREAS = CONSTANTS["decisive_vp"], CONSTANTS["decisive_areas"]


@rule("10.vp1", "10.vp2")
def turned(s: CityState) -> tuple[list[SpaceId], list[SpaceId]]:
    """VP areas gained and lost since VP were last recorded."""
    control, scored = s.control, s.scored
    gained = [a for a in STARS if control[a] == HELD_BY_ALLIES and not scored[a]]
    return gained, [a for a in STARS if scored[a] and control[a] != HELD_BY_ALLIES]


@rule("10.vp1", "10.vp2", "10.vp3")
def turn_score(s: CityState) -> tuple[int, int, int]:
    """How many VP areas were gained and lost since VP were last recorded, and units that left the Main map since."""
    gained, lost = turned(s)
    return len(gained), len(lost), len(s.here[EXITED_MAIN]) - s.exits


@rule("10.vp1", "10.vp2", "10.vp3")
def turn_change(s: CityState) -> int:
    """What the turn has brought so far, gains and losses netted."""
    gained, lost, exits = turn_score(s)
    return AREA_VP * (gained - lost) + MAIN_EXIT_VP * exits


def after_turn(s: CityState) -> int:
    """The VP once those of the turn are counted."""
    return max(s.vp + turn_change(s), FLOOR)


@rule("10.vp1", "10.vp2", "10.vp3")
class Scoring(Step, frozen=True):
    """3.3 step 3 The VP of the turn, netted, not below zero (ruling 22)."""

    rule = "3.3.step3"

    def auto(self, s: CityState, note: Note) -> Steps:
        _, _, exits = turn_score(s)
        taken, gone = turned(s)
        before = s.vp
        s.vp = after_turn(s)
        s.exits += exits
        for a in STARS:
            s.scored[a] = s.control[a] == HELD_BY_ALLIES
        note(Scored(s.turn, tuple(taken), tuple(gone), exits, before, s.vp))
        return ()


@rule("10.vp4", "10.vp7", "10.vp8", "6.1.2.loss")
def final_items(s: CityState) -> tuple[int, int, int]:
    """End of the game: Rail exits, and what is taken back for exits from each map."""
    rail, main = len(s.here[EXITED_RAIL]), len(s.here[EXITED_MAIN])
    rail_lost = any(s.control[a] != HELD_BY_ALLIES for a in RAIL_STARS)
    castle_lost = s.control[CASTLE_HILL] != HELD_BY_ALLIES
    return RAIL_EXIT_VP * rail, PENALTY * rail if rail_lost else 0, PENALTY * main if castle_lost else 0


def stars_held(s: CityState) -> tuple[int, int]:
    """VP areas under Allied control on the Main and the Rail map."""
    control = s.control
    main = sum([control[a] == HELD_BY_ALLIES for a in MAIN_STARS])
    return main, sum([control[a] == HELD_BY_ALLIES for a in RAIL_STARS])


@rule("10.0")
def verdict(vp: int, main: int, rail: int) -> Result:
    """The level of victory; decisive is tested first (ruling 35)."""
    numbers = (vp, main, rail)
    if vp >= DECISIVE_VP and main + rail >= DECISIVE_AREAS and main and rail:
        return Result((ALLIED,), "10.decisive", "decisive", numbers)
    if vp >= MINOR_VP and main >= MINOR_AREAS:
        return Result((ALLIED,), "10.minor", "minor", numbers)
    return Result((GERMAN,), "10.defeat", "defeat", numbers)


def after_game(s: CityState, vp: int) -> int:
    """So many VP once those of the end of the game are counted."""
    return max(vp + sum(final_items(s)), FLOOR)


def points_now(s: CityState) -> int:
    """What would be counted if the game ended now."""
    return after_game(s, after_turn(s))


class FinalScore(Step, frozen=True):
    """10.0 After the last turn: the end-of-game items, netted with a floor of their own, and the level of victory."""

    rule = "10.0"

    def auto(self, s: CityState, note: Note) -> Steps:
        rail, rail_penalty, main_penalty = final_items(s)
        before = s.vp
        s.vp = after_game(s, before)
        note(FinalScored(rail, rail_penalty, main_penalty, before, s.vp))
        end(s, verdict(s.vp, *stars_held(s)))
        return ()
