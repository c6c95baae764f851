"""How good input is spoiled: bytes, values of JSON, cells of tables."""

import random
from typing import Any

STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 255, 65536, 2**31, 2**63, -(2**63), 10**40, 0.5, -0.0, 1e308, "", " ", "0", "-1",
    "nan", "\0", "\u202e", "é" * 40, "x" * 5000, "../../etc/passwd", "<script>", "%s%n", "'; --", [], [[]], {}, {"": 0},
    [None], ["a", 1], {"do": "cheat"}, [1, 2, 3, 4, 5, 6, 7, 8],
)  # fmt: skip
"""Values where others are expected."""
CELLS = (
    "",
    "0",
    "-1",
    "1",
    "2",
    "7",
    "99",
    "100000",
    "-3",
    "x",
    "0.5",
    "one",
    "1e9",
    " ",
    "é",
    "1|2",
    "\0",
    "٣",
    "None",
)
"""What might stand in a cell of somebody's table."""


def spoil_bytes(raw: bytes, rng: random.Random) -> bytes:
    """A few bytes changed, lost, doubled or put in; or only the beginning of it."""
    body = bytearray(raw)
    for _ in range(rng.choice((1, 1, 2, 4, 12))):
        at = rng.randrange(len(body) + 1)
        match rng.randrange(6):
            case 0 if at < len(body):
                body[at] ^= 1 << rng.randrange(8)
            case 1 if at < len(body):
                body[at] = rng.randrange(256)
            case 2:
                del body[at : at + rng.choice((1, 1, 3, 40))]
            case 3:
                body[at:at] = bytes(rng.randrange(256) for _ in range(rng.choice((1, 2, 30))))
            case 4:
                body[at:at] = body[at : at + rng.choice((1, 8, 60))]
            case _:
                body[at:at] = rng.choice((b"{", b"[", b'"', b"\\", b"\xff", b"\\ud800", b"null", b"1e999", b",", b"-"))
    return bytes(body[: rng.randrange(len(body) + 1)] if rng.random() < 0.1 else body)


def spoil_value(value: Any, rng: random.Random) -> Any:
    """A JSON value in which something, somewhere, is something else: replaced, lost, doubled, swapped or one off."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        match rng.randrange(12):
            case 0:
                return {k: v for k, v in value.items() if k != key}
            case 1:
                return {**value, key + rng.choice("_x "): value[key]}
            case 2:
                other = rng.choice(sorted(value))
                return {**value, key: value[other], other: value[key]}
        return {**value, key: spoil_value(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        match rng.randrange(10):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value[:at], value[at], *value[at:]]
            case 2:
                other = rng.randrange(len(value))
                changed = list(value)
                changed[at], changed[other] = changed[other], changed[at]
                return changed
            case 3:
                return value[:at]
        return [*value[:at], spoil_value(value[at], rng), *value[at + 1 :]]
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.6:
        return value + rng.choice((-1, 1, 2, -3, 100))
    if isinstance(value, str) and value and rng.random() < 0.5:
        at = rng.randrange(len(value))
        return value[:at] + rng.choice(("", "x", "\0", "é", "0", value)) + value[at + 1 :]
    return deep(rng) if rng.random() < 0.02 else rng.choice(STRANGE)


def deep(rng: random.Random) -> Any:
    """Something inside something inside something."""
    value: Any = 0
    for _ in range(rng.choice((50, 400))):
        value = [value] if rng.random() < 0.5 else {"a": value}
    return value


def spoil_table(text: str, rng: random.Random) -> str:
    """A table of comma-separated values with a few of its cells, rows or columns changed."""
    lines = text.splitlines()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(lines))
        match rng.randrange(16):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                other = rng.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines = lines[: at + 1]
            case 4:
                lines[at] += rng.choice((",", ",x", '"'))
            case _:
                lines[at] = _spoil_row(lines[at], [line for line in lines if line], rng)
        if not lines:
            return ""
    return "\n".join(lines) + "\n"


def _spoil_row(line: str, lines: list[str], rng: random.Random) -> str:
    """One cell changed: a number by one or two, or to what another row has there, or to anything."""
    cells = line.split(",")
    at = rng.randrange(len(cells))
    cell = cells[at]
    if cell.lstrip("-").isdigit() and rng.random() < 0.5:
        cells[at] = str(int(cell) + rng.choice((-2, -1, 1, 2, 10)))
    elif rng.random() < 0.5 and lines:
        others = rng.choice(lines).split(",")
        cells[at] = others[at] if at < len(others) else ""
    else:
        cells[at] = rng.choice(CELLS)
    return ",".join(cells)
