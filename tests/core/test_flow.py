"""The flow: interrupts, leaving, ending, lone options, and errors that say where."""

from typing import Any

import pytest

from grognard.core import (
    DONE,
    NO,
    YES,
    Ask,
    Decision,
    FlowError,
    Note,
    Only,
    Result,
    State,
    Step,
    Steps,
    clone,
    end,
    leave,
    push,
    run,
)


class Log(State):
    seen: list[str]


class Say(Step, frozen=True):
    rule = "1"
    word: str
    then: tuple[str, ...] = ()

    def auto(self, s: Log, note: Note) -> Steps:
        s.seen.append(self.word)
        return tuple(Say(w) for w in self.then)


class AskOne(Step, frozen=True):
    rule = "2"
    confirm: bool = False
    options: int = 1

    def ask(self, s: Log) -> Ask:
        return Decision(0, "one", "2", (DONE, YES, NO)[: self.options], confirm=self.confirm)

    def take(self, s: Log, answer: Any, note: Note) -> Steps:
        s.seen.append(type(answer).__name__)
        return ()


class Frame(Step, frozen=True):
    rule = "3"

    def auto(self, s: Log, note: Note) -> Steps:
        s.seen.append("frame")
        return ()


class Jump(Step, frozen=True):
    rule = "4"
    over: bool = False

    def auto(self, s: Log, note: Note) -> Steps:
        if self.over:
            end(s, Result((0,), "4", "over"))
        else:
            leave(s, Frame)
        return ()


class Forever(Step, frozen=True):
    rule = "5"

    def auto(self, s: Log, note: Note) -> Steps:
        return (self,)


def state(*steps: Step) -> Log:
    return Log(stack=tuple(reversed(steps)), seats=(0,), result=None, seen=[])


def test_what_a_step_returns_runs_first_to_last_before_what_lay_below() -> None:
    s = state(Say("a", ("b", "c")), Say("d"))
    assert run(s) is None
    assert s.seen == ["a", "b", "c", "d"]


def test_a_lone_option_is_answered_and_reported() -> None:
    s, heard = state(AskOne()), []
    assert run(s, heard.append) is None
    assert s.seen == ["Done"]
    assert heard == [Only(0, "one", "2", DONE)]


def test_a_lone_option_that_commits_is_asked() -> None:
    s = state(AskOne(confirm=True))
    asked = run(s)
    assert isinstance(asked, Decision) and s.seen == []
    push(s, DONE, lambda event: None)
    assert s.seen == ["Done"] and s.stack == ()


def test_leave_drops_the_frames_between() -> None:
    s = state(Jump(), Say("dropped"), Frame(), Say("kept"))
    run(s)
    assert s.seen == ["frame", "kept"]


def test_leave_without_a_target_says_where_it_was() -> None:
    with pytest.raises(FlowError, match="no Frame to leave to in Say"):
        run(state(Jump(), Say("x")))


def test_end_empties_the_stack() -> None:
    s = state(Jump(over=True), Say("never"))
    assert run(s) is None
    assert s.result == Result((0,), "4", "over") and s.seen == []


def test_no_options_raises_with_the_bread_crumb() -> None:
    with pytest.raises(FlowError, match="no options for 'one' at Say › AskOne"):
        run(state(AskOne(options=0), Say("below")))


def test_a_step_that_never_ends_is_stopped() -> None:
    with pytest.raises(FlowError, match="no question after 10000 steps at Forever"):
        run(state(Forever()))


def test_until_stops_before_the_named_step() -> None:
    s = state(Say("a"), Frame())
    assert run(s, until=(Frame,)) is None
    assert s.seen == ["a"] and s.stack == (Frame(),)


def test_clones_own_their_lists() -> None:
    s = state(Say("a"))
    copy = clone(s)
    run(copy)
    assert copy.seen == ["a"] and s.seen == [] and s.stack == (Say("a"),)
