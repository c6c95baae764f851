"""Cases as the rulebook prints them, in sentences for the table: our own words for their parts are left out."""

import re

_CITED = re.compile(r"\((\d+(?:\.\d+){0,2})(?:\.([A-Za-z])(?=[.)]))?(?:\.[\w/]+)*\)")
"""A case in brackets; the same parts as in `printed` of the client."""


def as_printed(text: str) -> str:
    """`(6.1.1.water)` becomes `(6.1.1)`, as on the chips beside it; `(8.352.C)` becomes `(8.352 C)`."""
    return _CITED.sub(_number, text) if "(" in text else text


def _number(found: re.Match[str]) -> str:
    number, letter = found.groups()
    return f"({number} {letter})" if letter else f"({number})"
