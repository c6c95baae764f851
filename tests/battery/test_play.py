"""Battery, part one: random play ends, states encode and clone, options print and parse, the rules hold together."""

import random
from itertools import product
from typing import Any, get_args, get_origin, get_type_hints

from grognard.core import SPECTATOR, Add, Decision, Game, Option, Roll, clone, fits, outcome_of, outcomes, push, run
from grognard.core.ask import CORE_OPTIONS
from tests.kit import random_match, random_options, silent

LONGEST = 20_000
LISTS = ("set_up", "plot_hex")
"""Questions about a whole area of a large map, whose options are constants: long lists that cost nothing."""
Table = tuple[Game[Any], str]


def test_random_play_reaches_a_result_and_keeps_the_invariants(table: Table) -> None:
    game, scenario = table
    for seed in range(3):
        rng = random.Random(seed)
        options = random_options(game, scenario, rng)
        now: tuple[int, ...] = ()
        for length, match in enumerate(random_match(game, seed, scenario, options), 1):
            assert length < LONGEST, game.crumbs(match.state)
            assert match.state.clock()[:1] >= now[:1], "the turn goes back"
            now = match.state.clock()
            if length % 7 == 1 or match.decision is None:
                assert game.broken(match.state) == []
                again = clone(match.state)
                for column in game.codec.derived:
                    setattr(again, column, getattr(game.new(scenario, options), column))
                game.refresh(again)
                assert again == match.state, "refresh needs what it should make"
                assert all(match.state.where(unit) >= 0 for unit in range(len(game.names.get("UnitId", ()))))
        assert now != (), "nobody knows which turn it is"
        assert match.result is not None
        assert set(match.result.winners) <= set(range(len(game.sides)))
        assert game.words.result(match.result)


def test_states_encode_and_clones_are_their_own(table: Table) -> None:
    game, scenario = table
    for k, match in enumerate(random_match(game, 11, scenario)):
        if k % 5 or match.decision is None:
            continue
        before = game.codec.encode(match.state)
        assert game.codec.decode(before) == match.state
        for seat in (*range(game.seat_count), SPECTATOR):
            view = game.view(match.state, seat)
            assert game.codec.decode(game.codec.encode(view)) == view, "derived columns of a view follow from the view"
        copy = clone(match.state)
        push(copy, match.decision.options[-1], silent)
        run(copy, silent)
        assert game.codec.encode(match.state) == before


def test_options_print_and_parse_back_and_are_unique(table: Table) -> None:
    game, scenario = table
    for match in random_match(game, 12, scenario):
        if match.decision is None:
            break
        options = match.decision.options
        texts = [game.texts.show(o) for o in options]
        assert len(set(texts)) == len(texts), texts
        assert [game.texts.parse(t) for t in texts] == list(options)
        assert -1 <= match.decision.default < len(options)
        assert 0 <= match.decision.extra < len(options)
        assert len(options) <= 200 or match.decision.prompt in LISTS, match.decision.prompt
        assert match.decision.rule and all(game.words.option(o) for o in options)
        assert game.words.prompt(match.decision)


def test_listing_and_explanation_agree(table: Table) -> None:
    """Whatever is listed is not refused; options seen elsewhere but not listed now are refused with a case."""
    game, scenario = table
    strangers: dict[Option, None] = {}
    rng = random.Random(5)
    for k, match in enumerate(random_match(game, 13, scenario)):
        decision = match.decision
        if decision is None:
            break
        strangers.update(dict.fromkeys(decision.options))
        if k % 4:
            continue
        view = game.view(match.state, decision.seat)
        step = view.stack[-1]
        for option in decision.options:
            assert step.why_not(view, option) is None, (decision.prompt, game.texts.show(option))
        for option in rng.sample(list(strangers), min(12, len(strangers))):
            if option not in decision.options:
                told = step.why_not(view, option)
                assert told is not None, (decision.prompt, game.texts.show(option))
                assert told.rule and game.words.refusal(told)


