"""The application with the drill on its shelf: run by uvicorn in the processes the tests start."""

from starlette.types import ASGIApp

import tests.drill  # noqa: F401  # registers the title
from grognard.server.app import build_app


def build() -> ASGIApp:
    return build_app()
