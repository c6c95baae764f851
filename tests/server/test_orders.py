"""Standing orders: what they answer and on what conditions; who sees them, how long they hold."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard.core import Decision, Game, Match, Option, Seeded, game_names, load_game
from grognard.look.display import display_of
from grognard.server.standing import Order, carried_out
from tests.server.kit import serving


def _asked(name: str, wanted: str, fits: Callable[[Match[Any]], bool] = lambda match: True) -> Match[Any]:
    """A random game at the first question of this kind that fits."""
    game = load_game(name)
    for seed in range(60):
        match, rng = Match.start(game, Seeded(seed)), random.Random(seed)
        while (decision := match.decision) is not None:
            if decision.prompt == wanted and fits(match):
                return match
            set_up = [o for o in decision.options if type(o).__name__ == "Suggested"]
            match.answer(decision.seat, rng.choice(set_up or decision.options))
    raise AssertionError(f"no question {wanted!r}")


def _answer(match: Match[Any], **order: Any) -> list[str] | None:
    decision = match.decision
    assert isinstance(decision, Decision)
    game: Game[Any] = match.game
    made = carried_out(
        game, display_of(game), match.view(decision.seat), decision, Order(prompt=decision.prompt, **order)
    )
    return None if made is None else [game.texts.show(option) for option in made]


def _chance(match: Match[Any], option: Option) -> float:
    display, decision = display_of(match.game), match.decision
    assert display is not None and decision is not None
    told = display.forecast(match.view(decision.seat), decision.seat, option)
    assert told is not None
    return told.chance


def test_retreat_always_or_never() -> None:
    match = _asked("cassino_1944", "retreat")
    for verb in ("retreat", "stand"):
        said = _answer(match, verb=verb)
        assert said is not None and len(said) == 1 and said[0].startswith(verb)
    assert _answer(match, verb="fight") is None, "an answer that is not offered is left to the player"
    assert _answer(match) is None, "this question has no quiet answer"


def test_a_reaction_fires_with_the_best_there_is_and_then_stands() -> None:
    """Dark Victory: of several verbs the best is given; once there is nothing to fire at the order says so itself."""
    game = load_game("dark_victory")
    match = Match.start(game, Seeded(7))
    for text in ("propose walls", "done", "propose line", "done", "activate M4-L6", "go 2536", "go 2535", "go 2534"):
        decision = match.decision
        assert decision is not None
        match.answer(decision.seat, game.texts.parse(text))
        while match.decision is not None and match.decision.prompt == "triggered" and not text.endswith("2534"):
            match.answer(1, game.texts.parse("done"))
    for step in ("2533", "2532"):
        if match.decision is not None and match.decision.prompt == "act":
            match.answer(0, game.texts.parse(f"go {step}"))
    assert match.decision is not None and match.decision.prompt == "triggered"
    named = _answer(match, verb="react", chance=1)
    assert named is not None and named[0].startswith("react ")
    assert _answer(match, verb="react", chance=100) == ["done"]
    match.answer(1, game.texts.parse(named[0]))
    while match.decision is not None and match.decision.prompt == "triggered":
        match.answer(1, game.texts.parse("done"))
    assert match.decision is not None and match.decision.prompt == "react"
    fired = _answer(match, verb="cannon+shoot")
    assert fired is not None and fired[0].split()[0] in ("cannon", "shoot")
    match.answer(1, game.texts.parse(fired[0]))
    assert match.decision.prompt != "react" or _answer(match, verb="cannon+shoot") == ["done"]


def test_a_reroll_only_above_a_chance() -> None:
    match = _asked("thunder_at_cassino", "reroll")
    decision = match.decision
    assert decision is not None
    percent = round(100 * _chance(match, next(o for o in decision.options if type(o).__name__ == "Yes")))
    assert _answer(match, verb="yes", chance=max(percent, 1)) == (["yes"] if percent else ["no"])
    assert _answer(match, verb="yes", chance=percent + 1) == ["no"]
    assert _answer(match) == ["no"]


def test_fire_with_enough_companies_and_supply_to_spare() -> None:
    """The Battle for Cassino: the whole fire is given as one plan, or held where a condition is not met."""

    def several(match: Match[Any]) -> bool:
        said = _answer(match, verb="fireat")
        return said is not None and sum(text.startswith("add") for text in said) >= 2

    match = _asked("battle_for_cassino", "opportunity", several)
    said = _answer(match, verb="fireat")
    assert said is not None and said[0].startswith("fireat") and said[-1] == "done"
    firing = sum(text.startswith("add") for text in said)
    assert _answer(match, verb="fireat", units=firing) == said
    assert _answer(match, verb="fireat", units=99) == ["no"]
    assert _answer(match, verb="fireat", chance=99) == ["no"]
    display, decision = display_of(match.game), match.decision
    assert display is not None and decision is not None
    stock = display.stock(match.view(decision.seat), decision.seat, "opportunity")
    assert stock is not None and stock > 0
    assert _answer(match, verb="fireat", keep=stock - 1) == said
    assert _answer(match, verb="fireat", keep=stock) == ["no"]
    before = len(match.record.entries)
    match.plan(decision.seat, [match.game.texts.parse(text) for text in said])
    assert len(match.record.entries) > before, "the plan is one the rules take"


@pytest.mark.parametrize("name", [name for name in game_names() if name != "drill"])
def test_the_kinds_of_a_title_name_questions_it_asks(name: str) -> None:
    """Each kind is the prompt of a question, its answers are verbs of the title, and a quiet answer has words."""
    game = load_game(name)
    display = display_of(game)
    assert display is not None
    for kind in display.orders():
        assert game.words.get("prompt", kind.prompt), kind.prompt
        assert kind.quiet or kind.answers
        for verb, label in kind.answers:
            assert label and all(part in game.texts._verbs for part in verb.split("+"))
        assert set(kind.measures) <= {"chance", "units", "stock"} and ("stock" in kind.measures) == bool(kind.stock)


def test_orders_are_kept_over_a_restart_and_nobody_else_sees_them(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        one, two = server.browser(), server.browser()
        made = one.create("me", "friend", "me")
        two.join(made["links"][0]["url"])
        mine, other = one.open(made["match"]), two.open(made["match"])
        order = {"prompt": "act", "chance": 30}
        assert other.ask("orders", seat=0, orders=[order])["key"] == "not_yours"
        assert other.ask("orders", seat=1, orders=[order] * 51)["key"] == "orders"
        assert other.ask("orders", seat=1, orders=[order])["type"] == "ack"
        assert other.until("orders")["orders"][0]["chance"] == 30
        server.kill()
        server.start()
        assert one.open(made["match"]).hello["orders"] == {}
        again = two.open(made["match"])
        assert [(o["prompt"], o["chance"]) for o in again.hello["orders"]["1"]] == [("act", 30)]
        # It answers as that seat until it is cancelled: the quiet answer, here to end its turn.
        mine = one.open(made["match"])
        while not (again.question or {}).get("key"):
            mine.answer() if mine.asked() else mine.next()
            while again.entry < mine.entry:
                again.next()
        while again.question.get("key") and again.question["key"] != "act":
            again.answer()
        assert again.ask("orders", seat=1, orders=[])["type"] == "ack"
        assert two.open(made["match"]).hello["orders"] == {}


def test_an_order_for_a_phase_is_forgotten_when_it_is_over(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        browser = server.browser()
        seat = browser.open(browser.create("me", "me", "me")["match"])
        while seat.question["key"] != "act":
            seat.answer()
        who = seat.question["seat"]
        seat.ask("orders", seat=who, orders=[{"prompt": "act", "phase": True}])
        assert seat.until("orders")["orders"][0]["during"], "the phase it was given in"
        seat.until("update")
        phase = seat.last["crumbs"][:2]
        while seat.question["seat"] != who or seat.last["crumbs"][:2] == phase:
            seat.answer()
        assert seat.until("orders")["orders"] == []