def test_probabilities_sum_to_one_and_samples_fit(table: Table) -> None:
    game, scenario = table
    seen = set()
    for match in random_match(game, 14, scenario):
        s = clone(match.state)
        if match.decision is None:
            continue
        push(s, match.decision.options[0], silent)
        asked = run(s, silent)
        if asked is None or isinstance(asked, Decision) or asked in seen:
            continue
        seen.add(asked)
        found = outcomes(asked)
        assert sum(p for _, p in found) == 1
        assert all(fits(asked, answer) for answer, _ in found)
        assert game.words.purpose(asked)


def test_equal_matters_give_equal_positions(table: Table) -> None:
    """Two rolls that agree in what matters lead to the same question."""
    game, scenario = table
    for match in random_match(game, 15, scenario):
        if match.decision is None:
            continue
        s = clone(match.state)
        push(s, match.decision.options[-1], silent)
        asked = run(s, silent)
        if not isinstance(asked, Roll) or not (asked.matters or asked.breaks):
            continue
        groups: dict[tuple[int, ...], set[Any]] = {}
        for faces in random.Random(1).sample(list(_faces(asked)), min(40, len(list(_faces(asked))))):
            branch = clone(s)
            push(branch, faces, silent)
            groups.setdefault(outcome_of(asked, faces), set()).add(run(branch, silent))
        assert all(len(results) == 1 for results in groups.values()), (asked, groups)
        return


def _faces(roll: Roll) -> Any:
    return product(*(range(1, sides + 1) for sides in roll.dice))


def test_conveniences_reach_nothing_new(title: Game[Any]) -> None:
    """`options[:extra]` only save clicks: picking in another order is the same selection."""
    tried = 0
    for match in random_match(title, 16):
        decision = match.decision
        if decision is None or tried > 20:
            break
        if not decision.extra:
            continue
        picks = [o for o in decision.options[: decision.extra] if isinstance(o, Add)]
        later = [o for o in decision.options[decision.extra :] if isinstance(o, Add)]
        for first in picks[:2]:
            for second in later[:2]:
                one = _after(match.state, first, second)
                other = _after(match.state, second, first)
                if one is not None and other is not None:
                    tried += 1
                    assert one == other


def _after(s: Any, *options: Option) -> Any:
    """The state after these answers, or None where one is not offered."""
    after = clone(s)
    for option in options:
        asked = run(after, silent)
        if not isinstance(asked, Decision) or option not in asked.options:
            return None
        push(after, option, silent)
    run(after, silent)
    return after


def test_any_answer_anybody_makes_up_is_listed_or_refused_in_words(table: Table) -> None:
    """Every verb with nouns in and out of range: nothing crashes, and what is not refused is offered."""
    game, scenario = table
    rng = random.Random(19)
    made_up = 0
    for k, match in enumerate(random_match(game, 17, scenario)):
        decision = match.decision
        if decision is None or k > 600:
            break
        if k % 9:
            continue
        for kind in (*CORE_OPTIONS, *game.option_types):
            option = _made_up(game, kind, rng)
            refusal = game.why_not(match.state, decision.seat, option)
            if refusal is None:
                assert option in decision.options, (decision.prompt, option)
            else:
                assert game.words.refusal(refusal)
            made_up += 1
    assert made_up


def _made_up(game: Game[Any], kind: type[Option], rng: random.Random) -> Option:
    """An option of this verb with any nouns."""

    def noun(hint: Any) -> Any:
        if get_origin(hint) is tuple:
            return tuple(noun(get_args(hint)[0]) for _ in range(rng.randrange(3)))
        if hint is bool:
            return rng.random() < 0.5
        if hint is str:
            return "x"
        names = game.names.get(getattr(hint, "__name__", ""), ())
        return rng.randrange(len(names)) if names and rng.random() < 0.8 else rng.choice((-1, 0, 1, 7, 99, 99_999))

    hints = get_type_hints(kind)
    return kind(*[noun(hints[field]) for field in kind.__struct_fields__])
