"""Looking ahead through one action: every way to carry it out, chance weighed exactly, others answering quietly."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from grognard.bots.valuation import Valuation
from grognard.core import Decision, Draw, Event, Option, Roll, Seat, State, clone, outcomes, push, run

CLOSER = 5
"""Options that get a closer look."""
LEAST = 12
"""Positions for an option at the least."""
AGAIN = 2
"""Plans that are looked at afresh where the others are only remembered."""
KEPT = 20_000
"""Plans remembered at most."""


class Plan(NamedTuple):
    """Answers of one seat in a row, up to the first dice or other seat, and the value expected of them."""

    answers: tuple[Option, ...]
    value: float
    kind: str = ""
    """Of the operation it is, where the title lists them."""


class Kept(NamedTuple):
    """A plan to remember."""

    plan: Plan
    """With what it gained over the quiet answer in place of its value."""
    closely: bool
    """It has had a closer look."""


Found = tuple[float, tuple[Option, ...]]
"""A value, and the answers that lead to it."""


def _by_value(plan: Plan) -> float:
    return -plan.value


def silent(event: Event) -> None:
    """Nobody listens inside a head."""


def offered(s: State, answer: Option) -> bool:
    """Whether an answer may be given to what is asked now."""
    asked = run(s, silent)
    return isinstance(asked, Decision) and answer in asked.options


class LookAhead:
    """A look through one action, bounded by a number of positions.

    An action ends where the game says it rests (`Mind.rests`) or where the step that asked has left the stack.
    Beyond the bound a position is valued as it stands. Where the game says how much is worth looking at
    (`Thrift.most`), its value in the middle of an action is trusted: the look goes on with the best first.
    """

    def __init__(
        self,
        valuation: Valuation,
        same: Callable[[Any], bytes],
        nodes: int,
        closer: int = CLOSER,
        finish: bool = False,
        late: Callable[[], bool] | None = None,
        zeal: float = 1.0,
        deeper: float = 1.0,
    ) -> None:
        """`same` gives equal bytes for equal positions: many ways lead to one place, which is valued once.

        `finish`: beyond the bound an action is brought to its end by quiet answers before it is valued.
        `late`: given, every action gets the positions that it deserves (`Thrift.effort`) until this says stop.
        `zeal`: it gets so many times as many, and more remembered plans are looked at afresh.
        `deeper`: in a closer look it gets so many times as many again.
        """
        self._late, self._zeal, self._deeper = late, zeal, deeper
        self._valuation, self._same, self._closer = valuation, same, closer
        most = valuation.thrift.most
        self._finish = finish and most is None
        self._nodes = nodes if most is None else min(nodes, most)
        self._left = 0
        self._known: dict[bytes, float] = {}
        self._seen: dict[bytes, Found] = {}
        self._gains: dict[Option, Plan] = {}
        """The plans last found by their first answer, with what they gained in place of their value."""
        self._foreseen = b""
        self._kept: dict[Hashable, Kept] = {}
        """Plans by what they depend on (`Thrift.near`)."""

    def plans(self, world: State, decision: Decision, seat: Seat, fresh: int = 1) -> list[Plan]:
        """One plan for each option, each with its best continuation; the best first.

        A third of the positions goes to a first look at all options, the rest to a closer look at the best few. Where
        the position is the one foreseen by the plan before, its gains are the first look: then at least the best
        `fresh` plans are looked at closely.
        """
        near = self._valuation.thrift.near
        if near is not None and decision.default >= 0 and type(world.stack[-1]) in self._valuation.rests:
            return self._remembered(world, decision, seat, near)
        options = self._valuation.candidates(world, decision)
        self._known.clear()
        base = self._value(world, seat)
        gains = self._gains if self._foreseen and self._same(world) == self._foreseen else {}
        floor = len(world.stack)
        few = len(options) <= self._closer
        first = self._nodes if few else self._nodes // 3
        closer = first // len(options) if few else (self._nodes - first) // self._closer
        found = [
            Plan(known.answers, base + known.value)
            if (known := gains.get(option)) is not None
            else self._plan(world, option, seat, floor, first // len(options))
            for option in options
        ]
        self._look_closer(found, fresh if gains else 0 if few else self._closer, world, seat, closer, set())
        self._gains = {plan.answers[0]: Plan(plan.answers, plan.value - base) for plan in found}
        self._foreseen = b""
        return found

    def _remembered(
        self, world: State, decision: Decision, seat: Seat, near: Callable[[Any, Option], Hashable]
    ) -> list[Plan]:
        """The same where the game says what an action depends on: as long as that is the same, so is its gain.

        Where actions get what they deserve, the first look tells which of them are worth a closer one: the best few
        that have had none yet.
        """
        self._known.clear()
        self._foreseen = b""
        if len(self._kept) > KEPT:
            self._kept.clear()
        quiet = self._plan(world, decision.options[decision.default], seat, len(world.stack), LEAST)
        others = [option for option in self._valuation.candidates(world, decision) if option != quiet.answers[0]]
        keys = {option: (seat, near(world, option)) for option in others}
        few, thorough = len(others) <= self._closer, self._late is not None
        share = (self._nodes if few else self._nodes // 3) // max(1, len(others))
        found, looked, enough = [quiet], {quiet.answers[0]}, set()
        for option in others:
            kept = self._kept.get(keys[option])
            if kept is not None:
                found.append(Plan(kept.plan.answers, quiet.value + kept.plan.value))
                if kept.closely or not thorough:
                    enough.add(option)
                continue
            found.append(self._plan(world, option, seat, len(world.stack), max(share, self._effort(world, option))))
            if few and not thorough:
                looked.add(option)
        closer = max(share, (self._nodes - self._nodes // 3) // self._closer)
        self._look_closer(found, AGAIN + int(self._zeal - 1), world, seat, closer, looked)
        looked |= enough
        self._look_closer(found, self._closer, world, seat, closer, looked)
        for plan in found:
            first = plan.answers[0]
            if first in keys:
                gained = Plan(plan.answers, plan.value - quiet.value)
                self._kept[keys[first]] = Kept(gained, first in looked)
        return found

    def _look_closer(
        self, found: list[Plan], wanted: int, world: State, seat: Seat, share: int, looked: set[Option]
    ) -> None:
        """Sort the plans, the best first, and give the best a closer look until the first `wanted` have had one."""
        found.sort(key=_by_value)
        while (at := next((k for k, plan in enumerate(found[:wanted]) if plan.answers[0] not in looked), -1)) >= 0:
            option = found[at].answers[0]
            looked.add(option)
            nodes = max(share, self._effort(world, option, self._deeper))
            found[at] = self._plan(world, option, seat, len(world.stack), nodes)
            found.sort(key=_by_value)

    def _effort(self, world: State, option: Option, times: float = 1.0) -> int:
        """Positions that an action which begins with this option deserves: none in particular, or as the game says."""
        effort = self._valuation.thrift.effort
        if effort is None or self._late is None or self._late():
            return 0
        return int(self._zeal * times * effort(world, option))

    def foresee(self, world: State, plan: Plan) -> None:
        """Keep what was found for the position after this plan, if dice and others leave no doubt about it."""
        s = clone(world)
        self._foreseen = b""
        for answer in plan.answers:
            if not offered(s, answer):  # a plan remembered from another position need not fit this one to its end
                return
            push(s, answer, silent)
            asked = run(s, silent, self._valuation.rests)
        begins = asked is None and s.stack and s.stack[-1] == world.stack[-1]
        self._foreseen = self._same(s) if begins else b""

    @property
    def foresees(self) -> bool:
        """Whether what was found last will serve the next look, if the position is the one expected."""
        return self._foreseen != b""

    def _plan(self, world: State, option: Option, seat: Seat, floor: int, share: int) -> Plan:
        self._left = max(share, LEAST)
        self._valuation.weighed += 1
        self._seen.clear()
        branch = clone(world)
        push(branch, option, silent)
        value, rest = self._through(branch, seat, floor)
        return Plan((option, *rest), value)

    def _through(self, s: State, seat: Seat, floor: int) -> Found:
        """The expected value once the action is through, and the seat's own answers until then."""
        self._left -= 1
        own = True
        path: tuple[Option, ...] = ()
        while True:
            asked = run(s, silent, self._valuation.rests)
            late = self._left <= 0
            if asked is None or (late and not self._finish):
                return self._value(s, seat), path
            if not isinstance(asked, Decision):
                return self._expected(s, asked, seat, floor), path
            if asked.seat != seat:
                own = False
                push(s, self.reply(s, asked, seat), silent)
                continue
            if len(s.stack) < floor:
                return self._value(s, seat), path
            options = self._valuation.candidates(s, asked)
            if late and asked.default >= 0:
                options = (asked.options[asked.default],)
            if len(options) > 1 and not late:
                value, rest = self._best(s, options, seat, floor)
                return value, (*path, *rest) if own else path
            if own:
                path = (*path, options[0])
            push(s, options[0], silent)

    def _expected(self, s: State, asked: Roll | Draw, seat: Seat, floor: int) -> float:
        """The mean over what chance may answer; answers that lead to the same position are looked at once."""
        value = 0.0
        same: dict[bytes, float] = {}
        for answer, chance in outcomes(asked):
            branch = clone(s)
            push(branch, answer, silent)
            key = self._same(branch)
            after = same.get(key)
            if after is None:
                after = same[key] = self._through(branch, seat, floor)[0]
            value += float(chance) * after
        return value

    def _value(self, s: State, seat: Seat) -> float:
        key = self._same(s)
        value = self._known.get(key)
        if value is None:
            value = self._known[key] = self._valuation(s, seat)
        return value

    def _best(self, s: State, options: Sequence[Option], seat: Seat, floor: int) -> Found:
        """The best of the seat's answers and what follows."""
        key = self._same(s)
        best = self._seen.get(key)
        if best is None:
            look = self._every if self._valuation.thrift.most is None else self._best_first
            best = self._seen[key] = look(s, options, seat, floor)
        return best

    def _every(self, s: State, options: Sequence[Option], seat: Seat, floor: int) -> Found:
        """All answers in their order, each as deep as the bound allows; of equal ways the shortest."""
        best: Found = -float("inf"), ()
        for option in options:
            branch = clone(s)
            push(branch, option, silent)
            value, rest = self._through(branch, seat, floor)
            if value > best[0] or (value == best[0] and len(rest) + 1 < len(best[1])):
                best = value, (option, *rest)
        return best

    def _best_first(self, s: State, options: Sequence[Option], seat: Seat, floor: int) -> Found:
        """All answers as they stand, then the best of them deeper, each with half of what is left."""
        found = []
        for option in options:
            branch = clone(s)
            push(branch, option, silent)
            run(branch, silent, self._valuation.rests)
            self._left -= 1
            found.append((self._value(branch, seat), option, branch))
        found.sort(key=lambda each: -each[0])
        best: Found = found[0][0], (found[0][1],)
        for _, option, branch in found:
            if self._left <= 0:
                break
            kept = self._left // 2
            self._left -= kept
            value, rest = self._through(branch, seat, floor)
            self._left += kept
            if value > best[0] or (rest and value == best[0] and option is best[1][0]):
                best = value, (option, *rest)
        return best

    def reply(self, s: State, asked: Decision, seat: Seat) -> Option:
        """What another seat is expected to answer: as the title says, its quiet default, or what looks worst for us."""
        if self._valuation.replies is not None:
            expected = self._valuation.replies(s, asked)
            if expected is not None:
                return expected
        if asked.default >= 0:
            return asked.options[asked.default]
        options = self._valuation.candidates(s, asked)
        return options[0] if len(options) == 1 else min(options, key=lambda option: self._glance(s, option, seat))

    def _glance(self, s: State, option: Option, seat: Seat) -> float:
        branch = clone(s)
        push(branch, option, silent)
        return self._valuation(branch, seat)
