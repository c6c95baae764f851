"""The cover of a title: what the shelf says of it, which can be read without opening the box."""

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

COVER = "cover.toml"


class CoverError(ValueError):
    """A cover that cannot be read; the text says which one and why."""


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What the shelf says of a title."""

    publisher: str
    year: int
    players: str
    kind: str
    minutes: int
    weight: int
    """1 light to 5 heavy."""


class Cover(Struct, frozen=True, forbid_unknown_fields=True):
    """A title's own name, and what the shelf says of it."""

    title: str
    facts: Facts


def read_cover(folder: Path) -> Cover:
    """The cover in a title's folder (`cover.toml`)."""
    path = folder / COVER
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Cover)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise CoverError(f"{folder.name}/{path.name}: {error}") from error
