"""The mark by which a test says which cases it proves."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "case(game, *ids): the rulebook cases this test proves")
