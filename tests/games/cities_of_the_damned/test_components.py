"""The component files: complete as they are, and noticed when a row is missing."""

import pytest

from grognard.games.cities_of_the_damned import check

FILES = ("MARKER_ROWS", "SCENERY_ROWS", "MODIFIER_ROWS", "TURN_ROWS", "EVENT_ROWS", "UNIT_ROWS", "BORDER_ROWS")


def failures() -> list[str]:
    return [finding.name for finding in check.CONSTRAINTS.prove() if not finding.passed]


def test_the_files_are_complete() -> None:
    assert failures() == []


@pytest.mark.parametrize("rows", FILES)
def test_no_row_can_be_dropped_unnoticed(rows: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = getattr(check, rows)
    for at in range(0, len(whole), max(len(whole) // 12, 1)):
        monkeypatch.setattr(check, rows, whole[:at] + whole[at + 1 :])
        assert failures(), f"row {at} of {rows} is missing and nobody says so"
