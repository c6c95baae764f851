"""Options as text that parses back: the verb, then the nouns joined by ` > `, ids by their printed names."""

import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args, get_origin, get_type_hints

from grognard.core.ask import CORE_OPTIONS, Event, Option
from grognard.core.flow import Step

Names = Mapping[str, Sequence[str]]
"""Printed names by NewType: `{"UnitId": (...), "SpaceId": (...)}`."""

JOIN = " > "
ALSO = " & "


class TextError(ValueError):
    """A line that is not an option of this game."""


class Texts:
    """Printer and parser for the options of one game."""

    def __init__(self, options: tuple[type[Option], ...], names: Names) -> None:
        for table, entries in names.items():
            clash = [n for n in entries if JOIN in n or ALSO in n]
            if clash:
                raise ValueError(f"names of {table} must not contain {JOIN!r} or {ALSO!r}: {clash[:3]}")
            if len(set(entries)) != len(entries):
                raise ValueError(f"names of {table} are not unique")
        self.names = names
        self._ids = {table: {n: i for i, n in enumerate(entries)} for table, entries in names.items()}
        self._verbs: dict[str, type[Option]] = {}
        self._fields: dict[type[Option], list[tuple[str, Any]]] = {}
        for cls in (*CORE_OPTIONS, *options):
            hints = get_type_hints(cls)
            self._verbs[str(cls.__struct_config__.tag)] = cls
            self._fields[cls] = [(f, hints[f]) for f in cls.__struct_fields__]

    def show(self, option: Option) -> str:
        """`move 2 NZ/5 > 1606`."""
        fields = self._fields[type(option)]
        verb = str(type(option).__struct_config__.tag)
        nouns = JOIN.join(self._show(getattr(option, name), hint) for name, hint in fields)
        return f"{verb} {nouns}" if nouns else verb

    def parse(self, line: str) -> Option:
        """The option that `show` printed; upper and lower case of the verb do not matter."""
        verb, _, rest = line.strip().partition(" ")
        cls = self._verbs.get(verb.lower())
        if cls is None:
            raise TextError(f"unknown verb {verb!r}; known: {', '.join(sorted(self._verbs))}")
        fields = self._fields[cls]
        nouns = rest.split(JOIN) if rest else []
        if len(nouns) != len(fields):
            needs = JOIN.join(name for name, _ in fields) or "nothing"
            raise TextError(f"{verb!r} is followed by {needs}")
        try:
            return cls(*[self._parse(noun.strip(), hint) for noun, (_, hint) in zip(nouns, fields, strict=True)])
        except (KeyError, ValueError) as error:
            raise TextError(f"{line!r}: {error}") from None

    def name(self, table: str, value: int) -> str:
        """The printed name of an id; the number itself where it has none."""
        entries = self.names.get(table)
        return entries[value] if entries is not None and 0 <= value < len(entries) else str(value)

    def find(self, table: str, name: str) -> int:
        """The id with a printed name."""
        found = self._ids[table].get(name)
        if found is None:
            raise TextError(f"no {table.removesuffix('Id').lower()} is called {name!r}")
        return found

    def known(self, option: Option) -> bool:
        """Whether every id that an option names is one of this game."""
        return all(
            0 <= value < len(entries)
            for table, values in noun_fields(option).items()
            if (entries := self.names.get(table)) is not None
            for value in values
        )

    def _show(self, value: Any, hint: Any) -> str:
        if isinstance(hint, typing.NewType):
            return self.name(hint.__name__, value)
        if get_origin(hint) is tuple:
            return ALSO.join(self._show(v, get_args(hint)[0]) for v in value) if value else "-"
        return ("yes" if value else "no") if hint is bool else str(value)

    def _parse(self, word: str, hint: Any) -> Any:
        if isinstance(hint, typing.NewType):
            return self.find(hint.__name__, word) if hint.__name__ in self._ids else int(word)
        if get_origin(hint) is tuple:
            return () if word == "-" else tuple(self._parse(w, get_args(hint)[0]) for w in word.split(ALSO))
        if hint is bool:
            return {"yes": True, "no": False}[word]
        if hint is str:
            return word
        return int(word)


def noun_fields(said: Option | Event | Step) -> Mapping[str, tuple[int, ...]]:
    """The ids an option, an event or a step speaks of, by NewType name: `{"UnitId": (3,), "SpaceId": (57,)}`."""
    return {table: tuple(get(said)) for table, get in _nouns(type(said))}


_NOUNS: dict[type, list[tuple[str, Callable[[Any], list[int]]]]] = {}


def _nouns(cls: type[Option | Event | Step]) -> list[tuple[str, Callable[[Any], list[int]]]]:
    known = _NOUNS.get(cls)
    if known is None:
        tables: dict[str, list[tuple[str, bool]]] = {}
        hints = get_type_hints(cls)
        for field in cls.__struct_fields__:
            hint, many = hints[field], False
            if get_origin(hint) is tuple:
                hint, many = get_args(hint)[0], True
            if isinstance(hint, typing.NewType):
                tables.setdefault(hint.__name__, []).append((field, many))

        def getter(fields: list[tuple[str, bool]]) -> Callable[[Any], list[int]]:
            return lambda o: [v for f, many in fields for v in (getattr(o, f) if many else (getattr(o, f),))]

        known = _NOUNS[cls] = [(table, getter(fields)) for table, fields in tables.items()]
    return known
