"""Every implementable case of the rulebook is cited in the code and proven by a test; random games keep the rules."""

import csv
import random
from pathlib import Path

from grognard.core import Seeded, hush, push, rules, settle
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.check import CONSTRAINTS
from tests.kit import random_options

CITY = "cities_of_the_damned"

IMPLEMENTABLE = {"rule", "setup", "table", "optional", "example", "definition"}


def cases() -> set[str]:
    with (GAME.folder / "data" / "cases.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"] for row in csv.DictReader(file) if row["kind"] in IMPLEMENTABLE}


def test_every_case_has_code_and_a_test() -> None:
    code = {c.case for c in rules.citations(GAME.folder)}
    tests = {c.case for c in rules.test_citations(Path(__file__).parents[1], CITY)}
    assert sorted(cases() - code) == []
    assert sorted(cases() - tests) == []


def test_no_citation_of_a_case_that_does_not_exist() -> None:
    with (GAME.folder / "data" / "cases.csv").open(encoding="utf-8", newline="") as file:
        known = {row["id"] for row in csv.DictReader(file)}
    assert sorted({c.case for c in rules.citations(GAME.folder)} - known) == []
    assert sorted({c.case for c in rules.test_citations(Path(__file__).parents[1], CITY)} - known) == []


def test_the_data_satisfy_every_constraint() -> None:
    assert [f"{f.name}: {f.detail}" for f in CONSTRAINTS.prove() if not f.passed] == []


def test_random_games_keep_every_invariant() -> None:
    for seed in range(24):
        rng, chance = random.Random(seed), Seeded(seed)
        s = GAME.new("", random_options(GAME, "campaign", rng))
        while (asked := settle(s, chance)) is not None:
            assert GAME.broken(s) == [], seed
            push(s, rng.choice(asked.options), hush)
        assert s.result is not None
        assert GAME.broken(s) == []
