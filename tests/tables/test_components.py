"""Data files: strict reading, owners' overlays, digest and provenance."""

from pathlib import Path
from typing import Annotated, Literal, NewType

import pytest
from msgspec import Meta, Struct, field

from grognard.tables import Check, ComponentError, Components, Provenance

Hex = NewType("Hex", str)


class Unit(Struct, frozen=True):
    unit: str
    side: Literal["Allied", "German"]
    armor: bool
    strength: Annotated[int, Meta(ge=0)]
    share: float
    hex: Hex | None
    damage: int | None
    note: str = ""


HEADING = "unit,side,armor,strength,share,hex,damage,note,source"
GOOD = [
    HEADING,
    "34/133,Allied,0,4,1.5,1704,,,unit name printed; factors reconstructed",
    '"1 CCB, rear",Allied,1,5,.5,,2,"two\nlines",found: a history',
    "44/131,German,0,3,-2,0503,0,,printed (10.5.2)",
]


@pytest.fixture(autouse=True)
def no_overlay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GROGNARD_COMPONENTS", raising=False)


def folder(at: Path, **files: str | list[str]) -> Path:
    at.mkdir(parents=True, exist_ok=True)
    for name, lines in files.items():
        text = lines if isinstance(lines, str) else "\n".join(lines) + "\n"
        (at / f"{name}.csv").write_bytes(text.encode())
    return at


def load(at: Path, **files: str | list[str]) -> Components:
    return Components("toy", folder(at / "data", **files))


def test_rows_become_values(tmp_path: Path) -> None:
    rows = load(tmp_path, units=GOOD).rows("units.csv", Unit, key=("unit",))
    assert rows == (
        Unit("34/133", "Allied", False, 4, 1.5, Hex("1704"), None),
        Unit("1 CCB, rear", "Allied", True, 5, 0.5, None, 2, "two\nlines"),
        Unit("44/131", "German", False, 3, -2.0, Hex("0503"), 0),
    )


def test_columns_may_stand_in_any_order_and_have_other_names_than_fields(tmp_path: Path) -> None:
    class Line(Struct, frozen=True):
        die: int
        even: str = field(name="1-1")
        source: str

    data = load(tmp_path, crt=["source,1-1,die", "printed 6.1,2/0,1", "", "printed 6.1,1/1,2", ""])
    assert data.rows("crt.csv", Line) == (Line(1, "2/0", "printed 6.1"), Line(2, "1/1", "printed 6.1"))


