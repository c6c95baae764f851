"""Every way in which the game can end from here (5.4 to 5.7), and which of them is near."""

from collections.abc import Iterator

from grognard.games.dark_victory import GAME
from grognard.games.dark_victory.content import COLLAPSE, MEXICAN, SOFT, TEXAN, TURNS, VICTORY_ROWS
from grognard.games.dark_victory.rules.state import Alamo, garrison, losses
from grognard.games.dark_victory.rules.victory import HANDFUL, WINNING, speed_bonus
from grognard.look.scene import Ending

say = GAME.words.say
CASES = ("5.7.A", "5.7.B", "5.7.C", "5.7.D")
BAD_TURN = 8
"""Steps a bad turn costs."""
LAST_STAND = 6
"""So few Texans may all fall in one turn."""


def endings(s: Alamo) -> Iterator[Ending]:
    lost = losses(s)
    texans = garrison(s)
    text = say("end_collapse", least=COLLAPSE + 1)
    yield Ending(TEXAN, text, "5.4", say("end_lost_now", lost=lost), lost + BAD_TURN > COLLAPSE)
    least, most = (max(0, lost - soft - speed_bonus(s.turn)) for soft in (max(SOFT), min(SOFT[1:])))
    now = say("end_counted_now", lost=lost, least=least, most=most, texans=texans)
    few = texans <= LAST_STAND
    for row, case in zip(VICTORY_ROWS, CASES, strict=True):
        side = MEXICAN if row.result in WINNING else TEXAN
        text = say("end_cleared", low=row.min_steps, high=row.max_steps, result=say(row.result))
        yield Ending(side, text, case, now, few and row.min_steps <= most and least <= row.max_steps)
    if s.rules.dual:
        first, second = s.points
        yield Ending(MEXICAN, say("end_dual"), "3.5.C", say("end_dual_now", first=first, second=second))
    late = s.turn + 1 >= TURNS
    if s.rules.even_game:
        now = say("end_even_now", turn=s.turn, texans=texans)
        yield Ending(MEXICAN, say("end_overrun", most=HANDFUL, last=TURNS), "5.6", now, late and texans <= HANDFUL)
        yield Ending(TEXAN, say("end_held", least=HANDFUL + 1, last=TURNS), "5.6", now, late and texans > HANDFUL)
    else:
        yield Ending(TEXAN, say("end_momentum", last=TURNS), "5.6", say("end_turn_now", turn=s.turn), late)
