"""The components of a game: its data files, with an owner's files laid over them.

Every file is a table of comma-separated values with a heading line. A game says what a row holds by a frozen
`msgspec.Struct` whose fields are the columns; what does not fit is refused with file, row, column and reason.
"""

import csv
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from io import StringIO
from math import isfinite
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from grognard.tables.odds import ColumnResults, Columns

OVERLAY = "GROGNARD_COMPONENTS"
"""Environment variable: a folder with the owner's files, or with a folder of the game's name that holds them."""

SOURCE = "source"
NOT_COMPONENTS = frozenset({"cases.csv"})
"""Files of a data folder that describe the rulebook, not the components."""

Row = TypeVar("Row", bound=Struct)
T = TypeVar("T")

_SOURCED = re.compile(r"printed|found|reconstructed|[0-9]+\.[0-9]")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)")


class ComponentError(ValueError):
    """A data file that cannot be used. `row` is the line in an editor (0: the whole file)."""

    def __init__(self, file: str, row: int, column: str, reason: str) -> None:
        self.file, self.row, self.column, self.reason = file, row, column, reason
        place = file + (f", row {row}" if row else "") + (f", column {column}" if column else "")
        super().__init__(f"{place}: {reason}")


class Provenance(Struct, frozen=True):
    """How many rows are printed, found in public sources, or reconstructed (at least in part)."""

    printed: int = 0
    found: int = 0
    reconstructed: int = 0

    @property
    def total(self) -> int:
        return self.printed + self.found + self.reconstructed


