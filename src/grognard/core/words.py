"""Sentences: prompts, events, refusals and labels, filled from a game's `words/en.toml`.

A template names fields in braces. Ids print by their tables of names; `{n:point|points}` prints a count with its noun,
`{n:+d}` a number with its sign; `{flag:?yes text|no text}` chooses; `{units:times}` names each once, with its number if
it stands there more than once; `{0:UnitId}` names the table for a bare number (facts of a refusal); `{sum:terms}` tells
the lines of a sum, pairs of a case and what it adds, by the words of `[term]`. A case that adds more than one thing has
a word for each behind a space, as in `6.2.step3 others`; only the case is cited. `{result:=reading}` says what a
printed result means by the words of `[reading]`, with the result in brackets; one without words stands alone.
"""

import string
import tomllib
import typing
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from grognard.core.ask import Decision, Draw, Event, Only, Option, Refusal, Roll
from grognard.core.flow import Result, Step
from grognard.core.text import Texts
from grognard.core.types import HIDDEN

T = TypeVar("T")
CORE_WORDS = Path(__file__).parent / "words" / "en.toml"


class MissingWord(KeyError):
    """A key that has no text."""

    def __str__(self) -> str:
        return f"no words for {self.args[0]}"


class UnfitWord(ValueError):
    """A template that speaks of what is not there."""


class Words(string.Formatter):
    """The sentences of one game in one language."""

    def __init__(self, file: Path, texts: Texts) -> None:
        self.tables: dict[str, dict[str, Any]] = {}
        for path in (CORE_WORDS, file):
            for kind, entries in tomllib.loads(path.read_text(encoding="utf-8")).items():
                self.tables.setdefault(kind, {}).update(entries)
        self._texts = texts
        self._hints: dict[type, dict[str, Any]] = {}

    def has(self, kind: str, key: str) -> bool:
        return key in self.tables.get(kind, {})

    def get(self, kind: str, key: str) -> str:
        """The template, unfilled."""
        try:
            return str(self.tables[kind][key])
        except KeyError:
            raise MissingWord(f"{kind}.{key}") from None

    def say(self, key: str, **facts: object) -> str:
        """A line of the words a title has for its display, `[table]`, with its facts filled in.

        Numbers may be printed as Python does (`{n:+d}`); counting and choosing work as everywhere.
        """
        template = self.get("table", key)
        if "{" not in template:
            return template
        try:
            return self.vformat(template, (), {name: _Fact(fact) for name, fact in facts.items()})
        except MissingWord:
            raise
        except (LookupError, ValueError) as error:
            raise _unfit("table", key, template, error, facts) from None

    def term(self, case: str) -> str:
        """The words of `[term]` for a line of a sum, by the case it comes from."""
        return self.get("term", case)

    def prompt(self, decision: Decision) -> str:
        """The question as put to the seat. `{units}`, `{spaces}`, `{numbers}` or `{units[0]}` speak of its subject."""
        return self._fill("prompt", decision.prompt, _Subject(decision))

    def purpose(self, ask: Roll | Draw) -> str:
        return self.get("purpose", ask.purpose)

    def event(self, event: Event) -> str:
        if isinstance(event, Only):
            return self.get("event", "Only").format(option=self.option(event.option))
        return self._fill("event", type(event).__name__, event)

    def option(self, option: Option) -> str:
        """A short label for a button or list entry."""
        return self._fill("option", type(option).__name__, option)

    def step(self, step: Step, top: bool = False) -> str:
        """One part of the bread-crumb. Words of `[top]` are said only of the step that acts: one that merely waits
        its turn below is no part of where we are. Empty for steps that are not worth a mention."""
        name = type(step).__name__
        if self.has("step", name):
            return self._fill("step", name, step)
        return self._fill("top", name, step) if top and self.has("top", name) else ""

    def choice(self, prompt: str, option: Option) -> str:
        """An option as an answer to one question: by its words of `[answer]`, or else by its own."""
        verb = str(type(option).__struct_config__.tag)
        return self._fill("answer", f"{prompt} {verb}", option) if self.answer(prompt, verb) else self.option(option)

    def answer(self, prompt: str, verb: str) -> str:
        """The words of `[answer]` for a word such as "no" to this question, unfilled; empty: just that word."""
        return str(self.tables.get("answer", {}).get(f"{prompt} {verb}", ""))

    def part(self, name: str) -> str:
        """The event that sums up this one, this option or this roll in the log, by `[part]`; empty: it stands alone."""
        return str(self.tables.get("part", {}).get(name, ""))

    def told(self, happened: Sequence[T], name: Callable[[T], str]) -> list[T]:
        """What one answer brought about in the order of telling, by the names of events: one that `[after]` names
        follows the next event of that name. A march is noted when it ends, and what it took on its way before it."""
        after = self.tables.get("after")
        if not after:
            return list(happened)
        told: list[T] = []
        waiting: dict[str, list[T]] = {}
        names = [name(one) for one in happened]
        for n, one in enumerate(happened):
            if (cause := after.get(names[n])) in names[n + 1 :]:
                waiting.setdefault(cause, []).append(one)
            else:
                told += [one, *waiting.pop(names[n], ())]
        return told

    def refusal(self, refusal: Refusal) -> str:
        return self._facts("refusal", refusal.key, refusal.facts)

    def result(self, result: Result) -> str:
        return self._facts("result", result.key, result.numbers)

    def _facts(self, kind: str, key: str, facts: tuple[int, ...]) -> str:
        template = self.get(kind, key)
        try:
            return self.vformat(template, facts, {})
        except MissingWord:
            raise
        except LookupError as error:
            raise _unfit(kind, key, template, error, map(str, range(len(facts)))) from None

    def _fill(self, kind: str, key: str, values: Any) -> str:
        template = self.get(kind, key)
        if "{" not in template:
            return template
        fields = _Fields(values, self._table_of(type(values)))
        try:
            return self.vformat(template, (), fields)
        except MissingWord:
            raise
        except (LookupError, AttributeError) as error:
            raise _unfit(kind, key, template, error, fields) from None

    def _table_of(self, cls: type) -> dict[str, Any]:
        known = self._hints.get(cls)
        if known is None:
            known = self._hints[cls] = _SUBJECT if cls is _Subject else get_type_hints(cls)
        return known

    def format_field(self, value: Any, format_spec: str) -> str:
        """Choose by count or flag, or print ids by name, each once with its number if so asked."""
        fact = isinstance(value, _Fact)
        if isinstance(value, _Typed):
            value, hint = value.value, value.hint
        else:
            value, hint = value.value if fact else value, None
        if format_spec.startswith("?"):
            yes, _, no = format_spec[1:].partition("|")
            return yes if value else no
        if format_spec.startswith("="):
            printed = str(value)
            meant = self.tables.get(format_spec[1:], {}).get(printed)
            return f"{meant} ({printed.strip('()')})" if meant else printed
        if format_spec == "times":
            return ", ".join(self._name((v,), hint) + (f" ×{n}" if n > 1 else "") for v, n in Counter(value).items())
        if format_spec == "terms":
            return ", ".join(f"{self.term(case)} {n:+d} ({case.partition(' ')[0]})" for case, n in value)
        if "|" in format_spec:
            one, _, many = format_spec.partition("|")
            return f"{value} {one if value == 1 else many}"
        if fact or format_spec.startswith("+"):
            return format(value, format_spec)
        return self._name(value, format_spec or hint)

    def _name(self, value: Any, table: Any) -> str:
        if isinstance(value, tuple):
            inner = get_args(table)[0] if get_origin(table) is tuple else table
            return ", ".join(self._name(v, inner) for v in value)
        if value == HIDDEN:
            return self.get("plain", "hidden")
        if isinstance(table, typing.NewType):
            table = table.__name__
        if isinstance(table, str) and isinstance(value, int):
            return self._texts.name(table, value)
        return str(value)


