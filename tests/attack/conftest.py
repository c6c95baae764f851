"""A PostgreSQL of our own."""

from tests.server.conftest import postgres

__all__ = ["postgres"]