class Components:
    """The data files in effect for one game. Files are read when first asked for and kept."""

    def __init__(self, game: str, folder: Path, overlay: Path | None = None) -> None:
        """`overlay` is the owner's folder; without it the environment variable decides."""
        self.game = game
        self._paths: dict[str, Path] = {path.name: path for path in _tables(folder)}
        if not self._paths:
            raise ComponentError(folder.name, 0, "", f"there are no component files of {game} here")
        if overlay is None and (named := os.environ.get(OVERLAY)):
            overlay = Path(named)
        mine = _owned(game, overlay) if overlay is not None else []
        for path in mine:
            if path.name not in self._paths:
                raise ComponentError(path.name, 0, "", f"{game} has no component file of this name")
            self._paths[path.name] = path
        self.replaced: tuple[str, ...] = tuple(sorted(path.name for path in mine))
        """Names of the files that the owner has replaced."""
        self._texts: dict[str, str] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the files in effect, sorted."""
        return tuple(sorted(self._paths))

    def read(self, name: str) -> str:
        """The text of a file, with line ends as `\\n` and no byte-order mark."""
        if name not in self._texts:
            if name not in self._paths:
                raise ComponentError(name, 0, "", f"{self.game} has no component file of this name")
            raw = self._paths[name].read_bytes()
            try:
                text = raw.decode("utf-8-sig")
            except UnicodeDecodeError as error:
                row = raw.count(b"\n", 0, error.start) + 1
                raise ComponentError(name, row, "", "this is not UTF-8 text") from None
            self._texts[name] = text.replace("\r\n", "\n").replace("\r", "\n")
        return self._texts[name]

    @property
    def digest(self) -> str:
        """A short name for exactly these components: equal for equal names and contents, whatever the line ends."""
        total = sha256()
        for name in self.names:
            body = self.read(name).encode()
            total.update(f"{name}\0{len(body)}\0".encode())
            total.update(body)
        return total.hexdigest()[:32]

    def rows(self, name: str, kind: type[Row], key: Sequence[str] = ()) -> tuple[Row, ...]:
        """The rows of a file as values of `kind`.

        Columns are the fields of `kind` (by their encoded names), in any order, and `source`, which need not be a
        field. An empty cell is None for an optional field, the default for a field that has one, otherwise an error.
        Flags are 0 or 1. `key` names the columns whose values together must not repeat.
        """
        heading, lines = self._table(name)
        infos = fields(kind)
        _same_columns(name, heading, [info.encode_name for info in infos])
        readers = [(heading.index(info.encode_name), info, _reader(info)) for info in infos]
        spots = [heading.index(column) for column in key]
        seen: dict[tuple[str, ...], int] = {}
        found = []
        for number, cells in lines:
            values: dict[str, Any] = {}
            for spot, info, convert in readers:
                try:
                    values[info.name] = convert(cells[spot])
                except ValueError as error:
                    raise ComponentError(name, number, info.encode_name, str(error)) from None
            if spots:
                mark = tuple(cells[spot] for spot in spots)
                if mark in seen:
                    raise ComponentError(name, number, key[0], f"{' '.join(mark)} stands in row {seen[mark]} already")
                seen[mark] = number
            found.append(kind(**values))
        return tuple(found)

    def results(
        self, name: str, kind: type[Row], columns: Columns, place: Callable[[Row], tuple[str, int, T]], sides: int = 6
    ) -> ColumnResults[T]:
        """A results table with one row for each column and die: `place` says a row's heading, die and result."""
        found: list[tuple[str, int, T]] = []
        seen: dict[tuple[str, int], int] = {}
        for (number, _), row in zip(self._table(name)[1], self.rows(name, kind), strict=True):
            heading, die, result = place(row)
            if (heading, die) in seen:
                told = f"column {heading}, die {die} stands in row {seen[heading, die]} already"
                raise ComponentError(name, number, "", told)
            seen[heading, die] = number
            found.append((heading, die, result))
        try:
            return ColumnResults(columns, found, sides)
        except ValueError as error:
            raise ComponentError(name, 0, "", str(error)) from None

    def provenance(self, name: str | None = None) -> Provenance:
        """Where the rows of a file, or of all files, come from; a row that is partly reconstructed counts as that."""
        counts = {"printed": 0, "found": 0, "reconstructed": 0}
        for file in self.names if name is None else (name,):
            heading, lines = self._table(file)
            spots = [k for k, column in enumerate(heading) if column in (SOURCE, "reason")]
            for _, cells in lines:
                told = " ".join(cells[spot] for spot in spots).lower()
                best = next((word for word in ("reconstructed", "found") if word in told), "printed")
                counts[best] += 1
        return Provenance(**counts)

    def unsourced(self) -> str:
        """The first row of our files that does not say where it comes from, by a word or by a case; "": there is none.
        Owners may say of theirs what they like."""
        for file in self.names:
            heading, lines = self._table(file)
            spots = [k for k, column in enumerate(heading) if column in (SOURCE, "reason")]
            for number, cells in lines if file not in self.replaced else ():
                if not _SOURCED.search(" ".join(cells[spot] for spot in spots).lower()):
                    return f"{file}, row {number}, column {SOURCE}: {cells[heading.index(SOURCE)]}"
        return ""

    def _table(self, name: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
        """Heading and numbered rows of a file, every row as long as the heading; blank lines are passed over."""
        lines = list(_lines(name, self.read(name)))
        if not lines:
            raise ComponentError(name, 0, "", "the file is empty")
        (top, heading), rows = lines[0], lines[1:]
        if len(heading) == 1 and ";" in heading[0]:
            raise ComponentError(name, top, "", "columns must be separated by commas, not semicolons")
        for column in heading:
            if heading.count(column) > 1:
                raise ComponentError(name, top, column, "this column stands twice")
        if SOURCE not in heading:
            raise ComponentError(name, top, SOURCE, "this column is missing")
        for number, cells in rows:
            if len(cells) != len(heading):
                raise ComponentError(
                    name, number, "", f"there are {len(cells)} cells where the heading has {len(heading)}"
                )
            if not cells[heading.index(SOURCE)].strip():
                raise ComponentError(name, number, SOURCE, "every row must say where it comes from")
        return heading, rows


def _tables(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob("*.csv")) if path.name not in NOT_COMPONENTS]


def _owned(game: str, overlay: Path) -> list[Path]:
    """The owner's files for a game: in a folder of its name, or else in the folder itself."""
    if not overlay.is_dir():
        raise ComponentError(overlay.name, 0, "", "there is no such components folder")
    return _tables(overlay / game if (overlay / game).is_dir() else overlay)