@pytest.mark.parametrize(
    ("row", "column", "reason"),
    [
        ("34/135,Allied,0,four,1,,,,printed", "strength", "'four' is not a whole number"),
        ("34/135,Allied,0,4.0,1,,,,printed", "strength", "'4.0' is not a whole number"),
        ("34/135,Allied,0,-4,1,,,,printed", "strength", "'-4': expected `int` >= 0"),
        ("34/135,Allied,0,,1,,,,printed", "strength", "this cell is empty"),
        (",Allied,0,4,1,,,,printed", "unit", "this cell is empty"),
        ("34/135,French,0,4,1,,,,printed", "side", "'French': invalid enum value 'French'"),
        ("34/135,Allied,yes,4,1,,,,printed", "armor", "'yes' is neither 0 nor 1"),
        ("34/135,Allied,0,4,1e3,,,,printed", "share", "'1e3' is not a number"),
        ("34/135,Allied,0,4,nan,,,,printed", "share", "'nan' is not a number"),
        ("34/135,Allied,0,4,1,,x,,printed", "damage", "'x' is not a whole number"),
        ("34/135,Allied,0,4,1,,,,", "source", "every row must say where it comes from"),
        ("34/135,Allied,0,4,1,,,printed", "", "there are 8 cells where the heading has 9"),
        ("34/135,Allied,0,4,1,,,,,printed", "", "there are 10 cells where the heading has 9"),
        ("34/133,Allied,0,4,1,,,,printed", "unit", "34/133 stands in row 2 already"),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, row: str, column: str, reason: str) -> None:
    """A quoted cell above it spans two lines, so the fourth row begins on line 6 of the file."""
    with pytest.raises(ComponentError) as caught:
        load(tmp_path, units=[*GOOD, row]).rows("units.csv", Unit, key=("unit",))
    error = caught.value
    assert (error.file, error.row, error.column, error.reason) == ("units.csv", 6, column, reason)
    place = "units.csv, row 6" + (f", column {column}" if column else "")
    assert str(error) == f"{place}: {reason}" and "\n" not in str(error)


@pytest.mark.parametrize(
    ("heading", "column", "reason"),
    [
        (HEADING.replace("damage,", ""), "damage", "this column is missing"),
        (HEADING.replace(",source", ""), "source", "this column is missing"),
        (HEADING.replace("damage", "demage"), "damage", "this column is missing"),
        (HEADING + ",extra", "extra", "this column is not known here"),
        (HEADING.replace("note", "unit"), "unit", "this column stands twice"),
        (HEADING.replace(",", ";"), "", "columns must be separated by commas, not semicolons"),
    ],
)
def test_a_bad_heading_is_named(tmp_path: Path, heading: str, column: str, reason: str) -> None:
    with pytest.raises(ComponentError) as caught:
        load(tmp_path, units=[heading]).rows("units.csv", Unit)
    assert (caught.value.row, caught.value.column, caught.value.reason) == (1, column, reason)


def test_files_that_are_no_tables(tmp_path: Path) -> None:
    data = load(tmp_path, empty="", quote=["unit,source", '"open,printed'], units=GOOD)
    (tmp_path / "data" / "latin.csv").write_bytes("unit,source\nCöln,printed\n".encode("latin-1"))
    data = Components("toy", tmp_path / "data")
    with pytest.raises(ComponentError, match=r"empty\.csv: the file is empty"):
        data.rows("empty.csv", Unit)
    with pytest.raises(ComponentError, match=r"quote\.csv, row 2: unexpected end of data"):
        data.rows("quote.csv", Unit)
    with pytest.raises(ComponentError, match=r"latin\.csv, row 2: this is not UTF-8 text"):
        data.read("latin.csv")
    with pytest.raises(ComponentError, match="toy has no component file of this name"):
        data.read("ships.csv")
    with pytest.raises(ComponentError, match="no component files of toy here"):
        Components("toy", tmp_path)


def test_a_type_that_no_cell_can_hold_is_a_mistake_of_the_game(tmp_path: Path) -> None:
    class Wrong(Struct, frozen=True):
        unit: list[str]

    with pytest.raises(TypeError, match="cannot be of type"):
        load(tmp_path, units=["unit,source"]).rows("units.csv", Wrong)


def test_line_ends_and_marks_do_not_change_the_digest(tmp_path: Path) -> None:
    text = "\n".join(GOOD) + "\n"
    plain = load(tmp_path / "a", units=text)
    windows = load(tmp_path / "b", units="\ufeff" + text.replace("\n", "\r\n"))
    assert plain.digest == windows.digest and len(plain.digest) == 32
    assert plain.rows("units.csv", Unit) == windows.rows("units.csv", Unit)
    assert load(tmp_path / "c", units=text.replace("34/133,Allied,0,4", "34/133,Allied,0,5")).digest != plain.digest
    assert load(tmp_path / "d", forces=text).digest != plain.digest


def test_the_list_of_cases_is_no_component(tmp_path: Path) -> None:
    with_cases = load(tmp_path / "a", units=GOOD, cases="id,title\n1,Introduction\n")
    assert with_cases.names == ("units.csv",)
    assert with_cases.digest == load(tmp_path / "b", units=GOOD).digest


def test_provenance_counts_a_row_by_its_weakest_word(tmp_path: Path) -> None:
    areas = ["area,source,reason", "1,printed,outline reconstructed", "2,printed,6.1.1", "3,reconstructed,name found"]
    data = load(tmp_path, units=GOOD, areas=areas)
    assert data.provenance("units.csv") == Provenance(printed=1, found=1, reconstructed=1)
    assert data.provenance() == Provenance(printed=2, found=1, reconstructed=3)
    assert data.provenance().total == 6


def test_a_row_that_does_not_say_where_it_comes_from_is_named(tmp_path: Path) -> None:
    data = Components("cassino", folder(tmp_path / "data", units=GOOD))
    assert data.unsourced() == ""
    cited = [*GOOD, "46/131,German,0,3,-2,0503,0,,one a battalion: 10.5"]
    assert Components("cassino", folder(tmp_path / "cited", units=cited)).unsourced() == "", "a case is a source"
    guessed = folder(tmp_path / "guessed", units=[*GOOD, "45/131,German,0,3,-2,0503,0,,a guess"])
    assert Components("cassino", guessed).unsourced() == "units.csv, row 6, column source: a guess"
    mine = Components("cassino", tmp_path / "data", guessed)
    assert mine.replaced == ("units.csv",) and mine.unsourced() == "", "owners may say of theirs what they like"


OWN = [HEADING, "34/133,Allied,0,7,1,1704,,,printed: my copy"]


@pytest.mark.parametrize("inner", ["", "toy"])
@pytest.mark.parametrize("by_environment", [True, False])
def test_an_owner_replaces_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inner: str, by_environment: bool
) -> None:
    mine = folder(tmp_path / "mine" / inner, units=OWN)
    shipped = folder(tmp_path / "data", units=GOOD, areas=["area,source", "1,printed"])
    plain = Components("toy", shipped)
    if by_environment:
        monkeypatch.setenv("GROGNARD_COMPONENTS", str(tmp_path / "mine"))
        data = Components("toy", shipped)
    else:
        data = Components("toy", shipped, tmp_path / "mine")
    assert [unit.strength for unit in data.rows("units.csv", Unit)] == [7]
    assert data.replaced == ("units.csv",) and plain.replaced == ()
    assert data.names == plain.names and data.digest != plain.digest
    assert data.provenance() == Provenance(printed=2)
    assert mine.exists()


def test_a_folder_for_another_game_changes_nothing(tmp_path: Path) -> None:
    folder(tmp_path / "mine" / "other", units=OWN)
    data = Components("toy", folder(tmp_path / "data", units=GOOD), tmp_path / "mine")
    assert data.replaced == ()


def test_an_explicit_folder_goes_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_COMPONENTS", str(tmp_path / "nowhere"))
    data = Components("toy", folder(tmp_path / "data", units=GOOD), folder(tmp_path / "mine", units=OWN))
    assert data.replaced == ("units.csv",)


def test_an_overlay_that_is_not_there_or_does_not_fit_is_refused(tmp_path: Path) -> None:
    shipped = folder(tmp_path / "data", units=GOOD)
    with pytest.raises(ComponentError, match="nowhere: there is no such components folder"):
        Components("toy", shipped, tmp_path / "nowhere")
    with pytest.raises(ComponentError, match=r"unit\.csv: toy has no component file of this name"):
        Components("toy", shipped, folder(tmp_path / "mine", unit=OWN))


def test_a_check_collects_constraints() -> None:
    check = Check()
    check.that("map connected", True)
    check.equal("hexes", 114, 115)
    check.none("hexes in the sea", [1, 2, 3, 4, 5, 6, 7])
    check.none("units without hex", [])
    assert [finding.passed for finding in check.findings] == [True, False, False, True]
    assert [finding.detail for finding in check.failures] == ["114 instead of 115", "1, 2, 3, 4, 5 and 2 more"]
