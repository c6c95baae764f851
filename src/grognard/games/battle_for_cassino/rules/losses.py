"""Steps lost by a stack: a total that its owner divides; observers come last, and in a close assault overstacked units
(ruling 7)."""

from msgspec.structs import replace

from grognard.core import Ask, Decision, Note, Option, Refusal, Step, Steps, UnitId, rule
from grognard.games.battle_for_cassino.content import HEXES, OPS, UNITS, Side
from grognard.games.battle_for_cassino.rules.state import Battle, hurt


class Lose(Option, frozen=True):
    """This unit loses a step."""

    unit: UnitId


LOSE = tuple(Lose(u) for u in UNITS)


@rule("5.8.steps", "9.24", "5.43.loss")
def bearers(s: Battle, units: tuple[UnitId, ...]) -> list[UnitId]:
    """Those who may take the next loss: in a close assault overstacked units only when all others are gone (a
    bombardment hits them like the rest), observers last."""
    alive = [u for u in units if s.loc[u] < HEXES and s.steps[u]]
    idle = s.crowded if s.assault is not None else 0
    for tier in (
        [u for u in alive if not OPS >> u & 1 and not idle >> u & 1],
        [u for u in alive if not OPS >> u & 1],
    ):
        if tier:
            return tier
    return alive


@rule("5.43.loss")
def spared(s: Battle, unit: int) -> bool:
    """Whether a unit loses no step to a fire at it alone: an observer, while a unit that is none stands with it."""
    return bool(OPS >> unit & 1) and any(not OPS >> mate & 1 for mate in s.here[s.loc[unit]])


class Losses(Step, frozen=True):
    """The owner divides losses, one step at a time."""

    rule = "5.8.steps"
    side: Side
    owed: int
    units: tuple[UnitId, ...]
    last: int = -1
    """Who took the one before: naming units in ascending order reaches every division."""

    def ask(self, s: Battle) -> Ask:
        able = bearers(s, self.units)
        if self.owed <= 0 or len(able) <= 1 or sum([s.steps[u] for u in able]) <= self.owed:
            return None
        tail: list[Option] = [
            LOSE[u] for k, u in enumerate(able) if u >= self.last and sum([s.steps[v] for v in able[k:]]) >= self.owed
        ]
        head: list[Option] = [LOSE[u] for u in able if LOSE[u] not in tail]
        if not tail:
            head, tail = tail, head
        return Decision(
            s.seats[self.side], "losses", "5.8.steps", (*head, *tail), extra=len(head), units=tuple(able),
            numbers=(self.owed,),
        )  # fmt: skip

    def take(self, s: Battle, answer: Lose, note: Note) -> Steps:
        hurt(s, answer.unit, 1, note)
        return (replace(self, owed=self.owed - 1, last=answer.unit),)

    def auto(self, s: Battle, note: Note) -> Steps:
        able = bearers(s, self.units)
        if self.owed <= 0 or not able:
            return ()
        owed = self.owed
        for unit in able:
            taken = min(owed, s.steps[unit])
            hurt(s, unit, taken, note)
            owed -= taken
        return (replace(self, owed=owed, last=-1),)

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        if type(option) is not Lose:
            return Refusal("5.8.steps", "not_offered")
        if option.unit in bearers(s, self.units):
            return None
        if option.unit in self.units and s.crowded >> option.unit & 1:
            return Refusal("9.24", "others_first", (option.unit,))
        if option.unit in self.units and OPS >> option.unit & 1:
            return Refusal("5.43.loss", "others_first", (option.unit,))
        return Refusal("5.8.steps", "not_concerned", (option.unit,))
