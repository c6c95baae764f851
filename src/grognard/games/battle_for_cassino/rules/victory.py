"""18.0 Victory, judged once: the Abbey, the Continental Hotel, Allied losses. And the short game, which is ours."""

from grognard.core import Result, rule
from grognard.games.battle_for_cassino.content import ABBEY, ALLIED, GERMAN, HOTEL, TOWN
from grognard.games.battle_for_cassino.rules.state import Battle

BUTCHERY = 72
"""Allied steps lost that make a German victory: three battalions (18.0)."""
EVEN_BUTCHERY = 62
"""The same of the even game, found by measurement (ruling 51)."""
SHORT_BUTCHERY = 24
"""The same of the short game: one battalion."""
FOOTHOLD = 12
"""German-held town hexes that win the short game for them."""


def butchery(s: Battle) -> int:
    """Allied steps lost that make a German victory in this game."""
    return SHORT_BUTCHERY if s.rules.short else EVEN_BUTCHERY if s.rules.even else BUTCHERY


@rule("18.0", "18.0.allieddecisive", "18.0.germandecisive", "18.0.alliedtactical", "18.0.germantactical", "18.0.ex")
def judge(s: Battle) -> Result:
    """Who has won. Any German unit counts, pinned or not, headquarters and observers too (ruling 37)."""
    if s.rules.short:
        return judge_short(s)
    germans, lost = s.held[GERMAN], s.lost[ALLIED]
    if not germans & ABBEY:
        return Result((ALLIED,), "18.0.allieddecisive", "allied_decisive", (lost,))
    if germans & HOTEL:
        return Result((GERMAN,), "18.0.germandecisive", "german_decisive", (lost,))
    if lost < butchery(s):
        return Result((ALLIED,), "18.0.alliedtactical", "allied_tactical", (lost,))
    return Result((GERMAN,), "18.0.germantactical", "german_tactical", (lost,))


@rule("18.0")
def judge_short(s: Battle) -> Result:
    """The short game (ruling 48): the Germans win by a foothold in the town or by Allied losses."""
    held, lost = (s.held[GERMAN] & TOWN).bit_count(), s.lost[ALLIED]
    if held >= FOOTHOLD or lost >= butchery(s):
        return Result((GERMAN,), "18.0", "town_held", (held, lost))
    return Result((ALLIED,), "18.0", "town_taken", (held, lost))
