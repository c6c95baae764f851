"""The application as the browser tests run it: with GROGNARD_TEST_SEED its dice are the same in every run."""

import os
import random
import secrets

from starlette.types import ASGIApp

from grognard.server import create
from grognard.server.app import build_app


class SeededDice:
    """Stands where new matches take their secrets from: tokens stay unguessable, the secret of the dice is given."""

    token_urlsafe = staticmethod(secrets.token_urlsafe)

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def token_bytes(self, count: int) -> bytes:
        return random.Random(self.seed).randbytes(count)


def build() -> ASGIApp:
    if seed := os.environ.get("GROGNARD_TEST_SEED"):
        create.secrets = SeededDice(seed)  # type: ignore[attr-defined,assignment]  # the two functions it uses
    return build_app()
