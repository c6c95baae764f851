"""Weights of an evaluation: read in the order of its terms, with clear errors."""

from pathlib import Path

import pytest

from grognard.tables import ComponentError, read_weights, weights_of_side


def test_a_level_may_have_weights_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text("blood = 2\nground = 1.5\n[general]\nblood = 2.5\n")
    everybody, levels = read_weights(path, ("ground", "blood"))
    assert list(everybody.items()) == [("ground", 1.5), ("blood", 2.0)]
    assert list(levels["general"].items()) == [("ground", 1.5), ("blood", 2.5)]
    assert levels["veteran"] == everybody, "no table of its own"


def test_a_side_may_have_weights_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text("ground = 1.5\nblood = 2\n[general]\nblood = 2.5\n[general.german]\nground = 3\n")
    everybody, levels = read_weights(path, ("ground", "blood"))
    general = levels["general"]
    assert everybody == {"ground": 1.5, "blood": 2.0}
    assert list(general.items()) == [("ground", 1.5), ("blood", 2.5), ("german.ground", 3.0)]
    assert weights_of_side(general, everybody, "German") == {"ground": 3.0, "blood": 2.5}
    assert weights_of_side(general, everybody, "Allied") == {"ground": 1.5, "blood": 2.5}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("ground = 1.0\n", "weights.toml: the term 'blood' has no weight"),
        ("ground = 1.0\nblood = 'much'\n", "weights.toml: the weight of 'blood' is not a number"),
        (
            "ground = 1.0\nblood = 1\n[general]\nvalour = 3\n",
            "weights.toml: no term of the evaluation is called 'valour'",
        ),
        ("ground = 1.0\nblood = 1\n[colonel]\n", "weights.toml: no term of the evaluation is called 'colonel'"),
        ("ground = \n", "weights.toml: Invalid value"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(tmp_path: Path, text: str, error: str) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(text)
    with pytest.raises(ComponentError) as found:
        read_weights(path, ("ground", "blood"))
    assert str(found.value).startswith(error)