def _lines(name: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """Each row with the number of the line on which it begins."""
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    begins = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise ComponentError(name, begins, "", str(error)) from None
        if cells is None:
            return
        if cells:
            yield begins, [cell.strip() for cell in cells]
        begins = reader.line_num + 1


def _same_columns(name: str, heading: list[str], wanted: list[str]) -> None:
    for column in wanted:
        if column not in heading:
            raise ComponentError(name, 1, column, "this column is missing")
    for column in heading:
        if column not in wanted and column != SOURCE:
            raise ComponentError(name, 1, column, "this column is not known here")


def _reader(info: FieldInfo) -> Callable[[str], Any]:
    """How the text of a cell becomes the value of a field."""
    plain, optional = _plain(info.type)
    parse = _PARSERS.get(plain, _word)
    has_default = info.default is not msgspec.NODEFAULT

    def read(cell: str) -> Any:
        if not cell:
            if optional:
                return None
            if has_default:
                return info.default
            raise ValueError("this cell is empty")
        try:
            return msgspec.convert(parse(cell), info.type)
        except msgspec.ValidationError as error:
            raise ValueError(f"{cell!r}: {_lower(str(error))}") from None

    return read


def _plain(kind: Any) -> tuple[Any, bool]:
    """The base type of a field, and whether the cell may be empty."""
    if get_origin(kind) is Annotated:
        return _plain(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        others = [part for part in get_args(kind) if part is not NoneType]
        if len(others) == 1 and len(others) < len(get_args(kind)):
            return _plain(others[0])[0], True
        raise TypeError(f"a column cannot be of type {kind}")
    if get_origin(kind) is Literal:
        return type(get_args(kind)[0]), False
    while hasattr(kind, "__supertype__"):
        kind = kind.__supertype__
    if kind not in _PARSERS:
        raise TypeError(f"a column cannot be of type {kind}")
    return kind, False


def _word(cell: str) -> str:
    return cell


def _whole(cell: str) -> int:
    if not _WHOLE.fullmatch(cell):
        raise ValueError(f"{cell!r} is not a whole number")
    return int(cell)


def _decimal(cell: str) -> float:
    if not _DECIMAL.fullmatch(cell) or not isfinite(float(cell)):
        raise ValueError(f"{cell!r} is not a number")
    return float(cell)


def _flag(cell: str) -> bool:
    if cell not in ("0", "1"):
        raise ValueError(f"{cell!r} is neither 0 nor 1")
    return cell == "1"


_PARSERS: dict[Any, Callable[[str], Any]] = {str: _word, int: _whole, float: _decimal, bool: _flag}


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


class Finding(Struct, frozen=True):
    """One constraint that the data must satisfy, and whether they do."""

    name: str
    passed: bool
    detail: str = ""


class Check:
    """The constraints of a game's data, collected one after the other."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def that(self, name: str, passed: object, detail: str = "") -> None:
        """Note a constraint; `detail` says what is wrong, or what was counted."""
        self.findings.append(Finding(name, bool(passed), detail))

    def equal(self, name: str, got: object, wanted: object) -> None:
        """Note that a value must be this one; a failure shows both."""
        self.that(name, got == wanted, "" if got == wanted else f"{got!r} instead of {wanted!r}")

    def none(self, name: str, wrong: Iterable[object]) -> None:
        """Note that there must be no exception; a failure lists the first ones."""
        found = [str(item) for item in wrong]
        more = f" and {len(found) - 5} more" if len(found) > 5 else ""
        self.that(name, not found, ", ".join(found[:5]) + more)

    @property
    def failures(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if not finding.passed)


class Constraints:
    """What a title offers as `CONSTRAINTS` in its `check.py`: the proof of its data, made when somebody asks."""

    def __init__(self, *parts: Callable[[Check], None]) -> None:
        """`parts`: each notes what it proves."""
        self._parts = parts

    def prove(self) -> list[Finding]:
        """Every constraint with its outcome."""
        check = Check()
        for part in self._parts:
            part(check)
        return check.findings
