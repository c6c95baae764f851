"""The application with the drill on its shelf: run by uvicorn in the processes the tests start."""

from starlette.types import ASGIApp

import tests.drill
import tests.server.broken  # noqa: F401  # both register their titles
from grognard.server.app import build_app


def build() -> ASGIApp:
    return build_app()
