"""States, options and answers as JSON, derived from a game's classes; digests; and the check of their fields."""

import hashlib
import types
import typing
from collections.abc import Callable
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, UNSET, Struct
from msgspec.json import Decoder, Encoder

from grognard.core.ask import CORE_OPTIONS, Option
from grognard.core.flow import State, Step, derived_columns

C = TypeVar("C", bound=type)
S = TypeVar("S", bound=State)


class CodecError(ValueError):
    """Bytes that are not a state or an answer of this game."""


def family(base: C, package: str) -> tuple[C, ...]:
    """All subclasses of `base` defined in a package, sorted by name; equal names are an error."""
    found: dict[str, C] = {}
    todo: list[Any] = list(base.__subclasses__())
    while todo:
        cls = todo.pop()
        todo.extend(cls.__subclasses__())
        if cls.__module__ == package or cls.__module__.startswith(package + "."):
            if found.setdefault(cls.__name__.lower(), cls) is not cls:
                raise TypeError(f"two classes of {package} are named {cls.__name__}")
            _check_fields(cls)
    return tuple(found[name] for name in sorted(found))


def _check_fields(cls: type) -> None:
    """Steps, options and events hold only what hashes, compares and encodes the same every time."""
    for name, hint in get_type_hints(cls).items():
        if name in getattr(cls, "__struct_fields__", ()) and not _plain(hint):
            raise TypeError(f"{cls.__module__}.{cls.__name__}.{name}: {hint} is not allowed in a frozen value")


def _plain(hint: Any) -> bool:
    if isinstance(hint, typing.NewType):
        return _plain(hint.__supertype__)
    origin = get_origin(hint)
    if origin is tuple:
        return all(arg is Ellipsis or _plain(arg) for arg in get_args(hint))
    if origin in (Union, types.UnionType):
        return all(_plain(arg) for arg in get_args(hint))
    if hint in (int, bool, str, type(None)):
        return True
    return isinstance(hint, type) and issubclass(hint, Struct) and hint.__struct_config__.frozen


def _union(members: tuple[Any, ...]) -> Any:
    """A union type built from a tuple at run time."""
    return Union[members]  # noqa: UP007  # `|` cannot be written over a tuple


def _many(members: tuple[Any, ...]) -> Any:
    """A tuple of any length over a union."""
    return tuple.__class_getitem__((_union(members), ...))


class Codec(Generic[S]):
    """Encoder and decoders of one game, built once.

    Derived columns are left out of the encoding and made anew by `refresh` on decoding.
    """

    def __init__(
        self,
        state: type[S],
        steps: tuple[type[Step], ...],
        options: tuple[type[Option], ...],
        refresh: Callable[[S], None] = lambda s: None,
        whole_digests: bool = False,
    ) -> None:
        """`whole_digests`: fingerprints cover the derived columns too, as they did before columns were marked."""
        self._state, self._refresh, self._whole = state, refresh, whole_digests
        self.derived = derived_columns(state)
        """The columns that are not encoded."""
        self._fields = tuple(field for field in state.__struct_fields__ if field not in self.derived)
        fresh = {info.name for info in msgspec.structs.fields(state) if not info.required}
        if missing := [field for field in self.derived if field not in fresh]:
            raise TypeError(f"{state.__name__}.{missing[0]} is derived and needs a default")
        hints = get_type_hints(state)
        hints["stack"] = _many(steps)
        wire = msgspec.defstruct("Wire", _columns(state, self._fields, hints))
        self._decoder = Decoder(wire)
        self._answer = _union((*CORE_OPTIONS, *options, tuple[int, ...], int))
        self._answers = Decoder(self._answer)
        self.encode_whole = Encoder().encode
        self.encode: Callable[[State], bytes] = _slim(self.derived, self.encode_whole)

    def decode(self, raw: bytes) -> S:
        """The state that `encode` wrote, with its derived columns; those that a text still holds are not believed."""
        try:
            wire = self._decoder.decode(raw)
        except msgspec.MsgspecError as error:
            raise CodecError(f"not a state of this game: {error}") from None
        s = self._state(**{field: getattr(wire, field) for field in self._fields})
        if self.derived:
            self._refresh(s)
        return s

    def decode_answer(self, raw: bytes | str) -> Any:
        """An option, dice, or a drawn kind."""
        try:
            return self._answers.decode(raw)
        except msgspec.MsgspecError as error:
            raise CodecError(f"not an answer of this game: {error}") from None

    def convert_answer(self, value: Any) -> Any:
        """The same from decoded JSON."""
        try:
            return msgspec.convert(value, self._answer)
        except msgspec.MsgspecError as error:
            raise CodecError(f"not an answer of this game: {error}") from None

    def digest(self, s: State, whole: bool | None = None) -> str:
        """A short fingerprint of a state; equal states have equal digests. `whole` overrides the codec's own habit."""
        encode = self.encode_whole if (self._whole if whole is None else whole) else self.encode
        return hashlib.blake2b(encode(s), digest_size=10).hexdigest()


def _columns(state: type[State], names: tuple[str, ...], hints: dict[str, Any]) -> list[Any]:
    """The columns of a state as fields of a struct; where the state leaves defaults unwritten, with those defaults."""
    if not state.__struct_config__.omit_defaults:
        return [(name, hints[name]) for name in names]
    known = {info.name: info for info in msgspec.structs.fields(state)}
    return [(name, hints[name], *_default(known[name])) for name in names]


def _default(info: msgspec.structs.FieldInfo) -> list[Any]:
    if info.default is not NODEFAULT:
        return [info.default]
    return [msgspec.field(default_factory=info.default_factory)] if info.default_factory is not NODEFAULT else []


def _slim(derived: tuple[str, ...], encode: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    """An encoder that leaves columns out: msgspec skips what is unset, so a shallow copy without them is written."""
    if not derived:
        return encode
    lines = ["def slim(s):", " c = s.__copy__()", *(f" c.{name} = UNSET" for name in derived), " return encode(c)"]
    scope: dict[str, Any] = {"UNSET": UNSET, "encode": encode}
    exec("\n".join(lines), scope)
    made: Callable[[Any], bytes] = scope["slim"]
    return made
