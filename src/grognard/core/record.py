"""The record of a game: every answer in order, with digests. It is the truth; the latest state is only a cache."""

import os
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grognard.core.game import Game, SetupError, UnknownGame, load_game

FORMAT = 2
"""What is written now. Records of format 1 are read, verified and played on as they are: there each digest is that of
the position alone."""
FORMATS = (1, 2)
LARGEST = 16 * 1024 * 1024
_encode = msgspec.json.Encoder().encode


class RecordError(ValueError):
    """A file or message that is not a record we can use; the text says what and where."""


class Entry(Struct, frozen=True, gc=False):
    """One answer."""

    who: int
    """A seat, CHANCE or TABLE."""
    ask: str
    """The prompt or purpose it answered."""
    answer: Any
    digest: str
    """Of the digest before, this answer, and the state when the next question was reached; so it covers all that was
    played until then, in this order. In format 1: of that state only."""
    barrier: bool
    """Undo may not cross this entry without consent: chance, a reveal, or another seat is asked next."""


class Record(Struct):
    """A whole game."""

    game: str
    rules_version: int
    components: str
    scenario: str
    options: dict[str, bool | int | str]
    seats: list[str]
    """Who sits where, in words: `human`, `greedy`, a name."""
    entries: list[Entry]
    commitment: str = ""
    secret: str = ""
    """The hex of the fair dice secret, once the game is over."""
    strings: list[str] = []
    """What the players added to the fair dice."""
    rolled_before: int = 0
    """Entries that are not of these dice: those of a record that was taken up again with dice of its own."""
    format: int = FORMAT


class _Head(Struct):
    """What must be readable before anything else is believed."""

    format: int
    game: str


def encode_record(record: Record) -> bytes:
    """Pretty JSON, one line a value, stable."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def decode_record(raw: bytes, name: str = "record") -> Record:
    """Read a record, with every answer converted to the game's own types."""
    if len(raw) > LARGEST:
        raise RecordError(f"{name}: larger than {LARGEST} bytes")
    try:
        head = msgspec.json.decode(raw, type=_Head)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"{name}: not a Grognard record ({error})") from None
    if head.format not in FORMATS:
        known = " and ".join(str(format) for format in FORMATS)
        raise RecordError(f"{name}: record format {head.format}, this program reads {known}")
    try:
        record = msgspec.json.decode(raw, type=Record)
        game = load_game(record.game)
        game.options(record.scenario, record.options)
        record.entries = [_typed(game, k, entry) for k, entry in enumerate(record.entries)]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"{name}: {error}") from None
    except UnknownGame as error:
        raise RecordError(f"{name}: {error}") from None
    except (SetupError, ValueError) as error:
        raise RecordError(": ".join([name, *_versions(record, load_game(record.game)), str(error)])) from None
    return record


def heading(record: Record, state: bytes) -> str:
    """The digest before the first entry: of what is played, and of the position it begins with."""
    told = (record.game, record.rules_version, record.components, record.scenario, record.options)
    return sha256(_encode(told) + state).hexdigest()[:24]


def chained(before: str, who: int, ask: str, answer: Any, state: bytes) -> str:
    """The digest of an entry: of the one before, what was answered, and the encoded position it led to."""
    return sha256(_encode((before, who, ask, answer)) + state).hexdigest()[:24]


def _typed(game: Game[Any], k: int, entry: Entry) -> Entry:
    try:
        return msgspec.structs.replace(entry, answer=game.codec.convert_answer(entry.answer))
    except ValueError as error:
        raise RecordError(f"entry {k + 1}: {error}") from None


def _versions(record: Record, game: Game[Any]) -> list[str]:
    """That a record was made under other rules; empty: it was not."""
    if record.rules_version == game.rules_version:
        return []
    return [f"played under rules version {record.rules_version} of {game.name}, here is {game.rules_version}"]


def foreign(record: Record) -> list[str]:
    """What sets a record apart from the rules and components here, in words; empty: nothing."""
    game = load_game(record.game)
    told = _versions(record, game)
    if record.components != game.components():
        told.append(f"played with other components ({record.components}, here {game.components()})")
    return told


def save_record(record: Record, path: Path) -> None:
    """Write atomically: the old file stays whole until the new one is."""
    write_atomic(path, encode_record(record))


def load_record(path: Path) -> Record:
    """Read a record from a file."""
    try:
        if path.stat().st_size > LARGEST:
            raise RecordError(f"{path.name}: larger than {LARGEST} bytes")
        raw = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror or error}") from None
    return decode_record(raw, path.name)


def write_atomic(path: Path, raw: bytes) -> None:
    """Write beside and rename."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
