"""13.1 steps 2, 3 and 5, 13.2 to 13.5, 13.7 Fire: shot by shot, or at will for the rest of a volley."""

from msgspec.structs import replace

from grognard.core import DONE, Ask, Decision, Done, Note, Option, Refusal, Step, Steps, UnitId, rule
from grognard.games.second_front_now.content import IS_ARTILLERY, SIDE
from grognard.games.second_front_now.rules.dice import read, ten_sided
from grognard.games.second_front_now.rules.events import ExtraHit, Fired, ShotFired, StepLost
from grognard.games.second_front_now.rules.fire import at_will, fire_value, legal_targets
from grognard.games.second_front_now.rules.odds import BARRAGE, DEFENSIVE
from grognard.games.second_front_now.rules.state import Battle, SecondFront

STAGES = ("barrage", "defensive fire", "offensive fire")
NOBODY = UnitId(-1)


class Shoot(Option, frozen=True):
    """One shot of a unit at a target."""

    unit: UnitId
    target: UnitId


class AtWill(Option, frozen=True, tag="atwill"):
    """The rest of the volley at the surest targets."""


AT_WILL = AtWill()


def battle_of(s: SecondFront) -> Battle:
    if s.battle is None:
        raise RuntimeError("there is no battle")
    return s.battle


@rule("13.1.step2", "13.1.step3", "13.1.step5", "13.1.arty")
def shooters(s: SecondFront, b: Battle, stage: int) -> list[UnitId]:
    """Who fires in a step: the attacker's artillery, then all defenders, then the attackers without artillery."""
    if stage == DEFENSIVE:
        return [u for u in b.defenders if s.steps[u]]
    return [u for u in b.attackers if s.steps[u] and IS_ARTILLERY[u] == (stage == BARRAGE)]


def line_of_fire(b: Battle, stage: int) -> tuple[UnitId, ...]:
    """The line that is shot at."""
    return b.attackers if stage == DEFENSIVE else b.defenders


class OpenFire(Step, frozen=True):
    """A fire step begins. Where nobody can fire, or nobody is left to be shot at, nothing happens (R25)."""

    rule = "13.1"
    stage: int

    def auto(self, s: SecondFront, note: Note) -> Steps:
        b = battle_of(s)
        s.battle = replace(b, losses=(), extra=False, shots=0, hits=0)
        if not shooters(s, b, self.stage) or not any(s.steps[u] for u in line_of_fire(b, self.stage)):
            return ()
        return (Volley(self.stage), CeaseFire(self.stage))


class CeaseFire(Step, frozen=True):
    """A fire step is over: one report for the whole volley."""

    rule = "13.2"
    stage: int

    def auto(self, s: SecondFront, note: Note) -> Steps:
        b = battle_of(s)
        side = SIDE[b.defenders[0] if self.stage == DEFENSIVE else b.attackers[0]]
        note(Fired(side, STAGES[self.stage], b.shots, b.hits, b.losses))
        return ()


