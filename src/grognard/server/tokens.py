"""Unguessable strings that open seats, and what is stored of them."""

import hashlib
import secrets


def token() -> str:
    """256 bits nobody guesses."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is stored of a token: enough to recognise it, not to use it."""
    return hashlib.sha256(token.encode()).hexdigest()
