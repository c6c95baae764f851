"""The example title, installed once."""

from pathlib import Path

import pytest

from tests.installing import EXAMPLE, environment


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("two_fords") / "env", EXAMPLE)
