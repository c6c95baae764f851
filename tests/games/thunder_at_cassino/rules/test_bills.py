"""8.354, 8.3552, 12.3, 18.2 against a referee: what a Group may do about its casualty points, to the last of them."""

import random
from typing import Any

import pytest

from grognard.core import Decision, Event, Seeded, push, run
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import LINKS, SPACE_NAMES, UNIT_NAMES, space
from grognard.games.thunder_at_cassino.rules.events import Eliminated, Retreated, RubbleTried, Wrecked
from grognard.games.thunder_at_cassino.rules.losses import Pay
from tests.games.thunder_at_cassino import referee
from tests.games.thunder_at_cassino.rules.test_losses import owing

THUNDER = "thunder_at_cassino"
GROUPS: dict[str, tuple[list[str], ...]] = {
    "German": (
        ["6/II/3-1", "6/II/3-2", "8/II/3-1", "1 Para Div Obs"],
        ["242 StuG-1", "242 StuG-2", "242 StuG-8", "5/II/3-1"],
        ["242 StuG-2", "14/3 A/T-1", "6/II/3-1", "3 Para Reg Obs"],
    ),
    "Allied": (
        ["25 NZ A-1", "25 NZ A-2", "25 NZ MG", "NZ Div Obs", "6F"],
        ["19 Armd B-1", "19 Armd B-2", "760 US-1", "25 NZ A-1"],
        ["19 Armd B-1", "7 NZ A/T-1", "25 NZ A-1", "21 NZ A-1"],
        ["21 NZ A-1", "21 NZ A-2", "25 NZ A-1", "24 NZ MG"],
    ),
}
FIRERS = {
    "German": (["9/III/3-1"], ["242 StuG-14"], ["14/3 A/T-2", "242 StuG-14"], ["14/3 A/T-2", "9/III/3-1"]),
    "Allied": (["24 NZ A-1"], ["19 Armd A-1"], ["7 NZ A/T-2", "19 Armd A-1"], ["19 Armd A-1", "24 NZ A-1"]),
}
NEIGHBOURS = {"German": ["10/III/3-1", "1 Para A/T", "11/III/3-1"], "Allied": ["24 NZ D-1", "19 Armd A-2", "26 NZ A-1"]}
PLACES = ("14", "17", "49", "13", "21", "25", "29", "54")


class Trial:
    """One Group that pays; the referee hears who dies and who goes, and is asked at every question."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        by = rng.choice(("Allied", "German"))
        target = rng.choice(PLACES)
        near = [SPACE_NAMES[n] for n, _ in LINKS[space(target)] if SPACE_NAMES[n] in referee.AREAS]
        origin = rng.choice([*near, target])
        firers = rng.choice(FIRERS[by])
        whole = rng.choice(GROUPS[referee.foe(by)])
        units = {target: rng.sample(whole, rng.randint(1, len(whole)))}
        for u in (*firers, *rng.sample(NEIGHBOURS[by], 2)):
            units.setdefault(origin if u in firers else rng.choice(near), []).append(u)
        pure = all(referee.kind(u) in referee.VEHICLES for u in firers) and origin != target
        tanks = [u for u in units[target] if referee.kind(u) == "armor" and referee.TROOPS[u]["side"] != by]
        main = rng.choice([*tanks, ""]) if pure else ""
        self.debt = referee.Debt(rng.choice((0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11)))
        rubble = {rng.choice(near): 1} if rng.random() < 0.3 else {}
        self.shot = referee.Shot(by, origin, target, False, firers, False, main)
        self.s = owing(
            units, self.debt.owed, origin, target, by=by, firers=tuple(firers), main=main,
            turn=rng.choice((4, 4, 11)), last=15, rubble=rubble,
        )  # fmt: skip
        self.chance = Seeded(seed)

    def hear(self, event: Event) -> None:
        debt = self.debt
        if isinstance(event, Eliminated | Wrecked):
            name = UNIT_NAMES[event.unit]
            self.pay(referee.worth(name) if self.hurts(name) else 0)
        elif isinstance(event, Retreated | RubbleTried):
            name, place = UNIT_NAMES[event.unit], SPACE_NAMES[event.space]
            debt.gone.setdefault(referee.sort(referee.Position.of(self.s), name), place)
            if isinstance(event, Retreated):
                self.pay(1 if referee.TROOPS[name]["combat"] == "1" and self.hurts(name) else 0)
                debt.main_fled |= name == self.shot.main

    def hurts(self, unit: str) -> bool:
        return referee.kind(unit) != "armor" or referee.hurts_armor(self.shot)

    def pay(self, points: int) -> None:
        self.debt.struck |= self.debt.owed > 0
        self.debt.owed = max(0, self.debt.owed - points)

    def judged(self) -> int:
        """How many questions were asked and agreed on."""
        questions, asked = 0, self.go_on()
        while isinstance(asked, Decision) and isinstance(self.s.stack[-1], Pay):
            p = referee.Position.of(self.s)
            listed = {GAME.texts.show(o) for o in asked.options}
            wanted = referee.payments(p, self.shot, self.debt)
            assert listed == wanted, (self.shot, self.debt, referee.group(p, self.shot))
            assert asked.prompt == ("pay" if self.debt.owed > 0 else "withdraw")
            for option in asked.options:
                assert self.s.stack[-1].why_not(self.s, option) is None
            questions += 1
            asked = self.go_on(self.rng.choice(asked.options))
        return questions

    def go_on(self, answer: Any = None) -> Any:
        """The next question for a player; dice are rolled, and forced answers are judged like free ones."""
        done = answer is not None and GAME.texts.show(answer) == "done"
        heard: list[Event] = []
        while True:
            if answer is not None:
                push(self.s, answer, heard.append)
            before = referee.Position.of(self.s)
            asked = run(self.s, heard.append)
            for event in heard:
                self.hear(event)
            heard.clear()
            p = referee.Position.of(self.s)
            if not [u for u in referee.group(p, self.shot) if self.hurts(u)]:
                self.debt.owed = 0  # nobody is left who could pay the rest
            if asked is None or isinstance(asked, Decision):
                break
            answer = self.chance(asked)
        if not done and not isinstance(self.s.stack[-1], Pay):
            left = referee.payments(referee.Position.of(self.s), self.shot, self.debt)
            assert not left and (self.debt.owed == 0 or not referee.group(before, self.shot)), (self.shot, left)
        return asked


@pytest.mark.case(THUNDER, "8.3541", "8.3541.more", "8.3541.short", "8.3541.armor", "8.354.B")
@pytest.mark.case(THUNDER, "8.3552", "8.3553", "8.3555")
@pytest.mark.case(THUNDER, "12.2", "12.3.base", "12.3.pure", "13.13", "13.13.ex", "18.2.loss")
def test_every_question_of_a_paying_group_is_the_referees() -> None:
    asked = sum(Trial(seed).judged() for seed in range(400))
    assert asked > 400
