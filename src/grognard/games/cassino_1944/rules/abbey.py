"""10.2 Abbey neutrality: destruction, and the strike of the 15th Strategic Air Force."""

from grognard.core import NO, YES, Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, rule
from grognard.games.cassino_1944.content import ABBEY, ALLIED, EVERYBODY, GERMAN, HEXES, SAF
from grognard.games.cassino_1944.rules.combat import Close, CombatRoll
from grognard.games.cassino_1944.rules.events import AbbeyDestroyed, StrikeSent
from grognard.games.cassino_1944.rules.state import Cassino, Combat
from grognard.games.cassino_1944.rules.support import grounded
from grognard.maps import members


class Strike(Option, frozen=True):
    """Send XV SAF against a hex."""

    hex: SpaceId


STRIKE = tuple(Strike(SpaceId(h)) for h in range(HEXES))


@rule("10.2")
class AbbeyFate(Step, frozen=True):
    """10.2.2 At the start of his half the Allied player may destroy the Abbey, once and for good."""

    rule = "10.2.2"

    def ask(self, s: Cassino) -> Ask:
        if s.destroyed:
            return None
        return Decision(s.seats[ALLIED], "abbey", "10.2.2", (YES, NO), default=1, spaces=(ABBEY,))

    def take(self, s: Cassino, answer: Option, note: Note) -> Steps:
        if answer == YES:
            s.destroyed = True
            note(AbbeyDestroyed(ABBEY))
        return ()


@rule("10.2.3.use", "10.2.3.impulse")
class AirStrike(Step, frozen=True):
    """10.2.3 Once a turn, after the destruction and not in rain, XV SAF may attack any hex with German units."""

    rule = "10.2.3.use"

    def ask(self, s: Cassino) -> Ask:
        if not s.destroyed or grounded(s, SAF) or s.used >> SAF & 1 or not s.held[GERMAN]:
            return None
        options: tuple[Option, ...] = (*[STRIKE[h] for h in members(s.held[GERMAN])], NO)
        return Decision(s.seats[ALLIED], "strike", "10.2.3.use", options, default=len(options) - 1)

    def take(self, s: Cassino, answer: Option, note: Note) -> Steps:
        if type(answer) is not Strike:
            return ()
        s.used |= 1 << SAF
        s.acted = EVERYBODY  # the attack takes the whole half
        s.combat = Combat(ALLIED, answer.hex, (), s.here[answer.hex], (), strike=True)
        note(StrikeSent(answer.hex, s.combat.defenders))
        return (CombatRoll(), Close())

    def why_not(self, s: Cassino, option: Option) -> Refusal | None:
        if option == NO:
            return None
        if type(option) is not Strike:
            return Refusal("10.2.3.use", "not_offered")
        return None if s.held[GERMAN] >> option.hex & 1 else Refusal("10.2.3.use", "no_enemy", (option.hex,))
