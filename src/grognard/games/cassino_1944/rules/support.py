"""10.1 Air and artillery support: markers that shift the column, the Allied player deciding first."""

from msgspec.structs import replace

from grognard.core import DONE, Ask, Decision, Note, Option, Refusal, Step, Steps, rule
from grognard.games.cassino_1944.content import (
    ABBEY,
    ALLIED,
    ARTILLERY,
    BRITISH,
    DAF,
    GERMAN,
    GERMAN_ARTILLERY,
    NATION,
    SAF,
    TAF,
    US,
    Marker,
    Side,
)
from grognard.games.cassino_1944.rules.events import Supported
from grognard.games.cassino_1944.rules.state import Cassino, Combat

ALLIED_MARKERS = (ARTILLERY, DAF, TAF)
AIR = {DAF: BRITISH, TAF: US}


class Use(Option, frozen=True):
    """Place a support marker in this combat."""

    marker: Marker


USE = tuple(Use(Marker(m)) for m in range(4))


@rule("10.4.1.air")
def grounded(s: Cassino, marker: Marker) -> bool:
    """Whether rain keeps a marker of an air force from being used, XV SAF too (R-46)."""
    return s.rain and (marker in AIR or marker == SAF)


@rule("10.1.count", "10.1.combine", "10.1.1.where", "10.1.1.daf", "10.1.1.taf")
def refuse_marker(s: Cassino, c: Combat, side: Side, marker: Marker) -> Refusal | None:
    """Why a marker cannot support its side in this combat. Several may, each once."""
    if marker not in (ALLIED_MARKERS if side == ALLIED else (GERMAN_ARTILLERY,)):
        return Refusal("10.1.count", "not_your_marker", (marker,))
    if s.used >> marker & 1:
        if side == ALLIED:
            return Refusal("10.1.1.allied", "marker_used_impulse", (marker,))
        return Refusal("10.1.1.german", "marker_used_turn", (marker,))
    if side == GERMAN:
        return Refusal("10.1.2.exclude", "marker_barred", (marker,)) if c.markers else None
    if s.rules.abbey and not s.destroyed and c.side == ALLIED and c.target == ABBEY:
        return Refusal("10.2.1.ban", "abbey_neutral", (marker,))
    if grounded(s, marker):
        return Refusal("10.4.1.air", "no_flying", (marker,))
    if marker in AIR:
        mine = c.attackers if c.side == ALLIED else c.defenders
        if not any(NATION[u] == AIR[marker] for u in mine):
            case = "10.1.1.daf" if marker == DAF else "10.1.1.taf"
            return Refusal(case, "wrong_nation", (marker, AIR[marker]))
    return None


@rule("10.1.1.allied", "10.1.1.german", "10.1.stack")
class Support(Step, frozen=True):
    """10.1.2 One side places its markers; the Allied player is asked before the German, whoever attacks.

    Markers lie with the combat, never in a hex, so they take no part in stacking.
    """

    rule = "10.1.2.first"
    side: Side

    def ask(self, s: Cassino) -> Ask:
        c = s.combat
        assert c is not None
        markers = ALLIED_MARKERS if self.side == ALLIED else (GERMAN_ARTILLERY,)
        usable = [m for m in markers if refuse_marker(s, c, self.side, m) is None]
        if not usable:
            return None
        last = c.markers[-1] if c.markers else -1
        head = [USE[m] for m in usable if m < last]
        options: tuple[Option, ...] = (*head, *[USE[m] for m in usable if m > last], DONE)
        return Decision(
            s.seats[self.side],
            "support",
            "10.1.2.first",
            options,
            default=len(options) - 1,
            extra=len(head),
            spaces=(c.target,),
        )

    def take(self, s: Cassino, answer: Option, note: Note) -> Steps:
        if type(answer) is not Use:
            return ()
        c = s.combat
        assert c is not None
        s.used |= 1 << answer.marker
        s.combat = replace(c, markers=tuple(sorted((*c.markers, answer.marker))))
        note(Supported(self.side, answer.marker))
        return (self,)

    def why_not(self, s: Cassino, option: Option) -> Refusal | None:
        assert s.combat is not None
        if option == DONE:
            return None
        if type(option) is not Use:
            return Refusal("10.1.2.first", "not_offered")
        return refuse_marker(s, s.combat, self.side, option.marker)