@rule("13.2", "13.2.target", "13.2.must", "13.5", "13.5.ext", "13.7")
class Volley(Step, frozen=True):
    """The fire of one step: units in any order, each with one shot for each of its steps."""

    rule = "13.2"
    stage: int
    done: tuple[UnitId, ...] = ()
    """Units that have fired."""
    unit: UnitId = NOBODY
    """The unit that has begun to fire,"""
    left: int = 0
    """and its shots to come."""
    will: bool = False
    """The rest is fired at will."""

    def firing(self, s: SecondFront, b: Battle) -> list[UnitId]:
        """Who may fire the next shot."""
        if self.left:
            return [self.unit]
        return [u for u in shooters(s, b, self.stage) if u not in self.done]

    def to_come(self, s: SecondFront, b: Battle) -> int:
        """Shots of the whole volley not fired yet."""
        fresh = [u for u in shooters(s, b, self.stage) if u not in self.done and u != self.unit]
        return self.left + sum([s.steps[u] for u in fresh])

    def aims(self, s: SecondFront, b: Battle) -> list[UnitId]:
        """Whom the next shot may be aimed at: the living, or once all are dead, any of them for an extra hit."""
        line = line_of_fire(b, self.stage)
        steps = [s.steps[u] for u in line]
        return [line[k] for k in legal_targets(steps, [IS_ARTILLERY[u] for u in line]) or range(len(line))]

    def ask(self, s: SecondFront) -> Ask:
        b = battle_of(s)
        firing = self.firing(s, b)
        if not firing or b.extra or self.will:
            return None
        aims = self.aims(s, b)
        options: list[Option] = [Shoot(u, t) for u in firing for t in aims]
        extra = 0
        free = not s.steps[aims[0]]
        if len(options) > 1 or free:
            options.insert(0, AT_WILL)
            extra = 1
        if free:
            options.append(DONE)
        return Decision(
            s.seats[SIDE[firing[0]]],
            "extra_shot" if free else ("barrage", "defensive", "offensive")[self.stage],
            "13.7" if free else "13.2.must",
            tuple(options),
            default=0,
            extra=extra,
            units=(self.unit,) if self.left else (),
            spaces=(b.target,),
            numbers=(self.to_come(s, b),),
        )

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is AtWill:
            return (replace(self, will=True),)
        if type(answer) is not Shoot:
            return ()
        return (self._fire(s, answer.unit, answer.target),)

    def auto(self, s: SecondFront, note: Note) -> Steps:
        b = battle_of(s)
        firing = self.firing(s, b)
        if not firing or b.extra:
            return ()
        unit, line = firing[0], line_of_fire(b, self.stage)
        k = at_will(
            [fire_value(s, b, unit, t) for t in line], [s.steps[t] for t in line], [IS_ARTILLERY[t] for t in line]
        )
        return (self._fire(s, unit, line[k]),)

    def _fire(self, s: SecondFront, unit: UnitId, target: UnitId) -> "Shot":
        left = (self.left or s.steps[unit]) - 1
        done = self.done if left else tuple(sorted((*self.done, unit)))
        return Shot(self.stage, done, unit if left else NOBODY, left, self.will, unit, target)

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        b = battle_of(s)
        firing, aims = self.firing(s, b), self.aims(s, b)
        free = not s.steps[aims[0]]
        if type(option) is AtWill:
            return None
        if type(option) is Done:
            return None if free else Refusal("13.2.must", "must_fire")
        if type(option) is not Shoot:
            return Refusal("13.2", "not_offered")
        if option.unit not in firing:
            return Refusal("13.2", "not_firing", (option.unit,))
        if option.target in aims:
            return None
        line = line_of_fire(b, self.stage)
        if option.target not in line:
            return Refusal("13.2.target", "not_a_target", (option.target,))
        if not s.steps[option.target]:
            return Refusal("13.7", "dead_target", (option.target,))
        return Refusal("13.5", "artillery_covered", (option.target,))


@rule("13.2.hit", "13.3", "2.12.hit", "13.7")
class Shot(Step, frozen=True):
    """The die of one shot; a hit counts before the next shot is fired."""

    rule = "13.2.hit"
    stage: int
    done: tuple[UnitId, ...]
    unit: UnitId
    left: int
    will: bool
    shooter: UnitId
    target: UnitId

    def ask(self, s: SecondFront) -> Ask:
        need = fire_value(s, battle_of(s), self.shooter, self.target)
        return ten_sided(s, "shot", "13.2.hit", (need,))

    def take(self, s: SecondFront, answer: tuple[int, ...], note: Note) -> Steps:
        die = read(s, answer)
        if not die:
            return (self,)
        b, target = battle_of(s), self.target
        need = fire_value(s, b, self.shooter, target)
        hit = die <= need
        note(ShotFired(self.shooter, target, need, die, hit))
        if hit and s.steps[target]:
            s.steps[target] -= 1
            s.battle = replace(b, losses=(*b.losses, target), shots=b.shots + 1, hits=b.hits + 1)
            note(StepLost(target, s.steps[target]))
        elif hit:
            s.battle = replace(b, extra=True, shots=b.shots + 1, hits=b.hits + 1)
            note(ExtraHit(SIDE[self.shooter]))
        else:
            s.battle = replace(b, shots=b.shots + 1)
        return (Volley(self.stage, self.done, self.unit, self.left, self.will),)
