"""The lists beside the map: the campaign, the plans, the losses."""

from collections.abc import Callable

from grognard.games.second_front_now.content import (
    ALLIED,
    COMMONWEALTH,
    CONVERTED,
    DEAD,
    GERMAN,
    GERMANS,
    ITALY,
    LOST,
    PLACE_NAME,
    RUSSIA,
    SIDES,
    SPACE_NAMES,
    TURN_ROWS,
    US,
    TurnRow,
)
from grognard.games.second_front_now.rules.boxes import DELAY
from grognard.games.second_front_now.rules.losses import fallen
from grognard.games.second_front_now.rules.movement import paralysed
from grognard.games.second_front_now.rules.points import allied_points, broken_out, centres, german_points, slowed
from grognard.games.second_front_now.rules.replacements import points_due
from grognard.games.second_front_now.rules.state import PLANS, SecondFront
from grognard.games.second_front_now.rules.victory import needed
from grognard.look.scene import Panel

Say = Callable[..., str]


def panels(s: SecondFront, seat: int, say: Say) -> tuple[Panel, ...]:
    """Whatever has something to say."""
    found = [_campaign(s, say)]
    if s.plans:
        found.append(_plans(s, say))
    found.append(_losses(s, say))
    return tuple(found)


def _campaign(s: SecondFront, say: Say) -> Panel:
    """Points of victory and command with their reasons, weather, air, and what the coming turns bring."""
    lines = [(say("victory"), say("of", have=s.vp, goal=needed(s)))]
    if s.area >= 0:
        held = [PLACE_NAME[h] for h in centres(s)]
        why = ", ".join(held) or say("no_centre")
        why += (say("out") if broken_out(s) else "") + (say("slowed") if slowed(s) else "")
        why += say("paralysed") if paralysed(s, ALLIED) else ""
        lines.append((say("allied_cp", n=allied_points(s)), why))
    lines.append((say("german_cp", n=german_points(s)), say("riga_on", turn=s.riga) if s.riga else say("riga_off")))
    sky = say("storm_on", day=s.storm) if s.storm else say("storm_near") if s.approach else say("storm_off")
    lines.append((say("sky"), sky + (say("contested_to", turn=s.contested) if s.contested >= s.turn else "")))
    if not s.rules.basic:
        now = " / ".join([str(points_due(s, nation)) for nation in (US, COMMONWEALTH, GERMANS)])
        lines.append((say("replacements_now"), now))
    coming = next((r for r in TURN_ROWS[s.turn :] if r.air), None)
    if coming is not None and coming.game_turn <= s.rules.last:
        lines.append((say("next", turn=coming.game_turn), _brings(s, coming, say)))
    return Panel("campaign", say("campaign"), tuple(lines))


def _replacements(row: TurnRow) -> str:
    return f"{row.us_rp} / {row.commonwealth_rp} / {row.german_rp}"


def _brings(s: SecondFront, row: TurnRow, say: Say) -> str:
    """What a fifth turn has in store, of all that the record notes of it."""
    rules, played = s.rules, not s.rules.basic
    told = {
        "fifth_weather": played and rules.storms and row.storm,
        "fifth_air": played and (rules.air or rules.strikes) and row.air,
        "fifth_riga": not s.riga,
        "fifth_italy": row.italy and ITALY in s.here,
        "fifth_russia": s.riga and row.russia and row.game_turn >= s.riga + DELAY and RUSSIA in s.here,
    }
    found = [say(key) for key, so in told.items() if so]
    return ", ".join([*found, say("fifth_replacements", n=_replacements(row))] if played else found)


def _plans(s: SecondFront, say: Say) -> Panel:
    """Slips: their text for who wrote them, their kind and turn for the other side."""
    lines = []
    for p in s.plans:
        text = say("slip_hidden") if p.day < 0 else say("slip", day=p.day, hex=SPACE_NAMES[p.hex])
        lines.append(
            (say("slip_of", kind=PLANS[p.kind], turn=p.written), text + (say("scrapped") if p.cancelled else ""))
        )
    return Panel("plans", say("plans"), tuple(lines))


def _losses(s: SecondFront, say: Say) -> Panel:
    """The dead of both sides, divisions blooded, and what is left in Russia; beginners rebuild and blood nobody."""
    if s.rules.basic:
        lines = [(say("dead_simply", side=SIDES[side]), str(len(fallen(s, side)))) for side in (ALLIED, GERMAN)]
    else:
        dead, lost = ([len(s.here.get(row[side], ())) for side in (ALLIED, GERMAN)] for row in (DEAD, LOST))
        lines = [(say("dead_of", side=SIDES[side]), f"{dead[side]} + {lost[side]}") for side in (ALLIED, GERMAN)]
        lines.append((say("blooded"), str(len(s.here.get(CONVERTED, ())))))
    lines.append((say("russia_left"), str(len(s.here.get(RUSSIA, ())))))
    return Panel("losses", say("losses"), tuple(lines))
