"""The application as the browser tests run it: with GROGNARD_TEST_SEED its dice are the same in every run."""

import os
import random
import secrets

from starlette.types import ASGIApp

from grognard.server.app import build_app


def build() -> ASGIApp:
    if seed := os.environ.get("GROGNARD_TEST_SEED"):
        # The secret of the fair dice is the only randomness of a match: it comes from here.
        secrets.token_bytes = lambda nbytes=None: random.Random(seed).randbytes(nbytes or 32)
    return build_app()
