"""A title whose rules have a fault: what becomes of a match when the program itself is wrong."""

from pathlib import Path

from grognard.core import (
    NO,
    YES,
    Ask,
    Decision,
    Facts,
    Game,
    Note,
    Option,
    Refusal,
    Scenario,
    State,
    Step,
    Steps,
    Yes,
    register,
)


class Choice(Step, frozen=True):
    """1 Yes divides by nothing; no asks again."""

    rule = "1"
    times: int = 0

    def ask(self, s: State) -> Ask:
        return Decision(0, "choice", "1", (YES, NO), default=1)

    def take(self, s: State, answer: Option, note: Note) -> Steps:
        return (Choice(self.times + 1 if type(answer) is not Yes else self.times // 0),)

    def why_not(self, s: State, option: Option) -> Refusal | None:
        return Refusal("1", "not_offered", (self.times // 0,))


class Broken(State):
    pass


GAME = register(
    Game(
        name="broken",
        title="A broken game",
        facts=Facts("Grognard", 2026, "1", "nothing", 1, 1),
        rules_version=1,
        sides=("Only",),
        scenarios=(Scenario("only", "1"),),
        switches=(),
        state=Broken,
        package="tests.server.broken",
        folder=Path(__file__).parent / "broken_title",
        setup=lambda scenario, options: Broken((Choice(),), (0,), None),
        names={},
        components=lambda: "broken",
    )
)
