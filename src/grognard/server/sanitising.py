"""What people write, made fit to be stored and shown; and the shape of what they may name."""

import re
import unicodedata

LONGEST_NAME = 64
MATCH = re.compile(r"[\w\-]{1,24}", re.ASCII)
"""The id of a match."""
JOINERS = "\u200c\u200d"
"""Invisible, but parts of words in some scripts and of some pictures."""


def tidy(text: str, most: int) -> str:
    """One line without control characters (a database may refuse them) or marks that turn the direction of writing."""
    line = " ".join(text.split())
    return "".join(c for c in line if c in JOINERS or unicodedata.category(c)[0] != "C")[:most].strip()


def sentence(text: str) -> str:
    """A remark as people read it."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def folded(name: str) -> str:
    """What tells two names apart: neither capitals, in whatever script, nor how a letter is put together."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


LIKE = str.maketrans(
    "аеорсхуікмнтвԁһјѕɡαειοκνρτυχ01|ⅼ",  # letters of other alphabets and figures that are read as these
    "aeopcxyikmhtbdhjsgaeiokvptuxolll",
)


def likeness(name: str) -> str:
    """What names that look alike have in common: no accents, no spaces or points, letters of one alphabet."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", folded(name)) if c.isalnum() or c == "|")
    return bare.translate(LIKE).replace("i", "l").replace("rn", "m").replace("vv", "w")
