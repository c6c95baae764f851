"""The application as the browser tests run it: with GROGNARD_TEST_SEED its dice are the same in every run."""

import importlib
import os
import random

from starlette.types import ASGIApp

from grognard.server.app import build_app, new_secret


def build() -> ASGIApp:
    seed = os.environ.get("GROGNARD_TEST_SEED")
    return build_app(secret=(lambda: random.Random(seed).randbytes(32)) if seed else new_secret)


def build_with_field() -> ASGIApp:
    """The same, with the synthetic title on its shelf."""
    importlib.import_module("tests.field")
    return build()
