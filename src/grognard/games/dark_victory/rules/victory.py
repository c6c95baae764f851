"""4.4, 5.0 How a game ends and who has won it."""

from grognard.core import Ask, Dice, Note, Result, Roll, Step, Steps, end, leave, rule
from grognard.games.dark_victory.content import (
    COLLAPSE,
    MEXICAN,
    SECOND,
    SOFT,
    TEXAN,
    TURNS,
    VICTORY_ROWS,
    Side,
)
from grognard.games.dark_victory.rules.events import SoftCasualties
from grognard.games.dark_victory.rules.state import Alamo, garrison, losses, texans_left

WINNING = ("mexican_strategic", "mexican_tactical")
HANDFUL = 20
"""Texans who may be left after the last turn of the even game without having held out."""


@rule("4.4", "5.4", "5.3")
def collapsed(s: Alamo) -> bool:
    """5.4 The sixty-first step lost ends the game at once: no soft casualties, no bonus (R-60)."""
    if losses(s) <= COLLAPSE:
        return False
    end(s, Result((TEXAN,), "5.4", "collapse", (losses(s),)))
    return True


@rule("4.4", "5.5")
def cleared(s: Alamo) -> bool:
    """The last Texan is gone: play stops and the count is made (R-ALLTEX)."""
    if texans_left(s):
        return False
    leave(s, Final)
    return True


@rule("5.5", "5.5.ex")
def speed_bonus(turn: int) -> int:
    """5.5 One step for each turn before the last in which the last Texan fell."""
    return TURNS - turn


@rule("5.7", "5.7.A", "5.7.B", "5.7.C", "5.7.D")
def band(total: int) -> str:
    """5.7 The degree of victory for a final number of steps, when no Texan is left."""
    for row in VICTORY_ROWS:
        if row.min_steps <= total <= row.max_steps:
            return row.result
    raise ValueError(f"no degree of victory for {total} steps")


@rule("3.5.C")
def winners(s: Alamo, degree: str) -> tuple[Side, ...]:
    """Who wins: of two Mexican players the one with more points, both if they are equal (R-DUAL)."""
    if degree not in WINNING:
        return (TEXAN,)
    if not s.rules.dual:
        return (MEXICAN,)
    first, second = s.points
    return (MEXICAN,) if first > second else (SECOND,) if second > first else (MEXICAN, SECOND)


@rule("5.2", "5.6", "5.7")
class Final(Step, frozen=True):
    """5.0 The end: Texans left after the last turn win, in the even game if they are more than a handful; otherwise
    soft casualties, the speed bonus, and the table."""

    rule = "5.6"

    def ask(self, s: Alamo) -> Ask:
        return None if texans_left(s) else Roll((6,), "soft_casualties", "5.2")

    def auto(self, s: Alamo, note: Note) -> Steps:
        left = garrison(s)
        if s.rules.even_game and left <= HANDFUL:
            end(s, Result(winners(s, "mexican_tactical"), "5.6", "overrun", (losses(s), left)))
        else:
            end(s, Result((TEXAN,), "5.6", "momentum", (losses(s),)))
        return ()

    def take(self, s: Alamo, answer: Dice, note: Note) -> Steps:
        raw, soft, speed = losses(s), SOFT[answer[0]], speed_bonus(s.turn)
        total = max(0, raw - soft - speed)
        note(SoftCasualties(answer[0], raw, soft, speed, total))
        degree = band(total)
        if degree == "mexican_strategic":
            end(s, Result(winners(s, degree), "5.7.A", "mexican_strategic", (total, *s.points)))
        elif degree == "mexican_tactical":
            end(s, Result(winners(s, degree), "5.7.B", "mexican_tactical", (total, *s.points)))
        elif degree == "texan_tactical":
            end(s, Result(winners(s, degree), "5.7.C", "texan_tactical", (total,)))
        else:
            end(s, Result(winners(s, degree), "5.7.D", "texan_strategic", (total,)))
        return ()
