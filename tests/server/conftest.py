"""A server shared by the tests here, and a real PostgreSQL where one is needed."""

from collections.abc import Iterator

import pytest

from tests.server.kit import Browser, Server, serving
from tests.server.postgres import postgres as running_postgres


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("table")) as running:
        yield running


@pytest.fixture
def browser(server: Server) -> Browser:
    return server.browser()


@pytest.fixture(scope="package")
def postgres() -> Iterator[str]:
    """The address of a database of our own."""
    with running_postgres() as address:
        yield address
