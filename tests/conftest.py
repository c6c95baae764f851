"""Generated examples are never timed: a busy machine must not fail a test."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