def _unfit(kind: str, key: str, template: str, error: Exception, known: Iterable[str]) -> UnfitWord:
    there = ", ".join(f"{{{name}}}" for name in known) or "nothing"
    return UnfitWord(f"[{kind}] {key}: {template!r} cannot be filled ({error!r}); it may speak of {there}")


class _Fact:
    """What a display wants said: it is printed as it is, and no id."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


class _Typed:
    """A field value that remembers which table of names it belongs to."""

    __slots__ = ("hint", "value")

    def __init__(self, value: Any, hint: Any) -> None:
        self.value, self.hint = value, hint

    def __getitem__(self, at: int) -> "_Typed":
        inner = get_args(self.hint)[0] if get_origin(self.hint) is tuple else self.hint
        return _Typed(self.value[at], inner)


class _Fields(Mapping[str, Any]):
    """The fields of a frozen value, as the formatter wants them."""

    def __init__(self, values: Any, hints: dict[str, Any]) -> None:
        self._values, self._hints_of = values, hints

    def __getitem__(self, name: str) -> Any:
        if isinstance(self._values, _Subject):
            return self._values[name]
        return _Typed(getattr(self._values, name), self._hints_of.get(name))

    def __iter__(self) -> Any:
        return iter(self._hints_of)

    def __len__(self) -> int:
        return len(self._hints_of)


_SUBJECT = {"units": "UnitId", "spaces": "SpaceId", "numbers": ""}
"""What a prompt may speak of, with the table of its names."""


class _Subject:
    """What a prompt may speak of."""

    def __init__(self, decision: Decision) -> None:
        self._decision = decision

    def __getitem__(self, name: str) -> _Typed:
        return _Typed(getattr(self._decision, name), _SUBJECT[name])
