"""Positions as text: a scenario, its options, and what differs from its set-up. Used by tests, lessons and bug reports.

scenario = "campaign"
options = { weather = true }
turn = 3                                  # any scalar column
lost = [4, 0]                             # any list, whole
[units]
"34/133" = { loc = "1605", damage = 1 }   # any list indexed by unit; `loc` by the name of a space
[spaces]
"1606" = { control = "Allied" }           # any list or bytearray indexed by space
[[stack]]                                 # outermost first; replaces the stack
step = "Half"
side = "Allied"
"""

import tomllib
import types
import typing
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from grognard.core.flow import State, Steps
from grognard.core.game import Game

S = TypeVar("S", bound=State)


class PositionError(ValueError):
    """A position that does not fit the game; the text says where."""


def load_position(game: Game[S], text: str) -> S:
    """The state a position text describes."""
    try:
        return build_position(game, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise PositionError(f"not a position: {error}") from None


def build_position(game: Game[S], described: dict[str, Any]) -> S:
    """The same from an already parsed table."""
    told = dict(described)
    s = game.new(told.pop("scenario", ""), told.pop("options", {}))
    hints = get_type_hints(type(s))
    for table, key in (("units", "UnitId"), ("spaces", "SpaceId")):
        for name, columns in told.pop(table, {}).items():
            at = _id(game, key, name)
            for column, value in columns.items():
                if column not in hints or not isinstance(getattr(s, column), list | bytearray):
                    raise PositionError(f"{table}.{name}: there is no column {column!r}")
                getattr(s, column)[at] = _value(game, value)
    stack = told.pop("stack", None)
    for name, value in told.items():
        old = getattr(s, name) if name in hints else b""
        if isinstance(old, list) and isinstance(value, list) and len(value) == len(old):
            setattr(s, name, [_value(game, each) for each in value])
            continue
        if name not in hints or isinstance(old, list | bytearray):
            raise PositionError(f"there is no scalar column {name!r}")
        setattr(s, name, _typed(game, hints[name], value, name))
    if stack is not None:
        s.stack = _steps(game, stack)
    game.refresh(s)
    return s


def _steps(game: Game[Any], stack: list[dict[str, Any]]) -> Steps:
    known = {cls.__name__: cls for cls in game.steps}
    made = []
    for frame in stack:
        fields = dict(frame)
        cls = known.get(fields.pop("step", ""))
        if cls is None:
            raise PositionError(f"there is no step {frame.get('step')!r}")
        hints = get_type_hints(cls)
        unknown = set(fields) - set(cls.__struct_fields__)
        if unknown:
            raise PositionError(f"step {cls.__name__} has no field {sorted(unknown)[0]!r}")
        made.append(cls(**{f: _typed(game, hints[f], v, f"{cls.__name__}.{f}") for f, v in fields.items()}))
    return tuple(made)


def _typed(game: Game[Any], hint: Any, value: Any, where: str) -> Any:
    """A value of the annotated type, with printed names in place of ids."""
    if isinstance(hint, typing.NewType):
        return _id(game, hint.__name__, value) if isinstance(value, str) else value
    if get_origin(hint) is tuple and isinstance(value, list):
        inner = get_args(hint)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_typed(game, inner[0], v, where) for v in value)
        return tuple(_typed(game, h, v, where) for h, v in zip(inner, value, strict=True))
    if get_origin(hint) in (typing.Union, types.UnionType):
        hint = next(arm for arm in get_args(hint) if arm is not type(None))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and isinstance(value, dict):
        hints = get_type_hints(hint)
        return hint(**{f: _typed(game, hints[f], v, f"{where}.{f}") for f, v in value.items()})
    try:
        return msgspec.convert(value, hint)
    except msgspec.MsgspecError as error:
        raise PositionError(f"{where}: {error}") from None


def _value(game: Game[Any], value: Any) -> Any:
    """A column entry: a number, or the name of a space, else of anything else in the game."""
    if not isinstance(value, str):
        return int(value) if isinstance(value, bool) else value
    for names in (game.names.get("SpaceId", ()), *game.names.values()):
        if value in names:
            return list(names).index(value)
    raise PositionError(f"no name {value!r} in this game")


def _id(game: Game[Any], table: str, name: str) -> int:
    names = game.names.get(table, ())
    if name not in names:
        raise PositionError(f"no {table.removesuffix('Id').lower()} is called {name!r}")
    return list(names).index(name)
