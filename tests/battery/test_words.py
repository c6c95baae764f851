"""Battery, part four: every word exists, every prompt names a rule, every case of a finished title is covered."""

import csv
import random
from collections import Counter
from typing import Any

from grognard.core import Game, Match, Mind, Seeded
from grognard.core.lesson import lessons, teach
from grognard.core.rules import citations, word_keys


def test_every_literal_key_has_words(title: Game[Any]) -> None:
    missing = [
        f"{k.kind}.{k.key} ({k.file.name}:{k.line})"
        for k in word_keys(title.folder)
        if not title.words.has(k.kind, k.key)
    ]
    assert missing == []


def test_every_event_and_option_has_words(title: Game[Any]) -> None:
    missing = [f"event.{cls.__name__}" for cls in title.events if not title.words.has("event", cls.__name__)]
    missing += [f"option.{cls.__name__}" for cls in title.option_types if not title.words.has("option", cls.__name__)]
    for kind, names in (("switch", title.switches), ("scenario", title.scenarios)):
        for named in names:
            missing += [f"{kind}.{k}" for k in (named.name, f"{named.name}_help") if not title.words.has(kind, k)]
    values = [f"{switch.name}_{choice}" for switch in title.switches for choice in switch.choices]
    missing += [f"choice.{value}" for value in values if not title.words.has("choice", value)]
    assert missing == []


def test_every_term_of_the_evaluation_has_words(title: Game[Any]) -> None:
    """Reasons are shown to people: the name of a term is never one of them."""
    mind = title.part("mind.evaluate", "MIND", Mind)
    assert [name for name in (mind.weights if mind else ()) if not title.words.has("term", name)] == []


def test_every_operation_has_words(title: Game[Any]) -> None:
    """What kind an operation is, is the first thing said about it."""
    mind = title.part("mind.evaluate", "MIND", Mind)
    if mind is None or mind.operations is None:
        return
    rng, match, listed = random.Random(4), Match.start(title, Seeded(4)), Counter[str]()
    for _ in range(400):
        asked = match.decision
        if asked is None or listed.total() > 300:
            break
        if asked.default >= 0:
            listed.update(each.kind for each in mind.operations(match.state, asked))
        match.answer(asked.seat, rng.choice(asked.options))
    assert listed and [kind for kind in listed if not title.words.has("operation", kind)] == []


def test_every_event_and_step_names_a_rule(title: Game[Any]) -> None:
    assert [cls.__name__ for cls in (*title.events, *title.steps) if not cls.rule] == []


def test_nobody_is_said_to_have_begun_a_turn(title: Game[Any]) -> None:
    """The log names no seat where only the sequence of play went on."""
    turns = [cls for cls in title.events if cls.__name__.endswith(("TurnBegan", "PhaseBegan", "RoundBegan", "Turn"))]
    assert turns or not title.package.startswith("grognard.games.")
    assert [cls.__name__ for cls in turns if cls.chosen] == []


def test_citations_name_cases_of_the_rulebook(title: Game[Any]) -> None:
    file = title.folder / "data" / "cases.csv"
    if title.name == "drill":
        assert citations(title.folder)
        return
    with file.open(encoding="utf-8", newline="") as rows:
        known = {row["id"] for row in csv.DictReader(rows)}
    strange = sorted({c.case for c in citations(title.folder)} - known)
    assert strange == []


def test_lessons_can_be_taught(title: Game[Any]) -> None:
    for lesson in lessons(title):
        pages = [page for page, _, _ in teach(title, lesson)]
        assert len(pages) == len(lesson.page)
        names = {n for table in title.names.values() for n in table}
        assert [n for page in pages for n in page.show if n not in names] == []
