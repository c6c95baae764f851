"""Every way in which the game can end from here (18.0): judged once, after the last turn.

Near is in the last two turns the one that would come about, and with it a limit of losses that a bad turn would pass.
"""

from collections.abc import Iterator

from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import ABBEY, ALLIED, GERMAN, HOTEL, TOWN
from grognard.games.battle_for_cassino.rules.state import Battle, last_turn
from grognard.games.battle_for_cassino.rules.victory import FOOTHOLD, butchery, judge
from grognard.look.scene import Ending

say = GAME.words.say
BAD_TURN = 6
"""Steps a bad turn costs."""


def endings(s: Battle) -> Iterator[Ending]:
    germans, lost, last = s.held[GERMAN], s.lost[ALLIED], last_turn(s)
    closing = s.turn >= last - 1
    would = judge(s).key if closing else ""
    most = butchery(s)
    bled = closing and lost >= most - BAD_TURN
    if s.rules.short:
        now = say("end_town_now", town=(germans & TOWN).bit_count(), lost=lost)
        facts = {"town": FOOTHOLD, "lost": most, "last": last}
        yield Ending(GERMAN, say("end_town_held", **facts), "18.0", now, bled or would == "town_held")
        yield Ending(ALLIED, say("end_town_taken", **facts), "18.0", now, would == "town_taken")
        return
    abbey, hotel = (germans & ABBEY).bit_count(), (germans & HOTEL).bit_count()
    now = say("end_hexes_now", abbey=abbey, hotel=hotel)
    yield Ending(ALLIED, say("end_abbey", last=last), "18.0.allieddecisive", now, would == "allied_decisive")
    yield Ending(GERMAN, say("end_hotel", last=last), "18.0.germandecisive", now, would == "german_decisive")
    now = say("end_lost_now", lost=lost)
    facts = {"least": most, "most": most - 1}
    yield Ending(ALLIED, say("end_few", **facts), "18.0.alliedtactical", now, would == "allied_tactical")
    yield Ending(GERMAN, say("end_many", **facts), "18.0.germantactical", now, bled or would == "german_tactical")
